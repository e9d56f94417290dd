/* Sets of numbers as bits: number i is bit i % 64 of word i / 64. */
#ifndef KG_BITS_H
#define KG_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* The number of words that hold `bits` bits. */
static inline uint64_t kg__words(uint64_t bits)
{
    return bits / 64 + (bits % 64 > 0);
}

static inline bool kg__bitmap_has(const uint64_t *word, uint64_t i)
{
    return word[i / 64] >> i % 64 & 1;
}

static inline void kg__mark(uint64_t *word, uint64_t i)
{
    word[i / 64] |= UINT64_C(1) << i % 64;
}

/* The same where other threads may mark numbers at that time. */
static inline void kg__mark_shared(uint64_t *word, uint64_t i)
{
    __atomic_fetch_or(&word[i / 64], UINT64_C(1) << i % 64, __ATOMIC_RELAXED);
}

/* Marks i if `so` is true, without a branch. */
static inline void kg__mark_if(uint64_t *word, uint64_t i, bool so)
{
    word[i / 64] |= (uint64_t)so << i % 64;
}

#endif
