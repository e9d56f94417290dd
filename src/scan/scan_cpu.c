/*
 * Prefix sums on the CPU.
 *
 * In: value[n]. Out: sum[n], which may be value; the total.
 * Method: a chained scan (see chain_cpu.h; Merrill and Garland, "Single-pass parallel prefix scan
 * with decoupled look-back", 2016, without the look-back: a CPU has few threads). With one thread
 * the sums of chunks are not needed beforehand and are left out. Work: n additions (2n with
 * threads), n reads and n writes of memory; no temporary memory. Deterministic: integer sums, and
 * overflow is a property of the total.
 */
#include "chain_cpu.h"
#include "scan_ops.h"

#define BODY "scan_cpu.inc"
#include "each_width.h"
