/*
 * Random Euler walks of many small graphs, and of the graphs of sequences: code that the backends
 * share.
 *
 * An item is one copy of one graph or sequence: item t is copy t % copies of number t / copies. One
 * thread draws each item, by the functions below, in scratch memory of its own.
 */
#ifndef KG_BATCH_H
#define KG_BATCH_H

#include "exits.h"
#include "narrow.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct kg__batch {
    uint64_t count, copies, seed, k;
    const uint64_t *begin; /* [count+1] */
    uint64_t most;         /* the length of the longest graph or sequence */
    /* Sequences: [begin[count]] and [copies * begin[count]]; NULL for graphs. */
    const char *letters;
    char *shuffled;
    /* Graphs: the ends of edges, [begin[count]], and [copies * begin[count]]. */
    const kg_vertex *source, *target;
    kg_edge *walk;
} kg__batch;

/* Returns how many edge ids of scratch memory `items` items take. length: their letters or
 * edges. */
KG__INLINE uint64_t kg__batch_scratch(uint64_t items, uint64_t length)
{
    return 6 * (length + 2 * items);
}

KG__INLINE uint64_t kg__batch_length(const kg__batch *b, uint64_t item)
{
    return b->begin[item / b->copies + 1] - b->begin[item / b->copies];
}

/* Returns where an item begins in the results; items are in order. */
KG__INLINE uint64_t kg__batch_place(const kg__batch *b, uint64_t item)
{
    const uint64_t i = item / b->copies;

    return b->copies * b->begin[i] + item % b->copies * kg__batch_length(b, item);
}

/* ---- sequences ------------------------------------------------------------------------------- */

KG__INLINE bool kg__same_letters(const char *a, const char *b, uint64_t count)
{
    while (count > 0 && *a == *b) {
        count--;
        a++;
        b++;
    }
    return count == 0;
}

/*
 * Numbers the words of `letters` letters that begin at from, from + 1, ... by their first
 * appearance. word: [words] their numbers; first: the first place of each number; table: room for
 * 3 * words. Returns how many numbers there are. Words are found by open addressing, under a
 * rolling hash of their letters.
 */
KG__INLINE kg_edge kg__number_words(kg_edge *word, kg_edge *first, kg_edge *table, const char *from,
    uint64_t words, uint64_t letters)
{
    uint64_t size = 1, hash = 0, highest = 1;
    kg_edge count = 0;

    while (size < words + words / 2)
        size *= 2;
    for (uint64_t s = 0; s < size; s++)
        table[s] = KG_NO_EDGE;
    for (uint64_t i = 0; i < letters; i++) {
        hash = hash * KG__RANDOM_STEP + (unsigned char)from[i];
        highest *= i ? KG__RANDOM_STEP : 1;
    }
    for (uint64_t i = 0; i < words; i++) {
        uint64_t slot = kg__random_mix(hash) & (size - 1);

        while (table[slot] != KG_NO_EDGE &&
               !kg__same_letters(from + first[table[slot]], from + i, letters))
            slot = (slot + 1) & (size - 1);
        if (table[slot] == KG_NO_EDGE) {
            first[count] = (kg_edge)i;
            table[slot] = count++;
        }
        word[i] = table[slot];
        if (i + 1 < words)
            hash = (hash - (unsigned char)from[i] * highest) * KG__RANDOM_STEP +
                   (unsigned char)from[i + letters];
    }
    return count;
}

/* Lists the exits of each of n words: the words that follow it. After the last word the first one
 * follows, by the edge with which the circuit begins. word: [words] */
KG__INLINE void kg__list_words(
    kg_edge *row, kg__exits *x, const kg_edge *word, uint64_t words, kg_edge n)
{
    const kg_edge root = word[words - 1];

    for (kg_edge v = 0; v <= n; v++)
        row[v] = 0;
    for (uint64_t i = 0; i < words; i++)
        row[word[i] + 1]++;
    for (kg_edge v = 0; v < n; v++) {
        x->last[v] = row[v];
        row[v + 1] += row[v];
    }
    for (uint64_t i = 0; i + 1 < words; i++)
        x->exit[x->last[word[i]]++] = word[i + 1];
    x->exit[x->last[root]] = x->exit[row[root]];
    x->exit[row[root]] = word[0];
    x->row = row;
}

KG__INLINE void kg__shuffle_single(char *to, const char *from, uint64_t length, uint64_t key)
{
    for (uint64_t i = 0; i < length; i++)
        to[i] = from[i];
    for (uint64_t i = length; i > 1; i--) {
        const uint64_t other = kg__random_below(key, length - i, i);
        const char kept = to[i - 1];

        to[i - 1] = to[other];
        to[other] = kept;
    }
}

/* to, from: [length]; scratch: for one item of that length. */
KG__INLINE void kg__shuffle_item(
    char *to, const char *from, uint64_t length, uint64_t k, uint64_t key, kg_edge *scratch)
{
    const bool stays = length <= k;
    const uint64_t words = stays ? 0 : length + 2 - k;
    kg_edge *word = scratch, *first = word + words, *row = first + words;
    kg_edge n, at;
    kg__exits x;

    if (!stays && k == 1) {
        kg__shuffle_single(to, from, length, key);
        return;
    }
    if (!stays && k == 2 && kg__narrow_shuffle(to, from, length, key))
        return;
    for (uint64_t i = 0; i < (stays ? length : k - 1); i++)
        to[i] = from[i];
    if (stays)
        return;
    x.key = key;
    x.exit = row + words + 1;
    x.left = x.exit + words;
    x.last = x.left + words;
    n = kg__number_words(word, first, x.exit, from, words, k - 1);
    kg__list_words(row, &x, word, words, n);
    kg__exits_begin(&x, (kg_vertex)n, (kg_vertex)word[words - 1]);
    kg__exits_arborescence(&x, NULL, (kg_vertex)n);
    at = word[0];
    for (uint64_t i = k - 1; i < length; i++) {
        at = kg__exits_take(&x, (kg_vertex)at);
        to[i] = from[first[at] + k - 2];
    }
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* Lists the exits of each of n vertices. end: the vertex whose row an edge of id m opens; n:
 * none. */
KG__INLINE void kg__list_edges(
    kg_edge *row, kg__exits *x, const kg_vertex *source, uint64_t m, kg_vertex n, kg_vertex end)
{
    for (kg_vertex v = 0; v <= n; v++)
        row[v] = 0;
    for (uint64_t e = 0; e < m; e++)
        row[source[e] + 1]++;
    if (end < n)
        row[end + 1]++;
    for (kg_vertex v = 0; v < n; v++) {
        x->last[v] = row[v];
        row[v + 1] += row[v];
    }
    if (end < n)
        x->exit[x->last[end]++] = (kg_edge)m;
    for (uint64_t e = 0; e < m; e++)
        x->exit[x->last[source[e]]++] = (kg_edge)e;
    x->row = row;
}

/* The graph has an Euler walk. walk, source, target: [m]; scratch: for one item of m edges. */
KG__INLINE void kg__walk_item(kg_edge *walk, const kg_vertex *source, const kg_vertex *target,
    uint64_t m, uint64_t key, kg_edge *scratch)
{
    kg_edge *row = scratch;
    kg_vertex n = 0, start, end, at;
    kg__exits x;

    x.key = key;
    x.exit = row + m + 2;
    x.left = x.exit + m + 1;
    x.last = x.left + m + 1;
    for (uint64_t e = 0; e < m; e++) {
        n = source[e] >= n ? source[e] + 1 : n;
        n = target[e] >= n ? target[e] + 1 : n;
    }
    if (n == 0)
        return;
    start = end = n;
    for (kg_vertex v = 0; v < n; v++)
        x.left[v] = 0;
    for (uint64_t e = 0; e < m; e++) {
        x.left[source[e]]++;
        x.left[target[e]]--;
    }
    for (kg_vertex v = 0; v < n; v++)
        if (x.left[v] == 1)
            start = v;
        else if (x.left[v] != 0)
            end = v;
    kg__list_edges(row, &x, source, m, n, end);
    kg__exits_begin(&x, n, end < n ? end : source[0]);
    kg__exits_arborescence(&x, target, n);
    walk[0] = 0;
    at = end < n ? start : source[0];
    for (uint64_t i = 0; i < m; i++) {
        if (i > 0 || end < n)
            walk[i] = kg__exits_take(&x, at);
        at = target[walk[i]];
    }
}

/* ---- an item --------------------------------------------------------------------------------- */

KG__INLINE uint64_t kg__batch_key(const kg__batch *b, uint64_t item)
{
    return kg__random(kg__random(b->seed, item / b->copies), item % b->copies);
}

/* to: the place of the item's letters or edges in b->shuffled or b->walk. */
KG__INLINE void kg__batch_draw(const kg__batch *b, uint64_t item, void *to, kg_edge *scratch)
{
    const uint64_t i = item / b->copies, length = kg__batch_length(b, item);
    const uint64_t key = kg__batch_key(b, item);

    if (b->letters)
        kg__shuffle_item((char *)to, b->letters + b->begin[i], length, b->k, key, scratch);
    else
        kg__walk_item(
            (kg_edge *)to, b->source + b->begin[i], b->target + b->begin[i], length, key, scratch);
}

#endif
