/* The shortest way round a wall, with steps to the eight cells around; draws the map with it. */
#include <konig/konig.h>
#include <stdio.h>

int main(void)
{
    /* 0: a wall */
    static const uint16_t weight[] = {
        1, 1, 1, 1, 1, /**/
        1, 1, 0, 1, 1, /**/
        1, 1, 0, 1, 1, /**/
        1, 1, 0, 1, 1, /**/
    };
    static const kg_grid_query query = {{0, 2}, {4, 2}};
    kg_context *context = NULL;
    kg_grid *grid = NULL;
    kg_grid_search *search = NULL;
    kg_output *output = NULL;
    kg_grid_options options = KG_GRID_OPTIONS_INIT;
    kg_status status;

    options.canonical = 1; /* of several shortest ways always the same one */
    if ((status = kg_context_create(&context, NULL)) ||
        (status = kg_grid_build(&grid, context, 5, 4, weight, NULL)) ||
        (status = kg_grid_find(&search, grid, 1, &query, &options)))
        goto out;
    printf("%.3f\n", kg_grid_search_answers(search)->cost);
    fflush(stdout);
    if ((status = kg_output_open(&output, context, "-")) ||
        (status = kg_grid_draw_text(grid, search, 0, NULL, output)) ||
        (status = kg_output_close(output)))
        goto out;
out:
    if (status != KG_OK)
        fprintf(stderr, "%s: %s\n", kg_status_string(status), kg_context_message(context));
    kg_output_destroy(output);
    kg_grid_search_destroy(search);
    kg_grid_destroy(grid);
    kg_context_destroy(context);
    return status != KG_OK;
}
