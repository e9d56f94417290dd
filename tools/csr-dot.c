/* csr dot: pictures. Finds what is to be seen in them, and has the library draw it. */
#include "csr.h"
#include "labels.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void parse_kind(struct command_line *state, kg_draw_options *draw, const char *arg)
{
    if (kg_picture_parse(&draw->picture, arg) != KG_OK)
        usage_error(state, "-T '%s': expected dot, svg, png or pdf", arg);
}

static void parse_layout(struct command_line *state, kg_draw_options *draw, const char *arg)
{
    if (kg_layout_parse(&draw->layout, arg) != KG_OK)
        usage_error(state, "--layout '%s': expected auto, dot, neato or sfdp", arg);
}

static void check_together(struct command_line *state, const struct csr_dot *dot)
{
    if (dot->circuit_graph && (dot->euler || dot->circuits || dot->spanning_tree))
        usage_error(state, "--circuit-graph draws another graph, with a tree of its own: not with "
                           "--euler, --circuits or --spanning-tree");
    if (dot->draw.no_wash && !dot->spanning_tree && !dot->circuit_graph)
        usage_error(state, "--no-wash needs --spanning-tree or --circuit-graph");
    if (dot->radius && !dot->around)
        usage_error(state, "--radius needs --around");
}

error_t csr_parse_dot(int key, char *arg, struct command_line *state)
{
    struct csr_dot *dot = &((struct csr *)state->input)->dot;

    switch (key) {
    case 'T':
        parse_kind(state, &dot->draw, arg);
        return 0;
    case KEY_LAYOUT:
        parse_layout(state, &dot->draw, arg);
        return 0;
    case KEY_IN:
        dot->draw.in_degree = parse_number(state, "in", arg, UINT64_MAX);
        return 0;
    case KEY_OUT:
        dot->draw.out_degree = parse_number(state, "out", arg, UINT64_MAX);
        return 0;
    case KEY_CLUSTERS:
        dot->draw.clusters = 1;
        return 0;
    case KEY_EULER:
        dot->euler = true;
        return 0;
    case KEY_CIRCUITS:
        dot->circuits = true;
        return 0;
    case KEY_CIRCUIT_GRAPH:
        dot->circuit_graph = true;
        return 0;
    case KEY_SPANNING_TREE:
        dot->spanning_tree = true;
        return 0;
    case KEY_NO_WASH:
        dot->draw.no_wash = 1;
        return 0;
    case KEY_EDGE_IDS:
        dot->draw.edge_ids = 1;
        return 0;
    case KEY_NO_LENGTHS:
        dot->draw.no_values = 1;
        return 0;
    case KEY_LABELS:
        dot->labels = arg;
        return 0;
    case KEY_AROUND:
        dot->around = arg;
        if (!dot->radius)
            dot->draw.radius = 1;
        dot->draw.has_centre = 1;
        return 0;
    case KEY_RADIUS:
        dot->draw.radius = parse_number(state, "radius", arg, UINT64_MAX);
        dot->radius = true;
        return 0;
    case KEY_SECONDS:
        dot->draw.seconds = (unsigned)parse_number(state, "seconds", arg, INT_MAX);
        if (dot->draw.seconds == 0)
            dot->draw.seconds = KG_DRAW_NO_LIMIT;
        return 0;
    case KEY_FORCE:
        dot->draw.force = 1;
        return 0;
    case ARGP_KEY_FINI:
        check_together(state, dot);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
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

kg_status csr_dot(struct csr *csr)
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
