/* Streets: the calls that read them and look at them. */
#include "streets.h"
#include "../foreign/foreign.h"
#include "maps/json.h"
#include <string.h>

static const kg__expected expected = {
    .what = "streets: a map of OpenStreetMap, a graph of OSMnx (GraphML), GeoJSON, or a table with "
            "a header"};

/* ---- telling formats ------------------------------------------------------------------------- */

/* The format of a map for libosmium; NULL: the file is not such a map. */
static const char *find_map(const char *head, size_t size)
{
    if (size >= 15 && memcmp(head + 4, "\n\tOSMHeader", 11) == 0)
        return "pbf";
    if (size >= 3 && memcmp(head, "BZh", 3) == 0)
        return "osm.bz2";
    for (size_t i = 0; i + 5 < size; i++)
        if (memcmp(head + i, "<osm", 4) == 0 && strchr(" \t\r\n>", head[i + 4]))
            return "osm";
    return NULL;
}

/* Where the text begins, after a byte order mark and blanks. */
static size_t skip_blank(const char *bytes, size_t size)
{
    size_t at = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

    while (at < size && strchr(" \t\r\n", bytes[at]))
        at++;
    return at;
}

static kg_status gather(kg__gathered *g, const kg__input *input)
{
    enum { HEAD = 4096 };
    kg_context *ctx = g->ctx;
    char head[HEAD + 1] = {0}, *bytes = NULL;
    const size_t size = input->size < HEAD ? (size_t)input->size : HEAD;
    const char *map;
    size_t begin;
    kg_status status = KG_OK;

    g->shown = input->shown;
    if (size)
        KG_TRY(kg__input_read(input, head, 0, size));
    map = find_map(head, size);
    begin = skip_blank(head, size);
    if (head[begin] == '<' && strstr(head + begin, "<graphml")) {
        KG_TRY(kg__streets_read_graphml(g, input));
        goto out;
    }
    if (!map && (begin == size || !strchr("{[", head[begin]))) {
        KG_TRY(kg__foreign_refuse(input, &expected));
        KG_TRY(kg__streets_read_table(g, input));
        goto out;
    }
    KG_TRY(kg__host_allocate(ctx, &bytes, input->size + KG__JSON_PAD, 1, "a file of streets"));
    memset(bytes + input->size, 0, KG__JSON_PAD);
    KG_TRY(kg__input_read(input, bytes, 0, (size_t)input->size));
    KG_TRY(map ? kg__streets_read_osm(g, bytes, (size_t)input->size, map)
               : kg__streets_read_geojson(g, bytes + begin, (size_t)input->size - begin));
out:
    kg__free(ctx, bytes);
    return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static kg_status read_streets(void *result, const kg__input *input, const void *options)
{
    kg_context *ctx = input->ctx;
    kg_streets *made = NULL;
    kg__gathered g = {0};
    kg__area area = {0};
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &made, 1, sizeof *made, "streets"));
    *made = (kg_streets){.ctx = ctx};
    g.ctx = area.ctx = ctx;
    KG_TRY(kg__gather_begin(&g, ctx, options));
    KG_TRY(kg__area_begin(&area, ctx, options));
    KG_TRY(gather(&g, input));
    KG_TRY(kg__streets_lay_out(made, &g, &area));
    *(kg_streets **)result = made;
    made = NULL;
out:
    kg__stage(ctx, NULL);
    kg__area_end(&area);
    kg__gather_end(&g);
    kg_streets_destroy(made);
    return status;
}

static kg_status read_source(kg_streets **streets, kg_context *ctx, const kg__source *source,
    const kg_streets_options *options)
{
    const kg_streets_options given = options ? *options : (kg_streets_options){0};

    KG_NEED(ctx, streets);
    *streets = NULL;
    KG_NEED(NULL, ctx);
    kg__begin(ctx);
    if ((unsigned)given.network > KG_STREETS_BIKE)
        return kg__fail(ctx, KG_ARGUMENT, "network is %d: expected 0 to %d", (int)given.network,
            KG_STREETS_BIKE);
    return kg__input_read_from(ctx, source, given.shown, read_streets, streets, &given);
}

kg_status kg_streets_read(
    kg_streets **streets, kg_context *context, const char *path, const kg_streets_options *options)
{
    return read_source(streets, context, KG__PATH(path), options);
}

kg_status kg_streets_read_memory(kg_streets **streets, kg_context *context, const void *bytes,
    size_t size, const kg_streets_options *options)
{
    return read_source(streets, context, KG__MEMORY(bytes, size), options);
}

void kg_streets_destroy(kg_streets *s)
{
    if (!s)
        return;

    void *const block[] = {s->end, s->length, s->back, s->one_way, s->required, s->crossing_id,
        s->way_id, s->line, s->part, s->way, s->point, s->place, s->way_name, s->street_name,
        s->crossing_name, s->text};

    for (size_t i = 0; i < sizeof block / sizeof *block; i++)
        kg__free(s->ctx, block[i]);
    kg__free(s->ctx, s);
}

/* ---- looking --------------------------------------------------------------------------------- */

const kg_streets_counts *kg_streets_count(const kg_streets *streets)
{
    return streets ? &streets->counts : NULL;
}

const kg_streets_map *kg_streets_look(const kg_streets *streets)
{
    return streets ? &streets->map : NULL;
}

static const char *name_at(
    const kg_streets *s, const uint64_t *name, uint64_t i, uint64_t count, size_t *length)
{
    const char *text = s && i < count ? s->text + name[i] : "";

    if (length)
        *length = strlen(text);
    return text;
}

const char *kg_streets_name(const kg_streets *s, uint64_t street, size_t *length)
{
    return s ? name_at(s, s->street_name, street, s->map.streets, length)
             : name_at(NULL, NULL, 0, 0, length);
}

const char *kg_streets_crossing_name(const kg_streets *s, kg_vertex crossing, size_t *length)
{
    return s ? name_at(s, s->crossing_name, crossing, s->map.crossings, length)
             : name_at(NULL, NULL, 0, 0, length);
}
