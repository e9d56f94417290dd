/* Tools whose first argument is a command: finding it, and telling which there are. */
#ifndef KG_TOOLS_COMMAND_H
#define KG_TOOLS_COMMAND_H

#include "common.h"

/* A word that is no command, and the command line that does what it says. */
struct tool_word {
    const char *word, *instead;
};

struct tool_commands {
    const char *name, *args;              /* of the tool */
    const char *closing;                  /* of the list */
    const struct command *const *command; /* [count] */
    size_t count;
    const struct tool_word *words; /* up to one without a word; or NULL */

    /* Returns the exit status. argv[0] names tool and command. */
    int (*run)(const struct command *command, int argc, char **argv);
};

/* Runs the command that argv[1] names, or says which there are. Returns the exit status. */
int tool_run(const struct tool_commands *commands, int argc, char **argv);

#endif
