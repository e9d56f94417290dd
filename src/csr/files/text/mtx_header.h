/* The head of a file of Matrix Market: its banner, and the line with its sizes. */
#ifndef KG_MTX_HEADER_H
#define KG_MTX_HEADER_H

#include "counts.h"

/* The places of these words in the lists below. */
typedef enum kg__mtx_field {
    KG__MTX_PATTERN,
    KG__MTX_INTEGER,
    KG__MTX_UNSIGNED,
    KG__MTX_REAL,
    KG__MTX_DOUBLE
} kg__mtx_field;
typedef enum kg__mtx_symmetry { KG__MTX_GENERAL, KG__MTX_SYMMETRIC, KG__MTX_SKEW } kg__mtx_symmetry;

typedef struct kg__mtx_header {
    kg__mtx_field field;
    kg__mtx_symmetry symmetry;
    uint64_t rows, columns, entries;
} kg__mtx_header;

/* The files that a reader accepts. */
typedef struct kg__mtx_choices {
    const kg__header_choice *fields, *symmetries;
    const char *advice; /* follows the message for a file without a banner */
} kg__mtx_choices;

/* Reads the head. record: the first line that is not a comment. */
kg_status kg__mtx_read_header(kg__mtx_header *header, const kg__load *load,
    const kg__record *record, const kg__mtx_choices *may);

#endif
