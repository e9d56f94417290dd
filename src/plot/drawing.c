/* Drawings: of segments in memory, what is lent of them, and a graph of one. */
#include "drawing.h"
#include <math.h>
#include <string.h>

void kg_drawing_destroy(kg_drawing *d)
{
    if (!d)
        return;
    kg__free(d->ctx, d->end);
    kg__free(d->ctx, d->fixed);
    kg__free(d->ctx, d->length);
    kg__free(d->ctx, d->place);
    kg__free(d->ctx, d->name);
    kg__free(d->ctx, d->text);
    kg__free(d->ctx, d->hash);
    kg__free(d->ctx, d->slot);
    kg__free(d->ctx, d);
}

kg_status kg__drawing_check(kg_context *ctx, const kg_drawing_options *options)
{
    if (!(options->tolerance >= 0 && isfinite(options->tolerance)))
        return kg__fail(ctx, KG_ARGUMENT, "tolerance is %g, expected a finite number of at least 0",
            options->tolerance);
    return KG_OK;
}

void kg__drawing_lend(kg_drawing *d)
{
    d->segments.end = d->end;
    d->segments.fixed = d->any_fixed ? d->fixed : NULL;
    d->segments.length = d->length;
    d->segments.place = d->place;
}

kg_status kg__drawing_join(kg_drawing *d, const kg_drawing_options *options)
{
    if (options->split)
        return kg__drawing_split(d, options->tolerance);
    return options->tolerance > 0 ? kg__drawing_merge(d, options->tolerance) : KG_OK;
}

static kg_status copy_segments(kg_drawing *d, const kg_segments *g)
{
    static const char what[] = "segments";
    kg_status status;

    KG_TRY(kg__host_allocate(d->ctx, &d->end, g->count, 2 * sizeof *d->end, what));
    KG_TRY(kg__host_allocate(d->ctx, &d->fixed, g->count, 1, what));
    if (g->length) {
        KG_TRY(kg__host_allocate(d->ctx, &d->length, g->count, sizeof *d->length, what));
        memcpy(d->length, g->length, g->count * sizeof *d->length);
        d->lengths = g->count;
    }
    for (uint64_t i = 0; i < g->count; i++) {
        d->fixed[i] = g->fixed && g->fixed[i];
        d->any_fixed |= d->fixed[i];
    }
    for (uint64_t h = 0; h < 2 * g->count; h++)
        KG_TRY(kg__drawing_find_place(d, g->place + 2 * (uint64_t)g->end[h], &d->end[h]));
    d->segments.count = g->count;
out:
    return status;
}

kg_status kg_drawing_build(kg_drawing **drawing, kg_context *ctx, const kg_segments *segments,
    const kg_drawing_options *options)
{
    static const kg_drawing_options defaults = KG_DRAWING_OPTIONS_INIT;
    kg_drawing *d = NULL;
    kg_status status;

    KG_NEED(ctx, drawing);
    *drawing = NULL;
    KG_NEED(ctx, ctx);
    KG_NEED(ctx, segments);
    kg__begin(ctx);
    options = options ? options : &defaults;
    KG_TRY(kg__drawing_check(ctx, options));
    KG_TRY(kg__segments_check(ctx, segments));
    if (segments->count)
        KG_NEED(ctx, segments->place);
    KG_TRY(kg__host_allocate(ctx, &d, 1, sizeof *d, "a drawing"));
    *d = (kg_drawing){.ctx = ctx};
    KG_TRY(copy_segments(d, segments));
    KG_TRY(kg__drawing_join(d, options));
    kg__drawing_lend(d);
    *drawing = d;
    d = NULL;
out:
    kg_drawing_destroy(d);
    return status;
}

const kg_segments *kg_drawing_segments(const kg_drawing *drawing)
{
    return drawing ? &drawing->segments : NULL;
}

const char *kg_drawing_name(const kg_drawing *d, kg_vertex vertex, size_t *length)
{
    size_t unseen;

    length = length ? length : &unseen;
    *length = 0;
    if (!d || !d->name || vertex >= d->segments.vertices)
        return "";
    *length = d->name[(uint64_t)vertex + 1] - d->name[vertex];
    return d->text + d->name[vertex];
}

/* The name of each vertex. */
static kg_status set_names(kg_graph *graph, const kg_drawing *d)
{
    const uint64_t n = d->segments.vertices;
    const char **name = NULL;
    size_t *length = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(d->ctx, &name, n, sizeof *name, "names"));
    KG_TRY(kg__host_allocate(d->ctx, &length, n, sizeof *length, "names"));
    for (uint64_t v = 0; v < n; v++)
        name[v] = kg_drawing_name(d, (kg_vertex)v, &length[v]);
    KG_TRY(kg_graph_set_names(graph, name, length));
out:
    kg__free(d->ctx, name);
    kg__free(d->ctx, length);
    return status;
}

/* length: [count] the segments' own, or of places. */
static void measure(const kg_segments *g, double *length)
{
    for (uint64_t s = 0; s < g->count; s++)
        length[s] = g->length ? g->length[s]
                              : kg__plot_distance(g->place + 2 * (uint64_t)g->end[2 * s],
                                    g->place + 2 * (uint64_t)g->end[2 * s + 1]);
}

kg_status kg_drawing_graph(kg_graph **graph, const kg_drawing *d)
{
    kg_context *ctx = d ? d->ctx : NULL;
    const kg_segments *g = d ? &d->segments : NULL;
    double *length = NULL;
    kg_graph *made = NULL;
    kg_status status;

    KG_NEED(ctx, graph);
    *graph = NULL;
    KG_NEED(NULL, d);
    kg__begin(ctx);
    if (g->length || g->place) {
        KG_TRY(kg__host_allocate(ctx, &length, g->count, sizeof *length, "lengths of segments"));
        measure(g, length);
    }
    KG_TRY(kg_graph_build_undirected(&made, ctx, g->vertices, g->count, g->end, length));
    if (d->name)
        KG_TRY(set_names(made, d));
    *graph = made;
    made = NULL;
out:
    kg_graph_destroy(made);
    kg__free(ctx, length);
    return status;
}
