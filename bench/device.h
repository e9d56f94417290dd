/* What the benchmarks of a device share: its copy rate, the measure of all that moves bytes. */
#ifndef BENCH_DEVICE_H
#define BENCH_DEVICE_H

#include "bench.h"

/* Bytes read and written a second by a copy of 1 GiB within the device, the best of five, which is
 * printed; 0 where that failed. */
double bench_copy_rate(const char *device);

#endif
