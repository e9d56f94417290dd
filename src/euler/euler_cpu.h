/*
 * What the stages of the CPU backend share.
 *
 * It holds the successor of each edge, the inverse of pred, beside a tag in one word, so that a
 * walk pays one cache miss an edge for following and marking it. Walks go segment by segment: a
 * segment's edges carry the segment's first edge as their tag, and stand one after the other in the
 * pool.
 */
#ifndef KG_EULER_CPU_H
#define KG_EULER_CPU_H

#include "euler_ops.h"

typedef struct kg__word {
    kg_edge next; /* the edge's successor */
    kg_edge tag;  /* first edge of the segment that it is in, or KG_NO_EDGE */
} kg__word;

typedef struct kg__segment {
    uint64_t place;     /* of its first edge in the pool */
    kg_edge start, end; /* its first edge; the edge after its last: another's start or its own */
    kg_edge least;      /* its smallest edge */
    uint32_t length : 31;
    uint32_t done : 1;
} kg__segment;

typedef struct kg__segments {
    kg__segment *at;
    size_t count, room;
} kg__segments;

enum {
    /* Walks interleaved on one thread. Zen 4, 42M edges: 16 11.4 ns an edge, 32 10.5, 64 10.5. */
    WALKERS = 32,
    /* Edges of the pool that a walk takes at once: bounds a segment, and the number of segments
     * with it, whose records then stay in cache. */
    CHUNK = 1 << 15,
    /* Edges among which one walk looks for its next start before it takes another such block. */
    SCAN_BLOCK = 1 << 14,
    /* Edges that make one more thread worth its start. */
    GRAIN = 1 << 16,
    /* With at most one circuit in so many edges, circuits are joined by cutting the segments of the
     * first walk at the swips; with more, by walking again. */
    FEW = 64
};

typedef struct kg__euler_cpu {
    kg__word *word;  /* [m] */
    kg_edge *pool;   /* [pool_room] edges in the order walked; stage 2's lists before */
    kg_edge *cursor; /* [n] stage 2: next free slot of each vertex */
    uint64_t pool_room;
    uint64_t *label;  /* bits [m]: edges that are the smallest of their circuit */
    uint64_t *chosen; /* bits [m+1]: bit s+1 for each chosen link s */
    kg_edge *root;    /* [m] union-find over edges that start a segment or are a label; = w->walk */
    kg__segments segment;
    bool few; /* all segments are recorded, and few circuits are to be joined */
    int threads;
} kg__euler_cpu;

static inline bool kg__bit(const uint64_t *bits, uint64_t i)
{
    return bits[i >> 6] >> (i & 63) & 1;
}

/* The chosen bits of links t-1 and t, t+1, ...: bit 0, 1, 2 ... At least 57 are valid. */
static inline uint64_t kg__links_around(const uint64_t *chosen, uint64_t t)
{
    uint64_t window;

    __builtin_memcpy(&window, (const unsigned char *)chosen + (t >> 3), sizeof window);
    return window >> (t & 7);
}

/* What slot t's predecessor is followed by after the swips. O(length of t's run). */
static inline kg_edge kg__swip(const uint64_t *chosen, kg_edge t)
{
    uint64_t around = kg__links_around(chosen, t);
    unsigned ahead;

    if (around & 1)
        return t - 1;
    ahead = (unsigned)__builtin_ctzll(~(around >> 1));
    t += ahead;
    while (ahead >= 56 && kg__bit(chosen, (uint64_t)t + 1)) {
        t++;
        ahead = 56;
    }
    return t;
}

/* Where the predecessor relation changes at slot t. */
static inline bool kg__is_swipped(const uint64_t *chosen, kg_edge t)
{
    return kg__links_around(chosen, t) & 3;
}

/* Walks every cycle of word[].next from many edges at once, tags all edges, fills the pool,
 * s->segment and s->label, sets root of closed cycles, and counts those into *closed. */
kg_status kg__euler_walk_cycles_cpu(kg__euler_work *w, uint64_t *closed);

decl_euler_stage(kg__euler_predecessors_cpu);
decl_euler_stage(kg__euler_check_cpu);
decl_euler_stage(kg__euler_partition_cpu);
decl_euler_stage(kg__euler_spanning_tree_cpu);
decl_euler_stage(kg__euler_swips_cpu);
decl_euler_stage(kg__euler_walk_cpu);
decl_euler_circuits(kg__euler_circuits_cpu);
decl_euler_verify(kg__euler_verify_cpu);

#endif
