/*
 * The table of array primitives: one row of function pointers a backend. The fronts (scan.c,
 * sort.c,
 * ...) have checked the arguments and n > 0; contracts as in konig/array.h. A KG_OVERFLOW comes
 * back without a text: the front knows what passed which limit.
 *
 * A new backend is a file of implementations a primitive and a row in scan_ops.c.
 */
#ifndef KG_SCAN_OPS_H
#define KG_SCAN_OPS_H

#include "../base/base.h"

typedef enum kg__reduction { KG__SUM, KG__MIN, KG__MAX } kg__reduction;

/* total: never NULL. KG_OVERFLOW: the total does not fit T. */
#define decl_scan_prefix(name, T)                                                                  \
    kg_status name(                                                                                \
        kg_context *ctx, T *sum, uint64_t *total, uint64_t n, const T *value, bool inclusive)
/* KG_OVERFLOW: the sum does not fit result. */
#define decl_scan_reduce(name, T)                                                                  \
    kg_status name(kg_context *ctx, uint64_t *result, uint64_t n, const T *value, kg__reduction how)
/* value: NULL for positions. */
#define decl_scan_compact(name, T)                                                                 \
    kg_status name(kg_context *ctx, T *kept, uint64_t *count, uint64_t n, const T *value,          \
        const uint8_t *flag)
/* sorted_value: NULL for keys alone. Otherwise sorted_key may be NULL, and value, for positions. */
#define decl_scan_sort(name, K, V)                                                                 \
    kg_status name(                                                                                \
        kg_context *ctx, K *sorted_key, V *sorted_value, uint64_t n, const K *key, const V *value)
#define decl_scan_distinct(name, T)                                                                \
    kg_status name(                                                                                \
        kg_context *ctx, T *distinct, uint64_t *count, uint32_t *rank, uint64_t n, const T *value)

/* decl(slot) of every slot of a row. */
#define KG__SCAN_SLOTS(slot)                                                                       \
    decl_scan_prefix(slot(prefix_u32), uint32_t);                                                  \
    decl_scan_prefix(slot(prefix_u64), uint64_t);                                                  \
    decl_scan_reduce(slot(reduce_u32), uint32_t);                                                  \
    decl_scan_reduce(slot(reduce_u64), uint64_t);                                                  \
    decl_scan_compact(slot(compact_u32), uint32_t);                                                \
    decl_scan_compact(slot(compact_u64), uint64_t);                                                \
    decl_scan_sort(slot(sort_u32_u32), uint32_t, uint32_t);                                        \
    decl_scan_sort(slot(sort_u32_u64), uint32_t, uint64_t);                                        \
    decl_scan_sort(slot(sort_u64_u32), uint64_t, uint32_t);                                        \
    decl_scan_sort(slot(sort_u64_u64), uint64_t, uint64_t);                                        \
    decl_scan_distinct(slot(distinct_u32), uint32_t);                                              \
    decl_scan_distinct(slot(distinct_u64), uint64_t)

#define KG__SCAN_POINTER(stem) (*stem)
#define KG__SCAN_CPU(stem)     kg__scan_##stem##_cpu
#define KG__SCAN_CUDA(stem)    kg__scan_##stem##_cuda

typedef struct kg_scan_ops {
    KG__SCAN_SLOTS(KG__SCAN_POINTER);
} kg_scan_ops;

KG__SCAN_SLOTS(KG__SCAN_CPU);
KG__SCAN_SLOTS(KG__SCAN_CUDA);

/* The row in force. */
const kg_scan_ops *kg__scan(const kg_context *ctx);

/* The row for arrays in host memory, whatever the context's device. */
const kg_scan_ops *kg__scan_host(void);

#endif
