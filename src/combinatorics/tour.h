/*
 * A tour in the form that the solvers need: `inner` cities are visited in some order, between a
 * start and an end. The distances from the start and to the end are given. Every kind of tour can
 * be converted to this form: open or closed, with or without given ends.
 */
#ifndef KG_TOUR_INSIDE_H
#define KG_TOUR_INSIDE_H

#include "../base/base.h"
#include <konig/tour.h>

/* All distances are integers or all are doubles, in host memory. */
typedef struct kg__tour {
    unsigned inner;               /* > 0 */
    bool real;                    /* doubles */
    bool narrow;                  /* integers, and no sum of inner + 1 of them exceeds 30 bits */
    const void *first;            /* [inner] from the start to each */
    const void *distance;         /* [inner][inner] from row to column */
    const void *last;             /* [inner] from each to the end */
    const kg__patience *patience; /* when the CPU's solvers must give up: KG_LIMIT */
} kg__tour;

#endif
