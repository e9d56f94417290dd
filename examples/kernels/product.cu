/*
 * The product of two square matrices: naive or tiled, with and without pitched rows.
 *
 * Each number of the result needs a row and a column: 2 n numbers for 2 n operations. If they all
 * come from global memory, that is four bytes an operation, and the memory decides. A tile in
 * shared memory is read once and used TILE times.
 */
#include "course.cuh"

enum { TILE = 16 };

/* Each thread computes one number of the result. Rows are `pitch` numbers apart, at least n. */
static __global__ void product_naive(
    float *c, const float *a, const float *b, unsigned n, size_t pitch)
{
    const unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;

    if (x >= n || y >= n)
        return;
    for (unsigned k = 0; k < n; k++)
        sum += a[y * pitch + k] * b[k * pitch + x];
    c[y * pitch + x] = sum;
}

/* Each block goes along its rows of A and its columns of B a tile at a time. Numbers beyond the
 * edge count as 0, and all threads reach the barriers. */
static __global__ void product_tiled(
    float *c, const float *a, const float *b, unsigned n, size_t pitch)
{
    __shared__ float s_a[TILE][TILE], s_b[TILE][TILE];
    const unsigned x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;

    for (unsigned begin = 0; begin < n; begin += TILE) {
        const unsigned across = begin + threadIdx.x, down = begin + threadIdx.y;

        s_a[threadIdx.y][threadIdx.x] = y < n && across < n ? a[y * pitch + across] : 0;
        s_b[threadIdx.y][threadIdx.x] = down < n && x < n ? b[down * pitch + x] : 0;
        __syncthreads(); /* the tiles are there */
        for (unsigned k = 0; k < TILE; k++)
            sum += s_a[threadIdx.y][k] * s_b[k][threadIdx.x];
        __syncthreads(); /* and are no longer needed */
    }
    if (x < n && y < n)
        c[y * pitch + x] = sum;
}

/* A matrix each of whose rows is aligned: cudaMallocPitch() chooses the distance between rows. */
struct pitched {
    float *at;
    size_t bytes; /* from one row to the next */
    unsigned n;

    explicit pitched(unsigned size) : n(size)
    {
        CUDA(cudaMallocPitch((void **)&at, &bytes, n * sizeof *at, n));
    }
    pitched(const pitched &) = delete;
    ~pitched()
    {
        cudaFree(at);
    }
    void write(const std::vector<float> &host)
    {
        CUDA(cudaMemcpy2D(
            at, bytes, host.data(), n * sizeof *at, n * sizeof *at, n, cudaMemcpyHostToDevice));
    }
    std::vector<float> read() const
    {
        std::vector<float> host((size_t)n * n);

        CUDA(cudaMemcpy2D(
            host.data(), n * sizeof *at, at, bytes, n * sizeof *at, n, cudaMemcpyDeviceToHost));
        return host;
    }
    size_t pitch() const
    {
        return bytes / sizeof *at;
    }
};

int main(int argc, char **argv)
{
    const unsigned n = (unsigned)course_size(argc, argv, 512, 16384);
    const dim3 blocks(course_ceil(n, TILE), course_ceil(n, TILE)), threads(TILE, TILE);
    const size_t all = (size_t)n * n;
    std::vector<float> a(all), b(all), expected(all);
    exercise product("product", 2.0 * (double)n * (double)n * (double)n, "GFLOP/s");

    /* The numbers are small and whole: every order of the additions gives the same sums. A has only
     * eight numbers a row that are not 0, so the CPU's product is quick. */
    for (unsigned y = 0; y < n; y++)
        for (unsigned k = 0; k < 8; k++)
            a[(size_t)y * n + course_random(y * 8 + k) % n] = (float)(k + 1);
    for (size_t i = 0; i < all; i++)
        b[i] = (float)(course_random(i) % 16);
    for (unsigned y = 0; y < n; y++)
        for (unsigned k = 0; k < n; k++)
            if (a[(size_t)y * n + k] != 0)
                for (unsigned x = 0; x < n; x++)
                    expected[(size_t)y * n + x] += a[(size_t)y * n + k] * b[(size_t)k * n + x];
    on_gpu<float> d_a(a), d_b(b), d_c(all);
    pitched p_a(n), p_b(n), p_c(n);
    p_a.write(a);
    p_b.write(b);
    auto right = [&] { return d_c.read() == expected; };
    auto pitched_right = [&] { return p_c.read() == expected; };
    product.forget = [&] {
        d_c.fill(0xff);
        p_c.write(a);
    };
    product.way(
        "naive", [&] { product_naive<<<blocks, threads>>>(d_c, d_a, d_b, n, n); }, right);
    product.way(
        "naive, pitched",
        [&] { product_naive<<<blocks, threads>>>(p_c.at, p_a.at, p_b.at, n, p_c.pitch()); },
        pitched_right);
    product.way(
        "tiled", [&] { product_tiled<<<blocks, threads>>>(d_c, d_a, d_b, n, n); }, right);
    product.way(
        "tiled, pitched",
        [&] { product_tiled<<<blocks, threads>>>(p_c.at, p_a.at, p_b.at, n, p_c.pitch()); },
        pitched_right);
    return product.status();
}
