/* A list of nodes and edges that a reader fills: for formats in which nodes have ids. */
#ifndef KG_NODE_LIST_H
#define KG_NODE_LIST_H

#include "../read.h"
#include "nodes.h"

/* The attributes that may be the value of an edge, as in the columns of a table. */
enum { KG__RANK_WEIGHT, KG__RANK_VALUE, KG__RANK_LENGTH, KG__RANKS, KG__RANK_NONE = KG__RANKS };

/* The numbers that the edges have under one name. */
typedef struct kg__edge_numbers {
    double *number; /* [m] 1 if an edge has none; NULL until an edge has one */
    uint64_t room;
    uint64_t given; /* how many edges have one */
} kg__edge_numbers;

enum { KG__MENTIONS = 32 }; /* lookups under way at once */

/* A node that an edge mentions, and whose id is being looked up. */
typedef struct kg__mention {
    kg__text_lookup lookup;
    uint64_t at;   /* where the file mentions it */
    uint64_t slot; /* its place in the list of pairs, or KG__NO_SLOT */
} kg__mention;

#define KG__NO_SLOT UINT64_MAX

typedef struct kg__node_list {
    kg_context *ctx;
    const kg__input *input;
    uint64_t start;     /* of the text in it */
    const char *format; /* how messages call it: "GML" */
    bool directed;
    bool strict;           /* nodes that are not declared are errors */
    kg__texts ids, labels; /* node i has the i-th id */
    uint32_t *label;       /* [n] or KG__NO_TEXT */
    uint64_t *missing;     /* [n] 1 + where a node was mentioned that is not declared yet */
    uint64_t label_room, missing_room;
    kg_vertex *pair; /* [2 * m] */
    uint64_t m, pair_room;
    kg__edge_numbers numbers[KG__RANKS];
    char length[16];                   /* the name of the length that edges have */
    char other[16];                    /* another name of a length that some have, too */
    kg__texts others;                  /* names of ignored attributes */
    kg__columns *columns;              /* or NULL: none is kept */
    uint64_t asked, answered;          /* mentions */
    kg__mention mention[KG__MENTIONS]; /* a ring */
} kg__node_list;

/* The numbers of an edge, collected before the edge is added. All zeros: it has none. */
typedef struct kg__edge_says {
    bool set[KG__RANKS];
    double number[KG__RANKS];
} kg__edge_says;

/* An empty list. directed: the kind if the file says nothing. */
kg__node_list kg__node_list_empty(
    const kg__input *input, const kg__record *record, const char *format, bool directed);
void kg__node_list_free(kg__node_list *list);

/* Makes the node of that id a tail (0) or head (1) of the next edge. at: where the file mentions
 * it. */
kg_status kg__node_list_end(
    kg__node_list *list, int end, const char *id, size_t length, uint64_t at);
/* Notes that a node of that id exists, outside of any edge. */
kg_status kg__node_list_mention(kg__node_list *list, const char *id, size_t length);
/* Declares the node of that id. again: [out] it was declared already. */
kg_status kg__node_list_declare(
    kg__node_list *list, const char *id, size_t length, kg_vertex *node, bool *again);
kg_status kg__node_list_label(kg__node_list *list, kg_vertex node, const char *text, size_t length);

/* Declares n nodes from number `first` on, in an empty list. at: where n stands in the file, whose
 * size must back it. */
kg_status kg__node_list_count_up(kg__node_list *list, uint64_t first, uint64_t n, uint64_t at);

/* The kind of value that an attribute of that name is, or KG__RANK_NONE. */
unsigned kg__edge_rank(const char *name, size_t length);
/* Notes an attribute of an edge. Its rank is not KG__RANK_NONE. */
void kg__edge_say(kg__node_list *list, kg__edge_says *says, unsigned rank, const char *name,
    size_t length, double number);

/* Sets the kind of the edges to come. KG_FORMAT: earlier edges have the other kind. at: where the
 * file says it. */
kg_status kg__node_list_direct(kg__node_list *list, bool directed, uint64_t at);

/* Adds an edge, whose ends kg__node_list_end() has told. says: may be NULL. */
kg_status kg__node_list_add(kg__node_list *list, const kg__edge_says *says);
/* Adds an edge between nodes. */
kg_status kg__node_list_edge(
    kg__node_list *list, kg_vertex tail, kg_vertex head, const kg__edge_says *says);

/* Notes an attribute that is ignored. */
kg_status kg__node_list_other(kg__node_list *list, const char *name, size_t length);

/* Notes an attribute of the node or edge that is being read, if columns are kept. as: of
 * kg__columns_say(). kept: [out] it is kept. */
kg_status kg__node_list_keep(kg__node_list *list, kg_element element, const char *name,
    size_t length, kg__line value, kg_column_type as, bool *kept);
/* Gives a node the attributes that were noted. kg__node_list_add() gives an edge its own. */
kg_status kg__node_list_keep_node(kg__node_list *list, kg_vertex node);

/* Makes the graph, and warns of ignored attributes. KG_FORMAT: edges have several lengths and no
 * weight; or the list is strict, and an edge mentions a node that is not declared. */
kg_status kg__node_list_build(
    kg_graph **graph, kg__node_list *list, const kg_read_options *options);

/* KG_ARGUMENT if an option is given that only formats without nodes have. Begins to keep columns
 * if any are asked for. */
kg_status kg__node_list_options(kg__node_list *list, const kg_read_options *options);

#endif
