/*
 * Sliding puzzles: numbered tiles and one blank on a board, and a shortest way from one arrangement
 * to another, proven to be the shortest.
 */
#ifndef KONIG_TILES_H
#define KONIG_TILES_H

#include <konig/context.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { KG_TILES_CELLS = 25 };

/* Cells are numbered row by row. The board holds the tiles 1 .. width * height - 1 and 0, the
 * blank. Each side is at least 2, the board at most KG_TILES_CELLS. */
typedef struct kg_tiles_puzzle {
    unsigned width, height;
    uint8_t start[KG_TILES_CELLS], target[KG_TILES_CELLS];
} kg_tiles_puzzle;

/* Where the blank goes: the tile there takes the blank's place. 3 - move takes it back. */
typedef enum kg_tiles_move {
    KG_TILES_UP = 0,
    KG_TILES_LEFT = 1,
    KG_TILES_RIGHT = 2,
    KG_TILES_DOWN = 3
} kg_tiles_move;

/* Moves the blank of cells[width * height], which are not checked. Returns 1; 0 where there is no
 * cell that way, no such move or no blank: then cells is as it was. Any thread. O(width * height).
 * */
int kg_tiles_slide(uint8_t *cells, unsigned width, unsigned height, unsigned move);

/* ---- files ----------------------------------------------------------------------------------- */

typedef struct kg_tiles_set kg_tiles_set;

/* Which target a puzzle has. */
typedef enum kg_tiles_goal {
    KG_TILES_EITHER = 0,      /* of the next two the first that can be reached */
    KG_TILES_BLANK_FIRST = 1, /* 0 1 2 ... */
    KG_TILES_BLANK_LAST = 2,  /* 1 2 ... 0 */
    KG_TILES_GIVEN = 3        /* the one that the file or the options' target gives */
} kg_tiles_goal;

typedef struct kg_tiles_read_options {
    unsigned width, height; /* of the boards; 0: told by the file, where a line with a whole board
                               is square */
    const uint8_t *target;  /* [target_cells], of files that give none, or NULL */
    size_t target_cells;
    kg_tiles_goal goal; /* of such files, where target is NULL; not KG_TILES_GIVEN */
    const char *shown;  /* how messages call the file; NULL: its path */
} kg_tiles_read_options;

#define KG_TILES_READ_OPTIONS_INIT KG_ZERO

/*
 * Reads puzzles. path "-" is standard input. docs/formats.md has the formats.
 *
 * set  [out] destroy with kg_tiles_set_destroy().
 * Returns KG_OK; KG_CANNOT_OPEN; KG_IO; KG_FORMAT ("file:line:column: what is wrong, what was
 * expected"); KG_ARGUMENT (sides or target); KG_MEMORY.
 */
kg_status kg_tiles_read(kg_tiles_set **set, kg_context *context, const char *path,
    const kg_tiles_read_options *options);

/* Reads puzzles from memory, [size] bytes, as a file of that content would be read; they are not
 * needed after the call, and may be NULL where size is 0. Messages call them `shown`, "memory" by
 * default. Returns as kg_tiles_read(), without KG_CANNOT_OPEN and KG_IO. */
kg_status kg_tiles_read_memory(kg_tiles_set **set, kg_context *context, const void *bytes,
    size_t size, const kg_tiles_read_options *options);

/* Frees the puzzles. NULL is legal. */
void kg_tiles_set_destroy(kg_tiles_set *set);

/* How many puzzles, 1 at least; and the puzzles, [that many], in the order of the file, lent. O(1).
 * */
size_t kg_tiles_set_count(const kg_tiles_set *set);
const kg_tiles_puzzle *kg_tiles_set_puzzles(const kg_tiles_set *set);

/* What a file says of a puzzle besides its boards. */
typedef struct kg_tiles_origin {
    kg_tiles_goal goal; /* which target it has; KG_TILES_EITHER: none of the two can be reached, and
                           it has the first */
    int has_label;
    uint64_t label; /* the number before its board, where there is one */
} kg_tiles_origin;

/* [kg_tiles_set_count()], lent. O(1). */
const kg_tiles_origin *kg_tiles_set_origins(const kg_tiles_set *set);

/* ---- the search ------------------------------------------------------------------------------ */

typedef struct kg_tiles kg_tiles;

typedef enum kg_tiles_heuristic {
    KG_TILES_LINEAR_CONFLICT = 0, /* and two moves for each tile that must let others of its line
                                     pass */
    KG_TILES_MANHATTAN = 1        /* each tile's distance from its target */
} kg_tiles_heuristic;

typedef struct kg_tiles_options {
    kg_tiles_heuristic heuristic;
    int canonical;       /* of the shortest ways the one that all devices and thread counts give */
    int skip_verify;     /* leave out the independent check of the answer */
    uint64_t max_states; /* stop once so many states are known; 0: as many as memory holds */
    double seconds;      /* stop after so long; 0: no limit */
    const volatile int *stop; /* stop soon after this is not 0, which another thread or a signal's
                                 handler may see to. May be NULL */
} kg_tiles_options;

#define KG_TILES_OPTIONS_INIT KG_ZERO

/*
 * Finds a shortest solution.
 *
 * answer   [out] also with KG_NO_SOLUTION, KG_LIMIT and KG_FULL. Destroy with kg_tiles_destroy().
 * puzzle   [in] copied.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_NO_SOLUTION (half of all arrangements cannot be reached: told by their parity,
 * at once); KG_LIMIT (max_states, seconds, stop), KG_FULL (the memory limit, or without one most of
 * the memory that is free): kg_tiles_bound() is proven all the same; KG_ARGUMENT (not a puzzle);
 * KG_MEMORY; KG_INTERNAL (the verification failed: a bug).
 *
 * The length is a function of the puzzle alone. Which of several shortest solutions is found may
 * differ from run to run unless canonical is set, which costs up to the whole of the last layer.
 * Memory: 9 to 19 bytes a state, twice that on boards of more than 16 cells.
 */
kg_status kg_tiles_find(kg_tiles **answer, kg_context *context, const kg_tiles_puzzle *puzzle,
    const kg_tiles_options *options);
void kg_tiles_destroy(kg_tiles *answer);

/* The length of the solution, 0 if none was found; and the solution, [length], lent: where the
 * blank goes, a kg_tiles_move each. The latter may be NULL where the length is 0. O(1). */
size_t kg_tiles_length(const kg_tiles *answer);
const uint8_t *kg_tiles_moves(const kg_tiles *answer);

/* No solution is shorter than this: the length itself where one was found. O(1). */
unsigned kg_tiles_bound(const kg_tiles *answer);

/* What the search did in one layer: the states through which no solution is shorter than f. */
typedef struct kg_tiles_layer {
    unsigned f;
    uint64_t rounds;     /* batches of states extracted, deduplicated and expanded */
    uint64_t expanded;   /* states met for the first time */
    uint64_t generated;  /* states that moves led to */
    uint64_t duplicates; /* of these known already */
    double ms;
} kg_tiles_layer;

typedef struct kg_tiles_statistics {
    kg_tiles_layer total;
    const kg_tiles_layer *layer; /* [layers], lent by answer */
    size_t layers;
    uint64_t slots;      /* of the table at the end, of which total.expanded hold a state */
    uint64_t peak_bytes; /* the most memory that the search held */
} kg_tiles_statistics;

/* What the search did, lent. O(1). */
const kg_tiles_statistics *kg_tiles_work(const kg_tiles *answer);

/*
 * Checks a solution by definition: each move legal, the target reached, no shorter than the
 * distance of each tile demands. Shares no code with the search.
 *
 * context  [in]
 * puzzle   [in]
 * move     [in] [length] any numbers; may be NULL where length is 0.
 * length   [in] moves.
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message; KG_ARGUMENT.
 */
kg_status kg_tiles_verify(
    kg_context *context, const kg_tiles_puzzle *puzzle, const uint8_t *move, size_t length);

#ifdef __cplusplus
}
#endif
#endif
