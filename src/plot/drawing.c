/* Drawings: adding segments, lending them, and making a graph of them. */
#include "drawing.h"
#include <string.h>

void kg_drawing_destroy(kg_drawing *d)
{
    if (!d)
        return;
    kg__texts_destroy(&d->layer_names);
    kg__free_all(d->ctx, d->end, d->fixed, d->length, d->place, d->name, d->text, d->hash, d->entry,
        d->layer, d->layers, d->layer_text, d);
}

kg_status kg__drawing_add(kg_drawing *d, const kg_vertex end[2], unsigned char fixed)
{
    const uint64_t count = d->segments.count;
    kg_status status;

    if (count >= ((uint64_t)KG_NO_EDGE - 2) / 2)
        KG_TRY(kg__fail(d->ctx, KG_OVERFLOW, "more segments than there are ids"));
    KG_TRY(kg__host_grow(d->ctx, &d->end, &d->end_room, 2 * count + 2, sizeof *d->end, "segments"));
    KG_TRY(
        kg__host_grow(d->ctx, &d->fixed, &d->fixed_room, count + 1, sizeof *d->fixed, "segments"));
    memcpy(d->end + 2 * count, end, 2 * sizeof *end);
    d->fixed[count] = fixed;
    d->any_fixed |= fixed;
    d->segments.count++;
out:
    return status;
}

void kg__drawing_lend(kg_drawing *d)
{
    d->segments.end = d->end;
    d->segments.fixed = d->any_fixed ? d->fixed : NULL;
    d->segments.length = d->length;
    d->segments.place = d->place;
    d->segments.layer = d->layer;
    for (uint64_t i = 0, begin = 0; i < d->layer_count; begin += d->layers[i++].length)
        d->layers[i].name = d->layer_text + begin;
}

KG__GETTER(const kg_segments *, kg_drawing_segments, kg_drawing, drawing, &drawing->segments, NULL)

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
    kg__free_all(d->ctx, name, length);
    return status;
}

/* length: [count] the segments' own lengths, or distances of places. */
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

    KG_NEED_RESULT(ctx, graph, d);
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
