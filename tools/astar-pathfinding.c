/* astar pathfinding: shortest paths on a grid map. */
#include "astar-map.h"
#include "astar-paths.h"
#include "astar.h"
#include "batch.h"
#include "process.h"
#include "ranks.h"
#include "values.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take_cell(struct command_line *line, const struct option *option, char *value)
{
    kg_grid_cell cell;

    if (!value_pair(value, ',', &cell.x, &cell.y))
        refuse_value(line, value, "a cell as X,Y");
    memcpy((char *)line->to + option->at, &cell, sizeof cell);
}

static void take_goals(struct command_line *line, const struct option *option, char *value)
{
    struct pathfinding *p = line->input;
    char *rest = value;
    kg_grid_cell cell;

    (void)option;
    for (p->find.goal_count = 0; rest; p->find.goal_count++)
        if (!map_next_cell(&rest, &cell))
            refuse_value(line, value, "a cell as X,Y, or several with / between them");
    p->find.goal_count--; /* the query has the first one */
    p->goals = value;
}

static void take_draw(struct command_line *line, const struct option *option, char *value)
{
    ((struct pathfinding *)line->input)->draws = true;
    option_text(line, option, value);
}

static void take_queries(struct command_line *line, const struct option *option, char *value)
{
    ((struct pathfinding *)line->input)->asks = true;
    option_text(line, option, value);
}

#define SCENARIO "--scen goes with none of --start, --goal, --format course"
#define QUERIES  "--queries goes with none of --scen, --start, --goal, --format course"

static const struct option options[] = {
    OPTION("start", "X,Y", DOES_INTO(take_cell, struct pathfinding, query.start),
        "where the path begins (default: as the map says)"),
    OPTION("goal", "CELLS", DOES(take_goals),
        "where it ends, X,Y, or X,Y/X,Y...: at the nearest of these (default: as the map says)"),
    OPTION("scen", "FILE", TEXT_IN(struct pathfinding, scen),
        "answer every query of a MovingAI scenario, a line each", .without = "start,goal",
        .says = SCENARIO),
    OPTION("queries", "FILE", DOES_INTO(take_queries, struct pathfinding, scen),
        "answer every query of a table: start x, start y, goal x, goal y",
        .without = "scen,start,goal", .says = QUERIES),
    OPTION("index", "FILE", TEXT_IN(struct pathfinding, index_path),
        "search by the index of the map that astar index wrote",
        .without = "canonical,max-states,search,moves,nearest",
        .says = "--index goes with none of --canonical, --max-states, --moves, --nearest, "
                "--search"),
    {0}};

static const struct option find_options[] = {
    OPTION("canonical", NULL, SETS(struct pathfinding, find.canonical, 1),
        "print the shortest path that is the same on every device"),
    OPTION("nearest", NULL, SETS(struct pathfinding, find.nearest, 1),
        "if the goal cannot be reached, go to the nearest cell that can"),
    OPTION("format", "NAME",
        WORD_IN(struct pathfinding, format, CELLS, "cells, course, cost, json-lines or corners"),
        "print the path as % (default: cells)", .without = "json",
        .says = "--json goes without --format"),
    OPTION("draw", "FILE", DOES_INTO(take_draw, struct pathfinding, picture),
        "draw the map, the explored cells and the path: on standard output, or as FILE.png or "
        "FILE.svg",
        .optional = true),
    OPTION("max-states", "N", NUMBER_IN(struct pathfinding, find.max_states, 0, UINT64_MAX - 1),
        "stop a query that would hold more than N cells"),
    OPTION("seconds", "SECONDS", SECONDS_IN(struct pathfinding, find.seconds),
        "stop after this time, and print the answers and lower bounds so far, as an interrupt "
        "does"),
    OPTION(
        "no-verify", NULL, SETS(struct pathfinding, find.skip_verify, 1), "do not check the paths"),
    {0}};

static const char about[] = "astar pathfinding: a shortest path on a grid map, or thousands.";

static const char doc[] =
    "MAP is a file; without it or for - standard input: a MovingAI .map, the course format, a "
    "drawing of # walls, . or blank free cells, digits as weights, S start, G goal; numbers (text "
    "or .npy), which are weights, 0 a wall; or a picture (PNG, PBM, PGM), whose dark cells are "
    "walls.\n\n"
    "Examples:\n"
    "  astar pathfinding --draw maze.txt\n"
    "  astar pathfinding --start 1,11 --goal 47,46 arena.map\n"
    "  astar pathfinding --start 1,11 --goal 47,46/40,9/3,30 arena.map\n"
    "  astar pathfinding --scen arena.map.scen arena.map\n"
    "  astar pathfinding --queries pairs.csv --format corners -o paths.txt floor.png\n"
    "  astar pathfinding --wall '#@O' --free '. ' level.txt\n"
    "  astar pathfinding --moves 4 --draw maze.png maze.txt\n"
    "  astar pathfinding --scen arena.map.scen --format json-lines arena.map\n"
    "  astar pathfinding --scen arena.map.scen --draw paths.png arena.map\n"
    "  astar pathfinding --scen arena.map.scen --device cuda:all arena.map\n"
    "  astar pathfinding --search ga-star --weight 1.5 maze.txt\n"
    "  astar pathfinding --index arena.kgi --scen arena.map.scen arena.map\n\n"
    "The answers of a scenario are printed as they are found. An interrupt (Ctrl-C) or SIGTERM "
    "stops the search; the answers so far are kept, and the proven lower bound of the cost is "
    "printed.\n\n"
    "Exit status: 0 found, 1 there is no path, or another cost than the scenario expects, 64 "
    "usage, 65 bad input, 66 cannot open, 69 no such "
    "device, 70 self-check failed, 71 out of memory or stopped at a limit, 73 cannot create, 74 "
    "input or output failed, 130 interrupted, 143 terminated.";

/* ---- the command line ------------------------------------------------------------------------ */

static bool names_picture(const char *name)
{
    const size_t length = strlen(name);

    return length > 4 &&
           (strcmp(name + length - 4, ".png") == 0 || strcmp(name + length - 4, ".svg") == 0);
}

static void take_argument(struct command_line *line, char *argument)
{
    struct pathfinding *p = line->input;

    if (p->draws && !p->picture && names_picture(argument))
        p->picture = argument; /* --draw FILE.png without the = that optional arguments want */
    else
        take_path(line, &p->map, "map", argument);
}

static void check(struct command_line *line)
{
    struct pathfinding *p = line->input;

    p->map = parse_input(line, &p->tool, p->map, "MAP");
    p->has_start = option_given(line, "start");
    p->has_goal = option_given(line, "goal");
    if (p->scen && p->format == COURSE)
        usage_error(line, p->asks ? QUERIES : SCENARIO);
    if (is_dash(p->scen) && is_dash(p->map))
        usage_error(line, "%s - and the map -: standard input can be read once",
            p->asks ? "--queries" : "--scen");
    if (p->draws && !p->picture && (p->tool.json || p->format != OWN))
        usage_error(line, "--draw on standard output goes with neither --json nor --format");
    if (p->picture)
        check_extension(line, "--draw", p->picture, ".png .svg ", true, "");
    search_check(line, &p->by, p->find.canonical);
    p->find.drop_paths = p->scen && !p->draws && p->format != CELLS && p->format != CORNERS &&
                         p->format != JSON_LINES;
    p->find.keep_explored = p->draws && !p->scen && !p->by.ga_star && !p->index_path;
    if (p->find.goal_count && (p->find.nearest || p->by.ga_star || p->index_path))
        usage_error(line, "several cells of --goal go with none of --index, --nearest, --search");
    if (is_dash(p->index_path) && (is_dash(p->map) || is_dash(p->scen)))
        usage_error(line, "--index - and another -: standard input can be read once");
}

/* ---- one query ------------------------------------------------------------------------------- */

/* Says on stderr why there is no path. */
static void say_no(struct pathfinding *p, const kg_grid_answer *answer)
{
    const kg_grid_query *q = &p->query;

    if (answer->status == KG_LIMIT)
        tool_fail(&p->tool, KG_LIMIT,
            "%s at %" PRIu64 " states%s: no path from %u,%u to %u,%u costs less than %.9g",
            process_signal() ? "interrupted" : "stopped", answer->states,
            process_signal()                                                  ? ""
            : p->find.seconds > 0 && tool_now() - p->began >= p->find.seconds ? ", after --seconds"
                                                                              : ", at the limit",
            q->start.x, q->start.y, q->goal.x, q->goal.y, answer->cost);
    else if (!p->tool.quiet)
        tool_say(&p->tool, "no path from %u,%u to %u,%u: they are in different components",
            q->start.x, q->start.y, q->goal.x, q->goal.y);
}

/* The cells of --goal: the query's, and further ones. */
static kg_status read_goals(struct pathfinding *p)
{
    kg_grid_cell *goal = calloc((size_t)p->find.goal_count + 1, sizeof *goal);
    char *rest = p->goals;

    if (!goal)
        return KG_MEMORY;
    map_next_cell(&rest, &p->query.goal);
    for (uint64_t i = 0; rest && i < p->find.goal_count; i++)
        map_next_cell(&rest, &goal[i]);
    p->find.goals = goal;
    return KG_OK;
}

/* Says on stderr that a path leads to another cell than the goal. */
static void say_nearest(struct pathfinding *p)
{
    const kg_grid_cell goal = p->query.goal;
    kg_grid_cell reached = goal;

    kg_grid_search_goal(p->search, 0, &reached);
    if (p->find.goal_count) {
        if (!p->tool.quiet)
            tool_say(&p->tool, "the path leads to %u,%u, the nearest of %" PRIu64 " goals",
                reached.x, reached.y, p->find.goal_count + 1);
        return;
    }
    if ((reached.x != goal.x || reached.y != goal.y) && !p->tool.quiet)
        tool_say(&p->tool,
            "the goal %u,%u cannot be reached: the path leads to %u,%u, the nearest cell that can",
            goal.x, goal.y, reached.x, reached.y);
}

/* Says on stderr what is proven of a path that may not be the cheapest. */
static void say_bound(struct pathfinding *p, const kg_grid_answer *answer)
{
    const double bound = kg_grid_search_bound(p->search, 0);

    if (answer->cost > bound && !p->tool.quiet)
        tool_say(&p->tool,
            "no path costs less than %.9g, so this one costs at most %.4g times the least", bound,
            answer->cost / bound);
}

static void put_json_one(
    struct pathfinding *p, struct text *text, const kg_grid_answer *answer, bool has_path)
{
    uint64_t count;
    const kg_grid_cell *path = kg_grid_search_path(p->search, 0, &count);
    kg_grid_cell reached = p->query.goal;

    kg_grid_search_goal(p->search, 0, &reached);
    json_open(text, NULL, '{');
    paths_put_json_map(text, p);
    paths_put_json_answer(
        text, &p->query, answer, p->by.weight > 1 ? kg_grid_search_bound(p->search, 0) : 0);
    paths_put_json_reached(text, p, answer, reached);
    if (path && has_path)
        paths_put_json_path(text, path, count);
}

static void put_one(struct pathfinding *p, struct text *text, const kg_grid_answer *answer)
{
    uint64_t count;
    const kg_grid_cell *path = kg_grid_search_path(p->search, 0, &count);

    if (p->format == JSON_LINES) {
        put_json_one(p, text, answer, true);
        json_close(text, '}');
        text_string(text, "\n");
    } else if (path && p->format == COST) {
        text_real(text, answer->cost);
        text_string(text, "\n");
    } else if (path) {
        if (p->format == COURSE)
            text_format(text, "%.3f\n", answer->ms);
        paths_put_cells(text, path, count, p->format == CORNERS);
    }
}

static kg_status print_one(struct pathfinding *p, const kg_grid_answer *answer)
{
    struct text json = {0};
    kg_status status = KG_OK;

    if (p->tool.json) {
        put_json_one(p, &json, answer, !p->tool.output);
        TRY(tool_print_json(&p->tool, &json));
    }
    if ((!p->tool.json || p->tool.output) && (!p->draws || p->picture))
        put_one(p, &p->answers.text, answer);
    TRY(answers_end(&p->answers));
out:
    free(json.bytes);
    return status;
}

static kg_status run_one(struct pathfinding *p)
{
    kg_grid_cell start, goal;
    int given = kg_grid_given(p->grid, &start, &goal);
    const kg_grid_answer *answer;
    kg_status status, found;

    given |= (p->has_start ? KG_GRID_START : 0) | (p->has_goal ? KG_GRID_GOAL : 0);
    if (given != (KG_GRID_START | KG_GRID_GOAL))
        return tool_fail(&p->tool, KG_ARGUMENT, "the map gives no %s: %s needed",
            given == KG_GRID_START  ? "goal"
            : given == KG_GRID_GOAL ? "start"
                                    : "start and goal",
            given == KG_GRID_START  ? "--goal X,Y is"
            : given == KG_GRID_GOAL ? "--start X,Y is"
                                    : "--start X,Y and --goal X,Y are");
    if (!p->has_start)
        p->query.start = start;
    if (!p->has_goal)
        p->query.goal = goal;
    else
        TRY(read_goals(p));
    p->find.stop = process_defer_signals();
    p->began = tool_now();
    found = search_grid(&p->by, &p->search, p->grid, 1, &p->query, &p->find);
    process_defer_no_more();
    if (found < KG_OK)
        return found;
    map_warn(&p->tool);
    answer = kg_grid_search_answers(p->search);
    if (p->tool.timing)
        paths_print_counts(answer, 1, answer->ms);
    if (p->draws)
        TRY(paths_draw(p, 0));
    TRY(print_one(p, answer));
    if (found == KG_OK || !p->find.goal_count)
        say_nearest(p);
    if (found == KG_OK)
        say_bound(p, answer);
    if (found != KG_OK)
        say_no(p, answer);
    else if (p->tool.verbose || (p->draws && !p->tool.quiet))
        tool_say(&p->tool, "cost %.9g, %" PRIu64 " steps, %" PRIu64 " cells expanded, %.3f ms",
            answer->cost, answer->steps, answer->expanded, answer->ms);
    status = found;
out:
    return status;
}

static kg_status run(struct pathfinding *p)
{
    kg_status status;

    p->answers.tool = &p->tool;
    TRY(batch_begin(&p->tool));
    if (!p->scen)
        p->tool.ranks = 1;
    if (p->draws && p->tool.ranks > 1)
        return tool_fail(&p->tool, KG_ARGUMENT,
            "--draw with --scen wants all paths from one rank, and there are %d: leave one of them "
            "out",
            p->tool.ranks);
    if (p->index_path && p->tool.ranks > 1)
        return tool_fail(&p->tool, KG_ARGUMENT,
            "--index answers all queries on one rank, and there are %d: leave one of them out",
            p->tool.ranks);
    TRY(tool_ranks_read(&p->tool, p->map, "map"));
    TRY(kg_grid_read(&p->grid, p->tool.ctx, p->map, &p->read));
    if (p->index_path)
        TRY(kg_grid_index_read(&p->by.index, p->grid, p->index_path));
    tool_work(&p->tool);
    map_say(&p->tool, p->map, p->grid, p->read.threshold);
    status = p->scen ? paths_run_scenario(p) : run_one(p);
out:
    free(p->answers.text.bytes);
    free((void *)p->find.goals);
    kg_grid_search_destroy(p->search);
    kg_grid_index_destroy(p->by.index);
    kg_scenario_destroy(p->scenario);
    kg_grid_destroy(p->grid);
    return status;
}

static int run_command(int argc, char **argv)
{
    static const struct command_rules rules = {take_argument, check};
    struct pathfinding p = {
        .tool.name = argv[0], .read = KG_GRID_READ_OPTIONS_INIT, .find = KG_GRID_OPTIONS_INIT};

    tool_parse(&p.tool, &astar_pathfinding_command.shown, &rules, argc, argv, &p);
    return tool_end(&p.tool, run(&p));
}

const struct astar_command astar_pathfinding_command = {
    .shown = {"pathfinding", "a shortest path on a grid map, or thousands", "MAP",
        TABLES_OF({options}, TABLE_AT(map_options, struct pathfinding, read), {find_options},
            TABLE_AT(search_options, struct pathfinding, by), {worker_options}),
        doc, about},
    .run = run_command};
