/*
 * How many Euler walks a directed graph has, with all digits.
 *
 * In:  the graph, an order in which to eliminate its vertices, the logarithms.
 * Out: the numbers in decimal.
 * Method: the number of arborescences is found modulo prime numbers from 2^62 down, and combined by
 *     the Chinese remainder theorem. It is at most the product of the degrees of all vertices
 *     except the root, which gives the number of primes needed. A prime that divides a pivot is
 *     skipped. If an elimination is about as much work as that of a dense matrix, a large divisor
 *     is found first (divisor_gmp.c). One or two primes are then usually enough for the quotient.
 *     The logarithm, which is computed independently, must agree.
 * Work: an elimination for each four primes (eliminate.c), or for each prime (dense.c); threads
 *     take them in turn. Memory: that of an elimination for each thread, and a few numbers. GMP's
 *     functions that allocate memory end the program if there is none, so only its functions for
 *     limbs are used.
 * Deterministic: the numbers are exact.
 */
#include "count.h"
#include <assert.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

static_assert(GMP_NUMB_BITS == 64, "a limb is a word");

enum { WORD = 64, SLACK = 4 };

/* ---- numbers --------------------------------------------------------------------------------- */

/* A number of `count` limbs, the highest of which is not 0. A result of more than `room` limbs is
 * dropped, and `full` is set. */
typedef struct number {
    mp_limb_t *limb;
    mp_size_t count, room;
    bool full;
} number;

static kg_status allocate(kg_context *ctx, number *x, double bits)
{
    kg_status status;

    *x = (number){.room = (mp_size_t)(bits * (1 + 1e-9) / WORD) + SLACK};
    KG_TRY(kg__host_allocate(ctx, &x->limb, (uint64_t)x->room, sizeof *x->limb, "a large number"));
out:
    return status;
}

static void push(number *x, mp_limb_t word)
{
    if (word && x->count == x->room)
        x->full = true;
    else if (word)
        x->limb[x->count++] = word;
}

static void set(number *x, uint64_t word)
{
    x->count = 0;
    push(x, word);
}

static void copy(number *x, const number *y)
{
    x->full = y->full || y->count > x->room;
    x->count = x->full ? 0 : y->count;
    if (x->count)
        memcpy(x->limb, y->limb, (size_t)x->count * sizeof *x->limb);
}

static void multiply(number *x, uint64_t word)
{
    if (x->count)
        push(x, mpn_mul_1(x->limb, x->limb, x->count, word));
}

/* Returns the remainder. */
static uint64_t divide(number *x, uint64_t word)
{
    uint64_t rest = 0;

    if (x->count)
        rest = mpn_divrem_1(x->limb, 0, x->limb, x->count, word);
    while (x->count && !x->limb[x->count - 1])
        x->count--;
    return rest;
}

/* x += y * word */
static void add_product(number *x, const number *y, uint64_t word)
{
    mp_limb_t carry;

    if (!word || !y->count)
        return;
    x->full = x->full || y->full || y->count > x->room;
    if (x->full)
        return;
    while (x->count < y->count)
        x->limb[x->count++] = 0;
    carry = mpn_addmul_1(x->limb, y->limb, y->count, word);
    if (carry && x->count > y->count)
        carry = mpn_add_1(x->limb + y->count, x->limb + y->count, x->count - y->count, carry);
    push(x, carry);
    while (x->count && !x->limb[x->count - 1])
        x->count--;
}

/* x = y * z */
static void set_product(number *x, const number *y, const number *z)
{
    x->count = 0;
    for (mp_size_t i = z->count; i-- > 0;) {
        if (x->count == x->room)
            x->full = true;
        if (x->full)
            return;
        if (x->count)
            memmove(x->limb + 1, x->limb, (size_t)x->count++ * sizeof *x->limb);
        x->limb[0] = 0;
        add_product(x, y, z->limb[i]);
    }
}

/* x *= (from + 1) * ... * to */
static void multiply_range(number *x, uint64_t from, uint64_t to)
{
    uint64_t word = 1, product;

    for (uint64_t factor = from + 1; factor <= to; factor++) {
        if (!__builtin_mul_overflow(word, factor, &product)) {
            word = product;
            continue;
        }
        multiply(x, word);
        word = factor;
    }
    multiply(x, word);
}

static double bits_of(const number *x)
{
    return x->count ? (double)x->count * WORD - __builtin_clzll(x->limb[x->count - 1]) : 0;
}

static double log10_of(const number *x)
{
    double top = 0;
    mp_size_t below = x->count > 3 ? x->count - 3 : 0;

    for (mp_size_t i = x->count; i-- > below;)
        top = top * 0x1p64 + (double)x->limb[i];
    return log10(top) + (double)below * WORD * log10(2);
}

/* Writes the digits of x, which becomes 0. text: [20 * x->count + 1] at least. */
static void print(char *text, number *x)
{
    const uint64_t ten_to_19 = UINT64_C(10000000000000000000);
    char *end = text;

    do {
        uint64_t digits = divide(x, ten_to_19);

        for (int i = 0; i < 19 && (x->count || digits || end == text); i++, digits /= 10)
            *end++ = (char)('0' + digits % 10);
    } while (x->count);
    *end = '\0';
    for (char *begin = text; begin < end; begin++) {
        const char last = *--end;

        *end = *begin;
        *begin = last;
    }
}

/* ---- arborescences -------------------------------------------------------------------------- */

/* Returns the constants of the primes prime[0] to prime[KG__RESIDUES - 1]. */
static kg__primes make_lanes(const uint64_t *prime)
{
    kg__primes primes;

    for (int i = 0; i < KG__RESIDUES; i++) {
        const kg__prime f = kg__make_prime(prime[i]);

        primes.prime.lane[i] = f.prime;
        primes.inverse.lane[i] = f.inverse;
        primes.one.lane[i] = f.one;
        primes.square.lane[i] = f.square;
    }
    return primes;
}

/* Extends x, known modulo `modulus`, to modulo `modulus` times the prime p. */
static void combine(number *x, number *modulus, uint64_t residue, uint64_t p)
{
    const uint64_t known = x->count ? mpn_mod_1(x->limb, x->count, p) : 0;
    const uint64_t inverse =
        kg__power_modulo(mpn_mod_1(modulus->limb, modulus->count, p), p - 2, p);

    add_product(x, modulus,
        kg__product_modulo(residue >= known ? residue - known : p - known + residue, inverse, p));
    multiply(modulus, p);
}

/* The search for the number of arborescences: divisor times quotient. */
typedef struct search {
    kg_context *ctx;
    const kg__multiples *graph;
    const kg_vertex *order;
    bool dense;
    uint64_t last; /* the primes below this one are not used yet */
    double bits;   /* the most bits of the number; of the quotient once the divisor is known */
    number divisor, quotient, modulus;
} search;

static bool is_known(const search *s)
{
    return bits_of(&s->modulus) > s->bits;
}

/* Uses the residue of the number modulo p. residue: 0 if it is not valid. */
static void take(search *s, uint64_t residue, uint64_t p)
{
    const uint64_t part = mpn_mod_1(s->divisor.limb, s->divisor.count, p);

    if (residue && part && !is_known(s))
        combine(&s->quotient, &s->modulus,
            kg__product_modulo(residue, kg__power_modulo(part, p - 2, p), p), p);
}

/* Finds residues modulo primes [at, at + KG__RESIDUES), or modulo prime[at] alone. */
static kg_status eliminate(uint64_t *residue, const search *s, const uint64_t *prime, uint64_t at)
{
    kg__residues product;
    kg__primes lanes;
    kg__prime one;
    kg__dense d;
    kg_status status;

    if (s->dense) {
        one = kg__make_prime(prime[at]);
        status = kg__dense_factor(&d, s->ctx, s->graph, s->order, &one, 1);
        residue[at] = d.determinant;
        kg__dense_free(&d, s->ctx);
        return status;
    }
    lanes = make_lanes(prime + at);
    status = kg__eliminate_modulo(&product, s->ctx, s->graph, s->order, &lanes);
    memcpy(residue + at, product.lane, sizeof product.lane);
    return status;
}

/* Finds residues modulo `count` primes, with all threads. */
static kg_status run_primes(
    uint64_t *residue, const search *s, const uint64_t *prime, uint64_t count)
{
    const uint64_t step = s->dense ? 1 : KG__RESIDUES, tasks = count / step;
    const int most = kg__threads(
        s->ctx, tasks * s->graph->n * (s->graph->begin[s->graph->n] + s->graph->n), 100000);
    const int threads = (uint64_t)most < tasks ? most : (int)tasks;
    kg_status all = KG_OK;

    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (uint64_t i = 0; i < tasks; i++) {
        kg_status status =
            kg__thread_index() ? KG_OK : kg__progress(s->ctx, "counting walks", i, tasks);

        if (status == KG_OK)
            status = eliminate(residue, s, prime, i * step);
        if (status != KG_OK)
#pragma omp critical(kg_count_status)
            all = status;
    }
    return all;
}

/* Uses as many primes as the quotient may need. */
static kg_status take_primes(search *s)
{
    const uint64_t most = (uint64_t)((s->bits - bits_of(&s->modulus)) / 61) + 1;
    const uint64_t count =
        s->dense ? most : (most + KG__RESIDUES - 1) / KG__RESIDUES * KG__RESIDUES;
    uint64_t *prime = NULL, *residue = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(s->ctx, &prime, count, sizeof *prime, "primes"));
    KG_TRY(kg__host_allocate(s->ctx, &residue, count, sizeof *residue, "residues"));
    for (uint64_t i = 0; i < count; i++)
        prime[i] = s->last = kg__prime_below(s->last);
    KG_TRY(run_primes(residue, s, prime, count));
    for (uint64_t i = 0; i < count; i++)
        take(s, residue[i], prime[i]);
out:
    kg__free_all(s->ctx, prime, residue);
    return status;
}

/* Finds the divisor, and uses its prime for the quotient too. */
static kg_status find_divisor(search *s)
{
    kg_context *ctx = s->ctx;
    const kg__prime prime = kg__make_prime(kg__prime_below(s->last));
    const uint64_t n = s->graph->n;
    uint64_t limbs;
    kg__dense d;
    kg_status status;

    s->last = prime.prime;
    KG_TRY(kg__dense_factor(
        &d, ctx, s->graph, s->order, &prime, kg__threads(ctx, n * n * n, 1 << 22)));
    if (!d.determinant)
        goto out;
    KG_TRY(kg__count_divisor(s->divisor.limb, &limbs, ctx, &d, s->graph, s->order, s->bits));
    s->divisor.count = (mp_size_t)limbs;
    s->bits -= bits_of(&s->divisor) - 1;
    take(s, d.determinant, prime.prime);
out:
    kg__dense_free(&d, ctx);
    return status;
}

/* Returns an upper bound on the bits of the number of arborescences. */
static double bits_of_trees(const kg__multiples *g)
{
    double bits = 1;

    for (kg_vertex v = 0; v < g->n; v++)
        bits += v == g->root ? 0 : log2((double)g->degree[v]) + 1e-9;
    return bits;
}

/* trees: [out] the number of spanning arborescences to the root. */
static kg_status count_trees(
    number *trees, kg_context *ctx, const kg__multiples *g, const kg_vertex *order, double work)
{
    search s = {.ctx = ctx,
        .graph = g,
        .order = order,
        .bits = bits_of_trees(g),
        .last = ((uint64_t)1 << 62) + 1};
    const double n = g->n;
    kg_status status;

    s.dense = work * s.bits / 61 > n * n * n;
    KG_TRY(allocate(ctx, &s.modulus, s.bits + 2 * 62));
    KG_TRY(allocate(ctx, &s.quotient, s.bits + 2 * 62));
    KG_TRY(allocate(ctx, &s.divisor, s.bits + 62));
    set(&s.modulus, 1);
    set(&s.divisor, 1);
    if (s.dense)
        KG_TRY(find_divisor(&s));
    while (!is_known(&s))
        KG_TRY(take_primes(&s));
    set_product(trees, &s.divisor, &s.quotient);
out:
    kg__free_all(ctx, s.modulus.limb, s.quotient.limb, s.divisor.limb);
    return status;
}

/* ---- walks, sequences ------------------------------------------------------------------------ */

/* Counts the walks of the graph with multiplicities divided by c. */
static void count_walks(number *walks, const kg__multiples *g, const number *trees, uint64_t c)
{
    copy(walks, trees);
    for (kg_vertex v = 1; c > 1 && v < g->n; v++)
        divide(walks, c);
    for (kg_vertex v = 0; v < g->n; v++)
        multiply_range(walks, 1, g->degree[v] / c - 1);
}

/* Counts sequences of vertices, by Burnside's lemma over the common divisors of multiplicities.
 * *whole: whether all divisions left no remainder. */
static void count_sequences(
    number *sequences, number *walks, const kg__multiples *g, const number *trees, bool *whole)
{
    uint64_t rest = 0;

    count_walks(walks, g, trees, 1);
    set(sequences, 0);
    add_product(sequences, walks, g->common);
    for (uint64_t c = 2; c <= g->common; c++) {
        if (g->common % c)
            continue;
        count_walks(walks, g, trees, c);
        for (uint64_t i = 0; i < g->parallels; i++)
            multiply_range(walks, g->parallel[i] / c, g->parallel[i]);
        multiply(walks, kg__totient(c));
        add_product(sequences, walks, g->common / c);
    }
    for (uint64_t i = 0; i < g->parallels; i++)
        for (uint64_t factor = 2; factor <= g->parallel[i]; factor++)
            rest |= divide(sequences, factor);
    rest |= divide(sequences, g->common);
    *whole = !rest && !sequences->full && !walks->full;
}

/* Stores the digits of x and its logarithm, after comparing it with *logarithm. x becomes 0. */
static kg_status keep(char **digits, double *logarithm, double error, kg_context *ctx, number *x)
{
    double found;
    kg_status status;

    if (x->full || !x->count)
        return kg__fail(ctx, KG_INTERNAL, "self-check: two ways to count walks differ");
    found = log10_of(x);
    if (fabs(found - *logarithm) > error + 1e-12 * (1 + found))
        return kg__fail(ctx, KG_INTERNAL, "self-check: two ways to count walks differ");
    KG_TRY(kg__host_allocate(ctx, digits, 20 * (uint64_t)x->count + 1, 1, "a number"));
    print(*digits, x);
    *logarithm = found;
out:
    return status;
}

kg_status kg__count_exactly(kg_euler_count *count, kg_context *ctx, const kg__multiples *graph,
    const kg_vertex *order, double work)
{
    number trees = {0}, walks = {0}, sequences = {0};
    double bits = bits_of_trees(graph);
    bool whole;
    int sign; /* of a factorial */
    kg_status status;

    KG_TRY(allocate(ctx, &trees, bits + 62));
    for (kg_vertex v = 0; v < graph->n; v++)
        bits += lgamma_r((double)graph->degree[v], &sign) / log(2) + 1e-9;
    bits += 2 * log2((double)graph->common + 1) + WORD;
    KG_TRY(allocate(ctx, &walks, bits));
    KG_TRY(allocate(ctx, &sequences, bits));
    if (graph->n == 0)
        set(&trees, 1);
    else
        KG_TRY(count_trees(&trees, ctx, graph, order, work));
    count_sequences(&sequences, &walks, graph, &trees, &whole);
    if (!whole)
        KG_TRY(kg__fail(ctx, KG_INTERNAL, "self-check: a part of a sequence was counted"));
    count_walks(&walks, graph, &trees, 1);
    count->unique = sequences.count == 1 && sequences.limb[0] == 1;
    KG_TRY(keep(&count->walks, &count->log10_walks, count->error, ctx, &walks));
    KG_TRY(keep(&count->sequences, &count->log10_sequences, count->error, ctx, &sequences));
    count->exact = 1;
out:
    kg__free_all(ctx, trees.limb, walks.limb, sequences.limb);
    return status;
}
