/*
 * Matrices of distances by an index of roads, on the CPU or on a device, to host memory. The graph
 * and its index are resident. For each size: the time to select the ancestors, the time of all
 * rows, the median of some runs after one to warm up, and their parts by stage; beside them the
 * times that the memory traffic predicts. The first rows are compared, byte for byte, with those of
 * one thread of the CPU. A row is also made by kg_hierarchy_tree(), one tree for each source. The
 * program exits with 1 if one answer is wrong.
 *
 * usage: bench_matrix [--device NAME] [--threads N] [--side N] [--most N] [--index FILE]
 *                     [--repeat K] [--rate TB/s] [--link GB/s]
 * --side   the roads have N x N crossings (1000)
 * --most   the largest matrix has N x N entries (100000)
 * --index  read the index from a file, or write it there
 * --rate, --link  what the device's memory and its link to the host give, for the prediction
 */
#include "roads.h"
#include "search/matrices/distance_matrix.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* COMPARED: rows. ARC_NS: an arc for a batch of 16 rows on one thread of a CPU, measured. */
enum { COMPARED = 48, STAGES = 4 };
static const double ARC_NS = 6, CLIMB_US = 50;
static const char *const stage_names[STAGES] = {"climb", "upload", "sweep", "download"};

static int failures;

static void complain(const kg_context *ctx, const char *what)
{
    fprintf(stderr, "bench_matrix: %s: %s\n", what, kg_context_message(ctx));
    failures++;
}

/* The milliseconds that the traffic of a device's memory and its link take, or a CPU's arcs. */
static double predict(
    const bench_settings *s, const kg_distance_matrix *m, const char *device, int threads)
{
    const double rows = (double)m->up.given, columns = (double)m->down.given;
    const double size = (double)kg_type_size(m->type);
    const double lines = 32 * size, arcs = (double)m->down.arcs, count = (double)m->down.count;
    const double batch = arcs * (lines + 4 + size) + count * (12 + 3 * lines) + columns * 2 * lines;
    const double climbs = rows * CLIMB_US * 1e-3 / threads;

    if (strncmp(device, "cpu", 3) == 0)
        return climbs + ceil(rows / 16) * arcs * ARC_NS * 1e-6 / threads;
    return 1e3 * (ceil(rows / 32) * batch / s->rate + rows * columns * size / s->link) +
           fmin(climbs, 8448 * CLIMB_US * 1e-3 / threads);
}

static double tree_ms(bench_place *p, kg_vertex source)
{
    const kg_distances_options quick = {.skip_verify = 1};
    kg_distances *d = NULL;
    double ms = 0;

    for (int i = 0; i < 2; i++) {
        ms = bench_now();
        if (kg_hierarchy_tree(&d, p->index, &source, 1, &quick) != KG_OK)
            complain(p->ctx, "a tree");
        ms = bench_now() - ms;
        kg_distances_destroy(d);
    }
    return ms;
}

static void compare(bench_place *cpu, const kg_vertex *end, uint64_t size,
    const kg_hierarchy_matrix_options *options, const void *entry)
{
    const uint64_t rows = size < COMPARED ? size : COMPARED;
    kg_distance_matrix *m = NULL;
    void *expected = NULL;
    size_t bytes;
    kg_status status;

    KG_TRY(kg_hierarchy_matrix(&m, cpu->index, end, size, end + size, size, options));
    bytes = rows * size * kg_type_size(kg_distance_matrix_type(m));
    expected = malloc(bytes);
    if (!expected)
        goto out;
    KG_TRY(kg_distance_matrix_rows(m, 0, rows, expected));
    if (memcmp(expected, entry, bytes) != 0) {
        fprintf(stderr, "bench_matrix: %llu rows: other bytes than on one thread of the CPU\n",
            (unsigned long long)rows);
        failures++;
    }
out:
    if (status != KG_OK)
        complain(cpu->ctx, "the CPU's rows");
    free(expected);
    kg_distance_matrix_destroy(m);
}

static void run_size(
    const bench_settings *s, bench_place *own, bench_place *cpu, uint64_t size, int doubles)
{
    const kg_hierarchy_matrix_options options = {.doubles = doubles, .skip_verify = 1};
    const uint64_t n = kg_graph_vertices(own->graph);
    double whole[BENCH_REPEATS_MAX], stage[STAGES] = {0}, first, select, ms;
    const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) * 0.8;
    kg_vertex *end = malloc(2 * size * sizeof *end);
    kg_distance_matrix *m = NULL;
    void *entry = NULL;
    uint64_t bytes = size * size * (doubles ? 8 : 4);
    kg_status status = KG_OK;

    if (!end || (double)bytes > memory || !(entry = malloc(bytes)))
        goto out;
    srand(5);
    for (uint64_t i = 0; i < 2 * size; i++)
        end[i] = (kg_vertex)(((uint64_t)rand() << 16 ^ (uint64_t)rand()) % n);
    select = bench_now();
    KG_TRY(kg_hierarchy_matrix(&m, own->index, end, size, end + size, size, &options));
    select = bench_now() - select;
    if (kg_distance_matrix_type(m) != (doubles ? KG_F64 : KG_U32)) {
        fprintf(stderr, "bench_matrix: another type than expected\n");
        failures++;
        goto out;
    }
    first = bench_now();
    KG_TRY(kg_distance_matrix_rows(m, 0, size, entry));
    first = bench_now() - first;
    for (int i = 0; i < s->repeats; i++) {
        kg_context_clear_timing(own->ctx);
        whole[i] = bench_now();
        KG_TRY(kg_distance_matrix_rows(m, 0, size, entry));
        whole[i] = bench_now() - whole[i];
        bench_read_stages(own->ctx, stage_names, STAGES, stage);
    }
    ms = bench_median(whole, s->repeats);
    compare(cpu, end, size, &options, entry);
    printf(
        "| %llu x %llu %s | %llu / %llu | %.1f | %.1f | %.1f | %.0f / %.0f / %.0f / %.0f | %.1f | "
        "%.0f | %.3f |\n",
        (unsigned long long)size, (unsigned long long)size, doubles ? "float64" : "uint32",
        (unsigned long long)m->down.count, (unsigned long long)m->down.arcs, select,
        predict(s, m, kg_context_device(own->ctx), kg_context_threads(own->ctx)), ms, stage[0],
        stage[1], stage[2], stage[3], first, (double)(size * size) / ms * 1e-3,
        tree_ms(own, end[0]));
    fflush(stdout);
out:
    if (status != KG_OK)
        complain(own->ctx, "a matrix");
    kg_distance_matrix_destroy(m);
    free(entry);
    free(end);
}

static int usage(void)
{
    fputs("usage: bench_matrix [--device NAME] [--threads N] [--side N] [--most N] [--index FILE]\n"
          "                    [--repeat K] [--rate TB/s] [--link GB/s]\n",
        stderr);
    return 2;
}

int main(int argc, char **argv)
{
    bench_settings s = {
        .device = "cuda", .repeats = 3, .side = 1000, .most = 100000, .rate = 3.5e12, .link = 45e9};
    bench_place own, cpu;

    if (!bench_read_settings(&s, argc, argv))
        return usage();
    if (bench_open_place(&own, s.device, s.threads, s.side, s.index) != KG_OK)
        complain(own.ctx, "the roads");
    else if (bench_open_place(&cpu, "cpu", 1, s.side, s.index) != KG_OK)
        complain(cpu.ctx, "the roads");
    else {
        printf("%llu crossings on %s, %d threads\n\n"
               "| matrix | ancestors / arcs | select ms | predicted ms | measured ms "
               "| climb / upload / sweep / download | first run ms | M entries/s | a tree ms |\n"
               "|---|---|---|---|---|---|---|---|---|\n",
            (unsigned long long)kg_graph_vertices(own.graph), kg_context_device(own.ctx),
            kg_context_threads(own.ctx));
        for (uint64_t size = 1000; size <= s.most; size *= 10)
            run_size(&s, &own, &cpu, size, 0);
        run_size(&s, &own, &cpu, s.most < 10000 ? s.most : 10000, 1);
        bench_close_place(&cpu);
    }
    bench_close_place(&own);
    return failures > 0;
}
