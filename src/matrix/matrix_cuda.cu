/*
 * Transposing on the GPU.
 *
 * In: value[rows][columns], elements of 1, 2, 4 or 8 bytes. Out: result[columns][rows]. The rows of
 * both may have gaps between them.
 *
 * Method: square tiles go through shared memory, so that both sides read and write whole rows of a
 * tile.
 *
 * Work: one read and one write. Memory: none.
 */
#include "../base/cuda.cuh"
extern "C" {
#include "matrix_ops.h"
}

/* SIDE: rows and columns of a tile, whose rows have 256 or 512 bytes. Each thread moves SIDE / STEP
 * elements of a column. */
enum { SIDE = 64, STEP = KG__BLOCK / SIDE };

/* Block b owns tile b; tiles are numbered along the rows of value. */
template <typename T>
static __global__ void __launch_bounds__(KG__BLOCK) k_matrix_transpose(T *result,
    uint64_t result_pitch, uint64_t rows, uint64_t columns, const T *value, uint64_t value_pitch)
{
    __shared__ T s_tile[SIDE][SIDE + 1];
    const uint64_t across = (columns + SIDE - 1) / SIDE;
    const uint64_t row = blockIdx.x / across * SIDE, column = blockIdx.x % across * SIDE;
    const unsigned x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    T own[SIDE / STEP] = {};

#pragma unroll
    for (unsigned k = 0; k < SIDE / STEP; k++)
        if (row + y + k * STEP < rows && column + x < columns)
            own[k] = value[(row + y + k * STEP) * value_pitch + column + x];
#pragma unroll
    for (unsigned k = 0; k < SIDE / STEP; k++)
        s_tile[y + k * STEP][x] = own[k];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < SIDE / STEP; k++)
        if (column + y + k * STEP < columns && row + x < rows)
            result[(column + y + k * STEP) * result_pitch + row + x] = s_tile[x][y + k * STEP];
}

template <typename T>
static kg_status transpose(kg_context *ctx, uint64_t tiles, const kg__transposition *t)
{
    return KG_LAUNCH(ctx, k_matrix_transpose<T>, tiles * KG__BLOCK, (T *)t->result, t->result_pitch,
        t->rows, t->columns, (const T *)t->value, t->value_pitch);
}

decl_matrix_transpose(kg__matrix_transpose_cuda)
{
    const uint64_t tiles = ((t->rows + SIDE - 1) / SIDE) * ((t->columns + SIDE - 1) / SIDE);

    if (!tiles)
        return KG_OK;
    return (t->size == 1   ? transpose<uint8_t>
            : t->size == 2 ? transpose<uint16_t>
            : t->size == 4 ? transpose<uint32_t>
                           : transpose<uint64_t>)(ctx, tiles, t);
}
