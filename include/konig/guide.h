/*
 * A* in a graph whose edges have lengths: GA* (ga_star.h) with estimates from landmarks or from
 * coordinates. A search looks only at vertices through which a shortest path may still lead. This
 * pays in large graphs, and if an index (hierarchy.h) takes too long to make.
 *
 * Glossary
 * - guide: precomputed data about a graph, from which estimates are computed.
 * - landmark: a vertex whose distances from and to all others are known. By the triangle inequality
 *   they bound the cost of the path between two others.
 * - unit: a power of 2, or else a power of 1/10, of which all lengths are whole multiples. Costs
 *   are counted in it.
 *
 * A. Goldberg, C. Harrelson, "Computing the shortest path: A* search meets graph theory", SODA
 * 2005.
 */
#ifndef KONIG_GUIDE_H
#define KONIG_GUIDE_H

#include <konig/ga_star.h>
#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { KG_GUIDE_LANDMARKS = 16 }; /* the most landmarks */

typedef struct kg_guide kg_guide;

typedef struct kg_guide_options {
    unsigned landmarks;       /* number of landmarks that konig chooses, 0 .. KG_GUIDE_LANDMARKS; 0:
                                 none */
    const double *coordinate; /* [2n] x and y of each vertex, numbers of at most 1e100 in absolute
                                 value; not needed after the call. NULL: none */
    int unit;                 /* the length of each edge is 1, whatever its value */
} kg_guide_options;

#define KG_GUIDE_OPTIONS_INIT KG_ZERO

/*
 * Makes the guide of a graph.
 *
 * Landmarks are chosen one after the other, each as far as possible from those before. The first
 * one is as far as possible from the vertex with most edges, which takes a search from there to all
 * vertices. Each landmark takes one search from it to all vertices, and in a directed graph one to
 * it, on the context's device. Coordinates give estimates by the greatest number s such that no
 * edge is shorter than s times the straight line between its ends. The data of estimates are
 * checked on each edge, by code apart from the code that made them. With landmarks and coordinates
 * an estimate is the larger one of the two; with neither it is 0.
 *
 * guide    [out] destroy with kg_guide_destroy().
 * graph    [in] directed or undirected; must outlive *guide.
 * options  [in] may be NULL: the defaults, an estimate of 0.
 * Returns KG_OK; KG_ARGUMENT (too many landmarks, a bad coordinate); KG_FORMAT and KG_OVERFLOW as
 * for kg_graph_distances(); KG_UNSUPPORTED (the graph is bidirected, or has 2^32 edges or more; or
 * its lengths are neither multiples of one power of 2 below 2^32 - 4 times that power, nor decimals
 * of up to nine digits after the point for which the same holds with a power of 1/10; or, for
 * landmarks, sums have more decimals than a double can distinguish); KG_MEMORY;
 * KG_CANCELLED; KG_INTERNAL (the check failed: a bug). O((n + m) * (1 + landmarks)); 4 bytes a
 * vertex and landmark, 8 in a directed graph, 16 a vertex for coordinates, and 4 an entry of a row.
 * The graph keeps its lengths as for kg_graph_distances(). Landmarks and canonical paths in a
 * directed graph make its reverse, which the graph keeps, too: 4 bytes a vertex, 8 with edge ids of
 * 64 bits, 12 an edge, and its lengths.
 */
kg_status kg_guide_build(kg_guide **guide, kg_graph *graph, const kg_guide_options *options);
/* Frees the guide. NULL is legal. */
void kg_guide_destroy(kg_guide *guide);

/* The unit: a length is a cost times the unit. 0 for NULL. O(1). */
double kg_guide_unit(const kg_guide *guide);
/* The length of a cost: the double nearest to it, which the product may miss if the unit is a power
 * of 1/10. 0 for NULL. O(1). */
double kg_guide_length(const kg_guide *guide, uint64_t cost);
/* s, in units: an estimate by coordinates is s times the straight line, rounded down. 0 if there
 * are no coordinates, or if an edge of length 0 joins two different places. O(1). */
double kg_guide_scale(const kg_guide *guide);
/* The landmarks, lent. count: [out] as many as were asked for, or fewer if each vertex is at a
 * distance of 0 from a landmark, or at first from the vertex with most edges. landmark: [out]
 * [count] in the order in which they were chosen. O(1). Returns KG_OK, KG_ARGUMENT. */
kg_status kg_guide_landmarks(const kg_guide *guide, const kg_vertex **landmark, unsigned *count);

/*
 * Finds a shortest path from one vertex to another.
 *
 * answer   [out] as for kg_ga_star_find(), on the context of the guide's graph. kg_guide_length()
 *          turns its cost and bound, and the numbers in the context's messages and progress, into
 *          lengths. Its moves are the ids of the edges, in the order in which they are walked.
 * guide    [in]
 * from, to [in] 0..n-1
 * options  [in] may be NULL: the defaults. The canonical path is that of kg_graph_path(), except
 *          that kg_graph_path() may take a path that is longer by no more than its rounding if
 *          lengths are decimals.
 * Returns as kg_ga_star_find(); KG_OVERFLOW (no path was found that costs less than 2^32 - 2 units,
 * and there may be a dearer one). The search runs on the context's device.
 */
kg_status kg_ga_star_graph(kg_ga_star **answer, kg_guide *guide, kg_vertex from, kg_vertex to,
    const kg_ga_star_options *options);

#ifdef __cplusplus
}
#endif
#endif
