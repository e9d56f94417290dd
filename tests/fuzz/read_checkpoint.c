/* The checkpoint of two fixed puzzles, read as it is, and once more with its checksums set right:
 * wrong ones would keep the fuzzer from everything behind them. The searches go on from whatever is
 * read, for a moment: a position may be legal, and far from a solution. */
#include "fuzz.h"
#include "search/tiles/checkpoint.h"

static const kg_tiles_puzzle puzzle[] = {
    {3, 3, {8, 6, 7, 2, 5, 4, 3, 0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 0}},
    {3, 3, {1, 2, 3, 4, 5, 6, 0, 7, 8}, {1, 2, 3, 4, 5, 6, 7, 8, 0}}};

enum { PUZZLES = sizeof puzzle / sizeof *puzzle };

static void seal(uint8_t *bytes, size_t size)
{
    kg__checkpoint_header h;

    memcpy(&h, bytes, sizeof h);
    for (int k = 0; k < KG__CHECKPOINT_PARTS; k++)
        if (h.section[k].offset < size && h.section[k].bytes <= size - h.section[k].offset)
            h.section[k].sum = kg__sum_bytes(bytes + h.section[k].offset, h.section[k].bytes);
    h.sum = kg__sum_header(&h, sizeof h);
    memcpy(bytes, &h, sizeof h);
}

static void search(kg_context *ctx, kg_tiles_checkpoint *checkpoint, const char *partition)
{
    const kg_tiles_patterns_options tables = {.partition = partition, .later = 1};
    kg_tiles_options options = {.heuristic = KG_TILES_PATTERN,
        .canonical = (int)checkpoint->canonical,
        .seconds = 0.02,
        .checkpoint = checkpoint};
    kg_tiles *answer;
    kg_status status;

    if (kg_tiles_patterns_create(&options.patterns, ctx, puzzle, &tables) != KG_OK)
        abort();
    for (int i = 0; i < PUZZLES; i++) {
        status = kg_tiles_find(&answer, ctx, &puzzle[i], &options);
        if (status != KG_OK && status != KG_LIMIT && status != KG_FORMAT && status != KG_MEMORY)
            abort();
        kg_tiles_destroy(answer);
    }
    kg_tiles_patterns_destroy(options.patterns);
}

static void read_it(kg_context *ctx, const uint8_t *data, size_t size)
{
    kg_tiles_checkpoint *checkpoint;
    kg_status status;

    if (kg_tiles_checkpoint_create(&checkpoint, ctx, "/dev/nowhere", puzzle, PUZZLES) != KG_OK)
        abort();
    strcpy(checkpoint->path, "/dev/null"); /* where the searches write it */
    status = kg__checkpoint_read(checkpoint, KG__MEMORY(data, size));
    if (status == KG_OK) {
        search(ctx, checkpoint, "1/2/3/4/5/6/7/8");
        search(ctx, checkpoint, NULL);
        kg__begin(ctx);
    }
    kg_tiles_checkpoint_destroy(checkpoint);
    fuzz_settle(ctx, status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);
    uint8_t *copy;

    read_it(ctx, data, size);
    if (size < sizeof(kg__checkpoint_header))
        return 0;
    copy = malloc(size);
    if (!copy)
        abort();
    memcpy(copy, data, size);
    seal(copy, size);
    read_it(ctx, copy, size);
    free(copy);
    return 0;
}
