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
    {"two commas", true, KG_FORMAT, "1,2\n3,,4\n", "f:2:3: an empty field", 0},
    {"two commas apart", true, KG_FORMAT, "1 , , 2\n", "f:1:5: an empty field", 0},
    {"a comma first", false, KG_FORMAT, "1,2\n ,3\n", "f:2:2: an empty field", 0},
    {"a comma last", true, KG_FORMAT, "1,2,\n", "f:1:5: an empty field", 0},
    {"a comma last, a comment", true, KG_FORMAT, "1,2, # 3\n", "f:1:6: an empty field", 0},
    {"a comma alone", true, KG_FORMAT, ",", "f:1:1: an empty field", 0},
    {"a comma behind a double", true, KG_FORMAT, "0.5,\r\n1\n", "f:1:6: an empty field", 0},
    {"semicolons", true, KG_FORMAT, "1;2\n", "f:1:1: '1;2' is not", 0},
    {"a word between commas", true, KG_FORMAT, "1,NA,2\n", "f:1:3: 'NA' is not a number", 0},
    {"names of columns", true, KG_FORMAT, "\n# c\na,\"b, \"\"c\"\n1,2\n",
        "f:3:1: 'a' is not a number of the range of a double; if this line names columns, the "
        "option column "
        "chooses one of them: 'a', 'b, \"c'",
        0},
    {"names above a matrix", false, KG_FORMAT, "a b\n1 2\n", "take it away: rows", 0},
    {"a matrix, ragged by commas", false, KG_FORMAT, "1,2\n3,4,5\n", "f:2:5: the row that", 0},
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
    {"commas", false, "1,2\n3, 4\r\n5 ,6\n 7\t,\t8#,\n", "i 4x2: 1 2 3 4 5 6 7 8"},
    {"commas and blanks, and a double", true, "-1,2 3\n\n4,.5,6", "f 6x1: -1 2 3 4 0.5 6"},
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

/* Tables of which one column is read. */
static const struct {
    const char *what, *column;
    kg_header header;
    bool finite;
    kg_status status;
    const char *content, *answer; /* the matrix, or a part of the message */
} tables[] = {
    {"a name", "b", 0, 0, KG_OK, "a,b\n1,2\n3,4\n", "i 2x1: 2 4"},
    {"a number", "2", 0, 0, KG_OK, "a,b\n1,2\n3,4\n", "i 2x1: 2 4"},
    {"no header", "2", 0, 0, KG_OK, "1,2\n3,4", "i 2x1: 2 4"},
    {"a header of numbers", "2", KG_HEADER_YES, 0, KG_OK, "1,2\n3,4", "i 1x1: 4"},
    {"a name of digits", "\"2019\"", 0, 0, KG_OK, "year,2019\nx,7\n", "i 1x1: 7"},
    {"words beside numbers, no header", "2", KG_HEADER_NO, 0, KG_OK, "x,2\ny,4\n", "i 2x1: 2 4"},
    {"quotes", "b \"c\", d", 0, 0, KG_OK, "a,\"b \"\"c\"\", d\" \r\n\"x\n,y\",\"5\"\r\nz,6\r\n",
        "i 2x1: 5 6"},
    {"a quotation mark within", "2", 0, 0, KG_OK, "a,b\n5'10\" tall,2\n", "i 1x1: 2"},
    {"blanks round fields", "b", 0, 0, KG_OK, " a , b \n 1 , 2 \n", "i 1x1: 2"},
    {"tabs", "c d", 0, 0, KG_OK, "a\tc d\n\t1\nx y\t2", "i 2x1: 1 2"},
    {"blanks within quotes", "b c", 0, 0, KG_OK, "a,\" b c \"\n1,\" 2\t\"\n", "i 1x1: 2"},
    {"a line of tabs first", "2", 0, 0, KG_OK, " \t\n1 2\n", "i 1x1: 2"},
    {"tabs, no name first", "v", 0, 0, KG_OK, "\tv\n0\t5\n1\t6\n", "i 2x1: 5 6"},
    {"semicolons", "b", 0, 0, KG_OK, "a;b\nx;-1\n", "i 1x1: -1"},
    {"blanks", "2", 0, 0, KG_OK, "1   2 3\n 4 5\t 6 # c\n", "i 2x1: 2 5"},
    {"blanks, quotes", "b c", 0, 0, KG_OK, "a \"b c\"\n\"x y\" 3\n", "i 1x1: 3"},
    {"comments and blank lines", "b", 0, 0, KG_OK, "# t\n\n \na,b\n#,\n1,2\n\n3,4\n", "i 2x1: 2 4"},
    {"a byte order mark", "a", 0, 0, KG_OK,
        "\xef\xbb\xbf"
        "a,b\n1,2\n",
        "i 1x1: 1"},
    {"a header alone", "b", 0, 0, KG_OK, "a,b\n", "i 0x1:"},
    {"an empty file, a number", "3", 0, 0, KG_OK, "", "i 0x1:"},
    {"a double last", "1", 0, 0, KG_OK, "1\n-2\n1e0\n", "f 3x1: 1 -2 1"},
    {"past int64", "b", 0, 0, KG_OK, "a,b\n,9223372036854775808\n", "u 1x1: 9223372036854775808"},
    {"infinite", "1", 0, 0, KG_OK, "inf\nnan", "f 2x1: inf nan"},
    {"infinite beside it", "2", 0, true, KG_OK, "inf,1\n", "i 1x1: 1"},
    {"infinite, refused", "1", 0, true, KG_FORMAT, "1\n2\ninf\n", "f:3:1: expected a finite"},
    {"past 64 bits", "1", 0, 0, KG_OVERFLOW, "18446744073709551616\n", "64 bits"},
    {"large beside negative", "1", 0, 0, KG_OVERFLOW, "9223372036854775808\n-1\n", "64 bits"},
    {"an empty field", "b", 0, 0, KG_FORMAT, "a,b\n1,2\n3,\n", "f:3:3: an empty field: expected"},
    {"an empty field between", "b", 0, 0, KG_FORMAT, "a,b,c\n1,,2\n", "f:2:3: an empty field"},
    {"NA", "b", 0, 0, KG_FORMAT, "a,b\n1,NA\n", "f:2:3: 'NA' is not a number"},
    {"NA at first", "1", 0, 0, KG_FORMAT, "NA\n1\n", "f:1:1: 'NA' is not a number"},
    {"two numbers in a field", "b", 0, 0, KG_FORMAT, "a,b\n1,2 3\n", "f:2:3: '2 3' is not"},
    {"a comma in a number", "b", 0, 0, KG_FORMAT, "a;b\n1;2,5\n", "f:2:3: '2,5' is not"},
    {"a word", "b", 0, 0, KG_FORMAT, "a,b\n1,2\n3,4\n5,x\n", "f:4:3: 'x' is not"},
    {"a row too short", "1", 0, 0, KG_FORMAT, "a,b\n1,2\n3\n",
        "f:3:1: a row of 1 fields, expected 2"},
    {"a row too long", "1", 0, 0, KG_FORMAT, "a,b\n1,2,3\n",
        "f:2:1: a row of 3 fields, expected 2"},
    {"an open quote", "1", 0, 0, KG_FORMAT, "a,b\n1,\"2\n3,4\n", "f:2:3: the quotation mark here"},
    {"text behind a quote", "1", 0, 0, KG_FORMAT, "a,b\n1,\"2\"3\n", "f:2:6: more behind"},
    {"words and numbers", "2", 0, 0, KG_FORMAT, "x,2\ny,4\n",
        "f:1:1: this line has words and numbers"},
    {"no such name", "c", 0, 0, KG_ARGUMENT, "a,b\n1,2\n",
        "no column 'c': its first line is 'a', 'b'"},
    {"no such number", "3", 0, 0, KG_ARGUMENT, "a,b\n1,2\n",
        "no column 3, but 2: its first line is 'a', 'b'"},
    {"column 0", "0", 0, 0, KG_ARGUMENT, "1\n", "counted from 1"},
    {"a great number", "99999999999999999999", 0, 0, KG_ARGUMENT, "1\n", "but 1"},
    {"a name twice", "a", 0, 0, KG_ARGUMENT, "a,b,a\n1,2,3\n",
        "columns 1 and 3 are both called 'a'"},
    {"a name without names", "a", KG_HEADER_NO, 0, KG_ARGUMENT, "a\n1\n", "'a' is a name"},
    {"an empty file, a name", "a", 0, 0, KG_ARGUMENT, "", "missing"},
    {"a .npy, a name", "a", 0, 0, KG_ARGUMENT,
        "\x93NUMPY\1\0v\0{'descr': '|u1', 'fortran_order': False, 'shape': (2, 1), }              "
        "                                            \nab",
        "f has no column a, but 1 without names"},
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

/* Reads a column; with every allocation failed once. */
static void read_table(kg_context *ctx, size_t i)
{
    const char *content = tables[i].content, *what = tables[i].what;
    const kg_matrix_options options = {.column = tables[i].column,
        .header = tables[i].header,
        .finite = tables[i].finite,
        .shown = "f"};
    const size_t size = content[0] == '\x93' ? 130 : strlen(content);
    kg_matrix *matrix = NULL;
    kg_status status = KG_MEMORY;

    for (uint64_t k = 1; status == KG_MEMORY; k++) {
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
        status = kg_matrix_read_memory(&matrix, ctx, content, size, &options);
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
        CHECK(status != KG_MEMORY || !matrix, "%s: a matrix of a failure", what);
    }
    CHECK(status == tables[i].status, "%s: %s '%s'", what, kg_status_string(status),
        kg_context_message(ctx));
    if (status == KG_OK)
        CHECK(strcmp(describe(matrix), tables[i].answer) == 0, "%s: %s, expected %s", what,
            describe(matrix), tables[i].answer);
    else
        CHECK(!matrix && strstr(kg_context_message(ctx), tables[i].answer), "%s: '%s' lacks '%s'",
            what, kg_context_message(ctx), tables[i].answer);
    kg_matrix_destroy(matrix);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", what);
}

/* A table that is longer than what is read at a time, with quotes and doubles on the way. */
static void long_table(kg_context *ctx)
{
    enum { N = 30000 };
    const char *path = io_path("table");
    const kg_matrix_options options = {.column = "the number"};
    kg_matrix *matrix = NULL;
    FILE *file = fopen(path, "w");

    fprintf(file, "\"a,\nb\",the number,c\n");
    for (int i = 0; i < N; i++)
        fprintf(file, i % 3 ? "\"x\n%d,\",%d,z\n" : "%d,\"%d\",\n", i, i - N / 2);
    fprintf(file, "0,0.25,0\n");
    CHECK(fclose(file) == 0, "no table");
    CHECK(kg_matrix_read(&matrix, ctx, path, &options) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_matrix_rows(matrix) == N + 1 && kg_matrix_type(matrix) == KG_F64, "%llu numbers",
        (unsigned long long)kg_matrix_rows(matrix));
    for (int i = 0; matrix && i <= N; i++)
        CHECK(((const double *)kg_matrix_data(matrix))[i] == (i < N ? i - N / 2 : 0.25), "%d", i);
    kg_matrix_destroy(matrix);
    unlink(path);
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
        for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
            read_table(ctx, i);
        long_table(ctx);
        large_trip(ctx);
        draw(ctx, KG__FAULT_ALLOCATE);
        draw(ctx, KG__FAULT_WRITE);
        kg_context_destroy(ctx);
    }
}
