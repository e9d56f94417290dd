/*
 * Shortest tours: the front, which converts every kind of tour to a kg__tour, and checks the
 * answer.
 */
#include "tour.h"
#include "../matrix/matrix.h"
#include "../scan/array_ops.h"
#include "../scan/front.h"
#include "combinatorics_ops.h"
#include "permutation.h"
#include "tour_options.h"
#include <math.h>
#include <string.h>

/* Instead of a city: the start or end of the tour is not given. */
#define ANY UINT32_MAX

/* The tour that the caller asks for, and its inner cities. */
typedef struct task {
    kg_matrix *matrix;
    kg_tour_options options;
    uint32_t start, end; /* cities, or ANY; the end of a closed tour is ANY */
    uint32_t n;
    kg__tour tour;
    kg__patience patience;
    uint32_t *city; /* [inner] */
    void *table;    /* first, last, distance */
} task;

static bool is_inner(const task *t, uint32_t v)
{
    return v != t->start && v != t->end;
}

/* The number of inner cities: all except the ends. A single city can be both ends. */
static uint32_t count_inner(const task *t)
{
    return t->n - (t->start != ANY) - (t->end != ANY && t->end != t->start);
}

static kg_number distance_at(const task *t, uint32_t from, uint32_t to)
{
    uint64_t at = (uint64_t)from * t->n + to;
    kg_number number;

    if (t->tour.real)
        number.real = ((const double *)t->matrix->data)[at];
    else
        number.integer = ((const int64_t *)t->matrix->data)[at];
    return number;
}

kg_status kg__tour_check_options(kg_context *ctx, const kg_tour_options *o, uint64_t n)
{
    for (int i = 0; i < 2; i++) {
        uint32_t city = i ? o->end : o->start;

        if (city && !(i ? o->has_end : o->has_start))
            return kg__fail(ctx, KG_ARGUMENT, "%s is %u, but has_%s is not set",
                i ? "end" : "start", city, i ? "end" : "start");
        if ((i ? o->has_end : o->has_start) && city >= n)
            return kg__fail(ctx, KG_ARGUMENT, "city %u of %llu", city + 1, (unsigned long long)n);
    }
    if (!o->open && o->has_end)
        return kg__fail(ctx, KG_ARGUMENT, "a closed tour ends where it starts");
    if (o->has_start && o->has_end && o->end == o->start && n > 1)
        return kg__fail(ctx, KG_ARGUMENT, "an open tour cannot end where it starts");
    if (!(o->seconds >= 0))
        return kg__fail(ctx, KG_ARGUMENT, "%g seconds: expected 0, no limit, or more", o->seconds);
    return KG_OK;
}

/* Reads start and end from the options. A closed tour gets a start. */
static kg_status begin(task *t, kg_matrix *matrix, const kg_tour_options *options)
{
    static const kg_tour_options defaults = KG_TOUR_OPTIONS_INIT;
    kg_context *ctx = matrix->ctx;
    const kg_tour_options *o = options ? options : &defaults;
    kg_status status;

    *t = (task){.matrix = matrix, .options = *o, .n = (uint32_t)matrix->rows};
    t->tour.real = matrix->type == KG_F64;
    if (matrix->rows != matrix->columns || matrix->rows >= ANY)
        return kg__fail(ctx, KG_ARGUMENT, "distances of %llu x %llu: expected a square",
            (unsigned long long)matrix->rows, (unsigned long long)matrix->columns);
    if (matrix->type != KG_I64 && matrix->type != KG_F64)
        return kg__fail(ctx, KG_ARGUMENT, "distances must be KG_I64 or KG_F64");
    KG_TRY(kg__tour_check_options(ctx, o, t->n));
    t->start = o->has_start || (!o->open && t->n) ? o->start : ANY;
    t->end = o->has_end ? o->end : ANY;
    t->tour.inner = count_inner(t);
out:
    return status;
}

/* Checks that a sum of inner + 1 distances fits, and in how many bits. */
static kg_status check_distances(task *t)
{
    uint64_t all = (uint64_t)t->n * t->n, largest = 0;
    double longest = 0;
    const int64_t *integer = t->matrix->data;
    const double *real = t->matrix->data;

    for (uint64_t i = 0; i < all; i++) {
        uint64_t size;

        if (i % (t->n + 1) == 0) /* no tour uses the distance from a city to itself */
            continue;
        if (t->tour.real && !isfinite(real[i]))
            return kg__fail(t->matrix->ctx, KG_ARGUMENT,
                "the distance from city %llu to %llu is not finite",
                (unsigned long long)(i / t->n) + 1, (unsigned long long)(i % t->n) + 1);
        if (t->tour.real) {
            longest = fmax(longest, fabs(real[i]));
            continue;
        }
        size = integer[i] < 0 ? (uint64_t)0 - (uint64_t)integer[i] : (uint64_t)integer[i];
        largest = size > largest ? size : largest;
    }
    if (largest > ((uint64_t)1 << 62) / (t->n + 1))
        return kg__fail(
            t->matrix->ctx, KG_OVERFLOW, "sums of %u such distances pass 62 bits", t->n);
    if (!isfinite(longest * (t->n + 1)))
        return kg__fail(
            t->matrix->ctx, KG_OVERFLOW, "sums of %u such distances pass what doubles hold", t->n);
    t->tour.narrow = !t->tour.real && largest < ((uint64_t)1 << 30) / (t->n + 1);
    return KG_OK;
}

/* Fills in the distances among inner cities, from the start to each, and from each to the end. */
static kg_status make_tables(task *t)
{
    kg_context *ctx = t->matrix->ctx;
    const uint32_t m = t->tour.inner, start = t->start, end = t->options.open ? t->end : start;
    kg_number *first, *last, *distance;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &t->city, m, sizeof *t->city, "cities"));
    KG_TRY(kg__host_allocate(ctx, &t->table, (uint64_t)m * m + 2 * m, sizeof *first, "distances"));
    first = t->table;
    last = first + m;
    distance = last + m;
    for (uint32_t v = 0, i = 0; v < t->n; v++)
        if (is_inner(t, v))
            t->city[i++] = v;
    for (uint32_t i = 0; i < m; i++) {
        const kg_number zero = {0};

        first[i] = start == ANY ? zero : distance_at(t, start, t->city[i]);
        last[i] = end == ANY ? zero : distance_at(t, t->city[i], end);
        for (uint32_t j = 0; j < m; j++)
            distance[(uint64_t)i * m + j] = i == j ? zero : distance_at(t, t->city[i], t->city[j]);
    }
    t->tour.first = first;
    t->tour.last = last;
    t->tour.distance = distance;
out:
    return status;
}

/* Converts an order of the inner cities, at the front of `order`, to an order of all cities. */
static void place_ends(const task *t, uint32_t *order)
{
    const uint32_t m = t->tour.inner;
    uint32_t shift = t->start != ANY;

    for (uint32_t i = m; i-- > 0;)
        order[i + shift] = t->city[order[i]];
    if (shift)
        order[0] = t->start;
    if (m + shift < t->n)
        order[t->n - 1] = t->end;
}

/* Walks the tour, and fails unless it visits every city once and has the length that the solver
 * returned. */
static kg_status check_tour(
    const task *t, const uint32_t *order, kg_number found, bool solved, kg_number *cost)
{
    kg_context *ctx = t->matrix->ctx;
    kg_number length = {0};
    double size = 0; /* the scale for rounding errors */
    uint8_t *seen = NULL;
    bool good = true;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &seen, t->n, 1, "cities seen"));
    memset(seen, 0, t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        kg_number step;

        good = good && order[i] < t->n && !seen[order[i]]++;
        if (!good || t->n == 1 || (i + 1 == t->n && t->options.open))
            continue;
        step = distance_at(t, order[i], order[(i + 1) % t->n]);
        if (t->tour.real) {
            length.real += step.real;
            size += fabs(step.real);
        } else {
            length.integer += step.integer;
        }
    }
    if (solved && t->tour.real)
        good = good && fabs(length.real - found.real) <= 1e-9 * size;
    else if (solved)
        good = good && length.integer == found.integer;
    if (!good)
        status = kg__fail(ctx, KG_INTERNAL, "the tour found is not what it was taken for");
    *cost = length;
out:
    kg__free(ctx, seen);
    return status;
}

uint64_t kg_tour_bytes(const kg_matrix *distance, const kg_tour_options *options)
{
    task t;

    if (!distance || begin(&t, (kg_matrix *)(uintptr_t)distance, options) != KG_OK ||
        check_distances(&t) != KG_OK || t.tour.inner > KG_TOUR_MOST)
        return UINT64_MAX;
    return kg__combinatorics(distance->ctx)->held_karp_bytes(&t.tour);
}

kg_status kg_tour_find(uint32_t *order, kg_number *cost, uint64_t *number, kg_matrix *distance,
    const kg_tour_options *options)
{
    kg_context *ctx = KG__CONTEXT(distance);
    kg_number found = {0};
    uint64_t which = 0;
    bool brute;
    uint32_t most;
    task t = {0};
    kg_status status;

    KG_NEED(NULL, distance);
    KG_TRY(kg__array_begin(ctx, KG_I64));
    KG_TRY(begin(&t, distance, options));
    KG_TRY(kg__require(ctx, order || !t.n, "order"));
    KG_TRY(kg__require(ctx, cost, "cost"));
    KG_TRY(check_distances(&t));
    brute = t.options.method == KG_TOUR_BRUTE_FORCE;
    most = brute ? KG_PERMUTATION_MOST : KG_TOUR_MOST;
    if (t.tour.inner > most)
        return kg__fail(ctx, KG_LIMIT, "%u cities in any order: %s can do %u at most", t.tour.inner,
            brute ? "permutations by number" : "Held-Karp", most);
    t.patience = kg__patience_from(t.options.seconds, t.options.stop);
    t.tour.patience = &t.patience;
    KG_TRY(make_tables(&t));
    kg__stage(ctx, brute ? "brute force" : "Held-Karp");
    if (t.tour.inner && brute) {
        KG_TRY(kg__combinatorics(ctx)->brute_force(ctx, &which, &found, &t.tour));
        kg__permutation_unrank(order, t.tour.inner, which);
    } else if (t.tour.inner) {
        KG_TRY(kg__combinatorics(ctx)->held_karp(ctx, order, &found, &t.tour));
    }
    place_ends(&t, order);
    KG_TRY(check_tour(&t, order, found, t.tour.inner > 0, cost));
    if (number)
        *number = which;
out:
    kg__stage(ctx, NULL);
    kg__free_all(ctx, t.table, t.city);
    return status;
}
