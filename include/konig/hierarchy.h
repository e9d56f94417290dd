/*
 * Contraction hierarchies: an index of a graph whose edges have lengths. It finds shortest paths in
 * microseconds. It pays if many paths are searched in one graph.
 *
 * Glossary
 * - contraction: a vertex is removed from the graph, and a shortcut is added wherever a shortest
 *   path may have led through it. The least important vertices are removed first.
 * - shortcut: an arc that stands for two others; its length is their sum.
 * - level: a vertex' arcs lead only to higher levels. A search for a path goes up from both of its
 *   ends. A search for a tree goes up from its source and once down all levels.
 * - core: the vertices that remain because the removal of more would need too many shortcuts.
 *   Searches go through it as through any graph. Roads have no core. Graphs of random edges have a
 *   large one: contraction ends after a few rounds, since more arcs are left than before. A query
 *   then takes as long as a search in the graph, or longer.
 * - exact: all sums of lengths are exact, as with whole numbers, so any order of adding gives the
 *   same sum. distances.h adds the lengths of a path one by one from its beginning.
 */
#ifndef KONIG_HIERARCHY_H
#define KONIG_HIERARCHY_H

#include <konig/array.h>
#include <konig/distances.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_hierarchy kg_hierarchy;

typedef struct kg_hierarchy_options {
    int unit; /* the length of each edge is 1, whatever its value */
} kg_hierarchy_options;

#define KG_HIERARCHY_OPTIONS_INIT KG_ZERO

/*
 * Makes the hierarchy of a graph: the same one on every machine and thread count.
 *
 * hierarchy  [out] destroy with kg_hierarchy_destroy().
 * graph      [in] directed or undirected; must outlive *hierarchy.
 * options    [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT; KG_FORMAT and KG_OVERFLOW as for kg_graph_distances(); KG_UNSUPPORTED
 * (the graph is bidirected, or has 2^31 vertices or edges or more); KG_MEMORY; KG_CANCELLED.
 *
 * The CPU makes it, in threads. Roads take some 30 microseconds a vertex on one thread, and have
 * about two shortcuts a vertex; an arc takes 16 bytes. The upper 65536 vertices of an exact
 * hierarchy without a core also have labels, some 1.5 KB each on roads of a million vertices.
 */
kg_status kg_hierarchy_build(
    kg_hierarchy **hierarchy, kg_graph *graph, const kg_hierarchy_options *options);

/*
 * Reads the hierarchy of a graph from a file that kg_hierarchy_write() has written. A regular file
 * is mapped, and the hierarchy uses the mapping: the rules of kg_graph_read() for .kcsr hold.
 *
 * hierarchy  [out] destroy with kg_hierarchy_destroy().
 * graph      [in] the graph that the file was made for, with the same edges, values and order; must
 *            outlive *hierarchy.
 * path       [in] "-" is standard input.
 * Returns KG_OK; KG_CANNOT_OPEN; KG_IO; KG_FORMAT (not such a file, a damaged one, or one of
 * another graph); KG_MEMORY; KG_ARGUMENT. O(the file's length).
 */
kg_status kg_hierarchy_read(kg_hierarchy **hierarchy, kg_graph *graph, const char *path);
/* The same from memory: [size] bytes that are not needed after the call, named "memory" in
 * messages. And from a stream, named "stream" in messages, as kg_graph_read_file() reads a
 * graph. */
kg_status kg_hierarchy_read_memory(
    kg_hierarchy **hierarchy, kg_graph *graph, const void *bytes, size_t size);
kg_status kg_hierarchy_read_file(kg_hierarchy **hierarchy, kg_graph *graph, FILE *file);

/* Writes a hierarchy: the same bytes on every machine of one byte order. path: "-" is standard
 * output. Returns KG_OK, KG_CANNOT_CREATE, KG_IO, KG_MEMORY, KG_ARGUMENT. */
kg_status kg_hierarchy_write(kg_hierarchy *hierarchy, const char *path);

/* NULL is legal. */
void kg_hierarchy_destroy(kg_hierarchy *hierarchy);

typedef struct kg_hierarchy_counts {
    uint64_t arcs; /* upward, with shortcuts; those of both directions in a directed graph, unless
                      it has an equally long arc in the other direction for each arc */
    uint64_t shortcuts; /* among the arcs */
    uint64_t levels;    /* without the core */
    uint64_t core;      /* vertices of the core */
    int exact, unit;
} kg_hierarchy_counts;

/* counts: [out]. Returns KG_OK, KG_ARGUMENT. O(arcs). */
kg_status kg_hierarchy_count(const kg_hierarchy *hierarchy, kg_hierarchy_counts *counts);

/*
 * The length of the shortest path from one vertex to another.
 *
 * from, to  [in] 0..n-1
 * length    [out] the sum over a path's edges, added one by one from its beginning; infinite if
 *           there is no path. If the hierarchy is exact, it is the distance of
 *           kg_graph_distances(). Otherwise rounding may make it larger, by less than 2^-51 of it
 *           for each edge.
 * Returns KG_OK; KG_NO_SOLUTION (no path); KG_ARGUMENT; KG_MEMORY. Takes microseconds on roads.
 * Takes some 50 to 100 bytes for each vertex that a call reaches from either end, which the
 * hierarchy keeps for the next call. The first call of a hierarchy with labels takes 0.5 MB more.
 */
kg_status kg_hierarchy_distance(
    kg_hierarchy *hierarchy, kg_vertex from, kg_vertex to, double *length);

/*
 * The lengths of the shortest paths of many pairs, on the context's device: the same bytes as those
 * of kg_hierarchy_distance() for one pair after the other, on every device and thread count.
 *
 * from, to  [in] [count] vertices in host memory. May be NULL if count is 0, as may length.
 * length    [out] [count] in host memory; infinite if there is no path.
 * Returns KG_OK, also if pairs have no path; KG_ARGUMENT; KG_MEMORY; KG_CANCELLED; if the hierarchy
 * is not exact KG_FORMAT and KG_INTERNAL as kg_hierarchy_path(). After a failure, length is
 * unspecified.
 *
 * Each thread of the CPU takes the memory of kg_hierarchy_distance() during the call; if the
 * hierarchy is not exact, 4 bytes a vertex more. All of them take 8 bytes a pair, at most 8 MB. A
 * GPU takes the arcs and labels once, and 16 bytes a pair, at most 64 MB. It searches by labels:
 * without them, and for pairs with an end that reaches more than 96 vertices below the labelled
 * ones or some 1000 hubs, the CPU does the work.
 *
 * The GPU first makes the labels of the pairs' ends, at most 65,536 pairs at a time: some 280
 * entries of 12 bytes an end on roads, at most 13 KB. Once the pairs of all calls have as many ends
 * as there are vertices (twice as many if some edges are longer in one direction), it makes the
 * labels of all vertices instead, and keeps them with the hierarchy: 3.2 GB for 951,893 crossings.
 * It does so only if they fit in three fourths of its free memory and in the context's limit.
 *
 * I. Abraham, D. Delling, A. Goldberg, R. Werneck, "A hub-based labeling algorithm for shortest
 * paths in road networks", SEA 2011.
 */
kg_status kg_hierarchy_distances(kg_hierarchy *hierarchy, const kg_vertex *from,
    const kg_vertex *to, uint64_t count, double *length);

/*
 * A shortest path from one vertex to another. Of several equally short paths it is always the same
 * one, which may differ from that of kg_graph_path().
 *
 * from, to  [in] 0..n-1
 * length    [out] as of kg_hierarchy_distance().
 * edge      [out] [count] edge ids in the order in which they are walked, lent until the next call
 *           of this function.
 * step      [out] [count + 1] the vertices, lent likewise.
 * count     [out] the number of edges.
 * length, edge and step may be NULL.
 * Returns KG_OK; KG_NO_SOLUTION (no path); KG_ARGUMENT; KG_MEMORY; KG_FORMAT (the hierarchy was
 * read from a file that contradicts itself); KG_INTERNAL (the path has another length than the
 * search found: a bug). O(its edges) besides the search.
 */
kg_status kg_hierarchy_path(kg_hierarchy *hierarchy, kg_vertex from, kg_vertex to, double *length,
    const kg_edge **edge, const kg_vertex **step, uint64_t *count);

/*
 * The distances of all vertices from the nearest source, and the tree: the same as those of
 * kg_graph_distances() with the same arguments. They come from one pass over the levels, on the
 * context's device. A hierarchy that is not exact cannot give the sums as they are defined; they
 * then come from the search of kg_graph_distances().
 *
 * distances  [out] destroy with kg_distances_destroy(), before the hierarchy's graph.
 * source     [in] [sources]
 * options    [in] may be NULL. unit must be as in the hierarchy.
 * Returns as kg_graph_distances().
 */
kg_status kg_hierarchy_tree(kg_distances **distances, kg_hierarchy *hierarchy,
    const kg_vertex *source, uint64_t sources, const kg_distances_options *options);

/* ---- new lengths ----------------------------------------------------------------------------- */

/*
 * The part of a hierarchy that does not depend on lengths: an order of the vertices, and arcs that
 * suffice for any lengths. If the lengths of a graph's edges change often, its base is made once,
 * and kg_hierarchy_customize() makes a hierarchy of it for each set of lengths, some 15 times as
 * fast as kg_hierarchy_build().
 */
typedef struct kg_hierarchy_base kg_hierarchy_base;

/*
 * Makes the base of hierarchies: the same one on every machine and thread count.
 *
 * base   [out] destroy with kg_hierarchy_base_destroy().
 * graph  [in] directed or undirected; its values do not matter. Not needed after the call.
 * Returns KG_OK; KG_ARGUMENT; KG_UNSUPPORTED (the graph is bidirected, has 2^31 vertices or edges
 * or more, or cannot be separated by few vertices: the base would have more than 2^22 arcs and 96
 * for each vertex); KG_MEMORY; KG_CANCELLED.
 *
 * The CPU makes it, in threads. Roads of a million vertices take some 14 seconds on one thread, and
 * have some 6 arcs a vertex; an arc takes 12 bytes.
 *
 * J. Dibbelt, B. Strasser, D. Wagner, "Customizable contraction hierarchies", JEA 2016.
 */
kg_status kg_hierarchy_base_build(kg_hierarchy_base **base, kg_graph *graph);

/*
 * Reads a base from a file that kg_hierarchy_base_write() has written. A regular file is mapped:
 * the rules of kg_graph_read() for .kcsr hold.
 *
 * base   [out] destroy with kg_hierarchy_base_destroy().
 * graph  [in] a graph with the same edges in the same order as the one that the base was made of.
 *        Not needed after the call.
 * path   [in] "-" is standard input.
 * Returns as kg_hierarchy_read(). O(the file's length + m log n).
 */
kg_status kg_hierarchy_base_read(kg_hierarchy_base **base, kg_graph *graph, const char *path);
/* The same from memory and from a stream, as kg_hierarchy_read_memory() and
 * kg_hierarchy_read_file(). */
kg_status kg_hierarchy_base_read_memory(
    kg_hierarchy_base **base, kg_graph *graph, const void *bytes, size_t size);
kg_status kg_hierarchy_base_read_file(kg_hierarchy_base **base, kg_graph *graph, FILE *file);

/* Writes a base: the same bytes on every machine of one byte order. path: "-" is standard output.
 * Returns KG_OK, KG_CANNOT_CREATE, KG_IO, KG_MEMORY, KG_ARGUMENT. */
kg_status kg_hierarchy_base_write(kg_hierarchy_base *base, const char *path);

/* NULL is legal. */
void kg_hierarchy_base_destroy(kg_hierarchy_base *base);

typedef struct kg_hierarchy_base_counts {
    uint64_t arcs; /* upward, each for both directions */
    uint64_t levels;
} kg_hierarchy_base_counts;

/* counts: [out]. Returns KG_OK, KG_ARGUMENT. O(1). */
kg_status kg_hierarchy_base_count(const kg_hierarchy_base *base, kg_hierarchy_base_counts *counts);

typedef struct kg_hierarchy_customize_options {
    int unit;   /* the length of each edge is 1, whatever its value */
    int labels; /* make labels, as kg_hierarchy_build() does: they take longer than all else */
} kg_hierarchy_customize_options;

#define KG_HIERARCHY_CUSTOMIZE_OPTIONS_INIT KG_ZERO

/*
 * Makes the hierarchy of a graph from a base: the same bytes on every machine, device and thread
 * count.
 *
 * Distances, trees and matrices are those of a hierarchy that kg_hierarchy_build() makes of the
 * graph. A path has the same length. Of several equally short paths it may be another one, and if
 * the hierarchy is not exact, rounding may differ within the bounds of kg_hierarchy_distance(). A
 * customized hierarchy has no core, more arcs and more levels.
 *
 * hierarchy  [out] destroy with kg_hierarchy_destroy().
 * base       [in] not needed after the call. Threads may share it, each with its own context.
 * graph      [in] with the same edges in the same order as the one that the base was made of. Only
 *            its values may differ. Must outlive *hierarchy.
 * options    [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (the base is that of another graph); KG_FORMAT (a value is no length),
 * KG_OVERFLOW as for kg_graph_distances(); KG_MEMORY; KG_CANCELLED.
 *
 * On the CPU in threads, or on CUDA: O(triangles of arcs), some 150 for each vertex on roads of a
 * million. On the CPU it takes 21 bytes for each arc of the base besides the result, 41 in a
 * directed graph, 16 for each vertex, and 4 for each vertex and thread. On CUDA it takes 24 for
 * each arc and direction besides. If the base and the graph have the same context, the base keeps 4
 * bytes for each triangle, 8 for each arc, 12 for each edge and 16 for each vertex on the device
 * for the next call; otherwise each call makes them anew.
 */
kg_status kg_hierarchy_customize(kg_hierarchy **hierarchy, const kg_hierarchy_base *base,
    kg_graph *graph, const kg_hierarchy_customize_options *options);

/* ---- matrices -------------------------------------------------------------------------------- */

/*
 * The distances from each of some vertices to each of others, row by row. A matrix holds no
 * entries: kg_distance_matrix_rows() computes the rows that it is asked for, so memory is bounded
 * for any number of them.
 */
typedef struct kg_distance_matrix kg_distance_matrix;

typedef struct kg_hierarchy_matrix_options {
    int doubles;     /* entries are doubles even if integers would hold them */
    int rounded;     /* if the hierarchy is not exact: sweep nevertheless. Sums are then added in
                        another order, and an entry may differ from the distance by 2^-51 of it for
                        each edge of the path */
    int skip_verify; /* leave out the independent check of some rows */
    double verify;   /* the share of rows that are checked, up to 1; 0: two rows */
} kg_hierarchy_matrix_options;

#define KG_HIERARCHY_MATRIX_OPTIONS_INIT KG_ZERO

/*
 * Prepares a matrix: finds the part of the hierarchy that its rows need.
 *
 * matrix     [out] destroy with kg_distance_matrix_destroy(), before the hierarchy.
 * hierarchy  [in] must outlive *matrix.
 * source     [in] [sources] a row each, in this order; vertices may be repeated. Not needed after
 *            the call. May be NULL if sources is 0.
 * target     [in] [targets] a column each, likewise.
 * options    [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (a source or target is no vertex, verify is no share); KG_OVERFLOW
 * (2^60 entries or more); KG_MEMORY; KG_CANCELLED.
 *
 * O(sources + targets + n / 64 + ancestors and their arcs); if lengths may be whole, O(m) more.
 * Ancestors are the vertices that are reached by going up. On roads, 10,000 vertices of a million
 * have some 115,000 of them, and memory is some 50 bytes an ancestor.
 */
kg_status kg_hierarchy_matrix(kg_distance_matrix **matrix, kg_hierarchy *hierarchy,
    const kg_vertex *source, uint64_t sources, const kg_vertex *target, uint64_t targets,
    const kg_hierarchy_matrix_options *options);
/* NULL is legal. */
void kg_distance_matrix_destroy(kg_distance_matrix *matrix);

/*
 * The type of entries. KG_U32 if all lengths are whole numbers and no distance can reach
 * UINT32_MAX, which stands for vertices that are not reached; KG_F64 otherwise, where INFINITY
 * stands for them. The bound is that of the ways over the highest vertex, at most twice the largest
 * distance, if all of them reach it. O(1).
 */
kg_type kg_distance_matrix_type(const kg_distance_matrix *matrix);

/* Whether each row takes a search in the graph, because the hierarchy is not exact and
 * options.rounded was not set. O(1). */
int kg_distance_matrix_searches(const kg_distance_matrix *matrix);

/*
 * Computes rows, on the context's device: the distances of kg_graph_distances(), the same bytes on
 * every device and thread count.
 *
 * matrix  [in]
 * first   [in] 0..sources
 * count   [in] at most sources - first. Many rows a call are faster: 16 rows are computed at once
 *         by each thread of the CPU, and 32 by each block of a GPU.
 * entry   [out] [count][targets] of kg_distance_matrix_type(), in host memory. May be NULL if there
 *         are no entries.
 * Returns KG_OK; KG_ARGUMENT (there are no such rows); KG_MEMORY; KG_CANCELLED; KG_INTERNAL (the
 * check failed: a bug). On failure entries are unspecified.
 *
 * Takes O(ancestors' arcs) for 16 rows. On the CPU each thread takes 64 bytes an ancestor of the
 * sources and of the targets, 128 for doubles. On a GPU each block takes 128, or 256, an ancestor
 * of the targets. A row that is checked takes a search in the graph.
 *
 * D. Delling, A. Goldberg, R. Werneck, "Faster batched shortest paths in road networks", ATMOS
 * 2011.
 */
kg_status kg_distance_matrix_rows(
    kg_distance_matrix *matrix, uint64_t first, uint64_t count, void *entry);

#ifdef __cplusplus
}
#endif
#endif
