/* The content of a DOT text, as a list of nodes and a list of edges. */
#ifndef KG_DOT_LIST_H
#define KG_DOT_LIST_H

#include "../../csr.h"
#include "attributes.h"

/* A number that edges have: value, or weight. */
typedef struct kg__dot_numbers {
    double *number; /* [m] 1 if an edge has none; NULL if no edge has one */
    uint64_t room;
    const char *bad; /* where the first one is that is not a number, or NULL */
} kg__dot_numbers;

/* Texts are by their numbers. */
typedef struct kg__dot_list {
    kg_context *ctx;
    bool directed;
    kg__texts texts;
    uint32_t *node;  /* [n] the name of each node, in the order in which they appear */
    uint32_t *label; /* [n] or KG__NO_TEXT */
    uint64_t n, node_room, label_room;
    kg_vertex *pair; /* [2 * m] tail, head, tail, head, ... in the order in which they appear */
    uint64_t m, pair_room;
    kg__dot_numbers value, weight;
    kg__dot_keeper keep;
} kg__dot_list;

void kg__dot_list_destroy(kg__dot_list *list);

/* A list that grows, with the tables that find its nodes and edges again. */
typedef struct kg__dot_builder {
    kg__dot_list *list;
    const char *shown; /* how messages call the file */
    bool strict;       /* at most one edge between the same nodes, unless keys differ */
    kg_vertex *vertex; /* [vertex_count] the node that has the text of this number as its name, or
                          KG_NO_VERTEX */
    uint64_t vertex_count, vertex_room;
    kg_vertex *log; /* [log_count] the nodes of all mentions, in order */
    uint64_t log_count, log_room;
    kg__dot_map edges; /* by their nodes and key */
} kg__dot_builder;

/* vertex: [out] the node of that name. If it is new, it is made with the default label. */
kg_status kg__dot_mention(
    kg__dot_builder *b, uint32_t name, const kg__dot_attributes *defaults, kg_vertex *vertex);

/* Adds an edge. It has its own attributes, and the defaults for the others. If it is one with an
 * earlier edge, its own attributes go to that edge. */
kg_status kg__dot_add_edge(kg__dot_builder *b, kg_vertex tail, kg_vertex head,
    const kg__dot_attributes *defaults, const kg__dot_attributes *says);

/* Gives all edges an attribute, once some edge may have it. */
kg_status kg__dot_declare(kg__dot_builder *b, const kg__dot_attributes *says);

/* Frees all but the list. */
void kg__dot_builder_free(kg__dot_builder *b);

#endif
