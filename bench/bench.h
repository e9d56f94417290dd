/* What the benchmark programs share: the graphs, the form in which peers get them, the peers, the
 * clock, medians. */
#ifndef BENCH_H
#define BENCH_H

#include <konig/konig.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_case {
    const char *name;
    kg_generate_options options;
    int undirected; /* each edge of what is generated counts in both directions */
} bench_case;

/* The graphs on which Euler circuits are timed. The last is for devices alone. */
enum { BENCH_GRAPHS = 12 };
extern const bench_case bench_graphs[BENCH_GRAPHS];

typedef struct bench_graph {
    uint64_t n, m;
    const kg_edge *row;   /* [n+1]; NULL: the graph is undirected */
    const kg_vertex *col; /* [m] */
    const kg_vertex *src; /* [m] */
} bench_graph;

/* Makes one of the graphs: a status, as the context says. */
kg_status bench_generate(kg_graph **graph, kg_context *ctx, const bench_case *one, uint64_t seed);

/* Another program that finds Euler circuits. Each has the graph in the form that suits it best
 * before the clock starts. */
typedef struct bench_peer {
    const char *name;
    uint64_t edges_max; /* more would take minutes, or too much memory */

    /* NULL: not installed, out of memory, or it does not know undirected graphs. */
    void *(*load)(const bench_graph *graph);
    /* A circuit from the source of edge 0 as edge ids, walk [out] [m]. Returns the milliseconds
     * that the peer's own call took, negative where it failed. */
    double (*circuit)(void *loaded, kg_edge *walk);
    void (*unload)(void *loaded);
} bench_peer;

extern const bench_peer bench_hierholzer, bench_hierholzer_ahead, bench_lemon, bench_igraph,
    bench_networkx;

/* Milliseconds on a steady clock. */
double bench_now(void);

/* Sorts value[count], count > 0, and returns its median. */
double bench_median(double *value, int count);

#ifdef __cplusplus
}
#endif
#endif
