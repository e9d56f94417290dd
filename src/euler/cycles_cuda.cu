/*
 * Stages 3, 6 and 7 on CUDA: what walks along pred.
 *
 * 3  in   pred[m]
 *    out  label bits; least[] of the splitters; circuits
 * 6  in   pred[m], chosen bits
 *    out  other[m]: pred'
 * 7  in   other[m]
 *    out  walk[m]
 *
 * Stage 3: circuits of one or two edges that lie near each other are found by one look. A thread
 * walks from each splitter to the next, marks what it visits and keeps the smallest edge; doubling
 * over the segments gives the smallest of each circuit. Circuits without a splitter are short as a
 * rule; what nobody visited walks on until it comes to a smaller edge, or round: then it is the
 * label. Stage 7: segments' lengths first, places by doubling, and the same walks again, which
 * write. The walk follows pred, so it is written from its end.
 *
 * m dependent reads a walk (stage 3 one walk, stage 7 two) beside O(m) reads in order.
 * Deterministic: every result is a minimum, or a sum along a list.
 */
#include "euler_cuda.cuh"
#include <utility>

/* Edges nearer than this are looked at as a pair: what lies so near is in the cache. */
enum { NEAR = 1 << 15 };

/* Thread e owns bit e of visited and label; a warp writes a word. */
static __global__ void k_euler_close_pairs(
    uint32_t *visited, uint32_t *label, const kg_edge *pred, uint64_t m)
{
    uint64_t e = kg__item();
    bool closed = false, smaller = false;
    uint32_t visited_word, label_word;

    if (e < m) {
        kg_edge p = pred[e];
        kg_edge away = p > e ? p - (kg_edge)e : (kg_edge)e - p;

        closed = away < NEAR && pred[p] == e;
        smaller = closed && e <= p;
    }
    visited_word = __ballot_sync(0xffffffff, closed);
    label_word = __ballot_sync(0xffffffff, smaller);
    if ((threadIdx.x & 31) == 0 && e < m + 32) {
        visited[e >> 5] = visited_word;
        label[e >> 5] = label_word;
    }
}

/* Thread b owns segment b. */
template <bool mark>
static __global__ void k_euler_walk_segments(const kg_edge *p, kg_edge m, kg_edge blocks,
    unsigned shift, kg_edge first, kg_edge *to, kg_edge *count, uint32_t *visited)
{
    uint64_t b = kg__item();
    kg_edge e, start, least, length = 0;

    if (b > blocks)
        return;
    start = b < blocks ? kg__splitter((kg_edge)b, shift) : first;
    to[b] = (kg_edge)b;
    count[b] = mark ? KG_NO_EDGE : 0;
    if (start >= m || (b < blocks && start == first))
        return;
    if (mark && kg__d_bit(visited, start)) { /* a pair */
        e = p[start];
        count[b] = e < start ? e : start;
        return;
    }
    least = e = start;
    do {
        if (mark) {
            atomicOr(&visited[e >> 5], 1u << (e & 31));
            least = e < least ? e : least;
        }
        length++;
        e = p[e];
    } while (e != first && e != kg__splitter(e >> shift, shift));
    to[b] = e == first ? blocks : e >> shift;
    count[b] = mark ? least : length;
}

kg_status kg__euler_walk_segments(kg__euler_work *w, const kg_edge *p, kg_edge first, bool mark)
{
    kg__euler_cuda *s = kg__euler_state(w);
    uint64_t segments = (uint64_t)s->blocks + 1;

    return mark ? KG_LAUNCH(w->ctx, k_euler_walk_segments<true>, segments, p, w->m, s->blocks,
                      s->shift, first, s->to[0], s->count[0], s->visited)
                : KG_LAUNCH(w->ctx, k_euler_walk_segments<false>, segments, p, w->m, s->blocks,
                      s->shift, first, s->to[0], s->count[0], s->visited);
}

/* ---- stage 3 --------------------------------------------------------------------------------- */

/* Thread b owns segment b's new numbers: one doubling. */
static __global__ void k_euler_double_least(
    kg_edge *new_to, kg_edge *new_least, const kg_edge *to, const kg_edge *least, uint64_t segments)
{
    uint64_t b = kg__item();

    if (b < segments) {
        kg_edge next = to[b], mine = least[b], other = least[next];

        new_to[b] = to[next];
        new_least[b] = other < mine ? other : mine;
    }
}

/* Thread b owns segment b; its circuit's label is set by as many as the circuit has. */
static __global__ void k_euler_set_labels(uint32_t *label, const kg_edge *least, uint64_t segments)
{
    uint64_t b = kg__item();
    kg_edge e;

    if (b >= segments || least[b] == KG_NO_EDGE)
        return;
    e = least[b];
    if (!kg__d_bit(label, e))
        atomicOr(&label[e >> 5], 1u << (e & 31));
}

/* Thread e owns edge e: where nobody visited it, is it the smallest of its circuit? */
static __global__ void k_euler_short_circuits(
    uint32_t *label, const uint32_t *visited, const kg_edge *pred, uint64_t m)
{
    uint64_t e = kg__item();
    kg_edge f;

    if (e >= m || kg__d_bit(visited, (kg_edge)e))
        return;
    for (f = pred[e]; f > e; f = pred[f])
        ;
    if (f == e)
        atomicOr(&label[e >> 5], 1u << (e & 31));
}

decl_euler_stage(kg__euler_partition_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);
    uint64_t segments = (uint64_t)s->blocks + 1, padded = ((uint64_t)w->m | 31) + 1;
    kg_status status;

    KG_TRY(KG_LAUNCH(w->ctx, k_euler_close_pairs, padded, s->visited, s->label, s->pred, w->m));
    KG_TRY(kg__euler_walk_segments(w, s->pred, KG_NO_EDGE, true));
    for (uint64_t reach = 1; reach < segments; reach *= 2) {
        KG_TRY(KG_LAUNCH(w->ctx, k_euler_double_least, segments, s->to[1], s->count[1], s->to[0],
            s->count[0], segments));
        std::swap(s->to[0], s->to[1]);
        std::swap(s->count[0], s->count[1]);
    }
    KG_TRY(kg__memory(w->ctx)->copy(w->ctx, s->least, s->count[0], segments * sizeof *s->least));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_set_labels, segments, s->label, s->least, segments));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_short_circuits, w->m, s->label, s->visited, s->pred, w->m));
out:
    return status;
}

/* ---- all labels ------------------------------------------------------------------------------ */

/* Thread b owns the edges of segment b. */
static __global__ void k_euler_label_segments(kg_edge *circuit, const kg_edge *pred,
    const kg_edge *least, kg_edge m, kg_edge blocks, unsigned shift)
{
    uint64_t b = kg__item();
    kg_edge e;

    if (b >= blocks)
        return;
    e = kg__splitter((kg_edge)b, shift);
    if (e >= m)
        return;
    do {
        circuit[e] = least[b];
        e = pred[e];
    } while (e != kg__splitter(e >> shift, shift));
}

/* Thread e owns the circuit that e is the label of, where no segment is in it. */
static __global__ void k_euler_label_short(
    kg_edge *circuit, const kg_edge *pred, const uint32_t *label, uint64_t m)
{
    uint64_t e = kg__item();
    kg_edge f = (kg_edge)e;

    if (e >= m || !kg__d_bit(label, f) || circuit[e] != KG_NO_EDGE)
        return;
    do {
        circuit[f] = (kg_edge)e;
        f = pred[f];
    } while (f != e);
}

kg_status kg__euler_label(kg__euler_work *w, kg_edge *circuit)
{
    kg__euler_cuda *s = kg__euler_state(w);
    kg_status status;

    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, circuit, 0xff, (size_t)w->m * sizeof *circuit));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_label_segments, s->blocks, circuit, s->pred, s->least, w->m,
        s->blocks, s->shift));
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_label_short, w->m, circuit, s->pred, s->label, w->m));
out:
    return status;
}

/* ---- stage 6 --------------------------------------------------------------------------------- */

/* Thread s owns slot s of pred'. A run's last slot looks for its first, 32 slots at a time. */
static __global__ void k_euler_swip(
    kg_edge *new_pred, const kg_edge *pred, const uint32_t *chosen, uint64_t m)
{
    uint64_t s = kg__item(), i;
    uint32_t open;

    if (s >= m)
        return;
    if (kg__d_bit(chosen, (kg_edge)s + 1)) {
        new_pred[s] = pred[s + 1];
        return;
    }
    /* The nearest slot at or before s that is not linked to the one before it. Bit 0 never is. */
    i = s >> 5;
    open = ~chosen[i] & (0xffffffffu >> (31 - (s & 31)));
    while (!open)
        open = ~chosen[--i];
    new_pred[s] = pred[i * 32 + (31 - __clz(open))];
}

decl_euler_stage(kg__euler_swips_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);

    return KG_LAUNCH(w->ctx, k_euler_swip, w->m, s->other, s->pred, s->chosen, w->m);
}

/* ---- stage 7 --------------------------------------------------------------------------------- */

/* Thread b: what leads to the first segment, the last one, leads to the end instead. */
static __global__ void k_euler_open_list(kg_edge *to, kg_edge *length, kg_edge blocks)
{
    uint64_t b = kg__item();

    if (b <= blocks && to[b] == blocks)
        to[b] = blocks + 1;
    if (b == 0) {
        to[blocks + 1] = blocks + 1;
        length[blocks + 1] = 0;
    }
}

/* Thread b owns segment b's new numbers: edges from its start to the end. */
static __global__ void k_euler_double_length(kg_edge *new_to, kg_edge *new_length,
    const kg_edge *to, const kg_edge *length, uint64_t segments)
{
    uint64_t b = kg__item();

    if (b < segments) {
        kg_edge next = to[b];

        new_to[b] = to[next];
        new_length[b] = length[b] + length[next];
    }
}

/* Thread b owns segment b's places in the walk. left[b]: edges from its start on to the end, so
 * that its j-th edge is number left[b] - j of the walk, which begins with edge `first`. */
static __global__ void k_euler_write_walk(kg_edge *walk, const kg_edge *p, const kg_edge *left,
    kg_edge m, kg_edge blocks, unsigned shift, kg_edge first, kg_edge without)
{
    uint64_t b = kg__item();
    kg_edge e, at;

    if (b > blocks)
        return;
    e = b < blocks ? kg__splitter((kg_edge)b, shift) : first;
    if (e >= m || (b < blocks && e == first))
        return;
    at = left[b];
    do {
        kg_edge place = at == m ? 0 : at;

        if (without == KG_NO_EDGE)
            walk[place] = e;
        else if (place)
            walk[place - 1] = e - (e > without);
        at--;
        e = p[e];
    } while (e != first && e != kg__splitter(e >> shift, shift));
}

decl_euler_stage(kg__euler_walk_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);
    uint64_t segments = (uint64_t)s->blocks + 2;
    kg_status status;

    KG_TRY(kg__euler_walk_segments(w, s->other, w->first, false));
    KG_TRY(KG_LAUNCH(
        w->ctx, k_euler_open_list, (uint64_t)s->blocks + 1, s->to[0], s->count[0], s->blocks));
    for (uint64_t reach = 1; reach < segments; reach *= 2) {
        KG_TRY(KG_LAUNCH(w->ctx, k_euler_double_length, segments, s->to[1], s->count[1], s->to[0],
            s->count[0], segments));
        std::swap(s->to[0], s->to[1]);
        std::swap(s->count[0], s->count[1]);
    }
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_write_walk, (uint64_t)s->blocks + 1, w->walk, s->other,
        s->count[0], w->m, s->blocks, s->shift, w->first, w->virtual_edge));
out:
    return status;
}
