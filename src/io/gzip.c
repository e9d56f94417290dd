/*
 * gzip (RFC 1952), through libdeflate. konig writes BGZF, as bgzip does (SAM/BAM format
 * specification, section 4.1): members of at most 64 KiB, each with its packed size in an extra
 * field, and an empty member last. Any gunzip reads BGZF.
 */
#include "packed.h"
#include <libdeflate.h>
#include <string.h>

enum {
    LEVEL = 6,
    BLOCK = 65280, /* as bgzip: a block that does not compress still fits 64 KiB */
    HEADER = 18,   /* of a BGZF member */
    TRAILER = 8,   /* checksum and size */
    RATIO = 1032   /* deflate packs at most this many bytes into one */
};

static const unsigned char bgzf_header[HEADER] = {
    0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 6, 0, 'B', 'C', 2, 0, 0, 0};

static uint32_t little_endian(const char *p, int bytes)
{
    uint32_t number = 0;

    while (bytes--)
        number = number << 8 | (unsigned char)p[bytes];
    return number;
}

static void put_little_endian(char *p, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        p[i] = (char)(number >> 8 * i);
}

static size_t pack(char *to, size_t most, const char *bytes, size_t count)
{
    struct libdeflate_compressor *packer = libdeflate_alloc_compressor(LEVEL);
    size_t size;

    if (!packer)
        return 0;
    size = libdeflate_deflate_compress(packer, bytes, count, to + HEADER, most - HEADER - TRAILER);
    libdeflate_free_compressor(packer);
    if (!size)
        return 0;
    memcpy(to, bgzf_header, HEADER);
    put_little_endian(to + 16, (uint32_t)(HEADER + size + TRAILER - 1), 2);
    put_little_endian(to + HEADER + size, libdeflate_crc32(0, bytes, count), 4);
    put_little_endian(to + HEADER + size + 4, (uint32_t)count, 4);
    return HEADER + size + TRAILER;
}

/* Measures a member of BGZF, whose header is the one above except for time, system and size. */
static bool measure(const char *packed, uint64_t count, uint64_t *taken, uint64_t *held)
{
    if (count < HEADER + TRAILER || memcmp(packed, bgzf_header, 4) != 0 ||
        memcmp(packed + 10, bgzf_header + 10, 6) != 0)
        return false;
    *taken = (uint64_t)little_endian(packed + 16, 2) + 1;
    if (*taken < HEADER + TRAILER || *taken > count)
        return false;
    *held = little_endian(packed + *taken - 4, 4);
    return *held <= 1 << 16;
}

static kg_status unpack_block(char *to, uint64_t held, const char *packed, uint64_t taken)
{
    struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
    enum libdeflate_result result;

    if (!unpacker)
        return KG_MEMORY;
    result = libdeflate_gzip_decompress(unpacker, packed, (size_t)taken, to, (size_t)held, NULL);
    libdeflate_free_decompressor(unpacker);
    return result == LIBDEFLATE_SUCCESS ? KG_OK : KG_FORMAT;
}

static bool is_zeros(const char *p, uint64_t count)
{
    while (count && !*p) {
        p++;
        count--;
    }
    return count == 0;
}

/* Unpacks member by member. The unpacked size of a member is not known beforehand. A member that
 * does not fit is unpacked again, with twice the room. Zeros after the last member, which tapes
 * have, are not an error. */
static kg_status unpack(
    kg_context *ctx, char **text, uint64_t *size, const char *packed, uint64_t count, uint64_t *bad)
{
    struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
    uint64_t at = 0, room = 4 * count + 4096, used = 0;
    kg_status status;

    if (!unpacker)
        return kg__fail(ctx, KG_MEMORY, "out of memory: unpacking gzip");
    if (count >= TRAILER) { /* right for a single member of less than 4 GiB */
        uint64_t last = little_endian(packed + count - 4, 4);

        if (last <= RATIO * count)
            room = last + 1;
    }
    KG_TRY(kg__host_allocate(ctx, text, room, 1, "unpacked input"));
    while (at < count && !(at && is_zeros(packed + at, count - at))) {
        size_t taken = 0, held = 0;
        enum libdeflate_result result = libdeflate_gzip_decompress_ex(unpacker, packed + at,
            (size_t)(count - at), *text + used, (size_t)(room - used), &taken, &held);

        if (result == LIBDEFLATE_INSUFFICIENT_SPACE && room - used <= RATIO * (count - at)) {
            KG_TRY(kg__host_grow(ctx, text, &room, room + 1, 1, "unpacked input"));
            continue;
        }
        if (result != LIBDEFLATE_SUCCESS) {
            *bad = at;
            status = KG_FORMAT;
            goto out;
        }
        at += taken;
        used += held;
    }
    KG_TRY(kg__host_resize(ctx, text, used, 1, "unpacked input"));
    *size = used;
out:
    libdeflate_free_decompressor(unpacker);
    return status;
}

const kg__packing kg__gzip = {
    .name = "gzip",
    .endings = ".gz .bgz ",
    .unpack_command = "gunzip -c FILE",
    .magic = {0x1f, 0x8b},
    .magic_bytes = 2,
    .block = BLOCK,
    .most = 1 << 16,
    .end = "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0\x1b\0\x03\0\0\0\0\0\0\0\0\0",
    .end_bytes = 28,
    .pack = pack,
    .measure = measure,
    .unpack_block = unpack_block,
    .unpack = unpack,
};
