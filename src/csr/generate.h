/* The generators' parts. Graphs are generated in the host's memory, whichever device works. */
#ifndef KG_GENERATE_H
#define KG_GENERATE_H

#include "csr.h"

/*
 * Random numbers by counting: the index-th of a key is the splitmix64 hash (Steele, Lea, Flood
 * 2014) of both, so that each can be had alone, by any thread.
 */
static inline uint64_t kg__random_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static inline uint64_t kg__random(uint64_t key, uint64_t index)
{
    return kg__random_mix(key + (index + 1) * 0x9e3779b97f4a7c15);
}

/* Below bound; off an even distribution by at most bound / 2^64. */
static inline uint64_t kg__random_below(uint64_t key, uint64_t index, uint64_t bound)
{
    return (uint64_t)((unsigned __int128)kg__random(key, index) * bound >> 64);
}

/* Independent numbers for different uses within one graph. */
typedef enum kg__stream {
    KG__STREAM_DEGREES,
    KG__STREAM_EDGES,
    KG__STREAM_SHUFFLE,
    KG__STREAM_RELABEL
} kg__stream;

static inline uint64_t kg__random_key(uint64_t seed, kg__stream stream)
{
    return kg__random(kg__random_mix(seed), stream);
}

/* Turns counts into offsets: row[v + 1] is the degree of v before, the end of v's row after.
 * *total: their sum, right even where it does not fit an edge id (then row is garbage). */
kg_status kg__row_offsets_cpu(kg_context *ctx, kg_vertex n, kg_edge *row, uint64_t *total);

/* to: [out] [count] a random permutation of from[count], or where that is NULL of 0 .. count-1. */
kg_status kg__shuffle_cpu(
    kg_context *ctx, uint64_t key, uint64_t count, const kg_vertex *from, kg_vertex *to);

/* Names the vertices of a de Bruijn graph by their words, where letters suffice. old: [n] which
 * word vertex v is, or NULL: the v-th. */
kg_status kg__generate_words_cpu(
    kg_graph *graph, const kg_generate_options *options, const kg_vertex *old);

/* Permutes the vertices. old: [n] the vertex that becomes vertex v; rows keep their order. */
kg_status kg__generate_relabel_cpu(kg_graph *graph, const kg_vertex *old);

#endif
