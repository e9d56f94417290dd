/*
 * Stage 8 in host memory: is this walk an Euler circuit or path of this graph, or are these its
 * fewest trails? It is the table's function for the CPU. Trails are in host memory with any
 * backend.
 *
 * in   row[n+1], col[m], walk[m]; of an undirected graph end[2m], and walk[m] of half-edges; of
 *      trails begin[trails + 1]
 * out  right or not; if not, the first offence as the context's message
 *
 * By definition: each entry is an edge, and none occurs twice, so all m occur once. Each edge's
 * target is the source of the next. A circuit's last edge leads to its first, a path's does not.
 * Trails are the fewest if their number is half the missing partners, plus one for each component
 * with edges in which no vertex lacks a partner. The source of an edge is checked against its row's
 * bounds, so no list of sources is needed. Half-edge h leads from end[h] to end[h ^ 1] along edge
 * h / 2. If vertices have sides, a walk that comes in on one side goes out on the other. O(m) work,
 * m bits.
 *
 * The threads only decide whether the walk is right. An offence is then searched for again in
 * order, so that the message does not depend on the number of threads.
 */
#include "../base/bisect.h"
#include "euler_ops.h"
#include <string.h>

/* PARTS: pieces of work for each thread: short trails, which are next to each other, take less. */
enum { GRAIN = 1 << 16, AHEAD = 12, PARTS = 16 };

typedef struct check {
    uint64_t n, m;
    const kg_edge *row;
    const kg_vertex *col;
    const kg_vertex *end;             /* of an undirected or bidirected graph; otherwise NULL */
    const uint64_t *side, *one_sided; /* bits of half-edges and of vertices, or NULL */
    const kg_edge *walk;
    kg_euler_kind kind;
    const uint64_t *begin; /* [trails + 1] a circuit or path is one trail */
    uint64_t trails;
    uint64_t *seen; /* bits [m] */
} check;

/* Marks an edge as seen. Returns false if it was seen before. */
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

/* Returns whether edge e is in the row of vertex v. */
static inline bool leaves(const check *c, kg_vertex v, kg_edge e)
{
    return c->row[v] <= e && e < c->row[v + 1];
}

/* Returns the edge of an entry of the walk. halves: c->end exists; a constant wherever inlined. */
static inline kg_edge edge_of(kg_edge entry, bool halves)
{
    return halves ? entry / 2 : entry;
}

/* Returns the vertex that an entry leads to. */
static inline kg_vertex target(const check *c, kg_edge entry, bool halves)
{
    return halves ? c->end[entry ^ 1] : c->col[entry];
}

static inline bool has(const uint64_t *bits, uint64_t i)
{
    return bits && bits[i >> 6] >> (i & 63) & 1;
}

/* Returns whether an entry, of an edge that exists, may follow another one. */
static inline bool follows(const check *c, kg_edge entry, kg_edge next, bool halves)
{
    const kg_vertex to = target(c, entry, halves);

    if (!halves)
        return leaves(c, to, next);
    return c->end[next] == to &&
           (!c->side || has(c->one_sided, to) || has(c->side, entry ^ 1) != has(c->side, next));
}

/* Returns whether the walk goes on from entry i to the next, or from the last entry as its kind
 * says. end: the end of the trail. */
static inline bool goes_on(const check *c, uint64_t i, uint64_t end, bool halves)
{
    if (i + 1 < end)
        return follows(c, c->walk[i], c->walk[i + 1], halves);
    if (c->kind == KG_EULER_TRAILS)
        return true;
    return edge_of(c->walk[0], halves) < c->m &&
           follows(c, c->walk[i], c->walk[0], halves) == (c->kind == KG_EULER_CIRCUIT);
}

/* Returns the trail that contains entry i. */
static uint64_t trail_of(const check *c, uint64_t i)
{
    return KG__LAST_WHERE(t, 0, c->trails, c->begin[t] <= i);
}

/* Returns the first entry of [begin, end) that is wrong, or end. */
static inline __attribute__((always_inline)) uint64_t first_wrong(
    const check *c, uint64_t begin, uint64_t end, bool shared, bool halves)
{
    const uint64_t m = c->m;
    const kg_edge *walk = c->walk;
    uint64_t trail = trail_of(c, begin);

    for (uint64_t i = begin; i < end; i++) {
        const kg_edge e = edge_of(walk[i], halves);
        uint64_t stop = c->begin[trail + 1];

        if (i == stop)
            stop = c->begin[++trail + 1];
        /* Not in a function of its own: gcc would treat that as without effect and drop it. */
        if (i + 2 * AHEAD < end) {
            kg_edge far = edge_of(walk[i + 2 * AHEAD], halves);
            kg_edge near = edge_of(walk[i + AHEAD], halves);

            if (far < m)
                __builtin_prefetch(halves ? &c->end[2 * (uint64_t)far] : &c->col[far]);
            if (near < m) {
                if (!halves)
                    __builtin_prefetch(&c->row[c->col[near]]);
                __builtin_prefetch(&c->seen[near >> 6]);
            }
        }
        if (e >= m || !see(c->seen, e, shared) ||
            (i + 1 < stop && edge_of(walk[i + 1], halves) >= m) || !goes_on(c, i, stop, halves))
            return i;
    }
    return end;
}

/* The same, for values of shared and halves that are known at run time only. */
static uint64_t find_wrong(const check *c, uint64_t begin, uint64_t end, bool shared)
{
    if (c->end)
        return first_wrong(c, begin, end, shared, true);
    if (shared)
        return first_wrong(c, begin, end, true, false);
    return first_wrong(c, begin, end, false, false);
}

static void report(kg_context *ctx, const check *c, uint64_t i)
{
    const bool halves = c->end != NULL;
    const kg_edge entry = c->walk[i], behind = c->walk[i + 1 < c->m ? i + 1 : 0];
    const uint64_t end = c->begin[trail_of(c, i) + 1];
    unsigned long long at = i, e = edge_of(entry, halves), next = edge_of(behind, halves);

    if (e >= c->m || (i + 1 < end && next >= c->m))
        kg__fail(ctx, KG_NO_SOLUTION, "walk[%llu] is %llu, but the graph has %llu %s",
            e >= c->m ? at : at + 1, (unsigned long long)(e >= c->m ? entry : behind),
            (unsigned long long)(halves ? 2 * c->m : c->m), halves ? "half-edges" : "edges");
    else if (!goes_on(c, i, end, halves))
        kg__fail(ctx, KG_NO_SOLUTION,
            i + 1 < end ? "walk[%llu] is edge %llu, which ends at vertex %u, where the next, "
                          "edge %llu, does not begin"
            : c->kind == KG_EULER_CIRCUIT
                ? "walk[%llu], the last, is edge %llu, which ends at vertex %u, where the "
                  "first, edge %llu, does not begin"
                : "walk[%llu], the last, is edge %llu, which ends at vertex %u, where the "
                  "first, edge %llu, begins: a circuit, not a path",
            at, e, target(c, entry, halves), next);
    else
        kg__fail(ctx, KG_NO_SOLUTION, "walk[%llu] is edge %llu, which came before", at, e);
}

/* Checks whether the walk is right, according to c->begin and c->kind. */
static kg_status look_through(check *c, kg_graph *graph, bool *right)
{
    kg_context *ctx = graph->ctx;
    size_t bytes = ((size_t)c->m / 64 + 1) * sizeof *c->seen;
    const int threads = kg__threads(ctx, c->m, GRAIN);
    const int parts = threads > 1 ? PARTS * threads : 1;
    bool all_right = true;
    kg_status status = KG_OK;

    if (graph->half) {
        KG_TRY(kg__graph_make_ends(graph));
        c->end = graph->end;
        c->side = graph->side;
        c->one_sided = graph->one_sided;
    }
    KG_TRY(kg__host_allocate(ctx, &c->seen, bytes, 1, "edges seen by the verification"));
    memset(c->seen, 0, bytes);
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1) reduction(&& : all_right))
    for (int part = 0; part < parts; part++) {
        uint64_t begin = kg__part(c->m, part, parts), end = kg__part(c->m, part + 1, parts);

        all_right = all_right && find_wrong(c, begin, end, parts > 1) == end;
    }
    *right = all_right;
    if (!all_right) {
        memset(c->seen, 0, bytes);
        report(ctx, c, find_wrong(c, 0, c->m, false));
    }
out:
    kg__free(ctx, c->seen);
    return status;
}

decl_euler_verify(kg__euler_verify_cpu)
{
    const uint64_t whole[2] = {0, kg__edges(graph)};
    check c = {.n = graph->n,
        .m = kg__edges(graph),
        .row = graph->row,
        .col = graph->col,
        .walk = walk,
        .kind = kind,
        .begin = whole,
        .trails = 1};

    return look_through(&c, graph, right);
}

kg_status kg__euler_verify_trails(
    kg_graph *graph, const kg_edge *walk, const uint64_t *begin, uint64_t count, bool *right)
{
    check c = {.n = graph->n,
        .m = kg__edges(graph),
        .row = graph->row,
        .col = graph->col,
        .walk = walk,
        .kind = KG_EULER_TRAILS,
        .begin = begin,
        .trails = count};
    uint64_t missing, balanced, least;
    kg_status status;

    *right = false;
    for (uint64_t t = 0; t < count; t++)
        if (begin[t] >= begin[t + 1]) {
            kg__fail(graph->ctx, KG_NO_SOLUTION, "trail %llu has no edge", (unsigned long long)t);
            return KG_OK;
        }
    if (begin[0] != 0 || begin[count] != c.m) {
        kg__fail(graph->ctx, KG_NO_SOLUTION,
            "the trails are entries %llu to %llu of the walk, but the graph has %llu edges",
            (unsigned long long)begin[0], (unsigned long long)begin[count],
            (unsigned long long)c.m);
        return KG_OK;
    }
    KG_TRY(kg__euler_count_missing(graph, &missing, &balanced));
    least = missing / 2 + balanced;
    if (count != least)
        kg__fail(graph->ctx, KG_NO_SOLUTION, "%llu trails, but the fewest are %llu",
            (unsigned long long)count, (unsigned long long)least);
    else if (c.m)
        status = look_through(&c, graph, right);
    else
        *right = true;
out:
    return status;
}
