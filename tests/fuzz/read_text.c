/* The text format KG_FUZZ_FORMAT, read in one block by one thread. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);
    kg_graph *graph;
    kg_status status = fuzz_read(&graph, ctx, data, size, KG_FUZZ_FORMAT, 0, KG__TEXT_BLOCK);

    if ((status == KG_OK) != (graph != NULL))
        abort();
    kg_graph_destroy(graph);
    fuzz_settle(ctx, status);
    return 0;
}
