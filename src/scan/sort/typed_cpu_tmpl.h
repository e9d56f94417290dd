/*
 * Sorting integers of type T by vector instructions, and floats of type FLOATS as such integers.
 * Included by: typed_cpu.c, once per type of integers.
 * Expects: T, VECTORS and NAMED(); to sort floats as T, which is signed then, also FLOATS, and
 *     NAN_BITS of the NaN that is written. Undefines them. WITH_AVX2, an attribute, if any.
 * Leaves nothing defined.
 */

/* Whether radix passes are expected to be faster: there are many numbers, which differ in few
 * bits. */
static bool NAMED(suits_radix)(uint64_t n, const T *value)
{
    uint64_t differ = 0;

    if (n <= kg__sort_vectors_many())
        return false;
    for (uint64_t i = 1; i < n; i++)
        differ |= (uint64_t)value[i] ^ (uint64_t)value[0];
    return !kg__sort_suits_vectors(n, differ, 1);
}

/* Stops at the first number that is less than the one before it. */
static bool NAMED(is_sorted)(uint64_t n, const T *value)
{
    for (uint64_t i = 1; i < n; i++)
        if (value[i] < value[i - 1])
            return false;
    return true;
}

static void NAMED(sort_copy)(T *sorted, uint64_t n, const T *value)
{
    if (sorted != value)
        memcpy(sorted, value, n * sizeof *sorted);
    if (!NAMED(is_sorted)(n, sorted))
        VECTORS(sorted, n);
}

static kg_status NAMED(sort)(T *sorted, uint64_t n, const T *value)
{
    if (NAMED(suits_radix)(n, value))
        return KG_UNSUPPORTED;
    NAMED(sort_copy)(sorted, n, value);
    return KG_OK;
}

#ifdef FLOATS
#define BUT_SIGN ((T)(UINT64_MAX >> (65 - 8 * sizeof(T))))

/* The loops over all numbers, which the compiler vectorises: from the bits of floats to signed
 * integers of the same order, and back for the negative ones. */
static inline __attribute__((always_inline)) void NAMED(all_ordered)(
    T *to, uint64_t n, const FLOATS *value)
{
    for (uint64_t i = 0; i < n; i++) {
        const FLOATS one = value[i];
        T bits;

        memcpy(&bits, &one, sizeof bits);
        bits ^= bits < 0 ? BUT_SIGN : 0;
        to[i] = one != one ? NAN_BITS : bits;
    }
}

static inline __attribute__((always_inline)) void NAMED(all_back)(T *value, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        value[i] ^= BUT_SIGN;
}
#undef BUT_SIGN

/* How many of the sorted numbers are negative: only these are converted back. */
static uint64_t NAMED(count_negative)(uint64_t n, const T *sorted)
{
    uint64_t begin = 0, end = n;

    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;

        if (sorted[middle] < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

#ifdef WITH_AVX2
static WITH_AVX2 void NAMED(all_ordered_avx2)(T *to, uint64_t n, const FLOATS *value)
{
    NAMED(all_ordered)(to, n, value);
}

static WITH_AVX2 void NAMED(all_back_avx2)(T *value, uint64_t n)
{
    NAMED(all_back)(value, n);
}
#endif

static void NAMED(sort_floats)(T *sorted, uint64_t n, const FLOATS *value)
{
#ifdef WITH_AVX2
    if (__builtin_cpu_supports("avx2")) {
        NAMED(all_ordered_avx2)(sorted, n, value);
        NAMED(sort_copy)(sorted, n, sorted);
        NAMED(all_back_avx2)(sorted, NAMED(count_negative)(n, sorted));
        return;
    }
#endif
    NAMED(all_ordered)(sorted, n, value);
    NAMED(sort_copy)(sorted, n, sorted);
    NAMED(all_back)(sorted, NAMED(count_negative)(n, sorted));
}

/* Keeps the first of each run of equal numbers. Returns how many these are. */
static uint64_t NAMED(keep_firsts)(T *sorted, uint64_t n)
{
    uint64_t kept = n > 0;
    T last = n ? sorted[0] : 0;

    for (uint64_t i = 1; i < n; i++) {
        const T one = sorted[i];

        sorted[kept] = one;
        kept += one != last;
        last = one;
    }
    return kept;
}
#undef FLOATS
#undef NAN_BITS
#endif

#undef T
#undef VECTORS
#undef NAMED
