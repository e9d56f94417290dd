/* Code that the functions to draw a map share: the contents of a place of the picture, its colour,
 * and the legend. */
#ifndef KG_DRAW_H
#define KG_DRAW_H

#include "../../io/legend.h"
#include "grid.h"

/* Marks that cover a place; later ones cover earlier ones. */
enum { KG__OVER_NOTHING, KG__OVER_PATH, KG__OVER_START, KG__OVER_GOAL, KG__OVERS };

/* How much of a place is wall. */
enum { KG__WALL_NONE, KG__WALL_PART, KG__WALL_ALL };

enum { KG__NINTHS = 9 };

/* A place of the picture, which stands for one cell or several; each member is the largest of the
 * cells. */
typedef struct kg__place {
    int over, wall;
    int terrain;          /* of the free cells: 0 ground, 1 water, 2 trees */
    bool explored, swamp; /* swamp: of ground */
    uint32_t weight;
} kg__place;

typedef struct kg__picture {
    const kg_grid *grid;
    const kg_grid_search *search; /* or NULL */
    uint64_t i;                   /* the query, or KG_GRID_ALL */
    /* [width * height] one bit a cell for each mark; NULL: no cell has the mark */
    uint64_t *over[KG__OVERS];
    uint32_t across, down;  /* cells that a place of the picture stands for */
    uint32_t columns, rows; /* places */
} kg__picture;

/* KG_ARGUMENT (the search is of another map, or has no such query), KG_MEMORY. */
kg_status kg__picture_create(kg__picture *picture, const kg_grid *grid,
    const kg_grid_search *search, uint64_t i, uint32_t across, uint32_t down);
void kg__picture_destroy(kg__picture *picture);

/* The greatest weight by which places are shaded. Weights of a real map are shown as ninths of its
 * greatest, rounded up. */
uint32_t kg__picture_most(const kg_grid *grid);

/* Row 0 is the top. */
kg__place kg__picture_at(const kg__picture *picture, uint32_t column, uint32_t row);

/* Whether the map has free cells of a terrain. */
bool kg__picture_has(const kg_grid *grid, int terrain);

/* ---- colours (draw_colours.c) ---------------------------------------------------------------- */

enum { KG__SHADES = 9 };

/* The palette: the grounds, the same explored, the path on each ground, the start, the goal, and
 * the legend's paper. */
enum {
    KG__PAINT_WALL,
    KG__PAINT_PART, /* wall in part */
    KG__PAINT_GROUND,
    KG__PAINT_WATER,
    KG__PAINT_TREES,
    KG__PAINT_SWAMP,
    KG__PAINT_SHADE, /* weights above 1, from the lightest */
    KG__PAINTS = KG__PAINT_SHADE + KG__SHADES,
    KG__PAINT_EXPLORED = KG__PAINTS,
    KG__PAINT_PATH = 2 * KG__PAINTS,
    KG__PAINT_START = 3 * KG__PAINTS,
    KG__PAINT_GOAL,
    KG__PAINT_PAPER,
    KG__PALETTE
};

void kg__picture_palette(uint8_t palette[KG__PALETTE][3]);

/* The colour of a place without marks, explored or not. */
int kg__picture_ground(const kg__picture *picture, const kg__place *place);
/* The colour of the mark of a place, which must have one. */
int kg__picture_mark(const kg__picture *picture, const kg__place *place);

/* Fills in the legend's entries: the items that this picture has. */
void kg__picture_legend(const kg__picture *picture, kg__legend *legend);

/* Pixels of a side of a cell or, on a map of many cells, 1. */
uint32_t kg__picture_zoom(const kg_grid *grid);

#endif
