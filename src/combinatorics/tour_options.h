/* What all searches for a tour check of their options. */
#ifndef KG_TOUR_OPTIONS_H
#define KG_TOUR_OPTIONS_H

#include "../base/base.h"
#include <konig/tour.h>

/* Fails with KG_ARGUMENT where n cities have no such start or end, or seconds are no time. */
kg_status kg__tour_check_options(kg_context *ctx, const kg_tour_options *options, uint64_t n);

#endif
