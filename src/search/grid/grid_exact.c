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

/* Returns whether quotient * divisor <= sum * 2^shift. */
static bool is_below(kg__exact sum, uint64_t divisor, int shift, uint64_t quotient)
{
    const unsigned __int128 product = (unsigned __int128)quotient * divisor;
    const unsigned __int128 straight = (unsigned __int128)sum.straight << shift;
    wide a, b;

    if (product <= straight)
        return true;
    a = square(product - straight);
    b = square((unsigned __int128)sum.diagonal << shift);
    b = (wide){b.high << 1 | b.low >> 127, b.low << 1};
    return a.high < b.high || (a.high == b.high && a.low <= b.low);
}

/* The quotient is found with 62 bits, rounded down, and its last bit is set if there is a
 * remainder. So rounding it to a double rounds the sum correctly. */
double kg__exact_over(kg__exact sum, uint64_t divisor)
{
    const long double value =
        ((long double)sum.straight + (long double)sum.diagonal * sqrtl(2)) / (long double)divisor;
    uint64_t quotient;
    bool exact;
    int shift;

    if (!sum.straight && !sum.diagonal)
        return 0;
    shift = QUOTIENT_BITS - ilogbl(value);
    quotient = (uint64_t)ldexpl(value, shift);
    while (!is_below(sum, divisor, shift, quotient))
        quotient--;
    while (is_below(sum, divisor, shift, quotient + 1))
        quotient++;
    exact = !sum.diagonal &&
            (unsigned __int128)quotient * divisor == (unsigned __int128)sum.straight << shift;
    return ldexp((double)(quotient | !exact), -shift);
}

double kg_grid_sum(const kg_grid *grid, uint64_t straight, uint64_t diagonal)
{
    kg__exact sum = {straight, diagonal};
    uint64_t divisor = 1;
    double value;

    if (!grid)
        return 0;
    if (!kg__grid_has_sqrt2(grid))
        sum = (kg__exact){straight + diagonal, 0};
    for (int i = 0; grid->unit.base == 10 && i < grid->unit.digits; i++)
        divisor *= 10;
    value = sum.straight <= KG__EXACT_MOST && sum.diagonal <= KG__EXACT_MOST / 2
                ? kg__exact_over(sum, divisor)
                : ((double)sum.straight + M_SQRT2 * (double)sum.diagonal) / (double)divisor;
    return ldexp(value, grid->unit.base == 2 ? -grid->unit.digits : 0);
}
