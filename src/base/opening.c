/*
 * A device that opens in a thread of its own, while the context works on the CPU.
 *
 * Starting a GPU's driver and registering a process with it takes 0.2 to 0.3 s, in which a file can
 * be read. The thread has a context of its own and uses only its device's name, message and lock,
 * so it shares nothing with the calls that run meanwhile. A call that needs the device waits for
 * the thread and takes the opened device, or its failure.
 */
#include "context.h"
#include "descriptor.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kg__opening {
    kg_context aside;
    kg__backend backend;
    int number;
    pthread_t thread;
    void *device;
    kg_status status;
    double began;
};

static void *open_aside(void *user)
{
    struct kg__opening *opening = user;

    opening->status =
        kg__descriptors[opening->backend]->open(&opening->aside, opening->number, &opening->device);
    return NULL;
}

/* The thread blocks all signals: they are for the threads of the program. */
static bool start(struct kg__opening *opening)
{
    sigset_t all, before;
    bool started;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(&opening->thread, NULL, open_aside, opening) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

void kg__opening_begin(kg_context *ctx, kg__backend backend, unsigned long number)
{
    struct kg__opening *opening = calloc(1, sizeof *opening);

    if (!opening)
        return;
    pthread_mutex_init(&opening->aside.lock, NULL);
    snprintf(opening->aside.device, sizeof opening->aside.device, "%s:%lu",
        kg__descriptors[backend]->name, number);
    opening->backend = backend;
    opening->number = (int)number;
    opening->began = kg__now();
    if (start(opening)) {
        ctx->opening = opening;
        return;
    }
    pthread_mutex_destroy(&opening->aside.lock);
    free(opening);
}

kg_status kg__opening_end(kg_context *ctx, kg__backend *backend)
{
    struct kg__opening *opening = ctx->opening;
    kg_status status;

    pthread_join(opening->thread, NULL);
    ctx->opening = NULL;
    *backend = opening->backend;
    status = opening->status;
    if (status == KG_OK) {
        ctx->opened[opening->backend] = opening->device;
        kg__descriptors[opening->backend]->enter(opening->device);
    } else {
        memcpy(ctx->message, opening->aside.message, sizeof ctx->message);
    }
    pthread_mutex_destroy(&opening->aside.lock);
    free(opening);
    return status;
}

double kg__opening_ms(const kg_context *ctx)
{
    return 1e3 * (kg__now() - ctx->opening->began);
}

bool kg__opening_is(const kg_context *ctx, kg__backend backend)
{
    return ctx->opening && ctx->opening->backend == backend;
}
