/* The csr tool: its command line, and the commands. */
#ifndef KG_TOOLS_CSR_H
#define KG_TOOLS_CSR_H

#include "common.h"

struct csr {
    struct tool tool;
    const struct csr_command *command;
    const char *path; /* the graph; of generate its kind */
    kg_read_options read;
    kg_format to;
    kg_generate_options generate;
    bool ids, sizes;
};

typedef kg_status csr_run_fn(struct csr *csr);

csr_run_fn csr_info, csr_convert, csr_reverse, csr_edges, csr_degrees, csr_components,
    csr_spanning_tree, csr_circuit_graph, csr_generate;

/* The generator of a name; false if there is none. */
bool csr_parse_generator(const char *name, kg_generator *kind);

#endif
