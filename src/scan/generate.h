/* Progressions and random numbers: each number depends on its position alone. For the host and the
 * device. */
#ifndef KG_GENERATE_NUMBERS_H
#define KG_GENERATE_NUMBERS_H

#include "../base/random.h"
#include "number.h"

/* The arguments of kg_array_progression(). */
typedef struct kg__progression {
    uint64_t columns;
    int64_t down, across;
    kg_number first, step;
} kg__progression;

/* The distribution of kg_array_random(). key: of the generator. choices: the number of integers
 * from low to high; 0 stands for 2^64. width: high - low, for floats. */
typedef struct kg__uniform {
    uint64_t key, choices;
    kg_number low;
    double width;
} kg__uniform;

/* The steps from the first number to the one at (row, column). */
KG__INLINE int64_t kg__steps_to(const kg__progression *of, uint64_t row, uint64_t column)
{
    return (int64_t)(row * (uint64_t)of->down + column * (uint64_t)of->across);
}

/* Avoids a fused operation, so that all backends round alike. */
KG__INLINE double kg__line(double base, double slope, double x)
{
#ifdef __CUDA_ARCH__
    return __dadd_rn(base, __dmul_rn(slope, x));
#else
    return base + slope * x;
#endif
}

/* first + steps * step. The front has checked that the type holds it. */
KG__INLINE uint64_t kg__progression_integer(const kg__progression *of, int64_t steps)
{
    return of->first.whole + of->step.whole * (uint64_t)steps;
}

KG__INLINE double kg__progression_real(const kg__progression *of, int64_t steps)
{
    return kg__line(of->first.real, of->step.real, (double)steps);
}

/* The random number of an index. */
KG__INLINE uint64_t kg__uniform_integer(const kg__uniform *from, uint64_t index)
{
    return from->low.whole + (from->choices ? kg__random_below(from->key, index, from->choices)
                                            : kg__random(from->key, index));
}

KG__INLINE double kg__uniform_real(const kg__uniform *from, uint64_t index)
{
    return kg__line(from->low.real, from->width, kg__random_unit(from->key, index));
}

#endif
