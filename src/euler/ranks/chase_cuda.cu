/*
 * The cycles of a permutation that lies over ranks, on CUDA: see ranks_cuda.cuh.
 *
 * in   place[]: where a walk goes on from each slot
 * out  place[]: the walker that came to each slot, and after how many steps; for each walker, the
 *      walker that came to its beginning, with that one's steps and least slot
 *
 * A round first begins new walkers in place of those that have ended. Then all walkers go as far as
 * the rank's slots go. So no two threads access a slot at the same time, and a step reads and
 * writes one place: a slot is entered from one other slot only. If most walkers end on their own
 * rank, further walkers begin before the others are sent.
 *
 * O(slots) work, a message of four words for each step from rank to rank. Each launch waits for the
 * device once, besides the waits of the exchange.
 */
#include "ranks_cuda.cuh"

/* STRIDE: as in chase.c. LEAST: walkers of a rank that are worth a launch. */
enum { STRIDE = 128, LEAST = 1 << 18 };

typedef struct alignas(16) walker {
    kg_edge place, id, steps, least; /* place: the next slot to visit */
} walker;

enum { WORDS = sizeof(walker) / sizeof(kg_edge) };

/* The data that the kernels use. */
typedef struct chase {
    kg__place *place;
    kg_edge *before, *steps, *least;
    kg__ranks_tally *tally;
    uint64_t lo, count;
    unsigned rank, ranks;
    kg__slot_groups groups;
    uint64_t begun; /* this many groups have been searched */
} chase;

/* Returns the first free slot of group number i of those to search. UINT64_MAX: it has none. */
static __device__ uint64_t find_free(const chase *c, uint64_t i)
{
    const uint64_t at = kg__d_group_begin(&c->groups, i);
    const uint64_t end = at + KG__CHASE_GROUP < c->count ? at + KG__CHASE_GROUP : c->count;

    for (uint64_t slot = at; slot < end; slot++)
        if (c->place[slot].walker == KG_NO_EDGE)
            return slot;
    return UINT64_MAX;
}

/* Thread t owns fresh[t]: a walker that begins and takes its first step. It searches a group of its
 * own, and then those that are left. */
static __global__ void k_chase_begin(walker *fresh, chase c, uint64_t wanted)
{
    const uint64_t t = kg__item();
    uint64_t group = c.begun + t, slot = UINT64_MAX;
    walker w = {KG_NO_EDGE, 0, 1, 0};

    if (t >= wanted)
        return;
    while (group < c.groups.count && (slot = find_free(&c, group)) == UINT64_MAX)
        group = c.begun + wanted + kg__d_draw(&c.tally->claimed);
    if (slot != UINT64_MAX) {
        w.id = (kg_edge)(kg__d_draw(&c.tally->walkers) * c.ranks + c.rank);
        w.place = c.place[slot].next;
        w.least = (kg_edge)(c.lo + slot);
        c.place[slot].walker = w.id;
        c.place[slot].next = 0;
    }
    fresh[t] = w;
}

/* One step to slot i. False: another walker has begun there, and gets the results of this one. */
static __device__ __forceinline__ bool step(const chase *c, uint64_t i, walker *w)
{
    const kg__place at = c->place[i];
    const kg_edge slot = (kg_edge)(c->lo + i);
    uint64_t k;

    if (at.walker == KG_NO_EDGE) {
        c->place[i] = {w->id, w->steps++};
        w->least = slot < w->least ? slot : w->least;
        w->place = at.next;
        return true;
    }
    k = at.walker / c->ranks;
    c->before[k] = w->id;
    c->steps[k] = w->steps;
    c->least[k] = w->least;
    return false;
}

/* Thread t owns walker t of those that arrived, followed by those that begin. It goes on until it
 * ends, or leaves the rank. */
static __global__ void k_chase_walk(
    walker *left, chase c, const walker *in, uint64_t came, const walker *fresh, uint64_t threads)
{
    const uint64_t t = kg__item();
    walker w;
    bool goes = true;

    if (t >= threads)
        return;
    w = t < came ? in[t] : fresh[t - came];
    if (w.place == KG_NO_EDGE)
        return;
    while (goes && (uint64_t)w.place - c.lo < c.count)
        goes = step(&c, w.place - c.lo, &w);
    if (goes)
        left[kg__d_draw(&c.tally->leaving)] = w;
}

/* A chase on the host's side. */
typedef struct work {
    kg__ranks *r;
    chase c;
    kg_edge *left, *fresh; /* walkers that leave; walkers that begin */
    uint64_t left_room, fresh_room;
    uint64_t share; /* the number of walkers to keep active */
    uint64_t begun; /* walkers of this rank */
} work;

/* Makes room for the walkers that are about to begin. */
static kg_status make_room(work *w, uint64_t wanted)
{
    kg__ranks_device *d = w->r->device;
    kg_status status = KG_OK;

    if (w->begun + wanted > d->room)
        KG_TRY(kg__chase_make_room_cuda(w->r, kg__chase_room(w->r, w->c.count, w->begun, wanted)));
    w->c.before = d->before;
    w->c.steps = d->steps;
    w->c.least = d->least;
out:
    return status;
}

/* Begins as many walkers as wanted, if there are groups for them, and moves them and those that
 * arrived. leaving: all that leave in this round. */
static kg_status walk_once(work *w, uint64_t came, uint64_t wanted, uint64_t *leaving)
{
    kg_context *ctx = w->r->w->ctx;
    const uint64_t groups = w->c.groups.count - w->c.begun;
    kg__ranks_tally tally;
    kg_status status;

    if (wanted > groups)
        wanted = groups;
    KG_TRY(make_room(w, wanted));
    KG_TRY(kg__mail_make_room(&w->r->mail, &w->fresh, &w->fresh_room, WORDS * wanted));
    KG_TRY(kg__memory(ctx)->clear(ctx, &w->c.tally->claimed, 0, sizeof tally.claimed));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_chase_begin, wanted, (walker *)w->fresh, w->c, wanted));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_chase_walk, came + wanted, (walker *)w->left, w->c,
        (const walker *)w->r->mail.in, came, (const walker *)w->fresh, came + wanted));
    KG_TRY(kg__tally_fetch(w->r, &tally));
    *leaving = tally.leaving;
    w->begun = tally.walkers;
    w->c.begun += wanted + tally.claimed;
    if (w->c.groups.count && w->c.begun >= w->c.groups.count) {
        KG_TRY(kg__groups_left(w->r, w->c.count, &w->c.groups));
        w->c.begun = 0;
    }
out:
    return status;
}

/* A round: ends when as many walkers leave as the rank's share, or no slot is left. */
static kg_status walk(work *w, uint64_t came, uint64_t *leaving)
{
    kg_context *ctx = w->r->w->ctx;
    uint64_t wanted = came < w->share ? w->share - came : 0;
    kg_status status;

    *leaving = 0;
    KG_TRY(kg__mail_make_room(
        &w->r->mail, &w->left, &w->left_room, WORDS * (came > w->share ? came : w->share)));
    KG_TRY(kg__memory(ctx)->clear(ctx, &w->c.tally->leaving, 0, sizeof w->c.tally->leaving));
    do {
        KG_TRY(walk_once(w, came, wanted, leaving));
        came = 0;
        wanted = *leaving < w->share ? w->share - *leaving : 0;
    } while (w->c.groups.count && wanted > w->share / 2);
out:
    return status;
}

static chase look_at(kg__ranks *r, const kg__span *span)
{
    kg__ranks_device *d = r->device;
    chase c = {};

    c.place = d->place;
    c.tally = d->tally;
    c.lo = span->lo;
    c.count = span->count;
    c.rank = r->rank;
    c.ranks = r->ranks;
    c.groups = kg__groups_all(span->count);
    return c;
}

static kg_status chase_by_mail(kg__ranks *r, const kg__span *span)
{
    kg_context *ctx = r->w->ctx;
    work w = {};
    uint64_t leaving;
    kg_status status;

    w.r = r;
    w.c = look_at(r, span);
    w.share = span->count / ((uint64_t)STRIDE * r->ranks);
    if (w.share < LEAST)
        w.share = LEAST;
    if (span->total > KG_NO_EDGE - 2 * (uint64_t)r->ranks)
        return kg__fail(ctx, KG_OVERFLOW, "%llu edges are too many for %u ranks%s",
            (unsigned long long)span->total, r->ranks,
            KG_EDGE_BITS == 32 ? ": build it with -Dedge_bits=64" : "");
    KG_TRY(kg__tally_clear(r));
    r->mail.received = 0;
    do {
        KG_TRY(kg__progress(ctx, "walking", 0, 0));
        KG_TRY(walk(&w, r->mail.received, &leaving));
        r->mail.goes_on = w.c.groups.count > 0;
        KG_TRY(kg__mail_post(&r->mail, w.left, leaving, WORDS, span->d_bound));
    } while (r->mail.sent);
    r->device->walkers = w.begun;
out:
    r->mail.goes_on = false;
    kg__free(ctx, w.left);
    kg__free(ctx, w.fresh);
    kg__groups_free(ctx, &w.c.groups);
    return status;
}

/* There may be as many numbers of walkers as slots and groups. */
kg_status kg__chase_cuda(kg__ranks *r, const kg__span *span)
{
    const uint64_t most = span->total + span->total / KG__CHASE_GROUP + 3 * (uint64_t)r->ranks;

    kg__chase_forget_cuda(r);
    return r->device->reach && most < KG_NO_EDGE ? kg__chase_reach_cuda(r, span)
                                                 : chase_by_mail(r, span);
}
