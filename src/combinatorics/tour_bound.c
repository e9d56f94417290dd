/*
 * The bound of Held and Karp, by 1-trees.
 *
 * In: a network, lists of near nodes. Out: a weight such that no tour is lighter.
 *
 * A tour without one of its edges at a city v is a path, and so a spanning tree. So no tour is
 * lighter than the lightest tree T plus the second lightest edge at a leaf v of T: T without v is a
 * lightest tree of the other cities, and the two lightest edges at v are added to it (a 1-tree). An
 * open tour is a tree and two edges to its joint, which weigh nothing. A price on each city, added
 * to all edges there, makes every tour heavier by twice the sum of the prices, but may make another
 * 1-tree the lightest one. Prices rise where the 1-tree has more than two edges, and fall where it
 * has one (subgradient ascent).
 *
 * The prices are found on 1-trees of listed edges only, which is cheap. The list has the near
 * edges, and those of all trees below. With the best of these prices a lightest tree of all edges
 * follows, and only its weight is a bound. Its edges join the list, and all is repeated until that
 * adds little.
 *
 * Weights are multiplied by `unit`, a power of two, and prices are integers. So every 1-tree's
 * weight is exact, and the bound holds for any steps; only the steps are computed in doubles.
 *
 * Work: up to ROUNDS trees of all edges, a few hundred of listed ones. Deterministic.
 * Sources: Held and Karp, "The traveling-salesman problem and minimum spanning trees", 1970 and
 * 1971; Helsgaun, "An effective implementation of the Lin-Kernighan traveling salesman heuristic",
 * 2000.
 */
#include "tour_stages.h"
#include <stdlib.h>
#include <string.h>

/* LEAVES: most leaves that are tried for the best one in a tree of all edges. FRUITLESS: steps
 * without a better bound after which steps become shorter. ROUNDS: most trees of all edges. */
enum { LEAVES = 32, FRUITLESS = 8, ROUNDS = 8, UNIT_BITS = 20, SUM_BITS = 59 };

typedef struct ascent {
    kg__network *network;
    int64_t unit, most;     /* most: the highest price */
    int64_t *price;         /* [n] */
    int64_t *best_price;    /* [n] the prices of the best 1-tree of listed edges */
    int32_t *degree, *last; /* [n] edges at each city in the 1-tree, and in the one before */
    uint32_t (*edge)[2];    /* [n - 1] a tree of all edges */
    uint32_t *hint;         /* [n] of kg__spanning_tree() */
    uint32_t *part;         /* [n] the city itself, for searches */

    kg__way *way; /* [ways] the listed edges */
    uint64_t ways, room;
    kg__listed_way *left; /* the next four are for kg__listed_tree() */
    uint64_t left_room;
    uint64_t *tree, *best;
    uint32_t *listed_part;
    kg__way *second; /* [n] for each leaf the lightest edge that is not in the tree */
} ascent;

/* The weight of the lighter direction, times the unit. */
static int64_t weight_of(const ascent *a, uint32_t v, uint32_t u)
{
    const kg__network *w = a->network;
    int64_t weight = kg__network_weight(w, v, u);

    if (w->directed && kg__network_weight(w, u, v) < weight)
        weight = kg__network_weight(w, u, v);
    return a->unit * weight;
}

/* ---- the joint of an open tour --------------------------------------------------------------- */

/* Adds the two lightest edges to the joint, or the mandatory ones. Returns their sum. */
static int64_t add_joint(ascent *a)
{
    const kg__network *w = a->network;
    uint32_t end[2] = {w->start != KG__NODE_NONE ? w->start : w->end, KG__NODE_NONE};

    if (w->start != KG__NODE_NONE)
        end[1] = w->end;
    for (unsigned k = 0; k < 2; k++) {
        if (end[k] != KG__NODE_NONE)
            continue;
        for (uint32_t v = 0; v < w->n; v++)
            if (v != end[1 - k] && (end[k] == KG__NODE_NONE || a->price[v] < a->price[end[k]]))
                end[k] = v;
    }
    a->degree[end[0]]++;
    a->degree[end[1]]++;
    return a->price[end[0]] + a->price[end[1]];
}

/* ---- 1-trees of listed edges ----------------------------------------------------------------- */

static void note_second(ascent *a, const kg__way *way, uint32_t leaf, uint32_t other)
{
    const int64_t sum = way->weight + a->price[leaf] + a->price[other];

    if (a->degree[leaf] == 1 && sum < a->second[leaf].weight)
        a->second[leaf] = (kg__way){sum, leaf, other};
}

/* Adds the heaviest one of all leaves' second edges. */
static int64_t add_listed_second(ascent *a)
{
    const uint32_t n = a->network->n;
    uint32_t leaf = KG__NODE_NONE;

    for (uint32_t v = 0; v < n; v++)
        a->second[v].weight = INT64_MAX;
    for (uint32_t i = 0; i < n - 1; i++) /* marks the edges of the tree */
        a->way[a->tree[i]].a ^= UINT32_MAX;
    for (uint64_t i = 0; i < a->ways; i++) {
        kg__way *way = &a->way[i];

        if (way->a >= n) {
            way->a ^= UINT32_MAX;
            continue;
        }
        note_second(a, way, way->a, way->b);
        note_second(a, way, way->b, way->a);
    }
    for (uint32_t v = 0; v < n; v++)
        if (a->second[v].weight != INT64_MAX &&
            (leaf == KG__NODE_NONE || a->second[v].weight > a->second[leaf].weight))
            leaf = v;
    if (leaf == KG__NODE_NONE) /* no leaf has another listed edge: the bound is a little lower */
        return 0;
    a->degree[leaf]++;
    a->degree[a->second[leaf].b]++;
    return a->second[leaf].weight;
}

static int64_t weigh_listed(ascent *a)
{
    const uint32_t n = a->network->n;
    int64_t sum = 0;

    kg__listed_tree(a->tree, a->way, a->ways, a->price, n, a->left, a->listed_part, a->best);
    memset(a->degree, 0, n * sizeof *a->degree);
    for (uint32_t i = 0; i < n - 1; i++) {
        const kg__way *way = &a->way[a->tree[i]];

        sum += way->weight + a->price[way->a] + a->price[way->b];
        a->degree[way->a]++;
        a->degree[way->b]++;
    }
    sum += a->network->joint == KG__NODE_NONE ? add_listed_second(a) : add_joint(a);
    for (uint32_t v = 0; v < n; v++)
        sum -= 2 * a->price[v];
    return sum;
}

/* ---- 1-trees of all edges -------------------------------------------------------------------- */

/* The sum of the lightest edge at leaf v, except the tree's edge to u. */
static int64_t second_sum(const ascent *a, uint32_t v, uint32_t u)
{
    const kg__city_search search = {a->part, a->price, a->unit};
    int64_t least = INT64_MAX;

    if (!a->network->table) {
        kg__network_foreign(a->network, &search, v, u, &least);
        return least + a->price[v];
    }
    for (uint32_t x = 0; x < a->network->n; x++)
        if (x != v && x != u && weight_of(a, v, x) + a->price[x] < least)
            least = weight_of(a, v, x) + a->price[x];
    return least + a->price[v];
}

static int64_t add_second(ascent *a)
{
    const uint32_t n = a->network->n;
    const kg__city_search search = {a->part, a->price, a->unit};
    uint32_t leaves = 0, tried = 0;
    int64_t best = INT64_MIN;

    kg__network_refresh(a->network, &search);
    for (uint32_t v = 0; v < n; v++)
        leaves += a->degree[v] == 1;
    for (uint32_t i = 0; i < 2 * (n - 1); i++) {
        const uint32_t v = a->edge[i / 2][i % 2], u = a->edge[i / 2][1 - i % 2];
        int64_t sum;

        if (a->degree[v] != 1 || tried++ % (1 + leaves / LEAVES))
            continue;
        sum = second_sum(a, v, u);
        best = sum > best ? sum : best;
    }
    return best;
}

/* The lightest 1-tree of all edges, whose sum is a bound. The edges of its tree join the list. */
static kg_status weigh_all(int64_t *sum, ascent *a)
{
    const kg__network *w = a->network;
    const uint32_t n = w->n;
    kg_status status;

    *sum = 0;
    KG_TRY(kg__spanning_tree(a->edge, a->network, a->unit, a->price, a->hint));
    KG_TRY(kg__host_grow(w->ctx, &a->way, &a->room, a->ways + n, sizeof *a->way, "listed ways"));
    memset(a->degree, 0, n * sizeof *a->degree);
    for (uint32_t i = 0; i < n - 1; i++) {
        const uint32_t u = a->edge[i][0], v = a->edge[i][1];

        a->way[a->ways++] = (kg__way){weight_of(a, u, v), u, v};
        *sum += weight_of(a, u, v) + a->price[u] + a->price[v];
        a->degree[u]++;
        a->degree[v]++;
    }
    *sum += w->joint == KG__NODE_NONE ? add_second(a) : add_joint(a);
    for (uint32_t v = 0; v < n; v++)
        *sum -= 2 * a->price[v];
out:
    return status;
}

static int compare_ways(const void *one, const void *two)
{
    const kg__way *x = one, *y = two;

    if (x->a != y->a)
        return x->a < y->a ? -1 : 1;
    return (x->b > y->b) - (x->b < y->b);
}

/* Removes duplicate edges from the list. */
static void list_once(ascent *a)
{
    uint64_t kept = 0;

    for (uint64_t i = 0; i < a->ways; i++)
        if (a->way[i].a > a->way[i].b)
            a->way[i] = (kg__way){a->way[i].weight, a->way[i].b, a->way[i].a};
    qsort(a->way, a->ways, sizeof *a->way, compare_ways);
    for (uint64_t i = 0; i < a->ways; i++)
        if (!kept || compare_ways(&a->way[kept - 1], &a->way[i]) != 0)
            a->way[kept++] = a->way[i];
    a->ways = kept;
}

/* ---- the ascent ------------------------------------------------------------------------------ */

/* Moves prices by a step along the degrees, partly in the last direction. */
static void move_prices(ascent *a, double step)
{
    for (uint32_t v = 0; v < a->network->n; v++) {
        const double by = step * (0.7 * (a->degree[v] - 2) + 0.3 * (a->last[v] - 2));
        const double to = (double)a->price[v] + by;

        a->price[v] = to > (double)a->most    ? a->most
                      : to < -(double)a->most ? -a->most
                                              : (int64_t)llround(to);
    }
}

/* Climbs on 1-trees of listed edges towards a goal, from the current prices, and leaves the best
 * prices. *reached: [out] their sum. */
static kg_status climb(int64_t *reached, ascent *a, int64_t goal, double eager, unsigned steps,
    const kg__patience *patience)
{
    const uint32_t n = a->network->n;
    unsigned fruitless = 0;
    kg_status status;

    *reached = INT64_MIN;
    for (unsigned i = 0; i < steps && (!i || !kg__patience_ends(patience)); i++) {
        const int64_t sum = weigh_listed(a);
        double square = 0;

        KG_TRY(kg__progress(a->network->ctx, "lower bound", i, steps));
        if (i == 0)
            memcpy(a->last, a->degree, n * sizeof *a->last);
        if (sum > *reached) {
            *reached = sum;
            fruitless = 0;
            memcpy(a->best_price, a->price, n * sizeof *a->price);
        } else if (++fruitless == FRUITLESS) {
            fruitless = 0;
            eager /= 2;
        }
        for (uint32_t v = 0; v < n; v++)
            square += (a->degree[v] - 2) * (a->degree[v] - 2);
        if (square == 0 || *reached > goal - a->unit)
            break;
        move_prices(a, eager * ((double)goal - (double)sum) / square);
        memcpy(a->last, a->degree, n * sizeof *a->last);
    }
    memcpy(a->price, a->best_price, n * sizeof *a->price);
    status = KG_OK;
out:
    return status;
}

/* *best: [out] the greatest sum of a lightest 1-tree of all edges. */
static kg_status ascend(int64_t *best, ascent *a, int64_t goal, const kg__patience *patience)
{
    const uint32_t n = a->network->n;
    const unsigned steps = n < 20000 ? 400 : 100 + (unsigned)(6000000 / n);
    double eager = 1;
    int64_t sum, reached;
    kg_status status;

    KG_TRY(weigh_all(best, a));
    for (int round = 1; round < ROUNDS && *best <= goal - a->unit; round++) {
        if (kg__patience_ends(patience))
            break;
        list_once(a);
        KG_TRY(kg__host_grow(
            a->network->ctx, &a->left, &a->left_room, a->ways, sizeof *a->left, "listed ways"));
        KG_TRY(climb(&reached, a, goal, eager, round == 1 ? steps : steps / 4, patience));
        KG_TRY(weigh_all(&sum, a));
        *best = sum > *best ? sum : *best;
        eager = 0.1;
        if (reached - sum <= (goal - sum) / 64)
            break;
    }
out:
    return status;
}

static kg_status allocate(ascent *a, const uint32_t *near, uint32_t width)
{
    kg_context *ctx = a->network->ctx;
    const uint32_t n = a->network->n;
    const uint64_t near_ways = (uint64_t)n * width;
    uint32_t *words = NULL;
    kg_status status;

    KG_TRY(kg__host_grow(ctx, &a->way, &a->room, near_ways, sizeof *a->way, "listed ways"));
    KG_TRY(kg__host_allocate(ctx, &a->edge, n, sizeof *a->edge, "a tree"));
    KG_TRY(kg__host_allocate(ctx, &a->tree, 2 * (uint64_t)n, sizeof *a->tree, "a tree"));
    KG_TRY(kg__host_allocate(ctx, &a->second, n, sizeof *a->second, "leaves of a tree"));
    KG_TRY(kg__host_allocate(ctx, &a->price, 2 * (uint64_t)n, sizeof *a->price, "prices"));
    KG_TRY(kg__host_allocate(ctx, &words, 5 * (uint64_t)n, sizeof *words, "degrees"));
    a->best = a->tree + n;
    a->best_price = a->price + n;
    a->hint = words;
    a->part = a->hint + n;
    a->listed_part = a->part + n;
    a->degree = (int32_t *)(a->listed_part + n);
    a->last = a->degree + n;
    for (uint32_t v = 0; v < n; v++) {
        a->price[v] = 0;
        a->hint[v] = KG__NODE_NONE;
        a->part[v] = v;
    }
    for (uint64_t i = 0; i < near_ways; i++) {
        const uint32_t v = (uint32_t)(i / width);

        a->way[a->ways++] = (kg__way){weight_of(a, v, near[i]), v, near[i]};
    }
out:
    return status;
}

kg_status kg__tour_bound(int64_t *bound, kg__network *w, const uint32_t *near, uint32_t width,
    int64_t weight, const kg__patience *patience)
{
    const int64_t room = ((int64_t)1 << SUM_BITS) / (w->n + 2);
    ascent a = {.network = w, .unit = 1, .most = room};
    int64_t sum;
    kg_status status;

    while (a.unit < (int64_t)1 << UNIT_BITS && 2 * a.unit <= room / (w->largest + 1))
        a.unit *= 2;
    KG_TRY(allocate(&a, near, width));
    KG_TRY(ascend(&sum, &a, a.unit * weight, patience));
    /* weights are integers, so the bound is rounded up */
    *bound = sum / a.unit + (sum % a.unit > 0);
out:
    kg__free_all(w->ctx, a.hint, a.price, a.second, a.tree, a.edge, a.left, a.way);
    return status;
}
