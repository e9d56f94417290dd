/* The readers of maps and scenarios. */
#ifndef KG_READ_MAP_H
#define KG_READ_MAP_H

#include "../../io/lines.h"
#include "grid.h"

/* Reads from an input, which the caller closes. */
kg_status kg__map_read_input(
    kg_grid **grid, const kg__input *input, const kg_grid_read_options *options);
kg_status kg__scenario_read_input(
    kg_scenario **scenario, const kg_grid *grid, const kg__input *input);

#endif
