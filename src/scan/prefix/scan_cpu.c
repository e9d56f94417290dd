/*
 * Prefix sums on the CPU.
 *
 * In: value[n]. Out: sum[n], which may be value; the total.
 *
 * Method: a chained scan (see chain_cpu.h). A single thread does not sum its chunks beforehand.
 *
 * Work: n additions (2n with threads), n reads and n writes of memory; no temporary memory.
 *
 * Deterministic: sums of integers are exact, and the total alone says whether they pass the type.
 *
 * Source: Merrill and Garland, "Single-pass parallel prefix scan with decoupled look-back", 2016;
 * without the look-back, because a CPU has few threads.
 */
#include "../array_ops.h"
#include "../chain_cpu.h"

#define BODY "prefix/scan_cpu_tmpl.h"
#include "../each_width.h"
