/* astar sliding: shortest solutions of sliding puzzles. */
#include "astar.h"
#include "values.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_HEURISTIC = KEY_TOOL,
    KEY_TARGET,
    KEY_SIZE,
    KEY_STEPS,
    KEY_FORMAT,
    KEY_CANONICAL,
    KEY_MAX_STATES,
    KEY_NO_VERIFY
};

enum format { MOVES, STEPS, COURSE, FORMATS };

static const char *const format_name[FORMATS] = {"moves", "steps", "course"};
static const char *const heuristic_name[] = {"linear-conflict", "manhattan"};

struct sliding {
    struct tool tool;
    const char *path;
    enum format format;
    kg_tiles_read_options read;
    uint8_t target[KG_TILES_CELLS];
    kg_tiles_options find;

    size_t puzzles;
    struct text out, json;
    uint64_t unsolvable, stopped; /* so far */
    kg_status stop;               /* KG_LIMIT or KG_FULL, of the last one stopped */
};

static const struct argp_option options[] = {
    {"heuristic", KEY_HEURISTIC, "NAME", 0, "linear-conflict (default) or manhattan", 0},
    {"goal", KEY_TARGET, "WHICH", 0,
        "the target of files that give none: first (the blank first; default), last, or the board "
        "as a list, 1,2,3,...",
        0},
    {"size", KEY_SIZE, "WxH", 0, "the boards are W wide and H high", 0},
    {"steps", KEY_STEPS, 0, 0, "print every board on the way; the same as --format steps", 0},
    {"format", KEY_FORMAT, "NAME", 0, "print as moves (default), steps or course", 0},
    {"canonical", KEY_CANONICAL, 0, 0,
        "of all shortest solutions the one that every device and thread count gives", 0},
    {"max-states", KEY_MAX_STATES, "N", 0, "stop once N states are known", 0},
    {"no-verify", KEY_NO_VERIFY, 0, 0, "leave out the independent check of the answer", 0},
    {0},
};

static const char doc[] =
    "Find a shortest solution of a sliding puzzle, from 2x2 to 25 cells, and prove that none is "
    "shorter.\v"
    "PUZZLE is a file, or - for standard input: rows of numbers with 0 or _ for the blank; a line "
    "with the start and a line with the target, the blank as _; or many boards, one a line.\n\n"
    "Examples:\n"
    "  astar sliding puzzle.txt                        the moves of the blank\n"
    "  echo 8 6 7 2 5 4 3 0 1 | astar sliding --goal last -\n"
    "                                                  the 8-puzzle that takes longest\n"
    "  astar sliding --heuristic manhattan --timing puzzle.txt\n\n"
    "Exit status: 0 solved, 1 there is no solution, 64 usage, 65 bad input, 66 cannot open, 69 no "
    "such device, 70 self-check failed, 71 stopped at a limit or out of memory, 73 cannot create, "
    "74 input or output failed.";

/* ---- the command line ------------------------------------------------------------------------ */

/* Which of the names arg is; expected: them all. */
static unsigned parse_name(struct argp_state *state, const char *option, const char *arg,
    const char *const *name, unsigned count, const char *expected)
{
    unsigned i = 0;

    while (i < count && strcmp(arg, name[i]) != 0)
        i++;
    if (i == count)
        argp_error(state, "--%s '%s': expected %s", option, arg, expected);
    return i;
}

static void parse_target(struct argp_state *state, struct sliding *s, const char *arg)
{
    uint32_t seen = 0;
    size_t n;

    s->read.target = NULL;
    s->read.blank_last = strcmp(arg, "last") == 0;
    if (s->read.blank_last || strcmp(arg, "first") == 0)
        return;
    if (!value_board(arg, s->target, &n))
        argp_error(state, "--goal '%s': expected first, last, or tiles and commas", arg);
    for (size_t c = 0; c < n; c++)
        seen |= 1u << s->target[c];
    if (seen != (1u << n) - 1)
        argp_error(state, "--goal '%s': expected each of 0 to %zu once", arg, n - 1);
    s->read.target = s->target;
    s->read.target_cells = n;
}

static void parse_board_size(struct argp_state *state, struct sliding *s, const char *arg)
{
    uint32_t width, height;

    if (!value_pair(arg, 'x', &width, &height) || width < 2 || height < 2 ||
        (uint64_t)width * height > KG_TILES_CELLS)
        argp_error(state, "--size '%s': expected WxH, sides from 2 and %d cells at most", arg,
            KG_TILES_CELLS);
    s->read.width = width;
    s->read.height = height;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct sliding *s = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &s->tool;
        return 0;
    case KEY_HEURISTIC:
        s->find.heuristic = (kg_tiles_heuristic)parse_name(
            state, "heuristic", arg, heuristic_name, 2, "linear-conflict or manhattan");
        return 0;
    case KEY_TARGET:
        parse_target(state, s, arg);
        return 0;
    case KEY_SIZE:
        parse_board_size(state, s, arg);
        return 0;
    case KEY_STEPS:
        s->format = STEPS;
        return 0;
    case KEY_FORMAT:
        s->format = (enum format)parse_name(
            state, "format", arg, format_name, FORMATS, "moves, steps or course");
        return 0;
    case KEY_CANONICAL:
        s->find.canonical = 1;
        return 0;
    case KEY_MAX_STATES:
        s->find.max_states = parse_number(state, "max-states", arg, UINT64_MAX);
        return 0;
    case KEY_NO_VERIFY:
        s->find.skip_verify = 1;
        return 0;
    case ARGP_KEY_ARG:
        if (s->path)
            argp_error(state, "one file at a time: '%s' is too many", arg);
        s->path = arg;
        return 0;
    case ARGP_KEY_END:
        if (!s->path)
            argp_error(state, "which puzzle? Give a file, or - for standard input");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Calls put for every board from start to target. */
static void each_board(struct text *text, const kg_tiles_puzzle *puzzle, const kg_tiles *answer,
    void (*put)(struct text *text, const kg_tiles_puzzle *puzzle, const uint8_t *cells, size_t i,
        const uint8_t *move))
{
    const uint8_t *move = kg_tiles_moves(answer);
    size_t length = kg_tiles_length(answer);
    uint8_t cells[KG_TILES_CELLS];

    memcpy(cells, puzzle->start, sizeof cells);
    for (size_t i = 0; i <= length; i++) {
        if (i)
            kg_tiles_slide(cells, puzzle->width, puzzle->height, move[i - 1]);
        put(text, puzzle, cells, i, move);
    }
}

static void put_tile(struct text *text, unsigned tile)
{
    if (tile)
        text_number(text, tile);
    else
        text_put(text, "_", 1);
}

/* As rows, which can be read again. */
static void put_board(struct text *text, const kg_tiles_puzzle *puzzle, const uint8_t *cells,
    size_t i, const uint8_t *move)
{
    static const char *const way[] = {"up", "left", "right", "down"};
    unsigned n = puzzle->width * puzzle->height;

    text_format(text, i ? "\n# %zu %s\n" : "# %zu\n", i, i ? way[move[i - 1]] : "");
    for (unsigned c = 0; c < n; c++) {
        if (n > 10 && cells[c] < 10)
            text_put(text, " ", 1);
        put_tile(text, cells[c]);
        text_put(text, c % puzzle->width == puzzle->width - 1 ? "\n" : " ", 1);
    }
}

static void put_line(struct text *text, const kg_tiles_puzzle *puzzle, const uint8_t *cells,
    size_t i, const uint8_t *move)
{
    (void)i, (void)move;
    for (unsigned c = 0; c < puzzle->width * puzzle->height; c++) {
        put_tile(text, cells[c]);
        text_put(text, c == puzzle->width * puzzle->height - 1 ? "\n" : ",", 1);
    }
}

static void put_array(struct text *text, const kg_tiles_puzzle *puzzle, const uint8_t *cells,
    size_t i, const uint8_t *move)
{
    (void)i, (void)move;
    json_open(text, NULL, '[');
    for (unsigned c = 0; c < puzzle->width * puzzle->height; c++)
        json_number(text, NULL, cells[c]);
    json_close(text, ']');
}

static void put_letters(struct text *text, const kg_tiles *answer)
{
    const uint8_t *move = kg_tiles_moves(answer);
    size_t length = kg_tiles_length(answer);

    for (size_t i = 0; i < length; i++)
        text_put(text, &"ULRD"[move[i]], 1);
}

static void put_answer(struct sliding *s, const kg_tiles_puzzle *puzzle, const kg_tiles *answer)
{
    switch (s->format) {
    case STEPS:
        if (s->out.used)
            text_put(&s->out, "\n", 1);
        each_board(&s->out, puzzle, answer, put_board);
        break;
    case COURSE:
        text_format(&s->out, "%.3f\n", kg_tiles_work(answer)->total.ms);
        each_board(&s->out, puzzle, answer, put_line);
        break;
    default:
        text_format(&s->out, kg_tiles_length(answer) ? "%zu " : "%zu", kg_tiles_length(answer));
        put_letters(&s->out, answer);
        text_put(&s->out, "\n", 1);
    }
}

static double per_second(uint64_t count, double ms)
{
    return ms > 0 ? 1e3 * (double)count / ms : 0;
}

static void put_counts_json(struct text *text, const kg_tiles_layer *counts)
{
    json_number(text, "rounds", counts->rounds);
    json_number(text, "expanded", counts->expanded);
    json_number(text, "generated", counts->generated);
    json_number(text, "duplicates", counts->duplicates);
    json_real(text, "ms", counts->ms);
}

static void put_statistics_json(struct text *text, const kg_tiles *answer)
{
    kg_tiles_statistics statistics = *kg_tiles_work(answer);
    const kg_tiles_layer *total = &statistics.total;

    put_counts_json(text, total);
    json_real(text, "expanded_per_second", per_second(total->expanded, total->ms));
    json_number(text, "table_slots", statistics.slots);
    json_real(text, "table_load",
        statistics.slots ? (double)total->expanded / (double)statistics.slots : 0);
    json_open(text, "layers", '[');
    for (size_t i = 0; i < statistics.layers; i++) {
        json_open(text, NULL, '{');
        json_number(text, "f", statistics.layer[i].f);
        put_counts_json(text, &statistics.layer[i]);
        json_close(text, '}');
    }
    json_close(text, ']');
}

static void put_answer_json(
    struct sliding *s, const kg_tiles_puzzle *puzzle, const kg_tiles *answer, kg_status status)
{
    struct text *text = &s->json, letters = {0};

    json_open(text, NULL, '{');
    json_string(text, "result",
        status == KG_OK            ? "optimal"
        : status == KG_NO_SOLUTION ? "unsolvable"
                                   : "stopped");
    if (status == KG_NO_SOLUTION)
        json_string(text, "reason", "parity");
    else
        json_number(text, "bound", kg_tiles_bound(answer));
    if (status == KG_OK)
        json_number(text, "length", kg_tiles_length(answer));
    if (status == KG_OK && !s->tool.output) {
        put_letters(&letters, answer);
        json_bytes(text, "moves", letters.bytes, letters.used);
        json_open(text, "boards", '[');
        each_board(text, puzzle, answer, put_array);
        json_close(text, ']');
    }
    put_statistics_json(text, answer);
    json_close(text, '}');
    text->failed |= letters.failed;
    free(letters.bytes);
}

/* ---- running --------------------------------------------------------------------------------- */

static void print_counts(const char *what, const kg_tiles_layer *counts)
{
    fprintf(stderr,
        "%-8s %4u %12" PRIu64 " %14" PRIu64 " %14" PRIu64 " %14" PRIu64 " %12.3f %10.2f\n", what,
        counts->f, counts->rounds, counts->expanded, counts->generated, counts->duplicates,
        counts->ms, per_second(counts->expanded, counts->ms) * 1e-6);
}

/* The table of --timing: of one puzzle each layer, of many a line each. */
static void print_timing(const struct sliding *s, size_t puzzle, const kg_tiles *answer)
{
    kg_tiles_statistics statistics = *kg_tiles_work(answer);
    char name[24] = "in all";

    if (puzzle == 0)
        fprintf(stderr, "%-8s %4s %12s %14s %14s %14s %12s %10s\n",
            s->puzzles > 1 ? "puzzle" : "layer", "f", "rounds", "expanded", "generated",
            "duplicates", "ms", "M states/s");
    for (size_t i = 0; i < statistics.layers && s->puzzles == 1; i++)
        print_counts("", &statistics.layer[i]);
    if (s->puzzles > 1)
        snprintf(name, sizeof name, "%zu", puzzle + 1);
    print_counts(name, &statistics.total);
    if (s->puzzles == 1)
        fprintf(stderr, "table: %" PRIu64 " of %" PRIu64 " slots in use\n",
            statistics.total.expanded, statistics.slots);
}

/* One puzzle that has no answer. */
static void report_none(struct sliding *s, size_t puzzle, kg_status status)
{
    const char *message = kg_context_message(s->tool.ctx);

    if (status == KG_NO_SOLUTION)
        s->unsolvable++;
    else
        s->stop = status, s->stopped++;
    if (s->puzzles > 1 && s->format == MOVES)
        text_string(&s->out, "-\n"); /* keeps the lines in step */
    if (s->puzzles == 1 && status != KG_NO_SOLUTION)
        tool_fail(&s->tool, status, "%s", message);
    else if (!s->tool.quiet && s->puzzles > 1)
        tool_say(&s->tool, "puzzle %zu: %s", puzzle + 1, message);
    else if (!s->tool.quiet)
        tool_say(&s->tool, "%s", message);
}

static kg_status solve(struct sliding *s, size_t i, const kg_tiles_puzzle *puzzle)
{
    kg_tiles *answer = NULL;
    kg_status status;

    kg_context_clear_timing(s->tool.ctx); /* of many puzzles the last one's stages are shown */
    status = kg_tiles_find(&answer, s->tool.ctx, puzzle, &s->find);
    if (!answer)
        return status;
    if (status != KG_OK)
        report_none(s, i, status);
    if (s->tool.json)
        put_answer_json(s, puzzle, answer, status);
    if (status == KG_OK)
        put_answer(s, puzzle, answer);
    if (s->tool.timing)
        print_timing(s, i, answer);
    kg_tiles_destroy(answer);
    return s->out.failed || s->json.failed ? KG_MEMORY : KG_OK;
}

static kg_status write_answers(struct sliding *s)
{
    kg_output *output = NULL;
    kg_status status;

    TRY(tool_open(&s->tool, &output, s->tool.output));
    TRY(text_flush(&s->out, output));
    TRY(tool_close(&s->tool, output));
out:
    kg_output_destroy(output);
    return status;
}

static kg_status run(struct sliding *s)
{
    const kg_tiles_puzzle *puzzle;
    kg_tiles_set *set = NULL;
    kg_status status;

    TRY(tool_begin(&s->tool));
    TRY(kg_tiles_read(&set, s->tool.ctx, s->path, &s->read));
    s->puzzles = kg_tiles_set_count(set);
    puzzle = kg_tiles_set_puzzles(set);
    if (s->tool.json) {
        json_open(&s->json, NULL, '{');
        json_string(&s->json, "heuristic", heuristic_name[s->find.heuristic]);
        json_open(&s->json, "puzzles", '[');
    }
    for (size_t i = 0; i < s->puzzles; i++)
        TRY(solve(s, i, &puzzle[i]));
    if (s->out.used && (s->tool.output || !s->tool.json))
        TRY(write_answers(s));
    if (s->tool.json) {
        json_close(&s->json, ']');
        TRY(tool_print_json(&s->tool, &s->json));
    }
    if (s->stopped && s->puzzles > 1)
        tool_fail(&s->tool, s->stop, "%" PRIu64 " of %zu puzzles stopped at a limit", s->stopped,
            s->puzzles);
    status = s->stopped ? s->stop : s->unsolvable ? KG_NO_SOLUTION : KG_OK;
out:
    kg_tiles_set_destroy(set);
    free(s->out.bytes);
    free(s->json.bytes);
    return status;
}

int astar_sliding(int argc, char **argv)
{
    static const struct argp_child children[] = {{&tool_argp, 0, "Common options:", 1}, {0}};
    static const struct argp argp = {options, parse, "PUZZLE", doc, children, 0, 0};
    struct sliding s = {
        .tool.name = "astar", .read = KG_TILES_READ_OPTIONS_INIT, .find = KG_TILES_OPTIONS_INIT};

    tool_parse(&s.tool, &argp, argc, argv, &s);
    return tool_end(&s.tool, run(&s));
}
