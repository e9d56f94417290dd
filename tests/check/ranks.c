/* check: cases over several ranks. */
#include "base/context.h"
#include "check.h"
#include "comm/comm.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS_MOST = 64 };

static int asked;             /* --ranks; 0: not given */
static kg_comm *process_comm; /* under --ranks mpi: this process' end, */
static const char *why_not;   /* or why there is none */

bool check_ranks_asked(const char *text)
{
    char *end;

    if (strcmp(text, "mpi") != 0) {
        asked = (int)strtoul(text, &end, 10);
        return !*end && asked >= 1 && asked <= RANKS_MOST;
    }
    if (kg_comm_mpi(&process_comm) != KG_OK) {
        why_not = process_comm ? kg_comm_message(process_comm) : "out of memory";
        fprintf(stderr, "check: %s\n", why_not);
        exit(1);
    }
    asked = kg_comm_ranks(process_comm);
    return true;
}

bool check_ranks_mpi(int *rank)
{
    if (process_comm)
        *rank = kg_comm_rank(process_comm);
    return process_comm != NULL;
}

void check_ranks_end(void)
{
    kg_comm_destroy(process_comm);
    process_comm = NULL;
}

bool check_rank_counts(int *at, int *ranks)
{
    static const int counts[] = {1, 2, 3, 4, 7}, few[] = {1, 3};
    const int *count = asked ? &asked : check_is_small() ? few : counts;
    const int all = asked ? 1 : check_is_small() ? 2 : 5;

    if (*at == all)
        return false;
    *ranks = count[(*at)++];
    return true;
}

kg_comm *check_comm(const kg_context *ctx)
{
    return ctx->comm;
}

/* ---- a rank ---------------------------------------------------------------------------------- */

typedef struct worker {
    pthread_t thread;
    check *c;
    int threads;
    bool own_device; /* each rank has a GPU: NCCL */
    check_rank_fn *run;
    void *given;
    kg_comm *host;
} worker;

/* "cpu", or the GPU of a rank. */
static void name_device(char *name, size_t size, const check *c, int rank)
{
    const int devices = kg_device_count(c->backend);

    if (devices)
        snprintf(name, size, "%s:%d", c->backend, rank % devices);
    else
        snprintf(name, size, "%s", c->backend);
}

static kg_status join(worker *w, kg_context *ctx, kg_comm **comm)
{
    kg_status status = KG_OK;

    if (w->own_device)
        KG_TRY(kg_comm_nccl(comm, w->host, ctx));
    KG_TRY(kg_context_join(ctx, *comm ? *comm : w->host));
out:
    return status;
}

static void *run_rank(void *argument)
{
    worker *w = argument;
    kg_context_options options = KG_CONTEXT_OPTIONS_INIT;
    kg_context *ctx = NULL;
    kg_comm *comm = NULL;
    char device[32];
    kg_status status;

    name_device(device, sizeof device, w->c, kg_comm_rank(w->host));
    options.device = device;
    options.threads = w->threads;
    status = kg_context_create(&ctx, &options);
    if (status == KG_OK)
        status = join(w, ctx, &comm);
    if (check_status(w->c, ctx, status, KG_OK)) {
        w->run(w->c, ctx, w->given);
        check_number(w->c, ctx, "bytes left by a rank", check_held(ctx), 0);
    }
    kg_context_join(ctx, NULL);
    kg_comm_destroy(comm);
    if (!process_comm)
        kg_comm_destroy(w->host);
    kg_context_destroy(ctx);
    return NULL;
}

/* NCCL takes half a second to begin, and has nothing to do for parts, which lie in host memory. */
static bool use_nccl(const check *c, int ranks)
{
    return ranks > 1 && kg_device_count(c->backend) >= ranks &&
           strncmp(c->now->name, "parts.", strlen("parts.")) != 0;
}

void check_ranks_apart(
    check *c, int ranks, int threads, bool apart, check_rank_fn *run, void *given)
{
    kg_comm *comm[RANKS_MOST];
    worker w[RANKS_MOST];
    const worker common = {
        .c = c, .threads = threads, .own_device = use_nccl(c, ranks), .run = run, .given = given};

    if (process_comm) {
        w[0] = common;
        w[0].host = process_comm;
        run_rank(&w[0]);
        return;
    }
    setenv("NCCL_NVLS_ENABLE", "0", 0); /* as the tools do */
    setenv("NCCL_RAS_ENABLE", "0", 0);
    if (kg_comm_threads(comm, ranks) != KG_OK) {
        check_fail(c, c->context[0], "%d ranks cannot be made", ranks);
        return;
    }
    for (int r = 0; r < ranks; r++) {
        w[r] = common;
        w[r].host = comm[r];
        if (apart)
            kg__comm_set_apart(comm[r]);
        if (pthread_create(&w[r].thread, NULL, run_rank, &w[r]) != 0) {
            fprintf(stderr, "check: a thread cannot be started\n");
            exit(1);
        }
    }
    for (int r = 0; r < ranks; r++)
        pthread_join(w[r].thread, NULL);
}

void check_ranks(check *c, int ranks, int threads, check_rank_fn *run, void *given)
{
    static uint32_t calls;

    check_ranks_apart(c, ranks, threads, calls++ * UINT32_C(2654435769) >> 31, run, given);
}
