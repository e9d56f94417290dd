/*
 * Stages 6 and 7 on CUDA: swips, walk. Also the walks from splitter to splitter of stage 3.
 *
 * 6  in   pred[m], chosen bits
 *    out  other[m]: pred'
 * 7  in   other[m]
 *    out  walk[m]
 *
 * A thread walks from each splitter to the next and records the edges in the pool. Pointer doubling
 * over the segments gives their places in the walk, and the pool is copied there. The walk follows
 * pred, so it is written from its end. If few links are chosen, the walk that stage 3 recorded is
 * cut and joined instead: walk_cut_cuda.cu.
 *
 * m dependent reads. All other access, O(m), is in order, except some of the copy's writes.
 * Deterministic: a place is a sum along a list.
 */
#include "euler_cuda.cuh"

/* Thread i owns slot i. The last slot of a run searches for its first, 32 slots at a time. begin:
 * pred of the first slot, if it lies before these slots. first: pred' of the last of these slots,
 * if it is linked with the next. */
static __global__ void k_euler_swip(kg_edge *new_pred, const kg_edge *pred, const uint32_t *chosen,
    uint64_t count, bool linked, kg_edge first, kg_edge begin)
{
    const uint64_t i = kg__item();
    uint64_t word = i >> 5;
    uint32_t open;

    if (i >= count)
        return;
    if (i + 1 == count ? linked : kg__d_bit(chosen, (kg_edge)i + 1)) {
        new_pred[i] = i + 1 == count ? first : pred[i + 1];
        return;
    }
    /* The nearest slot at or before i that is not linked to the one before it. */
    open = ~chosen[word] & (0xffffffffu >> (31 - (i & 31)));
    while (!open && word)
        open = ~chosen[--word];
    new_pred[i] = open ? pred[word * 32 + (31 - __clz((int)open))] : begin;
}

kg_status kg__euler_swip(kg_context *ctx, kg_edge *new_pred, const kg_edge *pred,
    const uint32_t *chosen, uint64_t count, bool linked, kg_edge first, kg_edge begin)
{
    return KG_LAUNCH_ANY(
        ctx, k_euler_swip, count, new_pred, pred, chosen, count, linked, first, begin);
}

decl_euler_swips(kg__euler_swips_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);

    if (s->recorded)
        return KG_OK; /* stage 7 reads the chosen links itself */
    return kg__euler_swip(w->ctx, s->other, s->pred, s->chosen, w->m, false, 0, 0);
}

/* ---- segments -------------------------------------------------------------------------------- */

/* The output of k_euler_walk_segments. */
typedef struct segments {
    kg_edge *to, *count, *next, *before;
    kg__euler_pool pool;
} segments;

/* Thread b owns segment b. */
template <bool least>
static __global__ void k_euler_walk_segments(segments out, const kg_edge *p, kg_edge m,
    kg_edge blocks, unsigned shift, kg_edge first, uint32_t *visited, bool mark)
{
    uint64_t b = kg__item();
    kg_edge e, start, smallest, to, length = 0;
    kg__recorder r = {};

    if (b > blocks)
        return;
    start = b < blocks ? kg__splitter((kg_edge)b, shift) : first;
    out.pool.owner[b] = {(kg_edge)b, 0};
    out.pool.length[b] = 0;
    out.to[b] = (kg_edge)b;
    out.count[b] = least ? KG_NO_EDGE : 0;
    if (start >= m || (b < blocks && start == first))
        return;
    if (least && kg__d_bit(visited, start)) { /* a pair */
        e = p[start];
        out.count[b] = e < start ? e : start;
        return;
    }
    smallest = e = start;
    do {
        kg__record<false>(&out.pool, &r, (kg_edge)b, length++, e);
        if (least && mark)
            atomicOr(&visited[e >> 5], 1u << (e & 31));
        smallest = e < smallest ? e : smallest;
        e = p[e];
    } while (e != first && !kg__d_is_splitter(e, shift));
    kg__record_end<false>(&r, length);
    to = e == first ? blocks : e >> shift;
    out.to[b] = to;
    out.pool.length[b] = length;
    out.count[b] = least ? smallest : length;
    if (least) {
        out.next[b] = to;
        out.before[to] = (kg_edge)b;
    }
}

kg_status kg__euler_walk_segments(
    kg__euler_work *w, const kg_edge *p, kg_edge first, bool least, bool mark)
{
    kg__euler_cuda *s = kg__euler_state(w);
    segments out = {s->to[0], s->count[0], s->next, s->before, s->pool};
    kg_status status;

    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, s->pool.used, 0, sizeof *s->pool.used));
    KG_TRY(least ? KG_LAUNCH(w->ctx, k_euler_walk_segments<true>, s->pool.fixed, out, p, w->m,
                       s->blocks, s->shift, first, s->visited, mark)
                 : KG_LAUNCH(w->ctx, k_euler_walk_segments<false>, s->pool.fixed, out, p, w->m,
                       s->blocks, s->shift, first, s->visited, mark));
out:
    return status;
}

/* ---- places ---------------------------------------------------------------------------------- */

/*
 * A warp owns a chunk. left[b]: the number of edges from the start of segment b to the end of the
 * list. Edge j of the segment has place left[b] - j in the walk; place m stands for 0.
 */
static __global__ void k_euler_copy_chunks(
    kg_edge *walk, kg__euler_pool pool, const kg_edge *left, kg_edge m, kg_edge without)
{
    const uint64_t i = kg__item();
    const kg_edge e = kg__d_recorded(&pool, i);
    kg__chunk_owner owner;
    kg_edge place;

    if (e == KG_NO_EDGE)
        return;
    owner = pool.owner[i / KG__CHUNK];
    place = left[owner.segment] - (owner.ordinal * KG__CHUNK + (kg_edge)(i % KG__CHUNK));
    place = place == m ? 0 : place;
    if (without == KG_NO_EDGE)
        walk[place] = e;
    else if (place)
        walk[place - 1] = e - (e > without);
}

kg_status kg__euler_write_walk(kg__euler_work *w, uint64_t segments)
{
    kg__euler_cuda *s = kg__euler_state(w);
    kg_status status;

    KG_TRY(kg__euler_double(w->ctx, s->to, s->count, segments, true));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_copy_chunks, s->pool.chunks * KG__CHUNK, w->walk, s->pool,
        s->count[0], w->m, w->virtual_edge));
out:
    return status;
}

/* ---- stage 7 --------------------------------------------------------------------------------- */

/* Thread b owns segment b. Opens the list: the segment that led to the first one, number `blocks`,
 * now leads to the end. */
static __global__ void k_euler_open_list(
    kg_edge *to, kg_edge *count, kg_edge *length, kg_edge blocks)
{
    uint64_t b = kg__item();

    if (b <= blocks && to[b] == blocks)
        to[b] = blocks + 1;
    if (b == 0) {
        to[blocks + 1] = blocks + 1;
        count[blocks + 1] = length[blocks + 1] = 0;
    }
}

kg_status kg__euler_walk_again(kg__euler_work *w)
{
    kg__euler_cuda *s = kg__euler_state(w);
    kg_status status;

    KG_TRY(kg__euler_walk_segments(w, s->other, w->first, false, false));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_open_list, s->pool.fixed, s->to[0], s->count[0],
        s->pool.length, s->blocks));
    KG_TRY(kg__euler_write_walk(w, s->pool.fixed + 1));
out:
    return status;
}
