/*
 * Running sums, minima and maxima of any type on the CPU.
 *
 * In: value[n]. Out: result[n], which may be value.
 *
 * Method: chunks in turn (see chain_cpu.h), which are pages for sums of floats. The running sums of
 * several runs of a page are computed side by side, because within one run each addition waits for
 * the one before it.
 *
 * Work: each number is read from memory once, and written once; no temporary memory.
 *
 * Deterministic: results of integers are exact, and the pages of floats do not depend on threads.
 */
#include "../array_ops.h"
#include "../chain_cpu.h"
#include "../ordered_bits.h"
#include <math.h>

enum { CHUNK = 1 << 14, SIDE_BY_SIDE = 4 };

#define BODY "prefix/typed_scan_cpu_tmpl.h"
#include "../each_type.h"

decl_array_scan(kg__array_scan_cpu)
{
    int threads = kg__threads(ctx, n, CHAIN_GRAIN);

    if (op != KG_SCAN_SUM)
        OF_TYPE(scan_min, type)(threads, result, n, value, op == KG_SCAN_MAX, exclusive);
    else if (OF_TYPE(scan_sum, type)(threads, result, n, value, exclusive))
        return KG_OVERFLOW;
    return KG_OK;
}
