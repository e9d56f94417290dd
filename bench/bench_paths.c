/*
 * Shortest paths on a device: the distances of all vertices from one, and their tree, by a search
 * and by an index. The graph and the index are resident. Stages are timed by the device's clock,
 * the whole call by the host's; each time is the median of some runs after one to warm up. Every
 * first answer is compared, byte for byte, with that of the search on one thread of the CPU, whose
 * time stands beside. The program exits with 1 if one answer is wrong.
 *
 * usage: bench_paths [--device NAME] [--filter TEXT] [--repeat K]
 */
#include "bench.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_MAX = 100, STAGES = 2 };

typedef struct paths_case {
    const char *name;
    kg_generate_options options;
    int by_index;
} paths_case;

static const paths_case cases[] = {
    {"random 10Mi, 1 to 7",
        {.kind = KG_GENERATE_RANDOM, .vertices = 10485760, .max_degree = 7, .seed = 1}, 0},
    {"roads, 5900 x 5900",
        {.kind = KG_GENERATE_GRID_ROADS, .width = 5900, .height = 5900, .seed = 1}, 0},
    {"roads, 1000 x 1000",
        {.kind = KG_GENERATE_GRID_ROADS, .width = 1000, .height = 1000, .seed = 1}, 1},
};

/* One way of finding the distances. */
typedef struct way {
    const char *name;
    kg_context *ctx;
    kg_graph *graph;
    kg_hierarchy *index; /* or NULL */
    kg_distances *found;
} way;

static int failures;

static void complain(const kg_context *ctx, const char *graph, const char *what)
{
    fprintf(stderr, "bench_paths: %s: %s: %s\n", graph, what, kg_context_message(ctx));
    failures++;
}

/* One run. ms: of the search or sweep, and of the tree. *whole: of the call. */
static kg_status run(way *w, double ms[STAGES], double *whole)
{
    const kg_timing *timing = kg_context_timing(w->ctx);
    const kg_vertex source = (kg_vertex)(kg_graph_vertices(w->graph) / 2);
    kg_status status;

    kg_distances_destroy(w->found);
    w->found = NULL;
    kg_context_clear_timing(w->ctx);
    *whole = bench_now();
    status = w->index ? kg_hierarchy_tree(&w->found, w->index, &source, 1, NULL)
                      : kg_graph_distances(&w->found, w->graph, &source, 1, NULL);
    *whole = bench_now() - *whole;
    ms[0] = ms[1] = 0;
    for (size_t i = 0, count = kg_context_stages(w->ctx); i < count; i++)
        if (strcmp(timing[i].stage, w->index ? "sweep" : "search") == 0)
            ms[0] += timing[i].ms;
        else if (strcmp(timing[i].stage, "tree") == 0)
            ms[1] += timing[i].ms;
    return status;
}

static int same(const way *a, const way *b)
{
    const uint64_t n = kg_graph_vertices(a->graph);

    return memcmp(kg_distances_lengths(a->found), kg_distances_lengths(b->found),
               n * sizeof(double)) == 0 &&
           memcmp(kg_distances_edges(a->found), kg_distances_edges(b->found),
               n * sizeof(kg_edge)) == 0;
}

static void run_way(const char *name, way *w, way *cpu, double cpu_ms, int repeats)
{
    double stage[STAGES][REPEATS_MAX], whole[REPEATS_MAX], ms[STAGES], first;

    if (run(w, ms, &first) != KG_OK)
        complain(w->ctx, name, w->name);
    else if (!same(w, cpu))
        complain(w->ctx, name, "differs from the CPU's");
    else {
        for (int i = 0; i < repeats; i++) {
            if (run(w, ms, &whole[i]) != KG_OK)
                complain(w->ctx, name, w->name);
            for (int s = 0; s < STAGES; s++)
                stage[s][i] = ms[s];
        }
        printf("| %s | %llu | %llu | %s | %.3f | %.3f | %.1f | %.1f | %.0f |\n", name,
            (unsigned long long)kg_graph_vertices(w->graph),
            (unsigned long long)kg_graph_edges(w->graph), w->name, bench_median(stage[0], repeats),
            bench_median(stage[1], repeats), bench_median(whole, repeats), first, cpu_ms);
        fflush(stdout);
    }
    kg_distances_destroy(w->found);
    w->found = NULL;
}

static void run_case(const paths_case *one, const char *device, int repeats)
{
    const kg_context_options on_cpu = {.device = "cpu", .threads = 1},
                             on_device = {.device = device};
    way cpu = {.name = "search"}, own = {.name = "search"};
    double unused[STAGES], cpu_ms;

    if (kg_context_create(&cpu.ctx, &on_cpu) != KG_OK ||
        kg_graph_generate(&cpu.graph, cpu.ctx, &one->options) != KG_OK ||
        run(&cpu, unused, &cpu_ms) != KG_OK || run(&cpu, unused, &cpu_ms) != KG_OK)
        complain(cpu.ctx, one->name, "the CPU");
    else if (kg_context_create(&own.ctx, &on_device) != KG_OK ||
             kg_graph_generate(&own.graph, own.ctx, &one->options) != KG_OK)
        complain(own.ctx, one->name, "the graph");
    else {
        run_way(one->name, &own, &cpu, cpu_ms, repeats);
        own.name = "index";
        if (one->by_index && kg_hierarchy_build(&own.index, own.graph, NULL) != KG_OK)
            complain(own.ctx, one->name, own.name);
        else if (one->by_index)
            run_way(one->name, &own, &cpu, cpu_ms, repeats);
    }
    kg_distances_destroy(cpu.found);
    kg_hierarchy_destroy(own.index);
    kg_graph_destroy(own.graph);
    kg_graph_destroy(cpu.graph);
    kg_context_destroy(own.ctx);
    kg_context_destroy(cpu.ctx);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"device", required_argument, NULL, 'd'},
        {"filter", required_argument, NULL, 'f'}, {"repeat", required_argument, NULL, 'r'}, {0}};
    const char *device = "cuda", *filter = "";
    int option, repeats = 5;

    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        if (option == 'd')
            device = optarg;
        else if (option == 'f')
            filter = optarg;
        else if (option == 'r' && atoi(optarg) > 0 && atoi(optarg) <= REPEATS_MAX)
            repeats = atoi(optarg);
        else {
            fputs("Usage: bench_paths [--device NAME] [--filter TEXT] [--repeat K]\n", stderr);
            return 64;
        }
    printf("| graph | vertices | edges | by | search or sweep, ms | tree, ms | whole call, ms | "
           "first call, ms | CPU, ms |\n|---|--:|--:|---|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strstr(cases[i].name, filter))
            run_case(&cases[i], device, repeats);
    return failures ? 1 : 0;
}
