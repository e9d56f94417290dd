/* zstd (RFC 8878), through libzstd. konig writes frames of 256 KiB, each with its size and a
 * checksum. */
#include "packed.h"
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

enum {
    LEVEL = 3,
    BLOCK = 1 << 18,
    RATIO = 1 << 15, /* a block of 128 KiB of one byte takes 4 bytes */
};

static size_t pack(char *to, size_t most, const char *bytes, size_t count)
{
    ZSTD_CCtx *packer = ZSTD_createCCtx();
    size_t size;

    if (!packer)
        return 0;
    ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
    size = ZSTD_compress2(packer, to, most, bytes, count);
    ZSTD_freeCCtx(packer);
    return ZSTD_isError(size) ? 0 : size;
}

static bool measure(const char *packed, uint64_t count, uint64_t *taken, uint64_t *held)
{
    size_t size = ZSTD_findFrameCompressedSize(packed, (size_t)count);
    unsigned long long content = ZSTD_getFrameContentSize(packed, (size_t)count);

    if (ZSTD_isError(size) || content == ZSTD_CONTENTSIZE_UNKNOWN ||
        content == ZSTD_CONTENTSIZE_ERROR || content / RATIO > size)
        return false;
    *taken = size;
    *held = content;
    return true;
}

static kg_status why(size_t error)
{
    return ZSTD_getErrorCode(error) == ZSTD_error_memory_allocation ? KG_MEMORY : KG_FORMAT;
}

static kg_status unpack_block(char *to, uint64_t held, const char *packed, uint64_t taken)
{
    size_t size = ZSTD_decompress(to, (size_t)held, packed, (size_t)taken);

    if (ZSTD_isError(size))
        return why(size);
    return size == held ? KG_OK : KG_FORMAT;
}

/* Unpacks from beginning to end, into a buffer that doubles. */
static kg_status unpack(
    kg_context *ctx, char **text, uint64_t *size, const char *packed, uint64_t count, uint64_t *bad)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    ZSTD_inBuffer in = {packed, (size_t)count, 0};
    ZSTD_outBuffer out = {NULL, 0, 0};
    size_t left = 1; /* 0: a frame is complete */
    kg_status status = KG_OK;

    if (!stream)
        return kg__fail(ctx, KG_MEMORY, "out of memory: unpacking zstd");
    while (in.pos < in.size || left) {
        size_t read = in.pos, made = out.pos;

        if (out.pos == out.size) {
            out.size = out.size ? 2 * out.size : ZSTD_DStreamOutSize();
            KG_TRY(kg__host_resize(ctx, text, out.size, 1, "unpacked input"));
            out.dst = *text;
        }
        left = ZSTD_decompressStream(stream, &out, &in);
        if (ZSTD_isError(left) || (left && in.pos == read && out.pos == made)) {
            *bad = read;
            status = ZSTD_isError(left) ? why(left) : KG_FORMAT;
            if (status == KG_MEMORY)
                kg__fail(ctx, status, "out of memory: unpacking zstd");
            goto out;
        }
    }
    KG_TRY(kg__host_resize(ctx, text, out.pos, 1, "unpacked input"));
    *size = out.pos;
out:
    ZSTD_freeDStream(stream);
    return status;
}

const kg__packing kg__zstd = {
    .name = "zstd",
    .endings = ".zst ",
    .unpack_command = "zstd -dc FILE",
    .magic = {0x28, 0xb5, 0x2f, 0xfd},
    .magic_bytes = 4,
    .block = BLOCK,
    .most = ZSTD_COMPRESSBOUND(BLOCK) + 64,
    .pack = pack,
    .measure = measure,
    .unpack_block = unpack_block,
    .unpack = unpack,
};
