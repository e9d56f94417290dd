/*
 * The threads of a launch, which take turns on one thread of the host.
 *
 * A thread keeps its turn until it waits for others. Those that may go on then stand in a line, and
 * the first of the line has the next turn. Threads begin when the line is empty: each on a stack of
 * its own, except that a thread that ends without having waited leaves its stack to the next.
 *
 * The blocks of a launch run one after the other, those of a cooperative launch all at once.
 */
#include "cuda_runtime.h"
#include <chrono>
#include <cstdio>
#include <mutex>
#include <sys/mman.h>
#if !defined(__x86_64__)
#define EMULATOR_PORTABLE
#endif
#if defined(EMULATOR_PORTABLE)
#include <ucontext.h>
#endif
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, bytes)   ((void)(at))
#define ASAN_UNPOISON_MEMORY_REGION(at, bytes) ((void)(at))
#endif
#include <vector>

namespace emulator
{

/* STACK: bytes of a thread's stack; SLAB: stacks that are allocated at once; APART: so many bytes
 * more than the one before does each of a slab leave free, or their ends, which are what is used,
 * would all be in the same few lines of the cache. SHARED: bytes of address space for a block's
 * shared memory. */
enum { STACK = 256 << 10, SLAB = 32, APART = 576, SHARED = 64 << 20 };

/* ---- turns ----------------------------------------------------------------------------------- */

static void work(void);

#if !defined(EMULATOR_PORTABLE)
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
static void make_turn(turn *made, unsigned char *memory, size_t bytes)
{
    void **top = (void **)(memory + bytes) - 2;

    *top = (void *)work;
    *made = memset(top - 6, 0, 6 * sizeof *top);
}
#else
typedef ucontext_t turn;

static void change_turn(turn *leave, turn *enter)
{
    if (leave != enter)
        swapcontext(leave, enter);
}

static void make_turn(turn *made, unsigned char *memory, size_t bytes)
{
    getcontext(made);
    made->uc_stack.ss_sp = memory;
    made->uc_stack.ss_size = bytes;
    made->uc_link = nullptr;
    makecontext(made, work, 0);
}
#endif

struct live_block;

struct running : lane {
    running *next; /* in the line */
    live_block *of;
    turn where;
    unsigned mask, sum;
    uint64_t value[2];
    const snapshot *seen;
};

/* Lanes as bits. A snapshot is read by lanes that have had no turn since it was made. Until then
 * each other lane has one turn at most, and so makes one snapshot at most. */
struct warp {
    unsigned alive, waits, next;
    snapshot seen[WARP];
};

struct live_block {
    unsigned number, alive, arrived, sum, at_grid;
    unsigned begun; /* threads before this one have begun */
    uint64_t serial;
    unsigned char *shared; /* [SHARED] */
    warp warps[THREADS_MOST / WARP];
    running thread[THREADS_MOST];
};

/* What one thread of the host runs. */
struct machine {
    std::vector<live_block *> blocks; /* whose memory there is */
    std::vector<unsigned char *> slabs;
    std::vector<turn *> idle; /* stacks */
    running *first, *last;    /* of the line */
    turn *beginning;          /* the turn that work() begins with */
    turn host;
    unsigned threads, live, begun; /* of a block; blocks; blocks before this one have begun */
    uint64_t at_grid, serials;
    bool together;
    body_fn *body;
    void *with;
    ~machine();
};

__thread lane *self;
__thread dim3 block_shape, grid_shape;
static thread_local machine of_thread;
static __thread machine *own;

static unsigned char *take_pages(size_t bytes)
{
    void *made = mmap(
        nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (made == MAP_FAILED) {
        fprintf(stderr, "emulator: no memory for threads\n");
        abort();
    }
    return (unsigned char *)made;
}

static void return_pages(void *at, size_t bytes)
{
    ASAN_UNPOISON_MEMORY_REGION(at, bytes);
    munmap(at, bytes);
}

machine::~machine()
{
    for (unsigned char *slab : slabs)
        return_pages(slab, (size_t)SLAB * STACK);
    for (live_block *b : blocks) {
        return_pages(b->shared, SHARED);
        return_pages(b, sizeof *b);
    }
}

uint64_t nanoseconds(void)
{
    return (uint64_t)std::chrono::steady_clock::now().time_since_epoch().count();
}

static running *current(void)
{
    return static_cast<running *>(self);
}

/* ---- shared memory --------------------------------------------------------------------------- */

/* Each shared variable of a program has a place of its own, behind the dynamic one of all. In front
 * of it stands which block has last begun to use it. */
size_t place_shared(size_t bytes, size_t alignment)
{
    static std::mutex lock;
    static size_t end = SHARED_MOST + GAP;
    std::lock_guard<std::mutex> guard(lock);
    const size_t place = (end + GAP + alignment - 1) / alignment * alignment;

    end = (place + bytes + GAP + 7) / 8 * 8;
    if (end > SHARED) {
        fprintf(stderr, "emulator: no room for shared variables\n");
        abort();
    }
    return place;
}

/* Fills memory of a block as if it had not been written yet. */
static void spoil(unsigned char *at, size_t bytes)
{
    ASAN_UNPOISON_MEMORY_REGION(at, bytes);
    memset(at, 0xa5, bytes);
    ASAN_POISON_MEMORY_REGION(at + bytes, GAP);
}

void begin_shared(void *at, size_t bytes)
{
    unsigned char *begin = (unsigned char *)at;

    spoil(begin, bytes);
    ASAN_POISON_MEMORY_REGION(begin - GAP + 8, GAP - 8);
    *(uint64_t *)(begin - GAP) = self->serial;
}

/* ---- the line -------------------------------------------------------------------------------- */

static void go_first(running *t)
{
    t->next = own->first;
    if (!own->first)
        own->last = t;
    own->first = t;
}

static void join(running *t)
{
    t->next = nullptr;
    if (own->first)
        own->last->next = t;
    else
        own->first = t;
    own->last = t;
}

/* The index of the thread, or block, that is number `rank` of a shape. */
static dim3 place_of(unsigned rank, dim3 shape)
{
    if (shape.y * shape.z == 1)
        return dim3(rank, 0, 0);
    return dim3(rank % shape.x, rank / shape.x % shape.y, rank / shape.x / shape.y);
}

/* The next thread that has not begun, or none. */
static running *next_new(void)
{
    while (own->begun < own->live) {
        live_block *b = own->blocks[own->begun];

        if (b->begun < own->threads) {
            running *t = &b->thread[b->begun];

            t->rank = b->begun++;
            t->thread = place_of(t->rank, block_shape);
            t->block = place_of(b->number, grid_shape);
            t->shared = b->shared;
            t->serial = b->serial;
            t->of = b;
            return t;
        }
        own->begun++;
    }
    return nullptr;
}

static turn *idle_stack(void)
{
    turn *made;

    if (own->idle.empty()) {
        unsigned char *slab = take_pages((size_t)SLAB * STACK);

        own->slabs.push_back(slab);
        for (unsigned i = SLAB; i-- > 0;) {
            made = new (slab + (size_t)i * STACK) turn; /* at the stack's other end */
            make_turn(made, slab + (size_t)i * STACK, STACK - i * APART);
            own->idle.push_back(made);
        }
    }
    made = own->idle.back();
    own->idle.pop_back();
    return made;
}

/* Leaves a turn for the next one: the line's, a new thread's, or the host's if all have ended or
 * wait. */
static void give_turn(turn *leave)
{
    if (own->first) {
        running *t = own->first;

        own->first = t->next;
        self = t;
        change_turn(leave, &t->where);
    } else if (own->begun < own->live) {
        own->beginning = idle_stack();
        change_turn(leave, own->beginning);
    } else {
        change_turn(leave, &own->host);
    }
}

/* ---- meetings -------------------------------------------------------------------------------- */

/* Lets the lanes go on that wait with this mask, if all of it has come. A whole warp goes on at
 * once, while its stacks are in the cache. Nobody reads its earlier snapshots any more. */
static void release_warp(live_block *b, unsigned number, unsigned mask)
{
    warp *w = &b->warps[number];
    const unsigned present = mask & w->alive;
    const bool whole = present == w->alive;
    running *lanes = &b->thread[number * WARP];
    snapshot *seen;

    if (!present || (w->waits & present) != present)
        return;
    for (unsigned i = 0; i < WARP; i++)
        if (present >> i & 1 && lanes[i].mask != mask)
            return;
    if (whole)
        w->next = 0;
    seen = &w->seen[w->next++ % WARP];
    seen->present = present;
    for (unsigned k = 0; k < WARP; k++) {
        const unsigned i = whole ? WARP - 1 - k : k;

        if (present >> i & 1) {
            memcpy(seen->value[i], lanes[i].value, sizeof seen->value[i]);
            lanes[i].seen = seen;
            whole ? go_first(&lanes[i]) : join(&lanes[i]);
        } else {
            memset(seen->value[i], 0, sizeof seen->value[i]);
        }
    }
    w->waits &= ~present;
}

/* The same for a block, of which all threads wait that have not ended. */
static void release_block(live_block *b)
{
    if (!b->arrived || b->arrived < b->alive)
        return;
    for (unsigned t = 0; t < own->threads; t++)
        if (b->warps[t / WARP].alive >> t % WARP & 1) {
            b->thread[t].sum = b->sum;
            join(&b->thread[t]);
        }
    b->arrived = b->sum = 0;
}

const snapshot *meet_warp(unsigned mask, uint64_t low, uint64_t high)
{
    running *t = current();
    const unsigned w = t->rank / WARP;

    t->value[0] = low;
    t->value[1] = high;
    t->mask = mask;
    t->of->warps[w].waits |= 1u << t->rank % WARP;
    release_warp(t->of, w, mask);
    give_turn(&t->where);
    return t->seen;
}

unsigned meet_block(unsigned value)
{
    running *t = current();

    t->of->arrived++;
    t->of->sum += value;
    release_block(t->of);
    give_turn(&t->where);
    return t->sum;
}

void meet_grid(void)
{
    running *t = current();

    if (!own->together) {
        fprintf(stderr, "emulator: a kernel waits for its grid without a cooperative launch\n");
        abort();
    }
    t->of->at_grid++;
    if (++own->at_grid == (uint64_t)own->live * own->threads) {
        own->at_grid = 0;
        for (unsigned i = 0; i < own->live; i++) {
            own->blocks[i]->at_grid = 0;
            for (unsigned k = 0; k < own->threads; k++)
                join(&own->blocks[i]->thread[k]);
        }
    }
    give_turn(&t->where);
}

static void end_thread(running *t)
{
    const unsigned w = t->rank / WARP;
    warp *of = &t->of->warps[w];
    running *lanes = &t->of->thread[w * WARP];

    of->alive &= ~(1u << t->rank % WARP);
    t->of->alive--;
    for (unsigned i = 0; i < WARP && of->waits; i++)
        if (of->waits >> i & 1)
            release_warp(t->of, w, lanes[i].mask);
    release_block(t->of);
}

/* Runs threads that have not begun, one after the other, as long as no other may go on. */
static void work(void)
{
    turn *const mine = own->beginning;

    for (;;) {
        running *t;

        while (!own->first && (t = next_new())) {
            self = t;
            own->body(own->with);
            end_thread(t);
        }
        own->idle.push_back(mine);
        give_turn(mine);
    }
}

/* ---- launches -------------------------------------------------------------------------------- */

static void set_up(unsigned place, unsigned number, size_t shared)
{
    live_block *b;

    if (place == own->blocks.size()) {
        b = (live_block *)take_pages(sizeof *b);
        b->shared = take_pages(SHARED);
        own->blocks.push_back(b);
    }
    b = own->blocks[place];
    b->number = number;
    b->alive = own->threads;
    b->arrived = b->sum = b->at_grid = b->begun = 0;
    b->serial = ++own->serials;
    for (unsigned w = 0; w * WARP < own->threads; w++) {
        const unsigned lanes = own->threads - w * WARP;

        b->warps[w].alive = lanes < WARP ? (1u << lanes) - 1 : ~0u;
        b->warps[w].waits = b->warps[w].next = 0;
    }
    if (shared)
        spoil(b->shared, shared);
}

/* Runs the blocks that are set up. */
static void run_blocks(unsigned count)
{
    bool all_ended = true;

    own->live = count;
    own->begun = 0;
    own->at_grid = 0;
    give_turn(&own->host);
    for (unsigned i = 0; i < count; i++) {
        const live_block *b = own->blocks[i];

        if (b->alive)
            fprintf(stderr, "emulator: %u threads of block %u wait for others that do not come%s\n",
                b->alive, b->number, b->at_grid ? " to the barrier of the grid" : "");
        all_ended = all_ended && !b->alive;
    }
    if (!all_ended)
        abort();
}

void run_grid(
    dim3 blocks, dim3 threads, size_t shared, together_or_not how, body_fn *body, void *with)
{
    const size_t all = (size_t)blocks.x * blocks.y * blocks.z,
                 each = (size_t)threads.x * threads.y * threads.z;

    own = &of_thread;
    if (!each || each > THREADS_MOST || !all || all > UINT32_MAX || shared > SHARED_MOST) {
        fprintf(stderr, "emulator: a launch of %zu blocks, %zu threads, %zu bytes\n", all, each,
            shared);
        abort();
    }
    own->threads = (unsigned)each;
    own->together = how == TOGETHER;
    own->body = body;
    own->with = with;
    block_shape = threads;
    grid_shape = blocks;
    for (unsigned b = 0; b < all; b++) {
        set_up(own->together ? b : 0, b, shared);
        if (!own->together)
            run_blocks(1);
    }
    if (own->together)
        run_blocks((unsigned)all);
}

} // namespace emulator
