/*
 * Plotting the layers of a drawing one by one.
 *
 * In:  segments with layers.
 * Out: the segments of one layer after the other, with vertices of their own; their strokes, as
 *     strokes of all segments.
 * Work: O(n + m log m). Memory: 8 bytes a vertex and 20 a segment, and a copy of the largest layer.
 */
#include "by_layer.h"
#include <stdlib.h>
#include <string.h>

bool kg__layers_differ(const kg_segments *g)
{
    for (uint64_t s = 1; g->layer && s < g->count; s++)
        if (g->layer[s] != g->layer[0])
            return true;
    return false;
}

static int compare(const void *a, const void *b)
{
    const kg__layered *p = a, *q = b;

    if (p->layer != q->layer)
        return p->layer < q->layer ? -1 : 1;
    return (p->segment > q->segment) - (p->segment < q->segment);
}

kg_status kg__layers_begin(kg__layers *l, kg_context *ctx, const kg_segments *g)
{
    static const char what[] = "segments by layer";
    kg_status status;

    *l = (kg__layers){.ctx = ctx, .given = g};
    KG_TRY(kg__host_allocate(ctx, &l->order, g->count, sizeof *l->order, what));
    KG_TRY(kg__host_allocate(ctx, &l->number, g->vertices, sizeof *l->number, what));
    KG_TRY(kg__host_allocate(ctx, &l->end, g->count, 2 * sizeof *l->end, what));
    KG_TRY(kg__host_allocate(ctx, &l->fixed, g->fixed ? g->count : 0, 1, what));
    KG_TRY(kg__host_allocate(ctx, &l->length, g->length ? g->count : 0, sizeof *l->length, what));
    KG_TRY(
        kg__host_allocate(ctx, &l->place, g->place ? g->vertices : 0, 2 * sizeof *l->place, what));
    for (uint64_t s = 0; s < g->count; s++)
        l->order[s] = (kg__layered){.layer = g->layer[s], .segment = s};
    qsort(l->order, g->count, sizeof *l->order, compare);
    for (uint64_t v = 0; v < g->vertices; v++)
        l->number[v] = KG_NO_VERTEX;
out:
    return status;
}

bool kg__layers_next(kg__layers *l)
{
    const kg_segments *g = l->given;
    kg_segments *part = &l->part;

    l->first += part->count;
    *part = (kg_segments){.end = l->end,
        .fixed = g->fixed ? l->fixed : NULL,
        .length = g->length ? l->length : NULL,
        .place = g->place ? l->place : NULL};
    for (uint64_t i = l->first; i < g->count && l->order[i].layer == l->order[l->first].layer;
         i++) {
        const uint64_t s = l->order[i].segment, k = part->count++;

        for (unsigned half = 0; half < 2; half++) {
            const kg_vertex v = g->end[2 * s + half];

            if (l->number[v] == KG_NO_VERTEX) {
                l->number[v] = (kg_vertex)part->vertices++;
                if (g->place)
                    memcpy(l->place + 2 * (uint64_t)l->number[v], g->place + 2 * (uint64_t)v,
                        2 * sizeof *l->place);
            }
            l->end[2 * k + half] = l->number[v];
        }
        if (g->fixed)
            l->fixed[k] = g->fixed[s];
        if (g->length)
            l->length[k] = g->length[s];
    }
    for (uint64_t i = l->first; i < l->first + part->count; i++)
        for (unsigned half = 0; half < 2; half++)
            l->number[g->end[2 * l->order[i].segment + half]] = KG_NO_VERTEX;
    return part->count > 0;
}

void kg__layers_append(kg_plot *all, const kg_plot *one, const kg__layers *l)
{
    kg_plot_figures *sum = &all->figures;
    const kg_plot_figures *f = &one->figures;

    for (uint64_t k = 0; k < l->part.count; k++)
        all->step[l->first + k] =
            (kg_edge)(2 * l->order[l->first + one->step[k] / 2].segment + one->step[k] % 2);
    for (uint64_t i = 0; i <= f->strokes; i++)
        all->begin[sum->strokes + i] = l->first + one->begin[i];
    sum->strokes += f->strokes;
    sum->closed += f->closed;
    sum->drawn += f->drawn;
    sum->pen_up += f->pen_up;
    sum->pen_up_found += f->pen_up_found;
    sum->turned += f->turned;
    sum->stopped |= f->stopped;
}

void kg__layers_end(kg__layers *l)
{
    kg__free_all(l->ctx, l->order, l->number, l->end, l->fixed, l->length, l->place);
}
