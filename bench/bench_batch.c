/*
 * Euler circuits of many small graphs, directed and undirected: kg_euler_batch() on one thread and
 * on all, beside kg_euler_find() for each graph in turn on one thread. Edges per second, the median
 * of some runs after one to warm up. Each graph is a random closed walk. The program exits with 1
 * if a call fails, or if the walks of the two calls differ.
 *
 * usage: bench_batch [graphs [edges of each [vertices of each]]]   (1000000 20 8)
 */
#include "bench.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 5 };

typedef struct graphs {
    uint64_t count, n, m;
    uint64_t *first_vertex, *row;
    kg_vertex *target;
    kg_edge *walk, *other;
    kg_euler_batch_answer *answer;
    bool undirected;
} graphs;

static int failures;

static void complain(const kg_context *ctx, const char *what)
{
    fprintf(stderr, "bench_batch: %s: %s\n", what, kg_context_message(ctx));
    failures = 1;
}

static void *array(uint64_t count, size_t size)
{
    void *memory = calloc(count + 1, size);

    if (!memory)
        exit(1);
    return memory;
}

static kg_vertex draw(uint64_t *state, uint64_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (kg_vertex)((*state >> 33) % n);
}

static void make_graph(graphs *g, uint64_t i, kg_vertex *along, uint64_t *state)
{
    uint64_t *row = g->row + i * g->n, at = i * g->m;

    for (uint64_t k = 0; k < g->m; k++)
        along[k] = draw(state, g->n);
    along[g->m] = along[0];
    for (uint64_t v = 0; v < g->n; v++) {
        for (uint64_t k = 0; k < g->m; k++)
            if (along[k] == v)
                g->target[at++] = along[k + 1];
        row[v + 1] = at;
    }
    g->first_vertex[i + 1] = (i + 1) * g->n;
}

static double batch(kg_context *ctx, graphs *g)
{
    const kg_euler_batch_options options = {.undirected = g->undirected};
    const double begin = bench_now();

    if (kg_euler_batch(g->walk, g->answer, ctx, g->count, g->first_vertex, g->row, g->target,
            &options) != KG_OK)
        complain(ctx, "kg_euler_batch");
    return bench_now() - begin;
}

/* kg_euler_find() for each of the first `count` graphs. */
static double alone(kg_context *ctx, graphs *g, uint64_t count)
{
    kg_edge *row = array(g->n + 1, sizeof *row);
    const double begin = bench_now();

    for (uint64_t i = 0; i < count; i++) {
        kg_graph *csr = NULL, *undirected = NULL;
        kg_euler *euler = NULL;
        const kg_edge *walk;

        for (uint64_t v = 0; v <= g->n; v++)
            row[v] = (kg_edge)(g->row[i * g->n + v] - i * g->m);
        if (kg_graph_borrow_csr(&csr, ctx, g->n, row, g->target + i * g->m, NULL) != KG_OK ||
            (g->undirected && kg_graph_undirected(&undirected, csr) != KG_OK) ||
            kg_euler_find(&euler, undirected ? undirected : csr, NULL) != KG_OK ||
            kg_euler_walk(euler, &walk) != KG_OK)
            complain(ctx, "kg_euler_find");
        else
            memcpy(g->other + i * g->m, walk, g->m * sizeof *walk);
        kg_euler_destroy(euler);
        kg_graph_destroy(undirected);
        kg_graph_destroy(csr);
    }
    free(row);
    return bench_now() - begin;
}

static void measure(graphs *g, const char *name, int threads, uint64_t only)
{
    const kg_context_options options = {.device = "cpu", .threads = threads};
    kg_context *ctx = NULL;
    double ms[RUNS];

    if (kg_context_create(&ctx, &options) != KG_OK) {
        complain(ctx, "a context");
        return;
    }
    for (int k = -1; k < RUNS; k++)
        ms[k < 0 ? 0 : k] = only ? alone(ctx, g, only) : batch(ctx, g);
    printf("%-10s  %-20s %8.2f M edges/s\n", g->undirected ? "undirected" : "directed", name,
        (double)((only ? only : g->count) * g->m) / bench_median(ms, RUNS) / 1e3);
    kg_context_destroy(ctx);
}

int main(int count, char **argument)
{
    graphs g = {.count = count > 1 ? strtoull(argument[1], NULL, 10) : 1000000,
        .m = count > 2 ? strtoull(argument[2], NULL, 10) : 20,
        .n = count > 3 ? strtoull(argument[3], NULL, 10) : 8};
    const uint64_t some = g.count / 20 + 1 < g.count ? g.count / 20 + 1 : g.count;
    kg_vertex *along = array(g.m + 1, sizeof *along);
    uint64_t state = 1;

    g.first_vertex = array(g.count + 1, sizeof *g.first_vertex);
    g.row = array(g.count * g.n + 1, sizeof *g.row);
    g.target = array(g.count * g.m, sizeof *g.target);
    g.walk = array(g.count * g.m, sizeof *g.walk);
    g.other = array(g.count * g.m, sizeof *g.other);
    g.answer = array(g.count, sizeof *g.answer);
    for (uint64_t i = 0; i < g.count; i++)
        make_graph(&g, i, along, &state);
    for (int k = 0; k < 2; k++) {
        g.undirected = k;
        measure(&g, "batch, 1 thread", 1, 0);
        measure(&g, "batch, all threads", 0, 0);
        measure(&g, "one by one, 1 thread", 1, some);
        if (memcmp(g.walk, g.other, some * g.m * sizeof *g.walk) != 0) {
            fprintf(stderr, "bench_batch: the walks differ\n");
            failures = 1;
        }
    }
    free(along);
    free(g.first_vertex);
    free(g.row);
    free(g.target);
    free(g.walk);
    free(g.other);
    free(g.answer);
    return failures;
}
