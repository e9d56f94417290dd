/*
 * Command lines, from tables of options. This is the part of the GNU C library's argp that the
 * tools use, by the same names, for there is none in other C libraries.
 *
 * A program's struct argp has a table of options, a parser, and perhaps children, whose options
 * the program takes, too. argp_parse() calls the parser in whose table an option stands, in the
 * order of the command line, and then, wherever they stand, each parser in turn for an argument
 * that is no option, until one knows it. Names of options may be cut short where that leaves one
 * meaning; what comes behind "--" is no option.
 */
#ifndef KG_TOOLS_OPTIONS_H
#define KG_TOOLS_OPTIONS_H

#include <errno.h>

typedef int error_t; /* as in the GNU C library's errno.h */

enum { ARGP_ERR_UNKNOWN = E2BIG }; /* a parser's answer: it does not know the key */

enum { OPTION_ARG_OPTIONAL = 1, OPTION_HIDDEN = 2 };

/* A parser's key is that of an option, or one of these: an argument that is no option; the end of
 * the line; before the first; after the last. Children get the end before their parents. */
enum {
    ARGP_KEY_ARG = 0,
    ARGP_KEY_END = 0x1000001,
    ARGP_KEY_INIT = 0x1000003,
    ARGP_KEY_FINI = 0x1000007
};

/* A table ends with one that is all zero. A key that is a letter is the name of an option, too. */
struct argp_option {
    const char *name;
    int key;
    const char *arg; /* what its value is called; NULL: it has none */
    int flags;
    const char *doc;
    int group;
};

struct argp;

#define EACH_OPTION(option, of)                                                                    \
    for (const struct argp_option *option = (of)->options;                                         \
         option && (option->name || option->key); option++)

struct argp_state {
    const struct argp *root_argp;
    const char *name;    /* of the program, in messages */
    void *input;         /* the parser's */
    void **child_inputs; /* which the parser sets at ARGP_KEY_INIT */
    unsigned arg_num;    /* how many arguments came before this one */
};

typedef error_t (*argp_parser_t)(int key, char *arg, struct argp_state *state);

struct argp_child {
    const struct argp *argp;
    int flags;
    const char *header; /* over its options in --help */
    int group;
};

struct argp {
    const struct argp_option *options;
    argp_parser_t parser;
    const char *args_doc;
    const char *doc;
    const struct argp_child *children; /* which have none */
};

/* Parses argv[1] to argv[argc - 1]. All options must be known: see unknown_option(). A mistake ends
 * the program as argp_error() does. */
void argp_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Says what is wrong, and how to ask for help, and exits with 64. */
_Noreturn void argp_error(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
