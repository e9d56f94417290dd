/* csr subgraph: the graph that some vertices induce. Finds out which, from names, a list of names,
 * a component or a neighbourhood. */
#include "csr.h"
#include "labels.h"
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
    if (s->vertices_from && strcmp(s->vertices_from, "-") == 0 && strcmp(csr->path, "-") == 0)
        usage_error(line, "--vertices-from - and the graph -: standard input can be read once");
}

/* ---- which vertices -------------------------------------------------------------------------- */

/* A set of vertices, to be freed. */
struct choice {
    char *text; /* that names lie in */
    const char **name;
    size_t *length;
    uint64_t *line;    /* of each name in its file */
    kg_vertex *vertex; /* [count] */
    uint64_t count;
};

static void free_choice(struct choice *choice)
{
    free(choice->text);
    free(choice->name);
    free(choice->length);
    free(choice->line);
    free(choice->vertex);
}

/* Room for that many names. */
static kg_status make_room(struct choice *choice, uint64_t count)
{
    choice->name = calloc(count + 1, sizeof *choice->name);
    choice->length = calloc(count + 1, sizeof *choice->length);
    choice->line = calloc(count + 1, sizeof *choice->line);
    choice->vertex = calloc(count + 1, sizeof *choice->vertex);
    return choice->name && choice->length && choice->line && choice->vertex ? KG_OK : KG_MEMORY;
}

static uint64_t count_of(const char *text, size_t length, char c)
{
    uint64_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += text[i] == c;
    return count;
}

static int hexadecimal(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Takes the quotes off a name where it lies; see text_field() for what stands in them. *end: [in]
 * of the line, [out] of the name. False where something else stands there. */
static bool unquote(char *p, const char **end)
{
    static const char escaped[] = "\\\"tnr", plain[] = "\\\"\t\n\r";
    char *to = p;

    for (p++; p < *end && *p != '"'; p++) {
        const char *which;

        if (*p != '\\') {
            *to++ = *p;
            continue;
        }
        if (++p == *end || !*p)
            return false;
        which = strchr(escaped, *p);
        if (which) {
            *to++ = plain[which - escaped];
        } else if (*p == 'x' && *end - p > 2 && hexadecimal(p[1]) >= 0 && hexadecimal(p[2]) >= 0) {
            *to++ = (char)(hexadecimal(p[1]) * 16 + hexadecimal(p[2]));
            p += 2;
        } else {
            return false;
        }
    }
    if (p == *end || (p + 1 < *end && p[1] != '\t'))
        return false;
    *end = to;
    return true;
}

/* A name a line, up to its first tab: the lines that csr prints will do. */
static kg_status split_lines(struct csr *csr, struct choice *choice, size_t size)
{
    const char *path = csr->subgraph.vertices_from, *end = choice->text + size;
    uint64_t line = 0;
    kg_status status;

    TRY(make_room(choice, count_of(choice->text, size, '\n') + 1));
    for (char *p = choice->text; p < end; line++) {
        const size_t left = (size_t)(end - p);
        char *stop = memchr(p, '\n', left), *next = stop ? stop + 1 : p + left;
        const size_t length = stop ? (size_t)(stop - p) : left;
        const char *last = p + length;

        if (last > p && last[-1] == '\r')
            last--;
        if (*p == '"' && last > p) {
            if (!unquote(p, &last))
                return tool_fail(&csr->tool, KG_FORMAT,
                    "%s:%llu:1: a name in quotes ends with a quote and then the line or a tab, and "
                    "has \\\\ \\\" \\t \\n \\r or \\x01 for what it cannot hold itself",
                    path, (unsigned long long)line + 1);
        } else {
            const char *tab = memchr(p, '\t', length);

            last = tab ? tab : last;
        }
        if (last > p) {
            choice->name[choice->count] = p;
            choice->length[choice->count] = (size_t)(last - p);
            choice->line[choice->count++] = line + 1;
        }
        p = next;
    }
out:
    return status;
}

/* The vertices of the names. A failure blames the line of the file. */
static kg_status find_names(struct csr *csr, struct choice *choice, kg_graph *graph)
{
    const kg_status status =
        kg_graph_find_vertices(graph, choice->count, choice->name, choice->length, choice->vertex);
    uint64_t i = 0;

    if (status != KG_ARGUMENT)
        return status;
    while (choice->vertex[i] != KG_NO_VERTEX)
        i++;
    return tool_fail(&csr->tool, KG_FORMAT, "%s:%llu:1: %s", csr->subgraph.vertices_from,
        (unsigned long long)choice->line[i], kg_context_message(csr->tool.ctx));
}

static kg_status choose_component(struct csr *csr, struct choice *choice, kg_graph *graph)
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

static kg_status choose_neighbourhood(struct csr *csr, struct choice *choice, kg_graph *graph)
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
static kg_status carry_columns(kg_graph *part, kg_graph *graph, const struct choice *choice)
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
    struct choice choice = {0};
    struct vertices listed;
    size_t size;
    kg_status status;

    TRY(csr_begin(csr, &graph));
    if (s->vertices) {
        status = vertices_of(&csr->tool, &listed, graph, "--vertices", s->vertices);
        choice.vertex = listed.vertex;
        choice.count = listed.count;
        TRY(status);
    } else if (s->vertices_from) {
        TRY(text_read(&csr->tool, &choice.text, &size, s->vertices_from));
        TRY(split_lines(csr, &choice, size));
        TRY(find_names(csr, &choice, graph));
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
    free_choice(&choice);
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
