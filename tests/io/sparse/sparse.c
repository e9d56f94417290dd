/* Sparse matrices in Matrix Market: good files, damaged files, failures, and round trips. */
#include "sparse/sparse.h"
#include "io.h"
#include "scan/number.h"
#include <unistd.h>

#define HEAD "%%MatrixMarket matrix coordinate "

/* What stands for "as the file says". */
enum { OWN = -1 };

static const struct {
    const char *what;
    int type; /* or OWN */
    kg_status status;
    const char *content, *answer; /* the entries in CSR, or a part of the message */
} cases[] = {
    {"rows out of order", OWN, KG_OK, HEAD "real general\n2 3 3\n2 3 1.5\n1 2 -0\n1 1 1e3\n",
        "f64 2x3: 1,1=1000 1,2=-0 2,3=1.5"},
    {"in order", OWN, KG_OK, HEAD "double general\n2 2 2\n1 1 inf\n2 2 nan",
        "f64 2x2: 1,1=inf 2,2=nan"},
    {"integers", OWN, KG_OK,
        HEAD "integer general\n1 3 3\n1 3 9223372036854775807\n1 1 "
             "-9223372036854775808\n1 2 -0\n",
        "i64 1x3: 1,1=-9223372036854775808 1,2=0 1,3=9223372036854775807"},
    {"unsigned integers", OWN, KG_OK,
        HEAD "unsigned-integer general\n1 1 1\n1 1 18446744073709551615\n",
        "u64 1x1: 1,1=18446744073709551615"},
    {"a pattern", OWN, KG_OK, HEAD "pattern general\n3 2 2\n3 1\n1 2 \n", "i64 3x2: 1,2=1 3,1=1"},
    {"a pattern of floats", KG_F32, KG_OK, HEAD "pattern general\n1 1 1\n1 1\n", "f32 1x1: 1,1=1"},
    {"a symmetric one", OWN, KG_OK, HEAD "integer symmetric\n3 3 3\n2 1 5\n3 3 6\n3 2 7\n",
        "i64 3x3: 1,2=5 2,1=5 2,3=7 3,2=7 3,3=6"},
    {"its upper half", OWN, KG_OK, HEAD "integer symmetric\n2 2 1\n1 2 5\n",
        "i64 2x2: 1,2=5 2,1=5"},
    {"a skew-symmetric one", OWN, KG_OK, HEAD "real skew-symmetric\n2 2 1\n2 1 0.5\n",
        "f64 2x2: 1,2=-0.5 2,1=0.5"},
    {"one of integers", KG_I8, KG_OK, HEAD "integer skew-symmetric\n2 2 1\n2 1 127\n",
        "i8 2x2: 1,2=-127 2,1=127"},
    {"zeros of unsigned ones", KG_U8, KG_OK, HEAD "integer skew-symmetric\n2 2 1\n2 1 0\n",
        "u8 2x2: 1,2=0 2,1=0"},
    {"nothing", OWN, KG_OK, HEAD "real general\n0 0 0\n", "f64 0x0:"},
    {"rows alone", OWN, KG_OK, HEAD "real general\n4 0 0", "f64 4x0:"},
    {"columns alone", OWN, KG_OK, HEAD "real general\n0 4 0\n", "f64 0x4:"},
    {"no entry", OWN, KG_OK, HEAD "real symmetric\n4 4 0\n\n", "f64 4x4:"},
    {"comments, blanks and letters", OWN, KG_OK,
        "%%matrixmarket MATRIX\tCoordinate Integer GENERAL\r\n% a\n\n%%b\n 2  2\t1 \r\n\n%c\n"
        "  2\t1  7 \r\n% d",
        "i64 2x2: 2,1=7"},
    {"a byte order mark", OWN, KG_OK, "\xef\xbb\xbf" HEAD "integer general\n1 1 1\n1 1 3\n",
        "i64 1x1: 1,1=3"},
    {"integers as doubles", KG_F64, KG_OK,
        HEAD "integer general\n1 2 2\n1 1 18446744073709551615\n1 2 -3\n",
        "f64 1x2: 1,1=18446744073709551616 1,2=-3"},
    {"more than 64 bits as a double", KG_F64, KG_OK,
        HEAD "integer general\n1 1 1\n1 1 36893488147419103232\n",
        "f64 1x1: 1,1=36893488147419103232"},
    {"doubles as integers", KG_U16, KG_OK, HEAD "real general\n1 2 2\n1 1 1e2\n1 2 65535.0\n",
        "u16 1x2: 1,1=100 1,2=65535"},
    {"all 64 bits of a real", KG_I64, KG_OK, HEAD "real general\n1 1 1\n1 1 9223372036854775807\n",
        "i64 1x1: 1,1=9223372036854775807"},
    {"as floats", KG_F32, KG_OK, HEAD "real general\n1 2 2\n1 1 0.1\n1 2 inf\n",
        "f32 1x2: 1,1=0.10000000149011612 1,2=inf"},

    {"all numbers", OWN, KG_OK, "0 -1 0\n2 0 0\n", "i64 2x3: 1,2=-1 2,1=2"},
    {"all numbers of a type", KG_U8, KG_OK, "0,1e2,-0\n", "u8 1x3: 1,2=100"},
    {"all numbers as floats", KG_F32, KG_OK, "3 0\n", "f32 1x2: 1,1=3"},
    {"large ones as doubles", KG_F64, KG_OK, "18446744073709551615\n",
        "f64 1x1: 1,1=18446744073709551616"},
    {"an empty file", OWN, KG_OK, "", "i64 0x0:"},

    {"a number past its type", KG_I8, KG_FORMAT, "0 1\n128 0\n",
        "f:2:1: expected an integer from -128 to 127"},
    {"a number past a float", KG_F32, KG_FORMAT, "0 1e39\n",
        "f:1:3: expected a number of the range"},
    {"a ragged matrix", OWN, KG_FORMAT, "1 2\n3\n", "f:2:1: the row that ends here has length 1"},
    {"Parquet", OWN, KG_FORMAT, "PAR1\x15", "f: this is Parquet, expected Matrix Market, numbers"},
    {"no banner", OWN, KG_FORMAT, "% 1 1 1\n1 1 1\n", "f:1:1: expected '%%MatrixMarket matrix"},
    {"letters behind the banner", OWN, KG_FORMAT, "%%MatrixMarkets matrix\n", "f:1:1: expected"},
    {"another object", OWN, KG_FORMAT, "%%MatrixMarket vector coordinate real general\n",
        "f:1:16: 'vector', expected matrix"},
    {"a dense matrix", OWN, KG_FORMAT, "%%MatrixMarket matrix array real general\n1 1\n1\n",
        "f:1:23: a Matrix Market file with 'array': a dense matrix"},
    {"complex numbers", OWN, KG_FORMAT, HEAD "complex general\n1 1 0\n",
        "f:1:34: a Matrix Market file with 'complex': entries are real numbers"},
    {"a hermitian one", OWN, KG_FORMAT, HEAD "real hermitian\n1 1 0\n", "with 'hermitian'"},
    {"an unknown field", OWN, KG_FORMAT, HEAD "reals general\n", "f:1:34: 'reals', expected"},
    {"a cut banner", OWN, KG_FORMAT, HEAD "real\n1 1 0\n", "f:1:38: the line ends here, expected"},
    {"no sizes", OWN, KG_FORMAT, HEAD "real general\n% 1 1 1\n",
        "f:3:1: the file ends here, expected a line 'rows columns entries'"},
    {"two sizes", OWN, KG_FORMAT, HEAD "real general\n1 1\n", "f:2:4: expected a line 'rows"},
    {"four sizes", OWN, KG_FORMAT, HEAD "real general\n1 1 0 1\n", "f:2:7: expected the end of"},
    {"a negative size", OWN, KG_FORMAT, HEAD "real general\n1 -1 0\n", "f:2:3: expected a line"},
    {"too few entries", OWN, KG_FORMAT, HEAD "real general\n1 2 2\n1 1 10\n",
        "f:2:1: this line says 2 entries, but there are 1: the file is cut off"},
    {"too many", OWN, KG_FORMAT, HEAD "real general\n1 2 1\n1 1 1\n1 2 1\n",
        "f:2:1: this line says 1 entries, but there are 2: the file is longer"},
    {"too few of a symmetric one", OWN, KG_FORMAT, HEAD "real symmetric\n2 2 2\n2 1 1.50\n",
        "f:2:1: this line says 2 entries, but there are 1"},
    {"more than the file can hold", OWN, KG_FORMAT, HEAD "real general\n1 2 99\n1 1 1\n",
        "f:2:1: this line says 99 entries, but only 6 bytes follow"},
    {"rows that nothing backs", OWN, KG_FORMAT, HEAD "real general\n2000000 1 0\n",
        "f:2:1: 2000000 rows or columns are more than 0 entries can back, expected at most "
        "1048576"},
    {"rows past the limit", OWN, KG_OVERFLOW, HEAD "real general\n4294967296 1 0\n",
        "4294967296 rows and 1 columns: a sparse matrix has at most 4294967295 of each"},
    {"a symmetric one that is not square", OWN, KG_FORMAT, HEAD "real symmetric\n1 2 0\n",
        "f:2:1: a symmetric matrix has as many rows as columns, and not 1 and 2"},
    {"row 0", OWN, KG_FORMAT, HEAD "real general\n2 2 1\n0 1 1\n",
        "f:3:1: '0' is no row, expected a number from 1 to 2"},
    {"a row too many", OWN, KG_FORMAT, HEAD "real general\n2 3 1\n3 1 1\n",
        "f:3:1: '3' is no row, expected a number from 1 to 2"},
    {"a column too many", OWN, KG_FORMAT, HEAD "real general\n3 2 1\n3  3 1\n",
        "f:3:4: '3' is no column, expected a number from 1 to 2"},
    {"a word", OWN, KG_FORMAT, HEAD "real general\n2 2 1\n1 b 1\n", "f:3:3: 'b' is no column"},
    {"a row alone", OWN, KG_FORMAT, HEAD "real general\n2 2 1\n1 \n",
        "f:3:3: the line ends here, expected a column"},
    {"no number", OWN, KG_FORMAT, HEAD "real general\n2 2 1\n1 1\n",
        "f:3:4: the line ends here, expected the entry's number"},
    {"a word for a number", OWN, KG_FORMAT, HEAD "real general\n2 2 1\n1 1 x\n",
        "f:3:5: expected a number of the range of a double"},
    {"a comma behind a number", OWN, KG_FORMAT, HEAD "real general\n2 2 1\n1 1 1,5\n",
        "f:3:5: expected a number"},
    {"two numbers", OWN, KG_FORMAT, HEAD "real general\n2 2 1\n1 1 1 0\n",
        "f:3:7: expected the end of the line"},
    {"a number of a pattern", OWN, KG_FORMAT, HEAD "pattern general\n2 2 1\n1 1 1\n",
        "f:3:5: expected the end of the line"},
    {"a double among integers", OWN, KG_FORMAT, HEAD "integer general\n2 2 1\n1 1 1.5\n",
        "f:3:5: expected a whole number"},
    {"an integer past int64", OWN, KG_FORMAT,
        HEAD "integer general\n1 1 1\n1 1 9223372036854775808\n",
        "f:3:5: expected an integer from -9223372036854775808 to 9223372036854775807"},
    {"a negative unsigned one", OWN, KG_FORMAT, HEAD "unsigned-integer general\n1 1 1\n1 1 -1\n",
        "f:3:5: expected an integer from 0 to"},
    {"past the type", KG_U8, KG_FORMAT, HEAD "real general\n1 1 1\n1 1 256\n",
        "f:3:5: expected an integer from 0 to 255"},
    {"a fraction of integers", KG_I32, KG_FORMAT, HEAD "real general\n1 1 1\n1 1 0.5\n",
        "f:3:5: expected an integer from"},
    {"past a float", KG_F32, KG_FORMAT, HEAD "real general\n1 1 1\n1 1 1e39\n",
        "f:3:5: expected a number of the range of a float"},
    {"an unknown type", 10, KG_ARGUMENT, HEAD "real general\n1 1 0\n", "unknown type"},
    {"a zero byte", OWN, KG_FORMAT, HEAD "real general\n1 1 1\n1 \001 1\n", "is no column"},
    {"one place twice", OWN, KG_FORMAT, HEAD "real general\n2 2 3\n1 2 1\n2 2 1\n1 2 2\n",
        "f:3:1: row 1, column 2 has another entry below: expected one for each place"},
    {"the first of two of them", OWN, KG_FORMAT,
        HEAD "pattern general\n3 3 5\n3 3\n2 1\n% c\n 2 1\n3 3\n1 1\n",
        "f:4:1: row 2, column 1 has another entry below"},
    {"both halves of a symmetric one", OWN, KG_FORMAT,
        HEAD "integer symmetric\n2 2 2\n1 2 1\n2 1 1\n", "f:3:1: row "},
    {"a diagonal of a skew-symmetric one", OWN, KG_FORMAT,
        HEAD "integer skew-symmetric\n2 2 1\n2 2 0\n", "f:3:1: an entry on the diagonal"},
    {"a number without its negative", KG_I8, KG_FORMAT,
        HEAD "integer skew-symmetric\n2 2 1\n2 1 -128\n",
        "f:3:1: the number with the other sign is an entry, too: expected an integer from -128"},
};

static kg_status read_bytes(kg_sparse **sparse, kg_context *ctx, const char *bytes, int type,
    kg_sparse_order order, size_t block)
{
    const kg_sparse_options options = {
        .typed = type != OWN, .type = type == OWN ? KG_U32 : (kg_type)type, .order = order};
    const size_t size = strlen(bytes);
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .size = size};
    kg_status status;

    kg__begin(ctx);
    *sparse = NULL;
    if (type == 10)
        return kg_sparse_read_memory(sparse, ctx, bytes, size, &options);
    KG_TRY(kg__host_allocate(ctx, &input.owned, size, 1, "test input"));
    memcpy(input.owned, bytes, size);
    input.bytes = input.owned;
    status = kg__sparse_read_input(sparse, &input, &options, block);
    kg__input_close(&input);
out:
    return status;
}

/* "TYPE ROWSxCOLUMNS: I,J=NUMBER ...", in the order of the matrix. */
static const char *describe(kg_sparse *s)
{
    static const char *const types[] = {
        "u32", "u64", "i64", "f32", "f64", "i8", "u8", "i16", "u16", "i32"};
    static char text[600];
    const bool by_row = kg_sparse_get_order(s) == KG_CSR;
    const kg_edge *offset = kg_sparse_offsets(s);
    const kg_type type = kg_sparse_type(s);
    int used = snprintf(text, sizeof text, "%s %llux%llu:", types[type],
        (unsigned long long)kg_sparse_rows(s), (unsigned long long)kg_sparse_columns(s));
    uint64_t line = 0;

    for (uint64_t e = 0; e < kg_sparse_entries(s); e++) {
        const kg_number one = kg__number_at(type, kg_sparse_values(s), e);
        unsigned long long index = kg_sparse_indices(s)[e] + 1, at;

        while (offset[line + 1] <= e)
            line++;
        at = line + 1;
        used += snprintf(text + used, sizeof text - (size_t)used,
            " %llu,%llu=", by_row ? at : index, by_row ? index : at);
        if (kg__is_real(type))
            used += snprintf(text + used, sizeof text - (size_t)used,
                one.real == (double)(int64_t)one.real || one.real > 1e15 ? "%.0f" : "%.17g",
                one.real);
        else if (kg__is_signed(type))
            used +=
                snprintf(text + used, sizeof text - (size_t)used, "%lld", (long long)one.integer);
        else
            used += snprintf(
                text + used, sizeof text - (size_t)used, "%llu", (unsigned long long)one.whole);
    }
    return text;
}

static void expect(kg_context *ctx, size_t i, kg_sparse_order order, size_t block)
{
    kg_sparse *sparse, *rows = NULL;
    kg_status status = read_bytes(&sparse, ctx, cases[i].content, cases[i].type, order, block);

    CHECK(status == cases[i].status, "%s, block %zu: %s '%s'", cases[i].what, block,
        kg_status_string(status), kg_context_message(ctx));
    if (status == KG_OK) {
        CHECK(kg_sparse_get_order(sparse) == order, "%s: not the order", cases[i].what);
        CHECK(kg_sparse_convert(&rows, sparse, KG_CSR) == KG_OK, "%s", kg_context_message(ctx));
        CHECK(strcmp(describe(rows), cases[i].answer) == 0, "%s, block %zu: %s, expected %s",
            cases[i].what, block, describe(rows), cases[i].answer);
    } else {
        CHECK(!sparse && strstr(kg_context_message(ctx), cases[i].answer),
            "%s, block %zu: '%s' lacks '%s'", cases[i].what, block, kg_context_message(ctx),
            cases[i].answer);
    }
    kg_sparse_destroy(rows);
    kg_sparse_destroy(sparse);
    CHECK(kg_context_memory(ctx).current == 0, "%s leaks", cases[i].what);
}

/* Writes, reads back, and expects the same; with every allocation, read and write failed once. */
static void round_trip(kg_context *ctx, size_t i, kg_sparse_order order, kg__fault kind)
{
    const char *path = io_path("matrix");
    const kg_status expected = kind == KG__FAULT_ALLOCATE ? KG_MEMORY : KG_IO;
    kg_sparse_options options = KG_SPARSE_OPTIONS_INIT;
    kg_sparse *sparse, *back = NULL;
    char before[600];
    uint64_t held;
    kg_status status =
        read_bytes(&sparse, ctx, cases[i].content, cases[i].type, order, KG__TEXT_BLOCK);

    if (status != KG_OK)
        return;
    held = kg_context_memory(ctx).current;
    snprintf(before, sizeof before, "%s", describe(sparse));
    options.typed = true;
    options.type = kg_sparse_type(sparse);
    options.order = order;
    for (uint64_t k = 1;; k++) {
        kg__fault_set(ctx, kind, k);
        status = kg_sparse_write(sparse, path);
        if (status == KG_OK)
            status = kg_sparse_read(&back, ctx, path, &options);
        kg__fault_set(ctx, kind, 0);
        if (status == KG_OK)
            break;
        CHECK(status == expected, "%s: %s", cases[i].what, kg_context_message(ctx));
        CHECK(kg_context_memory(ctx).current == held, "%s leaks", cases[i].what);
        unlink(path);
    }
    CHECK(strcmp(describe(back), before) == 0, "%s: %s, expected %s", cases[i].what, describe(back),
        before);
    kg_sparse_destroy(back);
    kg_sparse_destroy(sparse);
    unlink(path);
}

/* The text of each kind of numbers, by rows and by columns. */
static void written(kg_context *ctx)
{
    static const struct {
        int type;
        kg_sparse_order order;
        const char *text;
    } texts[] = {
        {OWN, KG_CSR, HEAD "real general\n2 3 3\n1 1 1000\n1 2 -0\n2 3 1.5\n"},
        {OWN, KG_CSC, HEAD "real general\n2 3 3\n1 1 1000\n1 2 -0\n2 3 1.5\n"},
        {KG_I16, KG_CSR, HEAD "integer general\n2 2 3\n1 2 -7\n2 1 8\n2 2 9\n"},
        {KG_I16, KG_CSC, HEAD "integer general\n2 2 3\n2 1 8\n1 2 -7\n2 2 9\n"},
        {KG_U32, KG_CSR, HEAD "integer general\n1 1 1\n1 1 4294967295\n"},
        {KG_U64, KG_CSR, HEAD "unsigned-integer general\n1 1 1\n1 1 18446744073709551615\n"},
        {OWN, KG_CSR, HEAD "real general\n0 3 0\n"},
        {OWN, KG_CSC, HEAD "real general\n1048576 0 0\n"},
    };
    const char *path = io_path("matrix.mtx");

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        kg_sparse *sparse = NULL;
        size_t size = 0;
        char *text;

        CHECK(read_bytes(&sparse, ctx, texts[i].text, texts[i].type, texts[i].order,
                  KG__TEXT_BLOCK) == KG_OK &&
                  kg_sparse_write(sparse, path) == KG_OK,
            "%s: %s", texts[i].text, kg_context_message(ctx));
        text = io_load(path, &size);
        CHECK(size == strlen(texts[i].text) && memcmp(text, texts[i].text, size) == 0,
            "'%.*s', expected '%s'", (int)size, text, texts[i].text);
        free(text);
        kg_sparse_destroy(sparse);
        unlink(path);
    }
}

/* A matrix whose rows nothing backs is not written. */
static void unbacked(kg_context *ctx)
{
    kg_sparse *sparse = NULL;

    CHECK(kg_sparse_create(&sparse, ctx, KG_U8, (1 << 20) + 1) == KG_OK, "%s",
        kg_context_message(ctx));
    CHECK(kg_sparse_write(sparse, io_path("matrix")) == KG_UNSUPPORTED &&
              strstr(kg_context_message(ctx), "0 rows and 1048577 columns with only 0 entries"),
        "%s", kg_context_message(ctx));
    CHECK(io_directory_is_empty(), "a file of a refusal");
    kg_sparse_destroy(sparse);
}

/* Large enough for several blocks and pieces, packed or not, in an order that is not that of the
 * file. */
static void large_trip(kg_context *ctx, const char *name)
{
    enum { ROWS = 700, COLUMNS = 900, EACH = 150 };
    const char *path = io_path(name);
    kg_sparse_options options = KG_SPARSE_OPTIONS_INIT;
    kg_sparse *sparse = NULL, *columns = NULL, *back = NULL;
    kg_vertex column[EACH];
    int32_t value[EACH];

    CHECK(kg_sparse_create(&sparse, ctx, KG_I32, COLUMNS) == KG_OK, "%s", kg_context_message(ctx));
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < EACH; k++) {
            column[k] = (kg_vertex)(k * 6 + (i * k) % 6);
            value[k] = i * EACH - k * 1000003;
        }
        CHECK(kg_sparse_append(sparse, EACH, column, value) == KG_OK, "row %d: %s", i,
            kg_context_message(ctx));
    }
    options.typed = true;
    options.type = KG_I32;
    CHECK(kg_sparse_convert(&columns, sparse, KG_CSC) == KG_OK &&
              kg_sparse_write(columns, path) == KG_OK &&
              kg_sparse_read(&back, ctx, path, &options) == KG_OK,
        "%s", kg_context_message(ctx));
    CHECK(kg_sparse_entries(back) == ROWS * EACH &&
              memcmp(kg_sparse_offsets(back), kg_sparse_offsets(sparse),
                  (ROWS + 1) * sizeof(kg_edge)) == 0 &&
              memcmp(kg_sparse_indices(back), kg_sparse_indices(sparse),
                  ROWS * EACH * sizeof *column) == 0 &&
              memcmp(kg_sparse_values(back), kg_sparse_values(sparse),
                  ROWS * EACH * sizeof *value) == 0,
        "%s differs", name);
    kg_sparse_destroy(back);
    kg_sparse_destroy(columns);
    kg_sparse_destroy(sparse);
    unlink(path);
}

void io_sparse(void)
{
    for (int t = 0; t < THREAD_COUNTS; t++) {
        kg_context *ctx = io_context(thread_counts[t]);

        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
            for (int order = KG_CSR; order <= KG_CSC; order++) {
                for (int b = 0; b < BLOCK_SIZES; b++)
                    expect(ctx, i, (kg_sparse_order)order, block_sizes[b]);
                for (int kind = 0; kind < KG__FAULTS; kind++)
                    round_trip(ctx, i, (kg_sparse_order)order, (kg__fault)kind);
            }
        written(ctx);
        unbacked(ctx);
        large_trip(ctx, "large.mtx");
        kg_context_destroy(ctx);
    }
}
