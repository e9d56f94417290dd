/*
 * Sliding puzzles: numbered tiles and one blank on a board, and a shortest way from one arrangement
 * to another, proven to be the shortest.
 *
 * Glossary
 * - cell: a place of the board. Cells are numbered from 0, row by row.
 * - board: width * height numbers, one a cell: the tiles 1, 2, ... and 0, the blank, each once.
 * - start, target: the board that moves begin with, and the board that they lead to. A puzzle is a
 *   pair of them. kg_tiles_goal says by which rule a file's puzzles get their targets.
 * - state: a board that the search meets.
 * - g, h, f: the moves from the start to a state, the heuristic's lower bound on the moves from it
 *   to the target, and the sum of both.
 * - layer: the states of one f. The search works through one layer after the other: each move
 *   changes f by 0 or 2, so f takes the values h(start), h(start) + 2, ...
 * - bound: a number of moves that no solution is shorter than.
 * - canonical solution: of several shortest ones the one that every backend gives. Going backwards
 *   from the target, it takes the first move, in the order of kg_tiles_move, that a shortest
 *   solution can end with.
 */
#ifndef KONIG_TILES_H
#define KONIG_TILES_H

#include <konig/context.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { KG_TILES_CELLS = 25 };

typedef struct kg_tiles_puzzle {
    unsigned width, height;         /* 2 at least each; width * height <= KG_TILES_CELLS */
    uint8_t start[KG_TILES_CELLS];  /* [width * height] a board; the rest is ignored */
    uint8_t target[KG_TILES_CELLS]; /* likewise */
} kg_tiles_puzzle;

/* Where the blank goes. The tile of that cell takes the blank's place. The move 3 - move undoes a
 * move. */
typedef enum kg_tiles_move {
    KG_TILES_UP = 0,
    KG_TILES_LEFT = 1,
    KG_TILES_RIGHT = 2,
    KG_TILES_DOWN = 3
} kg_tiles_move;

/*
 * Makes one move. O(width * height). Any thread.
 *
 * cells   [in] and [out], [width * height] a board, which is not checked: the first 0 is the blank.
 * width   [in] cells of a row.
 * height  [in] cells of a column.
 * move    [in] a kg_tiles_move.
 * Returns 1; 0 where cells is NULL, or there is no blank, no such move, or no cell that way: then
 * cells is as it was.
 */
int kg_tiles_slide(uint8_t *cells, unsigned width, unsigned height, unsigned move);

/* ---- files ----------------------------------------------------------------------------------- */

typedef struct kg_tiles_set kg_tiles_set;

/* Which target a puzzle has. */
typedef enum kg_tiles_goal {
    KG_TILES_EITHER = 0,      /* of the next two the first that the start can reach */
    KG_TILES_BLANK_FIRST = 1, /* 0 1 2 ... */
    KG_TILES_BLANK_LAST = 2,  /* 1 2 ... 0 */
    KG_TILES_GIVEN = 3        /* the one that the file gives, or the target of the options */
} kg_tiles_goal;

typedef struct kg_tiles_read_options {
    unsigned width, height; /* of the boards, as in kg_tiles_puzzle; both 0: the file tells, and a
                               line with a whole board is square */
    const uint8_t *target;  /* [target_cells] the target of puzzles whose file gives none; NULL:
                               goal says which. Its numbers are not checked before
                               kg_tiles_find(). */
    size_t target_cells;    /* as many as the boards have, else it is KG_FORMAT */
    kg_tiles_goal goal;     /* where the file gives no target and `target` is NULL; not
                               KG_TILES_GIVEN */
    const char *shown;      /* how messages call the file; NULL: its path */
} kg_tiles_read_options;

#define KG_TILES_READ_OPTIONS_INIT KG_ZERO

/*
 * Reads puzzles. docs/formats.md has the formats. O(the file's length).
 *
 * Every start is a board, and so is every target that the file gives. Whether the target can be
 * reached is not asked.
 *
 * set      [out] destroy with kg_tiles_set_destroy().
 * context  [in] must outlive the set.
 * path     [in] "-" is standard input.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_CANNOT_OPEN; KG_IO; KG_FORMAT ("file:line:column: what is wrong, what was
 * expected"; a file without puzzles); KG_ARGUMENT (sides, goal, or a target of more than
 * KG_TILES_CELLS cells); KG_MEMORY.
 */
kg_status kg_tiles_read(kg_tiles_set **set, kg_context *context, const char *path,
    const kg_tiles_read_options *options);

/*
 * Reads puzzles from memory, as a file of that content would be read.
 *
 * set      [out] destroy with kg_tiles_set_destroy().
 * context  [in] must outlive the set.
 * bytes    [in] [size] which are not needed after the call; may be NULL where size is 0.
 * size     [in] bytes; without any it is KG_FORMAT.
 * options  [in] may be NULL: the defaults. Messages call the bytes `shown`, "memory" by default.
 * Returns as kg_tiles_read(), without KG_CANNOT_OPEN and KG_IO.
 */
kg_status kg_tiles_read_memory(kg_tiles_set **set, kg_context *context, const void *bytes,
    size_t size, const kg_tiles_read_options *options);

/* Reads puzzles from a stream, "stream" to messages unless `shown` says otherwise, from where it
 * stands to its end; it is read by the C library and not closed, as kg_graph_read_file() has it.
 * Returns as kg_tiles_read(), without KG_CANNOT_OPEN. */
kg_status kg_tiles_read_file(
    kg_tiles_set **set, kg_context *context, FILE *file, const kg_tiles_read_options *options);

/* Frees the puzzles. NULL is legal. */
void kg_tiles_set_destroy(kg_tiles_set *set);

/* How many puzzles, 1 at least. O(1). */
size_t kg_tiles_set_count(const kg_tiles_set *set);
/* The puzzles, [kg_tiles_set_count()], lent, in the order of the file. O(1). */
const kg_tiles_puzzle *kg_tiles_set_puzzles(const kg_tiles_set *set);

/* What a file says of a puzzle besides its boards. */
typedef struct kg_tiles_origin {
    kg_tiles_goal goal; /* which target it has; KG_TILES_EITHER: neither of the two can be reached,
                           and it has the first */
    int has_label;      /* whether the file names it by a number */
    uint64_t label;     /* that number; 0 where there is none */
} kg_tiles_origin;

/* The origins of the puzzles, [kg_tiles_set_count()], lent, in the same order. O(1). */
const kg_tiles_origin *kg_tiles_set_origins(const kg_tiles_set *set);

/* ---- the search ------------------------------------------------------------------------------ */

typedef struct kg_tiles kg_tiles;

typedef enum kg_tiles_heuristic {
    /* The Manhattan distance, and two moves for each tile that must leave its line so that others
     * of the line can pass. */
    KG_TILES_LINEAR_CONFLICT = 0,
    KG_TILES_MANHATTAN = 1 /* the sum of the tiles' distances from their targets */
} kg_tiles_heuristic;

typedef struct kg_tiles_options {
    kg_tiles_heuristic heuristic;
    int canonical;            /* give the canonical solution */
    int skip_verify;          /* leave out the independent check of the answer */
    uint64_t max_states;      /* stop once so many states are known; 0: as many as memory holds */
    double seconds;           /* stop after so long; 0: no limit; negative or NaN is refused */
    const volatile int *stop; /* stop soon after this is not 0, which another thread or a signal's
                                 handler may see to. Not needed after the call; may be NULL */
    uint64_t others;          /* how many puzzles like this one will follow: the device "auto"
                                 starts a GPU if that is faster for all of them */
} kg_tiles_options;

#define KG_TILES_OPTIONS_INIT KG_ZERO

/*
 * Finds a shortest solution by A*. The work grows exponentially with the solution's length.
 *
 * answer   [out] also with KG_NO_SOLUTION, KG_LIMIT and KG_FULL; else NULL. Destroy with
 *          kg_tiles_destroy().
 * context  [in] must outlive the answer.
 * puzzle   [in] not needed after the call.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_NO_SOLUTION (the target cannot be reached, as from half of all boards, which
 * their parity tells at once); KG_LIMIT (stopped by max_states, seconds or stop) and KG_FULL (the
 * context's memory limit is reached or, without a limit, most of the memory that is free), where
 * kg_tiles_bound() is proven all the same; KG_ARGUMENT (sides, a start or target that is no board,
 * no such heuristic, seconds that are negative or not a number); KG_MEMORY; KG_INTERNAL (the
 * verification failed: a bug).
 *
 * The length is a function of the puzzle alone. Which of several shortest solutions is found may
 * differ from run to run unless canonical is set, which costs up to the whole of the last layer.
 * Memory: 9 to 22 bytes a state, twice that on boards of more than 16 cells; and queues, of less
 * than 128 KiB a thread on the CPU and of some 120 MB on a GPU.
 */
kg_status kg_tiles_find(kg_tiles **answer, kg_context *context, const kg_tiles_puzzle *puzzle,
    const kg_tiles_options *options);
/* Frees the answer. NULL is legal. */
void kg_tiles_destroy(kg_tiles *answer);

/* The number of moves of the solution; 0 where none was found, too. O(1). */
size_t kg_tiles_length(const kg_tiles *answer);
/* The solution: [kg_tiles_length()] where the blank goes, a kg_tiles_move each, lent. It may be
 * NULL where the length is 0. O(1). */
const uint8_t *kg_tiles_moves(const kg_tiles *answer);

/* The bound: the length itself where a solution was found, unless kg_ga_star_tiles() (ga_star.h)
 * had a weight; 0 where the target cannot be reached. O(1). */
unsigned kg_tiles_bound(const kg_tiles *answer);

/* What the search did in one layer. */
typedef struct kg_tiles_layer {
    unsigned f;          /* of the layer's states; in the total, of the last layer */
    uint64_t rounds;     /* batches of states that were taken from a queue and looked up */
    uint64_t expanded;   /* states met for the first time */
    uint64_t generated;  /* states that moves led to */
    uint64_t duplicates; /* states looked up that were known already */
    double ms;           /* milliseconds */
} kg_tiles_layer;

typedef struct kg_tiles_statistics {
    kg_tiles_layer total;        /* the sum of all layers */
    const kg_tiles_layer *layer; /* [layers], lent by the answer; may be NULL where layers is 0 */
    size_t layers;
    uint64_t slots;      /* of the table at the end, of which total.expanded hold a state */
    uint64_t peak_bytes; /* the most that the context ever held: of the host's memory, or of the
                            device's where a GPU searched */
} kg_tiles_statistics;

/* What the search did, lent; zeros where the target cannot be reached. O(1). */
const kg_tiles_statistics *kg_tiles_work(const kg_tiles *answer);

/*
 * Checks a solution by definition: each move is legal, the moves lead to the target, and they are
 * no fewer than the sum of the tiles' distances. It does not check that no solution is shorter.
 * Shares no code with the search. O(length).
 *
 * context  [in] which gets the message.
 * puzzle   [in] its sides must be legal, and its start must have a blank.
 * move     [in] [length] any numbers; may be NULL where length is 0.
 * length   [in] moves.
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message; KG_ARGUMENT
 * (sides, or no blank).
 */
kg_status kg_tiles_verify(
    kg_context *context, const kg_tiles_puzzle *puzzle, const uint8_t *move, size_t length);

#ifdef __cplusplus
}
#endif
#endif
