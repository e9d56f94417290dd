/* Comms and contexts: how a context joins, how ranks meet, and how a failure reaches all ranks. */
#include "meet.h"

KG__GETTER(int, kg_comm_rank, kg_comm, comm, comm->rank, 0)
KG__GETTER(int, kg_comm_ranks, kg_comm, comm, comm->ranks, 0)

const char *kg_comm_message(const kg_comm *comm)
{
    return comm && (comm->broken || !comm->ops) ? comm->message : "";
}

int kg_comm_speaks(const kg_comm *comm)
{
    int first = 0;

    if (!comm || !comm->ops)
        return 1;
    while (first < comm->ranks && comm->lost[first])
        first++;
    return first == comm->rank;
}

void kg_comm_destroy(kg_comm *comm)
{
    if (!comm)
        return;
    if (comm->ctx)
        comm->ctx->comm = NULL;
    if (comm->ops)
        comm->ops->leave(comm);
    kg__comm_free(comm);
}

void kg__comm_set_patience(kg_comm *comm, double seconds)
{
    comm->patience = seconds;
}

void kg__comm_set_slice(kg_comm *comm, uint64_t bytes)
{
    comm->slice = bytes;
}

void kg__comm_set_apart(kg_comm *comm)
{
    comm->one_process = false;
}

kg_status kg_context_join(kg_context *context, kg_comm *comm)
{
    KG_NEED(NULL, context);
    if (comm && (!comm->ops || (comm->only && comm->only != context) ||
                    (comm->ctx && comm->ctx != context))) {
        kg__begin(context);
        return comm->ops ? kg__fail(context, KG_ARGUMENT,
                               "the end of rank %d is another context's: each rank joins its own",
                               comm->rank)
                         : kg__fail(context, KG_ARGUMENT, "this comm could not be made: %s",
                               comm->message);
    }
    if (context->comm)
        context->comm->ctx = NULL;
    context->comm = comm;
    if (comm) {
        comm->ctx = context;
        comm->stopped = KG_OK; /* this was for a call of the previous context */
        context->automatic = false;
    }
    return KG_OK;
}

uint64_t kg_context_sent(const kg_context *context, size_t stage)
{
    return context && stage < context->timings ? context->sent[stage] : 0;
}

int kg__comm_rank(const kg_context *ctx)
{
    return ctx && ctx->comm ? ctx->comm->rank : 0;
}

int kg__comm_ranks(const kg_context *ctx)
{
    return ctx && ctx->comm ? ctx->comm->ranks : 1;
}

/* ---- meeting --------------------------------------------------------------------------------- */

/* Fails with the comm's message, which is the same on all ranks, in place of this rank's own. */
static kg_status fail_anew(kg_context *ctx, kg_status status)
{
    pthread_mutex_lock(&ctx->lock);
    ctx->message[0] = '\0';
    pthread_mutex_unlock(&ctx->lock);
    return kg__fail(ctx, status, "%s", ctx->comm->message);
}

kg_status kg__comm_break(kg_context *ctx, kg_status status)
{
    ctx->comm->broken = status;
    return fail_anew(ctx, status);
}

kg_status kg__comm_standing(kg_context *ctx)
{
    const kg_comm *comm = ctx->comm;

    if (comm->broken)
        return kg__fail(ctx, comm->broken, "%s", comm->message);
    if (comm->stopped && comm->stopped_in == ctx->begun)
        return kg__fail(ctx, comm->stopped, "%s", comm->message);
    return KG_OK;
}

/* A card's call also contains the backend of its rank. */
enum { BACKEND_SHIFT = 16, CALL_MASK = (1 << BACKEND_SHIFT) - 1 };

static enum kg__comm_call call_of(const kg__comm_card *card)
{
    return (enum kg__comm_call)(card->call & CALL_MASK);
}

/* The lowest rank whose card has an error, or else the lowest whose status is not KG_OK; -1:
 * none. */
static int find_failure(const kg_comm *comm)
{
    int failed = -1;

    for (int p = 0; p < comm->ranks; p++) {
        if (comm->theirs[p].status < KG_OK)
            return p;
        if (failed < 0 && comm->theirs[p].status != KG_OK)
            failed = p;
    }
    return failed;
}

/* Whether the message must name the rank, because the failure may be due to its machine. */
static bool is_local(kg_status status)
{
    return status == KG_MEMORY || status == KG_DEVICE || status == KG_INTERNAL;
}

/* All ranks take over the failure of rank `failed`. */
static kg_status spread_failure(kg_context *ctx, int failed)
{
    kg_comm *comm = ctx->comm;
    const kg_status status = (kg_status)comm->theirs[failed].status;
    char text[KG__COMM_MESSAGE], own[KG__COMM_MESSAGE] = "";
    size_t used = 0;
    kg_status moved;

    /* A message that all ranks already share names the rank. */
    if (comm->ranks > 1 && is_local(status) && !(comm->stopped && comm->stopped_in == ctx->begun))
        used = (size_t)snprintf(own, sizeof own, "rank %d: ", failed);
    snprintf(own + used, sizeof own - used, "%s",
        *ctx->message ? ctx->message : kg_status_string(status));
    memset(comm->block, 0, (size_t)comm->ranks * sizeof *comm->block);
    comm->block[failed].receive = text;
    comm->block[failed].receive_bytes = sizeof text;
    for (int p = 0; failed == comm->rank && p < comm->ranks; p++) {
        comm->block[p].send = own;
        comm->block[p].send_bytes = sizeof own;
    }
    moved = comm->ops->move(comm);
    if (moved != KG_OK)
        return kg__comm_break(ctx, moved);
    memcpy(comm->message, text, sizeof text);
    comm->stopped = status;
    comm->stopped_in = ctx->begun;
    for (int p = 0; p < comm->ranks; p++)
        comm->agreed |= call_of(&comm->theirs[p]) == KG__COMM_CALL_AGREE &&
                        call_of(&comm->mine[p]) != KG__COMM_CALL_AGREE;
    return fail_anew(ctx, status);
}

/* Fails on all ranks alike if some are on another backend than rank 0. In kg_context_agree() a rank
 * may have no device, because its context could not be created. */
static kg_status check_backends(kg_context *ctx)
{
    kg_comm *comm = ctx->comm;
    int other = 0;

    for (int p = 0; p < comm->ranks; p++) {
        if (call_of(&comm->theirs[p]) == KG__COMM_CALL_AGREE)
            return KG_OK;
        if (!other && (comm->theirs[p].call ^ comm->theirs[0].call) >> BACKEND_SHIFT)
            other = p;
    }
    if (!other)
        return KG_OK;
    snprintf(comm->message, sizeof comm->message,
        "ranks 0 and %d are on devices of different kinds: the contexts of all ranks are to be on "
        "the CPU, or all of them on GPUs",
        other);
    comm->stopped = KG_ARGUMENT;
    comm->stopped_in = ctx->begun;
    return fail_anew(ctx, KG_ARGUMENT);
}

kg_status kg__comm_meet(kg_context *ctx, enum kg__comm_call call, kg_status status)
{
    kg_comm *comm = ctx->comm;
    kg_status met;
    int failed;

    comm->meetings++;
    comm->agreed = false;
    for (int p = 0; p < comm->ranks; p++) {
        comm->mine[p].number = comm->meetings;
        comm->mine[p].call = (uint32_t)call | (uint32_t)ctx->backend << BACKEND_SHIFT;
        comm->mine[p].status = status;
    }
    met = comm->ops->meet(comm);
    if (met != KG_OK)
        return kg__comm_break(ctx, met);
    failed = find_failure(comm);
    if (failed >= 0)
        return spread_failure(ctx, failed);
    met = check_backends(ctx);
    if (met != KG_OK)
        return met;
    for (int p = 0; p < comm->ranks; p++)
        if (call_of(&comm->theirs[p]) != call || comm->theirs[p].number != comm->meetings) {
            snprintf(comm->message, sizeof comm->message,
                "the ranks do not make the same calls: rank %d made call %llu of kind %u, rank %d "
                "call %llu of kind %u",
                comm->rank, (unsigned long long)comm->meetings, (unsigned)call, p,
                (unsigned long long)comm->theirs[p].number, (unsigned)call_of(&comm->theirs[p]));
            return kg__comm_break(ctx, KG_INTERNAL);
        }
    return KG_OK;
}

kg_status kg__comm_stop(kg_context *ctx, kg_status status, const char *message)
{
    kg_status standing;

    if (message && status != KG_OK)
        kg__fail(ctx, status, "%s", message);
    if (!ctx->comm)
        return status;
    standing = kg__comm_standing(ctx);
    return standing != KG_OK ? standing : kg__comm_meet(ctx, KG__COMM_CALL_STOP, status);
}

kg_status kg__comm_barrier(kg_context *ctx)
{
    return kg__comm_stop(ctx, KG_OK, NULL);
}

kg_status kg_context_agree(kg_context *context, kg_status status, const char *message)
{
    kg_comm *comm;

    KG_NEED(NULL, context);
    if (message && status != KG_OK) {
        kg__begin(context);
        kg__fail(context, status, "%s", message);
    }
    if (!context->comm)
        return status;
    comm = context->comm;
    if (comm->broken)
        return kg__comm_standing(context);
    if (comm->agreed) { /* the others have met this rank here, and have left */
        comm->agreed = false;
        return status == KG_OK ? comm->stopped : status;
    }
    return kg__comm_meet(context, KG__COMM_CALL_AGREE, status);
}
