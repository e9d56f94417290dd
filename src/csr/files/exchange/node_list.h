/* A list of nodes and edges that a reader fills: for formats in which nodes have ids. */
#ifndef KG_NODE_LIST_H
#define KG_NODE_LIST_H

#include "../read.h"
#include "nodes.h"

/* Which attributes may be the value of an edge: those that may be a table's column. */
enum { KG__RANK_WEIGHT, KG__RANK_VALUE, KG__RANK_LENGTH, KG__RANKS, KG__RANK_NONE = KG__RANKS };

/* The numbers that the edges have under one name. */
typedef struct kg__edge_numbers {
    double *number; /* [m], 1 where an edge has none; NULL as long as no edge has one */
    uint64_t room;
    uint64_t given; /* how many edges have one */
} kg__edge_numbers;

typedef struct kg__node_list {
    kg_context *ctx;
    const kg__input *input;
    uint64_t start;     /* of the text in it */
    const char *format; /* how messages call it: "GML" */
    bool directed;
    bool strict;           /* nodes that are not declared are errors */
    kg__texts ids, labels; /* node i has the i-th id */
    uint32_t *label;       /* [n] or KG__NO_TEXT */
    uint64_t *missing;     /* [n] where a node was mentioned that is not declared yet, plus 1 */
    uint64_t label_room, missing_room;
    kg_vertex *pair; /* [2 * m] */
    uint64_t m, pair_room;
    kg__edge_numbers numbers[KG__RANKS];
    char length[16];  /* which name of a length the edges have */
    char other[16];   /* another that some have, too */
    kg__texts others; /* names of attributes that are left out */
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

/* The node of that id. at: where in the file an edge mentions it. */
kg_status kg__node_list_mention(
    kg__node_list *list, const char *id, size_t length, uint64_t at, kg_vertex *node);
/* The node of that id, which is declared. again: [out] it was already. */
kg_status kg__node_list_declare(
    kg__node_list *list, const char *id, size_t length, kg_vertex *node, bool *again);
kg_status kg__node_list_label(kg__node_list *list, kg_vertex node, const char *text, size_t length);

/* Declares n nodes from number `first` on, in an empty list. at: where in the file n stands, which
 * its size must back. */
kg_status kg__node_list_count_up(kg__node_list *list, uint64_t first, uint64_t n, uint64_t at);

/* Which of the values of an edge an attribute of that name is, or KG__RANK_NONE. */
unsigned kg__edge_rank(const char *name, size_t length);
/* An attribute of an edge, whose rank is not KG__RANK_NONE. */
void kg__edge_say(kg__node_list *list, kg__edge_says *says, unsigned rank, const char *name,
    size_t length, double number);

/* The kind of the edges to come. KG_FORMAT: those before have the other. at: where in the file it
 * stands. */
kg_status kg__node_list_direct(kg__node_list *list, bool directed, uint64_t at);

/* Puts an edge. says: may be NULL. */
kg_status kg__node_list_edge(
    kg__node_list *list, kg_vertex tail, kg_vertex head, const kg__edge_says *says);

/* An attribute that is left out. */
kg_status kg__node_list_other(kg__node_list *list, const char *name, size_t length);

/* Makes the graph, and warns of attributes that are left out. KG_FORMAT: edges have several lengths
 * and no weight; or the list is strict, and an edge mentions a node that is not declared. */
kg_status kg__node_list_build(
    kg_graph **graph, const kg__node_list *list, const kg_read_options *options);

/* KG_ARGUMENT for options that only formats without nodes have. */
kg_status kg__node_list_options(const kg__node_list *list, const kg_read_options *options);

#endif
