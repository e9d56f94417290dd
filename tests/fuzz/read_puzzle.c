/* Sliding puzzles, read once with boards of any size, and once more with boards of the size that
 * the first two bytes choose. */
#include "search/tiles/read_puzzle.h"
#include "fuzz.h"

static void check(const kg_tiles_puzzle *puzzle)
{
    unsigned n = puzzle->width * puzzle->height;
    uint32_t start = 0, target = 0;

    if (puzzle->width < 2 || puzzle->height < 2 || n > KG_TILES_CELLS)
        abort();
    for (unsigned c = 0; c < n; c++) {
        start |= 1u << puzzle->start[c];
        target |= 1u << puzzle->target[c];
    }
    if (start != (1u << n) - 1 || target != start)
        abort();
}

static void read_it(const uint8_t *data, size_t size, const kg_tiles_read_options *options)
{
    kg_context *ctx = fuzz_context(1);
    kg__input input = {
        .ctx = ctx, .shown = "f", .fd = -1, .bytes = (const char *)data, .size = size};
    const kg_tiles_puzzle *puzzle;
    kg_tiles_set *set;
    kg_status status;

    kg__begin(ctx);
    status = kg__tiles_read_input(&set, &input, options);
    if ((status == KG_OK) != (set != NULL))
        abort();
    puzzle = kg_tiles_set_puzzles(set);
    if (set)
        for (size_t count = kg_tiles_set_count(set); count > 0; count--)
            check(puzzle++);
    kg_tiles_set_destroy(set);
    fuzz_settle(ctx, status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_tiles_read_options options = KG_TILES_READ_OPTIONS_INIT;

    read_it(data, size, &options);
    if (size < 2)
        return 0;
    options.width = 2 + data[0] % 4;
    options.height = 2 + data[1] % 4;
    read_it(data, size, &options);
    return 0;
}
