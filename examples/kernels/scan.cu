/*
 * Prefix sums, out[i] = in[0] + ... + in[i], in two ways.
 *
 * The first way does n log2(n) additions in log2(n) passes over memory. The second way does O(n)
 * additions and reads memory twice.
 */
#include "course.cuh"

enum { THREADS = 256, EACH = 8, TILE = THREADS * EACH };

/* Hillis and Steele (1986): in the pass `by`, each number adds the one `by` places before it. */
static __global__ void scan_pass(unsigned *out, const unsigned *in, size_t n, size_t by)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = i < by ? in[i] : in[i] + in[i - by];
}

/* Returns the sum of the values of the threads before this one, by the same passes in shared
 * memory. *all is the sum of all threads' values. */
static __device__ unsigned scan_threads(unsigned *s_sum, unsigned own, unsigned *all)
{
    const unsigned t = threadIdx.x;

    s_sum[t] = own;
    __syncthreads();
    for (unsigned by = 1; by < THREADS; by *= 2) {
        const unsigned before = t < by ? 0 : s_sum[t - by];

        __syncthreads(); /* everyone has read */
        s_sum[t] += before;
        __syncthreads(); /* everyone has written */
    }
    *all = s_sum[THREADS - 1];
    return t ? s_sum[t - 1] : 0;
}

/* The sum of each tile of TILE numbers. */
static __global__ void scan_sums(unsigned *sum, const unsigned *in, size_t n)
{
    __shared__ unsigned s_sum[THREADS];
    const size_t begin = blockIdx.x * (size_t)TILE;
    unsigned own = 0, all;

    for (unsigned k = 0; k < EACH; k++) {
        const size_t i = begin + k * THREADS + threadIdx.x;

        own += i < n ? in[i] : 0;
    }
    scan_threads(s_sum, own, &all);
    if (threadIdx.x == 0)
        sum[blockIdx.x] = all;
}

/* One block replaces each tile's sum by the sum of the tiles before it. */
static __global__ void scan_tiles(unsigned *sum, unsigned tiles)
{
    __shared__ unsigned s_sum[THREADS];
    unsigned before = 0;

    for (unsigned begin = 0; begin < tiles; begin += THREADS) {
        const unsigned tile = begin + threadIdx.x, own = tile < tiles ? sum[tile] : 0;
        unsigned all;
        const unsigned sums = before + scan_threads(s_sum, own, &all);

        if (tile < tiles)
            sum[tile] = sums;
        before += all;
        __syncthreads(); /* s_sum is used again */
    }
}

/* Each thread adds up EACH adjacent numbers, the block scans its threads' sums, and each thread
 * goes through its numbers again. The numbers pass through shared memory, because in global memory
 * neighbouring threads should read neighbouring numbers. */
static __global__ void scan_tile(unsigned *out, const unsigned *in, const unsigned *sum, size_t n)
{
    __shared__ unsigned s_number[TILE], s_sum[THREADS];
    const size_t begin = blockIdx.x * (size_t)TILE;
    unsigned own = 0, all;

    for (unsigned k = threadIdx.x; k < TILE; k += THREADS)
        s_number[k] = begin + k < n ? in[begin + k] : 0;
    __syncthreads();
    for (unsigned k = 0; k < EACH; k++)
        own += s_number[threadIdx.x * EACH + k];
    own = sum[blockIdx.x] + scan_threads(s_sum, own, &all);
    for (unsigned k = 0; k < EACH; k++)
        s_number[threadIdx.x * EACH + k] = own += s_number[threadIdx.x * EACH + k];
    __syncthreads();
    for (unsigned k = threadIdx.x; k < TILE && begin + k < n; k += THREADS)
        out[begin + k] = s_number[k];
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, (size_t)1 << 20, (size_t)1 << 31);
    const unsigned blocks = course_ceil(n, THREADS), tiles = course_ceil(n, TILE);
    std::vector<unsigned> in(n), expected(n);
    exercise scan("scan", 8.0 * (double)n, "GB/s");
    unsigned sum = 0, *result;

    for (size_t i = 0; i < n; i++) {
        in[i] = (unsigned)course_random(i) % 1000;
        expected[i] = sum += in[i];
    }
    on_gpu<unsigned> d_in(in), d_one(n), d_two(n), d_sum(tiles);
    auto right = [&] {
        std::vector<unsigned> got(n);

        CUDA(cudaMemcpy(got.data(), result, n * sizeof *result, cudaMemcpyDeviceToHost));
        return got == expected;
    };
    scan.forget = [&] {
        d_one.fill(0xff);
        d_two.fill(0xff);
    };
    scan.way(
        "log2(n) passes",
        [&] {
            const unsigned *from = d_in;

            result = d_one;
            for (size_t by = 1; by == 1 || by < n; by *= 2) {
                result = from == d_one.at ? d_two : d_one;
                scan_pass<<<blocks, THREADS>>>(result, from, n, by);
                from = result;
            }
        },
        right);
    scan.way(
        "tiles: sums, their sums, scan",
        [&] {
            scan_sums<<<tiles, THREADS>>>(d_sum, d_in, n);
            scan_tiles<<<1, THREADS>>>(d_sum, tiles);
            scan_tile<<<tiles, THREADS>>>(result = d_one, d_in, d_sum, n);
        },
        right);
    return scan.status();
}
