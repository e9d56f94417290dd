/*
 * The arcs of a base: the chordal completion of a graph in an order of its vertices.
 *
 * In:  the neighbours of each vertex, and an order.
 * Out: row and head: the fewest arcs so that any two higher neighbours of a vertex are neighbours.
 * Method: the vertices are removed in their order. The higher neighbours of a vertex become
 *     neighbours of each other; it suffices to add them to those of the lowest among them. The
 *     level of a vertex is higher than those of the vertices that have an arc to it.
 * Work: O(n + m + arcs), on one thread.
 *
 * D. Rose, R. Tarjan, G. Lueker, "Algorithmic aspects of vertex elimination on graphs", SIAM J.
 * Comput. 5, 1976; J. Dibbelt, B. Strasser, D. Wagner, "Customizable contraction hierarchies", JEA
 * 2016.
 */
#include "hierarchy_base.h"
#include <string.h>

/* A base may have ARCS arcs, and A_VERTEX more for each vertex. Roads of a million vertices have
 * some 6 arcs a vertex, and a whole grid of 200,000 has 25. */
enum { ARCS = 1 << 22, A_VERTEX = 96 };

#define NONE UINT32_MAX

uint64_t kg__base_most(uint64_t n)
{
    const uint64_t most = ARCS + A_VERTEX * n;

    return most < KG__DOWN ? most : KG__DOWN - 1;
}

kg_status kg__base_too_large(kg_context *ctx, uint64_t n)
{
    return kg__fail(ctx, KG_UNSUPPORTED,
        "the base of hierarchies would have more than %llu arcs: this graph has no small sets of "
        "vertices that separate it, as roads have; make a hierarchy for each set of lengths",
        (unsigned long long)kg__base_most(n));
}

/* All numbers are ranks: indices of the order. */
typedef struct completion {
    const kg__neighbours *neighbours;
    const kg_vertex *order;
    kg_vertex *rank; /* [n] of a vertex */
    uint64_t *first; /* [n + 1] the first arc of each rank */
    kg_vertex *head; /* [arcs] */
    uint64_t room;
    kg_vertex *child; /* [n] the last rank whose lowest neighbour this is, or NONE */
    kg_vertex *next;  /* [n] the one before it */
    kg_vertex *seen;  /* [n] the last rank that has an arc to this one */
    uint32_t *depth;  /* [n] levels below */
} completion;

static void meet(completion *c, kg_vertex rank, kg_vertex head, uint64_t *count)
{
    if (head <= rank || c->seen[head] == rank)
        return;
    c->seen[head] = rank;
    c->head[(*count)++] = head;
}

/* Finds the arcs of a rank. */
static kg_status remove_rank(kg_context *ctx, completion *c, kg_vertex rank)
{
    const kg__neighbours *all = c->neighbours;
    const kg_vertex v = c->order[rank];
    uint64_t count = c->first[rank], most = count + all->row[v + 1] - all->row[v];
    kg_vertex lowest = NONE;
    kg_status status = KG_OK;

    for (kg_vertex k = c->child[rank]; k != NONE; k = c->next[k])
        most += c->first[k + 1] - c->first[k];
    if (most > c->room)
        KG_TRY(kg__host_grow(ctx, &c->head, &c->room, most, sizeof *c->head, "arcs"));
    for (uint64_t i = all->row[v]; i < all->row[v + 1]; i++)
        meet(c, rank, c->rank[all->col[i]], &count);
    for (kg_vertex k = c->child[rank]; k != NONE; k = c->next[k])
        for (uint64_t i = c->first[k]; i < c->first[k + 1]; i++)
            meet(c, rank, c->head[i], &count);
    c->first[rank + 1] = count;
    for (uint64_t i = c->first[rank]; i < count; i++) {
        const kg_vertex head = c->head[i];

        lowest = head < lowest ? head : lowest;
        if (c->depth[head] <= c->depth[rank])
            c->depth[head] = c->depth[rank] + 1;
    }
    if (lowest != NONE) {
        c->next[rank] = c->child[lowest];
        c->child[lowest] = rank;
    }
out:
    return status;
}

static kg_status find_arcs(kg_context *ctx, completion *c)
{
    const uint64_t n = c->neighbours->n;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &c->rank, n, sizeof *c->rank, "arcs"));
    KG_TRY(kg__host_allocate(ctx, &c->first, n + 1, sizeof *c->first, "arcs"));
    KG_TRY(kg__host_allocate(ctx, &c->child, n, sizeof *c->child, "arcs"));
    KG_TRY(kg__host_allocate(ctx, &c->next, n, sizeof *c->next, "arcs"));
    KG_TRY(kg__host_allocate(ctx, &c->seen, n, sizeof *c->seen, "arcs"));
    KG_TRY(kg__host_allocate(ctx, &c->depth, n, sizeof *c->depth, "arcs"));
    for (uint64_t k = 0; k < n; k++) {
        c->rank[c->order[k]] = (kg_vertex)k;
        c->child[k] = c->seen[k] = NONE;
        c->depth[k] = 0;
    }
    c->first[0] = 0;
    for (uint64_t k = 0; k < n; k++) {
        KG_TRY(remove_rank(ctx, c, (kg_vertex)k));
        if (c->first[k + 1] > kg__base_most(n))
            return kg__base_too_large(ctx, n);
        if (k % 4096 == 0)
            KG_TRY(kg__progress(ctx, "completing", k, n));
    }
out:
    return status;
}

/* Gives each vertex its place: the deepest first. */
static kg_status lay_out(kg_hierarchy_base *b, const completion *c)
{
    const uint64_t n = b->n;
    uint32_t deepest = 0;
    bool is;
    kg_status status;

    for (uint64_t k = 0; k < n; k++)
        deepest = c->depth[k] > deepest ? c->depth[k] : deepest;
    b->levels = n ? deepest + 2 : 1;
    KG_TRY(
        kg__host_allocate(b->ctx, &b->level, (uint64_t)b->levels + 1, sizeof *b->level, "levels"));
    KG_TRY(kg__host_allocate(b->ctx, &b->vertex, n, sizeof *b->vertex, "an order of vertices"));
    memset(b->level, 0, ((uint64_t)b->levels + 1) * sizeof *b->level);
    for (uint64_t k = 0; k < n; k++)
        b->level[deepest - c->depth[k] + 2]++;
    for (uint32_t k = 1; k <= b->levels; k++)
        b->level[k] += b->level[k - 1];
    for (uint64_t v = n; v-- > 0;)
        b->vertex[--b->level[deepest - c->depth[c->rank[v]] + 2]] = (kg_vertex)v;
    /* Each entry is now the first place of its level, but one index too high. */
    for (uint32_t k = 0; k < b->levels; k++)
        b->level[k] = b->level[k + 1];
    b->level[b->levels] = (kg_vertex)n;
    KG_TRY(kg__places_of(b->ctx, &b->place, b->vertex, n, &is));
out:
    return status;
}

/* Stores the arcs of each place in the order of their heads: the tails of each head are listed, and
 * then the heads are taken in order. */
static kg_status store(kg_hierarchy_base *b, const completion *c)
{
    const uint64_t n = b->n, arcs = c->first[n];
    uint32_t *begin = NULL;
    kg_vertex *tail = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(b->ctx, &begin, n + 1, sizeof *begin, "rows of arcs"));
    KG_TRY(kg__host_allocate(b->ctx, &tail, arcs, sizeof *tail, "arcs"));
    KG_TRY(kg__host_allocate(b->ctx, &b->row, n + 1, sizeof *b->row, "rows of arcs"));
    KG_TRY(kg__host_allocate(b->ctx, &b->head, arcs, sizeof *b->head, "arcs"));
    memset(begin, 0, (n + 1) * sizeof *begin);
    for (uint64_t i = 0; i < arcs; i++)
        begin[b->place[c->order[c->head[i]]] + 1]++;
    for (uint64_t p = 0; p < n; p++)
        begin[p + 1] += begin[p];
    for (uint64_t k = 0; k < n; k++)
        for (uint64_t i = c->first[k]; i < c->first[k + 1]; i++)
            tail[begin[b->place[c->order[c->head[i]]]]++] = b->place[c->order[k]];
    b->row[0] = 0;
    for (uint64_t p = 0; p < n; p++) {
        const kg_vertex k = c->rank[b->vertex[p]];

        b->row[p + 1] = b->row[p] + (uint32_t)(c->first[k + 1] - c->first[k]);
    }
    /* begin now has the end of each list. */
    for (uint64_t p = 0, i = 0; p < n; p++)
        for (; i < begin[p]; i++)
            b->head[b->row[tail[i]]++] = (kg_vertex)p;
    memmove(b->row + 1, b->row, n * sizeof *b->row);
    b->row[0] = 0;
out:
    kg__free_all(b->ctx, begin, tail);
    return status;
}

kg_status kg__base_complete(
    kg_hierarchy_base *base, const kg__neighbours *neighbours, const kg_vertex *order)
{
    kg_context *ctx = base->ctx;
    completion c = {.neighbours = neighbours, .order = order};
    kg_status status;

    KG_TRY(find_arcs(ctx, &c));
    KG_TRY(lay_out(base, &c));
    KG_TRY(store(base, &c));
out:
    kg__free_all(ctx, c.rank, c.first, c.head, c.child, c.next, c.seen, c.depth);
    return status;
}
