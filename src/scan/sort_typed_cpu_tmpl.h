/*
 * Sorting signed integers of type K, and floats of type T as such integers.
 * Included by: sort_typed_cpu.c, once a width.
 * Expects: K, VECTORS and NAMED(); T, and NAN_BITS of the NaN that is written, where there are
 *     floats of that width. Takes them back.
 * Leaves nothing defined.
 */

/* Ends at the first number that is less than the one before it. */
static bool NAMED(is_sorted)(uint64_t n, const K *value)
{
    for (uint64_t i = 1; i < n; i++)
        if (value[i] < value[i - 1])
            return false;
    return true;
}

static void NAMED(sort_integers)(K *sorted, uint64_t n, const K *value)
{
    if (sorted != value)
        memcpy(sorted, value, n * sizeof *sorted);
    if (!NAMED(is_sorted)(n, sorted))
        VECTORS(sorted, n);
}

#ifdef T
/* The bits of a float in the order of signed integers, and back. */
static inline K NAMED(ordered)(K bits)
{
    const K without_sign = (K)(UINT64_MAX >> (65 - 8 * sizeof(K)));

    return bits < 0 ? bits ^ without_sign : bits;
}

static void NAMED(sort_floats)(K *sorted, uint64_t n, const T *value)
{
    for (uint64_t i = 0; i < n; i++) {
        const T one = value[i];
        K bits;

        memcpy(&bits, &one, sizeof bits);
        sorted[i] = NAMED(ordered)(one != one ? NAN_BITS : bits);
    }
    NAMED(sort_integers)(sorted, n, sorted);
    for (uint64_t i = 0; i < n; i++)
        sorted[i] = NAMED(ordered)(sorted[i]);
}
#undef T
#undef NAN_BITS
#endif

#undef K
#undef VECTORS
#undef NAMED
