/*
 * The backends of csr: all functions that process all of a graph's data. One row a backend; a new
 * backend is a new row. The fronts check arguments, the rows assert.
 *
 * Arrays among pieces and results lie in host memory. A function that makes a graph makes its row
 * and col, and half, in the backend's memory. The front calls kg__graph_to_host() when they are
 * complete. Code that edits the host arrays afterwards must update the resident copy, as
 * remove_edge() in generate/generate.c does.
 */
#ifndef KG_CSR_OPS_H
#define KG_CSR_OPS_H

#include "csr.h"

/* A piece of an edge list: edge begin + i goes from source[i * stride] - first to
 * target[i * stride] - first. Without target it is a list of half-edges, whose begin and count are
 * even: begin + i goes from source[i] - first to source[i ^ 1] - first. */
typedef struct kg__edge_piece {
    const kg_vertex *source, *target;
    size_t stride;
    const double *value; /* [count] or NULL */
    uint64_t begin;      /* edges in the pieces before */
    uint64_t count;
    kg_vertex first; /* the number of vertex 0; with a stride of 1 and targets it is 0 */
} kg__edge_piece;

/*
 * The stable build: fills row, col and, if the pieces have values, value of a graph whose arrays
 * are allocated. For an undirected graph it also fills half; each edge of the list is then a
 * half-edge. Every source and target, less the piece's first, is below n.
 */
#define decl_csr_build(name)                                                                       \
    kg_status name(kg_graph *graph, const kg__edge_piece *piece, size_t pieces)

/* src: [out] [m] */
#define decl_csr_sources(name) kg_status name(kg_graph *graph, kg_vertex *src)

/* out, in: [out] [n] */
#define decl_csr_degrees(name) kg_status name(kg_graph *graph, kg_edge *out, kg_edge *in)

/* reverse: [out] a graph whose arrays, including original[m] and value[m], are allocated and not
 * yet filled. */
#define decl_csr_reverse(name) kg_status name(kg_graph *reverse, kg_graph *graph)

/* component: [out] [n] numbered by smallest vertex. */
#define decl_csr_components(name)                                                                  \
    kg_status name(kg_graph *graph, kg_vertex *component, uint64_t *count)

/* tree: [out] room for n edges, whose ids increase. key: [m] the weights; edges of equal weight are
 * ordered by their ids. NULL: all weights are equal. */
#define decl_csr_spanning_tree(name)                                                               \
    kg_status name(kg_graph *graph, const uint64_t *key, kg_edge *tree, uint64_t *count)

/* Makes the rows and edges of a generated graph in an empty graph. The options are in range. The
 * front relabels, names, and removes a path's edge. */
#define decl_csr_generate(name) kg_status name(kg_graph *graph, const kg_generate_options *options)

/* Permutes the vertices at random; rows keep their order. old: [out] [n] the vertex that became
 * vertex v. */
#define decl_csr_relabel(name) kg_status name(kg_graph *graph, uint64_t key, kg_vertex *old)

/* Makes the resident arrays of a graph of m = col->count edges from a caller's arrays on the
 * device, whose counts are in range; or borrows those that fit unchanged (borrow). */
#define decl_csr_take_rows(name)                                                                   \
    kg_status name(                                                                                \
        kg_graph *graph, const kg_device_array *row, const kg_device_array *col, bool borrow)
/* The same from an edge list. n: vertices, or KG_VERTICES_NAMED. */
#define decl_csr_take_list(name)                                                                   \
    kg_status name(                                                                                \
        kg_graph *graph, uint64_t n, const kg_device_array *source, const kg_device_array *target)

#define KG__CSR_FUNCTIONS(X)                                                                       \
    X(csr, build)                                                                                  \
    X(csr, sources)                                                                                \
    X(csr, degrees)                                                                                \
    X(csr, reverse)                                                                                \
    X(csr, components)                                                                             \
    X(csr, spanning_tree)                                                                          \
    X(csr, generate)                                                                               \
    X(csr, relabel)                                                                                \
    X(csr, take_rows)                                                                              \
    X(csr, take_list)

typedef struct kg__csr_ops {
    KG__CSR_FUNCTIONS(KG__POINTER)
} kg__csr_ops;

KG__CSR_FUNCTIONS(KG__PROTOTYPES)

/* Turns counts into offsets: row[v + 1] is the degree of v before, the end of v's row after.
 * *total: their sum, right even if it does not fit an edge id (then row is garbage). */
kg_status kg__row_offsets_cpu(kg_context *ctx, kg_vertex n, kg_edge *row, uint64_t *total);

/* Makes graph->src, [m] in host memory, by a function of a backend, unless it exists. */
kg_status kg__graph_keep_sources(kg_graph *graph, decl_csr_sources((*sources)));

/* The row in force. */
const kg__csr_ops *kg__csr(const kg_context *ctx);

/* The row for a function that reads a whole graph. Over ranks it is the CPU's, because a device
 * only has room for the part of its rank; then this copies the graph to host memory. */
kg_status kg__csr_whole(kg_graph *graph, const kg__csr_ops **ops);

#endif
