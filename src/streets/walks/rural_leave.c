/*
 * Removes needless passes from a walk.
 *
 * In:  how often each street is walked.
 * Out: the same without two passes of a street, there and back, that nothing needs, if the walk
 *     stays connected; the longest streets first.
 * Work: O(streets) for each of at most TRIED_MOST streets.
 */
#include "../../base/union_find.h"
#include "rural.h"
#include <stdlib.h>

enum { TRIED_MOST = 4096 };

int kg__rural_compare(const void *a, const void *b)
{
    const kg__ranked *x = a, *y = b;

    return x->by != y->by ? (x->by > y->by) - (x->by < y->by)
                          : (x->street > y->street) - (x->street < y->street);
}

bool kg__rural_is_connected(kg__rural *r)
{
    const kg__streets_tour *t = r->tour;
    const kg_streets *s = t->streets;
    kg_vertex first = KG_NO_VERTEX;

    kg__sets_part(r->parent, s->map.crossings);
    for (uint64_t e = 0; e < s->map.streets; e++)
        if (t->times[0][e] || t->times[1][e]) {
            first = s->end[2 * e];
            kg__sets_join(r->parent, kg__sets_root(r->parent, first),
                kg__sets_root(r->parent, s->end[2 * e + 1]));
        }
    for (kg_vertex v = 0; v < s->map.crossings; v++)
        if (r->member[v] && kg__sets_root(r->parent, v) != kg__sets_root(r->parent, first))
            return false;
    for (uint64_t e = 0; e < s->map.streets; e++)
        if ((t->times[0][e] || t->times[1][e]) &&
            kg__sets_root(r->parent, s->end[2 * e]) != kg__sets_root(r->parent, first))
            return false;
    return true;
}

double kg__rural_repeated(const kg__rural *r)
{
    const kg__streets_tour *t = r->tour;
    double sum = 0;

    for (uint64_t e = 0; e < t->streets->map.streets; e++)
        sum += kg__tour_extra(t, e, t->times[0][e], t->times[1][e]);
    return sum;
}

/* Removes two passes of a street, one in each direction if directions count. Returns whether there
 * were two that nothing needs. */
static bool take_away(const kg__streets_tour *t, uint64_t e)
{
    const uint64_t covers = kg__tour_covers(t, e);
    uint64_t *there = &t->times[0][e], *back = &t->times[t->directed][e];
    const uint64_t each = t->both_sides && !t->streets->one_way[e] ? covers / 2 : 0;

    if (there == back ? *there < covers + 2
                      : *there <= each || *back <= each || *there + *back < covers + 2)
        return false;
    --*there;
    --*back;
    return true;
}

kg_status kg__rural_leave_out(kg__rural *r)
{
    const kg__streets_tour *t = r->tour;
    const uint64_t m = t->streets->map.streets;
    kg__ranked *pair = NULL;
    uint64_t pairs = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &pair, m, sizeof *pair, "streets to leave out"));
    for (uint64_t e = 0; e < m; e++)
        if (take_away(t, e)) {
            t->times[0][e]++;
            t->times[t->directed][e]++;
            pair[pairs++] = (kg__ranked){-t->streets->length[e], e}; /* the longest first */
        }
    if (pairs)
        qsort(pair, pairs, sizeof *pair, kg__rural_compare);
    for (uint64_t i = 0; i < pairs && i < TRIED_MOST; i++) {
        const uint64_t e = pair[i].street;

        KG_TRY(kg__cancelled(t->ctx));
        while (take_away(t, e))
            if (!kg__rural_is_connected(r)) {
                t->times[0][e]++;
                t->times[t->directed][e]++;
                break;
            }
    }
out:
    kg__free(t->ctx, pair);
    return status;
}
