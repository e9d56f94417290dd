/* astar pathfinding: how answers are shown. */
#include "astar-paths.h"
#include "astar-map.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Whether a path goes on from its cell i in the direction in which it came there. */
static bool goes_straight(const kg_grid_cell *path, uint64_t i, uint64_t count)
{
    return i > 0 && i + 1 < count && path[i + 1].x - path[i].x == path[i].x - path[i - 1].x &&
           path[i + 1].y - path[i].y == path[i].y - path[i - 1].y;
}

void paths_put_cells(struct text *text, const kg_grid_cell *path, uint64_t count, bool corners)
{
    for (uint64_t i = 0; i < count; i++) {
        if (corners && goes_straight(path, i, count))
            continue;
        text_number(text, path[i].x);
        text_string(text, ",");
        text_number(text, path[i].y);
        text_string(text, "\n");
    }
}

static void put_json_cell(struct text *text, const char *key, kg_grid_cell cell)
{
    json_open(text, key, '[');
    json_number(text, NULL, cell.x);
    json_number(text, NULL, cell.y);
    json_close(text, ']');
}

const char *paths_status(kg_status status)
{
    return status == KG_OK            ? "found"
           : status == KG_NO_SOLUTION ? "unreachable"
           : status == KG_ARGUMENT    ? "wall"
                                      : "limit";
}

void paths_put_json_real(struct text *text, const char *key, double value)
{
    json_open(text, key, '[');
    text->used -= !text->failed; /* a number in place of the bracket, in full */
    text_real(text, value);
}

/* The members that describe one answer. */
void paths_put_json_answer(
    struct text *text, const kg_grid_query *query, const kg_grid_answer *answer, double bound)
{
    put_json_cell(text, "start", query->start);
    put_json_cell(text, "goal", query->goal);
    json_string(text, "status", paths_status(answer->status));
    if (answer->status == KG_LIMIT) {
        paths_put_json_real(text, "lower_bound", answer->cost);
    } else if (answer->status == KG_OK) {
        paths_put_json_real(text, "cost", answer->cost);
        json_number(text, "straight", answer->straight);
        json_number(text, "diagonal", answer->diagonal);
        json_number(text, "steps", answer->steps);
        if (bound > 0)
            paths_put_json_real(text, "bound", bound);
    }
    json_number(text, "expanded", answer->expanded);
    json_number(text, "generated", answer->generated);
    json_number(text, "states", answer->states);
    json_real(text, "ms", answer->ms);
}

void paths_put_json_reached(struct text *text, const struct pathfinding *p,
    const kg_grid_answer *answer, kg_grid_cell reached)
{
    if ((p->find.nearest || p->find.goal_count) && answer->status == KG_OK)
        put_json_cell(text, "reached", reached);
}

void paths_put_json_map(struct text *text, const struct pathfinding *p)
{
    map_put_json(text, p->grid);
    if (p->by.ga_star) {
        json_string(text, "search", "ga-star");
        json_double(text, "weight", search_weight(&p->by));
    }
}

void paths_put_json_path(struct text *text, const kg_grid_cell *path, uint64_t count)
{
    json_open(text, "path", '[');
    for (uint64_t i = 0; i < count; i++)
        put_json_cell(text, NULL, path[i]);
    json_close(text, ']');
}

kg_status paths_draw(struct pathfinding *p, uint64_t i)
{
    const kg_grid_text_options how = {.columns = terminal_columns(STDOUT_FILENO, 120),
        .colour = !p->tool.output && terminal_shows_colours(STDOUT_FILENO)};
    kg_output *output = NULL;
    char legend[160];
    kg_status status;

    if (p->picture) {
        const bool svg = has_extension(p->picture, ".svg ", true);

        TRY(tool_prints(&p->tool, p->picture, svg ? NULL : "a PNG picture"));
        tool_stage(&p->tool, "draw");
        status = (svg ? kg_grid_draw_svg : kg_grid_draw_png)(p->grid, p->search, i, p->picture);
        tool_work(&p->tool);
        return status;
    }
    TRY(tool_open(&p->tool, &output, p->tool.output));
    TRY(kg_grid_draw_text(p->grid, p->search, i, &how, output));
    TRY(tool_close(&p->tool, output));
    kg_grid_draw_legend(p->grid, legend, sizeof legend);
    if (!p->tool.quiet)
        tool_say(&p->tool, "%s", legend);
out:
    kg_output_destroy(output);
    return status;
}

/* What --timing says of the searches. */
void paths_print_counts(const kg_grid_answer *answer, uint64_t count, double ms)
{
    uint64_t expanded = 0, generated = 0, states = 0;

    for (uint64_t i = 0; i < count; i++) {
        expanded += answer[i].expanded;
        generated += answer[i].generated;
        states += answer[i].states;
    }
    fprintf(stderr, "%-28s %12" PRIu64 "\n", "queries", count);
    fprintf(stderr, "%-28s %12.3f\n", "ms of searching", ms);
    fprintf(stderr, "%-28s %12" PRIu64 "\n", "cells expanded", expanded);
    fprintf(stderr, "%-28s %12" PRIu64 "\n", "generated", generated);
    fprintf(stderr, "%-28s %12" PRIu64 "\n", "of these again", generated - states);
    fprintf(
        stderr, "%-28s %12.0f\n", "expanded a second", ms > 0 ? 1e3 * (double)expanded / ms : 0);
}
