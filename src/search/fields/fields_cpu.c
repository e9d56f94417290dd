/*
 * Distance fields on the CPU: threads take one field after the other, each with its own memory.
 *
 * in   a map, the sources of each field
 * out  the arrays of the fields
 *
 * Method: one thread searches a field; if there is only one field, all threads finish its rows. The
 * legal moves of each cell are listed once for all fields. Memory: 1 byte a cell for them, and that
 * of the search for each thread.
 * Deterministic: each field depends on its sources alone.
 */
#include "fields_cpu.h"
#include "../grid/grid_cpu.h"
#include "fields_ops.h"
#include <string.h>

enum { ROWS = 16 }; /* that a thread takes at once */

/* The legal moves of each cell, a byte each; none from a wall. */
static kg_status list_moves(uint8_t **legal, const kg__fields_work *w)
{
    const kg_grid *grid = w->fields->grid;
    uint8_t table[512];
    kg_status status;

    for (unsigned free = 0; free < 512; free++)
        table[free] = free >> 4 & 1 ? kg__grid_legal(&grid->rules, free) : 0;
    KG_TRY(kg__host_allocate(grid->ctx, legal, w->cells, 1, "the legal moves of cells"));
    KG_PARALLEL_FOR(kg__threads(grid->ctx, grid->height, ROWS), schedule(static))
    for (uint32_t y = 0; y < grid->height; y++) {
        uint8_t *moves = *legal + (uint64_t)y * grid->width;

        memset(moves, 0, grid->width);
        for (int t = 0; t < KG__TERRAINS; t++) {
            const uint64_t *row = grid->plane[t].row;

            if (!row)
                continue;
            for (uint32_t x = 0; x < grid->width; x++)
                moves[x] |= table[kg__three_bits(kg__grid_row(grid, row, y - 1), x) |
                                  kg__three_bits(kg__grid_row(grid, row, y), x) << 3 |
                                  kg__three_bits(kg__grid_row(grid, row, y + 1), x) << 6];
        }
    }
out:
    return status;
}

static kg_status finish(const kg__field_walker *w, bool alone)
{
    const uint32_t height = w->work->fields->grid->height, blocks = (height + ROWS - 1) / ROWS;
    const int threads = alone ? kg__threads(w->work->fields->grid->ctx, blocks, 1) : 1;
    kg_status failed = KG_OK;

    if (threads == 1)
        return kg__field_finish(w, 0, height);
    KG_PARALLEL_FOR(threads, schedule(static))
    for (uint32_t b = 0; b < blocks; b++) {
        const uint32_t end = (b + 1) * ROWS < height ? (b + 1) * ROWS : height;
        const kg_status status = kg__field_finish(w, b * ROWS, end);

        if (status != KG_OK)
            __atomic_store_n(&failed, status, __ATOMIC_RELAXED);
    }
    return failed;
}

/* A thread's share: one field after the other until there are none. next: a counter that all
 * threads share. */
static kg_status run_walker(
    const kg__fields_work *work, const uint8_t *legal, uint64_t *next, bool reports)
{
    kg_context *ctx = work->fields->grid->ctx;
    const bool is_real = work->fields->grid->real;
    kg__field_walker w = {.work = work, .legal = legal, .reports = reports};
    kg_status status;

    w.nearest = work->fields->nearest;
    KG_TRY(is_real ? kg__field_prepare_real(&w) : kg__field_prepare_buckets(&w));
    for (;;) {
        w.field = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);
        if (w.field >= work->fields->count)
            break;
        KG_TRY(is_real ? kg__field_search_real(&w) : kg__field_search_buckets(&w));
        KG_TRY(is_real ? kg__field_finish_real(&w) : finish(&w, work->fields->count == 1));
    }
out:
    kg__free_all(ctx, w.depth, w.moves, w.heap, w.chunk, w.filled, w.head, w.cost_block);
    if (status != KG_OK) /* makes the other threads stop */
        __atomic_store_n(next, work->fields->count, __ATOMIC_RELAXED);
    return status;
}

decl_fields_find(kg__fields_find_cpu)
{
    kg_context *ctx = w->fields->grid->ctx;
    const uint64_t count = w->fields->count;
    uint64_t next = 0;
    uint8_t *legal = NULL;
    kg_status status, failed = KG_OK;

    KG_TRY(list_moves(&legal, w));
    if (count == 1) { /* not from within a parallel region: finish() begins one */
        KG_TRY(run_walker(w, legal, &next, true));
        goto out;
    }
    {
        const int threads = kg__threads(ctx, count, 1);

        KG_PARALLEL_FOR(threads, schedule(static, 1))
        for (int t = 0; t < threads; t++) {
            const kg_status one = run_walker(w, legal, &next, t == 0);

            if (one != KG_OK)
                __atomic_store_n(&failed, one, __ATOMIC_RELAXED);
        }
    }
    status = failed;
out:
    kg__free(ctx, legal);
    return status;
}
