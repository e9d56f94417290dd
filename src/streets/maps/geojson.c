/*
 * GeoJSON: features and geometries, in the order of the file.
 *
 * In:  a text: a FeatureCollection, a Feature, a geometry, or a collection of them.
 * Out: calls: for each feature its properties, then the places of each wanted geometry.
 * Method: the members of an object may stand in any order, so each is first skipped, and read again
 *     once the type is known.
 * Work: O(text), which is read five times. Memory: the properties of one feature.
 */
#include "geojson.h"
#include "../streets.h"
#include <string.h>

/* Where the values of an object's members begin; NULL: it does not have the member. */
typedef struct members {
    const char *begin, *type, *coordinates, *geometry, *geometries, *features, *properties, *id;
} members;

static kg_status find_members(kg__geojson *g, members *m)
{
    kg__json *j = &g->json;
    const struct {
        const char *name, **at;
    } known[] = {{"type", &m->type}, {"coordinates", &m->coordinates}, {"geometry", &m->geometry},
        {"geometries", &m->geometries}, {"features", &m->features}, {"properties", &m->properties},
        {"id", &m->id}};
    bool first = true, more;
    kg_status status;

    *m = (members){.begin = j->at};
    KG_TRY(kg__json_open(j, '{'));
    for (;;) {
        KG_TRY(kg__json_next(j, '{', &first, &more));
        if (!more)
            break;
        KG_TRY(kg__json_name(j));
        kg__json_peek(j);
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (strcmp(j->text, known[i].name) == 0)
                *known[i].at = j->at;
        KG_TRY(kg__json_skip(j));
    }
    if (!m->type)
        KG_TRY(kg__json_fail(j, m->begin, "expected GeoJSON: an object with a type"));
out:
    return status;
}

/* Reads the string at a place. */
static kg_status read_at(kg__geojson *g, const char *place)
{
    g->json.at = place;
    return kg__json_string(&g->json);
}

/* ---- geometries ------------------------------------------------------------------------------ */

static kg_status read_place(kg__geojson *g)
{
    kg__json *j = &g->json;
    const char *begin = j->at;
    double degrees[2] = {0}, number;
    int32_t place[2];
    bool first = true, more;
    unsigned count = 0;
    kg_status status;

    KG_TRY(kg__json_open(j, '['));
    for (;; count++) {
        KG_TRY(kg__json_next(j, '[', &first, &more));
        if (!more)
            break;
        KG_TRY(kg__json_number(j, &number));
        if (count < 2)
            degrees[count] = number;
    }
    if (count < 2 || !kg__degrees(degrees[0], degrees[1], place))
        KG_TRY(kg__json_fail(
            j, begin, "expected a longitude of at most 180 and a latitude of at most 90 degrees"));
    KG_TRY(g->place(g, place));
out:
    return status;
}

static kg_status read_list(kg__geojson *g, unsigned depth, bool alone)
{
    kg__json *j = &g->json;
    bool first = true, more;
    kg_status status;

    KG_TRY(kg__json_open(j, '['));
    for (;;) {
        KG_TRY(kg__json_next(j, '[', &first, &more));
        if (!more)
            break;
        kg__json_peek(j);
        KG_TRY(depth > 1 ? read_list(g, depth - 1, false) : read_place(g));
    }
    if (depth == 1)
        KG_TRY(g->list(g, alone));
out:
    return status;
}

static kg_status read_geometry(kg__geojson *g, const members *m, bool nested)
{
    kg__json *j = &g->json;
    const char *behind = j->at;
    const kg__geometry *wanted = g->wanted;
    bool first = true, more = false;
    members inner;
    kg_status status;

    KG_TRY(read_at(g, m->type));
    while (wanted->type && strcmp(wanted->type, j->text) != 0)
        wanted++;
    if (wanted->type) {
        if (!m->coordinates)
            KG_TRY(kg__json_fail(j, m->begin, "expected coordinates of a geometry"));
        j->at = m->coordinates;
        KG_TRY(read_list(g, wanted->depth, wanted->depth == 1));
    } else if (strcmp(j->text, "GeometryCollection") == 0 && m->geometries) {
        if (nested)
            KG_TRY(kg__json_fail(j, m->begin, "a collection of geometries within another one"));
        j->at = m->geometries;
        KG_TRY(kg__json_open(j, '['));
        for (;;) {
            KG_TRY(kg__json_next(j, '[', &first, &more));
            if (!more)
                break;
            kg__json_peek(j);
            KG_TRY(find_members(g, &inner));
            KG_TRY(read_geometry(g, &inner, true));
        }
    }
    j->at = behind;
out:
    return status;
}

/* ---- features -------------------------------------------------------------------------------- */

/* Reads a value as the text of a tag. Adds nothing for null and for nested values. */
static kg_status read_value(kg__geojson *g, const char *key)
{
    kg__json *j = &g->json;
    const char c = kg__json_peek(j), *begin = j->at;
    const bool is_text = c == '"';
    kg_status status;

    if (c != 'n' && c != '{' && c != '[')
        KG_TRY(kg__tag_list_add(&g->tags, key, strlen(key)));
    KG_TRY(kg__json_skip(j));
    if (c != 'n' && c != '{' && c != '[')
        KG_TRY(kg__tag_list_add(
            &g->tags, is_text ? j->text : begin, is_text ? j->length : (size_t)(j->at - begin)));
out:
    return status;
}

static kg_status read_properties(kg__geojson *g, const members *m)
{
    kg__json *j = &g->json;
    bool first = true, more;
    kg_status status = KG_OK;

    kg__tag_list_clear(&g->tags);
    if (m->properties && *m->properties == '{') {
        j->at = m->properties;
        KG_TRY(kg__json_open(j, '{'));
        for (;;) {
            char key[64];

            KG_TRY(kg__json_next(j, '{', &first, &more));
            if (!more)
                break;
            KG_TRY(kg__json_name(j));
            if (j->length < sizeof key) {
                memcpy(key, j->text, j->length + 1);
                KG_TRY(read_value(g, key));
            } else {
                KG_TRY(kg__json_skip(j));
            }
        }
    }
    if (m->id) { /* last, because an `id` among the properties counts first */
        j->at = m->id;
        KG_TRY(read_value(g, "id"));
    }
out:
    return status;
}

static kg_status read_feature(kg__geojson *g, const members *m)
{
    const char *behind = g->json.at;
    bool wanted = true;
    members inner;
    kg__tags tags;
    kg_status status;

    g->feature_at = m->begin;
    KG_TRY(read_properties(g, m));
    KG_TRY(kg__tag_list_look(&g->tags, &tags));
    if (g->feature)
        KG_TRY(g->feature(g, tags, &wanted));
    if (wanted && m->geometry && *m->geometry != 'n') {
        g->json.at = m->geometry;
        KG_TRY(find_members(g, &inner));
        KG_TRY(read_geometry(g, &inner, false));
    }
    g->json.at = behind;
out:
    return status;
}

static kg_status read_features(kg__geojson *g, const members *m)
{
    kg__json *j = &g->json;
    const char *behind = j->at;
    bool first = true, more;
    members inner;
    kg_status status;

    if (!m->features)
        return kg__json_fail(j, m->begin, "expected the features of a collection");
    j->at = m->features;
    KG_TRY(kg__json_open(j, '['));
    for (;;) {
        KG_TRY(kg__progress(j->ctx, "reading streets", (uint64_t)(j->at - j->begin),
            (uint64_t)(j->end - j->begin)));
        KG_TRY(kg__json_next(j, '[', &first, &more));
        if (!more)
            break;
        kg__json_peek(j);
        KG_TRY(find_members(g, &inner));
        KG_TRY(read_feature(g, &inner));
    }
    j->at = behind;
out:
    return status;
}

kg_status kg__geojson_read(kg__geojson *g)
{
    kg__json *j = &g->json;
    members m;
    kg_status status;

    g->tags.ctx = j->ctx;
    kg__json_peek(j);
    KG_TRY(find_members(g, &m));
    if (kg__json_peek(j))
        KG_TRY(kg__json_fail(j, j->at, "expected the end of the file"));
    KG_TRY(read_at(g, m.type));
    if (strcmp(j->text, "FeatureCollection") == 0)
        status = read_features(g, &m);
    else if (strcmp(j->text, "Feature") == 0)
        status = read_feature(g, &m);
    else
        status = read_feature(g, &(members){.begin = m.begin, .geometry = m.begin});
out:
    kg__tag_list_free(&g->tags);
    kg__free(j->ctx, j->text);
    return status;
}
