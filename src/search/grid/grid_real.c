/*
 * Maps with real weights: the weights as whole numbers of a unit.
 *
 * in   weights as floats or doubles
 * out  a unit, 10^-k or 2^-k, and the weights as numbers of it
 *
 * A weight is the decimal number n / 10^k if that number, rounded to the weight's type, is the
 * weight, for the least such k and n up to 2^53. All numbers of 15 digits are such numbers. Every
 * weight is also n / 2^k. The unit is the largest of these of which all weights are multiples.
 * If the weights of all cells then sum up to more than KG__EXACT_MOST, weights are rounded to the
 * nearest multiples of the least power of 2 for which they do not. So a path's sums do not
 * overflow, and do not depend on the order of its cells.
 * If steps cost means, the unit is divided by 10 or 2, so that each weight is an even number of it.
 * Sides of cells are whole numbers of 10^-k. The sum of all weights is then limited times the
 * longer side.
 * Work: O(cells), and at most DECIMALS divisions for each cell. Deterministic.
 */
#include "grid.h"
#include <float.h>
#include <math.h>

enum { DECIMALS = 19, SUM_BITS = 62 };

/* Exact as doubles, and of 64 bits. */
static const double tens[DECIMALS + 1] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
    1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};

typedef struct reals {
    const void *weight;
    uint64_t count;
    bool narrow; /* of float, not double */
} reals;

static inline double real_at(const reals *r, uint64_t i)
{
    return r->narrow ? (double)((const float *)r->weight)[i] : ((const double *)r->weight)[i];
}

/* ---- decimal numbers ------------------------------------------------------------------------- */

/* Returns whether x is the number n / 10^k. */
static bool is_decimal(double x, int k, bool narrow, double *n)
{
    double back;

    *n = rint(x * tens[k]);
    back = *n / tens[k];
    return *n <= 0x1p53 && (narrow ? (float)back == (float)x : back == x);
}

/* The least k with which x is n / 10^k; -1: there is none. */
static int decimals_of(double x, bool narrow, double *n)
{
    for (int k = 0; k <= DECIMALS; k++)
        if (is_decimal(x, k, narrow, n))
            return k;
    return -1;
}

/* The least k with which all weights are n / 10^k; -1: there is none. */
static int find_decimals(const reals *r)
{
    int most = 0;

    for (uint64_t i = 0; i < r->count; i++) {
        const double x = real_at(r, i);
        double n;
        int k;

        if (isinf(x) || is_decimal(x, most, r->narrow, &n))
            continue;
        k = decimals_of(x, r->narrow, &n);
        if (k < 0)
            return -1;
        most = k > most ? k : most;
    }
    return most;
}

/* x as a number of 10^-k; false if it is too large. */
static bool count_decimal(double x, int k, bool narrow, uint64_t *units)
{
    double n;
    int own = decimals_of(x, narrow, &n);

    *units = (uint64_t)n;
    for (; own < k; own++)
        if (__builtin_mul_overflow(*units, 10, units))
            return false;
    return *units <= KG__EXACT_MOST;
}

/* ---- powers of 2 ----------------------------------------------------------------------------- */

/* The least k with which all weights are n / 2^k; it may be negative. */
static int find_bits(const reals *r)
{
    int most = -DBL_MAX_EXP;

    for (uint64_t i = 0; i < r->count; i++) {
        const double x = real_at(r, i);
        uint64_t digits;
        int exponent;

        if (isinf(x) || x == 0)
            continue;
        digits = (uint64_t)ldexp(frexp(x, &exponent), DBL_MANT_DIG);
        exponent = DBL_MANT_DIG - exponent - __builtin_ctzll(digits);
        most = exponent > most ? exponent : most;
    }
    return most;
}

static bool count_bits(double x, int k, uint64_t *units)
{
    const double scaled = rint(ldexp(x, k));

    *units = scaled <= (double)KG__EXACT_MOST ? (uint64_t)scaled : 0;
    return scaled <= (double)KG__EXACT_MOST;
}

/* The k with which multiples of 2^-k have the most bits that their sum allows. */
static int fitting_bits(const reals *r)
{
    const int down = 40; /* so that the sum of all cells is no infinity */
    double sum = DBL_MIN;

    for (uint64_t i = 0; i < r->count; i++)
        if (!isinf(real_at(r, i)))
            sum += ldexp(real_at(r, i), -down);
    return SUM_BITS - 2 - ilogb(sum) - down;
}

/* ---- a map ----------------------------------------------------------------------------------- */

/* Counts the weights in parts of a unit. Returns whether they fit, times a side of a cell. real:
 * [count] */
static bool count_units(
    const reals *r, kg_grid_unit unit, uint64_t parts, uint64_t side, uint64_t *real)
{
    uint64_t sum = 0;

    for (uint64_t i = 0; i < r->count; i++) {
        const double x = real_at(r, i);

        real[i] = 0;
        if (!isinf(x) &&
            !(unit.base == 10 && unit.digits ? count_decimal(x, unit.digits, r->narrow, &real[i])
                                             : count_bits(x, unit.digits, &real[i])))
            return false;
        sum += real[i];
        if (sum > KG__EXACT_MOST / parts / side)
            return false;
        real[i] *= parts;
    }
    return true;
}

/* The part of a unit with which each mean of two multiples of the unit is a whole number. */
static kg_grid_unit part_of(kg_grid_unit unit)
{
    return unit.base == 10 && !unit.digits
               ? (kg_grid_unit){2, 1, 0}
               : (kg_grid_unit){unit.base, unit.digits + 1, unit.rounded};
}

static void choose_unit(kg_grid *g, const reals *r)
{
    const bool is_mean = g->rules.step == KG_GRID_STEP_MEAN;
    const int ten = find_decimals(r), two = find_bits(r);
    const bool fits = ten + is_mean + g->side_digits <= DECIMALS;
    const uint64_t side = kg__grid_side(g);
    kg_grid_unit unit = ten >= 0 && fits && ten * log2(10) <= two ? (kg_grid_unit){10, ten, 0}
                        : two > 0                                 ? (kg_grid_unit){2, two, 0}
                                                                  : (kg_grid_unit){10, 0, 0};

    if (!count_units(r, unit, !is_mean ? 1 : part_of(unit).base, side, g->real)) {
        unit = (kg_grid_unit){2, fitting_bits(r) - is_mean - ilogb(2 * (double)side - 1), 0};
        unit.rounded = unit.digits < two;
        count_units(r, unit, is_mean ? 2 : 1, side, g->real);
    }
    if (unit.rounded)
        kg__warn(g->ctx, "weights are rounded to multiples of 2^%d, so that sums fit 64 bits",
            -unit.digits);
    g->unit = is_mean ? part_of(unit) : unit;
}

static bool is_ordinary(const reals *r)
{
    for (uint64_t i = 0; i < r->count; i++) {
        const double x = real_at(r, i);

        if (!isinf(x) && !(x >= 1 && x <= KG__WEIGHT_MAX && x == floor(x)))
            return false;
    }
    return true;
}

static kg_status set_ordinary(kg_grid *g, const reals *r)
{
    kg_status status;

    KG_TRY(kg__grid_add_weights(g));
    for (uint64_t i = 0; i < r->count; i++)
        if (!isinf(real_at(r, i)))
            g->weight[i] = (uint16_t)real_at(r, i);
out:
    return status;
}

static kg_status set_real(kg_grid *g, const reals *r)
{
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &g->real, r->count, sizeof *g->real, "a map's weights"));
    choose_unit(g, r);
    g->real_least = UINT64_MAX;
    for (uint64_t i = 0; i < r->count; i++) {
        if (isinf(real_at(r, i)))
            continue;
        g->real_least = g->real[i] < g->real_least ? g->real[i] : g->real_least;
        g->real_most = g->real[i] > g->real_most ? g->real[i] : g->real_most;
    }
out:
    return status;
}

kg_status kg__grid_set_reals(kg_grid *g, const void *weight, kg_type type)
{
    const reals r = {weight, (uint64_t)g->width * g->height, type == KG_F32};
    kg_status status;

    for (uint64_t i = 0; i < r.count; i++)
        if (!isinf(real_at(&r, i)))
            kg__grid_row(g, g->plane[0].row, (uint32_t)(i / g->width))[i % g->width / 64 + 1] |=
                UINT64_C(1) << i % g->width % 64;
    KG_TRY(is_ordinary(&r) ? set_ordinary(g, &r) : set_real(g, &r));
out:
    return status;
}

kg_status kg__grid_need_whole(const kg_grid *g, const char *what)
{
    if (!g->real)
        return KG_OK;
    if (kg__grid_has_sides(g))
        return kg__fail(g->ctx, KG_UNSUPPORTED,
            "%s of a map whose cells have a width and a height: not supported, only searches from "
            "cell to cell and distance fields are",
            what);
    if (g->rules.step == KG_GRID_STEP_MEAN)
        return kg__fail(g->ctx, KG_UNSUPPORTED,
            "%s of a map whose steps cost the mean of two weights: not supported, only searches "
            "from cell to cell and distance fields are",
            what);
    return kg__fail(g->ctx, KG_UNSUPPORTED,
        "%s of a map with other weights than whole numbers from 1 to %d: not supported, only "
        "searches from cell to cell and distance fields are",
        what, KG__WEIGHT_MAX);
}

static kg_status check_reals(
    kg_context *ctx, uint32_t width, uint64_t cells, const void *weight, kg_type type)
{
    for (uint64_t i = 0; i < cells; i++) {
        const double x =
            type == KG_F32 ? (double)((const float *)weight)[i] : ((const double *)weight)[i];

        if (!(x >= 0))
            return kg__fail(ctx, KG_ARGUMENT,
                "the weight in row %llu, column %llu is %g: expected 0 or more, or infinity for a "
                "wall",
                (unsigned long long)(i / width), (unsigned long long)(i % width), x);
    }
    return KG_OK;
}

kg_status kg_grid_build_real(kg_grid **grid, kg_context *context, uint32_t width, uint32_t height,
    const void *weight, kg_type type, const kg_grid_rules *rules)
{
    const uint64_t cells = (uint64_t)width * height;
    kg_grid *g = NULL;
    kg_status status;

    KG_NEED_RESULT(context, grid, context);
    if (cells)
        KG_NEED(context, weight);
    kg__begin(context);
    if (type != KG_F32 && type != KG_F64)
        return kg__fail(context, KG_ARGUMENT, "weights of type %d: expected %d or %d", (int)type,
            (int)KG_F32, (int)KG_F64);
    KG_TRY(check_reals(context, width, cells, weight, type));
    KG_TRY(kg__grid_create(&g, context, width, height, KG_GRID_AUTO, rules));
    KG_TRY(kg__grid_set_reals(g, weight, type));
    KG_TRY(kg__grid_finish(g));
    *grid = g;
    g = NULL;
out:
    kg_grid_destroy(g);
    return status;
}

void kg_grid_real_cells(const kg_grid *grid, double *weight)
{
    for (uint32_t y = 0; weight && y < kg_grid_height(grid); y++)
        for (uint32_t x = 0; x < kg_grid_width(grid); x++) {
            const kg_grid_cell cell = {x, y};

            weight[(size_t)y * grid->width + x] =
                kg_grid_terrain(grid, cell) < 0
                    ? INFINITY
                    : kg__grid_value(
                          grid, (kg__exact){kg__grid_units(grid, kg__grid_at(grid, cell)), 0}, 0);
        }
}
