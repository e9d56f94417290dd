/* The text format KG_FUZZ_FORMAT, read in one block by one thread; and once more with all columns,
 * if it has any: the same graph. */
#include "fuzz.h"

static void keep_columns(kg_context *ctx, kg_graph *graph, const uint8_t *data, size_t size)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *kept;

    options.format = KG_FUZZ_FORMAT;
    options.keep = "*";
    if (fuzz_read_options(&kept, ctx, data, size, &options, KG__TEXT_BLOCK) == KG_OK &&
        !kg_graph_equal(graph, kept))
        abort();
    kg_graph_destroy(kept);
    kg__begin(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);
    kg_graph *graph;
    kg_status status = fuzz_read(&graph, ctx, data, size, KG_FUZZ_FORMAT, 0, KG__TEXT_BLOCK);

    if ((status == KG_OK) != (graph != NULL))
        abort();
    if (graph)
        keep_columns(ctx, graph, data, size);
    kg_graph_destroy(graph);
    fuzz_settle(ctx, status);
    return 0;
}
