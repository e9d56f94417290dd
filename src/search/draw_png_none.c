/* Pictures where konig is built without libpng. */
#include "grid.h"

kg_status kg_grid_draw_png(
    const kg_grid *grid, const kg_grid_search *search, uint64_t i, const char *path)
{
    (void)search;
    (void)i;
    kg__begin(grid->ctx);
    return kg__fail(
        grid->ctx, KG_UNSUPPORTED, "cannot draw '%s': konig was built without libpng", path);
}
