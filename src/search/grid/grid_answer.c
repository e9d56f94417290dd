/* Makes an answer of a path that a backend has found: checks it, computes its cost, keeps the path,
 * and reports it. */
#include "grid.h"
#include <math.h>
#include <string.h>

/* Kept paths lie in blocks, each twice as large as the one before: from BLOCK_FIRST cells up to
 * BLOCK_BYTES bytes, which are whole huge pages. With pages of 4 KiB, most of the time would be
 * spent on page faults. */
enum { BLOCK_FIRST = 1 << 12, BLOCK_BYTES = 1 << 23 };

static const double tell_gap = 0.1; /* s */

/* The sums of what the path's steps cost. */
static void add_up(const kg_grid *grid, const kg_grid_cell *path, uint64_t count,
    uint64_t *straight, uint64_t *diagonal)
{
    *straight = *diagonal = 0;
    for (uint64_t i = 1; i < count; i++) {
        const uint64_t units =
            kg__grid_step_units(grid, kg__grid_at(grid, path[i - 1]), kg__grid_at(grid, path[i]));

        if (path[i].x == path[i - 1].x)
            *straight += units * grid->down;
        else if (path[i].y == path[i - 1].y)
            *straight += units * grid->across;
        else
            *diagonal += units;
    }
}

/* The number of cells of the next block, with room for at least `count`. block: the last one, or
 * NULL. */
static uint64_t next_room(const kg__path_block *block, uint64_t count)
{
    const uint64_t most = (BLOCK_BYTES - sizeof *block) / sizeof *block->cell;
    uint64_t room = block ? 2 * block->room : BLOCK_FIRST;

    room = room < most ? room : most;
    return room > count ? room : count;
}

/* Adds a path to the kept ones. Threads share the blocks. */
static kg_status keep_path(
    kg__grid_work *w, kg__grid_path *kept, const kg_grid_cell *path, uint64_t count)
{
    kg_grid_cell *place = NULL;
    kg_status status = KG_OK;

#pragma omp critical(kg__grid_paths)
    {
        kg__path_block *block = w->block;

        if (!block || block->room - block->used < count) {
            const uint64_t room = next_room(block, count);

            status = kg__host_allocate(w->grid->ctx, &block,
                sizeof *block + kg__bytes(room, sizeof *block->cell), 1, "paths");
            if (status == KG_OK) {
                *block = (kg__path_block){.next = w->block, .room = room};
                w->block = block;
            }
        }
        if (status == KG_OK) {
            place = block->cell + block->used;
            block->used += count;
        }
    }
    if (status != KG_OK)
        return status;
    memcpy(place, path, count * sizeof *path);
    *kept = (kg__grid_path){place, count};
    return KG_OK;
}

kg_status kg__grid_settle(
    kg__grid_work *w, uint64_t i, const kg_grid_cell *path, uint64_t count, uint64_t counted)
{
    kg_grid_answer *a = &w->answer[i];
    kg_status status = KG_OK;

    a->steps = count - 1;
    add_up(w->grid, path, count, &a->straight, &a->diagonal);
    a->cost = w->grid->real ? kg_grid_sum(w->grid, a->straight, a->diagonal)
                            : (double)a->straight +
                                  (kg__grid_has_sqrt2(w->grid) ? M_SQRT2 : 1) * (double)a->diagonal;
    if (!w->options.skip_verify)
        KG_TRY(kg__grid_check_answer(w, i, path, count, counted));
    if (!w->options.drop_paths)
        KG_TRY(keep_path(w, &w->path[i], path, count));
out:
    return status;
}

bool kg__grid_stops(const kg__grid_work *w)
{
    return __atomic_load_n(&w->refused, __ATOMIC_RELAXED) || kg__patience_ends(&w->patience);
}

void kg__grid_leave(kg__grid_work *w, uint64_t i)
{
    w->answer[i].status = KG_LIMIT;
    w->answer[i].cost = kg__grid_bound(w, &w->query[i], 0);
}

/* Reports the answers that have no missing answer before them. One thread at a time. */
static void tell(kg__grid_work *w)
{
    double now = kg__now();
    uint64_t end = w->told;
    const uint8_t *ready = w->ready;

    while (end < w->count && __atomic_load_n(&ready[end], __ATOMIC_ACQUIRE))
        end++;
    if (end == w->told || (end < w->count && now - w->told_last < tell_gap))
        return;
    if (w->options.answered(w->options.answered_user, w->search, w->told, end - w->told) != 0)
        __atomic_store_n(&w->refused, 1, __ATOMIC_RELAXED);
    w->told = end;
    w->told_last = now;
}

void kg__grid_answered(kg__grid_work *w, uint64_t i)
{
    if (!w->ready)
        return;
    __atomic_store_n(&w->ready[i], 1, __ATOMIC_RELEASE);
#pragma omp critical(kg__grid_answers)
    tell(w);
}
