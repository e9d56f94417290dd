/* A library to be preloaded. It lets the process start as many threads as the environment's
 * FEW_THREADS says, and no more. With FEW_OF only the threads that a library of this name starts
 * count. With FEW_TOGETHER=N the first N threads that are denied are denied at the same moment, and
 * messages take a while. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef int create_fn(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

create_fn pthread_create;

static int number(const char *name)
{
    const char *value = getenv(name);

    return value ? atoi(value) : 0;
}

static int counts(const void *caller)
{
    const char *of = getenv("FEW_OF");
    Dl_info library;

    return !of || (dladdr(caller, &library) && strstr(library.dli_fname, of));
}

/* Waits 10 s at most. */
static int deny(void)
{
    static int denied;
    const int together = number("FEW_TOGETHER");

    __atomic_add_fetch(&denied, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < 10000 && __atomic_load_n(&denied, __ATOMIC_SEQ_CST) < together; i++)
        usleep(1000);
    return EAGAIN;
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *user)
{
    static int started;
    create_fn *create;

    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    if (counts(__builtin_return_address(0)) &&
        __atomic_fetch_add(&started, 1, __ATOMIC_SEQ_CST) >= number("FEW_THREADS"))
        return deny();
    return create ? create(thread, attributes, start, user) : EAGAIN;
}

ssize_t write(int fd, const void *bytes, size_t count)
{
    if (fd == STDERR_FILENO && number("FEW_TOGETHER"))
        usleep(200000);
    return syscall(SYS_write, fd, bytes, count);
}
