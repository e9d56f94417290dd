/* Graphs without loops and without edges that are there more than once, beside a search through all
 * edges before each. */
#include "../check.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 90 };

typedef struct list {
    uint64_t n, m;
    kg_vertex end[2 * MOST];
    double value[MOST];
} list;

static void make_list(list *l, uint64_t *seed)
{
    l->n = 1 + check_random(seed) % 7;
    l->m = check_random(seed) % MOST;
    for (uint64_t e = 0; e < l->m; e++) {
        l->end[2 * e] = (kg_vertex)(check_random(seed) % l->n);
        l->end[2 * e + 1] = (kg_vertex)(check_random(seed) % l->n);
        l->value[e] = (double)(check_random(seed) % 16);
    }
}

static kg_status build(kg_graph **graph, kg_context *ctx, const list *l, bool directed, bool valued)
{
    const double *value = valued ? l->value : NULL;
    kg_vertex source[MOST], target[MOST];

    for (uint64_t e = 0; e < l->m; e++) {
        source[e] = l->end[2 * e];
        target[e] = l->end[2 * e + 1];
    }
    return directed ? kg_graph_build(graph, ctx, l->n, l->m, source, target, value)
                    : kg_graph_build_undirected(graph, ctx, l->n, l->m, l->end, value);
}

/* Whether edge e is one with `first`, which stays and, of mirrors, has no partner yet. */
static bool are_one(const kg_vertex *first, const kg_vertex *e, bool directed,
    const kg_simplify_options *options, bool has_partner)
{
    const bool same = first[0] == e[0] && first[1] == e[1];
    const bool turned = first[0] == e[1] && first[1] == e[0];

    if (options->parallel)
        return same || (turned && !directed);
    return options->mirrors && turned && e[0] != e[1] && !has_partner;
}

static void expect(list *simple, const list *l, bool directed, const kg_simplify_options *options)
{
    bool has_partner[MOST] = {false};

    simple->n = l->n;
    simple->m = 0;
    for (uint64_t e = 0; e < l->m; e++) {
        const kg_vertex *end = l->end + 2 * e;
        uint64_t k = 0;

        if (options->loops && end[0] == end[1])
            continue;
        while (
            k < simple->m && !are_one(simple->end + 2 * k, end, directed, options, has_partner[k]))
            k++;
        if (k == simple->m) {
            memcpy(simple->end + 2 * k, end, 2 * sizeof *end);
            simple->value[simple->m++] = l->value[e];
            continue;
        }
        has_partner[k] = true;
        if (options->keep == KG_KEEP_SUM)
            simple->value[k] += l->value[e];
        else if (options->keep == KG_KEEP_LEAST && l->value[e] < simple->value[k])
            simple->value[k] = l->value[e];
    }
}

static void test_simplify(check *c)
{
    uint64_t seed = c->seed + 77;

    for (int round = 0; round < 3000; round++) {
        const bool defaults = round % 5 == 0;
        const kg_simplify_options options = {.parallel = defaults || round & 1,
            .loops = defaults || round >> 1 & 1 || !(round & 1),
            .mirrors = !defaults && round >> 2 & round >> 3 & 1,
            .keep = (kg_keep)(defaults ? 0 : round % 3)};
        const bool directed = !(round >> 3 & 1), valued = round >> 4 & 1;
        kg_context *ctx = c->context[round % c->contexts];
        const uint64_t held = kg_context_memory(ctx).current;
        kg_graph *graph = NULL, *simple = NULL, *expected = NULL;
        uint64_t parallel = 0;
        list l, shorter;

        make_list(&l, &seed);
        expect(&shorter, &l, directed, &options);
        check_say(c, "round %d", round);
        check_status(c, ctx, build(&graph, ctx, &l, directed, valued), KG_OK);
        check_status(c, ctx, build(&expected, ctx, &shorter, directed, valued), KG_OK);
        if (check_status(
                c, ctx, kg_graph_simplify(&simple, graph, defaults ? NULL : &options), KG_OK) &&
            shorter.m)
            check_number(c, ctx, "equal", (uint64_t)kg_graph_equal(simple, expected), 1);
        check_number(c, ctx, "edges", kg_graph_edges(simple), shorter.m);
        if (options.parallel && !options.loops) {
            check_status(c, ctx, kg_graph_count_parallel(graph, &parallel), KG_OK);
            check_number(c, ctx, "parallel edges", parallel, l.m - shorter.m);
        }
        kg_graph_destroy(graph);
        kg_graph_destroy(simple);
        kg_graph_destroy(expected);
        check_number(c, ctx, "bytes left", kg_context_memory(ctx).current, held);
    }
}

static void test_simplify_refused(check *c)
{
    static const kg_vertex end[] = {0, 1};
    const kg_simplify_options mirrors = {.mirrors = 1}, keep = {.keep = (kg_keep)3};
    kg_context *ctx = c->context[0];
    kg_graph *graph, *simple;

    check_say(c, "refused");
    check_status(c, ctx, kg_graph_build(&graph, ctx, 2, 1, end, end + 1, NULL), KG_OK);
    check_status(c, ctx, kg_graph_simplify(&simple, graph, &mirrors), KG_ARGUMENT);
    check_status(c, ctx, kg_graph_simplify(&simple, graph, &keep), KG_ARGUMENT);
    check_number(c, ctx, "nothing", simple == NULL, 1);
    kg_graph_destroy(graph);
}

static kg_status simplify(kg_context *ctx, bool directed)
{
    static const kg_vertex end[] = {0, 1, 1, 0, 0, 0, 0, 1};
    static const double value[] = {1, 2, 3, 4};
    const kg_simplify_options options = {.parallel = 1, .loops = 1};
    list l = {.n = 2, .m = 4};
    kg_graph *graph = NULL, *simple = NULL;
    kg_status status;

    memcpy(l.end, end, sizeof end);
    memcpy(l.value, value, sizeof value);
    KG_TRY(build(&graph, ctx, &l, directed, true));
    KG_TRY(kg_graph_simplify(&simple, graph, &options));
out:
    kg_graph_destroy(simple);
    kg_graph_destroy(graph);
    return status;
}

static void test_simplify_allocations(check *c)
{
    for (int i = 0; i < c->contexts; i++)
        for (int directed = 0; directed < 2; directed++) {
            check_say(c, "allocations%s", directed ? ", directed" : "");
            CHECK_ALLOCATIONS(c, c->context[i], simplify(c->context[i], directed));
        }
}

const check_case check_simplify_cases[] = {
    {"csr.simplify", test_simplify, NULL, 0},
    {"csr.simplify-refused", test_simplify_refused, NULL, 0},
    {"csr.simplify-allocations", test_simplify_allocations, NULL, 0},
    {NULL, NULL, NULL, 0},
};
