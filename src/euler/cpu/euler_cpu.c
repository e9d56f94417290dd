/*
 * The CPU row of the Euler table: the arrays of the stages, and the virtual edge of a path.
 *
 * The workspace, for m edges and n vertices, is allocated once:
 *
 *     | next[m] | pool[m + threads * WALKERS * CHUNK] | cursor[n] | label | start | chosen |
 *
 * The last three are bits [m]. root[m] lies in the memory of the walk. Before stage 3 needs root,
 * this memory holds bits [m] of up to 31 threads. With 32-bit edges: 8.4 bytes an edge, 4 a vertex,
 * and 4 an edge for the walk itself.
 *
 * An undirected graph has no cursor[]. If stage 2 has overwritten the spare, next[] lies in that
 * array, not here. Otherwise left[], as long as the pool, lies in place of next[], and place[2m]
 * behind the pool. A thread then has twice as many walks, and the pool has chunks for them.
 */
#include "euler_cpu.h"
#include "../../base/system/pages.h"
#include <string.h>

/* next: as in kg__euler_prepare_with_cpu(). */
static void lay_out(const kg__euler_work *w, kg__euler_cpu *s, kg__arena *arena, kg_edge *next)
{
    uint64_t words = ((uint64_t)w->m >> 6) + 1;

    const bool looked_up = !w->col && !next; /* an undirected graph without a spare */

    s->next =
        next ? next : kg__arena_carve(arena, looked_up ? s->pool_room : w->m, sizeof *s->next);
    s->pool = kg__arena_carve(arena, s->pool_room, sizeof *s->pool);
    s->cursor = kg__arena_carve(arena, w->col ? w->n : 0, sizeof *s->cursor);
    s->halves.place = kg__arena_carve(arena, looked_up ? 2 * (uint64_t)w->m : 0, sizeof *s->next);
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
    kg__free_all(w->ctx, s->segment.at, s->workspace, s->second, s);
    w->state = NULL;
}

kg_status kg__euler_prepare_with_cpu(kg__euler_work *w, kg_edge *next)
{
    kg__arena arena = {NULL, 0};
    kg__euler_cpu *s;
    kg_status status;

    kg__euler_finish_cpu(w);
    KG_TRY(kg__host_allocate(w->ctx, &w->state, 1, sizeof *s, "state of the Euler pipeline"));
    s = w->state;
    memset(s, 0, sizeof *s);
    s->threads = kg__threads(w->ctx, w->m, GRAIN);
    /* A walk leaves at most a chunk unfinished. Smaller chunks for a small graph gain nothing. */
    s->pool_room = w->m + (uint64_t)s->threads * (w->col || next ? 1 : 2) * WALKERS * CHUNK;
    lay_out(w, s, &arena, next);
    KG_TRY(kg__arena_allocate(w->ctx, &arena, "the Euler pipeline"));
    s->workspace = arena.base;
    lay_out(w, s, &arena, next);
    s->root = w->walk;
out:
    return status;
}

static void touch(const kg__euler_cpu *s, void *block, uint64_t bytes)
{
    volatile char *const at = block;

    (void)s; /* without OpenMP */
    KG_PARALLEL_FOR(s->threads, schedule(static))
    for (uint64_t i = 0; i < bytes; i += KG__HUGE_PAGE)
        at[i] = 0;
}

void kg__euler_touch_cpu(const kg__euler_work *w)
{
    const kg__euler_cpu *s = w->state;

    if (s->threads == 1)
        return;
    touch(s, s->pool, s->pool_room * sizeof *s->pool);
    touch(s, w->walk, w->m * sizeof *w->walk);
}

void kg__euler_clear_bits_cpu(const kg__euler_work *w, uint64_t *bits)
{
    const uint64_t words = ((uint64_t)w->m >> 6) + 1;

    KG_PARALLEL_FOR(((const kg__euler_cpu *)w->state)->threads, schedule(static))
    for (uint64_t i = 0; i < words; i++)
        bits[i] = 0;
}

decl_euler_prepare(kg__euler_prepare_cpu)
{
    return kg__euler_prepare_with_cpu(w, NULL);
}

decl_euler_insert_edge(kg__euler_insert_edge_cpu)
{
    uint64_t at = graph->row[source + 1];

    (void)ctx; /* without OpenMP */
    KG_PARALLEL_FOR(kg__threads(ctx, graph->m, GRAIN), schedule(static))
    for (uint64_t v = 0; v <= graph->n; v++)
        new_row[v] = graph->row[v] + (v > source);
    if (at)
        memcpy(new_col, graph->col, at * sizeof *new_col);
    new_col[at] = target;
    if (graph->m > at)
        memcpy(new_col + at + 1, graph->col + at, (graph->m - at) * sizeof *new_col);
    return KG_OK;
}
