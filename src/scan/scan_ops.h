/*
 * The table of array primitives: one row of function pointers a backend. The fronts (scan.c,
 * sort.c, ...) have checked the arguments and n > 0; contracts as in konig/array.h. A KG_OVERFLOW
 * comes back without a text: the front knows what passed which limit.
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

#define decl_scan_prefix_u32(name)   decl_scan_prefix(name, uint32_t)
#define decl_scan_prefix_u64(name)   decl_scan_prefix(name, uint64_t)
#define decl_scan_reduce_u32(name)   decl_scan_reduce(name, uint32_t)
#define decl_scan_reduce_u64(name)   decl_scan_reduce(name, uint64_t)
#define decl_scan_compact_u32(name)  decl_scan_compact(name, uint32_t)
#define decl_scan_compact_u64(name)  decl_scan_compact(name, uint64_t)
#define decl_scan_sort_u32_u32(name) decl_scan_sort(name, uint32_t, uint32_t)
#define decl_scan_sort_u32_u64(name) decl_scan_sort(name, uint32_t, uint64_t)
#define decl_scan_sort_u64_u32(name) decl_scan_sort(name, uint64_t, uint32_t)
#define decl_scan_sort_u64_u64(name) decl_scan_sort(name, uint64_t, uint64_t)
#define decl_scan_distinct_u32(name) decl_scan_distinct(name, uint32_t)
#define decl_scan_distinct_u64(name) decl_scan_distinct(name, uint64_t)

#define KG__SCAN_SLOTS(X)                                                                          \
    X(scan, prefix_u32)                                                                            \
    X(scan, prefix_u64)                                                                            \
    X(scan, reduce_u32)                                                                            \
    X(scan, reduce_u64)                                                                            \
    X(scan, compact_u32)                                                                           \
    X(scan, compact_u64)                                                                           \
    X(scan, sort_u32_u32)                                                                          \
    X(scan, sort_u32_u64)                                                                          \
    X(scan, sort_u64_u32)                                                                          \
    X(scan, sort_u64_u64)                                                                          \
    X(scan, distinct_u32)                                                                          \
    X(scan, distinct_u64)

typedef struct kg__scan_ops {
    KG__SCAN_SLOTS(KG__POINTER)
} kg__scan_ops;

KG__SCAN_SLOTS(KG__PROTOTYPES)

/* The row in force. */
const kg__scan_ops *kg__scan(const kg_context *ctx);

/* The row for arrays in host memory, whatever the context's device. */
const kg__scan_ops *kg__scan_host(void);

#endif
