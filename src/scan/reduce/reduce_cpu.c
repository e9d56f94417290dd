/*
 * Reductions on the CPU.
 *
 * In: value[n], n > 0. Out: their sum, least or greatest.
 *
 * Method: each thread reduces one part; the loops are plain, so that the compiler makes vectors of
 * them. Sums add low and high halves of 32 bits apart, so that nothing carries.
 *
 * Work: one read of the array; no temporary memory.
 *
 * Deterministic: the operations are associative.
 */
#include "../array_ops.h"

/* REDUCE_GRAIN: values that make one more thread worth while. REDUCE_CHUNK: the sum of so many
 * halves fits 64 bits. */
enum { REDUCE_GRAIN = 1 << 16, REDUCE_CHUNK = 1 << 20, LANES = 16 };

#define BODY "reduce/reduce_cpu_tmpl.h"
#include "../each_width.h"
