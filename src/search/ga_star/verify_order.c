/* Checks the moves that sort a pile or a ring, by definition, on an array. Shares no code with the
 * search. */
#include "orders.h"

static void reverse(uint8_t *item, unsigned n, unsigned first, unsigned count)
{
    for (unsigned i = 0; i < count / 2; i++) {
        uint8_t *a = &item[(first + i) % n], *b = &item[(first + count - 1 - i) % n];
        const uint8_t held = *a;

        *a = *b;
        *b = held;
    }
}

/* The place of a token; n if it is missing. */
static unsigned find(const uint8_t *item, unsigned n, uint32_t token)
{
    unsigned place = 0;

    while (place < n && item[place] != token)
        place++;
    return place;
}

kg_status kg_ga_star_verify(kg_context *context, const kg_ga_star_order *order, unsigned turnstile,
    const uint32_t *move, size_t length)
{
    kg_ga_star_order now;
    unsigned least, n, first;
    kg_status status;

    KG_NEED(NULL, context);
    KG_NEED(context, order);
    if (length)
        KG_NEED(context, move);
    kg__begin(context);
    KG_TRY(turnstile ? kg__ga_check_topspin(context, order, turnstile, &least)
                     : kg__ga_check_pancake(context, order, &least));
    now = *order;
    n = now.count;
    for (size_t i = 0; i < length; i++) {
        const unsigned place = turnstile ? find(now.item, n, move[i]) : 0;

        if (turnstile ? place == n : move[i] < 2 || move[i] > n)
            return kg__fail(context, KG_NO_SOLUTION, "move %zu, %u, cannot be made", i, move[i]);
        reverse(now.item, n, place, turnstile ? turnstile : move[i]);
    }
    first = turnstile ? find(now.item, n, least) : 0;
    for (unsigned i = 0; i < n; i++)
        if (now.item[(first + i) % n] != least + i)
            return kg__fail(context, KG_NO_SOLUTION, "%zu moves leave %u where %u belongs", length,
                now.item[(first + i) % n], least + i);
out:
    return status;
}
