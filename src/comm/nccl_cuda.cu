/*
 * Ranks that are GPUs. NCCL moves data in the devices' memory. Ranks meet, and host memory moves,
 * by the comm from which this one was made. So a rank that fails is known before NCCL is called,
 * which would wait for it.
 *
 * NCCL is opened when it is first needed. The declarations are those of nccl.h of NCCL 2 (NVIDIA,
 * "NCCL API", docs.nvidia.com/deeplearning/nccl). Their values are part of its ABI.
 */
#include "../base/cuda.cuh"
extern "C" {
#include "meet.h"
}
#include <dlfcn.h>
#include <sched.h>

typedef struct ncclComm *ncclComm_t;
typedef struct {
    char internal[128];
} ncclUniqueId;
typedef enum { ncclSuccess = 0, ncclInProgress = 7 } ncclResult_t;
typedef enum { ncclUint8 = 1, ncclUint64 = 5 } ncclDataType_t;
typedef enum { ncclSum = 0, ncclMax = 2, ncclMin = 3 } ncclRedOp_t;

/* The functions of NCCL that are used: name and arguments. */
#define NCCL_CALLS(X)                                                                              \
    X(GetUniqueId, (ncclUniqueId * id))                                                            \
    X(CommInitRank, (ncclComm_t * comm, int ranks, ncclUniqueId id, int rank))                     \
    X(CommDestroy, (ncclComm_t comm))                                                              \
    X(CommAbort, (ncclComm_t comm))                                                                \
    X(CommGetAsyncError, (ncclComm_t comm, ncclResult_t * error))                                  \
    X(Send, (const void *from, size_t count, ncclDataType_t type, int to, ncclComm_t comm,         \
                cudaStream_t stream))                                                              \
    X(Recv, (void *to, size_t count, ncclDataType_t type, int from, ncclComm_t comm,               \
                cudaStream_t stream))                                                              \
    X(AllReduce, (const void *from, void *to, size_t count, ncclDataType_t type, ncclRedOp_t op,   \
                     ncclComm_t comm, cudaStream_t stream))                                        \
    X(GroupStart, (void))                                                                          \
    X(GroupEnd, (void))

typedef struct nccl {
#define MEMBER(name, arguments) ncclResult_t(*name) arguments;
    NCCL_CALLS(MEMBER)
#undef MEMBER
    const char *(*GetErrorString)(ncclResult_t error);
    ncclComm_t comm;
    kg_comm *host;
} nccl;

static nccl *row_of(const kg_comm *comm)
{
    return (nccl *)comm->row;
}

static kg_status check(kg_context *ctx, const nccl *n, ncclResult_t result, const char *what)
{
    if (result == ncclSuccess)
        return KG_OK;
    return kg__fail(ctx, KG_DEVICE, "NCCL failed in %s on device %s: %s", what, ctx->device,
        n->GetErrorString(result));
}

#define NCCL(ctx, n, name, ...)                                                                    \
    check(ctx, n, kg__fault_hit(ctx, KG__FAULT_DEVICE) ? (ncclResult_t)3 : (n)->name(__VA_ARGS__), \
        "nccl" #name)

/* ---- by the host's comm ---------------------------------------------------------------------- */

/* Both comms share their arrays. */
static kg_status pass_on(kg_comm *comm, kg_status status)
{
    if (status != KG_OK)
        memcpy(comm->message, row_of(comm)->host->message, sizeof comm->message);
    return status;
}

static kg_status meet(kg_comm *comm)
{
    kg_comm *host = row_of(comm)->host;

    host->meetings = comm->meetings;
    return pass_on(comm, host->ops->meet(host));
}

static kg_status move(kg_comm *comm)
{
    kg_comm *host = row_of(comm)->host;

    return pass_on(comm, host->ops->move(host));
}

/* ---- by NCCL --------------------------------------------------------------------------------- */

/* Waits for the stream, as long as the other ranks may take. After a failure the comm cannot be
 * used. */
static kg_status wait(kg_comm *comm)
{
    nccl *n = row_of(comm);
    kg_context *ctx = comm->ctx;
    const double end = kg__now() + comm->patience;
    ncclResult_t failure = ncclSuccess;
    cudaError_t state;
    kg_status status;

    while ((state = cudaStreamQuery(kg__stream(ctx))) == cudaErrorNotReady && kg__now() < end) {
        if (n->CommGetAsyncError(n->comm, &failure) != ncclSuccess ||
            (failure != ncclSuccess && failure != ncclInProgress))
            break;
        sched_yield();
    }
    if (state == cudaSuccess)
        return KG_OK;
    status = state != cudaErrorNotReady ? KG_CUDA(ctx, state)
             : failure != ncclSuccess && failure != ncclInProgress
                 ? check(ctx, n, failure, "an exchange")
                 : kg__fail(ctx, KG_DEVICE, "an exchange of device %s did not end within %.6g s",
                       ctx->device, comm->patience);
    n->CommAbort(n->comm);
    n->comm = NULL;
    return status;
}

/* Sends and receives all blocks of other ranks, within a group. */
static kg_status start_blocks(kg_comm *comm)
{
    nccl *n = row_of(comm);
    kg_context *ctx = comm->ctx;
    kg_status status = KG_OK;

    for (int p = 0; p < comm->ranks; p++) {
        const kg__comm_block *block = &comm->block[p];

        if (p == comm->rank)
            continue;
        if (block->send_bytes)
            KG_TRY(NCCL(ctx, n, Send, block->send, block->send_bytes, ncclUint8, p, n->comm,
                kg__stream(ctx)));
        if (block->receive_bytes)
            KG_TRY(NCCL(ctx, n, Recv, block->receive, block->receive_bytes, ncclUint8, p, n->comm,
                kg__stream(ctx)));
    }
out:
    return status;
}

static kg_status move_array(kg_comm *comm)
{
    nccl *n = row_of(comm);
    kg_context *ctx = comm->ctx;
    const kg__comm_block *own = &comm->block[comm->rank];
    kg_status status, ended;

    if (!n->comm)
        return kg__fail(ctx, KG_DEVICE, "NCCL has failed before");
    if (own->receive_bytes)
        KG_TRY(KG_CUDA(ctx, cudaMemcpyAsync(own->receive, own->send, own->receive_bytes,
                                cudaMemcpyDeviceToDevice, kg__stream(ctx))));
    KG_TRY(NCCL(ctx, n, GroupStart));
    status = start_blocks(comm);
    ended = check(ctx, n, n->GroupEnd(), "ncclGroupEnd");
    if (status == KG_OK)
        status = ended;
    KG_TRY(status);
    KG_TRY(wait(comm));
out:
    return status;
}

static kg_status reduce_array(kg_comm *comm, uint64_t *values, uint64_t count, int op, bool *done)
{
    static const ncclRedOp_t ops[] = {ncclSum, ncclMin, ncclMax};
    nccl *n = row_of(comm);
    kg_context *ctx = comm->ctx;
    kg_status status;

    *done = op != KG__COMM_OR; /* NCCL has no OR */
    if (!*done)
        return KG_OK;
    if (!n->comm)
        return kg__fail(ctx, KG_DEVICE, "NCCL has failed before");
    KG_TRY(NCCL(
        ctx, n, AllReduce, values, values, count, ncclUint64, ops[op], n->comm, kg__stream(ctx)));
    KG_TRY(wait(comm));
out:
    return status;
}

static void leave(kg_comm *comm)
{
    nccl *n = row_of(comm);

    if (n->comm && comm->broken)
        n->CommAbort(n->comm);
    else if (n->comm)
        n->CommDestroy(n->comm);
    free(n);
    comm->mine = comm->theirs = NULL;
    comm->block = NULL;
    comm->lost = NULL;
}

static const kg__comm_ops ops = {
    meet,
    move,
    move_array,
    reduce_array,
    leave,
};

/* ---- making one ------------------------------------------------------------------------------ */

static kg_status open_library(kg_context *ctx, nccl *n)
{
    void *handle = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    bool whole = handle != NULL;

    if (!handle)
        return kg__fail(ctx, KG_MISSING,
            "there is no NCCL, through which GPUs exchange data: %s; install libnccl2", dlerror());
#define FIND(name, arguments)                                                                      \
    n->name = (ncclResult_t(*) arguments)dlsym(handle, "nccl" #name);                              \
    whole = whole && n->name;
    NCCL_CALLS(FIND)
#undef FIND
    n->GetErrorString = (const char *(*)(ncclResult_t))dlsym(handle, "ncclGetErrorString");
    if (!whole || !n->GetErrorString)
        return kg__fail(ctx, KG_MISSING, "libnccl.so.2 is too old: NCCL 2.7 or newer is needed");
    return KG_OK;
}

/* A row that can call NCCL. */
static kg_status make_row(kg_context *ctx, nccl **row)
{
    kg_status status;

    *row = (nccl *)calloc(1, sizeof **row);
    if (!*row)
        return kg__fail(ctx, KG_MEMORY, "out of memory");
    if (kg__context_backend(ctx) != KG__CUDA)
        return kg__fail(ctx, KG_ARGUMENT,
            "a comm for GPUs needs a context on a CUDA device, and this one is on %s", ctx->device);
    KG_TRY(open_library(ctx, *row));
out:
    return status;
}

/* Rank 0 makes NCCL's id of the new comm, and all ranks begin with it. The context has joined the
 * host's comm. */
static kg_status begin(kg_context *ctx, nccl *n)
{
    ncclUniqueId id;
    const int rank = kg__comm_rank(ctx), ranks = kg__comm_ranks(ctx);
    kg_status status = rank == 0 ? NCCL(ctx, n, GetUniqueId, &id) : KG_OK;
    ncclUniqueId own = id;

    KG_TRY(kg__comm_stop(ctx, status, NULL));
    KG_TRY(kg__comm_gather(ctx, &own, rank == 0 ? sizeof own : 0, &id, NULL));
    status = NCCL(ctx, n, CommInitRank, &n->comm, ranks, id, rank);
    KG_TRY(kg__comm_stop(ctx, status, NULL));
out:
    return status;
}

/* Fills in the new comm, with the arrays and the numbers of the host's. */
static void adopt(kg_comm *comm, nccl *n, kg_comm *host, kg_context *context)
{
    comm->layout = KG__COMM_LAYOUT;
    comm->rank = host->rank;
    comm->ranks = host->ranks;
    comm->ops = &ops;
    comm->row = n;
    comm->only = context;
    comm->patience = host->patience;
    comm->slice = host->slice;
    comm->one_process = host->one_process;
    comm->meetings = host->meetings;
    comm->mine = host->mine;
    comm->theirs = host->theirs;
    comm->block = host->block;
    comm->lost = host->lost;
    n->host = host;
}

kg_status kg__comm_nccl(kg_comm **comm, kg_comm *host, kg_context *context)
{
    kg_comm *made = NULL;
    nccl *n = NULL;
    kg_status status;

    if (!host->ops || host->ctx || context->comm)
        return kg__fail(context, KG_ARGUMENT,
            "a comm for GPUs is made from one that nobody has joined, for a context that has "
            "joined none");
    context->comm = host; /* for the duration of this function */
    host->ctx = context;
    status = make_row(context, &n);
    made = (kg_comm *)calloc(1, sizeof *made);
    if (!made && status == KG_OK)
        status = kg__fail(context, KG_MEMORY, "out of memory");
    KG_TRY(kg__comm_stop(context, status, NULL));
    KG_TRY(begin(context, n));
    adopt(made, n, host, context);
    *comm = made;
out:
    context->comm = NULL;
    host->ctx = NULL;
    if (status != KG_OK) {
        if (n && n->comm)
            n->CommAbort(n->comm);
        free(n);
        free(made);
    }
    return status;
}
