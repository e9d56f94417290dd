/* Columns of edges and vertices: readers collect them, graphs have them, and writers put them. */
#ifndef KG_COLUMNS_H
#define KG_COLUMNS_H

#include "../csr.h"
#include "text/intern.h"
#include <konig/columns.h>

enum { KG__ELEMENTS = 2 };

/* Not the number of any column. */
#define KG__NO_COLUMN UINT32_MAX

typedef struct kg__column {
    uint32_t name;       /* its number among the names */
    bool typed;          /* it has a value */
    kg_column_type type; /* of the values so far */
    uint32_t *value;     /* [count] the number of each text, or KG__NO_TEXT */
    uint64_t count, room;
    uint32_t next; /* the text of the element that is being read, or KG__NO_TEXT */
} kg__column;

/* The columns of edges, or of vertices. */
typedef struct kg__column_list {
    kg__column *column; /* [count] */
    uint64_t room;
    uint32_t count;
    uint32_t *place; /* [places] by the number of a name: its column or KG__NO_COLUMN */
    uint64_t places, place_room;
    uint32_t *said; /* [saids] the columns of which the element that is being read has a value */
    uint64_t saids, said_room;
} kg__column_list;

typedef struct kg__columns {
    kg_context *ctx;
    unsigned holders;
    const char *asked; /* the names that are wanted, with commas between; valid while reading */
    bool all;          /* all are */
    kg__texts names;   /* of all attributes that the file has */
    kg__texts texts;   /* the values */
    kg__column_list of[KG__ELEMENTS];
} kg__columns;

/* ---- for readers (columns.c) ----------------------------------------------------------------- */

/* asked: "A,B" or "*". KG_ARGUMENT: it is not a list of names. */
kg_status kg__columns_create(kg__columns **columns, kg_context *ctx, const char *asked);
/* columns: may be NULL. */
void kg__columns_release(kg__columns *columns);

/* Notes that the file has an attribute of that name. column: [out] its number, or KG__NO_COLUMN if
 * it is not wanted. */
kg_status kg__columns_find(
    kg__columns *columns, kg_element element, const char *name, size_t length, uint32_t *column);

/* Notes a value of the element that is being read. as: KG_COLUMN_TEXT, or KG_COLUMN_REAL for a
 * number, even if it is whole, or KG_COLUMN_BOOLEAN for True and 1, too; KG_COLUMN_INTEGER: the
 * text tells the type. */
kg_status kg__columns_say(kg__columns *columns, kg_element element, uint32_t column,
    const char *text, size_t length, kg_column_type as);
/* Gives these values to edge or vertex `id`; elements may come in any order. */
kg_status kg__columns_put(kg__columns *columns, kg_element element, uint64_t id);

/* Drops the column of a name; with if_number only one of numbers. */
void kg__columns_drop(
    kg__columns *columns, kg_element element, const char *name, size_t length, bool if_number);

/* Checks at the end that the file has all names that are asked for. KG_FORMAT: it does not, and the
 * message lists those that it has. shown: the file. */
kg_status kg__columns_check(const kg__columns *columns, const char *shown);

/* The type of a text: that of a number or of a boolean, if it looks like one. */
kg_column_type kg__column_type_of(const char *text, size_t length);

/* ---- beside a graph (graph_columns.c) -------------------------------------------------------- */

/* Gives a graph columns: a holder more. edge, vertex: blocks that are taken and set to NULL, as for
 * kg_graph_take_columns(); may point to NULL. */
kg_status kg__columns_attach(
    kg_graph *graph, kg__columns *columns, kg_edge **edge, kg_vertex **vertex);

/* Whether all columns were asked for, not some by their names. */
bool kg__columns_are_all(const kg_graph *graph);

/* Fails with the name of the format that cannot hold columns, if the graph has any. */
kg_status kg__columns_refuse(const kg_graph *graph, const char *format);

#endif
