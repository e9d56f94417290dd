/* The vector sorts of x86, some of which this processor can run. */
#include "lanes.h"
#include <stdbool.h>

static const kg__lanes avx512_vbmi2 = {"AVX-512 VBMI2", kg__sort_u16_avx512, kg__sort_i16_avx512,
    kg__sort_u32_avx512, kg__sort_i32_avx512, kg__sort_u64_avx512, kg__sort_i64_avx512};
static const kg__lanes avx512 = {"AVX-512", kg__sort_u16_avx2, kg__sort_i16_avx2,
    kg__sort_u32_avx512, kg__sort_i32_avx512, kg__sort_u64_avx512, kg__sort_i64_avx512};
static const kg__lanes avx2 = {"AVX2", kg__sort_u16_avx2, kg__sort_i16_avx2, kg__sort_u32_avx2,
    kg__sort_i32_avx2, kg__sort_u64_avx2, kg__sort_i64_avx2};

const kg__lanes *kg__sort_lanes(unsigned which)
{
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    const bool has_avx512 =
        has_avx2 && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    const kg__lanes *const all[] = {
        has_avx512 && __builtin_cpu_supports("avx512vbmi2") ? &avx512_vbmi2 : NULL,
        has_avx512 ? &avx512 : NULL, has_avx2 ? &avx2 : NULL};

    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] && which-- == 0)
            return all[i];
    return NULL;
}
