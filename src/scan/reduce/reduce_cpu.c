/*
 * Reductions on the CPU.
 *
 * In: value[n], n > 0. Out: their sum, minimum or maximum.
 *
 * Method: each thread reduces one part. The loops are plain, so that the compiler vectorises them.
 * Sums add low and high halves of 32 bits separately, so that nothing carries.
 *
 * Work: one read of the array; no temporary memory.
 *
 * Deterministic: the operations are associative.
 */
#include "../array_ops.h"

/* REDUCE_GRAIN: values that make one more thread worth while. REDUCE_CHUNK: the sum of this many
 * halves fits 64 bits. */
enum { REDUCE_GRAIN = 1 << 16, REDUCE_CHUNK = 1 << 20, LANES = 16 };

#define BODY "reduce/reduce_cpu_tmpl.h"
#include "../each_width.h"
