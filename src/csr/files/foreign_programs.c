/*
 * Recognising more files of other programs, each by lines that an edge list is unlikely to have.
 */
#include "foreign.h"
#include <string.h>

enum { SOME_LINES = 64 }; /* records that are looked at */

bool kg__is_none(const kg__beginning *file)
{
    (void)file;
    return false;
}

/* The next field, where it is one of some words, each with a blank behind it. */
static bool next_is(const char **at, kg__line line, const char *words)
{
    return kg__line_is_one_of(kg__next_field(at, line.end), words);
}

static bool next_is_number(const char **at, kg__line line)
{
    return kg__line_is_number(kg__next_field(at, line.end));
}

static bool next_is_integer(const char **at, kg__line line)
{
    uint64_t number;

    return kg__field_number(kg__next_field(at, line.end), &number);
}

/* "NAME : x", or another of its words, before the colon. */
bool kg__is_tsplib(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line, word;

    if (!kg__next_line(file, &at, "", &line))
        return false;
    at = line.begin;
    word = kg__next_field(&at, line.end);
    if (kg__line_is_one_of(word, "name: type: comment: "))
        return true;
    return kg__line_is_one_of(word, "name type comment ") &&
           kg__line_begins(kg__next_field(&at, line.end), ":");
}

/* "graph", the scale, width and height; then a node. */
bool kg__is_plain(const kg__beginning *file)
{
    const char *at = file->begin, *p;
    kg__line line;

    if (!kg__next_line(file, &at, "", &line))
        return false;
    p = line.begin;
    if (!next_is(&p, line, "graph ") || !next_is_number(&p, line) || !next_is_number(&p, line) ||
        !next_is_number(&p, line) || p < line.end || !kg__next_line(file, &at, "", &line))
        return false;
    p = line.begin;
    return next_is(&p, line, "node edge stop ");
}

/* The comments that NetworkX begins adjacency lists with; or lines "a 2", and below as many of
 * neighbours with their attributes. */
bool kg__is_networkx(const kg__beginning *file)
{
    const char *at = file->begin, *p;
    kg__line line, field;

    for (int i = 0; i < 2 && kg__next_line(file, &at, "", &line); i++)
        if (kg__line_begins(line, "# GMT "))
            return true;
    at = file->begin;
    if (!kg__next_line(file, &at, "#", &line))
        return false;
    p = line.begin;
    (void)kg__next_field(&p, line.end);
    if (!next_is_integer(&p, line) || p < line.end || !kg__next_line(file, &at, "#", &line))
        return false;
    p = line.begin;
    (void)kg__next_field(&p, line.end);
    field = kg__next_field(&p, line.end);
    return kg__line_is(field, "{}") || kg__line_begins(field, "{'");
}

/* Lines "number label" with rising numbers, a line "#", and lines of two numbers. Not all labels
 * are numbers, or it might be an edge list. */
bool kg__is_tgf(const kg__beginning *file)
{
    const char *at = file->begin, *p;
    uint64_t labels = 0, edges = 0, number, last = 0;
    bool behind = false;
    kg__line line;

    while (kg__next_line(file, &at, "", &line)) {
        p = line.begin;
        if (at > file->end && !file->whole)
            break;
        if (kg__line_is(line, "#")) {
            if (behind)
                return false;
            behind = true;
            continue;
        }
        if (!kg__field_number(kg__next_field(&p, line.end), &number) ||
            (behind && !next_is_integer(&p, line)) || (!behind && last && number <= last))
            return false;
        last = number;
        edges += behind;
        labels += !behind && !next_is_integer(&p, line);
    }
    return labels && edges;
}

/* Lines "t # 0", "v 0 label", "e 0 1 label". */
bool kg__is_gspan(const kg__beginning *file)
{
    const char *at = file->begin, *p;
    bool vertices = false, edges = false;
    kg__line line, kind;

    for (int i = 0; i < SOME_LINES && kg__next_line(file, &at, "%", &line); i++) {
        if (at > file->end && !file->whole && i)
            break;
        p = line.begin;
        kind = kg__next_field(&p, line.end);
        if (kg__line_is(kind, "t") && !edges && next_is(&p, line, "# "))
            vertices = true;
        else if (kg__line_is(kind, "v") && next_is_integer(&p, line))
            vertices = true;
        else if (kg__line_is(kind, "e") && vertices && next_is_integer(&p, line) &&
                 next_is_integer(&p, line))
            edges = true;
        else
            return false;
    }
    return edges;
}

/* As many lines as fields, three at least, and all of them 0 or 1. */
bool kg__is_matrix(const kg__beginning *file)
{
    const char *at = file->begin, *p;
    uint64_t rows = 0, columns = 0;
    kg__line line, field;

    while (file->whole && kg__next_line(file, &at, "#%", &line)) {
        uint64_t fields = 0;

        for (p = line.begin; p < line.end; fields++) {
            field = kg__next_field(&p, line.end);
            if (!kg__line_is_one_of(field, "0 1 0.0 1.0 "))
                return false;
        }
        if (columns && fields != columns)
            return false;
        columns = fields;
        rows++;
    }
    return rows == columns && rows > 2;
}

/* Whether each field of the first record begins and ends so; *at moves behind it. */
static bool are_fields(
    const kg__beginning *file, const char **at, bool (*is)(kg__line field), unsigned *count)
{
    const char *p;
    kg__line line;

    if (!kg__next_line(file, at, "#%", &line))
        return false;
    p = line.begin;
    for (*count = 0; p < line.end; ++*count)
        if (!is(kg__next_field(&p, line.end)))
            return false;
    return true;
}

static bool is_word(kg__line field)
{
    return kg__line_is_letters((kg__line){field.begin, field.begin + 1}, "_");
}

static bool is_quoted(kg__line field)
{
    return kg__line_length(field) > 2 && *field.begin == '"' && field.end[-1] == '"';
}

/* A first record of words, and numbers alone below. */
bool kg__has_unknown_header(const kg__beginning *file)
{
    const char *at = file->begin, *p;
    unsigned count;
    int records = 0;
    kg__line line;

    if (!are_fields(file, &at, is_word, &count))
        return false;
    for (; records < SOME_LINES && kg__next_line(file, &at, "#%", &line); records++) {
        if (at > file->end && !file->whole)
            break;
        p = line.begin;
        if (!next_is_integer(&p, line) || !next_is_integer(&p, line))
            return false;
    }
    return count > 1 && records > 0;
}

/* A first record of fields in quotes. */
bool kg__has_quotes(const kg__beginning *file)
{
    const char *at = file->begin;
    kg__line line;
    unsigned count;

    if (are_fields(file, &at, is_quoted, &count) && count > 1)
        return true;
    at = file->begin; /* between the quotes may be blanks */
    return kg__next_line(file, &at, "#%", &line) && is_quoted(line) &&
           (kg__line_has(line, "\",\"") || kg__line_has(line, "\" \"") ||
               kg__line_has(line, "\"\t\""));
}
