/* gzip, BGZF and zstd: packed files give the bytes that were packed; damaged ones are refused. */
#include "io/packed.h"
#include "io.h"
#include <unistd.h>

static const char *const endings[] = {".gz", ".bgz", ".zst"};
enum { ENDINGS = sizeof endings / sizeof *endings };

static const kg__packing *packing_of(int i)
{
    return kg__packing_by_name(endings[i]);
}

static const char *path_of(int i)
{
    static char name[16];

    snprintf(name, sizeof name, "f%s", endings[i]);
    return io_path(name);
}

/* Bytes that pack to about half. */
static char *some_text(size_t size)
{
    char *text = malloc(size + 1);
    uint32_t x = 7;

    for (size_t i = 0; text && i < size; i++) {
        x = x * 1664525 + 1013904223;
        text[i] = i % 9 == 8 ? '\n' : (char)('0' + (x >> 24) % 10);
    }
    return text;
}

static void write_packed(kg_context *ctx, const char *path, const char *text, size_t size)
{
    kg_output *output = NULL;
    kg_status status = kg_output_open(&output, ctx, path);

    for (size_t at = 0, some; status == KG_OK && at < size; at += some) {
        some = size - at < 70001 ? size - at : 70001;
        status = kg_output_write(output, text + at, some);
    }
    if (status == KG_OK)
        status = kg_output_close(output);
    CHECK(status == KG_OK, "writing %s: %s", path, kg_context_message(ctx));
    kg_output_destroy(output);
}

/* Reads a file. *text: to be freed, NULL where it failed. */
static kg_status read_packed(kg_context *ctx, const char *path, char **text, size_t *size)
{
    kg__input input;
    kg_status status;

    kg__begin(ctx);
    *text = NULL;
    *size = 0;
    status = kg__input_open(&input, ctx, path, "f");
    if (status != KG_OK)
        return status;
    *size = (size_t)input.size;
    *text = malloc(*size + 1);
    if (*size)
        status = kg__input_read(&input, *text, 0, *size);
    kg__input_close(&input);
    return status;
}

/* Sizes round the blocks' borders: equal bytes from 1, 2, 3, 7 threads, and they are read again. */
static void round_trip(int i)
{
    const kg__packing *packing = packing_of(i);
    const size_t sizes[] = {
        0, 1, packing->block - 1, packing->block, packing->block + 1, 30 * packing->block + 7};

    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char *text = some_text(sizes[k]), *first = NULL;
        size_t first_size = 0;

        for (int t = 0; t < THREAD_COUNTS; t++) {
            kg_context *ctx = io_context(thread_counts[t]);
            size_t packed_size, size;
            char *packed, *again;

            write_packed(ctx, path_of(i), text, sizes[k]);
            packed = io_load(path_of(i), &packed_size);
            if (!first) {
                first = packed;
                first_size = packed_size;
            }
            CHECK(packed_size == first_size && memcmp(packed, first, first_size) == 0,
                "%s, %zu bytes: other bytes from %d threads", endings[i], sizes[k],
                thread_counts[t]);
            CHECK(packed_size >= packing->magic_bytes &&
                      memcmp(packed, packing->magic, packing->magic_bytes) == 0 &&
                      packed_size < sizes[k] * 3 / 4 + 100,
                "%s: %zu bytes are packed as %zu", endings[i], sizes[k], packed_size);
            CHECK(read_packed(ctx, path_of(i), &again, &size) == KG_OK && size == sizes[k] &&
                      memcmp(again, text, size) == 0,
                "%s, %zu bytes, %d threads: %s", endings[i], sizes[k], thread_counts[t],
                kg_context_message(ctx));
            CHECK(!*kg_context_warning(ctx), "%s: %s", endings[i], kg_context_warning(ctx));
            CHECK(kg_context_memory(ctx).current == 0, "%s leaks", endings[i]);
            free(again);
            if (packed != first)
                free(packed);
            kg_context_destroy(ctx);
        }
        free(first);
        free(text);
    }
    unlink(path_of(i));
}

/* Cut anywhere: an error that names the packing; or at the border of blocks the text up to there,
 * and a warning where the packing has an end. */
static void cut_anywhere(int i)
{
    kg_context *ctx = io_context(2);
    size_t packed_size, size, whole = 3000;
    char *text = some_text(whole), *packed, *again;

    write_packed(ctx, path_of(i), text, whole);
    packed = io_load(path_of(i), &packed_size);
    for (size_t cut = packing_of(i)->magic_bytes; cut < packed_size; cut++) {
        kg_status status;

        io_save(path_of(i), packed, cut);
        status = read_packed(ctx, path_of(i), &again, &size);
        if (status == KG_OK)
            CHECK(size == whole && memcmp(again, text, size) == 0 && *kg_context_warning(ctx),
                "%s, cut to %zu of %zu bytes: %zu bytes without a warning", endings[i], cut,
                packed_size, size);
        else
            CHECK(status == KG_FORMAT && strstr(kg_context_message(ctx), "damaged"),
                "%s, cut to %zu bytes: '%s'", endings[i], cut, kg_context_message(ctx));
        free(again);
    }
    CHECK(kg_context_memory(ctx).current == 0, "%s: a cut file leaks", endings[i]);
    free(packed);
    free(text);
    unlink(path_of(i));
    kg_context_destroy(ctx);
}

/* A bit flipped anywhere behind the magic: the same text, or damaged. */
static void flip_anywhere(int i)
{
    kg_context *ctx = io_context(1);
    size_t packed_size, size, whole = 700;
    char *text = some_text(whole), *packed, *again;

    write_packed(ctx, path_of(i), text, whole);
    packed = io_load(path_of(i), &packed_size);
    for (size_t bit = 8 * packing_of(i)->magic_bytes; bit < 8 * packed_size; bit++) {
        kg_status status;

        packed[bit / 8] ^= (char)(1 << bit % 8);
        io_save(path_of(i), packed, packed_size);
        packed[bit / 8] ^= (char)(1 << bit % 8);
        status = read_packed(ctx, path_of(i), &again, &size);
        CHECK(
            status == KG_OK ? size == whole && memcmp(again, text, size) == 0 : status == KG_FORMAT,
            "%s, bit %zu flipped: %s '%s'", endings[i], bit, kg_status_string(status),
            kg_context_message(ctx));
        free(again);
    }
    free(packed);
    free(text);
    unlink(path_of(i));
    kg_context_destroy(ctx);
}

/* 64 MiB of zeros in a few thousand bytes, and no more than 16 MiB to hold. */
static void bomb(int i)
{
    kg_context_options options = {.device = "cpu", .memory_limit = 16 << 20};
    size_t size = 0, whole = 64 << 20;
    char *text = calloc(whole, 1), *again = NULL;
    kg_context *ctx = io_context(1);
    kg_status status;

    write_packed(ctx, path_of(i), text, whole);
    kg_context_destroy(ctx);
    free(text);
    CHECK(kg_context_create(&ctx, &options) == KG_OK, "no context");
    status = read_packed(ctx, path_of(i), &again, &size);
    CHECK(status == KG_MEMORY, "%s: a bomb is %s", endings[i], kg_status_string(status));
    CHECK(kg_context_memory(ctx).current == 0, "%s: a bomb leaks", endings[i]);
    free(again);
    unlink(path_of(i));
    kg_context_destroy(ctx);
}

/* What other programs write: several members, no sizes, names in headers, zeros behind. */
static const struct {
    const char *what, *bytes;
    size_t size;
    const char *text; /* NULL: damaged */
} foreign[] = {
    {"two members of gzip",
        "\x1f\x8b\x08\0\0\0\0\0\2\xff\x33\x50\x30\xe4\2\0\xf1\x8f\xaa\xcf\4\0\0\0"
        "\x1f\x8b\x08\0\0\0\0\0\2\xff\x33\x54\x30\xe0\2\0\xd5\xd9\x0d\x6e\4\0\0\0",
        48, "0 1\n1 0\n"},
    {"zeros behind a member",
        "\x1f\x8b\x08\0\0\0\0\0\2\xff\x33\x50\x30\xe4\2\0\xf1\x8f\xaa\xcf\4\0\0\0\0\0\0\0", 28,
        "0 1\n"},
    {"something else behind a member",
        "\x1f\x8b\x08\0\0\0\0\0\2\xff\x33\x50\x30\xe4\2\0\xf1\x8f\xaa\xcf\4\0\0\0xyz", 27, NULL},
    {"a wrong check sum",
        "\x1f\x8b\x08\0\0\0\0\0\2\xff\x33\x50\x30\xe4\2\0\xf1\x8f\xaa\xce\4\0\0\0", 24, NULL},
    {"a size of 4 GiB less one",
        "\x1f\x8b\x08\0\0\0\0\0\2\xff\x33\x50\x30\xe4\2\0\xf1\x8f\xaa\xcf\xff\xff\xff\xff", 24,
        NULL},
    {"a magic alone", "\x1f\x8b", 2, NULL},
    {"zstd that says 2^62 bytes", "\x28\xb5\x2f\xfd\xe0\0\0\0\0\0\0\0\x40\1\0\0", 16, NULL},
    {"zstd of an unknown size",
        "\x28\xb5\x2f\xfd\0\x58\x21\0\000"
        "0 1\n",
        13, "0 1\n"},
};

static void foreign_files(void)
{
    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++) {
        kg_context *ctx = io_context(2);
        size_t size;
        char *text;
        kg_status status;

        io_save(io_path("p"), foreign[k].bytes, foreign[k].size);
        status = read_packed(ctx, io_path("p"), &text, &size);
        if ((foreign[k].bytes[0] == '\x1f' ? kg__gzip : kg__zstd).missing)
            CHECK(status == KG_UNSUPPORTED, "%s: %s", foreign[k].what, kg_status_string(status));
        else if (foreign[k].text)
            CHECK(status == KG_OK && size == strlen(foreign[k].text) &&
                      memcmp(text, foreign[k].text, size) == 0,
                "%s: %s '%s'", foreign[k].what, kg_status_string(status), kg_context_message(ctx));
        else
            CHECK(status == KG_FORMAT, "%s: %s", foreign[k].what, kg_status_string(status));
        CHECK(kg_context_memory(ctx).peak < 1 << 20, "%s: %llu bytes", foreign[k].what,
            (unsigned long long)kg_context_memory(ctx).peak);
        free(text);
        unlink(io_path("p"));
        kg_context_destroy(ctx);
    }
}

void io_packed(void)
{
    for (int i = 0; i < ENDINGS; i++) {
        if (packing_of(i)->missing)
            continue;
        round_trip(i);
        cut_anywhere(i);
        flip_anywhere(i);
        bomb(i);
    }
    foreign_files();
}
