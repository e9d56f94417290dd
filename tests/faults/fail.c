/*
 * A library to be preloaded, under which a call of the C library fails.
 *
 *     KONIG_FAULT=CLASS:K[:ACTION]   the K-th call of a class since main() began, one of
 *         allocate thread open read write rename close map; ACTION is one of
 *             fail      once (default)
 *             on        and so does each one after it
 *             signal=N  a signal comes before it
 *             shrink    the file that map maps is emptied after it; only maps of files count
 *     KONIG_CALLS=FILE               FILE gets the counts of calls, 8 bytes a class, in that order
 *     KONIG_NO_TMPFILE=1             no file without a name can be made
 *     KONIG_OTHER_INODE=1            fstat() of a file gives another number than lstat()
 *
 * Counts go through FILE, so that processes that the program starts go on counting. Only calls that
 * pass from one library to another are seen: stdio's own writes are not.
 */
#undef _FILE_OFFSET_BITS /* or open() would be another name of open64() here */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ALLOCATE, THREAD, OPEN, READ, WRITE, RENAME, CLOSE, MAP, CLASSES };

static const char *const class_name[CLASSES] = {
    "allocate", "thread", "open", "read", "write", "rename", "close", "map"};

static uint64_t own_calls[CLASSES], *calls = own_calls;
static bool armed, no_tmpfile, other_inode, on, shrink;
static int fault_class = -1, fault_signal;
static uint64_t fault_at;

/* Calls of the C library's own that this library must not catch again. */
static int raw_open(const char *path, int flags)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
}

static void read_fault(const char *text)
{
    const char *colon = strchr(text, ':'), *action;
    size_t length = colon ? (size_t)(colon - text) : 0;
    char *end;

    for (int i = 0; i < CLASSES; i++)
        if (length == strlen(class_name[i]) && memcmp(text, class_name[i], length) == 0)
            fault_class = i;
    if (fault_class < 0)
        abort();
    fault_at = strtoull(colon + 1, &end, 10);
    action = *end ? end + 1 : "fail";
    on = strcmp(action, "on") == 0;
    shrink = strcmp(action, "shrink") == 0;
    if (strncmp(action, "signal=", 7) == 0)
        fault_signal = atoi(action + 7);
}

static void begin(void)
{
    const char *fault = getenv("KONIG_FAULT"), *file = getenv("KONIG_CALLS");

    if (file) {
        int fd = raw_open(file, O_RDWR);
        /* Longs: an int may leave the upper half of its place as it was. */
        void *map = (void *)syscall(SYS_mmap, 0L, sizeof own_calls, (long)(PROT_READ | PROT_WRITE),
            (long)MAP_SHARED, (long)fd, 0L);

        if (fd < 0 || map == MAP_FAILED)
            abort();
        syscall(SYS_close, fd);
        calls = map;
    }
    no_tmpfile = getenv("KONIG_NO_TMPFILE") != NULL;
    other_inode = getenv("KONIG_OTHER_INODE") != NULL;
    if (fault)
        read_fault(fault);
    armed = true;
}

/* Counts a call; whether it is the one to fail. */
static bool hit(int class)
{
    uint64_t k;

    if (!armed)
        return false;
    k = __atomic_add_fetch(&calls[class], 1, __ATOMIC_RELAXED);
    if (class != fault_class || k < fault_at || (k > fault_at && !on))
        return false;
    if (fault_signal)
        kill(getpid(), fault_signal);
    return !fault_signal;
}

static bool fails(int class, int error)
{
    if (!hit(class) || shrink)
        return false;
    errno = error;
    return true;
}

/* ---- main ------------------------------------------------------------------------------------ */

typedef int main_fn(int, char **, char **);
typedef int start_fn(
    main_fn *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static main_fn *program;

static int armed_main(int argc, char **argv, char **environment)
{
    begin();
    return program(argc, argv, environment);
}

start_fn __libc_start_main;

int __libc_start_main(main_fn *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
    void (*rtld_fini)(void), void *stack)
{
    start_fn *next;

    *(void **)&next = dlsym(RTLD_NEXT, "__libc_start_main");
    program = main;
    return next(armed_main, argc, argv, init, fini, rtld_fini, stack);
}

/* ---- memory ---------------------------------------------------------------------------------- */

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t bytes)
{
    return fails(ALLOCATE, ENOMEM) ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    return fails(ALLOCATE, ENOMEM) ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *block, size_t bytes)
{
    return fails(ALLOCATE, ENOMEM) ? NULL : __libc_realloc(block, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return fails(ALLOCATE, ENOMEM) ? NULL : __libc_memalign(alignment, bytes);
}

int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    if (hit(ALLOCATE))
        return ENOMEM;
    *block = __libc_memalign(alignment, bytes);
    return *block ? 0 : ENOMEM;
}

static void *map(void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    bool hits = (!shrink || fd >= 0) && hit(MAP);
    char name[32];
    void *block;

    if (hits && !shrink) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    block = (void *)syscall(SYS_mmap, at, bytes, protection, flags, fd, offset);
    if (hits) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
        if (truncate(name, 0) != 0)
            abort();
    }
    return block;
}

void *mmap(void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
    return map(at, bytes, protection, flags, fd, offset);
}

void *mmap64(void *at, size_t bytes, int protection, int flags, int fd, off64_t offset)
{
    return map(at, bytes, protection, flags, fd, offset);
}

/* ---- files ----------------------------------------------------------------------------------- */

static int open_at(int directory, const char *path, int flags, mode_t mode)
{
    if (fails(OPEN, EMFILE))
        return -1;
    if (armed && no_tmpfile && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, directory, path, flags, mode);
}

#define define_open(name)                                                                          \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list list;                                                                              \
        mode_t mode;                                                                               \
                                                                                                   \
        va_start(list, flags);                                                                     \
        mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(list, mode_t) : 0;                         \
        va_end(list);                                                                              \
        return open_at(AT_FDCWD, path, flags, mode);                                               \
    }

define_open(open) define_open(open64)

    ssize_t read(int fd, void *to, size_t count)
{
    return fails(READ, EIO) ? -1 : (ssize_t)syscall(SYS_read, fd, to, count);
}

ssize_t pread(int fd, void *to, size_t count, off_t at)
{
    return fails(READ, EIO) ? -1 : (ssize_t)syscall(SYS_pread64, fd, to, count, at);
}

ssize_t pread64(int fd, void *to, size_t count, off64_t at)
{
    return fails(READ, EIO) ? -1 : (ssize_t)syscall(SYS_pread64, fd, to, count, at);
}

ssize_t recv(int fd, void *to, size_t count, int flags)
{
    return fails(READ, EIO) ? -1 : (ssize_t)syscall(SYS_recvfrom, fd, to, count, flags, 0L, 0L);
}

ssize_t write(int fd, const void *from, size_t count)
{
    return fails(WRITE, EIO) ? -1 : (ssize_t)syscall(SYS_write, fd, from, count);
}

int close(int fd)
{
    int closed = (int)syscall(SYS_close, fd);

    return fails(CLOSE, EIO) ? -1 : closed;
}

int fstat(int fd, struct stat *file)
{
    int found = fstatat(fd, "", file, AT_EMPTY_PATH);

    file->st_ino += found == 0 && armed && other_inode && S_ISREG(file->st_mode);
    return found;
}

int fstat64(int fd, struct stat64 *file)
{
    int found = fstatat64(fd, "", file, AT_EMPTY_PATH);

    file->st_ino += found == 0 && armed && other_inode && S_ISREG(file->st_mode);
    return found;
}

int rename(const char *from, const char *to)
{
    return fails(RENAME, EIO) ? -1 : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags)
{
    return fails(RENAME, EIO)
               ? -1
               : (int)syscall(SYS_linkat, from_directory, from, to_directory, to, flags);
}

/* ---- threads --------------------------------------------------------------------------------- */

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *user)
{
    static __typeof__(pthread_create) *next;

    if (hit(THREAD))
        return EAGAIN;
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "pthread_create");
    return next(thread, attributes, body, user);
}
