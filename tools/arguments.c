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

void offer_options(struct suggestion *suggestion, const struct argp *argp)
{
    EACH_OPTION (option, argp)
        if (option->name)
            suggestion_offer(suggestion, option->name);
    for (const struct argp_child *child = argp->children; child && child->argp; child++)
        offer_options(suggestion, child->argp);
}

/* ---- options --------------------------------------------------------------------------------- */

/* The option of that long name, or that alone begins with it, else one that begins with it. */
static const struct argp_option *find_name(
    const struct argp *argp, const char *name, size_t length, bool *whole)
{
    const struct argp_option *found = NULL;

    EACH_OPTION (option, argp)
        if (option->name && strncmp(option->name, name, length) == 0) {
            found = option;
            *whole = option->name[length] == '\0';
            if (*whole)
                return found;
        }
    for (const struct argp_child *child = argp->children; child && child->argp; child++) {
        const struct argp_option *other = find_name(child->argp, name, length, whole);

        if (other && (*whole || !found))
            found = other;
        if (*whole)
            break;
    }
    return found;
}

const struct argp_option *find_letter(const struct argp *argp, char letter)
{
    const struct argp_option *found = NULL;

    if (letter <= ' ' || letter > '~') /* such keys are of options that have no letter */
        return NULL;
    EACH_OPTION (option, argp)
        if (option->key == letter)
            return option;
    for (const struct argp_child *child = argp->children; child && child->argp && !found; child++)
        found = find_letter(child->argp, letter);
    return found;
}

bool takes_value(const struct argp_option *option)
{
    return option->arg && !(option->flags & OPTION_ARG_OPTIONAL);
}

const struct argp_option *find_option(const struct argp *argp, char **argv, int i, int *arguments)
{
    const char *argument = argv[i];
    const struct argp_option *option = NULL;
    bool whole = false;

    *arguments = 1;
    if (argument[0] != '-' || !argument[1])
        return NULL;
    if (argument[1] == '-') {
        size_t length = strcspn(argument + 2, "=");

        option = length ? find_name(argp, argument + 2, length, &whole) : NULL;
        if (option && takes_value(option) && argument[2 + length] != '=')
            *arguments = 2;
        return option;
    }
    for (argument++; *argument; argument++) { /* letters, the last one perhaps with a value */
        option = find_letter(argp, *argument);
        if (!option || option->arg)
            break;
    }
    if (option && takes_value(option) && *argument && !argument[1])
        *arguments = 2;
    return option;
}

const char *unknown_option(const struct argp *argp, int argc, char **argv)
{
    int arguments;

    for (int i = 1; i < argc; i += arguments) {
        if (strcmp(argv[i], "--") == 0)
            break;
        if (!find_option(argp, argv, i, &arguments) && argv[i][0] == '-' && argv[i][1])
            return argv[i];
    }
    return NULL;
}
