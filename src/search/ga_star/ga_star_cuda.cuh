/* GA* on CUDA: the built-in problems, and the kernels that do not depend on the problem. */
#ifndef KG_GA_STAR_CUDA_CUH
#define KG_GA_STAR_CUDA_CUH

#include "../../base/cuda.cuh"
#include <cooperative_groups.h>

#define KG__INLINE           static __device__ __forceinline__
#define KG__INLINE_BOTH      static __host__ __device__ __forceinline__
#define KG__LOWEST_BIT(word) ((unsigned)__ffsll((long long)(word)) - 1)
#define KG__GA_KERNEL        static __global__
extern "C" {
#include "ga_star_ops.h"
}

/* All threads of a cooperative launch wait for one another. */
static __device__ __forceinline__ void wait_for_all(unsigned *)
{
    cooperative_groups::this_grid().sync();
}

#include "ga_star_kernels.cuh"

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

/* Notes the entries of all queues that are not out of date. Thread i looks at entry i of heap;
 * `entries` of them may be in use. */
static __global__ void k_ga_gather(kg__ga_search s, uint64_t entries)
{
    const uint64_t queue = kg__item() % s.queues, i = kg__item() / s.queues;
    kg__ga_entry entry = {};
    bool is = kg__item() < entries && i < s.queued[queue];

    if (is) {
        entry = s.heap[kg__item()];
        is = g_of(&s, node_of(&s, entry.node)) == entry.g;
    }
    note(&s, &s.tally->turn[0], is, entry.node, entry.g, entry.f);
}

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

/* Puts all nodes into an empty table: thread i puts node i. */
static __global__ void k_ga_fill(kg__ga_search s, uint64_t used)
{
    const kg__ga_word *node;
    uint64_t hash, place;

    if (kg__item() >= used)
        return;
    node = node_of(&s, (uint32_t)kg__item());
    if (node[s.words] == UNUSED)
        return;
    hash = kg__ga_hash(node[0], s.words == 2 ? node[1] : 0);
    place = place_of(&s, hash);
    while (atomicCAS(&s.table[place], 0, cell_of(hash, (uint32_t)kg__item())))
        place = place + 1 < s.table_cells ? place + 1 : 0;
}

/* Counts the far states that k_ga_split will move to near: thread i looks at state i. */
static __global__ void k_ga_count(kg__ga_search s, uint64_t states)
{
    const bool is = kg__item() < states && s.far_f[s.far_side ^ 1][kg__item()] <= s.limit;

    reserve(&s.tally->below, is);
}

/* Moves the far states that are not out of date to near or to the other far list: thread i moves
 * state i. */
static __global__ void k_ga_split(kg__ga_search s, uint64_t states)
{
    uint2 entry = make_uint2(0, 0);
    uint32_t f = 0;
    bool is = kg__item() < states;

    if (is) {
        entry = s.far[s.far_side ^ 1][kg__item()];
        f = s.far_f[s.far_side ^ 1][kg__item()];
        is = g_of(&s, node_of(&s, entry.x)) == entry.y;
    }
    push(&s, is, entry.x, entry.y, f);
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

#endif
