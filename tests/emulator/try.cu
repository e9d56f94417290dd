/*
 * Whether the emulator does what a GPU does, and reports what a GPU would suffer from.
 *     try            sums, ballots, matches and scans of lanes, waits of a block and of a grid
 *     try apart      lanes that wait for lanes of the other branch
 *     try missing    blocks that wait for a block that has ended
 *     try alone      a block that waits for a grid whose blocks do not run at once
 *     try beside     an access beside an array of the device
 *     try shared     an access beside an array of shared memory
 * All but the first end the program: the last two by the address sanitizer, the others by abort().
 */
#include <cooperative_groups.h>
#include <cub/device/device_radix_sort.cuh>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 96, BLOCKS = 5, ROUNDS = 4 };

/* What thread t of block b is to find. */
typedef struct found {
    unsigned sum, ballot, same, before, count, next, unwritten;
    unsigned long long both;
} found;

static __global__ void k_try(found *out, unsigned *total)
{
    extern __shared__ unsigned s_value[];
    __shared__ alignas(16) unsigned s_total;
    __shared__ unsigned s_own[THREADS];
    const unsigned t = threadIdx.x, lane = t % 32;
    found f;

    f.unwritten = s_own[t];
    s_own[t] = t;
    if (t == 0)
        s_total = 0;
    s_value[t] = t;
    __syncthreads();
    f.next = s_value[(t + 1) % THREADS];
    atomicAdd(&s_total, t);
    f.sum = t;
    for (int by = 16; by; by /= 2)
        f.sum += __shfl_xor_sync(0xffffffff, f.sum, by);
    f.ballot = __ballot_sync(0xffffffff, lane % 3 == 0);
    f.same = __match_any_sync(0xffffffff, lane % 5);
    f.before = lane ? 0 : 7;
    if (lane < 16) /* the other half does not come */
        f.before += __shfl_up_sync(0x0000ffff, t, 1);
    f.both = __shfl_sync(0xffffffff, (unsigned long long)t << 40, 31);
    f.count = (unsigned)__syncthreads_count(t % 4 == 0);
    if (t == THREADS - 1)
        atomicAdd(total, s_total);
    out[blockIdx.x * THREADS + t] = f;
    if (t % 2) /* the others wait on without these */
        return;
    __syncthreads();
}

static __global__ void k_try_apart(unsigned *out)
{
    if (threadIdx.x % 2)
        out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 0);
    else
        __syncthreads();
}

/* In each round all threads of all blocks add up what they have made of the last round's sum. */
static __global__ void k_try_grid(unsigned *sum, unsigned *wrong, unsigned missing)
{
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    const unsigned all = gridDim.x * blockDim.x;
    __shared__ unsigned s_sum;

    if (blockIdx.x == missing)
        return;
    if (threadIdx.x == 0)
        s_sum = blockIdx.x;
    __syncthreads();
    for (unsigned round = 0, last = 1; round < ROUNDS; round++, last = all * last + 1) {
        atomicAdd(&sum[round], threadIdx.x || blockIdx.x ? last : last + 1);
        atomicAdd(&s_sum, 1);
        grid.sync();
        if (sum[round] != all * last + 1 || s_sum != blockIdx.x + (round + 1) * blockDim.x)
            atomicAdd(wrong, 1);
        __syncthreads();
    }
}

static __global__ void k_try_shared(unsigned *out, unsigned count)
{
    __shared__ unsigned s_array[THREADS];

    s_array[count] = threadIdx.x;
    out[threadIdx.x] = s_array[0];
}

static __global__ void k_try_beside(unsigned *out, unsigned count)
{
    out[threadIdx.x] = count;
}

static bool is_right(const found *f, unsigned t)
{
    const unsigned lane = t % 32;
    unsigned same = 0, sum = 0;

    for (unsigned i = 0; i < 32; i++) {
        same |= i % 5 == lane % 5 ? 1u << i : 0;
        sum += t - lane + i;
    }
    return f->sum == sum && f->ballot == 0x49249249 && f->same == same &&
           f->before == (lane == 0      ? 7 + t
                            : lane < 16 ? t - 1
                                        : 0) &&
           f->both == (unsigned long long)(t - lane + 31) << 40 && f->count == THREADS / 4 &&
           f->next == (t + 1) % THREADS && f->unwritten == 0xa5a5a5a5;
}

static cudaError_t add_up(unsigned blocks, unsigned *sum, unsigned *wrong, unsigned missing)
{
    void *arguments[] = {&sum, &wrong, &missing};

    cudaMemsetAsync(sum, 0, (ROUNDS + 1) * sizeof *sum);
    return cudaLaunchCooperativeKernel(
        (const void *)k_try_grid, dim3(blocks), dim3(THREADS), arguments, 0, NULL);
}

/* How many threads of a grid find a wrong sum; 1 more if more blocks are taken than fit. */
static unsigned wrong_sums(void)
{
    unsigned *sum, wrong;
    int blocks = 0;

    cudaMalloc((void **)&sum, (ROUNDS + 1) * sizeof *sum);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)k_try_grid, THREADS, 0);
    wrong = blocks < BLOCKS || add_up(BLOCKS, sum, sum + ROUNDS, BLOCKS) != cudaSuccess;
    wrong += sum[ROUNDS] + (sum[0] != BLOCKS * THREADS + 1);
    wrong += add_up(10000, sum, sum + ROUNDS, 10000) != cudaErrorCooperativeLaunchTooLarge;
    cudaFree(sum);
    return wrong;
}

static bool sorts(void)
{
    const float key[] = {3, -1, 0.5f, -7, 2};
    const int value[] = {0, 1, 2, 3, 4};
    float sorted[5];
    int moved[5];
    size_t bytes = 0;

    cub::DeviceRadixSort::SortPairs(NULL, bytes, key, sorted, value, moved, 5);
    cub::DeviceRadixSort::SortPairs(&bytes, bytes, key, sorted, value, moved, 5);
    return sorted[0] == -7 && moved[0] == 3 && sorted[4] == 3 && moved[4] == 0 && moved[2] == 2;
}

int main(int argc, char **argv)
{
    found *out;
    unsigned *total, wrong = 0;

    cudaMalloc((void **)&out, BLOCKS * THREADS * sizeof *out);
    cudaMalloc((void **)&total, sizeof *total);
    if (argc > 1 && strcmp(argv[1], "apart") == 0)
        k_try_apart<<<1, 32, 0, NULL>>>(total);
    if (argc > 1 && strcmp(argv[1], "missing") == 0)
        add_up(BLOCKS, (unsigned *)out, total, 1);
    if (argc > 1 && strcmp(argv[1], "alone") == 0)
        k_try_grid<<<1, THREADS, 0, NULL>>>((unsigned *)out, total, 1u);
    if (argc > 1 && strcmp(argv[1], "shared") == 0)
        k_try_shared<<<1, 1, 0, NULL>>>(total, THREADS + 0u);
    if (argc > 1 && strcmp(argv[1], "beside") == 0)
        k_try_beside<<<1, 2, 0, NULL>>>(total, 1u);
    cudaMemsetAsync(total, 0, sizeof *total);
    k_try<<<BLOCKS, THREADS, THREADS * sizeof(unsigned), NULL>>>(out, total);
    for (unsigned i = 0; i < BLOCKS * THREADS; i++)
        wrong += !is_right(&out[i], i % THREADS);
    wrong += *total != BLOCKS * THREADS * (THREADS - 1) / 2;
    wrong += wrong_sums() + !sorts();
    cudaFree(out);
    cudaFree(total);
    printf("emulator: %u wrong\n", wrong);
    return wrong > 0;
}
