/*
 * Sorting keys of 16, 32 and 64 bits by AVX2.
 *
 * Method and work: see lanes_tmpl.h. No instruction moves selected lanes together, so a table has
 * the permutation for each mask.
 */
#include "lanes.h"
#include "networks.h"
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

#define INLINE      static inline __attribute__((always_inline))
#define TARGET      __attribute__((target("avx2,popcnt")))
#define VECTOR      __m256i
#define LOAD(p)     _mm256_loadu_si256((const __m256i *)(p))
#define STORE(p, v) _mm256_storeu_si256((__m256i *)(p), v)

/* As in lanes_avx512.c. With UNROLL = 4, a partition waits for the side that it reads from (10^5
 * keys of 32 bits take 2.4 ns a key instead of 2.2); with 8, 16-bit keys take 4 % longer. Networks
 * sort more rows (10^4 keys of 16 bits take 1.33 ns a key, and 1.42 with 64 rows). */
enum { UNROLL = 6, AHEAD = 4096, FEW_ROWS = 128, EACH_ROWS = 10 };

/*
 * Entry m of a table, a byte for each lane of the result: first the lanes whose bit of m is set,
 * then the others, both in their order. PLACE: the place of lane i.
 */
#define ONES(m)     (uint64_t) __builtin_popcount(m)
#define BELOW(m, i) ((unsigned)(m) & ((1u << (i)) - 1))
#define PLACE(m, i) ((m) >> (i)&1 ? ONES(BELOW(m, i)) : ONES(m) + (i)-ONES(BELOW(m, i)))
#define LANE(m, i)  ((uint64_t)(i) << 8 * PLACE(m, i))
#define ENTRY(m)                                                                                   \
    LANE(m, 0) | LANE(m, 1) | LANE(m, 2) | LANE(m, 3) | LANE(m, 4) | LANE(m, 5) | LANE(m, 6) |     \
        LANE(m, 7)
#define ENTRIES4(m)  ENTRY(m), ENTRY((m) + 1), ENTRY((m) + 2), ENTRY((m) + 3)
#define ENTRIES16(m) ENTRIES4(m), ENTRIES4((m) + 4), ENTRIES4((m) + 8), ENTRIES4((m) + 12)
#define ENTRIES64(m) ENTRIES16(m), ENTRIES16((m) + 16), ENTRIES16((m) + 32), ENTRIES16((m) + 48)
static const uint64_t order_of_8[256] = {
    ENTRIES64(0), ENTRIES64(64), ENTRIES64(128), ENTRIES64(192)};
/* Lanes of 64 bits are two of 32. */
#define PAIR(m, i) ((UINT64_C(0x0100) + 0x0202 * (i)) << 16 * PLACE(m, i))
#define PAIRS(m)   PAIR(m, 0) | PAIR(m, 1) | PAIR(m, 2) | PAIR(m, 3)
#define PAIRS4(m)  PAIRS(m), PAIRS((m) + 1), PAIRS((m) + 2), PAIRS((m) + 3)
static const uint64_t order_of_4[16] = {PAIRS4(0), PAIRS4(4), PAIRS4(8), PAIRS4(12)};

/* Byte i of the result is byte i ^ x of v; x is a constant. */
INLINE TARGET __m256i cross_bytes(__m256i v, const unsigned x)
{
    switch (x % 16) {
    case 2:
        v = _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(v, 0xb1), 0xb1);
        break;
    case 4:
        v = _mm256_shuffle_epi32(v, 0xb1);
        break;
    case 6:
        v = _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(v, 0x1b), 0x1b);
        break;
    case 8:
        v = _mm256_shuffle_epi32(v, 0x4e);
        break;
    case 12:
        v = _mm256_shuffle_epi32(v, 0x1b);
        break;
    case 14:
        v = _mm256_shuffle_epi8(v, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                       14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1)));
        break;
    }
    return x & 16 ? _mm256_permute4x64_epi64(v, 0x4e) : v;
}

/* Byte i is that of high if i & x, otherwise that of low; x is a constant power of two. */
INLINE TARGET __m256i upper_bytes(__m256i low, __m256i high, const unsigned x)
{
    switch (x) {
    case 2:
        return _mm256_blend_epi16(low, high, 0xaa);
    case 4:
        return _mm256_blend_epi32(low, high, 0xaa);
    case 8:
        return _mm256_blend_epi32(low, high, 0xcc);
    default:
        return _mm256_blend_epi32(low, high, 0xf0);
    }
}

/* Loads the first bytes from memory, and takes the others from fill. */
INLINE TARGET __m256i load_first(const void *from, size_t bytes, __m256i fill)
{
    char part[sizeof fill];

    if (bytes >= sizeof fill)
        return LOAD(from);
    STORE(part, fill);
    memcpy(part, from, bytes);
    return LOAD(part);
}

INLINE TARGET void store_first(void *to, __m256i v, size_t bytes)
{
    char part[sizeof v];

    if (bytes >= sizeof v) {
        STORE(to, v);
        return;
    }
    STORE(part, v);
    memcpy(to, part, bytes);
}

/* The lanes are chosen as doubles: for vpblendvb GCC compares the mask with 0 once more (10^3 keys
 * then take 4.2 ns a key, and 3.6 as doubles). */
INLINE TARGET __m256i choose_64(__m256i clear, __m256i set, __m256i mask)
{
    return _mm256_castpd_si256(_mm256_blendv_pd(
        _mm256_castsi256_pd(clear), _mm256_castsi256_pd(set), _mm256_castsi256_pd(mask)));
}

/* Lane i is the greater of both if i & x, otherwise the lesser: one choice instead of three. */
INLINE TARGET __m256i sorted_64(__m256i v, __m256i w, const unsigned x)
{
    const __m256i upper = upper_bytes(_mm256_setzero_si256(), _mm256_set1_epi64x(-1), 8 * x);

    return choose_64(v, w, _mm256_xor_si256(_mm256_cmpgt_epi64(v, w), upper));
}

#define _mm256_min_epi64(a, b) choose_64(a, b, _mm256_cmpgt_epi64(a, b))
#define _mm256_max_epi64(a, b) choose_64(b, a, _mm256_cmpgt_epi64(a, b))

/* Bit i is set if lane i of v is at most that of p. */
INLINE TARGET unsigned up_to_epi64(__m256i v, __m256i p)
{
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(v, p))) ^ 0xf;
}

#define UP_TO_32(ORDER)                                                                            \
    INLINE TARGET unsigned up_to_##ORDER(__m256i v, __m256i p)                                     \
    {                                                                                              \
        const __m256i up_to = _mm256_cmpeq_epi32(_mm256_min_##ORDER(v, p), v);                     \
                                                                                                   \
        return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(up_to));                           \
    }
#define UP_TO_16(ORDER)                                                                            \
    INLINE TARGET unsigned up_to_##ORDER(__m256i v, __m256i p)                                     \
    {                                                                                              \
        const __m256i up_to = _mm256_cmpeq_epi16(_mm256_min_##ORDER(v, p), v);                     \
                                                                                                   \
        return (unsigned)_mm_movemask_epi8(                                                        \
            _mm_packs_epi16(_mm256_castsi256_si128(up_to), _mm256_extracti128_si256(up_to, 1)));   \
    }
UP_TO_32(epu32)
UP_TO_32(epi32)
UP_TO_16(epu16)
UP_TO_16(epi16)

/* Writes keys whose bit of mask is set to low, and the others up to low + room. */
#define SPLIT_LANES(BITS, LANES)                                                                   \
    INLINE TARGET uint##BITS##_t *split_##BITS(                                                    \
        __m256i v, unsigned mask, uint##BITS##_t *low, size_t room)                                \
    {                                                                                              \
        const __m128i order = _mm_cvtsi64_si128((long long)order_of_##LANES[mask]);                \
                                                                                                   \
        v = _mm256_permutevar8x32_epi32(v, _mm256_cvtepu8_epi32(order));                           \
        STORE(low, v);                                                                             \
        STORE(low + room - LANES, v);                                                              \
        return low + _mm_popcnt_u32(mask);                                                         \
    }
SPLIT_LANES(32, 8)
SPLIT_LANES(64, 4)

INLINE TARGET uint16_t *split_half(__m128i v, unsigned mask, uint16_t *low, size_t room)
{
    const __m128i lane = _mm_cvtsi64_si128((long long)order_of_8[mask]);
    const __m128i byte = _mm_add_epi8(lane, lane);

    v = _mm_shuffle_epi8(v, _mm_unpacklo_epi8(byte, _mm_add_epi8(byte, _mm_set1_epi8(1))));
    _mm_storeu_si128((__m128i *)low, v);
    _mm_storeu_si128((__m128i *)(low + room - 8), v);
    return low + _mm_popcnt_u32(mask);
}

INLINE TARGET uint16_t *split_16(__m256i v, unsigned mask, uint16_t *low, size_t room)
{
    low = split_half(_mm256_castsi256_si128(v), mask & 255, low, room);
    return split_half(_mm256_extracti128_si256(v, 1), mask >> 8, low, room - 8);
}

#define SET_16(one) _mm256_set1_epi16((short)(one))
#define SET_32(one) _mm256_set1_epi32((int)(one))
#define SET_64(one) _mm256_set1_epi64x((long long)(one))

#define JOIN_(a, b)          a##b
#define JOIN(a, b)           JOIN_(a, b)
#define LANES                (256 / BITS)
#define UNSIGNED             JOIN(JOIN(uint, BITS), _t)
#define SET                  JOIN(SET_, BITS)
#define LOAD_FIRST(p, n)     load_first(p, (n) * (BITS / 8), SET(MOST))
#define STORE_FIRST(p, v, n) store_first(p, v, (n) * (BITS / 8))
#define MIN                  JOIN(_mm256_min_, ORDER)
#define MAX                  JOIN(_mm256_max_, ORDER)
#define CROSS(v, x)          cross_bytes(v, (x) * (BITS / 8))
#define sorted_16(v, w, x)   upper_bytes(MIN(v, w), MAX(v, w), (x) * (BITS / 8))
#define sorted_32            sorted_16
#define SORTED               JOIN(sorted_, BITS)
#define SPLIT(v, p, low, room)                                                                     \
    (T *)JOIN(split_, BITS)(v, JOIN(up_to_, ORDER)(v, p), (UNSIGNED *)(low), room)

#define BITS        16
#define T           uint16_t
#define LEAST       0
#define MOST        UINT16_MAX
#define ORDER       epu16
#define NAMED(stem) stem##_u16_avx2
#include "lanes_tmpl.h"
#define T           int16_t
#define LEAST       INT16_MIN
#define MOST        INT16_MAX
#define ORDER       epi16
#define NAMED(stem) stem##_i16_avx2
#include "lanes_tmpl.h"
#undef BITS

#define BITS        32
#define T           uint32_t
#define LEAST       0
#define MOST        UINT32_MAX
#define ORDER       epu32
#define NAMED(stem) stem##_u32_avx2
#include "lanes_tmpl.h"
#define T           int32_t
#define LEAST       INT32_MIN
#define MOST        INT32_MAX
#define ORDER       epi32
#define NAMED(stem) stem##_i32_avx2
#include "lanes_tmpl.h"
#undef BITS

#define BITS        64
#define T           int64_t
#define LEAST       INT64_MIN
#define MOST        INT64_MAX
#define ORDER       epi64
#define NAMED(stem) stem##_i64_avx2
#include "lanes_tmpl.h"
#undef BITS

static TARGET void flip_signs(uint64_t *key, size_t n)
{
    for (size_t i = 0; i < n; i++)
        key[i] ^= UINT64_C(1) << 63;
}

/* The instructions compare 64-bit numbers only as signed ones. */
void kg__sort_u64_avx2(uint64_t *key, size_t n, unsigned bad)
{
    flip_signs(key, n);
    kg__sort_i64_avx2((int64_t *)key, n, bad);
    flip_signs(key, n);
}
