/*
 * The array primitives of typed numbers: the first bytes choose the verb, the type and the options,
 * the others are numbers, as bits. One thread and three give the same status, message and bytes;
 * what comes out agrees with the definition, by plain code that says it in another way.
 */
#include "fuzz.h"
#include <math.h>

enum { MOST = 1 << 12, MOST_BINS = 1 << 10 };

typedef struct task {
    kg_type type;
    unsigned verb, option;
    uint64_t n, k; /* numbers; how many of them are asked for, or bins */
    double low, high;
    const void *value;
} task;

/* What a verb gives: numbers or counts in up to two arrays, and a single number. */
typedef struct answer {
    uint64_t first[MOST + 1], second[MOST + 1];
    uint64_t count, single;
    kg_status status;
} answer;

static bool is_real(kg_type type)
{
    return type == KG_F32 || type == KG_F64;
}

static void expect(bool good)
{
    if (!good)
        abort();
}

static double real_at(const task *t, const void *array, uint64_t i)
{
    return t->type == KG_F32   ? (double)((const float *)array)[i]
           : t->type == KG_F64 ? ((const double *)array)[i]
           : t->type == KG_U32 ? (double)((const uint32_t *)array)[i]
           : t->type == KG_U64 ? (double)((const uint64_t *)array)[i]
                               : (double)((const int64_t *)array)[i];
}

/* The order of konig/array.h: -1, 0, 1. */
static int compare(const task *t, const void *a, uint64_t i, const void *b, uint64_t j)
{
    const double x = real_at(t, a, i), y = real_at(t, b, j);
    const uint64_t *u = a, *v = b;

    if (t->type == KG_U32)
        return (x > y) - (x < y);
    if (t->type == KG_U64)
        return (u[i] > v[j]) - (u[i] < v[j]);
    if (t->type == KG_I64)
        return ((int64_t)u[i] > (int64_t)v[j]) - ((int64_t)u[i] < (int64_t)v[j]);
    if (isnan(x) || isnan(y))
        return !!isnan(x) - !!isnan(y);
    return x != y ? (x > y ? 1 : -1) : !!signbit(y) - !!signbit(x);
}

/* ---- the verbs ------------------------------------------------------------------------------- */

enum { SCAN, SUM, ARGMIN, SORT, SELECT_IF, PARTITION, DISTINCT, RUNS, HISTOGRAM, TOP, VERBS };

static kg_status run_verb(const task *t, kg_context *ctx, answer *a)
{
    const void *v = t->value;
    const uint64_t n = t->n;
    kg_number one = {0};
    double mean = 0;
    kg_status status;

    switch (t->verb) {
    case SCAN:
        a->count = n;
        status = kg_array_scan(a->first, t->option & 64 ? &one : NULL, ctx, t->type, n, v,
            (kg_scan_op)(t->option % 3), (kg_scan_kind)(t->option / 3 % 2));
        memcpy(a->second, &one, sizeof one);
        return status;
    case SUM:
        status = kg_array_sum(t->option % 2 ? NULL : &one, &mean, ctx, t->type, n, v);
        memcpy(&a->single, &one, sizeof one);
        memcpy(a->second, &mean, sizeof mean);
        return status;
    case ARGMIN:
        status = (t->option % 2 ? kg_array_argmax : kg_array_argmin)(
            &a->single, &one, ctx, t->type, n, v);
        memcpy(a->second, &one, sizeof one);
        return status;
    case SORT:
        a->count = n;
        return kg_array_sort(a->first, t->option & 2 ? a->second : NULL, ctx, t->type, n, v,
            (kg_order)(t->option % 2));
    case SELECT_IF:
        if (is_real(t->type))
            one.real = t->low;
        else
            memcpy(&one, &t->low, sizeof one);
        return kg_array_select_if(
            a->first, &a->count, ctx, t->type, n, v, (kg_compare)(t->option % 6), one);
    case PARTITION:
        a->count = n;
        return kg_array_stable_partition(a->first, &a->single, ctx, t->type, n, v);
    case DISTINCT:
        return kg_array_distinct(
            a->first, t->option % 2 ? a->second : NULL, NULL, &a->count, ctx, t->type, n, v);
    case RUNS:
        return kg_array_run_length_encode(a->first, a->second, &a->count, ctx, t->type, n, v);
    case HISTOGRAM:
        return kg_array_histogram(
            a->second, &a->single, ctx, t->type, n, v, t->k % (MOST_BINS + 2), t->low, t->high);
    default:
        a->count = t->k < n ? t->k : n;
        return kg_array_top(a->first, t->option & 2 ? a->second : NULL, ctx, t->type, n, v, t->k,
            (kg_top_end)(t->option % 2));
    }
}

/* ---- definitions ----------------------------------------------------------------------------- */

static void check_histogram(const task *t, const answer *a)
{
    const uint64_t bins = t->k % (MOST_BINS + 2);
    uint64_t times[MOST_BINS + 1] = {0}, outside = 0;

    for (uint64_t i = 0; i < t->n; i++) {
        const double x = real_at(t, t->value, i);
        uint64_t bin = 0;

        while (bin + 1 < bins && x >= kg_array_bin_edge(bin + 1, bins, t->low, t->high))
            bin++;
        if (x >= t->low && x <= t->high)
            times[bin]++;
        else
            outside++;
    }
    expect(a->single == outside && memcmp(times, a->second, bins * sizeof *times) == 0);
}

/* A sum that is told is the true one as far as rounding lets it; one that is refused passes. */
static void check_sum(const task *t, const answer *a)
{
    long double sum = 0, size = 0;
    bool special = false;
    double got;

    for (uint64_t i = 0; i < t->n; i++) {
        const double x = real_at(t, t->value, i);

        special |= !isfinite(x);
        sum += t->type == KG_U64   ? (long double)((const uint64_t *)t->value)[i]
               : t->type == KG_I64 ? (long double)((const int64_t *)t->value)[i]
                                   : (long double)x;
        size += (long double)fabs(x);
    }
    memcpy(&got, a->second, sizeof got);
    if (special || !t->n)
        expect(a->status == KG_OK);
    else if (a->status == KG_OK)
        expect(fabsl((long double)got * (long double)t->n - sum) <=
               size * 0x1p-40L + (long double)t->n * 0x1p-1074L);
    else
        expect(a->status == KG_OVERFLOW && size >= (is_real(t->type) ? 0x1p1023L : 0x1p63L));
}

static void check_order(const task *t, const answer *a)
{
    const int sign = t->verb == TOP                     ? (t->option % 2 ? 1 : -1)
                     : t->verb == SORT && t->option % 2 ? -1
                                                        : 1;
    const bool strict = t->verb == DISTINCT;

    for (uint64_t i = 1; i < a->count; i++)
        expect(sign * compare(t, a->first, i - 1, a->first, i) < !strict);
    for (uint64_t i = 0; t->verb != DISTINCT && t->option & 2 && i < a->count; i++)
        expect(a->second[i] < t->n && compare(t, a->first, i, t->value, a->second[i]) == 0);
    for (uint64_t i = 0; a->count && i < t->n; i++) /* none is past the ends of all */
        expect(sign * compare(t, a->first, 0, t->value, i) <= 0);
}

static void check_answer(const task *t, const answer *a)
{
    uint64_t all = 0;

    if (t->verb == SUM)
        check_sum(t, a);
    if (a->status != KG_OK)
        return;
    switch (t->verb) {
    case SORT:
    case DISTINCT:
    case TOP:
        check_order(t, a);
        break;
    case ARGMIN:
        for (uint64_t i = 0; i < t->n; i++) {
            const int order =
                compare(t, t->value, i, t->value, a->single) * (t->option % 2 ? -1 : 1);

            expect(order > 0 || (order == 0 && i >= a->single));
        }
        break;
    case RUNS:
        for (uint64_t i = 0; i < a->count; all += a->second[i++])
            expect(a->second[i] > 0 && compare(t, a->first, i, t->value, all) == 0);
        expect(all == t->n);
        break;
    case PARTITION:
        for (uint64_t i = 0; i < t->n; i++)
            expect((real_at(t, a->first, i) < 0) == (i < a->single));
        break;
    case HISTOGRAM:
        check_histogram(t, a);
        break;
    default:
        break;
    }
}

/* ---- the target ------------------------------------------------------------------------------ */

static void run_task(const task *t, int threads, answer *a)
{
    kg_context *ctx = fuzz_context(threads);

    memset(a, 0, sizeof *a);
    a->status = run_verb(t, ctx, a);
    expect((a->status == KG_OK) == (kg_context_message(ctx)[0] == '\0'));
    expect(a->status == KG_OK || a->status == KG_OVERFLOW || a->status == KG_ARGUMENT);
    expect(kg_context_memory(ctx).current == 0);
    check_answer(t, a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const kg_type type[] = {KG_U64, KG_I64, KG_F32, KG_F64, KG_U32};
    enum { TYPES = sizeof type / sizeof *type };
    static uint64_t value[MOST];
    static answer one, three;
    const size_t head = 3 + sizeof(uint16_t) + 2 * sizeof(double);
    uint16_t k;
    task t;

    if (size < head)
        return 0;
    t = (task){.type = type[data[0] % TYPES], .verb = data[1] % VERBS, .option = data[2]};
    memcpy(&k, data + 3, sizeof k);
    memcpy(&t.low, data + 5, sizeof t.low);
    memcpy(&t.high, data + 13, sizeof t.high);
    t.k = k;
    t.n = (size - head) / kg_type_size(t.type);
    t.n = t.n < MOST ? t.n : MOST;
    memcpy(value, data + head, t.n * kg_type_size(t.type));
    t.value = value;
    run_task(&t, 1, &one);
    run_task(&t, 3, &three);
    expect(one.status == three.status && one.count == three.count);
    if (one.status == KG_OK)
        expect(one.single == three.single &&
               memcmp(one.first, three.first, one.count * kg_type_size(t.type)) == 0 &&
               memcmp(one.second, three.second, sizeof one.second) == 0);
    expect(strcmp(kg_context_message(fuzz_context(1)), kg_context_message(fuzz_context(3))) == 0);
    return 0;
}
