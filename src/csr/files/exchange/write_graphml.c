/*
 * Writing GraphML.
 *
 * In:  a graph whose names are UTF-8 without control characters other than those of lines. Out: an
 *     element for each node and each edge: nodes in order, edges row by row, each row in order. The
 *     ids of nodes are the names of vertices. The values are the attribute weight.
 * Method, work and memory: write_pieces.c.
 */
#include "../../../base/utf8.h"
#include "../text/write_pieces.h"
#include <stdio.h>

/* Fails if a name has a character that XML cannot express. */
static kg_status check_names(const kg_graph *graph)
{
    const char *name;
    size_t length;

    for (kg_vertex v = 0; v < graph->n && (name = kg__name_text(graph, v, &length)); v++)
        for (size_t i = 0; i < length;) {
            uint32_t code;

            i += kg__utf8(name + i, length - i, &code);
            if ((code < ' ' && code != '\t' && code != '\n' && code != '\r') || code == 0xfffe ||
                code == 0xffff)
                return kg__fail(graph->ctx, KG_UNSUPPORTED,
                    "vertex %u is called '%s', with a character that XML cannot carry; .kcsr can",
                    v, KG__NAME_SHOWN(graph, v));
        }
    return KG_OK;
}

/* Puts an id as the value of an attribute. */
static kg_status put_id(kg__piece *p, const kg_graph *graph, kg_vertex v)
{
    size_t length;
    const char *name = kg__name_text(graph, v, &length);
    kg_status status;

    if (!name)
        return kg__put_name(p, graph, v);
    KG_TRY(kg__piece_room(p, 6 * length + 4 * KG__NUMBER_BYTES));
    for (size_t i = 0; i < length; i++) {
        const char c = name[i];

        switch (c) {
        case '&':
            kg__put(p, "&amp;", 5);
            break;
        case '<':
            kg__put(p, "&lt;", 4);
            break;
        case '>':
            kg__put(p, "&gt;", 4);
            break;
        case '"':
            kg__put(p, "&quot;", 6);
            break;
        case '\t':
            kg__put(p, "&#9;", 4);
            break;
        case '\n':
            kg__put(p, "&#10;", 5);
            break;
        case '\r':
            kg__put(p, "&#13;", 5);
            break;
        default:
            kg__put(p, &c, 1);
        }
    }
out:
    return status;
}

static kg_status put_node(const kg__text_writer *w, kg__piece *p, kg_vertex v)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, "<node id=\"", 10);
    KG_TRY(put_id(p, w->graph, v));
    kg__put(p, "\"/>\n", 4);
out:
    return status;
}

static kg_status put_edge(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, "<edge source=\"", 14);
    KG_TRY(put_id(p, w->graph, u));
    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, "\" target=\"", 10);
    KG_TRY(put_id(p, w->graph, v));
    KG_TRY(kg__piece_room(p, 4 * KG__NUMBER_BYTES));
    if (w->graph->value) {
        kg__put(p, "\"><data key=\"weight\"", 20);
        kg__put_value(p, '>', w->graph->value[e]);
        kg__put(p, "</data></edge>\n", 15);
    } else {
        kg__put(p, "\"/>\n", 4);
    }
out:
    return status;
}

kg_status kg__write_graphml(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {.graph = graph,
        .output = output,
        .put_vertex = put_node,
        .put_edge = put_edge,
        .vertices = true};
    static const char tail[] = "</graph>\n</graphml>\n";
    char head[512];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(kg__check_utf8(graph, "GraphML"));
    KG_TRY(check_names(graph));
    length = snprintf(head, sizeof head,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
        "%s<graph edgedefault=\"%s\">\n",
        graph->value ? "<key id=\"weight\" for=\"edge\" attr.name=\"weight\" "
                       "attr.type=\"double\"/>\n"
                     : "",
        graph->half ? "undirected" : "directed");
    KG_TRY(kg__output_write(output, head, (size_t)length));
    KG_TRY(kg__write_items(&w));
    KG_TRY(kg__output_write(output, tail, sizeof tail - 1));
out:
    return status;
}
