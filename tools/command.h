/* Tools whose first argument is a command: finding it, and telling which there are. */
#ifndef KG_TOOLS_COMMAND_H
#define KG_TOOLS_COMMAND_H

#include "common.h"

struct tool_command {
    const char *name, *summary, *args;
    const struct argp_option *options;
    const char *doc; /* behind the summary in --help */
};

/* A word that is no command, and the command line that does what it says. */
struct tool_word {
    const char *word, *instead;
};

struct tool_commands {
    const char *name, *args;          /* of the tool */
    const char *closing;              /* of the list */
    const struct tool_command *first; /* in a table of such that begin with one */
    size_t count, size;               /* of the table, of an element in bytes */
    const struct tool_word *words;    /* up to one without a word; or NULL */

    /* Returns the exit status. argv[0] names tool and command. */
    int (*run)(const struct tool_command *command, int argc, char **argv);
};

/* Runs the command that argv[1] names, or says which there are. Returns the exit status. */
int tool_run(const struct tool_commands *commands, int argc, char **argv);

/* Parses a command's line, by parse with input, which begins with a struct tool. */
void tool_parse_command(
    const struct tool_command *command, argp_parser_t parse, int argc, char **argv, void *input);

#endif
