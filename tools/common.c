/* What the tools share: common options, the context, failures and their exit statuses, progress. */
#include "common.h"
#include "arguments.h"
#include "help.h"
#include "process.h"
#include "ranks.h"
#include "statistics.h"
#include "unearned.h"
#include "values.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

enum { KEY_DEVICE = 1, KEY_THREADS, KEY_SEED, KEY_JSON, KEY_TIMING, KEY_MEMORY_LIMIT, KEY_USAGE };

static const struct argp_option options[] = {
    {"device", KEY_DEVICE, "NAME", 0, "auto, cpu, cuda or cuda:N", 0},
    {"threads", KEY_THREADS, "N", 0, "CPU threads (default: all)", 0},
    {"seed", KEY_SEED, "N", 0, "seed of what is random (default: 1)", 0},
    {"json", KEY_JSON, 0, 0, "print one JSON document with results and statistics", 0},
    {"quiet", 'q', 0, 0, "nothing but errors on standard error", 0},
    {"verbose", 'v', 0, 0, "say what is being done", 0},
    {"timing", KEY_TIMING, "kernels", OPTION_ARG_OPTIONAL,
        "print how long each stage took and how much memory; with =kernels also each kernel that "
        "was launched on a GPU",
        0},
    {"memory-limit", KEY_MEMORY_LIMIT, "SIZE", 0,
        "stop rather than hold more than SIZE bytes; K, M, G, T are powers of 1024", 0},
    {"output", 'o', "FILE", 0, "write to FILE, which appears when complete", 0},
    {"help", KEY_HELP, 0, 0, "print this help", 0},
    {0, KEY_HELP_TOO, 0, OPTION_HIDDEN, "print this help", 0},
    {"usage", KEY_USAGE, 0, 0, "print how the command line looks", 0},
    {"version", 'V', 0, 0, "print the version and what it was built with", 0},
    {0},
};

double tool_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

uint64_t parse_number_from(
    struct argp_state *state, const char *option, const char *arg, uint64_t least, uint64_t most)
{
    uint64_t number;

    if (!value_number(arg, most, &number) || number < least)
        argp_error(state, "--%s '%s': expected a number from %" PRIu64 " to %" PRIu64, option, arg,
            least, most);
    return number;
}

uint64_t parse_number(struct argp_state *state, const char *option, const char *arg, uint64_t most)
{
    return parse_number_from(state, option, arg, 0, most);
}

static uint64_t parse_size(struct argp_state *state, const char *arg)
{
    uint64_t size;

    if (!value_size(arg, &size))
        argp_error(
            state, "--memory-limit '%s': expected bytes, or a number with K, M, G or T", arg);
    return size;
}

double parse_seconds(struct argp_state *state, const char *arg)
{
    double seconds;

    if (!value_seconds(arg, &seconds))
        argp_error(state, "--seconds '%s': expected a number from 0.001 to 1000000000", arg);
    return seconds;
}

/* Whether a format is read and not written. */
static bool is_read_only(kg_format format)
{
    static const kg_format formats[] = {KG_FORMAT_UNITIGS, KG_FORMAT_COUNTED, KG_FORMAT_LGL,
        KG_FORMAT_DL, KG_FORMAT_TGF, KG_FORMAT_GDF, KG_FORMAT_MATRIX, KG_FORMAT_GEXF};

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (format == formats[i])
            return true;
    return false;
}

kg_format parse_format(struct argp_state *state, const char *option, const char *arg)
{
    kg_format format = KG_FORMAT_AUTO;

    const bool out = strcmp(option, "to") == 0;

    if (kg_format_parse(&format, arg) != KG_OK || (out && is_read_only(format)))
        argp_error(
            state, "--%s '%s': expected %s", option, arg, out ? GRAPH_FORMATS_OUT : GRAPH_FORMATS);
    return format;
}

const char *extension_of(const char *path, int *length)
{
    static const char *const packed[] = {".gz", ".bgz", ".zst"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot;
    size_t bytes = strlen(name), upto; /* the last dot */

    for (int i = 0; i < 3; i++) {
        const size_t ending = strlen(packed[i]);

        if (bytes > ending && memcmp(name + bytes - ending, packed[i], ending) == 0) {
            bytes -= ending;
            break;
        }
    }
    upto = bytes;
    while (upto && name[upto - 1] != '.')
        upto--;
    if (upto < 2 || upto == bytes)
        return NULL;
    dot = name + upto - 1;
    *length = (int)(name + bytes - dot);
    return dot;
}

/* ".a .b .c " as ".a, .b or .c". */
static void list_words(char *list, size_t size, const char *words)
{
    size_t used = 0;

    for (const char *at = words; *at && used < size; at += strcspn(at, " ") + 1) {
        const int length = (int)strcspn(at, " ");
        const char *before = at == words ? "" : at[length + 1] ? ", " : " or ";

        used += (size_t)snprintf(list + used, size - used, "%s%.*s", before, length, at);
    }
}

static bool same_letters(const char *given, const char *small, int length, bool any_case)
{
    for (int i = 0; i < length; i++)
        if (given[i] != small[i] &&
            !(any_case && given[i] >= 'A' && given[i] <= 'Z' && (given[i] | 32) == small[i]))
            return false;
    return true;
}

bool has_extension(const char *path, const char *extensions, bool any_case)
{
    int length;
    const char *extension = extension_of(path, &length);

    for (const char *at = extensions; extension && *at; at += strcspn(at, " ") + 1)
        if (strcspn(at, " ") == (size_t)length && same_letters(extension, at, length, any_case))
            return true;
    return false;
}

void check_extension(struct argp_state *state, const char *option, const char *path,
    const char *extensions, bool any_case, const char *instead)
{
    int length;
    const char *extension = extension_of(path, &length);
    char list[256];

    if (!extension || has_extension(path, extensions, any_case))
        return;
    list_words(list, sizeof list, extensions);
    argp_error(state, "%s %s: unknown extension '%.*s': expected %s%s", option, path, length,
        extension, list, instead);
}

void tool_print_version(const char *name)
{
    char backends[512];

    kg_backends(backends, sizeof backends);
    printf("%s (konig) %s\n%s\n", name, kg_version(), backends);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct tool *tool = state->input;

    switch (key) {
    case KEY_DEVICE:
        if (!*arg)
            argp_error(state, "--device '': expected auto, cpu, cuda or cuda:N");
        tool->options.device = arg;
        return 0;
    case KEY_THREADS:
        tool->options.threads = (int)parse_number(state, "threads", arg, 1024);
        return 0;
    case KEY_SEED:
        tool->seed = parse_number(state, "seed", arg, UINT64_MAX);
        return 0;
    case KEY_JSON:
        tool->json = true;
        return 0;
    case 'q':
        tool->quiet = true;
        return 0;
    case 'v':
        tool->verbose = true;
        return 0;
    case KEY_TIMING:
        if (arg && strcmp(arg, "kernels") != 0)
            argp_error(state, "--timing '%s': expected kernels, or no word", arg);
        tool->timing = true;
        tool->kernels = tool->kernels || arg;
        return 0;
    case KEY_MEMORY_LIMIT:
        tool->options.memory_limit = parse_size(state, arg);
        return 0;
    case 'o':
        tool->output = strcmp(arg, "-") == 0 ? NULL : arg;
        return 0;
    case KEY_HELP:
    case KEY_HELP_TOO:
        help_print(stdout, state->root_argp, state->name);
        exit(unearned_not(EX_OK));
    case KEY_USAGE:
        help_usage(stdout, state->root_argp, state->name);
        exit(unearned_not(EX_OK));
    case 'V':
        tool_print_version(state->name);
        exit(unearned_not(EX_OK));
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const char *parse_input(
    struct argp_state *state, const struct tool *tool, const char *path, const char *what)
{
    struct stat input;

    if (!path && (fstat(STDIN_FILENO, &input) != 0 || S_ISCHR(input.st_mode)))
        argp_error(state, "%s is missing: give a file, or - for standard input", what);
    path = path ? path : "-";
    if (strcmp(path, "-") == 0 && !tool->quiet && isatty(STDIN_FILENO))
        fprintf(stderr, "%s: reading %s from the terminal, up to Ctrl-D\n", state->name, what);
    return path;
}

/* Before argp reads the line: it would not say what was meant. */
static void check_options(const struct tool *tool, const struct argp *argp, int argc, char **argv)
{
    const char *unknown = unknown_option(argp, argc, argv);
    struct suggestion meant = {0};
    char name[64];

    if (!unknown)
        return;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(unknown, "="), unknown);
    meant.word = unknown[1] == '-' ? name + 2 : "";
    offer_options(&meant, argp);
    argp_error(&(struct argp_state){.name = tool->name}, "unknown option '%s'%s%s%s", name,
        meant.nearest ? ": did you mean '--" : "", meant.nearest ? meant.nearest : "",
        meant.nearest ? "'?" : "");
}

const struct argp tool_argp = {options, parse, NULL, NULL, NULL};

void tool_parse(struct tool *tool, const struct argp *argp, int argc, char **argv, void *input)
{
    process_prepare(argv[0]);
    unearned_watch();
    /* A context gives its GPU one stream of work. With one channel instead of eight the GPU starts
     * in 0.11 s instead of 0.19 (H100). */
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 0);
    tool->began = tool_now();
    tool->seed = 1;
    ranks_hush(argp);
    check_options(tool, argp, argc, argv);
    argp_parse(argp, argc, argv, input);
    ranks_speak();
}

const char *tool_stage(struct tool *tool, const char *stage)
{
    return kg_context_begin_stage(tool->ctx, stage);
}

void tool_work(struct tool *tool)
{
    const char *command = strrchr(tool->name, ' ');

    tool_stage(tool, command ? command + 1 : "find");
}

kg_status tool_begin(struct tool *tool)
{
    char backends[512];
    kg_status status;

    if (!tool->quiet && terminal_obeys(STDERR_FILENO)) {
        tool->progress.began = tool->began;
        tool->options.progress = progress_show;
        tool->options.progress_user = &tool->progress;
    }
    status = tool_join(tool);
    tool_stage(tool, "read");
    kg_context_record_kernels(tool->ctx, tool->kernels);
    if (status == KG_OK)
        kg_output_hold(tool->ctx); /* a failure to print afterwards leaves the old files, too */
    if (status == KG_OK && tool->verbose) {
        kg_backends(backends, sizeof backends);
        tool_say(tool, "device %s, threads %d; %s", kg_context_device(tool->ctx),
            kg_context_threads(tool->ctx), strstr(backends, "cuda:"));
    }
    return status;
}

kg_status tool_fail(struct tool *tool, kg_status status, const char *format, ...)
{
    char text[2 * sizeof tool->message];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    kg_text_show(tool->message, sizeof tool->message, text, strlen(text));
    return status;
}

kg_status tool_blame(struct tool *tool, const char *blamed, kg_status status)
{
    if (status == KG_ARGUMENT)
        tool_fail(tool, status, "%s: %s", blamed, kg_context_message(tool->ctx));
    return status;
}

void tool_say(struct tool *tool, const char *format, ...)
{
    va_list list;

    if (tool->mute)
        return;
    progress_erase(&tool->progress);
    va_start(list, format);
    if (!terminal_tell(tool->name, format, list))
        tool->unsaid = true;
    va_end(list);
}

kg_status tool_prints(struct tool *tool, const char *path, const char *binary)
{
    if (tool->mute || (path && strcmp(path, "-") != 0))
        return KG_OK;
    if (binary && isatty(STDOUT_FILENO))
        return tool_fail(tool, KG_ARGUMENT,
            "%s is not written to a terminal: give it a file by -o FILE, or use a pipe", binary);
    progress_erase(&tool->progress);
    tool->progress.hushed = isatty(STDOUT_FILENO);
    return KG_OK;
}

/* Where what goes to path goes: what a mute rank writes is for nobody. */
static const char *place(const struct tool *tool, const char *path)
{
    return tool->mute ? "/dev/null" : path ? path : "-";
}

kg_status tool_open(struct tool *tool, kg_output **output, const char *path)
{
    kg_status status = tool_prints(tool, path, NULL);

    if (status != KG_OK)
        return status;
    tool->work = tool_stage(tool, "write");
    return kg_output_open(output, tool->ctx, place(tool, path));
}

kg_status tool_share(struct tool *tool, kg_output **output, const char *path)
{
    kg_status status = tool_prints(tool, path, NULL);

    if (status != KG_OK)
        return status;
    tool->work = tool_stage(tool, "write");
    return kg_output_share(output, tool->ctx, path ? path : "-");
}

kg_status tool_close(struct tool *tool, kg_output *output)
{
    kg_status status = kg_output_close(output);

    tool->progress.hushed = false;
    tool_stage(tool, tool->work);
    return status;
}

kg_status tool_write_graph(struct tool *tool, kg_graph *graph, kg_format format)
{
    kg_status status =
        tool_prints(tool, tool->output, format == KG_FORMAT_KCSR ? "the binary format kcsr" : NULL);

    return status == KG_OK ? kg_graph_write(graph, place(tool, tool->output), format) : status;
}

kg_status tool_print_json(struct tool *tool, struct text *text)
{
    kg_output *output = NULL;
    kg_status status;

    tool_statistics_json(tool, text);
    json_close(text, '}');
    text_put(text, "\n", 1);
    TRY(tool_prints(tool, NULL, NULL));
    TRY(kg_output_open(&output, tool->ctx, place(tool, NULL)));
    TRY(text_flush(text, output));
    TRY(kg_output_close(output));
out:
    kg_output_destroy(output);
    return status;
}

static int exit_status(kg_status status)
{
    switch (status) {
    case KG_OK:
        return EX_OK;
    case KG_NO_SOLUTION:
        return 1;
    case KG_ARGUMENT:
        return EX_USAGE;
    case KG_FORMAT:
    case KG_OVERFLOW:
    case KG_UNSUPPORTED:
        return EX_DATAERR;
    case KG_CANNOT_OPEN:
        return EX_NOINPUT;
    case KG_DEVICE:
    case KG_MISSING:
        return EX_UNAVAILABLE;
    case KG_CANCELLED: /* which no tool asks for */
    case KG_INTERNAL:
        return EX_SOFTWARE;
    case KG_MEMORY:
    case KG_LIMIT:
    case KG_FULL:
        return EX_OSERR;
    case KG_CANNOT_CREATE:
        return EX_CANTCREAT;
    case KG_IO:
        return EX_IOERR;
    }
    return EX_SOFTWARE;
}

static void say_fewer_threads(struct tool *tool)
{
    if (tool->verbose && tool->ctx &&
        kg_context_threads(tool->ctx) < kg_context_threads_asked(tool->ctx))
        tool_say(tool, "%d threads of %d: the system did not let the process start more",
            kg_context_threads(tool->ctx), kg_context_threads_asked(tool->ctx));
}

int tool_end(struct tool *tool, kg_status status)
{
    return unearned_not(tool_finish(tool, status));
}

int tool_finish(struct tool *tool, kg_status status)
{
    const char *message;
    bool leaves;
    int shown;

    status = tool_agree(tool, status);
    message = tool->message[0] ? tool->message : kg_context_message(tool->ctx);
    if (status == KG_NO_SOLUTION && tool->unsaid) { /* a "no" whose reason nobody saw */
        status = KG_IO;
        message = "standard error cannot be written";
    }
    if (status == KG_LIMIT && !tool->message[0]) { /* what was found so far is kept; so is why */
        tool_fail(tool, status, "%s", message);
        message = tool->message;
    }
    if (tool->ctx && status >= KG_OK) {
        kg_status released = kg_output_release(tool->ctx);

        if (released != KG_OK) {
            status = released;
            message = kg_context_message(tool->ctx);
        } else if (*kg_context_warning(tool->ctx) && !tool->quiet) {
            tool_say(tool, "warning: %s", kg_context_warning(tool->ctx));
        }
    }
    if (status != KG_OK && status != KG_NO_SOLUTION) {
        tool_say(tool, "%s", *message ? message : kg_status_string(status));
        if (tool->shares_memory && (status == KG_MEMORY || status == KG_FULL))
            tool_say(tool, "the ranks share --memory-limit: each may hold %.1f MiB",
                (double)tool->options.memory_limit / 0x1p20);
    } else if (tool->timing) {
        statistics_print(tool);
    }
    if (tool->verbose && tool->ctx && *kg_context_choice(tool->ctx))
        tool_say(tool, "device %s: %s", kg_context_device(tool->ctx), kg_context_choice(tool->ctx));
    say_fewer_threads(tool);
    progress_erase(&tool->progress);
    shown = status == KG_LIMIT && process_signal() ? 128 + process_signal() : exit_status(status);
    leaves = tool_leaves(tool, status);
    tool_leave(tool);
    if (leaves && fflush(stdout) == 0 && !ferror(stdout))
        _exit(shown);
    kg_context_destroy(tool->ctx);
    return shown;
}
