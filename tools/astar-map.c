#include "astar-map.h"
#include "values.h"
#include <inttypes.h>
#include <string.h>

static void take_moves(struct command_line *line, const struct option *option, char *value)
{
    if (strcmp(value, "4") != 0 && strcmp(value, "8") != 0)
        refuse_value(line, value, "4 or 8");
    option_number(line, option, value);
}

static void take_sides(struct command_line *line, const struct option *option, char *value)
{
    double side[2];

    if (!value_reals(value, side, 2) || side[0] <= 0 || side[1] <= 0)
        refuse_value(line, value, "W,H, two numbers above 0");
    memcpy((char *)line->to + option->at, side, sizeof side);
}

const struct option map_options[] = {OPTION("input-format", "FORMAT",
                                         WORD_IN(kg_grid_read_options, format, KG_GRID_COURSE,
                                             "course, movingai, drawing, numbers, npy, png or pnm"),
                                         "read % (default: recognised)", .old = "from"),
    OPTION("wall", "CHARS", TEXT_IN(kg_grid_read_options, wall_chars),
        "characters of a drawing or a MovingAI map that are walls, beside its own"),
    OPTION("free", "CHARS", TEXT_IN(kg_grid_read_options, free_chars),
        "characters that are free cells, likewise"),
    OPTION("invert", NULL, SETS(kg_grid_read_options, invert, 1),
        "of numbers 1 is a wall and 0 is free; of a picture dark cells are free"),
    OPTION("zero-free", NULL, SETS(kg_grid_read_options, zero_free, 1),
        "of numbers 0 is a free cell that costs nothing, not a wall", .without = "invert",
        .says = "--zero-free goes without --invert"),
    OPTION("threshold", "N", NUMBER_IN(kg_grid_read_options, threshold, 1, 255),
        "a cell of a picture is free from this brightness on (default: 128)"),
    OPTION("moves", "N", DOES_INTO(take_moves, kg_grid_read_options, rules.moves),
        "4 or 8 neighbours (default: 8)", .most = 8),
    OPTION("diagonal", "COST",
        WORD_IN(kg_grid_read_options, rules.diagonal, KG_GRID_DIAGONAL_1, "1 or sqrt2"),
        "a diagonal step costs % times the cell's weight (default: sqrt2; course: 1)"),
    OPTION("corners", "RULE",
        WORD_IN(kg_grid_read_options, rules.corners, KG_GRID_CORNERS_ALLOW, "allow, forbid or one"),
        "diagonal steps beside walls: % (default: forbid; course: allow)"),
    OPTION("step", "COST",
        WORD_IN(kg_grid_read_options, rules.step, KG_GRID_STEP_ENTERED, "entered or mean"),
        "a step costs the weight of the cell that it enters, or the mean of both weights: % "
        "(default: entered)"),
    OPTION("cell", "W,H", DOES_INTO(take_sides, kg_grid_read_options, rules.cell_width),
        "a cell's width and height, by which steps cost more or less (default: 1,1)"),
    {0}};

bool map_next_cell(char **rest, kg_grid_cell *cell)
{
    char *const text = *rest, *const slash = strchr(text, '/');
    bool is_one;

    if (slash)
        *slash = '\0';
    is_one = value_pair(text, ',', &cell->x, &cell->y);
    if (slash)
        *slash = '/';
    *rest = slash ? slash + 1 : NULL;
    return is_one;
}

void map_warn(struct tool *tool)
{
    if (*kg_context_warning(tool->ctx) && !tool->quiet)
        tool_say(tool, "warning: %s", kg_context_warning(tool->ctx));
}

void map_say(struct tool *tool, const char *path, const kg_grid *grid, unsigned threshold)
{
    const char *shown = strcmp(path, "-") == 0 ? "standard input" : path;
    char letter;
    uint64_t line, column, count = kg_grid_other_terrain(grid, &letter, &line, &column);

    if (tool->verbose)
        tool_say(tool, "%s: %u x %u cells, format %s", path, kg_grid_width(grid),
            kg_grid_height(grid), kg_grid_format_name(kg_grid_file_format(grid)));
    map_warn(tool);
    if (count && !tool->quiet)
        tool_say(tool,
            "%s:%" PRIu64 ":%" PRIu64 ": '%c' is none of . G S B W T @ O, the terrains of the "
            "format's description: %" PRIu64 " %s ground, as HOG2 takes other letters",
            shown, line, column, letter, count, count == 1 ? "cell is" : "cells are");
    if (!kg_grid_assumes(grid) || tool->quiet)
        return;
    if (kg_grid_file_format(grid) >= KG_GRID_PNG)
        tool_say(tool,
            "%s: cells of a brightness of %u or more, of 255, are free, and darker ones are walls: "
            "--threshold sets another, and --invert exchanges the two",
            shown, threshold ? threshold : 128);
    else
        tool_say(
            tool, "%s: 0 is read as a wall and 1 as a free cell: --invert exchanges them", shown);
}

void map_put_json(struct text *text, const kg_grid *grid)
{
    const kg_grid_rules rules = kg_grid_rules_in_force(grid);
    const kg_grid_unit unit = kg_grid_unit_in_force(grid);

    json_number(text, "width", kg_grid_width(grid));
    json_number(text, "height", kg_grid_height(grid));
    json_string(text, "map_format", kg_grid_format_name(kg_grid_file_format(grid)));
    if (unit.base) {
        json_open(text, "unit", '{');
        json_number(text, "base", (uint64_t)unit.base);
        json_integer(text, "digits", unit.digits);
        json_bool(text, "rounded", unit.rounded);
        json_close(text, '}');
    }
    json_number(text, "moves", (uint64_t)rules.moves);
    json_string(text, "diagonal_cost", rules.diagonal == KG_GRID_DIAGONAL_1 ? "1" : "sqrt2");
    json_string(text, "corners",
        rules.corners == KG_GRID_CORNERS_ALLOW ? "allow"
        : rules.corners == KG_GRID_CORNERS_ONE ? "one"
                                               : "forbid");
    json_string(text, "step", rules.step == KG_GRID_STEP_MEAN ? "mean" : "entered");
    if (rules.cell_width != 1 || rules.cell_height != 1) {
        json_open(text, "cell", '[');
        json_double(text, NULL, rules.cell_width);
        json_double(text, NULL, rules.cell_height);
        json_close(text, ']');
    }
}
