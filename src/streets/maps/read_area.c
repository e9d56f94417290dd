/*
 * The area that the user chose: its box is checked, its polygons are read.
 *
 * In:  options; a file of GeoJSON.
 * Out: the box, and the rings of all polygons.
 */
#include "../streets.h"
#include "geojson.h"
#include <string.h>

static kg_status check_box(kg__area *area)
{
    const double *box = area->options->box;

    if (!area->options->has_box) {
        for (int i = 0; i < 4; i++)
            if (box[i] != 0)
                return kg__fail(area->ctx, KG_ARGUMENT, "box is given, and has_box is not set");
        return KG_OK;
    }
    if (!kg__degrees(box[0], box[1], area->box) || !kg__degrees(box[2], box[3], area->box + 2) ||
        box[1] > box[3])
        return kg__fail(area->ctx, KG_ARGUMENT,
            "the box is %g, %g, %g, %g: expected west, south, east, north in degrees", box[0],
            box[1], box[2], box[3]);
    return KG_OK;
}

static kg_status add_point(kg__area *area, const int32_t place[2])
{
    kg_status status;

    KG_TRY(kg__host_grow(area->ctx, &area->point, &area->point_room, 2 * (area->points + 1),
        sizeof *area->point, "polygons"));
    memcpy(area->point + 2 * area->points++, place, 2 * sizeof *place);
out:
    return status;
}

static kg_status add_ring(kg__area *area)
{
    kg_status status;

    KG_TRY(kg__host_grow(
        area->ctx, &area->ring, &area->ring_room, area->rings + 2, sizeof *area->ring, "polygons"));
    area->ring[++area->rings] = area->points;
out:
    return status;
}

static kg_status take_corner(kg__geojson *geojson, const int32_t place[2])
{
    return add_point(geojson->user, place);
}

static kg_status take_ring(kg__geojson *geojson, bool alone)
{
    kg__area *area = geojson->user;
    const uint64_t first = area->ring[area->rings];

    (void)alone;
    if (area->points - first < 4 ||
        memcmp(area->point + 2 * first, area->point + 2 * (area->points - 1),
            2 * sizeof *area->point) != 0)
        return kg__json_fail(&geojson->json, geojson->feature_at,
            "a ring of a polygon: expected four places or more, the last of them the first");
    return add_ring(area);
}

static kg_status read_text(kg__area *area, const char *shown, const char *bytes, size_t size)
{
    kg__geojson geojson = {.json = {.ctx = area->ctx,
                               .shown = shown,
                               .begin = bytes,
                               .end = bytes + size,
                               .at = bytes},
        .user = area,
        .wanted = {{"Polygon", 2}, {"MultiPolygon", 3}},
        .place = take_corner,
        .list = take_ring};
    kg_status status;

    KG_TRY(kg__geojson_read(&geojson));
    if (!area->rings)
        status = kg__json_fail(&geojson.json, bytes, "expected a Polygon or a MultiPolygon");
out:
    return status;
}

static kg_status read_polygons(void *result, const kg__input *input, const void *options)
{
    kg__area *area = result;
    char *bytes = NULL;
    kg_status status;

    (void)options;
    KG_TRY(kg__host_allocate(area->ctx, &bytes, input->size + KG__JSON_PAD, 1, "polygons"));
    memset(bytes + input->size, 0, KG__JSON_PAD);
    if (input->size)
        KG_TRY(kg__input_read(input, bytes, 0, (size_t)input->size));
    KG_TRY(read_text(area, input->shown, bytes, (size_t)input->size));
out:
    kg__free(area->ctx, bytes);
    return status;
}

kg_status kg__area_begin(kg__area *area, kg_context *ctx, const kg_streets_options *options)
{
    kg_status status;

    *area = (kg__area){.ctx = ctx, .options = options};
    KG_TRY(check_box(area));
    if (options->within) {
        KG_TRY(
            kg__host_grow(ctx, &area->ring, &area->ring_room, 1, sizeof *area->ring, "polygons"));
        area->ring[0] = 0;
        KG_TRY(
            kg__input_read_from(ctx, KG__PATH(options->within), NULL, read_polygons, area, NULL));
    }
out:
    return status;
}

void kg__area_end(kg__area *area)
{
    kg__free_all(area->ctx, area->ring, area->point);
}
