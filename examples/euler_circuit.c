/* Builds a graph in code and prints an Euler circuit of it: two triangles that share vertex 0. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    static const kg_vertex source[] = {0, 0, 1, 2, 3, 4};
    static const kg_vertex target[] = {1, 3, 2, 0, 4, 0};
    const kg_edge *walk;
    const kg_vertex *from, *to;
    kg_context *context = NULL;
    kg_graph *graph = NULL;
    kg_euler *euler = NULL;
    kg_status status;

    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_graph_build(&graph, context, 5, 6, source, target, NULL)) ||
        (status = kg_euler_find(&euler, graph, NULL)) || (status = kg_euler_walk(euler, &walk)) ||
        (status = kg_graph_sources(graph, &from)) || (status = kg_graph_csr(graph, NULL, &to))) {
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    } else {
        for (int i = 0; i < 6; i++)
            printf("edge %u: %u -> %u\n", (unsigned)walk[i], from[walk[i]], to[walk[i]]);
    }
    kg_euler_destroy(euler);
    kg_graph_destroy(graph);
    kg_context_destroy(context);
    return status != KG_OK;
}
