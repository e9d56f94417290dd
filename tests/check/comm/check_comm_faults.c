/* How ranks end: one fails, one does not come, one is gone, two differ. */
#include "base/context.h"
#include "check.h"
#include "comm/comm.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check_message(check *c, const kg_context *ctx, const char *expected)
{
    if (!check_number(
            c, ctx, "the right message", strcmp(kg_context_message(ctx), expected) == 0, 1))
        check_fail(c, ctx, "'%s', expected '%s'", kg_context_message(ctx), expected);
}

/* ---- a rank fails ---------------------------------------------------------------------------- */

enum step { COUNTS, EXCHANGE, REDUCE_ONE, REDUCE, GATHER, BARRIER, LAST, STEPS };
enum { VALUES = 50, RANKS_MOST = 64 };

struct failing {
    int rank, second;        /* who fails, -1: nobody; and who else does, */
    enum step at, at_second; /* in place of which step */
    kg_status status;
    bool by_memory; /* an allocation fails */
};

static kg_status make_step(kg_context *ctx, enum step step, void *b_one, void *b_in)
{
    uint64_t one[RANKS_MOST], in[RANKS_MOST], all[RANKS_MOST], values[VALUES] = {0};

    for (int p = 0; p < RANKS_MOST; p++)
        one[p] = in[p] = 1;
    switch (step) {
    case COUNTS:
        return kg__comm_counts(ctx, one, in);
    case EXCHANGE:
        return kg__comm_exchange(ctx, b_one, one, b_in, in, 8);
    case REDUCE_ONE:
        return kg__comm_reduce(ctx, values, 1, KG__COMM_MAX);
    case REDUCE:
        return kg__comm_reduce(ctx, values, VALUES, KG__COMM_SUM);
    case GATHER:
        return kg__comm_gather(ctx, one, 8, all, NULL);
    case BARRIER:
        return kg__comm_barrier(ctx);
    default:
        return KG_OK;
    }
}

/* What a rank itself says. */
static kg_status fail(kg_context *ctx, const struct failing *f, int who)
{
    char text[64];

    snprintf(text, sizeof text, "in.txt:%d: no good", who);
    return kg__comm_stop(ctx, f->status, text);
}

/* A collective call as other rooms write them. */
static kg_status collective_call(kg_context *ctx, const struct failing *f, void *b_one, void *b_in)
{
    const int me = kg__comm_rank(ctx);
    kg_status status = KG_OK;

    kg__begin(ctx);
    for (int step = 0; step < STEPS; step++) {
        if (f->by_memory && me == f->rank && step == (int)f->at)
            kg__fault_set(ctx, KG__FAULT_ALLOCATE, 1);
        else if ((me == f->rank && step == (int)f->at) ||
                 (me == f->second && step == (int)f->at_second))
            KG_TRY(fail(ctx, f, me));
        KG_TRY(make_step(ctx, (enum step)step, b_one, b_in));
    }
out:
    kg__fault_set(ctx, KG__FAULT_ALLOCATE, 0);
    return kg__comm_stop(ctx, status, NULL);
}

/* The rank whose failure all ranks are to see: the earliest, of equals the lowest; -1: none. */
static int first_to_fail(const struct failing *f)
{
    if (f->second >= 0 && (f->at_second < f->at || (f->at_second == f->at && f->second < f->rank)))
        return f->second;
    return f->rank;
}

static void run_failing(check *c, kg_context *ctx, void *given)
{
    const struct failing *f = given;
    const int first = first_to_fail(f);
    char expected[256] = "";
    void *b_one = check_upload(ctx, NULL, RANKS_MOST, 8);
    void *b_in = check_upload(ctx, NULL, RANKS_MOST, 8);

    if (first >= 0)
        snprintf(expected, sizeof expected,
            f->status == KG_MEMORY && kg__comm_ranks(ctx) > 1 ? "rank %d: in.txt:%d: no good"
                                                              : "in.txt:%d: no good",
            first, first);
    for (int again = 0; again < 2; again++) {
        check_status(c, ctx, collective_call(ctx, f, b_one, b_in), first < 0 ? KG_OK : f->status);
        if (!f->by_memory)
            check_message(c, ctx, expected);
        else if ((strncmp(kg_context_message(ctx), "rank ", 5) == 0) != (kg__comm_ranks(ctx) > 1))
            check_fail(c, ctx, "'%s' names no rank", kg_context_message(ctx));
    }
    check_status(c, ctx,
        collective_call(ctx, &(struct failing){.rank = -1, .second = -1}, b_one, b_in), KG_OK);
    kg__free(ctx, b_in);
    kg__free(ctx, b_one);
}

static void test_stop(check *c)
{
    static const kg_status statuses[] = {KG_FORMAT, KG_MEMORY, KG_NO_SOLUTION};

    for (int at = 0, ranks; check_rank_counts(&at, &ranks);)
        for (int rank = 0; rank < ranks; rank += check_is_small() ? 3 : 1)
            for (int step = 0; step < STEPS; step++) {
                struct failing f = {rank, -1, (enum step)step, LAST, statuses[step % 3], false};

                check_say(c, "%d ranks, rank %d fails at step %d", ranks, rank, step);
                check_ranks(c, ranks, 1, run_failing, &f);
            }
}

static void test_stop_together(check *c)
{
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);)
        for (int i = 0; i < STEPS * ranks; i += check_is_small() ? 5 : 1) {
            struct failing f = {i % ranks, (i * 3 + 1) % ranks, (enum step)(i / ranks),
                (enum step)(i / ranks), KG_FORMAT, false};

            if (i % 2)
                f.at_second = (enum step)(i * 5 % STEPS);
            if (f.second == f.rank)
                f.second = -1;
            check_say(c, "%d ranks, ranks %d and %d fail at steps %d and %d", ranks, f.rank,
                f.second, f.at, f.at_second);
            check_ranks(c, ranks, 1, run_failing, &f);
        }
}

/* Reducing needs memory. */
static void test_stop_memory(check *c)
{
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);)
        for (int rank = 0; rank < ranks; rank++) {
            struct failing f = {rank, -1, REDUCE, LAST, KG_MEMORY, true};

            check_say(c, "%d ranks, rank %d has no memory", ranks, rank);
            check_ranks(c, ranks, 1, run_failing, &f);
        }
}

/* What programs do at their end. */
static void run_agree(check *c, kg_context *ctx, void *given)
{
    const int me = kg__comm_rank(ctx), ranks = kg__comm_ranks(ctx);
    const kg_status own = me == 0 ? KG_NO_SOLUTION : me == ranks - 1 ? KG_IO : KG_OK;
    char text[32];

    (void)given;
    snprintf(text, sizeof text, "said by %d", me);
    check_status(c, ctx, kg_context_agree(ctx, KG_OK, NULL), KG_OK);
    check_status(c, ctx, kg_context_agree(ctx, own, text), ranks > 1 ? KG_IO : KG_NO_SOLUTION);
    snprintf(text, sizeof text, "said by %d", ranks - 1);
    check_message(c, ctx, text);
    check_status(
        c, ctx, kg_context_agree(ctx, me ? KG_OK : KG_NO_SOLUTION, "said by 0"), KG_NO_SOLUTION);
    check_message(c, ctx, "said by 0");
    check_status(c, ctx, kg_context_agree(ctx, KG_OK, NULL), KG_OK);
}

static void test_agree(check *c)
{
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
        check_say(c, "%d ranks", ranks);
        check_ranks(c, ranks, 1, run_agree, NULL);
    }
}

/* The last rank is on another backend, as it says: no call gets so far that it would use it. */
static void run_backends(check *c, kg_context *ctx, void *given)
{
    const kg__backend own = ctx->backend;
    const int ranks = kg__comm_ranks(ctx);
    uint64_t one[RANKS_MOST], all[RANKS_MOST];
    char text[64];

    (void)given;
    for (int p = 0; p < RANKS_MOST; p++)
        one[p] = 1;
    snprintf(text, sizeof text, "ranks 0 and %d are on devices of different kinds", ranks - 1);
    if (ranks > 1 && kg__comm_rank(ctx) + 1 == ranks)
        ctx->backend = own == KG__CPU ? KG__CUDA : KG__CPU;
    for (int i = 0; i < 3; i++) {
        kg_status status;

        kg__begin(ctx);
        status = i == 0   ? kg__comm_counts(ctx, one, all)
                 : i == 1 ? kg__comm_reduce(ctx, one, 1, KG__COMM_MIN)
                          : KG_OK;
        check_status(c, ctx, kg__comm_stop(ctx, status, NULL), ranks > 1 ? KG_ARGUMENT : KG_OK);
        if (ranks > 1 && !strstr(kg_context_message(ctx), text))
            check_fail(c, ctx, "'%s' instead of '%s'", kg_context_message(ctx), text);
    }
    check_status(c, ctx, kg_context_agree(ctx, KG_OK, NULL), KG_OK);
    ctx->backend = own;
    kg__begin(ctx);
    check_status(c, ctx, kg__comm_barrier(ctx), KG_OK);
}

static void test_backends(check *c)
{
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);) {
        check_say(c, "%d ranks", ranks);
        check_ranks(c, ranks, 1, run_backends, NULL);
    }
}

/* ---- a rank does not come, or differs -------------------------------------------------------- */

enum { THREE = 3 };
enum way { NEVER, ENDS, OTHER_CALL, OTHER_SIZE, WAYS };

struct odd {
    check *c;
    enum way way;
    int rank; /* who does otherwise */
    kg_comm *comm;
    pthread_t thread;
};

static const char *const way_message[WAYS] = {"rank %d of 3 did not come within 0.5 s",
    "rank %d of 3 ended early", "the ranks do not make the same calls", "bytes to rank"};

static kg_status make_odd_call(kg_context *ctx, const struct odd *o)
{
    const bool odd = kg__comm_rank(ctx) == o->rank;
    const uint64_t usual[THREE] = {1, 1, 1}, unusual[THREE] = {2, 2, 2};
    uint64_t data[2 * THREE] = {0}, in[2 * THREE];

    kg__begin(ctx);
    if (odd && o->way == OTHER_CALL)
        return kg__comm_gather(ctx, data, 8, in, NULL);
    return kg__comm_exchange(
        ctx, data, odd && o->way == OTHER_SIZE ? unusual : usual, in, usual, 8);
}

static void *run_odd(void *argument)
{
    const struct odd *o = argument;
    const kg_context_options options = {"cpu", 1, 0, NULL, NULL};
    const kg_status expected = o->way < OTHER_CALL ? KG_DEVICE : KG_INTERNAL;
    const bool odd = kg_comm_rank(o->comm) == o->rank;
    kg_context *ctx = NULL;
    char text[64];

    check_status(o->c, NULL, kg_context_create(&ctx, &options), KG_OK);
    check_status(o->c, ctx, kg_context_join(ctx, o->comm), KG_OK);
    check_status(o->c, ctx, kg__comm_barrier(ctx), KG_OK);
    kg__comm_set_patience(o->comm, 0.5);
    snprintf(text, sizeof text, way_message[o->way], o->rank);
    if (odd && o->way == NEVER)
        nanosleep(&(struct timespec){1, 200000000}, NULL);
    if (!odd || o->way != ENDS)
        for (int again = 0; again < 2; again++) {
            check_status(o->c, ctx, make_odd_call(ctx, o), expected);
            if (!strstr(kg_context_message(ctx), text))
                check_fail(o->c, ctx, "'%s' instead of '%s'", kg_context_message(ctx), text);
        }
    if (o->way == NEVER)
        check_number(o->c, ctx, "whether it speaks", (uint64_t)kg_comm_speaks(o->comm),
            kg_comm_rank(o->comm) == (o->rank == 0));
    check_number(
        o->c, ctx, "message of the comm", *kg_comm_message(o->comm) != 0, !odd || o->way != ENDS);
    kg_comm_destroy(o->comm);
    kg_context_destroy(ctx);
    return NULL;
}

static void test_odd(check *c)
{
    for (int way = 0; way < WAYS; way++)
        for (int rank = 0; rank < THREE; rank += 2) {
            struct odd o[THREE];
            kg_comm *comm[THREE];

            check_say(c, "rank %d: %s", rank, way_message[way]);
            check_status(c, c->context[0], kg_comm_threads(comm, THREE), KG_OK);
            for (int r = 0; r < THREE; r++) {
                o[r] = (struct odd){c, (enum way)way, rank, comm[r], 0};
                pthread_create(&o[r].thread, NULL, run_odd, &o[r]);
            }
            for (int r = 0; r < THREE; r++)
                pthread_join(o[r].thread, NULL);
        }
}

static void test_refused(check *c)
{
    kg_context *ctx = c->context[0], *other = c->context[c->contexts - 1];
    kg_comm *comm[2];

    check_say(c, "refused");
    check_number(c, ctx, "no ranks", kg_comm_threads(comm, 0) == KG_ARGUMENT, 1);
    check_status(c, ctx, kg_comm_threads(comm, 2), KG_OK);
    check_number(c, ctx, "rank", (uint64_t)kg_comm_rank(comm[1]), 1);
    check_number(c, ctx, "ranks", (uint64_t)kg_comm_ranks(comm[1]), 2);
    check_status(c, ctx, kg_context_join(ctx, comm[0]), KG_OK);
    if (other != ctx)
        check_status(c, other, kg_context_join(other, comm[0]), KG_ARGUMENT);
    check_status(c, ctx, kg_context_join(ctx, comm[1]), KG_OK);
    if (other != ctx) {
        check_status(c, other, kg_context_join(other, comm[0]), KG_OK);
        check_status(c, other, kg_context_join(other, NULL), KG_OK);
    }
    kg_comm_destroy(comm[1]);
    check_number(c, ctx, "ranks after the comm's end", (uint64_t)kg__comm_ranks(ctx), 1);
    kg_comm_destroy(comm[0]);
}

const check_case check_comm_fault_cases[] = {
    {"comm.stop", test_stop, NULL, 0, true},
    {"comm.stop-together", test_stop_together, NULL, 0, true},
    {"comm.stop-memory", test_stop_memory, NULL, 0, true},
    {"comm.agree", test_agree, NULL, 0, true},
    {"comm.backends", test_backends, NULL, 0, true},
    {"comm.odd", test_odd, NULL, 0, false},
    {"comm.refused", test_refused, NULL, 0, false},
    {NULL, NULL, NULL, 0, false},
};
