/*
 * konig-graphviz ENGINE FORMAT SECONDS: draws the DOT on its standard input. The library starts it
 * where a picture is asked for, so that whatever happens inside of Graphviz happens here: it leaks,
 * exits, crashes where memory is short, and cannot be stopped.
 *
 * On standard output: 'P', or 'E' where Graphviz failed; 8 bytes, a number; then so many bytes of
 * the picture, or of what Graphviz said. Exit status 0: this has been written; 69: there is no
 * libgvc, Graphviz' layouts and pictures; 71: out of memory; 74: reading or writing failed.
 *
 * Nothing that Graphviz uses says reliably that it has no memory: a font that cannot be loaded,
 * say, gives a picture with text of another width. So every allocation goes through this file, and
 * the first that fails ends the process.
 */
#include <cgraph.h>
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MISSING = 69, OUT_OF_MEMORY = 71, FAILED_IO = 74 };

/* ---- memory ---------------------------------------------------------------------------------- */

/* The function of that name behind the one in this file. */
#define NEXT(pointer, name)                                                                        \
    do {                                                                                           \
        if (!(pointer))                                                                            \
            *(void **)&(pointer) = dlsym(RTLD_NEXT, name);                                         \
    } while (0)

static void *given(void *block, size_t bytes)
{
    if (!block && bytes)
        _exit(OUT_OF_MEMORY);
    return block;
}

void *malloc(size_t bytes)
{
    static void *(*next)(size_t);

    NEXT(next, "malloc");
    return given(next(bytes), bytes);
}

void *calloc(size_t count, size_t size)
{
    static void *(*next)(size_t, size_t);

    NEXT(next, "calloc");
    return given(next(count, size), count && size);
}

void *realloc(void *block, size_t bytes)
{
    static void *(*next)(void *, size_t);

    NEXT(next, "realloc");
    return given(next(block, bytes), bytes);
}

/* GLib allocates its slices by this function. */
int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    static int (*next)(void **, size_t, size_t);
    int error;

    NEXT(next, "posix_memalign");
    error = next(block, alignment, bytes);
    if (error == ENOMEM)
        _exit(OUT_OF_MEMORY);
    return error;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* What Cairo dates a PDF by: the same graph gives the same bytes, today and tomorrow. */
time_t time(time_t *to)
{
    const char *said = getenv("SOURCE_DATE_EPOCH");
    time_t now = said ? (time_t)strtoll(said, NULL, 10) : 0;

    if (to)
        *to = now;
    return now;
}

/* ---- messages -------------------------------------------------------------------------------- */

static char said[512];
static bool failed;

/* A message comes in pieces: "Error" or "Warning", ": ", and the rest with its newline. Without a
 * plugin Graphviz draws something else, and calls that a warning. */
static int hear(char *piece)
{
    size_t used = strlen(said);

    if (used && said[used - 1] == '\n') {
        if (failed)
            return 0; /* the first failure says it */
        used = 0;
    }
    snprintf(said + used, sizeof said - used, "%s", piece);
    failed = strncmp(said, "Error", 5) == 0 || strstr(said, "ould not load") || failed;
    return 0;
}

/* ---- libgvc ---------------------------------------------------------------------------------- */

typedef struct gvc {
    void *(*context)(void);
    int (*layout)(void *gvc, Agraph_t *graph, const char *engine);
    int (*render)(void *gvc, Agraph_t *graph, const char *format, char **picture, unsigned *bytes);
} gvc;

/* Loaded here, and not when the program starts: so it can be told whether the library is missing,
 * or the memory for it. */
static gvc load(void)
{
    static const char *const names[] = {"libgvc.so.6", "libgvc.so.7", "libgvc.so"};
    void *library = NULL;
    bool missing = true;
    gvc g = {0};

    for (unsigned i = 0; !library && i < sizeof names / sizeof *names; i++) {
        library = dlopen(names[i], RTLD_NOW);
        missing = missing && !library && strstr(dlerror(), "No such file");
    }
    if (!library)
        _exit(missing ? MISSING : OUT_OF_MEMORY);
    *(void **)&g.context = dlsym(library, "gvContext");
    *(void **)&g.layout = dlsym(library, "gvLayout");
    *(void **)&g.render = dlsym(library, "gvRenderData");
    if (!g.context || !g.layout || !g.render)
        _exit(MISSING);
    return g;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static char *read_all(void)
{
    size_t used = 0, room = 1 << 16;
    char *text = malloc(room);

    for (;;) {
        ssize_t got = read(STDIN_FILENO, text + used, room - used - 1);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            _exit(FAILED_IO);
        if (got == 0)
            break;
        used += (size_t)got;
        if (room - used == 1)
            text = realloc(text, room *= 2);
    }
    text[used] = '\0';
    return text;
}

static void write_all(const char *bytes, size_t count)
{
    while (count) {
        ssize_t done = write(STDOUT_FILENO, bytes, count);

        if (done < 0 && errno != EINTR)
            _exit(FAILED_IO);
        if (done > 0) {
            bytes += done;
            count -= (size_t)done;
        }
    }
}

#ifdef KG_COUNTS_COVERAGE
void __gcov_dump(void); /* libgcov's: _exit() would lose the counts */
#else
#define __gcov_dump() ((void)0)
#endif

static _Noreturn void answer(const char *kind, const char *bytes, uint64_t count)
{
    write_all(kind, 1);
    write_all((const char *)&count, sizeof count);
    write_all(bytes, count);
    __gcov_dump();
    _exit(0); /* the picture is complete, so the handlers that libraries run at exit are skipped */
}

int main(int arguments, char **argument)
{
    char *picture = NULL;
    unsigned bytes = 0;
    Agraph_t *graph;
    void *context;
    gvc g;

    if (arguments != 4) {
        fprintf(stderr, "konig-graphviz is started by konig, to draw\n");
        return 64;
    }
    signal(SIGALRM, SIG_DFL);
    /* The alarm ends this process even where the caller has ended before. */
    alarm((unsigned)strtoul(argument[3], NULL, 10));
    agseterrf(hear);
    g = load();
    context = g.context();
    graph = agmemread(read_all());
    if (context && graph && g.layout(context, graph, argument[1]) == 0 &&
        g.render(context, graph, argument[2], &picture, &bytes) == 0 && !failed && bytes)
        answer("P", picture, bytes);
    said[strcspn(said, "\n")] = '\0';
    answer("E", said, strlen(said));
}
