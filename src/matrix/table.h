/* Tables in text, one record per line, as in RFC 4180: their fields, one after the other. */
#ifndef KG_TABLE_H
#define KG_TABLE_H

#include "../io/text_block.h"

/* Bytes for the names of columns in a message, including the terminator. */
enum { KG__TABLE_NAMES = 160 };

/* A field of a table. */
typedef struct kg__field {
    const char *text; /* [length], without the blanks around it, followed by a line's end and zeros,
                       * KG__TEXT_PAD bytes in all. NULL: it was not wanted */
    size_t length;
    uint64_t at;      /* its beginning in the file */
    bool quoted;      /* it was in quotation marks, which are removed from the text */
    bool first, last; /* of its record */
    bool none;        /* there are no more fields */
} kg__field;

enum { KG__TABLE_PIECE = 1 << 16 };

/*
 * A table that is being read. The separator of fields is found in the first record, outside
 * quotation marks: commas, or else tabs, or else semicolons, or else blanks. Lines of blanks alone,
 * and lines that begin with #, are not records. If blanks separate fields, a field that begins with
 * # begins a comment.
 */
typedef struct kg__table {
    const kg__input *input;
    uint64_t start; /* beginning of the text */
    uint64_t at;    /* place of the piece in the file */
    size_t count, next;
    char separator; /* ' ': blanks */
    bool inside;    /* inside a record */
    bool ends[256]; /* bytes that end a field without quotation marks */
    kg__field field;
    char *text; /* the field's; grows */
    uint64_t room;
    char piece[KG__TABLE_PIECE];
} kg__table;

/* The beginning of the text, after a byte order mark, if there is one. */
kg_status kg__table_start(const kg__input *input, uint64_t *start);

/* Call kg__table_finish() even if this fails. */
kg_status kg__table_begin(kg__table *table, const kg__input *input);
void kg__table_finish(kg__table *table);

/* Starts again with the first record. */
void kg__table_rewind(kg__table *table);

/* Reads the next field. keep: its text is wanted too. KG_FORMAT: a quotation mark is not closed, or
 * followed by more text. */
kg_status kg__table_next(kg__table *table, bool keep);

/* The fields of the first record, as in "'a', 'b'", cut off if there are many. names: "" if no
 * record begins at that place in the file, or if it is not the first. */
kg_status kg__table_names(const kg__input *input, uint64_t at, char names[KG__TABLE_NAMES]);

#endif
