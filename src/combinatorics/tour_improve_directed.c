/*
 * Exchanges of neighbouring stretches, for weights that differ by direction.
 *
 * In: a closed tour of a network's nodes, lists of near nodes in both directions. Out: a tour that
 * is no longer.
 *
 * Three ways a-b, c-d, e-f, in this order on the tour, are replaced by a-d, e-b, c-f: the stretches
 * b..c and d..e change places, and none is turned round, so that no other weight changes (3-opt
 * without reversal, of which Or-opt is the case where one stretch is short). In some rotation of
 * such an exchange that helps, a-d is lighter than a-b: so d is looked for on the near list of a,
 * and then e among those from which b is near, or f on the near list of c. A queue, kicks and their
 * undoing are as in tour_improve.c.
 *
 * Work: an exchange moves up to two thirds of the tour. Deterministic: one thread.
 * Source: Kanellakis and Papadimitriou, "Local search for the asymmetric traveling salesman
 * problem", 1980.
 */
#include "../base/random.h"
#include "node_queue.h"
#include "tour_stages.h"
#include <string.h>

/* KICKED: most nodes of a stretch. LOG: exchanges of one kick. OFTEN: steps between looks at the
 * clock. */
enum { KICKED = 50, LOG = 1000, OFTEN = 256 };

typedef struct improver {
    const kg__network *network;
    const uint32_t *near, *back;
    uint32_t width, m;
    uint32_t *node;    /* [m] the tour */
    uint32_t *place;   /* [m] of each node in it */
    uint32_t *carried; /* [m] a stretch that is moved */
    kg__node_queue queue;
    int64_t gained; /* since the beginning, or since the last kick */
    bool logging;
    unsigned logged;
    uint32_t log[LOG][3]; /* the place and both lengths of each exchange */
} improver;

static int64_t weight(const improver *s, uint32_t from, uint32_t to)
{
    return kg__network_weight(s->network, from, to);
}

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

/* Nodes from one to another, both counted. */
static uint32_t length_between(const improver *s, uint32_t from, uint32_t to)
{
    const uint32_t a = s->place[from], b = s->place[to];

    return (b >= a ? b - a : b + s->m - a) + 1;
}

static void put(improver *s, uint32_t place, uint32_t v)
{
    s->node[place] = v;
    s->place[v] = place;
}

/* Exchanges the `one` nodes from a place on with the `two` behind them. */
static void swap_at(improver *s, uint32_t place, uint32_t one, uint32_t two)
{
    for (uint32_t i = 0; i < one; i++)
        s->carried[i] = s->node[step(s, place, i)];
    for (uint32_t i = 0; i < two; i++)
        put(s, step(s, place, i), s->node[step(s, place, (uint64_t)one + i)]);
    for (uint32_t i = 0; i < one; i++)
        put(s, step(s, place, (uint64_t)two + i), s->carried[i]);
}

/* Makes b..c and d..e, neighbours, change places. So would any two of them and the rest: the
 * longest of the three stays. */
static void exchange(improver *s, uint32_t b, uint32_t c, uint32_t d, uint32_t e)
{
    const uint32_t one = length_between(s, b, c), two = length_between(s, d, e);
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

/* With the ways a-b and c-d given up for a-d, which saves `saved`: e-f as well? */
static bool try_third(
    improver *s, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, int64_t saved)
{
    uint32_t f;
    int64_t gain;

    if (e == a || length_between(s, d, e) > length_between(s, d, a))
        return false;
    f = after(s, e);
    gain = saved + weight(s, e, f) - weight(s, e, b) - weight(s, c, f);
    if (gain <= 0)
        return false;
    exchange(s, b, c, d, e);
    s->gained += gain;
    kg__node_queue_add(&s->queue, a);
    kg__node_queue_add(&s->queue, b);
    kg__node_queue_add(&s->queue, c);
    kg__node_queue_add(&s->queue, d);
    kg__node_queue_add(&s->queue, e);
    kg__node_queue_add(&s->queue, f);
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

static void improve_one(improver *s)
{
    const uint32_t v = kg__node_queue_take(&s->queue);

    while ((!s->logging || s->logged + 1 < LOG) && improve_at(s, v))
        ;
}

static kg_status improve_all(improver *s, kg__tour_effort *effort)
{
    kg_status status;

    for (uint64_t at = 0; s->queue.length; at++) {
        if (at % OFTEN == 0) {
            KG_TRY(
                kg__progress(s->network->ctx, "stretches exchanged", at < s->m ? at : s->m, s->m));
            effort->stopped = kg__patience_ends(effort->patience);
        }
        if (effort->stopped)
            break;
        improve_one(s);
    }
    status = KG_OK;
out:
    return status;
}

/* Exchanges two neighbouring stretches at random. */
static void kick(improver *s, uint64_t seed, uint64_t number)
{
    const uint32_t most = (s->m - 2) / 2 < KICKED ? (s->m - 2) / 2 : KICKED;
    const uint32_t at = (uint32_t)kg__random_below(seed, 3 * number, s->m);
    const uint32_t one = 1 + (uint32_t)kg__random_below(seed, 3 * number + 1, most);
    const uint32_t two = 1 + (uint32_t)kg__random_below(seed, 3 * number + 2, most);
    const uint32_t a = s->node[at], b = s->node[step(s, at, 1)], c = s->node[step(s, at, one)],
                   d = s->node[step(s, at, (uint64_t)one + 1)],
                   e = s->node[step(s, at, (uint64_t)one + two)],
                   f = s->node[step(s, at, (uint64_t)one + two + 1)];

    s->gained = weight(s, a, b) + weight(s, c, d) + weight(s, e, f) - weight(s, a, d) -
                weight(s, e, b) - weight(s, c, f);
    exchange(s, b, c, d, e);
    kg__node_queue_add(&s->queue, a);
    kg__node_queue_add(&s->queue, b);
    kg__node_queue_add(&s->queue, c);
    kg__node_queue_add(&s->queue, d);
    kg__node_queue_add(&s->queue, e);
    kg__node_queue_add(&s->queue, f);
}

static void undo(improver *s)
{
    while (s->logged) {
        s->logged--;
        swap_at(s, s->log[s->logged][0], s->log[s->logged][2], s->log[s->logged][1]);
    }
}

static kg_status kick_on(improver *s, kg__tour_effort *effort)
{
    kg_status status = KG_OK;

    s->logging = true;
    for (; effort->done < effort->kicks; effort->done++) {
        if (effort->done % OFTEN == 0) {
            KG_TRY(kg__progress(s->network->ctx, "changes at random", effort->done, 0));
            if (kg__patience_ends(effort->patience))
                break;
        }
        s->logged = 0;
        kick(s, effort->seed, effort->done);
        while (s->queue.length)
            improve_one(s);
        if (s->gained < 0)
            undo(s);
    }
out:
    return status;
}

kg_status kg__tour_improve_directed(uint32_t *tour, const kg__network *w, const uint32_t *near,
    const uint32_t *back, uint32_t width, kg__tour_effort *effort)
{
    improver *s = NULL;
    uint32_t *memory = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &s, 1, sizeof *s, "the tour's state"));
    KG_TRY(kg__host_allocate(w->ctx, &memory, 4 * (uint64_t)w->nodes, sizeof *memory, "tour"));
    *s = (improver){.network = w,
        .near = near,
        .back = back,
        .width = width,
        .m = w->nodes,
        .node = tour,
        .place = memory,
        .carried = memory + w->nodes};
    s->queue = (kg__node_queue){.ring = memory + 2 * (uint64_t)w->nodes,
        .waits = (uint8_t *)(memory + 3 * (uint64_t)w->nodes),
        .size = w->nodes};
    memset(s->queue.waits, 0, w->nodes);
    for (uint32_t i = 0; i < s->m; i++)
        s->place[tour[i]] = i;
    for (uint32_t i = 0; i < s->m && !effort->kicks; i++)
        kg__node_queue_add(&s->queue, tour[i]);
    KG_TRY(effort->kicks ? kick_on(s, effort) : improve_all(s, effort));
out:
    kg__free_all(w->ctx, memory, s);
    return status;
}
