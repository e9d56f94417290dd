/*
 * Route inspection by konig, and by what one would take instead, on the same streets in the same
 * run: LEMON called bare, PyMatching, and NetworkX' eulerize(). All have one thread.
 *
 * The streets are those of `csr generate grid-roads`. Directed ones are these in both directions,
 * and every third again in one. The program exits with 1 unless LEMON repeats as much as konig, and
 * nobody less. NetworkX counts streets, not lengths, and finds no shortest repeats; PyMatching
 * rounds lengths.
 */
#include "peers/routes.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct town {
    const char *name;
    uint64_t side;
    int directed;
    int lemon, pymatching, networkx; /* whether they are run: not where it takes minutes */
} town;

static const town towns[] = {
    {"village", 22, 0, 1, 1, 1},
    {"town", 103, 0, 1, 1, 0},
    {"town, directed", 103, 1, 1, 0, 0},
    {"city", 330, 0, 1, 1, 0},
    {"city, directed", 330, 1, 1, 0, 0},
    {"country", 1000, 0, 0, 0, 0},
};

static int failures;

static void complain(const char *name, const char *what)
{
    fprintf(stderr, "bench_routes: %s: %s\n", name, what);
    failures++;
}

#ifndef HAVE_LEMON
double bench_lemon_routes(const bench_streets *streets, double *length)
{
    (void)streets;
    (void)length;
    return -1;
}
#endif

static double run_python(const bench_streets *s, const char *peer, double *length)
{
    char path[] = "/tmp/konig-bench-XXXXXX", command[512];
    const int made = mkstemp(path);
    FILE *file = made >= 0 ? fdopen(made, "w") : NULL;
    double ms = -1;

    if (!file)
        return -1;
    for (uint64_t e = 0; e < s->m; e++)
        fprintf(file, "%u %u %.17g\n", s->end[2 * e], s->end[2 * e + 1], s->length[e]);
    fclose(file);
    snprintf(command, sizeof command, "python3 '%s' %s %s 2>/dev/null", ROUTES_PEER, peer, path);
    file = popen(command, "r");
    if (!file || fscanf(file, "%lf %lf", &ms, length) != 2)
        ms = -1;
    if (file)
        pclose(file);
    remove(path);
    return ms;
}

static kg_status make(kg_graph **graph, kg_context *ctx, const town *t)
{
    const kg_generate_options options = {
        .kind = KG_GENERATE_GRID_ROADS, .width = t->side, .height = t->side, .seed = 1};
    kg_graph *roads = NULL;
    kg_builder *builder = NULL;
    const kg_vertex *end;
    kg_status status = kg_graph_generate(t->directed ? &roads : graph, ctx, &options);

    if (status != KG_OK || !t->directed)
        return status;
    status = kg_graph_ends(roads, &end);
    if (status == KG_OK)
        status = kg_builder_create(&builder, ctx);
    for (uint64_t e = 0; status == KG_OK && e < kg_graph_edges(roads); e++)
        for (unsigned k = 0; status == KG_OK && k < 2 + (e % 3 == 0); k++) {
            const uint64_t h = 2 * e + (k == 2 ? e % 2 : k);

            status =
                kg_builder_add_edge_value(builder, end[h], end[h ^ 1], kg_graph_values(roads)[e]);
        }
    if (status == KG_OK)
        status = kg_builder_finish(graph, builder);
    kg_builder_destroy(builder);
    kg_graph_destroy(roads);
    return status;
}

/* Prints milliseconds of work that one waits for. */
static void print_ms(double ms)
{
    if (ms < 0)
        printf(" | -");
    else if (ms < 1000)
        printf(" | %.0f ms", ms);
    else
        printf(" | %.1f s", ms / 1000);
}

/* How much longer what a peer repeats is. */
static void print_more(double ms, double repeated, double least)
{
    if (ms >= 0 && repeated != least)
        printf(" (+%.2g %%)", 100 * (repeated - least) / least);
}

static double run_ours(kg_graph *graph, int heuristic, kg_route_lengths *lengths)
{
    kg_route *route = NULL;
    const double begin = bench_now();
    const kg_status status =
        kg_euler_eulerise(&route, graph, &(kg_eulerise_options){.heuristic = heuristic});
    const double ms = bench_now() - begin;

    if (status == KG_OK)
        *lengths = *kg_route_measure(route);
    kg_route_destroy(route);
    return status == KG_OK ? ms : -1;
}

static void measure(const town *t, kg_context *ctx)
{
    kg_graph *graph = NULL;
    kg_route_lengths exact = {0}, quick = {0};
    bench_streets s = {.directed = t->directed};
    double ours, heuristic, lemon = -1, pymatching = -1, networkx = -1;
    double by_lemon = 0, by_pymatching = 0, by_networkx = 0;

    if (make(&graph, ctx, t) != KG_OK || kg_graph_ends(graph, &s.end) != KG_OK) {
        complain(t->name, kg_context_message(ctx));
        kg_graph_destroy(graph);
        return;
    }
    s.n = kg_graph_vertices(graph);
    s.m = kg_graph_edges(graph);
    s.length = kg_graph_values(graph);
    ours = run_ours(graph, 0, &exact);
    heuristic = t->directed ? -1 : run_ours(graph, 1, &quick);
    if (ours < 0)
        complain(t->name, "konig found no route");
    if (t->lemon)
        lemon = bench_lemon_routes(&s, &by_lemon);
    if (t->pymatching)
        pymatching = run_python(&s, "pymatching", &by_pymatching);
    if (t->networkx)
        networkx = run_python(&s, "networkx", &by_networkx);
    if (lemon >= 0 && by_lemon != exact.repeated)
        complain(t->name, "LEMON repeats another length");
    if ((heuristic >= 0 && quick.repeated < exact.repeated) ||
        (pymatching >= 0 && by_pymatching < exact.repeated) ||
        (networkx >= 0 && by_networkx < exact.repeated))
        complain(t->name, "a peer repeats less than what is proven least");
    printf("| %s | %llu | %llu | %llu", t->name, (unsigned long long)s.n, (unsigned long long)s.m,
        (unsigned long long)exact.unbalanced);
    print_ms(ours);
    print_ms(heuristic);
    print_more(heuristic, quick.repeated, exact.repeated);
    print_ms(lemon);
    print_ms(pymatching);
    print_more(pymatching, by_pymatching, exact.repeated);
    print_ms(networkx);
    print_more(networkx, by_networkx, exact.repeated);
    printf(" |\n");
    fflush(stdout);
    kg_graph_destroy(graph);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"quick", no_argument, NULL, 'q'}, {"filter", required_argument, NULL, 'f'}, {0}};
    const kg_context_options one_thread = {.device = "cpu", .threads = 1};
    kg_context *ctx = NULL;
    const char *filter = "";
    int quick = 0, measured = 0;

    for (int key; (key = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (key == '?')
            return 64;
        quick |= key == 'q';
        filter = key == 'f' ? optarg : filter;
    }
    if (kg_context_create(&ctx, &one_thread) != KG_OK)
        return 1;
    printf("| streets | crossings | streets | unbalanced | konig | `heuristic` | LEMON bare | "
           "PyMatching | NetworkX |\n|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof towns / sizeof *towns; i++)
        if (strstr(towns[i].name, filter) && !(quick && towns[i].side > 103)) {
            measure(&towns[i], ctx);
            measured++;
        }
    kg_context_destroy(ctx);
    return failures > 0 || !measured;
}
