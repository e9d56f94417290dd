/* The readers of maps and of queries. */
#ifndef KG_READ_MAP_H
#define KG_READ_MAP_H

#include "../../../io/lines.h"
#include "../grid.h"

/* Reads from an input, which the caller closes. */
kg_status kg__map_read_input(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options);
kg_status kg__scenario_read_input(
    kg_scenario **scenario, const kg_grid *grid, const kg__input *input);

/* The readers of other formats than those with characters. The caller destroys the map, which may
 * exist after a failure, and finishes it. */
kg_status kg__map_read_numbers(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options);
kg_status kg__map_read_npy(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options);
kg_status kg__map_read_png(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options);
kg_status kg__map_read_pnm(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options);

/* As kg__scenario_read_input(), from a table. */
kg_status kg__scenario_read_table_input(
    kg_scenario **scenario, const kg_grid *grid, const kg__input *input);

struct kg_scenario {
    kg_context *ctx;
    uint64_t count, room;
    kg_grid_query *query; /* [count] */
    double *length;       /* [count] */
};

/* Creates a scenario without queries. */
kg_status kg__scenario_create(kg_scenario **scenario, kg_context *ctx);
kg_status kg__scenario_add(kg_scenario *scenario, const kg_grid_query *query, double length);

/* Finds the format of a map's file. */
kg_status kg__map_recognise(
    kg_grid_format *format, const kg__input *input, const kg_grid_read_options *options);

static inline void kg__map_free(kg_grid *g, int terrain, uint64_t x, uint64_t y)
{
    kg__grid_row(g, g->plane[terrain].row, (uint32_t)y)[x / 64 + 1] |= UINT64_C(1) << x % 64;
}

#endif
