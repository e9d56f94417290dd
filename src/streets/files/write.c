/* Writes a walk: chooses the format, and writes a file that appears complete or not at all. */
#include "../../base/ascii.h"
#include "writer.h"
#include <string.h>

static const struct {
    const char *extension;
    kg_streets_format format;
} extensions[] = {{".gpx", KG_STREETS_GPX}, {".geojson", KG_STREETS_GEOJSON},
    {".json", KG_STREETS_GEOJSON}, {".kml", KG_STREETS_KML}, {".csv", KG_STREETS_CSV},
    {".html", KG_STREETS_HTML}, {".svg", KG_STREETS_SVG}, {".png", KG_STREETS_PNG}};

static kg_status find_format(kg_context *ctx, const char *path, kg_streets_format *format)
{
    if ((unsigned)*format > KG_STREETS_PNG)
        return kg__fail(
            ctx, KG_ARGUMENT, "format is %d: expected 0 to %d", (int)*format, KG_STREETS_PNG);
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions && !*format; i++) {
        const size_t length = strlen(path), tail = strlen(extensions[i].extension);

        if (length > tail && kg__same_letters(path + length - tail, extensions[i].extension, tail))
            *format = extensions[i].format;
    }
    if (!*format)
        return kg__fail(ctx, KG_ARGUMENT,
            "'%s' has no extension of a format: expected .gpx, .geojson, .json, .kml, .csv, "
            ".html, .svg or .png",
            KG__SHOW(path, strlen(path)));
    return KG_OK;
}

kg_status kg_streets_write(const kg_streets_walk *walk, const char *path, kg_streets_format format)
{
    static void (*const write[])(kg__writer *, const kg_streets_walk *) = {
        [KG_STREETS_GPX] = kg__walk_write_gpx,
        [KG_STREETS_GEOJSON] = kg__walk_write_geojson,
        [KG_STREETS_KML] = kg__walk_write_kml,
        [KG_STREETS_CSV] = kg__walk_write_csv,
        [KG_STREETS_HTML] = kg__walk_write_html,
        [KG_STREETS_SVG] = kg__walk_write_svg,
        [KG_STREETS_PNG] = kg__walk_write_png};
    kg_context *ctx = walk ? walk->streets->ctx : NULL;
    kg__writer w = {0};
    kg_status status;

    KG_NEED(NULL, walk);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    KG_TRY(find_format(ctx, path, &format));
    if (!walk->streets->map.point && format != KG_STREETS_CSV)
        KG_TRY(kg__fail(ctx, KG_UNSUPPORTED,
            "the streets have no coordinates: their walk can be written as CSV alone"));
    if (format == KG_STREETS_GPX || format == KG_STREETS_KML || format == KG_STREETS_HTML)
        KG_TRY(kg__turns_find(&w.turn, &w.turns, walk));
    KG_TRY(kg__output_open(&w.output, ctx, path));
    write[format](&w, walk);
    KG_TRY(w.status);
    KG_TRY(kg__output_close(w.output));
out:
    kg_output_destroy(w.output);
    kg__free(ctx, w.turn);
    return status;
}
