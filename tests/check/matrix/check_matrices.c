/* Cases of transposing, multiplying and self-organising maps, against their definitions. */
#include "check.h"
#include "matrix/matrix_ops.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A matrix of numbers below a limit, or of fractions. */
static kg_matrix *random_matrix(check *c, kg_context *ctx, kg_type type, uint64_t rows,
    uint64_t columns, uint64_t most, uint64_t *seed)
{
    kg_matrix *made = NULL;

    check_status(c, ctx, kg_matrix_create(&made, ctx, type, rows, columns), KG_OK);
    for (uint64_t i = 0; i < rows * columns; i++) {
        uint64_t one = check_random(seed) % most;
        void *data = kg_matrix_data(made);

        if (type == KG_F32)
            ((float *)data)[i] = (float)one / 3000 - 100;
        else if (type == KG_F64)
            ((double *)data)[i] = (double)one / 3000 - 100;
        else
            ((int64_t *)data)[i] = (int64_t)one - (type == KG_I64 ? (int64_t)(most / 2) : 0);
    }
    return made;
}

static const uint64_t shapes[][3] = {{0, 3, 2}, {3, 0, 2}, {1, 1, 1}, {2, 3, 4}, {5, 70, 33},
    {64, 64, 64}, {65, 31, 17}, {130, 3, 200}, {67, 129, 9}};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- multiplying ----------------------------------------------------------------------------- */

static void product_oracle(void *product, kg_type type, uint64_t n, uint64_t inner, uint64_t m,
    const void *a, const void *b)
{
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < m; j++) {
            float narrow = 0;
            double wide = 0;
            uint64_t whole = 0;

            for (uint64_t k = 0; k < inner; k++) {
                uint64_t at = i * inner + k, other = k * m + j;

                if (type == KG_F32)
                    narrow = fmaf(((const float *)a)[at], ((const float *)b)[other], narrow);
                else if (type == KG_F64)
                    wide = fma(((const double *)a)[at], ((const double *)b)[other], wide);
                else
                    whole += ((const uint64_t *)a)[at] * ((const uint64_t *)b)[other];
            }
            if (type == KG_F32)
                ((float *)product)[i * m + j] = narrow;
            else if (type == KG_F64)
                ((double *)product)[i * m + j] = wide;
            else
                ((uint64_t *)product)[i * m + j] = whole;
        }
}

static void multiply_test(check *c)
{
    const kg_type type = (kg_type)c->now->width;
    const size_t size = kg_type_size(type);

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t seed = c->seed;

        for (int s = 0; s < SHAPES; s++) {
            const uint64_t n = shapes[s][0], inner = shapes[s][1], m = shapes[s][2];
            kg_matrix *a = random_matrix(c, ctx, type, n, inner, 1 << 20, &seed), *product = NULL;
            kg_matrix *b = random_matrix(c, ctx, type, inner, m, 1 << 20, &seed), *turned = NULL;
            void *expected = check_array(n * m, size);

            check_say(c, "%d x %d by %d", (int)n, (int)inner, (int)m);
            product_oracle(expected, type, n, inner, m, kg_matrix_data(a), kg_matrix_data(b));
            check_status(
                c, ctx, kg_matrix_multiply(&product, a, b, KG_MULTIPLY_REPRODUCIBLE), KG_OK);
            check_number(c, ctx, "rows", kg_matrix_rows(product), n);
            check_equal(c, ctx, "product", kg_matrix_data(product), expected, n * m, size);
            kg_matrix_destroy(product);
            check_status(c, ctx, kg_matrix_transpose(&turned, a), KG_OK);
            check_number(c, ctx, "rows", kg_matrix_rows(turned), inner);
            for (uint64_t i = 0; i < n; i++)
                for (uint64_t j = 0; j < inner; j++)
                    if (memcmp((char *)kg_matrix_data(turned) + (j * n + i) * size,
                            (char *)kg_matrix_data(a) + (i * inner + j) * size, size) != 0)
                        check_fail(c, ctx, "transposed[%d][%d]", (int)j, (int)i);
            if (n != m)
                check_status(c, ctx, kg_matrix_multiply(&product, b, a, KG_MULTIPLY_REPRODUCIBLE),
                    KG_ARGUMENT);
            kg_matrix_destroy(turned);
            kg_matrix_destroy(b);
            kg_matrix_destroy(a);
            free(expected);
        }
    }
}

/* Integers and floats at the ends of their type; floats as their bits. */
#define MINUS    (UINT64_C(1) << 63)
#define ONE      UINT64_C(0x3ff0000000000000)
#define MOST     UINT64_C(0x7fefffffffffffff)
#define INFINITE UINT64_C(0x7ff0000000000000)
#define LEAST    UINT64_C(0x0010000000000000)

static void overflow_test(check *c)
{
    static const struct {
        kg_type type;
        uint64_t a[2], b[2];
        kg_status status;
        uint64_t product;
        kg_type other, made; /* of b and of the product, if they differ from type; not KG_U32 */
    } cases[] = {
        {KG_I64, {INT64_MAX, 1}, {1, 0}, KG_OK, INT64_MAX},
        {KG_I64, {INT64_MAX, 1}, {1, 1}, KG_OVERFLOW, 0},
        {KG_I64, {INT64_MAX, (uint64_t)-1}, {1, 1}, KG_OK, INT64_MAX - 1},
        {KG_I64, {(uint64_t)1 << 63, 0}, {1, 9}, KG_OK, (uint64_t)1 << 63},
        {KG_I64, {(uint64_t)1 << 63, 0}, {(uint64_t)-1, 9}, KG_OVERFLOW, 0},
        {KG_I64, {(uint64_t)1 << 40, (uint64_t)1 << 40}, {1 << 30, (uint64_t) - (1 << 30)}, KG_OK,
            0},
        {KG_U64, {UINT64_MAX, 1}, {1, 0}, KG_OK, UINT64_MAX},
        {KG_U64, {UINT64_MAX, 1}, {1, 1}, KG_OVERFLOW, 0},
        {KG_U64, {UINT64_MAX, 1}, {UINT64_MAX, 1}, KG_OVERFLOW, 0},
        {KG_F64, {MOST, MOST}, {ONE, ONE}, KG_OVERFLOW, 0},
        {KG_F64, {MOST, MOST}, {ONE, MINUS | ONE}, KG_OK, 0},
        {KG_F64, {MOST, 0}, {MINUS | MOST, 0}, KG_OVERFLOW, 0},
        {KG_F64, {INFINITE, MOST}, {ONE, MOST}, KG_OK, INFINITE},
        {KG_F64, {MOST, ONE}, {MOST, INFINITE | 1}, KG_OK, UINT64_C(0x7ff8000000000000)},
        {KG_F32, {UINT64_C(0x7f7fffff7f7fffff)}, {UINT64_C(0x3f8000003f800000)}, KG_OVERFLOW, 0},
        /* sums that underflow to -0 */
        {KG_F64, {LEAST, MINUS}, {MINUS | LEAST, 0}, KG_OK, MINUS},
        {KG_F32, {UINT64_C(0x8000000000800000)}, {UINT64_C(0x80800000)}, KG_OK,
            UINT64_C(0x80000000)},
        /* two types of integers */
        {KG_U64, {MINUS + 1, 0}, {1, 1}, KG_OK, MINUS + 1, KG_I64, KG_U64},
        {KG_U64, {MINUS + 1, 0}, {2, 0}, KG_OVERFLOW, 0, KG_I64, KG_U64},
        {KG_U64, {MINUS, 0}, {UINT64_MAX, 0}, KG_OK, MINUS, KG_I64, KG_I64},
        {KG_U64, {MINUS + 1, 0}, {UINT64_MAX, 0}, KG_OVERFLOW, 0, KG_I64, KG_I64},
        {KG_U64, {MINUS + 1, 1}, {UINT64_MAX, 2}, KG_OK, MINUS + 1, KG_I64, KG_I64},
        {KG_U64, {MINUS >> 1, 1}, {3, UINT64_MAX}, KG_OK, MINUS + (MINUS >> 1) - 1, KG_I64, KG_U64},
        {KG_I64, {UINT64_MAX, 2}, {7, 3}, KG_OK, UINT64_MAX, KG_U64, KG_I64},
        {KG_I64, {3, 2}, {7, 3}, KG_OK, 27, KG_U64, KG_I64},
        /* integers and floats */
        {KG_I64, {1, 0}, {ONE, ONE}, KG_OK, ONE, KG_F64, KG_F64},
        {KG_F64, {ONE, ONE}, {1, 0}, KG_OK, ONE, KG_U64, KG_F64},
        {KG_I64, {(1 << 30), ((uint64_t)1 << 53) + 1}, {ONE, 0}, KG_OVERFLOW, 0, KG_F64, KG_F64},
        {KG_F64, {ONE, ONE}, {UINT64_MAX, 0}, KG_OVERFLOW, 0, KG_U64, KG_F64},
        {KG_U64, {1, 0}, {UINT64_C(0x3f8000003f800000)}, KG_OK, ONE, KG_F32, KG_F64},
        {KG_F64, {ONE, 0}, {UINT64_C(0x3f8000003f800000)}, KG_OK, ONE, KG_F32, KG_F64},
    };

    for (int t = 0; t < c->contexts; t++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            kg_context *ctx = c->context[t];
            const kg_type other = cases[i].other ? cases[i].other : cases[i].type;
            kg_matrix *a, *b, *product = NULL;

            check_say(c, "case %d", (int)i);
            check_status(c, ctx, kg_matrix_create(&a, ctx, cases[i].type, 1, 2), KG_OK);
            check_status(c, ctx, kg_matrix_create(&b, ctx, other, 2, 1), KG_OK);
            memcpy(kg_matrix_data(a), cases[i].a, 2 * kg_type_size(cases[i].type));
            memcpy(kg_matrix_data(b), cases[i].b, 2 * kg_type_size(other));
            if (check_status(c, ctx, kg_matrix_multiply(&product, a, b, KG_MULTIPLY_REPRODUCIBLE),
                    cases[i].status) &&
                product) {
                uint64_t bits = 0;

                memcpy(&bits, kg_matrix_data(product), kg_type_size(kg_matrix_type(product)));
                check_number(c, ctx, "product", bits, cases[i].product);
                check_number(c, ctx, "type", kg_matrix_type(product),
                    cases[i].made ? cases[i].made : cases[i].type);
            }
            kg_matrix_destroy(product);
            kg_matrix_destroy(b);
            kg_matrix_destroy(a);
        }
}

/* ---- transposing ----------------------------------------------------------------------------- */

static bool is_transposed(
    const void *result, const void *value, size_t size, uint64_t rows, uint64_t columns)
{
    for (uint64_t i = 0; i < rows; i++)
        for (uint64_t j = 0; j < columns; j++)
            if (memcmp((const char *)result + (j * rows + i) * size,
                    (const char *)value + (i * columns + j) * size, size) != 0)
                return false;
    return true;
}

static void transpose_run(check *c, uint64_t rows, uint64_t columns, bool bench)
{
    for (int t = 0; t < c->contexts; t++)
        for (size_t size = 4; size <= 8; size += 4) {
            kg_context *ctx = c->context[t];
            const kg_type type = size == 4 ? KG_U32 : KG_U64;
            const uint64_t all = rows * columns;
            uint32_t *value = check_array(all, size), *got = check_array(all, size);
            void *from, *to = check_upload(ctx, NULL, all, size);
            kg_status status;

            for (uint64_t i = 0; i < all * size / 4; i++)
                value[i] = (uint32_t)i * 2654435769u;
            from = check_upload(ctx, value, all, size);
            check_say(c, "%d x %d of %d bytes", (int)rows, (int)columns, (int)size);
            status = kg_array_transpose(to, 0, ctx, type, rows, columns, from, 0);
            check_status(c, ctx, status, KG_OK);
            check_download(ctx, got, to, all, size);
            if (!is_transposed(got, value, size, rows, columns))
                check_fail(c, ctx, "not what it should be");
            for (check_clock clock = {0};
                 bench && check_again(c, &clock, ctx, size == 4 ? "of 4 bytes" : "of 8 bytes", all,
                              2 * all * size);)
                check_status(
                    c, ctx, kg_array_transpose(to, 0, ctx, type, rows, columns, from, 0), KG_OK);
            kg__free(ctx, to);
            kg__free(ctx, from);
            free(got);
            free(value);
        }
}

static void transpose_test(check *c)
{
    static const uint64_t side[] = {1, 2, 31, 63, 64, 65, 129, 300};

    for (size_t i = 0; i < sizeof side / sizeof *side; i++)
        for (size_t j = 0; j < sizeof side / sizeof *side; j++)
            transpose_run(c, side[i], side[j], false);
}

static void transpose_bench(check *c)
{
    const uint64_t side = strcmp(c->backend, "cuda") ? 3000 : 12000;

    transpose_run(c, side, side + 700, true);
}

/* ---- self-organising maps -------------------------------------------------------------------- */

static void match_test(check *c)
{
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t seed = c->seed;

        for (int s = 0; s < SHAPES; s++)
            for (int metric = KG_EUCLIDEAN; metric <= KG_TAXICAB; metric++) {
                const uint64_t rows = shapes[s][0], wide = shapes[s][2];
                const uint64_t nodes = 1 + 9 * shapes[s][1];
                kg_matrix *data = random_matrix(c, ctx, KG_F64, rows, wide, 40, &seed);
                kg_matrix *map = random_matrix(c, ctx, KG_F64, nodes, wide, 40, &seed);
                const double *x = kg_matrix_data(data), *w = kg_matrix_data(map);
                uint64_t *unit = check_array(rows, 8), *expected = check_array(rows, 8);
                double error, sum = 0;

                check_say(c, "%d data, %d nodes", (int)rows, (int)nodes);
                for (uint64_t i = 0; i < rows; i++) {
                    double best = INFINITY;

                    for (uint64_t k = 0; k < nodes; k++) {
                        double d = 0;

                        for (uint64_t j = 0; j < wide; j++) {
                            double one = x[i * wide + j] - w[k * wide + j];

                            d += metric == KG_TAXICAB ? fabs(one) : one * one;
                        }
                        if (d < best) {
                            best = d;
                            expected[i] = k;
                        }
                    }
                    sum += metric == KG_TAXICAB ? best : sqrt(best);
                }
                check_status(
                    c, ctx, kg_som_match(unit, &error, map, data, (kg_metric)metric), KG_OK);
                check_equal(c, ctx, "unit", unit, expected, rows, 8);
                if (fabs(error - (rows ? sum / (double)rows : 0)) > 1e-12)
                    check_fail(c, ctx, "error %g", error);
                free(expected);
                free(unit);
                kg_matrix_destroy(map);
                kg_matrix_destroy(data);
            }
    }
}

/* One epoch by the definition, from the map that no epoch leaves; and more at any thread count. */
static void train_test(check *c)
{
    enum { W = 7, H = 5, ROWS = 60, WIDE = 3, NODES = W * H };
    kg_som_options options = KG_SOM_OPTIONS_INIT;
    double first[NODES * WIDE];

    options.width = W;
    options.height = H;
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t seed = c->seed, unit[ROWS];
        kg_matrix *data = random_matrix(c, ctx, KG_F64, ROWS, WIDE, 1 << 20, &seed);
        kg_matrix *begin, *map, *distances;
        const double *x = kg_matrix_data(data), *got;

        check_say(c, "training");
        options.epochs = KG_SOM_UNTRAINED;
        check_status(c, ctx, kg_som_train(&begin, data, &options), KG_OK);
        check_status(c, ctx, kg_som_match(unit, NULL, begin, data, KG_EUCLIDEAN), KG_OK);
        options.epochs = 1; /* whose radius is half a node */
        check_status(c, ctx, kg_som_train(&map, data, &options), KG_OK);
        got = kg_matrix_data(map);
        for (int i = 0; i < NODES; i++)
            for (int j = 0; j < WIDE; j++) {
                double sum = 0, all = 0;

                for (int k = 0; k < ROWS; k++) {
                    double dx = i % W - (double)(unit[k] % W), dy = i / W - (double)(unit[k] / W);
                    double weight = exp(-(dx * dx + dy * dy) / 0.5);

                    sum += weight * x[k * WIDE + j];
                    all += weight;
                }
                if (!(fabs(got[i * WIDE + j] - sum / all) <= 1e-9 * fabs(sum / all) + 1e-9))
                    check_fail(c, ctx, "node %d: %g, expected %g", i, got[i * WIDE + j], sum / all);
            }
        check_status(c, ctx, kg_som_distances(&distances, map, W, H, KG_TAXICAB), KG_OK);
        got = kg_matrix_data(distances);
        { /* a corner has two neighbours */
            const double *w = kg_matrix_data(map);
            double sum = 0;

            for (int k = 0; k < WIDE; k++)
                sum += fabs(w[k] - w[WIDE + k]) + fabs(w[k] - w[W * WIDE + k]);
            if (!(fabs(got[0] - sum / 2) <= 1e-9))
                check_fail(c, ctx, "distance %g, expected %g", got[0], sum / 2);
        }
        kg_matrix_destroy(distances);
        kg_matrix_destroy(map);
        kg_matrix_destroy(begin);
        options.epochs = 9;
        check_status(c, ctx, kg_som_train(&map, data, &options), KG_OK);
        if (t == 0)
            memcpy(first, kg_matrix_data(map), sizeof first);
        check_equal(c, ctx, "map", kg_matrix_data(map), first, NODES * WIDE, 8);
        kg_matrix_destroy(map);
        kg_matrix_destroy(data);
    }
}

/* Squares of these distances are 0 as doubles. */
static void tiny_test(check *c)
{
    const double nodes[] = {5e-170, 1e-170, 0};

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        kg_matrix *map = NULL, *distances = NULL;
        uint64_t unit[3] = {0};
        double error;

        check_status(c, ctx, kg_matrix_create(&map, ctx, KG_F64, 3, 1), KG_OK);
        memcpy(kg_matrix_data(map), nodes, sizeof nodes);
        check_status(c, ctx, kg_som_match(unit, &error, map, map, KG_EUCLIDEAN), KG_OK);
        for (uint64_t i = 0; i < 3; i++)
            check_number(c, ctx, "unit", unit[i], i);
        check_status(c, ctx, kg_som_distances(&distances, map, 3, 1, KG_EUCLIDEAN), KG_OK);
        for (int i = 0; i < 3; i++)
            if (fabs(((double *)kg_matrix_data(distances))[i] / (i ? i == 1 ? 2.5 : 1 : 4) -
                     1e-170) > 1e-180)
                check_fail(c, ctx, "distance of node %d", i);
        kg_matrix_destroy(distances);
        kg_matrix_destroy(map);
    }
}

static void fault_test(check *c)
{
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t seed = c->seed, unit[4];
        kg_matrix *a = random_matrix(c, ctx, KG_F64, 4, 4, 100, &seed), *out = NULL;
        kg_matrix *whole = random_matrix(c, ctx, KG_I64, 4, 4, 100, &seed);
        kg_matrix *large = random_matrix(c, ctx, KG_I64, 2, 2, 1, &seed);
        kg_som_options options = KG_SOM_OPTIONS_INIT;

        *(int64_t *)kg_matrix_data(large) = (int64_t)1 << 31; /* its square needs a look */
        for (uint64_t k = 1; k < 60; k++)
            for (int way = 0; way < 12; way++) {
                const kg__fault fault = way < 6 ? KG__FAULT_ALLOCATE : KG__FAULT_DEVICE;
                uint64_t held = check_held(ctx);
                kg_status status;

                out = NULL;
                kg__fault_set(ctx, fault, k);
                status = way % 6 == 0 ? kg_matrix_multiply(&out, a, whole, KG_MULTIPLY_REPRODUCIBLE)
                         : way % 6 == 1 ? kg_matrix_transpose(&out, a)
                         : way % 6 == 2 ? kg_som_train(&out, a, &options)
                         : way % 6 == 3 ? kg_matrix_sort_rows(&out, a, 1, KG_DESCENDING)
                         : way % 6 == 4
                             ? kg_matrix_multiply(&out, large, large, KG_MULTIPLY_REPRODUCIBLE)
                             : kg_som_match(unit, NULL, a, a, KG_TAXICAB);
                kg__fault_set(ctx, fault, 0);
                check_say(c, "failure %d of %d", (int)k, way);
                if (status != KG_DEVICE)
                    check_status(c, ctx, status, status == KG_OK ? KG_OK : KG_MEMORY);
                kg_matrix_destroy(out);
                check_number(c, ctx, "bytes held", check_held(ctx), held);
            }
        check_say(c, "arguments");
        options.width = 1 << 15;
        check_status(c, ctx, kg_som_train(&out, a, &options), KG_ARGUMENT);
        check_status(c, ctx, kg_som_match(unit, NULL, a, whole, KG_EUCLIDEAN), KG_ARGUMENT);
        check_status(c, ctx, kg_som_distances(&out, a, 3, 1, KG_EUCLIDEAN), KG_ARGUMENT);
        check_status(
            c, ctx, kg_matrix_multiply(&out, a, large, KG_MULTIPLY_REPRODUCIBLE), KG_ARGUMENT);
        check_status(c, ctx, kg_matrix_sort_rows(&out, a, 4, KG_ASCENDING), KG_ARGUMENT);
        kg_matrix_destroy(large);
        kg_matrix_destroy(whole);
        kg_matrix_destroy(a);
    }
}

static kg_status borrow_and_destroy(kg_context *ctx, void *numbers)
{
    kg_matrix *matrix = NULL;
    kg_status status = kg_matrix_borrow(&matrix, ctx, KG_I16, 2, 3, numbers);

    kg_matrix_destroy(matrix);
    return status;
}

/* A matrix of a caller's numbers: nothing is copied, and the numbers stay. */
static void borrow_test(check *c)
{
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        int16_t numbers[] = {1, 2, 3, 4, 5, 6}, other[6] = {0};
        static const int16_t expected[] = {1, 4, 2, 5, 3, 6};
        kg_matrix *matrix = NULL, *out = NULL, *to = NULL;
        void *array;

        check_say(c, "borrow");
        check_status(c, ctx, kg_matrix_borrow(&matrix, ctx, KG_I16, 2, 3, numbers), KG_OK);
        check_number(c, ctx, "not copied", kg_matrix_data(matrix) == numbers, 1);
        check_number(c, ctx, "rows", kg_matrix_rows(matrix), 2);
        check_number(c, ctx, "columns", kg_matrix_columns(matrix), 3);
        check_status(c, ctx, kg_matrix_transpose(&out, matrix), KG_OK);
        check_equal(c, ctx, "transposed", kg_matrix_data(out), expected, 6, 2);
        check_say(c, "map and unmap");
        check_status(c, ctx, kg_matrix_borrow(&to, ctx, KG_I16, 3, 2, other), KG_OK);
        check_status(c, ctx, kg_matrix_map(&array, to, KG_MAP_OVERWRITE), KG_OK);
        check_status(c, ctx, kg_context_upload(ctx, array, expected, sizeof expected), KG_OK);
        check_status(c, ctx, kg_matrix_unmap(to, array, 3), KG_OK);
        check_equal(c, ctx, "written", other, expected, 6, 2);
        kg_matrix_destroy(matrix);
        kg_matrix_destroy(to);
        kg_matrix_destroy(out);
        check_number(c, ctx, "the numbers stay", (uint64_t)numbers[5], 6);
        check_say(c, "refused");
        check_status(c, ctx, kg_matrix_borrow(&to, ctx, KG_I16, 3, 2, NULL), KG_ARGUMENT);
        check_number(c, ctx, "no matrix", to == NULL, 1);
        check_status(c, ctx, kg_matrix_borrow(&to, ctx, (kg_type)99, 3, 2, other), KG_ARGUMENT);
        check_status(c, ctx, kg_matrix_borrow(&to, ctx, KG_U8, UINT64_MAX, 2, other), KG_ARGUMENT);
        check_status(c, ctx, kg_matrix_borrow(&to, ctx, KG_U8, UINT64_MAX, 1, other), KG_ARGUMENT);
        check_status(c, ctx, kg_matrix_borrow(NULL, ctx, KG_I16, 3, 2, other), KG_ARGUMENT);
        check_status(c, ctx, kg_matrix_borrow(&to, ctx, KG_I16, 0, 2, NULL), KG_OK);
        kg_matrix_destroy(to);
        CHECK_ALLOCATIONS(c, ctx, borrow_and_destroy(ctx, numbers));
    }
}

const check_case check_matrices_cases[] = {
    {"matrices.borrow", borrow_test, NULL, 0},
    {"matrices.multiply_u64", multiply_test, NULL, KG_U64},
    {"matrices.multiply_i64", multiply_test, NULL, KG_I64},
    {"matrices.multiply_f32", multiply_test, NULL, KG_F32},
    {"matrices.multiply_f64", multiply_test, NULL, KG_F64},
    {"matrices.overflow", overflow_test, NULL, 0},
    {"matrices.transpose", transpose_test, transpose_bench, 0},
    {"matrices.match", match_test, NULL, 0},
    {"matrices.train", train_test, NULL, 0},
    {"matrices.tiny", tiny_test, NULL, 0},
    {"matrices.faults", fault_test, NULL, 0},
    {NULL},
};
