/*
 * Transposing and multiplying on the CPU.
 *
 * Transposing: in: value[rows][columns]; out: result[columns][rows]. Works in square tiles, whose
 * cache lines on both sides stay in the first-level cache.
 *
 * Multiplying: in: a[n][inner], b[inner][m]; out: result[n][m]. b is copied to panels whose rows
 * are PANEL bytes, one cache line each. A block of ROWS rows of a is multiplied by one panel, and
 * the sums stay in registers from the first product to the last. Each thread takes blocks of STRIP
 * rows; a panel stays in the second-level cache for all of them. Integers whose sums could pass 64
 * bits are summed in 128 bits. Work: n * inner * m. Memory: as much as b.
 *
 * Deterministic: every sum has the order of the definition. The fused multiply-add is an
 * instruction if the processor has it, and the C library's function otherwise. Every NaN is
 * replaced by one NaN.
 */
#include "matrix_ops.h"
#include <math.h>
#include <string.h>

/* TILE: rows and columns of a tile. PANEL: bytes of a panel's row. GRAIN: numbers or products that
 * make one more thread worth while. */
enum { TILE = 32, PANEL = 64, ROWS = 4, STRIP = 64, GRAIN = 1 << 16 };

static void transpose_tile(const kg__transposition *t, uint64_t r, uint64_t c)
{
    const uint64_t last_r = t->rows - r < TILE ? t->rows : r + TILE;
    const uint64_t last_c = t->columns - c < TILE ? t->columns : c + TILE;

    for (uint64_t j = c; j < last_c; j++)
        for (uint64_t i = r; i < last_r; i++) {
            const uint64_t to = j * t->result_pitch + i, from = i * t->value_pitch + j;

            if (t->size == 8)
                ((uint64_t *)t->result)[to] = ((const uint64_t *)t->value)[from];
            else if (t->size == 1)
                ((uint8_t *)t->result)[to] = ((const uint8_t *)t->value)[from];
            else if (t->size == 2)
                ((uint16_t *)t->result)[to] = ((const uint16_t *)t->value)[from];
            else
                ((uint32_t *)t->result)[to] = ((const uint32_t *)t->value)[from];
        }
}

decl_matrix_transpose(kg__matrix_transpose_cpu)
{
    const uint64_t across = (t->columns + TILE - 1) / TILE, down = (t->rows + TILE - 1) / TILE;

    KG_PARALLEL_FOR(kg__threads(ctx, t->rows * t->columns, GRAIN))
    for (uint64_t tile = 0; tile < across * down; tile++)
        transpose_tile(t, tile / across * TILE, tile % across * TILE);
    return KG_OK;
}

/* Not every x86-64 processor has fused multiply-add. If the processor has it, strips of floats are
 * computed by code that uses it. */
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

#define WITHOUT_NARROW /* the front widens narrower integers */
#define BODY           "../matrix/multiply_cpu_tmpl.h"
#include "../scan/each_type.h"

decl_matrix_multiply(kg__matrix_multiply_cpu)
{
    return OF_TYPE(multiply, type)(ctx, p);
}
