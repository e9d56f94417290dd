/*
 * Highway's vqsort behind a C interface, highway.h. It chooses the instructions at run time: SSE4,
 * AVX2, AVX-512, NEON, ...
 *
 * Source: M. Blacher, J. Giesen, P. Sanders, J. Wassenberg, "Vectorized and performance-portable
 * Quicksort", arXiv:2205.05982 (2022).
 */
#include "highway.h"
#include <hwy/contrib/sort/vqsort.h>

bool kg__sort_highway(void)
{
    return true;
}

void kg__sort_highway_u32(uint32_t *key, uint64_t n)
{
    hwy::Sorter()(key, n, hwy::SortAscending());
}

void kg__sort_highway_i32(int32_t *key, uint64_t n)
{
    hwy::Sorter()(key, n, hwy::SortAscending());
}

void kg__sort_highway_u64(uint64_t *key, uint64_t n)
{
    hwy::Sorter()(key, n, hwy::SortAscending());
}

void kg__sort_highway_i64(int64_t *key, uint64_t n)
{
    hwy::Sorter()(key, n, hwy::SortAscending());
}
