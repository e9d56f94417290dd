/* The check of options that all searches for a tour share. */
#ifndef KG_TOUR_OPTIONS_H
#define KG_TOUR_OPTIONS_H

#include "../base/base.h"
#include <konig/tour.h>

/* Fails with KG_ARGUMENT if n cities have no such start or end, or if seconds is not a legal
 * time. */
kg_status kg__tour_check_options(kg_context *ctx, const kg_tour_options *options, uint64_t n);

#endif
