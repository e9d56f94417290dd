/*
 * The representation of a grid map, and the interface of its backends.
 *
 * Cells are bits: cell (x, y) of a plane is bit x + 64 of row y + 1. The 64 bits before a row,
 * those after it and the rows around the map are 0, walls. So code that looks at neighbours need
 * not check for the border, and windows of 64 bits can be read anywhere.
 */
#ifndef KG_GRID_H
#define KG_GRID_H

#include "../../base/base.h"
#include "../../base/bits.h"
#include "grid_exact.h"
#include <konig/grid.h>

/* Ground, water, trees: a step stays within one terrain. */
enum { KG__TERRAINS = 3, KG__GRID_PAD = 64, KG__WEIGHT_MAX = UINT16_MAX };

/* Free cells of one terrain. */
typedef struct kg__plane {
    uint64_t *row;       /* [(height + 2) * words + 1], or NULL if the map has no such terrain */
    uint64_t *stop[4];   /* where lines in each straight direction end: grid_stops.c; one block */
    uint32_t *rank;      /* [(height + 2) * words] runs of free cells that begin before each word */
    uint32_t *component; /* [runs] the first run of each run's component */
    uint64_t runs, cells; /* free cells; both are set by kg__grid_label() */
    void *d_row, *d_stop; /* copies of row and of the block of stops in device memory, or NULL */
} kg__plane;

struct kg_grid {
    kg_context *ctx;
    uint32_t width, height;
    size_t words, column_words; /* of a row, of a column */
    kg__plane plane[KG__TERRAINS];
    uint64_t *swamp;      /* ground that is drawn as swamp: bits as in a plane, or NULL */
    uint16_t *weight;     /* [width * height], or NULL if all are 1; kg__grid_margin() before and
                         after */
    void *d_weight;       /* a copy in device memory, without margins, or NULL */
    uint32_t least, most; /* the least and the greatest weight of free cells; 1 of a real map */
    uint64_t *real;       /* [width * height] weights in units of `unit`, any number for a wall, or
                             NULL. Such a map, a real one, has no `weight`. */
    uint64_t real_least, real_most; /* likewise */
    kg_grid_unit unit;
    kg_grid_rules rules;
    kg_grid_format format;
    bool has_start, has_goal;
    bool assumes; /* kg_grid_assumes() */
    kg_grid_query given;
    /* Cells of a MovingAI map with letters that its description lacks; the first letter and its
     * place. */
    uint64_t others, other_line, other_column;
    char other;
    /* step[i]: move i, in the order of grid_moves.h, adds this to a path's sums for each unit of
     * weight. across, down: a cell's width and height, in units of 10^-side_digits. root: the cost
     * of a diagonal step of weight 1. */
    kg__exact step[8];
    uint64_t across, down;
    int side_digits;
    kg__root root;
};

/* Creates a map of walls. KG_ARGUMENT, KG_OVERFLOW, KG_MEMORY. */
kg_status kg__grid_create(kg_grid **grid, kg_context *ctx, uint64_t width, uint64_t height,
    kg_grid_format format, const kg_grid_rules *rules);
/* Adds a terrain without cells, unless the map has it. */
kg_status kg__grid_add_terrain(kg_grid *grid, int terrain);
/* Allocates the bits of a plane, all 0, unless they exist. */
kg_status kg__grid_add_bits(kg_grid *grid, uint64_t **bits);
/* Adds weights, all 1, unless the map has weights. */
kg_status kg__grid_add_weights(kg_grid *grid);
/* Finds the least and the greatest weight, and makes the map a real one if its steps cost means of
 * weights that differ, or its cells have sides. Call it once the cells are set. KG_OVERFLOW: the
 * sums of the weights times a side may be too large. */
kg_status kg__grid_finish(kg_grid *grid);
/* Sets the cells of a map of walls, all ground, from finite weights of at least 0; infinity is a
 * wall. The map becomes a real one unless all are whole numbers from 1 to KG__WEIGHT_MAX. Warns if
 * weights are rounded. weight: [width * height] of KG_F32 or KG_F64 */
kg_status kg__grid_set_reals(kg_grid *grid, const void *weight, kg_type type);
/* Sets what steps cost by the map's rules. KG_ARGUMENT if the sides of a cell are not as
 * kg_grid_rules says. */
kg_status kg__grid_set_steps(kg_grid *grid);
/* Returns whether cells are others than squares of side 1. */
static inline bool kg__grid_has_sides(const kg_grid *g)
{
    return g->rules.cell_width != 1 || g->rules.cell_height != 1;
}
/* The longer side, in units of 10^-side_digits. */
static inline uint64_t kg__grid_side(const kg_grid *g)
{
    return g->across > g->down ? g->across : g->down;
}
/* KG_UNSUPPORTED, with `what`, if the map is a real one. */
kg_status kg__grid_need_whole(const kg_grid *grid, const char *what);

/* Elements that an array of cells has before its first and after its last, so that the neighbours
 * of every cell can be read. */
static inline size_t kg__grid_margin(const kg_grid *g)
{
    return (size_t)g->width + 1;
}

/* Row y, which may be -1 or the height. */
static inline uint64_t *kg__grid_row(const kg_grid *g, const uint64_t *bits, uint32_t y)
{
    return (uint64_t *)bits + (size_t)(y + 1) * g->words;
}

static inline size_t kg__grid_at(const kg_grid *g, kg_grid_cell cell)
{
    return (size_t)cell.y * g->width + cell.x;
}

/* The weight of a free cell, in units of the map's unit. */
static inline uint64_t kg__grid_units(const kg_grid *g, size_t cell)
{
    return g->real ? g->real[cell] : g->weight ? g->weight[cell] : 1;
}

/* The units that a step between neighbours costs, before the sides of cells count. */
static inline uint64_t kg__grid_step_units(const kg_grid *g, size_t from, size_t to)
{
    const uint64_t units = kg__grid_units(g, to);

    return g->rules.step == KG_GRID_STEP_MEAN ? (kg__grid_units(g, from) + units) / 2 : units;
}

/* Returns whether diagonal steps cost sqrt(2) in square cells. */
static inline bool kg__grid_has_sqrt2(const kg_grid *g)
{
    return g->rules.moves == 8 && g->rules.diagonal == KG_GRID_DIAGONAL_SQRT2;
}

/* The cost of a path that has this cost up to `from`, after the step to its neighbour `to`. move:
 * the step or its reverse, row by row. */
static inline kg__exact kg__grid_after_step(
    const kg_grid *g, kg__exact cost, size_t from, size_t to, unsigned move)
{
    const uint64_t units = kg__grid_step_units(g, from, to);

    cost.straight += units * g->step[move].straight;
    cost.diagonal += units * g->step[move].diagonal;
    return cost;
}

/* The sums of an answer as a sum that can be compared. */
static inline kg__exact kg__grid_exact(const kg_grid *g, uint64_t straight, uint64_t diagonal)
{
    kg__exact sum = {straight + diagonal * g->step[0].straight, diagonal * g->step[0].diagonal};

    return sum;
}

/* A sum in units of the map and of 10^-digits, as a number, correctly rounded if of a path. */
double kg__grid_value(const kg_grid *grid, kg__exact sum, int digits);

/* Returns whether a cell is free; x and y may be one off the map. */
static inline bool kg__grid_bit(const kg_grid *g, const uint64_t *bits, uint32_t x, uint32_t y)
{
    x += KG__GRID_PAD;
    return kg__bitmap_has(kg__grid_row(g, bits, y), x);
}

/* Labels the components of a terrain, or finds its stops, unless that is done. */
kg_status kg__grid_label(kg_grid *grid, int terrain);
kg_status kg__grid_find_stops(kg_grid *grid, int terrain);
/* Returns whether two cells of the terrain are connected under the map's rules. Call it after
 * kg__grid_label(). */
bool kg__grid_connected(const kg_grid *grid, int terrain, kg_grid_cell a, kg_grid_cell b);

/*
 * Costs as the search counts them: whole numbers. A straight step of weight 1 costs `straight`, a
 * diagonal one `diagonal`. If a diagonal step costs sqrt(2), straight is 2^bits, as large as sums
 * of costs allow, and diagonal is sqrt(2) times that, rounded.
 */
typedef struct kg__grid_scale {
    unsigned bits;
    uint64_t straight, diagonal;
} kg__grid_scale;

kg__grid_scale kg__grid_scale_of(const kg_grid *grid);

static inline uint32_t kg__apart(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* A lower bound of a path's cost from a cell to a goal: octile distance to the smallest rectangle
 * that has all goals, times the least weight. With diagonal = straight it is the Chebyshev
 * distance; with diagonal = 2 * straight, for 4 moves, the Manhattan distance. */
typedef struct kg__estimate {
    uint64_t straight, diagonal;
    kg_grid_cell low, high; /* corners of the rectangle */
} kg__estimate;

/* Grows a rectangle, so that it has the cell. */
static inline void kg__rectangle_add(kg_grid_cell *low, kg_grid_cell *high, kg_grid_cell cell)
{
    low->x = cell.x < low->x ? cell.x : low->x;
    low->y = cell.y < low->y ? cell.y : low->y;
    high->x = cell.x > high->x ? cell.x : high->x;
    high->y = cell.y > high->y ? cell.y : high->y;
}

/* How far x is from the interval. */
static inline uint32_t kg__outside(uint32_t x, uint32_t low, uint32_t high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}

static inline uint64_t kg__estimate_from(const kg__estimate *e, uint32_t x, uint32_t y)
{
    uint64_t dx = kg__outside(x, e->low.x, e->high.x), dy = kg__outside(y, e->low.y, e->high.y);
    uint64_t least = dx < dy ? dx : dy;

    return (dx + dy - 2 * least) * e->straight + least * e->diagonal;
}

/* A kept path, in a list of blocks that never move. */
typedef struct kg__grid_path {
    const kg_grid_cell *cell;
    uint64_t count;
} kg__grid_path;

typedef struct kg__path_block {
    struct kg__path_block *next;
    uint64_t room, used;
    kg_grid_cell cell[];
} kg__path_block;

struct kg__grid_work;

/* A search of another room that replaces the backends' search; it must do the same as
 * decl_grid_search(). */
typedef struct kg__grid_method {
    kg_status (*search)(struct kg__grid_work *work);
    kg__grid_scale scale; /* the scale of its costs */
    double weight;
    unsigned queues;
} kg__grid_method;

/* The queries of one call. Start and goal of each query are connected, unless answer[i].status says
 * that there is nothing to do. */
typedef struct kg__grid_work {
    kg_grid *grid;
    kg_grid_options options;
    kg__grid_scale scale;
    bool uniform; /* all cells weigh 1, 8 moves, any shortest path will do: the jump search is
                     possible */
    uint64_t count;
    kg_grid_query *query;   /* [count] */
    kg_grid_answer *answer; /* [count] */
    kg__grid_path *path;    /* [count] if paths are kept */
    kg__path_block *block;  /* the last block of kept paths */
    uint64_t **explored;    /* [count] bits [width * height], if explored cells are kept */
    double *bound;          /* [count] no path is cheaper; NULL unless a method has a weight */
    uint64_t *is_goal;      /* bits [width * height] of the options' goals; NULL: there are none */
    kg_grid_cell low, high; /* corners of the smallest rectangle that has these goals */
    const kg__grid_method *method; /* NULL: the backend searches */

    kg__patience patience;
    int refused;      /* the caller wants no more answers. Atomic. */
    uint8_t *ready;   /* [count] whether each is answered; NULL unless the caller wants reports.
                         Atomic. */
    uint64_t told;    /* number of queries that were reported */
    double told_last; /* the time of the last report */
    const kg_grid_search *search; /* the search that contains this */
} kg__grid_work;

/* As kg_grid_find(), by a method, which chooses the device. method: NULL: the backend searches. */
kg_status kg__grid_find(kg_grid_search **search, kg_grid *grid, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options, const kg__grid_method *method);

/* Returns whether to stop before all queries are answered. Any thread. */
bool kg__grid_stops(const kg__grid_work *work);

/* The cell of the start's component that is nearest to the query's goal. The component must be
 * known. */
kg_grid_cell kg__grid_nearest(const kg__grid_work *work, int terrain, const kg_grid_query *query);

/* Answers a query that will not be searched, with KG_LIMIT and a bound. */
void kg__grid_leave(kg__grid_work *work, uint64_t i);

/* Notes that query i is answered, and reports it to the caller. Any thread. */
void kg__grid_answered(kg__grid_work *work, uint64_t i);

/* ---- shared by the backends' searches -------------------------------------------------------- */

/* Finds the stops of each terrain of a query; their components must be known. If jumps do not pay
 * on this map, marks the queries as not uniform instead. */
kg_status kg__grid_prepare_jumps(kg__grid_work *work);

/* Returns whether costs fit 32 bits, for maps that are not uniform. */
bool kg__grid_narrow(const kg__grid_work *work);

/* The estimate of a query that has this goal, or the options' goals as well. */
kg__estimate kg__grid_estimate(const kg__grid_work *work, kg_grid_cell goal);
/* The least cost of a path from a cell to the rectangle if there were no walls and all weights
 * were 1. */
kg__exact kg__grid_distance(const kg_grid *grid, const kg__estimate *e, kg_grid_cell from);
/* The estimate from a cell of a real map, in its units. */
kg__exact kg__grid_real_estimate(const kg_grid *grid, const kg__estimate *e, kg_grid_cell from);

/* The open list: bucket (f >> shift) % buckets holds the entries of cost f. buckets is a power of
 * 2, large enough for all f that can be in the list together. */
typedef struct kg__open_shape {
    uint64_t buckets;
    unsigned shift;
} kg__open_shape;

kg__open_shape kg__grid_open_shape(const kg__grid_work *work);

/* The lower bound that a stopped query has proven: no entry of its open list is cheaper. now: the
 * number of the list's lowest bucket, before the remainder is taken. */
double kg__grid_bound(const kg__grid_work *work, const kg_grid_query *query, uint64_t now);

/* The legal directions for the 9 cells around, where bit 3 * (dy + 1) + dx + 1 is set if a cell is
 * free. Bit i of the result is move i, row by row. */
uint8_t kg__grid_legal(const kg_grid_rules *rules, unsigned free);

/* The directions in which a jump search goes on from a cell, by the 9 cells around, as above, and
 * the direction of arrival. */
void kg__grid_directions(const kg_grid_rules *rules, uint8_t go_on[512][8]);

/* Backends call it once query i's path is found: sets its answer's cost, verifies and keeps the
 * path. counted: the cost that the search counted, in units of the scale. Any thread. */
kg_status kg__grid_settle(
    kg__grid_work *work, uint64_t i, const kg_grid_cell *path, uint64_t count, uint64_t counted);

/* Returns KG_ARGUMENT if a search is of another map, or lacks query i, which may be KG_GRID_ALL. */
kg_status kg__grid_check_query(const kg_grid_search *search, const kg_grid *grid, uint64_t i);

/* The number of queries of a search, and the ends of query i. */
uint64_t kg__grid_count(const kg_grid_search *search);
void kg__grid_asked(
    const kg_grid_search *search, uint64_t i, kg_grid_cell *start, kg_grid_cell *goal);

/* Verifies query i's path, and that its cost is that of the answer and the one that the search
 * counted. KG_INTERNAL with the offence. Any thread. */
kg_status kg__grid_check_answer(const kg__grid_work *work, uint64_t i, const kg_grid_cell *path,
    uint64_t count, uint64_t counted);

#endif
