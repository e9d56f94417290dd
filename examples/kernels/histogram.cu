/*
 * Counts how often each byte occurs, in three ways that differ in the number of counters.
 *
 * The bytes of a text or of a picture are not spread evenly: many threads hit the same counter at
 * the same time, and wait for each other. More counters are the remedy; it costs little to add them
 * up.
 */
#include "course.cuh"

enum { THREADS = 256, BINS = 256, WARP = 32, WARPS = THREADS / WARP };

/* All threads share one row of counters in global memory. */
static __global__ void histogram_global(unsigned *times, const uint8_t *value, size_t n)
{
    const size_t step = gridDim.x * (size_t)blockDim.x;

    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&times[value[i]], 1);
}

/* Each block has counters of its own in shared memory, and adds them to the global ones at the
 * end. */
static __global__ void histogram_shared(unsigned *times, const uint8_t *value, size_t n)
{
    __shared__ unsigned s_times[BINS];
    const size_t step = gridDim.x * (size_t)blockDim.x;

    s_times[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&s_times[value[i]], 1);
    __syncthreads();
    if (s_times[threadIdx.x])
        atomicAdd(&times[threadIdx.x], s_times[threadIdx.x]);
}

/* Counters for each warp, and 16 bytes a load: a load of one byte leaves most of the memory's width
 * unused. The last bytes, fewer than 16, are counted one by one. */
static __global__ void histogram_warps(unsigned *times, const uint8_t *value, size_t n)
{
    __shared__ unsigned s_times[WARPS][BINS];
    unsigned *own = s_times[threadIdx.x / WARP], sum = 0;
    const size_t step = gridDim.x * (size_t)blockDim.x,
                 first = blockIdx.x * (size_t)blockDim.x + threadIdx.x, wide = n / sizeof(uint4);

    for (unsigned i = threadIdx.x; i < WARPS * BINS; i += THREADS)
        s_times[i / BINS][i % BINS] = 0;
    __syncthreads();
    for (size_t i = first; i < wide; i += step) {
        const uint4 sixteen = ((const uint4 *)value)[i];
        const unsigned word[4] = {sixteen.x, sixteen.y, sixteen.z, sixteen.w};

        for (int w = 0; w < 4; w++)
            for (int byte = 0; byte < 4; byte++)
                atomicAdd(&own[word[w] >> 8 * byte & 0xff], 1);
    }
    for (size_t i = wide * sizeof(uint4) + first; i < n; i += step)
        atomicAdd(&own[value[i]], 1);
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        sum += s_times[w][threadIdx.x];
    if (sum)
        atomicAdd(&times[threadIdx.x], sum);
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, (size_t)1 << 20, (size_t)1 << 32);
    const unsigned blocks = course_blocks(n, THREADS);
    std::vector<uint8_t> value(n);
    std::vector<unsigned> expected(BINS);
    exercise histogram("histogram", (double)n, "GB/s");

    for (size_t i = 0; i < n; i++) {
        const uint64_t two = course_random(i);

        value[i] =
            (uint8_t)((two & 0xff) * (two >> 8 & 0xff) >> 8); /* small bytes are more often */
        expected[value[i]]++;
    }
    on_gpu<uint8_t> d_value(value);
    on_gpu<unsigned> d_times(BINS);
    auto right = [&] { return d_times.read() == expected; };
    histogram.way(
        "global atomics",
        [&] {
            d_times.fill(0);
            histogram_global<<<blocks, THREADS>>>(d_times, d_value, n);
        },
        right);
    histogram.way(
        "shared atomics",
        [&] {
            d_times.fill(0);
            histogram_shared<<<blocks, THREADS>>>(d_times, d_value, n);
        },
        right);
    histogram.way(
        "counters a warp, 16 bytes a load",
        [&] {
            d_times.fill(0);
            histogram_warps<<<blocks, THREADS>>>(d_times, d_value, n);
        },
        right);
    return histogram.status();
}
