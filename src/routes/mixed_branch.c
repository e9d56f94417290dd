/*
 * Route inspection of a graph with one-way edges: branch and bound.
 *
 * In:  arcs for ends that are given or not; best[], a walk; a bound.
 * Out: best[]. If the search was completed, this is the shortest walk, and the bound is its cost.
 * Method: the flow of the bound leaves some two-way edges half and half. This gives a walk that
 *     uses each of them once in each direction. If that is too long, there are two branches for the
 *     longest such edge: it is walked at least once from its first end, or at least once from its
 *     other end. Each is a flow with a higher bound. The flow chooses the ends that are not given.
 * Work: a flow a branch. The search is completed for up to EXACT two-way edges; otherwise it has at
 *     most FLOWS flows, and fewer for larger graphs. The limit is not one of time, so the answer is
 *     the same everywhere.
 */
#include "mixed.h"
#include <string.h>

enum { EXACT = 24, FLOWS = 2048, WORK = 1 << 19 }; /* WORK: most arcs in all flows together */

typedef struct search {
    kg__mixed *x;
    kg_vertex some; /* the end of a closed walk */
    uint64_t flows; /* number of flows that may still be found */
    __int128 best;
} search;

/* The longest two-way edge that is half and half. place: [out] its index among the two-way
 * edges. */
static uint64_t choose(const kg__mixed *x, uint64_t *place)
{
    uint64_t chosen = x->m, i = 0;

    for (uint64_t e = 0; e < x->m; e++) {
        if (kg__is_one_way(x, e))
            continue;
        if (x->net[e] == 0 && !x->way[i] && x->length[e] &&
            (chosen == x->m || x->length[e] > x->length[chosen])) {
            chosen = e;
            *place = i;
        }
        i++;
    }
    return chosen;
}

static void keep(search *s, __int128 cost)
{
    kg__mixed *x = s->x;

    s->best = cost;
    memcpy(x->best, x->net, x->m * sizeof *x->best);
    if (!x->extra)
        return;
    x->at->start = x->first == KG_NO_VERTEX ? s->some : x->first;
    x->at->last = x->last == KG_NO_VERTEX ? s->some : x->last;
}

static kg_status branch(search *s)
{
    kg__mixed *x = s->x;
    uint64_t i = 0, place = 0;
    __int128 bound, cost;
    kg_status status = KG_OK;

    if (s->best <= x->at->bound || s->flows == 0)
        goto out;
    s->flows--;
    for (uint64_t e = 0; e < x->m; e++) {
        x->net[e] = e < x->streets || !x->extra;
        if (!kg__is_one_way(x, e) && x->way[i++] < 0)
            x->net[e] = -1;
    }
    x->first = x->last = KG_NO_VERTEX;
    KG_TRY(kg__mixed_balance(x, 1, 2, &bound));
    if (bound >= s->best)
        goto out;
    cost = kg__mixed_cost(x, x->net);
    if (cost < s->best)
        keep(s, cost);
    if (choose(x, &place) == x->m)
        goto out;
    for (int way = 1; way >= -1 && status == KG_OK; way -= 2) {
        x->way[place] = (signed char)way;
        status = branch(s);
    }
    x->way[place] = 0;
out:
    return status;
}

kg_status kg__mixed_branch(kg__mixed *x, kg_vertex some)
{
    const uint64_t arcs = x->m + 2 * x->two_way + x->extra;
    const uint64_t most = WORK / arcs < FLOWS ? WORK / arcs : FLOWS;
    search s = {.x = x,
        .some = some,
        .flows = x->two_way <= EXACT ? UINT64_MAX : most,
        .best = kg__mixed_cost(x, x->best)};
    kg_status status;

    KG_TRY(kg__host_allocate(x->at->graph->ctx, &x->way, x->two_way, 1, "directions"));
    memset(x->way, 0, x->two_way);
    status = branch(&s);
    if (s.flows)
        x->at->bound = s.best;
out:
    kg__free(x->at->graph->ctx, x->way);
    x->way = NULL;
    return status;
}
