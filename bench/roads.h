/* What the benchmarks of indexes of roads share. */
#ifndef BENCH_ROADS_H
#define BENCH_ROADS_H

#include "bench.h"

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
