/* Looks at keys before they are sorted. Finds the bits in which they differ, and whether there is a
 * fall: a key that is less than the one before it. */
#ifndef KG_SORT_LOOK_CUH
#define KG_SORT_LOOK_CUH

#include "../tile.cuh"

/* The unsigned integer by which CUB's radix sort orders a number. For floats CUB derives it from
 * the bits alone, also for NaNs; only -0 counts as 0. */
static __device__ __forceinline__ uint8_t sort_bits(uint8_t key)
{
    return key;
}

static __device__ __forceinline__ uint16_t sort_bits(uint16_t key)
{
    return key;
}

static __device__ __forceinline__ uint32_t sort_bits(uint32_t key)
{
    return key;
}

static __device__ __forceinline__ uint64_t sort_bits(uint64_t key)
{
    return key;
}

static __device__ __forceinline__ uint64_t sort_bits(int64_t key)
{
    return (uint64_t)key ^ (uint64_t)1 << 63;
}

static __device__ __forceinline__ uint32_t sort_bits(float key)
{
    const uint32_t bits = key == 0 ? 0 : __float_as_uint(key);

    return bits ^ ((uint32_t)1 << 31 | ((uint32_t)0 - (bits >> 31)));
}

static __device__ __forceinline__ uint64_t sort_bits(double key)
{
    const uint64_t bits = key == 0 ? 0 : (uint64_t)__double_as_longlong(key);

    return bits ^ ((uint64_t)1 << 63 | ((uint64_t)0 - (bits >> 63)));
}

template <typename T> using sort_bits_t = decltype(sort_bits(T()));

/* The findings of a look. */
typedef struct sort_look {
    unsigned long long differ; /* bits in which keys differ from the first */
    unsigned falls;            /* not 0 if a key is less than the one before it */
} sort_look;

/* Bits per pass of the sort. */
enum { SORT_DIGIT = 8 };

/* Combines the differing bits of a block's threads. Returns whether the sort already needs all its
 * passes, so that further differing bits could not add one. */
template <typename K> static __device__ bool knows_enough(sort_look *s_look, K differ)
{
    unsigned long long all;

    for (int step = 16; step; step /= 2)
        differ |= __shfl_xor_sync(0xffffffff, differ, step);
    if (threadIdx.x % 32 == 0)
        atomicOr(&s_look->differ, (unsigned long long)differ);
    __syncthreads();
    all = s_look->differ;
    __syncthreads();
    return all && 64 - __clzll((long long)all) - (__ffsll((long long)all) - 1) >
                      8 * (int)sizeof(K) - SORT_DIGIT;
}

/* Each block goes through tiles until it knows enough: it has met a fall, and the differing bits
 * need all passes of the sort. It then reports that all bits differ. The threads of a block combine
 * their findings in shared memory, and the blocks combine theirs in *look. */
template <typename T> static __global__ void k_sort_look(sort_look *look, uint64_t n, const T *key)
{
    typedef sort_bits_t<T> K;
    __shared__ sort_look s_look;
    const uint64_t tiles = (n + KG__TILE - 1) / KG__TILE;
    const unsigned lane = threadIdx.x % 32;
    const T first = key[0];
    K differ = 0;
    unsigned falls = 0;

    if (threadIdx.x == 0)
        s_look.differ = s_look.falls = 0;
    __syncthreads();
    for (uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        T own[KG__ITEMS];

        kg__tile_load(own, tile, n, key, first);
#pragma unroll
        for (int k = 0; k < KG__ITEMS; k++) {
            const uint64_t i = kg__tile_index(tile, k);
            const K bits = sort_bits(own[k]);
            K before = __shfl_up_sync(0xffffffff, bits, 1);

            if (lane == 0)
                before = i > 0 && i < n ? sort_bits(key[i - 1]) : bits;
            differ |= bits ^ sort_bits(first);
            falls |= i < n && bits < before;
        }
        if (__syncthreads_or((int)falls) && knows_enough(&s_look, differ)) {
            differ = (K)-1;
            break;
        }
    }
    if (differ || falls) { /* a fall back to the first key's value shows no differing bit */
        atomicOr(&s_look.differ, (unsigned long long)differ);
        atomicOr(&s_look.falls, falls);
    }
    __syncthreads();
    if (threadIdx.x == 0 && (s_look.differ || s_look.falls)) {
        atomicOr(&look->differ, s_look.differ);
        atomicOr(&look->falls, s_look.falls);
    }
}

/* Finds the bits [from, to) to sort by: none if the keys are sorted already. */
template <typename T>
static kg_status kg__sort_look(kg_context *ctx, int *from, int *to, uint64_t n, const T *key)
{
    sort_look *d_look = NULL, look;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_look, 1, sizeof *d_look, "a look at the keys"));
    KG_TRY(KG_CUDA(ctx, cudaMemsetAsync(d_look, 0, sizeof *d_look, kg__stream(ctx))));
    KG_TRY(KG_LAUNCH(ctx, k_sort_look<T>, kg__resident_threads(ctx, n), d_look, n, key));
    KG_TRY(kg__cuda_fetch(ctx, &look, d_look, sizeof look));
    *from = look.falls ? __builtin_ctzll(look.differ) : 0;
    *to = look.falls ? 64 - __builtin_clzll(look.differ) : 0;
out:
    kg__free(ctx, d_look);
    return status;
}

/* Copies an array, unless it is in its place already. */
template <typename T>
static kg_status kg__sort_copy(kg_context *ctx, T *to, uint64_t n, const T *from)
{
    return to == from ? KG_OK
                      : KG_CUDA(ctx, cudaMemcpyAsync(to, from, n * sizeof(T),
                                         cudaMemcpyDeviceToDevice, kg__stream(ctx)));
}

#endif
