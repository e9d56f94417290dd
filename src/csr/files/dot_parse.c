/*
 * Parsing DOT.
 *
 * In:  a text. Out: its nodes and edges, each in the order in which they appear.
 * Method: by descent, with a stack of our own where subgraphs stand in each other: the depth of a
 *     text is not that of the program's stack. Nodes that are mentioned go to one log, of which a
 *     subgraph is those parts that were written while it was open; only as the end of an edge it is
 *     made a set.
 * Work: O(text + edges), and for a subgraph at an edge's end the sorting of its mentions. Memory:
 *     some 30 bytes a name, 4 a mention, 8 to 24 an edge; 24 more where edges are told apart.
 *
 * Meaning, as in Graphviz: a subgraph's nodes count in the order of their first appearance in the
 * graph. A subgraph's name is its parent's to give. Defaults go to what appears after them, in their
 * subgraph and those below. Edges are one where the graph is strict and has one between these
 * nodes, or where their `key` is the same; an edge of a strict graph with another key than the one
 * that is there is dropped.
 */
#include "dot_parse.h"
#include "../../io/number.h"
#include <stdlib.h>

/* Subgraphs within each other, beyond which the text is no one's graph. */
enum { DEPTH = 1000 };

/* A number that an attribute gives. */
typedef struct given {
    bool set;
    double number;
    const char *bad; /* the attribute's place, if it is no number */
} given;

/* What a list of attributes says, so far as konig heeds it. */
typedef struct attributes {
    uint32_t label, key; /* or KG__DOT_NONE */
    given value, weight;
} attributes;

/* A graph or subgraph. */
typedef struct scope {
    uint32_t parent, first, last; /* of its parts; KG__DOT_NONE: it has none */
    attributes own, defaults;     /* the latter with those of its parents */
} scope;

/* Mentions that were written while a subgraph was open. */
typedef struct part {
    uint64_t begin, end;
    uint32_t next; /* the next part of the same subgraph, or KG__DOT_NONE */
} part;

/* The end of edges: nodes that stand side by side, or a subgraph. */
typedef struct side {
    uint64_t begin, end; /* in ends */
    uint32_t scope;      /* or KG__DOT_NONE */
} side;

/* A graph or subgraph that is open, and the statement in it that is not over. */
typedef struct frame {
    uint32_t scope;
    uint64_t sides, ends; /* where those of the statement begin */
} frame;

typedef struct parser {
    kg_context *ctx;
    kg__dot_scanner *s;
    kg__dot_list *list;
    bool strict, keyed;
    scope *scopes;
    part *parts;
    side *sides;
    kg_vertex *ends, *log, *vertex; /* vertex: [texts] the node of that name, or KG_NO_VERTEX */
    frame *frames;
    uint64_t scope_count, part_count, side_count, end_count, log_count, vertex_count, frame_count;
    uint64_t scope_room, part_room, side_room, end_room, log_room, vertex_room, frame_room;
    kg__dot_map named, edges; /* subgraphs by parent and name; edges by their nodes and key */
} parser;

#define GROW(p, what, count)                                                                       \
    kg__dot_grow((p)->ctx, &(p)->what##s, &(p)->what##_room, count, sizeof *(p)->what##s, "DOT")

/* ---- nodes ----------------------------------------------------------------------------------- */

static scope *here(const parser *p)
{
    return &p->scopes[p->frames[p->frame_count - 1].scope];
}

/* The atom that is the token, as a text. */
static kg_status intern(parser *p, uint32_t *id)
{
    return kg__dot_intern(&p->list->texts, p->s->bytes, p->s->length, id);
}

/* vertex: [out] the node of that name, which is made if it is new. */
static kg_status find_node(parser *p, uint32_t name, kg_vertex *vertex)
{
    kg__dot_list *list = p->list;
    kg_status status;

    KG_TRY(kg__dot_grow(
        p->ctx, &p->vertex, &p->vertex_room, (uint64_t)name + 1, sizeof *p->vertex, "DOT nodes"));
    while (p->vertex_count <= name)
        p->vertex[p->vertex_count++] = KG_NO_VERTEX;
    if (p->vertex[name] == KG_NO_VERTEX) {
        KG_TRY(kg__dot_grow(
            p->ctx, &list->node, &list->node_room, list->n + 1, sizeof *list->node, "DOT nodes"));
        KG_TRY(kg__dot_grow(p->ctx, &list->label, &list->label_room, list->n + 1,
            sizeof *list->label, "DOT labels"));
        list->node[list->n] = name;
        list->label[list->n] = here(p)->defaults.label;
        p->vertex[name] = (kg_vertex)list->n++;
    }
    *vertex = p->vertex[name];
    KG_TRY(kg__dot_grow(
        p->ctx, &p->log, &p->log_room, p->log_count + 1, sizeof *p->log, "mentions of DOT nodes"));
    p->log[p->log_count++] = *vertex;
out:
    return status;
}

/* ---- edges ----------------------------------------------------------------------------------- */

static void apply_number(kg__dot_numbers *numbers, uint64_t e, const given *number)
{
    if (!number->set)
        return;
    numbers->number[e] = number->number;
    if (number->bad && !numbers->bad)
        numbers->bad = number->bad;
}

/* The edge's number, an array of which there is once some edge may have one: 1 until then. */
static kg_status make_number(parser *p, kg__dot_numbers *numbers, const given *number)
{
    uint64_t m = p->list->m, before = numbers->number ? m - 1 : 0;
    kg_status status = KG_OK;

    if (!numbers->number && !number->set)
        return KG_OK;
    KG_TRY(kg__dot_grow(
        p->ctx, &numbers->number, &numbers->room, m, sizeof *numbers->number, "edge values"));
    for (uint64_t e = before; e < m; e++)
        numbers->number[e] = 1;
    apply_number(numbers, m - 1, number);
out:
    return status;
}

/* edge: [out] the edge that these nodes have already, with that key or, without one, any;
 * UINT64_MAX: none. drop: [out] whether a strict graph has no place for one with that key. */
static kg_status find_edge(
    parser *p, kg_vertex tail, kg_vertex head, uint32_t key, uint64_t *edge, bool *drop)
{
    uint64_t *there;
    kg_status status = KG_OK;

    *edge = UINT64_MAX;
    *drop = false;
    if (!p->strict && key == KG__DOT_NONE)
        return KG_OK;
    KG_TRY(kg__dot_map_find(&p->edges, tail, head, key, &there));
    *edge = *there;
    if (*edge == UINT64_MAX && !p->list->directed) {
        KG_TRY(kg__dot_map_find(&p->edges, head, tail, key, &there));
        *edge = *there;
    }
    if (*edge == UINT64_MAX && p->strict && key != KG__DOT_NONE) {
        KG_TRY(kg__dot_map_find(&p->edges, tail, head, KG__DOT_NONE, &there));
        *drop = *there != UINT64_MAX;
    }
out:
    return status;
}

/* Remembers edge m - 1 where a later one may be the same. */
static kg_status note_edge(parser *p, kg_vertex tail, kg_vertex head, uint32_t key)
{
    uint64_t *there;
    kg_status status = KG_OK;

    if (key != KG__DOT_NONE) {
        KG_TRY(kg__dot_map_find(&p->edges, tail, head, key, &there));
        *there = p->list->m - 1;
    }
    if (p->strict) {
        KG_TRY(kg__dot_map_find(&p->edges, tail, head, KG__DOT_NONE, &there));
        if (*there == UINT64_MAX)
            *there = p->list->m - 1;
    }
out:
    return status;
}

static kg_status add_edge(parser *p, kg_vertex tail, kg_vertex head, const attributes *says)
{
    kg__dot_list *list = p->list;
    const attributes *defaults = &here(p)->defaults;
    uint64_t edge;
    bool drop;
    kg_status status;

    KG_TRY(find_edge(p, tail, head, says->key, &edge, &drop));
    if (drop)
        return KG_OK;
    if (edge == UINT64_MAX) {
        edge = list->m;
        if (edge >= KG__EDGES_MAX)
            return kg__fail(p->ctx, KG_OVERFLOW, "%s: more edges than %llu", p->s->input->shown,
                (unsigned long long)KG__EDGES_MAX);
        KG_TRY(kg__dot_grow(p->ctx, &list->pair, &list->pair_room, 2 * edge + 2, sizeof *list->pair,
            "a list of edges"));
        list->pair[2 * edge] = tail;
        list->pair[2 * edge + 1] = head;
        list->m++;
        KG_TRY(make_number(p, &list->value, &defaults->value));
        KG_TRY(make_number(p, &list->weight, &defaults->weight));
        KG_TRY(note_edge(p, tail, head, says->key));
    }
    apply_number(&list->value, edge, &says->value);
    apply_number(&list->weight, edge, &says->weight);
out:
    return status;
}

static int by_number(const void *a, const void *b)
{
    kg_vertex v = *(const kg_vertex *)a, w = *(const kg_vertex *)b;

    return v < w ? -1 : v > w;
}

/* Makes of a subgraph the nodes in it, at the end of ends. */
static kg_status list_members(parser *p, side *of)
{
    const uint64_t begin = p->end_count;
    uint64_t count = 0;
    kg_status status = KG_OK;

    for (uint32_t i = p->scopes[of->scope].first; i != KG__DOT_NONE; i = p->parts[i].next) {
        const part *from = &p->parts[i];
        uint64_t more = from->end - from->begin;

        if (!more)
            continue;
        KG_TRY(GROW(p, end, p->end_count + more));
        memcpy(p->ends + p->end_count, p->log + from->begin, more * sizeof *p->ends);
        p->end_count += more;
    }
    if (p->end_count > begin)
        qsort(p->ends + begin, p->end_count - begin, sizeof *p->ends, by_number);
    for (uint64_t i = begin; i < p->end_count; i++)
        if (i == begin || p->ends[i] != p->ends[i - 1])
            p->ends[begin + count++] = p->ends[i];
    *of = (side){begin, p->end_count = begin + count, KG__DOT_NONE};
out:
    return status;
}

/* Joins each side of the statement to the next. */
static kg_status add_edges(parser *p, const frame *f, const attributes *says)
{
    kg_status status = KG_OK;

    for (uint64_t i = f->sides; i < p->side_count; i++)
        if (p->sides[i].scope != KG__DOT_NONE)
            KG_TRY(list_members(p, &p->sides[i]));
    for (uint64_t i = f->sides; i + 1 < p->side_count; i++)
        for (uint64_t t = p->sides[i].begin; t < p->sides[i].end; t++)
            for (uint64_t h = p->sides[i + 1].begin; h < p->sides[i + 1].end; h++)
                KG_TRY(add_edge(p, p->ends[t], p->ends[h], says));
out:
    return status;
}

/* ---- attributes ------------------------------------------------------------------------------ */

static bool is_called(const kg__dot_scanner *s, const char *name)
{
    return s->length == strlen(name) && memcmp(s->bytes, name, s->length) == 0;
}

/* The token, an atom, as a number; an empty one says nothing. */
static kg_status read_number(parser *p, given *number)
{
    kg__dot_scanner *s = p->s;
    const char *at = s->at, *end;
    char *text = NULL;
    kg_status status;

    *number = (given){true, 1, NULL};
    if (!s->length)
        return KG_OK;
    KG_TRY(kg__host_allocate(p->ctx, &text, (uint64_t)s->length + 1, 1, "a number"));
    memcpy(text, s->bytes, s->length);
    text[s->length] = '\0';
    end = kg__parse_double(text, &number->number);
    if (!end || *end)
        *number = (given){true, 1, at};
out:
    kg__free(p->ctx, text);
    return status;
}

/* name = value, of which the token is the first; takes all three. */
static kg_status read_attribute(parser *p, attributes *says)
{
    kg__dot_scanner *s = p->s;
    enum {
        OTHER,
        LABEL,
        KEY,
        VALUE,
        WEIGHT
    } what = is_called(s, "label")    ? LABEL
             : is_called(s, "key")    ? KEY
             : is_called(s, "value")  ? VALUE
             : is_called(s, "weight") ? WEIGHT
                                      : OTHER;
    kg_status status;

    KG_TRY(kg__dot_next(s));
    if (s->kind != '=')
        return kg__dot_unexpected(s, "= behind an attribute's name");
    KG_TRY(kg__dot_next(s));
    if (s->kind != KG__DOT_ATOM)
        return kg__dot_unexpected(s, "an attribute's value");
    if (what == LABEL)
        KG_TRY(intern(p, &says->label));
    else if (what == KEY)
        KG_TRY(intern(p, &says->key));
    else if (what == VALUE)
        KG_TRY(read_number(p, &says->value));
    else if (what == WEIGHT)
        KG_TRY(read_number(p, &says->weight));
    KG_TRY(kg__dot_next(s));
out:
    return status;
}

/* Any number of lists in brackets. */
static kg_status read_attributes(parser *p, attributes *says)
{
    kg__dot_scanner *s = p->s;
    kg_status status = KG_OK;

    *says = (attributes){.label = KG__DOT_NONE, .key = KG__DOT_NONE};
    while (s->kind == '[') {
        KG_TRY(kg__dot_next(s));
        while (s->kind == KG__DOT_ATOM) {
            KG_TRY(read_attribute(p, says));
            if (s->kind == ',' || s->kind == ';')
                KG_TRY(kg__dot_next(s));
        }
        if (s->kind != ']')
            return kg__dot_unexpected(s, "an attribute's name, or ]");
        KG_TRY(kg__dot_next(s));
    }
out:
    return status;
}

/* Once an attribute is there, all edges have it. */
static kg_status declare(parser *p, const attributes *says)
{
    kg__dot_list *list = p->list;
    kg__dot_numbers *const numbers[] = {&list->value, &list->weight};
    const bool set[] = {says->value.set, says->weight.set};
    kg_status status = KG_OK;

    for (int i = 0; i < 2; i++) {
        if (!set[i] || numbers[i]->number)
            continue;
        KG_TRY(kg__dot_grow(p->ctx, &numbers[i]->number, &numbers[i]->room, list->m + 1,
            sizeof *numbers[i]->number, "edge values"));
        for (uint64_t e = 0; e < list->m; e++)
            numbers[i]->number[e] = 1;
    }
out:
    return status;
}

/* graph, node or edge, and attributes: defaults from here on. */
static kg_status read_defaults(parser *p)
{
    kg__dot_scanner *s = p->s;
    int kind = s->kind;
    scope *in = here(p);
    attributes says;
    kg_status status;

    KG_TRY(kg__dot_next(s));
    if (s->kind != '[')
        return kg__dot_unexpected(s, "[ and attributes, or quotes round a node's name");
    KG_TRY(read_attributes(p, &says));
    if (kind == KG__DOT_NODE && says.label != KG__DOT_NONE)
        in->own.label = in->defaults.label = says.label;
    if (kind == KG__DOT_EDGE) {
        KG_TRY(declare(p, &says));
        if (says.value.set)
            in->own.value = in->defaults.value = says.value;
        if (says.weight.set)
            in->own.weight = in->defaults.weight = says.weight;
    }
out:
    return status;
}

/* ---- subgraphs ------------------------------------------------------------------------------- */

/* index: [out] the subgraph of that name, KG__DOT_NONE for none, in the one that is open. */
static kg_status find_scope(parser *p, uint32_t name, uint32_t *index)
{
    uint32_t parent = p->frame_count ? p->frames[p->frame_count - 1].scope : KG__DOT_NONE;
    uint64_t *there = NULL;
    kg_status status = KG_OK;

    if (name != KG__DOT_NONE) {
        KG_TRY(kg__dot_map_find(&p->named, parent, name, 0, &there));
        *index = (uint32_t)*there;
        if (*there != UINT64_MAX)
            return KG_OK;
    }
    if (p->scope_count >= KG__DOT_NONE - 1)
        return kg__fail(p->ctx, KG_OVERFLOW, "%s: too many subgraphs", p->s->input->shown);
    KG_TRY(GROW(p, scope, p->scope_count + 1));
    *index = (uint32_t)p->scope_count++;
    p->scopes[*index] = (scope){.parent = parent,
        .first = KG__DOT_NONE,
        .last = KG__DOT_NONE,
        .own = {.label = KG__DOT_NONE, .key = KG__DOT_NONE}};
    if (there)
        *there = *index;
out:
    return status;
}

/* Its defaults are its own, and for the rest its parents' as they are now. */
static void inherit(parser *p, scope *in)
{
    const attributes none = {.label = KG__DOT_NONE, .key = KG__DOT_NONE};
    attributes *defaults = &in->defaults;

    *defaults = in->parent == KG__DOT_NONE ? none : p->scopes[in->parent].defaults;
    if (in->own.label != KG__DOT_NONE)
        defaults->label = in->own.label;
    if (in->own.value.set)
        defaults->value = in->own.value;
    if (in->own.weight.set)
        defaults->weight = in->own.weight;
}

/* The token is the opening brace. */
static kg_status open_scope(parser *p, uint32_t name)
{
    uint32_t index;
    scope *in;
    kg_status status;

    if (p->s->kind != '{')
        return kg__dot_unexpected(p->s, "{");
    if (p->frame_count > DEPTH)
        return kg__dot_fail(
            p->s, p->s->at, "more than %d subgraphs within each other, konig reads no more", DEPTH);
    KG_TRY(find_scope(p, name, &index));
    KG_TRY(GROW(p, part, p->part_count + 1));
    KG_TRY(GROW(p, frame, p->frame_count + 1));
    in = &p->scopes[index];
    inherit(p, in);
    p->parts[p->part_count] = (part){p->log_count, p->log_count, KG__DOT_NONE};
    if (in->first == KG__DOT_NONE)
        in->first = (uint32_t)p->part_count;
    else
        p->parts[in->last].next = (uint32_t)p->part_count;
    in->last = (uint32_t)p->part_count++;
    p->frames[p->frame_count++] = (frame){index, p->side_count, p->end_count};
    KG_TRY(kg__dot_next(p->s));
out:
    return status;
}

/* The token is subgraph, or the opening brace of one without a name. */
static kg_status open_subgraph(parser *p)
{
    uint32_t name = KG__DOT_NONE;
    kg_status status;

    if (p->s->kind == KG__DOT_SUBGRAPH) {
        KG_TRY(kg__dot_next(p->s));
        if (p->s->kind == KG__DOT_ATOM) {
            KG_TRY(intern(p, &name));
            KG_TRY(kg__dot_next(p->s));
        }
    }
    KG_TRY(open_scope(p, name));
out:
    return status;
}

/* ---- statements ------------------------------------------------------------------------------ */

static kg_status skip_port(parser *p)
{
    kg_status status = KG_OK;

    for (int i = 0; i < 2 && p->s->kind == ':'; i++) {
        KG_TRY(kg__dot_next(p->s));
        if (p->s->kind != KG__DOT_ATOM)
            return kg__dot_unexpected(p->s, "a port's name");
        KG_TRY(kg__dot_next(p->s));
    }
out:
    return status;
}

/* Nodes with commas between, the first of which is a text already; the token is behind it. */
static kg_status read_nodes(parser *p, uint32_t name)
{
    const uint64_t begin = p->end_count;
    kg_vertex vertex;
    kg_status status;

    for (;;) {
        KG_TRY(find_node(p, name, &vertex));
        KG_TRY(GROW(p, end, p->end_count + 1));
        p->ends[p->end_count++] = vertex;
        KG_TRY(skip_port(p));
        if (p->s->kind != ',')
            break;
        KG_TRY(kg__dot_next(p->s));
        if (p->s->kind != KG__DOT_ATOM)
            return kg__dot_unexpected(p->s, "a node");
        KG_TRY(intern(p, &name));
        KG_TRY(kg__dot_next(p->s));
    }
    KG_TRY(GROW(p, side, p->side_count + 1));
    p->sides[p->side_count++] = (side){begin, p->end_count, KG__DOT_NONE};
out:
    return status;
}

/* Behind a side of the statement that is open: the arrow to the next, or what ends it. */
static kg_status continue_statement(parser *p, bool *more)
{
    kg__dot_scanner *s = p->s;
    const frame *f = &p->frames[p->frame_count - 1];
    const int arrow = p->list->directed ? KG__DOT_ARROW : KG__DOT_LINE;
    const bool edges = p->side_count - f->sides > 1;
    attributes says;
    kg_status status;

    *more = s->kind == arrow;
    if (*more)
        return kg__dot_next(s);
    if (s->kind == KG__DOT_ARROW || s->kind == KG__DOT_LINE)
        return kg__dot_unexpected(s, p->list->directed ? "-> in a digraph" : "-- in a graph");
    KG_TRY(read_attributes(p, &says));
    if (edges) {
        KG_TRY(declare(p, &says));
        KG_TRY(add_edges(p, f, &says));
    } else if (says.label != KG__DOT_NONE) { /* a subgraph's is none of its nodes' */
        for (uint64_t i = p->sides[f->sides].begin; i < p->sides[f->sides].end; i++)
            p->list->label[p->ends[i]] = says.label;
    }
    p->side_count = f->sides;
    p->end_count = f->ends;
    if (s->kind == ';')
        KG_TRY(kg__dot_next(s));
out:
    return status;
}

/* Ends a subgraph, which is a side of the statement that it stands in. */
static kg_status close_scope(parser *p)
{
    const uint32_t index = p->frames[p->frame_count - 1].scope;
    kg_status status;

    p->parts[p->scopes[index].last].end = p->log_count;
    p->frame_count--;
    KG_TRY(GROW(p, side, p->side_count + 1));
    p->sides[p->side_count++] = (side){0, 0, index};
    KG_TRY(kg__dot_next(p->s));
out:
    return status;
}

/* A side of a statement, or all of one that has none. begun: [out] whether the statement has a side
 * now; where a subgraph begins, that is open, and it has not. first: nothing stands before. */
static kg_status read_side(parser *p, bool first, bool *begun)
{
    kg__dot_scanner *s = p->s;
    attributes ignored;
    uint32_t name;
    kg_status status;

    *begun = false;
    if (s->kind == '{' || s->kind == KG__DOT_SUBGRAPH)
        return open_subgraph(p);
    if (first && (s->kind == KG__DOT_GRAPH || s->kind == KG__DOT_NODE || s->kind == KG__DOT_EDGE)) {
        KG_TRY(read_defaults(p));
    } else if (s->kind != KG__DOT_ATOM) {
        return kg__dot_unexpected(s, first ? "a node, a subgraph or }" : "a node or a subgraph");
    } else {
        const kg__dot_scanner before = *s;

        KG_TRY(intern(p, &name));
        KG_TRY(kg__dot_next(s));
        *begun = !first || s->kind != '=';
        if (*begun)
            return read_nodes(p, name);
        s->p = before.p; /* an attribute of the graph */
        s->kind = before.kind;
        s->length = 0;
        KG_TRY(read_attribute(p, &ignored));
    }
    if (s->kind == ';')
        KG_TRY(kg__dot_next(s));
out:
    return status;
}

/* From behind the graph's opening brace to its closing one. */
static kg_status read_statements(parser *p)
{
    bool first = true, begun;
    kg_status status = KG_OK;

    while (p->frame_count) {
        begun = false;
        if (first && p->s->kind == '}') {
            if (p->frame_count == 1)
                break;
            KG_TRY(close_scope(p));
            begun = true;
        } else {
            const uint64_t depth = p->frame_count;

            KG_TRY(read_side(p, first, &begun));
            first = !begun;
            if (p->frame_count > depth || !begun)
                continue;
        }
        KG_TRY(continue_statement(p, &begun));
        first = !begun;
    }
out:
    return status;
}

static kg_status read_head(parser *p)
{
    kg__dot_scanner *s = p->s;
    kg_status status;

    KG_TRY(kg__dot_next(s));
    if (s->kind == KG__DOT_END)
        return kg__dot_fail(s, s->at, "not DOT: no graph");
    p->strict = s->kind == KG__DOT_STRICT;
    if (p->strict)
        KG_TRY(kg__dot_next(s));
    if (s->kind != KG__DOT_GRAPH && s->kind != KG__DOT_DIGRAPH)
        return kg__dot_unexpected(s, "graph or digraph");
    p->list->directed = s->kind == KG__DOT_DIGRAPH;
    KG_TRY(kg__dot_next(s));
    if (s->kind == KG__DOT_ATOM)
        KG_TRY(kg__dot_next(s));
out:
    return status;
}

kg_status kg__dot_parse(
    kg__dot_list *list, kg__dot_scanner *s, const kg__input *input, const char *text, size_t start)
{
    parser p = {.ctx = list->ctx, .s = s, .list = list};
    const char *zero = memchr(text + start, '\0', (size_t)input->size - start);
    kg_status status;

    *s = (kg__dot_scanner){.input = input, .text = text, .p = text + start};
    p.named.ctx = p.edges.ctx = list->ctx;
    if (zero)
        return kg__dot_fail(s, zero, "not DOT: a zero byte");
    KG_TRY(read_head(&p));
    KG_TRY(open_scope(&p, KG__DOT_NONE));
    KG_TRY(read_statements(&p));
    KG_TRY(kg__dot_next(s));
    if (s->kind != KG__DOT_END)
        status = kg__dot_fail(s, s->at, "something stands behind the graph, expected one graph");
out:
    kg__free(p.ctx, p.scopes);
    kg__free(p.ctx, p.parts);
    kg__free(p.ctx, p.sides);
    kg__free(p.ctx, p.ends);
    kg__free(p.ctx, p.log);
    kg__free(p.ctx, p.vertex);
    kg__free(p.ctx, p.frames);
    kg__dot_map_destroy(&p.named);
    kg__dot_map_destroy(&p.edges);
    return status;
}

void kg__dot_list_destroy(kg__dot_list *list)
{
    kg__dot_texts_destroy(&list->texts);
    kg__free(list->ctx, list->node);
    kg__free(list->ctx, list->label);
    kg__free(list->ctx, list->pair);
    kg__free(list->ctx, list->value.number);
    kg__free(list->ctx, list->weight.number);
}
