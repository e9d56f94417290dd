/*
 * A rank's part of a graph, with the virtual edges that its rows end with.
 *
 * in   the graph, whole on each rank, and its stubs
 * out  the rows that begin in the rank's slots, and the contents of these slots
 *
 * O(slots of the rank), a search among the stubs for each of its vertices, and a search among the
 * vertices for the first of each rank. If the rows are only on a GPU, each step of the latter
 * downloads one number: (ranks + 1) * log2(n) waits, which is less than copying all rows.
 */
#include "ranks.h"
#include <string.h>

static const char what[] = "parts of ranks";

/* Finds the first slot of vertex v. */
static kg_status slot_of(const kg_graph *graph, const kg__stubs *stubs, uint64_t v, uint64_t *slot)
{
    kg_edge begin;
    kg_status status;

    KG_TRY(kg__graph_row(graph, v, &begin));
    *slot = (begin + kg__stubs_before(stubs, v)) >> (graph->half != NULL);
out:
    return status;
}

/* Finds the first vertex whose row begins at a slot or after it. */
static kg_status first_from(
    const kg_graph *graph, const kg__stubs *stubs, uint64_t slot, uint64_t *first)
{
    uint64_t low = 0, high = graph->n, at;
    kg_status status = KG_OK;

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;

        KG_TRY(slot_of(graph, stubs, middle, &at));
        if (at < slot)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
out:
    return status;
}

static kg_status begin(kg__ranks *r)
{
    kg_status status;

    KG_TRY(kg__mail_create(&r->mail, r->w->ctx));
    r->rank = r->mail.rank;
    r->ranks = r->mail.ranks;
out:
    return status;
}

kg_status kg__ranks_cut(kg__ranks *r, const kg__stubs *stubs)
{
    const kg_graph *graph = r->graph;
    kg_context *ctx = graph->ctx;
    kg_status status;

    KG_TRY(begin(r));
    KG_TRY(slot_of(graph, stubs, graph->n, &r->m));
    KG_TRY(kg__host_allocate(ctx, &r->bound, r->ranks + 1, sizeof *r->bound, what));
    KG_TRY(kg__host_allocate(ctx, &r->places, r->ranks + 1, sizeof *r->places, what));
    KG_TRY(kg__host_allocate(ctx, &r->vertex, r->ranks + 1, sizeof *r->vertex, what));
    for (unsigned p = 0; p <= r->ranks; p++) {
        r->bound[p] = kg__share(r->m, p, r->ranks);
        r->places[p] = 2 * r->bound[p];
        KG_TRY(first_from(graph, stubs, r->bound[p], &r->vertex[p]));
    }
    r->vertex[r->ranks] = graph->n;
    r->lo = r->first_edge = r->bound[r->rank];
    r->count = r->bound[r->rank + 1] - r->lo;
    r->homes = r->vertex[r->rank + 1] - r->vertex[r->rank];
out:
    return status;
}

/* Fills the rows from the graph's, which are in host memory. */
static kg_status fill_rows(kg__ranks *r, const kg__stubs *stubs)
{
    const kg_graph *graph = r->graph;
    const uint64_t first = r->vertex[r->rank];
    const bool halves = graph->half != NULL;
    uint64_t j = kg__stubs_before(stubs, first);
    kg_status status;

    KG_TRY(kg__host_allocate(r->w->ctx, &r->row, r->homes + 1, sizeof *r->row, what));
    for (uint64_t i = 0; i <= r->homes; i++) {
        while (j < stubs->listed && stubs->at[j] < first + i)
            j++;
        r->row[i] = (kg_edge)((graph->row[first + i] + j) >> halves);
    }
out:
    return status;
}

/* Sets `joined`: each slot shares a row with the one before, unless a row begins there. */
static kg_status find_joined(kg__ranks *r)
{
    const uint64_t hi = r->lo + r->count;
    kg_status status;

    KG_TRY(kg__bitmap_create(r->w->ctx, &r->joined, r->count, "rows"));
    memset(r->joined, 0xff, kg__words(r->count) * sizeof *r->joined);
    for (uint64_t i = 0; i < r->homes && r->row[i] < hi; i++)
        r->joined[(r->row[i] - r->lo) / 64] &= ~(UINT64_C(1) << (r->row[i] - r->lo) % 64);
out:
    return status;
}

/* Finds the vertices that have slots here: [first, last). */
static void find_vertices(const kg__ranks *r, uint64_t *first, uint64_t *last)
{
    *first = r->vertex[r->rank];
    *last = *first + r->homes;
    if (*first && r->count && (uint64_t)r->row[0] > r->lo)
        --*first; /* its row begins on another rank */
}

/* ---- directed -------------------------------------------------------------------------------- */

static kg_status fill_edges(kg__ranks *r, const kg__stubs *stubs)
{
    const kg_graph *graph = r->graph;
    const uint64_t hi = r->lo + r->count;
    uint64_t first, last, j;
    kg_status status;

    KG_TRY(kg__host_allocate(
        graph->ctx, &r->own_col, r->count, sizeof *r->own_col, "edges with the virtual ones"));
    KG_TRY(kg__host_allocate(
        graph->ctx, &r->edge, r->count, sizeof *r->edge, "edges with the virtual ones"));
    r->col = r->own_col;
    find_vertices(r, &first, &last);
    j = kg__stubs_before(stubs, first);
    for (uint64_t v = first; v < last; v++) {
        uint64_t s = graph->row[v] + j;

        for (uint64_t e = graph->row[v]; e < graph->row[v + 1]; e++, s++)
            if (s >= r->lo && s < hi) {
                r->own_col[s - r->lo] = graph->col[e];
                r->edge[s - r->lo] = (kg_edge)e;
            }
        for (; j < stubs->listed && stubs->at[j] == v; j++, s++)
            if (s >= r->lo && s < hi) {
                r->own_col[s - r->lo] = stubs->vertex[(stubs->place[j] + 1) % stubs->count];
                r->edge[s - r->lo] = KG_NO_EDGE;
            }
    }
out:
    return status;
}

/* ---- undirected and bidirected --------------------------------------------------------------- */

/* Puts half-edge h in a place, if the place is this rank's. */
static void put(kg__ranks *r, uint64_t place, kg_edge h)
{
    const uint64_t i = place - 2 * r->lo;

    if (i < 2 * r->count)
        r->half[i] = h;
}

/* Puts half-edges [from, to) in consecutive places from `place` on. */
static void put_row(kg__ranks *r, uint64_t place, uint64_t from, uint64_t to)
{
    const uint64_t lo = 2 * r->lo, hi = lo + 2 * r->count;

    if (place < lo) {
        from += lo - place;
        place = lo;
    }
    if (from >= to || place >= hi)
        return;
    memcpy(r->half + (place - lo), r->graph->half + from,
        (to - from < hi - place ? to - from : hi - place) * sizeof *r->half);
}

/* Puts the half-edges of vertex v, which has two sides: each slot has one of each side. Stubs
 * [j, last_j) are among them. */
static void fill_sides(
    kg__ranks *r, const kg__stubs *stubs, uint64_t v, uint64_t j, uint64_t last_j)
{
    const kg_graph *graph = r->graph;
    uint64_t minus = graph->row[v] + j, plus = minus + 1;

    for (uint64_t s = minus / 2; s < (graph->row[v + 1] + last_j) / 2; s++)
        if (s - r->lo < r->count)
            kg__mark(r->sided, s - r->lo);
    for (uint64_t i = graph->row[v]; i < graph->row[v + 1]; i++) {
        uint64_t *next = kg__bitmap_has(graph->side, graph->half[i]) ? &plus : &minus;

        put(r, *next, graph->half[i]);
        *next += 2;
    }
    for (; j < last_j; j++) {
        uint64_t *next = plus < minus ? &plus : &minus;

        put(r, *next, kg__stubs_half(stubs, graph->m, j));
        *next += 2;
    }
}

static kg_status fill_halves(kg__ranks *r, const kg__stubs *stubs)
{
    const kg_graph *graph = r->graph;
    uint64_t first, last, j, row; /* row: the first half-edge that is not put yet */
    kg_status status;

    KG_TRY(kg__host_allocate(
        graph->ctx, &r->half, r->count, 2 * sizeof *r->half, "half-edges of slots"));
    KG_TRY(kg__bitmap_create(graph->ctx, &r->leave, r->count, "directions of edges"));
    KG_TRY(kg__bitmap_create(graph->ctx, &r->sided, r->count, "sides"));
    find_vertices(r, &first, &last);
    j = kg__stubs_before(stubs, first);
    row = graph->row[first];
    for (uint64_t v = first; v < last; v++) {
        const bool sides = graph->side && !kg__is_one_sided(graph, (kg_vertex)v);
        uint64_t last_j = j;

        while (last_j < stubs->listed && stubs->at[last_j] == v)
            last_j++;
        if (!sides && last_j == j)
            continue;
        put_row(r, row + j, row, sides ? graph->row[v] : graph->row[v + 1]);
        row = graph->row[v + 1];
        if (sides)
            fill_sides(r, stubs, v, j, last_j);
        for (; !sides && j < last_j; j++)
            put(r, row + j, kg__stubs_half(stubs, graph->m, j));
        j = last_j;
    }
    put_row(r, row + j, row, graph->row[last]);
out:
    return status;
}

/* ---- a graph of which each rank holds a part ------------------------------------------------- */

/* Finds the place of the virtual edge, after the last slot of the row of vertex `end`. at: [out]
 * the rank with that last slot, and the place. */
static kg_status find_place(const kg__ranks *r, kg_vertex end, uint64_t at[2])
{
    const uint64_t hi = r->lo + r->count, home = r->vertex[r->rank];
    const bool ends_here = r->count && r->row[0] > r->lo && r->row[0] <= hi;
    const bool goes_on = r->homes && r->row[r->homes] > hi;

    at[0] = at[1] = 0;
    if (end + (uint64_t)ends_here >= home && end + (uint64_t)goes_on < home + r->homes) {
        at[0] = r->rank;
        at[1] = r->row[end + 1 - home];
    }
    return kg__comm_reduce(r->w->ctx, at, 2, KG__COMM_SUM);
}

/* Inserts an edge from ends[1] to ends[0]. */
static kg_status insert(kg__ranks *r, const kg_part *part, const kg_vertex *ends)
{
    static const char edges[] = "edges with the virtual one";
    kg_context *ctx = r->w->ctx;
    uint64_t at[2], before;
    kg_status status;

    KG_TRY(find_place(r, ends[1], at));
    r->w->virtual_edge = (kg_edge)at[1];
    r->m++;
    for (unsigned p = (unsigned)at[0] + 1; p <= r->ranks; p++)
        r->bound[p]++;
    for (uint64_t i = 0; i <= r->homes; i++)
        r->row[i] += r->vertex[r->rank] + i > ends[1];
    r->lo = r->bound[r->rank];
    if (r->rank != at[0])
        goto out;
    before = at[1] - r->lo;
    KG_TRY(kg__host_allocate(ctx, &r->own_col, r->count + 1, sizeof *r->own_col, edges));
    KG_TRY(kg__host_allocate(ctx, &r->edge, r->count + 1, sizeof *r->edge, edges));
    for (uint64_t i = 0; i < r->count; i++) {
        const uint64_t to = i + (i >= before);

        r->own_col[to] = part->col[i];
        r->edge[to] = (kg_edge)(r->first_edge + i);
    }
    r->own_col[before] = ends[0];
    r->edge[before] = KG_NO_EDGE;
    r->col = r->own_col;
    r->count++;
out:
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

kg_status kg__ranks_allocate_circuits(kg__ranks *r)
{
    kg_status status;

    KG_TRY(kg__host_allocate(r->w->ctx, &r->walker, r->count, sizeof *r->walker, "circuits"));
    KG_TRY(kg__host_allocate(r->w->ctx, &r->up, r->count, sizeof *r->up, "circuits"));
out:
    return status;
}

/* Allocates the arrays that the stages fill. For a graph that is not directed, stage 2 allocates
 * most. */
static kg_status allocate(kg__ranks *r)
{
    kg_context *ctx = r->w->ctx;
    kg_status status;

    KG_TRY(find_joined(r));
    if (!r->half) {
        KG_TRY(kg__host_allocate(ctx, &r->pred, r->count, sizeof *r->pred, "predecessors"));
        KG_TRY(kg__ranks_allocate_circuits(r));
    }
    KG_TRY(kg__bitmap_create(ctx, &r->label, r->count, "circuits"));
    KG_TRY(kg__bitmap_create(ctx, &r->chosen, r->count, "links"));
out:
    return status;
}

kg_status kg__ranks_fill(kg__ranks *r, const kg__stubs *stubs)
{
    kg_status status;

    KG_TRY(fill_rows(r, stubs));
    if (r->graph->half)
        KG_TRY(fill_halves(r, stubs));
    else if (stubs->count)
        KG_TRY(fill_edges(r, stubs));
    else
        r->col = r->graph->col + r->lo;
out:
    return status;
}

decl_ranks_part(kg__ranks_part_cpu)
{
    kg_status status;

    KG_TRY(kg__ranks_cut(r, stubs));
    KG_TRY(kg__ranks_fill(r, stubs));
    KG_TRY(allocate(r));
out:
    return status;
}

kg_status kg__ranks_fill_part(kg__ranks *r, const kg_part *part, const kg_vertex *ends)
{
    kg_context *ctx = r->w->ctx;
    size_t size;
    kg_status status;

    KG_TRY(begin(r));
    size = (r->ranks + 1) * sizeof *r->bound;
    KG_TRY(kg__host_allocate(ctx, &r->bound, size, 1, what));
    KG_TRY(kg__host_allocate(ctx, &r->vertex, size, 1, what));
    memcpy(r->bound, part->bound, size);
    memcpy(r->vertex, part->vertex, size);
    r->m = part->shape.m;
    r->lo = r->first_edge = r->bound[r->rank];
    r->count = r->bound[r->rank + 1] - r->lo;
    r->homes = r->vertex[r->rank + 1] - r->vertex[r->rank];
    KG_TRY(kg__host_allocate(ctx, &r->row, r->homes + 1, sizeof *r->row, what));
    memcpy(r->row, part->row, (r->homes + 1) * sizeof *r->row);
    r->col = part->col;
    if (ends)
        KG_TRY(insert(r, part, ends));
out:
    return status;
}

decl_ranks_take(kg__ranks_take_cpu)
{
    kg_status status;

    KG_TRY(kg__ranks_fill_part(r, part, ends));
    KG_TRY(allocate(r));
out:
    return status;
}

decl_ranks_finish(kg__ranks_finish_cpu)
{
    (void)r; /* there is no device */
}
