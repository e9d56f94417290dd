/*
 * Shortest paths on grid maps, proven optimal: one query or thousands.
 *
 * A map is width * height cells, each a wall or a cell with a weight. A step leads to a neighbour
 * and costs the weight of the cell that it enters, a diagonal step that weight or sqrt(2) times it.
 *
 * Glossary: terrain is the kind of a cell, and no step leads from one kind to another; a canonical
 * path is the one of several shortest that every backend gives; a jump search looks along a row
 * until a wall makes it turn, the plain search at all neighbours of a cell.
 */
#ifndef KONIG_GRID_H
#define KONIG_GRID_H

#include <konig/context.h>
#include <konig/output.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_grid kg_grid;
typedef struct kg_grid_search kg_grid_search;

/* A cell: x grows to the right; y from row 0, the first line of a MovingAI map or a drawing, the
 * lowest row of a map in the course format. */
typedef struct kg_grid_cell {
    uint32_t x, y;
} kg_grid_cell;

typedef struct kg_grid_query {
    kg_grid_cell start, goal;
} kg_grid_query;

/* ---- maps ------------------------------------------------------------------------------------ */

typedef enum kg_grid_format {
    KG_GRID_AUTO = 0,     /* told apart by the first line */
    KG_GRID_COURSE = 1,   /* W,H, start, goal, obstacles and weights, a line each */
    KG_GRID_MOVINGAI = 2, /* .map */
    KG_GRID_DRAWING = 3   /* # wall, blank or . free, digits weights, S start, G goal */
} kg_grid_format;

typedef enum kg_grid_diagonal {
    KG_GRID_DIAGONAL_OWN = 0,  /* what the format says */
    KG_GRID_DIAGONAL_1 = 1,    /* a diagonal step costs as much as a straight one */
    KG_GRID_DIAGONAL_SQRT2 = 2 /* sqrt(2) times as much */
} kg_grid_diagonal;

typedef enum kg_grid_corners {
    KG_GRID_CORNERS_OWN = 0,
    KG_GRID_CORNERS_ALLOW = 1, /* a diagonal step may pass between walls */
    KG_GRID_CORNERS_FORBID = 2 /* both cells beside a diagonal step must be free */
} kg_grid_corners;

/* How one may move. 0 everywhere: as the format says, which is 8, sqrt(2), forbid, but for the
 * course format 8, 1, allow. */
typedef struct kg_grid_rules {
    int moves; /* 4 or 8 */
    kg_grid_diagonal diagonal;
    kg_grid_corners corners;
} kg_grid_rules;

typedef struct kg_grid_read_options {
    kg_grid_format format;
    kg_grid_rules rules;
} kg_grid_read_options;

#define KG_GRID_READ_OPTIONS_INIT KG_ZERO

/*
 * Reads a map.
 *
 * grid     [out] destroy with kg_grid_destroy().
 * path     [in] "-" is standard input.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK, KG_CANNOT_OPEN, KG_IO, KG_FORMAT (file:line:column: what is wrong), KG_ARGUMENT
 * (no such rules), KG_OVERFLOW (2^32 cells or more), KG_MEMORY.
 * A bit a cell, two bytes more where the cells' weights differ from 1; no more than a line of text.
 */
kg_status kg_grid_read(
    kg_grid **grid, kg_context *context, const char *path, const kg_grid_read_options *options);

/*
 * Makes a map from weights.
 *
 * weight  [in] [width * height] row by row; 0: a wall.
 * rules   [in] may be NULL: 8, sqrt(2), forbid.
 * Returns KG_OK, KG_ARGUMENT (no cells, no such rules), KG_OVERFLOW, KG_MEMORY.
 */
kg_status kg_grid_build(kg_grid **grid, kg_context *context, uint32_t width, uint32_t height,
    const uint16_t *weight, const kg_grid_rules *rules);

/* Frees the map. NULL is legal. Scenarios stay, searches must be destroyed before. */
void kg_grid_destroy(kg_grid *grid);

/* What the map is. O(1). */
uint32_t kg_grid_width(const kg_grid *grid);
uint32_t kg_grid_height(const kg_grid *grid);
kg_grid_format kg_grid_file_format(const kg_grid *grid); /* KG_GRID_AUTO: it was built */
/* "auto", "course", "movingai", "drawing"; "unknown" for another format. Any thread. */
const char *kg_grid_format_name(kg_grid_format format);
/* None of its members is 0. */
kg_grid_rules kg_grid_rules_in_force(const kg_grid *grid);

/* The weight of a cell; 0: a wall, or no cell of the map. */
uint32_t kg_grid_weight(const kg_grid *grid, kg_grid_cell cell);

/* 0 ground, 1 water, 2 trees, which a path does not leave; -1: a wall, or no cell of the map. */
int kg_grid_terrain(const kg_grid *grid, kg_grid_cell cell);

/* How many cells of a MovingAI map have a letter that the description of that format lacks: they
 * were read as ground, as HOG2, the program of the benchmarks' author, reads them.
 *
 * letter, line, column  [out] the first of them and its place in the file; untouched where the
 *                       result is 0. */
uint64_t kg_grid_other_terrain(const kg_grid *grid, char *letter, uint64_t *line, uint64_t *column);

/* The start and goal that the map's file gives. Either may be NULL; what is not given is untouched.
 * Returns which are given: 0, KG_GRID_START, KG_GRID_GOAL or the sum of both. */
enum { KG_GRID_START = 1, KG_GRID_GOAL = 2 };
int kg_grid_given(const kg_grid *grid, kg_grid_cell *start, kg_grid_cell *goal);

/* ---- scenarios ------------------------------------------------------------------------------- */

typedef struct kg_scenario kg_scenario;

/*
 * Reads a MovingAI scenario: queries for one map, with the lengths that are known for them.
 *
 * scenario  [out] destroy with kg_scenario_destroy().
 * grid      [in] the map: each query must be made for its size.
 * path      [in] "-" is standard input.
 * Returns as kg_grid_read().
 */
kg_status kg_scenario_read(kg_scenario **scenario, const kg_grid *grid, const char *path);
/* Frees the scenario. NULL is legal. */
void kg_scenario_destroy(kg_scenario *scenario);
/* How many queries. O(1). */
uint64_t kg_scenario_count(const kg_scenario *scenario);
/* [count] each, lent; a length is as the file gives it. */
const kg_grid_query *kg_scenario_queries(const kg_scenario *scenario);
const double *kg_scenario_lengths(const kg_scenario *scenario);

/* ---- search ---------------------------------------------------------------------------------- */

/*
 * Told of answers first to first + count - 1 as soon as they are there and those before them are,
 * at most some ten times a second. One call at a time, from any thread; in it the search may be
 * asked for these answers and their paths, and nothing else of the library be called. Returns 0, or
 * something else to have the search stop.
 */
typedef int kg_grid_answered_fn(
    void *user, const kg_grid_search *search, uint64_t first, uint64_t count);

typedef struct kg_grid_options {
    int canonical;  /* the path that is the same on every backend: backwards from the goal, of the
                      predecessors on shortest paths the first row by row */
    int drop_paths; /* the answers are wanted, and no paths */
    int keep_explored;        /* which cells the search reached; implies the plain search */
    int skip_verify;          /* leave out the independent check of each path */
    uint64_t max_states;      /* a query that would hold more cells than that stops; 0: no limit */
    double seconds;           /* stop after so long; 0: no limit */
    const volatile int *stop; /* stop soon after this is not 0, which another thread or a signal's
                                 handler may see to. May be NULL */
    int walls; /* a start or goal in a wall does not fail the call: its query's answer is
                            KG_ARGUMENT */
    kg_grid_answered_fn *answered; /* may be NULL */
    void *answered_user;
} kg_grid_options;

#define KG_GRID_OPTIONS_INIT KG_ZERO

typedef struct kg_grid_answer {
    /* KG_OK; KG_NO_SOLUTION: goal and start are in different components; KG_LIMIT: stopped at
     * max_states, the context's memory limit, or as seconds and stop ask; KG_ARGUMENT: an end in a
     * wall, where these are allowed. */
    kg_status status;
    double cost;        /* straight + diagonal * (1 or sqrt(2)), correctly rounded but for
                                  the last digit; KG_LIMIT: none is less than this */
    uint64_t straight;  /* the weights that the path's straight steps enter, added up */
    uint64_t diagonal;  /* the same of its diagonal steps */
    uint64_t steps;     /* cells of the path less one */
    uint64_t expanded;  /* cells whose neighbours were looked at */
    uint64_t generated; /* cells reached at less cost than before */
    uint64_t states;    /* different cells held */
    double ms;          /* of this query's search */
} kg_grid_answer;

/*
 * Finds a shortest path for each query.
 *
 * search   [out] the answers, with KG_NO_SOLUTION and KG_LIMIT too. Destroy with
 *          kg_grid_search_destroy(), before the grid.
 * query    [in] [count] start and goal must be cells of the map, free ones unless walls is set.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK (a path for each); KG_NO_SOLUTION (none for some); KG_LIMIT (some were stopped,
 * or not begun: a GPU finishes them all the same);
 * KG_ARGUMENT (a start or goal off the map or in a wall); KG_MEMORY; KG_INTERNAL (a path failed its
 * verification: a bug).
 *
 * Costs do not depend on backend or thread count; with canonical neither do the paths. Costs are
 * whole numbers, so without sqrt(2) they are compared exactly. With it two costs are equal only
 * where both their straight and their diagonal sums are. They are compared in units of 2^-b, with
 * sqrt(2) rounded to one; 2^b is the largest power below 2^63 / (1.5 * greatest weight * (cells +
 * 4)). That is exact on maps of up to a million cells of weight 1, and on others for costs up to
 * 2^(b/2): 90,000 at 22,000 * 22,000 cells of weight 1. Of longer paths two may be confused that
 * differ by less than 2^-(b+1) of their cost.
 *
 * Queries are spread over the threads; each takes, for the plain search, 4 bytes a cell (8 with
 * sqrt(2)), and for the jump search, which maps without weights get with 8 moves, at most 17 bytes
 * a cell near the ways that it looked along. In both 24 bytes for each cell that waits to be
 * expanded.
 *
 * On a GPU each query is a warp's, with the CPU's answers, paths and counts; a warp takes 4, 8 or
 * 17 bytes a cell and some 3 more. Few queries that need the plain search, and those of maps of
 * 2^23 cells and more, are each answered by the whole device, unless max_states is set: then the
 * path is the canonical one and expanded, generated and states are all the cells within its cost.
 * keep_explored is the CPU's work.
 */
kg_status kg_grid_find(kg_grid_search **search, kg_grid *grid, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options);
void kg_grid_search_destroy(kg_grid_search *search);

/* [count], lent. */
const kg_grid_answer *kg_grid_search_answers(const kg_grid_search *search);

/* The cells of path i from start to goal, lent; NULL where there is none or it was not kept. count:
 * [out] how many, 0 with NULL; may be NULL. */
const kg_grid_cell *kg_grid_search_path(const kg_grid_search *search, uint64_t i, uint64_t *count);

/* 1 where query i's search reached a cell; 0 where not, or where that was not kept. */
int kg_grid_search_explored(const kg_grid_search *search, uint64_t i, kg_grid_cell cell);

/*
 * Checks a path by definition: it leads from start to goal by legal steps. Shares no code with the
 * search. O(count).
 *
 * grid      [in]
 * query     [in] its start and goal.
 * path      [in] [count] cells, any; may be NULL where count is 0.
 * count     [in] 0 is no path.
 * straight  [out] what the path costs, as in kg_grid_answer; up to the first offence. May be NULL.
 * diagonal  [out] likewise.
 * Returns KG_OK, or KG_NO_SOLUTION with the first offence as the context's message.
 */
kg_status kg_grid_verify(const kg_grid *grid, const kg_grid_query *query, const kg_grid_cell *path,
    uint64_t count, uint64_t *straight, uint64_t *diagonal);

/* ---- pictures -------------------------------------------------------------------------------- */

/* In place of a query's number: the paths of all. */
#define KG_GRID_ALL UINT64_MAX

typedef struct kg_grid_text_options {
    uint32_t columns; /* characters that a line may have; 0: as many as the map has cells */
    int colour;       /* with a terminal's escapes */
} kg_grid_text_options;

#define KG_GRID_TEXT_OPTIONS_INIT KG_ZERO

/*
 * The map with what query i explored and its path, as lines of text, several cells to a character
 * where the map is wider than that, or as a PNG picture. A place that stands for several cells
 * is a wall if one of them is, unless a path leads through it. O(width * height).
 *
 * grid     [in]
 * search   [in] of that map; may be NULL: the map alone.
 * i        [in] 0..count - 1 of the search, or KG_GRID_ALL.
 * options  [in] may be NULL: the defaults.
 * output   [in] where the lines are written; it stays open.
 * path     [in] "-" is standard output.
 * Returns KG_OK, KG_IO, KG_MEMORY; the picture also KG_CANNOT_CREATE, and KG_UNSUPPORTED where
 * konig was built without libpng.
 */
kg_status kg_grid_draw_text(const kg_grid *grid, const kg_grid_search *search, uint64_t i,
    const kg_grid_text_options *options, kg_output *output);
/* What the text's signs mean, those that this map can have. text: [size], always terminated; 160
 * bytes suffice. */
void kg_grid_draw_legend(const kg_grid *grid, char *text, size_t size);
kg_status kg_grid_draw_png(
    const kg_grid *grid, const kg_grid_search *search, uint64_t i, const char *path);

#ifdef __cplusplus
}
#endif
#endif
