/*
 * GA* on the CPU: the nodes, the table, the queues, each thread's mail.
 *
 * A worker is the data of one thread. In a round it extracts states from its queues. The states
 * that their moves lead to are entered into the table in batches, so that cache misses overlap.
 * They are then posted to the queues that their hashes select. The worker that owns a queue
 * collects the queue's mail before the next round. Worker i owns queues i, i + threads, ...
 */
#ifndef KG_GA_STAR_CPU_H
#define KG_GA_STAR_CPU_H

#include "queue_cpu.h"

enum {
    KG__GA_BATCH = 64, /* states that are looked up together */
    KG__GA_SHARE = 64  /* nodes that a worker is granted at once */
};

/* A state that a move led to. */
typedef struct kg__ga_child {
    uint64_t low, high, hash;
    uint32_t g, h, parent;
    bool goal;
} kg__ga_child;

typedef struct kg__ga_worker {
    kg__ga_pile *mail;  /* [queues] mail to each queue */
    uint32_t next, end; /* granted nodes next .. end - 1 are free */
    kg__ga_child child[KG__GA_BATCH];
    unsigned children;
    kg_ga_star_statistics count;
    kg__ga_goal best;
    unsigned too_dear;
    kg_status status;
    char apart[64];
} kg__ga_worker;

typedef struct kg__ga_cpu {
    uint64_t *extent[KG__GA_EXTENTS]; /* [extents] nodes */
    unsigned extents, words;          /* words: of a key */
    uint64_t room;                    /* number of nodes that the extents hold */
    uint64_t *table;                  /* [table_cells] */
    uint64_t table_cells;
    uint64_t most_bytes;   /* most bytes that the context may hold */
    kg__ga_worker *worker; /* [workers] */
    int workers;
    kg__ga_queue *queue;     /* [queues] */
    unsigned queues, filled; /* filled: number of queues that states are posted to */
    unsigned few;            /* states that a queue gives even if their f is not the least */
    uint64_t queued;         /* states in all queues, before a round */

    /* The following are shared during a round. */
    uint64_t used;  /* nodes granted */
    int64_t quota;  /* states that may still be extracted */
    uint32_t limit; /* queues give all states of an f up to this, and of larger f only a few */
    uint32_t best;  /* the cheapest goal's g */
} kg__ga_cpu;

static inline uint64_t *kg__ga_node(const kg__ga_cpu *s, uint32_t node)
{
    const uint32_t n = node + KG__GA_NODES;
    const unsigned extent = 31 - (unsigned)__builtin_clz(n / KG__GA_NODES);

    return s->extent[extent] + (uint64_t)(n - ((uint32_t)KG__GA_NODES << extent)) * (s->words + 1);
}

/* The cell where probing for a hash begins. */
static inline uint64_t kg__ga_place(const kg__ga_cpu *s, uint64_t hash)
{
    return (uint64_t)((unsigned __int128)hash * s->table_cells >> 64);
}

/* The contents of a node's cell. */
static inline uint64_t kg__ga_table_cell(uint64_t hash, uint32_t node)
{
    return hash << 32 | (node + 1);
}

/* A worker extracts states of a queue that it owns, and makes their moves. */
void kg__ga_work_cpu(
    const kg__ga_work *w, kg__ga_cpu *s, kg__ga_worker *worker, kg__ga_queue *queue);

#endif
