/*
 * A large divisor of the number of arborescences.
 *
 * In:  the factors of the Laplacian matrix M modulo a prime p (dense.c).
 * Out: a number that divides the determinant of M, and is nearly all of it in most graphs.
 * Method: the divisor is the denominator of a random combination of the solution of M x = b, with b
 *     random. x is lifted from the prime to its powers. With r = b at first, each round solves
 *     M y = r modulo p, which is the next digit of x in base p, and replaces r by (r - M y) / p
 *     (J. Dixon, "Exact solution of linear equations using p-adic expansions", Numerische
 *     Mathematik 40, 1982). The combination is found from its residue by Euclid's algorithm,
 *     stopped half-way. By Cramer's rule its denominator divides the determinant, for any random
 *     numbers. It is probably nearly all of the determinant (J. Abbott, M. Bronstein, T. Mulders,
 *     "Fast deterministic computation of determinants of dense matrices", ISSAC 1999).
 *     Each entry of the inverse of M, times the determinant, counts forests. So it is not negative
 *     and not above the product of all degrees, which bounds the numerator.
 * Work: as many solutions as there are digits, some 2 log M / log p. Memory: the digits.
 * Deterministic: serial; the random numbers are fixed.
 */
#include "../../base/random.h"
#include "count.h"
#include <gmp.h>
#include <math.h>
#include <string.h>

enum { WORD = 64, DRAWN_BITS = 16 };

typedef __int128 wide;

/* Returns a random number of DRAWN_BITS bits. */
static uint64_t draw(uint64_t stream, uint64_t i)
{
    return kg__random(stream, i) >> (WORD - DRAWN_BITS);
}

static mp_size_t trim(const mp_limb_t *limb, mp_size_t count)
{
    while (count && !limb[count - 1])
        count--;
    return count;
}

static double bits_of(const mp_limb_t *limb, mp_size_t count)
{
    return count ? (double)count * WORD - __builtin_clzll(limb[count - 1]) : 0;
}

/* ---- the digits ------------------------------------------------------------------------------ */

/* rest = (rest - M y) / p */
static void take_off(int64_t *rest, const uint64_t *y, const uint64_t *place,
    const kg__multiples *g, const kg_vertex *order, uint64_t p)
{
    for (uint64_t i = 0; i + 1 < g->n; i++) {
        const kg_vertex v = order[i];
        wide sum = rest[i];

        for (uint64_t k = g->begin[v]; k < g->begin[v + 1]; k++)
            if (g->to[k] != v) {
                const uint64_t there = g->to[k] == g->root ? 0 : y[place[g->to[k]]];

                sum += (wide)g->times[k] * ((wide)there - (wide)y[i]);
            }
        rest[i] = (int64_t)(sum / (wide)p);
    }
}

/* Finds digit[count], the combination's digits in base p. They may be larger than p. */
static kg_status lift(wide *digit, uint64_t count, kg_context *ctx, const kg__dense *d,
    const kg__multiples *g, const kg_vertex *order)
{
    const uint64_t n = d->n, p = d->prime.prime;
    uint64_t *y = NULL, *place = NULL;
    int64_t *rest = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &y, n, sizeof *y, "a solution"));
    KG_TRY(kg__host_allocate(ctx, &rest, n, sizeof *rest, "a solution"));
    KG_TRY(kg__host_allocate(ctx, &place, g->n, sizeof *place, "an order of vertices"));
    for (uint64_t i = 0; i < n; i++) {
        place[order[i]] = i;
        rest[i] = (int64_t)draw(0, i);
    }
    for (uint64_t k = 0; k < count; k++) {
        KG_TRY(kg__progress(ctx, "counting walks", k, count));
        for (uint64_t i = 0; i < n; i++)
            y[i] = rest[i] < 0 ? p - (uint64_t)-rest[i] % p : (uint64_t)rest[i] % p;
        kg__dense_solve(d, y);
        digit[k] = 0;
        for (uint64_t i = 0; i < n; i++)
            digit[k] += (wide)draw(1, i) * y[i];
        take_off(rest, y, place, g, order, p);
    }
out:
    kg__free_all(ctx, y, rest, place);
    return status;
}

/* ---- the fraction ---------------------------------------------------------------------------- */

/* The numbers of Euclid's algorithm: two remainders in turn, and the residue's factor in each. */
typedef struct fraction {
    mp_limb_t *rest[2], *times[2], *quotient;
    mp_size_t rests[2], timeses[2];
} fraction;

/* x = x * word + more */
static mp_size_t multiply_add(mp_limb_t *x, mp_size_t count, uint64_t word, wide more)
{
    const mp_limb_t two[2] = {(mp_limb_t)more, (mp_limb_t)(more >> WORD)};

    x[count] = mpn_mul_1(x, x, count, word);
    x[count + 1] = x[count + 2] = 0;
    mpn_add(x, x, count + 3, two, 2);
    return trim(x, count + 3);
}

/* Computes p^count, and the residue modulo it. */
static void put_together(fraction *f, const wide *digit, uint64_t count, uint64_t p)
{
    f->rests[0] = f->rests[1] = 1;
    f->rest[0][0] = 1;
    f->rest[1][0] = 0;
    for (uint64_t k = 0; k < count; k++)
        f->rests[0] = multiply_add(f->rest[0], f->rests[0], p, 0);
    for (uint64_t k = count; k-- > 0;) {
        f->rests[1] = multiply_add(f->rest[1], f->rests[1] + !f->rests[1], p, digit[k]);
        if (f->rests[1] >= f->rests[0]) { /* the digits are larger than p */
            mpn_tdiv_qr(
                f->quotient, f->rest[1], 0, f->rest[1], f->rests[1], f->rest[0], f->rests[0]);
            f->rests[1] = trim(f->rest[1], f->rests[0]);
        }
    }
    f->timeses[0] = 0;
    f->timeses[1] = 1;
    f->times[1][0] = 1;
}

/* times[to] += quotient * times[1 - to] */
static void add_times(fraction *f, int to, mp_size_t quotients)
{
    const mp_size_t by = f->timeses[1 - to], room = by + quotients + 1;
    mp_limb_t *times = f->times[to];

    for (mp_size_t i = f->timeses[to]; i < room; i++)
        times[i] = 0;
    for (mp_size_t i = 0; i < quotients; i++) {
        const mp_limb_t carry = mpn_addmul_1(times + i, f->times[1 - to], by, f->quotient[i]);

        mpn_add_1(times + i + by, times + i + by, room - i - by, carry);
    }
    f->timeses[to] = trim(times, room);
}

/* Divides until a remainder has no more than `bits` bits. Returns which of the two it is. */
static int divide_on(fraction *f, double bits)
{
    int now = 1;

    while (bits_of(f->rest[now], f->rests[now]) > bits) {
        const int old = 1 - now;
        const mp_size_t quotients = f->rests[old] - f->rests[now] + 1;

        mpn_tdiv_qr(
            f->quotient, f->rest[old], 0, f->rest[old], f->rests[old], f->rest[now], f->rests[now]);
        f->rests[old] = trim(f->rest[old], f->rests[now]);
        add_times(f, old, trim(f->quotient, quotients));
        now = old;
    }
    return now;
}

kg_status kg__count_divisor(uint64_t *divisor, uint64_t *limbs, kg_context *ctx, const kg__dense *d,
    const kg__multiples *g, const kg_vertex *order, double bits)
{
    const double above = bits + 2 * DRAWN_BITS + 2 * log2((double)g->n) + 1;
    const uint64_t count = (uint64_t)((above + bits + 2) / 61) + 1;
    const uint64_t room = count + 8;
    fraction f = {0};
    wide *digit = NULL;
    mp_limb_t *all = NULL;
    int now;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &digit, count, sizeof *digit, "digits"));
    KG_TRY(kg__host_allocate(ctx, &all, 5 * room, sizeof *all, "a large number"));
    for (int i = 0; i < 2; i++) {
        f.rest[i] = all + (uint64_t)i * room;
        f.times[i] = all + (uint64_t)(2 + i) * room;
    }
    f.quotient = all + 4 * room;
    KG_TRY(lift(digit, count, ctx, d, g, order));
    put_together(&f, digit, count, d->prime.prime);
    now = divide_on(&f, above);
    if (bits_of(f.times[now], f.timeses[now]) > bits)
        KG_TRY(kg__fail(ctx, KG_INTERNAL, "self-check: a fraction is not in lowest terms"));
    *limbs = (uint64_t)f.timeses[now];
    memcpy(divisor, f.times[now], *limbs * sizeof *divisor);
out:
    kg__free_all(ctx, digit, all);
    return status;
}
