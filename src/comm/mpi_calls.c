/*
 * Ranks that are processes under MPI: libkonig-mpi, which mpi_open.c opens. It calls nothing of
 * libkonig.
 *
 * It uses only messages between two ranks, and never waits inside MPI. So it can name a rank that
 * does not come, and waiting ranks leave the processor to others if there are more ranks than
 * processors. Messages between two ranks arrive in the order in which they were sent, so one tag
 * suffices. MPI counts bytes in ints, so blocks go in slices, one at a time each way between two
 * ranks.
 */
#include "row.h"
#include <mpi.h>
#include <sched.h>
#include <time.h>

/* A rank that has waited in vain for awake_seconds sleeps for SLEEP_NS nanoseconds between its
 * looks. */
static const double awake_seconds = 1e-4;
enum { SLEEP_NS = 20000 };

typedef struct mpi {
    MPI_Comm cards, data; /* copies of MPI_COMM_WORLD */
    bool began;           /* this began MPI, and must end it */
    MPI_Request *request; /* [2 ranks] receives, then sends */
    int *done;            /* [2 ranks] the finished requests */
    uint64_t *moved;      /* [2 ranks] bytes that have been handed to MPI */
} mpi;

kg__comm_mpi_open_fn kg__comm_mpi_open;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* False if a call of MPI failed; then writes the message. */
static bool works(kg_comm *comm, int error)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    if (error == MPI_SUCCESS)
        return true;
    MPI_Error_string(error, text, &length);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    snprintf(
        comm->message, sizeof comm->message, "MPI failed on rank %d: %.500s", comm->rank, text);
    return false;
}

/* Marks as lost the ranks whose messages are still missing. */
static kg_status give_up(kg_comm *comm)
{
    const mpi *m = comm->row;
    char what[64];
    bool any = false;

    for (int p = 0; p < comm->ranks; p++)
        any |= comm->lost[p] = m->request[p] != MPI_REQUEST_NULL;
    for (int p = 0; p < comm->ranks && !any; p++)
        comm->lost[p] = m->request[comm->ranks + p] != MPI_REQUEST_NULL;
    snprintf(what, sizeof what, "did not come within %.6g s", comm->patience);
    kg__comm_name_lost(comm, what);
    return KG_DEVICE;
}

/* Lets other processes run. since: the time of the last event. */
static void idle(double since)
{
    const struct timespec nap = {0, SLEEP_NS};

    if (now() - since < awake_seconds)
        sched_yield();
    else
        nanosleep(&nap, NULL);
}

/* Waits until some requests are done. *done: their number, or MPI_UNDEFINED if none were left. */
static kg_status wait_for_some(kg_comm *comm, int *done)
{
    const mpi *m = comm->row;
    const double since = now();

    for (;;) {
        if (!works(comm,
                MPI_Testsome(2 * comm->ranks, m->request, done, m->done, MPI_STATUSES_IGNORE)))
            return KG_DEVICE;
        if (*done != 0)
            return KG_OK;
        if (now() - since > comm->patience)
            return give_up(comm);
        idle(since);
    }
}

static kg_status meet(kg_comm *comm)
{
    const mpi *m = comm->row;
    const int bytes = (int)sizeof *comm->mine;
    kg_status status = KG_OK;

    comm->theirs[comm->rank] = comm->mine[comm->rank];
    for (int p = 0; p < comm->ranks; p++)
        if (p != comm->rank && !works(comm, MPI_Irecv(&comm->theirs[p], bytes, MPI_BYTE, p, 0,
                                                m->cards, &m->request[p])))
            return KG_DEVICE;
    for (int p = 0; p < comm->ranks; p++)
        if (p != comm->rank && !works(comm, MPI_Isend(&comm->mine[p], bytes, MPI_BYTE, p, 0,
                                                m->cards, &m->request[comm->ranks + p])))
            return KG_DEVICE;
    for (int done = 0; status == KG_OK && done != MPI_UNDEFINED;)
        status = wait_for_some(comm, &done);
    return status;
}

/* Begins the next slice of request i, if there is one. */
static bool begin_slice(kg_comm *comm, int i)
{
    const mpi *m = comm->row;
    const bool sends = i >= comm->ranks;
    const int p = sends ? i - comm->ranks : i;
    const kg__comm_block *block = &comm->block[p];
    const uint64_t all = sends ? block->send_bytes : block->receive_bytes, at = m->moved[i];
    const int bytes = (int)(all - at < comm->slice ? all - at : comm->slice);

    if (!bytes)
        return true;
    m->moved[i] += (uint64_t)bytes;
    return works(comm, sends ? MPI_Isend((const char *)block->send + at, bytes, MPI_BYTE, p, 0,
                                   m->data, &m->request[i])
                             : MPI_Irecv((char *)block->receive + at, bytes, MPI_BYTE, p, 0,
                                   m->data, &m->request[i]));
}

static kg_status move(kg_comm *comm)
{
    const mpi *m = comm->row;
    const kg__comm_block *own = &comm->block[comm->rank];
    kg_status status = KG_OK;
    int done = 0;

    memset(m->moved, 0, 2 * (size_t)comm->ranks * sizeof *m->moved);
    for (int i = 0; i < 2 * comm->ranks; i++)
        if (i % comm->ranks != comm->rank && !begin_slice(comm, i))
            return KG_DEVICE;
    if (own->receive_bytes)
        memcpy(own->receive, own->send, own->receive_bytes);
    while (done != MPI_UNDEFINED) {
        status = wait_for_some(comm, &done);
        if (status != KG_OK)
            return status;
        for (int i = 0; done != MPI_UNDEFINED && i < done; i++)
            if (!begin_slice(comm, m->done[i]))
                return KG_DEVICE;
    }
    return KG_OK;
}

static void free_row(mpi *m)
{
    if (!m)
        return;
    free(m->request);
    free(m->done);
    free(m->moved);
    free(m);
}

/* If ranks are lost, MPI would wait for them for ever, and may still write to its buffers. Then
 * nothing is freed before the end of the process. */
static void leave(kg_comm *comm)
{
    mpi *m = comm->row;

    if (comm->broken) {
        comm->mine = comm->theirs = NULL;
        return;
    }
    MPI_Comm_free(&m->cards);
    MPI_Comm_free(&m->data);
    if (m->began)
        MPI_Finalize();
    free_row(m);
}

static const kg__comm_ops ops = {
    .meet = meet,
    .move = move,
    .leave = leave,
};

/* Begins MPI unless the program has done so. */
static kg_status begin(mpi *m)
{
    int begun = 0, ended = 0, level;

    if (MPI_Initialized(&begun) != MPI_SUCCESS || MPI_Finalized(&ended) != MPI_SUCCESS || ended)
        return KG_DEVICE;
    if (begun)
        return KG_OK;
    m->began = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) == MPI_SUCCESS;
    return m->began ? KG_OK : KG_DEVICE;
}

static mpi *make_row(int ranks)
{
    const size_t requests = 2 * (size_t)ranks;
    mpi *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    m->request = malloc(requests * sizeof(MPI_Request));
    m->done = malloc(requests * sizeof *m->done);
    m->moved = malloc(requests * sizeof *m->moved);
    if (!m->request || !m->done || !m->moved) {
        free_row(m);
        return NULL;
    }
    for (size_t i = 0; i < requests; i++)
        m->request[i] = MPI_REQUEST_NULL;
    return m;
}

/* Copies MPI_COMM_WORLD, to keep konig's messages apart from the program's. */
static bool copy_world(kg_comm *comm, mpi *m)
{
    return works(comm, MPI_Comm_dup(MPI_COMM_WORLD, &m->cards)) &&
           works(comm, MPI_Comm_dup(MPI_COMM_WORLD, &m->data)) &&
           works(comm, MPI_Comm_set_errhandler(m->cards, MPI_ERRORS_RETURN)) &&
           works(comm, MPI_Comm_set_errhandler(m->data, MPI_ERRORS_RETURN));
}

__attribute__((visibility("default"))) kg_status kg__comm_mpi_open(kg_comm **comm)
{
    mpi first = {0}, *m = NULL;
    int rank = 0, ranks = 1;
    const kg_status begun = begin(&first);

    if (begun == KG_OK) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        m = make_row(ranks);
    }
    *comm = kg__comm_allocate(rank, ranks);
    if (!*comm || (begun == KG_OK && !m)) {
        free_row(m);
        return KG_MEMORY;
    }
    if (begun != KG_OK) {
        snprintf((*comm)->message, sizeof(*comm)->message,
            "MPI could not begin: it can be begun once in a process, and has ended");
        return begun;
    }
    m->began = first.began;
    (*comm)->row = m;
    if (!copy_world(*comm, m))
        return KG_DEVICE;
    (*comm)->ops = &ops;
    return KG_OK;
}
