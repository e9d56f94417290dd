/*
 * Route inspection of a connected directed graph.
 *
 * In:  the graph, its weights, the ends of the walk.
 * Out: times[m]; the ends.
 * Method: a minimum-cost flow along the edges. It takes the surplus of each vertex with more edges
 *     in than out to the vertices with more edges out. The flow along an edge is the number of its
 *     repeats. An open walk is closed by one unit more, from its end to its start. An end that is
 *     not given is a node. From this node an edge of length 0 leads to each vertex that has too few
 *     edges in, or to it from each vertex that has too many. No other vertices are needed: a unit
 *     that arrives there could have left from where it came.
 *     ways.c decides whether a flow exists.
 * Work: O(n + m) and the flow's. Memory: 36 bytes an edge and 32 a vertex, beside the flow's.
 */
#include "route.h"
#include <string.h>

typedef struct network {
    kg__inspection *at;
    uint32_t *node;  /* [2 * arcs] */
    int64_t *supply; /* [nodes] */
    kg__flow flow;
} network;

static void add_arc(network *net, uint64_t from, uint64_t to)
{
    net->node[2 * net->flow.arcs] = (uint32_t)from;
    net->node[2 * net->flow.arcs + 1] = (uint32_t)to;
    net->flow.arcs++;
}

/* Nodes n and n + 1 are the start and the end if they are not given. */
static void build(network *net)
{
    const kg__inspection *at = net->at;
    const kg_eulerise_options *options = &at->options;
    const uint64_t n = at->graph->n, m = at->graph->m;
    const bool some_start = options->open && !options->has_start;
    const bool some_end = options->open && !options->has_end;

    for (uint64_t e = 0; e < m; e++)
        add_arc(net, at->end[2 * e], at->end[2 * e + 1]);
    net->flow.priced = m;
    if (options->open && options->has_start)
        net->supply[options->start]++;
    if (options->open && options->has_end)
        net->supply[options->end]--;
    for (uint64_t v = 0; v < n && some_start; v++)
        if (net->supply[v] < 0)
            add_arc(net, n, v);
    for (uint64_t v = 0; v < n && some_end; v++)
        if (net->supply[v] > 0)
            add_arc(net, v, n + 1);
    net->supply[n] = some_start;
    net->supply[n + 1] = -some_end;
}

static void read_ends(kg__inspection *at, const kg__flow *flow)
{
    const uint64_t n = at->graph->n;

    at->start = at->options.start;
    at->last = at->options.end;
    for (uint64_t a = at->graph->m; a < flow->arcs; a++) {
        if (!flow->amount[a])
            continue;
        if (flow->node[2 * a] == n)
            at->start = flow->node[2 * a + 1];
        else
            at->last = flow->node[2 * a];
    }
    at->closed = at->start == at->last;
}

static kg_status find_flow(network *net)
{
    kg__inspection *at = net->at;
    kg_context *ctx = at->graph->ctx;
    const uint64_t n = at->graph->n, m = at->graph->m;
    kg_status status;

    net->flow.nodes = n + 2;
    KG_TRY(kg__flow_check_size(ctx, n + 2, m + n));
    KG_TRY(kg__host_allocate(ctx, &net->node, m + n, 2 * sizeof *net->node, "the network"));
    build(net);
    net->flow.node = net->node;
    net->flow.supply = net->supply;
    net->flow.cost = at->weights.weight;
    KG_TRY(kg__flow_find(ctx, &net->flow, &at->bound));
    for (uint64_t e = 0; e < m; e++)
        at->times[e] = (uint64_t)net->flow.amount[e];
    at->closed = true;
    if (at->options.open)
        read_ends(at, &net->flow);
out:
    return status;
}

kg_status kg__inspect_directed(kg__inspection *at)
{
    kg_graph *graph = at->graph;
    kg_context *ctx = graph->ctx;
    const kg_eulerise_options *options = &at->options;
    network net = {.at = at};
    kg_status status;

    kg__stage(ctx, "strong components");
    KG_TRY(kg__check_ways(at, graph, NULL, NULL));
    kg__stage(ctx, "flow");
    KG_TRY(
        kg__host_allocate(ctx, &net.supply, (uint64_t)graph->n + 2, sizeof *net.supply, "degrees"));
    memset(net.supply, 0, ((uint64_t)graph->n + 2) * sizeof *net.supply);
    for (uint64_t e = 0; e < graph->m; e++) {
        net.supply[at->end[2 * e]]--;
        net.supply[at->end[2 * e + 1]]++;
    }
    for (uint64_t v = 0; v < graph->n; v++)
        at->unbalanced += net.supply[v] != 0;
    at->bound = 0;
    at->closed = true;
    if (at->unbalanced || (options->has_start && options->has_end))
        KG_TRY(find_flow(&net));
out:
    kg__free_all(ctx, net.node, net.supply, net.flow.amount, net.flow.potential);
    return status;
}
