/*
 * The transpose of a square matrix, in three ways, beside a plain copy.
 *
 * A warp reads 32 numbers of a row in one transaction of 128 bytes. If it then writes them into a
 * column, they go to 32 rows, which takes 32 transactions. With a tile in shared memory, global
 * memory is read and written by rows. Each column of the tile lies in a single bank of shared
 * memory, unless the rows of the tile are one number longer.
 */
#include "course.cuh"

enum { TILE = 32, ROWS = 8 }; /* a block of 32 x 8 threads works on 32 x 32 numbers */

static __global__ void transpose_copy(float *out, const float *in, size_t n)
{
    const size_t x = blockIdx.x * TILE + threadIdx.x;

    for (size_t y = blockIdx.y * TILE + threadIdx.y; y < blockIdx.y * TILE + TILE && y < n;
         y += ROWS)
        if (x < n)
            out[y * n + x] = in[y * n + x];
}

/* Reads rows and writes columns. */
static __global__ void transpose_naive(float *out, const float *in, size_t n)
{
    const size_t x = blockIdx.x * TILE + threadIdx.x;

    for (size_t y = blockIdx.y * TILE + threadIdx.y; y < blockIdx.y * TILE + TILE && y < n;
         y += ROWS)
        if (x < n)
            out[x * n + y] = in[y * n + x];
}

/* Copies through a tile whose rows have WIDTH numbers. If WIDTH is TILE + 1, the numbers of a
 * column lie in different banks. */
template <int WIDTH> static __global__ void transpose_tile(float *out, const float *in, size_t n)
{
    __shared__ float s_tile[TILE * WIDTH];
    const size_t left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    for (unsigned r = threadIdx.y; r < TILE; r += ROWS)
        if (left + threadIdx.x < n && top + r < n)
            s_tile[r * WIDTH + threadIdx.x] = in[(top + r) * n + left + threadIdx.x];
    __syncthreads();
    for (unsigned r = threadIdx.y; r < TILE; r += ROWS)
        if (top + threadIdx.x < n && left + r < n)
            out[(left + r) * n + top + threadIdx.x] = s_tile[threadIdx.x * WIDTH + r];
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, 1024, 32768);
    const dim3 blocks(course_ceil(n, TILE), course_ceil(n, TILE)), threads(TILE, ROWS);
    std::vector<float> in(n * n), expected(n * n);
    exercise transpose("transpose", 8.0 * (double)n * (double)n, "GB/s");

    for (size_t y = 0; y < n; y++)
        for (size_t x = 0; x < n; x++)
            expected[x * n + y] = in[y * n + x] = (float)(course_random(y * n + x) & 0xffff);
    on_gpu<float> d_in(in), d_out(n * n);
    auto right = [&] { return d_out.read() == expected; };
    transpose.forget = [&] { d_out.fill(0xff); };
    transpose.way(
        "copy, for comparison", [&] { transpose_copy<<<blocks, threads>>>(d_out, d_in, n); },
        [&] { return d_out.read() == in; });
    transpose.way(
        "naive", [&] { transpose_naive<<<blocks, threads>>>(d_out, d_in, n); }, right);
    transpose.way(
        "tile", [&] { transpose_tile<TILE><<<blocks, threads>>>(d_out, d_in, n); }, right);
    transpose.way(
        "tile, padded", [&] { transpose_tile<TILE + 1><<<blocks, threads>>>(d_out, d_in, n); },
        right);
    return transpose.status();
}
