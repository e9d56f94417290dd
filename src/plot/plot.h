/*
 * The internals of plots: the data that the stages pass on.
 *
 * Half h of segment h / 2 lies at vertex end[h]; h ^ 1 is its other half.
 */
#ifndef KG_PLOT_INSIDE_H
#define KG_PLOT_INSIDE_H

#include "../base/base.h"
#include <konig/plot.h>

struct kg_plot {
    kg_context *ctx;
    kg_edge *step;   /* [segments] */
    uint64_t *begin; /* [strokes + 1] */
    kg_plot_figures figures;
};

/* Work on one drawing. A component without fixed segments is free: directions do not matter. */
typedef struct kg__plotting {
    kg_context *ctx;
    const kg_segments *given;
    const kg_vertex *end; /* [2m] */
    uint64_t n, m;
    kg_edge *row;            /* [n+1] */
    kg_edge *half;           /* [2m] the halves at v are half[row[v]] .. , increasing */
    unsigned char *oriented; /* [m] the segment's component is not free */
    unsigned char *forward;  /* [m] if oriented: drawn from its first end */
    signed char *label;      /* [n] -1, 0, 1: the proof that strokes are the fewest (verify.c) */
    kg_edge *mate;           /* [2m] the half by which a stroke that comes in by this one goes on,
                                and the reverse; KG_NO_EDGE: a stroke ends here */
} kg__plotting;

static inline bool kg__plot_is_fixed(const kg__plotting *w, uint64_t segment)
{
    return w->given->fixed && w->given->fixed[segment];
}

/* Whether a stroke that uses an oriented segment leaves its vertex by this half. */
static inline bool kg__plot_leaves(const kg__plotting *w, kg_edge half)
{
    return (half & 1) != w->forward[half / 2];
}

/* Whether segments are legal; messages say which is not. */
kg_status kg__segments_check(kg_context *ctx, const kg_segments *segments);
void kg__plot_release(kg__plotting *work);
/* Makes row, half and oriented. */
kg_status kg__plot_prepare(kg__plotting *work);
/* Makes forward and label. */
kg_status kg__plot_orient(kg__plotting *work);
/* Makes mate, with strokes joined to the fewest. straight: strokes go straight on at vertices. */
kg_status kg__plot_pair(kg__plotting *work, bool straight);
/* The angle by which a stroke turns that comes in by one half and leaves by the other, in 0..pi. */
double kg__plot_turn(const kg__plotting *work, kg_edge in, kg_edge out);
/* Makes the strokes of the mates. */
kg_status kg__plot_walk(kg_plot *plot, const kg__plotting *work);
/* Puts the strokes in an order. */
kg_status kg__plot_order(kg_plot *plot, const kg__plotting *work, const kg_plot_options *options);
/* KG_INTERNAL if anything is wrong. Shares only the given segments and `label` with the above. */
kg_status kg__plot_verify(const kg_plot *plot, const kg__plotting *work);

/* The distance that the lifted pen travels. */
double kg__plot_pen_up(const kg_plot *plot, const kg__plotting *work, const double start[2]);

static inline double kg__plot_distance(const double *a, const double *b)
{
    const double x = a[0] - b[0], y = a[1] - b[1];

    return __builtin_sqrt(x * x + y * y);
}

/* ---- exact answers --------------------------------------------------------------------------- */

/* 1: c lies to the left of the line from a to b if y grows upwards; -1: to the right; 0: on it, or
 * a is b. */
int kg__plot_side(const double *a, const double *b, const double *c);
/* Where the lines through a, b and through c, d cross. They are not parallel. */
void kg__plot_cross(
    const double *a, const double *b, const double *c, const double *d, double place[2]);

/* ---- the order of strokes -------------------------------------------------------------------- */

enum { KG__CLOSED = 1, KG__ONE_WAY = 2 }; /* it holds a fixed segment */

typedef struct kg__order {
    kg_context *ctx;
    uint32_t count;        /* strokes */
    const double *start;   /* [2] of the pen */
    unsigned char *kind;   /* [count] bits of the above */
    double *ends;          /* [count][2][2] where each stroke begins and ends; a closed one at the
                              same place */
    uint32_t *order;       /* [count] */
    unsigned char *turned; /* [count] the stroke is drawn from its end; of no meaning if it is
                              closed */
    uint32_t *outer;  /* [count] the stroke that one lies in and must come before, or UINT32_MAX;
                         NULL: strokes come in any order */
    uint32_t *inner;  /* [count] one of the strokes that lie in it, or UINT32_MAX */
    uint32_t *beside; /* [count] the next stroke that lies in the same one, or UINT32_MAX */
} kg__order;

/* Finds which strokes lie in others: outer, inner, beside. */
kg_status kg__plot_nest(const kg_plot *plot, const kg__plotting *work, kg__order *order);
/* Improves the order. stopped: [out] whether time ended it. */
kg_status kg__order_improve(kg__order *order, double seconds, bool *stopped);

/* Whether a stroke may be reversed in the order. */
static inline bool kg__order_turns(const kg__order *o, uint32_t stroke)
{
    return o->kind[stroke] != KG__ONE_WAY;
}

/* ---- points in the plane --------------------------------------------------------------------- */

/* A k-d tree of points that can be removed. */
typedef struct kg__near {
    kg_context *ctx;
    const double *place; /* [count][2] */
    uint32_t count;
    unsigned depth;
    uint32_t *at;        /* [count] points in the order of the tree's leaves */
    uint32_t *where;     /* [count] the inverse */
    uint32_t *left;      /* [2 << depth] the points left in each node; node 1 is the root */
    double *box;         /* [2 << depth][4] least x, y, largest x, y */
    unsigned char *gone; /* [count] */
} kg__near;

enum { KG__NEAR_MOST = 10 };

kg_status kg__near_create(kg__near *near, kg_context *ctx, const double *place, uint64_t count);
void kg__near_destroy(kg__near *near);
void kg__near_remove(kg__near *near, uint32_t point);
/* Returns a point that was removed. */
void kg__near_return(kg__near *near, uint32_t point);
/* The nearest points that are left, at most `wanted`, nearest first, the smaller number first at
 * equal distances. Returns how many. found: [wanted], wanted at most KG__NEAR_MOST. */
unsigned kg__near_find(
    const kg__near *near, const double place[2], unsigned wanted, uint32_t *found);

#endif
