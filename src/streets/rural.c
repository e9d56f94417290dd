/*
 * A walk that covers a part of the streets, or both sides of streets: the rural postman's problem.
 *
 * In:  the streets, of which some are required; the ends of the walk.
 * Out: how often each street is walked.
 * Method: required streets that are connected are a group. Groups are joined by a minimum spanning
 *     tree of shortest ways between them, which is found among the streets that lead from what is
 *     nearest to one group to what is nearest to another. Then the walk is made as short as can be
 *     around what is to be walked: by a join of odd crossings (rural_undirected.c) or a flow
 *     (rural_directed.c). Last, a street that is walked there and back for nothing is left out
 *     where all stays connected. With one group the result is the shortest, unless two-way streets
 *     are to be covered once beside one-way ones.
 *     Bound: that of the join or the flow without the tree; or the length of the tree, and of its
 *     longest way once more if the walk is closed. For a walk leaves and enters each set of groups,
 *     so it passes twice through rings around them that grow until they touch; an open one passes
 *     once through those around its ends.
 * Source: G. N. Frederickson, "Approximation algorithms for some postman problems", J. ACM 26
 *     (1979).
 * Work: O(streets log streets) besides the join or the flow, and O(streets) for each of at most
 *     4096 streets that may be left out.
 */
#include "rural.h"
#include "../csr/forest.h"
#include <konig/distances.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TRIED_MOST = 4096 };

/* ---- groups ---------------------------------------------------------------------------------- */

static void unite(kg_vertex *parent, kg_vertex u, kg_vertex v)
{
    kg__forest_join(parent, &u, v);
}

static kg_status find_groups(kg__rural *r)
{
    const kg__tour *t = r->tour;
    const kg_streets *s = t->streets;
    const uint64_t n = s->map.crossings, m = s->map.streets;
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &r->group, n, sizeof *r->group, "groups of streets"));
    KG_TRY(kg__host_allocate(t->ctx, &r->member, n, sizeof *r->member, "groups of streets"));
    KG_TRY(kg__host_allocate(t->ctx, &r->joins, m, sizeof *r->joins, "groups of streets"));
    memset(r->member, 0, n * sizeof *r->member);
    memset(r->joins, 0, m * sizeof *r->joins);
    for (uint64_t v = 0; v < n; v++)
        r->group[v] = (kg_vertex)v;
    for (uint64_t e = 0; e < m; e++)
        if (s->required[e]) {
            r->member[s->end[2 * e]] = r->member[s->end[2 * e + 1]] = true;
            unite(r->group, s->end[2 * e], s->end[2 * e + 1]);
        }
    if (t->start != KG_NO_VERTEX)
        r->member[t->start] = true;
    if (t->end != KG_NO_VERTEX)
        r->member[t->end] = true;
    for (kg_vertex v = 0; v < n; v++) {
        r->group[v] = kg__forest_root(r->group, v);
        r->groups += r->member[v] && r->group[v] == v;
    }
out:
    return status;
}

/* A street between what is nearest to two groups, and how long the way over it is. */
typedef struct link {
    double length;
    uint64_t street;
} link;

static int compare(const void *a, const void *b)
{
    const link *x = a, *y = b;

    return x->length != y->length ? (x->length > y->length) - (x->length < y->length)
                                  : (x->street > y->street) - (x->street < y->street);
}

typedef struct joining {
    kg__rural *r;
    kg_distances *distances;
    const kg_vertex *nearest, *parent;
    const kg_edge *by;
    const double *distance;
    link *link;
    uint64_t links;
    kg_vertex *tree; /* [crossings] of groups that the tree joins */
} joining;

static kg_vertex group_at(const joining *j, kg_vertex v)
{
    return j->r->group[j->nearest[v]];
}

static kg_status find_links(joining *j)
{
    kg__rural *r = j->r;
    const kg_streets *s = r->tour->streets;
    const uint64_t n = s->map.crossings, m = s->map.streets;
    kg_context *ctx = r->tour->ctx;
    kg_vertex *source = NULL;
    uint64_t sources = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &source, n, sizeof *source, "groups of streets"));
    for (kg_vertex v = 0; v < n; v++)
        if (r->member[v])
            source[sources++] = v;
    KG_TRY(kg_graph_distances(&j->distances, r->graph, source, sources, NULL));
    KG_TRY(kg_distances_nearest(j->distances, &j->nearest));
    j->distance = kg_distances_lengths(j->distances);
    j->parent = kg_distances_parents(j->distances);
    j->by = kg_distances_edges(j->distances);
    KG_TRY(kg__host_allocate(ctx, &j->link, m, sizeof *j->link, "ways between groups"));
    for (uint64_t e = 0; e < m; e++) {
        const kg_vertex u = s->end[2 * e], v = s->end[2 * e + 1];

        if (j->nearest[u] != KG_NO_VERTEX && group_at(j, u) != group_at(j, v))
            j->link[j->links++] = (link){j->distance[u] + s->length[e] + j->distance[v], e};
    }
    if (j->links)
        qsort(j->link, j->links, sizeof *j->link, compare);
out:
    kg__free(ctx, source);
    return status;
}

/* The ways from a crossing to its group join, too. */
static void join_way(joining *j, kg_vertex v)
{
    for (; j->by[v] != KG_NO_EDGE; v = j->parent[v])
        j->r->joins[j->by[v]] = true;
}

static kg_status join_groups(kg__rural *r)
{
    const kg_streets *s = r->tour->streets;
    const uint64_t n = s->map.crossings;
    kg_context *ctx = r->tour->ctx;
    joining j = {.r = r};
    uint64_t left = r->groups;
    double longest = 0;
    kg_status status;

    kg__stage(ctx, "joining groups");
    KG_TRY(find_links(&j));
    KG_TRY(kg__host_allocate(ctx, &j.tree, n, sizeof *j.tree, "groups of streets"));
    for (uint64_t v = 0; v < n; v++)
        j.tree[v] = (kg_vertex)v;
    for (uint64_t i = 0; i < j.links; i++) {
        const kg_vertex *end = s->end + 2 * j.link[i].street;
        const kg_vertex a = group_at(&j, end[0]), b = group_at(&j, end[1]);

        if (kg__forest_root(j.tree, a) == kg__forest_root(j.tree, b))
            continue;
        unite(j.tree, a, b);
        left--;
        r->apart += j.link[i].length;
        longest = j.link[i].length;
        r->joins[j.link[i].street] = true;
        join_way(&j, end[0]);
        join_way(&j, end[1]);
    }
    if (left > 1)
        KG_TRY(kg__fail(ctx, KG_NO_SOLUTION,
            "no walk covers all required streets: they lie in %llu parts that no street joins",
            (unsigned long long)left));
    r->apart += r->tour->open ? 0 : longest;
out:
    kg_distances_destroy(j.distances);
    kg__free(ctx, j.link);
    kg__free(ctx, j.tree);
    return status;
}

/* ---- leaving out ----------------------------------------------------------------------------- */

/* Whether the streets that are walked are connected. */
static bool is_connected(const kg__rural *r, kg_vertex *parent)
{
    const kg__tour *t = r->tour;
    const kg_streets *s = t->streets;
    kg_vertex first = KG_NO_VERTEX;

    for (uint64_t v = 0; v < s->map.crossings; v++)
        parent[v] = (kg_vertex)v;
    for (uint64_t e = 0; e < s->map.streets; e++)
        if (t->times[0][e] || t->times[1][e])
            unite(parent, s->end[2 * e], s->end[2 * e + 1]);
    for (kg_vertex v = 0; v < s->map.crossings; v++) {
        if (!r->member[v])
            continue;
        if (first == KG_NO_VERTEX)
            first = kg__forest_root(parent, v);
        else if (kg__forest_root(parent, v) != first)
            return false;
    }
    return true;
}

/* Takes away two passes of a street, one each way where that counts. Returns whether there were two
 * that nothing needs. */
static bool take_away(const kg__tour *t, uint64_t e)
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

static kg_status leave_out(kg__rural *r)
{
    const kg__tour *t = r->tour;
    const uint64_t m = t->streets->map.streets;
    link *pair = NULL;
    kg_vertex *parent = NULL;
    uint64_t pairs = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(t->ctx, &pair, m, sizeof *pair, "streets to leave out"));
    KG_TRY(kg__host_allocate(
        t->ctx, &parent, t->streets->map.crossings, sizeof *parent, "streets to leave out"));
    for (uint64_t e = 0; e < m; e++)
        if (take_away(t, e)) {
            t->times[0][e]++;
            t->times[t->directed][e]++;
            pair[pairs++] = (link){-t->streets->length[e], e}; /* the longest first */
        }
    if (pairs)
        qsort(pair, pairs, sizeof *pair, compare);
    for (uint64_t i = 0; i < pairs && i < TRIED_MOST; i++) {
        const uint64_t e = pair[i].street;

        KG_TRY(kg__cancelled(t->ctx));
        while (take_away(t, e))
            if (!is_connected(r, parent)) {
                t->times[0][e]++;
                t->times[t->directed][e]++;
                break;
            }
    }
out:
    kg__free(t->ctx, pair);
    kg__free(t->ctx, parent);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

kg_status kg__tour_rural(kg__tour *t)
{
    const kg_streets *s = t->streets;
    kg__rural r = {.tour = t};
    kg_status status;

    t->directed = t->both_sides || s->counts.one_way;
    KG_TRY(kg_graph_build_undirected(
        &r.graph, t->ctx, s->map.crossings, s->map.streets, s->end, s->length));
    KG_TRY(kg__weights_create(&r.weights, r.graph));
    KG_TRY(find_groups(&r));
    if (r.groups > 1)
        KG_TRY(join_groups(&r));
    KG_TRY(t->directed ? kg__rural_directed(&r) : kg__rural_undirected(&r));
    KG_TRY(leave_out(&r));
    t->bound = fmax(t->bound, r.apart);
out:
    kg__stage(t->ctx, NULL);
    kg__weights_destroy(&r.weights, t->ctx);
    kg__free(t->ctx, r.group);
    kg__free(t->ctx, r.member);
    kg__free(t->ctx, r.joins);
    kg_graph_destroy(r.graph);
    return status;
}
