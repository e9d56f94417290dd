/*
 * Lengths of edges for searches: checked once, laid out by entries of rows, and kept with the
 * graph.
 *
 * In:  value[m] of a graph, by edges, or none.
 * Out: a float or a double an entry. Floats, if each value is exactly a float, as whole numbers up
 *      to 2^24 are: a search waits for memory, and floats are half as much of it. A directed graph
 *      whose values need doubles lends the values themselves.
 * Work: O(m). The smallest bad edge is named, whatever the number of threads.
 */
#include "lengths.h"
#include <math.h>

/* POWERS: exponents. Exponent 0 is that of 0 and of subnormal numbers, exponent i that of numbers
 * from 2^(i - 1023) on. EXPONENT: the number of bits below the exponent. NO_BIT: above all bits. */
enum { GRAIN = 1 << 17, POWERS = 2048, EXPONENT = 52, NO_BIT = 1024 };

const kg__lengths kg__unit_lengths = {
    .type = KG__LENGTH_ONE, .least = 1, .most = 1, .mean = 1, .low = 1, .widest = UINT64_MAX};

static void destroy_lengths(kg_context *ctx, kg__derived *derived)
{
    kg__lengths *lengths = (kg__lengths *)derived;

    kg__free_all(ctx, lengths->own, lengths->resident, lengths);
}

/* A summary of all values. */
typedef struct summary {
    uint64_t bad; /* the first edge whose value is no length; the number of edges if there is
                     none */
    double least, most, sum;
    int lowest_bit;
    bool floats;
    uint64_t power[POWERS]; /* [i] how many values have the exponent i */
} summary;

/* The exponent of a number's lowest bit; NO_BIT of 0. */
static int lowest_bit(double value)
{
    const uint64_t bits = kg__bits_of(value);
    const int power = (int)(bits >> EXPONENT & (POWERS - 1));
    const uint64_t digits = bits & ((UINT64_C(1) << EXPONENT) - 1);

    if (power)
        return power - 1075 + __builtin_ctzll(digits | UINT64_C(1) << EXPONENT);
    return digits ? __builtin_ctzll(digits) - 1074 : NO_BIT;
}

static void add_value(summary *s, double value, uint64_t e)
{
    const int bit = lowest_bit(value);

    if (!(value >= 0 && value <= 0x1.fffffffffffffp1023) && e < s->bad)
        s->bad = e;
    if (value > 0 && (value < s->least || s->least == 0))
        s->least = value;
    if (value > s->most)
        s->most = value;
    s->power[kg__bits_of(value) >> EXPONENT & (POWERS - 1)]++;
    s->lowest_bit = bit < s->lowest_bit ? bit : s->lowest_bit;
    s->floats &= (double)(float)value == value;
    s->sum += value;
}

static summary summarise(const kg_graph *graph)
{
    const uint64_t m = kg__edges(graph);
    const summary none = {.bad = m, .lowest_bit = NO_BIT, .floats = true};
    summary all = none;

    KG_PARALLEL(kg__threads(graph->ctx, m, GRAIN))
    {
        const int t = kg__thread_index(), team = kg__thread_count();
        summary own = none;

        for (uint64_t e = kg__part(m, t, team), end = kg__part(m, t + 1, team); e < end; e++)
            add_value(&own, graph->value[e], e);
#pragma omp critical(kg__summary_of_lengths)
        {
            all.bad = own.bad < all.bad ? own.bad : all.bad;
            all.most = own.most > all.most ? own.most : all.most;
            if (own.least > 0 && (own.least < all.least || all.least == 0))
                all.least = own.least;
            all.lowest_bit = own.lowest_bit < all.lowest_bit ? own.lowest_bit : all.lowest_bit;
            all.floats &= own.floats;
            all.sum += own.sum;
            for (int i = 0; i < POWERS; i++)
                all.power[i] += own.power[i];
        }
    }
    return all;
}

/* The greatest power of 2 that at most one length in 16 is below; 0 if there is none. */
static double low_of(const summary *s, uint64_t m)
{
    uint64_t below = 0;
    int i = 0;

    while (i < POWERS && (below += s->power[i]) <= m / 16)
        i++;
    return i ? ldexp(1, i - 1023) : 0;
}

uint64_t kg__widest_row(const kg_graph *graph)
{
    uint64_t widest = 0;

    KG_PARALLEL_FOR(kg__threads(graph->ctx, graph->n, GRAIN), reduction(max : widest))
    for (uint64_t v = 0; v < graph->n; v++)
        if (graph->row[v + 1] - graph->row[v] > widest)
            widest = graph->row[v + 1] - graph->row[v];
    return widest;
}

kg_status kg__paths_check(const kg_graph *graph)
{
    return kg__need_no_sides(graph, "has no shortest paths yet: which way a walk may go on at a "
                                    "vertex depends on how it came there");
}

static kg_status check_summary(const kg_graph *graph, const summary *s)
{
    if (s->bad < kg__edges(graph))
        return kg__fail(graph->ctx, KG_FORMAT,
            "edge %llu has the value %g: shortest paths expect a length, a finite number of at "
            "least 0, on each edge",
            (unsigned long long)s->bad, graph->value[s->bad]);
    if (!isfinite(s->most * graph->n))
        return kg__fail(graph->ctx, KG_OVERFLOW,
            "an edge of length %g, and %u vertices: the length of a path might be past the range "
            "of a double",
            s->most, graph->n);
    return KG_OK;
}

/* Lays out values by entries. */
static void fill(const kg_graph *graph, kg__lengths *lengths)
{
    float *const small = lengths->type == KG__LENGTH_FLOAT ? lengths->own : NULL;
    double *const large = lengths->own;

    KG_PARALLEL_FOR(kg__threads(graph->ctx, graph->m, GRAIN))
    for (uint64_t i = 0; i < graph->m; i++) {
        const double value = graph->value[graph->half ? graph->half[i] / 2 : i];

        if (small)
            small[i] = (float)value;
        else
            large[i] = value;
    }
}

kg_status kg__lengths_of(kg__lengths **lengths, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    kg__lengths *made = (kg__lengths *)kg__derived_of(graph, destroy_lengths);
    summary s;
    kg_status status = KG_OK;

    if (made) {
        *lengths = made;
        return KG_OK;
    }
    KG_TRY(kg__host_allocate(ctx, &made, 1, sizeof *made, "lengths"));
    *made = kg__unit_lengths;
    made->derived.destroy = destroy_lengths;
    made->widest = kg__widest_row(graph);
    if (graph->value) {
        s = summarise(graph);
        KG_TRY(check_summary(graph, &s));
        made->type = s.floats ? KG__LENGTH_FLOAT : KG__LENGTH_DOUBLE;
        made->least = s.least;
        made->most = s.most;
        made->low = low_of(&s, kg__edges(graph));
        made->lowest_bit = s.lowest_bit < NO_BIT ? s.lowest_bit : 0;
        made->mean = graph->m ? s.sum / (double)kg__edges(graph) : 0;
        if (s.floats || graph->half) {
            KG_TRY(kg__host_allocate(ctx, &made->own, graph->m,
                s.floats ? sizeof(float) : sizeof(double), "lengths of edges"));
            fill(graph, made);
        }
        made->entry = made->own ? made->own : graph->value;
    }
    made->derived.next = graph->derived;
    graph->derived = &made->derived;
    *lengths = made;
    made = NULL;
out:
    kg__free(ctx, made);
    return status;
}

kg_status kg__lengths_resident(kg__lengths *lengths, const kg_graph *graph, const void **entry)
{
    kg_context *ctx = graph->ctx;
    const size_t size = lengths->type == KG__LENGTH_FLOAT ? sizeof(float) : sizeof(double);
    void *made = NULL;
    kg_status status = KG_OK;

    if (kg__context_backend(ctx) != KG__CPU && lengths->entry && graph->m && !lengths->resident) {
        kg__stage(ctx, "upload");
        KG_TRY(kg__allocate(ctx, &made, graph->m, size, "lengths of edges"));
        KG_TRY(kg__memory(ctx)->upload(ctx, made, lengths->entry, (size_t)graph->m * size));
        lengths->resident = made;
        made = NULL;
    }
    *entry = kg__context_backend(ctx) == KG__CPU ? lengths->entry : lengths->resident;
out:
    kg__free(ctx, made);
    return status;
}

/* ---- the reverse ----------------------------------------------------------------------------- */

typedef struct reverse_of {
    kg__derived derived;
    kg_graph *graph;
} reverse_of;

static void destroy_reverse(kg_context *ctx, kg__derived *derived)
{
    kg_graph_destroy(((reverse_of *)derived)->graph);
    kg__free(ctx, derived);
}

kg_status kg__paths_reverse(kg_graph **reverse, kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    reverse_of *made = (reverse_of *)kg__derived_of(graph, destroy_reverse);
    kg_status status = KG_OK;

    if (made) {
        *reverse = made->graph;
        return KG_OK;
    }
    KG_TRY(kg__host_allocate(ctx, &made, 1, sizeof *made, "the reverse graph"));
    made->graph = NULL;
    KG_TRY(kg_graph_reverse(&made->graph, NULL, graph));
    made->derived = (kg__derived){graph->derived, destroy_reverse};
    graph->derived = &made->derived;
    *reverse = made->graph;
    made = NULL;
out:
    kg__free(ctx, made);
    return status;
}
