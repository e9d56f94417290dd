/* Finds what keeps a graph from having an Euler circuit, for pictures. The search has its own
 * check: stage 1, euler/cpu/check_cpu.c. */
#ifndef KG_IMBALANCE_H
#define KG_IMBALANCE_H

#include "csr.h"

typedef struct kg__imbalance {
    uint64_t vertices;   /* odd vertices, or vertices with different in- and out-degrees */
    uint64_t components; /* weak components that have edges */
    uint64_t missing;    /* the fewest edges that leave no such vertex */
    kg_vertex *pair;     /* [2 * missing] their ends, each edge inside one component; to be freed */
} kg__imbalance;

/* graph: not bidirected. Afterwards it has its degrees and components. */
kg_status kg__graph_find_imbalance(kg__imbalance *imbalance, kg_graph *graph);

#endif
