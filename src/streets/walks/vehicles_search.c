/*
 * Improves the rounds of several vehicles: simulated annealing, then local search, repeated from
 * randomly changed rounds.
 *
 * In:  rounds that cover all services.
 * Out: rounds of which the longest is no longer.
 * Method: after simulated annealing (vehicles_anneal.c), chains of services move within a round and
 *     between the longest round and others, as vehicles_moves.c says, until nothing helps. Then
 *     some services go to random places, and the search is repeated. The result is kept if the
 *     longest round, or all rounds together, became shorter (iterated local search: H. Lourenço, O.
 *     Martin, T. Stützle, Handbook of Metaheuristics, 2003). Random numbers depend only on their
 *     count.
 * Work: at most WORK changes are examined. Memory: twice the rounds.
 */
#include "../../base/random.h"
#include "vehicles.h"
#include <string.h>

enum { WORK = 1 << 24, KICKS = 400, KICKED = 3 };

static const double slack = 1e-9; /* of rounding, relative to the length of all rounds */

static bool improve_pair(kg__rounds *r, uint64_t longest, uint64_t other, double least)
{
    return kg__rounds_move(r, longest, other, least) || kg__rounds_swap(r, longest, other, least) ||
           kg__rounds_swap_ends(r, longest, other, least);
}

static kg_status polish(kg__rounds *r)
{
    const double least = slack * kg__rounds_sum(r);
    bool improved = true;
    kg_status status = KG_OK;

    while (improved && r->work) {
        uint64_t longest;

        KG_TRY(kg__cancelled(r->ctx));
        for (uint64_t i = 0; i < r->rounds; i++)
            while (r->work &&
                   (kg__rounds_move_within(r, i, least) || kg__rounds_turn_within(r, i, least)))
                ;
        longest = kg__rounds_longest(r);
        improved = false;
        for (uint64_t i = 0; i < r->rounds && !improved; i++)
            improved = i != longest && improve_pair(r, longest, i, least);
    }
out:
    return status;
}

static void kick(kg__rounds *r, uint64_t number)
{
    for (uint64_t k = 0; k < KICKED; k++) {
        const uint64_t at = 8 * number + 2 * k;
        uint64_t which = kg__random_below(1, at, r->services), from = 0, to, place;
        uint32_t code;

        while (which >= r->size[from])
            which -= r->size[from++];
        code = kg__round(r, from)[which];
        kg__round_take(r, from, which, 1);
        to = kg__random_below(2, at, r->rounds);
        place = kg__random_below(2, at + 1, r->size[to] + 1);
        code ^= r->service[code / 2].turns ? (uint32_t)kg__random_below(1, at + 1, 2) : 0;
        kg__round_put(r, to, place, &code, 1);
    }
    for (uint64_t i = 0; i < r->rounds; i++)
        r->length[i] = kg__round_measure(r, i);
}

kg_status kg__rounds_improve(kg__rounds *r)
{
    kg__rounds_kept best = {0};
    kg_status status;

    KG_TRY(kg__host_allocate(
        r->ctx, &best.walked, r->rounds * r->services, sizeof *best.walked, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &best.size, r->rounds, sizeof *best.size, "rounds"));
    KG_TRY(kg__host_allocate(r->ctx, &best.length, r->rounds, sizeof *best.length, "rounds"));
    r->work = WORK;
    kg__rounds_keep(&best, r);
    KG_TRY(kg__rounds_anneal(r, &best));
    KG_TRY(polish(r));
    kg__rounds_keep(&best, r);
    for (uint64_t number = 0; number < KICKS && r->work; number++) {
        double longest;

        kick(r, number);
        KG_TRY(polish(r));
        longest = r->length[kg__rounds_longest(r)];
        if (longest < best.longest || (longest == best.longest && kg__rounds_sum(r) < best.sum))
            kg__rounds_keep(&best, r);
        else
            kg__rounds_restore(r, &best);
    }
out:
    kg__free_all(r->ctx, best.walked, best.size, best.length);
    return status;
}
