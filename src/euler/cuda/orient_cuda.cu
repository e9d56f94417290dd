/*
 * Gives each circuit of an undirected graph a direction, on CUDA.
 *
 * in   half[2m]: half-edges in pairs, a pair a slot; row[n+1] of slots
 * out  pred[m]; source[m], the vertex of each slot; leave[m]: the half-edge by which it is left
 *
 * Stage 3 runs on the places of half[] instead of edges. twin[i] is the place of the other half of
 * place i's edge: a walk that leaves a slot by place i leaves the next one by place twin[i] ^ 1.
 * This permutation of 2m places has each circuit twice, once in each direction. The stage labels
 * both with their smallest place, which is one of the two places of their smallest slot. The
 * direction whose label is the second of the two, with an odd number, is the circuit's. It is
 * stored as a bit a slot, which is read off the recorded walks of the stage.
 *
 * O(m) work: 2m dependent reads, and for the steps two passes over 2m places that write near each
 * other. 90 bytes an edge. Deterministic: every result is a minimum.
 */
#include "../../scan/cub.cuh"
#include "euler_cuda.cuh"
#include <cub/device/device_radix_sort.cuh>

/* SORTED: random writes to fewer bytes than this stay in the cache and are not worth a sort. */
enum { SORTED = 1 << 20, DIGIT_BITS = 8, EACH = 16 };

/* Thread i owns the place of half-edge half[i]. */
static __global__ void k_euler_places(kg_edge *place, const kg_edge *half, uint64_t places)
{
    uint64_t i = kg__item();

    if (i < places)
        place[half[i]] = (kg_edge)i;
}

/* Returns the next place of a walk that leaves a slot by the place of half-edge h. */
static __device__ __forceinline__ kg_edge step_of(const kg_edge *place, uint64_t h)
{
    return place[h ^ 1] ^ 1;
}

/* Thread h owns the step of half-edge h's place. */
static __global__ void k_euler_steps(kg_edge *step, const kg_edge *place, uint64_t places)
{
    uint64_t h = kg__item();

    if (h < places)
        step[place[h]] = step_of(place, h);
}

/* Thread i owns value[i]: i, or if place is given the step of half-edge i's place. */
static __global__ void k_euler_values(kg_edge *value, const kg_edge *place, uint64_t count)
{
    uint64_t i = kg__item();

    if (i < count)
        value[i] = place ? step_of(place, i) : (kg_edge)i;
}

/* Thread i owns to[key[i]]. */
static __global__ void k_euler_scatter(
    kg_edge *to, const kg_edge *key, const kg_edge *value, uint64_t count)
{
    uint64_t i = kg__item();

    if (i < count)
        to[key[i]] = value[i];
}

/* to[key[i]] = to[i], for all i at once; key[count] is a permutation. Entries with the same highest
 * radix digit of their keys are written together. spare: [2 * count] scratch. */
static kg_status scatter(
    kg_context *ctx, kg_edge *to, const kg_edge *key, kg_edge *spare, uint64_t count)
{
    int bits = 0;
    kg_status status;

    while (count - 1 >> bits)
        bits++;
    KG_TRY_CUB(ctx, cub::DeviceRadixSort::SortPairs, key, spare, to, spare + count, count,
        bits > DIGIT_BITS ? bits - DIGIT_BITS : 0, bits, kg__stream(ctx));
    KG_TRY(KG_LAUNCH(ctx, k_euler_scatter, count, to, spare, spare + count, count));
out:
    return status;
}

/* step: [out] [places] twin[i] ^ 1 */
static kg_status find_steps(kg_context *ctx, kg_edge *step, const kg_edge *half, uint64_t places)
{
    kg_edge *place = NULL, *spare = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &place, places, sizeof *place, "places of half-edges"));
    if (places * sizeof *step < SORTED) {
        KG_TRY(KG_LAUNCH(ctx, k_euler_places, places, place, half, places));
        KG_TRY(KG_LAUNCH(ctx, k_euler_steps, places, step, place, places));
        goto out;
    }
    KG_TRY(kg__allocate(ctx, &spare, places, 2 * sizeof *spare, "places by half-edges"));
    KG_TRY(KG_LAUNCH(ctx, k_euler_values, places, place, (const kg_edge *)NULL, places));
    KG_TRY(scatter(ctx, place, half, spare, places));
    KG_TRY(KG_LAUNCH(ctx, k_euler_values, places, step, place, places));
    KG_TRY(scatter(ctx, step, place, spare, places));
out:
    kg__free(ctx, place);
    kg__free(ctx, spare);
    return status;
}

/* ---- directions ------------------------------------------------------------------------------ */

/* Sets the bit of a slot if `place` is its second place, in a circuit with an odd label. */
static __device__ __forceinline__ void keep_direction(
    uint32_t *second, kg_edge place, kg_edge label)
{
    const kg_edge slot = place >> 1;

    if (place & label & 1)
        atomicOr(&second[slot >> 5], 1u << (slot & 31));
}

/* Thread i owns entry i of the pool. */
static __global__ void k_euler_keep_recorded(
    uint32_t *second, kg__euler_pool pool, const kg_edge *least)
{
    const uint64_t i = kg__item();
    const kg_edge place = kg__d_recorded(&pool, i);

    if (place != KG_NO_EDGE)
        keep_direction(second, place, least[pool.owner[i / KG__CHUNK].segment]);
}

/* Thread i owns the circuit with label i, if it is a pair or has no splitter: the pool lacks such
 * circuits. */
static __global__ void k_euler_keep_short(uint32_t *second, const kg_edge *pred,
    const uint32_t *label, const uint32_t *visited, uint64_t places)
{
    const uint64_t i = kg__item();
    kg_edge p = (kg_edge)i;

    if (i >= places || !kg__d_bit(label, p) || (kg__d_bit(visited, p) && pred[pred[p]] != p))
        return;
    do {
        keep_direction(second, p, (kg_edge)i);
        p = pred[p];
    } while (p != i);
}

/* Walks the places. second: [out] bits [m], clear at first: the slots that are left by their second
 * place. */
static kg_status find_directions(kg__euler_work *places, const kg_edge *half, uint32_t *second)
{
    kg_context *ctx = places->ctx;
    kg__euler_cuda *s;
    uint64_t chunks; /* the most that the pool has: full ones, and one for each segment */
    kg_status status;

    KG_TRY(kg__euler_prepare_cuda(places));
    s = kg__euler_state(places);
    chunks = s->pool.fixed + (uint64_t)places->m / KG__CHUNK + 1;
    KG_TRY(find_steps(ctx, s->pred, half, places->m));
    KG_TRY(kg__euler_partition_cuda(places));
    KG_TRY(KG_LAUNCH(ctx, k_euler_keep_recorded, chunks * KG__CHUNK, second, s->pool, s->least));
    KG_TRY(KG_LAUNCH(
        ctx, k_euler_keep_short, places->m, second, s->pred, s->label, s->visited, places->m));
out:
    return status;
}

/* A thread owns EACH slots. A block searches for the vertices of its first and its last slot, and
 * the other slots search between them. With more slots a block waits less for the two. */
static __global__ void k_euler_orient(kg_edge *pred, kg_edge *leave, kg_vertex *source,
    const uint32_t *second, const kg_edge *step, const kg_edge *half, const kg_edge *row,
    uint64_t n, uint64_t m)
{
    __shared__ uint64_t s_vertex[2];
    const uint64_t first = (uint64_t)blockIdx.x * blockDim.x * EACH;
    const uint64_t end = first + blockDim.x * EACH < m ? first + blockDim.x * EACH : m;

    if (threadIdx.x == 0)
        s_vertex[0] = kg__d_find(row, n, first);
    if (threadIdx.x == 32)
        s_vertex[1] = kg__d_find(row, n, end - 1) + 1;
    __syncthreads();
    for (uint64_t s = first + threadIdx.x; s < end; s += blockDim.x) {
        const uint64_t by = 2 * s + kg__d_bit(second, (kg_edge)s);

        leave[s] = half[by];
        pred[s] = step[by ^ 1] >> 1;
        source[s] =
            (kg_vertex)(s_vertex[0] + kg__d_find(row + s_vertex[0], s_vertex[1] - s_vertex[0], s));
    }
}

decl_euler_orient(kg__euler_orient_cuda)
{
    const uint64_t words = ((uint64_t)w->m >> 5) + 1;
    kg__euler_work places = {};
    kg__euler_cuda *s;
    uint32_t *second = NULL;
    kg_status status;

    (void)spare; /* would lie in host memory, so there is none */
    places.ctx = w->ctx;
    places.n = 1;
    places.m = 2 * w->m;
    KG_TRY(kg__allocate(w->ctx, &second, words, sizeof *second, "directions of circuits"));
    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, second, 0, words * sizeof *second));
    KG_TRY(find_directions(&places, half, second));
    KG_TRY(kg__euler_prepare_cuda(w));
    s = kg__euler_state(w);
    KG_TRY(KG_LAUNCH(w->ctx, k_euler_orient, ((uint64_t)w->m + EACH - 1) / EACH, s->pred, leave,
        s->source, second, kg__euler_state(&places)->pred, half, w->row, w->n, w->m));
out:
    kg__euler_finish_cuda(&places);
    kg__free(w->ctx, second);
    return status;
}

decl_euler_leaves_by(kg__euler_leaves_by_cuda)
{
    kg_edge left;
    kg_status status;

    (void)is_second;
    KG_TRY(kg__cuda_fetch(w->ctx, &left, leave + w->first, sizeof left));
    *same = left == half;
out:
    return status;
}

/* Thread v owns row v; the last thread owns the end of all rows. */
static __global__ void k_euler_pair_rows(
    kg_edge *slot_row, unsigned long long *odd, const kg_edge *row, uint64_t n)
{
    const uint64_t v = kg__item();

    if (v > n)
        return;
    slot_row[v] = row[v] / 2;
    if (v < n && (row[v] ^ row[v + 1]) & 1)
        atomicAdd(odd, 1ull);
}

decl_euler_pair_rows(kg__euler_pair_rows_cuda)
{
    unsigned long long *d_odd = NULL, count;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_odd, 1, sizeof *d_odd, "a count of odd vertices"));
    KG_TRY(kg__memory(ctx)->clear(ctx, d_odd, 0, sizeof *d_odd));
    KG_TRY(KG_LAUNCH(ctx, k_euler_pair_rows, n + 1, slot_row, d_odd, row, n));
    KG_TRY(kg__cuda_fetch(ctx, &count, d_odd, sizeof count));
    *odd = count;
out:
    kg__free(ctx, d_odd);
    return status;
}

/* Thread i owns entries i and m - i of the walk, or only entry i if the walk is not turned. */
static __global__ void k_euler_name_halves(
    kg_edge *walk, const kg_edge *leave, uint64_t m, bool turned)
{
    uint64_t i = kg__item(), other = i ? m - i : 0;
    kg_edge here, there;

    if (i >= m || (turned && i > other))
        return;
    here = leave[walk[i]];
    if (!turned) {
        walk[i] = here;
        return;
    }
    there = leave[walk[other]];
    walk[i] = there ^ 1;
    walk[other] = here ^ 1;
}

decl_euler_name_halves(kg__euler_name_halves_cuda)
{
    (void)half;
    return KG_LAUNCH(w->ctx, k_euler_name_halves, w->m, w->walk, leave, w->m, turned);
}
