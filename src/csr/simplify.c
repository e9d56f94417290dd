/*
 * A graph without loops, and without repeated edges.
 *
 * In:   row[n+1], col[m] or half[2m], and value[m] or NULL.
 * Out:  the remaining edges, in their order; each with the value of the first of its kind, the
 *       least, or the sum.
 * How:  row by row, the edges whose lesser end is that vertex (in a directed graph all that leave
 *       it) are sorted by their other end. Edges with the same other end are of a kind. Mirrors
 *       pair off instead: the k-th edge that names the lesser end first with the k-th that names it
 *       last.
 * Cost: m log(largest degree) work, on one thread. Memory: 16 bytes an edge of the largest row, 12
 *       bytes an edge of the graph, and the result.
 */
#include "../base/random.h"
#include "csr_ops.h"
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 1 << 16 };

typedef struct entry {
    kg_vertex to;
    kg_edge edge;
    bool backwards; /* the file names the greater end first */
} entry;

typedef struct simplify {
    kg_graph *graph;
    kg_simplify_options options;
    const kg_vertex *end; /* [2m] of an undirected graph */
    entry *row;           /* [largest degree] */
    unsigned char *gone;  /* [m] */
    double *value;        /* [m] of the remaining edges, or NULL */
} simplify;

static int compare(const void *a, const void *b)
{
    const entry *x = a, *y = b;

    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return (x->edge > y->edge) - (x->edge < y->edge);
}

/* Removes edge e, which is of the same kind as `first`. */
static void join(simplify *s, kg_edge first, kg_edge e)
{
    s->gone[e] = 1;
    if (!s->value)
        return;
    if (s->options.keep == KG_KEEP_LEAST && s->value[e] < s->value[first])
        s->value[first] = s->value[e];
    if (s->options.keep == KG_KEEP_SUM)
        s->value[first] += s->value[e];
}

/* Pairs entries with the same other end: the k-th of each direction. */
static void join_mirrors(simplify *s, const entry *group, uint64_t count)
{
    uint64_t ahead = 0, back = 0;

    for (;; ahead++, back++) {
        while (ahead < count && group[ahead].backwards)
            ahead++;
        while (back < count && !group[back].backwards)
            back++;
        if (ahead == count || back == count)
            return;
        if (group[ahead].edge < group[back].edge)
            join(s, group[ahead].edge, group[back].edge);
        else
            join(s, group[back].edge, group[ahead].edge);
    }
}

/* Takes the edges that are processed in row v. Returns how many. */
static uint64_t take_row(simplify *s, uint64_t v)
{
    const kg_graph *g = s->graph;
    uint64_t count = 0;

    for (uint64_t i = g->row[v]; i < g->row[v + 1]; i++) {
        const uint64_t h = g->half ? g->half[i] : 2 * i;
        const kg_vertex to = g->half ? s->end[h ^ 1] : g->col[i];

        if (to == v && s->options.loops)
            s->gone[h / 2] = 1;
        else if (!g->half || to > v || (to == v && !(h & 1)))
            s->row[count++] = (entry){to, (kg_edge)(h / 2), h & 1};
    }
    return count;
}

static void mark(simplify *s)
{
    for (uint64_t v = 0; v < s->graph->n; v++) {
        const uint64_t count = take_row(s, v);

        if (!s->options.parallel && !s->options.mirrors)
            continue; /* only loops are removed */
        qsort(s->row, count, sizeof *s->row, compare);
        for (uint64_t i = 0, end; i < count; i = end) {
            for (end = i + 1; end < count && s->row[end].to == s->row[i].to;)
                end++;
            if (!s->options.parallel && s->row[i].to != v)
                join_mirrors(s, s->row + i, end - i);
            for (uint64_t k = i + 1; s->options.parallel && k < end; k++)
                join(s, s->row[i].edge, s->row[k].edge);
        }
    }
}

/* Builds the graph of the remaining edges. */
static kg_status build(kg_graph **simple, const simplify *s)
{
    const kg_graph *g = s->graph;
    const uint64_t m = kg__edges(g);
    kg_vertex *pair = NULL;
    uint64_t kept = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(g->ctx, &pair, m, 2 * sizeof *pair, "edges that stay"));
    for (uint64_t e = 0; e < m; e++) {
        if (s->gone[e])
            continue;
        pair[2 * kept] = g->half ? s->end[2 * e] : g->src[e];
        pair[2 * kept + 1] = g->half ? s->end[2 * e + 1] : g->col[e];
        if (s->value)
            s->value[kept] = s->value[e];
        kept++;
    }
    if (g->half)
        KG_TRY(kg_graph_build_undirected(simple, g->ctx, g->n, kept, pair, s->value));
    else
        KG_TRY(
            kg__csr_build_runs(simple, g->ctx, g->n, &(kg__edge_run){pair, s->value, kept, 0}, 1));
    kg__share_names(*simple, g);
out:
    kg__free(g->ctx, pair);
    return status;
}

static kg_status check_options(const kg_graph *graph, const kg_simplify_options *options)
{
    if (options->mirrors && graph->kind == KG_DIRECTED)
        return kg__fail(graph->ctx, KG_ARGUMENT,
            "mirrors are two edges of an undirected graph: in a directed one they differ");
    if ((unsigned)options->keep > KG_KEEP_SUM)
        return kg__fail(graph->ctx, KG_ARGUMENT, "keep is %d, expected 0 to %d", (int)options->keep,
            KG_KEEP_SUM);
    return kg__need_no_sides(graph, "has sides, by which edges differ");
}

kg_status kg_graph_simplify(kg_graph **simple, kg_graph *graph, const kg_simplify_options *options)
{
    kg_context *ctx = KG__CONTEXT(graph);
    simplify s = {.graph = graph};
    uint64_t most = 0, m;
    kg_status status;

    KG_NEED_RESULT(ctx, simple, graph);
    KG_TRY(kg__begin_graph(graph));
    if (options)
        s.options = *options;
    if (!s.options.parallel && !s.options.loops && !s.options.mirrors)
        s.options.parallel = s.options.loops = 1;
    KG_TRY(check_options(graph, &s.options));
    m = kg__edges(graph);
    if (graph->half)
        KG_TRY(kg_graph_ends(graph, &s.end));
    else
        KG_TRY(kg__graph_make_sources(graph));
    for (uint64_t v = 0; v < graph->n; v++)
        if (graph->row[v + 1] - graph->row[v] > most)
            most = graph->row[v + 1] - graph->row[v];
    KG_TRY(kg__host_allocate(ctx, &s.row, most, sizeof *s.row, "the largest row"));
    KG_TRY(kg__host_allocate(ctx, &s.gone, m, 1, "edges that go"));
    if (m)
        memset(s.gone, 0, m);
    if (graph->value) {
        KG_TRY(kg__host_allocate(ctx, &s.value, m, sizeof *s.value, "values"));
        if (m)
            memcpy(s.value, graph->value, m * sizeof *s.value);
    }
    mark(&s);
    KG_TRY(build(simple, &s));
out:
    kg__free_all(ctx, s.row, s.gone, s.value);
    return status;
}

bool kg__is_mirrored(const kg_graph *graph)
{
    const uint64_t m = kg__edges(graph);
    const kg_vertex *end = graph->end;
    uint64_t balance = 0, apart = 0;

    if (graph->kind != KG_UNDIRECTED || !end)
        return false;
    KG_PARALLEL_FOR(kg__threads(graph->ctx, m, GRAIN), reduction(+ : balance, apart))
    for (uint64_t e = 0; e < m; e++) {
        const kg_vertex a = end[2 * e], b = end[2 * e + 1];

        apart += a != b;
        if (a < b)
            balance += kg__random(a, b);
        else if (a > b)
            balance -= kg__random(b, a);
    }
    return apart && balance == 0;
}
