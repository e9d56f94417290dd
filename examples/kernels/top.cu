/*
 * The K largest of n numbers, in order, in two ways: K passes that each find the next largest one,
 * or blocks that sort a tile in shared memory and keep its first K numbers.
 */
#include "course.cuh"
#include <functional>

enum { K = 32, THREADS = 256, TILE = 1024 };

/* Finds the largest number below *limit, or of all numbers if `first`. The numbers must differ. */
static __global__ void top_pass(
    unsigned *best, const unsigned *limit, bool first, const unsigned *value, size_t n)
{
    __shared__ unsigned s_best;
    const size_t step = gridDim.x * (size_t)blockDim.x;
    unsigned own = 0;

    if (threadIdx.x == 0)
        s_best = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += step)
        if (first || value[i] < *limit)
            own = max(own, value[i]);
    atomicMax(&s_best, own);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(best, s_best);
}

/* Sorts TILE numbers in shared memory, the largest first, by Batcher's bitonic sort (1968). In each
 * step the threads compare pairs of numbers that are `by` apart. Runs of `run` numbers alternate in
 * direction: two of them together rise and fall, which the next round needs. */
static __device__ void sort_tile(unsigned *s_value)
{
    for (unsigned run = 2; run <= TILE; run *= 2)
        for (unsigned by = run / 2; by; by /= 2) {
            __syncthreads();
            for (unsigned p = threadIdx.x; p < TILE / 2; p += THREADS) {
                const unsigned i = p / by * by * 2 + p % by, j = i + by;
                const bool falls = (i & run) == 0;
                const unsigned a = s_value[i], b = s_value[j];

                if (falls ? a < b : a > b) {
                    s_value[i] = b;
                    s_value[j] = a;
                }
            }
        }
    __syncthreads();
}

/* Each block keeps the K largest of its numbers: it fills its tile behind them, sorts it, and fills
 * it again. */
static __global__ void top_blocks(unsigned *top, const unsigned *value, size_t n)
{
    __shared__ unsigned s_value[TILE];
    const size_t step = (size_t)gridDim.x * (TILE - K);

    for (unsigned i = threadIdx.x; i < K; i += THREADS)
        s_value[i] = 0;
    for (size_t begin = blockIdx.x * (size_t)(TILE - K); begin < n; begin += step) {
        for (unsigned i = threadIdx.x; i < TILE - K; i += THREADS)
            s_value[K + i] = begin + i < n ? value[begin + i] : 0;
        sort_tile(s_value);
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < K; i += THREADS)
        top[blockIdx.x * K + i] = s_value[i];
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, (size_t)1 << 20, (size_t)1 << 31);
    const unsigned blocks = course_blocks(n, TILE);
    const size_t kept = std::min<size_t>(n, K);
    std::vector<unsigned> value(n), expected(K);
    exercise top("top", 4.0 * (double)n, "GB/s");

    /* The first way needs distinct numbers: an odd factor permutes the numbers of 32 bits. */
    for (size_t i = 0; i < n; i++)
        value[i] = (unsigned)(i + 1) * 2654435761u;
    std::partial_sort_copy(value.begin(), value.end(), expected.begin(),
        expected.begin() + (long)kept, std::greater<unsigned>());
    on_gpu<unsigned> d_value(value), d_top(K), d_part((size_t)blocks * K);
    auto right = [&] { return d_top.read() == expected; };
    top.forget = [&] { d_top.fill(0xff); };
    top.way(
        "K passes",
        [&] {
            d_top.fill(0);
            for (unsigned k = 0; k < kept; k++)
                top_pass<<<blocks, THREADS>>>(
                    d_top + k, k ? d_top + (k - 1) : d_top.at, k == 0, d_value, n);
        },
        right);
    top.way(
        "bitonic sort in shared memory",
        [&] {
            top_blocks<<<blocks, THREADS>>>(d_part, d_value, n);
            top_blocks<<<1, THREADS>>>(d_top, d_part, (size_t)blocks * K);
        },
        right);
    return top.status();
}
