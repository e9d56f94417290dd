/*
 * Reading DOT.
 *
 * In:  one graph or digraph. Subgraphs are flattened; attributes other than those named below are
 *     ignored.
 * Out: an edge for each edge of a digraph; each row has its edges in the order of the file. Where
 *     both directions are asked for, an edge becomes two, there and back, one after the other. A
 *     graph that is not directed needs this option. Values are the edges' `value`, or else
 *     `weight`, if any edge has one; edges without it have 1. Vertices stand in the order of their
 *     first appearance; but where the names of all nodes are integers, in the order of these
 *     integers. A vertex has its label as its name if it has one, else its node's name. If two
 *     labels are equal, they cannot tell vertices apart, and all vertices have their nodes' names.
 *     In a label \n, \l and \r are line ends, \N the node's name, and \ before another character is
 *     that character. Names that are increasing integers become integer labels; where these are 0,
 *     1, ..., the graph has no names at all.
 * Method: parse.c makes a list of nodes and edges, which becomes the graph. No code of Graphviz
 *     takes part, so that all memory is the context's.
 * Work: O(text), and the sorting of names. Memory: the text, up to 70 bytes per vertex and 40 per
 *     edge.
 */
#include "../../../io/number.h"
#include "../../../scan/array_ops.h"
#include "../read.h"
#include "parse.h"

/* A node's name or label as it stands in the text. */
static const char *text_of(const kg__dot_list *list, uint32_t id, size_t *length)
{
    *length = (size_t)(list->texts.begin[id + 1] - list->texts.begin[id]);
    return list->texts.bytes + list->texts.begin[id];
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

/* node: the node's name, for \\N. */
static kg_status add_label(
    name_list *names, const char *label, size_t length, const char *node, size_t node_length)
{
    const char *end = label + length;
    kg_status status = KG_OK;

    for (const char *p = label; p < end; p++) {
        const char *stop = memchr(p, '\\', (size_t)(end - p));

        KG_TRY(add_bytes(names, p, (size_t)((stop ? stop : end) - p)));
        if (!stop || stop + 1 == end)
            break; /* a backslash at the end is none */
        p = stop + 1;
        if (*p == 'N')
            KG_TRY(add_bytes(names, node, node_length));
        else
            KG_TRY(add_bytes(names, *p == 'n' || *p == 'l' || *p == 'r' ? "\n" : p, 1));
    }
out:
    return status;
}

/* node: [n] which node vertex v is. */
static kg_status list_names(
    name_list *names, const kg__dot_list *list, const kg_vertex *node, bool labels)
{
    kg_status status = KG_OK;

    names->used = 0;
    KG_TRY(add_bytes(names, "", 0));
    for (uint64_t v = 0; v < list->n; v++) {
        const uint32_t label = list->label[node[v]];
        size_t length, label_length;
        const char *name = text_of(list, list->node[node[v]], &length), *text;

        names->begin[v] = names->used;
        if (labels && label != KG__DOT_NONE) {
            text = text_of(list, label, &label_length);
            KG_TRY(add_label(names, text, label_length, name, length));
        } else {
            KG_TRY(add_bytes(names, name, length));
        }
    }
    names->begin[list->n] = names->used;
out:
    return status;
}

/* The number that a name is; false if it is none. */
static bool is_label(const char *name, size_t length, uint64_t *number)
{
    char digits[KG__NUMBER_BYTES] = {0}; /* what is behind a name may be digits, too */

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

static kg_status name_vertices(kg_graph *graph, const kg__dot_list *list, const kg_vertex *node,
    const kg_read_options *options)
{
    name_list names = {.ctx = graph->ctx};
    kg_vertex equal[2] = {0, 0};
    bool labels = false;
    kg_status status;

    KG_TRY(kg__host_allocate(
        graph->ctx, &names.begin, (uint64_t)graph->n + 1, sizeof *names.begin, "vertex names"));
    for (kg_vertex v = 0; v < graph->n; v++)
        labels = labels || list->label[v] != KG__DOT_NONE;
    if (labels) {
        KG_TRY(list_names(&names, list, node, true));
        KG_TRY(kg__names_find_equal(
            &(kg__names){.begin = names.begin, .text = names.text}, graph->ctx, graph->n, equal));
    }
    if (equal[0] != KG_NO_VERTEX)
        KG_TRY(list_names(&names, list, node, false));
    KG_TRY(keep_names(graph, &names, options->force_names));
out:
    kg__free_all(graph->ctx, names.begin, names.text);
    return status;
}

/* ---- vertices and edges ---------------------------------------------------------------------- */

/* node: [out] [n] which node of the file vertex v is. vertex: [out] [n] the reverse. */
static kg_status order_nodes(const kg__dot_list *list, kg_vertex *node, kg_vertex *vertex)
{
    uint64_t *number = NULL;
    bool integers = true;
    kg_status status;

    KG_TRY(kg__host_allocate(list->ctx, &number, list->n, sizeof *number, "numbers of nodes"));
    for (kg_vertex i = 0; i < list->n; i++) {
        size_t length;
        const char *name = text_of(list, list->node[i], &length);

        node[i] = i;
        integers = integers && is_label(name, length, &number[i]);
    }
    if (integers && list->n)
        KG_TRY(kg__array_host()->sort_u64_u32(list->ctx, NULL, node, list->n, number, NULL));
    for (kg_vertex v = 0; v < list->n; v++)
        vertex[node[v]] = v;
out:
    kg__free(list->ctx, number);
    return status;
}

static kg_status convert(kg_graph **graph, const kg__dot_list *list, const kg__dot_scanner *s,
    const kg_read_options *options)
{
    const kg__dot_numbers *numbers = list->value.number ? &list->value : &list->weight;
    kg_context *ctx = list->ctx;
    kg_vertex *node = NULL, *vertex = NULL, *pair = NULL;
    kg_graph *made = NULL;
    kg_status status;

    if (numbers->bad)
        return kg__dot_fail(s, numbers->bad, "the %s of an edge is no number",
            numbers == &list->value ? "value" : "weight");
    KG_TRY(kg__host_allocate(ctx, &node, list->n, sizeof *node, "nodes"));
    KG_TRY(kg__host_allocate(ctx, &vertex, list->n, sizeof *vertex, "vertices of nodes"));
    KG_TRY(order_nodes(list, node, vertex));
    KG_TRY(kg__host_allocate(ctx, &pair, list->m, 2 * sizeof *pair, "a list of edges"));
    for (uint64_t i = 0; i < 2 * list->m; i++)
        pair[i] = vertex[list->pair[i]];
    KG_TRY((options->both_directions                 ? kg__csr_build_both
            : options->undirected || !list->directed ? kg__csr_build_undirected
                                                     : kg__csr_build_runs)(
        &made, ctx, list->n, &(kg__edge_run){pair, numbers->number, list->m}, 1));
    KG_TRY(name_vertices(made, list, node, options));
    *graph = made;
    made = NULL;
out:
    kg_graph_destroy(made);
    kg__free_all(ctx, node, vertex, pair);
    return status;
}

kg_status kg__read_dot(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    kg__dot_list list = {.ctx = input->ctx, .texts.ctx = input->ctx};
    kg__dot_scanner scanner = {.input = input};
    char *text = NULL;
    kg_status status;

    (void)block_bytes;
    if (options->ids)
        return kg__fail(input->ctx, KG_ARGUMENT,
            "%s: ids is for adjacency and edge lists; DOT says itself what its vertices are",
            input->shown);
    KG_TRY(kg__host_allocate(input->ctx, &text, input->size + 1, 1, "DOT text"));
    KG_TRY(kg__input_read(input, text, 0, input->size));
    text[input->size] = '\0';
    KG_TRY(kg__dot_parse(&list, &scanner, input, text, (size_t)record->start));
    KG_TRY(convert(graph, &list, &scanner, options));
out:
    kg__dot_list_destroy(&list);
    kg__free_all(input->ctx, scanner.scratch, text);
    return status;
}
