/*
 * Lightest spanning trees among ways that are listed.
 *
 * In: ways that connect all cities, prices. Out: n - 1 of the ways.
 *
 * Boruvka's method: in each round every part takes its lightest way to another part; ways within a
 * part are dropped. Equal sums: the first on the list; a way that would close a circle by that is
 * left out.
 *
 * Work: O(count log n) at most; the list halves from round to round in practice.
 */
#include "../base/union_find.h"
#include "tour_stages.h"

static const uint64_t none = UINT64_MAX;

/* Drops the ways within parts, and finds each part's lightest one, by its place in `left`. */
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
