/* The csr tool: its command line, and the commands. */
#ifndef KG_TOOLS_CSR_H
#define KG_TOOLS_CSR_H

#include "common.h"

struct csr_dot {
    kg_draw_options draw;
    bool euler, circuits, circuit_graph, spanning_tree;
    const char *labels, *around; /* a file; a vertex */
};

struct csr_subgraph {
    const char *vertices, *vertices_from, *component_of, *neighbourhood; /* one of them */
    uint64_t hops;
    kg_direction direction;
};

struct csr_distances {
    const char *sources, *targets;                   /* names, or NULL */
    const char *sources_from, *targets_from, *index; /* files, or NULL */
    const char *base;                                /* a file, or NULL */
    uint64_t nearest;                                /* how many; 0: not asked for */
    bool tree, unit, has_within, metric_independent;
    double within;
    kg_hierarchy_matrix_options matrix;
    int format; /* of csr matrix: csr-matrix.c */
};

struct csr_eulerise {
    bool open, close, mixed, heuristic;
    const char *start, *end; /* names, or NULL */
};

enum { CSR_MOST_FILES = 256 };

struct csr_plot {
    kg_drawing_options read;
    kg_plot_options find;
    kg_strokes_format format;
    kg_plot_profile profile;
};

struct csr_route {
    const char *path[CSR_MOST_FILES]; /* [files] of the maps */
    uint64_t files;
    kg_streets_options read;
    kg_streets_route_options walk;
    kg_streets_format format;
};

enum csr_unitigs { CSR_UNITIGS_AUTO, CSR_UNITIGS_FASTA, CSR_UNITIGS_GFA };

/* csr generate kmers, and csr unitigs. */
struct csr_kmers {
    kg_kmers_options options;
    bool wanted;
    const char *path[CSR_MOST_FILES]; /* [files] of the sequences */
    uint64_t files;
    enum csr_unitigs format;
};

struct csr {
    struct tool tool;
    const struct csr_command *command;
    const char *path; /* the graph; of generate its kind */
    kg_read_options read;
    kg_format to;
    kg_generate_options generate;
    bool edge_ids, sizes, strong, json_lines, count_circuits;
    struct csr_dot dot;
    struct csr_subgraph subgraph;
    struct csr_eulerise eulerise;
    struct csr_distances distances;
    struct csr_plot plot;
    struct csr_route route;
    kg_shuffle_options shuffle;
    kg_simplify_options simplify;
    struct csr_kmers kmers;
};

struct csr_command {
    struct command shown;
    const char *answer; /* "a graph": what no JSON document holds; NULL: one holds the answer */

    /* An argument that is no option, if it is no graph; what must hold at the end; or NULL. */
    void (*argument)(struct command_line *line, char *argument);
    void (*check)(struct command_line *line);
    kg_status (*run)(struct csr *csr);
};

extern const struct csr_command csr_info_command, csr_convert_command, csr_reverse_command,
    csr_symmetrise_command, csr_simplify_command, csr_subgraph_command, csr_edges_command,
    csr_degrees_command, csr_components_command, csr_spanning_tree_command, csr_distances_command,
    csr_index_command, csr_matrix_command, csr_circuit_graph_command, csr_eulerise_command,
    csr_route_command, csr_plot_command, csr_shuffle_command, csr_unitigs_command, csr_dot_command,
    csr_generate_command;

/* The tables of commands that read a graph; of csr simplify, whose --parallel means something else;
 * that write one; that print lines, of the lengths of edges. Some keep columns. */
#define CSR_READS_BUT_LINKS READS_GRAPH(struct csr, read), READS_WORDS(struct csr, read)
#define CSR_READS           CSR_READS_BUT_LINKS, READS_LINKS(struct csr, read)
#define CSR_READS_KEPT      CSR_READS, READS_KEPT(struct csr, read)
extern const struct option csr_write_options[], csr_line_options[], csr_unit_options[];

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

/* Says how many vertices are left as the core of an index, if there are any. */
kg_status csr_say_core(struct csr *csr, const kg_hierarchy *index, const kg_graph *graph);

/* Under --json: the document, with one count of the command's own if key is not NULL. */
kg_status csr_summarise(struct csr *csr, const kg_graph *graph, const char *key, uint64_t count);

/* What each document begins with: the graph's kind, and how many vertices and edges it has. */
void csr_put_sizes(struct text *text, const kg_graph *graph);

/* Writes a graph that is the answer, and under --json the document. */
kg_status csr_write_graph(struct csr *csr, kg_graph *graph);

/* The kinds of generated graphs, as help and messages list them, in the order of kg_generator. */
#define CSR_GENERATORS                                                                             \
    "random, banded, triangles, debruijn, torus, complete, hypercube, grid-roads or kmers"

/* Takes an argument as a file of sequences. */
void csr_take_sequences(struct command_line *line, char *argument);
/* Under --json: what was read. */
void csr_put_kmers(struct text *text, const kg_kmers_counts *counts);
/* Prints the library's warning, if there is one. */
void csr_warn(struct csr *csr);
/* Checks that there is a file, or standard input. */
void csr_check_sequences(struct command_line *line);

/* csr generate kmers, which reads sequences: what it checks, and does. */
void csr_check_kmers(struct command_line *line, struct csr *csr);
kg_status csr_generate_kmers(struct csr *csr);

#endif
