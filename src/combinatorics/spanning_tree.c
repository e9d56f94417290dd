/*
 * Lightest spanning trees of all cities, with a price on each city.
 *
 * In: a network, prices. Out: the n - 1 edges of a tree that is lightest by unit * weight + the
 * prices of both ends, in integers.
 *
 * A matrix: Prim's method, O(n^2). Places: Boruvka's method. In each round every part, at first a
 * single city, takes the lightest edge to another part. A city keeps the nearest city of another
 * part that it has found until that city joins its own part. The old sum is then a lower bound
 * until the city searches again, which is not necessary while its part knows a lighter edge. An
 * edge has the same sum in both directions, (a, b) and (b, a). Edges of equal sums that would close
 * a cycle are left out.
 *
 * Work: O(n log n) in practice for places. Deterministic at any number of threads: a city searches
 * with the data of the round's beginning.
 */
#include "../base/union_find.h"
#include "tour_stages.h"
#include <string.h>

/* Cities from which on one more thread pays. */
enum { GRAIN = 512, CHUNK = 64 };

/* ---- matrices -------------------------------------------------------------------------------- */

/* The lighter one of the weights between two cities. */
static int64_t lighter(const kg__network *w, uint32_t a, uint32_t b)
{
    const int64_t there = w->table[(uint64_t)a * w->n + b];
    const int64_t back = w->directed ? w->table[(uint64_t)b * w->n + a] : there;

    return there < back ? there : back;
}

typedef struct outside {
    uint32_t node, from;
    int64_t sum; /* of the lightest edge to it from the tree */
} outside;

static kg_status prim(uint32_t (*edge)[2], kg__network *w, int64_t unit, const int64_t *price)
{
    outside *left = NULL;
    uint32_t at = 0, count = w->n - 1;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &left, w->n, sizeof *left, "cities outside the tree"));
    for (uint32_t i = 0; i < count; i++)
        left[i] = (outside){i + 1, 0, INT64_MAX};
    while (count) {
        uint32_t best = 0;

        for (uint32_t i = 0; i < count; i++) {
            const uint32_t v = left[i].node;
            const int64_t sum = unit * lighter(w, at, v) + price[at] + price[v];

            if (sum < left[i].sum) {
                left[i].sum = sum;
                left[i].from = at;
            }
            if (left[i].sum < left[best].sum)
                best = i;
        }
        at = left[best].node;
        (*edge)[0] = left[best].from;
        (*edge++)[1] = at;
        left[best] = left[--count];
    }
out:
    kg__free(w->ctx, left);
    return status;
}

/* ---- places ---------------------------------------------------------------------------------- */

typedef struct boruvka {
    kg__network *network;
    const int64_t *price;
    int64_t unit;
    uint32_t *part;  /* [n] the least city of the city's part */
    uint32_t *found; /* [n] the nearest city of another part, or NONE */
    uint32_t *best;  /* [n] for each part the city that has found the nearest, or NONE */
    int64_t *sum;    /* [n] of the edge to found; a lower bound if found is NONE */
} boruvka;

/* Finds each part's lightest edge among the known ones. */
static void choose(boruvka *b)
{
    memset(b->best, 0xff, b->network->n * sizeof *b->best);
    for (uint32_t i = 0; i < b->network->n; i++) {
        uint32_t *best = &b->best[b->part[i]];

        if (b->found[i] != KG__NODE_NONE && (*best == KG__NODE_NONE || b->sum[i] < b->sum[*best]))
            *best = i;
    }
}

/* The first round: each city searches. The nearest city in the tree before is probably near now,
 * too. */
static void search_first(boruvka *b, uint32_t *hint)
{
    kg__network *w = b->network;
    const kg__city_search search = {b->part, b->price, b->unit};

    kg__network_refresh(w, &search);
    KG_PARALLEL_FOR(kg__threads(w->ctx, w->n, GRAIN), schedule(dynamic, CHUNK))
    for (uint32_t i = 0; i < w->n; i++) {
        int64_t least = INT64_MAX;
        uint32_t found;

        if (hint[i] != KG__NODE_NONE)
            least = b->unit * kg__network_weight(w, i, hint[i]) + b->price[hint[i]];
        found = kg__network_foreign(w, &search, i, KG__NODE_NONE, &least);
        if (found != KG__NODE_NONE)
            hint[i] = found;
        b->found[i] = hint[i];
        b->sum[i] = least + b->price[i];
    }
}

/* A later round: cities without a found city search again, unless their part already knows a
 * lighter edge. */
static void search_again(boruvka *b)
{
    kg__network *w = b->network;
    const kg__city_search search = {b->part, b->price, b->unit};

    kg__network_refresh(w, &search);
    KG_PARALLEL_FOR(kg__threads(w->ctx, w->n, GRAIN), schedule(dynamic, CHUNK))
    for (uint32_t i = 0; i < w->n; i++) {
        const uint32_t best = b->best[b->part[i]];
        const int64_t most = best == KG__NODE_NONE ? INT64_MAX : b->sum[best];
        int64_t least = best == KG__NODE_NONE ? INT64_MAX : most - b->price[i];

        if (b->found[i] != KG__NODE_NONE || b->sum[i] >= most)
            continue;
        b->found[i] = kg__network_foreign(w, &search, i, KG__NODE_NONE, &least);
        b->sum[i] = b->found[i] == KG__NODE_NONE ? most : least + b->price[i];
    }
}

/* Joins parts by their lightest edges. Returns the number of edges. */
static uint32_t join_parts(boruvka *b, uint32_t (*edge)[2])
{
    const uint32_t n = b->network->n;
    uint32_t count = 0;

    for (uint32_t p = 0; p < n; p++) {
        const uint32_t from = b->best[p], to = from == KG__NODE_NONE ? from : b->found[from];
        uint32_t x, y;

        if (from == KG__NODE_NONE)
            continue;
        x = kg__sets_root(b->part, from);
        y = kg__sets_root(b->part, to);
        if (x == y)
            continue;
        kg__sets_join(b->part, x, y);
        edge[count][0] = from;
        edge[count++][1] = to;
    }
    for (uint32_t i = 0; i < n; i++)
        b->part[i] = kg__sets_root(b->part, i);
    for (uint32_t i = 0; i < n; i++)
        if (b->found[i] != KG__NODE_NONE && b->part[b->found[i]] == b->part[i])
            b->found[i] = KG__NODE_NONE;
    return count;
}

static kg_status boruvka_tree(
    uint32_t (*edge)[2], kg__network *w, int64_t unit, const int64_t *price, uint32_t *hint)
{
    boruvka b = {.network = w, .price = price, .unit = unit};
    const uint32_t n = w->n;
    uint32_t *memory = NULL, count = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &b.sum, n, sizeof *b.sum, "nearest cities"));
    KG_TRY(kg__host_allocate(w->ctx, &memory, 3 * (uint64_t)n, sizeof *memory, "nearest cities"));
    b.part = memory;
    b.found = memory + n;
    b.best = memory + 2 * (uint64_t)n;
    kg__sets_part(b.part, n);
    search_first(&b, hint);
    for (;;) {
        choose(&b);
        count += join_parts(&b, edge + count);
        KG_TRY(kg__cancelled(w->ctx));
        if (count == n - 1)
            break;
        choose(&b);
        search_again(&b);
    }
out:
    kg__free_all(w->ctx, memory, b.sum);
    return status;
}

kg_status kg__spanning_tree(
    uint32_t (*edge)[2], kg__network *network, int64_t unit, const int64_t *price, uint32_t *hint)
{
    return network->table ? prim(edge, network, unit, price)
                          : boruvka_tree(edge, network, unit, price, hint);
}
