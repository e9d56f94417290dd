/*
 * Distance fields of a grid map: the object, the work of a call, and costs as doubles.
 *
 * In the search a cost is a whole number in units of the map's scale (kg__grid_scale). KG__NO_COST
 * stands for a cell that no path reaches.
 */
#ifndef KG_FIELDS_H
#define KG_FIELDS_H

#include "../grid/grid.h"
#include <konig/field.h>
#include <math.h>

#define KG__NO_COST UINT64_MAX

struct kg_grid_fields {
    kg_grid *grid;
    kg_grid_fields_options options;
    uint64_t count, sources;
    kg_grid_cell *source; /* [sources] */
    double *cost;         /* [count][height][width], as are the next two */
    uint32_t *nearest;    /* NULL unless the sources are together */
    uint8_t *flow;        /* NULL unless it is asked for */
};

/* How a counted cost is divided into its straight and its diagonal sum. If the scale has bits, a
 * straight step is 2^bits and a diagonal one odd * 2^zeros. The diagonal sum is known modulo
 * 2^(bits - zeros), because the straight sum does not change the lowest bits of a cost. A larger
 * sum than that is only possible for costs that kg_grid_find() may confuse, too. */
typedef struct kg__cost_parts {
    uint64_t diagonal, inverse, mask; /* inverse: of odd, modulo 2^64 */
    unsigned bits, zeros;
} kg__cost_parts;

/* A search of some fields of one map. */
typedef struct kg__fields_work {
    kg_grid_fields *fields;
    kg__grid_scale scale;
    kg__cost_parts parts;
    uint64_t each;          /* sources of a field: 1, or all */
    uint64_t cells, margin; /* of the map; elements before and after an array of costs */
    bool entering;          /* steps differ by the weight of the cell that is entered, as paths from
                               the sources need it */
} kg__fields_work;

/* The sources of field i, [each]. */
static inline const kg_grid_cell *kg__field_sources(const kg__fields_work *w, uint64_t i)
{
    return w->fields->source + i * w->each;
}

/* Fails with KG_INTERNAL: cell number `cell` of field i has not the cost of a shortest path. */
static inline kg_status kg__field_is_wrong(const kg__fields_work *work, uint64_t i, uint64_t cell)
{
    const kg_grid *g = work->fields->grid;

    return kg__fail(g->ctx, KG_INTERNAL,
        "distance field %llu: cell (%u,%u) has not the cost of a shortest path",
        (unsigned long long)i + 1, (uint32_t)(cell % g->width), (uint32_t)(cell / g->width));
}

#endif
