/*
 * A bound of the longest of several rounds: cuts around the depot.
 *
 * In:  how often each street must be covered, the depot, a length that bounds the longest round
 *     below, and the longest of some rounds.
 * Out: a bound that is at least as large.
 * Method: streets are walked in any direction, at the least length of both. A round that goes
 *     farther than r from the depot spends 2 r nearer to it. Of a connected part of what is farther
 *     than r, the streets and the repeats that are proven to be needed have a length W. At least
 *     p = ceil(W / (L - 2 r)) rounds of at most the length L go there. So its border is crossed at
 *     least 2 p times, as often inwards as outwards. Crossings beyond those that streets require
 *     are repeats. r falls from the farthest point to 0: parts grow and unite, and W grows with
 *     each. In the end W is the least length of all rounds together. If it is more than they may
 *     have, or if more rounds are needed than there are, no rounds are as short as L. Bisection
 *     finds the largest such L.
 *     In towns of at most MOST crossings this is combined with the bound of one walk. At heights
 *     where p decides how often a border is crossed, the repeats there are counted, and taken out
 *     of the streets' lengths. The lengths that are left have the bound of one walk.
 * Source: cuts that several vehicles must cross are the bounds of capacitated arc routing: J.
 *     Belenguer, E. Benavent, Computers and Operations Research 30 (2003); for the longest of
 *     several rounds: D. Ahr, G. Reinelt, LNCS 2461 (2002).
 * Work: O(streets log streets), O(streets) for each of at most BISECTIONS lengths, and at most
 *     COMBINED walks of one vehicle. Memory: 150 bytes a street, besides those walks.
 */
#include "vehicles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BISECTIONS = 24, MOST = 1 << 14, COMBINED = 5 };

static const double slack = 1e-9; /* of rounding, relative */

/* Where parts begin, grow or unite as r falls. */
typedef struct event {
    double height;  /* the distance from the depot */
    uint32_t place; /* a street's middle, or streets + a crossing */
} event;

/* A connected part of what is farther from the depot than `top`. */
typedef struct part {
    double top, work;
    uint64_t passes, out, in; /* of its border that streets require; those with a given direction */
} part;

typedef struct sweep {
    const kg__streets_tour *t;
    const double *distance; /* [crossings] */
    uint64_t *row, *half;   /* the half-streets at each crossing */
    event *events;          /* [count] */
    uint64_t count;
    uint32_t *leader; /* [streets] of the parts of streets, in a union-find forest */
    part *part;       /* [streets] */
    double *paid;     /* [streets] the heights at which p decides, of a street's part; of one that
                         has a leader, minus that of its leader */
    double *left;     /* [streets] the lengths that such heights leave */
    double gained;    /* the repeats at such heights */
} sweep;

static int compare(const void *a, const void *b)
{
    const event *p = a, *q = b;

    if (p->height != q->height)
        return p->height > q->height ? -1 : 1;
    return (p->place > q->place) - (p->place < q->place);
}

static kg_status prepare(sweep *w)
{
    const kg_streets *s = w->t->streets;
    const uint64_t n = s->map.crossings, m = s->map.streets;
    kg_context *ctx = w->t->ctx;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &w->events, n + m, sizeof *w->events, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &w->leader, m, sizeof *w->leader, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &w->part, m, sizeof *w->part, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &w->paid, m, sizeof *w->paid, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &w->left, m, sizeof *w->left, "rounds"));
    for (uint64_t e = 0; e < m; e++) {
        const double a = w->distance[s->end[2 * e]], b = w->distance[s->end[2 * e + 1]];

        if (isfinite(a))
            w->events[w->count++] =
                (event){fmax((a + b + kg__least_length(s, e)) / 2, fmax(a, b)), (uint32_t)e};
    }
    for (uint64_t v = 0; v < n; v++)
        if (isfinite(w->distance[v]))
            w->events[w->count++] = (event){w->distance[v], (uint32_t)(m + v)};
    qsort(w->events, w->count, sizeof *w->events, compare);
out:
    return status;
}

/* The leader of a street's part; paid: [out] of the street, or NULL. */
static uint32_t find_leader(sweep *w, uint32_t e, double *paid)
{
    double sum = 0;

    while (w->leader[e] != e) {
        const uint32_t above = w->leader[e];

        if (w->leader[above] != above) {
            w->paid[e] += w->paid[above];
            w->leader[e] = w->leader[above];
        }
        sum += w->paid[e];
        e = w->leader[e];
    }
    if (paid)
        *paid = sum + w->paid[e];
    return e;
}

/* How many rounds of a length go into a part. */
static double count_rounds(const part *p, double length)
{
    if (p->work <= 0)
        return p->passes > 0;
    return length > 2 * p->top ? fmax(1, ceil(p->work / (length - 2 * p->top) * (1 - slack)))
                               : INFINITY;
}

/* Lets the part of a leader grow down to a distance from the depot. Returns how many rounds go
 * there. */
static double grow(sweep *w, uint32_t leader, double to, double length)
{
    part *p = &w->part[leader];
    const double rounds = count_rounds(p, length), height = p->top - to;
    const uint64_t most = p->out > p->in ? p->out : p->in, half = p->passes - p->passes / 2;
    const double needed = (double)(most > half ? most : half);

    p->work += 2 * fmax(rounds, needed) * height;
    p->top = to;
    if (rounds > needed) {
        w->paid[leader] += height;
        w->gained += (2 * rounds - (double)p->passes) * height;
    }
    return rounds;
}

/* Adds or removes the border of a part along a half-street. */
static void put_border(part *p, const kg__streets_tour *t, uint64_t half, bool add)
{
    const uint64_t covers = kg__tour_covers(t, half / 2);
    const uint64_t each = t->streets->one_way[half / 2] ? covers : t->both_sides && covers;
    const uint64_t out = t->streets->one_way[half / 2] && half & 1 ? 0 : each;
    const uint64_t in = t->streets->one_way[half / 2] && !(half & 1) ? 0 : each;

    p->passes += add ? covers : -covers;
    p->out += add ? out : -out;
    p->in += add ? in : -in;
}

/* Unites the parts at a crossing, where their streets end. Returns whether the vehicles suffice. */
static bool unite(sweep *w, kg_vertex v, double length, double *work)
{
    part whole = {.top = w->distance[v]};
    uint32_t leader = UINT32_MAX;

    for (uint64_t k = w->row[v]; k < w->row[v + 1]; k++) {
        const uint32_t e = (uint32_t)(w->half[k] / 2), other = find_leader(w, e, NULL);
        const part *p = &w->part[other];
        double paid;

        if (other != leader) {
            if (grow(w, other, whole.top, length) > (double)w->t->vehicles)
                return false;
            whole.work += p->work;
            whole.passes += p->passes;
            whole.out += p->out;
            whole.in += p->in;
            if (leader == UINT32_MAX) {
                leader = other;
            } else {
                w->leader[other] = leader;
                w->paid[other] -= w->paid[leader];
            }
        }
        put_border(&whole, w->t, w->half[k], false);
        find_leader(w, e, &paid);
        w->left[e] -= paid;
    }
    if (leader != UINT32_MAX)
        w->part[leader] = whole;
    *work = whole.work;
    return true;
}

/* Whether rounds of at most a length are not ruled out by cuts. */
static bool may_suffice(sweep *w, double length)
{
    const kg_streets *s = w->t->streets;
    const uint64_t m = s->map.streets;
    double work = 0;

    w->gained = 0;
    for (uint64_t i = 0; i < w->count; i++) {
        const event now = w->events[i];

        if (now.place < m) {
            const uint64_t e = now.place;

            w->leader[e] = now.place;
            w->part[e] = (part){.top = now.height};
            w->paid[e] = 0;
            w->left[e] = kg__least_length(s, e);
            put_border(&w->part[e], w->t, 2 * e, true);
            put_border(&w->part[e], w->t, 2 * e + 1, true);
        } else if (!unite(w, (kg_vertex)(now.place - m), length, &work)) {
            return false;
        }
    }
    return work * (1 - slack) <= (double)w->t->vehicles * length; /* the depot comes last */
}

/* Whether rounds of at most a length are not ruled out by cuts and the bound of one walk. required:
 * the length of the required streets. */
static kg_status combine(sweep *w, double length, double required, bool *suffices)
{
    kg_streets left = *w->t->streets;
    kg__streets_tour tour = *w->t;
    kg_status status = KG_OK;

    tour.streets = &left;
    tour.times[0] = tour.times[1] = NULL;
    *suffices = may_suffice(w, length);
    if (!*suffices)
        return KG_OK;
    left.length = w->left;
    left.map.length = w->left;
    for (uint64_t e = 0; e < left.map.streets; e++)
        w->left[e] = fmax(w->left[e], 0);
    for (int i = 0; i < 2; i++) {
        KG_TRY(kg__host_allocate(
            tour.ctx, &tour.times[i], left.map.streets, sizeof *tour.times[i], "rounds"));
        memset(tour.times[i], 0, left.map.streets * sizeof *tour.times[i]);
    }
    KG_TRY(kg__tour_is_rural(&tour) ? kg__tour_rural(&tour) : kg__tour_inspect(&tour));
    *suffices = (required + w->gained + tour.bound) * (1 - slack) <= (double)tour.vehicles * length;
out:
    kg__free_all(tour.ctx, tour.times[0], tour.times[1]);
    return status;
}

static double measure_required(const kg__streets_tour *t)
{
    double length = 0;

    for (uint64_t e = 0; e < t->streets->map.streets; e++)
        length += kg__least_length(t->streets, e) * (double)kg__tour_covers(t, e);
    return length;
}

kg_status kg__rounds_bound(
    const kg__streets_tour *t, kg_vertex depot, double longest, double *bound)
{
    const kg_streets *s = t->streets;
    const double required = measure_required(t);
    kg__street_ways ways = {0};
    sweep w = {.t = t};
    double high = longest;
    kg_status status;

    if (s->map.streets + s->map.crossings > UINT32_MAX)
        return KG_OK;
    KG_TRY(kg__street_ways_create(&ways, s, KG__WAYS_EITHER));
    kg__street_ways_find(&ways, depot, KG_NO_VERTEX);
    w.distance = ways.distance;
    w.row = ways.row;
    w.half = ways.half;
    KG_TRY(prepare(&w));
    *bound = fmax(*bound, (required + t->bound) / (double)t->vehicles);
    for (unsigned i = 0; i < BISECTIONS && high > *bound * (1 + slack); i++) {
        const double middle = i ? *bound + (high - *bound) / 2 : *bound;

        KG_TRY(kg__cancelled(t->ctx));
        if (may_suffice(&w, middle))
            high = middle;
        else
            *bound = middle;
    }
    high = longest;
    for (unsigned i = 0;
         i < COMBINED && s->map.crossings <= MOST && !s->back && high > *bound * (1 + 1e-3); i++) {
        const double middle = i ? *bound + (high - *bound) / 2 : *bound;
        bool suffices;

        KG_TRY(combine(&w, middle, required, &suffices));
        if (suffices && !i)
            break;
        if (suffices)
            high = middle;
        else
            *bound = middle;
    }
out:
    kg__street_ways_destroy(&ways, t->ctx);
    kg__free_all(t->ctx, w.events, w.leader, w.part, w.paid, w.left);
    return status;
}
