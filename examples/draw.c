/* Draws a graph as DOT text: what is near one vertex, with the edges' numbers. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    static const kg_vertex source[] = {0, 1, 2, 3}, target[] = {1, 2, 3, 0};
    kg_draw_options options = KG_DRAW_OPTIONS_INIT;
    kg_context *context = NULL;
    kg_graph *graph = NULL;
    kg_status status;

    options.picture = KG_PICTURE_DOT; /* KG_PICTURE_SVG, _PNG and _PDF need Graphviz */
    options.edge_ids = 1;
    options.has_centre = 1;
    options.centre = 1;
    options.radius = 1;
    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_graph_build(&graph, context, 4, 4, source, target, NULL)) ||
        (status = kg_graph_draw(graph, "-", &options)))
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_graph_destroy(graph);
    kg_context_destroy(context);
    return status != KG_OK;
}
