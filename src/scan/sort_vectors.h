/*
 * Sorting keys with the processor's vector instructions: Highway's vqsort.
 *
 * sort_vectors.cpp calls it. Without Highway, sort_vectors_missing.c takes its place.
 */
#ifndef KG__SORT_VECTORS_H
#define KG__SORT_VECTORS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * KG__SORT_TINY: the most keys that insertion sort is used for (at 60 keys it takes 26 ns a key,
 *     and the vector sort 23).
 * KG__SORT_GRAIN: keys that make one more thread worth while.
 * KG__SORT_MANY: more keys than these are sorted sooner by one or two radix passes, of
 *     KG__SORT_BITS each, than by vectors (18 ns a key against 20 at 10^6 keys of 24 bits).
 */
enum { KG__SORT_TINY = 48, KG__SORT_GRAIN = 1 << 16, KG__SORT_MANY = 1 << 19, KG__SORT_BITS = 12 };

#ifdef __cplusplus
extern "C" {
#endif

/* Returns whether konig was built with Highway. */
bool kg__sort_vectors(void);

/* Sort key[n] in place, in ascending order. O(n log n), no memory. For where kg__sort_vectors() is
 * true. */
void kg__sort_vectors_u32(uint32_t *key, uint64_t n);
void kg__sort_vectors_i32(int32_t *key, uint64_t n);
void kg__sort_vectors_u64(uint64_t *key, uint64_t n);
void kg__sort_vectors_i64(int64_t *key, uint64_t n);

#ifdef __cplusplus
}
#endif

/* Returns whether vectors are expected to sort keys that differ in these bits sooner than radix
 * passes do. */
static inline bool kg__sort_suits_vectors(uint64_t n, uint64_t differ)
{
    const int width = differ ? 64 - __builtin_clzll(differ) - __builtin_ctzll(differ) : 0;

    return kg__sort_vectors() && (n <= KG__SORT_MANY || width > 2 * KG__SORT_BITS);
}

#endif
