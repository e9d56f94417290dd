/* The eight moves of a grid, in the two orders in which the searches number them. */
#ifndef KG_GRID_MOVES_H
#define KG_GRID_MOVES_H

/* Moves, row by row. */
static const int kg__move_x[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
static const int kg__move_y[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
enum { KG__MOVE_IS_DIAGONAL = 0xa5 }; /* a bit for each move */

/* Directions: even ones straight, odd ones diagonal, each turned by 45 degrees from the one
 * before. */
static const int kg__turn_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int kg__turn_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static inline unsigned kg__direction_bit(unsigned direction)
{
    return 1u << (direction & 7);
}

#endif
