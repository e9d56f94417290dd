/*
 * The first few of very many numbers in order, on the GPU.
 *
 * In: value[n]. Out: top[k], index[k] or NULL.
 *
 * Method: a sample of one number in TOP_SHARE gives a limit that somewhat more than k numbers are
 * likely to reach. The sample is divided into groups; the limit is the rank-th best of the groups'
 * best numbers. One read of the array collects the numbers that reach the limit, in any order.
 * Comparing each of them with all the others gives its place. If too few or too many numbers reach
 * the limit, the status is KG_UNSUPPORTED and the front uses its general method. This happens if
 * very many numbers are equal, or if the sampled numbers are not like the others.
 *
 * Work: one read of the array; c^2 comparisons of c collected numbers, c < TOP_ROOM, about k + 48
 * sqrt(k + 576) + 1200. Memory: TOP_ROOM keys and positions.
 *
 * Deterministic: keys and positions order numbers totally.
 */
#include "../typed.cuh"

/* TOP_NEAR: neighbouring numbers of the sample, because reading them costs no more than reading
 * one. TOP_GROUPS: each group has one thread of one block. TOP_RIVALS: the numbers that one block
 * ranks. */
enum {
    TOP_MOST = 2048,
    TOP_LEAST = 1 << 20,
    TOP_SHARE = 256,
    TOP_NEAR = 4,
    TOP_GROUPS = 1024,
    TOP_ROUND = 16,
    TOP_ROOM = 16384,
    TOP_RIVALS = 16
};

/* Blocks per multiprocessor that go through all tiles: as many as have registers for a tile
 * each. */
template <typename T> constexpr int TOP_BLOCKS = sizeof(T) <= 4 ? 7 : 5;

/* found and best start at 0. Keys are complemented if the least numbers are asked for. */
typedef struct top_list {
    unsigned long long found, best[TOP_GROUPS], limit;
    unsigned long long key[TOP_ROOM], position[TOP_ROOM];
} top_list;

/* Thread i takes the samples i, i + threads, i + 2 * threads and so on. The number of threads is a
 * multiple of TOP_GROUPS, so these samples all belong to one group. */
template <typename T>
static __global__ void k_top_sample(top_list *list, uint64_t n, const T *value, kg__bits_t<T> flip)
{
    const uint64_t threads = (uint64_t)gridDim.x * KG__BLOCK;
    const uint64_t samples = n / (TOP_SHARE * TOP_NEAR) * TOP_NEAR;
    kg__bits_t<T> best = 0;

    for (uint64_t begin = kg__item(); begin < samples; begin += TOP_ROUND * threads) {
        T own[TOP_ROUND];

#pragma unroll
        for (int k = 0; k < TOP_ROUND; k++) {
            const uint64_t s = begin + k * threads < samples ? begin + k * threads : begin;

            own[k] = value[s / TOP_NEAR * TOP_SHARE * TOP_NEAR + s % TOP_NEAR];
        }
#pragma unroll
        for (int k = 0; k < TOP_ROUND; k++) {
            const kg__bits_t<T> key = kg__ordered_bits(own[k]) ^ flip;

            best = key > best ? key : best;
        }
    }
    atomicMax(&list->best[kg__item() % TOP_GROUPS], (unsigned long long)best);
}

/* Launched as one block, whose thread t owns group t. Finds, bit by bit, the greatest limit that at
 * least `rank` groups reach. */
template <typename K> static __global__ void k_top_limit(top_list *list, int rank)
{
    const K own = (K)list->best[threadIdx.x];
    K limit = 0;

    for (int bit = 8 * sizeof(K) - 1; bit >= 0; bit--) {
        const K more = limit | (K)1 << bit;

        if (__syncthreads_count(own >= more) >= rank)
            limit = more;
    }
    if (threadIdx.x == 0)
        list->limit = limit;
}

/* Each block goes through tiles and collects the numbers that reach the limit, until the list is
 * full. */
template <typename T>
static __global__ __launch_bounds__(KG__BLOCK, TOP_BLOCKS<T>) void k_top_collect(
    top_list *list, uint64_t n, const T *value, kg__bits_t<T> flip)
{
    const kg__bits_t<T> limit = (kg__bits_t<T>)list->limit;
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;

    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        bool some = false;
        T own[KG__ITEMS];

        kg__tile_load(own, tile, n, value, T());
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++)
            some |= (kg__ordered_bits(own[k]) ^ flip) >= limit;
        if (!some)
            continue;
        if (kg__atomic_load(&list->found) > TOP_ROOM)
            break;
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const kg__bits_t<T> key = kg__ordered_bits(own[k]) ^ flip;
            const uint64_t i = kg__tile_index(tile, k);

            if (key >= limit && i < n) {
                const unsigned long long to = atomicAdd(&list->found, 1ull);

                if (to < TOP_ROOM) {
                    list->key[to] = key;
                    list->position[to] = i;
                }
            }
        }
    }
}

/* Block b ranks the TOP_RIVALS collected numbers from b * TOP_RIVALS on: a number's place is the
 * count of collected numbers that come before it. The block's threads share the comparisons. all:
 * receives list->found. */
template <typename T>
static __global__ void k_top_rank(
    T *top, uint64_t *index, uint64_t *all, const top_list *list, const T *value, unsigned k)
{
    __shared__ unsigned s_place[TOP_RIVALS];
    const unsigned found = list->found <= TOP_ROOM ? (unsigned)list->found : 0;
    const unsigned first = blockIdx.x * TOP_RIVALS;
    unsigned long long key[TOP_RIVALS], position[TOP_RIVALS];
    unsigned place[TOP_RIVALS] = {0};

    if (kg__item() == 0)
        *all = list->found;
    if (first >= found || found < k)
        return;
    if (threadIdx.x < TOP_RIVALS)
        s_place[threadIdx.x] = 0;
#pragma unroll
    for (int r = 0; r < TOP_RIVALS; r++) {
        const unsigned i = first + r < found ? first + r : first;

        key[r] = list->key[i];
        position[r] = list->position[i];
    }
    for (unsigned i = threadIdx.x; i < found; i += KG__BLOCK) {
        const unsigned long long other = list->key[i], there = list->position[i];

#pragma unroll
        for (int r = 0; r < TOP_RIVALS; r++)
            place[r] += other > key[r] || (other == key[r] && there < position[r]);
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < TOP_RIVALS; r++) {
        for (int step = 16; step; step /= 2)
            place[r] += __shfl_xor_sync(0xffffffff, place[r], step);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&s_place[r], place[r]);
    }
    __syncthreads();
    if (threadIdx.x < TOP_RIVALS && first + threadIdx.x < found && s_place[threadIdx.x] < k) {
        const uint64_t at = list->position[first + threadIdx.x];

        top[s_place[threadIdx.x]] = value[at];
        if (index)
            index[s_place[threadIdx.x]] = at;
    }
}

template <typename T>
static kg_status top(kg_context *ctx, void *first, uint64_t *index, uint64_t n, const void *in,
    uint64_t k, uint64_t flips)
{
    const T *value = (const T *)in;
    const kg__bits_t<T> flip = (kg__bits_t<T>)flips;
    const uint64_t each = n / TOP_SHARE / TOP_GROUPS / TOP_ROUND, share = k / TOP_SHARE;
    const unsigned threads = TOP_GROUPS * (unsigned)(each < 1 ? 1 : each < 64 ? each : 64);
    uint64_t rank = share + 1, *found = (uint64_t *)kg__cuda_of(ctx)->small;
    top_list *list = NULL;
    kg_status status;

    while ((rank - share) * (rank - share) < 9 * rank) /* three standard deviations */
        rank++;
    KG_TRY(kg__allocate(ctx, &list, 1, sizeof *list, "candidates"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(list, 0, offsetof(top_list, limit), kg__stream(ctx))));
    KG_TRY(KG_LAUNCH(ctx, k_top_sample<T>, threads, list, n, value, flip));
    KG_TRY(KG_LAUNCH_SHAPED(ctx, k_top_limit<kg__bits_t<T>>, 1, TOP_GROUPS, 0, list, (int)rank));
    KG_TRY(KG_LAUNCH(
        ctx, k_top_collect<T>, kg__resident_threads(ctx, n, TOP_BLOCKS<T>), list, n, value, flip));
    KG_TRY(KG_LAUNCH_SHAPED(ctx, k_top_rank<T>, TOP_ROOM / TOP_RIVALS, KG__BLOCK, 0, (T *)first,
        index, found, list, value, (unsigned)k));
    KG_TRY(kg__cuda_wait(ctx));
    status = *found >= k && *found <= TOP_ROOM ? KG_OK : KG_UNSUPPORTED;
out:
    kg__free(ctx, list);
    return status;
}

decl_array_top(kg__array_top_cuda)
{
    if (k > TOP_MOST || n < TOP_LEAST)
        return KG_UNSUPPORTED;
    return KG__BY_TYPE(type, top, ctx, first, index, n, value, k, kg__flip(type, least));
}
