/* csr index: a graph's contraction hierarchy, for fast shortest paths. */
#include "csr.h"
#include <stdlib.h>

kg_status csr_index(struct csr *csr)
{
    const kg_hierarchy_options options = {.unit = csr->distances.unit};
    const char *path = csr->tool.output ? csr->tool.output : "-";
    kg_hierarchy_counts counts;
    kg_hierarchy *hierarchy = NULL;
    kg_graph *graph = NULL;
    struct text text = {0};
    kg_status status;

    csr->read.lengths = 1;
    TRY(csr_begin(csr, &graph));
    status = kg_hierarchy_build(&hierarchy, graph, &options);
    if (status == KG_FORMAT)
        status =
            tool_fail(&csr->tool, status, "%s: %s", csr->path, kg_context_message(csr->tool.ctx));
    TRY(status);
    TRY(tool_prints(&csr->tool, csr->tool.output, "an index"));
    TRY(kg_hierarchy_write(hierarchy, path));
    if (csr->tool.json) {
        TRY(kg_hierarchy_count(hierarchy, &counts));
        json_open(&text, NULL, '{');
        csr_put_sizes(&text, graph);
        json_number(&text, "arcs", counts.arcs);
        json_number(&text, "shortcuts", counts.shortcuts);
        json_number(&text, "levels", counts.levels);
        json_number(&text, "core", counts.core);
        TRY(tool_print_json(&csr->tool, &text));
    }
out:
    free(text.bytes);
    kg_hierarchy_destroy(hierarchy);
    kg_graph_destroy(graph);
    return status;
}
