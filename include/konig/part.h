/*
 * Graphs that no rank has whole: each rank of a joined context (konig/comm.h) holds a part.
 *
 * A part is of a directed multigraph, whose edges are numbered as in konig/graph.h: by source, and
 * those of one source in the order in which they were given. Rank r of P has the edges m * r / P to
 * m * (r + 1) / P - 1, wherever that cuts the row of a vertex. All calls but those that tell
 * something are collective.
 */
#ifndef KONIG_PART_H
#define KONIG_PART_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_part kg_part;

/*
 * Builds a graph from edges of which each rank gives some. The order of edges is that of ranks, and
 * for each rank that of its arrays.
 *
 * part     [out] destroy with kg_part_destroy()
 * context  [in] joined, or by itself; on the CPU
 * n        [in] vertices, 0..KG_NO_VERTEX; the same on all ranks
 * count    [in] edges of this rank; of all ranks together 0..KG_NO_EDGE - 2
 * source, target  [in] [count] 0..n-1; may be NULL where count is 0. Not kept
 * Returns KG_OK; KG_ARGUMENT (an end is no vertex); KG_OVERFLOW; KG_UNSUPPORTED (a CUDA context);
 * as konig/comm.h says. O(n / P + count) for each rank where no vertex has more than m / P edges;
 * all edges of one source pass one rank.
 */
kg_status kg_part_build(kg_part **part, kg_context *context, uint64_t n, uint64_t count,
    const kg_vertex *source, const kg_vertex *target);

/* Frees this rank's part. NULL is legal. Not collective. */
void kg_part_destroy(kg_part *part);

/* Of the whole graph. */
uint64_t kg_part_vertices(const kg_part *part);
uint64_t kg_part_edges(const kg_part *part);

/*
 * The rank's own edges. O(1).
 *
 * first, count    [out] their ids: first .. first + count - 1
 * source, target  [out] [count] lent; may be NULL
 * Returns KG_OK.
 */
kg_status kg_part_own(const kg_part *part, uint64_t *first, uint64_t *count,
    const kg_vertex **source, const kg_vertex **target);

#ifdef __cplusplus
}
#endif
#endif
