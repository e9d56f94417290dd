/* array compact, array split: numbers chosen by what they are, in their order. */
#include "array.h"
#include "values.h"
#include <string.h>

/* ---- compact --------------------------------------------------------------------------------- */

enum { KEY_IF = KEY_COMMAND };

struct compact {
    struct array array;
    const char *condition;
};

static const struct argp_option compact_options[] = {
    {"if", KEY_IF, "CONDITION", 0, "<, <=, >, >=, = or != and a number: \">0\"", 0},
    OPTIONS_NUMBERS, {0}};

static error_t parse_compact(int key, char *arg, struct argp_state *state)
{
    struct compact *compact = state->input;

    switch (key) {
    case KEY_IF:
        compact->condition = arg;
        return 0;
    case ARGP_KEY_END:
        if (!compact->condition)
            argp_error(state, "--if is missing");
        return array_parse(key, arg, state);
    default:
        return array_parse(key, arg, state);
    }
}

/* Takes "<= 7" apart for numbers of a type. */
static kg_status read_condition(
    struct compact *compact, kg_type type, kg_compare *how, kg_number *than)
{
    struct tool *tool = &compact->array.tool;
    const char *sign = compact->condition + strspn(compact->condition, " "), *text = sign;

    if (!value_compare(&text, how))
        return tool_fail(tool, KG_ARGUMENT,
            "--if '%s': expected <, <=, >, >=, = or != and a number", compact->condition);
    if (!value_typed(text, type, than))
        return tool_fail(tool, KG_ARGUMENT, "--if '%s': expected %s behind %.*s",
            compact->condition,
            array_is_real(type) ? "a number" : "an integer, as the numbers are,",
            sign[1] == '=' ? 2 : 1, sign);
    return KG_OK;
}

static kg_status run_compact(struct array *array)
{
    struct lent in = {0}, out = {0};
    kg_compare how = KG_EQUAL;
    kg_number than = {0};
    uint64_t kept;
    kg_status status;

    TRY(array_begin(array, &in, &out, UINT64_MAX));
    TRY(read_condition((struct compact *)array, kg_matrix_type(in.matrix), &how, &than));
    TRY(kg_array_select_if(out.data, &kept, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data, how, than));
    TRY(take_back(&out, kept));
    kg_matrix_truncate(out.matrix, kept);
    TRY(array_write(array, out.matrix));
out:
    drop(&out);
    drop(&in);
    return status;
}

const struct array_command array_compact_command = {
    .shown = {"compact", "keep the numbers for which a condition holds", "[FILE]", compact_options,
        "Examples:\n"
        "  array compact --if '>0' numbers.txt\n"
        "  array compact --if '!=0' numbers.txt -o some.npy"},
    .most_paths = 1,
    .size = sizeof(struct compact),
    .parse = parse_compact,
    .run = run_compact};

/* ---- split ----------------------------------------------------------------------------------- */

static kg_status run_split(struct array *array)
{
    struct lent in = {0}, out = {0};
    uint64_t negatives;
    kg_status status;

    TRY(array_begin(array, &in, &out, UINT64_MAX));
    TRY(kg_array_stable_partition(out.data, &negatives, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data));
    TRY(take_back(&out, array_count(in.matrix)));
    if (array->tool.verbose)
        tool_say(&array->tool, "%llu negative", (unsigned long long)negatives);
    json_number(&array->facts, "negative", negatives);
    TRY(array_write(array, out.matrix));
out:
    drop(&out);
    drop(&in);
    return status;
}

const struct array_command array_split_command = {
    .shown = {"split", "negative numbers first, all in their order", "[FILE]", array_number_options,
        "Examples:\n"
        "  echo 3 -1 2 -5 | array split"},
    .most_paths = 1,
    .size = sizeof(struct array),
    .parse = array_parse,
    .run = run_split};
