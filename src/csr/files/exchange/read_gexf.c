/*
 * Reading GEXF.
 *
 * In:  an element graph with elements node, which may lie in one another, and edge. Elements have
 *     no prefix.
 * Out: the graph, as nodes.h and node_list.c say; undirected unless the graph's defaultedgetype or
 *     the edges' type is directed. The value of an edge is its attribute weight, else an attvalue
 *     whose title is a name of a value. The times of a dynamic graph are ignored.
 * Method: the elements one by one, by a parser of XML.
 * Work: O(text). Memory: node_list.c, and the declared attributes.
 * Source: GEXF Working Group, GEXF 1.2 and 1.3, gexf.net.
 */
#include "../read.h"
#include "node_list.h"
#include "whole_text.h"
#include "xml.h"
#include <string.h>

/* The declarations of the attributes of edges, or of nodes. */
typedef struct declared {
    kg__texts ids;
    struct {
        uint32_t title; /* its number */
        kg_column_type type;
    } * attribute; /* [ids.count] */
    uint64_t room;
} declared;

typedef struct gexf {
    kg__xml xml;
    kg__node_list list;
    declared of[KG__ELEMENTS];
    kg__texts titles;
    bool graph;       /* it has begun */
    kg_element being; /* the attributes being declared are of these */
    bool in_edge;     /* an edge is open; otherwise, perhaps a node */
    unsigned nodes;   /* the number of open ones */
    kg_vertex node;   /* the one that was opened last, or KG_NO_VERTEX after its end */
    kg__edge_says says;
} gexf;

static kg_status other(gexf *g, const char *name)
{
    return kg__node_list_other(&g->list, name, strlen(name));
}

static bool is(const char *a, const char *b)
{
    return a && strcmp(a, b) == 0;
}

/* Reads "directed" or "undirected"; NULL says nothing. */
static kg_status read_kind(const gexf *g, const char *type, bool *directed)
{
    if (type && !is(type, "directed") && !is(type, "undirected"))
        return kg__xml_fail(&g->xml, "edges of the type '%s', expected directed or undirected",
            KG__SHOW(type, strlen(type)));
    if (type)
        *directed = *type == 'd';
    return KG_OK;
}

/* number: [out] of the attribute of that id. */
static kg_status declare(gexf *g, kg_element of, const char *id, const char *title,
    kg_column_type type, uint32_t *number)
{
    declared *d = &g->of[of];
    kg_status status;

    KG_TRY(kg__intern(&d->ids, id, strlen(id), number));
    KG_TRY(kg__host_grow(
        g->list.ctx, &d->attribute, &d->room, d->ids.count, sizeof *d->attribute, "attributes"));
    d->attribute[*number].type = type;
    KG_TRY(kg__intern(&g->titles, title, strlen(title), &d->attribute[*number].title));
out:
    return status;
}

static kg_status begin_attribute(gexf *g, const char **attributes)
{
    const char *id = kg__xml_attribute(attributes, "id"),
               *title = kg__xml_attribute(attributes, "title"),
               *type = kg__xml_attribute(attributes, "type");
    uint32_t number;
    kg_status status = KG_OK;

    if (!id)
        return KG_OK;
    title = title ? title : id;
    KG_TRY(declare(g, g->being, id, title,
        !type || is(type, "string")               ? KG_COLUMN_TEXT
        : is(type, "double") || is(type, "float") ? KG_COLUMN_REAL
        : is(type, "boolean")                     ? KG_COLUMN_BOOLEAN
                                                  : KG_COLUMN_INTEGER,
        &number));
    if (g->list.columns)
        KG_TRY(kg__columns_find(g->list.columns, g->being, title, strlen(title), &number));
out:
    return status;
}

/* Keeps an attribute of the open node or edge. *kept: it was asked for. */
static kg_status keep(
    gexf *g, const char *name, size_t length, const char *text, kg_column_type as, bool *kept)
{
    kg_status status;

    *kept = false;
    if (!g->list.columns)
        return KG_OK;
    KG_TRY(kg__node_list_keep(&g->list, g->in_edge ? KG_ELEMENT_EDGE : KG_ELEMENT_VERTEX, name,
        length, (kg__line){text, text + strlen(text)}, as, kept));
    if (!g->in_edge)
        KG_TRY(kg__node_list_keep_node(&g->list, g->node));
out:
    return status;
}

/* The same of an attribute in XML, which is otherwise left out as `name`. */
static kg_status keep_attribute(gexf *g, const char **attribute, const char *name)
{
    bool kept;
    kg_status status;

    KG_TRY(keep(g, attribute[0], strlen(attribute[0]), attribute[1],
        is(attribute[0], "label") ? KG_COLUMN_TEXT : KG_COLUMN_INTEGER, &kept));
    if (!kept && name)
        KG_TRY(other(g, name));
out:
    return status;
}

static kg_status begin_node(gexf *g, const char **attributes)
{
    const char *id, *label = kg__xml_attribute(attributes, "label");
    bool again;
    kg_status status;

    g->nodes++;
    KG_TRY(kg__xml_need(&g->xml, attributes, "id", "node", &id));
    KG_TRY(kg__node_list_declare(&g->list, id, strlen(id), &g->node, &again));
    if (again)
        return kg__xml_fail(&g->xml, "a second node with the id '%s'", KG__SHOW(id, strlen(id)));
    if (label)
        KG_TRY(kg__node_list_label(&g->list, g->node, label, strlen(label)));
    for (; *attributes; attributes += 2)
        if (is(*attributes, "start") || is(*attributes, "end"))
            KG_TRY(keep_attribute(g, attributes, "times"));
        else if (is(*attributes, "label"))
            KG_TRY(keep_attribute(g, attributes, NULL));
out:
    return status;
}

/* Takes the value that an edge has under a name. */
static kg_status take_value(
    gexf *g, const char *name, size_t length, const char *text, kg_column_type as)
{
    const unsigned rank = kg__edge_rank(name, length);
    double number;
    bool kept;
    kg_status status;

    KG_TRY(keep(g, name, length, text, as, &kept));
    if (rank != KG__RANK_NONE && kg__whole_number((kg__line){text, text + strlen(text)}, &number)) {
        if (!g->says.set[rank]) /* the attribute weight comes before an attvalue */
            kg__edge_say(&g->list, &g->says, rank, name, length, number);
        return KG_OK;
    }
    if (rank == KG__RANK_WEIGHT)
        return kg__xml_fail(&g->xml, "the weight '%s', expected a number of the range of a double",
            KG__SHOW(text, strlen(text)));
    if (!kept)
        KG_TRY(kg__node_list_other(&g->list, name, length));
out:
    return status;
}

static kg_status begin_edge(gexf *g, const char **attributes)
{
    static const char *const ends[] = {"source", "target"};
    bool directed = g->list.directed;
    kg_status status;

    for (int i = 0; i < 2; i++) {
        const char *id;

        KG_TRY(kg__xml_need(&g->xml, attributes, ends[i], "edge", &id));
        KG_TRY(kg__node_list_end(&g->list, i, id, strlen(id), g->xml.at));
    }
    KG_TRY(read_kind(g, kg__xml_attribute(attributes, "type"), &directed));
    KG_TRY(kg__node_list_direct(&g->list, directed, g->xml.at));
    g->in_edge = true;
    g->says = (kg__edge_says){0};
    for (; *attributes; attributes += 2)
        if (is(*attributes, "weight"))
            KG_TRY(take_value(g, "weight", 6, attributes[1], KG_COLUMN_REAL));
        else if (is(*attributes, "label"))
            KG_TRY(keep_attribute(g, attributes, "label of an edge"));
        else if (is(*attributes, "start") || is(*attributes, "end"))
            KG_TRY(keep_attribute(g, attributes, "times"));
out:
    return status;
}

/* Keeps an attribute of a node. If it is not declared, its id is its title. */
static kg_status take_node_value(gexf *g, const char *id, const char *text)
{
    declared *d = &g->of[KG_ELEMENT_VERTEX];
    const uint32_t before = d->ids.count;
    size_t length;
    uint32_t number;
    bool kept = false;
    kg_status status = KG_OK;

    if (g->list.columns && g->node != KG_NO_VERTEX) {
        const char *title;

        KG_TRY(kg__intern(&d->ids, id, strlen(id), &number));
        if (number == before)
            KG_TRY(declare(g, KG_ELEMENT_VERTEX, id, id, KG_COLUMN_TEXT, &number));
        title = kg__text_of(&g->titles, d->attribute[number].title, &length);
        KG_TRY(keep(g, title, length, text, d->attribute[number].type, &kept));
    }
    if (!kept)
        KG_TRY(other(g, id));
out:
    return status;
}

static kg_status begin_value(gexf *g, const char **attributes)
{
    const char *id = kg__xml_attribute(attributes, "for"),
               *text = kg__xml_attribute(attributes, "value"), *title;
    declared *d = &g->of[KG_ELEMENT_EDGE];
    size_t length;
    const uint32_t before = d->ids.count;
    uint32_t number;
    kg_status status;

    if (!id || !text)
        return kg__xml_fail(&g->xml, "this attvalue has no %s", id ? "value" : "for");
    if (!g->in_edge)
        return take_node_value(g, id, text);
    KG_TRY(kg__intern(&d->ids, id, strlen(id), &number));
    if (d->ids.count > before)
        return kg__xml_fail(
            &g->xml, "the file declares no attribute '%s' of edges", KG__SHOW(id, strlen(id)));
    title = kg__text_of(&g->titles, d->attribute[number].title, &length);
    KG_TRY(take_value(g, title, length, text, d->attribute[number].type));
out:
    return status;
}

static kg_status begin_graph(gexf *g, const char **attributes)
{
    if (g->graph)
        return kg__xml_fail(&g->xml, "a second graph, expected one in a file");
    g->graph = true;
    return read_kind(g, kg__xml_attribute(attributes, "defaultedgetype"), &g->list.directed);
}

static kg_status begin(kg__xml *x, const char *name, const char **attributes)
{
    gexf *g = (gexf *)x;

    if (is(name, "graph"))
        return begin_graph(g, attributes);
    if (!g->graph)
        return KG_OK;
    if (is(name, "attributes"))
        g->being = is(kg__xml_attribute(attributes, "class"), "edge") ? KG_ELEMENT_EDGE
                                                                      : KG_ELEMENT_VERTEX;
    return is(name, "attribute")                    ? begin_attribute(g, attributes)
           : is(name, "node")                       ? begin_node(g, attributes)
           : is(name, "edge")                       ? begin_edge(g, attributes)
           : is(name, "attvalue")                   ? begin_value(g, attributes)
           : is(name, "spell") || is(name, "slice") ? other(g, "times")
           : strncmp(name, "viz:", 4) == 0          ? other(g, name)
                                                    : KG_OK;
}

static kg_status end(kg__xml *x, const char *name)
{
    gexf *g = (gexf *)x;

    if (is(name, "node") && g->nodes) {
        g->nodes--;
        g->node = KG_NO_VERTEX;
    }
    if (!is(name, "edge") || !g->in_edge)
        return KG_OK;
    g->in_edge = false;
    return kg__node_list_add(&g->list, &g->says);
}

kg_status kg__read_gexf(kg_graph **graph, const kg__input *input, const kg__record *record,
    const kg_read_options *options, size_t block_bytes)
{
    gexf g = {.xml = {.input = input,
                  .start = record->start,
                  .shown = "GEXF",
                  .begin = begin,
                  .end = end},
        .list = kg__node_list_empty(input, record, "GEXF", false),
        .of = {{.ids.ctx = input->ctx}, {.ids.ctx = input->ctx}},
        .titles.ctx = input->ctx,
        .node = KG_NO_VERTEX};
    kg_status status;

    (void)block_bytes;
    g.list.strict = true;
    KG_TRY(kg__node_list_options(&g.list, options));
    KG_TRY(kg__xml_parse(&g.xml));
    if (!g.graph) {
        g.xml.at = input->size;
        KG_TRY(kg__xml_fail(&g.xml, "the file ends here, expected an element graph"));
    }
    KG_TRY(kg__node_list_build(graph, &g.list, options));
out:
    kg__node_list_free(&g.list);
    for (int i = 0; i < KG__ELEMENTS; i++)
        kg__texts_destroy(&g.of[i].ids);
    kg__texts_destroy(&g.titles);
    kg__free_all(
        input->ctx, g.of[KG_ELEMENT_EDGE].attribute, g.of[KG_ELEMENT_VERTEX].attribute, g.xml.text);
    return status;
}
