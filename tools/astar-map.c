#include "astar-map.h"
#include <inttypes.h>

static void take_moves(struct command_line *line, const struct option *option, char *value)
{
    if (strcmp(value, "4") != 0 && strcmp(value, "8") != 0)
        refuse_value(line, value, "4 or 8");
    option_number(line, option, value);
}

const struct option map_options[] = {
    OPTION("input-format", "FORMAT",
        WORD_IN(kg_grid_read_options, format, KG_GRID_COURSE, "course, movingai or drawing"),
        "read % (default: recognised)", .old = "from"),
    OPTION("moves", "N", DOES_INTO(take_moves, kg_grid_read_options, rules.moves),
        "4 or 8 neighbours (default: 8)", .most = 8),
    OPTION("diagonal", "COST",
        WORD_IN(kg_grid_read_options, rules.diagonal, KG_GRID_DIAGONAL_1, "1 or sqrt2"),
        "a diagonal step costs % times the cell's weight (default: sqrt2; course: 1)"),
    OPTION("corners", "RULE",
        WORD_IN(kg_grid_read_options, rules.corners, KG_GRID_CORNERS_ALLOW, "allow or forbid"),
        "diagonal steps beside walls: % (default: forbid; course: allow)"),
    {0}};

void map_say(struct tool *tool, const char *path, const kg_grid *grid)
{
    char letter;
    uint64_t line, column, count = kg_grid_other_terrain(grid, &letter, &line, &column);

    if (tool->verbose)
        tool_say(tool, "%s: %u x %u cells, format %s", path, kg_grid_width(grid),
            kg_grid_height(grid), kg_grid_format_name(kg_grid_file_format(grid)));
    if (count && !tool->quiet)
        tool_say(tool,
            "%s:%" PRIu64 ":%" PRIu64 ": '%c' is none of . G S B W T @ O, the terrains of the "
            "format's description: %" PRIu64 " %s ground, as HOG2 takes other letters",
            strcmp(path, "-") == 0 ? "standard input" : path, line, column, letter, count,
            count == 1 ? "cell is" : "cells are");
}

void map_put_json(struct text *text, const kg_grid *grid)
{
    const kg_grid_rules rules = kg_grid_rules_in_force(grid);

    json_number(text, "width", kg_grid_width(grid));
    json_number(text, "height", kg_grid_height(grid));
    json_string(text, "map_format", kg_grid_format_name(kg_grid_file_format(grid)));
    json_number(text, "moves", (uint64_t)rules.moves);
    json_string(text, "diagonal_cost", rules.diagonal == KG_GRID_DIAGONAL_1 ? "1" : "sqrt2");
    json_string(text, "corners", rules.corners == KG_GRID_CORNERS_ALLOW ? "allow" : "forbid");
}
