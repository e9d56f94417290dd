/*
 * Reducing elements of type T.
 * Included by: the .c file of this name without _tmpl, once per width through each_width.h, which
 *     defines T and NAMED() and undefines them.
 * Expects: REDUCE_GRAIN, REDUCE_CHUNK, LANES.
 * Leaves nothing defined.
 */
static unsigned __int128 NAMED(sum_part)(uint64_t n, const T *value)
{
    unsigned __int128 all = 0;

    for (uint64_t begin = 0; begin < n; begin += REDUCE_CHUNK) {
        uint64_t end = n - begin < REDUCE_CHUNK ? n : begin + REDUCE_CHUNK, low = 0, high = 0;

        for (uint64_t i = begin; i < end; i++) {
            low += (uint32_t)value[i];
            high += (uint64_t)value[i] >> 32;
        }
        all += low + ((unsigned __int128)high << 32);
    }
    return all;
}

/* Returns the minimum or maximum of start and a part. It works in lanes, so that no comparison
 * waits for the one before it. */
static inline __attribute__((always_inline)) T NAMED(min_of_part)(
    uint64_t n, const T *value, T start, bool most)
{
    T lane[LANES];
    uint64_t i = 0;

    for (int l = 0; l < LANES; l++)
        lane[l] = start;
    for (; n - i >= LANES; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] = (value[i + l] < lane[l]) != most ? value[i + l] : lane[l];
    for (; i < n; i++)
        lane[0] = (value[i] < lane[0]) != most ? value[i] : lane[0];
    for (int l = 1; l < LANES; l++)
        lane[0] = (lane[l] < lane[0]) != most ? lane[l] : lane[0];
    return lane[0];
}

decl_array_reduce_width(NAMED(kg__array_reduce), T)
{
    T least = value[0], most = value[0];
    uint64_t sum = 0;
    bool passed = false;

    KG_PARALLEL(kg__threads(ctx, n, REDUCE_GRAIN), reduction(min : least) reduction(max : most))
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t begin = kg__part(n, index, team), end = kg__part(n, index + 1, team);

        if (how == KG__SUM) {
            unsigned __int128 part = NAMED(sum_part)(end - begin, value + begin);

#pragma omp critical
            passed |= part >> 64 || __builtin_add_overflow(sum, (uint64_t)part, &sum);
        } else if (how == KG__MIN) {
            least = NAMED(min_of_part)(end - begin, value + begin, least, false);
        } else {
            most = NAMED(min_of_part)(end - begin, value + begin, most, true);
        }
    }
    *result = how == KG__SUM ? sum : how == KG__MIN ? least : most;
    return passed ? KG_OVERFLOW : KG_OK;
}
