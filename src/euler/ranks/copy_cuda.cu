/*
 * Stage 7 over ranks on CUDA if GPUs reach each other's memory.
 *
 * in   the order of the pieces into which walkers' ways are cut (cut_cuda.cu); the recorded slots
 *      of each piece if stage 3 has split the circuits, otherwise the walker of each slot
 * out  the rank's share of the walk
 *
 * Each slot is written to its place in the walk, in any rank's share. In a split, a chunk is 32
 * consecutive entries, so a step of the walk costs a read and a write in order. Otherwise the
 * writes are scattered.
 *
 * O(slots that the rank has walked, or has).
 */
#include "order_cuda.cuh"
#include "split_cuda.cuh"

/* The shares of all ranks. */
typedef struct shares {
    kg_edge *const *walk;  /* [ranks] */
    const uint64_t *bound; /* [ranks + 1] */
} shares;

/* Writes an entry that is `ahead` of the first, unless it is skipped. */
static __device__ __forceinline__ void put(
    const shares *to, unsigned ranks, uint64_t ahead, uint64_t skip, kg_edge entry)
{
    const uint64_t at = ahead - skip;
    unsigned p;

    if (ahead < skip)
        return;
    p = kg__d_owner(to->bound, ranks, at);
    to->walk[p][at - to->bound[p]] = entry;
}

/* Thread i owns slot i of the pool; a warp owns a chunk. */
static __global__ void k_split_copy(
    shares to, kg__split s, kg__ordering o, uint64_t begin, uint64_t skip)
{
    const uint64_t i = kg__item();
    const kg_edge slot = kg__d_recorded(&s.pool, i);
    kg__chunk_owner owner;
    uint64_t steps;

    if (slot == KG_NO_EDGE)
        return;
    owner = s.pool.owner[i / KG__CHUNK];
    steps = kg__d_steps(
        &o, kg__d_segment(&s, owner.segment), (uint64_t)owner.ordinal * KG__CHUNK + i % KG__CHUNK);
    put(&to, o.ranks, kg__d_ahead(&o, steps, begin), skip, kg__d_edge_of(&o, slot));
}

/* Thread i owns slot i of this rank. */
static __global__ void k_walk_scatter(shares to, kg__ordering o, uint64_t begin, uint64_t skip)
{
    const uint64_t i = kg__item();

    if (i < o.count)
        put(&to, o.ranks, kg__d_place_of(&o, i, begin), skip, kg__d_entry_of(&o, i));
}

kg_status kg__walk_write_cuda(kg__ranks *r, kg_edge *walk, const uint64_t *bound,
    const kg__ordering *o, uint64_t begin, uint64_t skip)
{
    const kg__split *split = &r->device->split;
    kg_context *ctx = r->w->ctx;
    kg_edge **all = NULL;
    shares to = {};
    kg_status status;

    status = kg__ranks_meet_cuda(r, &walk, sizeof walk, &all);
    to.walk = all;
    to.bound = bound;
    if (status == KG_OK)
        status = split->segments
                     ? KG_LAUNCH(ctx, k_split_copy, split->pool.chunks * KG__CHUNK, to, *split, *o,
                           begin, skip)
                     : KG_LAUNCH_ANY(ctx, k_walk_scatter, o->count, to, *o, begin, skip);
    cudaStreamSynchronize(kg__stream(ctx));
    KG_TRY(kg__comm_stop(ctx, status, NULL)); /* all shares are written now */
out:
    kg__free(ctx, all);
    return status;
}
