/* Tables of edges: the fields of a line, and the columns of the header. */
#ifndef KG_CSV_H
#define KG_CSV_H

#include "../read.h"

/* A field of a line, without the quotes around it. */
typedef struct kg__csv_field {
    const char *begin, *end;
    bool quoted;
    bool doubled; /* two quotes in it stand for one */
} kg__csv_field;

/* The faults at the end of a field. */
typedef enum kg__csv_fault {
    KG__CSV_FINE,
    KG__CSV_OPEN,   /* the quote at field->begin does not end in its line, or in the text */
    KG__CSV_BEHIND, /* text follows the quoted field, at field->end */
    KG__CSV_ZERO    /* a zero byte, at field->end */
} kg__csv_fault;

/* Whether c separates the fields of a table; ' ' stands for any blanks. */
static inline bool kg__csv_is_separator(char c, char separator)
{
    return separator == ' ' ? kg__is_blank(c) : c == separator;
}

/* Skips the blanks at p, unless the separator is a blank. */
static inline const char *kg__csv_skip_blank(const char *p, char separator)
{
    while (kg__is_blank(*p) && *p != separator)
        p++;
    return p;
}

/* Reads the field in quotes at p. across: it may go over the line's end, as far as `end`. */
const char *kg__csv_quoted(const char *p, const char *end, char separator, bool across,
    kg__csv_field *field, kg__csv_fault *fault);

/* Reads the field at p, without the blanks around it. Returns its end, which is a separator or the
 * line's end; NULL with *fault. */
static inline const char *kg__csv_next(const char *p, const char *end, char separator, bool across,
    kg__csv_field *field, kg__csv_fault *fault)
{
    p = kg__csv_skip_blank(p, separator);
    if (separator == ' ')
        p = kg__skip_blank(p);
    if (*p == '"')
        return kg__csv_quoted(p, end, separator, across, field, fault);
    *field = (kg__csv_field){.begin = p};
    while (*p != '\n' && *p != '\0' && !kg__csv_is_separator(*p, separator))
        p++;
    field->end = p;
    if (*p == '\0') {
        *fault = KG__CSV_ZERO;
        return NULL;
    }
    while (field->end > field->begin && kg__is_blank(field->end[-1]))
        field->end--;
    return separator == ' ' && *kg__skip_blank(p) == '\n' ? kg__skip_blank(p) : p;
}

/* Names of a value, if no column is called weight or value. */
#define KG__CSV_LENGTHS "length distance cost len dist travel_time time km w "

/* The columns by their meanings, counted from 0. */
typedef struct kg__csv_columns {
    char separator;
    bool header;                     /* the first record names the columns */
    unsigned count;                  /* of all columns */
    unsigned from, to, value;        /* KG__CSV_NONE: there is none */
    unsigned type, oneway, backward; /* backward: the value from `to` to `from` */
} kg__csv_columns;

/* KG__CSV_MANY: several columns may have the value. */
enum { KG__CSV_NONE = UINT32_MAX, KG__CSV_MANY = UINT32_MAX - 1 };

/* The directions in which an edge may be walked: bits. 0: the field does not say it in a known
 * way. */
typedef enum kg__csv_ways {
    KG__CSV_FORWARD = 1,
    KG__CSV_BACKWARD = 2,
    KG__CSV_BOTH = 3
} kg__csv_ways;

/* The directions that a field of a column `type` allows; 0 if it is empty or unknown. */
unsigned kg__csv_type(const kg__csv_field *field);
/* The directions that a field of a column `oneway` allows: both if it is empty, 0 if its word is
 * unknown. */
unsigned kg__csv_oneway(const kg__csv_field *field);

/* The directions of a line's edge, by its fields of these columns, if there are any. value: [in] of
 * the edge, [out] there and back; a negative one closes its direction. Returns NULL, or what is
 * wrong at *at. */
const char *kg__csv_find_ways(const kg__csv_columns *columns, const kg__csv_field *oneway,
    const kg__csv_field *backward, double value[2], unsigned *which, const char **at);

/* Replaces doubled quotes by one, in place: the caller owns the text. */
void kg__csv_join_quotes(kg__csv_field *field);

/* Reads a number; if semicolons separate fields, it may have a decimal comma. Returns its end, or
 * NULL. */
const char *kg__csv_number(const kg__csv_field *field, char separator, double *number);

/* The separator of a line: the first of tab, semicolon, comma and bar that it has outside quotes,
 * else a blank. */
char kg__csv_separator(const char *line, const char *end);
/* The separator that a line "sep=;" of a spreadsheet names; 0: it is not such a line. */
char kg__csv_named_separator(const char *line, const char *end);
/* Reads the field at *p, and moves *p to the next; to NULL after the last. False if there is
 * none. */
bool kg__csv_step(kg__csv_field *field, const char **p, const char *end, char separator);
/* Finds field number `index` of the line that begins at p; false if there is none. */
bool kg__csv_find(
    kg__csv_field *field, const char *p, const char *end, char separator, unsigned index);
/* The first column of a header whose name is one of some words, each followed by a blank; or
 * KG__CSV_NONE. */
unsigned kg__csv_find_named(const char *line, const char *end, char separator, const char *words);
/* Whether a header names the ends of an edge. If so, gets the columns; the value may be in many.
 * c->separator: [in] */
bool kg__csv_find_pair(kg__csv_columns *c, const char *line, const char *end);
/* Finds the columns of a header that say in which directions an edge may be walked. */
void kg__csv_find_directions(kg__csv_columns *c, const char *line, const char *end);

/* Whether the first line names the columns of the ends of an edge, or names the separator. */
bool kg__csv_has_header(const kg__beginning *file);

/* Whether all of the first records have a separator that edge lists do not have. */
bool kg__csv_has_separators(const kg__beginning *file);

/* Finds the meaning of each column from the first record, and from the columns that the user names.
 * separator: if it is known, else 0. */
kg_status kg__csv_find_columns(kg__csv_columns *columns, const kg__load *load,
    const kg__record *record, char separator, const char *asked);

/* Gives a graph the columns of its table that are asked for. graph: the value of each edge is twice
 * the place of its line in the file, and 1 more for the way back. It then is the edge's value.
 * header: the whole of its line. undirected: the graph is. keep: of the options.
 * KG_FORMAT: the table has no such column. */
kg_status kg__csv_keep(kg_graph *graph, const kg__input *input, const kg__csv_columns *columns,
    const kg__record *header, bool undirected, const char *keep);

#endif
