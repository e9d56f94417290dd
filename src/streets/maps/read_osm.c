/*
 * Streets of OpenStreetMap.
 *
 * In:  what libosmium reads (osm_osmium.cpp): nodes, ways and relations, in any order.
 * Out: the ways of the network, and those nodes that they have.
 * Method: all nodes are kept until the end of the last file, then each is looked up that a way has,
 *     in one file after the other. Nodes mostly come sorted; else they are sorted.
 * Memory: 16 bytes a node of the files.
 */
#include "../streets.h"
#include <stdlib.h>
#include <string.h>

typedef struct node {
    int64_t id;
    int32_t place[2];
} node;

typedef struct kg__osm_reading {
    kg__gathered *g;
    node *node; /* [nodes] those of each file sorted */
    uint64_t nodes, node_room;
    uint64_t *begin; /* [g->files] where those of each file begin */
    uint64_t begin_room;
    bool unsorted;
    int64_t *wanted; /* [g->refs] the numbers of nodes */
    uint64_t wanted_room;
    int64_t *restriction; /* [g->counts.restrictions] their numbers */
    uint64_t restriction_room;
    kg_status status;
} reading;

static bool take_node(void *user, int64_t id, int32_t x, int32_t y)
{
    reading *r = user;
    kg_context *ctx = r->g->ctx;

    r->status = kg__host_grow(ctx, &r->node, &r->node_room, r->nodes + 1, sizeof *r->node, "nodes");
    if (r->status != KG_OK)
        return false;
    r->unsorted |= r->nodes > r->begin[r->g->files - 1] && r->node[r->nodes - 1].id > id;
    r->node[r->nodes++] = (node){id, {x, y}};
    return true;
}

static kg_status add_way(reading *r, int64_t id, const int64_t *ref, size_t refs, kg__tags tags)
{
    kg__gathered *g = r->g;
    const kg_streets_network network = g->options->network;
    const int direction = kg__network_direction(network, tags);
    kg_status status = KG_OK;

    KG_TRY(kg__progress(g->ctx, "reading streets", g->counts.ways, 0));
    if (!kg__tag(tags, "highway") || !kg__network_has(network, tags))
        goto out;
    for (size_t i = 0; i < refs; i++) {
        KG_TRY(kg__host_grow(
            g->ctx, &r->wanted, &r->wanted_room, g->refs + 1, sizeof *r->wanted, "nodes of ways"));
        r->wanted[g->refs] = ref[direction < 0 ? refs - 1 - i : i];
        KG_TRY(kg__gather_ref(g, KG_NO_VERTEX));
    }
    KG_TRY(kg__gather_way(g, id, tags, direction != 0, -1));
    g->way[g->ways - 1].numbered = true;
out:
    return status;
}

static bool take_way(void *user, int64_t id, const int64_t *ref, size_t refs, kg__tags tags)
{
    reading *r = user;

    r->g->counts.ways++;
    r->status = add_way(r, id, ref, refs, tags);
    return r->status == KG_OK;
}

static bool take_relation(void *user, int64_t id, kg__tags tags)
{
    const char *type = kg__tag(tags, "type");
    reading *r = user;
    uint64_t *count = &r->g->counts.restrictions;

    if (!type || strncmp(type, "restriction", 11) != 0)
        return true;
    r->status = kg__host_grow(r->g->ctx, &r->restriction, &r->restriction_room, *count + 1,
        sizeof *r->restriction, "turn restrictions");
    if (r->status != KG_OK)
        return false;
    r->restriction[(*count)++] = id;
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* A node begins with its number. */
static int compare(const void *a, const void *b)
{
    return compare_numbers(&((const node *)a)->id, &((const node *)b)->id);
}

/* Counts a restriction once that several files have. */
static void count_restrictions(const reading *r)
{
    uint64_t *count = &r->g->counts.restrictions, different = 0;

    if (*count)
        qsort(r->restriction, *count, sizeof *r->restriction, compare_numbers);
    for (uint64_t i = 0; i < *count; i++)
        different += i == 0 || r->restriction[i] != r->restriction[i - 1];
    *count = different;
}

static const node *find_node(const reading *r, int64_t id)
{
    const node key = {.id = id}, *at = NULL;

    for (uint32_t file = 0; file < r->g->files && !at; file++) {
        const uint64_t begin = r->begin[file],
                       end = file + 1 < r->g->files ? r->begin[file + 1] : r->nodes;

        if (end > begin)
            at = bsearch(&key, r->node + begin, end - begin, sizeof key, compare);
    }
    return at;
}

/* Puts the nodes of ways in the place of their numbers. */
static kg_status find_nodes(const reading *r)
{
    kg__gathered *g = r->g;
    kg_vertex *found = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &found, r->nodes, sizeof *found, "nodes of ways"));
    for (uint64_t i = 0; i < r->nodes; i++)
        found[i] = KG_NO_VERTEX;
    for (uint64_t i = 0; i < g->refs; i++) {
        const node *at = find_node(r, r->wanted[i]);

        if (!at)
            g->counts.missing++;
        else if (found[at - r->node] == KG_NO_VERTEX)
            KG_TRY(kg__gather_node(g, at->id, at->place, &found[at - r->node]));
        if (at)
            g->ref[i] = found[at - r->node];
    }
out:
    kg__free(g->ctx, found);
    return status;
}

static kg_status fail(const kg__gathered *g, kg__osm_status status, const kg__osm_fault *fault)
{
    kg_context *ctx = g->ctx;

    if (status == KG__OSM_MEMORY)
        return kg__fail(ctx, KG_MEMORY, "%s: out of memory in libosmium", g->shown);
    if (status == KG__OSM_MISSING)
        return kg__fail(ctx, KG_MISSING,
            "%s: OpenStreetMap: konig was built without libosmium, which reads it: install "
            "libosmium2-dev and build konig again",
            g->shown);
    if (fault->line)
        return kg__fail(ctx, KG_FORMAT, "%s:%llu:%llu: %s, expected OpenStreetMap's XML", g->shown,
            (unsigned long long)fault->line, (unsigned long long)fault->column + 1, fault->text);
    return kg__fail(
        ctx, KG_FORMAT, "%s: a damaged file of OpenStreetMap: %s", g->shown, fault->text);
}

kg_status kg__streets_read_osm(kg__gathered *g, const char *bytes, size_t size, const char *format)
{
    kg__osm_sink sink = {NULL, take_node, take_way, take_relation};
    kg__osm_fault fault = {0};
    kg__osm_status found;
    reading *r;
    kg_status status;

    KG_TRY(kg__gather_file(g, KG__GATHERED_OSM));
    g->from_osm = true;
    if (!g->osm) {
        KG_TRY(kg__host_allocate(g->ctx, &g->osm, 1, sizeof *g->osm, "a map"));
        *g->osm = (reading){.g = g};
    }
    sink.user = r = g->osm;
    KG_TRY(kg__host_grow(
        g->ctx, &r->begin, &r->begin_room, g->files, sizeof *r->begin, "files of maps"));
    r->begin[g->files - 1] = r->nodes;
    r->unsorted = false;
    /* libosmium gives all of it to expat at once, which counts in int. */
    if (strcmp(format, "osm") == 0 && size > INT32_MAX)
        KG_TRY(kg__fail(g->ctx, KG_UNSUPPORTED,
            "%s: more than 2 GiB of XML: make PBF of it (osmium cat)", g->shown));
    found = kg__osm_read(bytes, size, format, &sink, &fault);
    status = found == KG__OSM_STOPPED ? r->status : KG_OK;
    if (status == KG_OK && found != KG__OSM_OK)
        status = fail(g, found, &fault);
    if (r->unsorted)
        qsort(r->node + r->begin[g->files - 1], r->nodes - r->begin[g->files - 1], sizeof *r->node,
            compare);
    g->counts.nodes = r->nodes;
out:
    return status;
}

kg_status kg__streets_find_osm_nodes(kg__gathered *g)
{
    count_restrictions(g->osm);
    return find_nodes(g->osm);
}

void kg__streets_free_osm(kg__gathered *g)
{
    if (g->osm)
        kg__free_all(g->ctx, g->osm->node, g->osm->begin, g->osm->wanted, g->osm->restriction);
    kg__free(g->ctx, g->osm);
}
