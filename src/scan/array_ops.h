/*
 * The table of array primitives: one row of function pointers a backend. The fronts (scan.c,
 * reduce.c, sort.c, ...) have checked the arguments and n > 0; contracts as in konig/array.h where
 * nothing else is said. A KG_OVERFLOW comes back without a text: the front knows what passed which
 * limit.
 *
 * Some slots take numbers of any kg_type. Those whose name ends in widths are for unsigned integers
 * of these alone, and other rooms call them as well.
 *
 * The ordered bits of a number are its place in the order of konig/array.h as an unsigned integer
 * of its width. Sorted by, they are called keys.
 *
 * A new backend is a file of implementations a primitive and a row in array_ops.c.
 */
#ifndef KG_ARRAY_OPS_H
#define KG_ARRAY_OPS_H

#include "../base/base.h"
#include <konig/array.h>

/* A sum of floats: lanes of a piece, its numbers; pieces of a group, as groups of the next. */
enum { KG__LANES = 32, KG__PIECE = 1024, KG__GROUP = 32 };

/* Running sums of floats: numbers of a run, runs of a row, rows of a page; and numbers of these. */
enum { KG__RUN = 32, KG__RUNS = 32, KG__ROWS = 8 };
enum { KG__ROW = KG__RUN * KG__RUNS, KG__PAGE = KG__ROW * KG__ROWS };

/* The most bits of a key that are counted at once. */
enum { KG__DIGIT_BITS = 11 };

/* Integers: 128 bits, two's complement. Floats: real. */
typedef struct kg__sum {
    __int128 whole;
    double real;
} kg__sum;

typedef enum kg__reduction { KG__SUM, KG__MIN, KG__MAX } kg__reduction;

/* ---- numbers of any type --------------------------------------------------------------------- */

/* bits: [n] of the type's width, complemented where descending; may be value. */
#define decl_array_ordered_bits(name)                                                              \
    kg_status name(                                                                                \
        kg_context *ctx, void *bits, kg_type type, uint64_t n, const void *value, bool descending)
/* The reverse: value: [n], may be bits. */
#define decl_array_from_ordered_bits(name)                                                         \
    kg_status name(                                                                                \
        kg_context *ctx, void *value, kg_type type, uint64_t n, const void *bits, bool descending)
/* The numbers increasing; sorted: [n], may be value. KG_UNSUPPORTED without a text where it is as
 * well to sort their ordered bits. */
#define decl_array_sort(name)                                                                      \
    kg_status name(kg_context *ctx, void *sorted, kg_type type, uint64_t n, const void *value)
/* kept: [count], the numbers for which the comparison holds, xor invert, in order; not in place. */
#define decl_array_select_if(name)                                                                 \
    kg_status name(kg_context *ctx, void *kept, uint64_t *count, kg_type type, uint64_t n,         \
        const void *value, kg_compare how, kg_number than, bool invert)
/* number: [count], the first number of each run of equal ones. start: [count], its position. Not in
 * place. */
#define decl_array_run_starts(name)                                                                \
    kg_status name(kg_context *ctx, void *number, uint64_t *start, uint64_t *count, kg_type type,  \
        uint64_t n, const void *value)
/* start: [count] increasing, the last run ends at n; each becomes the length of its run. */
#define decl_array_run_lengths(name)                                                               \
    kg_status name(kg_context *ctx, uint64_t *start, uint64_t count, uint64_t n)
/* Not for sums of KG_U32 and KG_U64, which scan_u32 and scan_u64 take. KG_OVERFLOW: a sum passes
 * its type: one of floats is infinite or NaN, and no number is. */
#define decl_array_scan(name)                                                                      \
    kg_status name(kg_context *ctx, void *result, kg_type type, uint64_t n, const void *value,     \
        kg_scan_op op, bool exclusive)
#define decl_array_sum(name)                                                                       \
    kg_status name(kg_context *ctx, kg__sum *sum, kg_type type, uint64_t n, const void *value)
/* index: of the first least number, or of the first greatest where max is set. */
#define decl_array_argmin(name)                                                                    \
    kg_status name(                                                                                \
        kg_context *ctx, uint64_t *index, kg_type type, uint64_t n, const void *value, bool max)
/* edge: [bins + 1], host. times: [bins], host, uninitialised. inside: numbers counted. */
#define decl_array_histogram(name)                                                                 \
    kg_status name(kg_context *ctx, uint64_t *times, uint64_t *inside, kg_type type, uint64_t n,   \
        const void *value, uint64_t bins, const double *edge)
/* times: [2^bits], host: how many keys, complemented where least, agree with `known` in the bits
 * from shift + bits up, by their `bits` bits from shift on; bits <= KG__DIGIT_BITS. */
#define decl_array_digit_histogram(name)                                                           \
    kg_status name(kg_context *ctx, uint64_t *times, kg_type type, uint64_t n, const void *value,  \
        bool least, uint64_t known, unsigned shift, unsigned bits)
/* Of the keys, complemented where least, those that are from or more: their complements in 64 bits
 * and their positions, in order: [room], of which the first *found. Where *found passes room, what
 * is written there says nothing. */
#define decl_array_collect(name)                                                                   \
    kg_status name(kg_context *ctx, uint64_t *key, uint64_t *position, uint64_t *found,            \
        uint64_t room, kg_type type, uint64_t n, const void *value, bool least, uint64_t from)
/* The top k as kg_array_top has them, index [k] or NULL. KG_UNSUPPORTED without a text where
 * digit_histogram and collect are needed, at once or after an attempt. */
#define decl_array_top(name)                                                                       \
    kg_status name(kg_context *ctx, void *first, uint64_t *index, kg_type type, uint64_t n,        \
        const void *value, uint64_t k, bool least)
/* Row i of result is row_bytes from value + stride * position[i]; position: NULL for i. */
#define decl_array_gather(name)                                                                    \
    kg_status name(kg_context *ctx, void *result, uint64_t count, size_t row_bytes,                \
        const void *value, size_t stride, const uint64_t *position)

/* ---- unsigned integers by width -------------------------------------------------------------- */

/* total: never NULL. KG_OVERFLOW: the total does not fit T. */
#define decl_array_scan_width(name, T)                                                             \
    kg_status name(                                                                                \
        kg_context *ctx, T *sum, uint64_t *total, uint64_t n, const T *value, bool inclusive)
/* KG_OVERFLOW: the sum does not fit result. */
#define decl_array_reduce_width(name, T)                                                           \
    kg_status name(kg_context *ctx, uint64_t *result, uint64_t n, const T *value, kg__reduction how)
/* value: NULL for positions. */
#define decl_array_select_flagged_width(name, T)                                                   \
    kg_status name(kg_context *ctx, T *kept, uint64_t *count, uint64_t n, const T *value,          \
        const uint8_t *flag)
/*
 * Sorts keys, and moves a value along with each; equal keys keep their order. Each of the two
 * outputs may be its input.
 * sorted_value: NULL for keys alone. Otherwise sorted_key may be NULL, which is faster, and value,
 * for positions, which must fit V.
 */
#define decl_array_sort_pairs(name, K, V)                                                          \
    kg_status name(                                                                                \
        kg_context *ctx, K *sorted_key, V *sorted_value, uint64_t n, const K *key, const V *value)
/* rank: [n] or NULL; n fits 32 bits where it is wanted. */
#define decl_array_distinct_width(name, T)                                                         \
    kg_status name(                                                                                \
        kg_context *ctx, T *distinct, uint64_t *count, uint32_t *rank, uint64_t n, const T *value)

#define decl_array_scan_u32(name)           decl_array_scan_width(name, uint32_t)
#define decl_array_scan_u64(name)           decl_array_scan_width(name, uint64_t)
#define decl_array_reduce_u32(name)         decl_array_reduce_width(name, uint32_t)
#define decl_array_reduce_u64(name)         decl_array_reduce_width(name, uint64_t)
#define decl_array_select_flagged_u32(name) decl_array_select_flagged_width(name, uint32_t)
#define decl_array_select_flagged_u64(name) decl_array_select_flagged_width(name, uint64_t)
#define decl_array_sort_u32_u32(name)       decl_array_sort_pairs(name, uint32_t, uint32_t)
#define decl_array_sort_u32_u64(name)       decl_array_sort_pairs(name, uint32_t, uint64_t)
#define decl_array_sort_u64_u32(name)       decl_array_sort_pairs(name, uint64_t, uint32_t)
#define decl_array_sort_u64_u64(name)       decl_array_sort_pairs(name, uint64_t, uint64_t)
#define decl_array_distinct_u32(name)       decl_array_distinct_width(name, uint32_t)
#define decl_array_distinct_u64(name)       decl_array_distinct_width(name, uint64_t)

/* ---- the table ------------------------------------------------------------------------------- */

#define KG__ARRAY_SLOTS(X)                                                                         \
    X(array, ordered_bits)                                                                         \
    X(array, from_ordered_bits)                                                                    \
    X(array, scan)                                                                                 \
    X(array, scan_u32)                                                                             \
    X(array, scan_u64)                                                                             \
    X(array, sum)                                                                                  \
    X(array, argmin)                                                                               \
    X(array, reduce_u32)                                                                           \
    X(array, reduce_u64)                                                                           \
    X(array, sort)                                                                                 \
    X(array, sort_u32_u32)                                                                         \
    X(array, sort_u32_u64)                                                                         \
    X(array, sort_u64_u32)                                                                         \
    X(array, sort_u64_u64)                                                                         \
    X(array, gather)                                                                               \
    X(array, top)                                                                                  \
    X(array, digit_histogram)                                                                      \
    X(array, collect)                                                                              \
    X(array, select_if)                                                                            \
    X(array, select_flagged_u32)                                                                   \
    X(array, select_flagged_u64)                                                                   \
    X(array, run_starts)                                                                           \
    X(array, run_lengths)                                                                          \
    X(array, distinct_u32)                                                                         \
    X(array, distinct_u64)                                                                         \
    X(array, histogram)

typedef struct kg__array_ops {
    KG__ARRAY_SLOTS(KG__POINTER)
} kg__array_ops;

KG__ARRAY_SLOTS(KG__PROTOTYPES)

/* The row in force. */
const kg__array_ops *kg__array(const kg_context *ctx);

/* The row for arrays in host memory, whatever the context's device. */
const kg__array_ops *kg__array_host(void);

/* For the fronts: forgets the last failure; fails where the type is unknown. */
kg_status kg__array_begin(kg_context *ctx, kg_type type);

#endif
