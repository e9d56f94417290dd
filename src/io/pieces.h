/* Pieces of text: lines, fields, words. For code that examines the beginning of a file. */
#ifndef KG_PIECES_H
#define KG_PIECES_H

#include "../base/ascii.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The beginning of a file, without its byte order mark. KG__TEXT_PAD zeros follow. */
typedef struct kg__beginning {
    const char *begin, *end;
    bool whole; /* the file has no more than this */
} kg__beginning;

/* The bytes of the UTF-8 byte order mark at the beginning of a text: 3 or 0. */
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

/* The next line that is not blank and does not begin with one of the characters of `comments`. *at
 * moves after it: past the end if the line has no line end. False if there is none. */
bool kg__next_line(
    const kg__beginning *file, const char **at, const char *comments, kg__line *line);

/* The next field of a line, between blanks or commas; empty if there is none. *at moves after
 * it. */
kg__line kg__next_field(const char **at, const char *end);

/* Whether a text is a whole number, and its value; past 64 bits, some large value. */
bool kg__field_number(kg__line field, uint64_t *number);

static inline bool kg__line_is(kg__line text, const char *word)
{
    return kg__line_length(text) == strlen(word) &&
           kg__same_letters(text.begin, word, strlen(word));
}

bool kg__line_is_one_of(kg__line text, const char *words); /* each followed by a blank */
bool kg__line_begins(kg__line text, const char *what);
bool kg__line_has(kg__line text, const char *what);          /* case-sensitive */
bool kg__line_is_letters(kg__line text, const char *others); /* and the characters `others` */
bool kg__line_is_number(kg__line text);

#endif
