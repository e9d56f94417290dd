/*
 * An index of a map.
 *
 *     record[cells+1]  for each cell, number y * width + x, the beginning of its label, and in the
 *                      directions 0 to 3 of kg__turn_x the number of legal steps in a line
 *     hub[hubs]        the cell of each hub, in the order in which they were chosen
 *     label[entries]   the labels (labels.h)
 *     via[entries]     for each entry, the first corner at which the path from the cell to the hub
 *                      may turn, as a cell; the hub if there is no other
 *
 * Two cells are direct if one diagonal and one straight line, in this order, lead from the first to
 * the second; either may be empty. Any two cells that are connected are direct, or have a hub on a
 * shortest path between them in both of their labels.
 */
#ifndef KG_GRID_INDEX_H
#define KG_GRID_INDEX_H

#include "labels.h"
#include <konig/grid_index.h>

/* The most cells of a row or column. */
enum { KG__INDEX_SIDE = 65535 };

typedef struct kg__index_record {
    uint32_t first;
    uint16_t run[4];
} kg__index_record;

struct kg_grid_index {
    kg_context *ctx;
    kg_grid *grid;
    uint64_t cells, entries;
    uint32_t corners, hubs;
    kg__index_record *record;
    uint32_t *hub;
    uint64_t *label;
    uint32_t *via;
    kg__grid_scale scale;
    void *map, *copy; /* the memory of all arrays: a mapped file, or a block; or NULL */
};

static inline uint32_t kg__cell_number(const kg_grid_index *index, kg_grid_cell cell)
{
    return cell.y * index->grid->width + cell.x;
}

static inline kg_grid_cell kg__cell_at(const kg_grid_index *index, uint32_t number)
{
    return (kg_grid_cell){number % index->grid->width, number / index->grid->width};
}

/* KG_UNSUPPORTED unless the map can have an index. */
kg_status kg__grid_index_check(const kg_grid *grid);

/* Makes an index without arrays. KG_MEMORY. */
kg_status kg__grid_index_create(kg_grid_index **index, kg_grid *grid);

/* The bytes of the arrays of an index. */
uint64_t kg__grid_index_bytes(uint64_t cells, uint64_t hubs, uint64_t entries);

/* Returns whether two cells of the map are direct. */
bool kg__grid_index_direct(const kg_grid_index *index, kg_grid_cell from, kg_grid_cell to);

/* kg_grid_index_corners() for cells of the map. Any thread. */
kg_status kg__grid_index_corners(const kg_grid_index *index, const kg_grid_query *query,
    kg_grid_distance *steps, kg_grid_cell *corner, uint64_t room, uint64_t *count);

/* kg_grid_index_cells(). Returns `corners`, or the first corner to which no legal lines lead. Any
 * thread. */
uint64_t kg__grid_index_cells(const kg_grid_index *index, const kg_grid_cell *corner,
    uint64_t corners, uint64_t first, kg_grid_cell *cell, uint64_t room, uint64_t *count);

/* KG_FORMAT: the file has legal entries that belong to no index. Any thread. */
kg_status kg__grid_index_contradicts(const kg_grid_index *index);

#endif
