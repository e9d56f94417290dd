/*
 * Shortest paths on grid maps, proven optimal: one query or thousands.
 *
 * A map is width * height cells, each a wall or a free cell with a weight from 1 to 65535. A step
 * leads to a neighbour and costs the weight of the cell that it enters, or the mean of the weights
 * of both cells; a diagonal step costs that or sqrt(2) times it. A real map is one that has other
 * weights: 0, fractions, or more than 65535. A map whose weights differ and whose steps cost means
 * is a real one too.
 *
 * Maps do not change. A map keeps the data that a search derives from it (its components, the stops
 * of the jump search, copies on a GPU), so that the next search need not make them again.
 *
 * Glossary
 * - query: a start and a goal. Its answer gives the cost of a shortest path between them.
 * - rules: how one may move on a map: in 4 or 8 directions, what a diagonal step costs, and whether
 *   it may pass beside a wall.
 * - terrain: the kind of a free cell, which is ground, water or trees. No step leads from one kind
 *   to another.
 * - component: free cells that steps connect. A goal in another component cannot be reached, and
 *   this is known without a search.
 * - plain search: A*, which looks at all neighbours of a cell.
 * - jump search: jump point search, which looks along a straight or diagonal line until a wall
 *   makes a turn useful. It needs 8 moves and equal weights.
 * - canonical path: of several shortest paths the one that every backend gives. Going backwards
 *   from the goal, it takes the first predecessor, row by row, that lies on a shortest path.
 * - explored: reached by the search of a query.
 * - bound: a cost such that a stopped search has proven that no path is cheaper.
 * - scenario: a file of queries for one map, as MovingAI's benchmarks have them.
 */
#ifndef KONIG_GRID_H
#define KONIG_GRID_H

#include <konig/array.h>
#include <konig/context.h>
#include <konig/output.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_grid kg_grid;
typedef struct kg_grid_search kg_grid_search;

/* A cell. x grows to the right. y counts rows from 0, which is the first line of a MovingAI map or
 * of a drawing, and the lowest row of a map in the course format. */
typedef struct kg_grid_cell {
    uint32_t x, y;
} kg_grid_cell;

typedef struct kg_grid_query {
    kg_grid_cell start, goal;
} kg_grid_query;

/* ---- maps ------------------------------------------------------------------------------------ */

typedef enum kg_grid_format {
    KG_GRID_AUTO = 0,     /* the beginning of the file tells which of the others it is */
    KG_GRID_COURSE = 1,   /* size, start, goal, obstacles and weights, as numbers with commas */
    KG_GRID_MOVINGAI = 2, /* .map of the MovingAI benchmarks */
    KG_GRID_DRAWING = 3,  /* # wall, blank or . free, 1 to 9 weights, S start, G goal */
    KG_GRID_NUMBERS = 4,  /* text: rows of numbers, or of 0 and 1 without blanks */
    KG_GRID_NPY = 5,      /* .npy, the format of NumPy */
    KG_GRID_PNG = 6,      /* a PNG picture */
    KG_GRID_PNM = 7       /* PBM and PGM pictures, as text or binary */
} kg_grid_format;

typedef enum kg_grid_diagonal {
    KG_GRID_DIAGONAL_OWN = 0,  /* as the format defines */
    KG_GRID_DIAGONAL_1 = 1,    /* a diagonal step costs as much as a straight one */
    KG_GRID_DIAGONAL_SQRT2 = 2 /* sqrt(2) times as much */
} kg_grid_diagonal;

typedef enum kg_grid_corners {
    KG_GRID_CORNERS_OWN = 0,    /* as the format defines */
    KG_GRID_CORNERS_ALLOW = 1,  /* a diagonal step may pass beside a wall, and between two */
    KG_GRID_CORNERS_FORBID = 2, /* both cells beside a diagonal step must be of its terrain */
    KG_GRID_CORNERS_ONE = 3     /* at least one of them must be */
} kg_grid_corners;

typedef enum kg_grid_step {
    KG_GRID_STEP_ENTERED = 0, /* a step costs the weight of the cell that it enters */
    KG_GRID_STEP_MEAN = 1     /* the mean of the weights of both cells */
} kg_grid_step;

/* The legal moves, and what they cost. A member that is 0 gets the format's default: 8, 1, allow
 * for the course format; 8, sqrt(2), forbid for the other formats and for maps that were built. */
typedef struct kg_grid_rules {
    int moves;                 /* 4, 8, or 0: 8 */
    kg_grid_diagonal diagonal; /* without effect if moves is 4 */
    kg_grid_corners corners;   /* without effect if moves is 4 */
    kg_grid_step step;
    /* The sides of a cell; 0: 1. A step sideways costs cell_width times what it costs in squares of
     * side 1, one up or down cell_height times, a diagonal one sqrt(cell_width^2 + cell_height^2)
     * times its weight. Both must be multiples of a power of 10, at most 2^30 times that. Unless
     * both are 1 the map is a real one, and diagonal may not be KG_GRID_DIAGONAL_1. */
    double cell_width, cell_height;
} kg_grid_rules;

typedef struct kg_grid_read_options {
    kg_grid_format format; /* KG_GRID_AUTO, or the one format to read */
    kg_grid_rules rules;
    int invert;         /* not 0: numbers are 0 for a free cell and 1 for a wall, and dark cells
                               of a picture are free */
    unsigned threshold; /* a cell of a picture is free from this brightness on, 1..255; 0: 128 */
    const char *wall_chars; /* characters that are walls in a drawing or a MovingAI map, whatever
                               they mean otherwise; may be NULL: none */
    const char *free_chars; /* likewise, free cells of weight 1 */
    int zero_free;          /* not 0: the number 0 is a free cell that costs nothing, not a wall */
} kg_grid_read_options;

#define KG_GRID_READ_OPTIONS_INIT KG_ZERO

/*
 * Reads a map. docs/formats.md has the formats. O(width * height), and the file's length.
 *
 * A number is the weight of its cell. 0 is a wall, unless zero_free is set, and so is infinity. A
 * map with other weights than integers from 1 to 65535 is a real one: see kg_grid_build_real(). In
 * a .npy of booleans, true is free. The brightness of a pixel is 0.2126 red + 0.7152 green + 0.0722
 * blue, from 0 to 255, on a white ground if it is not opaque; a cell of brightness 128 or more is
 * free, and darker cells are walls.
 *
 * The map takes one bit a cell for each terrain that it has, and one more if it has swamp. It takes
 * two bytes a cell more if a free cell's weight is not 1, or eight if it is a real map. Reading
 * takes a line of the file besides. An array takes at most 16 bytes a number. A PNG picture takes 4
 * bytes for each cell of a row or, if it is interlaced, for each cell.
 *
 * grid     [out] destroy with kg_grid_destroy().
 * context  [in] must outlive the map.
 * path     [in] "-" is standard input.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_CANNOT_OPEN; KG_IO; KG_FORMAT ("file:line:column: what is wrong, what was
 * expected"; "file: row, column: ..." in a .npy, "file: byte: ..." in a picture); KG_ARGUMENT (no
 * such format, no such rules; invert for a format that says which cells are walls; zero_free for a
 * format without numbers, or with invert; a threshold above 255, or for a map that is not a
 * picture; characters for a format without them, that are not printable ASCII, or that are both
 * walls and free); KG_OVERFLOW (2^32 cells or more, or more than 2^30 in a row or column);
 * KG_UNSUPPORTED (a PNG picture, and konig was built without libpng; a .npy of another type or of
 * more than two dimensions); KG_MEMORY.
 */
kg_status kg_grid_read(
    kg_grid **grid, kg_context *context, const char *path, const kg_grid_read_options *options);

/*
 * Reads a map from memory, as a file of that content would be read.
 *
 * grid     [out] destroy with kg_grid_destroy().
 * context  [in] must outlive the map.
 * bytes    [in] [size] not needed after the call; may be NULL if size is 0. Messages call them
 *          "memory".
 * size     [in] bytes; 0 is KG_FORMAT.
 * options  [in] may be NULL: the defaults.
 * Returns as kg_grid_read(), except KG_CANNOT_OPEN and KG_IO.
 */
kg_status kg_grid_read_memory(kg_grid **grid, kg_context *context, const void *bytes, size_t size,
    const kg_grid_read_options *options);

/* Reads a map from a stream, which messages call "stream", as kg_graph_read_file() reads a graph.
 * Returns as kg_grid_read(), except KG_CANNOT_OPEN. */
kg_status kg_grid_read_file(
    kg_grid **grid, kg_context *context, FILE *file, const kg_grid_read_options *options);

/*
 * Makes a map from weights. All free cells are ground. O(width * height).
 *
 * grid     [out] destroy with kg_grid_destroy().
 * context  [in] must outlive the map.
 * width    [in] cells of a row, 1..2^30.
 * height   [in] cells of a column, 1..2^30.
 * weight   [in] [width * height] row by row, copied; 0: a wall.
 * rules    [in] may be NULL: 8, sqrt(2), forbid.
 * Returns KG_OK; KG_ARGUMENT (no cells, no such rules); KG_OVERFLOW (a side past 2^30, 2^32 cells
 * or more, cells with sides by which costs may exceed 2^62 units); KG_MEMORY.
 */
kg_status kg_grid_build(kg_grid **grid, kg_context *context, uint32_t width, uint32_t height,
    const uint16_t *weight, const kg_grid_rules *rules);

/*
 * Makes a map from real numbers. If all are whole numbers from 1 to 65535 or walls, it is the map
 * of kg_grid_build(). Otherwise it is a real map: its weights are kept as whole numbers of a unit,
 * so that sums of them are exact. O(width * height).
 *
 * The unit is the larger one of 10^-k and 2^-k, with the least k for which all weights are
 * multiples. A weight is a multiple of 10^-k if one of its multiples, rounded to the weight's type,
 * is the weight: 0.1 as a double or float is 1/10. If the sum of all weights is more than 2^62
 * units, the weights are rounded to the nearest multiples of a power of 2 of which the sum is 2^59
 * to 2^62, and the context has a warning. If steps cost means, the unit is then divided by 10, or
 * by 2 if it is a power of 2, and whole weights have the unit 1/2; so a mean is exact too. Sides of
 * cells are kept as whole numbers of 10^-k, with the least k for which they are; the sum of all
 * weights times the longer side is then limited, and k and the unit's digits are at most 19.
 *
 * grid, context, width, height, rules  as kg_grid_build().
 * weight  [in] [width * height] row by row, copied. 0 is a free cell that costs nothing, infinity a
 *         wall.
 * type    [in] KG_F32 or KG_F64, of weight.
 * Returns as kg_grid_build(), with KG_ARGUMENT for a negative weight or NaN (with its row and
 * column, from 0) and another type.
 */
kg_status kg_grid_build_real(kg_grid **grid, kg_context *context, uint32_t width, uint32_t height,
    const void *weight, kg_type type, const kg_grid_rules *rules);

/* Frees the map. NULL is legal. Scenarios stay valid; searches of the map must be destroyed
 * before. */
void kg_grid_destroy(kg_grid *grid);

/* Cells of a row, and of a column. O(1). */
uint32_t kg_grid_width(const kg_grid *grid);
uint32_t kg_grid_height(const kg_grid *grid);
/* The format that the map was read in; KG_GRID_AUTO if it was built. O(1). */
kg_grid_format kg_grid_file_format(const kg_grid *grid);
/* "auto", "course", "movingai", "drawing", "numbers", "npy", "png", "pnm"; "unknown" for another
 * format. Static storage. Any thread. */
const char *kg_grid_format_name(kg_grid_format format);
/* The rules of the map, with none of the members 0; all 0 if grid is NULL. O(1). */
kg_grid_rules kg_grid_rules_in_force(const kg_grid *grid);

/* The weight of a cell, 1..65535; 0 if it is a wall, or not a cell of the map. 1 for all free cells
 * of a real map: see kg_grid_real_cells(). O(1). */
uint32_t kg_grid_weight(const kg_grid *grid, kg_grid_cell cell);

/* The terrain of a cell: 0 ground, 1 water, 2 trees; -1 if it is a wall, or not a cell of the map.
 * O(1). */
int kg_grid_terrain(const kg_grid *grid, kg_grid_cell cell);

/*
 * The weights and terrains of all cells. O(width * height).
 *
 * grid     [in]
 * weight   [out] [width * height] row by row, as kg_grid_weight(). May be NULL.
 * terrain  [out] [width * height] as kg_grid_terrain(), except that a wall has 0. May be NULL.
 */
void kg_grid_cells(const kg_grid *grid, uint16_t *weight, unsigned char *terrain);

/* The unit of a real map's weights: 10^-digits or 2^-digits. */
typedef struct kg_grid_unit {
    int base;    /* 10 or 2; 0: the map is not a real one, and the rest is 0 */
    int digits;  /* of base 10: 0..19; of base 2: also negative */
    int rounded; /* 1: weights were rounded to multiples of the unit */
} kg_grid_unit;

/* The unit of a map's weights; all 0 if grid is NULL. O(1). */
kg_grid_unit kg_grid_unit_in_force(const kg_grid *grid);

/*
 * The weights of all cells, of a real map as they are searched: as multiples of the unit, correctly
 * rounded. O(width * height).
 *
 * grid    [in]
 * weight  [out] [width * height] row by row; infinity for a wall. May be NULL: nothing is done.
 */
void kg_grid_real_cells(const kg_grid *grid, double *weight);

/* The cost of sums of weights, such as those of kg_grid_answer, in the map's own numbers and those
 * of the sides of cells, correctly rounded if it is at most 2^62 units. 0 if grid is NULL. O(1). */
double kg_grid_sum(const kg_grid *grid, uint64_t straight, uint64_t diagonal);

/*
 * The number of cells of a MovingAI map with a letter that the description of that format lacks.
 * They were read as ground, like in HOG2, the program of the benchmarks' author. O(1).
 *
 * grid    [in]
 * letter  [out] the first such letter; untouched if the result is 0. May be NULL.
 * line    [out] the letter's line in the file, from 1; likewise.
 * column  [out] the letter's column in that line, from 1; likewise.
 * Returns the number of cells; 0 for maps of other formats.
 */
uint64_t kg_grid_other_terrain(const kg_grid *grid, char *letter, uint64_t *line, uint64_t *column);

/* 1 if only konig's convention says which cells of the map's file are walls, and the caller did not
 * ask for the reverse with invert: the file is a picture, or its numbers are all 0 or 1. 0
 * otherwise. O(1). */
int kg_grid_assumes(const kg_grid *grid);

enum { KG_GRID_START = 1, KG_GRID_GOAL = 2 };

/*
 * The start and goal that the map's file gives. They are cells of the map, perhaps in a wall. O(1).
 *
 * grid   [in]
 * start  [out] untouched if the file gives none. May be NULL.
 * goal   [out] likewise.
 * Returns 0, KG_GRID_START, KG_GRID_GOAL or the sum of both, for the cells that are given.
 */
int kg_grid_given(const kg_grid *grid, kg_grid_cell *start, kg_grid_cell *goal);

/* ---- scenarios ------------------------------------------------------------------------------- */

typedef struct kg_scenario kg_scenario;

/*
 * Reads a MovingAI scenario: queries for one map, with the known lengths of their paths. O(the
 * file's length).
 *
 * scenario  [out] destroy with kg_scenario_destroy(); it needs the map's context, but not the map.
 * grid      [in] the map. Each query must be made for a map of its size; the map's name in the file
 *           is ignored.
 * path      [in] "-" is standard input.
 * Returns KG_OK; KG_CANNOT_OPEN; KG_IO; KG_FORMAT ("file:line:column: what is wrong, what was
 * expected": a query for a map of another size, a start or goal off the map, a length that is not
 * finite); KG_MEMORY. A start or goal in a wall is legal here; kg_grid_find() refuses it.
 */
kg_status kg_scenario_read(kg_scenario **scenario, const kg_grid *grid, const char *path);
/* The same from memory, as kg_grid_read_memory() reads a map, and from a stream. */
kg_status kg_scenario_read_memory(
    kg_scenario **scenario, const kg_grid *grid, const void *bytes, size_t size);
kg_status kg_scenario_read_file(kg_scenario **scenario, const kg_grid *grid, FILE *file);

/*
 * Reads a table of queries: a line each with start x, start y, goal x and goal y, between commas,
 * semicolons, tabs or, if a line has none of these, blanks. Blank lines and lines that begin with #
 * are skipped. O(the file's length).
 *
 * If the first field of the first line is not a number, that line names the columns, which may then
 * be in any order among others. Names are accepted in any case, with or without _ and blanks:
 * start x, from x, source x, sx and x1 for the start; goal x, to x, target x, end x, gx, tx and x2
 * for the goal; the same with y. Without names a line has exactly four fields.
 *
 * scenario, grid, path  as kg_scenario_read(); the known lengths are 0.
 * Returns as kg_scenario_read(), with KG_FORMAT for a missing or second column, a line with another
 * number of fields, a field that is not a number, a start or goal off the map.
 */
kg_status kg_scenario_read_table(kg_scenario **scenario, const kg_grid *grid, const char *path);
/* The same from memory, and from a stream. */
kg_status kg_scenario_read_table_memory(
    kg_scenario **scenario, const kg_grid *grid, const void *bytes, size_t size);
kg_status kg_scenario_read_table_file(kg_scenario **scenario, const kg_grid *grid, FILE *file);

/* Frees the scenario. NULL is legal. */
void kg_scenario_destroy(kg_scenario *scenario);
/* The number of queries; 0 is legal. O(1). */
uint64_t kg_scenario_count(const kg_scenario *scenario);
/* The queries, and the length of each as the file gives it: [kg_scenario_count()] each, lent, in
 * the order of the file. They may be NULL if there are none. O(1). */
const kg_grid_query *kg_scenario_queries(const kg_scenario *scenario);
const double *kg_scenario_lengths(const kg_scenario *scenario);

/* ---- search ---------------------------------------------------------------------------------- */

/*
 * kg_grid_find() calls it during the search, once answers and all answers before them are complete.
 * It is called at most some ten times a second, by one thread at a time, which may be any of the
 * context's. A GPU's answers come all at once, at the end.
 *
 * user    [in] answered_user of the options.
 * search  [in] may be asked in this call for these answers and their paths. No other function of
 *         the library may be called. Do not keep the search: it is destroyed if kg_grid_find()
 *         fails.
 * first   [in] the first of the answers; each call begins where the one before ended.
 * count   [in] the number of complete answers, at least 1.
 * Returns 0, or another number to stop the search. The remaining queries are then answered with
 * KG_LIMIT, which is reported to this function, too.
 */
typedef int kg_grid_answered_fn(
    void *user, const kg_grid_search *search, uint64_t first, uint64_t count);

typedef struct kg_grid_options {
    int canonical;            /* give the canonical path, which needs the plain search */
    int drop_paths;           /* keep only the answers, without paths */
    int keep_explored;        /* keep the set of explored cells, which needs the plain search */
    int skip_verify;          /* leave out the independent check of each path */
    uint64_t max_states;      /* a query stops instead of holding more cells than this; 0: no
                                 limit */
    double seconds;           /* stop after this many; 0: no limit; negative or NaN is refused */
    const volatile int *stop; /* stop soon after this is not 0; another thread or a signal handler
                                 may set it. Not needed after the call; may be NULL */
    int walls; /* a start or goal in a wall does not fail the call: its query's answer is
                  KG_ARGUMENT */
    kg_grid_answered_fn *answered; /* called with answers as they are found; may be NULL */
    void *answered_user;           /* its first argument */
    int nearest; /* a goal that cannot be reached, or that is in a wall, is replaced by the nearest
                    cell that can be reached: see kg_grid_search_goal() */
    const kg_grid_cell *goals; /* [goal_count] further goals of every query: its path leads to the
                                  nearest of all, which kg_grid_search_goal() says. May be NULL */
    uint64_t goal_count;       /* 0: no further goals */
} kg_grid_options;

#define KG_GRID_OPTIONS_INIT KG_ZERO

typedef struct kg_grid_answer {
    /* KG_OK: there is a path. KG_NO_SOLUTION: start and goal are in different components. KG_LIMIT:
     * stopped at max_states, at the context's memory limit, or by seconds, stop or answered.
     * KG_ARGUMENT: the start or goal is in a wall, which `walls` allowed. */
    kg_status status;
    /* KG_OK: straight + diagonal * (1 or sqrt(2)), correctly rounded except for the last digit; of
     * a real map kg_grid_sum(), correctly rounded. KG_LIMIT: a bound, at least the cost of a path
     * without walls. Else 0. */
    double cost;
    uint64_t straight;  /* the sum of what the path's straight steps cost: the weights that they
                           enter, or means; of a real map in units, as is diagonal, and times
                           the cell's side as a whole number */
    uint64_t diagonal;  /* the same for its diagonal steps */
    uint64_t steps;     /* the number of the path's cells, minus 1 */
    uint64_t expanded;  /* cells whose neighbours were looked at, counted each time */
    uint64_t generated; /* number of times that a cell was reached at a smaller cost than before; in
                           the jump search also at the same cost from another direction */
    uint64_t states;    /* different cells held */
    double ms;          /* milliseconds that this query's search took */
} kg_grid_answer;

/*
 * Finds a shortest path for each query.
 *
 * search   [out] the answers, also with KG_NO_SOLUTION and KG_LIMIT; else NULL. Destroy with
 *          kg_grid_search_destroy(), before the grid.
 * grid     [in] keeps the data derived from it.
 * count    [in] queries; 0 is legal.
 * query    [in] [count] copied; may be NULL if count is 0. Start and goal must be cells of the map,
 *          and free ones unless walls is set.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK (each query has a path); KG_LIMIT (some were stopped or not begun); KG_NO_SOLUTION
 * (none was stopped, and some have no path or, if walls is set, begin or end in a wall);
 * KG_ARGUMENT (a start or goal off the map or in a wall, seconds that are negative or not a number,
 * goals with nearest); KG_UNSUPPORTED (goals or a real map, and a search by GA* or an index);
 * KG_MEMORY; KG_INTERNAL (a path failed its verification: a bug).
 *
 * Costs do not depend on the backend or the number of threads; with canonical, the paths do not,
 * either.
 *
 * How costs are compared. Without sqrt(2) costs are whole numbers and are compared exactly. With
 * sqrt(2) two costs are equal only if both their straight and their diagonal sums are. Costs are
 * compared in units of 2^-b, with sqrt(2) rounded to a multiple of the unit; 2^b is the largest
 * power of 2 below 2^63 / (1.5 * greatest weight * (cells + 4)). This is exact on maps of up to a
 * million cells of weight 1, and on others for costs up to 2^(b/2): 90,000 at 22,000 * 22,000 cells
 * of weight 1. Longer paths may be confused if their costs differ by less than 2^-(b+1) of the
 * cost.
 *
 * On a real map two costs are straight + diagonal * sqrt(2) units, and are compared exactly. The
 * path is always the canonical one. If cells cost nothing, a predecessor that is on the path, or
 * that leads into a dead end of such cells, does not count.
 *
 * Several goals. With `goals` each query has its own goal and these. The path leads to the one that
 * costs the least: of equally near ones the start, then the query's own, then the first of the
 * list. Goals that cannot be reached do not count unless all are such. The plain search finds the
 * nearest on the CPU; its heuristic is the distance to the rectangle around all goals. For many
 * queries to the same goals, a field of all cells towards them (field.h) is one search.
 *
 * Which search. Maps whose free cells all weigh 1 get the jump search, given 8 moves, another rule
 * for corners than KG_GRID_CORNERS_ONE, and neither canonical nor keep_explored. All others get the
 * plain search, and so do large maps with very many walls, for which it is faster.
 *
 * On the CPU queries are spread over the threads. For the plain search each thread takes 4 bytes a
 * cell, or 8 with sqrt(2) or if costs may exceed 32 bits, or 16 on a real map. For the jump search
 * it takes at most 17 bytes a cell near the lines that it looked along. Both take 24 bytes for each
 * cell that waits to be expanded.
 *
 * On a GPU one warp answers a query, with the CPU's answers, paths and counts; a warp takes 4, 8 or
 * 17 bytes a cell and some 3 more. If the plain search is needed and max_states is 0, the whole
 * device answers each of fewer than 128 queries, and of queries on maps of 2^23 cells and more. The
 * path is then the canonical one, and expanded, generated and states are the number of cells of f
 * up to its cost. A GPU finishes all queries, whatever seconds and stop say. The CPU does
 * keep_explored and real maps; of the latter the context has a warning.
 */
kg_status kg_grid_find(kg_grid_search **search, kg_grid *grid, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options);
/* Frees the search with its paths. NULL is legal. */
void kg_grid_search_destroy(kg_grid_search *search);

/* The answers, [count of the queries], lent; they may be NULL if there was no query. O(1). */
const kg_grid_answer *kg_grid_search_answers(const kg_grid_search *search);

/*
 * The path of a query. O(1).
 *
 * search  [in]
 * i       [in] the query, any number.
 * count   [out] the number of the path's cells, 0 if there is no path. May be NULL.
 * Returns [*count] cells from start to goal, lent; NULL if there is no such query or no path, or
 * drop_paths was set.
 */
const kg_grid_cell *kg_grid_search_path(const kg_grid_search *search, uint64_t i, uint64_t *count);

/*
 * The goal of a query, or the cell that replaced it. With `goals` it is the one that the path leads
 * to; without a path, any of them. With `nearest`, a goal that cannot be reached
 * is replaced by the cell that a path from the start can reach and that is nearest to the goal: a
 * path between them on a map without walls would cost the least. Of equally near cells it is the
 * first, row by row. O(1).
 *
 * search  [in]
 * i       [in] the query, any number.
 * goal    [out] untouched if the result is 0. May be NULL.
 * Returns 1, or 0 if there is no such query.
 */
int kg_grid_search_goal(const kg_grid_search *search, uint64_t i, kg_grid_cell *goal);

/* A cost such that query i has no cheaper path: the cost of the answer itself, unless
 * kg_ga_star_grid() (ga_star.h) had a weight. 0 if there is no such query. O(1). */
double kg_grid_search_bound(const kg_grid_search *search, uint64_t i);

/* 1 if query i explored a cell. 0 if it did not, if keep_explored was not set, or if there is no
 * such query or cell. A query that needs no search explores nothing. O(1). */
int kg_grid_search_explored(const kg_grid_search *search, uint64_t i, kg_grid_cell cell);

/*
 * Checks a path by definition: it leads from start to goal by legal steps. Shares no code with the
 * search. O(count).
 *
 * grid      [in]
 * query     [in] the start and the goal, any cells.
 * path      [in] [count] any cells; may be NULL if count is 0.
 * count     [in] cells; 0 is no path.
 * straight  [out] the sum of what straight steps cost, as in kg_grid_answer; if the path is wrong,
 *           up to the first offence. May be NULL.
 * diagonal  [out] likewise, of diagonal steps.
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message.
 */
kg_status kg_grid_verify(const kg_grid *grid, const kg_grid_query *query, const kg_grid_cell *path,
    uint64_t count, uint64_t *straight, uint64_t *diagonal);

/* ---- pictures -------------------------------------------------------------------------------- */

/* In place of a query's number: all queries, with their paths. */
#define KG_GRID_ALL UINT64_MAX

typedef struct kg_grid_text_options {
    uint32_t columns; /* the most characters of a line; 0: as many as the map has cells */
    int colour;       /* with a terminal's escape sequences */
} kg_grid_text_options;

#define KG_GRID_TEXT_OPTIONS_INIT KG_ZERO

/*
 * Draws the map as lines of text: one character for each cell, or for several if the map is wider
 * than a line may be. Start, goal, path and explored cells of a query are shown; without a search
 * the start and goal that the map's file gives. A character that stands for several cells is a wall
 * if one of them is, unless a path leads through it. O(width * height), and the lengths of the
 * paths. kg_grid_draw_legend() explains the characters.
 *
 * grid     [in]
 * search   [in] of this map; may be NULL: only the map is drawn.
 * i        [in] the query, 0..count - 1 of the search, or KG_GRID_ALL: all paths, and no explored
 *          cells. Ignored if search is NULL.
 * options  [in] may be NULL: the defaults.
 * output   [in] where the lines are written; it stays open.
 * Returns KG_OK; KG_ARGUMENT (the search is of another map, or has no such query); KG_IO;
 * KG_MEMORY.
 */
kg_status kg_grid_draw_text(const kg_grid *grid, const kg_grid_search *search, uint64_t i,
    const kg_grid_text_options *options, kg_output *output);

/*
 * The meaning of the characters of kg_grid_draw_text() that this map can have: a line without a
 * newline.
 *
 * grid  [in] may be NULL: the characters that every map can have.
 * text  [out] [size] terminated unless size is 0, and cut off if size is too small; may be NULL:
 *       nothing is done.
 * size  [in] 160 bytes suffice.
 */
void kg_grid_draw_legend(const kg_grid *grid, char *text, size_t size);

/*
 * Draws the map as a PNG picture with a legend below it: some pixels for each cell, or one pixel
 * for several cells if a side has more than 4096. A pixel for several cells is grey if only some of
 * them are walls, unless a path leads through it. A path is darker on heavier cells, and leaves the
 * rim of its cells free if these have 5 pixels or more. O(width * height), and the lengths of the
 * paths.
 *
 * grid    [in]
 * search  [in] as for kg_grid_draw_text().
 * i       [in] as for kg_grid_draw_text().
 * path    [in] "-" is standard output; a file appears when it is complete.
 * Returns as kg_grid_draw_text(), and KG_CANNOT_CREATE; KG_UNSUPPORTED (konig was built without
 * libpng).
 */
kg_status kg_grid_draw_png(
    const kg_grid *grid, const kg_grid_search *search, uint64_t i, const char *path);

/*
 * Draws the map as an SVG picture with a legend below it: a square for each cell, or for several if
 * a side has more than 1024. Colours are those of kg_grid_draw_png(). Paths are lines through the
 * middles of their cells, over the ground. O(width * height), and the lengths of the paths.
 *
 * grid, search, i, path  as for kg_grid_draw_png().
 * Returns as kg_grid_draw_text(), and KG_CANNOT_CREATE.
 */
kg_status kg_grid_draw_svg(
    const kg_grid *grid, const kg_grid_search *search, uint64_t i, const char *path);

#ifdef __cplusplus
}
#endif
#endif
