/*
 * The columns of a graph's edges and vertices.
 *
 * In:  columns by the ids of the graph that was read, and for a derived graph which edge and vertex
 *     each of its own is. Out: the values by the ids of the graph.
 * Memory: an id for each edge and each vertex of a derived graph; the columns are shared.
 */
#include "columns.h"
#include <string.h>

/* The columns that a graph keeps. */
typedef struct kept {
    kg__derived derived;
    kg__columns *columns;
    kg_edge *edge;     /* [edges] whose values each edge has; NULL: its own */
    kg_vertex *vertex; /* [n] the same of vertices */
} kept;

static void destroy_kept(kg_context *ctx, kg__derived *derived)
{
    kept *k = (kept *)derived;

    kg__columns_release(k->columns);
    kg__free_all(ctx, k->edge, k->vertex, k);
}

static const kept *kept_of(const kg_graph *graph)
{
    const kg__derived *derived = graph ? graph->derived : NULL;

    while (derived && derived->destroy != destroy_kept)
        derived = derived->next;
    return (const kept *)derived;
}

static void forget(kg_graph *graph)
{
    for (kg__derived **at = &graph->derived; *at; at = &(*at)->next) {
        kg__derived *derived = *at;

        if (derived->destroy == destroy_kept) {
            *at = derived->next;
            destroy_kept(graph->ctx, derived);
            return;
        }
    }
}

kg_status kg__columns_attach(
    kg_graph *graph, kg__columns *columns, kg_edge **edge, kg_vertex **vertex)
{
    kept *k = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, &k, 1, sizeof *k, "columns"));
    *k = (kept){{graph->derived, destroy_kept}, columns, *edge, *vertex};
    columns->holders++;
    *edge = NULL;
    *vertex = NULL;
    graph->derived = &k->derived;
out:
    return status;
}

/* ---- one column ------------------------------------------------------------------------------ */

uint64_t kg_graph_columns(const kg_graph *graph, kg_element element)
{
    const kept *k = kept_of(graph);

    return k && (unsigned)element < KG__ELEMENTS ? k->columns->of[element].count : 0;
}

static const kg__column *column_of(const kept *k, kg_element element, uint64_t column)
{
    return k && (unsigned)element < KG__ELEMENTS && column < k->columns->of[element].count
               ? &k->columns->of[element].column[column]
               : NULL;
}

/* The text of a number, or NULL. */
static const char *text_of(const kg__texts *texts, uint32_t id, size_t *length)
{
    size_t bytes = 0;
    const char *text = id == KG__NO_TEXT ? NULL : kg__text_of(texts, id, &bytes);

    if (length)
        *length = bytes;
    return text;
}

const char *kg_graph_column_name(
    const kg_graph *graph, kg_element element, uint64_t column, size_t *length)
{
    const kept *k = kept_of(graph);
    const kg__column *c = column_of(k, element, column);

    return text_of(k ? &k->columns->names : NULL, c ? c->name : KG__NO_TEXT, length);
}

kg_column_type kg_graph_column_type(const kg_graph *graph, kg_element element, uint64_t column)
{
    const kg__column *c = column_of(kept_of(graph), element, column);

    return c ? c->type : KG_COLUMN_TEXT;
}

const char *kg_graph_column_value(
    const kg_graph *graph, kg_element element, uint64_t column, uint64_t id, size_t *length)
{
    const kept *k = kept_of(graph);
    const kg__column *c = column_of(k, element, column);
    const bool edges = element == KG_ELEMENT_EDGE;
    bool exists = c && id < (edges ? (uint64_t)kg__edges(graph) : (uint64_t)graph->n);

    if (exists && edges && k->edge)
        id = k->edge[id];
    else if (exists && !edges && k->vertex)
        id = k->vertex[id];
    exists = exists && id < c->count;
    return text_of(k ? &k->columns->texts : NULL, exists ? c->value[id] : KG__NO_TEXT, length);
}

/* ---- another graph's ------------------------------------------------------------------------- */

/* The edges of the graph that was read. edge: [count] of a graph with the map `before`; or NULL. */
static kg_status map_edges(kg_edge **map, kg_context *ctx, const kg_edge *edge, uint64_t count,
    const kg_edge *before, uint64_t most)
{
    kg_status status = KG_OK;

    if (!edge && !before)
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, map, count, sizeof **map, "edges of columns"));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t e = edge ? (uint64_t)edge[i] : i;

        if (edge && e >= most && edge[i] != KG_NO_EDGE)
            return kg__fail(ctx, KG_ARGUMENT, "edge[%llu] is %llu, and there are %llu edges",
                (unsigned long long)i, (unsigned long long)e, (unsigned long long)most);
        (*map)[i] = e >= most ? KG_NO_EDGE : before ? before[e] : (kg_edge)e;
    }
out:
    return status;
}

static kg_status map_vertices(kg_vertex **map, kg_context *ctx, const kg_vertex *vertex,
    uint64_t count, const kg_vertex *before, uint64_t most)
{
    kg_status status = KG_OK;

    if (!vertex && !before)
        return KG_OK;
    KG_TRY(kg__host_allocate(ctx, map, count, sizeof **map, "vertices of columns"));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t v = vertex ? vertex[i] : i;

        if (vertex && v >= most && vertex[i] != KG_NO_VERTEX)
            return kg__fail(ctx, KG_ARGUMENT, "vertex[%llu] is %llu, and there are %llu vertices",
                (unsigned long long)i, (unsigned long long)v, (unsigned long long)most);
        (*map)[i] = v >= most ? KG_NO_VERTEX : before ? before[v] : (kg_vertex)v;
    }
out:
    return status;
}

kg_status kg_graph_take_columns(
    kg_graph *graph, const kg_graph *from, const kg_edge *edge, const kg_vertex *vertex)
{
    const kept *k = kept_of(from);
    kg__columns *columns = k ? k->columns : NULL;
    kg_edge *edges = NULL;
    kg_vertex *vertices = NULL;
    kg_status status = KG_OK;

    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, from);
    kg__begin(graph->ctx);
    if (graph->ctx != from->ctx)
        KG_TRY(kg__fail(graph->ctx, KG_ARGUMENT, "the two graphs are of different contexts"));
    if (k) {
        KG_TRY(map_edges(&edges, graph->ctx, edge, kg__edges(graph), k->edge, kg__edges(from)));
        KG_TRY(map_vertices(&vertices, graph->ctx, vertex, graph->n, k->vertex, from->n));
        columns->holders++; /* the graphs may be one */
    }
    forget(graph);
    if (columns) {
        status = kg__columns_attach(graph, columns, &edges, &vertices);
        kg__columns_release(columns);
    }
out:
    if (graph)
        kg__free_all(graph->ctx, edges, vertices);
    return status;
}

bool kg__columns_are_all(const kg_graph *graph)
{
    const kept *k = kept_of(graph);

    return k && k->columns->all;
}

kg_status kg__columns_refuse(const kg_graph *graph, const char *format)
{
    for (int i = 0; i < KG__ELEMENTS; i++) {
        size_t length;
        const char *name = kg_graph_column_name(graph, (kg_element)i, 0, &length);

        if (name)
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "the column '%s' has no place in %s; csv, graphml, gml and json can hold it",
                KG__SHOW(name, length), format);
    }
    return KG_OK;
}
