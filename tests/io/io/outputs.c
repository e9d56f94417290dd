/* Outputs and mapped files in a program that uses the library alone, without the tools' signal
 * handlers. */
#include "io.h"
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MANY_GRAPHS = 70 }; /* more than the table of mappings has */

static kg_status write_text(kg_context *ctx, const char *path, const char *text)
{
    kg_output *output;
    kg_status status = kg_output_open(&output, ctx, path);

    if (status == KG_OK)
        status = kg_output_write(output, text, strlen(text));
    if (status == KG_OK)
        status = kg_output_close(output);
    kg_output_destroy(output);
    return status;
}

static void check_content(const char *path, const char *expected)
{
    size_t size;
    char *bytes = io_load(path, &size);

    CHECK(size == strlen(expected) && memcmp(bytes, expected, size) == 0, "%s: '%.*s', not '%s'",
        path, (int)size, bytes, expected);
    free(bytes);
}

static bool exists(const char *path)
{
    struct stat file;

    return lstat(path, &file) == 0;
}

static void check_links(kg_context *ctx)
{
    const char *file = io_path("file"), *link = io_path("link");
    struct stat found;

    CHECK(symlink("file", link) == 0, "no link");
    CHECK(write_text(ctx, link, "made") == KG_OK, "%s", kg_context_message(ctx));
    CHECK(lstat(link, &found) == 0 && S_ISLNK(found.st_mode), "the dangling link is gone");
    check_content(file, "made");
    CHECK(write_text(ctx, link, "again") == KG_OK, "%s", kg_context_message(ctx));
    check_content(file, "again");
    unlink(link);
    CHECK(symlink("link", link) == 0, "no link");
    CHECK(write_text(ctx, link, "x") == KG_CANNOT_CREATE && exists(link), "a loop is followed");
    unlink(link);
    unlink(file);
    CHECK(io_directory_is_empty(), "a file is left");
}

/* Keeps the first bytes, with another head, also of a write that failed. */
static void check_kept(kg_context *ctx)
{
    const char *path = io_path("file"), *packed = io_path("file.gz");
    static char many[200000];
    kg_output *output;
    size_t size;

    memset(many, 'x', sizeof many);
    CHECK(kg_output_open(&output, ctx, path) == KG_OK, "an output");
    CHECK(kg_output_write(output, "12345678", 8) == KG_OK, "a write");
    CHECK(kg_output_keep(output, 9, NULL, 0) == KG_IO, "more than there is is kept");
    CHECK(kg_output_keep(output, 5, "ab", 2) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_output_write(output, "z", 1) == KG_OK, "a write");
    CHECK(kg_output_close(output) == KG_OK, "%s", kg_context_message(ctx));
    kg_output_destroy(output);
    check_content(path, "ab345z");
    CHECK(kg_output_open(&output, ctx, path) == KG_OK, "an output");
    CHECK(kg_output_write(output, many, sizeof many) == KG_OK, "a write");
    kg__fault_set(ctx, KG__FAULT_WRITE, 1);
    CHECK(kg_output_write(output, many, sizeof many) == KG_IO, "no failure");
    CHECK(kg_output_keep(output, 2, "toolong", 7) == KG_ARGUMENT, "a head that is too long");
    CHECK(kg_output_keep(output, sizeof many, "y", 1) == KG_OK, "%s", kg_context_message(ctx));
    CHECK(kg_output_close(output) == KG_OK, "%s", kg_context_message(ctx));
    kg_output_destroy(output);
    many[0] = 'y';
    free(io_load(path, &size));
    CHECK(size == sizeof many, "%zu bytes", size);
    CHECK(kg_output_open(&output, ctx, packed) != KG_OK ||
              kg_output_keep(output, 0, NULL, 0) == KG_UNSUPPORTED,
        "a packed file is shortened");
    kg_output_destroy(output);
    unlink(path);
    CHECK(io_directory_is_empty(), "a file is left");
}

/* A program whose standard output is closed gets its number for another file. */
static void check_descriptors(kg_context *ctx)
{
    const char *path = io_path("file");
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND, 0600), standard;
    char name[32];

    snprintf(name, sizeof name, "/dev/fd/%d", fd);
    CHECK(write(fd, "kept ", 5) == 5 && write_text(ctx, name, "more") == KG_OK, "%s",
        kg_context_message(ctx));
    check_content(path, "kept more");
    close(fd);
    CHECK(write_text(ctx, name, "x") == KG_CANNOT_CREATE, "a closed descriptor is written to");
    unlink(path);

    fflush(stdout);
    standard = dup(STDOUT_FILENO);
    close(STDOUT_FILENO);
    CHECK(write_text(ctx, path, "whole") == KG_OK, "%s", kg_context_message(ctx));
    CHECK(write_text(ctx, "-", "x") == KG_IO, "a closed standard output is written to");
    CHECK(dup2(standard, STDOUT_FILENO) == STDOUT_FILENO, "standard output is lost");
    close(standard);
    check_content(path, "whole");
    unlink(path);
    CHECK(io_directory_is_empty(), "a file is left");
}

static void check_hold(void)
{
    const char *a = io_path("a"), *b = io_path("b");
    kg_context *ctx = io_context(1);

    io_save(a, "old", 3);
    kg_output_hold(ctx);
    CHECK(write_text(ctx, a, "new") == KG_OK && write_text(ctx, b, "new") == KG_OK, "%s",
        kg_context_message(ctx));
    check_content(a, "old");
    CHECK(!exists(b), "b has its name before its time");
    CHECK(kg_output_release(ctx) == KG_OK, "%s", kg_context_message(ctx));
    check_content(a, "new");
    check_content(b, "new");
    unlink(b);
    kg_output_hold(ctx);
    CHECK(write_text(ctx, a, "newer") == KG_OK && write_text(ctx, b, "x") == KG_OK, "%s",
        kg_context_message(ctx));
    kg_context_destroy(ctx);
    check_content(a, "new");
    ctx = io_context(1);
    kg_output_hold(ctx);
    CHECK(write_text(ctx, a, "newer") == KG_OK && write_text(ctx, b, "x") == KG_OK, "%s",
        kg_context_message(ctx));
    CHECK(mkdir(b, 0777) == 0, "no directory");
    CHECK(kg_output_release(ctx) == KG_CANNOT_CREATE, "a directory is replaced");
    check_content(a, "new");
    kg_context_destroy(ctx);
    rmdir(b);
    unlink(a);
    CHECK(io_directory_is_empty(), "a file is left");
}

static void do_nothing(int number)
{
    (void)number;
}

/* A signal comes while a FIFO waits for its reader. */
static void check_interrupt(kg_context *ctx)
{
    const char *path = io_path("fifo");
    const struct itimerval soon = {.it_value.tv_usec = 100000};
    struct sigaction action = {.sa_handler = do_nothing}, old;
    char got[8] = "";
    pid_t reader;
    int fd, ended = 1;
    kg_status status;

    CHECK(mkfifo(path, 0666) == 0, "no FIFO");
    reader = fork();
    if (reader == 0) {
        usleep(400000);
        fd = open(path, O_RDONLY);
        _exit(fd < 0 || read(fd, got, sizeof got) != 4);
    }
    sigaction(SIGALRM, &action, &old);
    setitimer(ITIMER_REAL, &soon, NULL);
    status = write_text(ctx, path, "made");
    CHECK(status == KG_OK, "%s", kg_context_message(ctx));
    if (status != KG_OK)
        kill(reader, SIGKILL);
    waitpid(reader, &ended, 0);
    CHECK(ended == 0, "the reader got something else");
    sigaction(SIGALRM, &old, NULL);
    unlink(path);
}

/* ---- mapped files ---------------------------------------------------------------------------- */

static sigjmp_buf after_fault;
static const char *volatile faulted;

static void take_fault(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    faulted = kg_graph_mapped_file(info->si_addr);
    siglongjmp(after_fault, 1);
}

/* The sum of the targets, or 0 after a fault. */
static kg_vertex sum_targets(kg_graph *graph)
{
    const kg_edge *row;
    const kg_vertex *col;
    volatile kg_vertex sum = 0;

    if (sigsetjmp(after_fault, 1))
        return 0;
    kg_graph_csr(graph, &row, &col);
    for (kg_edge e = 0; e < kg_graph_edges(graph); e++)
        sum += col[e];
    return sum;
}

static void check_shrinking(kg_context *ctx)
{
    const char *path = io_path("a.kcsr");
    struct sigaction action = {.sa_sigaction = take_fault, .sa_flags = SA_SIGINFO}, old;
    kg_graph *graph[MANY_GRAPHS], *made;

    CHECK(io_read(&made, ctx, "0 1\n1 2\n2 0\n", 12, "f", KG_FORMAT_AUTO, 0, 100) == KG_OK &&
              kg_graph_write(made, path, KG_FORMAT_AUTO) == KG_OK,
        "%s", kg_context_message(ctx));
    kg_graph_destroy(made);
    for (int i = 0; i < MANY_GRAPHS; i++) {
        CHECK(kg_graph_read(&graph[i], ctx, path, NULL) == KG_OK, "graph %d: %s", i,
            kg_context_message(ctx));
        CHECK(sum_targets(graph[i]) == 3, "graph %d is another", i);
    }
    sigaction(SIGBUS, &action, &old);
    CHECK(truncate(path, 0) == 0, "cannot truncate %s", path);
    CHECK(sum_targets(graph[0]) == 0 && faulted && strcmp(faulted, path) == 0,
        "no fault, or of another file than %s", path);
    CHECK(sum_targets(graph[MANY_GRAPHS - 1]) == 3, "a graph that was read hangs on its file");
    CHECK(!kg_graph_mapped_file(ctx), "a variable is said to be mapped");
    sigaction(SIGBUS, &old, NULL);
    for (int i = 0; i < MANY_GRAPHS; i++)
        kg_graph_destroy(graph[i]);
    unlink(path);
}

void io_outputs(void)
{
    kg_context *ctx = io_context(1);

    check_links(ctx);
    check_kept(ctx);
    check_descriptors(ctx);
    check_hold();
    check_interrupt(ctx);
    check_shrinking(ctx);
    CHECK(kg_context_memory(ctx).current == 0, "leak");
    kg_context_destroy(ctx);
}
