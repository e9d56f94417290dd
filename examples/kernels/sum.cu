/*
 * The sum of numbers in 64 bits, in three ways: the threads meet at one word, in shared memory, or
 * in registers.
 */
#include "course.cuh"

enum { THREADS = 256, WARP = 32, WARPS = THREADS / WARP };
typedef unsigned long long total;

/* Each thread adds one number to the sum. */
static __global__ void sum_global(total *sum, const unsigned *value, size_t n)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(sum, value[i]);
}

/* Returns the sum of the numbers that are a thread's own, by a grid-stride loop. */
static __device__ total own_sum(const unsigned *value, size_t n)
{
    const size_t step = gridDim.x * (size_t)blockDim.x;
    total own = 0;

    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
        own += value[i];
    return own;
}

/* Each thread adds up its own numbers, the block adds up its threads by a tree in shared memory,
 * and one thread adds the result to the sum. */
static __global__ void sum_stride(total *sum, const unsigned *value, size_t n)
{
    __shared__ total s_sum[THREADS];
    const unsigned t = threadIdx.x;

    s_sum[t] = own_sum(value, n);
    for (unsigned half = THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (t < half)
            s_sum[t] += s_sum[t + half];
    }
    if (t == 0)
        atomicAdd(sum, s_sum[0]);
}

/* Returns the sum of a warp's threads to its first one. The lanes read each other's registers,
 * which needs neither shared memory nor a barrier. */
static __device__ total warp_sum(total own)
{
    for (int by = WARP / 2; by; by /= 2)
        own += __shfl_down_sync(0xffffffff, own, by);
    return own;
}

/* As above, but warps add up by shuffles, and only their sums go through shared memory. */
static __global__ void sum_shuffle(total *sum, const unsigned *value, size_t n)
{
    __shared__ total s_sum[WARPS];
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    total own = warp_sum(own_sum(value, n));

    if (lane == 0)
        s_sum[warp] = own;
    __syncthreads();
    if (warp == 0) {
        own = warp_sum(lane < WARPS ? s_sum[lane] : 0);
        if (lane == 0)
            atomicAdd(sum, own);
    }
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, (size_t)1 << 20, (size_t)1 << 31);
    const unsigned blocks = course_blocks(n, THREADS);
    std::vector<unsigned> value(n);
    exercise sum("sum", 4.0 * (double)n, "GB/s");
    total expected = 0;

    for (size_t i = 0; i < n; i++)
        expected += value[i] = (unsigned)course_random(i);
    on_gpu<unsigned> d_value(value);
    on_gpu<total> d_sum(1);
    auto right = [&] { return d_sum.read()[0] == expected; };
    sum.way(
        "global atomics",
        [&] {
            d_sum.fill(0);
            sum_global<<<course_ceil(n, THREADS), THREADS>>>(d_sum, d_value, n);
        },
        right);
    sum.way(
        "grid-stride loop and tree",
        [&] {
            d_sum.fill(0);
            sum_stride<<<blocks, THREADS>>>(d_sum, d_value, n);
        },
        right);
    sum.way(
        "grid-stride loop and shuffles",
        [&] {
            d_sum.fill(0);
            sum_shuffle<<<blocks, THREADS>>>(d_sum, d_value, n);
        },
        right);
    return sum.status();
}
