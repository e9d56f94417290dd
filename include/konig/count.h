/*
 * How many Euler circuits or paths a directed graph has, by the BEST theorem (de Bruijn, van
 * Aardenne-Ehrenfest, Smith, Tutte): the number of spanning arborescences to one vertex, times the
 * product of (out-degree - 1)! over all vertices.
 */
#ifndef KONIG_COUNT_H
#define KONIG_COUNT_H

#include <konig/euler.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Two numbers, which differ if there are parallel edges.
 * walks: edges count as different, parallel ones too.
 * sequences: walks along the same vertices count once.
 * Circuits count as cycles, in which no edge is the first. So do their sequences of vertices.
 */
typedef struct kg_euler_count {
    kg_euler_kind kind; /* the kind that was counted: circuits or paths; KG_EULER_ANY: none exist */
    kg_vertex start, end;    /* of all paths; 0 for circuits */
    int unique;              /* there is only one sequence of vertices; certain, exact or not. The
                                same result as that of kg_euler_is_unique(), which does not count */
    int exact;               /* both numbers are given with all their digits */
    char *walks, *sequences; /* in decimal, terminated; NULL unless exact */
    double log10_walks, log10_sequences;
    double error; /* the largest error of the logarithms: a proven bound, not an estimate */
} kg_euler_count;

/*
 * Counts Euler circuits or paths. The result is exact if at most 1000 vertices have several
 * out-edges, the number has at most 100,000 digits, and konig was built with GMP. Otherwise it has
 * only logarithms, and kg_context_warning() says so if only GMP is missing.
 *
 * count  [out] clear with kg_euler_count_clear().
 * graph  [in] directed.
 * Returns KG_OK; KG_NO_SOLUTION (there is no walk, as for kg_euler_find()); KG_UNSUPPORTED (a graph
 * that is not directed: no method is known that counts its walks in polynomial time; for undirected
 * graphs the problem is #P-complete); KG_LIMIT (more than 2^27 pairs of vertices had to be kept);
 * KG_MEMORY; KG_INTERNAL (a self-check failed: a bug).
 *
 * Chains of vertices with one in-edge and one out-edge become single edges first. Logarithms: the
 * remaining vertices are eliminated, each time one with few neighbours, by the method of W.
 * Grassmann, M. Taksar and D. Heyman. It never subtracts, so rounding errors cannot grow. O(n + m)
 * for graphs like a road network or a tree, O(n^3) if all vertices are near each other. Exact: the
 * same modulo prime numbers of 62 bits, with all threads. If all vertices are near each other, a
 * solution of a linear system, lifted from one prime to its powers, gives a divisor that is usually
 * nearly all of the number. A few primes give the rest. The answer is the same with any number of
 * threads. The call runs only on the host. In a joined context (konig/comm.h) this call is
 * collective: each rank has the same graph, whole, and counts by itself.
 */
kg_status kg_euler_count_circuits(kg_euler_count *count, kg_graph *graph);
/* Frees the memory of a count. */
void kg_euler_count_clear(kg_euler_count *count, kg_context *context);

#ifdef __cplusplus
}
#endif
#endif
