/*
 * Networks: created from cities, with their k-d tree.
 *
 * In: cities. Out: weights, nodes in the order of the tree.
 *
 * Places in the plane, or on the unit sphere in space, are split at the median of the widest side
 * until few are left. Matrices have no such tree.
 *
 * Work: O(n log n); O(n^2) for a matrix.
 * Source: Bentley, "K-d trees for semidynamic point sets", 1990.
 */
#include "network.h"
#include "../matrix/matrix.h"
#include <string.h>

/* The side of a square block of a matrix. */
enum { TILE = 64 };

/* The most bits of the sum of all weights of a tour. */
enum { SUM_BITS = 58 };

/* ---- the tree -------------------------------------------------------------------------------- */

static bool is_less(
    const double *place, const uint32_t *city, unsigned axis, uint32_t a, uint32_t b)
{
    const double x = place[3 * (uint64_t)city[a] + axis], y = place[3 * (uint64_t)city[b] + axis];

    return x < y || (x == y && city[a] < city[b]);
}

static void swap_cities(uint32_t *city, uint32_t a, uint32_t b)
{
    const uint32_t was = city[a];

    city[a] = city[b];
    city[b] = was;
}

/* Puts the least of city[low..high-1] by an axis before middle, and the others after it
 * (quickselect). */
static void halve(const double *place, uint32_t *city, unsigned axis, uint32_t low, uint32_t high,
    uint32_t middle)
{
    while (high - low > 1) {
        uint32_t end = low;

        swap_cities(city, low + (high - low) / 2, high - 1);
        for (uint32_t i = low; i + 1 < high; i++)
            if (is_less(place, city, axis, i, high - 1))
                swap_cities(city, i, end++);
        swap_cities(city, end, high - 1);
        if (middle == end)
            return;
        if (middle < end)
            high = end;
        else
            low = end + 1;
    }
}

/* place: [n][3] of the cities. */
static void make_boxes(
    kg__network *w, const double *place, uint64_t index, uint32_t low, uint32_t high)
{
    kg__box *box = &w->box[index];
    const uint32_t middle = low + (high - low) / 2;
    unsigned axis = 0;

    for (unsigned k = 0; k < 3; k++) {
        box->low[k] = INFINITY;
        box->high[k] = -INFINITY;
        for (uint32_t i = low; i < high; i++) {
            box->low[k] = fmin(box->low[k], place[3 * (uint64_t)w->city[i] + k]);
            box->high[k] = fmax(box->high[k], place[3 * (uint64_t)w->city[i] + k]);
        }
        if (box->high[k] - box->low[k] > box->high[axis] - box->low[axis])
            axis = k;
    }
    if (high - low <= KG__LEAF)
        return;
    halve(place, w->city, axis, low, high, middle);
    make_boxes(w, place, 2 * index + 1, low, middle);
    make_boxes(w, place, 2 * index + 2, middle, high);
}

/* The place of a city in the plane or on the unit sphere. */
static void find_place(double *place, kg_cities_rule rule, const double *point)
{
    const double unit = rule == KG_CITIES_SPHERE ? KG__DEGREE : 1;

    if (rule != KG_CITIES_SPHERE && rule != KG_CITIES_GEO) {
        place[0] = point[0];
        place[1] = point[1];
        place[2] = 0;
        return;
    }
    place[0] = cos(point[0] * unit) * cos(point[1] * unit);
    place[1] = cos(point[0] * unit) * sin(point[1] * unit);
    place[2] = sin(point[0] * unit);
}

static kg_status make_tree(kg__network *w)
{
    const uint32_t n = w->n;
    const double *from = w->cities->point;
    uint64_t boxes = 1, leaf = n;
    double *place = NULL;
    kg_status status;

    for (; leaf > KG__LEAF; leaf -= leaf / 2)
        boxes = 2 * boxes + 1;
    KG_TRY(kg__host_allocate(w->ctx, &place, 3 * (uint64_t)n, sizeof *place, "places"));
    KG_TRY(kg__host_allocate(w->ctx, &w->place, 3 * (uint64_t)n, sizeof *place, "places"));
    KG_TRY(kg__host_allocate(w->ctx, &w->point, 2 * (uint64_t)n, sizeof *place, "coordinates"));
    KG_TRY(kg__host_allocate(w->ctx, &w->box, boxes, sizeof *w->box, "boxes of places"));
    for (uint64_t i = 0; i < n; i++)
        find_place(place + 3 * i, w->rule, from + 2 * i);
    make_boxes(w, place, 0, 0, n);
    for (uint64_t i = 0; i < n; i++) {
        memcpy(w->place + 3 * i, place + 3 * (uint64_t)w->city[i], 3 * sizeof *place);
        memcpy(w->point + 2 * i, from + 2 * (uint64_t)w->city[i], 2 * sizeof *place);
    }
out:
    kg__free(w->ctx, place);
    return status;
}

/* ---- creation -------------------------------------------------------------------------------- */

static kg_status fail_large(const kg__network *w, const char *what)
{
    return kg__fail(w->ctx, KG_OVERFLOW, "sums of %u such distances pass %s", w->n, what);
}

/* Sets the scale. longest: no distance is greater in absolute value. */
static kg_status set_scale(kg__network *w, double longest)
{
    int exponent, bits;

    if (!isfinite(longest * (w->n + 1.0)))
        return fail_large(w, "what doubles hold");
    frexp(longest, &exponent);
    frexp(w->n + 2.0, &bits);
    exponent = longest > 0 ? SUM_BITS - bits - exponent : 0;
    w->scale = ldexp(1, exponent > 1000 ? 1000 : exponent);
    w->largest = (int64_t)(longest * w->scale) + 1;
    return KG_OK;
}

static kg_status check_largest(kg__network *w)
{
    if (!w->real && (uint64_t)w->largest > ((uint64_t)1 << SUM_BITS) / (w->n + 2))
        return fail_large(w, "58 bits");
    w->far = 8 * w->largest + 8;
    return KG_OK;
}

/* Returns whether some weight differs from the weight in the other direction. Goes by square
 * blocks, because rows and columns of a large matrix do not fit in the cache together. */
static bool is_directed(const kg__network *w)
{
    const uint64_t n = w->n;

    for (uint64_t top = 0; top < n; top += TILE)
        for (uint64_t left = 0; left <= top; left += TILE)
            for (uint64_t i = top; i < n && i < top + TILE; i++)
                for (uint64_t j = left; j < i && j < left + TILE; j++)
                    if (w->table[i * n + j] != w->table[j * n + i])
                        return true;
    return false;
}

static kg_status use_matrix(kg__network *w)
{
    const kg_matrix *matrix = w->cities->matrix;
    const uint64_t n = w->n;
    const double *real = matrix->data;
    const int64_t *integer = matrix->data;
    double longest = 0;
    uint64_t largest = 0;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < n * n; i++) {
        if (i % (n + 1) == 0) /* no tour uses the distance from a city to itself */
            continue;
        if (w->real && !isfinite(real[i]))
            return kg__fail(w->ctx, KG_ARGUMENT,
                "the distance from city %llu to %llu is not finite",
                (unsigned long long)(i / n) + 1, (unsigned long long)(i % n) + 1);
        if (w->real) {
            longest = fmax(longest, fabs(real[i]));
        } else {
            uint64_t size = integer[i] < 0 ? 0 - (uint64_t)integer[i] : (uint64_t)integer[i];

            largest = size > largest ? size : largest;
        }
    }
    w->table = integer;
    w->largest = largest > INT64_MAX ? INT64_MAX : (int64_t)largest;
    if (w->real) {
        KG_TRY(set_scale(w, longest));
        KG_TRY(kg__host_allocate(w->ctx, &w->own_table, n * n, sizeof *w->own_table, "weights"));
        for (uint64_t i = 0; i < n * n; i++)
            w->own_table[i] = i % (n + 1) ? (int64_t)floor(real[i] * w->scale) : 0;
        w->table = w->own_table;
    }
    w->directed = is_directed(w);
out:
    return status;
}

static kg_status use_points(kg__network *w)
{
    const kg__box *all;
    double corner[2][2], longest = 0;
    kg_status status;

    KG_TRY(make_tree(w));
    all = &w->box[0];
    for (unsigned k = 0; k < 2; k++) {
        corner[0][k] = all->low[k];
        corner[1][k] = all->high[k];
    }
    longest = w->rule == KG_CITIES_SPHERE ? 3.15 * KG__EARTH_KM
              : w->rule == KG_CITIES_GEO  ? 3.15 * KG__TSPLIB_KM
                                          : kg__distance(w->rule, corner[0], corner[1]);
    if (w->real)
        return set_scale(w, longest);
    if (!(longest <= 0x1p60))
        return fail_large(w, "58 bits");
    w->largest = (int64_t)longest + 1;
out:
    return status;
}

kg_status kg__network_make(kg__network *w, const kg_cities *cities, bool open, uint32_t start,
    uint32_t end, kg_context *ctx)
{
    const uint32_t n = (uint32_t)cities->n;
    kg_status status;

    *w = (kg__network){.ctx = ctx,
        .cities = cities,
        .rule = cities->rule,
        .n = n,
        .nodes = n + open,
        .joint = open ? n : KG__NODE_NONE,
        .start = KG__NODE_NONE,
        .end = KG__NODE_NONE,
        .real = kg_cities_type(cities) == KG_F64};
    KG_TRY(kg__host_allocate(ctx, &w->city, n, sizeof *w->city, "cities"));
    for (uint32_t i = 0; i < n; i++)
        w->city[i] = i;
    KG_TRY(cities->rule == KG_CITIES_MATRIX ? use_matrix(w) : use_points(w));
    KG_TRY(check_largest(w));
    for (uint32_t i = 0; open && i < n; i++) {
        if (w->city[i] == start)
            w->start = i;
        if (w->city[i] == end)
            w->end = i;
    }
out:
    return status;
}

void kg__network_finish(kg__network *w)
{
    kg__free_all(w->ctx, w->own_table, w->city, w->point, w->place, w->box);
    *w = (kg__network){0};
}

int64_t kg__network_joint(const kg__network *w, uint32_t from, uint32_t to)
{
    const uint32_t city = from == w->joint ? to : from;
    const bool asked = w->directed ? city == (from == w->joint ? w->start : w->end)
                                   : city == w->start || city == w->end;

    return asked ? -w->far : 0;
}
