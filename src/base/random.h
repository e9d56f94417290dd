/* Random numbers from a counter, for the host and the device. */
#ifndef KG_RANDOM_H
#define KG_RANDOM_H

#include <stdint.h>

#ifndef KG__INLINE
#ifdef __CUDACC__
#define KG__INLINE static inline __host__ __device__
#else
#define KG__INLINE static inline
#endif
#endif

/*
 * Number `index` of a key is the splitmix64 hash (Steele, Lea, Flood 2014) of key and index, so any
 * thread can compute any number. The published generator returns the same numbers, one after the
 * other, from the state `key`.
 */
#define KG__RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15)

KG__INLINE uint64_t kg__random_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

KG__INLINE uint64_t kg__random(uint64_t key, uint64_t index)
{
    return kg__random_mix(key + (index + 1) * KG__RANDOM_STEP);
}

/* A number below bound. Its distribution differs from a uniform one by at most bound / 2^64. */
KG__INLINE uint64_t kg__random_below(uint64_t key, uint64_t index, uint64_t bound)
{
    return (uint64_t)((unsigned __int128)kg__random(key, index) * bound >> 64);
}

/* A number from [0, 1): each multiple of 2^-53 is equally likely. */
KG__INLINE double kg__random_unit(uint64_t key, uint64_t index)
{
    return (double)(kg__random(key, index) >> 11) * 0x1p-53;
}

#endif
