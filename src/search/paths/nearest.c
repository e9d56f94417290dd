/* The nearest sources of all vertices: the front. Checks arguments, has the search made and
 * checked, keeps the answer. */
#include "nearest.h"

static kg_status check_arguments(const kg_graph *graph, const kg_vertex *source, uint64_t sources,
    uint64_t count, const kg_distances_options *o)
{
    kg_context *ctx = graph->ctx;
    kg_status status;

    if (!count)
        return kg__fail(ctx, KG_ARGUMENT, "0 sources for each vertex: expected 1 or more");
    if (o->goals || o->goal)
        return kg__fail(
            ctx, KG_ARGUMENT, "all vertices get their nearest sources: expected no goals");
    KG_TRY(kg__paths_check_options(graph, source, sources, o));
out:
    return status;
}

static kg_status find(kg_nearest *near, const kg_vertex *source, uint64_t sources, uint64_t count,
    const kg_distances_options *options)
{
    kg_context *ctx = near->ctx;
    const double limit = options->has_limit ? options->limit : INFINITY;
    kg__lengths unit = kg__unit_lengths, *lengths = &unit;
    kg_vertex *once = NULL;
    uint64_t different;
    kg_status status;

    kg__stage(ctx, "prepare");
    KG_TRY(kg__paths_distinct(ctx, &once, &different, source, sources, near->graph->n));
    if (options->towards && !near->graph->half)
        KG_TRY(kg__paths_reverse(&near->along, near->graph));
    if (!options->unit)
        KG_TRY(kg__lengths_of(&lengths, near->along));
    near->columns = count < different ? count : different;
    KG_TRY(kg__host_allocate(
        ctx, &near->source, near->graph->n, near->columns * sizeof(kg_vertex), "nearest sources"));
    KG_TRY(kg__host_allocate(
        ctx, &near->length, near->graph->n, near->columns * sizeof(double), "nearest sources"));
    kg__stage(ctx, "search");
    KG_TRY(kg__nearest_search(near, lengths, once, different, limit));
    kg__stage(ctx, "verify");
    if (!options->skip_verify && different)
        KG_TRY(kg__verify_nearest(near, once, different, options));
out:
    kg__stage(ctx, NULL);
    kg__free(ctx, once);
    return status;
}

kg_status kg_graph_nearest(kg_nearest **nearest, kg_graph *graph, const kg_vertex *source,
    uint64_t sources, uint64_t count, const kg_distances_options *options)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_nearest *near = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, nearest, graph);
    if (sources)
        KG_NEED(ctx, source);
    options = options ? options : &(const kg_distances_options)KG_DISTANCES_OPTIONS_INIT;
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(check_arguments(graph, source, sources, count, options));
    KG_TRY(kg__host_allocate(ctx, &near, 1, sizeof *near, "nearest sources"));
    *near = (kg_nearest){.ctx = ctx, .graph = graph, .along = graph};
    KG_TRY(find(near, source, sources, count, options));
    *nearest = near;
    near = NULL;
out:
    kg_nearest_destroy(near);
    return status;
}

void kg_nearest_destroy(kg_nearest *nearest)
{
    kg_context *ctx = KG__CONTEXT(nearest);

    if (nearest)
        kg__free_all(ctx, nearest->source, nearest->length, nearest);
}

KG__GETTER(uint64_t, kg_nearest_columns, kg_nearest, nearest, nearest->columns, 0)
KG__GETTER(const kg_vertex *, kg_nearest_sources, kg_nearest, nearest, nearest->source, NULL)
KG__GETTER(const double *, kg_nearest_lengths, kg_nearest, nearest, nearest->length, NULL)
