/*
 * Joins parts of streets by a minimum spanning tree of shortest paths.
 *
 * In:  parts, each some connected crossings.
 * Out: the streets of the tree; a bound.
 * Method: each crossing belongs to its nearest part. A street between crossings of two parts stands
 *     for the shortest path between the parts that uses it, and these paths contain a minimum
 *     spanning tree (K. Mehlhorn, Information Processing Letters 27, 1988). Kruskal's algorithm
 *     finds it.
 * Work: O(streets log streets).
 */
#include "../../base/union_find.h"
#include "rural.h"
#include <konig/distances.h>
#include <stdlib.h>

typedef struct joining {
    kg__rural *r;
    const kg_vertex *part;
    const bool *member;
    kg_distances *distances;
    const kg_vertex *nearest, *parent;
    const kg_edge *by;
    const double *distance;
    kg__ranked *link; /* streets whose ends are nearest to different parts, by the length of the
                         path */
    uint64_t links;
    kg_vertex *tree; /* [crossings] sets of parts that the tree joins */
} joining;

static kg_vertex part_at(const joining *j, kg_vertex v)
{
    return j->part[j->nearest[v]];
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

    KG_TRY(kg__host_allocate(ctx, &source, n, sizeof *source, "parts of a walk"));
    for (kg_vertex v = 0; v < n; v++)
        if (j->member[v])
            source[sources++] = v;
    KG_TRY(kg_graph_distances(&j->distances, r->graph, source, sources, NULL));
    KG_TRY(kg_distances_nearest(j->distances, &j->nearest));
    j->distance = kg_distances_lengths(j->distances);
    j->parent = kg_distances_parents(j->distances);
    j->by = kg_distances_edges(j->distances);
    KG_TRY(kg__host_allocate(ctx, &j->link, m, sizeof *j->link, "ways between parts"));
    for (uint64_t e = 0; e < m; e++) {
        const kg_vertex u = s->end[2 * e], v = s->end[2 * e + 1];

        if (j->nearest[u] != KG_NO_VERTEX && part_at(j, u) != part_at(j, v))
            j->link[j->links++] =
                (kg__ranked){j->distance[u] + kg__least_length(s, e) + j->distance[v], e};
    }
    if (j->links)
        qsort(j->link, j->links, sizeof *j->link, kg__rural_compare);
out:
    kg__free(ctx, source);
    return status;
}

/* Adds the path from a crossing to its part. */
static void join_way(joining *j, kg_vertex v)
{
    for (; j->by[v] != KG_NO_EDGE; v = j->parent[v])
        j->r->joins[j->by[v]] = true;
}

kg_status kg__rural_join(kg__rural *r, const kg_vertex *part, const bool *member, double *apart)
{
    const kg_streets *s = r->tour->streets;
    const uint64_t n = s->map.crossings;
    kg_context *ctx = r->tour->ctx;
    joining j = {.r = r, .part = part, .member = member};
    uint64_t left = 0;
    double longest = 0;
    kg_status status;

    *apart = 0;
    for (uint64_t v = 0; v < n; v++)
        left += member[v] && part[v] == v;
    if (left < 2)
        return KG_OK;
    kg__stage(ctx, "joining parts");
    KG_TRY(find_links(&j));
    KG_TRY(kg__host_allocate(ctx, &j.tree, n, sizeof *j.tree, "parts of a walk"));
    kg__sets_part(j.tree, n);
    for (uint64_t i = 0; i < j.links; i++) {
        const kg_vertex *end = s->end + 2 * j.link[i].street;
        const kg_vertex a = kg__sets_root(j.tree, part_at(&j, end[0]));
        const kg_vertex b = kg__sets_root(j.tree, part_at(&j, end[1]));

        if (a == b)
            continue;
        kg__sets_join(j.tree, a, b);
        left--;
        *apart += j.link[i].by;
        longest = j.link[i].by;
        r->joins[j.link[i].street] = true;
        join_way(&j, end[0]);
        join_way(&j, end[1]);
    }
    if (left > 1)
        KG_TRY(kg__fail(ctx, KG_NO_SOLUTION,
            "no walk covers all required streets: they lie in %llu parts that no street joins",
            (unsigned long long)left));
    *apart += r->tour->open ? 0 : longest;
out:
    kg_distances_destroy(j.distances);
    kg__free_all(ctx, j.link, j.tree);
    return status;
}
