/*
 * Puts the lengths of a graph's edges into the base of hierarchies: the front. Checks arguments,
 * has a backend make the arcs, and makes all else.
 */
#include "hierarchy_base.h"
#include "hierarchy_file.h"
#include "hierarchy_ops.h"

/* A triangle of arcs: 7.3 ns on one thread of a Xeon at 2.8 GHz. The figure for CUDA is an
 * estimate. */
static const kg__cost triangle_cost = {.ns = {[KG__CPU] = 7.3, [KG__CUDA] = 0.15}, .bytes = 8};

static kg_status copy(kg_context *ctx, void *to, const kg_vertex *from, uint64_t count)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, to, count, sizeof *from, "an order of vertices"));
    kg__host_copy(ctx, *(void **)to, from, count * sizeof *from);
out:
    return status;
}

/* Makes the rows of no labels. */
static kg_status leave_unlabelled(kg_hierarchy *h)
{
    kg_status status = KG_OK;

    for (int side = 0; side < h->sides; side++) {
        KG_TRY(kg__host_allocate(
            h->ctx, &h->label_row[side], 1, sizeof *h->label_row[side], "rows of labels"));
        h->label_row[side][0] = 0;
    }
out:
    if (h->sides == 1)
        h->label_row[1] = h->label_row[0];
    return status;
}

/* Frees the arcs of an attempt that failed. */
static void forget(kg_hierarchy *h, int sides)
{
    kg__free_all(h->ctx, h->row[0], h->arc[0], h->row[1], h->arc[1]);
    for (int side = 0; side < 2; side++) {
        h->row[side] = NULL;
        h->arc[side] = NULL;
    }
    h->sides = sides;
}

static kg_status make_arcs(kg_hierarchy *h, const kg_hierarchy_base *b, kg__lengths *lengths)
{
    kg_context *ctx = h->ctx;
    const int sides = h->sides;
    kg__customization c = {.base = b, .h = h, .lengths = lengths};
    kg_status status;

    kg__choose(ctx, &triangle_cost, b->triangles, UINT64_MAX);
    status = kg__hierarchy(ctx)->customize(&c);
    if (kg__choose_other(ctx, status)) {
        forget(h, sides);
        status = kg__hierarchy(ctx)->customize(&c);
    }
    kg__end_choice(ctx);
    return status;
}

static kg_status customize(kg_hierarchy *h, const kg_hierarchy_base *b)
{
    kg_context *ctx = h->ctx;
    kg__lengths unit = kg__unit_lengths, *lengths = &unit;
    kg_status status;

    if (!h->unit)
        KG_TRY(kg__lengths_of(&lengths, h->graph));
    h->exact = kg__hierarchy_is_exact(h->graph, lengths, &h->unit_of_labels);
    h->levels = b->levels;
    KG_TRY(copy(ctx, &h->vertex, b->vertex, b->n));
    KG_TRY(copy(ctx, &h->place, b->place, b->n));
    KG_TRY(copy(ctx, &h->level, b->level, (uint64_t)b->levels + 1));
    KG_TRY(kg__progress(ctx, "customizing", 0, b->row[b->n]));
    KG_TRY(make_arcs(h, b, lengths));
    if (h->sides == 1) {
        h->row[1] = h->row[0];
        h->arc[1] = h->arc[0];
    }
out:
    return status;
}

static kg_status check_graph(const kg_hierarchy_base *b, const kg_graph *graph)
{
    kg_status status;

    KG_TRY(kg__hierarchy_check(graph));
    if (b->n != graph->n || b->m != kg__edges(graph) ||
        b->sum != kg__hierarchy_sum_graph(graph, true))
        return kg__fail(graph->ctx, KG_ARGUMENT,
            "the base is that of another graph, with %llu vertices and %llu edges; this one has %u "
            "and %llu, or other edges; only lengths may differ",
            (unsigned long long)b->n, (unsigned long long)b->m, graph->n,
            (unsigned long long)kg__edges(graph));
out:
    return status;
}

kg_status kg_hierarchy_customize(kg_hierarchy **hierarchy, const kg_hierarchy_base *base,
    kg_graph *graph, const kg_hierarchy_customize_options *options)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_hierarchy *h = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, hierarchy, graph);
    KG_NEED(ctx, base);
    KG_TRY(kg__begin_graph(graph));
    kg__stage(ctx, "customize");
    KG_TRY(check_graph(base, graph));
    KG_TRY(kg__hierarchy_create(&h, graph, options && options->unit, graph->half ? 1 : 2));
    KG_TRY(customize(h, base));
    if (options && options->labels) {
        kg__stage(ctx, "label");
        KG_TRY(kg__hierarchy_label(h));
    } else {
        KG_TRY(leave_unlabelled(h));
    }
    *hierarchy = h;
    h = NULL;
out:
    kg_hierarchy_destroy(h);
    kg__stage(ctx, NULL);
    return status;
}
