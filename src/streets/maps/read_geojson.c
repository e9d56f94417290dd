/*
 * Streets of GeoJSON (geojson.c).
 *
 * In:  a text.
 * Out: a way for each line. Places are equal if their coordinates are, to 10^-7 degrees.
 */
#include "../../io/number.h"
#include "../streets.h"
#include "geojson.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    kg__gathered *g;
    kg__tags tags; /* of the feature */
    int direction;
    double length, back;
    int64_t id;
    bool numbered;
} reading;

/* Whether a tag ends with a number, such as "way/17", and which. */
static bool find_id(kg__tags tags, int64_t *id)
{
    static const char *const keys[] = {"osmid", "osm_id", "@id", "id"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = kg__tag(tags, keys[i]), *slash = value ? strrchr(value, '/') : NULL;
        char digits[KG__NUMBER_BYTES] = {0}; /* eight bytes after the text can be read */
        uint64_t label;
        const char *end;

        if (!value || strlen(slash ? slash + 1 : value) > 19)
            continue;
        memcpy(digits, slash ? slash + 1 : value, strlen(slash ? slash + 1 : value));
        end = kg__parse_label(digits, &label);
        if (end && !*end && label <= INT64_MAX) {
            *id = (int64_t)label;
            return true;
        }
    }
    return false;
}

/* Reads the length back, of which a negative one means that the way is closed. */
static kg_status take_back(kg__geojson *geojson, kg__tags tags)
{
    reading *r = geojson->user;
    const char *text = kg__tag(tags, "length_back"), *end;

    r->back = r->length;
    text = text ? text : kg__tag(tags, "reverse_cost");
    if (!text)
        return KG_OK;
    end = kg__parse_double(text, &r->back);
    if (!end || *end || !isfinite(r->back))
        return kg__json_fail(&geojson->json, geojson->feature_at,
            "the feature's length back: expected a finite number");
    if (r->back >= 0 && r->length < 0)
        return kg__json_fail(&geojson->json, geojson->feature_at,
            "the feature has a length back: expected its length, too");
    if (r->back < 0 && r->direction < 0)
        return kg__json_fail(&geojson->json, geojson->feature_at,
            "the feature is closed both ways: its length back is negative");
    if (r->back < 0 && r->g->options->network != KG_STREETS_WALK)
        r->direction = 1;
    if (r->direction > 0 || r->back < 0)
        r->back = r->length;
    if (r->direction < 0)
        r->length = r->back;
    return KG_OK;
}

static kg_status take_feature(kg__geojson *geojson, kg__tags tags, bool *wanted)
{
    reading *r = geojson->user;
    kg__gathered *g = r->g;
    const char *length = kg__tag(tags, "length"), *end;
    kg_status status;

    r->tags = tags;
    r->direction = kg__network_direction(g->options->network, tags);
    r->length = -1;
    if (length) {
        end = kg__parse_double(length, &r->length);
        if (!end || *end || !(r->length >= 0 && isfinite(r->length)))
            return kg__json_fail(&geojson->json, geojson->feature_at,
                "the feature's length: expected a finite number of at least 0");
    }
    KG_TRY(take_back(geojson, tags));
    r->numbered = find_id(tags, &r->id);
    if (!r->numbered)
        r->id = (int64_t)g->counts.ways;
    *wanted = !kg__tag(tags, "highway") || kg__network_has(g->options->network, tags);
    g->counts.ways += !*wanted;
out:
    return status;
}

static kg_status take_place(kg__geojson *geojson, const int32_t place[2])
{
    kg__gathered *g = ((reading *)geojson->user)->g;
    kg_vertex v;
    kg_status status;

    KG_TRY(kg__gather_find(g, (const char *)place, 2 * sizeof *place, place, &v));
    KG_TRY(kg__gather_ref(g, v));
out:
    return status;
}

static kg_status take_line(kg__geojson *geojson, bool alone)
{
    reading *r = geojson->user;

    kg__gathered *g = r->g;
    kg_status status;

    g->counts.ways++;
    KG_TRY(kg__gather_way(g, r->id, r->tags, r->direction, alone ? r->length : -1));
    g->way[g->ways - 1].numbered = r->numbered;
    if (alone) {
        g->way[g->ways - 1].back = r->back;
        g->is_windy |= r->back != r->length;
    }
out:
    return status;
}

kg_status kg__streets_read_geojson(kg__gathered *g, const char *bytes, size_t size)
{
    reading r = {.g = g};
    kg__geojson geojson = {.json = {.ctx = g->ctx,
                               .shown = g->shown,
                               .begin = bytes,
                               .end = bytes + size,
                               .at = bytes},
        .user = &r,
        .wanted = {{"LineString", 1}, {"MultiLineString", 2}},
        .feature = take_feature,
        .place = take_place,
        .list = take_line};
    kg_status status;

    KG_TRY(kg__gather_file(g, KG__GATHERED_PLACES));
    status = kg__geojson_read(&geojson);
    g->counts.nodes = g->nodes;
out:
    return status;
}
