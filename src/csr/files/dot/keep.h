/* Attributes of DOT's nodes and edges that become columns. */
#ifndef KG_DOT_KEEP_H
#define KG_DOT_KEEP_H

#include "../columns.h"

/* An attribute: its column, and its value by its number among the texts. */
typedef struct kg__dot_kept {
    kg_element element;
    uint32_t column, text;
    uint32_t next; /* of a default: one that holds unless this one replaces it, or KG__NO_TEXT */
} kg__dot_kept;

typedef struct kg__dot_keeper {
    kg__columns *columns; /* or NULL: none is kept */
    kg_element element;   /* of the list that is being read */
    kg__dot_kept *kept;   /* [count] defaults, and behind them the attributes of that list */
    uint64_t count, room;
} kg__dot_keeper;

/* The defaults of a graph or subgraph: its own, and behind them those of its parent. */
typedef struct kg__dot_defaults {
    uint32_t first, last; /* last: of its own; both KG__NO_TEXT: it has none */
} kg__dot_defaults;

/* column: [out] that of an attribute's name, or KG__NO_COLUMN. */
kg_status kg__dot_keep_name(
    kg__dot_keeper *keep, const char *name, size_t length, uint32_t *column);
/* Adds an attribute to the list that is being read. */
kg_status kg__dot_keep_value(kg__dot_keeper *keep, uint32_t column, uint32_t text);

/* Makes the attributes of a list defaults. begin: the count before the list was read. outer: the
 * parent's first default. */
void kg__dot_keep_defaults(
    kg__dot_keeper *keep, uint64_t begin, kg__dot_defaults *own, uint32_t outer);

/* Gives an element the attributes of the list that was read last, from `begin` on, and the defaults
 * from number `first` on for those that the list does not name. */
kg_status kg__dot_keep_put(kg__dot_keeper *keep, const kg__texts *texts, kg_element element,
    uint64_t id, uint64_t begin, uint32_t first);

#endif
