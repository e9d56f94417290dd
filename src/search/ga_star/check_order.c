#include "orders.h"

/* Sets *least to the least number of an order, 0 or 1. KG_ARGUMENT if it is not an order. */
static kg_status check_order(
    kg_context *ctx, const kg_ga_star_order *order, unsigned fewest, unsigned *least)
{
    uint64_t seen = 0;

    if (order->count < fewest || order->count > KG_GA_STAR_ITEMS)
        return kg__fail(ctx, KG_ARGUMENT, "%u items: expected %u to %d", order->count, fewest,
            KG_GA_STAR_ITEMS);
    for (unsigned i = 0; i < order->count; i++) {
        if (order->item[i] > order->count || seen >> order->item[i] & 1)
            return kg__fail(ctx, KG_ARGUMENT,
                "item %u is %u: expected each of 0 to %u or of 1 to %u once", i, order->item[i],
                order->count - 1, order->count);
        seen |= UINT64_C(1) << order->item[i];
    }
    *least = !(seen & 1);
    if (seen >> *least != (UINT64_C(1) << order->count) - 1)
        return kg__fail(ctx, KG_ARGUMENT, "expected each of 0 to %u or of 1 to %u once",
            order->count - 1, order->count);
    return KG_OK;
}

kg_status kg__ga_check_topspin(
    kg_context *ctx, const kg_ga_star_order *order, unsigned turnstile, unsigned *least)
{
    kg_status status;

    KG_TRY(check_order(ctx, order, 3, least));
    if (turnstile < 2 || turnstile >= order->count)
        return kg__fail(ctx, KG_ARGUMENT, "a turnstile of %u: expected 2 to %u, fewer than tokens",
            turnstile, order->count - 1);
out:
    return status;
}

kg_status kg__ga_check_pancake(kg_context *ctx, const kg_ga_star_order *order, unsigned *least)
{
    return check_order(ctx, order, 2, least);
}
