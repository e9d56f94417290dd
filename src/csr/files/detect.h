/* Recognising the format of a file. */
#ifndef KG_DETECT_H
#define KG_DETECT_H

#include "read.h"

/* KG__HEAD_BYTES: how many bytes are examined from the first record on. KG__MARK: the beginning of
 * a first line that names the format, "# format edges". The words "names" (labels are names) and
 * "undirected" may follow. */
enum { KG__HEAD_BYTES = 1 << 16 };
#define KG__MARK       "# format "
#define KG__MARK_METIS "% format " /* in formats whose comments do not begin with # */

/* The findings about a file. */
typedef struct kg__detected {
    kg_format format;
    bool names, undirected;     /* its mark says that labels are names, the graph undirected */
    const kg__foreign *foreign; /* the format that konig does not read, or NULL */
    bool words;                 /* not a graph: single words, the first one at `at` */
    uint64_t at;
    bool says_undirected; /* a comment says so, as SNAP's and KONECT's do */
    bool both;            /* an edge list that might be METIS */
} kg__detected;

/* The marks and properties by which each format is recognised. */
enum { KG__FORMATS = KG_FORMAT_GEXF + 1 };
typedef struct kg__format_row {
    const char *name;
    const char *extensions; /* each with its dot, and one blank after it */
    const char *comments;   /* the marks that begin a comment line; NULL: not a text format */
    const char *magic;      /* what the file begins with, or NULL */
    const char *begins;     /* a pattern that no other format has, or NULL */
    bool (*recognise)(const kg__beginning *file); /* whether a file has its structure, or NULL */
    bool (*resemble)(const kg__beginning *file);  /* whether it has a structure that others may
                                                  * have, too, or NULL: asked for files without
                                                  * arrows that nothing else recognises */
    bool (*may_be)(const kg__beginning *file);    /* whether the extension is believed, or NULL */
    bool named; /* the extension is believed before resemblance: a damaged file may look like
                 * another format */
} kg__format_row;

extern const kg__format_row kg__formats[KG__FORMATS];

/* How well a file fits METIS, which has no mark of its own: a first record n m [fmt [ncon]], then a
 * line for each of n vertices with its neighbours, which count from 1. */
typedef enum kg__metis_fit {
    KG__METIS_NO,      /* it contradicts METIS */
    KG__METIS_PERHAPS, /* it does not contradict METIS, but the part seen does not fit */
    KG__METIS_DAMAGED, /* as PERHAPS, but it is not an edge list either */
    KG__METIS_BOTH,    /* it fits, and is an edge list as well */
    KG__METIS_YES
} kg__metis_fit;

kg__metis_fit kg__metis(const kg__beginning *file);
bool kg__is_gfa(const kg__beginning *file);    /* read_gfa.c */
bool kg__is_lgl(const kg__beginning *file);    /* read_lgl.c */
bool kg__is_matrix(const kg__beginning *file); /* read_matrix.c */

/* Tells the format of an input of this name. */
kg_status kg__detect(kg__detected *found, const kg__input *input, const char *path);
/* The same; head: [KG__HEAD_BYTES + KG__TEXT_PAD], to work in. */
kg_status kg__detect_head(
    kg__detected *found, const kg__input *input, const char *path, char *head);

/* How an input must be read. */
typedef struct kg__examined {
    kg__detected found;
    kg__record record;       /* lies in head */
    kg_read_options options; /* in force: the options of the file's mark are included */
    char *head;              /* freed by the caller, after a failure too */
} kg__examined;

/* Examines an input. path: its name. KG_FORMAT: it is not a graph. */
kg_status kg__examine(
    kg__examined *e, const kg__input *input, const char *path, const kg_read_options *options);
/* After reading: warns if the file may have been meant otherwise. */
void kg__examined_warn(const kg__examined *e, const kg__input *input, const kg_graph *graph,
    const kg_read_options *options);

/* The format of a path's extension, or AUTO. */
kg_format kg__format_by_extension(const char *path);
/* Takes format, names and undirected from the mark in the first line, and `says_undirected` from
 * the comments before the first record. The format is AUTO if there is no mark. */
void kg__format_by_mark(kg__detected *found, const kg__beginning *file);

/* Reads head: the bytes from offset at on, and zeros after the last. */
kg_status kg__read_head(const kg__input *input, char *head, uint64_t at, size_t *count);
/* Finds the first record and makes the head begin there. comments: the marks of comments. */
kg_status kg__find_record(
    const kg__input *input, char *head, const char *comments, kg__record *record);

#endif
