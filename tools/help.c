/* Prints --help and --usage from the tables of options, without any memory of its own. */
#include "help.h"
#include "arguments.h"
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

/* What an option does, with its words. */
static void print_meaning(FILE *stream, const struct option *option)
{
    const char *doc = option->doc, *words = strchr(doc, '%');
    char text[512];

    if (words && option->words) {
        snprintf(text, sizeof text, "%.*s%s%s", (int)(words - doc), doc, option->words, words + 1);
        doc = text;
    }
    print_text(stream, doc, doc + strlen(doc), COLUMN);
}

static void print_option(FILE *stream, const struct option *option)
{
    char name[COLUMN + 64];
    int length;

    if (option->letter)
        length = snprintf(name, sizeof name, "  -%c%s", option->letter, option->name ? ", " : " ");
    else
        length = snprintf(name, sizeof name, "      ");
    if (option->name)
        length += snprintf(name + length, sizeof name - (size_t)length,
            !option->arg          ? "--%s"
            : takes_value(option) ? "--%s=%s"
                                  : "--%s[=%s]",
            option->name, option->arg);
    else if (option->arg)
        length += snprintf(name + length, sizeof name - (size_t)length, "%s", option->arg);
    if (length < COLUMN - 1)
        fprintf(stream, "%-*s", COLUMN, name);
    else
        fprintf(stream, "%s\n%*s", name, COLUMN, "");
    print_meaning(stream, option);
}

void help_usage(FILE *stream, const struct command *command, const char *name)
{
    fprintf(stream, "Usage: %s [OPTION...] %s\n", name, command->args ? command->args : "");
}

void help_print(FILE *stream, const struct command *command, const char *name)
{
    const char *about = command->about, *doc = command->doc;
    char summary[256];

    help_usage(stream, command, name);
    if (!about) {
        snprintf(summary, sizeof summary, "%s: %s", name, command->summary);
        about = summary;
    }
    print_text(stream, about, about + strlen(about), 0);
    fputc('\n', stream);
    for (struct option_walk walk = {command}; next_option(&walk);) {
        if (walk.row == 0 && walk.in->title)
            fprintf(stream, "\n %s\n", walk.in->title);
        if (!walk.option->hidden)
            print_option(stream, walk.option);
    }
    if (doc) {
        fputc('\n', stream);
        print_text(stream, doc, doc + strlen(doc), 0);
    }
}
