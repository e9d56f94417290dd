/*
 * The inside of a sparse matrix.
 *
 * A line is a row in CSR and a column in CSC; `across` is how many columns or rows a line has.
 *     offset[lines+1]  entries of line i are offset[i] .. offset[i+1]-1
 *     index[m]         increasing in each line, below across
 *     value[m]         numbers of the type
 */
#ifndef KG_SPARSE_H
#define KG_SPARSE_H

#include "../csr/csr.h"
#include "../io/input.h"
#include "../scan/number.h"
#include <konig/sparse.h>

struct kg_sparse {
    kg_context *ctx;
    kg_type type;
    kg_sparse_order order;
    uint64_t rows, columns;
    kg_edge *offset;
    kg_vertex *index;
    void *value;
    uint64_t offset_room, index_room, value_room; /* the elements that the arrays have room for */
};

static inline uint64_t kg__sparse_lines(const kg_sparse *s)
{
    return s->order == KG_CSR ? s->rows : s->columns;
}

static inline uint64_t kg__sparse_across(const kg_sparse *s)
{
    return s->order == KG_CSR ? s->columns : s->rows;
}

static inline uint64_t kg__sparse_count(const kg_sparse *s)
{
    return s->offset[kg__sparse_lines(s)];
}

/* The number of vertices of a graph whose rows are the lines. */
static inline uint64_t kg__sparse_vertices(const kg_sparse *s)
{
    return s->rows > s->columns ? s->rows : s->columns;
}

/* KG_OVERFLOW if one of the three numbers is past its limit. */
kg_status kg__sparse_check(kg_context *ctx, uint64_t rows, uint64_t columns, uint64_t entries);

/* KG_ARGUMENT if the matrix is in CSC, which cannot be appended to. */
kg_status kg__sparse_check_appends(const kg_sparse *s);

/* KG_ARGUMENT if it is not an order. */
kg_status kg__sparse_check_order(kg_context *ctx, kg_sparse_order order);

/* A matrix without arrays, which the caller allocates. The counts are in range. */
kg_status kg__sparse_create(kg_sparse **sparse, kg_context *ctx, kg_type type,
    kg_sparse_order order, uint64_t rows, uint64_t columns);

/* Allocates the arrays of a matrix that has none, uninitialised. */
kg_status kg__sparse_allocate(kg_sparse *s, uint64_t entries);

/* Makes room for one more line and `entries` more entries. KG_OVERFLOW past the limits. */
kg_status kg__sparse_room(kg_sparse *s, uint64_t entries);

/* Moves the arrays of a graph of kg__sparse_vertices() vertices to a matrix without arrays. The
 * first bytes of each value are a number of the type. */
kg_status kg__sparse_take(kg_sparse *s, kg_graph *graph);

/* The same matrix in the other order. The indices of a line may be in any order; in the result they
 * never decrease. */
kg_status kg__sparse_turn(kg_sparse **turned, const kg_sparse *s);

/* Replaces a matrix by one whose indices never decrease in a line. *line and *index: the first
 * place with two entries; *line is UINT64_MAX if there is none. */
kg_status kg__sparse_sort(kg_sparse **sparse, uint64_t *line, kg_vertex *index);

/* As kg_sparse_read(), for an input that is already open. The matrix does not depend on
 * block_bytes. */
kg_status kg__sparse_read_input(kg_sparse **sparse, const kg__input *input,
    const kg_sparse_options *options, size_t block_bytes);

#endif
