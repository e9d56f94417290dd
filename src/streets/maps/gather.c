/*
 * The nodes and ways of a file, in its order.
 *
 * In:  nodes and ways, one after the other, from the readers.
 * Out: kg__gathered. If nodes are found by keys, which are names or places, the number of a node is
 *     that of its key.
 * Work: O(1) each. Memory: some 110 bytes a node with a key, 30 another.
 */
#include "../streets.h"
#include <math.h>
#include <string.h>

kg_status kg__gather_begin(kg__gathered *g, kg_context *ctx, const kg_streets_options *options)
{
    const char *equals = options->need ? strchr(options->need, '=') : NULL;
    uint64_t begin;
    kg_status status;

    *g = (kg__gathered){.ctx = ctx, .keys.ctx = ctx, .options = options};
    if (options->need && (!equals || equals == options->need || !equals[1]))
        KG_TRY(kg__fail(ctx, KG_ARGUMENT, "the tag of required streets is '%s': expected TAG=VALUE",
            KG__SHOW(options->need, strlen(options->need))));
    g->need_key = equals ? (size_t)(equals - options->need) : 0;
    KG_TRY(kg__gather_text(g, "", 0, &begin));
    KG_TRY(kg__keep_begin(g));
out:
    return status;
}

void kg__gather_end(kg__gathered *g)
{
    kg__texts_destroy(&g->keys);
    kg__texts_destroy(&g->tags);
    kg__free_all(g->ctx, g->id, g->place, g->name, g->named, g->key_node, g->way, g->ref, g->text,
        g->column, g->kept);
}

kg_status kg__gather_file(kg__gathered *g, kg__gathered_kind kind)
{
    static const char *const kinds[] = {[KG__GATHERED_OSM] = "a map of OpenStreetMap",
        [KG__GATHERED_GRAPHML] = "a graph of OSMnx",
        [KG__GATHERED_PLACES] = "streets that meet where they have the same coordinates",
        [KG__GATHERED_NAMED_PLACES] = "a table of crossings with names and coordinates",
        [KG__GATHERED_NAMES] = "a table of crossings without coordinates"};

    if (g->files && g->kind != kind)
        return kg__fail(g->ctx, KG_FORMAT,
            "%s has %s, and the file before %s: expected files of one kind, whose streets can meet",
            g->shown, kinds[kind], kinds[g->kind]);
    g->kind = kind;
    g->files++;
    g->has_places = kind != KG__GATHERED_NAMES;
    kg__stage(g->ctx, "reading");
    return KG_OK;
}

kg_status kg__gather_node(kg__gathered *g, int64_t id, const int32_t place[2], kg_vertex *v)
{
    const uint64_t i = g->nodes;
    kg_status status;

    if (i >= KG_NO_VERTEX)
        KG_TRY(kg__fail(g->ctx, KG_OVERFLOW, "%s: more crossings than there are ids", g->shown));
    KG_TRY(kg__host_grow(g->ctx, &g->id, &g->id_room, i + 1, sizeof *g->id, "nodes"));
    KG_TRY(kg__host_grow(
        g->ctx, &g->place, &g->place_room, 2 * (i + 1), sizeof *g->place, "places of nodes"));
    KG_TRY(kg__host_grow(g->ctx, &g->name, &g->name_room, i + 1, sizeof *g->name, "nodes"));
    KG_TRY(kg__host_grow(g->ctx, &g->named, &g->named_room, i + 1, sizeof *g->named, "nodes"));
    g->id[i] = id;
    memcpy(g->place + 2 * i, place, 2 * sizeof *place);
    g->name[i] = 0;
    g->named[i] = false;
    g->nodes++;
    *v = (kg_vertex)i;
out:
    return status;
}

kg_status kg__gather_find(
    kg__gathered *g, const char *key, size_t length, const int32_t place[2], kg_vertex *v)
{
    const uint32_t before = g->keys.count;
    kg_status status;

    KG_TRY(kg__intern(&g->keys, key, length, v));
    if (g->keys.count > before)
        KG_TRY(kg__gather_node(g, (int64_t)g->nodes, place, v));
out:
    return status;
}

kg_status kg__gather_ref(kg__gathered *g, kg_vertex v)
{
    kg_status status;

    KG_TRY(
        kg__host_grow(g->ctx, &g->ref, &g->ref_room, g->refs + 1, sizeof *g->ref, "nodes of ways"));
    g->ref[g->refs++] = v;
out:
    return status;
}

/* Whether a way has the tag of required ways. */
static bool is_required(const kg__gathered *g, kg__tags tags)
{
    const char *need = g->options->need, *wanted;

    if (!need)
        return true;
    wanted = need + g->need_key + 1;
    for (size_t i = 0; i < tags.count; i++)
        if (strlen(tags.pair[2 * i]) == g->need_key &&
            memcmp(tags.pair[2 * i], need, g->need_key) == 0)
            return strcmp(wanted, "*") == 0 ? *tags.pair[2 * i + 1] != '\0'
                                            : strcmp(wanted, tags.pair[2 * i + 1]) == 0;
    return false;
}

kg_status kg__gather_way(kg__gathered *g, int64_t id, kg__tags tags, int direction, double length)
{
    const uint64_t first = g->ways ? g->way[g->ways - 1].first + g->way[g->ways - 1].count : 0;
    const char *name = kg__tag(tags, "name");
    kg__streets_way way = {.id = id,
        .first = first,
        .count = g->refs - first,
        .length = length,
        .back = -1,
        .file = g->files,
        .one_way = direction != 0,
        .required = is_required(g, tags)};
    kg_status status;

    if (!name || !*name)
        name = kg__tag(tags, "ref");
    if (name && *name)
        KG_TRY(kg__gather_text(g, name, strlen(name), &way.name));
    KG_TRY(kg__host_grow(g->ctx, &g->way, &g->way_room, g->ways + 1, sizeof *g->way, "ways"));
    for (uint64_t i = 0; direction < 0 && i < way.count / 2; i++) {
        kg_vertex *const a = &g->ref[first + i], *const b = &g->ref[first + way.count - 1 - i];
        const kg_vertex kept = *a;

        *a = *b;
        *b = kept;
    }
    g->way[g->ways++] = way;
    g->counts.streets_ways++;
    KG_TRY(kg__keep_way(g, tags));
out:
    return status;
}

bool kg__degrees(double longitude, double latitude, int32_t place[2])
{
    if (!(fabs(longitude) <= 180 && fabs(latitude) <= 90))
        return false;
    place[0] = (int32_t)lrint(longitude * 1e7);
    place[1] = (int32_t)lrint(latitude * 1e7);
    return true;
}
