/*
 * How many Euler walks a directed graph has, with all digits.
 *
 * In:  the graph, an order in which to eliminate its vertices, the logarithms.
 * Out: the numbers in decimal.
 * Method: the number of arborescences is found modulo prime numbers from 2^62 down, and put
 *     together by the Chinese remainder theorem. It is at most the product of the degrees of all
 *     vertices but the root, which says how many primes are enough. A prime that divides a pivot is
 *     left out. The logarithm that was found without all this must agree.
 * Work: an elimination (eliminate.c) for four primes; threads take them in turn. Memory: that of
 *     an elimination for each thread, and GMP's numbers, which the context does not count: at most
 *     some hundred KB.
 * Deterministic: the numbers are exact.
 */
#include "count.h"
#include <gmp.h>
#include <math.h>
#include <string.h>

/* ---- primes ---------------------------------------------------------------------------------- */

/* The largest prime below `from`. */
static uint64_t prime_below(uint64_t from)
{
    mpz_t p;

    mpz_init(p);
    do
        mpz_set_ui(p, from -= 2);
    while (!mpz_probab_prime_p(p, 30));
    mpz_clear(p);
    return from;
}

static void set_lane(kg__primes *primes, int i, uint64_t p)
{
    uint64_t inverse = 1, one = (uint64_t)(((unsigned __int128)1 << 64) % p);

    for (int step = 0; step < 6; step++) /* each doubles the bits that are right */
        inverse *= 2 - p * inverse;
    primes->prime.lane[i] = p;
    primes->inverse.lane[i] = -inverse;
    primes->one.lane[i] = one;
    primes->square.lane[i] = (uint64_t)((unsigned __int128)one * one % p);
}

/* ---- arborescences --------------------------------------------------------------------------- */

/* Makes number, known modulo `modulus`, known modulo p too. */
static void combine(mpz_t number, mpz_t modulus, uint64_t residue, uint64_t p)
{
    const uint64_t known = mpz_fdiv_ui(number, p);
    mpz_t inverse, prime;

    mpz_inits(inverse, prime, NULL);
    mpz_set_ui(prime, p);
    mpz_invert(inverse, modulus, prime);
    mpz_mul_ui(inverse, inverse, residue >= known ? residue - known : p - known + residue);
    mpz_mod(inverse, inverse, prime);
    mpz_addmul(number, modulus, inverse);
    mpz_mul_ui(modulus, modulus, p);
    mpz_clears(inverse, prime, NULL);
}

/* The primes of so many groups, below *last. */
static void choose_primes(kg__primes *primes, uint64_t groups, uint64_t *last)
{
    for (uint64_t i = 0; i < groups * KG__LANES; i++) {
        *last = prime_below(*last);
        set_lane(&primes[i / KG__LANES], (int)(i % KG__LANES), *last);
    }
}

static kg_status run_groups(kg__lanes *product, kg_context *ctx, const kg__multiples *g,
    const kg_vertex *order, const kg__primes *primes, uint64_t groups)
{
    const int most = kg__threads(ctx, groups * g->n * (g->begin[g->n] + g->n), 100000);
    const int threads = (uint64_t)most < groups ? most : (int)groups;
    kg_status all = KG_OK;

    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (uint64_t i = 0; i < groups; i++) {
        kg_status status =
            kg__thread_index() ? KG_OK : kg__progress(ctx, "counting walks", i, groups);

        if (status == KG_OK)
            status = kg__eliminate_modulo(&product[i], ctx, g, order, &primes[i]);
        if (status != KG_OK)
#pragma omp critical(kg_count_status)
            all = status;
    }
    return all;
}

/* number: as many as there are spanning arborescences to the root. */
static kg_status count_trees(
    mpz_t number, kg_context *ctx, const kg__multiples *g, const kg_vertex *order)
{
    double bits = 1;
    uint64_t last = ((uint64_t)1 << 62) + 1, groups;
    kg__primes *primes = NULL;
    kg__lanes *product = NULL;
    mpz_t modulus;
    kg_status status;

    mpz_init_set_ui(modulus, 1);
    mpz_set_ui(number, 0);
    for (kg_vertex v = 0; v < g->n; v++)
        bits += v == g->root ? 0 : log2((double)g->degree[v]) + 1e-9;
    groups = (uint64_t)(bits / (61 * KG__LANES)) + 1;
    KG_TRY(kg__host_allocate(ctx, &primes, groups, sizeof *primes, "primes"));
    KG_TRY(kg__host_allocate(ctx, &product, groups, sizeof *product, "residues"));
    while ((double)mpz_sizeinbase(modulus, 2) <= bits) {
        choose_primes(primes, groups, &last);
        KG_TRY(run_groups(product, ctx, g, order, primes, groups));
        for (uint64_t i = 0; i < groups * KG__LANES; i++) {
            const uint64_t residue = product[i / KG__LANES].lane[i % KG__LANES];

            if (residue)
                combine(number, modulus, residue, primes[i / KG__LANES].prime.lane[i % KG__LANES]);
        }
        groups = 1;
    }
out:
    mpz_clear(modulus);
    kg__free(ctx, primes);
    kg__free(ctx, product);
    return status;
}

/* ---- walks, sequences ------------------------------------------------------------------------ */

/* product *= number! */
static void multiply_factorial(mpz_t product, mpz_t scratch, uint64_t number)
{
    if (number < 2)
        return;
    mpz_fac_ui(scratch, number);
    mpz_mul(product, product, scratch);
}

/* The walks of the graph with multiplicities divided by c, and by how many of them those with the
 * same vertices are too many. */
static void count_walks(
    mpz_t walks, mpz_t orders, const kg__multiples *g, const mpz_t trees, uint64_t c)
{
    mpz_t scratch;

    mpz_init(scratch);
    mpz_ui_pow_ui(scratch, c, g->n - 1ul);
    mpz_divexact(walks, trees, scratch);
    mpz_set_ui(orders, 1);
    for (kg_vertex v = 0; v < g->n; v++)
        multiply_factorial(walks, scratch, g->degree[v] / c - 1);
    for (uint64_t i = 0; i < g->begin[g->n]; i++)
        multiply_factorial(orders, scratch, g->times[i] / c);
    mpz_clear(scratch);
}

/* sequences, times all `orders` and the common divisor: so that all terms are whole. */
static void count_sequences(
    mpz_t sequences, const kg__multiples *g, const mpz_t trees, const mpz_t all, const mpz_t orders)
{
    mpz_t walks, own;

    mpz_inits(walks, own, NULL);
    mpz_mul_ui(sequences, all, g->common);
    for (uint64_t c = 2; c <= g->common; c++) {
        if (g->common % c)
            continue;
        count_walks(walks, own, g, trees, c);
        mpz_divexact(own, orders, own);
        mpz_mul(walks, walks, own);
        mpz_mul_ui(walks, walks, kg__totient(c));
        mpz_addmul_ui(sequences, walks, g->common / c);
    }
    mpz_clears(walks, own, NULL);
}

static kg_status keep(
    char **digits, double *logarithm, double error, kg_context *ctx, const mpz_t number)
{
    const size_t room = mpz_sizeinbase(number, 10) + 2;
    signed long power;
    double found;
    kg_status status;

    found = log10(mpz_get_d_2exp(&power, number));
    found += (double)power * log10(2);
    if (mpz_sgn(number) <= 0 || fabs(found - *logarithm) > error + 1e-12 * (1 + found))
        return kg__fail(ctx, KG_INTERNAL, "self-check: two ways to count walks differ");
    KG_TRY(kg__host_allocate(ctx, digits, room, 1, "a number"));
    mpz_get_str(*digits, 10, number);
    *logarithm = found;
out:
    return status;
}

kg_status kg__count_exactly(
    kg_euler_count *count, kg_context *ctx, const kg__multiples *graph, const kg_vertex *order)
{
    mpz_t trees, walks, orders, sequences;
    kg_status status;

    mpz_inits(trees, walks, orders, sequences, NULL);
    if (graph->n == 0)
        mpz_set_ui(trees, 1);
    else
        KG_TRY(count_trees(trees, ctx, graph, order));
    count_walks(walks, orders, graph, trees, 1);
    count_sequences(sequences, graph, trees, walks, orders);
    mpz_mul_ui(orders, orders, graph->common);
    if (!mpz_divisible_p(sequences, orders))
        KG_TRY(kg__fail(ctx, KG_INTERNAL, "self-check: a part of a sequence was counted"));
    mpz_divexact(sequences, sequences, orders);
    KG_TRY(keep(&count->walks, &count->log10_walks, count->error, ctx, walks));
    KG_TRY(keep(&count->sequences, &count->log10_sequences, count->error, ctx, sequences));
    count->exact = 1;
    count->unique = mpz_cmp_ui(sequences, 1) == 0;
out:
    mpz_clears(trees, walks, orders, sequences, NULL);
    return status;
}
