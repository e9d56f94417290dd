/*
 * The second table of array primitives: those that look at a number's type. The fronts have checked
 * the arguments and n > 0. What is not here is made from these and the table of scan_ops.h.
 *
 * A key is a number's place in the order of konig/typed.h as an unsigned integer of its width.
 */
#ifndef KG_ARRAY_OPS_H
#define KG_ARRAY_OPS_H

#include "../combinatorics/tour.h"
#include <konig/som.h>
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

/* permutation: [count][n], n > 0. */
#define decl_array_permutations(name)                                                              \
    kg_status name(                                                                                \
        kg_context *ctx, uint32_t *permutation, unsigned n, uint64_t from, uint64_t count)
/* Bytes of the backend's memory that Held-Karp takes; inner < 49. */
#define decl_array_held_karp_bytes(name) uint64_t name(const kg__tour *tour)
/* order: [tour->inner], host: the first of the shortest ways. cost: its length. */
#define decl_array_held_karp(name)                                                                 \
    kg_status name(kg_context *ctx, uint32_t *order, kg_number *cost, const kg__tour *tour)
/* number: of the first shortest permutation. */
#define decl_array_brute_force(name)                                                               \
    kg_status name(kg_context *ctx, uint64_t *number, kg_number *cost, const kg__tour *tour)

/* How many digits the digits[n] are said in, and these. start: NULL before; what saying the same
 * digits can use, the device's memory; to be freed, on failure too. */
#define decl_array_say_length(name)                                                                \
    kg_status name(                                                                                \
        kg_context *ctx, uint64_t *length, uint64_t **start, uint64_t n, const char *digits)
#define decl_array_say(name)                                                                       \
    kg_status name(                                                                                \
        kg_context *ctx, char *said, const uint64_t *start, uint64_t n, const char *digits)
/* sum: [n (n - 1) + 2], prefix: [2n + 1]; n may be 0. */
#define decl_array_pieces(name)                                                                    \
    kg_status name(kg_context *ctx, uint64_t *sum, uint64_t n, const uint64_t *prefix)

/* result: [columns][rows] of value: [rows][columns], elements of 4 or 8 bytes. */
#define decl_array_transpose(name)                                                                 \
    kg_status name(kg_context *ctx, void *result, size_t size, uint64_t rows, uint64_t columns,    \
        const void *value)
/* product: [n][m] of a: [n][inner] and b: [inner][m]; no size is 0. KG_OVERFLOW without a text. */
#define decl_array_multiply(name)                                                                  \
    kg_status name(kg_context *ctx, void *product, kg_type type, uint64_t n, uint64_t inner,       \
        uint64_t m, const void *a, const void *b)
/* The same for floats by a library of the system; KG_UNSUPPORTED where there is none. */
#define decl_array_multiply_blas(name) decl_array_multiply(name)

/* unit, distance: [rows], host: the nearest node of each row of data[rows][columns], whose columns
 * are the rows of turned[columns][nodes]. */
#define decl_array_match(name)                                                                     \
    kg_status name(kg_context *ctx, uint64_t *unit, double *distance, uint64_t rows,               \
        uint64_t nodes, uint64_t columns, const double *data, const double *turned,                \
        kg_metric metric)

/* decl(slot) of every slot of a row. */
#define KG__ARRAY_SLOTS(slot)                                                                      \
    decl_array_keys(slot(keys));                                                                   \
    decl_array_unkey(slot(unkey));                                                                 \
    decl_array_sort(slot(sort));                                                                   \
    decl_array_keep(slot(keep));                                                                   \
    decl_array_runs(slot(runs));                                                                   \
    decl_array_lengths(slot(lengths));                                                             \
    decl_array_prefix(slot(prefix));                                                               \
    decl_array_sum(slot(sum));                                                                     \
    decl_array_extreme(slot(extreme));                                                             \
    decl_array_histogram(slot(histogram));                                                         \
    decl_array_digits(slot(digits));                                                               \
    decl_array_collect(slot(collect));                                                             \
    decl_array_top(slot(top));                                                                     \
    decl_array_gather(slot(gather));                                                               \
    decl_array_permutations(slot(permutations));                                                   \
    decl_array_held_karp_bytes(slot(held_karp_bytes));                                             \
    decl_array_held_karp(slot(held_karp));                                                         \
    decl_array_brute_force(slot(brute_force));                                                     \
    decl_array_say_length(slot(say_length));                                                       \
    decl_array_say(slot(say));                                                                     \
    decl_array_pieces(slot(pieces));                                                               \
    decl_array_transpose(slot(transpose));                                                         \
    decl_array_multiply(slot(multiply));                                                           \
    decl_array_multiply_blas(slot(multiply_blas));                                                 \
    decl_array_match(slot(match))

#define KG__ARRAY_POINTER(stem) (*stem)
#define KG__ARRAY_CPU(stem)     kg__array_##stem##_cpu
#define KG__ARRAY_CUDA(stem)    kg__array_##stem##_cuda

typedef struct kg_array_ops {
    KG__ARRAY_SLOTS(KG__ARRAY_POINTER);
} kg_array_ops;

KG__ARRAY_SLOTS(KG__ARRAY_CPU);
KG__ARRAY_SLOTS(KG__ARRAY_CUDA);

/* The row in force. */
const kg_array_ops *kg__array(const kg_context *ctx);

/* For the fronts: forgets the last failure; fails where the type is unknown. */
kg_status kg__array_begin(kg_context *ctx, kg_type type);

#endif
