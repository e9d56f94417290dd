/* The process: its standard descriptors, its signals, and how it ends by one. */
#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <konig/konig.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

static const char *program; /* what it is called; NULL: process_prepare() was not called */

/* A descriptor opened with O_PATH can be neither read nor written, so every use of it fails. */
static void open_standard(void)
{
    static const char failed[] = "konig: cannot open what stands for a closed descriptor\n";

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/", O_PATH) < 0) {
            (void)!write(STDERR_FILENO, failed, sizeof failed - 1);
            _exit(EX_OSERR);
        }
}

/* --help and --version go through stdio, which forgets a failed write unless asked. */
static void close_stdout(void)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "%s: standard output: %s\n", program, strerror(errno));
        _exit(EX_IOERR);
    }
}

static void say(const char *text)
{
    (void)!write(STDERR_FILENO, text, strlen(text));
}

static volatile int defers; /* whether the first of those signals is only noted */
static volatile int noted;  /* which one it was; threads look at it by atomic loads */

const volatile int *process_defer_signals(void)
{
    defers = 1;
    return &noted;
}

void process_defer_no_more(void)
{
    defers = 0;
}

int process_signal(void)
{
    return __atomic_load_n(&noted, __ATOMIC_RELAXED);
}

/* Whether a signal is only noted: the first one, and those that follow it within a second, since
 * timeout(1) sends its signal twice, to the process and to its group. */
static bool is_noted(int number)
{
    static struct timespec first;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (process_signal())
        return now.tv_sec - first.tv_sec <= 1;
    first = now;
    __atomic_store_n(&noted, number, __ATOMIC_RELAXED);
    return true;
}

/* The signal comes again when this returns, and ends the process as its parent expects. */
static void end_by_signal(int number)
{
    if (defers && (number == SIGINT || number == SIGTERM) && is_noted(number))
        return;
    kg_output_remove_temporaries();
    signal(number, SIG_DFL);
    raise(number);
}

static void end_by_fault(int number, siginfo_t *info, void *context)
{
    const char *file = kg_graph_mapped_file(info->si_addr);

    (void)context;
    if (!file) {
        end_by_signal(number);
        return;
    }
    kg_output_remove_temporaries();
    say(program);
    say(": cannot read '");
    say(file);
    say("': it became shorter while it was read, or its disk failed\n");
    _exit(EX_IOERR);
}

static void handle_signals(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGUSR1, SIGUSR2,
        SIGALRM, SIGVTALRM, SIGPROF, SIGIO};
    struct sigaction action = {.sa_handler = end_by_signal, .sa_flags = SA_RESTART}, old;

    sigfillset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ends[i], &action, NULL);
    if (sigaction(SIGXFSZ, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        signal(SIGXFSZ, SIG_IGN); /* the write fails, and the message says why */
    action.sa_sigaction = end_by_fault;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, NULL);
}

const char *process_name(void)
{
    return program;
}

void process_prepare(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    static char line[BUFSIZ];

    if (program)
        return;
    program = slash ? slash + 1 : path ? path : "konig";
    open_standard();
    setvbuf(stderr, line, _IOLBF, sizeof line); /* a line is one write, whatever it is made of */
    atexit(close_stdout);
    handle_signals();
}
