/* Progressions and random numbers: the front. */
#include "generate.h"
#include "front.h"
#include <math.h>

/* Fails unless the number belongs to the type. Floats must be finite. */
static kg_status require_number(kg_context *ctx, kg_type type, kg_number number, const char *what)
{
    const bool real = kg__is_real(type);

    if (real && !isfinite(number.real))
        return kg__fail(ctx, KG_ARGUMENT, "%s is %g: expected a finite number", what, number.real);
    if (real ? type == KG_F32 && isinf((float)number.real) : kg__outside(type, number) != 0)
        return kg__fail(ctx, KG_ARGUMENT, "%s passes %s", what, kg__room_of(type));
    return KG_OK;
}

/* Returns whether the type holds first + steps * step. */
static bool fits(kg_type type, const kg__progression *made, int64_t steps)
{
    if (kg__is_real(type)) {
        const double real = kg__progression_real(made, steps);

        return isfinite(type == KG_F32 ? (float)real : real);
    }
    const __int128 step = kg__integer_of(type, made->step);
    const __int128 number = kg__integer_of(type, made->first) + step * steps;

    return number >= kg__integer_of(type, kg__least_of(type)) &&
           number <= kg__integer_of(type, kg__greatest_of(type));
}

/* Counts the steps to the last row or column. Returns false if they pass 64 bits. */
static bool steps_along(int64_t *steps, uint64_t count, int64_t each)
{
    const __int128 all = (__int128)(count - 1) * each;

    *steps = (int64_t)all;
    return all == *steps;
}

kg_status kg_array_progression(void *array, kg_context *context, kg_type type, uint64_t rows,
    uint64_t columns, kg_number first, kg_number step, int64_t down, int64_t across)
{
    kg__progression made = {columns, down, across, first, step};
    int64_t last_row, last_column, low, high;
    uint64_t n;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    if (__builtin_mul_overflow(rows, columns, &n))
        return kg__fail(context, KG_ARGUMENT, "%llu rows of %llu numbers: expected fewer than 2^64",
            (unsigned long long)rows, (unsigned long long)columns);
    KG_TRY(kg__require(context, array || !n, "array"));
    KG_TRY(require_number(context, type, first, "the first number"));
    KG_TRY(require_number(context, type, step, "the step"));
    if (!n)
        return KG_OK;
    if (!steps_along(&last_row, rows, down) || !steps_along(&last_column, columns, across) ||
        __builtin_add_overflow(
            last_row < 0 ? last_row : 0, last_column < 0 ? last_column : 0, &low) ||
        __builtin_add_overflow(
            last_row > 0 ? last_row : 0, last_column > 0 ? last_column : 0, &high))
        return kg__fail(context, KG_OVERFLOW, "the steps to a number pass 64 bits");
    if (!fits(type, &made, low) || !fits(type, &made, high))
        return kg__fail(context, KG_OVERFLOW, "a number passes %s", kg__room_of(type));
    if (rows > 1 && down == last_column + (__int128)across) { /* each row continues the last */
        made.columns = n;
        rows = 1;
    }
    KG_TRY(kg__array(context)->progression(context, array, type, rows, &made));
out:
    return status;
}

kg_status kg_array_random(void *array, kg_context *context, kg_type type, uint64_t n, kg_number low,
    kg_number high, uint64_t seed)
{
    kg__uniform from = {.key = kg__random_mix(seed), .low = low};
    bool ordered;
    kg_status status;

    KG_TRY(kg__array_begin(context, type));
    KG_TRY(kg__require(context, array || !n, "array"));
    KG_TRY(require_number(context, type, low, "the least number"));
    KG_TRY(require_number(context, type, high, "the greatest number"));
    if (kg__is_real(type)) {
        from.width = high.real - low.real;
        ordered = from.width >= 0;
        if (!isfinite(from.width))
            return kg__fail(context, KG_ARGUMENT, "the range from %g to %g passes %s", low.real,
                high.real, kg__room_of(KG_F64));
    } else {
        from.choices = high.whole - low.whole + 1;
        ordered = kg__integer_of(type, low) <= kg__integer_of(type, high);
    }
    if (!ordered)
        return kg__fail(context, KG_ARGUMENT, "the least number is greater than the greatest");
    if (n)
        KG_TRY(kg__array(context)->random(context, array, type, n, &from));
out:
    return status;
}
