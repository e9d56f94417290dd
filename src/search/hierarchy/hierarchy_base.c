/*
 * Makes the base of hierarchies: the neighbours of all vertices, their order (dissect.c), the arcs
 * (complete.c), and the lists by which lengths are put in (customize.c).
 *
 * Work: O(n + m + arcs) besides the order. Serial except for the order and the lists.
 */
#include "hierarchy_base.h"
#include "../../base/bisect.h"
#include "../../io/mapping.h"
#include "hierarchy_file.h"
#include <string.h>

/* GRAIN: places from which on another thread pays. */
enum { GRAIN = 1024 };

/* ---- neighbours ------------------------------------------------------------------------------ */

/* Makes row from the numbers of entries, which are one index too high. */
static void add_up(kg__neighbours *a)
{
    a->row[0] = 0;
    for (uint64_t v = 0; v < a->n; v++)
        a->row[v + 1] += a->row[v];
}

/* Makes row again after each of its entries was moved to the end of its row. */
static void step_back(kg__neighbours *a)
{
    memmove(a->row + 1, a->row, a->n * sizeof *a->row);
    a->row[0] = 0;
}

static kg_status allocate(kg_context *ctx, kg__neighbours *a, uint64_t n, uint64_t entries)
{
    kg_status status;

    a->n = n;
    KG_TRY(kg__host_allocate(ctx, &a->row, n + 1, sizeof *a->row, "neighbours"));
    KG_TRY(kg__host_allocate(ctx, &a->col, entries, sizeof *a->col, "neighbours"));
    memset(a->row, 0, (n + 1) * sizeof *a->row);
out:
    return status;
}

static void release(kg_context *ctx, kg__neighbours *a)
{
    kg__free_all(ctx, a->row, a->col);
}

/* Stores the entries of a graph at both of their ends. A row of an undirected graph has all of them
 * already. */
static kg_status collect(kg__neighbours *a, const kg_graph *graph)
{
    const uint64_t n = graph->n, both = graph->half ? 0 : 1;
    kg_status status;

    KG_TRY(allocate(graph->ctx, a, n, (1 + both) * (uint64_t)graph->m));
    for (uint64_t v = 0; v < n; v++)
        for (uint64_t i = graph->row[v]; i < graph->row[v + 1]; i++) {
            a->row[v + 1]++;
            a->row[(uint64_t)graph->col[i] + 1] += both;
        }
    add_up(a);
    for (uint64_t v = 0; v < n; v++)
        for (uint64_t i = graph->row[v]; i < graph->row[v + 1]; i++) {
            a->col[a->row[v]++] = graph->col[i];
            if (both)
                a->col[a->row[graph->col[i]]++] = (kg_vertex)v;
        }
    step_back(a);
out:
    return status;
}

/* Sorts rows that have each entry at both ends: each is stored at its other end, the rows taken in
 * order. Then leaves out loops and duplicates. */
static kg_status sort(kg_context *ctx, kg__neighbours *to, const kg__neighbours *from)
{
    const uint64_t n = from->n;
    uint64_t used = 0;
    kg_status status;

    KG_TRY(allocate(ctx, to, n, from->row[n]));
    memcpy(to->row, from->row, (n + 1) * sizeof *to->row);
    for (uint64_t v = 0; v < n; v++)
        for (uint64_t i = from->row[v]; i < from->row[v + 1]; i++)
            to->col[to->row[from->col[i]]++] = (kg_vertex)v;
    for (uint64_t v = 0, i = 0; v < n; v++) { /* row now has the end of each */
        const uint64_t begin = used;

        for (; i < to->row[v]; i++)
            if (to->col[i] != v && (used == begin || to->col[used - 1] != to->col[i]))
                to->col[used++] = to->col[i];
        to->row[v] = used;
    }
    step_back(to);
out:
    return status;
}

static kg_status find_neighbours(kg__neighbours *to, const kg_graph *graph)
{
    kg__neighbours all = {0};
    kg_status status;

    KG_TRY(collect(&all, graph));
    KG_TRY(sort(graph->ctx, to, &all));
out:
    release(graph->ctx, &all);
    return status;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static kg_status list_below(kg_hierarchy_base *b)
{
    const uint64_t n = b->n, arcs = b->row[n];
    kg_status status;

    KG_TRY(kg__host_allocate(b->ctx, &b->below_row, n + 1, sizeof *b->below_row, "rows of arcs"));
    KG_TRY(kg__host_allocate(b->ctx, &b->below, arcs, sizeof *b->below, "arcs"));
    memset(b->below_row, 0, (n + 1) * sizeof *b->below_row);
    for (uint64_t i = 0; i < arcs; i++)
        b->below_row[b->head[i] + 1]++;
    for (uint64_t p = 0; p < n; p++)
        b->below_row[p + 1] += b->below_row[p];
    for (uint64_t p = 0; p < n; p++)
        for (uint32_t i = b->row[p]; i < b->row[p + 1]; i++)
            b->below[b->below_row[b->head[i]]++] = (kg__below){(kg_vertex)p, i};
    memmove(b->below_row + 1, b->below_row, n * sizeof *b->below_row);
    b->below_row[0] = 0;
out:
    return status;
}

/* Stores each entry at its lower end; its arc is the place of the other end for now. */
static kg_status list_entries(kg_hierarchy_base *b, const kg_graph *graph)
{
    const uint64_t n = b->n;
    uint32_t *row;
    kg_status status;

    KG_TRY(kg__host_allocate(b->ctx, &b->entry_row, n + 1, sizeof *b->entry_row, "entries"));
    row = b->entry_row;
    memset(row, 0, (n + 1) * sizeof *row);
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t v = 0; v < n; v++)
            for (uint64_t i = graph->row[v]; i < graph->row[v + 1]; i++) {
                const kg_vertex tail = b->place[v], head = b->place[graph->col[i]];

                if (tail == head || (graph->half && tail < head))
                    continue;
                if (pass == 0)
                    row[(uint64_t)(tail > head ? tail : head) + 1]++;
                else if (tail > head)
                    b->entry[row[tail]++] = (kg__base_entry){(uint32_t)i, head};
                else
                    b->entry[row[head]++] = (kg__base_entry){(uint32_t)i, tail | KG__DOWN};
            }
        if (pass == 0) {
            for (uint64_t p = 0; p < n; p++)
                row[p + 1] += row[p];
            KG_TRY(kg__host_allocate(b->ctx, &b->entry, row[n], sizeof *b->entry, "entries"));
        }
    }
    memmove(row + 1, row, n * sizeof *row);
    row[0] = 0;
out:
    return status;
}

kg_status kg__base_derive(kg_hierarchy_base *base, const kg_graph *graph, bool *is_whole)
{
    kg_hierarchy_base *b = base;
    const int threads = kg__threads(b->ctx, b->n, GRAIN);
    bool missing = false;
    kg_status status;

    for (uint64_t p = 0; p < b->n; p++)
        b->triangles += (uint64_t)(b->row[p + 1] - b->row[p]) * (b->row[p + 1] - b->row[p] - 1) / 2;
    KG_TRY(list_below(b));
    KG_TRY(list_entries(b, graph));
    KG_PARALLEL_FOR(threads, schedule(static) reduction(|| : missing))
    for (uint64_t p = 0; p < b->n; p++)
        for (uint32_t k = b->entry_row[p]; k < b->entry_row[p + 1]; k++) {
            const kg_vertex to = b->entry[k].arc & ~KG__DOWN;
            const uint32_t i = KG__FIRST_WHERE(j, b->row[p], b->row[p + 1], b->head[j] >= to);

            missing = missing || i == b->row[p + 1] || b->head[i] != to;
            b->entry[k].arc = i | (b->entry[k].arc & KG__DOWN);
        }
    *is_whole = !missing;
out:
    return status;
}

/* ---- the front ------------------------------------------------------------------------------- */

static kg_status build(kg_hierarchy_base *b, const kg_graph *graph)
{
    kg_context *ctx = b->ctx;
    kg__neighbours all = {0};
    kg_vertex *order = NULL;
    bool is_whole;
    kg_status status;

    KG_TRY(find_neighbours(&all, graph));
    KG_TRY(kg__host_allocate(ctx, &order, b->n, sizeof *order, "an order of vertices"));
    KG_TRY(kg__dissect(ctx, &all, order));
    kg__stage(ctx, "complete");
    KG_TRY(kg__base_complete(b, &all, order));
    KG_TRY(kg__base_derive(b, graph, &is_whole));
    b->sum = kg__hierarchy_sum_graph(graph, true);
out:
    release(ctx, &all);
    kg__free(ctx, order);
    return status;
}

kg_status kg_hierarchy_base_build(kg_hierarchy_base **base, kg_graph *graph)
{
    kg_context *ctx = KG__CONTEXT(graph);
    kg_hierarchy_base *b = NULL;
    kg_status status;

    KG_NEED_RESULT(ctx, base, graph);
    KG_TRY(kg__begin_graph(graph));
    kg__stage(ctx, "dissect");
    KG_TRY(kg__hierarchy_check(graph));
    KG_TRY(kg__host_allocate(ctx, &b, 1, sizeof *b, "the base of hierarchies"));
    *b = (kg_hierarchy_base){.ctx = ctx, .n = graph->n, .m = kg__edges(graph)};
    KG_TRY(build(b, graph));
    *base = b;
    b = NULL;
out:
    kg_hierarchy_base_destroy(b);
    kg__stage(ctx, NULL);
    return status;
}

void kg_hierarchy_base_destroy(kg_hierarchy_base *base)
{
    kg_hierarchy_base *b = base;
    kg_context *ctx = KG__CONTEXT(b);
    const bool is_read = b && (b->map || b->copy);

    if (!b)
        return;
    if (!is_read)
        kg__free_all(ctx, b->vertex, b->level, b->row, b->head);
    kg__mapping_destroy(b->map);
    for (int i = 0; i < KG__BASE_RESIDENTS; i++)
        kg__free(ctx, b->resident[i]);
    kg__free_all(ctx, b->copy, b->place, b->below_row, b->below, b->entry_row, b->entry, b);
}

kg_status kg_hierarchy_base_count(const kg_hierarchy_base *base, kg_hierarchy_base_counts *counts)
{
    KG_NEED(KG__CONTEXT(base), counts);
    *counts = (kg_hierarchy_base_counts)KG_ZERO;
    KG_NEED(NULL, base);
    counts->arcs = base->row[base->n];
    counts->levels = base->levels - 1;
    return KG_OK;
}
