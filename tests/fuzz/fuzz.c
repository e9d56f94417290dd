#include "fuzz.h"

enum { MOST_THREADS = 8 };

kg_context *fuzz_context(int threads)
{
    static kg_context *made[MOST_THREADS];
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;

    options.device = "cpu";
    options.threads = threads;
    options.memory_limit = 1 << 28;
    if (!made[threads] && kg_context_create(&made[threads], &options) != KG_OK)
        abort();
    return made[threads];
}

kg_status fuzz_read(kg_graph **graph, kg_context *ctx, const uint8_t *data, size_t size,
    kg_format format, int names, size_t block)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;

    options.format = format;
    options.force_names = names;
    return fuzz_read_options(graph, ctx, data, size, &options, block);
}

kg_status fuzz_read_options(kg_graph **graph, kg_context *ctx, const uint8_t *data, size_t size,
    const kg_read_options *options, size_t block)
{
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .size = size};
    kg_status status;

    kg__begin(ctx);
    *graph = NULL;
    KG_TRY(kg__host_allocate(ctx, &input.owned, size, 1, "fuzz input"));
    if (size)
        memcpy(input.owned, data, size);
    input.bytes = input.owned;
    status = kg__graph_read_input(graph, &input, "f", options, block);
    kg__input_close(&input);
out:
    return status;
}

void fuzz_settle(kg_context *ctx, kg_status status)
{
    if ((status == KG_OK) != (kg_context_message(ctx)[0] == '\0'))
        abort();
    if (status != KG_OK && status != KG_FORMAT && status != KG_OVERFLOW && status != KG_MEMORY &&
        status != KG_UNSUPPORTED)
        abort();
    if (kg_context_memory(ctx).current != 0)
        abort();
}
