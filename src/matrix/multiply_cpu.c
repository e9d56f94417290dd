/*
 * Transposing and multiplying on the CPU.
 *
 * Transposing: in: value[rows][columns]; out: result[columns][rows]. By square tiles, whose lines
 * of either side stay in the first cache.
 *
 * Multiplying: in: a[n][inner], b[inner][m]; out: product[n][m]. b is copied to panels of PANEL
 * columns, in which a step down is the next line. A block of ROWS rows of a by one panel is summed
 * up in registers, from the first product to the last. Each thread takes blocks of STRIP rows, for
 * which a panel stays in the second cache. Integers whose sums could pass 64 bits are summed up in
 * 128. Work: n * inner * m. Memory: as much as b.
 *
 * Deterministic: the order of every sum is the definition's, whose fused multiply-add is an
 * instruction where the processor has it and the C library's function where not; all NaNs are one.
 */
#include "matrix_ops.h"
#include <math.h>
#include <string.h>

/* TILE: on a side; PANEL: bytes of a line of a panel. GRAIN: numbers or products worth a thread. */
enum { TILE = 32, PANEL = 64, ROWS = 4, STRIP = 64, GRAIN = 1 << 16 };

static void transpose_tile(char *result, size_t size, uint64_t rows, uint64_t columns,
    const char *value, uint64_t r, uint64_t c)
{
    const uint64_t last_r = rows - r < TILE ? rows : r + TILE;
    const uint64_t last_c = columns - c < TILE ? columns : c + TILE;

    for (uint64_t j = c; j < last_c; j++)
        for (uint64_t i = r; i < last_r; i++)
            if (size == 8)
                ((uint64_t *)result)[j * rows + i] = ((const uint64_t *)value)[i * columns + j];
            else
                ((uint32_t *)result)[j * rows + i] = ((const uint32_t *)value)[i * columns + j];
}

decl_matrix_transpose(kg__matrix_transpose_cpu)
{
    const uint64_t across = (columns + TILE - 1) / TILE, down = (rows + TILE - 1) / TILE;
    int threads = kg__threads(ctx, rows * columns, GRAIN);

    (void)threads;
#pragma omp parallel for num_threads(threads)
    for (uint64_t tile = 0; tile < across * down; tile++)
        transpose_tile(
            result, size, rows, columns, value, tile / across * TILE, tile % across * TILE);
    return KG_OK;
}

/* x86-64 began without fused multiply-add: where the processor has it, strips of floats are worked
 * on by code that uses it. */
#ifdef __x86_64__
#include <immintrin.h>
#define WITH_FMA __attribute__((target("avx2,fma")))
#define WIDE     32 /* bytes of a vector */
#endif

static inline __attribute__((always_inline)) float fused_f32(float sum, float a, float b)
{
    return __builtin_fmaf(a, b, sum);
}

static inline __attribute__((always_inline)) double fused_f64(double sum, double a, double b)
{
    return __builtin_fma(a, b, sum);
}

/* Integers wrap. */
static inline __attribute__((always_inline)) uint64_t fused_u64(
    uint64_t sum, uint64_t a, uint64_t b)
{
    return sum + a * b;
}
#define fused_i64 fused_u64

#ifdef WITH_FMA
typedef __m256 wide_f32;
typedef __m256d wide_f64;
#define FUSED_f32(sum, a, b) _mm256_fmadd_ps(_mm256_set1_ps(a), _mm256_loadu_ps(b), sum)
#define FUSED_f64(sum, a, b) _mm256_fmadd_pd(_mm256_set1_pd(a), _mm256_loadu_pd(b), sum)
#endif

#define WITHOUT_U32 /* the front refuses it */
#define BODY        "../matrix/multiply_cpu_tmpl.h"
#include "../scan/each_type.h"

decl_matrix_multiply(kg__matrix_multiply_cpu)
{
    return OF_TYPE(multiply, type)(ctx, product, n, inner, m, a, b);
}
