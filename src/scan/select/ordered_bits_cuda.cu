/*
 * Work on single numbers on the GPU: ordered bits and back, lengths of runs, rows by position.
 *
 * In and out: as array_ops.h says. A block owns a tile: it reads all the tile's numbers before it
 * writes the first result, so that the output may be the input.
 *
 * Work: each number is read and each result written once. Memory: for lengths, a number per tile.
 *
 * Deterministic: an element's result depends on the input alone.
 */
#include "../typed.cuh"

/* Block b owns tile b of the numbers. */
template <typename T>
static __global__ void k_array_ordered_bits(
    kg__bits_t<T> *bits, uint64_t n, const T *value, kg__bits_t<T> flip)
{
    T own[KG__ITEMS];

    kg__tile_load(own, blockIdx.x, n, value, T());
#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++) {
        const uint64_t i = kg__tile_index(blockIdx.x, k);

        if (i < n)
            bits[i] = kg__ordered_bits(own[k]) ^ flip;
    }
}

/* Block b owns tile b of the values. */
template <typename T>
static __global__ void k_array_from_ordered_bits(
    T *value, uint64_t n, const kg__bits_t<T> *bits, kg__bits_t<T> flip)
{
    kg__bits_t<T> own[KG__ITEMS];

    kg__tile_load(own, blockIdx.x, n, bits, kg__bits_t<T>());
#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++) {
        const uint64_t i = kg__tile_index(blockIdx.x, k);

        if (i < n)
            value[i] = kg__from_ordered<T>(own[k] ^ flip);
    }
}

template <typename T>
static kg_status ordered_bits(
    kg_context *ctx, void *bits, uint64_t n, const void *value, uint64_t flip)
{
    return KG_LAUNCH(ctx, k_array_ordered_bits<T>, kg__tile_threads(n), (kg__bits_t<T> *)bits, n,
        (const T *)value, (kg__bits_t<T>)flip);
}

template <typename T>
static kg_status from_ordered_bits(
    kg_context *ctx, void *value, uint64_t n, const void *bits, uint64_t flip)
{
    return KG_LAUNCH(ctx, k_array_from_ordered_bits<T>, kg__tile_threads(n), (T *)value, n,
        (const kg__bits_t<T> *)bits, (kg__bits_t<T>)flip);
}

decl_array_ordered_bits(kg__array_ordered_bits_cuda)
{
    return KG__BY_TYPE(type, ordered_bits, ctx, bits, n, value, kg__flip(type, descending));
}

decl_array_from_ordered_bits(kg__array_from_ordered_bits_cuda)
{
    return KG__BY_TYPE(type, from_ordered_bits, ctx, value, n, bits, kg__flip(type, descending));
}

/* ---- lengths --------------------------------------------------------------------------------- */

/* Thread t owns edge[t], the start of the first run of tile t + 1; in the last tile, the end of the
 * last run. */
static __global__ void k_array_edges(
    uint64_t *edge, uint64_t tiles, const uint64_t *start, uint64_t n)
{
    const uint64_t t = kg__item();

    if (t < tiles)
        edge[t] = t + 1 < tiles ? start[(t + 1) * KG__TILE] : n;
}

/* Block b owns tile b of the starts, which become lengths. */
static __global__ void k_array_run_lengths(uint64_t *start, uint64_t count, const uint64_t *edge)
{
    const uint64_t tile = blockIdx.x;
    uint64_t length[KG__ITEMS];

#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++) {
        const uint64_t i = kg__tile_index(tile, k);

        if (i < count)
            length[k] =
                (i + 1 < count && (i + 1) % KG__TILE ? start[i + 1] : edge[tile]) - start[i];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < KG__ITEMS; k++) {
        const uint64_t i = kg__tile_index(tile, k);

        if (i < count)
            start[i] = length[k];
    }
}

decl_array_run_lengths(kg__array_run_lengths_cuda)
{
    const uint64_t tiles = kg__tiles(count);
    uint64_t *edge = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &edge, tiles, sizeof *edge, "edges of tiles"));
    KG_TRY(KG_LAUNCH(ctx, k_array_edges, tiles, edge, tiles, start, n));
    KG_TRY(KG_LAUNCH(ctx, k_array_run_lengths, kg__tile_threads(count), start, count, edge));
out:
    kg__free(ctx, edge);
    return status;
}

/* ---- rows by position ------------------------------------------------------------------------ */

/* Thread i owns unit i of the result: rows are `units` of U each, `stride` apart in value. */
template <typename U>
static __global__ void k_array_gather(U *result, uint64_t all, uint64_t units, const U *value,
    uint64_t stride, const uint64_t *position)
{
    const uint64_t i = kg__item();

    if (i < all) {
        const uint64_t row = units == 1 ? i : i / units, unit = i - row * units;

        result[i] = value[stride * (position ? position[row] : row) + unit];
    }
}

template <typename U>
static kg_status gather(kg_context *ctx, void *result, uint64_t count, size_t row_bytes,
    const void *value, size_t stride, const uint64_t *position)
{
    const uint64_t units = row_bytes / sizeof(U);

    return KG_LAUNCH(ctx, k_array_gather<U>, count * units, (U *)result, count * units, units,
        (const U *)value, stride / sizeof(U), position);
}

decl_array_gather(kg__array_gather_cuda)
{
    const uintptr_t all = (uintptr_t)result | (uintptr_t)value | row_bytes | stride;

    if (!row_bytes)
        return KG_OK;
    return (all % 8 == 0   ? gather<uint64_t>
            : all % 4 == 0 ? gather<uint32_t>
            : all % 2 == 0
                ? gather<uint16_t>
                : gather<uint8_t>)(ctx, result, count, row_bytes, value, stride, position);
}
