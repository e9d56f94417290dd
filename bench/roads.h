/* Helpers of the benchmarks of indexes of roads: options, the index, stages. */
#ifndef BENCH_ROADS_H
#define BENCH_ROADS_H

#include "bench.h"

enum { BENCH_REPEATS_MAX = 100 };

/* The options of bench_matrix and bench_pairs. */
typedef struct bench_settings {
    const char *device, *index;
    int threads, repeats;
    uint64_t side, most;
    double rate, link; /* bytes a second */
} bench_settings;

/* Reads the command line. Settings without an option keep their values. Returns 0 if an option is
 * unknown or a number is out of range. */
int bench_read_settings(bench_settings *settings, int argc, char **argv);

/* A graph and its index in one context. */
typedef struct bench_place {
    kg_context *ctx;
    kg_graph *graph;
    kg_hierarchy *index;
} bench_place;

/* Opens roads of side x side crossings. The index is read from a file; or made, and written there.
 * file: may be NULL. On failure the context, if there is one, has the message. Close it in any
 * case. */
kg_status bench_open_place(
    bench_place *place, const char *device, int threads, uint64_t side, const char *file);
void bench_close_place(bench_place *place);

/* Adds up the milliseconds of each of some stages. ms: [out] [count] */
void bench_read_stages(const kg_context *ctx, const char *const *stage, int count, double *ms);

#endif
