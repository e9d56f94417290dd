/*
 * Finds a crossing by a text.
 *
 * Method: the text is tried as the name of a crossing, then of a way, then as two names, a number,
 *     and a place. The first that fits counts. ASCII letters match in either case.
 * Work: O(streets and their names).
 */
#include "../base/ascii.h"
#include "../io/number.h"
#include "streets.h"
#include <string.h>

enum { FAR_M = 10000 };

static bool is_same(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && kg__same_letters(name, text, length);
}

/* Whether a name is a text, or a list with that text: "A; B". */
static bool has_text(const char *name, const char *text, size_t length)
{
    const char *end;

    if (is_same(name, text, length))
        return true;
    for (; (end = strstr(name, "; ")); name = end + 2)
        if ((size_t)(end - name) == length && kg__same_letters(name, text, length))
            return true;
    return is_same(name, text, length);
}

/* Whether a street has a way of that name. */
static bool has_name(const kg_streets *s, uint64_t street, const char *text, size_t length)
{
    for (uint64_t i = s->part[street]; i < s->part[street + 1]; i++)
        if (has_text(s->text + s->way_name[s->way[i]], text, length))
            return true;
    return false;
}

static kg_vertex by_name(const kg_streets *s, const char *text, size_t length)
{
    for (kg_vertex v = 0; v < s->map.crossings; v++)
        if (is_same(s->text + s->crossing_name[v], text, length))
            return v;
    for (uint64_t e = 0; e < s->map.streets; e++)
        if (has_name(s, e, text, length))
            return s->end[2 * e];
    return KG_NO_VERTEX;
}

/* Finds where streets of two names, split at a slash, meet. */
static kg_status by_pair(const kg_streets *s, const char *text, const char *slash, kg_vertex *found)
{
    const char *second = slash + 3;
    bool *first = NULL;
    kg_status status;

    *found = KG_NO_VERTEX;
    KG_TRY(kg__host_allocate(s->ctx, &first, s->map.crossings, sizeof *first, "crossings"));
    memset(first, 0, s->map.crossings * sizeof *first);
    for (uint64_t e = 0; e < s->map.streets; e++)
        if (has_name(s, e, text, (size_t)(slash - text)))
            first[s->end[2 * e]] = first[s->end[2 * e + 1]] = true;
    for (uint64_t h = 0; h < 2 * s->map.streets && *found == KG_NO_VERTEX; h++)
        if (first[s->end[h]] && has_name(s, h / 2, second, strlen(second)))
            *found = s->end[h];
out:
    kg__free(s->ctx, first);
    return status;
}

static kg_vertex by_number(const kg_streets *s, const char *text)
{
    char digits[KG__NUMBER_BYTES] = {0};
    const bool negative = *text == '-';
    const char *end;
    uint64_t id;

    if (strlen(text + negative) > 19)
        return KG_NO_VERTEX;
    memcpy(digits, text + negative, strlen(text + negative));
    end = kg__parse_label(digits, &id);
    if (!end || *end || id > INT64_MAX)
        return KG_NO_VERTEX;
    for (kg_vertex v = 0; v < s->map.crossings; v++)
        if (s->crossing_id[v] == (negative ? -(int64_t)id : (int64_t)id))
            return v;
    return KG_NO_VERTEX;
}

/* Reads "lat,lon". */
static bool read_place(const char *text, int32_t place[2])
{
    double latitude, longitude;
    const char *p = kg__parse_double(text, &latitude);

    if (!p || *p != ',')
        return false;
    p += 1 + strspn(p + 1, " ");
    p = kg__parse_double(p, &longitude);
    return p && !*p && kg__degrees(longitude, latitude, place);
}

static kg_vertex by_place(const kg_streets *s, const int32_t place[2], double *distance)
{
    kg_vertex best = 0;

    *distance = kg__geodesic(place, s->place);
    for (kg_vertex v = 1; v < s->map.crossings; v++) {
        const double one = kg__geodesic(place, s->place + 2 * (uint64_t)v);

        if (one < *distance) {
            *distance = one;
            best = v;
        }
    }
    return best;
}

kg_status kg_streets_find(kg_streets *s, const char *text, kg_vertex *crossing)
{
    kg_context *ctx = KG__CONTEXT(s);
    const char *slash;
    int32_t place[2];
    double distance;
    kg_status status = KG_OK;

    KG_NEED(ctx, crossing);
    *crossing = KG_NO_VERTEX;
    KG_NEED(NULL, s);
    KG_NEED(ctx, text);
    kg__begin(ctx);
    if (*text)
        *crossing = by_name(s, text, strlen(text));
    slash = strstr(text, " / ");
    if (*crossing == KG_NO_VERTEX && slash)
        KG_TRY(by_pair(s, text, slash, crossing));
    if (*crossing == KG_NO_VERTEX)
        *crossing = by_number(s, text);
    if (*crossing == KG_NO_VERTEX && s->map.point && read_place(text, place)) {
        *crossing = by_place(s, place, &distance);
        if (distance > FAR_M) {
            *crossing = KG_NO_VERTEX;
            KG_TRY(kg__fail(ctx, KG_ARGUMENT,
                "the nearest crossing to '%s' is %.0f km away: expected one within %d km",
                KG__SHOW(text, strlen(text)), distance / 1000, FAR_M / 1000));
        }
    }
    if (*crossing == KG_NO_VERTEX)
        KG_TRY(kg__fail(ctx, KG_ARGUMENT,
            "there is no crossing '%s': expected the name of a crossing or a street, 'A / B' where "
            "two streets meet, the number of a node, or lat,lon",
            KG__SHOW(text, strlen(text))));
out:
    return status;
}
