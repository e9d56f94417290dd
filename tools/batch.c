/*
 * The searches of a batch, shared among workers.
 *
 * All that the threads share is in a pool and under its mutex. The caller's thread shows what is
 * done; it looks ten times a second whether a signal has come, to stop the searches that are under
 * way.
 */
#include "batch.h"
#include "process.h"
#include "ranks.h"
#include "unearned.h"
#include "values.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORKERS_MOST = 1024 };
static const long moment = 100000000; /* ns */

struct pool {
    const struct batch *batch;
    double end; /* when no other task begins */

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    struct worker *worker;      /* [workers] */
    int workers, ready;         /* ready: have been prepared */
    bool open, closed;          /* tasks may be taken; no more are */
    size_t next, done;          /* tasks taken, tasks done */
    struct batch_piece **piece; /* [tasks] done, and not shown yet */

    /* The first task that failed, SIZE_MAX: none, and why. Of workers that could not be prepared
     * the number stands for the task's. */
    size_t failed;
    kg_status failure;
    char message[512];

    struct progress progress;
};

struct worker {
    struct pool *pool;
    struct tool tool; /* a copy, with the worker's own context */
    int number;
    pthread_t thread;
    size_t task; /* at work; SIZE_MAX: none */
    int stop;    /* read by the search */
};

const struct option worker_options[] = {
    OPTION("ranks", "N", NUMBER_IN(struct tool, ranks, 1, WORKERS_MOST),
        "share a batch among N workers on the CPU, each with its part of the threads"),
    {0}};

kg_status batch_begin(struct tool *tool)
{
    const char *device = tool->options.device;
    const int ranks = ranks_here(tool);

    if (!ranks)
        return KG_ARGUMENT;
    if (ranks > 1 && !tool->gpu) {
        if (device && strncmp(device, "cuda", strlen("cuda")) == 0)
            return tool_fail(tool, KG_ARGUMENT,
                "--ranks %d --device %s: ranks work on the CPU, or on a GPU each: --device "
                "cuda:all or "
                "cuda:0,1",
                ranks, device);
        if (!device || strcmp(device, "auto") == 0)
            tool->options.device = "cpu";
    }
    tool->ranks = ranks;
    return tool_begin(tool);
}

/* ---- one worker ------------------------------------------------------------------------------ */

static void free_piece(struct batch_piece *piece)
{
    free(piece->answer.bytes);
    free(piece->json.bytes);
    free(piece->said.bytes);
    free(piece->timing.bytes);
}

bool batch_piece_failed(const struct batch_piece *piece)
{
    return piece->answer.failed || piece->json.failed || piece->said.failed || piece->timing.failed;
}

kg_status batch_show(struct answers *answers, struct text *document, size_t task, bool alone,
    const struct batch_piece *piece)
{
    struct tool *tool = answers->tool;
    kg_status status;

    if (task && piece->json.used)
        text_string(document, ",");
    text_put(document, piece->json.bytes, piece->json.used);
    text_put(&answers->text, piece->answer.bytes, piece->answer.used);
    TRY(answers_show(answers));
    if (piece->said.used && alone && piece->status != KG_OK && piece->status != KG_NO_SOLUTION)
        tool_fail(tool, piece->status, "%s", piece->said.bytes);
    else if (piece->said.used && !tool->quiet)
        tool_say(tool, "%s", piece->said.bytes);
    if (piece->timing.used)
        fwrite(piece->timing.bytes, 1, piece->timing.used, stderr);
    status = document->failed ? KG_MEMORY : KG_OK;
out:
    return status;
}

/* Whether a task other than the first may still begin, and how long it may take. */
static bool may_begin(const struct batch *batch, double end, double *seconds)
{
    const double left = end - tool_now();

    *seconds = batch->seconds > 0 ? left : 0;
    return !process_signal() && (batch->seconds <= 0 || left > 0);
}

static kg_status run_alone(const struct batch *batch, const volatile int *stop)
{
    struct batch_turn turn = {.ctx = batch->tool->ctx, .stop = stop, .seconds = batch->seconds};
    const double end = tool_now() + batch->seconds;
    kg_status status = KG_OK;

    for (; turn.task < batch->tasks && status == KG_OK; turn.task++) {
        struct batch_piece piece = {0};

        if (turn.task && !may_begin(batch, end, &turn.seconds))
            break;
        status = batch->work(batch->user, &turn, &piece);
        if (status == KG_OK)
            status = batch->show(batch->user, turn.task, &piece);
        free_piece(&piece);
    }
    return status;
}

/* ---- workers --------------------------------------------------------------------------------- */

/* Under the mutex, as all up to take(). Stops the searches of this task and those behind it. */
static void stop_from(struct pool *pool, size_t task)
{
    for (int i = 0; i < pool->workers; i++)
        if (pool->worker[i].task >= task && pool->worker[i].task != SIZE_MAX)
            __atomic_store_n(&pool->worker[i].stop, 1, __ATOMIC_RELAXED);
}

static void close_pool(struct pool *pool)
{
    pool->closed = true;
    pthread_cond_broadcast(&pool->changed);
}

/* What is behind the task would not be shown any more. */
static void fail_at(struct pool *pool, size_t task, kg_status status, const char *message)
{
    if (task >= pool->failed)
        return;
    pool->failed = task;
    pool->failure = status;
    snprintf(pool->message, sizeof pool->message, "%s", message);
    stop_from(pool, task + 1);
    close_pool(pool);
}

static const char *message_of(const struct worker *worker)
{
    return worker->tool.message[0] ? worker->tool.message : kg_context_message(worker->tool.ctx);
}

static void prepare(struct worker *worker)
{
    struct pool *pool = worker->pool;
    const struct batch *batch = pool->batch;
    kg_status status = KG_OK;

    if (worker->number) {
        status = tool_join(&worker->tool);
        if (status == KG_OK && batch->prepare)
            status = batch->prepare(batch->user, worker->number, worker->tool.ctx);
    }
    pthread_mutex_lock(&pool->mutex);
    pool->ready++;
    if (status != KG_OK)
        fail_at(pool, (size_t)worker->number, status, message_of(worker));
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

/* The next task, once all workers are ready. false: there is none. */
static bool take(struct worker *worker, double *seconds)
{
    struct pool *pool = worker->pool;
    bool taken;

    pthread_mutex_lock(&pool->mutex);
    worker->task = SIZE_MAX;
    while (!pool->open && !pool->closed)
        pthread_cond_wait(&pool->changed, &pool->mutex);
    *seconds = pool->batch->seconds;
    if (pool->next && !may_begin(pool->batch, pool->end, seconds))
        close_pool(pool);
    taken = !pool->closed && pool->next < pool->batch->tasks;
    if (taken) {
        worker->task = pool->next++;
        __atomic_store_n(&worker->stop, 0, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&pool->mutex);
    return taken;
}

static void do_task(struct worker *worker, double seconds)
{
    struct pool *pool = worker->pool;
    const struct batch_turn turn = {.ctx = worker->tool.ctx,
        .worker = worker->number,
        .task = worker->task,
        .seconds = seconds,
        .stop = &worker->stop};
    struct batch_piece *piece = calloc(1, sizeof *piece);
    kg_status status = piece ? pool->batch->work(pool->batch->user, &turn, piece) : KG_MEMORY;

    pthread_mutex_lock(&pool->mutex);
    if (status != KG_OK)
        fail_at(pool, turn.task, status, piece ? message_of(worker) : "");
    pool->piece[turn.task] = piece; /* of one that failed it is not looked at */
    pool->done++;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    const struct batch *batch = worker->pool->batch;
    double seconds;

    prepare(worker);
    while (take(worker, &seconds))
        do_task(worker, seconds);
    if (worker->number) {
        if (batch->finish)
            batch->finish(batch->user, worker->number);
        kg_context_destroy(worker->tool.ctx);
    }
    return NULL;
}

/* ---- the caller's thread --------------------------------------------------------------------- */

/* Waits until the pool changes, a moment at most, and tells those at work if a signal has come. */
static void wait_a_moment(struct pool *pool)
{
    const struct batch *batch = pool->batch;
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += moment;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&pool->changed, &pool->mutex, &until);
    if (process_signal())
        stop_from(pool, 0);
    if (batch->tool->options.progress)
        progress_show(&pool->progress, batch->what, pool->done, batch->tasks);
}

/* Says which workers there are, and lets them begin. */
static void open_pool(struct pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    while (pool->ready < pool->workers && !pool->closed)
        wait_a_moment(pool);
    progress_erase(&pool->progress);
    for (int i = 1; i < pool->workers && !pool->closed && pool->batch->tool->verbose; i++)
        tool_say(pool->batch->tool, "rank %d: device %s, threads %d", i,
            kg_context_device(pool->worker[i].tool.ctx),
            kg_context_threads(pool->worker[i].tool.ctx));
    pool->open = !pool->closed;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->mutex);
}

/* Waits for a task's piece. NULL: it was not begun, or failed. */
static struct batch_piece *await(struct pool *pool, size_t task)
{
    struct batch_piece *piece = NULL;

    pthread_mutex_lock(&pool->mutex);
    while (!pool->piece[task] && task < pool->failed && !(pool->closed && task >= pool->next))
        wait_a_moment(pool);
    if (task < pool->failed) {
        piece = pool->piece[task];
        pool->piece[task] = NULL;
    }
    pthread_mutex_unlock(&pool->mutex);
    progress_erase(&pool->progress);
    return piece;
}

static kg_status show_all(struct pool *pool)
{
    const struct batch *batch = pool->batch;
    kg_status status = KG_OK;

    for (size_t task = 0; task < batch->tasks && status == KG_OK; task++) {
        struct batch_piece *piece = await(pool, task);

        if (!piece)
            break;
        status = batch->show(batch->user, task, piece);
        free_piece(piece);
        free(piece);
    }
    return status;
}

/* Starts the threads. Returns how many there are. */
static int start(struct pool *pool)
{
    const struct tool *tool = pool->batch->tool;
    int started = 0;

    for (int i = 0; i < pool->workers; i++) {
        struct worker *worker = &pool->worker[i];

        *worker = (struct worker){.pool = pool, .tool = *tool, .number = i, .task = SIZE_MAX};
        if (i) {
            worker->tool.ctx = NULL;
            worker->tool.gpu = tool->gpu ? i + 1 : 0;
            worker->tool.options.progress = NULL;
        }
    }
    while (started < pool->workers && unearned_watch() &&
           pthread_create(
               &pool->worker[started].thread, NULL, run_worker, &pool->worker[started]) == 0)
        started++;
    return started;
}

/* Nothing more is shown: ends what is at work, and frees what nobody saw. */
static void end(struct pool *pool, int started)
{
    pthread_mutex_lock(&pool->mutex);
    stop_from(pool, 0);
    close_pool(pool);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < started; i++)
        pthread_join(pool->worker[i].thread, NULL);
    for (size_t task = 0; task < pool->batch->tasks; task++)
        if (pool->piece[task]) {
            free_piece(pool->piece[task]);
            free(pool->piece[task]);
        }
}

static kg_status run_pool(struct pool *pool)
{
    struct tool *tool = pool->batch->tool;
    const int started = start(pool);
    kg_status status = KG_OK;

    if (started == pool->workers) {
        open_pool(pool);
        status = show_all(pool);
    } else {
        status = tool_fail(tool, KG_MEMORY, "cannot start the threads of %d ranks", pool->workers);
    }
    end(pool, started);
    if (status == KG_OK && pool->failure != KG_OK) {
        status = pool->failure;
        if (pool->message[0])
            tool_fail(tool, status, "%s", pool->message);
    }
    return status;
}

static kg_status run_shared(const struct batch *batch)
{
    struct tool *tool = batch->tool;
    pthread_condattr_t steady;
    struct pool pool = {.batch = batch,
        .end = tool_now() + batch->seconds,
        .workers = tool->ranks,
        .failed = SIZE_MAX,
        .progress.began = tool->began};
    kg_status status;

    pool.worker = calloc((size_t)pool.workers, sizeof *pool.worker);
    pool.piece = calloc(batch->tasks, sizeof(struct batch_piece *));
    pthread_mutex_init(&pool.mutex, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&pool.changed, &steady);
    pthread_condattr_destroy(&steady);
    tool->progress.hushed = true;            /* which the first worker's context would show */
    kg_context_join_stages(tool->ctx, true); /* which the first worker has */
    status = pool.worker && pool.piece ? run_pool(&pool) : KG_MEMORY;
    kg_context_join_stages(tool->ctx, false);
    tool->progress.hushed = false;
    pthread_cond_destroy(&pool.changed);
    pthread_mutex_destroy(&pool.mutex);
    free(pool.piece);
    free(pool.worker);
    return status;
}

kg_status batch_run(const struct batch *batch)
{
    struct tool *tool = batch->tool;
    const volatile int *stop = process_defer_signals();
    kg_status status;

    if ((size_t)tool->ranks > batch->tasks)
        tool->ranks = batch->tasks ? (int)batch->tasks : 1;
    status = tool->ranks > 1 ? run_shared(batch) : run_alone(batch, stop);
    process_defer_no_more();
    return status;
}
