/*
 * Sorting of keys and of pairs on the GPU.
 *
 * In: key[n], value[n] or NULL for positions. Out: sorted_key[n] or NULL, sorted_value[n] or NULL,
 * each of which may be its input.
 *
 * Method: a look at the keys for the bits in which they differ and for a fall; then CUB's radix
 * sort over those bits. Where an output holds an input, or is to begin with positions, outputs and
 * one spare array each are CUB's two buffers; otherwise the inputs stay and CUB has the spare ones.
 *
 * Work: O(n * b) for b such bits; sorted input costs the look and a copy. Memory: an array of n keys
 * and one of n values, a second one of keys where sorted_key is NULL.
 *
 * Deterministic: the sort is stable.
 */
#include "tile.cuh"
#include <cub/device/device_radix_sort.cuh>

/* What a look finds. */
typedef struct sort_look {
    unsigned long long differ; /* bits in which keys differ from the first */
    unsigned falls;            /* not 0 where a key is below the one before it */
} sort_look;

/* Puts a block's bits together and says whether they are all that there are. */
template <typename K> static __device__ bool knows_all(sort_look *s_look, K differ)
{
    for (int step = 16; step; step /= 2)
        differ |= __shfl_xor_sync(0xffffffff, differ, step);
    if (threadIdx.x % 32 == 0)
        atomicOr(&s_look->differ, (unsigned long long)differ);
    __syncthreads();
    differ = (K)s_look->differ;
    __syncthreads();
    return differ == (K)-1;
}

/* Each block goes through tiles until it knows all: a fall, and that all bits differ. Its findings are
 * put together, then all blocks'. */
template <typename K> static __global__ void k_sort_look(sort_look *look, uint64_t n, const K *key)
{
    __shared__ sort_look s_look;
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;
    const unsigned lane = threadIdx.x % 32;
    const K first = key[0];
    K differ = 0;
    unsigned falls = 0;

    if (threadIdx.x == 0)
        s_look.differ = s_look.falls = 0;
    __syncthreads();
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        K own[KG__ITEMS];

        kg__tile_load(own, tile, n, key, first);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const uint64_t i = kg__tile_index(tile, k);
            K before = __shfl_up_sync(0xffffffff, own[k], 1);

            if (lane == 0)
                before = i > 0 && i < n ? key[i - 1] : own[k];
            differ |= own[k] ^ first;
            falls |= i < n && own[k] < before;
        }
        if (__syncthreads_or((int)falls) && knows_all(&s_look, differ))
            break;
    }
    if (differ || falls) { /* one without the other, where a key is the first again */
        atomicOr(&s_look.differ, (unsigned long long)differ);
        atomicOr(&s_look.falls, falls);
    }
    __syncthreads();
    if (threadIdx.x == 0 && (s_look.differ || s_look.falls)) {
        atomicOr(&look->differ, s_look.differ);
        atomicOr(&look->falls, s_look.falls);
    }
}

/* Thread i owns value[i]. */
template <typename V> static __global__ void k_sort_positions(V *value, uint64_t n)
{
    const uint64_t i = kg__item();

    if (i < n)
        value[i] = (V)i;
}

/* The bits in which keys differ; 0 where they are sorted already. */
template <typename K>
static kg_status look_at(kg_context *ctx, uint64_t *differ, uint64_t n, const K *key)
{
    sort_look *d_look = NULL, look;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_look, 1, sizeof *d_look, "a look at the keys"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(d_look, 0, sizeof *d_look, kg__stream(ctx))));
    KG_TRY(KG_LAUNCH(ctx, k_sort_look<K>, kg__resident_threads(ctx, n), d_look, n, key));
    KG_TRY(kg__cuda_fetch(ctx, &look, d_look, sizeof look));
    *differ = look.falls ? look.differ : 0;
out:
    kg__free(ctx, d_look);
    return status;
}

/* Copies an array to where it is not yet. */
template <typename T> static kg_status copy(kg_context *ctx, T *to, uint64_t n, const T *from)
{
    return to == from ? KG_OK
                      : KG_CUDA(ctx, cudaMemcpyAsync(to, from, n * sizeof(T),
                                         cudaMemcpyDeviceToDevice, kg__stream(ctx)));
}

/* Keys over the bits [from, to), with values unless sorted_value is NULL; nothing in place. */
template <typename K, typename V>
static kg_status sort_apart(kg_context *ctx, K *sorted_key, V *sorted_value, uint64_t n,
    const K *key, const V *value, int from, int to)
{
    kg_status status;

    if (sorted_value)
        KG_TRY_CUB(ctx, cub::DeviceRadixSort::SortPairs, key, sorted_key, value, sorted_value, n,
            from, to, kg__stream(ctx));
    else
        KG_TRY_CUB(
            ctx, cub::DeviceRadixSort::SortKeys, key, sorted_key, n, from, to, kg__stream(ctx));
out:
    return status;
}

/* The same, from where the outputs are. */
template <typename K, typename V>
static kg_status sort_in_place(
    kg_context *ctx, K *sorted_key, V *sorted_value, uint64_t n, int from, int to)
{
    cub::DoubleBuffer<K> keys;
    cub::DoubleBuffer<V> values;
    K *spare_key = NULL;
    V *spare_value = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &spare_key, n, sizeof(K), "keys between two passes"));
    keys = cub::DoubleBuffer<K>(sorted_key, spare_key);
    if (sorted_value) {
        KG_TRY(kg__allocate(ctx, &spare_value, n, sizeof(V), "values between two passes"));
        values = cub::DoubleBuffer<V>(sorted_value, spare_value);
        KG_TRY_CUB(
            ctx, cub::DeviceRadixSort::SortPairs, keys, values, n, from, to, kg__stream(ctx));
        KG_TRY(copy(ctx, sorted_value, n, values.Current()));
    } else {
        KG_TRY_CUB(ctx, cub::DeviceRadixSort::SortKeys, keys, n, from, to, kg__stream(ctx));
    }
    KG_TRY(copy(ctx, sorted_key, n, keys.Current()));
out:
    kg__free(ctx, spare_value);
    kg__free(ctx, spare_key);
    return status;
}

template <typename K, typename V>
static kg_status sort(
    kg_context *ctx, K *sorted_key, V *sorted_value, uint64_t n, const K *key, const V *value)
{
    K *own_key = NULL;
    uint64_t differ;
    int from, to;
    kg_status status;

    KG_TRY(look_at(ctx, &differ, n, key));
    if (sorted_value && !value) {
        KG_TRY(KG_LAUNCH(ctx, k_sort_positions<V>, n, sorted_value, n));
        value = sorted_value;
    }
    if (differ && !sorted_key) {
        KG_TRY(kg__allocate(ctx, &own_key, n, sizeof(K), "sorted keys"));
        sorted_key = own_key;
    }
    from = differ ? __builtin_ctzll(differ) : 0;
    to = differ ? 64 - __builtin_clzll(differ) : 0;
    if (differ && key != sorted_key && (!sorted_value || value != sorted_value)) {
        KG_TRY(sort_apart(ctx, sorted_key, sorted_value, n, key, value, from, to));
        goto out;
    }
    if (sorted_key)
        KG_TRY(copy(ctx, sorted_key, n, key));
    if (sorted_value)
        KG_TRY(copy(ctx, sorted_value, n, value));
    if (differ)
        KG_TRY(sort_in_place(ctx, sorted_key, sorted_value, n, from, to));
out:
    kg__free(ctx, own_key);
    return status;
}

#define SORT(KS, VS, K, V)                                                                         \
    decl_scan_sort(kg__scan_sort_##KS##_##VS##_cuda, K, V)                                         \
    {                                                                                              \
        return sort(ctx, sorted_key, sorted_value, n, key, value);                                 \
    }

SORT(u32, u32, uint32_t, uint32_t)
SORT(u32, u64, uint32_t, uint64_t)
SORT(u64, u32, uint64_t, uint32_t)
SORT(u64, u64, uint64_t, uint64_t)
