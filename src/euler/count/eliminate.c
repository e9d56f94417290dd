/*
 * The number of spanning arborescences to a vertex: by elimination, in floating point and modulo
 * prime numbers.
 *
 * In:  the graph, without loops; arcs of the root do not count.
 * Out: a pivot for each vertex that is eliminated. The product of the pivots is the number.
 * Method: to eliminate a vertex v, an arc from u to v of weight a and one from v to w of weight b
 *     become one from u to w of weight a b / s. The pivot s is the sum of the weights of v's arcs.
 *     (W. Grassmann, M. Taksar, D. Heyman, "Regenerative analysis and steady state distributions
 *     for Markov chains", Operations Research 33, 1985.) Nothing is subtracted. A heap holds the
 *     vertices by the product of their numbers of arcs in and out. The product is computed again
 *     when a vertex comes to the top. The number is a polynomial of the weights with positive
 *     coefficients and of degree n in them, so an error of one part in 1/e in some weights changes
 *     it by n e at most.
 * Work: for each vertex the arcs of its neighbours. Memory: the arcs, in two lists a vertex, which
 *     grow one by one: the method is worth while for few vertices.
 * Deterministic: serial.
 */
#include "../../base/heap.h"
#include "count.h"
#include <string.h>

#define MOST_ARCS ((uint64_t)1 << 27)

typedef struct none {
    char nothing;
} none;

#define NAME(x)          real_##x
#define WEIGHT           double
#define RING             none
#define OF_COUNT(r, c)   ((double)(c))
#define SUM(r, a, b)     ((a) + (b))
#define PRODUCT(r, a, b) ((a) * (b))
#define RATIO(r, a, b)   ((a) / (b))
#include "eliminate_tmpl.h"

/* ---- the order ------------------------------------------------------------------------------- */

typedef struct entry {
    uint64_t key;
    kg_vertex v;
} entry;

static bool is_less(entry a, entry b)
{
    return a.key < b.key || (a.key == b.key && a.v < b.v);
}

/* Puts an entry into the free place heap[at], and moves it down to where it belongs. */
static void sink(entry *heap, uint64_t count, uint64_t at, entry e)
{
    KG__HEAP_SINK(heap, count, at, e, is_less);
}

static entry entry_of(const real_rest *rest, kg_vertex v)
{
    return (entry){rest->outs[v] * rest->ins[v], v};
}

/* Removes the vertices that are gone from the list of the sources of v's in-arcs. */
static void tidy(real_rest *rest, kg_vertex v)
{
    uint64_t kept = 0;

    for (uint64_t i = 0; i < rest->ins[v]; i++)
        if (!rest->gone[rest->in[v][i]])
            rest->in[v][kept++] = rest->in[v][i];
    rest->ins[v] = kept;
}

/* Takes the vertex on top, once its key is up to date. */
static kg_vertex take_least(real_rest *rest, entry *heap, uint64_t *count)
{
    for (;;) {
        const uint64_t old = heap[0].key;
        const kg_vertex v = heap[0].v;

        tidy(rest, v);
        if (entry_of(rest, v).key <= old) {
            sink(heap, *count - 1, 0, heap[*count - 1]);
            --*count;
            return v;
        }
        sink(heap, *count, 0, entry_of(rest, v));
    }
}

kg_status kg__eliminate(double *pivot, double *error, double *work, kg_context *ctx,
    const kg__multiples *graph, kg_vertex *order)
{
    const none *ring = NULL;
    uint64_t count = 0;
    entry *heap = NULL;
    real_rest rest;
    kg_status status;

    *error = *work = 0;
    KG_TRY(real_begin(&rest, ctx, graph, ring));
    KG_TRY(kg__host_allocate(ctx, &heap, graph->n, sizeof *heap, "vertices by neighbours"));
    for (kg_vertex v = 0; v < graph->n; v++)
        if (v != graph->root)
            heap[count++] = entry_of(&rest, v);
    for (uint64_t at = count; at-- > 0;)
        sink(heap, count, at, heap[at]);
    for (uint64_t i = 0; i + 1 < graph->n; i++) {
        if (i % 256 == 0)
            KG_TRY(kg__progress(ctx, "counting walks", i, graph->n));
        order[i] = take_least(&rest, heap, &count);
        *work += (double)rest.outs[order[i]] * (double)rest.ins[order[i]];
        *error += ((double)rest.outs[order[i]] + 4) * (double)(graph->n - i) * 0x1p-53;
        KG_TRY(real_remove(&pivot[i], &rest, ring, order[i]));
    }
out:
    real_end(&rest, graph->n);
    kg__free(ctx, heap);
    return status;
}

/* ---- modulo primes --------------------------------------------------------------------------- */

/* Returns a b / 2^64 modulo p, below p. */
static inline uint64_t multiply(uint64_t a, uint64_t b, uint64_t p, uint64_t inverse)
{
    const unsigned __int128 product = (unsigned __int128)a * b;
    const uint64_t quotient = (uint64_t)product * inverse;
    const uint64_t result = (uint64_t)((product + (unsigned __int128)quotient * p) >> 64);

    return result >= p ? result - p : result;
}

static kg__residues lanes_product(const kg__primes *r, kg__residues a, kg__residues b)
{
    for (int i = 0; i < KG__RESIDUES; i++)
        a.lane[i] = multiply(a.lane[i], b.lane[i], r->prime.lane[i], r->inverse.lane[i]);
    return a;
}

static kg__residues lanes_sum(const kg__primes *r, kg__residues a, kg__residues b)
{
    for (int i = 0; i < KG__RESIDUES; i++) {
        const uint64_t sum = a.lane[i] + b.lane[i];

        a.lane[i] = sum >= r->prime.lane[i] ? sum - r->prime.lane[i] : sum;
    }
    return a;
}

static kg__residues lanes_of(const kg__primes *r, uint64_t count)
{
    kg__residues a;

    for (int i = 0; i < KG__RESIDUES; i++)
        a.lane[i] = count % r->prime.lane[i];
    return lanes_product(r, a, r->square);
}

/* Returns a / b, by Fermat's little theorem. */
static kg__residues lanes_ratio(const kg__primes *r, kg__residues a, kg__residues b)
{
    for (int i = 0; i < KG__RESIDUES; i++) {
        const uint64_t p = r->prime.lane[i], inverse = r->inverse.lane[i];
        uint64_t power = b.lane[i];

        for (uint64_t exponent = p - 2; exponent; exponent >>= 1) {
            if (exponent & 1)
                a.lane[i] = multiply(a.lane[i], power, p, inverse);
            power = multiply(power, power, p, inverse);
        }
    }
    return a;
}

#define NAME(x)          modular_##x
#define WEIGHT           kg__residues
#define RING             kg__primes
#define OF_COUNT(r, c)   lanes_of(r, c)
#define SUM(r, a, b)     lanes_sum(r, a, b)
#define PRODUCT(r, a, b) lanes_product(r, a, b)
#define RATIO(r, a, b)   lanes_ratio(r, a, b)
#include "eliminate_tmpl.h"

kg_status kg__eliminate_modulo(kg__residues *product, kg_context *ctx, const kg__multiples *graph,
    const kg_vertex *order, const kg__primes *primes)
{
    modular_rest rest;
    kg__residues pivot;
    kg_status status;

    *product = primes->one;
    KG_TRY(modular_begin(&rest, ctx, graph, primes));
    for (uint64_t i = 0; i + 1 < graph->n; i++) {
        KG_TRY(kg__cancelled(ctx));
        KG_TRY(modular_remove(&pivot, &rest, primes, order[i]));
        *product = lanes_product(primes, *product, pivot);
    }
    for (int i = 0; i < KG__RESIDUES; i++) /* out of Montgomery's form */
        product->lane[i] =
            multiply(product->lane[i], 1, primes->prime.lane[i], primes->inverse.lane[i]);
out:
    modular_end(&rest, graph->n);
    return status;
}
