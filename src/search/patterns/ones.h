/* The number of ones of a word, for ranks of patterns. */
#ifndef KG_PATTERNS_ONES_H
#define KG_PATTERNS_ONES_H

#include "../../base/base.h"

/* A backend whose compiler needs other keywords defines this before it includes this header. */
#ifndef KG__INLINE
#define KG__INLINE static inline
#endif

/* Without an instruction for it, compilers call a function, which takes longer than these sums. */
KG__INLINE unsigned kg__pattern_ones(uint32_t word)
{
#ifdef __CUDA_ARCH__
    return (unsigned)__popc(word);
#elif defined(__POPCNT__) || defined(__aarch64__)
    return (unsigned)__builtin_popcount(word);
#else
    word -= word >> 1 & 0x55555555;
    word = (word & 0x33333333) + (word >> 2 & 0x33333333);
    word = (word + (word >> 4)) & 0x0f0f0f0f;
    return word * 0x01010101 >> 24;
#endif
}

#endif
