/*
 * The stretches of a walk that several vehicles exchange.
 *
 * In:  a walk, split into one part for each vehicle.
 * Out: the rounds as sequences of stretches, and the distances between their ends. No stretches, if
 *     they would be too few.
 * Method: in a small town each step that covers a street is a stretch. In a larger one a stretch
 *     has several such steps, and the repeats between them. There are at most MOST stretches, and
 *     they end at MOST_PLACES crossings at most. Large towns have fewer of these crossings, so that
 *     shortest paths from all of them look at some WORK streets. A stretch ends early if the walk
 *     repeats streets there, or has come back to the stretch's beginning: then the stretch can
 *     leave a round without a gap.
 * Work: O(steps log steps) and the shortest paths. Memory: at most 33 MB, and 4 bytes a crossing.
 */
#include "vehicles.h"
#include <string.h>

enum { MOST = 4096, MOST_PLACES = 2048, MOST_WALKED = 1 << 24, WORK = 1 << 26, PER_ROUND = 4 };

typedef struct cutting {
    kg__rounds *r;
    const kg_streets_walk *walk;
    const kg__streets_tour *t;
    const uint64_t *step, *first;
    uint64_t most, most_places;
    uint32_t *place;     /* [crossings] the number of a place; UINT32_MAX: none */
    kg_vertex *crossing; /* [places] */
} cutting;

static kg_vertex begin_of(const cutting *c, uint64_t service)
{
    return c->t->streets->end[kg__step_half(&c->walk->step[c->step[service]], false)];
}

static kg_vertex end_of(const cutting *c, uint64_t service)
{
    return c->t->streets->end[kg__step_half(&c->walk->step[c->step[service]], true)];
}

/* The first service after the stretch that begins with `service`. size: the services that the
 * stretch should have. */
static uint64_t find_end(const cutting *c, uint64_t service, uint64_t last, uint64_t size)
{
    uint64_t i = service + 1;

    for (; i < last && i - service < size + size / 2; i++)
        if (i - service >= size ||
            (i - service >= size - size / 2 &&
                (c->step[i] > c->step[i - 1] + 1 || end_of(c, i - 1) == begin_of(c, service))))
            break;
    return i;
}

/* The number of a crossing as a place; a new one if it has none. */
static uint32_t find_place(cutting *c, kg_vertex v)
{
    kg__rounds *r = c->r;

    if (c->place[v] == UINT32_MAX && r->places < c->most_places) {
        c->crossing[r->places] = v;
        c->place[v] = (uint32_t)r->places++;
    }
    return c->place[v];
}

static void put_stretch(cutting *c, uint64_t service, uint64_t behind)
{
    const kg_streets *s = c->t->streets;
    kg__service *made = &c->r->service[c->r->services++];

    *made = (kg__service){.step = c->step[service],
        .steps = c->step[behind - 1] + 1 - c->step[service],
        .end = {find_place(c, begin_of(c, service)), find_place(c, end_of(c, behind - 1))},
        .turns = !c->t->both_sides};
    for (uint64_t i = 0; i < made->steps; i++) {
        const kg_streets_step *step = &c->walk->step[made->step + i];

        for (unsigned back = 0; back < 2; back++)
            made->length[back] += kg__length(s, step->street, step->backwards ^ back);
        made->turns = made->turns && !s->one_way[step->street];
    }
}

/* Cuts the walk into stretches of about `size` services. Returns whether there is room for all of
 * them. */
static bool cut(cutting *c, kg_vertex depot, uint64_t size)
{
    kg__rounds *r = c->r;

    memset(c->place, 0xff, c->t->streets->map.crossings * sizeof *c->place);
    r->services = r->places = 0;
    r->depot = find_place(c, depot);
    for (uint64_t k = 0; k < r->rounds; k++) {
        r->size[k] = 0;
        for (uint64_t i = c->first[k], end; i < c->first[k + 1]; i = end) {
            end = find_end(c, i, c->first[k + 1], size);
            if (r->services == c->most)
                return false;
            put_stretch(c, i, end);
            if (r->service[r->services - 1].end[0] == UINT32_MAX ||
                r->service[r->services - 1].end[1] == UINT32_MAX)
                return false;
            r->size[k]++;
        }
    }
    return true;
}

static kg_status find_distances(cutting *c)
{
    const kg_streets *s = c->t->streets;
    kg__rounds *r = c->r;
    kg__street_ways ways = {0};
    kg_status status;

    KG_TRY(kg__host_allocate(
        r->ctx, &r->distance, r->places * r->places, sizeof *r->distance, "rounds"));
    KG_TRY(kg__street_ways_create(&ways, s, KG__WAYS_OUT));
    for (uint64_t i = 0; i < r->places; i++) {
        KG_TRY(kg__cancelled(r->ctx));
        kg__street_ways_find(&ways, c->crossing[i], KG_NO_VERTEX);
        for (uint64_t j = 0; j < r->places; j++)
            r->distance[i * r->places + j] = ways.distance[c->crossing[j]];
    }
out:
    kg__street_ways_destroy(&ways, r->ctx);
    return status;
}

static uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

kg_status kg__rounds_create(kg__rounds *r, const kg_streets_walk *walk, const kg__streets_tour *t,
    const uint64_t *step, const uint64_t *first, kg_vertex depot)
{
    const kg_streets *s = t->streets;
    const uint64_t services = first[t->vehicles];
    cutting c = {.r = r,
        .walk = walk,
        .t = t,
        .step = step,
        .first = first,
        .most = least_of(least_of(MOST, MOST_WALKED / t->vehicles), services),
        .most_places = least_of(
            least_of(MOST_PLACES, s->map.crossings), WORK / (s->map.crossings + s->map.streets))};
    uint64_t size = 1;
    kg_status status;

    *r = (kg__rounds){.ctx = t->ctx,
        .rounds = t->vehicles,
        .symmetric = !t->both_sides && !s->counts.one_way && !s->back};
    if (c.most < least_of(services, PER_ROUND * t->vehicles) || c.most_places < 2)
        return KG_OK;
    KG_TRY(kg__host_allocate(r->ctx, &r->size, r->rounds, sizeof *r->size, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &r->length, r->rounds, sizeof *r->length, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &r->service, c.most, sizeof *r->service, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &c.place, s->map.crossings, sizeof *c.place, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &c.crossing, c.most_places, sizeof *c.crossing, "rounds"));
    while (size <= services && !cut(&c, depot, size))
        size += 1 + size / 4;
    if (size > services || r->services < least_of(services, PER_ROUND * r->rounds)) {
        r->services = 0;
        goto out;
    }
    KG_TRY(find_distances(&c));
    KG_TRY(kg__host_allocate(
        r->ctx, &r->walked, r->rounds * r->services, sizeof *r->walked, "rounds"));
    for (uint64_t k = 0, i = 0; k < r->rounds; k++) {
        for (uint64_t j = 0; j < r->size[k]; j++)
            kg__round(r, k)[j] = (uint32_t)(2 * i++);
        r->length[k] = kg__round_measure(r, k);
    }
out:
    kg__free_all(r->ctx, c.place, c.crossing);
    return status;
}

void kg__rounds_destroy(kg__rounds *r)
{
    kg__free_all(r->ctx, r->distance, r->service, r->walked, r->size, r->length);
}
