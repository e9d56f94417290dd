/*
 * Pairs of segments that may come within a distance of each other.
 *
 * In:  segments between places; the distance.
 * Out: a call for each pair in each region of the plane in which the two may be that close; regions
 *     cover the plane, and do not overlap.
 * Method: a region is cut in two at the mean of its segments' middles, across the axis that cuts
 *     fewer segments. Each half has its parts of segments, as long as few are cut. Parts of one
 *     region are sorted along an axis, or across the longest of them, which is best for hatching.
 *     Those whose shadows overlap are compared by their boxes.
 * Rounding: boxes are larger than the parts by the distance, and by a part of the coordinates' size
 *     that is much larger than rounding errors.
 * Work: O(m log m), and the pairs of one region whose shadows overlap: about those that are near
 *     each other, but m^2 if all are, as in a star. Memory: some 150 bytes a segment.
 */
#include "close_pairs.h"
#include <math.h>
#include <stdlib.h>

/* FEW: the most parts of a region that are compared with each other at once. CUT_SHARE: a border
 * may cut at most one part in CUT_SHARE. DEPTH: the most regions within each other, for places
 * whose distances grow by powers. */
enum { FEW = 16, CUT_SHARE = 8, DEPTH = 48 };

static const char what[] = "segments by region";
static const double ROUNDING = 0x1p-40; /* relative to the size of coordinates */

typedef struct part {
    double end[2][2];
    double margin;
    uint64_t segment;
} part;

typedef struct shadow {
    double low, high;
    uint64_t part;
} shadow;

typedef struct searching {
    kg_context *ctx;
    kg__close_pair *found;
    void *user;
    part *part; /* a stack: those of the last region are at its end */
    uint64_t room;
    shadow *shadow;
    uint64_t shadow_room;
    uint64_t done, all;
} searching;

static double low_of(const part *p, int axis)
{
    const double a = p->end[0][axis], b = p->end[1][axis];

    return (a < b ? a : b) - p->margin;
}

static double high_of(const part *p, int axis)
{
    const double a = p->end[0][axis], b = p->end[1][axis];

    return (a < b ? b : a) + p->margin;
}

/* ---- pairs of one region --------------------------------------------------------------------- */

static kg_status compare_parts(
    const searching *s, uint64_t i, uint64_t j, const kg__plot_region *region)
{
    const part *p = s->part + i, *q = s->part + j;

    for (int axis = 0; axis < 2; axis++)
        if (low_of(p, axis) > high_of(q, axis) || low_of(q, axis) > high_of(p, axis))
            return KG_OK;
    return s->found(s->user, p->segment, q->segment, region);
}

static int compare_shadows(const void *a, const void *b)
{
    const shadow *p = a, *q = b;

    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return p->part < q->part ? -1 : p->part > q->part;
}

/* Projects parts onto a direction: their shadows. Returns the sum of these, relative to the length
 * of all together. */
static double cast(searching *s, uint64_t first, uint64_t count, const double direction[2])
{
    double low = INFINITY, high = -INFINITY, sum = 0;

    for (uint64_t i = 0; i < count; i++) {
        const part *p = s->part + first + i;
        const double a = p->end[0][0] * direction[0] + p->end[0][1] * direction[1];
        const double b = p->end[1][0] * direction[0] + p->end[1][1] * direction[1];

        s->shadow[i] = (shadow){fmin(a, b) - p->margin, fmax(a, b) + p->margin, first + i};
        sum += s->shadow[i].high - s->shadow[i].low;
        low = fmin(low, s->shadow[i].low);
        high = fmax(high, s->shadow[i].high);
    }
    return high > low ? sum / (high - low) : (double)count;
}

/* The direction across the longest part; along x if all are short. */
static void find_across(const searching *s, uint64_t first, uint64_t count, double direction[2])
{
    static const double SHORT = 1e-100; /* squares of smaller numbers are less exact */
    double longest = SHORT;

    direction[0] = 1;
    direction[1] = 0;
    for (uint64_t i = first; i < first + count; i++) {
        const part *p = s->part + i;
        const double length = kg__plot_distance(p->end[0], p->end[1]);

        if (length > longest) {
            longest = length;
            direction[0] = (p->end[0][1] - p->end[1][1]) / length;
            direction[1] = (p->end[1][0] - p->end[0][0]) / length;
        }
    }
}

static kg_status compare_all(
    searching *s, uint64_t first, uint64_t count, const kg__plot_region *region)
{
    double direction[3][2] = {{1, 0}, {0, 1}}, least = INFINITY;
    int best = 0;
    kg_status status = KG_OK;

    if (count <= FEW) {
        for (uint64_t i = first; i < first + count; i++)
            for (uint64_t j = i + 1; j < first + count; j++)
                KG_TRY(compare_parts(s, i, j, region));
        goto out;
    }
    KG_TRY(kg__host_grow(s->ctx, &s->shadow, &s->shadow_room, count, sizeof *s->shadow, what));
    find_across(s, first, count, direction[2]);
    for (int i = 0; i < 3; i++) {
        const double share = cast(s, first, count, direction[i]);

        best = share < least ? i : best;
        least = fmin(share, least);
    }
    cast(s, first, count, direction[best]);
    qsort(s->shadow, count, sizeof *s->shadow, compare_shadows);
    for (uint64_t i = 0; i < count; i++) {
        KG_TRY(kg__progress(s->ctx, "splitting segments", s->done, s->all));
        for (uint64_t j = i + 1; j < count && s->shadow[j].low <= s->shadow[i].high; j++)
            KG_TRY(compare_parts(s, s->shadow[i].part, s->shadow[j].part, region));
    }
out:
    return status;
}

/* ---- regions --------------------------------------------------------------------------------- */

/* Where to cut a region, and how many of its parts lie before, behind, and on both sides. */
typedef struct border {
    int axis;
    double at;
    uint64_t before, behind, both;
} border;

static border find_border(const searching *s, uint64_t first, uint64_t count, int axis)
{
    border made = {.axis = axis};

    for (uint64_t i = first; i < first + count; i++)
        made.at += (s->part[i].end[0][axis] + s->part[i].end[1][axis]) / 2 / (double)count;
    for (uint64_t i = first; i < first + count; i++) {
        const bool before = low_of(s->part + i, axis) < made.at;
        const bool behind = high_of(s->part + i, axis) >= made.at;

        made.before += before && !behind;
        made.behind += behind && !before;
        made.both += before && behind;
    }
    return made;
}

/* Cuts off the piece of a part that lies farther than its margin behind a border, or before it. At
 * least one end lies elsewhere. */
static void clip(part *p, const border *b, bool before)
{
    const double limit = before ? b->at + p->margin : b->at - p->margin;
    const int x = b->axis, y = !x;

    for (int i = 0; i < 2; i++) {
        double *end = p->end[i];
        const double *other = p->end[!i];

        if (before ? end[x] > limit : end[x] < limit) {
            end[y] += (limit - end[x]) / (other[x] - end[x]) * (other[y] - end[y]);
            end[x] = limit;
        }
    }
}

/* Pushes the parts of one half onto the stack. */
static kg_status push_half(
    searching *s, uint64_t first, uint64_t count, const border *b, bool before, uint64_t *pushed)
{
    const uint64_t to = first + count;
    kg_status status;

    *pushed = b->both + (before ? b->before : b->behind);
    KG_TRY(kg__host_grow(s->ctx, &s->part, &s->room, to + *pushed, sizeof *s->part, what));
    *pushed = 0;
    for (uint64_t i = first; i < to; i++) {
        const part *p = s->part + i;

        if (before ? low_of(p, b->axis) < b->at : high_of(p, b->axis) >= b->at) {
            s->part[to + *pushed] = *p;
            clip(&s->part[to + (*pushed)++], b, before);
        }
    }
out:
    return status;
}

static kg_status search(
    searching *s, uint64_t first, uint64_t count, const kg__plot_region *region, unsigned depth)
{
    border b[2];
    const border *best;
    uint64_t pushed;
    kg_status status;

    KG_TRY(kg__progress(s->ctx, "splitting segments", s->done, s->all));
    for (int axis = 0; count > FEW && axis < 2; axis++)
        b[axis] = find_border(s, first, count, axis);
    best = count > FEW && b[1].both < b[0].both ? &b[1] : &b[0];
    if (count <= FEW || !depth || !best->before || !best->behind ||
        best->both > count / CUT_SHARE) {
        KG_TRY(compare_all(s, first, count, region));
        s->done += count;
        goto out;
    }
    s->all += best->both;
    for (int before = 0; before < 2; before++) {
        kg__plot_region half = *region;

        (before ? half.high : half.low)[best->axis] = best->at;
        KG_TRY(push_half(s, first, count, best, before, &pushed));
        KG_TRY(search(s, first + count, pushed, &half, depth - 1));
    }
out:
    return status;
}

kg_status kg__plot_close_pairs(
    kg_context *ctx, const kg_segments *g, double distance, kg__close_pair *found, void *user)
{
    static const kg__plot_region plane = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    searching s = {.ctx = ctx, .found = found, .user = user, .all = g->count};
    kg_status status;

    KG_TRY(kg__host_grow(ctx, &s.part, &s.room, g->count, sizeof *s.part, what));
    for (uint64_t i = 0; i < g->count; i++) {
        part *p = s.part + i;
        double size = 0;

        p->segment = i;
        for (int k = 0; k < 4; k++) {
            p->end[k / 2][k % 2] = g->place[2 * (uint64_t)g->end[2 * i + (uint64_t)k / 2] + k % 2];
            size = fmax(size, fabs(p->end[k / 2][k % 2]));
        }
        p->margin = distance + size * ROUNDING;
    }
    KG_TRY(search(&s, 0, g->count, &plane, DEPTH));
out:
    kg__free_all(ctx, s.part, s.shadow);
    return status;
}
