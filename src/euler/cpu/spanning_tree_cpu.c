/*
 * Stages 4 and 5 on the CPU: the links of the minimum spanning forest of the circuits.
 *
 * in   label bits, root of stage 3; row[n+1]
 * out  chosen bits; trees; if the graph is not connected, edge 0 and the first edge of another tree
 *
 * The label of a circuit is its smallest edge, so the first link that can touch the circuit is slot
 * label - 1. If the label does not open its row, this slot is a link. It is then the smallest link
 * of the circuit, and so in the forest by the cut property. Finding these free links takes one look
 * at each row. They leave a tree for each label that opens its row, often only one.
 *
 * Kruskal's algorithm does the rest: links in slot order with union-find. While all trees with
 * labels up to the current slot are one tree, no link can join two trees before the next label that
 * opens its row. So the pass jumps there.
 *
 * For this, all edges are labelled, and threads remove the links within one circuit; often one
 * circuit has most of these. If circuits are few, their labels are listed once and the row of each
 * is searched for. Their trees are usually joined without labelling all edges: spanning_few_cpu.c.
 *
 * O(n + m) at worst, plus union-find: path halving, the smaller label is the root. Here e is a
 * link's second edge: the link joins e - 1 and e.
 */
#include "spanning_cpu.h"
#include <stdlib.h>

/* BLOCK: words of links that are read together. AHEAD: words whose trees are prefetched. */
enum { BLOCK = 1 << 12, AHEAD = 2 };

/* Links that join different circuits and are not chosen: words [begin, end) of their bits. The
 * trees of words before `fetched` have been prefetched. */
typedef struct links {
    uint64_t begin, end, fetched;
    uint64_t bits[BLOCK];
} links;

static int compare_edges(const void *left, const void *right)
{
    const kg_edge *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

/* Lists the labels. Chooses the free links. Returns how many labels open their row. */
static uint64_t choose_few_links(const kg__euler_work *w, kg__euler_cpu *s)
{
    const uint64_t words = ((uint64_t)w->m >> 6) + 1;
    unsigned count = 0;
    uint64_t trees = 0, v = 0;

    KG_PARALLEL_FOR(s->threads, schedule(static))
    for (uint64_t i = 0; i < words; i++) {
        s->chosen[i] = 0;
        if (!s->label[i])
            continue;
#pragma omp critical
        for (uint64_t bits = s->label[i]; bits; bits &= bits - 1)
            s->few_label[count++] = (kg_edge)(64 * i + (unsigned)__builtin_ctzll(bits));
    }
    s->chosen[words] = s->chosen[words + 1] = 0;
    qsort(s->few_label, count, sizeof *s->few_label, compare_edges);
    for (unsigned i = 0; i < count; i++) {
        const kg_edge c = s->few_label[i];

        v = kg__euler_vertex_of(w->row, v, w->n, c);
        if (w->row[v] == c)
            trees++;
        else
            kg__spanning_choose(s, c);
    }
    return trees;
}

/* Returns the first row that opens in word i of bits, or after it. */
static uint64_t row_from_word(const kg__euler_work *w, uint64_t i)
{
    return i ? kg__euler_vertex_of(w->row, 0, w->n, 64 * i - 1) + 1 : 0;
}

/* Returns bits of the edges of word i that open a row. v: in, the first row that opens in the word
 * or after it; out, the same for the next word. */
static uint64_t opening_rows(const kg__euler_work *w, uint64_t i, uint64_t *v)
{
    uint64_t opening = 0;

    for (; *v < w->n && w->row[*v] < 64 * (i + 1); ++*v)
        opening |= UINT64_C(1) << (w->row[*v] & 63);
    return opening;
}

/* Chooses the free links in words [begin, end) of bits if circuits are many, without a list.
 * Returns how many labels open their row. */
static uint64_t choose_free_words(
    const kg__euler_work *w, kg__euler_cpu *s, uint64_t begin, uint64_t end)
{
    uint64_t v = begin < end ? row_from_word(w, begin) : 0, trees = 0;

    for (uint64_t i = begin; i < end; i++) {
        const uint64_t label = s->label[i], opening = opening_rows(w, i, &v);

        s->chosen[i] = label & ~opening;
        trees += (unsigned)__builtin_popcountll(label & opening);
    }
    return trees;
}

static uint64_t choose_free_links(const kg__euler_work *w, kg__euler_cpu *s)
{
    const uint64_t words = ((uint64_t)w->m >> 6) + 1;
    uint64_t trees = 0;

    KG_PARALLEL(s->threads, reduction(+ : trees))
    {
        const int t = kg__thread_index(), count = kg__thread_count();

        trees += choose_free_words(w, s, kg__part(words, t, count), kg__part(words, t + 1, count));
    }
    s->chosen[words] = s->chosen[words + 1] = 0;
    return trees;
}

/* Returns the first label at or after edge e that opens its row, or m. */
static uint64_t next_tree(const kg__euler_work *w, const kg__euler_cpu *s, uint64_t e)
{
    uint64_t m = w->m, i = e >> 6, word;

    if (e >= m)
        return m;
    word = (s->label[i] & ~s->chosen[i]) >> (e & 63) << (e & 63);
    while (!word) {
        if (++i > (m - 1) >> 6)
            return m;
        word = s->label[i] & ~s->chosen[i];
    }
    return i * 64 + (unsigned)__builtin_ctzll(word);
}

static void start_trees(const kg__euler_work *w, kg__euler_cpu *s)
{
    uint64_t words = ((uint64_t)w->m >> 6) + 1;

    for (uint64_t i = 0; i < words; i++)
        for (uint64_t bits = s->label[i]; bits; bits &= bits - 1) {
            uint64_t c = 64 * i + (unsigned)__builtin_ctzll(bits);

            s->root[c] = kg__bitmap_has(s->chosen, c) ? KG_NO_EDGE : (kg_edge)c;
        }
}

/* Returns word i of the links. v: as in opening_rows(). */
static uint64_t word_of_links(
    const kg__euler_work *w, const kg__euler_cpu *s, uint64_t i, uint64_t *v)
{
    const uint64_t first = 64 * i, label = s->label[i];
    const unsigned count = w->m - first < 64 ? (unsigned)(w->m - first) : 64;
    kg_edge before = i ? kg__euler_circuit_of(s, (kg_edge)(first - 1)) : 0;
    uint64_t differs = 0;

    for (unsigned k = 0; k < count; k++) {
        const kg_edge here = label >> k & 1 ? (kg_edge)(first + k) : s->root[first + k];

        differs |= (uint64_t)(here != before) << k;
        before = here;
    }
    return differs & ~opening_rows(w, i, v) & ~s->chosen[i];
}

/* Finds a block of links from word `begin` on. */
static void find_links(
    const kg__euler_work *w, const kg__euler_cpu *s, links *all, uint64_t begin, uint64_t words)
{
    all->begin = all->fetched = begin;
    all->end = words - begin < BLOCK ? words : begin + BLOCK;
    KG_PARALLEL(s->threads)
    {
        const int t = kg__thread_index(), count = kg__thread_count();
        const uint64_t length = all->end - begin, last = begin + kg__part(length, t + 1, count);
        uint64_t i = begin + kg__part(length, t, count);
        uint64_t v = i < last ? row_from_word(w, i) : 0;

        for (; i < last; i++)
            all->bits[i - begin] = word_of_links(w, s, i, &v);
    }
}

/* Prefetches the first reads of kg__spanning_tree_of() for the links of word i. */
static void fetch_trees(const kg__euler_cpu *s, const links *all, uint64_t i)
{
    for (uint64_t bits = all->bits[i - all->begin]; bits; bits &= bits - 1) {
        const uint64_t e = 64 * i + (unsigned)__builtin_ctzll(bits);

        __builtin_prefetch(&s->root[kg__euler_circuit_of(s, (kg_edge)(e - 1))], 1);
        __builtin_prefetch(&s->root[kg__euler_circuit_of(s, (kg_edge)e)], 1);
    }
}

/* Returns the first link at or after e that joins different circuits, or m. */
static uint64_t next_link(const kg__euler_work *w, const kg__euler_cpu *s, links *all, uint64_t e)
{
    const uint64_t words = ((uint64_t)w->m + 63) / 64;
    uint64_t mask = UINT64_MAX << (e & 63);

    for (uint64_t i = e / 64; i < words; i++, mask = UINT64_MAX) {
        uint64_t bits;

        if (i < all->begin || i >= all->end)
            find_links(w, s, all, i, words);
        for (; all->fetched < i + AHEAD && all->fetched < all->end; all->fetched++)
            fetch_trees(s, all, all->fetched);
        bits = all->bits[i - all->begin] & mask;
        if (bits)
            return 64 * i + (unsigned)__builtin_ctzll(bits);
    }
    return w->m;
}

/* Joins the trees that the free links left. All edges are labelled. Returns how many trees
 * remain. */
static uint64_t join_labelled(kg__euler_work *w, kg__euler_cpu *s)
{
    uint64_t e = 0, trees = 0, tree = 0; /* trees: met so far; tree: the next not met yet */
    uint64_t link;
    links all;

    all.begin = all.end = 0;
    for (link = next_link(w, s, &all, e);;) {
        if (trees <= 1)
            e = tree;
        if (link < e)
            link = next_link(w, s, &all, e);
        if (tree <= link) {
            if (tree == w->m)
                return trees;
            trees++;
            e = tree + 1;
            tree = next_tree(w, s, e);
        } else {
            e = link + 1;
            if (kg__spanning_unite(s, (kg_edge)(link - 1), (kg_edge)link)) {
                kg__spanning_choose(s, link);
                trees--;
            }
        }
    }
}

/* Finds the smallest edges that are in different trees. All edges are labelled. */
static void find_stray(kg__euler_work *w, kg__euler_cpu *s)
{
    uint64_t e = w->virtual_edge == 0;
    kg_edge tree = kg__spanning_tree_of(s, (kg_edge)e);

    w->witness.edge[0] = (kg_edge)e;
    while (e == w->virtual_edge || kg__spanning_tree_of(s, (kg_edge)e) == tree)
        e++;
    w->witness.edge[1] = (kg_edge)e;
}

decl_euler_spanning_tree(kg__euler_spanning_tree_cpu)
{
    kg__euler_cpu *s = w->state;

    if (s->spanned)
        return KG_OK;
    s->links = 0;
    w->trees = s->few ? choose_few_links(w, s) : choose_free_links(w, s);
    if (w->trees > 1 && s->few && kg__spanning_join_few(w))
        w->trees = 1;
    if (w->trees > 1) {
        start_trees(w, s);
        kg__euler_label_cpu(w);
        w->trees = join_labelled(w, s);
    }
    if (w->trees > 1)
        find_stray(w, s);
    return KG_OK;
}
