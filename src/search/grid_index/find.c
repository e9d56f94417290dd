/* kg_grid_find() by an index: the cells of each query's path, which the front checks and keeps. */
#include "grid_index.h"

/* Queries from which on another thread pays. */
enum { GRAIN = 16 };

/* The method that the front passes on: a search by an index. */
typedef struct by_index {
    kg__grid_method method; /* the first member */
    const kg_grid_index *index;
} by_index;

/* The memory of one thread. */
typedef struct paths {
    const kg_grid_index *index;
    kg_grid_cell *corner, *cell;
    uint64_t corner_room, cell_room;
} paths;

/* The corners, and then the cells, of a query's path. */
static kg_status find_path(
    paths *p, const kg_grid_query *query, kg_grid_distance *steps, uint64_t *cells)
{
    const kg_grid_index *index = p->index;
    uint64_t corners;
    kg_status status;

    KG_TRY(kg__grid_index_corners(index, query, steps, p->corner, p->corner_room, &corners));
    if (corners > p->corner_room) {
        KG_TRY(kg__host_grow(
            index->ctx, &p->corner, &p->corner_room, corners, sizeof *p->corner, "corners"));
        KG_TRY(kg__grid_index_corners(index, query, steps, p->corner, p->corner_room, &corners));
    }
    *cells = (uint64_t)steps->straight + steps->diagonal + 1;
    if (*cells > p->cell_room)
        KG_TRY(kg__host_grow(
            index->ctx, &p->cell, &p->cell_room, *cells, sizeof *p->cell, "the path"));
    if (kg__grid_index_cells(index, p->corner, corners, 0, p->cell, *cells, cells) < corners ||
        *cells != (uint64_t)steps->straight + steps->diagonal + 1)
        return kg__grid_index_contradicts(index);
out:
    return status;
}

static kg_status answer(paths *p, kg__grid_work *w, uint64_t i)
{
    const double begin = kg__now();
    kg_grid_distance steps;
    uint64_t cells;
    kg_status status;

    KG_TRY(find_path(p, &w->query[i], &steps, &cells));
    w->answer[i].ms = 1e3 * (kg__now() - begin);
    KG_TRY(kg__grid_settle(w, i, p->cell, cells,
        steps.straight * w->scale.straight + steps.diagonal * w->scale.diagonal));
out:
    return status == KG_NO_SOLUTION ? kg__grid_index_contradicts(p->index) : status;
}

/* A thread's share. next: a counter that all threads share. */
static kg_status run(kg__grid_work *w, uint64_t *next, bool reports)
{
    paths p = {.index = ((const by_index *)w->method)->index};
    kg_context *ctx = w->grid->ctx;
    kg_status status = KG_OK;

    for (;;) {
        const uint64_t i = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED);

        if (i >= w->count)
            break;
        if (w->answer[i].status == KG_OK && kg__grid_stops(w))
            kg__grid_leave(w, i);
        else if (w->answer[i].status == KG_OK)
            KG_TRY(answer(&p, w, i));
        kg__grid_answered(w, i);
        if (reports && w->count > 1)
            KG_TRY(kg__progress(ctx, "searching", i, w->count));
    }
out:
    kg__free_all(ctx, p.corner, p.cell);
    if (status != KG_OK) /* makes the other threads stop */
        __atomic_store_n(next, w->count, __ATOMIC_RELAXED);
    return status;
}

static kg_status search(kg__grid_work *w)
{
    const int threads = kg__threads(w->grid->ctx, w->count, GRAIN);
    uint64_t next = 0;
    kg_status failed = KG_OK;

    kg__stage(w->grid->ctx, "search");
    KG_PARALLEL_FOR(threads, schedule(static, 1))
    for (int t = 0; t < threads; t++) {
        const kg_status status = run(w, &next, t == 0);

        if (status != KG_OK)
            __atomic_store_n(&failed, status, __ATOMIC_RELAXED);
    }
    return failed;
}

kg_status kg_grid_index_find(kg_grid_search **found, kg_grid_index *index, uint64_t count,
    const kg_grid_query *query, const kg_grid_options *options)
{
    kg_context *ctx = KG__CONTEXT(index);
    by_index by = {.method.search = search, .index = index};

    KG_NEED_RESULT(ctx, found, index);
    kg__begin(ctx);
    if (options && (options->canonical || options->keep_explored || options->nearest))
        return kg__fail(ctx, KG_ARGUMENT,
            "an index gives neither the canonical path nor the explored cells nor the nearest cell "
            "that can be reached: %s must be 0",
            options->canonical       ? "canonical"
            : options->keep_explored ? "keep_explored"
                                     : "nearest");
    by.method.scale = index->scale;
    return kg__grid_find(found, index->grid, count, query, options, &by.method);
}
