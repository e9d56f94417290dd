/* array generate: numbers by a rule, for tests and examples. */
#include "array.h"
#include "values.h"
#include <string.h>

enum { KEY_COUNT = KEY_COMMAND, KEY_HEIGHT, KEY_WIDTH, KEY_FIRST, KEY_STEP, KEY_VALUE, KEY_RANGE };

enum kind { NONE, RANGE, CONSTANT, RANDOM, SUMS, DIFFERENCES };

#define KINDS "range, constant, random, sums or differences"

struct generate {
    struct array array;
    enum kind kind;
    uint64_t count, rows, columns; /* count: UINT64_MAX where it is not given; the others: 0 */
    const char *first, *step, *value, *low, *high; /* as text; NULL: not given */
    kg_number a, b; /* the first number and the step, or the least and the greatest */
    bool down;      /* the step is negative: b is without its sign */
};

static const struct argp_option options[] = {{"count", KEY_COUNT, "N", 0, "so many numbers", 0},
    {"rows", KEY_HEIGHT, "R", 0, "a matrix of so many rows", 0},
    {"columns", KEY_WIDTH, "C", 0, "and so many columns", 0},
    {"first", KEY_FIRST, "X", 0, "of range: the first number (default: 0)", 0},
    {"step", KEY_STEP, "X", 0, "of range: what the next number is greater by (default: 1)", 0},
    {"value", KEY_VALUE, "X", 0, "of constant: the number", 0},
    {"range", KEY_RANGE, "LOW:HIGH", 0,
        "of random: the least and the greatest number (default: 0:1, of floats alone)", 0},
    {"type", KEY_ANY_TYPE, "NAME", 0,
        "int8 to int64, uint8 to uint64, float32 or float64 (default: int64, or float64 where an "
        "option has a number that is no integer, and of random without --range)",
        0},
    OPTIONS_NUMBERS, {0}};

static enum kind kind_of(const char *name)
{
    static const char *const names[] = {
        [RANGE] = "range",
        [CONSTANT] = "constant",
        [RANDOM] = "random",
        [SUMS] = "sums",
        [DIFFERENCES] = "differences",
    };

    for (int kind = RANGE; kind <= DIFFERENCES; kind++)
        if (strcmp(name, names[kind]) == 0)
            return (enum kind)kind;
    return NONE;
}

/* Reads a number of the command's type. */
static void parse_of_type(
    struct argp_state *state, const char *option, const char *text, kg_number *number)
{
    const struct generate *generate = state->input;
    const kg_type type = generate->array.type;
    const bool negative = array_is_signed(type) && *text == '-';
    uint64_t size;

    if (array_is_real(type)) {
        if (!value_real(text, &number->real))
            argp_error(state, "--%s '%s': expected a finite number", option, text);
        return;
    }
    if (!value_number(text + negative, UINT64_MAX, &size) ||
        (array_is_signed(type) && size > (uint64_t)INT64_MAX + negative))
        argp_error(state, "--%s '%s': expected %s of at most 64 bits", option, text,
            array_is_signed(type) ? "an integer" : "an integer from 0 on,");
    number->whole = negative ? 0 - size : size;
}

/* The least and the greatest number. */
static void parse_range(struct argp_state *state, struct generate *generate)
{
    if (generate->low) {
        parse_of_type(state, "range", generate->low, &generate->a);
        parse_of_type(state, "range", generate->high, &generate->b);
    } else if (array_is_real(generate->array.type)) {
        generate->b.real = 1;
    } else {
        argp_error(state, "random integers need --range LOW:HIGH");
    }
}

/* Fails where an option is given that the kind does not have. */
static void refuse(struct argp_state *state, const char *given, const char *option, const char *of)
{
    if (given)
        argp_error(state, "--%s is an option of %s", option, of);
}

static bool is_integer(const char *text)
{
    return !text || !text[strspn(text, "-0123456789")];
}

static void finish(struct argp_state *state, struct generate *generate)
{
    struct array *array = &generate->array;
    const bool matrix = generate->rows || generate->columns;

    if (!generate->kind)
        argp_error(state, "KIND is missing: " KINDS);
    if (matrix ? !generate->rows || !generate->columns || generate->count != UINT64_MAX
               : generate->count == UINT64_MAX)
        argp_error(state, "expected --count N, or --rows R and --columns C");
    if (!matrix && generate->kind >= SUMS)
        argp_error(state, "a matrix is made: expected --rows R and --columns C");
    if (generate->kind != RANGE) {
        refuse(state, generate->first, "first", "range");
        refuse(state, generate->step, "step", "range");
    }
    if (generate->kind != CONSTANT)
        refuse(state, generate->value, "value", "constant");
    else if (!generate->value)
        argp_error(state, "--value is missing");
    if (generate->kind != RANDOM)
        refuse(state, generate->low, "range", "random");
    if (!array->typed)
        array->type = is_integer(generate->first) && is_integer(generate->step) &&
                              is_integer(generate->value) && is_integer(generate->low) &&
                              is_integer(generate->high) &&
                              (generate->kind != RANDOM || generate->low)
                          ? KG_I64
                          : KG_F64;
    if (generate->kind == RANDOM) {
        parse_range(state, generate);
    } else if (generate->kind == CONSTANT) {
        parse_of_type(state, "value", generate->value, &generate->a);
    } else {
        const char *step = generate->step ? generate->step : "1";

        generate->down = *step == '-';
        parse_of_type(state, "first", generate->first ? generate->first : "0", &generate->a);
        parse_of_type(state, "step", step + generate->down, &generate->b);
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct generate *generate = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        generate->count = UINT64_MAX;
        return array_parse(key, arg, state);
    case ARGP_KEY_ARG:
        if (generate->kind)
            argp_error(state, "'%s' is too many: expected KIND alone", arg);
        generate->kind = kind_of(arg);
        if (!generate->kind)
            argp_error(state, "KIND '%s': expected " KINDS, arg);
        return 0;
    case KEY_COUNT:
        generate->count = parse_number(state, "count", arg, UINT64_MAX - 1);
        return 0;
    case KEY_HEIGHT:
        generate->rows = parse_number_from(state, "rows", arg, 1, UINT64_MAX);
        return 0;
    case KEY_WIDTH:
        generate->columns = parse_number_from(state, "columns", arg, 1, UINT64_MAX);
        return 0;
    case KEY_FIRST:
        generate->first = arg;
        return 0;
    case KEY_STEP:
        generate->step = arg;
        return 0;
    case KEY_VALUE:
        generate->value = arg;
        return 0;
    case KEY_RANGE:
        generate->high = strchr(arg, ':');
        if (!generate->high)
            argp_error(state, "--range '%s': expected LOW:HIGH", arg);
        *strchr(arg, ':') = 0;
        generate->low = arg;
        generate->high++;
        return 0;
    case ARGP_KEY_END:
        finish(state, generate);
        return array_parse(key, arg, state);
    default:
        return array_parse(key, arg, state);
    }
}

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
    .shown = {"generate", "make numbers: " KINDS, "KIND", options,
        "KIND is " KINDS ". Sums is the matrix of i + j, differences that of i - j, of row i and "
        "column j from 0 on. The same options and seed give the same numbers everywhere.\n\n"
        "Examples:\n"
        "  array generate range --count 10 --first 1 --step 2\n"
        "  array generate random --count 1000000 --range 1:6 --seed 3 -o dice.npy\n"
        "  array generate random --rows 512 --columns 512 --type float32 -o a.npy\n"
        "  array generate differences --rows 4 --columns 6"},
    .size = sizeof(struct generate),
    .parse = parse,
    .run = run};
