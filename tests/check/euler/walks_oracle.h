/* All Euler walks of small directed graphs by enumeration, and whether draws of them are even. */
#ifndef WALKS_ORACLE_H
#define WALKS_ORACLE_H

#include "check.h"

enum { WALKS_EDGES = 16 }; /* of a graph, at most */

typedef struct walks {
    uint64_t n, m;
    kg_vertex source[WALKS_EDGES], target[WALKS_EDGES];
    uint64_t count;
    uint8_t (*walk)[WALKS_EDGES]; /* [count] of edges, in lexicographic order */
    uint64_t *seen;               /* [count] */
} walks;

/* The edges of a random closed walk, or of an open one. */
void walks_random(walks *w, uint64_t n, uint64_t m, bool closed, uint64_t *state);

/* Lists those that begin at a vertex, with a given edge where that is below m. */
void walks_enumerate(walks *w, kg_vertex start, uint64_t first);
void walks_free(walks *w);

/* Counts one that was drawn; false where there is no such walk. */
bool walks_see(walks *w, const kg_edge *walk);

/* Pearson's chi-square test of the counts: fails where such an uneven lot comes once in 1000. */
void walks_compare(check *c, const kg_context *ctx, const walks *w);

#endif
