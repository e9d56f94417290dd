/*
 * The rules of a map as tables, indexed by the 9 cells around: the legal moves from a cell, and the
 * directions in which a jump search goes on. For both backends.
 */
#include "grid.h"
#include "grid_moves.h"

uint8_t kg__grid_legal(const kg_grid_rules *rules, unsigned free)
{
    uint8_t legal = 0;

    for (int i = 0; i < 8; i++) {
        int dx = kg__move_x[i], dy = kg__move_y[i];
        unsigned beside = (free >> (3 + dx + 1) & 1) + (free >> (3 * (dy + 1) + 1) & 1);
        unsigned needed = rules->corners == KG_GRID_CORNERS_FORBID ? 2
                          : rules->corners == KG_GRID_CORNERS_ONE  ? 1
                                                                   : 0;

        if (!(free >> (3 * (dy + 1) + dx + 1) & 1))
            continue;
        if (dx && dy && (rules->moves == 4 || beside < needed))
            continue;
        legal |= (uint8_t)(1 << i);
    }
    return legal;
}

static inline bool is_set(unsigned bits, unsigned direction)
{
    return bits >> (direction & 7) & 1;
}

/* The directions in which to go on from a cell reached in direction d. free: one bit for each
 * direction's neighbour. */
static unsigned go_on(unsigned d, unsigned free, bool cuts)
{
    unsigned on = kg__direction_bit(d);

    for (unsigned side = 1; side < 8; side += 6) { /* turns of +1 and -1 */
        unsigned one = d + side, two = d + 2 * side, three = d + 3 * side;

        if (d &
            1) { /* diagonal: both straight parts, and round the end of a wall beside the start */
            on |= kg__direction_bit(one);
            if (cuts && !is_set(free, three) && is_set(free, two))
                on |= kg__direction_bit(two);
        } else if (cuts) { /* past the end of a wall */
            if (!is_set(free, two) && is_set(free, one))
                on |= kg__direction_bit(one);
        } else if (!is_set(free, three) && is_set(free, two)) {
            on |= kg__direction_bit(two) | kg__direction_bit(one);
        }
    }
    return on;
}

/* The free neighbours, one bit for each direction, from the bits of three rows. */
static unsigned by_direction(unsigned around)
{
    unsigned free = 0;

    for (unsigned d = 0; d < 8; d++)
        free |= (around >> (3 * (kg__turn_y[d] + 1) + kg__turn_x[d] + 1) & 1) << d;
    return free;
}

void kg__grid_directions(const kg_grid_rules *rules, uint8_t table[512][8])
{
    for (unsigned around = 0; around < 512; around++)
        for (unsigned d = 0; d < 8; d++)
            table[around][d] =
                (uint8_t)go_on(d, by_direction(around), rules->corners == KG_GRID_CORNERS_ALLOW);
}
