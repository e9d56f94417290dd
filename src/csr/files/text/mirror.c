/*
 * Whether each edge stands in the rows of both its ends.
 *
 * In:  rows. Out: the first vertex' first edge that has no mirror image.
 * Method: a stable transposition leaves each row in increasing order. The transposed rows and the
 *     rows transposed twice are equal if and only if every edge has its image.
 * Work: O(n + m). Memory: 24 bytes a vertex and 8 an edge, 24 with values.
 * Deterministic: it is serial.
 */
#include "mirror.h"
#include <string.h>

/* Rows that were transposed. */
typedef struct rows {
    uint64_t *row; /* [n + 1] */
    kg_vertex *col;
    double *value; /* or NULL */
} rows;

static kg_status allocate(rows *r, kg_context *ctx, kg_vertex n, uint64_t m, bool valued)
{
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &r->row, (uint64_t)n + 2, sizeof *r->row, "transposed rows"));
    KG_TRY(kg__host_allocate(ctx, &r->col, m, sizeof *r->col, "transposed rows"));
    if (valued)
        KG_TRY(kg__host_allocate(ctx, &r->value, m, sizeof *r->value, "transposed rows"));
out:
    return status;
}

static void release(rows *r, kg_context *ctx)
{
    kg__free_all(ctx, r->row, r->col, r->value);
}

/* to->row has one more element, so that placing the edges moves the offsets to their final
 * places. */
static void transpose(
    rows *to, kg_vertex n, const uint64_t *row, const kg_vertex *col, const double *value)
{
    memset(to->row, 0, ((uint64_t)n + 2) * sizeof *to->row);
    for (uint64_t e = 0; e < row[n]; e++)
        to->row[(uint64_t)col[e] + 2]++;
    for (uint64_t v = 2; v <= n; v++)
        to->row[v] += to->row[v - 1];
    for (kg_vertex v = 0; v < n; v++)
        for (uint64_t e = row[v]; e < row[v + 1]; e++) {
            uint64_t at = to->row[(uint64_t)col[e] + 1]++;

            to->col[at] = v;
            if (value)
                to->value[at] = value[e];
        }
}

/* Compares the out-edges of v, in a row transposed twice, with its in-edges, in a row transposed
 * once. */
static bool compare(kg__unmatched *u, const rows *out, const rows *in, kg_vertex v)
{
    uint64_t a = out->row[v], b = in->row[v];

    for (; a < out->row[v + 1] || b < in->row[v + 1]; a++, b++) {
        bool has_a = a < out->row[v + 1], has_b = b < in->row[v + 1];

        if (has_a && (!has_b || out->col[a] < in->col[b]))
            *u = (kg__unmatched){v, out->col[a], false};
        else if (!has_a || out->col[a] > in->col[b])
            *u = (kg__unmatched){in->col[b], v, false};
        else if (out->value && memcmp(&out->value[a], &in->value[b], sizeof *out->value) != 0)
            *u = (kg__unmatched){v, out->col[a], true};
        else
            continue;
        return false;
    }
    return true;
}

kg_status kg__mirror_check(kg__unmatched *unmatched, kg_context *ctx, kg_vertex n,
    const uint64_t *row, const kg_vertex *col, const double *value)
{
    rows once = {0}, twice = {0};
    kg_status status;

    *unmatched = (kg__unmatched){.from = KG_NO_VERTEX};
    KG_TRY(allocate(&once, ctx, n, row[n], value != NULL));
    KG_TRY(allocate(&twice, ctx, n, row[n], value != NULL));
    transpose(&once, n, row, col, value);
    transpose(&twice, n, once.row, once.col, once.value);
    for (kg_vertex v = 0; v < n && compare(unmatched, &twice, &once, v); v++)
        ;
out:
    release(&once, ctx);
    release(&twice, ctx);
    return status;
}
