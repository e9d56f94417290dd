/* The inside of a context; for src/base only. */
#ifndef KG_CONTEXT_INSIDE_H
#define KG_CONTEXT_INSIDE_H

#include "base.h"
#include <pthread.h>

enum { MESSAGE_BYTES = 1024, TIMINGS = 256, SPARES = 4 };

typedef struct kg__block {
    void *base;
    size_t bytes;
    kg__backend backend; /* whose memory it lies in */
} kg__block;

/* A device that is open: cuda.h. */
typedef struct kg__cuda kg__cuda;

struct kg_context {
    kg__backend backend; /* in force */
    bool automatic;      /* chosen for each call: choice.c */
    int threads;
    char device[32];            /* in force, or that did the last work of a size to choose for */
    char choice[MESSAGE_BYTES]; /* why the automatic choice fell on it */
    kg__cuda *cuda;             /* or NULL */
    char refused
        [MESSAGE_BYTES]; /* why it could not be opened for auto; "": was not tried, or is open */

    pthread_mutex_t lock; /* of the message and the list of blocks */
    char message[MESSAGE_BYTES];
    char warning[MESSAGE_BYTES];

    kg__block *block; /* every block that is allocated, unordered */
    size_t blocks, block_room;
    kg_memory_use memory;        /* the host's */
    kg_memory_use device_memory; /* the device's, where it has its own */
    kg__block spare[SPARES];     /* large blocks that were freed, for the next that fits */
    size_t spares;

    uint64_t fault[KG__FAULTS]; /* counts down to the call that fails; 0: none. Atomic. */

    kg_progress_fn *progress;
    void *progress_user;
    double progress_last;

    kg_timing timing[TIMINGS];
    size_t timings;
    bool stage_runs, stage_on_device;
    size_t stages_resolved; /* before this one ms is known */
    double stage_begin;
};

/* Sets the device that was asked for, or that it is chosen for each call. asked: may be NULL. */
kg_status kg__choose_by_name(kg_context *ctx, const char *asked);

#endif
