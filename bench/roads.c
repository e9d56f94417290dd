/* What the benchmarks of indexes of roads share. */
#include "roads.h"
#include <string.h>
#include <unistd.h>

kg_status bench_open_place(
    bench_place *place, const char *device, int threads, uint64_t side, const char *file)
{
    bench_place *p = place;
    const kg_context_options options = {.device = device, .threads = threads};
    const kg_generate_options roads = {
        .kind = KG_GENERATE_GRID_ROADS, .width = side, .height = side, .seed = 1};
    kg_status status;

    *p = (bench_place){0};
    status = kg_context_create(&p->ctx, &options);
    if (status == KG_OK)
        status = kg_graph_generate(&p->graph, p->ctx, &roads);
    if (status == KG_OK && file && access(file, R_OK) == 0)
        return kg_hierarchy_read(&p->index, p->graph, file);
    if (status == KG_OK)
        status = kg_hierarchy_build(&p->index, p->graph, NULL);
    if (status == KG_OK && file)
        status = kg_hierarchy_write(p->index, file);
    return status;
}

void bench_close_place(bench_place *place)
{
    kg_hierarchy_destroy(place->index);
    kg_graph_destroy(place->graph);
    kg_context_destroy(place->ctx);
}

void bench_read_stages(const kg_context *ctx, const char *const *stage, int count, double *ms)
{
    const kg_timing *timing = kg_context_timing(ctx);

    memset(ms, 0, (size_t)count * sizeof *ms);
    for (size_t i = 0, stages = kg_context_stages(ctx); i < stages; i++)
        for (int k = 0; k < count; k++)
            if (strcmp(timing[i].stage, stage[k]) == 0)
                ms[k] += timing[i].ms;
}
