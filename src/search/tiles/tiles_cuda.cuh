/*
 * Code that both widths of the CUDA search share: the table, the queues, how a layer is planned.
 *
 * The table is open addressing in regions of 32 KiB. The region of a state is its
 * hash * regions / 2^64, and the hash's low bits select the sector of 32 bytes in it where probing
 * begins. Probing goes on with the other sector of the same 64 bytes, then with the next lines of
 * the region. Regions are in the order of hashes, so the table can grow in place, from its end
 * downwards. It grows by extents that each double it; only the last one may be smaller.
 *
 *     | extent 0: region ... | extent 1: as many | extent 2: as many as both | ...
 *
 * An entry holds a state: one word, or on wide boards two; the upper one claims the entry.
 *
 * Queues: a round takes `take` states, first from its input, which the round before has written,
 * then from the top of the stack. The rest of the input goes on the stack. So the order is last in
 * first out, which keeps the queues short. For each state that a round takes it adds at most two,
 * whose h is smaller by one. So rounds of LEAST_BATCH states never need more than the reserve
 * behind the stack (reserve_of()). Larger rounds take only a part of the room that is left.
 */
#ifndef KG_TILES_CUDA_CUH
#define KG_TILES_CUDA_CUH

#include "../../base/cuda.cuh"

#define KG__INLINE           static __device__ __forceinline__
#define KG__LOWEST_BIT(word) ((unsigned)__ffsll((long long)(word)) - 1)
extern "C" {
#include "tiles_ops.h"
}

typedef unsigned long long kg__word;

enum {
    SECTOR_WORDS = 4, /* 32 bytes */
    REGION_WORDS = 1 << 12,
    REGION_BYTES = 8 * REGION_WORDS,
    REGION_SECTORS = REGION_WORDS / SECTOR_WORDS,
    FIRST_REGIONS = 1 << 10, /* 32 MiB, which a layer's scan reads in some 10 us */
    EXTENTS = 26,
    FILLED = 6, /* of 8 entries, then the table grows; 7 if there is no memory for that */
    HELD = REGION_WORDS / 2 / KG__BLOCK, /* pairs of words that a thread moves as the table grows */

    WORKERS = 512, /* threads of a block */
    PER_PROCESSOR = 3,
    EACH = 2, /* states that a thread works on at once; 4 would spill registers */
    LEAST_BATCH = 8,
    SCAN = 2, /* entries looked at in a round, in batches */
    QUEUE_BATCHES =
        10, /* room of an input: 3 children of a state, SCAN * 3 of entries, the root's */
    STACK_BATCHES = 16,
    LAUNCH_ROUNDS = 2048 /* the launch then returns to the host, which decides whether to go on */
};

/* Blocks of a multiprocessor for which the registers must suffice. A multiprocessor of compute
 * capability 7.5 holds only 1024 threads. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
#define KG__TILES_RESIDENT 2
#else
#define KG__TILES_RESIDENT PER_PROCESSOR
#endif

typedef struct kg__tiles_table {
    kg__word *extent[EXTENTS]; /* the address that region 0 would have if the extent were all of the
                                  table */
    unsigned regions;
    unsigned shift; /* extent 0 has 2^shift regions */
} kg__tiles_table;

/* The counts of a round. Three tallies take turns: the blocks add to one, have read another after
 * the round before, and clear the third. */
typedef struct kg__tiles_tally {
    unsigned queued, entered;
    unsigned stuck; /* states whose region is full; they are queued again */
    unsigned found;
} kg__tiles_tally;

/* The progress of a layer. Every block keeps the same copy; the host has it between launches. */
typedef struct kg__tiles_run {
    uint64_t entry, entries;     /* of the table: the next one to look for parents in; their
                                    number */
    uint64_t states;             /* in the table */
    uint64_t most, enough;       /* numbers of states that end the search, and that end the
                                    launch */
    unsigned input, stacked;     /* numbers of queued states */
    unsigned side;               /* the queue that is the input */
    unsigned take, scan, rounds; /* planned; rounds of this launch */
    bool found, full, finish_layer;
    uint64_t expanded, generated, duplicates; /* in this launch */
} kg__tiles_run;

/* The data that all rounds of a launch share; all pointers are to device memory. */
typedef struct kg__tiles_search {
    kg__tiles_table table;
    const kg__tiles *problem;
    kg__word *queue[2]; /* [QUEUE_BATCHES * batch] states */
    kg__word *stack;    /* [room + reserve] */
    unsigned batch, room;
    unsigned parity;        /* flag of the layer */
    kg__tiles_tally *tally; /* [3] */
    kg__tiles_run *run;     /* the result */
    kg__tiles_trace *trace;
} kg__tiles_search;

typedef struct kg__tiles_board {
    uint8_t cells[KG_TILES_CELLS];
} kg__tiles_board;

typedef enum kg__tiles_entered { NEW, KNOWN, REGION_FULL } kg__tiles_entered;

static __host__ __device__ __forceinline__ bool kg__tiles_goes_on(const kg__tiles_run *r)
{
    return !r->full && !(r->found && !r->finish_layer) && r->states < r->most &&
           r->states < r->enough;
}

/* Plans the next round. Sets take and scan to 0 if there is none. */
static __device__ void plan(kg__tiles_run *r, unsigned batch, unsigned room)
{
    uint64_t queued = (uint64_t)r->input + r->stacked, left = room > queued ? room - queued : 0;
    uint64_t take = left / 4 > LEAST_BATCH ? left / 4 : LEAST_BATCH;
    uint64_t spare = r->entries - r->entries / 16 - r->states; /* above 0, because `enough` is
                                                                  less */

    r->take = r->scan = 0;
    if (!kg__tiles_goes_on(r) || r->rounds == LAUNCH_ROUNDS)
        return;
    take = take < batch ? take : batch;
    take = take < spare ? take : spare;
    take = take < r->most - r->states ? take : r->most - r->states;
    take = take < queued ? take : queued;
    r->take = (unsigned)take;
    if (queued < batch && left > 2 * take) {
        uint64_t scan = (left - 2 * take) / KG__TILES_MOVES;

        scan = scan < SCAN * batch ? scan : SCAN * batch;
        r->scan = (unsigned)(scan < r->entries - r->entry ? scan : r->entries - r->entry);
    }
}

/* Updates the run after a round with the tally `done`. */
static __device__ void advance(kg__tiles_run *r, kg__tiles_tally done)
{
    r->stacked += r->input - r->take; /* or less, if states came from the stack */
    r->input = done.queued;
    r->side ^= 1;
    r->entry += r->scan;
    r->states += done.entered;
    r->expanded += done.entered;
    r->generated += done.queued - done.stuck;
    r->duplicates += r->take - done.entered - done.stuck;
    r->found = r->found || done.found;
    r->full = done.stuck > 0;
    r->rounds++;
}

static __device__ __forceinline__ kg__word *words_of(const kg__tiles_table *t, unsigned region)
{
    unsigned above = region >> t->shift;

    return t->extent[above ? 32 - __clz((int)above) : 0] + (uint64_t)region * REGION_WORDS;
}

/* The next sector of the probing: the other half of the line, then the next line. */
static __device__ __forceinline__ unsigned next_sector(unsigned sector, unsigned probes)
{
    return probes % 2 ? (sector + 2) % REGION_SECTORS : sector ^ 1;
}

/* Shared by the threads of a block while they queue states. */
typedef struct kg__tiles_places {
    unsigned items, begin;
} kg__tiles_places;

/* Adds a block's count to the count of all blocks, and resets the block's to 0. One thread calls
 * it. It reads the count by an exchange: the compiler may let other threads do a plain read, too,
 * which would be a race. */
static __device__ __forceinline__ unsigned hand_over(unsigned *to, unsigned *s_count)
{
    const unsigned count = atomicExch(s_count, 0);

    return count ? atomicAdd(to, count) : 0;
}

/* Reserves places for the items of a block's threads, at most 7 a thread, by adding them to a
 * counter of all blocks. Returns the first place of the calling thread. All threads of the block
 * call it; s_places->items is 0 before and after. */
static __device__ __forceinline__ unsigned reserve(
    unsigned *counter, unsigned items, kg__tiles_places *s_places)
{
    const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
    unsigned before = 0, all = 0, begin = 0;

#pragma unroll
    for (unsigned bit = 0; bit < 3; bit++) {
        const unsigned set = __ballot_sync(~0u, items >> bit & 1);

        before += (unsigned)__popc(set & below) << bit;
        all += (unsigned)__popc(set) << bit;
    }
    if (lane == 0 && all)
        begin = atomicAdd(&s_places->items, all);
    begin = __shfl_sync(~0u, begin, 0) + before;
    __syncthreads();
    if (threadIdx.x == 0)
        s_places->begin = hand_over(counter, &s_places->items);
    __syncthreads();
    return s_places->begin + begin;
}

#endif
