/* The lengths of several rounds, and copies of rounds. */
#include "vehicles.h"
#include <string.h>

uint64_t kg__rounds_longest(const kg__rounds *r)
{
    uint64_t longest = 0;

    for (uint64_t i = 1; i < r->rounds; i++)
        longest = r->length[i] > r->length[longest] ? i : longest;
    return longest;
}

double kg__rounds_sum(const kg__rounds *r)
{
    double sum = 0;

    for (uint64_t i = 0; i < r->rounds; i++)
        sum += r->length[i];
    return sum;
}

void kg__rounds_keep(kg__rounds_kept *best, const kg__rounds *r)
{
    memcpy(best->walked, r->walked, r->rounds * r->services * sizeof *r->walked);
    memcpy(best->size, r->size, r->rounds * sizeof *r->size);
    memcpy(best->length, r->length, r->rounds * sizeof *r->length);
    best->longest = r->length[kg__rounds_longest(r)];
    best->sum = kg__rounds_sum(r);
}

void kg__rounds_restore(kg__rounds *r, const kg__rounds_kept *best)
{
    memcpy(r->walked, best->walked, r->rounds * r->services * sizeof *r->walked);
    memcpy(r->size, best->size, r->rounds * sizeof *r->size);
    memcpy(r->length, best->length, r->rounds * sizeof *r->length);
}
