/*
 * Ranks that are threads of one process. They share a place with a barrier. The receiver copies
 * data from the sender's memory. A device does not see the memory of another device: if the ranks
 * have several, device memory goes through host memory.
 *
 * A barrier has a generation, which grows when the last rank comes. A rank that ends, or does not
 * come in time, breaks the place for all.
 */
#include "comm.h"
#include "row.h"
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

enum { RANKS_MOST = 1024 };

typedef struct place {
    pthread_mutex_t lock; /* of all fields below except cards and blocks */
    pthread_cond_t turn;
    int ranks, holders, arrived;
    uint64_t generation;
    kg_status broken; /* a permanent failure */
    char message[KG__COMM_MESSAGE];
    bool *here; /* [ranks] whether the rank is at the barrier */
    bool *lost; /* [ranks] */
    /* The card from rank a to rank b is card[parity][a * ranks + b]. A rank can be one meeting
     * ahead of another, but not two: so one parity is written while the other is read. */
    kg__comm_card *card[2];
    const kg__comm_block **block; /* [ranks] each rank's blocks; written between barriers, as */
    const char **device;          /* [ranks] each rank's device, and */
    unsigned char ***host;        /* [ranks] its sent blocks in host memory, or NULL */
} place;

static void free_place(place *p)
{
    pthread_cond_destroy(&p->turn);
    pthread_mutex_destroy(&p->lock);
    free(p->here);
    free(p->lost);
    free(p->card[0]);
    free(p->card[1]);
    free(p->block);
    free(p->device);
    free(p->host);
    free(p);
}

static place *make_place(int ranks)
{
    const size_t n = (size_t)ranks;
    pthread_condattr_t attributes;
    place *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&p->turn, &attributes);
    pthread_condattr_destroy(&attributes);
    p->ranks = ranks;
    p->here = calloc(n, sizeof *p->here);
    p->lost = calloc(n, sizeof *p->lost);
    p->card[0] = calloc(n * n, sizeof *p->card[0]);
    p->card[1] = calloc(n * n, sizeof *p->card[1]);
    p->block = calloc(n, sizeof *p->block);
    p->device = calloc(n, sizeof *p->device);
    p->host = calloc(n, sizeof *p->host);
    if (p->here && p->lost && p->card[0] && p->card[1] && p->block && p->device && p->host)
        return p;
    free_place(p);
    return NULL;
}

/* The caller holds the lock. what: "ended early" say, of the lost ranks. */
static void break_place(place *p, kg_comm *comm, const char *what)
{
    memcpy(comm->lost, p->lost, (size_t)p->ranks * sizeof *p->lost);
    kg__comm_name_lost(comm, what);
    memcpy(p->message, comm->message, sizeof p->message);
    p->broken = KG_DEVICE;
    pthread_cond_broadcast(&p->turn);
}

/* Marks as lost the ranks that have not come. The caller holds the lock. */
static void give_up(place *p, kg_comm *comm)
{
    char what[64];

    snprintf(what, sizeof what, "did not come within %.6g s", comm->patience);
    for (int r = 0; r < p->ranks; r++)
        p->lost[r] = !p->here[r];
    break_place(p, comm, what);
}

static struct timespec time_after(double seconds)
{
    struct timespec at;
    long nanoseconds;

    clock_gettime(CLOCK_MONOTONIC, &at);
    if (seconds > 1e9)
        seconds = 1e9;
    nanoseconds = at.tv_nsec + (long)(1e9 * (seconds - (double)(time_t)seconds));
    at.tv_sec += (time_t)seconds + nanoseconds / 1000000000;
    at.tv_nsec = nanoseconds % 1000000000;
    return at;
}

static bool any_lost(const place *p)
{
    for (int r = 0; r < p->ranks; r++)
        if (p->lost[r])
            return true;
    return false;
}

/* The caller holds the lock and has come. */
static void wait_for_others(place *p, kg_comm *comm)
{
    const struct timespec end = time_after(comm->patience);
    const uint64_t generation = p->generation;

    while (p->generation == generation && !p->broken)
        if (pthread_cond_timedwait(&p->turn, &p->lock, &end) == ETIMEDOUT &&
            p->generation == generation && !p->broken)
            give_up(p, comm);
}

/* Returns when all ranks have called it, or when some rank never will. */
static kg_status barrier(kg_comm *comm)
{
    place *p = comm->row;
    const uint64_t before = (pthread_mutex_lock(&p->lock), p->generation);
    kg_status status = KG_OK;

    if (!p->broken && any_lost(p))
        break_place(p, comm, "ended early");
    if (!p->broken) {
        p->here[comm->rank] = true;
        if (++p->arrived == p->ranks) {
            p->arrived = 0;
            memset(p->here, 0, (size_t)p->ranks * sizeof *p->here);
            p->generation++;
            pthread_cond_broadcast(&p->turn);
        } else {
            wait_for_others(p, comm);
        }
    }
    if (p->generation == before) { /* broken before the last rank came */
        memcpy(comm->lost, p->lost, (size_t)p->ranks * sizeof *p->lost);
        memcpy(comm->message, p->message, sizeof comm->message);
        status = p->broken;
    }
    pthread_mutex_unlock(&p->lock);
    return status;
}

static kg_status meet(kg_comm *comm)
{
    place *p = comm->row;
    const size_t ranks = (size_t)comm->ranks, me = (size_t)comm->rank;
    kg__comm_card *card = p->card[comm->meetings % 2];
    kg_status status;

    memcpy(card + me * ranks, comm->mine, ranks * sizeof *card);
    status = barrier(comm);
    for (size_t r = 0; status == KG_OK && r < ranks; r++)
        comm->theirs[r] = card[r * ranks + me];
    return status;
}

/* Whether all ranks have one device. */
static bool shares_device(const place *p)
{
    for (int r = 1; r < p->ranks; r++)
        if (strcmp(p->device[r], p->device[0]) != 0)
            return false;
    return true;
}

/* array: the blocks are in the backend's memory. Each rank begins with its own block, so that not
 * all ranks read from one sender at once. */
static kg_status copy_blocks(kg_comm *comm, bool array)
{
    place *p = comm->row;
    kg_status status = KG_OK;

    for (int i = 0; status == KG_OK && i < comm->ranks; i++) {
        const int from = (comm->rank + i) % comm->ranks;
        const kg__comm_block *mine = &comm->block[from], *theirs = &p->block[from][comm->rank];

        assert(mine->receive_bytes == theirs->send_bytes);
        if (mine->receive_bytes && array)
            status = kg__memory(comm->ctx)->copy(
                comm->ctx, mine->receive, theirs->send, mine->receive_bytes);
        else if (mine->receive_bytes)
            memcpy(mine->receive, theirs->send, mine->receive_bytes);
    }
    return status;
}

static kg_status move_blocks(kg_comm *comm, bool array)
{
    place *p = comm->row;
    kg_status copied, status;

    p->block[comm->rank] = comm->block;
    KG_TRY(barrier(comm));
    copied = copy_blocks(comm, array);
    KG_TRY(barrier(comm));
    status = copied;
out:
    return status;
}

static kg_status move(kg_comm *comm)
{
    return move_blocks(comm, false);
}

static void free_host_blocks(kg_comm *comm, unsigned char **host)
{
    for (int r = 0; host && r < comm->ranks; r++)
        kg__free(comm->ctx, host[r]);
    kg__free(comm->ctx, host);
}

/* Copies to host memory the blocks that this rank sends. */
static kg_status bring_to_host(kg_comm *comm, unsigned char ***host)
{
    kg_context *ctx = comm->ctx;
    unsigned char **made = NULL;
    kg_status status;

    KG_TRY(kg__host_allocate(ctx, &made, (uint64_t)comm->ranks, sizeof *made, "an exchange"));
    memset(made, 0, (size_t)comm->ranks * sizeof *made);
    for (int r = 0; r < comm->ranks; r++) {
        const kg__comm_block *block = &comm->block[r];

        if (!block->send_bytes)
            continue;
        KG_TRY(kg__host_allocate(ctx, &made[r], block->send_bytes, 1, "an exchange"));
        KG_TRY(kg__memory(ctx)->download(ctx, made[r], block->send, block->send_bytes));
    }
    *host = made;
    made = NULL;
out:
    free_host_blocks(comm, made);
    return status;
}

/* A block that its sender could not copy does not come. The sender tells why when all meet. */
static kg_status fetch_from_host(kg_comm *comm)
{
    place *p = comm->row;
    kg_status status = KG_OK;

    for (int i = 0; status == KG_OK && i < comm->ranks; i++) {
        const int from = (comm->rank + i) % comm->ranks;
        const kg__comm_block *mine = &comm->block[from];

        if (mine->receive_bytes && p->host[from])
            status = kg__memory(comm->ctx)->upload(
                comm->ctx, mine->receive, p->host[from][comm->rank], mine->receive_bytes);
    }
    return status;
}

static kg_status move_by_host(kg_comm *comm)
{
    place *p = comm->row;
    unsigned char **host = NULL;
    kg_status brought = bring_to_host(comm, &host), fetched, status;

    p->host[comm->rank] = host;
    KG_TRY(barrier(comm));
    fetched = fetch_from_host(comm);
    KG_TRY(barrier(comm));
    status = brought != KG_OK ? brought : fetched;
out:
    free_host_blocks(comm, host);
    return status;
}

static kg_status move_array(kg_comm *comm)
{
    place *p = comm->row;
    kg_status status;

    p->device[comm->rank] = kg_context_device(comm->ctx);
    KG_TRY(barrier(comm));
    status = shares_device(p) ? move_blocks(comm, true) : move_by_host(comm);
out:
    return status;
}

static void leave(kg_comm *comm)
{
    place *p = comm->row;
    bool last;

    pthread_mutex_lock(&p->lock);
    last = --p->holders == 0;
    if (!p->broken)
        p->lost[comm->rank] = true;
    if (p->arrived && !p->broken)
        break_place(p, comm, "ended early");
    pthread_mutex_unlock(&p->lock);
    if (last)
        free_place(p);
}

static const kg__comm_ops threads = {
    .meet = meet,
    .move = move,
    .move_array = move_array,
    .leave = leave,
};

kg_status kg_comm_threads(kg_comm **comms, int ranks)
{
    place *p;
    int made = 0;

    if (!comms || ranks < 1 || ranks > RANKS_MOST)
        return KG_ARGUMENT;
    memset(comms, 0, (size_t)ranks * sizeof *comms);
    p = make_place(ranks);
    for (; p && made < ranks; made++) {
        comms[made] = kg__comm_allocate(made, ranks);
        if (!comms[made])
            break;
        comms[made]->ops = &threads;
        comms[made]->row = p;
        comms[made]->one_process = true;
        p->holders++;
    }
    if (p && made == ranks)
        return KG_OK;
    if (p && !made)
        free_place(p);
    while (made--) {
        kg_comm_destroy(comms[made]);
        comms[made] = NULL;
    }
    return KG_MEMORY;
}
