/* Where konig knows no vector instructions of the processor that sort. */
#include "lanes.h"

const kg__lanes *kg__sort_lanes(unsigned which)
{
    (void)which;
    return NULL;
}
