/*
 * astar pathfinding --scen, --queries: each answer is printed when it and those before it are
 * there.
 *
 * Several ranks take shares of the queries, one behind the other, and each has the map.
 */
#include "astar-map.h"
#include "astar-paths.h"
#include "batch.h"
#include "process.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether a scenario says what a path costs. Where start and goal differ, 0 means that nobody
 * knows, or that there is none. */
static bool is_known(const kg_grid_query *query, double length)
{
    return length > 0 || (query->start.x == query->goal.x && query->start.y == query->goal.y);
}

/* Published lengths are rounded: to six digits mostly, in some sets to two decimals. With a weight
 * a path may cost that many times as much. */
static bool is_different(const struct pathfinding *p, const kg_grid_query *query,
    const kg_grid_answer *answer, double length)
{
    const double most = length * search_weight(&p->by);
    double apart = answer->cost > most     ? answer->cost - most
                   : answer->cost < length ? length - answer->cost
                                           : 0;

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

static bool is_goal(const kg_grid_query *query, kg_grid_cell reached)
{
    return reached.x == query->goal.x && reached.y == query->goal.y;
}

static void put_row(struct text *text, const struct pathfinding *p, const kg_grid_query *query,
    const kg_grid_answer *answer, double length, kg_grid_cell reached)
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
        text, " %.3f%s", answer->ms, is_different(p, query, answer, length) ? " different" : "");
    if (!is_goal(query, reached)) {
        text_string(text, " nearest ");
        put_cell(text, reached);
    }
    text_string(text, "\n");
}

/* The path of a query between others: behind a line that names it. */
static void put_path(struct text *text, const kg_grid_query *query, const kg_grid_answer *answer,
    const kg_grid_cell *path, uint64_t count, kg_grid_cell reached, bool corners)
{
    text_string(text, "# ");
    put_cell(text, query->start);
    text_string(text, " to ");
    put_cell(text, query->goal);
    text_string(text, answer->status == KG_OK ? ": cost " : ": ");
    put_cost(text, answer);
    if (!is_goal(query, reached)) {
        text_string(text, ", to the nearest cell ");
        put_cell(text, reached);
    }
    text_string(text, "\n");
    paths_put_cells(text, path, count, corners);
    text_string(text, "\n");
}

/* The members of an answer's object. */
static void put_json(struct text *text, const struct pathfinding *p, const kg_grid_query *query,
    const kg_grid_answer *answer, double length, double bound, kg_grid_cell reached)
{
    paths_put_json_answer(text, query, answer, bound);
    paths_put_json_reached(text, p, answer, reached);
    if (is_known(query, length))
        paths_put_json_real(text, "expected", length);
    else
        json_null(text, "expected");
    json_bool(text, "different", is_different(p, query, answer, length));
}

/* The queries of a scenario, and what became of them. */
struct queries {
    struct pathfinding *p;
    uint64_t count;
    const kg_grid_query *query;   /* [count], as are the next two */
    const double *length;         /* that the scenario expects */
    const kg_grid_answer *answer; /* NULL until all is done */
    double *bound;                /* [count] where costs may be more than the least; or NULL */
    kg_grid_cell *reached;        /* [count] with --nearest; or NULL */
    bool prints;                  /* each answer */
    kg_status printed;            /* KG_OK, or why printing failed */

    /* Of several ranks: */
    uint64_t shares;
    kg_grid_answer *found; /* [count] */
    kg_grid **grid;        /* [ranks] each one's map; the first has that of p */
};

/* i: of the scenario, k: of the search */
static void put_answer(struct text *text, const struct queries *q, uint64_t i,
    const kg_grid_search *search, uint64_t k)
{
    const kg_grid_query *query = &q->query[i];
    const kg_grid_answer *answer = &kg_grid_search_answers(search)[k];
    const double length = q->length[i];
    uint64_t count;
    const kg_grid_cell *path = kg_grid_search_path(search, k, &count);
    kg_grid_cell reached = query->goal;

    if (is_left(answer))
        return;
    kg_grid_search_goal(search, k, &reached);
    switch (q->p->format) {
    case COST:
        put_cost(text, answer);
        text_string(text, "\n");
        break;
    case CELLS:
    case CORNERS:
        put_path(text, query, answer, path, count, reached, q->p->format == CORNERS);
        break;
    case JSON_LINES:
        json_open(text, NULL, '{');
        json_number(text, "query", i + 1);
        put_json(text, q->p, query, answer, length, q->bound ? kg_grid_search_bound(search, k) : 0,
            reached);
        if (path)
            paths_put_json_path(text, path, count);
        json_close(text, '}');
        text_string(text, "\n");
        break;
    default:
        put_row(text, q->p, query, answer, length, reached);
    }
}

/* Notes what the document needs of a search besides its answers. first: of the scenario's queries,
 * the first one of the search. */
static void note_answers(
    struct queries *q, uint64_t first, const kg_grid_search *search, uint64_t count)
{
    for (uint64_t i = 0; q->bound && i < count; i++)
        q->bound[first + i] = kg_grid_search_bound(search, i);
    for (uint64_t i = 0; q->reached && i < count; i++)
        kg_grid_search_goal(search, i, &q->reached[first + i]);
}

/* ---- one rank -------------------------------------------------------------------------------- */

static int print_answers(void *user, const kg_grid_search *search, uint64_t first, uint64_t count)
{
    struct queries *q = user;
    struct answers *answers = &q->p->answers;

    if (q->printed != KG_OK) /* these are the answers that the search left */
        return 1;
    for (uint64_t i = first; i < first + count; i++)
        put_answer(&answers->text, q, i, search, i);
    kg_context_join_stages(q->p->tool.ctx, true); /* the search's goes on */
    q->printed = answers_show(answers);
    kg_context_join_stages(q->p->tool.ctx, false);
    return q->printed != KG_OK;
}

static kg_status search_all(struct queries *q)
{
    struct pathfinding *p = q->p;
    kg_status found;

    p->tool.ranks = 1;
    if (q->prints) {
        p->find.answered = print_answers;
        p->find.answered_user = q;
    }
    p->find.stop = process_defer_signals();
    found = search_grid(&p->by, &p->search, p->grid, q->count, q->query, &p->find);
    process_defer_no_more();
    map_warn(&p->tool);
    note_answers(q, 0, p->search, q->count);
    q->answer = kg_grid_search_answers(p->search);
    return found < KG_OK ? found : q->printed;
}

/* ---- several ranks --------------------------------------------------------------------------- */

/* A share lasts as long on a GPU as its longest queries: in shares of 8192 two H100 were slow for
 * 100,000 queries, as slow as one that had them all at once. So a GPU gets two, for scenarios are
 * often in the order of lengths. Fewer than GPU_MANY may get another search, as kg_grid_find() has
 * it, which counts other cells: a share of many has many. On the CPU each thread gets some queries
 * of a share, which is soon done. */
enum { GPU_TURNS = 2, GPU_LEAST = 1024, GPU_MANY = 128, THREAD_QUERIES = 8, TURNS = 64 };

/* How many shares; less than 2: one rank does it all. */
static uint64_t count_shares(const struct queries *q)
{
    const struct tool *tool = &q->p->tool;
    const uint64_t ranks = (uint64_t)tool->ranks;
    uint64_t least = THREAD_QUERIES * (uint64_t)kg_context_threads(tool->ctx), most = TURNS * ranks;
    uint64_t shares;

    if (tool->gpu) {
        least = q->count < GPU_MANY ? 1 : GPU_LEAST;
        most = q->count < GPU_MANY ? ranks : GPU_TURNS * ranks;
    }
    shares = q->count / least;
    return shares < most ? shares : most;
}

/* The first query of a share; of the share behind the last one, how many there are. */
static uint64_t share_begin(const struct queries *q, uint64_t share)
{
    const uint64_t each = q->count / q->shares, more = q->count % q->shares;

    return share * each + (share < more ? share : more);
}

static kg_status read_map(void *queries, int worker, kg_context *ctx)
{
    struct queries *q = queries;

    return kg_grid_read(&q->grid[worker], ctx, q->p->map, &q->p->read);
}

static void free_map(void *queries, int worker)
{
    struct queries *q = queries;

    kg_grid_destroy(q->grid[worker]);
}

static kg_status search_share(
    void *queries, const struct batch_turn *turn, struct batch_piece *piece)
{
    struct queries *q = queries;
    const uint64_t first = share_begin(q, turn->task);
    const uint64_t count = share_begin(q, turn->task + 1) - first;
    kg_grid_options find = q->p->find;
    kg_grid_search *search = NULL;

    find.seconds = turn->seconds;
    find.stop = turn->stop;
    piece->status =
        search_grid(&q->p->by, &search, q->grid[turn->worker], count, &q->query[first], &find);
    if (!search)
        return piece->status;
    memcpy(&q->found[first], kg_grid_search_answers(search), count * sizeof *q->found);
    note_answers(q, first, search, count);
    for (uint64_t i = 0; i < count && q->prints; i++)
        put_answer(&piece->answer, q, first + i, search, i);
    kg_grid_search_destroy(search);
    return batch_piece_failed(piece) ? KG_MEMORY : KG_OK;
}

static kg_status show_share(void *queries, size_t task, struct batch_piece *piece)
{
    struct queries *q = queries;
    struct text none = {0};

    return batch_show(&q->p->answers, &none, task, false, piece);
}

static kg_status search_shares(struct queries *q)
{
    struct pathfinding *p = q->p;
    const struct batch batch = {.tool = &p->tool,
        .what = "shares of the queries",
        .tasks = q->shares,
        .seconds = p->find.seconds,
        .work = search_share,
        .show = show_share,
        .prepare = read_map,
        .finish = free_map,
        .user = q};
    kg_status status;

    q->grid = calloc((size_t)p->tool.ranks, sizeof(kg_grid *));
    q->found = calloc(q->count, sizeof *q->found);
    status = q->grid && q->found ? KG_OK : KG_MEMORY;
    TRY(status);
    q->grid[0] = p->grid;
    for (uint64_t i = 0; i < q->count; i++)
        q->found[i].status = KG_LIMIT; /* and of no states: no share of its was begun */
    status = batch_run(&batch);
    q->answer = q->found;
out:
    free(q->grid);
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static kg_status print_document(const struct queries *q, uint64_t different)
{
    struct pathfinding *p = q->p;
    struct text text = {0};
    kg_status status;

    json_open(&text, NULL, '{');
    paths_put_json_map(&text, p);
    json_number(&text, "queries", q->count);
    json_number(&text, "different", different);
    json_open(&text, "answers", '[');
    for (uint64_t i = 0; i < q->count; i++) {
        if (is_left(&q->answer[i]))
            continue;
        json_open(&text, NULL, '{');
        put_json(&text, p, &q->query[i], &q->answer[i], q->length[i], q->bound ? q->bound[i] : 0,
            q->reached ? q->reached[i] : q->query[i].goal);
        json_close(&text, '}');
    }
    json_close(&text, ']');
    status = tool_print_json(&p->tool, &text);
    free(text.bytes);
    return status;
}

/* The outcome of all queries, whose summary is said. */
static kg_status conclude(const struct queries *q, uint64_t different, double ms)
{
    struct pathfinding *p = q->p;
    uint64_t count = q->count, stopped = 0, missing = 0;
    char compared[64] = "";

    for (uint64_t i = 0; i < count; i++) {
        stopped += q->answer[i].status == KG_LIMIT;
        missing += q->answer[i].status != KG_OK;
    }
    if (!p->asks)
        snprintf(
            compared, sizeof compared, ", %" PRIu64 " with another cost than expected", different);
    if (!p->tool.quiet)
        tool_say(&p->tool, "%" PRIu64 " queries%s; %.3f ms a query, %.0f queries a second",
            count - stopped, compared, count > stopped ? ms / (double)(count - stopped) : 0,
            ms > 0 ? 1e3 * (double)(count - stopped) / ms : 0);
    if (stopped && process_signal())
        return tool_fail(&p->tool, KG_LIMIT,
            "interrupted: %" PRIu64 " of %" PRIu64 " queries are answered", count - stopped, count);
    if (stopped)
        return tool_fail(&p->tool, KG_LIMIT,
            "%" PRIu64 " of %" PRIu64 " queries stopped at a limit", stopped, count);
    return different || missing ? KG_NO_SOLUTION : KG_OK;
}

kg_status paths_run_scenario(struct pathfinding *p)
{
    struct queries q = {.p = p};
    uint64_t different = 0;
    double begin, ms;
    kg_status status;

    TRY(p->asks ? kg_scenario_read_table(&p->scenario, p->grid, p->scen)
                : kg_scenario_read(&p->scenario, p->grid, p->scen));
    q.count = kg_scenario_count(p->scenario);
    q.query = kg_scenario_queries(p->scenario);
    q.length = kg_scenario_lengths(p->scenario);
    if (p->by.weight > 1) {
        q.bound = calloc(q.count + 1, sizeof *q.bound);
        status = q.bound ? KG_OK : KG_MEMORY;
        TRY(status);
    }
    if (p->find.nearest) {
        q.reached = calloc(q.count + 1, sizeof *q.reached);
        status = q.reached ? KG_OK : KG_MEMORY;
        TRY(status);
    }
    q.prints = (!p->tool.json || p->format != OWN) && (!p->draws || p->picture);
    q.shares = p->tool.ranks > 1 ? count_shares(&q) : 1;
    if (q.prints && p->format == OWN)
        text_string(&p->answers.text, "# start goal cost expected ms\n");
    TRY(answers_show(&p->answers));
    p->find.walls = 1;
    begin = tool_now();
    TRY(q.shares > 1 ? search_shares(&q) : search_all(&q));
    ms = 1e3 * (tool_now() - begin);
    TRY(answers_end(&p->answers));
    for (uint64_t i = 0; i < q.count; i++)
        different += is_different(p, &q.query[i], &q.answer[i], q.length[i]);
    if (p->tool.timing)
        paths_print_counts(q.answer, q.count, ms);
    if (p->draws)
        TRY(paths_draw(p, KG_GRID_ALL));
    if (p->tool.json)
        TRY(print_document(&q, different));
    status = conclude(&q, different, ms);
out:
    free(q.bound);
    free(q.reached);
    free(q.found);
    return status;
}
