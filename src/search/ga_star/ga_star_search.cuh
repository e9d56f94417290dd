/*
 * GA* on CUDA: the nodes, the table, the open lists, and moves. ga_star_cuda.cu says which search
 * has which open list, and why. NVRTC can compile it, too.
 *
 * Lists that all threads share, each thread taking a part:
 *
 *     near    the states whose f is at most `limit`; a round takes states of one near list and adds
 *             to the other
 *     far     the other states, which wait until near is empty. Then the states of the least f of
 *             far, and of f just above it, become the next near.
 *
 * A queue per thread:
 *
 *     noted   the entries that a round has found
 *     heap    entry i of queue t is heap[i * queues + t]
 *     queued  how many entries each queue has
 *
 * Queue t has one owner, thread t modulo the threads of the launch. No other thread reads or writes
 * it while the kernel runs, so it needs neither locks nor atomics.
 */
#ifndef KG_GA_STAR_SEARCH_CUH
#define KG_GA_STAR_SEARCH_CUH

#include "ga_star_shared.h"

typedef unsigned long long kg__ga_word;
typedef uint64_t kg__ga_narrow;
typedef unsigned __int128 kg__ga_wide;

enum { WARP = 32 };

#define UNUSED (~(kg__ga_word)0) /* the record of a node whose state another thread entered first */

/* The counts of one round of k_ga_rounds. There are two, used in turn: one is read while the other
 * is written. */
typedef struct kg__ga_turn {
    kg__ga_word noted, taken; /* entries noted; queues taken from */
    unsigned least, fullest;  /* the least f, and the most entries, of any queue */
} kg__ga_turn;

/* Counts of the kernels. */
typedef struct kg__ga_tally {
    kg__ga_word used; /* nodes */
    kg__ga_word near, far,
        below; /* states in the near list that is written, and in far; for below see k_ga_count */
    kg__ga_word expanded, generated, duplicates, improved, entered;
    kg__ga_word best;               /* g << 32 | node of the cheapest goal */
    kg__ga_word goal[2];            /* of k_ga_goals */
    unsigned near_least, far_least; /* the least f in the lists */
    unsigned bound, too_dear;
    unsigned g; /* of k_ga_look_up */
    kg__ga_turn turn[2];
    kg__ga_turn last; /* the state in which the last round of a launch began */
    unsigned rounds;  /* rounds of a launch */
    unsigned arrived; /* blocks that arrived at the barriers of a launch */
} kg__ga_tally;

/* The data that all kernels share; all pointers are to device memory. */
typedef struct kg__ga_search {
    kg__ga_word *extent[KG__GA_EXTENTS]; /* nodes */
    kg__ga_word *table;                  /* [table_cells] */
    uint64_t table_cells;
    unsigned words; /* of a key */
    unsigned weight, limit;
    bool canonical;
    uint2 *near[2]; /* nodes and their g: one list is read, one is written */
    uint2 *far[2];
    unsigned *far_f[2];           /* f of each entry */
    unsigned near_side, far_side; /* the lists that are written */
    kg__ga_entry *noted, *heap;
    unsigned *queued;            /* [queues] */
    unsigned queues;             /* 0: there are shared lists instead */
    unsigned depth;              /* entries for which a queue has room */
    unsigned take;               /* queues that a round may take from */
    uint64_t nodes;              /* nodes for which there is room, in extents and in the table */
    uint64_t states, max_states; /* states: known before the launch */
    const kg__ga_problem *problem;
    kg__ga_tally *tally;
    kg__ga_trace *trace;
} kg__ga_search;

static __device__ __forceinline__ uint64_t high_of(kg__ga_narrow)
{
    return 0;
}

static __device__ __forceinline__ uint64_t high_of(kg__ga_wide key)
{
    return (uint64_t)(key >> 64);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static __device__ __forceinline__ kg__ga_word *node_of(const kg__ga_search *s, uint32_t node)
{
    const uint32_t n = node + KG__GA_NODES;
    const unsigned extent = 31 - (unsigned)__clz((int)(n / KG__GA_NODES));

    return s->extent[extent] + (uint64_t)(n - ((uint32_t)KG__GA_NODES << extent)) * (s->words + 1);
}

/* Reads a node's key past the L1 cache, as other blocks write it. */
template <typename T>
static __device__ __forceinline__ typename T::key key_of(const kg__ga_word *node)
{
    if constexpr (T::WORDS == 1)
        return (kg__ga_narrow)__ldcg(node);
    else
        return (kg__ga_wide)__ldcg(node + 1) << 64 | __ldcg(node);
}

static __device__ __forceinline__ uint32_t g_of(const kg__ga_search *s, const kg__ga_word *node)
{
    return (uint32_t)(kg__atomic_load(node + s->words) >> 32);
}

/* Gives a node a smaller g. Returns whether the g is smaller. */
static __device__ __forceinline__ bool improve(kg__ga_word *record, uint32_t g, uint32_t parent)
{
    const kg__ga_word own = (kg__ga_word)g << 32 | parent;
    kg__ga_word old = kg__atomic_load(record);

    while (g < old >> 32) {
        const kg__ga_word seen = atomicCAS(record, old, own);

        if (seen == old)
            return true;
        old = seen;
    }
    return false;
}

/* ---- the table ------------------------------------------------------------------------------- */

static __device__ __forceinline__ uint64_t place_of(const kg__ga_search *s, uint64_t hash)
{
    return __umul64hi(hash, s->table_cells);
}

static __device__ __forceinline__ kg__ga_word cell_of(uint64_t hash, uint32_t node)
{
    return (kg__ga_word)hash << 32 | (node + 1);
}

/* A state that a move led to, and the outcome of its lookup. */
template <typename T> struct found {
    typename T::key key;
    uint64_t hash, place; /* place: the current cell of the probing */
    uint32_t g, parent, node;
    bool wanted, is_new, is_better;
};

/* Returns whether a non-empty cell holds the state; if so, gives it a smaller g. The key was
 * written before the cell; the fence makes the reads follow that order, too. */
template <typename T>
static __device__ __forceinline__ bool matches(
    const kg__ga_search *s, found<T> *f, kg__ga_word cell)
{
    kg__ga_word *node;

    if ((uint32_t)(cell >> 32) != (uint32_t)f->hash)
        return false;
    __threadfence();
    node = node_of(s, (uint32_t)cell - 1);
    if (key_of<T>(node) != f->key)
        return false;
    f->node = (uint32_t)cell - 1;
    f->is_better = improve(node + T::WORDS, f->g, f->parent);
    return true;
}

/* Probes until the state is found, which returns false, or a cell is empty, which returns true. */
template <typename T>
static __device__ __forceinline__ bool probe(const kg__ga_search *s, found<T> *f)
{
    for (;;) {
        const kg__ga_word cell = kg__atomic_load(&s->table[f->place]);

        if (!cell)
            return true;
        if (matches(s, f, cell))
            return false;
        f->place = f->place + 1 < s->table_cells ? f->place + 1 : 0;
    }
}

/* Writes a node and puts its number into an empty cell, from `place` on, unless another thread
 * enters the state first. */
template <typename T>
static __device__ __forceinline__ void insert(const kg__ga_search *s, found<T> *f, uint32_t number)
{
    kg__ga_word *node = node_of(s, number);

    node[0] = (kg__ga_word)f->key;
    if constexpr (T::WORDS == 2)
        node[1] = high_of(f->key);
    node[T::WORDS] = (kg__ga_word)f->g << 32 | f->parent;
    __threadfence();
    for (;;) {
        const kg__ga_word seen = atomicCAS(&s->table[f->place], 0, cell_of(f->hash, number));

        if (!seen) {
            f->node = number;
            f->is_new = true;
            return;
        }
        if (matches(s, f, seen)) {
            kg__atomic_store(&node[T::WORDS], UNUSED);
            return;
        }
        f->place = f->place + 1 < s->table_cells ? f->place + 1 : 0;
    }
}

/* Reserves an index for each lane that wants one. All lanes of the warp call it. */
static __device__ __forceinline__ kg__ga_word reserve(kg__ga_word *counter, bool wants)
{
    const unsigned lane = threadIdx.x % WARP, all = __ballot_sync(~0u, wants);
    kg__ga_word begin = 0;

    if (lane == 0 && all)
        begin = atomicAdd(counter, (kg__ga_word)__popc(all));
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
    const kg__ga_word near = reserve(&s->tally->near, is_near),
                      far = reserve(&s->tally->far, is_far);

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
    const kg__ga_word place = reserve(&turn->noted, wants);

    if (wants)
        s->noted[place] = {f, g, node};
}

/* Copies the problem to shared memory, as each lane reads another entry of its tables. All threads
 * of the block call it. */
static __device__ __forceinline__ void copy_problem(
    kg__ga_problem *s_to, const kg__ga_problem *from)
{
    for (unsigned i = threadIdx.x; i < sizeof *s_to; i += blockDim.x)
        ((uint8_t *)s_to)[i] = ((const uint8_t *)from)[i];
    __syncthreads();
}

/* Counts lanes; only lane 0's counter is used. */
static __device__ __forceinline__ void count(unsigned *counter, bool is)
{
    *counter += (unsigned)__popc(__ballot_sync(~0u, is));
}

static __device__ __forceinline__ uint32_t best_of(const kg__ga_search *s)
{
    return (uint32_t)(kg__atomic_load(&s->tally->best) >> 32);
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Counts of a warp, in lane 0. */
struct counts {
    unsigned expanded, generated, duplicates, improved, entered;
};

/* Adds a warp's counts to the tally. */
static __device__ __forceinline__ void add_counts(const kg__ga_search *s, const counts *own)
{
    if (threadIdx.x % WARP > 0)
        return;
    atomicAdd(&s->tally->expanded, (kg__ga_word)own->expanded);
    atomicAdd(&s->tally->generated, (kg__ga_word)own->generated);
    atomicAdd(&s->tally->duplicates, (kg__ga_word)own->duplicates);
    atomicAdd(&s->tally->improved, (kg__ga_word)own->improved);
    atomicAdd(&s->tally->entered, (kg__ga_word)own->entered);
}

/* A queued state whose moves will be made. */
template <typename T> struct taken {
    typename T::key key;
    uint32_t g, node, measure;
};

/* Returns whether the moves of a queued state must be made: it is neither out of date nor useless.
 * Fills in its key and measure. */
template <typename T>
static __device__ __forceinline__ bool is_useful(
    const kg__ga_search *s, const kg__ga_problem *p, taken<T> *from)
{
    const kg__ga_word *node = node_of(s, from->node);

    from->key = key_of<T>(node);
    from->measure = T::measure(p, from->key);
    return g_of(s, node) == from->g &&
           !kg__ga_is_useless(from->g, T::bound(p, from->measure), best_of(s), s->canonical);
}

/* Makes all moves of the states of the lanes that work. States that are new, or reached more
 * cheaply, go to near or far or, if there is a turn, are noted for it. All lanes of the warp call
 * it, and make moves in step. */
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
        kg__ga_word number;

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
            atomicMin(&s->tally->best, (kg__ga_word)f.g << 32 | f.node);
        is_queued = (f.is_new || f.is_better) && !is_goal;
        if (turn)
            note(s, turn, is_queued, f.node, f.g, kg__ga_f(f.g, h, s->weight));
        else
            push(s, is_queued, f.node, f.g, kg__ga_f(f.g, h, s->weight));
    }
}

#endif
