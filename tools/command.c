/* Tools whose first argument is a command: finds it, and prints which there are. */
#include "command.h"
#include "arguments.h"
#include "process.h"
#include "unearned.h"
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

static void list(const struct tool_commands *commands, FILE *stream)
{
    int width = 0;

    for (size_t i = 0; i < commands->count; i++)
        if ((int)strlen(commands->command[i]->name) > width)
            width = (int)strlen(commands->command[i]->name);
    fprintf(stream, "Usage: %s COMMAND [OPTION...] %s\n\n", commands->name, commands->args);
    for (size_t i = 0; i < commands->count; i++)
        fprintf(stream, "  %s %-*s  %s\n", commands->name, width, commands->command[i]->name,
            commands->command[i]->summary);
    fprintf(stream, "\n%s`%s COMMAND --help' shows a command's options and examples.\n",
        commands->closing, commands->name);
}

/* How many arguments an option at argv[i] takes up, whichever command it is of; 0: it is none. */
static int option_arguments(const struct tool_commands *commands, char **argv, int i)
{
    int arguments;

    if (argv[i][0] != '-' || !argv[i][1])
        return 0;
    for (size_t k = 0; k < commands->count; k++)
        if (find_option(commands->command[k], argv, i, &arguments))
            return arguments;
    return 1;
}

static const struct command *find(const struct tool_commands *commands, const char *name)
{
    for (size_t i = 0; i < commands->count; i++)
        if (strcmp(name, commands->command[i]->name) == 0)
            return commands->command[i];
    return NULL;
}

static void complain(const struct tool_commands *commands, const char *name)
{
    struct suggestion meant = {.word = name};
    struct tool tool = {.name = commands->name};

    for (const struct tool_word *other = commands->words; other && other->word; other++)
        if (strcmp(name, other->word) == 0)
            meant.nearest = other->instead; /* meant.distance is 0: no command is nearer */
    for (size_t i = 0; i < commands->count; i++)
        suggestion_offer(&meant, commands->command[i]->name);
    if (meant.nearest)
        tool_say(&tool, "unknown command '%s': did you mean '%s'?", name, meant.nearest);
    else
        tool_say(&tool, "unknown command '%s'", name);
    fprintf(stderr, "Try `%s --help' for the commands there are.\n", commands->name);
}

/* A line of nothing but options. */
static int run_without(const struct tool_commands *commands, int argc, char **argv)
{
    static const struct command any;
    static const struct command_rules rules;
    struct tool tool = {.name = commands->name};
    int arguments;

    for (int i = 1; i < argc; i += arguments) {
        const struct option *option = find_option(&any, argv, i, &arguments);

        if (option && option->take == option_help) {
            list(commands, stdout);
            return EX_OK;
        }
    }
    tool_parse(&tool, &any, &rules, argc, argv, &tool); /* prints the version, or complains */
    list(commands, stderr);
    return unearned_not(EX_USAGE);
}

int tool_run(const struct tool_commands *commands, int argc, char **argv)
{
    const struct command *command;
    static char help[] = "--help";
    char name[64];
    int i = 1, arguments;

    process_prepare(argv[0]);
    while (i < argc && (arguments = option_arguments(commands, argv, i)))
        i += arguments;
    if (i >= argc)
        return run_without(commands, argc, argv);
    if (strcmp(argv[i], "help") == 0) {
        if (i + 1 == argc) {
            list(commands, stdout);
            return EX_OK;
        }
        argv[i] = argv[i + 1];
        argv[i + 1] = help;
    }
    command = find(commands, argv[i]);
    if (!command) {
        complain(commands, argv[i]);
        return EX_USAGE;
    }
    snprintf(name, sizeof name, "%s %s", commands->name, command->name);
    for (; i > 1; i--) /* options before the command stand behind it then */
        argv[i] = argv[i - 1];
    argv[1] = name;
    return commands->run(command, argc - 1, argv + 1);
}
