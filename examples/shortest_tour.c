/* The shortest way to visit four places on a line, wherever it begins and ends. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    static const int64_t place[] = {30, 0, 20, 10};
    kg_tour_options options = KG_TOUR_OPTIONS_INIT;
    kg_context *context = NULL;
    kg_matrix *distance = NULL;
    uint32_t order[4];
    kg_number cost;
    int64_t *between;
    kg_status status;

    options.open = 1;
    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_matrix_create(&distance, context, KG_I64, 4, 4)))
        goto out;
    between = (int64_t *)kg_matrix_data(distance);
    for (int i = 0; i < 16; i++)
        between[i] =
            place[i / 4] > place[i % 4] ? place[i / 4] - place[i % 4] : place[i % 4] - place[i / 4];
    if ((status = kg_tour_find(order, &cost, NULL, distance, &options)))
        goto out;
    for (int i = 0; i < 4; i++)
        printf("%d ", (int)place[order[i]]);
    printf("are %d long\n", (int)cost.integer);
out:
    if (status != KG_OK)
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_matrix_destroy(distance);
    kg_context_destroy(context);
    return status != KG_OK;
}
