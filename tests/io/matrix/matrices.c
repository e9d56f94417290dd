/* Matrices as text, and what text and .npy have in common: good files, damaged files, failures, and
 * round trips. */
#include "io.h"
#include "matrix/matrix.h"
#include <unistd.h>

/* content[size], where size 0 means as far as its terminator; ragged: rows may differ. */
static const struct {
    const char *broken;
    bool ragged;
    kg_status status;
    const char *content, *message;
    size_t size;
} damaged[] = {
    {"a word", true, KG_FORMAT, "1 2\n3 x 4\n", "f:2:3: 'x' is not a number", 0},
    {"letters behind digits", true, KG_FORMAT, "12a\n", "f:1:1: '12a' is not", 0},
    {"a comma", true, KG_FORMAT, "1,2\n", "f:1:1: '1,2' is not", 0},
    {"two signs", true, KG_FORMAT, "1\n--2\n", "f:2:1: '--2' is not", 0},
    {"a sign alone", true, KG_FORMAT, "-\n", "f:1:1: '-' is not", 0},
    {"out of range", true, KG_FORMAT, "1 1e999\n", "f:1:3: '1e999' is not", 0},
    {"a zero byte", true, KG_FORMAT, "1\0002\n", "f:1:1: '1' is not", 4},
    {"a zero byte alone", true, KG_FORMAT, "1 \0", "f:1:3: '' is not", 3},
    {"an error behind a double", true, KG_FORMAT, "0.5\n2 y\n", "f:2:3: 'y'", 0},
    {"the first of two errors", true, KG_FORMAT, "1\nu\n2\n3\nv\n", "f:2:1: 'u'", 0},
    {"more than 64 bits", true, KG_OVERFLOW, "18446744073709551616\n", "64 bits", 0},
    {"too small", true, KG_OVERFLOW, "-9223372036854775809\n", "64 bits", 0},
    {"large beside negative", true, KG_OVERFLOW, "9223372036854775808\n\n\n-1\n", "64 bits", 0},
    {"a ragged matrix", false, KG_FORMAT, "1 2\n3 4\n5\n", "f:3:1: the row that ends here has", 0},
    {"too long a row", false, KG_FORMAT, "1\n2\n# c\n3 4\n", "f:4:3: the row that ends here", 0},
    {"a .npy cut in its header", true, KG_FORMAT, "\x93NUMPY\x01\0v\0{'de", "longer than", 14},
    {"a .npy cut in its magic", true, KG_FORMAT, "\x93NUMPY\x01", "the file ends in it", 7},
};

static const struct {
    const char *odd;
    bool ragged;
    const char *content, *matrix;
} good[] = {
    {"an empty file", true, "", "i 0x1:"},
    {"an empty matrix", false, "", "i 0x0:"},
    {"only comments", false, "# 1 2\n \t\n#", "i 0x0:"},
    {"a row", false, "1 2 3", "i 1x3: 1 2 3"},
    {"a column", true, "1 2\n3\n", "i 3x1: 1 2 3"},
    {"white space of all kinds", true, " 1\t2\r\n\v3\f\n\n4", "i 4x1: 1 2 3 4"},
    {"comments", false, "# a\n1 2# b\n\n#\n3 4 # 5\n", "i 2x2: 1 2 3 4"},
    {"signs and leading zeros", true, "-1 +2 007 -08", "i 4x1: -1 2 7 -8"},
    {"the ends of int64", true, "-9223372036854775808 9223372036854775807",
        "i 2x1: -9223372036854775808 9223372036854775807"},
    {"past int64", true, "9223372036854775808 18446744073709551615 0",
        "u 3x1: 9223372036854775808 18446744073709551615 0"},
    {"a double last", true, "1\n-2\n3\n0.5\n", "f 4x1: 1 -2 3 0.5"},
    {"a double first", true, "1e3\n-2\n\n\n18446744073709551615\n",
        "f 3x1: 1000 -2 1.8446744073709552e+19"},
    {"all sizes beside a double", true, "-1 18446744073709551616\n\n\n.5",
        "f 3x1: -1 1.8446744073709552e+19 0.5"},
    {"minus zero", true, "1 -0", "f 2x1: 1 -0"},
    {"not finite", true, "inf -inf nan 1e-400", "f 4x1: inf -inf nan 0"},
    {"a byte order mark", true,
        "\xef\xbb\xbf"
        "7",
        "i 1x1: 7"},
};

static kg_status read_bytes(
    kg_matrix **matrix, kg_context *ctx, const char *bytes, size_t size, bool ragged, size_t block)
{
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .size = size};
    kg_status status;

    kg__begin(ctx);
    *matrix = NULL;
    KG_TRY(kg__host_allocate(ctx, &input.owned, size, 1, "test input"));
    memcpy(input.owned, bytes, size);
    input.bytes = input.owned;
    status = kg__matrix_read_input(matrix, &input, ragged, block);
    kg__input_close(&input);
out:
    return status;
}

/* "i 2x3: 1 2 3 4 5 6". */
static const char *describe(kg_matrix *matrix)
{
    static char text[400];
    const void *data = kg_matrix_data(matrix);
    const kg_type type = kg_matrix_type(matrix);
    const uint64_t rows = kg_matrix_rows(matrix), columns = kg_matrix_columns(matrix);
    int used = snprintf(text, sizeof text, "%c %llux%llu:", "uuiff"[type], (unsigned long long)rows,
        (unsigned long long)columns);

    for (uint64_t i = 0; i < rows * columns && used < (int)sizeof text - 40; i++) {
        if (type == KG_U64)
            used += sprintf(text + used, " %llu", (unsigned long long)((const uint64_t *)data)[i]);
        else if (type == KG_I64)
            used += sprintf(text + used, " %lld", (long long)((const int64_t *)data)[i]);
        else
            used += sprintf(text + used, " %.17g", ((const double *)data)[i]);
    }
    return text;
}

static void expect(kg_context *ctx, const char *what, const char *bytes, size_t size, bool ragged,
    size_t block, kg_status expected, const char *text)
{
    kg_matrix *matrix;
    kg_status status = read_bytes(&matrix, ctx, bytes, size, ragged, block);

    CHECK(status == expected, "%s, block %zu: %s '%s'", what, block, kg_status_string(status),
        kg_context_message(ctx));
    if (status == KG_OK)
        CHECK(strcmp(describe(matrix), text) == 0, "%s, block %zu: %s, expected %s", what, block,
            describe(matrix), text);
    else
        CHECK(!matrix && strstr(kg_context_message(ctx), text), "%s, block %zu: '%s' lacks '%s'",
            what, block, kg_context_message(ctx), text);
    kg_matrix_destroy(matrix);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", what);
}

/* Writes, reads back, and expects the same; with every allocation, read and write failed once. */
static void round_trip(kg_context *ctx, const char *content, bool npy, kg__fault kind)
{
    const char *path = io_path("matrix");
    const kg_status expected = kind == KG__FAULT_ALLOCATE ? KG_MEMORY : KG_IO;
    kg_matrix *matrix, *back = NULL;
    kg_matrix_options options = KG_MATRIX_OPTIONS_INIT;
    uint64_t held;
    char before[400];
    kg_status status = read_bytes(&matrix, ctx, content, strlen(content), false, KG__TEXT_BLOCK);

    if (status != KG_OK)
        return;
    held = kg_context_memory(ctx).current;
    snprintf(before, sizeof before, "%s", describe(matrix));
    for (uint64_t k = 1;; k++) {
        kg__fault_set(ctx, kind, k);
        status = kg_matrix_write(matrix, path, npy ? KG_MATRIX_NPY : KG_MATRIX_TEXT);
        if (status == KG_OK)
            status = kg_matrix_read(&back, ctx, path, &options);
        kg__fault_set(ctx, kind, 0);
        if (status == KG_OK)
            break;
        CHECK(status == expected, "%s: %s", content, kg_context_message(ctx));
        CHECK(kg_context_memory(ctx).current == held, "%s leaks", content);
        unlink(path);
    }
    if (npy || kg_matrix_rows(matrix)) /* no text says that there are no columns, or one */
        CHECK(strcmp(describe(back), before) == 0, "%s: %s, expected %s", content, describe(back),
            before);
    kg_matrix_destroy(back);
    kg_matrix_destroy(matrix);
    unlink(path);
}

/* Large enough for several blocks and parts, with a type that changes on the way. */
static void large_trip(kg_context *ctx)
{
    enum { N = 300000 };
    const char *path = io_path("large");
    kg_matrix *matrix, *back = NULL;

    for (int way = 0; way < 4; way++) {
        kg_matrix_options options = KG_MATRIX_OPTIONS_INIT;
        uint64_t *word;

        CHECK(kg_matrix_create(&matrix, ctx, way / 2 ? KG_F64 : KG_I64, N / 3, 3) == KG_OK, "%s",
            kg_context_message(ctx));
        word = kg_matrix_data(matrix);
        for (int i = 0; i < N; i++) {
            double real = i < N / 2 ? i : i + 0.25;

            word[i] = (uint64_t)i * 0x9e3779b97f4a7c15u;
            if (way / 2)
                memcpy(&word[i], &real, sizeof real);
        }
        CHECK(kg_matrix_write(matrix, path, way % 2 ? KG_MATRIX_NPY : KG_MATRIX_TEXT) == KG_OK &&
                  kg_matrix_read(&back, ctx, path, &options) == KG_OK,
            "%s", kg_context_message(ctx));
        CHECK(kg_matrix_rows(back) == N / 3 && kg_matrix_columns(back) == 3 &&
                  memcmp(kg_matrix_data(back), word, N * sizeof *word) == 0,
            "way %d differs", way);
        kg_matrix_destroy(back);
        kg_matrix_destroy(matrix);
    }
    unlink(path);
}

/* A picture, or that there can be none; with every allocation and write failed once. */
static void draw(kg_context *ctx, kg__fault kind)
{
    const char *path = io_path("picture.png");
    kg_matrix *matrix;
    kg_status status = read_bytes(&matrix, ctx, "0.5 1\n2 nan\n3 1\n", 16, false, 100);
    size_t size;
    char *bytes;

    CHECK(status == KG_OK, "%s", kg_context_message(ctx));
    for (uint64_t k = 1;; k++) {
        uint64_t held = kg_context_memory(ctx).current;

        kg__fault_set(ctx, kind, k);
        status = kg_matrix_draw_png(matrix, path);
        kg__fault_set(ctx, kind, 0);
        CHECK(kg_context_memory(ctx).current == held, "failure %d leaks", (int)k);
        if (status == KG_OK || status == KG_UNSUPPORTED)
            break;
        CHECK(io_directory_is_empty(), "failure %d leaves a file", (int)k);
    }
    bytes = io_load(path, &size);
    CHECK(status == KG_UNSUPPORTED || (size > 8 && memcmp(bytes, "\x89PNG", 4) == 0),
        "%zu bytes are no PNG", size);
    free(bytes);
    kg_matrix_destroy(matrix);
    unlink(path);
}

void io_matrices(void)
{
    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);

        for (int b = 0; b < BLOCK_SIZES; b++) {
            for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
                expect(ctx, damaged[i].broken, damaged[i].content,
                    damaged[i].size ? damaged[i].size : strlen(damaged[i].content),
                    damaged[i].ragged, block_sizes[b], damaged[i].status, damaged[i].message);
            for (size_t i = 0; i < sizeof good / sizeof *good; i++)
                expect(ctx, good[i].odd, good[i].content, strlen(good[i].content), good[i].ragged,
                    block_sizes[b], KG_OK, good[i].matrix);
        }
        for (size_t i = 0; i < sizeof good / sizeof *good; i++)
            for (int way = 0; way < 2 * KG__FAULTS; way++)
                round_trip(ctx, good[i].content, way % 2, (kg__fault)(way / 2));
        large_trip(ctx);
        draw(ctx, KG__FAULT_ALLOCATE);
        draw(ctx, KG__FAULT_WRITE);
        kg_context_destroy(ctx);
    }
}
