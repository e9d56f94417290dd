/* Drawings, at a tolerance and without, as they are and split, with all kinds of layers, and their
 * strokes. */
#include "fuzz.h"
#include <konig/plot.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);
    int ways = 4;

    for (int way = 0; way < ways; way++) {
        const int near = way & 1;
        const kg_drawing_options options = {.tolerance = near ? 0.01 : 0,
            .split = way / 2,
            .flatness = 1,
            .layers = (kg_layers)(way % 4)};
        kg_drawing *drawing = NULL;
        kg_plot *plot = NULL;
        kg_status status = kg_drawing_read_memory(&drawing, ctx, data, size, &options);
        const kg_segments *segments = kg_drawing_segments(drawing);

        if ((status == KG_OK) != (drawing != NULL))
            abort();
        if (!segments || !segments->place)
            ways = 2; /* names are not split */
        if (status == KG_OK)
            status = kg_plot_find(
                &plot, ctx, segments, &(kg_plot_options){.straight = near && segments->place});
        if ((status == KG_OK) != (plot != NULL))
            abort();
        kg_plot_destroy(plot);
        kg_drawing_destroy(drawing);
        fuzz_settle(ctx, status);
    }
    return 0;
}
