/*
 * Minimum-cost flows against an oracle: one unit at a time along a way of least cost, which
 * Bellman and Ford's algorithm finds among all residual arcs.
 */
#include "base/union_find.h"
#include "check.h"
#include "routes/join.h"
#include <string.h>

enum { NODES = 1024, ARCS = 6 * NODES, SMALL = 9, SMALL_ARCS = 20, NETWORKS = 4000 };

#define NO_FLOW INT64_MAX

typedef struct network {
    uint64_t nodes, arcs, priced;
    bool limits;
    uint32_t node[2 * ARCS];
    int64_t cost[ARCS], most[ARCS], supply[NODES];
} network;

static uint64_t below(uint64_t *state, uint64_t limit)
{
    return check_random(state) % limit;
}

static void add_arc(network *net, uint64_t from, uint64_t to, int64_t cost, int64_t most)
{
    const uint64_t a = net->arcs++;

    net->node[2 * a] = (uint32_t)from;
    net->node[2 * a + 1] = (uint32_t)to;
    net->cost[a] = cost;
    net->most[a] = most;
}

static void add_unit(network *net, uint64_t from, uint64_t to)
{
    net->supply[from]++;
    net->supply[to]--;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

static int64_t cost_of(const network *net, uint64_t a)
{
    return a < net->priced ? net->cost[a] : 0;
}

/* Comes nearer to nodes by the residual arc 2a of arc a, or by 2a + 1 back. */
static bool relax(const network *net, const int64_t *amount, int64_t *far, uint64_t *by, uint64_t i)
{
    const uint64_t a = i / 2;
    const uint32_t from = net->node[i], to = net->node[i ^ 1];
    const int64_t cost = i & 1 ? -cost_of(net, a) : cost_of(net, a);

    if (far[from] == NO_FLOW || (i & 1 ? amount[a] == 0 : net->limits && amount[a] == net->most[a]))
        return false;
    if (far[from] + cost >= far[to])
        return false;
    far[to] = far[from] + cost;
    by[to] = i;
    return true;
}

/* The least cost, or NO_FLOW. */
static int64_t least_cost(const network *net)
{
    static int64_t amount[ARCS], far[NODES], left[NODES];
    static uint64_t by[NODES];
    int64_t cost = 0;

    memset(amount, 0, sizeof amount);
    memcpy(left, net->supply, sizeof left);
    for (;;) {
        uint64_t to = net->nodes, v;
        bool any = false, nearer = true;

        for (v = 0; v < net->nodes; v++) {
            far[v] = left[v] > 0 ? 0 : NO_FLOW;
            by[v] = UINT64_MAX;
            any |= left[v] > 0;
        }
        if (!any)
            return cost;
        while (nearer) {
            nearer = false;
            for (uint64_t i = 0; i < 2 * net->arcs; i++)
                nearer |= relax(net, amount, far, by, i);
        }
        for (v = 0; v < net->nodes; v++)
            if (left[v] < 0 && far[v] != NO_FLOW && (to == net->nodes || far[v] < far[to]))
                to = v;
        if (to == net->nodes)
            return NO_FLOW;
        cost += far[to];
        left[to]++;
        for (v = to; by[v] != UINT64_MAX; v = net->node[by[v]])
            amount[by[v] / 2] += by[v] & 1 ? -1 : 1;
        left[v]--;
    }
}

/* ---- the flow -------------------------------------------------------------------------------- */

/* Arcs that are neither empty nor full have no cycle. */
static void check_forest(check *c, kg_context *ctx, const kg__flow *f)
{
    static kg_vertex set[NODES];

    kg__sets_part(set, f->nodes);
    for (uint64_t a = 0; a < f->arcs; a++) {
        const kg_vertex from = kg__sets_root(set, f->node[2 * a]);
        const kg_vertex to = kg__sets_root(set, f->node[2 * a + 1]);

        if (!f->amount[a] || (f->most && f->amount[a] == f->most[a]))
            continue;
        if (from == to)
            check_fail(c, ctx, "arc %d is in a cycle", (int)a);
        else
            kg__sets_join(set, from, to);
    }
}

static kg__flow flow_of(const network *net)
{
    return (kg__flow){.nodes = net->nodes,
        .arcs = net->arcs,
        .priced = net->priced,
        .node = net->node,
        .cost = net->cost,
        .supply = net->supply,
        .most = net->limits ? net->most : NULL};
}

/* Returns whether there is a flow. */
static bool check_network(check *c, const network *net)
{
    const int64_t least = least_cost(net);

    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        kg__flow f = flow_of(net);
        __int128 cost = 0;

        if (check_status(
                c, ctx, kg__flow_find(ctx, &f, &cost), least == NO_FLOW ? KG_INTERNAL : KG_OK) &&
            least != NO_FLOW) {
            if (cost != least)
                check_fail(c, ctx, "it costs %lld, where %lld is least", (long long)cost,
                    (long long)least);
            check_forest(c, ctx, &f);
        }
        kg__free_all(ctx, f.amount, f.potential);
    }
    return least != NO_FLOW;
}

static void make_small(network *net, uint64_t *state, int kind)
{
    const uint64_t arcs = below(state, SMALL_ARCS + 1), units = below(state, 8);
    const uint64_t costs = kind % 4 == 0 ? 3 : kind % 4 == 1 ? 100 : UINT64_C(1) << 49;

    net->nodes = 1 + below(state, SMALL);
    net->arcs = 0;
    net->limits = kind % 3 > 0;
    for (uint64_t a = 0; a < arcs; a++)
        add_arc(net, below(state, net->nodes), below(state, net->nodes),
            below(state, 4) ? (int64_t)below(state, costs) : 0,
            below(state, 2) ? INT64_MAX : (int64_t)below(state, 4));
    net->priced = below(state, 2) ? arcs : below(state, arcs + 1);
    memset(net->supply, 0, sizeof net->supply);
    for (uint64_t i = 0; i < units; i++)
        add_unit(net, below(state, net->nodes), below(state, net->nodes));
}

static void check_small_networks(check *c)
{
    static network net;
    const int networks = check_is_small() ? NETWORKS / 10 : NETWORKS;
    uint64_t state = c->seed;
    int flows = 0;

    for (int i = 0; i < networks; i++) {
        make_small(&net, &state, i);
        check_say(c, "network %d", i);
        flows += check_network(c, &net);
    }
    if (flows < networks / 3 || flows > networks * 9 / 10)
        check_fail(c, c->context[0], "%d of %d networks have a flow", flows, networks);
}

/* A town as route inspection has it: streets both ways, which may be turned round twice, and some
 * one-way streets. */
static void make_town(network *net, uint64_t *state, uint64_t side, uint64_t one_way)
{
    net->nodes = side * side;
    net->arcs = 0;
    net->limits = true;
    memset(net->supply, 0, sizeof net->supply);
    for (int pass = 0; pass < 2; pass++) {
        uint64_t seed = *state;

        for (uint64_t v = 0; v < net->nodes; v++)
            for (uint64_t k = 0; k < 2; k++) {
                const uint64_t w = k ? v + side : v + 1, flip = below(&seed, 2);
                const uint64_t from = flip ? w : v, to = flip ? v : w;
                const int64_t length = (int64_t)below(&seed, 100);
                const bool both = below(&seed, 10) >= one_way;

                if (k ? w >= net->nodes : w % side == 0)
                    continue;
                if (pass) {
                    if (both)
                        add_arc(net, to, from, 0, 2);
                    continue;
                }
                add_arc(net, from, to, length, INT64_MAX);
                if (both)
                    add_arc(net, to, from, length, INT64_MAX);
                add_unit(net, to, from);
            }
        if (!pass)
            net->priced = net->arcs;
        else
            *state = seed;
    }
}

static void check_towns(check *c)
{
    static network net;
    const uint64_t side = check_is_small() ? 14 : 30;
    uint64_t state = c->seed;
    int flows = 0;

    for (int i = 0; i < 16; i++) {
        check_say(c, "town %d", i);
        make_town(&net, &state, side - (uint64_t)i / 2, (uint64_t)i % 5);
        flows += check_network(c, &net);
    }
    if (flows < 8)
        check_fail(c, c->context[0], "%d towns have a flow", flows);
}

/* All units go from the nodes on the left to those on the right: no search from one node alone
 * finds them. */
static void check_far(check *c)
{
    static network net;
    const uint64_t side = check_is_small() ? 20 : 32;
    uint64_t state = c->seed;

    for (int i = 0; i < 4; i++) {
        check_say(c, "far, %d", i);
        make_town(&net, &state, side, 0);
        net.limits = i % 2;
        for (uint64_t a = 0; a < net.priced && i == 3; a++)
            net.most[a] = 3;
        memset(net.supply, 0, sizeof net.supply);
        for (uint64_t row = 0; row < side; row++)
            add_unit(&net, row * side + below(&state, 3), row * side + side - 1);
        if (!check_network(c, &net))
            check_fail(c, c->context[0], "there is no flow");
    }
}

/* Large costs, one after the other, which the potentials add up. */
static void check_costs(check *c)
{
    static network net;

    memset(&net, 0, sizeof net);
    net.nodes = 300;
    for (uint64_t v = 0; v + 1 < net.nodes; v++) {
        add_arc(&net, v, v + 1, v % 100 == 7 ? INT64_C(1) << 51 : 1, 0);
        add_arc(&net, v + 1, v, 0, 0);
    }
    net.priced = net.arcs;
    for (uint64_t v = 0; v < 100; v++)
        add_unit(&net, 2 * v, net.nodes - 1 - v);
    if (!check_network(c, &net))
        check_fail(c, c->context[0], "there is no flow");
}

/* ---- what may fail --------------------------------------------------------------------------- */

static kg_status find(kg_context *ctx, const network *net)
{
    kg__flow f = flow_of(net);
    __int128 cost;
    const kg_status status = kg__flow_find(ctx, &f, &cost);

    kg__free_all(ctx, f.amount, f.potential);
    return status;
}

static int stop(void *user, const char *what, uint64_t done, uint64_t total)
{
    (void)user;
    (void)what;
    (void)done;
    (void)total;
    return 1;
}

static void check_stopped(check *c)
{
    const kg_context_options options = {.device = "cpu", .progress = stop};
    static network net;
    kg_context *ctx = NULL;
    uint64_t state = c->seed;

    make_town(&net, &state, 12, 1);
    CHECK_ALLOCATIONS(c, c->context[0], find(c->context[0], &net));
    if (!check_status(c, NULL, kg_context_create(&ctx, &options), KG_OK))
        return;
    check_status(c, ctx, find(ctx, &net), KG_CANCELLED);
    check_number(c, ctx, "memory held", check_held(ctx), 0);
    kg_context_destroy(ctx);
    check_status(c, c->context[0], kg__flow_check_size(c->context[0], INT32_MAX, 1), KG_OVERFLOW);
}

const check_case check_flow_cases[] = {
    {"flow.small", check_small_networks, NULL, 0},
    {"flow.towns", check_towns, NULL, 0},
    {"flow.far", check_far, NULL, 0},
    {"flow.costs", check_costs, NULL, 0},
    {"flow.faults", check_stopped, NULL, 0},
    {NULL, NULL, NULL, 0},
};
