/*
 * Output files. A regular file grows without a name in the directory of its final one, gets a
 * temporary name when it is complete, and is renamed: neither a failure nor an interrupt leaves
 * half of it. Where the file system has no files without names it has the temporary name from the
 * start. Devices, pipes and standard output cannot be renamed and are written directly.
 */
#include "output.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 16, TEMPORARY_NAME = 40, TEMPORARY_TRIES = 1000 };

struct kg_output {
    kg_context *ctx;
    char *path;      /* the final name, links followed */
    char *temporary; /* the name it has so far; "" if it has its own, or none */
    bool nameless;
    int fd;
    int failed; /* errno of the first write that failed, or 0 */
    size_t used;
    char buffer[BUFFER_BYTES];
};

static kg_status fail_create(kg_output *o, int error)
{
    return kg__fail(o->ctx, KG_CANNOT_CREATE, "cannot create '%s': %s", o->path, strerror(error));
}

static kg_status fail_write(kg_output *o)
{
    return kg__fail(o->ctx, KG_IO, "cannot write '%s': %s",
        strcmp(o->path, "-") == 0 ? "standard output" : o->path, strerror(o->failed));
}

/* Tries temporary names beside o->path until one is free. make(): gives the file that name; its
 * result is negative with errno set where that fails. */
static int name_temporary(kg_output *o, int (*make)(const kg_output *o))
{
    const char *slash = strrchr(o->path, '/');
    size_t directory = slash ? (size_t)(slash + 1 - o->path) : 0;
    int made = -1, error = 0;

    memcpy(o->temporary, o->path, directory);
    for (int k = 0; k < TEMPORARY_TRIES && made < 0 && (k == 0 || error == EEXIST); k++) {
        snprintf(o->temporary + directory, TEMPORARY_NAME, ".konig.%ld.%d", (long)getpid(), k);
        made = make(o);
        error = errno;
    }
    if (made < 0)
        o->temporary[0] = '\0';
    errno = error;
    return made;
}

static int create_temporary(const kg_output *o)
{
    return open(o->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static int link_temporary(const kg_output *o)
{
    char name[32];

    snprintf(name, sizeof name, "/proc/self/fd/%d", o->fd);
    return linkat(AT_FDCWD, name, AT_FDCWD, o->temporary, AT_SYMLINK_FOLLOW);
}

/* Opens a file without a name in the directory of o->path; o->temporary has room for that. */
static int open_nameless(kg_output *o)
{
    const char *slash = strrchr(o->path, '/');
    size_t directory = slash ? (size_t)(slash + 1 - o->path) : 0;
    int fd;

    if (access("/proc/self/fd", X_OK) != 0) /* from where it will get its name */
        return -1;
    memcpy(o->temporary, o->path, directory);
    strcpy(o->temporary + directory, ".");
    fd = open(o->temporary, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    o->temporary[0] = '\0';
    return fd;
}

static kg_status open_new(kg_output *o)
{
    o->fd = open_nameless(o);
    o->nameless = o->fd >= 0;
    if (!o->nameless)
        o->fd = name_temporary(o, create_temporary);
    return o->fd >= 0 ? KG_OK : fail_create(o, errno);
}

/* old: what has that name now, or NULL. */
static kg_status open_file(kg_output *o, const struct stat *old)
{
    if (old && S_ISDIR(old->st_mode))
        return fail_create(o, EISDIR);
    if (old && !S_ISREG(old->st_mode)) {
        o->fd = open(o->path, O_WRONLY | O_CLOEXEC);
        return o->fd >= 0 ? KG_OK : fail_create(o, errno);
    }
    if (old && access(o->path, W_OK) != 0)
        return fail_create(o, errno);
    if (open_new(o) != KG_OK)
        return KG_CANNOT_CREATE;
    if (old)
        (void)!fchmod(o->fd, old->st_mode & 0777); /* where that is refused, the default stands */
    return KG_OK;
}

kg_status kg__output_open(kg_output **output, kg_context *ctx, const char *path)
{
    struct stat old;
    bool exists = stat(path, &old) == 0 && strcmp(path, "-") != 0;
    /* Through links: the link stays, its target is replaced. */
    char *target = exists && S_ISREG(old.st_mode) ? realpath(path, NULL) : NULL;
    const char *final = target ? target : path;
    size_t length = strlen(final) + 1;
    kg_output *o = NULL;
    kg_status status;

    *output = NULL;
    KG_TRY(kg__host_allocate(ctx, &o, sizeof *o + 2 * length + TEMPORARY_NAME, 1, "output buffer"));
    *o = (kg_output){.ctx = ctx, .fd = -1};
    o->path = (char *)(o + 1);
    o->temporary = o->path + length;
    memcpy(o->path, final, length);
    o->temporary[0] = '\0';
    if (strcmp(path, "-") == 0)
        o->fd = STDOUT_FILENO;
    else
        KG_TRY(open_file(o, exists ? &old : NULL));
    *output = o;
out:
    free(target);
    if (status != KG_OK)
        kg_output_destroy(o);
    return status;
}

static kg_status write_through(kg_output *o, const char *bytes, size_t count)
{
    while (count && !o->failed) {
        bool injected = kg__fault_hit(o->ctx, KG__FAULT_WRITE);
        ssize_t done = injected ? -1 : write(o->fd, bytes, count);

        if (done >= 0) {
            bytes += done;
            count -= (size_t)done;
        } else if (injected || errno != EINTR) {
            o->failed = injected ? EIO : errno;
        }
    }
    return o->failed ? fail_write(o) : KG_OK;
}

static kg_status flush(kg_output *o)
{
    size_t count = o->used;

    o->used = 0;
    return write_through(o, o->buffer, count);
}

kg_status kg__output_write(kg_output *o, const void *bytes, size_t count)
{
    kg_status status = KG_OK;

    if (o->failed || count > BUFFER_BYTES - o->used)
        KG_TRY(flush(o));
    if (count >= BUFFER_BYTES)
        return write_through(o, bytes, count);
    if (count)
        memcpy(o->buffer + o->used, bytes, count);
    o->used += count;
out:
    return status;
}

kg_status kg__output_close(kg_output *o)
{
    kg_status status;

    KG_TRY(flush(o));
    if (o->nameless && name_temporary(o, link_temporary) < 0)
        return fail_create(o, errno);
    if (o->fd != STDOUT_FILENO) {
        int closed = close(o->fd);

        o->fd = -1;
        if (closed != 0) { /* some file systems report a full disk only now */
            o->failed = errno;
            return fail_write(o);
        }
    }
    if (o->temporary[0]) {
        if (rename(o->temporary, o->path) != 0)
            return fail_create(o, errno);
        o->temporary[0] = '\0';
    }
out:
    return status;
}

void kg_output_destroy(kg_output *o)
{
    if (!o)
        return;
    if (o->fd >= 0 && o->fd != STDOUT_FILENO)
        close(o->fd);
    if (o->temporary[0])
        unlink(o->temporary);
    kg__free(o->ctx, o);
}

kg_status kg_output_open(kg_output **output, kg_context *context, const char *path)
{
    kg__begin(context);
    return kg__output_open(output, context, path);
}

kg_status kg_output_write(kg_output *output, const void *bytes, size_t count)
{
    kg__begin(output->ctx);
    return kg__output_write(output, bytes, count);
}

kg_status kg_output_close(kg_output *output)
{
    kg__begin(output->ctx);
    return kg__output_close(output);
}
