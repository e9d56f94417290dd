/*
 * batch-job: a batch whose tasks say their numbers, and of which one fails, is late, or waits until
 * it is stopped. It shows what tools/batch.h does for every command.
 */
#include "../../tools/batch.h"
#include "../../tools/process.h"
#include "../../tools/values.h"
#include "base/base.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NONE = 1 << 20 };

struct job {
    struct tool tool;
    struct answers answers;
    struct text document;
    int tasks, fail, late, wait, unready; /* which task, or worker, NONE: none */
    double seconds;
    int here[1024]; /* [workers] whether one is prepared and not finished; 2: it is at work */
};

static const struct option options[] = {
    OPTION("tasks", "N", NUMBER_IN(struct job, tasks, 0, NONE), "so many"),
    OPTION("fail", "TASK", NUMBER_IN(struct job, fail, 0, NONE), "fail there"),
    OPTION("late", "TASK", NUMBER_IN(struct job, late, 0, NONE), "sleep there for half a second"),
    OPTION("wait", "TASK", NUMBER_IN(struct job, wait, 0, NONE),
        "from there on wait until the task is stopped, or its time up"),
    OPTION("unready", "RANK", NUMBER_IN(struct job, unready, 0, NONE), "do not get ready there"),
    OPTION("seconds", "SECONDS", SECONDS_IN(struct job, seconds), "for all tasks"), {0}};

static kg_status prepare(void *user, int worker, kg_context *ctx)
{
    struct job *job = user;

    job->here[worker] = 1;
    return worker == job->unready ? kg__fail(ctx, KG_FORMAT, "rank %d is not ready", worker)
                                  : KG_OK;
}

static void finish(void *user, int worker)
{
    struct job *job = user;

    job->here[worker] -= 1;
}

static kg_status work(void *user, const struct batch_turn *turn, struct batch_piece *piece)
{
    struct job *job = user;
    const int task = (int)turn->task;
    const double begin = tool_now();
    int *here = &job->here[turn->worker];

    kg__begin(turn->ctx);
    if (*here != (turn->worker > 0))
        return kg__fail(turn->ctx, KG_INTERNAL, "rank %d is not prepared", turn->worker);
    *here += 1; /* which TSan would see, did two tasks share a worker */
    if (task == job->late)
        usleep(500000);
    while (task >= job->wait && !__atomic_load_n(turn->stop, __ATOMIC_RELAXED) &&
           (turn->seconds <= 0 || tool_now() - begin < turn->seconds))
        usleep(1000);
    *here -= 1;
    if (task == job->fail)
        return kg__fail(turn->ctx, KG_FORMAT, "task %d fails", task);
    piece->status = task >= job->wait ? KG_LIMIT : KG_OK;
    text_format(&piece->answer, "task %d%s\n", task, task >= job->wait ? " was stopped" : "");
    json_number(&piece->json, NULL, turn->task);
    if (task % 3 == 1) {
        text_format(&piece->said, "task %d has something to say", task);
        text_put(&piece->said, "", 1);
    }
    if (task % 4 == 0)
        text_format(&piece->timing, "timing of task %d\n", task);
    return batch_piece_failed(piece) ? KG_MEMORY : KG_OK;
}

static kg_status show(void *user, size_t task, struct batch_piece *piece)
{
    struct job *job = user;

    return batch_show(&job->answers, &job->document, task, job->tasks == 1, piece);
}

static kg_status run(struct job *job)
{
    const struct batch batch = {.tool = &job->tool,
        .what = "tasks",
        .tasks = (size_t)job->tasks,
        .seconds = job->seconds,
        .work = work,
        .show = show,
        .prepare = prepare,
        .finish = finish,
        .user = job};
    kg_status status;

    job->answers.tool = &job->tool;
    TRY(batch_begin(&job->tool));
    json_open(&job->document, NULL, '[');
    status = batch_run(&batch);
    for (int i = 0; i < 1024; i++)
        if (job->here[i])
            tool_say(&job->tool, "rank %d did not finish", i);
    TRY(status);
    TRY(answers_end(&job->answers));
    json_close(&job->document, ']');
    text_put(&job->document, "", 1);
    if (job->tool.json)
        printf("%s on %d\n", job->document.bytes, job->tool.ranks);
    status = process_signal() ? KG_LIMIT : KG_OK;
out:
    free(job->answers.text.bytes);
    free(job->document.bytes);
    return status;
}

static const struct command command = {
    .args = "", .tables = TABLES_OF({worker_options}, {options}), .about = "A test."};

int main(int argc, char **argv)
{
    static const struct command_rules rules;
    struct job job = {.tool.name = "batch-job",
        .tasks = 10,
        .fail = NONE,
        .late = NONE,
        .wait = NONE,
        .unready = NONE};

    tool_parse(&job.tool, &command, &rules, argc, argv, &job);
    return tool_end(&job.tool, run(&job));
}
