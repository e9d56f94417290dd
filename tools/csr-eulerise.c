/* csr eulerise: the cheapest edges to walk again, so that one walk goes along every edge. */
#include "csr.h"
#include "document.h"
#include "table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIXED                                                                                      \
    "--mixed reads tables and lines of streets: leave out --input-format, --ids, --undirected, "   \
    "--both-directions, -k and --keep"

static const struct option eulerise_options[] = {
    OPTION("close", NULL, SETS(struct csr, eulerise.close, true),
        "the walk ends where it begins (the default)", .without = "open,end"),
    OPTION("open", NULL, SETS(struct csr, eulerise.open, true),
        "it may end elsewhere, where that is shortest"),
    OPTION("start", "VERTEX", TEXT_IN(struct csr, eulerise.start),
        "it begins at VERTEX; without --open it ends there"),
    OPTION("end", "VERTEX", TEXT_IN(struct csr, eulerise.end), "it ends at VERTEX, open"),
    OPTION("heuristic", NULL, SETS(struct csr, eulerise.heuristic, true),
        "repeats found quickly, with a bound of the shortest"),
    OPTION("mixed", NULL, SETS(struct csr, eulerise.mixed, true),
        "GRAPH has a street a line, some one-way: a table, or from to [length] [one-way]",
        .without = "ids,undirected,both-directions,k,keep", .says = MIXED),
    {0}};

static void check(struct command_line *line)
{
    const struct csr *csr = line->input;

    if (csr->eulerise.mixed && csr->read.format && csr->read.format != KG_FORMAT_CSV)
        usage_error(line, MIXED);
}

/* What is written. */
struct repeats {
    const kg_graph *graph;
    const kg_vertex *end;
    const double *value;
    const kg_edge *edge;                               /* [count] */
    const unsigned char *backwards, *repeat_backwards; /* which way edges are walked, or NULL */
    uint64_t count;
    struct table table;
};

/* ---- the table ------------------------------------------------------------------------------- */

/* Whether row i, of an edge or of a repeat behind them, is walked from the edge's other end. */
static bool is_turned(const struct repeats *r, uint64_t i)
{
    const uint64_t m = kg_graph_edges(r->graph);

    return r->backwards && (i < m ? r->backwards[i] : r->repeat_backwards[i - m]);
}

static bool has_types(const struct repeats *r)
{
    return kg_graph_kind(r->graph) == KG_UNDIRECTED && !r->backwards;
}

/* The edges of the graph, and behind them the repeats. */
static void put_rows(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct repeats *r = user;
    const uint64_t m = kg_graph_edges(r->graph);

    for (uint64_t i = first; i < last; i++) {
        const uint64_t e = i < m ? i : r->edge[i - m];

        const unsigned turned = is_turned(r, i);

        table_vertex(text, &r->table, r->end[2 * e + turned]);
        text_put(text, r->table.separator, 1);
        table_vertex(text, &r->table, r->end[2 * e + !turned]);
        if (has_types(r)) {
            text_put(text, r->table.separator, 1);
            text_string(text, "Undirected");
        }
        if (r->value) {
            text_put(text, r->table.separator, 1);
            text_real(text, r->value[e]);
        }
        text_put(text, r->table.separator, 1);
        if (i >= m)
            text_number(text, e);
        table_values(text, &r->table, (kg_edge)e);
        text_put(text, "\n", 1);
    }
}

/* Whether a table is what path's extension asks for; with_tabs: one with tabs. */
static bool asks_for_table(const char *path, bool with_tabs)
{
    static const char *const tabs[] = {".tsv", ".tab"}, *const commas[] = {".csv", ".csv"};
    const char *const *known = with_tabs ? tabs : commas;
    char small[5] = "";
    int length;
    const char *extension = path ? extension_of(path, &length) : NULL;

    if (!extension || length != 4)
        return false;
    for (int i = 0; i < length; i++) /* capital letters become small ones; a dot stays */
        small[i] = (char)(extension[i] | 0x20);
    return strcmp(small, known[0]) == 0 || strcmp(small, known[1]) == 0;
}

static kg_status write_table(struct csr *csr, struct repeats *r)
{
    const char *path = csr->tool.output;
    struct text head = {0};
    kg_output *output = NULL;
    kg_status status;

    TRY(table_begin(&csr->tool, &r->table, r->graph, asks_for_table(path, true),
        "source target type weight repeats "));
    text_format(&head, "source%starget", r->table.separator);
    if (has_types(r))
        text_format(&head, "%stype", r->table.separator);
    if (r->value)
        text_format(&head, "%sweight", r->table.separator);
    text_format(&head, "%srepeats", r->table.separator);
    table_names(&head, &r->table);
    text_put(&head, "\n", 1);
    TRY(tool_open(&csr->tool, &output, path));
    TRY(text_flush(&head, output));
    TRY(tool_rows(&csr->tool, output, kg_graph_edges(r->graph) + r->count, put_rows, r));
    TRY(tool_close(&csr->tool, output));
out:
    kg_output_destroy(output);
    free(head.bytes);
    return status;
}

/* ---- the document ---------------------------------------------------------------------------- */

static void put_objects(struct text *text, const void *user, uint64_t first, uint64_t last)
{
    const struct repeats *r = user;

    for (uint64_t i = first; i < last; i++) {
        const uint64_t e = r->edge[i];

        const unsigned turned = is_turned(r, kg_graph_edges(r->graph) + i);

        if (i)
            text_put(text, ",", 1);
        json_open(text, NULL, '{');
        json_number(text, "edge", e);
        json_name(text, "source", r->graph, r->end[2 * e + turned]);
        json_name(text, "target", r->graph, r->end[2 * e + !turned]);
        if (r->value)
            json_double(text, "value", r->value[e]);
        json_kept(text, "kept", r->graph, KG_ELEMENT_EDGE, e);
        json_close(text, '}');
    }
}

static void put_lengths(struct text *text, const kg_graph *graph, const kg_route_lengths *lengths)
{
    const double total = lengths->length + lengths->repeated;

    csr_put_sizes(text, graph);
    json_string(text, "kind", lengths->closed ? "circuit" : "path");
    if (!lengths->closed) {
        json_name(text, "start", graph, lengths->start);
        json_name(text, "end", graph, lengths->end);
    }
    json_number(text, "unbalanced", lengths->unbalanced);
    json_number(text, "repeats", lengths->repeats);
    json_double(text, "length", lengths->length);
    json_double(text, "repeated", lengths->repeated);
    json_double(text, "total", total);
    json_double(text, "dead_heading", total > 0 ? lengths->repeated / total : 0);
    json_double(text, "bound", lengths->bound);
    json_double(text, "rounding", lengths->rounding);
}

static kg_status write_document(
    struct csr *csr, const struct repeats *r, const kg_route_lengths *lengths)
{
    struct document document = {.tool = &csr->tool};
    kg_status status;

    TRY(document_open(&document));
    put_lengths(&document.text, r->graph, lengths);
    TRY(document_list(&document, "repeat_list", r->count, put_objects, r));
    TRY(document_close(&document));
out:
    document_drop(&document);
    return status;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Gives the graph with repeats the columns: a repeat has those of its edge. */
static kg_status carry_columns(kg_graph *graph, const struct repeats *r)
{
    const uint64_t m = kg_graph_edges(r->graph), n = kg_graph_vertices(graph);
    kg_edge *edge = malloc((kg_graph_edges(graph) + 1ull) * sizeof *edge);
    kg_edge *next = malloc((n + 1) * sizeof *next);
    const kg_edge *row;
    kg_status status = edge && next ? KG_OK : KG_MEMORY;

    TRY(status);
    TRY(kg_graph_csr(graph, &row, NULL));
    memcpy(next, row, (n + 1) * sizeof *next);
    for (uint64_t i = 0; i < m + r->count; i++) {
        const uint64_t e = i < m ? i : r->edge[i - m];
        const kg_vertex from = r->end[2 * e + is_turned(r, i)];

        edge[kg_graph_kind(graph) == KG_DIRECTED ? next[from]++ : i] = (kg_edge)e;
    }
    TRY(kg_graph_take_columns(graph, r->graph, edge, NULL));
out:
    free(edge);
    free(next);
    return status;
}

/* Another format than a table: the repeats stand behind the edges, or at the end of their rows. */
static kg_status write_other(struct csr *csr, const struct repeats *r, const kg_route *route)
{
    kg_graph *graph = NULL;
    kg_status status;

    TRY(kg_route_graph(&graph, route));
    if (csr->read.keep)
        TRY(carry_columns(graph, r));
    TRY(tool_write_graph(&csr->tool, graph, csr->to));
out:
    kg_graph_destroy(graph);
    return status;
}

/* What is not proven to be the least is said unasked. */
static void say_lengths(struct csr *csr, const kg_route_lengths *lengths)
{
    const double total = lengths->length + lengths->repeated;
    const bool least = lengths->repeated <= lengths->bound;
    char gap[128] = "proven least";

    if (!least)
        snprintf(gap, sizeof gap, "at least %.15g is proven, a gap of %.2f %% of the whole",
            lengths->bound, 100 * (lengths->repeated - lengths->bound) / total);
    if (csr->tool.verbose || (!least && !csr->tool.quiet))
        tool_say(&csr->tool, "%llu repeat%s of length %.15g, %s%s; with %s %.15g, of which %.2f %%",
            (unsigned long long)lengths->repeats, lengths->repeats == 1 ? "" : "s",
            lengths->repeated, gap, lengths->rounding > 0 ? " but for rounding" : "",
            lengths->repeats == 1 ? "it" : "them", total,
            total > 0 ? 100 * lengths->repeated / total : 0);
}

static kg_status write_answer(struct csr *csr, kg_graph *graph, const kg_route *route)
{
    const kg_route_lengths *lengths = kg_route_measure(route);
    const char *path = csr->tool.output;
    int length;
    struct repeats r = {.graph = graph, .value = kg_graph_values(graph)};
    struct text text = {0};
    kg_status status;

    TRY(kg_graph_ends(graph, &r.end));
    TRY(kg_route_repeats(route, &r.edge, &r.count));
    TRY(kg_route_directions(route, &r.backwards, &r.repeat_backwards));
    if (document_wanted(&csr->tool))
        TRY(write_document(csr, &r, lengths));
    else if (csr->to == KG_FORMAT_CSV ||
             (csr->to == KG_FORMAT_AUTO &&
                 (!path || !extension_of(path, &length) || asks_for_table(path, false) ||
                     asks_for_table(path, true))))
        TRY(write_table(csr, &r));
    else
        TRY(write_other(csr, &r, route));
    if (csr->tool.json && path) {
        json_open(&text, NULL, '{');
        put_lengths(&text, graph, lengths);
        TRY(tool_print_json(&csr->tool, &text));
    }
    say_lengths(csr, lengths);
out:
    free(text.bytes);
    return status;
}

/* Says why there is none, on stderr and under --json as a document. */
static kg_status report_no(struct csr *csr, const kg_graph *graph, const kg_route_witness *why)
{
    const bool one_way = why->reason == KG_ROUTE_ONE_WAY;
    struct text line = {0}, json = {0};
    kg_status status = KG_NO_SOLUTION;

    json_open(&json, NULL, '{');
    csr_put_sizes(&json, graph);
    json_string(&json, "kind", "none");
    json_string(&json, "reason", one_way ? "one-way" : "disconnected");
    json_number(&json, "components", why->components);
    json_open(&json, "witness", '[');
    for (unsigned i = 0; i < why->listed; i++) {
        text_string(&line, !i ? "" : one_way ? " to " : ", ");
        text_name_shown(&line, graph, why->vertex[i]);
        json_name(&json, NULL, graph, why->vertex[i]);
    }
    json_close(&json, ']');
    if (!one_way && why->components > why->listed)
        text_format(&line, ", and %llu more", (unsigned long long)(why->components - why->listed));
    if (line.failed)
        status = KG_MEMORY;
    else if (!csr->tool.quiet && one_way)
        tool_say(&csr->tool, "no walk uses all edges: no edges lead from %.*s%s", (int)line.used,
            line.bytes,
            csr->eulerise.mixed ? "" : "; --undirected reads streets that go both ways");
    else if (!csr->tool.quiet)
        tool_say(&csr->tool,
            "no walk uses all edges: they lie in %llu components, those of %.*s. csr subgraph "
            "--component-of VERTEX takes one",
            (unsigned long long)why->components, (int)line.used, line.bytes);
    if (csr->tool.json && status == KG_NO_SOLUTION) {
        status = tool_print_json(&csr->tool, &json);
        status = status == KG_OK ? KG_NO_SOLUTION : status;
    }
    free(line.bytes);
    free(json.bytes);
    return status;
}

/* The vertex of an option's name, which must have edges. */
static kg_status find_end(
    struct csr *csr, kg_graph *graph, const char *option, const char *name, kg_vertex *v)
{
    const kg_edge *out, *in;
    kg_status status;

    TRY(tool_blame(&csr->tool, option, kg_graph_find_vertex(graph, name, strlen(name), v)));
    TRY(kg_graph_degrees(graph, &out, &in));
    if (!out[*v] && !in[*v])
        return tool_fail(&csr->tool, KG_ARGUMENT,
            "%s: vertex '%s' has no edges: a walk begins and ends where edges are", option,
            SHOW(name, strlen(name)));
out:
    return status;
}

/* Reads streets of which some may be one-way. */
static kg_status read_streets(struct csr *csr, kg_graph **graph, kg_drawing **streets)
{
    const kg_drawing_options options = {
        .columns = csr->read.columns, .skip_lines = csr->read.skip_lines};
    kg_status status;

    TRY(tool_begin(&csr->tool));
    TRY(kg_drawing_read(streets, csr->tool.ctx, csr->path, &options));
    TRY(kg_drawing_graph(graph, *streets));
    tool_work(&csr->tool);
    csr->tool.edges = kg_graph_edges(*graph);
out:
    return status;
}

static kg_status run(struct csr *csr)
{
    const struct csr_eulerise *asked = &csr->eulerise;
    kg_eulerise_options options = {.heuristic = asked->heuristic,
        .open = asked->open,
        .has_start = asked->start != NULL,
        .has_end = asked->end != NULL};
    kg_graph *graph = NULL;
    kg_drawing *streets = NULL;
    kg_route *route = NULL;
    kg_status status;

    csr->read.lengths = 1;
    TRY(asked->mixed ? read_streets(csr, &graph, &streets) : csr_begin(csr, &graph));
    if (asked->mixed)
        options.one_way = kg_drawing_segments(streets)->fixed;
    if (asked->start)
        TRY(find_end(csr, graph, "--start", asked->start, &options.start));
    if (asked->end)
        TRY(find_end(csr, graph, "--end", asked->end, &options.end));
    status = kg_euler_eulerise(&route, graph, &options);
    if (status == KG_NO_SOLUTION)
        status = report_no(csr, graph, kg_route_why(route));
    else if (status == KG_OK)
        status = write_answer(csr, graph, route);
    else if (status == KG_FORMAT)
        status =
            tool_fail(&csr->tool, status, "%s: %s", csr->path, kg_context_message(csr->tool.ctx));
out:
    kg_route_destroy(route);
    kg_graph_destroy(graph);
    kg_drawing_destroy(streets);
    return status;
}

const struct csr_command csr_eulerise_command = {
    .shown = {"eulerise", "add the shortest repeats, so that one walk uses all edges", "GRAPH",
        TABLES_OF(CSR_READS_KEPT, {eulerise_options}, {csr_write_options}),
        "The value of an edge is its length, 1 without values. No other repeats are shorter: that "
        "is proven before they are written. The table has a column repeats: the id of the edge "
        "that is repeated; the columns of --keep follow. euler-find finds the walk.\n\n"
        "Examples:\n"
        "  csr eulerise roads.txt | euler-find -\n"
        "  csr eulerise --mixed streets.csv | euler-find -\n"
        "  csr eulerise --json roads.txt\n"
        "  csr eulerise --start Depot --open roads.csv -o route.csv"},
    .check = check,
    .run = run};
