/* csr index: a graph's contraction hierarchy, for fast shortest paths. */
#include "csr.h"
#include <inttypes.h>
#include <stdlib.h>

/* If the core has more than one vertex in LARGE, a query takes about as long as a search without an
 * index, or longer: measured with random edges, grids of three dimensions, and roads joined to
 * random edges. */
enum { LARGE = 8 };

kg_status csr_say_core(struct csr *csr, const kg_hierarchy *index, const kg_graph *graph)
{
    const uint32_t vertices = kg_graph_vertices(graph);
    kg_hierarchy_counts counts;
    kg_status status;

    TRY(kg_hierarchy_count(index, &counts));
    if (counts.core && !csr->tool.quiet)
        tool_say(&csr->tool,
            "%" PRIu64 " of %" PRIu32 " vertices are left as the core of the index: each query "
            "may search all of them, and has no labels to shorten it",
            counts.core, vertices);
    if (counts.core > vertices / LARGE && !csr->tool.quiet)
        tool_say(&csr->tool,
            "the graph has no useful index: shortcuts would be more than the arcs that they "
            "replace. This one takes some %" PRIu64 " MB, and a path by it as long as without "
            "it, or longer: csr distances and astar graph are better without --index",
            (16 * counts.arcs + 12 * (uint64_t)vertices) / 1000000 + 1);
out:
    return status;
}

static kg_status run(struct csr *csr)
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
    TRY(csr_say_core(csr, hierarchy, graph));
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

const struct csr_command csr_index_command = {
    .shown = {"index",
        "make an index of a graph, by which shortest paths are found in microseconds", "GRAPH",
        TABLES_OF(CSR_READS, {csr_unit_options}),
        "The index is a contraction hierarchy, for csr distances --index and astar graph --index. "
        "It is of this graph alone: of other edges, or other values, it is refused.\n\n"
        "Examples:\n"
        "  csr index roads.kcsr -o roads.index\n"
        "  csr index --json roads.kcsr -o roads.index | jq .shortcuts\n"
        "  astar graph --index roads.index --pairs trips.txt roads.kcsr"},
    .answer = "an index",
    .run = run};
