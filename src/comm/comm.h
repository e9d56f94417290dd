/*
 * The operations over ranks that other rooms use. All calls except kg__comm_rank() and
 * kg__comm_ranks() are collective: all ranks make the same calls in the same order. A context that
 * has joined no comm is rank 0 of 1. All calls work for it too: they copy, or do nothing.
 *
 * Failures. A rank that fails calls kg__comm_stop(). The others learn of the failure in their next
 * collective call. Then all ranks return the same status and leave the same message. For the rest
 * of the current public call, all further calls return that status at once, without communication,
 * so that cleaning up needs no care. Hence every collective public call is
 *
 *     kg__begin(ctx);
 *     ...
 * out:
 *     return kg__comm_stop(ctx, status, NULL);
 *
 * All ranks meet at the last line. It also keeps a rank from returning KG_OK while another one
 * fails. Once a rank has begun the public call, it must not leave it in any other way.
 *
 * Memory. "The backend's memory" is that of the context's backend, as kg__allocate() gives it; for
 * the CPU it is host memory. When a call returns, all memory that was given to it may be used
 * again.
 *
 * KG_DEVICE, permanently: a rank did not come in time, or has ended.
 */
#ifndef KG_COMM_H
#define KG_COMM_H

#include "../base/base.h"
#include <konig/comm.h>

/* The rank of a context, from 0, and the number of ranks: 0 and 1 if no comm is joined. */
int kg__comm_rank(const kg_context *ctx);
int kg__comm_ranks(const kg_context *ctx);

/*
 * Sends a block to each rank, itself included, and receives one from each. Blocks lie one after the
 * other in the order of ranks, without gaps.
 *
 * send, receive                they do not overlap
 * send_counts, receive_counts  [ranks] host memory: elements of `size` bytes. a's count for b
 *                              equals b's count from a: see kg__comm_counts()
 */
/* send, receive: the backend's memory. */
kg_status kg__comm_exchange(kg_context *ctx, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size);
/* send, receive: host memory. */
kg_status kg__comm_exchange_host(kg_context *ctx, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size);

/* Each rank sends a number to each rank, and receives one from each. Both: [ranks], host memory. */
kg_status kg__comm_counts(kg_context *ctx, const uint64_t *send_counts, uint64_t *receive_counts);

enum kg__comm_op { KG__COMM_SUM, KG__COMM_MIN, KG__COMM_MAX, KG__COMM_OR };

/* Replaces values[i] by the sum, the minimum, ... of values[i] on all ranks. `count` is the same on
 * all ranks. One value costs a message to each rank; many cost 16 bytes a value. */
/* values: host memory. */
kg_status kg__comm_reduce(kg_context *ctx, uint64_t *values, uint64_t count, enum kg__comm_op op);
/* values: the backend's memory. */
kg_status kg__comm_reduce_array(
    kg_context *ctx, uint64_t *values, uint64_t count, enum kg__comm_op op);

/*
 * All ranks get the bytes of every rank, in the order of ranks, without gaps.
 *
 * mine           `bytes` bytes; NULL if that is 0
 * all            room for the bytes of all ranks; it does not overlap `mine`
 * bytes_of_rank  [out] [ranks] host memory; may be NULL. To learn how much room is needed, gather
 *                the sizes first
 */
/* mine, all: host memory. */
kg_status kg__comm_gather(
    kg_context *ctx, const void *mine, uint64_t bytes, void *all, uint64_t *bytes_of_rank);
/* mine, all: the backend's memory. */
kg_status kg__comm_gather_array(
    kg_context *ctx, const void *mine, uint64_t bytes, void *all, uint64_t *bytes_of_rank);

/* Returns when all ranks have called it. */
kg_status kg__comm_barrier(kg_context *ctx);

/*
 * The end of a collective call, by which a failed rank also ends the call on all ranks.
 *
 * status   this rank's status; KG_OK: it waits for the others, as kg__comm_barrier() does
 * message  why it failed; NULL: the context has the message already
 *
 * Returns KG_OK if all ranks gave KG_OK. Otherwise it returns, on all ranks, the status of the
 * lowest rank with an error or, if there is none, of the lowest that did not give KG_OK.
 */
kg_status kg__comm_stop(kg_context *ctx, kg_status status, const char *message);

/* Whether the kernels of all ranks can read, write and change (by atomic operations of system
 * scope) the memory that each context has allocated on its GPU. All contexts are on CUDA. */
kg_status kg__comm_peers(kg_context *ctx, bool *reach);

/* ---- for tests ------------------------------------------------------------------------------- */

/* Set how many seconds to wait for other ranks from now on, and the most bytes of a message. */
void kg__comm_set_patience(kg_comm *comm, double seconds);
void kg__comm_set_slice(kg_comm *comm, uint64_t bytes);
/* Pretends that the rank's GPU reaches no other one, as in another process. */
void kg__comm_set_apart(kg_comm *comm);

#endif
