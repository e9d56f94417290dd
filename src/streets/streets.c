/* Streets: the calls that read them and look at them. */
#include "streets.h"
#include "../foreign/foreign.h"
#include "maps/json.h"
#include <stdio.h>
#include <string.h>

enum { MOST_FILES = 65535 };

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

static kg_status read_file(void *gathered, const kg__input *input, const void *options)
{
    (void)options;
    return gather(gathered, input);
}

static kg_status read_sources(kg_streets **streets, kg_context *ctx, const kg__source *source,
    uint64_t sources, const kg_streets_options *options)
{
    const kg_streets_options given = options ? *options : (kg_streets_options){0};
    char all[32];
    kg_streets *made = NULL;
    kg__gathered g = {.ctx = ctx};
    kg__area area = {.ctx = ctx};
    kg_status status;

    KG_NEED_RESULT(ctx, streets, ctx);
    kg__begin(ctx);
    if ((unsigned)given.network > KG_STREETS_BIKE)
        return kg__fail(ctx, KG_ARGUMENT, "network is %d: expected 0 to %d", (int)given.network,
            KG_STREETS_BIKE);
    KG_TRY(kg__host_allocate(ctx, &made, 1, sizeof *made, "streets"));
    *made = (kg_streets){.ctx = ctx};
    KG_TRY(kg__gather_begin(&g, ctx, &given));
    KG_TRY(kg__area_begin(&area, ctx, &given));
    g.several = sources > 1;
    for (uint64_t i = 0; i < sources; i++)
        KG_TRY(kg__input_read_from(
            ctx, &source[i], g.several ? NULL : given.shown, read_file, &g, NULL));
    if (g.osm)
        KG_TRY(kg__streets_find_osm_nodes(&g));
    if (g.several) {
        snprintf(all, sizeof all, "%u files", (unsigned)g.files);
        g.shown = all;
    }
    KG_TRY(kg__streets_lay_out(made, &g, &area));
    *streets = made;
    made = NULL;
out:
    kg__stage(ctx, NULL);
    kg__area_end(&area);
    kg__streets_free_osm(&g);
    kg__gather_end(&g);
    kg_streets_destroy(made);
    return status;
}

kg_status kg_streets_read(
    kg_streets **streets, kg_context *context, const char *path, const kg_streets_options *options)
{
    return read_sources(streets, context, KG__PATH(path), 1, options);
}

kg_status kg_streets_read_memory(kg_streets **streets, kg_context *context, const void *bytes,
    size_t size, const kg_streets_options *options)
{
    return read_sources(streets, context, KG__MEMORY(bytes, size), 1, options);
}

kg_status kg_streets_read_files(kg_streets **streets, kg_context *context, const char *const *path,
    uint64_t files, const kg_streets_options *options)
{
    kg__source *source = NULL;
    kg_status status;

    KG_NEED_RESULT(context, streets, context);
    KG_NEED(context, path);
    kg__begin(context);
    if (!files || files > MOST_FILES)
        return kg__fail(context, KG_ARGUMENT, "files is %llu: expected 1 to %d",
            (unsigned long long)files, MOST_FILES);
    KG_TRY(kg__host_allocate(context, &source, files, sizeof *source, "names of files"));
    for (uint64_t i = 0; i < files; i++)
        source[i] = *KG__PATH(path[i]);
    KG_TRY(read_sources(streets, context, source, files, options));
out:
    kg__free(context, source);
    return status;
}

void kg_streets_destroy(kg_streets *s)
{
    if (!s)
        return;

    void *const block[] = {s->end, s->length, s->back, s->one_way, s->required, s->crossing_id,
        s->way_id, s->line, s->part, s->way, s->point, s->place, s->way_name, s->street_name,
        s->crossing_name, s->text, s->column, s->way_kept, s->street_kept};

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

const char *kg_streets_column(const kg_streets *s, uint64_t column, size_t *length)
{
    return s ? name_at(s, s->column, column, s->map.columns, length)
             : name_at(NULL, NULL, 0, 0, length);
}

const char *kg_streets_kept(const kg_streets *s, uint64_t street, uint64_t column, size_t *length)
{
    return s && street < s->map.streets && column < s->map.columns
               ? name_at(s, s->street_kept, s->map.columns * street + column, UINT64_MAX, length)
               : name_at(NULL, NULL, 0, 0, length);
}
