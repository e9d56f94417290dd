/* What --timing and --json tell of the work: stages, memory, edges a second, bytes for others. */
#include "statistics.h"
#include <inttypes.h>
#include <stdio.h>

enum { STAGES = 256 }; /* that a context keeps at most */

/* How long outputs have been written to so far. */
double statistics_write_ms(const struct tool *tool)
{
    return tool->write_ms + (tool->write_began > 0 ? 1e3 * (tool_now() - tool->write_began) : 0);
}

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

/* The stages in the order of their numbers, where they have some: stage 2 of the Euler search runs
 * before stage 1. Returns how many. */
static size_t order_stages(const struct tool *tool, struct stage *ordered, size_t room)
{
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
    return stages;
}

void tool_statistics_json(struct tool *tool, struct text *text)
{
    struct stage stage[STAGES];
    size_t stages = order_stages(tool, stage, STAGES);
    double total_ms = 1e3 * (tool_now() - tool->began), write = statistics_write_ms(tool);
    kg_memory_use memory = kg_context_memory(tool->ctx);

    json_string(text, "device", kg_context_device(tool->ctx));
    json_number(text, "threads", (uint64_t)kg_context_threads(tool->ctx));
    if (tool->joined || tool->ranks > 1)
        json_number(
            text, "ranks", (uint64_t)(tool->joined ? kg_comm_ranks(tool->host) : tool->ranks));
    json_open(text, "timing", '[');
    for (size_t i = 0; i < stages + (write > 0); i++) {
        json_open(text, NULL, '{');
        json_string(text, "stage", i < stages ? stage[i].timing.stage : "write");
        json_real(text, "ms", i < stages ? stage[i].timing.ms : write);
        if (tool->joined)
            json_number(text, "sent_bytes", i < stages ? stage[i].sent : 0);
        json_close(text, '}');
    }
    json_close(text, ']');
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
    double total_ms = 1e3 * (tool_now() - tool->began), write = statistics_write_ms(tool);
    double other = total_ms - write;

    progress_erase(&tool->progress);
    fprintf(
        stderr, "%-28s %12s %8s%s\n", "stage", "ms", "share", tool->joined ? "     MiB sent" : "");
    for (size_t i = 0; i < stages; i++) {
        print_stage(stage[i].timing.stage, stage[i].timing.ms, total_ms,
            tool->joined ? stage[i].sent : UINT64_MAX);
        other -= stage[i].timing.ms;
    }
    if (write > 0)
        print_stage("write", write, total_ms, UINT64_MAX);
    print_stage("other", other, total_ms, UINT64_MAX);
    print_stage("total", total_ms, total_ms, UINT64_MAX);
    if (tool->edges) {
        fprintf(stderr, "%-28s %12" PRIu64 "\n", "edges", tool->edges);
        fprintf(stderr, "%-28s %12.0f\n", "edges a second", 1e3 * (double)tool->edges / total_ms);
    }
    print_memory("library's peak memory", kg_context_memory(tool->ctx).peak, tool->edges);
    print_memory("process' peak memory", process_peak(), tool->edges);
}
