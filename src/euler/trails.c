/*
 * The fewest trails that together use every edge of a multigraph once.
 *
 * in   a graph, its stubs
 * out  walk[edges]: one trail after the other; begin[trails + 1]
 *
 * The usual stages find one Euler circuit of the graph with its virtual edges (stubs.c), which is
 * then cut at those edges. The trails are in the order of their smallest edges. A closed trail
 * begins with its smallest edge. An open trail of an undirected graph, which could be walked from
 * either end, begins at the end with the smaller vertex.
 *
 * O(n + m). The backend finds the circuit; the host cuts it.
 */
#include "euler_ops.h"
#include <string.h>

enum { GRAIN = 1 << 18, AHEAD = 16 };

/* Marked numbers of [0, m), and how many marked numbers are before each. */
typedef struct numbering {
    uint64_t *bits;
    kg_edge *before; /* [words of bits] */
} numbering;

static kg_status allocate_numbering(numbering *all, kg_context *ctx, uint64_t m)
{
    kg_status status;

    KG_TRY(kg__bitmap_create(ctx, &all->bits, m, "marked edges"));
    KG_TRY(kg__host_allocate(ctx, &all->before, kg__words(m), sizeof *all->before, "marked edges"));
out:
    return status;
}

static void free_numbering(numbering *all, kg_context *ctx)
{
    kg__free_all(ctx, all->bits, all->before);
}

static kg_edge number_of(const numbering *all, uint64_t i)
{
    return kg__number_of_bit(all->before, all->bits, i);
}

/* ---- the circuit ----------------------------------------------------------------------------- */

/* The graph with its virtual edges. Host memory. */
typedef struct extended {
    const kg__stubs *stubs;
    kg_edge *row;    /* [n+1] */
    kg_vertex *col;  /* [edges] */
    numbering added; /* which edges are virtual */
} extended;

/* Fills the rows of vertices [first, last). A virtual edge leads from the end of a trail, an odd
 * place on the ring, to the next place. */
static void extend_rows(extended *all, const kg_graph *graph, uint64_t first, uint64_t last)
{
    const kg__stubs *stubs = all->stubs;
    uint64_t j = kg__stubs_before(stubs, first), to = graph->row[first] + j;

    for (uint64_t v = first; v < last; v++) {
        const uint64_t degree = graph->row[v + 1] - graph->row[v];

        all->row[v] = (kg_edge)to;
        if (degree)
            memcpy(all->col + to, graph->col + graph->row[v], degree * sizeof *all->col);
        to += degree;
        for (; j < stubs->listed && stubs->at[j] == v; j++)
            all->col[to++] = stubs->vertex[(stubs->place[j] + 1) % stubs->count];
    }
}

static kg_status extend(extended *all, const kg_graph *graph)
{
    const kg__stubs *stubs = all->stubs;
    const uint64_t edges = graph->m + stubs->count / 2;
    const int parts = kg__threads(graph->ctx, (uint64_t)graph->n + graph->m, GRAIN);
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, &all->row, (uint64_t)graph->n + 1, sizeof *all->row,
        "rows with the virtual edges"));
    KG_TRY(kg__host_allocate(
        graph->ctx, &all->col, edges, sizeof *all->col, "edges with the virtual edges"));
    KG_TRY(allocate_numbering(&all->added, graph->ctx, edges));
    KG_PARALLEL_FOR(parts, schedule(static))
    for (int part = 0; part < parts; part++)
        extend_rows(
            all, graph, kg__part(graph->n, part, parts), kg__part(graph->n, part + 1, parts));
    all->row[graph->n] = (kg_edge)edges;
    for (uint64_t j = stubs->listed, left = 0; j-- > 0;) { /* they are the last of their rows */
        left = j + 1 < stubs->listed && stubs->at[j] == stubs->at[j + 1] ? left + 1 : 1;
        kg__mark(all->added.bits, all->row[stubs->at[j] + 1] - left);
    }
    kg__count_bits(all->added.before, all->added.bits, kg__words(edges));
out:
    return status;
}

/* Brings rows and edges into the memory of the backend. The caller frees row and col. */
static kg_status bring(kg__euler_work *w, const extended *all, kg_edge **row, kg_vertex **col)
{
    kg_context *ctx = w->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const size_t rows = (size_t)w->n + 1;
    kg_status status = KG_OK;

    w->row = all->row;
    w->col = all->col;
    if (kg__context_backend(ctx) == KG__CPU)
        goto out;
    kg__stage(ctx, "upload");
    KG_TRY(kg__allocate(ctx, row, rows, sizeof **row, "rows with the virtual edges"));
    KG_TRY(memory->upload(ctx, *row, all->row, rows * sizeof **row));
    KG_TRY(kg__allocate(ctx, col, w->m, sizeof **col, "edges with the virtual edges"));
    KG_TRY(memory->upload(ctx, *col, all->col, (size_t)w->m * sizeof **col));
    w->row = *row;
    w->col = *col;
out:
    return status;
}

/* w->walk: the circuit, in edges of the extended graph, beginning with a virtual one. */
static kg_status solve_directed(kg__euler_work *w, extended *all, const kg_graph *graph)
{
    const kg__euler_ops *ops = kg__euler(w->ctx);
    kg_edge *row = NULL;
    kg_vertex *col = NULL;
    kg_status status;

    KG_TRY(extend(all, graph));
    w->m = all->row[graph->n];
    w->first = all->row[all->stubs->at[0] + 1] - 1;
    KG_TRY(bring(w, all, &row, &col));
    KG_TRY(ops->prepare(w));
    kg__stage(w->ctx, "2 predecessors");
    KG_TRY(ops->predecessors(w));
    KG_TRY(kg__euler_solve(w));
out:
    kg__free_all(w->ctx, row, col);
    return status;
}

/* Gives the circuit in host memory. around: [w->m], the caller frees it. */
static kg_status download(kg__euler_work *w, kg_edge **around)
{
    kg_status status = KG_OK;

    if (kg__context_backend(w->ctx) == KG__CPU) {
        *around = w->walk;
        w->walk = NULL;
        goto out;
    }
    kg__stage(w->ctx, "download");
    KG_TRY(kg__host_allocate(w->ctx, around, w->m, sizeof **around, "the circuit"));
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, *around, w->walk, (size_t)w->m * sizeof **around));
out:
    return status;
}

/* Replaces edges of the extended graph by those of the graph, and virtual ones by KG_NO_EDGE. */
static void name_edges(kg_edge *around, const numbering *added, uint64_t m, int threads)
{
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t i = 0; i < m; i++)
        around[i] = kg__bitmap_has(added->bits, around[i])
                        ? KG_NO_EDGE
                        : around[i] - number_of(added, around[i]);
}

/* ---- the cutting ----------------------------------------------------------------------------- */

/* A trail within the circuit: all entries up to the next virtual edge. */
typedef struct piece {
    kg_edge from; /* in the circuit */
    kg_edge key;  /* its smallest edge; then how many trails have a smaller one */
} piece;

/* A circuit that begins with a virtual edge, and its pieces. */
typedef struct circuit {
    const kg_graph *graph;
    const kg_edge *around; /* [m] numbers from graph->m on are virtual edges */
    uint64_t m;
    piece *at; /* [count + 1] the last would begin after a virtual edge at the end */
    uint64_t count;
} circuit;

static uint64_t length_of(const circuit *c, uint64_t t)
{
    return (uint64_t)c->at[t + 1].from - c->at[t].from - 1;
}

/* Without branches, because every third edge may be virtual. */
static void find_pieces(circuit *c)
{
    uint64_t t = 0;

    for (uint64_t i = 0; i < c->m && t < c->count; i++) {
        c->at[t].from = (kg_edge)(i + 1);
        t += c->around[i] >= c->graph->m;
    }
    c->at[c->count].from = (kg_edge)(c->m + 1);
}

/* Returns the place of a trail's smallest edge, counted from its first one. */
static uint64_t least_of(const circuit *c, uint64_t t)
{
    const kg_edge *entry = c->around + c->at[t].from;
    const unsigned shift = c->graph->half != NULL;
    const uint64_t length = length_of(c, t);
    uint64_t least = 0;

    for (uint64_t i = 1; i < length; i++)
        if (entry[i] >> shift < entry[least] >> shift)
            least = i;
    return least;
}

/* Returns whether a walk can go on from a trail's end to its beginning. */
static bool is_closed(const circuit *c, uint64_t t)
{
    const kg_graph *graph = c->graph;
    const kg_edge *entry = c->around + c->at[t].from;
    const kg_edge first = entry[0], last = entry[length_of(c, t) - 1];
    kg_vertex end;

    if (graph->half)
        return graph->end[first] == graph->end[last ^ 1] &&
               kg__goes_through(graph, last ^ 1, first);
    end = graph->col[last];
    return graph->row[end] <= first && first < graph->row[end + 1];
}

/* Returns whether an open trail of an undirected graph begins at the wrong end. */
static bool is_backwards(const circuit *c, uint64_t t)
{
    const kg_edge *entry = c->around + c->at[t].from;
    const kg_edge first = entry[0], last = entry[length_of(c, t) - 1] ^ 1;
    const kg_vertex begin = c->graph->end[first], end = c->graph->end[last];

    return begin != end ? begin > end : first > last;
}

static void copy_piece(kg_edge *to, const circuit *c, uint64_t t)
{
    const kg_edge *entry = c->around + c->at[t].from;
    const bool closed = is_closed(c, t);
    const uint64_t length = length_of(c, t);
    uint64_t first = closed ? least_of(c, t) : 0;

    if (c->graph->half && (closed ? entry[first] & 1 : is_backwards(c, t))) {
        first = closed ? first : length - 1;
        for (uint64_t i = first + 1; i-- > 0;)
            *to++ = entry[i] ^ 1;
        for (uint64_t i = length; i-- > first + 1;)
            *to++ = entry[i] ^ 1;
        return;
    }
    for (uint64_t i = first; i < length; i++)
        *to++ = entry[i];
    for (uint64_t i = 0; i < first; i++)
        *to++ = entry[i];
}

/* Prefetches the reads of is_closed(), and the place to which the piece is copied. */
static void ask_for_ends(const circuit *c, uint64_t t, const kg__trails *trails)
{
    const kg_edge first = c->around[c->at[t].from], last = c->around[c->at[t + 1].from - 2];

    __builtin_prefetch(trails->walk + trails->begin[c->at[t].key], 1);
    if (c->graph->half) {
        __builtin_prefetch(&c->graph->end[first]);
        __builtin_prefetch(&c->graph->end[last]);
    } else {
        __builtin_prefetch(&c->graph->col[last]);
    }
}

/* Gives each piece its place in the order of smallest edges. begin: [count + 1]. */
static kg_status order_pieces(circuit *c, uint64_t *begin, const numbering *least, int threads)
{
    const uint64_t count = c->count, edges = kg__edges(c->graph);
    uint64_t used = 0;

    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t t = 0; t < count; t++) {
        c->at[t].key = number_of(least, c->at[t].key);
        begin[c->at[t].key] = length_of(c, t);
    }
    for (uint64_t t = 0; t < count; t++) {
        const uint64_t length = begin[t];

        begin[t] = used;
        used += length;
    }
    begin[count] = used;
    if (used != edges)
        return kg__fail(c->graph->ctx, KG_INTERNAL, "the trails have %llu edges of %llu",
            (unsigned long long)used, (unsigned long long)edges);
    return KG_OK;
}

kg_status kg__trails_cut(
    kg__trails *trails, const kg_graph *graph, const kg_edge *around, uint64_t m)
{
    const unsigned shift = graph->half != NULL;
    const uint64_t edges = kg__edges(graph), count = trails->count;
    circuit c = {.graph = graph, .around = around, .m = m, .count = count};
    kg_context *ctx = graph->ctx;
    const int threads = kg__threads(ctx, m, GRAIN);
    numbering least = {0};
    kg_status status;

    KG_TRY(kg__host_allocate(
        ctx, &trails->begin, count + 1, sizeof *trails->begin, "where trails begin"));
    KG_TRY(kg__host_allocate(ctx, &trails->walk, edges, sizeof *trails->walk, "the trails"));
    KG_TRY(kg__host_allocate(ctx, &c.at, count + 1, sizeof *c.at, "pieces of the circuit"));
    KG_TRY(allocate_numbering(&least, ctx, edges));
    find_pieces(&c);
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint64_t t = 0; t < count; t++)
        c.at[t].key = around[c.at[t].from + least_of(&c, t)] >> shift;
    for (uint64_t t = 0; t < count; t++)
        kg__mark(least.bits, c.at[t].key);
    kg__count_bits(least.before, least.bits, kg__words(edges));
    KG_TRY(order_pieces(&c, trails->begin, &least, threads));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1024))
    for (uint64_t t = 0; t < count; t++) {
        if (t + 2 * AHEAD < count)
            __builtin_prefetch(&trails->begin[c.at[t + 2 * AHEAD].key]);
        if (t + AHEAD < count)
            ask_for_ends(&c, t + AHEAD, trails);
        copy_piece(trails->walk + trails->begin[c.at[t].key], &c, t);
    }
out:
    kg__free(ctx, c.at);
    free_numbering(&least, ctx);
    return status;
}

/* ---- the circuit and the cutting ------------------------------------------------------------- */

kg_status kg__trails_check_counts(const kg_graph *graph, const kg__stubs *stubs)
{
    const uint64_t edges = kg__edges(graph) + stubs->count / 2;

    if (edges > KG__EDGES_MAX / (graph->half ? 2 : 1))
        return kg__fail(graph->ctx, KG_OVERFLOW,
            "%llu edges, with one to join each trail to the next: this build numbers no more than "
            "%llu%s",
            (unsigned long long)edges, (unsigned long long)KG__EDGES_MAX / (graph->half ? 2 : 1),
            KG_EDGE_BITS == 32 ? "; build it with -Dedge_bits=64" : "");
    return KG_OK;
}

/* Finds the circuit of the graph with its virtual edges, in host memory. The caller frees
 * around. */
static kg_status go_round(kg_edge **around, kg__euler_work *w, kg_graph *graph, kg__stubs *stubs)
{
    const uint64_t edges = kg__edges(graph) + stubs->count / 2;
    extended all = {.stubs = stubs};
    kg_status status;

    KG_TRY(kg__trails_check_counts(graph, stubs));
    if (!graph->half || kg__context_backend(w->ctx) != KG__CPU)
        KG_TRY(kg__allocate(w->ctx, &w->walk, edges, sizeof *w->walk, "the circuit"));
    if (graph->half)
        KG_TRY(kg__euler_solve_undirected(w, graph, stubs, graph->m));
    else
        KG_TRY(solve_directed(w, &all, graph));
    KG_TRY(download(w, around));
    if (!graph->half)
        name_edges(*around, &all.added, w->m, kg__threads(w->ctx, w->m, GRAIN));
out:
    kg__free_all(w->ctx, all.row, all.col);
    free_numbering(&all.added, w->ctx);
    kg__free(w->ctx, w->walk);
    w->walk = NULL;
    return status;
}

kg_status kg__euler_find_trails(kg__trails *trails, kg__euler_work *w, kg_graph *graph)
{
    kg__stubs stubs = {0};
    kg_edge *around = NULL;
    kg_status status = KG_OK;

    if (graph->m == 0)
        goto out;
    kg__stage(w->ctx, "1 check");
    KG_TRY(kg__stubs_find(&stubs, graph));
    trails->count = stubs.count / 2;
    KG_TRY(go_round(&around, w, graph, &stubs));
    kg__euler(w->ctx)->finish(w);
    kg__stubs_free(&stubs, w->ctx);
    kg__stage(w->ctx, "cut");
    KG_TRY(kg__trails_cut(trails, graph, around, w->m));
out:
    kg__free(w->ctx, around);
    kg__stubs_free(&stubs, w->ctx);
    return status;
}
