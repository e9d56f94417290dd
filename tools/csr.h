/* The csr tool: its command line, and the commands. */
#ifndef KG_TOOLS_CSR_H
#define KG_TOOLS_CSR_H

#include "common.h"

struct csr_dot {
    kg_draw_options draw;
    bool euler, circuits, circuit_graph, spanning_tree, radius;
    const char *labels, *around; /* a file; a vertex */
};

struct csr_subgraph {
    const char *vertices, *vertices_from, *component_of, *neighbourhood; /* one of them */
    uint64_t hops;
    kg_direction direction;
    bool has_hops, has_direction;
};

struct csr_distances {
    const char *sources, *targets; /* names, or NULL */
    const char *index;             /* a file, or NULL */
    bool nearest, tree, unit, has_within;
    double within;
};

struct csr_eulerise {
    bool open, close, mixed, heuristic;
    const char *start, *end; /* names, or NULL */
};

enum csr_strokes { CSR_STROKES_AUTO, CSR_STROKES_LINES, CSR_STROKES_CSV, CSR_STROKES_SVG };

struct csr_plot {
    kg_drawing_options read;
    kg_plot_options find;
    enum csr_strokes format;
    bool travel;
};

/* csr generate kmers. */
struct csr_kmers {
    kg_kmers_options options;
    bool wanted;
    const char *path; /* of the sequences */
};

enum { CSR_SIZES = 8 };

struct csr {
    struct tool tool;
    const struct csr_command *command;
    const char *path; /* the graph; of generate its kind */
    kg_read_options read;
    kg_format to;
    kg_generate_options generate;
    unsigned sizes_given; /* a bit for each of csr_sizes */
    bool edge_ids, sizes, strong, json_lines, count_circuits;
    struct csr_dot dot;
    struct csr_subgraph subgraph;
    struct csr_eulerise eulerise;
    struct csr_distances distances;
    struct csr_plot plot;
    kg_shuffle_options shuffle;
    kg_simplify_options simplify;
    struct csr_kmers kmers;
};

typedef kg_status csr_run_fn(struct csr *csr);

csr_run_fn csr_info, csr_convert, csr_reverse, csr_symmetrise, csr_simplify, csr_edges, csr_degrees,
    csr_components, csr_spanning_tree, csr_circuit_graph, csr_generate, csr_dot, csr_subgraph,
    csr_eulerise, csr_distances, csr_index, csr_plot, csr_shuffle;

/* "directed", "undirected" or "bidirected". */
const char *csr_kind_name(const kg_graph *graph);

/* Makes the context and reads the graph. */
kg_status csr_begin(struct csr *csr, kg_graph **graph);

/* The same for a command that ranks share. *part: not NULL over ranks where each has read a part of
 * it; *graph is its shape then, and lent. What is no such graph, or wanted whole, is rank 0's to
 * read and to answer for: on the others *graph is NULL, and nothing is left to do. */
kg_status csr_begin_shared(struct csr *csr, bool whole, kg_graph **graph, kg_part **part);
/* Frees what that has read. */
void csr_end_shared(kg_graph *graph, kg_part *part);

/* The rank's share of so many vertices. */
void csr_share(const struct csr *csr, uint64_t n, uint64_t *first, uint64_t *count);

/* Under --json: the document, with one count of the command's own if key is not NULL. */
kg_status csr_summarise(struct csr *csr, const kg_graph *graph, const char *key, uint64_t count);

/* What each document begins with: the graph's kind, and how many vertices and edges it has. */
void csr_put_sizes(struct text *text, const kg_graph *graph);

/* Writes a graph that is the answer, and under --json the document. */
kg_status csr_write_graph(struct csr *csr, kg_graph *graph);

/* The keys of csr subgraph's own options, what they do, and what must hold when all are known. */
enum {
    KEY_LIST = KEY_TOOL + 200,
    KEY_LIST_FROM,
    KEY_COMPONENT_OF,
    KEY_NEIGHBOURHOOD,
    KEY_HOPS,
    KEY_DIRECTION
};
error_t csr_parse_subgraph(int key, char *arg, struct command_line *state);
void csr_check_subgraph(struct command_line *state, const struct csr *csr);

/* The same of csr eulerise. */
enum { KEY_OPEN = KEY_TOOL + 300, KEY_CLOSE, KEY_START, KEY_END, KEY_MIXED, KEY_QUICK };
error_t csr_parse_eulerise(int key, char *arg, struct command_line *state);
void csr_check_eulerise(struct command_line *state, const struct csr *csr);

/* The same of csr distances. */
enum {
    KEY_SOURCES = KEY_TOOL + 400,
    KEY_TARGETS,
    KEY_NEAREST,
    KEY_TREE,
    KEY_UNIT,
    KEY_WITHIN,
    KEY_INDEX
};
error_t csr_parse_distances(int key, char *arg, struct command_line *state);
void csr_check_distances(struct command_line *state, const struct csr *csr);

/* The same of csr plot. */
enum {
    KEY_STROKES = KEY_TOOL + 500,
    KEY_TOLERANCE,
    KEY_PLACES,
    KEY_STRAIGHT,
    KEY_KEEP_ORDER,
    KEY_PLOT_SECONDS,
    KEY_PEN,
    KEY_TRAVEL,
    KEY_SPLIT
};
enum { KEY_PARALLEL = KEY_TOOL + 800, KEY_LOOPS, KEY_MIRRORS, KEY_KEEP };
error_t csr_parse_simplify(int key, const char *arg, struct command_line *state);

error_t csr_parse_plot(int key, char *arg, struct command_line *state);
void csr_check_plot(struct command_line *state, struct csr *csr);

/* csr shuffle's own options. */
enum { KEY_COPIES = KEY_TOOL + 600 };
error_t csr_parse_shuffle(int key, char *arg, struct command_line *state);

/* The keys of csr dot's own options, and what they do. */
enum {
    KEY_DOT = KEY_TOOL + 100,
    KEY_LAYOUT,
    KEY_IN,
    KEY_OUT,
    KEY_CLUSTERS,
    KEY_EULER,
    KEY_CIRCUITS,
    KEY_CIRCUIT_GRAPH,
    KEY_SPANNING_TREE,
    KEY_NO_WASH,
    KEY_EDGE_IDS,
    KEY_NO_LENGTHS,
    KEY_LABELS,
    KEY_AROUND,
    KEY_RADIUS,
    KEY_SECONDS,
    KEY_FORCE
};
error_t csr_parse_dot(int key, char *arg, struct command_line *state);

/* The kinds of generated graphs, as help and messages list them. */
#define CSR_GENERATORS                                                                             \
    "random, banded, triangles, debruijn, torus, complete, hypercube, grid-roads or kmers"

/* The options that set sizes, without their dashes, and a usage error where one that the kind needs
 * is missing, or another is given. */
extern const char *const csr_sizes[CSR_SIZES];
void csr_check_sizes(struct command_line *state, struct csr *csr);

/* Takes the generator of a name; false if there is none. */
bool csr_parse_generator(struct csr *csr, const char *name);

/* csr generate kmers, which reads sequences: what it checks, and does. */
enum { KEY_SINGLE_STRAND = KEY_TOOL + 700, KEY_DISTINCT };
error_t csr_parse_kmers(int key, char *arg, struct command_line *state);
void csr_check_kmers(struct command_line *state, struct csr *csr);
kg_status csr_generate_kmers(struct csr *csr);

#endif
