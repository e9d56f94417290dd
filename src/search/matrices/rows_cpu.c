/*
 * Rows of a matrix of distances on the CPU.
 *
 * In:  sources and targets with their ancestors.
 * Out: the rows of some sources: see distance_rows_ops.h.
 * Method: sources go in batches of KG__BATCH. A climb from them, then one pass over the ancestors
 *      of targets, whose arcs are read in sequence, with all lanes at once. Each thread has batches
 *      of its own.
 * Work: O(the ancestors' arcs) a batch, in lanes. Memory: for each thread 64 bytes an ancestor of
 *      the sources and of the targets for integers, 128 for doubles.
 */
#include "../../base/bits.h"
#include "distance_rows_ops.h"
#include "lanes.h"
#include <math.h>
#include <string.h>

/* TILE: columns that are stored together, whose lanes fit the fastest cache. */
enum { TILE = 128 };

/* The memory of a thread. */
typedef struct worker {
    kg__climber climber;
    void *length;    /* [down.count][KG__BATCH] */
    uint64_t *begun; /* ancestors whose lanes have been set */
} worker;

#define TEMPLATE "rows_cpu_tmpl.h"
#include "lanes_each.h"
#undef TEMPLATE

typedef void rows_fn(
    const kg_distance_matrix *m, worker *w, uint64_t first, uint64_t count, void *entry);

static rows_fn *rows_of(kg_type type)
{
#ifdef KG__WITH_AVX2
    if (__builtin_cpu_supports("avx2"))
        return type == KG_U32 ? make_rows_u32_avx2 : make_rows_f64_avx2;
#endif
    return type == KG_U32 ? make_rows_u32 : make_rows_f64;
}

static kg_status create(worker *w, const kg_distance_matrix *m)
{
    kg_status status;

    KG_TRY(kg__climber_create(&w->climber, m));
    KG_TRY(kg__host_allocate(m->ctx, &w->length, m->down.count, KG__BATCH * kg_type_size(m->type),
        "distances of ancestors"));
    KG_TRY(kg__bitmap_create(m->ctx, &w->begun, m->down.count, "ancestors"));
out:
    return status;
}

kg_status kg__distance_rows_cpu(kg__rows *r)
{
    const kg_distance_matrix *m = r->m;
    kg_context *ctx = m->ctx;
    const uint64_t batches = (r->count + KG__BATCH - 1) / KG__BATCH;
    const int threads = kg__threads(ctx, batches, 1);
    const size_t row = m->down.given * kg_type_size(m->type);
    rows_fn *const make_rows = rows_of(m->type);
    worker *team = NULL;
    kg_status status;

    kg__stage(ctx, "sweep");
    KG_TRY(kg__host_allocate(ctx, &team, (uint64_t)threads, sizeof *team, "threads"));
    memset(team, 0, (size_t)threads * sizeof *team);
    for (int t = 0; t < threads; t++)
        KG_TRY(create(&team[t], m));
    KG_PARALLEL_FOR(threads, schedule(dynamic, 1))
    for (uint64_t b = 0; b < batches; b++) {
        const uint64_t at = b * KG__BATCH, left = r->count - at;

        if (kg__thread_index() == 0)
            kg__progress(ctx, "finding distances", r->first + at, m->up.given);
        if (kg__cancelled(ctx) == KG_OK)
            make_rows(m, &team[kg__thread_index()], r->first + at,
                left < KG__BATCH ? left : KG__BATCH, (char *)r->entry + at * row);
    }
    KG_TRY(kg__cancelled(ctx));
out:
    for (int t = 0; t < threads && team; t++) {
        kg__climber_release(ctx, &team[t].climber);
        kg__free_all(ctx, team[t].length, team[t].begun);
    }
    kg__free(ctx, team);
    return status;
}
