/* Pairs of segments that may be close to each other. */
#ifndef KG_CLOSE_PAIRS_H
#define KG_CLOSE_PAIRS_H

#include "plot.h"

/* From low, included, to high, excluded. */
typedef struct kg__plot_region {
    double low[2], high[2];
} kg__plot_region;

/* Two segments may be close to each other in a region. */
typedef kg_status kg__close_pair(void *user, uint64_t i, uint64_t j, const kg__plot_region *region);

/* Calls for all such pairs, with each region in which they may be close. Segments have places. */
kg_status kg__plot_close_pairs(kg_context *ctx, const kg_segments *segments, double distance,
    kg__close_pair *found, void *user);

#endif
