/* csr distances: how far vertices are from some, or from some to them. */
#include "csr.h"
#include "document.h"
#include "values.h"
#include "vertices.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void take_nearest(struct command_line *line, const struct option *option, char *value)
{
    if (value)
        option_number(line, option, value);
    else
        option_set(line, option, value);
}

static const struct option distance_options[] = {
    OPTION("sources", "LIST", TEXT_IN(struct csr, distances.sources),
        "distances from these vertices, a column each"),
    OPTION("targets", "LIST", TEXT_IN(struct csr, distances.targets),
        "distances to these vertices; with --sources a line for each of them alone"),
    OPTION("nearest", "K", DOES_INTO(take_nearest, struct csr, distances.nearest),
        "only the nearest of them, and which that is; with =K the K nearest", .optional = true,
        .least = 1, .most = UINT32_MAX),
    OPTION("tree", NULL, SETS(struct csr, distances.tree, true),
        "behind the distances the tree: vertex and edge before each vertex"),
    OPTION("within", "LENGTH",
        REAL_IN(struct csr, distances.within, value_length, "a length, a number of at least 0"),
        "leave out what is farther"),
    {0}};

static const struct option index_options[] = {
    OPTION("index", "FILE", TEXT_IN(struct csr, distances.index),
        "search by the index of the graph that csr index wrote"),
    {0}};

static void check(struct command_line *line)
{
    struct csr *csr = line->input;

    csr->distances.has_within = option_given(line, "within");
    if (!csr->distances.sources && !csr->distances.targets)
        usage_error(line, "from where? --sources, or to where? --targets is missing");
    if (is_dash(csr->distances.index) && is_dash(csr->path))
        usage_error(line, "--index - and the graph -: standard input can be read once");
    if (csr->distances.nearest > 1 && (csr->distances.tree || csr->distances.index))
        usage_error(line, "--nearest=%llu goes with neither --index nor --tree",
            (unsigned long long)csr->distances.nearest);
}

/* What is printed: a row a vertex, of `rows` or all, and a column an answer. */
struct table {
    const kg_graph *graph;
    const kg_vertex *row; /* or NULL: all, in order */
    kg_distances **answer;
    uint64_t answers;
    const kg_vertex *nearest; /* or NULL: not asked for */
    kg_nearest *near;         /* in place of the answers; or NULL */
    uint64_t columns;
    bool tree, quoted, apart;
};

static double length_of(const struct table *t, uint64_t column, kg_vertex v)
{
    return t->near ? kg_nearest_lengths(t->near)[v * t->columns + column]
                   : kg_distances_lengths(t->answer[column])[v];
}

static kg_vertex nearest_of(const struct table *t, uint64_t column, kg_vertex v)
{
    return t->near ? kg_nearest_sources(t->near)[v * t->columns + column] : t->nearest[v];
}

static void put_field(struct text *text, const struct table *t, kg_vertex v)
{
    if (v == KG_NO_VERTEX)
        text_string(text, "-");
    else if (t->quoted)
        text_field(text, t->graph, v);
    else
        text_name(text, t->graph, v);
}

static void put_lines(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct table *t = user;

    for (uint64_t i = first; i < last; i++) {
        const kg_vertex v = t->row ? t->row[i] : (kg_vertex)i;

        put_field(text, t, v);
        for (uint64_t k = 0; k < t->columns; k++) {
            text_string(text, "\t");
            text_real(text, length_of(t, k, v));
            if (t->nearest || t->near) {
                text_string(text, "\t");
                put_field(text, t, nearest_of(t, k, v));
            }
        }
        for (uint64_t k = 0; k < t->answers && t->tree; k++) {
            const kg_edge e = kg_distances_edges(t->answer[k])[v];

            text_string(text, "\t");
            put_field(text, t, kg_distances_parents(t->answer[k])[v]);
            text_string(text, e == KG_NO_EDGE ? "\t-" : "\t");
            if (e != KG_NO_EDGE)
                text_number(text, e);
        }
        text_string(text, "\n");
    }
}

static void put_distance(struct text *text, const char *key, double distance)
{
    if (isinf(distance))
        json_null(text, key);
    else
        json_double(text, key, distance);
}

static void put_vertex(struct text *text, const char *key, const struct table *t, kg_vertex v)
{
    if (v == KG_NO_VERTEX)
        json_null(text, key);
    else
        json_name(text, key, t->graph, v);
}

/* The members of column k. */
static void put_column(struct text *text, const struct table *t, uint64_t k, kg_vertex v)
{
    put_distance(text, "distance", length_of(t, k, v));
    if (t->nearest || t->near)
        put_vertex(text, "nearest", t, nearest_of(t, k, v));
    if (t->tree) {
        const kg_edge e = kg_distances_edges(t->answer[k])[v];

        put_vertex(text, "parent", t, kg_distances_parents(t->answer[k])[v]);
        if (e == KG_NO_EDGE)
            json_null(text, "edge");
        else
            json_number(text, "edge", e);
    }
}

static void put_objects(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct table *t = user;

    for (uint64_t i = first; i < last; i++) {
        const kg_vertex v = t->row ? t->row[i] : (kg_vertex)i;

        if (i && !t->apart)
            text_put(text, ",", 1);
        json_open(text, NULL, '{');
        json_name(text, "vertex", t->graph, v);
        if (t->columns == 1) {
            put_column(text, t, 0, v);
        } else {
            json_open(text, "columns", '[');
            for (uint64_t k = 0; k < t->columns; k++) {
                json_open(text, NULL, '{');
                put_column(text, t, k, v);
                json_close(text, '}');
            }
            json_close(text, ']');
        }
        json_close(text, '}');
        if (t->apart)
            text_put(text, "\n", 1);
    }
}

static void put_head(struct text *text, const struct table *t, const struct csr_distances *asked,
    const struct vertices *ends)
{
    csr_put_sizes(text, t->graph);
    json_open(text, asked->sources ? "sources" : "targets", '[');
    for (uint64_t i = 0; i < ends->count; i++)
        json_name(text, NULL, t->graph, ends->vertex[i]);
    json_close(text, ']');
}

static kg_status write_table(
    struct csr *csr, struct table *t, uint64_t rows, const struct vertices *ends)
{
    struct document document = {.tool = &csr->tool};
    struct text text = {0};
    kg_output *output = NULL;
    kg_status status;

    if (document_wanted(&csr->tool) && !csr->json_lines) {
        TRY(document_open(&document));
        put_head(&document.text, t, &csr->distances, ends);
        TRY(document_list(&document, "distances", rows, put_objects, t));
        TRY(document_close(&document));
        goto out;
    }
    t->apart = csr->json_lines;
    t->quoted = !t->apart && text_has_quoted(t->graph, kg_context_threads(csr->tool.ctx));
    TRY(tool_open(&csr->tool, &output, csr->tool.output));
    TRY(tool_rows(&csr->tool, output, rows, t->apart ? put_objects : put_lines, t));
    TRY(tool_close(&csr->tool, output));
    if (csr->tool.json) {
        json_open(&text, NULL, '{');
        put_head(&text, t, &csr->distances, ends);
        TRY(tool_print_json(&csr->tool, &text));
    }
out:
    document_drop(&document);
    kg_output_destroy(output);
    free(text.bytes);
    return status;
}

/* Lists the vertices that a search within a length has reached. */
static kg_status list_reached(struct vertices *rows, const struct table *t)
{
    const kg_vertex n = (kg_vertex)kg_graph_vertices(t->graph);

    rows->vertex = malloc((n + (size_t)1) * sizeof *rows->vertex);
    if (!rows->vertex)
        return KG_MEMORY;
    for (kg_vertex v = 0; v < n; v++)
        for (uint64_t k = 0; k < t->columns; k++)
            if (isfinite(length_of(t, k, v))) {
                rows->vertex[rows->count++] = v;
                break;
            }
    return KG_OK;
}

/* Finds the distances of each column, or those to the nearest. */
static kg_status find(struct csr *csr, struct table *t, kg_graph *graph, kg_hierarchy *index,
    const struct vertices *ends, const kg_distances_options *options)
{
    const struct csr_distances *asked = &csr->distances;
    kg_distances_options all = *options;
    kg_status status;

    all.goals = 0;
    all.goal = NULL;
    if (asked->nearest > 1) {
        TRY(kg_graph_nearest(&t->near, graph, ends->vertex, ends->count, asked->nearest, &all));
        t->columns = kg_nearest_columns(t->near);
        return KG_OK;
    }
    t->columns = t->answers = asked->nearest ? 1 : ends->count;
    t->answer = calloc(t->answers, sizeof *t->answer);
    status = t->answer ? KG_OK : KG_MEMORY;
    TRY(status);
    for (uint64_t k = 0; k < t->answers; k++) {
        const uint64_t count = asked->nearest ? ends->count : 1;

        TRY(index ? tool_blame(&csr->tool, "--index",
                        kg_hierarchy_tree(&t->answer[k], index, ends->vertex + k, count, options))
                  : kg_graph_distances(&t->answer[k], graph, ends->vertex + k, count, options));
    }
    if (asked->nearest)
        TRY(kg_distances_nearest(t->answer[0], &t->nearest));
out:
    return status;
}

static kg_status run(struct csr *csr)
{
    const struct csr_distances *asked = &csr->distances;
    const bool towards = !asked->sources;
    struct vertices ends = {0}, rows = {0};
    kg_distances_options options = {.has_limit = asked->has_within,
        .limit = asked->within,
        .unit = asked->unit,
        .towards = towards};
    kg_graph *graph = NULL;
    kg_hierarchy *index = NULL;
    struct table t = {.tree = asked->tree};
    kg_status status;

    csr->read.lengths = 1;
    TRY(csr_begin(csr, &graph));
    if (asked->index)
        TRY(kg_hierarchy_read(&index, graph, asked->index));
    t.graph = graph;
    TRY(vertices_of(&csr->tool, &ends, graph, towards ? "--targets" : "--sources",
        towards ? asked->targets : asked->sources));
    if (!towards && asked->targets) {
        TRY(vertices_of(&csr->tool, &rows, graph, "--targets", asked->targets));
        options.goal = t.row = rows.vertex;
        options.goals = rows.count;
    }
    status = find(csr, &t, graph, index, &ends, &options);
    if (status == KG_FORMAT)
        status =
            tool_fail(&csr->tool, status, "%s: %s", csr->path, kg_context_message(csr->tool.ctx));
    TRY(status);
    if (asked->has_within && !t.row) {
        TRY(list_reached(&rows, &t));
        t.row = rows.vertex;
    }
    TRY(write_table(csr, &t, t.row ? rows.count : kg_graph_vertices(graph), &ends));
out:
    for (uint64_t k = 0; k < t.answers && t.answer; k++)
        kg_distances_destroy(t.answer[k]);
    kg_nearest_destroy(t.near);
    free(t.answer);
    free(ends.vertex);
    free(rows.vertex);
    kg_hierarchy_destroy(index);
    kg_graph_destroy(graph);
    return status;
}

const struct csr_command csr_distances_command = {
    .shown = {"distances", "one line a vertex: name, distance from some vertices, or to some",
        "GRAPH",
        TABLES_OF(
            CSR_READS, {distance_options}, {csr_unit_options}, {index_options}, {csr_line_options}),
        "The value of an edge is its length, at least 0. Without values it is 1. inf: there is no "
        "path. "
        "LIST is names with commas between.\n\n"
        "Examples:\n"
        "  csr distances --sources a graph.txt\n"
        "  csr distances --sources depot,station --nearest roads.csv\n"
        "  csr distances --targets a,b,c --nearest=2 roads.csv\n"
        "  csr distances --sources a,b --targets x,y,z roads.kcsr\n"
        "  csr distances --targets a --within 500 --json-lines roads.gr\n"
        "  csr distances --index roads.index --sources a roads.kcsr"},
    .check = check,
    .run = run};
