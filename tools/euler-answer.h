/* An answer of euler-find as rows to print, for the files that print it. */
#ifndef KG_TOOLS_EULER_ANSWER_H
#define KG_TOOLS_EULER_ANSWER_H

#include "euler-find.h"

/* Trail t has the edges begin[t] to begin[t + 1] - 1 and one vertex more: of all vertices, one
 * trail's behind the other's, begin[t] + t to begin[t + 1] + t. A circuit or path is one trail. */
struct answer {
    kg_graph *graph;
    const kg_edge *row;
    const kg_vertex *ends;            /* [2 * length] of edges, for GFA and CSV */
    const kg_vertex *col;             /* of a graph that is not directed the ends of its edges */
    bool halves;                      /* it is not: the walk is of half-edges */
    const uint64_t *side, *one_sided; /* of a bidirected graph, as bits */
    const kg_edge *walk;              /* [count] this rank's: edges, or half-edges; they are */
    uint64_t first, count;            /* entries first .. first + count - 1 of the whole walk */
    uint64_t length, vertices;        /* of the whole walk: edges; these and one more a trail */
    kg_part *part;                    /* of which `graph` is the shape, or NULL */
    const kg_vertex *known;           /* of a part: vertices of the walk, which look_up() copies; */
    uint64_t known_first;             /* the first of them is this one of the whole walk */
    kg_vertex start;                  /* of a part: where the walk begins; set on rank 0 */
    const uint64_t *begin;            /* [trails + 1] */
    uint64_t trails;
    const char *after, *last;   /* behind each vertex or edge, and behind a trail's last */
    const char *between;        /* before each trail but the first */
    const char *opens, *closes; /* around each trail in JSON, where there are several */
    bool titles;                /* a line of FASTA before what each trail spells */
    uint64_t *letters;          /* that were spelled of unitigs, counted by all threads */
};

/* Entry `step` of the walk, which this rank has. */
static inline kg_edge entry_of(const struct answer *answer, uint64_t step)
{
    return answer->walk[step - answer->first];
}

/* A piece of rows [first, last): of no more than `most` of them, all of one trail. */
struct piece {
    uint64_t trail;
    size_t count;
    bool begins, ends; /* the trail */
};

struct piece piece_at(
    const struct answer *answer, uint64_t first, uint64_t last, unsigned share, size_t most);

/* A trail of which vertex i, or edge i, is one. share: 1 of vertices, 0 of edges. */
uint64_t trail_of(const struct answer *answer, uint64_t i, unsigned share);

/* In which direction vertex `first` of trail t is passed: '+' from its minus side to its plus side,
 * '-' back, 0 where it has but one side. Of a bidirected graph. */
char sign_of(const struct answer *answer, uint64_t t, uint64_t first);

/* Vertices of trail t. */
void look_up(
    const struct answer *answer, uint64_t t, uint64_t first, size_t count, kg_vertex *vertex);

/* The same with their names; count: at most NAMES. */
void look_up_names(
    const struct answer *answer, uint64_t t, uint64_t first, size_t count, struct names *names);

tool_rows_fn put_vertices;

/* ---- ranks (euler-ranks.c) ------------------------------------------------------------------- */

/* Whether each rank writes its share of the answer. graph: whole on each rank, or a shape. */
bool is_shared(const struct euler *euler, const kg_graph *graph);

/* What this rank has of the walk: its share where the answer is shared, else all of it, on rank 0.
 * Collective. */
kg_status take_share(
    const struct euler *euler, struct answer *answer, kg_euler *found, bool shared);

/* Writes the rank's share of the vertices. Collective where the graph is a part. */
kg_status write_share(struct euler *euler, kg_output *output, struct answer *answer);

/* ---- spelling (euler-spell.c) ---------------------------------------------------------------- */

/* Whether the letters of edges are known, so that they are spelled and not the vertices' names. */
bool has_letters(const struct answer *answer);

/* Fails where the names of vertices that follow each other do not overlap. */
kg_status check_spelling(struct euler *euler, const struct answer *answer);

/* Writes what the trails spell, as lines or FASTA. */
kg_status write_spelling(struct euler *euler, kg_output *output, const struct answer *answer);

/* The same letters in capitals. */
void put_capitals(char *to, const char *letters, uint64_t count);

/* ---- GFA (euler-gfa.c) ----------------------------------------------------------------------- */

/* Fails where GFA cannot say it. */
kg_status check_gfa(struct euler *euler, const struct answer *answer);

/* Writes segments, links and a path for each trail. */
kg_status write_gfa(struct euler *euler, kg_output *output, const struct answer *answer);

/* ---- a table (euler-csv.c) ------------------------------------------------------------------- */

/* Writes a row for each step: its vertices, its edge, and the columns that were kept. */
kg_status write_csv(struct euler *euler, kg_output *output, const struct answer *answer);

/* ---- the certificate ------------------------------------------------------------------------- */

/* Why no strings of fewer letters hold all words of the unitigs that trails spell. */
struct certificate {
    uint64_t k, words;          /* the letters of a word; how many words the unitigs have */
    uint64_t missing, balanced; /* as kg_euler_missing() counts them */
    uint64_t strings, letters;  /* of the answer, as they were written */
};

/* Fails with KG_INTERNAL where an equation does not hold. Once all is written. */
kg_status certify(struct euler *euler, struct certificate *proof, const struct answer *answer);

#endif
