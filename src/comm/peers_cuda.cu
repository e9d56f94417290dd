/*
 * Whether the ranks' GPUs reach each other's memory.
 *
 * The threads of one process share their addresses. If each rank's GPU can also read and write the
 * memory of all others, with atomic operations, each rank gives them access to its context's pool.
 * Then kernels follow pointers from rank to rank.
 */
#include "../base/cuda.cuh"
extern "C" {
#include "comm.h"
#include "row.h"
}

static const char what[] = "GPUs of ranks";

static bool reaches(int from, int to)
{
    int access = 0, atomic = 0;

    return from == to || (cudaDeviceCanAccessPeer(&access, from, to) == cudaSuccess && access &&
                             cudaDeviceGetP2PAttribute(&atomic, cudaDevP2PAttrNativeAtomicSupported,
                                 from, to) == cudaSuccess &&
                             atomic);
}

/* Gives the GPUs of all ranks access to this context's memory. False if one cannot have it. */
static bool open_to(kg_context *ctx, const int *device, int ranks)
{
    const int own = kg__cuda_of(ctx)->device;
    bool open = true;

    for (int p = 0; p < ranks && open; p++) {
        cudaMemAccessDesc access = {};

        if (device[p] == own)
            continue;
        access.location.type = cudaMemLocationTypeDevice;
        access.location.id = device[p];
        access.flags = cudaMemAccessFlagsProtReadWrite;
        open = reaches(own, device[p]) &&
               cudaMemPoolSetAccess(kg__cuda_of(ctx)->pool, &access, 1) == cudaSuccess;
    }
    cudaGetLastError(); /* an answer of "no" is no error */
    return open;
}

kg_status kg__comm_peers(kg_context *ctx, bool *reach)
{
    const int ranks = kg__comm_ranks(ctx), own = kg__cuda_of(ctx)->device;
    uint64_t apart = ranks > 1 && !ctx->comm->one_process;
    int *device = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &device, (uint64_t)ranks, sizeof *device, what));
    KG_TRY(kg__comm_gather(ctx, &own, sizeof own, device, NULL));
    if (!apart)
        apart = !open_to(ctx, device, ranks);
    KG_TRY(kg__comm_reduce(ctx, &apart, 1, KG__COMM_OR));
    *reach = !apart;
out:
    kg__free(ctx, device);
    return status;
}
