#include "arguments.h"
#include <string.h>

enum { LONGEST = 32 }; /* of a word that is compared */

/* ---- what was meant -------------------------------------------------------------------------- */

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, left out, put in, or swapped with their neighbour, to make one
 * word of the other, each at most once (the optimal string alignment distance). */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned row[LONGEST + 1][LONGEST + 1];

    for (size_t i = 0; i <= a_length; i++)
        for (size_t j = 0; j <= b_length; j++) {
            unsigned d = i ? row[i - 1][j] + 1 : (unsigned)j;

            if (i && j) {
                d = least(d, row[i][j - 1] + 1);
                d = least(d, row[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                    d = least(d, row[i - 2][j - 2] + 1);
            }
            row[i][j] = d;
        }
    return row[a_length][b_length];
}

void suggestion_offer(struct suggestion *suggestion, const char *known)
{
    size_t length = strlen(suggestion->word), known_length = strlen(known);
    size_t shorter = length < known_length ? length : known_length;
    unsigned differ;

    if (!length || length > LONGEST || known_length > LONGEST)
        return;
    differ = distance(suggestion->word, length, known, known_length);
    if (shorter >= 3 && memcmp(suggestion->word, known, shorter) == 0)
        differ = least(differ, 2);
    if (differ > 2 || differ * 2 > known_length)
        return;
    if (!suggestion->nearest || differ < suggestion->distance) {
        suggestion->nearest = known;
        suggestion->distance = differ;
    }
}

void offer_options(struct suggestion *suggestion, const struct command *command)
{
    for (struct option_walk walk = {command}; next_option(&walk);) {
        if (walk.option->name)
            suggestion_offer(suggestion, walk.option->name);
        if (walk.option->old)
            suggestion_offer(suggestion, walk.option->old);
    }
}

/* ---- options --------------------------------------------------------------------------------- */

const char *option_name(const struct option *option, const char *name, size_t length)
{
    const char *const own[] = {option->name, option->old};
    const char *found = NULL;

    for (int i = 0; i < 2; i++)
        if (own[i] && strncmp(own[i], name, length) == 0 && (!found || !own[i][length]))
            found = own[i];
    return found;
}

/* The option of that name, else one whose name begins with it. */
static const struct option *find_name(
    const struct command *command, const char *name, size_t length)
{
    const struct option *found = NULL;

    for (struct option_walk walk = {command}; next_option(&walk);) {
        const char *whole = option_name(walk.option, name, length);

        if (whole && !whole[length])
            return walk.option;
        if (whole && !found)
            found = walk.option;
    }
    return found;
}

const struct option *find_letter(const struct command *command, char letter)
{
    if (letter <= ' ' || letter > '~')
        return NULL;
    for (struct option_walk walk = {command}; next_option(&walk);)
        if (walk.option->letter == letter)
            return walk.option;
    return NULL;
}

bool takes_value(const struct option *option)
{
    return option->arg && !option->optional;
}

const struct option *find_option(const struct command *command, char **argv, int i, int *arguments)
{
    const char *argument = argv[i];
    const struct option *option = NULL;

    *arguments = 1;
    if (argument[0] != '-' || !argument[1])
        return NULL;
    if (argument[1] == '-') {
        size_t length = strcspn(argument + 2, "=");

        option = length ? find_name(command, argument + 2, length) : NULL;
        if (option && takes_value(option) && argument[2 + length] != '=')
            *arguments = 2;
        return option;
    }
    for (argument++; *argument; argument++) { /* letters, the last one perhaps with a value */
        option = find_letter(command, *argument);
        if (!option || option->arg)
            break;
    }
    if (option && takes_value(option) && *argument && !argument[1])
        *arguments = 2;
    return option;
}

const char *unknown_option(const struct command *command, int argc, char **argv)
{
    int arguments;

    for (int i = 1; i < argc; i += arguments) {
        if (strcmp(argv[i], "--") == 0)
            break;
        if (!find_option(command, argv, i, &arguments) && argv[i][0] == '-' && argv[i][1])
            return argv[i];
    }
    return NULL;
}
