/*
 * What other rooms do over ranks. All calls but kg__comm_rank() and kg__comm_ranks() are
 * collective: all ranks make the same ones in the same order. A context that has joined nothing is
 * rank 0 of 1, for which all of them work too, by a copy or by nothing.
 *
 * Where a rank fails. It calls kg__comm_stop(), and the others learn of it in the next of these
 * calls that they make: then all of them return the same status, and leave the same message. For
 * the rest of the public call that is at work, all further calls return that status at once and
 * reach nobody, so that cleaning up needs no care. Hence every collective public call is
 *
 *     kg__begin(ctx);
 *     ...
 * out:
 *     return kg__comm_stop(ctx, status, NULL);
 *
 * where the last line, at which all ranks meet, also keeps a rank from returning KG_OK while
 * another one fails. A rank must not leave the public call in any other way once it has begun.
 *
 * Memory. "The backend's memory" is that of the context's backend, as kg__allocate() gives it;
 * where that is the CPU it is the host's. Calls return when all memory that was given to them may
 * be used again.
 *
 * KG_DEVICE, and for ever: a rank did not come in time, or has ended.
 */
#ifndef KG_COMM_H
#define KG_COMM_H

#include "../base/base.h"
#include <konig/comm.h>

/* The rank of a context, from 0, and how many ranks there are: 0 and 1 where nothing is joined. */
int kg__comm_rank(const kg_context *ctx);
int kg__comm_ranks(const kg_context *ctx);

/*
 * Sends a block to each rank, itself included, and receives one from each. Blocks lie one after the
 * other in the order of ranks, without gaps.
 *
 * send, receive                they do not overlap
 * send_counts, receive_counts  [ranks] host memory: elements of `size` bytes. What rank a sends to
 *                              b is what b receives from a: see kg__comm_counts()
 */
/* send, receive: the backend's memory. */
kg_status kg__comm_exchange(kg_context *ctx, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size);
/* send, receive: host memory. */
kg_status kg__comm_exchange_host(kg_context *ctx, const void *send, const uint64_t *send_counts,
    void *receive, const uint64_t *receive_counts, size_t size);

/* Each rank gives a number to each, and gets one from each. Both: [ranks], host memory. */
kg_status kg__comm_counts(kg_context *ctx, const uint64_t *send_counts, uint64_t *receive_counts);

enum kg__comm_op { KG__COMM_SUM, KG__COMM_MIN, KG__COMM_MAX, KG__COMM_OR };

/* Replaces values[i] by the sum, the least, ... of what all ranks have there; `count` is the same
 * on all ranks. One value costs a message to each rank; many cost 16 bytes a value. */
/* values: host memory. */
kg_status kg__comm_reduce(kg_context *ctx, uint64_t *values, uint64_t count, enum kg__comm_op op);
/* values: the backend's memory. */
kg_status kg__comm_reduce_array(
    kg_context *ctx, uint64_t *values, uint64_t count, enum kg__comm_op op);

/*
 * All ranks get what each has, in the order of ranks, without gaps.
 *
 * mine           `bytes` bytes; NULL where that is 0
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
 * The end of a collective call, and how a rank that has failed ends it on all ranks.
 *
 * status   how this rank fared; KG_OK: it waits for the others, as kg__comm_barrier() does
 * message  why it failed; NULL: the context has it already
 * Returns KG_OK if all ranks gave that here; else, on all ranks, the status of the lowest rank with
 * an error, or if there is none, of the lowest that did not give KG_OK.
 */
kg_status kg__comm_stop(kg_context *ctx, kg_status status, const char *message);

/* Whether the kernels of all ranks can read, write and change by atomic operations of the system's
 * scope what each context has allocated on its GPU. All contexts are on CUDA. */
kg_status kg__comm_peers(kg_context *ctx, bool *reach);

/* ---- for tests ------------------------------------------------------------------------------- */

/* Seconds to wait for the others from now on; bytes of a message at most. */
void kg__comm_set_patience(kg_comm *comm, double seconds);
void kg__comm_set_slice(kg_comm *comm, uint64_t bytes);
/* The rank's GPU is said to reach no other one, as in another process. */
void kg__comm_set_apart(kg_comm *comm);

#endif
