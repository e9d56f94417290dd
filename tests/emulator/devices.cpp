/* The host's side of CUDA's runtime: all is done when the call returns. */
#include "cuda_runtime.h"
#include <atomic>
#include <mutex>
#include <unistd.h>

static int setting(const char *name, int otherwise)
{
    const char *text = getenv(name);

    return text ? atoi(text) : otherwise;
}

static int devices(void)
{
    return setting("EMULATOR_DEVICES", 1);
}

static thread_local int device_of_thread;

/* A process forked from one that has started CUDA cannot use it. */
static cudaError_t forked(void)
{
    static const pid_t started = getpid();

    return getpid() == started ? cudaSuccess : cudaErrorInitializationError;
}

struct emulator_stream {
    int device;
};
struct emulator_event {
    uint64_t at;
};
struct emulator_pool {
    int device;
    std::atomic<size_t> used;
};

/* What lies in front of each block of a device. */
struct block {
    block *next, *before;
    emulator_pool *pool;
    size_t bytes;
    int device;
};
enum { FRONT = 256 };
static std::mutex lock;
static block all = {&all, &all, nullptr, 0, 0};
static std::atomic<size_t> held;

static size_t memory(void)
{
    return (size_t)setting("EMULATOR_MIB", 8192) << 20;
}

cudaError_t cudaGetLastError(void)
{
    return cudaSuccess;
}
const char *cudaGetErrorString(cudaError_t error)
{
    return error == cudaSuccess                          ? "no error"
           : error == cudaErrorMemoryAllocation          ? "out of memory"
           : error == cudaErrorInitializationError       ? "initialization error"
           : error == cudaErrorInvalidDeviceFunction     ? "invalid device function"
           : error == cudaErrorCooperativeLaunchTooLarge ? "too many blocks in cooperative launch"
           : error == cudaErrorNotSupported              ? "operation not supported"
                                                         : "unknown error";
}
cudaError_t cudaGetDeviceCount(int *count)
{
    *count = devices();
    return *count ? forked() : cudaErrorNoDevice;
}
cudaError_t cudaGetDevice(int *device)
{
    *device = device_of_thread;
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device)
{
    if (device < 0 || device >= devices())
        return cudaErrorInvalidDevice;
    device_of_thread = device;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *version)
{
    *version = devices() ? 13000 : 0;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = 13000;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int)
{
    *properties = {};
    strcpy(properties->name, "emulated on the CPU");
    properties->totalGlobalMem = memory();
    return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int)
{
    *value = attribute == cudaDevAttrMultiProcessorCount      ? setting("EMULATOR_PROCESSORS", 1)
             : attribute == cudaDevAttrL2CacheSize            ? setting("EMULATOR_CACHE", 4096)
             : attribute == cudaDevAttrComputeCapabilityMajor ? 9
             : attribute == cudaDevAttrCooperativeLaunch      ? 1
             : attribute == cudaDevAttrMaxThreadsPerMultiProcessor  ? 1024
             : attribute == cudaDevAttrMaxSharedMemoryPerBlockOptin ? (int)emulator::SHARED_MOST
                                                                    : 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr, int, int)
{
    *value = 1;
    return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int, int)
{
    *can = 1;
    return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize(void)
{
    return cudaSuccess;
}

/* ---- cooperative launches -------------------------------------------------------------------- */

const char emulator::entry_tag = 0;

unsigned emulator_blocks_at_once(unsigned threads, size_t shared)
{
    const unsigned by_threads = threads ? emulator::THREADS_MOST / threads : 0;

    return shared > emulator::SHARED_MOST / (by_threads ? by_threads : 1)
               ? (unsigned)(emulator::SHARED_MOST / shared)
               : by_threads;
}
static cudaError_t check_launch(const void *kernel, dim3 blocks, dim3 threads)
{
    return ((const emulator::entry *)kernel)->tag != &emulator::entry_tag
               ? cudaErrorInvalidDeviceFunction
           : !blocks.x || !threads.x ? cudaErrorInvalidValue
                                     : cudaSuccess;
}

cudaError_t cudaLaunchKernel(
    const void *kernel, dim3 blocks, dim3 threads, void **arguments, size_t shared, cudaStream_t)
{
    const cudaError_t error = check_launch(kernel, blocks, threads);

    if (!error)
        emulator::run_grid(blocks, threads, shared, emulator::ONE_BY_ONE,
            ((const emulator::entry *)kernel)->call, arguments);
    return error;
}

cudaError_t cudaLaunchCooperativeKernel(
    const void *kernel, dim3 blocks, dim3 threads, void **arguments, size_t shared, cudaStream_t)
{
    const emulator::entry *entry = (const emulator::entry *)kernel;
    const cudaError_t error = check_launch(kernel, blocks, threads);

    if (error)
        return error;
    if (blocks.x >
        emulator_blocks_at_once(threads.x, shared) * (unsigned)setting("EMULATOR_PROCESSORS", 1))
        return cudaErrorCooperativeLaunchTooLarge;
    emulator::run_grid(blocks, threads, shared, emulator::TOGETHER, entry->call, arguments);
    return cudaSuccess;
}

/* ---- streams and events ---------------------------------------------------------------------- */

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned)
{
    *stream = new emulator_stream{device_of_thread};
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return forked();
}
cudaError_t cudaStreamQuery(cudaStream_t)
{
    return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned)
{
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = new emulator_event{0};
    return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    return cudaEventCreate(event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    event->at = emulator::nanoseconds();
    return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t)
{
    return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
    *ms = (float)((double)(to->at - from->at) / 1e6);
    return cudaSuccess;
}

/* ---- memory ---------------------------------------------------------------------------------- */

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties)
{
    *pool = new emulator_pool{properties->location.id, {0}};
    return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    delete pool;
    return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t)
{
    return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *)
{
    return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr, void *value)
{
    *(size_t *)value = pool->used;
    return cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc *, size_t)
{
    return cudaSuccess;
}

static cudaError_t allocate(void **to, size_t bytes, emulator_pool *pool, int device)
{
    void *made = nullptr;
    block *b;

    if (bytes > memory() || held + bytes > memory() ||
        posix_memalign(&made, FRONT, FRONT + bytes) != 0)
        return cudaErrorMemoryAllocation;
    b = (block *)made;
    held += bytes;
    if (pool)
        pool->used += bytes;
    b->pool = pool;
    b->bytes = bytes;
    b->device = device;
    {
        std::lock_guard<std::mutex> guard(lock);

        b->next = all.next;
        b->before = &all;
        all.next->before = b;
        all.next = b;
    }
    *to = (unsigned char *)b + FRONT;
    memset(*to, 0xa5, bytes);
    return cudaSuccess;
}
static cudaError_t release(void *at)
{
    block *b = (block *)((unsigned char *)at - FRONT);

    if (!at)
        return cudaSuccess;
    {
        std::lock_guard<std::mutex> guard(lock);

        b->next->before = b->before;
        b->before->next = b->next;
    }
    held -= b->bytes;
    if (b->pool)
        b->pool->used -= b->bytes;
    memset(at, 0x5a, b->bytes);
    free(b);
    return cudaSuccess;
}
cudaError_t cudaMallocFromPoolAsync(void **to, size_t bytes, cudaMemPool_t pool, cudaStream_t)
{
    return allocate(to, bytes, pool, pool->device);
}
cudaError_t cudaFreeAsync(void *at, cudaStream_t)
{
    return release(at);
}
cudaError_t cudaMalloc(void **to, size_t bytes)
{
    return allocate(to, bytes, nullptr, device_of_thread);
}
cudaError_t cudaMallocPitch(void **to, size_t *pitch, size_t width, size_t height)
{
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(to, *pitch * height);
}
cudaError_t cudaFree(void *at)
{
    return release(at);
}
cudaError_t cudaMallocHost(void **to, size_t bytes)
{
    *to = aligned_alloc(256, (bytes + 255) / 256 * 256);
    return *to ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaHostAlloc(void **to, size_t bytes, unsigned)
{
    return cudaMallocHost(to, bytes);
}
cudaError_t cudaFreeHost(void *at)
{
    free(at);
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t *left, size_t *most)
{
    *most = memory();
    *left = *most - held;
    return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *address)
{
    std::lock_guard<std::mutex> guard(lock);

    *attributes = {cudaMemoryTypeUnregistered, 0};
    for (const block *b = all.next; b != &all; b = b->next) {
        const unsigned char *begin = (const unsigned char *)b + FRONT;

        if ((const unsigned char *)address >= begin &&
            (const unsigned char *)address < begin + b->bytes)
            *attributes = {cudaMemoryTypeDevice, b->device};
    }
    return cudaSuccess;
}
/* Whether an address lies where a copy of that kind wants it: a device cannot read what is not its
 * own. */
static bool lies(const void *address, bool on_device)
{
    cudaPointerAttributes attributes;

    cudaPointerGetAttributes(&attributes, address);
    return (attributes.type == cudaMemoryTypeDevice) == on_device;
}
cudaError_t cudaMemcpyAsync(
    void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t)
{
    if (bytes &&
        (!lies(to, kind != cudaMemcpyDeviceToHost) || !lies(from, kind != cudaMemcpyHostToDevice)))
        return cudaErrorInvalidValue;
    memmove(to, from, bytes);
    return forked();
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, bytes, kind);
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
    size_t width, size_t height, cudaMemcpyKind kind)
{
    cudaError_t error = cudaSuccess;

    if (width > to_pitch || width > from_pitch)
        return cudaErrorInvalidValue;
    for (size_t y = 0; y < height && error == cudaSuccess; y++)
        error = cudaMemcpyAsync(
            (char *)to + y * to_pitch, (const char *)from + y * from_pitch, width, kind);
    return error;
}
cudaError_t cudaMemset(void *at, int byte, size_t bytes)
{
    return cudaMemsetAsync(at, byte, bytes);
}
cudaError_t cudaMemsetAsync(void *at, int byte, size_t bytes, cudaStream_t)
{
    memset(at, byte, bytes);
    return cudaSuccess;
}
