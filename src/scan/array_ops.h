/*
 * The second table of array primitives: those that look at a number's type. The fronts have checked
 * the arguments and n > 0. What is not here is made from these and the table of scan_ops.h.
 *
 * A key is a number's place in the order of konig/typed.h as an unsigned integer of its width.
 */
#ifndef KG_ARRAY_OPS_H
#define KG_ARRAY_OPS_H

#include "../base/base.h"
#include <konig/typed.h>

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

/* key: [n] of the type's width, complemented where descending; may be value. */
#define decl_array_keys(name)                                                                      \
    kg_status name(                                                                                \
        kg_context *ctx, void *key, kg_type type, uint64_t n, const void *value, bool descending)
/* The reverse: value: [n], may be key. */
#define decl_array_unkey(name)                                                                     \
    kg_status name(                                                                                \
        kg_context *ctx, void *value, kg_type type, uint64_t n, const void *key, bool descending)
/* The numbers increasing; sorted: [n], may be value. KG_UNSUPPORTED without a text where it is as
 * well to sort keys. */
#define decl_array_sort(name)                                                                      \
    kg_status name(kg_context *ctx, void *sorted, kg_type type, uint64_t n, const void *value)
/* kept: [count], the numbers for which the comparison holds, xor invert, in order; not in place. */
#define decl_array_keep(name)                                                                      \
    kg_status name(kg_context *ctx, void *kept, uint64_t *count, kg_type type, uint64_t n,         \
        const void *value, kg_compare how, kg_number than, bool invert)
/* head: [count], the first number of each run of equal keys. start: [count], where it stands. Not
 * in place. */
#define decl_array_runs(name)                                                                      \
    kg_status name(kg_context *ctx, void *head, uint64_t *start, uint64_t *count, kg_type type,    \
        uint64_t n, const void *value)
/* start: [count] increasing, the last run ends at n; each becomes the length of its run. */
#define decl_array_lengths(name)                                                                   \
    kg_status name(kg_context *ctx, uint64_t *start, uint64_t count, uint64_t n)
/* KG_OVERFLOW without a text where a sum passes its type: one of floats is infinite or NaN, and no
 * number is. */
#define decl_array_prefix(name)                                                                    \
    kg_status name(kg_context *ctx, void *result, kg_type type, uint64_t n, const void *value,     \
        kg_scan_op op, bool exclusive)
#define decl_array_sum(name)                                                                       \
    kg_status name(kg_context *ctx, kg__sum *sum, kg_type type, uint64_t n, const void *value)
#define decl_array_extreme(name)                                                                   \
    kg_status name(kg_context *ctx, uint64_t *index, kg_type type, uint64_t n, const void *value,  \
        bool greatest)
/* edge: [bins + 1], host. times: [bins], host, uninitialised. inside: numbers counted. */
#define decl_array_histogram(name)                                                                 \
    kg_status name(kg_context *ctx, uint64_t *times, uint64_t *inside, kg_type type, uint64_t n,   \
        const void *value, uint64_t bins, const double *edge)
/* times: [2^bits], host: how many keys, complemented where least, agree with `known` in the bits
 * from shift + bits up, by their `bits` bits from shift on; bits <= KG__DIGIT_BITS. */
#define decl_array_digits(name)                                                                    \
    kg_status name(kg_context *ctx, uint64_t *times, kg_type type, uint64_t n, const void *value,  \
        bool least, uint64_t known, unsigned shift, unsigned bits)
/* Of the keys, complemented where least, those that are from or more: their complements in 64 bits
 * and their positions, in order: [room], of which the first *found. Where *found passes room, what
 * is written there says nothing. */
#define decl_array_collect(name)                                                                   \
    kg_status name(kg_context *ctx, uint64_t *key, uint64_t *position, uint64_t *found,            \
        uint64_t room, kg_type type, uint64_t n, const void *value, bool least, uint64_t from)
/* The top k as kg_array_top has them, index [k] or NULL. KG_UNSUPPORTED without a text where the
 * two steps above are needed, from before or behind an attempt. */
#define decl_array_top(name)                                                                       \
    kg_status name(kg_context *ctx, void *first, uint64_t *index, kg_type type, uint64_t n,        \
        const void *value, uint64_t k, bool least)
/* Row i of result is row_bytes from value + stride * position[i]; position: NULL for i. */
#define decl_array_gather(name)                                                                    \
    kg_status name(kg_context *ctx, void *result, uint64_t count, size_t row_bytes,                \
        const void *value, size_t stride, const uint64_t *position)

#define KG__ARRAY_SLOTS(X)                                                                         \
    X(array, keys)                                                                                 \
    X(array, unkey)                                                                                \
    X(array, sort)                                                                                 \
    X(array, keep)                                                                                 \
    X(array, runs)                                                                                 \
    X(array, lengths)                                                                              \
    X(array, prefix)                                                                               \
    X(array, sum)                                                                                  \
    X(array, extreme)                                                                              \
    X(array, histogram)                                                                            \
    X(array, digits)                                                                               \
    X(array, collect)                                                                              \
    X(array, top)                                                                                  \
    X(array, gather)

typedef struct kg__array_ops {
    KG__ARRAY_SLOTS(KG__POINTER)
} kg__array_ops;

KG__ARRAY_SLOTS(KG__PROTOTYPES)

/* The row in force. */
const kg__array_ops *kg__array(const kg_context *ctx);

/* For the fronts: forgets the last failure; fails where the type is unknown. */
kg_status kg__array_begin(kg_context *ctx, kg_type type);

#endif
