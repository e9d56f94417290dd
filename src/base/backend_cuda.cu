/*
 * The CUDA backend: listing devices, opening one, its memory, its clock.
 *
 * Each context has its own memory pool. The pool keeps freed memory, so that arrays that are made
 * and freed between stages cost nothing. All work of a context goes through one stream, in order.
 */
#include "transfer.cuh"
extern "C" {
#include "descriptor.h"
}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many devices there are; if none, writes the reason to `why`. */
static int count_devices(char *why, size_t size)
{
    int count = 0, driver = 0, runtime = 0;
    cudaError_t error;

    if (kg__cuda_forked()) {
        snprintf(why, size, "%s", kg__cuda_forked());
        return 0;
    }
    error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count > 0) {
        kg__cuda_started();
        return count;
    }
    cudaGetLastError();
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    if (driver == 0)
        snprintf(why, size, "no NVIDIA driver was found");
    else if (error == cudaErrorInsufficientDriver)
        snprintf(why, size, "the driver is too old: it is for CUDA %d.%d, %d.%d is needed",
            driver / 1000, driver / 10 % 100, runtime / 1000, runtime / 10 % 100);
    else if (error == cudaSuccess || error == cudaErrorNoDevice)
        snprintf(why, size, "driver for CUDA %d.%d, but no device is visible", driver / 1000,
            driver / 10 % 100);
    else
        snprintf(why, size, "%s", cudaGetErrorString(error));
    return 0;
}

static void describe(char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s; ", KG__GPU_ARCHS);
    int count = count_devices(text + used, size - used), driver = 0;

    if (!count)
        return;
    cudaDriverGetVersion(&driver);
    snprintf(text + used, size - used, "driver for CUDA %d.%d", driver / 1000, driver / 10 % 100);
    for (int i = 0; i < count; i++) {
        cudaDeviceProp properties;

        used = strlen(text);
        if (cudaGetDeviceProperties(&properties, i) == cudaSuccess)
            snprintf(text + used, size - used, "; %d: %s, %.1f GiB", i, properties.name,
                (double)properties.totalGlobalMem / 0x1p30);
    }
}

static int count(void)
{
    char why[256];

    return count_devices(why, sizeof why);
}

static void enter_device(void *device)
{
    cudaSetDevice(((kg__cuda *)device)->device);
}

static __global__ void k_base_probe(void)
{
}

/* Fails unless kernels of this build run on the device, which is the calling thread's current
 * one. */
static kg_status probe_kernels(kg_context *ctx, int device)
{
    cudaFuncAttributes attributes;
    cudaError_t error = kg__cuda_fault(ctx) == cudaSuccess
                            ? cudaFuncGetAttributes(&attributes, (const void *)k_base_probe)
                            : cudaErrorNoKernelImageForDevice;
    int major = 0, minor = 0;

    if (error == cudaSuccess)
        return KG_OK;
    cudaGetLastError();
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    return kg__fail(ctx, KG_DEVICE,
        "device %s has compute capability %d.%d, which cannot run what this konig contains, %s "
        "(%s); build konig with -Dgpu_archs=%d%d",
        ctx->device, major, minor, KG__GPU_ARCHS, cudaGetErrorString(error), major, minor);
}

/* Creates what the context needs on the device: the stream, the memory pool, pinned memory. */
static kg_status prepare(kg_context *ctx, kg__cuda *cuda)
{
    cudaMemPoolProps pool = {};
    uint64_t keep = UINT64_MAX;
    kg_status status;

    pool.allocType = cudaMemAllocationTypePinned;
    pool.location.type = cudaMemLocationTypeDevice;
    pool.location.id = cuda->device;
    KG_TRY(KG_CUDA(ctx, cudaSetDevice(cuda->device)));
    KG_TRY(probe_kernels(ctx, cuda->device));
    KG_TRY(KG_CUDA(ctx,
        cudaDeviceGetAttribute(&cuda->processors, cudaDevAttrMultiProcessorCount, cuda->device)));
    KG_TRY(
        KG_CUDA(ctx, cudaDeviceGetAttribute(&cuda->cache, cudaDevAttrL2CacheSize, cuda->device)));
    KG_TRY(KG_CUDA(ctx, cudaStreamCreateWithFlags(&cuda->stream, cudaStreamNonBlocking)));
    KG_TRY(KG_CUDA(ctx, cudaEventCreateWithFlags(&cuda->order, cudaEventDisableTiming)));
    KG_TRY(KG_CUDA(ctx, cudaMemPoolCreate(&cuda->pool, &pool)));
    KG_TRY(
        KG_CUDA(ctx, cudaMemPoolSetAttribute(cuda->pool, cudaMemPoolAttrReleaseThreshold, &keep)));
    KG_TRY(KG_CUDA(ctx, cudaMallocHost(&cuda->small, KG__SMALL_BYTES)));
out:
    return status;
}

/* Gives back what was opened, even if opening stopped half-way. */
static void close_device(void *device)
{
    kg__cuda *cuda = (kg__cuda *)device;

    enter_device(cuda);
    for (int i = 0; i < TIMINGS; i++)
        for (int end = 0; end < 2; end++)
            if (cuda->stamp[i][end])
                cudaEventDestroy(cuda->stamp[i][end]);
    while (cuda->attached) {
        kg__attachment *gone = cuda->attached;

        cuda->attached = gone->next;
        gone->destroy(gone);
    }
    if (cuda->small)
        cudaFreeHost(cuda->small);
    if (cuda->stream)
        cudaStreamSynchronize(cuda->stream);
    kg__ring_destroy(&cuda->ring);
    if (cuda->order)
        cudaEventDestroy(cuda->order);
    if (cuda->pool)
        cudaMemPoolDestroy(cuda->pool);
    if (cuda->stream)
        cudaStreamDestroy(cuda->stream);
    free(cuda);
}

static kg_status open_device(kg_context *ctx, int number, void **device)
{
    char why[256];
    int count = count_devices(why, sizeof why);
    kg__cuda *cuda;
    kg_status status;

    if (!count)
        return kg__fail(ctx, KG_DEVICE, "device %s is not available: %s", ctx->device, why);
    if (number >= count)
        return kg__fail(ctx, KG_DEVICE, "device %s is not available: there are %d, from cuda:0 on",
            ctx->device, count);
    cuda = (kg__cuda *)calloc(1, sizeof *cuda);
    if (!cuda)
        return kg__fail(ctx, KG_MEMORY, "out of memory");
    cuda->device = number;
    status = prepare(ctx, cuda);
    if (status == KG_OK)
        *device = cuda;
    else
        close_device(cuda);
    return status;
}

/* ---- the row of memory ----------------------------------------------------------------------- */

static decl_memory_allocate(memory_allocate)
{
    cudaError_t error;

    if (kg__fault_hit(ctx, KG__FAULT_DEVICE))
        return KG_MEMORY;
    error = cudaMallocFromPoolAsync(block, bytes, kg__cuda_of(ctx)->pool, kg__cuda_of(ctx)->stream);
    cudaGetLastError();
    return error == cudaSuccess ? KG_OK : KG_MEMORY;
}

static decl_memory_free(memory_free)
{
    (void)bytes;
    cudaFreeAsync(block, kg__cuda_of(ctx)->stream);
}

static decl_memory_copy(memory_copy)
{
    kg_status status = KG_OK;

    if (bytes == 0 || to == from)
        return KG_OK;
    KG_TRY(
        KG_CUDA(ctx, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, kg__stream(ctx))));
    KG_TRY(kg__cuda_wait(ctx));
out:
    return status;
}

static decl_memory_stream(memory_stream)
{
    return kg__stream(ctx);
}

static decl_memory_clear(memory_clear)
{
    return bytes ? KG_CUDA(ctx, cudaMemsetAsync(block, byte, bytes, kg__cuda_of(ctx)->stream))
                 : KG_OK;
}

static decl_memory_synchronise(memory_synchronise)
{
    return kg__cuda_wait(ctx);
}

static decl_memory_available(memory_available)
{
    size_t all, reserved = 0, used = 0;
    kg_status status;

    KG_TRY(KG_CUDA(ctx, cudaMemGetInfo(bytes, &all)));
    cudaMemPoolGetAttribute(kg__cuda_of(ctx)->pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
    cudaMemPoolGetAttribute(kg__cuda_of(ctx)->pool, cudaMemPoolAttrUsedMemCurrent, &used);
    *bytes += reserved - used;
out:
    return status;
}

static decl_memory_stamp(memory_stamp)
{
    cudaEvent_t *event = &kg__cuda_of(ctx)->stamp[stage][end];

    if (!*event && cudaEventCreate(event) != cudaSuccess)
        return KG_DEVICE;
    return cudaEventRecord(*event, kg__cuda_of(ctx)->stream) == cudaSuccess ? KG_OK : KG_DEVICE;
}

static decl_memory_elapsed(memory_elapsed)
{
    cudaEvent_t *event = kg__cuda_of(ctx)->stamp[stage];
    float between = 0;

    if (cudaEventSynchronize(event[1]) != cudaSuccess ||
        cudaEventElapsedTime(&between, event[0], event[1]) != cudaSuccess)
        return KG_DEVICE;
    *ms = between;
    return KG_OK;
}

static const kg__memory_ops memory = {
    .allocate = memory_allocate,
    .resize = NULL, /* only host memory grows */
    .free = memory_free,
    .upload = kg__cuda_upload,
    .download = kg__cuda_download,
    .copy = memory_copy,
    .clear = memory_clear,
    .synchronise = memory_synchronise,
    .available = memory_available,
    .stamp = memory_stamp,
    .elapsed = memory_elapsed,
    .owns = kg__cuda_owns,
    .order = kg__cuda_order,
    .settle = kg__cuda_settle,
    .stream = memory_stream,
    .trim = kg__cuda_trim,
};

const kg__descriptor kg__backend_cuda = {
    KG__CUDA_TRAITS,
    .describe = describe,
    .count = count,
    .open = open_device,
    .enter = enter_device,
    .close = close_device,
    .memory = &memory,
};
