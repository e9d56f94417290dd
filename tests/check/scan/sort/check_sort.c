/* Cases of the array primitives: sort and distinct. */
#include "check.h"
#include "scan/array_ops.h"
#include <stdlib.h>
#include <string.h>

/* MANY: larger inputs are tried in one way each, another one for the next pattern and size. */
enum { BENCH_ITEMS = 1 << 24, MANY = 2000 };

static kg_type type_of(size_t width)
{
    return width == 4 ? KG_U32 : KG_U64;
}

/* Keys alone by the public call, pairs by the slots. */
static kg_status sort(kg_context *ctx, size_t width, size_t value_width, void *sorted_key,
    void *sorted_value, uint64_t n, const void *key, const void *value)
{
    const kg__array_ops *ops = kg__array(ctx);

    if (!value_width)
        return kg_array_sort(sorted_key, NULL, ctx, type_of(width), n, key, KG_ASCENDING);
    kg__begin(ctx);
    if (!n)
        return KG_OK;
    if (value_width == 4)
        return width == 4 ? ops->sort_u32_u32(ctx, sorted_key, sorted_value, n, key, value)
                          : ops->sort_u64_u32(ctx, sorted_key, sorted_value, n, key, value);
    return width == 4 ? ops->sort_u32_u64(ctx, sorted_key, sorted_value, n, key, value)
                      : ops->sort_u64_u64(ctx, sorted_key, sorted_value, n, key, value);
}

static kg_status distinct(kg_context *ctx, size_t width, void *values, uint64_t *count,
    uint32_t *rank, uint64_t n, const void *value)
{
    return kg_array_distinct(values, NULL, rank, count, ctx, type_of(width), n, value);
}

/* ---- the oracle: a stable merge sort -----------------------------------------------------------
 */

typedef struct record {
    uint64_t key, position;
} record;

static void merge_sort(record *r, record *spare, uint64_t n)
{
    const uint64_t half = n / 2;

    if (n < 2)
        return;
    merge_sort(r, spare, half);
    merge_sort(r + half, spare, n - half);
    memcpy(spare, r, half * sizeof *r);
    for (uint64_t i = 0, j = half, k = 0; i < half; k++)
        r[k] = j < n && r[j].key < spare[i].key ? r[j++] : spare[i++];
}

/* Keys in order, and where each stood; [n] both. */
static void sort_oracle(uint64_t *sorted, uint64_t *position, uint64_t n, const uint64_t *key)
{
    record *r = check_array(n, sizeof *r), *spare = check_array(n / 2, sizeof *spare);

    for (uint64_t i = 0; i < n; i++)
        r[i] = (record){key[i], i};
    merge_sort(r, spare, n);
    for (uint64_t i = 0; i < n; i++) {
        sorted[i] = r[i].key;
        position[i] = r[i].position;
    }
    free(spare);
    free(r);
}

/* ---- sort ------------------------------------------------------------------------------------ */

/* The ways to call a sort; * values in place or positions. */
enum { IN_PLACE = 1, NO_KEYS = 2, POSITIONS = 4, WAYS = 8 };

/* One input, one context, one way. key, sorted: packed. position: [n]; the values are positions
 * with their bits turned round, so that they are told from positions. */
static void check_sort(check *c, kg_context *ctx, int way, size_t value_width, uint64_t n,
    const void *key, const void *sorted, const uint64_t *position)
{
    const size_t width = c->now->width;
    const bool in_place = way & IN_PLACE, positions = way & POSITIONS;
    uint64_t *value = check_array(n, 8), *expected = check_array(n, 8);
    void *got = check_array(n, 8), *in_key, *out_key, *in_value, *out_value;

    for (uint64_t i = 0; i < n; i++) {
        value[i] = ~i;
        expected[i] = positions ? position[i] : ~position[i];
    }
    check_pack(value, value, n, value_width);
    check_pack(expected, expected, n, value_width);
    in_key = check_upload(ctx, key, n, width);
    in_value = value_width && !positions ? check_upload(ctx, value, n, value_width) : NULL;
    out_key = way & NO_KEYS ? NULL : in_place ? in_key : check_upload(ctx, NULL, n, width);
    out_value = !value_width           ? NULL
                : in_place && in_value ? in_value
                                       : check_upload(ctx, NULL, n, value_width);
    if (check_status(c, ctx, sort(ctx, width, value_width, out_key, out_value, n, in_key, in_value),
            KG_OK)) {
        if (out_key) {
            check_download(ctx, got, out_key, n, width);
            check_equal(c, ctx, in_place ? "keys in place" : "keys", got, sorted, n, width);
        }
        if (out_key != in_key) {
            check_download(ctx, got, in_key, n, width);
            check_equal(c, ctx, "the input", got, key, n, width);
        }
        if (value_width) {
            check_download(ctx, got, out_value, n, value_width);
            check_equal(c, ctx,
                positions  ? "positions"
                : in_place ? "values in place"
                           : "values",
                got, expected, n, value_width);
        }
    }
    if (out_key != in_key)
        kg__free(ctx, out_key);
    if (out_value != in_value)
        kg__free(ctx, out_value);
    kg__free(ctx, in_value);
    kg__free(ctx, in_key);
    free(got);
    free(expected);
    free(value);
}

static void sort_failures(check *c, kg_context *ctx)
{
    enum { N = 100000 };
    const size_t width = c->now->width;
    uint64_t *key = check_array(N, 8), one = 1;
    void *in, *out, *value;

    check_say(c, "NULL");
    check_status(c, ctx, sort(ctx, width, 0, NULL, NULL, 1, &one, NULL), KG_ARGUMENT);
    check_status(c, ctx, sort(ctx, width, 0, &one, NULL, 1, NULL, NULL), KG_ARGUMENT);
    check_fill(key, N, width, CHECK_RANDOM, c->seed);
    check_pack(key, key, N, width);
    in = check_upload(ctx, key, N, width);
    out = check_upload(ctx, NULL, N, width);
    value = check_upload(ctx, NULL, N, 8);
    CHECK_ALLOCATIONS(c, ctx, sort(ctx, width, 0, out, NULL, N, in, NULL));
    CHECK_ALLOCATIONS(c, ctx, sort(ctx, width, 4, NULL, value, N, in, NULL));
    CHECK_ALLOCATIONS(c, ctx, sort(ctx, width, 8, in, value, N, in, value));
    kg__free(ctx, value);
    kg__free(ctx, out);
    kg__free(ctx, in);
    free(key);
}

static void sort_test(check *c)
{
    const size_t width = c->now->width;

    for (check_input at = {0}; check_next(&at);) {
        const uint64_t n = at.n;
        uint64_t *key = check_array(n, 8), *sorted = check_array(n, 8);
        uint64_t *position = check_array(n, 8);

        check_fill(key, n, width, at.pattern, c->seed);
        sort_oracle(sorted, position, n, key);
        check_pack(key, key, n, width);
        check_pack(sorted, sorted, n, width);
        for (int t = 0; t < c->contexts; t++)
            for (int way = 0; way < WAYS; way++) {
                const size_t value_width = (way + at.index) % 2 ? 8 : 4;

                if (n > MANY && way != at.index % WAYS)
                    continue;
                check_say(c, "%llu keys, %s, way %d", (unsigned long long)n,
                    check_pattern_name(at.pattern), way);
                check_sort(c, c->context[t], way, value_width, n, key, sorted, position);
                if (way <= IN_PLACE)
                    check_sort(c, c->context[t], way, 0, n, key, sorted, position);
            }
        free(position);
        free(sorted);
        free(key);
    }
    for (int t = 0; t < c->contexts; t++)
        sort_failures(c, c->context[t]);
}

/* Keys of which few highest digits have nearly all, so that threads share large buckets. */
static void skewed_test(check *c)
{
    enum { AROUND_MIDDLE, DEEP, NEARLY_EQUAL, NEARLY_SORTED, KINDS };
    static const char *const name[KINDS] = {
        "around the middle", "nine tenths alike", "nearly all equal", "a sorted bucket"};
    const size_t width = c->now->width;
    const unsigned bits = 8 * (unsigned)width;
    const uint64_t n = check_is_small() ? 150001 : 600001, half = UINT64_C(1) << (bits - 1);
    uint64_t *key = check_array(n, 8), *sorted = check_array(n, 8), *position = check_array(n, 8);
    uint64_t seed = c->seed;

    for (int kind = 0; kind < KINDS; kind++) {
        for (uint64_t i = 0; i < n; i++) {
            const uint64_t x = check_random(&seed), other = x >> (64 - bits);

            key[i] = kind == AROUND_MIDDLE  ? half + x % 200001 - 100000
                     : x % 10 == 0          ? other
                     : kind == DEEP         ? half / 3 + (x >> 40) % 100000
                     : kind == NEARLY_EQUAL ? half / 3
                                            : half / 3 + i / 2;
        }
        sort_oracle(sorted, position, n, key);
        check_pack(key, key, n, width);
        check_pack(sorted, sorted, n, width);
        for (int t = 0; t < c->contexts; t++) {
            check_say(c, "%s, context %d", name[kind], t);
            check_sort(c, c->context[t], 0, 0, n, key, sorted, position);
            check_sort(c, c->context[t], IN_PLACE, 0, n, key, sorted, position);
        }
        if (kind == DEEP) {
            void *in = check_upload(c->context[0], key, n, width);

            CHECK_ALLOCATIONS(
                c, c->context[0], sort(c->context[0], width, 0, in, NULL, n, in, NULL));
            kg__free(c->context[0], in);
        }
    }
    free(position);
    free(sorted);
    free(key);
}

/* Random keys of so many bits; pairs in the ways that building and reversing a graph use. */
static void sort_bench(check *c)
{
    static const struct {
        const char *name;
        unsigned bits;
        size_t value_width;
        bool keys, positions;
    } kind[] = {
        {"keys", 64, 0, true, false},
        {"keys of 24 bits", 24, 0, true, false},
        {"pairs u32", 64, 4, true, false},
        {"pairs u64", 64, 8, true, false},
        {"24 bits, pairs u32", 24, 4, true, false},
        {"24 bits, values only", 24, 4, false, false},
        {"24 bits, positions", 24, 4, false, true},
    };
    const size_t width = c->now->width;
    const uint64_t n = BENCH_ITEMS;

    for (size_t i = 0; i < sizeof kind / sizeof *kind * (size_t)c->contexts; i++) {
        const size_t k = i / (size_t)c->contexts, value_width = kind[k].value_width;
        kg_context *ctx = c->context[i % (size_t)c->contexts];
        uint64_t *key = check_array(n, 8), *position = check_array(n, 8), sum = 0, got = 0;
        void *in, *value = NULL, *out_value = NULL, *out;
        bool right = true;

        check_fill(key, n, width, CHECK_RANDOM, c->seed);
        for (uint64_t e = 0; e < n; e++) {
            if (kind[k].bits < 64)
                key[e] &= (UINT64_C(1) << kind[k].bits) - 1;
            sum += key[e] * key[e];
            position[e] = e;
        }
        check_pack(position, position, n, value_width);
        in = check_array(n, width);
        check_pack(in, key, n, width);
        out = check_upload(ctx, in, n, width);
        free(in);
        in = out;
        out = check_upload(ctx, NULL, n, width);
        if (value_width) {
            value = kind[k].positions ? NULL : check_upload(ctx, position, n, value_width);
            out_value = check_upload(ctx, NULL, n, value_width);
        }
        for (check_clock clock = {0}; check_again(c, &clock, ctx, kind[k].name, n,
                 n * (width * (1 + kind[k].keys) + value_width * (2 - kind[k].positions)));)
            check_status(c, ctx,
                sort(ctx, width, value_width, kind[k].keys ? out : NULL, out_value, n, in, value),
                KG_OK);
        if (value_width) { /* strictly increasing by (key, position): sorted, stable, complete */
            uint64_t before = 0, at = 0, now = 0;

            check_download(ctx, position, out_value, n, value_width);
            for (uint64_t e = 0; e < n && right; e++, before = now) {
                now = 0;
                memcpy(&now, (char *)position + e * value_width, value_width);
                right = now < n && (e == 0 || key[before] < key[now] ||
                                       (key[before] == key[now] && before < now));
                at += right;
            }
            check_number(c, ctx, "pairs in order", at, n);
        } else {
            check_download(ctx, position, out, n, width);
            for (uint64_t e = 0, before = 0, now; e < n; e++, before = now) {
                now = 0;
                memcpy(&now, (char *)position + e * width, width);
                right &= before <= now;
                got += now * now;
            }
            check_number(c, ctx, "keys in order", right, true);
            check_number(c, ctx, "sum of squares", got, sum);
        }
        kg__free(ctx, out_value);
        kg__free(ctx, value);
        kg__free(ctx, out);
        kg__free(ctx, in);
        free(position);
        free(key);
    }
}

/* ---- distinct -------------------------------------------------------------------------------- */

/* One input, one context. way: bit 0 in place, bit 1 with ranks. */
static void check_distinct(check *c, kg_context *ctx, int way, uint64_t n, const void *value,
    const void *expected, uint64_t count, const uint32_t *rank)
{
    const size_t width = c->now->width;
    void *in = check_upload(ctx, value, n, width), *got = check_array(n, 8);
    void *out = way & 1 ? in : check_upload(ctx, NULL, n, width);
    void *ranks = way & 2 ? check_upload(ctx, NULL, n, sizeof *rank) : NULL;
    uint64_t many = ~count;

    if (check_status(c, ctx, distinct(ctx, width, out, &many, ranks, n, in), KG_OK) &&
        check_number(c, ctx, "count", many, count)) {
        check_download(ctx, got, out, count, width);
        check_equal(c, ctx, way & 1 ? "in place" : "distinct", got, expected, count, width);
        if (ranks) {
            check_download(ctx, got, ranks, n, sizeof *rank);
            check_equal(c, ctx, "rank", got, rank, n, sizeof *rank);
        }
    }
    kg__free(ctx, ranks);
    if (out != in)
        kg__free(ctx, out);
    free(got);
    kg__free(ctx, in);
}

static void distinct_failures(check *c, kg_context *ctx, check_pattern pattern)
{
    enum { N = 100000 };
    const size_t width = c->now->width;
    uint64_t *value = check_array(N, 8), count;
    void *in, *out, *rank;

    check_say(c, "NULL");
    check_status(c, ctx, distinct(ctx, width, NULL, &count, NULL, 1, value), KG_ARGUMENT);
    check_status(c, ctx, distinct(ctx, width, value, NULL, NULL, 1, value), KG_ARGUMENT);
    check_status(c, ctx, distinct(ctx, width, value, &count, NULL, 1, NULL), KG_ARGUMENT);
    check_status(c, ctx,
        distinct(ctx, width, value, &count, (uint32_t *)value, (UINT64_C(1) << 32) + 1, value),
        KG_OVERFLOW);
    check_fill(value, N, width, pattern, c->seed);
    check_pack(value, value, N, width);
    in = check_upload(ctx, value, N, width);
    out = check_upload(ctx, NULL, N, width);
    rank = check_upload(ctx, NULL, N, 4);
    CHECK_ALLOCATIONS(c, ctx, distinct(ctx, width, out, &count, rank, N, in));
    CHECK_ALLOCATIONS(c, ctx, distinct(ctx, width, out, &count, NULL, N, in));
    kg__free(ctx, rank);
    kg__free(ctx, out);
    kg__free(ctx, in);
    free(value);
}

static void distinct_test(check *c)
{
    const size_t width = c->now->width;

    for (check_input at = {0}; check_next(&at);) {
        const uint64_t n = at.n;
        uint64_t *value = check_array(n, 8), *position = check_array(n, 8), count = 0;
        uint64_t *sorted = check_array(n, 8), *expected = check_array(n, 8);
        uint32_t *rank = check_array(n, sizeof *rank);

        check_fill(value, n, width, at.pattern, c->seed);
        sort_oracle(sorted, position, n, value);
        for (uint64_t i = 0; i < n; i++) {
            if (i == 0 || sorted[i] > sorted[i - 1])
                expected[count++] = sorted[i];
            rank[position[i]] = (uint32_t)(count - 1);
        }
        check_pack(value, value, n, width);
        check_pack(expected, expected, count, width);
        for (int t = 0; t < c->contexts; t++)
            for (int way = 0; way < 4; way++) {
                if (n > MANY && way != at.index % 4)
                    continue;
                check_say(c, "%llu values, %s, way %d", (unsigned long long)n,
                    check_pattern_name(at.pattern), way);
                check_distinct(c, c->context[t], way, n, value, expected, count, rank);
            }
        free(rank);
        free(expected);
        free(sorted);
        free(position);
        free(value);
    }
    for (int t = 0; t < c->contexts; t++) {
        distinct_failures(c, c->context[t], CHECK_RANDOM);
        distinct_failures(c, c->context[t], CHECK_RANGE);
    }
}

static void distinct_bench(check *c)
{
    static const struct {
        const char *name;
        unsigned bits;
        bool rank;
    } kind[] = {{"of 2^10", 10, false}, {"of 2^20", 20, false}, {"of 2^20, ranks", 20, true},
        {"of 2^27", 27, false}, {"of 2^27, ranks", 27, true}, {"any", 64, false},
        {"any, ranks", 64, true}};
    const size_t width = c->now->width;
    const uint64_t n = BENCH_ITEMS;

    for (size_t i = 0; i < sizeof kind / sizeof *kind * (size_t)c->contexts; i++) {
        const size_t k = i / (size_t)c->contexts;
        kg_context *ctx = c->context[i % (size_t)c->contexts];
        uint64_t *value = check_array(n, 8), *got = check_array(n, 8), count = 0;
        uint32_t *ranks = check_array(n, 4);
        void *in, *out, *rank;
        bool right = true;

        check_fill(value, n, width, CHECK_RANDOM, c->seed);
        if (kind[k].bits < 64)
            for (uint64_t e = 0; e < n; e++)
                value[e] &= (UINT64_C(1) << kind[k].bits) - 1;
        check_pack(got, value, n, width);
        in = check_upload(ctx, got, n, width);
        out = check_upload(ctx, NULL, n, width);
        rank = kind[k].rank ? check_upload(ctx, NULL, n, 4) : NULL;
        for (check_clock clock = {0}; check_again(
                 c, &clock, ctx, kind[k].name, n, n * (width + (rank ? sizeof *ranks : 0)));)
            check_status(c, ctx, distinct(ctx, width, out, &count, rank, n, in), KG_OK);
        memset(got, 0, n * sizeof *got);
        check_download(ctx, got, out, count, width);
        for (uint64_t e = 1, before, now; e < count; e++) { /* strictly increasing */
            before = now = 0;
            memcpy(&before, (char *)got + (e - 1) * width, width);
            memcpy(&now, (char *)got + e * width, width);
            right &= before < now;
        }
        if (rank) {
            check_download(ctx, ranks, rank, n, 4);
            for (uint64_t e = 0; e < n && right; e++) {
                uint64_t now = 0;

                right = ranks[e] < count;
                if (right)
                    memcpy(&now, (char *)got + ranks[e] * width, width);
                right = right && now == value[e];
            }
        }
        check_number(c, ctx, "answer", right, true);
        kg__free(ctx, rank);
        kg__free(ctx, out);
        kg__free(ctx, in);
        free(ranks);
        free(got);
        free(value);
    }
}

const check_case check_sort_cases[] = {
    {"scan.sort_u32", sort_test, sort_bench, 4},
    {"scan.sort_u64", sort_test, sort_bench, 8},
    {"scan.skewed_u32", skewed_test, NULL, 4},
    {"scan.skewed_u64", skewed_test, NULL, 8},
    {"scan.distinct_u32", distinct_test, distinct_bench, 4},
    {"scan.distinct_u64", distinct_test, distinct_bench, 8},
    {NULL},
};
