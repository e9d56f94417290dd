/* csr dot: pictures. Finds what is to be seen in them, and has the library draw it
 * (src/csr/pictures/draw.c). */
#include "csr.h"
#include "labels.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take_picture(struct command_line *line, const struct option *option, char *value)
{
    if (kg_picture_parse(&((struct csr *)line->input)->dot.draw.picture, value) != KG_OK)
        refuse_value(line, value, "%s", option->words);
}

static const struct option options[] = {
    OPTION(NULL, "KIND", DOES(take_picture), "draw % (default: by FILE's extension, else dot)",
        .words = "dot, svg, png or pdf", .letter = 'T'),
    OPTION("layout", "NAME",
        WORD_IN(struct csr, dot.draw.layout, KG_LAYOUT_AUTO, "auto, dot, neato or sfdp"),
        "lay out by % (default: auto, by size)"),
    OPTION("out", "N", NUMBER_IN(struct csr, dot.draw.out_degree, 0, UINT64_MAX),
        "colour vertices green that have N edges out"),
    OPTION("in", "N", NUMBER_IN(struct csr, dot.draw.in_degree, 0, UINT64_MAX),
        "and yellow that have N edges in, blue that have both"),
    OPTION("clusters", NULL, SETS(struct csr, dot.draw.clusters, 1),
        "a box round each weak component"),
    OPTION("euler", NULL, SETS(struct csr, dot.euler, true),
        "number the edges along the Euler circuit or path"),
    OPTION("circuits", NULL, SETS(struct csr, dot.circuits, true),
        "a colour for each circuit that the search starts from"),
    OPTION("circuit-graph", NULL, SETS(struct csr, dot.circuit_graph, true),
        "draw how the circuits touch, and the tree that joins them",
        .without = "euler,circuits,spanning-tree",
        .says = "--circuit-graph draws another graph, with a tree of its own: not with --euler, "
                "--circuits or --spanning-tree"),
    OPTION("spanning-tree", NULL, SETS(struct csr, dot.spanning_tree, true),
        "the spanning forest red, other edges pale"),
    OPTION("no-wash", NULL, SETS(struct csr, dot.draw.no_wash, 1),
        "beside a tree: other edges grey, not pale", .needs = "spanning-tree,circuit-graph"),
    OPTION("edges", NULL, SETS(struct csr, dot.draw.edge_ids, 1), "edges show their ids"),
    OPTION("no-lengths", NULL, SETS(struct csr, dot.draw.no_values, 1),
        "edges do not show their values"),
    OPTION("labels", "FILE", TEXT_IN(struct csr, dot.labels),
        "edges show the lines of FILE, in order of their ids"),
    OPTION("around", "VERTEX", TEXT_IN(struct csr, dot.around), "draw only what is near VERTEX"),
    OPTION("radius", "N", NUMBER_IN(struct csr, dot.draw.radius, 0, UINT64_MAX),
        "with --around: within N edges, either way (default: 1)", .needs = "around"),
    OPTION("seconds", "N", NUMBER_IN(struct csr, dot.draw.seconds, 0, INT_MAX),
        "for the layout at most; 0: no limit (default: 60)"),
    OPTION("force", NULL, SETS(struct csr, dot.draw.force, 1),
        "lay out what is too large for it all the same"),
    {0}};

static void check(struct command_line *line)
{
    struct csr *csr = line->input;
    kg_draw_options *draw = &csr->dot.draw;

    draw->has_centre = option_given(line, "around");
    if (draw->has_centre && !option_given(line, "radius"))
        draw->radius = 1;
    if (option_given(line, "seconds") && draw->seconds == 0)
        draw->seconds = KG_DRAW_NO_LIMIT;
    if (csr->tool.output && draw->picture == KG_PICTURE_AUTO)
        check_extension(
            line, "-o", csr->tool.output, ".dot .gv .svg .png .pdf ", true, ", or -T KIND");
}

/* ---- what is to be seen ---------------------------------------------------------------------- */

/* What a drawing shows, to be freed. */
struct shown {
    kg_euler *euler;
    kg_edge *circuit; /* [m] */
    kg_graph *circuits;
    kg_edge *tree;     /* [tree_edges] of the circuit graph */
    kg_vertex *parent; /* [circuits] */
    char (*slot)[32];  /* [edges of the circuit graph] */
    const char **slot_label;
    struct label_list labels;
};

static void free_shown(struct shown *shown)
{
    kg_euler_destroy(shown->euler);
    kg_graph_destroy(shown->circuits);
    free(shown->circuit);
    free(shown->tree);
    free(shown->parent);
    free(shown->slot);
    free(shown->slot_label);
    labels_free(&shown->labels);
}

static kg_status no_answer(struct csr *csr, kg_status status, const char *what)
{
    if (status == KG_NO_SOLUTION && !csr->tool.quiet)
        tool_say(&csr->tool, "nothing to draw: no %s", what);
    return status;
}

static kg_status find_circuits(struct csr *csr, struct shown *shown, kg_graph *graph)
{
    shown->circuit = calloc((size_t)kg_graph_edges(graph) + 1, sizeof *shown->circuit);
    if (!shown->circuit)
        return KG_MEMORY;
    return no_answer(csr, kg_euler_circuits(graph, shown->circuit),
        "circuits, for some vertex has more edges out than in");
}

static kg_vertex root_of(kg_vertex *parent, kg_vertex v)
{
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]];
    return v;
}

/* The edge of the circuit graph between two circuits; rows are sorted. */
static kg_edge find_link(const kg_edge *row, const kg_vertex *col, kg_vertex a, kg_vertex b)
{
    kg_vertex small = a < b ? a : b, large = a < b ? b : a;
    kg_edge low = row[small], high = row[small + 1];

    while (low < high) {
        kg_edge middle = low + (high - low) / 2;

        if (col[middle] < large)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/*
 * The tree that joins the circuits, by Kruskal's algorithm in the order of slots. A slot whose left
 * neighbour in its row is in another circuit joins these two circuits. Each edge of the circuit
 * graph says its first slot. number: [m] of each edge's circuit.
 */
static kg_status join_circuits(struct shown *shown, kg_draw_options *draw, const kg_edge *row,
    kg_vertex n, const kg_vertex *number)
{
    kg_vertex k = kg_graph_vertices(shown->circuits);
    size_t links = kg_graph_edges(shown->circuits);
    const kg_edge *link_row;
    const kg_vertex *link_col;
    kg_status status = KG_MEMORY;

    shown->parent = calloc((size_t)k + 1, sizeof *shown->parent);
    shown->tree = calloc((size_t)k + 1, sizeof *shown->tree);
    shown->slot = calloc(links + 1, sizeof *shown->slot);
    shown->slot_label = calloc(links + 1, sizeof *shown->slot_label);
    if (!shown->parent || !shown->tree || !shown->slot || !shown->slot_label)
        goto out;
    TRY(kg_graph_csr(shown->circuits, &link_row, &link_col));
    for (kg_vertex c = 0; c < k; c++)
        shown->parent[c] = c;
    for (kg_vertex v = 0; v < n; v++)
        for (kg_edge s = row[v] + 1; s < row[v + 1]; s++) {
            kg_vertex a = number[s - 1], b = number[s];
            kg_edge link = a == b ? 0 : find_link(link_row, link_col, a, b);

            if (a == b)
                continue;
            if (!shown->slot_label[link]) {
                snprintf(
                    shown->slot[link], sizeof *shown->slot, "slot %llu", (unsigned long long)s);
                shown->slot_label[link] = shown->slot[link];
            }
            a = root_of(shown->parent, a);
            b = root_of(shown->parent, b);
            if (a != b)
                shown->tree[draw->tree_edges++] = link;
            shown->parent[a] = b;
        }
    draw->tree = shown->tree;
    draw->edge_label = shown->slot_label;
out:
    return status;
}

static kg_status show_circuit_graph(
    struct csr *csr, struct shown *shown, kg_draw_options *draw, kg_graph *graph)
{
    uint64_t m = kg_graph_edges(graph);
    kg_vertex *number = calloc(m + 1, sizeof *number), circuits = 0;
    const kg_edge *row;
    kg_status status = KG_MEMORY;

    if (!number)
        goto out;
    TRY(find_circuits(csr, shown, graph));
    TRY(kg_euler_circuit_graph(&shown->circuits, graph));
    TRY(kg_graph_csr(graph, &row, NULL));
    for (uint64_t e = 0; e < m; e++)
        number[e] = shown->circuit[e] == e ? circuits++ : number[shown->circuit[e]];
    TRY(join_circuits(shown, draw, row, kg_graph_vertices(graph), number));
    draw->colour_vertices = 1;
    draw->no_arrows = 1;
out:
    free(number);
    return status;
}

static kg_status show_graph(
    struct csr *csr, struct shown *shown, kg_draw_options *draw, kg_graph *graph)
{
    const struct csr_dot *dot = &csr->dot;
    kg_status status = KG_OK;

    if (dot->euler) {
        status = kg_euler_find(&shown->euler, graph, NULL);
        if (status == KG_NO_SOLUTION) {
            if (!csr->tool.quiet)
                tool_say(&csr->tool, "%s", kg_context_message(csr->tool.ctx));
            draw->unbalanced = 1;
            status = KG_OK;
        } else {
            TRY(status);
            TRY(kg_euler_walk(shown->euler, &draw->walk));
        }
    }
    if (dot->circuits) {
        TRY(find_circuits(csr, shown, graph));
        draw->circuit = shown->circuit;
    }
    if (dot->spanning_tree)
        TRY(kg_graph_spanning_tree(graph, &draw->tree, &draw->tree_edges));
out:
    return status;
}

static kg_status run(struct csr *csr)
{
    struct csr_dot *dot = &csr->dot;
    kg_draw_options *draw = &dot->draw;
    kg_graph *graph = NULL, *drawn;
    struct shown shown = {0};
    kg_status status;

    TRY(csr_begin(csr, &graph));
    drawn = graph;
    if (dot->circuit_graph) {
        TRY(show_circuit_graph(csr, &shown, draw, graph));
        drawn = shown.circuits;
    } else {
        TRY(show_graph(csr, &shown, draw, graph));
    }
    if (dot->labels) {
        TRY(labels_read(&csr->tool, &shown.labels, dot->labels, kg_graph_edges(drawn)));
        draw->edge_label = shown.labels.begin;
    }
    if (dot->around)
        TRY(tool_blame(&csr->tool, "--around",
            kg_graph_find_vertex(drawn, dot->around, strlen(dot->around), &draw->centre)));
    TRY(tool_prints(&csr->tool, csr->tool.output,
        draw->picture == KG_PICTURE_PNG   ? "a PNG picture"
        : draw->picture == KG_PICTURE_PDF ? "a PDF picture"
                                          : NULL));
    TRY(kg_graph_draw(drawn, csr->tool.output ? csr->tool.output : "-", draw));
    TRY(csr_summarise(csr, drawn, NULL, 0));
    status = draw->unbalanced ? KG_NO_SOLUTION : KG_OK;
out:
    free_shown(&shown);
    kg_graph_destroy(graph);
    return status;
}

const struct csr_command csr_dot_command = {
    .shown = {"dot", "a picture: DOT, SVG, PNG, PDF", "GRAPH", TABLES_OF(CSR_READS, {options}),
        "What is asked for combines, but --circuit-graph draws another graph. DOT that is written "
        "reads back as the same graph.\n\n"
        "Examples:\n"
        "  csr dot graph.txt -o graph.svg\n"
        "  csr dot --euler graph.txt -o walk.png\n"
        "  csr dot --spanning-tree --clusters graph.txt -o tree.pdf\n"
        "  csr dot --around a --radius 3 large.kcsr -o near-a.svg"},
    .answer = "a picture",
    .check = check,
    .run = run};
