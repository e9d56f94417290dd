/*
 * Stage 7 on CUDA if few links are chosen: cuts and joins the walk that stage 3 recorded.
 *
 * in   the pool, next and before of stage 3; pred[m], chosen bits
 * out  walk[m]
 *
 * pred' differs from pred only at the slots of chosen links. So the walk is cut behind each of
 * these slots, and before its first edge. For each cut, a thread walks from there to the next cut
 * or splitter and records that segment. It goes on to the splitter, which gives the segment of
 * stage 3 that contains the cut, and the cut's distance from the segment's start. That segment then
 * ends at its first cut. In a run of links, each slot is now followed by the edges that followed
 * the next slot of the run. The result is a list of segments like that of kg__euler_walk_again().
 *
 * Segments: those of stage 3, one for each cut, and the end. O(cuts * 2^shift) dependent reads, and
 * O(m) reads in order.
 */
#include "euler_cuda.cuh"

enum { CUT_BITS = 10 };
static_assert(KG__CUTS <= 1 << CUT_BITS, "a cut and its place in one word");

static __device__ bool linked(const uint32_t *chosen, kg_edge slot)
{
    return kg__d_bit(chosen, slot) || kg__d_bit(chosen, slot + 1);
}

/* Thread i owns word i of the chosen bits: lists the slots of their links, in no order. */
static __global__ void k_euler_list_slots(
    kg__euler_cuts *cuts, const uint32_t *chosen, uint64_t words)
{
    uint64_t i = kg__item();
    uint32_t word = i < words ? chosen[i] : 0;

    for (; word; word &= word - 1) {
        kg_edge e = (kg_edge)(i * 32 + __ffs(word) - 1);

        cuts->listed[atomicAdd(&cuts->slots, 1u)] = e;
        if (!kg__d_bit(chosen, e - 1))
            cuts->listed[atomicAdd(&cuts->slots, 1u)] = e - 1;
    }
}

/* Thread i owns listed slot i and moves it to its place in order. */
static __global__ void k_euler_sort_slots(kg__euler_cuts *cuts, const kg_edge *pred, kg_edge first)
{
    uint64_t i = kg__item();
    unsigned place = 0;

    if (i == cuts->slots)
        cuts->start[i] = first;
    if (i >= cuts->slots)
        return;
    for (unsigned j = 0; j < cuts->slots; j++)
        place += cuts->listed[j] < cuts->listed[i];
    cuts->slot[place] = cuts->listed[i];
    cuts->start[place] = pred[cuts->listed[i]];
}

/* The arrays that the kernels below read. */
typedef struct list {
    const kg__euler_cuts *cuts;
    const kg_edge *pred, *next, *before;
    const uint32_t *chosen;
    kg__euler_pool pool;
    kg_edge first;
    unsigned shift;
} list;

static __device__ kg_edge end_of(const list *l)
{
    return (kg_edge)l->pool.fixed + KG__CUTS;
}

/* Returns the segment that now follows the slot before cut i. */
static __device__ kg_edge behind(const list *l, unsigned i)
{
    const kg__euler_cuts *cuts = l->cuts;

    if (i == cuts->slots)
        return end_of(l);
    if (kg__d_bit(l->chosen, cuts->slot[i] + 1)) {
        i++;
    } else {
        while (kg__d_bit(l->chosen, cuts->slot[i]))
            i--;
    }
    return cuts->start[i] == l->first ? end_of(l) : (kg_edge)l->pool.fixed + i;
}

/* Returns whether a segment of stage 3 begins at e. */
static __device__ bool begins(const list *l, kg_edge e)
{
    return kg__d_is_splitter(e, l->shift) && l->pool.length[e >> l->shift] > 0;
}

static __device__ bool is_among(const kg_edge *start, unsigned count, kg_edge e)
{
    bool among = false;

    for (unsigned j = 0; j < count; j++)
        among |= start[j] == e;
    return among;
}

/* Thread i owns cut i, and the segment that begins there. cut[b] becomes the first cut in segment
 * b. */
static __global__ void k_euler_walk_cuts(unsigned long long *cut, kg_edge *to, list l)
{
    unsigned i = (unsigned)kg__item();
    kg_edge *const length = l.pool.length;
    kg_edge self = (kg_edge)l.pool.fixed + i, start, e, x, n = 0, b;
    kg__recorder r = {};

    if (i >= KG__CUTS)
        return;
    to[self] = end_of(&l);
    length[self] = 0;
    if (i > l.cuts->slots)
        return;
    e = start = l.cuts->start[i];
    if (i == l.cuts->slots && is_among(l.cuts->start, i, start))
        return; /* the walk begins with another cut's segment */
    if (begins(&l, start)) {
        to[self] = start >> l.shift;
    } else {
        do {
            kg__record<false>(&l.pool, &r, self, n++, e);
            x = e;
            e = l.pred[e];
        } while (!linked(l.chosen, x) && e != l.first && !begins(&l, e));
        kg__record_end<false>(&r, n);
        to[self] = linked(l.chosen, x) ? behind(&l, kg__d_find(l.cuts->slot, l.cuts->slots, x))
                   : e == l.first      ? end_of(&l)
                                       : e >> l.shift;
        length[self] = n;
        for (; e != start && !begins(&l, e); n++)
            e = l.pred[e];
        if (e == start)
            return; /* a circuit without a splitter */
    }
    b = l.before[e >> l.shift];
    atomicMin(&cut[b], (unsigned long long)(length[b] - n) << CUT_BITS | i);
}

/* Thread b owns segment b: a segment of stage 3 ends at its first cut. */
static __global__ void k_euler_relink(
    kg_edge *to, kg_edge *count, list l, const unsigned long long *cut)
{
    uint64_t b = kg__item();
    kg_edge *const length = l.pool.length;

    if (b > end_of(&l))
        return;
    if (b == end_of(&l)) {
        to[b] = (kg_edge)b;
        length[b] = 0;
    } else if (b < l.pool.fixed && length[b] == 0) {
        to[b] = end_of(&l);
    } else if (b < l.pool.fixed && cut[b] == ~0ull) {
        to[b] = l.next[b];
    } else if (b < l.pool.fixed) {
        to[b] = behind(&l, (unsigned)(cut[b] & ((1u << CUT_BITS) - 1)));
        length[b] = (kg_edge)(cut[b] >> CUT_BITS);
    }
    count[b] = length[b];
}

kg_status kg__euler_cut_walk(kg__euler_work *w)
{
    kg__euler_cuda *s = kg__euler_state(w);
    const list l = {s->cuts, s->pred, s->next, s->before, s->chosen, s->pool, w->first, s->shift};
    uint64_t words = ((uint64_t)w->m >> 5) + 1, segments = s->pool.fixed + KG__CUTS + 1;
    kg_context *ctx = w->ctx;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, &s->cuts->slots, 0, sizeof s->cuts->slots));
    KG_TRY(kg__memory(ctx)->clear(ctx, s->cut, 0xff, s->pool.fixed * sizeof *s->cut));
    KG_TRY(KG_LAUNCH(ctx, k_euler_list_slots, words, s->cuts, s->chosen, words));
    KG_TRY(KG_LAUNCH(ctx, k_euler_sort_slots, KG__CUTS, s->cuts, s->pred, w->first));
    KG_TRY(KG_LAUNCH(ctx, k_euler_walk_cuts, KG__CUTS, s->cut, s->to[0], l));
    KG_TRY(KG_LAUNCH(ctx, k_euler_relink, segments, s->to[0], s->count[0], l, s->cut));
    KG_TRY(kg__euler_write_walk(w, segments));
out:
    return status;
}
