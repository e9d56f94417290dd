/* std::sort and Highway's vqsort behind a C interface, for bench_sort.py: std_TYPE(key, n) and
 * vqsort_TYPE(key, n) sort key[n] in place. There is no vqsort of bytes. */
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <hwy/contrib/sort/vqsort.h>

#define VQSORT(T, name)                                                                            \
    extern "C" void vqsort_##name(T *key, std::size_t n)                                           \
    {                                                                                              \
        hwy::Sorter()(key, n, hwy::SortAscending());                                               \
    }

#define STD(T, name)                                                                               \
    extern "C" void std_##name(T *key, std::size_t n)                                              \
    {                                                                                              \
        std::sort(key, key + n);                                                                   \
    }

#define BOTH(T, name) STD(T, name) VQSORT(T, name)

STD(std::int8_t, int8)
STD(std::uint8_t, uint8)
BOTH(std::int16_t, int16)
BOTH(std::uint16_t, uint16)
BOTH(std::int32_t, int32)
BOTH(std::uint32_t, uint32)
BOTH(std::int64_t, int64)
BOTH(std::uint64_t, uint64)
BOTH(float, float32)
BOTH(double, float64)
