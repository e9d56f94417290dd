/*
 * The first kernel: the sum of two vectors, in three ways.
 *
 * Every way moves the same 12 bytes a number and does next to nothing with them, so the memory
 * decides. The ways differ in which thread adds which numbers.
 */
#include "course.cuh"

enum { THREADS = 256 };

/* Each thread adds one number. The last block has threads beyond the end: hence the condition. */
static __global__ void add_each(float *c, const float *a, const float *b, size_t n)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

/* There are as many threads as the GPU holds, and each goes on by the size of the grid. In every
 * round, neighbouring threads read neighbouring numbers. */
static __global__ void add_stride(float *c, const float *a, const float *b, size_t n)
{
    const size_t step = gridDim.x * (size_t)blockDim.x;

    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
        c[i] = a[i] + b[i];
}

/* Each thread adds a run of numbers, as one shares work among the cores of a CPU. At any time the
 * threads of a warp then read 32 places that are far apart, each in a cache line of its own. */
static __global__ void add_chunks(float *c, const float *a, const float *b, size_t n)
{
    const size_t threads = gridDim.x * (size_t)blockDim.x, each = (n + threads - 1) / threads,
                 begin = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * each,
                 end = begin + each < n ? begin + each : n;

    for (size_t i = begin; i < end; i++)
        c[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, (size_t)1 << 20, (size_t)1 << 30);
    const unsigned blocks = course_blocks(n, THREADS);
    std::vector<float> a(n), b(n), expected(n);
    exercise add("add", 12.0 * (double)n, "GB/s");

    for (size_t i = 0; i < n; i++) {
        a[i] = (float)(course_random(i) % 1000);
        b[i] = (float)(course_random(n + i) % 1000);
        expected[i] = a[i] + b[i];
    }
    on_gpu<float> d_a(a), d_b(b), d_c(n);
    auto right = [&] { return d_c.read() == expected; };
    add.forget = [&] { d_c.fill(0xff); };
    add.way(
        "chunks", [&] { add_chunks<<<blocks, THREADS>>>(d_c, d_a, d_b, n); }, right);
    add.way(
        "a thread a number",
        [&] { add_each<<<course_ceil(n, THREADS), THREADS>>>(d_c, d_a, d_b, n); }, right);
    add.way(
        "grid-stride loop", [&] { add_stride<<<blocks, THREADS>>>(d_c, d_a, d_b, n); }, right);
    return add.status();
}
