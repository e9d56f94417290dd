/*
 * Checks that a matching or a flow is a solution, and that its dual proves that none is cheaper.
 * Shares nothing with the code that found them.
 *
 * In:  the problem, its solution and dual, as in lemon.h; any number of them may be wrong.
 * Out: KG_OK and the cost, or KG_INTERNAL with a text that says what is wrong.
 *
 * Why it is a proof. For a matching: let y be the potentials and z >= 0 the blossoms' values. Let
 * y(u) + y(v) + the z of all blossoms that hold u and v be at least -cost for each edge. Then any
 * perfect matching costs at least -(sum of y) - (sum of z(B) (|B| - 1) / 2), because at most
 * (|B| - 1) / 2 of its edges lie in a blossom of |B| nodes, and |B| is odd. The matching costs just
 * that if the two sums are equal. For a flow: no cycle of arcs can then be cheaper than 0, except
 * for the savings of full arcs, each at most its limit times its reduced cost.
 * Method: blossoms are intervals of one order of the nodes, any two disjoint or nested. c(i) is the
 *     sum of the values of the blossoms that hold places i and i + 1. The values of the blossoms
 *     that hold places p < q add up to the least of c(p) .. c(q - 1). They count in each of these,
 *     and between the two largest blossoms that hold only p or only q there is a place where no
 *     other counts. The least is found in a tree of minima.
 * Work: O(edges log nodes). Memory: 20 bytes a node. Sums are exact, in 128 bits.
 */
#include "join.h"
#include <string.h>

#define FAIL(...) kg__fail(ctx, KG_INTERNAL, "self-check: " __VA_ARGS__)

static int64_t cost_of(const int64_t *cost, uint64_t priced, uint64_t e)
{
    return e < priced ? cost[e] : 0;
}

/* ---- matchings ------------------------------------------------------------------------------- */

typedef struct proof {
    const kg__matching *m;
    uint32_t *place; /* [nodes] the place in the order */
    int64_t *least;  /* [2 * nodes] a tree of minima: leaf nodes + i is c(i) */
} proof;

/* Checks that each node is matched by an edge of its own, which also matches its other end. */
static kg_status check_perfect(kg_context *ctx, const kg__matching *m, __int128 *cost)
{
    uint64_t matched = 0;

    *cost = 0;
    for (uint64_t v = 0; v < m->nodes; v++) {
        const uint64_t e = m->mate[v];

        if (e >= m->edges || (m->node[2 * e] != v && m->node[2 * e + 1] != v))
            return FAIL("node %llu is matched by an edge of others", (unsigned long long)v);
        if (m->mate[m->node[2 * e]] != e || m->mate[m->node[2 * e + 1]] != e)
            return FAIL("edge %llu matches one of its ends only", (unsigned long long)e);
        if (m->node[2 * e] == v) {
            *cost += cost_of(m->cost, m->priced, e);
            matched++;
        }
    }
    if (2 * matched != m->nodes)
        return FAIL("the matching is not perfect");
    return KG_OK;
}

/* Makes place[] from an order that must hold each node once. */
static kg_status check_order(kg_context *ctx, proof *p)
{
    const kg__matching *m = p->m;

    memset(p->place, 0xff, m->nodes * sizeof *p->place);
    for (uint64_t i = 0; i < m->nodes; i++) {
        const uint32_t v = m->order[i];

        if (v >= m->nodes || p->place[v] != UINT32_MAX)
            return FAIL("the order of nodes is none");
        p->place[v] = (uint32_t)i;
    }
    return KG_OK;
}

/*
 * Checks that each blossom is an odd number of nodes and has a value of at least 0. It must also
 * lie within the innermost open blossom before it, or after it. Makes c(i) in the leaves.
 *
 * open: [blossoms] working memory.
 */
static kg_status check_blossoms(kg_context *ctx, proof *p, uint32_t *open)
{
    const kg__matching *m = p->m;
    int64_t *step = p->least + m->nodes;
    uint64_t depth = 0;

    if (m->blossoms > m->nodes / 2)
        return FAIL("too many blossoms");
    memset(step, 0, m->nodes * sizeof *step);
    for (uint64_t b = 0; b < m->blossoms; b++) {
        const uint32_t begin = m->begin[b], end = m->end[b];

        if (begin >= end || end > m->nodes || (end - begin) % 2 == 0 || m->value[b] < 0)
            return FAIL("blossom %llu is none", (unsigned long long)b);
        if (b && begin < m->begin[b - 1])
            return FAIL("blossoms are not in order");
        while (depth && open[depth - 1] <= begin)
            depth--;
        if (depth && open[depth - 1] < end)
            return FAIL("two blossoms overlap");
        open[depth++] = end;
        if (end - begin > 1 &&
            (__builtin_add_overflow(step[begin], m->value[b], &step[begin]) ||
                __builtin_sub_overflow(step[end - 1], m->value[b], &step[end - 1])))
            return FAIL("values of blossoms overflow");
    }
    for (uint64_t i = 1; i < m->nodes; i++)
        if (__builtin_add_overflow(step[i], step[i - 1], &step[i]))
            return FAIL("values of blossoms overflow");
    for (uint64_t i = m->nodes; i-- > 1;)
        p->least[i] = p->least[2 * i] < p->least[2 * i + 1] ? p->least[2 * i] : p->least[2 * i + 1];
    return KG_OK;
}

/* The least of c(from) .. c(to - 1), from < to. */
static int64_t least_of(const proof *p, uint64_t from, uint64_t to)
{
    int64_t least = INT64_MAX;

    for (from += p->m->nodes, to += p->m->nodes; from < to; from /= 2, to /= 2) {
        if (from & 1) {
            least = p->least[from] < least ? p->least[from] : least;
            from++;
        }
        if (to & 1) {
            to--;
            least = p->least[to] < least ? p->least[to] : least;
        }
    }
    return least;
}

static kg_status check_edges(kg_context *ctx, const proof *p)
{
    const kg__matching *m = p->m;

    for (uint64_t e = 0; e < m->edges; e++) {
        const uint32_t u = m->node[2 * e], v = m->node[2 * e + 1];
        const uint32_t a = p->place[u], b = p->place[v];
        __int128 sum = (__int128)m->potential[u] + m->potential[v];

        sum += (__int128)KG__DUAL_SCALE * cost_of(m->cost, m->priced, e);
        if (sum < 0) /* few edges need more than that */
            sum += least_of(p, a < b ? a : b, a < b ? b : a);
        if (sum < 0)
            return FAIL("the dual does not hold at edge %llu", (unsigned long long)e);
    }
    return KG_OK;
}

kg_status kg__check_matching(kg_context *ctx, const kg__matching *m, __int128 *cost)
{
    proof p = {.m = m};
    uint32_t *open = NULL;
    __int128 dual = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &p.place, m->nodes, sizeof *p.place, "the check of a matching"));
    KG_TRY(
        kg__host_allocate(ctx, &p.least, m->nodes, 2 * sizeof *p.least, "the check of a matching"));
    KG_TRY(kg__host_allocate(ctx, &open, m->nodes / 2, sizeof *open, "the check of a matching"));
    KG_TRY(check_perfect(ctx, m, cost));
    KG_TRY(check_order(ctx, &p));
    KG_TRY(check_blossoms(ctx, &p, open));
    KG_TRY(check_edges(ctx, &p));
    for (uint64_t v = 0; v < m->nodes; v++)
        dual += m->potential[v];
    for (uint64_t b = 0; b < m->blossoms; b++)
        dual += (__int128)m->value[b] * ((m->end[b] - m->begin[b]) / 2);
    if (dual != -(__int128)KG__DUAL_SCALE * *cost)
        status = FAIL("the dual proves another cost than the matching's");
out:
    kg__free_all(ctx, p.place, p.least, open);
    return status;
}

/* ---- flows ----------------------------------------------------------------------------------- */

kg_status kg__check_flow(kg_context *ctx, const kg__flow *f, __int128 *cost)
{
    int64_t *left = NULL;
    __int128 dual = 0;
    kg_status status;

    *cost = 0;
    KG_TRY(kg__host_allocate(ctx, &left, f->nodes, sizeof *left, "the check of a flow"));
    memcpy(left, f->supply, f->nodes * sizeof *left);
    for (uint64_t a = 0; a < f->arcs; a++) {
        const uint32_t u = f->node[2 * a], v = f->node[2 * a + 1];
        const int64_t price = cost_of(f->cost, f->priced, a);
        const __int128 reduced = (__int128)price + f->potential[u] - f->potential[v];

        const int64_t most = f->most ? f->most[a] : INT64_MAX;

        if (f->amount[a] < 0 || f->amount[a] > most ||
            (reduced < 0 && (f->amount[a] != most || most == INT64_MAX)) ||
            (reduced > 0 && f->amount[a])) {
            status = FAIL("the dual does not hold at arc %llu", (unsigned long long)a);
            goto out;
        }
        if (__builtin_sub_overflow(left[u], f->amount[a], &left[u]) ||
            __builtin_add_overflow(left[v], f->amount[a], &left[v])) {
            status = FAIL("the flow overflows");
            goto out;
        }
        *cost += (__int128)f->amount[a] * price;
        if (reduced < 0)
            dual += reduced * most;
    }
    for (uint64_t v = 0; v < f->nodes; v++) {
        if (left[v]) {
            status = FAIL("the flow is not balanced at node %llu", (unsigned long long)v);
            goto out;
        }
        dual -= (__int128)f->potential[v] * f->supply[v];
    }
    if (dual != *cost)
        status = FAIL("the dual proves another cost than the flow's");
out:
    kg__free(ctx, left);
    return status;
}
