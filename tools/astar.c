/* astar: shortest paths, proven optimal. This file finds the command. */
#include "astar.h"
#include "command.h"

static const struct command *const commands[] = {
    &astar_pathfinding_command.shown,
    &astar_fields_command.shown,
    &astar_index_command.shown,
    &astar_graph_command.shown,
    &astar_sliding_command.shown,
    &astar_pancake_command.shown,
    &astar_topspin_command.shown,
};

static int run_command(const struct command *shown, int argc, char **argv)
{
    return ((const struct astar_command *)shown)->run(argc, argv);
}

int main(int argc, char **argv)
{
    static const struct tool_commands astar = {.name = "astar",
        .args = "FILE",
        .closing = "",
        .command = commands,
        .count = sizeof commands / sizeof *commands,
        .run = run_command};

    return tool_run(&astar, argc, argv);
}
