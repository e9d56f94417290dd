/*
 * Output files. A regular file is written without a name, or under a temporary name in the
 * directory of its final name, and is renamed when it is complete. So neither a failure nor an
 * interrupt leaves half a file. Devices, pipes and names of descriptors cannot be renamed; they are
 * written directly. A file that may be written, but not replaced, is overwritten in place. It is
 * truncated when the first byte is written, not before, and a warning says so.
 */
#include "output.h"
#include "../base/context.h"
#include "destination.h"
#include "mapping.h"
#include "opened.h"
#include "packed.h"
#include "temporary.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { BUFFER_BYTES = 1 << 16, SLICE_BYTES = 1 << 18 };

enum { NFS_MAGIC = 0x6969 }; /* NFS_SUPER_MAGIC of <linux/magic.h>, which may be missing */

/* A list of blocks with the bytes that are kept. */
typedef struct slice {
    struct slice *next;
    size_t passed, used, room;
    char bytes[];
} slice;

struct kg_output {
    kg_context *ctx;
    const char *shown; /* the name in messages; stored after the struct */
    bool standard;     /* standard output, which is not closed */
    bool direct;       /* there is nothing to rename */
    bool over;         /* an old file is overwritten, not renamed */
    bool begun;        /* the old file was truncated */
    int fd;
    bool held;          /* closed, waits for its final name */
    kg_output *next;    /* next in ctx->held */
    int failed;         /* errno of the first failure, or 0; ENOMEM: KG_MEMORY */
    kg__packer *packer; /* or NULL: not packed */
    size_t used;
    bool shared; /* the bytes are kept until the output is closed */
    bool whole;  /* never overwritten in place, nor held */
    bool placed; /* parts of the file can be written at their places */
    kg_status (*finish)(kg_output *output);
    slice *first, *last; /* the slices that are kept */
    uint64_t kept;       /* bytes in them */
    uint64_t at;         /* bytes that all ranks have written so far */
    kg__temporary temporary;
    char path[PATH_MAX]; /* the final name, links followed */
    char buffer[BUFFER_BYTES];
};

static kg_status fail_create(kg_output *o, int error)
{
    return kg__fail(o->ctx, KG_CANNOT_CREATE, "cannot create '%s': %s", o->shown, strerror(error));
}

static kg_status fail_write(kg_output *o)
{
    return kg__fail(o->ctx, o->failed == ENOMEM ? KG_MEMORY : KG_IO, "cannot write '%s': %s",
        o->shown, strerror(o->failed));
}

/* Why no new file can take the name of an existing file, although its directory may allow new
 * files: an errno; 0: one can, as far as can be seen beforehand. */
static int cannot_replace(const char *path, const struct stat *old)
{
    char directory[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash + 1 - path) : 0;
    struct stat above;

    memcpy(directory, path, length);
    strcpy(directory + length, ".");
    if (kg__is_mounted(path, directory))
        return EBUSY;
    if (stat(directory, &above) != 0 || !(above.st_mode & S_ISVTX) || !geteuid())
        return 0;
    return geteuid() == above.st_uid || geteuid() == old->st_uid ? 0 : EPERM;
}

/* Opens a file that is overwritten in place. error: why no new file can take its place. */
static kg_status open_over(kg_output *o, const struct stat *old, int error)
{
    if (o->whole)
        return fail_create(o, error);
    if (kg__mapping_has(old->st_dev, old->st_ino))
        return kg__fail(o->ctx, KG_CANNOT_CREATE,
            "cannot create '%s': no new file can take its place (%s), and it cannot be written "
            "over while it is read: write to another file",
            o->shown, strerror(error));
    o->fd = kg__open(o->path, O_WRONLY | O_CREAT);
    o->over = o->fd >= 0;
    return o->over ? KG_OK : fail_create(o, errno);
}

/* Makes the file that is renamed at the end. old: the file that it replaces, or NULL. */
static kg_status open_temporary(kg_output *o, const struct stat *old)
{
    int error;

    if (old && access(o->path, W_OK) != 0)
        return fail_create(o, errno);
    error = old ? cannot_replace(o->path, old) : 0;
    if (error)
        return open_over(o, old, error);
    o->fd = kg__temporary_open(&o->temporary, o->path, o->shared);
    if (o->fd < 0 && old && (errno == EACCES || errno == EPERM || errno == EROFS))
        return open_over(o, old, errno);
    if (o->fd < 0)
        return fail_create(o, errno);
    if (old)
        (void)!fchmod(o->fd, old->st_mode & 0777); /* if refused, the default mode remains */
    return KG_OK;
}

static kg_status open_named(kg_output *o)
{
    struct stat old;
    int error = kg__destination_find(o->shown, o->path, &o->fd);
    bool exists;

    if (error)
        return fail_create(o, error);
    o->direct = o->fd >= 0;
    if (o->direct)
        return KG_OK;
    exists = stat(o->path, &old) == 0;
    if (!exists && errno != ENOENT)
        return fail_create(o, errno);
    if (exists && S_ISDIR(old.st_mode))
        return fail_create(o, EISDIR);
    if (!exists || S_ISREG(old.st_mode))
        return open_temporary(o, exists ? &old : NULL);
    o->direct = true;
    o->fd = kg__open(o->path, O_WRONLY | O_NOCTTY | O_CREAT);
    return o->fd >= 0 ? KG_OK : fail_create(o, errno);
}

/* Truncates the old file, at the last moment. */
static void begin_over(kg_output *o)
{
    while (o->over && !o->begun && !o->failed && ftruncate(o->fd, 0) != 0)
        o->failed = errno == EINTR ? 0 : errno;
    o->begun = true;
}

static kg_status write_through(kg_output *o, const char *bytes, size_t count)
{
    begin_over(o);
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

/* Keeps bytes of a shared output. */
static kg_status keep(kg_output *o, const char *bytes, size_t count)
{
    kg_status status = KG_OK;

    if (o->failed)
        return fail_write(o);
    while (count) {
        slice *s = o->last;
        size_t some;

        if (!s || s->used == s->room) {
            KG_TRY(kg__host_allocate(o->ctx, &s, sizeof *s + SLICE_BYTES, 1, "output"));
            *s = (slice){.room = SLICE_BYTES};
            *(o->last ? &o->last->next : &o->first) = s;
            o->last = s;
        }
        some = s->room - s->used < count ? s->room - s->used : count;
        memcpy(s->bytes + s->used, bytes, some);
        s->used += some;
        o->kept += some;
        bytes += some;
        count -= some;
    }
out:
    if (status != KG_OK)
        o->failed = ENOMEM;
    return status;
}

static void drop_slice(kg_output *o)
{
    slice *s = o->first;

    o->first = s->next;
    o->last = o->first ? o->last : NULL;
    o->kept -= s->used - s->passed;
    kg__free(o->ctx, s);
}

static kg_status flush(kg_output *o)
{
    size_t count = o->used;

    o->used = 0;
    return write_through(o, o->buffer, count);
}

static kg_status write_buffered(void *output, const char *bytes, size_t count)
{
    kg_output *o = output;
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

kg_status kg__output_through(kg_output *o, const void *bytes, size_t count)
{
    return o->packer ? kg__packer_write(o->packer, bytes, count) : write_buffered(o, bytes, count);
}

kg_status kg__output_write(kg_output *o, const void *bytes, size_t count)
{
    return o->shared ? keep(o, bytes, count) : kg__output_through(o, bytes, count);
}

/* Opens the file that another rank has made. A file that a dead process has left there, or that
 * another program is writing, is another file. */
static kg_status open_place(kg_output *o, const kg__shared_file *place)
{
    struct stat file;

    o->fd = kg__open(place->name, O_WRONLY | O_NOFOLLOW);
    if (o->fd < 0)
        return fail_create(o, errno);
    if (fstat(o->fd, &file) != 0 || (uint64_t)file.st_ino != place->file || file.st_size != 0)
        return kg__fail(o->ctx, KG_CANNOT_CREATE,
            "cannot create '%s': rank 0 has made %s, and another file has this name here: all "
            "ranks are to reach one disk, and to work in one directory",
            o->shown, place->name);
    return KG_OK;
}

/* A client of NFS writes whole pages, with zeros over the bytes that others have written there. */
static bool is_written_by_pages(int fd)
{
    struct statfs system;

    return fstatfs(fd, &system) == 0 && system.f_type == NFS_MAGIC;
}

enum kind { PLAIN, SHARED, WHOLE };

/* place: as in kg__output_open_shared(). */
static kg_status open_output(kg_output **output, kg_context *ctx, const char *path, enum kind kind,
    const kg__shared_file *place, kg_status (*finish)(kg_output *output))
{
    const bool shared = kind == SHARED;
    bool standard = strcmp(path, "-") == 0;
    const char *shown = standard ? "standard output" : path;
    size_t length = strlen(shown) + 1;
    const kg__packing *packing = standard || place ? NULL : kg__packing_by_name(path);
    kg_output *o = NULL;
    kg_status status;

    *output = NULL;
    KG_TRY(kg__host_allocate(ctx, &o, sizeof *o + length, 1, "output buffer"));
    o->ctx = ctx;
    o->shown = memcpy(o + 1, shown, length);
    o->standard = standard && !place;
    o->direct = standard || place;
    o->fd = o->standard ? STDOUT_FILENO : -1;
    o->failed = 0;
    o->packer = NULL;
    o->used = 0;
    o->held = o->over = o->begun = false;
    o->next = NULL;
    o->shared = shared;
    o->whole = kind == WHOLE;
    o->placed = false;
    o->finish = finish;
    o->first = o->last = NULL;
    o->kept = o->at = 0;
    o->temporary.name[0] = '\0';
    o->temporary.entry = -1;
    if (packing)
        KG_TRY(kg__packer_create(&o->packer, ctx, packing, write_buffered, o));
    if (place && *place->name)
        KG_TRY(open_place(o, place));
    else if (!standard && !place)
        KG_TRY(open_named(o));
    if (shared && (place || *o->temporary.name) && !packing)
        o->placed = o->fd >= 0 && !is_written_by_pages(o->fd);
    *output = o;
out:
    if (status != KG_OK)
        kg_output_destroy(o);
    return status;
}

kg_status kg__output_open(kg_output **output, kg_context *ctx, const char *path)
{
    return open_output(output, ctx, path, PLAIN, NULL, NULL);
}

kg_status kg__output_open_whole(kg_output **output, kg_context *ctx, const char *path)
{
    return open_output(output, ctx, path, WHOLE, NULL, NULL);
}

kg_status kg__output_open_shared(kg_output **output, kg_context *ctx, const char *path,
    const kg__shared_file *place, kg_status (*finish)(kg_output *output))
{
    return open_output(output, ctx, path, SHARED, place, finish);
}

kg_context *kg__output_context(const kg_output *o)
{
    return o->ctx;
}

void kg__output_place(const kg_output *o, kg__shared_file *place)
{
    struct stat file;

    *place = (kg__shared_file){0};
    if (!o->placed || fstat(o->fd, &file) != 0)
        return;
    place->file = (uint64_t)file.st_ino;
    strcpy(place->name, o->temporary.name);
}

bool kg__output_is_placed(const kg_output *o)
{
    return o->placed;
}

uint64_t kg__output_kept(const kg_output *o)
{
    return o->kept;
}

uint64_t *kg__output_at(kg_output *o)
{
    return &o->at;
}

kg_status kg__output_put(kg_output *o, uint64_t at)
{
    while (o->first && !o->failed) {
        slice *s = o->first;
        bool injected = kg__fault_hit(o->ctx, KG__FAULT_WRITE);
        ssize_t done =
            injected ? -1 : pwrite(o->fd, s->bytes + s->passed, s->used - s->passed, (off_t)at);

        if (done >= 0) {
            at += (uint64_t)done;
            s->passed += (size_t)done;
            o->kept -= (uint64_t)done;
            if (s->passed == s->used)
                drop_slice(o);
        } else if (injected || errno != EINTR) {
            o->failed = injected ? EIO : errno;
        }
    }
    return o->failed ? fail_write(o) : KG_OK;
}

kg_status kg__output_pass(kg_output *o, void *to, size_t room, size_t *count)
{
    kg_status status = KG_OK;

    *count = 0;
    while (o->first && *count < room) {
        slice *s = o->first;
        const size_t left = s->used - s->passed;
        const size_t some = left < room - *count ? left : room - *count;

        if (to)
            memcpy((char *)to + *count, s->bytes + s->passed, some);
        else
            KG_TRY(kg__output_through(o, s->bytes + s->passed, some));
        s->passed += some;
        o->kept -= some;
        *count += some;
        if (s->passed == s->used)
            drop_slice(o);
    }
out:
    return status;
}

/* Some file systems report a full disk only when a file is closed. A copy of the descriptor is
 * closed here, because o->fd holds the lock on the temporary name until the file has its final
 * name. */
static kg_status close_copy(kg_output *o)
{
    const bool injected = kg__fault_hit(o->ctx, KG__FAULT_WRITE);
    int copy = fcntl(o->fd, F_DUPFD_CLOEXEC, 0);

    if (copy < 0 || close(copy) != 0)
        o->failed = errno;
    else if (injected)
        o->failed = EIO;
    return o->failed ? fail_write(o) : KG_OK;
}

/* Does everything that may fail before the file gets its final name. */
static kg_status prepare_name(kg_output *o)
{
    struct stat old;
    int error = 0;

    if (o->over)
        return KG_OK;
    if (lstat(o->path, &old) == 0)
        error = S_ISDIR(old.st_mode) ? EISDIR : cannot_replace(o->path, &old);
    if (!error && !kg__temporary_name(&o->temporary, o->fd, o->path))
        error = errno;
    return error ? fail_create(o, error) : KG_OK;
}

static kg_status give_name(kg_output *o)
{
    if (o->over) {
        kg__warn(o->ctx,
            "'%s' was written over as it stood, for no new file can take its place there: a "
            "failure would have left a part of it",
            o->shown);
        return KG_OK;
    }
    return kg__temporary_rename(&o->temporary, o->path) ? KG_OK : fail_create(o, errno);
}

kg_status kg__output_close(kg_output *o)
{
    return o->finish ? o->finish(o) : kg__output_complete(o);
}

kg_status kg__output_complete(kg_output *o)
{
    kg_output **last = &o->ctx->held;
    kg_status status;

    if (o->packer)
        KG_TRY(kg__packer_finish(o->packer));
    KG_TRY(flush(o)); /* also truncates an old file if there is nothing to write */
    if (!o->standard && o->fd >= 0)
        KG_TRY(close_copy(o));
    if (o->direct)
        goto out;
    if (o->whole && fsync(o->fd) != 0) {
        o->failed = errno;
        return fail_write(o);
    }
    if (o->whole || !o->ctx->holds_outputs) {
        KG_TRY(prepare_name(o));
        return give_name(o);
    }
    while (*last)
        last = &(*last)->next;
    *last = o;
    o->held = true;
out:
    return status;
}

void kg_output_destroy(kg_output *o)
{
    if (!o || o->held)
        return;
    while (o->first)
        drop_slice(o);
    if (!o->direct)
        kg__temporary_remove(&o->temporary);
    if (o->fd >= 0 && !o->standard)
        close(o->fd);
    kg__packer_destroy(o->packer);
    kg__free(o->ctx, o);
}

static void discard(kg_context *ctx)
{
    while (ctx->held) {
        kg_output *o = ctx->held;

        ctx->held = o->next;
        o->held = false;
        kg_output_destroy(o);
    }
}

void kg_output_hold(kg_context *context)
{
    if (!context)
        return;
    context->holds_outputs = true;
    context->let_go = discard;
}

kg_status kg_output_release(kg_context *context)
{
    kg_status status = KG_OK;

    KG_NEED(NULL, context);
    kg__begin(context);
    context->holds_outputs = false;
    for (kg_output *o = context->held; o && status == KG_OK; o = o->next)
        status = prepare_name(o);
    for (kg_output *o = context->held; o && status == KG_OK; o = o->next)
        status = give_name(o);
    discard(context);
    return status;
}

kg_status kg_output_open(kg_output **output, kg_context *context, const char *path)
{
    KG_NEED_RESULT(context, output, context);
    KG_NEED(context, path);
    kg__begin(context);
    return kg__output_open(output, context, path);
}

kg_status kg_output_write(kg_output *output, const void *bytes, size_t count)
{
    KG_NEED(NULL, output);
    if (count)
        KG_NEED(output->ctx, bytes);
    kg__begin(output->ctx);
    return kg__output_write(output, bytes, count);
}

/* Drops the bytes after the first `size`, and writes `head` over the first ones. */
static bool cut(int fd, uint64_t size, const char *head, size_t count)
{
    struct stat file;

    if (fstat(fd, &file) != 0)
        return false;
    if ((uint64_t)file.st_size < size) {
        errno = EIO;
        return false;
    }
    for (size_t at = 0; at < count;) {
        const ssize_t done = pwrite(fd, head + at, count - at, (off_t)at);

        if (done > 0)
            at += (size_t)done;
        else if (done == 0 || errno != EINTR)
            return false;
    }
    while (ftruncate(fd, (off_t)size) != 0)
        if (errno != EINTR)
            return false;
    return lseek(fd, (off_t)size, SEEK_SET) >= 0;
}

kg_status kg_output_keep(kg_output *output, uint64_t size, const void *head, size_t count)
{
    kg_output *o = output;
    kg_status status = KG_OK;

    KG_NEED(NULL, output);
    if (count)
        KG_NEED(o->ctx, head);
    kg__begin(o->ctx);
    if (count > size)
        return kg__fail(o->ctx, KG_ARGUMENT, "%llu bytes cannot begin with %llu",
            (unsigned long long)size, (unsigned long long)count);
    if (o->direct || o->packer || o->shared)
        return kg__fail(o->ctx, KG_UNSUPPORTED,
            "cannot shorten '%s': it is no regular file, or packed", o->shown);
    if (!o->failed)
        KG_TRY(flush(o));
    o->used = 0;
    o->failed = 0;
    if (kg__fault_hit(o->ctx, KG__FAULT_WRITE))
        o->failed = EIO;
    else if (!cut(o->fd, size, head, count))
        o->failed = errno;
    status = o->failed ? fail_write(o) : KG_OK;
out:
    return status;
}

kg_status kg_output_close(kg_output *output)
{
    KG_NEED(NULL, output);
    kg__begin(output->ctx);
    return kg__output_close(output);
}
