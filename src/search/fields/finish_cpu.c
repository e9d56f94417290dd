/*
 * The end of a distance field on the CPU: its check, its flow, and its costs as doubles.
 *
 * in   g[cells], the map's bits and weights
 * out  cost[cells], flow[cells]; KG_INTERNAL if a cost is wrong
 *
 * The check is the definition, and shares no code with the search: a source costs 0, any other cell
 * costs the least of its neighbours' costs plus the step between. Steps cost more than 0, so only
 * the costs of shortest paths have this property. The nearest source of a cell is the smallest of
 * those of its predecessors on shortest paths.
 * Work: O(8) for each cell, without branches. The possible moves come from 64 cells at once.
 */
#include "../grid/grid_moves.h"
#include "fields_cpu.h"
#include <string.h>

enum { MOVES = 8, MOVE_IS_DIAGONAL = 0xa5 };

/* Whether cells have a free cell beside them, for the 64 cells from word `at` on. */
typedef struct beside {
    uint64_t west, here, east;
} beside;

static inline beside beside_of(const uint64_t *row, size_t at)
{
    return (beside){row[at] << 1 | row[at - 1] >> 63, row[at], row[at] >> 1 | row[at + 1] << 63};
}

/* From which cells a diagonal move is legal, by the two cells beside it. */
static inline uint64_t corners(const kg_grid *grid, uint64_t one, uint64_t other)
{
    if (grid->rules.corners == KG_GRID_CORNERS_ALLOW)
        return ~UINT64_C(0);
    return grid->rules.corners == KG_GRID_CORNERS_ONE ? one | other : one & other;
}

/* Adds the moves that are possible from 64 cells of a terrain, a bit a cell, to may[]. */
static void add_moves(
    const kg_grid *grid, const uint64_t *plane, uint32_t y, size_t at, uint64_t may[MOVES])
{
    const beside north = beside_of(kg__grid_row(grid, plane, y - 1), at);
    const beside row = beside_of(kg__grid_row(grid, plane, y), at);
    const beside south = beside_of(kg__grid_row(grid, plane, y + 1), at);
    const uint64_t all = grid->rules.moves == 8 ? ~UINT64_C(0) : 0;

    may[0] |= row.here & north.west & all & corners(grid, north.here, row.west);
    may[1] |= row.here & north.here;
    may[2] |= row.here & north.east & all & corners(grid, north.here, row.east);
    may[3] |= row.here & row.west;
    may[4] |= row.here & row.east;
    may[5] |= row.here & south.west & all & corners(grid, south.here, row.west);
    may[6] |= row.here & south.here;
    may[7] |= row.here & south.east & all & corners(grid, south.here, row.east);
}

void kg__field_moves(const kg_grid *grid, uint32_t x, uint32_t y, uint64_t may[MOVES])
{
    memset(may, 0, MOVES * sizeof *may);
    for (int t = 0; t < KG__TERRAINS; t++)
        if (grid->plane[t].row)
            add_moves(grid, grid->plane[t].row, y, x / 64 + KG__GRID_PAD / 64, may);
}

static inline ptrdiff_t neighbour(const kg__field_walker *w, uint64_t cell, unsigned move)
{
    return (ptrdiff_t)cell + kg__move_y[move] * (ptrdiff_t)w->work->fields->grid->width +
           kg__move_x[move];
}

/* Finds the least cost that the neighbours offer a cell. Returns, if it is wanted, the moves to the
 * neighbours that offer it, one bit each. leaving: a step costs the neighbour's weight. */
static inline __attribute__((always_inline)) unsigned look_around(const kg__field_walker *w,
    uint64_t cell, const uint64_t may[MOVES], unsigned bit, bool leaving, bool wanted,
    uint64_t *least)
{
    const uint16_t *weight = w->work->fields->grid->weight;
    const uint64_t entered = w->work->entering ? weight[cell] : 1;
    const uint64_t straight = w->work->scale.straight * entered;
    const uint64_t diagonal = w->work->scale.diagonal * entered;
    uint64_t offer[MOVES];
    unsigned best = 0;

    *least = KG__NO_COST;
    for (unsigned move = 0; move < MOVES; move++) { /* the neighbour may be in the margin */
        const ptrdiff_t from = neighbour(w, cell, move);
        const uint64_t cost = w->g[from] | ((may[move] >> bit & 1) - 1);
        const uint64_t step = MOVE_IS_DIAGONAL >> move & 1 ? diagonal : straight;

        offer[move] = (cost + step * (leaving ? weight[from] : 1)) | (0 - (cost >> 63));
        *least = offer[move] < *least ? offer[move] : *least;
    }
    for (unsigned move = 0; wanted && move < MOVES; move++)
        best |= (unsigned)(offer[move] == *least) << move;
    return *least == KG__NO_COST ? 0 : best;
}

/* Whether the cost and the nearest source of a cell are right. best: the moves to the neighbours
 * that offer the least cost. */
static inline bool is_right(const kg__field_walker *w, uint64_t cell, uint64_t least, unsigned best)
{
    const kg_grid_cell *source = kg__field_sources(w->work, w->field);
    const uint32_t number = w->nearest ? w->nearest[cell] : 0;
    uint32_t nearest = UINT32_MAX;

    if (!w->g[cell])
        return number < w->work->each &&
               (uint64_t)source[number].y * w->work->fields->grid->width + source[number].x == cell;
    for (; w->nearest && best; best &= best - 1) {
        const uint32_t one = w->nearest[neighbour(w, cell, (unsigned)__builtin_ctz(best))];

        nearest = one < nearest ? one : nearest;
    }
    return w->g[cell] == least && (!w->nearest || number == nearest);
}

static inline double in_full(const kg__cost_parts *p, uint64_t cost)
{
    const uint64_t diagonal = p->bits ? (cost >> p->zeros) * p->inverse & p->mask : 0;
    const uint64_t straight = (cost - diagonal * p->diagonal) >> p->bits;

    return cost == KG__NO_COST ? (double)INFINITY : (double)straight + M_SQRT2 * (double)diagonal;
}

/* Checks 64 cells of row y from x on, or as many as there are, and finds their flow. */
static inline __attribute__((always_inline)) kg_status look_at_word(
    const kg__field_walker *w, uint32_t x, uint32_t y, bool leaving, bool wanted)
{
    const kg__fields_work *work = w->work;
    const kg_grid *grid = work->fields->grid;
    const uint64_t begin = (uint64_t)y * grid->width + x;
    const unsigned count = grid->width - x < 64 ? grid->width - x : 64;
    uint8_t *flow = work->fields->flow;
    uint64_t may[MOVES];

    kg__field_moves(grid, x, y, may);
    for (unsigned i = 0; i < count; i++) {
        const uint64_t cell = begin + i;
        uint64_t least;
        const unsigned best = look_around(w, cell, may, i, leaving, wanted, &least);

        if (!work->fields->options.skip_verify && !is_right(w, cell, least, best))
            return kg__field_is_wrong(work, w->field, cell);
        if (flow) {
            const bool goes = w->g[cell] && best;

            flow[w->field * work->cells + cell] = (uint8_t)(goes ? __builtin_ctz(best) + 1 : 0);
        }
    }
    return KG_OK;
}

static kg_status look_at_row(const kg__field_walker *w, uint32_t y)
{
    const kg_grid_fields *fields = w->work->fields;
    const bool leaving = fields->grid->weight && fields->options.towards;
    const bool wanted = fields->flow || w->nearest;
    kg_status status = KG_OK;

    for (uint32_t x = 0; x < fields->grid->width && status == KG_OK; x += 64)
        status = leaving  ? look_at_word(w, x, y, true, true)
                 : wanted ? look_at_word(w, x, y, false, true)
                          : look_at_word(w, x, y, false, false);
    return status;
}

kg_status kg__field_finish(const kg__field_walker *w, uint32_t first, uint32_t end)
{
    const kg_grid_fields *fields = w->work->fields;
    const kg__cost_parts parts = w->work->parts;
    double *cost = fields->cost + w->field * w->work->cells;

    for (uint32_t y = first; y < end; y++) {
        const uint64_t begin = (uint64_t)y * fields->grid->width;

        if (fields->flow || !fields->options.skip_verify) {
            const kg_status status = look_at_row(w, y);

            if (status != KG_OK)
                return status;
        }
        for (uint64_t i = begin; i < begin + fields->grid->width; i++)
            cost[i] = in_full(&parts, w->g[i]);
    }
    return KG_OK;
}
