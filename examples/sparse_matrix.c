/* Appends rows to a sparse matrix, transposes it, and writes it to standard output as Matrix
 * Market. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    static const kg_vertex column[] = {1, 3};
    static const int32_t value[] = {7, -2}, row[] = {0, 0, 5, 0};
    kg_context *context = NULL;
    kg_sparse *sparse = NULL, *transposed = NULL;
    kg_status status;

    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_sparse_create(&sparse, context, KG_I32, 4)) ||
        (status = kg_sparse_append(sparse, 2, column, value)) ||
        (status = kg_sparse_append_dense(sparse, row)) ||
        (status = kg_sparse_transpose(&transposed, sparse)) ||
        (status = kg_sparse_write(transposed, "-")))
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_sparse_destroy(transposed);
    kg_sparse_destroy(sparse);
    kg_context_destroy(context);
    return status != KG_OK;
}
