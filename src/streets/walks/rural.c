/*
 * A walk that covers a part of the streets, or both sides of streets: the rural postman's problem.
 *
 * In:  the streets, of which some are required; the ends of the walk.
 * Out: how often each street is walked.
 * Method: a group is a set of connected required streets. A minimum spanning tree of shortest paths
 *     joins the groups (rural_join.c). Then the cheapest repeats are added, by a join of odd
 *     crossings (rural_undirected.c) or by a flow (rural_directed.c). Needless passes there and
 *     back are removed if the walk stays connected (rural_leave.c). Last, shorter walks are
 *     searched for (rural_search.c). With one group the result is the shortest walk, unless two-way
 *     streets must be covered once beside one-way ones.
 *     Bound: that of the join or the flow without the tree; or the length of the tree, and of its
 *     longest path once more if the walk is closed. The reason: let rings around the groups grow
 *     until they touch. A walk enters and leaves each set of groups, so it crosses each ring twice;
 *     an open one crosses the rings around its ends once.
 * Source: G. N. Frederickson, "Approximation algorithms for some postman problems", J. ACM 26
 *     (1979).
 * Work: O(streets log streets) besides the join or the flow and the search.
 */
#include "rural.h"
#include "../../base/union_find.h"
#include <string.h>

/* ---- groups ---------------------------------------------------------------------------------- */

static kg_status find_groups(kg__rural *r)
{
    const kg__streets_tour *t = r->tour;
    const kg_streets *s = t->streets;
    const uint64_t n = s->map.crossings, m = s->map.streets;
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &r->group, n, sizeof *r->group, "groups of streets"));
    KG_TRY(kg__host_allocate(t->ctx, &r->member, n, sizeof *r->member, "groups of streets"));
    KG_TRY(kg__host_allocate(t->ctx, &r->joins, m, sizeof *r->joins, "groups of streets"));
    memset(r->member, 0, n * sizeof *r->member);
    memset(r->joins, 0, m * sizeof *r->joins);
    kg__sets_part(r->group, n);
    for (uint64_t e = 0; e < m; e++)
        if (s->required[e]) {
            r->member[s->end[2 * e]] = r->member[s->end[2 * e + 1]] = true;
            kg__sets_join(r->group, kg__sets_root(r->group, s->end[2 * e]),
                kg__sets_root(r->group, s->end[2 * e + 1]));
        }
    if (t->start != KG_NO_VERTEX)
        r->member[t->start] = true;
    if (t->end != KG_NO_VERTEX)
        r->member[t->end] = true;
    for (kg_vertex v = 0; v < n; v++)
        r->group[v] = kg__sets_root(r->group, v);
out:
    return status;
}

/* For directed walks: fails if the groups lie in several strong parts, because there may be no
 * flow. */
static kg_status check_strong(const kg__rural *r)
{
    const kg__streets_tour *t = r->tour;
    const kg_streets *s = t->streets;
    const uint64_t n = s->map.crossings, m = s->map.streets;
    kg_vertex *end = NULL, *part = NULL, first = KG_NO_VERTEX;
    kg_graph *graph = NULL;
    uint64_t arcs = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &end, 2 * m, 2 * sizeof *end, "ways along streets"));
    KG_TRY(kg__host_allocate(t->ctx, &part, n, sizeof *part, "parts of streets"));
    for (uint64_t h = 0; h < 2 * m; h++)
        if (!(h & 1) || !s->one_way[h / 2]) {
            end[arcs] = s->end[h];
            end[2 * m + arcs++] = s->end[h ^ 1];
        }
    KG_TRY(kg_graph_build(&graph, t->ctx, n, arcs, end, end + 2 * m, NULL));
    KG_TRY(kg_graph_strong_components(graph, part, NULL));
    for (uint64_t v = 0; v < n; v++) {
        if (!r->member[v])
            continue;
        if (first == KG_NO_VERTEX)
            first = part[v];
        else if (part[v] != first)
            KG_TRY(kg__fail(t->ctx, KG_NO_SOLUTION,
                "no walk covers all required streets: from some of them no streets lead to "
                "others"));
    }
out:
    kg_graph_destroy(graph);
    kg__free_all(t->ctx, end, part);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Makes weights of both directions, on the same scale, twice as fine, because the flow turns
 * streets by halves. The graph's values become the lengths of the shorter direction. */
static kg_status weigh_directions(kg__rural *r, double *least)
{
    const kg_streets *s = r->tour->streets;
    const uint64_t m = s->map.streets;
    kg_context *ctx = r->tour->ctx;
    kg_vertex *end = NULL;
    double *length = NULL;
    kg_graph *graph = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &end, m, 4 * sizeof *end, "directions"));
    KG_TRY(kg__host_allocate(ctx, &length, m, 2 * sizeof *length, "directions"));
    KG_TRY(kg__host_allocate(ctx, &r->cost, m, 2 * sizeof *r->cost, "directions"));
    for (uint64_t h = 0; h < 2 * m; h++) {
        end[2 * h] = s->end[h];
        end[2 * h + 1] = s->end[h ^ 1];
        length[h] = kg__length(s, h / 2, h & 1);
    }
    KG_TRY(kg_graph_build_undirected(&graph, ctx, s->map.crossings, 2 * m, end, length));
    KG_TRY(kg__weights_create(&r->weights, graph));
    r->weights.halves++;
    for (uint64_t h = 0; h < 2 * m; h++)
        r->cost[h] = 2 * r->weights.weight[h];
    for (uint64_t e = 0; e < m; e++) {
        const int64_t *cost = r->cost + 2 * e;

        r->weights.weight[e] = cost[cost[1] < cost[0]];
        least[e] = kg__least_length(s, e);
    }
out:
    kg_graph_destroy(graph);
    kg__free_all(ctx, end, length);
    return status;
}

static kg_status begin(kg__rural *r)
{
    const kg_streets *s = r->tour->streets;
    kg_context *ctx = r->tour->ctx;
    double *least = NULL; /* [streets] */
    kg_status status;

    if (s->back) {
        KG_TRY(kg__host_allocate(ctx, &least, s->map.streets, sizeof *least, "directions"));
        KG_TRY(weigh_directions(r, least));
    }
    KG_TRY(kg_graph_build_undirected(
        &r->graph, ctx, s->map.crossings, s->map.streets, s->end, least ? least : s->length));
    if (!s->back)
        KG_TRY(kg__weights_create(&r->weights, r->graph));
    KG_TRY(kg__host_allocate(ctx, &r->way, s->map.streets, 1, "directions"));
    KG_TRY(kg__host_allocate(
        ctx, &r->parent, s->map.crossings, sizeof *r->parent, "parts of streets"));
    memset(r->way, 0, s->map.streets);
    KG_TRY(find_groups(r));
out:
    kg__free(ctx, least);
    return status;
}

static void end(kg__rural *r)
{
    kg_context *ctx = r->tour->ctx;

    kg__stage(ctx, NULL);
    kg__weights_destroy(&r->weights, ctx);
    kg__free_all(ctx, r->group, r->member, r->joins, r->way, r->parent, r->cost, r->reduced);
    kg_graph_destroy(r->graph);
}

kg_status kg__tour_rural(kg__streets_tour *t)
{
    kg__rural r = {.tour = t, .start = t->start, .end = t->end};
    kg_status status;

    t->directed = t->both_sides || t->streets->counts.one_way || t->streets->back;
    KG_TRY(begin(&r));
    KG_TRY(kg__rural_join(&r, r.group, r.member, &r.apart));
    if (t->directed)
        KG_TRY(check_strong(&r));
    KG_TRY(kg__rural_solve(&r));
    KG_TRY(kg__rural_leave_out(&r));
    KG_TRY(kg__rural_search(&r));
out:
    end(&r);
    return status;
}
