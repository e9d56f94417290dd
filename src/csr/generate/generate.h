/* Parts of the generators that the host's code and the device's share. */
#ifndef KG_GENERATE_H
#define KG_GENERATE_H

#include "../../base/random.h"
#include "../csr.h"

/* Independent numbers for different uses within one graph. */
typedef enum kg__use {
    KG__STREAM_DEGREES,
    KG__STREAM_EDGES,
    KG__STREAM_SHUFFLE,
    KG__STREAM_RELABEL
} kg__use;

KG__INLINE uint64_t kg__random_key(uint64_t seed, kg__use use)
{
    return kg__random(kg__random_mix(seed), use);
}

/* A pair of different vertices below bound. */
KG__INLINE void kg__choose_two(
    uint64_t key, uint64_t index, uint64_t bound, kg_vertex *a, kg_vertex *b)
{
    *a = (kg_vertex)kg__random_below(key, 2 * index, bound);
    *b = (kg_vertex)kg__random_below(key, 2 * index + 1, bound - 1);
    *b += *b >= *a;
}

KG__INLINE void kg__order(kg_vertex *a, kg_vertex *b)
{
    kg_vertex low = *a < *b ? *a : *b;

    *b = *a < *b ? *b : *a;
    *a = low;
}

/* The four neighbours of v in a torus of w times h, in increasing order. */
KG__INLINE void kg__beside(uint64_t v, uint64_t w, uint64_t h, kg_vertex *beside)
{
    uint64_t x = v % w, line = v - x, n = w * h;

    beside[0] = (kg_vertex)(v < w ? v + (n - w) : v - w);
    beside[1] = (kg_vertex)(line + (x ? x : w) - 1);
    beside[2] = (kg_vertex)(line + (x + 1 == w ? 0 : x + 1));
    beside[3] = (kg_vertex)(v + w >= n ? v + w - n : v + w);
    kg__order(&beside[0], &beside[1]);
    kg__order(&beside[2], &beside[3]);
    kg__order(&beside[0], &beside[2]);
    kg__order(&beside[1], &beside[3]);
    kg__order(&beside[1], &beside[2]);
}

/* The k-th vertex, counted from 0, of those other than v. */
KG__INLINE kg_vertex kg__other_vertex(uint64_t v, uint64_t k)
{
    return (kg_vertex)(k + (k >= v));
}

/* The numbers of vertices and edges of a de Bruijn graph. *n exceeds the limit if it is too
 * large. */
KG__INLINE void kg__debruijn_size(const kg_generate_options *o, uint64_t *n, uint64_t *m)
{
    *n = 1;
    *m = o->alphabet;
    for (uint64_t k = 1; k < o->length && *n <= KG__VERTICES_MAX; k++) {
        *n *= o->alphabet;
        *m = *n <= KG__VERTICES_MAX ? *n * o->alphabet : *m;
    }
}

/*
 * A shuffle: each element goes to one of 2^bits buckets at random, and the order is kept. Then the
 * elements of each bucket, [begin, end), are exchanged in order: element i with one of begin .. i.
 */
KG__INLINE int kg__shuffle_bits(uint64_t count)
{
    int bits = 0;

    while (bits < 11 && count >> bits > 32768)
        bits++;
    return bits;
}

KG__INLINE uint64_t kg__shuffle_bucket(uint64_t key, int bits, uint64_t i)
{
    return kg__random(key, i) >> 32 >> (32 - bits);
}

KG__INLINE uint64_t kg__shuffle_with(uint64_t key, uint64_t begin, uint64_t i)
{
    return begin + kg__random_below(~key, i, i - begin + 1);
}

/* to: [out] [count] a random permutation of from[count], or of 0 .. count-1 if from is NULL. */
kg_status kg__shuffle_cpu(
    kg_context *ctx, uint64_t key, uint64_t count, const kg_vertex *from, kg_vertex *to);

/* KG_ARGUMENT if an option is out of range. */
kg_status kg__check_generate_options(kg_context *ctx, const kg_generate_options *options);

/* Makes a graph of an undirected kind in host memory, relabelled if asked. The options must be in
 * range. */
kg_status kg__generate_undirected(
    kg_graph **graph, kg_context *ctx, const kg_generate_options *options);

/* The number of letters in the names of a de Bruijn graph's vertices; 0 if they have no names. */
uint64_t kg__word_letters(const kg_generate_options *options);
/* Writes the word with that number. text: [out] [letters]. */
void kg__put_word(char *text, uint32_t word, uint64_t letters, uint32_t alphabet);

/* Names the vertices of a de Bruijn graph by their words, if the letters suffice. old: [n] the
 * number of vertex v's word; NULL: v itself. */
kg_status kg__generate_words_cpu(
    kg_graph *graph, const kg_generate_options *options, const kg_vertex *old);

#endif
