/*
 * Writing DOT.
 *
 * In:  a graph, and its look; without a look, the text has only the graph.
 * Out: a digraph or, for an undirected graph, a graph. A vertex' node is named by its id. Its label
 *      is its name with backslashes and quotes escaped, so that any name without a zero byte reads
 *      back unchanged. A graph without names needs no labels. The edges are in order. A value is
 *      the edge's `value`. In DOT that is only drawn, nodes have the vertices' names, because
 *      Graphviz makes the titles in a picture from them.
 * Method: plain text, row by row. (libcgraph's writer would sort a row's edges by their heads, and
 *     the order of edges is part of a graph.)
 * Work: O(n + m) and the text. Memory: a piece of the text; with clusters, 4 bytes more per vertex.
 * Deterministic: yes.
 */
#include "dot.h"
#include <stdio.h>
#include <string.h>

typedef struct writer {
    kg__dot_text *text;
    kg_graph *graph;
    const kg__look *look;
    bool open; /* whether this statement already has attributes */
} writer;

/* ---- text ------------------------------------------------------------------------------------ */

static void put(writer *w, const char *string)
{
    kg__dot_put(w->text, string);
}

static void put_number(writer *w, uint64_t number)
{
    kg__dot_put_number(w->text, number);
}

/* Writes a text inside quotes. False: it contains U+FFFD, perhaps in place of another character. */
static bool put_escaped(writer *w, const char *string, size_t length)
{
    return kg__dot_put_escaped(w->text, string, length, w->look && w->look->rendered);
}

static void begin_attribute(writer *w, const char *name)
{
    put(w, w->open ? ", " : " [");
    put(w, name);
    put(w, "=\"");
    w->open = true;
}

static void put_attribute(writer *w, const char *name, const char *value)
{
    begin_attribute(w, name);
    put(w, value);
    put(w, "\"");
}

static void put_colour(writer *w, const char *name, uint32_t colour)
{
    char value[8];

    snprintf(value, sizeof value, "#%06x", (unsigned)(colour & 0xffffff));
    put_attribute(w, name, value);
}

static void end_statement(writer *w)
{
    put(w, w->open ? "];\n" : ";\n");
    w->open = false;
}

/* ---- colours --------------------------------------------------------------------------------- */

/* Okabe and Ito's colours, which people with red-green blindness can distinguish. */
enum {
    ORANGE = 0xe69f00,
    SKY_BLUE = 0x56b4e9,
    GREEN = 0x009e73,
    YELLOW = 0xf0e442,
    BLUE = 0x0072b2,
    VERMILLION = 0xd55e00,
    PURPLE = 0xcc79a7,
    GREY = 0x666666 /* instead of their black */
};

/* The text in a vertex is black, except on blue. */
enum {
    OUT_FILL = GREEN,
    IN_FILL = YELLOW,
    BOTH_FILL = BLUE,
    BOTH_TEXT = 0xffffff,
    START_FILL = GREEN,
    END_FILL = VERMILLION,
    END_BORDER = VERMILLION,
    PLAIN = 0x404040,
    ODD = BLUE,
    EVEN = VERMILLION,
    TREE = VERMILLION,
    NOT_TREE = 0x707070,
    ODD_FILL = VERMILLION,
    MISSING = VERMILLION
};

/* Moves a colour that many percent of the way to white. */
static uint32_t lighten(uint32_t colour, uint32_t percent)
{
    uint32_t light = 0;

    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t part = colour >> shift & 255;

        light |= (part + (255 - part) * percent / 100) << shift;
    }
    return light;
}

/* A dark version for text on white. */
static uint32_t darken(uint32_t colour)
{
    return (colour >> 16 & 255) * 55 / 100 << 16 | (colour >> 8 & 255) * 55 / 100 << 8 |
           (colour & 255) * 55 / 100;
}

/* A colour for a circuit: 21 different ones. Yellow is too pale for an edge. */
static uint32_t colour_of(uint64_t rank)
{
    static const uint32_t colours[] = {BLUE, ORANGE, GREEN, PURPLE, SKY_BLUE, VERMILLION, GREY};
    enum { COLOURS = sizeof colours / sizeof *colours };

    return lighten(colours[rank % COLOURS], (uint32_t)(rank / COLOURS % 3 * 25));
}

/* ---- vertices -------------------------------------------------------------------------------- */

static bool is_inside(const writer *w, kg_vertex v)
{
    return !w->look || !w->look->inside || w->look->inside[v];
}

/* Whether the vertex keeps the graph from having an Euler circuit. */
static bool is_marked(const writer *w, kg_vertex v)
{
    const kg__look *look = w->look;

    return look && look->options.unbalanced &&
           (w->graph->half ? look->out[v] & 1 : look->out[v] != look->in[v]);
}

/* Writes the degrees of a marked vertex. In a picture they are in its label, below the name. In DOT
 * they are beside it, because the label is exactly the name. */
static void put_degrees(writer *w, kg_vertex v)
{
    const kg__look *look = w->look;

    if (!look->rendered)
        begin_attribute(w, "xlabel");
    put(w, look->rendered ? "\\n" : "");
    if (!w->graph->half)
        put(w, "out ");
    put_number(w, look->out[v]);
    if (!w->graph->half) {
        put(w, look->rendered ? "\\nin " : ", in ");
        put_number(w, look->in[v]);
    }
    if (!look->rendered)
        put(w, "\"");
}

static void put_label(writer *w, kg_vertex v)
{
    const bool marked = is_marked(w, v);
    char number[24];
    size_t length;
    const char *name = kg_graph_name(w->graph, v, number, sizeof number, &length);

    if (memchr(name, '\0', length)) {
        if (w->text->status == KG_OK)
            w->text->status = kg__fail(w->graph->ctx, KG_UNSUPPORTED,
                "the name of vertex %u has a zero byte, which DOT cannot carry; .kcsr can", v);
        return;
    }
    begin_attribute(w, "label");
    put_escaped(w, name, length);
    if (marked && w->look->rendered)
        put_degrees(w, v);
    put(w, "\"");
    if (marked && !w->look->rendered)
        put_degrees(w, v);
}

static void put_fill(writer *w, kg_vertex v)
{
    const kg__look *look = w->look;
    bool out = look->out && look->options.out_degree && look->out[v] >= look->options.out_degree;
    bool in = look->in && look->options.in_degree && look->in[v] >= look->options.in_degree;

    if (is_marked(w, v))
        put_colour(w, "fillcolor",
            w->graph->half               ? ODD_FILL
            : look->out[v] > look->in[v] ? OUT_FILL
                                         : IN_FILL);
    else if (v == look->start)
        put_colour(w, "fillcolor", START_FILL);
    else if (v == look->end)
        put_colour(w, "fillcolor", END_FILL);
    else if (out && in) {
        put_colour(w, "fillcolor", BOTH_FILL);
        put_colour(w, "fontcolor", BOTH_TEXT);
    } else if (out || in)
        put_colour(w, "fillcolor", out ? OUT_FILL : IN_FILL);
    else if (look->options.colour_vertices)
        put_colour(w, "fillcolor", lighten(colour_of(v), 30));
    if (v == look->end || is_marked(w, v)) {
        put_colour(w, "color", END_BORDER);
        put_attribute(w, "penwidth", v == look->end ? "3" : "2");
    }
}

/* Writes the name of a vertex' node. If vertices may have equal names the id follows it. It also
 * follows a name with U+FFFD, which stands for several characters. Graphviz reserves % at the
 * beginning, so a blank is written before it, and also before a blank. " #" begins the name of an
 * edge's node.
 */
static void put_node(writer *w, kg_vertex v)
{
    char number[24];
    size_t length;
    const char *name = kg_graph_name(w->graph, v, number, sizeof number, &length);

    if (!w->look || !w->look->rendered || !w->graph->names) {
        put_number(w, v);
        return;
    }
    put(w, length && (*name == ' ' || *name == '%') ? "\" " : "\"");
    if (!put_escaped(w, name, length) || w->look->equal_names) {
        put(w, " #");
        put_number(w, v);
    }
    put(w, "\"");
}

static void put_vertex(writer *w, kg_vertex v)
{
    put(w, "\t");
    put_node(w, v);
    if (w->graph->names || is_marked(w, v))
        put_label(w, v);
    if (w->look)
        put_fill(w, v);
    end_statement(w);
}

/* ---- edges ----------------------------------------------------------------------------------- */

static const char *own_label(const writer *w, kg_edge e)
{
    const char *own = w->look->options.edge_label ? w->look->options.edge_label[e] : NULL;

    return own && *own ? own : NULL;
}

static bool has_label(const writer *w, kg_edge e)
{
    return w->look->place || w->look->options.edge_ids || w->look->values || own_label(w, e);
}

/* Writes the parts of an edge's label. The blanks around them keep it off the edge. Beside a place
 * in the walk, a value is in brackets. */
static void put_edge_label(writer *w, kg_edge e)
{
    const kg__look *look = w->look;
    const char *own = own_label(w, e);

    begin_attribute(w, "label");
    if (look->place) {
        put(w, " ");
        put_number(w, (uint64_t)look->place[e] + 1);
    }
    if (look->options.edge_ids) {
        put(w, " #");
        put_number(w, e);
    }
    if (look->values) {
        put(w, look->place ? " (" : " ");
        kg__dot_put_real(w->text, w->graph->value[e]);
        put(w, look->place ? ")" : "");
    }
    if (own) {
        put(w, " ");
        put_escaped(w, own, strlen(own));
    }
    put(w, " \"");
}

/* The colours of an edge and its label. */
static void put_edge_look(writer *w, kg_edge e)
{
    const kg__look *look = w->look;
    const kg_edge *group = look->rank ? look->rank : look->options.edge_group;
    bool coloured = group || look->place;
    uint32_t colour = group                ? colour_of(group[e])
                      : !coloured          ? PLAIN
                      : look->place[e] % 2 ? EVEN
                                           : ODD;
    bool tree = look->in_tree && look->in_tree[e];

    if (tree)
        colour = TREE;
    else if (look->in_tree && !look->options.no_wash)
        colour = lighten(colour, 75);
    else if (look->in_tree && !coloured)
        colour = NOT_TREE;
    if (colour == PLAIN)
        return;
    put_colour(w, "color", colour);
    put_colour(w, "fontcolor", look->in_tree && !tree ? NOT_TREE : darken(colour));
    if (tree)
        put_attribute(w, "penwidth", "2.5");
}

/* Whether the walk follows an undirected edge from its second end to its first. */
static bool is_walked_back(const writer *w, kg_edge e)
{
    const kg__look *look = w->look;

    return w->graph->half && look->place && look->options.walk[look->place[e]] & 1;
}

/* Dashes an edge that is walked again. */
static void put_dashes(writer *w, kg_edge e)
{
    if (w->look->again && w->look->again[e])
        put_attribute(w, "style", "dashed");
}

/* An undirected edge has an arrow only if a walk gives it a direction. */
static void put_direction(writer *w, const char *direction)
{
    if (w->graph->half && w->look->place && !w->look->options.no_arrows)
        put_attribute(w, "dir", direction);
}

/* The operator between the ends of an edge. */
static const char *line(const writer *w)
{
    return w->graph->half ? " -- " : " -> ";
}

/* Writes the two ends of an edge. */
static void put_ends(writer *w, kg_vertex v, kg_vertex to)
{
    put(w, "\t");
    put_node(w, v);
    put(w, line(w));
    put_node(w, to);
}

static void put_edge_node(writer *w, kg_edge e)
{
    put(w, "\" #");
    put_number(w, e);
    put(w, "\"");
}

/* Writes an edge whose label is a node in its middle. So sfdp and neato keep labels apart from each
 * other and from the vertices, which they otherwise do not. */
static void put_edge_with_node(writer *w, kg_vertex v, kg_vertex to, kg_edge e)
{
    put(w, "\t");
    put_edge_node(w, e);
    put_attribute(w, "shape", "plaintext");
    put_attribute(w, "margin", "0");
    put_attribute(w, "width", "0");
    put_attribute(w, "height", "0");
    put_attribute(w, "fontsize", "10");
    put_edge_label(w, e);
    put_edge_look(w, e);
    end_statement(w);
    put(w, "\t");
    put_node(w, v);
    put(w, line(w));
    put_edge_node(w, e);
    put_edge_look(w, e);
    put_dashes(w, e);
    put_attribute(w, "arrowhead", "none");
    end_statement(w);
    put(w, "\t");
    put_edge_node(w, e);
    put(w, line(w));
    put_node(w, to);
    put_edge_look(w, e);
    put_dashes(w, e);
    put_direction(w, "forward");
    end_statement(w);
}

static void put_edge(writer *w, kg_vertex v, kg_vertex to, kg_edge e)
{
    const kg__look *look = w->look;
    bool label = look && has_label(w, e);

    if (label && look->rendered && look->options.layout != KG_LAYOUT_DOT) {
        const bool back = is_walked_back(w, e);

        put_edge_with_node(w, back ? to : v, back ? v : to, e);
        return;
    }
    put_ends(w, v, to);
    if (w->graph->value) {
        begin_attribute(w, "value");
        kg__dot_put_real(w->text, w->graph->value[e]);
        put(w, "\"");
    }
    if (label)
        put_edge_label(w, e);
    if (look) {
        put_edge_look(w, e);
        put_dashes(w, e);
        put_direction(w, is_walked_back(w, e) ? "back" : "forward");
    }
    end_statement(w);
}

/* ---- the graph ------------------------------------------------------------------------------- */

static void put_defaults(writer *w)
{
    static const char *const engines[] = {"", "dot", "neato", "sfdp"};
    const kg_draw_options *options = &w->look->options;

    put(w, "\tgraph [layout=");
    put(w, engines[options->layout]);
    put(w, options->layout == KG_LAYOUT_DOT
               ? ", nodesep=0.3, ranksep=0.45"
               : ", overlap=prism, sep=\"+6\", splines=line, outputorder=edgesfirst");
    put(w, ", fontname=\"DejaVu Sans,sans-serif\", fontsize=11];\n"
           "\tnode [shape=ellipse, style=filled, fillcolor=white, height=0.4, width=0.4, "
           "margin=\"0.03,0.02\", fontname=\"DejaVu Sans,sans-serif\", fontsize=12];\n"
           "\tedge [color=\"#404040\", arrowsize=0.7, fontname=\"DejaVu Sans,sans-serif\", "
           "fontsize=10");
    put(w, w->look->rank || w->look->place || options->edge_group ? ", penwidth=1.5" : "");
    put(w, options->no_arrows ? ", dir=none];\n" : "];\n");
}

/* Writes the edges that the graph lacks. DOT does not have them, because it must read back as the
 * graph. */
static void put_missing(writer *w)
{
    const kg__look *look = w->look;

    for (uint64_t i = 0; i < look->imbalance.missing && look->rendered; i++) {
        const kg_vertex *pair = look->imbalance.pair + 2 * i;

        if (!is_inside(w, pair[0]) || !is_inside(w, pair[1]))
            continue;
        put_ends(w, pair[0], pair[1]);
        put_attribute(w, "style", "dashed");
        put_attribute(w, "constraint", "false");
        put_attribute(w, "penwidth", "1.5");
        put_colour(w, "color", MISSING);
        end_statement(w);
    }
}

static void end_title(writer *w)
{
    put(w, "\";\n\tlabelloc=\"b\";\n\tfontsize=\"14\";\n");
}

/* Writes the legend of a walk below the picture. */
static void put_legend(writer *w)
{
    const kg__look *look = w->look;

    put(w, "\tlabel=\"");
    put(w, look->start == look->end ? "start and end: green with a red border"
                                    : "start: green, end: red");
    put(w, look->values ? "; edges: step (length)" : "; edges: step");
    put(w, look->again ? "\\ndashed: walked again, between the same two vertices" : "");
    end_title(w);
}

/* Writes lines of text below the picture, one for each statement. */
static void put_title(writer *w)
{
    const kg__imbalance *no = &w->look->imbalance;
    const bool undirected = w->graph->half != NULL;
    const bool path = no->components == 1 && no->missing == 1;

    put(w, "\tlabel=\"");
    put(w, !no->vertices && no->components <= 1 ? "An Euler circuit exists"
           : path                               ? "No Euler circuit, but a path"
                                                : "No Euler circuit or path");
    if (no->vertices) {
        put(w, "\\n");
        put_number(w, no->vertices);
        put(w, " of ");
        put_number(w, w->graph->n);
        put(w, undirected ? " vertices have odd degrees: red, the degree below the name"
                          : " vertices are unbalanced: green with more edges out, yellow with more "
                            "edges in");
    }
    if (no->components > 1) {
        put(w, "\\nthe edges are in ");
        put_number(w, no->components);
        put(w, w->look->coloured_parts ? " components, a colour each" : " components");
    }
    if (no->missing && w->look->rendered) {
        put(w, "\\ndashed: ");
        put_number(w, no->missing);
        put(w, no->missing == 1 ? " edge that" : " edges that");
        put(w, undirected ? " would make all degrees even" : " would balance all vertices");
    }
    end_title(w);
}

/* Writes a box for each component that has a vertex to draw. */
static kg_status put_clusters(writer *w)
{
    const kg__look *look = w->look;
    kg_context *ctx = w->graph->ctx;
    kg_vertex *first = NULL, *next = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &first, look->components, sizeof *first, "clusters"));
    KG_TRY(kg__host_allocate(ctx, &next, w->graph->n, sizeof *next, "clusters"));
    for (uint64_t c = 0; c < look->components; c++)
        first[c] = KG_NO_VERTEX;
    for (kg_vertex v = w->graph->n; v-- > 0;)
        if (is_inside(w, v)) {
            next[v] = first[look->component[v]];
            first[look->component[v]] = v;
        }
    for (uint64_t c = 0; c < look->components; c++) {
        if (first[c] == KG_NO_VERTEX)
            continue;
        put(w, "\tsubgraph cluster_");
        put_number(w, c);
        put(w, " {\n\t\tgraph [style=rounded, color=\"#909090\"];\n\t\t");
        for (kg_vertex v = first[c]; v != KG_NO_VERTEX; v = next[v]) {
            put_node(w, v);
            put(w, next[v] == KG_NO_VERTEX ? ";\n\t}\n" : "; ");
        }
    }
out:
    kg__free_all(ctx, first, next);
    return status;
}

kg_status kg__dot_write(kg__dot_text *text, kg_graph *graph, const kg__look *look)
{
    writer w = {text, graph, look, false};
    kg_status status = KG_OK;

    if (graph->half)
        KG_TRY(kg__graph_make_ends(graph));
    put(&w, graph->half ? "graph" : "digraph");
    put(&w, look && look->rendered ? " \"\" {\n" : " {\n"); /* otherwise its title would be "%3" */
    if (look)
        put_defaults(&w);
    if (look && look->options.clusters)
        KG_TRY(put_clusters(&w));
    for (kg_vertex v = 0; v < graph->n; v++)
        if (is_inside(&w, v))
            put_vertex(&w, v);
    for (kg_vertex v = 0; v < graph->n && !graph->half && text->status == KG_OK; v++) {
        if (v % 4096 == 0)
            KG_TRY(kg__progress(graph->ctx, "writing", graph->row[v], graph->m));
        for (kg_edge e = graph->row[v]; e < graph->row[v + 1]; e++)
            if (is_inside(&w, v) && is_inside(&w, graph->col[e]))
                put_edge(&w, v, graph->col[e], e);
    }
    for (kg_edge e = 0; graph->half && e < kg__edges(graph) && text->status == KG_OK; e++) {
        if (e % 16384 == 0)
            KG_TRY(kg__progress(graph->ctx, "writing", e, kg__edges(graph)));
        if (is_inside(&w, graph->end[2 * e]) && is_inside(&w, graph->end[2 * e + 1]))
            put_edge(&w, graph->end[2 * e], graph->end[2 * e + 1], e);
    }
    if (look && look->options.unbalanced) {
        put_missing(&w);
        put_title(&w); /* last, or the boxes around components would have it too */
    } else if (look && look->place && look->rendered) {
        put_legend(&w);
    }
    put(&w, "}\n");
    if (kg__dot_make_room(text, 1))
        text->bytes[text->used] = '\0';
    KG_TRY(text->status);
    if (text->output) {
        KG_TRY(kg__output_write(text->output, text->bytes, text->used));
        text->used = 0;
    }
out:
    return status;
}

kg_status kg__write_dot(kg_output *output, kg_graph *graph)
{
    kg__dot_text text = {.ctx = graph->ctx, .output = output};
    kg_status status = kg__dot_write(&text, graph, NULL);

    kg__free(graph->ctx, text.bytes);
    return status;
}
