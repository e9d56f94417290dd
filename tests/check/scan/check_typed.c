/* Cases of the array primitives of typed numbers, against their definitions: scans, reductions,
 * orders. */
#include "typed_oracle.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- scans ----------------------------------------------------------------------------------- */

static kg_number neutral(kg_type type, kg_scan_op op)
{
    kg_number one = {0};

    if (op == KG_SCAN_SUM)
        return one;
    if (typed_is_unsigned(type))
        one.whole = op == KG_SCAN_MIN ? typed_most(type) : 0;
    else if (typed_is_signed(type))
        one.integer =
            (int64_t)typed_most(type) * (op == KG_SCAN_MIN ? 1 : -1) - (op == KG_SCAN_MIN ? 0 : 1);
    else
        one.real = op == KG_SCAN_MIN ? INFINITY : -INFINITY;
    return one;
}

/* Whether floats hold an infinity or NaN. */
static bool has_special(kg_type type, uint64_t n, const void *value)
{
    bool found = false;

    for (uint64_t i = 0; typed_is_real(type) && i < n; i++)
        found |= !isfinite(typed_load(type, value, i).real);
    return found;
}

/* Returns whether a result passes its type. The last sum is no result of an exclusive scan. */
static bool scan_oracle(
    void *result, kg_type type, uint64_t n, const void *value, kg_scan_op op, bool exclusive)
{
    kg_number now = neutral(type, op), before;
    double page = 0, row = 0, run = 0, local = 0;
    bool passed = false;

    for (uint64_t i = 0; i < n; i++) {
        kg_number one = typed_load(type, value, i);
        const bool counts = !exclusive || i + 1 < n;

        before = now;
        if (op != KG_SCAN_SUM) {
            if (i == 0 || typed_compare(type, one, now) * (op == KG_SCAN_MIN ? 1 : -1) < 0)
                now = typed_plain_nan(type, one);
        } else if (type == KG_U64) {
            passed |= __builtin_add_overflow(now.whole, one.whole, &now.whole) && counts;
        } else if (type == KG_I64) {
            passed |= __builtin_add_overflow(now.integer, one.integer, &now.integer) && counts;
        } else if (typed_is_unsigned(type)) {
            now.whole += one.whole;
            passed |= counts && now.whole > typed_most(type);
        } else if (typed_is_signed(type)) {
            now.integer += one.integer;
            passed |= counts && (now.integer > (int64_t)typed_most(type) ||
                                    now.integer < -(int64_t)typed_most(type) - 1);
        } else {
            if (i % 32 == 0) {
                run += local;
                local = 0;
            }
            if (i % 1024 == 0) {
                row += run;
                run = 0;
            }
            if (i % 8192 == 0) {
                page += row;
                row = 0;
            }
            before.real = ((page + row) + run) + local;
            local += one.real;
            now.real = ((page + row) + run) + local;
        }
        typed_store(type, result, i, exclusive ? before : now);
    }
    if (typed_is_real(type) && op == KG_SCAN_SUM)
        passed = has_special(type, n, result) && !has_special(type, n, value);
    return passed;
}

static void plain_nans(kg_type type, uint64_t n, void *value)
{
    for (uint64_t i = 0; typed_is_real(type) && i < n; i++)
        typed_store(type, value, i, typed_plain_nan(type, typed_load(type, value, i)));
}

static double sum_oracle(kg_type type, uint64_t n, const void *value)
{
    uint64_t count = (n + 1023) / 1024;
    double *part = check_array(count + 1, sizeof *part), all;

    part[0] = 0;
    for (uint64_t p = 0; p < count; p++) {
        double lane[32] = {0};

        for (uint64_t i = 1024 * p; i < n && i < 1024 * (p + 1); i++)
            lane[i % 32] += typed_load(type, value, i).real;
        for (int width = 1; width < 32; width *= 2)
            for (int l = 0; l < 32; l += 2 * width)
                lane[l] += lane[l + width];
        part[p] = lane[0];
    }
    for (; count > 1; count = (count + 31) / 32)
        for (uint64_t p = 0; p < count; p++) {
            double before = p % 32 ? part[p / 32] : 0;

            part[p / 32] = before + part[p];
        }
    all = part[0];
    free(part);
    return all;
}

/* Returns whether the sum of all numbers passes 64 bits, or a double. */
static bool total_passes(kg_type type, uint64_t n, const void *value)
{
    __int128 all = 0;

    if (typed_is_real(type))
        return !isfinite(sum_oracle(type, n, value)) && !has_special(type, n, value);
    for (uint64_t i = 0; i < n; i++) {
        const kg_number one = typed_load(type, value, i);

        all += typed_is_signed(type) ? (__int128)one.integer : (__int128)one.whole;
    }
    return typed_is_signed(type) ? all != (int64_t)all : all >> 64 != 0;
}

/* What the scan of one number more would give, but for the order of a sum of floats. */
static void check_total(check *c, kg_context *ctx, kg_type type, uint64_t n, const void *value,
    kg_scan_op op, kg_number total)
{
    kg_number expected = neutral(type, op);

    if (typed_is_real(type) && op == KG_SCAN_SUM)
        expected.real = sum_oracle(type, n, value);
    else if (n)
        expected = typed_load(type, value, 0);
    for (uint64_t i = 1; i < n && !(typed_is_real(type) && op == KG_SCAN_SUM); i++) {
        const kg_number one = typed_load(type, value, i);

        if (op == KG_SCAN_SUM)
            expected.whole += one.whole;
        else if (typed_compare(type, one, expected) * (op == KG_SCAN_MIN ? 1 : -1) < 0)
            expected = one;
    }
    expected = typed_plain_nan(type, expected);
    check_equal(c, ctx, "total", &total, &expected, 1, 8);
}

/* One input on all contexts, in place and not, every other time with the total. */
static void check_scans(check *c, kg_type type, uint64_t n, const void *value)
{
    const size_t size = kg_type_size(type);
    const bool all_passes = total_passes(type, n, value);
    void *expected = check_array(n, size);

    for (int way = 0; way < 6; way++) {
        const kg_scan_op op = (kg_scan_op)(way / 2);
        bool passed = scan_oracle(expected, type, n, value, op, way % 2);

        plain_nans(type, n, expected);
        for (int t = 0; t < 2 * c->contexts; t++) {
            kg_context *ctx = c->context[t / 2];
            void *in = check_upload(ctx, value, n, size);
            void *out = t % 2 ? in : check_upload(ctx, NULL, n, size);
            const bool with_total = (t / 2 + t + way) % 2;
            const kg_scan_kind kind = way % 2 ? KG_SCAN_EXCLUSIVE : KG_SCAN_INCLUSIVE;
            const bool fails = passed || (with_total && op == KG_SCAN_SUM && all_passes);
            kg_number total;

            if (check_status(c, ctx,
                    kg_array_scan(out, with_total ? &total : NULL, ctx, type, n, in, op, kind),
                    fails ? KG_OVERFLOW : KG_OK) &&
                !fails) {
                typed_equal(c, ctx, t % 2 ? "scan in place" : "scan", out, expected, n, size);
                if (with_total)
                    check_total(c, ctx, type, n, value, op, total);
            }
            if (out != in)
                kg__free(ctx, out);
            kg__free(ctx, in);
        }
    }
    free(expected);
}

static void scan_test(check *c)
{
    void *value = check_array(TYPED_MOST, 8);

    for (check_input at = {0}; typed_next_input(c, &at, value);)
        check_scans(c, typed_type(c), at.n, value);
    free(value);
}

/* ---- reductions ------------------------------------------------------------------------------ */

static void check_sum(
    check *c, kg_context *ctx, kg_type type, uint64_t n, const void *host, const void *in)
{
    kg_number sum;
    double mean;
    __int128 all = 0;

    if (typed_is_real(type)) {
        double expected = sum_oracle(type, n, host);
        const bool passed = !isfinite(expected) && !has_special(type, n, host);

        check_status(
            c, ctx, kg_array_sum(&sum, &mean, ctx, type, n, in), passed ? KG_OVERFLOW : KG_OK);
        if (isnan(expected))
            expected = __builtin_nan("");
        if (!passed)
            check_equal(c, ctx, "sum", &sum, &expected, 1, 8);
        return;
    }
    for (uint64_t i = 0; i < n; i++)
        all += typed_is_unsigned(type) ? (__int128)typed_load(type, host, i).whole
                                       : typed_load(type, host, i).integer;
    if (typed_is_unsigned(type) ? all >> 64 != 0 : all != (int64_t)all) {
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

static void check_reductions(check *c, kg_type type, uint64_t n, const void *value)
{
    uint64_t least = 0, most = 0, got;
    kg_status (*find)(uint64_t *, kg_number *, kg_context *, kg_type, uint64_t, const void *);
    kg_number number;

    for (uint64_t i = 1; i < n; i++) {
        if (typed_compare(type, typed_load(type, value, i), typed_load(type, value, least)) < 0)
            least = i;
        if (typed_compare(type, typed_load(type, value, i), typed_load(type, value, most)) > 0)
            most = i;
    }
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        void *in = check_upload(ctx, value, n, kg_type_size(type));
        const kg_status some = n ? KG_OK : KG_ARGUMENT;

        check_sum(c, ctx, type, n, value, in);
        for (int max = 0; max < 2; max++) {
            const uint64_t at = max ? most : least;
            const kg_number expected =
                n ? typed_plain_nan(type, typed_load(type, value, at)) : (kg_number){0};

            find = max ? kg_array_argmax : kg_array_argmin;
            if (!check_status(c, ctx, find(&got, &number, ctx, type, n, in), some) || !n)
                continue;
            check_number(c, ctx, max ? "argmax" : "argmin", got, at);
            check_equal(c, ctx, max ? "greatest" : "least", &number, &expected, 1, 8);
            check_status(c, ctx, find(NULL, &number, ctx, type, n, in), KG_OK);
            check_equal(c, ctx, max ? "greatest alone" : "least alone", &number, &expected, 1, 8);
            check_status(c, ctx, find(&got, NULL, ctx, type, n, in), KG_OK);
            check_number(c, ctx, max ? "argmax alone" : "argmin alone", got, at);
        }
        kg__free(ctx, in);
    }
}

static void reduce_test(check *c)
{
    void *value = check_array(TYPED_MOST, 8);

    for (check_input at = {0}; typed_next_input(c, &at, value);)
        check_reductions(c, typed_type(c), at.n, value);
    free(value);
}

/* Enough for several rounds of everything: sums, and numbers that are there many times. */
static void large_test(check *c)
{
    const kg_type type = typed_type(c);
    const uint64_t n = check_is_small() ? 20011 : 3000017;
    void *value = check_array(n, 8);

    check_say(c, "%llu numbers with sums", (unsigned long long)n);
    typed_fill_sums(type, n, value, c->seed);
    check_scans(c, type, n, value);
    check_reductions(c, type, n, value);
    free(value);
}

/* Sums of finite floats that pass their type at one place alone, at each level of their order, and
 * then come back; the same with an infinity or a NaN beside, which makes them proper results. */
static void overflow_test(check *c)
{
    static const uint64_t places[] = {
        1, 31, 32, 33, 1023, 1024, 5000, 8191, 8192, 8200, 20000, 24575};
    enum { N = 24580 };
    const kg_type type = typed_type(c);
    const double most = type == KG_F32 ? (double)FLT_MAX : DBL_MAX;
    void *value = check_array(N, 8);

    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
        for (int way = 0; way < 6; way++) {
            const uint64_t place = places[p], n = way % 2 ? N : place + 1;

            memset(value, 0, N * 8);
            for (int i = 0; i < 3; i++) { /* back at once, or with the last number */
                const uint64_t at = i < 2 ? place - 1 + (uint64_t)i : way < 2 ? place + 1 : N - 1;

                typed_store(type, value, at, (kg_number){.real = i < 2 ? most : -most});
            }
            if (way >= 4)
                typed_store(type, value, n / 2, (kg_number){.real = p % 2 ? INFINITY : NAN});
            check_say(c, "%llu numbers, way %d, greatest at %llu", (unsigned long long)n, way,
                (unsigned long long)place);
            check_scans(c, type, n, value);
            check_reductions(c, type, n, value);
        }
    free(value);
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
        position[k] = j < n && sign * typed_compare(type, typed_load(type, value, position[j]),
                                          typed_load(type, value, spare[i])) <
                                   0
                          ? position[j++]
                          : spare[i++];
}

/* ---- orders ---------------------------------------------------------------------------------- */

/* Sort, top-k, distinct with and without counts, from the positions in order. */
typedef struct order {
    uint64_t n, count; /* numbers, distinct ones */
    const void *value;
    uint64_t *position, *times; /* [n], [count] */
    uint32_t *rank;             /* [n] */
    void *sorted, *distinct;    /* [n], [count] */
} order;

/* Compares numbers, of which any NaN is as good as another, with an array of the backend's. */
static void check_alike(check *c, kg_context *ctx, const char *name, kg_type type, uint64_t count,
    const void *array, const void *expected)
{
    void *got = typed_fetch(ctx, array, count, kg_type_size(type));

    c->compared++;
    for (uint64_t i = 0; i < count; i++)
        if (typed_compare(type, typed_load(type, got, i), typed_load(type, expected, i))) {
            check_fail(c, ctx, "%s[%llu]", name, (unsigned long long)i);
            break;
        }
    free(got);
}

static void check_order(check *c, kg_context *ctx, kg_type type, const order *o, bool descending)
{
    const size_t size = kg_type_size(type);
    const uint64_t n = o->n, k = n / 3 + 2, top = k < n ? k : n;
    void *in = check_upload(ctx, o->value, n, size), *out = check_upload(ctx, NULL, n, size);
    uint64_t *index = check_upload(ctx, NULL, n, 8), count = 0;
    uint32_t *rank = check_upload(ctx, NULL, n, sizeof *rank);
    const kg_order how = descending ? KG_DESCENDING : KG_ASCENDING;

    check_status(c, ctx,
        kg_array_top(out, index, ctx, type, n, in, k, descending ? KG_TOP_GREATEST : KG_TOP_LEAST),
        KG_OK);
    typed_equal(c, ctx, "top's index", index, o->position, top, 8);
    check_alike(c, ctx, "top", type, top, out, o->sorted);
    check_status(c, ctx, kg_array_sort(out, index, ctx, type, n, in, how), KG_OK);
    typed_equal(c, ctx, "sorted", out, o->sorted, n, size);
    typed_equal(c, ctx, "position", index, o->position, n, 8);
    kg__memory(ctx)->clear(ctx, index, 0, n * sizeof *index);
    check_status(c, ctx, kg_array_sort(NULL, index, ctx, type, n, in, how), KG_OK);
    typed_equal(c, ctx, "position alone", index, o->position, n, 8);
    if (!descending) {
        check_status(c, ctx, kg_array_distinct(out, index, NULL, &count, ctx, type, n, in), KG_OK);
        check_number(c, ctx, "count", count, o->count);
        check_alike(c, ctx, "distinct", type, o->count, out, o->distinct);
        typed_equal(c, ctx, "times", index, o->times, o->count, 8);
        check_status(c, ctx, kg_array_distinct(out, index, rank, &count, ctx, type, n, in), KG_OK);
        check_number(c, ctx, "count", count, o->count);
        check_alike(c, ctx, "distinct", type, o->count, out, o->distinct);
        typed_equal(c, ctx, "times", index, o->times, o->count, 8);
        typed_equal(c, ctx, "rank", rank, o->rank, n, sizeof *rank);
        kg__memory(ctx)->clear(ctx, rank, 0, n * sizeof *rank);
        check_status(c, ctx, kg_array_distinct(in, NULL, rank, &count, ctx, type, n, in), KG_OK);
        typed_equal(c, ctx, "distinct", in, o->distinct, o->count, size);
        typed_equal(c, ctx, "rank", rank, o->rank, n, sizeof *rank);
        kg__free(ctx, in);
        in = check_upload(ctx, o->value, n, size);
        check_status(c, ctx, kg_array_distinct(in, NULL, NULL, &count, ctx, type, n, in), KG_OK);
        typed_equal(c, ctx, "distinct", in, o->distinct, o->count, size);
        kg__free(ctx, in);
        in = check_upload(ctx, o->value, n, size);
    }
    check_status(c, ctx, kg_array_sort(in, NULL, ctx, type, n, in, how), KG_OK);
    typed_equal(c, ctx, "sorted in place", in, o->sorted, n, size);
    kg__free(ctx, rank);
    kg__free(ctx, index);
    kg__free(ctx, out);
    kg__free(ctx, in);
}

static void sort_test(check *c)
{
    const kg_type type = typed_type(c);
    order o = {.position = check_array(TYPED_MOST, 8),
        .times = check_array(TYPED_MOST, 8),
        .rank = check_array(TYPED_MOST, sizeof(uint32_t)),
        .sorted = check_array(TYPED_MOST, 8),
        .distinct = check_array(TYPED_MOST, 8)};
    uint64_t *spare = check_array(TYPED_MOST, 8);
    void *value = check_array(TYPED_MOST, 8);

    o.value = value;
    for (check_input at = {0}; typed_next_input(c, &at, value);)
        for (int descending = 0; descending < 2; descending++) {
            o.n = at.n;
            o.count = 0;
            for (uint64_t i = 0; i < o.n; i++)
                o.position[i] = i;
            sort_positions(o.position, spare, type, o.n, value, descending ? -1 : 1);
            for (uint64_t i = 0; i < o.n; i++) {
                kg_number one = typed_plain_nan(type, typed_load(type, value, o.position[i]));

                typed_store(type, o.sorted, i, one);
                if (i == 0 || typed_compare(type, one, typed_load(type, o.sorted, i - 1))) {
                    typed_store(type, o.distinct, o.count, one);
                    o.times[o.count++] = 0;
                }
                o.times[o.count - 1]++;
                o.rank[o.position[i]] = (uint32_t)(o.count - 1);
            }
            for (int t = 0; t < c->contexts; t++)
                check_order(c, c->context[t], type, &o, descending);
        }
    free(value);
    free(spare);
    free(o.distinct);
    free(o.sorted);
    free(o.rank);
    free(o.times);
    free(o.position);
}

const check_case check_typed_cases[] = {
    TYPED_CASES("scan", scan_test),
    TYPED_CASES("reduce", reduce_test),
    TYPED_CASES("large", large_test),
    {"typed.overflow_f32", overflow_test, NULL, KG_F32},
    {"typed.overflow_f64", overflow_test, NULL, KG_F64},
    TYPED_CASES("sort", sort_test),
    {NULL},
};
