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

/* The pattern databases that a worker has, and the puzzle whose sides and target they are for. */
struct held {
    kg_tiles_patterns *patterns;
    kg_tiles_puzzle puzzle;
};

struct sliding {
    struct tool tool;
    const char *path;
    enum boards_format format;
    kg_tiles_read_options read;
    uint8_t target[KG_TILES_CELLS];
    kg_tiles_options find;
    kg_tiles_patterns_options tables;
    struct held *held; /* [ranks] */
    struct search by;

    const char *checkpoint; /* or NULL */
    double seconds;         /* that all searches may take together; 0: no limit */

    size_t puzzles;
    const kg_tiles_puzzle *puzzle; /* [puzzles] */
    const kg_tiles_origin *origin; /* [puzzles] */
    bool labels;                   /* some puzzle has one */
    bool shown;                    /* some answer was */
    struct answers answers;
    struct text json;
    uint64_t done, unsolvable, stopped; /* so far; done: with an answer, be it that there is none */
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
    "  astar sliding --checkpoint run korf100.txt       the same again goes on after a stop\n"
    "  astar sliding --device cuda:all korf100.txt      a puzzle a GPU at a time\n"
    "  astar sliding --search ga-star --weight 2 puzzle.txt\n"
    "                                                  faster, maybe twice as long\n\n"
    "Each answer is printed when it is found. An interrupt (Ctrl-C) or SIGTERM stops the search; "
    "the answers so far are kept, and the proven lower bound is printed.\n\n"
    "Exit status: 0 solved, 1 there is no solution, 64 usage, 65 bad input, 66 cannot open, 69 no "
    "such device, 70 self-check failed, 71 stopped at a limit or out of memory, 73 cannot create, "
    "74 input or output failed, 130 interrupted, 143 terminated.";

static const char *const heuristic_names[] = {"linear-conflict", "manhattan", "pattern", "auto"};

/* ---- the command line ------------------------------------------------------------------------ */

static void take_goal(struct command_line *line, const struct option *option, char *value)
{
    struct sliding *s = line->input;
    uint32_t seen = 0;
    size_t n;

    (void)option;
    s->read.target = NULL;
    s->read.goal = strcmp(value, "last") == 0    ? KG_TILES_BLANK_LAST
                   : strcmp(value, "first") == 0 ? KG_TILES_BLANK_FIRST
                                                 : KG_TILES_EITHER;
    if (s->read.goal != KG_TILES_EITHER)
        return;
    if (!value_board(value, s->target, &n))
        refuse_value(line, value, "first, last, or each tile once as in '1 2 3 8 0 4 7 6 5'");
    for (size_t c = 0; c < n; c++)
        seen |= 1u << s->target[c];
    if (seen != (1u << n) - 1)
        refuse_value(line, value, "each of 0 to %zu once", n - 1);
    s->read.target = s->target;
    s->read.target_cells = n;
}

static void take_heuristic(struct command_line *line, const struct option *option, char *value)
{
    static const char lists[] = "pattern:";
    struct sliding *s = line->input;
    const bool has_lists = strncmp(value, lists, sizeof lists - 1) == 0;
    const int place = has_lists ? KG_TILES_PATTERN : word_place(option->words, value);

    if (place < 0)
        refuse_value(line, value, "linear-conflict, manhattan, pattern, pattern:LISTS or auto");
    s->find.heuristic = (kg_tiles_heuristic)place;
    s->tables.partition = has_lists ? value + sizeof lists - 1 : NULL;
}

static void take_board_size(struct command_line *line, const struct option *option, char *value)
{
    struct sliding *s = line->input;
    uint32_t width, height;

    (void)option;
    if (!value_pair(value, 'x', &width, &height) || width < 2 || height < 2 ||
        (uint64_t)width * height > KG_TILES_CELLS)
        refuse_value(line, value, "WxH, sides from 2 and %d cells at most", KG_TILES_CELLS);
    s->read.width = width;
    s->read.height = height;
}

static const struct option options[] = {
    OPTION("heuristic", "NAME", DOES(take_heuristic),
        "% (default: auto); pattern:1,2,3/4,5,6 names the tiles of each pattern",
        .words = "linear-conflict, manhattan, pattern or auto"),
    OPTION("tables", "FOLDER", TEXT_IN(struct sliding, tables.folder),
        "keep the pattern databases in files there, and read those that it has"),
    OPTION("checkpoint", "FILE", TEXT_IN(struct sliding, checkpoint),
        "keep in FILE where the searches stand, and go on from there; takes --heuristic pattern"),
    OPTION("goal", "WHICH", DOES(take_goal),
        "the target if the file gives none: first (the blank first), last, or a board as a list, "
        "'1 2 3 ...' (default: the first of these two that can be reached)"),
    OPTION("size", "WxH", DOES(take_board_size), "the boards are W wide and H high"),
    OPTION("steps", NULL, SETS(struct sliding, format, BOARDS_STEPS),
        "print every board on the way; the same as --format steps"),
    OPTION("format", "NAME",
        WORD_IN(struct sliding, format, BOARDS_MOVES, "moves, steps, course or json-lines"),
        "print as % (default: moves)"),
    OPTION("canonical", NULL, SETS(struct sliding, find.canonical, 1),
        "print the shortest solution that is the same for every device and number of threads"),
    OPTION("max-states", "N", NUMBER_IN(struct sliding, find.max_states, 0, UINT64_MAX),
        "stop once N states are known"),
    OPTION("seconds", "SECONDS", SECONDS_IN(struct sliding, seconds),
        "stop after this time, and print the answers and lower bounds so far, as an interrupt "
        "does"),
    OPTION("no-verify", NULL, SETS(struct sliding, find.skip_verify, 1), "do not check the answer"),
    {0}};

static void take_argument(struct command_line *line, char *argument)
{
    take_path(line, &((struct sliding *)line->input)->path, "file", argument);
}

static void check(struct command_line *line)
{
    struct sliding *s = line->input;

    s->path = parse_input(line, &s->tool, s->path, "PUZZLE");
    search_check(line, &s->by, s->find.canonical);
    if (s->tables.folder && s->find.heuristic < KG_TILES_PATTERN)
        usage_error(
            line, "--tables is for --heuristic pattern or auto: add one of these, or leave it out");
    if (s->checkpoint && s->by.ga_star)
        usage_error(line, "--search ga-star has no --checkpoint: leave one of them out");
    if (s->checkpoint && !option_given(line, "heuristic"))
        s->find.heuristic = KG_TILES_PATTERN;
    if (s->checkpoint && s->find.heuristic != KG_TILES_PATTERN)
        usage_error(line, "--checkpoint is for --heuristic pattern: leave --heuristic %s out",
            heuristic_names[s->find.heuristic]);
    if (!s->by.ga_star)
        return;
    if (option_given(line, "heuristic") && s->find.heuristic != KG_TILES_MANHATTAN)
        usage_error(line,
            "--search ga-star has the heuristic manhattan alone: leave --heuristic %s out",
            heuristic_names[s->find.heuristic]);
    s->find.heuristic = KG_TILES_MANHATTAN;
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
    if (s->puzzles == 1 && statistics.slots && !s->by.ga_star)
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
        (answer->status == KG_OK || s->puzzles > 1 || s->format == BOARDS_JSON))
        boards_put(&piece->answer, s->format, answer);
    if (answer->status != KG_OK)
        put_reason(&piece->said, s, answer, message);
    else if (kg_tiles_bound(answer->tiles) < kg_tiles_length(answer->tiles))
        put_bound(&piece->said, answer);
    if (s->tool.timing)
        put_timing(&piece->timing, s, answer);
}

/* ---- pattern databases ----------------------------------------------------------------------- */

/* Makes the worker's databases those of a puzzle's target. */
static kg_status hold(
    const struct sliding *s, struct held *held, kg_context *ctx, const kg_tiles_puzzle *puzzle)
{
    const size_t cells = puzzle->width * puzzle->height;

    if (held->patterns && held->puzzle.width == puzzle->width &&
        held->puzzle.height == puzzle->height &&
        memcmp(held->puzzle.target, puzzle->target, cells) == 0)
        return KG_OK;
    kg_tiles_patterns_destroy(held->patterns);
    held->patterns = NULL;
    held->puzzle = *puzzle;
    return kg_tiles_patterns_create(&held->patterns, ctx, puzzle, &s->tables);
}

static void release(void *sliding, int worker)
{
    struct held *held = &((struct sliding *)sliding)->held[worker];

    kg_tiles_patterns_destroy(held->patterns);
    held->patterns = NULL;
}

/* ---- puzzles --------------------------------------------------------------------------------- */

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
    kg_status status;

    find.seconds = turn->seconds;
    find.stop = turn->stop;
    find.others = (s->puzzles - turn->task - 1) / (uint64_t)s->tool.ranks;
    if (s->tool.ranks == 1)
        find.following = answer.puzzle + 1;
    if (find.heuristic >= KG_TILES_PATTERN) {
        TRY(hold(s, &s->held[turn->worker], turn->ctx, answer.puzzle));
        find.patterns = s->held[turn->worker].patterns;
    }
    piece->status = answer.status = search_tiles(&s->by, &tiles, turn->ctx, answer.puzzle, &find);
    if (!tiles)
        return answer.status;
    answer.tiles = tiles;
    put_answer(piece, s, &answer, kg_context_message(turn->ctx));
    kg_tiles_destroy(tiles);
    status = batch_piece_failed(piece) ? KG_MEMORY : KG_OK;
out:
    return status;
}

static kg_status show(void *sliding, size_t task, struct batch_piece *piece)
{
    struct sliding *s = sliding;

    s->done += piece->status == KG_OK || piece->status == KG_NO_SOLUTION;
    s->unsolvable += piece->status == KG_NO_SOLUTION;
    s->stopped += piece->status != KG_OK && piece->status != KG_NO_SOLUTION;
    if (s->format == BOARDS_STEPS && s->shown && piece->answer.used)
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

/* Opens the checkpoint, if there is one. */
static kg_status open_checkpoint(struct sliding *s)
{
    if (!s->checkpoint)
        return KG_OK;
    if (s->tool.ranks > 1)
        return tool_fail(&s->tool, KG_ARGUMENT,
            "--checkpoint is for one rank: leave --ranks out, and name one device");
    return kg_tiles_checkpoint_create(
        &s->find.checkpoint, s->tool.ctx, s->checkpoint, s->puzzle, s->puzzles);
}

static kg_status run(struct sliding *s)
{
    kg_tiles_set *set = NULL;
    struct batch batch = {.tool = &s->tool,
        .what = "puzzles",
        .seconds = s->seconds,
        .work = solve,
        .show = show,
        .finish = release,
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
    TRY(open_checkpoint(s));
    say_targets(s);
    if (s->tool.json) {
        json_open(&s->json, NULL, '{');
        json_string(&s->json, "heuristic", heuristic_names[s->find.heuristic]);
        if (s->by.ga_star) {
            json_string(&s->json, "search", "ga-star");
            json_double(&s->json, "weight", search_weight(&s->by));
        }
        json_open(&s->json, "puzzles", '[');
    }
    batch.tasks = s->puzzles;
    s->held = calloc((size_t)s->tool.ranks, sizeof *s->held);
    if (!s->held)
        TRY(tool_fail(&s->tool, KG_MEMORY, "out of memory"));
    TRY(batch_run(&batch));
    if (s->find.checkpoint)
        TRY(kg_tiles_checkpoint_write(s->find.checkpoint));
    TRY(answers_end(&s->answers));
    if (s->tool.json) {
        json_close(&s->json, ']');
        TRY(tool_print_json(&s->tool, &s->json));
    }
    status = conclude(s);
out:
    if (s->held)
        release(s, 0);
    free(s->held);
    kg_tiles_checkpoint_destroy(s->find.checkpoint);
    kg_tiles_set_destroy(set);
    free(s->answers.text.bytes);
    free(s->json.bytes);
    return status;
}

static int run_command(int argc, char **argv)
{
    static const struct command_rules rules = {take_argument, check};
    struct sliding s = {.tool.name = argv[0],
        .read = KG_TILES_READ_OPTIONS_INIT,
        .tables.later = 1,
        .find.heuristic = KG_TILES_AUTO};

    tool_parse(&s.tool, &astar_sliding_command.shown, &rules, argc, argv, &s);
    return tool_end(&s.tool, run(&s));
}

const struct astar_command astar_sliding_command = {
    .shown = {"sliding", "a shortest solution of a sliding puzzle", "PUZZLE",
        TABLES_OF({options}, TABLE_AT(search_options, struct sliding, by), {worker_options}), doc,
        about},
    .run = run_command};
