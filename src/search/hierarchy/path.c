/*
 * Paths in a hierarchy: lengths, and the expansion of shortcuts.
 *
 * In:  the arcs by which two searches met.
 * Out: the edges and vertices of the path.
 * Method: a shortcut stands for an arc down to the vertex between its ends and an arc up from it.
 *     Both are among that vertex' arcs. Cycles, which lengths of 0 allow, are left out. Each edge
 *     is looked up in the graph, so a forged file leads to an error and never to a wrong path.
 * Work: O(edges) times the arcs of a vertex.
 */
#include "../../base/bisect.h"
#include "search.h"
#include <math.h>
#include <string.h>

/* Only a forged file takes more steps than this times n. */
enum { STEPS = 64 };

/* An arc to walk. */
typedef struct leg {
    kg_vertex from, to;
    uint32_t via;
} leg;

typedef struct walk {
    kg_hierarchy *h;
    leg *stack; /* the last one is walked next */
    uint64_t count, room, walked;
    uint64_t edges; /* of the path so far */
} walk;

static kg_status damaged(const kg_hierarchy *h)
{
    const bool is_read = h->map || h->copy;

    return kg__fail(h->ctx, is_read ? KG_FORMAT : KG_INTERNAL,
        "the hierarchy contradicts itself: %s; make it anew",
        is_read ? "its file is damaged" : "a shortcut has no path");
}

static kg_status push(walk *w, kg_vertex from, kg_vertex to, uint32_t via)
{
    kg_status status = KG_OK;

    if (w->count == w->room)
        KG_TRY(kg__host_grow(
            w->h->ctx, &w->stack, &w->room, w->count + 1, sizeof *w->stack, "a path"));
    w->stack[w->count++] = (leg){from, to, via};
out:
    return status;
}

/* The arc of a side between a place and a head above it, or NULL. */
static const kg__arc *find_arc(const kg_hierarchy *h, int side, kg_vertex place, kg_vertex head)
{
    const kg__arc *arc = h->arc[side];

    for (uint32_t i = h->row[side][place]; i < h->row[side][place + 1]; i++)
        if (arc[i].head == head)
            return &arc[i];
    return NULL;
}

/* The place that has this arc. */
static kg_vertex tail_of(const kg_hierarchy *h, int side, uint32_t arc)
{
    return KG__LAST_WHERE(i, 0, h->graph->n, h->row[side][i] <= arc);
}

/* Returns whether an edge leads from one vertex to another. */
static bool leads(const kg_graph *graph, uint64_t e, uint64_t from, uint64_t to)
{
    if (!graph->half)
        return e >= graph->row[from] && e < graph->row[from + 1] && graph->col[e] == to;
    return e < graph->m / 2 && ((graph->end[2 * e] == from && graph->end[2 * e + 1] == to) ||
                                   (graph->end[2 * e] == to && graph->end[2 * e + 1] == from));
}

/* The edge of an arc from one vertex to another. If both sides of a directed graph are the same,
 * the arc may have the edge of the other direction. Then the edge is the first of the shortest, as
 * among the arcs of the other vertex. */
static uint64_t edge_of(const kg_hierarchy *h, uint64_t e, uint64_t from, uint64_t to)
{
    const kg_graph *graph = h->graph;
    uint64_t best = e;

    if (h->sides == 2 || graph->half || !leads(graph, e, to, from))
        return e;
    for (uint64_t i = graph->row[from]; i < graph->row[from + 1]; i++)
        if (graph->col[i] == to &&
            (best == e || (!h->unit && graph->value && graph->value[i] < graph->value[best])))
            best = i;
    return best;
}

/* Walks an edge. If the path has been at its end before, it goes back to there. */
static kg_status walk_edge(walk *w, leg s)
{
    kg_hierarchy *h = w->h;
    const kg_vertex u = h->vertex[s.from], v = h->vertex[s.to];
    const uint64_t e = edge_of(h, s.via, u, v);
    uint32_t *at = &h->search->at[s.to];
    kg_status status = KG_OK;

    if (!leads(h->graph, e, u, v))
        return damaged(h);
    if (*at <= w->edges && h->path_step[*at] == v) {
        w->edges = *at;
        return KG_OK;
    }
    if (w->edges + 2 > h->path_room[0])
        KG_TRY(kg__host_grow(
            h->ctx, &h->path_edge, &h->path_room[0], w->edges + 2, sizeof *h->path_edge, "a path"));
    if (w->edges + 2 > h->path_room[1])
        KG_TRY(kg__host_grow(
            h->ctx, &h->path_step, &h->path_room[1], w->edges + 2, sizeof *h->path_step, "a path"));
    h->path_edge[w->edges++] = (kg_edge)e;
    h->path_step[w->edges] = v;
    *at = (uint32_t)w->edges;
out:
    return status;
}

/* Walks all arcs on the stack. */
static kg_status walk_all(walk *w)
{
    const kg_hierarchy *h = w->h;
    const int down = kg__other_side(h, 0);
    kg_status status = KG_OK;

    while (w->count) {
        const leg s = w->stack[--w->count];
        const kg_vertex between = s.via & ~KG__SHORTCUT;
        const kg__arc *first, *second;

        if (++w->walked > STEPS * ((uint64_t)h->graph->n + 1))
            return damaged(h);
        if (!(s.via & KG__SHORTCUT)) {
            KG_TRY(walk_edge(w, s));
            continue;
        }
        first = find_arc(h, down, between, s.from);
        second = find_arc(h, 0, between, s.to);
        if (!first || !second)
            return damaged(h);
        KG_TRY(push(w, between, s.to, second->via));
        KG_TRY(push(w, s.from, between, first->via));
    }
out:
    return status;
}

/* Walks the arcs from the start of the forward search to `meet`, then the arcs from there to the
 * start of the other search. */
static kg_status walk_arcs(walk *w, kg_vertex meet)
{
    const kg_hierarchy *h = w->h;
    const kg__search *s = h->search;
    const int down = kg__other_side(h, 0);
    kg_vertex at = meet;
    uint32_t arc;
    kg_status status = KG_OK;

    while ((arc = kg__node_of(s, 0, at)->arc) != KG__NO_ARC) {
        const kg_vertex from = tail_of(h, 0, arc);

        KG_TRY(push(w, from, at, h->arc[0][arc].via));
        at = from;
    }
    KG_TRY(walk_all(w));
    for (at = meet; (arc = kg__node_of(s, 1, at)->arc) != KG__NO_ARC;) {
        const kg_vertex to = tail_of(h, down, arc);

        KG_TRY(push(w, at, to, h->arc[down][arc].via));
        KG_TRY(walk_all(w));
        at = to;
    }
out:
    return status;
}

/* Finds the path, in path_edge and path_step, and its length. */
static kg_status find_path(
    kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length, uint64_t *count)
{
    const kg_graph *graph = h->graph;
    walk w = {.h = h};
    double found, sum = 0;
    kg_vertex meet;
    kg_status status;

    KG_TRY(kg__search_both(h, from, to, &found, &meet));
    *length = found;
    if (found == INFINITY)
        return KG_NO_SOLUTION;
    if (!h->search->at) {
        KG_TRY(
            kg__host_allocate(h->ctx, &h->search->at, graph->n, sizeof *h->search->at, "a path"));
        memset(h->search->at, 0, graph->n * sizeof *h->search->at);
    }
    if (!h->path_step)
        KG_TRY(kg__host_grow(
            h->ctx, &h->path_step, &h->path_room[1], 1, sizeof *h->path_step, "a path"));
    if (!h->path_edge)
        KG_TRY(kg__host_grow(
            h->ctx, &h->path_edge, &h->path_room[0], 1, sizeof *h->path_edge, "a path"));
    h->path_step[0] = from;
    h->search->at[h->place[from]] = 0;
    KG_TRY(walk_arcs(&w, meet));
    for (uint64_t i = 0; i < w.edges; i++)
        sum += h->unit || !graph->value ? 1 : graph->value[h->path_edge[i]];
    if (h->path_step[w.edges] != to || (h->exact && sum != found))
        status = damaged(h);
    *length = sum;
    *count = w.edges;
out:
    kg__free(h->ctx, w.stack);
    return status;
}

static kg_status check_ends(const kg_hierarchy *h, kg_vertex from, kg_vertex to)
{
    if (from >= h->graph->n || to >= h->graph->n)
        return kg__fail(h->ctx, KG_ARGUMENT, "vertex %u: there are %u vertices",
            from >= h->graph->n ? from : to, h->graph->n);
    return KG_OK;
}

kg_status kg__hierarchy_length(kg_hierarchy *h, kg_vertex from, kg_vertex to, double *length)
{
    uint64_t count;
    kg_status status;

    if (h->exact)
        return kg__search_length(h, from, to, length);
    status = find_path(h, from, to, length, &count);
    return status == KG_NO_SOLUTION ? KG_OK : status;
}

kg_status kg_hierarchy_distance(
    kg_hierarchy *hierarchy, kg_vertex from, kg_vertex to, double *length)
{
    kg_context *ctx = KG__CONTEXT(hierarchy);
    kg_status status;

    KG_NEED(ctx, length);
    *length = INFINITY;
    KG_NEED(NULL, hierarchy);
    kg__begin(ctx);
    KG_TRY(check_ends(hierarchy, from, to));
    KG_TRY(kg__hierarchy_length(hierarchy, from, to, length));
    status = *length < INFINITY ? KG_OK : KG_NO_SOLUTION;
out:
    return status;
}

kg_status kg_hierarchy_path(kg_hierarchy *hierarchy, kg_vertex from, kg_vertex to, double *length,
    const kg_edge **edge, const kg_vertex **step, uint64_t *count)
{
    kg_context *ctx = KG__CONTEXT(hierarchy);
    double own = INFINITY;
    kg_status status;

    if (length)
        *length = INFINITY;
    if (edge)
        *edge = NULL;
    if (step)
        *step = NULL;
    KG_NEED(ctx, count);
    *count = 0;
    KG_NEED(NULL, hierarchy);
    kg__begin(ctx);
    KG_TRY(check_ends(hierarchy, from, to));
    KG_TRY(find_path(hierarchy, from, to, &own, count));
    if (length)
        *length = own;
    if (edge)
        *edge = hierarchy->path_edge;
    if (step)
        *step = hierarchy->path_step;
out:
    return status;
}
