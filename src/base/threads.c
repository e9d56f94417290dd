/*
 * How many threads work.
 *
 * If OpenMP's libraries cannot start a thread, they end the process, with an exit status that means
 * "no" in konig's programs. So before the first parallel region, and before each region with more
 * threads than any earlier one, this file starts and ends as many threads itself, because it can
 * report a failure. An empty parallel region then makes OpenMP start its own threads, which OpenMP
 * keeps. If not all threads start, half of the started number is used: the rest of the process'
 * limits is left to others and to the data. If some threads did not start, or if the address space
 * is limited and the data may fill it, threads are tried before every region.
 *
 * A forked process has none of its parent's threads. gcc's OpenMP does not know this and would wait
 * for them for ever. So the child of a process that had started threads works with one thread.
 */
#include "context.h"
#include <stdlib.h>
#include <sys/resource.h>

#ifdef _OPENMP
#include "ascii.h"
#ifdef __GLIBC__
#include <execinfo.h>
#endif

/* Bytes of address space to try for each thread if address space is limited. */
enum { LIMITED_ROOM = 120 << 20 };

/* The size in bytes of the stacks that OpenMP's environment variables ask for; 0: the system's. */
static size_t asked_stack(void)
{
    static const char *const names[] = {"OMP_STACKSIZE", "GOMP_STACKSIZE", "KMP_STACKSIZE"};
    static const char units[] = "bkmg";
    const char *text = NULL;
    char *unit;
    unsigned long long size;
    int shift = 10;

    for (size_t i = 0; i < sizeof names / sizeof *names && !text; i++)
        text = getenv(names[i]);
    if (!text)
        return 0;
    size = strtoull(text, &unit, 10);
    while (*unit == ' ')
        unit++;
    for (int i = 0; units[i]; i++)
        if (kg__lower(*unit) == units[i])
            shift = 10 * i;
    return size > SIZE_MAX >> 30 ? SIZE_MAX : (size_t)size << shift;
}

/* Whether the process was forked from one that had started threads. Written while the process has
 * one thread. */
static bool is_forked;

static void note_fork(void)
{
    is_forked = true;
}

static void watch_for_fork(void)
{
    pthread_atfork(NULL, NULL, note_fork);
}

static void *pass(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

static bool address_space_is_limited(void)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/* Gives the tried threads stacks of OpenMP's size. If the address space is limited, the stacks are
 * larger by LIMITED_ROOM: the C library takes 64 MiB of it for each thread, and the data need some
 * too. */
static void set_stack(pthread_attr_t *attributes)
{
    size_t stack = asked_stack();

    if (stack)
        pthread_attr_setstacksize(attributes, stack); /* OpenMP ignores a bad size too */
    if (address_space_is_limited() && pthread_attr_getstacksize(attributes, &stack) == 0)
        pthread_attr_setstacksize(attributes, stack + LIMITED_ROOM);
}

/* Returns how many of the wanted threads can exist at once. */
static int try_threads(int wanted)
{
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *thread = malloc((size_t)wanted * sizeof *thread);
    pthread_attr_t attributes;
    int started = 0;

    if (!thread || pthread_attr_init(&attributes) != 0) {
        free(thread);
        return 0;
    }
    set_stack(&attributes);
    pthread_mutex_lock(&gate);
    while (started < wanted && pthread_create(&thread[started], &attributes, pass, &gate) == 0)
        started++;
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_attr_destroy(&attributes);
    free(thread);
    return started;
}

/* OpenMP's threads end by pthread_exit(), for which glibc loads a library and aborts if it cannot.
 * backtrace() loads the same library early, and returns 0 if it cannot. */
static bool can_end_threads(void)
{
#ifdef __GLIBC__
    void *frame;

    return backtrace(&frame, 1) > 0;
#else
    return true;
#endif
}

/* Makes sure that `threads` threads can be started, or lowers the number that the context uses. */
static void prepare_threads(kg_context *ctx, int threads)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int started;

    if (is_forked) {
        ctx->threads = 1;
        return;
    }
    if (threads <= ctx->threads_ready && pthread_equal(ctx->threads_of, pthread_self()))
        return;
    if (threads <= 1 || omp_in_parallel())
        return;
    pthread_once(&once, watch_for_fork);
    ctx->threads_of = pthread_self();
    started = can_end_threads() ? try_threads(threads - 1) : 0;
    if (started < threads - 1)
        ctx->threads = 1 + started / 2;
    ctx->threads_ready = ctx->threads < threads ? ctx->threads : threads;
    KG_PARALLEL(ctx->threads_ready)
    {
    }
    if (ctx->threads < threads || address_space_is_limited())
        ctx->threads_ready = 1;
}
#else
static void prepare_threads(kg_context *ctx, int threads)
{
    (void)ctx;
    (void)threads;
}
#endif

kg_status kg__choose_threads(kg_context *ctx, int asked)
{
    if (asked < 0 || asked > 1024)
        return kg__fail(ctx, KG_ARGUMENT, "%d threads: expected 1 to 1024, or 0 for all", asked);
#ifdef _OPENMP
    ctx->threads = asked ? asked : omp_get_max_threads();
#else
    ctx->threads = 1;
#endif
    ctx->threads_asked = ctx->threads;
    ctx->threads_ready = 1;
    return KG_OK;
}

int kg__threads(const kg_context *ctx, uint64_t items, uint64_t grain)
{
    const uint64_t useful = items / (grain ? grain : 1);

    if (useful <= 1)
        return 1;
    /* The cast is safe: no context is a const object. The change affects no result of the
     * context. */
    prepare_threads(
        (kg_context *)ctx, useful < (uint64_t)ctx->threads ? (int)useful : ctx->threads);
    return useful < (uint64_t)ctx->threads ? (int)useful : ctx->threads;
}

KG__GETTER(int, kg_context_threads, kg_context, context, kg__threads(context, UINT64_MAX, 1), 0)
KG__GETTER(int, kg_context_threads_asked, kg_context, context, context->threads_asked, 0)
