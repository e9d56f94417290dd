/*
 * A walk that covers a part of streets that are all two-way.
 *
 * In:  the required streets and those that join them.
 * Out: times[0]; the ends.
 * Method: the repeats are the cheapest join of the crossings at which an odd number of these
 *     streets meet, in the graph of all streets (../routes/join.h). Ends that are not given are odd
 *     crossings that need no repeats, as in route inspection.
 */
#include "rural.h"
#include <string.h>

/* Finds the odd crossings. Returns how many there are. */
static uint64_t find_odd(const kg__rural *r, bool *odd)
{
    const kg__streets_tour *t = r->tour;
    const kg_streets *s = t->streets;
    uint64_t count = 0;

    memset(odd, 0, s->map.crossings * sizeof *odd);
    for (uint64_t h = 0; h < 2 * s->map.streets; h++)
        odd[s->end[h]] ^= s->required[h / 2] ^ r->joins[h / 2];
    if (t->open && t->start != KG_NO_VERTEX)
        odd[t->start] ^= 1;
    if (t->open && t->end != KG_NO_VERTEX)
        odd[t->end] ^= 1;
    for (uint64_t v = 0; v < s->map.crossings; v++)
        count += odd[v];
    return count;
}

static void set_ends(kg__streets_tour *t, const kg__join *join, uint64_t odd)
{
    unsigned used = 0;

    t->closed = !t->open || (join->open && join->left[0] == KG_NO_VERTEX) ||
                (!odd && (t->start == KG_NO_VERTEX || t->end == KG_NO_VERTEX));
    if (t->closed)
        return;
    if (t->start == KG_NO_VERTEX)
        t->start = join->left[used++];
    if (t->end == KG_NO_VERTEX)
        t->end = join->left[used];
    t->closed = t->start == t->end;
}

kg_status kg__rural_bound_odd(const kg__rural *r, const int64_t *weight, __int128 *bound)
{
    const kg__streets_tour *t = r->tour;
    kg__join join = {.ctx = t->ctx,
        .n = t->streets->map.crossings,
        .m = t->streets->map.streets,
        .end = t->streets->end,
        .weight = weight};
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &join.odd, join.n, sizeof *join.odd, "odd crossings"));
    KG_TRY(kg__host_allocate(t->ctx, &join.chosen, join.m, sizeof *join.chosen, "repeats"));
    memset(join.chosen, 0, join.m * sizeof *join.chosen);
    if (find_odd(r, join.odd))
        KG_TRY(kg__join_find(&join));
    *bound = join.bound;
out:
    kg__free_all(t->ctx, join.odd, join.chosen);
    return status;
}

kg_status kg__rural_undirected(kg__rural *r)
{
    kg__streets_tour *t = r->tour;
    const kg_streets *s = t->streets;
    kg__join join = {.ctx = t->ctx,
        .n = s->map.crossings,
        .m = s->map.streets,
        .end = s->end,
        .weight = r->weights.weight,
        .quick = t->heuristic};
    __int128 bound;
    uint64_t odd;
    kg_status status;

    if (t->heuristic && t->open && (t->start == KG_NO_VERTEX || t->end == KG_NO_VERTEX))
        return kg__fail(t->ctx, KG_UNSUPPORTED,
            "the heuristic finds no ends of an open walk: give both its start and its end");
    KG_TRY(kg__host_allocate(t->ctx, &join.odd, join.n, sizeof *join.odd, "odd crossings"));
    KG_TRY(kg__host_allocate(t->ctx, &join.chosen, join.m, sizeof *join.chosen, "repeats"));
    memset(join.chosen, 0, join.m * sizeof *join.chosen);
    odd = find_odd(r, join.odd);
    join.open = t->open && odd ? (t->start == KG_NO_VERTEX) + (t->end == KG_NO_VERTEX) : 0;
    if (odd)
        KG_TRY(kg__join_find(&join));
    bound = join.bound;
    for (uint64_t e = 0; e < s->map.streets; e++) {
        t->times[0][e] = (uint64_t)s->required[e] + r->joins[e] + join.chosen[e];
        bound += r->joins[e] ? r->weights.weight[e] : 0;
    }
    r->bound = kg__weights_length(&r->weights, bound);
    set_ends(t, &join, odd);
out:
    kg__free_all(t->ctx, join.odd, join.chosen);
    return status;
}
