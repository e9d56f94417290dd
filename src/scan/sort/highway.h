/*
 * Sorting keys by Highway's vqsort, for processors that lanes.h does not know.
 *
 * highway.cpp calls it. Without Highway, highway_missing.c takes its place.
 */
#ifndef KG_SCAN_SORT_HIGHWAY_H
#define KG_SCAN_SORT_HIGHWAY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Returns whether konig was built with Highway. */
bool kg__sort_highway(void);

/* Sort key[n] in place, in ascending order. O(n log n), no memory. Call these only if
 * kg__sort_highway() is true. */
void kg__sort_highway_u32(uint32_t *key, uint64_t n);
void kg__sort_highway_i32(int32_t *key, uint64_t n);
void kg__sort_highway_u64(uint64_t *key, uint64_t n);
void kg__sort_highway_i64(int64_t *key, uint64_t n);

#ifdef __cplusplus
}
#endif

#endif
