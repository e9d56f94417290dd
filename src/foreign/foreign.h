/* Formats of other programs. They are recognised, so that no reader mistakes such a file for its
 * own format. */
#ifndef KG_FOREIGN_H
#define KG_FOREIGN_H

#include "../io/input.h"
#include "../io/pieces.h"

/* A format's name, and what to do about a file in it. */
typedef struct kg__foreign {
    const char *name;   /* with its article: "a Pajek file" */
    const char *advice; /* for graphs: a clause that follows a colon */
    bool binary;        /* --from cannot name a text format for such a file */
} kg__foreign;

/* The format that the content shows, or NULL. For readers of graphs. arrows: whether a line has an
 * arrow `->`. Then the file is adjacency unless it is much more likely another format. */
const kg__foreign *kg__foreign_by_content(const kg__beginning *file, bool arrows);

/* The format that the path's extension names, or NULL. */
const kg__foreign *kg__foreign_by_extension(const char *path);

/* Whether a file begins as XML, or as JSON. */
bool kg__is_xml(const kg__beginning *file);
bool kg__is_json(const kg__beginning *file);

/* Whether the object at the beginning of a JSON file has one of these members, as far as the
 * beginning shows. names: "nodes links ", as in kg__line_is_one_of(). */
bool kg__json_has(const kg__beginning *file, const char *names);

/* The formats that a reader expects. `known` has a clause of advice for some formats of the table,
 * or NULL if the reader reads the format itself. */
typedef struct kg__expected {
    const char *what; /* "segments, a line x1 y1 x2 y2 each" */
    struct {
        const char *name, *advice;
    } known[5]; /* NULL after the last */
} kg__expected;

/* Whether a file begins as one of the formats, by its name in the table. */
kg_status kg__foreign_is(const kg__input *input, const char *name, bool *is);

/* Fails with KG_FORMAT if the input is certainly in a format that its reader does not read. Lists
 * of edges, names or numbers are never certain. */
kg_status kg__foreign_refuse(const kg__input *input, const kg__expected *expected);

/* ---- patterns (pattern.c) -------------------------------------------------------------------- */

/* Stands between two patterns of which one suffices. A record with a text between its first two
 * fields. */
#define KG__OR "\v"
#define KG__BETWEEN(text)                                                                          \
    "Z" text "A$" KG__OR "Z" text " A" KG__OR "A " text "Z" KG__OR "A " text " A"

/* The beginnings of formats that readers of graphs read and other readers refuse. */
#define KG__BEGINS_GML                                                                             \
    "&#A,creator,version,comment,label,directed\ngraph_[A" KG__OR                                  \
    "&#A,creator,version,comment,label,directed\ngraph["

#define KG__BEGINS_PAJEK                                                                           \
    "&%A\n*networkC,*verticesC,*arcsC,*edgesC,*arcslistC,*edgeslistC,*matrixC$" KG__OR             \
    "&%A\n*networkC,*verticesC,*arcsC,*edgesC,*matrixC LA,I,:I,\"A"
#define KG__BEGINS_DL     "dl_W=A" KG__OR "dl_W =A"
#define KG__BEGINS_GRAPH6 ">>graph6<<A" KG__OR ">>sparse6<<A" KG__OR ">>digraph6<<A"
#define KG__BEGINS_TGF    "I X\n&I A\n#$\nI I"
#define KG__BEGINS_GDF    "&#A\nnodedef>A"
#define KG__BEGINS_FASTQ  "@A\nS$^\n+A"

/* Whether the beginning of a file fits a pattern. */
bool kg__pattern_begins(const kg__beginning *file, const char *pattern);
/* Whether each of the first 64 records fits a pattern, or is of a kind. # and % begin comments, and
 * the last record may be cut off. */
bool kg__is_each(const kg__beginning *file, bool (*is)(kg__line record, const char *pattern),
    const char *pattern);
bool kg__pattern_is_each(const kg__beginning *file, const char *pattern);

#endif
