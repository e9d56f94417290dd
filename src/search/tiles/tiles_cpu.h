/*
 * Code that both widths of the CPU's search share: the table, and each thread's queue.
 *
 * The table is open addressing in regions of 64 KiB. The region of a state is its
 * hash * regions / 2^64, and the hash's low bits select the entry in it where probing begins.
 * Probing first goes through the line of 64 bytes around the entry, then through the next lines of
 * the region. Regions are in the order of hashes, so the table can grow in place, from its end
 * downwards. It can grow to any number of regions, and so use all of the memory.
 *
 *     | region 0: line | line | ... | region 1 ... |        line: | entry | entry | ... |
 *
 * An entry is a state: one word, or on wide boards two. The upper one is written first and claims
 * the entry.
 */
#ifndef KG_TILES_CPU_H
#define KG_TILES_CPU_H

#include "tiles_ops.h"

enum {
    LINE_BYTES = 64,
    REGION_BYTES = 1 << 16,
    FIRST_REGIONS = 1,
    UNIT_BYTES = 1 << 12,     /* of a unit: the piece of the table in which a thread looks for
                                 parents at one time */
    BATCH = 64,               /* states of a batch, whose cache misses overlap */
    CHILDREN = 4,             /* most children of a state */
    SHARE = 1 << 10,          /* entries that a thread is granted at once */
    ROUNDS_UNHEARD = 1 << 10, /* rounds of a thread between two reports */
    STATES_GRAIN = 1 << 13,   /* states in the table from which on one more thread pays */
    QUEUE_STEP = 1 << 12,     /* states by which a queue grows */
    QUEUE_BYTES = 1 << 17     /* memory reserved for each queue: twice the most that one was seen to
                             use */
};

typedef enum kg__tiles_entered { NEW, KNOWN, LINE_FULL } kg__tiles_entered;

/* A state that is being looked up in the table. */
typedef struct kg__tiles_probe {
    unsigned __int128 state; /* of either width */
    uint64_t place;          /* the next entry to look at */
    unsigned lines;          /* number of full lines so far */
} kg__tiles_probe;

/* A thread's queue, last in first out, and its counts. */
typedef struct kg__tiles_worker {
    void *open; /* [room] states */
    size_t count, room;
    int64_t grant; /* entries of the table that the thread may still fill */
    size_t batched;
    kg__tiles_probe batch[BATCH]; /* [batched] extracted, but not yet entered */
    uint64_t rounds, expanded, generated, duplicates;
    kg_status status;
    char apart[LINE_BYTES];
} kg__tiles_worker;

typedef struct kg__tiles_cpu {
    uint64_t *word; /* [regions * REGION_BYTES / 8] */
    uint64_t regions;
    uint64_t most_bytes; /* the most that the table may take */
    kg__tiles_worker *worker;
    int workers;

    /* The following are shared during rounds. */
    uint64_t unit; /* the next unit to look for parents in */
    uint64_t most; /* states that the table may hold */
    int64_t grant; /* entries that may still be filled, and are not granted to a thread */
    int stop;      /* no more rounds: the target is found, a region is full, or a failure */
} kg__tiles_cpu;

static inline uint64_t kg__tiles_units(const kg__tiles_cpu *s)
{
    return s->regions * (REGION_BYTES / UNIT_BYTES);
}

#endif
