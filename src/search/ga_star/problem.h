/*
 * Problems for GA*: small inline functions that a backend includes, in C or in CUDA.
 *
 * A problem has a name and a width, of 64 or 128 bits, which is the type of its keys. Its functions
 * are kg__ga_<function>_<name>_<width>:
 *
 *     measure(p, key)   a number that the estimate of a key follows from, and that is cheap to keep
 *                       up to date
 *     bound(p, measure) the estimate; KG__GA_NEVER: from here no way leads to a goal
 *     step(p, from, measure, move, &to, &to_measure, &cost)
 *                       makes a move; false where there is none of that number
 *     goal(p, key)      whether it is a goal
 *     back(p, to, i, &from, &cost)
 *                       on the host alone: predecessor i; false where there is none of that number
 *
 * To add one: its fields in kg__ga_problem, its functions here, a line in KG__GA_KINDS, its front.
 */
#ifndef KG_GA_PROBLEM_H
#define KG_GA_PROBLEM_H

#include "../../base/base.h"
#include <konig/guide.h>

/* A backend whose compiler needs other words defines these before it includes this header. */
#ifndef KG__INLINE
#define KG__INLINE static inline
#endif
#ifndef KG__INLINE_BOTH
#define KG__INLINE_BOTH static inline /* for the host, too */
#endif
#ifndef KG__LOWEST_BIT
#define KG__LOWEST_BIT(word) ((unsigned)__builtin_ctzll(word)) /* of a word that is not 0 */
#endif

/* What a problem's kind is, and one more where its key is wide. */
enum {
    KG__GA_PANCAKE = 0,
    KG__GA_TOPSPIN = 2,
    KG__GA_TILES = 4,
    KG__GA_GRID = 6,
    KG__GA_GRAPH = 7,
    KG__GA_GIVEN = 8 /* calls its user's functions, on the CPU alone */
};

/* X(kind, name, width, words of a key): the problems that every backend solves. */
#define KG__GA_KINDS(X)                                                                            \
    X(KG__GA_PANCAKE, pancake, narrow, 1)                                                          \
    X(KG__GA_PANCAKE + 1, pancake, wide, 2)                                                        \
    X(KG__GA_TOPSPIN, topspin, narrow, 1)                                                          \
    X(KG__GA_TOPSPIN + 1, topspin, wide, 2)                                                        \
    X(KG__GA_TILES, tiles, narrow, 1)                                                              \
    X(KG__GA_TILES + 1, tiles, wide, 2)                                                            \
    X(KG__GA_GRID, grid, narrow, 1)                                                                \
    X(KG__GA_GRAPH, graph, narrow, 1)
#define KG__GA_ALL_KINDS(X) KG__GA_KINDS(X) X(KG__GA_GIVEN, given, wide, 2)

enum {
    KG__GA_NARROW_ITEMS = 16, /* that fit the fields of a narrow key */
    KG__GA_NO_CELL = 255,
    KG__GA_GRID_MOVES = 8,
    KG__GA_PART = 16, /* entries of a row that are looked at together */
    KG__GA_MARKS = 2 * KG_GUIDE_LANDMARKS
};

#define KG__GA_NEVER   UINT32_MAX
#define KG__GA_TOO_FAR (UINT32_MAX - 3) /* stands for this and for all that is larger */

/* Bytes alone, so that it can be copied to a device as it is, but for its pointers. */
typedef struct kg__ga_problem {
    /* What NVRTC compiles knows this much: source_types.cuh. */
    unsigned kind, words, moves;
    bool finite;                    /* it has only so many states, whatever ways cost */
    kg_ga_star_state start, target; /* target: the goal, unless the user's functions tell it */
    const void *user;               /* of the functions of a source: on the device */

    unsigned items;     /* in a row, round a ring, cells of a board */
    unsigned turnstile; /* of a TopSpin */
    /* Tiles: where a move takes the blank, and how far a tile is from its target. */
    uint8_t cell[KG_GA_STAR_ITEMS][4];
    uint8_t distance[KG_GA_STAR_ITEMS][KG_GA_STAR_ITEMS]; /* of tile, its cell */
    /* Grid: weight + terrain << 16 of each cell, 0 for a wall. */
    const uint32_t *cells;
    uint32_t width, height, least; /* least: weight of a cell */
    bool straight, corners;        /* straight steps alone; diagonal ones may pass beside a wall */
    uint32_t unit[2];              /* what a straight, a diagonal step of weight 1 costs */

    /* Graph: its rows, what entries cost, and what is known of vertices. */
    const kg_edge *row;
    const kg_vertex *col;
    const uint32_t *toll; /* [entries] NULL: each costs 1 */
    const uint32_t *mark; /* [n][marks] distances from landmarks, and behind them to landmarks */
    unsigned marks;
    bool both;           /* of an undirected graph: they are the same, and there once */
    const double *place; /* [n][2] coordinates, or NULL */
    double scale, goal_place[2];
    uint32_t goal_mark[KG__GA_MARKS];
    kg_guide *guide; /* whose these are; for the host alone */

    const kg_ga_star_problem *given;
} kg__ga_problem;

#define STATE   uint64_t
#define BITS    4
#define WIDTH   64
#define P(name) kg__ga_##name##_narrow
#include "problem_tmpl.h"

#define STATE   unsigned __int128
#define BITS    5
#define WIDTH   128
#define P(name) kg__ga_##name##_wide
#include "problem_tmpl.h"

/* ---- grid maps ------------------------------------------------------------------------------- */

KG__INLINE uint32_t kg__ga_measure_grid_narrow(const kg__ga_problem *p, uint64_t key)
{
    uint32_t x = (uint32_t)key % p->width, y = (uint32_t)key / p->width;
    uint32_t goal_x = (uint32_t)p->target.word[0] % p->width;
    uint32_t goal_y = (uint32_t)p->target.word[0] / p->width;
    uint64_t dx = x > goal_x ? x - goal_x : goal_x - x, dy = y > goal_y ? y - goal_y : goal_y - y;
    uint64_t both = p->straight ? 0 : dx < dy ? dx : dy; /* diagonal steps */
    uint64_t cost = p->least * ((dx + dy - 2 * both) * p->unit[0] + both * p->unit[1]);

    return cost < KG__GA_TOO_FAR ? (uint32_t)cost : KG__GA_TOO_FAR;
}

KG__INLINE uint32_t kg__ga_bound_grid_narrow(const kg__ga_problem *p, uint32_t measure)
{
    (void)p;
    return measure;
}

KG__INLINE bool kg__ga_goal_grid_narrow(const kg__ga_problem *p, uint64_t key)
{
    return key == p->target.word[0];
}

/* A cell as the problem has it; 0 off the map. */
KG__INLINE uint32_t kg__ga_cell(const kg__ga_problem *p, uint32_t x, uint32_t y)
{
    return x < p->width && y < p->height ? p->cells[(uint64_t)y * p->width + x] : 0;
}

/* The neighbours, row by row. Both cells of a step are of one terrain. */
KG__INLINE bool kg__ga_step_grid_narrow(const kg__ga_problem *p, uint64_t from, uint32_t measure,
    unsigned move, uint64_t *to, uint32_t *to_measure, uint32_t *cost)
{
    unsigned place = move < 4 ? move : move + 1; /* of the nine cells around */
    uint32_t x = (uint32_t)from % p->width, y = (uint32_t)from / p->width;
    uint32_t new_x = x + place % 3 - 1, new_y = y + place / 3 - 1;
    uint32_t terrain = kg__ga_cell(p, x, y) >> 16, cell = kg__ga_cell(p, new_x, new_y);

    (void)measure;
    if (!cell || cell >> 16 != terrain || (p->straight && place % 2 == 0))
        return false;
    if (place % 2 == 0 && !p->corners) {
        uint32_t a = kg__ga_cell(p, new_x, y), b = kg__ga_cell(p, x, new_y);

        if (!a || !b || a >> 16 != terrain || b >> 16 != terrain)
            return false;
    }
    *to = (uint64_t)new_y * p->width + new_x;
    *to_measure = kg__ga_measure_grid_narrow(p, *to);
    *cost = (cell & 0xffff) * p->unit[place % 2 == 0];
    return true;
}

#include "problem_graph.h"

#endif
