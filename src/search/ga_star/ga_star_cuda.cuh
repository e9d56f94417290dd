/*
 * GA* on CUDA: the nodes, the table, the open lists, and the kernels. ga_star_cuda.cu says which
 * search has which open list, and why.
 *
 * Lists that all threads share, of which each takes its part:
 *
 *     near    the states whose f is at most `limit`; what a round takes, and what it adds
 *     far     the others, which wait until near is empty. Then the least f of far, and what is
 *             just above it, makes the next near.
 *
 * A queue per thread:
 *
 *     noted   the entries that a round has found
 *     heap    entry i of queue t is heap[i * queues + t]
 *     queued  how many entries each queue has
 *
 * Queue t has one owner, thread t modulo the threads of the launch. Nobody else reads or writes it
 * while the kernel runs, so it needs neither locks nor atomics.
 */
#ifndef KG_GA_STAR_CUDA_CUH
#define KG_GA_STAR_CUDA_CUH

#include "../../base/cuda.cuh"
#include <cooperative_groups.h>

#define KG__INLINE           static __device__ __forceinline__
#define KG__INLINE_BOTH      static __host__ __device__ __forceinline__
#define KG__LOWEST_BIT(word) ((unsigned)__ffsll((long long)(word)) - 1)
extern "C" {
#include "ga_star_ops.h"
}

typedef unsigned long long kg__word;
typedef uint64_t narrow;
typedef unsigned __int128 wide;

enum { WARP = 32 };

#define UNUSED (~(kg__word)0) /* the record of a node that lost its slot to another one */

/* What k_ga_rounds counts in a round. There are two, in turn: one is read while the next one is
 * written. */
typedef struct kg__ga_turn {
    kg__word noted, taken;   /* entries that were noted; queues that were taken from */
    unsigned least, fullest; /* the least f, and the most entries, of any queue */
} kg__ga_turn;

/* What the kernels count. */
typedef struct kg__ga_tally {
    kg__word used;             /* nodes */
    kg__word near, far, below; /* states in the near list that is written, in far; see k_ga_count */
    kg__word expanded, generated, duplicates, improved, entered;
    kg__word best;                  /* g << 32 | node of the cheapest goal */
    unsigned near_least, far_least; /* f in the lists */
    unsigned bound, too_dear;
    unsigned g; /* of k_ga_look_up */
    kg__ga_turn turn[2];
    kg__ga_turn last; /* how the last round of a launch began */
    unsigned rounds;  /* of a launch */
} kg__ga_tally;

/* What all kernels share; all on the device. */
typedef struct kg__ga_search {
    kg__word *segment[KG__GA_SEGMENTS]; /* nodes */
    kg__word *slot;                     /* [slots] */
    uint64_t slots;
    unsigned words; /* of a key */
    unsigned weight, limit;
    bool canonical;
    uint2 *near[2]; /* node and its g: one is read, one is written */
    uint2 *far[2];
    unsigned *far_f[2];           /* f of each */
    unsigned near_side, far_side; /* which are written */
    kg__ga_entry *noted, *heap;
    unsigned *queued;            /* [queues] */
    unsigned queues;             /* 0: there are none, but shared lists */
    unsigned depth;              /* entries that a queue has room for */
    unsigned take;               /* queues that a round may take from */
    uint64_t nodes;              /* that there is room for, here and in the table */
    uint64_t states, max_states; /* states: known before the launch */
    const kg__ga_problem *problem;
    kg__ga_tally *tally;
    kg__ga_trace *trace;
} kg__ga_search;

/* ---- problems -------------------------------------------------------------------------------- */

#define TRAITS(kind, name, width, words)                                                           \
    struct name##_##width {                                                                        \
        typedef width key;                                                                         \
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

static __device__ __forceinline__ uint64_t high_of(narrow)
{
    return 0;
}

static __device__ __forceinline__ uint64_t high_of(wide key)
{
    return (uint64_t)(key >> 64);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static __device__ __forceinline__ kg__word *node_of(const kg__ga_search *s, uint32_t node)
{
    const uint32_t n = node + KG__GA_NODES;
    const unsigned segment = 31 - (unsigned)__clz((int)(n / KG__GA_NODES));

    return s->segment[segment] +
           (uint64_t)(n - ((uint32_t)KG__GA_NODES << segment)) * (s->words + 1);
}

/* A node's key, past the L1 cache, as other blocks write it. */
template <typename T> static __device__ __forceinline__ typename T::key key_of(const kg__word *node)
{
    if constexpr (T::WORDS == 1)
        return (narrow)__ldcg(node);
    else
        return (wide)__ldcg(node + 1) << 64 | __ldcg(node);
}

static __device__ __forceinline__ uint32_t g_of(const kg__ga_search *s, const kg__word *node)
{
    return (uint32_t)(kg__atomic_load(node + s->words) >> 32);
}

/* Gives a node a smaller g. Returns whether the g is smaller. */
static __device__ __forceinline__ bool improve(kg__word *record, uint32_t g, uint32_t parent)
{
    const kg__word own = (kg__word)g << 32 | parent;
    kg__word old = kg__atomic_load(record);

    while (g < old >> 32) {
        const kg__word seen = atomicCAS(record, old, own);

        if (seen == old)
            return true;
        old = seen;
    }
    return false;
}

/* ---- the table ------------------------------------------------------------------------------- */

static __device__ __forceinline__ uint64_t place_of(const kg__ga_search *s, uint64_t hash)
{
    return __umul64hi(hash, s->slots);
}

static __device__ __forceinline__ kg__word slot_of(uint64_t hash, uint32_t node)
{
    return (kg__word)hash << 32 | (node + 1);
}

/* A state that a move led to, and what became of it. */
template <typename T> struct found {
    typename T::key key;
    uint64_t hash, place; /* place: where probing has got to */
    uint32_t g, parent, node;
    bool wanted, is_new, is_better;
};

/* Whether a slot that is not empty holds the state; if so, gives it a smaller g. The key was
 * written before the slot; the fence keeps the reads in that order, too. */
template <typename T>
static __device__ __forceinline__ bool matches(const kg__ga_search *s, found<T> *f, kg__word slot)
{
    kg__word *node;

    if ((uint32_t)(slot >> 32) != (uint32_t)f->hash)
        return false;
    __threadfence();
    node = node_of(s, (uint32_t)slot - 1);
    if (key_of<T>(node) != f->key)
        return false;
    f->node = (uint32_t)slot - 1;
    f->is_better = improve(node + T::WORDS, f->g, f->parent);
    return true;
}

/* Goes on until the state is found, or a slot is empty, which is true. */
template <typename T>
static __device__ __forceinline__ bool probe(const kg__ga_search *s, found<T> *f)
{
    for (;;) {
        const kg__word slot = kg__atomic_load(&s->slot[f->place]);

        if (!slot)
            return true;
        if (matches(s, f, slot))
            return false;
        f->place = f->place + 1 < s->slots ? f->place + 1 : 0;
    }
}

/* Writes a node and puts its number into an empty slot, from `place` on, unless another thread has
 * entered the state meanwhile. */
template <typename T>
static __device__ __forceinline__ void insert(const kg__ga_search *s, found<T> *f, uint32_t number)
{
    kg__word *node = node_of(s, number);

    node[0] = (kg__word)f->key;
    if constexpr (T::WORDS == 2)
        node[1] = high_of(f->key);
    node[T::WORDS] = (kg__word)f->g << 32 | f->parent;
    __threadfence();
    for (;;) {
        const kg__word seen = atomicCAS(&s->slot[f->place], 0, slot_of(f->hash, number));

        if (!seen) {
            f->node = number;
            f->is_new = true;
            return;
        }
        if (matches(s, f, seen)) {
            kg__atomic_store(&node[T::WORDS], UNUSED);
            return;
        }
        f->place = f->place + 1 < s->slots ? f->place + 1 : 0;
    }
}

/* Reserves a place for each lane that wants one. All lanes of the warp call it. */
static __device__ __forceinline__ kg__word reserve(kg__word *counter, bool wants)
{
    const unsigned lane = threadIdx.x % WARP, all = __ballot_sync(~0u, wants);
    kg__word begin = 0;

    if (lane == 0 && all)
        begin = atomicAdd(counter, (kg__word)__popc(all));
    return __shfl_sync(~0u, begin, 0) + (unsigned)__popc(all & ((1u << lane) - 1));
}

/* Lowers a word that many threads lower. */
static __device__ __forceinline__ void lower(unsigned *word, unsigned value)
{
    if (value < kg__atomic_load(word))
        atomicMin(word, value);
}

/* Adds a state to near or far, by its f. All lanes of the warp call it. */
static __device__ __forceinline__ void push(
    const kg__ga_search *s, bool wants, uint32_t node, uint32_t g, uint32_t f)
{
    const bool is_near = wants && f <= s->limit, is_far = wants && f > s->limit;
    const kg__word near = reserve(&s->tally->near, is_near), far = reserve(&s->tally->far, is_far);

    if (is_near) {
        s->near[s->near_side][near] = make_uint2(node, g);
        lower(&s->tally->near_least, f);
    }
    if (is_far) {
        s->far[s->far_side][far] = make_uint2(node, g);
        s->far_f[s->far_side][far] = f;
        lower(&s->tally->far_least, f);
    }
}

/* Notes a state for the queues. All lanes of the warp call it. */
static __device__ __forceinline__ void note(
    const kg__ga_search *s, kg__ga_turn *turn, bool wants, uint32_t node, uint32_t g, uint32_t f)
{
    const kg__word place = reserve(&turn->noted, wants);

    if (wants)
        s->noted[place] = {f, g, node};
}

/* Copies the problem to shared memory, where each lane reads another place of its tables. All
 * threads of the block call it. */
static __device__ __forceinline__ void copy_problem(
    kg__ga_problem *s_to, const kg__ga_problem *from)
{
    for (unsigned i = threadIdx.x; i < sizeof *s_to; i += blockDim.x)
        ((uint8_t *)s_to)[i] = ((const uint8_t *)from)[i];
    __syncthreads();
}

/* Counts lanes, in lane 0. */
static __device__ __forceinline__ void count(unsigned *counter, bool is)
{
    *counter += (unsigned)__popc(__ballot_sync(~0u, is));
}

static __device__ __forceinline__ uint32_t best_of(const kg__ga_search *s)
{
    return (uint32_t)(kg__atomic_load(&s->tally->best) >> 32);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* What a warp counts, in lane 0. */
struct counts {
    unsigned expanded, generated, duplicates, improved, entered;
};

/* Adds a warp's counts to the tally. */
static __device__ __forceinline__ void add_counts(const kg__ga_search *s, const counts *own)
{
    if (threadIdx.x % WARP > 0)
        return;
    atomicAdd(&s->tally->expanded, (kg__word)own->expanded);
    atomicAdd(&s->tally->generated, (kg__word)own->generated);
    atomicAdd(&s->tally->duplicates, (kg__word)own->duplicates);
    atomicAdd(&s->tally->improved, (kg__word)own->improved);
    atomicAdd(&s->tally->entered, (kg__word)own->entered);
}

/* A queued state on its way to its moves. */
template <typename T> struct taken {
    typename T::key key;
    uint32_t g, node, measure;
};

/* Whether the moves of a queued state must be made: it is neither out of date nor of no use. If so,
 * fills in the rest of it. */
template <typename T>
static __device__ __forceinline__ bool is_useful(
    const kg__ga_search *s, const kg__ga_problem *p, taken<T> *from)
{
    const kg__word *node = node_of(s, from->node);

    from->key = key_of<T>(node);
    from->measure = T::measure(p, from->key);
    return g_of(s, node) == from->g &&
           !kg__ga_is_useless(from->g, T::bound(p, from->measure), best_of(s), s->canonical);
}

/* Makes all moves of the states of the lanes that work. The states that are new, or reached more
 * cheaply, go to near and far or, with a turn, are noted for it. All lanes of the warp call it, and
 * go through moves together. */
template <typename T>
static __device__ __forceinline__ void make_moves(const kg__ga_search *s, const kg__ga_problem *p,
    bool works, const taken<T> *from, kg__ga_turn *turn, counts *own)
{
    count(&own->expanded, works);
    if (!__any_sync(~0u, works))
        return;
    for (unsigned move = 0; move < p->moves; move++) {
        found<T> f = {};
        uint32_t measure = 0, cost = 0, h = 0;
        bool is_goal = false, wants_node = false, is_queued;
        kg__word number;

        if (works && T::step(p, from->key, from->measure, move, &f.key, &measure, &cost)) {
            const uint64_t g = (uint64_t)from->g + cost;

            f.wanted = true;
            h = T::bound(p, measure);
            f.g = (uint32_t)g;
            f.parent = from->node;
            if (kg__ga_too_dear(p, g, h))
                atomicMax(&s->tally->too_dear, kg__ga_too_dear(p, g, h));
        }
        count(&own->generated, f.wanted);
        f.wanted = f.wanted && f.g >= from->g && f.g <= KG__GA_DEAREST &&
                   !kg__ga_is_useless(f.g, h, best_of(s), s->canonical);
        if (f.wanted) {
            f.hash = kg__ga_hash((uint64_t)f.key, high_of(f.key));
            f.place = place_of(s, f.hash);
            is_goal = T::goal(p, f.key);
            wants_node = probe(s, &f);
        }
        number = reserve(&s->tally->used, wants_node);
        if (wants_node)
            insert(s, &f, (uint32_t)number);
        __syncwarp();
        count(&own->entered, f.is_new);
        count(&own->improved, f.is_better);
        count(&own->duplicates, f.wanted && !f.is_new && !f.is_better);
        if (is_goal && (f.is_new || f.is_better))
            atomicMin(&s->tally->best, (kg__word)f.g << 32 | f.node);
        is_queued = (f.is_new || f.is_better) && !is_goal;
        if (turn)
            note(s, turn, is_queued, f.node, f.g, kg__ga_f(f.g, h, s->weight));
        else
            push(s, is_queued, f.node, f.g, kg__ga_f(f.g, h, s->weight));
    }
}

/* ---- queues ---------------------------------------------------------------------------------- */

/* Puts the entries that were noted into the queues: queue t gets entries t, t + queues, ... of
 * them, counted from `begin` on. */
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

/* How many queues the next round may take from; 0: the search ends, or the host must make room.
 * used, entered: of the tally. */
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

/* Takes the first entry of queue t that is useful, unless a goal is known that is as cheap. */
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
static __global__ void __launch_bounds__(KG__BLOCK)
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
 * Rounds of the search with queues, `rounds` at most. Thread i owns queues i, i + threads, ...: it
 * puts entries into them, and takes one from each. A cooperative launch: between the two all
 * threads wait for each other. All of them decide alike how a round goes on, from words that nobody
 * writes until the next wait.
 */
template <typename T>
static __global__ void __launch_bounds__(KG__BLOCK) k_ga_rounds(kg__ga_search s, unsigned rounds)
{
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    __shared__ kg__ga_problem s_problem;
    const unsigned lane = threadIdx.x % WARP;
    unsigned begin = 0;

    copy_problem(&s_problem, s.problem);
    for (unsigned round = 0;; round++) {
        kg__ga_turn *turn = &s.tally->turn[round % 2], *next = &s.tally->turn[(round + 1) % 2];
        const kg__word entries = kg__atomic_load(&turn->noted);
        const kg__word used = kg__atomic_load(&s.tally->used);
        const kg__word entered = kg__atomic_load(&s.tally->entered);
        const bool gives_up = kg__atomic_load(&s.tally->too_dear) >= KG__GA_GIVES_UP;
        const uint32_t best = best_of(&s);
        counts own = {};
        unsigned take;

        fill_queues(&s, turn, begin, entries);
        begin = (unsigned)((begin + entries) % s.queues);
        if (kg__item() == 0)
            *next = {0, 0, KG__GA_NO_QUEUE, 0};
        grid.sync();
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
            const kg__word number = reserve(&next->taken, works);
            taken<T> from = {};

            works = works && number < take && take_from<T>(&s, &s_problem, t, &from);
            make_moves<T>(&s, &s_problem, works, &from, next, &own);
        }
        add_counts(&s, &own);
        grid.sync();
    }
}

/* Notes the entries of all queues that are not out of date: thread i looks at entry i of heap, of
 * which `entries` may be in use. */
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

/* Puts the start, whose f is given, into the empty table and into the near list, or notes it for
 * the queues. One thread works. */
static __global__ void k_ga_start(kg__ga_search s, uint32_t f)
{
    const kg_ga_star_state *start = &s.problem->start;
    const uint64_t hash = kg__ga_hash(start->word[0], start->word[1]);
    kg__word *node = node_of(&s, 0);

    if (kg__item() > 0)
        return;
    node[0] = start->word[0];
    if (s.words == 2)
        node[1] = start->word[1];
    node[s.words] = KG__GA_NO_NODE; /* and g is 0 */
    s.slot[place_of(&s, hash)] = slot_of(hash, 0);
    if (s.queues)
        s.noted[0] = {f, 0, 0};
    else
        s.near[s.near_side][0] = make_uint2(0, 0);
}

/* Puts all nodes into a table that is empty: thread i node i. */
static __global__ void k_ga_fill(kg__ga_search s, uint64_t used)
{
    const kg__word *node;
    uint64_t hash, place;

    if (kg__item() >= used)
        return;
    node = node_of(&s, (uint32_t)kg__item());
    if (node[s.words] == UNUSED)
        return;
    hash = kg__ga_hash(node[0], s.words == 2 ? node[1] : 0);
    place = place_of(&s, hash);
    while (atomicCAS(&s.slot[place], 0, slot_of(hash, (uint32_t)kg__item())))
        place = place + 1 < s.slots ? place + 1 : 0;
}

/* Counts the far states that k_ga_split will queue in near: thread i looks at state i. */
static __global__ void k_ga_count(kg__ga_search s, uint64_t states)
{
    const bool is = kg__item() < states && s.far_f[s.far_side ^ 1][kg__item()] <= s.limit;

    reserve(&s.tally->below, is);
}

/* Queues the far states again that are not out of date, in near or in the other far list: thread i
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

/* Lowers the bound to the g + h of a queued state that is not out of date. */
template <typename T>
static __device__ __forceinline__ void lower_by(const kg__ga_search *s, uint32_t number, uint32_t g)
{
    const kg__word *node = node_of(s, number);

    if (g_of(s, node) == g)
        lower(&s->tally->bound,
            kg__ga_f(g, T::bound(s->problem, T::measure(s->problem, key_of<T>(node))), 1 << 16));
}

/* The least g + h of a list's states: thread i state i. */
template <typename T>
static __global__ void k_ga_bound(kg__ga_search s, const uint2 *list, uint64_t states)
{
    if (kg__item() < states)
        lower_by<T>(&s, list[kg__item()].x, list[kg__item()].y);
}

/* The same of all queues: thread i entry i of heap, of which `entries` may be in use. */
template <typename T> static __global__ void k_ga_bound_queues(kg__ga_search s, uint64_t entries)
{
    if (kg__item() < entries && kg__item() / s.queues < s.queued[kg__item() % s.queues])
        lower_by<T>(&s, s.heap[kg__item()].node, s.heap[kg__item()].g);
}

/* Follows the records from a node on. One thread works. */
static __global__ void k_ga_trace(kg__ga_search s, uint32_t node)
{
    kg__ga_trace *trace = s.trace;
    unsigned steps = 0;

    if (kg__item() > 0)
        return;
    for (; node != KG__GA_NO_NODE && steps < KG__GA_STEPS; steps++) {
        const kg__word *words = node_of(&s, node);

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
    kg__word slot;

    if (kg__item() > 0)
        return;
    s.tally->g = KG__GA_NO_QUEUE;
    for (uint64_t place = place_of(&s, hash); (slot = s.slot[place]) != 0;
         place = place + 1 < s.slots ? place + 1 : 0) {
        const kg__word *node = node_of(&s, (uint32_t)slot - 1);

        if (node[0] == state.word[0] && (s.words == 1 || node[1] == state.word[1])) {
            s.tally->g = (unsigned)(node[s.words] >> 32);
            return;
        }
    }
}

#endif
