/*
 * Euler circuits over ranks: how long each stage takes, how many bytes ranks send each other, and
 * how much memory one takes.
 *
 *     bench_ranks N|mpi GRAPH               N threads; or the processes of mpirun, of which rank 0
 *                                           prints
 *     bench_ranks --device cuda N GRAPH     N threads, each with a GPU, as far as there are so
 *                                           many: then they exchange by NCCL
 *     bench_ranks --apart ...               as if no GPU reached another one's memory
 *     bench_ranks --parts ...               no rank has the graph whole (konig/part.h)
 *
 * A graph is a file, or the name of one in bench.c or below, which each rank generates. A row of a
 * table: the milliseconds of stages 1 to 7 and of 8, of the run of RUNS that was fastest; for
 * stages 2, 3, 5, 7, 8 the bytes that all ranks send others, an edge; the most memory that a rank
 * took besides the graph, in bytes an edge of its own. With a device also the milliseconds of
 * stages 2, 3, 5, 6, 7, and the circuits that stage 3 has found.
 */
#include "base/context.h"
#include "bench.h"
#include "comm/comm.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 3, RANKS_MOST = 1024, STAGES = 10 };

typedef struct rank {
    kg_comm *comm;
    const char *device; /* "cpu", or what has a GPU for each rank */
    const char *path;
    bool parts;
    pthread_t thread;
    kg_status status;
} rank;

typedef struct figures {
    double ms[STAGES];     /* by the number that a stage begins with */
    uint64_t sent[STAGES]; /* by all ranks */
    double found;          /* ms of stages 1 to 7 */
    uint64_t circuits;
} figures;

static figures read_timing(const kg_context *ctx)
{
    const kg_timing *timing = kg_context_timing(ctx);
    figures f = {0};

    for (size_t i = 0; i < kg_context_stages(ctx); i++) {
        const int stage = timing[i].stage[0] - '0';

        if (stage < 1 || stage >= STAGES)
            continue;
        f.ms[stage] += timing[i].ms;
        f.sent[stage] += kg_context_sent(ctx, i);
        if (stage < 8)
            f.found += timing[i].ms;
    }
    return f;
}

/* Whole, or this rank's part. */
typedef struct subject {
    kg_graph *graph;
    kg_part *part;
} subject;

/* More edges than 32 bits number. */
static const bench_case large[] = {
    {"random 1050Mi", {.kind = KG_GENERATE_RANDOM, .vertices = 1101004800, .max_degree = 7}},
    {"B(4,16)", {.kind = KG_GENERATE_DEBRUIJN, .alphabet = 4, .length = 16}},
};

static const bench_case *find_case(const char *name)
{
    for (size_t i = 0; i < BENCH_GRAPHS; i++)
        if (strcmp(bench_graphs[i].name, name) == 0)
            return &bench_graphs[i];
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        if (strcmp(large[i].name, name) == 0)
            return &large[i];
    return NULL;
}

static kg_status make(subject *of, kg_context *ctx, const char *name, bool parts)
{
    const bench_case *one = find_case(name);
    kg_generate_options options;

    if (one && !parts)
        return bench_generate(&of->graph, ctx, one, 1);
    if (one) {
        options = one->options;
        options.seed = 1;
        return kg_part_generate(&of->part, ctx, &options);
    }
    return parts ? kg_part_read(&of->part, ctx, name, NULL)
                 : kg_graph_read(&of->graph, ctx, name, NULL);
}

static kg_status find(kg_euler **euler, const subject *of)
{
    return of->part ? kg_euler_find_part(euler, of->part, NULL)
                    : kg_euler_find(euler, of->graph, NULL);
}

/* The device's memory, or the host's where there is none. */
static kg_memory_use *memory_of(kg_context *ctx)
{
    return kg__context_backend(ctx) == KG__CPU ? &ctx->memory : &ctx->device_memory;
}

static void print_row(
    const char *path, int ranks, const figures *best, double edges, double memory, bool stages)
{
    static const int sent[] = {2, 3, 5, 7, 8}, timed[] = {2, 3, 5, 6, 7};

    printf("| %s | %d | %.0f | %.0f |", strrchr(path, '/') ? strrchr(path, '/') + 1 : path, ranks,
        best->found, best->ms[8]);
    for (int i = 0; i < 5; i++)
        printf(" %.1f |", (double)best->sent[sent[i]] / edges);
    printf(" %.0f |", memory * ranks / edges);
    for (int i = 0; i < 5 && stages; i++)
        printf(" %.1f |", best->ms[timed[i]]);
    if (stages)
        printf(" %" PRIu64 " |", best->circuits);
    printf("\n");
    fflush(stdout);
}

static kg_status measure(kg_context *ctx, const char *path, bool parts)
{
    const int ranks = kg__comm_ranks(ctx);
    subject of = {0};
    kg_euler *euler = NULL;
    figures best = {.found = 1e30};
    uint64_t before, memory;
    double edges;
    kg_status status;

    KG_TRY(make(&of, ctx, path, parts));
    edges = (double)kg_graph_edges(of.part ? kg_part_shape(of.part) : of.graph);
    before = memory_of(ctx)->peak = memory_of(ctx)->current;
    for (int run = 0; run < RUNS; run++) {
        figures now;

        kg_context_clear_timing(ctx);
        KG_TRY(find(&euler, &of));
        now = read_timing(ctx);
        now.circuits = kg_euler_initial_circuits(euler);
        kg_euler_destroy(euler);
        euler = NULL;
        if (now.found < best.found)
            best = now;
    }
    memory = memory_of(ctx)->peak - before;
    kg__begin(ctx);
    KG_TRY(kg__comm_reduce(ctx, best.sent, STAGES, KG__COMM_SUM));
    KG_TRY(kg__comm_reduce(ctx, &memory, 1, KG__COMM_MAX));
    if (kg__comm_rank(ctx) == 0)
        print_row(path, ranks, &best, edges, (double)memory, kg__context_backend(ctx) != KG__CPU);
out:
    kg_euler_destroy(euler);
    kg_graph_destroy(of.graph);
    kg_part_destroy(of.part);
    return status;
}

/* Each rank's GPU; NCCL where each has its own. made: its comm, or NULL. */
static kg_status join(kg_context **ctx, kg_comm **made, const rank *self)
{
    const int devices = kg_device_count(self->device), ranks = kg_comm_ranks(self->comm);
    kg_context_options options = {.device = self->device, .threads = 1};
    char name[32];
    kg_status status;

    if (devices > 0) {
        snprintf(name, sizeof name, "%s:%d", self->device, kg_comm_rank(self->comm) % devices);
        options.device = name;
        options.threads = 0; /* what is made on the host is not measured */
    }
    KG_TRY(kg_context_create(ctx, &options));
    if (ranks > 1 && devices >= ranks)
        KG_TRY(kg_comm_nccl(made, self->comm, *ctx));
    KG_TRY(kg_context_join(*ctx, *made ? *made : self->comm));
out:
    return status;
}

static void *work(void *argument)
{
    rank *self = argument;
    kg_context *ctx = NULL;
    kg_comm *made = NULL;
    kg_status status;

    KG_TRY(join(&ctx, &made, self));
    KG_TRY(measure(ctx, self->path, self->parts));
out:
    if (status != KG_OK)
        fprintf(stderr, "bench_ranks: %s\n", kg_context_message(ctx));
    kg_comm_destroy(made);
    kg_comm_destroy(self->comm);
    kg_context_destroy(ctx);
    self->status = status;
    return NULL;
}

int main(int argc, char **argv)
{
    static rank team[RANKS_MOST];
    static kg_comm *comms[RANKS_MOST];
    const char *device = "cpu";
    bool failed = false, apart = false, parts = false;
    int ranks;

    while (argc > 1 && argv[1][0] == '-') {
        if (strcmp(argv[1], "--apart") == 0) {
            apart = true;
        } else if (strcmp(argv[1], "--parts") == 0) {
            parts = true;
        } else if (strcmp(argv[1], "--device") == 0 && argc > 2) {
            device = argv[2];
            argc--;
            argv++;
        } else {
            argc = 0; /* said below */
            break;
        }
        argc--;
        argv++;
    }
    setenv("NCCL_NVLS_ENABLE", "0", 0); /* as the tools do */
    setenv("NCCL_RAS_ENABLE", "0", 0);
    ranks = argc > 2 ? atoi(argv[1]) : 0;
    if (argc != 3 || (ranks < 1 && strcmp(argv[1], "mpi") != 0) || ranks > RANKS_MOST) {
        fputs("usage: bench_ranks [--apart] [--parts] [--device cuda] N|mpi GRAPH\n", stderr);
        return 64;
    }
    if (!ranks) {
        team[0] = (rank){.device = device, .path = argv[2], .parts = parts};
        if (kg_comm_mpi(&team[0].comm) != KG_OK) {
            fprintf(stderr, "bench_ranks: %s\n", kg_comm_message(team[0].comm));
            return 69;
        }
        work(&team[0]);
        return team[0].status != KG_OK;
    }
    if (kg_comm_threads(comms, ranks) != KG_OK)
        return 71;
    for (int r = 0; r < ranks; r++) {
        team[r] = (rank){.comm = comms[r], .device = device, .path = argv[2], .parts = parts};
        if (apart)
            kg__comm_set_apart(comms[r]);
        if (pthread_create(&team[r].thread, NULL, work, &team[r]) != 0)
            return 71;
    }
    for (int r = 0; r < ranks; r++) {
        pthread_join(team[r].thread, NULL);
        failed |= team[r].status != KG_OK;
    }
    return failed;
}
