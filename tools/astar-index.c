/* astar index: a map's index, for fast shortest paths. */
#include "astar-map.h"
#include "astar.h"
#include "document.h"
#include <stdlib.h>
#include <string.h>

struct indexing {
    struct tool tool;
    const char *map;
    kg_grid_read_options read;
};

static void take_argument(struct command_line *line, char *argument)
{
    take_path(line, &((struct indexing *)line->input)->map, "map", argument);
}

static void check(struct command_line *line)
{
    struct indexing *x = line->input;

    x->map = parse_input(line, &x->tool, x->map, "MAP");
    document_refuse(line, &x->tool, "an index");
}

static kg_status print_json(struct tool *tool, const kg_grid *grid, const kg_grid_index *index)
{
    kg_grid_index_counts counts;
    struct text text = {0};
    kg_status status;

    TRY(kg_grid_index_count(index, &counts));
    json_open(&text, NULL, '{');
    json_number(&text, "width", kg_grid_width(grid));
    json_number(&text, "height", kg_grid_height(grid));
    json_number(&text, "corners", counts.corners);
    json_number(&text, "entries", counts.entries);
    json_number(&text, "bytes", counts.bytes);
    TRY(tool_print_json(tool, &text));
out:
    free(text.bytes);
    return status;
}

static kg_status run(struct indexing *x)
{
    const kg_grid_index_options building = {.most_bytes = x->tool.options.memory_limit};
    kg_grid *grid = NULL;
    kg_grid_index *index = NULL;
    kg_status status;

    TRY(tool_begin(&x->tool));
    TRY(kg_grid_read(&grid, x->tool.ctx, x->map, &x->read));
    tool_work(&x->tool);
    map_say(&x->tool, x->map, grid, x->read.threshold);
    status = kg_grid_index_build(&index, grid, &building);
    if (status == KG_UNSUPPORTED)
        status = tool_fail(&x->tool, status, "%s: %s", x->map, kg_context_message(x->tool.ctx));
    TRY(status);
    TRY(tool_prints(&x->tool, x->tool.output, "an index"));
    TRY(kg_grid_index_write(index, x->tool.output ? x->tool.output : "-"));
    if (x->tool.json)
        TRY(print_json(&x->tool, grid, index));
out:
    kg_grid_index_destroy(index);
    kg_grid_destroy(grid);
    return status;
}

static int run_command(int argc, char **argv)
{
    static const struct command_rules rules = {take_argument, check};
    struct indexing x = {.tool.name = argv[0], .read = KG_GRID_READ_OPTIONS_INIT};

    tool_parse(&x.tool, &astar_index_command.shown, &rules, argc, argv, &x);
    return tool_end(&x.tool, run(&x));
}

const struct astar_command astar_index_command = {
    .shown = {"index", "make an index of a grid map, by which costs are found in a microsecond",
        "MAP", TABLES_OF(TABLE_AT(map_options, struct indexing, read)),
        "The index is for astar pathfinding --index, of this map alone and with the same rules. "
        "The map has 8 moves and no weights. An index that would take more than --memory-limit, or "
        "4 GB without it, is not made.\n\n"
        "Examples:\n"
        "  astar index arena.map -o arena.kgi\n"
        "  astar index --json arena.map -o arena.kgi | jq .bytes\n"
        "  astar pathfinding --index arena.kgi --scen arena.map.scen arena.map"},
    .run = run_command};
