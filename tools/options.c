/* Parses command lines as the GNU C library's argp does, for what konig uses of it. */
#include "options.h"
#include "arguments.h"
#include "terminal.h"
#include "unearned.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

enum { MOST = 4 }; /* of a program's tables of options */

struct line {
    struct argp_state state;
    const struct argp *argp[MOST]; /* the program's own, then its children */
    void *input[MOST];
    unsigned count;
};

void argp_error(const struct argp_state *state, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    terminal_tell(state->name, format, list);
    va_end(list);
    fprintf(stderr, "Try `%s --help' or `%s --usage' for more information.\n", state->name,
        state->name);
    exit(unearned_not(EX_USAGE));
}

/* Whether the parser of one table knows the key. */
static bool call(struct line *line, unsigned i, int key, char *arg)
{
    line->state.input = line->input[i];
    return line->argp[i]->parser(key, arg, &line->state) != ARGP_ERR_UNKNOWN;
}

/* Gives an option to the parser of its table. */
static void give(struct line *line, const struct argp_option *option, char *value)
{
    for (unsigned i = 0; i < line->count; i++)
        EACH_OPTION (own, line->argp[i])
            if (own == option) {
                call(line, i, option->key, value);
                return;
            }
}

/* Ends the program if several options begin with a name. */
static void refuse_several(const struct line *line, const char *name, size_t length)
{
    char list[512];
    size_t used = 0;
    unsigned count = 0;

    for (unsigned i = 0; i < line->count; i++)
        EACH_OPTION (o, line->argp[i])
            if (o->name && strncmp(o->name, name, length) == 0 && used < sizeof list) {
                used += (size_t)snprintf(list + used, sizeof list - used, " '--%s'", o->name);
                count++;
            }
    if (count > 1)
        argp_error(&line->state, "option '--%.*s' is ambiguous; possibilities:%s", (int)length,
            name, list);
}

/* next: the argument behind it, or NULL. */
static void take_name(struct line *line, const struct argp_option *option, char *name, char *next)
{
    const size_t length = strcspn(name, "=");
    char *value = name[length] ? name + length + 1 : NULL;

    if (option->name[length])
        refuse_several(line, name, length);
    if (value && !option->arg)
        argp_error(&line->state, "option '--%s' doesn't allow an argument", option->name);
    if (!value && takes_value(option))
        value = next;
    if (!value && takes_value(option))
        argp_error(&line->state, "option '--%s' requires an argument", option->name);
    give(line, option, value);
}

/* Letters behind one dash, of which the last may have a value. */
static void take_letters(struct line *line, char *letter, char *next)
{
    const struct argp_option *option;
    char *value;

    do {
        option = find_letter(line->state.root_argp, *letter++);
        value = option->arg && *letter ? letter : NULL;
        if (!value && takes_value(option))
            value = next;
        if (!value && takes_value(option))
            argp_error(&line->state, "option requires an argument -- '%c'", letter[-1]);
        give(line, option, value);
    } while (!option->arg && *letter);
}

static void take_argument(struct line *line, char *argument)
{
    unsigned i = 0;

    while (i < line->count && !call(line, i, ARGP_KEY_ARG, argument))
        i++;
    if (i == line->count)
        argp_error(&line->state, "Too many arguments");
    line->state.arg_num++;
}

static void begin(struct line *line, const struct argp *argp, const char *program, void *input)
{
    const char *slash = strrchr(program, '/');
    void *child_inputs[MOST] = {0};

    line->state.root_argp = line->argp[0] = argp;
    line->state.name = slash ? slash + 1 : program;
    line->state.child_inputs = child_inputs;
    line->input[0] = input;
    line->count = 1;
    call(line, 0, ARGP_KEY_INIT, NULL);
    for (const struct argp_child *c = argp->children; c && c->argp && line->count < MOST; c++) {
        line->input[line->count] = child_inputs[line->count - 1];
        line->argp[line->count++] = c->argp;
    }
    line->state.child_inputs = NULL;
    for (unsigned i = 1; i < line->count; i++)
        call(line, i, ARGP_KEY_INIT, NULL);
}

void argp_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    struct line line = {0};
    int options_end = 1, arguments;

    begin(&line, argp, argc ? argv[0] : "konig", input);
    for (; options_end < argc && strcmp(argv[options_end], "--") != 0; options_end += arguments) {
        char *argument = argv[options_end], *next = NULL;
        const struct argp_option *option = find_option(argp, argv, options_end, &arguments);

        if (options_end + 1 < argc)
            next = argv[options_end + 1];
        if (option && argument[1] == '-')
            take_name(&line, option, argument + 2, next);
        else if (option)
            take_letters(&line, argument + 1, next);
    }
    for (int i = 1; i < argc; i += arguments) {
        arguments = 1;
        if (i == options_end)
            continue;
        if (i > options_end || !find_option(argp, argv, i, &arguments))
            take_argument(&line, argv[i]);
    }
    for (unsigned i = line.count; i-- > 0;)
        call(&line, i, ARGP_KEY_END, NULL);
    for (unsigned i = line.count; i-- > 0;)
        call(&line, i, ARGP_KEY_FINI, NULL);
}
