/* Prints --help and --usage from the tables of options, without any memory of its own. */
#include "help.h"
#include <stdbool.h>
#include <string.h>

enum { WIDTH = 79, COLUMN = 29 };

/* Prints text, whose lines end where it has newlines or before WIDTH. The first line begins in
 * column indent, where the cursor is; so do lines that are broken here. */
static void print_text(FILE *stream, const char *text, const char *end, int indent)
{
    int column = indent, blanks = 0;

    while (text < end) {
        int word = (int)strcspn(text, " \n\v");

        if (word && column + blanks + word > WIDTH && column > indent) {
            fprintf(stream, "\n%*s", indent, "");
            column = indent;
            blanks = 0;
        }
        if (word)
            column += fprintf(stream, "%*s%.*s", blanks, "", word, text);
        text += word;
        if (word)
            blanks = 0;
        if (text < end && *text == '\n') {
            fputc('\n', stream);
            column = blanks = 0;
        } else {
            blanks++;
        }
        text++;
    }
    fputc('\n', stream);
}

static void print_option(FILE *stream, const struct argp_option *option)
{
    char name[COLUMN + 64];
    int length = 0;
    bool is_char = option->key > ' ' && option->key < 127;

    if (is_char)
        length = snprintf(name, sizeof name, "  -%c%s", option->key, option->name ? ", " : " ");
    else
        length = snprintf(name, sizeof name, "      ");
    if (option->name)
        length += snprintf(name + length, sizeof name - (size_t)length,
            !option->arg                          ? "--%s"
            : option->flags & OPTION_ARG_OPTIONAL ? "--%s[=%s]"
                                                  : "--%s=%s",
            option->name, option->arg);
    else if (option->arg)
        length += snprintf(name + length, sizeof name - (size_t)length, "%s", option->arg);
    if (length < COLUMN - 1)
        fprintf(stream, "%-*s", COLUMN, name);
    else
        fprintf(stream, "%s\n%*s", name, COLUMN, "");
    print_text(stream, option->doc, option->doc + strlen(option->doc), COLUMN);
}

static void print_options(FILE *stream, const struct argp *argp)
{
    EACH_OPTION (option, argp)
        if (!(option->flags & OPTION_HIDDEN))
            print_option(stream, option);
    for (const struct argp_child *child = argp->children; child && child->argp; child++) {
        fprintf(stream, "\n %s\n", child->header);
        print_options(stream, child->argp);
    }
}

void help_usage(FILE *stream, const struct argp *argp, const char *name)
{
    fprintf(stream, "Usage: %s [OPTION...] %s\n", name, argp->args_doc ? argp->args_doc : "");
}

void help_print(FILE *stream, const struct argp *argp, const char *name)
{
    const char *doc = argp->doc ? argp->doc : "";
    const char *end = doc + strlen(doc), *options = doc + strcspn(doc, "\v");

    help_usage(stream, argp, name);
    print_text(stream, doc, options, 0);
    fputc('\n', stream);
    print_options(stream, argp);
    if (options < end) {
        fputc('\n', stream);
        print_text(stream, options + 1, end, 0);
    }
}
