/*
 * Problems for GA*: small inline functions that a backend includes, in C or in CUDA.
 *
 * A problem has a name and a width, of 64 or 128 bits, which is the type of its keys. Its functions
 * are kg__ga_<function>_<name>_<width>:
 *
 *     measure(p, key)   a number from which the estimate of a key follows, and which is cheap to
 *                       keep up to date
 *     bound(p, measure) the estimate; KG__GA_NEVER: from here no path leads to a goal
 *     step(p, from, measure, move, &to, &to_measure, &cost)
 *                       makes a move; false if there is none of that number
 *     goal(p, key)      whether it is a goal
 *     back(p, to, i, &from, &cost)
 *                       on the host only: predecessor i; false if there is none of that number
 *
 * To add a problem: its fields in kg__ga_problem, its functions here, a line in KG__GA_KINDS, its
 *     front.
 */
#ifndef KG_GA_PROBLEM_H
#define KG_GA_PROBLEM_H

#include "../../base/base.h"
#include "../patterns/ring.h"
#include <konig/guide.h>

/* A backend whose compiler needs other keywords defines these before it includes this header. */
#ifndef KG__INLINE
#define KG__INLINE static inline
#endif
#ifndef KG__INLINE_BOTH
#define KG__INLINE_BOTH static inline /* on the host as well */
#endif
#ifndef KG__LOWEST_BIT
#define KG__LOWEST_BIT(word) ((unsigned)__builtin_ctzll(word)) /* of a word that is not 0 */
#endif

/* The kind of a problem; add 1 if its key is wide. */
enum {
    KG__GA_PANCAKE = 0,
    KG__GA_TOPSPIN = 2,
    KG__GA_TILES = 4,
    KG__GA_GRID = 6,
    KG__GA_GRAPH = 7,
    KG__GA_GIVEN = 8 /* calls its user's functions on the CPU; on CUDA its compiled source */
};

/* X(kind, name, width, words of a key): the built-in problems, which every backend solves. */
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
    KG__GA_NARROW_ITEMS = 16, /* items that fit in a narrow key */
    KG__GA_NO_CELL = 255,
    KG__GA_GRID_MOVES = 8,
    KG__GA_PART = 16, /* entries of a row that are expanded together */
    KG__GA_MARKS = 2 * KG_GUIDE_LANDMARKS
};

#define KG__GA_NEVER   UINT32_MAX
#define KG__GA_TOO_FAR (UINT32_MAX - 3) /* stands for itself and all larger values */

/* Plain data: a copy of its bytes works on a device once the pointers are replaced. */
typedef struct kg__ga_problem {
    /* The code that NVRTC compiles knows the fields up to `user`: source_types.cuh. */
    unsigned kind, words, moves;
    bool finite;                    /* the number of states is finite, whatever paths cost */
    kg_ga_star_state start, target; /* target: the goal, unless the user's functions decide */
    const void *user;               /* data of the functions of a source, on the device */

    unsigned items;     /* number of items in a row or ring, or of cells of a board */
    unsigned turnstile; /* of a TopSpin */
    /* TopSpin: the distances of patterns of some tokens, or NULL. */
    const uint8_t *ring;
    uint32_t ring_patterns, ring_tokens;
    /* Tiles: the cell to which a move takes the blank, and the distance of a tile from its
     * target. */
    uint8_t cell[KG_GA_STAR_ITEMS][4];
    uint8_t distance[KG_GA_STAR_ITEMS][KG_GA_STAR_ITEMS]; /* [tile][its cell] */
    /* Grid: weight + terrain << 16 of each cell, 0 for a wall. */
    const uint32_t *cells;
    uint32_t width, height, least; /* least: the least weight of a cell */
    bool straight;                 /* only straight steps */
    uint8_t beside;                /* how many of the cells beside a diagonal step must be free */
    uint32_t unit[2];              /* cost of a straight and of a diagonal step of weight 1 */

    /* Graph: its rows, the costs of entries, and the guide's data about vertices. */
    const kg_edge *row;
    const kg_vertex *col;
    const uint32_t *toll; /* [entries], NULL if each costs 1 */
    const uint32_t *mark; /* [n][marks] distances from landmarks, then distances to landmarks */
    unsigned marks;
    bool both;           /* the graph is undirected: distances from and to are the same, and stored
                            once */
    const double *place; /* [n][2] coordinates, or NULL */
    double scale, goal_place[2];
    uint32_t goal_mark[KG__GA_MARKS];
    kg_guide *guide; /* the owner of these arrays; on the host only */

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
    uint64_t both = p->straight ? 0 : dx < dy ? dx : dy; /* number of diagonal steps */
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

/* A cell in the problem's encoding; 0 off the map. */
KG__INLINE uint32_t kg__ga_cell(const kg__ga_problem *p, uint32_t x, uint32_t y)
{
    return x < p->width && y < p->height ? p->cells[(uint64_t)y * p->width + x] : 0;
}

/* The neighbours, row by row. A step needs the same terrain in both cells. */
KG__INLINE bool kg__ga_step_grid_narrow(const kg__ga_problem *p, uint64_t from, uint32_t measure,
    unsigned move, uint64_t *to, uint32_t *to_measure, uint32_t *cost)
{
    unsigned place = move < 4 ? move : move + 1; /* among the nine cells around */
    uint32_t x = (uint32_t)from % p->width, y = (uint32_t)from / p->width;
    uint32_t new_x = x + place % 3 - 1, new_y = y + place / 3 - 1;
    uint32_t terrain = kg__ga_cell(p, x, y) >> 16, cell = kg__ga_cell(p, new_x, new_y);

    (void)measure;
    if (!cell || cell >> 16 != terrain || (p->straight && place % 2 == 0))
        return false;
    if (place % 2 == 0 && p->beside) {
        uint32_t a = kg__ga_cell(p, new_x, y), b = kg__ga_cell(p, x, new_y);

        if ((a && a >> 16 == terrain) + (b && b >> 16 == terrain) < p->beside)
            return false;
    }
    *to = (uint64_t)new_y * p->width + new_x;
    *to_measure = kg__ga_measure_grid_narrow(p, *to);
    *cost = (cell & 0xffff) * p->unit[place % 2 == 0];
    return true;
}

#include "problem_graph.h"

#endif
