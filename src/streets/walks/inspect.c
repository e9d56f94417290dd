/*
 * A walk along all streets: kg_euler_eulerise() chooses the repeated streets and their directions.
 *
 * In:  the streets, the ends of the walk.
 * Out: how often each street is walked, in each direction if some are one-way; or the reason why
 *     there is no walk.
 */
#include "../../csr/csr.h"
#include "../streets.h"
#include <konig/route.h>

/* Says why there is no walk, in terms of streets. */
static kg_status refuse(const kg__streets_tour *t, const kg_route *route)
{
    const kg_route_witness *why = kg_route_why(route);
    const kg_streets *s = t->streets;
    const char *name[2];
    char shown[2][64];

    kg__begin(t->ctx); /* forgets the message about vertices */
    if (why->reason != KG_ROUTE_ONE_WAY)
        return kg__fail(t->ctx, KG_NO_SOLUTION,
            "no walk uses all streets: they lie in %llu parts that no street joins",
            (unsigned long long)why->components);
    for (int i = 0; i < 2; i++) {
        const kg_vertex v = why->vertex[i];
        size_t length;

        name[i] = kg_streets_crossing_name(s, v, &length);
        kg_text_show(shown[i], sizeof shown[i], name[i], length);
    }
    return kg__fail(t->ctx, KG_NO_SOLUTION,
        "no walk uses all streets: none lead from crossing %lld %s to crossing %lld %s",
        (long long)s->crossing_id[why->vertex[0]], shown[0],
        (long long)s->crossing_id[why->vertex[1]], shown[1]);
}

static kg_status take(kg__streets_tour *t, const kg_route *route)
{
    const kg_route_lengths *lengths = kg_route_measure(route);
    const unsigned char *edge, *again;
    const kg_edge *repeat;
    uint64_t count;
    kg_status status;

    KG_TRY(kg_route_directions(route, &edge, &again));
    KG_TRY(kg_route_repeats(route, &repeat, &count));
    t->directed = edge != NULL;
    for (uint64_t e = 0; e < t->streets->map.streets; e++)
        t->times[edge && edge[e]][e]++;
    for (uint64_t i = 0; i < count; i++)
        t->times[again && again[i]][repeat[i]]++;
    t->closed = lengths->closed;
    t->bound = lengths->bound;
    if (!t->closed) {
        t->start = lengths->start;
        t->end = lengths->end;
    }
out:
    return status;
}

kg_status kg__tour_inspect(kg__streets_tour *t)
{
    const kg_streets *s = t->streets;
    const kg_eulerise_options options = {.open = t->open,
        .has_start = t->start != KG_NO_VERTEX,
        .has_end = t->end != KG_NO_VERTEX,
        .start = t->start != KG_NO_VERTEX ? t->start : 0,
        .end = t->end != KG_NO_VERTEX ? t->end : 0,
        .heuristic = t->heuristic,
        .one_way = s->one_way};
    kg_graph *graph = NULL;
    kg_route *route = NULL;
    kg_status status;

    KG_TRY(kg_graph_build_undirected(
        &graph, t->ctx, s->map.crossings, s->map.streets, s->end, s->length));
    status = kg_euler_eulerise(&route, graph, &options);
    if (status == KG_NO_SOLUTION)
        status = refuse(t, route);
    if (status == KG_OK)
        status = take(t, route);
out:
    kg_route_destroy(route);
    kg_graph_destroy(graph);
    return status;
}
