/*
 * What lies between a user and a device: transfers of host memory, the whole way from text to a
 * walk in a file by euler-find, and a graph and walk that stay on the device. Each walk is compared
 * with the first; the program exits with 1 where one differs or a transfer changed a byte.
 *
 * usage: bench_transfer [--device NAME] [--vertices N] [--repeat K]
 *                       [--tool EULER-FIND] [--folder DIR]
 */
#include "base/base.h"
#include "bench.h"
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPEATS_MAX = 100, ALL_THREADS = 0 };

typedef struct wishes {
    const char *device, *tool, *folder;
    uint64_t vertices;
    int repeats;
} wishes;

static int failures;

static void complain(const char *what, const char *why)
{
    fprintf(stderr, "bench_transfer: %s: %s\n", what, why);
    failures++;
}

static kg_context *open_context(const char *device, int threads)
{
    const kg_context_options options = {.device = device, .threads = threads};
    kg_context *ctx = NULL;

    if (kg_context_create(&ctx, &options) == KG_OK)
        return ctx;
    complain(device, kg_context_message(ctx));
    kg_context_destroy(ctx);
    return NULL;
}

/* ---- transfers ------------------------------------------------------------------------------- */

/* Median GB/s there and back. fresh: into memory that nobody has touched. */
static void time_size(kg_context *ctx, size_t bytes, int repeats)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    double up[REPEATS_MAX], down[REPEATS_MAX], fresh[REPEATS_MAX], first = 0;
    unsigned char *from = malloc(bytes), *to = malloc(bytes);
    void *array = NULL;

    if (!from || !to || kg__allocate(ctx, &array, bytes, 1, "a transfer") != KG_OK) {
        complain("a transfer", "out of memory");
        repeats = -1;
    }
    for (size_t i = 0; repeats > 0 && i < bytes; i++)
        from[i] = (unsigned char)(i * 2654435761u >> 13);
    for (int i = 0; i <= repeats; i++) {
        unsigned char *untouched = malloc(bytes);
        double begin = bench_now();

        if (!untouched || memory->upload(ctx, array, from, bytes) != KG_OK)
            complain("upload", kg_context_message(ctx));
        first = i ? first : bench_now() - begin;
        up[i ? i - 1 : 0] = (double)bytes / (bench_now() - begin) * 1e-6;
        begin = bench_now();
        if (memory->download(ctx, to, array, bytes) != KG_OK)
            complain("download", kg_context_message(ctx));
        down[i ? i - 1 : 0] = (double)bytes / (bench_now() - begin) * 1e-6;
        begin = bench_now();
        if (untouched && memory->download(ctx, untouched, array, bytes) != KG_OK)
            complain("download", kg_context_message(ctx));
        fresh[i ? i - 1 : 0] = (double)bytes / (bench_now() - begin) * 1e-6;
        if (memcmp(from, to, bytes) != 0 || memcmp(from, untouched, bytes) != 0)
            complain("a transfer", "bytes changed");
        free(untouched);
    }
    if (repeats > 0)
        printf("| %d | %zu | %.2f | %.1f | %.1f | %.1f |\n", kg_context_threads(ctx), bytes >> 20,
            first, bench_median(up, repeats), bench_median(down, repeats),
            bench_median(fresh, repeats));
    fflush(stdout);
    kg__free(ctx, array);
    free(from);
    free(to);
}

static void time_transfers(const wishes *w)
{
    static const int threads[] = {1, 2, 4, 8, 12, ALL_THREADS};
    static const size_t sizes[] = {(size_t)16 << 20, (size_t)64 << 20, (size_t)512 << 20};

    printf(
        "\n| threads | MiB | first upload, ms | upload, GB/s | download, GB/s | to fresh memory, "
        "GB/s |\n|--:|--:|--:|--:|--:|--:|\n");
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            kg_context *ctx = open_context(w->device, threads[t]);

            if (ctx)
                time_size(ctx, sizes[i], w->repeats);
            kg_context_destroy(ctx);
        }
}

/* ---- on the device alone --------------------------------------------------------------------- */

static kg_graph *generate(kg_context *ctx, const wishes *w)
{
    const kg_generate_options options = {
        .kind = KG_GENERATE_RANDOM, .vertices = w->vertices, .max_degree = 7, .seed = 1};
    kg_graph *graph = NULL;

    if (kg_graph_generate(&graph, ctx, &options) != KG_OK)
        complain("generate", kg_context_message(ctx));
    return graph;
}

/* A graph of arrays that the caller has there, its walk lent, in milliseconds. */
static void time_resident(const wishes *w)
{
    const kg_device_options borrow = {.borrow = 1};
    kg_context *ctx = open_context(w->device, 0);
    kg_graph *from = ctx ? generate(ctx, w) : NULL;
    double build[REPEATS_MAX], find[REPEATS_MAX], all[REPEATS_MAX];
    kg_device_array row = {0}, col = {0};
    const kg_edge *d_row;
    const kg_vertex *d_col;

    if (!from || kg_graph_csr_device(from, &d_row, &d_col, NULL) != KG_OK) {
        complain("rows on the device", kg_context_message(ctx));
        goto out;
    }
    row = (kg_device_array){d_row, (uint64_t)kg_graph_vertices(from) + 1,
        sizeof(kg_edge) == 4 ? KG_INTEGER_U32 : KG_INTEGER_U64, 0};
    col = (kg_device_array){d_col, kg_graph_edges(from), KG_INTEGER_U32, 0};
    for (int i = 0; i <= w->repeats; i++) {
        const double begin = bench_now();
        const kg_euler_options quick = {.skip_verify = 1};
        double built;
        kg_graph *graph = NULL;
        kg_euler *euler = NULL;
        kg_edge *walk = NULL;

        if (kg_graph_build_csr_device(&graph, ctx, &row, &col, &borrow) != KG_OK)
            complain("build", kg_context_message(ctx));
        built = bench_now();
        if (kg_euler_find(&euler, graph, &quick) != KG_OK ||
            kg_euler_walk_device(euler, &walk, NULL) != KG_OK)
            complain("find", kg_context_message(ctx));
        kg__memory(ctx)->synchronise(ctx);
        build[i ? i - 1 : 0] = built - begin;
        find[i ? i - 1 : 0] = bench_now() - built;
        all[i ? i - 1 : 0] = bench_now() - begin;
        kg_euler_return_device(euler, NULL);
        kg_euler_destroy(euler);
        kg_graph_destroy(graph);
    }
    printf("\nOn the device alone, %llu edges: build and check %.2f ms, find and lend %.2f ms, "
           "together %.2f ms.\n",
        (unsigned long long)col.count, bench_median(build, w->repeats),
        bench_median(find, w->repeats), bench_median(all, w->repeats));
    kg_graph_return_device(from, NULL);
out:
    kg_graph_destroy(from);
    kg_context_destroy(ctx);
}

/* ---- from text to a walk in a file ----------------------------------------------------------- */

/* Runs the program: the milliseconds from its start to its end as its parent sees them. */
static double run(char *const *arguments, int quiet)
{
    const double begin = bench_now();
    const pid_t child = fork();
    int status = -1;

    if (child == 0) {
        if (quiet) {
            const int nowhere = open("/dev/null", O_WRONLY);

            dup2(nowhere, STDERR_FILENO);
        }
        execv(arguments[0], arguments);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        complain(arguments[0], "failed");
    return bench_now() - begin;
}

static int same_files(const char *a, const char *b)
{
    char command[9000];

    snprintf(command, sizeof command, "cmp -s '%s' '%s'", a, b);
    return system(command) == 0;
}

static void time_tool(const wishes *w, const char *text, const char *walk, const char *expected)
{
    static const char *const formats[] = {"edges", "lines"};
    static const char *const devices[] = {"cuda", "cpu"};

    printf("\n| device | format | median, ms | best, ms |\n|---|---|--:|--:|\n");
    for (int f = 0; f < 2; f++)
        for (int d = 0; d < 2; d++) {
            char *const arguments[] = {(char *)w->tool, "--device", (char *)devices[d], "--format",
                (char *)formats[f], "-o", (char *)(d ? walk : expected), (char *)text, NULL};
            double ms[REPEATS_MAX];

            if (d == 0 && strcmp(w->device, "cpu") == 0)
                continue;
            for (int i = 0; i <= w->repeats; i++)
                ms[i ? i - 1 : 0] = run(arguments, 1);
            if (d && strcmp(w->device, "cpu") != 0 && !same_files(walk, expected))
                complain(formats[f], "the walks differ");
            printf("| %s | %s | %.0f |", devices[d], formats[f], bench_median(ms, w->repeats));
            printf(" %.0f |\n", ms[0]); /* they are sorted now */
            fflush(stdout);
        }
}

/* Writes the text, times the program, and shows where its time goes. */
static void time_text(const wishes *w)
{
    char text[4096], walk[4096], expected[4096];
    char *const shown[] = {(char *)w->tool, "--device", (char *)w->device, "--format", "edges",
        "--timing", "-o", walk, text, NULL};
    kg_context *ctx = open_context("cpu", 0);
    kg_graph *graph = ctx ? generate(ctx, w) : NULL;
    struct stat file;

    snprintf(text, sizeof text, "%s/bench-transfer.edges", w->folder);
    snprintf(walk, sizeof walk, "%s/bench-transfer.walk", w->folder);
    snprintf(expected, sizeof expected, "%s/bench-transfer.expected", w->folder);
    if (graph && kg_graph_write(graph, text, KG_FORMAT_EDGES) == KG_OK && stat(text, &file) == 0) {
        printf("\nFrom %.0f MB of text to a walk in a file, %llu edges:\n",
            1e-6 * (double)file.st_size, (unsigned long long)kg_graph_edges(graph));
        kg_graph_destroy(graph);
        graph = NULL;
        time_tool(w, text, walk, expected);
        fflush(stdout);
        for (int i = 0; i < 2; i++)
            run(shown, 0);
    } else {
        complain(text, ctx ? kg_context_message(ctx) : "no context");
    }
    kg_graph_destroy(graph);
    kg_context_destroy(ctx);
    unlink(text);
    unlink(walk);
    unlink(expected);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"device", required_argument, NULL, 'd'},
        {"vertices", required_argument, NULL, 'v'}, {"repeat", required_argument, NULL, 'r'},
        {"tool", required_argument, NULL, 't'}, {"folder", required_argument, NULL, 'f'}, {0}};
    wishes w = {.device = "cuda", .vertices = 10 << 20, .repeats = 5, .folder = "/tmp"};
    int option;

    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        if (option == 'd')
            w.device = optarg;
        else if (option == 'v' && strtoull(optarg, NULL, 10) > 0)
            w.vertices = strtoull(optarg, NULL, 10);
        else if (option == 'r' && atoi(optarg) > 0 && atoi(optarg) <= REPEATS_MAX)
            w.repeats = atoi(optarg);
        else if (option == 't')
            w.tool = optarg;
        else if (option == 'f')
            w.folder = optarg;
        else {
            fputs("Usage: bench_transfer [--device NAME] [--vertices N] [--repeat K]\n"
                  "                      [--tool EULER-FIND] [--folder DIR]\n",
                stderr);
            return 64;
        }
    if (w.tool)
        time_text(&w);
    if (strcmp(w.device, "cpu") != 0) {
        time_transfers(&w);
        time_resident(&w);
    }
    return failures != 0;
}
