/*
 * Queries on grid maps by konig, by textbook A* in C and by NetworkX, on the same maps in the same
 * run.
 *
 * The maps are MovingAI's, where they are found (--data FOLDER, or movingai/ in $KONIG_DATA or in
 * ../shared/data), with queries taken evenly from their scenarios; and maps made here. Each method
 * has one thread. The methods take turns; the figure is the best of the repeats. The program exits
 * with 1 unless all methods give the same cost for every query, and the published one where there
 * is one.
 *
 * With --device NAME the program times whole scenarios in one call, and single queries of large
 * maps, on that device and, unless --alone is given, on all threads of the CPU. Times are from call
 * to return, with paths verified and kept. Costs must be equal and as published. Then it times
 * distance fields in the same way.
 */
#include "bench.h"
#include "peers/textbook_astar.h"
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    const char *data, *filter, *device; /* device: of --device, or NULL */
    int quick, repeats, alone;
    uint64_t queries; /* at most, of a map */
} settings;

typedef struct task {
    const char *name;
    kg_grid *grid;
    uint16_t *weight; /* [cells] for the peers; terrains other than ground are walls */
    uint64_t count;
    kg_grid_query *query;
    double *published; /* [count], or NULL */
    double *cost;      /* [count] konig's */
} task;

static int failures;

static void complain(const char *map, const char *what)
{
    if (failures++ < 20)
        fprintf(stderr, "bench_grid: %s: %s\n", map, what);
}

static uint32_t cell_of(const task *t, kg_grid_cell c)
{
    return c.y * kg_grid_width(t->grid) + c.x;
}

static int differ(double a, double b, double relative)
{
    return fabs(a - b) > relative * (1 + fabs(b));
}

/* Milliseconds of all queries, or negative. */
static double run_ours(task *t)
{
    kg_grid_options options = KG_GRID_OPTIONS_INIT;
    kg_grid_search *search = NULL;
    double ms = 0;

    options.drop_paths = 1;
    if (kg_grid_find(&search, t->grid, t->count, t->query, &options) != KG_OK) {
        complain(t->name, "konig found no path");
        ms = -1;
    }
    for (uint64_t i = 0; ms >= 0 && i < t->count; i++) {
        const kg_grid_answer *answer = &kg_grid_search_answers(search)[i];

        ms += answer->ms;
        t->cost[i] = answer->cost;
        if (t->published && differ(answer->cost, t->published[i], 1e-5))
            complain(t->name, "another cost than published");
    }
    kg_grid_search_destroy(search);
    return ms;
}

static double run_textbook(const task *t, textbook *peer)
{
    double *cost = calloc(t->count + 1, sizeof *cost), begin = bench_now(), ms;

    for (uint64_t i = 0; cost && i < t->count; i++)
        cost[i] = textbook_find(peer, cell_of(t, t->query[i].start), cell_of(t, t->query[i].goal));
    ms = bench_now() - begin;
    for (uint64_t i = 0; cost && i < t->count; i++)
        if (differ(cost[i], t->cost[i], 1e-9))
            complain(t->name, "the textbook's cost differs");
    free(cost);
    return ms;
}

/* Milliseconds of all queries, or negative where it cannot run. */
static double run_networkx(const task *t)
{
    char path[] = "/tmp/konig-bench-XXXXXX", command[512];
    int made = mkstemp(path);
    FILE *file = made >= 0 ? fdopen(made, "w") : NULL;
    uint32_t width = kg_grid_width(t->grid), height = kg_grid_height(t->grid);
    double ms = -1, cost;

    if (!file)
        return -1;
    fprintf(file, "%u %u %.17g %llu\n", width, height, sqrt(2), (unsigned long long)t->count);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            fprintf(file, "%u%c", t->weight[y * width + x], x + 1 < width ? ' ' : '\n');
    for (uint64_t i = 0; i < t->count; i++)
        fprintf(file, "%u %u\n", cell_of(t, t->query[i].start), cell_of(t, t->query[i].goal));
    fclose(file);
    snprintf(command, sizeof command, "python3 '%s' %s", NETWORKX_GRID_PEER, path);
    file = popen(command, "r");
    if (file && fscanf(file, "%lf", &ms) == 1)
        for (uint64_t i = 0; i < t->count; i++)
            if (fscanf(file, "%lf", &cost) != 1 || differ(cost, t->cost[i], 1e-9))
                complain(t->name, "NetworkX' cost differs");
    if (!file || pclose(file) != 0)
        ms = -1;
    remove(path);
    return ms;
}

/* ---- maps ------------------------------------------------------------------------------------ */

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static void free_task(task *t)
{
    kg_grid_destroy(t->grid);
    free(t->weight);
    free(t->query);
    free(t->published);
    free(t->cost);
}

static int load_movingai(task *t, kg_context *ctx, const settings *set, const char *name)
{
    char path[512];
    kg_scenario *scenario = NULL;
    uint64_t all = 0, cells;

    *t = (task){.name = name};
    snprintf(path, sizeof path, "%s/%s.map", set->data, name);
    if (kg_grid_read(&t->grid, ctx, path, NULL) != KG_OK)
        return 0;
    snprintf(path, sizeof path, "%s/%s.map.scen", set->data, name);
    if (kg_scenario_read(&scenario, t->grid, path) == KG_OK)
        all = kg_scenario_count(scenario);
    t->count = all < set->queries ? all : set->queries;
    cells = (uint64_t)kg_grid_width(t->grid) * kg_grid_height(t->grid);
    t->query = calloc(t->count + 1, sizeof *t->query);
    t->published = calloc(t->count + 1, sizeof *t->published);
    t->cost = calloc(t->count + 1, sizeof *t->cost);
    t->weight = calloc(cells, sizeof *t->weight);
    if (t->query && t->published && t->weight && t->cost) {
        for (uint64_t i = 0; i < t->count; i++) {
            t->query[i] = kg_scenario_queries(scenario)[i * all / t->count];
            t->published[i] = kg_scenario_lengths(scenario)[i * all / t->count];
        }
        for (uint64_t i = 0; i < cells; i++) {
            kg_grid_cell cell = {
                (uint32_t)(i % kg_grid_width(t->grid)), (uint32_t)(i / kg_grid_width(t->grid))};

            t->weight[i] = kg_grid_terrain(t->grid, cell) == 0;
        }
    }
    kg_scenario_destroy(scenario);
    return t->count && t->query && t->published && t->weight && t->cost;
}

/* side * side cells, 20 % walls, weights from 1 to heaviest; queries between cells that are
 * connected. */
static int make_random(
    task *t, kg_context *ctx, const char *name, uint32_t side, uint32_t heaviest, uint64_t queries)
{
    uint64_t state = side + heaviest, cells = (uint64_t)side * side;
    kg_grid_options stop = KG_GRID_OPTIONS_INIT; /* only asks whether a path exists */

    stop.max_states = 1;
    *t = (task){.name = name,
        .weight = calloc(cells, sizeof *t->weight),
        .query = calloc(queries + 1, sizeof *t->query),
        .cost = calloc(queries + 1, sizeof *t->cost)};
    if (!t->weight || !t->query || !t->cost)
        return 0;
    for (uint64_t i = 0; i < cells; i++)
        t->weight[i] = (uint16_t)(next_random(&state) % 5 ? 1 + next_random(&state) % heaviest : 0);
    if (kg_grid_build(&t->grid, ctx, side, side, t->weight, NULL) != KG_OK)
        return 0;
    while (t->count < queries) {
        kg_grid_query q = {
            {(uint32_t)(next_random(&state) % side), (uint32_t)(next_random(&state) % side)},
            {(uint32_t)(next_random(&state) % side), (uint32_t)(next_random(&state) % side)}};
        kg_grid_search *search = NULL;
        kg_status status = kg_grid_find(&search, t->grid, 1, &q, &stop);

        if (status == KG_OK || status == KG_LIMIT)
            t->query[t->count++] = q;
        kg_grid_search_destroy(search);
    }
    return 1;
}

/* ---- the run --------------------------------------------------------------------------------- */

static void print_cell(double value, const char *format)
{
    printf(" ");
    if (isfinite(value))
        printf(format, value);
    else
        printf("–");
    printf(" |");
}

static void run_task(task *t, const settings *set)
{
    uint64_t cells = (uint64_t)kg_grid_width(t->grid) * kg_grid_height(t->grid);
    textbook *peer =
        textbook_create(kg_grid_width(t->grid), kg_grid_height(t->grid), t->weight, 8, sqrt(2), 0);
    double ours = INFINITY, theirs = INFINITY, networkx = INFINITY, n = (double)t->count;

    if (!peer)
        complain(t->name, "out of memory");
    for (int r = 0; peer && r < set->repeats; r++) {
        double ms = run_ours(t);

        ours = ms >= 0 && ms < ours ? ms : ours;
        ms = run_textbook(t, peer);
        theirs = ms < theirs ? ms : theirs;
    }
    if (cells <= 10000) {
        double ms = run_networkx(t);

        networkx = ms >= 0 ? ms : networkx;
    }
    printf("| %s | %u x %u | %llu |", t->name, kg_grid_width(t->grid), kg_grid_height(t->grid),
        (unsigned long long)t->count);
    print_cell(1e3 * ours / n, "%.1f µs");
    print_cell(1e3 * n / ours, "%.0f");
    print_cell(1e3 * theirs / n, "%.1f µs");
    print_cell(theirs / ours, "%.1f");
    print_cell(networkx / n, "%.1f ms");
    print_cell(networkx / ours, "%.0f");
    printf("\n");
    fflush(stdout);
    textbook_destroy(peer);
}

static const char *const maps[] = {"arena", "den312d", "brc202d", "8room_000", "maze512-1-0",
    "maze512-32-0", "random512-10-0", "random512-40-0", "Berlin_0_256", "Berlin_0_1024"};

static void run_all(kg_context *ctx, const settings *set)
{
    static const struct {
        const char *name;
        uint32_t side, heaviest;
        int quick;
    } made[] = {{"random, 64", 64, 1, 1}, {"random, 512", 512, 1, 1},
        {"weights 1..9, 64", 64, 9, 1}, {"weights 1..9, 512", 512, 9, 1},
        {"weights 1..9, 2048", 2048, 9, 0}};
    task t;

    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        if (set->filter && !strstr(maps[i], set->filter))
            continue;
        if (load_movingai(&t, ctx, set, maps[i]))
            run_task(&t, set);
        else
            fprintf(stderr, "bench_grid: %s left out: not in %s\n", maps[i], set->data);
        free_task(&t);
    }
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        if ((set->filter && !strstr(made[i].name, set->filter)) || (set->quick && !made[i].quick))
            continue;
        if (make_random(&t, ctx, made[i].name, made[i].side, made[i].heaviest,
                made[i].side > 1000 ? 10 : set->queries))
            run_task(&t, set);
        else
            complain(made[i].name, "cannot be made");
        free_task(&t);
    }
}

/* ---- a device beside the CPU ----------------------------------------------------------------- */

/* Milliseconds of one call, the best of the repeats after one to warm up; 0: it failed. */
static double run_call(const task *t, kg_grid *grid, double *cost, int repeats)
{
    double best = 0;

    for (int r = 0; r <= repeats; r++) {
        kg_grid_search *search = NULL;
        double begin = bench_now(), ms;

        if (kg_grid_find(&search, grid, t->count, t->query, NULL) != KG_OK) {
            complain(t->name, "found no path for a query");
            kg_grid_search_destroy(search);
            return 0;
        }
        ms = bench_now() - begin;
        for (uint64_t i = 0; i < t->count; i++) {
            cost[i] = kg_grid_search_answers(search)[i].cost;
            if (t->published && differ(cost[i], t->published[i], 1e-5))
                complain(t->name, "another cost than published");
        }
        kg_grid_search_destroy(search);
        best = r == 1 || (r > 1 && ms < best) ? ms : best;
        if (r == 0 && ms > 1000) /* long enough that one run will do */
            return ms;
    }
    return best;
}

/* twin: the same map on the device's context. */
static void run_device(task *t, kg_grid *twin, const settings *set)
{
    double *cost = calloc(t->count + 1, sizeof *cost), n = (double)t->count;
    double device = cost ? run_call(t, twin, cost, set->repeats) : 0;
    double host = set->alone ? 0 : run_call(t, t->grid, t->cost, set->repeats);

    for (uint64_t i = 0; cost && device > 0 && host > 0 && i < t->count; i++)
        if (cost[i] != t->cost[i])
            complain(t->name, "the device's cost differs");
    printf("| %s | %u x %u | %llu |", t->name, kg_grid_width(t->grid), kg_grid_height(t->grid),
        (unsigned long long)t->count);
    print_cell(device, "%.2f ms");
    print_cell(1e3 * n / device, "%.0f");
    print_cell(host > 0 ? host : INFINITY, "%.1f ms");
    print_cell(1e3 * n / host, "%.0f");
    print_cell(host > 0 ? host / device : INFINITY, "%.1f");
    printf("\n");
    fflush(stdout);
    free(cost);
}

/* One query from corner to corner. */
static int make_corners(
    task *t, kg_context *ctx, const char *name, uint32_t side, uint32_t heaviest)
{
    uint64_t state = side + heaviest, cells = (uint64_t)side * side;
    uint32_t last = side - 1;

    *t = (task){.name = name,
        .count = 1,
        .weight = calloc(cells, sizeof *t->weight),
        .query = calloc(1, sizeof *t->query),
        .cost = calloc(1, sizeof *t->cost)};
    if (!t->weight || !t->query || !t->cost)
        return 0;
    for (uint64_t i = 0; i < cells; i++)
        t->weight[i] = (uint16_t)(next_random(&state) % 5 ? 1 + next_random(&state) % heaviest : 0);
    for (uint64_t i = 0; i < 3; i++) /* 3 * 3 cells in the corners are free */
        for (uint64_t j = 0; j < 3; j++)
            t->weight[i * side + j] = t->weight[(last - i) * side + last - j] = 1;
    t->query->goal = (kg_grid_cell){last, last};
    return kg_grid_build(&t->grid, ctx, side, side, t->weight, NULL) == KG_OK;
}

static void run_corners(kg_context *cpu, kg_context *device, const settings *set)
{
    static const struct {
        const char *name;
        uint32_t side, heaviest;
        int quick;
    } made[] = {{"corners, weights 1..9, 512", 512, 9, 1},
        {"corners, weights 1..9, 2048", 2048, 9, 0}, {"corners, weights 1..9, 8192", 8192, 9, 0}};

    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        kg_grid *twin = NULL;
        task t;

        if ((set->filter && !strstr(made[i].name, set->filter)) || (set->quick && !made[i].quick))
            continue;
        if (make_corners(&t, cpu, made[i].name, made[i].side, made[i].heaviest) &&
            kg_grid_build(&twin, device, made[i].side, made[i].side, t.weight, NULL) == KG_OK)
            run_device(&t, twin, set);
        else
            complain(made[i].name, "cannot be made");
        kg_grid_destroy(twin);
        free_task(&t);
    }
}

static void run_scenario(kg_context *cpu, kg_context *device, const settings *set, const char *name)
{
    settings all = *set;
    kg_grid *twin = NULL;
    char path[512];
    task t;

    all.queries = set->quick ? set->queries : UINT64_MAX;
    if (snprintf(path, sizeof path, "%s/%s.map", set->data, name) < (int)sizeof path &&
        load_movingai(&t, cpu, &all, name) && kg_grid_read(&twin, device, path, NULL) == KG_OK)
        run_device(&t, twin, set);
    else
        fprintf(stderr, "bench_grid: %s left out: not in %s\n", name, set->data);
    kg_grid_destroy(twin);
    free_task(&t);
}

static void run_all_on_device(kg_context *cpu, kg_context *device, const settings *set)
{
    task t;

    printf("| map | cells | queries | %s | queries/s | CPU, %d threads | queries/s | ratio |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|\n",
        kg_context_device(device), kg_context_threads(cpu));
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        if (!set->filter || strstr(maps[i], set->filter))
            run_scenario(cpu, device, set, maps[i]);
    if (!set->filter || strstr("weights 1..9, 512", set->filter)) {
        kg_grid *twin = NULL;

        if (make_random(&t, cpu, "weights 1..9, 512", 512, 9, set->quick ? set->queries : 1000) &&
            kg_grid_build(&twin, device, 512, 512, t.weight, NULL) == KG_OK)
            run_device(&t, twin, set);
        kg_grid_destroy(twin);
        free_task(&t);
    }
    run_corners(cpu, device, set);
}

/* ---- distance fields ------------------------------------------------------------------------- */

/* Milliseconds of one call for a field from each query's start, the best of the repeats after one
 * to warm up; 0: it failed. fields: those of the last call. */
static double run_fields(const task *t, kg_grid *grid, kg_grid_fields **fields, int repeats)
{
    kg_grid_cell *source = calloc(t->count + 1, sizeof *source);
    double best = 0;

    for (uint64_t i = 0; source && i < t->count; i++)
        source[i] = t->query[i].start;
    for (int r = 0; source && r <= repeats; r++) {
        double begin, ms;

        kg_grid_fields_destroy(*fields);
        begin = bench_now();
        if (kg_grid_field(fields, grid, t->count, source, NULL) != KG_OK) {
            complain(t->name, "no fields");
            best = 0;
            break;
        }
        ms = bench_now() - begin;
        best = r <= 1 || ms < best ? ms : best;
        if (r == 0 && ms > 1000) /* long enough that one run will do */
            break;
    }
    free(source);
    return best;
}

static void run_device_fields(task *t, kg_grid *twin, const settings *set)
{
    const uint64_t cells = t->count * kg_grid_width(twin) * kg_grid_height(twin);
    kg_grid_fields *ours = NULL, *theirs = NULL;
    double n = (double)t->count, device = run_fields(t, twin, &ours, set->repeats);
    double host = set->alone ? 0 : run_fields(t, t->grid, &theirs, set->repeats);

    if (device > 0 && host > 0 &&
        memcmp(kg_grid_fields_costs(ours), kg_grid_fields_costs(theirs), cells * sizeof(double)) !=
            0)
        complain(t->name, "the device's fields differ");
    printf("| %s | %u x %u | %llu |", t->name, kg_grid_width(twin), kg_grid_height(twin),
        (unsigned long long)t->count);
    print_cell(device, "%.2f ms");
    print_cell(1e3 * n / device, "%.0f");
    print_cell(host > 0 ? host : INFINITY, "%.1f ms");
    print_cell(1e3 * n / host, "%.0f");
    print_cell(host > 0 ? host / device : INFINITY, "%.1f");
    printf("\n");
    fflush(stdout);
    kg_grid_fields_destroy(theirs);
    kg_grid_fields_destroy(ours);
}

static void run_all_fields(kg_context *cpu, kg_context *device, const settings *set)
{
    static const char many[] = "fields, weights 1..9, 512", one[] = "fields, weights 1..9, 8192";
    kg_grid *twin = NULL;
    task t;

    printf("\n| map | cells | fields | %s | fields/s | CPU, %d threads | fields/s | ratio |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|\n",
        kg_context_device(device), kg_context_threads(cpu));
    if (!set->filter || strstr(many, set->filter)) {
        if (make_random(&t, cpu, many, 512, 9, set->quick ? set->queries : 1000) &&
            kg_grid_build(&twin, device, 512, 512, t.weight, NULL) == KG_OK)
            run_device_fields(&t, twin, set);
        kg_grid_destroy(twin);
        free_task(&t);
    }
    twin = NULL;
    if (!set->quick && (!set->filter || strstr(one, set->filter))) {
        if (make_corners(&t, cpu, one, 8192, 9) &&
            kg_grid_build(&twin, device, 8192, 8192, t.weight, NULL) == KG_OK)
            run_device_fields(&t, twin, set);
        kg_grid_destroy(twin);
        free_task(&t);
    }
}

static int run_on_device(const settings *set)
{
    kg_context_options options = {.device = "cpu"};
    kg_context *cpu = NULL, *device = NULL;

    if (kg_context_create(&cpu, &options) != KG_OK) {
        complain("cpu", kg_context_message(cpu));
        goto out;
    }
    options.device = set->device;
    if (kg_context_create(&device, &options) != KG_OK) {
        complain(set->device, kg_context_message(device));
        goto out;
    }
    run_all_on_device(cpu, device, set);
    run_all_fields(cpu, device, set);
out:
    kg_context_destroy(device);
    kg_context_destroy(cpu);
    return failures != 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"data", required_argument, NULL, 'd'},
        {"filter", required_argument, NULL, 'f'}, {"quick", no_argument, NULL, 'q'},
        {"device", required_argument, NULL, 'D'}, {"alone", no_argument, NULL, 'A'}, {0}};
    kg_context_options context = {.device = "cpu", .threads = 1};
    settings set = {.repeats = 3, .queries = 200};
    char beside[512];
    kg_context *ctx = NULL;

    snprintf(beside, sizeof beside, "%s/movingai",
        getenv("KONIG_DATA") ? getenv("KONIG_DATA") : "../shared/data");
    set.data = beside;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 'd':
            set.data = optarg;
            break;
        case 'f':
            set.filter = optarg;
            break;
        case 'A':
            set.alone = 1;
            break;
        case 'D':
            set.device = optarg;
            break;
        case 'q':
            set.quick = 1;
            set.queries = 20;
            set.repeats = 1;
            break;
        default:
            fprintf(stderr, "usage: bench_grid [--data FOLDER] [--filter TEXT] [--quick] "
                            "[--device NAME [--alone]]\n");
            return 64;
        }
    if (set.device)
        return run_on_device(&set);
    if (kg_context_create(&ctx, &context) != KG_OK) {
        fprintf(stderr, "bench_grid: %s\n", kg_context_message(ctx));
        return 1;
    }
    printf(
        "| map | cells | queries | konig, a query | queries/s | textbook A* | ratio | NetworkX | "
        "ratio |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    run_all(ctx, &set);
    kg_context_destroy(ctx);
    return failures != 0;
}
