/*
 * Euler walks of many small graphs, directed or undirected.
 *
 * In:  the rows and targets of all graphs, one after the other, in host memory.
 * Out: of each graph the walk that kg_euler_find() gives for it alone, or why there is none.
 * Method: the stages of euler_ops.h, by one thread for each graph. A link is taken if it joins two
 *     circuits by union and find, in order of slots, which is Kruskal's algorithm. Its swip is done
 *     at once: exchanges from left to right along a run of links are the rotation of stage 6. The
 *     slots of an undirected graph are pairs of half-edges, as in undirected.c.
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
    bool undirected;
    uint64_t end[2];         /* of a path: the virtual edge goes from end[1] to end[0] */
    kg_edge edges;           /* with the virtual edge; also the number of slots */
    kg_edge virtual_edge;    /* its id, or KG_NO_EDGE */
    kg_edge *row, *cursor;   /* [n+1] */
    kg_edge *pred, *circuit; /* [edges] */
    kg_vertex *col, *parent; /* [edges] */
    kg_edge *half, *place;   /* [2 * edges] undirected: slot s has the half-edges half[2s], by which
                                the walk comes, and half[2s+1]; half[place[h]] was h before */
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

/* Inserts the virtual edge. It is the last one of an undirected graph, and only counted here. */
static void insert_edge(small *g)
{
    const kg_edge at = g->undirected ? (kg_edge)g->m : g->row[g->end[1] + 1];

    g->virtual_edge = at;
    g->edges++;
    if (g->undirected) {
        g->cursor[g->end[0]]++;
        g->cursor[g->end[1]]++;
        return;
    }
    memmove(g->col + at + 1, g->col + at, (g->m - at) * sizeof *g->col);
    g->col[at] = (kg_vertex)g->end[0];
    for (uint64_t v = g->end[1] + 1; v <= g->n; v++)
        g->row[v]++;
}

/* Stage 1. Returns whether there may be a walk; for a path, inserts the virtual edge. */
static bool choose_kind(small *g, kg_euler_kind kind, kg_euler_batch_answer *a)
{
    uint64_t count = 0, first = 0, single = 0;

    for (uint64_t v = 0; v < g->n; v++) {
        const kg_edge out = g->row[v + 1] - g->row[v], in = g->cursor[v];

        if (g->undirected ? (out + in) % 2 == 0 : out == in)
            continue;
        g->end[g->undirected ? count > 0 : out < in] = v;
        first = count++ ? first : v;
        single += g->undirected || out == in + 1 || in == out + 1;
    }
    if (count == 0 && kind != KG_EULER_PATH) {
        a->found = KG_EULER_CIRCUIT;
        return true;
    }
    if (count == 2 && single == 2 && kind != KG_EULER_CIRCUIT) {
        a->found = KG_EULER_PATH;
        insert_edge(g);
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

static void put_half(small *g, uint64_t v, uint64_t h)
{
    const kg_edge at = g->cursor[v]++;

    g->place[h] = at;
    g->half[at] = (kg_edge)h;
}

/* Makes the slots of an undirected graph, and their rows. cursor[] has the in-degrees. */
static void make_slots(small *g)
{
    kg_edge at = 0;

    for (uint64_t v = 0; v < g->n; v++) {
        const kg_edge degree = g->cursor[v] + (kg_edge)(g->given[v + 1] - g->given[v]);

        g->row[v] = at / 2;
        g->cursor[v] = at;
        at += degree;
    }
    g->row[g->n] = at / 2;
    for (uint64_t v = 0; v < g->n; v++)
        for (uint64_t e = g->given[v] - g->given[0]; e < g->given[v + 1] - g->given[0]; e++) {
            put_half(g, v, 2 * e);
            put_half(g, g->target[e], 2 * e + 1);
        }
    if (g->edges > g->m) {
        put_half(g, g->end[1], 2 * g->m);
        put_half(g, g->end[0], 2 * g->m + 1);
    }
}

/* Stages 2 and 3 of an undirected graph. A circuit leaves its smallest slot by the second
 * half-edge. */
static kg_vertex orient_circuits(small *g)
{
    kg_vertex circuits = 0;

    make_slots(g);
    for (kg_edge s = 0; s < g->edges; s++)
        g->circuit[s] = KG_NO_EDGE;
    for (kg_edge s = 0; s < g->edges; s++) {
        if (g->circuit[s] != KG_NO_EDGE)
            continue;
        for (kg_edge at = s; g->circuit[s] == KG_NO_EDGE;) {
            const kg_edge in = g->half[2 * at + 1] ^ 1, slot = g->place[in] / 2;

            if (g->half[2 * slot] != in) {
                g->half[2 * slot + 1] = g->half[2 * slot];
                g->half[2 * slot] = in;
            }
            g->pred[slot] = at;
            g->circuit[slot] = circuits;
            at = slot;
        }
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

static kg_vertex joined_circuit(const small *g, kg_edge e)
{
    const kg_edge slot = g->undirected ? g->place[2 * e] / 2 : e;

    return kg__sets_root(g->parent, (kg_vertex)g->circuit[slot]);
}

/* Returns the smallest edge that is not connected with edge 0. */
static kg_edge find_apart(const small *g)
{
    const kg_edge zero = g->virtual_edge == 0;
    const kg_vertex root = joined_circuit(g, zero);
    kg_edge e = zero;

    while (e == g->virtual_edge || joined_circuit(g, e) == root)
        e++;
    return given_id(g, e);
}

/* Stage 7, backwards from the first edge. An undirected walk is turned round if it comes by the
 * half-edge with which it must begin. */
static void write_walk(const small *g, kg_edge *walk)
{
    const bool is_path = g->virtual_edge != KG_NO_EDGE;
    const kg_edge first = is_path ? g->virtual_edge : 0;
    kg_edge at = first;
    bool turned = false;

    if (g->undirected) {
        at = g->place[2 * first] / 2;
        turned = g->half[2 * at] == 2 * first;
        at = g->place[2 * first + turned] / 2;
    }
    if (!is_path)
        walk[0] = 0;
    for (kg_edge i = 1; i < g->edges; i++) {
        at = g->pred[at];
        walk[(turned ? i : g->edges - i) - is_path] =
            g->undirected ? g->half[2 * at + 1] ^ turned : given_id(g, at);
    }
}

static void find(small *g, kg_euler_kind kind, kg_euler_batch_answer *a, kg_edge *walk)
{
    *a = (kg_euler_batch_answer){.found = KG_EULER_ANY, .reason = KG_EULER_EXISTS};
    if (!choose_kind(g, kind, a) || g->m == 0)
        return;
    if (join_circuits(g, g->undirected ? orient_circuits(g) : find_circuits(g)) == 1) {
        write_walk(g, walk);
        return;
    }
    *a = (kg_euler_batch_answer){.reason = KG_EULER_DISCONNECTED, .witness = find_apart(g)};
}

/* ---- stage 8 --------------------------------------------------------------------------------- */

/* Returns where half-edge h begins. */
static kg_edge begin_of(const small *g, const kg_edge *source, uint64_t h)
{
    return h % 2 ? g->target[h / 2] : source[h / 2];
}

/* Checks a walk by definition, from the arrays as they were given. Overwrites pred and circuit. */
static bool is_walk(small *g, kg_euler_kind kind, const kg_edge *walk)
{
    kg_edge *source = g->pred, *used = g->circuit, first = 0, at = 0;

    for (uint64_t v = 0; v < g->n; v++)
        for (uint64_t i = g->given[v]; i < g->given[v + 1]; i++)
            source[i - g->given[0]] = (kg_edge)v;
    memset(used, 0, g->m * sizeof *used);
    for (uint64_t i = 0; i < g->m; i++) {
        const uint64_t h = g->undirected ? walk[i] : 2 * (uint64_t)walk[i];

        if (h / 2 >= g->m || used[h / 2]++)
            return false;
        if (i == 0)
            first = begin_of(g, source, h);
        else if (begin_of(g, source, h) != at)
            return false;
        at = begin_of(g, source, h ^ 1);
    }
    return (at == first) == (kind == KG_EULER_CIRCUIT);
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

        if (first[i + 1] < first[i] || first[i + 1] > first[b->count] ||
            b->row[first[i + 1]] < b->row[first[i]])
            return kg__fail(b->ctx, KG_ARGUMENT, "graph %llu ends before it begins", (wide)i);
        n = first[i + 1] - first[i];
        m = b->row[first[i + 1]] - b->row[first[i]];
        b->most_vertices = n > b->most_vertices ? n : b->most_vertices;
        b->most_edges = m > b->most_edges ? m : b->most_edges;
    }
    if (b->most_vertices > KG__VERTICES_MAX || b->most_edges > KG__VERTICES_MAX - 1 ||
        b->most_edges > (b->options.undirected ? KG__EDGES_MAX / 2 : KG__EDGES_MAX) - 1)
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

/* Returns how many edge ids a thread's part of the scratch memory has. */
static uint64_t scratch_edges(const batch *b)
{
    const uint64_t n = b->most_vertices + 1, m = b->most_edges + APART;

    return 2 * n + (b->options.undirected ? 6 : 2) * m;
}

/* Returns a thread's part of the scratch memory. */
static small scratch_of(const batch *b, kg_edge *edges, kg_vertex *vertices, int thread)
{
    const uint64_t n = b->most_vertices + 1, m = b->most_edges + APART, t = (unsigned)thread;
    kg_edge *own = edges + scratch_edges(b) * t;
    kg_vertex *other = vertices + 2 * m * t;

    return (small){.undirected = b->options.undirected,
        .row = own,
        .cursor = own + n,
        .pred = own + 2 * n,
        .circuit = own + 2 * n + m,
        .half = b->options.undirected ? own + 2 * n + 2 * m : NULL,
        .place = b->options.undirected ? own + 2 * n + 4 * m : NULL,
        .col = other,
        .parent = other + m};
}

static kg_status do_all(batch *b)
{
    const uint64_t m = b->most_edges + APART;
    const uint64_t vertices_in_all = b->first_vertex[b->count];
    const uint64_t groups = b->count / GRAPHS_AT_ONCE + 1;
    const int most = kg__threads(b->ctx, vertices_in_all + b->row[vertices_in_all], GRAIN);
    const int threads = (uint64_t)most < groups ? most : (int)groups;
    kg_edge *edges = NULL;
    kg_vertex *vertices = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(
        b->ctx, &edges, scratch_edges(b) * (unsigned)threads, sizeof *edges, "scratch memory"));
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
