/*
 * Ranks: several contexts that work as one, on the CPUs or GPUs of one machine or of many. Each of
 * them joins a comm, through which they exchange data, and has a part of every graph.
 *
 *     kg_comm_threads(comms, 4)                  kg_comm_mpi(&comm)
 *     in each of four threads:                   in each process that mpirun started:
 *         kg_context_create(&context, ...)           kg_context_create(&context, ...)
 *         kg_context_join(context, comms[i])         kg_context_join(context, comm)
 *
 * On a joined context some calls are collective, as their comments say: all ranks make them, in the
 * same order, with the same options. The contexts of all ranks are on the CPU, or all of them on
 * GPUs. If they differ, every collective call except kg_context_agree() fails on all ranks with
 * KG_ARGUMENT. If one rank fails in a collective call, the call ends on all ranks, with the status
 * and the message of the rank that failed, or of the lowest if several did. The next collective
 * call can work again.
 *
 * Ranks wait for each other. If one does not come within an hour, or within the seconds in the
 * environment variable KONIG_RANK_TIMEOUT (a number above 0), the others fail with KG_DEVICE and a
 * message that names it. Every later call fails too: destroy the objects then.
 *
 * Glossary: rank, one of the contexts, and its number, which counts from 0; comm, the connection
 * between ranks; each rank holds one end of it; collective, made by all ranks.
 */
#ifndef KONIG_COMM_H
#define KONIG_COMM_H

#include <konig/array.h>
#include <konig/context.h>
#include <konig/output.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kg_comm kg_comm;

/*
 * Comms for the threads of one process. Each end is for one thread.
 *
 * comms  [out] [ranks] the ends, in the order of their ranks; destroy each separately; all NULL on
 *        failure
 * ranks  1..1024
 * Returns KG_OK; KG_ARGUMENT; KG_MEMORY.
 */
kg_status kg_comm_threads(kg_comm **comms, int ranks);

/*
 * The comm of the processes that mpirun started. This opens the library libkonig-mpi, which is
 * installed beside libkonig if konig was built with MPI. It begins MPI if the program has not done
 * so; kg_comm_destroy() then ends it. The program uses the MPI that konig was built with, or none.
 * Call this, join and destroy from the thread that began MPI.
 *
 * comm  [out] set on success, and also on failure if memory allows: then only kg_comm_message() and
 *       kg_comm_destroy() take it
 * Returns KG_OK; KG_MISSING (konig was built without MPI, or its library is missing); KG_DEVICE
 * (MPI failed); KG_MEMORY.
 */
kg_status kg_comm_mpi(kg_comm **comm);

/*
 * A comm for GPUs, by NCCL. This opens its library, libnccl.so.2. Collective. NCCL reads its
 * settings from the environment; the tools set NCCL_NVLS_ENABLE and NCCL_RAS_ENABLE to 0 before
 * they start threads, unless these are set.
 *
 * comm     [out] NULL on failure
 * host     a comm of either kind above; the new one has its ranks and their order. It must outlive
 *          the new one, and no other context may join it
 * context  the rank's, on a CUDA device of its own. It must outlive the new comm
 * Returns KG_OK; KG_ARGUMENT (the context is not on a CUDA device); KG_MISSING (there is no NCCL,
 * or konig was built without CUDA); KG_DEVICE (NCCL failed, or two ranks have one device);
 * KG_MEMORY.
 */
kg_status kg_comm_nccl(kg_comm **comm, kg_comm *host, kg_context *context);

/* Frees a rank's end. The context that has joined it leaves it, so destroy the comm before the
 * context. Ranks that still wait for this one fail at once. NULL is legal. */
void kg_comm_destroy(kg_comm *comm);

/* The number of this rank, from 0; how many ranks there are. 0 and 0 for NULL. */
int kg_comm_rank(const kg_comm *comm);
int kg_comm_ranks(const kg_comm *comm);

/* Why kg_comm_mpi() failed, or why the ranks no longer reach each other: one line without a
 * newline, "" if nothing is wrong. Lent. */
const char *kg_comm_message(const kg_comm *comm);

/* 1 for the rank that must tell the user what all ranks know: rank 0, or the lowest remaining rank
 * if ranks have been lost. */
int kg_comm_speaks(const kg_comm *comm);

/*
 * Makes the context a rank. The context leaves the comm that it had joined before.
 *
 * comm  NULL: the context becomes one that works alone, as every context does at first
 * Returns KG_OK; KG_ARGUMENT (another context has joined that end). A context whose device is
 * chosen for each call stays on the CPU from now on. A context whose creation failed can also join
 * and leave, for kg_context_agree(), and keeps its message.
 */
kg_status kg_context_join(kg_context *context, kg_comm *comm);

/*
 * Exchanges the ranks' statuses. Collective: a program calls this on all ranks, whatever happened
 * to them, before it assumes that all have succeeded.
 *
 * status   this rank's
 * message  why it is not KG_OK; NULL: the context has the message
 * Returns KG_OK if all ranks gave KG_OK. Otherwise the status of the lowest rank with an error or,
 * if there is none, of the lowest that did not give KG_OK; its message becomes this context's. A
 * context that has joined no comm gets its own status back.
 */
kg_status kg_context_agree(kg_context *context, kg_status status, const char *message);

/*
 * Replaces each number by the sum, the minimum or the maximum of the numbers of all ranks in its
 * place. Collective.
 *
 * values  [in, out] [count] in host memory; NULL is legal if count is 0
 * count   the same on all ranks
 * op      a kg_scan_op; a sum is that of uint64_t, modulo 2^64
 * Returns KG_OK; KG_ARGUMENT; KG_MEMORY. A context that has joined no comm leaves them unchanged.
 * One number costs a message to each rank; many cost 16 bytes each.
 */
kg_status kg_context_reduce(kg_context *context, uint64_t *values, uint64_t count, kg_scan_op op);

/*
 * Opens an output that all ranks write. Collective, as is kg_output_close() of this output; each
 * rank calls kg_output_write() independently. The output has the bytes of each rank, in the order
 * of ranks. They are kept in memory until the output is closed. Then each rank writes its part of
 * the file, which rank 0 has made, as kg_output_open() makes it. So the file must lie on a disk
 * that all ranks reach, and path must name it on each of them. In four cases rank 0 writes
 * everything, and the others send it their bytes: the file is not a regular file, is packed, is
 * overwritten in place, or lies on NFS, where ranks would write into each other's pages. If one
 * rank fails there is no file.
 *
 * output   [out] destroy with kg_output_destroy(), which is not collective
 * context  [in] must outlive the output. If it works alone, this is kg_output_open()
 * path     [in] the same on all ranks; copied
 * Returns as kg_output_open(), and as said above.
 */
kg_status kg_output_share(kg_output **output, kg_context *context, const char *path);

/* How many bytes this rank has sent to others in stage number `stage` of kg_context_timing(); 0 if
 * there is no such stage. */
uint64_t kg_context_sent(const kg_context *context, size_t stage);

#ifdef __cplusplus
}
#endif
#endif
