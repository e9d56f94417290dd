/*
 * Temporary files. A temporary file with a name, .konig.0 say, stays locked while its process
 * writes it. So another process that wants the name sees whether it is in use. If a dead process
 * has left the file, the other process removes it. A table of this process' temporary files serves
 * a signal handler, which cannot use a context. This table and the table of mappings are the only
 * global data of konig.
 */
#include "temporary.h"
#include "nameless.h"
#include "opened.h"
#include <errno.h>
#include <fcntl.h>
#include <konig/output.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The first names are tried in order, so that files of dead processes are found and removed. The
 * others are random, so that nobody can take all of them. */
enum { IN_ORDER = 100, TRIES = 200, ENTRIES = 64 };

/* ---- the table ------------------------------------------------------------------------------- */

enum { ENTRY_FREE, ENTRY_CHANGES, ENTRY_HELD, ENTRY_IN_HANDLER };

static struct entry {
    int state; /* atomic */
    pid_t owner;
    const char *name;
} table[ENTRIES];

static bool entry_moves(struct entry *s, int from, int to)
{
    return __atomic_compare_exchange_n(
        &s->state, &from, to, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* If the table is full, a signal leaves this file behind, and the next process removes it. */
static void enter(kg__temporary *t)
{
    for (int i = 0; i < ENTRIES && t->entry < 0; i++)
        if (entry_moves(&table[i], ENTRY_FREE, ENTRY_CHANGES)) {
            table[i].owner = getpid();
            table[i].name = t->name;
            __atomic_store_n(&table[i].state, ENTRY_HELD, __ATOMIC_RELEASE);
            t->entry = i;
        }
}

static void leave(kg__temporary *t)
{
    if (t->entry >= 0)
        while (!entry_moves(&table[t->entry], ENTRY_HELD, ENTRY_FREE))
            sched_yield(); /* another thread's signal handler reads the name */
    t->entry = -1;
}

void kg_output_remove_temporaries(void)
{
    pid_t self = getpid();
    int error = errno;

    for (int i = 0; i < ENTRIES; i++)
        if (entry_moves(&table[i], ENTRY_HELD, ENTRY_IN_HANDLER)) {
            if (table[i].owner == self) /* a child process has its parent's table */
                unlink(table[i].name);
            __atomic_store_n(&table[i].state, ENTRY_HELD, __ATOMIC_RELEASE);
        }
    errno = error;
}

/* ---- names and locks ------------------------------------------------------------------------- */

/* Locks a file that has that name. Returns 0 or an errno. EEXIST: another process holds the lock,
 * or has removed the file just before it was locked, because it took it for a dead process's file.
 * ESTALE: the file system shows another file under the name. If a file system has no locks, no
 * other process removes files on it. */
static int lock(int fd, const char *name)
{
    struct stat file, named;

    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return EEXIST;
    if (fstat(fd, &file) != 0)
        return errno;
    if (!file.st_nlink)
        return EEXIST;
    if (lstat(name, &named) != 0)
        return errno == ENOENT ? EEXIST : errno;
    return file.st_dev == named.st_dev && file.st_ino == named.st_ino ? 0 : ESTALE;
}

/* Removes the file of that name if a dead process has left it: a living process would hold its
 * lock. */
static bool remove_stale(const char *name)
{
    int fd = kg__open(name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
    struct stat file;
    bool removed;

    if (fd < 0)
        return false;
    removed = fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && file.st_uid == geteuid() &&
              flock(fd, LOCK_EX | LOCK_NB) == 0 && lock(fd, name) == 0 && unlink(name) == 0;
    close(fd);
    return removed;
}

/* The length of the directory at the beginning of path, including the last slash. */
static size_t directory_length(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? (size_t)(slash + 1 - path) : 0;
}

/* Tries temporary names beside path until one is free. make() gives the file that name; a negative
 * result, with errno, means that it failed. */
static int find_name(kg__temporary *t, const char *path, int fd, int (*make)(const char *, int))
{
    size_t directory = directory_length(path);
    struct timespec now;
    int made = -1, error = EEXIST;
    long number = 0;

    memcpy(t->name, path, directory);
    for (int k = 0; k < TRIES && made < 0 && error == EEXIST; k++) {
        snprintf(t->name + directory, sizeof t->name - directory, ".konig.%ld", number);
        made = make(t->name, fd);
        error = errno;
        if (made < 0 && error == EEXIST && !remove_stale(t->name)) {
            clock_gettime(CLOCK_MONOTONIC, &now);
            number = k < IN_ORDER ? number + 1 : now.tv_nsec;
        }
    }
    if (made < 0)
        t->name[0] = '\0';
    else
        enter(t);
    errno = error;
    return made;
}

static int create(const char *name, int fd)
{
    int error;

    fd = kg__open(name, O_WRONLY | O_CREAT | O_EXCL);
    error = fd < 0 ? errno : lock(fd, name);
    if (fd >= 0 && error) {
        if (error != EEXIST)
            unlink(name);
        close(fd);
        fd = -1;
    }
    errno = error;
    return fd;
}

static int open_nameless(kg__temporary *t, const char *path)
{
    size_t directory = directory_length(path);
    int fd;

    memcpy(t->name, path, directory);
    strcpy(t->name + directory, ".");
    fd = kg__nameless_open(t->name);
    if (fd >= 0)
        (void)!flock(fd, LOCK_EX | LOCK_NB); /* before it has a name */
    t->name[0] = '\0';
    return fd;
}

/* ---- the file -------------------------------------------------------------------------------- */

int kg__temporary_open(kg__temporary *t, const char *path, bool named)
{
    int fd;

    t->name[0] = '\0';
    t->entry = -1;
    fd = named ? -1 : open_nameless(t, path);
    return fd >= 0 ? fd : find_name(t, path, -1, create);
}

bool kg__temporary_name(kg__temporary *t, int fd, const char *path)
{
    return t->name[0] || find_name(t, path, fd, kg__nameless_name) >= 0;
}

bool kg__temporary_rename(kg__temporary *t, const char *path)
{
    /* From here on a signal leaves the complete file, under one name or the other. The handler
     * could not know whether the temporary name already belongs to another process. */
    leave(t);
    if (rename(t->name, path) != 0)
        return false;
    t->name[0] = '\0';
    return true;
}

void kg__temporary_remove(kg__temporary *t)
{
    leave(t);
    if (t->name[0])
        unlink(t->name);
    t->name[0] = '\0';
}
