/*
 * Multiplying matrices of doubles on the tensor cores of compute capability 9.0 and later.
 *
 * In: a[n][inner], b[inner][m]; out: result[n][m]. Their rows may have gaps between them.
 *
 * Method: a block computes a tile of the product, each of its warps WARP_ROWS by WARP_COLUMNS
 * numbers of it, in fragments of 16 by 8. Two blocks share a processor, so that one computes while
 * the other waits for its barrier. Slices of a and b, DEPTH deep, go through STAGES buffers
 * in shared memory, which the next slices reach while the block works on one. Beyond the end of
 * inner, a counts as -0 and b as 0: their product, -0, changes no sum.
 *
 * Work: n * inner * m fused multiply-adds. Memory: none.
 *
 * Deterministic: an instruction adds its 16 products to a sum one after the other, in the order of
 * inner, each rounded once. That is the definition of a product (konig/matrix.h), measured on an
 * H100 and compared with the CPU by `check --filter matrices`. Every NaN is replaced by one NaN.
 */
#include "multiply_cuda.cuh"
#include <cuda_pipeline_primitives.h>
#include <math.h>

/* PAD: a warp reads 8 rows by 4 columns of a slice of a, and 4 by 8 of one of b; rows that are 4
 * numbers longer than a multiple of 16 lie in different banks. */
enum {
    ROWS = 128,
    COLUMNS = 64,
    DEPTH = 16,
    STAGES = 3,
    PAD = 4,
    WARP_ROWS = 64,
    WARP_COLUMNS = 32,
    WARPS_ACROSS = COLUMNS / WARP_COLUMNS,
    THREADS = ROWS / WARP_ROWS * WARPS_ACROSS * 32,
    DOWN = WARP_ROWS / 16,
    ACROSS = WARP_COLUMNS / 8
};

typedef struct tensor_slice {
    double a[ROWS][DEPTH + PAD], b[DEPTH][COLUMNS + PAD];
} tensor_slice;

/* sum[16][8] += a[16][16] * b[16][8]. With g = lane / 4 and t = lane % 4, a lane has
 *     sum[g][2t], sum[g][2t + 1], sum[g + 8][2t], sum[g + 8][2t + 1],
 *     a[g][t + 4i] and a[g + 8][t + 4i] at 2i and 2i + 1, b[t + 4i][g] at i, for i < 4. */
static __device__ __forceinline__ void add_products(
    double (&sum)[4], const double (&a)[8], const double (&b)[4])
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
                 : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]),
                 "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
#endif
}

/* A thread copies W numbers of a LOADS_A<W> times for each slice, and of b LOADS_B<W> times. W is 2
 * if rows begin at multiples of 16 bytes. Thread x owns numbers x % (DEPTH / W) * W on of a's rows,
 * and columns x % (COLUMNS / W) * W on of b's. */
template <int W> constexpr unsigned LOADS_A = ROWS *DEPTH / (THREADS * W);
template <int W> constexpr unsigned LOADS_B = DEPTH *COLUMNS / (THREADS * W);
template <int W> struct tensor_source {
    const double *a, *b; /* of the next slice */
    uint64_t left;       /* remaining numbers of inner */
    unsigned rows;       /* bit c: whether the c-th row of a is inside */
    unsigned columns;    /* of b that are inside, at most W */
};

template <int W>
static __device__ tensor_source<W> begin_source(const kg__product &p, uint64_t row, uint64_t column)
{
    const unsigned x = threadIdx.x;
    const uint64_t a_row = row + x / (DEPTH / W), b_column = column + x % (COLUMNS / W) * W;
    tensor_source<W> s = {(const double *)p.a + a_row * p.a_pitch + x % (DEPTH / W) * W,
        (const double *)p.b + x / (COLUMNS / W) * p.b_pitch + b_column, p.inner, 0,
        b_column >= p.m      ? 0
        : p.m - b_column < W ? (unsigned)(p.m - b_column)
                             : W};

    for (unsigned c = 0; c < LOADS_A<W>; c++)
        s.rows |= (unsigned)(a_row + c * (THREADS * W / DEPTH) < p.n) << c;
    return s;
}

/* Copies W numbers to shared memory while the thread goes on, or `count` of them and then `pad`. */
template <int W>
static __device__ __forceinline__ void load_numbers(
    double *to, const double *from, unsigned count, double pad)
{
    if (count >= W)
        __pipeline_memcpy_async(to, from, W * sizeof *to);
    else
        for (unsigned i = 0; i < W; i++)
            to[i] = i < count ? from[i] : pad;
}

/* Starts part d of DOWN of the copies of a slice. */
template <int W>
static __device__ __forceinline__ void load_part(
    tensor_slice *slice, const tensor_source<W> &s, const kg__product &p, unsigned d)
{
    const unsigned x = threadIdx.x, k = x % (DEPTH / W) * W, a_row = x / (DEPTH / W);
    const unsigned b_k = x / (COLUMNS / W), b_column = x % (COLUMNS / W) * W;
    const unsigned left = s.left < DEPTH ? (unsigned)s.left : (unsigned)DEPTH;

#pragma unroll
    for (unsigned c = d; c < LOADS_A<W>; c += DOWN) {
        const unsigned down = c * (THREADS * W / DEPTH);

        load_numbers<W>(&slice->a[a_row + down][k], s.a + down * p.a_pitch,
            (s.rows >> c & 1) && k < left ? left - k : 0, -0.0);
    }
#pragma unroll
    for (unsigned c = d; c < LOADS_B<W>; c += DOWN) {
        const unsigned deep = c * (THREADS * W / COLUMNS);

        load_numbers<W>(&slice->b[b_k + deep][b_column], s.b + deep * p.b_pitch,
            b_k + deep < left ? s.columns : 0, 0.0);
    }
}

template <int W>
static __device__ __forceinline__ void end_slice(tensor_source<W> *s, const kg__product &p)
{
    s->a += DEPTH;
    s->b += DEPTH * p.b_pitch;
    s->left -= s->left < DEPTH ? s->left : (uint64_t)DEPTH;
    __pipeline_commit();
}

/* Adds a slice to a warp's sums, and starts the copies of a later one meanwhile. row, column: of
 * the warp's part of the tile. */
template <int W>
static __device__ __forceinline__ void add_slice(double (&sum)[DOWN][ACROSS][4],
    const tensor_slice *slice, unsigned row, unsigned column, tensor_slice *later,
    const tensor_source<W> &s, const kg__product &p)
{
    const unsigned g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    double b[ACROSS][4];

#pragma unroll
    for (unsigned j = 0; j < ACROSS; j++)
#pragma unroll
        for (unsigned i = 0; i < 4; i++)
            b[j][i] = slice->b[t + 4 * i][column + 8 * j + g];
#pragma unroll
    for (unsigned d = 0; d < DOWN; d++) {
        double a[8];

#pragma unroll
        for (unsigned i = 0; i < 8; i++)
            a[i] = slice->a[row + 16 * d + g + i % 2 * 8][t + i / 2 * 4];
#pragma unroll
        for (unsigned j = 0; j < ACROSS; j++)
            add_products(sum[d][j], a, b[j]);
        load_part(later, s, p, d);
    }
}

/* Stores a warp's sums. row, column: of the first of them. */
static __device__ __forceinline__ void store_sums(
    const double (&sum)[DOWN][ACROSS][4], const kg__product &p, uint64_t row, uint64_t column)
{
    const unsigned g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;

#pragma unroll
    for (unsigned d = 0; d < DOWN; d++)
#pragma unroll
        for (unsigned j = 0; j < ACROSS; j++)
#pragma unroll
            for (unsigned i = 0; i < 4; i++) {
                const uint64_t r = row + 16 * d + g + i / 2 * 8, c = column + 8 * j + 2 * t + i % 2;
                const double one = sum[d][j][i];

                if (r < p.n && c < p.m)
                    ((double *)p.result)[r * p.result_pitch + c] = one == one ? one : (double)NAN;
            }
}

/* Block t owns tile t of the product; tiles are numbered row by row. */
template <int W>
static __global__ void __launch_bounds__(THREADS, 2) k_multiply_tensor(kg__product p)
{
    extern __shared__ double s_memory[];
    tensor_slice *const s_slice = (tensor_slice *)s_memory;
    const uint64_t across = (p.m + COLUMNS - 1) / COLUMNS, slices = (p.inner + DEPTH - 1) / DEPTH;
    const uint64_t row = blockIdx.x / across * ROWS, column = blockIdx.x % across * COLUMNS;
    const unsigned warp = threadIdx.x / 32, own_row = warp / WARPS_ACROSS * WARP_ROWS,
                   own_column = warp % WARPS_ACROSS * WARP_COLUMNS;
    double sum[DOWN][ACROSS][4] = {};
    tensor_source<W> s = begin_source<W>(p, row, column);

    for (unsigned i = 0; i + 1 < STAGES; i++) {
        for (unsigned d = 0; d < DOWN; d++)
            load_part(&s_slice[i], s, p, d);
        end_slice(&s, p);
    }
    for (uint64_t i = 0; i < slices; i++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        add_slice(sum, &s_slice[i % STAGES], own_row, own_column,
            &s_slice[(i + STAGES - 1) % STAGES], s, p);
        end_slice(&s, p);
    }
    store_sums(sum, p, row + own_row, column + own_column);
}

template <int W> static kg_status multiply(kg_context *ctx, const kg__product *p)
{
    const uint64_t tiles = ((p->n + ROWS - 1) / ROWS) * ((p->m + COLUMNS - 1) / COLUMNS);
    const int bytes = STAGES * sizeof(tensor_slice);
    kg_status status;

    KG_TRY(KG_CUDA(ctx, cudaFuncSetAttribute((const void *)k_multiply_tensor<W>,
                            cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)));
    KG_TRY(KG_LAUNCH_NAMED(ctx, "k_multiply_tensor", k_multiply_tensor<W>, (unsigned)tiles, THREADS,
        (size_t)bytes, *p));
out:
    return status;
}

kg_status kg__multiply_tensor(kg_context *ctx, const kg__product *p, bool *done)
{
    const uint64_t ends =
        (uint64_t)(uintptr_t)p->a | (uint64_t)(uintptr_t)p->b | 8 * p->a_pitch | 8 * p->b_pitch;
    int major = 0;
    kg_status status;

    *done = false;
    KG_TRY(KG_CUDA(ctx, cudaDeviceGetAttribute(
                            &major, cudaDevAttrComputeCapabilityMajor, kg__cuda_of(ctx)->device)));
    if (major < 9)
        return KG_OK;
    KG_TRY(ends % 16 ? multiply<1>(ctx, p) : multiply<2>(ctx, p));
    *done = true;
out:
    return status;
}
