/* Functions that all parts of a hierarchy share: create and destroy it, check its lengths,
 * count. */
#include "hierarchy.h"
#include "../../io/mapping.h"
#include <math.h>

kg_status kg__hierarchy_check(const kg_graph *graph)
{
    kg_status status;

    KG_TRY(kg__need_no_sides(graph, "has no shortest paths yet, and so no hierarchy: which way a "
                                    "walk may go on at a vertex depends on how it came there"));
    if (graph->n >= KG__HIERARCHY_MOST || kg__edges(graph) >= KG__HIERARCHY_MOST)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "%u vertices and %llu edges: a hierarchy has fewer than 2^31 of either", graph->n,
            (unsigned long long)kg__edges(graph));
out:
    return status;
}

bool kg__hierarchy_is_exact(const kg_graph *graph, const kg__lengths *lengths, double *unit)
{
    *unit = ldexp(1, lengths->lowest_bit);
    return ldexp(lengths->most * graph->n, -lengths->lowest_bit) < 0x1p53;
}

kg_status kg__hierarchy_create(kg_hierarchy **hierarchy, kg_graph *graph, bool unit, int sides)
{
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, hierarchy, 1, sizeof **hierarchy, "a hierarchy"));
    **hierarchy = (kg_hierarchy){.ctx = graph->ctx, .graph = graph, .unit = unit, .sides = sides};
out:
    return status;
}

kg_status kg__places_of(
    kg_context *ctx, kg_vertex **place, const kg_vertex *vertex, uint64_t n, bool *is)
{
    kg_status status;

    *is = true;
    KG_TRY(kg__host_allocate(ctx, place, n, sizeof **place, "places of vertices"));
    for (uint64_t v = 0; v < n; v++)
        (*place)[v] = KG_NO_VERTEX;
    for (uint64_t p = 0; p < n; p++) {
        const kg_vertex v = vertex[p];

        if (v >= n || (*place)[v] != KG_NO_VERTEX) {
            *is = false;
            break;
        }
        (*place)[v] = (kg_vertex)p;
    }
out:
    return status;
}

kg_status kg__hierarchy_place(kg_hierarchy *h, bool *is)
{
    return kg__places_of(h->ctx, &h->place, h->vertex, h->graph->n, is);
}

/* Frees the arrays: those in a file, or those in blocks of their own. */
static void release(kg_hierarchy *h)
{
    const bool is_read = h->map || h->copy;

    kg__mapping_destroy(h->map);
    kg__free(h->ctx, h->copy);
    if (is_read)
        return;
    kg__free_all(h->ctx, h->vertex, h->level);
    for (int side = 0; side < h->sides; side++) {
        kg__free_all(h->ctx, h->row[side], h->arc[side], h->label_row[side], h->label[side]);
    }
}

void kg_hierarchy_destroy(kg_hierarchy *hierarchy)
{
    kg_hierarchy *h = hierarchy;
    kg_context *ctx = KG__CONTEXT(h);

    if (!h)
        return;
    kg__search_destroy(ctx, h->search);
    kg__free(ctx, h->place);
    release(h);
    for (int i = 0; i < KG__RESIDENTS; i++)
        kg__free(ctx, h->resident[i]);
    kg__free_all(ctx, h->path_edge, h->path_step, h);
}

kg_status kg_hierarchy_count(const kg_hierarchy *hierarchy, kg_hierarchy_counts *counts)
{
    const kg_hierarchy *h = hierarchy;

    KG_NEED(KG__CONTEXT(h), counts);
    *counts = (kg_hierarchy_counts)KG_ZERO;
    KG_NEED(NULL, hierarchy);
    for (int side = 0; side < h->sides; side++) {
        const uint64_t arcs = h->row[side][h->graph->n];

        counts->arcs += arcs;
        for (uint64_t i = 0; i < arcs; i++)
            counts->shortcuts += h->arc[side][i].via >= KG__SHORTCUT;
    }
    counts->levels = h->levels - 1;
    counts->core = h->level[1];
    counts->exact = h->exact;
    counts->unit = h->unit;
    return KG_OK;
}
