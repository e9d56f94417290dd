/*
 * Sorting floats of type T as signed integers of type K, their width.
 * Included by: sort_typed_cpu.c, once a type.
 * Expects: K, T, NAN_BITS of the NaN that is written, VECTORS and NAMED(), which it takes back.
 * Leaves nothing defined.
 */

/* The bits of a float in the order of signed integers, and back. */
static inline K NAMED(ordered)(K bits)
{
    return bits ^ (bits < 0 ? ~((K)1 << (8 * sizeof(K) - 1)) : 0);
}

/* Ends at the first number that is less than the one before it. */
static bool NAMED(is_sorted)(uint64_t n, const K *key)
{
    for (uint64_t i = 1; i < n; i++)
        if (key[i] < key[i - 1])
            return false;
    return true;
}

static void NAMED(sort)(K *sorted, uint64_t n, const T *value)
{
    for (uint64_t i = 0; i < n; i++) {
        const T one = value[i];
        K bits;

        memcpy(&bits, &one, sizeof bits);
        sorted[i] = NAMED(ordered)(one != one ? NAN_BITS : bits);
    }
    if (!NAMED(is_sorted)(n, sorted))
        VECTORS(sorted, n);
    for (uint64_t i = 0; i < n; i++)
        sorted[i] = NAMED(ordered)(sorted[i]);
}

#undef K
#undef T
#undef NAN_BITS
#undef VECTORS
#undef NAMED
