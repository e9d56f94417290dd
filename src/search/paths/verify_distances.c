/*
 * Checks distances and their tree by the definition. Shares no code with the search.
 *
 * In:  length[n], edge[n], parent[n], maybe a list of the reached vertices; the sources and
 *     options.
 * Out: KG_OK, or KG_INTERNAL with a text that says what is wrong at the smallest vertex.
 *
 * Why it is a proof. The tree's edges add up and lead back to a source, so each length has a path.
 * No edge leads to less than the distance at its end, so by induction along any path, whose sums do
 * not decrease, no path is shorter. Distances beyond the radius need not be known. Without a list,
 * any number may be wrong. With a list, only its vertices are checked, and all others are assumed
 * to be INFINITY, which arrays.c ensures. The sources must then be on the list. So must each vertex
 * that an edge leads to from a listed vertex, or else the sum is shorter than its INFINITY.
 * Work: O(n + m), or O(the rows of the list). Memory: a byte a vertex, if lengths of 0 make it
 *     necessary.
 */
#include "distances.h"
#include <string.h>

enum { GRAIN = 1 << 15 };

typedef struct proof {
    const kg_distances *d;
    const kg_graph *graph;
    const kg__reached *list;
    uint64_t count; /* the number of vertices to check */
    bool unit;
    double radius;
} proof;

static double value_of(const proof *p, uint64_t e)
{
    return p->unit || !p->graph->value ? 1 : p->graph->value[e];
}

/* Returns NULL, or what is wrong with the edges in the row of u. */
static const char *check_row(const proof *p, uint64_t u)
{
    const kg_graph *graph = p->graph;
    const double *length = p->d->length;

    if (!p->d->towards && length[u] == INFINITY)
        return NULL; /* edges of an unreached vertex shorten no path */
    for (uint64_t i = graph->row[u]; i < graph->row[u + 1]; i++) {
        const uint64_t other = graph->col[i];
        const uint64_t from = p->d->towards ? other : u, to = p->d->towards ? u : other;
        const double sum = length[from] + value_of(p, graph->half ? graph->half[i] / 2 : i);

        if (sum < length[to] && sum <= p->radius)
            return "an edge in its row makes a path shorter";
    }
    return NULL;
}

/* Returns whether edge e leads from vertex `from` to vertex `to`. */
static bool leads(const kg_graph *graph, uint64_t e, uint64_t from, uint64_t to)
{
    if (!graph->half)
        return e < graph->m && e >= graph->row[from] && e < graph->row[from + 1] &&
               graph->col[e] == to;
    return e < graph->m / 2 && ((graph->end[2 * e] == from && graph->end[2 * e + 1] == to) ||
                                   (graph->end[2 * e] == to && graph->end[2 * e + 1] == from));
}

static const char *check_vertex(const proof *p, uint64_t v)
{
    const kg_distances *d = p->d;
    const uint64_t up = d->parent[v], e = d->edge[v];

    if (!(d->length[v] >= 0))
        return "its distance is none";
    if (d->length[v] == INFINITY)
        return up == KG_NO_VERTEX && e == KG_NO_EDGE ? NULL : "it has an edge of the tree";
    if (up == KG_NO_VERTEX && e == KG_NO_EDGE)
        return d->length[v] == 0 ? NULL : "it has no edge of the tree";
    if (d->length[v] > p->radius)
        return "it is past the limit";
    if (up >= p->graph->n || !leads(p->graph, e, d->towards ? v : up, d->towards ? up : v))
        return "its edge of the tree does not lead to it";
    if (d->length[up] + value_of(p, e) != d->length[v])
        return "its edge of the tree does not add up to its distance";
    return NULL;
}

/* Checks that the sources are the vertices without an edge of the tree. */
static kg_status check_roots(const proof *p, const kg_vertex *source, uint64_t sources)
{
    const kg_distances *d = p->d;
    uint64_t roots = 0;

    for (uint64_t i = 0; i < sources; i++)
        if (d->length[source[i]] != 0 || d->parent[source[i]] != KG_NO_VERTEX)
            return kg__fail(d->ctx, KG_INTERNAL,
                "self-check: vertex %u: it is a source, and has a distance, or an edge of the tree",
                source[i]);
    for (uint64_t i = 0; i < p->count; i++) {
        const uint64_t v = kg__reached_at(p->list, i);

        roots += d->parent[v] == KG_NO_VERTEX && d->length[v] < INFINITY;
    }
    if (roots != sources)
        return kg__fail(d->ctx, KG_INTERNAL,
            "self-check: %llu vertices have a distance and no edge of the tree, beside %llu "
            "sources",
            (unsigned long long)roots, (unsigned long long)sources);
    return KG_OK;
}

/* Checks that the way back along vertices of one distance always leaves them. Along edges between
 * different distances the distance decreases, so there is no circle. */
static kg_status check_circles(const proof *p)
{
    const kg_distances *d = p->d;
    unsigned char *seen = NULL; /* [n] 1: on the current way back; 2: good */
    uint64_t level = 0;
    kg_status status = KG_OK;

    for (uint64_t i = 0; i < p->count; i++) {
        const uint64_t v = kg__reached_at(p->list, i);

        level += d->parent[v] != KG_NO_VERTEX && d->length[d->parent[v]] == d->length[v];
    }
    if (!level)
        return KG_OK;
    KG_TRY(kg__host_allocate(p->d->ctx, &seen, p->graph->n, 1, "the check of distances"));
    for (uint64_t i = 0; i < p->count; i++)
        seen[kg__reached_at(p->list, i)] = 0;
    for (uint64_t i = 0; i < p->count; i++) {
        const uint64_t v = kg__reached_at(p->list, i);
        uint64_t u = v;

        for (; d->parent[u] != KG_NO_VERTEX && d->length[d->parent[u]] == d->length[u] && !seen[u];
             u = d->parent[u])
            seen[u] = 1;
        if (seen[u] == 1) {
            status = kg__fail(p->d->ctx, KG_INTERNAL,
                "self-check: the tree leads in a circle at vertex %llu", (unsigned long long)u);
            goto out;
        }
        for (u = v; seen[u] == 1; u = d->parent[u])
            seen[u] = 2;
    }
out:
    kg__free(p->d->ctx, seen);
    return status;
}

static double radius_of(const kg_distances *d, const kg_distances_options *options)
{
    double far = 0;

    for (uint64_t i = 0; i < options->goals; i++)
        far = d->length[options->goal[i]] > far ? d->length[options->goal[i]] : far;
    if (!options->goals || (options->has_limit && options->limit < far))
        far = options->has_limit ? options->limit : INFINITY;
    return far;
}

kg_status kg__verify_distances(const kg_distances *d, const kg_vertex *source, uint64_t sources,
    const kg_distances_options *options)
{
    const kg_graph *graph = d->graph;
    const kg__reached *list = &d->arrays->reached;
    const proof p = {.d = d,
        .graph = graph,
        .list = list,
        .count = kg__reached_count(list, graph->n),
        .unit = options->unit,
        .radius = radius_of(d, options)};
    const int threads = kg__threads(d->ctx, list->all ? graph->m : p.count, GRAIN);
    uint64_t wrong = graph->n;
    const char *what;
    kg_status status;

    KG_PARALLEL_FOR(threads, schedule(dynamic, 4096) reduction(min : wrong))
    for (uint64_t i = 0; i < p.count; i++) {
        const uint64_t v = kg__reached_at(list, i);

        if (v < wrong && (check_vertex(&p, v) || check_row(&p, v)))
            wrong = v;
    }
    if (wrong < graph->n) {
        what = check_vertex(&p, wrong);
        return kg__fail(d->ctx, KG_INTERNAL, "self-check: vertex %llu: %s",
            (unsigned long long)wrong, what ? what : check_row(&p, wrong));
    }
    KG_TRY(check_roots(&p, source, sources));
    KG_TRY(check_circles(&p));
out:
    return status;
}
