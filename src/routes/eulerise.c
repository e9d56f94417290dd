/*
 * Route inspection: checks the arguments and the solution, and keeps the answer.
 *
 * In:  a graph whose values are lengths, and the ends of the walk.
 * Out: the edges to repeat, or why no walk can use all edges.
 * Method: inspect_undirected.c, inspect_directed.c, inspect_mixed.c. Then a check by code that
 *     shares nothing with them: with the repeats all degrees are those of a circuit or a path, and
 *     the repeats weigh as much as the dual solution proves to be the least.
 * Deterministic: flows and LEMON run on one thread.
 */
#include "route.h"
#include <string.h>

/* ---- the arguments --------------------------------------------------------------------------- */

static kg_status check_end(const kg_graph *graph, int given, kg_vertex v, const char *which)
{
    kg_context *ctx = graph->ctx;

    if (!given)
        return v == 0
                   ? KG_OK
                   : kg__fail(ctx, KG_ARGUMENT, "%s is %u, and has_%s is not set", which, v, which);
    if (v >= graph->n)
        return kg__fail(
            ctx, KG_ARGUMENT, "the %s is vertex %u: the graph has %u", which, v, graph->n);
    return KG_OK;
}

/* Checks that a given start and end have edges. */
static kg_status check_has_edges(const kg__inspection *at)
{
    const kg_eulerise_options *options = &at->options;
    bool start = !options->has_start, end = !options->has_end;

    for (uint64_t h = 0; h < 2 * (uint64_t)kg__edges(at->graph) && !(start && end); h++) {
        start |= at->end[h] == options->start;
        end |= at->end[h] == options->end;
    }
    return start && end ? KG_OK
                        : kg__fail(at->graph->ctx, KG_ARGUMENT, "the %s, vertex %u, has no edges",
                              start ? "end" : "start", start ? options->end : options->start);
}

/* Drops the option one_way if no edge is one-way. */
static kg_status check_one_way(kg__inspection *at)
{
    kg_context *ctx = at->graph->ctx;
    bool any = false;

    if (!at->options.one_way)
        return KG_OK;
    if (!at->graph->half)
        return kg__fail(
            ctx, KG_ARGUMENT, "one_way is of an undirected graph: this one is directed");
    for (uint64_t e = 0; e < kg__edges(at->graph) && !any; e++)
        any = at->options.one_way[e];
    if (!any)
        at->options.one_way = NULL;
    return KG_OK;
}

static kg_status check_connected(kg__inspection *at)
{
    kg_graph *graph = at->graph;
    kg_context *ctx = graph->ctx;
    kg_route_witness *why = &at->why;
    const kg_vertex *component;
    bool *has_edges = NULL;
    uint64_t count;
    kg_status status;

    KG_TRY(kg_graph_components(graph, &component, &count));
    KG_TRY(kg__host_allocate(ctx, &has_edges, count, sizeof *has_edges, "components"));
    memset(has_edges, 0, count);
    for (uint64_t h = 0; h < 2 * (uint64_t)kg__edges(graph); h++)
        has_edges[component[at->end[h]]] = true;
    *why = (kg_route_witness){.reason = KG_ROUTE_EXISTS};
    for (uint64_t c = 0; c < count; c++)
        why->components += has_edges[c];
    if (why->components <= 1)
        goto out;
    why->reason = KG_ROUTE_DISCONNECTED;
    for (uint64_t v = 0; v < graph->n && why->listed < KG_ROUTE_WITNESSES; v++)
        if (has_edges[component[v]]) { /* the component's smallest vertex */
            has_edges[component[v]] = false;
            why->vertex[why->listed++] = (kg_vertex)v;
        }
    status = kg__fail(ctx, KG_NO_SOLUTION, "no walk uses all edges: they lie in %llu components",
        (unsigned long long)why->components);
out:
    kg__free(ctx, has_edges);
    return status;
}

/* ---- the solution ---------------------------------------------------------------------------- */

/* Checks that all vertices are balanced with the repeats and, for an open walk, an edge from its
 * end to its start. surplus: [n] zeros. */
static kg_status check_balance(const kg__inspection *at, int64_t *surplus)
{
    const kg_graph *graph = at->graph;
    const bool undirected = graph->half && !at->net;

    for (uint64_t e = 0; e < kg__edges(graph); e++) {
        int64_t walked = 1 + (int64_t)at->times[e];

        if (at->net) { /* net times one way, and the rest half and half */
            const int64_t net = at->net[e];

            if (net < -walked || net > walked || ((net ^ walked) & 1) ||
                (at->options.one_way[e] && net != walked))
                return kg__fail(graph->ctx, KG_INTERNAL,
                    "self-check: edge %llu is walked a way that it has not", (unsigned long long)e);
            walked = net;
        }
        surplus[at->end[2 * e]] += walked;
        surplus[at->end[2 * e + 1]] += undirected ? walked : -walked;
    }
    if (!at->closed) {
        surplus[at->last]++;
        surplus[at->start] += undirected ? 1 : -1;
    }
    for (uint64_t v = 0; v < graph->n; v++)
        if (undirected ? surplus[v] & 1 : surplus[v] != 0)
            return kg__fail(graph->ctx, KG_INTERNAL,
                "self-check: vertex %llu is not balanced by the repeats", (unsigned long long)v);
    return KG_OK;
}

static kg_status check_answer(kg__inspection *at)
{
    kg_context *ctx = at->graph->ctx;
    const kg_eulerise_options *options = &at->options;
    int64_t *surplus = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &surplus, at->graph->n, sizeof *surplus, "a check of degrees"));
    memset(surplus, 0, at->graph->n * sizeof *surplus);
    KG_TRY(check_balance(at, surplus));
    for (uint64_t e = 0; e < kg__edges(at->graph); e++)
        at->repeated += (__int128)at->times[e] * at->weights.weight[e];
    if (at->net || options->heuristic ? at->repeated < at->bound : at->repeated != at->bound)
        status = kg__fail(ctx, KG_INTERNAL, "self-check: the repeats are not as long as proven");
    else if (!at->closed && ((options->has_start && at->start != options->start) ||
                                (options->has_end && at->last != options->end)))
        status = kg__fail(ctx, KG_INTERNAL, "self-check: the walk does not end where it should");
out:
    kg__free(ctx, surplus);
    return status;
}

/* The distance by which rounding can have moved the optimum: half a unit for each edge that the
 * answer or a better one repeats. */
static double rounding_of(const kg__inspection *at, uint64_t repeats)
{
    const double most =
        at->graph->half && !at->net ? 1 : (double)at->unbalanced + (double)repeats + 1;

    return at->weights.rounded
               ? kg__weights_length(&at->weights, 1) * most * (double)kg__edges(at->graph)
               : 0;
}

/* An edge that is walked equally often in both directions is first walked from its first end. */
static kg_status keep_directions(kg_route *route, const kg__inspection *at)
{
    const uint64_t m = kg__edges(at->graph), repeats = route->lengths.repeats;
    kg_status status;

    KG_TRY(kg__host_allocate(
        route->ctx, &route->backwards, m, sizeof *route->backwards, "directions"));
    KG_TRY(kg__host_allocate(route->ctx, &route->repeat_backwards, repeats,
        sizeof *route->repeat_backwards, "directions"));
    for (uint64_t e = 0; e < m; e++)
        route->backwards[e] = at->net[e] < 0;
    for (uint64_t i = 0; i < repeats; i++)
        route->repeat_backwards[i] = at->net[route->edge[i]] <= 0;
out:
    return status;
}

static kg_status keep(kg_route *route, const kg__inspection *at)
{
    const uint64_t m = kg__edges(at->graph);
    kg_route_lengths *lengths = &route->lengths;
    __int128 all = 0;
    uint64_t count = 0;
    kg_status status;

    for (uint64_t e = 0; e < m; e++) {
        all += at->weights.weight[e];
        count += at->times[e];
    }
    KG_TRY(kg__host_allocate(route->ctx, &route->edge, count, sizeof *route->edge, "repeats"));
    *lengths = (kg_route_lengths){.length = kg__weights_length(&at->weights, all),
        .repeated = kg__weights_length(&at->weights, at->repeated),
        .bound = kg__weights_length(&at->weights, at->bound),
        .rounding = rounding_of(at, count),
        .unbalanced = at->unbalanced,
        .repeats = count,
        .closed = at->closed,
        .start = at->closed ? 0 : at->start,
        .end = at->closed ? 0 : at->last};
    count = 0;
    for (uint64_t e = 0; e < m; e++)
        for (uint64_t i = 0; i < at->times[e]; i++)
            route->edge[count++] = (kg_edge)e;
    if (at->net)
        KG_TRY(keep_directions(route, at));
out:
    return status;
}

/* ---- the call -------------------------------------------------------------------------------- */

static kg_status inspect(kg__inspection *at)
{
    kg_graph *graph = at->graph;
    kg_context *ctx = graph->ctx;
    const uint64_t m = kg__edges(graph);
    kg_status status;

    if (!kg__lemon_built() && graph->half && (at->options.one_way || !at->options.heuristic))
        return kg__lemon_failed(ctx, KG__LEMON_MISSING, "");
    KG_TRY(kg__need_no_sides(graph, "has no route inspection yet"));
    KG_TRY(kg__weights_create(&at->weights, graph));
    KG_TRY(kg__graph_make_ends(graph));
    at->end = graph->end;
    KG_TRY(check_has_edges(at));
    at->options.has_start &= at->options.open; /* a closed walk can begin anywhere */
    KG_TRY(check_connected(at));
    KG_TRY(kg__host_allocate(ctx, &at->times, m, sizeof *at->times, "repeats"));
    memset(at->times, 0, m * sizeof *at->times);
    KG_TRY(at->options.one_way ? kg__inspect_mixed(at)
           : graph->half       ? kg__inspect_undirected(at)
                               : kg__inspect_directed(at));
    KG_TRY(check_answer(at));
out:
    kg__stage(ctx, NULL);
    return status;
}

kg_status kg_euler_eulerise(kg_route **route, kg_graph *graph, const kg_eulerise_options *options)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg__inspection at = {.graph = graph};
    kg_route *made = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, route, graph);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__need_no_sides(graph, "has no route inspection yet"));
    if (options)
        at.options = *options;
    KG_TRY(check_end(graph, at.options.has_start, at.options.start, "start"));
    KG_TRY(check_end(graph, at.options.has_end, at.options.end, "end"));
    at.options.open |= at.options.has_end;
    KG_TRY(check_one_way(&at));
    if (at.options.heuristic && graph->half && !at.options.one_way && at.options.open &&
        !(at.options.has_start && at.options.has_end))
        KG_TRY(kg__fail(ctx, KG_UNSUPPORTED,
            "the heuristic finds no ends of an open walk: give both its start and its end"));
    KG_TRY(kg__host_allocate(ctx, &made, 1, sizeof *made, "a route"));
    *made = (kg_route){.ctx = ctx, .graph = graph};
    status = inspect(&at);
    made->why = at.why;
    if (status == KG_OK)
        status = keep(made, &at);
    if (status == KG_OK)
        made->why = (kg_route_witness){.reason = KG_ROUTE_EXISTS};
    if (status == KG_OK || status == KG_NO_SOLUTION) {
        *route = made;
        made = NULL;
    }
out:
    kg_route_destroy(made);
    kg__weights_destroy(&at.weights, ctx);
    kg__free_all(ctx, at.times, at.net);
    return status;
}

void kg_route_destroy(kg_route *route)
{
    if (!route)
        return;
    kg__free_all(route->ctx, route->edge, route->backwards, route->repeat_backwards, route);
}

KG__GETTER(const kg_route_lengths *, kg_route_measure, kg_route, route, &route->lengths, NULL)
KG__GETTER(const kg_route_witness *, kg_route_why, kg_route, route, &route->why, NULL)

kg_status kg_route_repeats(const kg_route *route, const kg_edge **edge, uint64_t *count)
{
    KG_NEED(NULL, route);
    KG_NEED(route->ctx, edge);
    KG_NEED(route->ctx, count);
    kg__begin(route->ctx);
    *edge = route->edge;
    *count = route->lengths.repeats;
    return KG_OK;
}

kg_status kg_route_directions(
    const kg_route *route, const unsigned char **edge, const unsigned char **repeat)
{
    KG_NEED(NULL, route);
    KG_NEED(route->ctx, edge);
    KG_NEED(route->ctx, repeat);
    kg__begin(route->ctx);
    *edge = route->backwards;
    *repeat = route->repeat_backwards;
    return KG_OK;
}

/* The ends of edges in the directions in which they are walked, [2 * m]. */
static void put_directed(kg_vertex *pair, const kg_route *route, uint64_t m)
{
    for (uint64_t e = 0; e < m; e++)
        for (unsigned k = 0; k < 2; k++)
            pair[2 * e + k] = route->graph->end[2 * e + (k ^ route->backwards[e])];
}

kg_status kg_route_graph(kg_graph **graph, const kg_route *route)
{
    kg_context *ctx = KG__CONTEXT(route);
    const kg_graph *from = NULL;
    kg_vertex *pair = NULL, *directed = NULL;
    double *value = NULL;
    uint64_t m, count;
    kg__edge_run run[2];
    kg_status status;

    KG_NEED_RESULT(ctx, graph, route);
    kg__begin(ctx);
    from = route->graph;
    m = kg__edges(from);
    count = route->lengths.repeats;
    if (m + count > (from->half ? ((uint64_t)KG_NO_EDGE - 2) / 2 : KG__EDGES_MAX))
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%llu edges with the repeats: too many for edge ids",
            (unsigned long long)(m + count)));
    KG_TRY(kg__host_allocate(ctx, &pair, count, 2 * sizeof *pair, "repeats"));
    if (from->value)
        KG_TRY(kg__host_allocate(ctx, &value, count, sizeof *value, "values of repeats"));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t e = route->edge[i];

        const unsigned turned = route->repeat_backwards && route->repeat_backwards[i];

        pair[2 * i] = from->end[2 * e + turned];
        pair[2 * i + 1] = from->end[2 * e + !turned];
        if (value)
            value[i] = from->value[e];
    }
    if (route->backwards) {
        KG_TRY(kg__host_allocate(ctx, &directed, m, 2 * sizeof *directed, "directed edges"));
        put_directed(directed, route, m);
    }
    run[0] = (kg__edge_run){directed ? directed : from->end, from->value, m, 0};
    run[1] = (kg__edge_run){pair, value, count, 0};
    KG_TRY((from->half && !directed ? kg__csr_build_undirected : kg__csr_build_runs)(
        graph, ctx, from->n, run, 2));
    kg__share_names(*graph, from);
out:
    kg__free_all(ctx, pair, directed, value);
    return status;
}
