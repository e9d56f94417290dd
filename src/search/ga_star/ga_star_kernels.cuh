/* GA* on CUDA: the kernels that depend on the problem. NVRTC can compile them, too. */
#ifndef KG_GA_STAR_KERNELS_CUH
#define KG_GA_STAR_KERNELS_CUH

#include "ga_star_search.cuh"

/* ---- queues ---------------------------------------------------------------------------------- */

/* Puts the noted entries into the queues. Counted from `begin` on, queue t gets entries t,
 * t + queues, ... */
static __device__ __forceinline__ void fill_queues(
    const kg__ga_search *s, kg__ga_turn *turn, unsigned begin, uint64_t entries)
{
    const unsigned queues = s->queues;

    for (uint64_t t = kg__item(); t < queues; t += (uint64_t)gridDim.x * blockDim.x) {
        unsigned queued = s->queued[t];

        for (uint64_t i = (t + queues - begin) % queues; i < entries; i += queues) {
            const kg__ga_entry *e = &s->noted[i];

            kg__ga_heap_push(
                s->heap + t, queues, queued++, {__ldcg(&e->f), __ldcg(&e->g), __ldcg(&e->node)});
        }
        s->queued[t] = queued;
        if (queued) {
            lower(&turn->least, s->heap[t].f);
            if (queued > kg__atomic_load(&turn->fullest))
                atomicMax(&turn->fullest, queued);
        }
    }
}

/* The number of queues that the next round may take from. 0: the search ends, or the host must make
 * room. used, entered: from the tally. */
static __device__ __forceinline__ unsigned may_take(const kg__ga_search *s, const kg__ga_turn *turn,
    unsigned moves, uint32_t best, uint64_t used, uint64_t entered)
{
    const unsigned least = kg__atomic_load(&turn->least);
    const uint64_t states = s->states + entered;
    uint64_t take = s->take, left;

    if (kg__ga_is_proven(best, least, s->canonical) || states >= s->max_states)
        return 0;
    left = (s->max_states - states) / moves;
    take = take > left ? left + 1 : take;
    if (used + take * moves > s->nodes ||
        kg__atomic_load(&turn->fullest) + (take * moves - 1) / s->queues + 1 > s->depth)
        return 0;
    return (unsigned)take;
}

/* Takes the first useful entry of queue t, unless a known goal is as cheap. */
template <typename T>
static __device__ __forceinline__ bool take_from(
    const kg__ga_search *s, const kg__ga_problem *p, uint64_t t, taken<T> *from)
{
    unsigned queued = s->queued[t];
    bool is = false;

    while (!is && queued && !kg__ga_is_proven(best_of(s), s->heap[t].f, s->canonical)) {
        const kg__ga_entry entry = kg__ga_heap_pop(s->heap + t, s->queues, queued--);

        from->g = entry.g;
        from->node = entry.node;
        is = is_useful<T>(s, p, from);
    }
    s->queued[t] = queued;
    return is;
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* Thread i makes all moves of entries i, i + threads, ... of the near list that is read, from
 * `first` on. */
template <typename T>
KG__GA_KERNEL void __launch_bounds__(KG__BLOCK)
    k_ga_expand(kg__ga_search s, uint64_t first, uint64_t entries)
{
    __shared__ kg__ga_problem s_problem;
    const unsigned lane = threadIdx.x % WARP;
    counts own = {};

    copy_problem(&s_problem, s.problem);
    for (uint64_t begin = kg__item() - lane; begin < entries;
         begin += (uint64_t)gridDim.x * blockDim.x) {
        bool works = begin + lane < entries;
        taken<T> from = {};

        if (works) {
            const uint2 entry = __ldcg(&s.near[s.near_side ^ 1][first + begin + lane]);

            from.node = entry.x;
            from.g = entry.y;
            works = is_useful<T>(&s, &s_problem, &from);
        }
        make_moves<T>(&s, &s_problem, works, &from, NULL, &own);
    }
    add_counts(&s, &own);
}

/*
 * At most `rounds` rounds of the search with queues. Thread i owns queues i, i + threads, ...: it
 * puts entries into them, and takes one from each. It is a cooperative launch: all threads wait for
 * each other between the two. They all decide alike how a round goes on, from words that no thread
 * writes until the next barrier.
 */
template <typename T>
KG__GA_KERNEL void __launch_bounds__(KG__BLOCK) k_ga_rounds(kg__ga_search s, unsigned rounds)
{
    __shared__ kg__ga_problem s_problem;
    const unsigned lane = threadIdx.x % WARP;
    unsigned begin = 0;

    copy_problem(&s_problem, s.problem);
    for (unsigned round = 0;; round++) {
        kg__ga_turn *turn = &s.tally->turn[round % 2], *next = &s.tally->turn[(round + 1) % 2];
        const kg__ga_word entries = kg__atomic_load(&turn->noted);
        const kg__ga_word used = kg__atomic_load(&s.tally->used);
        const kg__ga_word entered = kg__atomic_load(&s.tally->entered);
        const bool gives_up = kg__atomic_load(&s.tally->too_dear) >= KG__GA_GIVES_UP;
        const uint32_t best = best_of(&s);
        counts own = {};
        unsigned take;

        fill_queues(&s, turn, begin, entries);
        begin = (unsigned)((begin + entries) % s.queues);
        if (kg__item() == 0)
            *next = {0, 0, KG__GA_NO_QUEUE, 0};
        wait_for_all(&s.tally->arrived);
        take = gives_up || round == rounds
                   ? 0
                   : may_take(&s, turn, s_problem.moves, best, used, entered);
        if (take == 0) {
            if (kg__item() == 0) {
                s.tally->last = *turn;
                s.tally->rounds = round;
            }
            break;
        }
        for (uint64_t first = kg__item() - lane; first < s.queues;
             first += (uint64_t)gridDim.x * blockDim.x) {
            const uint64_t t = first + lane;
            bool works = t < s.queues && s.queued[t] &&
                         !kg__ga_is_proven(best_of(&s), s.heap[t].f, s.canonical);
            const kg__ga_word number = reserve(&next->taken, works);
            taken<T> from = {};

            works = works && number < take && take_from<T>(&s, &s_problem, t, &from);
            make_moves<T>(&s, &s_problem, works, &from, next, &own);
        }
        add_counts(&s, &own);
        wait_for_all(&s.tally->arrived);
    }
}

/* Lowers the bound to the g + h of a queued state that is not out of date. */
template <typename T>
static __device__ __forceinline__ void lower_by(const kg__ga_search *s, uint32_t number, uint32_t g)
{
    const kg__ga_word *node = node_of(s, number);

    if (g_of(s, node) == g)
        lower(&s->tally->bound,
            kg__ga_f(g, T::bound(s->problem, T::measure(s->problem, key_of<T>(node))), 1 << 16));
}

/* Lowers the bound to the least g + h of a list's states: thread i looks at state i. */
template <typename T>
KG__GA_KERNEL void k_ga_bound(kg__ga_search s, const uint2 *list, uint64_t states)
{
    if (kg__item() < states)
        lower_by<T>(&s, list[kg__item()].x, list[kg__item()].y);
}

/* The same for all queues: thread i looks at entry i of heap; `entries` of them may be in use. */
template <typename T> KG__GA_KERNEL void k_ga_bound_queues(kg__ga_search s, uint64_t entries)
{
    if (kg__item() < entries && kg__item() / s.queues < s.queued[kg__item() % s.queues])
        lower_by<T>(&s, s.heap[kg__item()].node, s.heap[kg__item()].g);
}

/* Finds the least key of all goals that are reached at the cost g: thread i looks at node i, of
 * `used`. The first launch finds the upper word, in `goal[1]`, and a second one with `lower` finds
 * the lower word, in goal[0]. */
template <typename T>
KG__GA_KERNEL void k_ga_goals(kg__ga_search s, uint64_t used, uint32_t g, bool lower)
{
    const kg__ga_word *node = kg__item() < used ? node_of(&s, (uint32_t)kg__item()) : NULL;

    if (node && node[s.words] != UNUSED && g_of(&s, node) == g &&
        T::goal(s.problem, key_of<T>(node))) {
        const typename T::key key = key_of<T>(node);

        if (!lower)
            atomicMin(&s.tally->goal[1], (kg__ga_word)high_of(key));
        else if (high_of(key) == s.tally->goal[1])
            atomicMin(&s.tally->goal[0], (kg__ga_word)key);
    }
}

#endif
