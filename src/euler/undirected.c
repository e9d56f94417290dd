/*
 * Euler circuits and paths of undirected and bidirected multigraphs, found by the stages for
 * directed ones.
 *
 * in   row[n+1], half[2m]: the half-edges at each vertex
 * out  walk[m]: half-edges, each the one by which the walk leaves a vertex
 *
 * The half-edges at each vertex are taken in pairs, in their order; a pair is a slot. At a vertex
 * with two sides, of a bidirected graph, the k-th half-edge of one side is paired with the k-th of
 * the other. Walking through slots, in by one half-edge and out by the other, splits the graph into
 * circuits. Once each circuit has a direction, slots are like the edges of a directed graph: each
 * leads to one other, and the slots of a vertex are next to each other. Stages 3 to 7 then join the
 * circuits unchanged.
 *
 * A half-edge without a partner gets one from a virtual edge (stubs.c), whose half-edges are the
 * last of their rows. The virtual edge of a path joins its ends. An undirected walk can be turned
 * round. This is done if the walk must begin with a half-edge that it comes to from the other side.
 *
 * Departure from the definition, which pairs half-edges regardless of direction: the circuits get
 * their directions before they are joined. The answer is still independent of backend and threads,
 * and joining handles m slots instead of 2m half-edges. In a bidirected graph some circuits are
 * then turned, as euler_ops.h says.
 */
#include "euler_ops.h"
#include <string.h>

enum { GRAIN = 1 << 18, AHEAD = 32 };

/* Replaces the graph's rows if they are not slots already. Host memory. */
typedef struct slots {
    const kg__stubs *stubs;
    kg_edge *row;  /* [n+1] the first slot of each vertex; NULL: half the graph's offsets */
    kg_edge *half; /* [2 * slots], minus sides first; NULL: the graph's own */
} slots;

/* Stage 1: finds the vertices with half-edges without partners. Returns the number of these
 * half-edges. */
static uint64_t find_odd(const kg_graph *graph, kg_euler_witness *no)
{
    uint64_t odd = 0, single = 0;

    KG_PARALLEL_FOR(kg__threads(graph->ctx, graph->n, GRAIN), reduction(+ : odd, single))
    for (kg_vertex v = 0; v < graph->n; v++) {
        const uint64_t lacks = kg__euler_lacks(graph, v);

        odd += lacks > 0;
        single += lacks;
    }
    no->count = odd;
    no->listed = 0;
    for (kg_vertex v = 0; no->listed < odd && no->listed < KG_EULER_WITNESSES; v++)
        if (kg__euler_lacks(graph, v)) {
            const kg_edge degree = graph->row[v + 1] - graph->row[v];

            no->vertex[no->listed] = v;
            no->out_degree[no->listed] = graph->side ? graph->out_degree[v] : degree;
            no->in_degree[no->listed] = graph->side ? graph->in_degree[v] : degree;
            no->listed++;
        }
    return single;
}

/* Adds the next half-edge of one side of a vertex. at: how many half-edges the minus and the plus
 * side have so far. half: the vertex's pairs. Without a branch. */
static inline void put_half(kg_edge *half, uint64_t at[2], kg_edge h, bool is_plus)
{
    half[2 * at[is_plus] + is_plus] = h;
    at[is_plus]++;
}

/* Pairs the half-edges of a vertex with two sides, entries from..to-1 of the graph's. half:
 * [to - from + extra]. The stubs, from the j-th on, lie on the side that lacks half-edges. A vertex
 * that lacks none has two stubs, one on each side. */
static void pair_sides(kg_edge *half, const kg_graph *graph, uint64_t from, uint64_t to,
    const kg__stubs *stubs, uint64_t j, uint64_t extra)
{
    uint64_t at[2] = {0, 0};

    for (uint64_t i = from; i < to; i++)
        put_half(half, at, graph->half[i], kg__bitmap_has(graph->row_side, i));
    for (uint64_t i = 0; i < extra; i++)
        put_half(half, at, kg__stubs_half(stubs, graph->m, j + i), at[1] < at[0]);
}

/* Fills all->row of vertices [first, last). */
static void make_rows(slots *all, const kg_graph *graph, uint64_t first, uint64_t last)
{
    const kg__stubs *stubs = all->stubs;

    for (uint64_t v = first, j = kg__stubs_before(stubs, first); v < last; v++) {
        all->row[v] = (kg_edge)((graph->row[v] + j) / 2);
        while (j < stubs->listed && stubs->at[j] == v)
            j++;
    }
}

/* Fills all->half of vertices [first, last). All rows are known. */
static void fill_rows(slots *all, const kg_graph *graph, uint64_t first, uint64_t last)
{
    const kg_edge *row = graph->row;

    for (uint64_t v = first; v < last; v++) {
        const uint64_t degree = row[v + 1] - row[v], to = 2 * (uint64_t)all->row[v];
        const uint64_t extra = 2 * (uint64_t)all->row[v + 1] - to - degree, j = to - row[v];
        const kg_edge *own = graph->half + row[v];

        if (graph->side && !kg__is_one_sided(graph, (kg_vertex)v)) {
            pair_sides(all->half + to, graph, row[v], row[v + 1], all->stubs, j, extra);
            continue;
        }
        if (degree)
            memcpy(all->half + to, own, degree * sizeof *own);
        for (uint64_t i = 0; i < extra; i++)
            all->half[to + degree + i] = kg__stubs_half(all->stubs, graph->m, j + i);
    }
}

static void fill_slots(slots *all, const kg_graph *graph)
{
    const int parts = kg__threads(graph->ctx, (uint64_t)graph->n + graph->m, GRAIN);

    KG_PARALLEL_FOR(parts, schedule(static))
    for (int part = 0; part < parts; part++)
        fill_rows(all, graph, kg__part(graph->n, part, parts), kg__part(graph->n, part + 1, parts));
}

static kg_status make_slots(slots *all, kg_graph *graph)
{
    const int parts = kg__threads(graph->ctx, (uint64_t)graph->n + graph->m, GRAIN);
    kg_status status;

    KG_TRY(kg__host_allocate(
        graph->ctx, &all->row, (uint64_t)graph->n + 1, sizeof *all->row, "slots of vertices"));
    KG_PARALLEL_FOR(parts, schedule(static))
    for (int part = 0; part < parts; part++)
        make_rows(all, graph, kg__part(graph->n, part, parts), kg__part(graph->n, part + 1, parts));
    all->row[graph->n] = (kg_edge)((graph->m + all->stubs->count) / 2);
    if (!all->stubs->count && !graph->side)
        goto out;
    if (graph->side)
        KG_TRY(kg__graph_make_row_sides(graph));
    KG_TRY(kg__host_allocate(graph->ctx, &all->half, graph->m + all->stubs->count,
        sizeof *all->half, "half-edges with the virtual ones"));
    fill_slots(all, graph);
out:
    return status;
}

static kg_vertex vertex_of(const slots *all, const kg_graph *graph, kg_edge h)
{
    const kg__stubs *stubs = all->stubs;

    if (h < graph->m)
        return graph->end[h];
    return stubs->vertex[(h - graph->m + stubs->count - 1) % stubs->count];
}

/* Returns the place of half-edge h. O(degree of its vertex). */
static uint64_t place_of(const slots *all, const kg_graph *graph, kg_edge h)
{
    const kg_edge *half = all->half ? all->half : graph->half;
    const kg_vertex v = vertex_of(all, graph, h);
    uint64_t at = all->row ? 2 * (uint64_t)all->row[v] : graph->row[v];

    while (half[at] != h)
        at++;
    return at;
}

/* Chooses circuit or path. single: the number of half-edges without a partner. ends: the ends of a
 * path, as stubs. first: the first half-edge of the walk. */
static kg_status choose_kind(kg__stubs *ends, kg_edge *first, kg_euler_kind *found,
    kg__euler_work *w, const kg_graph *graph, uint64_t single, const kg_euler_options *options)
{
    kg_euler_witness *no = &w->witness;

    *found = KG_EULER_CIRCUIT;
    *first = options->has_start ? graph->half[graph->row[options->start]] : 0;
    if (no->count == 0 && options->kind == KG_EULER_PATH) {
        no->reason = KG_EULER_IS_CIRCUIT;
        return KG_NO_SOLUTION;
    }
    if (no->count == 0)
        return KG_OK;
    if (options->kind == KG_EULER_CIRCUIT || single != 2) {
        no->reason = KG_EULER_UNBALANCED;
        return KG_NO_SOLUTION;
    }
    *found = KG_EULER_PATH;
    ends->count = ends->listed = 2;
    ends->vertex[0] = no->vertex[0];
    ends->vertex[1] = no->vertex[no->count - 1]; /* perhaps the same one, on the same side */
    *first = graph->m; /* from the second end to the first, where the path begins */
    if (!options->has_start || options->start == ends->vertex[0])
        return KG_OK;
    *first = graph->m + 1;
    if (options->start == ends->vertex[1])
        return KG_OK;
    return kg__fail(graph->ctx, KG_ARGUMENT,
        "an Euler path of this graph cannot start at vertex %s: it must start at %s or %s",
        KG__NAME_SHOWN(graph, options->start), KG__NAME_SHOWN(graph, ends->vertex[0]),
        KG__NAME_SHOWN(graph, ends->vertex[1]));
}

/* Copies an array of the host to the memory of the backend, if they differ. The caller frees
 * copy. */
static kg_status bring(
    kg_context *ctx, const kg_edge **there, kg_edge **copy, const kg_edge *array, uint64_t count)
{
    kg_status status = KG_OK;

    *there = array;
    if (kg__context_backend(ctx) == KG__CPU)
        goto out;
    kg__stage(ctx, "upload");
    KG_TRY(kg__allocate(ctx, copy, count, sizeof **copy, "slots of vertices"));
    KG_TRY(kg__memory(ctx)->upload(ctx, *copy, array, (size_t)count * sizeof **copy));
    *there = *copy;
out:
    return status;
}

/* Brings the slots into the memory of the backend: w->row, unless it is there already, and
 * resident[2 * slots]. The caller frees row and half. */
static kg_status find_slots(kg__euler_work *w, slots *all, kg_graph *graph, kg_edge **row,
    kg_edge **half, const kg_edge **resident)
{
    const kg_edge *rows;
    kg_status status;

    if (!w->row) {
        KG_TRY(make_slots(all, graph));
        KG_TRY(bring(w->ctx, &w->row, row, all->row, (uint64_t)graph->n + 1));
    }
    if (all->half)
        KG_TRY(bring(w->ctx, resident, half, all->half, 2 * (uint64_t)w->m));
    else
        KG_TRY(kg__graph_resident_halves(graph, &rows, resident));
    w->end = all->half ? NULL : graph->end;
out:
    return status;
}

/* Stage 1 of an undirected graph: finds whether a vertex is odd. If none is, w->row holds the rows
 * of slots, in *row, which the caller frees. */
static kg_status pair_rows(bool *is_odd, kg_edge **row, kg__euler_work *w, kg_graph *graph)
{
    const uint64_t n = graph->n;
    const kg_edge *rows, *half;
    uint64_t odd;
    kg_status status;

    KG_TRY(kg__graph_resident_halves(graph, &rows, &half));
    kg__stage(w->ctx, "1 check");
    KG_TRY(kg__allocate(w->ctx, row, n + 1, sizeof **row, "slots of vertices"));
    KG_TRY(kg__euler(w->ctx)->pair_rows(w->ctx, *row, rows, n, &odd));
    *is_odd = odd > 0;
    if (!odd)
        w->row = *row;
out:
    return status;
}

/* Finds the slot w->first. The walk begins with half-edge `first`. If it comes to that half-edge
 * from the other side, it begins with the other half of the edge and must be turned round. place:
 * of both halves. */
static kg_status find_first(
    bool *turned, kg__euler_work *w, const kg_edge *leave, kg_edge first, const uint64_t *place)
{
    bool same;
    kg_status status;

    KG_TRY(kg__euler(w->ctx)->leaves_by(w, leave, first, place[0] % 2, &same));
    *turned = !same;
    if (*turned)
        w->first = (kg_edge)(place[1] / 2);
out:
    return status;
}

kg_status kg__euler_find_apart(kg__euler_work *w, kg_graph *graph)
{
    const kg_vertex *component;
    uint64_t e = 0;
    kg_status status;

    KG_TRY(kg_graph_components(graph, &component, NULL));
    while (component[graph->end[2 * e]] == component[graph->end[0]])
        e++;
    w->witness.reason = KG_EULER_DISCONNECTED;
    w->witness.components = w->trees;
    w->witness.edge[0] = 0;
    w->witness.edge[1] = (kg_edge)e;
out:
    return status == KG_OK ? KG_NO_SOLUTION : status;
}

kg_status kg__euler_solve_undirected(
    kg__euler_work *w, kg_graph *graph, kg__stubs *stubs, kg_edge first)
{
    kg_context *ctx = w->ctx;
    const kg__euler_ops *ops = kg__euler(ctx);
    slots all = {.stubs = stubs};
    kg_edge *row = NULL, *half = NULL, *leave = NULL, *spare;
    const kg_edge *resident;
    uint64_t place[2];
    bool turned;
    kg_status status;

    w->m = (kg_edge)((graph->m + stubs->count) / 2);
    KG_TRY(find_slots(w, &all, graph, &row, &half, &resident));
    place[0] = place_of(&all, graph, first);
    place[1] = place_of(&all, graph, first ^ 1);
    kg__stubs_forget(stubs, ctx);
    spare = resident == all.half ? all.half : NULL; /* the backend works in host memory */
    if (!spare)
        KG_TRY(kg__allocate(ctx, &leave, w->m, sizeof *leave, "directions of edges"));
    w->first = (kg_edge)(place[0] / 2);
    kg__stage(ctx, "2 predecessors");
    KG_TRY(ops->orient(w, resident, spare, leave));
    if (graph->side)
        KG_TRY(ops->turn(w, graph, all.row, all.half, half ? half : all.half, leave));
    KG_TRY(find_first(&turned, w, leave, first, place));
    KG_TRY(kg__euler_solve(w));
    if (spare) /* stage 2 has overwritten it */
        fill_slots(&all, graph);
    KG_TRY(ops->name_halves(w, spare, leave, turned));
out:
    kg__free_all(ctx, all.row, all.half, row, half, leave);
    return status;
}

kg_status kg__euler_choose_undirected(kg__stubs *ends, kg_edge *first, kg_euler_kind *found,
    kg__euler_work *w, kg_graph *graph, const kg_euler_options *options)
{
    kg_status status = KG_OK;

    kg__stage(w->ctx, "1 check");
    if (graph->side)
        KG_TRY(kg_graph_degrees(graph, NULL, NULL));
    KG_TRY(choose_kind(ends, first, found, w, graph, find_odd(graph, &w->witness), options));
out:
    return status;
}

kg_status kg__euler_find_undirected(kg__euler_work *w, kg_graph *graph,
    const kg_euler_options *options, kg_euler_kind *found, uint64_t *skip)
{
    kg_vertex vertex[2];
    kg_edge place[2] = {0, 1};
    uint64_t single = 0;
    kg__stubs ends = {.vertex = vertex, .at = vertex, .place = place};
    kg_edge first, *row = NULL;
    bool is_odd = true;
    kg_status status;

    kg__stage(w->ctx, "1 check");
    if (graph->side)
        KG_TRY(kg_graph_degrees(graph, NULL, NULL));
    else
        KG_TRY(pair_rows(&is_odd, &row, w, graph));
    if (is_odd)
        single = find_odd(graph, &w->witness);
    KG_TRY(choose_kind(&ends, &first, found, w, graph, single, options));
    *skip = ends.count / 2;
    if (graph->m == 0)
        goto out;
    status = kg__euler_solve_undirected(w, graph, &ends, first);
    if (status == KG_NO_SOLUTION)
        status = kg__euler_find_apart(w, graph);
out:
    kg__free(w->ctx, row);
    w->row = NULL;
    return status;
}
