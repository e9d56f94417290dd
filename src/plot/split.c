/*
 * Splitting segments of a drawing where they touch, cross or overlap each other.
 *
 * In:  segments between places; how far an end may lie from a segment that it touches.
 * Out: pieces that meet only at vertices, in the order of their segments, each from the segment's
 *     first end to its second. A part that several segments share is one piece of each. A segment
 *     that is shorter than the tolerance becomes a dot. Lengths are divided by distances.
 * Method: pairs that are close are compared (close_pairs.c). An end that lies on another segment
 *     cuts that segment; the point where two segments cross cuts both. Then vertices that are near
 *     become one (merge.c), and pieces lead from cut to cut.
 * Exact: signs decide whether segments touch and cross, without rounding (exact.c). The point of a
 *     crossing is rounded to the nearest doubles, so it is the same for all segments through it,
 *     and cuts keep their order. Pieces are not compared again: those that end at a rounded point
 *     lie beside their segment by less than the last digit.
 * Work: that of close_pairs.c, and O(c log c) for c cuts. Memory: that of close_pairs.c, and some
 *     30 bytes a segment and 150 a cut.
 */
#include "close_pairs.h"
#include "drawing.h"
#include <stdlib.h>
#include <string.h>

static const char what[] = "pieces of segments";

enum { CUT_BYTES = 150 };

/* Cuts of one segment are sorted by the numbers `at`, then by x, then by y. Rounding keeps the
 * order of each of these. */
typedef struct cut {
    uint64_t segment;
    double at, x, y;
    kg_vertex v;
} cut;

typedef struct splitting {
    kg_drawing *d;
    double tolerance;
    cut *cut; /* [cuts] */
    uint64_t cuts, room;
} splitting;

/* ---- cuts ------------------------------------------------------------------------------------ */

static const double *place_of(const splitting *s, kg_vertex v)
{
    return s->d->place + 2 * (uint64_t)v;
}

static kg_status make_room(splitting *s)
{
    kg_context *ctx = s->d->ctx;
    kg_status status;

    if (s->cuts == s->room && s->cuts * CUT_BYTES > kg__host_available(""))
        KG_TRY(kg__fail(ctx, KG_MEMORY,
            "out of memory: segments are split in more than %llu places, too many for the memory",
            (unsigned long long)s->cuts));
    if (s->d->segments.count + s->cuts >= ((uint64_t)KG_NO_EDGE - 2) / 2)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "the segments have more pieces than there are ids"));
    KG_TRY(kg__host_grow(ctx, &s->cut, &s->room, s->cuts + 1, sizeof *s->cut, what));
out:
    return status;
}

static double along(double from, double to, double x)
{
    return to > from ? x : to < from ? -x : 0;
}

static kg_status add_cut(splitting *s, uint64_t segment, kg_vertex v)
{
    const kg_vertex *end = s->d->end + 2 * segment;
    const double *a = place_of(s, end[0]), *b = place_of(s, end[1]), *p = place_of(s, v);
    kg_status status;

    if (v == end[0] || v == end[1])
        return KG_OK;
    KG_TRY(make_room(s));
    s->cut[s->cuts++] = (cut){.segment = segment,
        .at = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]),
        .x = along(a[0], b[0], p[0]),
        .y = along(a[1], b[1], p[1]),
        .v = v};
out:
    return status;
}

static bool is_between(const double *a, const double *b, const double *p)
{
    for (int i = 0; i < 2; i++)
        if (p[i] < (a[i] < b[i] ? a[i] : b[i]) || p[i] > (a[i] < b[i] ? b[i] : a[i]))
            return false;
    return true;
}

/* Whether a point beside a segment, between the perpendiculars at its ends, is near. */
static bool is_near(const splitting *s, const double *a, const double *b, const double *p)
{
    const double x = b[0] - a[0], y = b[1] - a[1], square = x * x + y * y;
    const double at = ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / square;
    const double on[2] = {a[0] + at * x, a[1] + at * y};

    return s->tolerance > 0 && at > 0 && at < 1 && kg__plot_distance(on, p) <= s->tolerance;
}

static bool is_inside(const kg__plot_region *region, const double *p)
{
    return p[0] >= region->low[0] && p[0] < region->high[0] && p[1] >= region->low[1] &&
           p[1] < region->high[1];
}

/* Cuts a segment at the ends of another that lie on it. side: [out] on which side each end lies. */
static kg_status cut_at_ends(
    splitting *s, uint64_t i, uint64_t j, const kg__plot_region *region, int side[2])
{
    const kg_vertex *end = s->d->end + 2 * i;
    kg_status status = KG_OK;

    for (unsigned k = 0; k < 2; k++) {
        const kg_vertex v = s->d->end[2 * j + k];
        const double *a = place_of(s, end[0]), *b = place_of(s, end[1]), *p = place_of(s, v);

        side[k] = v == end[0] || v == end[1] ? 0 : kg__plot_side(a, b, p);
        if (is_inside(region, p) && ((!side[k] && is_between(a, b, p)) || is_near(s, a, b, p)))
            KG_TRY(add_cut(s, i, v));
    }
out:
    return status;
}

/* Cuts two segments where they meet in a region. Their ends are there, or in another region. */
static kg_status compare_pair(void *user, uint64_t i, uint64_t j, const kg__plot_region *region)
{
    splitting *s = user;
    const kg_vertex *end[2] = {s->d->end + 2 * i, s->d->end + 2 * j};
    int side[2][2];
    double place[2];
    kg_vertex v;
    kg_status status;

    if (i == j)
        return KG_OK;
    KG_TRY(cut_at_ends(s, i, j, region, side[0]));
    if (s->tolerance == 0 && side[0][0] * side[0][1] >= 0 && side[0][0] + side[0][1])
        goto out; /* j lies beside i, or only an end of j is on its line */
    KG_TRY(cut_at_ends(s, j, i, region, side[1]));
    if (side[0][0] * side[0][1] >= 0 || side[1][0] * side[1][1] >= 0)
        goto out;
    kg__plot_cross(place_of(s, end[0][0]), place_of(s, end[0][1]), place_of(s, end[1][0]),
        place_of(s, end[1][1]), place);
    if (!is_inside(region, place))
        goto out;
    KG_TRY(kg__drawing_find_place(s->d, place, &v));
    KG_TRY(add_cut(s, i, v));
    KG_TRY(add_cut(s, j, v));
out:
    return status;
}

static int compare_cuts(const void *a, const void *b)
{
    const cut *p = a, *q = b;

    if (p->segment != q->segment)
        return p->segment < q->segment ? -1 : 1;
    if (p->at != q->at)
        return p->at < q->at ? -1 : 1;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return p->v < q->v ? -1 : p->v > q->v;
}

/* Keeps one of equal cuts, and numbers the vertices of crossings, from `first` on, in the order of
 * pieces, which does not depend on the search. */
static kg_status settle_cuts(splitting *s, kg_vertex first)
{
    kg_drawing *d = s->d;
    const uint64_t made = d->segments.vertices - first;
    kg_vertex *number = NULL, next = first;
    double *place = NULL;
    uint64_t cuts = 0;
    kg_status status;

    if (!s->cuts)
        return KG_OK;
    KG_TRY(kg__host_allocate(d->ctx, &number, made, sizeof *number, what));
    KG_TRY(kg__host_allocate(d->ctx, &place, made, 2 * sizeof *place, what));
    memset(number, 0, made * sizeof *number);
    memcpy(place, d->place + 2 * (uint64_t)first, 2 * made * sizeof *place);
    qsort(s->cut, s->cuts, sizeof *s->cut, compare_cuts);
    for (uint64_t i = 0; i < s->cuts; i++) {
        const kg_vertex v = s->cut[i].v;

        if (i && s->cut[i].segment == s->cut[i - 1].segment && v == s->cut[i - 1].v)
            continue;
        s->cut[cuts++] = s->cut[i];
    }
    s->cuts = cuts;
    for (uint64_t i = 0; i < cuts; i++) {
        const kg_vertex v = s->cut[i].v;

        if (v < first)
            continue;
        if (!number[v - first]) {
            memcpy(d->place + 2 * (uint64_t)next, place + 2 * (uint64_t)(v - first),
                2 * sizeof *place);
            number[v - first] = next++;
        }
        s->cut[i].v = number[v - first];
    }
    d->segments.vertices = next;
out:
    kg__free_all(d->ctx, number, place);
    return status;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* Replaces segments by their pieces. Cut k of all makes piece k + its segment + 1. */
static kg_status make_pieces(splitting *s)
{
    kg_drawing *d = s->d;
    const uint64_t count = d->segments.count + s->cuts;
    kg_vertex *end = NULL;
    unsigned char *fixed = NULL;
    uint32_t *layer = NULL;
    double *length = NULL;
    uint64_t k = 0, p = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(d->ctx, &end, count, 2 * sizeof *end, what));
    KG_TRY(kg__host_allocate(d->ctx, &fixed, count, 1, what));
    KG_TRY(kg__host_allocate(d->ctx, &layer, d->layer ? count : 0, sizeof *layer, what));
    KG_TRY(kg__host_allocate(d->ctx, &length, d->lengths ? count : 0, sizeof *length, what));
    for (uint64_t i = 0; i < d->segments.count; i++) {
        kg_vertex at = d->end[2 * i];

        for (bool last = false; !last; p++) {
            last = k == s->cuts || s->cut[k].segment != i;
            end[2 * p] = at;
            end[2 * p + 1] = at = last ? d->end[2 * i + 1] : s->cut[k++].v;
            fixed[p] = d->fixed[i];
            if (d->layer)
                layer[p] = d->layer[i];
            if (d->lengths)
                length[p] = d->length[i];
        }
    }
    kg__free_all(d->ctx, d->end, d->fixed, d->length, d->layer);
    d->end = end;
    d->fixed = fixed;
    d->length = d->lengths ? length : NULL;
    d->layer = d->layer ? layer : NULL;
    d->end_room = 2 * count;
    d->fixed_room = count;
    d->length_room = d->lengths ? count : 0;
    d->layer_room = d->layer ? count : 0;
    d->segments.count = count;
    d->lengths = d->lengths ? count : 0;
    end = NULL;
    fixed = NULL;
    length = d->length ? NULL : length;
    layer = d->layer ? NULL : layer;
out:
    kg__free_all(d->ctx, end, fixed, length, layer);
    return status;
}

static double measure_piece(const splitting *s, uint64_t piece)
{
    return kg__plot_distance(
        place_of(s, s->d->end[2 * piece]), place_of(s, s->d->end[2 * piece + 1]));
}

/* Removes empty pieces, except if a segment has no other, and divides the length of each
 * segment. */
static void settle_pieces(splitting *s)
{
    kg_drawing *d = s->d;
    uint64_t kept = 0, k = 0;

    for (uint64_t first = 0, last, i = 0; first < d->segments.count; first = last, i++) {
        const uint64_t begin = kept;
        double sum = 0;

        for (last = first + 1; k < s->cuts && s->cut[k].segment == i; k++)
            last++;
        for (uint64_t p = first; p < last; p++)
            sum += measure_piece(s, p);
        for (uint64_t p = first; p < last; p++) {
            if (d->end[2 * p] == d->end[2 * p + 1] && !(p + 1 == last && kept == begin))
                continue;
            if (d->lengths)
                d->length[kept] =
                    sum > 0 ? d->length[p] * (measure_piece(s, p) / sum) : d->length[p];
            d->fixed[kept] = d->fixed[p];
            if (d->layer)
                d->layer[kept] = d->layer[p];
            memmove(d->end + 2 * kept++, d->end + 2 * p, 2 * sizeof *d->end);
        }
    }
    d->segments.count = kept;
    d->lengths = d->lengths ? kept : 0;
}

kg_status kg__drawing_split(kg_drawing *d, double tolerance)
{
    const kg_vertex ends = (kg_vertex)d->segments.vertices;
    splitting s = {.d = d, .tolerance = tolerance};
    kg_segments given;
    kg_status status;

    kg__stage(d->ctx, "split");
    kg__drawing_lend(d);
    given = d->segments;
    KG_TRY(kg__plot_close_pairs(d->ctx, &given, tolerance, compare_pair, &s));
    KG_TRY(settle_cuts(&s, ends));
    KG_TRY(make_pieces(&s));
    if (tolerance > 0)
        KG_TRY(kg__drawing_merge(d, tolerance));
    settle_pieces(&s);
out:
    kg__stage(d->ctx, NULL);
    kg__free(d->ctx, s.cut);
    return status;
}
