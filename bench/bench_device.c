/*
 * Euler circuits on a device: the time of each stage by the device's clock, with the graph in its
 * memory; the median of some runs after one to warm up. Every timed walk is verified. With --same
 * the first walk of each graph but the largest is also compared with the CPU's, byte for byte. The
 * program exits with 1 if one answer is wrong.
 */
#include "device.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* COMPARE_MAX: edges of a graph for which the CPU would take too long. FEW: circuits that are
 * joined without a second walk. */
enum { STAGES = 9, REPEATS_MAX = 100, COMPARE_MAX = 1 << 28, FEW = 256 };

/* One graph's figures. */
typedef struct result {
    const char *name;
    uint64_t n, m, circuits;
    int undirected;
    double stage[STAGES], all;
} result;

/* The stages that are timed. Stage 5 looks for the links of stage 4 itself. */
static const int shown[] = {1, 2, 3, 5, 6, 7, 8};

enum { SHOWN = sizeof shown / sizeof *shown };

static int failures;

static void complain(const char *graph, const char *what)
{
    fprintf(stderr, "bench_device: %s: %s\n", graph, what);
    failures++;
}

/* Finds one walk: the milliseconds of each stage, verification included. */
static const kg_edge *run(
    kg_euler **euler, kg_graph *graph, kg_context *ctx, const char *name, double *stage)
{
    const kg_timing *timing = kg_context_timing(ctx);
    const kg_edge *walk = NULL;

    memset(stage, 0, STAGES * sizeof *stage);
    kg_context_clear_timing(ctx);
    if (kg_euler_find(euler, graph, NULL) != KG_OK || kg_euler_walk(*euler, &walk) != KG_OK) {
        complain(name, kg_context_message(ctx));
        return NULL;
    }
    for (size_t i = 0, count = kg_context_stages(ctx); i < count; i++)
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
    const uint64_t n = kg_graph_vertices(graph), m = kg_graph_edges(graph);
    const kg_edge *row, *expected = NULL;
    const kg_vertex *col, *end;
    double stage[STAGES];

    options.device = "cpu";
    kg_graph_csr(graph, &row, &col);
    if (kg_context_create(&ctx, &options) != KG_OK ||
        (kg_graph_kind(graph) == KG_UNDIRECTED
                ? kg_graph_ends(graph, &end) != KG_OK ||
                      kg_graph_build_undirected(&copy, ctx, n, m, end, NULL) != KG_OK
                : kg_graph_build_csr(&copy, ctx, n, row, col, NULL) != KG_OK))
        complain(name, kg_context_message(ctx));
    else
        expected = run(&euler, copy, ctx, name, stage);
    if (!expected || memcmp(walk, expected, m * sizeof *walk) != 0)
        complain(name, "the walk differs from the CPU's");
    kg_euler_destroy(euler);
    kg_graph_destroy(copy);
    kg_context_destroy(ctx);
}

/* Returns whether all runs were right. */
static int run_case(result *out, const bench_case *one, const char *device, int repeats, int same)
{
    kg_context *ctx = NULL;
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_graph *graph = NULL;
    double stage[STAGES], times[STAGES + 1][REPEATS_MAX];

    options.device = device;
    if (kg_context_create(&ctx, &options) != KG_OK ||
        bench_generate(&graph, ctx, one, 1) != KG_OK) {
        complain(one->name, kg_context_message(ctx));
        repeats = -1;
    }
    *out = (result){.name = one->name, .undirected = one->undirected};
    for (int i = 0; i <= repeats; i++) {
        kg_euler *euler = NULL;
        const kg_edge *walk = run(&euler, graph, ctx, one->name, stage);

        if (!walk)
            repeats = -1;
        else if (i == 0 && same && kg_graph_edges(graph) < COMPARE_MAX)
            compare(graph, walk, one->name);
        out->circuits = walk ? kg_euler_initial_circuits(euler) : 0;
        kg_euler_destroy(euler);
        if (i == 0 || !walk)
            continue;
        times[STAGES][i - 1] = 0;
        for (int s = 1; s < STAGES; s++) {
            times[s][i - 1] = stage[s];
            times[STAGES][i - 1] += s >= 2 && s <= 7 ? stage[s] : 0;
        }
    }
    if (repeats > 0) {
        out->n = kg_graph_vertices(graph);
        out->m = kg_graph_edges(graph);
        out->all = bench_median(times[STAGES], repeats);
        for (int s = 1; s < STAGES; s++)
            out->stage[s] = bench_median(times[s], repeats);
    }
    kg_graph_destroy(graph);
    kg_context_destroy(ctx);
    return repeats > 0;
}

static void print_times(const result *r)
{
    printf("| %s | %llu | %llu | %.2f | %.3f |", r->name, (unsigned long long)r->m,
        (unsigned long long)r->circuits, r->all, 1e6 * r->all / (double)r->m);
    for (int i = 0; i < SHOWN; i++)
        printf(" %.2f |", r->stage[shown[i]]);
    printf("\n");
    fflush(stdout);
}

/*
 * The bytes that a stage must at least read and write, by the sizes of its arrays. A dependent read
 * counts 4 bytes, though it moves a sector of 32.
 */
static double bytes_of(const result *r, int stage)
{
    const double n = (double)r->n, m = (double)r->m, edge = sizeof(kg_edge),
                 vertex = sizeof(kg_vertex);
    const int few = r->circuits <= FEW;
    int passes = 1; /* of the radix sort, by 8 bits of a vertex */

    switch (stage) {
    case 1: /* row offsets, both ends of each row among the sources */
        return n * (edge + 2 * vertex);
    case 2: /* numbers written, keys counted, pairs read and written in each pass */
        while ((r->n - 1) >> 8 * passes)
            passes++;
        return m * (edge + vertex) + 2 * passes * m * (edge + vertex);
    case 3: /* pred for pairs and for the walk, which is recorded */
        return 3 * m * edge;
    case 5: /* sources, label and chosen bits; what joins circuits is not counted */
        return m * vertex + m / 4;
    case 6: /* pred to pred' */
        return few ? 0 : 2 * m * edge;
    case 7: /* many: pred', the record; the record, the walk */
        return (few ? 2 : 4) * m * edge;
    default: /* 8: the walk, source and target of each edge, a bit */
        return m * (edge + 2 * vertex) + m / 8;
    }
}

static void print_bytes(const result *r, double copy_rate)
{
    printf("| %s |", r->name);
    for (int i = 0; i < SHOWN; i++) {
        double bytes = bytes_of(r, shown[i]);

        if (bytes > 0)
            printf(" %.0f MB, %.2f |", 1e-6 * bytes, 1e3 * bytes / r->stage[shown[i]] / copy_rate);
        else
            printf(" |");
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"device", required_argument, NULL, 'd'},
        {"filter", required_argument, NULL, 'f'}, {"repeat", required_argument, NULL, 'r'},
        {"same", no_argument, NULL, 's'}, {0}};
    const char *device = "cuda", *filter = "";
    result done[BENCH_GRAPHS];
    double copy_rate;
    int option, repeats = 5, same = 0, ran = 0;

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
    copy_rate = bench_copy_rate(device);
    printf("| graph | edges | circuits | 2 to 7, ms | ns/edge | 1 | 2 | 3 | 5 | 6 | 7 | 8 |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 1; i < BENCH_GRAPHS && copy_rate > 0; i++)
        if (strstr(bench_graphs[i].name, filter) &&
            run_case(&done[ran], &bench_graphs[i], device, repeats, same))
            print_times(&done[ran++]);
    printf("\nMB that the stage must read and write at least, and what part of the copy's rate "
           "that is:\n\n"
           "| graph | 1 | 2 | 3 | 5 | 6 | 7 | 8 |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for (int i = 0; i < ran; i++)
        if (!done[i].undirected)
            print_bytes(&done[i], copy_rate);
    return failures || !ran ? 1 : 0;
}
