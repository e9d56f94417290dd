/* astar pathfinding --scen: each answer is printed when it and those before it are there. */
#include "astar-paths.h"
#include "process.h"
#include <inttypes.h>
#include <stdlib.h>

/* Whether a scenario says what a path costs. Where start and goal differ, 0 means that nobody
 * knows, or that there is none. */
static bool is_known(const kg_grid_query *query, double length)
{
    return length > 0 || (query->start.x == query->goal.x && query->start.y == query->goal.y);
}

/* Published lengths are rounded: to six digits mostly, in some sets to two decimals. */
static bool is_different(const kg_grid_query *query, const kg_grid_answer *answer, double length)
{
    double apart = answer->cost > length ? answer->cost - length : length - answer->cost;

    if (!is_known(query, length) || answer->status == KG_LIMIT)
        return false;
    return answer->status != KG_OK || (apart > 1e-5 * length && apart > 0.0051);
}

/* Whether the search ended before it came to a query. */
static bool is_left(const kg_grid_answer *answer)
{
    return answer->status == KG_LIMIT && answer->states == 0;
}

static void put_cell(struct text *text, kg_grid_cell cell)
{
    text_format(text, "%u,%u", cell.x, cell.y);
}

static void put_cost(struct text *text, const kg_grid_answer *answer)
{
    if (answer->status == KG_OK)
        text_real(text, answer->cost);
    else
        text_string(text, paths_status(answer->status));
}

static void put_row(
    struct text *text, const kg_grid_query *query, const kg_grid_answer *answer, double length)
{
    put_cell(text, query->start);
    text_string(text, " ");
    put_cell(text, query->goal);
    text_string(text, " ");
    put_cost(text, answer);
    text_string(text, " ");
    if (is_known(query, length))
        text_real(text, length);
    else
        text_string(text, "-");
    text_format(
        text, " %.3f%s\n", answer->ms, is_different(query, answer, length) ? " different" : "");
}

/* The path of a query between others: behind a line that names it. */
static void put_path(struct text *text, const kg_grid_query *query, const kg_grid_answer *answer,
    const kg_grid_cell *path, uint64_t count)
{
    text_string(text, "# ");
    put_cell(text, query->start);
    text_string(text, " to ");
    put_cell(text, query->goal);
    text_string(text, answer->status == KG_OK ? ": cost " : ": ");
    put_cost(text, answer);
    text_string(text, "\n");
    paths_put_cells(text, path, count);
    text_string(text, "\n");
}

/* The members of an answer's object. */
static void put_json(
    struct text *text, const kg_grid_query *query, const kg_grid_answer *answer, double length)
{
    paths_put_json_answer(text, query, answer);
    if (is_known(query, length))
        paths_put_json_real(text, "expected", length);
    else
        json_null(text, "expected");
    json_bool(text, "different", is_different(query, answer, length));
}

static void put_answer(struct pathfinding *p, const kg_grid_search *search, uint64_t i)
{
    const kg_grid_query *query = &kg_scenario_queries(p->scenario)[i];
    const kg_grid_answer *answer = &kg_grid_search_answers(search)[i];
    double length = kg_scenario_lengths(p->scenario)[i];
    struct text *text = &p->answers.text;
    uint64_t count;
    const kg_grid_cell *path = kg_grid_search_path(search, i, &count);

    if (is_left(answer))
        return;
    switch (p->format) {
    case COST:
        put_cost(text, answer);
        text_string(text, "\n");
        break;
    case CELLS:
        put_path(text, query, answer, path, count);
        break;
    case JSON_LINES:
        json_open(text, NULL, '{');
        json_number(text, "query", i + 1);
        put_json(text, query, answer, length);
        if (path)
            paths_put_json_path(text, path, count);
        json_close(text, '}');
        text_string(text, "\n");
        break;
    default:
        put_row(text, query, answer, length);
    }
}

static int print_answers(void *user, const kg_grid_search *search, uint64_t first, uint64_t count)
{
    struct pathfinding *p = user;
    const double write_ms = p->tool.write_ms;
    kg_status status;

    for (uint64_t i = first; i < first + count; i++)
        put_answer(p, search, i);
    status = answers_show(&p->answers);
    p->tool.write_ms = write_ms; /* the search's stage counts this time already */
    return status != KG_OK;
}

static kg_status print_document(struct pathfinding *p, uint64_t different)
{
    const kg_grid_answer *answer = kg_grid_search_answers(p->search);
    uint64_t count = kg_scenario_count(p->scenario);
    struct text text = {0};
    kg_status status;

    json_open(&text, NULL, '{');
    paths_put_json_map(&text, p);
    json_number(&text, "queries", count);
    json_number(&text, "different", different);
    json_open(&text, "answers", '[');
    for (uint64_t i = 0; i < count; i++) {
        if (is_left(&answer[i]))
            continue;
        json_open(&text, NULL, '{');
        put_json(&text, &kg_scenario_queries(p->scenario)[i], &answer[i],
            kg_scenario_lengths(p->scenario)[i]);
        json_close(&text, '}');
    }
    json_close(&text, ']');
    status = tool_print_json(&p->tool, &text);
    free(text.bytes);
    return status;
}

/* The outcome of all queries, whose summary is said. */
static kg_status conclude(struct pathfinding *p, uint64_t different, double ms, kg_status found)
{
    const kg_grid_answer *answer = kg_grid_search_answers(p->search);
    uint64_t count = kg_scenario_count(p->scenario), stopped = 0;

    for (uint64_t i = 0; i < count; i++)
        stopped += answer[i].status == KG_LIMIT;
    if (!p->tool.quiet)
        tool_say(&p->tool,
            "%" PRIu64 " queries, %" PRIu64
            " with another cost than expected; %.3f ms a query, %.0f queries a second",
            count - stopped, different, count > stopped ? ms / (double)(count - stopped) : 0,
            ms > 0 ? 1e3 * (double)(count - stopped) / ms : 0);
    if (stopped && process_signal())
        return tool_fail(&p->tool, KG_LIMIT,
            "interrupted: %" PRIu64 " of %" PRIu64 " queries are answered", count - stopped, count);
    if (stopped)
        return tool_fail(&p->tool, KG_LIMIT,
            "%" PRIu64 " of %" PRIu64 " queries stopped at a limit", stopped, count);
    return different ? KG_NO_SOLUTION : found;
}

kg_status paths_run_scenario(struct pathfinding *p)
{
    const kg_grid_query *query;
    const kg_grid_answer *answer;
    const bool prints = (!p->tool.json || p->format != OWN) && (!p->draws || p->picture);
    uint64_t count, different = 0;
    double begin, ms;
    kg_status status, found;

    TRY(kg_scenario_read(&p->scenario, p->grid, p->scen));
    count = kg_scenario_count(p->scenario);
    query = kg_scenario_queries(p->scenario);
    if (prints) {
        p->find.answered = print_answers;
        p->find.answered_user = p;
    }
    if (prints && p->format == OWN)
        text_string(&p->answers.text, "# start goal cost expected ms\n");
    TRY(answers_show(&p->answers));
    p->find.walls = 1;
    p->find.stop = process_defer_signals();
    begin = tool_now();
    found = kg_grid_find(&p->search, p->grid, count, query, &p->find);
    process_defer_no_more();
    ms = 1e3 * (tool_now() - begin);
    if (found < KG_OK)
        return found;
    TRY(answers_end(&p->answers));
    answer = kg_grid_search_answers(p->search);
    for (uint64_t i = 0; i < count; i++)
        different += is_different(&query[i], &answer[i], kg_scenario_lengths(p->scenario)[i]);
    if (p->tool.timing)
        paths_print_counts(answer, count, ms);
    if (p->draws)
        TRY(paths_draw(p, KG_GRID_ALL));
    if (p->tool.json)
        TRY(print_document(p, different));
    status = conclude(p, different, ms, found);
out:
    return status;
}
