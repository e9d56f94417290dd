/* Draws a picture into the first argument and is a rank under MPI, unless that argument or the
 * second is empty. */
#include <konig/konig.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static const kg_vertex source[] = {0, 1}, target[] = {1, 0};
    kg_context *context = NULL;
    kg_graph *graph = NULL;
    kg_comm *comm = NULL;
    kg_status status = argc == 3 ? kg_context_create(&context, NULL) : KG_ARGUMENT;

    if (status == KG_OK)
        status = kg_graph_build(&graph, context, 2, 2, source, target, NULL);
    if (status == KG_OK && argv[1][0])
        status = kg_graph_draw(graph, argv[1], NULL);
    if (status == KG_OK && argv[2][0])
        status = kg_comm_mpi(&comm);
    if (status != KG_OK)
        fprintf(stderr, "%s: %s%s\n", kg_status_string(status), kg_context_message(context),
            kg_comm_message(comm));
    kg_comm_destroy(comm);
    kg_graph_destroy(graph);
    kg_context_destroy(context);
    return status == KG_OK ? 0 : 1;
}
