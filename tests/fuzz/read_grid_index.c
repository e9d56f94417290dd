/* The file of a grid index of a fixed map, read as it is, and once more with its checksums set
 * right: wrong ones would keep the fuzzer from everything behind them. Whatever is read is asked
 * for all costs and paths. */
#include "fuzz.h"
#include "search/grid_index/index_file.h"

enum { WIDTH = 5, HEIGHT = 4, CELLS = WIDTH * HEIGHT, ROOM = 8 };

static void seal(uint8_t *bytes, size_t size, uint64_t grid)
{
    kg__index_header h;

    memcpy(&h, bytes, sizeof h);
    h.grid = grid;
    for (int k = 0; k < KG__INDEX_PARTS; k++)
        if (h.section[k].offset < size && h.section[k].bytes <= size - h.section[k].offset)
            h.section[k].sum = kg__sum_bytes(bytes + h.section[k].offset, h.section[k].bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    memcpy(bytes, &h, sizeof h);
}

static void ask(kg_grid_index *index)
{
    const kg_grid_options options = {.walls = 1};

    for (uint32_t i = 0; i < CELLS; i++)
        for (uint32_t j = 0; j < CELLS; j++) {
            const kg_grid_query query = {{i % WIDTH, i / WIDTH}, {j % WIDTH, j / WIDTH}};
            kg_grid_cell corner[ROOM];
            kg_grid_distance distance;
            kg_grid_search *search = NULL;
            uint64_t count;

            (void)kg_grid_index_distances(index, 1, &query, &distance);
            (void)kg_grid_index_corners(index, &query, &distance, corner, ROOM, &count);
            (void)kg_grid_index_find(&search, index, 1, &query, &options);
            kg_grid_search_destroy(search);
        }
}

static void read_it(kg_grid *grid, const uint8_t *data, size_t size)
{
    kg_grid_index *index;

    if (kg_grid_index_read_memory(&index, grid, data, size) == KG_OK)
        ask(index);
    kg_grid_index_destroy(index);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint16_t weight[CELLS] = {
        1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1};
    kg_context *ctx = fuzz_context(1);
    kg_grid *grid;
    uint8_t *copy;

    if (kg_grid_build(&grid, ctx, WIDTH, HEIGHT, weight, NULL) != KG_OK)
        abort();
    read_it(grid, data, size);
    if (size >= sizeof(kg__index_header)) {
        copy = malloc(size);
        if (!copy)
            abort();
        memcpy(copy, data, size);
        seal(copy, size, kg__grid_index_sum(grid));
        read_it(grid, copy, size);
        free(copy);
    }
    kg_grid_destroy(grid);
    kg__begin(ctx);
    fuzz_settle(ctx, KG_OK);
    return 0;
}
