/* The peer igraph, by its function igraph_eulerian_cycle(). */
#include "../bench.h"
#include <igraph/igraph.h>
#include <stdlib.h>

typedef struct loaded {
    igraph_t graph;
    igraph_vector_int_t edges; /* first the edge list, then the answer */
} loaded;

static void *load(const bench_graph *graph)
{
    loaded *made = malloc(sizeof *made);

    if (!made)
        return NULL;
    igraph_set_error_handler(igraph_error_handler_ignore);
    if (igraph_vector_int_init(&made->edges, (igraph_integer_t)(2 * graph->m)) != IGRAPH_SUCCESS) {
        free(made);
        return NULL;
    }
    for (uint64_t e = 0; e < graph->m; e++) {
        VECTOR(made->edges)[2 * e] = graph->src[e];
        VECTOR(made->edges)[2 * e + 1] = graph->col[e];
    }
    if (igraph_create(&made->graph, &made->edges, (igraph_integer_t)graph->n,
            graph->row ? IGRAPH_DIRECTED : IGRAPH_UNDIRECTED) == IGRAPH_SUCCESS)
        return made;
    igraph_vector_int_destroy(&made->edges);
    free(made);
    return NULL;
}

static double circuit(void *made, kg_edge *walk)
{
    loaded *l = made;
    igraph_integer_t m = igraph_ecount(&l->graph);
    double begin = bench_now(), ms;

    if (igraph_eulerian_cycle(&l->graph, &l->edges, NULL) != IGRAPH_SUCCESS ||
        igraph_vector_int_size(&l->edges) != m)
        return -1;
    ms = bench_now() - begin;
    for (igraph_integer_t i = 0; i < m; i++)
        walk[i] = (kg_edge)VECTOR(l->edges)[i];
    return ms;
}

static void unload(void *made)
{
    loaded *l = made;

    igraph_destroy(&l->graph);
    igraph_vector_int_destroy(&l->edges);
    free(l);
}

const bench_peer bench_igraph = {"igraph", 12000000, load, circuit, unload};
