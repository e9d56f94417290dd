/*
 * Route inspection: the cheapest edges to walk again, so that one walk goes along every edge of a
 * graph. (The Chinese postman's problem: snow ploughs, meter readers, street runners.)
 *
 * kg_euler_eulerise() finds which edges are repeated. The graph with these edges added has an Euler
 * circuit, or path, which kg_euler_find() finds. That no other choice is cheaper is proven: by a
 * solution of the dual problem of the same value, which code of konig's own checks.
 *
 * Glossary
 * - length of an edge: its value, or 1 where the graph has none.
 * - repeat: an edge that is walked once more. An edge of an undirected graph is repeated at most
 *   once, one of a directed graph any number of times.
 * - bound: what the repeats cost at least, as the dual solution proves.
 */
#ifndef KONIG_ROUTE_H
#define KONIG_ROUTE_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_route kg_route;

typedef struct kg_eulerise_options {
    int open;      /* the walk may end elsewhere than it begins. Ends that are not given below are
                      chosen so that the repeats cost least */
    int has_start; /* it begins at start; if it is not open, it ends there, too */
    int has_end;   /* it ends at end; makes it open */
    kg_vertex start, end; /* vertices with edges; 0 unless has_start or has_end is set */
    int heuristic; /* of an undirected graph: repeats that need not be shortest, found quickly.
                      Needs no LEMON. An open walk has both its ends given. Else of no effect */
    const unsigned char *one_way; /* [edges] of an undirected graph, 1: the edge may only be walked
                                     from its first end to its other; NULL: all may be walked both
                                     ways */
} kg_eulerise_options;

#define KG_EULERISE_OPTIONS_INIT KG_ZERO

/*
 * Finds the cheapest edges to repeat.
 *
 * route    [out] destroy with kg_route_destroy(); with KG_NO_SOLUTION kg_route_why() has the
 *          witness, else NULL where it fails.
 * graph    [in] directed or undirected; must outlive *route. Each value is a finite number of at
 *          least 0. Vertices without edges are ignored.
 * options  [in] may be NULL: the walk ends where it begins.
 * Returns KG_OK; KG_NO_SOLUTION (no walk along the edges can use them all); KG_ARGUMENT (an end is
 * no vertex or has no edges, or is given without has_start or has_end; one_way with a directed
 * graph); KG_FORMAT (an edge's value is negative or not finite: the text names the edge);
 * KG_MISSING (konig was built without LEMON); KG_UNSUPPORTED (the graph is bidirected; an open walk
 * by the heuristic with an end that is not given); KG_OVERFLOW; KG_MEMORY;
 * KG_INTERNAL (a check of the answer failed: a bug).
 *
 * An undirected graph with one-way edges: which repeats are shortest is an NP-hard question. The
 * better of two walks, by flows and matchings, is improved by branch and bound: to the end if at
 * most 24 edges are not one-way, else through at most 2048 flows, and fewer the larger the graph
 * is. The walk is proven to be the shortest if `repeated` is `bound`, as it is after a search to
 * the end, and if all edges are one-way. Ends of an open walk that are not given are chosen by the
 * flows; `bound` is that of all ends. The walk goes along a directed graph then:
 * kg_route_directions().
 *
 * With `heuristic` odd vertices are paired with near ones, and `bound` may be less than `repeated`,
 * too: some 5 to 20 % of it.
 *
 * Undirected: a minimum-weight perfect matching on the edges that are left once trees that hang on
 * the graph and chains of vertices of degree 2 are contracted; about n log n for road networks, n m
 * log n at worst. Directed: a minimum-cost flow by network simplex, on one thread.
 * The progress function may end the matching at any time, the flow before and after it.
 */
kg_status kg_euler_eulerise(kg_route **route, kg_graph *graph, const kg_eulerise_options *options);
void kg_route_destroy(kg_route *route);

/* Sums of lengths are exact where rounding is 0, but for their last conversion to double. */
typedef struct kg_route_lengths {
    double length;        /* of all edges once */
    double repeated;      /* of the repeats */
    double bound;         /* no choice of repeats is shorter than that less rounding. It is what is
                             repeated, except with one-way edges beside more than 24 others, or by
                             the heuristic: there it may be less */
    double rounding;      /* how far the rounding of lengths can have moved the optimum. 0 where all
                        lengths are whole multiples of a power of 1/2, or of 1/10, down to 10^-9,
                        that is not too small for their sum */
    uint64_t unbalanced;  /* vertices of odd degree, or of which in- and out-degree differ */
    uint64_t repeats;     /* how many, with multiplicity */
    int closed;           /* the walk ends where it begins */
    kg_vertex start, end; /* where an open one does. Undirected: either way */
} kg_route_lengths;

/* Lent; all zero with KG_NO_SOLUTION. O(1). */
const kg_route_lengths *kg_route_measure(const kg_route *route);

/* Which edges are repeated: ids of the graph's edges, increasing, each as often as it is repeated.
 * edge: [out] [count], lent. count: [out]. Returns KG_OK, KG_ARGUMENT. O(1). */
kg_status kg_route_repeats(const kg_route *route, const kg_edge **edge, uint64_t *count);

/*
 * Which way edges are walked, of a graph with one-way edges.
 *
 * edge    [out] [edges] 1: the edge is walked from its other end to its first; lent. NULL where
 *         the graph has no one-way edges, as `repeat`: then the walk decides.
 * repeat  [out] [repeats] the same of each repeat, in the order of kg_route_repeats().
 * Returns KG_OK, KG_ARGUMENT. O(1).
 */
kg_status kg_route_directions(
    const kg_route *route, const unsigned char **edge, const unsigned char **repeat);

/*
 * The graph with the repeats added behind its own edges: ids m, m + 1, ... of an undirected graph,
 * at the end of their rows of a directed one. Where it has one-way edges it becomes a directed
 * graph, of edges in the directions in which they are walked. Names and values are the graph's.
 *
 * graph  [out] destroy with kg_graph_destroy().
 * Returns KG_OK, KG_OVERFLOW, KG_MEMORY. O(n + m).
 */
kg_status kg_route_graph(kg_graph **graph, const kg_route *route);

/* Why there is none. */
typedef enum kg_route_reason {
    KG_ROUTE_EXISTS = 0,
    KG_ROUTE_DISCONNECTED = 1, /* edges lie in different weak components */
    KG_ROUTE_ONE_WAY = 2       /* no edges lead from one vertex to another */
} kg_route_reason;

enum { KG_ROUTE_WITNESSES = 10 };

typedef struct kg_route_witness {
    kg_route_reason reason;
    uint64_t components; /* DISCONNECTED: weak components with edges. ONE_WAY: strong components of
                            vertices with edges */
    unsigned listed;     /* of vertices below. DISCONNECTED: the smallest vertex of each component.
                            ONE_WAY: 2 */
    kg_vertex vertex[KG_ROUTE_WITNESSES]; /* ONE_WAY: no walk leads from the first to the second.
                            Where an open one was asked for: nor from the second to the first,
                            unless it is to begin at the first or to end at the second; or an edge
                            ends at the first, and another one, which begins at the second, would
                            have to follow */
} kg_route_witness;

/* Lent; never NULL for a route. O(1). */
const kg_route_witness *kg_route_why(const kg_route *route);

#ifdef __cplusplus
}
#endif
#endif
