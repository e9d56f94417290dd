/*
 * The determinant of a graph's Laplacian matrix modulo a prime number, and the solver that uses its
 * factors.
 *
 * In:  the graph, an order of its vertices without the root: row and column i of the matrix are
 *     those of vertex order[i].
 * Out: the determinant; factors L and U in place of the matrix.
 * Method: Gaussian elimination, BLOCK pivots at a time, so that each number of the rest changes
 *     once a block. It changes by a sum of BLOCK products, which fits 128 bits and is reduced once,
 *     by Montgomery's method. Rows whose factors are all 0 are not changed. The matrix is dominated
 *     by its diagonal, so the elimination fails only if the prime divides a pivot.
 * Work: n^3 / 3 products. Memory: the matrix.
 * Deterministic: threads change the rows, each number by one thread.
 */
#include "count.h"
#include <string.h>

enum { BLOCK = 8, GRAIN = 1 << 14 };

typedef unsigned __int128 wide;

/* Returns a sum of up to BLOCK products of numbers below p, divided by 2^64 modulo p; below p. */
static inline uint64_t reduce(wide sum, uint64_t p, uint64_t inverse)
{
    const uint64_t quotient = (uint64_t)sum * inverse;
    uint64_t result = (uint64_t)((sum + (wide)quotient * p) >> 64);

    result -= result >= 2 * p ? 2 * p : 0;
    return result - (result >= p ? p : 0);
}

static inline uint64_t add(uint64_t a, uint64_t b, uint64_t p)
{
    const uint64_t sum = a + b;

    return sum >= p ? sum - p : sum;
}

static uint64_t power(uint64_t a, uint64_t exponent, const kg__prime *f)
{
    uint64_t result = f->one;

    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = reduce((wide)result * a, f->prime, f->inverse);
        a = reduce((wide)a * a, f->prime, f->inverse);
    }
    return result;
}

/* to[i] += factor[0] * from[i] + ... + factor[count - 1] * from[(count - 1) * n + i] */
static inline __attribute__((always_inline)) void add_rows(uint64_t *to, const uint64_t *factor,
    const uint64_t *from, uint64_t n, uint64_t columns, unsigned count, const kg__prime *f)
{
    const uint64_t p = f->prime, inverse = f->inverse;

    for (uint64_t i = 0; i < columns; i++) {
        wide sum = 0;

        for (unsigned s = 0; s < count; s++)
            sum += (wide)factor[s] * from[s * n + i];
        to[i] = add(to[i], reduce(sum, p, inverse), p);
    }
}

/* Eliminates pivots at..at + count - 1 in the rows and columns from `at` on, without changing the
 * rest of the matrix. False: a pivot is 0. */
static bool factor_block(kg__dense *d, uint64_t at, unsigned count)
{
    const kg__prime *f = &d->prime;
    const uint64_t n = d->n, p = f->prime;

    for (unsigned t = 0; t < count; t++) {
        const uint64_t c = at + t;
        uint64_t *pivot = d->entry + c * n, column[BLOCK];

        for (unsigned s = 0; s < t; s++)
            column[s] = d->entry[(at + s) * n + c];
        for (uint64_t i = c; t && i < n; i++) {
            uint64_t *row = d->entry + i * n;

            add_rows(row + c, row + at, column, 1, 1, t, f);
        }
        if (t)
            add_rows(pivot + c + 1, pivot + at, d->entry + at * n + c + 1, n, n - c - 1, t, f);
        if (!pivot[c])
            return false;
        d->determinant = reduce((wide)d->determinant * pivot[c], p, f->inverse);
        d->ratio[c] = power(pivot[c], p - 2, f);
        for (uint64_t i = c + 1; i < n; i++) {
            uint64_t *entry = &d->entry[i * n + c];

            if (*entry) /* p minus the factor, so that subtraction becomes addition */
                *entry = p - reduce((wide)*entry * d->ratio[c], p, f->inverse);
        }
    }
    return true;
}

/* Changes row i after a block. */
static void change_row(const kg__dense *d, uint64_t i, uint64_t at)
{
    const uint64_t n = d->n, behind = at + BLOCK;
    uint64_t *row = d->entry + i * n, any = 0;

    for (unsigned s = 0; s < BLOCK; s++)
        any |= row[at + s];
    if (any)
        add_rows(
            row + behind, row + at, d->entry + at * n + behind, n, n - behind, BLOCK, &d->prime);
}

kg_status kg__dense_factor(kg__dense *d, kg_context *ctx, const kg__multiples *g,
    const kg_vertex *order, const kg__prime *prime, int threads)
{
    const uint64_t n = g->n - 1;
    uint64_t *place = NULL;
    kg_status status;

    *d = (kg__dense){.n = n, .prime = *prime, .determinant = prime->one};
    KG_TRY(kg__host_allocate(ctx, &place, g->n, sizeof *place, "an order of vertices"));
    KG_TRY(kg__host_allocate(ctx, &d->ratio, n, sizeof *d->ratio, "a matrix"));
    KG_TRY(kg__host_allocate(ctx, &d->entry, n * n, sizeof *d->entry, "a matrix"));
    memset(d->entry, 0, n * n * sizeof *d->entry);
    for (uint64_t i = 0; i < n; i++)
        place[order[i]] = i;
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t k = g->begin[order[i]]; k < g->begin[order[i] + 1]; k++) {
            const uint64_t p = prime->prime;
            const uint64_t weight =
                reduce((wide)(g->times[k] % p) * prime->square, p, prime->inverse);

            if (g->to[k] == order[i] || !weight)
                continue;
            d->entry[i * n + i] = add(d->entry[i * n + i], weight, p);
            if (g->to[k] != g->root)
                d->entry[i * n + place[g->to[k]]] = p - weight;
        }
    for (uint64_t at = 0; at < n; at += BLOCK) {
        KG_TRY(kg__cancelled(ctx));
        if (!factor_block(d, at, n - at < BLOCK ? (unsigned)(n - at) : BLOCK)) {
            d->determinant = 0;
            break;
        }
        KG_PARALLEL_FOR((n - at) * (n - at) < GRAIN ? 1 : threads, schedule(static))
        for (uint64_t i = at + BLOCK; i < n; i++)
            change_row(d, i, at);
    }
    d->determinant = reduce(d->determinant, prime->prime, prime->inverse);
out:
    kg__free(ctx, place);
    return status;
}

/* row[0] * x[0] + ... + row[count - 1] * x[count - 1] */
static uint64_t product_of(
    const uint64_t *row, const uint64_t *x, uint64_t count, const kg__prime *f)
{
    uint64_t sum = 0, i = 0;

    for (; i + BLOCK <= count; i += BLOCK) {
        wide part = 0;

        for (unsigned s = 0; s < BLOCK; s++)
            part += (wide)row[i + s] * x[i + s];
        sum = add(sum, reduce(part, f->prime, f->inverse), f->prime);
    }
    for (; i < count; i++)
        sum = add(sum, reduce((wide)row[i] * x[i], f->prime, f->inverse), f->prime);
    return sum;
}

void kg__dense_solve(const kg__dense *d, uint64_t *x)
{
    const kg__prime *f = &d->prime;
    const uint64_t n = d->n, p = f->prime;

    for (uint64_t i = 0; i < n; i++)
        x[i] = add(x[i], product_of(d->entry + i * n, x, i, f), p);
    for (uint64_t i = n; i-- > 0;) {
        const uint64_t behind = product_of(d->entry + i * n + i + 1, x + i + 1, n - i - 1, f);

        x[i] = reduce((wide)add(x[i], p - behind, p) * d->ratio[i], p, f->inverse);
    }
}

void kg__dense_free(kg__dense *d, kg_context *ctx)
{
    kg__free_all(ctx, d->entry, d->ratio);
}
