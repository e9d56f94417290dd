/* Helpers of the benchmarks of indexes of roads: options, the index, stages. */
#include "roads.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int bench_read_settings(bench_settings *settings, int argc, char **argv)
{
    static const struct option options[] = {{"device", 1, NULL, 'd'}, {"threads", 1, NULL, 't'},
        {"side", 1, NULL, 's'}, {"most", 1, NULL, 'm'}, {"index", 1, NULL, 'i'},
        {"repeat", 1, NULL, 'r'}, {"rate", 1, NULL, 'a'}, {"link", 1, NULL, 'l'}, {0}};
    bench_settings *s = settings;

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (c == 'd')
            s->device = optarg;
        else if (c == 't')
            s->threads = atoi(optarg);
        else if (c == 's')
            s->side = strtoull(optarg, NULL, 10);
        else if (c == 'm')
            s->most = strtoull(optarg, NULL, 10);
        else if (c == 'i')
            s->index = optarg;
        else if (c == 'r')
            s->repeats = atoi(optarg);
        else if (c == 'a')
            s->rate = atof(optarg) * 1e12;
        else if (c == 'l')
            s->link = atof(optarg) * 1e9;
        else
            return 0;
    }
    return s->repeats >= 1 && s->repeats <= BENCH_REPEATS_MAX && s->side >= 2 && optind >= argc;
}

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
