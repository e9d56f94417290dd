/* A grid map, or, where the first byte is odd, a scenario for a small one. On small maps the jump
 * search and the plain one must agree. The first byte chooses the rules. */
#include "search/grid/files/read_map.h"
#include "fuzz.h"

enum { SMALL = 4096 };

/* The first free cell from either end. */
static bool free_cell(const kg_grid *grid, bool last, kg_grid_cell *cell)
{
    uint32_t width = kg_grid_width(grid), cells = width * kg_grid_height(grid);

    for (uint32_t i = 0; i < cells; i++) {
        uint32_t at = last ? cells - 1 - i : i;

        *cell = (kg_grid_cell){at % width, at / width};
        if (kg_grid_weight(grid, *cell))
            return true;
    }
    return false;
}

static void search(kg_context *ctx, kg_grid *grid)
{
    kg_grid_query query;
    kg_grid_options options = KG_GRID_OPTIONS_INIT;
    kg_grid_search *jump, *plain;
    kg_status found, other;

    if ((uint64_t)kg_grid_width(grid) * kg_grid_height(grid) > SMALL ||
        !free_cell(grid, false, &query.start) || !free_cell(grid, true, &query.goal))
        return;
    found = kg_grid_find(&jump, grid, 1, &query, &options);
    options.canonical = 1;
    other = kg_grid_find(&plain, grid, 1, &query, &options);
    if (found != other || found < KG_OK)
        abort();
    if ((found == KG_OK) != (kg_context_message(ctx)[0] == '\0'))
        abort();
    if (found == KG_OK && kg_grid_search_answers(jump)->cost != kg_grid_search_answers(plain)->cost)
        abort();
    kg_grid_search_destroy(jump);
    kg_grid_search_destroy(plain);
}

static void read_scenario(kg_context *ctx, const kg__input *input)
{
    static const uint16_t weight[6] = {1, 1, 0, 1, 2, 1};
    kg_grid *grid;
    kg_scenario *scenario;
    kg_status status;

    if (kg_grid_build(&grid, ctx, 3, 2, weight, NULL) != KG_OK)
        abort();
    status = kg__scenario_read_input(&scenario, grid, input);
    if ((status == KG_OK) != (scenario != NULL))
        abort();
    kg_scenario_destroy(scenario);
    kg_grid_destroy(grid);
    fuzz_settle(ctx, status);
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
    if (data[0] & 1) {
        read_scenario(ctx, &input);
        return 0;
    }
    options.rules.moves = data[0] & 2 ? 4 : 0;
    options.rules.diagonal = (kg_grid_diagonal)((data[0] >> 2 & 3) % 3);
    options.rules.corners = (kg_grid_corners)((data[0] >> 4 & 3) % 3);
    status = kg__map_read_input(&grid, &input, &options);
    if ((status == KG_OK) != (grid != NULL))
        abort();
    if (grid) {
        search(ctx, grid);
        kg__begin(ctx); /* the search's message is settled */
    }
    kg_grid_destroy(grid);
    fuzz_settle(ctx, status);
    return 0;
}
