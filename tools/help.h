/* What --help prints. */
#ifndef KG_TOOLS_HELP_H
#define KG_TOOLS_HELP_H

#include "options.h"
#include <stdio.h>

/* Needs no memory. Options stand in the order of their tables. */
void help_print(FILE *stream, const struct command *command, const char *name);

/* The first line of that. */
void help_usage(FILE *stream, const struct command *command, const char *name);

#endif
