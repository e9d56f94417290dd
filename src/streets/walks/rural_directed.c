/*
 * A walk that covers a part of the streets where directions count: some are one-way, or both sides
 * are to be covered.
 *
 * In:  the required streets and those that join them.
 * Out: times[0], times[1]; the ends.
 * Method: what is walked besides is a flow of least cost along all streets, from crossings that too
 *     many ways lead to, to those that too few do. A two-way street that is to be covered once goes
 *     its shorter way at first; two units that flow back along it turn it round, each at half of
 *     what the other way costs more. The least cost of that, where one unit may flow as well, is
 *     the bound. Streets with one unit are then turned so that they form the fewest trails, and the
 *     flow is found again with all of them fixed.
 *     Without two-way streets to be covered once the flow is the answer, and the shortest with one
 *     group. An open walk is closed by a unit from its end to its start; one that is not given may
 *     be any end of a required street.
 * Source: as inspect_mixed.c in ../routes: Frederickson's MIXED1; with lengths that depend on the
 *     direction Z. Win, "On the windy postman problem on Eulerian graphs", Math. Programming 44
 *     (1989).
 */
#include "rural.h"
#include <konig/euler.h>
#include <stdlib.h>
#include <string.h>

typedef struct network {
    kg__rural *r;
    bool *free;            /* [streets] it is to be covered once, either way */
    unsigned char *turned; /* [streets] of such a street, and of a loop: it goes backwards */
    uint32_t *node;        /* [2 * arcs] */
    int64_t *cost, *most;  /* [arcs] */
    int64_t *supply;       /* [crossings + 2] */
    uint64_t *street;      /* [arcs] 2 e or 2 e + 1, the way along a street; those behind: e */
    uint64_t streets;      /* arcs along streets; then those that turn streets, up to turns */
    uint64_t turns;
    kg__flow flow;
} network;

enum { TURN = 2 }; /* units that turn a street round */

#define MOST_REDUCED (INT64_C(1) << 52) /* the sum that a join may have */

static void add_arc(network *net, uint64_t from, uint64_t to, int64_t most, uint64_t street)
{
    const uint64_t a = net->flow.arcs++;

    net->node[2 * a] = (uint32_t)from;
    net->node[2 * a + 1] = (uint32_t)to;
    net->most[a] = most;
    net->street[a] = street;
}

/* How often a street is covered from its first end and from its second, before anything flows. */
static void cover(const network *net, uint64_t e, uint64_t times[2])
{
    const kg__streets_tour *t = net->r->tour;
    const kg_streets *s = t->streets;
    const bool joins = net->r->joins[e];

    times[0] = times[1] = 0;
    if (net->free[e] && net->r->way[e] == KG__RURAL_BOTH)
        times[0] = times[1] = 1;
    else if (net->free[e] && (s->required[e] || joins))
        times[net->r->way[e] ? net->r->way[e] < 0 : net->turned[e]] = 1;
    else if (s->required[e] && t->both_sides && !s->one_way[e])
        times[0] = times[1] = 1;
    else if (s->required[e])
        times[net->turned[e]] = 1u + t->both_sides;
    else
        times[net->turned[e]] = joins;
}

/* What a street costs before anything flows, besides what it is required to. */
static __int128 extra_cost(const network *net, uint64_t e)
{
    const kg__streets_tour *t = net->r->tour;
    const kg_streets *s = t->streets;
    const int64_t there = kg__rural_weight(net->r, 2 * e),
                  back = kg__rural_weight(net->r, 2 * e + 1);
    const uint64_t covers = kg__tour_covers(t, e);
    uint64_t times[2];

    cover(net, e, times);
    return (__int128)times[0] * there + (__int128)times[1] * back -
           (t->both_sides && !s->one_way[e] ? (__int128)(covers / 2) * (there + back)
                                            : (__int128)covers * net->r->weights.weight[e]);
}

/* Makes the network. turning: streets may be turned round. */
static void build(network *net, bool turning)
{
    const kg__streets_tour *t = net->r->tour;
    const kg_streets *s = t->streets;
    const uint64_t n = s->map.crossings, m = s->map.streets;
    uint64_t times[2];

    net->flow = (kg__flow){.nodes = n + 2,
        .node = net->node,
        .cost = net->cost,
        .supply = net->supply,
        .most = net->most};
    memset(net->supply, 0, (n + 2) * sizeof *net->supply);
    for (uint64_t e = 0; e < m; e++) {
        cover(net, e, times);
        for (unsigned k = 0; k < 2; k++) {
            net->supply[s->end[2 * e + k]] -= (int64_t)times[k];
            net->supply[s->end[2 * e + !k]] += (int64_t)times[k];
            if (k && s->one_way[e])
                continue;
            net->cost[net->flow.arcs] = kg__rural_weight(net->r, 2 * e + k);
            add_arc(net, s->end[2 * e + k], s->end[2 * e + !k], INT64_MAX, 2 * e + k);
        }
    }
    net->streets = net->flow.arcs;
    for (uint64_t e = 0; e < m && turning; e++) {
        cover(net, e, times);
        if (!net->free[e] || net->r->way[e] || !(times[0] + times[1]))
            continue;
        net->cost[net->flow.arcs] =
            net->r->cost ? llabs(net->r->cost[2 * e] - net->r->cost[2 * e + 1]) / 2 : 0;
        add_arc(net, s->end[2 * e + !times[1]], s->end[2 * e + !times[0]], TURN, e);
    }
    net->turns = net->flow.priced = net->flow.arcs;
    if (!t->open)
        return;
    net->supply[t->start != KG_NO_VERTEX ? t->start : n]++;
    net->supply[t->end != KG_NO_VERTEX ? t->end : n + 1]--;
    for (uint64_t v = 0; v < n && t->start == KG_NO_VERTEX; v++)
        if (net->r->member[v])
            add_arc(net, n, v, 1, 0);
    for (uint64_t v = 0; v < n && t->end == KG_NO_VERTEX; v++)
        if (net->r->member[v])
            add_arc(net, v, n + 1, 1, 0);
}

static kg_status solve(network *net, bool turning, __int128 *cost)
{
    kg_context *ctx = net->r->tour->ctx;
    kg_status status;

    kg__free_all(ctx, net->flow.amount, net->flow.potential);
    build(net, turning);
    KG_TRY(kg__flow_check_size(ctx, net->flow.nodes, net->flow.arcs));
    KG_TRY(kg__flow_find(ctx, &net->flow, cost));
out:
    return status;
}

/* Turns the streets along which one unit flows into the fewest trails. half: [halves] of them. */
static kg_status turn_halves(network *net, const uint64_t *half, uint64_t halves)
{
    const kg_streets *s = net->r->tour->streets;
    kg_context *ctx = net->r->tour->ctx;
    const kg_euler_options options = {.kind = KG_EULER_TRAILS};
    kg_vertex *end = NULL;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    const kg_edge *walk;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &end, halves, 2 * sizeof *end, "streets to be turned"));
    for (uint64_t i = 0; i < halves; i++)
        memcpy(end + 2 * i, s->end + 2 * half[i], 2 * sizeof *end);
    KG_TRY(kg_graph_build_undirected(&graph, ctx, s->map.crossings, halves, end, NULL));
    KG_TRY(kg_euler_find(&euler, graph, &options));
    KG_TRY(kg_euler_walk(euler, &walk));
    for (uint64_t i = 0; i < halves; i++)
        net->turned[half[walk[i] / 2]] = walk[i] & 1;
out:
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
    kg__free(ctx, end);
    return status;
}

/* Turns the streets as the flow says. halves: [out] how many it leaves half and half. */
static kg_status turn_streets(network *net, uint64_t *halves)
{
    kg__rural *r = net->r;
    const double *length = r->tour->streets->length;
    kg_context *ctx = r->tour->ctx;
    uint64_t *half = NULL;
    kg_status status;

    *halves = 0;
    KG_TRY(kg__host_allocate(
        ctx, &half, net->turns - net->streets, sizeof *half, "streets to be turned"));
    for (uint64_t a = net->streets; a < net->turns; a++) {
        if (net->flow.amount[a] == TURN)
            net->turned[net->street[a]] ^= 1;
        if (net->flow.amount[a] != 1)
            continue;
        half[(*halves)++] = net->street[a];
        if (r->half == UINT64_MAX || length[net->street[a]] > length[r->half])
            r->half = net->street[a];
    }
    if (*halves)
        KG_TRY(turn_halves(net, half, *halves));
out:
    kg__free(ctx, half);
    return status;
}

static void read_flow(const network *net)
{
    kg__streets_tour *t = net->r->tour;
    const uint64_t n = t->streets->map.crossings;
    uint64_t times[2];

    for (uint64_t e = 0; e < t->streets->map.streets; e++) {
        cover(net, e, times);
        t->times[0][e] = times[0];
        t->times[1][e] = times[1];
    }
    for (uint64_t a = 0; a < net->streets; a++)
        t->times[net->street[a] & 1][net->street[a] / 2] += (uint64_t)net->flow.amount[a];
    for (uint64_t a = net->turns; a < net->flow.arcs; a++) {
        if (!net->flow.amount[a])
            continue;
        if (net->flow.node[2 * a] == n)
            t->start = net->flow.node[2 * a + 1];
        else
            t->end = net->flow.node[2 * a];
    }
    t->closed = !t->open || t->start == t->end;
}

/* Takes the flow's potentials off the weights: a closed walk costs the same as before. */
static void reduce(const network *net)
{
    kg__rural *r = net->r;
    const kg_streets *s = r->tour->streets;
    const int64_t *p = net->flow.potential, most = MOST_REDUCED / (int64_t)s->map.streets;

    r->reduced_extra = 0;
    for (uint64_t e = 0; e < s->map.streets; e++) {
        const int64_t fall = p[s->end[2 * e]] - p[s->end[2 * e + 1]];
        const int64_t there = kg__rural_weight(r, 2 * e) + fall;
        const int64_t back = kg__rural_weight(r, 2 * e + 1) - fall;
        const int64_t least = s->one_way[e] || there < back ? there : back;

        if (s->required[e])
            r->reduced_extra += least - r->weights.weight[e];
        r->reduced[e] = least < most ? least : most; /* less is a bound, too */
    }
}

kg_status kg__rural_directed(kg__rural *r)
{
    kg__streets_tour *t = r->tour;
    const kg_streets *s = t->streets;
    kg_context *ctx = t->ctx;
    const uint64_t n = s->map.crossings, m = s->map.streets, arcs = 3 * m + 2 * n;
    network net = {.r = r};
    __int128 cost;
    uint64_t halves = 0;
    kg_status status;

    kg__stage(ctx, "flow");
    KG_TRY(kg__host_allocate(ctx, &net.free, m, sizeof *net.free, "the network"));
    KG_TRY(kg__host_allocate(ctx, &net.turned, m, sizeof *net.turned, "the network"));
    KG_TRY(kg__host_allocate(ctx, &net.node, arcs, 2 * sizeof *net.node, "the network"));
    KG_TRY(kg__host_allocate(ctx, &net.cost, 3 * m, sizeof *net.cost, "the network"));
    KG_TRY(kg__host_allocate(ctx, &net.most, arcs, sizeof *net.most, "the network"));
    KG_TRY(kg__host_allocate(ctx, &net.street, arcs, sizeof *net.street, "the network"));
    KG_TRY(kg__host_allocate(ctx, &net.supply, n + 2, sizeof *net.supply, "the network"));
    for (uint64_t e = 0; e < m; e++) {
        net.turned[e] = r->cost && r->cost[2 * e + 1] < r->cost[2 * e];
        net.free[e] = !s->one_way[e] && s->end[2 * e] != s->end[2 * e + 1] &&
                      !(t->both_sides && s->required[e]);
    }
    KG_TRY(solve(&net, true, &cost));
    for (uint64_t e = 0; e < m; e++)
        cost += extra_cost(&net, e);
    r->bound = kg__weights_length(&r->weights, cost);
    if (r->reduced)
        reduce(&net);
    KG_TRY(turn_streets(&net, &halves));
    if (halves)
        KG_TRY(solve(&net, false, &cost));
    read_flow(&net);
out:
    kg__free_all(ctx, net.free, net.turned, net.node, net.cost, net.most, net.street, net.supply,
        net.flow.amount, net.flow.potential);
    return status;
}
