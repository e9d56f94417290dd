/* A packed file is unpacked or refused; and bytes that are packed come back as they were. */
#include "io/packed.h"
#include "fuzz.h"

enum { MOST_BYTES = 1 << 26 };

typedef struct sink {
    char *bytes;
    size_t used;
} sink;

static kg_status take(void *user, const char *bytes, size_t count)
{
    sink *to = user;

    to->bytes = realloc(to->bytes, to->used + count + 1);
    if (!to->bytes)
        abort();
    memcpy(to->bytes + to->used, bytes, count);
    to->used += count;
    return KG_OK;
}

static kg_status unpack(kg__input *input, kg_context *ctx, const void *bytes, size_t size)
{
    *input = (kg__input){.ctx = ctx, .shown = "f", .fd = -1, .size = size};
    kg__begin(ctx);
    if (kg__host_allocate(ctx, &input->owned, size, 1, "input") != KG_OK)
        abort();
    memcpy(input->owned, bytes, size);
    input->bytes = input->owned;
    return kg__unpack(input);
}

static kg_context *limited_context(void)
{
    static kg_context *ctx;
    kg_context_options options = {.device = "cpu", .threads = 2, .memory_limit = MOST_BYTES};

    if (!ctx && kg_context_create(&ctx, &options) != KG_OK)
        abort();
    return ctx;
}

static void round_trip(const kg__packing *packing, const uint8_t *data, size_t size)
{
    kg_context *ctx = limited_context();
    kg__packer *packer;
    sink to = {0};
    kg__input input;

    if (packing->library)
        return;
    kg__begin(ctx);
    if (kg__packer_create(&packer, ctx, packing, take, &to) != KG_OK ||
        kg__packer_write(packer, (const char *)data, size) != KG_OK ||
        kg__packer_finish(packer) != KG_OK)
        abort();
    kg__packer_destroy(packer);
    if (unpack(&input, ctx, to.bytes, to.used) != KG_OK || input.size != size ||
        (size && memcmp(input.bytes, data, size) != 0))
        abort();
    kg__input_close(&input);
    free(to.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = limited_context();
    kg__input input;
    kg_status status = unpack(&input, ctx, data, size);

    if (status != KG_OK && status != KG_FORMAT && status != KG_MEMORY && status != KG_UNSUPPORTED)
        abort();
    kg__input_close(&input);
    fuzz_settle(ctx, status);
    round_trip(&kg__gzip, data, size);
    round_trip(&kg__zstd, data, size);
    fuzz_settle(ctx, KG_OK);
    return 0;
}
