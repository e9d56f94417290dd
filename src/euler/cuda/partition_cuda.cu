/*
 * Stage 3 on CUDA: finds the circuits of pred.
 *
 * in   pred[m]
 * out  label bits; least[] of the splitters; the walk, in the pool
 *
 * Circuits of one or two edges near each other are found by one look. A thread walks from each
 * splitter to the next, records the edges that it visits and keeps the smallest. Doubling over the
 * segments gives the smallest edge of each circuit. Circuits without a splitter are usually short.
 * From each edge that no walk has visited, a thread walks until it comes to a smaller edge, or back
 * to its start: then the start is the label.
 *
 * The visited edges are needed as bits. If the bits fit the cache, the walk sets them as it goes;
 * otherwise this would cost more than the walk. Then the recorded edges are counted by windows
 * (windows_cuda.cuh), and the bits of a complete window are set in order.
 *
 * m dependent reads, and O(m) reads in order. Deterministic: every result is a minimum.
 */
#include "windows_cuda.cuh"

/* NEAR: edges nearer than this are tested as a pair: edges so near are in the cache. CACHE: a bit
 * for each edge fits the cache, beside the data of the walk itself, if all bits take at most
 * 1/CACHE of it. */
enum { NEAR = 1 << 15, CACHE = 6 };

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

/* A block counts the edges that it reads in its own counters, and adds these to window[]. */
static __global__ void k_euler_count_recorded(
    uint32_t *window, unsigned windows, unsigned wide, kg__euler_pool pool)
{
    __shared__ uint32_t s_window[KG__WINDOWS];

    for (unsigned w = threadIdx.x; w < windows; w += blockDim.x)
        s_window[w] = 0;
    __syncthreads();
    kg__d_each(
        kg__d_pool_end(&pool), [&](uint64_t i) { return kg__d_recorded(&pool, i); },
        [&](kg_edge e, uint64_t) { atomicAdd(&s_window[e >> wide], 1u); });
    __syncthreads();
    for (unsigned w = threadIdx.x; w < windows; w += blockDim.x)
        if (s_window[w])
            atomicAdd(&window[w], s_window[w]);
}

kg_status kg__count_windows(
    kg_context *ctx, uint32_t *window, const kg__euler_pool *pool, uint64_t m)
{
    const unsigned wide = kg__window_wide(m), windows = (unsigned)((m - 1) >> wide) + 1;
    const unsigned blocks = (unsigned)kg__cuda_of(ctx)->processors * 2;
    kg_status status;

    KG_TRY(kg__memory(ctx)->clear(ctx, window, 0, windows * sizeof *window));
    KG_TRY(KG_LAUNCH_SHAPED(
        ctx, k_euler_count_recorded, blocks, KG__WINDOW_THREADS, 0, window, windows, wide, *pool));
out:
    return status;
}

/* A block owns a window, and adds the edges visited before to its count. If the window is then
 * complete, all its bits are set. */
static __global__ void k_euler_visit_windows(
    uint32_t *visited, uint32_t *window, unsigned wide, uint64_t m)
{
    __shared__ uint32_t s_count;
    const uint64_t words = (kg__window_size(m, wide, blockIdx.x) + 31) / 32;
    uint32_t count = 0;

    visited += (uint64_t)blockIdx.x << (wide - 5);
    if (threadIdx.x == 0)
        s_count = window[blockIdx.x];
    __syncthreads();
    for (uint64_t i = threadIdx.x; i < words; i += blockDim.x)
        count += (uint32_t)__popc(visited[i]);
    if (count)
        atomicAdd(&s_count, count);
    __syncthreads();
    count = s_count;
    if (threadIdx.x == 0)
        window[blockIdx.x] = count;
    if (count == kg__window_size(m, wide, blockIdx.x))
        for (uint64_t i = threadIdx.x; i < words; i += blockDim.x)
            visited[i] = 0xffffffff;
}

/* Marks the pool's edges in incomplete windows. */
static __global__ void k_euler_visit_recorded(
    uint32_t *visited, const uint32_t *window, unsigned wide, kg__euler_pool pool, uint64_t m)
{
    kg__d_each(
        kg__d_pool_end(&pool), [&](uint64_t i) { return kg__d_recorded(&pool, i); },
        [&](kg_edge e, uint64_t) {
            if (window[e >> wide] != kg__window_size(m, wide, e >> wide))
                atomicOr(&visited[e >> 5], 1u << (e & 31));
        });
}

/* Thread b owns segment b. All segments of a circuit set its label. */
static __global__ void k_euler_set_labels(
    uint32_t *label, const kg_edge *least, uint64_t segments, uint64_t lo, uint64_t count)
{
    const uint64_t b = kg__item();
    uint64_t at;

    if (b >= segments)
        return;
    at = least[b] - lo;
    if (at < count && !(kg__atomic_load(&label[at >> 5]) >> (at & 31) & 1))
        atomicOr(&label[at >> 5], 1u << (at & 31));
}

kg_status kg__euler_set_labels(kg_context *ctx, uint32_t *label, const kg_edge *least,
    uint64_t segments, uint64_t lo, uint64_t count)
{
    return KG_LAUNCH(ctx, k_euler_set_labels, segments, label, least, segments, lo, count);
}

/* Thread e owns edge e: if no walk visited it, is it the smallest of its circuit? */
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

/* Adds the pool's edges to visited. */
static kg_status visit_recorded(kg__euler_work *w)
{
    kg__euler_cuda *s = kg__euler_state(w);
    const unsigned wide = kg__window_wide(w->m);
    const unsigned windows = (unsigned)(((uint64_t)w->m - 1) >> wide) + 1;
    kg_status status;

    KG_TRY(kg__count_windows(w->ctx, s->window, &s->pool, w->m));
    KG_TRY(KG_LAUNCH_SHAPED(
        w->ctx, k_euler_visit_windows, windows, KG__BLOCK, 0, s->visited, s->window, wide, w->m));
    KG_TRY(KG_LAUNCH_SHAPED(w->ctx, k_euler_visit_recorded, kg__full_grid(w->ctx), KG__BLOCK, 0,
        s->visited, s->window, wide, s->pool, w->m));
out:
    return status;
}

decl_euler_partition(kg__euler_partition_cuda)
{
    kg__euler_cuda *s = kg__euler_state(w);
    const bool mark = (uint64_t)w->m / 8 <= (uint64_t)kg__cuda_of(w->ctx)->cache / CACHE;
    uint64_t segments = (uint64_t)s->blocks + 1, padded = ((uint64_t)w->m | 31) + 1;
    kg_status status;

    KG_TRY(KG_LAUNCH(w->ctx, k_euler_close_pairs, padded, s->visited, s->label, s->pred, w->m));
    KG_TRY(kg__euler_walk_segments(w, s->pred, KG_NO_EDGE, true, mark));
    if (!mark)
        KG_TRY(visit_recorded(w));
    KG_TRY(kg__euler_double(w->ctx, s->to, s->count, segments, false));
    KG_TRY(kg__memory(w->ctx)->copy(w->ctx, s->least, s->count[0], segments * sizeof *s->least));
    KG_TRY(kg__euler_set_labels(w->ctx, s->label, s->least, segments, 0, w->m));
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
    } while (!kg__d_is_splitter(e, shift));
}

/* Thread e owns the circuit with label e, if it contains no segment. */
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
