/*
 * Iterative deepening: the data of a search, and the table of a backend's functions for it.
 *
 * The roots are the states that are `depth` moves from the start. An iteration searches below each
 * of them, depth first and without detours, for a solution of at most `bound` moves.
 */
#ifndef KG_TILES_DEEP_OPS_H
#define KG_TILES_DEEP_OPS_H

#include "deep.h"
#include "levels.h"
#include "tiles_ops.h"

/* The outcome of one of several puzzles. */
typedef struct kg__deep_outcome {
    unsigned long long expanded, generated;
    unsigned found, lock; /* lock: of the backend */
    uint8_t move[KG__DEEP_MOVES];
} kg__deep_outcome;

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

    kg_tiles_checkpoint *checkpoint; /* or NULL */
    uint64_t entry;                  /* of the puzzle in it */
    bool resumes;                    /* the next iteration begins where the checkpoint says */
    uint64_t batch;                  /* roots of the next turn on a GPU */

    uint64_t states;       /* expanded so far, by all iterations and what went before them */
    kg_tiles_layer *count; /* of the iteration; the backend adds to expanded and generated */
    /* Where the iteration goes on, on the CPU: at the positions, and then at root `next`. A search
     * that is stopped changes them. Unless `position` is NULL, it has room for one more a thread.
     * CUDA takes all roots, and no positions. */
    uint64_t next, positions;
    kg__deep_position *position; /* [positions] */

    bool stopped; /* patience or max_states ended the iteration */
    bool found;
    uint8_t move[KG__DEEP_MOVES]; /* [bound] the solution, if found */

    /* Several puzzles at once, on CUDA: each root has its own puzzle, depth and bound, at most
     * those above. The outcomes replace the counts and the solution, and `all` must be set. */
    kg__deep_outcome *outcome; /* [puzzles], or NULL */
    unsigned puzzles;
} kg__deep_work;

/* One iteration. KG_CANCELLED. */
#define decl_deep_search(name) kg_status name(kg__deep_work *w)

#define KG__DEEP_FUNCTIONS(X) X(deep, search)

typedef struct kg__deep_ops {
    KG__DEEP_FUNCTIONS(KG__POINTER)
} kg__deep_ops;

KG__DEEP_FUNCTIONS(KG__PROTOTYPES)

enum {
    KG__DEEP_FIRST_ROOTS = 16, /* the least number at the beginning */
    KG__DEEP_LONG = 1 << 20,   /* states of an iteration, after which there are many roots */
    KG__DEEP_SHORT = 2         /* the length of the detours that the machine knows until then */
};

/* One iteration, or the part of it that is left. */
kg_status kg__deep_search(kg__backend backend, kg__deep_work *w);
/* Makes the start the only root, and raises the bound to its heuristic. levels: [out] the last two
 * levels of states */
kg_status kg__deep_first_root(kg__deep_work *w, kg__tiles_level *levels, unsigned *bound);
/* Makes at least `roots` roots, if there are that many states before the last move. */
kg_status kg__deep_make_roots(kg__deep_work *w, kg__tiles_level *levels, uint64_t roots);

/* Solves a puzzle and those of options->following together, unless they are hard. The databases
 * keep the answers. bound: of the first puzzle */
kg_status kg__deep_solve_together(kg_context *ctx, kg_tiles_patterns *p, const kg__tiles *first,
    unsigned bound, const kg_tiles_options *options, const kg__patience *patience);
/* Takes the answer to a puzzle that has been solved so. Returns false if there is none. */
bool kg__deep_recall(kg_tiles *answer, kg_tiles_patterns *p, const kg__tiles *problem, bool all);

/* Whether a solution comes before another in the canonical order: the last move counts most. */
KG__INLINE bool kg__deep_before(const uint8_t *a, const uint8_t *b, unsigned length)
{
    while (length-- > 0)
        if (a[length] != b[length])
            return a[length] < b[length];
    return false;
}

#endif
