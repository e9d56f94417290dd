/* The threads of a block that take turns, and the host's side of CUDA's runtime. */
#include "cuda_runtime.h"
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <sys/mman.h>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif
#include <vector>

namespace emulator {

/* ---- threads of a block ----------------------------------------------------------------------- */

enum { STACK = 256 << 10, THREADS_MOST = 1024, SHARED_MOST = 228 << 10, SNAPSHOTS = 16 };
enum state { FRESH, RUNS, WAITS_WARP, WAITS_BLOCK, ENDED };

/* ---- turns ------------------------------------------------------------------------------------ */

static void work(void);

#if defined(__x86_64__)
/* Where a turn goes on: its stack, on which its registers lie. */
typedef void *turn;

/* Leaves this turn, and goes on with another one. */
__attribute__((naked, noinline)) static void change_turn(turn *, turn *)
{
    asm("push %rbp\n\tpush %rbx\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n\t"
        "mov %rsp, (%rdi)\n\t"
        "mov (%rsi), %rsp\n\t"
        "pop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbx\n\tpop %rbp\n\tret");
}

/* A turn that begins with work(). */
static void make_turn(turn *made, unsigned char *memory)
{
    void **top = (void **)(memory + STACK) - 2;

    *top = (void *)work;
    *made = memset(top - 6, 0, 6 * sizeof *top);
}
#else
typedef ucontext_t turn;

static void change_turn(turn *leave, turn *enter)
{
    swapcontext(leave, enter);
}

static void make_turn(turn *made, unsigned char *memory)
{
    getcontext(made);
    made->uc_stack.ss_sp = memory;
    made->uc_stack.ss_size = STACK;
    made->uc_link = nullptr;
    makecontext(made, work, 0);
}
#endif

struct stack {
    turn where;
    unsigned char *memory;
};

struct running : lane {
    state at;
    turn where;
    unsigned mask;
    uint64_t value[2];
    const snapshot *seen;
    unsigned sum;
};

struct warp {
    snapshot seen[SNAPSHOTS];
    unsigned next;
};

/* What one thread of the host runs. */
struct machine {
    running thread[THREADS_MOST];
    warp warps[(int)THREADS_MOST / (int)WARP];
    std::vector<stack *> stacks; /* that are idle */
    stack *on;                   /* the one that runs */
    turn scheduler;
    unsigned threads, fresh; /* of the block; that have not begun from this one on */
    unsigned alive, arrived, sum;
    body_fn *body;
    void *of;
    alignas(256) unsigned char shared[SHARED_MOST];
};

thread_local lane *self;
thread_local dim3 block_index, block_shape, grid_shape;

struct owner {
    machine *made = nullptr;
    ~owner();
};
static thread_local owner of_thread;
static thread_local machine *own;

owner::~owner()
{
    if (!made)
        return;
    for (stack *s : made->stacks) {
        munmap(s->memory, STACK);
        delete s;
    }
    delete made;
}

void *dynamic_shared(void)
{
    return own->shared;
}

uint64_t nanoseconds(void)
{
    return (uint64_t)std::chrono::steady_clock::now().time_since_epoch().count();
}

static running *current(void)
{
    return static_cast<running *>(self);
}

static running *of_warp(unsigned w, unsigned i)
{
    const unsigned t = w * WARP + i;

    return t < own->threads ? &own->thread[t] : nullptr;
}

/* Lets the lanes go on that wait with this mask, if all of it has come. */
static bool release_warp(unsigned w, unsigned mask)
{
    warp *of = &own->warps[w];
    snapshot *seen = &of->seen[of->next % SNAPSHOTS];

    for (unsigned i = 0; i < WARP; i++) {
        const running *t = mask >> i & 1 ? of_warp(w, i) : nullptr;

        if (t && t->at != ENDED && !(t->at == WAITS_WARP && t->mask == mask))
            return false;
    }
    of->next++;
    seen->present = 0;
    for (unsigned i = 0; i < WARP; i++) {
        running *t = mask >> i & 1 ? of_warp(w, i) : nullptr;

        memset(seen->value[i], 0, sizeof seen->value[i]);
        if (!t || t->at != WAITS_WARP)
            continue;
        memcpy(seen->value[i], t->value, sizeof t->value);
        seen->present |= 1u << i;
        t->seen = seen;
        t->at = RUNS;
    }
    return true;
}

static void release_block(void)
{
    if (!own->arrived || own->arrived < own->alive)
        return;
    for (unsigned t = 0; t < own->threads; t++)
        if (own->thread[t].at == WAITS_BLOCK) {
            own->thread[t].sum = own->sum;
            own->thread[t].at = RUNS;
        }
    own->arrived = own->sum = 0;
}

/* Gives the turn back until somebody has let this thread go on. */
static void wait_turn(void)
{
    change_turn(&current()->where, &own->scheduler);
}

const snapshot *meet_warp(unsigned mask, const void *value, size_t bytes)
{
    running *t = current();

    memset(t->value, 0, sizeof t->value);
    if (bytes)
        memcpy(t->value, value, bytes);
    t->mask = mask;
    t->at = WAITS_WARP;
    if (!release_warp(t->thread.x / WARP, mask))
        wait_turn();
    return current()->seen;
}

unsigned meet_block(unsigned value)
{
    running *t = current();

    t->at = WAITS_BLOCK;
    own->arrived++;
    own->sum += value;
    release_block();
    if (t->at == WAITS_BLOCK)
        wait_turn();
    return current()->sum;
}

static void end_thread(running *t)
{
    const unsigned w = t->thread.x / WARP;

    t->at = ENDED;
    own->alive--;
    for (unsigned i = 0; i < WARP; i++) {
        const running *other = of_warp(w, i);

        if (other && other->at == WAITS_WARP)
            release_warp(w, other->mask);
    }
    release_block();
}

/* Runs threads that have not begun, one after the other, as long as they end at once. */
static void work(void)
{
    for (;;) {
        stack *mine = own->on;

        while (own->fresh < own->threads) {
            running *t = &own->thread[own->fresh++];

            self = t;
            t->at = RUNS;
            own->body(own->of);
            end_thread(current());
            if (current() != t || own->on != mine) /* others have had their turn since */
                break;
        }
        own->stacks.push_back(mine);
        change_turn(&mine->where, &own->scheduler);
    }
}

/* Lets the threads go on that have not begun, on a stack of their own. */
static void begin(void)
{
    stack *s;

    if (own->stacks.empty()) {
        s = new stack;
        s->memory = (unsigned char *)mmap(nullptr, STACK, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
        make_turn(&s->where, s->memory);
    } else {
        s = own->stacks.back();
        own->stacks.pop_back();
    }
    own->on = s;
    change_turn(&own->scheduler, &s->where);
}

/* Lets a thread go on that has waited. */
static void resume(running *t)
{
    self = t;
    own->on = nullptr;
    change_turn(&own->scheduler, &t->where);
}

static void run_block(void)
{
    for (unsigned t = 0; t < own->threads; t++) {
        own->thread[t].thread = dim3(t);
        own->thread[t].at = FRESH;
    }
    own->alive = own->threads;
    own->arrived = own->sum = own->fresh = 0;
    while (own->fresh < own->threads)
        begin();
    while (own->alive) {
        bool moved = false;

        for (unsigned t = 0; t < own->threads; t++)
            if (own->thread[t].at == RUNS) {
                moved = true;
                resume(&own->thread[t]);
            }
        if (!moved) {
            fprintf(stderr, "emulator: %u threads of block %u wait for others that do not come\n",
                own->alive, block_index.x);
            abort();
        }
    }
}

int run_grid(dim3 blocks, dim3 threads, size_t shared, body_fn *body, void *of)
{
    if (!own)
        own = of_thread.made = new machine();
    if (threads.x > THREADS_MOST || threads.y * threads.z != 1 || shared > SHARED_MOST ||
        blocks.y * blocks.z != 1 || !blocks.x || !threads.x) {
        fprintf(stderr, "emulator: a launch of %u blocks, %u threads, %zu bytes\n", blocks.x,
            threads.x, shared);
        abort();
    }
    own->threads = threads.x;
    own->body = body;
    own->of = of;
    block_shape = threads;
    grid_shape = blocks;
    for (unsigned b = 0; b < blocks.x; b++) {
        block_index = dim3(b);
        memset(own->shared, 0xa5, shared);
        run_block();
    }
    return 0;
}

/* ---- devices ---------------------------------------------------------------------------------- */

static int setting(const char *name, int otherwise)
{
    const char *text = getenv(name);

    return text ? atoi(text) : otherwise;
}

static int devices(void)
{
    return setting("EMULATOR_DEVICES", 1);
}

} // namespace emulator

using namespace emulator;

static thread_local int device_of_thread;

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
    return error == cudaSuccess                 ? "no error"
           : error == cudaErrorMemoryAllocation ? "out of memory"
           : error == cudaErrorNotSupported     ? "operation not supported"
                                                : "unknown error";
}
cudaError_t cudaGetDeviceCount(int *count)
{
    *count = devices();
    return *count ? cudaSuccess : cudaErrorNoDevice;
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
    *version = 13000;
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
    *value = attribute == cudaDevAttrMultiProcessorCount      ? setting("EMULATOR_PROCESSORS", 2)
             : attribute == cudaDevAttrComputeCapabilityMajor ? 9
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

/* ---- streams and events ----------------------------------------------------------------------- */

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
    return cudaSuccess;
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
    event->at = nanoseconds();
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

/* ---- memory ----------------------------------------------------------------------------------- */

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
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind, cudaStream_t)
{
    memmove(to, from, bytes);
    return cudaSuccess;
}
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, bytes, kind);
}
cudaError_t cudaMemsetAsync(void *at, int byte, size_t bytes, cudaStream_t)
{
    memset(at, byte, bytes);
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
