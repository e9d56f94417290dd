/*
 * Reductions on the CPU.
 *
 * In: value[n], n > 0. Out: their sum, least or greatest.
 *
 * Method: each thread reduces one part; the loops are plain, so that the compiler makes vectors of
 * them. Sums are kept in halves of 32 bits, which needs no look at carries.
 *
 * Work: one read of the array; no temporary memory.
 *
 * Deterministic: the operations are associative.
 */
#include "array_ops.h"

/* GRAIN: values that make one more thread worth while. CHUNK: so many halves cannot pass 64 bits.
 */
enum { REDUCE_GRAIN = 1 << 16, REDUCE_CHUNK = 1 << 20, LANES = 16 };

#define BODY "reduce_cpu_tmpl.h"
#include "each_width.h"
