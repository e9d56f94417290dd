/*
 * Stage 8 on the CPU: is this walk an Euler circuit or path of this graph?
 *
 * in   row[n+1], col[m], walk[m]
 * out  right or not; where not, the first offence as the context's message
 *
 * By definition: each entry is an edge, none comes twice (so all m come once), each edge's target
 * is the source of the next, and a circuit's last leads to its first, a path's does not. The source
 * of an edge is checked against its row's bounds, so no list of sources is needed. O(m) work, m
 * bits.
 *
 * The threads only say whether all is well; an offence is then looked for again in order, so that
 * the message does not depend on their number.
 */
#include "euler_cpu.h"
#include <string.h>

enum { AHEAD = 12 };

typedef struct check {
    uint64_t n, m;
    const kg_edge *row;
    const kg_vertex *col;
    const kg_edge *walk;
    kg_euler_kind kind;
    uint64_t *seen; /* bits [m] */
} check;

/* Marks an edge as seen; false where it was. */
static inline bool see(uint64_t *seen, kg_edge e, bool shared)
{
    uint64_t bit = UINT64_C(1) << (e & 63), old;

    if (shared) {
        old = __atomic_fetch_or(&seen[e >> 6], bit, __ATOMIC_RELAXED);
    } else {
        old = seen[e >> 6];
        seen[e >> 6] = old | bit;
    }
    return !(old & bit);
}

/* Whether edge e is in the row of vertex v. */
static inline bool leaves(const check *c, kg_vertex v, kg_edge e)
{
    return c->row[v] <= e && e < c->row[v + 1];
}

/* Whether the walk goes on from entry i to the next, or from the last as its kind says. */
static inline bool goes_on(const check *c, uint64_t i)
{
    if (i + 1 < c->m)
        return leaves(c, c->col[c->walk[i]], c->walk[i + 1]);
    return leaves(c, c->col[c->walk[i]], c->walk[0]) == (c->kind == KG_EULER_CIRCUIT);
}

/* The first entry of [begin, end) that is wrong, or end. */
static inline uint64_t first_wrong(const check *c, uint64_t begin, uint64_t end, bool shared)
{
    const uint64_t m = c->m;
    const kg_edge *walk = c->walk;
    const kg_vertex *col = c->col;

    for (uint64_t i = begin; i < end; i++) {
        /* Not in a function of its own: gcc takes that for one without effect and drops it. */
        if (i + 2 * AHEAD < end) {
            kg_edge far = walk[i + 2 * AHEAD], near = walk[i + AHEAD];

            if (far < m)
                __builtin_prefetch(&col[far]);
            if (near < m) {
                __builtin_prefetch(&c->row[col[near]]);
                __builtin_prefetch(&c->seen[near >> 6]);
            }
        }
        if (walk[i] >= m || !see(c->seen, walk[i], shared) || (i + 1 < m && walk[i + 1] >= m) ||
            !goes_on(c, i))
            return i;
    }
    return end;
}

static void report(kg_context *ctx, const check *c, uint64_t i)
{
    unsigned long long at = i, e = c->walk[i], next = c->walk[i + 1 < c->m ? i + 1 : 0];

    if (e >= c->m)
        kg__fail(ctx, KG_NO_SOLUTION, "walk[%llu] is %llu, but the graph has %llu edges", at, e,
            (unsigned long long)c->m);
    else if (i + 1 < c->m && next >= c->m)
        kg__fail(ctx, KG_NO_SOLUTION, "walk[%llu] is %llu, but the graph has %llu edges", at + 1,
            next, (unsigned long long)c->m);
    else if (!goes_on(c, i))
        kg__fail(ctx, KG_NO_SOLUTION,
            i + 1 < c->m ? "walk[%llu] is edge %llu, which ends at vertex %u, where the next, "
                           "edge %llu, does not begin"
            : c->kind == KG_EULER_CIRCUIT
                ? "walk[%llu], the last, is edge %llu, which ends at vertex %u, where the "
                  "first, edge %llu, does not begin"
                : "walk[%llu], the last, is edge %llu, which ends at vertex %u, where the "
                  "first, edge %llu, begins: a circuit, not a path",
            at, e, c->col[e], next);
    else
        kg__fail(ctx, KG_NO_SOLUTION, "walk[%llu] is edge %llu, which came before", at, e);
}

decl_euler_verify(kg__euler_verify_cpu)
{
    kg_context *ctx = graph->ctx;
    check c = {graph->n, graph->m, graph->row, graph->col, walk, kind, NULL};
    size_t bytes = ((size_t)c.m / 64 + 1) * sizeof *c.seen;
    int parts = kg__threads(ctx, c.m, GRAIN);
    bool all_right = true;
    kg_status status = KG_OK;

    KG_TRY(kg__host_allocate(ctx, &c.seen, bytes, 1, "edges seen by the verification"));
    memset(c.seen, 0, bytes);
#pragma omp parallel for num_threads(parts) schedule(static) reduction(&& : all_right)
    for (int part = 0; part < parts; part++) {
        uint64_t begin = kg__part(c.m, part, parts), end = kg__part(c.m, part + 1, parts);
        uint64_t wrong =
            parts > 1 ? first_wrong(&c, begin, end, true) : first_wrong(&c, begin, end, false);

        all_right = all_right && wrong == end;
    }
    *right = all_right;
    if (!all_right) {
        memset(c.seen, 0, bytes);
        report(ctx, &c, first_wrong(&c, 0, c.m, false));
    }
out:
    kg__free(ctx, c.seen);
    return status;
}
