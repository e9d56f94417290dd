/* Inputs. A regular file is read in parts, as they are needed. A packed file, and anything that is
 * not a regular file, is read into memory as a whole. */
#include "input.h"
#include "opened.h"
#include "packed.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIPE_BYTES = 1 << 16 }; /* the first room for the bytes of a pipe */

static kg_status fail_read(const kg__input *input, int error)
{
    return kg__fail(input->ctx, KG_IO, "cannot read '%s': %s", input->shown, strerror(error));
}

/* Reads at offset `at`, or the next bytes of a pipe if `at` is UINT64_MAX. -1, with errno, on
 * failure. */
static ssize_t read_some(const kg__input *input, char *to, uint64_t at, size_t count)
{
    ssize_t done;

    if (kg__fault_hit(input->ctx, KG__FAULT_READ)) {
        errno = EIO;
        return -1;
    }
    do
        done =
            at == UINT64_MAX ? read(input->fd, to, count) : pread(input->fd, to, count, (off_t)at);
    while (done < 0 && errno == EINTR);
    return done;
}

/* Reads the next bytes of a stream. Returns their number, less than count at the end; -1, with
 * errno, on failure. */
static ssize_t read_stream(const kg__input *input, char *to, FILE *file, size_t count)
{
    size_t done = 0;

    if (kg__fault_hit(input->ctx, KG__FAULT_READ)) {
        errno = EIO;
        return -1;
    }
    while (done < count) {
        errno = 0;
        done += fread(to + done, 1, count - done, file);
        if (!ferror(file))
            break;
        if (errno != EINTR)
            return -1;
        clearerr(file);
    }
    return (ssize_t)done;
}

/* Reads a whole stream or, if it is NULL, the descriptor to its end. */
static kg_status read_pipe(kg__input *input, FILE *file)
{
    uint64_t room = 0, wanted = PIPE_BYTES;
    kg_status status = KG_OK;

    for (;;) {
        ssize_t done;
        char *to;

        KG_TRY(kg__host_grow(input->ctx, &input->owned, &room, wanted, 1, "input from a pipe"));
        to = input->owned + input->size;
        done = file ? read_stream(input, to, file, (size_t)(room - input->size))
                    : read_some(input, to, UINT64_MAX, room - input->size);
        if (done < 0)
            return fail_read(input, errno);
        if (done == 0)
            break;
        input->size += (uint64_t)done;
        wanted = input->size + 1;
    }
    KG_TRY(kg__host_resize(input->ctx, &input->owned, input->size, 1, "input from a pipe"));
    input->bytes = input->owned;
out:
    return status;
}

/* Returns standard input, or -1 with errno if it is closed. A descriptor that was opened with
 * O_PATH, and cannot be read, may have taken the place of a closed one. */
static int open_standard(void)
{
    int flags = fcntl(STDIN_FILENO, F_GETFL);

    if (flags >= 0 && !(flags & O_PATH))
        return STDIN_FILENO;
    errno = EBADF;
    return -1;
}

/* If the input is packed, replaces it by its unpacked content. */
static kg_status unpack(kg__input *input)
{
    char head[4], *packed = NULL, *text = NULL;
    size_t count = input->size < sizeof head ? (size_t)input->size : sizeof head;
    const kg__packing *packing;
    uint64_t size;
    kg_status status = KG_OK;

    if (count)
        KG_TRY(kg__input_read(input, head, 0, count));
    packing = kg__packing_by_magic(head, count);
    if (!packing)
        goto out;
    if (!input->bytes && !packing->missing) {
        KG_TRY(kg__host_allocate(input->ctx, &packed, input->size, 1, "packed input"));
        KG_TRY(kg__input_read(input, packed, 0, (size_t)input->size));
    }
    KG_TRY(kg__unpack(input->ctx, &text, &size, packing, input->shown,
        packed ? packed : input->bytes, input->size));
    kg__free(input->ctx, input->owned);
    input->bytes = input->owned = text;
    input->size = size;
out:
    kg__free(input->ctx, packed);
    return status;
}

kg_status kg__input_open(kg__input *input, kg_context *ctx, const char *path, const char *shown)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat file;
    kg_status status = KG_OK;

    *input = (kg__input){.ctx = ctx, .fd = -1};
    input->shown = shown ? shown : standard ? "standard input" : path;
    input->standard = standard;
    input->fd = standard ? open_standard() : kg__open(path, O_RDONLY);
    if (input->fd < 0 || fstat(input->fd, &file) != 0) {
        status =
            kg__fail(ctx, KG_CANNOT_OPEN, "cannot open '%s': %s", input->shown, strerror(errno));
    } else if (S_ISDIR(file.st_mode)) {
        status = kg__fail(ctx, KG_CANNOT_OPEN, "cannot open '%s': it is a directory", input->shown);
    } else if (S_ISREG(file.st_mode) && lseek(input->fd, 0, SEEK_CUR) == 0 && file.st_size > 0) {
        input->size = (uint64_t)file.st_size;
    } else { /* a pipe, a partly read file, or a file of /proc, whose size reads 0 */
        status = read_pipe(input, NULL);
    }
    if (status == KG_OK)
        status = unpack(input);
    if (status != KG_OK)
        kg__input_close(input);
    return status;
}

void kg__input_close(kg__input *input)
{
    if (input->fd >= 0 && !input->standard)
        close(input->fd);
    input->fd = -1;
    kg__free(input->ctx, input->owned);
    input->owned = NULL;
}

const char *kg__source_name(const kg__source *source, const char *shown)
{
    return shown                               ? shown
           : source->kind == KG__SOURCE_MEMORY ? "memory"
           : source->kind == KG__SOURCE_FILE   ? "stream"
                                               : source->path;
}

static kg_status open_memory(kg__input *input, const void *bytes, size_t size)
{
    if (size)
        KG_NEED(input->ctx, bytes);
    input->bytes = size ? bytes : "";
    input->size = size;
    return unpack(input);
}

static kg_status open_stream(kg__input *input, FILE *file)
{
    kg_status status;

    KG_NEED(input->ctx, file);
    if (ferror(file))
        return kg__fail(input->ctx, KG_IO,
            "cannot read '%s': it has failed before (clearerr() says that it may go on)",
            input->shown);
    KG_TRY(read_pipe(input, file));
    KG_TRY(unpack(input));
out:
    return status;
}

static kg_status open_path(kg__input *input, const char *path, const char *shown)
{
    KG_NEED(input->ctx, path);
    return kg__input_open(input, input->ctx, path, shown);
}

kg_status kg__input_read_from(kg_context *ctx, const kg__source *source, const char *shown,
    kg__reader *read_input, void *result, const void *options)
{
    kg__input input = {.ctx = ctx, .fd = -1, .shown = kg__source_name(source, shown)};
    kg_status status;

    if (source->kind == KG__SOURCE_MEMORY)
        status = open_memory(&input, source->bytes, source->size);
    else if (source->kind == KG__SOURCE_FILE)
        status = open_stream(&input, source->file);
    else
        status = open_path(&input, source->path, shown);
    if (status == KG_OK)
        status = read_input(result, &input, options);
    kg__input_close(&input);
    return status;
}

kg_status kg__input_read(const kg__input *input, void *to, uint64_t at, size_t count)
{
    char *next = to;

    at += input->skipped;
    if (kg__cancelled(input->ctx) != KG_OK)
        return KG_CANCELLED;
    if (input->bytes) {
        if (kg__fault_hit(input->ctx, KG__FAULT_READ))
            return fail_read(input, EIO);
        memcpy(to, input->bytes + at, count);
        return KG_OK;
    }
    while (count) {
        ssize_t done = read_some(input, next, at, count);

        if (done < 0)
            return fail_read(input, errno);
        if (done == 0)
            return kg__fail(
                input->ctx, KG_IO, "cannot read '%s': it became shorter meanwhile", input->shown);
        next += done;
        at += (uint64_t)done;
        count -= (size_t)done;
    }
    return KG_OK;
}

kg_status kg__input_skip(kg__input *rest, const kg__input *input, uint64_t lines)
{
    uint64_t at = 0, seen = 0;
    char piece[4096];
    kg_status status = KG_OK;

    while (seen < lines && at < input->size) {
        const uint64_t left = input->size - at;
        const size_t count = left < sizeof piece ? (size_t)left : sizeof piece;
        const char *p = piece, *newline;

        KG_TRY(kg__input_read(input, piece, at, count));
        while (seen < lines && (newline = memchr(p, '\n', (size_t)(piece + count - p)))) {
            p = newline + 1;
            seen++;
        }
        at += seen < lines ? count : (size_t)(p - piece);
    }
    if (seen < lines)
        KG_TRY(kg__fail(input->ctx, KG_FORMAT, "%s: it ends before line %llu, and %llu are skipped",
            input->shown, (unsigned long long)seen + 1, (unsigned long long)lines));
    *rest = *input;
    rest->skipped += at;
    rest->skipped_lines += lines;
    rest->size -= at;
out:
    return status;
}
