/* astar: shortest paths, proven optimal. This file finds the command. */
#include "astar.h"
#include "command.h"

static const struct astar_command {
    struct command shown;
    astar_command_fn *run;
} commands[] = {
    {{.name = "pathfinding", .summary = "a shortest path on a grid map, or thousands"},
        astar_pathfinding},
    {{.name = "graph", .summary = "a shortest path in a graph, or many"}, astar_graph},
    {{.name = "sliding", .summary = "a shortest solution of a sliding puzzle"}, astar_sliding},
    {{.name = "pancake", .summary = "the fewest flips that sort a pile"}, astar_pancake},
    {{.name = "topspin", .summary = "the fewest turns that sort a ring"}, astar_topspin},
};

static int run_command(const struct command *shown, int argc, char **argv)
{
    return ((const struct astar_command *)shown)->run(argc, argv);
}

int main(int argc, char **argv)
{
    enum { COUNT = sizeof commands / sizeof *commands };
    static const struct command *list[COUNT];
    static const struct tool_commands astar = {.name = "astar",
        .args = "FILE",
        .closing = "",
        .command = list,
        .count = COUNT,
        .run = run_command};

    for (int i = 0; i < COUNT; i++)
        list[i] = &commands[i].shown;
    return tool_run(&astar, argc, argv);
}
