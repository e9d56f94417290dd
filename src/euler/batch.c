/*
 * Euler walks of many small directed graphs.
 *
 * In:  the rows and targets of all graphs, one after the other, in host memory.
 * Out: of each graph the walk that kg_euler_find() gives for it alone, or why there is none.
 * Method: the stages of euler_ops.h, by one thread for each graph. A link is taken if it joins two
 *     circuits by union and find, in order of slots, which is Kruskal's algorithm. Its swip is done
 *     at once: exchanges from left to right along a run of links are the rotation of stage 6.
 * Work: nearly O(n + m) for each graph, with scratch memory for the largest graph for each
 *     thread.
 * Deterministic: graphs do not depend on each other. An error names the first graph that is wrong.
 */
#include "../base/union_find.h"
#include "euler_ops.h"
#include <string.h>

typedef unsigned long long wide;

/* APART: unused entries, so that two threads do not write to one cache line. */
enum { GRAIN = 4096, GRAPHS_AT_ONCE = 64, APART = 64 };

typedef struct batch {
    kg_context *ctx;
    uint64_t count;
    const uint64_t *first_vertex, *row;
    const kg_vertex *target;
    kg_edge *walk;
    kg_euler_batch_answer *answer;
    kg_euler_batch_options options;
    uint64_t most_vertices, most_edges;
    uint64_t wrong; /* the first graph that is wrong, and how */
    kg_status status;
} batch;

/* One graph, and a thread's scratch memory. */
typedef struct small {
    uint64_t n, m;           /* as they were given */
    const uint64_t *given;   /* [n+1] offsets into the targets of all graphs */
    const kg_vertex *target; /* [m] */
    kg_edge edges;           /* with the virtual edge */
    kg_edge virtual_edge;    /* its slot, or KG_NO_EDGE */
    kg_edge *row, *cursor;   /* [n+1] */
    kg_edge *pred, *circuit; /* [edges] */
    kg_vertex *col, *parent; /* [edges] */
} small;

/* ---- stages 1 to 7 --------------------------------------------------------------------------- */

/* Copies the graph, and counts in-edges in cursor[]. False: rows or targets are not valid. */
static bool take_graph(small *g)
{
    memset(g->cursor, 0, (g->n + 1) * sizeof *g->cursor);
    for (uint64_t v = 0; v < g->n; v++)
        if (g->given[v + 1] < g->given[v] || g->given[v + 1] > g->given[0] + g->m)
            return false;
    for (uint64_t v = 0; v <= g->n; v++)
        g->row[v] = (kg_edge)(g->given[v] - g->given[0]);
    for (uint64_t e = 0; e < g->m; e++) {
        if (g->target[e] >= g->n)
            return false;
        g->col[e] = g->target[e];
        g->cursor[g->target[e]]++;
    }
    g->edges = (kg_edge)g->m;
    g->virtual_edge = KG_NO_EDGE;
    return true;
}

static void insert_edge(small *g, uint64_t source, uint64_t target)
{
    const kg_edge at = g->row[source + 1];

    memmove(g->col + at + 1, g->col + at, (g->m - at) * sizeof *g->col);
    g->col[at] = (kg_vertex)target;
    for (uint64_t v = source + 1; v <= g->n; v++)
        g->row[v]++;
    g->virtual_edge = at;
    g->edges++;
}

/* Stage 1. Returns whether there may be a walk; for a path, inserts the virtual edge. */
static bool choose_kind(small *g, kg_euler_kind kind, kg_euler_batch_answer *a)
{
    uint64_t count = 0, first = 0, ends[2] = {0, 0}, single = 0;

    for (uint64_t v = 0; v < g->n; v++) {
        const kg_edge out = g->row[v + 1] - g->row[v], in = g->cursor[v];

        if (out == in)
            continue;
        first = count++ ? first : v;
        single += out == in + 1 || in == out + 1;
        ends[out < in] = v;
    }
    if (count == 0 && kind != KG_EULER_PATH) {
        a->found = KG_EULER_CIRCUIT;
        return true;
    }
    if (count == 2 && single == 2 && kind != KG_EULER_CIRCUIT) {
        a->found = KG_EULER_PATH;
        insert_edge(g, ends[1], ends[0]);
        return true;
    }
    a->reason = count ? KG_EULER_UNBALANCED : KG_EULER_IS_CIRCUIT;
    a->witness = first;
    return false;
}

/* Stages 2 and 3: pred[], and the number of each edge's circuit. Returns how many there are. */
static kg_vertex find_circuits(small *g)
{
    kg_vertex circuits = 0;

    memcpy(g->cursor, g->row, g->n * sizeof *g->cursor);
    for (kg_edge e = 0; e < g->edges; e++) {
        g->pred[g->cursor[g->col[e]]++] = e;
        g->circuit[e] = KG_NO_EDGE;
    }
    for (kg_edge e = 0; e < g->edges; e++) {
        if (g->circuit[e] != KG_NO_EDGE)
            continue;
        for (kg_edge at = e; g->circuit[at] == KG_NO_EDGE; at = g->pred[at])
            g->circuit[at] = circuits;
        circuits++;
    }
    return circuits;
}

/* Stages 4 to 6. Returns how many circuits are left. */
static kg_vertex join_circuits(small *g, kg_vertex circuits)
{
    kg_vertex left = circuits;

    kg__sets_part(g->parent, circuits);
    for (uint64_t v = 0; v < g->n && left > 1; v++)
        for (kg_edge s = g->row[v]; s + 1 < g->row[v + 1]; s++) {
            const kg_vertex a = kg__sets_root(g->parent, (kg_vertex)g->circuit[s]);
            const kg_vertex b = kg__sets_root(g->parent, (kg_vertex)g->circuit[s + 1]);
            const kg_edge before = g->pred[s];

            if (a == b)
                continue;
            kg__sets_join(g->parent, a, b);
            g->pred[s] = g->pred[s + 1];
            g->pred[s + 1] = before;
            left--;
        }
    return left;
}

/* Returns the id of an edge in the graph as it was given. */
static kg_edge given_id(const small *g, kg_edge e)
{
    return e - (g->virtual_edge != KG_NO_EDGE && e > g->virtual_edge);
}

/* Returns the smallest edge that is not connected with edge 0. */
static kg_edge find_apart(const small *g)
{
    const kg_edge zero = g->virtual_edge == 0;
    const kg_vertex root = kg__sets_root(g->parent, (kg_vertex)g->circuit[zero]);
    kg_edge e = zero;

    while (e == g->virtual_edge || kg__sets_root(g->parent, (kg_vertex)g->circuit[e]) == root)
        e++;
    return given_id(g, e);
}

/* Stage 7, backwards from the first edge. */
static void write_walk(const small *g, kg_edge *walk)
{
    const bool is_path = g->virtual_edge != KG_NO_EDGE;
    const kg_edge first = is_path ? g->virtual_edge : 0;
    kg_edge e = first;

    if (!is_path)
        walk[0] = 0;
    for (uint64_t i = g->m; i > !is_path; i--) {
        e = g->pred[e];
        walk[i - 1] = given_id(g, e);
    }
}

static void find(small *g, kg_euler_kind kind, kg_euler_batch_answer *a, kg_edge *walk)
{
    *a = (kg_euler_batch_answer){.found = KG_EULER_ANY, .reason = KG_EULER_EXISTS};
    if (!choose_kind(g, kind, a) || g->m == 0)
        return;
    if (join_circuits(g, find_circuits(g)) == 1) {
        write_walk(g, walk);
        return;
    }
    *a = (kg_euler_batch_answer){.reason = KG_EULER_DISCONNECTED, .witness = find_apart(g)};
}

/* ---- stage 8 --------------------------------------------------------------------------------- */

/* Checks a walk by definition, from the arrays as they were given. Overwrites pred and circuit. */
static bool is_walk(small *g, kg_euler_kind kind, const kg_edge *walk)
{
    kg_edge *source = g->pred, *used = g->circuit;

    for (uint64_t v = 0; v < g->n; v++)
        for (uint64_t i = g->given[v]; i < g->given[v + 1]; i++)
            source[i - g->given[0]] = (kg_edge)v;
    memset(used, 0, g->m * sizeof *used);
    for (uint64_t i = 0; i < g->m; i++) {
        if (walk[i] >= g->m || used[walk[i]]++)
            return false;
        if (i > 0 && g->target[walk[i - 1]] != source[walk[i]])
            return false;
    }
    return g->m == 0 ||
           (g->target[walk[g->m - 1]] == source[walk[0]]) == (kind == KG_EULER_CIRCUIT);
}

/* ---- the call -------------------------------------------------------------------------------- */

static kg_status check_offsets(batch *b)
{
    const uint64_t *first = b->first_vertex;

    if (first[0] != 0 || b->row[0] != 0)
        return kg__fail(b->ctx, KG_ARGUMENT, "first_vertex[0] is %llu and row[0] %llu: expected 0",
            (wide)first[0], (wide)b->row[0]);
    for (uint64_t i = 0; i < b->count; i++) {
        uint64_t n, m;

        if (first[i + 1] < first[i] || b->row[first[i + 1]] < b->row[first[i]])
            return kg__fail(b->ctx, KG_ARGUMENT, "graph %llu ends before it begins", (wide)i);
        n = first[i + 1] - first[i];
        m = b->row[first[i + 1]] - b->row[first[i]];
        b->most_vertices = n > b->most_vertices ? n : b->most_vertices;
        b->most_edges = m > b->most_edges ? m : b->most_edges;
    }
    if (b->most_vertices > KG__VERTICES_MAX || b->most_edges > KG__VERTICES_MAX - 1 ||
        b->most_edges > KG__EDGES_MAX - 1)
        return kg__fail(b->ctx, KG_OVERFLOW, "a graph of %llu vertices or %llu edges: too large",
            (wide)b->most_vertices, (wide)b->most_edges);
    return KG_OK;
}

static void note_wrong(batch *b, uint64_t i, kg_status status)
{
#pragma omp critical(kg_euler_batch_wrong)
    if (i < b->wrong) {
        b->wrong = i;
        b->status = status;
    }
}

static void do_graph(batch *b, small *g, uint64_t i)
{
    const uint64_t first = b->first_vertex[i], begin = b->row[first];
    kg_edge *walk = b->walk + begin;

    g->n = b->first_vertex[i + 1] - first;
    g->m = b->row[first + g->n] - begin;
    g->given = b->row + first;
    g->target = b->target + begin;
    if (!take_graph(g)) {
        note_wrong(b, i, KG_ARGUMENT);
        return;
    }
    find(g, b->options.kind, &b->answer[i], walk);
    if (b->answer[i].found && !b->options.skip_verify && !is_walk(g, b->answer[i].found, walk))
        note_wrong(b, i, KG_INTERNAL);
}

/* Returns a thread's part of the scratch memory. */
static small scratch_of(const batch *b, kg_edge *edges, kg_vertex *vertices, int thread)
{
    const uint64_t n = b->most_vertices + 1, m = b->most_edges + APART, t = (unsigned)thread;
    kg_edge *own = edges + 2 * (n + m) * t;
    kg_vertex *other = vertices + 2 * m * t;

    return (small){.row = own,
        .cursor = own + n,
        .pred = own + 2 * n,
        .circuit = own + 2 * n + m,
        .col = other,
        .parent = other + m};
}

static kg_status do_all(batch *b)
{
    const uint64_t n = b->most_vertices + 1, m = b->most_edges + APART;
    const uint64_t vertices_in_all = b->first_vertex[b->count];
    const uint64_t groups = b->count / GRAPHS_AT_ONCE + 1;
    const int most = kg__threads(b->ctx, vertices_in_all + b->row[vertices_in_all], GRAIN);
    const int threads = (uint64_t)most < groups ? most : (int)groups;
    kg_edge *edges = NULL;
    kg_vertex *vertices = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(
        b->ctx, &edges, 2 * (n + m) * (unsigned)threads, sizeof *edges, "scratch memory"));
    KG_TRY(kg__host_allocate(
        b->ctx, &vertices, 2 * m * (unsigned)threads, sizeof *vertices, "scratch memory"));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (uint64_t k = 0; k < groups; k++) {
        const uint64_t first = k * GRAPHS_AT_ONCE, left = b->count - first;
        small g = scratch_of(b, edges, vertices, kg__thread_index());

        if (kg__cancelled(b->ctx) != KG_OK)
            continue;
        for (uint64_t i = 0; i < (left < GRAPHS_AT_ONCE ? left : GRAPHS_AT_ONCE); i++)
            do_graph(b, &g, first + i);
    }
    status = kg__cancelled(b->ctx);
    if (status == KG_OK && b->wrong != UINT64_MAX)
        status = kg__fail(b->ctx, b->status, "graph %llu: %s", (wide)b->wrong,
            b->status == KG_INTERNAL
                ? "the walk is not an Euler walk"
                : "its rows do not rise, or a target is not one of its vertices");
out:
    kg__free_all(b->ctx, edges, vertices);
    return status;
}

kg_status kg_euler_batch(kg_edge *walk, kg_euler_batch_answer *answer, kg_context *context,
    uint64_t count, const uint64_t *first_vertex, const uint64_t *row, const kg_vertex *target,
    const kg_euler_batch_options *options)
{
    batch b = {.ctx = context,
        .count = count,
        .first_vertex = first_vertex,
        .row = row,
        .target = target,
        .walk = walk,
        .answer = answer,
        .wrong = UINT64_MAX};
    kg_status status;

    KG_NEED(NULL, context);
    KG_NEED(context, first_vertex);
    KG_NEED(context, row);
    kg__begin(context);
    b.options = options ? *options : (kg_euler_batch_options)KG_EULER_BATCH_OPTIONS_INIT;
    if (b.options.kind < KG_EULER_ANY || b.options.kind > KG_EULER_PATH)
        return kg__fail(context, KG_ARGUMENT, "kind %d: expected 0 to 2", (int)b.options.kind);
    if (count)
        KG_NEED(context, answer);
    KG_TRY(check_offsets(&b));
    if (b.most_edges) {
        KG_NEED(context, target);
        KG_NEED(context, walk);
    }
    if (count)
        KG_TRY(do_all(&b));
out:
    return status;
}
