/* array: algorithms on arrays of numbers. This file is the table of its commands. */
#include "array.h"
#include <stdio.h>
#include <stdlib.h>

static const struct command *const commands[] = {
    &array_scan_command.shown,
    &array_reduce_command.shown,
    &array_compact_command.shown,
    &array_sort_command.shown,
    &array_argsort_command.shown,
    &array_split_command.shown,
    &array_distinct_command.shown,
    &array_histogram_command.shown,
    &array_top_command.shown,
    &array_runs_command.shown,
    &array_tsp_command.shown,
    &array_permutations_command.shown,
    &array_look_and_say_command.shown,
    &array_cyclospectrum_command.shown,
    &array_generate_command.shown,
    &array_transpose_command.shown,
    &array_sparse_command.shown,
    &array_multiply_command.shown,
    &array_som_command.shown,
};

static void take_argument(struct command_line *line, char *argument)
{
    const struct array_command *command = ((struct array *)line->input)->command;

    (command->argument ? command->argument : array_add_path)(line, argument);
}

static void check(struct command_line *line)
{
    const struct array_command *command = ((struct array *)line->input)->command;

    if (command->check)
        command->check(line);
    array_check(line);
}

static int run_command(const struct command *shown, int argc, char **argv)
{
    static const struct command_rules rules = {take_argument, check};
    const struct array_command *command = (const struct array_command *)shown;
    struct array *array = calloc(1, command->size);
    int status;

    if (!array)
        return tool_end(&(struct tool){.name = argv[0]}, KG_MEMORY);
    array->command = command;
    array->tool.name = argv[0];
    tool_parse(&array->tool, shown, &rules, argc, argv, array);
    status = tool_end(&array->tool, command->run(array));
    free(array->facts.bytes);
    free(array);
    return status;
}

static const struct tool_word words[] = {{"sum", "reduce --op sum"},
    {"product", "reduce --op product"}, {"count", "reduce --op count"}, {"min", "reduce --op min"},
    {"max", "reduce --op max"}, {"argmin", "reduce --op argmin"}, {"argmax", "reduce --op argmax"},
    {"mean", "reduce --op mean"}, {"median", "reduce --op median"},
    {"variance", "reduce --op variance"}, {"standard-deviation", "reduce --op standard-deviation"},
    {"std", "reduce --op standard-deviation"}, {"quantile", "reduce --quantiles"},
    {"quantiles", "reduce --quantiles"}, {"percentile", "reduce --quantiles"}, {"cumsum", "scan"},
    {"unique", "distinct"}, {"filter", "compact"}, {0}};

int main(int argc, char **argv)
{
    static const struct tool_commands array = {"array", "[FILE]",
        "FILE is numbers as text, between white space or commas, a table of which --column takes "
        "one column, or .npy; without it or for - standard input.\n\n"
        "Examples:\n"
        "  array sort numbers.txt\n"
        "  seq 100 | array reduce --op mean\n"
        "  array sort --column price orders.csv\n"
        "  array distinct --counts samples.npy -o counts.npy\n\n",
        commands, sizeof commands / sizeof *commands, words, run_command};

    return tool_run(&array, argc, argv);
}
