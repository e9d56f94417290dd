/*
 * Stages 2 and 3 of an undirected or bidirected graph over ranks, on CUDA.
 *
 * in   half[]: the half-edges of the slots' places
 * out  twin[], the direction in which each slot is passed, the labels; then pred[]
 *
 * As on the CPU (orient.c): the rank that has slot e keeps the places of the halves of edge e, and
 * all places are followed, each circuit in both directions. Afterwards a slot's walker is that of
 * its second place, and a walker's least place is replaced by its circuit's label, a slot.
 *
 * O(slots). Four words for each half-edge, and four for each step from rank to rank.
 */
#include "ranks_cuda.cuh"

static const char what[] = "ends of edges";

/* As in orient.c. */
enum { ROUNDS = 8 };

/* ---- twins ----------------------------------------------------------------------------------- */

typedef struct ends {
    kg_context *ctx;
    uint64_t lo;
    kg_edge *place; /* [2 * count] of the half-edges from lo on */
} ends;

/* Thread i owns item i: a half-edge, and its place. */
static __global__ void k_ranks_name_places(
    kg_edge *item, const kg_edge *half, uint64_t count, uint64_t first)
{
    const uint64_t i = kg__item();

    if (i >= count)
        return;
    item[2 * i] = half[i];
    item[2 * i + 1] = (kg_edge)(first + i);
}

/* Thread i owns item i, and the place of its half-edge. */
static __global__ void k_ranks_keep_places(
    kg_edge *place, const kg_edge *item, uint64_t count, uint64_t lo)
{
    const uint64_t i = kg__item();

    if (i < count)
        place[item[2 * i] - lo] = item[2 * i + 1];
}

/* Thread i owns question i: the place of the other half. */
static __global__ void k_ranks_tell_twins(
    kg_edge *twin, const kg_edge *half, uint64_t count, const kg_edge *place, uint64_t lo)
{
    const uint64_t i = kg__item();

    if (i < count)
        twin[i] = place[(half[i] ^ 1) - lo];
}

static kg_status tell_twins(void *of, const kg_edge *half, uint64_t count, kg_edge *twin)
{
    const ends *known = (const ends *)of;

    return KG_LAUNCH_ANY(
        known->ctx, k_ranks_tell_twins, count, twin, half, count, known->place, known->lo);
}

/* Sends the places of some half-edges to the ranks that keep them. item: [2 * count] */
static kg_status send_places(
    kg__ranks *r, const ends *known, kg_edge *item, uint64_t from, uint64_t count)
{
    kg__mail *mail = &r->mail;
    kg_status status;

    KG_TRY(KG_LAUNCH_ANY(
        known->ctx, k_ranks_name_places, count, item, r->half + from, count, 2 * r->lo + from));
    KG_TRY(kg__mail_post(mail, item, count, 2, r->device->places));
    KG_TRY(KG_LAUNCH_ANY(known->ctx, k_ranks_keep_places, mail->received, known->place, mail->in,
        mail->received, known->lo));
out:
    return status;
}

static kg_status find_twins(kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    const uint64_t places = 2 * r->count, most = places / ROUNDS + 1;
    ends known = {ctx, 2 * r->lo, NULL};
    const kg__question question = {r->device->places, 1, 1, tell_twins, &known};
    kg_edge *item = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &known.place, places, sizeof *known.place, what));
    KG_TRY(kg__allocate(ctx, &item, most, 2 * sizeof *item, what));
    KG_TRY(kg__allocate(ctx, &r->twin, places, sizeof *r->twin, what));
    for (unsigned k = 0; k < ROUNDS; k++) {
        const uint64_t from = kg__share(places, k, ROUNDS);

        KG_TRY(send_places(r, &known, item, from, kg__share(places, k + 1, ROUNDS) - from));
    }
    for (unsigned k = 0; k < ROUNDS; k++) {
        const uint64_t from = kg__share(places, k, ROUNDS);

        KG_TRY(kg__mail_ask(&r->mail, &question, r->half + from,
            kg__share(places, k + 1, ROUNDS) - from, r->twin + from));
    }
out:
    kg__mail_empty(&r->mail);
    kg__free(ctx, known.place);
    kg__free(ctx, item);
    return status;
}

/* ---- directions ------------------------------------------------------------------------------ */

/* Thread i owns place i. */
static __global__ void k_ranks_steps_of_places(
    kg__place *place, const kg_edge *twin, uint64_t places)
{
    const uint64_t i = kg__item();

    if (i < places) {
        place[i].walker = KG_NO_EDGE;
        place[i].next = twin[i] ^ 1;
    }
}

/* Thread i owns slot i: it keeps the walker of its second place. */
static __global__ void k_ranks_keep_walkers(
    kg__place *slot, kg_edge *walker, const kg__place *place, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count) {
        slot[i].walker = walker[i] = place[2 * i + 1].walker;
        slot[i].next = 0; /* stage 6 sets it */
    }
}

/* Thread i owns slot i: marks it if its second place is in the direction that is kept. */
static __global__ void k_ranks_mark_leave(uint64_t *leave, const kg_edge *label, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count && label[i] & 1)
        kg__d_mark(leave, i);
}

/* Thread k owns walker k: replaces its least place by the slot. */
static __global__ void k_ranks_halve(kg_edge *least, uint64_t walkers)
{
    const uint64_t k = kg__item();

    if (k < walkers)
        least[k] /= 2;
}

/* Replaces the places by slots. walker: [count] out, of each slot. */
static kg_status keep_slots(kg__ranks *r, kg_edge *walker)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    kg__place *slot = NULL;
    kg_status status;

    kg__chase_forget_ways_cuda(r); /* directions depend only on labels */
    KG_TRY(kg__allocate(ctx, &slot, r->count, sizeof *slot, "circuits"));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_keep_walkers, r->count, slot, walker, d->place, r->count));
    kg__free(ctx, d->place);
    d->place = slot;
out:
    return status;
}

decl_ranks_orient(kg__ranks_orient_cuda)
{
    const kg__span places = kg__span_of(r, r->places, r->device->places);
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    kg_edge *walker = NULL;
    kg_status status;

    kg__stage(ctx, "2 predecessors");
    KG_TRY(find_twins(r));
    KG_TRY(kg__allocate(ctx, &d->place, places.count, sizeof *d->place, "walkers"));
    KG_TRY(
        KG_LAUNCH_ANY(ctx, k_ranks_steps_of_places, places.count, d->place, r->twin, places.count));
    KG_TRY(kg__chase_cuda(r, &places));
    KG_TRY(kg__chase_label_cuda(r, &places, 1));
    kg__mail_empty(&r->mail);
    KG_TRY(kg__allocate(ctx, &walker, r->count, sizeof *walker, "circuits"));
    KG_TRY(keep_slots(r, walker));
    KG_TRY(kg__chase_ask_cuda(r, d->least, walker, r->count, walker));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_mark_leave, r->count, r->leave, walker, r->count));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_halve, d->walkers, d->least, d->walkers));
out:
    kg__free(ctx, walker);
    return status;
}

/* Thread i owns slot i. It is entered by the twin of the place by which the slot before is left. */
static __global__ void k_ranks_follow(
    kg_edge *pred, const kg_edge *twin, const uint64_t *leave, uint64_t count)
{
    const uint64_t i = kg__item();

    if (i < count)
        pred[i] = twin[2 * i + !kg__d_has(leave, i)] / 2;
}

decl_ranks_follow(kg__ranks_follow_cuda)
{
    kg_context *ctx = r->w->ctx;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &r->pred, r->count, sizeof *r->pred, "predecessors"));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_ranks_follow, r->count, r->pred, r->twin, r->leave, r->count));
    kg__free(ctx, r->twin);
    r->twin = NULL;
out:
    return status;
}

/* Thread i owns place i. at: as in decl_ranks_find_half. */
static __global__ void k_ranks_find_half(uint64_t *at, const kg_edge *half, const uint64_t *leave,
    uint64_t places, uint64_t lo, kg_edge first)
{
    const uint64_t i = kg__item();

    if (i >= places)
        return;
    if (half[i] == first) {
        at[0] = lo + i / 2;
        at[2] = kg__d_has(leave, i / 2) == (i & 1);
    }
    if (half[i] == (first ^ 1))
        at[1] = lo + i / 2;
}

decl_ranks_find_half(kg__ranks_find_half_cuda)
{
    enum { NUMBERS = 3 };
    const uint64_t places = 2 * r->count;
    kg_context *ctx = r->w->ctx;
    uint64_t *found = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &found, NUMBERS, sizeof *found, "the first edge"));
    KG_TRY(kg__memory(ctx)->clear(ctx, found, 0, NUMBERS * sizeof *found));
    KG_TRY(KG_LAUNCH_ANY(
        ctx, k_ranks_find_half, places, found, r->half, r->leave, places, r->lo, first));
    KG_TRY(kg__cuda_fetch(ctx, at, found, NUMBERS * sizeof *found));
out:
    kg__free(ctx, found);
    return status;
}
