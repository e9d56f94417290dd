/* Recognising lists of edges or of words in forms that konig does not read. */
#include "foreign.h"
#include <string.h>

enum { SOME_LINES = 64 }; /* as many records are looked at where all have to be of a kind */

/* Whether the first records are all of a kind; the last may be cut. */
static bool are_all(
    const kg__beginning *file, bool (*is)(kg__line line, const char *what), const char *what)
{
    const char *at = file->begin;
    kg__line line;
    int lines = 0;

    for (; lines < SOME_LINES && kg__next_line(file, &at, "#%", &line); lines++) {
        if (at > file->end && !file->whole && lines)
            break;
        if (!is(line, what))
            return false;
    }
    return lines > 0;
}

/* Whether what stands between the first two fields of a line, as konig would read them. */
static bool is_between(kg__line line, const char *what)
{
    const char *p = line.begin;
    kg__line first = kg__next_field(&p, line.end), second = kg__next_field(&p, line.end);
    kg__line third = kg__next_field(&p, line.end);
    kg__line inner = first;

    if (!kg__line_length(second)) {
        inner.begin++;
        return kg__line_has(inner, what);
    }
    if (kg__line_length(first) > strlen(what) && kg__line_ends(first, what))
        return true;
    return kg__line_begins(second, what) &&
           (kg__line_length(second) > strlen(what) || kg__line_length(third));
}

/* Whether a line without blanks has both semicolons and commas: these are in its numbers. */
static bool has_decimal_commas(kg__line line, const char *what)
{
    return kg__line_has(line, what) && kg__line_has(line, ",") && !kg__line_has(line, " ") &&
           !kg__line_has(line, "\t");
}

bool kg__has_semicolons(const kg__beginning *file)
{
    return are_all(file, is_between, ";") || are_all(file, has_decimal_commas, ";");
}

bool kg__has_bars(const kg__beginning *file)
{
    return are_all(file, is_between, "|");
}

static bool is_pair_of_dashes(kg__line line, const char *what)
{
    return is_between(line, what) && !is_between(line, "---");
}

bool kg__has_dashes(const kg__beginning *file)
{
    return are_all(file, is_pair_of_dashes, "--");
}

bool kg__has_other_arrows(const kg__beginning *file)
{
    static const char *const arrows[] = {
        "\xe2\x86\x92", "\xe2\x9f\xb6", "\xe2\x87\x92", "=>", "<-", "\xe2\x86\x90", "\xe2\x86\x94"};

    for (unsigned i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (are_all(file, is_between, arrows[i]))
            return true;
    return false;
}

/* A statement of DOT: an edge, and what no name of konig's ends with. */
static bool is_statement(kg__line line, const char *what)
{
    return (kg__line_has(line, "->") || kg__line_has(line, " -- ")) &&
           (kg__line_ends(line, what) ||
               (kg__line_ends(line, "]") && kg__line_has(line, " [") && kg__line_has(line, "=")));
}

bool kg__is_inside_of_dot(const kg__beginning *file)
{
    return are_all(file, is_statement, ";");
}

bool kg__has_long_arrows(const kg__beginning *file)
{
    static const char *const arrows[] = {"-->", "->>", "-.->"};

    for (unsigned i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (are_all(file, is_between, arrows[i]))
            return true;
    return false;
}

static bool is_in_brackets(kg__line line, const char *what)
{
    const char *p = line.begin;
    kg__line first = kg__next_field(&p, line.end), second;

    if (*first.begin == *what && kg__line_length(first) == 1)
        first = kg__next_field(&p, line.end);
    second = kg__next_field(&p, line.end);
    return *line.begin == *what && kg__line_ends(second, what + 1) &&
           !kg__line_ends(first, what + 1);
}

bool kg__has_brackets(const kg__beginning *file)
{
    return are_all(file, is_in_brackets, "()");
}

static bool is_weighted_behind(kg__line line, const char *what)
{
    const char *p = line.begin, *colon;
    kg__line first = kg__next_field(&p, line.end), second = kg__next_field(&p, line.end);
    uint64_t number;

    colon = memmem(second.begin, kg__line_length(second), what, 1);
    return colon && kg__field_number(first, &number) &&
           kg__field_number((kg__line){second.begin, colon}, &number) &&
           kg__line_is_number((kg__line){colon + 1, second.end});
}

bool kg__has_weights_behind(const kg__beginning *file)
{
    return are_all(file, is_weighted_behind, ":");
}

bool kg__has_other_comments(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line;

    if (!kg__next_line(file, &at, "#%", &line))
        return false;
    at = line.begin;
    return kg__line_is_one_of(kg__next_field(&at, line.end), "// ; ;; ");
}

static bool is_before_colon(kg__line line, const char *what)
{
    const char *p = line.begin;
    kg__line first = kg__next_field(&p, line.end);

    return kg__line_length(first) > 1 && kg__line_ends(first, what);
}

bool kg__has_colons(const kg__beginning *file)
{
    return are_all(file, is_before_colon, ":");
}

/* A line of pip's: a name with a version, a name alone, an option. */
static bool is_requirement(kg__line line, const char *operators)
{
    const char *p = line.begin;
    kg__line first = kg__next_field(&p, line.end), second = kg__next_field(&p, line.end);

    return *line.begin == '-' || !kg__line_length(second) ||
           kg__line_is_one_of(second, operators) || kg__line_has(first, "==") ||
           kg__line_has(first, ">=") || kg__line_has(first, "~=");
}

bool kg__is_requirements(const kg__beginning *file)
{
    static const char operators[] = "== >= <= ~= != === > < ";
    const char *at = file->begin;
    kg__line line;

    if (!are_all(file, is_requirement, operators))
        return false;
    for (int lines = 0; lines < SOME_LINES && kg__next_line(file, &at, "#%", &line); lines++)
        if (kg__line_has(line, "==") || kg__line_has(line, ">=") || kg__line_has(line, "~="))
            return true;
    return false;
}

bool kg__has_old_line_ends(const kg__beginning *file)
{
    kg__line text = kg__all_of(file);
    const char *end =
        text.begin < text.end ? memchr(text.begin, '\r', kg__line_length(text)) : NULL;

    return end && !memchr(text.begin, '\n', kg__line_length(text)) && end + 1 < text.end &&
           end[1] != '\r';
}
