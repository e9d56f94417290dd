/* Tables in text, a record a line, as RFC 4180 has them: their fields, one after the other. */
#ifndef KG_TABLE_H
#define KG_TABLE_H

#include "../io/text_block.h"

/* Bytes for the names of columns in a message, the terminator included. */
enum { KG__TABLE_NAMES = 160 };

/* A field of a table. */
typedef struct kg__field {
    const char *text; /* [length], without the blanks round it; a line's end and zeros follow,
                       * KG__TEXT_PAD bytes in all. NULL: it was not wanted */
    size_t length;
    uint64_t at;      /* where it begins in the file */
    bool quoted;      /* it stood in quotation marks, which text has no more */
    bool first, last; /* of its record */
    bool none;        /* there is no field any more */
} kg__field;

enum { KG__TABLE_PIECE = 1 << 16 };

/*
 * A table that is being read. Fields are separated by what stands in the first record outside
 * quotation marks: commas, or else tabs, or else semicolons, or else blanks. Lines of blanks alone,
 * and those that begin with #, are none; where blanks separate, what is behind a field that begins
 * with # is a comment.
 */
typedef struct kg__table {
    const kg__input *input;
    uint64_t start; /* of the text */
    uint64_t at;    /* of the piece, in the file */
    size_t count, next;
    char separator; /* ' ': blanks */
    bool inside;    /* a record */
    bool ends[256]; /* bytes that a field ends with which is not quoted */
    kg__field field;
    char *text; /* the field's; grows */
    uint64_t room;
    char piece[KG__TABLE_PIECE];
} kg__table;

/* Where the text begins: behind a byte order mark, if there is one. */
kg_status kg__table_start(const kg__input *input, uint64_t *start);

/* To be finished even where it fails. */
kg_status kg__table_begin(kg__table *table, const kg__input *input);
void kg__table_finish(kg__table *table);

/* Begins again with the first record. */
void kg__table_rewind(kg__table *table);

/* Reads the next field. keep: its text is wanted, too. KG_FORMAT: a quotation mark is not closed,
 * or more stands behind it. */
kg_status kg__table_next(kg__table *table, bool keep);

/* The fields of the first record, as in "'a', 'b'", cut where there are many. names: "" where
 * no record begins at that place in the file, or it is not the first. */
kg_status kg__table_names(const kg__input *input, uint64_t at, char names[KG__TABLE_NAMES]);

#endif
