/*
 * GA* on CUDA: the beginning, the path and the end of a search.
 *
 * The open list is one of two: lists that all threads share (ga_star_lists_cuda.cu), for the
 * weight 1, unless the caller asks for queues; and queues, one a thread (ga_star_queues_cuda.cu),
 * for other weights.
 *
 * The host plans each launch so that there is room for all states that it may find, and reads its
 * counts. The threads end a launch of rounds themselves before room runs out.
 *
 * Memory: a node has 16 bytes, or 24 with a wide key; the table 8 bytes a cell, at most 5 of 8
 * cells filled; a near state 8 bytes, in two lists; a far state 12, in two lists. A queued state
 * has up to 27 bytes, as queues have room to grow, and 12 more while they are rebuilt.
 *
 * Deterministic: the cost if the weight is 1, and the canonical path. Not deterministic: which of
 * several equally good paths is found, and, with a weight or with differing costs, how many states
 * are expanded.
 */
#include "ga_star_cuda.cuh"
extern "C" {
#include "guide.h"
}
#include <string.h>

/* ---- problems -------------------------------------------------------------------------------- */

#define TRAITS(kind, name, width, words)                                                           \
    struct name##_##width {                                                                        \
        typedef kg__ga_##width key;                                                                \
        enum { WORDS = words };                                                                    \
        static __device__ __forceinline__ uint32_t measure(const kg__ga_problem *p, key from)      \
        {                                                                                          \
            return kg__ga_measure_##name##_##width(p, from);                                       \
        }                                                                                          \
        static __device__ __forceinline__ uint32_t bound(const kg__ga_problem *p, uint32_t its)    \
        {                                                                                          \
            return kg__ga_bound_##name##_##width(p, its);                                          \
        }                                                                                          \
        static __device__ __forceinline__ bool goal(const kg__ga_problem *p, key at)               \
        {                                                                                          \
            return kg__ga_goal_##name##_##width(p, at);                                            \
        }                                                                                          \
        static __device__ __forceinline__ bool step(const kg__ga_problem *p, key from,             \
            uint32_t its, unsigned move, key *to, uint32_t *to_its, uint32_t *cost)                \
        {                                                                                          \
            return kg__ga_step_##name##_##width(p, from, its, move, to, to_its, cost);             \
        }                                                                                          \
    };
KG__GA_KINDS(TRAITS)
#undef TRAITS

/* ---- kernels --------------------------------------------------------------------------------- */

/* Puts the start, whose f is given, into the empty table. Also puts it into the near list, or notes
 * it for the queues. One thread works. */
static __global__ void k_ga_start(kg__ga_search s, uint32_t f)
{
    const kg_ga_star_state *start = &s.problem->start;
    const uint64_t hash = kg__ga_hash(start->word[0], start->word[1]);
    kg__ga_word *node = node_of(&s, 0);

    if (kg__item() > 0)
        return;
    node[0] = start->word[0];
    if (s.words == 2)
        node[1] = start->word[1];
    node[s.words] = KG__GA_NO_NODE; /* g is 0 */
    s.table[place_of(&s, hash)] = cell_of(hash, 0);
    if (s.queues)
        s.noted[0] = {f, 0, 0};
    else
        s.near[s.near_side][0] = make_uint2(0, 0);
}

/* Follows the records from a node on. One thread works. */
static __global__ void k_ga_trace(kg__ga_search s, uint32_t node)
{
    kg__ga_trace *trace = s.trace;
    unsigned steps = 0;

    if (kg__item() > 0)
        return;
    for (; node != KG__GA_NO_NODE && steps < KG__GA_STEPS; steps++) {
        const kg__ga_word *words = node_of(&s, node);

        trace->state[steps].word[0] = words[0];
        trace->state[steps].word[1] = s.words == 2 ? words[1] : 0;
        node = (uint32_t)words[s.words];
    }
    trace->steps = steps;
    trace->next = node;
}

/* Looks a state up. One thread works. */
static __global__ void k_ga_look_up(kg__ga_search s, kg_ga_star_state state)
{
    const uint64_t hash = kg__ga_hash(state.word[0], state.word[1]);
    kg__ga_word cell;

    if (kg__item() > 0)
        return;
    s.tally->g = KG__GA_NO_QUEUE;
    for (uint64_t place = place_of(&s, hash); (cell = s.table[place]) != 0;
         place = place + 1 < s.table_cells ? place + 1 : 0) {
        const kg__ga_word *node = node_of(&s, (uint32_t)cell - 1);

        if (node[0] == state.word[0] && (s.words == 1 || node[1] == state.word[1])) {
            s.tally->g = (unsigned)(node[s.words] >> 32);
            return;
        }
    }
}

enum {
    ROUNDS_UNHEARD = 64 /* launches between two calls of the progress function */
};

decl_ga_finish(kg__ga_finish_cuda)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;

    if (!s)
        return;
    for (int i = 0; i < 2; i++) {
        kg__free_all(w->ctx, s->near[i].base, s->far[i].base, s->far_f[i].base);
    }
    kg__free_all(w->ctx, s->noted.base, s->heap);
    for (unsigned i = 0; i < s->extents; i++)
        kg__free(w->ctx, s->extent[i]);
    kg__free_all(w->ctx, s->table, s->cells, s->ring, s->user, s->small, s);
    w->state = NULL;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* ---- beginning ------------------------------------------------------------------------------- */

static kg_status upload_problem(kg__ga_work *w, kg__ga_cuda *s)
{
    const kg__ga_problem *p = w->problem;
    const uint64_t cells = p->cells ? (uint64_t)p->width * p->height : 0;
    kg_status status;

    s->problem = *p;
    if (cells) {
        KG_TRY(kg__allocate(w->ctx, &s->cells, cells, sizeof *p->cells, "the map"));
        KG_TRY(kg__memory(w->ctx)->upload(w->ctx, s->cells, p->cells, cells * sizeof *p->cells));
        s->problem.cells = (const uint32_t *)s->cells;
    }
    if (p->ring) {
        KG_TRY(kg__allocate(w->ctx, &s->ring, p->ring_patterns, 1, "a pattern database"));
        KG_TRY(kg__memory(w->ctx)->upload(w->ctx, s->ring, p->ring, p->ring_patterns));
        s->problem.ring = (const uint8_t *)s->ring;
    }
    if (p->kind == KG__GA_GIVEN) {
        const size_t bytes = p->given->user_bytes;

        if (bytes) {
            KG_TRY(kg__allocate(w->ctx, &s->user, bytes, 1, "a problem's data"));
            KG_TRY(kg__memory(w->ctx)->upload(w->ctx, s->user, p->given->user, bytes));
        }
        s->problem.user = s->user;
    }
    if (p->guide)
        KG_TRY(kg__guide_resident(p->guide, &s->problem));
    KG_TRY(kg__memory(w->ctx)->upload(
        w->ctx, (void *)s->search.problem, &s->problem, sizeof s->problem));
out:
    return status;
}

static void lay_out(kg__ga_search *search, kg__arena *arena)
{
    search->problem = (const kg__ga_problem *)kg__arena_carve(arena, 1, sizeof *search->problem);
    search->tally = (kg__ga_tally *)kg__arena_carve(arena, 1, sizeof *search->tally);
    search->trace = (kg__ga_trace *)kg__arena_carve(arena, 1, sizeof *search->trace);
}

/* Finds the kernels that depend on the problem. */
static kg_status find_kernels(kg__ga_work *w)
{
    const void **kernel = ((kg__ga_cuda *)w->state)->kernel;

#define CASE(number, name, width, words)                                                           \
    case number:                                                                                   \
        kernel[KG__GA_EXPAND] = (const void *)k_ga_expand<name##_##width>;                         \
        kernel[KG__GA_ROUNDS] = (const void *)k_ga_rounds<name##_##width>;                         \
        kernel[KG__GA_BOUND] = (const void *)k_ga_bound<name##_##width>;                           \
        kernel[KG__GA_BOUND_QUEUES] = (const void *)k_ga_bound_queues<name##_##width>;             \
        kernel[KG__GA_GOALS] = (const void *)k_ga_goals<name##_##width>;                           \
        return KG_OK;
    switch (w->problem->kind) {
        KG__GA_KINDS(CASE)
    }
#undef CASE
    return kg__ga_load(kernel, w->ctx, w->problem->given);
}

decl_ga_prepare(kg__ga_prepare_cuda)
{
    kg__arena arena = {NULL, 0};
    bool is;
    kg__ga_cuda *s;
    kg_status status;

    KG_TRY(kg__host_allocate(w->ctx, &w->state, 1, sizeof *s, "state of the search"));
    s = (kg__ga_cuda *)w->state;
    memset(s, 0, sizeof *s);
    s->search.words = w->problem->words;
    s->search.weight = w->weight;
    s->search.canonical = w->canonical;
    s->search.limit = w->least;
    lay_out(&s->search, &arena);
    KG_TRY(kg__arena_allocate(w->ctx, &arena, "state of the search"));
    s->small = arena.base;
    lay_out(&s->search, &arena);
    KG_TRY(find_kernels(w));
    KG_TRY(upload_problem(w, s));
    KG_TRY(kg__ga_begin_states(w));
    KG_TRY(w->queues || w->weight > 1 << 16 ? kg__ga_begin_queues(w, &is)
                                            : kg__ga_begin_lists(w, &is));
    if (!s->room || !is)
        return kg__fail(w->ctx, KG_MEMORY, "out of memory: the search needs more to begin with");
    s->tally.used = 1;
    s->tally.best = ~(kg__ga_word)0;
    s->tally.near_least = s->tally.far_least = KG__GA_NO_QUEUE;
    KG_TRY(kg__ga_upload_tally(w));
    KG_TRY(KG_LAUNCH(w->ctx, k_ga_start, 1, s->search, w->least));
    s->input = 1;
    s->input_least = w->least;
    s->search.near_side = 1; /* the start is in near list 0 */
    w->count.states = 1;
out:
    return status;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Finds the goal that a canonical path leads to. Only a user's problem has several goals. */
static kg_status find_goal(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    uint64_t used = s->tally.used;
    uint32_t g = w->best.g;
    bool lower = false;
    void *arguments[] = {&s->search, &used, &g, &lower};
    kg_status status;

    s->tally.goal[0] = s->tally.goal[1] = ~(kg__ga_word)0;
    KG_TRY(kg__ga_upload_tally(w));
    for (int i = 0; i < 2; i++, lower = true)
        KG_TRY(KG_LAUNCH_ADDRESS(
            w->ctx, "k_ga_goals", s->kernel[KG__GA_GOALS], kg__blocks(used), KG__BLOCK, arguments));
    KG_TRY(kg__ga_read_tally(w));
    w->best.state = {{s->tally.goal[0], s->tally.goal[1]}};
out:
    return status;
}

decl_ga_rounds(kg__ga_rounds_cuda)
{
    const kg__ga_cuda *s = (const kg__ga_cuda *)w->state;
    kg_status status = KG_OK;

    for (int round = 0;
         round < ROUNDS_UNHEARD && !kg__ga_ends(w) && w->too_dear < KG__GA_GIVES_UP && !w->full &&
         w->count.states < w->max_states && !kg__patience_ends(&w->patience);
         round++)
        KG_TRY(s->search.queues ? kg__ga_rounds_of_queues(w) : kg__ga_round_of_lists(w));
    if (w->canonical && w->problem->kind == KG__GA_GIVEN && kg__ga_ends(w) &&
        w->best.g != KG__GA_NO_QUEUE)
        KG_TRY(find_goal(w));
out:
    return status;
}

/* ---- queries --------------------------------------------------------------------------------- */

static kg_status bound_of(kg__ga_work *w, const uint2 *list, uint64_t states)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    void *arguments[] = {&s->search, &list, &states};

    if (!states)
        return KG_OK;
    return KG_LAUNCH_ADDRESS(
        w->ctx, "k_ga_bound", s->kernel[KG__GA_BOUND], kg__blocks(states), KG__BLOCK, arguments);
}

static kg_status bound_all(kg__ga_work *w)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    const kg__ga_search *q = &s->search;
    uint64_t queued = (uint64_t)q->queues * s->tally.last.fullest;
    void *arguments[] = {&s->search, &queued};
    kg_status status = KG_OK;

    if (queued)
        KG_TRY(KG_LAUNCH_ADDRESS(w->ctx, "k_ga_bound_queues", s->kernel[KG__GA_BOUND_QUEUES],
            kg__blocks(queued), KG__BLOCK, arguments));
    if (q->queues)
        return KG_OK;
    KG_TRY(bound_of(w, q->near[q->near_side ^ 1] + s->taken, s->input - s->taken));
    KG_TRY(bound_of(w, q->near[q->near_side], s->tally.near));
    KG_TRY(bound_of(w, q->far[q->far_side], s->tally.far));
out:
    return status;
}

decl_ga_bound(kg__ga_bound_cuda)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status = KG_OK;

    s->tally.bound = KG__GA_NO_QUEUE;
    KG_TRY(kg__ga_upload_tally(w));
    KG_TRY(bound_all(w));
    KG_TRY(kg__ga_read_tally(w));
    *bound = s->tally.bound;
out:
    return status;
}

decl_ga_trace(kg__ga_trace_cuda)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(KG_LAUNCH(w->ctx, k_ga_trace, 1, s->search, node));
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, trace, s->search.trace, sizeof *trace));
out:
    return status;
}

decl_ga_look_up(kg__ga_look_up_cuda)
{
    kg__ga_cuda *s = (kg__ga_cuda *)w->state;
    kg_status status;

    KG_TRY(KG_LAUNCH(w->ctx, k_ga_look_up, 1, s->search, *state));
    KG_TRY(kg__cuda_fetch(w->ctx, g, &s->search.tally->g, sizeof *g));
out:
    return status;
}
