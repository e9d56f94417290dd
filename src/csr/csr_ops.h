/*
 * The backends of csr: what touches all of a graph's data. One row a backend; a new backend is a
 * new row. The fronts check arguments, the rows assert. The arrays of a graph are the host's; a
 * backend with memory of its own brings them there and back.
 */
#ifndef KG_CSR_OPS_H
#define KG_CSR_OPS_H

#include "csr.h"

/* A piece of an edge list: edge begin + i goes from source[i * stride] to target[i * stride]. */
typedef struct kg__edge_piece {
    const kg_vertex *source, *target;
    size_t stride;
    const double *value; /* [count] or NULL */
    uint64_t begin;      /* edges in the pieces before */
    uint64_t count;
} kg__edge_piece;

/*
 * The stable build. row: [out] [n+1]. col: [out] [m]. value: [out] [m], or NULL where the pieces
 * have none. id: [out] [m] the place in the list of each edge, or NULL. Every source is < n.
 */
#define decl_csr_build(name)                                                                       \
    kg_status name(kg_context *ctx, kg_vertex n, kg_edge m, const kg__edge_piece *piece,           \
        size_t pieces, kg_edge *row, kg_vertex *col, double *value, kg_edge *id)

/* src: [out] [m] */
#define decl_csr_sources(name)                                                                     \
    kg_status name(kg_context *ctx, kg_vertex n, const kg_edge *row, kg_vertex *src)

/* out, in: [out] [n] */
#define decl_csr_degrees(name)                                                                     \
    kg_status name(kg_context *ctx, kg_vertex n, const kg_edge *row, const kg_vertex *col,         \
        kg_edge *out, kg_edge *in)

/* to[i] = from[id[i]] for i < m */
#define decl_csr_gather(name)                                                                      \
    kg_status name(kg_context *ctx, kg_edge m, const kg_edge *id, const double *from, double *to)

/* component: [out] [n] numbered by smallest vertex. */
#define decl_csr_components(name)                                                                  \
    kg_status name(kg_context *ctx, kg_vertex n, const kg_edge *row, const kg_vertex *col,         \
        kg_vertex *component, uint64_t *count)

/* tree: [out] room for n edges, increasing. */
#define decl_csr_spanning_tree(name)                                                               \
    kg_status name(kg_context *ctx, kg_vertex n, const kg_edge *row, const kg_vertex *col,         \
        kg_edge *tree, uint64_t *count)

/* Rows and edges of a generated graph, into an empty shell. The options are in range;
 * relabelling, names and a path's missing edge are the front's. */
#define decl_csr_generate(name) kg_status name(kg_graph *graph, const kg_generate_options *options)

typedef struct kg__csr_ops {
    decl_csr_build((*build));
    decl_csr_sources((*sources));
    decl_csr_degrees((*degrees));
    decl_csr_gather((*gather));
    decl_csr_components((*components));
    decl_csr_spanning_tree((*spanning_tree));
    decl_csr_generate((*generate));
} kg__csr_ops;

/* The row in force. */
const kg__csr_ops *kg__csr(const kg_context *ctx);

decl_csr_build(kg__csr_build_cpu);
decl_csr_sources(kg__csr_sources_cpu);
decl_csr_degrees(kg__csr_degrees_cpu);
decl_csr_gather(kg__csr_gather_cpu);
decl_csr_components(kg__csr_components_cpu);
decl_csr_spanning_tree(kg__csr_spanning_tree_cpu);
decl_csr_generate(kg__csr_generate_cpu);

#endif
