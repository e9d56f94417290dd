/*
 * Transfers between host and device, and the order between streams.
 *
 * The driver copies memory that is not pinned through a buffer of its own with one thread. This
 * gives 11 to 20 GB/s on the host of an H200, whose link gives over 50. A large transfer therefore
 * goes through a ring of pinned chunks: all threads fill or empty one chunk while the device copies
 * the others. So all threads also fault in the pages of a mapped file, or of a new array.
 *
 * The first transfer that is worth it makes the ring, which stays with the context, as far as the
 * memory limit has room for it. Without a ring, or with one thread, the driver copies alone.
 */
#include "transfer.cuh"
#include <string.h>

/* CHUNK is large beside the cost of handing it over, some 10 us, and small beside the caches of a
 * host. LEAST: the least transfer that goes through the ring. FIRST: the least transfer for which
 * the ring is made. Making it takes as long as the driver takes to copy that much. */
static const size_t CHUNK = (size_t)8 << 20, LEAST = (size_t)4 << 20, FIRST = (size_t)32 << 20;

void kg__ring_destroy(kg__ring *ring)
{
    for (int i = 0; i < KG__RING; i++) {
        if (ring->done[i])
            cudaEventDestroy(ring->done[i]);
        ring->done[i] = NULL;
    }
    if (ring->base)
        cudaFreeHost(ring->base);
    ring->base = NULL;
}

/* Between transfers no chunk is in use. */
decl_memory_trim(kg__cuda_trim)
{
    kg__ring_destroy(&kg__cuda_of(ctx)->ring);
    ctx->pinned = 0;
}

/* For a call of CUDA that may fail without harm: it leaves no message. */
static bool succeeds(kg_context *ctx, cudaError_t error)
{
    const bool good = error == cudaSuccess && kg__cuda_fault(ctx) == cudaSuccess;

    if (error != cudaSuccess)
        cudaGetLastError();
    return good;
}

static bool make_ring(kg_context *ctx)
{
    kg__ring *ring = &kg__cuda_of(ctx)->ring;
    bool made;

    if (!kg__pin(ctx, KG__RING * CHUNK))
        return false;
    made = succeeds(ctx, cudaHostAlloc((void **)&ring->base, KG__RING * CHUNK, 0));
    for (int i = 0; i < KG__RING && made; i++)
        made = succeeds(ctx, cudaEventCreateWithFlags(&ring->done[i], cudaEventDisableTiming));
    if (!made) {
        kg__ring_destroy(ring);
        kg__unpin(ctx);
    }
    return made;
}

/* Whether a transfer of that many bytes goes through the ring. If so, the ring exists. */
static bool use_ring(kg_context *ctx, size_t bytes)
{
    const bool there = kg__cuda_of(ctx)->ring.base != NULL;

    if (bytes < (there ? LEAST : FIRST) || kg__threads(ctx, bytes, LEAST / 4) < 2)
        return false;
    return there || make_ring(ctx);
}

static size_t chunk_bytes(size_t bytes, size_t i)
{
    return bytes - i * CHUNK < CHUNK ? bytes - i * CHUNK : CHUNK;
}

static kg_status upload_by_ring(
    kg_context *ctx, unsigned char *to, const unsigned char *from, size_t bytes)
{
    kg__ring *ring = &kg__cuda_of(ctx)->ring;
    const size_t chunks = (bytes + CHUNK - 1) / CHUNK;
    kg_status status = KG_OK;

    for (size_t i = 0; i < chunks; i++) {
        const size_t turn = i % KG__RING, part = chunk_bytes(bytes, i);
        unsigned char *chunk = ring->base + turn * CHUNK;

        if (i >= KG__RING)
            KG_TRY(KG_CUDA(ctx, cudaEventSynchronize(ring->done[turn])));
        kg__host_copy(ctx, chunk, from + i * CHUNK, part);
        KG_TRY(KG_CUDA(ctx,
            cudaMemcpyAsync(to + i * CHUNK, chunk, part, cudaMemcpyHostToDevice, kg__stream(ctx))));
        KG_TRY(KG_CUDA(ctx, cudaEventRecord(ring->done[turn], kg__stream(ctx))));
    }
out:
    return status;
}

/* Chunk i comes to the host while the threads move the chunks before it on. A chunk has only four
 * huge pages, so new pages are touched beforehand, by all threads at once. */
static kg_status download_by_ring(kg_context *ctx, cudaStream_t stream, unsigned char *to,
    const unsigned char *from, size_t bytes)
{
    enum { AHEAD = KG__RING - 1 };
    kg__ring *ring = &kg__cuda_of(ctx)->ring;
    const size_t chunks = (bytes + CHUNK - 1) / CHUNK;
    kg_status status = KG_OK;

    for (size_t i = 0; i < chunks + AHEAD; i++) {
        if (i < chunks) {
            KG_TRY(KG_CUDA(ctx, cudaMemcpyAsync(ring->base + i % KG__RING * CHUNK, from + i * CHUNK,
                                    chunk_bytes(bytes, i), cudaMemcpyDeviceToHost, stream)));
            KG_TRY(KG_CUDA(ctx, cudaEventRecord(ring->done[i % KG__RING], stream)));
        }
        if (i + 1 == AHEAD)
            kg__host_touch(ctx, to, bytes);
        if (i >= AHEAD) {
            const size_t j = i - AHEAD;

            KG_TRY(KG_CUDA(ctx, cudaEventSynchronize(ring->done[j % KG__RING])));
            kg__host_copy(
                ctx, to + j * CHUNK, ring->base + j % KG__RING * CHUNK, chunk_bytes(bytes, j));
        }
    }
out:
    return status;
}

/* Waits for a stream, even after a failure: the ring must not be in use. */
static kg_status wait_after(kg_context *ctx, cudaStream_t stream, kg_status status)
{
    if (status == KG_OK)
        return KG_CUDA(ctx, cudaStreamSynchronize(stream));
    cudaStreamSynchronize(stream);
    cudaGetLastError();
    return status;
}

decl_memory_copy(kg__cuda_upload)
{
    const cudaStream_t stream = kg__stream(ctx);

    if (bytes == 0 || to == from)
        return KG_OK;
    return wait_after(ctx, stream,
        use_ring(ctx, bytes)
            ? upload_by_ring(ctx, (unsigned char *)to, (const unsigned char *)from, bytes)
            : KG_CUDA(ctx, cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream)));
}

kg_status kg__cuda_download_on(
    kg_context *ctx, cudaStream_t stream, void *to, const void *from, size_t bytes)
{
    if (bytes == 0 || to == from)
        return KG_OK;
    return wait_after(ctx, stream,
        use_ring(ctx, bytes)
            ? download_by_ring(ctx, stream, (unsigned char *)to, (const unsigned char *)from, bytes)
            : KG_CUDA(ctx, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream)));
}

decl_memory_copy(kg__cuda_download)
{
    return kg__cuda_download_on(ctx, kg__stream(ctx), to, from, bytes);
}

/* ---- callers' memory and streams ------------------------------------------------------------- */

/* Whether one byte lies on the device. Managed memory counts, because the device reads it at the
 * same address. */
static kg_status own_byte(kg_context *ctx, const void *address, const char *what)
{
    cudaPointerAttributes attributes = {};
    kg_status status;

    KG_TRY(KG_CUDA(ctx, cudaPointerGetAttributes(&attributes, address)));
    if (attributes.type != cudaMemoryTypeDevice && attributes.type != cudaMemoryTypeManaged)
        return kg__fail(
            ctx, KG_ARGUMENT, "%s lies in host memory: expected memory of %s", what, ctx->device);
    if (attributes.type == cudaMemoryTypeDevice && attributes.device != kg__cuda_of(ctx)->device)
        return kg__fail(ctx, KG_ARGUMENT, "%s lies on cuda:%d: expected memory of %s", what,
            attributes.device, ctx->device);
out:
    return status;
}

decl_memory_owns(kg__cuda_owns)
{
    kg_status status;

    KG_TRY(own_byte(ctx, address, what));
    KG_TRY(own_byte(ctx, (const unsigned char *)address + (bytes ? bytes - 1 : 0), what));
out:
    return status;
}

decl_memory_order(kg__cuda_order)
{
    kg__cuda *cuda = kg__cuda_of(ctx);
    const cudaStream_t other = (cudaStream_t)stream;
    kg_status status;

    KG_TRY(KG_CUDA(ctx, cudaEventRecord(cuda->order, caller_first ? other : cuda->stream)));
    KG_TRY(KG_CUDA(ctx, cudaStreamWaitEvent(caller_first ? cuda->stream : other, cuda->order, 0)));
out:
    return status;
}

/* The calling thread keeps its current device. */
decl_memory_settle(kg__cuda_settle)
{
    int before = 0;
    kg_status status;

    KG_TRY(KG_CUDA(ctx, cudaGetDevice(&before)));
    KG_TRY(KG_CUDA(ctx, cudaSetDevice(kg__cuda_of(ctx)->device)));
    KG_TRY(KG_CUDA(ctx, cudaDeviceSynchronize()));
    KG_TRY(KG_CUDA(ctx, cudaSetDevice(before)));
out:
    return status;
}
