/*
 * The searches of a batch, shared among ranks that need nothing of each other: workers, a thread
 * with a context each, on a GPU each or on the CPU.
 *
 * A batch is tasks 0, 1, 2, ... The next one goes to whichever worker is free. What a task has to
 * say is shown in the order of the tasks, as soon as all before it have been shown: the same bytes
 * for any number of workers. One worker does one task after the other in the caller's thread.
 */
#ifndef KG_TOOLS_BATCH_H
#define KG_TOOLS_BATCH_H

#include "answers.h"

/* --ranks, of a struct tool. */
extern const struct option worker_options[];

/* In place of tool_begin(): makes the context of the first worker. From then on tool->ranks is how
 * many workers there may be. */
kg_status batch_begin(struct tool *tool);

/* A task in a worker's hands. */
struct batch_turn {
    kg_context *ctx;
    int worker; /* from 0; it has tool->ctx */
    size_t task;
    double seconds;           /* that are left of the batch's; 0: no limit */
    const volatile int *stop; /* as the options of a search have it */
};

/* What is to be shown of a task. */
struct batch_piece {
    kg_status status; /* of the search */
    struct text answer, json, timing;
    struct text said; /* a line, with its terminating 0; empty: nothing */
};

/* Whether memory ran out for one of its texts. */
bool batch_piece_failed(const struct batch_piece *piece);

/* Does a task and fills the piece, in a worker's thread: nothing but the worker's context and what
 * belongs to it may be changed. A failure ends the batch, with the context's message; what is
 * before the task is still shown. KG_MEMORY, too, where a text of the piece failed. */
typedef kg_status batch_work_fn(
    void *user, const struct batch_turn *turn, struct batch_piece *piece);

/* Shows a task's piece, in the caller's thread. The piece is freed afterwards. */
typedef kg_status batch_show_fn(void *user, size_t task, struct batch_piece *piece);

/* Prepares a worker, or frees what belongs to it, in its thread. Not called for worker 0, whose
 * things the caller has. A worker that could not be prepared is freed, too. */
typedef kg_status batch_prepare_fn(void *user, int worker, kg_context *ctx);
typedef void batch_finish_fn(void *user, int worker);

/*
 * For batch_show_fn: shows what a piece has.
 *
 * document  its member goes to the list at the end, behind a comma.
 * alone     there is no other task: what is said of a search that was stopped is why it failed.
 */
kg_status batch_show(struct answers *answers, struct text *document, size_t task, bool alone,
    const struct batch_piece *piece);

struct batch {
    struct tool *tool;
    const char *what; /* the tasks are, for the line of progress */
    size_t tasks;
    double seconds; /* after which no other task begins; 0: no limit */
    batch_work_fn *work;
    batch_show_fn *show;
    batch_prepare_fn *prepare; /* may be NULL, */
    batch_finish_fn *finish;   /* and so is this then */
    void *user;
};

/* Does all tasks, until one fails, a signal comes or the time is up: those that were begun by then
 * are shown, and the first one is begun in any case. Signals are deferred meanwhile. From then on
 * tool->ranks is how many workers there were; the stages of --timing are the first one's. */
kg_status batch_run(const struct batch *batch);

#endif
