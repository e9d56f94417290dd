/*
 * Drawing a graph.
 *
 * In:  a graph, and options for its look. Out: DOT, or a picture that Graphviz makes of it.
 * Method: each request of the options becomes an array with an entry per edge or vertex.
 *     write_dot.c writes all this as DOT, and render.c has Graphviz lay it out.
 * Work: O(n + m) without the layout. Memory: up to 18 bytes per edge and 9 per vertex, and the
 *     reverse graph for a part.
 * Deterministic: the DOT is; a picture is as far as Graphviz is.
 */
#include "../../base/ascii.h"
#include "../../io/packed.h"
#include "dot.h"
#include <stdio.h>
#include <string.h>

/*
 * The nodes and edges that a layout can take before its time grows too much. A label of an edge is
 * one more node, and makes two edges of the edge; for dot it is one more edge. Measured on random
 * graphs with two edges a vertex, on one core: dot 100 vertices 0.2 s, 200 4 s, with labels 60 0.1
 * s, 150 7 s, 200 40 s, but dot is fast on a tree or another graph with few crossings; neato 300
 * 0.4 s, 1,000 5 s; sfdp 1,000 0.4 s, 10,000 10 s, with labels 200 0.4 s, 3,000 10 s.
 */
static const struct {
    const char *name;
    uint64_t nodes, edges;
} layouts[] = {{"auto", 0, 0}, {"dot", 500, 1000}, {"neato", 2000, 5000}, {"sfdp", 10000, 30000}};

/* Up to these sizes auto uses dot, whose pictures are the clearest. */
enum { AUTO_DOT_NODES = 100, AUTO_DOT_EDGES = 250 };

static const char *const pictures[] = {"auto", "dot", "svg", "png", "pdf"};

kg_status kg_picture_parse(kg_picture *picture, const char *name)
{
    if (!picture || !name)
        return KG_ARGUMENT;
    for (unsigned i = 0; i < sizeof pictures / sizeof *pictures; i++)
        if (strcmp(name, pictures[i]) == 0) {
            *picture = (kg_picture)i;
            return KG_OK;
        }
    return KG_ARGUMENT;
}

kg_status kg_layout_parse(kg_layout *layout, const char *name)
{
    if (!layout || !name)
        return KG_ARGUMENT;
    for (unsigned i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (strcmp(name, layouts[i].name) == 0) {
            *layout = (kg_layout)i;
            return KG_OK;
        }
    return KG_ARGUMENT;
}

static kg_picture by_extension(const char *path)
{
    return kg__extension_is(path, ".svg ")   ? KG_PICTURE_SVG
           : kg__extension_is(path, ".png ") ? KG_PICTURE_PNG
           : kg__extension_is(path, ".pdf ") ? KG_PICTURE_PDF
                                             : KG_PICTURE_DOT;
}

enum { LAYOUT_SECONDS = 60 }; /* the time limit of a layout unless the options set another */

/* ---- the part around a vertex ---------------------------------------------------------------- */

/* inside: [out] [n] whether a vertex is within radius of the centre. */
static kg_status find_part(kg_graph *graph, const kg_draw_options *options, uint8_t *inside)
{
    kg_vertex *part = NULL;
    uint64_t count;
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, &part, graph->n, sizeof *part, "a part of the graph"));
    KG_TRY(kg_graph_neighbourhood(
        graph, options->centre, options->radius, KG_DIRECTION_EITHER, part, &count));
    memset(inside, 0, graph->n);
    for (uint64_t i = 0; i < count; i++)
        inside[part[i]] = 1;
out:
    kg__free(graph->ctx, part);
    return status;
}

/* ---- from the options to the look ------------------------------------------------------------ */

static kg_status bad_edge(kg_graph *graph, const char *what, uint64_t i, kg_edge edge)
{
    return kg__fail(graph->ctx, KG_ARGUMENT, "%s[%llu] is edge %llu: expected %s", what,
        (unsigned long long)i, (unsigned long long)edge,
        edge < kg__edges(graph) ? "each edge once" : "an edge of the graph");
}

/* walk: in an undirected graph, half-edges. */
static kg_status place_walk(kg_graph *graph, const kg_edge *walk, kg_edge *place)
{
    const kg_edge m = kg__edges(graph);

    for (kg_edge e = 0; e < m; e++)
        place[e] = KG_NO_EDGE;
    for (kg_edge i = 0; i < m; i++) {
        const kg_edge e = graph->half ? walk[i] / 2 : walk[i];

        if (e >= m || place[e] != KG_NO_EDGE)
            return bad_edge(graph, "walk", i, e);
        place[e] = i;
    }
    return KG_OK;
}

/*
 * Marks the edges that repeat an earlier edge of the walk: one between the same two vertices, in a
 * directed graph in the same direction. A street that is walked twice is such a pair. Each row is
 * read twice: to find the first step to each of its targets, and to find the edges that are not
 * this step.
 */
static kg_status mark_again(kg__look *look, const kg_graph *graph)
{
    kg_edge *first = NULL, repeats = 0;
    kg_status status;

    KG_TRY(kg__host_allocate(graph->ctx, &look->again, kg__edges(graph), 1, "repeated edges"));
    KG_TRY(kg__host_allocate(graph->ctx, &first, graph->n, sizeof *first, "repeated edges"));
    for (kg_vertex v = 0; v < graph->n; v++) {
        for (kg_edge s = graph->row[v]; s < graph->row[v + 1]; s++)
            first[graph->col[s]] = KG_NO_EDGE;
        for (int pass = 0; pass < 2; pass++)
            for (kg_edge s = graph->row[v]; s < graph->row[v + 1]; s++) {
                const kg_edge e = graph->half ? graph->half[s] / 2 : s;
                kg_edge *step = &first[graph->col[s]];

                if (pass)
                    repeats += look->again[e] = look->place[e] != *step;
                else
                    *step = look->place[e] < *step ? look->place[e] : *step;
            }
    }
    if (!repeats) {
        kg__free(graph->ctx, look->again);
        look->again = NULL;
    }
out:
    kg__free(graph->ctx, first);
    return status;
}

/* A circuit's smallest edge gives it the next number. */
static kg_status rank_circuits(kg_graph *graph, const kg_edge *circuit, kg_edge *rank)
{
    kg_edge circuits = 0;

    for (kg_edge e = 0; e < kg__edges(graph); e++) {
        if (circuit[e] > e || circuit[circuit[e]] != circuit[e])
            return kg__fail(graph->ctx, KG_ARGUMENT,
                "circuit[%llu] is %llu: expected the smallest edge of its circuit",
                (unsigned long long)e, (unsigned long long)circuit[e]);
        rank[e] = circuit[e] == e ? circuits++ : rank[circuit[e]];
    }
    return KG_OK;
}

static kg_status mark_tree(kg_graph *graph, const kg_draw_options *options, uint8_t *in_tree)
{
    memset(in_tree, 0, kg__edges(graph));
    for (uint64_t i = 0; i < options->tree_edges; i++) {
        if (options->tree[i] >= kg__edges(graph))
            return bad_edge(graph, "tree", i, options->tree[i]);
        in_tree[options->tree[i]] = 1;
    }
    return KG_OK;
}

/* Finds what keeps the graph from having an Euler circuit. Each component with edges has a colour
 * of its own, unless other options give colours to edges. */
static kg_status find_imbalance(kg__look *look, kg_graph *graph)
{
    const kg_draw_options *options = &look->options;
    kg_status status;

    KG_TRY(kg__graph_find_imbalance(&look->imbalance, graph));
    KG_TRY(kg_graph_degrees(graph, &look->out, &look->in));
    if (look->imbalance.components < 2 || options->walk || options->circuit || options->edge_group)
        goto out;
    KG_TRY(kg__graph_make_ends(graph));
    KG_TRY(kg__host_allocate(
        graph->ctx, &look->rank, kg__edges(graph), sizeof *look->rank, "colours of components"));
    for (uint64_t e = 0; e < kg__edges(graph); e++)
        look->rank[e] = graph->component[graph->end[2 * e]];
    look->coloured_parts = true;
out:
    return status;
}

static kg_status make_look(kg__look *look, kg_graph *graph)
{
    const kg_draw_options *options = &look->options;
    const uint64_t m = kg__edges(graph);
    kg_context *ctx = graph->ctx;
    uint64_t first, last; /* half-edges of the walk */
    kg_vertex equal[2];
    kg_status status = KG_OK;

    look->values = graph->value && !options->no_values;
    if (options->out_degree || options->in_degree)
        KG_TRY(kg_graph_degrees(graph, &look->out, &look->in));
    if (look->rendered) {
        KG_TRY(kg__names_find_equal(graph->names, ctx, graph->n, equal));
        look->equal_names = equal[0] != KG_NO_VERTEX;
    }
    if (options->clusters)
        KG_TRY(kg_graph_components(graph, &look->component, &look->components));
    if (options->has_centre) {
        KG_TRY(kg__host_allocate(ctx, &look->inside, graph->n, 1, "a part of the graph"));
        KG_TRY(find_part(graph, options, look->inside));
    }
    if (options->walk && m) {
        KG_TRY(kg__host_allocate(ctx, &look->place, m, sizeof *look->place, "places in the walk"));
        KG_TRY(place_walk(graph, options->walk, look->place));
        KG_TRY(kg__graph_make_ends(graph));
        first = graph->half ? options->walk[0] : 2 * (uint64_t)options->walk[0];
        last = graph->half ? options->walk[m - 1] : 2 * (uint64_t)options->walk[m - 1];
        look->start = graph->end[first];
        look->end = graph->end[last ^ 1];
        KG_TRY(mark_again(look, graph));
    }
    if (options->circuit) {
        KG_TRY(kg__host_allocate(ctx, &look->rank, m, sizeof *look->rank, "circuits"));
        KG_TRY(rank_circuits(graph, options->circuit, look->rank));
    }
    if (options->unbalanced)
        KG_TRY(find_imbalance(look, graph));
    if (options->tree) {
        KG_TRY(kg__host_allocate(ctx, &look->in_tree, m, 1, "a spanning tree"));
        KG_TRY(mark_tree(graph, options, look->in_tree));
    }
out:
    return status;
}

/* ---- the size of a layout -------------------------------------------------------------------- */

static void count_drawn(
    const kg_graph *graph, const uint8_t *inside, uint64_t *vertices, uint64_t *edges)
{
    *vertices = graph->n;
    *edges = kg__edges(graph);
    if (!inside)
        return;
    *vertices = *edges = 0;
    for (kg_vertex v = 0; v < graph->n; v++) {
        *vertices += inside[v];
        for (kg_edge e = graph->row[v]; inside[v] && e < graph->row[v + 1]; e++)
            *edges += inside[graph->col[e]];
    }
    if (graph->half)
        *edges /= 2;
}

static kg_status choose_layout(kg__look *look, const kg_graph *graph)
{
    kg_draw_options *options = &look->options;
    bool labelled = options->walk || options->edge_ids || options->edge_label || look->values;
    uint64_t vertices, edges, nodes, parts;
    const char *advice = "";

    count_drawn(graph, look->inside, &vertices, &edges);
    edges += look->rendered ? look->imbalance.missing : 0;
    parts = labelled ? 2 * edges : edges;
    if (options->layout == KG_LAYOUT_AUTO)
        options->layout =
            options->clusters || (vertices <= AUTO_DOT_NODES && parts <= AUTO_DOT_EDGES)
                ? KG_LAYOUT_DOT
                : KG_LAYOUT_SFDP;
    if (options->clusters && options->layout != KG_LAYOUT_DOT)
        return kg__fail(graph->ctx, KG_ARGUMENT,
            "the layout %s draws no boxes: clusters want the layout dot",
            layouts[options->layout].name);
    nodes = labelled && options->layout != KG_LAYOUT_DOT ? vertices + edges : vertices;
    if (!look->rendered || options->force ||
        (nodes <= layouts[options->layout].nodes && parts <= layouts[options->layout].edges))
        return KG_OK;
    if (options->layout != KG_LAYOUT_SFDP && !options->clusters &&
        (labelled ? vertices + edges : vertices) <= layouts[KG_LAYOUT_SFDP].nodes &&
        parts <= layouts[KG_LAYOUT_SFDP].edges)
        advice = "the layout sfdp takes this; ";
    return kg__fail(graph->ctx, KG_LIMIT,
        "%llu vertices and %llu edges are too many for a picture: the layout %s takes up to %llu "
        "and "
        "%llu, %sfewer with labels on edges; %sa centre and a radius draw the part around a "
        "vertex; "
        "DOT may have any size; the option force tries all the same",
        (unsigned long long)vertices, (unsigned long long)edges, layouts[options->layout].name,
        (unsigned long long)layouts[options->layout].nodes,
        (unsigned long long)layouts[options->layout].edges, labelled ? "as here " : "", advice);
}

static kg_status check_options(kg_graph *graph, const kg_draw_options *options)
{
    if ((unsigned)options->picture > KG_PICTURE_PDF)
        return kg__fail(graph->ctx, KG_ARGUMENT, "unknown picture %d", (int)options->picture);
    if ((unsigned)options->layout > KG_LAYOUT_SFDP)
        return kg__fail(graph->ctx, KG_ARGUMENT, "unknown layout %d", (int)options->layout);
    if (!options->has_centre && (options->centre || options->radius))
        return kg__fail(
            graph->ctx, KG_ARGUMENT, "centre or radius is given, but has_centre is not set");
    if (options->has_centre && options->centre >= graph->n)
        return kg__fail(graph->ctx, KG_ARGUMENT, "centre vertex %u: there are %u vertices",
            options->centre, graph->n);
    return KG_OK;
}

static kg_status write_picture(kg_output *output, kg_graph *graph, const kg__look *look)
{
    const kg_draw_options *options = &look->options;
    kg__dot_text text = {.ctx = graph->ctx, .output = look->rendered ? NULL : output};
    kg_status status;

    KG_TRY(kg__dot_write(&text, graph, look));
    if (look->rendered)
        KG_TRY(kg__dot_render(output, graph->ctx, text.bytes, layouts[options->layout].name,
            pictures[options->picture],
            options->seconds == 0                  ? LAYOUT_SECONDS
            : options->seconds == KG_DRAW_NO_LIMIT ? 0
                                                   : options->seconds));
out:
    kg__free(graph->ctx, text.bytes);
    return status;
}

kg_status kg_graph_draw(kg_graph *graph, const char *path, const kg_draw_options *options)
{
    static const kg_draw_options defaults = KG_DRAW_OPTIONS_INIT;
    kg__look look = {
        .options = options ? *options : defaults, .start = KG_NO_VERTEX, .end = KG_NO_VERTEX};
    kg_output *output = NULL;
    kg_status status;

    KG_NEED(NULL, graph);
    KG_NEED(graph->ctx, path);
    KG_TRY(kg__begin_graph(graph));
    KG_TRY(kg__need_no_sides(
        graph, "cannot be drawn yet; the option undirected leaves out its sides"));
    KG_TRY(check_options(graph, &look.options));
    if (look.options.picture == KG_PICTURE_AUTO)
        look.options.picture = by_extension(path);
    look.rendered = look.options.picture != KG_PICTURE_DOT;
    if (look.rendered)
        KG_TRY(kg__dot_available(graph->ctx));
    kg__stage(graph->ctx, "draw");
    KG_TRY(make_look(&look, graph));
    KG_TRY(choose_layout(&look, graph));
    KG_TRY(kg__output_open(&output, graph->ctx, path));
    KG_TRY(write_picture(output, graph, &look));
    KG_TRY(kg__output_close(output));
out:
    kg_output_destroy(output);
    kg__free_all(graph->ctx, look.inside, look.in_tree, look.again, look.place, look.rank,
        look.imbalance.pair);
    kg__stage(graph->ctx, NULL);
    return status;
}
