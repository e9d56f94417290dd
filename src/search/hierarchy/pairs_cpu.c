/*
 * The distances of many pairs on the CPU.
 *
 * In:  pairs of vertices.
 * Out: the length of the shortest path of each pair: see hierarchy_ops.h.
 * Method: threads share the pairs. A thread searches in a copy of the hierarchy, which has the same
 *      arrays and its own state of searches; the first one uses the hierarchy itself.
 * Work: a search a pair (search.c).
 */
#include "hierarchy_ops.h"

/* TOGETHER: pairs that a thread takes at a time. */
enum { TOGETHER = 256 };

/* The hierarchy without its state of searches. */
static kg_hierarchy copy_of(const kg_hierarchy *h)
{
    kg_hierarchy copy = *h;

    copy.search = NULL;
    copy.path_edge = NULL;
    copy.path_step = NULL;
    copy.path_room[0] = copy.path_room[1] = 0;
    return copy;
}

static kg_status search(const kg__vertex_pairs *p, kg_hierarchy *h, uint64_t first)
{
    const uint64_t end = p->count - first < TOGETHER ? p->count : first + TOGETHER;
    kg_status status = KG_OK;

    for (uint64_t i = first; i < end; i++)
        KG_TRY(kg__hierarchy_length(h, p->from[i], p->to[i], &p->length[i]));
    KG_TRY(kg__cancelled(h->ctx));
out:
    return status;
}

kg_status kg__hierarchy_pairs_cpu(kg__vertex_pairs *p)
{
    kg_context *ctx = p->h->ctx;
    const int threads = kg__threads(ctx, p->count, TOGETHER);
    kg_hierarchy *copy = NULL;
    kg_status status, failed = KG_OK;

    kg__stage(ctx, "search");
    KG_TRY(kg__host_allocate(ctx, &copy, (uint64_t)threads, sizeof *copy, "threads"));
    for (int t = 0; t < threads; t++)
        copy[t] = copy_of(p->h);
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (uint64_t first = 0; first < p->count; first += TOGETHER) {
        const int t = kg__thread_index();
        kg_status one;

        if (__atomic_load_n(&failed, __ATOMIC_RELAXED) != KG_OK)
            continue;
        if (t == 0)
            kg__progress(ctx, "finding distances", first, p->count);
        one = search(p, t ? &copy[t] : p->h, first);
        if (one != KG_OK)
            __atomic_store_n(&failed, one, __ATOMIC_RELAXED);
    }
    for (int t = 0; t < threads; t++) {
        kg__search_destroy(ctx, copy[t].search);
        kg__free_all(ctx, copy[t].path_edge, copy[t].path_step);
    }
    KG_TRY(failed);
out:
    kg__free(ctx, copy);
    return status;
}
