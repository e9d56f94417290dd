/*
 * The layers of a drawing.
 *
 * In:  names, and the layer of each segment.
 * Out: the array that kg_drawing_layers() lends.
 */
#include "drawing.h"
#include <string.h>

kg_status kg__drawing_add_layer(
    kg_drawing *d, const char *name, size_t length, const char *colour, uint32_t *layer)
{
    static const char what[] = "layers of a drawing";
    kg_drawing_layer *made;
    kg_status status;

    KG_TRY(kg__host_grow(
        d->ctx, &d->layers, &d->layers_room, d->layer_count + 1, sizeof *d->layers, what));
    KG_TRY(kg__host_grow(
        d->ctx, &d->layer_text, &d->layer_text_room, d->layer_bytes + length + 1, 1, what));
    memcpy(d->layer_text + d->layer_bytes, name, length);
    d->layer_bytes += length;
    made = &d->layers[d->layer_count];
    *made = (kg_drawing_layer){.length = length};
    strcpy(made->colour, colour);
    *layer = (uint32_t)d->layer_count++;
out:
    return status;
}

kg_status kg__drawing_find_layer(
    kg_drawing *d, const char *name, size_t length, const char *colour, uint32_t *layer)
{
    kg_status status;

    KG_TRY(kg__intern(&d->layer_names, name, length, layer));
    if (*layer == d->layer_count)
        KG_TRY(kg__drawing_add_layer(d, name, length, colour, layer));
out:
    return status;
}

kg_status kg__drawing_set_layer(kg_drawing *d, uint64_t first, uint32_t layer)
{
    kg_status status;

    KG_TRY(kg__host_grow(d->ctx, &d->layer, &d->layer_room, d->segments.count, sizeof *d->layer,
        "layers of segments"));
    for (uint64_t i = first; i < d->segments.count; i++)
        d->layer[i] = layer;
out:
    return status;
}

const kg_drawing_layer *kg_drawing_layers(const kg_drawing *d, uint64_t *count)
{
    if (count)
        *count = d ? d->layer_count : 0;
    return d ? d->layers : NULL;
}

KG__GETTER(const double *, kg_drawing_page, kg_drawing, drawing,
    drawing->page[0] > 0 ? drawing->page : NULL, NULL)
