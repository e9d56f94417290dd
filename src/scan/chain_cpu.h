/*
 * One pass over an array in chunks, if the output of a chunk depends on a sum over the chunks
 * before it. A thread first sums its chunk, which leaves the chunk in cache. Then it waits for the
 * sum of the chunks before, passes on its own sum, and writes. So the array comes from memory once,
 * not twice as with a barrier between summing and writing.
 *
 * Chunks are dealt to threads in turn, so a waiting thread always waits for one that works.
 */
#ifndef KG_CHAIN_CPU_H
#define KG_CHAIN_CPU_H

#include "../base/base.h"
#include <sched.h>

/* CHAIN_BYTES: the size of a chunk; with its output it stays in a core's second-level cache.
 * CHAIN_GRAIN: elements that make one more thread worth while. CHAIN_SPINS: how often a waiting
 * thread looks at the turn before it gives up its core. */
enum { CHAIN_BYTES = 1 << 17, CHAIN_GRAIN = 1 << 16, CHAIN_SPINS = 200 };

typedef struct kg__chain {
    uint64_t turn; /* the chunk whose turn it is; atomic */
    uint64_t sum;  /* of all chunks before that one */
} kg__chain;

/* Waits for the chunk's turn and returns the sum of the chunks before it. */
static inline uint64_t kg__chain_enter(const kg__chain *chain, uint64_t chunk)
{
    for (unsigned spins = 0; __atomic_load_n(&chain->turn, __ATOMIC_ACQUIRE) != chunk; spins++)
        if (spins > CHAIN_SPINS)
            sched_yield(); /* more threads than cores */
    return chain->sum;
}

/* Passes the sum that includes this chunk to the next chunk. */
static inline void kg__chain_leave(kg__chain *chain, uint64_t chunk, uint64_t sum)
{
    chain->sum = sum;
    __atomic_store_n(&chain->turn, chunk + 1, __ATOMIC_RELEASE);
}

#endif
