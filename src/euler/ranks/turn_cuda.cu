/*
 * Turning circuits of a bidirected graph over ranks, on CUDA: the functions that turn.c calls on a
 * device.
 *
 * in   slots of chosen links; for the circuits of all ranks, whether they are turned
 * out  labels; the directions of the slots of circuits that are turned
 *
 * O(slots log(circuits)). Two words for each link, and two for each slot.
 */
#include "ranks_cuda.cuh"

static const char what[] = "circuits that are turned";

/* Thread j owns slot j of those that are linked: its walker, and that of the slot before. last: the
 * walker of the slot before this rank's. */
static __global__ void k_ranks_linked_walkers(
    kg_edge *walker, const uint64_t *slot, uint64_t count, const kg__place *place, kg_edge last)
{
    const uint64_t j = kg__item();

    if (j >= count)
        return;
    walker[2 * j] = slot[j] ? place[slot[j] - 1].walker : last;
    walker[2 * j + 1] = place[slot[j]].walker;
}

decl_ranks_labels(kg__ranks_labels_cuda)
{
    const kg__memory_ops *memory = kg__memory(r->w->ctx);
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    uint64_t *d_slot = NULL;
    kg_edge *d_label = NULL, last;
    kg_status status;

    KG_TRY(kg__last_before_cuda(r, r->count ? &d->place[r->count - 1].walker : NULL, &last));
    KG_TRY(kg__allocate(ctx, &d_slot, count, sizeof *d_slot, what));
    KG_TRY(kg__allocate(ctx, &d_label, count, 2 * sizeof *d_label, what));
    KG_TRY(memory->upload(ctx, d_slot, slot, count * sizeof *d_slot));
    KG_TRY(
        KG_LAUNCH_ANY(ctx, k_ranks_linked_walkers, count, d_label, d_slot, count, d->place, last));
    KG_TRY(kg__chase_ask_cuda(r, d->least, d_label, 2 * count, d_label));
    KG_TRY(memory->download(ctx, label, d_label, 2 * count * sizeof *d_label));
out:
    kg__free(ctx, d_slot);
    kg__free(ctx, d_label);
    return status;
}

/* The circuits of all ranks. */
typedef struct told {
    kg__ranks *r;
    kg_edge *label;   /* [circuits] in order */
    uint64_t *turned; /* bits [circuits] */
    uint64_t circuits;
} told;

/* Thread i owns question i, a walker. */
static __global__ void k_ranks_tell_turned(kg_edge *is_turned, const kg_edge *walker,
    uint64_t count, told t, const kg_edge *least, unsigned ranks)
{
    const uint64_t i = kg__item();

    if (i < count)
        is_turned[i] =
            kg__d_has(t.turned, kg__d_find(t.label, t.circuits, least[walker[i] / ranks]));
}

static kg_status tell_turned(void *of, const kg_edge *walker, uint64_t count, kg_edge *is_turned)
{
    const told *t = (const told *)of;

    return KG_LAUNCH_ANY(t->r->w->ctx, k_ranks_tell_turned, count, is_turned, walker, count, *t,
        t->r->device->least, t->r->ranks);
}

/* Thread i owns bit i. */
static __global__ void k_ranks_turn(uint64_t *leave, const kg_edge *is_turned, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count && is_turned[i])
        atomicXor((kg__counter *)&leave[i / 64], (kg__counter)1 << i % 64);
}

decl_ranks_turn(kg__ranks_turn_cuda)
{
    const kg__memory_ops *memory = kg__memory(r->w->ctx);
    const size_t bytes = kg__words(circuits) * sizeof *turned;
    kg_context *ctx = r->w->ctx;
    told t = {r, NULL, NULL, circuits};
    const kg__question question = {NULL, 1, 1, tell_turned, &t};
    kg_edge *walker = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &t.label, circuits, sizeof *t.label, what));
    KG_TRY(kg__allocate(ctx, &t.turned, bytes, 1, what));
    KG_TRY(kg__allocate(ctx, &walker, r->count, sizeof *walker, what));
    KG_TRY(memory->upload(ctx, t.label, label, circuits * sizeof *label));
    KG_TRY(memory->upload(ctx, t.turned, turned, bytes));
    KG_TRY(kg__ranks_walkers_cuda(r, walker));
    KG_TRY(kg__mail_ask(&r->mail, &question, walker, r->count, walker));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_turn, r->count, r->leave, walker, r->count));
out:
    kg__free(ctx, t.label);
    kg__free(ctx, t.turned);
    kg__free(ctx, walker);
    return status;
}
