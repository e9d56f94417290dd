/* What the benchmarks of a device share: the rate of its copies, by which other rates are judged.
 */
#ifndef BENCH_DEVICE_H
#define BENCH_DEVICE_H

#include "bench.h"

/* The bytes that a copy of 1 GiB within the device reads and writes a second, the best of five. The
 * rate is also printed. Returns 0 where the copy failed. */
double bench_copy_rate(const char *device);

#endif
