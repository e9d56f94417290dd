/* Cases of the array primitives of typed numbers, against their definitions. */
#include "check.h"
#include "scan/array_ops.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* MOST: larger inputs are left out, since the oracles are slow. MANY: and from here on thinned. */
enum { MOST = 140000, MANY = 5000 };

/* The case's width is its type. */
static kg_type type_of(const check *c)
{
    return (kg_type)c->now->width;
}

static bool is_real(kg_type type)
{
    return type == KG_F32 || type == KG_F64;
}

static kg_number load(kg_type type, const void *array, uint64_t i)
{
    kg_number one = {0};

    if (type == KG_F32)
        one.real = (double)((const float *)array)[i];
    else
        memcpy(&one, (const uint64_t *)array + i, sizeof one);
    return one;
}

static void store(kg_type type, void *array, uint64_t i, kg_number one)
{
    if (type == KG_F32)
        ((float *)array)[i] = (float)one.real;
    else
        memcpy((uint64_t *)array + i, &one, sizeof one);
}

/* The order of typed.h, said in another way than the library does: -1, 0, 1. */
static int compare(kg_type type, kg_number a, kg_number b)
{
    if (type == KG_U64)
        return (a.whole > b.whole) - (a.whole < b.whole);
    if (type == KG_I64)
        return (a.integer > b.integer) - (a.integer < b.integer);
    if (isnan(a.real) || isnan(b.real))
        return !!isnan(a.real) - !!isnan(b.real);
    if (a.real != b.real)
        return a.real > b.real ? 1 : -1;
    return !!signbit(b.real) - !!signbit(a.real);
}

static kg_number plain_nan(kg_type type, kg_number one)
{
    if (is_real(type) && isnan(one.real))
        one.real = __builtin_nan("");
    return one;
}

/* Positions in order, by merging: stable. */
static void sort_positions(
    uint64_t *position, uint64_t *spare, kg_type type, uint64_t n, const void *value, int sign)
{
    const uint64_t half = n / 2;

    if (n < 2)
        return;
    sort_positions(position, spare, type, half, value, sign);
    sort_positions(position + half, spare, type, n - half, value, sign);
    memcpy(spare, position, half * sizeof *spare);
    for (uint64_t i = 0, j = half, k = 0; i < half; k++)
        position[k] = j < n && sign * compare(type, load(type, value, position[j]),
                                          load(type, value, spare[i])) <
                                   0
                          ? position[j++]
                          : spare[i++];
}

/* Whether the backend has no typed arrays yet: then it says so. */
static bool left_out(check *c)
{
    bool missing = !kg__array(c->context[0]);

    for (int t = 0; missing && t < 2 * c->contexts; t++)
        check_status(c, c->context[t / 2],
            kg_array_scan(NULL, c->context[t / 2], type_of(c), 0, NULL, KG_SCAN_SUM, 0),
            KG_UNSUPPORTED);
    return missing;
}

/* Inputs in turn; value: the caller's, of MOST numbers. Floats have their bits at random, so that all
 * kinds of them come up. */
static bool next_input(check *c, check_input *at, void *value)
{
    const kg_type type = type_of(c);
    uint64_t *word;

    if (left_out(c))
        return false;
    do
        if (!check_next(at))
            return false;
    while (at->n > MOST || (at->n > MANY && (at->pattern + at->n + (uint64_t)at->index) % 9));
    word = check_array(at->n, 8);
    check_fill(word, at->n, kg_type_size(type), at->pattern, c->seed + at->n);
    check_pack(value, word, at->n, kg_type_size(type));
    free(word);
    check_say(c, "%llu numbers, %s", (unsigned long long)at->n, check_pattern_name(at->pattern));
    return true;
}

/* ---- scans ----------------------------------------------------------------------------------- */

static kg_number neutral(kg_type type, kg_scan_op op)
{
    kg_number one = {0};

    if (op == KG_SCAN_SUM)
        return one;
    if (type == KG_U64)
        one.whole = op == KG_SCAN_MIN ? UINT64_MAX : 0;
    else if (type == KG_I64)
        one.integer = op == KG_SCAN_MIN ? INT64_MAX : INT64_MIN;
    else
        one.real = op == KG_SCAN_MIN ? INFINITY : -INFINITY;
    return one;
}

/* Returns whether a sum of integers passes 64 bits. */
static bool scan_oracle(
    void *result, kg_type type, uint64_t n, const void *value, kg_scan_op op, bool exclusive)
{
    kg_number now = neutral(type, op), before;
    double base = 0, local = 0;
    bool passed = false;

    for (uint64_t i = 0; i < n; i++) {
        kg_number one = load(type, value, i);

        before = now;
        if (op != KG_SCAN_SUM) {
            if (i == 0 || compare(type, one, now) * (op == KG_SCAN_MIN ? 1 : -1) < 0)
                now = plain_nan(type, one);
        } else if (type == KG_U64) {
            passed |= __builtin_add_overflow(now.whole, one.whole, &now.whole);
        } else if (type == KG_I64) {
            passed |= __builtin_add_overflow(now.integer, one.integer, &now.integer);
        } else {
            if (i % 1024 == 0) {
                base += local;
                local = 0;
                before.real = base;
            }
            local += one.real;
            now.real = base + local;
        }
        store(type, result, i, exclusive ? before : now);
    }
    return passed;
}

/* Which NaN an addition gives is not defined. */
static void plain_nans(kg_type type, uint64_t n, void *value)
{
    for (uint64_t i = 0; is_real(type) && i < n; i++)
        store(type, value, i, plain_nan(type, load(type, value, i)));
}

static void scan_test(check *c)
{
    const kg_type type = type_of(c);
    const size_t size = kg_type_size(type);
    void *value = check_array(MOST, 8), *expected = check_array(MOST, 8);
    void *got = check_array(MOST, 8);

    for (check_input at = {0}; next_input(c, &at, value);)
        for (int way = 0; way < 6; way++) {
            const kg_scan_op op = (kg_scan_op)(way / 2);
            bool passed = scan_oracle(expected, type, at.n, value, op, way % 2);

            plain_nans(type, at.n, expected);
            for (int t = 0; t < c->contexts; t++) {
                kg_context *ctx = c->context[t];
                void *in = check_upload(ctx, value, at.n, size);

                if (check_status(c, ctx, kg_array_scan(in, ctx, type, at.n, in, op, way % 2),
                        passed ? KG_OVERFLOW : KG_OK) &&
                    !passed) {
                    check_download(ctx, got, in, at.n, size);
                    plain_nans(type, at.n, got);
                    check_equal(c, ctx, "scan", got, expected, at.n, size);
                }
                kg__free(ctx, in);
            }
        }
    free(got);
    free(expected);
    free(value);
}

/* ---- reductions ------------------------------------------------------------------------------ */

static double sum_oracle(kg_type type, uint64_t n, const void *value)
{
    double all = 0;

    for (uint64_t piece = 0; piece < n; piece += 1024) {
        double lane[8] = {0};

        for (uint64_t i = piece; i < n && i < piece + 1024; i++)
            lane[i % 8] += load(type, value, i).real;
        for (int width = 1; width < 8; width *= 2)
            for (int l = 0; l < 8; l += 2 * width)
                lane[l] += lane[l + width];
        all += lane[0];
    }
    return all;
}

static void check_sum(
    check *c, kg_context *ctx, kg_type type, uint64_t n, const void *host, const void *in)
{
    kg_number sum;
    double mean;
    __int128 all = 0;

    if (is_real(type)) {
        double expected = sum_oracle(type, n, host);

        check_status(c, ctx, kg_array_sum(&sum, &mean, ctx, type, n, in), KG_OK);
        if (isnan(expected))
            check_number(c, ctx, "sum is NaN", isnan(sum.real) != 0, 1);
        else
            check_equal(c, ctx, "sum", &sum, &expected, 1, 8);
        return;
    }
    for (uint64_t i = 0; i < n; i++)
        all += type == KG_U64 ? (__int128)load(type, host, i).whole : load(type, host, i).integer;
    if (type == KG_U64 ? all >> 64 != 0 : all != (int64_t)all) {
        check_status(c, ctx, kg_array_sum(&sum, NULL, ctx, type, n, in), KG_OVERFLOW);
    } else {
        check_status(c, ctx, kg_array_sum(&sum, NULL, ctx, type, n, in), KG_OK);
        check_number(c, ctx, "sum", sum.whole, (uint64_t)all);
    }
    check_status(c, ctx, kg_array_sum(NULL, &mean, ctx, type, n, in), KG_OK);
    if (n && !(fabs(mean - (double)((long double)all / (long double)n)) <=
                 fabs(mean) * 0x1p-52 + 0x1p-52))
        check_fail(c, ctx, "mean is %g", mean);
}

static void reduce_test(check *c)
{
    const kg_type type = type_of(c);
    void *value = check_array(MOST, 8);

    for (check_input at = {0}; next_input(c, &at, value);) {
        uint64_t least = 0, most = 0, got;

        for (uint64_t i = 1; i < at.n; i++) {
            if (compare(type, load(type, value, i), load(type, value, least)) < 0)
                least = i;
            if (compare(type, load(type, value, i), load(type, value, most)) > 0)
                most = i;
        }
        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            void *in = check_upload(ctx, value, at.n, kg_type_size(type));
            const kg_status some = at.n ? KG_OK : KG_ARGUMENT;

            check_sum(c, ctx, type, at.n, value, in);
            if (check_status(c, ctx, kg_array_extreme(&got, ctx, type, at.n, in, 0), some) && at.n)
                check_number(c, ctx, "argmin", got, least);
            if (check_status(c, ctx, kg_array_extreme(&got, ctx, type, at.n, in, 1), some) && at.n)
                check_number(c, ctx, "argmax", got, most);
            kg__free(ctx, in);
        }
    }
    free(value);
}

/* ---- orders ---------------------------------------------------------------------------------- */

/* Sort, top-k, distinct with and without counts, from the positions in order. */
typedef struct order {
    uint64_t n, count; /* numbers, distinct ones */
    const void *value;
    uint64_t *position, *times; /* [n], [count] */
    void *sorted, *distinct;    /* [n], [count] */
} order;

static void check_order(check *c, kg_context *ctx, kg_type type, const order *o, bool descending)
{
    const size_t size = kg_type_size(type);
    const uint64_t n = o->n, k = n / 3 + 2, top = k < n ? k : n;
    void *in = check_upload(ctx, o->value, n, size), *out = check_upload(ctx, NULL, n, size);
    uint64_t *index = check_upload(ctx, NULL, n, 8), count = 0;

    check_status(c, ctx, kg_array_top(out, index, ctx, type, n, in, k, !descending), KG_OK);
    check_equal(c, ctx, "top's index", index, o->position, top, 8);
    for (uint64_t i = 0; i < top; i++)
        if (compare(type, load(type, out, i), load(type, o->sorted, i))) {
            check_fail(c, ctx, "top[%llu]", (unsigned long long)i);
            break;
        }
    check_status(c, ctx, kg_array_sort(out, index, ctx, type, n, in, descending), KG_OK);
    check_equal(c, ctx, "sorted", out, o->sorted, n, size);
    check_equal(c, ctx, "position", index, o->position, n, 8);
    if (!descending) {
        check_status(c, ctx, kg_array_distinct(out, index, &count, ctx, type, n, in), KG_OK);
        check_number(c, ctx, "count", count, o->count);
        for (uint64_t i = 0; i < o->count; i++) /* which NaN comes out is not said here */
            if (compare(type, load(type, out, i), load(type, o->distinct, i))) {
                check_fail(c, ctx, "distinct[%llu]", (unsigned long long)i);
                break;
            }
        check_equal(c, ctx, "times", index, o->times, o->count, 8);
        check_status(c, ctx, kg_array_distinct(in, NULL, &count, ctx, type, n, in), KG_OK);
        check_equal(c, ctx, "distinct", in, o->distinct, o->count, size);
        kg__free(ctx, in);
        in = check_upload(ctx, o->value, n, size);
    }
    check_status(c, ctx, kg_array_sort(in, NULL, ctx, type, n, in, descending), KG_OK);
    check_equal(c, ctx, "sorted in place", in, o->sorted, n, size);
    kg__free(ctx, index);
    kg__free(ctx, out);
    kg__free(ctx, in);
}

static void sort_test(check *c)
{
    const kg_type type = type_of(c);
    order o = {.position = check_array(MOST, 8),
        .times = check_array(MOST, 8),
        .sorted = check_array(MOST, 8),
        .distinct = check_array(MOST, 8)};
    uint64_t *spare = check_array(MOST, 8);
    void *value = check_array(MOST, 8);

    o.value = value;
    for (check_input at = {0}; next_input(c, &at, value);)
        for (int descending = 0; descending < 2; descending++) {
            o.n = at.n;
            o.count = 0;
            for (uint64_t i = 0; i < o.n; i++)
                o.position[i] = i;
            sort_positions(o.position, spare, type, o.n, value, descending ? -1 : 1);
            for (uint64_t i = 0; i < o.n; i++) {
                kg_number one = plain_nan(type, load(type, value, o.position[i]));

                store(type, o.sorted, i, one);
                if (i == 0 || compare(type, one, load(type, o.sorted, i - 1))) {
                    store(type, o.distinct, o.count, one);
                    o.times[o.count++] = 0;
                }
                o.times[o.count - 1]++;
            }
            for (int t = 0; t < c->contexts; t++)
                check_order(c, c->context[t], type, &o, descending);
        }
    free(value);
    free(spare);
    free(o.distinct);
    free(o.sorted);
    free(o.times);
    free(o.position);
}

/* ---- what keeps the order -------------------------------------------------------------------- */

static bool holds(kg_type type, kg_number a, kg_compare how, kg_number b)
{
    int sign = compare(type, a, b);
    const bool none = is_real(type) && (isnan(a.real) || isnan(b.real));

    if (is_real(type) && a.real == 0 && b.real == 0)
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

static void check_filters(
    check *c, kg_context *ctx, kg_type type, uint64_t n, const void *value, void *expected)
{
    const size_t size = kg_type_size(type);
    const kg_number zero = {0}, than = n ? load(type, value, n / 2) : zero;
    void *in = check_upload(ctx, value, n, size), *out = check_upload(ctx, NULL, n, size);
    uint64_t *length = check_upload(ctx, NULL, n, 8), count, kept, runs = 0;

    for (int how = KG_LESS; how <= KG_NOT_EQUAL; how++) {
        kept = 0;
        for (uint64_t i = 0; i < n; i++)
            if (holds(type, load(type, value, i), (kg_compare)how, than))
                memcpy((char *)expected + size * kept++, (const char *)value + size * i, size);
        check_status(c, ctx,
            kg_array_compact_if(out, &count, ctx, type, n, in, (kg_compare)how, than), KG_OK);
        check_number(c, ctx, "kept", count, kept);
        check_equal(c, ctx, "kept", out, expected, kept, size);
    }
    kept = 0;
    for (int rest = 0; rest < 2; rest++)
        for (uint64_t i = 0; i < n; i++)
            if (holds(type, load(type, value, i), KG_LESS, zero) != rest)
                memcpy((char *)expected + size * kept++, (const char *)value + size * i, size);
    check_status(c, ctx, kg_array_split(out, &count, ctx, type, n, in), KG_OK);
    check_equal(c, ctx, "split", out, expected, n, size);
    check_status(c, ctx, kg_array_runs(out, length, &count, ctx, type, n, in), KG_OK);
    for (uint64_t i = 0, j; i < n; i = j, runs++) {
        for (j = i; j < n && !compare(type, load(type, value, i), load(type, value, j)); j++)
            ;
        if (runs >= count || length[runs] != j - i ||
            compare(type, load(type, out, runs), load(type, value, i))) {
            check_fail(c, ctx, "run %llu", (unsigned long long)runs);
            break;
        }
    }
    check_number(c, ctx, "runs", count, runs);
    kg__free(ctx, length);
    kg__free(ctx, out);
    kg__free(ctx, in);
}

static void filter_test(check *c)
{
    const kg_type type = type_of(c);
    void *value = check_array(MOST, 8), *expected = check_array(MOST, 8);

    for (check_input at = {0}; next_input(c, &at, value);)
        for (int t = 0; t < c->contexts; t++)
            check_filters(c, c->context[t], type, at.n, value, expected);
    free(expected);
    free(value);
}

/* ---- histograms ------------------------------------------------------------------------------ */

enum { BINS = 7 };

static void histogram_test(check *c)
{
    const kg_type type = type_of(c);
    void *value = check_array(MOST, 8);

    for (check_input at = {0}; next_input(c, &at, value);) {
        const double low = -1e9, high = type == KG_U64 ? 0x1p64 : 3.3e9;
        uint64_t expected[BINS] = {0}, got[BINS], outside = 0, out;

        for (uint64_t i = 0; i < at.n; i++) {
            kg_number one = load(type, value, i);
            double x = type == KG_U64   ? (double)one.whole
                       : type == KG_I64 ? (double)one.integer
                                        : one.real;
            int bin = BINS - 1;

            while (bin > 0 && x < low + bin * ((high - low) / BINS))
                bin--;
            if (x >= low && x <= high)
                expected[bin]++;
            else
                outside++;
        }
        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            void *in = check_upload(ctx, value, at.n, kg_type_size(type));

            check_status(
                c, ctx, kg_array_histogram(got, &out, ctx, type, at.n, in, BINS, low, high), KG_OK);
            check_equal(c, ctx, "times", got, expected, BINS, 8);
            check_number(c, ctx, "outside", out, outside);
            kg__free(ctx, in);
        }
    }
    free(value);
}

/* ---- arguments, and memory that runs out ------------------------------------------------------ */

static void fault_test(check *c)
{
    enum { N = 9000 };
    const kg_type type = type_of(c);
    const size_t size = kg_type_size(type);
    const kg_number zero = {0};
    void *value = check_array(N, 8);
    uint64_t *word = check_array(N, 8);

    check_fill(word, N, size, CHECK_RANDOM, c->seed);
    check_pack(value, word, N, size);
    for (int t = 0; t < c->contexts && !left_out(c); t++) {
        kg_context *ctx = c->context[t];
        void *in = check_upload(ctx, value, N, size), *out = check_upload(ctx, NULL, N, size);
        uint64_t *index = check_upload(ctx, NULL, N, 8), count, bins[BINS];

        CHECK_ALLOCATIONS(c, ctx, kg_array_sort(out, index, ctx, type, N, in, 1));
        CHECK_ALLOCATIONS(c, ctx, kg_array_distinct(out, index, &count, ctx, type, N, in));
        CHECK_ALLOCATIONS(c, ctx, kg_array_distinct(out, NULL, &count, ctx, type, N, in));
        CHECK_ALLOCATIONS(c, ctx, kg_array_top(out, index, ctx, type, N, in, 7, 1));
        CHECK_ALLOCATIONS(c, ctx, kg_array_runs(out, index, &count, ctx, type, N, in));
        CHECK_ALLOCATIONS(c, ctx, kg_array_split(out, &count, ctx, type, N, in));
        CHECK_ALLOCATIONS(c, ctx, kg_array_histogram(bins, NULL, ctx, type, N, in, BINS, 0, 1));
        CHECK_ALLOCATIONS(
            c, ctx, kg_array_compact_if(out, &count, ctx, type, N, in, KG_LESS, zero));
        check_say(c, "arguments");
        check_status(c, ctx, kg_array_sort(NULL, NULL, ctx, type, 1, in, 0), KG_ARGUMENT);
        check_status(c, ctx, kg_array_sort(out, NULL, ctx, (kg_type)99, 1, in, 0), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_histogram(bins, NULL, ctx, type, 1, in, 0, 0, 1), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_histogram(bins, NULL, ctx, type, 1, in, 1, 1, 1), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_histogram(bins, NULL, ctx, type, 1, in, 1, 0, INFINITY), KG_ARGUMENT);
        kg__free(ctx, index);
        kg__free(ctx, out);
        kg__free(ctx, in);
    }
    free(word);
    free(value);
}

#define CASES(name, test)                                                                          \
    {"typed." name "_u64", test, NULL, KG_U64}, {"typed." name "_i64", test, NULL, KG_I64},        \
        {"typed." name "_f32", test, NULL, KG_F32},                                                \
    {                                                                                              \
        "typed." name "_f64", test, NULL, KG_F64                                                   \
    }

const check_case check_typed_cases[] = {
    CASES("scan", scan_test),
    CASES("reduce", reduce_test),
    CASES("sort", sort_test),
    CASES("filter", filter_test),
    CASES("histogram", histogram_test),
    CASES("faults", fault_test),
    {NULL},
};
