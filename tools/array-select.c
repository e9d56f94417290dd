/* array compact, array split: numbers chosen by what they are, in their order. */
#include "array.h"
#include "values.h"

/* ---- compact --------------------------------------------------------------------------------- */

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

static void add_condition(struct command_line *line, const struct option *option, char *value)
{
    struct compact *compact = line->input;
    const bool alternative = option->least;
    kg_condition condition;

    if (alternative && !compact->count)
        usage_error(line, "--or: an --if before it is missing");
    if (!value_condition(value, KG_F64, &condition))
        refuse_value(line, value, "<, <=, >, >=, = or != and a number");
    if (compact->count == MOST_CONDITIONS)
        usage_error(line, "%s '%s': more than %d conditions", line->typed, value, MOST_CONDITIONS);
    compact->given[compact->count++] = (struct given){value, alternative};
}

static const struct option compact_options[] = {
    OPTION("if", "CONDITION", DOES(add_condition),
        "<, <=, >, >=, = or != and a number: \">0\"; of several all must hold"),
    OPTION("or", "CONDITION", DOES(add_condition), "or else this one, and each --if behind it",
        .least = true),
    {0}};

static void check_compact(struct command_line *line)
{
    if (!option_given(line, "if"))
        usage_error(line, "--if is missing");
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
    .shown = {"compact", "keep the numbers for which conditions hold", "[FILE]",
        LISTS(compact_options),
        "Examples:\n"
        "  array compact --if '>0' numbers.txt\n"
        "  array compact --if '>=2.5' --if '<10' numbers.txt\n"
        "  array compact --if '<0' --or '>100' numbers.txt -o far.npy"},
    .most_paths = 1,
    .size = sizeof(struct compact),
    .check = check_compact,
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
    .shown = {"split", "negative numbers first, all in their order", "[FILE]", array_lists,
        "Examples:\n"
        "  echo 3 -1 2 -5 | array split"},
    .most_paths = 1,
    .size = sizeof(struct array),
    .run = run_split};
