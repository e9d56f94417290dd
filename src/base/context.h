/* The inside of a context; for src/base only. */
#ifndef KG_CONTEXT_INSIDE_H
#define KG_CONTEXT_INSIDE_H

#include "blocks.h"
#include <pthread.h>

enum { MESSAGE_BYTES = 1024, TIMINGS = 256, SPARES = 8 };

struct kg_context {
    kg__backend backend;        /* in force */
    bool automatic;             /* chosen for each call: choice.c */
    int threads_asked, threads; /* asked for; used */
    int threads_ready;          /* threads that could be started and that OpenMP has */
    pthread_t threads_of;       /* the thread that owns this OpenMP team */
    char device[32];            /* in force; if automatic, the last one chosen */
    char choice[MESSAGE_BYTES]; /* why the automatic choice is this device */
    /* The device that each backend has opened, or NULL; and why it could not be opened for "auto":
     * "" if opening was not tried, or succeeded. */
    void *opened[KG__BACKENDS];
    char refused[KG__BACKENDS][MESSAGE_BYTES];
    struct kg__opening *opening; /* a device that a thread is opening, or NULL */
    bool opening_asked;          /* it was asked for by name, and kg_context_ready() takes it */

    pthread_mutex_t lock; /* guards the message and the list of blocks */
    char message[MESSAGE_BYTES];
    char warning[MESSAGE_BYTES];

    kg__block_table blocks;      /* every block that is allocated */
    kg_memory_use memory;        /* the host's */
    kg_memory_use device_memory; /* the device's, if it has its own */
    uint64_t pinned;             /* host memory that a device keeps for transfers */
    kg__block spare[SPARES];     /* large freed blocks, kept for reuse */
    size_t spares;

    kg__cached *cached; /* list of what rooms need again until the context's end */

    uint64_t fault[KG__FAULTS]; /* counts down to the call that fails; 0: none. Atomic. */

    bool holds_outputs;     /* until kg_output_release() */
    struct kg_output *held; /* list of closed outputs that wait for the release */
    void (*let_go)(
        kg_context *ctx); /* gives up the held outputs at the context's end; NULL: nothing */

    struct kg_comm *comm;   /* the communicator that the context has joined, or NULL */
    uint64_t begun;         /* public calls so far */
    uint64_t sent[TIMINGS]; /* bytes sent to other ranks in each stage */

    kg_progress_fn *progress;
    void *progress_user;
    double progress_last;
    const char *cancelled;    /* cancelled_while, or NULL: nobody asked to end. Atomic. */
    char cancelled_while[64]; /* the work during which the progress function asked to end */

    kg_timing timing[TIMINGS];
    size_t timings;
    const char *callers_stage;        /* runs whenever no stage of the library does; or NULL */
    bool joins_stages;                /* new stages are ignored */
    size_t stage_row;                 /* the row of the running stage */
    bool stage_runs, stage_on_device; /* a stage runs; it is timed by the device's clock */
    bool stage_stamped[TIMINGS];      /* timed by the device's clock, which is not read yet */
    const kg__memory_ops *clock;      /* the device's, once a stage ran there */
    double stage_begin;

    bool records_kernels;
    kg_kernel *kernel; /* [kernels] recorded */
    size_t kernels;
    void (*read_kernels)(kg_context *ctx); /* reads the times of launches; NULL: there are none */
};

/* Sets the device that was asked for, or "auto", which is chosen for each call. asked: may be NULL.
 * aside: open the device in a thread of its own. */
kg_status kg__choose_by_name(kg_context *ctx, const char *asked, bool aside);

/* Begins to open a device of a backend in a thread of its own: opening.c. Does nothing if no other
 * thread can be started. */
void kg__opening_begin(kg_context *ctx, kg__backend backend, unsigned long number);
/* Waits for that thread and takes the opened device, or its failure. */
kg_status kg__opening_end(kg_context *ctx, kg__backend *backend);
/* Milliseconds since the opening began. */
double kg__opening_ms(const kg_context *ctx);
/* Whether a device of that backend is being opened. */
bool kg__opening_is(const kg_context *ctx, kg__backend backend);

/* Sets the threads that were asked for; 0: as many as OpenMP offers. */
kg_status kg__choose_threads(kg_context *ctx, int asked);

#endif
