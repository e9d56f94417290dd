/*
 * Euler circuits and paths: a walk that uses every edge of a directed multigraph exactly once.
 */
#ifndef KONIG_EULER_H
#define KONIG_EULER_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_euler kg_euler;

typedef enum kg_euler_kind {
    KG_EULER_ANY = 0,     /* a circuit if there is one, else a path */
    KG_EULER_CIRCUIT = 1, /* ends where it begins */
    KG_EULER_PATH = 2     /* ends elsewhere: exactly one vertex has one out-edge too many */
} kg_euler_kind;

typedef struct kg_euler_options {
    kg_euler_kind kind;
    int has_start;   /* the walk is to begin with the first out-edge of vertex `start`; 0: a circuit
                        begins with edge 0, a path with any edge of its first vertex, though always
                        the same */
    kg_vertex start; /* 0..n-1, a vertex that has out-edges; 0 unless has_start is set */
    int skip_verify; /* leave out stage 8, the independent check of the answer */
} kg_euler_options;

#define KG_EULER_OPTIONS_INIT KG_ZERO

/*
 * Finds an Euler circuit or path in O(n + m) work.
 *
 * euler    [out] the answer; with KG_NO_SOLUTION the witness. Destroy with kg_euler_destroy().
 * graph    [in] must outlive *euler. Isolated vertices are ignored. A graph without edges has the
 *          empty circuit.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_NO_SOLUTION (there is none; kg_euler_witness() says why); KG_ARGUMENT (the
 * start is no vertex, has no out-edge, or is not where the path must start); KG_MEMORY;
 * KG_OVERFLOW; KG_INTERNAL (the verification failed: a bug).
 *
 * A path that was given its start begins with another out-edge of it only where no Euler path begins
 * with the first. Looking for that takes a pass over the walk on the host.
 *
 * The answer is a function of the graph and the options alone: not of backend or thread count.
 */
kg_status kg_euler_find(kg_euler **euler, kg_graph *graph, const kg_euler_options *options);
void kg_euler_destroy(kg_euler *euler);

/* KG_EULER_CIRCUIT or KG_EULER_PATH. */
kg_euler_kind kg_euler_found(const kg_euler *euler);

/* The walk as edge ids in order, [m]. Lent by euler. */
kg_status kg_euler_walk(kg_euler *euler, const kg_edge **walk);

/* Circuits that stage 3 started from. */
uint64_t kg_euler_initial_circuits(const kg_euler *euler);

/* Why there is no answer. */
typedef enum kg_euler_reason {
    KG_EULER_EXISTS = 0,
    KG_EULER_UNBALANCED = 1,   /* in- and out-degrees do not allow it */
    KG_EULER_DISCONNECTED = 2, /* two edges lie in different weak components */
    KG_EULER_IS_CIRCUIT = 3    /* a path was asked for, and every vertex is balanced */
} kg_euler_reason;

enum { KG_EULER_WITNESSES = 10 };

typedef struct kg_euler_witness {
    kg_euler_reason reason;
    uint64_t count;  /* UNBALANCED: vertices whose degrees differ */
    unsigned listed; /* of them listed here: the smallest ids */
    kg_vertex vertex[KG_EULER_WITNESSES];
    uint64_t out_degree[KG_EULER_WITNESSES];
    uint64_t in_degree[KG_EULER_WITNESSES];
    kg_edge edge[2];     /* DISCONNECTED: edge 0 and the smallest edge not connected with it */
    uint64_t components; /* DISCONNECTED: weak components that have edges */
} kg_euler_witness;

/* Lent by euler. */
const kg_euler_witness *kg_euler_why(const kg_euler *euler);

/*
 * Checks a walk by definition: every edge once, each ends where the next begins, and as a circuit
 * the last ends where the first begins. Shares no code with the search. O(m).
 *
 * walk   [in] [m] edge ids.
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message; KG_MEMORY.
 */
kg_status kg_euler_verify(kg_graph *graph, const kg_edge *walk, kg_euler_kind kind);

/*
 * The circuits of stage 3.
 *
 * circuit  [out] [m], the caller's: for each edge the smallest edge id of its circuit.
 * Returns KG_OK; KG_NO_SOLUTION (not every vertex is balanced); KG_MEMORY.
 */
kg_status kg_euler_circuits(kg_graph *graph, kg_edge *circuit);

/*
 * The circuit graph of stage 4 as a graph of its own: vertices are the circuits in order of their
 * smallest edge (their label), and two circuits are joined by one edge from the smaller to the
 * larger where a row has them side by side.
 * Returns KG_OK; KG_NO_SOLUTION (not every vertex is balanced); KG_MEMORY; KG_OVERFLOW.
 */
kg_status kg_euler_circuit_graph(kg_graph **circuits, kg_graph *graph);

#ifdef __cplusplus
}
#endif
#endif
