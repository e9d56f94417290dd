/*
 * The oracle of the Euler pipeline: every stage by its definition in euler_ops.h, in serial code on
 * plain arrays. Only one walk is right, and this finds it.
 */
#ifndef EULER_ORACLE_H
#define EULER_ORACLE_H

#include "check.h"
#include "csr/csr.h"

typedef struct oracle {
    uint64_t n, m;
    uint64_t *row, *col;             /* [n+1], [m] with the virtual edge */
    uint64_t virtual_edge;           /* or m */
    uint64_t *pred, *circuit, *walk; /* [m] */
    uint64_t circuits, trees, stray[2];
} oracle;

/* A copy of the graph with an edge source -> target last in the row of source, if source < n. */
void oracle_graph(oracle *o, kg_graph *graph, uint64_t source, uint64_t target);

/* Stages 2, 3, 5 and 6, each after the one before: pred; circuit, circuits; trees, stray, pred'. */
void oracle_pairing(oracle *o);
void oracle_partition(oracle *o);
void oracle_join(oracle *o);

/* Stage 7: the walk that begins with an edge, as ids of the graph without the virtual edge. */
void oracle_walk(oracle *o, uint64_t first);

void oracle_free(oracle *o);

/* Out-degree less in-degree of each vertex, [n]. Free with free(). */
int64_t *oracle_surplus(kg_graph *graph);

/* Makes a graph of that kind. end: [2m] the ends of each edge; side, one_sided: of a bidirected
 * graph. */
kg_status oracle_build(kg_graph **graph, kg_context *ctx, kg_kind kind, uint64_t n, uint64_t m,
    const kg_vertex *end, const uint64_t *side, const uint64_t *one_sided);

/* A path of one or two steps, and closed walks that do not meet it, over at most ISLANDS vertices
 * in any order. end: [2 ISLAND_STEPS] the ends of each edge. Returns how many edges. */
enum { ISLANDS = 12, ISLAND_STEPS = 16 };

uint64_t oracle_islands(kg_vertex *end, uint64_t *state);

/* Graphs of every kind and of sizes from a few edges to more than six threads take. */
enum { GENERATED = 13 };

extern const kg_generate_options oracle_generated[GENERATED];

#endif
