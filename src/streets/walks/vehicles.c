/*
 * Rounds of several vehicles from one depot. The longest should be short.
 *
 * In:  a closed walk from the depot.
 * Out: as many closed walks from there, which cover the same streets; a bound of the longest.
 * Method: the walk is split into parts. Each round goes to the beginning of its part, along it, and
 *     back, by shortest paths. Bisection finds the parts of the least longest round: for a given
 *     length, each part in turn is made as long as it may be. The parts are cut into stretches
 *     (vehicles_stretches.c), which the rounds then exchange (vehicles_search.c). Bound: all rounds
 *     together are a walk, so the longest is at least the bound of one walk divided by their
 *     number; some round goes to the farthest street and back; and cuts (vehicles_bound.c).
 * Source: G. N. Frederickson, M. S. Hecht and C. E. Kim, "Approximation algorithms for some routing
 *     problems", SIAM J. Computing 7 (1978): if the walk is the shortest, the longest round is at
 *     most (2 - 1 / vehicles) times as long as the best one.
 * Work: O(streets log streets), and the search. Memory: 60 bytes a step, and the search.
 */
#include "vehicles.h"
#include <math.h>
#include <string.h>

enum { BISECTIONS = 100 };

typedef struct sharing {
    kg_streets_walk *walk;
    const kg__streets_tour *t;
    kg_vertex depot;
    kg__street_ways out, home; /* from the depot, to it */
    uint64_t *step;            /* [services] the steps that cover streets */
    uint64_t services;
    double *so_far;        /* [steps + 1] lengths before each step */
    uint64_t *first;       /* [vehicles + 1] the first service of each round */
    kg_streets_step *made; /* [count] the steps of the rounds */
    uint64_t count, room;
    uint64_t *begin; /* [vehicles + 1] */
} sharing;

/* ---- splitting ------------------------------------------------------------------------------- */

static kg_status list_services(sharing *h)
{
    const kg_streets_walk *walk = h->walk;
    const kg_streets *s = h->t->streets;
    kg_context *ctx = h->t->ctx;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &h->step, walk->count, sizeof *h->step, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &h->so_far, walk->count + 1, sizeof *h->so_far, "rounds"));
    h->so_far[0] = 0;
    for (uint64_t i = 0; i < walk->count; i++) {
        const kg_streets_step *step = &walk->step[i];

        h->so_far[i + 1] = h->so_far[i] + kg__length(s, step->street, step->backwards);
        if (!step->repeat)
            h->step[h->services++] = i;
    }
out:
    return status;
}

/* The length of a round from the depot along the walk from a service to another, and back. */
static double length_of(const sharing *h, uint64_t from, uint64_t to)
{
    const kg_streets_step *a = &h->walk->step[h->step[from]], *b = &h->walk->step[h->step[to]];
    const kg_vertex *end = h->t->streets->end;

    return h->out.distance[end[kg__step_half(a, false)]] + h->so_far[h->step[to] + 1] -
           h->so_far[h->step[from]] + h->home.distance[end[kg__step_half(b, true)]];
}

/* Splits the walk into rounds of at most a length. Returns whether there are enough vehicles. */
static bool split(sharing *h, double most)
{
    uint64_t at = 0;

    for (uint64_t k = 0; k < h->t->vehicles; k++) {
        h->first[k] = at;
        if (at < h->services && length_of(h, at, at) > most)
            return false;
        while (at < h->services && length_of(h, h->first[k], at) <= most)
            at++;
    }
    h->first[h->t->vehicles] = at;
    return at == h->services;
}

static void split_best(sharing *h)
{
    double low = 0, high = length_of(h, 0, h->services - 1);

    for (uint64_t i = 0; i < h->services; i++)
        high = fmax(high, length_of(h, i, i));
    for (unsigned i = 0; i < BISECTIONS && low < high; i++) {
        const double middle = low + (high - low) / 2;

        if (split(h, middle))
            high = middle;
        else
            low = middle;
    }
    split(h, high);
}

/* The length of the path to the farthest street, along it and back. */
static double find_farthest(const sharing *h)
{
    const kg_streets *s = h->t->streets;
    double farthest = 0;

    for (uint64_t i = 0; i < h->services; i++) {
        const kg_streets_step *step = &h->walk->step[h->step[i]];
        double least = INFINITY;

        for (unsigned back = 0; back < 2; back++)
            if (back == step->backwards || !(s->one_way[step->street] || h->t->both_sides))
                least = fmin(least, h->out.distance[s->end[2 * step->street + back]] +
                                        kg__length(s, step->street, back) +
                                        h->home.distance[s->end[2 * step->street + !back]]);
        farthest = fmax(farthest, least);
    }
    return farthest;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static kg_status put_step(sharing *h, uint64_t half)
{
    kg_status status;

    KG_TRY(kg__host_grow(h->t->ctx, &h->made, &h->room, h->count + 1, sizeof *h->made, "a walk"));
    h->made[h->count++] = (kg_streets_step){half / 2, (uint32_t)(half & 1), 0};
out:
    return status;
}

/* Puts the path that was found to a crossing. */
static kg_status put_way(sharing *h, const kg__street_ways *ways, kg_vertex to)
{
    const uint64_t first = h->count;
    kg_status status = KG_OK;

    for (kg_vertex v = to; ways->by[v] != KG_NO_EDGE; v = ways->streets->end[ways->by[v]])
        KG_TRY(put_step(h, ways->by[v]));
    for (uint64_t a = first, b = h->count; a + 1 < b; a++, b--) {
        const kg_streets_step kept = h->made[a];

        h->made[a] = h->made[b - 1];
        h->made[b - 1] = kept;
    }
out:
    return status;
}

/* Puts the path from a crossing to the depot. */
static kg_status put_way_home(sharing *h, kg_vertex v)
{
    kg_status status = KG_OK;

    for (; h->home.by[v] != KG_NO_EDGE; v = h->t->streets->end[h->home.by[v] ^ 1])
        KG_TRY(put_step(h, h->home.by[v]));
out:
    return status;
}

/* Makes the steps of rounds from the split walk. */
static kg_status put_split(sharing *h)
{
    const kg_streets *s = h->t->streets;
    kg_status status = KG_OK;

    for (uint64_t k = 0; k < h->t->vehicles; k++) {
        h->begin[k] = h->count;
        if (h->first[k] == h->first[k + 1])
            continue;
        for (uint64_t i = h->step[h->first[k]]; i <= h->step[h->first[k + 1] - 1]; i++) {
            const kg_streets_step *step = &h->walk->step[i];

            if (i == h->step[h->first[k]])
                KG_TRY(put_way(h, &h->out, s->end[kg__step_half(step, false)]));
            KG_TRY(put_step(h, kg__step_half(step, false)));
        }
        KG_TRY(put_way_home(h, s->end[kg__step_half(&h->made[h->count - 1], true)]));
    }
    h->begin[h->t->vehicles] = h->count;
out:
    return status;
}

/* Puts the path from where the steps end, `at`, to a service, and the service. */
static kg_status put_service(
    sharing *h, const kg__rounds *r, uint32_t code, kg__street_ways *ways, kg_vertex *at)
{
    const kg__service *service = &r->service[code / 2];
    const kg_streets_step *step = &h->walk->step[service->step];
    const unsigned turned = code & 1;
    const kg_vertex from =
        ways->streets->end[kg__step_half(&step[turned ? service->steps - 1 : 0], turned)];
    kg_status status = KG_OK;

    if (*at == h->depot) {
        KG_TRY(put_way(h, &h->out, from));
    } else if (*at != from) {
        kg__street_ways_find(ways, *at, from);
        KG_TRY(put_way(h, ways, from));
    }
    for (uint64_t i = 0; i < service->steps; i++)
        KG_TRY(put_step(h, kg__step_half(&step[turned ? service->steps - 1 - i : i], turned)));
    *at = ways->streets->end[kg__step_half(&h->made[h->count - 1], true)];
out:
    return status;
}

/* Makes the steps of the given rounds. */
static kg_status put_rounds(sharing *h, const kg__rounds *r)
{
    kg__street_ways ways = {0};
    kg_status status;

    KG_TRY(kg__street_ways_create(&ways, h->t->streets, KG__WAYS_OUT));
    for (uint64_t k = 0; k < r->rounds; k++) {
        kg_vertex at = h->depot;

        KG_TRY(kg__cancelled(r->ctx));
        h->begin[k] = h->count;
        for (uint64_t i = 0; i < r->size[k]; i++)
            KG_TRY(put_service(h, r, kg__round(r, k)[i], &ways, &at));
        KG_TRY(put_way_home(h, at));
    }
    h->begin[r->rounds] = h->count;
out:
    kg__street_ways_destroy(&ways, r->ctx);
    return status;
}

static double find_longest(const sharing *h)
{
    double longest = 0;

    for (uint64_t k = 0; k < h->t->vehicles; k++) {
        double length = 0;

        for (uint64_t i = h->begin[k]; i < h->begin[k + 1]; i++)
            length += kg__length(h->t->streets, h->made[i].street, h->made[i].backwards);
        longest = fmax(longest, length);
    }
    return longest;
}

/* ---- the whole ------------------------------------------------------------------------------- */

kg_status kg__tour_share(kg_streets_walk *walk, const kg__streets_tour *t)
{
    const kg_streets *s = t->streets;
    kg_context *ctx = t->ctx;
    sharing h = {.walk = walk, .t = t};
    kg__rounds r = {.ctx = ctx};
    kg_status status;

    kg__stage(ctx, "rounds");
    h.depot = s->end[kg__step_half(walk->step, false)];
    KG_TRY(kg__street_ways_create(&h.out, s, KG__WAYS_OUT));
    KG_TRY(kg__street_ways_create(&h.home, s, KG__WAYS_HOME));
    kg__street_ways_find(&h.out, h.depot, KG_NO_VERTEX);
    kg__street_ways_find(&h.home, h.depot, KG_NO_VERTEX);
    KG_TRY(kg__host_allocate(ctx, &h.first, t->vehicles + 1, sizeof *h.first, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &h.begin, t->vehicles + 1, sizeof *h.begin, "rounds"));
    KG_TRY(list_services(&h));
    split_best(&h);
    KG_TRY(kg__rounds_create(&r, walk, t, h.step, h.first, h.depot));
    if (r.services) {
        KG_TRY(kg__rounds_improve(&r));
        KG_TRY(put_rounds(&h, &r));
    } else {
        KG_TRY(put_split(&h));
    }
    walk->figures.longest_bound = find_farthest(&h);
    KG_TRY(kg__rounds_bound(t, h.depot, find_longest(&h), &walk->figures.longest_bound));
    kg__free_all(ctx, walk->step, walk->begin);
    walk->step = h.made;
    walk->begin = h.begin;
    walk->count = h.count;
    walk->rounds = t->vehicles;
    h.made = NULL;
    h.begin = NULL;
out:
    kg__stage(ctx, NULL);
    kg__street_ways_destroy(&h.out, ctx);
    kg__street_ways_destroy(&h.home, ctx);
    kg__rounds_destroy(&r);
    kg__free_all(ctx, h.step, h.so_far, h.first, h.made, h.begin);
    return status;
}
