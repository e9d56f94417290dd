/* Multiplies two matrices, and writes the product to standard output as text. */
#include <konig/konig.h>
#include <stdio.h>
#include <string.h>

static kg_status make(kg_matrix **matrix, kg_context *context, const double *number)
{
    kg_status status = kg_matrix_create(matrix, context, KG_F64, 2, 2);

    if (status == KG_OK)
        memcpy(kg_matrix_data(*matrix), number, 4 * sizeof *number);
    return status;
}

int main(void)
{
    static const double left[] = {1, 2, 3, 4}, right[] = {0, 1, 1, 0.5};
    kg_context *context = NULL;
    kg_matrix *a = NULL, *b = NULL, *product = NULL;
    kg_status status;

    if ((status = kg_context_create(&context, NULL)) || (status = make(&a, context, left)) ||
        (status = make(&b, context, right)) ||
        (status = kg_matrix_multiply(&product, a, b, KG_MULTIPLY_REPRODUCIBLE)) ||
        (status = kg_matrix_write(product, "-", KG_MATRIX_TEXT)))
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_matrix_destroy(product);
    kg_matrix_destroy(b);
    kg_matrix_destroy(a);
    kg_context_destroy(context);
    return status != KG_OK;
}
