/*
 * Declarations for the walks of cycles_cpu.c, halves_cpu.c and splitters_cpu.c, and for
 * segments_cpu.c.
 */
#ifndef KG_CYCLES_CPU_H
#define KG_CYCLES_CPU_H

#include "euler_cpu.h"

/* Data that the threads share. The counters are atomic. */
typedef struct kg__walks {
    kg__euler_work *w;
    kg__euler_cpu *s;
    uint64_t next_chunk; /* edges of the pool that are taken */
    uint64_t next_start; /* edges, slots or splitters that have been examined as starts */
    uint64_t *own;       /* bits [m] for each of `owns` threads: edges that the first part visits */
    int owns;
    kg_edge shift; /* of all splitters within their blocks */
    bool failed;
} kg__walks;

/* Data that one thread owns. */
typedef struct kg__walk_list {
    kg__segments segment;
    uint64_t closed;
    kg_status status;
} kg__walk_list;

typedef struct kg__walker {
    kg_edge at;           /* the edge or place that it visits next */
    kg_edge start, least; /* of its current segment */
    kg_edge *begin, *out; /* the segment in the pool so far */
    kg_edge *full;        /* the end of its chunk */
    uint64_t scan, scan_end;
} kg__walker;

/* Records the edges that a walk has written since its begin, up to edge `end`. False: out of
 * memory. */
bool kg__walk_record(kg__walks *all, kg__walk_list *own, const kg__walker *k, kg_edge end);

/* Takes the next chunk of the pool for a walk. */
void kg__walk_take_chunk(kg__walks *all, kg__walker *k);

/* Returns the shift of the splitters with which edge `first` is a splitter. */
kg_edge kg__walk_splitters_of(kg_edge first);

/* The first part of the first walk, by thread t of a team whose threads all call it. Walks of the
 * second part may continue the chunks of these. walks[WALKERS]: clear. */
void kg__walk_from_splitters(kg__walks *all, kg__walk_list *own, kg__walker *walks, int t);

/* Walks all circuits of an undirected graph that is not oriented yet (halves_cpu.c). */
void kg__walk_halves(kg__walks *all, kg__walk_list *own);

/* Finds an edge, or slot, that is not visited yet: *start. The caller sets k->at, start and least
 * from it. False: no block of edges or slots is left. */
static inline __attribute__((always_inline)) bool kg__walk_find_start(
    kg__walks *all, kg__walker *k, uint64_t *start)
{
    enum { SCAN_BLOCK = 1 << 14 }; /* edges that one walk searches before it takes another block */
    const uint64_t *visited = all->s->visited;
    const uint64_t m = all->w->m;

    for (;;) {
        while (k->scan < k->scan_end) {
            const uint64_t word = __atomic_load_n(&visited[k->scan >> 6], __ATOMIC_RELAXED);
            const uint64_t unseen = ~word >> (k->scan & 63);
            const uint64_t e = k->scan + (unsigned)__builtin_ctzll(unseen | UINT64_C(1) << 63);

            if (unseen && e < k->scan_end) {
                k->scan = e + 1;
                k->begin = k->out;
                *start = e;
                return true;
            }
            k->scan = (k->scan | 63) + 1;
        }
        k->scan = __atomic_fetch_add(&all->next_start, SCAN_BLOCK, __ATOMIC_RELAXED);
        if (k->scan >= m)
            break;
        k->scan_end = k->scan + SCAN_BLOCK < m ? k->scan + SCAN_BLOCK : m;
    }
    if (k->out != k->full)
        *k->out = KG_NO_EDGE; /* the end of a chunk that is not full */
    return false;
}

/* The segment from k->start on, with the label k->least, is a circuit. It is recorded while such
 * circuits are few. False: out of memory. */
static inline __attribute__((always_inline)) bool kg__walk_close(
    kg__walks *all, kg__walk_list *own, kg__walker *k, bool shared)
{
    kg__set_bit(all->s->label, k->least, shared);
    if (k->start != k->least)
        all->s->root[k->start] = k->least;
    return own->closed++ >= FEW || kg__walk_record(all, own, k, k->start);
}

/* The second walk. walks[WALKERS]: clear. near: the next edge is likely to be in the cache. */
void kg__walk_second(kg__walks *all, kg__walk_list *own, kg__walker *walks, bool near);

#endif
