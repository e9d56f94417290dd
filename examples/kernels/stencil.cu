/*
 * A step of the heat equation on a square plate, in two ways: every inner number becomes the mean
 * of its four neighbours.
 *
 * Each number is read five times. Without shared memory the caches must catch four of them; with it
 * a block reads its tile and the halo around it once.
 */
#include "course.cuh"

enum { TILE = 32, ROWS = 8, HALO = TILE + 2 };

static __global__ void stencil_global(float *out, const float *in, size_t n)
{
    const size_t x = blockIdx.x * TILE + threadIdx.x;

    for (size_t y = blockIdx.y * TILE + threadIdx.y; y < blockIdx.y * TILE + TILE; y += ROWS) {
        if (x >= n || y >= n)
            continue;
        out[y * n + x] = x == 0 || y == 0 || x + 1 == n || y + 1 == n
                             ? in[y * n + x]
                             : (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] +
                                   in[(y + 1) * n + x]) *
                                   0.25f;
    }
}

static __global__ void stencil_shared(float *out, const float *in, size_t n)
{
    __shared__ float s_tile[HALO][HALO];
    const size_t left = blockIdx.x * TILE, top = blockIdx.y * TILE;

    /* The halo may begin one place before the matrix, so x and y are one larger than the place. */
    for (unsigned i = threadIdx.y * TILE + threadIdx.x; i < HALO * HALO; i += TILE * ROWS) {
        const unsigned r = i / HALO, c = i % HALO;
        const size_t y = top + r, x = left + c;

        s_tile[r][c] = y >= 1 && y <= n && x >= 1 && x <= n ? in[(y - 1) * n + x - 1] : 0;
    }
    __syncthreads();
    for (unsigned r = threadIdx.y + 1; r <= TILE; r += ROWS) {
        const unsigned c = threadIdx.x + 1;
        const size_t y = top + r - 1, x = left + c - 1;

        if (x >= n || y >= n)
            continue;
        out[y * n + x] =
            x == 0 || y == 0 || x + 1 == n || y + 1 == n
                ? s_tile[r][c]
                : (s_tile[r][c - 1] + s_tile[r][c + 1] + s_tile[r - 1][c] + s_tile[r + 1][c]) *
                      0.25f;
    }
}

int main(int argc, char **argv)
{
    const size_t n = course_size(argc, argv, 1024, 32768);
    const dim3 blocks(course_ceil(n, TILE), course_ceil(n, TILE)), threads(TILE, ROWS);
    std::vector<float> in(n * n), expected(n * n);
    exercise stencil("stencil", 8.0 * (double)n * (double)n, "GB/s");

    for (size_t i = 0; i < n * n; i++)
        in[i] = expected[i] = (float)(course_random(i) % 1024); /* sums of four are exact */
    for (size_t y = 1; y + 1 < n; y++)
        for (size_t x = 1; x + 1 < n; x++)
            expected[y * n + x] = (in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] +
                                      in[(y + 1) * n + x]) *
                                  0.25f;
    on_gpu<float> d_in(in), d_out(n * n);
    auto right = [&] { return d_out.read() == expected; };
    stencil.forget = [&] { d_out.fill(0xff); };
    stencil.way(
        "global memory", [&] { stencil_global<<<blocks, threads>>>(d_out, d_in, n); }, right);
    stencil.way(
        "tile and halo in shared memory",
        [&] { stencil_shared<<<blocks, threads>>>(d_out, d_in, n); }, right);
    return stencil.status();
}
