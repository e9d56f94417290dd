/* Parses command lines by tables of options. */
#include "options.h"
#include "arguments.h"
#include "terminal.h"
#include "unearned.h"
#include "values.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

void usage_error(const struct command_line *line, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    terminal_tell(line->name, format, list);
    va_end(list);
    fprintf(
        stderr, "Try `%s --help' or `%s --usage' for more information.\n", line->name, line->name);
    exit(unearned_not(EX_USAGE));
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const struct option_table *table_at(const struct command *command, unsigned i)
{
    const struct option_table *table = command->tables;

    for (; table && table->options && i; table++)
        i--;
    return table && table->options ? table : i ? NULL : &tool_options;
}

bool next_option(struct option_walk *walk)
{
    if (walk->in)
        walk->row++;
    else
        walk->in = table_at(walk->command, 0);
    while (walk->in) {
        walk->option = &walk->in->options[walk->row];
        if (walk->option->name || walk->option->letter)
            return true;
        walk->in = table_at(walk->command, ++walk->table);
        walk->row = 0;
    }
    return false;
}

bool has_options(const struct command *command, const struct option *options)
{
    for (const struct option_table *table = command->tables; table && table->options; table++)
        if (table->options == options)
            return true;
    return false;
}

bool option_given(const struct command_line *line, const char *name)
{
    for (struct option_walk walk = {line->command}; next_option(&walk);)
        if (walk.option->name && strcmp(walk.option->name, name) == 0)
            return line->given[walk.table] >> walk.row & 1;
    return false;
}

/* ---- values ---------------------------------------------------------------------------------- */

void refuse_value(const struct command_line *line, const char *value, const char *expected, ...)
{
    char text[512];
    va_list list;

    va_start(list, expected);
    vsnprintf(text, sizeof text, expected, list);
    va_end(list);
    usage_error(line, "%s '%s': expected %s", line->typed, value, text);
}

/* Sets the target, a number of 1, 4 or 8 bytes. */
static void put(const struct command_line *line, const struct option *option, uint64_t value)
{
    char *to = (char *)line->to + option->at;
    const uint32_t small = (uint32_t)value;

    if (option->size == 1)
        *to = (char)value;
    else if (option->size == sizeof small)
        memcpy(to, &small, sizeof small);
    else
        memcpy(to, &value, sizeof value);
}

void option_set(struct command_line *line, const struct option *option, char *value)
{
    (void)value;
    put(line, option, option->least);
}

void option_text(struct command_line *line, const struct option *option, char *value)
{
    memcpy((char *)line->to + option->at, &value, sizeof value);
}

void option_number(struct command_line *line, const struct option *option, char *value)
{
    uint64_t number;
    const bool fits = value_number(value, option->most, &number) && number >= option->least;

    if (!fits && option->words)
        refuse_value(line, value, "%s", option->words);
    if (!fits)
        refuse_value(
            line, value, "a number from %" PRIu64 " to %" PRIu64, option->least, option->most);
    put(line, option, number);
}

void option_real(struct command_line *line, const struct option *option, char *value)
{
    double number;

    if (!option->real(value, &number))
        refuse_value(line, value, "%s", option->words);
    memcpy((char *)line->to + option->at, &number, sizeof number);
}

void option_word(struct command_line *line, const struct option *option, char *value)
{
    const int place = word_place(option->words, value);

    if (place < 0)
        refuse_value(line, value, "%s", option->words);
    put(line, option, option->least + (uint64_t)place);
}

const char *word_at(const char *words, unsigned place, int *length)
{
    for (;; place--) {
        *length = (int)strcspn(words, ", ");
        if (!place || !*words)
            return words;
        words += *length;
        words += strspn(words, ", ");
        if (strncmp(words, "or ", 3) == 0)
            words += 3;
    }
}

int word_place(const char *words, const char *text)
{
    int length;

    for (unsigned place = 0;; place++) {
        const char *word = word_at(words, place, &length);

        if (!*word)
            return -1;
        if (strlen(text) == (size_t)length && memcmp(text, word, (size_t)length) == 0)
            return (int)place;
    }
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Whether one of the options is given; all: as text, "--a or --b". */
static bool given_of(const struct command_line *line, const char *names, char *all, size_t size)
{
    bool given = false;
    size_t used = 0;

    for (const char *at = names; *at; at += strspn(at, ",")) {
        const int length = (int)strcspn(at, ",");
        char name[64];

        snprintf(name, sizeof name, "%.*s", length, at);
        given |= option_given(line, name);
        if (used < size)
            used += (size_t)snprintf(all + used, size - used, "%s--%s", used ? " or " : "", name);
        at += length;
    }
    return given;
}

static void check_rules(const struct command_line *line)
{
    char names[128];
    bool broken;

    for (struct option_walk walk = {line->command}; next_option(&walk);) {
        const struct option *o = walk.option;

        if (!(line->given[walk.table] >> walk.row & 1))
            continue;
        broken = o->needs     ? !given_of(line, o->needs, names, sizeof names)
                 : o->without ? given_of(line, o->without, names, sizeof names)
                              : false;
        if (broken && o->says)
            usage_error(line, "%s", o->says);
        if (broken)
            usage_error(
                line, "--%s %s %s", o->name, o->needs ? "needs" : "does not go with", names);
    }
}

/* ---- the line -------------------------------------------------------------------------------- */

/* Does what an option asks for. old: it was given by the name that it had. */
static void give(struct command_line *line, const struct option *option, bool old, char *value)
{
    char typed[64];

    for (struct option_walk walk = {line->command}; next_option(&walk);)
        if (walk.option == option) {
            if (option->name)
                snprintf(typed, sizeof typed, "--%s", old ? option->old : option->name);
            else
                snprintf(typed, sizeof typed, "-%c", option->letter);
            line->typed = typed;
            line->to = (char *)line->input + walk.in->at;
            line->given[walk.table] |= UINT64_C(1) << walk.row;
            option->take(line, option, value);
            return;
        }
}

/* Ends the program if several options begin with a name. */
static void refuse_several(const struct command_line *line, const char *name, size_t length)
{
    char list[512];
    size_t used = 0;
    unsigned count = 0;

    for (struct option_walk walk = {line->command}; next_option(&walk);) {
        const char *whole = option_name(walk.option, name, length);

        if (whole && used < sizeof list) {
            used += (size_t)snprintf(list + used, sizeof list - used, " '--%s'", whole);
            count++;
        }
    }
    if (count > 1)
        usage_error(
            line, "option '--%.*s' is ambiguous; possibilities:%s", (int)length, name, list);
}

/* next: the argument behind it, or NULL. */
static void take_name(
    struct command_line *line, const struct option *option, char *name, char *next)
{
    const size_t length = strcspn(name, "=");
    const char *whole = option_name(option, name, length);
    char *value = name[length] ? name + length + 1 : NULL;

    if (whole[length])
        refuse_several(line, name, length);
    if (value && !option->arg)
        usage_error(line, "option '--%s' doesn't allow an argument", whole);
    if (!value && takes_value(option))
        value = next;
    if (!value && takes_value(option))
        usage_error(line, "option '--%s' requires an argument", whole);
    give(line, option, whole == option->old, value);
}

/* Letters behind one dash, of which the last may have a value. */
static void take_letters(struct command_line *line, char *letter, char *next)
{
    const struct option *option;
    char *value;

    do {
        option = find_letter(line->command, *letter++);
        value = option->arg && *letter ? letter : NULL;
        if (!value && takes_value(option))
            value = next;
        if (!value && takes_value(option))
            usage_error(line, "option requires an argument -- '%c'", letter[-1]);
        give(line, option, false, value);
    } while (!option->arg && *letter);
}

void parse_line(const struct command *command, const struct command_rules *rules, int argc,
    char **argv, void *input)
{
    const char *slash = argc ? strrchr(argv[0], '/') : NULL;
    struct command_line line = {.command = command,
        .name = slash  ? slash + 1
                : argc ? argv[0]
                       : "konig",
        .input = input};
    int options_end = 1, arguments;

    for (; options_end < argc && strcmp(argv[options_end], "--") != 0; options_end += arguments) {
        char *argument = argv[options_end], *next = NULL;
        const struct option *option = find_option(command, argv, options_end, &arguments);

        if (options_end + 1 < argc)
            next = argv[options_end + 1];
        if (option && argument[1] == '-')
            take_name(&line, option, argument + 2, next);
        else if (option)
            take_letters(&line, argument + 1, next);
    }
    for (int i = 1; i < argc; i += arguments) {
        arguments = 1;
        if (i == options_end || (i < options_end && find_option(command, argv, i, &arguments)))
            continue;
        if (!rules->argument)
            usage_error(&line, "Too many arguments");
        rules->argument(&line, argv[i]);
        line.arguments++;
    }
    check_rules(&line);
    if (rules->check)
        rules->check(&line);
}
