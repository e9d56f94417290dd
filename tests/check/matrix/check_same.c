/*
 * Cases of problems and matrices in sizes for which an oracle by definition takes too long. Answers
 * must be those of a context on the CPU with one thread, byte for byte. The benchmarks are here,
 * too.
 */
#include "check.h"
#include "combinatorics/combinatorics_ops.h"
#include "matrix/matrix_ops.h"
#include "scan/array_ops.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static kg_context *host_context(check *c)
{
    kg_context *ctx = NULL;
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;

    options.device = "cpu";
    options.threads = 1;
    check_status(c, ctx, kg_context_create(&ctx, &options), KG_OK);
    return ctx;
}

static bool on_device(const check *c)
{
    return strcmp(c->backend, "cuda") == 0;
}

/* Fills with small numbers of a type, and a few that are none. */
static void fill(void *to, kg_type type, uint64_t n, uint64_t most, bool wild, uint64_t seed)
{
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t one = check_random(&seed) % most;
        const double real = wild && one % 997 == 5   ? INFINITY
                            : wild && one % 997 == 6 ? NAN
                                                     : (double)one / 3000 - 100;

        if (type == KG_F32)
            ((float *)to)[i] = (float)real;
        else if (type == KG_F64)
            ((double *)to)[i] = real;
        else
            ((uint64_t *)to)[i] = one;
    }
}

/* ---- matrices -------------------------------------------------------------------------------- */

enum { ROWS = 261, INNER = 259, COLUMNS = 270 };

static void multiply_test(check *c)
{
    const kg_type type = (kg_type)c->now->width;
    kg_context *host = host_context(c);
    kg_matrix *a, *b, *expected = NULL;

    check_say(c, "%d x %d by %d", ROWS, INNER, COLUMNS);
    check_status(c, host, kg_matrix_create(&a, host, type, ROWS, INNER), KG_OK);
    check_status(c, host, kg_matrix_create(&b, host, type, INNER, COLUMNS), KG_OK);
    fill(kg_matrix_data(a), type, ROWS * INNER, 1 << 20, true, c->seed);
    fill(kg_matrix_data(b), type, INNER * COLUMNS, 1 << 20, false, c->seed + 1);
    check_status(c, host, kg_matrix_multiply(&expected, a, b, KG_MULTIPLY_REPRODUCIBLE), KG_OK);
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        kg_matrix *x, *y, *product = NULL;

        check_status(c, ctx, kg_matrix_create(&x, ctx, type, ROWS, INNER), KG_OK);
        check_status(c, ctx, kg_matrix_create(&y, ctx, type, INNER, COLUMNS), KG_OK);
        memcpy(kg_matrix_data(x), kg_matrix_data(a), ROWS * INNER * kg_type_size(type));
        memcpy(kg_matrix_data(y), kg_matrix_data(b), INNER * COLUMNS * kg_type_size(type));
        if (check_status(
                c, ctx, kg_matrix_multiply(&product, x, y, KG_MULTIPLY_REPRODUCIBLE), KG_OK))
            check_equal(c, ctx, "product", kg_matrix_data(product), kg_matrix_data(expected),
                ROWS * COLUMNS, kg_type_size(type));
        kg_matrix_destroy(product);
        kg_matrix_destroy(y);
        kg_matrix_destroy(x);
    }
    kg_matrix_destroy(expected);
    kg_matrix_destroy(b);
    kg_matrix_destroy(a);
    kg_context_destroy(host);
}

/* 1 of 64 numbers by definition. */
static bool spot_check(
    kg_type type, uint64_t n, const void *product, const void *a, const void *b, double slack)
{
    for (uint64_t at = 0; at < n * n; at += n * n / 64 + 1) {
        double wide = 0, got;
        float narrow = 0;

        for (uint64_t k = 0; k < n; k++) {
            const uint64_t x = at / n * n + k, y = k * n + at % n;

            if (type == KG_F32)
                narrow = fmaf(((const float *)a)[x], ((const float *)b)[y], narrow);
            else
                wide = fma(((const double *)a)[x], ((const double *)b)[y], wide);
        }
        got = type == KG_F32 ? (double)((const float *)product)[at] : ((const double *)product)[at];
        wide = type == KG_F32 ? (double)narrow : wide;
        if (!(fabs(got - wide) <= slack * (double)n * 1e4))
            return false;
    }
    return true;
}

static void multiply_bench(check *c)
{
    const kg_type type = (kg_type)c->now->width;
    const size_t size = kg_type_size(type);
    const uint64_t n = on_device(c) ? 8192 : 768, all = n * n;
    void *a = check_array(all, size), *b = check_array(all, size), *got = check_array(all, size);

    fill(a, type, all, 1 << 20, false, 1);
    fill(b, type, all, 1 << 20, false, 2);
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        void *x = check_upload(ctx, a, all, size), *y = check_upload(ctx, b, all, size);
        void *product = check_upload(ctx, NULL, all, size);

        for (int blas = 0; blas < 2; blas++) {
            const kg_multiply_way way = blas ? KG_MULTIPLY_BLAS : KG_MULTIPLY_REPRODUCIBLE;
            kg_status status = kg_array_multiply(product, 0, ctx, type, n, n, n, x, 0, y, 0, way);

            if (blas && status == KG_UNSUPPORTED)
                continue;
            for (check_clock clock = {0}; check_again(c, &clock, ctx,
                     blas ? "products, by BLAS" : "products", n * n * n, 3 * all * size);)
                check_status(c, ctx,
                    kg_array_multiply(product, 0, ctx, type, n, n, n, x, 0, y, 0, way), KG_OK);
            check_download(ctx, got, product, all, size);
            if (!spot_check(type, n, got, a, b, !blas ? 0 : type == KG_F32 ? 1e-5 : 1e-13))
                check_fail(c, ctx, "the product is wrong");
        }
        kg__free(ctx, product);
        kg__free(ctx, y);
        kg__free(ctx, x);
    }
    free(got);
    free(b);
    free(a);
}

static void match_run(check *c, uint64_t rows, uint64_t nodes, uint64_t wide, bool bench)
{
    kg_context *host = host_context(c);
    double *data = check_array(rows * wide, 8), *turned = check_array(nodes * wide, 8);
    double *distance = check_array(rows, 8), *near = check_array(rows, 8);
    uint64_t *unit = check_array(rows, 8), *expected = check_array(rows, 8);

    /* of few different numbers, so that distances tie */
    fill(data, KG_F64, rows * wide, bench ? 1 << 20 : 9, false, 1);
    fill(turned, KG_F64, nodes * wide, bench ? 1 << 20 : 9, false, 2);
    for (kg_metric metric = KG_EUCLIDEAN; metric <= KG_TAXICAB; metric++) {
        check_say(c, "%d rows, %d nodes, metric %d", (int)rows, (int)nodes, (int)metric);
        check_status(c, host,
            kg__matrices(host)->match(
                host, expected, near, rows, nodes, wide, data, turned, metric),
            KG_OK);
        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            double *x = check_upload(ctx, data, rows * wide, 8);
            double *w = check_upload(ctx, turned, nodes * wide, 8);
            kg_status status;

            memset(unit, 255, rows * 8);
            status = kg__matrices(ctx)->match(ctx, unit, distance, rows, nodes, wide, x, w, metric);
            check_status(c, ctx, status, KG_OK);
            check_equal(c, ctx, "unit", unit, expected, rows, 8);
            check_equal(c, ctx, "distance", distance, near, rows, 8);
            for (check_clock clock = {0};
                 bench &&
                 check_again(c, &clock, ctx, metric == KG_TAXICAB ? "taxicab" : "Euclidean",
                     rows * nodes * wide, 8 * wide * (rows + nodes));)
                check_status(c, ctx,
                    kg__matrices(ctx)->match(ctx, unit, distance, rows, nodes, wide, x, w, metric),
                    KG_OK);
            kg__free(ctx, w);
            kg__free(ctx, x);
        }
    }
    free(expected);
    free(unit);
    free(near);
    free(distance);
    free(turned);
    free(data);
    kg_context_destroy(host);
}

static void match_test(check *c)
{
    match_run(c, 1, 1, 1, false);
    match_run(c, 3, 5000, 2, false);
    match_run(c, 700, 65, 40, false);
    match_run(c, 130, 1000, 17, false);
}

static void match_bench(check *c)
{
    match_run(c, on_device(c) ? 10000 : 500, 40000, 12, true);
}

const check_case check_same_matrices_cases[] = {
    {"matrices.same_u64", multiply_test, NULL, KG_U64},
    {"matrices.same_i64", multiply_test, NULL, KG_I64},
    {"matrices.same_f32", multiply_test, multiply_bench, KG_F32},
    {"matrices.same_f64", multiply_test, multiply_bench, KG_F64},
    {"matrices.same_match", match_test, match_bench, 0},
    {NULL},
};

/* ---- tours ----------------------------------------------------------------------------------- */

enum { CITIES = 32 };

static kg_matrix *make_distances(check *c, kg_context *ctx, kg_type type, unsigned n, uint64_t most)
{
    kg_matrix *made = NULL;

    check_status(c, ctx, kg_matrix_create(&made, ctx, type, n, n), KG_OK);
    fill(kg_matrix_data(made), type, (uint64_t)n * n, most, false, c->seed + n);
    return made;
}

static void tours_test(check *c)
{
    static const uint64_t most[] = {4, 1000, (uint64_t)1 << 40, (uint64_t)1 << 50};
    kg_context *host = host_context(c);

    for (unsigned n = 3; n <= 16; n++)
        for (int kind = 0; kind < 4; kind++)
            for (int method = 0; method < 2 && n <= (method ? 11 : 16); method++) {
                const kg_type type = kind == 3 ? KG_F64 : KG_I64;
                kg_tour_options options = KG_TOUR_OPTIONS_INIT;
                kg_matrix *distance = make_distances(c, host, type, n, most[kind]);
                uint32_t expected[CITIES], order[CITIES];
                uint64_t which, number;
                kg_number length, cost;

                options.method = (kg_tour_method)method;
                options.open = n % 3 == 0;
                check_say(c, "%u cities, kind %d, method %d", n, kind, method);
                check_status(
                    c, host, kg_tour_find(expected, &length, &which, distance, &options), KG_OK);
                for (int t = 0; t < c->contexts; t++) {
                    kg_context *ctx = c->context[t];
                    kg_matrix *own = make_distances(c, ctx, type, n, most[kind]);

                    check_status(c, ctx, kg_tour_find(order, &cost, &number, own, &options), KG_OK);
                    check_equal(c, ctx, "order", order, expected, n, 4);
                    check_equal(c, ctx, "cost", &cost, &length, 1, 8);
                    check_number(c, ctx, "permutation", number, which);
                    kg_matrix_destroy(own);
                }
                kg_matrix_destroy(distance);
            }
    kg_context_destroy(host);
}

static void tours_bench(check *c)
{
    static const struct {
        const char *name;
        kg_type type;
        uint64_t most;
    } kinds[] = {{"32-bit", KG_I64, 1000}, {"64-bit", KG_I64, (uint64_t)1 << 40},
        {"double", KG_F64, (uint64_t)1 << 40}};

    for (int t = 0; t < c->contexts; t++)
        for (int kind = 0; kind < 3; kind++)
            for (int method = 0; method < 2; method++) {
                kg_context *ctx = c->context[t];
                const unsigned inner = method ? (on_device(c) ? 14 : 10) : on_device(c) ? 25 : 17;
                kg_matrix *distance =
                    make_distances(c, ctx, kinds[kind].type, inner + 1, kinds[kind].most);
                kg_tour_options options = KG_TOUR_OPTIONS_INIT;
                uint32_t order[CITIES];
                kg_number cost, first = {0};
                char what[40];

                options.method = (kg_tour_method)method;
                snprintf(
                    what, sizeof what, "%s %s", kinds[kind].name, method ? "permutations" : "sets");
                check_status(c, ctx, kg_tour_find(order, &first, NULL, distance, &options), KG_OK);
                for (check_clock clock = {0}; check_again(c, &clock, ctx, what,
                         method ? kg_factorial(inner) : (uint64_t)1 << inner,
                         method ? 0 : 2 * kg_tour_bytes(distance, NULL));)
                    check_status(
                        c, ctx, kg_tour_find(order, &cost, NULL, distance, &options), KG_OK);
                check_equal(c, ctx, "cost", &cost, &first, 1, 8);
                kg_matrix_destroy(distance);
            }
}

/* ---- permutations, sequences ----------------------------------------------------------------- */

static void permutations_run(check *c, uint64_t numbers, bool bench)
{
    for (int t = 0; t < c->contexts; t++)
        for (unsigned n = 8; n <= 16; n += 4) {
            kg_context *ctx = c->context[t];
            const uint64_t count = n == 8 ? 40320 : numbers / n;
            const uint64_t from = kg_factorial(n) - count;
            uint32_t *to = check_upload(ctx, NULL, count * n, 4), last[16];
            char what[20];

            snprintf(what, sizeof what, "of %u things", n);
            check_say(c, "%s", what);
            check_status(c, ctx, kg_array_permutations(to, ctx, n, from, count), KG_OK);
            for (check_clock clock = {0};
                 bench && check_again(c, &clock, ctx, what, count, 4 * n * count);)
                check_status(c, ctx, kg_array_permutations(to, ctx, n, from, count), KG_OK);
            check_download(ctx, last, to + (count - 1) * n, n, 4);
            for (unsigned i = 0; i < n; i++)
                check_number(c, ctx, "the last permutation", last[i], n - 1 - i);
            kg__free(ctx, to);
        }
}

static void permutations_test(check *c)
{
    permutations_run(c, 100000, false);
}

static void permutations_bench(check *c)
{
    permutations_run(c, on_device(c) ? 800000000 : 8000000, true);
}

/* Seeds whose runs pass what one thread and one tile of a backend hold, and begin near their
 * ends. */
static void say_test(check *c)
{
    enum { LENGTH = 20000 };
    kg_context *host = host_context(c);
    char *seed = check_array(LENGTH + 1, 1);
    uint64_t state = c->seed;

    for (int i = 0; i < 40; i++) {
        uint64_t length, n;
        char *expected = NULL;

        for (n = 0; n < LENGTH;) {
            const uint64_t some = check_random(&state);
            uint64_t run = i < 10           ? some % 3 + 1
                           : some % 20 == 0 ? some / 32 % 9000
                                            : some / 32 % 14;
            const char digit = (char)('0' + some / 7 % (i % 9 + 2));

            for (; run && n < LENGTH; run--)
                seed[n++] = digit;
        }
        seed[LENGTH - i % 17 * (i % 2 ? 1 : 1000)] = '\0';
        check_say(c, "seed %d", i);
        check_status(
            c, host, kg_array_look_and_say(&expected, &length, host, seed, 1 + i % 5 * 5), KG_OK);
        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            char *digits = NULL;

            check_status(
                c, ctx, kg_array_look_and_say(&digits, &n, ctx, seed, 1 + i % 5 * 5), KG_OK);
            if (check_number(c, ctx, "length", n, length))
                check_equal(c, ctx, "digits", digits, expected, n, 1);
            kg_array_free(ctx, digits);
        }
        kg_array_free(host, expected);
    }
    free(seed);
    kg_context_destroy(host);
}

/* Conway's constant: a round's length by that of the round before. */
static const double GROWTH = 1.303577269034296;

static void say_bench(check *c)
{
    const uint64_t rounds = on_device(c) ? 80 : 50;

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t length = 0, written, before;
        char what[40];

        check_status(
            c, ctx, kg_array_look_and_say(NULL, &before, ctx, "1113122113", rounds - 1), KG_OK);
        written = (uint64_t)((double)before * GROWTH / (GROWTH - 1)); /* by all before it, too */
        snprintf(what, sizeof what, "%d rounds", (int)rounds);
        for (check_clock clock = {0};
             check_again(c, &clock, ctx, what, written, 3 * written - before);) {
            char *digits = NULL;

            check_status(
                c, ctx, kg__say_rounds(ctx, &digits, &length, "1113122113", rounds), KG_OK);
            kg__free(ctx, digits);
        }
        if (rounds == 50)
            check_number(c, ctx, "length", length, 5103798);
        else if (fabs((double)length / (double)before - GROWTH) > 1e-4)
            check_fail(c, ctx, "grew by %g", (double)length / (double)before);
        printf("%-20s %s: %llu digits\n", c->now->name, what, (unsigned long long)length);
    }
}

static void spectrum_run(check *c, uint64_t n, bool bench)
{
    const uint64_t size = kg_array_cyclospectrum_size(n);
    uint64_t *mass = check_array(n, 8), *got = check_array(1000, 8), seed = c->seed, sum = 0;

    for (uint64_t i = 0; i < n; i++)
        sum += mass[i] = 57 + check_random(&seed) % 130;
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t *in = check_upload(ctx, mass, n, 8), *out = check_upload(ctx, NULL, size, 8);
        uint64_t all = 0;

        check_say(c, "%d masses", (int)n);
        check_status(c, ctx, kg_array_cyclospectrum(out, ctx, n, in), KG_OK);
        for (check_clock clock = {0}; bench && check_again(c, &clock, ctx, "sums", size, 8 * size);)
            check_status(c, ctx, kg_array_cyclospectrum(out, ctx, n, in), KG_OK);
        check_status(c, ctx, kg__array(ctx)->reduce_u64(ctx, &all, size, out, KG__SUM), KG_OK);
        check_number(c, ctx, "sum", all, sum + sum * (n * (n - 1) / 2));
        for (uint64_t at = 0; at + 1000 <= size; at += size / 9) {
            check_download(ctx, got, out + at, 1000, 8);
            for (int i = 1; i < 1000; i++)
                if (got[i] < got[i - 1])
                    check_fail(c, ctx, "not sorted");
        }
        kg__free(ctx, out);
        kg__free(ctx, in);
    }
    free(got);
    free(mass);
}

static void spectrum_test(check *c)
{
    spectrum_run(c, 2100, false);
}

static void spectrum_bench(check *c)
{
    spectrum_run(c, on_device(c) ? 20000 : 1000, true);
}

const check_case check_same_problems_cases[] = {
    {"problems.same_tours", tours_test, tours_bench, 0},
    {"problems.same_say", say_test, say_bench, 0},
    {"problems.last_permutations", permutations_test, permutations_bench, 0},
    {"problems.large_spectrum", spectrum_test, spectrum_bench, 0},
    {NULL},
};
