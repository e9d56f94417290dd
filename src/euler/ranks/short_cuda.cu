/*
 * Stage 3 over ranks whose GPUs reach each other's memory, if all circuits are short: finds only
 * their labels.
 *
 * in   pred[]
 * out  label bits
 *
 * From each slot a thread follows pred as long as it comes to greater slots. A label comes back to
 * itself. In a circuit of L slots in random order, this takes about ln L steps a slot. The first
 * slot of more than MOST steps ends the attempt. Its results are dropped, and chase_cuda.cu follows
 * the circuits.
 *
 * O(slots). A step costs one read, from another GPU if the next slot is there.
 */
#include "split_cuda.cuh"

enum { MOST = 32 };

/* Thread i owns slot i of this rank; a warp writes a word. */
static __global__ void k_short_labels(
    uint32_t *label, kg__ranks_tally *tally, kg__split s, uint64_t lo, uint64_t count)
{
    const uint64_t i = kg__item(), slot = lo + i;
    bool least = false;
    uint32_t word;

    if (i < count && !kg__atomic_load(&tally->other)) {
        uint64_t at = kg__d_pred(&s, (kg_edge)slot);
        int steps = 1;

        while (at > slot && steps++ < MOST)
            at = kg__d_pred(&s, (kg_edge)at);
        least = at == slot;
        if (at > slot)
            atomicExch(&tally->other, (kg__counter)1);
    }
    word = __ballot_sync(0xffffffff, least);
    if (i % 32 == 0 && i < count)
        label[i / 32] = word;
}

static kg_status find_labels(kg__ranks *r, kg__split *s, bool *found)
{
    kg_context *ctx = r->w->ctx;
    uint64_t longer;
    kg__ranks_tally tally;
    kg_status status;

    s->bound = r->device->bound;
    s->ranks = r->ranks;
    KG_TRY(kg__ranks_meet_cuda(r, &r->pred, sizeof r->pred, &s->pred));
    KG_TRY(kg__tally_clear(r));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_short_labels, (r->count + 31) / 32 * 32, (uint32_t *)r->label,
        r->device->tally, *s, r->lo, r->count));
    KG_TRY(kg__tally_fetch(r, &tally));
    longer = tally.other;
    KG_TRY(kg__comm_reduce(ctx, &longer, 1, KG__COMM_OR)); /* no rank reads others' pred any more */
    *found = !longer;
    if (longer)
        KG_TRY(kg__memory(ctx)->clear(ctx, r->label, 0, kg__words(r->count) * sizeof *r->label));
out:
    return status;
}

kg_status kg__short_label_cuda(kg__ranks *r, bool *found)
{
    kg__split s = {};
    kg_status status;

    *found = false;
    if (!r->device->reach)
        return KG_OK;
    status = find_labels(r, &s, found);
    kg__free(r->w->ctx, (void *)s.pred);
    return status;
}
