/*
 * Best-matching units on the CPU.
 *
 * In: data[rows][columns], and the transposed map, turned[columns][nodes]. Out: for each row the
 *     first of the nearest nodes, and its distance.
 * Method: nodes are taken in tiles. The sums of a tile's nodes grow side by side, column by column,
 *     so that the compiler vectorises them. Each node's sum has the order of the columns.
 * Work: rows * nodes * columns; memory: a tile per thread, on its stack.
 * Deterministic: each distance is one sum in one order.
 */
#include "matrix_ops.h"
#include <math.h>
#include <string.h>

enum { TILE = 512, GRAIN = 1 << 16 };

/* The distances of one row to `count` nodes; squares for the Euclidean metric. */
static void measure(double *sum, uint64_t count, uint64_t nodes, uint64_t columns, const double *x,
    const double *turned, bool taxicab)
{
    memset(sum, 0, TILE * sizeof *sum);
    for (uint64_t c = 0; c < columns; c++) {
        const double *node = turned + c * nodes, one = x[c];

        if (taxicab)
            for (uint64_t i = 0; i < count; i++)
                sum[i] += fabs(node[i] - one);
        else
            for (uint64_t i = 0; i < count; i++)
                sum[i] += (node[i] - one) * (node[i] - one);
    }
}

static uint64_t nearest(double *distance, uint64_t nodes, uint64_t columns, const double *x,
    const double *turned, bool taxicab)
{
    double sum[TILE], least = INFINITY;
    uint64_t unit = 0;

    for (uint64_t from = 0; from < nodes; from += TILE) {
        uint64_t count = nodes - from < TILE ? nodes - from : TILE;
        double least_here = INFINITY;

        measure(sum, count, nodes, columns, x, turned + from, taxicab);
        for (uint64_t i = 0; i < count; i++)
            least_here = sum[i] < least_here ? sum[i] : least_here;
        if (!(least_here < least))
            continue;
        least = least_here;
        for (unit = from; sum[unit - from] != least;)
            unit++;
    }
    *distance = taxicab ? least : sqrt(least);
    return unit;
}

decl_matrix_match(kg__matrix_match_cpu)
{
    int threads = kg__threads(ctx, rows, 1 + GRAIN / (nodes * (columns + 1)));

    KG_PARALLEL_FOR(threads, schedule(dynamic, 16))
    for (uint64_t i = 0; i < rows; i++)
        unit[i] =
            nearest(&distance[i], nodes, columns, data + i * columns, turned, metric == KG_TAXICAB);
    return KG_OK;
}
