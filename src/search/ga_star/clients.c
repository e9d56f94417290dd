#include "clients.h"
#include "ga_star_ops.h"
#include <stdlib.h>

/* ---- sliding puzzles ------------------------------------------------------------------------- */

static kg_ga_star_state key_of(const uint8_t *item, unsigned count, unsigned bits)
{
    unsigned __int128 key = 0;

    for (unsigned i = count; i-- > 0;)
        key = key << bits | item[i];
    return (kg_ga_star_state){{(uint64_t)key, (uint64_t)(key >> 64)}};
}

/* Where moves lead, and how far tiles are from their targets. */
static void make_tables(kg__ga_problem *p, const kg_tiles_puzzle *puzzle)
{
    const int width = (int)puzzle->width, height = (int)puzzle->height;

    for (int c = 0; c < width * height; c++) {
        const int x = c % width, y = c / width;

        p->cell[c][KG_TILES_UP] = (uint8_t)(y > 0 ? c - width : KG__GA_NO_CELL);
        p->cell[c][KG_TILES_LEFT] = (uint8_t)(x > 0 ? c - 1 : KG__GA_NO_CELL);
        p->cell[c][KG_TILES_RIGHT] = (uint8_t)(x + 1 < width ? c + 1 : KG__GA_NO_CELL);
        p->cell[c][KG_TILES_DOWN] = (uint8_t)(y + 1 < height ? c + width : KG__GA_NO_CELL);
        for (int to = 0; to < width * height; to++)
            if (puzzle->target[to])
                p->distance[puzzle->target[to]][c] =
                    (uint8_t)(abs(x - to % width) + abs(y - to / width));
    }
}

static kg_status verify_tiles(kg_context *ctx, const kg__ga_task *task, const kg_ga_star *answer)
{
    uint8_t *move = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &move, answer->length, 1, "the moves"));
    for (uint64_t i = 0; i < answer->length; i++)
        move[i] = (uint8_t)answer->move[i];
    status = kg_tiles_verify(ctx, task->of, move, answer->length);
out:
    kg__free(ctx, move);
    return status;
}

kg_status kg__ga_star_tiles(kg_ga_star **answer, kg_context *ctx, const kg_tiles_puzzle *puzzle,
    const kg_ga_star_options *options)
{
    const unsigned cells = puzzle->width * puzzle->height;
    const bool wide = cells > KG__GA_NARROW_ITEMS;
    kg__ga_task task = {.problem = {.kind = KG__GA_TILES + wide,
                            .words = wide ? 2 : 1,
                            .moves = 4,
                            .start = key_of(puzzle->start, cells, wide ? 5 : 4),
                            .target = key_of(puzzle->target, cells, wide ? 5 : 4),
                            .items = cells},
        .verify = verify_tiles,
        .of = puzzle};

    *answer = NULL;
    kg__begin(ctx);
    make_tables(&task.problem, puzzle);
    return kg__ga_run(answer, ctx, &task, options);
}

/* ---- grid maps ------------------------------------------------------------------------------- */

kg_status kg__ga_star_grid(kg_ga_star **answer, kg_context *ctx, const kg_grid *grid,
    const kg_grid_query *query, const kg_ga_star_options *options)
{
    const kg_grid_rules rules = kg_grid_rules_in_force(grid);
    const uint32_t width = kg_grid_width(grid), height = kg_grid_height(grid);
    const uint64_t count = (uint64_t)width * height;
    kg__ga_task task = {.problem = {.kind = KG__GA_GRID,
                            .words = 1,
                            .moves = KG__GA_GRID_MOVES,
                            .width = width,
                            .height = height,
                            .least = UINT16_MAX,
                            .straight = rules.moves == 4,
                            .corners = rules.corners == KG_GRID_CORNERS_ALLOW}};
    uint32_t *cells = NULL;
    kg_status status;

    *answer = NULL;
    kg__begin(ctx);
    if (!task.problem.straight && rules.diagonal == KG_GRID_DIAGONAL_SQRT2)
        return kg__fail(ctx, KG_UNSUPPORTED, "costs with sqrt(2) are no whole numbers");
    KG_TRY(kg__host_allocate(ctx, &cells, count, sizeof *cells, "the map"));
    for (uint64_t i = 0; i < count; i++) {
        const kg_grid_cell cell = {(uint32_t)(i % width), (uint32_t)(i / width)};
        const uint32_t weight = kg_grid_weight(grid, cell);

        cells[i] = weight ? weight | (uint32_t)kg_grid_terrain(grid, cell) << 16 : 0;
        if (weight && weight < task.problem.least)
            task.problem.least = weight;
    }
    task.problem.cells = cells;
    task.problem.start.word[0] = (uint64_t)query->start.y * width + query->start.x;
    task.problem.target.word[0] = (uint64_t)query->goal.y * width + query->goal.x;
    status = kg__ga_run(answer, ctx, &task, options);
out:
    kg__free(ctx, cells);
    return status;
}
