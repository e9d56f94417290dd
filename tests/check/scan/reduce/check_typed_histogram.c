/* Cases of histograms of typed numbers: the edges against their true places, and the counts against
 * a search among these edges. */
#include "../typed_oracle.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 7, MANY_BINS = 5000 };

/* The edges that the library says, once they are seen to be where arithmetic puts them: in order,
 * and as near to the true place as the roundings of the formula let them be. */
static double *sound_edges(check *c, uint64_t bins, double low, double high)
{
    const long double range = (long double)high - (long double)low;
    const long double most = fmaxl(fabsl(low), fabsl(high)) + range;
    double *edge = check_array(bins + 1, sizeof *edge);

    for (uint64_t i = 0; i <= bins; i++) {
        const long double place = (long double)low + range * (long double)i / (long double)bins;
        const bool end = i == 0 || i == bins;

        edge[i] = kg_array_bin_edge(i, bins, low, high);
        if ((end && edge[i] != (i ? high : low)) || (i && edge[i] < edge[i - 1]) ||
            !(fabsl((long double)edge[i] - place) <= most * 0x1p-51L + 0x1p-1074L)) {
            check_fail(c, c->context[0], "edge %llu of %llu is %.17g", (unsigned long long)i,
                (unsigned long long)bins, edge[i]);
            break;
        }
    }
    return edge;
}

/* Of the n numbers behind the first `apart` of the array. */
static void check_histogram_apart(check *c, kg_type type, uint64_t apart, uint64_t n,
    const void *value, uint64_t bins, double low, double high)
{
    uint64_t *expected = check_array(bins, 8), *got = check_array(bins, 8), outside = 0, out;
    double *edge = sound_edges(c, bins, low, high);

    memset(expected, 0, bins * 8);
    for (uint64_t i = 0; i < n; i++) {
        kg_number one = typed_load(type, value, apart + i);
        double x = typed_is_unsigned(type) ? (double)one.whole
                   : typed_is_signed(type) ? (double)one.integer
                                           : one.real;
        uint64_t first = 0, last = bins; /* the last bin whose edge is no more than x */

        while (last - first > 1) {
            uint64_t middle = (first + last) / 2;

            if (x < edge[middle])
                last = middle;
            else
                first = middle;
        }
        if (x >= low && x <= high)
            expected[first]++;
        else
            outside++;
    }
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        const size_t size = kg_type_size(type);
        char *in = check_upload(ctx, value, apart + n, size);

        check_status(c, ctx,
            kg_array_histogram(got, &out, ctx, type, n, in + apart * size, bins, low, high), KG_OK);
        check_equal(c, ctx, "times", got, expected, bins, 8);
        check_number(c, ctx, "outside", out, outside);
        kg__free(ctx, in);
    }
    free(edge);
    free(got);
    free(expected);
}

static void check_histogram(
    check *c, kg_type type, uint64_t n, const void *value, uint64_t bins, double low, double high)
{
    check_histogram_apart(c, type, 0, n, value, bins, low, high);
}

static void histogram_test(check *c)
{
    const kg_type type = typed_type(c);
    void *value = check_array(TYPED_MOST, 8);

    for (check_input at = {0}; typed_next_input(c, &at, value);)
        check_histogram(c, type, at.n, value, BINS, -1e9, type == KG_U64 ? 0x1p64 : 3.3e9);
    free(value);
}

/* Arrays that begin and end anywhere, whatever width of memory the numbers are read by. */
static void apart_test(check *c)
{
    const kg_type type = typed_type(c);
    void *value = check_array(96, 8);
    uint64_t seed = c->seed;

    for (uint64_t i = 0; i < 96; i++)
        typed_store(type, value, i, (kg_number){.whole = check_random(&seed) >> 56});
    for (uint64_t apart = 0; apart < 18; apart++)
        for (uint64_t n = 0; n < 70; n += n < 35 ? 1 : 11) {
            check_say(c, "%d numbers behind %d", (int)n, (int)apart);
            check_histogram_apart(c, type, apart, n, value, 16, -128, 256);
        }
    free(value);
}

/* Numbers near edges and on them; bins that fit a block's memory and that do not; edges that lie so
 * near to each other that they are not told from their place. */
static void edges_test(check *c)
{
    const kg_type type = typed_type(c);
    const uint64_t n = check_is_small() ? 20011 : 3000017;
    void *value = check_array(n, 8);
    uint64_t seed = c->seed;

    for (uint64_t i = 0; i < n; i++) {
        const uint64_t x = check_random(&seed);
        kg_number one = {.whole = x >> 8 & 4095};

        if (typed_is_real(type)) {
            one.real = (double)one.whole * 0.1;
            if (x % 4 == 0)
                one.real = nextafter(one.real, x % 8 ? INFINITY : -INFINITY);
        }
        typed_store(type, value, i, one);
    }
    check_say(c, "numbers on edges");
    check_histogram(c, type, n, value, 1, 3, 4000);
    check_histogram(c, type, n, value, 400, 0, 40);
    check_histogram(c, type, n, value, 4095, 0, typed_is_real(type) ? 409.5 : 4095);
    check_histogram(c, type, n, value, MANY_BINS, 0, 500);
    check_histogram(c, type, n, value, 1000, 1, 1 + 0x1p-45);
    check_histogram(c, type, n, value, MANY_BINS, -0x1p1020, 0x1p1020);
    check_histogram(c, type, n, value, 100, 0, 0x1p-1070);
    free(value);
}

/* Ranges whose length overflows, whose bins are denormal or narrower than that, or which lie where
 * doubles are far apart: with numbers at, just below and just above each edge. */
static void ranges_test(check *c)
{
    static const struct {
        double low, high;
        uint64_t bins;
    } range[] = {{0, 1e-310, 10}, {0, 1e-304, 1000000}, {0, 0x1p-1074, 3},
        {-0x1p-1074, 0x1p-1074, 7}, {0, 5e-323, 100}, {-1e308, 1e308, 10}, {-DBL_MAX, DBL_MAX, 1},
        {-DBL_MAX, DBL_MAX, 5000}, {-DBL_MAX, 1, 3}, {0, DBL_MAX, 1000}, {1e308, DBL_MAX, 9},
        {1e300, 1.0000000000000002e300, 4}, {1, 1 + 0x1p-50, 4095}, {0x1p53, 0x1p53 + 4, 1000},
        {-0x1p63, 0x1p63, 64}, {0, 0x1p64, 77}, {-1e-300, 1e300, 6}, {DBL_MIN, 2 * DBL_MIN, 5},
        {-FLT_MAX, FLT_MAX, 11}, {0, 1.401298464324817e-45, 2}, {-1e-40, 1e-40, 1000}, {0, 1, 10}};
    const kg_type type = typed_type(c);

    for (size_t r = 0; r < sizeof range / sizeof *range; r++) {
        const double low = range[r].low, high = range[r].high;
        const uint64_t bins = range[r].bins, step = bins < 1000 ? 1 : bins / 997;
        void *value = check_array(3 * (bins + 1) + 8, 8);
        uint64_t n = 0;

        for (uint64_t i = 0; i <= bins; i += step)
            for (int side = -1; side <= 1; side++) {
                const double at = kg_array_bin_edge(i, bins, low, high);
                kg_number one = {
                    .real = side ? nextafter(at, side < 0 ? -INFINITY : INFINITY) : at};

                if (typed_is_unsigned(type))
                    one.whole = at >= 0 && at < 0x1p63 ? (uint64_t)at + (uint64_t)side : UINT64_MAX;
                else if (typed_is_signed(type))
                    one.integer = fabs(at) < 0x1p62 ? (int64_t)at + side : INT64_MIN;
                else if (type == KG_F32 && side)
                    one.real = (double)nextafterf((float)at, side < 0 ? -INFINITY : INFINITY);
                typed_store(type, value, n++, one);
            }
        check_say(c, "%llu bins from %g to %g", (unsigned long long)bins, low, high);
        check_histogram(c, type, n, value, bins, low, high);
        free(value);
    }
}

const check_case check_typed_histogram_cases[] = {
    TYPED_CASES("histogram", histogram_test),
    TYPED_CASES("apart", apart_test),
    TYPED_CASES("edges", edges_test),
    TYPED_CASES("ranges", ranges_test),
    {NULL},
};
