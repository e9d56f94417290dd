/*
 * The check of a matching and of a flow: takes what is found, and refuses it with any number of
 * the solution or of its dual changed.
 */
#include "check.h"
#include "routes/join.h"
#include <string.h>

/* Two triangles whose nodes are far from those of the other: each is a blossom. */
enum { NODES = 6, EDGES = 7, ARCS = 4 };

static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3, 2, 3};
static const int64_t costs[EDGES] = {2, 3, 4, 3, 2, 5, 50};

typedef struct solved {
    kg__matching m;
    uint32_t mate[NODES], order[NODES], begin[NODES / 2], end[NODES / 2];
    int64_t potential[NODES], value[NODES / 2];
} solved;

static void expect(check *c, kg_context *ctx, const solved *s, const char *what, kg_status expected)
{
    __int128 cost;

    check_say(c, "%s", what);
    check_status(c, ctx, kg__check_matching(ctx, &s->m, &cost), expected);
}

static void check_matching(check *c)
{
    static const int stop = 0;
    kg_context *ctx = c->context[0];
    solved s = {.m = {.nodes = NODES,
                    .edges = EDGES,
                    .priced = EDGES,
                    .node = ends,
                    .cost = costs,
                    .stop = &stop}};
    __int128 cost = 0;

    s.m.mate = s.mate;
    s.m.order = s.order;
    s.m.begin = s.begin;
    s.m.end = s.end;
    s.m.potential = s.potential;
    s.m.value = s.value;
    check_number(c, ctx, "status", kg__match(&s.m), KG__LEMON_OK);
    check_status(c, ctx, kg__check_matching(ctx, &s.m, &cost), KG_OK);
    check_number(c, ctx, "cost", (uint64_t)cost, 2 + 2 + 50);
    check_number(c, ctx, "some blossom has a value", s.m.blossoms && s.value[0], 1);
    for (int v = 0; v < NODES; v++)
        for (int more = -4; more <= 4; more += 4) {
            s.potential[v] += more;
            expect(c, ctx, &s, "a potential", more ? KG_INTERNAL : KG_OK);
            s.potential[v] -= more;
        }
    for (int v = 0; v < NODES; v++)
        for (int e = 1; e < EDGES; e++) {
            s.mate[v] = (s.mate[v] + 1) % EDGES;
            expect(c, ctx, &s, "an edge of the matching", KG_INTERNAL);
            if (e == EDGES - 1)
                s.mate[v] = (s.mate[v] + 1) % EDGES;
        }
    for (uint64_t b = 0; b < s.m.blossoms; b++) {
        s.value[b]++;
        expect(c, ctx, &s, "a blossom's value", KG_INTERNAL);
        s.value[b] = -s.value[b];
        expect(c, ctx, &s, "a blossom's value, negative", KG_INTERNAL);
        s.value[b] = -s.value[b] - 1;
        s.end[b]++;
        expect(c, ctx, &s, "a blossom of an even number of nodes", KG_INTERNAL);
        s.end[b] += 8;
        expect(c, ctx, &s, "a blossom past the end", KG_INTERNAL);
        s.end[b] -= 9;
    }
    s.order[0] = s.order[NODES - 1];
    expect(c, ctx, &s, "an order with a node twice", KG_INTERNAL);
}

static void check_flow(check *c)
{
    static const uint32_t node[] = {0, 1, 1, 2, 0, 2, 2, 0};
    static const int64_t cost_of[ARCS] = {1, 2, 4, 7}, supply[] = {2, 0, -2};
    kg_context *ctx = c->context[0];
    __int128 cost = 0;
    kg__flow f = {
        .nodes = 3, .arcs = ARCS, .priced = ARCS, .node = node, .cost = cost_of, .supply = supply};

    if (!check_status(c, ctx, kg__flow_find(ctx, &f, &cost), KG_OK))
        goto out;
    check_number(c, ctx, "cost", (uint64_t)cost, 6);
    for (int a = 0; a < ARCS; a++) {
        f.amount[a]++;
        check_status(c, ctx, kg__check_flow(ctx, &f, &cost), KG_INTERNAL);
        f.amount[a]--;
    }
    for (int v = 0; v < 3; v++) {
        f.potential[v]++;
        check_status(c, ctx, kg__check_flow(ctx, &f, &cost), KG_INTERNAL);
        f.potential[v]--;
    }
    /* A flow as it should be, but a dear one. */
    f.amount[0] = f.amount[1] = 0;
    f.amount[2] = 2;
    check_status(c, ctx, kg__check_flow(ctx, &f, &cost), KG_INTERNAL);
out:
    kg__free_all(ctx, f.amount, f.potential);
}

/* The cheap way takes one unit of three; the dual counts what it would save if it took more. */
static void check_limits(check *c)
{
    static const uint32_t node[] = {0, 1, 1, 2, 0, 2, 2, 0};
    static const int64_t cost_of[ARCS] = {1, 2, 4, 7}, supply[] = {3, 0, -3};
    int64_t most[ARCS] = {1, INT64_MAX, INT64_MAX, 0};
    kg_context *ctx = c->context[0];
    __int128 cost = 0;
    kg__flow f = {.nodes = 3,
        .arcs = ARCS,
        .priced = ARCS,
        .node = node,
        .cost = cost_of,
        .supply = supply,
        .most = most};

    if (!check_status(c, ctx, kg__flow_find(ctx, &f, &cost), KG_OK))
        goto out;
    check_number(c, ctx, "cost", (uint64_t)cost, 1 + 2 + 2 * 4);
    most[0] = 2; /* then another flow is cheaper */
    check_status(c, ctx, kg__check_flow(ctx, &f, &cost), KG_INTERNAL);
    most[0] = 0; /* more flows than may */
    check_status(c, ctx, kg__check_flow(ctx, &f, &cost), KG_INTERNAL);
    most[0] = 1;
    f.potential[2]++;
    check_status(c, ctx, kg__check_flow(ctx, &f, &cost), KG_INTERNAL);
out:
    kg__free_all(ctx, f.amount, f.potential);
}

const check_case check_certificate_cases[] = {
    {"certificate.matching", check_matching, NULL, 0},
    {"certificate.flow", check_flow, NULL, 0},
    {"certificate.limits", check_limits, NULL, 0},
    {NULL, NULL, NULL, 0},
};
