/*
 * The commands of csr that print lines, or as JSON a list of objects, or an object a line. Over
 * ranks that have a part each, a rank writes the lines of its share; a document is rank 0's.
 */
#include "csr.h"
#include "document.h"
#include "ranks.h"
#include "vertices.h"
#include <stdlib.h>

/* How a command prints what it found: as lines, or as objects, which are a list of the JSON
 * document or stand in lines of their own. */
struct form {
    tool_rows_fn *lines, *objects;
    const char *list; /* the list's key */
};

/* What a command prints its lines from. Each command fills in the members that its own lines need.
 */
struct lines {
    kg_graph *graph;
    kg_part *part; /* NULL: this process has the whole graph */
    bool ids;
    bool apart;                                         /* objects in lines of their own */
    bool quoted;                                        /* some name stands in quotes */
    const kg_edge *row, *edge, *out_degree, *in_degree; /* edge NULL: all, in order */
    const kg_vertex *source, *col, *component;
    const kg_vertex *end; /* of an undirected graph, or NULL */
    const double *value;
    uint64_t first;                   /* the vertex that degrees and components begin with */
    const uint64_t *vertices, *edges; /* of each component */
    const uint64_t *side, *one_sided; /* of a bidirected graph, or NULL */
};

static bool wants_document(const struct csr *csr)
{
    return document_wanted(&csr->tool) && !csr->json_lines;
}

/* Which of so many lines are this rank's to write. */
static void choose_lines(
    const struct csr *csr, const kg_part *part, uint64_t all, uint64_t *first, uint64_t *count)
{
    *first = 0;
    *count = all;
    if (part && !wants_document(csr))
        csr_share(csr, all, first, count);
    else if (part && csr->tool.mute)
        *count = 0;
}

static kg_status write_document(struct csr *csr, uint64_t count, const struct form *form,
    const struct lines *lines, const char *key, uint64_t number)
{
    struct document document = {.tool = &csr->tool};
    kg_status status;

    TRY(document_open(&document));
    csr_put_sizes(&document.text, lines->graph);
    if (key)
        json_number(&document.text, key, number);
    TRY(document_list(&document, form->list, count, form->objects, lines));
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

/* Prints lines, of all ranks together `all`, or as many objects, and under --json the document,
 * where key, if it is not NULL, is `number`. */
static kg_status write_lines(struct csr *csr, uint64_t all, const struct form *form,
    struct lines *lines, const char *key, uint64_t number)
{
    kg_output *output = NULL;
    uint64_t first, count;
    kg_status status;

    choose_lines(csr, lines->part, all, &first, &count);
    if (wants_document(csr))
        return write_document(csr, count, form, lines, key, number);
    lines->apart = csr->json_lines;
    lines->quoted =
        !lines->apart && text_has_quoted(lines->graph, kg_context_threads(csr->tool.ctx));
    TRY((lines->part ? tool_share : tool_open)(&csr->tool, &output, csr->tool.output));
    TRY(tool_rows_from(
        &csr->tool, output, first, count, lines->apart ? form->objects : form->lines, lines));
    TRY(tool_close(&csr->tool, output));
    TRY(csr_summarise(csr, lines->graph, key, number));
out:
    kg_output_destroy(output);
    return status;
}

/* The beginning and the end of row i's object. */
static void open_object(struct text *text, const struct lines *lines, uint64_t i)
{
    if (i && !lines->apart)
        text_put(text, ",", 1);
    json_open(text, NULL, '{');
}

static void close_object(struct text *text, const struct lines *lines)
{
    json_close(text, '}');
    if (lines->apart)
        text_put(text, "\n", 1);
}

/* A vertex' name and a tab. */
static void put_name(struct text *text, const struct lines *lines, kg_vertex v)
{
    if (!lines->quoted) {
        text_names(text, lines->graph, &v, 1, "\t");
        return;
    }
    text_field(text, lines->graph, v);
    text_put(text, "\t", 1);
}

/* Of a bidirected graph, the side on which half-edge h lies at its vertex v. */
static const char *side_of(const struct lines *lines, uint64_t h, kg_vertex v)
{
    if (bit_of(lines->one_sided, v))
        return "one";
    return bit_of(lines->side, h) ? "plus" : "minus";
}

/* A tab and the side. */
static void put_side(struct text *text, const struct lines *lines, uint64_t h, kg_vertex v)
{
    if (!lines->side)
        return;
    text_put(text, "\t", 1);
    text_string(text, side_of(lines, h, v));
}

static kg_vertex source_of(const struct lines *lines, kg_edge edge)
{
    return lines->end ? lines->end[2 * (uint64_t)edge] : lines->source[edge];
}

static kg_vertex target_of(const struct lines *lines, kg_edge edge)
{
    return lines->end ? lines->end[2 * (uint64_t)edge + 1] : lines->col[edge];
}

static void put_edges(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct lines *lines = user;

    for (uint64_t i = first; i < last; i++) {
        const kg_edge edge = lines->edge ? lines->edge[i] : (kg_edge)i;
        const kg_vertex source = source_of(lines, edge), target = target_of(lines, edge);

        if (lines->ids) {
            text_number(text, edge);
            text_put(text, "\t", 1);
        }
        put_name(text, lines, source);
        if (lines->side) {
            text_string(text, side_of(lines, 2 * (uint64_t)edge, source));
            text_put(text, "\t", 1);
        }
        if (lines->quoted)
            text_field(text, lines->graph, target);
        else
            text_name(text, lines->graph, target);
        put_side(text, lines, 2 * (uint64_t)edge + 1, target);
        if (lines->value) {
            text_put(text, "\t", 1);
            text_real(text, lines->value[edge]);
        }
        text_kept(text, lines->graph, edge);
        text_put(text, "\n", 1);
    }
}

static void put_edges_json(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct lines *lines = user;

    for (uint64_t i = first; i < last; i++) {
        const kg_edge edge = lines->edge ? lines->edge[i] : (kg_edge)i;

        open_object(text, lines, i);
        json_number(text, "edge", edge);
        json_name(text, "source", lines->graph, source_of(lines, edge));
        json_name(text, "target", lines->graph, target_of(lines, edge));
        for (uint64_t h = 2 * (uint64_t)edge; lines->side && h < 2 * (uint64_t)edge + 2; h++)
            json_string(
                text, h & 1 ? "target_side" : "source_side", side_of(lines, h, lines->end[h]));
        if (lines->value)
            json_double(text, "value", lines->value[edge]);
        json_kept(text, "kept", lines->graph, KG_ELEMENT_EDGE, edge);
        close_object(text, lines);
    }
}

static kg_status write_edges(struct csr *csr, kg_graph *graph, const kg_edge *edge, uint64_t count)
{
    static const struct form all = {put_edges, put_edges_json, "edge_list"};
    static const struct form tree = {put_edges, put_edges_json, "tree"};
    struct lines lines = {
        .graph = graph, .ids = csr->edge_ids, .edge = edge, .value = kg_graph_values(graph)};
    kg_status status;

    if (!wants_document(csr) && !csr->json_lines)
        TRY(check_names_differ(
            &csr->tool, graph, "a list of edges", "csr convert -o FILE.kcsr keeps both"));
    TRY(kg_graph_sides(graph, &lines.side, &lines.one_sided));
    if (kg_graph_kind(graph) != KG_DIRECTED) {
        TRY(kg_graph_ends(graph, &lines.end));
    } else {
        TRY(kg_graph_sources(graph, &lines.source));
        TRY(kg_graph_csr(graph, NULL, &lines.col));
    }
    if (edge)
        TRY(write_lines(csr, count, &tree, &lines, "tree_edges", count));
    else
        TRY(write_lines(csr, count, &all, &lines, NULL, 0));
out:
    return status;
}

static const struct option edge_options[] = {
    OPTION("edge-ids", NULL, SETS(struct csr, edge_ids, true), "begin each line with the edge's id",
        .without = "json-lines",
        .says = "--edge-ids goes without --json-lines: each object has its edge's id"),
    {0}};

static kg_status run_edges(struct csr *csr)
{
    kg_graph *graph = NULL;
    kg_status status;

    TRY(csr_begin(csr, &graph));
    TRY(write_edges(csr, graph, NULL, kg_graph_edges(graph)));
out:
    kg_graph_destroy(graph);
    return status;
}

const struct csr_command csr_edges_command = {
    .shown = {"edges", "one line an edge: source, target, value", "GRAPH",
        TABLES_OF(CSR_READS, {edge_options}, {csr_line_options}),
        "Fields are separated by tabs; lines stand in edge-id order. Behind each vertex of a "
        "bidirected graph stands the side.\n\n"
        "Examples:\n"
        "  csr edges graph.txt\n"
        "  csr edges --edge-ids graph.kcsr | head\n"
        "  csr edges --json-lines graph.txt | jq .target"},
    .run = run_edges};

static kg_status run_spanning_tree(struct csr *csr)
{
    kg_graph *graph = NULL;
    const kg_edge *edge;
    uint64_t count;
    kg_status status;

    csr->read.lengths = 1;
    TRY(csr_begin(csr, &graph));
    TRY(kg_graph_spanning_tree(graph, &edge, &count));
    TRY(write_edges(csr, graph, edge, count));
out:
    kg_graph_destroy(graph);
    return status;
}

const struct csr_command csr_spanning_tree_command = {
    .shown = {"spanning-tree", "the edges of the minimum spanning forest", "GRAPH",
        TABLES_OF(CSR_READS_KEPT, {edge_options}, {csr_line_options}),
        "Directions are ignored. An edge's weight is its value; edges of equal weight count in "
        "the order of their ids, so the forest is unique. Behind the value stand the columns of "
        "--keep.\n\n"
        "Examples:\n"
        "  csr spanning-tree graph.txt\n"
        "  csr spanning-tree --edge-ids graph.txt | cut -f1"},
    .run = run_spanning_tree};

/* Whether a vertex has a degree, and no two. */
static bool has_one_degree(const struct lines *lines, kg_vertex v)
{
    return kg_graph_kind(lines->graph) == KG_UNDIRECTED || bit_of(lines->one_sided, v);
}

static void put_degrees(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct lines *lines = user;

    for (kg_vertex v = (kg_vertex)first; v < last; v++) {
        put_name(text, lines, v);
        text_number(text, lines->out_degree[v - lines->first]);
        if (!has_one_degree(lines, v)) {
            text_put(text, "\t", 1);
            text_number(text, lines->in_degree[v - lines->first]);
        }
        text_put(text, "\n", 1);
    }
}

static void put_degrees_json(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct lines *lines = user;

    for (kg_vertex v = (kg_vertex)first; v < last; v++) {
        open_object(text, lines, v);
        json_name(text, "vertex", lines->graph, v);
        if (has_one_degree(lines, v)) {
            json_number(text, "degree", lines->out_degree[v - lines->first]);
        } else {
            json_number(text, lines->side ? "plus" : "out", lines->out_degree[v - lines->first]);
            json_number(text, lines->side ? "minus" : "in", lines->in_degree[v - lines->first]);
        }
        close_object(text, lines);
    }
}

static kg_status find_degrees(struct csr *csr, struct lines *lines, kg_edge **degree)
{
    const uint64_t n = kg_graph_vertices(lines->graph);
    uint64_t count;
    kg_status status;

    if (!lines->part) {
        TRY(kg_graph_degrees(lines->graph, &lines->out_degree, &lines->in_degree));
        TRY(kg_graph_sides(lines->graph, &lines->side, &lines->one_sided));
        goto out;
    }
    choose_lines(csr, lines->part, n, &lines->first, &count);
    status = KG_MEMORY;
    *degree = malloc((2 * count + 1) * sizeof **degree);
    if (!*degree)
        goto out;
    TRY(kg_part_degrees(lines->part, lines->first, count, *degree, *degree + count));
    lines->out_degree = *degree;
    lines->in_degree = *degree + count;
out:
    return status;
}

static kg_status run_degrees(struct csr *csr)
{
    static const struct form form = {put_degrees, put_degrees_json, "degrees"};
    struct lines lines = {0};
    kg_edge *degree = NULL;
    kg_status status;

    TRY(csr_begin_shared(csr, false, &lines.graph, &lines.part));
    if (!lines.graph)
        goto out;
    TRY(find_degrees(csr, &lines, &degree));
    TRY(write_lines(csr, kg_graph_vertices(lines.graph), &form, &lines, NULL, 0));
out:
    free(degree);
    csr_end_shared(lines.graph, lines.part);
    return status;
}

const struct csr_command csr_degrees_command = {
    .shown = {"degrees", "one line a vertex: name, out-degree, in-degree", "GRAPH",
        TABLES_OF(CSR_READS, {csr_line_options}, {ranks_options}),
        "Fields are separated by tabs. An undirected graph has one degree a vertex, a "
        "bidirected one those of the plus and of the minus side.\n\n"
        "Examples:\n"
        "  csr degrees graph.txt\n"
        "  csr degrees graph.txt | awk -F'\\t' '$2 != $3'    the unbalanced vertices"},
    .run = run_degrees};

static void put_components(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct lines *lines = user;

    for (kg_vertex v = (kg_vertex)first; v < last; v++) {
        put_name(text, lines, v);
        text_number(text, lines->component[v - lines->first]);
        text_put(text, "\n", 1);
    }
}

static void put_components_json(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct lines *lines = user;

    for (kg_vertex v = (kg_vertex)first; v < last; v++) {
        open_object(text, lines, v);
        json_name(text, "vertex", lines->graph, v);
        json_number(text, "component", lines->component[v - lines->first]);
        close_object(text, lines);
    }
}

static void put_sizes(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct lines *lines = user;

    for (uint64_t i = first; i < last; i++) {
        text_number(text, i);
        text_put(text, "\t", 1);
        text_number(text, lines->vertices[i]);
        text_put(text, "\t", 1);
        text_number(text, lines->edges[i]);
        text_put(text, "\n", 1);
    }
}

static void put_sizes_json(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct lines *lines = user;

    for (uint64_t i = first; i < last; i++) {
        open_object(text, lines, i);
        json_number(text, "component", i);
        json_number(text, "vertices", lines->vertices[i]);
        json_number(text, "edges", lines->edges[i]);
        close_object(text, lines);
    }
}

/* Of the vertices of the rank's share; the edges of a vertex lie in its component. */
static kg_status count_share(
    struct csr *csr, const struct lines *lines, uint64_t *vertices, uint64_t *edges)
{
    uint64_t first, count;
    kg_edge *degree;
    kg_status status;

    csr_share(csr, kg_graph_vertices(lines->graph), &first, &count);
    degree = malloc((count + 1) * sizeof *degree);
    status = degree ? kg_part_degrees(lines->part, first, count, degree, NULL) : KG_MEMORY;
    for (uint64_t i = 0; status == KG_OK && i < count; i++) {
        vertices[lines->component[i]]++;
        edges[lines->component[i]] += degree[i];
    }
    free(degree);
    return status;
}

static kg_status count_whole(
    struct lines *lines, uint64_t count, uint64_t *vertices, uint64_t *edges)
{
    const kg_vertex n = kg_graph_vertices(lines->graph);
    kg_status status;

    TRY(kg_graph_csr(lines->graph, &lines->row, &lines->col));
    for (kg_vertex v = 0; v < n; v++) {
        const kg_vertex own = lines->component[v];

        vertices[own]++;
        for (kg_edge e = lines->row[v]; e < lines->row[v + 1]; e++)
            edges[own] += lines->component[lines->col[e]] == own;
    }
    for (uint64_t i = 0; i < count && kg_graph_kind(lines->graph) != KG_DIRECTED; i++)
        edges[i] /= 2; /* each stands in two rows */
out:
    return status;
}

static kg_status write_sizes(struct csr *csr, struct lines *lines, uint64_t count)
{
    static const struct form form = {put_sizes, put_sizes_json, "sizes"};
    uint64_t *size = calloc(2 * count + 1, sizeof *size);
    kg_status status = KG_MEMORY;

    if (!size)
        goto out;
    lines->vertices = size;
    lines->edges = size + count;
    if (lines->part) {
        TRY(count_share(csr, lines, size, size + count));
        TRY(kg_context_reduce(csr->tool.ctx, size, 2 * count, KG_SCAN_SUM));
    } else {
        TRY(count_whole(lines, count, size, size + count));
    }
    TRY(write_lines(csr, count, &form, lines, "components", count));
out:
    free(size);
    return status;
}

/* own: what the components lie in where the graph does not have them, to be freed. */
static kg_status find_components(
    struct csr *csr, struct lines *lines, kg_vertex **own, uint64_t *components)
{
    const uint64_t n = kg_graph_vertices(lines->graph);
    uint64_t count = n;
    kg_status status;

    if (!lines->part && !csr->strong)
        return kg_graph_components(lines->graph, &lines->component, components);
    if (lines->part && csr->sizes)
        csr_share(csr, n, &lines->first, &count);
    else
        choose_lines(csr, lines->part, n, &lines->first, &count);
    *own = malloc((count + 1) * sizeof **own);
    if (!*own)
        return KG_MEMORY;
    lines->component = *own;
    if (lines->part)
        status = kg_part_components(lines->part, lines->first, count, *own, components);
    else
        status = kg_graph_strong_components(lines->graph, *own, components);
    return status;
}

static kg_status run_components(struct csr *csr)
{
    static const struct form form = {put_components, put_components_json, "members"};
    struct lines lines = {0};
    kg_vertex *own = NULL;
    uint64_t count;
    kg_status status;

    TRY(csr_begin_shared(csr, csr->strong, &lines.graph, &lines.part));
    if (!lines.graph)
        goto out;
    TRY(find_components(csr, &lines, &own, &count));
    if (csr->sizes)
        TRY(write_sizes(csr, &lines, count));
    else
        TRY(write_lines(csr, kg_graph_vertices(lines.graph), &form, &lines, "components", count));
out:
    free(own);
    csr_end_shared(lines.graph, lines.part);
    return status;
}

static const struct option component_options[] = {
    OPTION("sizes", NULL, SETS(struct csr, sizes, true),
        "a line for each component: its number, vertices, edges"),
    OPTION("strong", NULL, SETS(struct csr, strong, true),
        "strong components: edges lead from each vertex to each"),
    {0}};

const struct csr_command csr_components_command = {
    .shown = {"components", "one line a vertex: name, weak component", "GRAPH",
        TABLES_OF(CSR_READS, {component_options}, {csr_line_options}, {ranks_options}),
        "Components are numbered from 0 by their smallest vertex; fields are separated by "
        "tabs.\n\n"
        "Examples:\n"
        "  csr components graph.txt\n"
        "  csr components --sizes graph.txt | sort -nrk2\n"
        "  csr components --strong graph.txt"},
    .run = run_components};
