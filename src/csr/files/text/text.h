/*
 * Text files as graphs: a file is cut at line ends into blocks, threads parse blocks into pieces of
 * an edge list, and the pieces in the order of the file become a graph.
 */
#ifndef KG_TEXT_H
#define KG_TEXT_H

#include "../../../io/text_block.h"
#include "../../part/part.h"
#include "names.h"

/* Below this, 2^53, doubles have all whole numbers; 2^53 + 1 is rounded to it. */
#define KG__WHOLE_MOST 9007199254740992.0

/* Whether a value may have been rounded: a large number that fits 64 bits. Larger ones are
 * measures, not counts. */
static inline bool kg__may_be_rounded(double value)
{
    const double size = value < 0 ? -value : value;

    return size >= KG__WHOLE_MOST && size <= 0x1p64;
}

typedef struct kg__load kg__load;
typedef struct kg__counts kg__counts;

typedef enum kg__want { KG__WIDE = 1, KG__VALUED = 2, KG__WHOLE = 4 } kg__want;

/* Edges of one block, in order: count pairs of 32 bits, or of 64 if the load is wide. */
typedef struct kg__text_run {
    uint64_t block;
    void *pair;
    double *value; /* or NULL */
    size_t count;
} kg__text_run;

/* The edges that one thread has parsed so far. Edge e of the chunk in use lies in pair[2e],
 * pair[2e+1]. */
typedef struct kg__worker {
    kg__load *load;

    kg__text_block lines; /* of the block */
    uint64_t block;

    union {
        uint32_t *narrow;
        uint64_t *wide;
    } pair;
    double *value;
    size_t used, chunk_room, run_from; /* in edges */
    void **chunk;
    uint64_t chunks, chunk_list_room;
    kg__text_run *run;
    uint64_t runs, run_room;

    uint64_t least, largest; /* label */
    uint64_t records;        /* lines that named a vertex on their own */
    uint64_t edges;
    uint64_t claimed, claimed_at; /* in a comment "# vertices N", and where it is */
    bool claims;                  /* there is one */
    uint64_t unvalued_at;         /* in a valued load: where the first line without a value ends */
    bool unvalued;                /* there is one */
    uint64_t skipped;             /* lines of an unknown kind */
    bool rounded;                 /* a value is beyond the exact whole numbers of doubles */
    unsigned wants;               /* what the load must become: bits of kg__want */
    uint64_t *lone;               /* [lones] labels on lines without edges */
    uint64_t lones, lone_room;

    kg__interner names;

    uint64_t error_at; /* where in the file; valid with an error */
    char error[300];   /* "" if there is none */
    kg_status status;
} kg__worker;

/* How to parse a file, and the result. */
struct kg__load {
    const kg__input *input;
    size_t block_bytes;
    uint64_t start;           /* of the text: after a byte order mark */
    uint64_t header;          /* bytes that the reader has read itself: blocks begin after them */
    const char *shown;        /* how messages call the format: "an edge list" */
    bool both;                /* each edge becomes two, there and back */
    bool undirected;          /* the graph is; not if `both` is set */
    char arrow;               /* the second character of adjacency's arrow: > or - */
    bool named;               /* labels are names */
    bool ids;                 /* labels are ids, whatever the gaps */
    bool wide;                /* labels are kept in 64 bits, to be ranked */
    bool valued;              /* each edge has a value */
    bool whole;               /* one block has all the text, so fields may go over line ends */
    unsigned columns;         /* of each line of an edge list, or 0: two or three */
    bool rowed;               /* lines are vertices: the parser counts the lines of each block */
    const kg__counts *counts; /* the header's claims, if labels are positions; or NULL */
    /* Parses a block's lines. KG_LIMIT: the load must be changed as worker->wants says. */
    kg_status (*parse)(kg__worker *worker);
    /* Checks, or changes, the parsed edges before the graph is built; or NULL. run: [runs] in the
     * order of the file. */
    kg_status (*finish)(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges);

    bool shared;                             /* each rank parses a share of the blocks */
    uint64_t blocks, first_block, end_block; /* of the text; those parsed here */
    uint64_t next_block;                     /* atomic */
    uint64_t stop_block;                     /* atomic: blocks from here on no longer matter */
    kg__names_block *names_block;            /* [blocks] if the load is named */
    uint64_t *block_rows;                    /* [blocks] if it is rowed */
    kg__worker *worker;
    int workers;
};

/* The most vertices that "# vertices N" may claim in a file of `records` records. A small file then
 * cannot make konig allocate much. */
static inline uint64_t kg__claim_limit(uint64_t records)
{
    return 16 * records + (1 << 20);
}

/* Reads the whole graph as load says. */
kg_status kg__text_load(kg_graph **graph, kg__load *load);

/* Reads it over ranks (part.c): collective, with the same load on all of them. KG_UNSUPPORTED: its
 * labels are too far apart. part: created, and empty. */
kg_status kg__text_load_part(kg_part *part, kg__load *load);

/* ---- for both -------------------------------------------------------------------------------- */

/* Totals of the labels and lines of a load. */
typedef struct kg__census {
    uint64_t edges, records;                   /* records: 0 if there are no labels */
    uint64_t least, largest;                   /* label */
    uint64_t claimed, claimed_at, unvalued_at; /* as of a worker: the greatest claim, and the first
                                                * of equal ones; the first such line */
    uint64_t claims, unvalued, rounded, skipped;
} kg__census;

#define KG__CENSUS_INIT                                                                            \
    {                                                                                              \
        .least = UINT64_MAX                                                                        \
    }

/* Parses the blocks, by workers that kg__text_free() frees. *wrong: the worker with the first error
 * in the file, or NULL. *wants: how the load must change, bits of kg__want. */
kg_status kg__text_parse(kg__load *load, kg__worker **wrong, unsigned *wants);
void kg__text_free(kg__load *load);
/* Fails with the error of a worker: file:line:column: error. */
kg_status kg__text_fail(kg__worker *wrong);
/* Changes the load as `wants` says. The file must be parsed again. */
void kg__text_adapt(kg__load *load, unsigned wants);

void kg__census_take(kg__census *census, const kg__load *load);
void kg__census_add(kg__census *census, const kg__census *other);

/* The number of ids that the labels take. *sparse: labels are too far apart to be ids even for
 * now. */
kg_status kg__text_count_ids(kg__load *load, const kg__census *census, uint64_t *n, bool *sparse);
/* Warns of the first line without a value in a file where others have one, and of values that may
 * have been rounded. */
kg_status kg__text_warn(const kg__load *load, const kg__census *census);

/* The runs of all workers in the order of the file. sorted: freed by the caller. */
kg_status kg__text_sort_runs(kg__load *load, kg__text_run **sorted, size_t *runs, uint64_t *edges);

/* ---- for parsers ----------------------------------------------------------------------------- */

/* For parsers: an error at a place of the block; returns KG_FORMAT. */
kg_status kg__text_error(kg__worker *worker, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Makes room for more edges; pair, value and used may change. */
kg_status kg__text_room(kg__worker *worker);
/* Adds an edge: a pair of labels and, if the load is valued, their value. wide, valued: of the
 * load; they are constants if the caller has a loop for each kind. */
static inline __attribute__((always_inline)) kg_status kg__text_put_edge(
    kg__worker *w, bool wide, bool valued, uint64_t a, uint64_t b, double value)
{
    kg_status status = KG_OK;

    if (w->used == w->chunk_room)
        KG_TRY(kg__text_room(w));
    if (wide) {
        w->pair.wide[2 * w->used] = a;
        w->pair.wide[2 * w->used + 1] = b;
    } else {
        w->pair.narrow[2 * w->used] = (uint32_t)a;
        w->pair.narrow[2 * w->used + 1] = (uint32_t)b;
    }
    if (valued) {
        w->value[w->used] = value;
        w->rounded |= kg__may_be_rounded(value);
    }
    w->used++;
out:
    return status;
}

/* Notes the edges since run_from as a run of this block. */
kg_status kg__text_end_run(kg__worker *worker);

/* Notes a line that begins with a vertex, by its label. alone: the line has no edge. */
kg_status kg__text_vertex(kg__worker *worker, uint64_t label, bool alone);

/* For a load that is not wide: the label does not fit 32 bits. place: where it stands. Returns
 * KG_LIMIT or, if labels must be ids, KG_FORMAT. */
kg_status kg__text_wide_label(kg__worker *worker, const char *place, uint64_t label);

/* The least label of a load that is not wide, which becomes vertex 0; without labels 0. */
kg_vertex kg__labels_first(const kg__load *load);

/* Removes the vertices that neither an edge nor a line names from a graph whose ids are the labels
 * minus the first one. The names then hold the labels of the others. */
kg_status kg__labels_close_gaps(kg_graph *graph, const kg__load *load, kg_vertex first);

/* Replaces the labels of a wide load's runs by their ranks among all its labels, which become
 * names. rank: [out] the memory that the runs then point to. n: [out] vertices. */
kg_status kg__labels_rank(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges,
    kg__names **names, kg_vertex **rank, uint64_t *n);

/* Whether [p, end) is a decimal integer without leading zero, of any size. */
static inline bool kg__is_integer(const char *p, const char *end)
{
    if (p == end || (*p == '0' && end - p > 1))
        return false;
    while (p < end && kg__is_digit(*p))
        p++;
    return p == end;
}

/* Whether an undirected arrow stands at p in the line or name [begin, end): -- with a blank or the
 * end on both sides. */
static inline bool kg__is_undirected_arrow(const char *begin, const char *p, const char *end)
{
    return end - p >= 2 && p[0] == '-' && p[1] == '-' && (p == begin || kg__is_blank(p[-1])) &&
           (p + 2 == end || kg__is_blank(p[2]));
}

/* The first undirected arrow, or NULL. */
static inline const char *kg__undirected_arrow(const char *begin, const char *end)
{
    for (const char *p = begin; p < end; p++)
        if (kg__is_undirected_arrow(begin, p, end))
            return p;
    return NULL;
}

/* ---- for the text formats' parsers ----------------------------------------------------------- */

/* The message for a separator, a line's end or a zero byte at p in place of a vertex. */
kg_status kg__text_no_vertex(kg__worker *worker, const char *p);

/* The message for a label at p that is not a vertex number. */
kg_status kg__text_bad_vertex(kg__worker *worker, const char *p);

/* The end of the line at p, or the zero byte in it. */
const char *kg__text_line_end(const kg__worker *worker, const char *p);

/* A comment, from its mark on; "# vertices N" is read. Returns the end of its line, or the zero
 * byte in it, which is an error as elsewhere. */
const char *kg__text_comment(kg__worker *worker, const char *p);

#endif
