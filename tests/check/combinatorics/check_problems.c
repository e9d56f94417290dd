/* Cases of permutations, tours, look-and-say and cyclospectra, against their definitions. */
#include "check.h"
#include "scan/array_ops.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- permutations ---------------------------------------------------------------------------- */

enum { N = 8, ALL = 40320 };

/* All permutations in lexicographic order, by trying each element in each place. */
static uint64_t permute(
    uint32_t *all, uint64_t count, uint32_t *now, unsigned place, unsigned n, unsigned used)
{
    if (place == n) {
        memcpy(all + count * n, now, n * sizeof *now);
        return count + 1;
    }
    for (unsigned v = 0; v < n; v++)
        if (!(used >> v & 1)) {
            now[place] = v;
            count = permute(all, count, now, place + 1, n, used | 1u << v);
        }
    return count;
}

/* Permutations from .. from + count - 1 of n things, brought to the host. */
static kg_status permutations(
    uint32_t *to, kg_context *ctx, unsigned n, uint64_t from, uint64_t count)
{
    const uint64_t rows = n > KG_PERMUTATION_MOST ? 1 : count;
    uint32_t *there = check_upload(ctx, NULL, rows * n, 4);
    kg_status status = kg_array_permutations(there, ctx, n, from, count);

    if (status == KG_OK)
        check_download(ctx, to, there, count * n, 4);
    kg__free(ctx, there);
    return status;
}

static void permutations_test(check *c)
{
    uint32_t *all = check_array((uint64_t)ALL * N, 4), *got = check_array((uint64_t)ALL * N, 4);
    uint32_t now[N];

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint32_t last[KG_PERMUTATION_MOST];
        uint32_t *there = check_upload(ctx, NULL, 45, 4);
        uint64_t number;

        for (unsigned n = 1; n <= N; n++) {
            uint64_t count = permute(all, 0, now, 0, n, 0);

            check_say(c, "%u things", n);
            check_number(c, ctx, "factorial", kg_factorial(n), count);
            check_status(c, ctx, permutations(got, ctx, n, 0, count), KG_OK);
            check_equal(c, ctx, "permutation", got, all, count * n, 4);
            check_status(c, ctx, permutations(got, ctx, n, count / 3, count / 2), KG_OK);
            check_equal(c, ctx, "permutation", got, all + count / 3 * n, count / 2 * n, 4);
            for (uint64_t k = 0; k < count; k += 1 + count / 50) {
                check_status(
                    c, ctx, kg_array_permutation_number(&number, ctx, n, all + k * n), KG_OK);
                check_number(c, ctx, "number", number, k);
            }
            check_status(c, ctx, permutations(got, ctx, n, count, 1), KG_ARGUMENT);
        }
        check_say(c, "20 things");
        number = kg_factorial(20);
        check_number(c, ctx, "20!", number, UINT64_C(2432902008176640000));
        check_status(c, ctx, permutations(last, ctx, 20, number - 1, 1), KG_OK);
        for (unsigned i = 0; i < 20; i++)
            check_number(c, ctx, "the last permutation", last[i], 19 - i);
        check_status(c, ctx, kg_array_permutation_number(&number, ctx, 20, last), KG_OK);
        check_number(c, ctx, "its number", number, kg_factorial(20) - 1);
        last[3] = last[4];
        check_status(c, ctx, kg_array_permutation_number(&number, ctx, 20, last), KG_ARGUMENT);
        check_status(c, ctx, permutations(got, ctx, 21, 0, 1), KG_ARGUMENT);
        for (unsigned n = 9; n <= 20; n++) { /* past where the last 8 places begin anew */
            uint64_t from = kg_factorial(n) / 3 / 40320 * 40320 + 40320 - 1500;

            check_say(c, "some of %u things", n);
            check_status(c, ctx, permutations(got, ctx, n, from, 3000), KG_OK);
            for (uint64_t k = 0; k < 3000; k++) {
                check_status(
                    c, ctx, kg_array_permutation_number(&number, ctx, n, got + k * n), KG_OK);
                check_number(c, ctx, "number", number, from + k);
            }
        }
        CHECK_FAULTS(c, ctx, KG__FAULT_DEVICE, kg_array_permutations(there, ctx, 5, 1, 9));
        kg__free(ctx, there);
    }
    free(got);
    free(all);
}

/* ---- tours ----------------------------------------------------------------------------------- */

typedef struct search {
    kg_matrix *distance;
    const kg_tour_options *options;
    unsigned n;
    uint32_t order[N], best_order[N];
    double best;
} search;

static double distance_at(const search *s, unsigned from, unsigned to)
{
    const void *data = kg_matrix_data(s->distance);

    return kg_matrix_type(s->distance) == KG_F64
               ? ((const double *)data)[from * s->n + to]
               : (double)((const int64_t *)data)[from * s->n + to];
}

/* Tries each city in each place that the options allow; the first of the shortest stays. */
static void visit(search *s, unsigned place, unsigned used, double length)
{
    const kg_tour_options *o = s->options;
    const bool begins = o->has_start || !o->open; /* a closed one with city 0 */

    if (place == s->n) {
        if (!o->open && s->n > 1)
            length += distance_at(s, s->order[s->n - 1], s->order[0]);
        if (length < s->best) {
            s->best = length;
            memcpy(s->best_order, s->order, sizeof s->order);
        }
        return;
    }
    for (unsigned v = 0; v < s->n; v++) {
        bool wrong = (place == 0 && begins && v != o->start) ||
                     (o->has_end && (v == o->end) != (place == s->n - 1));

        if (used >> v & 1 || wrong)
            continue;
        s->order[place] = v;
        visit(s, place + 1, used | 1u << v,
            place ? length + distance_at(s, s->order[place - 1], v) : 0);
    }
}

static void check_tour(check *c, kg_context *ctx, search *s, bool first)
{
    kg_tour_options options = *s->options;
    const bool real = kg_matrix_type(s->distance) == KG_F64;

    s->best = INFINITY;
    visit(s, 0, 0, 0);
    for (int method = KG_TOUR_HELD_KARP; method <= KG_TOUR_BRUTE_FORCE; method++) {
        uint32_t order[N];
        kg_number cost;
        uint64_t number;

        options.method = (kg_tour_method)method;
        check_say(c, "%u cities, method %d, open %d, start %d, end %d", s->n, method, options.open,
            (int)options.start, (int)options.end);
        if (!check_status(
                c, ctx, kg_tour_find(order, &cost, &number, s->distance, &options), KG_OK))
            continue;
        if (fabs((real ? cost.real : (double)cost.integer) - s->best) > (real ? 1e-9 : 0))
            check_fail(
                c, ctx, "cost %g, expected %g", real ? cost.real : (double)cost.integer, s->best);
        if (first) /* of integers also the tour is one only */
            check_equal(c, ctx, "order", order, s->best_order, s->n, 4);
    }
}

static void tours_test(check *c)
{
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t seed = c->seed;

        for (int way = 0; way < 4 * (N - 1); way++) {
            search s = {.n = (unsigned)way / 4 + 1};
            const bool real = way % 4 == 3;
            const uint64_t most = way % 4 == 0 ? 3 : way % 4 == 1 ? 1000 : UINT64_C(1) << 40;

            check_status(c, ctx,
                kg_matrix_create(&s.distance, ctx, real ? KG_F64 : KG_I64, s.n, s.n), KG_OK);
            for (unsigned i = 0; i < s.n * s.n; i++) {
                uint64_t one = check_random(&seed) % most;

                if (real)
                    ((double *)kg_matrix_data(s.distance))[i] = (double)one / 7e11;
                else
                    ((int64_t *)kg_matrix_data(s.distance))[i] = (int64_t)one - (int64_t)most / 9;
            }
            for (int ends = 0; ends < 6; ends++) {
                kg_tour_options options = KG_TOUR_OPTIONS_INIT;

                options.open = ends > 1;
                if (ends % 2 && s.n)
                    options.start = s.n - 1;
                options.has_start = ends % 2 && s.n;
                options.has_end = ends > 3 && s.n > 1;
                if (options.has_end)
                    options.end = s.n / 3;
                s.options = &options;
                if (options.has_start && options.has_end && options.end == options.start)
                    continue;
                check_tour(c, ctx, &s, !real);
            }
            kg_matrix_destroy(s.distance);
        }
    }
}

static void tour_arguments_test(check *c)
{
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        kg_tour_options options = KG_TOUR_OPTIONS_INIT;
        uint32_t order[64];
        kg_number cost;
        kg_matrix *square, *oblong, *large, *real;
        int64_t *distance;

        check_say(c, "arguments");
        check_status(c, ctx, kg_matrix_create(&square, ctx, KG_I64, 5, 5), KG_OK);
        check_status(c, ctx, kg_matrix_create(&oblong, ctx, KG_I64, 5, 4), KG_OK);
        check_status(c, ctx, kg_matrix_create(&large, ctx, KG_I64, 60, 60), KG_OK);
        check_status(c, ctx, kg_matrix_create(&real, ctx, KG_F64, 2, 2), KG_OK);
        distance = kg_matrix_data(square);
        memset(distance, 0, 25 * sizeof *distance);
        memset(kg_matrix_data(large), 0, 3600 * sizeof *distance);
        memset(kg_matrix_data(real), 0, 4 * sizeof(double));
        ((double *)kg_matrix_data(real))[1] = NAN;
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, oblong, NULL), KG_ARGUMENT);
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, large, NULL), KG_LIMIT);
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, real, NULL), KG_ARGUMENT);
        options.start = 5;
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, square, &options), KG_ARGUMENT);
        options.has_start = 1;
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, square, &options), KG_ARGUMENT);
        options.start = options.end = 1;
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, square, &options), KG_ARGUMENT);
        options.has_end = 1;
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, square, &options), KG_ARGUMENT);
        options.open = 1;
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, square, &options), KG_ARGUMENT);
        options.end = 2;
        CHECK_ALLOCATIONS(c, ctx, kg_tour_find(order, &cost, NULL, square, &options));
        options.method = KG_TOUR_BRUTE_FORCE;
        CHECK_ALLOCATIONS(c, ctx, kg_tour_find(order, &cost, NULL, square, &options));
        check_number(c, ctx, "bytes", kg_tour_bytes(square, NULL),
            strcmp(c->backend, "cuda") ? 16 * 4 * 4 : 8 * 4 * 4);
        ((double *)kg_matrix_data(real))[1] = 1e308;
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, real, NULL), KG_OVERFLOW);
        distance[1] = INT64_MAX / 2;
        check_status(c, ctx, kg_tour_find(order, &cost, NULL, square, NULL), KG_OVERFLOW);
        kg_matrix_destroy(real);
        kg_matrix_destroy(large);
        kg_matrix_destroy(oblong);
        kg_matrix_destroy(square);
    }
}

/* ---- look-and-say ---------------------------------------------------------------------------- */

enum { ROUNDS = 36, SAID = 1 << 18 };

static void say_test(check *c)
{
    static const char *const seeds[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0",
        "1113122113", "11111111111122222222222222222222222222", "0000000000", "2212", "2233",
        "3331", "4444", "12131", "22211", "3123", "1200", "72229"};
    char *now = check_array(SAID, 1), *next = check_array(SAID, 1);

    for (size_t s = 0; s < sizeof seeds / sizeof *seeds; s++) {
        strcpy(now, seeds[s]);
        for (uint64_t round = 0; round <= ROUNDS; round++) {
            char *to = next;

            check_say(c, "seed %s, round %d", seeds[s], (int)round);
            for (int t = 0; t < c->contexts && (round < 9 || round == ROUNDS); t++) {
                kg_context *ctx = c->context[t];
                uint64_t length;
                char *digits;

                if (!check_status(c, ctx,
                        kg_array_look_and_say(&digits, &length, ctx, seeds[s], round), KG_OK))
                    continue;
                check_number(c, ctx, "length", length, strlen(now));
                check_equal(c, ctx, "digits", digits, now, strlen(now), 1);
                kg_array_free(ctx, digits);
                check_status(
                    c, ctx, kg_array_look_and_say(NULL, &length, ctx, seeds[s], round), KG_OK);
                check_number(c, ctx, "length", length, strlen(now));
            }
            for (const char *p = now; *p;) {
                size_t run = strspn(p, (char[]){*p, 0});

                to += sprintf(to, "%zu%c", run, *p);
                p += run;
            }
            *to = '\0';
            strcpy(now, next);
        }
    }
    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        uint64_t length;
        char *digits = NULL;

        check_status(c, ctx, kg_array_look_and_say(NULL, &length, ctx, "1x", 3), KG_ARGUMENT);
        check_status(c, ctx, kg_array_look_and_say(NULL, &length, ctx, "1113122113", 50), KG_OK);
        check_number(c, ctx, "length", length, 5103798);
        CHECK_ALLOCATIONS(c, ctx, kg_array_look_and_say(NULL, &length, ctx, "1", 7));
        for (int kind = 0; kind < 2; kind++)
            for (uint64_t k = 1; k < 60; k++) {
                const kg__fault fault = kind ? KG__FAULT_DEVICE : KG__FAULT_ALLOCATE;

                kg__fault_set(ctx, fault, k);
                if (kg_array_look_and_say(&digits, &length, ctx, "1", 4) == KG_OK)
                    kg_array_free(ctx, digits);
                kg__fault_set(ctx, fault, 0);
                check_number(c, ctx, "bytes left behind", check_held(ctx), 0);
            }
    }
    free(next);
    free(now);
}

/* ---- cyclospectra ---------------------------------------------------------------------------- */

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void spectrum_test(check *c)
{
    static const uint64_t sizes[] = {0, 1, 2, 3, 5, 33, 120, 300};
    const uint64_t room = 300 * 299 + 2;
    uint64_t *expected = check_array(room, 8), *got = check_array(room, 8);
    uint64_t mass[300], seed = c->seed;

    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const uint64_t n = sizes[s], size = n ? n * (n - 1) + 2 : 2;
        uint64_t count = 2;

        expected[0] = expected[1] = 0;
        for (uint64_t i = 0; i < n; i++) {
            mass[i] = check_random(&seed) % 200;
            expected[1] += mass[i];
        }
        for (uint64_t length = 1; length < n; length++)
            for (uint64_t i = 0; i < n; i++, count++) {
                expected[count] = 0;
                for (uint64_t k = 0; k < length; k++)
                    expected[count] += mass[(i + k) % n];
            }
        qsort(expected, count, sizeof *expected, compare_u64);
        check_say(c, "%d masses", (int)n);
        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            uint64_t *in = check_upload(ctx, mass, n, 8), *out = check_upload(ctx, NULL, size, 8);

            check_number(c, ctx, "size", kg_array_cyclospectrum_size(n), count);
            check_status(c, ctx, kg_array_cyclospectrum(out, ctx, n, in), KG_OK);
            check_download(ctx, got, out, size, 8);
            check_equal(c, ctx, "spectrum", got, expected, size, 8);
            CHECK_ALLOCATIONS(c, ctx, kg_array_cyclospectrum(out, ctx, n, in));
            if (n) {
                kg__free(ctx, in);
                got[0] = UINT64_MAX;
                in = check_upload(ctx, got, n, 8);
                check_status(c, ctx, kg_array_cyclospectrum(out, ctx, n, in), KG_OVERFLOW);
            }
            kg__free(ctx, out);
            kg__free(ctx, in);
        }
    }
    free(got);
    free(expected);
}

const check_case check_problems_cases[] = {
    {"problems.permutations", permutations_test, NULL, 0},
    {"problems.tours", tours_test, NULL, 0},
    {"problems.tour_calls", tour_arguments_test, NULL, 0},
    {"problems.say", say_test, NULL, 0},
    {"problems.spectrum", spectrum_test, NULL, 0},
    {NULL},
};
