/*
 * Finds the slots that are in no segment, if circuits are split (split_cuda.cu).
 *
 * in   the slots that each rank has recorded
 * out  the slots of this rank that no rank has recorded
 *
 * The recorded slots are counted by windows (windows_cuda.cuh). Incomplete windows have bits for
 * their slots.
 *
 * O(slots that the rank has recorded), read twice in order.
 */
#include "../cuda/windows_cuda.cuh"
#include "split_cuda.cuh"

static const char what[] = "slots in no segment";

/* The incomplete windows, in order. */
typedef struct gaps {
    uint32_t *window; /* [count] */
    uint64_t count;
    unsigned wide;             /* a window is 2^wide slots */
    uint32_t *seen;            /* bits [count << wide] of slots that this rank has recorded */
    const uint32_t **all_seen; /* [ranks] */
} gaps;

typedef struct search {
    kg__ranks *r;
    const kg__split *s;
    uint32_t *window; /* [WINDOWS] recorded slots; then its number among the incomplete ones */
    kg_edge *missing; /* [all missing slots] */
} search;

/* Marks the pool's slots in incomplete windows. number: of each window among these; `count` if the
 * window is complete. */
static __global__ void k_split_see(
    uint32_t *seen, kg__euler_pool pool, const uint32_t *number, uint32_t count, unsigned wide)
{
    kg__d_each(
        kg__d_pool_end(&pool), [&](uint64_t i) { return kg__d_recorded(&pool, i); },
        [&](kg_edge slot, uint64_t) {
            const uint32_t window = number[slot >> wide];
            const uint64_t bit = ((uint64_t)window << wide) + (slot & (((kg_edge)1 << wide) - 1));

            if (window != count)
                atomicOr(&seen[bit / 32], 1u << bit % 32);
        });
}

/* Thread i owns word i of the bits: lists this rank's slots that no rank has seen, in no order. */
static __global__ void k_split_missing(
    kg_edge *list, kg__ranks_tally *tally, gaps g, unsigned ranks, uint64_t lo, uint64_t count)
{
    const uint64_t i = kg__item(), words = (uint64_t)1 << g.wide >> 5;
    uint64_t slot;
    uint32_t missing = 0;
    kg__counter at;

    if (i >= g.count * words)
        return;
    slot = ((uint64_t)g.window[i / words] << g.wide) + 32 * (i % words);
    if (slot + 32 <= lo || slot >= lo + count)
        return;
    for (unsigned p = 0; p < ranks; p++)
        missing |= g.all_seen[p][i];
    missing = ~missing;
    if (slot < lo)
        missing &= ~0u << (lo - slot);
    if (slot + 32 > lo + count)
        missing &= ~0u >> (slot + 32 - (lo + count));
    if (!missing)
        return;
    at = atomicAdd(&tally->listed, (kg__counter)__popc(missing));
    for (; missing; missing &= missing - 1)
        list[at++] = (kg_edge)(slot + (unsigned)__ffs((int)missing) - 1);
}

/* Lists the incomplete windows. listed: [WINDOWS] out, used for counts before; all: [out] the
 * number of missing slots of all ranks. */
static kg_status find_gaps(search *k, uint32_t *listed, gaps *g, uint64_t *all)
{
    kg_context *ctx = k->r->w->ctx;
    const uint64_t m = k->r->m, windows = ((m - 1) >> g->wide) + 1;
    uint64_t *total = NULL;
    kg_status status;

    KG_TRY(kg__count_windows(ctx, k->window, &k->s->pool, m));
    KG_TRY(kg__memory(ctx)->download(ctx, listed, k->window, windows * sizeof *listed));
    KG_TRY(kg__host_allocate(ctx, &total, windows, sizeof *total, what));
    for (uint64_t w = 0; w < windows; w++)
        total[w] = listed[w];
    KG_TRY(kg__comm_reduce(ctx, total, windows, KG__COMM_SUM));
    *all = 0;
    for (uint64_t w = 0; w < windows; w++) {
        const uint64_t missing = kg__window_size(m, g->wide, w) - total[w];

        *all += missing;
        if (missing)
            listed[g->count++] = (uint32_t)w;
    }
out:
    kg__free(ctx, total);
    return status;
}

/* Fills seen and all_seen. listed: the windows. */
static kg_status see_gaps(search *k, const uint32_t *listed, gaps *g)
{
    kg__ranks *r = k->r;
    kg_context *ctx = r->w->ctx;
    const size_t bytes = (size_t)(g->count << g->wide) / 8;
    uint32_t *number = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &number, KG__WINDOWS, sizeof *number, what));
    for (uint32_t w = 0, next = 0; w < KG__WINDOWS; w++)
        number[w] = next < g->count && listed[next] == w ? next++ : (uint32_t)g->count;
    KG_TRY(kg__memory(ctx)->upload(ctx, k->window, number, KG__WINDOWS * sizeof *number));
    KG_TRY(kg__bring_cuda(ctx, &g->window, listed, g->count, sizeof *listed, what));
    KG_TRY(kg__allocate(ctx, &g->seen, bytes, 1, what));
    KG_TRY(kg__memory(ctx)->clear(ctx, g->seen, 0, bytes));
    KG_TRY(KG_LAUNCH_SHAPED(ctx, k_split_see, kg__full_grid(ctx), KG__BLOCK, 0, g->seen, k->s->pool,
        k->window, (uint32_t)g->count, g->wide));
    KG_TRY(kg__ranks_meet_cuda(r, &g->seen, sizeof g->seen, &g->all_seen));
out:
    kg__free(ctx, number);
    return status;
}

/* Lists this rank's missing slots. windows: the incomplete ones; listed: [out] how many slots. */
static kg_status list_missing(search *k, const uint32_t *windows, gaps *g, uint64_t *listed)
{
    kg__ranks *r = k->r;
    kg_context *ctx = r->w->ctx;
    kg__ranks_tally tally = {};
    kg_status status;

    status = see_gaps(k, windows, g);
    if (status == KG_OK)
        status = kg__tally_clear(r);
    if (status == KG_OK)
        status = KG_LAUNCH_ANY(ctx, k_split_missing, g->count << g->wide >> 5, k->missing,
            r->device->tally, *g, r->ranks, r->lo, r->count);
    if (status == KG_OK)
        status = kg__tally_fetch(r, &tally);
    cudaStreamSynchronize(kg__stream(ctx));
    KG_TRY(kg__comm_stop(ctx, status, NULL)); /* no rank reads others' bits any more */
    *listed = tally.listed;
out:
    kg__free(ctx, g->window);
    kg__free(ctx, g->seen);
    kg__free(ctx, g->all_seen);
    return status;
}

kg_status kg__split_missing_cuda(kg__ranks *r, uint64_t most, const kg__split *s, kg_edge **missing,
    uint64_t *mine, uint64_t *all)
{
    kg_context *ctx = r->w->ctx;
    search k = {};
    gaps g = {};
    uint32_t *windows = NULL;
    kg_status status;

    k.r = r;
    k.s = s;
    *mine = 0;
    g.wide = kg__window_wide(r->m);
    KG_TRY(kg__host_allocate(ctx, &windows, KG__WINDOWS, sizeof *windows, what));
    KG_TRY(kg__allocate(ctx, &k.window, KG__WINDOWS, sizeof *k.window, what));
    KG_TRY(find_gaps(&k, windows, &g, all));
    if (*all == 0 || *all > most)
        goto out;
    KG_TRY(kg__allocate(ctx, &k.missing, *all, sizeof *k.missing, what));
    KG_TRY(list_missing(&k, windows, &g, mine));
    *missing = k.missing;
    k.missing = NULL;
out:
    kg__free(ctx, windows);
    kg__free(ctx, k.window);
    kg__free(ctx, k.missing);
    return status;
}
