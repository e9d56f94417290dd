/*
 * Graphs that are divided over ranks: each rank of a joined context (konig/comm.h) holds a part.
 *
 * A part belongs to a directed multigraph, whose edges are numbered as in konig/graph.h: by source,
 * and those of one source in the order in which they were given. Rank r of P has the edges m * r /
 * P to m * (r + 1) / P - 1, even if this cuts the row of a vertex. All calls except getters are
 * collective.
 */
#ifndef KONIG_PART_H
#define KONIG_PART_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_part kg_part;

/*
 * Builds a graph from edges that the ranks give. The edges are in the order of ranks, and for each
 * rank in the order of its arrays.
 *
 * part     [out] destroy with kg_part_destroy()
 * context  [in] joined, or working alone
 * n        [in] vertices, 0..KG_NO_VERTEX; the same on all ranks
 * count    [in] edges of this rank; all ranks together have 0..KG_NO_EDGE - 2
 * source, target  [in] [count] 0..n-1; may be NULL if count is 0. Not kept
 * Returns KG_OK; KG_ARGUMENT (an end is not a vertex); KG_OVERFLOW; as konig/comm.h says. In host
 * memory, O(n / P + count) for each rank if no vertex has more than m / P edges; all edges of one
 * source pass through one rank.
 */
kg_status kg_part_build(kg_part **part, kg_context *context, uint64_t n, uint64_t count,
    const kg_vertex *source, const kg_vertex *target);

/*
 * Reads a graph file, each rank a range of it: an edge list, Matrix Market or .kcsr. The graph, the
 * errors and, on rank 0, the warnings are those of kg_graph_read(). Values of edges are left out.
 *
 * part     [out] destroy with kg_part_destroy()
 * context  [in] joined, or working alone. It must outlive the part
 * path     [in] a file that all ranks can read
 * options  [in] may be NULL: the defaults; the same on all ranks
 * Returns KG_OK; KG_UNSUPPORTED (another format, or a graph that ranks do not read in parts:
 * undirected, with names in a text file, with numbers past 32 bits or far apart, a packed .kcsr
 * with names, or both directions of a .kcsr: kg_graph_read() reads it); as kg_graph_read(); as
 * konig/comm.h says. With several ranks, also KG_ARGUMENT (a pipe, or another file that not all of
 * them can read) and KG_FORMAT (they do not see the same file).
 *
 * Each rank reads its share of the bytes. For a packed file, or a .kcsr that cannot be mapped, each
 * rank has all bytes in memory. Unless numbers are ids, each rank also has up to 1/4 of a byte for
 * each number from the first label to the last, and keeps 3/16 if labels have gaps.
 */
kg_status kg_part_read(
    kg_part **part, kg_context *context, const char *path, const kg_read_options *options);

/*
 * Makes a graph as kg_graph_generate() does, each rank a range of its edges. kg_part_write() writes
 * the words that name the vertices of a de Bruijn graph; the graph of kg_part_shape() does not have
 * them.
 *
 * part     [out] destroy with kg_part_destroy()
 * context  [in] joined, or working alone. It must outlive the part
 * options  [in] the same on all ranks
 * Returns KG_OK; KG_UNSUPPORTED (a kind whose edges depend on each other: banded; an undirected
 * kind); as kg_graph_generate(); as konig/comm.h says. O((n + m) / P) for each
 * rank; for relabelling, each has the whole permutation.
 */
kg_status kg_part_generate(kg_part **part, kg_context *context, const kg_generate_options *options);

/*
 * Writes the graph as a .kcsr file, the same bytes as kg_graph_write(); each rank writes its share.
 *
 * path  [in] the same on all ranks: a file on a disk that all of them reach, or anything else that
 *       kg_output_share() opens
 * Returns KG_OK; KG_UNSUPPORTED (the file that the part was read from has values);
 * KG_CANNOT_CREATE; KG_IO; KG_MEMORY; as konig/comm.h says.
 */
kg_status kg_part_write(kg_part *part, const char *path);

/* Frees this rank's part. NULL is legal. Not collective. */
void kg_part_destroy(kg_part *part);

/* The vertices and edges of the whole graph. */
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

/*
 * The ends of edges, on whatever rank they are. Collective.
 *
 * count  edges that this rank asks for; others may ask for more or fewer
 * edge   [in] [count] 0..m-1
 * ends   [out] [2 * count] source, target, source, ...
 * Returns KG_OK; KG_ARGUMENT (no such edge); KG_MEMORY; as konig/comm.h says. O(count, and the
 * edges that others ask for).
 */
kg_status kg_part_ends(kg_part *part, uint64_t count, const kg_edge *edge, kg_vertex *ends);

/*
 * Degrees of vertices, as from kg_graph_degrees(). Collective.
 *
 * first, count  vertices that this rank asks for: first .. first + count - 1; other ranks may ask
 *               for more or fewer, or the same ones
 * out_degree, in_degree  [out] [count]; NULL: not wanted here
 * Returns KG_OK; KG_ARGUMENT (no such vertices); KG_MEMORY; as konig/comm.h says. O((n + m) / P +
 * count) for each rank, which sends 4 bytes (8 with 64-bit edge ids) for each of its edges, and
 * receives 8 for each vertex.
 */
kg_status kg_part_degrees(
    kg_part *part, uint64_t first, uint64_t count, kg_edge *out_degree, kg_edge *in_degree);

/*
 * Weak components, numbered in order of their smallest vertex, as from kg_graph_components().
 * Collective.
 *
 * first, count  as above
 * component     [out] [count]; may be NULL if count is 0
 * components    [out] the number in the whole graph, on each rank; may be NULL
 * Returns KG_OK; KG_ARGUMENT (no such vertices); KG_MEMORY; as konig/comm.h says.
 * O(n + m / P) for each rank, O(n log P) for rank 0. During the call each rank has 4 bytes for each
 * of the n vertices, and sends them once.
 */
kg_status kg_part_components(
    kg_part *part, uint64_t first, uint64_t count, kg_vertex *component, uint64_t *components);

/*
 * How many edges have the same source and target as an earlier edge. Collective.
 *
 * parallel  [out] of the whole graph, on each rank
 * Returns KG_OK; KG_MEMORY; as konig/comm.h says. O(n + m / P) for each rank, which has 4 bytes for
 * each of the n vertices during the call.
 */
kg_status kg_part_count_parallel(kg_part *part, uint64_t *parallel);

/* 1: the edges have values in the file that the part was read from, but not in the part. */
int kg_part_left_values(const kg_part *part);

/*
 * The graph's vertices and edges by number, and the names of vertices, on each rank. It has no
 * arrays: only kg_graph_vertices(), kg_graph_edges(), kg_graph_kind(), kg_graph_has_names(),
 * kg_graph_name() and kg_graph_find_vertex() take it. Lent; not to be destroyed. O(1).
 */
kg_graph *kg_part_shape(kg_part *part);

#ifdef __cplusplus
}
#endif
#endif
