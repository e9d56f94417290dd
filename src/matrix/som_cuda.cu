/*
 * Best-matching units on the GPU.
 *
 * In: data[rows][columns], and the transposed map, turned[columns][nodes]. Out: for each row the
 *     first of the nearest nodes, and its distance.
 *
 * Method: a block owns SIDE rows and a share of the nodes, which it takes SIDE at a time. A thread
 * sums the distances of OWN rows to OWN nodes in registers, column by column, from slices of both
 * in shared memory, and keeps the nearest node of each of its rows. The threads of a block combine
 * their results, and then all blocks do.
 *
 * Work: rows * nodes * columns differences, products and sums, each rounded separately. Memory: 16
 * bytes per row for each share of the nodes. There are several shares if the rows alone would make
 * too few blocks.
 *
 * Deterministic: each distance is one sum in one order; of equal distances the first node is taken.
 */
#include "../base/cuda.cuh"
extern "C" {
#include "matrix_ops.h"
}
#include <math.h>

/* A tile has SIDE rows and SIDE nodes: ACROSS by ACROSS threads, each of which owns OWN by OWN
 * pairs. DEPTH: columns taken at a time. BLOCKS: this many per multiprocessor are enough. */
enum { ACROSS = 16, OWN = 4, SIDE = ACROSS * OWN, DEPTH = 16, PAIR = 2, BLOCKS = 8 };

typedef struct som_best {
    double distance; /* squared for the Euclidean metric */
    uint64_t node;
} som_best;

static __device__ __forceinline__ bool is_nearer(const som_best &a, const som_best &b)
{
    return a.distance < b.distance || (a.distance == b.distance && a.node < b.node);
}

/* The place, within the tile, of a thread's i-th node. A thread's nodes are neighbours in pairs, so
 * that reads of shared memory do not conflict. */
static __device__ __forceinline__ unsigned node_of(unsigned i)
{
    return i / PAIR * (ACROSS * PAIR) + threadIdx.x % ACROSS * PAIR + i % PAIR;
}

typedef struct som_slice {
    double row[DEPTH][SIDE + PAIR], node[DEPTH][SIDE];
} som_slice;

static __device__ __forceinline__ void load_slice(som_slice &slice, uint64_t rows, uint64_t nodes,
    uint64_t columns, const double *data, const double *turned, uint64_t row, uint64_t node,
    uint64_t column)
{
    for (unsigned c = threadIdx.x; c < DEPTH * SIDE; c += KG__BLOCK) {
        const uint64_t r = row + c / DEPTH, at = column + c % DEPTH;

        slice.row[c % DEPTH][c / DEPTH] = r < rows && at < columns ? data[r * columns + at] : 0;
    }
    for (unsigned c = threadIdx.x; c < DEPTH * SIDE; c += KG__BLOCK) {
        const uint64_t at = column + c / SIDE, w = node + c % SIDE;

        slice.node[c / SIDE][c % SIDE] = at < columns && w < nodes ? turned[at * nodes + w] : 0;
    }
}

template <bool taxicab>
static __device__ __forceinline__ void add_slice(
    double (&sum)[OWN][OWN], const som_slice &slice, unsigned depth)
{
    for (unsigned k = 0; k < depth; k++) {
        double x[OWN], w[OWN];

#pragma unroll
        for (unsigned i = 0; i < OWN; i++) {
            x[i] = slice.row[k][threadIdx.x / ACROSS * OWN + i];
            w[i] = slice.node[k][node_of(i)];
        }
#pragma unroll
        for (unsigned i = 0; i < OWN; i++)
#pragma unroll
            for (unsigned j = 0; j < OWN; j++) {
                const double d = w[j] - x[i];

                sum[i][j] = __dadd_rn(sum[i][j], taxicab ? fabs(d) : __dmul_rn(d, d));
            }
    }
}

/* Block b owns a tile of rows and the nodes of share b % shares; best: [shares][rows]. */
template <bool taxicab>
static __global__ void __launch_bounds__(KG__BLOCK, 3)
    k_som_match(som_best *best, uint64_t rows, uint64_t nodes, uint64_t columns, const double *data,
        const double *turned, uint64_t shares, uint64_t share_nodes)
{
    __shared__ alignas(16) som_slice s_slice;
    const uint64_t share = blockIdx.x % shares, row = blockIdx.x / shares * SIDE;
    const uint64_t begin = share * share_nodes;
    const uint64_t end = nodes - begin < share_nodes ? nodes : begin + share_nodes;
    som_best own[OWN];

#pragma unroll
    for (unsigned i = 0; i < OWN; i++)
        own[i] = {HUGE_VAL, 0};
    for (uint64_t node = begin; node < end; node += SIDE) {
        double sum[OWN][OWN] = {};

        for (uint64_t column = 0; column < columns; column += DEPTH) {
            __syncthreads();
            load_slice(s_slice, rows, nodes, columns, data, turned, row, node, column);
            __syncthreads();
            add_slice<taxicab>(sum, s_slice,
                columns - column < DEPTH ? (unsigned)(columns - column) : (unsigned)DEPTH);
        }
#pragma unroll
        for (unsigned j = 0; j < OWN; j++)
#pragma unroll
            for (unsigned i = 0; i < OWN; i++)
                if (sum[i][j] < own[i].distance && node + node_of(j) < end)
                    own[i] = {sum[i][j], node + node_of(j)};
    }
#pragma unroll
    for (unsigned i = 0; i < OWN; i++) {
        const uint64_t r = row + threadIdx.x / ACROSS * OWN + i;

        for (unsigned far = ACROSS / 2; far; far /= 2) {
            const som_best other = {__shfl_xor_sync(UINT32_MAX, own[i].distance, far),
                __shfl_xor_sync(UINT32_MAX, own[i].node, far)};

            if (is_nearer(other, own[i]))
                own[i] = other;
        }
        if (threadIdx.x % ACROSS == 0 && r < rows)
            best[share * rows + r] = own[i];
    }
}

/* Thread i owns row i. */
static __global__ void k_som_finish(uint64_t *unit, double *distance, uint64_t rows,
    uint64_t shares, const som_best *best, bool taxicab)
{
    const uint64_t i = kg__item();

    if (i < rows) {
        som_best own = best[i];

        for (uint64_t s = 1; s < shares; s++)
            if (best[s * rows + i].distance < own.distance) /* shares are in the nodes' order */
                own = best[s * rows + i];
        unit[i] = own.node;
        distance[i] = taxicab ? own.distance : sqrt(own.distance);
    }
}

decl_matrix_match(kg__matrix_match_cuda)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    const bool taxicab = metric == KG_TAXICAB;
    const uint64_t tiles = (rows + SIDE - 1) / SIDE, node_tiles = (nodes + SIDE - 1) / SIDE;
    const uint64_t wanted = ((uint64_t)kg__cuda_of(ctx)->processors * BLOCKS + tiles - 1) / tiles;
    const uint64_t some = wanted < node_tiles ? wanted : node_tiles;
    const uint64_t share_nodes = (node_tiles + some - 1) / some * SIDE;
    const uint64_t shares = (nodes + share_nodes - 1) / share_nodes;
    som_best *best = NULL;
    uint64_t *d_unit = NULL;
    double *d_distance = NULL;
    kg_status status;

    KG_TRY(kg__allocate(ctx, &best, rows * shares, sizeof *best, "nearest nodes"));
    KG_TRY(kg__allocate(ctx, &d_unit, rows, sizeof *d_unit, "units"));
    KG_TRY(kg__allocate(ctx, &d_distance, rows, sizeof *d_distance, "distances"));
    KG_TRY(KG_LAUNCH(ctx, (taxicab ? k_som_match<true> : k_som_match<false>),
        tiles * shares * KG__BLOCK, best, rows, nodes, columns, data, turned, shares, share_nodes));
    KG_TRY(KG_LAUNCH(ctx, k_som_finish, rows, d_unit, d_distance, rows, shares, best, taxicab));
    KG_TRY(memory->download(ctx, unit, d_unit, rows * sizeof *unit));
    KG_TRY(memory->download(ctx, distance, d_distance, rows * sizeof *distance));
out:
    kg__free_all(ctx, d_distance, d_unit, best);
    return status;
}
