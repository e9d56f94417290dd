/*
 * The nodes and edges of a DOT text, each in the order in which they appear.
 *
 * In:  mentions of nodes and edges. Out: the list. Two edges between the same nodes are one edge if
 *     the graph is strict or if they have the same `key`. A strict graph drops an edge if these
 *     nodes already have one with another key. Work: O(1) per mention.
 */
#include "list.h"

/* ---- nodes ----------------------------------------------------------------------------------- */

kg_status kg__dot_mention(
    kg__dot_builder *b, uint32_t name, const kg__dot_attributes *defaults, kg_vertex *vertex)
{
    kg__dot_list *list = b->list;
    kg_context *ctx = list->ctx;
    kg_status status;

    KG_TRY(kg__host_grow(
        ctx, &b->vertex, &b->vertex_room, (uint64_t)name + 1, sizeof *b->vertex, "DOT nodes"));
    while (b->vertex_count <= name)
        b->vertex[b->vertex_count++] = KG_NO_VERTEX;
    if (b->vertex[name] == KG_NO_VERTEX) {
        KG_TRY(kg__host_grow(
            ctx, &list->node, &list->node_room, list->n + 1, sizeof *list->node, "DOT nodes"));
        KG_TRY(kg__host_grow(
            ctx, &list->label, &list->label_room, list->n + 1, sizeof *list->label, "DOT labels"));
        list->node[list->n] = name;
        list->label[list->n] = defaults->label;
        b->vertex[name] = (kg_vertex)list->n++;
        KG_TRY(kg__dot_keep_put(&list->keep, &list->texts, KG_ELEMENT_VERTEX, b->vertex[name],
            list->keep.count, defaults->defaults.first));
    }
    *vertex = b->vertex[name];
    KG_TRY(kg__host_grow(
        ctx, &b->log, &b->log_room, b->log_count + 1, sizeof *b->log, "mentions of DOT nodes"));
    b->log[b->log_count++] = *vertex;
out:
    return status;
}

/* ---- edges ----------------------------------------------------------------------------------- */

static void apply_number(kg__dot_numbers *numbers, uint64_t e, const kg__dot_given *number)
{
    if (!number->set)
        return;
    numbers->number[e] = number->number;
    if (number->bad && !numbers->bad)
        numbers->bad = number->bad;
}

/* Makes room for the number of the edge. The array is allocated once an edge may have such a
 * number; edges before that have 1. */
static kg_status make_number(
    kg__dot_builder *b, kg__dot_numbers *numbers, const kg__dot_given *number)
{
    uint64_t m = b->list->m, before = numbers->number ? m - 1 : 0;
    kg_status status = KG_OK;

    if (!numbers->number && !number->set)
        return KG_OK;
    KG_TRY(kg__host_grow(
        b->list->ctx, &numbers->number, &numbers->room, m, sizeof *numbers->number, "edge values"));
    for (uint64_t e = before; e < m; e++)
        numbers->number[e] = 1;
    apply_number(numbers, m - 1, number);
out:
    return status;
}

/* edge: [out] an existing edge of these nodes with that key, or with any key if none is given;
 * UINT64_MAX: none. drop: [out] whether a strict graph has no place for one with that key. */
static kg_status find_edge(
    kg__dot_builder *b, kg_vertex tail, kg_vertex head, uint32_t key, uint64_t *edge, bool *drop)
{
    uint64_t *there;
    kg_status status = KG_OK;

    *edge = UINT64_MAX;
    *drop = false;
    if (!b->strict && key == KG__NO_TEXT)
        return KG_OK;
    KG_TRY(kg__dot_map_find(&b->edges, tail, head, key, &there));
    *edge = *there;
    if (*edge == UINT64_MAX && !b->list->directed) {
        KG_TRY(kg__dot_map_find(&b->edges, head, tail, key, &there));
        *edge = *there;
    }
    if (*edge == UINT64_MAX && b->strict && key != KG__NO_TEXT) {
        KG_TRY(kg__dot_map_find(&b->edges, tail, head, KG__NO_TEXT, &there));
        *drop = *there != UINT64_MAX;
    }
out:
    return status;
}

/* Remembers edge m - 1 if a later mention may mean the same edge. */
static kg_status note_edge(kg__dot_builder *b, kg_vertex tail, kg_vertex head, uint32_t key)
{
    uint64_t *there;
    kg_status status = KG_OK;

    if (key != KG__NO_TEXT) {
        KG_TRY(kg__dot_map_find(&b->edges, tail, head, key, &there));
        *there = b->list->m - 1;
    }
    if (b->strict) {
        KG_TRY(kg__dot_map_find(&b->edges, tail, head, KG__NO_TEXT, &there));
        if (*there == UINT64_MAX)
            *there = b->list->m - 1;
    }
out:
    return status;
}

kg_status kg__dot_add_edge(kg__dot_builder *b, kg_vertex tail, kg_vertex head,
    const kg__dot_attributes *defaults, const kg__dot_attributes *says)
{
    kg__dot_list *list = b->list;
    uint32_t inherited = KG__NO_TEXT;
    uint64_t edge;
    bool drop;
    kg_status status;

    KG_TRY(find_edge(b, tail, head, says->key, &edge, &drop));
    if (drop)
        return KG_OK;
    if (edge == UINT64_MAX) {
        edge = list->m;
        inherited = defaults->defaults.first;
        if (edge >= KG__EDGES_MAX)
            return kg__fail(b->list->ctx, KG_OVERFLOW, "%s: more edges than %llu", b->shown,
                (unsigned long long)KG__EDGES_MAX);
        KG_TRY(kg__host_grow(b->list->ctx, &list->pair, &list->pair_room, 2 * edge + 2,
            sizeof *list->pair, "a list of edges"));
        list->pair[2 * edge] = tail;
        list->pair[2 * edge + 1] = head;
        list->m++;
        KG_TRY(make_number(b, &list->value, &defaults->value));
        KG_TRY(make_number(b, &list->weight, &defaults->weight));
        KG_TRY(note_edge(b, tail, head, says->key));
    }
    apply_number(&list->value, edge, &says->value);
    apply_number(&list->weight, edge, &says->weight);
    KG_TRY(
        kg__dot_keep_put(&list->keep, &list->texts, KG_ELEMENT_EDGE, edge, says->begin, inherited));
out:
    return status;
}

kg_status kg__dot_declare(kg__dot_builder *b, const kg__dot_attributes *says)
{
    kg__dot_list *list = b->list;
    kg__dot_numbers *const numbers[] = {&list->value, &list->weight};
    const bool set[] = {says->value.set, says->weight.set};
    kg_status status = KG_OK;

    for (int i = 0; i < 2; i++) {
        if (!set[i] || numbers[i]->number)
            continue;
        KG_TRY(kg__host_grow(list->ctx, &numbers[i]->number, &numbers[i]->room, list->m + 1,
            sizeof *numbers[i]->number, "edge values"));
        for (uint64_t e = 0; e < list->m; e++)
            numbers[i]->number[e] = 1;
    }
out:
    return status;
}

void kg__dot_builder_free(kg__dot_builder *b)
{
    kg__free_all(b->list->ctx, b->vertex, b->log);
    kg__dot_map_destroy(&b->edges);
}

void kg__dot_list_destroy(kg__dot_list *list)
{
    kg__texts_destroy(&list->texts);
    kg__columns_release(list->keep.columns);
    kg__free_all(list->ctx, list->node, list->label, list->pair, list->value.number,
        list->weight.number, list->keep.kept);
}
