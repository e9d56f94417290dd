/*
 * A sparse matrix as a graph: row i has an edge to column j where the entry is not zero, and the
 * entry is the edge's value. Its CSR is the graph, its CSC the graph reversed.
 *
 *     1.5  .   2
 *      .   .   3
 *      4   5   .
 */
#include <konig/konig.h>
#include <stdio.h>

static kg_status print_matrix(kg_graph *graph, const char *name)
{
    const double *value = kg_graph_values(graph);
    const kg_edge *row;
    const kg_vertex *col;
    kg_status status = kg_graph_csr(graph, &row, &col);

    if (status != KG_OK)
        return status;
    printf("%s\n", name);
    for (kg_vertex i = 0; i < kg_graph_vertices(graph); i++) {
        printf("%u:", i);
        for (kg_edge e = row[i]; e < row[i + 1]; e++)
            printf(" (%u) %g", col[e], value[e]);
        printf("\n");
    }
    return KG_OK;
}

int main(void)
{
    static const kg_edge row[] = {0, 2, 3, 5};
    static const kg_vertex col[] = {0, 2, 2, 0, 1};
    static const double value[] = {1.5, 2, 3, 4, 5};
    kg_context *context = NULL;
    kg_graph *matrix = NULL, *transposed = NULL;
    kg_status status;

    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_graph_build_csr(&matrix, context, 3, row, col, value)) ||
        (status = kg_graph_reverse(&transposed, NULL, matrix)) ||
        (status = print_matrix(matrix, "rows")) || (status = print_matrix(transposed, "columns")))
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_graph_destroy(transposed);
    kg_graph_destroy(matrix);
    kg_context_destroy(context);
    return status != KG_OK;
}
