/*
 * Reading DOT.
 *
 * In:  one graph or digraph. Subgraphs are flattened; attributes other than those named below are
 *     ignored, unless they are kept as columns.
 * Out: an edge for each edge of a digraph; each row has its edges in the order of the file. If
 *     both directions are asked for, an edge becomes two, there and back, one after the other. A
 *     graph that is not directed needs this option. Values are the edges' `value`, or else
 *     `weight`, if any edge has one; edges without it have 1. Vertices stand in the order of their
 *     first appearance; but if the names of all nodes are integers, in the order of these
 *     integers. A vertex has its label as its name if it has one, else its node's name. If two
 *     labels are equal, they cannot tell vertices apart, and all vertices have their nodes' names.
 *     In a label \n, \l and \r are line ends, \N the node's name, and \ before another character is
 *     that character. Names that are increasing integers become integer labels; if these are 0,
 *     1, ..., the graph has no names at all.
 * Method: parse.c makes a list of nodes and edges, which becomes the graph. No code of Graphviz is
 *     used, so all memory is the context's.
 * Work: O(text), and the sorting of names. Memory: the text, up to 70 bytes per vertex and 40 per
 *     edge.
 */
#include "../exchange/nodes.h"
#include "../read.h"
#include "parse.h"

/* Checks the columns at the end, and drops that of numbers that are the values, as
 * kg__node_list_build() does. */
static kg_status finish_columns(const kg__dot_list *list, const char *shown)
{
    kg__columns *columns = list->keep.columns;
    const bool by_value = list->value.number != NULL;
    kg_status status = KG_OK;

    if (!columns)
        return KG_OK;
    KG_TRY(kg__columns_check(columns, shown));
    if (by_value ? columns->all : list->weight.number != NULL)
        kg__columns_drop(
            columns, KG_ELEMENT_EDGE, by_value ? "value" : "weight", by_value ? 5 : 6, true);
out:
    return status;
}

/* The graph of a list. */
static kg_status convert(kg_graph **graph, const kg__dot_list *list, const kg__dot_scanner *s,
    const kg_read_options *options)
{
    const kg__dot_numbers *numbers = list->value.number ? &list->value : &list->weight;
    kg_status status;

    if (numbers->bad)
        return kg__dot_fail(s, numbers->bad, "the %s of an edge is no number",
            numbers == &list->value ? "value" : "weight");
    KG_TRY(finish_columns(list, s->input->shown));
    KG_TRY(kg__nodes_build(graph,
        &(kg__node_graph){.ctx = list->ctx,
            .directed = list->directed,
            .n = list->n,
            .m = list->m,
            .ids = &list->texts,
            .labels = &list->texts,
            .id = list->node,
            .label = list->label,
            .escapes = true,
            .pair = list->pair,
            .value = numbers->number,
            .columns = list->keep.columns},
        options));
out:
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
    if (options->keep)
        KG_TRY(kg__columns_create(&list.keep.columns, input->ctx, options->keep));
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
