/*
 * The segment with which a stroke goes on at each vertex, so that strokes are the fewest.
 *
 * In:  the segments, the directions of those that are oriented.
 * Out: mate[2m].
 * Method: 1. At each vertex segments are paired, in their order or the straightest pair first: in a
 *     free component any two halves, else one by which strokes come in and one by which they leave.
 *     As many as possible are paired, so the strokes that end somewhere are the fewest, but others
 *     may be closed. 2. A closed stroke that meets another one at a vertex is joined with it: their
 *     pairs there swap partners, or it follows the other's end. Meetings are tried in the order of
 *     vertices, or those first that turn the strokes least. In the end a component, which is
 *     connected, has no closed stroke beside another. The reason: neighbours in the row of pairs at
 *     a vertex are tried (straight: any two, at vertices of at most STRAIGHT halves), and if one of
 *     them is closed in the end, they had been joined by then.
 * Work: O(m log m), serial. Memory: 4 bytes a segment, and 16 to 24 a meeting.
 */
#include "../base/union_find.h"
#include "plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Vertices of more halves do not look for straight pairs, which takes the square of their
 * number. */
enum { STRAIGHT = 48 };

typedef struct meeting {
    double cost;
    kg_edge one, other; /* halves */
} meeting;

typedef struct pairing {
    kg__plotting *w;
    bool straight;
    kg_edge *parent;     /* [m] of segments: those of one stroke form a tree */
    unsigned char *open; /* [m] of a root: the stroke ends somewhere */
    meeting *meeting;
    uint64_t meetings, room;
    kg_edge *waiting[2]; /* [the most halves at a vertex] */
    meeting choice[STRAIGHT * STRAIGHT / 2];
} pairing;

double kg__plot_turn(const kg__plotting *w, kg_edge in, kg_edge out)
{
    const double *from = w->given->place + 2 * (uint64_t)w->end[in ^ 1];
    const double *at = w->given->place + 2 * (uint64_t)w->end[in];
    const double *to = w->given->place + 2 * (uint64_t)w->end[out ^ 1];
    const double a = at[0] - from[0], b = at[1] - from[1], c = to[0] - at[0], d = to[1] - at[1];

    return fabs(atan2(a * d - b * c, a * c + b * d));
}

static double turn(const kg__plotting *w, kg_edge in, kg_edge out)
{
    return in == KG_NO_EDGE || out == KG_NO_EDGE ? 0 : kg__plot_turn(w, in, out);
}

static int compare_meetings(const void *left, const void *right)
{
    const meeting *a = left, *b = right;

    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    if (a->one != b->one)
        return a->one < b->one ? -1 : 1;
    return (a->other > b->other) - (a->other < b->other);
}

static void join(kg__plotting *w, kg_edge one, kg_edge other)
{
    if (one != KG_NO_EDGE)
        w->mate[one] = other;
    if (other != KG_NO_EDGE)
        w->mate[other] = one;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static bool is_oriented(const kg__plotting *w, kg_edge half)
{
    return w->oriented[half / 2];
}

/* Pairs the halves at a vertex, the straightest first. */
static void pair_straight(pairing *p, const kg_edge *half, unsigned count)
{
    kg__plotting *w = p->w;
    unsigned choices = 0;

    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count; j++)
            if (!is_oriented(w, half[i]) ||
                kg__plot_leaves(w, half[i]) != kg__plot_leaves(w, half[j]))
                p->choice[choices++] = (meeting){turn(w, half[i], half[j]), half[i], half[j]};
    qsort(p->choice, choices, sizeof *p->choice, compare_meetings);
    for (unsigned i = 0; i < choices; i++)
        if (w->mate[p->choice[i].one] == KG_NO_EDGE && w->mate[p->choice[i].other] == KG_NO_EDGE)
            join(w, p->choice[i].one, p->choice[i].other);
}

/* Pairs the halves in their order. */
static void pair_in_order(pairing *p, const kg_edge *half, uint64_t count)
{
    kg__plotting *w = p->w;
    uint64_t waits[2] = {0, 0}, first[2] = {0, 0};

    for (uint64_t i = 0; i < count; i++) {
        const unsigned side = is_oriented(w, half[i]) && kg__plot_leaves(w, half[i]);
        const unsigned other = is_oriented(w, half[i]) ? !side : side;

        if (first[other] < waits[other])
            join(w, p->waiting[other][first[other]++], half[i]);
        else
            p->waiting[side][waits[side]++] = half[i];
    }
}

/* ---- strokes --------------------------------------------------------------------------------- */

static void unite(pairing *p, kg_edge a, kg_edge b)
{
    a = kg__sets_root(p->parent, a);
    b = kg__sets_root(p->parent, b);
    p->open[kg__sets_join(p->parent, a, b)] |= p->open[a > b ? a : b];
}

static void make_strokes(pairing *p)
{
    const kg__plotting *w = p->w;

    kg__sets_part(p->parent, w->m);
    for (uint64_t s = 0; s < w->m; s++)
        p->open[s] = w->mate[2 * s] == KG_NO_EDGE || w->mate[2 * s + 1] == KG_NO_EDGE;
    for (uint64_t h = 0; h < 2 * w->m; h++)
        if (w->mate[h] != KG_NO_EDGE)
            unite(p, (kg_edge)(h / 2), w->mate[h] / 2);
}

/* Whether two halves belong to different strokes that can be joined. */
static bool may_join(pairing *p, kg_edge one, kg_edge other)
{
    const kg_edge a = kg__sets_root(p->parent, one / 2), b = kg__sets_root(p->parent, other / 2);

    return a != b && (!p->open[a] || !p->open[b]);
}

/* The better way to join two strokes: whether `one` becomes the mate of `other`, or of other's
 * mate. cost: [out] by how much more the strokes turn. */
static bool choose_swap(const pairing *p, kg_edge one, kg_edge other, double *cost)
{
    const kg__plotting *w = p->w;
    const kg_edge one_mate = w->mate[one], other_mate = w->mate[other];
    double direct = 0, crossed = 0;
    bool is_direct = true;

    if (p->straight) {
        direct = turn(w, one, other) + turn(w, one_mate, other_mate);
        crossed = turn(w, one, other_mate) + turn(w, one_mate, other);
        is_direct = direct <= crossed;
    }
    if (is_oriented(w, one))
        is_direct = kg__plot_leaves(w, one) != kg__plot_leaves(w, other);
    *cost = p->straight ? (is_direct ? direct : crossed) - turn(w, one, one_mate) -
                              turn(w, other, other_mate)
                        : 0;
    return is_direct;
}

static void swap(pairing *p, kg_edge one, kg_edge other)
{
    kg__plotting *w = p->w;
    const kg_edge one_mate = w->mate[one], other_mate = w->mate[other];
    double unused;

    if (choose_swap(p, one, other, &unused)) {
        join(w, one, other);
        join(w, one_mate, other_mate);
    } else {
        join(w, one, other_mate);
        join(w, one_mate, other);
    }
    unite(p, one / 2, other / 2);
}

static kg_status note(pairing *p, kg_edge one, kg_edge other)
{
    kg_status status = KG_OK;

    if (!may_join(p, one, other))
        return KG_OK;
    if (!p->straight) { /* all cost the same */
        swap(p, one, other);
        return KG_OK;
    }
    if (p->meetings == p->room)
        KG_TRY(kg__host_grow(p->w->ctx, &p->meeting, &p->room, p->meetings + 1, sizeof *p->meeting,
            "meetings of strokes"));
    p->meeting[p->meetings] = (meeting){.one = one, .other = other};
    choose_swap(p, one, other, &p->meeting[p->meetings].cost);
    p->meetings++;
out:
    return status;
}

/* Lists the strokes that meet at a vertex. */
static kg_status meet(pairing *p, const kg_edge *half, uint64_t count)
{
    const kg__plotting *w = p->w;
    kg_edge *first = p->waiting[0]; /* a half of each pair */
    uint64_t pairs = 0;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < count; i++)
        if (w->mate[half[i]] == KG_NO_EDGE || half[i] < w->mate[half[i]])
            first[pairs++] = half[i];
    for (uint64_t i = 0; i < pairs; i++)
        for (uint64_t j = i + 1; j < pairs && (j == i + 1 || count <= STRAIGHT); j++)
            if (j == i + 1 || p->straight)
                KG_TRY(note(p, first[i], first[j]));
out:
    return status;
}

static kg_status allocate(pairing *p)
{
    const kg__plotting *w = p->w;
    kg_edge most = 0;
    kg_status status;

    for (uint64_t v = 0; v < w->n; v++)
        if (w->row[v + 1] - w->row[v] > most)
            most = w->row[v + 1] - w->row[v];
    KG_TRY(kg__host_allocate(w->ctx, &p->parent, w->m, sizeof *p->parent, "strokes"));
    KG_TRY(kg__host_allocate(w->ctx, &p->open, w->m, sizeof *p->open, "strokes"));
    for (int i = 0; i < 2; i++)
        KG_TRY(kg__host_allocate(
            w->ctx, &p->waiting[i], most, sizeof *p->waiting[i], "segments at a vertex"));
out:
    return status;
}

kg_status kg__plot_pair(kg__plotting *w, bool straight)
{
    kg_context *ctx = w->ctx;
    pairing *p = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &p, 1, sizeof *p, "pairs of segments"));
    memset(p, 0, sizeof *p);
    p->w = w;
    p->straight = straight;
    KG_TRY(allocate(p));
    for (uint64_t h = 0; h < 2 * w->m; h++)
        w->mate[h] = KG_NO_EDGE;
    for (uint64_t v = 0; v < w->n; v++) {
        const kg_edge *half = w->half + w->row[v];
        const uint64_t count = w->row[v + 1] - w->row[v];

        if (straight && count > 2 && count <= STRAIGHT)
            pair_straight(p, half, (unsigned)count);
        else
            pair_in_order(p, half, count);
    }
    make_strokes(p);
    for (uint64_t v = 0; v < w->n; v++)
        KG_TRY(meet(p, w->half + w->row[v], w->row[v + 1] - w->row[v]));
    if (p->meetings)
        qsort(p->meeting, p->meetings, sizeof *p->meeting, compare_meetings);
    for (uint64_t i = 0; i < p->meetings; i++)
        if (may_join(p, p->meeting[i].one, p->meeting[i].other))
            swap(p, p->meeting[i].one, p->meeting[i].other);
out:
    if (p) {
        kg__free_all(ctx, p->parent, p->open, p->waiting[0], p->waiting[1], p->meeting, p);
    }
    return status;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* Whether a stroke may begin by leaving through this half, which has no mate. */
static bool begins(const kg__plotting *w, kg_edge half)
{
    return w->mate[half] == KG_NO_EDGE && (!is_oriented(w, half) || kg__plot_leaves(w, half));
}

static uint64_t follow(
    kg_plot *plot, const kg__plotting *w, unsigned char *used, kg_edge half, uint64_t steps)
{
    while (half != KG_NO_EDGE && !used[half / 2]) {
        used[half / 2] = 1;
        plot->step[steps++] = half;
        half = w->mate[half ^ 1];
    }
    return steps;
}

kg_status kg__plot_walk(kg_plot *plot, const kg__plotting *w)
{
    kg_context *ctx = w->ctx;
    uint64_t *begin = NULL, strokes = 0, steps = 0;
    unsigned char *used = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &plot->step, w->m, sizeof *plot->step, "strokes"));
    KG_TRY(kg__host_allocate(ctx, &begin, w->m + 1, sizeof *begin, "strokes"));
    KG_TRY(kg__host_allocate(ctx, &used, w->m, sizeof *used, "strokes"));
    memset(used, 0, w->m);
    for (uint64_t h = 0; h < 2 * w->m; h++)
        if (!used[h / 2] && begins(w, (kg_edge)h)) {
            begin[strokes++] = steps;
            steps = follow(plot, w, used, (kg_edge)h, steps);
        }
    for (uint64_t s = 0; s < w->m; s++)
        if (!used[s]) {
            const bool backwards = w->oriented[s] && !w->forward[s];

            begin[strokes++] = steps;
            steps = follow(plot, w, used, (kg_edge)(2 * s + backwards), steps);
        }
    begin[strokes] = steps;
    plot->figures.strokes = strokes;
    KG_TRY(kg__host_resize(ctx, &begin, strokes + 1, sizeof *begin, "strokes"));
    plot->begin = begin;
    begin = NULL;
out:
    kg__free_all(ctx, begin, used);
    return status;
}
