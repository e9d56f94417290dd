/* Columns of edges and vertices for writers. */
#ifndef KG_WRITE_COLUMNS_H
#define KG_WRITE_COLUMNS_H

#include "../columns.h"
#include "write_pieces.h"

/* A text of a column: its name, or a value of it. */
typedef struct kg__column_text {
    const char *text; /* NULL: there is none */
    size_t length;
    kg_column_type type;
} kg__column_text;

static inline kg__column_text kg__column_name(
    const kg_graph *graph, kg_element element, uint64_t column)
{
    kg__column_text name = {.type = kg_graph_column_type(graph, element, column)};

    name.text = kg_graph_column_name(graph, element, column, &name.length);
    return name;
}

static inline kg__column_text kg__column_value(
    const kg_graph *graph, kg_element element, uint64_t column, uint64_t id)
{
    kg__column_text value = {.type = kg_graph_column_type(graph, element, column)};

    value.text = kg_graph_column_value(graph, element, column, id, &value.length);
    return value;
}

/*
 * Fails if the format cannot hold a column of the elements: KG_UNSUPPORTED.
 *
 * taken  names that the format uses itself, each followed by a blank
 * holds  whether it can hold a character; NULL: it can hold any bytes. Otherwise texts that are not
 *        UTF-8 are refused
 */
kg_status kg__check_columns(const kg_graph *graph, kg_element element, const char *format,
    const char *taken, bool (*holds)(uint32_t code));

/* For formats of UTF-8 that can hold any character. */
bool kg__holds_all(uint32_t code);

/* Whether a number is written as JSON has them: -1, 0.5, 1e-9. */
bool kg__is_json_number(const char *text, size_t length);

#endif
