/* Tables of edges: fields of CSV, also of the columns that were kept. */
#ifndef KG_TOOLS_TABLE_H
#define KG_TOOLS_TABLE_H

#include "common.h"

struct table {
    const kg_graph *graph;
    const char *separator; /* "," or a tab */
    bool quote_numbers;    /* a name that looks like a number is one among others that do not */
};

/* A table of the graph's edges. Fails if it cannot hold every name or column. own: the names that
 * its other columns have, each followed by a blank. */
kg_status table_begin(
    struct tool *tool, struct table *table, const kg_graph *graph, bool tabs, const char *own);

/* A vertex' name. */
void table_vertex(struct text *text, const struct table *table, kg_vertex v);

/* The columns of edges that were kept: a separator and a field for each; of the header, of an
 * edge. */
void table_names(struct text *text, const struct table *table);
void table_values(struct text *text, const struct table *table, kg_edge edge);

#endif
