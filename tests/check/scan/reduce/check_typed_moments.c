/* Cases of the array primitives of typed numbers, against their definitions: products, variances,
 * quantiles. */
#include "../typed_oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static long double wide(kg_type type, const void *value, uint64_t i)
{
    const kg_number one = typed_load(type, value, i);

    return typed_is_real(type)     ? (long double)one.real
           : typed_is_signed(type) ? (long double)one.integer
                                   : (long double)one.whole;
}

/* Whether a double is a number of more digits, but for some roundings of that size. */
static bool near(double got, long double expected, long double size)
{
    if (isnan(expected) || isinf(expected))
        return isnan(expected) ? isnan(got) : (long double)got == expected;
    return fabsl((long double)got - expected) <= size + 0x1p-1074L;
}

/* ---- products -------------------------------------------------------------------------------- */

typedef struct exact {
    long double fraction; /* without its sign; times 2^exponent */
    int64_t exponent;
    bool negative, zero, infinite, nan;
} exact;

static exact product_of(kg_type type, uint64_t n, const void *value)
{
    exact t = {.fraction = 1};
    int exponent;

    for (uint64_t i = 0; i < n; i++) {
        const long double x = wide(type, value, i);

        t.negative ^= signbit(x) != 0;
        t.nan |= isnan(x);
        t.infinite |= isinf(x);
        t.zero |= x == 0;
        if (x != 0 && isfinite(x)) {
            t.fraction = frexpl(t.fraction * fabsl(x), &exponent);
            t.exponent += exponent;
        }
    }
    t.nan |= t.zero && t.infinite;
    return t;
}

/* Integers are exact in a long double as far as 64 bits. */
static void check_product(
    check *c, kg_context *ctx, kg_type type, uint64_t n, const void *value, const exact *t)
{
    const int64_t far = 20000;
    const long double sign = t->negative ? -1 : 1;
    const long double size = t->nan        ? NAN
                             : t->infinite ? INFINITY
                             : t->zero
                                 ? 0
                                 : ldexpl(t->fraction, (int)(t->exponent > far    ? far
                                                             : t->exponent < -far ? -far
                                                                                  : t->exponent));
    const long double most = typed_is_unsigned(type) ? 0x1p64L - 1 : 0x1p63L - !t->negative;
    void *in = check_upload(ctx, value, n, kg_type_size(type));
    kg_number got = {0};
    kg_status status = kg_array_product(&got, ctx, type, n, in);

    if (typed_is_real(type)) {
        const bool special = t->nan || t->infinite || t->zero;

        if (!special && (size > (long double)__DBL_MAX__ * 0.999L && size < 0x1.001p1024L))
            check_status(c, ctx, status, status); /* too near to the end to tell */
        else if (check_status(
                     c, ctx, status, size >= 0x1p1024L && !special ? KG_OVERFLOW : KG_OK) &&
                 status == KG_OK &&
                 !near(got.real, sign * size, size * (long double)(n + 1) * 0x1p-52L))
            check_fail(c, ctx, "product %g, expected %Lg", got.real, sign * size);
        if (status == KG_OK && t->zero && !t->nan && !signbit(got.real) == t->negative)
            check_fail(c, ctx, "the sign of a zero");
    } else if (check_status(c, ctx, status, size > most ? KG_OVERFLOW : KG_OK) && status == KG_OK) {
        check_number(c, ctx, "product", got.whole,
            t->negative ? (uint64_t)0 - (uint64_t)size : (uint64_t)size);
    }
    kg__free(ctx, in);
}

static void product_test(check *c)
{
    const kg_type type = typed_type(c);
    void *value = check_array(TYPED_MOST, 8);
    uint64_t seed = c->seed;
    exact t;

    for (check_input at = {0}; typed_next_input(c, &at, value);) {
        t = product_of(type, at.n, value);
        for (int k = 0; k < c->contexts; k++)
            check_product(c, c->context[k], type, at.n, value, &t);
    }
    for (uint64_t n = 1; n < 50000; n = 3 * n + 1) /* some of which fit, and some nearly */
        for (int twos = 0; twos < 70; twos++) {
            for (uint64_t i = 0; i < n; i++) {
                const bool minus = typed_is_signed(type) && check_random(&seed) % 2;
                const double odd = 1 + (double)(check_random(&seed) >> 12) / 0x1p52;
                kg_number one = {.whole = minus ? UINT64_MAX : 1};

                if (typed_is_real(type))
                    one.real = ldexp(odd, (int)(check_random(&seed) % 200) - 100);
                typed_store(type, value, i, one);
            }
            for (int i = 0; !typed_is_real(type) && i < twos; i++) {
                const uint64_t at = (uint64_t)i % n;
                const kg_number one = typed_load(type, value, at), twice = {.whole = 2 * one.whole};

                typed_store(type, value, at, twice);
                if (kg_type_size(type) < 8 && typed_load(type, value, at).whole != twice.whole)
                    typed_store(type, value, at, one);
            }
            check_say(c, "%llu numbers, %d doublings", (unsigned long long)n, twos);
            t = product_of(type, n, value);
            for (int k = 0; k < c->contexts; k++)
                check_product(c, c->context[k], type, n, value, &t);
        }
    free(value);
}

/* ---- variances ------------------------------------------------------------------------------- */

/* The sum of squared distances from the mean, corrected for the mean's rounding. */
static long double squares_of(kg_type type, uint64_t n, const void *value)
{
    long double sum = 0, squares = 0, rest = 0, mean;

    for (uint64_t i = 0; i < n; i++)
        sum += wide(type, value, i) / (long double)n;
    mean = sum;
    for (uint64_t i = 0; i < n; i++) {
        const long double far = wide(type, value, i) - mean;

        rest += far;
        squares += far * far;
    }
    return squares - rest * rest / (long double)n;
}

static void check_variance(check *c, kg_type type, uint64_t n, const void *value)
{
    const long double squares = squares_of(type, n, value);

    for (int way = 0; way < 2; way++) {
        const kg_variance kind = way ? KG_VARIANCE_POPULATION : KG_VARIANCE_SAMPLE;
        const long double truth = squares / (long double)(way ? n : n - 1), root = sqrtl(truth);
        double first[2] = {0};

        for (int k = 0; n > (uint64_t)!way && k < c->contexts; k++) {
            kg_context *ctx = c->context[k];
            void *in = check_upload(ctx, value, n, kg_type_size(type));
            double got[2] = {0};

            check_status(c, ctx, kg_array_variance(NULL, &got[1], ctx, type, n, in, kind), KG_OK);
            if (truth > 0x1p1024L)
                check_status(
                    c, ctx, kg_array_variance(&got[0], NULL, ctx, type, n, in, kind), KG_OVERFLOW);
            else if (check_status(
                         c, ctx, kg_array_variance(&got[0], NULL, ctx, type, n, in, kind), KG_OK) &&
                     !near(got[0], truth, truth * 1e-12L))
                check_fail(c, ctx, "variance %.17g, expected %.17Lg", got[0], truth);
            if (!near(got[1], root, root * 1e-12L))
                check_fail(c, ctx, "deviation %.17g, expected %.17Lg", got[1], root);
            if (k == 0)
                memcpy(first, got, sizeof first);
            check_equal(
                c, ctx, "variance", &got[truth > 0x1p1024L], &first[truth > 0x1p1024L], 1, 8);
            kg__free(ctx, in);
        }
    }
}

/* Numbers about a place that is large beside their distances; the same again of all sizes. */
static void variance_test(check *c)
{
    const kg_type type = typed_type(c);
    void *value = check_array(TYPED_MOST, 8);
    uint64_t seed = c->seed;

    for (check_input at = {0}; typed_next_input(c, &at, value);)
        check_variance(c, type, at.n, value);
    for (int size = -1000; size <= 1000; size += 250)
        for (uint64_t n = 2; n < 30000; n = 5 * n + 1) {
            for (uint64_t i = 0; i < n; i++) {
                const uint64_t draw = check_random(&seed);
                kg_number one = {.whole = ((uint64_t)(size + 1001) << 20) + draw % 5};

                if (type == KG_F64)
                    one.real = ldexp((double)(draw >> 40) + (size % 3 ? 0x1p30 : 0), size);
                if (type == KG_F32)
                    one.real = ldexp((double)(draw >> 52) + 0x1p18, size / 20);
                typed_store(type, value, i, one);
            }
            check_say(c, "%llu numbers, size %d", (unsigned long long)n, size);
            check_variance(c, type, n, value);
        }
    free(value);
}

/* ---- quantiles ------------------------------------------------------------------------------- */

static kg_type sorted_type;

static int by_value(const void *a, const void *b)
{
    return typed_compare(sorted_type, typed_load(sorted_type, a, 0), typed_load(sorted_type, b, 0));
}

static bool is_quantile(kg_type type, uint64_t n, const void *sorted, double at, double got)
{
    const double place = at * (double)(n - 1);
    const uint64_t i = (uint64_t)place, j = i + 1 < n ? i + 1 : i;
    const long double a = wide(type, sorted, i), b = wide(type, sorted, j);
    const long double part = (long double)place - (long double)i;

    if (isnan(wide(type, sorted, n - 1)))
        return isnan(got);
    if (part == 0 || a == b)
        return got == (double)a;
    if (part == 0.5L && !isinf(a + b))
        return got == (double)((a + b) / 2);
    if (isinf(a) || isinf(b))
        return near(got, a + b, 0);
    return near(got, a + part * (b - a), fmaxl(fabsl(a), fabsl(b)) * 0x1p-51L);
}

static void check_quantiles(check *c, kg_type type, uint64_t n, const void *value, uint64_t seed)
{
    enum { MOST = 17 };
    const size_t size = kg_type_size(type);
    const uint64_t count = check_random(&seed) % 2 ? MOST : 1 + check_random(&seed) % 8;
    double place[MOST] = {0.5, 1, 0, 0.25};
    void *sorted = check_array(n, size);

    for (int i = 4; i < MOST; i++)
        place[i] = (double)(check_random(&seed) >> 11) / 0x1p53;
    memcpy(sorted, value, n * size);
    sorted_type = type;
    qsort(sorted, n, size, by_value);
    for (int k = 0; k < c->contexts; k++) {
        kg_context *ctx = c->context[k];
        void *in = check_upload(ctx, value, n, size);
        double got[MOST] = {0}, same[MOST] = {0}, rest[MOST];

        check_status(c, ctx, kg_array_quantiles(got, ctx, type, n, in, count, place), KG_OK);
        check_status(
            c, ctx, kg_array_exact_quantiles(same, rest, ctx, type, n, in, count, place), KG_OK);
        check_equal(c, ctx, "quantiles", same, got, count, sizeof *got);
        for (uint64_t i = 0; i < count; i++) {
            const double at = place[i] * (double)(n - 1);

            check_number(c, ctx, "quantiles that are right",
                is_quantile(type, n, sorted, place[i], got[i]), 1);
            check_number(c, ctx, "numbers that are exact",
                typed_is_real(type) ? rest[i] == 0
                                    : at != floor(at) || (long double)got[i] + rest[i] ==
                                                             wide(type, sorted, (uint64_t)at),
                1);
        }
        kg__free(ctx, in);
    }
    free(sorted);
}

/* All kinds of numbers; then many that are the first or the last with their leading bits, zeros of
 * both signs among them, between others, so that their ranks are what quantiles need. */
static void quantile_test(check *c)
{
    const kg_type type = typed_type(c);
    void *value = check_array(TYPED_MOST, 8);
    uint64_t seed = c->seed;

    for (check_input at = {0}; typed_next_input(c, &at, value); check_random(&seed))
        if (at.n)
            check_quantiles(c, type, at.n, value, seed);
    for (int round = 0; round < 40; round++) {
        const uint64_t n = 20000 + check_random(&seed) % 40000;

        for (uint64_t i = 0; i < n; i++) {
            const uint64_t draw = check_random(&seed), edge = draw >> 8 & 7;
            const int power = (int)(draw >> 16 & 15);
            kg_number one = {.whole = draw >> 24};

            if (draw % 4)
                one.whole = ((uint64_t)1 << (kg_type_size(type) > 4 ? 40 : 4 * kg_type_size(type))
                                         << power) -
                            edge % 2;
            if (typed_is_real(type))
                one.real = draw % 4 ? ldexp(edge < 3 ? 0 : 1, 4 * (power - 8)) * (edge % 2 ? 1 : -1)
                                    : (double)(int64_t)draw / 0x1p60;
            typed_store(type, value, i, one);
        }
        check_say(c, "%llu numbers with many at the ends of digits", (unsigned long long)n);
        check_quantiles(c, type, n, value, seed);
    }
    free(value);
}

/* ---- extremes -------------------------------------------------------------------------------- */

/* Few different numbers, among them those that only bits tell apart. Some come late, so that most
 * blocks have nothing that comes before, or after, what has been seen. */
static void extreme_test(check *c)
{
    enum { KINDS = 8, ALL = (1 << KINDS) - 1, DRAWS = 8, N = 3333 };
    static const double real[KINDS] = {0.0, -0.0, NAN, -NAN, INFINITY, -INFINITY, 1, -1};
    static const uint64_t whole[KINDS] = {
        0, 1, UINT32_MAX, INT32_MAX, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX, 7};
    const kg_type type = typed_type(c);
    void *value = check_array(N, 8);
    uint64_t seed = c->seed;

    for (int draw = DRAWS; draw < DRAWS * (ALL + 1); draw++) {
        const int set = draw / DRAWS;
        const uint64_t change = check_random(&seed) % N;
        const int chosen = (int)(check_random(&seed) & ALL),
                  early = set & chosen ? set & chosen : set;
        uint64_t expected[2] = {0, 0};

        for (uint64_t i = 0; i < N; i++) {
            kg_number one = {0};
            int kind;

            do
                kind = (int)(check_random(&seed) % KINDS);
            while (!((i < change ? early : set) >> kind & 1));
            one.whole = whole[kind];
            if (typed_is_real(type))
                one.real = real[kind];
            typed_store(type, value, i, one);
        }
        for (int max = 0; max < 2; max++)
            for (uint64_t i = 1; i < N; i++) {
                const int order = typed_compare(
                    type, typed_load(type, value, i), typed_load(type, value, expected[max]));

                if (max ? order > 0 : order < 0)
                    expected[max] = i;
            }
        check_say(c, "set %x, at first %x", (unsigned)set, (unsigned)early);
        for (int k = 0; k < 2 * c->contexts; k++) {
            kg_context *ctx = c->context[k / 2];
            void *in = check_upload(ctx, value, N, kg_type_size(type));
            uint64_t index = N;

            check_status(c, ctx,
                (k % 2 ? kg_array_argmax : kg_array_argmin)(&index, NULL, ctx, type, N, in), KG_OK);
            check_number(c, ctx, k % 2 ? "argmax" : "argmin", index, expected[k % 2]);
            kg__free(ctx, in);
        }
    }
    free(value);
}

/* ---- memory that runs out, arguments --------------------------------------------------------- */

static void moment_faults(check *c)
{
    enum { N = 20000 };
    static const double at[] = {0.5, 0.1, 0.2, 0.3, 0.4}, wrong[] = {0, 1.5}, none[] = {NAN};
    const kg_type type = typed_type(c);
    void *value = check_array(N, 8);

    typed_fill_sums(type, N, value, c->seed);
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        void *in = check_upload(ctx, value, N, kg_type_size(type));
        double real, many[5];
        kg_number number;

        typed_store(type, value, 0, (kg_number){0}); /* so that the product is 0 */
        CHECK_ALLOCATIONS(
            c, ctx, kg_array_variance(&real, NULL, ctx, type, N, in, KG_VARIANCE_SAMPLE));
        CHECK_ALLOCATIONS(c, ctx, kg_array_quantiles(many, ctx, type, N, in, 2, at));
        CHECK_ALLOCATIONS(c, ctx, kg_array_quantiles(many, ctx, type, N, in, 5, at));
        CHECK_ALLOCATIONS(c, ctx, kg_array_quantiles(many, ctx, type, 99, in, 1, at));
        kg__free(ctx, in);
        in = check_upload(ctx, value, N, kg_type_size(type));
        CHECK_ALLOCATIONS(c, ctx, kg_array_product(&number, ctx, type, N, in));
        check_say(c, "arguments");
        check_status(c, ctx, kg_array_product(NULL, ctx, type, N, in), KG_ARGUMENT);
        check_status(c, ctx, kg_array_product(&number, ctx, type, N, NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_array_product(&number, ctx, (kg_type)99, N, in), KG_ARGUMENT);
        check_status(c, ctx, kg_array_variance(&real, NULL, ctx, type, 1, in, KG_VARIANCE_SAMPLE),
            KG_ARGUMENT);
        check_status(c, ctx,
            kg_array_variance(&real, NULL, ctx, type, 0, in, KG_VARIANCE_POPULATION), KG_ARGUMENT);
        check_status(
            c, ctx, kg_array_variance(&real, NULL, ctx, type, N, in, (kg_variance)2), KG_ARGUMENT);
        check_status(c, ctx, kg_array_variance(&real, NULL, ctx, type, N, NULL, KG_VARIANCE_SAMPLE),
            KG_ARGUMENT);
        check_status(c, ctx, kg_array_quantiles(many, ctx, type, 0, in, 1, at), KG_ARGUMENT);
        check_status(c, ctx, kg_array_quantiles(many, ctx, type, N, in, 2, wrong), KG_ARGUMENT);
        check_status(c, ctx, kg_array_quantiles(many, ctx, type, N, in, 1, none), KG_ARGUMENT);
        check_status(c, ctx, kg_array_quantiles(NULL, ctx, type, N, in, 1, at), KG_ARGUMENT);
        check_status(c, ctx, kg_array_quantiles(many, ctx, type, N, in, 1, NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_array_quantiles(many, ctx, type, N, NULL, 1, at), KG_ARGUMENT);
        check_status(c, ctx, kg_array_quantiles(NULL, ctx, type, N, in, 0, NULL), KG_OK);
        kg__free(ctx, in);
    }
    free(value);
}

const check_case check_typed_moments_cases[] = {
    TYPED_CASES("extreme", extreme_test),
    TYPED_CASES("product", product_test),
    TYPED_CASES("variance", variance_test),
    TYPED_CASES("quantile", quantile_test),
    TYPED_CASES("moments", moment_faults),
    {NULL},
};
