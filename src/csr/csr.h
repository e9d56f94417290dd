/*
 * The inside of a graph, for csr and the rooms above it.
 *
 * Shapes, the same in all files:
 *     row[n+1]  edges of vertex v are row[v] .. row[v+1]-1
 *     col[m]    target of edge e
 *     src[m]    source of edge e
 *     value[m]  number on edge e, if the graph has them
 *
 * The rows of an undirected graph hold half-edges. Each edge has one in the row of either end, so
 * that code that reads only rows works unchanged:
 *     m         half-edges: twice as many as there are edges
 *     col[m]    the vertex to which the edge of entry i leads; src[m]: the vertex of its row
 *     half[m]   which half-edge entry i is: 2e or 2e+1 of edge e, increasing in each row
 *     end[m]    the vertex of half-edge h
 *     value[m/2]
 *
 * A bidirected graph is an undirected one in which each half-edge lies on a side of its vertex:
 *     side[kg__words(m)]  bit h is set if half-edge h lies on the plus side of end[h]
 *     one_sided[kg__words(n)]  bit v is set if vertex v has only one side: the bits of its
 *                              half-edges are clear. NULL if there is no such vertex
 * Bits past the last half-edge and the last vertex are clear.
 */
#ifndef KG_CSR_H
#define KG_CSR_H

#include "../base/base.h"
#include "../base/bits.h"
#include <konig/device.h>
#include <konig/graph.h>

/* The most edges of a graph: one id is "none", one is kept for a path's virtual edge. */
#define KG__EDGES_MAX    ((uint64_t)KG_NO_EDGE - 2)
#define KG__VERTICES_MAX ((uint64_t)KG_NO_VERTEX)

/* Names of vertices, shared by the graphs derived from one graph: text, or labels, which are
 * increasing numbers. */
typedef struct kg__names {
    unsigned holders;
    uint64_t first;    /* without label and text: the labels are first, first + 1, ... */
    uint64_t *label;   /* [n] labels, or NULL */
    uint64_t *present; /* [words], or NULL: bit i is set if a vertex has the label first + i */
    kg_vertex *below;  /* [words + 1] how many vertices there are before a word */
    uint64_t words;
    uint64_t *begin; /* [n+1] where each name begins in text, or NULL */
    char *text;      /* [begin[n]] */
    bool differ;     /* no two names of text are equal, as far as known */
} kg__names;

/* The sequences of a graph that was read from unitigs. Sequence i begins in text at begin[i] or, if
 * begin is NULL, at base[i / 64] + offset[i]. It ends at the first byte that is not a letter (see
 * end_of_letters() in graph.c), or at the end of text. */
typedef struct kg__unitigs {
    uint64_t k;
    char *text; /* [bytes] the file that contains them */
    uint64_t bytes;
    bool is_mapped;   /* the file is mapped */
    uint64_t *begin;  /* [edges] or NULL */
    uint64_t *base;   /* [edges / 64 + 1] or NULL */
    uint32_t *offset; /* [edges] */
} kg__unitigs;

/* A vertex' name in the form of KG__SHOW(). */
#define KG__NAME_SHOWN(graph, vertex) kg__name_show((char[64]){0}, graph, vertex)

const char *kg__name_show(char shown[64], const kg_graph *graph, kg_vertex vertex);

/* Data that a room above has made from a graph on first use and that stays with it: the first
 * member of the room's struct. The function that frees it also identifies the room. */
typedef struct kg__derived {
    struct kg__derived *next;
    void (*destroy)(kg_context *ctx, struct kg__derived *derived);
} kg__derived;

struct kg_graph {
    kg_context *ctx;
    kg_kind kind;
    kg_vertex n;
    kg_edge m;
    kg_edge *row;   /* row and col: NULL while the graph is only on a device */
    kg_vertex *col; /* may be NULL in a bidirected graph: see kg__graph_make_targets() */
    double *value;  /* or NULL */
    kg_edge *half;  /* NULL in a directed graph */
    uint64_t *side; /* NULL except in a bidirected graph, as one_sided */
    uint64_t *one_sided;
    kg__names *names;     /* or NULL */
    kg__unitigs *unitigs; /* or NULL */

    kg_edge *resident_row; /* row, col and half in a device's own memory, or NULL */
    kg_vertex *resident_col;
    kg_edge *resident_half;

    bool is_borrowed;              /* row, col and value are the caller's */
    bool row_is_lent, col_is_lent; /* resident_row, resident_col are the caller's */
    uint64_t loans;                /* of resident_row and resident_col, not yet given back */
    void *map; /* a mapped file that row, col, ... point into; NULL: they are blocks */
    size_t map_bytes;

    /* Made on first use; NULL until then. */
    kg_vertex *src;
    kg_vertex *end;     /* in a directed graph [2m]; an undirected one has it from the start */
    uint64_t *row_side; /* the bits of side, in the order of the entries of half */
    kg_edge *out_degree, *in_degree; /* [n] */
    kg_edge *original;               /* [m], in a reverse graph */
    kg_vertex *component;            /* [n] */
    uint64_t components;
    uint64_t missing, balanced; /* what kg_euler_missing() counts; valid if known */
    bool missing_is_known;
    kg_edge *tree; /* [trees edges] */
    uint64_t tree_edges;
    kg__derived *derived; /* a list, or NULL */
};

/* An empty graph on the context: everything NULL and 0. */
kg_status kg__graph_create(kg_graph **graph, kg_context *ctx);

/* Whether each edge of an undirected graph, except loops, has a mirror: an edge between the same
 * vertices that names them the other way round. Tests whether a sum is 0; a graph without all
 * mirrors passes once in 2^64. False if all edges are loops. */
bool kg__is_mirrored(const kg_graph *graph);

/* How many edges are equal to an earlier edge, as kg_graph_count_parallel() counts them. */
kg_status kg__count_parallel(kg_graph *graph, uint64_t *count);
/* The same. first: [out] [edges] for each edge the first of the edges equal to it. */
kg_status kg__find_parallel(kg_graph *graph, uint64_t *count, kg_edge *first);

/* KG_OVERFLOW if n or m is past its limit. */
kg_status kg__check_counts(kg_context *ctx, uint64_t n, uint64_t m);

/* Gives an empty graph its vertices and row; then its edges, col and value (if valued). The arrays
 * are uninitialised. KG_OVERFLOW past the limits. */
kg_status kg__graph_allocate_rows(kg_graph *graph, uint64_t n);
kg_status kg__graph_allocate_edges(kg_graph *graph, uint64_t m, bool valued);

/* Begins every call that needs a graph's arrays in host memory: calls kg__begin(), and copies the
 * arrays to host memory if they are only on a device. */
kg_status kg__begin_graph(kg_graph *graph);
kg_status kg__graph_bring(kg_graph *graph);

/* row[v], wherever the rows lie. */
kg_status kg__graph_row(const kg_graph *graph, uint64_t v, kg_edge *begin);

/* Lends row and col in the memory of the backend in force. If that is not the host's memory, the
 * first call copies them there. */
kg_status kg__graph_resident(kg_graph *graph, const kg_edge **row, const kg_vertex **col);

/* The same for an undirected graph's rows and half-edges. */
kg_status kg__graph_resident_halves(kg_graph *graph, const kg_edge **row, const kg_edge **half);

/*
 * For a backend that makes a graph in a device's memory. kg__graph_allocate_resident() allocates
 * the arrays there, uninitialised. kg__graph_to_host() copies them to the host's arrays once they
 * are filled, because those must be valid whenever a call of the library returns a graph. It does
 * nothing for a graph that the host made.
 */
kg_status kg__graph_allocate_resident(kg_graph *graph);
void kg__graph_free_resident(kg_graph *graph);
kg_status kg__graph_to_host(kg_graph *graph);

/* Makes graph->src, unless it exists. */
kg_status kg__graph_make_sources(kg_graph *graph);

/* A piece of an edge list: count pairs of source and target, in order. */
typedef struct kg__edge_run {
    const kg_vertex *pair; /* [2 * count] source, target, source, target, ... */
    const double *value;   /* [count] or NULL */
    size_t count;
    kg_vertex first; /* the number of vertex 0 in the pairs; all numbers are at least this */
} kg__edge_run;

/* Builds a graph from the runs one after the other, without names. Vertices must be < n, which is
 * not checked. Either all runs have values or none. */
kg_status kg__csr_build_runs(
    kg_graph **graph, kg_context *ctx, uint64_t n, const kg__edge_run *run, size_t runs);

/* The same with each edge in both directions, one after the other. */
kg_status kg__csr_build_both(
    kg_graph **graph, kg_context *ctx, uint64_t n, const kg__edge_run *run, size_t runs);

/* The same as an undirected graph. */
kg_status kg__csr_build_undirected(
    kg_graph **graph, kg_context *ctx, uint64_t n, const kg__edge_run *run, size_t runs);

/* Makes an undirected graph from arrays in host memory. It takes the arrays and sets the pointers
 * to NULL. Its targets are not made. row: [n+1], half: [2m], end: [2m] as above. */
kg_status kg__csr_of_halves(kg_graph **graph, kg_context *ctx, uint64_t n, uint64_t m,
    kg_edge **row, kg_edge **half, kg_vertex **end);

/* Makes graph->end, unless it exists. */
kg_status kg__graph_make_ends(kg_graph *graph);

/* Makes graph->col, unless it exists. Call this before reading a bidirected graph's targets. */
kg_status kg__graph_make_targets(kg_graph *graph);

/* "a directed", "an undirected", "a bidirected". */
const char *kg__kind_shown(kg_kind kind);

/* KG_UNSUPPORTED for a graph that is not directed; then for a bidirected one. what: the sentence
 * "an undirected graph ..." from its verb on. */
kg_status kg__need_directed(const kg_graph *graph, const char *what);
kg_status kg__need_no_sides(const kg_graph *graph, const char *what);

static inline unsigned kg__count_ones(uint64_t bits)
{
#if defined __x86_64__ && !defined __POPCNT__ /* otherwise gcc would call a function */
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (unsigned)(((bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) *
                          UINT64_C(0x0101010101010101) >>
                      56);
#else
    return (unsigned)__builtin_popcountll(bits);
#endif
}

/* How many half-edges of vertex v lie on its plus side, in a bidirected graph that has row_side. */
static inline uint64_t kg__plus_degree(const kg_graph *graph, kg_vertex v)
{
    const uint64_t end = graph->row[v + 1];
    uint64_t plus = 0;

    for (uint64_t i = graph->row[v], next; i < end; i = next) {
        next = (i | 63) + 1 < end ? (i | 63) + 1 : end;
        plus += kg__count_ones(graph->row_side[i / 64] >> i % 64 & UINT64_MAX >> (64 - (next - i)));
    }
    return plus;
}

/* Whether vertex v of a bidirected graph has only one side. */
static inline bool kg__is_one_sided(const kg_graph *graph, kg_vertex v)
{
    return graph->one_sided && kg__bitmap_has(graph->one_sided, v);
}

/* Whether a walk that enters a vertex by half-edge `in` may leave it by half-edge `out` of the same
 * vertex. */
static inline bool kg__goes_through(const kg_graph *graph, kg_edge in, kg_edge out)
{
    return !graph->side || kg__is_one_sided(graph, graph->end[in]) ||
           kg__bitmap_has(graph->side, in) != kg__bitmap_has(graph->side, out);
}

/* A bitmap of count bits, all clear. */
kg_status kg__bitmap_create(kg_context *ctx, uint64_t **word, uint64_t count, const char *what);

/* Makes an undirected graph bidirected. It takes the bitmaps, and clears the bits that must be
 * clear. one_sided: may be NULL. */
void kg__graph_take_sides(kg_graph *graph, uint64_t *side, uint64_t *one_sided);

/* Makes graph->row_side of a bidirected graph, unless it exists. O(m). */
kg_status kg__graph_make_row_sides(kg_graph *graph);

/* The degrees on each side of a bidirected graph that has row_side. out, in: [n] on entry the whole
 * degrees. */
void kg__graph_side_degrees(const kg_graph *graph, kg_edge *out, kg_edge *in);

/* The directed graph with each edge of an undirected one in both directions, and each loop once. */
kg_status kg__graph_directed_both(kg_graph **directed, kg_graph *graph);

/* The number of edges, not of entries of rows. */
static inline kg_edge kg__edges(const kg_graph *graph)
{
    return graph->half ? graph->m / 2 : graph->m;
}

/* The beginning of unitig i. */
static inline uint64_t kg__unitig_begin(const kg__unitigs *all, uint64_t i)
{
    return all->begin ? all->begin[i] : all->base[i / 64] + all->offset[i];
}

/* unitigs: may be NULL. */
void kg__unitigs_destroy(kg__unitigs *unitigs, kg_context *ctx);

kg_status kg__names_create(kg__names **names, kg_context *ctx);
void kg__names_release(kg__names *names, kg_context *ctx);

/* Gives a graph the names of another graph's vertices, which both then share. */
static inline void kg__share_names(kg_graph *to, const kg_graph *from)
{
    to->names = from->names;
    if (to->names)
        to->names->holders++;
}

/* Makes names of increasing labels, [n], which are taken or freed; NULL if the labels are the
 * ids. */
kg_status kg__names_of_labels(kg__names **names, kg_context *ctx, uint64_t **label, uint64_t n);

/* Makes names of some of a graph's vertices: vertex[count], increasing. NULL if their new ids are
 * their names. */
kg_status kg__names_of_some(
    kg__names **names, const kg_graph *graph, const kg_vertex *vertex, uint64_t count);

/* pair: [out] as for kg_graph_find_equal_names(). names: of n vertices; may be NULL. */
kg_status kg__names_find_equal(kg__names *names, kg_context *ctx, uint64_t n, kg_vertex pair[2]);

/* The label of a vertex whose names are bits. */
uint64_t kg__names_select(const kg__names *names, kg_vertex v);

/* The label of a vertex. names: not text. */
static inline uint64_t kg__names_label(const kg__names *names, kg_vertex v)
{
    return names->label     ? names->label[v]
           : names->present ? kg__names_select(names, v)
                            : names->first + v;
}

#endif
