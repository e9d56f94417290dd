/*
 * Finds what keeps a graph from having an Euler circuit: vertices whose degrees are odd, or whose
 * in- and out-degrees differ, and edges in several components. Also finds the fewest edges that
 * would give every component a circuit of its own.
 *
 * In:     the degrees, and weak components.
 * Out:    counts, and the missing edges.
 * Method: the sum of degrees in a component is even, and its in- and out-degrees have equal sums.
 *     So its odd vertices pair off, and edges from vertices with too many in-edges can lead to
 *     vertices with too many out-edges. Both are done in the order of vertices, component by
 *     component.
 * Work:   O(n + m). Memory: 8 bytes a vertex and a component, 8 a missing edge.
 * Serial on the host, so it is the same everywhere.
 */
#include "imbalance.h"

/* The vertices that lack edges of one direction, a list for each component. */
typedef struct lacking {
    kg_vertex *first; /* [components] or KG_NO_VERTEX */
    kg_vertex *next;  /* [n] */
} lacking;

/* How many out-edges, or in-edges, vertex v lacks. In an undirected graph both are 1 for an odd
 * vertex, otherwise 0. */
static uint64_t lacks(const kg_graph *graph, uint64_t v, bool outwards)
{
    const uint64_t out = graph->out_degree[v], in = graph->in_degree[v];

    if (graph->half)
        return out & 1;
    return outwards ? (in > out ? in - out : 0) : (out > in ? out - in : 0);
}

static void count(kg__imbalance *imbalance, const kg_graph *graph, kg_vertex *has_edges)
{
    for (uint64_t c = 0; c < graph->components; c++)
        has_edges[c] = 0;
    for (uint64_t v = 0; v < graph->n; v++) {
        imbalance->vertices += lacks(graph, v, true) || lacks(graph, v, false);
        imbalance->missing += lacks(graph, v, true);
        if (graph->out_degree[v] || graph->in_degree[v])
            has_edges[graph->component[v]] = 1;
    }
    if (graph->half)
        imbalance->missing /= 2;
    for (uint64_t c = 0; c < graph->components; c++)
        imbalance->components += has_edges[c];
}

static void list(lacking *l, const kg_graph *graph, bool outwards)
{
    for (uint64_t c = 0; c < graph->components; c++)
        l->first[c] = KG_NO_VERTEX;
    for (uint64_t v = graph->n; v-- > 0;)
        if (lacks(graph, v, outwards)) {
            l->next[v] = l->first[graph->component[v]];
            l->first[graph->component[v]] = (kg_vertex)v;
        }
}

/* Pairs the vertices two by two, along each list of odd vertices. */
static void pair_odd(kg_vertex *pair, const kg_graph *graph, const lacking *odd)
{
    for (uint64_t c = 0; c < graph->components; c++)
        for (kg_vertex v = odd->first[c]; v != KG_NO_VERTEX; v = odd->next[v])
            *pair++ = v;
}

/* Pairs each vertex that lacks out-edges with vertices that lack in-edges, as often as both do. */
static void pair_ways(kg_vertex *pair, const kg_graph *graph, const lacking *out, const lacking *in)
{
    for (uint64_t c = 0; c < graph->components; c++) {
        kg_vertex to = in->first[c];
        uint64_t left = to == KG_NO_VERTEX ? 0 : lacks(graph, to, false);

        for (kg_vertex v = out->first[c]; v != KG_NO_VERTEX; v = out->next[v])
            for (uint64_t k = lacks(graph, v, true); k > 0; k--, left--) {
                if (!left) {
                    to = in->next[to];
                    left = lacks(graph, to, false);
                }
                *pair++ = v;
                *pair++ = to;
            }
    }
}

kg_status kg__graph_find_imbalance(kg__imbalance *imbalance, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    lacking out = {0}, in = {0};
    uint64_t components;
    kg_status status;

    *imbalance = (kg__imbalance){0};
    KG_TRY(kg_graph_degrees(graph, NULL, NULL));
    KG_TRY(kg_graph_components(graph, NULL, &components));
    KG_TRY(kg__host_allocate(ctx, &out.first, components, sizeof *out.first, "missing edges"));
    KG_TRY(kg__host_allocate(ctx, &out.next, graph->n, sizeof *out.next, "missing edges"));
    count(imbalance, graph, out.first);
    KG_TRY(kg__host_allocate(
        ctx, &imbalance->pair, imbalance->missing, 2 * sizeof *imbalance->pair, "missing edges"));
    list(&out, graph, true);
    if (graph->half) {
        pair_odd(imbalance->pair, graph, &out);
        goto out;
    }
    KG_TRY(kg__host_allocate(ctx, &in.first, components, sizeof *in.first, "missing edges"));
    KG_TRY(kg__host_allocate(ctx, &in.next, graph->n, sizeof *in.next, "missing edges"));
    list(&in, graph, false);
    pair_ways(imbalance->pair, graph, &out, &in);
out:
    kg__free_all(ctx, out.first, out.next, in.first, in.next);
    return status;
}
