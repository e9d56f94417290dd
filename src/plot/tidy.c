/*
 * Removing segments that need not be drawn: duplicates, and points within straight runs.
 *
 * In:  segments between places.
 * Out: of segments with the same ends, in one layer, the first, or the first for each direction
 *     that is fixed. One segment for several that follow each other without branches, if no end
 *     between them is farther from it than a length.
 * Method: segments are sorted by layer and ends. A run of segments is followed from its first place
 *     on. Each later place that is farther than the length narrows the directions in which the one
 *     segment may lead. The run ends if the next place lies in none of them, or is nearer to the
 *     first than an earlier one. So the length is respected, but the segments need not be the
 *     fewest.
 * Work: O(m log m), serial. Memory: 24 bytes a segment, 12 a vertex.
 * Source: Sklansky and Gonzalez, "Fast polygonal approximation of digitized curves", Pattern
 *     Recognition 12 (1980), for the directions.
 */
#include "drawing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char what[] = "segments that need not be drawn";

static uint32_t layer_of(const kg_drawing *d, uint64_t s)
{
    return d->layer ? d->layer[s] : 0;
}

/* Keeps the segments that are marked, in their order. */
static void keep_marked(kg_drawing *d, const unsigned char *keep)
{
    uint64_t kept = 0;

    for (uint64_t s = 0; s < d->segments.count; s++) {
        if (!keep[s])
            continue;
        memmove(d->end + 2 * kept, d->end + 2 * s, 2 * sizeof *d->end);
        d->fixed[kept] = d->fixed[s];
        if (d->lengths)
            d->length[kept] = d->length[s];
        if (d->layer)
            d->layer[kept] = d->layer[s];
        kept++;
    }
    d->segments.count = kept;
    d->lengths = d->lengths ? kept : 0;
}

/* ---- segments that are there twice ----------------------------------------------------------- */

typedef struct ends {
    kg_vertex low, high;
    uint32_t layer;
    uint64_t segment;
} ends;

static int compare(const void *a, const void *b)
{
    const ends *p = a, *q = b;

    if (p->layer != q->layer)
        return p->layer < q->layer ? -1 : 1;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    if (p->high != q->high)
        return p->high < q->high ? -1 : 1;
    return (p->segment > q->segment) - (p->segment < q->segment);
}

/* 0: free, 1: fixed from the smaller end, or a dot; 2: from the larger. */
static unsigned way_of(const kg_drawing *d, uint64_t s)
{
    return !d->fixed[s] ? 0 : d->end[2 * s] <= d->end[2 * s + 1] ? 1 : 2;
}

kg_status kg__drawing_distinct(kg_drawing *d)
{
    const uint64_t m = d->segments.count;
    ends *sorted = NULL;
    unsigned char *keep = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(d->ctx, &sorted, m, sizeof *sorted, what));
    KG_TRY(kg__host_allocate(d->ctx, &keep, m, 1, what));
    memset(keep, 0, m);
    for (uint64_t s = 0; s < m; s++) {
        const kg_vertex u = d->end[2 * s], v = d->end[2 * s + 1];

        sorted[s] = (ends){u < v ? u : v, u < v ? v : u, layer_of(d, s), s};
    }
    qsort(sorted, m, sizeof *sorted, compare);
    for (uint64_t i = 0, next; i < m; i = next) {
        uint64_t first[3] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};

        for (next = i; next < m && sorted[next].layer == sorted[i].layer &&
                       sorted[next].low == sorted[i].low && sorted[next].high == sorted[i].high;
             next++) {
            const uint64_t s = sorted[next].segment;
            uint64_t *way = &first[way_of(d, s)];

            *way = *way == UINT64_MAX ? s : *way;
        }
        if (first[1] == UINT64_MAX && first[2] == UINT64_MAX)
            keep[first[0]] = 1;
        for (int way = 1; way < 3; way++)
            if (first[way] != UINT64_MAX)
                keep[first[way]] = 1;
    }
    keep_marked(d, keep);
out:
    kg__free_all(d->ctx, sorted, keep);
    return status;
}

/* ---- points on the way ----------------------------------------------------------------------- */

typedef struct following {
    kg_drawing *d;
    double length;
    uint64_t *half;      /* [2 n] the first two halves at each vertex */
    uint32_t *degree;    /* [n] */
    unsigned char *keep; /* [m] */
    unsigned char *seen; /* [m] */
} following;

/* The half by which a run goes on after it came to the vertex of this half, or UINT64_MAX. */
static uint64_t go_on(const following *f, uint64_t in)
{
    const kg_drawing *d = f->d;
    const kg_vertex v = d->end[in];
    const uint64_t *half = f->half + 2 * (uint64_t)v;
    uint64_t out;

    if (f->degree[v] != 2)
        return UINT64_MAX;
    out = half[0] == in ? half[1] : half[0];
    if (out / 2 == in / 2 || d->fixed[in / 2] != d->fixed[out / 2] ||
        layer_of(d, in / 2) != layer_of(d, out / 2) || (d->fixed[in / 2] && (in & 1) == (out & 1)))
        return UINT64_MAX;
    return out;
}

/* The directions in which one segment may lead, from low to high, relative to `middle`. */
typedef struct wedge {
    double middle, low, high, farthest;
    bool any;
} wedge;

/* Whether one segment may lead to a place and replace the run before. If so, adds the place to the
 * run. */
static bool take(wedge *w, const double *from, const double *to, double length)
{
    const double x = to[0] - from[0], y = to[1] - from[1], far = hypot(x, y);
    double direction = atan2(y, x), half;

    if (far < w->farthest)
        return false;
    w->farthest = far;
    if (far <= length)
        return true;
    half = asin(length / far);
    if (!w->any) {
        *w = (wedge){direction, -half, half, far, true};
        return true;
    }
    direction = remainder(direction - w->middle, 2 * M_PI);
    if (direction < w->low || direction > w->high)
        return false;
    w->low = fmax(w->low, direction - half);
    w->high = fmin(w->high, direction + half);
    return true;
}

/* Follows a run that leaves its first vertex by a half, and reduces its segments. */
static void follow(following *f, uint64_t out)
{
    kg_drawing *d = f->d;

    while (out != UINT64_MAX && !f->seen[out / 2]) {
        const uint64_t begin = out;
        const double *from = d->place + 2 * (uint64_t)d->end[begin];
        kg_vertex end;
        wedge w = {0};

        do {
            end = d->end[out ^ 1];
            f->seen[out / 2] = 1;
            if (out != begin) {
                f->keep[out / 2] = 0;
                if (d->lengths)
                    d->length[begin / 2] += d->length[out / 2];
            }
            if (out == begin) /* the first segment may lead anywhere */
                take(&w, from, d->place + 2 * (uint64_t)end, f->length);
            out = go_on(f, out ^ 1);
        } while (out != UINT64_MAX && !f->seen[out / 2] &&
                 take(&w, from, d->place + 2 * (uint64_t)d->end[out ^ 1], f->length));
        d->end[begin ^ 1] = end;
    }
}

/* Removes vertices without segments. number: [n] */
static void keep_vertices(kg_drawing *d, uint32_t *number)
{
    kg_vertex count = 0;

    memset(number, 0, d->segments.vertices * sizeof *number);
    for (uint64_t h = 0; h < 2 * d->segments.count; h++)
        number[d->end[h]] = 1;
    for (uint64_t v = 0; v < d->segments.vertices; v++)
        if (number[v]) {
            memmove(d->place + 2 * (uint64_t)count, d->place + 2 * v, 2 * sizeof *d->place);
            number[v] = count++;
        }
    for (uint64_t h = 0; h < 2 * d->segments.count; h++)
        d->end[h] = number[d->end[h]];
    d->segments.vertices = count;
}

kg_status kg__drawing_straighten(kg_drawing *d, double length)
{
    const uint64_t n = d->segments.vertices, m = d->segments.count;
    following f = {.d = d, .length = length};
    kg_status status;

    KG_TRY(kg__host_allocate(d->ctx, &f.half, n, 2 * sizeof *f.half, what));
    KG_TRY(kg__host_allocate(d->ctx, &f.degree, n, sizeof *f.degree, what));
    KG_TRY(kg__host_allocate(d->ctx, &f.keep, m, 1, what));
    KG_TRY(kg__host_allocate(d->ctx, &f.seen, m, 1, what));
    memset(f.degree, 0, n * sizeof *f.degree);
    memset(f.keep, 1, m);
    memset(f.seen, 0, m);
    for (uint64_t h = 0; h < 2 * m; h++) {
        uint32_t *degree = &f.degree[d->end[h]];

        if (*degree < 2)
            f.half[2 * (uint64_t)d->end[h] + *degree] = h;
        *degree += *degree < 3;
    }
    for (uint64_t h = 0; h < 2 * m; h++)
        if (go_on(&f, h) == UINT64_MAX)
            follow(&f, h);
    for (uint64_t s = 0; s < m; s++)
        follow(&f, 2 * s);
    keep_marked(d, f.keep);
    keep_vertices(d, f.degree);
out:
    kg__free_all(d->ctx, f.half, f.degree, f.keep, f.seen);
    return status;
}
