/* The lines of a text file, one after the other. */
#ifndef KG_LINES_H
#define KG_LINES_H

#include "input.h"

/* Zeros that follow a line, so that a word can be read past its end. */
enum { KG__LINE_PAD = 16 };

typedef struct kg__lines {
    const kg__input *input;
    char *buffer; /* [room] holds bytes `begin` .. `end` of the file at its front */
    uint64_t room;
    uint64_t begin, end;

    char *line; /* this line without its end, followed by KG__LINE_PAD zeros */
    size_t length;
    uint64_t number;         /* from 1 */
    uint64_t next;           /* the beginning of the next line in the file */
    char kept[KG__LINE_PAD]; /* the bytes that those zeros cover */
} kg__lines;

/* Begins before the first line, after a byte order mark. */
void kg__lines_open(kg__lines *lines, const kg__input *input);
void kg__lines_close(kg__lines *lines);

/* Goes to the next line; `line` is NULL if there is none. KG_IO, KG_MEMORY. */
kg_status kg__lines_next(kg__lines *lines);
/* Goes to the next line that is not blank. */
kg_status kg__lines_next_full(kg__lines *lines);

/* Goes to the next line that is neither blank nor a comment, which # begins. A line end follows it
 * instead of the first zero, as fields of tables end. */
kg_status kg__lines_next_fields(kg__lines *lines);

/* Fails with KG_FORMAT, with "file:line:column: " before the message. place: the place in the
 * line. */
kg_status kg__lines_fail(const kg__lines *lines, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads the numbers of a line, separated by commas, blanks around them allowed: exactly count of
 * them, each at most its limit. expected: for the message. */
kg_status kg__lines_numbers(const kg__lines *lines, uint64_t *number, int count,
    const uint64_t *limit, const char *expected);

#endif
