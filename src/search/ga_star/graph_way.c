/*
 * The path through a graph that a search has found, from its goal back to its start.
 *
 * In:  the g of all vertices on shortest paths.
 * Out: the path of kg_graph_path(). It enters a vertex by the tight edge of the smallest id that is
 *      not level. If all tight edges are level, it enters by the smallest one from a vertex that
 *      has fewer level edges behind it (konig/distances.h).
 * Work: a look into the table for each edge into a vertex of the path. If only level edges lead to
 *     a vertex, up to three more looks for each edge into the vertices that these lead back to;
 *     this finds all level edges of the path there. Memory: then 4 bytes a vertex.
 */
#include "guide.h"

/* The vertices that level edges lead back to from one vertex, in the order in which they are
 * met. */
typedef struct region {
    kg__ga_work *w;
    uint32_t g;
    uint64_t *met;     /* one bit a vertex */
    kg_vertex *round;  /* [n] of a vertex that was met: the number of level edges from it to the
                          first vertex */
    kg_vertex *vertex; /* [count] */
    uint64_t count, room;
} region;

#define NOWHERE UINT32_MAX /* a round: no path leads back from there */

static const kg_graph *back_of(const kg__ga_work *w)
{
    return w->problem->guide->reverse;
}

/* The cost of entry i of the rows that lead back: the reverse of a directed graph has lengths of
 * its own. */
static uint32_t toll_of(const kg__ga_work *w, uint64_t i)
{
    const kg_guide *guide = w->problem->guide;
    const kg_graph *back = guide->reverse;

    if (!guide->toll || back == guide->graph)
        return kg__guide_toll(guide, i);
    return (uint32_t)kg__guide_units(guide, back->value[i]);
}

static kg_status look_up(kg__ga_work *w, kg_vertex v, uint32_t *g)
{
    const kg_ga_star_state state = {{v, 0}};

    return w->ops->look_up(w, g, &state);
}

/* The vertex at the other end of the first tight edge into v that is not level, and its g;
 * KG_NO_VERTEX if there is none. */
static kg_status find_nearer(
    kg__ga_work *w, kg_vertex v, uint32_t g, kg_vertex *nearer, uint32_t *its)
{
    const kg_graph *back = back_of(w);
    kg_status status = KG_OK;

    *nearer = KG_NO_VERTEX;
    for (uint64_t i = back->row[v]; i < back->row[(uint64_t)v + 1]; i++) {
        const uint32_t toll = toll_of(w, i);

        if (toll == 0 || toll > g)
            continue;
        KG_TRY(look_up(w, back->col[i], its));
        if (*its == g - toll) {
            *nearer = back->col[i];
            break;
        }
    }
out:
    return status;
}

/* Returns whether the path back from v needs no level edge. */
static kg_status is_open(kg__ga_work *w, kg_vertex v, uint32_t g, bool *is)
{
    kg_vertex nearer;
    uint32_t its;
    kg_status status;

    KG_TRY(find_nearer(w, v, g, &nearer, &its));
    *is = nearer != KG_NO_VERTEX || v == (kg_vertex)w->problem->start.word[0];
out:
    return status;
}

static kg_status meet(region *r, kg_vertex v, kg_vertex round)
{
    kg_status status = KG_OK;

    if (kg__bitmap_has(r->met, v))
        return KG_OK;
    kg__mark(r->met, v);
    r->round[v] = round;
    if (r->count == r->room)
        KG_TRY(kg__host_grow(
            r->w->ctx, &r->vertex, &r->room, r->count + 1, sizeof *r->vertex, "level edges"));
    r->vertex[r->count++] = v;
out:
    return status;
}

/* Meets the vertices that level edges lead back to from vertices first .. end - 1, which are of one
 * round. */
static kg_status go_on(region *r, uint64_t first, uint64_t end)
{
    const kg_graph *back = back_of(r->w);
    kg_status status = KG_OK;

    for (uint64_t k = first; k < end; k++)
        for (uint64_t v = r->vertex[k], i = back->row[v]; i < back->row[v + 1]; i++) {
            uint32_t its;

            if (toll_of(r->w, i) > 0)
                continue;
            KG_TRY(look_up(r->w, back->col[i], &its));
            if (its == r->g)
                KG_TRY(meet(r, back->col[i], r->round[v] + 1));
        }
out:
    return status;
}

/* Goes back by rounds until a vertex needs no level edge. *last: [out] its round, or NOWHERE. */
static kg_status go_back(region *r, kg_vertex v, kg_vertex *last)
{
    uint64_t first = 0, end = 0;
    bool is = false;
    kg_status status;

    *last = NOWHERE;
    KG_TRY(meet(r, v, 0));
    while (end < r->count && !is) {
        first = end;
        end = r->count;
        for (uint64_t k = first; k < end && !is; k++)
            KG_TRY(is_open(r->w, r->vertex[k], r->g, &is));
        if (is)
            *last = r->round[r->vertex[first]];
        else
            KG_TRY(go_on(r, first, end));
    }
out:
    return status;
}

/* The first vertex in the next round that a level edge leads back to from v; KG_NO_VERTEX if there
 * is none. */
static kg_vertex next_of(const region *r, kg_vertex v)
{
    const kg_graph *back = back_of(r->w);

    for (uint64_t i = back->row[v]; i < back->row[(uint64_t)v + 1]; i++)
        if (toll_of(r->w, i) == 0 && kg__bitmap_has(r->met, back->col[i]) &&
            r->round[back->col[i]] == r->round[v] + 1)
            return back->col[i];
    return KG_NO_VERTEX;
}

/* Keeps the rounds of the vertices from which each round leads on to the next, up to an open vertex
 * in the last one. All others get NOWHERE. */
static kg_status keep_ways(region *r, kg_vertex last)
{
    kg_status status = KG_OK;

    for (uint64_t k = r->count; k-- > 0;) {
        const kg_vertex v = r->vertex[k];
        bool is = false;

        if (r->round[v] == last)
            KG_TRY(is_open(r->w, v, r->g, &is));
        else
            is = next_of(r, v) != KG_NO_VERTEX;
        if (!is)
            r->round[v] = NOWHERE;
    }
out:
    return status;
}

/* Finds the level edges that lead from v back to a vertex that needs none. They are kept as the
 * vertices that they lead to, the first one last. */
static kg_status find_level(kg__ga_work *w, kg_vertex v, uint32_t g)
{
    const uint64_t n = w->problem->guide->graph->n;
    region r = {.w = w, .g = g};
    kg_vertex last;
    kg_status status;

    KG_TRY(kg__bitmap_create(w->ctx, &r.met, n, "level edges"));
    KG_TRY(kg__host_allocate(w->ctx, &r.round, n, sizeof *r.round, "level edges"));
    KG_TRY(go_back(&r, v, &last));
    if (last == NOWHERE)
        return kg__fail(w->ctx, KG_INTERNAL, "no edge leads to vertex %u at cost %u", v, g);
    KG_TRY(keep_ways(&r, last));
    KG_TRY(kg__host_grow(w->ctx, &w->level, &w->level_room, last, sizeof *w->level, "the way"));
    for (w->levels = last; last-- > 0;)
        w->level[last] = v = next_of(&r, v);
out:
    kg__free_all(w->ctx, r.met, r.round, r.vertex);
    return status;
}

kg_status kg__ga_graph_back(kg__ga_work *w, kg_ga_star_state *at, uint32_t *g)
{
    const kg_vertex v = (kg_vertex)at->word[0];
    uint32_t its = *g;
    kg_vertex before;
    kg_status status = KG_OK;

    if (!w->levels) {
        KG_TRY(find_nearer(w, v, *g, &before, &its));
        if (before == KG_NO_VERTEX)
            KG_TRY(find_level(w, v, *g));
    }
    if (w->levels) {
        before = w->level[--w->levels];
        its = *g;
    }
    at->word[0] = before;
    *g = its;
out:
    return status;
}

kg_status kg__ga_graph_edges(kg_ga_star *answer, const kg__ga_problem *p, uint64_t states)
{
    const kg_guide *guide = p->guide;
    const kg_graph *graph = guide->graph;
    uint64_t u = p->start.word[0];
    kg_status status;

    KG_TRY(kg__host_allocate(
        answer->ctx, &answer->move, states - 1, sizeof *answer->move, "the moves"));
    for (uint64_t k = 1; k < states; k++) {
        const uint64_t v = answer->way[k].word[0];
        uint64_t best = KG_NO_EDGE;

        if (v >> 32)
            continue; /* another part of the same row */
        for (uint64_t i = graph->row[u]; i < graph->row[u + 1]; i++)
            if (graph->col[i] == v &&
                (best == KG_NO_EDGE || kg__guide_toll(guide, i) < kg__guide_toll(guide, best)))
                best = i;
        if (best == KG_NO_EDGE)
            return kg__fail(answer->ctx, KG_INTERNAL, "no edge leads from %llu to %llu",
                (unsigned long long)u, (unsigned long long)v);
        answer->cost += kg__guide_toll(guide, best);
        answer->move[answer->length++] = (uint32_t)(graph->half ? graph->half[best] / 2 : best);
        u = v;
    }
out:
    return status;
}
