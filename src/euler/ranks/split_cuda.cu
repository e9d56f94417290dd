/*
 * Stage 3 over ranks whose GPUs reach each other's memory, if the circuits are few: splits them
 * into segments, and records the slots of each. If the circuits were many, stage 7 splits the one
 * that they have been joined to.
 *
 * in   pred[]
 * out  label bits; the split (ranks_cuda.cuh)
 *
 * As on one GPU (partition_cuda.cu): a hash gives the places of splitters, so that a walker
 * recognises one without reading memory, and no thread waits for another. A thread walks from
 * splitter to splitter, one segment after the other. A step reads pred of one slot, on any GPU, and
 * records the slot in the pool of the walker's own GPU. The slots that no walker has visited
 * (missing_cuda.cu) are in circuits without a splitter, which are short and few. Their least slots
 * are labels and begin segments of their own.
 *
 * The split is given up if more slots than those of a few blocks are missing, or there are too many
 * labels. Its results are dropped, and chase_cuda.cu follows the circuits. This happens for graphs
 * with short circuits, of which few slots have been walked.
 *
 * O(slots) steps of all ranks. Deterministic: all results are minima, and sums along circuits.
 */
#include "split_cuda.cuh"
#include <math.h>

/* A block has 2^SHIFT slots, or more if a rank would have over 2^SEGMENTS blocks. WALKERS: active
 * at once, for each multiprocessor. MISSING: blocks whose slots may be missing. */
enum { SHIFT = 6, SEGMENTS = 22, WALKERS = 1024, MISSING = 64 };

static const char what[] = "segments of circuits";

/* The work of a rank. */
typedef struct work {
    kg__ranks *r;
    kg__split s;
    kg_edge *to, *least; /* [s.pool.fixed] the segment that follows; the least slot of each */
    kg_edge *missing;    /* slots of this rank that no walker has visited */
    uint64_t *lonely;    /* [KG__FEW] labels of the circuits of these slots */
} work;

/* A thread owns segments one after the other. */
static __global__ void k_split_walk(
    kg_edge *to, kg_edge *least_of, kg__split s, kg__ranks_tally *tally)
{
    kg__recorder way = {};
    kg_edge slot = KG_NO_EDGE, n = 0, least = 0, k = 0;

    for (;;) {
        if (slot != KG_NO_EDGE) {
            kg__record<true>(&s.pool, &way, k, n++, slot);
            least = slot < least ? slot : least;
            slot = kg__d_pred(&s, slot);
            if (kg__d_is_splitter(slot, s.shift)) {
                kg__record_end<true>(&way, n);
                to[k] = slot >> s.shift;
                s.pool.length[k] = n;
                least_of[k] = least;
                slot = KG_NO_EDGE;
            }
        } else {
            const uint64_t next = kg__d_draw(&tally->claimed);

            if (next >= s.pool.fixed)
                break;
            k = (kg_edge)next;
            n = 0;
            slot = least = kg__splitter((kg_edge)(s.first + k), s.shift);
        }
    }
}

/* ---- circuits without a splitter ------------------------------------------------------------- */

/* Thread i owns slot i of the list: whether it is the least of its circuit. */
static __global__ void k_split_lonely(
    uint64_t *lonely, kg__ranks_tally *tally, const kg_edge *list, uint64_t count, kg__split s)
{
    const uint64_t i = kg__item();
    kg__counter at;
    kg_edge slot;

    if (i >= count)
        return;
    for (slot = kg__d_pred(&s, list[i]); slot > list[i];)
        slot = kg__d_pred(&s, slot);
    if (slot != list[i])
        return;
    at = atomicAdd(&tally->other, (kg__counter)1);
    if (at < KG__FEW)
        lonely[at] = slot;
}

/* Thread i owns circuit i of those without a splitter, if its label is this rank's: records its
 * slots. length: [out] of all; 0 if another rank has the label. */
static __global__ void k_split_walk_alone(
    uint64_t *length, kg__split s, uint64_t count, uint64_t lo, uint64_t slots)
{
    const uint64_t i = kg__item();
    kg__recorder way = {};
    kg_edge slot, n = 0;

    if (i >= count)
        return;
    slot = s.alone[i];
    if (slot - lo < slots) {
        do {
            kg__record<true>(&s.pool, &way, (kg_edge)(s.pool.fixed + i), n++, slot);
            slot = kg__d_pred(&s, slot);
        } while (slot != s.alone[i]);
        kg__record_end<true>(&way, n);
    }
    s.pool.length[s.pool.fixed + i] = n;
    length[i] = n;
}

/* Fills s.alone of all ranks. mine: how many this rank has found. few: [out] whether all are
 * few. */
static kg_status gather_alone(work *k, uint64_t mine, bool *few)
{
    kg_context *ctx = k->r->w->ctx;
    uint64_t own[KG__FEW], all[KG__FEW], total = mine;
    kg_edge label[KG__FEW];
    kg_status status;

    KG_TRY(kg__comm_reduce(ctx, &total, 1, KG__COMM_SUM));
    *few = total <= KG__FEW;
    k->s.segments = k->s.blocks + total;
    if (!*few || !total)
        goto out;
    KG_TRY(kg__memory(ctx)->download(ctx, own, k->lonely, mine * sizeof *own));
    KG_TRY(kg__comm_gather(ctx, own, mine * sizeof *own, all, NULL));
    kg__ranks_sort_numbers(all, total);
    for (uint64_t i = 0; i < total; i++)
        label[i] = (kg_edge)all[i];
    KG_TRY(kg__bring_cuda(ctx, &k->s.alone, label, total, sizeof *label, what));
out:
    return status;
}

/* Finds the circuits without a splitter, if they are few. */
static kg_status find_alone(work *k, bool *few)
{
    kg__ranks *r = k->r;
    kg_context *ctx = r->w->ctx;
    const uint64_t most = (uint64_t)MISSING << k->s.shift;
    kg__ranks_tally tally;
    uint64_t missing, mine;
    kg_status status;

    KG_TRY(kg__split_missing_cuda(r, most, &k->s, &k->missing, &mine, &missing));
    *few = missing <= most;
    if (!*few || !missing)
        goto out;
    KG_TRY(kg__tally_clear(r));
    KG_TRY(KG_LAUNCH_ANY(
        ctx, k_split_lonely, mine, k->lonely, r->device->tally, k->missing, mine, k->s));
    KG_TRY(kg__tally_fetch(r, &tally));
    KG_TRY(gather_alone(k, tally.other, few));
out:
    return status;
}

/* ---- the tables ------------------------------------------------------------------------------ */

/* Thread j owns segment j. It leads to another segment, or to itself if it is a circuit without a
 * splitter. */
static __global__ void k_split_before(
    kg_edge *before, const kg_edge *to, uint64_t blocks, uint64_t segments)
{
    const uint64_t j = kg__item();

    if (j < segments)
        before[j < blocks ? to[j] : j] = (kg_edge)j;
}

/* Appends the lengths and labels of the circuits without a splitter to those of the blocks. */
static kg_status add_alone(work *k)
{
    kg__ranks *r = k->r;
    kg_context *ctx = r->w->ctx;
    const kg__memory_ops *memory = kg__memory(ctx);
    const uint64_t count = k->s.segments - k->s.blocks;
    uint64_t *d_length = NULL, length[KG__FEW];
    kg_edge own[KG__FEW];
    kg_status status = KG_OK;

    if (!count)
        goto out;
    KG_TRY(kg__allocate(ctx, &d_length, count, sizeof *d_length, what));
    KG_TRY(KG_LAUNCH(ctx, k_split_walk_alone, count, d_length, k->s, count, r->lo, r->count));
    KG_TRY(memory->download(ctx, length, d_length, count * sizeof *length));
    KG_TRY(kg__comm_reduce(ctx, length, count, KG__COMM_SUM));
    for (uint64_t i = 0; i < count; i++)
        own[i] = (kg_edge)length[i];
    KG_TRY(memory->upload(ctx, k->s.length + k->s.blocks, own, count * sizeof *own));
    KG_TRY(memory->copy(ctx, k->s.least + k->s.blocks, k->s.alone, count * sizeof *own));
out:
    kg__free(ctx, d_length);
    return status;
}

/* Makes the tables of all ranks' segments, on each rank. */
static kg_status make_tables(work *k)
{
    kg__ranks *r = k->r;
    kg__split *s = &k->s;
    kg_context *ctx = r->w->ctx;
    const size_t bytes = s->pool.fixed * sizeof(kg_edge);
    kg_edge *to = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &s->before, s->segments, sizeof *s->before, what));
    KG_TRY(kg__allocate(ctx, &s->length, s->segments, sizeof *s->length, what));
    KG_TRY(kg__allocate(ctx, &s->least, s->segments, sizeof *s->least, what));
    KG_TRY(kg__allocate(ctx, &to, s->blocks, sizeof *to, what));
    KG_TRY(kg__comm_gather_array(ctx, k->to, bytes, to, NULL));
    KG_TRY(kg__comm_gather_array(ctx, s->pool.length, bytes, s->length, NULL));
    KG_TRY(kg__comm_gather_array(ctx, k->least, bytes, s->least, NULL));
    KG_TRY(add_alone(k));
    KG_TRY(KG_LAUNCH(ctx, k_split_before, s->segments, s->before, to, s->blocks, s->segments));
    KG_TRY(kg__rings_least(ctx, s->segments, s->before, s->least));
    KG_TRY(kg__euler_set_labels(ctx, (uint32_t *)r->label, s->least, s->segments, r->lo, r->count));
out:
    kg__free(ctx, to);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Allocates a pool for `count` segments, one in `each` slots. The number of slots varies by the
 * root of `count`. */
static kg_status make_pool(kg_context *ctx, kg__euler_pool *pool, uint64_t count, uint64_t each)
{
    const uint64_t slots = each * (count + 8 * ((uint64_t)sqrt((double)count) + 1));
    kg_status status;

    pool->fixed = count;
    pool->chunks = count + slots / KG__CHUNK + KG__FEW;
    KG_TRY(kg__allocate(ctx, &pool->owner, pool->chunks, sizeof *pool->owner, what));
    KG_TRY(kg__allocate(ctx, &pool->edge, pool->chunks, KG__CHUNK * sizeof *pool->edge, what));
    KG_TRY(kg__allocate(ctx, &pool->length, count + KG__FEW, sizeof *pool->length, what));
    KG_TRY(kg__allocate(ctx, &pool->used, 1, sizeof *pool->used, what));
    KG_TRY(kg__memory(ctx)->clear(ctx, pool->used, 0, sizeof *pool->used));
out:
    return status;
}

/* Returns the splitter of a block. UINT64_MAX: the number has overflowed and is no slot. */
static uint64_t splitter_of(uint64_t block, unsigned shift)
{
    const kg_edge slot = kg__splitter((kg_edge)block, shift);

    return slot >> shift == block ? slot : UINT64_MAX;
}

/* Prepares the rank's own data. */
static kg_status prepare(work *k)
{
    kg__ranks *r = k->r;
    kg__split *s = &k->s;
    kg_context *ctx = r->w->ctx;
    uint64_t last, count;
    kg_status status;

    s->bound = r->device->bound;
    s->ranks = r->ranks;
    for (s->shift = SHIFT; r->m >> s->shift >> SEGMENTS >= r->ranks;)
        s->shift++;
    last = r->m >> s->shift;
    s->blocks = s->segments = last + (splitter_of(last, s->shift) < r->m);
    s->first = kg__share(s->blocks, r->rank, r->ranks);
    count = kg__share(s->blocks, r->rank + 1, r->ranks) - s->first;
    KG_TRY(kg__allocate(ctx, &k->to, count, sizeof *k->to, what));
    KG_TRY(kg__allocate(ctx, &k->least, count, sizeof *k->least, what));
    KG_TRY(kg__allocate(ctx, &k->lonely, KG__FEW, sizeof *k->lonely, what));
    KG_TRY(make_pool(ctx, &s->pool, count, (uint64_t)1 << s->shift));
    KG_TRY(kg__tally_clear(r));
out:
    return status;
}

static kg_status walk_segments(work *k)
{
    kg__ranks *r = k->r;
    kg_context *ctx = r->w->ctx;
    const uint64_t most = (uint64_t)kg__cuda_of(ctx)->processors * WALKERS;
    const uint64_t count = k->s.pool.fixed;
    kg_status status = KG_OK;

    KG_TRY(KG_LAUNCH_ANY(
        ctx, k_split_walk, count < most ? count : most, k->to, k->least, k->s, r->device->tally));
out:
    return status;
}

/* Checks whether the pools of all ranks had room for the slots that they have walked. */
static kg_status see_pools(work *k, bool *whole)
{
    kg_context *ctx = k->r->w->ctx;
    unsigned long long used;
    uint64_t lost;
    kg_status status;

    KG_TRY(kg__cuda_fetch(ctx, &used, k->s.pool.used, sizeof used));
    lost = k->s.pool.fixed + used > k->s.pool.chunks;
    KG_TRY(kg__comm_reduce(ctx, &lost, 1, KG__COMM_OR));
    *whole = !lost;
out:
    return status;
}

/* Counts the circuits of all ranks, by their labels. */
static kg_status count_circuits(work *k, uint64_t *circuits)
{
    uint64_t at[KG__FEW];
    kg_status status;

    KG_TRY(kg__ranks_list_bits_cuda(k->r, k->r->label, KG__FEW, at, circuits));
    KG_TRY(kg__comm_reduce(k->r->w->ctx, circuits, 1, KG__COMM_SUM));
out:
    return status;
}

/* few: [out] whether the split is usable. */
static kg_status split(work *k, bool *few)
{
    kg__ranks *r = k->r;
    kg_context *ctx = r->w->ctx;
    uint64_t circuits;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, r->label, 0, kg__words(r->count) * sizeof *r->label));
    KG_TRY(prepare(k));
    KG_TRY(kg__ranks_meet_cuda(r, &r->pred, sizeof r->pred, &k->s.pred));
    KG_TRY(walk_segments(k));
    KG_TRY(kg__memory(ctx)->synchronise(ctx));
    KG_TRY(see_pools(k, few));
    if (*few)
        KG_TRY(find_alone(k, few));
    if (*few)
        KG_TRY(make_tables(k));
    if (*few)
        KG_TRY(see_pools(k, few));
    if (*few) {
        KG_TRY(count_circuits(k, &circuits));
        *few = circuits <= KG__FEW;
    }
out:
    return status;
}

static void free_split(kg__split *s, kg_context *ctx)
{
    kg__free(ctx, (void *)s->pred);
    kg__free(ctx, s->alone);
    kg__free(ctx, s->before);
    kg__free(ctx, s->length);
    kg__free(ctx, s->least);
    kg__free(ctx, s->pool.owner);
    kg__free(ctx, s->pool.edge);
    kg__free(ctx, s->pool.length);
    kg__free(ctx, s->pool.used);
    *s = {};
}

void kg__split_free_cuda(kg__ranks *r)
{
    free_split(&r->device->split, r->w->ctx);
}

kg_status kg__split_make_cuda(kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    work k = {};
    bool few = false;
    kg_status status;

    /* If an edge's id is not its slot's number, only its own rank knows it. */
    if (!r->device->reach || r->edge || r->graph->half)
        return KG_OK;
    k.r = r;
    status = split(&k, &few);
    cudaStreamSynchronize(kg__stream(ctx));
    KG_TRY(kg__comm_stop(ctx, status, NULL)); /* no rank frees arrays that others still read */
    if (few) {
        r->device->split = k.s;
        k.s = {};
    }
out:
    kg__free(ctx, k.to);
    kg__free(ctx, k.least);
    kg__free(ctx, k.missing);
    kg__free(ctx, k.lonely);
    free_split(&k.s, ctx);
    return status;
}

/* ---- a number for each slot ------------------------------------------------------------------ */

/* Thread i owns slot i of the pool. */
static __global__ void k_split_spread(kg_edge *const *to, kg__split s, const kg_edge *of)
{
    const uint64_t i = kg__item();
    const kg_edge slot = kg__d_recorded(&s.pool, i);
    unsigned p;

    if (slot == KG_NO_EDGE)
        return;
    p = kg__d_owner(s.bound, s.ranks, slot);
    to[p][slot - s.bound[p]] = of[kg__d_segment(&s, s.pool.owner[i / KG__CHUNK].segment)];
}

kg_status kg__split_spread_cuda(kg__ranks *r, const kg_edge *of, kg_edge *to)
{
    const kg__split *s = &r->device->split;
    kg_context *ctx = r->w->ctx;
    kg_edge **all = NULL;
    kg_status status;

    status = kg__ranks_meet_cuda(r, &to, sizeof to, &all);
    if (status == KG_OK)
        status = KG_LAUNCH(ctx, k_split_spread, s->pool.chunks * KG__CHUNK, all, *s, of);
    cudaStreamSynchronize(kg__stream(ctx));
    KG_TRY(kg__comm_stop(ctx, status, NULL)); /* all numbers are written now */
out:
    kg__free(ctx, all);
    return status;
}
