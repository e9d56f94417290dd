/* Cases of the Euler calls beside the search: verification, starts, the circuit graph, failures. */
#include "euler_oracle.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long wide;

static kg_graph *small_graph(check *c, kg_context *ctx, int path)
{
    kg_generate_options options = KG_GENERATE_OPTIONS_INIT;
    kg_graph *graph = NULL;

    options.kind = KG_GENERATE_DEBRUIJN;
    options.alphabet = 3;
    options.length = 5;
    options.path = path;
    check_status(c, ctx, kg_graph_generate(&graph, ctx, &options), KG_OK);
    return graph;
}

/* What is done to a right walk so that it is wrong. */
static void damage(kg_edge *walk, uint64_t m, int how, uint64_t *state)
{
    uint64_t i = check_random(state) % m, j = check_random(state) % (m - 1);
    kg_edge kept = walk[i];

    j += j >= i;
    switch (how) {
    case 0: /* an edge twice, another never */
        walk[i] = walk[j];
        break;
    case 1: /* no edge of the graph */
        walk[i] = (kg_edge)m;
        break;
    case 2:
        walk[i] = KG_NO_EDGE;
        break;
    default: /* two edges exchanged, which leave different vertices: see the caller */
        walk[i] = walk[j];
        walk[j] = kept;
        break;
    }
}

/* Walks of a graph, each against expected[m], which is made where it is NULL. */
static void compare_runs(check *c, kg_graph *graph, kg_edge **expected)
{
    const int runs = strcmp(kg_context_device(graph->ctx), "cpu") ? 20 : 4;
    const kg_euler_options options = {.skip_verify = 1};
    kg_context *ctx = graph->ctx;
    uint64_t m = kg_graph_edges(graph);

    for (int run = 0; run < runs; run++) {
        kg_euler *euler = NULL;
        const kg_edge *walk = NULL;

        if (kg_euler_find(&euler, graph, &options) != KG_OK ||
            kg_euler_walk(euler, &walk) != KG_OK) {
            check_status(c, ctx, KG_INTERNAL, KG_OK);
        } else if (!*expected) {
            *expected = check_array(m, sizeof **expected);
            memcpy(*expected, walk, m * sizeof *walk);
        } else {
            check_number(c, ctx, "same walk", memcmp(walk, *expected, m * sizeof *walk), 0);
        }
        kg_euler_destroy(euler);
    }
}

/* All generators, circuit and path: the same bytes from every context, run after run. */
static void test_again(check *c)
{
    for (int g = 0; g < 2 * GENERATED; g++) {
        kg_generate_options options = oracle_generated[g / 2];
        kg_edge *expected = NULL;

        options.path = g & 1;
        options.seed = c->seed;
        check_say(
            c, "generator %d, number %d%s", options.kind, g / 2, options.path ? ", path" : "");
        for (int k = 0; k < c->contexts; k++) {
            kg_graph *graph = NULL;
            kg_status status = kg_graph_generate(&graph, c->context[k], &options);

            if (check_status(c, c->context[k], status, KG_OK))
                compare_runs(c, graph, &expected);
            kg_graph_destroy(graph);
        }
        free(expected);
    }
}

static void test_verify(check *c)
{
    uint64_t state = c->seed;

    for (int k = 0; k < c->contexts; k++)
        for (int path = 0; path < 2; path++) {
            kg_context *ctx = c->context[k];
            kg_graph *graph = small_graph(c, ctx, path);
            uint64_t m = kg_graph_edges(graph);
            kg_euler_kind kind = path ? KG_EULER_PATH : KG_EULER_CIRCUIT;
            kg_edge *wrong = check_array(m, sizeof *wrong);
            const kg_edge *walk;
            kg_euler *euler = NULL;

            check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK);
            kg_euler_walk(euler, &walk);
            check_say(c, "the right walk");
            check_status(c, ctx, kg_euler_verify(graph, walk, kind), KG_OK);
            check_status(c, ctx,
                kg_euler_verify(graph, walk, path ? KG_EULER_CIRCUIT : KG_EULER_PATH),
                KG_NO_SOLUTION);
            for (int how = 0; how < 4; how++) {
                const kg_vertex *source;

                check_say(c, "damage %d", how);
                kg_graph_sources(graph, &source);
                for (bool fits = true; fits;) {
                    memcpy(wrong, walk, m * sizeof *wrong);
                    damage(wrong, m, how, &state);
                    fits = false;
                    if (how ==
                        3) { /* of one vertex' loops and parallel edges either order is right */
                        uint64_t i = 0;

                        while (wrong[i] == walk[i])
                            i++;
                        fits = source[wrong[i]] == source[walk[i]];
                    }
                }
                check_status(c, ctx, kg_euler_verify(graph, wrong, kind), KG_NO_SOLUTION);
                if (!*kg_context_message(ctx))
                    check_fail(c, ctx, "no message");
            }
            free(wrong);
            kg_euler_destroy(euler);
            kg_graph_destroy(graph);
        }
}

static void test_starts(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        const kg_vertex source[] = {0, 1, 1, 1, 2}, target[] = {1, 0, 2, 2, 1};
        kg_euler_options options = KG_EULER_OPTIONS_INIT;
        kg_graph *path = small_graph(c, ctx, 1), *circuit = NULL;
        kg_euler *euler = NULL;
        const kg_edge *walk;

        check_say(c, "starts");
        /* 0 and 1 to and fro, 1 -> 2 twice, 2 -> 1 once: a path from 1 to 2 */
        check_status(c, ctx, kg_graph_build(&circuit, ctx, 4, 5, source, target, NULL), KG_OK);
        for (kg_vertex start = 0; start < 6; start++) {
            options.has_start = 1;
            options.start = start;
            check_status(
                c, ctx, kg_euler_find(&euler, circuit, &options), start == 1 ? KG_OK : KG_ARGUMENT);
            kg_euler_destroy(euler);
        }
        kg_graph_destroy(circuit);
        /* without the last: parallel edges first in the row of 1 */
        check_status(c, ctx,
            kg_graph_build(&circuit, ctx, 3, 4, (const kg_vertex[]){1, 1, 2, 2},
                (const kg_vertex[]){2, 2, 1, 1}, NULL),
            KG_OK);
        options.start = 1;
        if (check_status(c, ctx, kg_euler_find(&euler, circuit, &options), KG_OK)) {
            kg_euler_walk(euler, &walk);
            check_number(c, ctx, "first edge", walk[0], 0);
        }
        kg_euler_destroy(euler);
        kg_graph_destroy(circuit);
        kg_graph_destroy(path);
    }
}

/* ---- the first edge -------------------------------------------------------------------------- */

enum { WANDER_VERTICES = 7, WANDER_EDGES = 14 };

typedef struct wander {
    kg_vertex n, start, end, source[WANDER_EDGES], target[WANDER_EDGES];
    uint64_t m;
} wander;

/* A graph with an Euler path or circuit: the edges of a random walk, in random order. */
static wander make_wander(uint64_t *state)
{
    wander g = {.n = 2 + (kg_vertex)(check_random(state) % (WANDER_VERTICES - 1))};
    kg_vertex at = g.start = (kg_vertex)(check_random(state) % g.n);

    g.m = 1 + check_random(state) % WANDER_EDGES;
    for (uint64_t e = 0; e < g.m; e++) {
        uint64_t place = check_random(state) % (e + 1);
        kg_vertex next = (kg_vertex)(check_random(state) % g.n);

        g.source[e] = g.source[place];
        g.target[e] = g.target[place];
        g.source[place] = at;
        g.target[place] = next;
        at = next;
    }
    g.end = at;
    return g;
}

/* Whether the edges are connected with each other and with a vertex once one of them is left out. */
static bool holds_without(const kg_graph *graph, const kg_vertex *source, kg_edge out, kg_vertex at)
{
    bool seen[WANDER_VERTICES] = {false};

    seen[at] = true;
    for (int round = 0; round < WANDER_VERTICES; round++)
        for (kg_edge e = 0; e < graph->m; e++)
            if (e != out && (seen[source[e]] || seen[graph->col[e]]))
                seen[source[e]] = seen[graph->col[e]] = true;
    for (kg_edge e = 0; e < graph->m; e++)
        if (e != out && !seen[source[e]])
            return false;
    return true;
}

/* A walk that is given its start begins with that vertex' first edge, but where no path can. */
static void test_first_edges(check *c)
{
    enum { GRAPHS = 5000 };

    for (int k = 0; k < c->contexts; k++) {
        const int graphs = strcmp(kg_context_device(c->context[k]), "cpu") ? GRAPHS / 10 : GRAPHS;
        kg_context *ctx = c->context[k];
        uint64_t state = c->seed, others = 0, cannot = 0;

        for (int i = 0; i < graphs; i++) {
            wander g = make_wander(&state);
            kg_euler_options options = KG_EULER_OPTIONS_INIT;
            kg_graph *graph = NULL;
            kg_euler *euler = NULL;
            const kg_vertex *source;
            const kg_edge *walk;
            kg_edge first;
            bool can;

            check_say(c, "random walk %d", i);
            check_status(
                c, ctx, kg_graph_build(&graph, ctx, g.n, g.m, g.source, g.target, NULL), KG_OK);
            kg_graph_sources(graph, &source);
            first = graph->row[g.start];
            can = g.start == g.end || holds_without(graph, source, first, graph->col[first]);
            for (int asked = 0; asked < 2; asked++) {
                options.has_start = asked;
                options.start = asked ? g.start : 0;
                if (!check_status(c, ctx, kg_euler_find(&euler, graph, &options), KG_OK))
                    continue;
                kg_euler_walk(euler, &walk);
                check_number(c, ctx, "source of the first edge", source[walk[0]],
                    asked || g.start != g.end ? g.start : source[0]);
                if (asked)
                    check_number(c, ctx, "begins with the first edge", walk[0] == first, can);
                else
                    others += can && g.start != g.end && walk[0] != first;
                check_status(c, ctx, kg_euler_verify(graph, walk, kg_euler_found(euler)), KG_OK);
                kg_euler_destroy(euler);
            }
            cannot += !can;
            kg_graph_destroy(graph);
        }
        check_say(
            c, "walks that had to change %llu, that could not %llu", (wide)others, (wide)cannot);
        if (!others || !cannot)
            check_fail(c, ctx, "the graphs were too easy");
    }
}

static kg_status find_and_forget(kg_graph *graph)
{
    kg_euler *euler = NULL;
    kg_status status = kg_euler_find(&euler, graph, NULL);

    kg_euler_destroy(euler);
    return status;
}

static kg_status link_and_forget(kg_graph *graph)
{
    kg_graph *circuits = NULL;
    kg_status status = kg_euler_circuit_graph(&circuits, graph);

    kg_graph_destroy(circuits);
    return status;
}

static void test_allocations(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];

        for (int path = 0; path < 2; path++) {
            kg_graph *graph = small_graph(c, ctx, path);
            kg_edge *circuit = check_array(kg_graph_edges(graph), sizeof *circuit);
            kg_euler *euler = NULL;
            const kg_edge *walk;

            check_say(c, path ? "a path" : "a circuit");
            check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK);
            kg_euler_walk(euler, &walk);
            CHECK_ALLOCATIONS(c, ctx, find_and_forget(graph));
            CHECK_ALLOCATIONS(c, ctx, kg_euler_verify(graph, walk, kg_euler_found(euler)));
            if (!path) {
                CHECK_ALLOCATIONS(c, ctx, link_and_forget(graph));
                CHECK_ALLOCATIONS(c, ctx, kg_euler_circuits(graph, circuit));
            }
            kg_euler_destroy(euler);
            kg_graph_destroy(graph);
            free(circuit);
        }
    }
}

/* Auto: each call of the device's driver fails in turn, and the CPU finds the circuit instead, the
 * same one. Without a device, the CPU does at once. */
static void test_fallback(check *c)
{
    enum { CALLS_MOST = 5000, EDGES_FOR_OPEN = 100000000 };
    const bool device = strcmp(c->backend, "cpu") != 0;
    const kg_generate_options generated = {
        .kind = KG_GENERATE_RANDOM, .vertices = 50000, .max_degree = 7, .seed = 3};
    const kg_context_options options = {"auto", 1, 0, NULL, NULL};
    kg_edge *expected = NULL;
    kg_context *ctx = NULL;
    kg_graph *graph = NULL;
    uint64_t calls = 0, held = 0;
    bool failed;

    check_say(c, "auto, with a device that fails");
    if (!check_status(c, c->context[0], kg_context_create(&ctx, &options), KG_OK) ||
        !check_status(c, ctx, kg_graph_generate(&graph, ctx, &generated), KG_OK))
        goto out;
    kg__begin(ctx);
    if (device) { /* which is worth while once it is open */
        kg__choose(ctx, KG__WORK_EULER, EDGES_FOR_OPEN, UINT64_MAX);
        kg__end_choice(ctx);
    }
    do {
        kg_euler *euler = NULL;
        const kg_edge *walk = NULL;
        const uint64_t m = kg_graph_edges(graph);

        kg__fault_set(ctx, KG__FAULT_DEVICE, ++calls);
        check_say(c, "auto, call %llu of the device fails", (unsigned long long)calls);
        check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK);
        kg__fault_set(ctx, KG__FAULT_DEVICE, 0);
        failed = device && strcmp(kg_context_device(ctx), "cpu") == 0;
        check_number(c, ctx, "a message", *kg_context_message(ctx) != '\0', 0);
        if (!euler || !check_status(c, ctx, kg_euler_walk(euler, &walk), KG_OK))
            break;
        if (!expected) {
            expected = check_array(m, sizeof *expected);
            memcpy(expected, walk, m * sizeof *walk);
        }
        check_number(c, ctx, "the same walk", memcmp(walk, expected, m * sizeof *walk), 0);
        kg_euler_destroy(euler);
        if (calls == 1)
            held = kg_context_memory(ctx).current;
        check_number(c, ctx, "bytes left behind", kg_context_memory(ctx).current - held, 0);
    } while (failed && calls < CALLS_MOST);
    check_number(c, ctx, "calls that failed", device ? calls > 10 && !failed : calls == 1, 1);
out:
    kg_graph_destroy(graph);
    kg_context_destroy(ctx);
    free(expected);
}

/* ---- the circuit graph ----------------------------------------------------------------------- */

static void test_circuit_graph(check *c)
{
    for (int g = 0; g < GENERATED; g++)
        for (int k = 0; k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            kg_graph *graph = NULL, *circuits = NULL;
            uint64_t links = 0, components;
            const kg_edge *row;
            const kg_vertex *col;
            oracle o = {0};

            check_say(c, "generator number %d", g);
            if (!check_status(
                    c, ctx, kg_graph_generate(&graph, ctx, &oracle_generated[g]), KG_OK) ||
                kg_graph_edges(graph) > 20000 ||
                !check_status(c, ctx, kg_euler_circuit_graph(&circuits, graph), KG_OK)) {
                kg_graph_destroy(graph);
                continue;
            }
            oracle_graph(&o, graph, UINT64_MAX, 0);
            oracle_pairing(&o);
            oracle_partition(&o);
            oracle_join(&o);
            kg_graph_csr(circuits, &row, &col);
            check_number(c, ctx, "circuits", kg_graph_vertices(circuits), o.circuits);
            check_status(c, ctx, kg_graph_components(circuits, NULL, &components), KG_OK);
            check_number(c, ctx, "components", components, o.trees);
            for (uint64_t v = 0, i = 0; v < o.n; v++) /* each link has its edge, */
                for (uint64_t s = o.row[v]; s + 1 < o.row[v + 1]; s++) {
                    uint64_t a = o.circuit[s], b = o.circuit[s + 1];
                    char name[24];
                    kg_vertex from, to;

                    if (a == b)
                        continue;
                    kg_graph_find_vertex(circuits, name,
                        (size_t)snprintf(name, sizeof name, "%llu", (wide)(a < b ? a : b)), &from);
                    kg_graph_find_vertex(circuits, name,
                        (size_t)snprintf(name, sizeof name, "%llu", (wide)(a < b ? b : a)), &to);
                    for (i = row[from]; i < row[from + 1] && col[i] != to;)
                        i++;
                    if (i == row[from + 1])
                        check_fail(c, ctx, "no edge for the link of slots %llu and %llu", (wide)s,
                            (wide)s + 1);
                    links++;
                }
            for (uint64_t e = 1; e < kg_graph_edges(circuits); e++) /* and none comes twice */
                if (col[e] == col[e - 1]) {
                    const kg_vertex *source;

                    kg_graph_sources(circuits, &source);
                    if (source[e] == source[e - 1])
                        check_fail(c, ctx, "edge %llu is there twice", (wide)e);
                }
            if (kg_graph_edges(circuits) > links)
                check_fail(c, ctx, "more edges than links");
            oracle_free(&o);
            kg_graph_destroy(circuits);
            kg_graph_destroy(graph);
        }
}

/* ---- two threads ----------------------------------------------------------------------------- */

/* What a thread of its own does on a context of its own, some times over. */
typedef struct worker {
    const char *device;
    const kg_generate_options *options;
    const kg_edge *walk; /* [m] what it must find */
    uint64_t m;
    kg_status status;
    int rounds, right;
} worker;

static kg_status work_once(worker *w, kg_context *ctx)
{
    kg_graph *graph = NULL, *reverse = NULL, *again = NULL;
    kg_euler *euler = NULL;
    const kg_edge *walk;
    const kg_vertex *src;
    kg_status status;

    KG_TRY(kg_graph_generate(&graph, ctx, w->options));
    KG_TRY(kg_euler_find(&euler, graph, NULL));
    KG_TRY(kg_euler_walk(euler, &walk));
    KG_TRY(kg_graph_sources(graph, &src));
    KG_TRY(kg_graph_build(
        &again, ctx, graph->n, graph->m, src, graph->col, NULL)); /* in order: the same graph */
    KG_TRY(kg_graph_reverse(&reverse, NULL, graph));
    w->right += graph->m == w->m && memcmp(walk, w->walk, w->m * sizeof *walk) == 0 &&
                kg_graph_equal(graph, again) && reverse->m == w->m;
out:
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
    kg_graph_destroy(again);
    kg_graph_destroy(reverse);
    return status;
}

static void *work(void *user)
{
    worker *w = user;
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;

    options.device = w->device;
    options.threads = 2;
    w->status = kg_context_create(&ctx, &options);
    for (int round = 0; round < w->rounds && w->status == KG_OK; round++)
        w->status = work_once(w, ctx);
    kg_context_destroy(ctx);
    return NULL;
}

static void test_two_contexts(check *c)
{
    enum { WORKERS = 2 };
    static const kg_generate_options options[WORKERS] = {
        {.kind = KG_GENERATE_RANDOM, .vertices = 50000, .max_degree = 7, .seed = 3},
        {.kind = KG_GENERATE_TRIANGLES, .vertices = 40000, .edges = 160000, .relabel = 1}};
    kg_context *ctx = c->context[0];
    kg_graph *graph[WORKERS] = {NULL};
    kg_euler *euler[WORKERS] = {NULL};
    worker w[WORKERS];
    pthread_t thread[WORKERS];

    check_say(c, "two contexts in two threads");
    for (int i = 0; i < WORKERS; i++) {
        w[i] = (worker){.device = c->backend, .options = &options[i], .rounds = 10};
        check_status(c, ctx, kg_graph_generate(&graph[i], ctx, &options[i]), KG_OK);
        check_status(c, ctx, kg_euler_find(&euler[i], graph[i], NULL), KG_OK);
        check_status(c, ctx, kg_euler_walk(euler[i], &w[i].walk), KG_OK);
        w[i].m = kg_graph_edges(graph[i]);
    }
    for (int i = 0; i < WORKERS; i++)
        check_number(c, ctx, "no thread", pthread_create(&thread[i], NULL, work, &w[i]) != 0, 0);
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(thread[i], NULL);
        check_number(c, ctx, "status", w[i].status, KG_OK);
        check_number(c, ctx, "right rounds", w[i].right, w[i].rounds);
        kg_euler_destroy(euler[i]);
        kg_graph_destroy(graph[i]);
    }
}

const check_case check_euler_calls_cases[] = {
    {"euler.circuit_graph", test_circuit_graph, NULL, 0},
    {"euler.starts", test_starts, NULL, 0},
    {"euler.first-edges", test_first_edges, NULL, 0},
    {"euler.again", test_again, NULL, 0},
    {"euler.verify", test_verify, NULL, 0},
    {"euler.allocations", test_allocations, NULL, 0},
    {"euler.fallback", test_fallback, NULL, 0},
    {"euler.two_contexts", test_two_contexts, NULL, 0},
    {NULL, NULL, NULL, 0},
};
