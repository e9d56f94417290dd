/*
 * Graphs on a device: making them, and deriving from them. Each task is timed by the device's
 * clock, and as a whole call whose results the host has, beside the same call on the CPU. Times are
 * the median of some runs after one to warm up. The measure is a copy within the device in the same
 * run: a rate counts the bytes that the task must at least read and write. The first answer is
 * compared with the CPU's, byte for byte. The program exits with 1 if one answer is wrong.
 */
#include "csr/csr_ops.h"
#include "csr/generate/generate.h"
#include "device.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_MAX = 100, ARRAYS = 2 };

/* One side: the device's or the CPU's. */
typedef struct side {
    kg_context *ctx;
    kg_graph *graph;
    const kg_generate_options *options; /* or NULL */
    const kg_vertex *source, *target;   /* [m] an edge list of the graph, out of order */
    kg_graph *made;
    void *array[ARRAYS]; /* what the task gave beside: */
    uint64_t bytes[ARRAYS];
} side;

typedef struct graph_case {
    const char *name;
    kg_generate_options options; /* vertices 0: by list */
} graph_case;

static const graph_case cases[] = {
    {"random 10Mi, 1 to 5", {.kind = KG_GENERATE_RANDOM, .vertices = 10485760, .max_degree = 5}},
    {"random 10Mi, 1 to 7", {.kind = KG_GENERATE_RANDOM, .vertices = 10485760, .max_degree = 7}},
    {"hubs 10Mi", {.kind = KG_GENERATE_RANDOM}},
    {"banded 10Mi", {.kind = KG_GENERATE_BANDED, .vertices = 10485760, .max_degree = 7}},
    {"triangles 1Mi", {.kind = KG_GENERATE_TRIANGLES, .vertices = 1048576, .edges = 3145728}},
    {"torus 4096x2560", {.kind = KG_GENERATE_TORUS, .width = 4096, .height = 2560}},
    {"ring 10Mi", {.kind = KG_GENERATE_TORUS, .width = 10485760, .height = 1}},
    {"B(4,13)", {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 13}},
    {"torus relabelled", {.kind = KG_GENERATE_TORUS, .width = 4096, .height = 2560, .relabel = 1}},
};

enum { HUB_VERTICES = 10485760, HUB_EDGES = 31457280 };

static int failures;

static void complain(const kg_context *ctx, const char *graph, const char *what)
{
    fprintf(stderr, "bench_device_csr: %s: %s: %s\n", graph, what, kg_context_message(ctx));
    failures++;
}

/* ---- the tasks ------------------------------------------------------------------------------- */

static kg_status run_generate(side *s)
{
    return kg_graph_generate(&s->made, s->ctx, s->options);
}

static kg_status run_build(side *s)
{
    return kg_graph_build(&s->made, s->ctx, s->graph->n, s->graph->m, s->source, s->target, NULL);
}

static kg_status run_reverse(side *s)
{
    kg_status status = kg_graph_reverse(&s->made, NULL, s->graph);

    if (status == KG_OK) {
        s->array[0] = s->made->original;
        s->bytes[0] = s->graph->m * sizeof(kg_edge);
    }
    return status;
}

/* An array that a task fills. The context's memory, so that the same pages are used again. */
static kg_status want_array(side *s, int i, uint64_t count, size_t size)
{
    s->bytes[i] = count * size;
    return kg__host_allocate(s->ctx, &s->array[i], count, size, "a result");
}

static kg_status run_sources(side *s)
{
    kg_status status;

    KG_TRY(want_array(s, 0, s->graph->m, sizeof(kg_vertex)));
    KG_TRY(kg__csr(s->ctx)->sources(s->graph, s->array[0]));
out:
    return status;
}

static kg_status run_degrees(side *s)
{
    kg_status status;

    KG_TRY(want_array(s, 0, s->graph->n, sizeof(kg_edge)));
    KG_TRY(want_array(s, 1, s->graph->n, sizeof(kg_edge)));
    KG_TRY(kg__csr(s->ctx)->degrees(s->graph, s->array[0], s->array[1]));
out:
    return status;
}

static kg_status run_components(side *s)
{
    uint64_t count;
    kg_status status;

    KG_TRY(want_array(s, 0, s->graph->n, sizeof(kg_vertex)));
    KG_TRY(kg__csr(s->ctx)->components(s->graph, s->array[0], &count));
out:
    return status;
}

static kg_status run_spanning_tree(side *s)
{
    uint64_t count;
    kg_status status;

    KG_TRY(want_array(s, 0, s->graph->n, sizeof(kg_edge)));
    KG_TRY(kg__csr(s->ctx)->spanning_tree(s->graph, NULL, s->array[0], &count));
    s->bytes[0] = count * sizeof(kg_edge);
out:
    return status;
}

/* What a task must at least read and write: how many times row, col, a number of 4 bytes a vertex,
 * and edge ids a vertex or an edge. */
typedef struct task {
    const char *name;
    const char *stage[2]; /* of the device's work */
    kg_status (*run)(side *s);
    int row, col, vertex_words, vertex_ids, edge_ids;
} task;

static const task tasks[] = {
    {"generate", {"generate", "relabel"}, run_generate, 1, 1, 0, 0, 0},
    {"build", {"build", ""}, run_build, 1, 3, 0, 0, 0},
    {"sources", {"sources", ""}, run_sources, 1, 1, 0, 0, 0},
    {"degrees", {"degrees", ""}, run_degrees, 1, 1, 0, 2, 0},
    {"reverse", {"reverse", ""}, run_reverse, 2, 2, 0, 0, 1},
    {"components", {"components", ""}, run_components, 1, 1, 1, 0, 0},
    {"spanning tree", {"spanning tree", ""}, run_spanning_tree, 1, 1, 0, 1, 0},
};

static double bytes_of(const task *t, const kg_graph *graph)
{
    double n = graph->n, m = (double)graph->m;

    return t->row * (n + 1) * sizeof(kg_edge) + t->col * m * sizeof(kg_vertex) +
           t->vertex_words * n * sizeof(kg_vertex) + t->vertex_ids * n * sizeof(kg_edge) +
           t->edge_ids * m * sizeof(kg_edge);
}

/* Frees what the last run gave. */
static void forget(side *s)
{
    for (int i = 0; i < ARRAYS; i++)
        if (!s->made)
            kg__free(s->ctx, s->array[i]);
    kg_graph_destroy(s->made);
    s->made = NULL;
    memset(s->array, 0, sizeof s->array);
    memset(s->bytes, 0, sizeof s->bytes);
}

/* ---- a row of the table ---------------------------------------------------------------------- */

/* One run. *device: milliseconds of the task's stages; *whole: of the call. */
static kg_status run(const task *t, side *s, double *device, double *whole)
{
    const kg_timing *timing = kg_context_timing(s->ctx);
    kg_status status;

    forget(s);
    kg_context_clear_timing(s->ctx);
    *whole = bench_now();
    status = t->run(s);
    *whole = bench_now() - *whole;
    *device = 0;
    for (size_t i = 0, count = kg_context_stages(s->ctx); i < count; i++)
        if (strcmp(timing[i].stage, t->stage[0]) == 0 || strcmp(timing[i].stage, t->stage[1]) == 0)
            *device += timing[i].ms;
    return status;
}

static int same(const side *a, const side *b)
{
    if (a->made && !kg_graph_equal(a->made, b->made))
        return 0;
    for (int i = 0; i < ARRAYS; i++)
        if (a->bytes[i] != b->bytes[i] ||
            (a->bytes[i] && memcmp(a->array[i], b->array[i], a->bytes[i]) != 0))
            return 0;
    return 1;
}

static void run_task(
    const graph_case *one, const task *t, side *device, side *cpu, int repeats, double copy_rate)
{
    double on_device[REPEATS_MAX], whole[REPEATS_MAX], ms, cpu_ms, unused, bytes;

    if (t->run == run_generate && !device->options)
        return;
    if (run(t, device, &ms, &unused) != KG_OK)
        complain(device->ctx, one->name, t->name);
    else if (run(t, cpu, &unused, &cpu_ms) != KG_OK)
        complain(cpu->ctx, one->name, t->name);
    else if (!same(device, cpu))
        complain(device->ctx, one->name, "differs from the CPU's");
    else {
        for (int i = 0; i < repeats; i++)
            if (run(t, device, &on_device[i], &whole[i]) != KG_OK)
                complain(device->ctx, one->name, t->name);
        bytes = bytes_of(t, device->graph);
        ms = bench_median(on_device, repeats);
        printf("| %s | %llu | %s | %.3f | %.0f | %.2f | %.1f | %.1f |\n", one->name,
            (unsigned long long)device->graph->m, t->name, ms, 1e-6 * bytes,
            1e3 * bytes / ms / copy_rate, bench_median(whole, repeats), cpu_ms);
        fflush(stdout);
    }
    forget(device);
    forget(cpu);
}

/* Half of the edges leave one vertex, and a quarter comes to another. */
static kg_status make_hubs(side *s)
{
    kg_vertex *source = NULL, *target = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &source, HUB_EDGES, sizeof *source, "a list"));
    KG_TRY(kg__host_allocate(s->ctx, &target, HUB_EDGES, sizeof *target, "a list"));
    for (uint64_t e = 0; e < HUB_EDGES; e++) {
        source[e] = (kg_vertex)kg__random_below(1, e, HUB_VERTICES);
        target[e] = (kg_vertex)kg__random_below(2, e, HUB_VERTICES);
        source[e] = source[e] % 2 ? HUB_VERTICES / 2 : source[e];
        target[e] = target[e] % 4 ? target[e] : HUB_VERTICES / 3;
    }
    KG_TRY(kg_graph_build(&s->graph, s->ctx, HUB_VERTICES, HUB_EDGES, source, target, NULL));
out:
    kg__free(s->ctx, source);
    kg__free(s->ctx, target);
    return status;
}

static kg_status make_graph(side *s)
{
    return s->options ? kg_graph_generate(&s->graph, s->ctx, s->options) : make_hubs(s);
}

static void run_case(
    const graph_case *one, const char *device, const char *only, int repeats, double copy_rate)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_generate_options how = one->options;
    side both[2] = {{0}, {0}}; /* the device's, the CPU's */
    kg_status status = KG_OK;
    int i;

    how.seed = 1;
    for (i = 0; i < 2 && status == KG_OK; i++) {
        options.device = i ? "cpu" : device;
        both[i].options = how.vertices || how.width || how.length ? &how : NULL;
        status = kg_context_create(&both[i].ctx, &options);
        if (status == KG_OK)
            status = make_graph(&both[i]);
        if (status != KG_OK)
            complain(both[i].ctx, one->name, "the graph");
    }
    /* The reverse graph's edges as they stand in this one: out of order where targets are. */
    if (status == KG_OK && kg_graph_sources(both[1].graph, &both[1].target) == KG_OK) {
        both[1].source = both[0].source = both[1].graph->col;
        both[0].target = both[1].target;
        for (size_t t = 0; t < sizeof tasks / sizeof *tasks; t++)
            if (strstr(tasks[t].name, only))
                run_task(one, &tasks[t], &both[0], &both[1], repeats, copy_rate);
    }
    for (i = 0; i < 2; i++) {
        kg_graph_destroy(both[i].graph);
        kg_context_destroy(both[i].ctx);
    }
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"device", required_argument, NULL, 'd'},
        {"filter", required_argument, NULL, 'f'}, {"task", required_argument, NULL, 't'},
        {"repeat", required_argument, NULL, 'r'}, {0}};
    const char *device = "cuda", *filter = "", *only = "";
    int option, repeats = 5;
    double copy_rate;

    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        if (option == 'd')
            device = optarg;
        else if (option == 'f')
            filter = optarg;
        else if (option == 't')
            only = optarg;
        else if (option == 'r' && atoi(optarg) > 0 && atoi(optarg) <= REPEATS_MAX)
            repeats = atoi(optarg);
        else {
            fputs("Usage: bench_device_csr [--device NAME] [--filter TEXT] [--task TEXT] "
                  "[--repeat K]\n",
                stderr);
            return 64;
        }
    copy_rate = bench_copy_rate(device);
    printf("| graph | edges | task | device, ms | MB | of copy | whole call, ms | CPU, ms |\n"
           "|---|--:|---|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases && copy_rate > 0; i++)
        if (strstr(cases[i].name, filter))
            run_case(&cases[i], device, only, repeats, copy_rate);
    return failures || copy_rate == 0 ? 1 : 0;
}
