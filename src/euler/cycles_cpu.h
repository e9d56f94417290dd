/*
 * What the walks of cycles_cpu.c and of splitters_cpu.c share. For these files and segments_cpu.c.
 */
#ifndef KG_CYCLES_CPU_H
#define KG_CYCLES_CPU_H

#include "euler_cpu.h"

/* What the threads share. The counters are atomic. */
typedef struct kg__walks {
    kg__euler_work *w;
    kg__euler_cpu *s;
    uint64_t next_chunk; /* edges of the pool that are taken */
    uint64_t next_start; /* edges, or splitters, that were looked at for a start */
    uint64_t *own;       /* bits [m] for each of `owns` threads: what the first part visits */
    int owns;
    kg_edge shift; /* of all splitters in their blocks */
    bool failed;
} kg__walks;

/* What one thread owns. */
typedef struct kg__walk_list {
    kg__segments segment;
    uint64_t closed;
    kg_status status;
} kg__walk_list;

typedef struct kg__walker {
    kg_edge at;           /* where it goes next */
    kg_edge start, least; /* of the segment that it walks */
    kg_edge *begin, *out; /* the segment in the pool so far */
    kg_edge *full;        /* the end of its chunk */
    uint64_t scan, scan_end;
} kg__walker;

/* Notes what a walk has written since its begin, up to edge `end`. False when out of memory. */
bool kg__walk_record(kg__walks *all, kg__walk_list *own, const kg__walker *k, kg_edge end);

/* Takes the next chunk of the pool for a walk. */
void kg__walk_take_chunk(kg__walks *all, kg__walker *k);

/* Where the splitters are so that edge `first` is one. */
kg_edge kg__walk_splitters_of(kg_edge first);

/* The first part of the first walk, by thread t of a team that calls it together. Walks of the
 * second part may go on where these end. walks[WALKERS]: clear. */
void kg__walk_from_splitters(kg__walks *all, kg__walk_list *own, kg__walker *walks, int t);

/* Walks all circuits of an undirected graph that is not oriented yet (halves_cpu.c). */
void kg__walk_halves(kg__walks *all, kg__walk_list *own);

/* The second walk. walks[WALKERS]: clear. near: the next edge is likely to be in the cache. */
void kg__walk_second(kg__walks *all, kg__walk_list *own, kg__walker *walks, bool near);

#endif
