/* astar pancake and astar topspin: numbers in a row or round a ring, sorted at the least cost. */
#include "answers.h"
#include "astar.h"
#include "batch.h"
#include "process.h"
#include "values.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sorting {
    struct tool tool;
    const char *path;
    const char *what;   /* one of the orders: a pile, a ring */
    unsigned turnstile; /* 0: pancakes */
    bool lines;         /* --format json-lines */
    kg_ga_star_options find;

    double seconds; /* that all searches may take together; 0: no limit */

    size_t orders;
    const kg_ga_star_order *order; /* [orders] */
    struct answers answers;
    struct text json;
    uint64_t done, unsolvable, stopped; /* so far; done: with an answer, be it that there is none */
};

/* An order, and what became of it. */
struct sorted {
    size_t number; /* in the file, from 1 */
    const kg_ga_star_order *order;
    const kg_ga_star *answer;
    kg_status status;
};

static const struct option turnstile_options[] = {
    OPTION("turnstile", "K", NUMBER_IN(struct sorting, turnstile, 2, KG_GA_STAR_ITEMS - 1),
        "a turn reverses K tokens (default 4)"),
    {0}};

static const struct option options[] = {
    OPTION("weight", "WEIGHT",
        REAL_IN(struct sorting, find.weight, value_weight, "a number from 1 to 1000"),
        "accept a cost of at most WEIGHT times the least, from 1 (default) to 1000"),
    OPTION("format", "NAME", WORD_IN(struct sorting, lines, false, "moves or json-lines"),
        "print as % (default: moves)"),
    OPTION("canonical", NULL, SETS(struct sorting, find.canonical, 1),
        "print the cheapest solution that is the same for every device and number of threads"),
    OPTION("max-states", "N", NUMBER_IN(struct sorting, find.max_states, 0, UINT64_MAX),
        "stop once N states are known"),
    OPTION("queues", "N", NUMBER_IN(struct sorting, find.queues, 1, KG_GA_STAR_QUEUES),
        "search with N priority queues (default: konig chooses)"),
    OPTION("seconds", "SECONDS", SECONDS_IN(struct sorting, seconds),
        "stop after this time, and print the answers and lower bounds so far, as an interrupt "
        "does"),
    OPTION("no-verify", NULL, SETS(struct sorting, find.skip_verify, 1), "do not check the answer"),
    {0}};

#define COMMON_DOC                                                                                 \
    "Each answer is printed when it is found: the cost, then the moves. An interrupt (Ctrl-C) or " \
    "SIGTERM stops the search; what is done is kept, and the bound that is proven so far is "      \
    "told.\n\n"                                                                                    \
    "Exit status: 0 sorted, 1 there is no solution, 64 usage, 65 bad input, 66 cannot open, 69 "   \
    "no such device, 70 self-check failed, 71 stopped at a limit or out of memory, 73 cannot "     \
    "create, 74 input or output failed, 130 interrupted, 143 terminated."

static const char pancake_about[] =
    "Sort a pile of pancakes, from 2 to 25, by the fewest flips of its upper part, and prove that "
    "none are fewer.";

static const char pancake_doc[] =
    "PILES is a file; without it or for - standard input: a pile a line, from the top, as the "
    "numbers 1 to N or 0 to N-1. A move is the number of pancakes that are flipped.\n\n"
    "Examples:\n"
    "  echo 3 1 4 2 | astar pancake -                  the flips\n"
    "  astar pancake --weight 1.5 piles.txt            faster, maybe half as many again\n"
    "  astar pancake --seconds 60 --format json-lines piles.txt\n\n" COMMON_DOC;

static const char topspin_about[] =
    "Sort a ring of tokens, from 3 to 25, by the fewest turns of a turnstile that reverses some "
    "of them, and prove that none are fewer.";

static const char topspin_doc[] =
    "RINGS is a file; without it or for - standard input: a ring a line, from any token on, as the "
    "numbers 1 to N or 0 to N-1. A move is the first of the tokens that are reversed.\n\n"
    "Examples:\n"
    "  echo 1 4 3 2 5 6 7 | astar topspin --turnstile 3 -\n"
    "                                                  one turn, of 4 and what follows it\n"
    "  astar topspin --weight 2 rings.txt              sooner, maybe twice as many turns\n"
    "  astar topspin --seconds 60 --format json-lines rings.txt\n\n" COMMON_DOC;

/* ---- the command line ------------------------------------------------------------------------ */

static void take_argument(struct command_line *line, char *argument)
{
    take_path(line, &((struct sorting *)line->input)->path, "file", argument);
}

static void check(struct command_line *line)
{
    struct sorting *s = line->input;

    if (s->find.canonical && s->find.weight > 1)
        usage_error(line, "--canonical is of the cheapest solutions: leave --weight out");
    s->path = parse_input(line, &s->tool, s->path, line->command->args);
}

static const struct command_rules rules = {take_argument, check};

/* ---- answers --------------------------------------------------------------------------------- */

/* A line; a - where there is no answer keeps the lines in step. */
static void put_moves(struct text *text, const struct sorted *sorted)
{
    const uint32_t *move = kg_ga_star_moves(sorted->answer);

    if (sorted->status == KG_OK)
        text_number(text, kg_ga_star_cost(sorted->answer));
    else
        text_string(text, "-");
    for (size_t i = 0; i < kg_ga_star_length(sorted->answer); i++)
        text_format(text, " %" PRIu32, move[i]);
    text_string(text, "\n");
}

static void put_json(struct text *text, const struct sorted *sorted, bool moves)
{
    const kg_ga_star_statistics work = *kg_ga_star_work(sorted->answer);
    const uint64_t cost = kg_ga_star_cost(sorted->answer), bound = kg_ga_star_bound(sorted->answer);
    const uint32_t *move = kg_ga_star_moves(sorted->answer);
    const kg_status status = sorted->status;

    json_open(text, NULL, '{');
    json_number(text, "order", sorted->number);
    json_string(text, "result",
        status == KG_NO_SOLUTION ? "unsolvable"
        : status != KG_OK        ? "stopped"
        : cost == bound          ? "optimal"
                                 : "bounded");
    if (status != KG_NO_SOLUTION)
        json_number(text, "bound", bound);
    if (status == KG_OK)
        json_number(text, "cost", cost);
    if (status == KG_OK && moves) {
        json_open(text, "moves", '[');
        for (size_t i = 0; i < kg_ga_star_length(sorted->answer); i++)
            json_number(text, NULL, move[i]);
        json_close(text, ']');
    }
    json_number(text, "rounds", work.rounds);
    json_number(text, "expanded", work.expanded);
    json_number(text, "generated", work.generated);
    json_number(text, "duplicates", work.duplicates);
    json_number(text, "improved", work.improved);
    json_number(text, "states", work.states);
    json_number(text, "table_slots", work.slots);
    json_real(text, "ms", work.ms);
    json_close(text, '}');
}

static void put_timing(struct text *text, const struct sorting *s, const struct sorted *sorted)
{
    const kg_ga_star_statistics work = *kg_ga_star_work(sorted->answer);

    if (sorted->number == 1)
        text_format(text, "%-6s %6s %12s %14s %14s %14s %14s %12s %10s\n", s->what, "cost",
            "rounds", "expanded", "generated", "duplicates", "states", "ms", "M states/s");
    text_format(text,
        "%-6zu %6" PRIu64 " %12" PRIu64 " %14" PRIu64 " %14" PRIu64 " %14" PRIu64 " %14" PRIu64
        " %12.3f %10.2f\n",
        sorted->number, kg_ga_star_cost(sorted->answer), work.rounds, work.expanded, work.generated,
        work.duplicates, work.states, work.ms,
        work.ms > 0 ? 1e-3 * (double)work.expanded / work.ms : 0);
}

/* Why an order has no answer, or what is proven of one that may not be the cheapest. message: the
 * library's */
static void put_remark(
    struct text *text, const struct sorting *s, const struct sorted *sorted, const char *message)
{
    const uint64_t cost = kg_ga_star_cost(sorted->answer), bound = kg_ga_star_bound(sorted->answer);

    if (sorted->status == KG_OK && cost <= bound)
        return;
    if (sorted->status == KG_OK || s->orders > 1)
        text_format(text, "%s %zu: ", s->what, sorted->number);
    if (sorted->status == KG_OK)
        text_format(text,
            "no solution cheaper than %" PRIu64 " exists, so %" PRIu64
            " is at most %.4g times the least",
            bound, cost, (double)cost / (double)bound);
    else
        text_string(text, message);
    text_put(text, "", 1);
}

/* ---- running --------------------------------------------------------------------------------- */

/* What is to be shown of an order. message: the library's */
static void put_sorted(struct batch_piece *piece, const struct sorting *s,
    const struct sorted *sorted, const char *message)
{
    if (s->tool.json)
        put_json(&piece->json, sorted, !s->tool.output);
    if ((s->tool.output || !s->tool.json) && s->lines) {
        put_json(&piece->answer, sorted, true);
        text_string(&piece->answer, "\n");
    } else if ((s->tool.output || !s->tool.json) && (sorted->status == KG_OK || s->orders > 1)) {
        put_moves(&piece->answer, sorted);
    }
    put_remark(&piece->said, s, sorted, message);
    if (s->tool.timing)
        put_timing(&piece->timing, s, sorted);
}

static kg_status solve(void *sorting, const struct batch_turn *turn, struct batch_piece *piece)
{
    const struct sorting *s = sorting;
    struct sorted sorted = {.number = turn->task + 1, .order = &s->order[turn->task]};
    kg_ga_star_options find = s->find;
    kg_ga_star *answer = NULL;

    find.seconds = turn->seconds;
    find.stop = turn->stop;
    piece->status = sorted.status =
        s->turnstile ? kg_ga_star_topspin(&answer, turn->ctx, sorted.order, s->turnstile, &find)
                     : kg_ga_star_pancake(&answer, turn->ctx, sorted.order, &find);
    if (!answer)
        return sorted.status;
    sorted.answer = answer;
    put_sorted(piece, s, &sorted, kg_context_message(turn->ctx));
    kg_ga_star_destroy(answer);
    return batch_piece_failed(piece) ? KG_MEMORY : KG_OK;
}

static kg_status show(void *sorting, size_t task, struct batch_piece *piece)
{
    struct sorting *s = sorting;

    s->done += piece->status == KG_OK || piece->status == KG_NO_SOLUTION;
    s->unsolvable += piece->status == KG_NO_SOLUTION;
    s->stopped += piece->status != KG_OK && piece->status != KG_NO_SOLUTION;
    return batch_show(&s->answers, &s->json, task, s->orders == 1, piece);
}

/* The outcome of all orders. */
static kg_status conclude(struct sorting *s)
{
    if (s->orders > 1 && process_signal() && s->done < s->orders)
        return tool_fail(&s->tool, KG_LIMIT, "interrupted: %" PRIu64 " of %zu %ss are done",
            s->done, s->orders, s->what);
    if (s->orders > 1 && s->done + s->stopped < s->orders)
        return tool_fail(&s->tool, KG_LIMIT,
            "stopped after %.6g s: %" PRIu64 " of %zu %ss are done", s->seconds, s->done, s->orders,
            s->what);
    if (s->orders > 1 && s->stopped)
        return tool_fail(&s->tool, KG_LIMIT, "%" PRIu64 " of %zu %ss stopped at a limit",
            s->stopped, s->orders, s->what);
    return s->stopped ? KG_LIMIT : s->unsolvable ? KG_NO_SOLUTION : KG_OK;
}

static kg_status run(struct sorting *s)
{
    kg_ga_star_set *set = NULL;
    struct batch batch = {.tool = &s->tool,
        .what = s->turnstile ? "rings" : "piles",
        .seconds = s->seconds,
        .work = solve,
        .show = show,
        .user = s};
    kg_status status;

    TRY(batch_begin(&s->tool));
    TRY(kg_ga_star_read(&set, s->tool.ctx, s->path));
    s->orders = kg_ga_star_set_count(set);
    s->order = kg_ga_star_set_orders(set);
    tool_work(&s->tool);
    s->answers.tool = &s->tool;
    if (s->tool.json) {
        json_open(&s->json, NULL, '{');
        json_number(&s->json, "turnstile", s->turnstile);
        json_double(&s->json, "weight", s->find.weight > 0 ? s->find.weight : 1);
        json_open(&s->json, "orders", '[');
    }
    batch.tasks = s->orders;
    TRY(batch_run(&batch));
    TRY(answers_end(&s->answers));
    if (s->tool.json) {
        json_close(&s->json, ']');
        TRY(tool_print_json(&s->tool, &s->json));
    }
    status = conclude(s);
out:
    kg_ga_star_set_destroy(set);
    free(s->answers.text.bytes);
    free(s->json.bytes);
    return status;
}

static int run_pancake(int argc, char **argv)
{
    struct sorting s = {.tool.name = argv[0], .what = "pile"};

    tool_parse(&s.tool, &astar_pancake_command.shown, &rules, argc, argv, &s);
    return tool_end(&s.tool, run(&s));
}

const struct astar_command astar_pancake_command = {
    .shown = {"pancake", "the fewest flips that sort a pile", "PILES",
        TABLES_OF({options}, {worker_options}), pancake_doc, pancake_about},
    .run = run_pancake};

static int run_topspin(int argc, char **argv)
{
    struct sorting s = {.tool.name = argv[0], .what = "ring", .turnstile = 4};

    tool_parse(&s.tool, &astar_topspin_command.shown, &rules, argc, argv, &s);
    return tool_end(&s.tool, run(&s));
}

const struct astar_command astar_topspin_command = {
    .shown = {"topspin", "the fewest turns that sort a ring", "RINGS",
        TABLES_OF({turnstile_options}, {options}, {worker_options}), topspin_doc, topspin_about},
    .run = run_topspin};
