/*
 * The end of a distance field of real weights: its check, its flow, and its costs as doubles.
 *
 * in   exact[cells], the map's bits and weights
 * out  cost[cells], flow[cells]; KG_INTERNAL if a cost or a nearest source is wrong
 *
 * The check shares no code with the search. Two facts together make costs right, even if steps cost
 * nothing: no step offers a cell less than its cost, and all cells that have a cost are reached
 * from the sources by steps that offer cells exactly their costs. If sources spread one after the
 * other by such steps, each reaches first the cells of which it is the nearest.
 * A flow goes to a neighbour of smaller cost, or along a step that costs nothing to a neighbour
 * that fewer steps reach. So it has no circles.
 * Work: O(8) for each cell. Memory: 9 bytes a cell.
 */
#include "../grid/grid_moves.h"
#include "fields_cpu.h"
#include <string.h>

enum { MOVES = 8 };

static void list_moves(const kg__field_walker *w)
{
    const kg_grid *grid = w->work->fields->grid;
    uint64_t may[MOVES]; /* from the 64 cells at hand */

    memset(w->moves, 0, w->work->cells);
    for (uint32_t y = 0; y < grid->height; y++)
        for (uint32_t x = 0; x < grid->width; x++) {
            if (x % 64 == 0)
                kg__field_moves(grid, x, y, may);
            for (unsigned move = 0; move < MOVES; move++)
                w->moves[(size_t)y * grid->width + x] |=
                    (uint8_t)((may[move] >> x % 64 & 1) << move);
        }
}

kg_status kg__field_prepare_check(kg__field_walker *w)
{
    const kg_grid_fields *fields = w->work->fields;
    kg_context *ctx = fields->grid->ctx;
    kg_status status = KG_OK;

    if (fields->options.skip_verify && !fields->flow)
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, &w->moves, w->work->cells, 1, "the moves from cells"));
    KG_TRY(kg__host_allocate(
        ctx, &w->depth, 2 * w->work->cells, sizeof *w->depth, "the depths of cells"));
    list_moves(w);
out:
    return status;
}

static inline uint32_t neighbour(const kg__field_walker *w, uint32_t cell, unsigned move)
{
    return cell + (uint32_t)kg__move_y[move] * w->work->fields->grid->width +
           (uint32_t)kg__move_x[move];
}

static inline bool has_cost(const kg__field_walker *w, uint32_t cell)
{
    return w->exact[cell].straight != KG__NO_COST;
}

/* The cost at which a neighbour that has a cost offers to reach a cell. */
static kg__exact offer(const kg__field_walker *w, uint32_t from, uint32_t cell, unsigned move)
{
    const kg_grid_fields *fields = w->work->fields;
    const uint64_t near = fields->grid->real[from], here = fields->grid->real[cell];
    const uint64_t units = fields->grid->rules.step == KG_GRID_STEP_MEAN ? (near + here) / 2
                           : fields->options.towards                     ? near
                                                                         : here;
    const kg_grid *grid = fields->grid;
    kg__exact cost = w->exact[from];

    if (!kg__move_y[move])
        cost.straight += units * grid->across;
    else if (!kg__move_x[move])
        cost.straight += units * grid->down;
    else if (grid->rules.diagonal == KG_GRID_DIAGONAL_SQRT2 && grid->root.part)
        cost.diagonal += units;
    else
        cost.straight += units * (kg__grid_has_sides(grid) ? grid->root.whole : 1);
    return cost;
}

/* Spreads from sources begin .. end - 1 to cells without a depth by steps that offer them exactly
 * their costs. Returns how many are reached; they are in the queue. */
static uint64_t spread(const kg__field_walker *w, uint64_t begin, uint64_t end)
{
    const kg_grid_cell *source = kg__field_sources(w->work, w->field);
    uint32_t *const depth = w->depth, *const queue = depth + w->work->cells;
    uint64_t count = 0;

    for (uint64_t i = begin; i < end; i++) {
        const uint32_t cell = (uint32_t)kg__grid_at(w->work->fields->grid, source[i]);

        if (depth[cell] == UINT32_MAX && kg__exact_equal(w->exact[cell], (kg__exact){0, 0})) {
            depth[cell] = 0;
            queue[count++] = cell;
        }
    }
    for (uint64_t k = 0; k < count; k++)
        for (unsigned moves = w->moves[queue[k]]; moves; moves &= moves - 1) {
            const unsigned move = (unsigned)__builtin_ctz(moves);
            const uint32_t to = neighbour(w, queue[k], move);

            if (depth[to] == UINT32_MAX &&
                kg__exact_equal(w->exact[to], offer(w, queue[k], to, move))) {
                depth[to] = depth[queue[k]] + 1;
                queue[count++] = to;
            }
        }
    return count;
}

/* Spreads from all sources together. */
static void spread_all(const kg__field_walker *w)
{
    memset(w->depth, 0xff, w->work->cells * sizeof *w->depth);
    spread(w, 0, w->work->each);
}

/* Spreads from one source after the other. */
static kg_status check_nearest(const kg__field_walker *w)
{
    const uint32_t *const queue = w->depth + w->work->cells;

    memset(w->depth, 0xff, w->work->cells * sizeof *w->depth);
    for (uint64_t i = 0; i < w->work->each; i++)
        for (uint64_t count = spread(w, i, i + 1), k = 0; k < count; k++)
            if (w->nearest[queue[k]] != i)
                return kg__field_is_wrong(w->work, w->field, queue[k]);
    return KG_OK;
}

/* Whether all cells that have a cost are reached, and no step offers less. */
static kg_status check_costs(const kg__field_walker *w)
{
    for (uint32_t cell = 0; cell < w->work->cells; cell++) {
        bool is_right = has_cost(w, cell) == (w->depth[cell] != UINT32_MAX);

        for (unsigned moves = w->moves[cell]; moves; moves &= moves - 1) {
            const unsigned move = (unsigned)__builtin_ctz(moves);
            const uint32_t from = neighbour(w, cell, move);

            if (has_cost(w, from) &&
                (!has_cost(w, cell) || kg__exact_less(&w->work->fields->grid->root,
                                           offer(w, from, cell, move), w->exact[cell])))
                is_right = false;
        }
        if (!is_right)
            return kg__field_is_wrong(w->work, w->field, cell);
    }
    return KG_OK;
}

/* The flow from a cell whose depth is not 0, nor unknown. */
static uint8_t find_flow(const kg__field_walker *w, uint32_t cell)
{
    for (unsigned moves = w->moves[cell]; moves; moves &= moves - 1) {
        const unsigned move = (unsigned)__builtin_ctz(moves);
        const uint32_t from = neighbour(w, cell, move);

        if (has_cost(w, from) && kg__exact_equal(w->exact[cell], offer(w, from, cell, move)) &&
            (!kg__exact_equal(w->exact[cell], w->exact[from]) || w->depth[from] < w->depth[cell]))
            return (uint8_t)(move + 1);
    }
    return 0;
}

kg_status kg__field_finish_real(const kg__field_walker *w)
{
    const kg__fields_work *work = w->work;
    const kg_grid_fields *fields = work->fields;
    const uint64_t first = w->field * work->cells;
    kg_status status = KG_OK;

    if (w->nearest && !fields->options.skip_verify)
        KG_TRY(check_nearest(w));
    if (w->moves)
        spread_all(w);
    if (!fields->options.skip_verify)
        KG_TRY(check_costs(w));
    for (uint32_t cell = 0; cell < work->cells; cell++) {
        if (fields->flow)
            fields->flow[first + cell] =
                w->depth[cell] && w->depth[cell] != UINT32_MAX ? find_flow(w, cell) : 0;
        fields->cost[first + cell] =
            has_cost(w, cell)
                ? kg_grid_sum(fields->grid, w->exact[cell].straight, w->exact[cell].diagonal)
                : (double)INFINITY;
    }
out:
    return status;
}
