/* Text formats with a header that says how many vertices and edges follow, and in which vertices
 * are numbers from 1 on: Matrix Market, DIMACS, METIS. */
#ifndef KG_TEXT_COUNTS_H
#define KG_TEXT_COUNTS_H

#include "../../../io/number.h"
#include "../read.h"

/* The claims of a header. */
struct kg__counts {
    uint64_t n, m;
    uint64_t at;        /* where in the file the header is */
    const char *things; /* what m counts: "entries" */
    bool halves;        /* each edge may count as two */
    bool lines;         /* each vertex has a line */
};

/* Reads the whole number at *p into *number and moves past it and the blanks that follow. False if
 * there is none. A number past 64 bits becomes UINT64_MAX. */
bool kg__header_number(const char **p, uint64_t *number);

/* A word that a header may have at some place. The last of a list has no text: its refusal says
 * what was expected. */
typedef struct kg__header_choice {
    const char *text, *refusal; /* refusal: why konig does not read it; NULL: it does */
} kg__header_choice;

/* Reads the next word of a header's line, which must be in a list. */
kg_status kg__header_word(int *which, const kg__load *load, const kg__record *line, const char **at,
    const kg__header_choice *choices);

/* Fails, at a place of the first record, with what is wrong and the format's name. */
kg_status kg__header_fail(const kg__load *load, const kg__record *record, const char *place,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The value of load->header for a text whose header ends with the line of the first record. */
kg_status kg__header_line(kg__load *load, const kg__record *record);

/* Fails if counts exceed the limits, or if the file is too small for them, so that a small file
 * cannot ask for much memory. */
kg_status kg__counts_check(const kg__load *load);

/* A finish() of kg__load: fails if there are more or fewer edges than the header claims. */
kg_status kg__counts_match(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges);

/* Fails because the header claims load->counts->m edges, and `found` were read. */
kg_status kg__counts_fail(const kg__load *load, uint64_t found);

/* Information in the comments before the first record, which konig writes so that reading restores
 * the graph: "labels from K", "without values". */
typedef struct kg__counts_comments {
    uint64_t first; /* the label of the first vertex, which is 1 otherwise */
    bool unvalued;  /* the values are there only for other programs */
} kg__counts_comments;

/* Reads the comments. mark: the word that comments begin with. */
kg_status kg__counts_find_comments(
    kg__counts_comments *found, const kg__load *load, const kg__record *record, const char *mark);

/* Loads the graph, whose first vertex has that label. */
kg_status kg__counts_load(kg_graph **graph, kg__load *load, uint64_t first);
/* Names the vertices of a graph that has no names, from that label on. */
kg_status kg__counts_name(kg_graph *graph, kg_context *ctx, uint64_t first);

/* ---- for parsers ----------------------------------------------------------------------------- */

/* The message for text at p that is not a vertex. */
kg_status kg__text_bad_position(kg__worker *worker, const char *p);

/* Reads "u v" at p; *a and *b are ids from 0. Returns the end, where a blank or the line's end
 * should be, which the caller checks; or NULL with status. */
static inline const char *kg__parse_positions(
    kg__worker *w, const char *p, uint64_t n, uint64_t *a, uint64_t *b, kg_status *status)
{
    const char *q = kg__parse_label(p, a), *second, *r;

    if (!q || !kg__is_blank(*q) || *a - 1 >= n) {
        *status = kg__text_bad_position(w, q && *q == '\n' && *a - 1 < n ? q : p);
        return NULL;
    }
    second = q + 1;
    r = kg__parse_label(second, b);
    if (!r) {
        second = kg__skip_blank(second);
        r = kg__parse_label(second, b);
    }
    if (!r || (*r != '\n' && !kg__is_blank(*r)) || *b - 1 >= n) {
        *status = kg__text_bad_position(w, second);
        return NULL;
    }
    --*a;
    --*b;
    return r;
}

/* Whether the number at p is written as a whole one. */
bool kg__is_whole(const char *p);

/* kg__parse_last_value() for values that are not short integers. */
const char *kg__parse_any_value(
    kg__worker *worker, const char *p, bool whole, double *value, kg_status *status);

/* Reads the value that ends a line, after the blanks at p. whole: it is an integer. Returns the
 * line's end, or NULL with status. */
static inline const char *kg__parse_last_value(
    kg__worker *w, const char *p, bool whole, double *value, kg_status *status)
{
    uint64_t integer;
    const char *q;

    p = kg__skip_blank(p);
    q = kg__parse_label(p, &integer);
    if (!q || *q != '\n' || integer >> 53)
        return kg__parse_any_value(w, p, whole, value, status);
    *value = (double)integer;
    return q;
}

/* The line's end, if only blanks are left of it at p, or NULL with status. */
const char *kg__expect_line_end(kg__worker *worker, const char *p, kg_status *status);

#endif
