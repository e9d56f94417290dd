/*
 * The oracle of distances: Bellman-Ford rounds, as their definition gives them, and the trees that
 * the definition of theirs gives.
 */
#ifndef DISTANCES_ORACLE_H
#define DISTANCES_ORACLE_H

#include "check.h"

/* KINDS: of lengths. */
enum { KINDS = 8, MOST_SOURCES = 4 };

/* A graph, and a question about it. */
typedef struct instance {
    uint64_t n, m;
    bool undirected;
    kg_vertex *end; /* [2m] as they are given */
    double *value;  /* [m] or NULL */
    kg_vertex source[MOST_SOURCES], goal[MOST_SOURCES];
    uint64_t sources;
    kg_distances_options options;
} instance;

/* Instance `number`: n vertices, m edges with lengths of one of the kinds, and options, at random.
 * Without vertices it has no edges. To be freed. */
instance paths_instance(uint64_t number, uint64_t seed, uint64_t n, uint64_t m);
void paths_free_instance(instance *x);
kg_status paths_build(kg_graph **graph, kg_context *ctx, const instance *x);

/* The answer. end and value: lent by the graph. */
typedef struct oracle {
    double *distance;   /* [n] */
    kg_edge *edge;      /* [n] */
    kg_vertex *parent;  /* [n] */
    kg_vertex *nearest; /* [n] */
    uint64_t *rounds;   /* [n] of level edges behind a vertex */
    uint64_t n, m;
    const kg_vertex *end;
    const double *value;
    bool both, back;
} oracle;

double paths_length_of(const oracle *o, uint64_t e);

/* O(n m), and more where edges have the length 0. To be freed. */
oracle paths_solve(kg_graph *graph, const instance *x);
void paths_free_oracle(oracle *o);

#endif
