/* The options of a command line before it is parsed: those before a command, and what a user who
 * mistyped may have meant. */
#ifndef KG_TOOLS_ARGUMENTS_H
#define KG_TOOLS_ARGUMENTS_H

#include "options.h"
#include <stdbool.h>

/* The words that came nearest to one that was not known. All zero but word: to begin with. */
struct suggestion {
    const char *word, *nearest;
    unsigned distance;
};

/* Offers a word that is known. nearest is set where the two differ by little: one or two letters
 * changed, left out, put in or swapped, or one begins the other. */
void suggestion_offer(struct suggestion *suggestion, const char *known);

/*
 * The option that argument i is, and how many arguments belong to it: 2 where its value stands
 * apart. NULL with 1 where it is none, or one that is not known.
 */
const struct option *find_option(const struct command *command, char **argv, int i, int *arguments);

/* The name of an option that begins with the first letters of a name, or its old one; NULL: neither
 * does. One that is those letters goes first. */
const char *option_name(const struct option *option, const char *name, size_t length);

/* The option of that letter, or NULL. */
const struct option *find_letter(const struct command *command, char letter);

/* Whether an option must have a value. */
bool takes_value(const struct option *option);

/* The first argument that looks like an option and is none; NULL: all are known. */
const char *unknown_option(const struct command *command, int argc, char **argv);

/* Offers the names of all options. */
void offer_options(struct suggestion *suggestion, const struct command *command);

#endif
