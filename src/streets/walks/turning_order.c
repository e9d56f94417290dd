/*
 * Improves the order of a circuit's passes, crossing by crossing.
 *
 * In:  pairs of ends by which all passes are one circuit.
 * Out: the order of the passes, which costs no more.
 * Method: the passages through a crossing cut the circuit into parts. At most MOST passages are
 *     changed at a time. Dynamic programming over sets of parts (M. Held and R. M. Karp, J. SIAM
 *     10, 1962) finds the cheapest order of the parts between them, and, if directions do not
 *     count, the direction of each. The longest part stays in place. All crossings are visited
 *     until none improves, or until so many passes were moved.
 * Work: O(2^MOST MOST^2) for a change, and O(passes) for one that improves: at most WORK in all.
 */
#include "turning.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 7, STEP = 3, SETS = 1 << (MOST - 1) };

static const uint64_t most_work = UINT64_C(1) << 28; /* passes moved: some 2 s */

typedef struct part {
    uint64_t from, count; /* passes in order */
    uint64_t end[2];      /* the first end of its first pass, and the last of its last */
} part;

typedef struct ordering {
    kg__turning *t;
    uint64_t *order; /* [passes] the end from which each pass in turn is walked */
    uint64_t *place; /* [passes] of each pair: the place of the pass after it */
    uint64_t *spare; /* [passes] */
    uint64_t *visit; /* [most pairs of a crossing] places, increasing */
    uint64_t moved;
    part part[MOST];
    unsigned parts;
    /* [sets of parts][last part][its direction] */
    int64_t best[SETS][MOST][2];
    unsigned char before[SETS][MOST][2]; /* 2 * the part before + its direction */
} ordering;

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Cuts the circuit at some places, the longest part first. */
static void cut(ordering *o, const uint64_t *visit, uint64_t visits, uint64_t first)
{
    const uint64_t n = o->t->passes;
    part found[MOST];
    unsigned longest = 0;

    for (unsigned i = 0; i < o->parts; i++) {
        const uint64_t from = visit[(first + i) % visits];
        const uint64_t to = visit[(i + 1 < o->parts ? first + i + 1 : first) % visits];

        found[i] = (part){from, to > from ? to - from : to + n - from,
            {o->order[from], o->order[(to + n - 1) % n] ^ 1}};
        longest = found[i].count > found[longest].count ? i : longest;
    }
    for (unsigned i = 0; i < o->parts; i++)
        o->part[i] = found[(longest + i) % o->parts];
}

/* The cost of going from part a to part b, whose directions are given. */
static int64_t go(const ordering *o, unsigned a, unsigned a_turned, unsigned b, unsigned b_turned)
{
    return kg__turning_cost(o->t, o->part[a].end[!a_turned], o->part[b].end[b_turned]);
}

/* Finds the best order: the cost that it saves, and its last part. */
static int64_t solve(ordering *o, unsigned *last)
{
    const unsigned parts = o->parts, ways = o->t->directed ? 1 : 2, all = (1u << (parts - 1)) - 1;
    int64_t now = 0, best = INT64_MAX;

    for (unsigned i = 0; i < parts; i++)
        now += go(o, i, 0, (i + 1) % parts, 0);
    for (unsigned set = 1; set <= all; set++)
        for (unsigned b = 2; b < 2 * parts; b++) {
            const unsigned bit = 1u << (b / 2 - 1), rest = set ^ bit;
            int64_t *least = &o->best[set][b / 2][b & 1];

            *least = INT64_MAX;
            if (!(set & bit) || (b & 1) >= ways)
                continue;
            if (!rest) {
                *least = go(o, 0, 0, b / 2, b & 1);
                o->before[set][b / 2][b & 1] = 0;
            }
            for (unsigned a = 2; a < 2 * parts && rest; a++) {
                const int64_t so_far = o->best[rest][a / 2][a & 1];

                if (!(rest >> (a / 2 - 1) & 1) || (a & 1) >= ways ||
                    so_far + go(o, a / 2, a & 1, b / 2, b & 1) >= *least)
                    continue;
                *least = so_far + go(o, a / 2, a & 1, b / 2, b & 1);
                o->before[set][b / 2][b & 1] = (unsigned char)a;
            }
        }
    for (unsigned a = 2; a < 2 * parts; a++)
        if ((a & 1) < ways && o->best[all][a / 2][a & 1] + go(o, a / 2, a & 1, 0, 0) < best) {
            best = o->best[all][a / 2][a & 1] + go(o, a / 2, a & 1, 0, 0);
            *last = a;
        }
    return now - best;
}

/* Moves the parts after the first, which stays, into the order that solve() found. */
static void apply(ordering *o, unsigned last)
{
    kg__turning *t = o->t;
    const uint64_t n = t->passes, begin = o->part[0].from + o->part[0].count;
    uint64_t pair[MOST], come = o->part[0].end[1], count = 0;
    unsigned set = (1u << (o->parts - 1)) - 1, turn[MOST] = {0};

    for (unsigned i = 0; i < o->parts; i++)
        pair[i] = t->at[o->part[i].end[0]] / 2;
    for (unsigned i = o->parts - 1; i; i--) {
        turn[i] = last;
        last = o->before[set][turn[i] / 2][turn[i] & 1];
        set ^= 1u << (turn[i] / 2 - 1);
    }
    for (unsigned i = 1; i < o->parts; i++) {
        const part *p = &o->part[turn[i] / 2];
        const unsigned turned = turn[i] & 1;

        kg__pair_set(t, pair[i], come, p->end[turned]);
        come = p->end[!turned];
        for (uint64_t k = 0; k < p->count; k++)
            o->spare[count++] = turned ? o->order[(p->from + p->count - 1 - k) % n] ^ 1
                                       : o->order[(p->from + k) % n];
    }
    kg__pair_set(t, pair[0], come, o->part[0].end[0]);
    for (uint64_t k = 0; k <= count; k++) {
        const uint64_t at = (begin + k) % n;

        o->order[at] = k < count ? o->spare[k] : o->order[at];
        o->place[t->at[o->order[at]] / 2] = at;
    }
    o->moved += count;
}

/* Returns whether a crossing improved. */
static bool improve(ordering *o, kg_vertex v)
{
    const uint64_t *row = o->t->row + v, visits = row[1] - row[0];
    const uint64_t windows = visits > MOST ? (visits + STEP - 1) / STEP : visits > 1;
    bool improved = false;

    for (uint64_t w = 0; w < windows && o->moved < most_work; w++) {
        unsigned last = 0;

        for (uint64_t i = 0; i < visits; i++)
            o->visit[i] = o->place[row[0] + i];
        qsort(o->visit, visits, sizeof *o->visit, compare);
        o->parts = visits < MOST ? (unsigned)visits : MOST;
        cut(o, o->visit, visits, STEP * w);
        if (solve(o, &last) <= 0)
            continue;
        apply(o, last);
        improved = true;
    }
    return improved;
}

static void list_order(ordering *o)
{
    const kg__turning *t = o->t;
    uint64_t end = 0;

    for (uint64_t i = 0; i < t->passes; i++) {
        o->order[i] = end;
        o->place[t->at[end] / 2] = i;
        end = kg__pair_mate(t, end ^ 1);
    }
}

kg_status kg__turning_order(kg__turning *t, uint64_t *order)
{
    ordering *o = NULL;
    uint64_t most = 0;
    bool improved = true;
    kg_status status;

    for (kg_vertex v = 0; v < t->crossings; v++)
        most = t->row[v + 1] - t->row[v] > most ? t->row[v + 1] - t->row[v] : most;
    KG_TRY(kg__host_allocate(t->ctx, &o, 1, sizeof *o, "turns"));
    *o = (ordering){.t = t, .order = order};
    KG_TRY(kg__host_allocate(t->ctx, &o->place, t->passes, sizeof *o->place, "turns"));
    KG_TRY(kg__host_allocate(t->ctx, &o->spare, t->passes, sizeof *o->spare, "turns"));
    KG_TRY(kg__host_allocate(t->ctx, &o->visit, most, sizeof *o->visit, "turns"));
    list_order(o);
    while (improved && o->moved < most_work) {
        improved = false;
        for (kg_vertex v = 0; v < t->crossings; v++) {
            if (v % 1024 == 0)
                KG_TRY(kg__cancelled(t->ctx));
            improved |= improve(o, v);
        }
    }
out:
    if (o)
        kg__free_all(t->ctx, o->place, o->spare, o->visit, o);
    return status;
}
