/* Distances along streets from two depots, and the shortest way from one corner to another. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    static const kg_vertex end[] = {0, 1, 1, 2, 0, 3, 3, 4, 4, 2, 4, 5}; /* both ends of each */
    static const double metres[] = {120, 80, 60, 70, 40, 90};
    static const kg_vertex depot[] = {0, 5};
    kg_context *context = NULL;
    kg_graph *streets = NULL;
    kg_distances *near = NULL, *way = NULL;
    const kg_vertex *nearest, *step;
    uint64_t count;
    kg_status status;

    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_graph_build_undirected(&streets, context, 6, 6, end, metres)) ||
        (status = kg_graph_distances(&near, streets, depot, 2, NULL)) ||
        (status = kg_distances_nearest(near, &nearest)))
        goto out;
    for (kg_vertex v = 0; v < 6; v++)
        printf("corner %u: %g m from depot %u\n", v, kg_distances_lengths(near)[v], nearest[v]);
    if ((status = kg_graph_path(&way, streets, 0, 2, NULL)) ||
        (status = kg_distances_path(way, 2, NULL, &step, &count)))
        goto out;
    for (uint64_t i = 0; i <= count; i++)
        printf(i < count ? "%u - " : "%u\n", step[i]);
out:
    if (status != KG_OK)
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_distances_destroy(near);
    kg_distances_destroy(way);
    kg_graph_destroy(streets);
    kg_context_destroy(context);
    return status != KG_OK;
}
