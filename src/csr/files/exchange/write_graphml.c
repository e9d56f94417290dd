/*
 * Writing GraphML.
 *
 * In:  a graph whose names are UTF-8 without control characters other than those of lines. Out: an
 *     element for each node and each edge: nodes in order, edges row by row, each row in order. The
 *     ids of nodes are the names of vertices. The values are the attribute weight, columns those of
 *     their names.
 * Method, work and memory: write_pieces.c.
 */
#include "../../../base/utf8.h"
#include "../text/write_columns.h"

/* Whether XML can express a character. */
static bool is_xml(uint32_t code)
{
    return (code >= ' ' || code == '\t' || code == '\n' || code == '\r') && code != 0xfffe &&
           code != 0xffff;
}

/* Fails if a name has a character that XML cannot express. */
static kg_status check_names(const kg_graph *graph)
{
    const char *name;
    size_t length;

    for (kg_vertex v = 0; v < graph->n && (name = kg__name_text(graph, v, &length)); v++)
        for (size_t i = 0; i < length;) {
            uint32_t code;

            i += kg__utf8(name + i, length - i, &code);
            if (!is_xml(code))
                return kg__fail(graph->ctx, KG_UNSUPPORTED,
                    "vertex %u is called '%s', with a character that XML cannot carry; .kcsr can",
                    v, KG__NAME_SHOWN(graph, v));
        }
    return KG_OK;
}

/* Puts a text as the value of an attribute, or of an element. */
static kg_status put_text(kg__piece *p, const char *name, size_t length)
{
    kg_status status;

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

/* Puts an id. */
static kg_status put_id(kg__piece *p, const kg_graph *graph, kg_vertex v)
{
    size_t length;
    const char *name = kg__name_text(graph, v, &length);

    return name ? put_text(p, name, length) : kg__put_name(p, graph, v);
}

/* Puts the number of a key. */
static void put_key(kg__piece *p, kg_element element, uint64_t column)
{
    kg__put(p, element == KG_ELEMENT_EDGE ? "e" : "v", 1);
    p->used = (size_t)(kg__print_label(p->text + p->used, column) - p->text);
}

/* Puts the values that an edge or a vertex has, each as an element, and leaves room for
 * punctuation. *inside: an element is open; the first value opens it. */
static kg_status put_columns(
    const kg_graph *graph, kg__piece *p, kg_element element, uint64_t id, bool *inside)
{
    const uint64_t columns = kg_graph_columns(graph, element);
    kg_status status = KG_OK;

    for (uint64_t c = 0; c < columns; c++) {
        const kg__column_text value = kg__column_value(graph, element, c, id);

        if (!value.text)
            continue;
        KG_TRY(kg__piece_room(p, 3 * KG__NUMBER_BYTES));
        if (!*inside)
            kg__put(p, ">", 1);
        *inside = true;
        kg__put(p, "<data key=\"", 11);
        put_key(p, element, c);
        kg__put(p, "\">", 2);
        KG_TRY(put_text(p, value.text, value.length));
        KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
        kg__put(p, "</data>", 7);
    }
    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
out:
    return status;
}

/* Puts the declarations of columns. */
static kg_status put_keys(const kg_graph *graph, kg__piece *p, kg_element element)
{
    static const char *const type[] = {"string", "long", "double", "boolean"};
    const uint64_t columns = kg_graph_columns(graph, element);
    kg_status status = KG_OK;

    for (uint64_t c = 0; c < columns; c++) {
        const kg__column_text name = kg__column_name(graph, element, c);

        KG_TRY(kg__piece_room(p, 4 * KG__NUMBER_BYTES));
        kg__put(p, "<key id=\"", 9);
        put_key(p, element, c);
        kg__put(p, element == KG_ELEMENT_EDGE ? "\" for=\"edge\"" : "\" for=\"node\"", 12);
        kg__put(p, " attr.name=\"", 12);
        KG_TRY(put_text(p, name.text, name.length));
        KG_TRY(kg__piece_room(p, 4 * KG__NUMBER_BYTES));
        kg__put(p, "\" attr.type=\"", 13);
        kg__put(p, type[name.type], strlen(type[name.type]));
        kg__put(p, "\"/>\n", 4);
    }
out:
    return status;
}

static kg_status put_node(const kg__text_writer *w, kg__piece *p, kg_vertex v)
{
    bool inside = false;
    kg_status status;

    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, "<node id=\"", 10);
    KG_TRY(put_id(p, w->graph, v));
    kg__put(p, "\"", 1);
    KG_TRY(put_columns(w->graph, p, KG_ELEMENT_VERTEX, v, &inside));
    kg__put(p, inside ? "</node>\n" : "/>\n", inside ? 8 : 3);
out:
    return status;
}

static kg_status put_edge(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    bool inside = w->graph->value != NULL;
    kg_status status;

    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, "<edge source=\"", 14);
    KG_TRY(put_id(p, w->graph, u));
    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, "\" target=\"", 10);
    KG_TRY(put_id(p, w->graph, v));
    KG_TRY(kg__piece_room(p, 4 * KG__NUMBER_BYTES));
    kg__put(p, "\"", 1);
    if (inside) {
        kg__put(p, "><data key=\"weight\"", 19);
        kg__put_value(p, '>', w->graph->value[e]);
        kg__put(p, "</data>", 7);
    }
    KG_TRY(put_columns(w->graph, p, KG_ELEMENT_EDGE, e, &inside));
    kg__put(p, inside ? "</edge>\n" : "/>\n", inside ? 8 : 3);
out:
    return status;
}

/* Writes all before the elements. */
static kg_status write_head(kg_output *output, const kg_graph *graph)
{
    static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                               "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
                      weight[] = "<key id=\"weight\" for=\"edge\" attr.name=\"weight\" "
                                 "attr.type=\"double\"/>\n";
    kg__piece p = {.ctx = graph->ctx};
    kg_status status;

    KG_TRY(kg__piece_room(&p, sizeof head + sizeof weight));
    kg__put(&p, head, sizeof head - 1);
    if (graph->value)
        kg__put(&p, weight, sizeof weight - 1);
    KG_TRY(put_keys(graph, &p, KG_ELEMENT_VERTEX));
    KG_TRY(put_keys(graph, &p, KG_ELEMENT_EDGE));
    KG_TRY(kg__piece_room(&p, 2 * KG__NUMBER_BYTES));
    kg__put(&p, "<graph edgedefault=\"", 20);
    kg__put(&p, graph->half ? "undirected" : "directed", graph->half ? 10 : 8);
    kg__put(&p, "\">\n", 3);
    KG_TRY(kg__output_write(output, p.text, p.used));
out:
    kg__free(graph->ctx, p.text);
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
    kg_status status;

    (void)path;
    KG_TRY(kg__check_utf8(graph, "GraphML"));
    KG_TRY(check_names(graph));
    KG_TRY(kg__check_columns(graph, KG_ELEMENT_VERTEX, "GraphML", "", is_xml));
    KG_TRY(kg__check_columns(
        graph, KG_ELEMENT_EDGE, "GraphML", graph->value ? "weight " : "", is_xml));
    KG_TRY(write_head(output, graph));
    KG_TRY(kg__write_items(&w));
    KG_TRY(kg__output_write(output, tail, sizeof tail - 1));
out:
    return status;
}
