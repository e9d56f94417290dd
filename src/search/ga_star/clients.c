/* Sliding puzzles and grid maps as ordinary clients of GA*. */
#include "clients.h"
#include "../grid/grid.h"
#include "../tiles/tiles_ops.h"
#include "ga_star_ops.h"
#include <math.h>
#include <stdlib.h>

/* ---- sliding puzzles ------------------------------------------------------------------------- */

static kg_ga_star_state key_of(const uint8_t *item, unsigned count, unsigned bits)
{
    unsigned __int128 key = 0;

    for (unsigned i = count; i-- > 0;)
        key = key << bits | item[i];
    return (kg_ga_star_state){{(uint64_t)key, (uint64_t)(key >> 64)}};
}

/* Tables of where moves lead, and of the distances of tiles from their targets. */
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

/* Copies the answer to the form of kg_tiles_find(). */
static kg_status adopt_way(kg_tiles *answer, const kg_ga_star *way)
{
    const kg_ga_star_statistics *work = &way->statistics;
    kg_status status;

    answer->bound = (unsigned)way->bound;
    answer->statistics = (kg_tiles_statistics){.total = {.f = answer->bound,
                                                   .rounds = work->rounds,
                                                   .expanded = work->expanded,
                                                   .generated = work->generated,
                                                   .duplicates = work->duplicates,
                                                   .ms = work->ms},
        .slots = work->slots,
        .peak_bytes = work->peak_bytes};
    KG_TRY(kg__host_allocate(answer->ctx, &answer->move, way->length, 1, "the moves"));
    answer->length = (unsigned)way->length;
    for (unsigned i = 0; i < answer->length; i++)
        answer->move[i] = (uint8_t)way->move[i];
out:
    return status;
}

static kg_status solve_tiles(kg_tiles *answer, const kg_tiles_puzzle *puzzle,
    const kg_tiles_options *options, double weight, unsigned queues)
{
    const kg_ga_star_options how = {.weight = weight,
        .canonical = options->canonical,
        .skip_verify = options->skip_verify,
        .max_states = options->max_states,
        .seconds = options->seconds,
        .stop = options->stop,
        .queues = queues};
    kg_ga_star *way = NULL;
    kg_status status, found;

    if (options->checkpoint)
        return kg__fail(answer->ctx, KG_ARGUMENT, "GA* has no checkpoints");
    KG_TRY(kg__ga_check_options(answer->ctx, &how));
    KG_TRY(kg__tiles_check(answer->ctx, puzzle));
    found = status = kg__ga_star_tiles(&way, answer->ctx, puzzle, &how);
    if (way)
        KG_TRY(adopt_way(answer, way));
    status = found;
out:
    kg_ga_star_destroy(way);
    return status;
}

kg_status kg_ga_star_tiles(kg_tiles **answer, kg_context *context, const kg_tiles_puzzle *puzzle,
    const kg_tiles_options *options, double weight, unsigned queues)
{
    static const kg_tiles_options defaults = KG_TILES_OPTIONS_INIT;
    kg_tiles *a = NULL;
    kg_status status;

    KG_NEED_RESULT(context, answer, context);
    KG_NEED(context, puzzle);
    kg__begin(context);
    KG_TRY(kg__host_allocate(context, &a, 1, sizeof *a, "the solution's record"));
    *a = (kg_tiles){.ctx = context};
    status = solve_tiles(a, puzzle, options ? options : &defaults, weight, queues);
out:
    if (status >= KG_OK || status == KG_FULL)
        *answer = a;
    else
        kg_tiles_destroy(a);
    return status;
}

/* ---- grid maps ------------------------------------------------------------------------------- */

/* Costs are whole numbers. With sqrt(2) a straight step costs q and a diagonal one p, where p / q
 * is a convergent of sqrt(2). No fraction with a denominator below q lies between the two. Sums
 * therefore compare like the costs as long as they differ by fewer than q diagonal steps of weight
 * 1. This holds up to a cost of p, and 32 bits hold sums up to 128357 q. */
enum {
    SQRT2_P = 47321,
    SQRT2_Q = 33461,
    SQRT2_INVERSE = 2 * SQRT2_Q - SQRT2_P /* inverse of q modulo p */
};

/* The cost of a sum: the sum without the straight steps is a multiple of p. */
static double cost_of(const kg__grid_scale *scale, uint64_t sum)
{
    const uint64_t straight = sum % SQRT2_P * SQRT2_INVERSE % SQRT2_P;

    if (scale->straight == 1)
        return (double)sum;
    if (straight * SQRT2_Q > sum) /* no path has this sum */
        return (double)sum / SQRT2_Q;
    return (double)straight + M_SQRT2 * (double)((sum - straight * SQRT2_Q) / SQRT2_P);
}

/* cells: [out] free it after the search, and after a failure too. */
static kg_status make_problem(kg__ga_problem *p, uint32_t **cells, const kg__grid_work *w)
{
    const kg_grid *grid = w->grid;
    const uint64_t count = (uint64_t)grid->width * grid->height;
    kg_status status;

    *p = (kg__ga_problem){.kind = KG__GA_GRID,
        .words = 1,
        .moves = KG__GA_GRID_MOVES,
        .finite = true,
        .width = grid->width,
        .height = grid->height,
        .least = grid->least,
        .straight = grid->rules.moves == 4,
        .beside = grid->rules.corners == KG_GRID_CORNERS_FORBID ? 2
                  : grid->rules.corners == KG_GRID_CORNERS_ONE  ? 1
                                                                : 0,
        .unit = {(uint32_t)w->scale.straight, (uint32_t)w->scale.diagonal}};
    KG_TRY(kg__host_allocate(grid->ctx, cells, count, sizeof **cells, "the map"));
    for (uint64_t i = 0; i < count; i++) {
        const kg_grid_cell cell = {(uint32_t)(i % grid->width), (uint32_t)(i / grid->width)};
        const uint32_t weight = kg_grid_weight(grid, cell);

        (*cells)[i] = weight ? weight | (uint32_t)kg_grid_terrain(grid, cell) << 16 : 0;
    }
    p->cells = *cells;
out:
    return status;
}

/* Sets the cells of a path, and its answer. */
static kg_status settle(kg__grid_work *w, uint64_t i, const kg_ga_star *way)
{
    const uint64_t count = way->length + 1, width = w->grid->width;
    kg_grid_cell *path = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(w->grid->ctx, &path, count, sizeof *path, "the path"));
    path[0] = w->query[i].start;
    for (uint64_t k = 1; k < count; k++)
        path[k] = (kg_grid_cell){
            (uint32_t)(way->way[k].word[0] % width), (uint32_t)(way->way[k].word[0] / width)};
    KG_TRY(kg__grid_settle(w, i, path, count, way->cost));
    if (w->bound)
        w->bound[i] = fmin(cost_of(&w->scale, way->bound), w->answer[i].cost);
out:
    kg__free(w->grid->ctx, path);
    return status;
}

static void stop_at(kg__grid_work *w, uint64_t i, uint64_t bound)
{
    w->answer[i].status = KG_LIMIT;
    w->answer[i].cost = cost_of(&w->scale, bound);
}

static kg_status search_query(
    kg__grid_work *w, uint64_t i, kg__ga_task *task, kg_ga_star_options *options)
{
    const uint64_t width = w->grid->width;
    const kg_grid_query *query = &w->query[i];
    kg_ga_star *way = NULL;
    kg_status status;

    task->problem.start.word[0] = query->start.y * width + query->start.x;
    task->problem.target.word[0] = query->goal.y * width + query->goal.x;
    if (kg__grid_stops(w)) {
        stop_at(w, i, kg__ga_estimate(&task->problem, &task->problem.start));
        return KG_OK;
    }
    if (w->patience.end > 0) /* a positive limit, even if the time is up now */
        options->seconds = fmax(w->patience.end - kg__now(), 1e-9);
    status = kg__ga_run(&way, w->grid->ctx, task, options);
    if (!way)
        return status;
    w->answer[i].expanded = way->statistics.expanded;
    w->answer[i].generated = way->statistics.states + way->statistics.improved;
    w->answer[i].states = way->statistics.states;
    w->answer[i].ms = way->statistics.ms;
    if (status == KG_OK) {
        status = settle(w, i, way);
    } else {
        stop_at(w, i, way->bound);
        kg__begin(w->grid->ctx); /* clears the message: kg_grid_find() has its own */
        status = KG_OK;
    }
    kg_ga_star_destroy(way);
    return status;
}

static kg_status search_grid(kg__grid_work *w)
{
    kg_ga_star_options options = {.weight = w->method->weight,
        .canonical = w->options.canonical,
        .skip_verify = w->options.skip_verify,
        .max_states = w->options.max_states,
        .stop = w->options.stop,
        .queues = w->method->queues};
    kg__ga_task task = {0};
    uint32_t *cells = NULL;
    kg_status status;

    if (w->options.keep_explored)
        return kg__fail(
            w->grid->ctx, KG_ARGUMENT, "GA* does not keep which cells it explored: expected 0");
    KG_TRY(kg__ga_check_options(w->grid->ctx, &options));
    KG_TRY(make_problem(&task.problem, &cells, w));
    for (uint64_t i = 0; i < w->count; i++) {
        if (w->answer[i].status == KG_OK)
            KG_TRY(search_query(w, i, &task, &options));
        kg__grid_answered(w, i);
    }
out:
    kg__free(w->grid->ctx, cells);
    return status;
}

kg_status kg_ga_star_grid(kg_grid_search **search, kg_grid *grid, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options, double weight, unsigned queues)
{
    kg__grid_method method = {
        .search = search_grid, .scale = {0, 1, 1}, .weight = weight, .queues = queues};

    if (grid && grid->rules.moves == 8 && grid->rules.diagonal == KG_GRID_DIAGONAL_SQRT2)
        method.scale = (kg__grid_scale){0, SQRT2_Q, SQRT2_P};
    return kg__grid_find(search, grid, count, query, options, &method);
}
