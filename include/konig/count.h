/*
 * How many Euler circuits or paths a directed graph has, by the BEST theorem (de Bruijn, van
 * Aardenne-Ehrenfest, Smith, Tutte): as many as spanning arborescences to one vertex, times the
 * product of (out-degree - 1)! over all vertices.
 */
#ifndef KONIG_COUNT_H
#define KONIG_COUNT_H

#include <konig/euler.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Two numbers, which differ where there are parallel edges.
 * walks: edges count as different ones, parallel ones too.
 * sequences: walks along the same vertices count once.
 * Circuits count as cycles, in which no edge is the first. So do their sequences of vertices.
 */
typedef struct kg_euler_count {
    kg_euler_kind kind;      /* what was counted: circuits or paths; KG_EULER_ANY: there are none */
    kg_vertex start, end;    /* of all paths; 0 for circuits */
    int unique;              /* there is one sequence of vertices alone: certain, exact or not; as
                                kg_euler_is_unique() says it, which does not count */
    int exact;               /* both numbers are there with all their digits */
    char *walks, *sequences; /* in decimal, terminated; NULL unless exact */
    double log10_walks, log10_sequences;
    double error; /* the logarithms are right but for this: a bound, proven, not an estimate */
} kg_euler_count;

/*
 * Counts. Exact if at most 1000 vertices have several edges out, the number has at most 100,000
 * digits, and konig was built with GMP; else logarithms alone, and kg_context_warning() tells where
 * GMP is what is missing.
 *
 * count  [out] to be cleared by kg_euler_count_clear().
 * graph  [in] directed.
 * Returns KG_OK; KG_NO_SOLUTION (there is no walk, as kg_euler_find() says it); KG_UNSUPPORTED (a
 * graph that is not directed: no way is known to count its walks in a time that is a polynomial of
 * its size; for undirected ones the task is #P-complete); KG_LIMIT (more than 2^27 pairs of
 * vertices had to be kept); KG_MEMORY; KG_INTERNAL (a self-check failed: a bug).
 *
 * Chains of vertices with one edge in and one out become single edges first. Logarithms: the
 * vertices that are left are eliminated, each time one with few neighbours, by the method of W.
 * Grassmann, M. Taksar and D. Heyman, which never subtracts, so that errors of rounding cannot
 * grow. O(n + m) for graphs like a road or a tree, the cube of n where all is near to all. Exact:
 * the same modulo prime numbers of 62 bits, by all threads. Where all is near to all a solution of
 * a linear system, lifted from one prime to its powers, gives a divisor that is most often nearly
 * all of the number, and a few primes the rest. The answer is the same at any number of threads; on
 * the host alone. In a joined context (konig/comm.h) this call is collective: each rank has the
 * same graph, whole, and counts by itself.
 */
kg_status kg_euler_count_circuits(kg_euler_count *count, kg_graph *graph);
/* Frees what a count holds. */
void kg_euler_count_clear(kg_euler_count *count, kg_context *context);

#ifdef __cplusplus
}
#endif
#endif
