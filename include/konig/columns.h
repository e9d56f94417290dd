/*
 * Columns: other attributes of edges and vertices that kg_graph_read() keeps beside a graph, as
 * texts with a type. kg_graph_write() writes them in csv, graphml, gml and json. Graphs that are
 * derived from a graph have no columns, unless kg_graph_take_columns() gives them some.
 */
#ifndef KONIG_COLUMNS_H
#define KONIG_COLUMNS_H

#include <konig/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The elements of a graph that have columns. */
typedef enum kg_element { KG_ELEMENT_EDGE = 0, KG_ELEMENT_VERTEX = 1 } kg_element;

/* The type of all values of a column. */
typedef enum kg_column_type {
    KG_COLUMN_TEXT = 0,
    KG_COLUMN_INTEGER = 1, /* in decimal, of at most 18 digits */
    KG_COLUMN_REAL = 2,    /* a number as text */
    KG_COLUMN_BOOLEAN = 3  /* true or false */
} kg_column_type;

/* How many columns of edges, or of vertices, a graph has. O(1). */
uint64_t kg_graph_columns(const kg_graph *graph, kg_element element);

/*
 * The name of a column. O(1).
 *
 * column  [in] any number.
 * length  [out] of the name, in bytes. May be NULL.
 * Returns the name, lent, of any bytes and not terminated; NULL if there is no such column.
 */
const char *kg_graph_column_name(
    const kg_graph *graph, kg_element element, uint64_t column, size_t *length);

/* The type of a column; KG_COLUMN_TEXT if there is no such column. O(1). */
kg_column_type kg_graph_column_type(const kg_graph *graph, kg_element element, uint64_t column);

/*
 * The value that an edge or a vertex has in a column. O(1).
 *
 * column, id  [in] any numbers.
 * length      [out] of the value, in bytes. May be NULL.
 * Returns the value, lent and not terminated; NULL if it is missing, or if there is no such column.
 */
const char *kg_graph_column_value(
    const kg_graph *graph, kg_element element, uint64_t column, uint64_t id, size_t *length);

/*
 * Gives a graph the columns of another one in place of its own. Both graphs then share the texts.
 * O(n + m).
 *
 * graph   [in] of the same context as from.
 * from    [in] may have no columns.
 * edge    [in] [edges of graph] the edge of from whose values each edge has; ids may repeat. NULL:
 *         edges have the same ids in both graphs.
 * vertex  [in] [vertices of graph] the same of vertices, or NULL.
 * Returns KG_OK; KG_ARGUMENT (an id is not of from, and is not KG_NO_EDGE or KG_NO_VERTEX, which
 * give no values; the contexts differ); KG_MEMORY.
 */
kg_status kg_graph_take_columns(
    kg_graph *graph, const kg_graph *from, const kg_edge *edge, const kg_vertex *vertex);

#ifdef __cplusplus
}
#endif
#endif
