/*
 * The CPU row of the Euler table: the stages' arrays, the virtual edge of a path.
 *
 * The workspace, for m edges and n vertices, carved once:
 *
 *     | next[m] | pool[m + threads * WALKERS * CHUNK] | cursor[n] | label | start | chosen: bits
 * [m] |
 *
 * with root[m] in the memory of the walk; before stage 3 needs it, bits [m] of up to 31 threads lie
 * there. With 32-bit edges: 8.4 bytes an edge, 4 a vertex, and 4
 * an edge for the walk itself.
 */
#include "euler_cpu.h"
#include <string.h>

static void lay_out(const kg__euler_work *w, kg__euler_cpu *s, kg__arena *arena)
{
    uint64_t words = ((uint64_t)w->m >> 6) + 1;

    s->next = kg__arena_carve(arena, w->m, sizeof *s->next);
    s->pool = kg__arena_carve(arena, s->pool_room, sizeof *s->pool);
    s->cursor = kg__arena_carve(arena, w->col || w->end ? w->n : 0, sizeof *s->cursor);
    s->label = kg__arena_carve(arena, words, sizeof *s->label);
    s->start = kg__arena_carve(arena, words, sizeof *s->start);
    s->chosen = kg__arena_carve(arena, words + 2, sizeof *s->chosen);
    s->visited = s->chosen;
}

decl_euler_finish(kg__euler_finish_cpu)
{
    kg__euler_cpu *s = w->state;

    if (!s)
        return;
    kg__free(w->ctx, s->segment.at);
    kg__free(w->ctx, s->workspace);
    kg__free(w->ctx, s);
    w->state = NULL;
}

decl_euler_prepare(kg__euler_prepare_cpu)
{
    kg__arena arena = {NULL, 0};
    kg__euler_cpu *s;
    kg_status status;

    kg__euler_finish_cpu(w);
    KG_TRY(kg__host_allocate(w->ctx, &w->state, 1, sizeof *s, "state of the Euler pipeline"));
    s = w->state;
    memset(s, 0, sizeof *s);
    s->threads = kg__threads(w->ctx, w->m, GRAIN);
    /* A walk leaves at most a chunk unfinished; a small graph's chunks are not worth shrinking. */
    s->pool_room = w->m + (uint64_t)s->threads * WALKERS * CHUNK;
    lay_out(w, s, &arena);
    KG_TRY(kg__arena_allocate(w->ctx, &arena, "the Euler pipeline"));
    s->workspace = arena.base;
    lay_out(w, s, &arena);
    s->root = w->walk;
out:
    return status;
}

decl_euler_insert_edge(kg__euler_insert_edge_cpu)
{
    uint64_t at = graph->row[source + 1];

    (void)ctx; /* without OpenMP */
#pragma omp parallel for num_threads(kg__threads(ctx, graph->m, GRAIN)) schedule(static)
    for (uint64_t v = 0; v <= graph->n; v++)
        new_row[v] = graph->row[v] + (v > source);
    if (at)
        memcpy(new_col, graph->col, at * sizeof *new_col);
    new_col[at] = target;
    if (graph->m > at)
        memcpy(new_col + at + 1, graph->col + at, (graph->m - at) * sizeof *new_col);
    return KG_OK;
}
