/*
 * A path that begins with the edge that was asked for.
 *
 * In:  a graph, the walk of an Euler path, an edge f that leaves the path's first vertex.
 * Out: the walk of an Euler path that begins with f, where there is one; else the walk as it was.
 * Method: up to f the path is a closed walk C, for both of its first edge and f leave the first
 *     vertex. If the rest of the path, behind f, comes to a vertex x of C, then f and what follows
 *     as far as x, C from x round to x, and the others are a path. If it comes to none, C hangs on
 *     the rest by f's source alone, which nothing enters behind f: then no path begins with f.
 * Work: O(m), serial, on the host. Memory: a bit a vertex, and an edge id for each that moves.
 * Deterministic: x is the first that the rest comes to, and C goes on where it first leaves x.
 */
#include "euler_ops.h"
#include <string.h>

/* The place of the first edge of walk[from, to) whose target is on the list, or to. on: bits. */
static uint64_t first_target(
    const kg_vertex *col, const kg_edge *walk, uint64_t from, uint64_t to, const uint64_t *on)
{
    while (from < to && !(on[col[walk[from]] / 64] >> col[walk[from]] % 64 & 1))
        from++;
    return from;
}

static kg_status begin_with(kg_graph *graph, kg_edge *walk, kg_edge first)
{
    kg_context *ctx = graph->ctx;
    const kg_vertex *col = graph->col;
    uint64_t closed = 0, meets, leaves = 0, *on = NULL;
    kg_edge *moved = NULL, *to;
    kg_status status;

    while (walk[closed] != first)
        closed++;
    KG_TRY(kg__host_allocate(ctx, &on, (uint64_t)graph->n / 64 + 1, sizeof *on, "vertices passed"));
    memset(on, 0, ((size_t)graph->n / 64 + 1) * sizeof *on);
    for (uint64_t i = 0; i < closed; i++)
        on[col[walk[i]] / 64] |= (uint64_t)1 << col[walk[i]] % 64;
    meets = first_target(col, walk, closed, graph->m, on);
    if (closed == 0 || meets == graph->m)
        goto out;
    while (col[walk[leaves]] != col[walk[meets]])
        leaves++;
    leaves = (leaves + 1) % closed; /* behind the last edge of C comes its first */
    KG_TRY(kg__host_allocate(ctx, &moved, meets + 1, sizeof *moved, "edges that move"));
    memcpy(moved, walk + closed, (meets + 1 - closed) * sizeof *walk);
    to = moved + meets + 1 - closed;
    memcpy(to, walk + leaves, (closed - leaves) * sizeof *walk);
    memcpy(to + closed - leaves, walk, leaves * sizeof *walk);
    memcpy(walk, moved, (meets + 1) * sizeof *walk);
out:
    kg__free_all(ctx, on, moved);
    return status;
}

kg_status kg__euler_begin_with(kg_graph *graph, kg_edge *walk, kg_edge first)
{
    kg_context *ctx = graph->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    size_t bytes = (size_t)graph->m * sizeof *walk;
    kg_edge *host = NULL, begins;
    kg_status status;

    if (kg__context_backend(ctx) == KG__CPU)
        return begin_with(graph, walk, first);
    KG_TRY(memory->download(ctx, &begins, walk, sizeof begins));
    if (begins == first)
        return KG_OK;
    KG_TRY(kg__graph_bring(graph));
    KG_TRY(kg__host_allocate(ctx, &host, graph->m, sizeof *host, "the walk"));
    KG_TRY(memory->download(ctx, host, walk, bytes));
    KG_TRY(begin_with(graph, host, first));
    KG_TRY(memory->upload(ctx, walk, host, bytes));
out:
    kg__free(ctx, host);
    return status;
}
