/* The table of matrix functions: a row per backend. The fronts have checked the arguments. */
#ifndef KG_MATRIX_OPS_H
#define KG_MATRIX_OPS_H

#include "../base/base.h"
#include <konig/som.h>

/* value: [rows][columns], elements of 1, 2, 4 or 8 bytes; result: [columns][rows]. The pitches are
 * elements from one row to the next. */
typedef struct kg__transposition {
    size_t size;
    uint64_t rows, columns;
    void *result;
    const void *value;
    uint64_t result_pitch, value_pitch;
} kg__transposition;

#define decl_matrix_transpose(name) kg_status name(kg_context *ctx, const kg__transposition *t)

/* result: [n][m] of a: [n][inner] and b: [inner][m]; no size is 0. The pitches are numbers from one
 * row to the next. */
typedef struct kg__product {
    uint64_t n, inner, m;
    void *result;
    const void *a, *b;
    uint64_t result_pitch, a_pitch, b_pitch;
} kg__product;

/* Whether a size or a pitch is more than `most`. */
static inline bool kg__product_passes(const kg__product *p, uint64_t most)
{
    return p->n > most || p->inner > most || p->m > most || p->a_pitch > most ||
           p->b_pitch > most || p->result_pitch > most;
}

/* For KG_U64, KG_I64, KG_F32 and KG_F64. KG_OVERFLOW comes without a message. */
#define decl_matrix_multiply(name)                                                                 \
    kg_status name(kg_context *ctx, kg_type type, const kg__product *p)
/* The same for floats, computed by a library of the system. KG_UNSUPPORTED if there is none. */
#define decl_matrix_multiply_blas(name) decl_matrix_multiply(name)

/* unit, distance: [rows], host: the nearest node of each row of data[rows][columns], whose columns
 * are the rows of turned[columns][nodes]. */
#define decl_matrix_match(name)                                                                    \
    kg_status name(kg_context *ctx, uint64_t *unit, double *distance, uint64_t rows,               \
        uint64_t nodes, uint64_t columns, const double *data, const double *turned,                \
        kg_metric metric)

#define KG__MATRIX_FUNCTIONS(X)                                                                    \
    X(matrix, transpose)                                                                           \
    X(matrix, multiply)                                                                            \
    X(matrix, multiply_blas)                                                                       \
    X(matrix, match)

typedef struct kg__matrix_ops {
    KG__MATRIX_FUNCTIONS(KG__POINTER)
} kg__matrix_ops;

KG__MATRIX_FUNCTIONS(KG__PROTOTYPES)

/* The row in force. */
const kg__matrix_ops *kg__matrices(const kg_context *ctx);

#endif
