/* The strongest peers on one thread: two tuned versions of Hierholzer's algorithm. */
#ifndef BENCH_HIERHOLZER_H
#define BENCH_HIERHOLZER_H

#include <konig/context.h>

typedef struct hierholzer hierholzer;

/* Memory for graphs of up to n vertices and m edges, on huge pages that are all touched beforehand,
 * so that a timed call pays for none of that. Returns NULL when out of memory. */
hierholzer *hierholzer_create(uint64_t n, uint64_t m);
void hierholzer_destroy(hierholzer *peer);

/*
 * An Euler circuit of a graph whose vertices are all balanced.
 *
 * row [n+1], col [m]; start has out-edges; walk [out] [m] edge ids in order.
 * Returns 0, or 1 where not all edges can be reached from start.
 */
int hierholzer_circuit(hierholzer *peer, uint64_t n, uint64_t m, const kg_edge *row,
    const kg_vertex *col, kg_vertex start, kg_edge *walk);

/* The same with each vertex' next target fetched ahead. */
int hierholzer_ahead_circuit(hierholzer *peer, uint64_t n, uint64_t m, const kg_edge *row,
    const kg_vertex *col, kg_vertex start, kg_edge *walk);

#endif
