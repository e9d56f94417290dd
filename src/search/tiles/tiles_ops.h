/*
 * The search of a sliding puzzle: its data, and the table of a backend's functions for it.
 *
 * Layers are numbered from 0. Layer i holds the states of f = h(start) + 2 i, where f = g + h is
 * the least length that a solution through a state can have. The search meets all states of a layer
 * before any of the next. So it first meets a state with its least g, in whatever order it works on
 * a layer. A target that it meets in layer i therefore ends a shortest solution.
 */
#ifndef KG_TILES_OPS_H
#define KG_TILES_OPS_H

#include "tiles.h"

/* The answer of the table for a state that it does not hold. For other states the answer is the
 * move that led to them. */
enum { KG__TILES_ABSENT = KG__TILES_ROOT + 1 };

enum { KG__TILES_STEPS = 1024 };

/* The way in which a state was reached: the moves that were undone, the last one first. */
typedef struct kg__tiles_trace {
    unsigned steps;
    unsigned last;                 /* the table's answer for the state where it ends */
    uint8_t move[KG__TILES_STEPS]; /* [steps] */
} kg__tiles_trace;

typedef struct kg__tiles_work {
    kg_context *ctx;
    const kg__tiles *problem;
    unsigned layer;        /* the current layer, counted from 0 */
    bool finish_layer;     /* go on to the end of the layer even if the target is met */
    kg__patience patience; /* when the rounds must return early */
    char shown[64];        /* the progress message of the layer */
    uint64_t max_states;   /* most states that the table may hold */
    uint64_t sharing;      /* puzzles that share the start of a device; 1 if one is open */
    kg_tiles_layer *count; /* of the layer; the backend adds to rounds, expanded, generated and
                              duplicates */

    uint64_t states, entries; /* of the table: states in it, entries in all */
    bool done;                /* the layer is done */
    bool found;               /* the target is in the table */

    void *state; /* the backend's own */
} kg__tiles_work;

/* Allocates memory, and queues the start for layer 0. */
#define decl_tiles_prepare(name) kg_status name(kg__tiles_work *w)

/*
 * Works on the layer: extracts states from the queues, enters them into the table, and queues the
 * new states' children in this layer. At the beginning of the layer it also queues the children in
 * it of states of the layer before, by moves that raise h. Returns when the layer is done, or when
 * the target is found, unless finish_layer is set. Returns early when the table holds max_states or
 * as many states as its size allows, or when patience ends.
 */
#define decl_tiles_rounds(name) kg_status name(kg__tiles_work *w)

/* Enlarges the table. KG_FULL, without a message, if memory does not allow it. */
#define decl_tiles_grow(name) kg_status name(kg__tiles_work *w)

/*
 * Undoes the moves that led to a state, the last one first, until the start, a state that the table
 * does not hold, or `most` moves; at most KG__TILES_STEPS in one call. cells: [in] the state's;
 * [out] those of the state where it ends.
 */
#define decl_tiles_trace(name)                                                                     \
    kg_status name(kg__tiles_work *w, kg__tiles_trace *trace, uint8_t *cells, unsigned most)

/* Frees the memory of prepare and the rounds. */
#define decl_tiles_finish(name) void name(kg__tiles_work *w)

#define KG__TILES_FUNCTIONS(X)                                                                     \
    X(tiles, prepare)                                                                              \
    X(tiles, rounds)                                                                               \
    X(tiles, grow)                                                                                 \
    X(tiles, trace)                                                                                \
    X(tiles, finish)

typedef struct kg__tiles_ops {
    KG__TILES_FUNCTIONS(KG__POINTER)
} kg__tiles_ops;

KG__TILES_FUNCTIONS(KG__PROTOTYPES)

/* The current backend's row of the table. */
const kg__tiles_ops *kg__tiles_backend(const kg_context *ctx);

/* The answer of kg_tiles_find(). */
struct kg_tiles {
    kg_context *ctx;
    bool chosen;           /* whether "auto" has chosen a backend */
    kg__backend elsewhere; /* the backend on which to restart, chosen during a search on the CPU;
                              KG__CPU: none */
    kg__patience patience;
    uint8_t *move; /* [length], or NULL */
    unsigned length;
    unsigned bound;
    kg_tiles_layer *layer; /* [layers] */
    uint64_t layers, layer_room;
    kg_tiles_statistics statistics;
};

static inline void kg__tiles_free(kg_tiles *answer)
{
    kg__free_all(answer->ctx, answer->move, answer->layer, answer);
}

/* Searches; the bound must be the start's h. KG_LIMIT, KG_FULL, KG_MEMORY, KG_INTERNAL. */
kg_status kg__tiles_solve(
    kg_tiles *answer, const kg__tiles *problem, const kg_tiles_options *options);

/* The same with pattern databases, by iterative deepening; sets the bound. KG_LIMIT, KG_MEMORY. */
kg_status kg__deep_solve(
    kg_tiles *answer, const kg__tiles *problem, const kg_tiles_options *options);

/* Adds a layer with the answer's bound. */
kg_status kg__tiles_begin_layer(kg_tiles *answer);
/* Sums the layers up. entries: of the table, 0 if there is none. */
void kg__tiles_sum_up(kg_tiles *answer, uint64_t entries);

/* KG_LIMIT: the search ends because patience ended, or because it may meet no more states. */
kg_status kg__tiles_fail_stopped(
    kg_context *ctx, const kg__patience *patience, uint64_t states, unsigned bound);
kg_status kg__tiles_fail_most(kg_context *ctx, uint64_t states, unsigned bound);

#endif
