/*
 * Multiplying matrices on the GPU; doubles where it has no tensor cores for them.
 *
 * In: a[n][inner], b[inner][m]; out: result[n][m]. Their rows may have gaps between them.
 *
 * Method: a block computes a tile of the product; each of its threads sums OWN_ROWS by OWN_COLUMNS
 * numbers of the tile in registers. Slices of a and b, DEPTH deep, go through two buffers in shared
 * memory: while the block works on one slice, the next one is loaded. Beyond the end of
 * inner, a counts as -0 and b as 0: their product, -0, changes no sum. Integers whose sums could
 * pass 64 bits are first summed in 128 bits, one number per thread.
 *
 * Work: n * inner * m fused multiply-adds. Memory: none.
 *
 * Deterministic: each number is a sum from the first product to the last; every NaN is replaced by
 * one NaN.
 */
#include "multiply_cuda.cuh"
#include <math.h>

/* A tile is divided among ACROSS threads by columns and among DOWN threads by rows. STRIPE:
 * neighbouring columns that one thread owns, 16 bytes or more, so that a warp's reads of shared
 * memory have no conflicts. */
enum { ACROSS = 16, DOWN = KG__BLOCK / ACROSS, DEPTH = 8, OWN_ROWS = 8, PAD = 4 };
template <typename T> constexpr int OWN_COLUMNS = sizeof(T) == 4 ? 8 : 4;
template <typename T> constexpr int STRIPE = 16 / sizeof(T);
enum { ROWS = DOWN * OWN_ROWS };
template <typename T> constexpr int COLUMNS = ACROSS *OWN_COLUMNS<T>;

static __device__ __forceinline__ float add_product(float sum, float a, float b)
{
    return __fmaf_rn(a, b, sum);
}

static __device__ __forceinline__ double add_product(double sum, double a, double b)
{
    return __fma_rn(a, b, sum);
}

static __device__ __forceinline__ uint64_t add_product(uint64_t sum, uint64_t a, uint64_t b)
{
    return sum + a * b;
}

static __device__ __forceinline__ float finish(float sum)
{
    return sum == sum ? sum : NAN;
}

static __device__ __forceinline__ double finish(double sum)
{
    return sum == sum ? sum : (double)NAN;
}

static __device__ __forceinline__ uint64_t finish(uint64_t sum)
{
    return sum;
}

/* A slice of a, transposed, and a slice of b. */
template <typename T> struct multiply_slice {
    T a[DEPTH][ROWS + PAD], b[DEPTH][COLUMNS<T>];
};

/* A thread's loads of the next slice. */
enum { LOADS_A = DEPTH * ROWS / KG__BLOCK };
template <typename T> constexpr int LOADS_B = DEPTH *COLUMNS<T> / KG__BLOCK;
template <typename T> struct multiply_load {
    T a[LOADS_A], b[LOADS_B<T>];
};

/* The address of a thread's first number of the next slice of a and of b, and which of the thread's
 * rows and columns lie inside the matrices. */
template <typename T> struct multiply_source {
    const T *a, *b;
    uint64_t left; /* remaining numbers of inner */
    unsigned rows; /* bit c: whether the row of the thread's c-th number of a is inside */
    bool column;
};

/* Loads a slice, and moves on to the next. */
template <typename T>
static __device__ __forceinline__ void load_slice(
    multiply_load<T> &load, multiply_source<T> &from, uint64_t a_pitch, uint64_t b_pitch)
{
    const unsigned k = threadIdx.x / COLUMNS<T>;

#pragma unroll
    for (unsigned c = 0; c < LOADS_A; c++)
        load.a[c] = (from.rows >> c & 1) && threadIdx.x % DEPTH < from.left
                        ? from.a[c * (KG__BLOCK / DEPTH) * a_pitch]
                        : (T)-0.0;
#pragma unroll
    for (unsigned c = 0; c < LOADS_B<T>; c++)
        load.b[c] = from.column && k + c * (KG__BLOCK / COLUMNS<T>) < from.left
                        ? from.b[c * (KG__BLOCK / COLUMNS<T>)*b_pitch]
                        : (T)0;
    from.a += DEPTH;
    from.b += DEPTH * b_pitch;
    from.left -= from.left < DEPTH ? from.left : (uint64_t)DEPTH;
}

template <typename T>
static __device__ __forceinline__ void store_slice(
    multiply_slice<T> &slice, const multiply_load<T> &load)
{
    const unsigned x = threadIdx.x;

#pragma unroll
    for (unsigned c = 0; c < LOADS_A; c++)
        slice.a[x % DEPTH][(x + c * KG__BLOCK) / DEPTH] = load.a[c];
#pragma unroll
    for (unsigned c = 0; c < LOADS_B<T>; c++)
        slice.b[(x + c * KG__BLOCK) / COLUMNS<T>][x % COLUMNS<T>] = load.b[c];
}

/* The column, within the tile, of a thread's j-th number. */
template <typename T> static __device__ __forceinline__ unsigned column_of(unsigned j)
{
    return j / STRIPE<T> * (ACROSS * STRIPE<T>)+threadIdx.x % ACROSS * STRIPE<T> + j % STRIPE<T>;
}

template <typename T>
static __device__ __forceinline__ void add_slice(
    T (&sum)[OWN_ROWS][OWN_COLUMNS<T>], const multiply_slice<T> &slice)
{
    const unsigned row = threadIdx.x / ACROSS * OWN_ROWS;

#pragma unroll 2 /* more would spill registers */
    for (unsigned k = 0; k < DEPTH; k++) {
        T a[OWN_ROWS], b[OWN_COLUMNS<T>];

#pragma unroll
        for (unsigned i = 0; i < OWN_ROWS; i++)
            a[i] = slice.a[k][row + i];
#pragma unroll
        for (unsigned j = 0; j < OWN_COLUMNS<T>; j++)
            b[j] = slice.b[k][column_of<T>(j)];
#pragma unroll
        for (unsigned i = 0; i < OWN_ROWS; i++)
#pragma unroll
            for (unsigned j = 0; j < OWN_COLUMNS<T>; j++)
                sum[i][j] = add_product(sum[i][j], a[i], b[j]);
    }
}

/* Block t owns tile t of the product; tiles are numbered row by row. */
template <typename T>
static __global__ void __launch_bounds__(KG__BLOCK, 2) k_multiply(kg__product p)
{
    __shared__ alignas(16) multiply_slice<T> s_slice[2];
    const uint64_t across = (p.m + COLUMNS<T> - 1) / COLUMNS<T>;
    const uint64_t row = blockIdx.x / across * ROWS, column = blockIdx.x % across * COLUMNS<T>;
    const uint64_t own_row = row + threadIdx.x / DEPTH,
                   own_column = column + threadIdx.x % COLUMNS<T>;
    T sum[OWN_ROWS][OWN_COLUMNS<T>] = {};
    multiply_source<T> from = {(const T *)p.a + own_row * p.a_pitch + threadIdx.x % DEPTH,
        (const T *)p.b + threadIdx.x / COLUMNS<T> * p.b_pitch + own_column, p.inner, 0,
        own_column < p.m};
    T *const result = (T *)p.result;
    multiply_load<T> load;
    unsigned now = 0;

    for (unsigned c = 0; c < LOADS_A; c++)
        from.rows |= (unsigned)(own_row + c * (KG__BLOCK / DEPTH) < p.n) << c;
    load_slice(load, from, p.a_pitch, p.b_pitch);
    store_slice(s_slice[0], load);
    __syncthreads();
    for (uint64_t depth = DEPTH; depth < p.inner; depth += DEPTH, now ^= 1) {
        load_slice(load, from, p.a_pitch, p.b_pitch);
        add_slice(sum, s_slice[now]);
        store_slice(s_slice[now ^ 1], load);
        __syncthreads();
    }
    add_slice(sum, s_slice[now]);
#pragma unroll
    for (unsigned i = 0; i < OWN_ROWS; i++) {
        const uint64_t r = row + threadIdx.x / ACROSS * OWN_ROWS + i;

#pragma unroll
        for (unsigned j = 0; j < OWN_COLUMNS<T>; j++) {
            const uint64_t c = column + column_of<T>(j);

            if (r < p.n && c < p.m)
                result[r * p.result_pitch + c] = finish(sum[i][j]);
        }
    }
}

template <typename T> static kg_status multiply(kg_context *ctx, const kg__product *p)
{
    const uint64_t tiles = ((p->n + ROWS - 1) / ROWS) * ((p->m + COLUMNS<T> - 1) / COLUMNS<T>);

    return KG_LAUNCH(ctx, k_multiply<T>, tiles * KG__BLOCK, *p);
}

/* ---- whether a sum of integers passes 64 bits ------------------------------------------------ */

/* Blocks per multiprocessor that search for the largest number. */
enum { LOOK_BLOCKS = 8 };

/* largest: 0 at first; becomes the largest absolute value of value[all / columns][columns]. Each
 * thread reads every stride-th number. */
static __global__ void k_multiply_largest(unsigned long long *largest, uint64_t all,
    uint64_t columns, const uint64_t *value, uint64_t pitch, bool sign)
{
    unsigned long long own = 0;

    for (uint64_t i = kg__item(); i < all; i += (uint64_t)gridDim.x * blockDim.x) {
        const uint64_t one = value[pitch == columns ? i : i / columns * pitch + i % columns];
        const uint64_t size = sign && one >> 63 ? 0 - one : one;

        own = size > own ? size : own;
    }
    for (unsigned far = 16; far; far /= 2) {
        const unsigned long long other = __shfl_xor_sync(UINT32_MAX, own, far);

        own = other > own ? other : own;
    }
    if (threadIdx.x % 32 == 0)
        atomicMax(largest, own);
}

/* Thread i owns number i of the product. passed: becomes 1 if a number of the product does not fit,
 * or if a partial sum does not fit 128 bits. */
static __global__ void k_multiply_passes(unsigned *passed, kg__product p, bool sign)
{
    const uint64_t at = kg__item(), i = at / p.m, j = at % p.m;
    const uint64_t *const a = (const uint64_t *)p.a, *const b = (const uint64_t *)p.b;
    unsigned __int128 sum = 0;
    bool passes = false;

    if (i >= p.n)
        return;
    for (uint64_t k = 0; k < p.inner; k++) {
        const uint64_t x = a[i * p.a_pitch + k], y = b[k * p.b_pitch + j];
        const unsigned __int128 one = sign ? (unsigned __int128)((__int128)(int64_t)x * (int64_t)y)
                                           : (unsigned __int128)x * y;
        const unsigned __int128 next = sum + one;

        passes |= (!sign && one >> 127) || (((sum ^ next) & (one ^ next)) >> 127);
        sum = next;
    }
    passes |= sign ? (__int128)sum != (int64_t)sum : sum >> 64 != 0;
    if (passes)
        atomicOr(passed, 1u);
}

static kg_status find_largest(kg_context *ctx, unsigned long long *largest, uint64_t rows,
    uint64_t columns, const void *value, uint64_t pitch, bool sign)
{
    const uint64_t most = (uint64_t)kg__cuda_of(ctx)->processors * LOOK_BLOCKS * KG__BLOCK;
    const uint64_t all = rows * columns;

    return KG_LAUNCH(ctx, k_multiply_largest, all < most ? all : most, largest, all, columns,
        (const uint64_t *)value, pitch, sign);
}

/* KG_OVERFLOW if a number of the product does not fit. */
static kg_status check_sums(kg_context *ctx, const kg__product *p, bool sign)
{
    unsigned long long *d_found = NULL, found[3], sum; /* of a, of b; whether a sum passes */
    kg_status status;

    KG_TRY(kg__allocate(ctx, &d_found, 3, sizeof *d_found, "the largest numbers"));
    KG_TRY(kg__memory(ctx)->clear(ctx, d_found, 0, sizeof found));
    KG_TRY(find_largest(ctx, d_found, p->n, p->inner, p->a, p->a_pitch, sign));
    KG_TRY(find_largest(ctx, d_found + 1, p->inner, p->m, p->b, p->b_pitch, sign));
    KG_TRY(kg__cuda_fetch(ctx, found, d_found, sizeof found));
    if (!__builtin_mul_overflow(found[0], found[1], &sum) &&
        !__builtin_mul_overflow(sum, p->inner, &sum) && sum <= INT64_MAX)
        goto out;
    KG_TRY(KG_LAUNCH(ctx, k_multiply_passes, p->n * p->m, (unsigned *)(d_found + 2), *p, sign));
    KG_TRY(kg__cuda_fetch(ctx, found, d_found, sizeof found));
    status = found[2] ? KG_OVERFLOW : KG_OK;
out:
    kg__free(ctx, d_found);
    return status;
}

decl_matrix_multiply(kg__matrix_multiply_cuda)
{
    kg_status status;

    if (type == KG_F32)
        return multiply<float>(ctx, p);
    if (type == KG_F64) {
        bool done;

        KG_TRY(kg__multiply_tensor(ctx, p, &done));
        return done ? KG_OK : multiply<double>(ctx, p);
    }
    KG_TRY(check_sums(ctx, p, type == KG_I64));
    KG_TRY(multiply<uint64_t>(ctx, p));
out:
    return status;
}
