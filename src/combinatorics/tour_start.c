/*
 * Initial tours of a search.
 *
 * In: a network, lists of near nodes. Out: a closed tour of its nodes.
 *
 * Greedy edges: all edges on the lists, lightest first. An edge is taken unless an end already has
 * two, or the edge would close a cycle. The result is paths. Then each end of a path looks for the
 * nearest end of another path, and these edges are taken in the same manner, until one path is
 * left.
 *
 * Work: O(n log n) for places, O(n^2) for a matrix. Deterministic: nodes decide between equal
 * weights.
 * Source: Bentley, "Fast algorithms for geometric traveling salesman problems", 1992.
 */
#include "../base/union_find.h"
#include "tour_stages.h"
#include <stdlib.h>
#include <string.h>

/* Cities from which on one more thread pays. */
enum { GRAIN = 512, CHUNK = 64 };

typedef struct way {
    int64_t weight;
    uint32_t from, to;
} way;

typedef struct paths {
    kg__network *network;
    uint32_t (*link)[2]; /* [nodes] the neighbours of each so far, or NONE */
    uint32_t *up;        /* [nodes] towards the root of its path's set */
    uint32_t *part;      /* [n] the set, or NONE for a node that has two neighbours */
    way *ways;           /* [count] */
    uint64_t count, room;
    uint32_t pieces; /* number of paths through cities */
} paths;

static int compare_ways(const void *a, const void *b)
{
    const way *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static void join(paths *p, uint32_t a, uint32_t b)
{
    p->link[a][p->link[a][0] != KG__NODE_NONE] = b;
    p->link[b][p->link[b][0] != KG__NODE_NONE] = a;
    kg__sets_join(p->up, kg__sets_root(p->up, a), kg__sets_root(p->up, b));
}

/* Takes the edges that are allowed, lightest first. */
static void take_ways(paths *p)
{
    qsort(p->ways, p->count, sizeof *p->ways, compare_ways);
    for (uint64_t i = 0; i < p->count; i++) {
        const uint32_t a = p->ways[i].from, b = p->ways[i].to;

        if (p->link[a][1] != KG__NODE_NONE || p->link[b][1] != KG__NODE_NONE ||
            kg__sets_root(p->up, a) == kg__sets_root(p->up, b))
            continue;
        join(p, a, b);
        p->pieces--;
    }
    p->count = 0;
}

static bool lists(const uint32_t *near, uint32_t width, uint32_t from, uint32_t to)
{
    for (uint32_t k = 0; k < width; k++)
        if (near[(uint64_t)from * width + k] == to)
            return true;
    return false;
}

/* Collects each edge once: from its lesser end, unless only the other end lists it. */
static void collect_near(paths *p, const uint32_t *near, uint32_t width)
{
    for (uint32_t i = 0; i < p->network->n; i++)
        for (uint32_t k = 0; k < width; k++) {
            const uint32_t j = near[(uint64_t)i * width + k];

            if (i < j || !lists(near, width, j, i))
                p->ways[p->count++] =
                    (way){kg__network_weight(p->network, i, j), i < j ? i : j, i < j ? j : i};
        }
}

/* Collects edges from each end of a path to the nearest end of another one. */
static void collect_ends(paths *p)
{
    kg__network *w = p->network;
    const kg__city_search search = {.part = p->part, .unit = 1};

    for (uint32_t i = 0; i < w->n; i++)
        p->part[i] = p->link[i][1] != KG__NODE_NONE ? KG__NODE_NONE : kg__sets_root(p->up, i);
    kg__network_refresh(w, &search);
    KG_PARALLEL_FOR(kg__threads(w->ctx, w->n, GRAIN), schedule(dynamic, CHUNK))
    for (uint32_t i = 0; i < w->n; i++) {
        int64_t least = INT64_MAX;

        p->ways[i].to = p->part[i] == KG__NODE_NONE
                            ? KG__NODE_NONE
                            : kg__network_foreign(w, &search, i, KG__NODE_NONE, &least);
        p->ways[i].from = i;
        p->ways[i].weight = least;
    }
    for (uint32_t i = 0; i < w->n; i++)
        if (p->ways[i].to != KG__NODE_NONE)
            p->ways[p->count++] = p->ways[i];
}

/* Closes the last path, through the joint if that is not in it yet, and writes it out. */
static void write_tour(paths *p, uint32_t *tour)
{
    const kg__network *w = p->network;
    uint32_t end[2], ends = 0, at, from;

    for (uint32_t v = 0; v < w->nodes; v++)
        if (p->link[v][1] == KG__NODE_NONE && p->link[v][0] != KG__NODE_NONE)
            end[ends++] = v;
    if (w->joint != KG__NODE_NONE && p->link[w->joint][0] == KG__NODE_NONE) {
        join(p, end[0], w->joint);
        join(p, end[1], w->joint);
    } else {
        join(p, end[0], end[1]);
    }
    at = 0;
    from = p->link[0][1];
    for (uint32_t i = 0; i < w->nodes; i++) {
        const uint32_t next = p->link[at][p->link[at][0] == from];

        tour[i] = at;
        from = at;
        at = next;
    }
}

kg_status kg__tour_start(uint32_t *tour, kg__network *w, const uint32_t *near, uint32_t width)
{
    paths p = {.network = w, .pieces = w->n};
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &p.link, w->nodes, sizeof *p.link, "neighbours on the tour"));
    KG_TRY(kg__host_allocate(w->ctx, &p.up, w->nodes, sizeof *p.up, "paths"));
    KG_TRY(kg__host_allocate(w->ctx, &p.part, w->n, sizeof *p.part, "paths"));
    KG_TRY(kg__host_allocate(
        w->ctx, &p.ways, (uint64_t)w->n * width, sizeof *p.ways, "ways between near cities"));
    memset(p.link, 0xff, w->nodes * sizeof *p.link);
    kg__sets_part(p.up, w->nodes);
    if (w->start != KG__NODE_NONE)
        join(&p, w->start, w->joint);
    if (w->end != KG__NODE_NONE)
        join(&p, w->end, w->joint);
    p.pieces -= w->start != KG__NODE_NONE && w->end != KG__NODE_NONE;
    collect_near(&p, near, width);
    take_ways(&p);
    while (p.pieces > 1) {
        KG_TRY(kg__progress(w->ctx, "a first tour", w->n - p.pieces, w->n));
        collect_ends(&p);
        take_ways(&p);
    }
    write_tour(&p, tour);
out:
    kg__free_all(w->ctx, p.ways, p.part, p.up, p.link);
    return status;
}

kg_status kg__tour_start_directed(uint32_t *tour, const kg__network *w)
{
    uint32_t *left = NULL, count = 0, at;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &left, w->nodes, sizeof *left, "cities left"));
    at = w->joint == KG__NODE_NONE ? 0 : w->joint;
    for (uint32_t v = 0; v < w->nodes; v++)
        if (v != at && v != w->end)
            left[count++] = v;
    tour[0] = at;
    for (uint32_t i = 1; i < w->nodes; i++) {
        uint32_t best = 0;

        if (!count) { /* the given end is the last city */
            tour[i] = w->end;
            break;
        }
        for (uint32_t k = 1; k < count; k++)
            if (kg__network_weight(w, at, left[k]) < kg__network_weight(w, at, left[best]))
                best = k;
        tour[i] = at = left[best];
        left[best] = left[--count];
    }
out:
    kg__free(w->ctx, left);
    return status;
}

int64_t kg__tour_weight(const kg__network *w, const uint32_t *tour)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < w->nodes; i++) {
        const uint32_t from = tour[i], to = tour[i + 1 < w->nodes ? i + 1 : 0];

        if (from != w->joint && to != w->joint)
            sum += kg__network_weight(w, from, to);
    }
    return sum;
}
