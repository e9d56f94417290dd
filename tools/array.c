/* array: algorithms on arrays of numbers. This file is the command line. */
#include "array.h"
#include "command.h"
#include "values.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

enum {
    KEY_NPY = KEY_TOOL,
    KEY_OP,
    KEY_EXCLUSIVE,
    KEY_IF,
    KEY_DESCENDING,
    KEY_STABLE_BY,
    KEY_COUNTS,
    KEY_BINS,
    KEY_RANGE,
    KEY_SMALLEST,
    KEY_INDICES,
    KEY_METHOD,
    KEY_OPEN,
    KEY_START,
    KEY_END,
    KEY_OF,
    KEY_FROM,
    KEY_COUNT,
    KEY_INDEX,
    KEY_SEED_DIGITS,
    KEY_TERMS,
    KEY_LENGTH_ONLY,
    KEY_BLAS,
    KEY_MAP,
    KEY_EPOCHS,
    KEY_METRIC,
    KEY_U_MATRIX,
    KEY_BMU
};

#define OPTION_NPY                                                                                 \
    {                                                                                              \
        "npy", KEY_NPY, 0, 0, "write .npy rather than text", 0                                     \
    }

static const struct argp_option options_plain[] = {OPTION_NPY, {0}};
static const struct argp_option options_scan[] = {
    {"op", KEY_OP, "NAME", 0, "sum, min or max (default: sum)", 0},
    {"exclusive", KEY_EXCLUSIVE, 0, 0, "of the numbers before each, without itself", 0}, OPTION_NPY,
    {0}};
static const struct argp_option options_reduce[] = {
    {"op", KEY_OP, "NAME", 0, "sum, min, max, argmin, argmax or mean (default: sum)", 0},
    OPTION_NPY, {0}};
static const struct argp_option options_compact[] = {
    {"if", KEY_IF, "CONDITION", 0, "<, <=, >, >=, = or != and a number: \">0\"", 0}, OPTION_NPY,
    {0}};
static const struct argp_option options_sort[] = {
    {"descending", KEY_DESCENDING, 0, 0, "the greatest first", 0},
    {"stable-by", KEY_STABLE_BY, "COLUMN", 0, "whole rows, by their number in a column from 1 on",
        0},
    OPTION_NPY, {0}};
static const struct argp_option options_distinct[] = {
    {"counts", KEY_COUNTS, 0, 0, "behind each how often it is there", 0}, OPTION_NPY, {0}};
static const struct argp_option options_histogram[] = {
    {"bins", KEY_BINS, "N", 0, "how many bins (default: 10)", 0},
    {"range", KEY_RANGE, "A:B", 0, "from A to B (default: from the least to the greatest)", 0},
    OPTION_NPY, {0}};
static const struct argp_option options_top[] = {
    {"smallest", KEY_SMALLEST, 0, 0, "the least numbers, the least first", 0},
    {"indices", KEY_INDICES, 0, 0, "where they stand, counted from 0, rather than themselves", 0},
    OPTION_NPY, {0}};

static const struct argp_option options_tsp[] = {
    {"method", KEY_METHOD, "NAME", 0, "held-karp or brute-force (default: held-karp)", 0},
    {"open", KEY_OPEN, 0, 0, "end elsewhere than at the start", 0},
    {"start", KEY_START, "A", 0, "the first city, counted from 1", 0},
    {"end", KEY_END, "B", 0, "the last city of an open tour", 0}, {0}};
static const struct argp_option options_permutations[] = {
    {"of", KEY_OF, "WORDS", 0, "what to permute, up to 20 words", 0},
    {"from", KEY_FROM, "K", 0, "begin with number K, counted from 0", 0},
    {"count", KEY_COUNT, "C", 0, "so many", 0}, {"index", KEY_INDEX, "K", 0, "only number K", 0},
    {0}};
static const struct argp_option options_look_and_say[] = {
    {"seed-digits", KEY_SEED_DIGITS, "DIGITS", 0, "what to begin with (default: 1)", 0},
    {"terms", KEY_TERMS, "N", 0, "how often to look and say (default: 1)", 0},
    {"length-only", KEY_LENGTH_ONLY, 0, 0, "print how many digits there are", 0}, {0}};

static const struct argp_option options_multiply[] = {
    {"blas", KEY_BLAS, 0, 0, "multiply floats by the system's BLAS library", 0}, OPTION_NPY, {0}};
static const struct argp_option options_som[] = {
    {"map", KEY_MAP, "WxH", 0, "nodes of the map (default: 10x10)", 0},
    {"epochs", KEY_EPOCHS, "N", 0, "how often to go through the data (default: 20)", 0},
    {"metric", KEY_METRIC, "NAME", 0, "euclidean or taxicab (default: euclidean)", 0},
    {"u-matrix", KEY_U_MATRIX, "FILE", 0, "draw how far nodes are from their neighbours, as PNG",
        0},
    {"bmu", KEY_BMU, "MAP", 0, "read a map, and print the nearest node of each row of data", 0},
    OPTION_NPY, {0}};

struct array_command {
    struct tool_command shown;
    array_run_fn *run;
    int paths; /* that it may have */
};

static const struct array_command commands[] = {
    {{"scan", "running sums, least or greatest numbers", "[FILE]", options_scan,
         "Examples:\n"
         "  seq 10 | array scan\n"
         "  array scan --exclusive --op max temperatures.txt"},
        array_scan, 1},
    {{"reduce", "the sum, the least, the greatest, where it stands, the mean", "[FILE]",
         options_reduce,
         "Examples:\n"
         "  seq 10 | array reduce\n"
         "  array reduce --op argmax samples.npy"},
        array_reduce, 1},
    {{"compact", "keep the numbers for which a condition holds", "[FILE]", options_compact,
         "Examples:\n"
         "  array compact --if '>0' numbers.txt\n"
         "  array compact --if '!=0' --npy numbers.txt -o some.npy"},
        array_compact, 1},
    {{"sort", "sort numbers, or rows by a column", "[FILE]", options_sort,
         "Examples:\n"
         "  array sort numbers.txt\n"
         "  array sort --descending --stable-by 2 table.txt"},
        array_sort, 1},
    {{"split", "negative numbers first, all in their order", "[FILE]", options_plain,
         "Examples:\n"
         "  echo 3 -1 2 -5 | array split"},
        array_split, 1},
    {{"distinct", "the distinct numbers, increasing", "[FILE]", options_distinct,
         "Examples:\n"
         "  array distinct numbers.txt\n"
         "  array distinct --counts numbers.npy"},
        array_distinct, 1},
    {{"histogram", "count numbers in bins of equal width", "[FILE]", options_histogram,
         "A line is a bin: its two ends and how many numbers it has. The last bin has its upper "
         "end, "
         "too.\n\n"
         "Examples:\n"
         "  array histogram samples.npy\n"
         "  array histogram --bins 4 --range 0:1 samples.txt"},
        array_histogram, 1},
    {{"top", "the greatest numbers, or the least", "K [FILE]", options_top,
         "Examples:\n"
         "  array top 10 samples.txt\n"
         "  array top --smallest --indices 3 samples.npy"},
        array_top, 1},
    {{"runs", "runs of equal numbers: the number, how many", "[FILE]", options_plain,
         "Examples:\n"
         "  echo 5 5 5 1 1 5 | array runs"},
        array_runs, 1},
    {{"tsp", "a shortest tour through all cities, exactly", "FILE", options_tsp,
         "FILE is a TSPLIB file, a square matrix of distances, or lines of latitude and "
         "longitude, or of x and y under a first line that says \"x y\".\n\n"
         "Examples:\n"
         "  array tsp gr17.tsp\n"
         "  array tsp --method brute-force distances.txt\n"
         "  array tsp --open --start 1 --end 5 places.txt"},
        array_tsp, 1},
    {{"permutations", "permutations in order, all or by number", "", options_permutations,
         "Examples:\n"
         "  array permutations --of 'a b c'\n"
         "  array permutations --of 'a b c d e f g h i j' --index 999999"},
        array_permutations, 0},
    {{"look-and-say", "replace runs by how many there are of what", "", options_look_and_say,
         "Examples:\n"
         "  array look-and-say --terms 5\n"
         "  array look-and-say --seed-digits 1113122113 --terms 50 --length-only"},
        array_look_and_say, 0},
    {{"cyclospectrum", "the masses of all pieces of a cyclic peptide", "[FILE]", options_plain,
         "Examples:\n"
         "  echo 57 71 113 113 128 | array cyclospectrum"},
        array_cyclospectrum, 1},
    {{"transpose", "turn rows into columns", "[FILE]", options_plain,
         "Examples:\n"
         "  array transpose table.txt"},
        array_transpose, 1},
    {{"multiply", "the product of two matrices", "A B", options_multiply,
         "Examples:\n"
         "  array multiply a.txt b.txt\n"
         "  array multiply --blas --npy a.npy b.npy -o product.npy"},
        array_multiply, 2},
    {{"som", "train a self-organising map", "[FILE]", options_som,
         "A row of FILE is a datum; a row of the output a node of the map, row by row.\n\n"
         "Examples:\n"
         "  array som --map 40x30 --epochs 50 data.txt --u-matrix map.png -o map.txt\n"
         "  array som --bmu map.txt data.txt"},
        array_som, 1},
};

static void parse_op(struct argp_state *state, struct array *array, const char *arg)
{
    static const char *const names[REDUCTIONS] = {"sum", "min", "max", "argmin", "argmax", "mean"};
    const bool scan = array->command->run == array_scan;
    const int known = scan ? MAX + 1 : REDUCTIONS;

    for (int i = 0; i < known; i++)
        if (strcmp(arg, names[i]) == 0) {
            array->op = (enum reduction)i;
            return;
        }
    argp_error(state, "--op '%s': expected sum, min%s", arg,
        scan ? " or max" : ", max, argmin, argmax or mean");
}

static void parse_range(struct argp_state *state, struct array *array, const char *arg)
{
    array->ranged = value_range(arg, &array->low, &array->high);
    if (!array->ranged)
        argp_error(state, "--range '%s': expected A:B, two finite numbers, B the greater", arg);
}

/* A city, counted from 1 outside and from 0 inside. */
static uint32_t parse_city(struct argp_state *state, const char *option, const char *arg)
{
    uint64_t city = parse_number(state, option, arg, UINT32_MAX - 1);

    if (city == 0)
        argp_error(state, "--%s: cities are counted from 1", option);
    return (uint32_t)city - 1;
}

static error_t parse_matrix(int key, char *arg, struct argp_state *state)
{
    struct array *array = state->input;

    switch (key) {
    case KEY_BLAS:
        array->blas = true;
        return 0;
    case KEY_MAP:
        if (!value_pair(arg, 'x', &array->som.width, &array->som.height) || !array->som.width ||
            !array->som.height)
            argp_error(state, "--map '%s': expected WxH, 40x30 say", arg);
        return 0;
    case KEY_EPOCHS:
        array->som.epochs = (uint32_t)parse_number(state, "epochs", arg, 1 << 20);
        if (array->som.epochs == 0)
            array->som.epochs = KG_SOM_UNTRAINED;
        return 0;
    case KEY_METRIC:
        if (strcmp(arg, "euclidean") != 0 && strcmp(arg, "taxicab") != 0)
            argp_error(state, "--metric '%s': expected euclidean or taxicab", arg);
        array->som.metric = *arg == 't' ? KG_TAXICAB : KG_EUCLIDEAN;
        return 0;
    case KEY_U_MATRIX:
        array->picture = arg;
        return 0;
    case KEY_BMU:
        array->map = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_problem(int key, char *arg, struct argp_state *state)
{
    struct array *array = state->input;

    switch (key) {
    case KEY_METHOD:
        if (strcmp(arg, "held-karp") != 0 && strcmp(arg, "brute-force") != 0)
            argp_error(state, "--method '%s': expected held-karp or brute-force", arg);
        array->tour.method = *arg == 'b' ? KG_TOUR_BRUTE_FORCE : KG_TOUR_HELD_KARP;
        return 0;
    case KEY_OPEN:
        array->tour.open = 1;
        return 0;
    case KEY_START:
        array->tour.has_start = 1;
        array->tour.start = parse_city(state, "start", arg);
        return 0;
    case KEY_END:
        array->tour.has_end = 1;
        array->tour.end = parse_city(state, "end", arg);
        return 0;
    case KEY_OF:
        array->of = arg;
        return 0;
    case KEY_FROM:
        array->from = parse_number(state, "from", arg, UINT64_MAX);
        return 0;
    case KEY_COUNT:
        array->count = parse_number(state, "count", arg, UINT64_MAX);
        array->count_given = true;
        return 0;
    case KEY_INDEX:
        array->from = parse_number(state, "index", arg, UINT64_MAX);
        array->count = 1;
        array->count_given = true;
        return 0;
    case KEY_SEED_DIGITS:
        array->seed_digits = arg;
        return 0;
    case KEY_TERMS:
        array->terms = parse_number(state, "terms", arg, UINT64_MAX);
        return 0;
    case KEY_LENGTH_ONLY:
        array->length_only = true;
        return 0;
    default:
        return parse_matrix(key, arg, state);
    }
}

static void parse_k(struct argp_state *state, struct array *array, const char *arg)
{
    if (!value_number(arg, UINT64_MAX, &array->k))
        argp_error(state, "K '%s': expected a number", arg);
}

static void parse_argument(struct argp_state *state, struct array *array, const char *arg)
{
    if (array->command->run == array_top && state->arg_num == 0)
        parse_k(state, array, arg);
    else if (array->paths == array->command->paths)
        argp_error(state, "%s: '%s' is too many", array->command->shown.args, arg);
    else
        array->path[array->paths++] = arg;
}

/* The JSON document takes standard output, so the data must go to a file. */
static void check_together(struct argp_state *state, struct array *array)
{
    array_run_fn *const run = array->command->run;

    if (run == array_top && state->arg_num == 0)
        argp_error(state, "K is missing");
    if (run == array_compact && !array->condition)
        argp_error(state, "--if is missing");
    if (run == array_permutations && !array->of)
        argp_error(state, "--of is missing");
    if (run == array_tsp && array->tour.has_end && !array->tour.open)
        argp_error(state, "--end is for open tours: give --open");
    if (array->tool.json && !array->tool.output && run != array_tsp &&
        !(run == array_look_and_say && array->length_only))
        argp_error(state, "--json needs -o FILE for the data");
    if (run == array_multiply && array->paths < 2)
        argp_error(state, "A B: two files are needed");
    if (array->map && array->picture)
        argp_error(state, "--u-matrix draws a map that is trained, not one of --bmu");
    if (!array->paths)
        array->path[array->paths++] = "-";
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct array *array = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &array->tool;
        return 0;
    case KEY_NPY:
        array->npy = true;
        return 0;
    case KEY_OP:
        parse_op(state, array, arg);
        return 0;
    case KEY_EXCLUSIVE:
        array->exclusive = true;
        return 0;
    case KEY_IF:
        array->condition = arg;
        return 0;
    case KEY_DESCENDING:
        array->descending = true;
        return 0;
    case KEY_STABLE_BY:
        array->column = parse_number(state, "stable-by", arg, UINT64_MAX);
        if (!array->column)
            argp_error(state, "--stable-by: columns are counted from 1");
        return 0;
    case KEY_COUNTS:
        array->counts = true;
        return 0;
    case KEY_BINS:
        array->bins = parse_number(state, "bins", arg, 1 << 30);
        return 0;
    case KEY_RANGE:
        parse_range(state, array, arg);
        return 0;
    case KEY_SMALLEST:
        array->smallest = true;
        return 0;
    case KEY_INDICES:
        array->indices = true;
        return 0;
    case ARGP_KEY_ARG:
        parse_argument(state, array, arg);
        return 0;
    case ARGP_KEY_END:
        check_together(state, array);
        return 0;
    default:
        return parse_problem(key, arg, state);
    }
}

static int run_command(const struct tool_command *shown, int argc, char **argv)
{
    struct array array = {.command = (const struct array_command *)shown,
        .bins = 10,
        .tour = KG_TOUR_OPTIONS_INIT,
        .som = {.width = 10, .height = 10},
        .seed_digits = "1",
        .terms = 1};

    tool_parse_command(shown, parse, argc, argv, &array);
    return tool_end(&array.tool, array.command->run(&array));
}

int main(int argc, char **argv)
{
    static const struct tool_commands array = {"array", "[FILE]",
        "FILE is numbers as text, between white space, or .npy; without it or for - standard "
        "input.\n\n"
        "Examples:\n"
        "  array sort numbers.txt\n"
        "  seq 100 | array reduce --op mean\n"
        "  array distinct --counts samples.npy --npy -o counts.npy\n\n",
        &commands->shown, sizeof commands / sizeof *commands, sizeof *commands, run_command};

    return tool_run(&array, argc, argv);
}
