/*
 * The interface to LEMON (matching_lemon.cpp; lemon_missing.c if konig is built without it). The
 * call may be made on any thread, allocates C++ memory of its own, and lets no exception out. Its
 * answer is not trusted: certificate.c checks it by the dual solution that it comes with.
 */
#ifndef KG_LEMON_H
#define KG_LEMON_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kg__lemon_status {
    KG__LEMON_OK,
    KG__LEMON_NONE,    /* there is no perfect matching */
    KG__LEMON_STOPPED, /* *stop was not 0 */
    KG__LEMON_MEMORY,
    KG__LEMON_FAILED, /* anything else */
    KG__LEMON_MISSING
} kg__lemon_status;

bool kg__lemon_built(void);

/* LEMON counts nodes and edges as int. */
enum { KG__LEMON_MOST = INT32_MAX / 2 };

/* Duals of the matching count in quarters of the cost. */
enum { KG__DUAL_SCALE = 4 };

/*
 * A minimum-cost perfect matching.
 *
 * Its dual: numbers on nodes and on blossoms, which are sets of an odd number of nodes, any two of
 * them disjoint or nested. Blossom b is order[begin[b]] .. order[end[b] - 1]. In quarters of the
 * cost, the potentials of an edge's ends and the values of all blossoms that hold both ends add up
 * to at least minus its cost. Blossoms are sorted by begin, then by end, falling.
 */
typedef struct kg__matching {
    uint64_t nodes, edges, priced;
    const uint32_t *node; /* [2 * edges] the ends of edge e are node[2e] and node[2e+1] */
    const int64_t *cost;  /* [priced] at least 0; all later edges cost 0 */
    const int *stop;      /* atomic */

    uint32_t *mate;     /* [out] [nodes] the edge by which each node is matched */
    int64_t *potential; /* [out] [nodes] */
    uint32_t *order;    /* [out] [nodes] */
    uint64_t blossoms;  /* [out] at most nodes / 2 */
    uint32_t *begin;    /* [out] [nodes / 2] */
    uint32_t *end;      /* [out] [nodes / 2] */
    int64_t *value;     /* [out] [nodes / 2] at least 0 */
} kg__matching;

kg__lemon_status kg__match(kg__matching *matching);

#ifdef __cplusplus
}
#endif
#endif
