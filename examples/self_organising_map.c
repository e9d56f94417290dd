/* A self-organising map of three nodes learns three heaps of numbers: each gets its own node. */
#include <konig/konig.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const double heaps[] = {0, 0.1, 5, 5.1, 9, 9.1};
    kg_som_options options = KG_SOM_OPTIONS_INIT;
    kg_context *context = NULL;
    kg_matrix *data = NULL, *map = NULL;
    uint64_t unit[6];
    kg_status status;

    options.width = 3;
    options.height = 1;
    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_matrix_create(&data, context, KG_F64, 6, 1)))
        goto out;
    memcpy(kg_matrix_data(data), heaps, sizeof heaps);
    if ((status = kg_som_train(&map, data, &options)) ||
        (status = kg_som_match(unit, NULL, map, data, KG_EUCLIDEAN)))
        goto out;
    for (int i = 0; i < 6; i += 2)
        printf("%g and %g: %s\n", heaps[i], heaps[i + 1],
            unit[i] == unit[i + 1] ? "the same node" : "two nodes");
out:
    if (status != KG_OK)
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_matrix_destroy(map);
    kg_matrix_destroy(data);
    kg_context_destroy(context);
    return status != KG_OK;
}
