/* A graph of arrays that lie on a GPU, and its Euler circuit, which stays there. The arrays are
 * those of another graph here; in a program of yours they are what its kernels have made. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    static const kg_vertex source[] = {0, 0, 1, 2, 3, 4};
    static const kg_vertex target[] = {1, 3, 2, 0, 4, 0};
    const kg_context_options options = {.device = "cuda"};
    const kg_device_options order = {.borrow = 1}; /* on the default stream */
    kg_device_array row = {.count = 6}, col = {.count = 6};
    const kg_edge *rows;
    const kg_vertex *cols;
    kg_edge *walk;
    kg_context *context = NULL;
    kg_graph *other = NULL, *graph = NULL;
    kg_euler *euler = NULL;
    kg_status status = kg_context_create(&context, &options);

    if (status == KG_DEVICE) {
        printf("no GPU\n");
        kg_context_destroy(context);
        return 0;
    }
    if (!status && !(status = kg_graph_build(&other, context, 5, 6, source, target, NULL)) &&
        !(status = kg_graph_csr_device(other, &rows, &cols, NULL))) {
        row.address = rows;
        row.type = sizeof(kg_edge) == 4 ? KG_INTEGER_U32 : KG_INTEGER_U64;
        col.address = cols;
        if (!(status = kg_graph_build_csr_device(&graph, context, &row, &col, &order)) &&
            !(status = kg_euler_find(&euler, graph, NULL)) &&
            !(status = kg_euler_walk_device(euler, &walk, NULL))) {
            /* Kernels on the default stream may use walk[] from here on. */
            printf("%u edges on %s\n", (unsigned)kg_graph_edges(graph), kg_context_device(context));
            status = kg_euler_return_device(euler, NULL);
        }
    }
    if (status)
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_euler_destroy(euler);
    kg_graph_destroy(graph); /* before the arrays that it borrows */
    kg_graph_destroy(other);
    kg_context_destroy(context);
    return status != KG_OK;
}
