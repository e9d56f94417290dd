/* array compact, array split: numbers chosen by what they are, in their order. */
#include "array.h"
#include "values.h"

/* ---- compact --------------------------------------------------------------------------------- */

enum { KEY_IF = KEY_COMMAND, KEY_OR };

enum { MOST_CONDITIONS = 64 };

/* A condition as it is given: what it means depends on the type of the numbers. */
struct given {
    const char *text;
    bool alternative;
};

struct compact {
    struct array array;
    struct given given[MOST_CONDITIONS];
    size_t count;
};

static const struct argp_option compact_options[] = {
    {"if", KEY_IF, "CONDITION", 0,
        "<, <=, >, >=, = or != and a number: \">0\"; of several all must hold", 0},
    {"or", KEY_OR, "CONDITION", 0, "or else this one, and each --if behind it", 0}, OPTIONS_COLUMN,
    OPTIONS_NUMBERS, {0}};

static void add_condition(
    struct argp_state *state, struct compact *compact, const char *text, bool alternative)
{
    const char *option = alternative ? "or" : "if";
    kg_condition condition;

    if (alternative && !compact->count)
        argp_error(state, "--or: an --if before it is missing");
    if (!value_condition(text, KG_F64, &condition))
        argp_error(state, "--%s '%s': expected <, <=, >, >=, = or != and a number", option, text);
    if (compact->count == MOST_CONDITIONS)
        argp_error(state, "--%s '%s': more than %d conditions", option, text, MOST_CONDITIONS);
    compact->given[compact->count++] = (struct given){text, alternative};
}

static error_t parse_compact(int key, char *arg, struct argp_state *state)
{
    struct compact *compact = state->input;

    switch (key) {
    case KEY_IF:
    case KEY_OR:
        add_condition(state, compact, arg, key == KEY_OR);
        return 0;
    case ARGP_KEY_END:
        if (!compact->count)
            argp_error(state, "--if is missing");
        return array_parse(key, arg, state);
    default:
        return array_parse(key, arg, state);
    }
}

static kg_status run_compact(struct array *array)
{
    const struct compact *compact = (const struct compact *)array;
    kg_condition condition[MOST_CONDITIONS];
    struct lent in = {0}, out = {0};
    uint64_t kept;
    kg_status status;

    TRY(array_begin(array, &in, &out, UINT64_MAX));
    for (size_t c = 0; c < compact->count; c++) {
        value_condition(compact->given[c].text, kg_matrix_type(in.matrix), &condition[c]);
        condition[c].alternative = compact->given[c].alternative;
    }
    TRY(kg_array_select_where(out.data, &kept, array->tool.ctx, kg_matrix_type(in.matrix),
        array_count(in.matrix), in.data, compact->count, condition));
    TRY(take_back(&out, kept));
    kg_matrix_truncate(out.matrix, kept);
    TRY(array_write(array, out.matrix));
out:
    drop(&out);
    drop(&in);
    return status;
}

const struct array_command array_compact_command = {
    .shown = {"compact", "keep the numbers for which conditions hold", "[FILE]", compact_options,
        "Examples:\n"
        "  array compact --if '>0' numbers.txt\n"
        "  array compact --if '>=2.5' --if '<10' numbers.txt\n"
        "  array compact --if '<0' --or '>100' numbers.txt -o far.npy"},
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
    .shown = {"split", "negative numbers first, all in their order", "[FILE]", array_list_options,
        "Examples:\n"
        "  echo 3 -1 2 -5 | array split"},
    .most_paths = 1,
    .size = sizeof(struct array),
    .parse = array_parse,
    .run = run_split};
