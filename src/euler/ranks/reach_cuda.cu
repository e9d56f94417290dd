/*
 * The cycles of a permutation that lies over ranks, on GPUs that reach each other's memory: see
 * ranks_cuda.cuh.
 *
 * in   place[]: where a walk goes on from each slot
 * out  as in chase_cuda.cu
 *
 * A thread's walker steps to the next slot, on its own GPU or on another, by one atomic exchange.
 * It leaves its number and the number of its steps there, and gets the slot where it goes on. A
 * slot is entered from one other slot only, so another walker found there must have begun there.
 * Its entry is then put back, and the walk ends. Walkers begin in slots of their own rank. They
 * claim these by a compare-and-swap, because another walker may enter them at the same time. So
 * ranks need not wait for each other as long as all have room for walkers, which is usual.
 * Otherwise they make more room, in rounds.
 *
 * A walker has a number before it has a slot. If another walker enters its slot first, the thread
 * keeps the number for the next slot. If no slot is left, the number becomes a walker of no steps,
 * just before another walker of the rank.
 *
 * O(slots) work. A step costs one operation, which goes to another GPU if the next slot is there.
 */
#include "ranks_cuda.cuh"

/* WALKERS: active at once, for each multiprocessor. NEAR: slots that are all read before one is
 * examined. */
enum { WALKERS = 1024, NEAR = 8 };

static const char what[] = "walkers";

/* The arrays of a rank to which the walkers of all ranks write. */
typedef struct peer {
    kg__place *place;
    kg_edge *before, *steps, *least;
} peer;

typedef struct reach {
    const peer *peer;      /* [ranks] */
    const uint64_t *bound; /* [ranks + 1] */
    kg_edge *spare;        /* [threads] numbers that threads hold; KG_NO_EDGE: none */
    kg__ranks_tally *tally;
    kg__slot_groups groups;
    uint64_t lo, count;
    uint64_t room; /* for walkers of this rank */
    unsigned rank, ranks;
} reach;

typedef struct walker {
    kg_edge place, id, steps, least; /* place: the next slot to visit; KG_NO_EDGE: it has ended */
} walker;

/* Reads or writes eight bytes that kernels of other GPUs read or write meanwhile. */
static __device__ __forceinline__ kg__counter load(const kg__counter *from)
{
    kg__counter word;

    asm volatile("ld.relaxed.sys.b64 %0, [%1];" : "=l"(word) : "l"(from) : "memory");
    return word;
}

static __device__ __forceinline__ void store(kg__counter *to, kg__counter word)
{
    asm volatile("st.relaxed.sys.b64 [%0], %1;" ::"l"(to), "l"(word) : "memory");
}

#if KG_EDGE_BITS == 32
static __device__ __forceinline__ kg__counter as_word(kg__place place)
{
    return (kg__counter)place.next << 32 | place.walker;
}

static __device__ __forceinline__ kg__place as_place(kg__counter word)
{
    return {(kg_edge)word, (kg_edge)(word >> 32)};
}

/* Returns the current value of a place, which others may write. */
static __device__ __forceinline__ kg__place look(const kg__place *at)
{
    return as_place(load((const kg__counter *)at));
}

/* Exchanges the entry of a place for `mine`, unless a walker began there. Returns the old entry. */
static __device__ __forceinline__ kg__place enter(kg__place *at, kg__place mine)
{
    const kg__counter found = atomicExch_system((kg__counter *)at, as_word(mine));

    if (as_place(found).walker != KG_NO_EDGE)
        store((kg__counter *)at, found);
    return as_place(found);
}

/* Begins at a place whose entry was `found`. False: another walker has entered it. */
static __device__ __forceinline__ bool claim(kg__place *at, kg__place found, kg_edge id)
{
    return atomicCAS_system((kg__counter *)at, as_word(found), as_word({id, 0})) == as_word(found);
}
#else
/* The walker's half of a place says whose it is. Only that walker reads the other half. */
static __device__ __forceinline__ kg__place look(const kg__place *at)
{
    return {(kg_edge)load((const kg__counter *)&at->walker),
        (kg_edge)load((const kg__counter *)&at->next)};
}

static __device__ __forceinline__ kg__place enter(kg__place *at, kg__place mine)
{
    kg__place found;

    found.walker = atomicExch_system((kg__counter *)&at->walker, (kg__counter)mine.walker);
    if (found.walker != KG_NO_EDGE) {
        store((kg__counter *)&at->walker, found.walker);
        return found;
    }
    found.next = (kg_edge)load((const kg__counter *)&at->next);
    store((kg__counter *)&at->next, mine.next);
    return found;
}

static __device__ __forceinline__ bool claim(kg__place *at, kg__place found, kg_edge id)
{
    const kg__counter was =
        atomicCAS_system((kg__counter *)&at->walker, (kg__counter)found.walker, (kg__counter)id);

    if (was == found.walker)
        store((kg__counter *)&at->next, 0);
    return was == found.walker;
}
#endif

/* Searches the slots of group number i. If one is free, and stays so, a walker begins there and
 * takes its first step. number: the thread's spare number, or KG_NO_EDGE. False: no number is
 * left. */
static __device__ bool begin(const reach *c, uint64_t i, walker *w, kg_edge *number)
{
    kg__place *place = c->peer[c->rank].place;
    const uint64_t at = kg__d_group_begin(&c->groups, i);
    const uint64_t end = at + KG__CHASE_GROUP < c->count ? at + KG__CHASE_GROUP : c->count;

    for (uint64_t near = at; near < end; near += NEAR) {
        kg__place found[NEAR];

#pragma unroll
        for (int k = 0; k < NEAR; k++)
            found[k] = look(&place[near + k < end ? near + k : end - 1]);
#pragma unroll
        for (int k = 0; k < NEAR; k++) {
            const uint64_t slot = near + k;

            if (slot >= end || found[k].walker != KG_NO_EDGE)
                continue;
            if (*number == KG_NO_EDGE) {
                const kg__counter drawn = kg__d_draw(&c->tally->walkers);

                if (drawn >= c->room)
                    return false;
                *number = (kg_edge)(drawn * c->ranks + c->rank);
            }
            if (!claim(&place[slot], found[k], *number))
                continue;
            *w = {found[k].next, *number, 1, (kg_edge)(c->lo + slot)};
            *number = KG_NO_EDGE;
            return true;
        }
    }
    return true;
}

/* One step. If another walker has begun there, it gets the results of this walker, which ends. */
static __device__ __forceinline__ void step(const reach *c, walker *w)
{
    const unsigned p = kg__d_owner(c->bound, c->ranks, w->place);
    const kg__place found = enter(&c->peer[p].place[w->place - c->bound[p]], {w->id, w->steps});

    if (found.walker == KG_NO_EDGE) {
        w->steps++;
        w->least = w->place < w->least ? w->place : w->least;
        w->place = found.next;
        return;
    }
    const peer *of = &c->peer[found.walker % c->ranks];
    const uint64_t k = found.walker / c->ranks;

    of->before[k] = w->id;
    of->steps[k] = w->steps;
    of->least[k] = w->least;
    w->place = KG_NO_EDGE;
}

/* Thread t owns spare[t], and walkers one after the other, until all groups have been searched, or
 * no number is left. */
static __global__ void k_chase_reach(reach c, uint64_t threads)
{
    const uint64_t t = kg__item();
    walker w = {KG_NO_EDGE, 0, 0, 0};
    kg_edge number;

    if (t >= threads)
        return;
    number = c.spare[t];
    for (;;) {
        if (w.place != KG_NO_EDGE) {
            step(&c, &w);
        } else {
            const uint64_t group = kg__d_draw(&c.tally->claimed);

            if (group >= c.groups.count || !begin(&c, group, &w, &number))
                break;
        }
    }
    c.spare[t] = number;
}

/* ---- numbers without a walker ---------------------------------------------------------------- */

/* Thread t owns spare[t]: lists it if it is a number, in no order. */
static __global__ void k_chase_spare(
    kg_edge *list, kg__ranks_tally *tally, const kg_edge *spare, uint64_t threads)
{
    const uint64_t t = kg__item();

    if (t < threads && spare[t] != KG_NO_EDGE)
        list[atomicAdd(&tally->listed, (kg__counter)1)] = spare[t];
}

/* Thread i owns number i of the list. It becomes a walker of no steps, the i-th between walker
 * `of`, a number of its rank, and the walker that came to the beginning of `of`. came: that walker,
 * its steps and its least slot. */
static __global__ void k_chase_insert(
    peer own, const kg_edge *list, uint64_t count, uint64_t of, walker came, unsigned ranks)
{
    const uint64_t i = kg__item();
    uint64_t k;

    if (i > count)
        return;
    k = i < count ? list[i] / ranks : of;
    own.before[k] = i ? list[i - 1] : came.id;
    own.steps[k] = i ? 0 : came.steps;
    own.least[k] = i ? KG_NO_EDGE : came.least;
}

/* Finds a walker of this rank that is not listed. There are more walkers than listed numbers. */
static kg_status find_other(
    kg_context *ctx, const kg_edge *list, uint64_t count, unsigned ranks, uint64_t *other)
{
    const size_t bytes = count * sizeof *list;
    kg_edge *host = NULL;
    uint64_t *taken = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &host, bytes, 1, what));
    KG_TRY(kg__bitmap_create(ctx, &taken, count + 1, what));
    KG_TRY(kg__memory(ctx)->download(ctx, host, list, bytes));
    for (uint64_t i = 0; i < count; i++)
        if (host[i] / ranks <= count)
            kg__mark(taken, host[i] / ranks);
    for (*other = 0; kg__bitmap_has(taken, *other);)
        ++*other;
out:
    kg__free(ctx, host);
    kg__free(ctx, taken);
    return status;
}

/* Turns spare numbers into walkers, after all ranks have ended. */
static kg_status use_up(kg__ranks *r, const reach *c, uint64_t threads)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    const peer own = {d->place, d->before, d->steps, d->least};
    kg__ranks_tally tally;
    kg_edge *list = NULL;
    walker came = {};
    uint64_t of;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &list, threads, sizeof *list, what));
    KG_TRY(kg__memory(ctx)->clear(ctx, &d->tally->listed, 0, sizeof tally.listed));
    KG_TRY(KG_LAUNCH_ANY(ctx, k_chase_spare, threads, list, d->tally, c->spare, threads));
    KG_TRY(kg__tally_fetch(r, &tally));
    d->walkers = tally.walkers > tally.listed ? tally.walkers : 0;
    if (!tally.listed || !d->walkers)
        goto out;
    KG_TRY(find_other(ctx, list, tally.listed, r->ranks, &of));
    KG_TRY(kg__fetch_edge(ctx, d->before + of, &came.id));
    KG_TRY(kg__fetch_edge(ctx, d->steps + of, &came.steps));
    KG_TRY(kg__fetch_edge(ctx, d->least + of, &came.least));
    KG_TRY(KG_LAUNCH(
        ctx, k_chase_insert, tally.listed + 1, own, list, tally.listed, of, came, r->ranks));
out:
    kg__free(ctx, list);
    return status;
}

/* ---- the chase ------------------------------------------------------------------------------- */

kg_status kg__ranks_meet_cuda(kg__ranks *r, const void *own, size_t size, void *all)
{
    kg_context *ctx = r->w->ctx;
    void *host = NULL, **made = (void **)all;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &host, r->ranks, size, what));
    KG_TRY(kg__allocate(ctx, made, r->ranks, size, what));
    KG_TRY(kg__memory(ctx)->synchronise(ctx)); /* other ranks will read finished results */
    KG_TRY(kg__comm_gather(ctx, own, size, host, NULL));
    KG_TRY(kg__memory(ctx)->upload(ctx, *made, host, r->ranks * size));
out:
    kg__free(ctx, host);
    return status;
}

/* Makes room for more walkers if none is left, and tells all ranks where the arrays are. No rank
 * walks meanwhile. */
static kg_status prepare(kg__ranks *r, reach *c, uint64_t walkers, uint64_t threads)
{
    kg__ranks_device *d = r->device;
    kg_context *ctx = r->w->ctx;
    peer own, *all = NULL;
    kg_status status = KG_OK;

    if (walkers == d->room)
        KG_TRY(kg__chase_make_room_cuda(r, kg__chase_room(r, c->count, walkers, threads)));
    c->room = d->room;
    own = {d->place, d->before, d->steps, d->least};
    kg__free(ctx, (void *)c->peer);
    c->peer = NULL;
    status = kg__ranks_meet_cuda(r, &own, sizeof own, &all);
    c->peer = all;
out:
    return status;
}

/* One launch. walkers: how many have begun so far. */
static kg_status walk(kg__ranks *r, reach *c, uint64_t threads, uint64_t *walkers)
{
    kg_context *ctx = r->w->ctx;
    kg__counter begun;
    kg_status status;

    KG_TRY(kg__progress(ctx, "walking", 0, 0));
    KG_TRY(kg__memory(ctx)->clear(ctx, &c->tally->claimed, 0, sizeof c->tally->claimed));
    KG_TRY(KG_LAUNCH(ctx, k_chase_reach, threads, *c, threads));
    KG_TRY(kg__groups_left(r, c->count, &c->groups));
    KG_TRY(kg__cuda_fetch(ctx, &begun, &c->tally->walkers, sizeof begun));
    *walkers = begun < c->room ? begun : c->room;
    if (begun > c->room) { /* some threads got no number */
        begun = c->room;
        KG_TRY(kg__memory(ctx)->upload(ctx, &c->tally->walkers, &begun, sizeof begun));
    }
out:
    return status;
}

/* Makes rounds until no rank has slots left. */
static kg_status go(kg__ranks *r, reach *c, uint64_t threads)
{
    uint64_t walkers = 0, more;
    kg_status status;

    do {
        if (threads > c->groups.count)
            threads = c->groups.count;
        KG_TRY(prepare(r, c, walkers, threads));
        if (threads)
            KG_TRY(walk(r, c, threads, &walkers));
        more = c->groups.count > 0;
        KG_TRY(kg__comm_reduce(r->w->ctx, &more, 1, KG__COMM_OR));
    } while (more);
out:
    return status;
}

kg_status kg__chase_reach_cuda(kg__ranks *r, const kg__span *span)
{
    kg_context *ctx = r->w->ctx;
    const uint64_t most = (uint64_t)kg__cuda_of(ctx)->processors * WALKERS;
    reach c = {};
    uint64_t threads;
    kg_status status;

    c.bound = span->d_bound;
    c.tally = r->device->tally;
    c.groups = kg__groups_all(span->count);
    c.lo = span->lo;
    c.count = span->count;
    c.rank = r->rank;
    c.ranks = r->ranks;
    threads = c.groups.count < most ? c.groups.count : most;
    KG_TRY(kg__tally_clear(r));
    KG_TRY(kg__allocate(ctx, &c.spare, threads, sizeof *c.spare, what));
    KG_TRY(kg__memory(ctx)->clear(ctx, c.spare, 0xff, threads * sizeof *c.spare));
    status = go(r, &c, threads);
    cudaStreamSynchronize(kg__stream(ctx));
    KG_TRY(kg__comm_stop(ctx, status, NULL)); /* no rank frees arrays that others still write */
    KG_TRY(use_up(r, &c, threads));
out:
    kg__free(ctx, c.spare);
    kg__free(ctx, (void *)c.peer);
    kg__groups_free(ctx, &c.groups);
    return status;
}
