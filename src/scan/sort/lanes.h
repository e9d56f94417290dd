/*
 * Sorting keys in place by the processor's vector instructions: quicksort that moves whole vectors,
 * down to a few keys, which networks sort in registers.
 *
 * lanes.c chooses the instructions at run time. If the compiler or konig knows none,
 * lanes_missing.c takes its place.
 */
#ifndef KG_SCAN_SORT_LANES_H
#define KG_SCAN_SORT_LANES_H

#include <stddef.h>
#include <stdint.h>

/* Sorts of key[n] in ascending order, by the instructions that `name` says. O(n log n), no memory.
 * bad: how many bad pivots a part and the parts around it may have before heapsort sorts the rest;
 * kg__sort_patience(n) is a good number. */
typedef struct kg__lanes {
    const char *name;
    void (*u16)(uint16_t *key, size_t n, unsigned bad);
    void (*i16)(int16_t *key, size_t n, unsigned bad);
    void (*u32)(uint32_t *key, size_t n, unsigned bad);
    void (*i32)(int32_t *key, size_t n, unsigned bad);
    void (*u64)(uint64_t *key, size_t n, unsigned bad);
    void (*i64)(int64_t *key, size_t n, unsigned bad);
} kg__lanes;

/* The sorts that this processor can run, the fastest first: which = 0, 1, ... up to NULL. */
const kg__lanes *kg__sort_lanes(unsigned which);

static inline unsigned kg__sort_patience(size_t n)
{
    return n ? 64 - (unsigned)__builtin_clzll(n) : 0;
}

/* For lanes.c. */
#define KG__DECLARE_LANES(instructions)                                                            \
    void kg__sort_u16_##instructions(uint16_t *key, size_t n, unsigned bad);                       \
    void kg__sort_i16_##instructions(int16_t *key, size_t n, unsigned bad);                        \
    void kg__sort_u32_##instructions(uint32_t *key, size_t n, unsigned bad);                       \
    void kg__sort_i32_##instructions(int32_t *key, size_t n, unsigned bad);                        \
    void kg__sort_u64_##instructions(uint64_t *key, size_t n, unsigned bad);                       \
    void kg__sort_i64_##instructions(int64_t *key, size_t n, unsigned bad);
KG__DECLARE_LANES(avx512) /* keys of 16 bits by VBMI2 */
KG__DECLARE_LANES(avx2)
#undef KG__DECLARE_LANES

#endif
