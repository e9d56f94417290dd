/*
 * Changes of the rounds of several vehicles: moves of chains of services, and exchanges of services
 * and of ends of rounds.
 *
 * Each change is examined in O(1), because the shortest paths between all crossings are known.
 */
#include "vehicles.h"
#include <string.h>

enum { CHAIN = 3 };

double kg__round_measure(const kg__rounds *r, uint64_t round)
{
    double length = 0;

    for (uint64_t i = 0; i < r->size[round]; i++)
        length +=
            kg__service_link(r, kg__service_at(r, round, (int64_t)i - 1), kg__round(r, round)[i]) +
            kg__service_length(r, kg__round(r, round)[i]);
    return r->size[round]
               ? length + kg__service_link(r, kg__service_at(r, round, (int64_t)r->size[round] - 1),
                              KG__NO_SERVICE)
               : 0;
}

static bool may_turn(const kg__rounds *r, uint32_t code)
{
    return r->service[code / 2].turns;
}

/* Neighbouring services that leave a round together. */
typedef struct chain {
    uint32_t code[CHAIN];
    unsigned count;
    double length; /* from the beginning of the first to the end of the last */
} chain;

static void measure_chain(const kg__rounds *r, chain *c)
{
    c->length = kg__service_length(r, c->code[0]);
    for (unsigned i = 1; i < c->count; i++)
        c->length +=
            kg__service_link(r, c->code[i - 1], c->code[i]) + kg__service_length(r, c->code[i]);
}

/* Reverses a chain and its services; false: a service may not be turned. */
static bool turn_chain(const kg__rounds *r, const chain *c, chain *turned)
{
    turned->count = c->count;
    for (unsigned i = 0; i < c->count; i++) {
        if (!may_turn(r, c->code[i]))
            return false;
        turned->code[c->count - 1 - i] = c->code[i] ^ 1;
    }
    measure_chain(r, turned);
    return true;
}

/* The cost of inserting a chain between two services. */
static double cost_between(const kg__rounds *r, uint32_t before, uint32_t behind, const chain *c)
{
    return kg__service_link(r, before, c->code[0]) + c->length +
           kg__service_link(r, c->code[c->count - 1], behind) - kg__service_link(r, before, behind);
}

/* The length that a round loses without the chain that begins at i. */
static double saving(const kg__rounds *r, uint64_t round, uint64_t i, const chain *c)
{
    return cost_between(r, kg__service_at(r, round, (int64_t)i - 1),
        kg__service_at(r, round, (int64_t)(i + c->count)), c);
}

void kg__round_take(kg__rounds *r, uint64_t round, uint64_t i, unsigned count)
{
    uint32_t *at = kg__round(r, round) + i;

    r->size[round] -= count;
    memmove(at, at + count, (r->size[round] - i) * sizeof *at);
}

void kg__round_put(kg__rounds *r, uint64_t round, uint64_t i, const uint32_t *code, unsigned count)
{
    uint32_t *at = kg__round(r, round) + i;

    memmove(at + count, at, (r->size[round] - i) * sizeof *at);
    memcpy(at, code, count * sizeof *at);
    r->size[round] += count;
}

/* Counts a change; returns whether more may be examined. */
static bool look(kg__rounds *r)
{
    r->work -= r->work > 0;
    return r->work > 0;
}

/* The chain of `count` services from i on, and its reverse. Returns how many of the two exist. */
static unsigned find_chains(
    const kg__rounds *r, uint64_t round, uint64_t i, unsigned count, chain found[2])
{
    found[0].count = count;
    memcpy(found[0].code, kg__round(r, round) + i, count * sizeof *found[0].code);
    measure_chain(r, &found[0]);
    return 1 + turn_chain(r, &found[0], &found[1]);
}

bool kg__rounds_move_within(kg__rounds *r, uint64_t round, double slack)
{
    const uint64_t size = r->size[round];
    chain c[2];

    for (unsigned count = 1; count <= CHAIN; count++)
        for (uint64_t i = 0; i + count <= size; i++) {
            const unsigned chains = find_chains(r, round, i, count, c);
            const double saved = saving(r, round, i, &c[0]);

            for (uint64_t j = 0; j + count <= size; j++) /* the place after the chain has been
                                                            removed */
                for (unsigned turned = 0; turned < chains && look(r); turned++) {
                    const int64_t before = (int64_t)j - 1;
                    const double cost = cost_between(r,
                        kg__service_at(r, round, before < (int64_t)i ? before : before + count),
                        kg__service_at(r, round, (int64_t)(j < i ? j : j + count)), &c[turned]);

                    if (cost >= saved - slack)
                        continue;
                    kg__round_take(r, round, i, count);
                    kg__round_put(r, round, j, c[turned].code, count);
                    r->length[round] = kg__round_measure(r, round);
                    return true;
                }
        }
    return false;
}

void kg__round_turn(kg__rounds *r, uint64_t round, uint64_t i, uint64_t j)
{
    uint32_t *at = kg__round(r, round);

    for (; i <= j && j != UINT64_MAX; i++, j--) {
        const uint32_t kept = at[i] ^ 1;

        at[i] = at[j] ^ 1;
        at[j] = kept;
    }
}

bool kg__rounds_turn_within(kg__rounds *r, uint64_t round, double slack)
{
    uint32_t *at = kg__round(r, round);

    for (uint64_t i = 0; i < r->size[round] && r->symmetric; i++)
        for (uint64_t j = i; j < r->size[round] && look(r); j++) {
            const uint32_t before = kg__service_at(r, round, (int64_t)i - 1);
            const uint32_t behind = kg__service_at(r, round, (int64_t)j + 1);

            if (kg__service_link(r, before, at[j] ^ 1) + kg__service_link(r, at[i] ^ 1, behind) >=
                kg__service_link(r, before, at[i]) + kg__service_link(r, at[j], behind) - slack)
                continue;
            kg__round_turn(r, round, i, j);
            r->length[round] = kg__round_measure(r, round);
            return true;
        }
    return false;
}

bool kg__rounds_move(kg__rounds *r, uint64_t from, uint64_t to, double slack)
{
    chain c[2];

    for (unsigned count = 1; count <= CHAIN; count++)
        for (uint64_t i = 0; i + count <= r->size[from]; i++) {
            const unsigned chains = find_chains(r, from, i, count, c);
            const double left = r->length[from] - saving(r, from, i, &c[0]);

            if (left >= r->length[from] - slack)
                continue;
            for (uint64_t j = 0; j <= r->size[to]; j++)
                for (unsigned turned = 0; turned < chains && look(r); turned++) {
                    const double grown =
                        r->length[to] + cost_between(r, kg__service_at(r, to, (int64_t)j - 1),
                                            kg__service_at(r, to, (int64_t)j), &c[turned]);

                    if (grown >= r->length[from] - slack)
                        continue;
                    kg__round_take(r, from, i, count);
                    kg__round_put(r, to, j, c[turned].code, count);
                    r->length[from] = kg__round_measure(r, from);
                    r->length[to] = kg__round_measure(r, to);
                    return true;
                }
        }
    return false;
}

/* The least cost of a service in the place of another. best: [out] its direction. */
static double cost_instead(
    const kg__rounds *r, uint64_t round, uint64_t i, uint32_t code, uint32_t *best)
{
    const uint32_t before = kg__service_at(r, round, (int64_t)i - 1);
    const uint32_t behind = kg__service_at(r, round, (int64_t)i + 1);
    double least = 0;

    for (unsigned turned = 0; turned < 1u + r->service[code / 2].turns; turned++) {
        const chain c = {{code ^ turned}, 1, kg__service_length(r, code ^ turned)};
        const double cost = cost_between(r, before, behind, &c);

        if (turned && cost >= least)
            continue;
        least = cost;
        *best = code ^ turned;
    }
    return least;
}

bool kg__rounds_swap(kg__rounds *r, uint64_t one, uint64_t other, double slack)
{
    uint32_t *a = kg__round(r, one), *b = kg__round(r, other), first, second;

    for (uint64_t i = 0; i < r->size[one]; i++)
        for (uint64_t j = 0; j < r->size[other] && look(r); j++) {
            const chain p = {{a[i]}, 1, kg__service_length(r, a[i])};
            const chain q = {{b[j]}, 1, kg__service_length(r, b[j])};
            const double in_one =
                r->length[one] - saving(r, one, i, &p) + cost_instead(r, one, i, b[j], &second);
            const double in_other = r->length[other] - saving(r, other, j, &q) +
                                    cost_instead(r, other, j, a[i], &first);

            if (in_one >= r->length[one] - slack || in_other >= r->length[one] - slack)
                continue;
            a[i] = second;
            b[j] = first;
            r->length[one] = kg__round_measure(r, one);
            r->length[other] = kg__round_measure(r, other);
            return true;
        }
    return false;
}

void kg__round_exchange_ends(kg__rounds *r, uint64_t one, uint64_t i, uint64_t other, uint64_t j)
{
    uint32_t *a = kg__round(r, one) + i, *b = kg__round(r, other) + j;
    const uint64_t of_one = r->size[one] - i, of_other = r->size[other] - j;
    const uint64_t less = of_one < of_other ? of_one : of_other;

    for (uint64_t k = 0; k < less; k++) {
        const uint32_t kept = a[k];

        a[k] = b[k];
        b[k] = kept;
    }
    if (of_one > less)
        memcpy(b + less, a + less, (of_one - less) * sizeof *a);
    else
        memcpy(a + less, b + less, (of_other - less) * sizeof *a);
    r->size[one] = i + of_other;
    r->size[other] = j + of_one;
}

bool kg__rounds_swap_ends(kg__rounds *r, uint64_t one, uint64_t other, double slack)
{
    double to_one = 0; /* to the end of the service before i; to_other likewise */

    for (uint64_t i = 0; i <= r->size[one]; i++) {
        const uint32_t p = kg__service_at(r, one, (int64_t)i - 1),
                       q = kg__service_at(r, one, (int64_t)i);
        double to_other = 0;

        if (i)
            to_one += kg__service_link(r, kg__service_at(r, one, (int64_t)i - 2), p) +
                      kg__service_length(r, p);
        for (uint64_t j = 0; j <= r->size[other] && look(r); j++) {
            const uint32_t s = kg__service_at(r, other, (int64_t)j - 1);
            const uint32_t t = kg__service_at(r, other, (int64_t)j);
            double from_one, from_other;

            if (j)
                to_other += kg__service_link(r, kg__service_at(r, other, (int64_t)j - 2), s) +
                            kg__service_length(r, s);
            from_one = r->length[one] - to_one - kg__service_link(r, p, q);
            from_other = r->length[other] - to_other - kg__service_link(r, s, t);
            if (to_one + kg__service_link(r, p, t) + from_other >= r->length[one] - slack ||
                to_other + kg__service_link(r, s, q) + from_one >= r->length[one] - slack)
                continue;
            kg__round_exchange_ends(r, one, i, other, j);
            r->length[one] = kg__round_measure(r, one);
            r->length[other] = kg__round_measure(r, other);
            return true;
        }
    }
    return false;
}
