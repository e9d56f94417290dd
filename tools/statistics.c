/* What --timing and --json tell of the work: stages, memory, edges a second, bytes for others. */
#include "statistics.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 256 }; /* that a context keeps at most */

/* The most memory that the process ever had resident, in bytes; 0: unknown. */
static uint64_t process_peak(void)
{
    FILE *file = fopen("/proc/self/status", "r");
    uint64_t kib = 0;
    char line[256];

    if (!file)
        return 0;
    while (!kib && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %" SCNu64, &kib) != 1)
            kib = 0;
    fclose(file);
    return kib * 1024;
}

/* A stage, and what it sent to other ranks. */
struct stage {
    kg_timing timing;
    uint64_t sent;
};

/* The stages so far in the order of their numbers, where they have some: stage 2 of the Euler
 * search runs before stage 1. Returns how many. */
static size_t order_stages(const struct tool *tool, struct stage *ordered, size_t room)
{
    const char *running = kg_context_begin_stage(tool->ctx, NULL);
    const kg_timing *timing = kg_context_timing(tool->ctx);
    size_t stages = kg_context_stages(tool->ctx);

    if (stages > room)
        stages = room;
    for (size_t i = 0; i < stages; i++) {
        size_t to = i;

        for (; to && *timing[i].stage >= '1' && *timing[i].stage <= '9' &&
               *ordered[to - 1].timing.stage <= '9' &&
               *ordered[to - 1].timing.stage > *timing[i].stage;
             to--)
            ordered[to] = ordered[to - 1];
        ordered[to] = (struct stage){timing[i], kg_context_sent(tool->ctx, i)};
    }
    kg_context_begin_stage(tool->ctx, running);
    return stages;
}

/* The kernels that were launched, by the time that they took; to be freed. NULL: there are none, or
 * no memory for the list. */
static kg_kernel *order_kernels(const struct tool *tool, size_t *count)
{
    const kg_kernel *kernel = kg_context_kernels(tool->ctx, count);
    kg_kernel *ordered = *count ? malloc(*count * sizeof *ordered) : NULL;

    if (!ordered)
        *count = 0;
    for (size_t i = 0; i < *count; i++) {
        size_t to = i;

        for (; to && ordered[to - 1].ms < kernel[i].ms; to--)
            ordered[to] = ordered[to - 1];
        ordered[to] = kernel[i];
    }
    return ordered;
}

/* Its name without the brackets of an argument that has a comma. */
static const char *name_of(const kg_kernel *kernel, int *length)
{
    const bool within = *kernel->name == '(';

    *length = (int)strlen(kernel->name) - 2 * within;
    return kernel->name + within;
}

static void put_shape(struct text *text, const char *key, const unsigned shape[3])
{
    json_open(text, key, '[');
    for (int i = 0; i < 3; i++) {
        text_string(text, i ? "," : "");
        text_number(text, shape[i]);
    }
    json_close(text, ']');
}

static void put_kernels(struct text *text, const struct tool *tool)
{
    size_t count;
    kg_kernel *kernel = order_kernels(tool, &count);
    const char *name;
    int length;

    json_open(text, "kernels", '[');
    for (size_t i = 0; i < count; i++) {
        json_open(text, NULL, '{');
        name = name_of(&kernel[i], &length);
        json_bytes(text, "kernel", name, (size_t)length);
        json_number(text, "launches", kernel[i].launches);
        json_real(text, "ms", kernel[i].ms);
        put_shape(text, "grid", kernel[i].grid);
        put_shape(text, "block", kernel[i].block);
        json_number(text, "registers", kernel[i].registers);
        json_number(text, "static_shared_bytes", kernel[i].static_shared);
        json_number(text, "dynamic_shared_bytes", kernel[i].dynamic_shared);
        json_real(text, "occupancy", kernel[i].occupancy);
        json_close(text, '}');
    }
    json_close(text, ']');
    free(kernel);
}

/* 7, 7x2 or 7x2x3; - for none. */
static void format_shape(char to[40], const unsigned shape[3])
{
    if (!shape[0])
        snprintf(to, 40, "-");
    else if (shape[2] > 1)
        snprintf(to, 40, "%ux%ux%u", shape[0], shape[1], shape[2]);
    else if (shape[1] > 1)
        snprintf(to, 40, "%ux%u", shape[0], shape[1]);
    else
        snprintf(to, 40, "%u", shape[0]);
}

static void print_kernels(const struct tool *tool)
{
    size_t count;
    kg_kernel *kernel = order_kernels(tool, &count);

    if (!count)
        fprintf(stderr, "no kernels: all work was done on the CPU\n");
    else
        fprintf(stderr, "%-40s %8s %12s %12s %8s %9s %15s %9s\n", "kernel", "launches", "ms",
            "grid", "block", "registers", "shared bytes", "occupancy");
    for (size_t i = 0; i < count; i++) {
        int length;
        const char *name = name_of(&kernel[i], &length);
        char grid[40], block[40];

        format_shape(grid, kernel[i].grid);
        format_shape(block, kernel[i].block);
        fprintf(stderr, "%-40.*s %8" PRIu64 " %12.3f %12s %8s", length, name, kernel[i].launches,
            kernel[i].ms, grid, block);
        if (kernel[i].grid[0])
            fprintf(stderr, " %9u %8zu+%-6zu %8.0f%%", kernel[i].registers, kernel[i].static_shared,
                kernel[i].dynamic_shared, 100 * kernel[i].occupancy);
        fputc('\n', stderr);
    }
    free(kernel);
}

void tool_statistics_json(struct tool *tool, struct text *text)
{
    struct stage stage[STAGES];
    size_t stages = order_stages(tool, stage, STAGES);
    double total_ms = 1e3 * (tool_now() - tool->began);
    kg_memory_use memory = kg_context_memory(tool->ctx);

    json_string(text, "device", kg_context_device(tool->ctx));
    json_number(text, "threads", (uint64_t)kg_context_threads(tool->ctx));
    if (tool->joined || tool->ranks > 1)
        json_number(
            text, "ranks", (uint64_t)(tool->joined ? kg_comm_ranks(tool->host) : tool->ranks));
    json_open(text, "timing", '[');
    for (size_t i = 0; i < stages; i++) {
        json_open(text, NULL, '{');
        json_string(text, "stage", stage[i].timing.stage);
        json_real(text, "ms", stage[i].timing.ms);
        if (tool->joined)
            json_number(text, "sent_bytes", stage[i].sent);
        json_close(text, '}');
    }
    json_close(text, ']');
    if (tool->kernels)
        put_kernels(text, tool);
    json_real(text, "total_ms", total_ms);
    if (tool->edges)
        json_real(text, "edges_per_second", 1e3 * (double)tool->edges / total_ms);
    json_number(text, "library_peak_bytes", memory.peak);
    json_number(text, "process_peak_bytes", process_peak());
}

static void print_memory(const char *what, uint64_t bytes, uint64_t edges)
{
    fprintf(stderr, "%-28s %9.1f MiB", what, (double)bytes / 0x1p20);
    if (edges)
        fprintf(stderr, " %8.1f bytes an edge", (double)bytes / (double)edges);
    fputc('\n', stderr);
}

/* sent: bytes for other ranks; UINT64_MAX: there are none. */
static void print_stage(const char *stage, double ms, double total_ms, uint64_t sent)
{
    fprintf(stderr, "%-28s %12.3f %7.1f%%", stage, ms, 100 * ms / total_ms);
    if (sent != UINT64_MAX)
        fprintf(stderr, " %12.3f", (double)sent / 0x1p20);
    fputc('\n', stderr);
}

void statistics_print(struct tool *tool)
{
    struct stage stage[STAGES];
    size_t stages = order_stages(tool, stage, STAGES);
    double total_ms = 1e3 * (tool_now() - tool->began), other = total_ms;

    progress_erase(&tool->progress);
    fprintf(
        stderr, "%-28s %12s %8s%s\n", "stage", "ms", "share", tool->joined ? "     MiB sent" : "");
    for (size_t i = 0; i < stages; i++) {
        print_stage(stage[i].timing.stage, stage[i].timing.ms, total_ms,
            tool->joined ? stage[i].sent : UINT64_MAX);
        other -= stage[i].timing.ms;
    }
    print_stage("other", other, total_ms, UINT64_MAX);
    print_stage("total", total_ms, total_ms, UINT64_MAX);
    if (tool->edges) {
        fprintf(stderr, "%-28s %12" PRIu64 "\n", "edges", tool->edges);
        fprintf(stderr, "%-28s %12.0f\n", "edges a second", 1e3 * (double)tool->edges / total_ms);
    }
    print_memory("library's peak memory", kg_context_memory(tool->ctx).peak, tool->edges);
    print_memory("process' peak memory", process_peak(), tool->edges);
    if (tool->kernels)
        print_kernels(tool);
}
