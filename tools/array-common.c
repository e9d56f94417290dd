/* What the commands of array share: FILE arguments, reading, writing, numbers on the device. */
#include "array.h"
#include "document.h"
#include "values.h"
#include <stdlib.h>
#include <string.h>

/* ---- the command line ------------------------------------------------------------------------ */

void array_take_type(struct command_line *line, const struct option *option, char *value)
{
    static const kg_type types[] = {
        KG_I8, KG_I16, KG_I32, KG_I64, KG_U8, KG_U16, KG_U32, KG_U64, KG_F32, KG_F64};
    struct array *array = line->input;
    const int place = word_place(option->words, value);

    if (place < 0)
        refuse_value(line, value, "%s", option->words);
    array->type = types[place];
    array->typed = true;
}

#define OPTION_TYPE                                                                                \
    OPTION("type", "NAME", DOES(array_take_type), "the numbers are %",                             \
        .words = "int8, int16, int32, int64, uint8, uint16, uint32 or uint64")
#define OPTION_NPY OPTION("npy", NULL, SETS(struct array, to, NPY), "as --output-format npy")

const struct option array_type_options[] = {OPTION_TYPE, {0}};

const struct option array_column_options[] = {OPTION_TYPE,
    OPTION("column", "WHICH", TEXT_IN(struct array, column),
        "of a table in text this column alone: by its name in the first line, or from 1 on"),
    OPTION("header", NULL, SETS(struct array, header, KG_HEADER_YES),
        "the table's first line names its columns", .needs = "column",
        .says = "--header is for a table: give --column"),
    OPTION("no-header", NULL, SETS(struct array, header, KG_HEADER_NO),
        "it does not (default: where it has numbers alone)", .needs = "column",
        .says = "--no-header is for a table: give --column"),
    {0}};

const struct option array_format_options[] = {
    OPTION("output-format", "FORMAT", WORD_IN(struct array, to, TEXT, "text, csv or npy"),
        "write % (default: by the extension of -o)", .old = "to"),
    OPTION_NPY, {0}};

const struct option array_sparse_options[] = {
    OPTION("output-format", "FORMAT",
        WORD_IN(struct array, to, MTX, "mtx, csr, csc, text, csv or npy"),
        "write % (default: by the extension of -o)", .old = "to"),
    OPTION_NPY, {0}};

const struct option_table array_lists[] = {{array_column_options}, {array_format_options}, {0}};

void array_add_path(struct command_line *line, char *argument)
{
    struct array *array = line->input;
    const struct array_command *command = array->command;

    if (array->paths == command->most_paths)
        usage_error(line, "'%s' is too many: expected %s", argument,
            command->most_paths ? command->shown.args : "options alone");
    array->path[array->paths++] = argument;
}

void array_refuse_twice(
    struct command_line *line, const char *one, const char *other, const char *what)
{
    if (strcmp(one, "-") == 0 && strcmp(other, "-") == 0)
        usage_error(line, "%s are both standard input, which can be read once: give a file", what);
}

static void find_inputs(struct command_line *line, struct array *array)
{
    static const char *const name[] = {"A", "B"};
    const int most = array->command->most_paths;

    if (array->paths == 0 && most == 1)
        array->paths = 1;
    for (int i = 0; i < array->paths; i++)
        array->path[i] =
            parse_input(line, &array->tool, array->path[i], most > 1 ? name[i] : "FILE");
    if (array->paths == 2)
        array_refuse_twice(line, array->path[0], array->path[1], "A and B");
}

/* By the extension of -o. A name without one, and standard output, are for text, or for what suits
 * a sparse matrix. A command that writes no numbers writes text alone. */
static void choose_format(struct command_line *line, struct array *array)
{
    const bool sparse = has_options(line->command, array_sparse_options);
    const bool numbers = has_options(line->command, array_format_options);
    const char *path = array->tool.output ? array->tool.output : "-";
    int length;
    const char *extension = extension_of(path, &length);

    check_extension(line, "-o", path,
        sparse    ? ".mtx .npy .csv .txt .dat "
        : numbers ? ".npy .csv .txt .dat "
                  : ".txt .dat ",
        false,
        sparse    ? ", or --output-format FORMAT"
        : numbers ? ", or --output-format text, csv or npy"
                  : "");
    if (!extension)
        array->to = sparse ? ANY : TEXT;
    else
        array->to = extension[1] == 'm'   ? MTX
                    : extension[1] == 'n' ? NPY
                    : extension[1] == 'c' ? CSV
                                          : TEXT;
}

void array_check(struct command_line *line)
{
    struct array *array = line->input;

    if (array->to == NPY)
        document_refuse(line, &array->tool, "a file in the format npy");
    if (array->to == ANY)
        choose_format(line, array);
    find_inputs(line, array);
}

bool array_wants_sparse(const struct array *array)
{
    return array->to == MTX || array->to == CSR || array->to == CSC;
}

/* ---- reading and writing --------------------------------------------------------------------- */

uint64_t array_count(const kg_matrix *matrix)
{
    return kg_matrix_rows(matrix) * kg_matrix_columns(matrix);
}

bool array_is_real(kg_type type)
{
    return type == KG_F32 || type == KG_F64;
}

bool array_is_signed(kg_type type)
{
    return type == KG_I8 || type == KG_I16 || type == KG_I32 || type == KG_I64;
}

kg_type array_wide_type(kg_type type)
{
    return array_is_real(type) ? KG_F64 : array_is_signed(type) ? KG_I64 : KG_U64;
}

static kg_status read_as(
    struct array *array, kg_matrix **matrix, const char *path, const kg_matrix_options *options)
{
    kg_status status;

    TRY(kg_matrix_read(matrix, array->tool.ctx, path, options));
    tool_work(&array->tool);
    if (array->tool.verbose)
        tool_say(&array->tool, "%s: %llu rows, %llu columns", path,
            (unsigned long long)kg_matrix_rows(*matrix),
            (unsigned long long)kg_matrix_columns(*matrix));
out:
    return status;
}

kg_status array_read(struct array *array, kg_matrix **matrix, const char *path, bool rows)
{
    kg_matrix_options options = KG_MATRIX_OPTIONS_INIT;

    options.ragged = !rows;
    options.column = rows ? NULL : array->column;
    options.header = array->header;
    options.typed = array->typed;
    options.type = array->type;
    options.wide = array->wide;
    return tool_blame(&array->tool, "--column", read_as(array, matrix, path, &options));
}

kg_status array_read_finite(struct array *array, kg_matrix **matrix, const char *path)
{
    kg_matrix_options options = KG_MATRIX_OPTIONS_INIT;

    options.finite = true;
    return read_as(array, matrix, path, &options);
}

void array_put_shape(
    struct text *text, struct array *array, uint64_t rows, uint64_t columns, kg_type type)
{
    static const char *const types[] = {[KG_I8] = "i8",
        [KG_I16] = "i16",
        [KG_I32] = "i32",
        [KG_I64] = "i64",
        [KG_U8] = "u8",
        [KG_U16] = "u16",
        [KG_U32] = "u32",
        [KG_U64] = "u64",
        [KG_F32] = "f32",
        [KG_F64] = "f64"};

    json_number(text, "rows", rows);
    json_number(text, "columns", columns);
    json_string(text, "type", types[type]);
    if (array->facts.used)
        text_put(text, ",", 1);
    text_put(text, array->facts.bytes, array->facts.used);
    text->failed |= array->facts.failed;
}

static void put_matrix(struct text *text, struct array *array, const kg_matrix *matrix)
{
    array_put_shape(
        text, array, kg_matrix_rows(matrix), kg_matrix_columns(matrix), kg_matrix_type(matrix));
}

static void put_value(struct text *text, kg_matrix *matrix, uint64_t i)
{
    const kg_type type = kg_matrix_type(matrix);

    if (array_is_real(type))
        json_double(text, NULL, array_number(matrix, i));
    else if (array_is_signed(type))
        json_integer(text, NULL, (int64_t)array_integer(matrix, i));
    else
        json_number(text, NULL, array_integer(matrix, i));
}

/* A row is a list, unless it is one number. */
void array_put_rows(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    kg_matrix *matrix = *(kg_matrix *const *)user;
    const uint64_t columns = kg_matrix_columns(matrix);

    for (uint64_t row = first; row < last; row++) {
        if (row)
            text_put(text, ",", 1);
        if (columns != 1)
            json_open(text, NULL, '[');
        for (uint64_t i = 0; i < columns; i++)
            put_value(text, matrix, row * columns + i);
        if (columns != 1)
            json_close(text, ']');
    }
}

static kg_status write_document(struct array *array, kg_matrix *matrix)
{
    struct document document = {.tool = &array->tool};
    kg_status status;

    TRY(document_open(&document));
    put_matrix(&document.text, array, matrix);
    TRY(document_list(&document, "data", kg_matrix_rows(matrix), array_put_rows, &matrix));
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

kg_status array_write(struct array *array, kg_matrix *matrix)
{
    struct text text = {0};
    kg_status status;

    if (document_wanted(&array->tool))
        return write_document(array, matrix);
    TRY(tool_prints(
        &array->tool, array->tool.output, array->to == NPY ? "the binary format npy" : NULL));
    TRY(kg_matrix_write(matrix, array->tool.output ? array->tool.output : "-",
        array->to == NPY   ? KG_MATRIX_NPY
        : array->to == CSV ? KG_MATRIX_CSV
                           : KG_MATRIX_TEXT));
    if (!array->tool.json)
        return KG_OK;
    json_open(&text, NULL, '{');
    put_matrix(&text, array, matrix);
    TRY(tool_print_json(&array->tool, &text));
out:
    free(text.bytes);
    return status;
}

kg_status array_write_pairs(
    struct array *array, kg_matrix *number, const uint64_t *times, uint64_t count)
{
    const kg_type type = kg_matrix_type(number);
    kg_matrix *pairs = NULL;
    uint64_t *to;
    kg_status status;

    TRY(kg_matrix_create(&pairs, array->tool.ctx, array_wide_type(type), count, 2));
    to = kg_matrix_data(pairs);
    for (uint64_t i = 0; i < count; i++) {
        const double real = array_number(number, i), counted = (double)times[i];

        if (array_is_real(type)) {
            memcpy(&to[2 * i], &real, sizeof *to);
            memcpy(&to[2 * i + 1], &counted, sizeof *to);
        } else {
            to[2 * i] = array_integer(number, i);
            to[2 * i + 1] = times[i];
        }
    }
    TRY(array_write(array, pairs));
out:
    kg_matrix_destroy(pairs);
    return status;
}

kg_status array_write_text(struct array *array, struct text *text, struct text *json)
{
    kg_output *output = NULL;
    kg_status status;

    if (!array->tool.json || array->tool.output) {
        TRY(tool_open(&array->tool, &output, array->tool.output));
        TRY(text_flush(text, output));
        TRY(tool_close(&array->tool, output));
    }
    if (array->tool.json)
        TRY(tool_print_json(&array->tool, json));
out:
    kg_output_destroy(output);
    return status;
}

uint64_t array_integer(kg_matrix *matrix, uint64_t i)
{
    const void *data = kg_matrix_data(matrix);

    switch (kg_matrix_type(matrix)) {
    case KG_I8:
        return (uint64_t)((const int8_t *)data)[i];
    case KG_I16:
        return (uint64_t)((const int16_t *)data)[i];
    case KG_I32:
        return (uint64_t)((const int32_t *)data)[i];
    case KG_U8:
        return ((const uint8_t *)data)[i];
    case KG_U16:
        return ((const uint16_t *)data)[i];
    case KG_U32:
        return ((const uint32_t *)data)[i];
    default:
        return ((const uint64_t *)data)[i];
    }
}

double array_number(kg_matrix *matrix, uint64_t i)
{
    const kg_type type = kg_matrix_type(matrix);
    const void *data = kg_matrix_data(matrix);

    return type == KG_F32          ? (double)((const float *)data)[i]
           : type == KG_F64        ? ((const double *)data)[i]
           : array_is_signed(type) ? (double)(int64_t)array_integer(matrix, i)
                                   : (double)array_integer(matrix, i);
}

/* ---- numbers where the device works ---------------------------------------------------------- */

kg_status lend(struct lent *lent, kg_map how)
{
    return kg_matrix_map(&lent->data, lent->matrix, how);
}

kg_status take_back(struct lent *lent, uint64_t rows)
{
    kg_status status = kg_matrix_unmap(lent->matrix, lent->data, rows);

    lent->data = NULL;
    return status;
}

void drop(struct lent *lent)
{
    if (lent->matrix)
        kg_matrix_unmap(lent->matrix, lent->data, 0);
    kg_matrix_destroy(lent->matrix);
    *lent = (struct lent){0};
}

kg_status array_make(struct array *array, struct lent *made, kg_type type, uint64_t count)
{
    kg_status status;

    TRY(kg_matrix_create(&made->matrix, array->tool.ctx, type, count, 1));
    TRY(lend(made, KG_MAP_OVERWRITE));
out:
    return status;
}

kg_status array_begin(struct array *array, struct lent *in, struct lent *out, uint64_t most)
{
    kg_status status;

    TRY(tool_begin(&array->tool));
    TRY(array_read(array, &in->matrix, array->path[0], false));
    TRY(lend(in, KG_MAP_COPY));
    if (out)
        TRY(array_make(array, out, kg_matrix_type(in->matrix),
            most < array_count(in->matrix) ? most : array_count(in->matrix)));
out:
    return status;
}
