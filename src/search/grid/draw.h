/* What the two ways to draw a map share: what is to be seen at a place of the picture. */
#ifndef KG_DRAW_H
#define KG_DRAW_H

#include "grid.h"

/* Later ones cover earlier ones. */
enum {
    KG__SEEN_WALL,
    KG__SEEN_FREE,
    KG__SEEN_EXPLORED,
    KG__SEEN_PATH,
    KG__SEEN_START,
    KG__SEEN_GOAL
};

typedef struct kg__picture {
    const kg_grid *grid;
    const kg_grid_search *search; /* or NULL */
    uint64_t i;
    uint64_t *path;           /* bits [width * height], or NULL: no path */
    kg_grid_cell start, goal; /* x is UINT32_MAX: there is none */
    uint32_t across, down;    /* cells of one place of the picture */
    uint32_t columns, rows;   /* places */
} kg__picture;

kg_status kg__picture_create(kg__picture *picture, const kg_grid *grid,
    const kg_grid_search *search, uint64_t i, uint32_t across, uint32_t down);
void kg__picture_destroy(kg__picture *picture);

/* What is to be seen, and the weight of a free cell; row 0 is the top. */
int kg__picture_at(const kg__picture *picture, uint32_t column, uint32_t row, uint32_t *weight);

#endif
