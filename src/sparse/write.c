/*
 * Writing sparse matrices as Matrix Market.
 *
 * In:  a matrix. Out: its entries in their order, under "coordinate" and "general".
 * How: the lines are shown as the rows of a graph whose edges csr/files/text/write_pieces.c writes.
 */
#include "../csr/files/text/text.h"
#include "../csr/files/text/write_pieces.h"
#include "../matrix/matrix.h"
#include "sparse.h"
#include <stdio.h>

/* The first member is passed to the functions that write text. */
typedef struct writer {
    kg__text_writer text;
    const kg_sparse *sparse;
} writer;

static void put_place(kg__piece *p, uint64_t place)
{
    p->used = (size_t)(kg__print_label(p->text + p->used, place + 1) - p->text);
    kg__put(p, " ", 1);
}

/* Puts "row column number". */
static kg_status put_entry(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex line, kg_vertex index)
{
    const kg_sparse *s = ((const writer *)w)->sparse;
    const bool by_row = s->order == KG_CSR;
    kg_status status;

    KG_TRY(kg__piece_room(p, 4 * KG__NUMBER_BYTES));
    put_place(p, by_row ? line : index);
    put_place(p, by_row ? index : line);
    p->used = (size_t)(kg__matrix_put_number(p->text + p->used, s->type, s->value, e) - p->text);
    kg__put(p, "\n", 1);
out:
    return status;
}

static kg_status write_head(kg_output *output, const kg_sparse *s)
{
    char head[160];
    int length = snprintf(head, sizeof head,
        "%%%%MatrixMarket matrix coordinate %s general\n%llu %llu %llu\n",
        kg__is_real(s->type) ? "real"
        : s->type == KG_U64  ? "unsigned-integer"
                             : "integer",
        (unsigned long long)s->rows, (unsigned long long)s->columns,
        (unsigned long long)kg__sparse_count(s));

    return kg__output_write(output, head, (size_t)length);
}

kg_status kg_sparse_write(kg_sparse *sparse, const char *path)
{
    kg_context *ctx = KG__CONTEXT(sparse);
    writer w = {.text = {.put_edge = put_entry}, .sparse = sparse};
    kg_graph *graph = NULL;
    kg_output *output = NULL;
    kg_status status;

    KG_NEED(NULL, sparse);
    KG_NEED(ctx, path);
    kg__begin(ctx);
    if (kg__sparse_vertices(sparse) > kg__claim_limit(kg__sparse_count(sparse)))
        return kg__fail(ctx, KG_UNSUPPORTED,
            "Matrix Market cannot carry %llu rows and %llu columns with only %llu entries",
            (unsigned long long)sparse->rows, (unsigned long long)sparse->columns,
            (unsigned long long)kg__sparse_count(sparse));
    kg__stage(ctx, "write");
    KG_TRY(kg__graph_create(&graph, ctx));
    graph->is_borrowed = true;
    graph->n = (kg_vertex)kg__sparse_lines(sparse);
    graph->m = sparse->offset[graph->n];
    graph->row = sparse->offset;
    graph->col = sparse->index;
    KG_TRY(kg__output_open(&output, ctx, path));
    KG_TRY(write_head(output, sparse));
    w.text.graph = graph;
    w.text.output = output;
    KG_TRY(kg__write_items(&w.text));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    kg_graph_destroy(graph);
    kg__stage(ctx, NULL);
    return status;
}
