/*
 * Exchange, counts, gather and reduce, built from meetings and moves.
 *
 * In each of them all ranks first meet, and pass on any earlier failure. So when data begin to
 * move, every rank is there and has its memory.
 */
#include "meet.h"
#include <assert.h>

/* Counts the bytes that this rank is about to send to others. */
static void count_sent(kg_context *ctx, uint64_t bytes)
{
    if (ctx->stage_runs)
        ctx->sent[ctx->stage_row] += bytes;
}

/* Where the data lie. */
enum place { IN_HOST, IN_ARRAY };

/* Moves comm->block. Device memory is ready when the meeting before this has begun. */
static kg_status move(kg_context *ctx, enum place where)
{
    kg_comm *comm = ctx->comm;
    uint64_t bytes = 0;
    kg_status status;

    for (int p = 0; p < comm->ranks; p++)
        bytes += p == comm->rank ? 0 : comm->block[p].send_bytes;
    count_sent(ctx, bytes);
    if (where == IN_HOST || kg__context_backend(ctx) == KG__CPU) {
        status = comm->ops->move(comm);
        return status == KG_OK ? KG_OK : kg__comm_break(ctx, status);
    }
    status = comm->ops->move_array(comm);
    return kg__comm_meet(ctx, KG__COMM_CALL_MOVED, status);
}

/* Waits for the device's work; afterwards other ranks may read its memory. */
static kg_status settle(kg_context *ctx, enum place where)
{
    if (where == IN_HOST || kg__context_backend(ctx) == KG__CPU)
        return KG_OK;
    if (!ctx->comm->ops->move_array)
        return kg__fail(ctx, KG_UNSUPPORTED,
            "MPI moves no memory of device %s: make a comm for GPUs from this one by "
            "kg_comm_nccl()",
            kg_context_device(ctx));
    return kg__memory(ctx)->synchronise(ctx);
}

/* A copy within the context's memory. */
static kg_status copy(kg_context *ctx, void *to, const void *from, uint64_t bytes, enum place where)
{
    if (where == IN_ARRAY)
        return bytes ? kg__memory(ctx)->copy(ctx, to, from, bytes) : KG_OK;
    if (bytes)
        memcpy(to, from, bytes);
    return KG_OK;
}

/* ---- exchange -------------------------------------------------------------------------------- */

/* The size that another rank sends must be the size that this rank expects. Otherwise the caller
 * has a bug, and the comm is broken on all ranks. */
static kg_status check_sizes(kg_context *ctx, const uint64_t *receive_counts, size_t size)
{
    kg_comm *comm = ctx->comm;

    for (int p = 0; p < comm->ranks; p++)
        if (comm->theirs[p].value != receive_counts[p] * size) {
            snprintf(comm->message, sizeof comm->message,
                "rank %d sends %llu bytes to rank %d, which expects %llu", p,
                (unsigned long long)comm->theirs[p].value, comm->rank,
                (unsigned long long)(receive_counts[p] * size));
            return kg__comm_break(ctx, KG_INTERNAL);
        }
    return KG_OK;
}

static kg_status exchange(kg_context *ctx, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size, enum place where)
{
    kg_comm *comm = ctx->comm;
    const unsigned char *from = send;
    unsigned char *to = receive;
    kg_status status;

    if (!comm) {
        assert(send_counts[0] == receive_counts[0]);
        return copy(ctx, receive, send, send_counts[0] * size, where);
    }
    KG_TRY(kg__comm_standing(ctx));
    for (int p = 0; p < comm->ranks; p++)
        comm->mine[p].value = send_counts[p] * size;
    KG_TRY(kg__comm_meet(ctx, KG__COMM_CALL_EXCHANGE, settle(ctx, where)));
    KG_TRY(check_sizes(ctx, receive_counts, size));
    for (int p = 0; p < comm->ranks; p++) {
        comm->block[p] =
            (kg__comm_block){from, to, send_counts[p] * size, receive_counts[p] * size};
        if (from) /* without an array, no bytes are sent or received */
            from += comm->block[p].send_bytes;
        if (to)
            to += comm->block[p].receive_bytes;
    }
    KG_TRY(move(ctx, where));
out:
    return status;
}

kg_status kg__comm_exchange(kg_context *ctx, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size)
{
    return exchange(ctx, send, send_counts, receive, receive_counts, size, IN_ARRAY);
}

kg_status kg__comm_exchange_host(kg_context *ctx, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size)
{
    return exchange(ctx, send, send_counts, receive, receive_counts, size, IN_HOST);
}

kg_status kg__comm_counts(kg_context *ctx, const uint64_t *send_counts, uint64_t *receive_counts)
{
    kg_comm *comm = ctx->comm;
    kg_status status;

    if (!comm) {
        receive_counts[0] = send_counts[0];
        return KG_OK;
    }
    KG_TRY(kg__comm_standing(ctx));
    for (int p = 0; p < comm->ranks; p++)
        comm->mine[p].value = send_counts[p];
    KG_TRY(kg__comm_meet(ctx, KG__COMM_CALL_COUNTS, KG_OK));
    for (int p = 0; p < comm->ranks; p++)
        receive_counts[p] = comm->theirs[p].value;
    count_sent(ctx, (uint64_t)(comm->ranks - 1) * sizeof *send_counts);
out:
    return status;
}

/* ---- gather ---------------------------------------------------------------------------------- */

static kg_status gather(kg_context *ctx, const void *mine, uint64_t bytes, void *all,
    uint64_t *bytes_of_rank, enum place where)
{
    kg_comm *comm = ctx->comm;
    unsigned char *to = all;
    kg_status status;

    if (!comm) {
        if (bytes_of_rank)
            bytes_of_rank[0] = bytes;
        return copy(ctx, all, mine, bytes, where);
    }
    KG_TRY(kg__comm_standing(ctx));
    for (int p = 0; p < comm->ranks; p++)
        comm->mine[p].value = bytes;
    KG_TRY(kg__comm_meet(ctx, KG__COMM_CALL_GATHER, settle(ctx, where)));
    for (int p = 0; p < comm->ranks; p++) {
        comm->block[p] = (kg__comm_block){mine, to, bytes, comm->theirs[p].value};
        to += comm->block[p].receive_bytes;
        if (bytes_of_rank)
            bytes_of_rank[p] = comm->block[p].receive_bytes;
    }
    KG_TRY(move(ctx, where));
out:
    return status;
}

kg_status kg__comm_gather(
    kg_context *ctx, const void *mine, uint64_t bytes, void *all, uint64_t *bytes_of_rank)
{
    return gather(ctx, mine, bytes, all, bytes_of_rank, IN_HOST);
}

kg_status kg__comm_gather_array(
    kg_context *ctx, const void *mine, uint64_t bytes, void *all, uint64_t *bytes_of_rank)
{
    return gather(ctx, mine, bytes, all, bytes_of_rank, IN_ARRAY);
}

/* ---- reduce ---------------------------------------------------------------------------------- */

static uint64_t combine(uint64_t a, uint64_t b, enum kg__comm_op op)
{
    switch (op) {
    case KG__COMM_SUM:
        return a + b;
    case KG__COMM_MIN:
        return a < b ? a : b;
    case KG__COMM_MAX:
        return a > b ? a : b;
    case KG__COMM_OR:
        return a | b;
    }
    return a;
}

/* A single value is sent in the cards. */
static kg_status reduce_one(kg_context *ctx, uint64_t *value, enum kg__comm_op op)
{
    kg_comm *comm = ctx->comm;
    kg_status status;

    for (int p = 0; p < comm->ranks; p++)
        comm->mine[p].value = *value;
    KG_TRY(kg__comm_meet(ctx, KG__COMM_CALL_REDUCE, KG_OK));
    *value = comm->theirs[0].value;
    for (int p = 1; p < comm->ranks; p++)
        *value = combine(*value, comm->theirs[p].value, op);
    count_sent(ctx, (uint64_t)(comm->ranks - 1) * sizeof *value);
out:
    return status;
}

/* The beginning of rank p's share of the values. */
static uint64_t share(const kg_comm *comm, uint64_t count, int p)
{
    return kg__part(count, p, comm->ranks);
}

/* Each rank reduces its share, which all others send to it, and sends the result to all. parts:
 * room for the shares of all ranks. */
static kg_status reduce_shares(
    kg_context *ctx, uint64_t *values, uint64_t count, enum kg__comm_op op, uint64_t *parts)
{
    kg_comm *comm = ctx->comm;
    uint64_t *mine = values + share(comm, count, comm->rank);
    const uint64_t length = share(comm, count, comm->rank + 1) - share(comm, count, comm->rank);
    kg_status status;

    for (int p = 0; p < comm->ranks; p++) {
        const uint64_t first = share(comm, count, p), last = share(comm, count, p + 1);

        comm->block[p] = (kg__comm_block){values + first, parts + (uint64_t)p * length,
            (last - first) * sizeof *values, length * sizeof *values};
    }
    KG_TRY(move(ctx, IN_HOST));
    for (uint64_t i = 0; i < length; i++) {
        mine[i] = parts[i];
        for (uint64_t p = 1; p < (uint64_t)comm->ranks; p++)
            mine[i] = combine(mine[i], parts[p * length + i], op);
    }
    for (int p = 0; p < comm->ranks; p++) {
        const uint64_t first = share(comm, count, p), last = share(comm, count, p + 1);

        comm->block[p] = (kg__comm_block){
            mine, values + first, length * sizeof *values, (last - first) * sizeof *values};
    }
    /* The rank's own share is in place already. */
    comm->block[comm->rank].send_bytes = comm->block[comm->rank].receive_bytes = 0;
    KG_TRY(move(ctx, IN_HOST));
out:
    return status;
}

kg_status kg__comm_reduce(kg_context *ctx, uint64_t *values, uint64_t count, enum kg__comm_op op)
{
    kg_comm *comm = ctx->comm;
    uint64_t *parts = NULL;
    kg_status status;

    if (!comm || !count)
        return KG_OK;
    KG_TRY(kg__comm_standing(ctx));
    if (count == 1)
        return reduce_one(ctx, values, op);
    status =
        kg__host_allocate(ctx, &parts, (uint64_t)comm->ranks * (count / (uint64_t)comm->ranks + 1),
            sizeof *parts, "what other ranks send");
    KG_TRY(kg__comm_meet(ctx, KG__COMM_CALL_REDUCE, status));
    KG_TRY(reduce_shares(ctx, values, count, op, parts));
out:
    kg__free(ctx, parts);
    return status;
}

kg_status kg_context_reduce(kg_context *context, uint64_t *values, uint64_t count, kg_scan_op op)
{
    static const enum kg__comm_op ops[] = {
        [KG_SCAN_SUM] = KG__COMM_SUM, [KG_SCAN_MIN] = KG__COMM_MIN, [KG_SCAN_MAX] = KG__COMM_MAX};
    kg_status status = KG_OK;

    KG_NEED(NULL, context);
    kg__begin(context);
    if ((unsigned)op >= sizeof ops / sizeof *ops)
        status = kg__fail(context, KG_ARGUMENT, "there is no operation %d", (int)op);
    else if (count && !values)
        status = kg__fail_null(context, "values");
    else
        status = kg__comm_reduce(context, values, count, ops[op]);
    return kg__comm_stop(context, status, NULL);
}

/* Reduces in host memory. */
static kg_status reduce_there_and_back(
    kg_context *ctx, uint64_t *values, uint64_t count, enum kg__comm_op op)
{
    const kg__memory_ops *memory = kg__memory(ctx);
    uint64_t *h_values = NULL;
    kg_status status = kg__host_allocate(ctx, &h_values, count, sizeof *h_values, "values");

    if (status == KG_OK)
        status = memory->download(ctx, h_values, values, count * sizeof *values);
    KG_TRY(kg__comm_stop(ctx, status, NULL));
    KG_TRY(kg__comm_reduce(ctx, h_values, count, op));
    status = memory->upload(ctx, values, h_values, count * sizeof *values);
    KG_TRY(kg__comm_stop(ctx, status, NULL));
out:
    kg__free(ctx, h_values);
    return status;
}

kg_status kg__comm_reduce_array(
    kg_context *ctx, uint64_t *values, uint64_t count, enum kg__comm_op op)
{
    kg_comm *comm = ctx->comm;
    bool done = false;
    kg_status status;

    if (!comm || !count)
        return KG_OK;
    if (kg__context_backend(ctx) == KG__CPU)
        return kg__comm_reduce(ctx, values, count, op);
    KG_TRY(kg__comm_standing(ctx));
    if (comm->ops->reduce_array) {
        KG_TRY(kg__comm_meet(ctx, KG__COMM_CALL_REDUCE, settle(ctx, IN_ARRAY)));
        status = comm->ops->reduce_array(comm, values, count, op, &done);
        KG_TRY(kg__comm_meet(ctx, KG__COMM_CALL_MOVED, status));
        count_sent(ctx, 2 * count * sizeof *values); /* the bytes that a ring sends */
    }
    status = done ? KG_OK : reduce_there_and_back(ctx, values, count, op);
out:
    return status;
}
