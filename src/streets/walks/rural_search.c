/*
 * Shorter walks that cover a part of the streets: branch and bound.
 *
 * In:  a connected solution.
 * Out: the best one found; a bound.
 * Method: a solution that need not be connected is a bound. A spanning tree joins its parts, as it
 *     joined the groups, until a solution is connected. If two-way streets stand beside one-way
 *     ones, the same is done with a join of odd crossings, as Frederickson's MIXED2 does.
 *     Bound: that of the flow, of the join, or of both: subtracting the flow's potentials does not
 *     change the cost of a closed walk, and then no street costs less than 0. The walk pays at
 *     least that cost for each required street, and a join of odd crossings besides.
 *     Then branch and bound. If a solution is not connected, the walk must use some street that
 *     leads away from one of its parts. The part with the fewest such streets is taken, and each of
 *     them is tried, first those on the shortest paths to another part. If the solution is
 *     connected, but has two-way streets with a single unit, the longest of them is fixed in one
 *     direction, then in the other. A branch ends if its bound is no better than the best solution.
 *     If the search is complete, the least bound of its leaves is the bound.
 * Work: a join or a flow and a tree of shortest paths a branch: at most BRANCHES, and fewer the
 *     larger the town is. The limit is not a time, so the answer is the same everywhere.
 * Memory: 16 bytes for each street that leads away, for each branch in progress.
 */
#include "../../base/union_find.h"
#include "rural.h"
#include <konig/distances.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BRANCHES = 2048, WORK = 1 << 18 }; /* WORK: arcs in all branches together */

static const double slack = 1e-9; /* of the rounding of sums, relative to the length of all
                                     streets */

typedef struct search {
    kg__rural *r;
    uint64_t left; /* how many more branches may be examined */
    bool whole;    /* no branch had to be left out so far */
    double best;   /* the repeats of the best solution */
    double least;  /* bound of leaves */
    uint64_t *times[2];
    kg_vertex start, end;
    bool closed;
} search;

static double slack_of(const search *s)
{
    return slack * s->r->tour->streets->counts.length;
}

/* Keeps the current solution if it is better. */
static void keep(search *s)
{
    const kg__streets_tour *t = s->r->tour;
    const double repeated = kg__rural_repeated(s->r);

    if (repeated >= s->best)
        return;
    s->best = repeated;
    for (int i = 0; i < 2; i++)
        memcpy(s->times[i], t->times[i], t->streets->map.streets * sizeof *s->times[i]);
    s->start = t->start;
    s->end = t->end;
    s->closed = t->closed;
}

static void restore(const search *s)
{
    kg__streets_tour *t = s->r->tour;

    for (int i = 0; i < 2; i++)
        memcpy(t->times[i], s->times[i], t->streets->map.streets * sizeof *s->times[i]);
    t->start = s->start;
    t->end = s->end;
    t->closed = s->closed;
}

/* The root of the part that the fewest streets lead away from; KG_NO_VERTEX: none has any. */
static kg_status choose_part(const kg__rural *r, kg_vertex *part, uint64_t *fewest)
{
    const kg_streets *s = r->tour->streets;
    const uint64_t n = s->map.crossings;
    kg_context *ctx = r->tour->ctx;
    uint64_t *away = NULL;
    kg_status status;

    *part = KG_NO_VERTEX;
    *fewest = 0;
    KG_TRY(kg__host_allocate(ctx, &away, n, sizeof *away, "parts of a walk"));
    memset(away, 0, n * sizeof *away);
    for (uint64_t e = 0; e < s->map.streets; e++) {
        const kg_vertex u = kg__sets_root(r->parent, s->end[2 * e]);
        const kg_vertex v = kg__sets_root(r->parent, s->end[2 * e + 1]);

        away[u] += u != v;
        away[v] += u != v;
    }
    for (uint64_t v = 0; v < n; v++) {
        const kg_vertex root = kg__sets_root(r->parent, (kg_vertex)v);

        if (r->member[v] && away[root] && (*part == KG_NO_VERTEX || away[root] < *fewest)) {
            *part = root;
            *fewest = away[root];
        }
    }
out:
    kg__free(ctx, away);
    return status;
}

/* The streets that lead away from a part, sorted by the path along them to another one. */
static kg_status rank_streets(const kg__rural *r, kg_vertex part, kg__ranked *ranked)
{
    const kg_streets *s = r->tour->streets;
    const uint64_t n = s->map.crossings;
    kg_context *ctx = r->tour->ctx;
    kg_distances *distances = NULL;
    kg_vertex *source = NULL;
    uint64_t sources = 0, count = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &source, n, sizeof *source, "parts of a walk"));
    for (uint64_t v = 0; v < n; v++)
        if (r->member[v] && kg__sets_root(r->parent, (kg_vertex)v) != part)
            source[sources++] = (kg_vertex)v;
    KG_TRY(kg_graph_distances(&distances, r->graph, source, sources, NULL));
    for (uint64_t h = 0; h < 2 * s->map.streets; h++)
        if (kg__sets_root(r->parent, s->end[h]) == part &&
            kg__sets_root(r->parent, s->end[h ^ 1]) != part)
            ranked[count++] = (kg__ranked){
                kg__length(s, h / 2, h & 1) + kg_distances_lengths(distances)[s->end[h ^ 1]],
                h / 2};
    qsort(ranked, count, sizeof *ranked, kg__rural_compare);
out:
    kg_distances_destroy(distances);
    kg__free(ctx, source);
    return status;
}

static kg_status branch(search *s);

static kg_status branch_away(search *s, double bound)
{
    kg__rural *r = s->r;
    kg__ranked *ranked = NULL;
    kg_vertex part;
    uint64_t count;
    kg_status status;

    KG_TRY(choose_part(r, &part, &count));
    if (part == KG_NO_VERTEX) {
        s->least = fmin(s->least, bound);
        goto out;
    }
    KG_TRY(kg__host_allocate(r->tour->ctx, &ranked, count, sizeof *ranked, "parts of a walk"));
    KG_TRY(rank_streets(r, part, ranked));
    for (uint64_t i = 0; i < count && status == KG_OK; i++) {
        r->joins[ranked[i].street] = true;
        status = branch(s);
        r->joins[ranked[i].street] = false;
    }
out:
    kg__free(r->tour->ctx, ranked);
    return status;
}

static kg_status branch(search *s)
{
    kg__rural *r = s->r;
    double bound;
    uint64_t half;
    kg_status status = KG_OK;

    s->whole = s->whole && s->left;
    if (!s->left)
        goto out;
    s->left--;
    KG_TRY(kg__rural_solve(r));
    bound = r->bound;
    half = r->half;
    if (bound >= s->best - slack_of(s))
        goto out;
    if (!kg__rural_is_connected(r)) {
        status = branch_away(s, bound);
        goto out;
    }
    KG_TRY(kg__rural_leave_out(r));
    keep(s);
    if (half == UINT64_MAX)
        s->least = fmin(s->least, bound);
    for (signed char way = 1; way >= -1 && half != UINT64_MAX && status == KG_OK; way -= 2) {
        r->way[half] = way;
        status = branch(s);
        r->way[half] = 0;
    }
out:
    return status;
}

/* Joins the parts of the current solution, which is not connected. The next solution may join other
 * parts anew. member: [crossings] */
static kg_status join_parts(kg__rural *r, bool *member)
{
    const kg__streets_tour *t = r->tour;
    const kg_streets_map *map = &t->streets->map;
    double apart;
    kg_status status;

    for (uint64_t v = 0; v < map->crossings; v++) {
        member[v] = r->member[v];
        r->parent[v] = kg__sets_root(r->parent, (kg_vertex)v);
    }
    for (uint64_t h = 0; h < 2 * map->streets; h++)
        if (t->times[0][h / 2] || t->times[1][h / 2])
            member[map->end[h]] = true;
    KG_TRY(kg__rural_join(r, r->parent, member, &apart));
    KG_TRY(kg__rural_solve(r));
out:
    return status;
}

/* Joins parts until the solution is connected. */
static kg_status join_solution(search *s)
{
    kg__rural *r = s->r;
    const kg_streets_map *map = &r->tour->streets->map;
    bool *member = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(
        r->tour->ctx, &member, map->crossings, sizeof *member, "parts of a walk"));
    for (uint64_t i = 0; i < map->crossings && !kg__rural_is_connected(r); i++)
        KG_TRY(join_parts(r, member));
    KG_TRY(kg__rural_leave_out(r));
    keep(s);
    memset(r->joins, 0, map->streets * sizeof *r->joins);
out:
    kg__free(r->tour->ctx, member);
    return status;
}

/* Finds the join of odd crossings. If lengths depend on the direction, a join by mean lengths makes
 * the better walk, because a street walked there and back costs twice its mean. */
static kg_status find_join(kg__rural *r, double *bound)
{
    const uint64_t m = r->tour->streets->map.streets;
    int64_t *const least = r->weights.weight, *mean = NULL;
    kg_status status;

    KG_TRY(kg__rural_undirected(r));
    *bound = r->bound;
    if (!r->cost)
        goto out;
    KG_TRY(kg__host_allocate(r->tour->ctx, &mean, m, sizeof *mean, "the best walk"));
    for (uint64_t e = 0; e < m; e++)
        mean[e] = (r->cost[2 * e] + r->cost[2 * e + 1]) / 2;
    r->weights.weight = mean;
    status = kg__rural_undirected(r);
    r->weights.weight = least;
out:
    kg__free(r->tour->ctx, mean);
    return status;
}

kg_status kg__rural_bound_reduced(kg__rural *r, double *bound)
{
    __int128 join;
    kg_status status;

    KG_TRY(kg__rural_bound_odd(r, r->reduced, &join));
    *bound = kg__weights_length(&r->weights, r->reduced_extra + join);
out:
    return status;
}

/* A solution from a join of odd crossings that ignores directions, and its bound. Two-way streets
 * that it walks twice are walked there and back. */
static kg_status join_odd(search *s, double *bound)
{
    kg__rural *r = s->r;
    kg__streets_tour *t = r->tour;
    const kg_streets *streets = t->streets;
    kg_status status;

    t->start = r->start;
    t->end = r->end;
    KG_TRY(find_join(r, bound));
    for (uint64_t e = 0; e < streets->map.streets; e++) {
        if (streets->one_way[e])
            continue;
        r->way[e] = streets->required[e] && t->times[0][e] > 1 ? KG__RURAL_BOTH : 0;
        r->joins[e] = !streets->required[e] && t->times[0][e];
    }
    KG_TRY(kg__rural_solve(r));
    KG_TRY(join_solution(s));
    memset(r->way, 0, streets->map.streets);
out:
    return status;
}

kg_status kg__rural_search(kg__rural *r)
{
    kg__streets_tour *t = r->tour;
    const uint64_t n = t->streets->map.crossings, m = t->streets->map.streets;
    const uint64_t most = WORK / (3 * m + 2 * n);
    search s = {.r = r, .whole = true, .best = INFINITY, .least = INFINITY};
    double first, odd = 0, reduced = 0;
    kg_status status;

    for (int i = 0; i < 2; i++)
        KG_TRY(kg__host_allocate(t->ctx, &s.times[i], m, sizeof *s.times[i], "the best walk"));
    keep(&s);
    memset(r->joins, 0, m * sizeof *r->joins);
    if (t->directed && !t->both_sides && !t->heuristic)
        KG_TRY(join_odd(&s, &odd));
    if (t->directed && !t->both_sides && !t->heuristic && !t->open)
        KG_TRY(kg__host_allocate(t->ctx, &r->reduced, m, sizeof *r->reduced, "potentials"));
    KG_TRY(kg__rural_solve(r));
    first = fmax(r->bound, fmax(odd, r->apart));
    if (r->reduced)
        KG_TRY(kg__rural_bound_reduced(r, &reduced));
    kg__free(t->ctx, r->reduced);
    r->reduced = NULL;
    first = fmax(first, reduced);
    KG_TRY(join_solution(&s));
    s.left = t->heuristic ? 0 : most < BRANCHES ? most : BRANCHES;
    if (first < s.best - slack_of(&s))
        KG_TRY(branch(&s));
    restore(&s);
    t->bound = fmin(fmax(s.whole ? s.least : first, first), s.best);
out:
    kg__free_all(t->ctx, s.times[0], s.times[1], r->reduced);
    r->reduced = NULL;
    return status;
}
