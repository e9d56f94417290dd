/*
 * Counting k-mers: the time of each stage by the device's clock, the median of some runs after one
 * to warm up. "resident" is the sum of the stages on the device, from packed letters in its memory
 * to counts in its memory. Counts must add up to the number of k-mers; for fewer k-mers, the places
 * and counts must also be the CPU's. The program exits with 1 if one answer is wrong.
 */
#include "csr/files/genomes/stretches.h"
#include "device.h"
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* COVERAGE: of the genome by reads. */
enum { STAGES = 5, REPEATS_MAX = 100, COVERAGE = 10 };

static const char *const stages[STAGES] = {
    "count words", "make keys", "sort keys", "count keys", "copy counts"};

typedef struct setting {
    uint64_t count, k, read; /* k-mers; letters of a read, 0: one genome */
    int repeats, threads;
    const char *device;
} setting;

/* Letters and the stretches of them that are counted. */
typedef struct input {
    char *text;
    kg__stretch *list;
    uint64_t pieces, size;
} input;

/* A run's result: the stretches that are kept, and their counts. */
typedef struct result {
    kg__stretch *list;
    kg_edge *times;
    uint64_t pieces, kept, sum;
    double stage[STAGES], all;
} result;

static int failures;

static void complain(const char *what)
{
    fprintf(stderr, "bench_kmers: %s\n", what);
    failures++;
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Takes memory, or ends the program. */
static void *take(uint64_t count, size_t size)
{
    void *array = calloc(count, size);

    if (!array) {
        perror("bench_kmers");
        exit(71);
    }
    return array;
}

static void fill_random(char *letters, uint64_t count)
{
    uint64_t state = 88172645463325252, bits = 0;

    for (uint64_t i = 0; i < count; i++) {
        bits = i % 32 ? bits >> 2 : next_random(&state);
        letters[i] = "ACGT"[bits & 3];
    }
}

/* A random genome, or reads of one, from one strand. */
static input make_input(const setting *s, uint64_t count)
{
    const uint64_t each = s->read ? s->read - s->k + 1 : count;
    const uint64_t length = each + s->k - 1;
    input in = {.pieces = (count + each - 1) / each};
    uint64_t genome, state = 1;

    in.size = in.pieces * length;
    in.text = take(in.size, 1);
    in.list = take(in.pieces + 1, sizeof *in.list);
    genome = s->read ? in.size / COVERAGE + length : in.size;
    if (s->read) {
        char *all = take(genome, 1);

        fill_random(all, genome);
        for (uint64_t p = 0; p < in.pieces; p++)
            memcpy(in.text + p * length, all + next_random(&state) % (genome - length), length);
        free(all);
    } else {
        fill_random(in.text, in.size);
    }
    for (uint64_t p = 0; p <= in.pieces; p++)
        in.list[p] = (kg__stretch){p < in.pieces ? in.text + p * length : NULL, p * each};
    return in;
}

/* Counts once. Returns whether that worked; the result must be freed. */
static int run(result *out, kg_context *ctx, const setting *s, const input *in)
{
    const kg_timing *timing = kg_context_timing(ctx);
    kg__stretches all = {.ctx = ctx,
        .k = s->k,
        .both = true,
        .bytes = in->size,
        .threads = kg_context_threads(ctx),
        .count = in->pieces};
    const double begin = bench_now();
    int good;

    *out = (result){0};
    kg__begin(ctx);
    if (kg__host_allocate(ctx, &all.list, in->pieces + 1, sizeof *all.list, "pieces") != KG_OK) {
        complain(kg_context_message(ctx));
        return 0;
    }
    memcpy(all.list, in->list, (in->pieces + 1) * sizeof *all.list);
    kg_context_clear_timing(ctx);
    good = kg__stretches_choose(&all, 1, true, &out->times) == KG_OK;
    kg__stage(ctx, NULL);
    out->all = bench_now() - begin;
    if (!good)
        complain(kg_context_message(ctx));
    for (size_t i = 0, count = kg_context_stages(ctx); i < count; i++)
        for (int j = 0; j < STAGES; j++)
            out->stage[j] += strcmp(timing[i].stage, stages[j]) == 0 ? timing[i].ms : 0;
    out->list = all.list;
    out->pieces = all.count;
    out->kept = good ? kg__stretches_words(&all) : 0;
    for (uint64_t i = 0; i < out->kept; i++)
        out->sum += out->times[i];
    return good;
}

static void free_result(kg_context *ctx, result *r)
{
    kg__free(ctx, r->list);
    kg__free(ctx, r->times);
}

static void free_input(input *in)
{
    free(in->text);
    free(in->list);
}

static kg_context *open_context(const char *device, int threads)
{
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;

    options.device = device;
    options.threads = threads;
    if (kg_context_create(&ctx, &options) != KG_OK) {
        complain(kg_context_message(ctx));
        kg_context_destroy(ctx);
        exit(1);
    }
    return ctx;
}

/* Compares a device's answer with the CPU's. */
static void compare(kg_context *ctx, const setting *s, uint64_t count)
{
    kg_context *cpu = open_context("cpu", s->threads);
    input in = make_input(s, count);
    result got, expected;

    if (run(&got, ctx, s, &in) && run(&expected, cpu, s, &in)) {
        if (got.kept != expected.kept || got.pieces != expected.pieces ||
            memcmp(got.list, expected.list, got.pieces * sizeof *got.list) != 0 ||
            memcmp(got.times, expected.times, got.kept * sizeof *got.times) != 0)
            complain("places or counts differ from the CPU's");
        printf("%" PRIu64 " k-mers, of which %" PRIu64 " are distinct: %.0f ms on the CPU with %d "
               "threads, %.0f by %s, copies included.\n\n",
            count, got.kept, expected.all, kg_context_threads(cpu), got.all, s->device);
        free_result(cpu, &expected);
    }
    free_result(ctx, &got);
    free_input(&in);
    kg_context_destroy(cpu);
}

/* The bytes that must be read and written: letters, keys and places written, each pass of the sort
 * over them, keys read once for its histograms and once for runs, places read, and counts
 * written. */
static double bytes_of(const setting *s, double kept)
{
    const double pair = sizeof(uint64_t) + sizeof(kg_edge);
    const int passes = s->k < 24 ? (int)(2 * s->k + 7) / 8 : 6; /* of 2^25 to 2^33 k-mers */

    return (double)s->count * (0.25 + pair + 2 * sizeof(uint64_t) + 2 * passes * pair) +
           2 * kept * sizeof(kg_edge);
}

static void time_runs(kg_context *ctx, const setting *s, double copy_rate)
{
    double times[STAGES + 2][REPEATS_MAX], resident;
    input in = make_input(s, s->count);
    uint64_t kept = 0;

    for (int i = 0; i <= s->repeats && !failures; i++) {
        result r;

        if (run(&r, ctx, s, &in) && r.sum != (in.list[in.pieces].first))
            complain("the counts do not add up to the number of k-mers");
        kept = r.kept;
        for (int j = 0; i && j < STAGES; j++)
            times[j][i - 1] = r.stage[j];
        if (i) {
            times[STAGES][i - 1] = r.stage[1] + r.stage[2] + r.stage[3];
            times[STAGES + 1][i - 1] = r.all;
        }
        free_result(ctx, &r);
    }
    if (!failures) {
        resident = bench_median(times[STAGES], s->repeats);
        printf("| k-mers | k | read | distinct | %s | %s | %s | %s | %s | resident, ms | all |\n"
               "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
               "| %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |",
            stages[0], stages[1], stages[2], stages[3], stages[4], s->count, s->k, s->read, kept);
        for (int j = 0; j < STAGES; j++)
            printf(" %.2f |", bench_median(times[j], s->repeats));
        printf(" %.2f | %.0f |\n\n", resident, bench_median(times[STAGES + 1], s->repeats));
        printf(
            "device memory: %.2f GB at most\n", 1e-9 * (double)kg_context_device_memory(ctx).peak);
        if (copy_rate > 0)
            printf("bytes over the copy's rate: %.2f ms, %.0f%% of the resident time\n",
                1e3 * bytes_of(s, (double)kept) / copy_rate,
                1e5 * bytes_of(s, (double)kept) / copy_rate / resident);
    }
    free_input(&in);
}

int main(int argc, char **argv)
{
    static const struct option names[] = {{"device", required_argument, NULL, 'd'},
        {"threads", required_argument, NULL, 't'}, {"count", required_argument, NULL, 'c'},
        {"k", required_argument, NULL, 'k'}, {"read", required_argument, NULL, 'l'},
        {"same", required_argument, NULL, 's'}, {"repeat", required_argument, NULL, 'r'}, {0}};
    setting s = {.count = 1000000000, .k = 31, .repeats = 5, .device = "cuda"};
    uint64_t same = 10000000;
    kg_context *ctx;
    int option;

    while ((option = getopt_long(argc, argv, "", names, NULL)) != -1)
        if (option == 'd')
            s.device = optarg;
        else if (option == 't')
            s.threads = atoi(optarg);
        else if (option == 'c')
            s.count = strtoull(optarg, NULL, 10);
        else if (option == 'k')
            s.k = strtoull(optarg, NULL, 10);
        else if (option == 'l')
            s.read = strtoull(optarg, NULL, 10);
        else if (option == 's')
            same = strtoull(optarg, NULL, 10);
        else
            s.repeats = option == 'r' ? atoi(optarg) : 0;
    if (!s.count || !same || s.k < 2 || s.k > 127 || (s.read && s.read < s.k) || s.repeats < 1 ||
        s.repeats > REPEATS_MAX || optind != argc) {
        fputs("Usage: bench_kmers [--count N] [--k K] [--read LETTERS] [--device NAME]\n"
              "                   [--threads N] [--repeat R] [--same N]\n",
            stderr);
        return 64;
    }
    ctx = open_context(s.device, s.threads);
    compare(ctx, &s, same < s.count ? same : s.count);
    time_runs(ctx, &s, strcmp(s.device, "cpu") == 0 ? 0 : bench_copy_rate(s.device));
    kg_context_destroy(ctx);
    return failures ? 1 : 0;
}
