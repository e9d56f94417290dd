/*
 * 2-opt and Or-opt, and kicks.
 *
 * In: a closed tour of a network's nodes, lists of near nodes. Out: a tour that is no longer.
 *
 * The tour is an array, and each node knows its place in it. 2-opt replaces two edges by two
 * others, which reverses the stretch between them, or the rest of the tour, whichever is shorter.
 * Or-opt moves a stretch of up to three nodes elsewhere, in either direction, by two or three such
 * reversals. An exchange helps only if one of its new edges is lighter than an old one at the same
 * node. So for each node only its near list is searched, and only as far as edges are lighter.
 * Nodes at which something has changed wait in a queue; the others need no new look (don't-look
 * bits).
 *
 * A kick exchanges two neighbouring stretches of up to 50 nodes at a random place (a double bridge
 * that stays local). The nodes around it are improved. If the tour is then longer than before, the
 * reversals are undone in reverse order.
 *
 * Work: some n exchanges; a reversal moves at most REVERSED nodes. Deterministic: one thread, a
 * queue; random numbers from a counter.
 * Sources: Bentley, "Fast algorithms for geometric traveling salesman problems", 1992; Johnson and
 * McGeoch, "The traveling salesman problem: a case study in local optimization", 1997.
 */
#define PROGRESS "2-opt and Or-opt"
#define ENTRIES  4
#include "tour_improve_tmpl.h"

/* MOVED: most nodes that Or-opt moves. REVERSED: most nodes that a reversal moves; exchanges that
 * need more are left out. */
enum { MOVED = 3, REVERSED = 50000 };

/* The node after v, or before it if `back` is set. */
static uint32_t next(const improver *s, uint32_t v, bool back)
{
    const uint32_t at = s->place[v];

    if (back)
        return s->node[at ? at - 1 : s->m - 1];
    return s->node[at + 1 < s->m ? at + 1 : 0];
}

/* Reverses the places from first to last, across the end of the array if necessary. */
static void reverse(improver *s, uint32_t first, uint32_t last)
{
    for (uint32_t left = length_between(s, first, last) / 2; left; left--) {
        const uint32_t a = s->node[first], b = s->node[last];

        s->node[first] = b;
        s->place[b] = first;
        s->node[last] = a;
        s->place[a] = last;
        first = first + 1 < s->m ? first + 1 : 0;
        last = last ? last - 1 : s->m - 1;
    }
}

/* Reverses the stretch from node a to node b, or the rest, which has the same effect. */
static void reverse_path(improver *s, uint32_t a, uint32_t b)
{
    uint32_t first = s->place[a], last = s->place[b];

    if (2 * (uint64_t)length_between(s, first, last) > s->m) {
        const uint32_t was = first;

        first = last + 1 < s->m ? last + 1 : 0;
        last = was ? was - 1 : s->m - 1;
    }
    if (s->logging) {
        s->log[s->logged][0] = first;
        s->log[s->logged++][1] = last;
    }
    reverse(s, first, last);
}

/* Replaces the edges a-b and c-d by a-c and b-d. In one of the two directions b must follow a, and
 * d must follow c. */
static void exchange(improver *s, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    if (next(s, a, false) == b)
        reverse_path(s, b, c);
    else
        reverse_path(s, a, d);
}

/* Returns whether the shorter path between two nodes has few enough nodes to be reversed. */
static bool is_short(const improver *s, uint32_t a, uint32_t b)
{
    const uint32_t length = length_between(s, s->place[a], s->place[b]);

    return length <= REVERSED || s->m - length <= REVERSED;
}

static bool try_2opt(improver *s, uint32_t a)
{
    for (int back = 0; back < 2; back++) {
        const uint32_t b = next(s, a, back);
        const int64_t old = weight(s, a, b);

        for (uint32_t k = 0; a < s->network->n && k < s->width; k++) {
            const uint32_t c = s->near[(uint64_t)a * s->width + k];
            const int64_t joined = weight(s, a, c);
            uint32_t d;
            int64_t gain;

            if (joined >= old)
                break;
            d = next(s, c, back);
            gain = old - joined + weight(s, c, d) - weight(s, b, d);
            if (gain <= 0 || !is_short(s, a, c))
                continue;
            exchange(s, a, b, c, d);
            s->gained += gain;
            look_again(s, (const uint32_t[]){a, b, c, d}, 4);
            return true;
        }
    }
    return false;
}

/* Moves the stretch from a to e, between p and q, to between c and x, so that a is next to c. In
 * the direction from a to e, x follows c. If `turned` is set, x comes before c, and the stretch is
 * reversed. */
static void move(improver *s, uint32_t p, uint32_t a, uint32_t e, uint32_t q, uint32_t c,
    uint32_t x, bool turned)
{
    if (turned && c == p) {
        exchange(s, x, p, e, q);
    } else if (turned) {
        exchange(s, p, a, x, c);
        if (x != q)
            exchange(s, p, x, q, e);
    } else if (x == p) {
        exchange(s, c, p, e, q);
        if (a != e)
            exchange(s, c, e, a, p);
    } else {
        exchange(s, p, a, c, x);
        if (c != q)
            exchange(s, p, c, q, e);
        if (a != e)
            exchange(s, c, e, a, x);
    }
    look_again(s, (const uint32_t[]){p, q, a, e, c, x}, 6);
}

/* Returns whether node v is among `count` nodes from a on in a direction. */
static bool is_among(const improver *s, uint32_t v, uint32_t a, uint32_t count, bool back)
{
    const uint32_t to = s->place[v], from = s->place[a];

    return length_between(s, back ? to : from, back ? from : to) <= count;
}

static bool try_moves(improver *s, uint32_t a, uint32_t count, bool back)
{
    const uint32_t p = next(s, a, !back);
    uint32_t e = a, q;
    int64_t saved;

    for (uint32_t i = 1; i < count; i++)
        e = next(s, e, back);
    q = next(s, e, back);
    saved = weight(s, p, a) + weight(s, e, q) - weight(s, p, q);
    for (uint32_t k = 0; k < s->width; k++) {
        const uint32_t c = s->near[(uint64_t)a * s->width + k];
        const int64_t joined = weight(s, a, c);

        if (joined >= saved)
            break;
        if (is_among(s, c, a, count, back) || !is_short(s, a, c))
            continue;
        for (int turned = 0; turned < 2; turned++) {
            const uint32_t x = next(s, c, turned ? !back : back);
            const int64_t gain = saved - joined - weight(s, e, x) + weight(s, c, x);

            if (gain <= 0 || c == (turned ? q : p))
                continue;
            move(s, p, a, e, q, c, x, turned);
            s->gained += gain;
            return true;
        }
    }
    return false;
}

static bool try_oropt(improver *s, uint32_t a)
{
    for (int back = 0; back < 2; back++)
        for (uint32_t count = 1; a < s->network->n && count <= MOVED; count++)
            if (try_moves(s, a, count, back))
                return true;
    return false;
}

static bool improve_at(improver *s, uint32_t v)
{
    return try_2opt(s, v) || try_oropt(s, v);
}

static void swap_stretches(improver *s, const uint32_t end[6])
{
    exchange(s, end[0], end[1], end[4], end[5]);
    exchange(s, end[0], end[4], end[3], end[2]);
    exchange(s, end[4], end[2], end[1], end[5]);
}

static void undo(improver *s, const uint32_t entry[3])
{
    reverse(s, entry[0], entry[1]);
}

kg_status kg__tour_improve(uint32_t *tour, const kg__network *w, const uint32_t *near,
    uint32_t width, kg__tour_effort *effort)
{
    return improve(tour, w, near, NULL, width, effort);
}
