/* Rows and rings of numbers: code that the searches and the check of their answers share. */
#ifndef KG_GA_ORDERS_H
#define KG_GA_ORDERS_H

#include "../../base/base.h"
#include <konig/ga_star.h>

/* Returns KG_ARGUMENT unless the numbers, and the turnstile, are as the public calls expect them.
 * least: [out] the least of the numbers, 0 or 1. */
kg_status kg__ga_check_pancake(kg_context *ctx, const kg_ga_star_order *order, unsigned *least);
kg_status kg__ga_check_topspin(
    kg_context *ctx, const kg_ga_star_order *order, unsigned turnstile, unsigned *least);

#endif
