/*
 * GA*: cheapest paths through any graph that a few functions describe, proven to be the cheapest,
 * or within a factor of the cheapest. Two puzzles come with it, pancakes and TopSpin.
 *
 * After Y. Zhou and J. Zeng, "Massively parallel A* search on a GPU", AAAI 2015: the open list is
 * many priority queues, each owned by one thread. Only a GPU that searches with the weight 1 shares
 * lists among its threads instead, unless a number of queues is asked for. If konig has a search of
 * its own for a problem (grid.h, tiles.h), that search is many times faster.
 *
 * Glossary
 * - state: a vertex of the graph, as a key of up to 16 bytes. Two states are the same if all bits
 *   of their keys are the same.
 * - move: a step from a state to another, at a cost. The moves of a state are numbered from 0; some
 *   of the numbers may lead nowhere.
 * - g, h, f: the cost of the cheapest known path from the start to a state, the estimate of the
 *   cost from there to a goal, and g + weight * h.
 * - admissible: said of an estimate that is never more than the cost of the cheapest path.
 *   Otherwise an answer need not be the cheapest.
 * - bound: a cost such that no path to a goal is cheaper.
 * - canonical path: of several cheapest paths the one that every backend gives. Going backwards
 *   from the goal, it takes the first predecessor, in the problem's order, that lies on a cheapest
 *   path.
 */
#ifndef KONIG_GA_STAR_H
#define KONIG_GA_STAR_H

#include <konig/grid.h>
#include <konig/tiles.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_ga_star kg_ga_star;

/* A state's key. Bytes that a problem does not need must be zero in all states. */
typedef struct kg_ga_star_state {
    uint64_t word[2];
} kg_ga_star_state;

/*
 * A user-defined problem. The functions get `user` unchanged, are called by several threads at
 * once, and must always return the same for the same state.
 */
typedef struct kg_ga_star_problem {
    unsigned moves; /* most moves of a state; 1 to 65536 */

    /* Makes a move: sets *to and *cost and returns 1, or returns 0 if the state has no such
     * move. */
    int (*step)(const void *user, const kg_ga_star_state *from, unsigned move, kg_ga_star_state *to,
        uint32_t *cost);
    /* Returns whether the state is a goal. No path leads through a goal to another. */
    int (*is_goal)(const void *user, const kg_ga_star_state *state);
    /* A lower bound of the cost from here to the nearest goal; UINT32_MAX: no goal can be reached.
     * NULL: 0 everywhere. If a move lowers the estimate by more than the move costs, states are
     * expanded again. */
    uint32_t (*estimate)(const void *user, const kg_ga_star_state *state);
    /* Undoes a move: sets *from to predecessor number i, below `moves`, of *to, and *cost to the
     * cost of the move from there, at least 1, and returns 1. Returns 0 if there is none of that
     * number. NULL: no canonical path can be asked for. */
    int (*back)(const void *user, const kg_ga_star_state *to, unsigned i, kg_ga_star_state *from,
        uint32_t *cost);
    const void *user; /* may be NULL */

    /*
     * For searches on a GPU; NULL: all searches run on the CPU. CUDA C++ that defines functions
     * named step, is_goal and, unless `estimate` is NULL, estimate. They have the arguments and
     * results of the functions above, and must do the same. NVRTC compiles the source at run time,
     * once for a context. All its functions and variables are for the device, with or without
     * __device__. The types of fixed size (uint32_t and so on), UINT32_MAX, UINT64_MAX, UINT64_C
     * and kg_ga_star_state are defined, and no headers are needed. Messages call it "source" and
     * count its lines.
     */
    const char *source;
    size_t user_bytes; /* number of bytes at `user` that a GPU gets a copy of; 0: its `user` is
                          NULL */
} kg_ga_star_problem;

enum { KG_GA_STAR_QUEUES = 65536 };

typedef struct kg_ga_star_options {
    double weight;            /* the answer may cost this many times the least, 1 to 1000; 0: 1 */
    int canonical;            /* give the canonical path; the weight must be 1 */
    int skip_verify;          /* leave out the independent check of the answer */
    uint64_t max_states;      /* stop once this many states are known; 0: as many as memory holds */
    double seconds;           /* stop after this many; 0: no limit; negative or NaN is refused */
    const volatile int *stop; /* stop soon after this is not 0; another thread or a signal handler
                                 may set it. Not needed after the call; may be NULL */
    unsigned queues; /* number of priority queues, 1 to KG_GA_STAR_QUEUES, or fewer if memory is
                        short; 0: konig chooses, and uses few while the open list is short. Each
                        round expands states of every queue: with a weight, more queues expand more
                        states */
} kg_ga_star_options;

#define KG_GA_STAR_OPTIONS_INIT KG_ZERO

/*
 * Finds a cheapest path from a state to a goal, or one that costs at most `weight` times as much.
 *
 * answer   [out] also with KG_NO_SOLUTION, KG_LIMIT and KG_FULL; else NULL. Destroy with
 *          kg_ga_star_destroy().
 * context  [in] must outlive the answer. The search runs on its device if the device was asked for
 *          by name and the problem has a source; otherwise on the CPU.
 * problem  [in] not needed after the call.
 * start    [in]
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_NO_SOLUTION (all reachable states were met, and none is a goal); KG_LIMIT
 * (stopped by max_states, seconds or stop) and KG_FULL (the context's memory limit is reached or,
 * without a limit, most of the free memory is used; or 2^32 - 4096 states are known), with which
 * kg_ga_star_bound() is still proven; KG_ARGUMENT; KG_OVERFLOW (a path costs 2^32 - 2 or more, or
 * would by the estimate, and no goal was found before); KG_MEMORY; KG_INTERNAL (the verification
 * failed: a bug, or functions that do not always return the same, or a source that differs from the
 * functions). With a source on a GPU also: KG_MISSING (there is no NVRTC), KG_ARGUMENT (the source
 * does not compile), KG_UNSUPPORTED (konig was built with a CUDA before 12.8;
 * a GPU that NVRTC does not know).
 *
 * The cost depends on the problem alone if the weight is 1. Memory: some 40 bytes a state.
 */
kg_status kg_ga_star_find(kg_ga_star **answer, kg_context *context,
    const kg_ga_star_problem *problem, const kg_ga_star_state *start,
    const kg_ga_star_options *options);
/* Frees the answer. NULL is legal. */
void kg_ga_star_destroy(kg_ga_star *answer);

/* The cost of the path; 0 if none was found. O(1). */
uint64_t kg_ga_star_cost(const kg_ga_star *answer);
/* The bound: the cost itself if it is proven to be the least; 0 if there is no path. O(1). */
uint64_t kg_ga_star_bound(const kg_ga_star *answer);
/* The number of moves of the path; 0 if none was found. O(1). */
size_t kg_ga_star_length(const kg_ga_star *answer);
/* The moves, [kg_ga_star_length()], lent: their numbers, or as the call that found them says. May
 * be NULL if the length is 0. O(1). */
const uint32_t *kg_ga_star_moves(const kg_ga_star *answer);

typedef struct kg_ga_star_statistics {
    uint64_t rounds;     /* in each, every thread takes states from its queues, or its part of a
                            shared list */
    uint64_t expanded;   /* states whose moves were made, counted again for each time they were
                            reopened */
    uint64_t generated;  /* states to which moves led */
    uint64_t duplicates; /* of these, already known at no greater cost */
    uint64_t improved;   /* of these, already known at a greater cost */
    uint64_t states;     /* known at the end */
    uint64_t slots;      /* cells of the table at the end */
    uint64_t peak_bytes; /* the most that the context ever held: of the host's memory, or of the
                            device's if a GPU searched */
    double ms;           /* milliseconds */
} kg_ga_star_statistics;

/* Counts of the search, lent. O(1). */
const kg_ga_star_statistics *kg_ga_star_work(const kg_ga_star *answer);

/* ---- puzzles --------------------------------------------------------------------------------- */

enum { KG_GA_STAR_ITEMS = 25 };

/* Numbers in a row or in a ring: 0 .. count - 1 or 1 .. count, each once. */
typedef struct kg_ga_star_order {
    unsigned count;
    uint8_t item[KG_GA_STAR_ITEMS]; /* [count] */
} kg_ga_star_order;

/*
 * Sorts a pile of pancakes by flips: a flip takes some pancakes from the top and turns them over,
 * and each flip costs one. The estimate counts the gaps: neighbours whose numbers differ by more
 * than one, with the plate below the last pancake as a neighbour (M. Helmert, "Landmark heuristics
 * for the pancake problem", SoCS 2010).
 *
 * answer   [out] as for kg_ga_star_find(). A move is the number of pancakes to flip, 2 .. count.
 * context  [in] must outlive the answer.
 * pile     [in] from the top; at least 2 items. Sorted means smallest first.
 * options  [in] may be NULL: the defaults.
 * Returns as kg_ga_star_find(), except KG_NO_SOLUTION and KG_OVERFLOW. The search runs on the
 * context's device.
 */
kg_status kg_ga_star_pancake(kg_ga_star **answer, kg_context *context, const kg_ga_star_order *pile,
    const kg_ga_star_options *options);

/*
 * Sorts a ring of tokens in a TopSpin. A turn reverses `turnstile` consecutive tokens, and costs
 * one; the ring may be shifted freely. In a sorted ring each token follows the one with the next
 * lower number, and the first follows the last. The estimate is half the number of neighbours that
 * are not neighbours when sorted, because a turn separates two pairs. A search of more than 131,072
 * states begins again with a pattern database of up to 4 MB, and one of more than 8,388,608 with
 * one of up to 32 MB. The context keeps the last one for further rings of this size. The statistics
 * are those of the last beginning.
 *
 * answer     [out] as for kg_ga_star_find(). A move is the first token to reverse, in the ring's
 *            direction.
 * context    [in] must outlive the answer.
 * ring       [in] from any of its tokens on; at least 3 items.
 * turnstile  [in] 2 .. count - 1.
 * options    [in] may be NULL: the defaults.
 * Returns as kg_ga_star_find(), except KG_OVERFLOW. KG_NO_SOLUTION is known at once if the parity
 * of the ring shows it. The search runs on the context's device.
 */
kg_status kg_ga_star_topspin(kg_ga_star **answer, kg_context *context, const kg_ga_star_order *ring,
    unsigned turnstile, const kg_ga_star_options *options);

/*
 * Checks moves by definition: each is legal, and the last one leaves everything sorted. Does not
 * check that no shorter path exists. Shares no code with the search. O(length * count).
 *
 * context    [in] gets the message.
 * order      [in]
 * turnstile  [in] of a TopSpin; 0: the order is a pile of pancakes.
 * move       [in] [length] any numbers; may be NULL if length is 0.
 * length     [in]
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message; KG_ARGUMENT
 * (not an order, no such turnstile).
 */
kg_status kg_ga_star_verify(kg_context *context, const kg_ga_star_order *order, unsigned turnstile,
    const uint32_t *move, size_t length);

/* ---- maps and sliding puzzles ---------------------------------------------------------------- */

/*
 * kg_grid_find() by GA*: the same costs, and the same paths if canonical ones are asked for. It is
 * a second opinion on the specialised search, which is many times faster, and it can trade cost for
 * time.
 *
 * search   [out] as of kg_grid_find(). In an answer `expanded` and `states` are as in
 *          kg_ga_star_statistics, and `generated` is the sum of its `states` and `improved`.
 * grid     [in]
 * count    [in] queries; 0 is legal. They are searched one after the other.
 * query    [in] [count] as for kg_grid_find().
 * options  [in] may be NULL: the defaults. keep_explored must be 0; max_states limits each query.
 * weight   [in] as in kg_ga_star_options; kg_grid_search_bound() gives the proven bound.
 * queues   [in] as in kg_ga_star_options.
 * Returns as kg_grid_find(); also KG_ARGUMENT for options that kg_ga_star_find() refuses;
 * KG_OVERFLOW (a path costs 2^32 - 2 or more, with sqrt(2) more than 128357). The search runs on
 * the context's device.
 *
 * If a diagonal step costs sqrt(2), costs are counted with 47321 / 33461 in its place. Costs up to
 * 47321 compare exactly. Above that, two paths may be confused if they differ by less than 3e-10 of
 * their cost. Memory: some 40 bytes a state, and 4 bytes a cell of the map.
 */
kg_status kg_ga_star_grid(kg_grid_search **search, kg_grid *grid, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options, double weight, unsigned queues);

/*
 * kg_tiles_find() by GA* and Manhattan distances: the same lengths, and the same solutions if
 * canonical ones are asked for.
 *
 * answer   [out] as of kg_tiles_find(), without layers. Its numbers are as in
 *          kg_ga_star_statistics; `total.f` is the bound.
 * context  [in] must outlive the answer.
 * puzzle   [in] not needed after the call.
 * options  [in] may be NULL: the defaults. heuristic and others are ignored;
 *          checkpoint must be NULL.
 * weight   [in] as in kg_ga_star_options; kg_tiles_bound() gives the proven bound.
 * queues   [in] as in kg_ga_star_options.
 * Returns as kg_tiles_find(); also KG_ARGUMENT for options that kg_ga_star_find() refuses. The
 * search runs on the context's device.
 */
kg_status kg_ga_star_tiles(kg_tiles **answer, kg_context *context, const kg_tiles_puzzle *puzzle,
    const kg_tiles_options *options, double weight, unsigned queues);

/* ---- files ----------------------------------------------------------------------------------- */

typedef struct kg_ga_star_set kg_ga_star_set;

/*
 * Reads orders: one a line, as numbers separated by blanks, tabs or one comma. A # ends a line, and
 * blank lines are ignored. O(the file's length).
 *
 * set      [out] destroy with kg_ga_star_set_destroy().
 * context  [in] must outlive the set.
 * path     [in] "-" is standard input.
 * Returns KG_OK; KG_CANNOT_OPEN; KG_IO; KG_FORMAT ("file:line:column: what is wrong, what was
 * expected"; a file without orders); KG_MEMORY.
 */
kg_status kg_ga_star_read(kg_ga_star_set **set, kg_context *context, const char *path);
/* The same from memory: [size] bytes that are not needed after the call, named "memory" in
 * messages. And from a stream, named "stream" in messages, as kg_graph_read_file() reads a
 * graph. */
kg_status kg_ga_star_read_memory(
    kg_ga_star_set **set, kg_context *context, const void *bytes, size_t size);
kg_status kg_ga_star_read_file(kg_ga_star_set **set, kg_context *context, FILE *file);
/* Frees the orders. NULL is legal. */
void kg_ga_star_set_destroy(kg_ga_star_set *set);
/* The number of orders, at least 1. O(1). */
size_t kg_ga_star_set_count(const kg_ga_star_set *set);
/* The orders, [kg_ga_star_set_count()], lent, in the order of the file. O(1). */
const kg_ga_star_order *kg_ga_star_set_orders(const kg_ga_star_set *set);

#ifdef __cplusplus
}
#endif
#endif
