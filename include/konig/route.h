/*
 * Route inspection, also called the Chinese postman problem: the cheapest edges to repeat so that
 * one walk covers every edge of a graph. Applications are snow ploughs, meter readers and street
 * runners.
 *
 * kg_euler_eulerise() finds the edges to repeat. The graph with these edges added has an Euler
 * circuit, or path, which kg_euler_find() finds. A solution of the dual problem with the same value
 * proves that no other choice is cheaper. konig checks it with code of its own.
 *
 * Glossary
 * - length of an edge: its value, or 1 if the graph has no values.
 * - repeat: an edge that is walked once more. An edge of an undirected graph is repeated at most
 *   once, one of a directed graph any number of times.
 * - bound: a lower bound of the repeats' cost, proven by the dual solution.
 */
#ifndef KONIG_ROUTE_H
#define KONIG_ROUTE_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_route kg_route;

typedef struct kg_eulerise_options {
    int open;      /* the walk need not end where it begins. Ends that are not given below are
                      chosen so that the repeats cost least */
    int has_start; /* the walk begins at start; if it is not open, it ends there, too */
    int has_end;   /* the walk ends at end; this makes it open */
    kg_vertex start, end; /* vertices with edges; 0 unless has_start or has_end is set */
    int heuristic; /* for an undirected graph: repeats that need not be the cheapest, found quickly.
                      Needs no LEMON. Both ends of an open walk must be given. No effect
                      otherwise */
    const unsigned char *one_way; /* [edges] for an undirected graph, 1: the edge may only be walked
                                     from its first end to its other; NULL: all edges may be walked
                                     in both directions */
} kg_eulerise_options;

#define KG_EULERISE_OPTIONS_INIT KG_ZERO

/*
 * Finds the cheapest edges to repeat.
 *
 * route    [out] destroy with kg_route_destroy(). With KG_NO_SOLUTION kg_route_why() has the
 *          witness; NULL after any other failure.
 * graph    [in] directed or undirected; must outlive *route. Each value is a finite number of at
 *          least 0. Vertices without edges are ignored.
 * options  [in] may be NULL: the walk ends where it begins.
 * Returns KG_OK; KG_NO_SOLUTION (no walk along the edges can use them all); KG_ARGUMENT (an end is
 * not a vertex or has no edges, or is given without has_start or has_end; one_way with a directed
 * graph); KG_FORMAT (an edge's value is negative or not finite: the text names the edge);
 * KG_MISSING (the graph is undirected, and konig was built without LEMON); KG_UNSUPPORTED (the
 * graph is bidirected; an open walk by the heuristic with an end that is not given); KG_OVERFLOW;
 * KG_MEMORY; KG_INTERNAL (a check of the answer failed: a bug).
 *
 * An undirected graph with one-way edges: finding the shortest repeats is NP-hard. The better of
 * two walks, by flows and matchings, is improved by branch and bound. The search is completed if at
 * most 24 edges are not one-way; otherwise it has at most 2048 flows, and fewer for larger graphs.
 * The walk is proven to be the shortest if `repeated` equals `bound`, as it does after a completed
 * search, and if all edges are one-way. The flows choose the ends of an open walk that are not
 * given; `bound` then holds for all ends. The walk then uses edges in given directions:
 * kg_route_directions().
 *
 * With `heuristic`, odd vertices are paired with near ones. `bound` may then be less than
 * `repeated`, too, by some 5 to 20 % of it.
 *
 * Undirected: a minimum-weight perfect matching on the edges that are left once hanging trees and
 * chains of vertices of degree 2 are contracted; about n log n for road networks, n m log n at
 * worst. Directed: a minimum-cost flow by shortest paths, in about 30 rounds over the network.
 * Both on one thread. The progress function may end them at any time.
 */
kg_status kg_euler_eulerise(kg_route **route, kg_graph *graph, const kg_eulerise_options *options);
void kg_route_destroy(kg_route *route);

/* Sums of lengths are exact if rounding is 0, except for their final conversion to double. */
typedef struct kg_route_lengths {
    double length;        /* of all edges once */
    double repeated;      /* of the repeats */
    double bound;         /* no choice of repeats is shorter than bound - rounding. It equals
                             `repeated`, except with one-way edges beside more than 24 others, or by
                             the heuristic: it may then be less */
    double rounding;      /* the distance by which the rounding of lengths can have moved the
                             optimum. 0 if all lengths are whole multiples of a power of 1/2, or of
                             1/10 down to 10^-9, that is not too small for their sum */
    uint64_t unbalanced;  /* vertices of odd degree, or whose in- and out-degree differ */
    uint64_t repeats;     /* number of repeats, with multiplicity */
    int closed;           /* the walk ends where it begins */
    kg_vertex start, end; /* of an open walk. Undirected: in either direction */
} kg_route_lengths;

/* Lent; all zero with KG_NO_SOLUTION. O(1). */
const kg_route_lengths *kg_route_measure(const kg_route *route);

/* The repeated edges: ids of the graph's edges, increasing, each as often as it is repeated. edge:
 * [out] [count], lent. count: [out]. Returns KG_OK, KG_ARGUMENT. O(1). */
kg_status kg_route_repeats(const kg_route *route, const kg_edge **edge, uint64_t *count);

/*
 * The directions in which edges are walked, for a graph with one-way edges.
 *
 * edge    [out] [edges] 1: the edge is walked from its other end to its first; lent. NULL, like
 *         `repeat`, if the graph has no one-way edges: the walk then decides.
 * repeat  [out] [repeats] the same for each repeat, in the order of kg_route_repeats().
 * Returns KG_OK, KG_ARGUMENT. O(1).
 */
kg_status kg_route_directions(
    const kg_route *route, const unsigned char **edge, const unsigned char **repeat);

/*
 * The graph with the repeats added after its own edges: as ids m, m + 1, ... of an undirected
 * graph, at the end of their rows of a directed one. A graph with one-way edges becomes a directed
 * graph, with edges in the directions in which they are walked. Names and values are the graph's.
 *
 * graph  [out] destroy with kg_graph_destroy().
 * Returns KG_OK, KG_OVERFLOW, KG_MEMORY. O(n + m).
 */
kg_status kg_route_graph(kg_graph **graph, const kg_route *route);

/* Why there is no walk. */
typedef enum kg_route_reason {
    KG_ROUTE_EXISTS = 0,
    KG_ROUTE_DISCONNECTED = 1, /* edges lie in different weak components */
    KG_ROUTE_ONE_WAY = 2       /* no edges lead from one vertex to another */
} kg_route_reason;

enum { KG_ROUTE_WITNESSES = 10 };

typedef struct kg_route_witness {
    kg_route_reason reason;
    uint64_t components; /* DISCONNECTED: number of weak components with edges. ONE_WAY: number of
                            strong components of vertices with edges */
    unsigned listed;     /* number of vertices below. DISCONNECTED: the smallest vertex of each
                            component. ONE_WAY: 2 */
    kg_vertex vertex[KG_ROUTE_WITNESSES]; /* ONE_WAY: no walk leads from the first to the second.
                                             For an open walk there are two more cases. Either none
                                             leads from the second to the first, unless the walk
                                             must begin at the first or end at the second. Or an
                                             edge ends at the first, and another edge, which begins
                                             at the second, would have to follow */
} kg_route_witness;

/* Lent; never NULL for a route. O(1). */
const kg_route_witness *kg_route_why(const kg_route *route);

#ifdef __cplusplus
}
#endif
#endif
