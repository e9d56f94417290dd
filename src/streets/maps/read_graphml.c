/*
 * Streets of GraphML as OSMnx saves its graphs (G. Boeing, Computers, Environment and Urban Systems
 * 65, 2017).
 *
 * In:  nodes with x and y in degrees, then edges between them. `geometry` of an edge is well-known
 *     text; its other data are tags.
 * Out: a way for each edge. In a directed graph an edge goes from its source to its target, and two
 *     opposite edges of one geometry are one street for both ways, unless `oneway` is true. An
 *     undirected edge is one-way if its tags say so, along its geometry.
 * Method: the elements one by one, by a parser of XML. Edges that wait for their opposites are
 *     found by their ends and geometry.
 * Work: O(file). Memory: some 100 bytes a node and 100 and the geometry an edge.
 */
#include "../../csr/files/exchange/xml.h"
#include "../../io/number.h"
#include "../streets.h"
#include "osmnx.h"
#include "tag_list.h"
#include <math.h>
#include <string.h>

enum { NONE = -1 };

typedef struct graphml {
    kg__xml xml;
    kg__gathered *g;
    kg__texts keys, names; /* the ids of keys, and their names */
    uint32_t *name_of;     /* [keys.count] the number of the name of each */
    kg__texts ids;         /* of nodes */
    kg_vertex *node;       /* [ids.count] */
    kg__texts shapes;      /* ends and geometry of edges */
    int64_t *waiting;      /* [2 * shapes.count] the last way that waits for its opposite, in each
                              direction; or NONE */
    int64_t *next;         /* [ways] the one that waits after it */
    int32_t *shape;        /* of the edge: its ends, then its points */
    uint64_t name_room, node_room, waiting_room, next_room, shape_room;

    bool graph, directed, done; /* a graph is open; it is directed; one has ended */
    uint32_t open;              /* the key of the open data */
    unsigned inside;            /* the number of elements that are open in it */
    bool in_node, in_edge;
    bool edge_directed;
    uint32_t own_id;   /* of the node */
    uint32_t end[2];   /* of the edge, ids of nodes */
    double place[2];   /* of the node; NAN: not given */
    kg__tag_list tags; /* of the edge */
} graphml;

/* ---- elements -------------------------------------------------------------------------------- */

static kg_status begin_key(graphml *r, const char **attributes)
{
    const char *id, *name = kg__xml_attribute(attributes, "attr.name");
    uint32_t number;
    kg_status status;

    KG_TRY(kg__xml_need(&r->xml, attributes, "id", "key", &id));
    KG_TRY(kg__intern(&r->keys, id, strlen(id), &number));
    KG_TRY(kg__host_grow(
        r->g->ctx, &r->name_of, &r->name_room, r->keys.count, sizeof *r->name_of, "keys"));
    name = name ? name : id;
    KG_TRY(kg__intern(&r->names, name, strlen(name) + 1, &r->name_of[number]));
out:
    return status;
}

static kg_status begin_graph(graphml *r, const char **attributes)
{
    const char *kind = kg__xml_attribute(attributes, "edgedefault");

    if (r->graph || r->done)
        return kg__xml_fail(&r->xml, "a second graph, expected one in a file");
    if (!kind || (strcmp(kind, "directed") != 0 && strcmp(kind, "undirected") != 0))
        return kg__xml_fail(&r->xml, "edgedefault '%s', expected directed or undirected",
            KG__SHOW(kind ? kind : "", kind ? strlen(kind) : 0));
    r->graph = true;
    r->directed = *kind == 'd';
    return KG_OK;
}

static kg_status begin_node(graphml *r, const char **attributes)
{
    const uint32_t before = r->ids.count;
    const char *id;
    kg_status status;

    KG_TRY(kg__xml_need(&r->xml, attributes, "id", "node", &id));
    KG_TRY(kg__intern(&r->ids, id, strlen(id) + 1, &r->own_id));
    if (r->ids.count == before)
        return kg__xml_fail(&r->xml, "a second node with the id '%s'", KG__SHOW(id, strlen(id)));
    r->in_node = true;
    r->place[0] = r->place[1] = (double)NAN;
out:
    return status;
}

static kg_status begin_edge(graphml *r, const char **attributes)
{
    static const char *const ends[] = {"source", "target"};
    const char *way = kg__xml_attribute(attributes, "directed"), *id;
    const uint32_t before = r->ids.count;
    kg_status status;

    for (int i = 0; i < 2; i++) {
        KG_TRY(kg__xml_need(&r->xml, attributes, ends[i], "edge", &id));
        KG_TRY(kg__intern(&r->ids, id, strlen(id) + 1, &r->end[i]));
        if (r->ids.count > before)
            return kg__xml_fail(
                &r->xml, "no node before this edge has the id '%s'", KG__SHOW(id, strlen(id)));
    }
    r->edge_directed = way ? strcmp(way, "true") == 0 || strcmp(way, "1") == 0 : r->directed;
    r->in_edge = true;
    kg__tag_list_clear(&r->tags);
out:
    return status;
}

static kg_status begin_data(graphml *r, const char **attributes)
{
    const uint32_t before = r->keys.count;
    const char *id;
    kg_status status;

    KG_TRY(kg__xml_need(&r->xml, attributes, "key", "element data", &id));
    KG_TRY(kg__intern(&r->keys, id, strlen(id), &r->open));
    if (r->keys.count > before)
        return kg__xml_fail(&r->xml, "the file declares no key '%s'", KG__SHOW(id, strlen(id)));
    r->xml.collects = true;
    r->xml.used = 0;
out:
    return status;
}

static kg_status begin(kg__xml *x, const char *name, const char **attributes)
{
    graphml *r = (graphml *)x;

    if (x->collects) {
        r->inside++;
        return KG_OK;
    }
    if (strcmp(name, "key") == 0 && !r->graph)
        return begin_key(r, attributes);
    if (strcmp(name, "graph") == 0)
        return begin_graph(r, attributes);
    if (!r->graph)
        return KG_OK;
    if ((r->in_node || r->in_edge) && strcmp(name, "data") != 0)
        return kg__xml_fail(x, "expected no element but data in a node or an edge");
    return strcmp(name, "node") == 0   ? begin_node(r, attributes)
           : strcmp(name, "edge") == 0 ? begin_edge(r, attributes)
           : strcmp(name, "data") == 0 ? begin_data(r, attributes)
                                       : KG_OK;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Whether an id is a number, and which. */
static bool read_id(const char *text, int64_t *id)
{
    char digits[KG__NUMBER_BYTES] = {0}; /* eight bytes after the text can be read */
    const bool negative = *text == '-';
    const size_t length = strcspn(text + negative, ";");
    const char *end;
    uint64_t label;

    if (length > 19)
        return false;
    memcpy(digits, text + negative, length);
    end = kg__parse_label(digits, &label);
    if (!end || *end || label > INT64_MAX)
        return false;
    *id = negative ? -(int64_t)label : (int64_t)label;
    return true;
}

/* The node of an id, which a file before may have. */
static kg_status find_node(
    graphml *r, const char *id, size_t length, int64_t number, const int32_t place[2], kg_vertex *v)
{
    kg__gathered *g = r->g;
    const uint32_t before = g->keys.count;
    uint32_t key;
    kg_status status;

    KG_TRY(kg__intern(&g->keys, id, length, &key));
    KG_TRY(kg__host_grow(g->ctx, &g->key_node, &g->key_node_room, g->keys.count,
        sizeof *g->key_node, "nodes of a graph"));
    if (g->keys.count > before)
        KG_TRY(kg__gather_node(g, number, place, &g->key_node[key]));
    *v = g->key_node[key];
    if (memcmp(g->place + 2 * (uint64_t)*v, place, 2 * sizeof *place) != 0)
        return kg__xml_fail(&r->xml, "the node '%s' has other coordinates in a file before",
            KG__SHOW(id, length - 1));
out:
    return status;
}

static kg_status end_node(graphml *r)
{
    kg__gathered *g = r->g;
    size_t length;
    const char *id = kg__text_of(&r->ids, r->own_id, &length);
    int64_t number = (int64_t)g->nodes;
    const bool named = !read_id(id, &number);
    int32_t place[2];
    kg_vertex v;
    kg_status status;

    r->in_node = false;
    if (!kg__degrees(r->place[0], r->place[1], place))
        return kg__xml_fail(&r->xml,
            "the node '%s' ends here, expected its x and y: a longitude "
            "of at most 180 and a latitude of at most 90 degrees",
            KG__SHOW(id, length - 1));
    if (g->several)
        KG_TRY(find_node(r, id, length, number, place, &v));
    else
        KG_TRY(kg__gather_node(g, number, place, &v));
    KG_TRY(kg__host_grow(
        g->ctx, &r->node, &r->node_room, r->ids.count, sizeof *r->node, "nodes of a graph"));
    r->node[r->own_id] = v;
    g->counts.nodes++;
    if (named && !g->name[v])
        KG_TRY(kg__gather_text(g, id, length - 1, &g->name[v]));
out:
    return status;
}

/* ---- edges ----------------------------------------------------------------------------------- */

static kg_status add_point(graphml *r, uint64_t *points, const int32_t place[2])
{
    kg_status status;

    KG_TRY(kg__host_grow(r->g->ctx, &r->shape, &r->shape_room, 2 * (*points + 2), sizeof *r->shape,
        "the geometry of an edge"));
    memcpy(r->shape + 2 * ++*points, place, 2 * sizeof *place);
out:
    return status;
}

static void reverse(int32_t *point, uint64_t points)
{
    for (uint64_t i = 0; i < points / 2; i++)
        for (int k = 0; k < 2; k++) {
            const int32_t kept = point[2 * i + k];

            point[2 * i + k] = point[2 * (points - 1 - i) + k];
            point[2 * (points - 1 - i) + k] = kept;
        }
}

static bool is_at(const graphml *r, int end, const int32_t *place)
{
    return memcmp(r->g->place + 2 * (uint64_t)r->node[r->end[end]], place, 2 * sizeof *place) == 0;
}

static void swap_ends(graphml *r)
{
    const uint32_t kept = r->end[0];

    r->end[0] = r->end[1];
    r->end[1] = kept;
}

/* Reads the points between the ends of an edge, shape[2] and on, in its direction. */
static kg_status read_shape(graphml *r, kg__tags tags, uint64_t *points)
{
    const char *text = kg__tag(tags, "geometry"), *from = kg__tag(tags, "from"), *to;
    size_t length;
    double degrees[2];
    int32_t place[2];
    bool begun = false, turned;
    int more = 0;
    kg_status status = KG_OK;

    *points = 0;
    KG_TRY(add_point(r, points, (int32_t[2]){0})); /* room for the ends */
    *points = 0;
    while (text && (more = kg__osmnx_point(&text, &begun, degrees)) > 0) {
        if (!kg__degrees(degrees[0], degrees[1], place))
            return kg__xml_fail(&r->xml,
                "the geometry of the edge that ends here has %g %g, "
                "expected a longitude and a latitude in degrees",
                degrees[0], degrees[1]);
        KG_TRY(add_point(r, points, place));
    }
    if (more < 0)
        return kg__xml_fail(&r->xml,
            "the geometry of the edge that ends here, expected LINESTRING (x y, x y) near '%s'",
            KG__SHOW(text, strlen(text)));
    turned = *points && !is_at(r, 0, r->shape + 2) && is_at(r, 1, r->shape + 2);
    if (turned && r->edge_directed)
        reverse(r->shape + 2, *points);
    to = kg__text_of(&r->ids, r->end[1], &length);
    if (!r->edge_directed && (turned || (!*points && from && strcmp(from, to) == 0)))
        swap_ends(r);
    if (*points && is_at(r, 1, r->shape + 2 * *points))
        --*points;
    if (*points && is_at(r, 0, r->shape + 2)) {
        --*points;
        memmove(r->shape + 2, r->shape + 4, 2 * *points * sizeof *r->shape);
    }
out:
    return status;
}

/* Compares a shape with its reverse: negative, 0 or positive. */
static int compare_turned(const int32_t *shape, uint64_t points)
{
    if (shape[0] != shape[1])
        return (uint32_t)shape[0] > (uint32_t)shape[1] ? 1 : -1;
    for (uint64_t i = 0; i < 2 * points; i++) {
        const int32_t a = shape[2 + i], b = shape[2 * (points - i / 2) + (i & 1)];

        if (a != b)
            return a > b ? 1 : -1;
    }
    return 0;
}

/* Looks for a way that waits for this edge as its opposite; if there is one, the edge becomes part
 * of it. Otherwise the edge is `way`, and waits. */
static kg_status pair(graphml *r, uint64_t points, uint64_t way, bool *found)
{
    int32_t *shape = r->shape;
    const uint32_t before = r->shapes.count;
    uint32_t number;
    int64_t *waiting;
    int order, side, other;
    kg_status status;

    shape[0] = (int32_t)r->node[r->end[0]];
    shape[1] = (int32_t)r->node[r->end[1]];
    order = compare_turned(shape, points);
    side = order > 0;
    other = order ? !side : side;
    if (side) {
        reverse(shape + 2, points);
        shape[0] = (int32_t)r->node[r->end[1]];
        shape[1] = (int32_t)r->node[r->end[0]];
    }
    KG_TRY(kg__intern(
        &r->shapes, (const char *)shape, (size_t)(points + 1) * 2 * sizeof *shape, &number));
    KG_TRY(kg__host_grow(r->g->ctx, &r->waiting, &r->waiting_room, 2 * (uint64_t)r->shapes.count,
        sizeof *r->waiting, "edges"));
    waiting = r->waiting + 2 * (uint64_t)number;
    if (r->shapes.count > before)
        waiting[0] = waiting[1] = NONE;
    if (side)
        reverse(shape + 2, points);
    *found = waiting[other] != NONE;
    if (*found) {
        r->g->way[waiting[other]].one_way = false;
        waiting[other] = r->next[waiting[other]];
        goto out;
    }
    KG_TRY(kg__host_grow(r->g->ctx, &r->next, &r->next_room, way + 1, sizeof *r->next, "edges"));
    r->next[way] = waiting[side];
    waiting[side] = (int64_t)way;
out:
    return status;
}

static kg_status add_way(graphml *r, kg__tags tags, uint64_t points, int direction, double length)
{
    kg__gathered *g = r->g;
    const char *osmid = kg__tag(tags, "osmid");
    int64_t id = (int64_t)g->counts.ways;
    kg_vertex v;
    kg_status status;

    if (osmid)
        read_id(osmid, &id);
    KG_TRY(kg__gather_ref(g, r->node[r->end[0]]));
    for (uint64_t i = 1; i <= points; i++) {
        KG_TRY(kg__gather_node(g, 0, r->shape + 2 * i, &v));
        KG_TRY(kg__gather_ref(g, v));
    }
    KG_TRY(kg__gather_ref(g, r->node[r->end[1]]));
    KG_TRY(kg__gather_way(g, id, tags, direction, length));
out:
    return status;
}

static kg_status end_edge(graphml *r)
{
    kg__gathered *g = r->g;
    const kg_streets_network network = g->options->network;
    const char *text, *end = NULL;
    double length = -1;
    uint64_t points;
    bool found = false;
    int direction;
    kg__tags tags;
    kg_status status;

    r->in_edge = false;
    g->counts.ways++;
    KG_TRY(kg__progress(g->ctx, "reading streets", g->counts.ways, 0));
    KG_TRY(kg__tag_list_look(&r->tags, &tags));
    text = kg__tag(tags, "length");
    if (text)
        end = kg__parse_double(text, &length);
    if (text && (!end || *end || !(length >= 0 && isfinite(length))))
        return kg__xml_fail(&r->xml,
            "the length of the edge that ends here is '%s', expected a "
            "finite number of at least 0",
            KG__SHOW(text, strlen(text)));
    KG_TRY(read_shape(r, tags, &points));
    if (kg__tag(tags, "highway") && !kg__network_has(network, tags))
        goto out;
    direction = kg__network_direction(network, tags);
    if (direction == 0 && r->edge_directed) {
        direction = network != KG_STREETS_WALK;
        KG_TRY(pair(r, points, g->ways, &found));
    }
    if (!found)
        KG_TRY(add_way(r, tags, points, direction, length));
out:
    return status;
}

/* ---- data ------------------------------------------------------------------------------------ */

static kg_status fail_projected(graphml *r, const char *crs)
{
    return kg__xml_fail(&r->xml,
        "the coordinates of the graph are of %s, expected longitudes and latitudes of epsg:4326: "
        "save the graph before it is projected",
        KG__SHOW(crs, strlen(crs)));
}

static kg_status end_data(graphml *r)
{
    size_t length;
    const char *name = kg__text_of(&r->names, r->name_of[r->open], &length), *end;
    char *text = r->xml.used ? r->xml.text : (char[1]){0};
    kg_status status = KG_OK;

    if (r->in_edge) {
        kg__osmnx_join(text);
        if (strcmp(text, "None") == 0 || strcmp(text, "nan") == 0)
            goto out;                    /* it has none */
        if (strcmp(name, "oneway") == 0) /* as Python prints it */
            text[0] = (char)(strcmp(text, "True") == 0 ? 't' : text[0]);
        KG_TRY(kg__tag_list_add(&r->tags, name, length - 1));
        KG_TRY(kg__tag_list_add(&r->tags, text, strlen(text)));
    } else if (r->in_node && (strcmp(name, "x") == 0 || strcmp(name, "y") == 0)) {
        end = kg__parse_double(text, &r->place[*name - 'x']);
        if (!end || *end)
            return kg__xml_fail(&r->xml, "the node's %s is '%s', expected a number", name,
                KG__SHOW(text, strlen(text)));
    } else if (!r->in_node && strcmp(name, "crs") == 0) {
        if (!strstr(text, "4326") && !strstr(text, "longlat"))
            return fail_projected(r, text);
    } else if (!r->in_node && strcmp(name, "created_with") == 0) {
        r->g->from_osm |= strncmp(text, "OSMnx", 5) == 0;
    }
out:
    return status;
}

static kg_status end(kg__xml *x, const char *name)
{
    graphml *r = (graphml *)x;

    if (x->collects && r->inside) {
        r->inside--;
        return KG_OK;
    }
    if (x->collects) {
        x->collects = false;
        return end_data(r);
    }
    if (strcmp(name, "graph") == 0) {
        r->graph = false;
        r->done = true;
    } else if (strcmp(name, "node") == 0 && r->in_node) {
        return end_node(r);
    } else if (strcmp(name, "edge") == 0 && r->in_edge) {
        return end_edge(r);
    }
    return KG_OK;
}

kg_status kg__streets_read_graphml(kg__gathered *g, const kg__input *input)
{
    kg_context *ctx = g->ctx;
    graphml r = {.xml = {.input = input, .shown = "GraphML", .begin = begin, .end = end},
        .g = g,
        .keys.ctx = ctx,
        .names.ctx = ctx,
        .ids.ctx = ctx,
        .shapes.ctx = ctx,
        .tags.ctx = ctx};
    kg_status status;

    KG_TRY(kg__gather_file(g, KG__GATHERED_GRAPHML));
    KG_TRY(kg__xml_parse(&r.xml));
    if (!r.done) {
        r.xml.at = input->size;
        KG_TRY(kg__xml_fail(&r.xml, "the file ends here, expected an element graph"));
    }
out:
    kg__texts_destroy(&r.keys);
    kg__texts_destroy(&r.names);
    kg__texts_destroy(&r.ids);
    kg__texts_destroy(&r.shapes);
    kg__tag_list_free(&r.tags);
    kg__free_all(ctx, r.name_of, r.node, r.waiting, r.next, r.shape, r.xml.text);
    return status;
}
