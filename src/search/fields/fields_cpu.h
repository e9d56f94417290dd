/* Code that the files of the CPU's distance fields share: the memory of a thread. */
#ifndef KG_FIELDS_CPU_H
#define KG_FIELDS_CPU_H

#include "fields.h"

enum { KG__NO_CHUNK = UINT32_MAX, KG__CHUNK_CELLS = 30 };

/* Cells that wait in one bucket. */
typedef struct kg__field_chunk {
    uint32_t cell[KG__CHUNK_CELLS], used, next;
} kg__field_chunk;

/* A cell that waits in a heap. */
typedef struct kg__field_entry {
    uint64_t key;
    uint32_t cell;
} kg__field_entry;

typedef struct kg__field_walker {
    const kg__fields_work *work;
    const uint8_t *legal; /* [cells] legal moves, shared by all threads */
    void *cost_block;
    uint64_t *g;       /* [cells], with margins: the costs of the field at hand */
    uint32_t *nearest; /* [cells] of the field, or NULL */

    uint32_t *head;   /* [buckets] the first chunk of each, or KG__NO_CHUNK */
    uint64_t *filled; /* [buckets] whether each has one, a bit each */
    uint64_t buckets; /* a power of 2, at least 64 */
    unsigned shift;   /* a bucket is 2^shift of cost wide */
    uint64_t now;     /* number of the bucket at hand, before the remainder is taken */
    kg__field_chunk *chunk;
    uint64_t room;
    uint32_t used, spare; /* spare: a list of freed chunks */

    kg__exact *exact;      /* [cells] of a real map, in place of g; all ones: no cost */
    kg__field_entry *heap; /* [heap_room] */
    uint64_t waiting, heap_room;
    uint8_t *moves;  /* [cells] legal moves as the check finds them */
    uint32_t *depth; /* [cells] steps from the sources in the check, UINT32_MAX: not reached; and
                        [cells] the check's queue */

    uint64_t field; /* the number of the field at hand */
    uint64_t done;  /* its cells that were expanded */
    bool reports;   /* calls the progress function, as this is the calling thread */
} kg__field_walker;

/* Prepares the buckets, and finds the costs and the nearest sources of a field. */
kg_status kg__field_prepare_buckets(kg__field_walker *w);
kg_status kg__field_search_buckets(kg__field_walker *w);

/* Checks rows first .. end - 1 of the field at hand unless that is not wanted, finds their flow if
 * it is, and writes their costs as doubles. */
kg_status kg__field_finish(const kg__field_walker *w, uint32_t first, uint32_t end);

/* The same of a real map: all rows. */
kg_status kg__field_prepare_real(kg__field_walker *w);
kg_status kg__field_search_real(kg__field_walker *w);
kg_status kg__field_prepare_check(kg__field_walker *w);
kg_status kg__field_finish_real(const kg__field_walker *w);

/* The moves that are possible from the 64 cells of row y from x on, a multiple of 64: a bit a cell.
 * For checks: shares no code with kg__grid_legal(). */
void kg__field_moves(const kg_grid *grid, uint32_t x, uint32_t y, uint64_t may[8]);

#endif
