/*
 * Rounds of several vehicles from one depot. The longest should be short.
 *
 * In:  a closed walk from the depot.
 * Out: as many closed walks from there, which cover the same streets; a bound of the longest.
 * Method: the walk is split into parts. Each round goes to the beginning of its part, along it, and
 *     back, by shortest paths. Bisection finds the parts of the least longest round: for a given
 *     length, each part in turn is made as long as it may be. In towns of at most MOST crossings
 *     the rounds are improved (vehicles_search.c). Bound: all rounds together are a walk, so the
 *     longest is at least the bound of one walk divided by their number; and some round goes to the
 *     farthest street and back.
 * Source: G. N. Frederickson, M. S. Hecht and C. E. Kim, "Approximation algorithms for some routing
 *     problems", SIAM J. Computing 7 (1978): if the walk is the shortest, the longest round is at
 *     most (2 - 1 / vehicles) times as long as the best one.
 * Work: O(streets log streets); to improve O(crossings streets log streets) and that of the search.
 *     Memory: 80 bytes a step; to improve 12 bytes a pair of crossings, at most 50 MB.
 */
#include "vehicles.h"
#include <math.h>
#include <string.h>

enum { MOST = 2048, BISECTIONS = 100, MOST_WALKED = 1 << 24 };

typedef struct sharing {
    kg_streets_walk *walk;
    const kg__streets_tour *t;
    kg_vertex depot;
    kg__street_ways out, home; /* from the depot, to it */
    kg__service *service;      /* [services] the steps that cover streets */
    uint64_t *step;            /* [services] the number of each step */
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

    KG_TRY(kg__host_allocate(ctx, &h->service, walk->count, sizeof *h->service, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &h->step, walk->count, sizeof *h->step, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &h->so_far, walk->count + 1, sizeof *h->so_far, "rounds"));
    h->so_far[0] = 0;
    for (uint64_t i = 0; i < walk->count; i++) {
        const kg_streets_step *step = &walk->step[i];
        const bool fixed = s->one_way[step->street] || h->t->both_sides;

        h->so_far[i + 1] = h->so_far[i] + kg__length(s, step->street, step->backwards);
        if (step->repeat)
            continue;
        h->service[h->services] =
            (kg__service){step->street, fixed ? (unsigned char)step->backwards : 0, fixed ? 1 : 2};
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
        const kg__service *service = &h->service[i];
        double least = INFINITY;

        for (unsigned k = 0; k < service->ways; k++) {
            const unsigned back = service->first ^ k;

            least = fmin(least, h->out.distance[s->end[2 * service->street + back]] +
                                    kg__length(s, service->street, back) +
                                    h->home.distance[s->end[2 * service->street + !back]]);
        }
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

/* Puts the shortest path between two crossings. row: the row of its beginning in `ways`. */
static kg_status put_way(sharing *h, const kg__street_ways *ways, uint64_t row, kg_vertex to)
{
    const uint64_t first = h->count;
    const kg_edge *by = ways->by + row * ways->streets->map.crossings;
    kg_status status = KG_OK;

    for (kg_vertex v = to; by[v] != KG_NO_EDGE; v = ways->streets->end[by[v]])
        KG_TRY(put_step(h, by[v]));
    for (uint64_t a = first, b = h->count; a + 1 < b; a++, b--) {
        const kg_streets_step kept = h->made[a];

        h->made[a] = h->made[b - 1];
        h->made[b - 1] = kept;
    }
out:
    return status;
}

/* Makes the steps of rounds from the split walk. */
static kg_status put_split(sharing *h)
{
    const kg_streets *s = h->t->streets;
    kg_status status = KG_OK;

    for (uint64_t k = 0; k < h->t->vehicles; k++) {
        kg_vertex v;

        h->begin[k] = h->count;
        if (h->first[k] == h->first[k + 1])
            continue;
        for (uint64_t i = h->step[h->first[k]]; i <= h->step[h->first[k + 1] - 1]; i++) {
            const kg_streets_step *step = &h->walk->step[i];

            if (i == h->step[h->first[k]])
                KG_TRY(put_way(h, &h->out, 0, s->end[kg__step_half(step, false)]));
            KG_TRY(put_step(h, kg__step_half(step, false)));
        }
        v = s->end[kg__step_half(&h->made[h->count - 1], true)];
        for (; h->home.by[v] != KG_NO_EDGE; v = s->end[h->home.by[v] ^ 1])
            KG_TRY(put_step(h, h->home.by[v]));
    }
    h->begin[h->t->vehicles] = h->count;
out:
    return status;
}

/* Makes the steps of the given rounds. */
static kg_status put_rounds(sharing *h, const kg__rounds *r)
{
    kg_status status = KG_OK;

    for (uint64_t k = 0; k < r->rounds; k++) {
        kg_vertex at = r->depot;

        h->begin[k] = h->count;
        for (uint64_t i = 0; i < r->size[k]; i++) {
            const uint32_t code = kg__round(r, k)[i];

            KG_TRY(put_way(h, r->ways, at, kg__service_from(r, code)));
            KG_TRY(put_step(h, 2 * r->service[code / 2].street + (code & 1)));
            at = kg__service_to(r, code);
        }
        KG_TRY(put_way(h, r->ways, at, r->depot));
    }
    h->begin[r->rounds] = h->count;
out:
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static kg_status improve(sharing *h)
{
    kg_context *ctx = h->t->ctx;
    kg__street_ways ways = {0};
    kg__rounds r = {.ctx = ctx,
        .streets = h->t->streets,
        .ways = &ways,
        .depot = h->depot,
        .symmetric = !h->t->both_sides && !h->t->streets->counts.one_way && !h->t->streets->back,
        .services = h->services,
        .rounds = h->t->vehicles,
        .service = h->service};
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &r.walked, r.rounds * r.services, sizeof *r.walked, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &r.size, r.rounds, sizeof *r.size, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &r.length, r.rounds, sizeof *r.length, "rounds"));
    KG_TRY(kg__street_ways_create(&ways, h->t->streets, true, 0, false));
    for (uint64_t k = 0; k < r.rounds; k++) {
        r.size[k] = h->first[k + 1] - h->first[k];
        for (uint64_t i = 0; i < r.size[k]; i++)
            kg__round(&r, k)[i] = (uint32_t)(2 * (h->first[k] + i) +
                                             h->walk->step[h->step[h->first[k] + i]].backwards);
        r.length[k] = kg__round_measure(&r, k);
    }
    KG_TRY(kg__rounds_improve(&r));
    KG_TRY(put_rounds(h, &r));
out:
    kg__street_ways_destroy(&ways, ctx);
    kg__free_all(ctx, r.walked, r.size, r.length);
    return status;
}

kg_status kg__tour_share(kg_streets_walk *walk, const kg__streets_tour *t)
{
    const kg_streets *s = t->streets;
    kg_context *ctx = t->ctx;
    sharing h = {.walk = walk, .t = t};
    kg_status status;

    kg__stage(ctx, "rounds");
    h.depot = s->end[kg__step_half(walk->step, false)];
    KG_TRY(kg__street_ways_create(&h.out, s, false, h.depot, false));
    KG_TRY(kg__street_ways_create(&h.home, s, false, h.depot, true));
    KG_TRY(kg__host_allocate(ctx, &h.first, t->vehicles + 1, sizeof *h.first, "rounds"));
    KG_TRY(kg__host_allocate(ctx, &h.begin, t->vehicles + 1, sizeof *h.begin, "rounds"));
    KG_TRY(list_services(&h));
    split_best(&h);
    if (s->map.crossings <= MOST && t->vehicles * h.services <= MOST_WALKED)
        KG_TRY(improve(&h));
    else
        KG_TRY(put_split(&h));
    walk->figures.longest_bound = find_farthest(&h);
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
    kg__free_all(ctx, h.service, h.step, h.so_far, h.first, h.made, h.begin);
    return status;
}
