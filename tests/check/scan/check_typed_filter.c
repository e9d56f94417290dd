/* Cases of the array primitives of typed numbers, against their definitions: filters,
 * top-k, failures. */
#include "typed_oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what keeps the order -------------------------------------------------------------------- */

static bool holds(kg_type type, kg_number a, kg_compare how, kg_number b)
{
    int sign = typed_compare(type, a, b);
    const bool none = typed_is_real(type) && (isnan(a.real) || isnan(b.real));

    if (typed_is_real(type) && a.real == 0 && b.real == 0)
        sign = 0;
    switch (how) {
    case KG_LESS:
        return !none && sign < 0;
    case KG_LESS_EQUAL:
        return !none && sign <= 0;
    case KG_GREATER:
        return !none && sign > 0;
    case KG_GREATER_EQUAL:
        return !none && sign >= 0;
    case KG_EQUAL:
        return !none && sign == 0;
    case KG_NOT_EQUAL:
        return none || sign != 0;
    }
    return false;
}

/* Numbers at the ends of the order and within it, of which a float is none. */
enum { BOUNDS = 8 };

static kg_number bound(kg_type type, int i)
{
    const double real[BOUNDS] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 0.1, -0.1, 1e-310};
    const uint64_t whole[BOUNDS] = {
        0, 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX, 7, UINT64_MAX - 7, 1000};
    const uint64_t most = typed_is_real(type) ? 0 : typed_most(type);
    const uint64_t narrow[BOUNDS] = {
        0, 1, most / 2, most, most + 1, most - 7, UINT64_MAX - most, (most + 1) << 3 | 5};
    kg_number one = {.whole = kg_type_size(type) < 8 ? narrow[i] : whole[i]};

    if (typed_is_real(type))
        one.real = real[i];
    return one;
}

static void check_keep(check *c, kg_context *ctx, kg_type type, uint64_t n, const void *value,
    const void *in, void *out, void *expected, kg_number than)
{
    const size_t size = kg_type_size(type);

    for (int how = KG_LESS; how <= KG_NOT_EQUAL; how++) {
        uint64_t kept = 0, count;

        for (uint64_t i = 0; i < n; i++)
            if (holds(type, typed_load(type, value, i), (kg_compare)how, than))
                memcpy((char *)expected + size * kept++, (const char *)value + size * i, size);
        check_status(c, ctx,
            kg_array_select_if(out, &count, ctx, type, n, in, (kg_compare)how, than), KG_OK);
        check_number(c, ctx, "kept", count, kept);
        typed_equal(c, ctx, "kept", out, expected, kept, size);
    }
}

static void check_filters(
    check *c, kg_context *ctx, kg_type type, uint64_t n, const void *value, void *expected)
{
    const size_t size = kg_type_size(type);
    const kg_number zero = {0};
    void *in = check_upload(ctx, value, n, size), *out = check_upload(ctx, NULL, n, size);
    uint64_t *length = check_upload(ctx, NULL, n, 8), *times, count, kept, runs = 0;
    void *head;

    check_keep(
        c, ctx, type, n, value, in, out, expected, n ? typed_load(type, value, n / 2) : zero);
    for (int i = 0; n < 5000 && i < BOUNDS; i++)
        check_keep(c, ctx, type, n, value, in, out, expected, bound(type, i));
    kept = 0;
    for (int rest = 0; rest < 2; rest++)
        for (uint64_t i = 0; i < n; i++)
            if (holds(type, typed_load(type, value, i), KG_LESS, zero) != rest)
                memcpy((char *)expected + size * kept++, (const char *)value + size * i, size);
    check_status(c, ctx, kg_array_stable_partition(out, &count, ctx, type, n, in), KG_OK);
    typed_equal(c, ctx, "partition", out, expected, n, size);
    check_status(c, ctx, kg_array_run_length_encode(out, length, &count, ctx, type, n, in), KG_OK);
    times = typed_fetch(ctx, length, n, 8);
    head = typed_fetch(ctx, out, n, size);
    for (uint64_t i = 0, j; i < n; i = j, runs++) {
        for (j = i;
             j < n && !typed_compare(type, typed_load(type, value, i), typed_load(type, value, j));
             j++)
            ;
        if (runs >= count || times[runs] != j - i ||
            typed_compare(type, typed_load(type, head, runs), typed_load(type, value, i))) {
            check_fail(c, ctx, "run %llu", (unsigned long long)runs);
            break;
        }
    }
    check_number(c, ctx, "runs", count, runs);
    free(head);
    free(times);
    kg__free(ctx, length);
    kg__free(ctx, out);
    kg__free(ctx, in);
}

/* Conditions drawn at random from the comparisons, the bounds, and the numbers themselves. */
static void check_where(check *c, kg_context *ctx, kg_type type, uint64_t n, const void *value,
    void *expected, uint64_t seed)
{
    enum { MOST = 7 };
    const size_t size = kg_type_size(type);
    const uint64_t conditions = 1 + check_random(&seed) % MOST;
    kg_condition condition[MOST];
    void *in = check_upload(ctx, value, n, size), *out = check_upload(ctx, NULL, n, size);
    uint64_t kept = 0, count;

    for (uint64_t k = 0; k < conditions; k++) {
        const uint64_t draw = check_random(&seed);

        condition[k] = (kg_condition){(kg_compare)(draw % 6),
            draw & 64 && n ? typed_load(type, value, (draw >> 7) % n)
                           : bound(type, (int)(draw >> 7) & (BOUNDS - 1)),
            draw >> 40 & 1};
    }
    for (uint64_t i = 0; i < n; i++) {
        bool all = true, any = false;

        for (uint64_t k = 0; k < conditions; k++) {
            if (k && condition[k].alternative) {
                any |= all;
                all = true;
            }
            all &= holds(type, typed_load(type, value, i), condition[k].how, condition[k].than);
        }
        if (any | all)
            memcpy((char *)expected + size * kept++, (const char *)value + size * i, size);
    }
    check_status(
        c, ctx, kg_array_select_where(out, &count, ctx, type, n, in, conditions, condition), KG_OK);
    check_number(c, ctx, "kept", count, kept);
    typed_equal(c, ctx, "kept", out, expected, kept, size);
    kg__free(ctx, out);
    kg__free(ctx, in);
}

static void where_test(check *c)
{
    const kg_type type = typed_type(c);
    void *value = check_array(TYPED_MOST, 8), *expected = check_array(TYPED_MOST, 8);
    uint64_t seed = c->seed;

    for (check_input at = {0}; typed_next_input(c, &at, value);)
        for (int draw = 0; draw < (at.n < 5000 ? 8 : 1); draw++, check_random(&seed))
            for (int t = 0; t < c->contexts; t++)
                check_where(c, c->context[t], type, at.n, value, expected, seed);
    free(expected);
    free(value);
}

static void filter_test(check *c)
{
    const kg_type type = typed_type(c);
    void *value = check_array(TYPED_MOST, 8), *expected = check_array(TYPED_MOST, 8);

    for (check_input at = {0}; typed_next_input(c, &at, value);)
        for (int t = 0; t < c->contexts; t++)
            check_filters(c, c->context[t], type, at.n, value, expected);
    free(expected);
    free(value);
}

/* ---- top ------------------------------------------------------------------------------------- */

/* What comes out is in order, and as many as that come before the last of it. */
static void check_top(check *c, kg_type type, uint64_t n, const void *value, uint64_t k)
{
    const size_t size = kg_type_size(type);

    for (int t = 0; t < 2 * c->contexts; t++) {
        kg_context *ctx = c->context[t / 2];
        const int sign = t % 2 ? 1 : -1;
        void *in = check_upload(ctx, value, n, size);
        void *out = check_upload(ctx, NULL, k, 8);
        uint64_t *index = check_upload(ctx, NULL, k, 8), *place, before = 0, ordered = 1;

        check_say(c, "%llu of %llu numbers", (unsigned long long)k, (unsigned long long)n);
        check_status(c, ctx,
            kg_array_top(
                out, index, ctx, type, n, in, k, sign > 0 ? KG_TOP_LEAST : KG_TOP_GREATEST),
            KG_OK);
        place = typed_fetch(ctx, index, k, 8);
        for (uint64_t i = 0; i < n; i++) {
            const uint64_t last = place[k - 1];
            const int order = sign * typed_compare(type, typed_load(type, value, i),
                                         typed_load(type, value, last < n ? last : 0));

            before += order < 0 || (order == 0 && i < last);
        }
        check_number(c, ctx, "numbers before the last", before, k - 1);
        for (uint64_t i = 1; i < k; i++) {
            const int order = sign * typed_compare(type, typed_load(type, value, place[i - 1] % n),
                                         typed_load(type, value, place[i] % n));

            ordered += order < 0 || (order == 0 && place[i - 1] < place[i]);
        }
        check_number(c, ctx, "numbers in order", ordered, k);
        for (uint64_t i = 0; i < k; i++)
            memcpy((char *)place + size * i, (const char *)value + size * (place[i] % n), size);
        typed_equal(c, ctx, "top", out, place, k, size);
        free(place);
        kg__free(ctx, index);
        kg__free(ctx, out);
        kg__free(ctx, in);
    }
}

/* Enough for a sample to be taken: of numbers that are there many times; of one that says nothing,
 * since the numbers at its distance are great and small in turns. */
static void top_test(check *c)
{
    const kg_type type = typed_type(c);
    const bool few = check_is_small() || kg_type_size(type) < 4; /* most are equal then */
    const uint64_t n = few ? 20011 : 5000011, distance = n / 65536 + 1;
    void *value = check_array(n, 8);

    typed_fill_sums(type, n, value, c->seed);
    for (uint64_t i = 0; i < n; i += 3)
        typed_store(type, value, i, typed_load(type, value, i % 1000));
    check_top(c, type, n, value, 1);
    check_top(c, type, n, value, n / 500);
    check_top(c, type, n, value, n / 10);
    for (uint64_t i = 0; i < n; i++)
        if (i % (distance - (n > 65536)) == 0) {
            kg_number one = typed_load(type, value, i);

            if (typed_is_real(type))
                one.real = ldexp(one.real, 60);
            else
                one.whole = (one.whole << 20) - (i % 2);
            typed_store(type, value, i, one);
        }
    check_top(c, type, n, value, n / 500);
    free(value);
}

/* What a sample says little of, or the wrong thing: 4 numbers side by side stand for 1024. */
enum { TOP_RANDOM, TOP_EQUAL, TOP_SORTED, TOP_RARE, TOP_GREAT, TOP_SMALL, TOP_KINDS };

static void few_test(check *c)
{
    static const char *const name[TOP_KINDS] = {
        "random", "equal", "sorted", "a few above the rest", "a great sample", "a small sample"};
    const kg_type type = typed_type(c);
    const uint64_t most = check_is_small() ? 20011 : (1 << 20) + 4097;
    void *value = check_array(most, 8);
    uint64_t seed = c->seed;

    for (int kind = 0; kind < TOP_KINDS; kind++) {
        for (uint64_t i = 0; i < most; i++) {
            const uint64_t x = check_random(&seed);
            const bool told = i % 1024 < 4;
            kg_number one = {.whole = kind == TOP_EQUAL    ? 5
                                      : kind == TOP_SORTED ? i
                                      : kind == TOP_RARE   ? (x % 1500 == 0) * (x >> 50)
                                      : kind == TOP_GREAT  ? (x >> 20) + (told ? 1ull << 45 : 0)
                                                           : (told ? 0 : x >> 20)};

            if (typed_is_real(type))
                one.real = (double)one.whole;
            typed_store(type, value, i, one);
            if (kind == TOP_RANDOM) /* with what floats there are */
                memcpy((char *)value + kg_type_size(type) * i, &x, kg_type_size(type));
        }
        check_say(c, "%s", name[kind]);
        check_top(c, type, most, value, 1000);
        if (kind == TOP_RANDOM) {
            check_top(c, type, most, value, 1);
            check_top(c, type, most, value, 2048);
            check_top(c, type, most, value, 2049);
            check_top(c, type, most - 4097, value, 300);
            check_top(c, type, most - 4098, value, 300);
            for (int t = 0; t < c->contexts; t++) {
                kg_context *ctx = c->context[t];
                void *in = check_upload(ctx, value, most, 8);
                void *out = check_upload(ctx, NULL, 7, 8);

                CHECK_ALLOCATIONS(
                    c, ctx, kg_array_top(out, NULL, ctx, type, most, in, 7, KG_TOP_LEAST));
                kg__free(ctx, out);
                kg__free(ctx, in);
            }
        }
    }
    free(value);
}

/* ---- arguments, and memory that runs out ----------------------------------------------------- */

static void fault_test(check *c)
{
    enum { N = 9000, BINS = 7 };
    const kg_type type = typed_type(c);
    const size_t size = kg_type_size(type);
    const kg_number zero = {0};
    const kg_condition conditions[] = {{KG_LESS, {0}, 0}, {KG_GREATER, {7}, 1}};
    void *value = check_array(N, 8);
    uint64_t *word = check_array(N, 8);

    check_fill(word, N, size, CHECK_RANDOM, c->seed);
    check_pack(value, word, N, size);
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        void *in = check_upload(ctx, value, N, size), *out = check_upload(ctx, NULL, N, size);
        uint64_t *index = check_upload(ctx, NULL, N, 8), count, bins[BINS];
        uint32_t *rank = check_upload(ctx, NULL, N, sizeof *rank);
        kg_number number;
        double mean;

        CHECK_ALLOCATIONS(c, ctx, kg_array_sort(out, index, ctx, type, N, in, KG_DESCENDING));
        CHECK_ALLOCATIONS(c, ctx, kg_array_sort(out, NULL, ctx, type, N, in, KG_ASCENDING));
        CHECK_ALLOCATIONS(c, ctx, kg_array_sort(out, NULL, ctx, type, N, out, KG_ASCENDING));
        CHECK_ALLOCATIONS(c, ctx, kg_array_sort(NULL, index, ctx, type, N, in, KG_DESCENDING));
        CHECK_ALLOCATIONS(c, ctx, kg_array_distinct(out, index, rank, &count, ctx, type, N, in));
        CHECK_ALLOCATIONS(c, ctx, kg_array_distinct(out, NULL, NULL, &count, ctx, type, N, in));
        CHECK_ALLOCATIONS(
            c, ctx, kg_array_scan(out, &number, ctx, type, N, in, KG_SCAN_MIN, KG_SCAN_EXCLUSIVE));
        CHECK_ALLOCATIONS(c, ctx, kg_array_sum(NULL, &mean, ctx, type, N, in));
        CHECK_ALLOCATIONS(c, ctx, kg_array_argmax(&count, &number, ctx, type, N, in));
        CHECK_ALLOCATIONS(c, ctx, kg_array_top(out, index, ctx, type, N, in, 7, KG_TOP_LEAST));
        CHECK_ALLOCATIONS(c, ctx, kg_array_run_length_encode(out, index, &count, ctx, type, N, in));
        CHECK_ALLOCATIONS(c, ctx, kg_array_stable_partition(out, &count, ctx, type, N, in));
        CHECK_ALLOCATIONS(c, ctx, kg_array_histogram(bins, NULL, ctx, type, N, in, BINS, 0, 1));
        CHECK_ALLOCATIONS(c, ctx, kg_array_select_if(out, &count, ctx, type, N, in, KG_LESS, zero));
        CHECK_ALLOCATIONS(
            c, ctx, kg_array_select_where(out, &count, ctx, type, N, in, 2, conditions));
        check_say(c, "arguments");
        check_status(
            c, ctx, kg_array_sort(NULL, NULL, ctx, type, 1, in, KG_ASCENDING), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_sort(out, NULL, ctx, (kg_type)99, 1, in, KG_ASCENDING), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_histogram(bins, NULL, ctx, type, 1, in, 0, 0, 1), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_histogram(bins, NULL, ctx, type, 1, in, 1, 1, 1), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_histogram(bins, NULL, ctx, type, 1, in, 1, 0, INFINITY), KG_ARGUMENT);
        kg__free(ctx, rank);
        kg__free(ctx, index);
        kg__free(ctx, out);
        kg__free(ctx, in);
    }
    free(word);
    free(value);
}

/* ---- matrices where the device works --------------------------------------------------------- */

enum { ROWS = 700, COLUMNS = 3 };

static kg_status map_and_unmap(kg_matrix *matrix)
{
    void *array;
    kg_status status = kg_matrix_map(&array, matrix, KG_MAP_COPY);

    return status == KG_OK ? kg_matrix_unmap(matrix, array, ROWS) : status;
}

static kg_status sort_rows(kg_matrix *matrix)
{
    kg_matrix *sorted;
    kg_status status = kg_matrix_sort_rows(&sorted, matrix, 1, KG_ASCENDING);

    kg_matrix_destroy(sorted);
    return status;
}

static void check_map(check *c, kg_context *ctx, kg_type type)
{
    const size_t size = kg_type_size(type), row = COLUMNS * size;
    char before[ROWS * COLUMNS * 8];
    uint64_t seed = c->seed;
    kg_matrix *matrix, *sorted = NULL;
    void *array, *got;

    check_say(c, "a matrix");
    check_status(c, ctx, kg_matrix_create(&matrix, ctx, type, ROWS, COLUMNS), KG_OK);
    typed_fill_sums(type, (uint64_t)ROWS * COLUMNS, kg_matrix_data(matrix), seed);
    memcpy(before, kg_matrix_data(matrix), ROWS * row);
    check_status(c, ctx, kg_matrix_map(&array, matrix, KG_MAP_COPY), KG_OK);
    typed_equal(c, ctx, "mapped", array, before, (uint64_t)ROWS * COLUMNS, size);
    check_status(c, ctx, kg_matrix_unmap(matrix, array, 0), KG_OK);
    check_status(c, ctx, kg_matrix_map(&array, matrix, KG_MAP_COPY), KG_OK);
    check_status(c, ctx,
        kg_array_sort(array, NULL, ctx, type, (uint64_t)ROWS * COLUMNS, array, KG_DESCENDING),
        KG_OK);
    got = typed_fetch(ctx, array, (uint64_t)ROWS * COLUMNS, size);
    check_status(c, ctx, kg_matrix_unmap(matrix, array, ROWS), KG_OK);
    check_equal(
        c, ctx, "brought back", kg_matrix_data(matrix), got, (uint64_t)ROWS * COLUMNS, size);
    free(got);
    check_status(c, ctx, kg_matrix_sort_rows(&sorted, matrix, 1, KG_ASCENDING), KG_OK);
    for (uint64_t i = 0; sorted && i < ROWS; i++) /* their second column was in the reverse order */
        if (memcmp((char *)kg_matrix_data(sorted) + i * row + size,
                (char *)kg_matrix_data(matrix) + (ROWS - 1 - i) * row + size, size) != 0) {
            check_fail(c, ctx, "row %llu", (unsigned long long)i);
            break;
        }
    kg_matrix_destroy(sorted);
    CHECK_ALLOCATIONS(c, ctx, map_and_unmap(matrix));
    CHECK_ALLOCATIONS(c, ctx, sort_rows(matrix));
    kg_matrix_destroy(matrix);
}

static void map_test(check *c)
{
    for (int t = 0; t < c->contexts; t++)
        check_map(c, c->context[t], typed_type(c));
}

const check_case check_typed_filter_cases[] = {
    TYPED_CASES("filter", filter_test),
    TYPED_CASES("where", where_test),
    TYPED_CASES("top", top_test),
    TYPED_CASES("few", few_test),
    TYPED_CASES("map", map_test),
    TYPED_CASES("faults", fault_test),
    {NULL},
};
