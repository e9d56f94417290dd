/*
 * Makes a hierarchy: the arcs of all vertices, their contraction (shrink.c), and the arrays in the
 * order of the levels.
 *
 * Work: O(n + m) besides the contraction. Serial except for the contraction.
 */
#include "shrinking.h"
#include <string.h>

/* ---- the arcs -------------------------------------------------------------------------------- */

static kg_status allocate(kg__shrinking *s, const kg_graph *graph)
{
    kg_context *ctx = s->ctx;
    kg_status status = KG_OK;

    for (int side = 0; side < s->sides; side++)
        KG_TRY(kg__host_allocate(ctx, &s->list[side], s->n, sizeof(kg__list), "lists of arcs"));
    KG_TRY(kg__host_grow(ctx, &s->pool, &s->room,
        2 * (uint64_t)s->sides * ((uint64_t)graph->m + s->n), sizeof *s->pool, "arcs"));
    KG_TRY(kg__host_allocate(ctx, &s->priority, s->n, sizeof *s->priority, "a contraction"));
    KG_TRY(kg__host_allocate(ctx, &s->depth, s->n, sizeof *s->depth, "a contraction"));
    memset(s->depth, 0, s->n * sizeof *s->depth);
    KG_TRY(kg__host_allocate(ctx, &s->picked, s->n, 1, "a contraction"));
    memset(s->picked, 0, s->n);
out:
    return status;
}

static void release(kg__shrinking *s)
{
    for (int side = 0; side < 2; side++)
        kg__free(s->ctx, s->list[side]);
    kg__free_all(s->ctx, s->pool, s->priority, s->depth, s->picked);
}

/* Adds the arcs out of a vertex: of parallel edges the shortest, and the first of equally short
 * ones; no loops. at: [n] the index of a vertex in the list; earlier lists leave stale values. */
static void list_row(
    kg__shrinking *s, const kg_graph *graph, const kg__lengths *lengths, kg_vertex v, uint32_t *at)
{
    kg__arc *arc = s->pool + s->used;
    uint32_t count = 0;

    for (uint64_t i = graph->row[v]; i < graph->row[(uint64_t)v + 1]; i++) {
        const kg_vertex x = graph->col[i];
        const kg__arc made = {
            x, (uint32_t)(graph->half ? graph->half[i] / 2 : i), kg__length(lengths, i)};

        if (x == v)
            continue;
        if (at[x] >= count || arc[at[x]].head != x) {
            at[x] = count;
            arc[count++] = made;
        } else if (made.length < arc[at[x]].length) {
            arc[at[x]] = made;
        }
    }
    s->list[0][v] = (kg__list){s->used, count, count};
    s->used += count;
}

/* Makes the lists of the arcs into each vertex. */
static void turn_round(kg__shrinking *s)
{
    for (uint64_t v = 0; v < s->n; v++)
        s->list[1][v] = (kg__list){0, 0, 0};
    for (uint64_t v = 0; v < s->n; v++)
        for (uint32_t i = 0; i < s->list[0][v].count; i++)
            s->list[1][kg__arcs_of(s, 0, (kg_vertex)v)[i].head].room++;
    for (uint64_t v = 0; v < s->n; v++) {
        s->list[1][v].first = s->used;
        s->used += s->list[1][v].room;
    }
    for (uint64_t v = 0; v < s->n; v++)
        for (uint32_t i = 0; i < s->list[0][v].count; i++) {
            const kg__arc arc = kg__arcs_of(s, 0, (kg_vertex)v)[i];
            kg__list *list = &s->list[1][arc.head];

            s->pool[list->first + list->count++] = (kg__arc){(kg_vertex)v, arc.via, arc.length};
        }
}

/* Returns whether each vertex has arcs from the same vertices as to, and of the same lengths. at:
 * [n] as before. */
static bool is_symmetric(const kg__shrinking *s, uint32_t *at)
{
    for (uint64_t v = 0; v < s->n; v++) {
        const kg__arc *out = kg__arcs_of(s, 0, (kg_vertex)v), *in = kg__arcs_of(s, 1, (kg_vertex)v);
        const uint32_t count = s->list[0][v].count;

        if (s->list[1][v].count != count)
            return false;
        for (uint32_t i = 0; i < count; i++)
            at[out[i].head] = i;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t k = at[in[i].head];

            if (k >= count || out[k].head != in[i].head || out[k].length != in[i].length)
                return false;
        }
    }
    return true;
}

static kg_status make_lists(kg__shrinking *s, const kg_graph *graph, const kg__lengths *lengths)
{
    uint32_t *at = NULL;
    kg_status status;

    KG_TRY(allocate(s, graph));
    KG_TRY(kg__host_allocate(s->ctx, &at, s->n, sizeof *at, "a contraction"));
    memset(at, 0, s->n * sizeof *at);
    for (uint64_t v = 0; v < s->n; v++)
        list_row(s, graph, lengths, (kg_vertex)v, at);
    if (s->sides == 2) {
        const uint64_t used = s->used;

        turn_round(s);
        if (is_symmetric(s, at)) {
            s->sides = 1;
            s->used = used;
        }
    }
out:
    kg__free(s->ctx, at);
    return status;
}

/* ---- the order ------------------------------------------------------------------------------- */

/* Gives each vertex its place: the core first, then the vertices of each depth, the greatest depth
 * first. */
static kg_status order(kg_hierarchy *h, const kg__shrinking *s, const unsigned char *core)
{
    kg_context *ctx = h->ctx;
    uint32_t deepest = 0;
    bool any = false, is;
    kg_status status;

    for (uint64_t v = 0; v < s->n; v++)
        if (!core[v]) {
            any = true;
            deepest = s->depth[v] > deepest ? s->depth[v] : deepest;
        }
    h->levels = any ? deepest + 2 : 1;
    KG_TRY(kg__host_allocate(ctx, &h->level, (uint64_t)h->levels + 1, sizeof *h->level, "levels"));
    KG_TRY(kg__host_allocate(ctx, &h->vertex, s->n, sizeof *h->vertex, "an order of vertices"));
    memset(h->level, 0, ((uint64_t)h->levels + 1) * sizeof *h->level);
    for (uint64_t v = 0; v < s->n; v++)
        h->level[core[v] ? 1 : deepest - s->depth[v] + 2]++;
    for (uint32_t k = 1; k <= h->levels; k++)
        h->level[k] += h->level[k - 1];
    for (uint64_t v = s->n; v-- > 0;)
        h->vertex[--h->level[core[v] ? 1 : deepest - s->depth[v] + 2]] = (kg_vertex)v;
    /* Each entry is now the first place of its level, but one index too high. */
    for (uint32_t k = 0; k < h->levels; k++)
        h->level[k] = h->level[k + 1];
    h->level[h->levels] = (kg_vertex)s->n;
    KG_TRY(kg__hierarchy_place(h, &is));
out:
    return status;
}

/* Stores the arcs of one side in the order of places. */
static kg_status lay_out(kg_hierarchy *h, const kg__shrinking *s, int side)
{
    uint64_t arcs = 0;
    kg_status status;

    for (uint64_t v = 0; v < s->n; v++)
        arcs += s->list[side][v].count;
    if (arcs > UINT32_MAX)
        return kg__fail(h->ctx, KG_OVERFLOW, "a hierarchy of more than 2^32 arcs");
    KG_TRY(kg__host_allocate(h->ctx, &h->row[side], s->n + 1, sizeof(uint32_t), "rows of arcs"));
    KG_TRY(kg__host_allocate(h->ctx, &h->arc[side], arcs, sizeof(kg__arc), "arcs"));
    h->row[side][0] = 0;
    for (uint64_t p = 0; p < s->n; p++) {
        const kg__arc *from = kg__arcs_of(s, side, h->vertex[p]);
        const uint32_t count = s->list[side][h->vertex[p]].count;
        kg__arc *to = h->arc[side] + h->row[side][p];

        for (uint32_t i = 0; i < count; i++) {
            to[i] = from[i];
            to[i].head = h->place[from[i].head];
            if (to[i].via & KG__SHORTCUT)
                to[i].via = KG__SHORTCUT | h->place[to[i].via & ~KG__SHORTCUT];
        }
        h->row[side][p + 1] = h->row[side][p] + count;
    }
out:
    return status;
}

/* ---- the front ------------------------------------------------------------------------------- */

static kg_status build(kg_hierarchy *h)
{
    kg_context *ctx = h->ctx;
    kg_graph *graph = h->graph;
    kg__shrinking s = {.ctx = ctx, .n = graph->n, .sides = h->sides};
    kg__lengths unit = kg__unit_lengths, *lengths = &unit;
    unsigned char *core = NULL;
    kg_status status;

    if (!h->unit)
        KG_TRY(kg__lengths_of(&lengths, graph));
    h->exact = kg__hierarchy_is_exact(graph, lengths, &h->unit_of_labels);
    KG_TRY(kg__host_allocate(ctx, &core, s.n, 1, "a contraction"));
    KG_TRY(make_lists(&s, graph, lengths));
    h->sides = s.sides;
    KG_TRY(kg__shrink(&s, core));
    KG_TRY(order(h, &s, core));
    for (int side = 0; side < h->sides; side++)
        KG_TRY(lay_out(h, &s, side));
    if (h->sides == 1) {
        h->row[1] = h->row[0];
        h->arc[1] = h->arc[0];
    }
    kg__stage(ctx, "label");
    KG_TRY(kg__hierarchy_label(h));
out:
    kg__free(ctx, core);
    release(&s);
    return status;
}

kg_status kg_hierarchy_build(
    kg_hierarchy **hierarchy, kg_graph *graph, const kg_hierarchy_options *options)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_hierarchy *h = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, hierarchy, graph);
    KG_TRY(kg__begin_graph(graph));
    kg__stage(ctx, "contract");
    KG_TRY(kg__hierarchy_check(graph));
    KG_TRY(kg__hierarchy_create(&h, graph, options && options->unit, graph->half ? 1 : 2));
    KG_TRY(build(h));
    *hierarchy = h;
    h = NULL;
out:
    kg_hierarchy_destroy(h);
    kg__stage(ctx, NULL);
    return status;
}
