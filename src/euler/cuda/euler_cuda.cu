/*
 * The CUDA backend of the Euler pipeline: its arrays, and its row in the table.
 *
 * An edge takes some 28 bytes of device memory beside the graph and the walk, half of them for the
 * sort. After the sort, the pool takes this memory: first the chunks' owners, then the chunks. The
 * chunks of the first walk end before other[]. The second walk usually adds few chunks. In a small
 * graph it may add as many again, for which there is room.
 */
#include "windows_cuda.cuh"
#include <string.h>

/* Splitters: one in 2^SHIFT edges. From 2^LARGE edges on, a graph of four times as many edges has
 * twice as many segments, of twice the length. */
enum { SHIFT = 6, LARGE = 26 };

static void lay_out(const kg__euler_work *w, kg__euler_cuda *s, kg__arena *arena)
{
    uint64_t words = ((uint64_t)w->m >> 5) + 2;
    uint64_t fixed = s->pool.fixed, segments = fixed + KG__CUTS + 1;

    s->source = (kg_vertex *)kg__arena_carve(arena, w->m, sizeof *s->source);
    s->pred = (kg_edge *)kg__arena_carve(arena, w->m, sizeof *s->pred);
    s->scratch = kg__arena_carve(arena, s->scratch_bytes, 1);
    s->other = (kg_edge *)kg__arena_carve(arena, w->m, sizeof *s->other);
    s->pool.used = (unsigned long long *)kg__arena_carve(arena, 1, sizeof *s->pool.used);
    s->visited = (uint32_t *)kg__arena_carve(arena, words, sizeof *s->visited);
    s->window = (uint32_t *)kg__arena_carve(arena, KG__WINDOWS, sizeof *s->window);
    s->label = (uint32_t *)kg__arena_carve(arena, words, sizeof *s->label);
    s->chosen = (uint32_t *)kg__arena_carve(arena, words, sizeof *s->chosen);
    for (int i = 0; i < 2; i++) {
        s->to[i] = (kg_edge *)kg__arena_carve(arena, segments, sizeof *s->to[i]);
        s->count[i] = (kg_edge *)kg__arena_carve(arena, segments, sizeof *s->count[i]);
    }
    s->pool.length = (kg_edge *)kg__arena_carve(arena, segments, sizeof *s->pool.length);
    s->least = (kg_edge *)kg__arena_carve(arena, fixed, sizeof *s->least);
    s->next = (kg_edge *)kg__arena_carve(arena, fixed, sizeof *s->next);
    s->before = (kg_edge *)kg__arena_carve(arena, fixed, sizeof *s->before);
    s->cuts = (kg__euler_cuts *)kg__arena_carve(arena, 1, sizeof *s->cuts);
    s->cut = (unsigned long long *)kg__arena_carve(arena, fixed, sizeof *s->cut);
    s->few = (kg__euler_few *)kg__arena_carve(arena, 1, sizeof *s->few);
    s->tally = (kg__euler_tally *)kg__arena_carve(arena, 1, sizeof *s->tally);
}

static void at_least(size_t *bytes, size_t least)
{
    if (*bytes < least)
        *bytes = least;
}

decl_euler_finish(kg__euler_finish_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);

    if (!s)
        return;
    kg__free(w->ctx, s->workspace);
    kg__free(w->ctx, s);
    w->state = NULL;
}

decl_euler_prepare(kg__euler_prepare_cuda)
{
    const size_t edges = (size_t)w->m * sizeof(kg_edge), chunk = KG__CHUNK * sizeof(kg_edge);
    const uint64_t walked = (uint64_t)w->m / KG__CHUNK + 1; /* chunks other than first chunks */
    size_t owners;
    kg__arena arena = {NULL, 0};
    kg__euler_cuda *s;
    kg_status status;

    kg__euler_finish_cuda(w);
    KG_TRY(kg__host_allocate(w->ctx, &w->state, 1, sizeof *s, "state of the Euler pipeline"));
    s = kg__euler_state(w);
    memset(s, 0, sizeof *s);
    for (s->shift = SHIFT; (uint64_t)w->m >> LARGE >> 2 * (s->shift - SHIFT);)
        s->shift++;
    s->blocks = (w->m >> s->shift) + 1;
    s->pool.fixed = (uint64_t)s->blocks + 1;
    s->pool.chunks = (2 * walked + s->pool.fixed + KG__CUTS) | 1;
    s->pool.chunks++; /* even, so that the array after the owners is aligned */
    owners = s->pool.chunks * sizeof *s->pool.owner;
    KG_TRY(kg__euler_sort_bytes(w->ctx, &s->scratch_bytes, w->m, w->n));
    at_least(&s->scratch_bytes, 2 * edges);
    at_least(&s->scratch_bytes, owners + (walked + s->pool.fixed) * chunk);
    at_least(&s->scratch_bytes, owners + s->pool.chunks * chunk - edges);
    lay_out(w, s, &arena);
    KG_TRY(kg__arena_allocate(w->ctx, &arena, "the Euler pipeline"));
    s->workspace = arena.base;
    lay_out(w, s, &arena);
    s->pool.owner = (kg__chunk_owner *)s->scratch;
    s->pool.edge = (kg_edge *)(s->pool.owner + s->pool.chunks);
out:
    return status;
}

/* ---- the virtual edge ------------------------------------------------------------------------ */

/* Thread i owns row offset i. */
static __global__ void k_euler_insert_row(
    kg_edge *new_row, const kg_edge *row, uint64_t count, uint64_t first, uint64_t source)
{
    const uint64_t i = kg__item();

    if (i < count)
        new_row[i] = row[i] + (first + i > source);
}

kg_status kg__euler_insert_row(kg_context *ctx, kg_edge *new_row, const kg_edge *row,
    uint64_t count, uint64_t first, uint64_t source)
{
    return KG_LAUNCH(ctx, k_euler_insert_row, count, new_row, row, count, first, source);
}

/* Thread e owns edge e of the new graph. */
static __global__ void k_euler_insert_col(
    kg_vertex *new_col, const kg_vertex *col, uint64_t m, uint64_t at, kg_vertex target)
{
    uint64_t e = kg__item();

    if (e <= m)
        new_col[e] = e == at ? target : col[e - (e > at)];
}

decl_euler_insert_edge(kg__euler_insert_edge_cuda)
{
    const kg_edge *row;
    const kg_vertex *col;
    kg_edge at;
    kg_status status;

    KG_TRY(kg__graph_resident((kg_graph *)graph, &row, &col));
    KG_TRY(kg__graph_row(graph, (uint64_t)source + 1, &at));
    KG_TRY(kg__euler_insert_row(ctx, new_row, row, (uint64_t)graph->n + 1, 0, source));
    KG_TRY(KG_LAUNCH(
        ctx, k_euler_insert_col, (uint64_t)graph->m + 1, new_col, col, graph->m, at, target));
out:
    return status;
}

decl_euler_circuits(kg__euler_circuits_cuda)
{
    return kg__euler_label(w, circuit);
}

decl_euler_walk(kg__euler_walk_cuda)
{
    return kg__euler_state(w)->recorded ? kg__euler_cut_walk(w) : kg__euler_walk_again(w);
}
