/*
 * Exchanges of neighbouring stretches, for weights that differ by direction.
 *
 * In: a closed tour of a network's nodes, lists of near nodes in both directions. Out: a tour that
 * is no longer.
 *
 * Three edges a-b, c-d, e-f, in this order on the tour, are replaced by a-d, e-b, c-f. The
 * stretches b..c and d..e change places, and neither is reversed, so no other weight changes (3-opt
 * without reversal; Or-opt is the case of one short stretch). In some rotation of an exchange that
 * helps, a-d is lighter than a-b. So d is taken from the near list of a, and then e from the nodes
 * from which b is near, or f from the near list of c. A queue, kicks and their undoing are as in
 * tour_improve.c.
 *
 * Work: an exchange moves up to two thirds of the tour. Deterministic: one thread.
 * Source: Kanellakis and Papadimitriou, "Local search for the asymmetric traveling salesman
 * problem", 1980.
 */
#define PROGRESS "stretches exchanged"
#define ENTRIES  1
#include "tour_improve_tmpl.h"

static uint32_t step(const improver *s, uint32_t place, uint64_t steps)
{
    const uint64_t at = place + steps;

    return (uint32_t)(at < s->m ? at : at - s->m);
}

static uint32_t after(const improver *s, uint32_t v)
{
    return s->node[step(s, s->place[v], 1)];
}

static uint32_t before(const improver *s, uint32_t v)
{
    return s->node[step(s, s->place[v], s->m - 1)];
}

/* The number of nodes from one to another, both counted. */
static uint32_t nodes_between(const improver *s, uint32_t from, uint32_t to)
{
    return length_between(s, s->place[from], s->place[to]);
}

static void put(improver *s, uint32_t place, uint32_t v)
{
    s->node[place] = v;
    s->place[v] = place;
}

/* Exchanges the `one` nodes from a place on with the `two` nodes after them. */
static void swap_at(improver *s, uint32_t place, uint32_t one, uint32_t two)
{
    for (uint32_t i = 0; i < one; i++)
        s->carried[i] = s->node[step(s, place, i)];
    for (uint32_t i = 0; i < two; i++)
        put(s, step(s, place, i), s->node[step(s, place, (uint64_t)one + i)]);
    for (uint32_t i = 0; i < one; i++)
        put(s, step(s, place, (uint64_t)two + i), s->carried[i]);
}

/* Exchanges the neighbouring stretches b..c and d..e. Exchanging any two of them and the rest has
 * the same effect, so the longest of the three stays. */
static void exchange(improver *s, uint32_t b, uint32_t c, uint32_t d, uint32_t e)
{
    const uint32_t one = nodes_between(s, b, c), two = nodes_between(s, d, e);
    const uint32_t rest = s->m - one - two, at = s->place[b];
    uint32_t begin[3] = {at, one, two};

    if (one >= two && one >= rest) {
        begin[0] = step(s, at, one);
        begin[1] = two;
        begin[2] = rest;
    } else if (two >= rest) {
        begin[0] = step(s, at, (uint64_t)one + two);
        begin[1] = rest;
        begin[2] = one;
    }
    if (s->logging)
        memcpy(s->log[s->logged++], begin, sizeof begin);
    swap_at(s, begin[0], begin[1], begin[2]);
}

/* Tries to replace e-f as well, after the edges a-b and c-d were given up for a-d, which saves
 * `saved`. */
static bool try_third(
    improver *s, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, int64_t saved)
{
    uint32_t f;
    int64_t gain;

    if (e == a || nodes_between(s, d, e) > nodes_between(s, d, a))
        return false;
    f = after(s, e);
    gain = saved + weight(s, e, f) - weight(s, e, b) - weight(s, c, f);
    if (gain <= 0)
        return false;
    exchange(s, b, c, d, e);
    s->gained += gain;
    look_again(s, (const uint32_t[]){a, b, c, d, e, f}, 6);
    return true;
}

static bool improve_at(improver *s, uint32_t a)
{
    const uint32_t n = s->network->n, b = after(s, a);
    const int64_t old = weight(s, a, b);

    for (uint32_t k = 0; a < n && k < s->width; k++) {
        const uint32_t d = s->near[(uint64_t)a * s->width + k], c = before(s, d);
        const int64_t joined = weight(s, a, d), saved = old - joined + weight(s, c, d);

        if (joined >= old)
            break;
        for (uint32_t i = 0; b < n && i < s->width; i++)
            if (try_third(s, a, b, c, d, s->back[(uint64_t)b * s->width + i], saved))
                return true;
        for (uint32_t i = 0; c < n && i < s->width; i++)
            if (try_third(s, a, b, c, d, before(s, s->near[(uint64_t)c * s->width + i]), saved))
                return true;
    }
    return false;
}

static void swap_stretches(improver *s, const uint32_t end[6])
{
    exchange(s, end[1], end[2], end[3], end[4]);
}

static void undo(improver *s, const uint32_t entry[3])
{
    swap_at(s, entry[0], entry[2], entry[1]);
}

kg_status kg__tour_improve_directed(uint32_t *tour, const kg__network *w, const uint32_t *near,
    const uint32_t *back, uint32_t width, kg__tour_effort *effort)
{
    return improve(tour, w, near, back, width, effort);
}
