/* Drawings for the checks of plots. */
#ifndef CHECK_DRAWINGS_H
#define CHECK_DRAWINGS_H

#include "check.h"
#include <stdlib.h>

static inline uint64_t below(uint64_t *state, uint64_t limit)
{
    return check_random(state) % limit;
}

typedef struct drawing {
    kg_segments segments;
    kg_vertex *end;
    unsigned char *fixed;
    double *place;
} drawing;

/* fixed: so many of ten segments. */
static inline drawing make_random(uint64_t *seed, uint64_t n, uint64_t m, unsigned fixed)
{
    drawing d = {.end = check_array(2 * m, sizeof *d.end),
        .fixed = check_array(m, 1),
        .place = check_array(2 * n, sizeof *d.place)};

    for (uint64_t h = 0; h < 2 * m; h++)
        d.end[h] = (kg_vertex)below(seed, n);
    for (uint64_t s = 0; s < m; s++)
        d.fixed[s] = below(seed, 10) < fixed;
    for (uint64_t i = 0; i < 2 * n; i++)
        d.place[i] = (double)below(seed, 1000) / 8 - 50;
    d.segments =
        (kg_segments){.count = m, .vertices = n, .end = d.end, .fixed = d.fixed, .place = d.place};
    return d;
}

static inline void destroy(drawing *d)
{
    free(d->end);
    free(d->fixed);
    free(d->place);
}

#endif
