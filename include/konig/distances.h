/*
 * Shortest paths in a graph whose edges have lengths: from one vertex to all, from several, to
 * some, and from one vertex to another.
 *
 * Glossary
 * - length of an edge: its value, a finite number of at least 0; 1 if the graph has no values. An
 *   edge of an undirected graph may be walked either way.
 * - length of a path: its edges' lengths, added one by one from its beginning, in doubles. It is
 *   exact if these are whole numbers and their sum is at most 2^53.
 * - source: where paths begin. Its distance is 0.
 * - distance of a vertex: the length of the shortest path to it from any source; infinite if there
 *   is none. By this definition it is the same number on every device.
 * - tight edge: it leads from u to v, and the distance of u plus its length is the distance of v.
 *   An edge is level if these two distances are equal, too.
 * - tree: one edge into each vertex that was reached and is not a source. The way back along these
 *   edges leads to a source by a shortest path. The edge is the tight edge of the smallest id that
 *   is not level. If all tight edges are level, as with lengths of 0, it is the smallest one from a
 *   vertex with fewer level edges behind it. So the tree, too, is the same on every device.
 */
#ifndef KONIG_DISTANCES_H
#define KONIG_DISTANCES_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_distances kg_distances;

typedef struct kg_distances_options {
    const kg_vertex *goal; /* [goals] stop when the distances of all of these are known; not needed
                              after the call */
    uint64_t goals;        /* 0: all vertices */
    int has_limit;         /* leave out vertices that are farther than the limit */
    double limit;    /* at least 0; infinity is no limit. Without effect unless has_limit is set */
    int unit;        /* the length of each edge is 1, whatever its value */
    int towards;     /* paths lead to the sources, with lengths added from the source on; without
                        effect in an undirected graph */
    int skip_verify; /* leave out the independent check of the answer */
} kg_distances_options;

#define KG_DISTANCES_OPTIONS_INIT KG_ZERO

/*
 * Finds the distances of all vertices from the nearest source, and the tree.
 *
 * If there are goals, the search ends once they are all reached. Distances up to that of the
 * farthest goal are then known. A vertex that is farther counts as not reached, and so does a
 * vertex beyond the limit.
 *
 * distances  [out] destroy with kg_distances_destroy().
 * graph      [in] directed or undirected; must outlive *distances. It keeps its lengths in the form
 *            that the search needs, 4 or 8 bytes an entry of its rows, for the next call.
 * source     [in] [sources] vertices; a repeated vertex counts once. May be NULL if sources is 0:
 *            then no vertex is reached.
 * options    [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (a source or goal is no vertex, a limit is negative or not a number);
 * KG_FORMAT (an edge's value is negative or not finite: the text names the edge); KG_OVERFLOW (the
 * length of a path might be past the range of a double); KG_UNSUPPORTED (the graph is bidirected);
 * KG_MEMORY; KG_CANCELLED; KG_INTERNAL (the check failed: a bug).
 *
 * On one thread the call takes about O(n + m) if the largest length is not very much larger than
 * the others. Otherwise it takes O(m + n log C) by a radix heap, where C is the largest distance
 * divided by the smallest length. The answer takes 16 bytes a vertex, 20 with edge ids of 64 bits,
 * and the search takes 8 bytes for each time that a vertex came nearer, at most one an entry of a
 * row; on CUDA it takes 32 bytes a vertex.
 * With goals or a limit, the CPU takes time only for the part that it reaches, however large the
 * graph is. This does not hold towards the sources of a directed graph. For this the graph keeps
 * the arrays of one such answer, 16 bytes a vertex, when the answer is destroyed. The first such
 * call of a graph takes O(n + m) more. A call takes O(n) more while another such answer exists, or
 * after an answer that failed, reached a large part of the graph, or was found by CUDA or
 * kg_hierarchy_tree().
 */
kg_status kg_graph_distances(kg_distances **distances, kg_graph *graph, const kg_vertex *source,
    uint64_t sources, const kg_distances_options *options);
/* NULL is legal. */
void kg_distances_destroy(kg_distances *distances);

/* [n], lent: the distance of each vertex, INFINITY where it was not reached. O(1). */
const double *kg_distances_lengths(const kg_distances *distances);

/* [n], lent: the tree. The edge by which each vertex is reached, KG_NO_EDGE for sources and
 * unreached vertices; and the vertex at its other end, KG_NO_VERTEX for the same vertices. O(1). */
const kg_edge *kg_distances_edges(const kg_distances *distances);
const kg_vertex *kg_distances_parents(const kg_distances *distances);

/* The source from which each vertex was reached, along the tree. nearest: [out] [n], lent, made on
 * first use in O(n); KG_NO_VERTEX for unreached vertices. Returns KG_OK, KG_ARGUMENT, KG_MEMORY. */
kg_status kg_distances_nearest(kg_distances *distances, const kg_vertex **nearest);

/* The number of vertices that were reached, sources included. O(1). */
uint64_t kg_distances_reached(const kg_distances *distances);

/*
 * The path of the tree from a source to a vertex. O(its edges).
 *
 * distances  [in]
 * vertex     [in] 0..n-1
 * edge       [out] [count] edge ids in the order in which they are walked, lent until the next call
 *            of this function. Each leads from the end of the one before to its own other end.
 * step       [out] [count + 1] the vertices, from the source to `vertex`, or from `vertex` to the
 *            source if paths lead towards sources. Lent likewise.
 * count      [out] the number of edges.
 * edge and step may be NULL.
 * Returns KG_OK; KG_NO_SOLUTION (the vertex was not reached); KG_ARGUMENT; KG_MEMORY.
 */
kg_status kg_distances_path(kg_distances *distances, kg_vertex vertex, const kg_edge **edge,
    const kg_vertex **step, uint64_t *count);

/*
 * The shortest path from one vertex to another: the path in the tree of kg_graph_distances() with
 * one source and one goal.
 *
 * path     [out] the argument for kg_distances_path() and the getters above; destroy with
 *          kg_distances_destroy(). Not NULL with KG_NO_SOLUTION.
 * from     [in] 0..n-1
 * to       [in] 0..n-1
 * options  [in] may be NULL. Goals and towards must be 0.
 * Returns as kg_graph_distances(); KG_NO_SOLUTION (no path leads there, or none within the limit).
 */
kg_status kg_graph_path(kg_distances **path, kg_graph *graph, kg_vertex from, kg_vertex to,
    const kg_distances_options *options);

typedef struct kg_nearest kg_nearest;

/*
 * The nearest sources of each vertex: those of the smallest distances, each counted from one source
 * alone. Of equally near sources the smaller vertices come first. (If only the rounding of sums has
 * made two sources equally near, the one that was nearer on the way may count as nearer.)
 *
 * nearest  [out] destroy with kg_nearest_destroy().
 * graph    [in] directed or undirected; must outlive *nearest.
 * source   [in] [sources] vertices; a repeated vertex counts once. May be NULL if sources is 0.
 * count    [in] how many sources each vertex gets, at least 1. It gets fewer if fewer reach it.
 * options  [in] may be NULL: the defaults. Goals must be 0.
 * Returns as kg_graph_distances().
 *
 * O(count m log(count m)) on one thread of the CPU. Takes 12 bytes for each vertex and column, and
 * while it works up to 16 bytes for each entry of a row and column.
 */
kg_status kg_graph_nearest(kg_nearest **nearest, kg_graph *graph, const kg_vertex *source,
    uint64_t sources, uint64_t count, const kg_distances_options *options);
/* NULL is legal. */
void kg_nearest_destroy(kg_nearest *nearest);

/* The length of a vertex' row in the arrays below: count, or the number of sources if that is less.
 * O(1). */
uint64_t kg_nearest_columns(const kg_nearest *nearest);

/* [n][columns], lent: the nearest sources of each vertex, and how far they are. KG_NO_VERTEX and
 * INFINITY behind the last. O(1). */
const kg_vertex *kg_nearest_sources(const kg_nearest *nearest);
const double *kg_nearest_lengths(const kg_nearest *nearest);

#ifdef __cplusplus
}
#endif
#endif
