/* Sums of weights as real numbers, correctly rounded, by integers of 256 bits. */
#include "grid.h"
#include <math.h>

enum { QUOTIENT_BITS = 62 };

/* A number of 256 bits. */
typedef struct wide {
    unsigned __int128 high, low;
} wide;

static wide square(unsigned __int128 a)
{
    const uint64_t low = (uint64_t)a, high = (uint64_t)(a >> 64);
    const unsigned __int128 middle = (unsigned __int128)low * high;
    wide w = {(unsigned __int128)high * high + (middle >> 63), (unsigned __int128)low * low};
    const unsigned __int128 before = w.low;

    w.low += middle << 65;
    w.high += w.low < before;
    return w;
}

static wide times(wide a, uint64_t b)
{
    const unsigned __int128 low = (unsigned __int128)(uint64_t)a.low * b;
    const unsigned __int128 middle = (a.low >> 64) * b + (low >> 64);

    return (wide){a.high * b + (middle >> 64), middle << 64 | (uint64_t)low};
}

static bool is_at_most(wide a, wide b)
{
    return a.high < b.high || (a.high == b.high && a.low <= b.low);
}

kg__root kg__root_of(uint64_t square_of)
{
    const wide most = {square_of, 0};
    unsigned __int128 root = 0;

    for (unsigned __int128 bit = (unsigned __int128)1 << 95; bit; bit >>= 1)
        if (is_at_most(square(root | bit), most))
            root |= bit;
    return (kg__root){square_of, (uint64_t)(root >> 64), (uint64_t)root};
}

/* Returns whether quotient * divisor <= sum * 2^shift. */
static bool is_below(
    const kg__root *root, kg__exact sum, uint64_t divisor, int shift, uint64_t quotient)
{
    const unsigned __int128 product = (unsigned __int128)quotient * divisor;
    const unsigned __int128 straight = (unsigned __int128)sum.straight << shift;

    return product <= straight ||
           is_at_most(square(product - straight),
               times(square((unsigned __int128)sum.diagonal << shift), root->square));
}

/* The quotient is found with 62 bits, rounded down, and its last bit is set if there is a
 * remainder. So rounding it to a double rounds the sum correctly. */
double kg__exact_over(const kg__root *root, kg__exact sum, uint64_t divisor)
{
    const long double value =
        ((long double)sum.straight + (long double)sum.diagonal * sqrtl((long double)root->square)) /
        (long double)divisor;
    uint64_t quotient;
    bool exact;
    int shift;

    if (!sum.straight && !sum.diagonal)
        return 0;
    shift = QUOTIENT_BITS - ilogbl(value);
    quotient = (uint64_t)ldexpl(value, shift);
    while (!is_below(root, sum, divisor, shift, quotient))
        quotient--;
    while (is_below(root, sum, divisor, shift, quotient + 1))
        quotient++;
    exact = !sum.diagonal &&
            (unsigned __int128)quotient * divisor == (unsigned __int128)sum.straight << shift;
    return ldexp((double)(quotient | !exact), -shift);
}

double kg__grid_value(const kg_grid *grid, kg__exact sum, int digits)
{
    const kg__root *root = &grid->root;
    uint64_t divisor = 1;
    double value;

    for (int i = grid->unit.base == 10 ? -grid->unit.digits : 0; i < digits; i++)
        divisor *= 10;
    value = sum.straight <= KG__EXACT_MOST && sum.diagonal <= KG__EXACT_MOST / (root->whole + 1)
                ? kg__exact_over(root, sum, divisor)
                : ((double)sum.straight + sqrt((double)root->square) * (double)sum.diagonal) /
                      (double)divisor;
    return ldexp(value, grid->unit.base == 2 ? -grid->unit.digits : 0);
}

double kg_grid_sum(const kg_grid *grid, uint64_t straight, uint64_t diagonal)
{
    return grid ? kg__grid_value(grid, kg__grid_exact(grid, straight, diagonal), grid->side_digits)
                : 0;
}
