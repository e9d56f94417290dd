/*
 * A better order of strokes, by small changes as long as one helps.
 *
 * In:  an order, where strokes begin and end.
 * Out: an order in which the pen travels no farther.
 * Method: 2-opt: a piece of the order is reversed, so that two ends that lie near each other become
 *     neighbours. Or-opt: one stroke moves next to an end that is near, in either direction. An end
 *     looks at those of its KG__NEAR_MOST nearest that are nearer than its neighbour in the order.
 *     Ends whose neighbours change are examined again. Pieces are at most LONGEST strokes, and
 *     have no open stroke with a fixed segment. If strokes must come before those that they lie
 *     in, no change breaks that.
 * Work: no bound is known; about the time of sorting, and LONGEST for each change at worst. Memory:
 * 160 bytes a stroke. Serial; deterministic unless time ends it.
 * Swapping two pieces without reversing them (or-3opt), for strokes that may not be turned, was
 * tried: it saved 0.2 % more.
 * Source: Bentley, "Fast algorithms for geometric traveling salesman problems", ORSA J. Computing
 * 4 (1992).
 */
#include "plot.h"

enum { LONGEST = 10000 }; /* longer pieces take most of the time, and are few */

enum { TICK = 256 }; /* strokes between two looks at the clock */

typedef struct improving {
    kg__order *o;
    uint32_t *place; /* [count] of a stroke in the order */
    uint32_t *near;  /* [2 * count][KG__NEAR_MOST] ends near each end: 2 stroke + which */
    uint32_t *waits; /* [count] a ring of strokes to examine */
    unsigned char *waiting;
    uint64_t from, to; /* in the ring, counted without wrapping */
} improving;

/* ---- the order ------------------------------------------------------------------------------- */

static const double *end_of(const kg__order *o, uint32_t end)
{
    return o->ends + 2 * (uint64_t)end;
}

static bool is_entry(const kg__order *o, uint32_t end)
{
    return (end & 1) == o->turned[end / 2];
}

/* Where the pen comes to stroke i of the order, and where it leaves it; -1: its start. */
static const double *in(const kg__order *o, int64_t i)
{
    return end_of(o, 2 * o->order[i] + o->turned[o->order[i]]);
}

static const double *out(const kg__order *o, int64_t i)
{
    return i < 0 ? o->start : end_of(o, 2 * o->order[i] + !o->turned[o->order[i]]);
}

/* The distance from a place to stroke i; 0 if the order ends before it. */
static double way(const kg__order *o, const double *place, int64_t i)
{
    return i < o->count ? kg__plot_distance(place, in(o, i)) : 0;
}

static void look_again(improving *g, int64_t i)
{
    if (i < 0 || i >= g->o->count || g->waiting[g->o->order[i]])
        return;
    g->waiting[g->o->order[i]] = 1;
    g->waits[g->to++ % g->o->count] = g->o->order[i];
}

/* Whether the difference exceeds the rounding error. */
static bool is_less(double less, double than)
{
    return less < than * (1 - 1e-12);
}

/* ---- turning a piece ------------------------------------------------------------------------- */

static void turn(improving *g, int64_t from, int64_t to)
{
    kg__order *o = g->o;

    for (int64_t a = from, b = to; a <= b; a++, b--) {
        const uint32_t one = o->order[a], other = o->order[b];

        o->order[a] = other;
        o->order[b] = one;
        o->turned[one] ^= 1;
        if (a != b)
            o->turned[other] ^= 1;
        g->place[other] = (uint32_t)a;
        g->place[one] = (uint32_t)b;
    }
    look_again(g, from - 1);
    look_again(g, from);
    look_again(g, to);
    look_again(g, to + 1);
}

/* Whether the stroke that contains a stroke is at a place from..to of the order. */
static bool outer_within(const improving *g, uint32_t stroke, int64_t from, int64_t to)
{
    const uint32_t outer = g->o->outer ? g->o->outer[stroke] : UINT32_MAX;

    return outer != UINT32_MAX && g->place[outer] >= from && g->place[outer] <= to;
}

static bool try_turn(improving *g, int64_t from, int64_t to)
{
    const kg__order *o = g->o;

    if (to - from >= LONGEST ||
        !is_less(kg__plot_distance(out(o, from - 1), out(o, to)) + way(o, in(o, from), to + 1),
            way(o, out(o, from - 1), from) + way(o, out(o, to), to + 1)))
        return false;
    for (int64_t i = from; i <= to; i++)
        if (!kg__order_turns(o, o->order[i]) || outer_within(g, o->order[i], from, to))
            return false;
    turn(g, from, to);
    return true;
}

/* ---- moving a stroke ------------------------------------------------------------------------- */

static void move(improving *g, int64_t from, int64_t to, unsigned turned)
{
    kg__order *o = g->o;
    const uint32_t stroke = o->order[from];
    const int64_t step = from < to ? 1 : -1;

    for (int64_t i = from; i != to; i += step) {
        o->order[i] = o->order[i + step];
        g->place[o->order[i]] = (uint32_t)i;
    }
    o->order[to] = stroke;
    o->turned[stroke] = (unsigned char)turned;
    g->place[stroke] = (uint32_t)to;
    look_again(g, from - 1);
    look_again(g, from);
    look_again(g, from + 1);
    for (int64_t i = to - 1; i <= to + 1; i++)
        look_again(g, i);
}

/* Whether a stroke may move: those that lie in it stay before it, and it before its outer one. */
static bool may_move(const improving *g, uint32_t stroke, int64_t from, int64_t to)
{
    const kg__order *o = g->o;

    if (!o->outer)
        return true;
    for (uint32_t i = o->inner[stroke]; i != UINT32_MAX && to < from; i = o->beside[i])
        if (g->place[i] >= to)
            return false;
    return !outer_within(g, stroke, from, to);
}

/* Moves the stroke of an end next to another end. */
static bool try_move(improving *g, uint32_t end, uint32_t other)
{
    const kg__order *o = g->o;
    const int64_t x = g->place[end / 2], y = g->place[other / 2];
    const bool behind = !is_entry(o, other);
    const int64_t gap = behind ? y + 1 : y; /* it goes before the stroke there */
    const unsigned turned = behind ? end & 1 : !(end & 1);
    const double *first = end_of(o, behind ? end : end ^ 1),
                 *last = end_of(o, behind ? end ^ 1 : end);
    double before, after;

    if (gap == x || gap == x + 1 || y - x >= LONGEST || x - y >= LONGEST ||
        (turned != o->turned[end / 2] && !kg__order_turns(o, end / 2)))
        return false;
    before = way(o, out(o, x - 1), x) + way(o, out(o, x), x + 1) + way(o, out(o, gap - 1), gap);
    after = way(o, out(o, x - 1), x + 1) + kg__plot_distance(out(o, gap - 1), first) +
            way(o, last, gap);
    if (!is_less(after, before))
        return false;
    if (!may_move(g, end / 2, x, gap > x ? gap - 1 : gap))
        return false;
    move(g, x, gap > x ? gap - 1 : gap, turned);
    return true;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Tries to give an end a nearer neighbour. */
static bool improve_end(improving *g, uint32_t end)
{
    const kg__order *o = g->o;
    const double *place = end_of(o, end);
    const int64_t x = g->place[end / 2];
    const bool entry = is_entry(o, end);
    const double link = entry ? kg__plot_distance(out(o, x - 1), place) : way(o, place, x + 1);

    for (unsigned k = 0; k < KG__NEAR_MOST; k++) {
        const uint32_t other = g->near[(uint64_t)end * KG__NEAR_MOST + k];
        int64_t y;

        if (other == UINT32_MAX || kg__plot_distance(place, end_of(o, other)) >= link)
            break;
        if (other / 2 == end / 2)
            continue;
        y = g->place[other / 2];
        if (is_entry(o, other) == entry &&
            try_turn(g, (x < y ? x : y) + !entry, (x < y ? y : x) - entry))
            return true;
        if (try_move(g, end, other))
            return true;
    }
    return false;
}

/* Finds the ends near each end. *stopped: patience ended earlier. */
static kg_status find_near(improving *g, const kg__patience *patience, bool *stopped)
{
    const kg__order *o = g->o;
    const uint64_t ends = 2 * (uint64_t)o->count;
    kg__near near = {.ctx = o->ctx};
    kg_status status;

    KG_TRY(kg__near_create(&near, o->ctx, o->ends, ends));
    for (uint64_t end = 0; end < ends && !*stopped; end++) {
        uint32_t *found = g->near + end * KG__NEAR_MOST;

        if (end % TICK == 0) {
            KG_TRY(kg__progress(o->ctx, "ends near ends", end, ends));
            *stopped = kg__patience_ends(patience);
        }
        for (unsigned k = kg__near_find(&near, o->ends + 2 * end, KG__NEAR_MOST, found);
             k < KG__NEAR_MOST; k++)
            found[k] = UINT32_MAX;
    }
out:
    kg__near_destroy(&near);
    return status;
}

kg_status kg__order_improve(kg__order *o, double seconds, bool *stopped)
{
    static const char what[] = "the order of strokes";
    const kg__patience patience = kg__patience_from(seconds, NULL);
    improving g = {.o = o};
    uint64_t looked = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(o->ctx, &g.place, o->count, sizeof *g.place, what));
    KG_TRY(kg__host_allocate(o->ctx, &g.waits, o->count, sizeof *g.waits, what));
    KG_TRY(kg__host_allocate(o->ctx, &g.waiting, o->count, sizeof *g.waiting, what));
    KG_TRY(kg__host_allocate(
        o->ctx, &g.near, o->count, 2 * KG__NEAR_MOST * sizeof *g.near, "ends near ends"));
    KG_TRY(find_near(&g, &patience, stopped));
    for (uint32_t i = 0; i < o->count; i++) {
        g.place[o->order[i]] = i;
        g.waiting[i] = 0;
    }
    for (uint32_t i = 0; i < o->count && !*stopped; i++)
        look_again(&g, i);
    while (g.from < g.to) {
        const uint32_t stroke = g.waits[g.from++ % o->count];

        g.waiting[stroke] = 0;
        while (improve_end(&g, 2 * stroke) || improve_end(&g, 2 * stroke + 1))
            continue;
        if (++looked % TICK)
            continue;
        KG_TRY(kg__progress(o->ctx, "improving the order", 0, 0));
        *stopped = kg__patience_ends(&patience);
        if (*stopped)
            break;
    }
out:
    kg__free_all(o->ctx, g.place, g.waits, g.waiting, g.near);
    return status;
}
