/*
 * The number of the fewest trails of a graph: half the missing partners, plus one for each
 * component that has edges and lacks no partner. Shares no code with the search for trails, except
 * the count of half-edges on a side.
 *
 * O(n) work besides degrees and components, once: the graph keeps the counts.
 */
#include "euler_ops.h"
#include <string.h>

enum { GRAIN = 1 << 18 };

static uint64_t apart(uint64_t a, uint64_t b)
{
    return a < b ? b - a : a - b;
}

/* Computes both counts, which the graph keeps. */
static kg_status count(kg_graph *graph)
{
    enum { EDGES = 1, LACKS = 2 };
    const kg_edge *out = NULL, *in = NULL;
    const kg_vertex *component;
    const int threads = kg__threads(graph->ctx, (uint64_t)graph->n + graph->m, GRAIN);
    uint64_t components, lacking = 0, whole = 0;
    unsigned char *seen = NULL;
    kg_status status;

    KG_TRY(kg_graph_components(graph, &component, &components));
    if (graph->side)
        KG_TRY(kg__graph_make_row_sides(graph));
    if (!graph->half)
        KG_TRY(kg_graph_degrees(graph, &out, &in));
    KG_TRY(kg__host_allocate(graph->ctx, &seen, components, 1, "components"));
    memset(seen, 0, components);
    KG_PARALLEL_FOR(threads, reduction(+ : lacking))
    for (kg_vertex v = 0; v < graph->n; v++) {
        const kg_edge degree = graph->row[v + 1] - graph->row[v];
        const uint64_t plus = graph->side ? kg__plus_degree(graph, v) : 0;
        const uint64_t lacks = !graph->half ? apart(out[v], in[v])
                               : !graph->side || kg__is_one_sided(graph, v)
                                   ? degree & 1
                                   : apart(plus, degree - plus);
        const unsigned char is = (unsigned char)((degree ? EDGES : 0) | (lacks ? LACKS : 0));
        unsigned char *all = &seen[component[v]];

        if ((__atomic_load_n(all, __ATOMIC_RELAXED) & is) != is)
            __atomic_fetch_or(all, is, __ATOMIC_RELAXED);
        lacking += lacks;
    }
    for (uint64_t c = 0; c < components; c++)
        whole += seen[c] == EDGES;
    graph->missing = lacking;
    graph->balanced = whole;
    graph->missing_is_known = true;
out:
    kg__free(graph->ctx, seen);
    return status;
}

kg_status kg__euler_count_missing(kg_graph *graph, uint64_t *missing, uint64_t *balanced)
{
    kg_status status = KG_OK;

    if (!graph->missing_is_known)
        KG_TRY(count(graph));
    *missing = graph->missing;
    *balanced = graph->balanced;
out:
    return status;
}

kg_status kg_euler_missing(kg_graph *graph, uint64_t *missing, uint64_t *balanced)
{
    kg_status status;

    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, missing);
    KG_NEED(graph->ctx, balanced);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__euler_count_missing(graph, missing, balanced));
out:
    return status;
}
