/* Orders of pancakes and rings, read, and sorted as far as a few states lead. */
#include "fuzz.h"

static void sort_order(kg_context *ctx, const kg_ga_star_order *order, unsigned turnstile)
{
    const kg_ga_star_options options = {.max_states = 300, .weight = turnstile % 3 ? 1 : 2};
    kg_ga_star *answer = NULL;
    const kg_status status = turnstile
                                 ? kg_ga_star_topspin(&answer, ctx, order, turnstile, &options)
                                 : kg_ga_star_pancake(&answer, ctx, order, &options);

    if (status != KG_OK && status != KG_NO_SOLUTION && status != KG_LIMIT)
        abort();
    if (status == KG_OK && (kg_ga_star_verify(ctx, order, turnstile, kg_ga_star_moves(answer),
                                kg_ga_star_length(answer)) != KG_OK ||
                               kg_ga_star_bound(answer) > kg_ga_star_cost(answer) ||
                               kg_ga_star_cost(answer) != kg_ga_star_length(answer)))
        abort();
    kg_ga_star_destroy(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    kg_context *ctx = fuzz_context(1);
    kg_ga_star_set *set = NULL;
    const kg_status status = kg_ga_star_read_memory(&set, ctx, data, size);

    if ((status == KG_OK) != (set != NULL))
        abort();
    for (size_t i = 0; set && i < kg_ga_star_set_count(set) && i < 20; i++) {
        const kg_ga_star_order *order = &kg_ga_star_set_orders(set)[i];

        sort_order(ctx, order, 0);
        if (order->count > 2)
            sort_order(ctx, order, 2 + order->item[0] % (order->count - 2));
    }
    kg_ga_star_set_destroy(set);
    if (status == KG_OK)
        kg__begin(ctx); /* what the searches said is no failure of the reader */
    fuzz_settle(ctx, status);
    return 0;
}
