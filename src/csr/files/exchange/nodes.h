/* Nodes and edges of files with ids and labels, which become a graph. */
#ifndef KG_NODES_H
#define KG_NODES_H

#include "../../csr.h"
#include "../columns.h"
#include "../text/intern.h"

/* Nodes are numbered in the order in which they appear. */
typedef struct kg__node_graph {
    kg_context *ctx;
    bool directed;
    uint64_t n, m;
    const kg__texts *ids, *labels;
    const uint32_t *id;    /* [n] the number of each node's id; NULL: node i has the i-th */
    const uint32_t *label; /* [n] the number of its label, or KG__NO_TEXT; NULL: no node has one */
    bool escapes;          /* labels have escapes, as in DOT */
    const kg_vertex *pair; /* [2 * m] tail, head, tail, head, ... */
    const double *value;   /* [m] or NULL */
    kg__columns *columns;  /* of nodes and edges, or NULL */
} kg__node_graph;

/*
 * Makes the graph of nodes and edges. Vertices stand in the order of the nodes; but if all ids are
 * integers, in the order of these integers. A vertex has its label as its name if it has one, else
 * its id. If two labels are equal, they cannot tell vertices apart, and all vertices have their
 * ids. Names that are increasing integers become integer labels; if these are 0, 1, ..., the graph
 * has no names at all. The graph gets the columns; if all are kept and labels became names, without
 * those of labels. O(n + m), and the sorting of ids and names.
 */
kg_status kg__nodes_build(
    kg_graph **graph, const kg__node_graph *nodes, const kg_read_options *options);

#endif
