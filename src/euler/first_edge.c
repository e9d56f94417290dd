/*
 * A path that begins with a given edge.
 *
 * In:  a graph, the walk of an Euler path, an edge f that leaves the path's first vertex.
 * Out: the walk of an Euler path that begins with f, if there is one; otherwise the walk unchanged.
 * Method: up to f the path is a closed walk C, because both its first edge and f leave the first
 *     vertex. Suppose the rest of the path, from f on, comes to a vertex x of C. Then a path is: f
 *     and its followers up to x, C from x round to x, and the others. If the rest comes to no
 *     vertex of C, C touches it only at f's source, which no edge enters after f. Then no path
 *     begins with f.
 * Work: O(m), serial, on the host. Memory: a bit a vertex, and an edge id for each edge that moves.
 * Deterministic: x is the first that the rest comes to, and C goes on where it first leaves x.
 */
#include "euler_ops.h"
#include <string.h>

/* Returns the place of the first edge of walk[from, to) whose target is in `on`, or to. on:
 * bits. */
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
    leaves = (leaves + 1) % closed; /* C is closed: its first edge follows its last */
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
