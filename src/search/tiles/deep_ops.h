/*
 * Iterative deepening: the data of a search, and the table of a backend's functions for it.
 *
 * The roots are the states that are `depth` moves from the start. An iteration searches below each
 * of them, depth first and without detours, for a solution of at most `bound` moves.
 */
#ifndef KG_TILES_DEEP_OPS_H
#define KG_TILES_DEEP_OPS_H

#include "deep.h"
#include "tiles_ops.h"

typedef struct kg__deep_work {
    kg_context *ctx;
    const kg__tiles *problem;
    kg_tiles_patterns *patterns;
    const kg__deep_tables *tables; /* of these, in host memory */
    kg__detours detours;           /* likewise */
    kg__deep_root *root;           /* [roots] */
    uint64_t roots;
    unsigned depth, bound;
    bool all; /* find every solution of that length, and give the canonical one */
    kg__patience patience;
    bool enlarges;       /* may turn to larger databases */
    uint64_t max_states; /* most states that all iterations may expand */
    char shown[64];

    uint64_t states;       /* expanded so far, by all iterations and what went before them */
    kg_tiles_layer *count; /* of the iteration; the backend adds to expanded and generated */
    bool stopped;          /* patience or max_states ended the iteration */
    bool found;
    uint8_t move[KG__DEEP_MOVES]; /* [bound] the solution, if found */
} kg__deep_work;

/* One iteration. KG_CANCELLED. */
#define decl_deep_search(name) kg_status name(kg__deep_work *w)

#define KG__DEEP_FUNCTIONS(X) X(deep, search)

typedef struct kg__deep_ops {
    KG__DEEP_FUNCTIONS(KG__POINTER)
} kg__deep_ops;

KG__DEEP_FUNCTIONS(KG__PROTOTYPES)

/* Whether a solution comes before another in the canonical order: the last move counts most. */
KG__INLINE bool kg__deep_before(const uint8_t *a, const uint8_t *b, unsigned length)
{
    while (length-- > 0)
        if (a[length] != b[length])
            return a[length] < b[length];
    return false;
}

#endif
