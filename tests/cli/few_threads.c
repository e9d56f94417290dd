/* A library to be preloaded. It lets the process start as many threads as the environment's
 * FEW_THREADS says, and no more. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

typedef int create_fn(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

create_fn pthread_create;

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *user)
{
    static int left = -1;
    const char *few = getenv("FEW_THREADS");
    create_fn *create;

    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    if (left < 0)
        left = few ? atoi(few) : 0;
    if (!create || left == 0)
        return EAGAIN;
    left--;
    return create(thread, attributes, start, user);
}
