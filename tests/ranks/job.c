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

enum { KEY_FAIL = KEY_TOOL, KEY_BLAME, KEY_NO, KEY_KILL, KEY_LATE, KEY_SHARE, RANKS_MOST = 64 };

struct job {
    struct tool tool;
    const char *path;                /* that all ranks would read, or NULL */
    int fail, blame, no, kill, late; /* on which rank this happens; -1: on none */
    bool share;                      /* all ranks write the output */
};

static const struct option options[] = {
    OPTION_RANKS,
    {"fail", KEY_FAIL, "RANK", 0, "fail there, by the library", 0},
    {"blame", KEY_BLAME, "RANK", 0, "fail there, by the tool", 0},
    {"no", KEY_NO, "RANK", 0, "say no there", 0},
    {"kill", KEY_KILL, "RANK", 0, "die there", 0},
    {"late", KEY_LATE, "RANK", 0, "sleep there for 3 s", 0},
    {"share", KEY_SHARE, 0, 0, "all ranks write the output", 0},
    {0},
};

static error_t parse(int key, char *arg, struct command_line *state)
{
    struct job *job = state->input;
    int *const given[] = {&job->fail, &job->blame, &job->no, &job->kill, &job->late};

    switch (key) {
    case ARGP_KEY_INIT:
        return 0;
    case KEY_RANKS:
        parse_ranks(state, &job->tool, arg);
        return 0;
    case KEY_SHARE:
        job->share = true;
        return 0;
    case ARGP_KEY_ARG:
        job->path = arg;
        return 0;
    case KEY_FAIL:
    case KEY_BLAME:
    case KEY_NO:
    case KEY_KILL:
    case KEY_LATE:
        *given[key - KEY_FAIL] = (int)parse_number(state, "rank", arg, RANKS_MOST);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
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

int main(int argc, char **argv)
{
    static const struct command command = {
        .options = options, .parser = parse, .args = "[FILE]", .about = "A test."};
    struct job job = {
        .tool.name = "rank-job", .fail = -1, .blame = -1, .no = -1, .kill = -1, .late = -1};

    tool_parse(&job.tool, &command, NULL, argc, argv, &job);
    return tool_on_ranks(&job, sizeof job, work);
}
