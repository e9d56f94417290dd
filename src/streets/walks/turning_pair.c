/*
 * Pairs the ways to each crossing with the ways from it, so that the turns cost least.
 *
 * In:  pairs of ends at each crossing.
 * Out: the pairs of least cost; their cost is a bound for any walk.
 * Method: a perfect matching of least cost at each crossing, of ways in with ways out if directions
 *     count, by dynamic programming over sets of ends: the first end that is left is matched with
 *     each other one. A crossing of more than MOST ends keeps its pairs.
 * Work: O(2^ends ends) at a crossing. Memory: 10 MiB.
 */
#include "turning.h"
#include <string.h>

enum { MOST = 20 };

typedef struct matching {
    int64_t *best;  /* [2^MOST] the least cost of a set of ends, which are its bits; -1: none */
    uint16_t *last; /* [2^MOST] the last pair of that matching: MOST * a + b */
    int64_t cost[MOST][MOST];
    uint64_t end[MOST];
} matching;

static void solve(matching *m, bool directed, unsigned ends)
{
    const unsigned all = (1u << ends) - 1;

    memset(m->best, -1, ((size_t)all + 1) * sizeof *m->best);
    m->best[0] = 0;
    for (unsigned set = 0; set < all; set++) {
        const unsigned a = (unsigned)__builtin_ctz(~set);

        for (unsigned b = a + 1; b < ends && m->best[set] >= 0; b++) {
            const unsigned next = set | 1u << a | 1u << b;
            const int64_t cost = m->best[set] + m->cost[a][b];

            if ((set >> b & 1) || (directed && !((a ^ b) & 1)) ||
                (m->best[next] >= 0 && m->best[next] <= cost))
                continue;
            m->best[next] = cost;
            m->last[next] = (uint16_t)(MOST * a + b);
        }
    }
}

static void pair_crossing(matching *m, kg__turning *t, kg_vertex v)
{
    const uint64_t first = t->row[v];
    const unsigned ends = (unsigned)(2 * (t->row[v + 1] - first));
    unsigned set = (1u << ends) - 1;

    memcpy(m->end, t->list + 2 * first, ends * sizeof *m->end);
    for (unsigned a = 0; a < ends; a++)
        for (unsigned b = 0; b < ends; b++)
            m->cost[a][b] = kg__turning_cost(t, m->end[a], m->end[b]);
    solve(m, t->directed, ends);
    t->bound += m->best[set];
    for (uint64_t pair = first; set; pair++) {
        const unsigned a = m->last[set] / MOST, b = m->last[set] % MOST,
                       in = t->directed ? a & 1 : 0;

        kg__pair_set(t, pair, m->end[in ? b : a], m->end[in ? a : b]);
        set ^= 1u << a | 1u << b;
    }
}

kg_status kg__turning_pair(kg__turning *t)
{
    matching m = {0};
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &m.best, 1 << MOST, sizeof *m.best, "pairs of ways"));
    KG_TRY(kg__host_allocate(t->ctx, &m.last, 1 << MOST, sizeof *m.last, "pairs of ways"));
    t->bound = 0;
    for (uint64_t v = 0; v < t->crossings; v++)
        if (t->row[v + 1] > t->row[v] && 2 * (t->row[v + 1] - t->row[v]) <= MOST)
            pair_crossing(&m, t, (kg_vertex)v);
out:
    kg__free_all(t->ctx, m.best, m.last);
    return status;
}
