/*
 * Runs work on a thread of its own, because it needs a large stack, or does not check the time
 * itself. The calling thread waits and reports progress, which may end the work. LEMON runs this
 * way.
 */
#include "join.h"
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_NS = 50000000 }; /* between two calls of the progress function */

typedef struct aside {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool has_ended;
    void (*work)(void *user);
    void *user;
} aside;

static void *run(void *user)
{
    aside *a = user;

    a->work(a->user);
    pthread_mutex_lock(&a->lock);
    a->has_ended = true;
    pthread_cond_signal(&a->ended);
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

/* Waits for the end of the work, which the progress function may request. */
static kg_status wait_for(kg_context *ctx, aside *a, const char *what, int *stop)
{
    struct timespec until;
    kg_status status = KG_OK;

    pthread_mutex_lock(&a->lock);
    while (!a->has_ended) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += WAIT_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (pthread_cond_timedwait(&a->ended, &a->lock, &until) != ETIMEDOUT || status != KG_OK)
            continue;
        pthread_mutex_unlock(&a->lock);
        status = kg__progress(ctx, what, 0, 0);
        if (status != KG_OK)
            __atomic_store_n(stop, 1, __ATOMIC_RELAXED);
        pthread_mutex_lock(&a->lock);
    }
    pthread_mutex_unlock(&a->lock);
    return status;
}

kg_status kg__run_aside(kg_context *ctx, const char *what, uint64_t stack, void (*work)(void *user),
    void *user, int *stop)
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    aside a = {.lock = PTHREAD_MUTEX_INITIALIZER,
        .ended = PTHREAD_COND_INITIALIZER,
        .work = work,
        .user = user};
    pthread_attr_t attributes;
    pthread_t thread;
    int failed;
    kg_status status;

    KG_TRY(kg__progress(ctx, what, 0, 0));
    stack = (stack + page - 1) / page * page;
    failed = pthread_attr_init(&attributes);
    if (!failed) {
        failed = pthread_attr_setstacksize(&attributes, stack);
        if (!failed)
            failed = pthread_create(&thread, &attributes, run, &a);
        pthread_attr_destroy(&attributes);
    }
    if (failed)
        return kg__fail(ctx, KG_MEMORY,
            "out of memory: no thread with a stack of %.0f MiB could be started for %s",
            (double)stack / 0x1p20, what);
    status = wait_for(ctx, &a, what, stop);
    pthread_join(thread, NULL);
out:
    return status;
}

kg_status kg__lemon_failed(kg_context *ctx, kg__lemon_status status, const char *what)
{
    switch (status) {
    case KG__LEMON_OK:
        return KG_OK;
    case KG__LEMON_STOPPED:
        return kg__cancelled(ctx);
    case KG__LEMON_MEMORY:
        return kg__fail(ctx, KG_MEMORY, "out of memory in %s by LEMON", what);
    case KG__LEMON_MISSING:
        return kg__fail(ctx, KG_MISSING,
            "route inspection needs LEMON, and this konig was built without it: install its header "
            "files (liblemon-dev in Debian) and build konig again");
    default:
        return kg__fail(ctx, KG_INTERNAL, "LEMON failed at %s", what);
    }
}
