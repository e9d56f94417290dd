/*
 * Progressions and random numbers on the CPU.
 *
 * Out: as array_ops.h says. Each thread writes pieces of the array.
 * Work: one write of each number. Memory: none.
 * Deterministic: a number is a function of its position.
 */
#include "array_ops.h"
#include "generate.h"

enum { PIECE = 1 << 14 }; /* numbers that make one more thread worth while */

#define BODY "generate_cpu_tmpl.h"
#include "each_type.h"

decl_array_progression(kg__array_progression_cpu)
{
    OF_TYPE(progression, type)(kg__threads(ctx, rows * made->columns, PIECE), array, rows, made);
    return KG_OK;
}

decl_array_random(kg__array_random_cpu)
{
    OF_TYPE(random, type)(kg__threads(ctx, n, PIECE), array, n, from);
    return KG_OK;
}
