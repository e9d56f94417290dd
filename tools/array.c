/* array: algorithms on arrays of numbers. This file is the table of its commands. */
#include "array.h"
#include <stdio.h>
#include <stdlib.h>

static const struct array_command *const commands[] = {
    &array_scan_command,
    &array_reduce_command,
    &array_compact_command,
    &array_sort_command,
    &array_argsort_command,
    &array_split_command,
    &array_distinct_command,
    &array_histogram_command,
    &array_top_command,
    &array_runs_command,
    &array_tsp_command,
    &array_permutations_command,
    &array_look_and_say_command,
    &array_cyclospectrum_command,
    &array_generate_command,
    &array_transpose_command,
    &array_sparse_command,
    &array_multiply_command,
    &array_som_command,
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static struct tool_command shown[COMMANDS]; /* of the commands above */

static bool writes_numbers(const struct argp_option *option)
{
    while (option->name && option->key != KEY_NPY)
        option++;
    return option->name;
}

static int run_command(const struct tool_command *at, int argc, char **argv)
{
    const struct array_command *command = commands[at - shown];
    struct array *array = calloc(1, command->size);
    int status;

    if (!array)
        return tool_end(&(struct tool){.name = argv[0]}, KG_MEMORY);
    array->most_paths = command->most_paths;
    array->writes_numbers = writes_numbers(at->options);
    array->sparse = command->sparse;
    tool_parse_command(at, command->parse, argc, argv, array);
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
        shown, COMMANDS, sizeof *shown, words, run_command};

    for (int i = 0; i < COMMANDS; i++)
        shown[i] = commands[i]->shown;
    return tool_run(&array, argc, argv);
}
