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

double tool_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
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

void check_extension(struct command_line *line, const char *option, const char *path,
    const char *extensions, bool any_case, const char *instead)
{
    int length;
    const char *extension = extension_of(path, &length);
    char list[256];

    if (!extension || has_extension(path, extensions, any_case))
        return;
    list_words(list, sizeof list, extensions);
    usage_error(line, "%s %s: unknown extension '%.*s': expected %s%s", option, path, length,
        extension, list, instead);
}

void tool_print_version(const char *name)
{
    char backends[512];

    kg_backends(backends, sizeof backends);
    printf("%s (konig) %s\n%s\n", name, kg_version(), backends);
}

/* ---- the options of every command ------------------------------------------------------------ */

static void take_device(struct command_line *line, const struct option *option, char *value)
{
    if (!*value)
        refuse_value(line, value, "auto, cpu, cuda or cuda:N");
    option_text(line, option, value);
}

static void take_size(struct command_line *line, const struct option *option, char *value)
{
    struct tool *tool = line->to;

    (void)option;
    if (!value_size(value, &tool->options.memory_limit))
        refuse_value(line, value, "bytes, or a number with K, M, G or T");
}

static void take_timing(struct command_line *line, const struct option *option, char *value)
{
    struct tool *tool = line->to;

    (void)option;
    if (value && strcmp(value, "kernels") != 0)
        refuse_value(line, value, "kernels, or no word");
    tool->timing = true;
    tool->kernels = tool->kernels || value;
}

static void take_output(struct command_line *line, const struct option *option, char *value)
{
    struct tool *tool = line->to;

    value = strcmp(value, "-") == 0 ? NULL : value;
    if (tool->outputs < OUTPUTS)
        tool->all_outputs[tool->outputs] = value;
    tool->outputs++;
    option_text(line, option, value);
}

void option_help(struct command_line *line, const struct option *option, char *value)
{
    (void)option;
    (void)value;
    help_print(stdout, line->command, line->name);
    exit(unearned_not(EX_OK));
}

static void take_usage(struct command_line *line, const struct option *option, char *value)
{
    (void)option;
    (void)value;
    help_usage(stdout, line->command, line->name);
    exit(unearned_not(EX_OK));
}

static void take_version(struct command_line *line, const struct option *option, char *value)
{
    (void)option;
    (void)value;
    tool_print_version(line->name);
    exit(unearned_not(EX_OK));
}

static const struct option options[] = {
    OPTION("device", "NAME", DOES_INTO(take_device, struct tool, options.device),
        "auto, cpu, cuda or cuda:N"),
    OPTION("threads", "N", NUMBER_IN(struct tool, options.threads, 0, 1024),
        "CPU threads (default: all)"),
    OPTION("seed", "N", NUMBER_IN(struct tool, seed, 0, UINT64_MAX),
        "seed of random numbers (default: 1)"),
    OPTION("json", NULL, SETS(struct tool, json, true),
        "print one JSON document with results and statistics"),
    OPTION("quiet", NULL, SETS(struct tool, quiet, true), "print errors only", .letter = 'q'),
    OPTION("verbose", NULL, SETS(struct tool, verbose, true), "print more about the work",
        .letter = 'v'),
    OPTION("timing", "kernels", DOES(take_timing),
        "print the time of each stage and the memory used; with =kernels also each kernel that was "
        "launched on a GPU",
        .optional = true),
    OPTION("memory-limit", "SIZE", DOES(take_size),
        "stop instead of holding more than SIZE bytes; K, M, G, T are powers of 1024"),
    OPTION("output", "FILE", DOES_INTO(take_output, struct tool, output),
        "write to FILE, which appears when complete", .letter = 'o'),
    OPTION("help", NULL, DOES(option_help), "print this help", .letter = 'h'),
    OPTION(NULL, NULL, DOES(option_help), "print this help", .letter = '?', .hidden = true),
    OPTION("usage", NULL, DOES(take_usage), "print how the command line looks"),
    OPTION("version", NULL, DOES(take_version), "print the version and what it was built with",
        .letter = 'V'),
    {0},
};

const struct option_table tool_options = {options, 0, "Common options:"};

void take_path(struct command_line *line, const char **path, const char *what, char *argument)
{
    if (*path)
        usage_error(line, "one %s at a time: '%s' is too many", what, argument);
    *path = argument;
}

const char *parse_input(
    struct command_line *line, const struct tool *tool, const char *path, const char *what)
{
    struct stat input;

    if (!path && (fstat(STDIN_FILENO, &input) != 0 || S_ISCHR(input.st_mode)))
        usage_error(line, "%s is missing: give a file, or - for standard input", what);
    path = path ? path : "-";
    if (strcmp(path, "-") == 0 && !tool->quiet && isatty(STDIN_FILENO))
        fprintf(stderr, "%s: reading %s from the terminal, up to Ctrl-D\n", line->name, what);
    return path;
}

/* Before the line is parsed, so that an option that is none is the first mistake told. */
static void check_options(
    const struct tool *tool, const struct command *command, int argc, char **argv)
{
    const char *unknown = unknown_option(command, argc, argv);
    struct suggestion meant = {0};
    char name[64];

    if (!unknown)
        return;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(unknown, "="), unknown);
    meant.word = unknown[1] == '-' ? name + 2 : "";
    offer_options(&meant, command);
    usage_error(&(struct command_line){.name = tool->name}, "unknown option '%s'%s%s%s", name,
        meant.nearest ? ": did you mean '--" : "", meant.nearest ? meant.nearest : "",
        meant.nearest ? "'?" : "");
}

void tool_parse(struct tool *tool, const struct command *command, const struct command_rules *rules,
    int argc, char **argv, void *input)
{
    process_prepare(argv[0]);
    unearned_watch();
    /* A context gives its GPU one stream of work. With one channel instead of eight the GPU starts
     * in 0.11 s instead of 0.19 (H100). */
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 0);
    tool->began = tool_now();
    tool->seed = 1;
    ranks_hush(command);
    check_options(tool, command, argc, argv);
    parse_line(command, rules, argc, argv, input);
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
