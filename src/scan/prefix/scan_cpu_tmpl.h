/*
 * Running sums of elements of type T.
 * Included by: the .c file of this name without _tmpl, once per width through each_width.h, which
 *     defines T and NAMED() and undefines them.
 * Expects: CHAIN_BYTES, CHAIN_GRAIN and chain_cpu.h.
 * Leaves nothing defined.
 */
static uint64_t NAMED(sum_chunk)(size_t count, const T *value)
{
    uint64_t all = 0;

    for (size_t i = 0; i < count; i++)
        all += value[i];
    return all;
}

/* Scans a chunk after a sum of *all, and adds the chunk to *all. Returns whether the sum passes
 * T. */
static bool NAMED(scan_chunk)(T *sum, uint64_t *all, size_t count, const T *value, bool inclusive)
{
    uint64_t now = *all, wraps = 0;

    for (size_t i = 0; i < count; i++) {
        T one = value[i];

        sum[i] = (T)(inclusive ? now + one : now);
        now += one;
        if (sizeof(T) == 8) /* a chunk of narrower values cannot wrap */
            wraps |= now < one;
    }
    *all = now;
    return wraps || now > (T)-1;
}

decl_array_scan_width(NAMED(kg__array_scan), T)
{
    enum { CHUNK = CHAIN_BYTES / sizeof(T) };
    uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    kg__chain chain = {0, 0};
    bool passed = false;

    KG_PARALLEL(kg__threads(ctx, n, CHAIN_GRAIN), reduction(|| : passed))
    {
        const uint64_t team = (uint64_t)kg__thread_count();

        for (uint64_t c = (uint64_t)kg__thread_index(); c < chunks; c += team) {
            size_t begin = c * CHUNK, count = n - begin < CHUNK ? n - begin : CHUNK;
            uint64_t own = team > 1 ? NAMED(sum_chunk)(count, value + begin) : 0;
            uint64_t all = kg__chain_enter(&chain, c);

            if (team > 1)
                kg__chain_leave(&chain, c, all + own);
            passed |= NAMED(scan_chunk)(sum + begin, &all, count, value + begin, inclusive);
            if (team == 1)
                kg__chain_leave(&chain, c, all);
        }
    }
    *total = chain.sum;
    return passed ? KG_OVERFLOW : KG_OK;
}
