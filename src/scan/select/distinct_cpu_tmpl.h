/*
 * Distinct values of type T.
 * Included by: the .c file of this name without _tmpl, once per width through each_width.h, which
 *     defines T, NARROW and NAMED() and undefines them.
 * Expects: GRAIN, SPAN, CACHED, span_cell, sort_u32_cpu(), sort_u64_cpu().
 * Leaves nothing defined.
 */
static kg_status NAMED(by_bitmap)(kg_context *ctx, T *distinct, uint64_t *count, uint32_t *rank,
    uint64_t n, const T *value, T least, uint64_t range)
{
    const uint64_t words = range / 64 + 1;
    span_cell *cells = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &cells, words, sizeof *cells, "a bitmap of values"));
    KG_PARALLEL(kg__threads(ctx, n, GRAIN))
    {
        int index = kg__thread_index(), team = kg__thread_count();
        uint64_t first = kg__part(words, index, team), last = kg__part(words, index + 1, team);

        memset(cells + first, 0, (last - first) * sizeof *cells);
#pragma omp barrier
#pragma omp for
        for (uint64_t i = 0; i < n; i++) {
            uint64_t offset = value[i] - least;

            set_bit(&cells[offset / 64].bits, offset % 64, team == 1);
        }
#pragma omp single
        *count = count_before(cells, words);
        if (rank)
#pragma omp for
            for (uint64_t i = 0; i < n; i++) {
                uint64_t offset = value[i] - least;
                const span_cell *cell = &cells[offset / 64];
                uint64_t below = cell->bits & (((uint64_t)1 << offset % 64) - 1);

                rank[i] = (uint32_t)(cell->before + (unsigned)__builtin_popcountll(below));
            }
        for (uint64_t c = first; c < last; c++) {
            T *to = distinct + cells[c].before;

            for (uint64_t bits = cells[c].bits; bits; bits &= bits - 1)
                *to++ = (T)(least + 64 * c + (unsigned)__builtin_ctzll(bits));
        }
    }
out:
    kg__free(ctx, cells);
    return status;
}

#if !NARROW

/* Keeps the first of each run of equal values. position[i]: the position of sorted[i] before the
 * sort; NULL if no ranks are wanted. */
static uint64_t NAMED(keep_firsts)(kg_context *ctx, T *distinct, uint32_t *rank, uint64_t n,
    const T *sorted, const uint32_t *position)
{
    enum { CHUNK = CHAIN_BYTES / sizeof(T) };
    uint64_t chunks = (n + CHUNK - 1) / CHUNK;
    kg__chain chain = {0, 0};

    KG_PARALLEL(kg__threads(ctx, n, GRAIN))
    for (uint64_t c = (uint64_t)kg__thread_index(); c < chunks; c += (uint64_t)kg__thread_count()) {
        uint64_t begin = c * CHUNK, end = n - begin < CHUNK ? n : begin + CHUNK, firsts = c == 0;
        uint64_t to;

        for (uint64_t i = begin + (c == 0); i < end; i++)
            firsts += sorted[i] != sorted[i - 1];
        to = kg__chain_enter(&chain, c);
        kg__chain_leave(&chain, c, to + firsts);
        for (uint64_t i = begin; i < end; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1])
                distinct[to++] = sorted[i];
            if (rank)
                rank[position[i]] = (uint32_t)(to - 1);
        }
    }
    return chain.sum;
}

static kg_status NAMED(by_sort)(
    kg_context *ctx, T *distinct, uint64_t *count, uint32_t *rank, uint64_t n, const T *value)
{
    T *sorted = NULL;
    uint32_t *position = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &sorted, n, sizeof *sorted, "sorted values"));
    if (rank)
        KG_TRY(
            kg__host_allocate(ctx, &position, n, sizeof *position, "positions of sorted values"));
    KG_TRY(NAMED(sort)(ctx, sorted, position, n, value, NULL));
    *count = NAMED(keep_firsts)(ctx, distinct, rank, n, sorted, position);
out:
    kg__free_all(ctx, position, sorted);
    return status;
}

#endif

decl_array_distinct_width(NAMED(kg__array_distinct), T)
{
#if NARROW
    return NAMED(by_bitmap)(ctx, distinct, count, rank, n, value, 0, (T)-1);
#else
    uint64_t least, most, range;
    kg_status status;

    KG_TRY(NAMED(kg__array_reduce)(ctx, &least, n, value, KG__MIN));
    KG_TRY(NAMED(kg__array_reduce)(ctx, &most, n, value, KG__MAX));
    range = most - least;
    KG_TRY(range <= n || (range <= CACHED && range / SPAN <= n)
               ? NAMED(by_bitmap)(ctx, distinct, count, rank, n, value, (T)least, range)
               : NAMED(by_sort)(ctx, distinct, count, rank, n, value));
out:
    return status;
#endif
}
