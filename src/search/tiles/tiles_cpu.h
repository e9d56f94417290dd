/*
 * What the two widths of the CPU's search share: the table, and each thread's queue.
 *
 * The table is open addressing in regions of 64 KiB. A hash says the region by its size, the slot
 * where probing begins by its low bits; probing stays in the slot's line of 64 bytes, then goes on
 * with the next lines of the region. Regions keep the order of hashes, and any number of them will
 * do: so the table grows where it lies, from its end downwards, and all memory that there is can be
 * used.
 *
 *     | region 0: line | line | ... | region 1 ... |        line: | slot | slot | ... |
 *
 * A slot is a state: one word, or on wide boards two, of which the upper one, written first, claims
 * it.
 */
#ifndef KG_TILES_CPU_H
#define KG_TILES_CPU_H

#include "tiles_ops.h"

enum {
    LINE_BYTES = 64,
    REGION_BYTES = 1 << 16,
    FIRST_REGIONS = 1,
    UNIT_BYTES = 1 << 12,     /* of the table, that a thread takes at once to look for parents */
    BATCH = 64,               /* states whose cache misses overlap */
    CHILDREN = 4,             /* of a state, at most */
    SHARE = 1 << 10,          /* slots that a thread is granted at once */
    ROUNDS_UNHEARD = 1 << 10, /* of a thread, between reports */
    GRAIN = 1 << 13,          /* states in the table that make one more thread worth while */
    QUEUE_STEP = 1 << 12,     /* states by which a queue grows */
    QUEUE_BYTES = 1 << 17 /* that the table leaves to each; twice what was ever seen to be used */
};

typedef enum kg__tiles_entered { NEW, KNOWN, LINE_FULL } kg__tiles_entered;

/* A state that is looked for in the table. */
typedef struct kg__tiles_probe {
    unsigned __int128 state; /* of either width */
    uint64_t place;          /* the slot that is next */
    unsigned lines;          /* that were full */
} kg__tiles_probe;

/* A thread's queue, last in first out, and what it counted. */
typedef struct kg__tiles_lane {
    void *open; /* [room] states */
    size_t count, room;
    int64_t grant; /* slots that it may fill */
    size_t batched;
    kg__tiles_probe batch[BATCH]; /* [batched] extracted, but not yet entered */
    uint64_t rounds, expanded, generated, duplicates;
    kg_status status;
    char apart[LINE_BYTES];
} kg__tiles_lane;

typedef struct kg__tiles_cpu {
    uint64_t *word; /* [regions * REGION_BYTES / 8] */
    uint64_t regions;
    uint64_t most_bytes; /* that the table may take */
    kg__tiles_lane *lane;
    int lanes;

    /* Shared while rounds go on. */
    uint64_t unit; /* the next one to look for parents in */
    uint64_t most; /* states that the table may hold */
    int64_t grant; /* slots that may still be filled, and that no thread has yet */
    int stop;      /* no more rounds: the target is found, a region is full, a failure */
} kg__tiles_cpu;

static inline uint64_t kg__tiles_units(const kg__tiles_cpu *s)
{
    return s->regions * (REGION_BYTES / UNIT_BYTES);
}

#endif
