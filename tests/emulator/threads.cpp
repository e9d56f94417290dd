/* The threads of a block, which take turns on one thread of the host. */
#include "cuda_runtime.h"
#include <chrono>
#include <cstdio>
#include <sys/mman.h>
#if !defined(__x86_64__)
#include <ucontext.h>
#endif
#include <vector>

namespace emulator
{

/* ---- threads of a block ---------------------------------------------------------------------- */

enum { STACK = 256 << 10, THREADS_MOST = 1024, SHARED_MOST = 228 << 10, SNAPSHOTS = 16 };
enum state { FRESH, RUNS, WAITS_WARP, WAITS_BLOCK, ENDED };

/* ---- turns ----------------------------------------------------------------------------------- */

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
        s->memory = (unsigned char *)mmap(
            nullptr, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
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

void run_grid(dim3 blocks, dim3 threads, size_t shared, body_fn *body, void *of)
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
}

} // namespace emulator
