/*
 * Indexes of roads by new lengths: kg_hierarchy_customize() on the CPU or on a device. The base is
 * resident from the first run on, which is not counted. For each form of the roads: the median of
 * some runs, each with other random lengths, and its parts by stage; beside it the time that the
 * traffic of memory and of the link takes. Forms: undirected roads with whole numbers and with
 * decimals, whose sums are rounded, and directed ones with a length for each direction. The last
 * index is compared, byte for byte, with that of one thread of the CPU. The program exits with 1 if
 * one is different.
 *
 * usage: bench_customize [--device NAME] [--threads N] [--side N] [--base FILE] [--repeat K]
 *                        [--rate TB/s] [--link GB/s]
 * --side   the roads have N x N crossings (1000)
 * --base   read the base of the undirected roads from FILE and that of the directed ones from
 *          FILE.directed, or write them there
 * --rate, --link  what the device's memory and its link to the host give, for the limit
 */
#include "bench.h"
#include "search/hierarchy/hierarchy_base.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPEATS_MAX = 100 };

/* The first two are undirected. */
enum { WHOLE, DECIMALS, DIRECTED, FORMS };
static const char *const form_names[FORMS] = {"undirected", "decimals", "directed"};

typedef struct settings {
    const char *device, *base;
    int threads, repeats;
    uint64_t side;
    double rate, link; /* bytes a second */
} settings;

/* The edges of the roads; directed ones have each in both directions. */
typedef struct roads {
    uint64_t n, m;
    kg_vertex *end; /* [2m] */
    bool directed;
} roads;

static int failures;

static int by_ends(const void *a, const void *b)
{
    const kg_vertex *x = a, *y = b;

    return x[0] != y[0] ? (x[0] < y[0] ? -1 : 1) : (x[1] > y[1]) - (x[1] < y[1]);
}

static kg_status make_roads(roads *r, kg_context *ctx, uint64_t side, bool directed)
{
    const kg_generate_options options = {
        .kind = KG_GENERATE_GRID_ROADS, .width = side, .height = side, .seed = 1};
    const kg_vertex *end;
    kg_graph *graph = NULL;
    kg_status status;

    *r = (roads){.directed = directed};
    KG_TRY(kg_graph_generate(&graph, ctx, &options));
    KG_TRY(kg_graph_ends(graph, &end));
    r->n = kg_graph_vertices(graph);
    r->m = kg_graph_edges(graph) * (directed ? 2 : 1);
    r->end = malloc(2 * r->m * sizeof *r->end + 1);
    if (!r->end)
        status = KG_MEMORY;
    for (uint64_t e = 0; r->end && e < kg_graph_edges(graph); e++) {
        kg_vertex *to = r->end + (directed ? 4 : 2) * e;

        memcpy(to, end + 2 * e, 2 * sizeof *to);
        if (directed) {
            to[2] = to[1];
            to[3] = to[0];
        }
    }
    if (r->end && directed)
        qsort(r->end, r->m, 2 * sizeof *r->end, by_ends);
out:
    kg_graph_destroy(graph);
    return status;
}

/* The roads with random lengths: whole numbers, or decimals. */
static kg_status give_lengths(
    kg_graph **graph, kg_context *ctx, const roads *r, unsigned seed, bool decimals)
{
    kg_vertex *source = malloc((2 * r->m + 1) * sizeof *source), *target = source + r->m;
    double *value = malloc((r->m + 1) * sizeof *value);
    kg_status status = KG_MEMORY;

    *graph = NULL;
    if (!source || !value)
        goto out;
    srand(seed);
    for (uint64_t e = 0; e < r->m; e++) {
        value[e] = (double)(1 + rand() % 9999) / (decimals ? 100 : 1);
        source[e] = r->end[2 * e];
        target[e] = r->end[2 * e + 1];
    }
    KG_TRY(r->directed ? kg_graph_build(graph, ctx, r->n, r->m, source, target, value)
                       : kg_graph_build_undirected(graph, ctx, r->n, r->m, r->end, value));
out:
    free(source);
    free(value);
    return status;
}

/* Reads the base of roads from a file, or makes it and writes it there. path: may be NULL. */
static kg_status make_base(
    kg_hierarchy_base **base, kg_context *ctx, const roads *r, const char *path)
{
    kg_graph *graph = NULL;
    kg_status status;

    KG_TRY(give_lengths(&graph, ctx, r, 0, false));
    if (path && access(path, R_OK) == 0) {
        status = kg_hierarchy_base_read(base, graph, path);
        goto out;
    }
    KG_TRY(kg_hierarchy_base_build(base, graph));
    if (path)
        KG_TRY(kg_hierarchy_base_write(*base, path));
out:
    kg_graph_destroy(graph);
    return status;
}

/* An index, its graph, and how long it took. */
typedef struct run {
    kg_graph *graph;
    kg_hierarchy *index;
    double ms;
} run;

static void release(run *r)
{
    kg_hierarchy_destroy(r->index);
    kg_graph_destroy(r->graph);
    *r = (run){0};
}

/* Makes an index for lengths of a seed. */
static kg_status run_once(run *to, kg_context *ctx, const kg_hierarchy_base *base, const roads *r,
    unsigned seed, bool decimals)
{
    kg_status status;

    release(to);
    KG_TRY(give_lengths(&to->graph, ctx, r, seed, decimals));
    kg_context_clear_timing(ctx);
    to->ms = bench_now();
    KG_TRY(kg_hierarchy_customize(&to->index, base, to->graph, NULL));
    to->ms = bench_now() - to->ms;
out:
    return status;
}

static bool are_equal(const kg_hierarchy *a, const kg_hierarchy *b)
{
    const uint64_t n = a->graph->n;
    bool equal = a->sides == b->sides;

    for (int side = 0; equal && side < a->sides; side++)
        equal = memcmp(a->row[side], b->row[side], (n + 1) * sizeof *a->row[side]) == 0 &&
                memcmp(a->arc[side], b->arc[side], a->row[side][n] * sizeof *a->arc[side]) == 0;
    return equal;
}

/* The milliseconds that the traffic takes: thirds thrice, three arrays of lengths, and the result
 * over the link. */
static double limit(const settings *s, const kg_hierarchy_base *b, const kg_hierarchy *h)
{
    const double arcs = b->row[b->n], n = (double)b->n;
    const double memory = 12.0 * (double)b->triangles + arcs * h->sides * 60 + n * 40;
    double link = 8.0 * (double)b->m;

    for (int side = 0; side < h->sides; side++)
        link += 16.0 * h->row[side][b->n] + 4 * n;
    return 1e3 * (memory / s->rate + link / s->link);
}

/* cpu: a context with one thread of the CPU. */
static kg_status run_form(const settings *s, kg_context *ctx, kg_context *cpu,
    const kg_hierarchy_base *base, const roads *r, int form)
{
    const bool decimals = form == DECIMALS;
    double ms[REPEATS_MAX], first;
    run own = {0}, serial = {0};
    kg_hierarchy_counts counts;
    kg_status status;

    KG_TRY(run_once(&own, ctx, base, r, 1, decimals));
    first = own.ms;
    for (int i = 0; i < s->repeats; i++) {
        KG_TRY(run_once(&own, ctx, base, r, 2 + (unsigned)i, decimals));
        ms[i] = own.ms;
    }
    KG_TRY(run_once(&serial, cpu, base, r, 1 + (unsigned)s->repeats, decimals));
    if (!are_equal(own.index, serial.index)) {
        fprintf(stderr, "bench_customize: %s: other bytes than on one thread of the CPU\n",
            form_names[form]);
        failures++;
    }
    KG_TRY(kg_hierarchy_count(own.index, &counts));
    printf("| %s | %llu | %.1f | %.1f | %.1f | %.1f |", form_names[form],
        (unsigned long long)counts.arcs, limit(s, base, own.index), first,
        bench_median(ms, s->repeats), serial.ms);
    for (size_t i = 0, count = kg_context_stages(ctx); i < count; i++)
        printf(" %s %.2f", kg_context_timing(ctx)[i].stage, kg_context_timing(ctx)[i].ms);
    puts(" |");
    fflush(stdout);
out:
    release(&own);
    release(&serial);
    return status;
}

/* Runs the forms that share a base. */
static kg_status run_roads(const settings *s, kg_context *ctx, kg_context *cpu, bool directed)
{
    char file[4096];
    kg_hierarchy_base *base = NULL;
    roads r = {0};
    kg_status status;

    snprintf(file, sizeof file, "%s%s", s->base ? s->base : "", directed ? ".directed" : "");
    KG_TRY(make_roads(&r, ctx, s->side, directed));
    KG_TRY(make_base(&base, ctx, &r, s->base ? file : NULL));
    if (!directed)
        printf("%llu crossings on %s, %d threads: %u arcs, %llu triangles, %u levels\n\n"
               "| roads | arcs kept | limit ms | first run ms | measured ms | CPU, 1 thread, ms "
               "| stages of the last run, ms |\n|---|---|---|---|---|---|---|\n",
            (unsigned long long)r.n, kg_context_device(ctx), kg_context_threads(ctx),
            base->row[base->n], (unsigned long long)base->triangles, base->levels - 1);
    for (int form = directed ? DIRECTED : 0; form < (directed ? FORMS : DIRECTED); form++)
        KG_TRY(run_form(s, ctx, cpu, base, &r, form));
out:
    kg_hierarchy_base_destroy(base);
    free(r.end);
    return status;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"device", 1, NULL, 'd'}, {"threads", 1, NULL, 't'},
        {"side", 1, NULL, 's'}, {"base", 1, NULL, 'b'}, {"repeat", 1, NULL, 'r'},
        {"rate", 1, NULL, 'a'}, {"link", 1, NULL, 'l'}, {0}};
    settings s = {.device = "cuda", .repeats = 5, .side = 1000, .rate = 3.5e12, .link = 45e9};
    const kg_context_options one = {.device = "cpu", .threads = 1};
    kg_context_options own = {0};
    kg_context *ctx = NULL, *cpu = NULL;
    bool usage = false;

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) >= 0;) {
        if (c == 'd')
            s.device = optarg;
        else if (c == 't')
            s.threads = atoi(optarg);
        else if (c == 's')
            s.side = strtoull(optarg, NULL, 10);
        else if (c == 'b')
            s.base = optarg;
        else if (c == 'r')
            s.repeats = atoi(optarg);
        else if (c == 'a')
            s.rate = atof(optarg) * 1e12;
        else if (c == 'l')
            s.link = atof(optarg) * 1e9;
        else
            usage = true;
    }
    if (usage || s.repeats < 1 || s.repeats > REPEATS_MAX || s.side < 2 || optind < argc) {
        fputs("usage: bench_customize [--device NAME] [--threads N] [--side N] [--base FILE]\n"
              "                       [--repeat K] [--rate TB/s] [--link GB/s]\n",
            stderr);
        return 2;
    }
    own.device = s.device;
    own.threads = s.threads;
    if (kg_context_create(&cpu, &one) != KG_OK || kg_context_create(&ctx, &own) != KG_OK ||
        run_roads(&s, ctx, cpu, false) != KG_OK || run_roads(&s, ctx, cpu, true) != KG_OK) {
        fprintf(
            stderr, "bench_customize: %s%s\n", kg_context_message(cpu), kg_context_message(ctx));
        failures++;
    }
    kg_context_destroy(ctx);
    kg_context_destroy(cpu);
    return failures > 0;
}
