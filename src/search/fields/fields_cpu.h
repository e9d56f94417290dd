/* Code that the files of the CPU's distance fields share: the memory of a thread. */
#ifndef KG_FIELDS_CPU_H
#define KG_FIELDS_CPU_H

#include "fields.h"

enum { KG__NO_CHUNK = UINT32_MAX, KG__CHUNK_CELLS = 30 };

/* Cells that wait in one bucket. */
typedef struct kg__field_chunk {
    uint32_t cell[KG__CHUNK_CELLS], used, next;
} kg__field_chunk;

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

#endif
