/* What ranks exchange. What rank a sends to b is defined by a, b and the place, so that the
 * receiver knows what is to come without anyone having sent it. */
#include "check.h"
#include "comm/comm.h"
#include <stdlib.h>
#include <string.h>

/* Bytes of a message of MPI, so that blocks of more than a few elements take several. */
enum { SLICE = 100, RANKS_MOST = 64 };

static uint64_t mix(uint64_t seed, uint64_t a, uint64_t b, uint64_t i)
{
    uint64_t state = seed * 31 + a;

    state = check_random(&state) + b;
    state = check_random(&state) + i;
    return check_random(&state);
}

/* ---- exchange -------------------------------------------------------------------------------- */

enum shape { NOTHING, ONE_EACH, RANDOM, SPARSE, TO_ONE, FROM_ONE, TO_SELF, LARGE, SHAPES };

static const char *const shape_name[SHAPES] = {"nothing", "one each", "random sizes",
    "mostly nothing", "all to one", "one to all", "to itself", "large"};

struct exchange {
    enum shape shape;
    size_t size;
    uint64_t seed;
};

/* How many elements rank a sends to rank b. */
static uint64_t count_of(const struct exchange *x, int ranks, int a, int b)
{
    const uint64_t chance = mix(x->seed, (uint64_t)a, (uint64_t)b, UINT64_MAX);

    switch (x->shape) {
    case ONE_EACH:
        return 1;
    case RANDOM:
        return chance % 300;
    case SPARSE:
        return chance % 4 ? 0 : chance % 1000;
    case TO_ONE:
        return b == ranks - 1 ? 200 + chance % 100 : 0;
    case FROM_ONE:
        return a == ranks / 2 ? 200 + chance % 100 : 0;
    case TO_SELF:
        return a == b ? 77 : 0;
    case LARGE:
        return check_is_small() ? 500 : 3000 + chance % 500;
    default:
        return 0;
    }
}

/* Byte by byte what rank a sends to rank b. */
static void fill_block(unsigned char *to, const struct exchange *x, int a, int b, uint64_t count)
{
    for (uint64_t i = 0; i < count * x->size; i++)
        to[i] = (unsigned char)mix(x->seed, (uint64_t)a, (uint64_t)b, i);
}

static void exchange_once(check *c, kg_context *ctx, const struct exchange *x)
{
    const int me = kg__comm_rank(ctx), ranks = kg__comm_ranks(ctx);
    uint64_t *sends = check_array((uint64_t)ranks, 8), *receives = check_array((uint64_t)ranks, 8);
    uint64_t *told = check_array((uint64_t)ranks, 8), out = 0, in = 0, others = 0;
    unsigned char *send, *expected, *got;
    void *b_send, *b_receive;

    kg__comm_set_slice(check_comm(ctx), SLICE);
    for (int p = 0; p < ranks; p++) {
        out += sends[p] = count_of(x, ranks, me, p);
        in += receives[p] = count_of(x, ranks, p, me);
        others += p == me ? 0 : sends[p];
    }
    send = check_array(out, x->size);
    expected = check_array(in, x->size);
    got = check_array(in, x->size);
    out = in = 0;
    for (int p = 0; p < ranks; p++) {
        fill_block(send + out * x->size, x, me, p, sends[p]);
        fill_block(expected + in * x->size, x, p, me, receives[p]);
        out += sends[p];
        in += receives[p];
    }
    b_send = check_upload(ctx, send, out, x->size);
    b_receive = check_upload(ctx, NULL, in, x->size);
    kg__begin(ctx);
    check_status(c, ctx, kg__comm_counts(ctx, sends, told), KG_OK);
    check_equal(c, ctx, "counts", told, receives, (uint64_t)ranks, 8);
    kg_context_clear_timing(ctx);
    kg__stage(ctx, "exchange");
    check_status(
        c, ctx, kg__comm_exchange(ctx, b_send, sends, b_receive, receives, x->size), KG_OK);
    kg__stage(ctx, NULL);
    check_number(c, ctx, "bytes sent", kg_context_sent(ctx, 0), others * x->size);
    check_number(c, ctx, "bytes sent in no stage", kg_context_sent(ctx, 1), 0);
    check_download(ctx, got, b_receive, in, x->size);
    check_equal(c, ctx, shape_name[x->shape], got, expected, in * x->size, 1);
    memset(got, 0, in * x->size);
    check_status(c, ctx, kg__comm_exchange_host(ctx, send, sends, got, receives, x->size), KG_OK);
    check_equal(c, ctx, "bytes of the host", got, expected, in * x->size, 1);
    check_status(c, ctx, kg__comm_stop(ctx, KG_OK, NULL), KG_OK);
    kg__free(ctx, b_receive);
    kg__free(ctx, b_send);
    free(got);
    free(expected);
    free(send);
    free(told);
    free(receives);
    free(sends);
}

/* All shapes, of items of one size. */
static void run_exchange(check *c, kg_context *ctx, void *given)
{
    const size_t size = *(const size_t *)given;

    for (int shape = 0; shape < SHAPES; shape++) {
        const struct exchange x = {(enum shape)shape, size, c->seed + 100 * size + (unsigned)shape};

        if (x.shape != LARGE || x.size == 8)
            exchange_once(c, ctx, &x);
    }
}

static void test_exchange(check *c)
{
    size_t sizes[] = {1, 4, 8, 12};

    for (int at = 0, ranks; check_rank_counts(&at, &ranks);)
        for (int i = 0; i < 4; i++) {
            check_say(c, "%d ranks, %zu bytes", ranks, sizes[i]);
            check_ranks(c, ranks, 1, run_exchange, &sizes[i]);
        }
}

/* A context that has joined nothing is rank 0 of 1. */
static void test_alone(check *c)
{
    for (int i = 0; i < c->contexts; i++) {
        kg_context *ctx = c->context[i];
        const uint64_t one[] = {3, 1, 4}, three = 3;
        uint64_t got[3] = {0}, count = 0;
        void *b_one = check_upload(ctx, one, 3, 8), *b_got = check_upload(ctx, NULL, 3, 8);

        check_say(c, "alone");
        check_number(c, ctx, "rank", (uint64_t)kg__comm_rank(ctx), 0);
        check_number(c, ctx, "ranks", (uint64_t)kg__comm_ranks(ctx), 1);
        kg__begin(ctx);
        check_status(c, ctx, kg__comm_counts(ctx, &three, &count), KG_OK);
        check_number(c, ctx, "count", count, 3);
        check_status(c, ctx, kg__comm_exchange(ctx, b_one, &three, b_got, &count, 8), KG_OK);
        check_download(ctx, got, b_got, 3, 8);
        check_equal(c, ctx, "exchanged", got, one, 3, 8);
        memset(got, 0, sizeof got);
        check_status(c, ctx, kg__comm_exchange_host(ctx, one, &three, got, &count, 8), KG_OK);
        check_equal(c, ctx, "exchanged", got, one, 3, 8);
        memset(got, 0, sizeof got);
        check_status(c, ctx, kg__comm_gather(ctx, one, sizeof one, got, &count), KG_OK);
        check_equal(c, ctx, "gathered", got, one, 3, 8);
        check_number(c, ctx, "bytes", count, sizeof one);
        check_status(c, ctx, kg__comm_reduce(ctx, got, 3, KG__COMM_SUM), KG_OK);
        check_equal(c, ctx, "reduced", got, one, 3, 8);
        check_status(c, ctx, kg__comm_barrier(ctx), KG_OK);
        check_status(c, ctx, kg__comm_stop(ctx, KG_FORMAT, "a reason"), KG_FORMAT);
        check_number(c, ctx, "the reason", strcmp(kg_context_message(ctx), "a reason") == 0, 1);
        kg__free(ctx, b_got);
        kg__free(ctx, b_one);
    }
}

/* Calls of all kinds one behind the other: a rank that is ahead must not disturb the others. */
static void run_sequence(check *c, kg_context *ctx, void *given)
{
    const uint64_t seed = *(const uint64_t *)given;
    const int me = kg__comm_rank(ctx), ranks = kg__comm_ranks(ctx);
    uint64_t sends[RANKS_MOST], receives[RANKS_MOST], out[RANKS_MOST * 8], in[RANKS_MOST * 8];
    bool same = true;
    kg_status status;

    kg__comm_set_slice(check_comm(ctx), seed % 2 ? 24 : UINT64_C(1) << 30);
    kg__begin(ctx);
    for (uint64_t i = 0; i < 100; i++) {
        uint64_t at = 0, least = UINT64_MAX;

        for (int p = 0; p < ranks; p++) {
            sends[p] = mix(seed + i, (uint64_t)me, (uint64_t)p, 0) % 9;
            for (uint64_t k = 0; k < sends[p]; k++)
                out[at++] = mix(seed + i, (uint64_t)me, (uint64_t)p, k);
        }
        KG_TRY(kg__comm_counts(ctx, sends, receives));
        KG_TRY(kg__comm_exchange(ctx, out, sends, in, receives, sizeof *out));
        at = 0;
        for (int p = 0; p < ranks; p++) {
            same &= receives[p] == mix(seed + i, (uint64_t)p, (uint64_t)me, 0) % 9;
            for (uint64_t k = 0; k < receives[p]; k++)
                same &= in[at++] == mix(seed + i, (uint64_t)p, (uint64_t)me, k);
        }
        out[0] = mix(seed + i, (uint64_t)me, 0, 0);
        KG_TRY(kg__comm_gather(ctx, out, 8, in, NULL));
        KG_TRY(kg__comm_reduce(ctx, out, 1, KG__COMM_MIN));
        for (int p = 0; p < ranks; p++) {
            const uint64_t theirs = mix(seed + i, (uint64_t)p, 0, 0);

            same &= in[p] == theirs;
            least = least < theirs ? least : theirs;
        }
        same &= out[0] == least;
    }
out:
    check_status(c, ctx, kg__comm_stop(ctx, status, NULL), KG_OK);
    check_number(c, ctx, "whether all came as it was sent", same, 1);
}

/* On the CPU alone: the data are in host memory. */
static void test_sequence(check *c)
{
    if (kg__context_backend(c->context[0]) != KG__CPU) {
        test_alone(c);
        return;
    }
    for (int at = 0, ranks; check_rank_counts(&at, &ranks);)
        for (uint64_t seed = c->seed; seed < c->seed + (check_is_small() ? 2 : 4); seed++) {
            check_say(c, "%d ranks, sequence %d", ranks, (int)(seed - c->seed));
            check_ranks(c, ranks, 1, run_sequence, &seed);
        }
}

/* ---- gather ---------------------------------------------------------------------------------- */

struct gather {
    uint64_t most, seed;
    bool array;
};

static uint64_t bytes_of(const struct gather *g, int rank)
{
    return g->most ? mix(g->seed, (uint64_t)rank, 0, 0) % g->most : 0;
}

static void run_gather(check *c, kg_context *ctx, void *given)
{
    const struct gather *g = given;
    const int me = kg__comm_rank(ctx), ranks = kg__comm_ranks(ctx);
    const uint64_t own = bytes_of(g, me);
    uint64_t *sizes = check_array((uint64_t)ranks, 8), *expected_sizes, all = 0, before = 0;
    unsigned char *expected, *got;
    void *b_mine, *b_all;

    expected_sizes = check_array((uint64_t)ranks, 8);
    kg__comm_set_slice(check_comm(ctx), SLICE);
    for (int p = 0; p < ranks; p++) {
        before += p < me ? bytes_of(g, p) : 0;
        all += expected_sizes[p] = bytes_of(g, p);
    }
    expected = check_array(all, 1);
    got = check_array(all, 1);
    all = 0;
    for (int p = 0; p < ranks; p++)
        for (uint64_t i = 0; i < expected_sizes[p]; i++)
            expected[all++] = (unsigned char)mix(g->seed, (uint64_t)p, 1, i);
    b_mine = g->array ? check_upload(ctx, expected + before, own, 1) : expected + before;
    b_all = g->array ? check_upload(ctx, NULL, all, 1) : got;
    kg__begin(ctx);
    check_status(c, ctx,
        (g->array ? kg__comm_gather_array : kg__comm_gather)(ctx, b_mine, own, b_all, sizes),
        KG_OK);
    if (g->array) {
        check_download(ctx, got, b_all, all, 1);
        kg__free(ctx, b_all);
        kg__free(ctx, b_mine);
    }
    check_equal(c, ctx, "sizes", sizes, expected_sizes, (uint64_t)ranks, 8);
    check_equal(c, ctx, "bytes", got, expected, all, 1);
    check_status(c, ctx, kg__comm_barrier(ctx), KG_OK);
    free(got);
    free(expected);
    free(expected_sizes);
    free(sizes);
}

static void test_gather(check *c)
{
    static const uint64_t most[] = {0, 2, 100, 10000};

    for (int at = 0, ranks; check_rank_counts(&at, &ranks);)
        for (int i = 0; i < 8; i++) {
            struct gather g = {most[i / 2], c->seed + (uint64_t)i, i % 2};

            check_say(c, "%d ranks, up to %d bytes, %s", ranks, (int)g.most,
                g.array ? "backend" : "host");
            check_ranks(c, ranks, 1, run_gather, &g);
        }
}

/* ---- reduce ---------------------------------------------------------------------------------- */

struct reduce {
    uint64_t count, seed;
    enum kg__comm_op op;
    bool array;
};

static uint64_t value_of(const struct reduce *r, int rank, uint64_t i)
{
    return mix(r->seed, (uint64_t)rank, 2, i);
}

/* By the definition. */
static uint64_t reduced(const struct reduce *r, int ranks, uint64_t i)
{
    uint64_t all = value_of(r, 0, i);

    for (int p = 1; p < ranks; p++) {
        const uint64_t next = value_of(r, p, i);

        if (r->op == KG__COMM_SUM)
            all += next;
        else if (r->op == KG__COMM_OR)
            all |= next;
        else if ((next < all) == (r->op == KG__COMM_MIN))
            all = next;
    }
    return all;
}

static void reduce_once(check *c, kg_context *ctx, const struct reduce *r)
{
    static const char *const name[] = {"sum", "min", "max", "or"};
    const int me = kg__comm_rank(ctx), ranks = kg__comm_ranks(ctx);
    uint64_t *values = check_array(r->count, 8), *expected = check_array(r->count, 8);
    void *b_values = NULL;

    kg__comm_set_slice(check_comm(ctx), SLICE);
    for (uint64_t i = 0; i < r->count; i++) {
        values[i] = value_of(r, me, i);
        expected[i] = reduced(r, ranks, i);
    }
    kg__begin(ctx);
    if (r->array) {
        b_values = check_upload(ctx, values, r->count, 8);
        check_status(c, ctx, kg__comm_reduce_array(ctx, b_values, r->count, r->op), KG_OK);
        check_download(ctx, values, b_values, r->count, 8);
        kg__free(ctx, b_values);
    } else {
        check_status(c, ctx, kg__comm_reduce(ctx, values, r->count, r->op), KG_OK);
    }
    check_equal(c, ctx, name[r->op], values, expected, r->count, 8);
    check_status(c, ctx, kg__comm_barrier(ctx), KG_OK);
    free(expected);
    free(values);
}

/* All operations, of so many numbers, in the host's memory and in the backend's. */
static void run_reduce(check *c, kg_context *ctx, void *given)
{
    const uint64_t count = *(const uint64_t *)given;

    for (unsigned i = 0; i < 8; i++) {
        const struct reduce r = {count, c->seed + 10 * count + i, (enum kg__comm_op)(i % 4), i > 3};

        reduce_once(c, ctx, &r);
    }
}

static void test_reduce(check *c)
{
    uint64_t counts[] = {0, 1, 2, 3, 7, 8, 1337};

    for (int at = 0, ranks; check_rank_counts(&at, &ranks);)
        for (int i = 0; i < 7; i++) {
            check_say(c, "%d ranks, %d numbers", ranks, (int)counts[i]);
            check_ranks(c, ranks, 1, run_reduce, &counts[i]);
        }
}

const check_case check_comm_cases[] = {
    {"comm.alone", test_alone, NULL, 0, false},
    {"comm.exchange", test_exchange, NULL, 0, true},
    {"comm.sequence", test_sequence, NULL, 0, true},
    {"comm.gather", test_gather, NULL, 0, true},
    {"comm.reduce", test_reduce, NULL, 0, true},
    {NULL, NULL, NULL, 0, false},
};
