/*
 * Numbers that are on the host before and after a kernel works on them, in three ways.
 *
 * The driver copies pageable memory through a buffer of its own, and pinned memory directly. The
 * GPU has engines of its own for copies in both directions, so with pieces in several streams one
 * piece comes in while a kernel works on another and a third goes out.
 */
#include "course.cuh"

enum { THREADS = 256, STREAMS = 3, PIECES = 12, ROUNDS = 256 };

/* Some work: ROUNDS steps, each of which needs the one before. */
static __host__ __device__ unsigned stir(unsigned x)
{
    for (int i = 0; i < ROUNDS; i++)
        x = (x ^ x >> 15) * 0x2c1b3c6du;
    return x;
}

static __global__ void streams_stir(unsigned *number, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        number[i] = stir(number[i]);
}

/* Memory of the host that stays where it is, so that the GPU can copy it by itself. */
struct pinned {
    unsigned *at = NULL;

    explicit pinned(size_t n)
    {
        CUDA(cudaMallocHost((void **)&at, n * sizeof(unsigned)));
    }
    pinned(const pinned &) = delete;
    ~pinned()
    {
        cudaFreeHost(at);
    }
};

/* Copies n numbers in, works on them and copies them out, all in one stream. */
static void there_and_back(
    unsigned *out, const unsigned *in, unsigned *d_number, size_t n, cudaStream_t stream)
{
    const size_t bytes = n * sizeof(unsigned);

    if (n == 0)
        return;
    CUDA(cudaMemcpyAsync(d_number, in, bytes, cudaMemcpyHostToDevice, stream));
    streams_stir<<<course_ceil(n, THREADS), THREADS, 0, stream>>>(d_number, n);
    CUDA(cudaMemcpyAsync(out, d_number, bytes, cudaMemcpyDeviceToHost, stream));
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, 1000000, (size_t)1 << 30);
    std::vector<unsigned> in(n), out(n), expected(n);
    pinned p_in(n), p_out(n);
    on_gpu<unsigned> d_number(n);
    cudaStream_t stream[STREAMS];
    exercise streams("streams", 8.0 * (double)n, "GB/s");

    for (size_t i = 0; i < n; i++) {
        in[i] = p_in.at[i] = (unsigned)course_random(i);
        expected[i] = stir(in[i]);
    }
    /* The default stream, in which the clock is, waits for these and they for it. */
    for (cudaStream_t &one : stream)
        CUDA(cudaStreamCreateWithFlags(&one, cudaStreamDefault));
    streams.forget = [&] {
        std::fill(out.begin(), out.end(), 0u);
        std::fill(p_out.at, p_out.at + n, 0u);
    };
    auto right = [&] { return std::equal(expected.begin(), expected.end(), p_out.at); };
    streams.way(
        "pageable memory", [&] { there_and_back(out.data(), in.data(), d_number, n, 0); },
        [&] { return out == expected; });
    streams.way(
        "pinned memory", [&] { there_and_back(p_out.at, p_in.at, d_number, n, 0); }, right);
    streams.way(
        "pinned, in three streams",
        [&] {
            for (size_t piece = 0; piece < PIECES; piece++) {
                const size_t from = n * piece / PIECES, to = n * (piece + 1) / PIECES;

                there_and_back(p_out.at + from, p_in.at + from, d_number + from, to - from,
                    stream[piece % STREAMS]);
            }
        },
        right);
    for (cudaStream_t one : stream)
        CUDA(cudaStreamDestroy(one));
    return streams.status();
}
