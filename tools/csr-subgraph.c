/* csr subgraph: the graph that some vertices induce. Finds out which, from names, a list of names,
 * a component or a neighbourhood. */
#include "csr.h"
#include "vertices.h"
#include <stdlib.h>
#include <string.h>

static void choose(struct command_line *line, const struct option *option, char *value)
{
    const struct csr_subgraph *s = &((struct csr *)line->input)->subgraph;

    if (s->vertices || s->vertices_from || s->component_of || s->neighbourhood)
        usage_error(line, "one of --vertices, --vertices-from, --component-of and --neighbourhood "
                          "at a time, and that once");
    option_text(line, option, value);
}

static const struct option options[] = {
    OPTION("vertices", "LIST", DOES_INTO(choose, struct csr, subgraph.vertices),
        "the vertices of these names, with commas between"),
    OPTION("vertices-from", "FILE", DOES_INTO(choose, struct csr, subgraph.vertices_from),
        "those of FILE, a name a line up to a tab; - is standard input"),
    OPTION("component-of", "VERTEX", DOES_INTO(choose, struct csr, subgraph.component_of),
        "the weak component of VERTEX"),
    OPTION("strong", NULL, SETS(struct csr, strong, true),
        "with --component-of: the strong component", .needs = "component-of"),
    OPTION("neighbourhood", "VERTEX", DOES_INTO(choose, struct csr, subgraph.neighbourhood),
        "what is near VERTEX"),
    OPTION("hops", "N", NUMBER_IN(struct csr, subgraph.hops, 0, UINT64_MAX),
        "with --neighbourhood: within N edges (default: 1)", .needs = "neighbourhood"),
    OPTION("direction", "NAME",
        WORD_IN(struct csr, subgraph.direction, KG_DIRECTION_EITHER, "either, out or in"),
        "with --neighbourhood: of the edges to follow, % (default: either)",
        .needs = "neighbourhood"),
    {0}};

static void check(struct command_line *line)
{
    struct csr *csr = line->input;
    struct csr_subgraph *s = &csr->subgraph;

    if (!option_given(line, "hops"))
        s->hops = 1;
    if (!s->vertices && !s->vertices_from && !s->component_of && !s->neighbourhood)
        usage_error(line, "which vertices? --vertices, --vertices-from, --component-of or "
                          "--neighbourhood is missing");
    if (is_dash(s->vertices_from) && is_dash(csr->path))
        usage_error(line, "--vertices-from - and the graph -: standard input can be read once");
}

/* ---- which vertices -------------------------------------------------------------------------- */

/* Room for that many vertices. */
static kg_status make_room(struct vertices *choice, uint64_t count)
{
    choice->vertex = malloc((count + 1) * sizeof *choice->vertex);
    return choice->vertex ? KG_OK : KG_MEMORY;
}

static kg_status choose_component(struct csr *csr, struct vertices *choice, kg_graph *graph)
{
    const char *name = csr->subgraph.component_of;
    const kg_vertex *component, n = kg_graph_vertices(graph);
    kg_vertex *strong = NULL, vertex;
    kg_status status;

    TRY(tool_blame(
        &csr->tool, "--component-of", kg_graph_find_vertex(graph, name, strlen(name), &vertex)));
    TRY(make_room(choice, n));
    if (csr->strong) {
        strong = malloc((n + 1ull) * sizeof *strong);
        status = strong ? kg_graph_strong_components(graph, strong, NULL) : KG_MEMORY;
        component = strong;
    } else {
        status = kg_graph_components(graph, &component, NULL);
    }
    TRY(status);
    for (kg_vertex v = 0; v < n; v++)
        if (component[v] == component[vertex])
            choice->vertex[choice->count++] = v;
out:
    free(strong);
    return status;
}

static kg_status choose_neighbourhood(struct csr *csr, struct vertices *choice, kg_graph *graph)
{
    const struct csr_subgraph *s = &csr->subgraph;
    kg_vertex centre;
    kg_status status;

    TRY(tool_blame(&csr->tool, "--neighbourhood",
        kg_graph_find_vertex(graph, s->neighbourhood, strlen(s->neighbourhood), &centre)));
    TRY(make_room(choice, kg_graph_vertices(graph)));
    TRY(kg_graph_neighbourhood(
        graph, centre, s->hops, s->direction, choice->vertex, &choice->count));
out:
    return status;
}

/* Gives the subgraph the columns of its vertices and edges, whose order stays. */
static kg_status carry_columns(kg_graph *part, kg_graph *graph, const struct vertices *choice)
{
    const uint64_t n = kg_graph_vertices(graph), m = kg_graph_edges(graph);
    bool *chosen = calloc(n + 1, sizeof *chosen);
    kg_vertex *vertex = malloc((n + 1) * sizeof *vertex);
    kg_edge *edge = malloc((m + 1) * sizeof *edge);
    const kg_vertex *end;
    uint64_t count = 0;
    kg_status status = chosen && vertex && edge ? KG_OK : KG_MEMORY;

    TRY(status);
    TRY(kg_graph_ends(graph, &end));
    for (uint64_t i = 0; i < choice->count; i++)
        chosen[choice->vertex[i]] = true;
    for (uint64_t v = 0; v < n; v++)
        if (chosen[v])
            vertex[count++] = (kg_vertex)v;
    count = 0;
    for (uint64_t e = 0; e < m; e++)
        if (chosen[end[2 * e]] && chosen[end[2 * e + 1]])
            edge[count++] = (kg_edge)e;
    TRY(kg_graph_take_columns(part, graph, edge, vertex));
out:
    free(chosen);
    free(vertex);
    free(edge);
    return status;
}

static kg_status run(struct csr *csr)
{
    const struct csr_subgraph *s = &csr->subgraph;
    kg_graph *graph = NULL, *part = NULL;
    struct vertices choice = {0};
    kg_status status;

    TRY(csr_begin(csr, &graph));
    if (s->vertices) {
        TRY(vertices_of(&csr->tool, &choice, graph, "--vertices", s->vertices));
    } else if (s->vertices_from) {
        TRY(vertices_from(&csr->tool, &choice, graph, s->vertices_from));
    } else if (s->component_of) {
        TRY(choose_component(csr, &choice, graph));
    } else {
        TRY(choose_neighbourhood(csr, &choice, graph));
    }
    TRY(kg_graph_subgraph(&part, graph, choice.vertex, choice.count));
    if (csr->read.keep)
        TRY(carry_columns(part, graph, &choice));
    TRY(csr_write_graph(csr, part));
out:
    free(choice.vertex);
    kg_graph_destroy(part);
    kg_graph_destroy(graph);
    return status;
}

const struct csr_command csr_subgraph_command = {
    .shown = {"subgraph", "some vertices, and the edges between them", "GRAPH",
        TABLES_OF(CSR_READS_KEPT, {options}, {csr_write_options}),
        "Names, values and the order of the edges stay, and the columns of --keep. FILE may hold "
        "the lines of csr degrees or "
        "csr components: what is behind a tab is left out.\n\n"
        "Examples:\n"
        "  csr subgraph --vertices a,b,c graph.txt\n"
        "  csr subgraph --component-of a graph.txt -o one.kcsr\n"
        "  csr subgraph --neighbourhood a --hops 2 --direction out graph.txt\n"
        "  csr degrees graph.txt | awk -F'\\t' '$2 > 9' | csr subgraph --vertices-from - "
        "graph.txt"},
    .answer = "a graph",
    .check = check,
    .run = run};
