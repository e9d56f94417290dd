/*
 * Pictures by Graphviz.
 *
 * In:  DOT. Out: SVG, PNG or PDF.
 * Method: the program konig-graphviz reads the text from its standard input, lays out the graph and
 *     answers with the picture. The picture is used only if it is complete and the program has
 *     ended successfully. A process of its own is the only way to stop a layout, and its leaks,
 *     crashes and exits do not reach konig.
 * Work: Graphviz'. Memory: the text and the picture, and in that process Graphviz'.
 */
#include "../../base/system/installed.h"
#include "dot.h"
#include <errno.h>
#include <installed_paths.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* The bytes before the picture: its kind and its size. */
enum { HEAD_BYTES = 1 + sizeof(uint64_t) };

enum { RECEIVE_BYTES = 1 << 16, PATH_BYTES = 4096, PROGRESS_MS = 200 };

/* The exit statuses of konig-graphviz. */
enum { NO_GRAPHVIZ = 69, OUT_OF_MEMORY = 71, FAILED_IO = 74, NOT_LOADED = 127 };

/* The program while it draws. */
typedef struct drawing {
    kg_context *ctx;
    pid_t child;
    int fd;          /* a socket, its standard input and output; or -1 */
    double deadline; /* by kg__now(); 0: none */
    char *answer;    /* [used] bytes, with room for `room` */
    uint64_t used, room;
    bool late;
} drawing;

/* ---- where the program is -------------------------------------------------------------------- */

static bool find_program(char path[PATH_BYTES])
{
    static const kg__installed program = {
        "konig-graphviz", KG__LIBEXECDIR, KG__LIBEXEC_FROM_LIB, KG__LIBEXEC_FROM_BIN};
    const char *said = secure_getenv("KONIG_GRAPHVIZ");

    if (!said)
        return kg__installed_find(path, PATH_BYTES, &program);
    snprintf(path, PATH_BYTES, "%s", said);
    return access(path, X_OK) == 0;
}

static kg_status fail_missing(kg_context *ctx)
{
    return kg__fail(ctx, KG_MISSING,
        "a picture needs Graphviz and konig's program konig-graphviz, which is not there: install "
        "libgraphviz-dev (Debian's name) and build konig with -Dgraphviz=enabled, or name the "
        "program in KONIG_GRAPHVIZ; DOT can be written without");
}

kg_status kg__dot_available(kg_context *ctx)
{
    char path[PATH_BYTES];

    return find_program(path) ? KG_OK : fail_missing(ctx);
}

/* ---- the program ----------------------------------------------------------------------------- */

/* The program inherits the environment, and the descriptors that are not close-on-exec. It inherits
 * no blocked signal. */
static int spawn(pid_t *child, int fd, const char *path, char *const argument[])
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int error = posix_spawn_file_actions_init(&files);

    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error)
        goto out;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    error = posix_spawn_file_actions_adddup2(&files, fd, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&files, fd, STDOUT_FILENO);
    if (!error)
        error = posix_spawnattr_setsigmask(&attributes, &none);
    if (!error)
        error = posix_spawnattr_setsigdefault(&attributes, &all);
    if (!error)
        error =
            posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (!error)
        error = posix_spawn(child, path, &files, &attributes, argument, environ);
    posix_spawnattr_destroy(&attributes);
out:
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static kg_status start(drawing *d, const char *engine, const char *format, unsigned seconds)
{
    char path[PATH_BYTES], own_engine[16], own_format[16], limit[16];
    char *const argument[] = {path, own_engine, own_format, limit, NULL};
    int ends[2], error;

    if (!find_program(path))
        return fail_missing(d->ctx);
    snprintf(own_engine, sizeof own_engine, "%s", engine);
    snprintf(own_format, sizeof own_format, "%s", format);
    snprintf(limit, sizeof limit, "%u", seconds ? seconds + 1 : 0);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return kg__fail(d->ctx, KG_MEMORY, "no socket for Graphviz: %s", strerror(errno));
    error = spawn(&d->child, ends[1], path, argument);
    close(ends[1]);
    d->fd = ends[0];
    d->deadline = seconds ? kg__now() + seconds : 0;
    if (error)
        return kg__fail(d->ctx, error == ENOMEM || error == EAGAIN ? KG_MEMORY : KG_MISSING,
            "cannot start %s: %s", path, strerror(error));
    return KG_OK;
}

/* Waits until the socket is ready. KG_LIMIT: the time is over. */
static kg_status wait_for(drawing *d, short event)
{
    struct pollfd ready = {d->fd, event, 0};

    for (;;) {
        int count = poll(&ready, 1, PROGRESS_MS);

        if (count > 0)
            return KG_OK;
        if (count < 0 && errno != EINTR)
            return kg__fail(d->ctx, KG_IO, "cannot wait for Graphviz: %s", strerror(errno));
        if (kg__progress(d->ctx, "drawing", 0, 0) != KG_OK)
            return KG_CANCELLED;
        d->late = d->deadline > 0 && kg__now() > d->deadline;
        if (d->late)
            return KG_LIMIT;
    }
}

/* Sends the text. If the program stops reading, the rest is dropped: its exit status tells why it
 * stopped. */
static kg_status send_text(drawing *d, const char *text, size_t bytes)
{
    kg_status status = KG_OK;

    while (bytes) {
        ssize_t done;

        KG_TRY(wait_for(d, POLLOUT));
        done = send(d->fd, text, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (done < 0 && errno != EINTR && errno != EAGAIN)
            break;
        if (done > 0) {
            text += done;
            bytes -= (size_t)done;
        }
    }
    shutdown(d->fd, SHUT_WR);
out:
    return status;
}

static kg_status receive_answer(drawing *d)
{
    kg_status status;

    for (;;) {
        ssize_t done;

        KG_TRY(
            kg__host_grow(d->ctx, &d->answer, &d->room, d->used + RECEIVE_BYTES, 1, "a picture"));
        KG_TRY(wait_for(d, POLLIN));
        done = recv(d->fd, d->answer + d->used, d->room - d->used, MSG_DONTWAIT);
        if (done < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (kg__fault_hit(d->ctx, KG__FAULT_READ)) {
            done = -1;
            errno = EIO;
        }
        if (done < 0 && errno != ECONNRESET)
            return kg__fail(d->ctx, KG_IO, "cannot read what Graphviz draws: %s", strerror(errno));
        if (done <= 0)
            break; /* the program's exit status tells why it ended early */
        d->used += (size_t)done;
    }
out:
    return status;
}

/* Waits for the program to end. *ended: its status as waitpid() gives it; 0 if the caller ignores
 * SIGCHLD, so that the system keeps no status. */
static void finish(drawing *d, bool stop, int *ended)
{
    pid_t waited;

    *ended = 0;
    if (d->child <= 0)
        return;
    if (stop)
        kill(d->child, SIGKILL);
    do
        waited = waitpid(d->child, ended, 0);
    while (waited < 0 && errno == EINTR);
    if (waited < 0)
        *ended = 0;
}

/* Interprets the program's exit status and its answer. */
static kg_status judge(const drawing *d, int ended)
{
    uint64_t bytes = 0;

    if (d->used >= HEAD_BYTES)
        memcpy(&bytes, d->answer + 1, sizeof bytes);
    if (WIFSIGNALED(ended) && WTERMSIG(ended) == SIGTRAP) /* how GLib ends when it cannot go on */
        return kg__fail(d->ctx, KG_MEMORY, "Graphviz gave up: out of memory or threads");
    if (WIFSIGNALED(ended))
        return kg__fail(d->ctx, KG_INTERNAL, "Graphviz crashed: %s", strsignal(WTERMSIG(ended)));
    if (WEXITSTATUS(ended) == OUT_OF_MEMORY)
        return kg__fail(d->ctx, KG_MEMORY, "Graphviz ran out of memory");
    if (WEXITSTATUS(ended) == FAILED_IO)
        return kg__fail(d->ctx, KG_IO, "Graphviz could not read or write");
    if (WEXITSTATUS(ended) == NO_GRAPHVIZ || WEXITSTATUS(ended) == NOT_LOADED)
        return kg__fail(d->ctx, KG_MISSING,
            "a picture needs Graphviz' libgvc, which is not installed; DOT can be written without");
    if (WEXITSTATUS(ended) != 0 || d->used < HEAD_BYTES || d->used - HEAD_BYTES != bytes)
        return kg__fail(d->ctx, KG_INTERNAL, "Graphviz ended without a picture, exit status %d",
            WEXITSTATUS(ended));
    if (d->answer[0] != 'P')
        return kg__fail(d->ctx, KG_INTERNAL, "Graphviz failed: %.*s",
            (int)(bytes < 512 ? bytes : 512), d->answer + HEAD_BYTES);
    return KG_OK;
}

kg_status kg__dot_render(kg_output *output, kg_context *ctx, const char *text, const char *engine,
    const char *format, unsigned seconds)
{
    drawing d = {.ctx = ctx, .fd = -1};
    int ended;
    kg_status status;

    KG_TRY(start(&d, engine, format, seconds));
    KG_TRY(send_text(&d, text, strlen(text)));
    KG_TRY(receive_answer(&d));
out:
    finish(&d, status != KG_OK, &ended);
    if (d.late)
        kg__fail(ctx, status,
            "the layout %s took more than %u s; another layout may do, or a part of the graph "
            "with a centre and a radius, or more seconds",
            engine, seconds);
    if (status == KG_OK)
        status = judge(&d, ended);
    if (status == KG_OK)
        status = kg__output_write(output, d.answer + HEAD_BYTES, d.used - HEAD_BYTES);
    if (d.fd >= 0)
        close(d.fd);
    kg__free(ctx, d.answer);
    return status;
}
