/*
 * Calls of ranks that are not collective, or by which a rank leaves the others: each says what one
 * context says.
 */
#include "check.h"
#include <konig/count.h>
#include <stdlib.h>
#include <string.h>

/* What one context says of a graph, and how it is generated. */
typedef struct known {
    kg_generate_options generate;
    kg_euler_options options;
    kg_graph *graph, *circuits;
    kg_edge *circuit;
    const kg_edge *walk;
    kg_euler *euler;
    kg_euler_unique unique;
    kg_euler_count count;
} known;

static void learn(check *c, known *k)
{
    kg_context *ctx = c->context[0];

    check_status(c, ctx, kg_graph_generate(&k->graph, ctx, &k->generate), KG_OK);
    check_status(c, ctx, kg_euler_find(&k->euler, k->graph, &k->options), KG_OK);
    check_status(c, ctx, kg_euler_walk(k->euler, &k->walk), KG_OK);
    if (k->options.kind == KG_EULER_TRAILS)
        return;
    check_status(c, ctx, kg_euler_is_unique(&k->unique, k->euler, k->graph), KG_OK);
    check_status(c, ctx, kg_euler_count_circuits(&k->count, k->graph), KG_OK);
    if (k->generate.path)
        return;
    k->circuit = check_array(kg_graph_edges(k->graph), sizeof *k->circuit);
    check_status(c, ctx, kg_euler_circuits(k->graph, k->circuit), KG_OK);
    check_status(c, ctx, kg_euler_circuit_graph(&k->circuits, k->graph), KG_OK);
}

static void unlearn(check *c, known *k)
{
    kg_euler_count_clear(&k->count, c->context[0]);
    kg_euler_destroy(k->euler);
    kg_graph_destroy(k->circuits);
    kg_graph_destroy(k->graph);
    free(k->circuit);
}

static void check_circuits(check *c, kg_context *ctx, kg_graph *graph, const known *k)
{
    const uint64_t m = kg_graph_edges(graph);
    kg_edge *circuit = check_array(m, sizeof *circuit);
    kg_graph *circuits = NULL;

    if (check_status(c, ctx, kg_euler_circuits(graph, circuit), KG_OK))
        check_equal(c, ctx, "circuits", circuit, k->circuit, m, sizeof *circuit);
    if (check_status(c, ctx, kg_euler_circuit_graph(&circuits, graph), KG_OK))
        check_number(c, ctx, "circuit graph", kg_graph_equal(circuits, k->circuits), 1);
    kg_graph_destroy(circuits);
    free(circuit);
}

/* Where there is no walk to count, all ranks say so, and go on. */
static void check_uncounted(check *c, kg_context *ctx)
{
    static const kg_vertex source[] = {0, 2}, target[] = {1, 3};
    kg_graph *graph = NULL;
    kg_euler_count count;

    check_status(c, ctx, kg_graph_build(&graph, ctx, 4, 2, source, target, NULL), KG_OK);
    check_status(c, ctx, kg_euler_count_circuits(&count, graph), KG_NO_SOLUTION);
    check_number(c, ctx, "what was counted", count.kind, KG_EULER_ANY);
    kg_graph_destroy(graph);
}

/* Each rank asks by itself what needs no share of anything; and how many walks there are, which is
 * collective. */
static void run_alone(check *c, kg_context *ctx, void *argument)
{
    const known *k = argument;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    kg_euler_unique unique;
    kg_euler_count count = {0};
    uint64_t first, share;

    check_status(c, ctx, kg_graph_generate(&graph, ctx, &k->generate), KG_OK);
    if (!k->generate.path)
        check_circuits(c, ctx, graph, k);
    check_status(c, ctx, kg_euler_verify(graph, k->walk, kg_euler_found(k->euler)), KG_OK);
    check_uncounted(c, ctx);
    if (check_status(c, ctx, kg_euler_count_circuits(&count, graph), KG_OK)) {
        check_number(c, ctx, "start", count.start, k->count.start);
        check_number(c, ctx, "end", count.end, k->count.end);
        check_number(c, ctx, "the same count", count.log10_walks == k->count.log10_walks, 1);
    }
    check_status(c, ctx, kg_euler_find(&euler, graph, NULL), KG_OK);
    for (int collected = 0; collected < 2; collected++) {
        kg_euler_share(euler, &first, &share);
        if (share < kg_graph_edges(graph))
            check_status(c, ctx, kg_euler_is_unique(&unique, euler, graph), KG_ARGUMENT);
        else if (check_status(c, ctx, kg_euler_is_unique(&unique, euler, graph), KG_OK))
            check_number(c, ctx, "unique", unique, k->unique);
        check_status(c, ctx, kg_euler_collect(euler), KG_OK);
    }
    kg_euler_count_clear(&count, ctx);
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

/* A walk is collected by those ranks alone that have found it. */
static void run_left(check *c, kg_context *ctx, void *argument)
{
    const known *k = argument;
    kg_comm *comm = check_comm(ctx);
    const bool alone = kg_comm_ranks(comm) == 1;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    const kg_edge *walk;
    uint64_t first, share;

    check_status(c, ctx, kg_graph_generate(&graph, ctx, &k->generate), KG_OK);
    check_status(c, ctx, kg_euler_find(&euler, graph, &k->options), KG_OK);
    kg_context_join(ctx, NULL);
    check_status(c, ctx, kg_euler_collect(euler), alone ? KG_OK : KG_ARGUMENT);
    kg_euler_share(euler, &first, &share);
    check_number(c, ctx, "share", share == kg_graph_edges(graph), alone);
    kg_context_join(ctx, comm);
    check_status(c, ctx, kg_euler_collect(euler), KG_OK);
    kg_context_join(ctx, NULL);
    check_status(c, ctx, kg_euler_collect(euler), KG_OK);
    kg_euler_share(euler, &first, &share);
    kg_euler_walk(euler, &walk);
    check_equal(c, ctx, "walk", walk, k->walk + first, share, sizeof *walk);
    kg_euler_destroy(euler);
    check_status(c, ctx, kg_euler_find(&euler, graph, &k->options), KG_OK);
    kg_context_join(ctx, comm);
    check_status(c, ctx, kg_euler_collect(euler), alone ? KG_OK : KG_ARGUMENT);
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

/* A rank on a GPU lends its share there, and rank 0 the whole once it has that. One on the CPU has
 * nothing to lend. */
static void run_lent(check *c, kg_context *ctx, void *argument)
{
    static const kg_device_options any = {.no_stream = 1};
    const known *k = argument;
    const kg_comm *comm = check_comm(ctx);
    const bool several = kg_comm_ranks(comm) > 1,
               last = kg_comm_rank(comm) + 1 == kg_comm_ranks(comm);
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    const kg_edge *walk;
    kg_edge *d_walk, *back;
    uint64_t first, share, whole;

    check_status(c, ctx, kg_graph_generate(&graph, ctx, &k->generate), KG_OK);
    check_status(c, ctx, kg_euler_find(&euler, graph, &k->options), KG_OK);
    kg_euler_share(euler, &first, &share);
    check_status(c, ctx, kg_euler_walk(euler, &walk), KG_OK);
    back = check_array(kg_graph_edges(graph), sizeof *back);
    if (strcmp(c->backend, "cpu") == 0) {
        check_status(c, ctx, kg_euler_walk_device(euler, &d_walk, &any), KG_UNSUPPORTED);
        goto out;
    }
    check_status(c, ctx, kg_euler_walk_device(euler, &d_walk, &any), KG_OK);
    check_download(ctx, back, d_walk, share, sizeof *back);
    check_equal(c, ctx, "share", back, k->walk + first, share, sizeof *back);
    if (!last)
        check_status(c, ctx, kg_euler_return_device(euler, &any), KG_OK);
    check_status(c, ctx, kg_euler_collect(euler), several ? KG_ARGUMENT : KG_OK);
    if (last)
        check_status(c, ctx, kg_euler_return_device(euler, &any), KG_OK);
    check_status(c, ctx, kg_euler_collect(euler), KG_OK);
    check_equal(c, ctx, "share lent before", walk, k->walk + first, share, sizeof *walk);
    kg_euler_share(euler, &first, &whole);
    check_status(c, ctx, kg_euler_walk_device(euler, &d_walk, &any), KG_OK);
    check_status(c, ctx, kg_euler_collect(euler), KG_OK); /* again, while it is lent */
    check_download(ctx, back, d_walk, whole, sizeof *back);
    check_equal(c, ctx, "share or whole", back, k->walk + first, whole, sizeof *back);
    check_status(c, ctx, kg_euler_return_device(euler, &any), KG_OK);
    check_status(c, ctx, kg_euler_walk(euler, &walk), KG_OK);
    check_equal(c, ctx, "walk", walk, k->walk + first, whole, sizeof *walk);
out:
    free(back);
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
}

/* Of a circuit, a path, and trails where they are asked for. */
static void check_known(check *c, check_rank_fn *do_run, bool trails)
{
    static const char *const name[] = {"a circuit", "a path", "trails"};

    for (int what = 0; what < 2 + trails; what++) {
        known k = {.generate = {.kind = KG_GENERATE_RANDOM,
                       .vertices = 300,
                       .max_degree = 4,
                       .seed = c->seed,
                       .path = what > 0},
            .options = {.kind = what == 2 ? KG_EULER_TRAILS : KG_EULER_ANY}};

        learn(c, &k);
        for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
            check_say(c, "%d ranks, %s", ranks, name[what]);
            check_ranks(c, ranks, 1, do_run, &k);
        }
        unlearn(c, &k);
    }
}

static void test_alone(check *c)
{
    check_known(c, run_alone, false);
}

static void test_left(check *c)
{
    check_known(c, run_left, true);
}

static void test_lent(check *c)
{
    check_known(c, run_lent, true);
}

const check_case check_ranks_calls_cases[] = {
    {"ranks.alone", test_alone, NULL, 0, true},
    {"ranks.left", test_left, NULL, 0, true},
    {"ranks.lent", test_lent, NULL, 0, true},
    {NULL, NULL, NULL, 0},
};
