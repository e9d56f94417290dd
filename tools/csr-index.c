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

static const struct option base_options[] = {
    OPTION("metric-independent", NULL, SETS(struct csr, distances.metric_independent, true),
        "make a base, which is good for any lengths of the edges"),
    OPTION("base", "FILE", TEXT_IN(struct csr, distances.base),
        "make the index from the base that csr index --metric-independent wrote"),
    {0}};

static void check(struct command_line *line)
{
    const struct csr *csr = line->input;

    if (csr->distances.base && csr->distances.metric_independent)
        usage_error(line, "--base and --metric-independent: one makes an index, the other a base");
    if (csr->distances.unit && csr->distances.metric_independent)
        usage_error(line, "--unit: a base is good for any lengths; give it with --base");
    if (is_dash(csr->distances.base) && is_dash(csr->path))
        usage_error(line, "--base - and the graph -: standard input can be read once");
}

static kg_status make_index(struct csr *csr, kg_hierarchy **hierarchy, kg_graph *graph)
{
    const kg_hierarchy_options options = {.unit = csr->distances.unit};
    const kg_hierarchy_customize_options renew = {.unit = csr->distances.unit};
    kg_hierarchy_base *base = NULL;
    kg_status status;

    if (csr->distances.base) {
        TRY(kg_hierarchy_base_read(&base, graph, csr->distances.base));
        status = kg_hierarchy_customize(hierarchy, base, graph, &renew);
    } else {
        status = kg_hierarchy_build(hierarchy, graph, &options);
    }
    if (status == KG_FORMAT)
        status =
            tool_fail(&csr->tool, status, "%s: %s", csr->path, kg_context_message(csr->tool.ctx));
    TRY(status);
    TRY(csr_say_core(csr, *hierarchy, graph));
out:
    kg_hierarchy_base_destroy(base);
    return status;
}

/* Writes the base of indexes of a graph. */
static kg_status write_base(struct csr *csr, kg_graph *graph, const char *path)
{
    kg_hierarchy_base_counts counts;
    kg_hierarchy_base *base = NULL;
    struct text text = {0};
    kg_status status;

    TRY(kg_hierarchy_base_build(&base, graph));
    TRY(tool_prints(&csr->tool, csr->tool.output, "a base"));
    TRY(kg_hierarchy_base_write(base, path));
    if (csr->tool.json) {
        TRY(kg_hierarchy_base_count(base, &counts));
        json_open(&text, NULL, '{');
        csr_put_sizes(&text, graph);
        json_number(&text, "arcs", counts.arcs);
        json_number(&text, "levels", counts.levels);
        TRY(tool_print_json(&csr->tool, &text));
    }
out:
    free(text.bytes);
    kg_hierarchy_base_destroy(base);
    return status;
}

static kg_status run(struct csr *csr)
{
    const char *path = csr->tool.output ? csr->tool.output : "-";
    kg_hierarchy_counts counts;
    kg_hierarchy *hierarchy = NULL;
    kg_graph *graph = NULL;
    struct text text = {0};
    kg_status status;

    csr->read.lengths = !csr->distances.metric_independent;
    TRY(csr_begin(csr, &graph));
    if (csr->distances.metric_independent) {
        status = write_base(csr, graph, path);
        goto out;
    }
    TRY(make_index(csr, &hierarchy, graph));
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
        TABLES_OF(CSR_READS, {csr_unit_options}, {base_options}),
        "The index is a contraction hierarchy, for csr distances --index and astar graph --index. "
        "It is of this graph alone: of other edges, or other values, it is refused. "
        "If the values change often, --metric-independent makes a base once, from which --base "
        "makes the index of each set of values in a fraction of a second.\n\n"
        "Examples:\n"
        "  csr index roads.kcsr -o roads.index\n"
        "  csr index --metric-independent roads.kcsr -o roads.base\n"
        "  csr index --base roads.base rush-hour.kcsr -o rush-hour.index\n"
        "  csr index --json roads.kcsr -o roads.index | jq .shortcuts\n"
        "  astar graph --index roads.index --pairs trips.txt roads.kcsr"},
    .answer = "an index",
    .check = check,
    .run = run};
