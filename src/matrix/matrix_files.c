/* Reading and writing matrices: which format a file has. */
#include "../scan/array_ops.h"
#include "matrix.h"
#include <string.h>

kg_status kg__matrix_read_input(
    kg_matrix **matrix, const kg__input *input, bool ragged, size_t block_bytes)
{
    bool npy;
    kg_status status;

    KG_TRY(kg__matrix_is_npy(&npy, input));
    status = npy ? kg__matrix_read_npy(matrix, input)
                 : kg__matrix_read_text(matrix, input, ragged, block_bytes);
out:
    return status;
}

kg_status kg_matrix_read(
    kg_matrix **matrix, kg_context *context, const char *path, const kg_matrix_options *options)
{
    static const kg_matrix_options defaults = KG_MATRIX_OPTIONS_INIT;
    kg__input input;
    kg_matrix *made = NULL;
    uint64_t place;
    kg_status status;

    KG_NEED(context, matrix);
    *matrix = NULL;
    KG_NEED(context, context);
    KG_NEED(context, path);
    KG_TRY(kg__array_begin(context, KG_F64));
    if (!options)
        options = &defaults;
    kg__stage(context, "read");
    KG_TRY(kg__input_open(&input, context, path, options->shown));
    status = kg__matrix_read_input(&made, &input, options->ragged, KG__TEXT_BLOCK);
    if (status == KG_OK && options->finite && !kg__matrix_is_finite(made, &place))
        status = kg__matrix_fail_number(&input, made, place, "expected a finite number");
    kg__input_close(&input);
    KG_TRY(status);
    *matrix = made;
    made = NULL;
out:
    kg_matrix_destroy(made);
    kg__stage(context, NULL);
    return status;
}

kg_status kg_matrix_write(kg_matrix *matrix, const char *path, kg_matrix_format format)
{
    kg_output *output = NULL;
    kg_status status;

    KG_NEED(NULL, matrix);
    KG_NEED(matrix->ctx, path);
    kg__begin(matrix->ctx);
    kg__stage(matrix->ctx, "write");
    KG_TRY(kg__output_open(&output, matrix->ctx, path));
    KG_TRY(format == KG_MATRIX_NPY ? kg__matrix_write_npy(output, matrix)
                                   : kg__matrix_write_text(output, matrix));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    kg__stage(matrix->ctx, NULL);
    return status;
}
