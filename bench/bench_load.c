/*
 * From a file to a graph: parsing, building, opening, and the whole of euler-find as a process.
 *
 * The measure for parsing is a bare loop over the digits that works out the numbers' values and
 * does nothing else: no reader that looks at each byte can be much faster. It takes turns with the
 * reader. Files are read once before the clock starts, so that they come from the page cache.
 * Figures are the best of the repeats.
 */
#include "bench.h"
#include "peers/hierholzer.h"
#include <fcntl.h>
#include <getopt.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { REPEATS = 3, THREADS = 2 };
static const char *tools; /* folder of csr and euler-find */

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "bench_load: %s: %s\n", what, why);
    exit(1);
}

/* ---- a table that grows ---------------------------------------------------------------------- */

static int json, rows;

/* rate, note: NULL for none. */
static void print_row(const char *what, double ms, const char *rate, const char *note)
{
    rate = rate ? rate : "";
    note = note ? note : "";
    if (json)
        printf("%s\n {\"what\": \"%s\", \"ms\": %.1f, \"rate\": \"%s\", \"note\": \"%s\"}",
            rows ? "," : "[", what, ms, rate, note);
    else
        printf("%s| %s | %.1f ms | %s | %s |\n",
            rows ? "" : "| what | time | rate | beside |\n|---|--:|--:|---|\n", what, ms, rate,
            note);
    rows++;
    fflush(stdout);
}

static const char *text(const char *format, double a, double b)
{
    static char line[4][160];
    static int next;
    char *to = line[next++ % 4];

    snprintf(to, sizeof line[0], format, a, b);
    return to;
}

/* ---- processes ------------------------------------------------------------------------------- */

/* Runs a tool to its end: milliseconds, and the most memory that it held in *peak bytes. */
static double run_tool(double *peak, const char *tool, char *const argument[])
{
    extern char **environ;
    char path[4096];
    struct rusage use;
    double begin;
    pid_t child;
    int code = 0;

    snprintf(path, sizeof path, "%s/%s", tools, tool);
    begin = bench_now();
    if (posix_spawn(&child, path, NULL, NULL, argument, environ) ||
        wait4(child, &code, 0, &use) < 0)
        fail(path, "cannot be run");
    if (code)
        fail(path, "failed");
    if (peak)
        *peak = 1024.0 * (double)use.ru_maxrss;
    return bench_now() - begin;
}

static double file_bytes(const char *path)
{
    struct stat about;

    if (stat(path, &about))
        fail(path, "is not there");
    return (double)about.st_size;
}

/* ---- the bare loop --------------------------------------------------------------------------- */

/* The sum of all numbers in text[0..end). What stands between them is not checked. */
static uint64_t sum_numbers(const unsigned char *at, const unsigned char *end)
{
    uint64_t sum = 0;

    while (at < end) {
        uint64_t value = 0;
        unsigned digit;

        while (at < end && (digit = *at - (unsigned)'0') < 10) {
            value = 10 * value + digit;
            at++;
        }
        at++;
        sum += value;
    }
    return sum;
}

static double bare_loop(const char *path, int threads)
{
    size_t bytes = (size_t)file_bytes(path);
    int file = open(path, O_RDONLY);
    double begin = bench_now();
    uint64_t sum = 0;
    const unsigned char *base = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);

    if (base == MAP_FAILED)
        fail(path, "cannot be mapped");
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
    for (int i = 0; i < threads; i++)
        sum += sum_numbers(base + bytes * (size_t)i / (size_t)threads,
            base + bytes * (size_t)(i + 1) / (size_t)threads);
    begin = bench_now() - begin;
    munmap((void *)base, bytes);
    close(file);
    if (!sum)
        fail(path, "holds no numbers");
    return begin;
}

/* ---- reading --------------------------------------------------------------------------------- */

static double smaller(double a, double b)
{
    return a > 0 && a < b ? a : b;
}

/* *best: the least milliseconds so far, 0 at first. */
static kg_graph *read_graph(double *best, kg_context *context, const char *path, int trust)
{
    kg_read_options options = KG_READ_OPTIONS_INIT;
    kg_graph *graph = NULL;
    double begin = bench_now();

    options.trust = trust;
    kg_context_clear_timing(context);
    if (kg_graph_read(&graph, context, path, &options) != KG_OK)
        fail(path, kg_context_message(context));
    *best = smaller(*best, bench_now() - begin);
    return graph;
}

/* Milliseconds of the last reading's stage that builds the rows. */
static double build_stage(kg_context *context)
{
    const kg_timing *timing = kg_context_timing(context);
    double ms = 0;

    for (size_t i = kg_context_stages(context); i-- > 0;)
        if (strncmp(timing[i].stage, "build", 5) == 0)
            ms += timing[i].ms;
    return ms;
}

static kg_context *open_context(int threads)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *context = NULL;

    options.device = "cpu";
    options.threads = threads;
    if (kg_context_create(&context, &options) != KG_OK)
        fail("context", kg_context_message(context));
    return context;
}

static void bench_edge_list(const char *path, int threads)
{
    kg_context *context = open_context(threads);
    double bytes = file_bytes(path), bare = 0, read = 0, build = 0, edges = 0;
    const char *plural = threads > 1 ? "s" : "";
    char what[80];

    for (int i = 0; i < REPEATS; i++) {
        kg_graph *graph;

        bare = smaller(bare, bare_loop(path, threads));
        graph = read_graph(&read, context, path, 0);
        build = smaller(build, build_stage(context));
        edges = (double)kg_graph_edges(graph);
        kg_graph_destroy(graph);
    }
    snprintf(what, sizeof what, "bare digit loop, %d thread%s", threads, plural);
    print_row(what, bare, text("%.2f GB/s", bytes / bare / 1e6, 0), NULL);
    snprintf(what, sizeof what, "edge list to graph, %d thread%s", threads, plural);
    print_row(what, read, text("%.2f GB/s, %.1f M edges/s", bytes / read / 1e6, edges / read / 1e3),
        text("%.2f times the bare loop", read / bare, 0));
    snprintf(what, sizeof what, "of that the CSR build, %d thread%s", threads, plural);
    print_row(what, build, text("%.1f M edges/s", edges / build / 1e3, 0),
        text("%.2f times the rest, the parsing", build / (read - build), 0));
    kg_context_destroy(context);
}

static void bench_file(const char *path, const char *what, int trust)
{
    kg_context *context = open_context(THREADS);
    double best = 0;
    double edges = 0;

    for (int i = 0; i < REPEATS; i++) {
        kg_graph *graph = read_graph(&best, context, path, trust);

        edges = (double)kg_graph_edges(graph);
        kg_graph_destroy(graph);
    }
    print_row(what, best,
        trust
            ? NULL
            : text("%.2f GB/s, %.1f M edges/s", file_bytes(path) / best / 1e6, edges / best / 1e3),
        trust ? "mapped: what is not used is not read" : NULL);
    kg_context_destroy(context);
}

/* ---- named adjacency ------------------------------------------------------------------------- */

/* A random graph as lines "name -> name, name" with names that look random. */
static void write_named(const char *path, uint64_t n)
{
    kg_generate_options options = {.seed = 1};
    kg_context *context = open_context(THREADS);
    kg_graph *graph = NULL;
    char(*name)[16] = malloc(n * sizeof *name);
    const char **start = malloc(n * sizeof *start);
    size_t *length = malloc(n * sizeof *length);

    options.vertices = n;
    options.max_degree = 19; /* ten edges a vertex */
    if (!name || !start || !length)
        fail(path, "out of memory");
    for (uint64_t v = 0; v < n; v++) {
        start[v] = name[v];
        length[v] = (size_t)snprintf(
            name[v], sizeof name[v], "v%llx", (unsigned long long)(v * 0x9e3779b97f4a7c15u >> 20));
    }
    if (kg_graph_generate(&graph, context, &options) != KG_OK ||
        kg_graph_set_names(graph, start, length) != KG_OK ||
        kg_graph_write(graph, path, KG_FORMAT_ADJACENCY) != KG_OK)
        fail(path, kg_context_message(context));
    kg_graph_destroy(graph);
    kg_context_destroy(context);
    free(name);
    free(start);
    free(length);
}

/* ---- the whole ------------------------------------------------------------------------------- */

typedef struct process {
    double ms, peak, out_bytes;
} process;

/* Makes the random graph as text and binary, and runs euler-find on the text. All of it runs in
 * child processes, started while this process is still small: the peak of a child's memory begins
 * with that of its parent. */
static process run_process(const char *edges, const char *binary, const char *answer, int quick)
{
    char threads[8], *vertices = quick ? "102400" : "10485760";
    char *generate[] = {"csr", "generate", "random", "--vertices", vertices, "--max-degree", "7",
        "-o", (char *)binary, NULL};
    char *convert[] = {"csr", "convert", "-o", (char *)edges, (char *)binary, NULL};
    char *find[] = {"euler-find", "--threads", threads, "-o", (char *)answer, (char *)edges, NULL};
    process best = {0, 0, 0};

    snprintf(threads, sizeof threads, "%d", THREADS);
    run_tool(NULL, "csr", generate);
    run_tool(NULL, "csr", convert);
    for (int i = 0; i < REPEATS; i++)
        best.ms = smaller(best.ms, run_tool(&best.peak, "euler-find", find));
    best.out_bytes = file_bytes(answer);
    unlink(answer);
    return best;
}

/* Compares the whole process with Hierholzer's walk alone, for which the graph must be in memory.
 */
static void print_process(const process *whole, const char *binary, const char *edges)
{
    kg_context *context = open_context(1);
    double unused = 0;
    kg_graph *graph = read_graph(&unused, context, binary, 0);
    bench_graph g = {kg_graph_vertices(graph), kg_graph_edges(graph), NULL, NULL, NULL};
    hierholzer *peer = hierholzer_create(g.n, g.m);
    kg_edge *walk = malloc(g.m * sizeof *walk);
    double ms = 0;

    if (!peer || !walk || kg_graph_csr(graph, &g.row, &g.col) || kg_graph_sources(graph, &g.src))
        fail(binary, "out of memory");
    for (int i = 0; i < REPEATS; i++) {
        double begin = bench_now();
        int code = hierholzer_circuit(peer, g.n, g.m, g.row, g.col, g.src[0], walk);

        ms = smaller(ms, bench_now() - begin);
        if (code || kg_euler_verify(graph, walk, KG_EULER_CIRCUIT) != KG_OK)
            fail("Hierholzer", "wrong answer");
    }
    print_row(text("euler-find, text in and walk out, %.0f threads", THREADS, 0), whole->ms,
        text("%.0f MB in, %.0f MB out", file_bytes(edges) / 1e6, whole->out_bytes / 1e6),
        text("%.0f bytes of memory an edge at the peak", whole->peak / (double)g.m, 0));
    print_row("the peer Hierholzer, its walk alone", ms,
        text("%.1f M edges/s", (double)g.m / ms / 1e3, 0),
        text("euler-find as a whole takes %.2f times that", whole->ms / ms, 0));
    free(walk);
    hierholzer_destroy(peer);
    kg_graph_destroy(graph);
    kg_context_destroy(context);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"quick", no_argument, NULL, 'q'},
        {"json", no_argument, NULL, 'j'},
        {"tools", required_argument, NULL, 't'},
        {"folder", required_argument, NULL, 'f'},
        {NULL, 0, NULL, 0},
    };
    const char *folder = "/tmp";
    char edges[4096], binary[4096], answer[4096], named[4096];
    int option, quick = 0;
    process whole;

    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        switch (option) {
        case 'q':
            quick = 1;
            break;
        case 'j':
            json = 1;
            break;
        case 't':
            tools = optarg;
            break;
        case 'f':
            folder = optarg;
            break;
        default:
            tools = NULL;
        }
    if (!tools || optind != argc) {
        fprintf(stderr, "Usage: bench_load --tools FOLDER [--folder SCRATCH] [--quick] [--json]\n");
        return 64;
    }
    snprintf(edges, sizeof edges, "%s/random.edges", folder);
    snprintf(binary, sizeof binary, "%s/random.kcsr", folder);
    snprintf(answer, sizeof answer, "%s/walk", folder);
    snprintf(named, sizeof named, "%s/named.txt", folder);

    whole = run_process(edges, binary, answer, quick);
    bench_edge_list(edges, 1);
    bench_edge_list(edges, THREADS);
    bench_file(binary, ".kcsr, checked", 0);
    bench_file(binary, ".kcsr, trusted", 1);
    print_process(&whole, binary, edges);
    unlink(edges);
    unlink(binary);
    write_named(named, quick ? 10000 : 1000000);
    bench_file(named, text("named adjacency, %.0f threads", THREADS, 0), 0);
    unlink(named);
    if (json)
        printf("\n]\n");
    return 0;
}
