/*
 * From segments to streets: chains between crossings become one street each.
 *
 * In:  segments, in the order of the file.
 * Out: streets, in the order of their first segments, each in the direction of its first segment;
 *     crossings, numbered in the order in which streets have them.
 * Method: a chain goes on at a node if exactly two segments end there, a walk can take one after
 *     the other, their directions agree, and both are required or neither. A ring without a
 *     crossing begins with its first segment.
 * Work: O(segments). Memory: some 40 bytes a segment.
 */
#include "../streets.h"
#include <math.h>
#include <string.h>

typedef struct chains {
    kg_streets *s;
    const kg__gathered *g;
    const kg__street_segment *segment;
    uint64_t segments;
    uint64_t *row;  /* [nodes + 1] */
    uint64_t *half; /* [2 * segments] the halves at v are half[row[v]] ..: 2 e at the first end of
                       segment e, 2 e + 1 at its other */
    bool *done;     /* [segments] */
    kg_vertex *crossing; /* [nodes] or KG_NO_VERTEX */
    uint64_t *first;     /* [ways] 1 + the way's number in the streets; 0: it has none yet */
    uint64_t *chain;     /* [segments] the chain being built: the halves by which it leaves nodes */
    uint64_t end_room, length_room, back_room, one_way_room, required_room, id_room, way_id_room,
        line_room, part_room, way_room, point_room, place_room, way_name_room, street_name_room,
        crossing_name_room, way_kept_room, kept_room;
} chains;

static kg_vertex node_of(const chains *c, uint64_t half)
{
    return c->segment[half / 2].end[half & 1];
}

static const kg__streets_way *way_of(const chains *c, uint64_t half)
{
    return &c->g->way[c->segment[half / 2].way];
}

static kg_status make_rows(chains *c)
{
    const uint64_t n = c->g->nodes;
    kg_context *ctx = c->s->ctx;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &c->row, n + 2, sizeof *c->row, "ends of segments"));
    KG_TRY(kg__host_allocate(ctx, &c->half, 2 * c->segments, sizeof *c->half, "ends of segments"));
    memset(c->row, 0, (n + 2) * sizeof *c->row);
    for (uint64_t h = 0; h < 2 * c->segments; h++)
        c->row[node_of(c, h) + 2]++;
    for (uint64_t v = 0; v < n; v++)
        c->row[v + 2] += c->row[v + 1];
    for (uint64_t h = 0; h < 2 * c->segments; h++)
        c->half[c->row[node_of(c, h) + 1]++] = h;
out:
    return status;
}

/* The half by which a chain goes on after it has come to `half`, an end of a segment; UINT64_MAX:
 * it ends at a crossing there. */
static uint64_t go_on(const chains *c, uint64_t half)
{
    const kg_vertex v = node_of(c, half);
    const uint64_t *at = c->half + c->row[v];
    const uint64_t other = c->row[v + 1] - c->row[v] == 2 ? at[at[0] == half] : half;

    if (c->g->named[v] || other / 2 == half / 2 ||
        way_of(c, half)->required != way_of(c, other)->required ||
        way_of(c, half)->one_way != way_of(c, other)->one_way ||
        (way_of(c, half)->one_way && (half & 1) == (other & 1)))
        return UINT64_MAX;
    return other;
}

/* ---- what a street has ----------------------------------------------------------------------- */

static kg_status add_crossing(chains *c, kg_vertex v)
{
    kg_streets *s = c->s;
    const uint64_t i = s->map.crossings;
    kg_status status = KG_OK;

    if (c->crossing[v] != KG_NO_VERTEX)
        goto out;
    KG_TRY(kg__host_grow(
        s->ctx, &s->crossing_id, &c->id_room, i + 1, sizeof *s->crossing_id, "crossings"));
    KG_TRY(kg__host_grow(
        s->ctx, &s->place, &c->place_room, 2 * (i + 1), sizeof *s->place, "crossings"));
    KG_TRY(kg__host_grow(s->ctx, &s->crossing_name, &c->crossing_name_room, i + 1,
        sizeof *s->crossing_name, "crossings"));
    s->crossing_id[i] = c->g->id[v];
    memcpy(s->place + 2 * i, c->g->place + 2 * (uint64_t)v, 2 * sizeof *s->place);
    s->crossing_name[i] = c->g->name[v];
    c->crossing[v] = (kg_vertex)i;
    s->map.crossings++;
out:
    return status;
}

static kg_status add_point(chains *c, uint64_t at, kg_vertex v)
{
    kg_streets *s = c->s;
    kg_status status;

    KG_TRY(kg__host_grow(
        s->ctx, &s->point, &c->point_room, 2 * (at + 1), sizeof *s->point, "geometry of streets"));
    memcpy(s->point + 2 * at, c->g->place + 2 * (uint64_t)v, 2 * sizeof *s->point);
out:
    return status;
}

/* Adds a way to a street, unless it is the last one that the street has. */
static kg_status add_way(chains *c, uint64_t street, uint64_t way)
{
    kg_streets *s = c->s;
    uint64_t *number = &c->first[way], *parts = &s->part[street + 1];
    kg_status status = KG_OK;

    if (!*number) {
        const uint64_t i = s->map.ways;

        KG_TRY(
            kg__host_grow(s->ctx, &s->way_id, &c->way_id_room, i + 1, sizeof *s->way_id, "ways"));
        KG_TRY(kg__host_grow(
            s->ctx, &s->way_name, &c->way_name_room, i + 1, sizeof *s->way_name, "ways"));
        s->way_id[i] = c->g->way[way].id;
        s->way_name[i] = c->g->way[way].name;
        if (c->g->columns) {
            KG_TRY(kg__host_grow(s->ctx, &s->way_kept, &c->way_kept_room, (i + 1) * c->g->columns,
                sizeof *s->way_kept, "columns of ways"));
            memcpy(s->way_kept + i * c->g->columns, c->g->kept + way * c->g->columns,
                c->g->columns * sizeof *s->way_kept);
        }
        *number = ++s->map.ways;
    }
    if (*parts > s->part[street] && s->way[*parts - 1] == *number - 1)
        goto out;
    KG_TRY(kg__host_grow(s->ctx, &s->way, &c->way_room, *parts + 1, sizeof *s->way, "ways"));
    s->way[(*parts)++] = *number - 1;
out:
    return status;
}

static kg_status append(kg_streets *s, const char *text, size_t length)
{
    kg_status status;

    KG_TRY(kg__host_grow(
        s->ctx, &s->text, &s->text_room, s->text_bytes + length + 1, 1, "names of streets"));
    memcpy(s->text + s->text_bytes, text, length);
    s->text_bytes += length;
    s->text[s->text_bytes] = '\0';
out:
    return status;
}

/* Appends a copy of one of its own texts. */
static kg_status append_own(kg_streets *s, uint64_t begin)
{
    const size_t length = strlen(s->text + begin);
    kg_status status;

    KG_TRY(kg__host_grow(
        s->ctx, &s->text, &s->text_room, s->text_bytes + length + 1, 1, "names of streets"));
    KG_TRY(append(s, s->text + begin, length)); /* there is room: the text does not move */
out:
    return status;
}

/* Makes a text of a street of those of its ways, "a; b": text[each * way] is where a way's begins.
 * joined: [out] where it begins. */
static kg_status join_texts(
    kg_streets *s, uint64_t street, const uint64_t *text, uint64_t each, uint64_t *joined)
{
    enum { NAMES = 16 }; /* at most */
    uint64_t name[NAMES], names = 0;
    kg_status status = KG_OK;

    for (uint64_t i = s->part[street]; i < s->part[street + 1] && names < NAMES; i++) {
        const uint64_t one = text[each * s->way[i]];
        uint64_t k = 0;

        while (k < names && strcmp(s->text + name[k], s->text + one) != 0)
            k++;
        if (s->text[one] && k == names)
            name[names++] = one;
    }
    *joined = names > 1 ? s->text_bytes : names ? name[0] : 0;
    for (uint64_t k = 0; k < names && names > 1; k++) {
        if (k)
            KG_TRY(append(s, "; ", 2));
        KG_TRY(append_own(s, name[k]));
    }
    s->text_bytes += names > 1; /* its terminator */
out:
    return status;
}

static kg_status make_room(chains *c, uint64_t e)
{
    kg_streets *s = c->s;
    kg_context *ctx = s->ctx;
    kg_status status;

    if (e >= ((uint64_t)KG_NO_EDGE - 2) / 4)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%s: more streets than there are ids", c->g->shown));
    KG_TRY(kg__host_grow(ctx, &s->end, &c->end_room, 2 * e + 2, sizeof *s->end, "streets"));
    KG_TRY(kg__host_grow(ctx, &s->length, &c->length_room, e + 1, sizeof *s->length, "streets"));
    if (c->g->is_windy)
        KG_TRY(kg__host_grow(ctx, &s->back, &c->back_room, e + 1, sizeof *s->back, "streets"));
    KG_TRY(kg__host_grow(ctx, &s->one_way, &c->one_way_room, e + 1, 1, "streets"));
    KG_TRY(kg__host_grow(ctx, &s->required, &c->required_room, e + 1, 1, "streets"));
    KG_TRY(kg__host_grow(ctx, &s->line, &c->line_room, e + 2, sizeof *s->line, "streets"));
    KG_TRY(kg__host_grow(ctx, &s->part, &c->part_room, e + 2, sizeof *s->part, "streets"));
    KG_TRY(kg__host_grow(
        ctx, &s->street_name, &c->street_name_room, e + 1, sizeof *s->street_name, "streets"));
    if (c->g->columns)
        KG_TRY(kg__host_grow(ctx, &s->street_kept, &c->kept_room, (e + 1) * c->g->columns,
            sizeof *s->street_kept, "columns of streets"));
out:
    return status;
}

/* Makes a street of the chain, which has `count` halves. */
static kg_status add_street(chains *c, uint64_t count)
{
    kg_streets *s = c->s;
    const uint64_t e = s->map.streets;
    const kg_vertex from = node_of(c, c->chain[0]), to = node_of(c, c->chain[count - 1] ^ 1);
    double length = 0, back = 0;
    bool given = false;
    kg_status status;

    KG_TRY(make_room(c, e));
    if (e == 0)
        s->line[0] = s->part[0] = 0;
    s->line[e + 1] = s->line[e];
    s->part[e + 1] = s->part[e];
    KG_TRY(add_crossing(c, from));
    KG_TRY(add_crossing(c, to));
    KG_TRY(add_point(c, s->line[e + 1]++, from));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t half = c->chain[i];

        length += half & 1 ? c->segment[half / 2].back : c->segment[half / 2].length;
        back += half & 1 ? c->segment[half / 2].length : c->segment[half / 2].back;
        given |= way_of(c, half)->length >= 0;
        KG_TRY(add_point(c, s->line[e + 1]++, node_of(c, half ^ 1)));
        KG_TRY(add_way(c, e, c->segment[half / 2].way));
    }
    s->end[2 * e] = c->crossing[from];
    s->end[2 * e + 1] = c->crossing[to];
    s->length[e] = given ? length : round(length * 1000) / 1000;
    if (s->back)
        s->back[e] = given ? back : s->length[e];
    s->one_way[e] = way_of(c, c->chain[0])->one_way;
    s->required[e] = way_of(c, c->chain[0])->required;
    KG_TRY(join_texts(s, e, s->way_name, 1, &s->street_name[e]));
    for (uint64_t k = 0, columns = c->g->columns; k < columns; k++)
        KG_TRY(join_texts(s, e, s->way_kept + k, columns, &s->street_kept[columns * e + k]));
    s->map.streets++;
out:
    return status;
}

/* ---- chains ---------------------------------------------------------------------------------- */

/* Finds the chain of a segment, from its beginning on. */
static uint64_t follow(chains *c, uint64_t e)
{
    uint64_t half = 2 * e, before, count = 0;

    while ((before = go_on(c, half)) != UINT64_MAX && before / 2 != e)
        half = before ^ 1;
    if (before != UINT64_MAX) /* a ring */
        half = 2 * e;
    for (;;) {
        c->chain[count++] = half;
        c->done[half / 2] = true;
        half = go_on(c, half ^ 1);
        if (half == UINT64_MAX || c->done[half / 2])
            return count;
    }
}

static void lend(kg_streets *s, bool has_places)
{
    kg_streets_map *map = &s->map;

    map->end = s->end;
    map->length = s->length;
    map->one_way = s->one_way;
    map->required = s->required;
    map->crossing_id = s->crossing_id;
    map->line = has_places ? s->line : NULL;
    map->point = has_places ? s->point : NULL;
    map->part = s->part;
    map->way = s->way;
    map->way_id = s->way_id;
    map->length_back = s->back;
}

kg_status kg__streets_chain(
    kg_streets *s, const kg__gathered *g, const kg__street_segment *segment, uint64_t segments)
{
    chains c = {.s = s, .g = g, .segment = segment, .segments = segments};
    kg_status status;

    KG_TRY(make_rows(&c));
    KG_TRY(kg__host_allocate(s->ctx, &c.done, segments, sizeof *c.done, "chains of segments"));
    KG_TRY(kg__host_allocate(s->ctx, &c.chain, segments, sizeof *c.chain, "chains of segments"));
    KG_TRY(kg__host_allocate(s->ctx, &c.crossing, g->nodes, sizeof *c.crossing, "crossings"));
    KG_TRY(kg__host_allocate(s->ctx, &c.first, g->ways, sizeof *c.first, "ways"));
    memset(c.done, 0, segments * sizeof *c.done);
    for (uint64_t v = 0; v < g->nodes; v++)
        c.crossing[v] = KG_NO_VERTEX;
    for (uint64_t w = 0; w < g->ways; w++)
        c.first[w] = 0;
    KG_TRY(append(s, g->text, g->text_bytes)); /* names keep their places */
    s->text_bytes = g->text_bytes;
    for (uint64_t e = 0; e < segments; e++)
        if (!c.done[e])
            KG_TRY(add_street(&c, follow(&c, e)));
    s->map.columns = g->columns;
    if (g->columns) {
        KG_TRY(kg__host_allocate(s->ctx, &s->column, g->columns, sizeof *s->column, "columns"));
        memcpy(s->column, g->column, g->columns * sizeof *s->column);
    }
    s->from_osm = g->from_osm;
    lend(s, g->has_places);
out:
    kg__free_all(s->ctx, c.row, c.half, c.done, c.chain, c.crossing, c.first);
    return status;
}
