/*
 * GA*, which takes any problem, beside the search that knows its puzzle: how long both take for
 * each of Korf's 15-puzzles (number, length, ..., tiles; the target is 0 1 2 ...), with Manhattan
 * distance, on each device. The program exits with 1 if a length is not the published one.
 *
 *     bench_ga_star [--device NAME]... [--threads N] [--max-states N] [--weight W]
 *                   [--only NUMBER] [--first K] FILE
 *
 * Devices: cpu and cuda where nothing is said; one that cannot be had is left out, with a line on
 * standard error. Times are of whole calls, verification included, the second of two in one
 * context. --max-states stops a search that would not fit memory; its rate is told all the same.
 * With --weight above 1, GA* searches alone, and a length may be W times the published one.
 */
#include "bench.h"
#include "search/ga_star/clients.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEARCHES = 2, DEVICES = 4 };
static const char *const title[SEARCHES] = {"tiles", "GA*"};

typedef struct limits {
    uint64_t max_states;
    double weight;
} limits;

typedef struct figures {
    uint64_t expanded;
    double ms;
    bool stopped;
} figures;

static int failures;

static void complain(unsigned number, const char *why)
{
    fprintf(stderr, "bench_ga_star: puzzle %u: %s\n", number, why);
    failures++;
}

/* Reads the next puzzle: 16 tiles behind the last comma. Returns whether there is one. */
static bool read_next(FILE *file, unsigned *number, unsigned *length, kg_tiles_puzzle *puzzle)
{
    char line[512];

    while (fgets(line, sizeof line, file)) {
        char *p = strrchr(line, ','), *end;
        unsigned tiles = 0;

        *puzzle = (kg_tiles_puzzle){.width = 4, .height = 4};
        if (!p || sscanf(line, "%u,%u", number, length) != 2)
            continue;
        for (p++; tiles < 16; tiles++, p = end) {
            puzzle->start[tiles] = (uint8_t)strtoul(p, &end, 10);
            puzzle->target[tiles] = (uint8_t)tiles;
            if (end == p)
                break;
        }
        if (tiles == 16)
            return true;
    }
    return false;
}

/* Solves a puzzle once by one of the searches. */
static figures solve(kg_context *ctx, int search, unsigned number, unsigned length,
    const kg_tiles_puzzle *puzzle, const limits *most)
{
    const kg_tiles_options tiles = {
        .heuristic = KG_TILES_MANHATTAN, .max_states = most->max_states};
    const kg_ga_star_options any = {.max_states = most->max_states, .weight = most->weight};
    const double begin = bench_now();
    kg_tiles *answer = NULL;
    kg_ga_star *way = NULL;
    uint64_t found = 0;
    figures result = {0};
    kg_status status;

    if (search == 0) {
        status = kg_tiles_find(&answer, ctx, puzzle, &tiles);
        result.ms = bench_now() - begin;
        result.expanded = answer ? kg_tiles_work(answer)->total.expanded : 0;
        found = kg_tiles_length(answer);
    } else {
        status = kg__ga_star_tiles(&way, ctx, puzzle, &any);
        result.ms = bench_now() - begin;
        result.expanded = way ? kg_ga_star_work(way)->expanded : 0;
        found = kg_ga_star_cost(way);
    }
    result.stopped = status == KG_LIMIT || status == KG_FULL;
    if (status != KG_OK && !result.stopped)
        complain(number, kg_context_message(ctx));
    else if (status == KG_OK && (found < length || (double)found > most->weight * length))
        complain(number, "not the published length");
    kg_tiles_destroy(answer);
    kg_ga_star_destroy(way);
    return result;
}

static void print(const char *puzzle, const char *device, int search, figures f, figures beside)
{
    printf("| %s | %s | %s | %llu%s | %.2f | %.2f |", puzzle, device, title[search],
        (unsigned long long)f.expanded, f.stopped ? ", stopped" : "", f.ms,
        1e-3 * (double)f.expanded / f.ms);
    if (search == 0 || f.stopped || beside.stopped)
        printf(" |\n");
    else
        printf(" %.1f |\n", f.ms / beside.ms);
}

static void run(const char *device, kg_context *ctx, const char *path, const limits *most,
    unsigned only, unsigned first)
{
    const int from = most->weight > 1 ? SEARCHES - 1 : 0;
    FILE *file = fopen(path, "r");
    figures sum[SEARCHES] = {{0}};
    kg_tiles_puzzle puzzle;
    unsigned number, length;

    if (!file) {
        perror(path);
        exit(66);
    }
    while (read_next(file, &number, &length, &puzzle)) {
        figures now[SEARCHES];
        char name[16];

        if ((only && number != only) || (first && number > first))
            continue;
        snprintf(name, sizeof name, "%u", number);
        for (int search = from; search < SEARCHES; search++) {
            solve(ctx, search, number, length, &puzzle, most);
            now[search] = solve(ctx, search, number, length, &puzzle, most);
            print(name, device, search, now[search], now[from]);
            sum[search].expanded += now[search].expanded;
            sum[search].ms += now[search].ms;
            sum[search].stopped = sum[search].stopped || now[search].stopped;
        }
    }
    for (int search = from; search < SEARCHES && sum[from].ms > 0; search++)
        print("all", device, search, sum[search], sum[from]);
    fclose(file);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"device", required_argument, NULL, 'd'},
        {"threads", required_argument, NULL, 't'}, {"max-states", required_argument, NULL, 'm'},
        {"weight", required_argument, NULL, 'w'}, {"only", required_argument, NULL, 'o'},
        {"first", required_argument, NULL, 'f'}, {0}};
    const char *device[DEVICES] = {"cpu", "cuda"};
    kg_context_options wish = KG_CONTEXT_OPTIONS_INIT;
    limits most = {.weight = 1};
    unsigned only = 0, first = 0;
    int option, devices = 0;

    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        if (option == 'd' && devices < DEVICES)
            device[devices++] = optarg;
        else if (option == 't')
            wish.threads = atoi(optarg);
        else if (option == 'm')
            most.max_states = strtoull(optarg, NULL, 10);
        else if (option == 'w')
            most.weight = atof(optarg);
        else if (option == 'o')
            only = (unsigned)atoi(optarg);
        else if (option == 'f')
            first = (unsigned)atoi(optarg);
        else
            return 64;
    if (optind + 1 != argc) {
        fputs("Usage: bench_ga_star [--device NAME]... [--threads N] [--max-states N]\n"
              "                     [--weight W] [--only NUMBER] [--first K] FILE\n",
            stderr);
        return 64;
    }
    printf("| puzzle | device | search | expanded | ms | M expansions/s | times as long |\n"
           "|--:|--|--|--:|--:|--:|--:|\n");
    for (int i = 0; i < (devices ? devices : 2); i++) {
        kg_context *ctx = NULL;

        wish.device = device[i];
        if (kg_context_create(&ctx, &wish) == KG_OK)
            run(device[i], ctx, argv[optind], &most, only, first);
        else
            fprintf(stderr, "bench_ga_star: %s: %s\n", device[i], kg_context_message(ctx));
        kg_context_destroy(ctx);
    }
    return failures ? 1 : 0;
}
