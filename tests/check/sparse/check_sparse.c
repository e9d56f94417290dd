/* Cases of sparse matrices, against matrices with all their numbers. */
#include "check.h"
#include <konig/sparse.h>
#include <stdlib.h>
#include <string.h>

/* [rows][columns] numbers of a type, most of them 0; and what is not, row by row or column by
 * column. */
typedef struct dense {
    kg_type type;
    size_t size;
    uint64_t rows, columns, entries;
    unsigned char *data;
    kg_edge *offset;
    kg_vertex *index;
    unsigned char *value;
} dense;

static const unsigned char zero[8];

static dense make(kg_type type, uint64_t rows, uint64_t columns)
{
    dense d = {type, kg_type_size(type), rows, columns, 0, NULL, NULL, NULL, NULL};

    d.data = check_array(rows * columns, d.size);
    memset(d.data, 0, rows * columns * d.size);
    d.offset = check_array((rows > columns ? rows : columns) + 1, sizeof *d.offset);
    d.index = check_array(rows * columns, sizeof *d.index);
    d.value = check_array(rows * columns, d.size);
    return d;
}

static void destroy(dense *d)
{
    free(d->data);
    free(d->offset);
    free(d->index);
    free(d->value);
}

static const unsigned char *at(const dense *d, uint64_t i, uint64_t j)
{
    return d->data + (i * d->columns + j) * d->size;
}

/* Puts about one number in `share`, with any bits but those of 0 and -0. */
static void fill(dense *d, uint64_t share, uint64_t *seed)
{
    for (uint64_t i = 0; i < d->rows * d->columns; i++) {
        const uint64_t bits = check_random(seed) | 1;

        if (check_random(seed) % share == 0)
            memcpy(d->data + i * d->size, &bits, d->size);
    }
}

/* Finds the arrays of an order. */
static void list(dense *d, kg_sparse_order order)
{
    const bool by_row = order == KG_CSR;
    const uint64_t lines = by_row ? d->rows : d->columns, across = by_row ? d->columns : d->rows;

    d->entries = 0;
    for (uint64_t i = 0; i < lines; i++) {
        d->offset[i] = (kg_edge)d->entries;
        for (uint64_t j = 0; j < across; j++) {
            const unsigned char *one = by_row ? at(d, i, j) : at(d, j, i);

            if (memcmp(one, zero, d->size) == 0)
                continue;
            d->index[d->entries] = (kg_vertex)j;
            memcpy(d->value + d->entries++ * d->size, one, d->size);
        }
    }
    d->offset[lines] = (kg_edge)d->entries;
}

static dense transposed(const dense *d)
{
    dense t = make(d->type, d->columns, d->rows);

    for (uint64_t i = 0; i < d->rows; i++)
        for (uint64_t j = 0; j < d->columns; j++)
            memcpy(t.data + (j * t.columns + i) * t.size, at(d, i, j), d->size);
    return t;
}

static void compare(
    check *c, kg_context *ctx, kg_sparse *got, dense *expected, kg_sparse_order order)
{
    const uint64_t lines = order == KG_CSR ? expected->rows : expected->columns;

    list(expected, order);
    check_number(c, ctx, "type", kg_sparse_type(got), expected->type);
    check_number(c, ctx, "order", kg_sparse_get_order(got), order);
    check_number(c, ctx, "rows", kg_sparse_rows(got), expected->rows);
    check_number(c, ctx, "columns", kg_sparse_columns(got), expected->columns);
    if (!check_number(c, ctx, "entries", kg_sparse_entries(got), expected->entries))
        return;
    check_equal(c, ctx, "offset", kg_sparse_offsets(got), expected->offset, lines + 1,
        sizeof *expected->offset);
    check_equal(c, ctx, "index", kg_sparse_indices(got), expected->index, expected->entries,
        sizeof *expected->index);
    check_equal(
        c, ctx, "value", kg_sparse_values(got), expected->value, expected->entries, expected->size);
}

/* ---- turning --------------------------------------------------------------------------------- */

/* A matrix of the arrays of an order, whose lines are in a random order. */
static kg_sparse *build_shuffled(
    check *c, kg_context *ctx, dense *d, kg_sparse_order order, uint64_t *seed)
{
    const uint64_t lines = order == KG_CSR ? d->rows : d->columns;
    kg_sparse *made = NULL;

    list(d, order);
    for (uint64_t i = 0; i < lines; i++)
        for (uint64_t e = d->offset[i]; e < d->offset[i + 1]; e++) {
            const uint64_t other = d->offset[i] + check_random(seed) % (e - d->offset[i] + 1);
            const kg_vertex index = d->index[e];
            unsigned char value[8];

            d->index[e] = d->index[other];
            d->index[other] = index;
            memcpy(value, d->value + e * d->size, d->size);
            memcpy(d->value + e * d->size, d->value + other * d->size, d->size);
            memcpy(d->value + other * d->size, value, d->size);
        }
    check_status(c, ctx,
        kg_sparse_build(
            &made, ctx, d->type, order, d->rows, d->columns, d->offset, d->index, d->value),
        KG_OK);
    return made;
}

static void turn(check *c, kg_context *ctx, dense *d, uint64_t *seed)
{
    for (int order = KG_CSR; order <= KG_CSC; order++) {
        kg_sparse *sparse = build_shuffled(c, ctx, d, (kg_sparse_order)order, seed);
        kg_sparse *other = NULL, *back = NULL;
        kg_matrix *matrix = NULL;
        dense t = transposed(d);

        compare(c, ctx, sparse, d, (kg_sparse_order)order);
        for (int to = KG_CSR; to <= KG_CSC; to++) {
            check_status(c, ctx, kg_sparse_convert(&other, sparse, (kg_sparse_order)to), KG_OK);
            compare(c, ctx, other, d, (kg_sparse_order)to);
            kg_sparse_destroy(other);
        }
        check_status(c, ctx, kg_sparse_transpose(&other, sparse), KG_OK);
        compare(c, ctx, other, &t, (kg_sparse_order)order);
        check_status(c, ctx, kg_sparse_transpose(&back, other), KG_OK);
        compare(c, ctx, back, d, (kg_sparse_order)order);
        check_status(c, ctx, kg_sparse_dense(&matrix, other), KG_OK);
        check_number(c, ctx, "rows", kg_matrix_rows(matrix), t.rows);
        check_number(c, ctx, "columns", kg_matrix_columns(matrix), t.columns);
        check_equal(c, ctx, "numbers", kg_matrix_data(matrix), t.data, t.rows * t.columns, t.size);
        kg_matrix_destroy(matrix);
        kg_sparse_destroy(back);
        kg_sparse_destroy(other);
        kg_sparse_destroy(sparse);
        destroy(&t);
    }
}

static void turn_test(check *c)
{
    static const uint64_t shapes[][3] = {{0, 0, 1}, {0, 5, 1}, {5, 0, 1}, {1, 1, 1}, {1, 40, 2},
        {40, 1, 2}, {3, 3, 1000}, {31, 33, 4}, {300, 7, 9}, {7, 300, 9}, {64, 64, 1}, {90, 400, 50},
        {1500, 700, 5}};
    const int all = check_is_small() ? 12 : 13;

    for (int s = 0; s < all; s++) {
        dense d = make((kg_type)c->now->width, shapes[s][0], shapes[s][1]);
        uint64_t seed = c->seed + (uint64_t)s;

        check_say(c, "%d x %d, one in %d", (int)d.rows, (int)d.columns, (int)shapes[s][2]);
        fill(&d, shapes[s][2], &seed);
        for (int t = 0; t < c->contexts; t++)
            turn(c, c->context[t], &d, &seed);
        destroy(&d);
    }
}

/* ---- building -------------------------------------------------------------------------------- */

/* Rows are appended, by turns as they are and by their entries. */
static void append_test(check *c)
{
    static const uint64_t shapes[][3] = {
        {0, 4, 1}, {6, 0, 1}, {1, 1, 1}, {200, 3, 2}, {9, 500, 3}, {120, 130, 8}};

    for (int t = 0; t < c->contexts; t++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            kg_context *ctx = c->context[t];
            dense d = make((kg_type)c->now->width, shapes[s][0], shapes[s][1]);
            uint64_t seed = c->seed + s;
            kg_sparse *grown = NULL, *built = NULL;
            kg_matrix *matrix = NULL;

            check_say(c, "%d x %d", (int)d.rows, (int)d.columns);
            fill(&d, shapes[s][2], &seed);
            list(&d, KG_CSR);
            check_status(c, ctx, kg_sparse_create(&grown, ctx, d.type, d.columns), KG_OK);
            for (uint64_t i = 0; i < d.rows; i++)
                check_status(c, ctx,
                    i % 2 ? kg_sparse_append_dense(grown, at(&d, i, 0))
                          : kg_sparse_append(grown, d.offset[i + 1] - d.offset[i],
                                d.index + d.offset[i], d.value + d.offset[i] * d.size),
                    KG_OK);
            compare(c, ctx, grown, &d, KG_CSR);
            check_status(c, ctx, kg_matrix_create(&matrix, ctx, d.type, d.rows, d.columns), KG_OK);
            memcpy(kg_matrix_data(matrix), d.data, d.rows * d.columns * d.size);
            check_status(c, ctx, kg_sparse_build_dense(&built, matrix), KG_OK);
            compare(c, ctx, built, &d, KG_CSR);
            kg_matrix_destroy(matrix);
            kg_sparse_destroy(built);
            kg_sparse_destroy(grown);
            destroy(&d);
        }
}

/* -0 is no entry of a row with all numbers, and may be one by itself; NaN is. */
static void zero_test(check *c)
{
    static const double row[] = {-0.0, 0.0, __builtin_nan(""), -0.0};
    static const kg_vertex column[] = {0, 2};

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        kg_sparse *sparse = NULL;

        check_status(c, ctx, kg_sparse_create(&sparse, ctx, KG_F64, 4), KG_OK);
        check_status(c, ctx, kg_sparse_append_dense(sparse, row), KG_OK);
        check_number(c, ctx, "entries", kg_sparse_entries(sparse), 1);
        check_status(c, ctx, kg_sparse_append(sparse, 2, column, row), KG_OK);
        check_number(c, ctx, "entries", kg_sparse_entries(sparse), 3);
        check_equal(c, ctx, "the entries appended", (double *)kg_sparse_values(sparse) + 1, row, 2,
            sizeof *row);
        kg_sparse_destroy(sparse);
    }
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void expect(
    check *c, kg_context *ctx, kg_status got, kg_status expected, const char *message)
{
    check_status(c, ctx, got, expected);
    if (!strstr(kg_context_message(ctx), message))
        check_fail(c, ctx, "expected '%s', got '%s'", message, kg_context_message(ctx));
}

static void append_refused(check *c, kg_context *ctx)
{
    static const kg_vertex too_large[] = {0, 3}, twice[] = {1, 1}, falls[] = {2, 1};
    static const uint32_t value[] = {7, 8};
    kg_sparse *sparse = NULL, *columns = NULL;

    check_status(c, ctx, kg_sparse_create(&sparse, ctx, KG_U32, 3), KG_OK);
    check_status(c, ctx, kg_sparse_append(sparse, 1, too_large, value), KG_OK);
    expect(c, ctx, kg_sparse_append(sparse, 2, too_large, value), KG_ARGUMENT,
        "column 3: expected less than 3");
    expect(c, ctx, kg_sparse_append(sparse, 2, twice, value), KG_ARGUMENT,
        "column 1 follows column 1: expected increasing");
    expect(c, ctx, kg_sparse_append(sparse, 2, falls, value), KG_ARGUMENT,
        "column 1 follows column 2");
    expect(c, ctx, kg_sparse_append(sparse, 1, NULL, value), KG_ARGUMENT, "column is NULL");
    expect(c, ctx, kg_sparse_append(sparse, 1, twice, NULL), KG_ARGUMENT, "value is NULL");
    expect(c, ctx, kg_sparse_append_dense(sparse, NULL), KG_ARGUMENT, "value is NULL");
    check_number(c, ctx, "rows after refusals", kg_sparse_rows(sparse), 1);
    check_number(c, ctx, "entries after refusals", kg_sparse_entries(sparse), 1);
    check_status(c, ctx, kg_sparse_convert(&columns, sparse, KG_CSC), KG_OK);
    expect(c, ctx, kg_sparse_append(columns, 0, NULL, NULL), KG_ARGUMENT, "expected one in CSR");
    expect(c, ctx, kg_sparse_append_dense(columns, value), KG_ARGUMENT, "expected one in CSR");
    kg_sparse_destroy(columns);
    expect(c, ctx, kg_sparse_convert(&columns, sparse, (kg_sparse_order)2), KG_ARGUMENT,
        "unknown order 2");
    kg_sparse_destroy(sparse);
}

static void build_refused(check *c, kg_context *ctx)
{
    static const kg_edge good[] = {0, 1, 3}, begins[] = {1, 1, 3}, falls[] = {0, 4, 3};
    static const kg_vertex index[] = {2, 1, 0}, too_large[] = {2, 3, 0}, twice[] = {2, 0, 0};
    static const uint8_t value[] = {7, 8, 9};
    const struct {
        kg_type type;
        kg_sparse_order order;
        uint64_t rows, columns;
        const kg_edge *offset;
        const kg_vertex *index;
        const void *value;
        kg_status status;
        const char *message;
    } cases[] = {
        {KG_U8, KG_CSR, 2, 3, good, index, value, KG_OK, ""},
        {KG_U8, KG_CSC, 3, 2, good, index, value, KG_OK, ""},
        {(kg_type)10, KG_CSR, 2, 3, good, index, value, KG_ARGUMENT, "unknown type"},
        {KG_U8, (kg_sparse_order)2, 2, 3, good, index, value, KG_ARGUMENT, "unknown order 2"},
        {KG_U8, KG_CSR, 2, 3, NULL, index, value, KG_ARGUMENT, "offset is NULL"},
        {KG_U8, KG_CSR, 2, 3, good, NULL, value, KG_ARGUMENT, "index is NULL"},
        {KG_U8, KG_CSR, 2, 3, good, index, NULL, KG_ARGUMENT, "value is NULL"},
        {KG_U8, KG_CSR, 2, 3, begins, index, value, KG_ARGUMENT, "offset[0] is 1, expected 0"},
        {KG_U8, KG_CSR, 2, 3, falls, index, value, KG_ARGUMENT, "offset[2] is 3, less than"},
        {KG_U8, KG_CSR, 2, 3, good, too_large, value, KG_ARGUMENT, "index[1] is 3, expected less"},
        {KG_U8, KG_CSC, 2, 2, good, index, value, KG_ARGUMENT, "index[0] is 2, expected less"},
        {KG_U8, KG_CSR, 2, 3, good, twice, value, KG_ARGUMENT,
            "row 1 has two entries with the index 0"},
        {KG_U8, KG_CSC, 3, 2, good, twice, value, KG_ARGUMENT,
            "column 1 has two entries with the index 0"},
        {KG_U8, KG_CSR, (uint64_t)1 << 32, 3, good, index, value, KG_OVERFLOW, "4294967296 rows"},
        {KG_U8, KG_CSR, 2, UINT64_MAX, good, index, value, KG_OVERFLOW, "at most 4294967295"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        kg_sparse *sparse = NULL;

        check_say(c, "%s", cases[i].message);
        expect(c, ctx,
            kg_sparse_build(&sparse, ctx, cases[i].type, cases[i].order, cases[i].rows,
                cases[i].columns, cases[i].offset, cases[i].index, cases[i].value),
            cases[i].status, cases[i].message);
        check_number(c, ctx, "whether there is a matrix", sparse != NULL, cases[i].status == KG_OK);
        kg_sparse_destroy(sparse);
    }
}

static void refused_test(check *c)
{
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        kg_sparse *sparse = NULL;

        append_refused(c, ctx);
        build_refused(c, ctx);
        expect(c, ctx, kg_sparse_create(&sparse, ctx, (kg_type)-1, 1), KG_ARGUMENT, "unknown type");
        expect(c, ctx, kg_sparse_create(&sparse, ctx, KG_F32, (uint64_t)1 << 32), KG_OVERFLOW,
            "4294967296 columns");
        kg_sparse_destroy(NULL);
    }
}

/* ---- failures -------------------------------------------------------------------------------- */

/* All that a matrix goes through, from arrays out of order to numbers. */
static kg_status all_calls(kg_context *ctx, dense *d, const char *text)
{
    kg_sparse *built = NULL, *grown = NULL, *turned = NULL, *other = NULL, *read = NULL;
    kg_matrix *matrix = NULL;
    kg_status status;

    KG_TRY(kg_sparse_build(
        &built, ctx, d->type, KG_CSC, d->rows, d->columns, d->offset, d->index, d->value));
    KG_TRY(kg_sparse_transpose(&turned, built));
    KG_TRY(kg_sparse_convert(&other, turned, KG_CSR));
    KG_TRY(kg_sparse_dense(&matrix, other));
    KG_TRY(kg_sparse_create(&grown, ctx, d->type, d->columns));
    for (uint64_t i = 0; i < d->rows; i++)
        KG_TRY(kg_sparse_append_dense(grown, at(d, i, 0)));
    kg_sparse_destroy(other);
    other = NULL;
    KG_TRY(kg_sparse_convert(&other, grown, KG_CSR));
    kg_sparse_destroy(built);
    built = NULL;
    KG_TRY(kg_sparse_build_dense(&built, matrix));
    KG_TRY(kg_sparse_read_memory(&read, ctx, text, strlen(text), NULL));
out:
    kg_matrix_destroy(matrix);
    kg_sparse_destroy(read);
    kg_sparse_destroy(other);
    kg_sparse_destroy(turned);
    kg_sparse_destroy(grown);
    kg_sparse_destroy(built);
    return status;
}

static void memory_test(check *c)
{
    static const char text[] = "%%MatrixMarket matrix coordinate integer general\n3 4 3\n"
                               "3 4 5\n3 1 -2\n1 2 8\n";
    uint64_t seed = c->seed;

    for (int type = KG_F64; type <= KG_I16; type += KG_I16 - KG_F64) {
        dense d = make((kg_type)type, 20, 30);

        fill(&d, 3, &seed);
        for (int t = 0; t < c->contexts && t < 2; t++) {
            kg_context *ctx = c->context[t];

            /* leaves the arrays of CSC in d, in lines out of order */
            kg_sparse_destroy(build_shuffled(c, ctx, &d, KG_CSC, &seed));
            CHECK_ALLOCATIONS(c, ctx, all_calls(ctx, &d, text));
        }
        destroy(&d);
    }
}

#define CASES(name, type)                                                                          \
    {"sparse.turn-" name, turn_test, NULL, type, false},                                           \
    {                                                                                              \
        "sparse.append-" name, append_test, NULL, type, false                                      \
    }

const check_case check_sparse_cases[] = {CASES("u8", KG_U8), CASES("u16", KG_U16),
    CASES("u32", KG_U32), CASES("u64", KG_U64), CASES("i8", KG_I8), CASES("i16", KG_I16),
    CASES("i32", KG_I32), CASES("i64", KG_I64), CASES("f32", KG_F32), CASES("f64", KG_F64),
    {"sparse.zero", zero_test, NULL, 0, false}, {"sparse.refused", refused_test, NULL, 0, false},
    {"sparse.memory", memory_test, NULL, 0, false}, {NULL, NULL, NULL, 0, false}};
