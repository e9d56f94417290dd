/* What the benchmark programs share: the clock, the median, the graphs. */
#include "bench.h"
#include <stdlib.h>
#include <time.h>

const bench_case bench_graphs[BENCH_GRAPHS] = {
    {"random 100Ki", {.kind = KG_GENERATE_RANDOM, .vertices = 102400, .max_degree = 7}},
    {"random 1Mi", {.kind = KG_GENERATE_RANDOM, .vertices = 1048576, .max_degree = 7}},
    {"random 10Mi", {.kind = KG_GENERATE_RANDOM, .vertices = 10485760, .max_degree = 7}},
    {"banded 10Mi", {.kind = KG_GENERATE_BANDED, .vertices = 10485760, .max_degree = 7}},
    {"triangles 1Mi", {.kind = KG_GENERATE_TRIANGLES, .vertices = 1048576, .edges = 3145728}},
    {"torus 4096x2560", {.kind = KG_GENERATE_TORUS, .width = 4096, .height = 2560}},
    {"B(10,7)", {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 10, .length = 7}},
    {"B(4,13)", {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 13}},
    {"B(4,13) relabelled",
        {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 13, .relabel = 1}},
    {"undirected 1Mi", {.kind = KG_GENERATE_RANDOM, .vertices = 1048576, .max_degree = 7}, 1},
    {"undirected 10Mi", {.kind = KG_GENERATE_RANDOM, .vertices = 10485760, .max_degree = 7}, 1},
    {"random 500Mi", {.kind = KG_GENERATE_RANDOM, .vertices = 524288000, .max_degree = 7}},
};

kg_status bench_generate(kg_graph **graph, kg_context *ctx, const bench_case *one, uint64_t seed)
{
    kg_generate_options options = one->options;
    kg_graph *directed;
    kg_status status;

    options.seed = seed;
    status = kg_graph_generate(graph, ctx, &options);
    if (status != KG_OK || !one->undirected)
        return status;
    directed = *graph;
    status = kg_graph_undirected(graph, directed);
    kg_graph_destroy(directed);
    return status;
}

double bench_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_median(double *value, int count)
{
    qsort(value, (size_t)count, sizeof *value, compare);
    return count % 2 ? value[count / 2] : (value[count / 2 - 1] + value[count / 2]) / 2;
}
