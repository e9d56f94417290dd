/*
 * A tour as the solvers see it. `inner` cities are to be visited in some order, between a beginning
 * and an end; the distances from the beginning and to the end are given. Every kind of tour can be
 * brought into this form: open or closed, with or without given ends.
 */
#ifndef KG_TOUR_INSIDE_H
#define KG_TOUR_INSIDE_H

#include "../base/base.h"
#include <konig/tour.h>

/* Integer distances, or doubles: all of one kind, in host memory. */
typedef struct kg__tour {
    unsigned inner;               /* > 0 */
    bool real;                    /* doubles */
    bool narrow;                  /* integers, and no sum of inner + 1 of them passes 30 bits */
    const void *first;            /* [inner] from the beginning to each */
    const void *distance;         /* [inner][inner] from row to column */
    const void *last;             /* [inner] from each to the end */
    const kg__patience *patience; /* when the CPU's solvers are to give up: KG_LIMIT */
} kg__tour;

#endif
