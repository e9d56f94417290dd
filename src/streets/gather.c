/*
 * What a file of streets has: nodes and ways, in the order of the file.
 *
 * In:  what the readers find, one after the other.
 * Out: kg__gathered. Nodes are found by their keys, which are names or places, through a table by
 *     the hash of a key.
 * Work: O(1) each. Memory: some 60 bytes a node with a key, 30 another.
 */
#include "streets.h"
#include <math.h>
#include <string.h>

static uint64_t mix(uint64_t a, uint64_t b)
{
    const unsigned __int128 product =
        (unsigned __int128)(a ^ 0x8bb84b93962eacc9) * (b ^ 0x2d358dccaa6c78a5);

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

kg_status kg__gather_begin(kg__gathered *g, kg_context *ctx, const kg_streets_options *options)
{
    const char *equals = options->need ? strchr(options->need, '=') : NULL;
    uint64_t begin;
    kg_status status;

    *g = (kg__gathered){.ctx = ctx, .options = options};
    if (options->need && (!equals || equals == options->need || !equals[1]))
        KG_TRY(kg__fail(ctx, KG_ARGUMENT, "the tag of required streets is '%s': expected TAG=VALUE",
            KG__SHOW(options->need, strlen(options->need))));
    g->need_key = equals ? (size_t)(equals - options->need) : 0;
    KG_TRY(kg__gather_text(g, "", 0, &begin));
out:
    return status;
}

void kg__gather_end(kg__gathered *g)
{
    void *const block[] = {
        g->id, g->place, g->name, g->named, g->way, g->ref, g->text, g->hash, g->key, g->slot};

    for (size_t i = 0; i < sizeof block / sizeof *block; i++)
        kg__free(g->ctx, block[i]);
}

kg_status kg__gather_text(kg__gathered *g, const char *text, size_t length, uint64_t *begin)
{
    kg_status status;

    *begin = g->text_bytes;
    KG_TRY(kg__host_grow(g->ctx, &g->text, &g->text_room, *begin + length + 1, 1, "names"));
    if (length)
        memcpy(g->text + *begin, text, length);
    g->text[*begin + length] = '\0';
    g->text_bytes += length + 1;
out:
    return status;
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

static void put_slot(kg__gathered *g, kg_vertex v)
{
    uint64_t i = g->hash[v];

    while (g->slot[i & (g->slots - 1)])
        i++;
    g->slot[i & (g->slots - 1)] = v + 1;
}

static kg_status keep_key(kg__gathered *g, kg_vertex v, uint64_t hash)
{
    kg_status status = KG_OK;

    KG_TRY(kg__host_grow(
        g->ctx, &g->hash, &g->hash_room, (uint64_t)v + 1, sizeof *g->hash, "keys of nodes"));
    g->hash[v] = hash;
    if (2 * (uint64_t)v < g->slots) {
        put_slot(g, v);
        goto out;
    }
    kg__free(g->ctx, g->slot);
    g->slot = NULL;
    g->slots = g->slots ? 4 * g->slots : 1024;
    KG_TRY(kg__host_allocate(g->ctx, &g->slot, g->slots, sizeof *g->slot, "keys of nodes"));
    memset(g->slot, 0, g->slots * sizeof *g->slot);
    for (uint64_t i = 0; i <= v; i++)
        put_slot(g, (kg_vertex)i);
out:
    return status;
}

kg_status kg__gather_find(
    kg__gathered *g, const char *key, size_t length, const int32_t place[2], kg_vertex *v)
{
    uint64_t hash = length;
    kg_vertex slot;
    kg_status status;

    for (size_t i = 0; i < length; i++)
        hash = mix(hash, (unsigned char)key[i]);
    for (uint64_t i = hash; g->slots && (slot = g->slot[i & (g->slots - 1)]); i++)
        if (g->hash[slot - 1] == hash && g->key[2 * (uint64_t)slot - 1] == length &&
            memcmp(g->text + g->key[2 * (uint64_t)slot - 2], key, length) == 0) {
            *v = slot - 1;
            return KG_OK;
        }
    KG_TRY(kg__gather_node(g, (int64_t)g->nodes, place, v));
    KG_TRY(kg__host_grow(
        g->ctx, &g->key, &g->key_room, 2 * ((uint64_t)*v + 1), sizeof *g->key, "keys of nodes"));
    KG_TRY(kg__gather_text(g, key, length, &g->key[2 * (uint64_t)*v]));
    g->key[2 * (uint64_t)*v + 1] = length;
    KG_TRY(keep_key(g, *v, hash));
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

/* Whether a way has the tag that required ones have. */
static bool is_required(const kg__gathered *g, kg__tags tags)
{
    const char *need = g->options->need, *wanted;

    if (!need)
        return true;
    wanted = need + g->need_key + 1;
    for (size_t i = 0; i < tags.count; i++)
        if (strlen(tags.pair[2 * i]) == g->need_key &&
            memcmp(tags.pair[2 * i], need, g->need_key) == 0)
            return strcmp(wanted, "*") == 0 || strcmp(wanted, tags.pair[2 * i + 1]) == 0;
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
