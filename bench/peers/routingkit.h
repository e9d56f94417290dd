/* The peer RoutingKit for indexes of roads. */
#ifndef BENCH_ROUTINGKIT_H
#define BENCH_ROUTINGKIT_H

#include "../bench.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_roads {
    uint32_t n, arcs;
    const uint32_t *tail, *head, *length; /* [arcs] */
    const uint32_t *order;                /* [n] of the vertices, for new lengths, lowest first */
} bench_roads;

typedef struct bench_routingkit bench_routingkit;

/* Each call gives the milliseconds that it took; negative: it failed, or is not installed.
 * Distances are UINT32_MAX for vertices that are not reached. */

/* Makes an index. *made: [out] NULL on failure. */
double bench_routingkit_build(bench_routingkit **made, const bench_roads *roads);
/* length: [out] [count] */
double bench_routingkit_pairs(bench_routingkit *made, const uint32_t *from, const uint32_t *to,
    uint32_t count, uint32_t *length);
/* By pinned targets. entry: [out] [sources][targets] */
double bench_routingkit_matrix(bench_routingkit *made, const uint32_t *source, uint32_t sources,
    const uint32_t *target, uint32_t targets, uint32_t *entry);
void bench_routingkit_destroy(bench_routingkit *made);

/* Makes a customizable index of the order, and then customizes it for the lengths: the milliseconds
 * of the latter. That is the basic customization, after which queries walk the elimination tree.
 * konig's time includes the perfect customization and the index that is made of it. */
double bench_routingkit_customize(const bench_roads *roads, int threads);

#ifdef __cplusplus
}
#endif
#endif
