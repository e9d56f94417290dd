/*
 * Euler circuits on a device: the time of each stage on its own clock, the graph resident, the
 * median of some runs after one to warm up. Every timed walk is verified, and with --same the first of
 * all but the largest graph's is compared with the CPU's, byte for byte. One wrong answer and the program exits with 1.
 */
#include "bench.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* COMPARE_MAX: edges of a graph for which the CPU would take too long. */
enum { STAGES = 9, REPEATS_MAX = 100, COMPARE_MAX = 1 << 28 };

typedef struct graph_case {
    const char *name;
    kg_generate_options options;
} graph_case;

static const graph_case cases[] = {
    {"random 1Mi", {.kind = KG_GENERATE_RANDOM, .vertices = 1048576, .max_degree = 7}},
    {"random 10Mi", {.kind = KG_GENERATE_RANDOM, .vertices = 10485760, .max_degree = 7}},
    {"banded 10Mi", {.kind = KG_GENERATE_BANDED, .vertices = 10485760, .max_degree = 7}},
    {"triangles 1Mi", {.kind = KG_GENERATE_TRIANGLES, .vertices = 1048576, .edges = 3145728}},
    {"torus 4096x2560", {.kind = KG_GENERATE_TORUS, .width = 4096, .height = 2560}},
    {"B(10,7)", {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 10, .length = 7}},
    {"B(4,13)", {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 13}},
    {"B(4,13) relabelled",
        {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 13, .relabel = 1}},
    {"random 500Mi", {.kind = KG_GENERATE_RANDOM, .vertices = 524288000, .max_degree = 7}},
};

static int failures;

static void complain(const char *graph, const char *what)
{
    fprintf(stderr, "bench_device: %s: %s\n", graph, what);
    failures++;
}

/* One walk: the milliseconds of each stage, verification's too. */
static const kg_edge *run(
    kg_euler **euler, kg_graph *graph, kg_context *ctx, const char *name, double *stage)
{
    const kg_timing *timing;
    const kg_edge *walk = NULL;

    memset(stage, 0, STAGES * sizeof *stage);
    kg_context_clear_timing(ctx);
    if (kg_euler_find(euler, graph, NULL) != KG_OK || kg_euler_walk(*euler, &walk) != KG_OK) {
        complain(name, kg_context_message(ctx));
        return NULL;
    }
    for (size_t i = 0, count = kg_context_timing(ctx, &timing); i < count; i++)
        if (timing[i].stage[0] >= '1' && timing[i].stage[0] < '0' + STAGES)
            stage[timing[i].stage[0] - '0'] += timing[i].ms;
    return walk;
}

static void compare(kg_graph *graph, const kg_edge *walk, const char *name)
{
    kg_context *ctx = NULL;
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_graph *copy = NULL;
    kg_euler *euler = NULL;
    const kg_edge *row, *expected = NULL;
    const kg_vertex *col;
    double stage[STAGES];

    options.device = "cpu";
    kg_graph_csr(graph, &row, &col);
    if (kg_context_create(&ctx, &options) != KG_OK ||
        kg_graph_build_csr(&copy, ctx, kg_graph_vertices(graph), row, col, NULL) != KG_OK)
        complain(name, kg_context_message(ctx));
    else
        expected = run(&euler, copy, ctx, name, stage);
    if (!expected || memcmp(walk, expected, kg_graph_edges(graph) * sizeof *walk) != 0)
        complain(name, "the walk differs from the CPU's");
    kg_euler_destroy(euler);
    kg_graph_destroy(copy);
    kg_context_destroy(ctx);
}

static void run_case(const graph_case *one, const char *device, int repeats, int same)
{
    kg_context *ctx = NULL;
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_generate_options how = one->options;
    kg_graph *graph = NULL;
    double stage[STAGES], times[STAGES + 1][REPEATS_MAX], total;
    uint64_t circuits = 0;

    options.device = device;
    how.seed = 1;
    if (kg_context_create(&ctx, &options) != KG_OK ||
        kg_graph_generate(&graph, ctx, &how) != KG_OK) {
        complain(one->name, kg_context_message(ctx));
        repeats = -1;
    }
    for (int i = 0; i <= repeats; i++) {
        kg_euler *euler = NULL;
        const kg_edge *walk = run(&euler, graph, ctx, one->name, stage);

        if (!walk)
            repeats = -1;
        else if (i == 0 && same && kg_graph_edges(graph) < COMPARE_MAX)
            compare(graph, walk, one->name);
        circuits = walk ? kg_euler_initial_circuits(euler) : 0;
        kg_euler_destroy(euler);
        total = 0;
        for (int s = 1; s < STAGES && i > 0 && walk; s++) {
            times[s][i - 1] = stage[s];
            total += s >= 2 && s <= 7 ? stage[s] : 0;
        }
        if (i > 0)
            times[STAGES][i - 1] = total;
    }
    if (repeats > 0) {
        total = bench_median(times[STAGES], repeats);
        printf("| %s | %llu | %llu | %.2f | %.3f |", one->name,
            (unsigned long long)kg_graph_edges(graph), (unsigned long long)circuits, total,
            1e6 * total / (double)kg_graph_edges(graph));
        for (int s = 1; s < STAGES; s++)
            printf(" %.2f |", bench_median(times[s], repeats));
        printf("\n");
        fflush(stdout);
    }
    kg_graph_destroy(graph);
    kg_context_destroy(ctx);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"device", required_argument, NULL, 'd'},
        {"filter", required_argument, NULL, 'f'}, {"repeat", required_argument, NULL, 'r'},
        {"same", no_argument, NULL, 's'}, {0}};
    const char *device = "cuda", *filter = "";
    int option, repeats = 5, same = 0;

    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        if (option == 'd')
            device = optarg;
        else if (option == 'f')
            filter = optarg;
        else if (option == 'r' && atoi(optarg) > 0 && atoi(optarg) <= REPEATS_MAX)
            repeats = atoi(optarg);
        else if (option == 's')
            same = 1;
        else {
            fputs("Usage: bench_device [--device NAME] [--filter TEXT] [--repeat K] [--same]\n",
                stderr);
            return 64;
        }
    printf("| graph | edges | circuits | 2 to 7, ms | ns/edge | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strstr(cases[i].name, filter))
            run_case(&cases[i], device, repeats, same);
    return failures ? 1 : 0;
}
