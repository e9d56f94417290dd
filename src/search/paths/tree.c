/*
 * The part of the tree of shortest paths that both backends share: level edges, sources and paths.
 *
 * A vertex that has no tight edge from a nearer vertex has level edges only, of length 0 or so
 * short that the sum does not change. Such vertices are reached in rounds, starting from all
 * vertices that have their edge. A round gives an edge to each vertex that a level edge leads to
 * from a vertex of the round before; the smallest such edge is taken. O(what was reached), serial.
 * Graphs whose lengths are all above 0 hardly ever need it.
 */
#include "distances.h"

typedef struct rounds {
    kg__paths_work *w;
    kg_vertex *round; /* [n] the round that gave a reached vertex its edge */
    kg_vertex *list;  /* [n] vertices by rounds */
    uint64_t begin, end, met;
} rounds;

enum { OPEN = -1, MET = -2 }; /* of round[], as unsigned numbers: no edge yet; met in this round */

static inline bool is_level(
    const kg__paths_work *w, const kg__lengths *lengths, kg_vertex u, kg_vertex v, uint64_t i)
{
    return w->distance[u] == w->distance[v] &&
           w->distance[u] + kg__length(lengths, i) == w->distance[v];
}

/* Meets the vertices that the level edges of u lead to. */
static void look_along(rounds *r, kg_vertex u)
{
    const kg__paths_work *w = r->w;
    const kg_graph *along = w->along;

    for (uint64_t i = along->row[u]; i < along->row[(uint64_t)u + 1]; i++) {
        const kg_vertex v = along->col[i];

        if (!is_level(w, w->along_lengths, u, v, i) || r->round[v] < (kg_vertex)MET)
            continue;
        if (r->round[v] == (kg_vertex)OPEN) {
            r->round[v] = (kg_vertex)MET;
            r->list[r->met++] = v;
        }
        if (!w->pull && i < w->entry[v]) {
            w->entry[v] = (kg_edge)i;
            w->parent[v] = u;
        }
    }
}

/* Gives v the first level entry of its own row to a vertex that has its edge. */
static void look_back(rounds *r, kg_vertex v)
{
    const kg__paths_work *w = r->w;
    const kg_graph *graph = w->graph;
    uint64_t i = graph->row[v];

    while (
        !is_level(w, w->lengths, graph->col[i], v, i) || r->round[graph->col[i]] >= (kg_vertex)MET)
        i++;
    w->entry[v] = (kg_edge)i;
    w->parent[v] = graph->col[i];
}

kg_status kg__paths_level(kg__paths_work *w)
{
    const uint64_t n = w->graph->n, count = kg__reached_count(w->reached, n);
    rounds r = {.w = w};
    uint64_t open = 0;
    kg_status status = KG_OK;

    for (uint64_t k = 0; k < count; k++) {
        const uint64_t v = kg__reached_at(w->reached, k);

        open += w->entry[v] == KG_NO_EDGE && w->distance[v] < INFINITY;
    }
    if (open == w->sources)
        return KG_OK; /* only the sources, which are all different */
    KG_TRY(kg__host_allocate(w->ctx, &r.round, n, sizeof *r.round, "level edges"));
    KG_TRY(kg__host_allocate(w->ctx, &r.list, n, sizeof *r.list, "level edges"));
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t v = kg__reached_at(w->reached, k);

        r.round[v] = w->entry[v] == KG_NO_EDGE ? (kg_vertex)OPEN : 0;
    }
    for (uint64_t i = 0; i < w->sources; i++)
        r.round[w->source[i]] = 0;
    for (uint64_t k = 0; k < count; k++) {
        const uint64_t v = kg__reached_at(w->reached, k);

        if (r.round[v] == 0)
            r.list[r.end++] = (kg_vertex)v;
    }
    r.met = r.end;
    for (kg_vertex round = 1; r.begin < r.end; round++) {
        for (uint64_t i = r.begin; i < r.end; i++)
            look_along(&r, r.list[i]);
        for (uint64_t i = r.end; i < r.met && w->pull; i++)
            look_back(&r, r.list[i]);
        for (uint64_t i = r.end; i < r.met; i++)
            r.round[r.list[i]] = round;
        r.begin = r.end;
        r.end = r.met;
    }
out:
    kg__free_all(w->ctx, r.round, r.list);
    return status;
}

/* ---- queries of an answer -------------------------------------------------------------------- */

kg_status kg_distances_nearest(kg_distances *distances, const kg_vertex **nearest)
{
    kg_context *ctx = KG__CONTEXT(distances);
    kg_vertex *made = NULL;
    kg_status status = KG_OK;

    KG_NEED(NULL, distances);
    KG_NEED(ctx, nearest);
    *nearest = NULL;
    kg__begin(ctx);
    if (!distances->nearest) {
        const uint64_t n = distances->graph->n;

        KG_TRY(kg__host_allocate(ctx, &made, n, sizeof *made, "nearest sources"));
        for (uint64_t v = 0; v < n; v++)
            made[v] = distances->length[v] < INFINITY && distances->parent[v] == KG_NO_VERTEX
                          ? (kg_vertex)v
                          : KG_NO_VERTEX;
        for (uint64_t v = 0; v < n; v++) {
            kg_vertex u = (kg_vertex)v, source;

            if (distances->length[v] == INFINITY)
                continue;
            while (made[u] == KG_NO_VERTEX)
                u = distances->parent[u];
            source = made[u];
            for (u = (kg_vertex)v; made[u] == KG_NO_VERTEX; u = distances->parent[u])
                made[u] = source;
        }
        distances->nearest = made;
    }
    *nearest = distances->nearest;
out:
    return status;
}

kg_status kg_distances_path(kg_distances *distances, kg_vertex vertex, const kg_edge **edge,
    const kg_vertex **step, uint64_t *count)
{
    kg_context *ctx = KG__CONTEXT(distances);
    uint64_t edges = 0;
    kg_status status = KG_OK;

    if (edge)
        *edge = NULL;
    if (step)
        *step = NULL;
    KG_NEED(NULL, distances);
    KG_NEED(ctx, count);
    *count = 0;
    kg__begin(ctx);
    if (vertex >= distances->graph->n)
        return kg__fail(
            ctx, KG_ARGUMENT, "vertex %u: there are %u vertices", vertex, distances->graph->n);
    if (distances->length[vertex] == INFINITY)
        return KG_NO_SOLUTION;
    for (kg_vertex v = vertex; distances->parent[v] != KG_NO_VERTEX; v = distances->parent[v])
        edges++;
    KG_TRY(kg__host_grow(ctx, &distances->path_edge, &distances->path_room[0], edges + 1,
        sizeof *distances->path_edge, "a path"));
    KG_TRY(kg__host_grow(ctx, &distances->path_step, &distances->path_room[1], edges + 1,
        sizeof *distances->path_step, "a path"));
    for (uint64_t i = 0; i <= edges; i++) {
        const uint64_t at = distances->towards ? i : edges - i;

        distances->path_step[at] = vertex;
        if (i < edges)
            distances->path_edge[distances->towards ? i : at - 1] = distances->edge[vertex];
        vertex = distances->parent[vertex];
    }
    *count = edges;
    if (edge)
        *edge = distances->path_edge;
    if (step)
        *step = distances->path_step;
out:
    return status;
}
