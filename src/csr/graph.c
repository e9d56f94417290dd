/* A graph as an object: its life, and the arrays that it lends. */
#include "../io/mapping.h"
#include "csr_ops.h"
#include <string.h>

enum { GRAIN = 1 << 18 };

void kg__unitigs_destroy(kg__unitigs *unitigs, kg_context *ctx)
{
    if (!unitigs)
        return;
    if (unitigs->is_mapped)
        kg__mapping_destroy(unitigs->text);
    else
        kg__free(ctx, unitigs->text);
    kg__free_all(ctx, unitigs->begin, unitigs->base, unitigs->offset, unitigs);
}

void kg_graph_destroy(kg_graph *graph)
{
    kg_context *ctx;

    if (!graph)
        return;
    ctx = graph->ctx;
    if (graph->map) {
        const unsigned char *map = graph->map, *row = (unsigned char *)graph->row;

        if (row < map || row >= map + graph->map_bytes) /* its width differs in the file */
            kg__free(ctx, graph->row);
        kg__mapping_destroy(graph->map);
    } else if (!graph->is_borrowed) {
        kg__free_all(ctx, graph->row, graph->col, graph->value);
    }
    kg__names_release(graph->names, ctx);
    kg__unitigs_destroy(graph->unitigs, ctx);
    kg__graph_free_resident(graph);
    kg__free_all(ctx, graph->half, graph->side, graph->row_side, graph->one_sided, graph->src,
        graph->end, graph->out_degree, graph->in_degree, graph->original, graph->component,
        graph->tree);
    while (graph->derived) {
        kg__derived *derived = graph->derived;

        graph->derived = derived->next;
        derived->destroy(ctx, derived);
    }
    kg__free(ctx, graph);
}

KG__GETTER(kg_vertex, kg_graph_vertices, kg_graph, graph, graph->n, 0)
KG__GETTER(kg_edge, kg_graph_edges, kg_graph, graph, kg__edges(graph), 0)
KG__GETTER(kg_kind, kg_graph_kind, kg_graph, graph, graph->kind, KG_DIRECTED)

const char *kg__kind_shown(kg_kind kind)
{
    return kind == KG_DIRECTED     ? "a directed"
           : kind == KG_UNDIRECTED ? "an undirected"
                                   : "a bidirected";
}

/* Fails unless the graph is of one of two kinds. */
static kg_status need_kind(const kg_graph *graph, kg_kind one, kg_kind other, const char *what)
{
    return graph->kind == one || graph->kind == other
               ? KG_OK
               : kg__fail(
                     graph->ctx, KG_UNSUPPORTED, "%s graph %s", kg__kind_shown(graph->kind), what);
}

kg_status kg__need_directed(const kg_graph *graph, const char *what)
{
    return need_kind(graph, KG_DIRECTED, KG_DIRECTED, what);
}

kg_status kg__need_no_sides(const kg_graph *graph, const char *what)
{
    return need_kind(graph, KG_DIRECTED, KG_UNDIRECTED, what);
}

/* The first byte that has not the bit 0x40, which all letters have. Line ends, blanks and tabs do
 * not have it. */
static const char *end_of_letters(const char *p, const char *end)
{
    uint64_t eight;

    for (; end - p >= 8; p += 8) {
        memcpy(&eight, p, 8);
        eight = ~eight & UINT64_C(0x4040404040404040);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        if (eight)
            return p + (unsigned)__builtin_ctzll(eight) / 8;
#else
        if (eight)
            break;
#endif
    }
    while (p < end && *p & 0x40)
        p++;
    return p;
}

const char *kg_graph_unitig(const kg_graph *graph, kg_edge edge, uint64_t *length, uint64_t *k)
{
    const kg__unitigs *all = graph && edge < kg__edges(graph) ? graph->unitigs : NULL;
    const char *letters = all ? all->text + kg__unitig_begin(all, edge) : NULL;

    if (length)
        *length =
            all ? (uint64_t)(end_of_letters(letters + all->k, all->text + all->bytes) - letters)
                : 0;
    if (k)
        *k = all ? all->k : 0;
    return letters;
}

kg_status kg_graph_csr(kg_graph *graph, const kg_edge **row, const kg_vertex **col)
{
    kg_status status;

    KG_NEED(NULL, graph);
    KG_TRY(kg__begin_graph(graph));
    if (col)
        KG_TRY(kg__graph_make_targets(graph));
    if (row)
        *row = graph->row;
    if (col)
        *col = graph->col;
out:
    return status;
}

KG__GETTER(const double *, kg_graph_values, kg_graph, graph, graph->value, NULL)

kg_status kg_graph_sources(kg_graph *graph, const kg_vertex **source)
{
    kg_status status;

    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, source);
    kg__begin(graph->ctx);
    KG_TRY(kg__graph_make_sources(graph));
    *source = graph->src;
out:
    return status;
}

/* An undirected graph has its ends from the start. */
kg_status kg__graph_make_ends(kg_graph *graph)
{
    kg_context *ctx = graph->ctx;
    const uint64_t m = graph->m;
    kg_vertex *end = NULL;
    kg_status status = KG_OK;

    if (graph->end)
        goto out;
    KG_TRY(kg__graph_bring(graph));
    KG_TRY(kg__graph_make_sources(graph));
    KG_TRY(kg__host_allocate(ctx, &end, m, 2 * sizeof *end, "ends of edges"));
    KG_PARALLEL_FOR(kg__threads(ctx, m, GRAIN))
    for (uint64_t e = 0; e < m; e++) {
        end[2 * e] = graph->src[e];
        end[2 * e + 1] = graph->col[e];
    }
    graph->end = end;
out:
    return status;
}

kg_status kg_graph_ends(kg_graph *graph, const kg_vertex **end)
{
    kg_status status;

    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, end);
    kg__begin(graph->ctx);
    KG_TRY(kg__graph_make_ends(graph));
    *end = graph->end;
out:
    return status;
}

kg_status kg_graph_halves(kg_graph *graph, const kg_edge **half)
{
    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, half);
    kg__begin(graph->ctx);
    *half = graph->half;
    return KG_OK;
}

kg_status kg__graph_make_sources(kg_graph *graph)
{
    return kg__graph_keep_sources(graph, kg__csr(graph->ctx)->sources);
}

kg_status kg_graph_degrees(kg_graph *graph, const kg_edge **out_degree, const kg_edge **in_degree)
{
    kg_context *ctx = KG__CONTEXT(graph);
    const kg__csr_ops *ops;
    kg_edge *out = NULL, *in = NULL;
    kg_status status = KG_OK;

    KG_NEED(NULL, graph);
    kg__begin(ctx);
    if (!graph->out_degree) {
        KG_TRY(kg__host_allocate(ctx, &out, graph->n, sizeof *out, "out-degrees"));
        KG_TRY(kg__host_allocate(ctx, &in, graph->n, sizeof *in, "in-degrees"));
        KG_TRY(kg__csr_whole(graph, &ops));
        KG_TRY(ops->degrees(graph, out, in));
        if (graph->side) {
            KG_TRY(kg__graph_make_row_sides(graph));
            kg__graph_side_degrees(graph, out, in);
        }
        graph->out_degree = out;
        graph->in_degree = in;
        out = in = NULL;
    }
    if (out_degree)
        *out_degree = graph->out_degree;
    if (in_degree)
        *in_degree = graph->in_degree;
out:
    kg__free_all(ctx, out, in);
    return status;
}
