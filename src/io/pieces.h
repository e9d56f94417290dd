/* Pieces of text: lines, fields, words, for code that looks at how a file begins. */
#ifndef KG_PIECES_H
#define KG_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a file begins, without its byte order mark. KG__TEXT_PAD zeros follow. */
typedef struct kg__beginning {
    const char *begin, *end;
    bool whole; /* the file has no more than this */
} kg__beginning;

/* The bytes of the byte order mark of UTF-8 that a text begins with: 3 or 0. */
size_t kg__byte_order_mark(const char *text, size_t length);

/* A piece of text: a line without the blanks around it, a field, a word. Letters are those of
 * ASCII, in either case. */
typedef struct kg__line {
    const char *begin, *end;
} kg__line;

static inline size_t kg__line_length(kg__line text)
{
    return (size_t)(text.end - text.begin);
}

static inline kg__line kg__all_of(const kg__beginning *file)
{
    return (kg__line){file->begin, file->end};
}

const char *kg__line_end(const char *p, const char *end);

/* The next line that is not blank and begins with none of the marks of comments. *at moves behind
 * it: past the end where the line lacks its own. False where there is none. */
bool kg__next_line(
    const kg__beginning *file, const char **at, const char *comments, kg__line *line);

/* The next field of a line, between blanks or commas; empty where there is none. *at moves behind
 * it. */
kg__line kg__next_field(const char **at, const char *end);

/* Whether a text is a whole number, and its value; some large one where it passes 64 bits. */
bool kg__field_number(kg__line field, uint64_t *number);

bool kg__line_is(kg__line text, const char *word);
bool kg__line_is_one_of(kg__line text, const char *words); /* each with a blank behind it */
bool kg__line_begins(kg__line text, const char *what);
bool kg__line_has(kg__line text, const char *what);          /* in the same case */
bool kg__line_is_letters(kg__line text, const char *others); /* and those characters */
bool kg__line_is_number(kg__line text);

#endif
