/* A column of a table. The first byte chooses the column and what is said of the first line. All
 * columns have as many numbers; the first one is what stands first in each row of the text, where
 * that has numbers alone. */
#include "fuzz.h"
#include <math.h>

static kg_status read_it(
    kg_matrix **matrix, const uint8_t *data, size_t size, const char *column, kg_header header)
{
    kg_context *ctx = fuzz_context(1);
    const kg_matrix_options options = {.column = column, .header = header, .shown = "f"};
    kg_status status = kg_matrix_read_memory(matrix, ctx, data, size, &options);

    if ((status == KG_OK) != (kg_context_message(ctx)[0] == '\0'))
        abort();
    return status;
}

static double real_at(kg_matrix *matrix, uint64_t i)
{
    const void *data = kg_matrix_data(matrix);

    return kg_matrix_type(matrix) == KG_F64   ? ((const double *)data)[i]
           : kg_matrix_type(matrix) == KG_F32 ? (double)((const float *)data)[i]
           : kg_matrix_type(matrix) == KG_U64 ? (double)((const uint64_t *)data)[i]
                                              : (double)((const int64_t *)data)[i];
}

/* Aborts unless column `of` of a matrix is the only one of the other. */
static void expect_column(kg_matrix *all, uint64_t of, kg_matrix *one)
{
    const uint64_t rows = kg_matrix_rows(one), columns = kg_matrix_columns(all);

    if (kg_matrix_rows(all) != rows)
        abort();
    for (uint64_t i = 0; i < rows; i++) {
        const double x = real_at(all, i * columns + of), y = real_at(one, i);

        if (!(x == y || (isnan(x) && isnan(y))))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const columns[] = {"1", "2", "3", "b"};
    kg_matrix *one = NULL, *all = NULL;
    kg_status status;

    if (!size)
        return 0;
    status =
        read_it(&one, data + 1, size - 1, columns[data[0] & 3], (kg_header)(data[0] >> 2 & 3) % 3);
    if (status == KG_OK && (data[0] & 3) == 0 && (data[0] >> 2 & 3) % 3 == KG_HEADER_NO &&
        read_it(&all, data + 1, size - 1, NULL, KG_HEADER_AUTO) == KG_OK)
        expect_column(all, 0, one);
    kg_matrix_destroy(all);
    all = NULL;
    for (int i = 0; status == KG_OK && (data[0] & 3) == 3 && i < 3; i++) { /* of a name */
        if (read_it(&all, data + 1, size - 1, columns[i], KG_HEADER_YES) == KG_OK &&
            kg_matrix_rows(all) != kg_matrix_rows(one))
            abort();
        kg_matrix_destroy(all);
        all = NULL;
    }
    kg_matrix_destroy(all);
    kg_matrix_destroy(one);
    if (kg_context_memory(fuzz_context(1)).current != 0)
        abort();
    return 0;
}
