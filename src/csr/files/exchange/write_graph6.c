/*
 * Writing graph6, sparse6 and digraph6.
 *
 * In:  a graph without names and values. A directed one without parallel edges is written as
 *     digraph6. An undirected one is written as graph6, or as sparse6 if it has loops or parallel
 *     edges.
 * Out: one line, after the mark of its format. The order of edges is not kept.
 * Method: graph6 has a bit for each pair of vertices, row by row; a buffer collects each row.
 *     sparse6 lists the edges in the order of their larger ends.
 * Work: O(n^2) bits; for sparse6 O(n + m) and the sorting of rows. Memory: n bytes.
 * Source: B. McKay, Description of graph6, sparse6 and digraph6 encodings, 2022 (part of nauty).
 */
#include "../text/text.h"
#include "../write.h"
#include "graph6.h"
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 14 };

typedef struct writer {
    kg_output *output;
    char text[PIECE];
    size_t used;
    unsigned bits, count; /* of the incomplete character */
    kg_status status;
} writer;

static void put(writer *w, char c)
{
    if (w->used == PIECE) {
        if (w->status == KG_OK)
            w->status = kg__output_write(w->output, w->text, w->used);
        w->used = 0;
    }
    w->text[w->used++] = c;
}

static void put_bit(writer *w, unsigned bit)
{
    w->bits = w->bits << 1 | bit;
    if (++w->count < 6)
        return;
    put(w, (char)(w->bits + KG__GRAPH6_ZERO));
    w->bits = w->count = 0;
}

static void put_number(writer *w, uint64_t number, int bits)
{
    for (int i = bits - 1; i >= 0; i--)
        put_bit(w, number >> i & 1);
}

static void put_head(writer *w, const char *mark, uint64_t n)
{
    while (*mark)
        put(w, *mark++);
    if (n > 62)
        put(w, '~');
    if (n > 258047)
        put(w, '~');
    put_number(w, n, n > 258047 ? 36 : n > 62 ? 18 : 6);
}

/* Puts a row of bits for each vertex: for all vertices, or for those before it. mark: [n] zeros. */
static void put_dense(writer *w, const kg_graph *graph, unsigned char *mark)
{
    for (kg_vertex u = 0; u < graph->n; u++) {
        for (kg_edge e = graph->row[u]; e < graph->row[u + 1]; e++)
            mark[graph->col[e]] = 1;
        for (kg_vertex v = 0; v < (graph->half ? u : graph->n); v++)
            put_bit(w, mark[v]);
        for (kg_edge e = graph->row[u]; e < graph->row[u + 1]; e++)
            mark[graph->col[e]] = 0;
    }
    while (w->count)
        put_bit(w, 0);
}

static int compare(const void *a, const void *b)
{
    const kg_vertex x = *(const kg_vertex *)a, y = *(const kg_vertex *)b;

    return (x > y) - (x < y);
}

/* Puts the neighbours of each vertex that are not larger. lesser: [the largest degree]. */
static void put_sparse(writer *w, const kg_graph *graph, kg_vertex *lesser)
{
    int width = 0;
    kg_vertex at = 0;

    while (graph->n > 1 && (graph->n - 1) >> width)
        width++;
    for (kg_vertex v = 0; v < graph->n; v++) {
        size_t count = 0;

        for (kg_edge e = graph->row[v]; e < graph->row[v + 1]; e++)
            if (graph->col[e] < v || (graph->col[e] == v && graph->half[e] % 2 == 0))
                lesser[count++] = graph->col[e];
        qsort(lesser, count, sizeof *lesser, compare);
        for (size_t i = 0; i < count; i++) {
            put_bit(w, v > at);
            if (v > at + 1) { /* a number larger than the current vertex moves to it */
                put_number(w, v, width);
                put_bit(w, 0);
            }
            at = v;
            put_number(w, lesser[i], width);
        }
    }
    /* Padding is ones. But readers might take these for a loop at the last vertex of a graph of 2^k
         * vertices whose last edge ends at the last vertex but one. */
    if (w->count && graph->n == (kg_vertex)1 << width && at + 2 == graph->n && width < 6 &&
        6 - w->count > (unsigned)width)
        put_bit(w, 0);
    while (w->count)
        put_bit(w, 1);
}

/* parallel: the number of parallel edges. */
static kg_status check(const kg_graph *graph, uint64_t parallel)
{
    if (graph->names && (graph->names->text || graph->names->label || graph->names->first))
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "graph6 cannot carry names: its vertices are the numbers from 0 on; gml and .kcsr can");
    if (graph->value)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "graph6 has no values for the edges of a graph; gml and .kcsr have");
    if (!graph->half && parallel)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "digraph6 cannot carry parallel edges, and %llu are; gml and .kcsr can",
            (unsigned long long)parallel);
    return KG_OK;
}

kg_status kg__write_graph6(kg_output *output, kg_graph *graph, const char *path)
{
    kg_context *ctx = graph->ctx;
    uint64_t parallel, largest = 0;
    unsigned char *mark = NULL;
    kg_vertex *lesser = NULL;
    bool loops = false;
    writer *w = NULL;
    kg_status status;

    (void)path;
    KG_TRY(kg__count_parallel(graph, &parallel));
    KG_TRY(check(graph, parallel));
    for (kg_vertex v = 0; v < graph->n; v++) {
        const uint64_t degree = graph->row[v + 1] - graph->row[v];

        largest = degree > largest ? degree : largest;
        for (kg_edge e = graph->row[v]; graph->half && e < graph->row[v + 1]; e++)
            loops = loops || graph->col[e] == v;
    }
    KG_TRY(kg__host_allocate(ctx, &w, 1, sizeof *w, "text to write"));
    *w = (writer){.output = output};
    if (loops || (graph->half && parallel)) {
        if (graph->n > kg__claim_limit(kg__edges(graph)))
            KG_TRY(kg__fail(ctx, KG_UNSUPPORTED,
                "sparse6 cannot carry %u vertices with only %llu edges; .kcsr can", graph->n,
                (unsigned long long)kg__edges(graph)));
        KG_TRY(kg__host_allocate(ctx, &lesser, largest, sizeof *lesser, "neighbours"));
        put_head(w, ">>sparse6<<:", graph->n);
        put_sparse(w, graph, lesser);
    } else {
        KG_TRY(kg__host_allocate(ctx, &mark, graph->n, 1, "a row of bits"));
        memset(mark, 0, graph->n);
        put_head(w, graph->half ? ">>graph6<<" : ">>digraph6<<&", graph->n);
        put_dense(w, graph, mark);
    }
    put(w, '\n');
    KG_TRY(w->status);
    KG_TRY(kg__output_write(output, w->text, w->used));
out:
    kg__free_all(ctx, w, mark, lesser);
    return status;
}
