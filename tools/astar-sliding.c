/* astar sliding: shortest solutions of sliding puzzles. */
#include "answers.h"
#include "astar-boards.h"
#include "astar-search.h"
#include "astar.h"
#include "batch.h"
#include "process.h"
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
    KEY_SECONDS,
    KEY_NO_VERIFY
};

static const char *const format_name[BOARDS_FORMATS] = {"moves", "steps", "course", "json-lines"};
static const char *const heuristic_name[] = {"linear-conflict", "manhattan"};

struct sliding {
    struct tool tool;
    const char *path;
    enum boards_format format;
    kg_tiles_read_options read;
    uint8_t target[KG_TILES_CELLS];
    kg_tiles_options find;
    bool has_heuristic;
    struct search by;

    double seconds; /* that all searches may take together; 0: no limit */

    size_t puzzles;
    const kg_tiles_puzzle *puzzle; /* [puzzles] */
    const kg_tiles_origin *origin; /* [puzzles] */
    bool labels;                   /* some puzzle has one */
    bool shown;                    /* some answer was */
    struct answers answers;
    struct text json;
    uint64_t done, unsolvable, stopped; /* so far; done: with an answer, be it that there is none */
};

static const struct option options[] = {
    {"heuristic", KEY_HEURISTIC, "NAME", 0, "linear-conflict (default) or manhattan", 0},
    {"goal", KEY_TARGET, "WHICH", 0,
        "the target of files that give none: first (the blank first), last, or the board as a "
        "list, "
        "'1 2 3 ...' (default: of first and last the first that can be reached)",
        0},
    {"size", KEY_SIZE, "WxH", 0, "the boards are W wide and H high", 0},
    {"steps", KEY_STEPS, 0, 0, "print every board on the way; the same as --format steps", 0},
    {"format", KEY_FORMAT, "NAME", 0, "print as moves (default), steps, course or json-lines", 0},
    {"canonical", KEY_CANONICAL, 0, 0,
        "of all shortest solutions the one that every device and thread count gives", 0},
    {"max-states", KEY_MAX_STATES, "N", 0, "stop once N states are known", 0},
    {"seconds", KEY_SECONDS, "SECONDS", 0,
        "stop after so long, with what is done and proven by then, as an interrupt does", 0},
    {"no-verify", KEY_NO_VERIFY, 0, 0, "leave out the independent check of the answer", 0},
    OPTIONS_SEARCH,
    OPTION_WORKERS,
    {0},
};

static const char about[] =
    "Find a shortest solution of a sliding puzzle, from 2x2 to 25 cells, and prove that none is "
    "shorter.";

static const char doc[] =
    "PUZZLE is a file; without it or for - standard input: rows of numbers with 0 or _ for the "
    "blank; a line with the start and a line with the target, the blank as _; or many boards, one "
    "a line.\n\n"
    "Examples:\n"
    "  astar sliding puzzle.txt                        the moves of the blank\n"
    "  echo 8 6 7 2 5 4 3 0 1 | astar sliding --goal last -\n"
    "                                                  the 8-puzzle that takes longest\n"
    "  astar sliding --goal '1 2 3 8 0 4 7 6 5' puzzle.txt\n"
    "  astar sliding --seconds 60 --format json-lines korf100.txt\n"
    "  astar sliding --device cuda:all korf100.txt      a puzzle a GPU at a time\n"
    "  astar sliding --search ga-star --weight 2 puzzle.txt\n"
    "                                                  sooner, maybe twice as long\n\n"
    "Each answer is printed when it is found. An interrupt (Ctrl-C) or SIGTERM stops the search; "
    "what is done is kept, and the bound that is proven so far is told.\n\n"
    "Exit status: 0 solved, 1 there is no solution, 64 usage, 65 bad input, 66 cannot open, 69 no "
    "such device, 70 self-check failed, 71 stopped at a limit or out of memory, 73 cannot create, "
    "74 input or output failed, 130 interrupted, 143 terminated.";

/* ---- the command line ------------------------------------------------------------------------ */

/* Which of the names arg is; expected: them all. */
static unsigned parse_name(struct command_line *state, const char *option, const char *arg,
    const char *const *name, unsigned count, const char *expected)
{
    unsigned i = 0;

    while (i < count && strcmp(arg, name[i]) != 0)
        i++;
    if (i == count)
        usage_error(state, "--%s '%s': expected %s", option, arg, expected);
    return i;
}

static void parse_target(struct command_line *state, struct sliding *s, const char *arg)
{
    uint32_t seen = 0;
    size_t n;

    s->read.target = NULL;
    s->read.goal = strcmp(arg, "last") == 0    ? KG_TILES_BLANK_LAST
                   : strcmp(arg, "first") == 0 ? KG_TILES_BLANK_FIRST
                                               : KG_TILES_EITHER;
    if (s->read.goal != KG_TILES_EITHER)
        return;
    if (!value_board(arg, s->target, &n))
        usage_error(state,
            "--goal '%s': expected first, last, or each tile once as in '1 2 3 8 0 4 7 6 5'", arg);
    for (size_t c = 0; c < n; c++)
        seen |= 1u << s->target[c];
    if (seen != (1u << n) - 1)
        usage_error(state, "--goal '%s': expected each of 0 to %zu once", arg, n - 1);
    s->read.target = s->target;
    s->read.target_cells = n;
}

static void parse_board_size(struct command_line *state, struct sliding *s, const char *arg)
{
    uint32_t width, height;

    if (!value_pair(arg, 'x', &width, &height) || width < 2 || height < 2 ||
        (uint64_t)width * height > KG_TILES_CELLS)
        usage_error(state, "--size '%s': expected WxH, sides from 2 and %d cells at most", arg,
            KG_TILES_CELLS);
    s->read.width = width;
    s->read.height = height;
}

static void check_search(struct command_line *state, struct sliding *s)
{
    search_check(state, &s->by, s->find.canonical);
    if (!s->by.ga_star)
        return;
    if (s->has_heuristic && s->find.heuristic != KG_TILES_MANHATTAN)
        usage_error(state,
            "--search ga-star has the heuristic manhattan alone: leave --heuristic %s out",
            heuristic_name[s->find.heuristic]);
    s->find.heuristic = KG_TILES_MANHATTAN;
}

static error_t parse(int key, char *arg, struct command_line *state)
{
    struct sliding *s = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        return 0;
    case KEY_HEURISTIC:
        s->find.heuristic = (kg_tiles_heuristic)parse_name(
            state, "heuristic", arg, heuristic_name, 2, "linear-conflict or manhattan");
        s->has_heuristic = true;
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
        s->format = (enum boards_format)parse_name(state, "format", arg, format_name,
            BOARDS_FORMATS, "moves, steps, course or json-lines");
        return 0;
    case KEY_CANONICAL:
        s->find.canonical = 1;
        return 0;
    case KEY_MAX_STATES:
        s->find.max_states = parse_number(state, "max-states", arg, UINT64_MAX);
        return 0;
    case KEY_SECONDS:
        s->seconds = parse_seconds(state, arg);
        return 0;
    case KEY_NO_VERIFY:
        s->find.skip_verify = 1;
        return 0;
    case KEY_SEARCH:
    case KEY_WEIGHT:
    case KEY_QUEUES:
        search_parse(state, &s->by, key, arg);
        return 0;
    case KEY_WORKERS:
        parse_workers(state, &s->tool, arg);
        return 0;
    case ARGP_KEY_ARG:
        if (s->path)
            usage_error(state, "one file at a time: '%s' is too many", arg);
        s->path = arg;
        return 0;
    case ARGP_KEY_END:
        s->path = parse_input(state, &s->tool, s->path, "PUZZLE");
        check_search(state, s);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- running --------------------------------------------------------------------------------- */

static void put_counts(struct text *text, const char *what, const kg_tiles_layer *counts)
{
    text_format(text,
        "%-8s %4u %12" PRIu64 " %14" PRIu64 " %14" PRIu64 " %14" PRIu64 " %12.3f %10.2f\n", what,
        counts->f, counts->rounds, counts->expanded, counts->generated, counts->duplicates,
        counts->ms, per_second(counts->expanded, counts->ms) * 1e-6);
}

/* The table of --timing: of one puzzle each layer, of many a line each. */
static void put_timing(
    struct text *text, const struct sliding *s, const struct board_answer *answer)
{
    const kg_tiles_statistics statistics = *kg_tiles_work(answer->tiles);
    char name[24] = "in all";

    if (answer->number == 1)
        text_format(text, "%-8s %4s %12s %14s %14s %14s %12s %10s\n",
            s->puzzles > 1 ? "puzzle" : "layer", "f", "rounds", "expanded", "generated",
            "duplicates", "ms", "M states/s");
    for (size_t i = 0; i < statistics.layers && s->puzzles == 1; i++)
        put_counts(text, "", &statistics.layer[i]);
    if (s->puzzles > 1)
        snprintf(name, sizeof name, "%zu", answer->number);
    put_counts(text, name, &statistics.total);
    if (s->puzzles == 1 && !s->by.ga_star)
        text_format(text, "table: %" PRIu64 " of %" PRIu64 " slots in use\n",
            statistics.total.expanded, statistics.slots);
}

/* How messages call a puzzle of several. */
static void put_name(struct text *text, const struct board_answer *answer)
{
    if (answer->origin.has_label)
        text_format(text, "puzzle %" PRIu64, answer->origin.label);
    else
        text_format(text, "puzzle %zu", answer->number);
}

/* Why a puzzle has no solution, and what may be done about it. */
static void put_unsolvable(struct text *text, const struct sliding *s,
    const struct board_answer *answer, const char *message)
{
    if (answer->origin.goal != KG_TILES_EITHER) {
        text_string(text, message);
    } else {
        text_string(text, "unsolvable (parity): neither ");
        boards_put_target(text, answer->puzzle);
        text_string(text, " nor, with the blank last, ");
        for (unsigned c = 1; c < answer->puzzle->width * answer->puzzle->height; c++)
            text_format(text, "%u ", c);
        text_string(text, "0 can be reached from here");
    }
    if (answer->origin.goal != KG_TILES_GIVEN || s->read.target)
        text_string(text, "; --goal sets another target");
}

/* Why a puzzle has no answer. message: the library's */
static void put_reason(struct text *why, const struct sliding *s, const struct board_answer *answer,
    const char *message)
{
    if (s->puzzles > 1) {
        put_name(why, answer);
        text_string(why, ": ");
    }
    if (answer->status == KG_NO_SOLUTION)
        put_unsolvable(why, s, answer, message);
    else
        text_string(why, message);
    text_put(why, "", 1);
}

/* What is proven of a solution that may not be the shortest. */
static void put_bound(struct text *text, const struct board_answer *answer)
{
    const unsigned bound = kg_tiles_bound(answer->tiles);

    put_name(text, answer);
    text_format(text,
        ": no solution shorter than %u exists, so this one is at most %.4g times as long", bound,
        (double)kg_tiles_length(answer->tiles) / bound);
    text_put(text, "", 1);
}

/* Says which targets were taken, where that was left to us. */
static void say_targets(struct sliding *s)
{
    size_t count[KG_TILES_GIVEN + 1] = {0};
    struct text target = {0};

    for (size_t i = 0; i < s->puzzles; i++)
        count[s->origin[i].goal]++;
    if (s->tool.quiet || s->read.target || s->read.goal != KG_TILES_EITHER ||
        !(count[KG_TILES_BLANK_FIRST] + count[KG_TILES_BLANK_LAST]))
        return;
    boards_put_target(&target, s->puzzle);
    text_put(&target, "", 1);
    if (s->puzzles == 1 && !target.failed)
        tool_say(&s->tool, "the target is %s; --goal sets another", target.bytes);
    else if (s->puzzles > 1)
        tool_say(&s->tool,
            "%zu targets have the blank first, %zu have it last, as can be reached; --goal sets "
            "another",
            count[KG_TILES_BLANK_FIRST], count[KG_TILES_BLANK_LAST]);
    free(target.bytes);
}

/* A goal beside targets of the file, which the library would prefer. */
static kg_status check_goal(struct sliding *s)
{
    for (size_t i = 0; i < s->puzzles; i++) {
        const kg_tiles_puzzle *puzzle = &s->puzzle[i];
        const size_t cells = puzzle->width * puzzle->height;
        const bool ours = s->read.target && memcmp(puzzle->target, s->target, cells) == 0;

        if (s->origin[i].goal == KG_TILES_GIVEN && !ours &&
            (s->read.target || s->read.goal != KG_TILES_EITHER))
            return tool_fail(&s->tool, KG_ARGUMENT,
                "--goal is for files that give no target, and '%s' gives each puzzle its own: "
                "leave --goal out, or the targets",
                strcmp(s->path, "-") == 0 ? "standard input" : s->path);
    }
    return KG_OK;
}

/* What is to be shown of a puzzle's answer. message: the library's, where it has none */
static void put_answer(struct batch_piece *piece, const struct sliding *s,
    const struct board_answer *answer, const char *message)
{
    if (s->tool.json)
        boards_put_json(&piece->json, answer, !s->tool.output, true);
    if ((s->tool.output || !s->tool.json) &&
        (answer->status == KG_OK || s->puzzles > 1 || s->format == JSON_LINES))
        boards_put(&piece->answer, s->format, answer);
    if (answer->status != KG_OK)
        put_reason(&piece->said, s, answer, message);
    else if (kg_tiles_bound(answer->tiles) < kg_tiles_length(answer->tiles))
        put_bound(&piece->said, answer);
    if (s->tool.timing)
        put_timing(&piece->timing, s, answer);
}

static kg_status solve(void *sliding, const struct batch_turn *turn, struct batch_piece *piece)
{
    const struct sliding *s = sliding;
    struct board_answer answer = {.number = turn->task + 1,
        .labels = s->labels,
        .ga_star = s->by.ga_star,
        .origin = s->origin[turn->task],
        .puzzle = &s->puzzle[turn->task]};
    kg_tiles_options find = s->find;
    kg_tiles *tiles = NULL;

    find.seconds = turn->seconds;
    find.stop = turn->stop;
    find.others = (s->puzzles - turn->task - 1) / (uint64_t)s->tool.ranks;
    piece->status = answer.status = search_tiles(&s->by, &tiles, turn->ctx, answer.puzzle, &find);
    if (!tiles)
        return answer.status;
    answer.tiles = tiles;
    put_answer(piece, s, &answer, kg_context_message(turn->ctx));
    kg_tiles_destroy(tiles);
    return batch_piece_failed(piece) ? KG_MEMORY : KG_OK;
}

static kg_status show(void *sliding, size_t task, struct batch_piece *piece)
{
    struct sliding *s = sliding;

    s->done += piece->status == KG_OK || piece->status == KG_NO_SOLUTION;
    s->unsolvable += piece->status == KG_NO_SOLUTION;
    s->stopped += piece->status != KG_OK && piece->status != KG_NO_SOLUTION;
    if (s->format == STEPS && s->shown && piece->answer.used)
        text_string(&s->answers.text, "\n");
    s->shown = s->shown || piece->answer.used;
    return batch_show(&s->answers, &s->json, task, s->puzzles == 1, piece);
}

/* The outcome of all puzzles. */
static kg_status conclude(struct sliding *s)
{
    if (s->puzzles > 1 && process_signal() && s->done < s->puzzles)
        return tool_fail(&s->tool, KG_LIMIT, "interrupted: %" PRIu64 " of %zu puzzles are done",
            s->done, s->puzzles);
    if (s->puzzles > 1 && s->done + s->stopped < s->puzzles)
        return tool_fail(&s->tool, KG_LIMIT,
            "stopped after %.6g s: %" PRIu64 " of %zu puzzles are done", s->seconds, s->done,
            s->puzzles);
    if (s->puzzles > 1 && s->stopped)
        return tool_fail(&s->tool, KG_LIMIT, "%" PRIu64 " of %zu puzzles stopped at a limit",
            s->stopped, s->puzzles);
    return s->stopped ? KG_LIMIT : s->unsolvable ? KG_NO_SOLUTION : KG_OK;
}

static kg_status run(struct sliding *s)
{
    kg_tiles_set *set = NULL;
    struct batch batch = {.tool = &s->tool,
        .what = "puzzles",
        .seconds = s->seconds,
        .work = solve,
        .show = show,
        .user = s};
    kg_status status;

    TRY(batch_begin(&s->tool));
    TRY(kg_tiles_read(&set, s->tool.ctx, s->path, &s->read));
    tool_work(&s->tool);
    s->puzzles = kg_tiles_set_count(set);
    s->puzzle = kg_tiles_set_puzzles(set);
    s->origin = kg_tiles_set_origins(set);
    for (size_t i = 0; i < s->puzzles; i++)
        s->labels = s->labels || s->origin[i].has_label;
    s->answers.tool = &s->tool;
    TRY(check_goal(s));
    say_targets(s);
    if (s->tool.json) {
        json_open(&s->json, NULL, '{');
        json_string(&s->json, "heuristic", heuristic_name[s->find.heuristic]);
        if (s->by.ga_star) {
            json_string(&s->json, "search", "ga-star");
            json_double(&s->json, "weight", search_weight(&s->by));
        }
        json_open(&s->json, "puzzles", '[');
    }
    batch.tasks = s->puzzles;
    TRY(batch_run(&batch));
    TRY(answers_end(&s->answers));
    if (s->tool.json) {
        json_close(&s->json, ']');
        TRY(tool_print_json(&s->tool, &s->json));
    }
    status = conclude(s);
out:
    kg_tiles_set_destroy(set);
    free(s->answers.text.bytes);
    free(s->json.bytes);
    return status;
}

int astar_sliding(int argc, char **argv)
{
    static const struct command command = {
        .options = options, .parser = parse, .args = "PUZZLE", .about = about, .doc = doc};
    struct sliding s = {
        .tool.name = argv[0], .read = KG_TILES_READ_OPTIONS_INIT, .find = KG_TILES_OPTIONS_INIT};

    tool_parse(&s.tool, &command, NULL, argc, argv, &s);
    return tool_end(&s.tool, run(&s));
}
