/*
 * The distances of many pairs by an index of roads, on the CPU or on a device, from host memory to
 * host memory. The graph and its index are resident. For each number of pairs: the first call,
 * which copies the index to the device and makes labels, of all vertices if there are enough pairs;
 * the median of calls that make the labels of their pairs' ends, unless those of all are there; and
 * the median of calls that use labels of all vertices, with its parts by stage, beside the time
 * that the work predicts. The memory of those labels follows. A sample is compared with
 * kg_hierarchy_distance() on one thread of the CPU. The program exits with 1 if an answer is wrong.
 *
 * usage: bench_pairs [--device NAME] [--threads N] [--side N] [--most N] [--index FILE]
 *                    [--repeat K] [--rate TB/s] [--link GB/s]
 * --side   the roads have N x N crossings (1000)
 * --most   the largest number of pairs (1000000)
 * --index  read the index from a file, or write it there
 * --rate, --link  what the device's memory and its link to the host give, for the prediction
 */
#include "roads.h"
#include "search/hierarchy/hierarchy.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* COMPARED: pairs. HUBS: of both ends of a pair on roads of a million crossings, counted; MATCHES:
 * those that both ends have. SECTOR: bytes of the least access to memory. CPU_US: a pair on one
 * thread, measured. */
enum { COMPARED = 20000, STAGES = 3, HUBS = 554, MATCHES = 68, SECTOR = 32 };
static const double CPU_US = 20;
static const char *const stage_names[STAGES] = {"upload", "search", "download"};

static int failures;

static void complain(const kg_context *ctx, const char *what)
{
    fprintf(stderr, "bench_pairs: %s: %s\n", what, kg_context_message(ctx));
    failures++;
}

/* The milliseconds that the traffic of a device's memory and its link take, or a CPU's searches. */
static double predict(const bench_settings *s, const kg_context *ctx, uint64_t pairs)
{
    const double bytes = HUBS * 4 + 2 * MATCHES * SECTOR;

    if (strncmp(kg_context_device(ctx), "cpu", 3) == 0)
        return (double)pairs * CPU_US * 1e-3 / kg_context_threads(ctx);
    return 1e3 * (double)pairs * (bytes / s->rate + 16 / s->link);
}

static void compare(bench_place *cpu, const kg_vertex *end, uint64_t pairs, const double *length)
{
    double one;

    for (uint64_t i = 0; i < pairs; i += pairs / COMPARED + 1) {
        const kg_status status = kg_hierarchy_distance(cpu->index, end[i], end[pairs + i], &one);

        if ((status != KG_OK && status != KG_NO_SOLUTION) || one != length[i]) {
            fprintf(stderr, "bench_pairs: %u to %u: %.17g, not %.17g\n", end[i], end[pairs + i],
                length[i], one);
            failures++;
            break;
        }
    }
}

/* Removes the index from the device. */
static void forget(kg_hierarchy *h)
{
    for (int i = 0; i < KG__RESIDENTS; i++) {
        kg__free(h->ctx, h->resident[i]);
        h->resident[i] = NULL;
    }
}

/* The median time of some calls. made: what the count of labels is set to before each call: 0; or a
 * number from which on the device keeps the labels of all vertices. */
static kg_status time_calls(const bench_settings *s, bench_place *own, const kg_vertex *end,
    uint64_t pairs, double *length, uint64_t made, double *ms, double stage[STAGES])
{
    double whole[BENCH_REPEATS_MAX];
    kg_status status = KG_OK;

    for (int i = -1; i < s->repeats; i++) { /* -1: warms up */
        const double begun = bench_now();

        own->index->labels_made = made;
        kg_context_clear_timing(own->ctx);
        KG_TRY(kg_hierarchy_distances(own->index, end, end + pairs, pairs, length));
        if (i >= 0)
            whole[i] = bench_now() - begun;
    }
    bench_read_stages(own->ctx, stage_names, STAGES, stage);
    *ms = bench_median(whole, s->repeats);
out:
    return status;
}

static void run_size(const bench_settings *s, bench_place *own, bench_place *cpu, uint64_t pairs)
{
    const uint64_t n = kg_graph_vertices(own->graph), ends = 2 * n;
    double stage[STAGES] = {0}, first, alone, ms;
    kg_vertex *end = malloc(2 * pairs * sizeof *end);
    double *length = malloc(pairs * sizeof *length);
    kg_status status = KG_OK;

    if (!end || !length)
        goto out;
    srand(5);
    for (uint64_t i = 0; i < 2 * pairs; i++)
        end[i] = (kg_vertex)(((uint64_t)rand() << 16 ^ (uint64_t)rand()) % n);
    forget(own->index);
    own->index->labels_made = 0;
    first = bench_now();
    KG_TRY(kg_hierarchy_distances(own->index, end, end + pairs, pairs, length));
    first = bench_now() - first;
    KG_TRY(time_calls(s, own, end, pairs, length, 0, &alone, stage));
    KG_TRY(time_calls(s, own, end, pairs, length, ends, &ms, stage));
    compare(cpu, end, pairs, length);
    printf("| %llu | %.1f | %.2f | %.2f | %.2f | %.2f / %.2f / %.2f | %.3f | %.3f |\n",
        (unsigned long long)pairs, first, alone, predict(s, own->ctx, pairs), ms, stage[0],
        stage[1], stage[2], ms * 1e3 / (double)pairs, (double)pairs / ms * 1e-3);
    fflush(stdout);
out:
    if (status != KG_OK)
        complain(own->ctx, "pairs");
    free(end);
    free(length);
}

/* Prints the device memory of the index after a call that made labels of pairs' ends, and that with
 * labels of all vertices. */
static void show_memory(bench_place *own)
{
    const kg_vertex end[2] = {0, 1};
    double length, mb[2];
    kg_status status;

    for (int k = 0; k < 2; k++) {
        forget(own->index);
        own->index->labels_made = k ? 2 * kg_graph_vertices(own->graph) : 0;
        KG_TRY(kg_hierarchy_distances(own->index, end, end + 1, 1, &length));
        mb[k] = (double)kg_context_device_memory(own->ctx).current * 1e-6;
    }
    printf("\n%.0f MB on the device, %.0f MB with labels of all vertices\n", mb[0], mb[1]);
out:
    if (status != KG_OK)
        complain(own->ctx, "memory");
}

static int usage(void)
{
    fputs("usage: bench_pairs [--device NAME] [--threads N] [--side N] [--most N] [--index FILE]\n"
          "                   [--repeat K] [--rate TB/s] [--link GB/s]\n",
        stderr);
    return 2;
}

int main(int argc, char **argv)
{
    bench_settings s = {.device = "cuda",
        .repeats = 5,
        .side = 1000,
        .most = 1000000,
        .rate = 3.5e12,
        .link = 12e9};
    bench_place own, cpu;

    if (!bench_read_settings(&s, argc, argv))
        return usage();
    if (bench_open_place(&own, s.device, s.threads, s.side, s.index) != KG_OK)
        complain(own.ctx, "the roads");
    else if (bench_open_place(&cpu, "cpu", 1, s.side, s.index) != KG_OK)
        complain(cpu.ctx, "the roads");
    else {
        printf(
            "%llu crossings on %s, %d threads\n\n"
            "| pairs | first call ms | labels of the ends ms | of all: predicted ms | measured ms "
            "| upload / search / download | us a pair | M pairs/s |\n"
            "|---|---|---|---|---|---|---|---|\n",
            (unsigned long long)kg_graph_vertices(own.graph), kg_context_device(own.ctx),
            kg_context_threads(own.ctx));
        for (uint64_t pairs = 1000; pairs <= s.most; pairs *= 10)
            run_size(&s, &own, &cpu, pairs);
        show_memory(&own);
        bench_close_place(&cpu);
    }
    bench_close_place(&own);
    return failures > 0;
}
