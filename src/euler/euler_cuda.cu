/*
 * The CUDA backend of the Euler pipeline: its arrays, and its row in the table.
 *
 * An edge takes some 28 bytes of the device beside the graph and the walk, half of them the sort's.
 */
#include "euler_cuda.cuh"
#include <string.h>

/* Splitters: one in 2^SHIFT edges at least; beyond 2^SEGMENTS segments they get rarer. */
enum { SHIFT = 6, SEGMENTS = 20 };

static void lay_out(const kg__euler_work *w, kg__euler_cuda *s, kg__arena *arena)
{
    uint64_t words = ((uint64_t)w->m >> 5) + 2, segments = (uint64_t)s->blocks + 2;

    s->source = (kg_vertex *)kg__arena_carve(arena, w->m, sizeof *s->source);
    s->pred = (kg_edge *)kg__arena_carve(arena, w->m, sizeof *s->pred);
    s->other = (kg_edge *)kg__arena_carve(arena, w->m, sizeof *s->other);
    s->scratch = kg__arena_carve(arena, s->scratch_bytes, 1);
    s->visited = (uint32_t *)kg__arena_carve(arena, words, sizeof *s->visited);
    s->label = (uint32_t *)kg__arena_carve(arena, words, sizeof *s->label);
    s->chosen = (uint32_t *)kg__arena_carve(arena, words, sizeof *s->chosen);
    for (int i = 0; i < 2; i++) {
        s->to[i] = (kg_edge *)kg__arena_carve(arena, segments, sizeof *s->to[i]);
        s->count[i] = (kg_edge *)kg__arena_carve(arena, segments, sizeof *s->count[i]);
    }
    s->least = (kg_edge *)kg__arena_carve(arena, segments, sizeof *s->least);
    s->tally = (kg__euler_tally *)kg__arena_carve(arena, 1, sizeof *s->tally);
}

static decl_euler_finish(finish)
{
    kg__euler_cuda *s = kg__euler_state(w);

    if (!s)
        return;
    kg__free(w->ctx, s->workspace);
    kg__free(w->ctx, s);
    w->state = NULL;
}

static decl_euler_stage(prepare)
{
    kg__arena arena = {NULL, 0};
    kg__euler_cuda *s;
    kg_status status;

    finish(w);
    KG_TRY(kg__host_allocate(w->ctx, &w->state, 1, sizeof *s, "state of the Euler pipeline"));
    s = kg__euler_state(w);
    memset(s, 0, sizeof *s);
    for (s->shift = SHIFT; w->m >> s->shift >> SEGMENTS; s->shift++)
        ;
    s->blocks = (w->m >> s->shift) + 1;
    KG_TRY(kg__euler_sort_bytes(w->ctx, &s->scratch_bytes, w->m, w->n));
    if (s->scratch_bytes < 2 * (size_t)w->m * sizeof(kg_edge) + 256)
        s->scratch_bytes = 2 * (size_t)w->m * sizeof(kg_edge) + 256;
    lay_out(w, s, &arena);
    KG_TRY(kg__arena_allocate(w->ctx, &arena, "the Euler pipeline"));
    s->workspace = arena.base;
    lay_out(w, s, &arena);
out:
    return status;
}

/* ---- the virtual edge ------------------------------------------------------------------------ */

/* Thread v owns row offset v. */
static __global__ void k_euler_insert_row(
    kg_edge *new_row, const kg_edge *row, uint64_t n, kg_vertex source)
{
    uint64_t v = kg__item();

    if (v <= n)
        new_row[v] = row[v] + (v > source);
}

/* Thread e owns edge e of the new graph. */
static __global__ void k_euler_insert_col(
    kg_vertex *new_col, const kg_vertex *col, uint64_t m, uint64_t at, kg_vertex target)
{
    uint64_t e = kg__item();

    if (e <= m)
        new_col[e] = e == at ? target : col[e - (e > at)];
}

static decl_euler_insert_edge(insert_edge)
{
    const kg_edge *row;
    const kg_vertex *col;
    kg_status status;

    KG_TRY(kg__graph_resident((kg_graph *)graph, &row, &col));
    KG_TRY(
        KG_LAUNCH(ctx, k_euler_insert_row, (uint64_t)graph->n + 1, new_row, row, graph->n, source));
    KG_TRY(KG_LAUNCH(ctx, k_euler_insert_col, (uint64_t)graph->m + 1, new_col, col, graph->m,
        graph->row[source + 1], target));
out:
    return status;
}

static decl_euler_circuits(circuits)
{
    return kg__euler_label(w, circuit);
}

const kg__euler_ops kg__euler_ops_cuda = {
    prepare,
    kg__euler_predecessors_cuda,
    kg__euler_check_cuda,
    kg__euler_partition_cuda,
    NULL, /* links: stage 5 looks at the slots itself */
    kg__euler_spanning_tree_cuda,
    kg__euler_swips_cuda,
    kg__euler_walk_cuda,
    finish,
    circuits,
    insert_edge,
    kg__euler_verify_cuda,
};
