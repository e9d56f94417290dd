/* A grid map from numbers or a picture, a drawing with other characters, or a table of queries for
 * a small map. The first byte chooses the format, and whether the map is inverted, which texts that
 * say what walls are refuse. */
#include "fuzz.h"
#include "search/grid/files/read_map.h"

enum { SMALL = 1 << 16, TABLE = 8, CHOICES = 9 };

static void read_table(kg_context *ctx, const kg__input *input)
{
    static const uint16_t weight[6] = {1, 1, 0, 1, 2, 1};
    kg_grid *grid;
    kg_scenario *scenario;
    kg_status status;

    if (kg_grid_build(&grid, ctx, 3, 2, weight, NULL) != KG_OK)
        abort();
    status = kg__scenario_read_table_input(&scenario, grid, input);
    if ((status == KG_OK) != (scenario != NULL))
        abort();
    for (uint64_t i = 0; i < kg_scenario_count(scenario); i++) {
        const kg_grid_query *q = &kg_scenario_queries(scenario)[i];

        if (q->start.x > 2 || q->start.y > 1 || q->goal.x > 2 || q->goal.y > 1)
            abort();
    }
    kg_scenario_destroy(scenario);
    kg_grid_destroy(grid);
    fuzz_settle(ctx, status);
}

static void check_cells(const kg_grid *grid, bool invert)
{
    const uint64_t cells = (uint64_t)kg_grid_width(grid) * kg_grid_height(grid);

    for (uint64_t i = 0; i < cells && i < SMALL; i++) {
        const kg_grid_cell cell = {
            (uint32_t)(i % kg_grid_width(grid)), (uint32_t)(i / kg_grid_width(grid))};

        if ((kg_grid_weight(grid, cell) == 0) != (kg_grid_terrain(grid, cell) < 0))
            abort();
        if (invert && kg_grid_weight(grid, cell) > 1)
            abort();
    }
    if (kg_grid_assumes(grid) && invert)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1};
    kg_grid_read_options options = KG_GRID_READ_OPTIONS_INIT;
    kg_grid *grid;
    kg_status status;

    if (size == 0)
        return 0;
    input.bytes = (const char *)data + 1;
    input.size = size - 1;
    kg__begin(ctx);
    if (data[0] % CHOICES == TABLE) {
        read_table(ctx, &input);
        return 0;
    }
    options.format = (kg_grid_format)(data[0] % CHOICES);
    options.invert = data[0] / CHOICES & 1;
    if (options.format >= KG_GRID_PNG)
        options.threshold = data[0] / CHOICES >> 1;
    if (options.format == KG_GRID_DRAWING || options.format == KG_GRID_MOVINGAI) {
        options.wall_chars = "xT ";
        options.free_chars = "o#0";
    }
    status = kg__map_read_input(&grid, &input, &options);
    if ((status == KG_OK) != (grid != NULL))
        abort();
    if (grid)
        check_cells(grid, options.invert);
    kg_grid_destroy(grid);
    fuzz_settle(ctx, status == KG_ARGUMENT && options.invert ? KG_FORMAT : status);
    return 0;
}
