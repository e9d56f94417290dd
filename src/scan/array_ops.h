/*
 * The table of array primitives: one row of function pointers per backend. The fronts (scan.c,
 * reduce.c, sort.c, ...) have checked the arguments and that n > 0. The contracts are those of
 * konig/array.h, unless a comment here says otherwise. A function returns KG_OVERFLOW without a
 * message: the front knows which limit was passed.
 *
 * Some functions take numbers of any kg_type. Functions whose names end in a width (u8 to u64) take
 * unsigned integers of that width only; other rooms call these as well.
 *
 * The ordered bits of a number are an unsigned integer of its width, which gives its place in the
 * order of konig/array.h. As sort keys they are called keys.
 *
 * A new backend needs a file of implementations for each primitive, and a row in array_ops.c.
 */
#ifndef KG_ARRAY_OPS_H
#define KG_ARRAY_OPS_H

#include "../base/base.h"
#include "number.h"

/* The order of a sum of floats. A piece has KG__PIECE numbers, dealt to KG__LANES lanes. KG__GROUP
 * pieces make a group, and KG__GROUP groups make a group of the next level. */
enum { KG__LANES = 32, KG__PIECE = 1024, KG__GROUP = 32 };

/* The order of running sums of floats: the numbers in a run, the runs in a row, the rows in a page;
 * then the numbers in a row and in a page. */
enum { KG__RUN = 32, KG__RUNS = 32, KG__ROWS = 8 };
enum { KG__ROW = KG__RUN * KG__RUNS, KG__PAGE = KG__ROW * KG__ROWS };

/* The most bits of a key that digit_histogram counts by. */
enum { KG__DIGIT_BITS = 11 };

/* whole: the sum of integers. real: the sum of floats. */
typedef struct kg__sum {
    __int128 whole;
    double real;
} kg__sum;

/* Defined in generate.h. */
struct kg__progression;
struct kg__uniform;

typedef enum kg__reduction { KG__SUM, KG__MIN, KG__MAX } kg__reduction;

/* ---- numbers of any type --------------------------------------------------------------------- */

/* bits: [n] of the type's width, complemented if descending; may be value. */
#define decl_array_ordered_bits(name)                                                              \
    kg_status name(                                                                                \
        kg_context *ctx, void *bits, kg_type type, uint64_t n, const void *value, bool descending)
/* The reverse. value: [n], may be bits. */
#define decl_array_from_ordered_bits(name)                                                         \
    kg_status name(                                                                                \
        kg_context *ctx, void *value, kg_type type, uint64_t n, const void *bits, bool descending)
/* Sorts the numbers in increasing order. sorted: [n], may be value. KG_UNSUPPORTED, without a
 * message: the front must sort the ordered bits, which is as fast. */
#define decl_array_sort(name)                                                                      \
    kg_status name(kg_context *ctx, void *sorted, kg_type type, uint64_t n, const void *value)
/* Finds the distinct numbers, in increasing order. distinct: [n], may be value. KG_UNSUPPORTED,
 * without a message: the front must use the ordered bits. */
#define decl_array_distinct(name)                                                                  \
    kg_status name(kg_context *ctx, void *distinct, uint64_t *count, kg_type type, uint64_t n,     \
        const void *value)
/* than: a number of the type if the type is one of integers. kept: [count], the numbers for which
 * the comparison holds (with invert: does not hold), in order; not in place. */
#define decl_array_select_if(name)                                                                 \
    kg_status name(kg_context *ctx, void *kept, uint64_t *count, kg_type type, uint64_t n,         \
        const void *value, kg_compare how, kg_number than, bool invert)
/* number: [count], the first number of each run of equal numbers. start: [count], its position. Not
 * in place. */
#define decl_array_run_starts(name)                                                                \
    kg_status name(kg_context *ctx, void *number, uint64_t *start, uint64_t *count, kg_type type,  \
        uint64_t n, const void *value)
/* start: [count], increasing; each start becomes the length of its run. The last run ends at n. */
#define decl_array_run_lengths(name)                                                               \
    kg_status name(kg_context *ctx, uint64_t *start, uint64_t count, uint64_t n)
/* Not for sums of KG_U32 and KG_U64, which scan_u32 and scan_u64 compute. KG_OVERFLOW: a sum passes
 * its type. A sum of floats passes it if the sum is infinite or NaN and no number is. */
#define decl_array_scan(name)                                                                      \
    kg_status name(kg_context *ctx, void *result, kg_type type, uint64_t n, const void *value,     \
        kg_scan_op op, bool exclusive)
#define decl_array_sum(name)                                                                       \
    kg_status name(kg_context *ctx, kg__sum *sum, kg_type type, uint64_t n, const void *value)
/* index: of the first least number; with max, of the first greatest. */
#define decl_array_argmin(name)                                                                    \
    kg_status name(                                                                                \
        kg_context *ctx, uint64_t *index, kg_type type, uint64_t n, const void *value, bool max)
/* Not for integers of 8 bits, which digit_histogram counts. edge: [bins + 1], host. times: [bins],
 * host, uninitialised. inside: numbers counted. */
#define decl_array_histogram(name)                                                                 \
    kg_status name(kg_context *ctx, uint64_t *times, uint64_t *inside, kg_type type, uint64_t n,   \
        const void *value, uint64_t bins, const double *edge)
/* Counts the keys whose bits from shift + bits up are those of `known`. With least, keys are
 * complemented. times: [2^bits], host; the index is the key's `bits` bits from shift on. bits <=
 * KG__DIGIT_BITS. */
#define decl_array_digit_histogram(name)                                                           \
    kg_status name(kg_context *ctx, uint64_t *times, kg_type type, uint64_t n, const void *value,  \
        bool least, uint64_t known, unsigned shift, unsigned bits)
/* Collects the keys that are at least `from`; with least, keys are complemented. key and position:
 * [room]. The first *found entries receive the complements of these keys in 64 bits, and their
 * positions, in the order of the array. If *found is more than room, the contents are
 * unspecified. */
#define decl_array_collect(name)                                                                   \
    kg_status name(kg_context *ctx, uint64_t *key, uint64_t *position, uint64_t *found,            \
        uint64_t room, kg_type type, uint64_t n, const void *value, bool least, uint64_t from)
/* Finds the top k as kg_array_top() defines them. index: [k] or NULL. KG_UNSUPPORTED, without a
 * message, at once or after an attempt: the front must use digit_histogram and collect. */
#define decl_array_top(name)                                                                       \
    kg_status name(kg_context *ctx, void *first, uint64_t *index, kg_type type, uint64_t n,        \
        const void *value, uint64_t k, bool least)
/* array: [rows * made->columns]. */
#define decl_array_progression(name)                                                               \
    kg_status name(kg_context *ctx, void *array, kg_type type, uint64_t rows,                      \
        const struct kg__progression *made)
/* array: [n]. */
#define decl_array_random(name)                                                                    \
    kg_status name(                                                                                \
        kg_context *ctx, void *array, kg_type type, uint64_t n, const struct kg__uniform *from)
/* Row i of result is the row_bytes bytes at value + stride * position[i], or at value + stride * i
 * if position is NULL. */
#define decl_array_gather(name)                                                                    \
    kg_status name(kg_context *ctx, void *result, uint64_t count, size_t row_bytes,                \
        const void *value, size_t stride, const uint64_t *position)

/* ---- unsigned integers by width -------------------------------------------------------------- */

/* total: never NULL. KG_OVERFLOW: the total does not fit T. */
#define decl_array_scan_width(name, T)                                                             \
    kg_status name(                                                                                \
        kg_context *ctx, T *sum, uint64_t *total, uint64_t n, const T *value, bool inclusive)
/* KG_OVERFLOW: the sum does not fit *result. */
#define decl_array_reduce_width(name, T)                                                           \
    kg_status name(kg_context *ctx, uint64_t *result, uint64_t n, const T *value, kg__reduction how)
/* value: NULL selects positions. */
#define decl_array_select_flagged_width(name, T)                                                   \
    kg_status name(kg_context *ctx, T *kept, uint64_t *count, uint64_t n, const T *value,          \
        const uint8_t *flag)
/*
 * Sorts keys, and moves a value along with each; equal keys keep their order. Each of the two
 * outputs may be its input. sorted_value: NULL sorts the keys alone. Otherwise sorted_key may be
 * NULL, which is faster. value may then also be NULL, which stands for the positions; these must
 * fit V.
 */
#define decl_array_sort_pairs(name, K, V)                                                          \
    kg_status name(                                                                                \
        kg_context *ctx, K *sorted_key, V *sorted_value, uint64_t n, const K *key, const V *value)
/* rank: [n] or NULL. If ranks are wanted, n fits 32 bits. */
#define decl_array_distinct_width(name, T)                                                         \
    kg_status name(                                                                                \
        kg_context *ctx, T *distinct, uint64_t *count, uint32_t *rank, uint64_t n, const T *value)

#define decl_array_scan_u32(name)           decl_array_scan_width(name, uint32_t)
#define decl_array_scan_u64(name)           decl_array_scan_width(name, uint64_t)
#define decl_array_reduce_u32(name)         decl_array_reduce_width(name, uint32_t)
#define decl_array_reduce_u64(name)         decl_array_reduce_width(name, uint64_t)
#define decl_array_select_flagged_u8(name)  decl_array_select_flagged_width(name, uint8_t)
#define decl_array_select_flagged_u16(name) decl_array_select_flagged_width(name, uint16_t)
#define decl_array_select_flagged_u32(name) decl_array_select_flagged_width(name, uint32_t)
#define decl_array_select_flagged_u64(name) decl_array_select_flagged_width(name, uint64_t)
#define decl_array_sort_u8_u64(name)        decl_array_sort_pairs(name, uint8_t, uint64_t)
#define decl_array_sort_u16_u64(name)       decl_array_sort_pairs(name, uint16_t, uint64_t)
#define decl_array_sort_u32_u32(name)       decl_array_sort_pairs(name, uint32_t, uint32_t)
#define decl_array_sort_u32_u64(name)       decl_array_sort_pairs(name, uint32_t, uint64_t)
#define decl_array_sort_u64_u32(name)       decl_array_sort_pairs(name, uint64_t, uint32_t)
#define decl_array_sort_u64_u64(name)       decl_array_sort_pairs(name, uint64_t, uint64_t)
#define decl_array_distinct_u8(name)        decl_array_distinct_width(name, uint8_t)
#define decl_array_distinct_u16(name)       decl_array_distinct_width(name, uint16_t)
#define decl_array_distinct_u32(name)       decl_array_distinct_width(name, uint32_t)
#define decl_array_distinct_u64(name)       decl_array_distinct_width(name, uint64_t)

/* ---- the table ------------------------------------------------------------------------------- */

#define KG__ARRAY_FUNCTIONS(X)                                                                     \
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
    X(array, distinct)                                                                             \
    X(array, sort_u8_u64)                                                                          \
    X(array, sort_u16_u64)                                                                         \
    X(array, sort_u32_u32)                                                                         \
    X(array, sort_u32_u64)                                                                         \
    X(array, sort_u64_u32)                                                                         \
    X(array, sort_u64_u64)                                                                         \
    X(array, progression)                                                                          \
    X(array, random)                                                                               \
    X(array, gather)                                                                               \
    X(array, top)                                                                                  \
    X(array, digit_histogram)                                                                      \
    X(array, collect)                                                                              \
    X(array, select_if)                                                                            \
    X(array, select_flagged_u8)                                                                    \
    X(array, select_flagged_u16)                                                                   \
    X(array, select_flagged_u32)                                                                   \
    X(array, select_flagged_u64)                                                                   \
    X(array, run_starts)                                                                           \
    X(array, run_lengths)                                                                          \
    X(array, distinct_u8)                                                                          \
    X(array, distinct_u16)                                                                         \
    X(array, distinct_u32)                                                                         \
    X(array, distinct_u64)                                                                         \
    X(array, histogram)

typedef struct kg__array_ops {
    KG__ARRAY_FUNCTIONS(KG__POINTER)
} kg__array_ops;

KG__ARRAY_FUNCTIONS(KG__PROTOTYPES)

/* The row in force. */
const kg__array_ops *kg__array(const kg_context *ctx);

/* The row for arrays in host memory, whatever the context's device. */
const kg__array_ops *kg__array_host(void);

/* For the fronts: clears the last failure; fails if the type is unknown. */
kg_status kg__array_begin(kg_context *ctx, kg_type type);

#endif
