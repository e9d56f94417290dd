/* Formats of other programs that konig does not read. They are recognised, so that no such file is
 * taken for one in a format that konig reads. */
#ifndef KG_FOREIGN_H
#define KG_FOREIGN_H

#include "text.h"

/* What recognisers look at: how a file begins, without its byte order mark. KG__TEXT_PAD zeros
 * follow. */
typedef struct kg__beginning {
    const char *begin, *end;
    bool whole; /* the file has no more than this */
} kg__beginning;

/* A format by its name, with what to do about it. */
typedef struct kg__foreign {
    const char *name;   /* with its article: "a Pajek file" */
    const char *advice; /* a clause that follows a colon */
    bool binary;        /* no format of text can be asked for all the same */
} kg__foreign;

/* The format that the content shows, or NULL. arrows: whether a line has an arrow `->`, which makes
 * a file adjacency unless it is more than likely something else. */
const kg__foreign *kg__foreign_by_content(const kg__beginning *file, bool arrows);

/* The format that the path's extension names, or NULL. */
const kg__foreign *kg__foreign_by_extension(const char *path);

/* ---- pieces of text -------------------------------------------------------------------------- */

/* A piece of text: a line without the blanks around it, a field, a word. Letters are those of
 * ASCII, in either case. */
typedef struct kg__line {
    const char *begin, *end;
} kg__line;

static inline size_t kg__line_length(kg__line text)
{
    return (size_t)(text.end - text.begin);
}

static inline kg__line kg__all_of(const kg__beginning *file)
{
    return (kg__line){file->begin, file->end};
}

const char *kg__line_end(const char *p, const char *end);

/* The next line that is not blank and begins with none of the marks of comments. *at moves behind
 * it: past the end where the line lacks its own. False where there is none. */
bool kg__next_line(
    const kg__beginning *file, const char **at, const char *comments, kg__line *line);

/* The next field of a line, between blanks or commas; empty where there is none. *at moves behind
 * it. */
kg__line kg__next_field(const char **at, const char *end);

/* Whether a text is a whole number, and its value; some large one where it passes 64 bits. */
bool kg__field_number(kg__line field, uint64_t *number);

bool kg__line_is(kg__line text, const char *word);
bool kg__line_is_one_of(kg__line text, const char *words); /* each with a blank behind it */
bool kg__line_begins(kg__line text, const char *what);
bool kg__line_ends(kg__line text, const char *what);
bool kg__line_has(kg__line text, const char *what);
bool kg__line_is_letters(kg__line text, const char *others); /* and those characters */
bool kg__line_is_number(kg__line text);

/* ---- recognisers ----------------------------------------------------------------------------- */

#define decl_recogniser(name) bool name(const kg__beginning *file)

/* How well a file fits METIS, which has no mark of its own: a first record n m [fmt [ncon]], then a
 * line for each of n vertices with its neighbours, which count from 1. */
typedef enum kg__metis_fit {
    KG__METIS_NO,      /* it contradicts that */
    KG__METIS_PERHAPS, /* it does not, but does not fit either, or not as far as it was seen */
    KG__METIS_DAMAGED, /* nor does it, but it is no edge list either */
    KG__METIS_BOTH,    /* it fits, and is an edge list as well */
    KG__METIS_YES
} kg__metis_fit;

kg__metis_fit kg__metis(const kg__beginning *file);

/* foreign_files.c */
decl_recogniser(kg__is_mtx);
decl_recogniser(kg__is_xml);
decl_recogniser(kg__is_graphml);
decl_recogniser(kg__is_gexf);
decl_recogniser(kg__is_json);
decl_recogniser(kg__is_pajek);
decl_recogniser(kg__is_gml);
decl_recogniser(kg__is_lgl);
decl_recogniser(kg__is_dgs);
decl_recogniser(kg__is_ucinet);
decl_recogniser(kg__is_boeing);
decl_recogniser(kg__is_dimacs);
decl_recogniser(kg__is_gfa);
decl_recogniser(kg__is_fastq);
decl_recogniser(kg__is_fasta);
decl_recogniser(kg__is_metis);
decl_recogniser(kg__is_mermaid);
decl_recogniser(kg__is_utf16);
decl_recogniser(kg__is_bzip2);
decl_recogniser(kg__is_tar);
decl_recogniser(kg__may_be_metis);

/* foreign_programs.c */
decl_recogniser(kg__is_tsplib);
decl_recogniser(kg__is_plain);
decl_recogniser(kg__is_networkx);
decl_recogniser(kg__is_tgf);
decl_recogniser(kg__is_gspan);
decl_recogniser(kg__is_none); /* known by its extension alone */
decl_recogniser(kg__is_matrix);
decl_recogniser(kg__has_unknown_header);
decl_recogniser(kg__has_quotes);

/* foreign_lists.c */
decl_recogniser(kg__is_inside_of_dot);
decl_recogniser(kg__has_long_arrows);
decl_recogniser(kg__has_brackets);
decl_recogniser(kg__has_weights_behind);
decl_recogniser(kg__has_other_comments);
decl_recogniser(kg__has_semicolons);
decl_recogniser(kg__has_bars);
decl_recogniser(kg__has_dashes);
decl_recogniser(kg__has_other_arrows);
decl_recogniser(kg__has_colons);
decl_recogniser(kg__is_requirements);
decl_recogniser(kg__has_old_line_ends);

#endif
