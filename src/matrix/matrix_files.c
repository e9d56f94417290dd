/* Reading and writing matrices: which format a file has. */
#include "../scan/array_ops.h"
#include "matrix.h"
#include <string.h>

kg_status kg__matrix_read_input(
    kg_matrix **matrix, const kg__input *input, bool ragged, size_t block_bytes)
{
    char magic[sizeof KG__NPY_MAGIC - 1];
    kg_status status;

    if (input->size >= sizeof magic) {
        KG_TRY(kg__input_read(input, magic, 0, sizeof magic));
        if (memcmp(magic, KG__NPY_MAGIC, sizeof magic) == 0)
            return kg__matrix_read_npy(matrix, input);
    }
    status = kg__matrix_read_text(matrix, input, ragged, block_bytes);
out:
    return status;
}

kg_status kg_matrix_read(
    kg_matrix **matrix, kg_context *context, const char *path, const kg_matrix_options *options)
{
    static const kg_matrix_options defaults = KG_MATRIX_OPTIONS_INIT;
    kg__input input;
    kg_status status;

    *matrix = NULL;
    KG_TRY(kg__array_begin(context, KG_F64));
    if (!options)
        options = &defaults;
    kg__stage(context, "read");
    KG_TRY(kg__input_open(&input, context, path, options->shown));
    status = kg__matrix_read_input(matrix, &input, options->ragged, KG__TEXT_BLOCK);
    kg__input_close(&input);
out:
    kg__stage(context, NULL);
    return status;
}

kg_status kg_matrix_write(kg_matrix *matrix, const char *path, int npy)
{
    kg_output *output = NULL;
    kg_status status;

    kg__begin(matrix->ctx);
    kg__stage(matrix->ctx, "write");
    KG_TRY(kg__output_open(&output, matrix->ctx, path));
    KG_TRY(npy ? kg__matrix_write_npy(output, matrix) : kg__matrix_write_text(output, matrix));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    kg__stage(matrix->ctx, NULL);
    return status;
}
