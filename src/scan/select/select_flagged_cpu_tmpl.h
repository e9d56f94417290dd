/*
 * Selecting elements of type T by flags.
 * Included by: the .c file of this name without _tmpl, once per width through each_width.h, which
 *     defines T and NAMED() and undefines them.
 * Expects: CHAIN_BYTES, CHAIN_GRAIN, count_flags().
 * Leaves nothing defined.
 */
decl_array_select_flagged_width(NAMED(kg__array_select_flagged), T)
{
    enum { CHUNK = CHAIN_BYTES / sizeof(T) };
    uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    kg__chain chain = {0, 0};

    KG_PARALLEL(kg__threads(ctx, n, CHAIN_GRAIN))
    for (uint64_t c = (uint64_t)kg__thread_index(); c < chunks; c += (uint64_t)kg__thread_count()) {
        uint64_t begin = c * CHUNK, end = n - begin < CHUNK ? n : begin + CHUNK;
        uint64_t set = count_flags(end - begin, flag + begin);
        uint64_t to = kg__chain_enter(&chain, c), stop = to + set;

        kg__chain_leave(&chain, c, stop);
        if (value)
            for (uint64_t i = begin; to < stop; i++) {
                kept[to] = value[i];
                to += flag[i] != 0;
            }
        else
            for (uint64_t i = begin; to < stop; i++) {
                kept[to] = (T)i;
                to += flag[i] != 0;
            }
    }
    *count = chain.sum;
    return KG_OK;
}
