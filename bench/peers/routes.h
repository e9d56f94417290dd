/* Peers of route inspection: each gets the whole graph, and gives the length of its repeats. */
#ifndef BENCH_ROUTES_H
#define BENCH_ROUTES_H

#include "../bench.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_streets {
    uint64_t n, m;
    int directed;
    const kg_vertex *end; /* [2m] */
    const double *length; /* [m] whole numbers */
} bench_streets;

/* Milliseconds of the peer's own calls, and the length of the repeats; negative: it failed, or is
 * not installed. */
double bench_lemon_routes(const bench_streets *streets, double *length);

#ifdef __cplusplus
}
#endif
#endif
