/*
 * Transposing and multiplying on the CPU.
 *
 * Transposing: in: value[rows][columns]; out: result[columns][rows]. By square tiles, whose lines of
 * either side stay in the first cache.
 *
 * Multiplying: in: a[n][inner], b[inner][m]; out: product[n][m]. b is copied to panels of PANEL columns,
 * in which a step down is the next line. A block of ROWS rows of a by one panel is summed up in registers,
 * from the first product to the last. Each thread takes blocks of STRIP rows, for which a panel stays in
 * the second cache. Integers whose sums could pass 64 bits are summed up in 128.
 * Work: n * inner * m. Memory: as much as b.
 *
 * Deterministic: the order of every sum is the definition's; all NaNs are one.
 */
#include "array_ops.h"
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

decl_array_transpose(kg__array_transpose_cpu)
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

#define BODY "multiply_cpu.inc"
#include "each_type.h"

decl_array_multiply(kg__array_multiply_cpu)
{
    return OF_TYPE(multiply, type)(ctx, product, n, inner, m, a, b);
}
