/*
 * Stages 6 and 7 over ranks, on CUDA.
 *
 * in   pred[], chosen links
 * out  the rank's share of the walk
 *
 * As on the CPU (walk.c): along a run of chosen links, slots a..b, pred'[s] = pred[s + 1] and
 * pred'[b] = pred[a]. The remaining circuit is followed once more. Each slot is sent to the rank
 * that has its place in the walk, or written there if GPUs reach each other's memory
 * (copy_cuda.cu). If few links are chosen, the ways of stage 3 are cut instead (cut_cuda.cu).
 */
#include "../../scan/cub.cuh"
#include "order_cuda.cuh"
#include "split_cuda.cuh"
#include <cub/device/device_radix_sort.cuh>

static const char what[] = "the walk";

/* Bits of a place in the walk that may differ among items which are written at nearly the same
 * time, so that their writes meet in the cache. */
enum { NEAR_BITS = 16 };

/* ---- swips ----------------------------------------------------------------------------------- */

/* Finds the rank's last slot that is not linked with the one before. UINT64_MAX: there is none. */
static kg_status last_open(kg__ranks *r, uint64_t *open)
{
    enum { WORDS = 1 << 16 };
    kg_context *ctx = r->w->ctx;
    uint64_t *word = NULL, end = kg__words(r->count);
    kg_status status;

    *open = UINT64_MAX;
    KG_TRY(kg__host_allocate(ctx, &word, WORDS, sizeof *word, "swips"));
    while (end && *open == UINT64_MAX) {
        const uint64_t begin = end > WORDS ? end - WORDS : 0;

        KG_TRY(
            kg__memory(ctx)->download(ctx, word, r->chosen + begin, (end - begin) * sizeof *word));
        if (end == kg__words(r->count) && r->count % 64) /* bits after the last slot */
            word[end - 1 - begin] |= ~UINT64_C(0) << r->count % 64;
        for (uint64_t i = end; i > begin && *open == UINT64_MAX; i--)
            if (~word[i - 1 - begin])
                *open = 64 * (i - 1) + 63 - (unsigned)__builtin_clzll(~word[i - 1 - begin]);
        end = begin;
    }
out:
    kg__free(ctx, word);
    return status;
}

static kg_status look(kg__ranks *r, kg__ranks_edge *edge)
{
    kg_context *ctx = r->w->ctx;
    uint64_t open, word;
    kg_edge pred;
    kg_status status = KG_OK;

    *edge = {};
    if (!r->count)
        goto out;
    edge->some = true;
    KG_TRY(kg__cuda_fetch(ctx, &word, r->chosen, sizeof word));
    edge->goes_on = word & 1;
    KG_TRY(kg__fetch_edge(ctx, r->pred, &pred));
    edge->first = pred;
    KG_TRY(last_open(r, &open));
    edge->all_linked = open == UINT64_MAX;
    if (!edge->all_linked)
        KG_TRY(kg__fetch_edge(ctx, r->pred + open, &pred));
    edge->last = pred;
out:
    return status;
}

decl_ranks_swips(kg__ranks_swips_cuda)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    kg__ranks_edge mine;
    kg_edge first, begin, *to = NULL;
    bool linked;
    kg_status status;

    kg__stage(ctx, "6 swips");
    if (kg__ranks_few(r)) /* stage 7 reads the chosen links itself */
        return KG_OK;
    kg__chase_forget_cuda(r);
    kg__free(ctx, d->place);
    d->place = NULL;
    KG_TRY(look(r, &mine));
    KG_TRY(kg__ranks_edges(r, mine, &linked, &first, &begin));
    KG_TRY(kg__allocate(ctx, &to, r->count, sizeof *to, what));
    KG_TRY(kg__euler_swip(
        ctx, to, r->pred, (const uint32_t *)r->chosen, r->count, linked, first, begin));
    kg__free(ctx, r->pred);
    r->pred = to;
    to = NULL;
out:
    kg__free(ctx, to);
    return status;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* One thread. slot: a slot of this rank. */
static __global__ void k_ranks_steps(
    kg__ranks_tally *tally, kg__ordering o, kg__ways ways, uint64_t slot)
{
    uint64_t offset;
    kg_edge way;

    if (kg__item())
        return;
    way = kg__d_way(&ways, slot, &offset);
    tally->least = kg__d_steps(&o, way, offset);
}

/* Thread i owns slot `from` + i: its place in the walk and its entry. begin: steps to the first. */
static __global__ void k_ranks_items(
    kg_edge *item, kg__ordering o, uint64_t from, uint64_t count, uint64_t begin, uint64_t skip)
{
    const uint64_t i = kg__item();
    uint64_t ahead;

    if (i >= count)
        return;
    ahead = kg__d_place_of(&o, from + i, begin);
    item[2 * i] = ahead < skip ? KG_NO_EDGE : (kg_edge)(ahead - skip);
    item[2 * i + 1] = kg__d_entry_of(&o, from + i);
}

/* Thread i owns item i. */
static __global__ void k_ranks_scatter(
    kg_edge *walk, const kg_edge *item, uint64_t count, uint64_t first)
{
    const uint64_t i = kg__item();

    if (i < count)
        walk[item[2 * i] - first] = item[2 * i + 1];
}

/* Finds the number of steps to the first slot of the walk, which one rank has. */
static kg_status find_begin(kg__ranks *r, const kg__ordering *o, uint64_t first, uint64_t *begin)
{
    kg_context *ctx = r->w->ctx;
    kg__ranks_tally tally;
    kg_status status = KG_OK;

    *begin = 0;
    if (first - r->lo < r->count) {
        KG_TRY(
            KG_LAUNCH(ctx, k_ranks_steps, 1, r->device->tally, *o, kg__ways_of(r, o->base), first));
        KG_TRY(kg__tally_fetch(r, &tally));
        *begin = tally.least;
    }
    KG_TRY(kg__comm_reduce(ctx, begin, 1, KG__COMM_SUM));
out:
    return status;
}

/* Sorts the received items roughly by their places, if an item has 8 bytes. sorted: memory for
 * them. *items: where the items are afterwards. */
static kg_status sort_items(kg__ranks *r, kg_edge **sorted, uint64_t *room, const kg_edge **items)
{
    kg_status status = KG_OK;

    *items = r->mail.in;
#if KG_EDGE_BITS == 32
    kg_context *ctx = r->w->ctx;
    const uint64_t count = r->mail.received, *in = (const uint64_t *)r->mail.in;

    if (!count)
        goto out;
    KG_TRY(kg__mail_make_room(&r->mail, sorted, room, 2 * count));
    KG_TRY_CUB(ctx, cub::DeviceRadixSort::SortKeys, in, (uint64_t *)*sorted, count, (int)NEAR_BITS,
        32, kg__stream(ctx));
    *items = *sorted;
out:
#else
    (void)sorted;
    (void)room;
#endif
    return status;
}

/* Allocates this rank's share of the walk. bound: [out] where each rank's share begins, [ranks + 1]
 * on the device; the caller frees it. lo: [out] where this rank's share begins. */
static kg_status make_share(
    kg__ranks *r, kg_edge **walk, uint64_t skip, uint64_t **bound, uint64_t *lo)
{
    kg_context *ctx = r->w->ctx;
    uint64_t *host = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &host, r->ranks + 1, sizeof *host, what));
    kg__ranks_shares(r, skip, host);
    *lo = host[r->rank];
    KG_TRY(kg__bring_cuda(ctx, bound, host, r->ranks + 1, sizeof *host, what));
    KG_TRY(kg__allocate(ctx, walk, host[r->rank + 1] - *lo, sizeof **walk, what));
out:
    kg__free(ctx, host);
    return status;
}

/* Sends each slot to its place, in rounds. */
static kg_status place(kg__ranks *r, kg_edge *walk, const uint64_t *bound, uint64_t lo,
    const kg__ordering *o, uint64_t begin, uint64_t skip)
{
    kg_context *ctx = r->w->ctx;
    uint64_t most = r->count, sorted_room = 0, round;
    kg_edge *item = NULL, *sorted = NULL;
    const kg_edge *items;
    kg_status status;

    KG_TRY(kg__comm_reduce(ctx, &most, 1, KG__COMM_MAX));
    round = kg__mail_round(most);
    KG_TRY(kg__allocate(ctx, &item, round < r->count ? round : r->count, 2 * sizeof *item, what));
    for (uint64_t at = 0; at < most; at += round) {
        uint64_t from = at;
        const uint64_t count = kg__mail_in_round(r->count, round, &from);

        KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_items, count, item, *o, from, count, begin, skip));
        KG_TRY(kg__mail_post(&r->mail, item, count, 2, bound));
        KG_TRY(sort_items(r, &sorted, &sorted_room, &items));
        KG_TRY(KG_LAUNCH_ANY(
            ctx, k_ranks_scatter, r->mail.received, walk, items, r->mail.received, lo));
    }
out:
    kg__free(ctx, item);
    kg__free(ctx, sorted);
    return status;
}

/* Thread j owns segment j: the length of the segment before it. */
static __global__ void k_ranks_lengths_before(
    kg_edge *steps, const kg_edge *before, const kg_edge *length, uint64_t segments)
{
    const uint64_t j = kg__item();

    if (j < segments)
        steps[j] = length[before[j]];
}

/* Frees the data that is not needed any more. */
static void forget(kg__ranks *r)
{
    kg__mail_empty(&r->mail);
    kg__chase_forget_cuda(r);
    kg__free(r->w->ctx, r->pred);
    r->pred = NULL;
}

/* Uses the segments of a split in place of walkers. */
static kg_status take_segments(kg__ranks *r, kg__walkers *all)
{
    const kg__split *s = &r->device->split;
    kg_context *ctx = r->w->ctx;
    kg_status status;

    all->count = s->segments;
    KG_TRY(kg__allocate(ctx, &all->before, s->segments + KG__CUTS, sizeof *all->before, what));
    KG_TRY(kg__allocate(ctx, &all->steps, s->segments + KG__CUTS, sizeof *all->steps, what));
    KG_TRY(kg__memory(ctx)->copy(ctx, all->before, s->before, s->segments * sizeof *all->before));
    KG_TRY(KG_LAUNCH(
        ctx, k_ranks_lengths_before, s->segments, all->steps, s->before, s->length, s->segments));
out:
    return status;
}

/* Finds the order for o. The caller frees the other results, after a failure too. */
static kg_status order(
    kg__ranks *r, kg__ordering *o, kg__walkers *all, kg__cut_table **table, kg_edge **at)
{
    kg_context *ctx = r->w->ctx;
    bool split;
    kg_status status = KG_OK;

    if (!kg__ranks_few(r))
        KG_TRY(kg__split_make_cuda(r));
    split = r->device->split.segments > 0;
    if (!split && !r->device->place)
        KG_TRY(kg__chase_slots_cuda(r));
    KG_TRY(split ? take_segments(r, all) : kg__chase_gather_cuda(r, all));
    KG_TRY(kg__allocate(ctx, table, 1, sizeof **table, what));
    if (kg__ranks_few(r))
        KG_TRY(kg__ranks_cut_cuda(
            r, all->base, all->count, all->before, all->steps, *table, &o->cuts));
    KG_TRY(kg__allocate(ctx, at, all->count + o->cuts, sizeof **at, what));
    KG_TRY(kg__rings_order(ctx, all->count + o->cuts, all->before, all->steps, r->m, *at));
    o->at = *at;
    o->base = all->base;
    o->table = *table;
    o->walkers = all->count;
    kg__free(ctx, all->before);
    kg__free(ctx, all->steps);
    all->before = all->steps = NULL;
    if (!split)
        forget(r);
out:
    return status;
}

decl_ranks_walk(kg__ranks_walk_cuda)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    kg__walkers all = {};
    kg__cut_table *table = NULL;
    kg_edge *at = NULL;
    uint64_t begin, lo, *bound = NULL;
    kg__ordering o = {};
    kg_status status;

    kg__stage(ctx, "7 walk");
    o.m = r->m;
    o.lo = r->lo;
    o.count = r->count;
    o.ranks = r->ranks;
    o.virtual_edge = d->virtual_edge;
    o.edge = r->edge;
    o.half = r->half;
    o.leave = r->leave;
    o.halves = r->graph->m;
    o.turned = turned;
    KG_TRY(order(r, &o, &all, &table, &at));
    o.place = d->place;
    KG_TRY(find_begin(r, &o, first, &begin));
    KG_TRY(make_share(r, walk, skip, &bound, &lo));
    KG_TRY(d->reach ? kg__walk_write_cuda(r, *walk, bound, &o, begin, skip)
                    : place(r, *walk, bound, lo, &o, begin, skip));
out:
    kg__free(ctx, bound);
    kg__free(ctx, all.base);
    kg__free(ctx, all.before);
    kg__free(ctx, all.steps);
    kg__free(ctx, table);
    kg__free(ctx, at);
    return status;
}
