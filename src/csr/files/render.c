/*
 * Pictures by Graphviz' libgvc.
 *
 * In:  DOT. Out: SVG or PNG.
 * Method: a process of its own parses the text, lays the graph out, draws it into memory and sends
 *     that through a pipe: a layout cannot be stopped otherwise, and leaks, crashes and exits stay
 *     there. libgvc brings some hundred libraries along, so it is loaded there and then.
 * Work: Graphviz'; an alarm ends it. Memory: the text, and in that process Graphviz'.
 */
#include "dot.h"
#include "graphviz.h"
#include <cgraph.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What comes through the pipe: this, then so many bytes of a picture or of a message. */
typedef struct answer {
    uint64_t bytes;
    uint64_t drawn; /* else it is a message */
} answer;

typedef struct gvc {
    void *(*context)(void);
    int (*layout)(void *gvc, Agraph_t *graph, const char *engine);
    int (*render)(void *gvc, Agraph_t *graph, const char *format, FILE *file);
} gvc;

enum { PIECE_BYTES = 1 << 16, PROGRESS_MS = 200 };

kg_status kg__dot_available(kg_context *ctx)
{
    (void)ctx; /* whether libgvc is there shows when it is loaded */
    return KG_OK;
}

/* ---- the process that draws ------------------------------------------------------------------ */

static bool load(gvc *g)
{
    static const char *const names[] = {"libgvc.so.6", "libgvc.so.7", "libgvc.so"};
    void *library = NULL;

    for (unsigned i = 0; !library && i < sizeof names / sizeof *names; i++)
        library = dlopen(names[i], RTLD_NOW);
    if (!library)
        return false;
    *(void **)&g->context = dlsym(library, "gvContext");
    *(void **)&g->layout = dlsym(library, "gvLayout");
    *(void **)&g->render = dlsym(library, "gvRender");
    return g->context && g->layout && g->render;
}

static void send_all(int fd, const void *bytes, size_t count)
{
    const char *p = bytes;

    while (count) {
        ssize_t done = write(fd, p, count);

        if (done < 0 && errno != EINTR)
            _exit(1);
        if (done > 0) {
            p += done;
            count -= (size_t)done;
        }
    }
}

static _Noreturn void answer_with(int fd, bool drawn, const char *bytes, size_t count)
{
    answer a = {count, drawn};

    alarm(0); /* from here on it is the reader's time */
    send_all(fd, &a, sizeof a);
    send_all(fd, bytes, count);
    _exit(0);
}

static _Noreturn void draw(int fd, const char *text, const char *engine, const char *format)
{
    Agraph_t *graph;
    void *context;
    char *picture = NULL;
    size_t bytes = 0;
    FILE *file;
    gvc g = {0};

    if (!load(&g))
        answer_with(fd, false, "", 0);
    file = open_memstream(&picture, &bytes);
    context = g.context();
    graph = agmemread(text);
    if (file && context && graph && g.layout(context, graph, engine) == 0 &&
        g.render(context, graph, format, file) == 0 && fclose(file) == 0 && bytes)
        answer_with(fd, true, picture, bytes);
    answer_with(fd, false, kg__graphviz_said(), strlen(kg__graphviz_said()) + 1);
}

/* Starts it; *fd is the end of the pipe to read from. The lock is held meanwhile, so that no thread
 * leaves Graphviz in the middle of something for the new process, and none of these processes has
 * another's end to write to. */
static pid_t start(
    int *fd, const char *text, const char *engine, const char *format, unsigned seconds)
{
    int ends[2];
    pid_t child = -1;

    kg__graphviz_begin();
    if (pipe2(ends, O_CLOEXEC) != 0)
        goto out;
    child = fork();
    if (child == 0) {
        sigset_t alarms;

        signal(SIGALRM, SIG_DFL);
        sigemptyset(&alarms);
        sigaddset(&alarms, SIGALRM);
        sigprocmask(SIG_UNBLOCK, &alarms, NULL);
        alarm(seconds);
        close(ends[0]);
        draw(ends[1], text, engine, format);
    }
    close(ends[1]);
    *fd = ends[0];
    if (child < 0)
        close(ends[0]);
out:
    kg__graphviz_end();
    return child;
}

/* ---- the process that waits ------------------------------------------------------------------ */

/* Reads count bytes. KG_IO with nothing said where fewer come. */
static kg_status receive(kg_context *ctx, int fd, void *bytes, size_t count)
{
    struct pollfd ready = {fd, POLLIN, 0};
    char *p = bytes;

    while (count) {
        ssize_t done;

        while (poll(&ready, 1, PROGRESS_MS) == 0)
            kg__progress(ctx, "drawing", 0, 0);
        if (kg__fault_hit(ctx, KG__FAULT_READ))
            return KG_IO;
        done = read(fd, p, count);
        if (done == 0 || (done < 0 && errno != EINTR))
            return KG_IO;
        if (done > 0) {
            p += done;
            count -= (size_t)done;
        }
    }
    return KG_OK;
}

static kg_status receive_picture(kg_output *output, kg_context *ctx, int fd)
{
    char piece[PIECE_BYTES];
    answer a;
    kg_status status;

    KG_TRY(receive(ctx, fd, &a, sizeof a));
    if (!a.drawn && a.bytes == 0)
        return kg__fail(ctx, KG_MISSING,
            "a picture needs Graphviz' libgvc, which is not installed; DOT can be written without "
            "(-T dot)");
    while (a.bytes) {
        size_t count = a.bytes < PIECE_BYTES ? (size_t)a.bytes : PIECE_BYTES;

        KG_TRY(receive(ctx, fd, piece, count));
        if (!a.drawn)
            return kg__fail(ctx, KG_IO, "Graphviz failed: %.*s", (int)count, piece);
        KG_TRY(kg__output_write(output, piece, count));
        a.bytes -= count;
    }
out:
    return status;
}

kg_status kg__dot_render(kg_output *output, kg_context *ctx, const char *text, const char *engine,
    const char *format, unsigned seconds)
{
    int fd, ended = 0;
    pid_t child = start(&fd, text, engine, format, seconds), waited;
    kg_status status;

    if (child < 0)
        return kg__fail(ctx, KG_MEMORY, "no process for Graphviz: %s", strerror(errno));
    status = receive_picture(output, ctx, fd);
    close(fd); /* if it has more to say it will notice */
    do
        waited = waitpid(child, &ended, 0);
    while (waited < 0 && errno == EINTR);
    if (waited == child && WIFSIGNALED(ended) && WTERMSIG(ended) == SIGALRM)
        return kg__fail(ctx, KG_LIMIT,
            "the layout %s took more than %u s; another --layout may do, or a part of the graph "
            "with "
            "--around and --radius, or more --seconds",
            engine, seconds);
    if (status == KG_IO)
        kg__fail(ctx, status, "Graphviz ended without a picture");
    return status;
}
