/* The text of a file as a whole, for formats that nest. */
#ifndef KG_WHOLE_TEXT_H
#define KG_WHOLE_TEXT_H

#include "../../../io/pieces.h"
#include "../../../io/text_block.h"
#include "node_list.h"
#include <string.h>

typedef struct kg__whole {
    const kg__input *input;
    const char *shown; /* how messages call the format: "GML" */
    uint64_t start;    /* of the text: after a byte order mark */
    char *text;        /* [input->size] from the first byte of the file on, followed by KG__TEXT_PAD
                        * zeros */
    const char *p;     /* for readers: where they are */
    const char *end;
} kg__whole;

/* Reads the text of whole->input, and goes to its start. KG_FORMAT: a zero byte is in it. The
 * caller frees the text, after a failure too. */
kg_status kg__whole_read(kg__whole *whole);
void kg__whole_free(kg__whole *whole);

/* Fails with "file:line:column: ", the text, and the format that was being read. */
kg_status kg__whole_fail(const kg__whole *whole, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The end of the line at p. */
static inline const char *kg__whole_line_end(const kg__whole *whole, const char *p)
{
    const char *end = memchr(p, '\n', (size_t)(whole->end - p));

    return end ? end : whole->end;
}

/* The next line that is not blank and does not begin with a comment mark, without the blanks around
 * it. False if there is none. whole->p: after it. */
bool kg__whole_next_line(kg__whole *whole, const char *comments, kg__line *line);
/* The next word of a line, between blanks; empty if there is none. *at moves past it. */
static inline kg__line kg__whole_word(const char **at, kg__line line)
{
    kg__line word = {*at, *at};

    while (word.begin < line.end && kg__is_blank(*word.begin))
        word.begin++;
    for (word.end = word.begin; word.end < line.end && !kg__is_blank(*word.end);)
        word.end++;
    *at = word.end;
    return word;
}

/* The same, but a field that begins with a quote ends with one. */
kg_status kg__whole_field(
    const kg__whole *whole, const char **at, kg__line line, kg__line *field, bool *quoted);
/* Whether a field is a number in the range of a double. */
bool kg__whole_number(kg__line field, double *number);

/* Decodes the entities of XML in a text, in place: &#N; and &#xN;, and if they may have names &amp;
 * &lt; &gt; &quot; &apos;. Others, and those that are not a character, stay. Returns the new
 * length. */
size_t kg__decode_entities(char *text, size_t length, bool named);

/* Reads a text into a list by read(reader), and makes the graph of the list. Frees both, after a
 * failure too. */
kg_status kg__whole_read_list(kg_graph **graph, kg__whole *whole, kg__node_list *list,
    const kg_read_options *options, kg_status (*read)(void *reader), void *reader);

#endif
