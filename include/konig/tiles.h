/*
 * Sliding puzzles: numbered tiles and one blank on a board. The search finds a shortest solution
 * from one arrangement to another, and proves it.
 *
 * Glossary
 * - cell: a place of the board. Cells are numbered from 0, row by row.
 * - board: width * height numbers, one a cell: the tiles 1, 2, ... and 0, the blank, each once.
 * - start, target: the board at which moves begin, and the board to which they lead. A puzzle is a
 *   pair of them. kg_tiles_goal names the rules by which a file's puzzles get their targets.
 * - state: a board that the search meets.
 * - g, h, f: the moves from the start to a state, the heuristic's lower bound on the moves from it
 *   to the target, and the sum of both.
 * - layer: the states of one f. The search works through one layer after the other: each move
 *   changes f by 0 or 2, so f takes the values h(start), h(start) + 2, ...
 * - bound: a number of moves such that no solution is shorter.
 * - canonical solution: of several shortest solutions the one that every backend gives. Going
 *   backwards from the target, it takes the first move, in the order of kg_tiles_move, with which a
 *   shortest solution can end.
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
    unsigned width, height;         /* at least 2 each; width * height <= KG_TILES_CELLS */
    uint8_t start[KG_TILES_CELLS];  /* [width * height] a board; the rest is ignored */
    uint8_t target[KG_TILES_CELLS]; /* likewise */
} kg_tiles_puzzle;

/* The direction of the blank. The tile of that cell takes the blank's place. The move 3 - move
 * undoes a move. */
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
 * Returns 1; 0 if cells is NULL, or if there is no blank, no such move, or no cell in that
 * direction: cells is then unchanged.
 */
int kg_tiles_slide(uint8_t *cells, unsigned width, unsigned height, unsigned move);

/* ---- files ----------------------------------------------------------------------------------- */

typedef struct kg_tiles_set kg_tiles_set;

/* The target of a puzzle. */
typedef enum kg_tiles_goal {
    KG_TILES_EITHER = 0,      /* the first of the next two that the start can reach */
    KG_TILES_BLANK_FIRST = 1, /* 0 1 2 ... */
    KG_TILES_BLANK_LAST = 2,  /* 1 2 ... 0 */
    KG_TILES_GIVEN = 3        /* the one in the file, or the target of the options */
} kg_tiles_goal;

typedef struct kg_tiles_read_options {
    unsigned width, height; /* of the boards, as in kg_tiles_puzzle; both 0: found from the file,
                               and a line with a whole board is square */
    const uint8_t *target;  /* [target_cells] the target of puzzles whose file gives none; NULL: see
                               goal. Its numbers are not checked before kg_tiles_find(). */
    size_t target_cells;    /* as many as the boards have, else KG_FORMAT */
    kg_tiles_goal goal;     /* used if the file gives no target and `target` is NULL; not
                               KG_TILES_GIVEN */
    const char *shown;      /* the name of the file in messages; NULL: its path */
} kg_tiles_read_options;

#define KG_TILES_READ_OPTIONS_INIT KG_ZERO

/*
 * Reads puzzles. docs/formats.md has the formats. O(the file's length).
 *
 * Every start must be a board, and so must every target that the file gives. The target need not be
 * reachable.
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
 * bytes    [in] [size] not needed after the call; may be NULL if size is 0.
 * size     [in] bytes; 0 is KG_FORMAT.
 * options  [in] may be NULL: the defaults. Messages call the bytes `shown`, "memory" by default.
 * Returns as kg_tiles_read(), except KG_CANNOT_OPEN and KG_IO.
 */
kg_status kg_tiles_read_memory(kg_tiles_set **set, kg_context *context, const void *bytes,
    size_t size, const kg_tiles_read_options *options);

/* Reads puzzles from a stream, from its current position to its end. Messages call it `shown`,
 * "stream" by default. The C library reads it, and it is not closed, as in kg_graph_read_file().
 * Returns as kg_tiles_read(), except KG_CANNOT_OPEN. */
kg_status kg_tiles_read_file(
    kg_tiles_set **set, kg_context *context, FILE *file, const kg_tiles_read_options *options);

/* Frees the puzzles. NULL is legal. */
void kg_tiles_set_destroy(kg_tiles_set *set);

/* The number of puzzles, at least 1. O(1). */
size_t kg_tiles_set_count(const kg_tiles_set *set);
/* The puzzles, [kg_tiles_set_count()], lent, in the order of the file. O(1). */
const kg_tiles_puzzle *kg_tiles_set_puzzles(const kg_tiles_set *set);

/* Data about a puzzle in its file, besides its boards. */
typedef struct kg_tiles_origin {
    kg_tiles_goal goal; /* the kind of its target; KG_TILES_EITHER: neither of the two can be
                           reached, and its target is the first */
    int has_label;      /* whether the file has a number that names it */
    uint64_t label;     /* that number; 0 if there is none */
} kg_tiles_origin;

/* The origins of the puzzles, [kg_tiles_set_count()], lent, in the same order. O(1). */
const kg_tiles_origin *kg_tiles_set_origins(const kg_tiles_set *set);

/* ---- the search ------------------------------------------------------------------------------ */

typedef struct kg_tiles kg_tiles;

typedef enum kg_tiles_heuristic {
    /* The Manhattan distance, plus two moves for each tile that must leave its line so that others
     * of the line can pass. */
    KG_TILES_LINEAR_CONFLICT = 0,
    KG_TILES_MANHATTAN = 1, /* the sum of the tiles' distances from their targets */
    KG_TILES_PATTERN = 2,   /* pattern databases; the search is then iterative deepening */
    /* Linear conflicts while the search meets few states, and then pattern databases: a puzzle that
     * is easy is solved before they would be built, and one that is hard goes on from the bound
     * that is proven. On a GPU, 24-puzzles with the default databases go on with patterns of 8
     * tiles after searches of 25 seconds in all, if the device and the host have the memory. */
    KG_TILES_AUTO = 3
} kg_tiles_heuristic;

/*
 * Pattern databases of a target: the tiles are divided into patterns, and a database has the number
 * of moves that the tiles of a pattern need, wherever they are. These numbers add up to a bound,
 * which is far above the Manhattan distance.
 */
typedef struct kg_tiles_patterns kg_tiles_patterns;

typedef struct kg_tiles_patterns_options {
    /* Lists of tiles, as in "1,2,3,4/5,6,7,8": each tile once, at most 8 in a list. Several such
     * partitions have a + between them, and the bound is the largest of theirs. NULL: 7 and 8 tiles
     * on a board of 4 x 4; four partitions into four times 6, or two of them on a GPU, on one of
     * 5 x 5 whose target has the blank first or last; on others, lists of up to 8 tiles, or of up
     * to 6 if there are more than 16 cells. */
    const char *partition;
    const char *folder; /* keeps a file of each database there, and reads those that it has; NULL:
                           keeps none */
    int later;          /* build them when a search first needs them; the failures below are then
                           that search's */
} kg_tiles_patterns_options;

#define KG_TILES_PATTERNS_OPTIONS_INIT KG_ZERO

/*
 * Builds the databases, breadth first, or reads them.
 *
 * patterns  [out] destroy with kg_tiles_patterns_destroy().
 * context   [in] must outlive the databases.
 * puzzle    [in] its sides and its target; the start is ignored.
 * options   [in] not needed after the call; may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (illegal sides, a target that is not a board, or no such partition);
 * KG_UNSUPPORTED (too many partitions, or patterns that divide the board into more than 8 regions
 * or need more than 255 moves in all); KG_FORMAT (a damaged file); KG_CANNOT_OPEN,
 * KG_CANNOT_CREATE, KG_IO; KG_MEMORY.
 *
 * If the board is square and the target's blank lies on the main diagonal, the mirrored partition
 * counts as well. At most 8 partitions of 32 lists in all, mirrored ones counted. A list of k tiles
 * among n cells takes a fifth to a third of n! / (n - k)! bytes: 0.2 GB for 7 and 8 tiles of 16
 * cells, 0.4 GB for sixteen times 6 of 25. Building a list takes three times as much more on the
 * CPU, and as much again on a GPU. O(entries * k).
 */
kg_status kg_tiles_patterns_create(kg_tiles_patterns **patterns, kg_context *context,
    const kg_tiles_puzzle *puzzle, const kg_tiles_patterns_options *options);
/* Frees the databases. NULL is legal. */
void kg_tiles_patterns_destroy(kg_tiles_patterns *patterns);

/*
 * Where the searches of some puzzles stand. A file keeps it, so that another process can go on.
 *
 * A search with KG_TILES_PATTERN that has a checkpoint takes the position of its puzzle from it. In
 * the end the answers and counts are those of searches that were never stopped. The first search
 * writes the file. Searches write it again every 5 seconds, when they are stopped or cancelled, and
 * when the last puzzle is solved. Each time a new file takes the place of the old one, so a crash
 * leaves one of them, whole. The solutions stay in it: a search of a solved puzzle takes its
 * solution and needs no databases, which are never in the file. The counts may differ in two cases:
 * without `canonical`, a search on several threads or a GPU ends at the first solution that it
 * meets; and on a GPU, the counts of a search that is stopped include states since the last
 * position, which the next search expands again.
 */
typedef struct kg_tiles_checkpoint kg_tiles_checkpoint;

/*
 * Reads a file, or begins without positions if there is none.
 *
 * checkpoint  [out] destroy with kg_tiles_checkpoint_destroy().
 * context     [in] must outlive the checkpoint. Only it can search with the checkpoint.
 * path        [in] copied; not "-".
 * puzzles     [in] [count] all that will be searched, in any order; copied.
 * count       [in] at least 1.
 * Returns KG_OK; KG_ARGUMENT (no puzzle, "-", illegal sides, or not boards); KG_FORMAT (another
 * kind of file, a damaged one, or one of other puzzles); KG_CANNOT_OPEN, KG_IO; KG_MEMORY.
 *
 * The file has 324 bytes a puzzle and 40 a layer, and 264 a thread for each puzzle whose search was
 * stopped. O(the file's length).
 */
kg_status kg_tiles_checkpoint_create(kg_tiles_checkpoint **checkpoint, kg_context *context,
    const char *path, const kg_tiles_puzzle *puzzles, size_t count);
/* Writes the file if searches have changed the checkpoint since it was written. A search that ends
 * with a solution need not write it. Returns KG_OK, KG_CANNOT_CREATE, KG_IO; KG_MEMORY. */
kg_status kg_tiles_checkpoint_write(kg_tiles_checkpoint *checkpoint);
/* Frees the checkpoint, without writing it. NULL is legal. */
void kg_tiles_checkpoint_destroy(kg_tiles_checkpoint *checkpoint);

typedef struct kg_tiles_options {
    kg_tiles_heuristic heuristic;
    int canonical;            /* give the canonical solution */
    int skip_verify;          /* leave out the independent check of the answer */
    uint64_t max_states;      /* stop once this many states are known; 0: as many as memory holds */
    double seconds;           /* stop after this many; 0: no limit; negative or NaN is refused */
    const volatile int *stop; /* stop soon after this is not 0; another thread or a signal handler
                                 may set it. Not needed after the call; may be NULL */
    uint64_t others;          /* number of similar puzzles that will follow: the device "auto"
                                 starts a GPU if that is faster for all of them */
    kg_tiles_patterns *patterns; /* the databases of the target, for KG_TILES_PATTERN and
                                    KG_TILES_AUTO; a search may copy them to a GPU, where they
                                    stay. May be NULL for KG_TILES_AUTO: the default ones are
                                    built if they are needed */

    const kg_tiles_puzzle *following; /* [others] in the order of their searches; may be NULL. On a
                                         GPU a search with pattern databases solves up to 63 of
                                         them at once, if they have its target and are easy.
                                         `patterns` keeps the answers for searches with the same
                                         context, which then only take them. Not needed after the
                                         call */
    kg_tiles_checkpoint *checkpoint;  /* has the puzzle, for KG_TILES_PATTERN; may be NULL.
                                         max_states counts the states of earlier searches, too */
} kg_tiles_options;

#define KG_TILES_OPTIONS_INIT KG_ZERO

/*
 * Finds a shortest solution by A*, or with pattern databases by iterative deepening. The work grows
 * exponentially with the solution's length.
 *
 * answer   [out] also with KG_NO_SOLUTION, KG_LIMIT and KG_FULL; else NULL. Destroy with
 *          kg_tiles_destroy().
 * context  [in] must outlive the answer.
 * puzzle   [in] not needed after the call.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_NO_SOLUTION (the target cannot be reached, as from half of all boards; parity
 * shows it at once); KG_LIMIT (stopped by max_states, seconds or stop) and KG_FULL (the context's
 * memory limit is reached or, without a limit, most of the free memory is used), with which
 * kg_tiles_bound() is still proven; KG_ARGUMENT (illegal sides, a start or target that is not a
 * board, no such heuristic, pattern databases that are missing or of another target, seconds that
 * are negative or not a number, a checkpoint with another heuristic, of another context, or without
 * the puzzle); KG_FORMAT (the checkpoint is of searches with other databases, or the others of
 * canonical and not, or is damaged), KG_CANNOT_CREATE and KG_IO (its file cannot be written, and
 * the old one stays); KG_MEMORY; KG_INTERNAL (the verification failed: a bug).
 *
 * The length depends on the puzzle alone. Unless canonical is set, the solution found may differ
 * from run to run if there are several shortest ones. canonical costs up to the whole last layer.
 * Memory: 9 to 22 bytes a state, twice that on boards of more than 16 cells; and queues, of less
 * than 128 KiB a thread on the CPU and of some 120 MB on a GPU. Iterative deepening takes some 50
 * KiB a thread on the CPU and 0.8 GB on a large GPU, less if there is less, and never ends because
 * memory is full; max_states then counts expanded states. So KG_TILES_AUTO ends with KG_FULL only
 * if neither the states nor the databases fit.
 */
kg_status kg_tiles_find(kg_tiles **answer, kg_context *context, const kg_tiles_puzzle *puzzle,
    const kg_tiles_options *options);
/* Frees the answer. NULL is legal. */
void kg_tiles_destroy(kg_tiles *answer);

/* The number of moves of the solution; 0 if none was found. O(1). */
size_t kg_tiles_length(const kg_tiles *answer);
/* The solution: [kg_tiles_length()] directions of the blank, a kg_tiles_move each, lent. May be
 * NULL if the length is 0. O(1). */
const uint8_t *kg_tiles_moves(const kg_tiles *answer);

/* The bound: the length itself if a solution was found, unless kg_ga_star_tiles() (ga_star.h) had a
 * weight; 0 if the target cannot be reached. O(1). */
unsigned kg_tiles_bound(const kg_tiles *answer);

/* Counts of the search in one layer. */
typedef struct kg_tiles_layer {
    unsigned f;          /* of the layer's states; in the total, of the last layer */
    uint64_t rounds;     /* batches of states that were taken from a queue and looked up */
    uint64_t expanded;   /* states met for the first time */
    uint64_t generated;  /* states to which moves led */
    uint64_t duplicates; /* states looked up that were already known */
    double ms;           /* milliseconds */
} kg_tiles_layer;

typedef struct kg_tiles_statistics {
    kg_tiles_layer total;        /* the sum of all layers */
    const kg_tiles_layer *layer; /* [layers], lent by the answer; may be NULL if layers is 0 */
    size_t layers;
    uint64_t slots;      /* entries of the table at the end; total.expanded of them hold a state */
    uint64_t peak_bytes; /* the most that the context ever held: of the host's memory, or of the
                            device's if a GPU searched */
} kg_tiles_statistics;

/* Counts of the search, lent; zeros if the target cannot be reached. O(1). */
const kg_tiles_statistics *kg_tiles_work(const kg_tiles *answer);

/*
 * Checks a solution by definition: each move is legal, the moves lead to the target, and there are
 * at least as many as the sum of the tiles' distances. Does not check that no solution is shorter.
 * Shares no code with the search. O(length).
 *
 * context  [in] gets the message.
 * puzzle   [in] its sides must be legal, and its start must have a blank.
 * move     [in] [length] any numbers; may be NULL if length is 0.
 * length   [in] moves.
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message; KG_ARGUMENT
 * (illegal sides, or no blank).
 */
kg_status kg_tiles_verify(
    kg_context *context, const kg_tiles_puzzle *puzzle, const uint8_t *move, size_t length);

#ifdef __cplusplus
}
#endif
#endif
