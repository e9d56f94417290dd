/* Prime numbers of 62 bits, and numbers modulo them. */
#include "count.h"

uint64_t kg__product_modulo(uint64_t a, uint64_t b, uint64_t p)
{
    return (uint64_t)((unsigned __int128)a * b % p);
}

uint64_t kg__power_modulo(uint64_t a, uint64_t exponent, uint64_t p)
{
    uint64_t power = 1;

    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            power = kg__product_modulo(power, a, p);
        a = kg__product_modulo(a, a, p);
    }
    return power;
}

/* Returns whether an odd p > 37 is prime: by the Miller-Rabin test to the first twelve primes,
 * which decides all numbers of 64 bits (Sorenson and Webster 2017). */
static bool is_prime(uint64_t p)
{
    static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    const int twos = __builtin_ctzll(p - 1);

    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        uint64_t x = kg__power_modulo(bases[i], (p - 1) >> twos, p);

        for (int k = 1; k < twos && x != 1 && x != p - 1; k++) {
            x = kg__product_modulo(x, x, p);
            if (x == 1)
                return false;
        }
        if (x != 1 && x != p - 1)
            return false;
    }
    return true;
}

/* The largest prime below `from`, which is odd. */
uint64_t kg__prime_below(uint64_t from)
{
    do
        from -= 2;
    while (!is_prime(from));
    return from;
}

kg__prime kg__make_prime(uint64_t p)
{
    uint64_t inverse = 1, one = (uint64_t)(((unsigned __int128)1 << 64) % p);

    for (int step = 0; step < 6; step++) /* each step doubles the number of correct bits */
        inverse *= 2 - p * inverse;
    return (kg__prime){p, -inverse, one, (uint64_t)((unsigned __int128)one * one % p)};
}
