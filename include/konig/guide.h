/*
 * A* in a graph whose edges have lengths: GA* (ga_star.h) with estimates from landmarks or from
 * coordinates. A search looks only at vertices through which a shortest path may still lead. That
 * pays in large graphs, and where an index (hierarchy.h) takes too long to make.
 *
 * Glossary
 * - guide: what is known of a graph beforehand, from which estimates are worked out.
 * - landmark: a vertex whose distances from and to all others are known. By the triangle inequality
 *   they bound what the way between two others costs.
 * - unit: a power of 2, or else of 1/10, of which all lengths are whole multiples. Costs are
 *   counted in it.
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

enum { KG_GUIDE_LANDMARKS = 16 }; /* at most */

typedef struct kg_guide kg_guide;

typedef struct kg_guide_options {
    unsigned landmarks;       /* how many konig is to choose, 0 .. KG_GUIDE_LANDMARKS; 0: none */
    const double *coordinate; /* [2n] x and y of each vertex, numbers of at most 1e100 in size; not
                                 needed after the call. NULL: none */
    int unit;                 /* the length of each edge is 1, whatever its value */
} kg_guide_options;

#define KG_GUIDE_OPTIONS_INIT KG_ZERO

/*
 * Makes the guide of a graph.
 *
 * Landmarks are chosen one after the other, each as far as can be from those before; the first one
 * as far as can be from the vertex with most edges, which takes a search from there to all. Each
 * takes one search from it to all, and in a directed graph one to it, on the context's device.
 * Coordinates count by the greatest number s such that no edge is shorter than s times the straight
 * line between its ends. What estimates are made of is checked on each edge, apart from the code
 * that made it. With both an estimate is the larger one, with neither it is 0.
 *
 * guide    [out] destroy with kg_guide_destroy().
 * graph    [in] directed or undirected; must outlive *guide.
 * options  [in] may be NULL: the defaults, an estimate of 0.
 * Returns KG_OK; KG_ARGUMENT (too many landmarks, a bad coordinate); KG_FORMAT and KG_OVERFLOW as
 * kg_graph_distances() has them; KG_UNSUPPORTED (the graph is bidirected, has 2^32 edges or more,
 * or its lengths are neither multiples of one power of 2 that are below 2^32 - 4 times it, nor
 * decimals of up to nine digits behind the point of which the same holds with a power of 1/10, or
 * sums of more decimals than a double keeps apart, for landmarks); KG_MEMORY;
 * KG_CANCELLED; KG_INTERNAL (the check failed: a bug). O((n + m) * (1 + landmarks)); 4 bytes a
 * vertex and landmark, 8 in a directed graph, 16 a vertex for coordinates, and 4 an entry of a row.
 * The graph keeps its lengths as for kg_graph_distances(). Of a directed one landmarks and
 * canonical ways make the reverse, which stays with it, too: 4 bytes a vertex, 8 with edge ids of
 * 64 bits, 12 an edge, and its lengths.
 */
kg_status kg_guide_build(kg_guide **guide, kg_graph *graph, const kg_guide_options *options);
/* Frees the guide. NULL is legal. */
void kg_guide_destroy(kg_guide *guide);

/* The unit: a length is a cost times this. 0 for NULL. O(1). */
double kg_guide_unit(const kg_guide *guide);
/* The length of a cost: the double next to it, which the product may miss if the unit is a power of
 * 1/10. 0 for NULL. O(1). */
double kg_guide_length(const kg_guide *guide, uint64_t cost);
/* s, in units: an estimate by coordinates is that times the straight line, rounded down; 0 where
 * there are none, or an edge of length 0 joins two places. O(1). */
double kg_guide_scale(const kg_guide *guide);
/* The landmarks, lent. count: [out] as many as were asked for, or fewer where each vertex is at a
 * distance of 0 from a landmark, or at first from the vertex with most edges.
 * landmark: [out] [count] in the order in which they were chosen. O(1). Returns KG_OK,
 * KG_ARGUMENT. */
kg_status kg_guide_landmarks(const kg_guide *guide, const kg_vertex **landmark, unsigned *count);

/*
 * Finds a shortest path from one vertex to another.
 *
 * answer   [out] as kg_ga_star_find() has it, on the context of the guide's graph. Its cost and
 *          bound are lengths by kg_guide_length(); so are the numbers in the context's
 *          messages and progress. Its moves are the ids of the edges, in the order in which they
 *          are walked.
 * guide    [in]
 * from, to [in] 0..n-1
 * options  [in] may be NULL: the defaults. The canonical way is the path of kg_graph_path(),
 *          which of decimals may take another way that is longer by no more than its rounding.
 * Returns as kg_ga_star_find(); KG_OVERFLOW (no path was found that costs less than 2^32 - 2 units,
 * and there may be a dearer one). The search runs on the context's device.
 */
kg_status kg_ga_star_graph(kg_ga_star **answer, kg_guide *guide, kg_vertex from, kg_vertex to,
    const kg_ga_star_options *options);

#ifdef __cplusplus
}
#endif
#endif
