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

typedef struct gexf {
    kg__xml xml;
    kg__node_list list;
    kg__texts ids, titles; /* of the attributes of edges */
    uint32_t *title;       /* [ids.count] the number of its title */
    uint64_t title_room;
    bool graph;       /* it has begun */
    bool of_edges;    /* the attributes being declared are those of edges */
    bool in_edge;     /* an edge is open; otherwise, perhaps a node */
    unsigned nodes;   /* the number of open ones */
    kg_vertex end[2]; /* of the open edge */
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

static kg_status begin_attribute(gexf *g, const char **attributes)
{
    const char *id = kg__xml_attribute(attributes, "id"),
               *title = kg__xml_attribute(attributes, "title");
    uint32_t number;
    kg_status status = KG_OK;

    if (!g->of_edges || !id)
        return KG_OK;
    title = title ? title : id;
    KG_TRY(kg__intern(&g->ids, id, strlen(id), &number));
    KG_TRY(kg__host_grow(
        g->list.ctx, &g->title, &g->title_room, g->ids.count, sizeof *g->title, "attributes"));
    KG_TRY(kg__intern(&g->titles, title, strlen(title), &g->title[number]));
out:
    return status;
}

static kg_status begin_node(gexf *g, const char **attributes)
{
    const char *id, *label = kg__xml_attribute(attributes, "label");
    kg_vertex node;
    bool again;
    kg_status status;

    g->nodes++;
    KG_TRY(kg__xml_need(&g->xml, attributes, "id", "node", &id));
    KG_TRY(kg__node_list_declare(&g->list, id, strlen(id), &node, &again));
    if (again)
        return kg__xml_fail(&g->xml, "a second node with the id '%s'", KG__SHOW(id, strlen(id)));
    if (label)
        KG_TRY(kg__node_list_label(&g->list, node, label, strlen(label)));
    for (; *attributes; attributes += 2)
        if (is(*attributes, "start") || is(*attributes, "end"))
            KG_TRY(other(g, "times"));
out:
    return status;
}

/* Takes the value that an edge has under a name. */
static kg_status take_value(gexf *g, const char *name, size_t length, const char *text)
{
    const unsigned rank = kg__edge_rank(name, length);
    double number;

    if (rank != KG__RANK_NONE && kg__whole_number((kg__line){text, text + strlen(text)}, &number)) {
        if (!g->says.set[rank]) /* the attribute weight comes before an attvalue */
            kg__edge_say(&g->list, &g->says, rank, name, length, number);
        return KG_OK;
    }
    if (rank == KG__RANK_WEIGHT)
        return kg__xml_fail(&g->xml, "the weight '%s', expected a number of the range of a double",
            KG__SHOW(text, strlen(text)));
    return kg__node_list_other(&g->list, name, length);
}

static kg_status begin_edge(gexf *g, const char **attributes)
{
    static const char *const ends[] = {"source", "target"};
    bool directed = g->list.directed;
    kg_status status;

    for (int i = 0; i < 2; i++) {
        const char *id;

        KG_TRY(kg__xml_need(&g->xml, attributes, ends[i], "edge", &id));
        KG_TRY(kg__node_list_mention(&g->list, id, strlen(id), g->xml.at, &g->end[i]));
    }
    KG_TRY(read_kind(g, kg__xml_attribute(attributes, "type"), &directed));
    KG_TRY(kg__node_list_direct(&g->list, directed, g->xml.at));
    g->in_edge = true;
    g->says = (kg__edge_says){0};
    for (; *attributes; attributes += 2)
        if (is(*attributes, "weight"))
            KG_TRY(take_value(g, "weight", 6, attributes[1]));
        else if (is(*attributes, "label"))
            KG_TRY(other(g, "label of an edge"));
        else if (is(*attributes, "start") || is(*attributes, "end"))
            KG_TRY(other(g, "times"));
out:
    return status;
}

static kg_status begin_value(gexf *g, const char **attributes)
{
    const char *id = kg__xml_attribute(attributes, "for"),
               *text = kg__xml_attribute(attributes, "value"), *title;
    size_t length;
    const uint32_t before = g->ids.count;
    uint32_t number;
    kg_status status;

    if (!id || !text)
        return kg__xml_fail(&g->xml, "this attvalue has no %s", id ? "value" : "for");
    if (!g->in_edge)
        return other(g, id);
    KG_TRY(kg__intern(&g->ids, id, strlen(id), &number));
    if (g->ids.count > before)
        return kg__xml_fail(
            &g->xml, "the file declares no attribute '%s' of edges", KG__SHOW(id, strlen(id)));
    title = kg__text_of(&g->titles, g->title[number], &length);
    KG_TRY(take_value(g, title, length, text));
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
        g->of_edges = is(kg__xml_attribute(attributes, "class"), "edge");
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

    if (is(name, "node") && g->nodes)
        g->nodes--;
    if (!is(name, "edge") || !g->in_edge)
        return KG_OK;
    g->in_edge = false;
    return kg__node_list_edge(&g->list, g->end[0], g->end[1], &g->says);
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
        .ids.ctx = input->ctx,
        .titles.ctx = input->ctx};
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
    kg__texts_destroy(&g.ids);
    kg__texts_destroy(&g.titles);
    kg__free_all(input->ctx, g.title, g.xml.text);
    return status;
}
