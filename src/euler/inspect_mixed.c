/*
 * Route inspection of a graph in which some edges are one-way, and which is connected.
 *
 * In:  the graph, which edges are one-way, the weights. The walk is closed.
 * Out: times[m]; net[m], how often each edge is walked from its first end less how often from its
 *     other; a bound. The problem is NP-hard: what is found may not be the shortest.
 *
 * Bounds. An edge that may be walked both ways could be walked half one way and half the other: a
 *     minimum-cost flow finds what repeats cost at least with that. It repeats edges at a cost, and
 *     takes back two-way edges, each first walked from its first end, without cost: one unit makes
 *     it half and half, two turn it round. The other bound is the cheapest join of the vertices of
 *     odd degree: the walk is one of a graph without directions, too. Both have proofs that
 *     certificate.c checks; the larger one counts.
 * Walks. 1. Those edges that the flow leaves half and half, and the cheapest join of two-way edges
 *     that makes them even at each vertex, are walked along circuits. 2. Each edge of the cheapest
 *     join of all odd vertices is walked twice; then a flow turns two-way edges round and repeats
 *     edges, two times at a time, so that none is left half and half. Either is improved: a flow
 *     finds the cheapest repeats for the directions in which its edges are walked; as long as that
 *     helps. The better one is taken. An edge that is walked as often there as back is walked once
 *     each way; else it is walked one way only.
 * Work: two joins and about six flows. Memory: 100 bytes an edge, beside LEMON's.
 * Source: Edmonds and Johnson, "Matching, Euler tours and the Chinese postman", 1973; Frederickson,
 * "Approximation algorithms for some postman problems", 1979.
 */
#include "route.h"
#include <string.h>

enum { IMPROVEMENTS = 8 }; /* at most: the third rarely helps */

typedef struct mixed {
    kg__inspection *at;
    uint64_t n, m, two_way, components;
    uint32_t *node;  /* [2 * (m + 2 * two_way)] the arcs: see build_arcs() */
    int64_t *cost;   /* [m + two_way] */
    int64_t *most;   /* [m + 2 * two_way] */
    int64_t *supply; /* [n] */
    kg__flow flow;
    int64_t *net, *best;   /* [m] */
    bool *odd;             /* [n] */
    bool *chosen;          /* [m] a join */
    kg_vertex *end;        /* [2 * two_way] of two-way edges alone */
    int64_t *weight;       /* [two_way] */
    bool *picked;          /* [two_way] */
    kg_edge *row, *cursor; /* [n+1], [n] of the halves at each vertex */
    kg_edge *half;         /* [4 * two_way] */
} mixed;

static bool is_one_way(const mixed *x, uint64_t e)
{
    return x->at->options.one_way[e];
}

/* How often an edge is walked at least to be walked so many times more one way than the other. */
static uint64_t walks(const mixed *x, uint64_t e, int64_t net)
{
    return net == 0 && !is_one_way(x, e) ? 2 : (uint64_t)(net < 0 ? -net : net);
}

static __int128 cost_of(const mixed *x, const int64_t *net)
{
    __int128 sum = 0;

    for (uint64_t e = 0; e < x->m; e++)
        sum += (__int128)x->at->weights.weight[e] * (int64_t)(walks(x, e, net[e]) - 1);
    return sum;
}

/* ---- flows ----------------------------------------------------------------------------------- */

/* Arc e repeats edge e from its first end; m + i repeats the i-th two-way edge from its other; and
 * m + two_way + i takes it back. */
static void build_arcs(mixed *x)
{
    const kg_vertex *end = x->at->end;
    uint64_t i = 0;

    for (uint64_t e = 0; e < x->m; e++) {
        x->node[2 * e] = end[2 * e];
        x->node[2 * e + 1] = end[2 * e + 1];
        x->cost[e] = x->at->weights.weight[e];
        if (is_one_way(x, e))
            continue;
        for (uint64_t k = 0; k < 2; k++) {
            x->node[2 * (x->m + k * x->two_way + i)] = end[2 * e + 1];
            x->node[2 * (x->m + k * x->two_way + i) + 1] = end[2 * e];
        }
        x->cost[x->m + i] = x->at->weights.weight[e];
        x->end[2 * i] = end[2 * e];
        x->end[2 * i + 1] = end[2 * e + 1];
        x->weight[i++] = x->at->weights.weight[e];
    }
    for (uint64_t a = 0; a < x->m + 2 * x->two_way; a++)
        x->most[a] = INT64_MAX;
}

/*
 * Adds the cheapest flow to net[], so that vertices are balanced. An edge may be taken back `back`
 * times, or 1 + chosen[] times where the flow counts `times` 2 units at once; 0: not at all.
 */
static kg_status balance(mixed *x, int64_t times, int64_t back, __int128 *cost)
{
    kg_context *ctx = x->at->graph->ctx;
    const kg_vertex *end = x->at->end;
    kg__flow *f = &x->flow;
    uint64_t i = 0;
    kg_status status;

    memset(x->supply, 0, x->n * sizeof *x->supply);
    for (uint64_t e = 0; e < x->m; e++) {
        x->supply[end[2 * e]] -= x->net[e];
        x->supply[end[2 * e + 1]] += x->net[e];
        if (!is_one_way(x, e))
            x->most[x->m + x->two_way + i++] = times == 2 ? 1 + x->chosen[e] : back;
    }
    for (uint64_t v = 0; v < x->n; v++)
        x->supply[v] /= times;
    *f = (kg__flow){.nodes = x->n,
        .arcs = x->m + (back ? 2 : 1) * x->two_way,
        .priced = x->m + x->two_way,
        .node = x->node,
        .cost = x->cost,
        .most = x->most,
        .supply = x->supply};
    kg__stage(ctx, "flow");
    KG_TRY(kg__flow_find(ctx, f, cost));
    i = 0;
    for (uint64_t e = 0; e < x->m; e++) {
        x->net[e] += times * f->amount[e];
        if (is_one_way(x, e))
            continue;
        x->net[e] -= times * f->amount[x->m + i];
        if (back)
            x->net[e] -= times * f->amount[x->m + x->two_way + i];
        i++;
    }
out:
    kg__free(ctx, f->amount);
    kg__free(ctx, f->potential);
    return status;
}

/* Balances with the directions that edges are walked in, as long as that helps. */
static kg_status improve(mixed *x)
{
    __int128 cost = cost_of(x, x->net), unused;
    kg_status status = KG_OK;

    for (int i = 0; i < IMPROVEMENTS; i++) {
        __int128 less;

        for (uint64_t e = 0; e < x->m; e++)
            x->net[e] = x->net[e] < 0 ? -1 : 1;
        KG_TRY(balance(x, 1, 0, &unused));
        less = cost_of(x, x->net);
        if (less == cost)
            break;
        cost = less;
    }
out:
    return status;
}

/* ---- joins ----------------------------------------------------------------------------------- */

/* The cheapest join of the vertices in odd[] among m edges. */
static kg_status find_join(
    mixed *x, uint64_t m, const kg_vertex *end, const int64_t *weight, bool *chosen, __int128 *cost)
{
    kg__join join = {.ctx = x->at->graph->ctx,
        .n = x->n,
        .m = m,
        .end = end,
        .weight = weight,
        .odd = x->odd,
        .chosen = chosen};
    bool any = false;
    kg_status status = KG_OK;

    for (uint64_t v = 0; v < x->n; v++)
        any |= x->odd[v];
    memset(chosen, 0, m * sizeof *chosen);
    if (any)
        KG_TRY(kg__join_find(&join));
    *cost = join.bound;
out:
    return status;
}

static void toggle(bool *odd, const kg_vertex end[2])
{
    odd[end[0]] = !odd[end[0]];
    odd[end[1]] = !odd[end[1]];
}

/* Walks circuits of copies of two-way edges: copies[i] of the i-th, 0 to 2. Adds to net[]. edge:
 * [two_way] their ids. */
static void walk_circuits(mixed *x, unsigned char *copies, const kg_edge *edge)
{
    memset(x->row, 0, (x->n + 1) * sizeof *x->row);
    for (uint64_t h = 0; h < 2 * x->two_way; h++)
        x->row[x->end[h]] += copies[h / 2];
    for (uint64_t v = 1; v <= x->n; v++)
        x->row[v] += x->row[v - 1];
    for (uint64_t h = 2 * x->two_way; h-- > 0;)
        for (unsigned k = 0; k < copies[h / 2]; k++)
            x->half[--x->row[x->end[h]]] = (kg_edge)h;
    memcpy(x->cursor, x->row, x->n * sizeof *x->cursor);
    for (uint64_t first = 0; first < x->n; first++)
        for (kg_vertex v = (kg_vertex)first; x->cursor[v] < x->row[(uint64_t)v + 1];) {
            const kg_edge h = x->half[x->cursor[v]++];

            if (!copies[h / 2])
                continue;
            copies[h / 2]--;
            x->net[edge[h / 2]] += h & 1 ? -1 : 1;
            v = x->end[h ^ 1];
        }
}

/* ---- the walks ------------------------------------------------------------------------------- */

static void keep_better(mixed *x, bool first)
{
    if (first || cost_of(x, x->net) < cost_of(x, x->best))
        memcpy(x->best, x->net, x->m * sizeof *x->best);
}

/* Makes odd[] of all edges. Returns how many vertices are odd. */
static uint64_t find_odd(mixed *x)
{
    uint64_t count = 0;

    memset(x->odd, 0, x->n * sizeof *x->odd);
    for (uint64_t e = 0; e < x->m; e++)
        toggle(x->odd, x->at->end + 2 * e);
    for (uint64_t v = 0; v < x->n; v++)
        count += x->odd[v];
    return count;
}

/* The first walk, from the flow that is the bound. */
static kg_status walk_halves(mixed *x, __int128 *bound)
{
    kg_context *ctx = x->at->graph->ctx;
    unsigned char *copies = NULL;
    kg_edge *edge = NULL;
    uint64_t i = 0;
    __int128 unused;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &copies, x->two_way, sizeof *copies, "two-way edges"));
    KG_TRY(kg__host_allocate(ctx, &edge, x->two_way, sizeof *edge, "two-way edges"));
    for (uint64_t e = 0; e < x->m; e++)
        x->net[e] = 1;
    KG_TRY(balance(x, 1, 2, bound));
    memset(x->odd, 0, x->n * sizeof *x->odd);
    for (uint64_t e = 0; e < x->m; e++) {
        if (is_one_way(x, e))
            continue;
        copies[i] = x->net[e] == 0;
        if (copies[i])
            toggle(x->odd, x->end + 2 * i);
        edge[i++] = (kg_edge)e;
    }
    KG_TRY(find_join(x, x->two_way, x->end, x->weight, x->picked, &unused));
    for (i = 0; i < x->two_way; i++)
        copies[i] = (unsigned char)(copies[i] + x->picked[i]);
    walk_circuits(x, copies, edge);
    KG_TRY(improve(x));
    keep_better(x, true);
out:
    kg__free(ctx, copies);
    kg__free(ctx, edge);
    return status;
}

/* The second walk, from the join that is the other bound. */
static kg_status walk_join(mixed *x, __int128 *bound)
{
    __int128 unused;
    kg_status status;

    find_odd(x);
    KG_TRY(find_join(x, x->m, x->at->end, x->at->weights.weight, x->chosen, bound));
    for (uint64_t e = 0; e < x->m; e++)
        x->net[e] = 1 + x->chosen[e];
    KG_TRY(balance(x, 2, 1, &unused));
    KG_TRY(improve(x));
    keep_better(x, false);
out:
    return status;
}

static kg_status allocate(mixed *x)
{
    static const char what[] = "a network of streets";
    kg_context *ctx = x->at->graph->ctx;
    const uint64_t arcs = x->m + 2 * x->two_way;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &x->node, arcs, 2 * sizeof *x->node, what));
    KG_TRY(kg__host_allocate(ctx, &x->cost, arcs, sizeof *x->cost, what));
    KG_TRY(kg__host_allocate(ctx, &x->most, arcs, sizeof *x->most, what));
    KG_TRY(kg__host_allocate(ctx, &x->supply, x->n, sizeof *x->supply, what));
    KG_TRY(kg__host_allocate(ctx, &x->net, x->m, sizeof *x->net, what));
    KG_TRY(kg__host_allocate(ctx, &x->best, x->m, sizeof *x->best, what));
    KG_TRY(kg__host_allocate(ctx, &x->odd, x->n, sizeof *x->odd, what));
    KG_TRY(kg__host_allocate(ctx, &x->chosen, x->m, sizeof *x->chosen, what));
    KG_TRY(kg__host_allocate(ctx, &x->end, x->two_way, 2 * sizeof *x->end, what));
    KG_TRY(kg__host_allocate(ctx, &x->weight, x->two_way, sizeof *x->weight, what));
    KG_TRY(kg__host_allocate(ctx, &x->picked, x->two_way, sizeof *x->picked, what));
    KG_TRY(kg__host_allocate(ctx, &x->row, x->n + 1, sizeof *x->row, what));
    KG_TRY(kg__host_allocate(ctx, &x->cursor, x->n, sizeof *x->cursor, what));
    KG_TRY(kg__host_allocate(ctx, &x->half, x->two_way, 4 * sizeof *x->half, what));
out:
    return status;
}

/* ---- is there a walk at all? ----------------------------------------------------------------- */

/* There is where each vertex can be reached from each other. */
static kg_status check_ways(mixed *x)
{
    const kg__inspection *at = x->at;
    kg_context *ctx = at->graph->ctx;
    kg__edge_run run[2] = {{at->end, NULL, x->m, 0}, {NULL, NULL, 0, 0}};
    kg_vertex *back = NULL, *component = NULL;
    kg_graph *ways = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &back, x->two_way, 2 * sizeof *back, "ways back"));
    KG_TRY(kg__host_allocate(ctx, &component, x->n, sizeof *component, "strong components"));
    for (uint64_t e = 0; e < x->m; e++)
        if (!is_one_way(x, e)) {
            back[2 * run[1].count] = at->end[2 * e + 1];
            back[2 * run[1].count++ + 1] = at->end[2 * e];
        }
    run[1].pair = back;
    KG_TRY(kg__csr_build_runs(&ways, ctx, x->n, run, 2));
    KG_TRY(kg_graph_strong_components(ways, component, &x->components));
    for (uint64_t e = 0; e < x->m; e++) {
        const kg_vertex from = at->end[2 * e + 1], to = at->end[2 * e];

        if (component[from] == component[to])
            continue;
        x->at->why = (kg_route_witness){.reason = KG_ROUTE_ONE_WAY,
            .components = x->components,
            .listed = 2,
            .vertex = {from, to}};
        KG_TRY(kg__fail(ctx, KG_NO_SOLUTION,
            "no walk uses all edges: no edges lead from vertex %u to vertex %u", from, to));
    }
out:
    kg_graph_destroy(ways);
    kg__free(ctx, back);
    kg__free(ctx, component);
    return status;
}

kg_status kg__inspect_mixed(kg__inspection *at)
{
    kg_context *ctx = at->graph->ctx;
    mixed x = {.at = at, .n = at->graph->n, .m = kg__edges(at->graph)};
    __int128 join_bound;
    kg_status status;

    for (uint64_t e = 0; e < x.m; e++)
        x.two_way += !is_one_way(&x, e);
    kg__stage(ctx, "strong components");
    KG_TRY(check_ways(&x));
    KG_TRY(kg__flow_check_size(ctx, x.n, x.m + 2 * x.two_way));
    KG_TRY(allocate(&x));
    build_arcs(&x);
    at->unbalanced = find_odd(&x);
    KG_TRY(walk_halves(&x, &at->bound));
    if (cost_of(&x, x.best) > at->bound) {
        KG_TRY(walk_join(&x, &join_bound));
        if (join_bound > at->bound)
            at->bound = join_bound;
    }
    for (uint64_t e = 0; e < x.m; e++)
        at->times[e] = walks(&x, e, x.best[e]) - 1;
    at->net = x.best;
    x.best = NULL;
    at->closed = true;
out:
    kg__free(ctx, x.node);
    kg__free(ctx, x.cost);
    kg__free(ctx, x.most);
    kg__free(ctx, x.supply);
    kg__free(ctx, x.net);
    kg__free(ctx, x.best);
    kg__free(ctx, x.odd);
    kg__free(ctx, x.chosen);
    kg__free(ctx, x.end);
    kg__free(ctx, x.weight);
    kg__free(ctx, x.picked);
    kg__free(ctx, x.row);
    kg__free(ctx, x.cursor);
    kg__free(ctx, x.half);
    return status;
}
