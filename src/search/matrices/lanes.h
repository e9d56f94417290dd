/* Arithmetic of lengths in lanes. */
#ifndef KG_DISTANCE_LANES_H
#define KG_DISTANCE_LANES_H

#include <stdint.h>

/* Sums of uint32_t that stop at UINT32_MAX, which stands for infinity. */
static inline uint32_t kg__plus_u32(uint32_t a, uint32_t b)
{
    const uint32_t room = ~a;

    return a + (b < room ? b : room);
}

static inline double kg__plus_f64(double a, double b)
{
    return a + b;
}

#ifdef __x86_64__
#define KG__WITH_AVX2 __attribute__((target("avx2")))
#endif

#endif
