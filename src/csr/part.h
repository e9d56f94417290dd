/* The inside of a graph that lies over ranks. */
#ifndef KG_CSR_PART_H
#define KG_CSR_PART_H

#include "csr.h"
#include <konig/part.h>

struct kg_part {
    kg_graph shape;  /* n and m of all ranks, directed; it has no arrays */
    uint64_t *bound; /* [ranks + 1] rank r has the edges bound[r] .. bound[r+1]-1, */
    /* [ranks + 1] and is the home of the vertices whose rows begin there: vertex[r] ..
     * vertex[r+1]-1. The first edges may belong to the row of vertex[r]-1. */
    uint64_t *vertex;
    kg_edge *row;      /* [homes + 1] where their rows and the next one begin */
    kg_vertex *col;    /* [own edges] */
    kg_vertex *source; /* [own edges] */
};

#endif
