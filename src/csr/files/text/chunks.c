/* Where a worker puts the edges that it reads: chunks, and a list that says which run of edges
 * comes from which block. */
#include "text.h"

enum { CHUNK_EDGES = 1 << 19 }; /* 4 MiB without values: from there on memory comes in huge pages */

kg_status kg__text_end_run(kg__worker *w)
{
    size_t count = w->used - w->run_from;
    size_t first = 2 * w->run_from;
    kg_status status = KG_OK;

    if (!count)
        return KG_OK;
    KG_TRY(kg__host_grow(
        w->load->input->ctx, &w->run, &w->run_room, w->runs + 1, sizeof *w->run, "list of runs"));
    w->run[w->runs++] = (kg__text_run){w->block,
        w->load->wide ? (void *)(w->pair.wide + first) : (void *)(w->pair.narrow + first),
        w->value ? w->value + w->run_from : NULL, count};
    w->edges += count;
    w->run_from = w->used;
out:
    return status;
}

kg_status kg__text_room(kg__worker *w)
{
    const kg__load *load = w->load;
    kg_context *ctx = load->input->ctx;
    size_t label = load->wide ? sizeof(uint64_t) : sizeof(uint32_t);
    uint64_t most = load->input->size / 2 + 1; /* an edge takes two bytes of text or more */
    size_t room = most < CHUNK_EDGES ? (size_t)most : CHUNK_EDGES;
    void *chunk;
    kg_status status;

    KG_TRY(kg__text_end_run(w));
    KG_TRY(kg__host_grow(
        ctx, &w->chunk, &w->chunk_list_room, w->chunks + 1, sizeof *w->chunk, "list of chunks"));
    KG_TRY(kg__host_allocate(
        ctx, &chunk, room, 2 * label + (load->valued ? sizeof(double) : 0), "edges read"));
    w->chunk[w->chunks++] = chunk;
    w->value = NULL;
    if (load->valued) { /* before the pairs: they want the stricter alignment */
        w->value = chunk;
        chunk = w->value + room;
    }
    if (load->wide)
        w->pair.wide = chunk;
    else
        w->pair.narrow = chunk;
    w->chunk_room = room;
    w->used = w->run_from = 0;
out:
    return status;
}
