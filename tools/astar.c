/* astar: shortest paths, proven optimal. This file finds the command. */
#include "astar.h"
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

static const struct astar_command {
    const char *name, *argument, *summary;
    astar_command_fn *run;
} commands[] = {
    {"pathfinding", "MAP", "a shortest path on a grid map, or thousands", astar_pathfinding},
    {"sliding", "PUZZLE", "a shortest solution of a sliding puzzle", astar_sliding},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void list_commands(FILE *stream)
{
    fputs("Usage: astar COMMAND [OPTION...] FILE\n\n", stream);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(stream, "  astar %-12s %-7s %s\n", commands[i].name, commands[i].argument,
            commands[i].summary);
    fputs("\n`astar COMMAND --help' shows a command's options and examples.\n", stream);
}

int main(int argc, char **argv)
{
    static const struct argp argp = {NULL, NULL, "COMMAND FILE", NULL, NULL, NULL, NULL};
    struct tool tool = {.name = "astar"};
    char name[64];

    for (int i = 0; argc > 1 && i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            snprintf(name, sizeof name, "astar %s", commands[i].name);
            argv[1] = name;
            return commands[i].run(argc - 1, argv + 1);
        }
    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        list_commands(stdout);
        return EX_OK;
    }
    if (argc > 1 && argv[1][0] == '-')
        tool_parse(&tool, &argp, argc, argv, NULL); /* --version, or a complaint */
    else if (argc > 1)
        fprintf(stderr, "astar: unknown command '%s'\n\n", argv[1]);
    list_commands(stderr);
    return EX_USAGE;
}
