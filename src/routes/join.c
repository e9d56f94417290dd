/*
 * A cheapest join: its core is made, matched, and expanded.
 *
 * In and out: as kg__join in join.h.
 * If open ends must be found, trees and chains stay: an end may lie in them.
 */
#include "join.h"

kg_status kg__join_find(kg__join *join)
{
    kg__core core;
    __int128 sum = 0;
    kg_status status;

    kg__stage(join->ctx, "contraction");
    KG_TRY(kg__core_create(&core, join, join->open > 0));
    kg__stage(join->ctx, join->quick ? "pairing" : "matching");
    KG_TRY(join->quick ? kg__core_join(&core, &join->bound)
                       : kg__core_match(&core, join->open, join->left, &join->bound));
    join->bound += core.forced;
    kg__core_expand(&core);
    for (uint64_t e = 0; e < join->m; e++)
        sum += join->chosen[e] ? join->weight[e] : 0;
    if (join->quick ? sum < join->bound : sum != join->bound)
        status = kg__fail(join->ctx, KG_INTERNAL, "self-check: the repeats are not the cheapest");
out:
    kg__core_destroy(&core);
    return status;
}
