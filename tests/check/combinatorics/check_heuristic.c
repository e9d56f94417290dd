/*
 * Cases of tours past Held-Karp's reach: small ones against Held-Karp, large ones whose shortest
 * tour is known from their shape. Every tour is walked here, with distances of this file's own.
 */
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* LARGE: cities of a known shape; SHARED: so many that all stages use several threads. */
enum { MOST = 12, ENDS = 6, LARGE = 1200, SHARED = 20000 };

/* ---- walking a tour -------------------------------------------------------------------------- */

/* Distances of a case: a matrix, or points and a function that is written anew here. */
typedef struct distances {
    const kg_matrix *matrix;
    const double *point;
    kg_cities_rule rule;
    uint64_t n;
} distances;

static double distance_of(const distances *t, uint64_t a, uint64_t b)
{
    const double *data = kg_matrix_data((kg_matrix *)(uintptr_t)t->matrix);
    double x, y;

    if (t->matrix && kg_matrix_type(t->matrix) == KG_F64)
        return data[a * t->n + b];
    if (t->matrix)
        return (double)((const int64_t *)(const void *)data)[a * t->n + b];
    x = fabs(t->point[2 * a] - t->point[2 * b]);
    y = fabs(t->point[2 * a + 1] - t->point[2 * b + 1]);
    switch (t->rule) {
    case KG_CITIES_EUC_2D:
        return round(sqrt(x * x + y * y));
    case KG_CITIES_CEIL_2D:
        return ceil(sqrt(x * x + y * y));
    case KG_CITIES_MAN_2D:
        return round(x + y);
    case KG_CITIES_MAX_2D:
        return round(x > y ? x : y);
    case KG_CITIES_ATT:
        return ceil(sqrt((x * x + y * y) / 10));
    default:
        return sqrt(x * x + y * y);
    }
}

static double number_of(kg_number number, bool real)
{
    return real ? number.real : (double)number.integer;
}

/* Each city once, the ends as asked, the cost as walked, the bound no more than it. */
static void check_answer(check *c, kg_context *ctx, const distances *t, const kg_tour_options *o,
    const uint32_t *order, const kg_tour_answer *answer, bool real)
{
    const double cost = number_of(answer->cost, real), bound = number_of(answer->bound, real);
    uint8_t *seen = check_array(t->n + 1, 1);
    double length = 0;

    memset(seen, 0, t->n);
    for (uint64_t i = 0; i < t->n; i++) {
        if (order[i] >= t->n || seen[order[i]]++) {
            check_fail(c, ctx, "city %u at place %d", order[i], (int)i);
            free(seen);
            return;
        }
        if (i)
            length += distance_of(t, order[i - 1], order[i]);
    }
    if (!o->open && t->n > 1)
        length += distance_of(t, order[t->n - 1], order[0]);
    if (fabs(length - cost) > (real ? 1e-9 * fabs(length) : 0))
        check_fail(c, ctx, "cost %.17g, walked %.17g", cost, length);
    if (t->n && (o->has_start || !o->open))
        check_number(c, ctx, "the first city", order[0], o->start);
    if (o->has_end)
        check_number(c, ctx, "the last city", order[t->n - 1], o->end);
    if (!(bound <= cost))
        check_fail(c, ctx, "bound %.17g above the cost %.17g", bound, cost);
    check_number(c, ctx, "optimal", answer->optimal, bound == cost);
    free(seen);
}

/* ---- small ones ------------------------------------------------------------------------------ */

/* One way of asking, against Held-Karp. */
static void check_small(check *c, kg_context *ctx, kg_cities *cities, const distances *t,
    const kg_tour_options *o, int ends, bool first)
{
    static uint32_t first_order[ENDS][MOST];
    static kg_tour_answer first_answer[ENDS];
    const bool real = kg_cities_type(cities) == KG_F64;
    uint32_t order[MOST], best_order[MOST];
    kg_tour_answer answer;
    kg_matrix *distance;
    kg_number best;
    double cost, bound, least;

    if (!check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, o), KG_OK))
        return;
    check_answer(c, ctx, t, o, order, &answer, real);
    check_status(c, ctx, kg_cities_distances(&distance, cities), KG_OK);
    check_status(c, ctx, kg_tour_find(best_order, &best, NULL, distance, o), KG_OK);
    kg_matrix_destroy(distance);
    cost = number_of(answer.cost, real);
    bound = number_of(answer.bound, real);
    least = number_of(best, real);
    if (bound > least + (real ? 1e-9 * fabs(least) : 0))
        check_fail(c, ctx, "bound %.17g, but a tour has %.17g", bound, least);
    if (cost < least - (real ? 1e-9 * fabs(least) : 0))
        check_fail(c, ctx, "cost %.17g, but no tour is below %.17g", cost, least);
    if (answer.optimal && fabs(cost - least) > (real ? 1e-9 * fabs(least) : 0))
        check_fail(c, ctx, "called optimal: %.17g, not %.17g", cost, least);
    if (first) {
        memcpy(first_order[ends], order, sizeof order);
        first_answer[ends] = answer;
    }
    check_equal(c, ctx, "order", order, first_order[ends], t->n, 4);
    check_equal(c, ctx, "bound", &answer.bound, &first_answer[ends].bound, 1, 8);
}

static void check_all_ends(
    check *c, kg_context *ctx, kg_cities *cities, const distances *t, bool first)
{
    const uint32_t n = (uint32_t)t->n;

    for (int ends = 0; ends < ENDS; ends++) {
        kg_tour_options o = KG_TOUR_OPTIONS_INIT;

        o.open = ends > 1;
        o.has_start = ends % 2;
        o.start = o.has_start ? n - 1 : 0;
        o.has_end = ends > 3 && n > 1;
        o.end = o.has_end ? n / 3 : 0;
        if (o.has_start && o.has_end && o.start == o.end)
            continue;
        check_say(c, "%u cities, rule %d, open %d, start %d, end %d", n, (int)t->rule, o.open,
            o.has_start ? (int)o.start : -1, o.has_end ? (int)o.end : -1);
        check_small(c, ctx, cities, t, &o, ends, first);
    }
}

/* Matrices: symmetric or not, integers or doubles, few different numbers or large and negative. */
static void small_matrices_test(check *c)
{
    for (uint32_t way = 0; way < 8 * MOST; way++) {
        const uint32_t n = way / 8 + 1;
        const bool even = way % 2, real = way / 2 % 2, wide = way / 4 % 2;
        uint64_t seed = c->seed + way;

        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            kg_matrix *distance;
            kg_cities *cities;
            distances truth = {.n = n};
            uint64_t state = seed;

            check_status(
                c, ctx, kg_matrix_create(&distance, ctx, real ? KG_F64 : KG_I64, n, n), KG_OK);
            for (uint32_t i = 0; i < n * n; i++) {
                const uint32_t turned = i % n * n + i / n;
                const uint64_t one = check_random(&state);
                const int64_t integer =
                    wide ? (int64_t)(one >> 20) - (INT64_C(1) << 40) : (int64_t)(one % 4);

                if (real)
                    ((double *)kg_matrix_data(distance))[i] = (double)integer / 7;
                else
                    ((int64_t *)kg_matrix_data(distance))[i] = integer;
                if (even && turned < i)
                    memcpy((char *)kg_matrix_data(distance) + 8 * i,
                        (char *)kg_matrix_data(distance) + 8 * turned, 8);
            }
            truth.matrix = distance;
            check_status(c, ctx, kg_cities_create_from_matrix(&cities, distance), KG_OK);
            check_all_ends(c, ctx, cities, &truth, t == 0);
            kg_cities_destroy(cities);
            kg_matrix_destroy(distance);
        }
    }
}

/* Points by every rule of the plane: at random, all the same, on a line, in two heaps. */
static void small_points_test(check *c)
{
    double point[2 * MOST];

    for (uint32_t way = 0; way < 24 * MOST; way++) {
        const uint32_t n = way / 24 + 1, shape = way % 4;
        const kg_cities_rule rule = (kg_cities_rule)(way / 4 % 6 + (way / 4 % 6 ? 2 : 1));
        uint64_t seed = c->seed + way;

        for (uint32_t i = 0; i < 2 * n; i++) {
            const double one = (double)(check_random(&seed) % 1000);

            point[i] = shape == 0   ? one
                       : shape == 1 ? 5
                       : shape == 2 ? (i % 2 ? 7 : one)
                                    : one / 100 + (i / 2 % 2 ? 10000 : -10000);
        }
        for (int t = 0; t < c->contexts; t++) {
            kg_context *ctx = c->context[t];
            const distances truth = {.point = point, .rule = rule, .n = n};
            kg_cities *cities;

            check_status(c, ctx, kg_cities_create(&cities, ctx, rule, point, n), KG_OK);
            check_number(c, ctx, "cities", kg_cities_count(cities), n);
            check_all_ends(c, ctx, cities, &truth, t == 0);
            kg_cities_destroy(cities);
        }
    }
}

/* ---- large ones ------------------------------------------------------------------------------ */

typedef enum form { LINE, CIRCLE, LATTICE, HEAP, RANDOM, FORMS } form;

/* Makes points in no order. Returns the length of a shortest closed tour; 0: not known. */
static double make_shape(double *point, uint32_t n, form shape, uint64_t seed)
{
    double known = 0;

    for (uint32_t i = 0; i < n; i++) {
        const double turn = 2 * M_PI * i / n;

        point[2 * i] = shape == LINE     ? 3.0 * i
                       : shape == CIRCLE ? 1e6 * cos(turn)
                       : shape == HEAP   ? 4
                                         : i % 50;
        point[2 * i + 1] = shape == LINE      ? 4.0 * i
                           : shape == CIRCLE  ? 1e6 * sin(turn)
                           : shape == LATTICE ? i / 50
                                              : 4;
        if (shape == RANDOM)
            for (int k = 0; k < 2; k++)
                point[2 * i + (uint32_t)k] = (double)(check_random(&seed) % 100000);
    }
    if (shape == CIRCLE)
        for (uint32_t i = 0; i < n; i++) {
            const double *a = point + 2 * i, *b = point + 2 * ((i + 1) % n);

            known += round(hypot(a[0] - b[0], a[1] - b[1]));
        }
    if (shape == LINE)
        known = 2 * 5.0 * (n - 1);
    if (shape == LATTICE) /* an even number of rows of 50 */
        known = n;
    for (uint32_t i = n - 1; i; i--) {
        const uint64_t j = check_random(&seed) % (i + 1);

        for (unsigned k = 0; k < 2; k++) {
            const double was = point[2 * i + k];

            point[2 * i + k] = point[2 * j + k];
            point[2 * j + k] = was;
        }
    }
    return known;
}

static void large_test(check *c)
{
    double *point = check_array(2 * LARGE, sizeof *point);
    uint32_t *order = check_array(LARGE, 4), *first = check_array(LARGE, 4);
    kg_tour_answer answer, first_answer = {.kicks = 0};

    for (int shape = 0; shape < FORMS; shape++)
        for (int given = 0; given < 2; given++) { /* as points, as a matrix */
            const uint32_t n = given ? 300 : LARGE;
            const double known = make_shape(point, n, (form)shape, c->seed);
            const distances truth = {.point = point, .rule = KG_CITIES_EUC_2D, .n = n};
            const kg_tour_options o = KG_TOUR_OPTIONS_INIT;

            check_say(c, "%u cities of shape %d, %d", n, shape, given);
            for (int t = 0; t < c->contexts; t++) {
                kg_context *ctx = c->context[t];
                kg_cities *points, *cities;
                kg_matrix *distance = NULL;

                check_status(
                    c, ctx, kg_cities_create(&points, ctx, KG_CITIES_EUC_2D, point, n), KG_OK);
                cities = points;
                if (given) {
                    check_status(c, ctx, kg_cities_distances(&distance, points), KG_OK);
                    check_status(c, ctx, kg_cities_create_from_matrix(&cities, distance), KG_OK);
                }
                check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o), KG_OK);
                check_answer(c, ctx, &truth, &o, order, &answer, false);
                if (known > 0 &&
                    ((double)answer.bound.integer > known || (double)answer.cost.integer < known))
                    check_fail(c, ctx, "cost %g and bound %g, known %g",
                        (double)answer.cost.integer, (double)answer.bound.integer, known);
                if (shape != LINE && /* there prices would have to climb from end to end */
                    (double)answer.cost.integer > 1.12 * (double)answer.bound.integer)
                    check_fail(c, ctx, "cost %g far above the bound %g",
                        (double)answer.cost.integer, (double)answer.bound.integer);
                if (t == 0) {
                    memcpy(first, order, n * sizeof *first);
                    first_answer = answer;
                }
                check_equal(c, ctx, "order", order, first, n, 4);
                check_equal(c, ctx, "bound", &answer.bound, &first_answer.bound, 1, 8);
                if (given)
                    kg_cities_destroy(cities);
                kg_matrix_destroy(distance);
                kg_cities_destroy(points);
            }
        }
    free(first);
    free(order);
    free(point);
}

/* Open tours of more cities than a near list has, with and without given ends. */
static void open_test(check *c)
{
    const uint32_t n = 400;
    double point[800];
    uint32_t order[400];

    for (int way = 0; way < 2 * FORMS; way++)
        for (int ends = 0; ends < 4; ends++) {
            const form shape = (form)(way / 2);
            const bool given = way % 2;
            const double known = make_shape(point, n, shape, c->seed);
            const distances truth = {.point = point, .rule = KG_CITIES_EUC_2D, .n = n};
            kg_tour_options o = {.open = 1, .has_start = ends % 2, .has_end = ends / 2};

            o.start = o.has_start ? 5 : 0;
            o.end = o.has_end ? 77 : 0;
            check_say(c, "shape %d, matrix %d, ends %d", shape, given, ends);
            for (int t = 0; t < c->contexts; t += 3) {
                kg_context *ctx = c->context[t];
                kg_cities *points, *cities;
                kg_matrix *distance = NULL;
                kg_tour_answer answer;

                check_status(
                    c, ctx, kg_cities_create(&points, ctx, KG_CITIES_EUC_2D, point, n), KG_OK);
                cities = points;
                if (given) {
                    check_status(c, ctx, kg_cities_distances(&distance, points), KG_OK);
                    ((int64_t *)kg_matrix_data(distance))[0] = 9; /* from a city to itself */
                    check_status(c, ctx, kg_cities_create_from_matrix(&cities, distance), KG_OK);
                }
                check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o), KG_OK);
                check_answer(c, ctx, &truth, &o, order, &answer, false);
                /* a closed tour without one of its ways is an open one, with any ends */
                if (known > 0 && !ends && (double)answer.bound.integer > known)
                    check_fail(c, ctx, "bound %g above %g", (double)answer.bound.integer, known);
                if (given)
                    kg_cities_destroy(cities);
                kg_matrix_destroy(distance);
                kg_cities_destroy(points);
            }
        }
}

/* Cities equally far apart on a great circle: no tour is shorter than once around. */
static void sphere_test(check *c)
{
    enum { AROUND = 360 };
    double point[2 * AROUND];
    uint32_t order[AROUND];

    for (int t = 0; t < c->contexts; t++)
        for (int geo = 0; geo < 2; geo++) {
            kg_context *ctx = c->context[t];
            /* TSPLIB rounds up the 111.32 km of a degree; its coordinates are whole degrees here */
            const double known = geo ? AROUND * 112 : 2 * M_PI * 6371.0088;
            kg_cities *cities;
            kg_tour_answer answer;
            double cost, bound;

            for (int i = 0; i < AROUND; i++) {
                const int at = i * 77 % AROUND; /* in no order */
                const double turn = at * M_PI / 180, tilt = 0.8;

                point[2 * i] = geo ? 0 : asin(sin(turn) * sin(tilt)) * 180 / M_PI;
                point[2 * i + 1] =
                    geo ? at - 180 : atan2(sin(turn) * cos(tilt), cos(turn)) * 180 / M_PI;
            }
            check_say(c, "around the earth, %d", geo);
            check_status(c, ctx,
                kg_cities_create(
                    &cities, ctx, geo ? KG_CITIES_GEO : KG_CITIES_SPHERE, point, AROUND),
                KG_OK);
            check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, NULL), KG_OK);
            cost = number_of(answer.cost, !geo);
            bound = number_of(answer.bound, !geo);
            if (bound > known * (1 + 1e-9) || cost < known * (1 - 1e-9) || bound < 0.98 * known ||
                cost > 1.05 * known)
                check_fail(c, ctx, "bound %.12g, cost %.12g, known %.12g", bound, cost, known);
            kg_cities_destroy(cities);
        }
}

/* The same at any number of threads, in stages that share their work among them. */
static void shared_test(check *c)
{
    double *point = check_array(2 * SHARED, sizeof *point);
    uint32_t *order = check_array(SHARED, 4), *first = check_array(SHARED, 4);
    const volatile int now = 1;
    const kg_tour_options o = {.stop = &now}; /* with the first tour and the first tree */
    kg_tour_answer answer, first_answer = {.kicks = 0};

    make_shape(point, SHARED, RANDOM, c->seed);
    for (int rule = KG_CITIES_PLANE; rule <= KG_CITIES_MAN_2D; rule += 4)
        for (int t = 0; t < c->contexts; t++) {
            const distances truth = {.point = point, .rule = (kg_cities_rule)rule, .n = SHARED};
            kg_context *ctx = c->context[t];
            kg_cities *cities;

            check_say(c, "rule %d", rule);
            check_status(c, ctx, kg_cities_create(&cities, ctx, truth.rule, point, SHARED), KG_OK);
            check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o), KG_LIMIT);
            check_answer(c, ctx, &truth, &o, order, &answer, rule == KG_CITIES_PLANE);
            if (t == 0) {
                memcpy(first, order, SHARED * sizeof *first);
                first_answer = answer;
            }
            check_equal(c, ctx, "order", order, first, SHARED, 4);
            check_equal(c, ctx, "bound", &answer.bound, &first_answer.bound, 1, 8);
            kg_cities_destroy(cities);
        }
    free(first);
    free(order);
    free(point);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static void refused_test(check *c)
{
    static const struct {
        kg_cities_rule rule;
        double a, b;
        kg_status status;
    } bad[] = {{KG_CITIES_PLANE, NAN, 0, KG_ARGUMENT}, {KG_CITIES_PLANE, INFINITY, 0, KG_ARGUMENT},
        {KG_CITIES_GEO, 0, -INFINITY, KG_ARGUMENT}, {KG_CITIES_SPHERE, 91, 0, KG_ARGUMENT},
        {KG_CITIES_SPHERE, 0, -361, KG_ARGUMENT}, {KG_CITIES_MATRIX, 0, 0, KG_ARGUMENT},
        {(kg_cities_rule)9, 0, 0, KG_ARGUMENT}, {KG_CITIES_EUC_2D, 1e300, 0, KG_OVERFLOW},
        {KG_CITIES_MAN_2D, 1e16, 0, KG_OVERFLOW}, {KG_CITIES_PLANE, 1.7e308, 1.7e308, KG_OVERFLOW},
        {KG_CITIES_PLANE, 1e300, 1e300, KG_OK}};
    double point[2 * MOST] = {0};

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        const volatile int now = 1;
        kg_tour_options o = KG_TOUR_OPTIONS_INIT;
        kg_tour_answer answer;
        kg_cities *cities;
        kg_matrix *distance;
        uint32_t order[60];
        int64_t *integer;

        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            point[6] = bad[i].a;
            point[7] = bad[i].b;
            check_say(c, "rule %d, %g, %g", (int)bad[i].rule, bad[i].a, bad[i].b);
            check_status(
                c, ctx, kg_cities_create(&cities, ctx, bad[i].rule, point, MOST), bad[i].status);
            kg_cities_destroy(cities);
        }
        point[6] = point[7] = 0;
        check_status(c, ctx, kg_cities_create(&cities, ctx, KG_CITIES_PLANE, point, UINT32_MAX),
            KG_OVERFLOW);
        check_status(c, ctx, kg_cities_create(&cities, ctx, KG_CITIES_PLANE, NULL, 3), KG_ARGUMENT);

        check_status(c, ctx, kg_cities_create(&cities, ctx, KG_CITIES_PLANE, NULL, 0), KG_OK);
        check_status(c, ctx, kg_tour_find_heuristic(NULL, &answer, cities, NULL), KG_OK);
        check_number(c, ctx, "the length of none", answer.cost.real == 0 && answer.optimal, 1);
        kg_cities_destroy(cities);

        check_say(c, "a matrix");
        check_status(c, ctx, kg_matrix_create(&distance, ctx, KG_I64, 60, 60), KG_OK);
        integer = kg_matrix_data(distance);
        for (int i = 0; i < 3600; i++)
            integer[i] = (i / 60 * 7 + i % 60 * 13) % 101;
        check_status(c, ctx, kg_cities_create_from_matrix(&cities, distance), KG_OK);
        o.seconds = -1;
        check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o), KG_ARGUMENT);
        o.seconds = NAN;
        check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o), KG_ARGUMENT);
        check_status(c, ctx, kg_tour_find(order, &answer.cost, NULL, distance, &o), KG_ARGUMENT);
        o.seconds = 0;
        o.has_start = 1;
        o.start = 60;
        check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o), KG_ARGUMENT);
        o.start = 59;
        CHECK_ALLOCATIONS(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o));
        o.stop = &now;
        check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o), KG_LIMIT);
        check_answer(c, ctx, &(distances){.matrix = distance, .n = 60}, &o, order, &answer, false);
        o.stop = NULL;
        o.seconds = t ? 0 : 1;
        check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o), KG_OK);
        check_answer(c, ctx, &(distances){.matrix = distance, .n = 60}, &o, order, &answer, false);
        o.seconds = 1e-9;
        check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, &o), KG_LIMIT);
        check_answer(c, ctx, &(distances){.matrix = distance, .n = 60}, &o, order, &answer, false);
        integer[1] = INT64_C(1) << 53;
        check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, NULL), KG_OVERFLOW);
        integer[1] = INT64_MIN;
        check_status(c, ctx, kg_tour_find_heuristic(order, &answer, cities, NULL), KG_OVERFLOW);
        kg_cities_destroy(cities);
        kg_matrix_destroy(distance);

        check_say(c, "points");
        for (int i = 0; i < 2 * MOST; i++)
            point[i] = i * i % 17;
        check_status(c, ctx, kg_cities_create(&cities, ctx, KG_CITIES_PLANE, point, MOST), KG_OK);
        CHECK_ALLOCATIONS(c, ctx, kg_tour_find_heuristic(order, &answer, cities, NULL));
        kg_cities_destroy(cities);
    }
}

/* An exact search that is told to stop has no tour, and says so; a GPU goes on to its end. */
static void stopped_test(check *c)
{
    const bool looks = strcmp(c->backend, "cpu") == 0;
    const uint32_t n = looks ? 18 : 9;

    for (int t = 0; t < c->contexts; t++) {
        kg_context *ctx = c->context[t];
        const volatile int now = 1;
        kg_tour_options o = {.stop = &now};
        uint32_t order[18];
        kg_number cost;
        kg_matrix *distance;

        check_status(c, ctx, kg_matrix_create(&distance, ctx, KG_I64, n, n), KG_OK);
        for (uint32_t i = 0; i < n * n; i++)
            ((int64_t *)kg_matrix_data(distance))[i] = i % 37;
        for (int method = 0; method < 2; method++) {
            o.method = (kg_tour_method)method;
            check_say(c, "method %d, told to stop", method);
            check_status(
                c, ctx, kg_tour_find(order, &cost, NULL, distance, &o), looks ? KG_LIMIT : KG_OK);
        }
        o.stop = NULL;
        o.seconds = 0.05;
        check_say(c, "all permutations in a moment");
        check_status(
            c, ctx, kg_tour_find(order, &cost, NULL, distance, &o), looks ? KG_LIMIT : KG_OK);
        kg_matrix_destroy(distance);
    }
}

const check_case check_heuristic_cases[] = {
    {"heuristic.small_matrices", small_matrices_test, NULL, 0},
    {"heuristic.small_points", small_points_test, NULL, 0},
    {"heuristic.large", large_test, NULL, 0},
    {"heuristic.open", open_test, NULL, 0},
    {"heuristic.sphere", sphere_test, NULL, 0},
    {"heuristic.shared", shared_test, NULL, 0},
    {"heuristic.calls", refused_test, NULL, 0},
    {"heuristic.stopped", stopped_test, NULL, 0},
    {NULL},
};
