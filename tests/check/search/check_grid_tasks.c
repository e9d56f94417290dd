/* The host's part of a device's grid searches, tested without a device: the test makes what a
 * device would have found from known paths, and the answers must be those paths. */
#include "check.h"
#include "search/grid/grid_tasks.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 40, QUERIES = 300 };

/* A map with walls, weights up to `heaviest`, from one component of which queries are drawn. */
static kg_grid *make_map(
    check *c, kg_context *ctx, uint64_t *state, uint16_t heaviest, kg_grid_query *query)
{
    uint16_t weight[SIDE * SIDE];
    uint32_t row = SIDE / 2 * SIDE;
    kg_grid *grid = NULL;

    for (int i = 0; i < SIDE * SIDE; i++)
        weight[i] = (uint16_t)(check_random(state) % 5 ? 1 + check_random(state) % heaviest : 0);
    for (int i = 0; i < SIDE; i++) /* free cells that are connected */
        weight[row + (uint32_t)i] = weight[i * SIDE] = 1;
    check_status(c, ctx, kg_grid_build(&grid, ctx, SIDE, SIDE, weight, NULL), KG_OK);
    for (int i = 0; i < QUERIES; i++) {
        kg_grid_cell row_cell = {(uint32_t)(check_random(state) % SIDE), SIDE / 2};
        kg_grid_cell column_cell = {0, (uint32_t)(check_random(state) % SIDE)};

        query[i] = i % 7 == 3   ? (kg_grid_query){row_cell, row_cell}
                   : i % 2 == 0 ? (kg_grid_query){row_cell, column_cell}
                                : (kg_grid_query){column_cell, row_cell};
    }
    return grid;
}

/* The work that a call has when the device begins. */
static kg__grid_work begin_work(kg_grid *grid, kg_grid_query *query, kg_grid_answer *answer,
    kg__grid_path *path, uint64_t count)
{
    kg_grid_options options = KG_GRID_OPTIONS_INIT;

    memset(answer, 0, count * sizeof *answer);
    memset(path, 0, count * sizeof *path);
    return (kg__grid_work){.grid = grid,
        .options = options,
        .scale = kg__grid_scale_of(grid),
        .count = count,
        .query = query,
        .answer = answer,
        .path = path};
}

static void end_work(kg__grid_work *work)
{
    while (work->block) {
        kg__path_block *next = work->block->next;

        kg__free(work->grid->ctx, work->block);
        work->block = next;
    }
}

static bool turns(kg_grid_cell a, kg_grid_cell b, kg_grid_cell c)
{
    return b.x - a.x != c.x - b.x || b.y - a.y != c.y - b.y;
}

/* A path as a device tells it: from the goal on, the cells where it turns. Returns how many. */
static uint64_t make_chain(
    uint32_t *chain, const kg_grid_cell *path, uint64_t count, uint32_t width)
{
    uint64_t used = 0;

    for (uint64_t i = count; i-- > 0;)
        if (i == 0 || i == count - 1 || turns(path[i - 1], path[i], path[i + 1]))
            chain[used++] = path[i].y * width + path[i].x;
    return used;
}

/* Every third task that can wait does so, for want of room, until the next round. */
static void check_round(check *c, kg__grid_work *w, kg__grid_task *task, uint64_t *count,
    const kg_grid_search *truth, bool last)
{
    const kg_grid_answer *expected = kg_grid_search_answers(truth);
    kg__grid_found *found = check_array(*count + 1, sizeof *found);
    uint32_t *chain = check_array(SIDE * SIDE * (*count + 1), sizeof *chain);
    kg_context *ctx = w->grid->ctx;
    uint64_t used = 0, waiting = 0, before = *count;

    for (uint64_t i = 0; i < before; i++) {
        const kg_grid_answer *a = &expected[task[i].query];
        uint64_t cells;
        const kg_grid_cell *path = kg_grid_search_path(truth, task[i].query, &cells);
        uint64_t length = make_chain(chain + used, path, cells, SIDE);

        found[i] = (kg__grid_found){
            .best = a->straight * w->scale.straight + a->diagonal * w->scale.diagonal,
            .expanded = i + 1,
            .generated = i + 2,
            .states = i + 3,
            .chain = used,
            .count = length,
            .ns = 2000000,
            .state = last || i % 3 ? KG__GRID_FOUND
                     : i % 2       ? KG__GRID_NO_ROOM
                                   : KG__GRID_NO_CHAIN_ROOM};
        waiting += found[i].state != KG__GRID_FOUND;
        used += length;
    }
    check_status(c, ctx, kg__grid_settle_tasks(w, task, count, found, chain), KG_OK);
    check_number(c, ctx, "tasks that wait", *count, waiting);
    free(found);
    free(chain);
}

static void test_tasks(check *c)
{
    uint64_t state = c->seed;

    for (int k = 0; k < c->contexts; k++)
        for (uint16_t heaviest = 1; heaviest < 10; heaviest = (uint16_t)(heaviest + 8)) {
            kg_context *ctx = c->context[k];
            kg_grid_query query[QUERIES];
            kg_grid_answer answer[QUERIES];
            kg__grid_path path[QUERIES];
            kg_grid *grid = make_map(c, ctx, &state, heaviest, query);
            kg_grid_search *truth = NULL;
            kg__grid_work work = begin_work(grid, query, answer, path, QUERIES);
            kg__grid_task *task = NULL;
            uint64_t tasks, trivial = 0;

            check_say(c, "weights up to %u", heaviest);
            check_status(c, ctx, kg_grid_find(&truth, grid, QUERIES, query, NULL), KG_OK);
            answer[5].status = KG_NO_SOLUTION; /* as for a query that needs no search */
            kg__begin(ctx);
            check_status(c, ctx, kg__grid_make_tasks(&work, &task, &tasks), KG_OK);
            for (int i = 0; i < QUERIES; i++)
                trivial +=
                    query[i].start.x == query[i].goal.x && query[i].start.y == query[i].goal.y;
            check_number(c, ctx, "tasks", tasks, QUERIES - trivial - 1);
            for (uint64_t i = 1; i < tasks; i++)
                if (task[i].least > task[i - 1].least)
                    check_fail(c, ctx, "task %d is longer than the one before", (int)i);
            check_round(c, &work, task, &tasks, truth, false);
            check_round(c, &work, task, &tasks, truth, true);
            for (uint64_t i = 0; i < QUERIES; i++) {
                const kg_grid_answer *right = &kg_grid_search_answers(truth)[i];
                uint64_t count;
                const kg_grid_cell *cells = kg_grid_search_path(truth, i, &count);

                if (i == 5)
                    continue;
                check_number(c, ctx, "straight", answer[i].straight, right->straight);
                check_number(c, ctx, "diagonal", answer[i].diagonal, right->diagonal);
                check_number(c, ctx, "steps", answer[i].steps, right->steps);
                if (check_number(c, ctx, "cells", path[i].count, count))
                    check_equal(c, ctx, "the path", path[i].cell, cells, count, sizeof *cells);
                if (answer[i].cost != right->cost || (answer[i].steps && answer[i].ms != 2))
                    check_fail(
                        c, ctx, "query %d: cost %g, %g ms", (int)i, answer[i].cost, answer[i].ms);
            }
            kg__free(ctx, task);
            end_work(&work);
            kg_grid_search_destroy(truth);
            kg_grid_destroy(grid);
        }
}

/* A search that was stopped has a bound; a path that is none is found out; memory may fail. */
static void test_refused(check *c)
{
    static const uint16_t weight[] = {1, 1, 1, 1, 1, 1, 1, 0, 1};
    kg_context *ctx = c->context[0];
    kg_grid_query query = {{0, 0}, {2, 2}};
    kg_grid_answer answer;
    kg__grid_path path;
    kg_grid *grid = NULL;
    kg__grid_task *task = NULL;
    uint64_t tasks;
    const uint32_t around[] = {8, 5, 0}, through[] = {8, 6, 0};
    kg__grid_found found = {.count = 3};
    kg__grid_work work;

    check_status(c, ctx, kg_grid_build(&grid, ctx, 3, 3, weight, NULL), KG_OK);
    work = begin_work(grid, &query, &answer, &path, 1);
    check_status(c, ctx, kg__grid_make_tasks(&work, &task, &tasks), KG_OK);
    check_say(c, "stopped");
    found.state = KG__GRID_STOPPED;
    check_status(c, ctx, kg__grid_settle_tasks(&work, task, &tasks, &found, around), KG_OK);
    check_number(c, ctx, "tasks that wait", tasks, 0);
    check_status(c, ctx, answer.status, KG_LIMIT);
    if (fabs(answer.cost - 2 * sqrt(2)) > 1e-9) /* the octile distance */
        check_fail(c, ctx, "bound %g", answer.cost);
    found.state = KG__GRID_FOUND;
    found.best = 2 * work.scale.straight + work.scale.diagonal;
    for (int k = 0; k < 3; k++) {
        static const char *const what[] = {"a right path", "through a wall", "another cost"};

        check_say(c, "%s", what[k]);
        tasks = 1;
        kg__begin(ctx);
        found.best += k == 2;
        check_status(c, ctx,
            kg__grid_settle_tasks(&work, task, &tasks, &found, k == 1 ? through : around),
            k ? KG_INTERNAL : KG_OK);
        if (k && !*kg_context_message(ctx))
            check_fail(c, ctx, "no message");
    }
    check_say(c, "no memory");
    end_work(&work);
    for (uint64_t k = 1; k < 3; k++) {
        tasks = 1;
        kg__begin(ctx);
        found.best = 2 * work.scale.straight + work.scale.diagonal;
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, k);
        check_status(c, ctx, kg__grid_settle_tasks(&work, task, &tasks, &found, around), KG_MEMORY);
        kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
    }
    kg__free(ctx, task);
    kg__begin(ctx);
    kg__fault_set(ctx, KG__FAULT_ALLOCATE, 1);
    check_status(c, ctx, kg__grid_make_tasks(&work, &task, &tasks), KG_MEMORY);
    kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
    end_work(&work);
    kg_grid_destroy(grid);
}

const check_case check_grid_tasks_cases[] = {
    {"grid-tasks.answers", test_tasks, NULL, 0},
    {"grid-tasks.refused", test_refused, NULL, 0},
    {NULL},
};
