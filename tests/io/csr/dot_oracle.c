/*
 * DOT at random, as the grammar has it, read by konig and by Graphviz' own parser: the same nodes
 * in the same order, the same edges in each row, the same values.
 *
 * usage: dot_oracle [COUNT [SEED]]
 */
#include "csr/files/read.h"
#include <cgraph.h>
#include <konig/konig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 16, DEPTH = 4 };

static uint64_t state;

static unsigned below(unsigned count)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % count;
}

/* ---- a text ---------------------------------------------------------------------------------- */

static char text[ROOM];
static size_t used;
static bool directed, strict;

static void put(const char *string)
{
    size_t length = strlen(string);

    if (used + length < ROOM / 2 || string[1] == '\0') /* closing braces find room */
        used = (size_t)(stpcpy(text + used, string) - text);
}

#define PUT_ONE_OF(...)                                                                            \
    do {                                                                                           \
        static const char *const choice[] = {__VA_ARGS__};                                         \
        put(choice[below(sizeof choice / sizeof *choice)]);                                        \
    } while (0)

static void put_blank(void)
{
    PUT_ONE_OF(" ", " ", "\t", "\n", " /* x -> \" { */ ", " // }\n", "\n# {\n");
}

static void put_atom(void)
{
    PUT_ONE_OF("a", "b", "c", "d", "e", "f", "g1", "_h", "\"a b\"", "\"node\"", "\"x\" + \"y\"",
        "<h<b>i</b>>", "\"q\\\"r\"", "\"u\\\\v\"", "-1", ".5", "1.", "007", "\xc3\xa9",
        "\"e\\\nf\"");
}

static void put_attributes(bool key)
{
    while (below(3) == 0) {
        put("[");
        for (unsigned i = below(4); i > 0; i--) {
            if (key && !strict && below(4) == 0)
                PUT_ONE_OF("key=x", "key = y", "\"key\"=\"\"");
            else
                PUT_ONE_OF("value=1", "value = -3", "value=\"1e3\"", "weight=.5", "weight=7",
                    "value=\"\"", "color=red", "\"weight\" = <4>");
            PUT_ONE_OF(",", ";", " ", "\n");
        }
        put("]");
        put_blank();
    }
}

static void put_body(int depth);

static void put_side(int depth)
{
    if (depth < DEPTH && below(4) == 0) {
        PUT_ONE_OF("", "subgraph ", "subgraph s ", "subgraph t ");
        put_body(depth + 1);
        return;
    }
    put_atom();
    if (below(8) == 0)
        PUT_ONE_OF(":p", ":p:n", ":\"x y\"");
    while (below(5) == 0) {
        put(", ");
        put_atom();
    }
}

static void put_statement(int depth)
{
    unsigned kind = below(9);

    if (kind == 0) {
        PUT_ONE_OF("node", "edge", "EDGE", "graph");
        put(" [] ");
        put_attributes(false);
    } else if (kind == 1) {
        put("x = ");
        put_atom();
    } else {
        put_side(depth);
        while (below(2)) {
            put_blank();
            put(directed ? "-> " : "-- ");
            put_side(depth);
        }
        put(" ");
        put_attributes(true);
    }
}

static void put_body(int depth)
{
    put("{");
    for (unsigned i = below(depth ? 4 : 12); i > 0; i--) {
        put_blank();
        put_statement(depth);
        PUT_ONE_OF(";", " ", "\n", " ;");
    }
    put("}");
}

static void make_text(void)
{
    used = 0;
    directed = below(2);
    strict = below(3) == 0;
    if (strict)
        put("strict ");
    put(directed ? "digraph " : "graph ");
    put_body(0);
}

/* ---- Graphviz' view of it -------------------------------------------------------------------- */

/* An end of an edge: what stands in the row of a vertex. */
typedef struct end {
    const char *name; /* of the vertex at the other end */
    double value;
} end;

static double value_of(Agedge_t *e, Agsym_t *symbol)
{
    const char *said = symbol ? agxget(e, symbol) : "";

    return *said ? strtod(said, NULL) : 1;
}

/* The edges in the order in which they appear. */
static Agedge_t **list_edges(Agraph_t *g)
{
    Agedge_t **edge = calloc((size_t)agnedges(g) + 1, sizeof *edge);

    for (Agnode_t *n = agfstnode(g); n; n = agnxtnode(g, n))
        for (Agedge_t *e = agfstout(g, n); e; e = agnxtout(g, e))
            edge[AGSEQ(e) - 1] = e;
    return edge;
}

/* row: [out] what stands in the row of a node, at most two ends an edge. Returns how many. */
static size_t list_row(Agraph_t *g, Agedge_t **edge, Agnode_t *node, Agsym_t *symbol, end *row)
{
    size_t count = 0;

    for (int i = 0; i < agnedges(g); i++) {
        if (agtail(edge[i]) == node)
            row[count++] = (end){agnameof(aghead(edge[i])), value_of(edge[i], symbol)};
        if (!directed && aghead(edge[i]) == node)
            row[count++] = (end){agnameof(agtail(edge[i])), value_of(edge[i], symbol)};
    }
    return count;
}

/* ---- both ------------------------------------------------------------------------------------ */

static bool is_called(kg_graph *graph, kg_vertex v, const char *name)
{
    char number[24];
    size_t length;
    const char *own = kg_graph_name(graph, v, number, sizeof number, &length);

    return length == strlen(name) && memcmp(own, name, length) == 0;
}

/* The vertices stand in the order in which the nodes appear: no text has integers for all names but
 * one that has one. */
static const char *compare(kg_graph *graph, Agraph_t *g)
{
    Agsym_t *symbol = agattr(g, AGEDGE, "value", NULL);
    Agedge_t **edge = list_edges(g);
    end *row = calloc(2 * (size_t)agnedges(g) + 1, sizeof *row);
    const double *value = kg_graph_values(graph);
    const char *differ = NULL;
    const kg_edge *rows;
    const kg_vertex *col;

    symbol = symbol ? symbol : agattr(g, AGEDGE, "weight", NULL);
    kg_graph_csr(graph, &rows, &col);
    if (kg_graph_vertices(graph) != (kg_vertex)agnnodes(g))
        differ = "another number of vertices";
    if (agnedges(g) && !value != !symbol)
        differ = "values";
    for (Agnode_t *n = agfstnode(g); n && !differ; n = agnxtnode(g, n)) {
        kg_vertex v = (kg_vertex)AGSEQ(n) - 1;
        size_t count = list_row(g, edge, n, symbol, row);

        if (!is_called(graph, v, agnameof(n)))
            differ = "another name";
        if (rows[v + 1] - rows[v] != count)
            differ = "another number of edges";
        for (size_t i = 0; i < count && !differ; i++)
            if (!is_called(graph, col[rows[v] + i], row[i].name))
                differ = "another edge";
            else if (value && value[rows[v] + i] != row[i].value)
                differ = "another value";
    }
    free(edge);
    free(row);
    return differ;
}

static const char *check_text(kg_context *ctx)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg__input input = {.ctx = ctx, .shown = "f", .fd = -1, .size = used, .bytes = text};
    Agraph_t *g = agmemread(text);
    kg_graph *graph = NULL;
    const char *differ;

    options.format = KG_FORMAT_DOT;
    options.both_directions = !directed;
    if (kg__graph_read_input(&graph, &input, "f", &options, KG__TEXT_BLOCK) != KG_OK)
        differ = kg_context_message(ctx);
    else
        differ = g ? compare(graph, g) : "Graphviz refuses this";
    kg_graph_destroy(graph);
    if (g)
        agclose(g);
    return differ;
}

int main(int arguments, char **argument)
{
    unsigned long count = arguments > 1 ? strtoul(argument[1], NULL, 10) : 1000;
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx;
    unsigned long bytes = 0;

    options.device = "cpu";
    options.threads = 1;
    state = arguments > 2 ? strtoul(argument[2], NULL, 10) : 1;
    if (kg_context_create(&ctx, &options) != KG_OK)
        return 1;
    for (unsigned long i = 0; i < count; i++) {
        const char *differ;

        make_text();
        differ = check_text(ctx);
        if (differ) {
            fprintf(stderr, "text %lu: %s\n%s\n", i, differ, text);
            return 1;
        }
        bytes += used;
    }
    kg_context_destroy(ctx);
    printf("%lu texts of %lu bytes\n", count, bytes);
    return 0;
}
