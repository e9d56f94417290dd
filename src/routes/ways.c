/*
 * Route inspection: whether any walk can use all edges of a connected graph with one-way edges.
 *
 * In:  the graph, the ends of the walk; the directed graph of the directions in which edges may be
 *     walked.
 * Out: yes, and which vertices may be ends of an open walk; or two vertices between which no edges
 *     lead.
 * Method: a closed walk stays in one strong component. An open walk goes through them one by one.
 *     It cannot return to a component that it has left, so exactly one edge leads away from each
 *     except the last.
 * Work: O(n + m). Memory: 4 ids a component, one a vertex.
 */
#include "route.h"

typedef struct strong {
    kg__inspection *at;
    kg_vertex *component;    /* [n] */
    kg_edge *entered, *left; /* [components] an edge into it from another one; an edge away from
                                it */
    kg_vertex *vertex;       /* [components] the smallest vertex with edges; KG_NO_VERTEX: none */
    uint64_t count;
} strong;

static kg_status refuse(strong *s, kg_vertex from, kg_vertex to)
{
    kg_route_witness *why = &s->at->why;

    *why = (kg_route_witness){.reason = KG_ROUTE_ONE_WAY, .listed = 2, .vertex = {from, to}};
    for (uint64_t c = 0; c < s->count; c++)
        why->components += s->vertex[c] != KG_NO_VERTEX;
    return kg__fail(s->at->graph->ctx, KG_NO_SOLUTION,
        "no walk uses all edges: no edges lead from vertex %u to vertex %u", from, to);
}

/* Checks that a closed walk stays in one strong component. */
static kg_status check_closed(strong *s)
{
    const kg_vertex *end = s->at->end;

    for (uint64_t e = 0; e < kg__edges(s->at->graph); e++)
        if (s->component[end[2 * e]] != s->component[end[2 * e + 1]])
            return refuse(s, end[2 * e + 1], end[2 * e]);
    return KG_OK;
}

/* An open walk begins in the only component without an entering edge, and ends in the only one
 * without a leaving edge. It goes from each component to the next by the only edge that leads
 * away. */
static kg_status check_open(strong *s, kg_vertex *first, kg_vertex *last)
{
    const kg_eulerise_options *options = &s->at->options;
    const kg_vertex *end = s->at->end;

    *first = *last = KG_NO_VERTEX;
    for (uint64_t c = 0; c < s->count; c++) {
        if (s->vertex[c] == KG_NO_VERTEX)
            continue;
        if (s->entered[c] == KG_NO_EDGE && *first != KG_NO_VERTEX)
            return refuse(s, *first, s->vertex[c]);
        if (s->left[c] == KG_NO_EDGE && *last != KG_NO_VERTEX)
            return refuse(s, *last, s->vertex[c]);
        *first = s->entered[c] == KG_NO_EDGE ? s->vertex[c] : *first;
        *last = s->left[c] == KG_NO_EDGE ? s->vertex[c] : *last;
    }
    for (uint64_t e = 0; e < kg__edges(s->at->graph); e++) {
        const kg_vertex from = s->component[end[2 * e]], to = s->component[end[2 * e + 1]];
        const kg_edge other = s->left[from] != e ? s->left[from] : s->entered[to];

        if (from != to && other != e)
            return refuse(s, end[2 * (uint64_t)other + 1], end[2 * e]);
    }
    if (options->has_start && s->component[options->start] != s->component[*first])
        return refuse(s, options->start, *first);
    if (options->has_end && s->component[options->end] != s->component[*last])
        return refuse(s, *last, options->end);
    return KG_OK;
}

kg_status kg__check_ways(kg__inspection *at, kg_graph *ways, bool *may_start, bool *may_end)
{
    const uint64_t n = ways->n, m = kg__edges(at->graph);
    kg_context *ctx = ways->ctx;
    strong s = {.at = at};
    kg_vertex first = KG_NO_VERTEX, last = KG_NO_VERTEX;
    kg_status status;

    kg__stage(ctx, "strong components");
    KG_TRY(kg__host_allocate(ctx, &s.component, n, sizeof *s.component, "strong components"));
    KG_TRY(kg_graph_strong_components(ways, s.component, &s.count));
    KG_TRY(kg__host_allocate(ctx, &s.entered, s.count, sizeof *s.entered, "strong components"));
    KG_TRY(kg__host_allocate(ctx, &s.left, s.count, sizeof *s.left, "strong components"));
    KG_TRY(kg__host_allocate(ctx, &s.vertex, s.count, sizeof *s.vertex, "strong components"));
    for (uint64_t c = 0; c < s.count; c++) {
        s.vertex[c] = KG_NO_VERTEX;
        s.entered[c] = s.left[c] = KG_NO_EDGE;
    }
    for (uint64_t h = 0; h < 2 * m; h++) {
        const kg_vertex v = at->end[h], c = s.component[v];

        s.vertex[c] = v < s.vertex[c] ? v : s.vertex[c];
        if (c != s.component[at->end[h ^ 1]])
            (h & 1 ? s.entered : s.left)[c] = (kg_edge)(h / 2);
    }
    KG_TRY(at->options.open ? check_open(&s, &first, &last) : check_closed(&s));
    for (uint64_t v = 0; v < n && may_start && m; v++) {
        may_start[v] = s.component[v] == s.component[first];
        may_end[v] = s.component[v] == s.component[last];
    }
out:
    kg__free_all(ctx, s.component, s.entered, s.left, s.vertex);
    return status;
}
