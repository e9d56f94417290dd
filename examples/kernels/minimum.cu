/*
 * The minimum of numbers, in three ways: by atomic operations on one word in global memory, on a
 * word of each block in shared memory, or by a tree.
 *
 * Atomic operations on one address are done one after the other. A block that first finds its own
 * minimum needs only one of them.
 */
#include "course.cuh"

enum { THREADS = 256 };

/* Each thread offers one number to the word in global memory. */
static __global__ void minimum_global(unsigned *least, const unsigned *value, size_t n)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    if (i < n)
        atomicMin(least, value[i]);
}

/* Each thread offers its numbers to the block's word, and the block offers that to the word in
 * global memory. */
static __global__ void minimum_shared(unsigned *least, const unsigned *value, size_t n)
{
    __shared__ unsigned s_least;
    const size_t step = gridDim.x * (size_t)blockDim.x;

    if (threadIdx.x == 0)
        s_least = ~0u;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
        atomicMin(&s_least, value[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMin(least, s_least);
}

/* Each thread keeps the minimum of its numbers in a register. Then half of the threads take the
 * lesser of their own and another thread's, then a quarter of them, and so on: a tree of
 * log2(THREADS) levels. All threads reach each barrier, including those with nothing left to do. */
static __global__ void minimum_tree(unsigned *least, const unsigned *value, size_t n)
{
    __shared__ unsigned s_value[THREADS];
    const unsigned t = threadIdx.x;
    const size_t step = gridDim.x * (size_t)blockDim.x;
    unsigned own = ~0u;

    for (size_t i = blockIdx.x * (size_t)blockDim.x + t; i < n; i += step)
        own = min(own, value[i]);
    s_value[t] = own;
    for (unsigned half = THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (t < half)
            s_value[t] = min(s_value[t], s_value[t + half]);
    }
    if (t == 0)
        atomicMin(least, s_value[0]);
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, (size_t)1 << 20, (size_t)1 << 31);
    const unsigned blocks = course_blocks(n, THREADS);
    std::vector<unsigned> value(n);
    exercise minimum("minimum", 4.0 * (double)n, "GB/s");
    unsigned expected;

    for (size_t i = 0; i < n; i++)
        value[i] = (unsigned)course_random(i) | 1;
    expected = *std::min_element(value.begin(), value.end());
    on_gpu<unsigned> d_value(value), d_least(1);
    auto right = [&] { return d_least.read()[0] == expected; };
    minimum.way(
        "global atomics",
        [&] {
            d_least.fill(0xff);
            minimum_global<<<course_ceil(n, THREADS), THREADS>>>(d_least, d_value, n);
        },
        right);
    minimum.way(
        "shared atomics",
        [&] {
            d_least.fill(0xff);
            minimum_shared<<<blocks, THREADS>>>(d_least, d_value, n);
        },
        right);
    minimum.way(
        "tree",
        [&] {
            d_least.fill(0xff);
            minimum_tree<<<blocks, THREADS>>>(d_least, d_value, n);
        },
        right);
    return minimum.status();
}
