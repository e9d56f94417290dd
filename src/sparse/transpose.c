/*
 * From rows to columns and back: converts, transposes and sorts sparse matrices.
 *
 * In:   a matrix whose lines may have their indices in any order.
 * Out:  its arrays in the other order: for each index its entries, by their lines.
 * How:  the lines are the rows of a graph with as many vertices as there are rows or columns,
 *       whichever are more. The numbers, of any type, are its values of 64 bits. The reverse graph
 *       has them in the other order. A matrix that is turned twice is sorted.
 * Cost: that of kg_graph_reverse(), on its device; for types of less than 64 bits 8 bytes an entry
 *       more, before and after.
 *
 * Deterministic, as kg_graph_reverse() is.
 */
#include "sparse.h"
#include <string.h>

enum { GRAIN = 1 << 16 };

/* Copies the bytes of from[i] to the word to[i]. to: [count]. */
static void widen(uint64_t *to, const void *from, size_t size, uint64_t count, int threads)
{
    const char *bytes = from;

    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 0; i < count; i++) {
        uint64_t word = 0;

        memcpy(&word, bytes + i * size, size);
        to[i] = word;
    }
}

static void narrow(void *to, const double *from, size_t size, uint64_t count, int threads)
{
    char *bytes = to;

    KG_PARALLEL_FOR(threads)
    for (uint64_t i = 0; i < count; i++)
        memcpy(bytes + i * size, &from[i], size);
}

kg_status kg__sparse_take(kg_sparse *s, kg_graph *graph)
{
    kg_context *ctx = s->ctx;
    const size_t size = kg_type_size(s->type);
    const uint64_t lines = kg__sparse_lines(s), count = graph->m;
    kg_status status = KG_OK;

    if (size < sizeof *graph->value) {
        KG_TRY(kg__host_allocate(ctx, &s->value, count, size, "entries"));
        narrow(s->value, graph->value, size, count, kg__threads(ctx, count, GRAIN));
    }
    if (graph->n > lines)
        KG_TRY(kg__host_resize(ctx, &graph->row, lines + 1, sizeof *graph->row, "offsets"));
    s->offset = graph->row;
    s->index = graph->col;
    if (size == sizeof *graph->value) {
        s->value = graph->value;
        graph->value = NULL;
    }
    s->offset_room = lines + 1;
    s->index_room = s->value_room = count;
    graph->row = NULL;
    graph->col = NULL;
out:
    return status;
}

/* The graph that shows a matrix, and its memory. */
typedef struct shown {
    kg_graph *graph;
    kg_edge *row;   /* the offsets followed by empty rows, or NULL */
    uint64_t *word; /* the values in 64 bits each, or NULL */
} shown;

static kg_status show(shown *made, const kg_sparse *s)
{
    kg_context *ctx = s->ctx;
    const size_t size = kg_type_size(s->type);
    const uint64_t n = kg__sparse_vertices(s), lines = kg__sparse_lines(s);
    const uint64_t count = kg__sparse_count(s);
    kg_status status;

    KG_TRY(kg__graph_create(&made->graph, ctx));
    made->graph->is_borrowed = true;
    if (n > lines) {
        KG_TRY(kg__host_allocate(ctx, &made->row, n + 1, sizeof *made->row, "offsets"));
        memcpy(made->row, s->offset, ((size_t)lines + 1) * sizeof *made->row);
        for (uint64_t v = lines + 1; v <= n; v++)
            made->row[v] = (kg_edge)count;
    }
    if (size < sizeof *made->word) {
        KG_TRY(kg__host_allocate(ctx, &made->word, count, sizeof *made->word, "entries"));
        widen(made->word, s->value, size, count, kg__threads(ctx, count, GRAIN));
    }
    made->graph->n = (kg_vertex)n;
    made->graph->m = (kg_edge)count;
    made->graph->row = made->row ? made->row : s->offset;
    made->graph->col = s->index;
    made->graph->value = made->word ? (void *)made->word : s->value;
out:
    return status;
}

kg_status kg__sparse_turn(kg_sparse **turned, const kg_sparse *s)
{
    shown from = {0};
    kg_graph *reverse = NULL;
    kg_sparse *made = NULL;
    kg_status status;

    KG_TRY(show(&from, s));
    KG_TRY(kg_graph_reverse(&reverse, NULL, from.graph));
    KG_TRY(kg__sparse_create(
        &made, s->ctx, s->type, s->order == KG_CSR ? KG_CSC : KG_CSR, s->rows, s->columns));
    KG_TRY(kg__sparse_take(made, reverse));
    *turned = made;
    made = NULL;
out:
    kg_sparse_destroy(made);
    kg_graph_destroy(reverse);
    kg_graph_destroy(from.graph);
    kg__free_all(s->ctx, from.row, from.word);
    return status;
}

/* Whether the indices of each line never decrease. *line and *index: as for kg__sparse_sort(). */
static bool is_sorted(const kg_sparse *s, uint64_t *line, kg_vertex *index)
{
    *line = UINT64_MAX;
    for (uint64_t i = 0; i < kg__sparse_lines(s); i++)
        for (uint64_t e = (uint64_t)s->offset[i] + 1; e < s->offset[i + 1]; e++) {
            if (s->index[e] < s->index[e - 1])
                return false;
            if (s->index[e] == s->index[e - 1] && *line == UINT64_MAX) {
                *line = i;
                *index = s->index[e];
            }
        }
    return true;
}

/* Replaces a matrix by the same matrix in the other order. */
static kg_status turn_over(kg_sparse **sparse)
{
    kg_sparse *turned = NULL;
    kg_status status;

    KG_TRY(kg__sparse_turn(&turned, *sparse));
    kg_sparse_destroy(*sparse);
    *sparse = turned;
out:
    return status;
}

kg_status kg__sparse_sort(kg_sparse **sparse, uint64_t *line, kg_vertex *index)
{
    kg_status status = KG_OK;

    if (is_sorted(*sparse, line, index))
        goto out;
    KG_TRY(turn_over(sparse));
    KG_TRY(turn_over(sparse));
    is_sorted(*sparse, line, index);
out:
    return status;
}

static kg_status copy(kg_sparse **copied, const kg_sparse *s)
{
    const uint64_t count = kg__sparse_count(s);
    kg_sparse *made = NULL;
    kg_status status;

    KG_TRY(kg__sparse_create(&made, s->ctx, s->type, s->order, s->rows, s->columns));
    KG_TRY(kg__sparse_allocate(made, count));
    memcpy(made->offset, s->offset, ((size_t)kg__sparse_lines(s) + 1) * sizeof *s->offset);
    if (count) {
        memcpy(made->index, s->index, (size_t)count * sizeof *s->index);
        memcpy(made->value, s->value, (size_t)count * kg_type_size(s->type));
    }
    *copied = made;
    made = NULL;
out:
    kg_sparse_destroy(made);
    return status;
}

kg_status kg_sparse_convert(kg_sparse **converted, kg_sparse *sparse, kg_sparse_order order)
{
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(sparse), converted, sparse);
    kg__begin(sparse->ctx);
    KG_TRY(kg__sparse_check_order(sparse->ctx, order));
    KG_TRY((order == sparse->order ? copy : kg__sparse_turn)(converted, sparse));
out:
    return status;
}

kg_status kg_sparse_transpose(kg_sparse **transposed, kg_sparse *sparse)
{
    kg_sparse *made = NULL;
    kg_status status;

    KG_NEED_RESULT(KG__CONTEXT(sparse), transposed, sparse);
    kg__begin(sparse->ctx);
    KG_TRY(kg__sparse_turn(&made, sparse));
    made->order = sparse->order;
    made->rows = sparse->columns;
    made->columns = sparse->rows;
    *transposed = made;
out:
    return status;
}
