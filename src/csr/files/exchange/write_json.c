/*
 * Writing graphs as JSON, in the node-link form of NetworkX and D3.
 *
 * In:  a graph whose names are UTF-8 and whose values are finite. Out: an object with a line for
 *     each node and each link: nodes in order, links row by row, each row in order. Ids are texts
 *     if vertices have names, else numbers. Columns are members of their own.
 * Method, work and memory: write_pieces.c.
 */
#include "../text/write_columns.h"
#include <math.h>
#include <stdio.h>

#define LINKS "\n], \"links\": ["

static kg_status put_text(kg__piece *p, const char *name, size_t length)
{
    static const char hex[] = "0123456789abcdef";
    kg_status status;

    KG_TRY(kg__piece_room(p, 6 * length + 4 * KG__NUMBER_BYTES));
    kg__put(p, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)name[i];

        if (c < ' ' || c == 127) { /* terminals obey these */
            kg__put(p, "\\u00", 4);
            p->text[p->used++] = hex[c >> 4];
            p->text[p->used++] = hex[c & 15];
        } else {
            if (c == '"' || c == '\\')
                kg__put(p, "\\", 1);
            kg__put(p, name + i, 1);
        }
    }
    kg__put(p, "\"", 1);
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

/* Puts a value of a column. A number that JSON cannot express becomes text. */
static kg_status put_value(kg__piece *p, kg__column_text value)
{
    const bool is_number = value.type == KG_COLUMN_INTEGER || value.type == KG_COLUMN_REAL,
               is_bare = value.type == KG_COLUMN_BOOLEAN ||
                         (is_number && kg__is_json_number(value.text, value.length));
    kg_status status = KG_OK;

    if (!is_bare)
        return put_text(p, value.text, value.length);
    KG_TRY(kg__piece_room(p, value.length));
    kg__put(p, value.text, value.length);
out:
    return status;
}

/* Puts the values that an edge or a vertex has, as members, and leaves room for punctuation. */
static kg_status put_columns(const kg_graph *graph, kg__piece *p, kg_element element, uint64_t id)
{
    const uint64_t columns = kg_graph_columns(graph, element);
    kg_status status = KG_OK;

    for (uint64_t c = 0; c < columns; c++) {
        const kg__column_text name = kg__column_name(graph, element, c),
                              value = kg__column_value(graph, element, c, id);

        if (!value.text)
            continue;
        KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
        kg__put(p, ", ", 2);
        KG_TRY(put_text(p, name.text, name.length));
        KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
        kg__put(p, ": ", 2);
        KG_TRY(put_value(p, value));
    }
    KG_TRY(kg__piece_room(p, 2 * KG__NUMBER_BYTES));
out:
    return status;
}

static kg_status put_node(const kg__text_writer *w, kg__piece *p, kg_vertex v)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, v ? ",\n{\"id\": " : "\n{\"id\": ", v ? 9 : 8);
    KG_TRY(put_id(p, w->graph, v));
    KG_TRY(put_columns(w->graph, p, KG_ELEMENT_VERTEX, v));
    kg__put(p, "}", 1);
    if (v + 1 == w->graph->n)
        kg__put(p, LINKS, sizeof LINKS - 1);
out:
    return status;
}

static kg_status put_link(
    const kg__text_writer *w, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    kg_status status;

    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, e ? ",\n{\"source\": " : "\n{\"source\": ", e ? 13 : 12);
    KG_TRY(put_id(p, w->graph, u));
    KG_TRY(kg__piece_room(p, KG__NUMBER_BYTES));
    kg__put(p, ", \"target\": ", 12);
    KG_TRY(put_id(p, w->graph, v));
    KG_TRY(kg__piece_room(p, 2 * KG__NUMBER_BYTES));
    if (w->graph->value) {
        kg__put(p, ", \"weight\":", 11);
        kg__put_value(p, ' ', w->graph->value[e]);
    }
    KG_TRY(put_columns(w->graph, p, KG_ELEMENT_EDGE, e));
    kg__put(p, "}", 1);
out:
    return status;
}

kg_status kg__write_json(kg_output *output, kg_graph *graph, const char *path)
{
    kg__text_writer w = {.graph = graph,
        .output = output,
        .put_vertex = put_node,
        .put_edge = put_link,
        .vertices = true};
    const uint64_t edges = kg__edges(graph);
    uint64_t parallel;
    char head[128];
    int length;
    kg_status status;

    (void)path;
    KG_TRY(kg__check_utf8(graph, "JSON"));
    KG_TRY(kg__check_columns(graph, KG_ELEMENT_VERTEX, "JSON", "id ", kg__holds_all));
    KG_TRY(kg__check_columns(graph, KG_ELEMENT_EDGE, "JSON",
        graph->value ? "source target weight " : "source target ", kg__holds_all));
    for (uint64_t e = 0; graph->value && e < edges; e++)
        if (!isfinite(graph->value[e]))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "JSON has no infinite values and no NaN, and that of edge %llu is %g; .kcsr can "
                "carry it",
                (unsigned long long)e, graph->value[e]);
    KG_TRY(kg__count_parallel(graph, &parallel));
    length = snprintf(head, sizeof head,
        "{\"directed\": %s, \"multigraph\": %s, \"graph\": {}, \"nodes\": [%s",
        graph->half ? "false" : "true", parallel ? "true" : "false", graph->n ? "" : LINKS);
    KG_TRY(kg__output_write(output, head, (size_t)length));
    KG_TRY(kg__write_items(&w));
    KG_TRY(kg__output_write(output, "\n]}\n", 4));
out:
    return status;
}
