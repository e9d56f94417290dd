/* The trees of free links over ranks, on CUDA, for stage 5. */
#ifndef KG_RANKS_FOREST_CUDA_CUH
#define KG_RANKS_FOREST_CUDA_CUH

#include "ranks_cuda.cuh"

/* least and far belong to a round. */
typedef struct kg__forest {
    kg__ranks *r;
    uint64_t trees, first; /* of all ranks; of the ranks before this one */
    kg_edge *label;        /* [labels] this rank's, as slots of its part, in order */
    kg_edge *up;           /* [labels] the root of each; then the number of the tree */
    uint64_t labels;
    kg_edge *root; /* [roots] this rank's, as slots, in order */
    uint64_t roots;
    kg_edge *of_walker; /* [walkers] the tree of each walker */
    kg_edge *tree;      /* [count] the tree of each slot; NULL: slots get it from their walkers, */
    kg_edge *of_all;    /* [walkers of all ranks] which have it here, those of rank p from base[p]
                           on; or the trees of all segments of a split */
    uint64_t *base;     /* [ranks] */
    kg_edge *parent;    /* [trees] the tree that it is joined with */
    uint64_t *least;    /* [trees] the least link that leaves each tree */
    kg_edge *far;       /* [trees] the tree that this link leads to */
    kg_edge before;     /* the tree of the slot before this rank's, if there is one */
} kg__forest;

/* Fills root, of_all, first and before, if the circuits are split. */
kg_status kg__forest_of_split(kg__forest *f);

/* Joins the trees of all ranks by the least links. Sets parent and w->trees. */
kg_status kg__forest_join(kg__forest *f);

/* Sets the witness. There must be several trees. */
kg_status kg__forest_apart(kg__forest *f);

#endif
