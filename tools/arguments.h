/* The options of a command line, also before argp parses it: those before a command, and what a
 * user who mistyped may have meant. */
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
 * apart. NULL with 1 where it is none, or one that argp does not know. As getopt_long() reads:
 * names may be cut short.
 */
const struct argp_option *find_option(const struct argp *argp, char **argv, int i, int *arguments);

/* The option of that letter, or NULL. */
const struct argp_option *find_letter(const struct argp *argp, char letter);

/* Whether an option must have a value. */
bool takes_value(const struct argp_option *option);

/* The first argument that looks like an option and is none; NULL: all are known. */
const char *unknown_option(const struct argp *argp, int argc, char **argv);

/* Offers the names of all options. */
void offer_options(struct suggestion *suggestion, const struct argp *argp);

#endif
