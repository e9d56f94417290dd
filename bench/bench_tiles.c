/*
 * Sliding puzzles: how long the proof of a shortest solution takes, for each puzzle of a file of
 * published ones (Korf's: number, length, ..., tiles; the target is 0 1 2 ...). The puzzles are
 * solved one after the other in one context, as those of a batch file are. The program exits with 1
 * if a length is not the published one.
 *
 *     bench_tiles [--device NAME] [--threads N] [--memory-limit MIB] [--linear-conflict]
 *                 [--pattern] [--partition TEXT] [--tables FOLDER] [--canonical] [--only NUMBER]
 *                 [--first COUNT] [--repeat K] FILE
 *
 * Times are of whole calls, verification included; with --repeat the last of K passes is shown. The
 * databases of --pattern are those of the first puzzle's sides, and are built or read before.
 */
#include "bench.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct published {
    unsigned number, length;
    kg_tiles_puzzle puzzle;
} published;

typedef struct figures {
    uint64_t expanded, generated;
    double ms;
} figures;

static int failures;

/* Reads the next puzzle: 16 or 25 tiles behind the last comma. Returns whether there is one. */
static int read_next(FILE *file, published *one)
{
    char line[512];

    while (fgets(line, sizeof line, file)) {
        char *p = strrchr(line, ','), *end;
        unsigned tiles = 0, side = 2;

        if (!p || sscanf(line, "%u,%u", &one->number, &one->length) != 2)
            continue;
        for (p++; tiles < KG_TILES_CELLS; tiles++, p = end) {
            one->puzzle.start[tiles] = (uint8_t)strtoul(p, &end, 10);
            if (end == p)
                break;
            one->puzzle.target[tiles] = (uint8_t)tiles;
        }
        while (side * side < tiles)
            side++;
        one->puzzle.width = one->puzzle.height = side;
        return 1;
    }
    return 0;
}

static void print(const char *name, const char *moves, const figures *f)
{
    printf("| %s | %s | %llu | %llu | %.2f | %.3f |\n", name, moves,
        (unsigned long long)f->expanded, (unsigned long long)f->generated, f->ms,
        1e-6 * (double)f->expanded / f->ms);
}

static void solve(
    kg_context *ctx, const published *one, const kg_tiles_options *options, figures *sum, int show)
{
    char name[16], moves[64];
    kg_tiles *answer = NULL;
    kg_tiles_statistics statistics;
    figures now;
    double begin = bench_now();
    kg_status status = kg_tiles_find(&answer, ctx, &one->puzzle, options);

    now.ms = bench_now() - begin;
    if (!answer || (status == KG_OK && kg_tiles_bound(answer) != one->length)) {
        fprintf(stderr, "bench_tiles: puzzle %u: %s\n", one->number,
            answer ? "not the published length" : kg_context_message(ctx));
        failures++;
    }
    if (answer) {
        statistics = *kg_tiles_work(answer);
        now.expanded = statistics.total.expanded;
        now.generated = statistics.total.generated;
        snprintf(name, sizeof name, "%u", one->number);
        snprintf(moves, sizeof moves, status == KG_OK ? "%u" : "at least %u (published: %u)",
            kg_tiles_bound(answer), one->length);
        sum->expanded += now.expanded;
        sum->generated += now.generated;
        sum->ms += now.ms;
        if (show)
            print(name, moves, &now);
        if (show && status != KG_OK)
            fprintf(stderr, "puzzle %u: %s\n", one->number, kg_context_message(ctx));
    }
    kg_tiles_destroy(answer);
}

static FILE *open_file(const char *path)
{
    FILE *file = fopen(path, "r");

    if (!file) {
        perror(path);
        exit(66);
    }
    return file;
}

/* Builds or reads the databases. */
static void prepare(kg_context *ctx, const char *path, kg_tiles_options *options,
    const kg_tiles_patterns_options *wish)
{
    FILE *file = open_file(path);
    const double begin = bench_now();
    published one;

    if (!read_next(file, &one) ||
        kg_tiles_patterns_create(&options->patterns, ctx, &one.puzzle, wish) != KG_OK) {
        fprintf(stderr, "bench_tiles: %s: %s\n", path, kg_context_message(ctx));
        exit(1);
    }
    printf("The databases took %.2f s.\n\n", 1e-3 * (bench_now() - begin));
    fclose(file);
}

/* Solves every puzzle once. */
static void pass(kg_context *ctx, const char *path, const kg_tiles_options *options, unsigned only,
    unsigned first, int show)
{
    FILE *file = open_file(path);
    published one;
    figures sum = {0};

    if (show)
        printf("| puzzle | moves | expanded | generated | ms | G expansions/s |\n"
               "|--:|--:|--:|--:|--:|--:|\n");
    while (read_next(file, &one))
        if ((!only || one.number == only) && (!first || one.number <= first))
            solve(ctx, &one, options, &sum, show);
    if (show)
        print("all", "", &sum);
    fclose(file);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"device", required_argument, NULL, 'd'},
        {"threads", required_argument, NULL, 't'}, {"memory-limit", required_argument, NULL, 'm'},
        {"linear-conflict", no_argument, NULL, 'l'}, {"canonical", no_argument, NULL, 'c'},
        {"pattern", no_argument, NULL, 'p'}, {"partition", required_argument, NULL, 'P'},
        {"tables", required_argument, NULL, 'T'}, {"only", required_argument, NULL, 'o'},
        {"first", required_argument, NULL, 'f'}, {"repeat", required_argument, NULL, 'r'}, {0}};
    kg_context_options wish = KG_CONTEXT_OPTIONS_INIT;
    kg_tiles_options options = {KG_TILES_MANHATTAN, 0, 0, 0};
    kg_tiles_patterns_options databases = KG_TILES_PATTERNS_OPTIONS_INIT;
    kg_context *ctx = NULL;
    unsigned only = 0, first = 0;
    int option, repeats = 1;

    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        if (option == 'd')
            wish.device = optarg;
        else if (option == 't')
            wish.threads = atoi(optarg);
        else if (option == 'm')
            wish.memory_limit = strtoull(optarg, NULL, 10) << 20;
        else if (option == 'l')
            options.heuristic = KG_TILES_LINEAR_CONFLICT;
        else if (option == 'p')
            options.heuristic = KG_TILES_PATTERN;
        else if (option == 'P')
            databases.partition = optarg;
        else if (option == 'T')
            databases.folder = optarg;
        else if (option == 'f')
            first = (unsigned)atoi(optarg);
        else if (option == 'c')
            options.canonical = 1;
        else if (option == 'o')
            only = (unsigned)atoi(optarg);
        else if (option == 'r')
            repeats = atoi(optarg);
        else
            return 64;
    if (optind + 1 != argc) {
        fputs("Usage: bench_tiles [--device NAME] [--threads N] [--memory-limit MIB]\n"
              "                   [--linear-conflict] [--pattern] [--partition TEXT]\n"
              "                   [--tables FOLDER] [--canonical] [--only NUMBER]\n"
              "                   [--first COUNT] [--repeat K] FILE\n",
            stderr);
        return 64;
    }
    if (kg_context_create(&ctx, &wish) != KG_OK) {
        fprintf(stderr, "bench_tiles: %s\n", kg_context_message(ctx));
        kg_context_destroy(ctx);
        return 69;
    }
    if (options.heuristic == KG_TILES_PATTERN)
        prepare(ctx, argv[optind], &options, &databases);
    for (int i = 1; i <= repeats; i++)
        pass(ctx, argv[optind], &options, only, first, i == repeats);
    kg_tiles_patterns_destroy(options.patterns);
    kg_context_destroy(ctx);
    return failures ? 1 : 0;
}
