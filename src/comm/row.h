/*
 * The inside of a comm, and the functions of each kind of comm: threads.c, mpi_calls.c, nccl.c.
 *
 * libkonig-mpi is compiled with this header alone and calls nothing of libkonig, so the only
 * prototypes here are its own. Change KG__COMM_LAYOUT whenever struct kg_comm changes.
 */
#ifndef KG_COMM_ROW_H
#define KG_COMM_ROW_H

#include <konig/comm.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KG__COMM_LAYOUT = 2, KG__COMM_MESSAGE = 1024 };

/* The data that a rank sends to another rank when they meet. */
typedef struct kg__comm_card {
    uint64_t number; /* of the meeting: the same on all ranks */
    uint32_t call;   /* the call and the backend: see comm.c */
    int32_t status;  /* the sender's status */
    uint64_t value;  /* for the receiver */
} kg__comm_card;

/* The bytes sent to a rank and received from it. 0 bytes: nothing moves. */
typedef struct kg__comm_block {
    const void *send;
    void *receive;
    uint64_t send_bytes, receive_bytes;
} kg__comm_block;

/* All are collective. A failure of `meet` and `move` is permanent: the row has written the comm's
 * message, and `lost`. Other failures are passed on by the next meeting. */
typedef struct kg__comm_ops {
    /* Swaps cards with all ranks: comm->mine[p] is for rank p, comm->theirs[p] is from rank p. */
    kg_status (*meet)(kg_comm *comm);
    /* Moves all of comm->block, in host memory or in the device's. move_array is NULL if the row
     * cannot move device memory. */
    kg_status (*move)(kg_comm *comm);
    kg_status (*move_array)(kg_comm *comm);
    /* Reduces values in the backend's memory; op: enum kg__comm_op. NULL, or false in *done: they
     * must be reduced in host memory. */
    kg_status (*reduce_array)(kg_comm *comm, uint64_t *values, uint64_t count, int op, bool *done);
    /* Frees the row's part of the comm, except the comm itself. */
    void (*leave)(kg_comm *comm);
} kg__comm_ops;

struct kg_comm {
    int layout; /* KG__COMM_LAYOUT */
    int rank, ranks;
    const kg__comm_ops *ops; /* NULL: it could not be made, and only has a message */
    void *row;               /* the row's own */
    kg_context *ctx;         /* the context that has joined; or NULL */
    const kg_context *only;  /* the context that may join; NULL: any */
    double patience;         /* seconds to wait for other ranks */
    uint64_t slice;          /* most bytes of one MPI message */
    bool one_process;        /* the ranks are threads, with one address space */

    uint64_t meetings;
    kg__comm_card *mine, *theirs; /* [ranks] */
    kg__comm_block *block;        /* [ranks] */
    bool *lost;                   /* [ranks] ranks that did not come, or have ended */

    kg_status broken;    /* a permanent failure */
    kg_status stopped;   /* a failure of one public call */
    bool agreed;         /* others met it in kg_context_agree(), this rank did not */
    uint64_t stopped_in; /* the number of that call in the context */
    char message[KG__COMM_MESSAGE];
};

/* Frees a comm that its row has left. */
static inline void kg__comm_free(kg_comm *comm)
{
    free(comm->mine);
    free(comm->theirs);
    free(comm->block);
    free(comm->lost);
    free(comm);
}

/* A comm without a row, or NULL. */
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

/* Writes the comm's message about the lost ranks: "rank 2 of 4 WHAT". */
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

/* As kg_comm_nccl(), with checked arguments, in a call that has begun. */
kg_status kg__comm_nccl(kg_comm **comm, kg_comm *host, kg_context *context);

/* The function that libkonig-mpi exports. */
#define KG__COMM_MPI_OPEN "kg__comm_mpi_open"
typedef kg_status kg__comm_mpi_open_fn(kg_comm **comm);

#endif
