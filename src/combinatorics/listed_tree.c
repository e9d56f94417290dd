/*
 * Lightest spanning trees among listed edges.
 *
 * In: edges that connect all cities, prices. Out: n - 1 of the edges.
 *
 * Boruvka's method: in each round every part takes its lightest edge to another part, and edges
 * within a part are dropped. Of equal sums the first edge on the list is taken. An edge is left out
 * if equal sums would let it close a cycle.
 *
 * Work: O(count log n) at most; in practice the list halves from round to round.
 */
#include "../base/union_find.h"
#include "tour_stages.h"

static const uint64_t none = UINT64_MAX;

/* Drops the edges within parts, and finds each part's lightest edge, by its index in `left`. */
static uint64_t sift(kg__listed_way *left, uint64_t count, const uint32_t *part, uint64_t *best)
{
    uint64_t kept = 0;

    for (uint64_t i = 0; i < count; i++) {
        kg__listed_way way = left[i];

        way.a = part[way.a];
        way.b = part[way.b];
        if (way.a == way.b)
            continue;
        left[kept] = way;
        if (best[way.a] == none || way.sum < left[best[way.a]].sum)
            best[way.a] = kept;
        if (best[way.b] == none || way.sum < left[best[way.b]].sum)
            best[way.b] = kept;
        kept++;
    }
    return kept;
}

void kg__listed_tree(uint64_t *tree, const kg__way *way, uint64_t count, const int64_t *price,
    uint32_t n, kg__listed_way *left, uint32_t *part, uint64_t *best)
{
    kg__sets_part(part, n);
    for (uint64_t i = 0; i < count; i++)
        left[i] = (kg__listed_way){
            way[i].weight + price[way[i].a] + price[way[i].b], way[i].a, way[i].b, i};
    for (;;) {
        for (uint32_t v = 0; v < n; v++)
            best[v] = none;
        count = sift(left, count, part, best);
        if (!count)
            break;
        for (uint32_t v = 0; v < n; v++) {
            uint32_t x, y;

            if (best[v] == none)
                continue;
            x = kg__sets_root(part, left[best[v]].a);
            y = kg__sets_root(part, left[best[v]].b);
            if (x == y)
                continue;
            kg__sets_join(part, x, y);
            *tree++ = left[best[v]].index;
        }
        for (uint32_t v = 0; v < n; v++)
            part[v] = kg__sets_root(part, v);
    }
}
