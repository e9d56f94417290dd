/*
 * Parsing DOT.
 *
 * In:  a text. Out: its nodes and edges, each in the order in which they appear.
 * Method: recursive descent, with a stack of its own for nested subgraphs, so that deep nesting in
 *     a text cannot exhaust the program's stack. All mentions of nodes go to one log; a subgraph is
 *     the parts of the log that were written while it was open. These parts become a set of nodes
 *     only if the subgraph is the end of an edge.
 * Work: O(text + edges), and for each subgraph at the end of an edge the sorting of its mentions.
 *     Memory: some 80 bytes per name, 4 per mention, 8 to 24 per edge, and 24 more per edge if
 *     equal edges must be found.
 *
 * Meaning, as in Graphviz: the nodes of a subgraph stand in the order of their first appearance in
 * the graph. A subgraph's name belongs to its parent: two subgraphs with the same parent and name
 * are one. Defaults apply to later nodes and edges, in their subgraph and those inside it.
 * list.c says which edges count as one.
 */
#include "parse.h"
#include <stdlib.h>
#include <string.h>

/* The greatest depth of nested subgraphs; a deeper text is an error. */
enum { DEPTH = 1000 };

/* A graph or subgraph. */
typedef struct scope {
    uint32_t parent, first, last;     /* of its parts; KG__NO_TEXT: it has none */
    kg__dot_attributes own, defaults; /* `defaults` include its parents' */
} scope;

/* Mentions that were written while a subgraph was open. */
typedef struct part {
    uint64_t begin, end;
    uint32_t next; /* the next part of the same subgraph, or KG__NO_TEXT */
} part;

/* One end of edges: a list of nodes with commas between them, or a subgraph. */
typedef struct side {
    uint64_t begin, end; /* in ends */
    uint32_t scope;      /* or KG__NO_TEXT */
} side;

/* A graph or subgraph that is open, and its unfinished statement. */
typedef struct frame {
    uint32_t scope;
    uint64_t sides, ends; /* where the statement's sides and ends begin */
} frame;

typedef struct parser {
    kg_context *ctx;
    kg__dot_scanner *s;
    kg__dot_builder b;
    scope *scopes;
    part *parts;
    side *sides;
    kg_vertex *ends;
    frame *frames;
    uint64_t scope_count, part_count, side_count, end_count, frame_count;
    uint64_t scope_room, part_room, side_room, end_room, frame_room;
    kg__dot_map named; /* subgraphs by parent and name */
} parser;

#define GROW(p, what, count)                                                                       \
    kg__host_grow((p)->ctx, &(p)->what##s, &(p)->what##_room, count, sizeof *(p)->what##s, "DOT")

static scope *here(const parser *p)
{
    return &p->scopes[p->frames[p->frame_count - 1].scope];
}

/* Interns the token, which is an atom, as a text. */
static kg_status intern(parser *p, uint32_t *id)
{
    return kg__intern(&p->b.list->texts, p->s->bytes, p->s->length, id);
}

/* ---- edges ----------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    kg_vertex v = *(const kg_vertex *)a, w = *(const kg_vertex *)b;

    return v < w ? -1 : v > w;
}

/* Lists the nodes of a subgraph, each one once, at the end of `ends`. */
static kg_status list_members(parser *p, side *of)
{
    const uint64_t begin = p->end_count;
    uint64_t count = 0;
    kg_status status = KG_OK;

    for (uint32_t i = p->scopes[of->scope].first; i != KG__NO_TEXT; i = p->parts[i].next) {
        const part *from = &p->parts[i];
        uint64_t more = from->end - from->begin;

        if (!more)
            continue;
        KG_TRY(GROW(p, end, p->end_count + more));
        memcpy(p->ends + p->end_count, p->b.log + from->begin, more * sizeof *p->ends);
        p->end_count += more;
    }
    if (p->end_count > begin)
        qsort(p->ends + begin, p->end_count - begin, sizeof *p->ends, by_number);
    for (uint64_t i = begin; i < p->end_count; i++)
        if (i == begin || p->ends[i] != p->ends[i - 1])
            p->ends[begin + count++] = p->ends[i];
    *of = (side){begin, p->end_count = begin + count, KG__NO_TEXT};
out:
    return status;
}

/* Joins each side of the statement to the next. */
static kg_status add_edges(parser *p, const frame *f, const kg__dot_attributes *says)
{
    kg_status status = KG_OK;

    for (uint64_t i = f->sides; i < p->side_count; i++)
        if (p->sides[i].scope != KG__NO_TEXT)
            KG_TRY(list_members(p, &p->sides[i]));
    for (uint64_t i = f->sides; i + 1 < p->side_count; i++)
        for (uint64_t t = p->sides[i].begin; t < p->sides[i].end; t++)
            for (uint64_t h = p->sides[i + 1].begin; h < p->sides[i + 1].end; h++)
                KG_TRY(kg__dot_add_edge(&p->b, p->ends[t], p->ends[h], &here(p)->defaults, says));
out:
    return status;
}

/* ---- defaults -------------------------------------------------------------------------------- */

/* The first default that is kept of the scope around one. */
static uint32_t outer_defaults(const parser *p, const scope *in)
{
    return in->parent == KG__NO_TEXT ? KG__NO_TEXT : p->scopes[in->parent].defaults.defaults.first;
}

static void keep_defaults(parser *p, scope *in, const kg__dot_attributes *says)
{
    kg__dot_keep_defaults(&p->b.list->keep, says->begin, &in->own.defaults, outer_defaults(p, in));
    if (in->own.defaults.first != KG__NO_TEXT)
        in->defaults.defaults = in->own.defaults;
}

/* Reads the word graph, node or edge and the attributes after it, which are defaults from here
 * on. */
static kg_status read_defaults(parser *p)
{
    kg__dot_scanner *s = p->s;
    int kind = s->kind;
    scope *in = here(p);
    kg__dot_attributes says;
    kg_status status;

    KG_TRY(kg__dot_next(s));
    if (s->kind != '[')
        return kg__dot_unexpected(s, "[ and attributes, or quotes round a node's name");
    KG_TRY(kg__dot_read_attributes(s, &p->b.list->texts,
        kind == KG__DOT_GRAPH ? NULL : &p->b.list->keep,
        kind == KG__DOT_NODE ? KG_ELEMENT_VERTEX : KG_ELEMENT_EDGE, &says));
    if (kind != KG__DOT_GRAPH)
        keep_defaults(p, in, &says);
    if (kind == KG__DOT_NODE && says.label != KG__NO_TEXT)
        in->own.label = in->defaults.label = says.label;
    if (kind == KG__DOT_EDGE) {
        KG_TRY(kg__dot_declare(&p->b, &says));
        if (says.value.set)
            in->own.value = in->defaults.value = says.value;
        if (says.weight.set)
            in->own.weight = in->defaults.weight = says.weight;
    }
out:
    return status;
}

/* ---- subgraphs ------------------------------------------------------------------------------- */

/* Finds the subgraph of that name in the one that is open, or makes it. name: KG__NO_TEXT for a
 * new subgraph without a name. index: [out] its index. */
static kg_status find_scope(parser *p, uint32_t name, uint32_t *index)
{
    uint32_t parent = p->frame_count ? p->frames[p->frame_count - 1].scope : KG__NO_TEXT;
    uint64_t *there = NULL;
    kg_status status = KG_OK;

    if (name != KG__NO_TEXT) {
        KG_TRY(kg__dot_map_find(&p->named, parent, name, 0, &there));
        *index = (uint32_t)*there;
        if (*there != UINT64_MAX)
            return KG_OK;
    }
    if (p->scope_count >= KG__NO_TEXT - 1)
        return kg__fail(p->ctx, KG_OVERFLOW, "%s: too many subgraphs", p->s->input->shown);
    KG_TRY(GROW(p, scope, p->scope_count + 1));
    *index = (uint32_t)p->scope_count++;
    p->scopes[*index] = (scope){.parent = parent,
        .first = KG__NO_TEXT,
        .last = KG__NO_TEXT,
        .own = kg__dot_no_attributes()};
    if (there)
        *there = *index;
out:
    return status;
}

/* Sets a scope's defaults: its own attributes, and its parent's current defaults for the others. */
static void inherit(parser *p, scope *in)
{
    const kg__dot_attributes none = kg__dot_no_attributes();
    kg__dot_attributes *defaults = &in->defaults;

    *defaults = in->parent == KG__NO_TEXT ? none : p->scopes[in->parent].defaults;
    if (in->own.label != KG__NO_TEXT)
        defaults->label = in->own.label;
    if (in->own.value.set)
        defaults->value = in->own.value;
    if (in->own.weight.set)
        defaults->weight = in->own.weight;
    if (in->own.defaults.first != KG__NO_TEXT) {
        p->b.list->keep.kept[in->own.defaults.last].next = outer_defaults(p, in);
        defaults->defaults = in->own.defaults;
    }
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
    p->parts[p->part_count] = (part){p->b.log_count, p->b.log_count, KG__NO_TEXT};
    if (in->first == KG__NO_TEXT)
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
    uint32_t name = KG__NO_TEXT;
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

/* Reads nodes with commas between them. The first one is interned already, and the token is the one
 * after it. */
static kg_status read_nodes(parser *p, uint32_t name)
{
    const uint64_t begin = p->end_count;
    kg_vertex vertex;
    kg_status status;

    for (;;) {
        KG_TRY(kg__dot_mention(&p->b, name, &here(p)->defaults, &vertex));
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
    p->sides[p->side_count++] = (side){begin, p->end_count, KG__NO_TEXT};
out:
    return status;
}

/* Gives nodes their attributes. */
static kg_status add_attributes(parser *p, const side *nodes, const kg__dot_attributes *says)
{
    kg__dot_list *list = p->b.list;
    kg_status status = KG_OK;

    for (uint64_t i = nodes->begin; i < nodes->end; i++) {
        if (says->label != KG__NO_TEXT)
            list->label[p->ends[i]] = says->label;
        KG_TRY(kg__dot_keep_put(
            &list->keep, &list->texts, KG_ELEMENT_VERTEX, p->ends[i], says->begin, KG__NO_TEXT));
    }
out:
    return status;
}

/* Continues the open statement after one of its sides: reads the arrow to the next side, or the
 * statement's end. */
static kg_status continue_statement(parser *p, bool *more)
{
    kg__dot_scanner *s = p->s;
    const frame *f = &p->frames[p->frame_count - 1];
    const int arrow = p->b.list->directed ? KG__DOT_ARROW : KG__DOT_LINE;
    const bool edges = p->side_count - f->sides > 1;
    kg__dot_attributes says;
    kg_status status;

    *more = s->kind == arrow;
    if (*more)
        return kg__dot_next(s);
    if (s->kind == KG__DOT_ARROW || s->kind == KG__DOT_LINE)
        return kg__dot_unexpected(s, p->b.list->directed ? "-> in a digraph" : "-- in a graph");
    KG_TRY(kg__dot_read_attributes(s, &p->b.list->texts, &p->b.list->keep,
        edges ? KG_ELEMENT_EDGE : KG_ELEMENT_VERTEX, &says));
    if (edges) {
        KG_TRY(kg__dot_declare(&p->b, &says));
        KG_TRY(add_edges(p, f, &says));
    } else { /* a subgraph's attributes are not its nodes' */
        KG_TRY(add_attributes(p, &p->sides[f->sides], &says));
    }
    p->b.list->keep.count = says.begin;
    p->side_count = f->sides;
    p->end_count = f->ends;
    if (s->kind == ';')
        KG_TRY(kg__dot_next(s));
out:
    return status;
}

/* Ends a subgraph, which is a side of the statement that contains it. */
static kg_status close_scope(parser *p)
{
    const uint32_t index = p->frames[p->frame_count - 1].scope;
    kg_status status;

    p->parts[p->scopes[index].last].end = p->b.log_count;
    p->frame_count--;
    KG_TRY(GROW(p, side, p->side_count + 1));
    p->sides[p->side_count++] = (side){0, 0, index};
    KG_TRY(kg__dot_next(p->s));
out:
    return status;
}

/* Reads a side of a statement, or a whole statement that has no sides. begun: [out] whether the
 * statement has a side now. If a subgraph has been opened, it does not have one yet. first: no
 * side stands before this one. */
static kg_status read_side(parser *p, bool first, bool *begun)
{
    kg__dot_scanner *s = p->s;
    kg__dot_attributes ignored;
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
        KG_TRY(kg__dot_read_attribute(s, &p->b.list->texts, NULL, &ignored));
    }
    if (s->kind == ';')
        KG_TRY(kg__dot_next(s));
out:
    return status;
}

/* Reads the statements after the graph's opening brace, up to its closing brace. */
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
    p->b.strict = s->kind == KG__DOT_STRICT;
    if (p->b.strict)
        KG_TRY(kg__dot_next(s));
    if (s->kind != KG__DOT_GRAPH && s->kind != KG__DOT_DIGRAPH)
        return kg__dot_unexpected(s, "graph or digraph");
    p->b.list->directed = s->kind == KG__DOT_DIGRAPH;
    KG_TRY(kg__dot_next(s));
    if (s->kind == KG__DOT_ATOM)
        KG_TRY(kg__dot_next(s));
out:
    return status;
}

kg_status kg__dot_parse(
    kg__dot_list *list, kg__dot_scanner *s, const kg__input *input, const char *text, size_t start)
{
    parser p = {.ctx = list->ctx, .s = s, .b = {.list = list, .shown = input->shown}};
    const char *zero = memchr(text + start, '\0', (size_t)input->size - start);
    kg_status status;

    *s = (kg__dot_scanner){.input = input, .text = text, .p = text + start};
    p.named.ctx = p.b.edges.ctx = list->ctx;
    if (zero)
        return kg__dot_fail(s, zero, "not DOT: a zero byte");
    KG_TRY(read_head(&p));
    KG_TRY(open_scope(&p, KG__NO_TEXT));
    KG_TRY(read_statements(&p));
    KG_TRY(kg__dot_next(s));
    if (s->kind != KG__DOT_END)
        status = kg__dot_fail(s, s->at, "something stands behind the graph, expected one graph");
out:
    kg__free_all(p.ctx, p.scopes, p.parts, p.sides, p.ends, p.frames);
    kg__dot_map_destroy(&p.named);
    kg__dot_builder_free(&p.b);
    return status;
}
