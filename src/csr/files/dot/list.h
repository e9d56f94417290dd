/* The content of a DOT text, as a list of nodes and a list of edges. */
#ifndef KG_DOT_LIST_H
#define KG_DOT_LIST_H

#include "../../csr.h"
#include "attributes.h"

/* A number that edges have: value, or weight. */
typedef struct kg__dot_numbers {
    double *number; /* [m], 1 where an edge says nothing; NULL where no edge may say anything */
    uint64_t room;
    const char *bad; /* the first place of one that is no number, or NULL */
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
} kg__dot_list;

void kg__dot_list_destroy(kg__dot_list *list);

/* A list that grows, and what tells nodes and edges that are there already. */
typedef struct kg__dot_builder {
    kg__dot_list *list;
    const char *shown; /* how messages call the file */
    bool strict;       /* one edge at most between the same nodes, but where keys differ */
    kg_vertex *vertex; /* [vertex_count] the node of the text of that number, or KG_NO_VERTEX */
    uint64_t vertex_count, vertex_room;
    kg_vertex *log; /* [log_count] nodes, each time that one is mentioned */
    uint64_t log_count, log_room;
    kg__dot_map edges; /* by their nodes and key */
} kg__dot_builder;

/* vertex: [out] the node of that name, which is made with the defaults' label if it is new. */
kg_status kg__dot_mention(
    kg__dot_builder *b, uint32_t name, const kg__dot_attributes *defaults, kg_vertex *vertex);

/* An edge with what the defaults say and, before that, its own attributes; or those go to the edge
 * that it is one with. */
kg_status kg__dot_add_edge(kg__dot_builder *b, kg_vertex tail, kg_vertex head,
    const kg__dot_attributes *defaults, const kg__dot_attributes *says);

/* Once an attribute is there, all edges have it. */
kg_status kg__dot_declare(kg__dot_builder *b, const kg__dot_attributes *says);

/* Frees all but the list. */
void kg__dot_builder_free(kg__dot_builder *b);

#endif
