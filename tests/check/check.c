/* check: the runner. What a case looks like and how to add one: check.h. */
#include "check.h"
#include "base/random.h"
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const check_case *const modules[] = {
    check_base_cases,
    check_memory_cases,
    check_comm_cases,
    check_comm_fault_cases,
    check_scan_cases,
    check_sort_cases,
    check_sort_lanes_cases,
    check_typed_cases,
    check_typed_filter_cases,
    check_typed_generate_cases,
    check_typed_histogram_cases,
    check_typed_moments_cases,
    check_problems_cases,
    check_heuristic_cases,
    check_matrices_cases,
    check_same_problems_cases,
    check_same_matrices_cases,
    check_pitched_cases,
    check_sparse_cases,
    check_csr_cases,
    check_device_cases,
    check_graph_cases,
    check_bidirected_cases,
    check_imbalance_cases,
    check_kmers_cases,
    check_subgraph_cases,
    check_simplify_cases,
    check_symmetrise_cases,
    check_generate_cases,
    check_generate_undirected_cases,
    check_euler_cases,
    check_euler_batch_cases,
    check_euler_calls_cases,
    check_ranks_cases,
    check_ranks_calls_cases,
    check_part_cases,
    check_part_vertices_cases,
    check_undirected_cases,
    check_unique_cases,
    check_batch_cases,
    check_count_cases,
    check_random_cases,
    check_trails_cases,
    check_route_cases,
    check_route_mixed_cases,
    check_plot_cases,
    check_plot_files_cases,
    check_drawing_cases,
    check_certificate_cases,
    check_flow_cases,
    check_distances_cases,
    check_distances_calls_cases,
    check_nearest_cases,
    check_customize_cases,
    check_hierarchy_cases,
    check_hierarchy_matrix_cases,
    check_hierarchy_pairs_cases,
    check_hierarchy_threads_cases,
    check_fields_cases,
    check_fields_calls_cases,
    check_grid_cases,
    check_grid_nearest_cases,
    check_grid_real_cases,
    check_grid_index_cases,
    check_pattern_counts_cases,
    check_patterns_cases,
    check_rings_cases,
    check_checkpoints_cases,
    check_detours_cases,
    check_tiles_cases,
    check_ga_star_cases,
    check_ga_star_given_cases,
    check_ga_star_graph_cases,
    check_ga_star_maps_cases,
    check_ga_star_source_cases,
    check_verify_cases,
    check_grid_tasks_cases,
    check_refused_cases,
    check_streets_cases,
    check_streets_graphml_cases,
    check_streets_route_cases,
    check_streets_turns_cases,
    check_streets_vehicles_cases,
    check_streets_windy_cases,
};

enum {
    MODULES = sizeof modules / sizeof *modules,
    SKIPPED = 77,
    FAILURES_SHOWN = 5,
    SMALL_MOST = 4097
};

static void say(check *c, const kg_context *ctx, const char *format, va_list list)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&lock);
    if (++c->failed > FAILURES_SHOWN) {
        pthread_mutex_unlock(&lock);
        return;
    }
    printf("FAIL %s, %s, %d threads, %s: ", c->now->name, c->backend, kg_context_threads(ctx),
        c->what);
    vprintf(format, list);
    putchar('\n');
    pthread_mutex_unlock(&lock);
}

static void count_comparison(check *c)
{
    __atomic_add_fetch(&c->compared, 1, __ATOMIC_RELAXED);
}

void check_say(check *c, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(c->what, sizeof c->what, format, list);
    va_end(list);
}

void check_fail(check *c, const kg_context *ctx, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    say(c, ctx, format, list);
    va_end(list);
}

bool check_is_serial(const kg_context *ctx)
{
    return strcmp(kg_context_device(ctx), "cpu") == 0 && kg_context_threads(ctx) == 1;
}

bool check_status(check *c, const kg_context *ctx, kg_status got, kg_status expected)
{
    count_comparison(c);
    if (got == expected && (got >= 0 || kg_context_message(ctx)[0]))
        return true;
    check_fail(c, ctx, "%s (%s), expected %s", kg_status_string(got), kg_context_message(ctx),
        kg_status_string(expected));
    return false;
}

bool check_number(
    check *c, const kg_context *ctx, const char *name, uint64_t got, uint64_t expected)
{
    count_comparison(c);
    if (got == expected)
        return true;
    check_fail(c, ctx, "%s is %" PRIu64 ", expected %" PRIu64, name, got, expected);
    return false;
}

static uint64_t element(const void *array, uint64_t i, size_t size)
{
    uint64_t one = 0;

    memcpy(&one, (const unsigned char *)array + i * size, size); /* little-endian */
    return one;
}

bool check_equal(check *c, const kg_context *ctx, const char *name, const void *got,
    const void *expected, uint64_t count, size_t size)
{
    count_comparison(c);
    if (!count || memcmp(got, expected, count * size) == 0)
        return true;
    for (uint64_t i = 0; i < count; i++)
        if (element(got, i, size) != element(expected, i, size)) {
            check_fail(c, ctx, "%s[%" PRIu64 "] is %" PRIu64 ", expected %" PRIu64, name, i,
                element(got, i, size), element(expected, i, size));
            break;
        }
    return false;
}

/* ctx: may be NULL. */
static void need(kg_context *ctx, bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "check: %s%s%s\n", what, ctx ? ": " : "", ctx ? kg_context_message(ctx) : "");
    exit(1);
}

void *check_array(uint64_t count, size_t size)
{
    void *array = malloc(count ? count * size : 1);

    need(NULL, array, "out of memory");
    return array;
}

void *check_upload(kg_context *ctx, const void *host, uint64_t count, size_t size)
{
    void *array;

    kg__enter(ctx);
    need(ctx, kg__allocate(ctx, &array, count, size, "a test's array") == KG_OK, "out of memory");
    if (host)
        need(
            ctx, kg__memory(ctx)->upload(ctx, array, host, count * size) == KG_OK, "upload failed");
    return array;
}

void check_download(kg_context *ctx, void *host, const void *array, uint64_t count, size_t size)
{
    kg__enter(ctx);
    need(
        ctx, kg__memory(ctx)->download(ctx, host, array, count * size) == KG_OK, "download failed");
}

/* ---- data ------------------------------------------------------------------------------------ */

static bool small; /* --small, or CHECK_SMALL is set: only inputs of up to SMALL_MOST numbers */

bool check_is_small(void)
{
    return small;
}

bool check_next(check_input *at)
{
    static const uint64_t size[] = {0, 1, 2, 31, 32, 33, 127, 128, 129, 1337, 4095, 4096, 4097,
        16383, 16384, 16385, 32767, 32768, 32769, 65535, 65536, 65537, 131073, 1000000};

    while (at->index < (int)(CHECK_PATTERNS * sizeof size / sizeof *size)) {
        at->n = size[at->index / CHECK_PATTERNS];
        at->pattern = at->index++ % CHECK_PATTERNS;
        if (small && at->n > SMALL_MOST)
            continue;
        if (at->n <= 20000 || at->n == 131073 || at->pattern == CHECK_RANDOM ||
            at->pattern == CHECK_SMALL || at->pattern == CHECK_HIGH_BITS)
            return true;
    }
    return false;
}

const char *check_pattern_name(check_pattern pattern)
{
    static const char *const name[CHECK_PATTERNS] = {"random", "small", "constant", "sorted",
        "reversed", "high bits", "few distinct", "narrow range", "all ones", "one peak", "special"};

    return name[pattern];
}

uint64_t check_random(uint64_t *state)
{
    return kg__random_mix(*state += KG__RANDOM_STEP);
}

/* 0, 1, the powers of two at which types end; of floats the least and the greatest denormal and
 * normal numbers, 1e308, 1, 2^63; last what is infinite or NaN, -1 and 2^63 - 1 among them. */
enum { SPECIALS = 24, FINITE_SPECIALS = 15 };
static const uint64_t special_wide[SPECIALS] = {0, 1, UINT64_C(1) << 31, UINT64_C(1) << 32,
    UINT64_C(1) << 53, (UINT64_C(1) << 53) + 1, UINT64_C(1) << 63, 0x000fffffffffffff,
    0x0010000000000000, 0x7fe1ccf385ebc8a0, 0xffe1ccf385ebc8a0, 0x7fefffffffffffff,
    0xffefffffffffffff, 0x3ff0000000000000, 0x43e0000000000000, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000000, 0x7ff0000000000001,
    0xfff7ffffffffffff, 0x7ff8000000000123, (UINT64_C(1) << 63) - 1, UINT64_MAX};
static const uint32_t special_narrow[SPECIALS] = {0, 1, UINT32_C(1) << 31, 0x80000001, 0xffff,
    0x10000, 0x007fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x7e967699, 0x3f800000,
    0x4f000000, 0x5f000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0xffbfffff,
    0x7fc00123, (UINT32_C(1) << 31) - 1, UINT32_MAX};

/* An even number of them has none of the last, so that sums are not NaN from the start. */
static uint64_t special(uint64_t x, uint64_t n, size_t size)
{
    const uint64_t i = x % (n % 2 ? SPECIALS : FINITE_SPECIALS);

    return size < 8 ? special_narrow[i] & (UINT64_MAX >> (64 - 8 * size)) : special_wide[i];
}

void check_fill(uint64_t *value, uint64_t n, size_t size, check_pattern pattern, uint64_t seed)
{
    const uint64_t most = UINT64_MAX >> (64 - 8 * size);
    uint64_t few[5], constant = check_random(&seed) & most;

    for (int i = 0; i < 5; i++)
        few[i] = check_random(&seed) & most;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t x = check_random(&seed) & most;

        value[i] = pattern == CHECK_RANDOM      ? x
                   : pattern == CHECK_SMALL     ? x % 16
                   : pattern == CHECK_CONSTANT  ? constant
                   : pattern == CHECK_SORTED    ? most / n * i
                   : pattern == CHECK_REVERSED  ? most / n * (n - i)
                   : pattern == CHECK_HIGH_BITS ? x & (1 | (most / 2 + 1) | UINT64_C(1) << 4 * size)
                   : pattern == CHECK_FEW       ? few[x % 5]
                   : pattern == CHECK_RANGE     ? most - 7 - x % (n / 2 + 1)
                   : pattern == CHECK_PEAK      ? i == n / 2
                   : pattern == CHECK_SPECIAL   ? special(x, n, size)
                                                : most;
    }
}

void check_pack(void *to, const uint64_t *from, uint64_t n, size_t size)
{
    for (uint64_t i = 0; i < n; i++)
        memcpy((unsigned char *)to + i * size, &from[i], size); /* little-endian */
}

/* ---- injected failures ----------------------------------------------------------------------- */

uint64_t check_held(const kg_context *ctx)
{
    return kg_context_memory(ctx).current + kg_context_device_memory(ctx).current;
}

/* Far more than a call makes; a device that is broken for good fails for ever. */
enum { FAULTS_MOST = 10000 };

bool check_fault(
    check *c, kg_context *ctx, const char *call, uint64_t k, uint64_t held, kg_status status)
{
    uint64_t left = check_held(ctx);

    kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
    kg__fault_set(ctx, KG__FAULT_DEVICE, 0);
    check_say(c, "failure %" PRIu64 " of %s", k, call);
    check_number(c, ctx, "bytes left behind", left - held, 0);
    if (status == KG_OK)
        return false;
    if (k >= FAULTS_MOST) {
        check_fail(c, ctx, "it goes on failing: %s", kg_context_message(ctx));
        return false;
    }
    return status == KG_DEVICE || check_status(c, ctx, status, KG_MEMORY);
}

/* ---- benchmarks ------------------------------------------------------------------------------ */

static int compare_seconds(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

bool check_again(check *c, check_clock *clock, const kg_context *ctx, const char *what,
    uint64_t items, uint64_t bytes)
{
    double now, median;

    kg__memory(ctx)->synchronise((kg_context *)ctx);
    now = kg__now();
    if (clock->runs > 1) /* the first was to warm up */
        clock->seconds[clock->runs - 2] = now - clock->begin;
    if (clock->runs++ <= CHECK_RUNS) {
        clock->begin = kg__now();
        return true;
    }
    qsort(clock->seconds, CHECK_RUNS, sizeof *clock->seconds, compare_seconds);
    median = clock->seconds[CHECK_RUNS / 2];
    printf("%-20s %-24s %3d %10.1f M/s %7.2f GB/s %6.2f of copy\n", c->now->name, what,
        kg_context_threads(ctx), (double)items / median * 1e-6, (double)bytes / median * 1e-9,
        (double)bytes / median / c->copy_rate);
    return false;
}

static void measure_copy(check *c)
{
    static const check_case copy = {.name = "copy"};
    const uint64_t bytes = UINT64_C(1) << 27;
    kg_context *ctx = c->context[0];
    void *from = check_upload(ctx, NULL, bytes, 1), *to = check_upload(ctx, NULL, bytes, 1);
    double begin, best = 0;

    c->now = &copy;
    need(ctx, kg__memory(ctx)->clear(ctx, from, 1, bytes) == KG_OK, "clear failed");
    for (int run = 0; run <= CHECK_RUNS; run++) {
        begin = kg__now();
        need(ctx, kg__memory(ctx)->copy(ctx, to, from, bytes) == KG_OK, "copy failed");
        begin = kg__now() - begin;
        best = best == 0 || begin < best ? begin : best;
    }
    c->copy_rate = 2 * (double)bytes / best;
    printf("copy of 128 MiB: %.2f GB/s read and written\n", c->copy_rate * 1e-9);
    kg__free(ctx, to);
    kg__free(ctx, from);
}

/* ---- the runner ------------------------------------------------------------------------------ */

typedef struct wishes {
    const char *backend, *filter;
    uint64_t seed;
    int threads;     /* 0: each of the counts */
    int part, parts; /* of all cases, dealt in turn */
    bool bench, list;
} wishes;

static const char usage[] =
    "usage: check [--backend cpu|cuda] [--filter TEXT] [--part K/N] "
    "[--seed N]\n             [--threads N] [--ranks N|mpi] [--small] [--bench] "
    "[--list]\n";

static uint64_t parse_number(const char *text, uint64_t least, uint64_t most)
{
    char *end;
    unsigned long long number;

    errno = 0;
    number = strtoull(text, &end, 10);
    if (!*text || *text == '-' || *end || errno || number < least || number > most) {
        fprintf(stderr, "check: '%s' is not a number from %" PRIu64 " to %" PRIu64 "\n%s", text,
            least, most, usage);
        exit(64);
    }
    return number;
}

/* "2/3": the second of three. */
static void parse_part(wishes *choice, char *text)
{
    char *slash = strchr(text, '/');

    if (slash)
        *slash = 0;
    choice->parts = (int)parse_number(slash ? slash + 1 : "", 1, 1000);
    choice->part = (int)parse_number(text, 1, (uint64_t)choice->parts) - 1;
}

static wishes parse_options(int argc, char **argv)
{
    static const struct option options[] = {{"backend", required_argument, NULL, 'b'},
        {"filter", required_argument, NULL, 'f'}, {"seed", required_argument, NULL, 's'},
        {"threads", required_argument, NULL, 't'}, {"ranks", required_argument, NULL, 'r'},
        {"part", required_argument, NULL, 'p'}, {"small", no_argument, NULL, 'S'},
        {"bench", no_argument, NULL, 'B'}, {"list", no_argument, NULL, 'l'}, {0}};
    wishes choice = {.backend = "cpu", .filter = "", .seed = 1, .parts = 1};

    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (option) {
        case 'b':
            choice.backend = optarg;
            break;
        case 'f':
            choice.filter = optarg;
            break;
        case 's':
            choice.seed = parse_number(optarg, 0, UINT64_MAX);
            break;
        case 't':
            choice.threads = (int)parse_number(optarg, 1, 1024);
            break;
        case 'r':
            if (!check_ranks_asked(optarg)) {
                fprintf(stderr, "check: --ranks '%s': expected 1 to 64, or mpi\n%s", optarg, usage);
                exit(64);
            }
            break;
        case 'p':
            parse_part(&choice, optarg);
            break;
        case 'S':
            small = true;
            break;
        case 'B':
            choice.bench = true;
            break;
        case 'l':
            choice.list = true;
            break;
        default:
            fputs(usage, stderr);
            exit(64);
        }
    if (optind < argc) {
        fputs(usage, stderr);
        exit(64);
    }
    return choice;
}

static void destroy_contexts(check *c)
{
    for (int i = 0; i < c->contexts; i++)
        kg_context_destroy(c->context[i]);
    c->contexts = 0;
}

/* One context a thread count. Ends the program where the backend cannot be had. */
static void create_contexts(check *c, const wishes *choice)
{
    static const int counts[CHECK_THREADS] = {1, 2, 3, 7}, bench_counts[] = {1, 0};
    const int *threads = choice->threads ? &choice->threads : choice->bench ? bench_counts : counts;
    int contexts = choice->threads ? 1 : choice->bench ? 2 : CHECK_THREADS;

    for (int i = 0; i < contexts; i++) {
        kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
        kg_status status;

        options.device = c->backend;
        options.threads = threads[i];
        status = kg_context_create(&c->context[c->contexts++], &options);
        if (status == KG_OK)
            continue;
        fprintf(stderr, "check: %s\n", kg_context_message(c->context[i]));
        destroy_contexts(c);
        if (status != KG_DEVICE)
            exit(1);
        exit(getenv("KONIG_REQUIRE_GPU") && *getenv("KONIG_REQUIRE_GPU") == '1' ? 1 : SKIPPED);
    }
}

/* Runs one case. Returns whether it passed. */
static bool run_case(check *c, const check_case *one, bool bench)
{
    double begin = kg__now();
    int rank = 0;

    c->now = one;
    c->compared = c->failed = 0;
    check_say(c, "-");
    (bench ? one->bench : one->test)(c);
    for (int i = 0; i < c->contexts; i++) {
        kg__release_cached(c->context[i]);
        check_number(c, c->context[i], "bytes left at the end", check_held(c->context[i]), 0);
    }
    if (c->compared <= (uint64_t)c->contexts)
        check_fail(c, c->context[0], "compared nothing");
    check_ranks_mpi(&rank);
    if ((!bench && !rank) || c->failed)
        printf("%-4s %-20s %8" PRIu64 " comparisons, %.0f ms\n", c->failed ? "FAIL" : "ok",
            one->name, c->compared, 1e3 * (kg__now() - begin));
    fflush(stdout);
    return !c->failed;
}

int main(int argc, char **argv)
{
    wishes choice = parse_options(argc, argv);
    check c = {.backend = choice.backend, .seed = choice.seed};
    int found = 0, ran = 0, failed = 0, rank = 0;
    const bool processes = check_ranks_mpi(&rank);

    unsetenv("KONIG_DEVICE"); /* cases name their devices */
    small = small || getenv("CHECK_SMALL");
    if (!choice.list)
        create_contexts(&c, &choice);
    if (choice.bench && !choice.list)
        measure_copy(&c);
    for (int m = 0; m < MODULES; m++)
        for (const check_case *one = modules[m]; one->name; one++) {
            if (!strstr(one->name, choice.filter) || (choice.bench && !one->bench) ||
                (processes && !one->ranks))
                continue;
            if (found++ % choice.parts != choice.part)
                continue;
            ran++;
            if (choice.list)
                puts(one->name);
            else
                failed += !run_case(&c, one, choice.bench);
        }
    destroy_contexts(&c);
    check_ranks_end();
    if (!ran)
        fputs("check: no case ran\n", stderr);
    else if (!choice.list && (!rank || failed))
        printf(
            "%s: %d of %d cases passed, seed %" PRIu64 "\n", c.backend, ran - failed, ran, c.seed);
    return failed || !ran;
}
