/* The peers that konig itself brings, and stubs for those that this build lacks. */
#include "bench.h"
#include "peers/hierholzer.h"
#include <stdlib.h>

typedef struct loaded {
    bench_graph graph;
    hierholzer *peer;
} loaded;

static void *load(const bench_graph *graph)
{
    loaded *made = graph->row ? malloc(sizeof *made) : NULL;

    if (!made)
        return NULL;
    *made = (loaded){*graph, hierholzer_create(graph->n, graph->m)};
    if (made->peer)
        return made;
    free(made);
    return NULL;
}

static void unload(void *made)
{
    hierholzer_destroy(((loaded *)made)->peer);
    free(made);
}

typedef int hierholzer_fn(hierholzer *, uint64_t n, uint64_t m, const kg_edge *row,
    const kg_vertex *col, kg_vertex start, kg_edge *walk);

static double timed(const loaded *l, hierholzer_fn *find, kg_edge *walk)
{
    const bench_graph *g = &l->graph;
    double begin = bench_now();

    if (find(l->peer, g->n, g->m, g->row, g->col, g->src[0], walk))
        return -1;
    return bench_now() - begin;
}

static double circuit(void *made, kg_edge *walk)
{
    return timed(made, hierholzer_circuit, walk);
}

static double circuit_ahead(void *made, kg_edge *walk)
{
    return timed(made, hierholzer_ahead_circuit, walk);
}

const bench_peer bench_hierholzer = {"Hierholzer", UINT64_MAX, load, circuit, unload};
const bench_peer bench_hierholzer_ahead = {
    "Hierholzer, ahead", UINT64_MAX, load, circuit_ahead, unload};

#if !defined(HAVE_LEMON) || !defined(HAVE_IGRAPH)
static void *load_nothing(const bench_graph *graph)
{
    (void)graph;
    return NULL;
}
#endif
#ifndef HAVE_LEMON
const bench_peer bench_lemon = {"LEMON", UINT64_MAX, load_nothing, NULL, NULL};
#endif
#ifndef HAVE_IGRAPH
const bench_peer bench_igraph = {"igraph", UINT64_MAX, load_nothing, NULL, NULL};
#endif
