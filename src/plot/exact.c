/*
 * Exact answers about segments: on which side of a line a point lies, and where two lines cross.
 *
 * In:  coordinates, finite doubles of at most 1e100 in size.
 * Out: the true sign; the true point, each coordinate rounded to the nearest double. So all pairs
 *     of lines through one point give the same double.
 * Method: doubles answer if their error cannot change the sign (Shewchuk 1997, the first of his
 *     bounds). Otherwise all coordinates are multiples of one power of 2, and integers of any
 *     length give the answer.
 * Work: O(1); integers of most drawings have 1 to 6 words.
 */
#include "drawing.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* Coordinates are multiples of 2^-1074 below 2^333: 22 words. Numerators have three factors, and
 * two bits more. */
enum { WORDS = 70, DIGITS = 53 };

/* The lowest word comes first; the highest is not 0. */
typedef struct whole {
    uint64_t word[WORDS];
    int words;
    bool negative;
} whole;

/* x is the result, odd or 0, times 2^*exponent. */
static int64_t mantissa_of(double x, int *exponent)
{
    int64_t mantissa = (int64_t)ldexp(frexp(x, exponent), DIGITS);
    const int zeros = mantissa ? __builtin_ctzll((uint64_t)mantissa) : 0;

    *exponent += zeros - DIGITS;
    return mantissa / (int64_t)((uint64_t)1 << zeros);
}

static void drop_zeros(whole *a)
{
    while (a->words && !a->word[a->words - 1])
        a->words--;
}

static void shift_left(whole *a, int bits)
{
    const int words = bits / 64, rest = bits % 64;

    for (int i = a->words; i >= 0; i--) {
        const uint64_t here = i < a->words ? a->word[i] : 0, below = i ? a->word[i - 1] : 0;

        a->word[i + words] = rest ? here << rest | below >> (64 - rest) : here;
    }
    memset(a->word, 0, (size_t)words * sizeof *a->word);
    a->words += words + 1;
    drop_zeros(a);
}

/* a = x / 2^unit, which is an integer. */
static void make_whole(whole *a, double x, int unit)
{
    int exponent;
    const int64_t mantissa = mantissa_of(x, &exponent);

    a->negative = mantissa < 0;
    a->word[0] = (uint64_t)(mantissa < 0 ? -mantissa : mantissa);
    a->words = mantissa != 0;
    if (mantissa)
        shift_left(a, exponent - unit);
}

static int compare_sizes(const whole *a, const whole *b)
{
    if (a->words != b->words)
        return a->words < b->words ? -1 : 1;
    for (int i = a->words; i-- > 0;)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

/* r = a + b, or with `minus` a - b. r may be a or b. */
static void add(whole *r, const whole *a, const whole *b, bool minus)
{
    const bool negative = b->negative != minus, differ = a->negative != negative;
    const bool swap = compare_sizes(a, b) < 0;
    const whole *large = swap ? b : a, *small = swap ? a : b;
    const int words = large->words, few = small->words;
    const bool sign = swap ? negative : a->negative;
    unsigned carry = 0;

    for (int i = 0; i < words; i++) {
        const uint64_t x = large->word[i], y = i < few ? small->word[i] : 0;
        const uint64_t sum = differ ? x - y : x + y, all = differ ? sum - carry : sum + carry;

        carry = differ ? (x < y) | (sum < carry) : (sum < x) | (all < sum);
        r->word[i] = all;
    }
    r->word[words] = carry;
    r->words = words + 1;
    r->negative = sign;
    drop_zeros(r);
}

/* r = a * b; r is neither a nor b. */
static void multiply(whole *r, const whole *a, const whole *b)
{
    r->words = a->words + b->words;
    r->negative = a->negative != b->negative;
    memset(r->word, 0, (size_t)r->words * sizeof *r->word);
    for (int i = 0; i < a->words; i++) {
        uint64_t carry = 0;

        for (int k = 0; k < b->words; k++) {
            const unsigned __int128 sum =
                (unsigned __int128)a->word[i] * b->word[k] + r->word[i + k] + carry;

            r->word[i + k] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
        r->word[i + b->words] = carry;
    }
    drop_zeros(r);
}

/* r = a[0] * b[1] - a[1] * b[0] */
static void cross_product(whole *r, const whole a[2], const whole b[2])
{
    whole second;

    multiply(r, &a[0], &b[1]);
    multiply(&second, &a[1], &b[0]);
    add(r, r, &second, true);
}

static int bits_of(const whole *a)
{
    return 64 * a->words - __builtin_clzll(a->word[a->words - 1]);
}

/* The double nearest to a / b * 2^unit. Changes both numbers; b is not 0. */
static double divide(whole *a, whole *b, int unit)
{
    const double sign = a->negative != b->negative ? -1 : 1;
    int shift = a->words ? bits_of(a) - bits_of(b) : 0, full;
    unsigned __int128 guess;
    whole digit, product;

    if (!a->words)
        return 0;
    a->negative = b->negative = digit.negative = false;
    shift_left(shift > 0 ? b : a, shift > 0 ? shift : -shift);
    if (compare_sizes(a, b) < 0) {
        shift_left(a, 1);
        shift--;
    }
    full = 64 * b->words - bits_of(b);
    shift_left(b, full);
    shift_left(a, full + 63); /* the quotient has 64 bits, one digit: Knuth's guess is 2 too large
                                 at most (4.3.1, algorithm D) */
    guess = ((unsigned __int128)a->word[b->words] << 64 | a->word[b->words - 1]) /
            b->word[b->words - 1];
    digit.words = 1;
    digit.word[0] = guess >> 64 ? UINT64_MAX : (uint64_t)guess;
    multiply(&product, b, &digit);
    for (; compare_sizes(&product, a) > 0; digit.word[0]--)
        add(&product, &product, b, true);
    digit.word[0] |= compare_sizes(&product, a) != 0; /* the rest only decides a tie */
    return sign * ldexp((double)digit.word[0], shift - 63 + unit);
}

/* The largest power of 2 of which all coordinates of `count` places are multiples. */
static int find_unit(const double *const *place, int count)
{
    int unit = INT_MAX, exponent;

    for (int i = 0; i < 2 * count; i++)
        if (mantissa_of(place[i / 2][i % 2], &exponent) && exponent < unit)
            unit = exponent;
    return unit;
}

static void make_place(whole r[2], const double *place, int unit)
{
    for (int i = 0; i < 2; i++)
        make_whole(&r[i], place[i], unit);
}

/* r = b - a */
static void subtract(whole r[2], const whole a[2], const whole b[2])
{
    for (int i = 0; i < 2; i++)
        add(&r[i], &b[i], &a[i], true);
}

static int find_side(const double *a, const double *b, const double *c)
{
    const int unit = find_unit((const double *const[]){a, b, c}, 3);
    whole p[3][2], u[2], v[2], area;

    make_place(p[0], a, unit);
    make_place(p[1], b, unit);
    make_place(p[2], c, unit);
    subtract(u, p[0], p[1]);
    subtract(v, p[0], p[2]);
    cross_product(&area, u, v);
    return area.words ? (area.negative ? -1 : 1) : 0;
}

int kg__plot_side(const double *a, const double *b, const double *c)
{
    static const double ERROR = 0x1p-51, SMALL = 1e-250; /* products are normal numbers from there
                                                            on */
    const double left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
    const double area = left - right, size = fabs(left) + fabs(right);

    if (size > SMALL && fabs(area) > ERROR * size)
        return area > 0 ? 1 : -1;
    return find_side(a, b, c);
}

void kg__plot_cross(
    const double *a, const double *b, const double *c, const double *d, double place[2])
{
    const int unit = find_unit((const double *const[]){a, b, c, d}, 4);
    whole p[4][2], u[2], v[2], between[2], area, part, first, second;

    make_place(p[0], a, unit);
    make_place(p[1], b, unit);
    make_place(p[2], c, unit);
    make_place(p[3], d, unit);
    subtract(u, p[0], p[1]);
    subtract(v, p[2], p[3]);
    subtract(between, p[0], p[2]);
    cross_product(&part, between, v);
    for (int i = 0; i < 2; i++) { /* a + u * part / area */
        cross_product(&area, u, v);
        multiply(&first, &p[0][i], &area);
        multiply(&second, &u[i], &part);
        add(&first, &first, &second, false);
        place[i] = divide(&first, &area, unit);
    }
}
