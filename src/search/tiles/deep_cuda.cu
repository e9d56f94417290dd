/*
 * Iterative deepening on CUDA: each thread takes the next root, and searches below it depth first.
 *
 * The way from the root is in the thread's local memory: 28 bytes a move. A launch takes a part of
 * the roots, so that the host can show progress and stop between launches. If one solution is
 * enough, the first thread that finds one stops all others.
 *
 * Memory: the databases, and 0.3 KB a root. Deterministic: whether there is a solution, and the
 * canonical one.
 */
#include "../../base/cuda.cuh"

#define KG__INLINE           static __device__ __forceinline__
#define KG__LOWEST_BIT(word) ((unsigned)__ffsll((long long)(word)) - 1)
extern "C" {
#include "deep_ops.h"
#include "partitions.h"
}
#include <string.h>

static const char what[] = "the search";

enum {
    WORKERS = 128, /* threads of a block */
    PER_PROCESSOR = 8,
    ROOTS_EACH = 4,  /* roots of a launch for each thread */
    UNHEARD = 1 << 8 /* states between two looks at whether another thread has found a solution */
};

/* Counts of a launch, and the solution. */
typedef struct tally {
    unsigned long long next, expanded, generated;
    unsigned found, lock;
    uint8_t move[KG__DEEP_MOVES];
} tally;

/* What a launch reads. */
typedef struct job {
    kg__deep_view view;
    const kg__deep_root *root;
    uint64_t begin, end;
    unsigned depth, bound;
    bool all;
} job;

/* Keeps a solution unless there is one that is as good. */
static __device__ void keep(
    tally *t, const job *j, const kg__deep_root *root, const kg__deep_step *way)
{
    uint8_t move[KG__DEEP_MOVES];

    kg__deep_path(move, root, way, j->depth, j->bound);
    while (atomicCAS(&t->lock, 0u, 1u))
        ;
    __threadfence();
    if (!kg__atomic_load(&t->found) || kg__deep_before(move, t->move, j->bound))
        for (unsigned i = 0; i < j->bound; i++)
            t->move[i] = move[i];
    atomicExch(&t->found, 1u);
    __threadfence();
    atomicExch(&t->lock, 0u);
}

/* Searches below a root. */
static __device__ void dig(
    tally *t, const job *j, const kg__deep_root *root, uint64_t *expanded, uint64_t *generated)
{
    const unsigned most = j->bound - j->depth;
    kg__deep_node node = root->node;
    kg__deep_step way[KG__DEEP_MOVES + 1];
    unsigned depth = 0;

    if (kg__deep_bound(j->view.tables, &node) > most)
        return;
    kg__deep_begin(&j->view, way, root);
    do {
        ++*expanded;
        if (depth == most)
            keep(t, j, root, way);
        if (!j->all && *expanded % UNHEARD == 0 && kg__atomic_load(&t->found))
            return;
    } while (kg__deep_next(&j->view, &node, way, &depth, most, generated));
}

static __global__ void __launch_bounds__(WORKERS) k_tiles_deep(tally *t, job j)
{
    __shared__ kg__tiles s_problem;
    uint64_t expanded = 0, generated = 0;
    unsigned long long i;

    for (unsigned k = threadIdx.x; k < sizeof s_problem; k += blockDim.x)
        ((uint8_t *)&s_problem)[k] = ((const uint8_t *)j.view.problem)[k];
    j.view.problem = &s_problem;
    __syncthreads();
    while (
        (i = j.begin + atomicAdd(&t->next, 1ull)) < j.end && (j.all || !kg__atomic_load(&t->found)))
        dig(t, &j, &j.root[i], &expanded, &generated);
    atomicAdd(&t->expanded, (unsigned long long)expanded);
    atomicAdd(&t->generated, (unsigned long long)generated);
}

/* ---- the host's part ------------------------------------------------------------------------- */

typedef struct resident {
    kg__arena arena;
    kg__tiles *problem;
    kg__deep_tables *tables;
    uint32_t *detours;
    tally *counts;
    kg__deep_root *root;
} resident;

static void lay_out(const kg__deep_work *w, resident *r)
{
    r->problem = (kg__tiles *)kg__arena_carve(&r->arena, 1, sizeof *r->problem);
    r->tables = (kg__deep_tables *)kg__arena_carve(&r->arena, 1, sizeof *r->tables);
    r->detours = (uint32_t *)kg__arena_carve(
        &r->arena, KG__TILES_MOVES * (uint64_t)w->detours.states, sizeof *r->detours);
    r->counts = (tally *)kg__arena_carve(&r->arena, 1, sizeof *r->counts);
    r->root = (kg__deep_root *)kg__arena_carve(&r->arena, w->roots, sizeof *r->root);
}

static kg_status begin(kg__deep_work *w, resident *r)
{
    const kg__memory_ops *memory = kg__memory(w->ctx);
    kg__deep_tables tables = *w->tables;
    kg_status status;

    for (unsigned i = 0; i < tables.patterns; i++)
        KG_TRY(kg__pattern_resident(
            w->ctx, &w->patterns->database[w->patterns->base[i]], &tables.view[i]));
    lay_out(w, r);
    KG_TRY(kg__arena_allocate(w->ctx, &r->arena, what));
    lay_out(w, r);
    KG_TRY(memory->upload(w->ctx, r->problem, w->problem, sizeof *r->problem));
    KG_TRY(memory->upload(w->ctx, r->tables, &tables, sizeof tables));
    KG_TRY(memory->upload(w->ctx, r->detours, w->detours.next,
        KG__TILES_MOVES * w->detours.states * sizeof *r->detours));
    KG_TRY(memory->upload(w->ctx, r->root, w->root, w->roots * sizeof *r->root));
    KG_TRY(memory->clear(w->ctx, r->counts, 0, sizeof *r->counts));
out:
    return status;
}

/* Searches below roots begin .. end - 1. */
static kg_status launch(kg__deep_work *w, const resident *r, uint64_t begin, uint64_t end)
{
    const unsigned blocks = PER_PROCESSOR * (unsigned)kg__cuda_of(w->ctx)->processors;
    const job j = {
        {r->problem, r->tables, r->detours}, r->root, begin, end, w->depth, w->bound, w->all};
    tally counts;
    kg_status status;

    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, r->counts, 0, offsetof(tally, found)));
    KG_TRY(KG_LAUNCH_SHAPED(w->ctx, k_tiles_deep, blocks, WORKERS, 0, r->counts, j));
    KG_TRY(kg__cuda_fetch(w->ctx, &counts, r->counts, sizeof counts));
    w->count->expanded += counts.expanded;
    w->count->generated += counts.generated;
    w->states += counts.expanded;
    w->found = counts.found;
    if (w->found)
        memcpy(w->move, counts.move, w->bound);
    w->stopped = w->states >= w->max_states || kg__patience_ends(&w->patience);
    KG_TRY(kg__progress(w->ctx, w->shown, w->states, 0));
out:
    return status;
}

decl_deep_search(kg__deep_search_cuda)
{
    const uint64_t each =
        (uint64_t)ROOTS_EACH * PER_PROCESSOR * WORKERS * kg__cuda_of(w->ctx)->processors;
    resident r = {};
    kg_status status;

    KG_TRY(begin(w, &r));
    for (uint64_t i = 0; i < w->roots && !w->stopped && (w->all || !w->found); i += each)
        KG_TRY(launch(w, &r, i, i + each < w->roots ? i + each : w->roots));
out:
    kg__free(w->ctx, r.arena.base);
    return status;
}
