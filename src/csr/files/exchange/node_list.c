/*
 * Nodes and edges in the order in which a file lists them.
 *
 * In:  ids, labels, edges and their attributes, one by one. Out: the list, and the graph of it.
 *     The value of an edge is its `weight`, else its `value`, else its length, if the edges have
 *     one under a single name that tables use, too. An edge without it has 1, and a warning counts
 *     these. Columns that are kept: see columns.c.
 * Method: ids of edges' ends wait in a ring while their entries are fetched from memory; answers
 *     come in the order of the file.
 * Work: O(1) a call. Memory: about 100 bytes a node, 200 with a label, and 8 an edge, 8 more for
 *     each kind of value.
 */
#include "node_list.h"
#include "../../../io/number.h"
#include "../../../io/pieces.h"
#include "../../../io/text_block.h"
#include "../text/csv.h"
#include "../text/names.h"
#include <string.h>

kg__node_list kg__node_list_empty(
    const kg__input *input, const kg__record *record, const char *format, bool directed)
{
    kg_context *ctx = input->ctx;

    return (kg__node_list){.ctx = ctx,
        .input = input,
        .start = record->start,
        .format = format,
        .directed = directed,
        .ids.ctx = ctx,
        .labels.ctx = ctx,
        .others.ctx = ctx};
}

void kg__node_list_free(kg__node_list *list)
{
    kg__texts_destroy(&list->ids);
    kg__texts_destroy(&list->labels);
    kg__texts_destroy(&list->others);
    kg__columns_release(list->columns);
    kg__free_all(list->ctx, list->label, list->missing, list->pair);
    for (int i = 0; i < KG__RANKS; i++)
        kg__free(list->ctx, list->numbers[i].number);
}

/* Fails with the place, the text, and the format. */
static kg_status fail_at(const kg__node_list *list, uint64_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static kg_status fail_at(const kg__node_list *list, uint64_t at, const char *format, ...)
{
    va_list arguments;
    kg_status status;

    va_start(arguments, format);
    status = kg__input_fail_as(list->input, list->start, at, list->format, format, arguments);
    va_end(arguments);
    return status;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* fresh: [out] the node is new. */
static kg_status find_node(
    kg__node_list *list, const kg__text_lookup *asked, kg_vertex *node, bool *fresh)
{
    const kg_vertex before = list->ids.count;
    kg_status status;

    KG_TRY(kg__text_answer(&list->ids, asked, node));
    *fresh = *node == before;
    if (!*fresh)
        return KG_OK;
    KG_TRY(kg__host_grow(list->ctx, &list->label, &list->label_room, (uint64_t)before + 1,
        sizeof *list->label, "labels of nodes"));
    KG_TRY(kg__host_grow(list->ctx, &list->missing, &list->missing_room, (uint64_t)before + 1,
        sizeof *list->missing, "nodes"));
    list->label[*node] = KG__NO_TEXT;
out:
    return status;
}

/* Ends the oldest lookup. */
static kg_status answer(kg__node_list *list)
{
    const kg__mention *mention = &list->mention[list->answered++ % KG__MENTIONS];
    kg_vertex node;
    bool fresh;
    kg_status status;

    KG_TRY(find_node(list, &mention->lookup, &node, &fresh));
    if (fresh)
        list->missing[node] = mention->at + 1;
    if (mention->slot != KG__NO_SLOT)
        list->pair[mention->slot] = node;
out:
    return status;
}

static kg_status settle(kg__node_list *list)
{
    kg_status status = KG_OK;

    while (status == KG_OK && list->answered < list->asked)
        status = answer(list);
    return status;
}

static kg_status mention(
    kg__node_list *list, const char *id, size_t length, uint64_t at, uint64_t slot)
{
    kg_status status = KG_OK;

    if (list->asked - list->answered == KG__MENTIONS)
        KG_TRY(answer(list));
    list->mention[list->asked++ % KG__MENTIONS] =
        (kg__mention){kg__text_ask(&list->ids, id, length), at, slot};
    if (length > KG__NAME_INLINE) /* the reader may not keep the bytes of the id */
        KG_TRY(settle(list));
out:
    return status;
}

kg_status kg__node_list_end(
    kg__node_list *list, int end, const char *id, size_t length, uint64_t at)
{
    kg_status status;

    KG_TRY(kg__host_grow(list->ctx, &list->pair, &list->pair_room, 2 * list->m + 2,
        sizeof *list->pair, "a list of edges"));
    KG_TRY(mention(list, id, length, at, 2 * list->m + (unsigned)end));
out:
    return status;
}

kg_status kg__node_list_mention(kg__node_list *list, const char *id, size_t length)
{
    return mention(list, id, length, 0, KG__NO_SLOT);
}

kg_status kg__node_list_declare(
    kg__node_list *list, const char *id, size_t length, kg_vertex *node, bool *again)
{
    kg__text_lookup asked;
    bool fresh;
    kg_status status;

    KG_TRY(settle(list));
    asked = kg__text_ask(&list->ids, id, length);
    KG_TRY(find_node(list, &asked, node, &fresh));
    *again = !fresh && !list->missing[*node];
    list->missing[*node] = 0;
out:
    return status;
}

kg_status kg__node_list_label(kg__node_list *list, kg_vertex node, const char *text, size_t length)
{
    return kg__text_add(&list->labels, text, length, &list->label[node]);
}

kg_status kg__node_list_count_up(kg__node_list *list, uint64_t first, uint64_t n, uint64_t at)
{
    char id[KG__NUMBER_BYTES];
    kg_vertex node;
    bool again;
    kg_status status = KG_OK;

    if (n > kg__claim_limit(list->input->size))
        return fail_at(list, at, "%llu vertices are more than a file of %llu bytes can back",
            (unsigned long long)n, (unsigned long long)list->input->size);
    for (uint64_t v = 0; v < n; v++)
        KG_TRY(kg__node_list_declare(
            list, id, (size_t)(kg__print_label(id, first + v) - id), &node, &again));
out:
    return status;
}

/* ---- edges ----------------------------------------------------------------------------------- */

unsigned kg__edge_rank(const char *name, size_t length)
{
    const kg__line word = {name, name + length};

    return kg__line_is(word, "weight")                           ? KG__RANK_WEIGHT
           : kg__line_is(word, "value")                          ? KG__RANK_VALUE
           : kg__line_is_one_of(word, KG__CSV_LENGTHS) && length ? KG__RANK_LENGTH
                                                                 : KG__RANK_NONE;
}

void kg__edge_say(kg__node_list *list, kg__edge_says *says, unsigned rank, const char *name,
    size_t length, double number)
{
    char copy[sizeof list->length] = {0};

    if (rank == KG__RANK_LENGTH) {
        memcpy(copy, name, length < sizeof copy ? length : sizeof copy - 1);
        if (!*list->length)
            memcpy(list->length, copy, sizeof copy);
        else if (strcmp(list->length, copy) != 0 && !*list->other)
            memcpy(list->other, copy, sizeof copy);
    }
    says->set[rank] = true;
    says->number[rank] = number;
}

kg_status kg__node_list_direct(kg__node_list *list, bool directed, uint64_t at)
{
    if (directed != list->directed && list->m)
        return fail_at(list, at,
            "%s edge in a file whose first edge is %s: konig reads no graphs with edges of both "
            "kinds",
            directed ? "a directed" : "an undirected", directed ? "undirected" : "directed");
    list->directed = directed;
    return KG_OK;
}

/* Puts the number of the last edge. */
static kg_status put_number(kg__node_list *list, int rank, const kg__edge_says *says)
{
    kg__edge_numbers *numbers = &list->numbers[rank];
    const uint64_t before = numbers->number ? list->m - 1 : 0;
    kg_status status;

    if (!numbers->number && !(says && says->set[rank]))
        return KG_OK;
    KG_TRY(kg__host_grow(list->ctx, &numbers->number, &numbers->room, list->m,
        sizeof *numbers->number, "values of edges"));
    for (uint64_t e = before; e < list->m; e++)
        numbers->number[e] = 1;
    if (says && says->set[rank]) {
        numbers->number[list->m - 1] = says->number[rank];
        numbers->given++;
    }
out:
    return status;
}

kg_status kg__node_list_edge(
    kg__node_list *list, kg_vertex tail, kg_vertex head, const kg__edge_says *says)
{
    kg_status status;

    KG_TRY(kg__host_grow(list->ctx, &list->pair, &list->pair_room, 2 * list->m + 2,
        sizeof *list->pair, "a list of edges"));
    list->pair[2 * list->m] = tail;
    list->pair[2 * list->m + 1] = head;
    KG_TRY(kg__node_list_add(list, says));
out:
    return status;
}

kg_status kg__node_list_add(kg__node_list *list, const kg__edge_says *says)
{
    kg_status status;

    KG_TRY(kg__check_counts(list->ctx, 0, list->m + 1));
    list->m++;
    for (int i = 0; i < KG__RANKS; i++)
        KG_TRY(put_number(list, i, says));
    if (list->columns)
        KG_TRY(kg__columns_put(list->columns, KG_ELEMENT_EDGE, list->m - 1));
out:
    return status;
}

kg_status kg__node_list_other(kg__node_list *list, const char *name, size_t length)
{
    uint32_t id;

    return kg__intern(&list->others, name, length, &id);
}

kg_status kg__node_list_keep(kg__node_list *list, kg_element element, const char *name,
    size_t length, kg__line value, kg_column_type as, bool *kept)
{
    uint32_t column = KG__NO_COLUMN;
    kg_status status = KG_OK;

    if (list->columns) {
        KG_TRY(kg__columns_find(list->columns, element, name, length, &column));
        KG_TRY(kg__columns_say(
            list->columns, element, column, value.begin, kg__line_length(value), as));
    }
    *kept = column != KG__NO_COLUMN;
out:
    return status;
}

kg_status kg__node_list_keep_node(kg__node_list *list, kg_vertex node)
{
    return list->columns ? kg__columns_put(list->columns, KG_ELEMENT_VERTEX, node) : KG_OK;
}

/* ---- the graph ------------------------------------------------------------------------------- */

static kg_status check_declared(const kg__node_list *list)
{
    for (kg_vertex v = 0; list->strict && v < list->ids.count; v++) {
        size_t length;
        const char *id = kg__text_of(&list->ids, v, &length);

        if (list->missing[v])
            return fail_at(list, list->missing[v] - 1, "there is no vertex '%s' in the file",
                KG__SHOW(id, length));
    }
    return KG_OK;
}

static void warn(const kg__node_list *list, const kg__edge_numbers *values)
{
    const uint32_t others = list->others.count;

    if (values && values->given < list->m)
        kg__warn(list->ctx, "%s: %llu of %llu edges have no value, and get the value 1",
            list->input->shown, (unsigned long long)(list->m - values->given),
            (unsigned long long)list->m);
    if (others)
        kg__warn(list->ctx, "%s: %u other attribute%s of vertices and edges, '%s'%s, %s left out",
            list->input->shown, others, others > 1 ? "s" : "",
            KG__SHOW(list->others.bytes, (size_t)list->others.begin[1]), others > 1 ? " first" : "",
            others > 1 ? "are" : "is");
}

/* Drops the column of numbers that are the values, which the graph has anyway: one called weight
 * always, another one unless its name was asked for. */
static void drop_values(const kg__node_list *list, int rank)
{
    const char *const name[] = {"weight", "value", list->length};

    if (list->columns && (rank == KG__RANK_WEIGHT || list->columns->all))
        kg__columns_drop(list->columns, KG_ELEMENT_EDGE, name[rank], strlen(name[rank]), true);
}

kg_status kg__node_list_build(kg_graph **graph, kg__node_list *list, const kg_read_options *options)
{
    const kg__edge_numbers *values = NULL;
    kg_status status;

    KG_TRY(settle(list));
    KG_TRY(check_declared(list));
    if (list->columns)
        KG_TRY(kg__columns_check(list->columns, list->input->shown));
    for (int i = KG__RANKS - 1; i >= 0; i--)
        if (list->numbers[i].number)
            values = &list->numbers[i];
    if (values == &list->numbers[KG__RANK_LENGTH] && *list->other)
        return kg__fail(list->ctx, KG_FORMAT,
            "%s: edges have '%s' and '%s', expected one of them as their value; rename it weight "
            "(read as %s)",
            list->input->shown, list->length, list->other, list->format);
    if (values)
        drop_values(list, (int)(values - list->numbers));
    KG_TRY(kg__nodes_build(graph,
        &(kg__node_graph){.ctx = list->ctx,
            .directed = list->directed,
            .n = list->ids.count,
            .m = list->m,
            .ids = &list->ids,
            .labels = &list->labels,
            .label = list->label,
            .pair = list->pair,
            .value = values ? values->number : NULL,
            .columns = list->columns},
        options));
    warn(list, values);
out:
    return status;
}

kg_status kg__node_list_options(kg__node_list *list, const kg_read_options *options)
{
    if (options->ids)
        return kg__fail(list->ctx, KG_ARGUMENT,
            "%s: ids is for adjacency and edge lists; %s says itself what its vertices are",
            list->input->shown, list->format);
    return options->keep ? kg__columns_create(&list->columns, list->ctx, options->keep) : KG_OK;
}
