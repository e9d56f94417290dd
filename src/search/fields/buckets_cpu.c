/*
 * A distance field on one thread of the CPU.
 *
 * in   the map's weights, the legal moves of each cell, the sources of the field
 * out  g[cells], the costs; nearest[cells] if they are asked for
 *
 * Method: cells wait in a ring of buckets, which are at most as wide as the cheapest step. So a
 * step leads from the bucket at hand to a later one, and each cell is expanded once, at its final
 * cost, in any order within its bucket (E. Denardo, B. Fox, "Shortest-route methods: 1. Reaching,
 * pruning, and buckets", 1979). All predecessors of a cell on shortest paths are expanded before
 * it, so its nearest source is final, too. A cell whose cost falls to another bucket waits twice;
 * the later entry is skipped.
 * Work: O(8) for each cell; a scan of the ring's bits for each bucket. Memory: 8 bytes a cell, and
 * 128 for each 30 waiting cells of a bucket.
 * Deterministic: everything; the costs are the only solution.
 */
#include "../grid/grid_moves.h"
#include "fields_cpu.h"
#include <string.h>

enum { MOVE_IS_DIAGONAL = 0xa5, RING_LEAST = 64, REPORT_CELLS = 1 << 14 };

kg_status kg__field_prepare_buckets(kg__field_walker *w)
{
    const kg_grid *grid = w->work->fields->grid;
    const kg__grid_scale *scale = &w->work->scale;
    const uint64_t least = scale->straight * grid->least;
    const uint64_t most =
        (scale->diagonal > scale->straight ? scale->diagonal : scale->straight) * grid->most;
    kg_status status;

    KG_TRY(kg__host_allocate(grid->ctx, &w->cost_block, w->work->cells + 2 * w->work->margin,
        sizeof *w->g, "the costs of cells"));
    w->g = (uint64_t *)w->cost_block + w->work->margin;
    w->shift = 63 - (unsigned)__builtin_clzll(least);
    w->buckets = RING_LEAST;
    while (w->buckets < (most >> w->shift) + 2)
        w->buckets *= 2;
    KG_TRY(kg__host_allocate(grid->ctx, &w->head, w->buckets, sizeof *w->head, "buckets"));
    KG_TRY(kg__host_allocate(grid->ctx, &w->filled, w->buckets / 64, sizeof *w->filled, "buckets"));
    memset(w->head, 0xff, w->buckets * sizeof *w->head);
    memset(w->filled, 0, w->buckets / 64 * sizeof *w->filled);
    w->spare = KG__NO_CHUNK;
out:
    return status;
}

/* Puts a chunk without cells at the head of a bucket. */
static kg_status add_chunk(kg__field_walker *w, uint32_t *head)
{
    uint32_t at = w->spare;
    kg_status status = KG_OK;

    if (at != KG__NO_CHUNK) {
        w->spare = w->chunk[at].next;
    } else {
        if (w->used == w->room)
            KG_TRY(kg__host_grow(w->work->fields->grid->ctx, &w->chunk, &w->room,
                (uint64_t)w->used + 1, sizeof *w->chunk, "cells that wait in buckets"));
        at = w->used++;
    }
    w->chunk[at].used = 0;
    w->chunk[at].next = *head;
    *head = at;
out:
    return status;
}

static inline kg_status put(kg__field_walker *w, uint32_t cell, uint64_t bucket)
{
    const uint64_t place = bucket & (w->buckets - 1);
    uint32_t *head = &w->head[place];
    kg__field_chunk *chunk;

    if (*head == KG__NO_CHUNK || w->chunk[*head].used == KG__CHUNK_CELLS) {
        kg_status status = add_chunk(w, head);

        if (status != KG_OK)
            return status;
        w->filled[place / 64] |= UINT64_C(1) << place % 64;
    }
    chunk = &w->chunk[*head];
    chunk->cell[chunk->used++] = cell;
    return KG_OK;
}

/* Goes to the next bucket that has a chunk; false if there is none. */
static bool next_bucket(kg__field_walker *w)
{
    for (uint64_t ahead = 1; ahead < w->buckets;) {
        const uint64_t place = (w->now + ahead) & (w->buckets - 1);
        const uint64_t word = w->filled[place / 64] >> place % 64;

        if (word) {
            w->now += ahead + (uint64_t)__builtin_ctzll(word);
            return true;
        }
        ahead += 64 - place % 64;
    }
    return false;
}

/* Looks at the neighbours of a cell. Comparing has no branch, because its outcome is as good as
 * random. entering: the weight of the cell that is entered counts; else that of this one. */
static inline __attribute__((always_inline)) kg_status expand(
    kg__field_walker *w, uint32_t cell, bool entering, bool numbered)
{
    const kg_grid *grid = w->work->fields->grid;
    const uint16_t *weight = grid->weight;
    const uint64_t leaving = !entering && weight ? weight[cell] : 1;
    const uint64_t straight = w->work->scale.straight * leaving;
    const uint64_t diagonal = w->work->scale.diagonal * leaving;
    const ptrdiff_t width = grid->width;
    uint64_t *g = w->g, reached[8];
    const uint64_t here = g[cell];
    unsigned less = 0;

    for (unsigned move = 0; move < 8; move++) { /* the neighbour may be in the margin */
        const ptrdiff_t to = (ptrdiff_t)cell + kg__move_y[move] * width + kg__move_x[move];
        const uint64_t step = MOVE_IS_DIAGONAL >> move & 1 ? diagonal : straight;

        reached[move] = here + (entering ? step * weight[to] : step);
        less |= (unsigned)(numbered ? reached[move] <= g[to] : reached[move] < g[to]) << move;
    }
    for (less &= w->legal[cell]; less; less &= less - 1) {
        const unsigned move = (unsigned)__builtin_ctz(less);
        const uint32_t to =
            (uint32_t)((ptrdiff_t)cell + kg__move_y[move] * width + kg__move_x[move]);
        const uint64_t cost = reached[move], before = g[to];

        if (numbered) {
            const uint32_t number = w->nearest[cell];

            if (cost < before || number < w->nearest[to])
                w->nearest[to] = number;
        }
        g[to] = cost;
        if (cost >> w->shift != before >> w->shift) {
            const kg_status status = put(w, to, cost >> w->shift);

            if (status != KG_OK)
                return status;
        }
    }
    return KG_OK;
}

/* Expands the cells of the bucket at hand. A chunk is copied and freed first: expanding may move
 * the chunks. */
static inline __attribute__((always_inline)) kg_status empty_bucket(
    kg__field_walker *w, bool entering, bool numbered)
{
    const uint64_t place = w->now & (w->buckets - 1);
    uint32_t at = w->head[place];

    w->head[place] = KG__NO_CHUNK;
    w->filled[place / 64] &= ~(UINT64_C(1) << place % 64);
    while (at != KG__NO_CHUNK) {
        const kg__field_chunk chunk = w->chunk[at];

        w->chunk[at].next = w->spare;
        w->spare = at;
        at = chunk.next;
        for (uint32_t i = 0; i < chunk.used; i++) {
            kg_status status;

            if (w->g[chunk.cell[i]] >> w->shift != w->now)
                continue;
            status = expand(w, chunk.cell[i], entering, numbered);
            if (status != KG_OK)
                return status;
        }
        w->done += chunk.used;
    }
    return KG_OK;
}

static kg_status empty_any(kg__field_walker *w)
{
    if (w->work->entering)
        return w->nearest ? empty_bucket(w, true, true) : empty_bucket(w, true, false);
    return w->nearest ? empty_bucket(w, false, true) : empty_bucket(w, false, false);
}

kg_status kg__field_search_buckets(kg__field_walker *w)
{
    const kg__fields_work *work = w->work;
    const kg_grid *grid = work->fields->grid;
    const kg_grid_cell *source = kg__field_sources(work, w->field);
    const uint64_t all = work->fields->count * work->cells, before = w->field * work->cells;
    uint64_t reported = 0;
    kg_status status = KG_OK;

    memset(w->cost_block, 0xff, (work->cells + 2 * work->margin) * sizeof *w->g);
    if (w->nearest)
        memset(w->nearest, 0xff, work->cells * sizeof *w->nearest);
    w->now = w->done = 0;
    for (uint64_t i = 0; i < work->each; i++) {
        const uint32_t cell = source[i].y * grid->width + source[i].x;

        if (w->g[cell] == 0)
            continue;
        w->g[cell] = 0;
        if (w->nearest)
            w->nearest[cell] = (uint32_t)i;
        KG_TRY(put(w, cell, 0));
    }
    do {
        KG_TRY(empty_any(w));
        if (w->reports && w->done - reported >= REPORT_CELLS) {
            reported = w->done;
            KG_TRY(kg__progress(grid->ctx, "measuring", before + w->done, all));
        }
    } while (next_bucket(w));
out:
    return status;
}
