/* Chooses at run time between konig's vector sorts and Highway's. */
#include "vectors.h"
#include "highway.h"
#include "lanes.h"

bool kg__sort_vectors(uint64_t n, size_t bytes)
{
    return kg__sort_lanes(0) || (n > KG__SORT_TINY && bytes > 2 && kg__sort_highway());
}

/* Highway's takes 20 ns a key at 10^6 keys, and two radix passes 18. */
uint64_t kg__sort_vectors_many(void)
{
    return kg__sort_lanes(0) ? UINT64_MAX : KG__SORT_MANY;
}

void kg__sort_vectors_u16(uint16_t *key, uint64_t n)
{
    kg__sort_lanes(0)->u16(key, n, kg__sort_patience(n));
}

void kg__sort_vectors_i16(int16_t *key, uint64_t n)
{
    kg__sort_lanes(0)->i16(key, n, kg__sort_patience(n));
}

#define SORT(T, type)                                                                              \
    void kg__sort_vectors_##type(T *key, uint64_t n)                                               \
    {                                                                                              \
        const kg__lanes *lanes = kg__sort_lanes(0);                                                \
                                                                                                   \
        if (lanes)                                                                                 \
            lanes->type(key, n, kg__sort_patience(n));                                             \
        else                                                                                       \
            kg__sort_highway_##type(key, n);                                                       \
    }

SORT(uint32_t, u32)
SORT(int32_t, i32)
SORT(uint64_t, u64)
SORT(int64_t, i64)
