/*
 * Distance fields of grid maps: the costs of shortest paths from some cells to all cells, or from
 * all cells to some.
 *
 * Glossary
 * - source: a cell at which the paths of a field begin or, with `towards`, end. Its cost is 0.
 * - field: a number for each cell of a map. The number of cell (x, y) is at y * width + x.
 * - costs: the field of the costs of shortest paths, as kg_grid_answer has them: INFINITY for walls
 *   and for cells that no path reaches.
 * - nearest: the field of the source by which each cell is reached. Of several sources at the same
 *   cost it is the one of the smallest number.
 * - flow: the field of the next step from each cell along a shortest path: to the source with
 *   `towards`, otherwise back to it. Moves are numbered row by row: 1 is (-1,-1), 2 (0,-1), 3
 *   (1,-1), 4 (-1,0), 5 (1,0), 6 (-1,1), 7 (0,1), 8 (1,1). Of several shortest paths it takes the
 *   move of the smallest number, but along steps that cost nothing only one to a cell that fewer
 *   steps connect with a source. 0: the cell is a source or a wall, or no path reaches it.
 */
#ifndef KONIG_FIELD_H
#define KONIG_FIELD_H

#include <konig/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_grid_fields kg_grid_fields;

typedef struct kg_grid_fields_options {
    int towards;     /* paths lead to the sources. A step costs the weight of the cell that it
                        enters, so costs to a cell and from it differ if weights do */
    int together;    /* one field of all sources, with the field nearest; otherwise one field for
                        each source */
    int flow;        /* make the field flow, too */
    int skip_verify; /* leave out the independent check of the answer */
} kg_grid_fields_options;

#define KG_GRID_FIELDS_OPTIONS_INIT KG_ZERO

/*
 * Finds the costs of shortest paths between the sources and all cells.
 *
 * fields   [out] destroy with kg_grid_fields_destroy(), before the grid.
 * grid     [in] kept by the fields; it keeps the copies on a GPU that are made of it.
 * count    [in] sources, 1..2^32 - 2.
 * source   [in] [count] free cells of the map, copied. A repeated cell counts once: its first
 *          number is its number.
 * options  [in] may be NULL: the defaults.
 * Returns KG_OK; KG_ARGUMENT (there is no source, or too many; a source is off the map or in a
 * wall); KG_MEMORY; KG_DEVICE; KG_CANCELLED; KG_INTERNAL (the check failed: a bug).
 *
 * All fields are the same on every device and at any number of threads. Costs are compared as
 * kg_grid_find() compares them: a cost is the sum of the straight steps and that of the diagonal
 * steps, and becomes a double at the end. It is the cost that kg_grid_find() gives, to the bit.
 *
 * O(cells) for each field, if the greatest weight is not very much larger than the least. The
 * answer takes 8 bytes a cell for each field, and 4 more for nearest and 1 for flow. The search
 * takes 1 byte a cell, 8 for each thread, and some 5 for each cell that waits. On a GPU it takes 4
 * or 8 bytes a cell, and as much as the answer, for as many fields at once as its memory holds.
 * The CPU searches real maps, in O(cells log cells) with 25 bytes a cell for each thread.
 *
 * On the CPU a thread takes one field after the other. Cells wait in buckets as wide as the
 * cheapest step, so each is expanded once. A GPU lowers the costs of tiles of 32 * 32 cells in
 * shared memory, those of all fields together, until nothing changes.
 */
kg_status kg_grid_field(kg_grid_fields **fields, kg_grid *grid, uint64_t count,
    const kg_grid_cell *source, const kg_grid_fields_options *options);
/* Frees the fields. NULL is legal. */
void kg_grid_fields_destroy(kg_grid_fields *fields);

/* The number of fields: 1 with `together`, else that of the sources. O(1). */
uint64_t kg_grid_fields_count(const kg_grid_fields *fields);
/* The costs, [fields][height][width], lent. O(1). */
const double *kg_grid_fields_costs(const kg_grid_fields *fields);
/* The field nearest, [height][width], lent: numbers of sources from 0; UINT32_MAX where the cost is
 * infinite. NULL unless `together` was set. O(1). */
const uint32_t *kg_grid_fields_nearest(const kg_grid_fields *fields);
/* The flow, [fields][height][width], lent; NULL unless `flow` was set. O(1). */
const uint8_t *kg_grid_fields_flow(const kg_grid_fields *fields);

/* The values that a picture of a field shows. */
typedef enum kg_grid_layer {
    KG_GRID_COSTS = 0,   /* from yellow, near, to blue, far */
    KG_GRID_NEAREST = 1, /* a colour for each source; twelve colours, again and again */
    KG_GRID_FLOW = 2     /* a colour for each of the 8 moves */
} kg_grid_layer;

/*
 * Draws a field as a PNG picture with a legend below it, in the size that kg_grid_draw_png() gives
 * it. A pixel for several cells shows the cell of the least cost, and is grey if only some of the
 * cells are walls. O(width * height).
 *
 * fields  [in]
 * i       [in] the field, from 0.
 * layer   [in] a kg_grid_layer.
 * path    [in] "-" is standard output; a file appears when it is complete.
 * Returns KG_OK; KG_ARGUMENT (there is no such field, or no such layer of it); KG_IO; KG_MEMORY;
 * KG_CANNOT_CREATE; KG_UNSUPPORTED (konig was built without libpng).
 */
kg_status kg_grid_fields_draw_png(
    const kg_grid_fields *fields, uint64_t i, kg_grid_layer layer, const char *path);

#ifdef __cplusplus
}
#endif
#endif
