/*
 * Euler circuits by konig and by the programs that one would take instead, its peers, on the same
 * graphs in the same run.
 *
 * Every method has its graph loaded and its memory in place before the clock starts. konig is timed
 * over stages 2 to 7, a peer over its own call. The methods take turns, so that a slow minute of
 * the machine hits all alike; the figure is the median. The answer of every timed call is verified
 * while the clock stands still. The program exits with 1 if one answer is wrong.
 */
#include "bench.h"
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEERS = 5, OURS = 2, METHODS = OURS + PEERS, STAGES = 8, REPEATS_MAX = 100 };

/* After this many milliseconds a method is not called again for the graph. */
static const double full_budget = 8000, quick_budget = 500;

static const bench_peer *const peer[PEERS] = {
    &bench_hierholzer, &bench_hierholzer_ahead, &bench_lemon, &bench_igraph, &bench_networkx};

#define SEED 1
static const bench_case quick_cases[] = {
    {"random 8Ki", {.kind = KG_GENERATE_RANDOM, .vertices = 8192, .max_degree = 7}},
    {"banded 8Ki", {.kind = KG_GENERATE_BANDED, .vertices = 8192, .max_degree = 7}},
    {"triangles 8Ki", {.kind = KG_GENERATE_TRIANGLES, .vertices = 8192, .edges = 24576}},
    {"torus 128x64", {.kind = KG_GENERATE_TORUS, .width = 128, .height = 64}},
    {"B(10,4)", {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 10, .length = 4}},
    {"B(4,7)", {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 7}},
    {"undirected 8Ki", {.kind = KG_GENERATE_RANDOM, .vertices = 8192, .max_degree = 7}, 1},
    {"B(4,7) relabelled", {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 7, .relabel = 1}},
};

/* One graph's figures; NAN: not run. */
typedef struct result {
    const char *name;
    uint64_t n, m, circuits;
    double ms[METHODS];
    double stage_ms[OURS][STAGES];
} result;

/* One of the two ways in which konig runs: a context with its own copy of the graph. */
typedef struct runner {
    kg_context *context;
    kg_graph *graph;
} runner;

typedef struct settings {
    const char *filter;
    int quick, json, repeats, threads;
} settings;

/* The stages that are timed. Stage 5 looks for the links of stage 4 itself. */
static const struct {
    int number;
    const char *name;
} shown[] = {
    {2, "predecessors"}, {3, "partition"}, {5, "spanning tree"}, {6, "swips"}, {7, "walk"}};

enum { SHOWN = sizeof shown / sizeof *shown };

static int failures;

static void complain(const char *graph, const char *who, const char *what)
{
    fprintf(stderr, "bench_euler: %s: %s: %s\n", graph, who, what);
    failures++;
}

/* Returns the milliseconds of stages 2 to 7, negative where the answer is wrong. stage: [out] those
 * of each stage. */
static double run_ours(runner *r, const char *name, double *stage, uint64_t *circuits)
{
    kg_euler_options options = KG_EULER_OPTIONS_INIT;
    const kg_timing *timing = kg_context_timing(r->context);
    const kg_edge *walk;
    kg_euler *euler = NULL;
    double ms = 0;

    options.kind = KG_EULER_CIRCUIT;
    options.skip_verify = 1;
    memset(stage, 0, STAGES * sizeof *stage);
    kg_context_clear_timing(r->context);
    if (kg_euler_find(&euler, r->graph, &options) == KG_OK &&
        kg_euler_walk(euler, &walk) == KG_OK) {
        size_t timings = kg_context_stages(r->context);

        for (size_t i = 0; i < timings; i++) {
            int number = timing[i].stage[0] - '0';

            if (number < 2 || number >= STAGES)
                continue;
            stage[number] += timing[i].ms;
            ms += timing[i].ms;
        }
        *circuits = kg_euler_initial_circuits(euler);
        if (kg_euler_verify(r->graph, walk, KG_EULER_CIRCUIT) != KG_OK)
            ms = -1;
    } else {
        ms = -1;
    }
    if (ms < 0)
        complain(name, "konig", kg_context_message(r->context));
    kg_euler_destroy(euler);
    return ms;
}

/* Makes half-edges of the edges of a walk whose first goes this way, as far as it is one. */
static void name_halves(kg_edge *walk, const kg_vertex *end, uint64_t m, int way)
{
    kg_vertex at = m ? end[2 * walk[0] + (kg_edge)way] : 0;

    for (uint64_t i = 0; i < m && walk[i] < m; i++) {
        walk[i] = 2 * walk[i] + (end[2 * walk[i]] != at);
        at = end[walk[i] ^ 1];
    }
}

static kg_status verify(kg_graph *graph, kg_edge *walk)
{
    const uint64_t m = kg_graph_edges(graph);
    const kg_vertex *end;
    kg_status status = KG_NO_SOLUTION;

    if (kg_graph_kind(graph) == KG_DIRECTED)
        return kg_euler_verify(graph, walk, KG_EULER_CIRCUIT);
    if (kg_graph_ends(graph, &end) != KG_OK || walk[0] >= m)
        return status;
    for (int way = 0; way < 2 && status != KG_OK; way++) {
        for (uint64_t i = 0; way && i < m; i++)
            walk[i] /= 2;
        name_halves(walk, end, m, way);
        status = kg_euler_verify(graph, walk, KG_EULER_CIRCUIT);
    }
    return status;
}

static double run_peer(
    const bench_peer *p, void *loaded, runner *r, const char *name, kg_edge *walk)
{
    double ms;

    memset(walk, 0xff, (size_t)kg_graph_edges(r->graph) * sizeof *walk);
    ms = p->circuit(loaded, walk);
    if (ms < 0)
        complain(name, p->name, "no circuit");
    else if (verify(r->graph, walk) != KG_OK) {
        complain(name, p->name, kg_context_message(r->context));
        ms = -1;
    }
    return ms;
}

/* Runs the methods by turns until each has had its repeats or used up its budget of time. */
static void measure(result *out, runner *ours, void **loaded, kg_edge *walk, const settings *set)
{
    double sample[METHODS][REPEATS_MAX], stage[OURS][STAGES][REPEATS_MAX], used[METHODS] = {0};
    double warm_up[STAGES];
    int count[METHODS] = {0};

    for (int t = 0; t < OURS; t++)
        run_ours(&ours[t], out->name, warm_up, &out->circuits);
    for (int i = 0; i < set->repeats; i++)
        for (int k = 0; k < METHODS; k++) {
            double one[STAGES], ms;

            if (used[k] > (set->quick ? quick_budget : full_budget) ||
                (k >= OURS && !loaded[k - OURS]))
                continue;
            ms = k < OURS ? run_ours(&ours[k], out->name, one, &out->circuits)
                          : run_peer(peer[k - OURS], loaded[k - OURS], &ours[0], out->name, walk);
            if (ms < 0) {
                used[k] = INFINITY;
                continue;
            }
            for (int s = 0; k < OURS && s < STAGES; s++)
                stage[k][s][count[k]] = one[s];
            sample[k][count[k]++] = ms;
            used[k] += ms;
        }
    for (int k = 0; k < METHODS; k++) {
        out->ms[k] = count[k] ? bench_median(sample[k], count[k]) : NAN;
        for (int s = 0; k < OURS && s < STAGES; s++)
            out->stage_ms[k][s] = count[k] ? bench_median(stage[k][s], count[k]) : NAN;
    }
}

static int load_ours(runner *r, int threads, const bench_case *c)
{
    kg_context_options context = KG_CONTEXT_OPTIONS_INIT;

    context.threads = threads;
    context.device = "cpu";
    if (kg_context_create(&r->context, &context) == KG_OK &&
        bench_generate(&r->graph, r->context, c, SEED) == KG_OK)
        return 1;
    complain(c->name, "konig", kg_context_message(r->context));
    return 0;
}

/* The graph as peers get it. pairs: [out] to be freed. */
static int for_peers(bench_graph *out, kg_graph *graph, kg_vertex **pairs)
{
    const uint64_t m = kg_graph_edges(graph);
    const kg_vertex *end;

    *out = (bench_graph){.n = kg_graph_vertices(graph), .m = m};
    if (kg_graph_kind(graph) == KG_DIRECTED)
        return kg_graph_csr(graph, &out->row, &out->col) == KG_OK &&
               kg_graph_sources(graph, &out->src) == KG_OK;
    *pairs = malloc(2 * (size_t)m * sizeof **pairs);
    if (!*pairs || kg_graph_ends(graph, &end) != KG_OK)
        return 0;
    for (uint64_t e = 0; e < m; e++) {
        (*pairs)[e] = end[2 * e];
        (*pairs)[m + e] = end[2 * e + 1];
    }
    out->src = *pairs;
    out->col = *pairs + m;
    return 1;
}

static void run_case(result *out, const bench_case *c, const settings *set)
{
    runner ours[OURS] = {{0}};
    void *loaded[PEERS] = {0};
    bench_graph graph;
    kg_edge *walk = NULL;
    kg_vertex *pairs = NULL;

    out->name = c->name;
    for (int k = 0; k < METHODS; k++)
        out->ms[k] = NAN;
    if (!load_ours(&ours[0], 1, c) || !load_ours(&ours[1], set->threads, c))
        goto out;
    out->n = kg_graph_vertices(ours[0].graph);
    out->m = kg_graph_edges(ours[0].graph);
    fprintf(stderr, "%s: %llu edges\n", c->name, (unsigned long long)out->m);
    walk = malloc((size_t)out->m * sizeof *walk);
    if (!walk || !for_peers(&graph, ours[0].graph, &pairs)) {
        complain(c->name, "the peers' graph", "out of memory");
        goto out;
    }
    for (int p = 0; p < PEERS; p++)
        if (graph.m <= peer[p]->edges_max && !(loaded[p] = peer[p]->load(&graph)))
            fprintf(stderr,
                "    %s skipped: not installed, out of memory, or for directed graphs\n",
                peer[p]->name);
    measure(out, ours, loaded, walk, set);
out:
    for (int p = 0; p < PEERS; p++)
        if (loaded[p])
            peer[p]->unload(loaded[p]);
    free(walk);
    free(pairs);
    for (int t = 0; t < OURS; t++) {
        kg_graph_destroy(ours[t].graph);
        kg_context_destroy(ours[t].context);
    }
}

/* ---- output ---------------------------------------------------------------------------------- */

static void print_cell(double value, const char *format)
{
    if (isnan(value)) {
        printf(" – |");
        return;
    }
    printf(" ");
    printf(format, value);
    printf(" |");
}

static void print_times(const result *r, int count, int threads)
{
    printf("### Time of a circuit\n\n| graph | edges | circuits | konig, 1 thread | ns/edge | "
           "konig, %d threads | ns/edge |",
        threads);
    for (int p = 0; p < PEERS; p++)
        printf(" %s |", peer[p]->name);
    printf("\n|---|--:|--:|--:|--:|--:|--:|");
    for (int p = 0; p < PEERS; p++)
        printf("--:|");
    for (int i = 0; i < count; i++) {
        printf("\n| %s | %llu | %llu |", r[i].name, (unsigned long long)r[i].m,
            (unsigned long long)r[i].circuits);
        for (int t = 0; t < OURS; t++) {
            print_cell(r[i].ms[t], "%.1f ms");
            print_cell(1e6 * r[i].ms[t] / (double)r[i].m, "%.1f");
        }
        for (int p = 0; p < PEERS; p++)
            print_cell(r[i].ms[OURS + p], "%.1f ms");
    }
    printf("\n");
}

static void print_ratios(const result *r, int count, int threads)
{
    printf("\n### How many times as long as konig takes\n\n"
           "Each pair: beside konig on 1 thread / on %d threads.\n\n| graph |",
        threads);
    for (int p = 0; p < PEERS; p++)
        printf(" %s |", peer[p]->name);
    printf("\n|---|");
    for (int p = 0; p < PEERS; p++)
        printf("--:|");
    for (int i = 0; i < count; i++) {
        printf("\n| %s |", r[i].name);
        for (int p = 0; p < PEERS; p++) {
            double ms = r[i].ms[OURS + p];

            if (isnan(ms))
                printf(" – |");
            else
                printf(" %.1f / %.1f |", ms / r[i].ms[0], ms / r[i].ms[1]);
        }
    }
    printf("\n");
}

static void print_stages(const result *r, int count, const int *threads)
{
    printf("\n### Stages, in ms\n\n| graph | threads |");
    for (int s = 0; s < SHOWN; s++)
        printf(" %d %s |", shown[s].number, shown[s].name);
    printf("\n|---|--:|");
    for (int s = 0; s < SHOWN; s++)
        printf("--:|");
    printf("\n");
    for (int i = 0; i < count; i++)
        for (int t = 0; t < OURS; t++) {
            printf("| %s | %d |", r[i].name, threads[t]);
            for (int s = 0; s < SHOWN; s++)
                print_cell(r[i].stage_ms[t][shown[s].number], "%.1f");
            printf("\n");
        }
}

static void print_json_number(const char *before, double value)
{
    if (isnan(value))
        printf("%snull", before);
    else
        printf("%s%.3f", before, value);
}

static void print_json(const result *r, int count, int threads)
{
    printf("[");
    for (int i = 0; i < count; i++) {
        printf("%s\n {\"graph\": \"%s\", \"vertices\": %llu, \"edges\": %llu, \"circuits\": %llu, "
               "\"threads\": %d",
            i ? "," : "", r[i].name, (unsigned long long)r[i].n, (unsigned long long)r[i].m,
            (unsigned long long)r[i].circuits, threads);
        print_json_number(", \"konig_1_thread_ms\": ", r[i].ms[0]);
        print_json_number(", \"konig_ms\": ", r[i].ms[1]);
        for (int p = 0; p < PEERS; p++) {
            printf(", \"%s_ms\": ", peer[p]->name);
            print_json_number("", r[i].ms[OURS + p]);
        }
        for (int t = 0; t < OURS; t++) {
            printf(", \"%s\": [", t ? "stages_2_to_7_ms" : "stages_2_to_7_1_thread_ms");
            for (int s = 0; s < SHOWN; s++)
                print_json_number(s ? ", " : "", r[i].stage_ms[t][shown[s].number]);
            printf("]");
        }
        printf("}");
    }
    printf("\n]\n");
}

static void usage(FILE *to)
{
    fprintf(to,
        "Usage: bench_euler [--filter TEXT] [--quick] [--json] [--repeat K] [--threads N]\n"
        "Times Euler circuits beside peers. --filter: only graphs whose name holds TEXT.\n");
}

/* Whether to go on; otherwise *code is the exit status. */
static int parse(settings *set, int argc, char **argv, int *code)
{
    static const struct option names[] = {
        {"filter", required_argument, NULL, 'f'},
        {"quick", no_argument, NULL, 'q'},
        {"json", no_argument, NULL, 'j'},
        {"repeat", required_argument, NULL, 'r'},
        {"threads", required_argument, NULL, 't'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option;

    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        switch (option) {
        case 'f':
            set->filter = optarg;
            break;
        case 'q':
            set->quick = 1;
            break;
        case 'j':
            set->json = 1;
            break;
        case 'r':
            set->repeats = atoi(optarg);
            break;
        case 't':
            set->threads = atoi(optarg);
            break;
        default:
            usage(option == 'h' ? stdout : stderr);
            *code = option == 'h' ? 0 : 64;
            return 0;
        }
    if (optind == argc && set->repeats >= 1 && set->repeats <= REPEATS_MAX && set->threads >= 1)
        return 1;
    usage(stderr);
    *code = 64;
    return 0;
}

int main(int argc, char **argv)
{
    settings set = {"", 0, 0, 5, 2};
    const bench_case *cases = bench_graphs;
    result done[BENCH_GRAPHS] = {0};
    int code = 0, count = BENCH_GRAPHS - 1, ran = 0;

    if (!parse(&set, argc, argv, &code))
        return code;
    if (set.quick) {
        cases = quick_cases;
        count = sizeof quick_cases / sizeof *quick_cases;
    }
    for (int i = 0; i < count; i++)
        if (strstr(cases[i].name, set.filter))
            run_case(&done[ran++], &cases[i], &set);
    if (set.json)
        print_json(done, ran, set.threads);
    else {
        print_times(done, ran, set.threads);
        print_ratios(done, ran, set.threads);
        print_stages(done, ran, (const int[OURS]){1, set.threads});
    }
    if (!ran)
        complain(set.filter, "no such graph", "nothing was measured");
    return failures ? 1 : 0;
}
