/* array sparse: sparse matrices, shown and converted. array transpose of one is here, too. */
#include "array.h"
#include "document.h"
#include <stdlib.h>
#include <string.h>

/* A matrix of up to so many rows and columns is shown with all its numbers. */
enum { SMALL = 32 };

struct sparse {
    struct array array;
    bool transpose;
};

static const struct option options[] = {
    OPTION("type", "NAME", ANY_TYPE,
        "the numbers are int8 to int64, uint8 to uint64, float32 or float64"),
    OPTION("transpose", NULL, SETS(struct sparse, transpose, true), "turn rows into columns"), {0}};

bool array_names_sparse(const char *path)
{
    return has_extension(path, ".mtx .mm ", true);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The arrays of a sparse matrix. */
enum { ARRAYS = 3 };
static const char *const array_names[ARRAYS] = {"offsets", "indices", "values"};

/* made: [out] each array as a matrix of one column; NULL before. */
static kg_status make_arrays(kg_matrix *made[ARRAYS], struct array *array, kg_sparse *sparse)
{
    const uint64_t entries = kg_sparse_entries(sparse);
    const uint64_t lines =
        kg_sparse_get_order(sparse) == KG_CSR ? kg_sparse_rows(sparse) : kg_sparse_columns(sparse);
    const kg_edge *offset = kg_sparse_offsets(sparse);
    const kg_vertex *index = kg_sparse_indices(sparse);
    uint64_t *to;
    kg_status status;

    TRY(kg_matrix_create(&made[0], array->tool.ctx, KG_U64, lines + 1, 1));
    to = kg_matrix_data(made[0]);
    for (uint64_t i = 0; i <= lines; i++)
        to[i] = offset[i];
    TRY(kg_matrix_create(&made[1], array->tool.ctx, KG_U64, entries, 1));
    to = kg_matrix_data(made[1]);
    for (uint64_t e = 0; e < entries; e++)
        to[e] = index[e];
    TRY(kg_matrix_create(&made[2], array->tool.ctx, kg_sparse_type(sparse), entries, 1));
    if (entries)
        memcpy(kg_matrix_data(made[2]), kg_sparse_values(sparse),
            entries * kg_type_size(kg_sparse_type(sparse)));
out:
    return status;
}

static void put_facts(struct text *text, struct array *array, const kg_sparse *sparse)
{
    array_put_shape(
        text, array, kg_sparse_rows(sparse), kg_sparse_columns(sparse), kg_sparse_type(sparse));
    json_number(text, "entries", kg_sparse_entries(sparse));
}

/* The document with the arrays. */
static kg_status write_document(
    struct array *array, const kg_sparse *sparse, kg_matrix *const column[ARRAYS])
{
    struct document document = {.tool = &array->tool};
    kg_status status;

    TRY(document_open(&document));
    put_facts(&document.text, array, sparse);
    json_string(&document.text, "order", kg_sparse_get_order(sparse) == KG_CSR ? "csr" : "csc");
    for (int i = 0; i < ARRAYS; i++)
        TRY(document_list(
            &document, array_names[i], kg_matrix_rows(column[i]), array_put_rows, &column[i]));
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

static void put_number(struct text *text, kg_matrix *column, uint64_t i)
{
    const kg_type type = kg_matrix_type(column);
    uint64_t whole;

    if (array_is_real(type)) {
        text_real(text, array_number(column, i));
        return;
    }
    whole = array_integer(column, i);
    if (array_is_signed(type) && (int64_t)whole < 0) {
        text_put(text, "-", 1);
        whole = 0 - whole;
    }
    text_number(text, whole);
}

/* A line of text for each array. */
static kg_status write_lines(struct array *array, kg_matrix *const column[ARRAYS])
{
    kg_output *output = NULL;
    struct text text = {0};
    kg_status status;

    TRY(tool_open(&array->tool, &output, array->tool.output));
    for (int i = 0; i < ARRAYS; i++) {
        for (uint64_t k = 0; k < kg_matrix_rows(column[i]); k++) {
            if (k)
                text_put(&text, " ", 1);
            put_number(&text, column[i], k);
            if (text.used >= 1 << 16)
                TRY(text_flush(&text, output));
        }
        text_put(&text, "\n", 1);
    }
    TRY(text_flush(&text, output));
    TRY(tool_close(&array->tool, output));
out:
    kg_output_destroy(output);
    free(text.bytes);
    return status;
}

/* Writes the entries, as Matrix Market or as arrays. */
static kg_status write_entries(struct array *array, kg_sparse *sparse)
{
    kg_matrix *column[ARRAYS] = {0};
    struct text text = {0};
    const bool document = document_wanted(&array->tool);
    kg_status status;

    if (document || array->to != MTX)
        TRY(make_arrays(column, array, sparse));
    if (document) {
        TRY(write_document(array, sparse, column));
        goto out;
    }
    if (array->to != MTX) {
        TRY(write_lines(array, column));
    } else {
        TRY(tool_prints(&array->tool, array->tool.output, NULL));
        TRY(kg_sparse_write(sparse, array->tool.output ? array->tool.output : "-"));
    }
    if (array->tool.json) {
        json_open(&text, NULL, '{');
        put_facts(&text, array, sparse);
        TRY(tool_print_json(&array->tool, &text));
    }
out:
    for (int i = 0; i < ARRAYS; i++)
        kg_matrix_destroy(column[i]);
    free(text.bytes);
    return status;
}

static kg_status write_dense(struct array *array, kg_sparse *sparse)
{
    kg_matrix *matrix = NULL;
    kg_status status;

    TRY(kg_sparse_dense(&matrix, sparse));
    TRY(array_write(array, matrix));
out:
    kg_matrix_destroy(matrix);
    return status;
}

/* What suits a matrix that no option and no extension says it of. */
static enum array_format format_for(const struct array *array, const kg_sparse *sparse)
{
    const bool small = kg_sparse_rows(sparse) <= SMALL && kg_sparse_columns(sparse) <= SMALL;

    return small && !document_wanted(&array->tool) ? TEXT : MTX;
}

/* ---- the commands ---------------------------------------------------------------------------- */

kg_status array_run_sparse(struct array *array, bool transpose)
{
    kg_sparse_options read = KG_SPARSE_OPTIONS_INIT;
    kg_sparse *in = NULL, *out = NULL;
    kg_status status;

    read.typed = array->typed;
    read.type = array->type;
    read.order = array->to == CSC ? KG_CSC : KG_CSR;
    TRY(tool_begin(&array->tool));
    TRY(kg_sparse_read(&in, array->tool.ctx, array->path[0], &read));
    tool_work(&array->tool);
    if (array->tool.verbose)
        tool_say(&array->tool, "%s: %llu rows, %llu columns, %llu entries", array->path[0],
            (unsigned long long)kg_sparse_rows(in), (unsigned long long)kg_sparse_columns(in),
            (unsigned long long)kg_sparse_entries(in));
    if (transpose)
        TRY(kg_sparse_transpose(&out, in));
    if (array->to == ANY)
        array->to = format_for(array, in);
    TRY((array_wants_sparse(array) ? write_entries : write_dense)(array, transpose ? out : in));
out:
    kg_sparse_destroy(out);
    kg_sparse_destroy(in);
    return status;
}

static kg_status run(struct array *array)
{
    return array_run_sparse(array, ((const struct sparse *)array)->transpose);
}

const struct array_command array_sparse_command = {
    .shown = {"sparse", "show or convert a sparse matrix", "[FILE]",
        TABLES_OF({options}, {array_sparse_options}),
        "FILE is Matrix Market, which begins with %, or a matrix with all its numbers. A matrix of "
        "up to 32 rows and columns is shown with all numbers, and a larger one as mtx, unless "
        "--output-format "
        "or the extension of -o says otherwise. mtx is Matrix Market; csr and csc are three lines, "
        "offsets, indices and values, row by row or column by column.\n\n"
        "Examples:\n"
        "  array sparse matrix.mtx\n"
        "  array sparse --output-format csr matrix.mtx.gz\n"
        "  array sparse dense.npy -o sparse.mtx"},
    .most_paths = 1,
    .size = sizeof(struct sparse),
    .run = run};
