/* Drawings of segments in memory. */
#include "drawing.h"
#include <math.h>
#include <string.h>

kg_status kg__drawing_check(kg_context *ctx, const kg_drawing_options *options)
{
    if (!(options->tolerance >= 0 && isfinite(options->tolerance)))
        return kg__fail(ctx, KG_ARGUMENT, "tolerance is %g, expected a finite number of at least 0",
            options->tolerance);
    if (!(options->flatness >= 0 && isfinite(options->flatness)))
        return kg__fail(ctx, KG_ARGUMENT, "flatness is %g, expected a finite number of at least 0",
            options->flatness);
    if (!(options->straighten >= 0 && isfinite(options->straighten)))
        return kg__fail(ctx, KG_ARGUMENT,
            "straighten is %g, expected a finite number of at least 0", options->straighten);
    if (!(options->retrace >= 0 && isfinite(options->retrace)))
        return kg__fail(ctx, KG_ARGUMENT, "retrace is %g, expected a finite number of at least 0",
            options->retrace);
    if (options->layers > KG_LAYERS_NONE)
        return kg__fail(ctx, KG_ARGUMENT, "layers is %d, expected at most %d", (int)options->layers,
            (int)KG_LAYERS_NONE);
    return KG_OK;
}

kg_status kg__drawing_join(kg_drawing *d, const kg_drawing_options *options)
{
    kg_status status = KG_OK;

    if (options->split)
        KG_TRY(kg__drawing_split(d, options->tolerance));
    else if (options->tolerance > 0)
        KG_TRY(kg__drawing_merge(d, options->tolerance));
    if (options->distinct)
        KG_TRY(kg__drawing_distinct(d));
    if (options->straighten > 0)
        KG_TRY(kg__drawing_straighten(d, options->straighten));
    if (options->retrace > 0)
        KG_TRY(kg__drawing_retrace(d, options->retrace));
out:
    return status;
}

static kg_status copy_segments(kg_drawing *d, const kg_segments *g)
{
    static const char what[] = "segments";
    kg_status status;

    KG_TRY(kg__host_allocate(d->ctx, &d->end, g->count, 2 * sizeof *d->end, what));
    KG_TRY(kg__host_allocate(d->ctx, &d->fixed, g->count, 1, what));
    if (g->layer) {
        KG_TRY(kg__host_allocate(d->ctx, &d->layer, g->count, sizeof *d->layer, what));
        memcpy(d->layer, g->layer, g->count * sizeof *d->layer);
    }
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
    kg_drawing *d = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, drawing, ctx);
    KG_NEED(ctx, segments);
    kg__begin(ctx);
    options = options ? options : &(const kg_drawing_options)KG_DRAWING_OPTIONS_INIT;
    KG_TRY(kg__drawing_check(ctx, options));
    KG_TRY(kg__segments_check(ctx, segments));
    if (segments->count)
        KG_NEED(ctx, segments->place);
    KG_TRY(kg__host_allocate(ctx, &d, 1, sizeof *d, "a drawing"));
    *d = (kg_drawing){.ctx = ctx, .layer_names.ctx = ctx};
    KG_TRY(copy_segments(d, segments));
    KG_TRY(kg__drawing_join(d, options));
    kg__drawing_lend(d);
    *drawing = d;
    d = NULL;
out:
    kg_drawing_destroy(d);
    return status;
}
