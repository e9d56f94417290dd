/*
 * The core of a graph: the part in which a cheapest join must be searched.
 *
 * In:  the edges, their weights, which vertices are odd.
 * Out: the core, and a list of steps by which a join of the core becomes a join of the graph.
 * Method: the following steps do not change the weight of the cheapest join, except by the edges
 *     that they force into it.
 *     - A loop is in no cheapest join, and of parallel edges only the lightest can be.
 *     - A vertex of degree 1: its edge is in each join if the vertex is odd, which turns the other
 *       end from odd to even or back. If the vertex is even, its edge is in none.
 *     - A vertex u of degree 2, between edges e = (u, a) and f = (u, b). If it is even, both or
 *       none are in a join, so they become one edge (a, b) of weight e + f. If it is odd, one of
 *       them is. The lighter one, e, is taken, which turns a, and the edge (a, b) of weight f - e
 *       stands for taking the other instead. The new edge has the id of e.
 * Work: O(n + m). Memory: 5 edge ids, 2 vertex ids and 8 bytes an edge. Serial: each step depends
 * on those before. Deterministic.
 */
#include "join.h"
#include <string.h>

/* The number of a vertex' neighbours that are searched for an edge parallel to a new one. An edge
 * that is not found only costs time in the matching. */
enum { LOOK = 16 };

enum { TICK = 1 << 18 }; /* vertices between two checks for cancellation */

typedef struct work {
    kg__core *core;
    kg_vertex *stack; /* [n] vertices to look at, each once */
    uint64_t stacked;
    bool *waits; /* [n] is on the stack */
} work;

static void attach(kg__core *core, kg_edge half, kg_vertex v)
{
    const kg_edge first = core->first[v];

    core->end[half] = v;
    core->last[half] = KG_NO_EDGE;
    core->next[half] = first;
    if (first != KG_NO_EDGE)
        core->last[first] = half;
    core->first[v] = half;
    core->degree[v]++;
}

static void detach(kg__core *core, kg_edge half)
{
    const kg_vertex v = core->end[half];
    const kg_edge next = core->next[half], last = core->last[half];

    if (last == KG_NO_EDGE)
        core->first[v] = next;
    else
        core->next[last] = next;
    if (next != KG_NO_EDGE)
        core->last[next] = last;
    core->end[half] = KG_NO_VERTEX;
    core->degree[v]--;
}

static void look_at(work *w, kg_vertex v)
{
    if (w->waits[v])
        return;
    w->waits[v] = true;
    w->stack[w->stacked++] = v;
}

static void remove_edge(work *w, kg_edge e)
{
    const kg_vertex u = w->core->end[2 * e], v = w->core->end[2 * e + 1];

    detach(w->core, 2 * e);
    detach(w->core, 2 * e + 1);
    look_at(w, u);
    look_at(w, v);
}

/* ---- parallel edges -------------------------------------------------------------------------- */

/* The edge of two that is heavier; if their weights are equal, the one with the larger id. */
static kg_edge heavier(const kg__core *core, kg_edge e, kg_edge f)
{
    if (core->weight[e] != core->weight[f])
        return core->weight[e] > core->weight[f] ? e : f;
    return e > f ? e : f;
}

/* Removes an edge parallel to a new edge, or the new edge itself. */
static void remove_parallel(work *w, kg_edge e)
{
    kg__core *core = w->core;
    const kg_vertex a = core->end[2 * e], b = core->end[2 * e + 1];
    const kg_vertex from = core->degree[a] <= core->degree[b] ? a : b, to = from == a ? b : a;
    kg_edge half = core->first[from];

    for (int i = 0; i < LOOK && half != KG_NO_EDGE; i++, half = core->next[half])
        if (half / 2 != e && core->end[half ^ 1] == to) {
            remove_edge(w, heavier(core, e, half / 2));
            return;
        }
}

/* seen: [n] the edge by which each vertex was last met; seen_from: [n] the vertex it was met
 * from. */
static void remove_all_parallel(work *w, kg_edge *seen, kg_vertex *seen_from)
{
    kg__core *core = w->core;

    for (uint64_t v = 0; v < core->n; v++)
        seen_from[v] = KG_NO_VERTEX;
    for (uint64_t v = 0; v < core->n; v++)
        for (kg_edge half = core->first[v], next; half != KG_NO_EDGE; half = next) {
            const kg_vertex to = core->end[half ^ 1];

            next = core->next[half];
            if (seen_from[to] == v) {
                const kg_edge gone = heavier(core, half / 2, seen[to]);

                seen[to] = gone == seen[to] ? half / 2 : seen[to];
                remove_edge(w, gone);
            } else {
                seen_from[to] = (kg_vertex)v;
                seen[to] = half / 2;
            }
        }
}

/* ---- trees and chains ------------------------------------------------------------------------ */

/* Forces edge e, which ends at the odd vertex u and at v, into the join. */
static void force(kg__core *core, kg_edge e, kg_vertex u, kg_vertex v)
{
    core->forced += core->weight[e];
    core->odd[u] = false;
    core->odd[v] = !core->odd[v];
}

static void contract_leaf(work *w, kg_vertex u)
{
    kg__core *core = w->core;
    const kg_edge half = core->first[u];

    core->chosen[half / 2] = core->odd[u];
    if (core->odd[u])
        force(core, half / 2, u, core->end[half ^ 1]);
    remove_edge(w, half / 2);
}

static void contract_chain(work *w, kg_vertex u)
{
    kg__core *core = w->core;
    kg_edge at = core->first[u], to = core->next[at], swap, far;
    kg_vertex b;

    if (core->end[at ^ 1] == core->end[to ^ 1]) {
        remove_edge(w, heavier(core, at / 2, to / 2)); /* u now has degree 1 */
        return;
    }
    if (heavier(core, at / 2, to / 2) == at / 2) {
        swap = at;
        at = to;
        to = swap;
    }
    core->step[2 * core->steps] = at / 2;
    core->step[2 * core->steps + 1] = 2 * (to / 2) + core->odd[u];
    core->steps++;
    if (core->odd[u]) {
        force(core, at / 2, u, core->end[at ^ 1]);
        core->weight[at / 2] = core->weight[to / 2] - core->weight[at / 2];
    } else {
        core->weight[at / 2] += core->weight[to / 2];
    }
    far = to ^ 1;
    b = core->end[far];
    detach(core, at);
    detach(core, to);
    detach(core, far);
    attach(core, at, b);
    remove_parallel(w, at / 2);
}

static kg_status contract(work *w)
{
    kg__core *core = w->core;
    uint64_t done = 0;
    kg_status status = KG_OK;

    for (uint64_t v = 0; v < core->n; v++)
        look_at(w, (kg_vertex)v);
    while (w->stacked) {
        const kg_vertex v = w->stack[--w->stacked];

        w->waits[v] = false;
        if (core->degree[v] == 1)
            contract_leaf(w, v);
        else if (core->degree[v] == 2)
            contract_chain(w, v);
        if (++done % TICK == 0)
            KG_TRY(kg__progress(core->ctx, "contracting trees and chains", 0, 0));
    }
out:
    return status;
}

/* ---- the core -------------------------------------------------------------------------------- */

static kg_status allocate(kg__core *core)
{
    static const char what[] = "the core of a graph";
    kg_context *ctx = core->ctx;
    const uint64_t n = core->n, m = core->m;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &core->next, m, 2 * sizeof *core->next, what));
    KG_TRY(kg__host_allocate(ctx, &core->last, m, 2 * sizeof *core->last, what));
    KG_TRY(kg__host_allocate(ctx, &core->end, m, 2 * sizeof *core->end, what));
    KG_TRY(kg__host_allocate(ctx, &core->first, n, sizeof *core->first, what));
    KG_TRY(kg__host_allocate(ctx, &core->degree, n, sizeof *core->degree, what));
    KG_TRY(kg__host_allocate(ctx, &core->weight, m, sizeof *core->weight, what));
    KG_TRY(kg__host_allocate(ctx, &core->step, n, 2 * sizeof *core->step, what));
out:
    return status;
}

kg_status kg__core_create(kg__core *core, kg__join *join, bool whole)
{
    kg_context *ctx = join->ctx;
    const uint64_t n = join->n, m = join->m;
    work w = {.core = core};
    kg_edge *seen = NULL;
    kg_status status;

    *core = (kg__core){.ctx = ctx, .n = n, .m = m, .odd = join->odd, .chosen = join->chosen};
    KG_TRY(allocate(core));
    KG_TRY(kg__host_allocate(ctx, &w.stack, n, sizeof *w.stack, "vertices to contract"));
    KG_TRY(kg__host_allocate(ctx, &w.waits, n, sizeof *w.waits, "vertices to contract"));
    KG_TRY(kg__host_allocate(ctx, &seen, n, sizeof *seen, "parallel edges"));
    for (uint64_t v = 0; v < n; v++) {
        core->first[v] = KG_NO_EDGE;
        core->degree[v] = 0;
        w.waits[v] = true; /* until all parallel edges are gone */
    }
    for (uint64_t e = m; e-- > 0;) { /* so that lists begin with the smallest id */
        core->weight[e] = join->weight[e];
        core->chosen[e] = false;
        core->end[2 * e] = core->end[2 * e + 1] = KG_NO_VERTEX;
        if (join->end[2 * e] == join->end[2 * e + 1])
            continue;
        attach(core, (kg_edge)(2 * e + 1), join->end[2 * e + 1]);
        attach(core, (kg_edge)(2 * e), join->end[2 * e]);
    }
    remove_all_parallel(&w, seen, w.stack);
    memset(w.waits, 0, n * sizeof *w.waits);
    if (!whole)
        KG_TRY(contract(&w));
out:
    kg__free_all(ctx, seen, w.waits, w.stack);
    return status;
}

/* The edge of a step is in the join if the step's edges are both in it, or the heavier one is. */
void kg__core_expand(kg__core *core)
{
    for (uint64_t i = core->steps; i-- > 0;) {
        const kg_edge e = core->step[2 * i], f = core->step[2 * i + 1] / 2;
        const bool odd = core->step[2 * i + 1] & 1, both = core->chosen[e];

        core->chosen[f] = both;
        core->chosen[e] = odd ? !both : both;
    }
}

void kg__core_destroy(kg__core *core)
{
    kg__free_all(core->ctx, core->next, core->last, core->end, core->first, core->degree,
        core->weight, core->step);
}
