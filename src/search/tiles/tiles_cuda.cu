/*
 * The search of sliding puzzles on CUDA: memory, launches, growth of the table.
 *
 * All threads share the queues. A launch works through a whole layer: rounds follow each other with
 * a barrier of all blocks between them. Every block plans the next round by itself from the counts
 * of the last one. The launch returns to the host when the layer is done, the target is found, or
 * the table is full.
 *
 * In a round each thread takes a state, enters it into the table, and queues its children of this
 * layer if it was new. When the queues run low, threads also look through the table for parents in
 * the layer before. A state costs the random read of one sector of the table, rarely of two, and
 * one compare-and-swap if it is new.
 *
 * Memory: 8 bytes an entry, 16 on wide boards, at most 7 of 8 entries filled; queues of some 120
 * MB, less if the limit is low. Freed extents of the table stay in the context's pool.
 *
 * Deterministic: the states of a layer, and so the length, the counts of states and the canonical
 * path. Not deterministic: by which of several equally good moves a state is met, and so how many
 * states are generated twice.
 */
#include "tiles_cuda.cuh"
#include <cooperative_groups.h>
#include <string.h>

#define STATE   uint64_t
#define WORDS   1
#define FLAGS   4
#define W(name) name##_narrow
#define P(name) kg__tiles_##name##_narrow
#include "tiles_cuda_tmpl.cuh"

#define STATE   unsigned __int128
#define WORDS   2
#define FLAGS   8
#define W(name) name##_wide
#define P(name) kg__tiles_##name##_wide
#include "tiles_cuda_tmpl.cuh"

typedef struct kg__tiles_cuda {
    kg__tiles_search search;
    kg__tiles_run run;
    unsigned blocks; /* of a launch: all that the device runs at once */
    void *workspace;
    void *extent[EXTENTS]; /* [extents] */
    unsigned extents;
    bool dense; /* no memory is left, so the table is filled further than usual */
} kg__tiles_cuda;

static unsigned words_of_state(const kg__tiles_work *w)
{
    return kg__tiles_is_wide(w->problem) ? 2 : 1;
}

static const void *rounds_kernel(const kg__tiles_work *w)
{
    return kg__tiles_is_wide(w->problem) ? (const void *)k_tiles_rounds_wide
                                         : (const void *)k_tiles_rounds_narrow;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* The search leaves one part in SPARED of the free memory to other programs. */
enum { SPARED = 32 };

decl_tiles_finish(kg__tiles_finish_cuda)
{
    kg__tiles_cuda *s = (kg__tiles_cuda *)w->state;

    if (!s)
        return;
    while (s->extents)
        kg__free(w->ctx, s->extent[--s->extents]);
    kg__free_all(w->ctx, s->workspace, s);
    w->state = NULL;
}

/* Adds an extent to the table; it is cleared in stream order. */
static kg_status add_extent(kg__tiles_work *w, unsigned regions)
{
    kg__tiles_cuda *s = (kg__tiles_cuda *)w->state;
    kg__tiles_table *table = &s->search.table;
    void **extent = &s->extent[s->extents];
    kg_status status;

    KG_TRY(kg__allocate(w->ctx, extent, regions, REGION_BYTES, "the table"));
    table->extent[s->extents++] = (kg__word *)*extent - (uint64_t)table->regions * REGION_WORDS;
    KG_TRY(KG_CUDA(
        w->ctx, cudaMemsetAsync(*extent, 0, (size_t)regions * REGION_BYTES, kg__stream(w->ctx))));
    table->regions += regions;
    w->entries = s->run.entries = (uint64_t)table->regions * REGION_WORDS / words_of_state(w);
out:
    return status;
}

/* The number of states that batches of LEAST_BATCH may add to the stack. h is at most its value
 * when every tile must cross the whole board and conflicts both ways. */
static uint64_t reserve_of(const kg__tiles *p)
{
    return 2ull * LEAST_BATCH * p->cells * (p->width + p->height + 3u);
}

static void lay_out(const kg__tiles_work *w, kg__tiles_search *search, kg__arena *arena)
{
    const size_t bytes = 8 * words_of_state(w);

    for (int i = 0; i < 2; i++)
        search->queue[i] =
            (kg__word *)kg__arena_carve(arena, (uint64_t)QUEUE_BATCHES * search->batch, bytes);
    search->stack =
        (kg__word *)kg__arena_carve(arena, search->room + reserve_of(w->problem), bytes);
    search->problem = (const kg__tiles *)kg__arena_carve(arena, 1, sizeof *search->problem);
    search->tally = (kg__tiles_tally *)kg__arena_carve(arena, 3, sizeof *search->tally);
    search->run = (kg__tiles_run *)kg__arena_carve(arena, 1, sizeof *search->run);
    search->trace = (kg__tiles_trace *)kg__arena_carve(arena, 1, sizeof *search->trace);
}

/* Sets the number of blocks of a launch, as many as run at once, and the batch: EACH states for
 * each of their threads, or fewer if the queues would exceed a quarter of the budget. */
static kg_status size_queues(kg__tiles_work *w, kg__tiles_cuda *s, uint64_t budget)
{
    uint64_t entries = budget / 4 / (8 * words_of_state(w)), kept = reserve_of(w->problem), batch;
    int blocks;
    kg_status status;

    KG_TRY(KG_CUDA(w->ctx,
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rounds_kernel(w), WORKERS, 0)));
    blocks = (blocks < PER_PROCESSOR ? blocks : PER_PROCESSOR) * kg__cuda_of(w->ctx)->processors;
    batch = (entries > kept ? entries - kept : 0) / (2 * QUEUE_BATCHES + STACK_BATCHES);
    if (batch > (uint64_t)blocks * WORKERS * EACH)
        batch = (uint64_t)blocks * WORKERS * EACH;
    s->blocks = (unsigned)blocks;
    if (batch < LEAST_BATCH)
        batch = LEAST_BATCH;
    s->search.batch = (unsigned)batch;
    s->search.room = STACK_BATCHES * s->search.batch;
out:
    return status;
}

decl_tiles_prepare(kg__tiles_prepare_cuda)
{
    kg__arena arena = {NULL, 0};
    uint64_t budget;
    unsigned regions = FIRST_REGIONS;
    kg__tiles_cuda *s;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &w->state, 1, sizeof *s, "state of the search"));
    s = (kg__tiles_cuda *)w->state;
    memset(s, 0, sizeof *s);
    KG_TRY(kg__device_left(w->ctx, &budget, SPARED));
    KG_TRY(size_queues(w, s, budget));
    lay_out(w, &s->search, &arena);
    KG_TRY(kg__arena_allocate(w->ctx, &arena, "queues of the search"));
    s->workspace = arena.base;
    lay_out(w, &s->search, &arena);
    while (regions > 1 && (uint64_t)regions * REGION_BYTES > budget / 8)
        regions /= 2;
    while (1u << s->search.table.shift < regions)
        s->search.table.shift++;
    KG_TRY(add_extent(w, regions));
    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, s->extent[0], 0, (size_t)regions * REGION_BYTES));
    KG_TRY(KG_CUDA(w->ctx, cudaMemcpyAsync((void *)s->search.problem, w->problem,
                               sizeof *w->problem, cudaMemcpyHostToDevice, kg__stream(w->ctx))));
    KG_TRY(kg__tiles_is_wide(w->problem) ? KG_LAUNCH(w->ctx, k_tiles_start_wide, 1, s->search)
                                         : KG_LAUNCH(w->ctx, k_tiles_start_narrow, 1, s->search));
    s->run.input = 1;
    s->run.entry = s->run.entries; /* layer 0 has no parents */
out:
    return status;
}

/* Moves states to where they belong in the larger table: the same place or a later one. So the last
 * regions are made first, as many at once as do not overwrite their own sources. */
static kg_status move_states(kg__tiles_work *w, uint64_t old)
{
    kg__tiles_cuda *s = (kg__tiles_cuda *)w->state;
    const uint64_t regions = s->search.table.regions;
    unsigned *d_full = &s->search.tally->stuck, full;
    kg_status status;

    KG_TRY(KG_CUDA(w->ctx, cudaMemsetAsync(d_full, 0, sizeof *d_full, kg__stream(w->ctx))));
    for (uint64_t end = regions, begin; end > 0; end = begin) {
        uint64_t items;

        begin = (end * old - 1) / regions + 1;
        begin = begin < end ? begin : end - 1;
        items = (end - begin) * KG__BLOCK;
        KG_TRY(kg__tiles_is_wide(w->problem)
                   ? KG_LAUNCH(w->ctx, k_tiles_move_wide, items, s->search.table, (unsigned)old,
                         (unsigned)begin, d_full)
                   : KG_LAUNCH(w->ctx, k_tiles_move_narrow, items, s->search.table, (unsigned)old,
                         (unsigned)begin, d_full));
    }
    KG_TRY(kg__cuda_fetch(w->ctx, &full, d_full, sizeof full));
    if (full)
        return kg__fail(w->ctx, KG_INTERNAL, "a region of the table overflowed");
out:
    return status;
}

/* The number of regions by which the table can grow: as many as it has, or fewer if memory ends;
 * after that it cannot grow again. */
static kg_status find_more(kg__tiles_work *w, uint64_t *more)
{
    const kg__tiles_cuda *s = (const kg__tiles_cuda *)w->state;
    const uint64_t old = s->search.table.regions;
    kg_status status;

    KG_TRY(kg__device_left(w->ctx, more, SPARED));
    *more /= REGION_BYTES;
    if (*more < old) { /* the pool's free pieces may make one large block */
        KG_TRY(KG_CUDA(w->ctx, cudaMemPoolTrimTo(kg__cuda_of(w->ctx)->pool, 0)));
        KG_TRY(kg__device_left(w->ctx, more, SPARED));
        *more /= REGION_BYTES;
    }
    if (*more > old)
        *more = old;
    if (*more <= old / 16 || (old & (old - 1)) || s->extents == EXTENTS)
        *more = 0;
out:
    return status;
}

/* If memory does not allow a larger table, the table is filled further before it counts as full. */
decl_tiles_grow(kg__tiles_grow_cuda)
{
    kg__tiles_cuda *s = (kg__tiles_cuda *)w->state;
    const uint64_t old = s->search.table.regions, scanned = s->run.entry;
    const uint64_t in_region = s->run.entries / old;
    uint64_t more;
    kg_status status;

    if (s->dense)
        return KG_FULL;
    KG_TRY(find_more(w, &more));
    if (!more) {
        s->dense = true;
        return KG_OK;
    }
    KG_TRY(add_extent(w, (unsigned)more));
    KG_TRY(move_states(w, old));
    s->run.entry = scanned / in_region * (old + more) / old * in_region;
out:
    return status;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static kg_status launch(kg__tiles_work *w, kg__tiles_cuda *s)
{
    void *arguments[] = {&s->search, &s->run};
    kg_status status;

    s->run.rounds = 0;
    s->run.expanded = s->run.generated = s->run.duplicates = 0;
    s->run.full = false;
    KG_TRY(KG_CUDA(w->ctx,
        cudaMemsetAsync(s->search.tally, 0, 3 * sizeof *s->search.tally, kg__stream(w->ctx))));
    KG_TRY(KG_LAUNCH_COOPERATIVE(
        w->ctx, "k_tiles_rounds", rounds_kernel(w), s->blocks, WORKERS, arguments));
    KG_TRY(kg__cuda_fetch(w->ctx, &s->run, s->search.run, sizeof s->run));
    w->count->rounds += s->run.rounds;
    w->count->expanded += s->run.expanded;
    w->count->generated += s->run.generated;
    w->count->duplicates += s->run.duplicates;
    w->states = s->run.states;
    w->found = s->run.found;
    w->done = !s->run.input && !s->run.stacked && s->run.entry == s->run.entries;
out:
    return status;
}

decl_tiles_rounds(kg__tiles_rounds_cuda)
{
    kg__tiles_cuda *s = (kg__tiles_cuda *)w->state;
    kg_status status = KG_OK;

    s->search.parity = w->layer % 2 ? KG__TILES_PARITY : 0;
    s->run.most = w->max_states;
    s->run.enough = s->run.entries / 8 * (s->dense ? 7 : FILLED);
    s->run.finish_layer = w->finish_layer;
    s->run.full = false;
    while (!w->done && kg__tiles_goes_on(&s->run) && !kg__patience_ends(&w->patience)) {
        KG_TRY(launch(w, s));
        KG_TRY(kg__progress(w->ctx, w->shown, w->states, 0));
    }
    if (w->done)
        s->run.entry = 0;
out:
    return status;
}

decl_tiles_trace(kg__tiles_trace_cuda)
{
    kg__tiles_cuda *s = (kg__tiles_cuda *)w->state;
    const kg__tiles *p = w->problem;
    kg__tiles_board board;
    kg_status status;

    memcpy(board.cells, cells, sizeof board.cells);
    if (most > KG__TILES_STEPS)
        most = KG__TILES_STEPS;
    KG_TRY(kg__tiles_is_wide(p)
               ? KG_LAUNCH(w->ctx, k_tiles_trace_wide, 1, s->search, board, most)
               : KG_LAUNCH(w->ctx, k_tiles_trace_narrow, 1, s->search, board, most));
    KG_TRY(kg__cuda_fetch(w->ctx, trace, s->search.trace, sizeof *trace));
    for (unsigned i = 0; i < trace->steps; i++)
        kg_tiles_slide(cells, p->width, p->height, 3u - trace->move[i]);
out:
    return status;
}
