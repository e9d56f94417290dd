/* What a DOT text says, as a list of nodes and one of edges. */
#ifndef KG_DOT_PARSE_H
#define KG_DOT_PARSE_H

#include "../csr.h"
#include "dot_scan.h"

#define KG__DOT_NONE UINT32_MAX

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
    kg__dot_texts texts;
    uint32_t *node;  /* [n] the name of each node, in the order in which they appear */
    uint32_t *label; /* [n] or KG__DOT_NONE */
    uint64_t n, node_room, label_room;
    kg_vertex *pair; /* [2 * m] tail, head, tail, head, ... in the order in which they appear */
    uint64_t m, pair_room;
    kg__dot_numbers value, weight;
} kg__dot_list;

/* list: all zeros but ctx and texts.ctx. s: [out] its scratch is the caller's to free. text: the
 * input's bytes with a zero behind them; start: of DOT in it. */
kg_status kg__dot_parse(
    kg__dot_list *list, kg__dot_scanner *s, const kg__input *input, const char *text, size_t start);

void kg__dot_list_destroy(kg__dot_list *list);

#endif
