/* The table of matrix functions: a row per backend. The fronts have checked the arguments. */
#ifndef KG_MATRIX_OPS_H
#define KG_MATRIX_OPS_H

#include "../base/base.h"
#include <konig/som.h>

/* result: [columns][rows] of value: [rows][columns], elements of 1, 2, 4 or 8 bytes. */
#define decl_matrix_transpose(name)                                                                \
    kg_status name(kg_context *ctx, void *result, size_t size, uint64_t rows, uint64_t columns,    \
        const void *value)
/* product: [n][m] of a: [n][inner] and b: [inner][m]; no size is 0. KG_OVERFLOW comes without a
 * text. */
#define decl_matrix_multiply(name)                                                                 \
    kg_status name(kg_context *ctx, void *product, kg_type type, uint64_t n, uint64_t inner,       \
        uint64_t m, const void *a, const void *b)
/* The same for floats, computed by a library of the system. KG_UNSUPPORTED where there is none. */
#define decl_matrix_multiply_blas(name) decl_matrix_multiply(name)

/* unit, distance: [rows], host: the nearest node of each row of data[rows][columns], whose columns
 * are the rows of turned[columns][nodes]. */
#define decl_matrix_match(name)                                                                    \
    kg_status name(kg_context *ctx, uint64_t *unit, double *distance, uint64_t rows,               \
        uint64_t nodes, uint64_t columns, const double *data, const double *turned,                \
        kg_metric metric)

#define KG__MATRIX_SLOTS(X)                                                                        \
    X(matrix, transpose)                                                                           \
    X(matrix, multiply)                                                                            \
    X(matrix, multiply_blas)                                                                       \
    X(matrix, match)

typedef struct kg__matrix_ops {
    KG__MATRIX_SLOTS(KG__POINTER)
} kg__matrix_ops;

KG__MATRIX_SLOTS(KG__PROTOTYPES)

/* The row in force. */
const kg__matrix_ops *kg__matrices(const kg_context *ctx);

#endif
