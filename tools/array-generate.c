/* array generate: numbers by a rule, for tests and examples. */
#include "array.h"
#include "values.h"
#include <string.h>

enum kind { NONE, RANGE, CONSTANT, RANDOM, SUMS, DIFFERENCES };

#define KINDS "range, constant, random, sums or differences"

struct generate {
    struct array array;
    enum kind kind;
    uint64_t count, rows, columns;                 /* rows, columns: 0 where they are not given */
    const char *first, *step, *value, *low, *high; /* as text; NULL: not given */
    kg_number a, b; /* the first number and the step, or the least and the greatest */
    bool down;      /* the step is negative: b is without its sign */
};

/* Reads a number of the command's type. */
static void parse_of_type(
    struct command_line *line, const char *option, const char *text, kg_number *number)
{
    const struct generate *generate = line->input;
    const kg_type type = generate->array.type;
    const bool negative = array_is_signed(type) && *text == '-';
    uint64_t size;

    if (array_is_real(type)) {
        if (!value_real(text, &number->real))
            usage_error(line, "--%s '%s': expected a finite number", option, text);
        return;
    }
    if (!value_number(text + negative, UINT64_MAX, &size) ||
        (array_is_signed(type) && size > (uint64_t)INT64_MAX + negative))
        usage_error(line, "--%s '%s': expected %s of at most 64 bits", option, text,
            array_is_signed(type) ? "an integer" : "an integer from 0 on,");
    number->whole = negative ? 0 - size : size;
}

/* The least and the greatest number. */
static void parse_range(struct command_line *line, struct generate *generate)
{
    if (generate->low) {
        parse_of_type(line, "range", generate->low, &generate->a);
        parse_of_type(line, "range", generate->high, &generate->b);
    } else if (array_is_real(generate->array.type)) {
        generate->b.real = 1;
    } else {
        usage_error(line, "random integers need --range LOW:HIGH");
    }
}

/* Fails where an option is given that the kind does not have. */
static void refuse(struct command_line *line, const char *given, const char *option, const char *of)
{
    if (given)
        usage_error(line, "--%s is an option of %s", option, of);
}

static bool is_integer(const char *text)
{
    return !text || !text[strspn(text, "-0123456789")];
}

static void check(struct command_line *line)
{
    struct generate *generate = line->input;
    struct array *array = &generate->array;
    const bool counted = option_given(line, "count");
    const bool matrix = generate->rows || generate->columns;

    if (!generate->kind)
        usage_error(line, "KIND is missing: " KINDS);
    if (matrix ? !generate->rows || !generate->columns || counted : !counted)
        usage_error(line, "expected --count N, or --rows R and --columns C");
    if (!matrix && generate->kind >= SUMS)
        usage_error(line, "a matrix is made: expected --rows R and --columns C");
    if (generate->kind != RANGE) {
        refuse(line, generate->first, "first", "range");
        refuse(line, generate->step, "step", "range");
    }
    if (generate->kind != CONSTANT)
        refuse(line, generate->value, "value", "constant");
    else if (!generate->value)
        usage_error(line, "--value is missing");
    if (generate->kind != RANDOM)
        refuse(line, generate->low, "range", "random");
    if (!array->typed)
        array->type = is_integer(generate->first) && is_integer(generate->step) &&
                              is_integer(generate->value) && is_integer(generate->low) &&
                              is_integer(generate->high) &&
                              (generate->kind != RANDOM || generate->low)
                          ? KG_I64
                          : KG_F64;
    if (generate->kind == RANDOM) {
        parse_range(line, generate);
    } else if (generate->kind == CONSTANT) {
        parse_of_type(line, "value", generate->value, &generate->a);
    } else {
        const char *step = generate->step ? generate->step : "1";

        generate->down = *step == '-';
        parse_of_type(line, "first", generate->first ? generate->first : "0", &generate->a);
        parse_of_type(line, "step", step + generate->down, &generate->b);
    }
}

static void take_kind(struct command_line *line, char *argument)
{
    struct generate *generate = line->input;

    if (line->arguments)
        usage_error(line, "'%s' is too many: expected KIND alone", argument);
    generate->kind = (enum kind)(word_place(KINDS, argument) + RANGE);
    if (!generate->kind)
        usage_error(line, "KIND '%s': expected " KINDS, argument);
}

static void take_range(struct command_line *line, const struct option *option, char *value)
{
    struct generate *generate = line->input;

    (void)option;
    generate->high = strchr(value, ':');
    if (!generate->high)
        refuse_value(line, value, "LOW:HIGH");
    *strchr(value, ':') = 0;
    generate->low = value;
    generate->high++;
}

static const struct option options[] = {
    OPTION("count", "N", NUMBER_IN(struct generate, count, 0, UINT64_MAX - 1), "so many numbers"),
    OPTION(
        "rows", "R", NUMBER_IN(struct generate, rows, 1, UINT64_MAX), "a matrix of so many rows"),
    OPTION(
        "columns", "C", NUMBER_IN(struct generate, columns, 1, UINT64_MAX), "and so many columns"),
    OPTION(
        "first", "X", TEXT_IN(struct generate, first), "of range: the first number (default: 0)"),
    OPTION("step", "X", TEXT_IN(struct generate, step),
        "of range: what the next number is greater by (default: 1)"),
    OPTION("value", "X", TEXT_IN(struct generate, value), "of constant: the number"),
    OPTION("range", "LOW:HIGH", DOES(take_range),
        "of random: the least and the greatest number (default: 0:1, of floats alone)"),
    OPTION("type", "NAME", ANY_TYPE,
        "int8 to int64, uint8 to uint64, float32 or float64 (default: int64, or float64 where an "
        "option has a number that is no integer, and of random without --range)"),
    {0}};

static kg_status make(struct generate *generate, void *array, uint64_t rows, uint64_t columns)
{
    kg_context *ctx = generate->array.tool.ctx;
    const kg_type type = generate->array.type;
    const int64_t sign = generate->down ? -1 : 1;

    switch (generate->kind) {
    case RANDOM:
        return kg_array_random(
            array, ctx, type, rows * columns, generate->a, generate->b, generate->array.tool.seed);
    case SUMS:
    case DIFFERENCES:
        return kg_array_progression(array, ctx, type, rows, columns, generate->a, generate->b, 1,
            generate->kind == SUMS ? 1 : -1);
    default: /* a row */
        return kg_array_progression(
            array, ctx, type, 1, rows * columns, generate->a, generate->b, 0, sign);
    }
}

static kg_status run(struct array *array)
{
    struct generate *generate = (struct generate *)array;
    const uint64_t rows = generate->rows ? generate->rows : generate->count;
    const uint64_t columns = generate->rows ? generate->columns : 1;
    struct lent made = {0};
    kg_status status;

    TRY(tool_begin(&array->tool));
    tool_work(&array->tool);
    TRY(kg_matrix_create(&made.matrix, array->tool.ctx, array->type, rows, columns));
    TRY(lend(&made, KG_MAP_OVERWRITE));
    TRY(make(generate, made.data, rows, columns));
    TRY(take_back(&made, rows));
    TRY(array_write(array, made.matrix));
out:
    drop(&made);
    return status;
}

const struct array_command array_generate_command = {
    .shown = {"generate", "make numbers: " KINDS, "KIND",
        TABLES_OF({options}, {array_format_options}),
        "KIND is " KINDS ". Sums is the matrix of i + j, differences that of i - j, of row i and "
        "column j from 0 on. The same options and seed give the same numbers everywhere.\n\n"
        "Examples:\n"
        "  array generate range --count 10 --first 1 --step 2\n"
        "  array generate random --count 1000000 --range 1:6 --seed 3 -o dice.npy\n"
        "  array generate random --rows 512 --columns 512 --type float32 -o a.npy\n"
        "  array generate differences --rows 4 --columns 6"},
    .size = sizeof(struct generate),
    .argument = take_kind,
    .check = check,
    .run = run};
