/* The fields of a drawing's lines. */
#ifndef KG_FIELDS_H
#define KG_FIELDS_H

#include "../csr/files/text/csv.h"
#include "drawing.h"

/* The fields of a table's line. */
typedef enum kg__drawing_column {
    KG__FIELD_FROM, /* for places: the name */
    KG__FIELD_TO,
    KG__FIELD_VALUE,
    KG__FIELD_TYPE,
    KG__FIELD_ONEWAY,
    KG__FIELD_BACKWARD,
    KG__FIELD_LAYER,
    KG__FIELD_PLACE, /* and three more: x and y of both ends; for places, two */
    KG__FIELDS = KG__FIELD_PLACE + 4
} kg__drawing_column;

typedef struct kg__fields {
    kg__lines lines;
    const char *asked;       /* the columns that the caller names, or NULL */
    bool places;             /* the lines are places, not segments */
    bool begun, pending;     /* the first record has been examined; it is not a header */
    bool table;              /* fields stand as the columns say; missing ones are empty */
    kg__csv_columns columns; /* separator: 0 if fields stand between runs of separators */
    unsigned at[KG__FIELDS]; /* the column of each field, or KG__CSV_NONE */
    kg__csv_field field[KG__FIELDS];
    unsigned count; /* of fields; 0: there are no more lines */
} kg__fields;

/* Goes to the next line that is neither blank nor a comment. KG_FORMAT, KG_IO, KG_MEMORY. */
kg_status kg__fields_next(kg__fields *fields);
/* Reads a field that is a number. */
bool kg__fields_number(const kg__fields *fields, unsigned field, double *number);
/* Fails with KG_FORMAT at a field, or at the end of the line if the field is missing. */
kg_status kg__fields_fail(const kg__fields *fields, unsigned field, const char *what);

#endif
