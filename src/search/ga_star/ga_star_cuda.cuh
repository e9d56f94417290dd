/*
 * GA* on CUDA: the state of a search on the host, and what its files share.
 *
 *     ga_star_cuda.cu         begins, ends and finds the path
 *     ga_star_memory_cuda.cu  lists, nodes and the table, which grow; counts
 *     ga_star_lists_cuda.cu   the open list as lists that all threads share
 *     ga_star_queues_cuda.cu  the open list as queues, one a thread
 */
#ifndef KG_GA_STAR_CUDA_CUH
#define KG_GA_STAR_CUDA_CUH

#include "../../base/cuda.cuh"
#include <cooperative_groups.h>

#define KG__INLINE           static __device__ __forceinline__
#define KG__INLINE_BOTH      static __host__ __device__ __forceinline__
#define KG__LOWEST_BIT(word) ((unsigned)__ffsll((long long)(word)) - 1)
#define KG__GA_KERNEL        static __global__
extern "C" {
#include "ga_star_compile.h"
#include "ga_star_ops.h"
}

/* All threads of a cooperative launch wait for one another. */
static __device__ __forceinline__ void wait_for_all(unsigned *)
{
    cooperative_groups::this_grid().sync();
}

#include "ga_star_kernels.cuh"

/* An array of the backend's memory that grows. */
typedef struct kg__ga_list {
    void *base;
    uint64_t room;
} kg__ga_list;

typedef struct kg__ga_cuda {
    kg__ga_search search;
    kg__ga_problem problem; /* with the device's pointers */
    kg__ga_tally tally;     /* after the last launch */
    kg__ga_list near[2], far[2], far_f[2];
    kg__ga_list noted;
    void *heap;
    const void *kernel[KG__GA_KERNELS];
    unsigned most_blocks; /* of k_ga_rounds: the most that run at once */
    void *extent[KG__GA_EXTENTS];
    unsigned extents;
    uint64_t room; /* number of nodes that the extents hold */
    void *table, *cells, *ring, *user, *small;
    uint64_t input, taken; /* states of the near list that is read, and how many of them are
                              taken */
    unsigned input_least;  /* the least f in it */
} kg__ga_cuda;

/* ---- memory ---------------------------------------------------------------------------------- */

/* Bytes that may still be allocated. Trims the pool if little is left, as its free pieces may make
 * one large block. */
kg_status kg__ga_bytes_left(kg__ga_work *w, uint64_t needed, uint64_t *left);

/* Makes room in a list for `states`, keeping the first `kept`. If memory does not allow it, the
 * list stays as it is. */
kg_status kg__ga_grow_list(
    kg__ga_work *w, kg__ga_list *l, uint64_t states, uint64_t kept, size_t size);

/* Makes room for the first node, and an empty table. The nodes have room 0 if memory ends. */
kg_status kg__ga_begin_states(kg__ga_work *w);

/* Makes room for `nodes` nodes and their cells. *is: [out] whether there is enough. */
kg_status kg__ga_grow_states(kg__ga_work *w, uint64_t nodes, bool *is);

/* ---- counts ---------------------------------------------------------------------------------- */

kg_status kg__ga_upload_tally(kg__ga_work *w);

/* Reads the tally, adds its counts to the work's, and resets them to 0. */
kg_status kg__ga_read_tally(kg__ga_work *w);

/* The least f of all lists, or of all queues. */
unsigned kg__ga_least_of(const kg__ga_cuda *s);

/* ---- open lists ------------------------------------------------------------------------------ */

/* Makes the first lists, which are empty. *is: [out] whether there was memory for them. */
kg_status kg__ga_begin_lists(kg__ga_work *w, bool *is);

/* Makes the first queues, and notes the start for them. *is: [out] whether there was memory for
 * them. */
kg_status kg__ga_begin_queues(kg__ga_work *w, bool *is);

/* One launch: a round of the lists, or many rounds of the queues. Sets w->full if memory ends. */
kg_status kg__ga_round_of_lists(kg__ga_work *w);
kg_status kg__ga_rounds_of_queues(kg__ga_work *w);

#endif
