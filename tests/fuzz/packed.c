/* The input as a packed file, which must be unpacked or refused; and the input packed, which must
 * unpack to the same bytes. */
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

/* text: [out] to be freed by kg__free(). */
static kg_status unpack(
    kg_context *ctx, char **text, uint64_t *size, const char *bytes, size_t count)
{
    const kg__packing *packing = kg__packing_by_magic(bytes, count);

    kg__begin(ctx);
    *text = NULL;
    return packing ? kg__unpack(ctx, text, size, packing, "f", bytes, count) : KG_OK;
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
    uint64_t again_size;
    char *again;

    if (packing->missing)
        return;
    kg__begin(ctx);
    if (kg__packer_create(&packer, ctx, packing, take, &to) != KG_OK ||
        kg__packer_write(packer, (const char *)data, size) != KG_OK ||
        kg__packer_finish(packer) != KG_OK)
        abort();
    kg__packer_destroy(packer);
    if (unpack(ctx, &again, &again_size, to.bytes, to.used) != KG_OK || again_size != size ||
        (size && memcmp(again, data, size) != 0))
        abort();
    kg__free(ctx, again);
    free(to.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = limited_context();
    uint64_t text_size;
    char *text;
    kg_status status = unpack(ctx, &text, &text_size, (const char *)data, size);

    if (status != KG_OK && status != KG_FORMAT && status != KG_MEMORY && status != KG_UNSUPPORTED)
        abort();
    kg__free(ctx, text);
    fuzz_settle(ctx, status);
    kg__begin(ctx);
    round_trip(&kg__gzip, data, size);
    round_trip(&kg__zstd, data, size);
    fuzz_settle(ctx, KG_OK);
    return 0;
}
