/*
 * Sorting keys by AVX-512: keys of 32 and 64 bits by F, BW, DQ and VL, keys of 16 bits by VBMI2
 * too.
 *
 * Method and work: see lanes_tmpl.h.
 *
 * Source of moving keys by compression: B. Bramas, "A novel hybrid quicksort algorithm vectorized
 * using AVX-512 on Intel Skylake", IJACSA 8(10), 2017.
 */
#include "lanes.h"
#include "networks.h"
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,popcnt")))
#define VBMI2                                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi,bmi2,popcnt")))
#define VECTOR      __m512i
#define LOAD(p)     _mm512_loadu_si512(p)
#define STORE(p, v) _mm512_storeu_si512(p, v)

/*
 * Figures are of one core of Zen 5.
 * UNROLL: vectors that a partition reads at once.
 * AHEAD: the distance in bytes from these vectors to those that are prefetched meanwhile. The
 *     processor cannot foresee on which side the partition goes on (10^7 keys of 64 bits take 6 ns
 *     a key, and 16 without prefetching).
 * FEW_ROWS: the most vectors that networks sort (10^4 keys of 64 bits take 2.2 ns a key, with 32
 *     rows 2.4 and with 16 rows 3.0).
 * EACH_ROWS: few keys are partitioned further only if there are this many rows for each value of a
 *     sample (10^3 keys of 32 bits with two values take 0.4 ns a key, and 0.9 by networks).
 */
enum { UNROLL = 8, AHEAD = 4096, FEW_ROWS = 64, EACH_ROWS = 10 };

/* Byte i of the result is byte i ^ x of v. x is a constant: a power of two, or a multiple of the
 * bytes of a key less one key. */
INLINE AVX512 __m512i cross_bytes(__m512i v, const unsigned x)
{
    switch (x % 16) {
    case 2:
        v = _mm512_rol_epi32(v, 16);
        break;
    case 4:
        v = _mm512_shuffle_epi32(v, 0xb1);
        break;
    case 6:
        v = _mm512_shuffle_epi8(v, _mm512_broadcast_i32x4(_mm_setr_epi8(
                                       6, 7, 4, 5, 2, 3, 0, 1, 14, 15, 12, 13, 10, 11, 8, 9)));
        break;
    case 8:
        v = _mm512_shuffle_epi32(v, 0x4e);
        break;
    case 12:
        v = _mm512_shuffle_epi32(v, 0x1b);
        break;
    case 14:
        v = _mm512_shuffle_epi8(v, _mm512_broadcast_i32x4(_mm_setr_epi8(
                                       14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1)));
        break;
    }
    switch (x / 16) {
    case 1:
        return _mm512_shuffle_i64x2(v, v, 0xb1);
    case 2:
        return _mm512_shuffle_i64x2(v, v, 0x4e);
    case 3:
        return _mm512_shuffle_i64x2(v, v, 0x1b);
    }
    return v;
}

/* Bit i is set if i & x; x is a power of two. */
#define LANES_WITH(x) (~UINT64_C(0) / ((UINT64_C(1) << (x)) + 1) << (x))

/* The lowest `count` bits, at most 64. */
static inline uint64_t first_bits(size_t count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : ~UINT64_C(0);
}

/*
 * The functions of keys of BITS bits. M: the type of their masks. WITH: an attribute.
 */
#define OF_WIDTH(BITS, M, WITH)                                                                    \
    INLINE WITH __m512i load_first_##BITS(const void *from, size_t count, __m512i fill)            \
    {                                                                                              \
        return _mm512_mask_loadu_epi##BITS(fill, (M)first_bits(count), from);                      \
    }                                                                                              \
    INLINE WITH void store_first_##BITS(void *to, __m512i v, size_t count)                         \
    {                                                                                              \
        _mm512_mask_storeu_epi##BITS(to, (M)first_bits(count), v);                                 \
    }                                                                                              \
    /* Writes keys whose bit of is_high is set up to low + room, and the others to low. */         \
    INLINE WITH uint##BITS##_t *split_##BITS(                                                      \
        __m512i v, M is_high, uint##BITS##_t *low, size_t room)                                    \
    {                                                                                              \
        const unsigned count = (unsigned)_mm_popcnt_u32(is_high);                                  \
                                                                                                   \
        _mm512_storeu_si512(low, _mm512_maskz_compress_epi##BITS((M)~is_high, v));                 \
        store_first_##BITS(                                                                        \
            low + room - count, _mm512_maskz_compress_epi##BITS(is_high, v), count);               \
        return low + 512 / BITS - count;                                                           \
    }

OF_WIDTH(16, __mmask32, VBMI2)
OF_WIDTH(32, __mmask16, AVX512)
OF_WIDTH(64, __mmask8, AVX512)

#define MASK_16     __mmask32
#define MASK_32     __mmask16
#define MASK_64     __mmask8
#define SET_16(one) _mm512_set1_epi16((short)(one))
#define SET_32(one) _mm512_set1_epi32((int)(one))
#define SET_64(one) _mm512_set1_epi64((long long)(one))

#define JOIN_(a, b)      a##b
#define JOIN(a, b)       JOIN_(a, b)
#define UNSIGNED         JOIN(JOIN(uint, BITS), _t)
#define MASK             JOIN(MASK_, BITS)
#define LANES            (512 / BITS)
#define SET              JOIN(SET_, BITS)
#define LOAD_FIRST(p, n) JOIN(load_first_, BITS)(p, n, SET(MOST))
#define STORE_FIRST      JOIN(store_first_, BITS)
#define MIN              JOIN(_mm512_min_, ORDER)
#define MAX              JOIN(_mm512_max_, ORDER)
#define CROSS(v, x)      cross_bytes(v, (x) * (BITS / 8))
#define SORTED(v, w, x)  JOIN(_mm512_mask_max_, ORDER)(MIN(v, w), (MASK)LANES_WITH(x), v, w)
#define SPLIT(v, p, low, room)                                                                     \
    (T *)JOIN(split_, BITS)(                                                                       \
        v, JOIN(JOIN(_mm512_cmpgt_, ORDER), _mask)(v, p), (UNSIGNED *)(low), room)

#define BITS        16
#define TARGET      VBMI2
#define T           uint16_t
#define LEAST       0
#define MOST        UINT16_MAX
#define ORDER       epu16
#define NAMED(stem) stem##_u16_avx512
#include "lanes_tmpl.h"
#define T           int16_t
#define LEAST       INT16_MIN
#define MOST        INT16_MAX
#define ORDER       epi16
#define NAMED(stem) stem##_i16_avx512
#include "lanes_tmpl.h"
#undef BITS
#undef TARGET

#define BITS        32
#define TARGET      AVX512
#define T           uint32_t
#define LEAST       0
#define MOST        UINT32_MAX
#define ORDER       epu32
#define NAMED(stem) stem##_u32_avx512
#include "lanes_tmpl.h"
#define T           int32_t
#define LEAST       INT32_MIN
#define MOST        INT32_MAX
#define ORDER       epi32
#define NAMED(stem) stem##_i32_avx512
#include "lanes_tmpl.h"
#undef BITS

#define BITS        64
#define T           uint64_t
#define LEAST       0
#define MOST        UINT64_MAX
#define ORDER       epu64
#define NAMED(stem) stem##_u64_avx512
#include "lanes_tmpl.h"
#define T           int64_t
#define LEAST       INT64_MIN
#define MOST        INT64_MAX
#define ORDER       epi64
#define NAMED(stem) stem##_i64_avx512
#include "lanes_tmpl.h"
#undef BITS
