/*
 * Integer labels: the vertices are those that the file names, in increasing order.
 *
 * In:  the parsed edges. A narrow load gives a graph whose ids are the labels minus the first
 *     label, with a row for each gap between labels; a wide load gives the edges' ends in 64 bits.
 * Out: ids 0..n-1, and the labels as names unless they are the ids.
 * Method: ranks increase with the labels, so the rows of the narrow graph stay in order, and only
 *     the rows of gaps are removed. A gap is an empty row to which no edge leads and which no line
 *     names: a bitmap marks the empty rows, the targets are removed from it, and the gaps are left.
 *     If every row has edges, there are no gaps, and this is skipped. Wide labels are sorted, and
 *     each is replaced by its rank among the distinct ones.
 * Work: narrow O(n) for the largest label n, and O(m) if a row is empty; wide a sort.
 * Memory: narrow 3/16 of a byte per label, then the labels' own memory; wide 12 bytes per end.
 * Deterministic: the result is defined by the labels alone.
 */
#include "../../../scan/front.h"
#include "text.h"
#include <string.h>

enum { WORD = 64, GRAIN = 1 << 18 };

/* ---- labels that were ids so far ------------------------------------------------------------- */

typedef struct gaps {
    kg_graph *graph;
    kg_vertex first; /* the label of row 0, a vertex */
    uint64_t words;
    uint64_t *absent;   /* [words] a bit for each id that is not a vertex */
    kg_vertex *present; /* [words] how many vertices are below the first id of a word */
    int threads;
} gaps;

static bool has_empty_row(const kg_graph *graph)
{
    int threads = kg__threads(graph->ctx, graph->n, GRAIN);
    bool empty = false;

    KG_PARALLEL_FOR(threads, reduction(|| : empty))
    for (uint64_t v = 0; v < graph->n; v++)
        empty |= graph->row[v] == graph->row[v + 1];
    return empty;
}

kg_vertex kg__labels_first(const kg__load *load)
{
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < load->workers; i++)
        least = load->worker[i].least < least ? load->worker[i].least : least;
    return least < KG_NO_VERTEX ? (kg_vertex)least : 0;
}

/* Sets the bits of the empty rows. */
static void mark_empty_rows(gaps *g)
{
    const kg_graph *graph = g->graph;

    KG_PARALLEL_FOR(g->threads)
    for (uint64_t i = 0; i < g->words; i++) {
        uint64_t first = i * WORD, word = 0;
        uint64_t count = graph->n - first < WORD ? graph->n - first : WORD;

        for (uint64_t k = 0; k < count; k++)
            word |= (uint64_t)(graph->row[first + k] == graph->row[first + k + 1]) << k;
        g->absent[i] = word;
    }
}

/* Clears the bits of the labels that a line or an edge names. */
static void clear_named(gaps *g, const kg__load *load)
{
    const kg_graph *graph = g->graph;
    const kg_vertex *const col = graph->col;
    uint64_t *const absent = g->absent;

    for (int t = 0; t < load->workers; t++)
        for (size_t k = 0; k < load->worker[t].lones; k++) {
            uint64_t v = load->worker[t].lone[k] - g->first;

            absent[v / WORD] &= ~((uint64_t)1 << v % WORD);
        }
    KG_PARALLEL_FOR(g->threads)
    for (uint64_t e = 0; e < graph->m; e++) {
        uint64_t *word = &absent[col[e] / WORD];
        uint64_t bit = (uint64_t)1 << col[e] % WORD;

        if (__atomic_load_n(word, __ATOMIC_RELAXED) & bit)
            __atomic_fetch_and(word, ~bit, __ATOMIC_RELAXED);
    }
}

/* Returns how many vertices there are. */
static kg_vertex count_present(gaps *g)
{
    uint64_t gone = 0;

    for (uint64_t i = 0; i < g->words; i++) {
        g->present[i] = (kg_vertex)(i * WORD - gone);
        gone += (uint64_t)__builtin_popcountll(g->absent[i]);
    }
    return (kg_vertex)(g->graph->n - gone);
}

static kg_vertex rank_of(const gaps *g, kg_vertex label)
{
    uint64_t below = ~g->absent[label / WORD] & (((uint64_t)1 << label % WORD) - 1);

    return g->present[label / WORD] + (kg_vertex)__builtin_popcountll(below);
}

/* Names the vertices if the labels are first, first + 1, ..., without gaps. */
static kg_status name_from(kg_graph *graph, kg_vertex first)
{
    kg_status status = KG_OK;

    if (first) {
        KG_TRY(kg__names_create(&graph->names, graph->ctx));
        graph->names->first = first;
    }
out:
    return status;
}

/* Removes gaps anywhere: gathers rows and labels, and replaces targets by their ranks. */
static kg_status gather(gaps *g, kg_vertex n)
{
    kg_graph *graph = g->graph;
    kg_context *ctx = graph->ctx;
    kg_edge *row = NULL;
    uint64_t *label = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &row, (uint64_t)n + 1, sizeof *row, "row offsets"));
    KG_TRY(kg__host_allocate(ctx, &label, n, sizeof *label, "vertex labels"));
    KG_TRY(kg__names_create(&graph->names, ctx));
    kg__graph_free_resident(graph);
    KG_PARALLEL_FOR(g->threads)
    for (uint64_t i = 0; i < g->words; i++) {
        uint64_t count = graph->n - i * WORD < WORD ? graph->n - i * WORD : WORD;
        uint64_t bits = ~g->absent[i] & (~(uint64_t)0 >> (WORD - count));

        for (kg_vertex at = g->present[i]; bits; bits &= bits - 1, at++) {
            uint64_t v = i * WORD + (unsigned)__builtin_ctzll(bits);

            label[at] = g->first + v;
            row[at] = graph->row[v];
        }
    }
    row[n] = graph->m;
    KG_PARALLEL_FOR(g->threads)
    for (uint64_t e = 0; e < graph->m; e++) {
        graph->col[e] = rank_of(g, graph->col[e]);
        if (graph->half)
            graph->end[e] = rank_of(g, graph->end[e]);
    }
    kg__free(ctx, graph->row);
    graph->row = row;
    graph->n = n;
    graph->names->label = label;
    row = NULL;
    label = NULL;
out:
    kg__free_all(ctx, row, label);
    return status;
}

kg_status kg__labels_close_gaps(kg_graph *graph, const kg__load *load, kg_vertex first)
{
    kg_context *ctx = graph->ctx;
    gaps g = {.graph = graph, .first = first, .words = ((uint64_t)graph->n + WORD - 1) / WORD};
    kg_vertex n;
    kg_status status;

    kg__stage(ctx, "name vertices");
    if (!has_empty_row(graph))
        return name_from(graph, first);
    g.threads = kg__threads(ctx, (uint64_t)graph->n + graph->m, GRAIN);
    KG_TRY(kg__host_allocate(ctx, &g.absent, g.words, sizeof *g.absent, "gaps between labels"));
    KG_TRY(kg__host_allocate(ctx, &g.present, g.words, sizeof *g.present, "ranks of labels"));
    mark_empty_rows(&g);
    clear_named(&g, load);
    n = count_present(&g);
    status = n == graph->n ? name_from(graph, first) : gather(&g, n);
out:
    kg__free_all(ctx, g.absent, g.present);
    return status;
}

/* ---- labels of 64 bits ----------------------------------------------------------------------- */

kg_status kg__labels_rank(kg__load *load, kg__text_run *run, size_t runs, uint64_t edges,
    kg__names **names, kg_vertex **rank, uint64_t *n)
{
    kg_context *ctx = load->input->ctx;
    uint64_t count = 2 * edges, at = 0, *label = NULL;
    kg_status status;

    for (int i = 0; i < load->workers; i++)
        count += load->worker[i].lones;
    KG_TRY(kg__host_allocate(ctx, &label, count, sizeof *label, "vertex labels"));
    KG_TRY(kg__host_allocate(ctx, rank, count, sizeof **rank, "ranks of labels"));
    for (size_t k = 0; k < runs; k++) {
        memcpy(label + at, run[k].pair, 2 * run[k].count * sizeof *label);
        run[k].pair = *rank + at;
        at += 2 * run[k].count;
    }
    for (int i = 0; i < load->workers; i++) {
        const kg__worker *w = &load->worker[i];

        if (w->lones)
            memcpy(label + at, w->lone, w->lones * sizeof *w->lone);
        at += w->lones;
    }
    KG_TRY(kg__require_positions(ctx, count, sizeof **rank));
    *n = 0;
    if (count)
        KG_TRY(kg__array_host()->distinct_u64(ctx, label, n, *rank, count, label));
    if (*n > KG__VERTICES_MAX)
        KG_TRY(kg__fail(ctx, KG_OVERFLOW, "%llu vertices: at most %llu are possible",
            (unsigned long long)*n, (unsigned long long)KG__VERTICES_MAX));
    KG_TRY(kg__host_resize(ctx, &label, *n, sizeof *label, "vertex labels"));
    KG_TRY(kg__names_of_labels(names, ctx, &label, *n));
out:
    kg__free(ctx, label);
    return status;
}
