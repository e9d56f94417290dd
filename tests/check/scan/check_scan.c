/* Cases of the array primitives: prefix sums, reductions, selection by flags, of unsigned
 * integers. */
#include "check.h"
#include "scan/array_ops.h"
#include <stdlib.h>
#include <string.h>

enum { BENCH_ITEMS = 1 << 24 };

static kg_type type_of(size_t width)
{
    return width == 4 ? KG_U32 : KG_U64;
}

static kg_status scan(kg_context *ctx, size_t width, bool inclusive, void *sum, uint64_t *total,
    uint64_t n, const void *value)
{
    kg_number all = {0};
    kg_status status = kg_array_scan(sum, total ? &all : NULL, ctx, type_of(width), n, value,
        KG_SCAN_SUM, inclusive ? KG_SCAN_INCLUSIVE : KG_SCAN_EXCLUSIVE);

    if (total)
        *total = all.whole;
    return status;
}

/* The number alone, for which unsigned integers have a way of their own. */
static kg_status find_number(
    kg_context *ctx, size_t width, bool max, uint64_t *result, uint64_t n, const void *value)
{
    kg_number number = {0};
    kg_status status =
        (max ? kg_array_argmax : kg_array_argmin)(NULL, &number, ctx, type_of(width), n, value);

    *result = number.whole;
    return status;
}

static kg_status reduce_sum(
    kg_context *ctx, size_t width, uint64_t *result, uint64_t n, const void *value)
{
    kg_number sum = {0};
    kg_status status = kg_array_sum(&sum, NULL, ctx, type_of(width), n, value);

    *result = sum.whole;
    return status;
}

/* The slot that other rooms take sums by; n > 0. Its overflow has no text. */
static kg_status reduce_slot(
    kg_context *ctx, size_t width, uint64_t *result, uint64_t n, const void *value)
{
    kg_status status;

    kg__begin(ctx);
    status = width == 4 ? kg__array(ctx)->reduce_u32(ctx, result, n, value, KG__SUM)
                        : kg__array(ctx)->reduce_u64(ctx, result, n, value, KG__SUM);
    return status == KG_OVERFLOW ? kg__fail(ctx, status, "the slot's sum") : status;
}

/* value: NULL for positions. */
static kg_status select_by_flags(kg_context *ctx, size_t width, void *kept, uint64_t *count,
    uint64_t n, const void *value, const uint8_t *flag)
{
    if (!value)
        return kg_array_select_positions(kept, count, ctx, type_of(width), n, flag);
    return kg_array_select_flagged(kept, count, ctx, type_of(width), n, value, flag);
}

/* ---- prefix sums ----------------------------------------------------------------------------- */

/* One input on all contexts: to another array, in place, and from and to an odd place. expected:
 * packed. */
static void check_scan(check *c, bool inclusive, uint64_t n, const void *value,
    const void *expected, kg_status status, uint64_t total)
{
    const size_t width = c->now->width;
    void *got = check_array(n, width);
    char *odd = check_array(n + 1, width); /* the values, one place on */

    memset(odd, 0, width);
    if (n)
        memcpy(odd + width, value, n * width);
    for (int t = 0; t < 3 * c->contexts; t++) {
        static const char *const way[] = {"sum", "in place", "at an odd place"};
        const size_t skip = t % 3 == 2 ? width : 0;
        kg_context *ctx = c->context[t / 3];
        char *in = check_upload(ctx, skip ? odd : value, n + (skip != 0), width);
        char *out = t % 3 == 1 ? in : check_upload(ctx, NULL, n + (skip != 0), width);
        uint64_t all = ~total;

        if (check_status(
                c, ctx, scan(ctx, width, inclusive, out + skip, &all, n, in + skip), status) &&
            status == KG_OK) {
            check_download(ctx, got, out + skip, n, width);
            check_equal(c, ctx, way[t % 3], got, expected, n, width);
            check_number(c, ctx, "total", all, total);
        }
        if (out != in)
            kg__free(ctx, out);
        kg__free(ctx, in);
    }
    free(odd);
    free(got);
}

static void scan_test(check *c)
{
    const size_t width = c->now->width;

    for (check_input at = {0}; check_next(&at);) {
        const uint64_t n = at.n;
        uint64_t *value = check_array(n, 8), *sum = check_array(n, 8);
        void *packed = check_array(n, width), *expected = check_array(n, width);

        check_fill(value, n, width, at.pattern, c->seed);
        if (at.pattern == CHECK_ONES && n) { /* the largest sum that fits, by its last value */
            memset(value, 0, n * sizeof *value);
            value[n - 1] = UINT64_MAX >> (64 - 8 * width);
        }
        check_pack(packed, value, n, width);
        for (int inclusive = 0; inclusive < 2; inclusive++) {
            unsigned __int128 all = 0, most = 0; /* of the results */

            for (uint64_t i = 0; i < n; i++) {
                most = inclusive ? all + value[i] : all;
                sum[i] = (uint64_t)most;
                all += value[i];
            }
            check_pack(expected, sum, n, width);
            check_say(c, "%s, %llu values, %s", inclusive ? "inclusive" : "exclusive",
                (unsigned long long)n, check_pattern_name(at.pattern));
            check_scan(c, inclusive, n, packed, expected,
                most >> (8 * width) || all >> 64 ? KG_OVERFLOW : KG_OK, (uint64_t)all);
        }
        free(expected);
        free(packed);
        free(sum);
        free(value);
    }
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t one = 1;
        void *in;

        check_say(c, "NULL");
        check_status(c, ctx, scan(ctx, width, true, NULL, NULL, 1, &one), KG_ARGUMENT);
        check_status(c, ctx, scan(ctx, width, false, &one, NULL, 1, NULL), KG_ARGUMENT);
        check_status(c, ctx, scan(ctx, width, false, NULL, NULL, 0, NULL), KG_OK);
        in = check_upload(ctx, &one, 1, sizeof one);
        CHECK_ALLOCATIONS(c, ctx, scan(ctx, width, false, in, NULL, 1, in));
        kg__free(ctx, in);
    }
}

static void scan_bench(check *c)
{
    const size_t width = c->now->width;
    const uint64_t n = BENCH_ITEMS / width * 4;

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t *value = check_array(n, 8), total = 0, sum = 0, last = 0;
        void *in, *out = check_upload(ctx, NULL, n, width);

        check_fill(value, n, width, CHECK_SMALL, c->seed);
        for (uint64_t i = 0; i < n; i++)
            sum += value[i];
        check_pack(value, value, n, width);
        in = check_upload(ctx, value, n, width);
        for (check_clock clock = {0}; check_again(c, &clock, ctx, "inclusive", n, 2 * n * width);)
            check_status(c, ctx, scan(ctx, width, true, out, &total, n, in), KG_OK);
        check_download(ctx, &last, (char *)out + (n - 1) * width, 1, width);
        check_number(c, ctx, "total", total, sum);
        check_number(c, ctx, "last sum", last, sum);
        kg__free(ctx, in);
        kg__free(ctx, out);
        free(value);
    }
}

/* ---- reductions ------------------------------------------------------------------------------ */

static void reduce_test(check *c)
{
    const size_t width = c->now->width;

    for (check_input at = {0}; check_next(&at);) {
        const uint64_t n = at.n;
        uint64_t *value = check_array(n, 8), least = UINT64_MAX, most = 0;
        unsigned __int128 sum = 0;

        check_fill(value, n, width, at.pattern, c->seed);
        for (uint64_t i = 0; i < n; i++) {
            sum += value[i];
            least = value[i] < least ? value[i] : least;
            most = value[i] > most ? value[i] : most;
        }
        check_say(c, "%llu values, %s", (unsigned long long)n, check_pattern_name(at.pattern));
        check_pack(value, value, n, width);
        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            void *in = check_upload(ctx, value, n, width);
            const kg_status some = n ? KG_OK : KG_ARGUMENT;
            uint64_t got;

            if (check_status(
                    c, ctx, reduce_sum(ctx, width, &got, n, in), sum >> 64 ? KG_OVERFLOW : KG_OK) &&
                !(sum >> 64))
                check_number(c, ctx, "sum", got, (uint64_t)sum);
            if (n &&
                check_status(c, ctx, reduce_slot(ctx, width, &got, n, in),
                    sum >> 64 ? KG_OVERFLOW : KG_OK) &&
                !(sum >> 64))
                check_number(c, ctx, "the slot's sum", got, (uint64_t)sum);
            if (check_status(c, ctx, find_number(ctx, width, false, &got, n, in), some) && n)
                check_number(c, ctx, "least", got, least);
            if (check_status(c, ctx, find_number(ctx, width, true, &got, n, in), some) && n)
                check_number(c, ctx, "most", got, most);
            kg__free(ctx, in);
        }
        free(value);
    }
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t one = 1;
        void *in;

        check_say(c, "NULL");
        check_status(c, ctx, reduce_sum(ctx, width, &one, 1, NULL), KG_ARGUMENT);
        check_status(c, ctx, find_number(ctx, width, true, &one, 1, NULL), KG_ARGUMENT);
        in = check_upload(ctx, &one, 1, sizeof one);
        CHECK_ALLOCATIONS(c, ctx, reduce_sum(ctx, width, &one, 1, in));
        CHECK_ALLOCATIONS(c, ctx, find_number(ctx, width, true, &one, 1, in));
        kg__free(ctx, in);
    }
}

static void reduce_bench(check *c)
{
    const size_t width = c->now->width;
    const uint64_t n = BENCH_ITEMS / width * 4;

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t *value = check_array(n, 8), got = 0, sum = 0, least = UINT64_MAX;
        void *in;

        check_fill(value, n, width, CHECK_RANGE, c->seed);
        for (uint64_t i = 0; i < n; i++) {
            value[i] >>= 4 * width;
            sum += value[i];
            least = value[i] < least ? value[i] : least;
        }
        check_pack(value, value, n, width);
        in = check_upload(ctx, value, n, width);
        for (check_clock clock = {0}; check_again(c, &clock, ctx, "sum", n, n * width);)
            check_status(c, ctx, reduce_sum(ctx, width, &got, n, in), KG_OK);
        check_number(c, ctx, "sum", got, sum);
        for (check_clock clock = {0}; check_again(c, &clock, ctx, "min", n, n * width);)
            check_status(c, ctx, find_number(ctx, width, false, &got, n, in), KG_OK);
        check_number(c, ctx, "least", got, least);
        kg__free(ctx, in);
        free(value);
    }
}

/* ---- selection by flags ---------------------------------------------------------------------- */

/* How many of 256 flags are set, about; a set flag is any number but 0. */
static const unsigned densities[] = {0, 1, 128, 255, 256};
enum { DENSITIES = sizeof densities / sizeof *densities };

static void fill_flags(uint8_t *flag, uint64_t n, unsigned density, uint64_t seed)
{
    for (uint64_t i = 0; i < n; i++) {
        uint64_t x = check_random(&seed);

        flag[i] = x % 256 < density ? (uint8_t)(1 + (x >> 8) % 255) : 0;
    }
}

/* One input on all contexts. value: packed, or NULL for positions; the output has no room for more
 * than it needs. */
static void check_select(check *c, uint64_t n, const void *value, const uint8_t *flag,
    const void *expected, uint64_t count)
{
    const size_t width = c->now->width;
    void *got = check_array(count, width);

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        void *in = value ? check_upload(ctx, value, n, width) : NULL;
        void *flags = check_upload(ctx, flag, n, 1);
        void *out = check_upload(ctx, NULL, count, width);
        uint64_t kept = ~count;

        if (check_status(c, ctx, select_by_flags(ctx, width, out, &kept, n, in, flags), KG_OK) &&
            check_number(c, ctx, "count", kept, count)) {
            check_download(ctx, got, out, count, width);
            check_equal(c, ctx, value ? "kept" : "index", got, expected, count, width);
        }
        kg__free(ctx, out);
        kg__free(ctx, flags);
        kg__free(ctx, in);
    }
    free(got);
}

static void select_test(check *c)
{
    const size_t width = c->now->width;

    for (check_input at = {0}; check_next(&at);)
        for (int d = at.pattern == CHECK_RANDOM ? 0 : DENSITIES; d < DENSITIES; d++) {
            const uint64_t n = at.n;
            uint64_t *value = check_array(n, 8), *kept = check_array(n, 8);
            uint64_t *index = check_array(n, 8), count = 0;
            uint8_t *flag = check_array(n, 1);

            check_fill(value, n, width, CHECK_RANDOM, c->seed);
            fill_flags(flag, n, densities[d], c->seed);
            for (uint64_t i = 0; i < n; i++)
                if (flag[i]) {
                    index[count] = i;
                    kept[count++] = value[i];
                }
            check_pack(value, value, n, width);
            check_pack(kept, kept, count, width);
            check_pack(index, index, count, width);
            check_say(c, "%llu values, %u of 256 flags", (unsigned long long)n, densities[d]);
            if (n)
                check_select(c, n, value, flag, kept, count);
            check_select(c, n, NULL, flag, index, count);
            free(flag);
            free(index);
            free(kept);
            free(value);
        }
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t one = 1, count;
        uint8_t set = 1;
        void *in, *out;

        check_say(c, "NULL");
        check_status(c, ctx, select_by_flags(ctx, width, NULL, &count, 1, &one, &set), KG_ARGUMENT);
        check_status(c, ctx, select_by_flags(ctx, width, &one, NULL, 1, &one, &set), KG_ARGUMENT);
        check_status(c, ctx, select_by_flags(ctx, width, &one, &count, 1, NULL, NULL), KG_ARGUMENT);
        check_status(c, ctx, select_by_flags(ctx, 4, NULL, &count, 1, NULL, &set), KG_ARGUMENT);
        check_status(c, ctx, select_by_flags(ctx, 8, NULL, &count, 1, NULL, &set), KG_ARGUMENT);
        if (width == 4) /* refused before anything is looked at */
            check_status(c, ctx,
                select_by_flags(ctx, width, &one, &count, (UINT64_C(1) << 32) + 1, NULL, &set),
                KG_OVERFLOW);
        in = check_upload(ctx, &set, 1, 1);
        out = check_upload(ctx, NULL, 1, width);
        CHECK_ALLOCATIONS(c, ctx, select_by_flags(ctx, width, out, &count, 1, NULL, in));
        kg__free(ctx, out);
        kg__free(ctx, in);
    }
}

static void select_bench(check *c)
{
    static const char *const name[DENSITIES] = {NULL, "1 of 256", "128 of 256", NULL, "all"};
    const size_t width = c->now->width;
    const uint64_t n = BENCH_ITEMS / width * 4;

    for (int i = 0; i < DENSITIES * c->contexts; i++) {
        const int d = i / c->contexts;
        kg_context *ctx = c->context[i % c->contexts];
        uint8_t *flag;
        uint64_t set = 0, count = 0, last = 0, got = 0;
        void *in, *out;

        if (!name[d])
            continue;
        flag = check_array(n, 1);
        fill_flags(flag, n, densities[d], c->seed);
        for (uint64_t k = 0; k < n; k++)
            if (flag[k]) {
                last = k;
                set++;
            }
        in = check_upload(ctx, flag, n, 1);
        out = check_upload(ctx, NULL, n, width);
        for (check_clock clock = {0}; check_again(c, &clock, ctx, name[d], n, n + set * width);)
            check_status(c, ctx, select_by_flags(ctx, width, out, &count, n, NULL, in), KG_OK);
        check_number(c, ctx, "count", count, set);
        check_download(ctx, &got, (char *)out + (set - 1) * width, 1, width);
        check_number(c, ctx, "last position", got, last);
        kg__free(ctx, out);
        kg__free(ctx, in);
        free(flag);
    }
}

const check_case check_scan_cases[] = {
    {"scan.prefix_u32", scan_test, scan_bench, 4},
    {"scan.prefix_u64", scan_test, scan_bench, 8},
    {"scan.reduce_u32", reduce_test, reduce_bench, 4},
    {"scan.reduce_u64", reduce_test, reduce_bench, 8},
    {"scan.select_flagged_u32", select_test, select_bench, 4},
    {"scan.select_flagged_u64", select_test, select_bench, 8},
    {NULL},
};
