/* Adds the sums of pieces in the order that array_ops.h gives to a sum of floats. */
#ifndef KG_GROUPS_H
#define KG_GROUPS_H

#include "../array_ops.h"

/* The sums so far. of[0]: the sum of the pieces in the last group, which is not full. of[k + 1]:
 * the sum of the groups that level k has finished since level k + 1 last finished one. KG__LEVELS:
 * 2^64 numbers have no more levels. */
enum { KG__LEVELS = 12 };
typedef struct kg__groups {
    uint64_t pieces;
    double of[KG__LEVELS];
} kg__groups;

static inline void kg__add_piece(kg__groups *all, double piece)
{
    int k = 0;

    all->of[0] += piece;
    for (uint64_t done = ++all->pieces; done % KG__GROUP == 0; done /= KG__GROUP, k++) {
        all->of[k + 1] += all->of[k];
        all->of[k] = 0;
    }
}

static inline double kg__sum_groups(const kg__groups *all)
{
    double sum = all->of[0];

    for (int k = 1; k < KG__LEVELS; k++)
        sum = all->of[k] + sum;
    return sum;
}

#endif
