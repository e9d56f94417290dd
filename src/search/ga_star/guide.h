/* The contents of a guide, and the path through a graph. */
#ifndef KG_GA_GUIDE_H
#define KG_GA_GUIDE_H

#include "../paths/lengths.h"
#include "ga_star_ops.h"

enum { KG__GUIDE_RESIDENTS = 3 };

struct kg_guide {
    kg_context *ctx;
    kg_graph *graph;
    kg_graph *reverse;   /* its rows lead back; NULL until a canonical path is asked for. The graph
                          itself if it is undirected */
    bool unit_lengths;   /* the length of each edge is 1, whatever its value */
    double unit, tenths; /* costs are counted in unit / tenths: a power of 2, or a power of 1/10 */
    double scale;
    uint64_t widest; /* entries of the longest row */
    uint32_t *toll;  /* [entries], NULL if each is 1 */
    uint32_t *mark;  /* [n][marks] */
    unsigned marks, landmarks;
    kg_vertex landmark[KG_GUIDE_LANDMARKS];
    double *place;                       /* [n][2], or NULL */
    void *resident[KG__GUIDE_RESIDENTS]; /* toll, mark and place in device memory, or NULL */
};

/* The cost of an entry of a row. */
static inline uint32_t kg__guide_toll(const kg_guide *guide, uint64_t i)
{
    return guide->toll ? guide->toll[i] : 1;
}

/* Converts a length to units, and back. */
static inline double kg__guide_units(const kg_guide *guide, double length)
{
    return guide->tenths > 1 ? __builtin_nearbyint(length * guide->tenths) : length / guide->unit;
}

static inline double kg__guide_length(const kg_guide *guide, uint64_t cost)
{
    return (double)cost * guide->unit / guide->tenths;
}

/* Chooses the landmarks and fills mark. The unit must be known. */
kg_status kg__guide_choose(kg_guide *guide, unsigned landmarks);

/* Checks on each edge that no estimate is too large. KG_INTERNAL if one is. */
kg_status kg__guide_check(const kg_guide *guide);

/* Walks a path's edges again, using only their ends. KG_NO_SOLUTION if they form no path, or one of
 * another length. */
kg_status kg__guide_verify(kg_context *ctx, const kg__ga_task *task, const kg_ga_star *answer);

/* Points a problem's arrays to those in the memory of the current backend. */
kg_status kg__guide_resident(kg_guide *guide, kg__ga_problem *problem);

/* Moves *at to the vertex before it on the path of kg_graph_path(), and *g to that vertex' g. */
kg_status kg__ga_graph_back(kg__ga_work *w, kg_ga_star_state *at, uint32_t *g);

/* The edges of a path of [states] vertices, and its cost. Of parallel edges the first of the
 * shortest is taken. */
kg_status kg__ga_graph_edges(kg_ga_star *answer, const kg__ga_problem *p, uint64_t states);

#endif
