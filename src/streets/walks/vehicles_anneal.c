/*
 * Improves the rounds of several vehicles: simulated annealing.
 *
 * In:  rounds that cover all services.
 * Out: rounds of which the longest is no longer.
 * Method: random changes near each other: a chain of services moves to a service that is near, two
 *     services change places, two rounds exchange their ends. A change for the worse is made with a
 *     probability that falls with its cost and with time. The cost of a round grows with the 32nd
 *     power of its length, so the rounds stay about equally long while their sum becomes shorter.
 *     The search is repeated from the best rounds, with less heat. Random numbers depend only on
 *     their count.
 * Source: S. Kirkpatrick, C. Gelatt, M. Vecchi, "Optimization by simulated annealing", Science 220
 *     (1983).
 * Work: HEATINGS times 20 changes for each pair of services, at most WORK. Each takes O(1), and
 *     O(services of two rounds) if it is made. Memory: 110 bytes a service.
 */
#include "../../base/random.h"
#include "vehicles.h"
#include <math.h>

enum { WORK = 1 << 24, NEAR = 20, CHAIN = 3, COOLINGS = 256, HEATINGS = 3 };

static const double cooler = 0.9734; /* COOLINGS times: a thousandth of the heat */

typedef struct annealing {
    kg__rounds *r;
    uint32_t *near;  /* [services * nears] the nearest services of each one */
    uint32_t *round; /* [services] */
    uint32_t *place; /* [services] in its round */
    double *gap;     /* [services] the path from the service before, or from the depot */
    double *done;    /* [services] the length of the round to the end of each service */
    uint64_t nears;
    double mean; /* of the rounds' lengths, now and then */
    double heat;
    uint64_t drawn; /* random numbers */
} annealing;

static uint64_t draw(annealing *a, uint64_t bound)
{
    return kg__random_below(3, a->drawn++, bound);
}

/* Counts services of a round again from position i on; the paths to those before `end` changed. */
static void recount(annealing *a, uint64_t round, uint64_t i, uint64_t end)
{
    kg__rounds *r = a->r;
    const uint32_t *at = kg__round(r, round);
    double done = i ? a->done[at[i - 1] / 2] : 0;

    for (; i < r->size[round]; i++) {
        const uint32_t k = at[i] / 2;

        a->round[k] = (uint32_t)round;
        a->place[k] = (uint32_t)i;
        if (i < end)
            a->gap[k] = kg__service_link(r, kg__service_at(r, round, (int64_t)i - 1), at[i]);
        done += a->gap[k] + kg__service_length(r, at[i]);
        a->done[k] = done;
    }
    r->length[round] =
        i ? done + kg__service_link(r, kg__service_at(r, round, (int64_t)i - 1), KG__NO_SERVICE)
          : 0;
}

/* ---- costs ----------------------------------------------------------------------------------- */

static double cost_of(const annealing *a, double length)
{
    double x = length / a->mean;

    x *= x;
    x *= x;
    x *= x;
    x *= x;
    x *= x;
    return a->mean / 32 * x;
}

/* Whether to make a change that costs so much. A change for the worse is made with the probability
 * (1 + x / 8)^-8, where x is its cost divided by the heat. That is about e^-x, and unlike exp() it
 * is the same with every C library. */
static bool accepts(annealing *a, double cost)
{
    if (cost <= 0)
        return true;
    if (cost > 20 * a->heat)
        return false;
    return cost <
           8 * a->heat * (1 / sqrt(sqrt(sqrt(kg__random_unit(4, a->drawn++) + 0x1p-60))) - 1);
}

/* Whether to make a change that makes a round longer by `more`, and maybe another one. */
static bool accepts_lengths(
    annealing *a, uint64_t one, double more, uint64_t other, double other_more)
{
    const double *length = a->r->length;
    double cost;

    if (one == other)
        return accepts(a, cost_of(a, length[one] + more + other_more) - cost_of(a, length[one]));
    cost = cost_of(a, length[one] + more) - cost_of(a, length[one]);
    return accepts(a, cost + cost_of(a, length[other] + other_more) - cost_of(a, length[other]));
}

/* ---- changes --------------------------------------------------------------------------------- */

/* Moves a chain from position i of a round to before position j of a round; j counts the services
 * before the chain is removed. */
static void move_chain(annealing *a, uint64_t from, uint64_t i, unsigned count, uint64_t to,
    uint64_t j, const uint32_t *code)
{
    kg__rounds *r = a->r;
    const uint64_t first = from == to && j < i ? j : i;

    kg__round_take(r, from, i, count);
    if (from == to) {
        j -= j > i ? count : 0;
        kg__round_put(r, to, j, code, count);
        recount(a, to, first, (i > j ? i : j) + count + 1);
        return;
    }
    kg__round_put(r, to, j, code, count);
    recount(a, from, i, i + 1);
    recount(a, to, j, j + count + 1);
}

static void try_move(annealing *a, uint64_t from, uint64_t i, uint64_t to, uint64_t j)
{
    const kg__rounds *r = a->r;
    const unsigned count = 1 + (unsigned)draw(a, CHAIN);
    uint32_t code[CHAIN], before, behind, left, right;
    double length, kept;
    bool turned = draw(a, 2);

    if (i + count > r->size[from] || (from == to && j > i && j < i + count))
        return;
    before = kg__service_at(r, from, (int64_t)i - 1);
    behind = kg__service_at(r, from, (int64_t)(i + count));
    for (unsigned k = 0; k < count; k++) {
        code[k] = kg__round(r, from)[i + k];
        turned = turned && r->service[code[k] / 2].turns;
    }
    kept = (i + count < r->size[from] ? a->gap[behind / 2]
                                      : kg__service_link(r, code[count - 1], behind)) -
           kg__service_link(r, before, behind);
    for (unsigned k = 0; k < count; k++)
        kept += a->gap[code[k] / 2] + kg__service_length(r, code[k]);
    if (turned)
        for (unsigned k = 0; 2 * k < count; k++) {
            const uint32_t last = code[count - 1 - k] ^ 1;

            code[count - 1 - k] = code[k] ^ 1;
            code[k] = last;
        }
    if (from == to && (j == i || j == i + count)) {
        if (!turned)
            return;
        left = before;
        right = behind;
    } else {
        left = kg__service_at(r, to, (int64_t)j - 1);
        right = kg__service_at(r, to, (int64_t)j);
    }
    length = kg__service_link(r, left, code[0]) + kg__service_link(r, code[count - 1], right) -
             kg__service_link(r, left, right) + kg__service_length(r, code[0]);
    for (unsigned k = 1; k < count; k++)
        length += kg__service_link(r, code[k - 1], code[k]) + kg__service_length(r, code[k]);
    if (accepts_lengths(a, from, -kept, to, length))
        move_chain(a, from, i, count, to, j, code);
}

/* The least cost of a service at a position in the place of the one there; *code: [in, out] it is
 * turned if that is better. */
static double cost_at(const kg__rounds *r, uint64_t round, uint64_t i, uint32_t *code)
{
    const uint32_t before = kg__service_at(r, round, (int64_t)i - 1);
    const uint32_t behind = kg__service_at(r, round, (int64_t)i + 1);
    const double cost = kg__service_link(r, before, *code) + kg__service_length(r, *code) +
                        kg__service_link(r, *code, behind);
    double turned;

    if (!r->service[*code / 2].turns)
        return cost;
    turned = kg__service_link(r, before, *code ^ 1) + kg__service_length(r, *code ^ 1) +
             kg__service_link(r, *code ^ 1, behind);
    *code ^= turned < cost;
    return turned < cost ? turned : cost;
}

static void try_swap(annealing *a, uint64_t one, uint64_t i, uint64_t other, uint64_t j)
{
    kg__rounds *r = a->r;
    uint32_t first, second, keep_first, keep_second;
    double in_one, in_other;

    if (j >= r->size[other] || (one == other && (i > j ? i - j : j - i) < 2))
        return;
    keep_first = first = kg__round(r, one)[i];
    keep_second = second = kg__round(r, other)[j];
    in_one = cost_at(r, one, i, &second);
    in_other = cost_at(r, other, j, &first);
    in_one -= a->gap[keep_first / 2] + kg__service_length(r, keep_first) +
              kg__service_link(r, keep_first, kg__service_at(r, one, (int64_t)i + 1));
    in_other -= a->gap[keep_second / 2] + kg__service_length(r, keep_second) +
                kg__service_link(r, keep_second, kg__service_at(r, other, (int64_t)j + 1));
    if (!accepts_lengths(a, one, in_one, other, in_other))
        return;
    kg__round(r, one)[i] = second;
    kg__round(r, other)[j] = first;
    if (one == other) {
        recount(a, one, i < j ? i : j, (i < j ? j : i) + 2);
        return;
    }
    recount(a, one, i, i + 2);
    recount(a, other, j, j + 2);
}

/* Exchanges the services of two rounds from positions i and j on. */
static void try_ends(annealing *a, uint64_t one, uint64_t i, uint64_t other, uint64_t j)
{
    kg__rounds *r = a->r;
    const uint32_t p = kg__service_at(r, one, (int64_t)i - 1),
                   q = kg__service_at(r, one, (int64_t)i);
    const uint32_t s = kg__service_at(r, other, (int64_t)j - 1),
                   t = kg__service_at(r, other, (int64_t)j);
    const double to_one = i ? a->done[p / 2] : 0, to_other = j ? a->done[s / 2] : 0;
    const double rest_one =
        r->length[one] - to_one - (q == KG__NO_SERVICE ? kg__service_link(r, p, q) : a->gap[q / 2]);
    const double rest_other = r->length[other] - to_other -
                              (t == KG__NO_SERVICE ? kg__service_link(r, s, t) : a->gap[t / 2]);
    const double now_one = to_one + kg__service_link(r, p, t) + rest_other;
    const double now_other = to_other + kg__service_link(r, s, q) + rest_one;

    if (!accepts_lengths(a, one, now_one - r->length[one], other, now_other - r->length[other]))
        return;
    kg__round_exchange_ends(r, one, i, other, j);
    recount(a, one, i, i + 1);
    recount(a, other, j, j + 1);
}

/* Turns the services of a round from i to j, both included, and their order. */
static void try_turn(annealing *a, uint64_t round, uint64_t i, uint64_t j)
{
    kg__rounds *r = a->r;
    uint32_t *at = kg__round(r, round);
    const uint32_t before = kg__service_at(r, round, (int64_t)i - 1);
    const uint32_t behind = kg__service_at(r, round, (int64_t)j + 1);
    const double now = a->gap[at[i] / 2] + kg__service_link(r, at[j], behind);
    const double then =
        kg__service_link(r, before, at[j] ^ 1) + kg__service_link(r, at[i] ^ 1, behind);

    if (!accepts_lengths(a, round, then - now, round, 0))
        return;
    kg__round_turn(r, round, i, j);
    recount(a, round, i, j + 2);
}

static void try_change(annealing *a)
{
    const kg__rounds *r = a->r;
    const uint64_t k = draw(a, r->services), what = draw(a, 16);
    const uint64_t one = a->round[k], i = a->place[k];
    uint64_t other, j;

    if (draw(a, 16)) { /* a service near this one, or behind it */
        const uint64_t near = a->near[k * a->nears + draw(a, a->nears)];

        other = a->round[near];
        j = a->place[near] + draw(a, 2);
    } else { /* the beginning of a round, or its end */
        other = draw(a, r->rounds);
        j = draw(a, 2) ? r->size[other] : 0;
    }
    if (what < 8)
        try_move(a, one, i, other, j);
    else if (what < 11)
        try_swap(a, one, i, other, j);
    else if (one != other)
        try_ends(a, one, i + 1, other, j);
    else if (r->symmetric && i + 1 < j)
        try_turn(a, one, i + 1, j - 1);
    else if (r->symmetric && j < i)
        try_turn(a, one, j, i - 1);
}

/* ---- neighbours ------------------------------------------------------------------------------ */

typedef struct neighbour {
    double distance;
    uint32_t service;
} neighbour;

/* The least distance between the ends of two services. */
static double distance_between(const kg__rounds *r, uint32_t a, uint32_t b)
{
    double least = INFINITY;

    for (uint32_t k = 0; k < 4; k++)
        if ((r->service[a].turns || !(k & 1)) && (r->service[b].turns || !(k & 2))) {
            least = fmin(least, kg__service_link(r, 2 * a + (k & 1), 2 * b + (k >> 1)));
            least = fmin(least, kg__service_link(r, 2 * b + (k >> 1), 2 * a + (k & 1)));
        }
    return least;
}

static void find_near(annealing *a)
{
    const kg__rounds *r = a->r;

    for (uint32_t k = 0; k < r->services; k++) {
        neighbour found[NEAR];
        uint64_t count = 0;

        for (uint32_t other = 0; other < r->services; other++) {
            const neighbour now = {distance_between(r, k, other), other};
            uint64_t i;

            if (other == k || (count == a->nears && now.distance >= found[count - 1].distance))
                continue;
            count += count < a->nears;
            for (i = count - 1; i && found[i - 1].distance > now.distance; i--)
                found[i] = found[i - 1];
            found[i] = now;
        }
        for (uint64_t i = 0; i < count; i++)
            a->near[k * a->nears + i] = found[i].service;
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* heat: at first, of the mean length of a service. */
static kg_status anneal(annealing *a, double heat, kg__rounds_kept *best)
{
    kg__rounds *r = a->r;
    const uint64_t pairs = 20 * r->services * r->services;
    const uint64_t steps = (pairs < WORK ? pairs : WORK) / COOLINGS + 1;
    double service = 0;
    kg_status status = KG_OK;

    for (uint64_t k = 0; k < r->rounds; k++)
        recount(a, k, 0, r->size[k]);
    a->mean = kg__rounds_sum(r) / (double)r->rounds;
    for (uint32_t k = 0; k < r->services; k++)
        service += kg__service_length(r, 2 * k);
    a->heat = heat * service / (double)r->services;
    for (unsigned cooling = 0; cooling < COOLINGS; cooling++) {
        KG_TRY(kg__cancelled(r->ctx));
        for (uint64_t i = 0; i < steps; i++)
            try_change(a);
        a->mean = kg__rounds_sum(r) / (double)r->rounds;
        if (r->length[kg__rounds_longest(r)] < best->longest)
            kg__rounds_keep(best, r);
        a->heat *= cooler;
    }
out:
    return status;
}

kg_status kg__rounds_anneal(kg__rounds *r, kg__rounds_kept *best)
{
    annealing a = {.r = r, .nears = r->services - 1 < NEAR ? r->services - 1 : NEAR};
    kg_status status;

    if (!a.nears)
        return KG_OK;
    KG_TRY(kg__host_allocate(r->ctx, &a.near, r->services * a.nears, sizeof *a.near, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &a.round, r->services, sizeof *a.round, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &a.place, r->services, sizeof *a.place, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &a.gap, r->services, sizeof *a.gap, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &a.done, r->services, sizeof *a.done, "rounds"));
    find_near(&a);
    for (unsigned i = 0; i < HEATINGS; i++) {
        KG_TRY(anneal(&a, 1.0 / (double)(1u << i), best));
        kg__rounds_restore(r, best);
    }
out:
    kg__free_all(r->ctx, a.near, a.round, a.place, a.gap, a.done);
    return status;
}
