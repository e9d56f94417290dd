/* Tables of edges. A field in quotes is text, even if it looks like a number. */
#include "table.h"
#include "vertices.h"
#include <string.h>

static bool is_integer(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name[i] < '0' || name[i] > '9')
            return false;
    return length == 1 || name[0] != '0';
}

/* A table cannot hold every name. */
static kg_status check_names(struct tool *tool, struct table *table)
{
    const kg_graph *graph = table->graph;
    char number[NAME_BYTES];

    for (kg_vertex v = 0; kg_graph_has_names(graph) && v < kg_graph_vertices(graph); v++) {
        size_t length;
        const char *name = kg_graph_name(graph, v, number, sizeof number, &length);

        if (length == 0 || memchr(name, '\0', length))
            return tool_fail(tool, KG_UNSUPPORTED,
                "vertex %u has %s, which a table cannot carry: write .kcsr, by -o FILE.kcsr", v,
                length ? "a zero byte in its name" : "an empty name");
        table->quote_numbers |= !is_integer(name, length);
    }
    return check_names_differ(tool, graph, "a table", "write .kcsr, by -o FILE.kcsr");
}

/* Whether a list of words, each followed by a blank, has the name. */
static bool is_listed(const char *words, const char *name, size_t length)
{
    for (const char *end; (end = strchr(words, ' ')) != NULL; words = end + 1)
        if ((size_t)(end - words) == length && memcmp(words, name, length) == 0)
            return true;
    return false;
}

static kg_status check_columns(struct tool *tool, const struct table *table, const char *own)
{
    size_t length;

    for (uint64_t c = 0; c < kg_graph_columns(table->graph, KG_ELEMENT_EDGE); c++) {
        const char *name = kg_graph_column_name(table->graph, KG_ELEMENT_EDGE, c, &length);

        if (is_listed(own, name, length) || memchr(name, '\n', length))
            return tool_fail(tool, KG_UNSUPPORTED,
                "a table cannot hold a column '%s' of edges beside its own", SHOW(name, length));
    }
    return KG_OK;
}

kg_status table_begin(
    struct tool *tool, struct table *table, const kg_graph *graph, bool tabs, const char *own)
{
    kg_status status;

    *table = (struct table){.graph = graph, .separator = tabs ? "\t" : ","};
    TRY(check_names(tool, table));
    TRY(check_columns(tool, table, own));
out:
    return status;
}

/* A name, in quotes if it must or may be: quoted. */
static void put_field(
    struct text *text, const struct table *table, const char *name, size_t length, bool quoted)
{
    quoted = quoted || !length || strchr(" \t", name[0]) || strchr(" \t", name[length - 1]);
    for (size_t i = 0; i < length; i++)
        quoted |=
            name[i] == table->separator[0] || name[i] == '"' || name[i] == '\n' || name[i] == '\r';
    (quoted ? text_quoted : text_put)(text, name, length);
}

void table_vertex(struct text *text, const struct table *table, kg_vertex v)
{
    char number[NAME_BYTES];
    size_t length;
    const char *name = kg_graph_name(table->graph, v, number, sizeof number, &length);

    put_field(text, table, name, length, table->quote_numbers && is_integer(name, length));
}

void table_names(struct text *text, const struct table *table)
{
    const uint64_t columns = kg_graph_columns(table->graph, KG_ELEMENT_EDGE);

    for (uint64_t c = 0; c < columns; c++) {
        size_t length;
        const char *name = kg_graph_column_name(table->graph, KG_ELEMENT_EDGE, c, &length);

        text_put(text, table->separator, 1);
        put_field(text, table, name, length, length && is_integer(name, length));
    }
}

void table_values(struct text *text, const struct table *table, kg_edge edge)
{
    const uint64_t columns = kg_graph_columns(table->graph, KG_ELEMENT_EDGE);

    for (uint64_t c = 0; c < columns; c++) {
        size_t length;
        const char *value = kg_graph_column_value(table->graph, KG_ELEMENT_EDGE, c, edge, &length);

        text_put(text, table->separator, 1);
        if (value)
            put_field(text, table, value, length,
                kg_graph_column_type(table->graph, KG_ELEMENT_EDGE, c) == KG_COLUMN_TEXT);
    }
}
