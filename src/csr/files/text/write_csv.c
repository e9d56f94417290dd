/*
 * Writing a table of edges: a line for each, below a header.
 *
 * In:  a graph in which each vertex has an edge. Out: its text: row by row, each row in order, or
 *     the edges of an undirected graph in order; with tabs if the name of the file ends in .tsv or
 *     .tab, else with commas.
 * Method: write_pieces.c. A name stands in quotes if it has a separator, a quote or the end of a
 *     line, begins or ends with a blank, or is an integer: numbers in quotes are names.
 * Work and memory: as in write_pieces.c.
 */
#include "../../../io/packed.h"
#include "../detect.h"
#include "write_pieces.h"
#include <stdio.h>

#define UNDIRECTED "Undirected" /* in the column `type`, as Gephi writes it */

typedef struct writer {
    kg__text_writer base;
    char separator;
} writer;

static bool needs_quotes(const char *name, size_t length, char separator)
{
    if (kg__is_blank(name[0]) || kg__is_blank(name[length - 1]) ||
        kg__is_integer(name, name + length))
        return true;
    for (size_t i = 0; i < length; i++)
        if (name[i] == separator || name[i] == '"' || name[i] == '\n' || name[i] == '\r')
            return true;
    return false;
}

static kg_status put_field(const writer *w, kg__piece *p, kg_vertex v)
{
    size_t length;
    const char *name = kg__name_text(w->base.graph, v, &length);
    kg_status status;

    if (!name || !needs_quotes(name, length, w->separator))
        return kg__put_name(p, w->base.graph, v);
    KG_TRY(kg__piece_room(p, 2 * length + 4 * KG__NUMBER_BYTES));
    kg__put(p, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        if (name[i] == '"')
            kg__put(p, "\"", 1);
        kg__put(p, name + i, 1);
    }
    kg__put(p, "\"", 1);
out:
    return status;
}

static kg_status put_edge(
    const kg__text_writer *base, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    const writer *w = (const writer *)base;
    const kg_graph *graph = base->graph;
    kg_status status;

    KG_TRY(put_field(w, p, u));
    kg__put(p, &w->separator, 1);
    KG_TRY(put_field(w, p, v));
    if (graph->half) {
        kg__put(p, &w->separator, 1);
        kg__put(p, UNDIRECTED, sizeof UNDIRECTED - 1);
    }
    if (graph->value)
        kg__put_value(p, w->separator, graph->value[e]);
    kg__put(p, "\n", 1);
out:
    return status;
}

static kg_status check_names(const kg_graph *graph)
{
    const char *name;
    size_t length;

    for (kg_vertex v = 0; v < graph->n && (name = kg__name_text(graph, v, &length)); v++)
        if (length == 0 || memchr(name, '\0', length))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "vertex %u has %s, which a table cannot carry; .kcsr can", v,
                length ? "a zero byte in its name" : "an empty name");
    return KG_OK;
}

kg_status kg__write_csv(kg_output *output, kg_graph *graph, const char *path)
{
    const char separator = kg__extension_is(path, ".tsv .tab ") ? '\t' : ',';
    writer w = {{.graph = graph, .output = output, .put_edge = put_edge}, separator};
    char line[64];
    int length;
    kg_status status;

    if (graph->half && graph->m == 0)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "a table cannot say that a graph without edges is undirected; .kcsr can");
    KG_TRY(check_names(graph));
    KG_TRY(kg__check_isolated(graph, "a table of edges"));
    length = snprintf(line, sizeof line, "source%ctarget", separator);
    if (graph->half)
        length += snprintf(line + length, sizeof line - (size_t)length, "%ctype", separator);
    if (graph->value)
        length += snprintf(line + length, sizeof line - (size_t)length, "%cweight", separator);
    line[length++] = '\n';
    KG_TRY(kg__output_write(output, line, (size_t)length));
    KG_TRY(kg__write_items(&w.base));
out:
    return status;
}
