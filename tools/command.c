/* Tools whose first argument is a command: finds it, and prints which there are. */
#include "command.h"
#include "process.h"
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

static const struct tool_command *at(const struct tool_commands *commands, size_t i)
{
    return (const struct tool_command *)((const char *)commands->first + i * commands->size);
}

static void list(const struct tool_commands *commands, FILE *stream)
{
    int width = 0;

    for (size_t i = 0; i < commands->count; i++)
        if ((int)strlen(at(commands, i)->name) > width)
            width = (int)strlen(at(commands, i)->name);
    fprintf(stream, "Usage: %s COMMAND [OPTION...] %s\n\n", commands->name, commands->args);
    for (size_t i = 0; i < commands->count; i++)
        fprintf(stream, "  %s %-*s  %s\n", commands->name, width, at(commands, i)->name,
            at(commands, i)->summary);
    fprintf(stream, "\n%s`%s COMMAND --help' shows a command's options and examples.\n",
        commands->closing, commands->name);
}

int tool_run(const struct tool_commands *commands, int argc, char **argv)
{
    const struct argp argp = {.args_doc = "COMMAND"};
    struct tool tool = {.name = commands->name};
    char name[64];

    process_prepare();
    for (size_t i = 0; argc > 1 && i < commands->count; i++)
        if (strcmp(argv[1], at(commands, i)->name) == 0) {
            snprintf(name, sizeof name, "%s %s", commands->name, argv[1]);
            argv[1] = name;
            return commands->run(at(commands, i), argc - 1, argv + 1);
        }
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0)) {
        list(commands, stdout);
        return EX_OK;
    }
    if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)) {
        tool_print_version(commands->name);
        return EX_OK;
    }
    if (argc > 1 && argv[1][0] == '-')
        tool_parse(&tool, &argp, argc, argv, NULL); /* complains */
    else if (argc > 1)
        fprintf(stderr, "%s: unknown command '%s'\n\n", commands->name, argv[1]);
    list(commands, stderr);
    return EX_USAGE;
}

void tool_parse_command(
    const struct tool_command *command, argp_parser_t parse, int argc, char **argv, void *input)
{
    static const struct argp_child children[] = {{&tool_argp, 0, "Common options:", 1}, {0}};
    struct tool *tool = input;
    char doc[1024];
    const struct argp argp = {command->options, parse, command->args, doc, children, 0, 0};

    tool->name = argv[0];
    snprintf(doc, sizeof doc, "%s: %s\v%s", argv[0], command->summary, command->doc);
    tool_parse(tool, &argp, argc, argv, input);
}
