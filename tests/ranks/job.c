/*
 * rank-job: a tool whose work is to gather the numbers of its ranks, or to end in some other way on
 * one of them. It shows what tools/ranks.h does for every tool.
 */
#include "../../tools/ranks.h"
#include "comm/comm.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RANKS_MOST = 64 };

struct job {
    struct tool tool;
    const char *path;                /* that all ranks would read, or NULL */
    int fail, blame, no, kill, late; /* on which rank this happens; -1: on none */
    bool share;                      /* all ranks write the output */
};

static const struct option options[] = {
    OPTION(
        "fail", "RANK", NUMBER_IN(struct job, fail, 0, RANKS_MOST), "fail there, by the library"),
    OPTION("blame", "RANK", NUMBER_IN(struct job, blame, 0, RANKS_MOST), "fail there, by the tool"),
    OPTION("no", "RANK", NUMBER_IN(struct job, no, 0, RANKS_MOST), "say no there"),
    OPTION("kill", "RANK", NUMBER_IN(struct job, kill, 0, RANKS_MOST), "die there"),
    OPTION("late", "RANK", NUMBER_IN(struct job, late, 0, RANKS_MOST), "sleep there for 3 s"),
    OPTION("share", NULL, SETS(struct job, share, true), "all ranks write the output"), {0}};

static void take_argument(struct command_line *line, char *argument)
{
    ((struct job *)line->input)->path = argument;
}

/* Makes what was asked for happen, after half of the output is written. */
static kg_status happen(struct job *job, int me)
{
    kg_context *ctx = job->tool.ctx;

    if (me == job->kill)
        kill(getpid(), SIGKILL);
    if (me == job->late)
        sleep(3);
    if (me == job->fail)
        return kg__fail(ctx, KG_FORMAT, "in.txt:3:1: rank %d reads no graph", me);
    if (me == job->blame)
        return tool_fail(&job->tool, KG_MEMORY, "out of memory for the %d wishes", me);
    return me == job->no ? KG_NO_SOLUTION : KG_OK;
}

static kg_status work(void *self)
{
    struct job *job = self;
    struct tool *tool = &job->tool;
    uint64_t me, all[RANKS_MOST];
    char line[64];
    kg_output *output = NULL;
    kg_status status;

    TRY(tool_begin(tool));
    if (job->path)
        TRY(tool_ranks_read(tool, job->path, "graph"));
    me = (uint64_t)kg__comm_rank(tool->ctx);
    TRY((job->share ? tool_share : tool_open)(tool, &output, tool->output));
    snprintf(line, sizeof line, "rank %" PRIu64 " writes\n", me);
    TRY(kg_output_write(output, line, strlen(line)));
    kg__begin(tool->ctx);
    status = happen(job, (int)me);
    TRY(kg__comm_stop(tool->ctx, status, tool->message[0] ? tool->message : NULL));
    TRY(kg__comm_gather(tool->ctx, &me, sizeof me, all, NULL));
    for (int r = 0; r < kg__comm_ranks(tool->ctx); r++) {
        snprintf(line, sizeof line, "rank %" PRIu64 " came\n", all[r]);
        TRY(kg_output_write(output, line, strlen(line)));
    }
    TRY(tool_close(tool, output));
    tool_say(tool, "rank %" PRIu64 " says it is done", me);
out:
    kg_output_destroy(output);
    return status;
}

static const struct command command = {
    .args = "[FILE]", .tables = TABLES_OF({ranks_options}, {options}), .about = "A test."};

int main(int argc, char **argv)
{
    static const struct command_rules rules = {.argument = take_argument};
    struct job job = {
        .tool.name = "rank-job", .fail = -1, .blame = -1, .no = -1, .kill = -1, .late = -1};

    tool_parse(&job.tool, &command, &rules, argc, argv, &job);
    return tool_on_ranks(&job, sizeof job, work);
}
