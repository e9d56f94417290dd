/*
 * The inside of a comm, and what each kind of comm does: threads.c, mpi.c, nccl.c.
 *
 * libkonig-mpi is compiled with this header alone and calls nothing of libkonig; so there are no
 * prototypes here but its own. KG__COMM_LAYOUT is to change with struct kg_comm.
 */
#ifndef KG_COMM_ROW_H
#define KG_COMM_ROW_H

#include <konig/comm.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KG__COMM_LAYOUT = 2, KG__COMM_MESSAGE = 1024 };

/* What a rank tells each other one when they meet. */
typedef struct kg__comm_card {
    uint64_t number; /* of the meeting: the same on all ranks */
    uint32_t call;   /* which call it belongs to, and the backend: see comm.c */
    int32_t status;  /* how the sender fared */
    uint64_t value;  /* for the receiver */
} kg__comm_card;

/* What goes to a rank, and what comes from it. Bytes 0: nothing does. */
typedef struct kg__comm_block {
    const void *send;
    void *receive;
    uint64_t send_bytes, receive_bytes;
} kg__comm_block;

/* All are collective. A failure of `meet` and `move` is for ever: the row has written the comm's
 * message, and `lost`. Where a failure of the others is not, the next meeting tells. */
typedef struct kg__comm_ops {
    /* Swaps cards with all ranks: those for rank p are comm->mine[p] and comm->theirs[p]. */
    kg_status (*meet)(kg_comm *comm);
    /* Moves all of comm->block, which lies in host memory, or in the device's. move_array is NULL
     * where the row cannot do that. */
    kg_status (*move)(kg_comm *comm);
    kg_status (*move_array)(kg_comm *comm);
    /* Replaces values in the backend's memory; op: enum kg__comm_op. NULL, or false in *done: to be
     * done in host memory. */
    kg_status (*reduce_array)(kg_comm *comm, uint64_t *values, uint64_t count, int op, bool *done);
    /* Frees what the row has of the comm, but for the comm itself. */
    void (*leave)(kg_comm *comm);
} kg__comm_ops;

struct kg_comm {
    int layout; /* KG__COMM_LAYOUT */
    int rank, ranks;
    const kg__comm_ops *ops; /* NULL: it could not be made, and only has a message */
    void *row;               /* the row's own */
    kg_context *ctx;         /* that has joined; or NULL */
    const kg_context *only;  /* the one that may; NULL: any */
    double patience;         /* seconds to wait for other ranks */
    uint64_t slice;          /* bytes of one message of MPI at most */
    bool one_process;        /* the ranks are threads, with one space of addresses */

    uint64_t meetings;
    kg__comm_card *mine, *theirs; /* [ranks] */
    kg__comm_block *block;        /* [ranks] */
    bool *lost;                   /* [ranks] those that did not come, or have ended */

    kg_status broken;    /* a failure for ever */
    kg_status stopped;   /* a failure of one public call, */
    bool agreed;         /* some ranks met with it by kg_context_agree(), this one did not */
    uint64_t stopped_in; /* which is number so many of the context */
    char message[KG__COMM_MESSAGE];
};

/* Frees an end, once its row has left it. */
static inline void kg__comm_free(kg_comm *comm)
{
    free(comm->mine);
    free(comm->theirs);
    free(comm->block);
    free(comm->lost);
    free(comm);
}

/* An end without a row, or NULL. */
static inline kg_comm *kg__comm_allocate(int rank, int ranks)
{
    kg_comm *comm = (kg_comm *)calloc(1, sizeof *comm);
    const char *patience = getenv("KONIG_RANK_TIMEOUT");

    if (!comm)
        return NULL;
    comm->layout = KG__COMM_LAYOUT;
    comm->rank = rank;
    comm->ranks = ranks;
    comm->patience = patience ? strtod(patience, NULL) : 0;
    if (!(comm->patience > 0))
        comm->patience = 3600;
    comm->slice = UINT64_C(1) << 30;
    comm->mine = (kg__comm_card *)calloc((size_t)ranks, sizeof *comm->mine);
    comm->theirs = (kg__comm_card *)calloc((size_t)ranks, sizeof *comm->theirs);
    comm->block = (kg__comm_block *)calloc((size_t)ranks, sizeof *comm->block);
    comm->lost = (bool *)calloc((size_t)ranks, sizeof *comm->lost);
    if (comm->mine && comm->theirs && comm->block && comm->lost)
        return comm;
    kg__comm_free(comm);
    return NULL;
}

/* Writes the comm's message about those that are lost: "rank 2 of 4 WHAT". */
static inline void kg__comm_name_lost(kg_comm *comm, const char *what)
{
    int lost = 0, named = 0;
    size_t used = 0;

    for (int p = 0; p < comm->ranks; p++)
        lost += comm->lost[p];
    used = (size_t)snprintf(comm->message, sizeof comm->message, lost == 1 ? "rank" : "ranks");
    for (int p = 0; p < comm->ranks && named < 8; p++)
        if (comm->lost[p])
            used += (size_t)snprintf(
                comm->message + used, sizeof comm->message - used, "%s %d", named++ ? "," : "", p);
    if (lost > named)
        used += (size_t)snprintf(
            comm->message + used, sizeof comm->message - used, " and %d more", lost - named);
    snprintf(comm->message + used, sizeof comm->message - used, " of %d %s", comm->ranks, what);
}

/* As kg_comm_nccl(), with arguments that are there, in a call that has begun. */
kg_status kg__comm_nccl(kg_comm **comm, kg_comm *host, kg_context *context);

/* What libkonig-mpi exports. */
#define KG__COMM_MPI_OPEN "kg__comm_mpi_open"
typedef kg_status kg__comm_mpi_open_fn(kg_comm **comm);

#endif
