/*
 * Writing a table of edges: a line for each, below a header.
 *
 * In:  a graph in which each vertex has an edge. Out: its text: row by row, each row in order, or
 *     the edges of an undirected graph in order; with tabs if the name of the file ends in .tsv or
 *     .tab, else with commas. Columns of edges stand last. If one is called `type`, each edge also
 *     has its own type before it, which readers find first.
 * Method: write_pieces.c. A name stands in quotes if it has a separator, a quote or the end of a
 *     line, begins or ends with a blank, or is an integer: numbers in quotes are names.
 * Work and memory: as in write_pieces.c.
 */
#include "../../../io/packed.h"
#include "../detect.h"
#include "write_columns.h"

/* In the column `type`, as Gephi writes it. */
#define UNDIRECTED "Undirected"
#define DIRECTED   "Directed"

typedef struct writer {
    kg__text_writer base;
    char separator;
    bool typed; /* there is a column `type` of its own */
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

static kg_status put_quoted(kg__piece *p, const char *name, size_t length)
{
    kg_status status;

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

static kg_status put_field(const writer *w, kg__piece *p, kg_vertex v)
{
    size_t length;
    const char *name = kg__name_text(w->base.graph, v, &length);

    return name && needs_quotes(name, length, w->separator) ? put_quoted(p, name, length)
                                                            : kg__put_name(p, w->base.graph, v);
}

/* Puts a separator, and the name or a value of a column. A text in quotes is none of numbers and
 * booleans. A missing value is an empty field, an empty one has quotes. */
static kg_status put_text(kg__piece *p, char separator, kg__column_text t, bool is_name)
{
    const bool text = is_name || t.type == KG_COLUMN_TEXT;
    kg_status status;

    KG_TRY(kg__piece_room(p, t.length + 4 * KG__NUMBER_BYTES));
    kg__put(p, &separator, 1);
    if (t.text && text &&
        (!t.length || needs_quotes(t.text, t.length, separator) ||
            kg__column_type_of(t.text, t.length) != KG_COLUMN_TEXT))
        return put_quoted(p, t.text, t.length);
    if (t.text)
        kg__put(p, t.text, t.length);
out:
    return status;
}

static kg_status put_edge(
    const kg__text_writer *base, kg__piece *p, uint64_t e, kg_vertex u, kg_vertex v)
{
    const writer *w = (const writer *)base;
    const kg_graph *graph = base->graph;
    const uint64_t columns = kg_graph_columns(graph, KG_ELEMENT_EDGE);
    kg_status status;

    KG_TRY(put_field(w, p, u));
    kg__put(p, &w->separator, 1);
    KG_TRY(put_field(w, p, v));
    if (w->typed) {
        kg__put(p, &w->separator, 1);
        kg__put(p, graph->half ? UNDIRECTED : DIRECTED,
            graph->half ? sizeof UNDIRECTED - 1 : sizeof DIRECTED - 1);
    }
    if (graph->value)
        kg__put_value(p, w->separator, graph->value[e]);
    for (uint64_t c = 0; c < columns; c++)
        KG_TRY(put_text(p, w->separator, kg__column_value(graph, KG_ELEMENT_EDGE, c, e), false));
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

/* Whether edges have a column of that name. */
static bool has_column(const kg_graph *graph, kg__column_text asked)
{
    const uint64_t columns = kg_graph_columns(graph, KG_ELEMENT_EDGE);

    for (uint64_t c = 0; c < columns; c++) {
        const kg__column_text name = kg__column_name(graph, KG_ELEMENT_EDGE, c);

        if (name.length == asked.length && memcmp(name.text, asked.text, asked.length) == 0)
            return true;
    }
    return false;
}

/* A table of edges has no place for columns of vertices. Of all columns that can be kept, it has
 * those of edges. */
static kg_status check_columns(const kg_graph *graph)
{
    const uint64_t columns = kg_graph_columns(graph, KG_ELEMENT_VERTEX);

    for (uint64_t c = 0; c < columns && !kg__columns_are_all(graph); c++) {
        const kg__column_text name = kg__column_name(graph, KG_ELEMENT_VERTEX, c);

        if (!has_column(graph, name))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "a table of edges cannot hold the column '%s' of vertices; graphml, gml and json "
                "can",
                KG__SHOW(name.text, name.length));
    }
    for (uint64_t c = 0; c < kg_graph_columns(graph, KG_ELEMENT_EDGE); c++) {
        const kg__column_text name = kg__column_name(graph, KG_ELEMENT_EDGE, c);

        if (memchr(name.text, '\n', name.length))
            return kg__fail(graph->ctx, KG_UNSUPPORTED,
                "a table cannot hold the column '%s': the header is one line",
                KG__SHOW(name.text, name.length));
    }
    return kg__check_columns(graph, KG_ELEMENT_EDGE, "a table",
        graph->value ? "source target weight " : "source target ", NULL);
}

/* Puts a separator and a word; there is room for it. */
static void put_word(kg__piece *p, char separator, const char *word)
{
    kg__put(p, &separator, 1);
    kg__put(p, word, strlen(word));
}

static kg_status write_header(const writer *w)
{
    const kg_graph *graph = w->base.graph;
    const uint64_t columns = kg_graph_columns(graph, KG_ELEMENT_EDGE);
    kg__piece p = {.ctx = graph->ctx};
    kg_status status;

    KG_TRY(kg__piece_room(&p, 2 * KG__NUMBER_BYTES));
    kg__put(&p, "source", 6);
    put_word(&p, w->separator, "target");
    if (w->typed)
        put_word(&p, w->separator, "type");
    if (graph->value)
        put_word(&p, w->separator, "weight");
    for (uint64_t c = 0; c < columns; c++)
        KG_TRY(put_text(&p, w->separator, kg__column_name(graph, KG_ELEMENT_EDGE, c), true));
    kg__put(&p, "\n", 1);
    KG_TRY(kg__output_write(w->base.output, p.text, p.used));
out:
    kg__free(graph->ctx, p.text);
    return status;
}

kg_status kg__write_csv(kg_output *output, kg_graph *graph, const char *path)
{
    static const kg__column_text type = {"type", 4, KG_COLUMN_TEXT};
    const char separator = kg__extension_is(path, ".tsv .tab ") ? '\t' : ',';
    writer w = {{.graph = graph, .output = output, .put_edge = put_edge}, separator,
        graph->half || has_column(graph, type)};
    kg_status status;

    if (graph->half && graph->m == 0)
        return kg__fail(graph->ctx, KG_UNSUPPORTED,
            "a table cannot say that a graph without edges is undirected; .kcsr can");
    KG_TRY(check_names(graph));
    KG_TRY(check_columns(graph));
    KG_TRY(kg__check_isolated(graph, "a table of edges"));
    KG_TRY(write_header(&w));
    KG_TRY(kg__write_items(&w.base));
out:
    return status;
}
