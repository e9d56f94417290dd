/*
 * Contraction hierarchies: an index of a graph whose edges have lengths, by which shortest paths
 * are found in microseconds. Making it pays where one graph is asked many times.
 *
 * Glossary
 * - contraction: a vertex is taken out of the graph, and a shortcut is put wherever a shortest path
 *   may have led through it. Vertices are taken out from the least important one on.
 * - shortcut: an arc that stands for two others, whose lengths it has together.
 * - level: a vertex' arcs lead to higher levels alone. A path is then found from both of its ends
 *   by going up, and a tree by going up from its source and once down all levels.
 * - core: the vertices that are left where taking out more would need too many shortcuts. Searches
 *   go through it as through any graph. Roads have none, graphs of random edges a large one.
 * - exact: all sums of lengths are, as with whole numbers, so that any order of adding gives the
 *   same. distances.h adds the lengths of a path one by one from its beginning.
 */
#ifndef KONIG_HIERARCHY_H
#define KONIG_HIERARCHY_H

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
 * Returns KG_OK; KG_ARGUMENT; KG_FORMAT and KG_OVERFLOW as kg_graph_distances() has them;
 * KG_UNSUPPORTED (the graph is bidirected, or has 2^31 vertices or edges or more); KG_MEMORY;
 * KG_CANCELLED.
 *
 * By the CPU, in threads. Roads take some 30 microseconds a vertex on one thread, and have about
 * two shortcuts a vertex; an arc takes 16 bytes. The upper 65536 vertices of an exact hierarchy
 * without a core have labels besides, some 1.5 KB each on roads of a million vertices.
 */
kg_status kg_hierarchy_build(
    kg_hierarchy **hierarchy, kg_graph *graph, const kg_hierarchy_options *options);

/*
 * Reads the hierarchy of a graph from a file that kg_hierarchy_write() has written. It lies in the
 * file, mapped, where that is a regular one: what kg_graph_read() says of .kcsr holds.
 *
 * hierarchy  [out] destroy with kg_hierarchy_destroy().
 * graph      [in] the one that the file was made for, with the same edges, values and order; must
 *            outlive *hierarchy.
 * path       [in] "-" is standard input.
 * Returns KG_OK; KG_CANNOT_OPEN; KG_IO; KG_FORMAT (no such file, a damaged one, or one of another
 * graph); KG_MEMORY; KG_ARGUMENT. O(the file's length).
 */
kg_status kg_hierarchy_read(kg_hierarchy **hierarchy, kg_graph *graph, const char *path);
/* The same from memory, [size] bytes that are not needed after the call, "memory" to messages; and
 * from a stream, "stream" to messages, as kg_graph_read_file() does a graph. */
kg_status kg_hierarchy_read_memory(
    kg_hierarchy **hierarchy, kg_graph *graph, const void *bytes, size_t size);
kg_status kg_hierarchy_read_file(kg_hierarchy **hierarchy, kg_graph *graph, FILE *file);

/* Writes it: the same bytes on every machine of one byte order. path: "-" is standard output.
 * Returns KG_OK, KG_CANNOT_CREATE, KG_IO, KG_MEMORY, KG_ARGUMENT. */
kg_status kg_hierarchy_write(kg_hierarchy *hierarchy, const char *path);

/* NULL is legal. */
void kg_hierarchy_destroy(kg_hierarchy *hierarchy);

typedef struct kg_hierarchy_counts {
    uint64_t arcs; /* up, shortcuts among them; those of both ways in a directed graph, unless it
                           has an arc as long the other way for each of its own */
    uint64_t shortcuts; /* of these */
    uint64_t levels;    /* without the core */
    uint64_t core;      /* vertices */
    int exact, unit;
} kg_hierarchy_counts;

/* counts: [out]. Returns KG_OK, KG_ARGUMENT. O(arcs). */
kg_status kg_hierarchy_count(const kg_hierarchy *hierarchy, kg_hierarchy_counts *counts);

/*
 * The length of the shortest path from one vertex to another.
 *
 * from, to  [in] 0..n-1
 * length    [out] of a path's edges, added one by one from its beginning; infinite where there is
 *           none. Where the hierarchy is exact it is the distance of kg_graph_distances(); else it
 *           may be more by what the rounding of sums does: less than 2^-51 of it for each edge.
 * Returns KG_OK; KG_NO_SOLUTION (no path); KG_ARGUMENT; KG_MEMORY. Microseconds on roads. Some 50
 * to 100 bytes for each vertex that a call reaches from either end, which the hierarchy keeps for
 * the next call; the first call of a hierarchy with labels takes 0.5 MB besides.
 */
kg_status kg_hierarchy_distance(
    kg_hierarchy *hierarchy, kg_vertex from, kg_vertex to, double *length);

/*
 * A shortest path from one vertex to another; of several that are equally short always the same
 * one, which need not be that of kg_graph_path().
 *
 * from, to  [in] 0..n-1
 * length    [out] as kg_hierarchy_distance() has it.
 * edge      [out] [count] edge ids in the order in which they are walked, lent until the next call
 *           of this function.
 * step      [out] [count + 1] the vertices, lent likewise.
 * count     [out] edges.
 * length, edge and step may be NULL.
 * Returns KG_OK; KG_NO_SOLUTION (no path); KG_ARGUMENT; KG_MEMORY; KG_FORMAT (the hierarchy was
 * read from a file that contradicts itself); KG_INTERNAL (the path is not as long as it was found
 * to be: a bug). O(its edges) besides the search.
 */
kg_status kg_hierarchy_path(kg_hierarchy *hierarchy, kg_vertex from, kg_vertex to, double *length,
    const kg_edge **edge, const kg_vertex **step, uint64_t *count);

/*
 * The distances of all vertices from the nearest source, and the tree: the same as those of
 * kg_graph_distances() with the same arguments. They come of one pass over the levels, on the
 * context's device; where the hierarchy is not exact, which cannot give the sums as they are
 * defined, of the search of kg_graph_distances().
 *
 * distances  [out] destroy with kg_distances_destroy(), before the hierarchy's graph.
 * source     [in] [sources]
 * options    [in] may be NULL. unit must be that of the hierarchy.
 * Returns as kg_graph_distances().
 */
kg_status kg_hierarchy_tree(kg_distances **distances, kg_hierarchy *hierarchy,
    const kg_vertex *source, uint64_t sources, const kg_distances_options *options);

#ifdef __cplusplus
}
#endif
#endif
