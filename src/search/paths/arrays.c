/* The arrays of answers, those that the graph keeps for the next search, and the list of the
 * entries that a search wrote. */
#include "distances.h"

enum { PART = 4 }; /* a list holds at most one in PART of all vertices */

static void destroy(kg_context *ctx, kg__arrays *a)
{
    kg__free_all(ctx, a->length, a->edge, a->parent, a->reached.vertex, a);
}

/* Called when the graph is destroyed. */
static void destroy_kept(kg_context *ctx, kg__derived *derived)
{
    kg__arrays *a = (kg__arrays *)derived;

    if (a->is_lent)
        a->is_orphan = true;
    else
        destroy(ctx, a);
}

kg_status kg__arrays_lend(kg__arrays **arrays, kg_graph *graph, bool ends_early)
{
    kg_context *ctx = graph->ctx;
    kg__arrays *kept = (kg__arrays *)kg__derived_of(graph, destroy_kept), *a = NULL;
    kg_status status;

    if (ends_early && kept && !kept->is_lent) {
        kept->is_lent = true;
        kept->reached.count = 0;
        *arrays = kept;
        return KG_OK;
    }
    KG_TRY(kg__host_allocate(ctx, &a, 1, sizeof *a, "distances"));
    *a = (kg__arrays){.derived = {graph->derived, destroy_kept}, .reached.all = true};
    KG_TRY(kg__host_allocate(ctx, &a->length, graph->n, sizeof *a->length, "distances"));
    KG_TRY(kg__host_allocate(ctx, &a->edge, graph->n, sizeof *a->edge, "a tree of paths"));
    KG_TRY(kg__host_allocate(ctx, &a->parent, graph->n, sizeof *a->parent, "a tree of paths"));
    if (ends_early && !kept) {
        a->is_kept = a->is_lent = true;
        graph->derived = &a->derived;
    }
    *arrays = a;
    a = NULL;
out:
    if (a)
        destroy(ctx, a);
    return status;
}

void kg__arrays_return(kg_context *ctx, kg__arrays *a)
{
    if (!a)
        return;
    if (!a->is_kept || a->is_orphan) {
        destroy(ctx, a);
        return;
    }
    for (uint64_t i = 0; i < a->reached.count && !a->reached.all; i++) {
        const kg_vertex v = a->reached.vertex[i];

        a->length[v] = INFINITY;
        a->edge[v] = KG_NO_EDGE;
        a->parent[v] = KG_NO_VERTEX;
    }
    a->is_lent = false;
}

kg_status kg__paths_note(kg__paths_work *w, kg_vertex v)
{
    kg__reached *r = w->reached;
    kg_status status = KG_OK;

    r->all = r->all || r->count > w->graph->n / PART;
    if (r->all)
        return KG_OK;
    if (r->count == r->room)
        KG_TRY(kg__host_grow(
            w->ctx, &r->vertex, &r->room, r->count + 1, sizeof *r->vertex, "reached vertices"));
    r->vertex[r->count++] = v;
out:
    return status;
}
