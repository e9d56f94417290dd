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
 * Work: O(8) for each cell.
 */
#include "fields_cpu.h"

/* The bits of cells x - 1, x and x + 1 of a row. */
static inline unsigned three(const uint64_t *row, uint32_t x)
{
    const size_t at = (size_t)x + KG__GRID_PAD - 1;

    return (unsigned)(row[at / 64] >> at % 64 | row[at / 64 + 1] << 1 << (63 - at % 64)) & 7;
}

/* The moves that are possible from the middle of 3 * 3 cells: bit 3 * (dy + 1) + dx + 1 of both. */
static inline unsigned moves_from(const kg_grid_rules *rules, unsigned free)
{
    const unsigned north = free >> 1 & 1, west = free >> 3 & 1, east = free >> 5 & 1,
                   south = free >> 7 & 1;
    unsigned corners = free & 0x145;

    if (rules->moves == 4)
        corners = 0;
    else if (rules->corners == KG_GRID_CORNERS_FORBID)
        corners &= (north & west) | (north & east) << 2 | (south & west) << 6 | (south & east) << 8;
    return corners | (free & 0xaa);
}

/* What the neighbours of a cell offer it. */
typedef struct offers {
    uint64_t least;
    uint32_t nearest; /* the smallest source of the cheapest neighbours */
    uint8_t flow;     /* the first move to one of them */
} offers;

static inline offers look_around(const kg__field_walker *w, uint64_t cell, unsigned moves)
{
    const kg_grid *grid = w->work->fields->grid;
    const uint16_t *weight = grid->weight;
    const ptrdiff_t width = grid->width;
    offers found = {KG__NO_COST, UINT32_MAX, 0};

    for (; moves; moves &= moves - 1) {
        const int place = __builtin_ctz(moves);
        const ptrdiff_t from = (ptrdiff_t)cell + (place / 3 - 1) * width + place % 3 - 1;
        const uint64_t entered = !weight ? 1 : w->work->entering ? weight[cell] : weight[from];
        const uint64_t step = place % 2 ? w->work->scale.straight : w->work->scale.diagonal;
        const uint64_t offer =
            w->g[from] == KG__NO_COST ? KG__NO_COST : w->g[from] + step * entered;
        const uint32_t label = w->nearest ? w->nearest[from] : UINT32_MAX;

        if (offer < found.least)
            found = (offers){offer, label, (uint8_t)(place + (place < 4))};
        else if (offer == found.least && label < found.nearest)
            found.nearest = label;
    }
    return found;
}

static bool is_right(const kg__field_walker *w, uint64_t cell, const offers *around)
{
    const kg_grid *grid = w->work->fields->grid;
    const kg_grid_cell *source = kg__field_sources(w->work, w->field);
    const uint32_t label = w->nearest ? w->nearest[cell] : 0;

    if (w->g[cell])
        return w->g[cell] == around->least && (!w->nearest || label == around->nearest);
    return label < w->work->each &&
           (uint64_t)source[label].y * grid->width + source[label].x == cell;
}

static inline double in_full(const kg__cost_parts *p, uint64_t cost)
{
    const uint64_t diagonal = p->bits ? (cost >> p->zeros) * p->inverse & p->mask : 0;
    const uint64_t straight = (cost - diagonal * p->diagonal) >> p->bits;

    return cost == KG__NO_COST ? (double)INFINITY : (double)straight + M_SQRT2 * (double)diagonal;
}

/* Checks a row, and finds its flow. */
static kg_status look_at_row(const kg__field_walker *w, uint32_t y)
{
    const kg__fields_work *work = w->work;
    const kg_grid *grid = work->fields->grid;
    const uint64_t begin = (uint64_t)y * grid->width;
    uint8_t *flow = work->fields->flow;

    for (uint32_t x = 0; x < grid->width; x++) {
        const uint64_t cell = begin + x;
        offers around = {KG__NO_COST, UINT32_MAX, 0};

        for (int t = 0; t < KG__TERRAINS; t++) {
            const uint64_t *row = grid->plane[t].row;
            unsigned free;

            if (!row || !kg__grid_bit(grid, row, x, y))
                continue;
            free = three(kg__grid_row(grid, row, y - 1), x) |
                   three(kg__grid_row(grid, row, y), x) << 3 |
                   three(kg__grid_row(grid, row, y + 1), x) << 6;
            around = look_around(w, cell, moves_from(&grid->rules, free));
        }
        if (!work->fields->options.skip_verify && !is_right(w, cell, &around))
            return kg__field_is_wrong(work, w->field, cell);
        if (flow) {
            const bool goes = w->g[cell] && w->g[cell] != KG__NO_COST;

            flow[w->field * work->cells + cell] = goes ? around.flow : 0;
        }
    }
    return KG_OK;
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
