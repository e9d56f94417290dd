/*
 * Grid queries on the GPU: the map's copy, the choice of the search, and the host's rounds.
 *
 * in   a map, queries whose goals can be reached
 * out  an answer for each, and its path if paths are kept
 *
 * Many queries: one warp each (grid_jump_cuda.cu, grid_plain_cuda.cu), as many at once as the
 * device runs and its memory holds. Queries whose open list or chain had no room are repeated with
 * more.
 * Few queries of a map that is not uniform: one after the other, each by the whole device
 * (grid_wide_cuda.cu). The host makes tasks of the queries, and verifies and keeps the paths. The
 * CPU makes pictures of explored cells.
 * Memory: the map's bits and weights stay on the device until the map is destroyed.
 * Deterministic: answers and paths; the queries alone decide which search runs.
 */
#include "grid_cuda.cuh"
#include <string.h>

/* 512 * 512 cells with weights 1..9 on an H200: the whole device takes 2 ms for a query from corner
 * to corner; warps took 310 ms for 1000 random queries at once. */
enum {
    WIDE_TASKS = 128,      /* fewer tasks go to the whole device */
    WIDE_CELLS_SHIFT = 23, /* so do the tasks of maps of 2^23 cells and more */
    CHAIN_MOST_SHIFT = 26, /* the most elements of chains that one copy brings to the host */
    ROOM_FIRST = 64,       /* least room of an open list, plus one record for this many cells: */
    ROOM_CELLS = 8
};

/* ---- the map --------------------------------------------------------------------------------- */

static kg_status bring_map(kg__grid_work *w, kg__grid_map *map, void **d_table)
{
    kg_grid *g = w->grid;
    const uint64_t rows = ((uint64_t)g->height + 2) * g->words + 1;
    const uint64_t columns = ((uint64_t)g->width + 2) * g->column_words + 1;
    const kg__estimate estimate = kg__grid_estimate(w, w->query->goal);
    uint8_t table[512][8];
    kg_status status;

    KG_TRY(kg__grid_map_cuda(map, g, &w->scale, w->uniform ? NULL : d_table));
    for (int t = 0; w->uniform && t < KG__TERRAINS; t++) {
        KG_TRY(kg__grid_upload_once(g->ctx, &g->plane[t].d_stop, g->plane[t].stop[0],
            2 * (rows + columns), sizeof(uint64_t)));
        map->stop[t] = (const uint64_t *)g->plane[t].d_stop;
    }
    if (w->uniform) {
        kg__grid_directions(&g->rules, table);
        KG_TRY(kg__grid_upload_once(g->ctx, d_table, table, sizeof table, 1));
        map->table = (const uint8_t *)*d_table;
    }
    map->far_straight = estimate.straight;
    map->far_diagonal = estimate.diagonal;
    map->canonical = w->options.canonical;
out:
    return status;
}

/* ---- many queries ---------------------------------------------------------------------------- */

/* The state of one call's batches. */
typedef struct batch {
    kg__grid_work *work;
    const kg__grid_kernel *kernel;
    kg__grid_launch launch;
    kg__grid_task *task; /* [tasks] on the host, as are found and chain */
    kg__grid_found *found;
    void *lists, *workspaces; /* device memory: of tasks and results; of the workspaces */
} batch;

static void lay_out_lists(kg__grid_launch *a, kg__arena *arena)
{
    a->task = (kg__grid_task *)kg__arena_carve(arena, a->tasks, sizeof *a->task);
    a->found = (kg__grid_found *)kg__arena_carve(arena, a->tasks, sizeof *a->found);
    a->chain = (uint32_t *)kg__arena_carve(arena, a->chain_room, sizeof *a->chain);
    a->taken = (unsigned long long *)kg__arena_carve(arena, 2, sizeof *a->taken);
    a->chain_used = a->taken + 1;
}

static void lay_out(const batch *b, kg__grid_launch *a, kg__arena *arena)
{
    a->cost = kg__arena_carve(arena, a->workspaces * a->cells, b->kernel->cell_bytes);
    a->stamp =
        (uint8_t *)kg__arena_carve(arena, b->kernel->has_stamps ? a->workspaces * a->cells : 0, 1);
    a->head = (uint32_t *)kg__arena_carve(arena, a->workspaces * a->buckets, sizeof *a->head);
    a->record =
        (kg__open_record *)kg__arena_carve(arena, a->workspaces * a->room, sizeof *a->record);
    a->spare = (uint32_t *)kg__arena_carve(arena, a->workspaces * a->room, sizeof *a->spare);
}

/* As many workspaces as warps run at once, as tasks there are, and as memory holds; at least
 * one. */
static kg_status make_workspaces(batch *b)
{
    kg_context *ctx = b->work->grid->ctx;
    kg__grid_launch *a = &b->launch;
    const uint64_t each = a->cells * (b->kernel->cell_bytes + b->kernel->has_stamps) +
                          a->buckets * sizeof *a->head +
                          a->room * (sizeof *a->record + sizeof *a->spare);
    const uint64_t aligned = 5 * 64; /* the padding that the arena may add to its arrays */
    kg__arena arena = {NULL, 0};
    uint64_t bytes;
    int blocks = 0;
    kg_status status;

    kg__free(ctx, b->workspaces);
    b->workspaces = NULL;
    KG_TRY(KG_CUDA(
        ctx, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, b->kernel->run, KG__BLOCK, 0)));
    KG_TRY(kg__device_left(ctx, &bytes, 2));
    a->workspaces = (uint64_t)blocks * kg__cuda_of(ctx)->processors * (KG__BLOCK / KG__WARP_LANES);
    a->workspaces = a->workspaces < a->tasks ? a->workspaces : a->tasks;
    if (bytes < a->workspaces * each + aligned)
        a->workspaces = bytes < each + aligned ? 1 : (bytes - aligned) / each;
    lay_out(b, a, &arena);
    KG_TRY(kg__arena_allocate(ctx, &arena, "the searches of a grid map"));
    b->workspaces = arena.base;
    lay_out(b, a, &arena);
    KG_TRY(
        kg__memory(ctx)->clear(ctx, a->head, 0xff, a->workspaces * a->buckets * sizeof *a->head));
out:
    return status;
}

/* Runs the tasks on the device, and answers those that are done. */
static kg_status do_tasks(batch *b)
{
    kg_context *ctx = b->work->grid->ctx;
    kg__grid_launch *a = &b->launch;
    unsigned long long used[2];
    uint32_t *chain = NULL;
    kg_status status;

    KG_TRY(kg__memory(ctx)->upload(ctx, (void *)a->task, b->task, a->tasks * sizeof *b->task));
    KG_TRY(kg__memory(ctx)->clear(ctx, a->taken, 0, sizeof used));
    if (b->kernel->has_stamps)
        KG_TRY(kg__memory(ctx)->clear(ctx, a->stamp, 0, a->workspaces * a->cells));
    else
        KG_TRY(kg__memory(ctx)->clear(
            ctx, a->cost, 0xff, a->workspaces * a->cells * b->kernel->cell_bytes));
    KG_TRY(KG_LAUNCH_NAMED(ctx, b->kernel->name, b->kernel->run,
        kg__blocks(a->workspaces * KG__WARP_LANES), KG__BLOCK, 0, *a));
    kg__stage(ctx, "paths");
    KG_TRY(kg__memory(ctx)->download(ctx, b->found, a->found, a->tasks * sizeof *b->found));
    KG_TRY(kg__cuda_fetch(ctx, used, a->taken, sizeof used));
    if (used[1] > a->chain_room)
        used[1] = a->chain_room;
    KG_TRY(kg__host_allocate(ctx, &chain, used[1], sizeof *chain, "paths"));
    KG_TRY(kg__memory(ctx)->download(ctx, chain, a->chain, used[1] * sizeof *chain));
    KG_TRY(kg__grid_settle_tasks(b->work, b->task, &a->tasks, b->found, chain));
out:
    kg__free(ctx, chain);
    return status;
}

static bool was_short(const kg__grid_found *found, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (found[i].state == KG__GRID_NO_ROOM)
            return true;
    return false;
}

static kg_status search_many(batch *b)
{
    kg_context *ctx = b->work->grid->ctx;
    kg__grid_launch *a = &b->launch;
    kg__open_shape shape = kg__grid_open_shape(b->work);
    const uint64_t longest = a->tasks * ((uint64_t)a->map.width + a->map.height);
    uint64_t room = a->cells / ROOM_CELLS + ROOM_FIRST;
    kg__arena arena = {NULL, 0};
    kg_status status;

    a->buckets = (uint32_t)shape.buckets;
    a->shift = shape.shift;
    a->chain_room = longest >> CHAIN_MOST_SHIFT ? (uint64_t)1 << CHAIN_MOST_SHIFT : longest;
    if (a->chain_room < a->cells)
        a->chain_room = a->cells;
    a->states_most = b->work->options.max_states ? b->work->options.max_states + 1 : UINT64_MAX;
    KG_TRY(kg__host_allocate(ctx, &b->found, a->tasks, sizeof *b->found, "what was found"));
    lay_out_lists(a, &arena);
    KG_TRY(kg__arena_allocate(ctx, &arena, "the queries of a grid map"));
    b->lists = arena.base;
    lay_out_lists(a, &arena);
    while (a->tasks) {
        const uint64_t tasks = a->tasks;

        if (!b->workspaces) {
            a->room = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX - 1;
            KG_TRY(make_workspaces(b));
        }
        KG_TRY(do_tasks(b));
        if (was_short(b->found, tasks)) {
            room *= 4;
            kg__free(ctx, b->workspaces);
            b->workspaces = NULL;
        }
    }
out:
    kg__free_all(ctx, b->workspaces, b->lists, b->found);
    return status;
}

/* ---- the backend's function ------------------------------------------------------------------ */

static bool is_wide(const kg__grid_work *w, uint64_t tasks)
{
    const uint64_t cells = (uint64_t)w->grid->width * w->grid->height;

    return !w->uniform && !w->options.max_states &&
           (tasks < WIDE_TASKS || cells >> WIDE_CELLS_SHIFT);
}

decl_grid_search(kg__grid_search_cuda)
{
    kg_context *ctx = w->grid->ctx;
    kg__grid_map map;
    kg__grid_task *task = NULL;
    void *d_table = NULL;
    batch b;
    uint64_t tasks;
    kg_status status;

    if (w->grid->real)
        kg__warn(ctx, "the CPU searched, because a GPU does not search maps of real weights");
    if (w->is_goal)
        kg__warn(ctx, "the CPU searched, because a GPU does not search for several goals");
    if (w->options.keep_explored || w->grid->real || w->is_goal)
        return kg__grid_search_cpu(w);
    KG_TRY(kg__grid_prepare_jumps(w));
    KG_TRY(kg__grid_make_tasks(w, &task, &tasks));
    if (!tasks)
        goto out;
    KG_TRY(bring_map(w, &map, &d_table));
    if (is_wide(w, tasks)) {
        KG_TRY(kg__grid_wide_cuda(w, &map, task, tasks));
        goto out;
    }
    memset(&b, 0, sizeof b);
    b.work = w;
    b.task = task;
    b.kernel = w->uniform           ? &kg__grid_jump_cuda
               : kg__grid_narrow(w) ? &kg__grid_plain_u32_cuda
                                    : &kg__grid_plain_u64_cuda;
    b.launch.map = map;
    b.launch.tasks = tasks;
    b.launch.cells = (uint64_t)map.width * map.height;
    KG_TRY(search_many(&b));
out:
    kg__free_all(ctx, d_table, task);
    return status;
}
