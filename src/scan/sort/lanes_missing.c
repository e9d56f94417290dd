/* Replaces lanes.c if konig knows no vector sort for the processor. */
#include "lanes.h"

const kg__lanes *kg__sort_lanes(unsigned which)
{
    (void)which;
    return NULL;
}
