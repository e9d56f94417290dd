/*
 * Command lines, from tables of options.
 *
 * A row of a table says what an option is called and its value, what its value means and where it
 * goes, which options it goes with, and how --help explains it. Parsing, --help, the shells'
 * completions and the lists of options in the man pages come from these rows alone.
 *
 * As getopt_long() reads a line: names of options may be cut short if one meaning is left, letters
 * may stand together behind one dash, and options may stand behind arguments, but not behind "--".
 */
#ifndef KG_TOOLS_OPTIONS_H
#define KG_TOOLS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct command_line;
struct option;

/* Does what an option asks for; value: NULL if it has none. A value that means nothing ends the
 * program by refuse_value(). */
typedef void option_fn(struct command_line *line, const struct option *option, char *value);

/* A table of options ends with one that is all zero. */
struct option {
    const char *name; /* NULL: it has a letter alone */
    const char *arg;  /* what its value is called; NULL: it has none */
    const char *doc;  /* what --help says; a % stands for the words */
    const char *old;  /* the name that it had before, and keeps for one release; or NULL */
    char letter;      /* or 0 */
    bool optional;    /* its value may be left out */
    bool hidden;      /* --help does not list it */

    option_fn *take;
    size_t at, size;      /* the target: where it is in the table's struct, and its bytes */
    uint64_t least, most; /* of a number; least: what SETS sets, what the first word means */
    const char *words;    /* "a, b or c"; of a number what is expected, or NULL */
    bool (*real)(const char *text, double *number);

    /* Names with a comma between: one of these options must be given, too; none of these may be.
     * says: the message where that does not hold; NULL: the usual one. */
    const char *needs, *without, *says;
};

/* A row: OPTION("name", "VALUE", what it does, "what --help says", .needs = "other", ...) */
#define OPTION(name_, arg_, action, ...)                                                           \
    {                                                                                              \
        .name = name_, .arg = arg_, action, .doc = __VA_ARGS__                                     \
    }

/* What an option does to a member of the table's struct, which a number fills with 1, 4 or 8 bytes:
 * it sets the member to a value, */
#define INTO(type, member)        .at = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define SETS(type, member, value) .take = option_set, INTO(type, member), .least = (uint64_t)(value)
/* to the text, */
#define TEXT_IN(type, member) .take = option_text, INTO(type, member)
/* to a number from low to high, */
#define NUMBER_IN(type, member, low, high)                                                         \
    .take = option_number, INTO(type, member), .least = low, .most = high
/* to a double that `reader` reads, */
#define REAL_IN(type, member, reader, expected)                                                    \
    .take = option_real, INTO(type, member), .real = reader, .words = expected
/* to a member of an enumeration: `first` and those behind it have the names in the list, in their
 * order; */
#define WORD_IN(type, member, first, list)                                                         \
    .take = option_word, INTO(type, member), .least = first, .words = list
/* or whatever a function does. */
#define DOES(function)                    .take = function
#define DOES_INTO(function, type, member) .take = function, INTO(type, member)

option_fn option_set, option_text, option_number, option_real, option_word;

/* Options, and where in a command's struct the struct is that their rows speak of. */
struct option_table {
    const struct option *options;
    size_t at;
    const char *title; /* over them in --help, or NULL */
};

struct command {
    const char *name, *summary, *args;
    const struct option_table *tables; /* TABLES_OF(); tool_options follows them */
    const char *doc;                   /* what --help ends with */
    const char *about;                 /* what it begins with; NULL: the name and the summary */
};

struct command_rules {
    /* Takes an argument that is no option; NULL: there must be none. */
    void (*argument)(struct command_line *line, char *argument);
    /* Checks what the rows do not say, at the end; or NULL. */
    void (*check)(struct command_line *line);
};

/* The tables of a command: TABLES_OF({options}, TABLE_AT(others, struct command, member)). In a
 * function they would not be constant. */
#define TABLE_AT(options, type, member)                                                            \
    {                                                                                              \
        options, offsetof(type, member)                                                            \
    }
#define TABLES_OF(...) ((const struct option_table[]){__VA_ARGS__, {0}})

/* Whether a command has a table. */
bool has_options(const struct command *command, const struct option *options);

/* Options of every command, of a struct tool. */
extern const struct option_table tool_options;

enum { TABLES = 12 }; /* of a command, at most */

/* A line that is being parsed. */
struct command_line {
    const struct command *command;
    const char *name;       /* of the program and command, in messages */
    void *input;            /* the command's struct, which begins with a struct tool */
    void *to;               /* for an option_fn: the struct of the option's table, */
    const char *typed;      /* and the name by which the option was given, with its dashes */
    unsigned arguments;     /* how many came before this one; at the end how many there are */
    uint64_t given[TABLES]; /* which options, a bit each */
};

/* The options of a command one after the other:
 *     for (struct option_walk walk = {command}; next_option(&walk);) */
struct option_walk {
    const struct command *command;
    unsigned table, row;
    const struct option_table *in;
    const struct option *option;
};
bool next_option(struct option_walk *walk);

/* Parses argv[1] to argv[argc - 1]. All options must be known: see unknown_option(). A mistake ends
 * the program as usage_error() does. */
void parse_line(const struct command *command, const struct command_rules *rules, int argc,
    char **argv, void *input);

/* Whether an option was given, by its long name. */
bool option_given(const struct command_line *line, const char *name);

/* Which of the words of "a, b or c" a text is, from 0; -1: none. */
int word_place(const char *words, const char *text);
/* The word at a place, and its length. */
const char *word_at(const char *words, unsigned place, int *length);

/* Says what is wrong, and how to ask for help, and exits with 64. */
_Noreturn void usage_error(const struct command_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* For an option_fn: says what was expected in place of the value. */
_Noreturn void refuse_value(const struct command_line *line, const char *value,
    const char *expected, ...) __attribute__((format(printf, 3, 4)));

#endif
