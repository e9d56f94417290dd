/*
 * Sorting keys with the processor's vector instructions: by konig's own code if it has some for the
 * processor (lanes.h), otherwise by Highway's (highway.h).
 */
#ifndef KG_SCAN_SORT_VECTORS_H
#define KG_SCAN_SORT_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * KG__SORT_TINY: the most keys for which insertion sort is used, unless konig's own vector sort
 *     sorts them (at 60 keys insertion sort takes 26 ns a key, and Highway's sort 23).
 * KG__SORT_GRAIN: keys that make one more thread worth while.
 * KG__SORT_MANY: above this many keys, one or two radix passes of KG__SORT_BITS each by several
 *     threads are faster than vectors (10^7 keys of 12 bits take 1.2 ns a key against 1.5).
 */
enum { KG__SORT_TINY = 48, KG__SORT_GRAIN = 1 << 16, KG__SORT_MANY = 1 << 19, KG__SORT_BITS = 12 };

/* Returns whether n keys of that many bytes, 2, 4 or 8, can be sorted by vectors, and should be. */
bool kg__sort_vectors(uint64_t n, size_t bytes);

/* Returns the most keys that one thread sorts faster by vectors than by two radix passes. */
uint64_t kg__sort_vectors_many(void);

/* Sort key[n] in place, in ascending order. O(n log n), no memory. Call these only if
 * kg__sort_vectors() is true. */
void kg__sort_vectors_u16(uint16_t *key, uint64_t n);
void kg__sort_vectors_i16(int16_t *key, uint64_t n);
void kg__sort_vectors_u32(uint32_t *key, uint64_t n);
void kg__sort_vectors_i32(int32_t *key, uint64_t n);
void kg__sort_vectors_u64(uint64_t *key, uint64_t n);
void kg__sort_vectors_i64(int64_t *key, uint64_t n);

/* Returns whether vectors are expected to sort keys that differ in these bits faster than radix
 * passes. */
static inline bool kg__sort_suits_vectors(uint64_t n, uint64_t differ, int threads)
{
    const int width = differ ? 64 - __builtin_clzll(differ) - __builtin_ctzll(differ) : 0;

    return n <= (threads > 1 ? KG__SORT_MANY : kg__sort_vectors_many()) ||
           width > 2 * KG__SORT_BITS;
}

#endif
