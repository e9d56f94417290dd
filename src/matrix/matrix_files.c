/* Reads and writes matrices: finds the format of a file. */
#include "../foreign/foreign.h"
#include "../scan/front.h"
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

/* Replaces the matrix that was read by one of a type of integers. */
static kg_status convert(kg_matrix **matrix, const kg__input *input, kg_type type)
{
    char range[KG__RANGE_BYTES];
    kg_matrix *made = NULL;
    uint64_t first;
    kg_status status;

    KG_TRY(kg__matrix_convert(&made, *matrix, type, &first));
    if (!made) {
        kg__matrix_show_range(range, type);
        KG_TRY(kg__matrix_fail_number(input, *matrix, first, range));
    }
    kg_matrix_destroy(*matrix);
    *matrix = made;
out:
    return status;
}

static kg_status read_matrix(void *result, const kg__input *input, const void *options)
{
    static const kg__expected expected = {"numbers as text, or .npy",
        {{"an array of NumPy", NULL}, {"Parquet", "write it as CSV, as pandas does"},
            {"Excel (.xlsx)", "save the sheet as CSV"}, {"Excel (.xls)", "save the sheet as CSV"}}};
    const kg_matrix_options *asked = options;
    kg_matrix **matrix = result;
    uint64_t place;
    bool npy;
    kg_status status;

    KG_TRY(kg__foreign_refuse(input, &expected));
    if (asked->column) {
        KG_TRY(kg__matrix_is_npy(&npy, input));
        if (!npy) {
            KG_TRY(kg__matrix_read_column(matrix, input, asked));
            goto out;
        }
    }
    KG_TRY(kg__matrix_read_input(matrix, input, asked->ragged, KG__TEXT_BLOCK));
    if (asked->column)
        KG_TRY(kg__matrix_take_column(matrix, input, asked->column));
    if (asked->typed)
        KG_TRY(convert(matrix, input, asked->type));
    if (asked->wide && !kg__is_real((*matrix)->type) && kg_type_size((*matrix)->type) < 8)
        KG_TRY(convert(matrix, input, kg__wide_type((*matrix)->type)));
    if (asked->finite && !kg__matrix_is_finite(*matrix, &place))
        status = kg__matrix_fail_number(input, *matrix, place, "expected a finite number");
out:
    if (status != KG_OK) {
        kg_matrix_destroy(*matrix);
        *matrix = NULL;
    }
    return status;
}

static kg_status read_from(kg_matrix **matrix, kg_context *context, const kg__source *source,
    const kg_matrix_options *options)
{
    kg_status status;

    KG_NEED_RESULT(context, matrix, context);
    kg__begin(context);
    options = options ? options : &(const kg_matrix_options)KG_MATRIX_OPTIONS_INIT;
    if (options->typed && (!kg_type_size(options->type) || kg__is_real(options->type)))
        return kg__fail(context, KG_ARGUMENT, "numbers become integers alone, not of type %d",
            (int)options->type);
    kg__stage(context, "read");
    status = kg__input_read_from(context, source, options->shown, read_matrix, matrix, options);
    kg__stage(context, NULL);
    return status;
}

KG__READ_CALLS_WITH(kg_matrix_read, read_from, kg_matrix, kg_context, kg_matrix_options)

kg_status kg_matrix_write(kg_matrix *matrix, const char *path, kg_matrix_format format)
{
    kg_output *output = NULL;
    kg_status status;

    KG_NEED(NULL, matrix);
    KG_NEED(matrix->ctx, path);
    kg__begin(matrix->ctx);
    kg__stage(matrix->ctx, "write");
    KG_TRY(kg__output_open(&output, matrix->ctx, path));
    KG_TRY(format == KG_MATRIX_NPY
               ? kg__matrix_write_npy(output, matrix)
               : kg__matrix_write_text(output, matrix, format == KG_MATRIX_CSV ? ',' : ' '));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    kg__stage(matrix->ctx, NULL);
    return status;
}
