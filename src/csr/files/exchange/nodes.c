/*
 * A graph of nodes and edges that a file has listed.
 *
 * In:  nodes with ids and perhaps labels, and edges between them. Out: the graph, whose rows have
 *     their edges in the order of the list; nodes.h says which names its vertices have.
 * Work: O(n + m), and the sorting of ids and names. Memory: 20 bytes a vertex and 8 an edge besides
 *     the graph, and the names.
 */
#include "nodes.h"
#include "../../../io/number.h"
#include "../../../scan/array_ops.h"
#include <string.h>

static const char *id_of(const kg__node_graph *nodes, kg_vertex node, size_t *length)
{
    return kg__text_of(nodes->ids, nodes->id ? nodes->id[node] : node, length);
}

static uint32_t label_of(const kg__node_graph *nodes, kg_vertex node)
{
    return nodes->label ? nodes->label[node] : KG__NO_TEXT;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Names as text, one after the other. */
typedef struct name_list {
    kg_context *ctx;
    uint64_t *begin; /* [n + 1] */
    char *text;
    uint64_t used, room;
} name_list;

static kg_status add_bytes(name_list *names, const char *bytes, size_t count)
{
    kg_status status;

    KG_TRY(kg__host_grow(
        names->ctx, &names->text, &names->room, names->used + count + 1, 1, "vertex names"));
    memcpy(names->text + names->used, bytes, count);
    names->used += count;
out:
    return status;
}

/* A label of DOT. node: the node's name, for \\N. */
static kg_status add_label(
    name_list *names, const char *label, size_t length, const char *node, size_t node_length)
{
    const char *end = label + length;
    kg_status status = KG_OK;

    for (const char *p = label; p < end; p++) {
        const char *stop = memchr(p, '\\', (size_t)(end - p));

        KG_TRY(add_bytes(names, p, (size_t)((stop ? stop : end) - p)));
        if (!stop || stop + 1 == end)
            break; /* a backslash at the end is not an escape */
        p = stop + 1;
        if (*p == 'N')
            KG_TRY(add_bytes(names, node, node_length));
        else
            KG_TRY(add_bytes(names, *p == 'n' || *p == 'l' || *p == 'r' ? "\n" : p, 1));
    }
out:
    return status;
}

/* node: [n] the node of vertex v. */
static kg_status list_names(
    name_list *names, const kg__node_graph *nodes, const kg_vertex *node, bool labels)
{
    kg_status status = KG_OK;

    names->used = 0;
    KG_TRY(add_bytes(names, "", 0));
    for (uint64_t v = 0; v < nodes->n; v++) {
        const uint32_t label = label_of(nodes, node[v]);
        size_t length, label_length;
        const char *name = id_of(nodes, node[v], &length), *text;

        names->begin[v] = names->used;
        if (labels && label != KG__NO_TEXT) {
            text = kg__text_of(nodes->labels, label, &label_length);
            KG_TRY(nodes->escapes ? add_label(names, text, label_length, name, length)
                                  : add_bytes(names, text, label_length));
        } else {
            KG_TRY(add_bytes(names, name, length));
        }
    }
    names->begin[nodes->n] = names->used;
out:
    return status;
}

/* Whether a name is a number, and which. */
static bool is_label(const char *name, size_t length, uint64_t *number)
{
    char digits[KG__NUMBER_BYTES] = {0}; /* the bytes after a name may be digits, too */

    if (length > 20)
        return false;
    memcpy(digits, name, length);
    return kg__parse_label(digits, number) == digits + length;
}

/* Gives the graph its names, unless they are its ids. */
static kg_status keep_names(kg_graph *graph, name_list *names, bool force)
{
    kg_vertex n = graph->n;
    kg__names *kept = NULL;
    uint64_t *label = NULL;
    bool integers = !force;
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, &label, n, sizeof *label, "vertex labels"));
    for (kg_vertex v = 0; v < n && integers; v++)
        integers = is_label(names->text + names->begin[v],
                       (size_t)(names->begin[v + 1] - names->begin[v]), &label[v]) &&
                   (v == 0 || label[v - 1] < label[v]);
    if (integers) {
        KG_TRY(kg__names_of_labels(&kept, graph->ctx, &label, n));
    } else {
        KG_TRY(kg__names_create(&kept, graph->ctx));
        kept->begin = names->begin;
        kept->text = names->text;
        kept->differ = true;
        names->begin = NULL;
        names->text = NULL;
    }
    graph->names = kept;
out:
    kg__free(graph->ctx, label);
    return status;
}

/* labelled: [out] labels became names. */
static kg_status name_vertices(kg_graph *graph, const kg__node_graph *nodes, const kg_vertex *node,
    const kg_read_options *options, bool *labelled)
{
    name_list names = {.ctx = graph->ctx};
    kg_vertex equal[2] = {0, 0};
    bool labels = false;
    kg_status status;

    KG_TRY(kg__host_allocate(
        graph->ctx, &names.begin, (uint64_t)graph->n + 1, sizeof *names.begin, "vertex names"));
    for (kg_vertex v = 0; v < graph->n; v++)
        labels = labels || label_of(nodes, v) != KG__NO_TEXT;
    if (labels) {
        KG_TRY(list_names(&names, nodes, node, true));
        KG_TRY(kg__names_find_equal(
            &(kg__names){.begin = names.begin, .text = names.text}, graph->ctx, graph->n, equal));
    }
    if (equal[0] != KG_NO_VERTEX)
        KG_TRY(list_names(&names, nodes, node, false));
    *labelled = labels && equal[0] == KG_NO_VERTEX;
    KG_TRY(keep_names(graph, &names, options->force_names));
out:
    kg__free_all(graph->ctx, names.begin, names.text);
    return status;
}

/* ---- vertices and edges ---------------------------------------------------------------------- */

/* node: [out] [n] the node of the file that vertex v is. vertex: [out] [n] the reverse. */
static kg_status order_nodes(const kg__node_graph *nodes, kg_vertex *node, kg_vertex *vertex)
{
    uint64_t *number = NULL;
    bool integers = true;
    kg_status status;

    KG_TRY(kg__host_allocate(nodes->ctx, &number, nodes->n, sizeof *number, "numbers of nodes"));
    for (kg_vertex i = 0; i < nodes->n; i++) {
        size_t length;
        const char *name = id_of(nodes, i, &length);

        node[i] = i;
        integers = integers && is_label(name, length, &number[i]);
    }
    if (integers && nodes->n)
        KG_TRY(kg__array_host()->sort_u64_u32(nodes->ctx, NULL, node, nodes->n, number, NULL));
    for (kg_vertex v = 0; v < nodes->n; v++)
        vertex[node[v]] = v;
out:
    kg__free(nodes->ctx, number);
    return status;
}

/* Gives the graph the columns of the nodes and edges that it was made of. node: [n] the node of
 * vertex v, which is taken. pair: [2 * m] the ends of the file's edges. */
static kg_status attach(kg_graph *graph, const kg__node_graph *nodes, kg_vertex **node,
    const kg_vertex *pair, bool both)
{
    const uint64_t edges = kg__edges(graph);
    kg_edge *edge = NULL, *next = NULL;
    kg_status status;

    if (!graph->half) { /* rows have edges in the order of the file */
        KG_TRY(kg__graph_bring(graph));
        KG_TRY(kg__host_allocate(graph->ctx, &edge, edges, sizeof *edge, "edges of columns"));
        KG_TRY(kg__host_allocate(
            graph->ctx, &next, (uint64_t)graph->n + 1, sizeof *next, "edges of columns"));
        memcpy(next, graph->row, ((size_t)graph->n + 1) * sizeof *next);
        for (uint64_t i = 0; i < nodes->m; i++)
            for (int end = 0; end <= both; end++)
                edge[next[pair[2 * i + (unsigned)end]]++] = (kg_edge)i;
    }
    KG_TRY(kg__columns_attach(graph, nodes->columns, &edge, node));
out:
    kg__free_all(graph->ctx, edge, next);
    return status;
}

kg_status kg__nodes_build(
    kg_graph **graph, const kg__node_graph *nodes, const kg_read_options *options)
{
    kg_context *ctx = nodes->ctx;
    kg_vertex *node = NULL, *vertex = NULL, *pair = NULL;
    kg_graph *made = NULL;
    bool labelled;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &node, nodes->n, sizeof *node, "nodes"));
    KG_TRY(kg__host_allocate(ctx, &vertex, nodes->n, sizeof *vertex, "vertices of nodes"));
    KG_TRY(order_nodes(nodes, node, vertex));
    KG_TRY(kg__host_allocate(ctx, &pair, nodes->m, 2 * sizeof *pair, "a list of edges"));
    for (uint64_t i = 0; i < 2 * nodes->m; i++)
        pair[i] = vertex[nodes->pair[i]];
    KG_TRY((options->both_directions                  ? kg__csr_build_both
            : options->undirected || !nodes->directed ? kg__csr_build_undirected
                                                      : kg__csr_build_runs)(
        &made, ctx, nodes->n, &(kg__edge_run){pair, nodes->value, nodes->m}, 1));
    KG_TRY(name_vertices(made, nodes, node, options, &labelled));
    if (nodes->columns && nodes->columns->all && labelled) {
        kg__columns_drop(nodes->columns, KG_ELEMENT_VERTEX, "label", 5, false);
        kg__columns_drop(nodes->columns, KG_ELEMENT_VERTEX, "name", 4, false);
    }
    if (nodes->columns)
        KG_TRY(attach(made, nodes, &node, pair, options->both_directions));
    *graph = made;
    made = NULL;
out:
    kg_graph_destroy(made);
    kg__free_all(ctx, node, vertex, pair);
    return status;
}
