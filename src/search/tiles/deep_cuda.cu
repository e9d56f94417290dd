/*
 * Iterative deepening on CUDA: breadth first while there are few states, then depth first.
 *
 * The front is the states that no warp has taken yet. It goes breadth first as long as it is
 * small, so that all warps have work. Each warp has a stack of states in global memory. In a round
 * it takes the 32 states on top, one a lane, and puts their children within the bound back on top.
 * If the stack holds fewer, the warp first takes states of the front. A launch ends after some
 * rounds, so that the host can show progress and stop. When most warps have nothing left, the
 * states of all stacks become the front again.
 *
 * If one solution is enough, the first warp that finds one stops all others.
 *
 * Memory: the databases, and some 0.2 MB a warp. Deterministic: whether there is a solution, the
 * canonical one, and the number of states unless a solution ends the search.
 */
#include "deep_cuda.cuh"
#include <string.h>

static const char what[] = "the search";

enum {
    LANES = 32,
    WORKERS = 128, /* threads of a block */
    WARPS = WORKERS / LANES,
    ROUNDS = 1 << 12,
    STACK = 1 << 10,   /* a fuller stack goes on with one lane, which adds 2 states a move */
    FRONT_A_WARP = 64, /* states of a front that goes breadth first */
};

/* Blocks of a processor: as many as the registers of a search in `partitions` allow. */
static constexpr unsigned blocks_for(unsigned partitions)
{
    return partitions > 2 ? 4 : 8;
}

/* Counts of a launch; the state of the front that is next. */
typedef struct tally {
    unsigned long long expanded, generated;
    unsigned long long out;  /* states of the next front */
    unsigned long long held; /* states on all stacks */
    unsigned busy;           /* warps with states on their stack */
    unsigned found;
    unsigned long long next;
} tally;

/* The stacks of all warps: `depth` states each. */
typedef struct stacks {
    uint32_t *word;
    uint32_t *top; /* [warps] */
    unsigned warps, depth;
} stacks;

/* ---- states ---------------------------------------------------------------------------------- */

/* Keeps the solution that a state of the deck is, unless there is one that is as good. */
static __device__ void keep(tally *t, const kg__deep_job *j, const kg__deep_deck *d,
    unsigned path_word, uint64_t at, uint32_t root)
{
    const kg__deep_root *r = &j->root[root];
    const unsigned depth = j->several ? r->depth : j->depth;
    const unsigned bound = j->several ? r->bound : j->bound;
    kg__deep_outcome *best = &j->outcome[j->several ? r->puzzle : 0];
    uint8_t move[KG__DEEP_MOVES];

    for (unsigned i = 0; i < bound; i++) {
        const unsigned k = i + j->most - bound;

        move[i] = i < depth ? r->path >> 2 * i & 3
                            : d->word[(path_word + k / KG__DEEP_MOVES_A_WORD) * d->capacity + at] >>
                                      2 * (k % KG__DEEP_MOVES_A_WORD) &
                                  3;
    }
    while (atomicCAS(&best->lock, 0u, 1u))
        ;
    __threadfence();
    if (!kg__atomic_load(&best->found) || kg__deep_before(move, best->move, bound))
        for (unsigned i = 0; i < bound; i++)
            best->move[i] = move[i];
    __threadfence();
    atomicExch(&best->found, 1u);
    atomicExch(&best->lock, 0u);
    atomicExch(&t->found, 1u);
}

/* Places of the children in the order of the moves. place: [out]. Returns their number. All lanes
 * of the warp call it. */
static __device__ __forceinline__ unsigned arrange(
    unsigned place[KG__TILES_MOVES], unsigned ok, unsigned lane)
{
    unsigned all = 0;

#pragma unroll
    for (unsigned m = 0; m < KG__TILES_MOVES; m++) {
        const unsigned who = __ballot_sync(~0u, ok >> m & 1);

        place[m] = all + (unsigned)__popc(who & ((1u << lane) - 1));
        all += (unsigned)__popc(who);
    }
    return all;
}

/* Writes the children of a state, and their paths, which are its own with one more move. `from` and
 * `to` may overlap. All lanes of the warp call it. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ void hand_out(const kg__deep_state<P, Q> *s,
    const kg__deep_children<P> *c, const kg__deep_job *j, const kg__deep_deck *from, uint64_t at,
    const kg__deep_deck *to, uint64_t base, const unsigned place[KG__TILES_MOVES])
{
    const unsigned words = kg__deep_path_words(j), first = sizeof *s / 4;
    const unsigned moved = j->most - s->left;

#pragma unroll
    for (unsigned m = 0; m < KG__TILES_MOVES; m++)
        if (c->ok >> m & 1) {
            kg__deep_state<P, Q> child = *s;

            kg__deep_follow(&child, c, j, m);
            kg__deep_store(&child, to, base + place[m]);
        }
    for (unsigned w = 0; w < words; w++) {
        const uint32_t path = c->ok ? from->word[(first + w) * from->capacity + at] : 0;

        __syncwarp();
#pragma unroll
        for (unsigned m = 0; m < KG__TILES_MOVES; m++)
            if (c->ok >> m & 1)
                to->word[(first + w) * to->capacity + base + place[m]] =
                    w == moved / KG__DEEP_MOVES_A_WORD
                        ? path | m << 2 * (moved % KG__DEEP_MOVES_A_WORD)
                        : path;
    }
}

/* Expands a state of the deck unless it is a solution. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ void expand(kg__deep_children<P> *c, kg__deep_state<P, Q> *s,
    tally *t, const kg__deep_job *j, const kg__deep_deck *d, uint64_t at, uint32_t *generated)
{
    unsigned tried = 0;

    kg__deep_load(s, d, at);
    if (s->left)
        tried = kg__deep_expand(c, s, j);
    else
        keep(t, j, d, sizeof *s / 4, at, s->root);
    *generated += tried;
    if (j->several) {
        kg__deep_outcome *o = &j->outcome[j->root[s->root].puzzle];

        atomicAdd(&o->expanded, 1ull);
        atomicAdd(&o->generated, (unsigned long long)tried);
    }
}

/* Adds the counts of a warp. */
static __device__ __forceinline__ void report(
    tally *t, unsigned long long expanded, uint32_t generated, unsigned lane)
{
    for (unsigned step = LANES / 2; step; step /= 2)
        generated += __shfl_xor_sync(~0u, generated, step);
    if (lane == 0 && expanded) {
        atomicAdd(&t->expanded, expanded);
        atomicAdd(&t->generated, (unsigned long long)generated);
    }
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* Copies what all threads of a block read to shared memory. */
static __device__ void share(kg__deep_job *j, kg__tiles *s_problem, kg__deep_tables *s_tables)
{
    for (unsigned k = threadIdx.x; k < sizeof *s_problem; k += blockDim.x)
        ((uint8_t *)s_problem)[k] = ((const uint8_t *)j->problem)[k];
    for (unsigned k = threadIdx.x; k < sizeof *s_tables; k += blockDim.x)
        ((uint8_t *)s_tables)[k] = ((const uint8_t *)j->tables)[k];
    j->problem = s_problem;
    j->tables = s_tables;
    __syncthreads();
}

/* Thread i owns root i. */
template <unsigned P, unsigned Q>
static __global__ void k_tiles_enter(tally *t, kg__deep_job j, uint64_t roots, kg__deep_deck to)
{
    const uint64_t i = kg__item();
    kg__deep_state<P, Q> s;
    uint64_t at;

    if (i >= roots)
        return;
    kg__deep_enter(&s, &j, i);
    if (kg__deep_bound(j.tables, &j.root[i].node) > s.left)
        return;
    at = atomicAdd(&t->out, 1ull);
    kg__deep_store(&s, &to, at);
    for (unsigned w = 0; w < kg__deep_path_words(&j); w++)
        to.word[(sizeof s / 4 + w) * to.capacity + at] = 0;
}

/* Thread i owns state i of the front. */
template <unsigned P, unsigned Q>
static __global__ void __launch_bounds__(WORKERS)
    k_tiles_spread(tally *t, kg__deep_job j, kg__deep_deck from, uint64_t count, kg__deep_deck to)
{
    __shared__ kg__tiles s_problem;
    __shared__ kg__deep_tables s_tables;
    const uint64_t i = (uint64_t)blockIdx.x * WORKERS + threadIdx.x;
    const unsigned lane = threadIdx.x % LANES;
    kg__deep_state<P, Q> s;
    kg__deep_children<P> c;
    unsigned place[KG__TILES_MOVES], all;
    uint32_t generated = 0;
    unsigned long long base = 0;

    share(&j, &s_problem, &s_tables);
    c.ok = 0;
    if (i < count)
        expand(&c, &s, t, &j, &from, i, &generated);
    all = arrange(place, c.ok, lane);
    if (lane == 0 && all)
        base = atomicAdd(&t->out, (unsigned long long)all);
    base = __shfl_sync(~0u, base, 0);
    hand_out(&s, &c, &j, &from, i, &to, base, place);
    report(t, (unsigned)__popc(__ballot_sync(~0u, i < count)), generated, lane);
}

/* Takes states of the front to a warp's stack. Returns how many. All lanes of the warp call it. */
static __device__ __forceinline__ unsigned take(tally *t, const kg__deep_deck *front,
    uint64_t count, const kg__deep_deck *stack, unsigned top, unsigned words, unsigned lane)
{
    unsigned long long begin = 0;
    unsigned got;

    if (lane == 0)
        begin = kg__atomic_load(&t->next) < count ? atomicAdd(&t->next, (unsigned long long)LANES)
                                                  : count;
    begin = __shfl_sync(~0u, begin, 0);
    got = begin < count ? (unsigned)(count - begin < LANES ? count - begin : LANES) : 0;
    for (unsigned w = 0; w < words && lane < got; w++)
        stack->word[w * stack->capacity + top + lane] =
            front->word[w * front->capacity + begin + lane];
    __syncwarp();
    return got;
}

template <unsigned P, unsigned Q>
static __global__ void __launch_bounds__(WORKERS, blocks_for(P))
    k_tiles_deep(tally *t, kg__deep_job j, kg__deep_deck front, uint64_t count, stacks all_stacks)
{
    __shared__ kg__tiles s_problem;
    __shared__ kg__deep_tables s_tables;
    const unsigned lane = threadIdx.x % LANES, warp = blockIdx.x * WARPS + threadIdx.x / LANES;
    const unsigned words = sizeof(kg__deep_state<P, Q>) / 4 + kg__deep_path_words(&j);
    const kg__deep_deck stack = {
        all_stacks.word + (uint64_t)warp * words * all_stacks.depth, all_stacks.depth};
    kg__deep_state<P, Q> s;
    kg__deep_children<P> c;
    unsigned place[KG__TILES_MOVES], top = all_stacks.top[warp];
    uint32_t generated = 0;
    unsigned long long expanded = 0;

    share(&j, &s_problem, &s_tables);
    for (unsigned round = 0; round < ROUNDS && (j.all || !kg__atomic_load(&t->found)); round++) {
        unsigned taken;

        if (top < LANES)
            top += take(t, &front, count, &stack, top, words, lane);
        if (!top)
            break;
        taken = top > STACK ? 1 : top < LANES ? top : LANES;
        top -= taken;
        expanded += taken;
        c.ok = 0;
        if (lane < taken)
            expand(&c, &s, t, &j, &stack, top + lane, &generated);
        __syncwarp();
        taken = arrange(place, c.ok, lane);
        hand_out(&s, &c, &j, &stack, top + lane, &stack, top, place);
        __syncwarp();
        top += taken;
    }
    report(t, expanded, generated, lane);
    if (lane == 0) {
        all_stacks.top[warp] = top;
        if (top) {
            atomicAdd(&t->busy, 1u);
            atomicAdd(&t->held, (unsigned long long)top);
        }
    }
}

/* Empties the stacks. Warp w owns stack w. */
static __global__ void k_tiles_gather(tally *t, stacks from, unsigned words, kg__deep_deck to)
{
    const unsigned lane = threadIdx.x % LANES, warp = blockIdx.x * WARPS + threadIdx.x / LANES;
    const uint32_t *stack = from.word + (uint64_t)warp * words * from.depth;
    const unsigned top = from.top[warp];
    unsigned long long base = 0;

    if (lane == 0 && top)
        base = atomicAdd(&t->out, (unsigned long long)top);
    base = __shfl_sync(~0u, base, 0);
    for (unsigned w = 0; w < words; w++)
        for (unsigned k = lane; k < top; k += LANES)
            to.word[w * to.capacity + base + k] = stack[(uint64_t)w * from.depth + k];
    __syncwarp();
    if (lane == 0)
        from.top[warp] = 0;
}

/* ---- the host's part ------------------------------------------------------------------------- */

typedef struct resident {
    kg__arena arena;
    kg__tiles *problem;
    kg__deep_tables *tables;
    uint32_t *detours;
    tally *counts;
    kg__deep_root *root;
    kg__deep_outcome *outcome; /* [outcomes] */
    unsigned outcomes;
    kg__deep_job job;
    kg__deep_deck front[2];
    stacks stack;
    unsigned words; /* of a state */
} resident;

static void lay_out(const kg__deep_work *w, resident *r)
{
    kg__arena *a = &r->arena;

    r->problem = (kg__tiles *)kg__arena_carve(a, 1, sizeof *r->problem);
    r->tables = (kg__deep_tables *)kg__arena_carve(a, 1, sizeof *r->tables);
    r->detours = (uint32_t *)kg__arena_carve(
        a, KG__TILES_MOVES * (uint64_t)w->detours.states, sizeof *r->detours);
    r->counts = (tally *)kg__arena_carve(a, 1, sizeof *r->counts);
    r->root = (kg__deep_root *)kg__arena_carve(a, w->roots, sizeof *r->root);
    r->outcome = (kg__deep_outcome *)kg__arena_carve(a, r->outcomes, sizeof *r->outcome);
    for (unsigned i = 0; i < 2; i++)
        r->front[i].word =
            (uint32_t *)kg__arena_carve(a, r->words * r->front[i].capacity, sizeof(uint32_t));
    r->stack.word = (uint32_t *)kg__arena_carve(
        a, (uint64_t)r->stack.warps * r->words * r->stack.depth, sizeof(uint32_t));
    r->stack.top = (uint32_t *)kg__arena_carve(a, r->stack.warps, sizeof(uint32_t));
}

/* state_words: of a state without its path; blocks: of the depth-first search. */
static kg_status begin(kg__deep_work *w, resident *r, unsigned state_words, unsigned blocks)
{
    const kg__memory_ops *memory = kg__memory(w->ctx);
    kg__deep_tables tables = *w->tables;
    kg_status status;

    for (unsigned i = 0; i < tables.patterns; i++)
        KG_TRY(kg__pattern_resident(
            w->ctx, &w->patterns->database[w->patterns->base[i]], &tables.view[i]));
    r->job.board = (1u << w->problem->cells) - 1;
    r->job.depth = w->depth;
    r->job.bound = w->bound;
    r->job.most = w->outcome ? 0 : w->bound - w->depth;
    for (uint64_t i = 0; w->outcome && i < w->roots; i++)
        if (r->job.most < (unsigned)w->root[i].bound - w->root[i].depth)
            r->job.most = w->root[i].bound - w->root[i].depth;
    r->job.all = w->all;
    r->job.several = w->outcome != NULL;
    r->outcomes = w->outcome ? w->puzzles : 1;
    for (unsigned i = 0; i < tables.partitions; i++)
        r->job.first[i] = (uint8_t)w->patterns->first[i];
    r->words = state_words + kg__deep_path_words(&r->job);
    r->stack.warps = blocks * WARPS;
    r->stack.depth = STACK + (unsigned)KG__TILES_MOVES * LANES + 2 * KG__DEEP_MOVES;
    r->front[0].capacity = r->front[1].capacity =
        KG__TILES_MOVES * (uint64_t)FRONT_A_WARP * r->stack.warps + w->roots;
    lay_out(w, r);
    KG_TRY(kg__arena_allocate(w->ctx, &r->arena, what));
    lay_out(w, r);
    r->job.problem = r->problem;
    r->job.tables = r->tables;
    r->job.detours = r->detours;
    r->job.root = r->root;
    r->job.outcome = r->outcome;
    KG_TRY(memory->upload(w->ctx, r->problem, w->problem, sizeof *r->problem));
    KG_TRY(memory->upload(w->ctx, r->tables, &tables, sizeof tables));
    KG_TRY(memory->upload(w->ctx, r->detours, w->detours.next,
        KG__TILES_MOVES * w->detours.states * sizeof *r->detours));
    KG_TRY(memory->upload(w->ctx, r->root, w->root, w->roots * sizeof *r->root));
    KG_TRY(memory->clear(w->ctx, r->counts, 0, sizeof *r->counts));
    KG_TRY(memory->clear(w->ctx, r->outcome, 0, r->outcomes * sizeof *r->outcome));
    KG_TRY(memory->clear(w->ctx, r->stack.top, 0, r->stack.warps * sizeof *r->stack.top));
out:
    return status;
}

/* As begin(), with fewer blocks if memory is short. */
static kg_status prepare(kg__deep_work *w, resident *r, unsigned state_words, unsigned blocks)
{
    kg_status status = begin(w, r, state_words, blocks);

    while (status == KG_MEMORY && blocks > 1) {
        blocks /= 2;
        kg__free(w->ctx, r->arena.base);
        r->arena = (kg__arena){NULL, 0};
        status = begin(w, r, state_words, blocks);
    }
    return status;
}

/* Takes the counts of a launch, and clears them. */
static kg_status account(kg__deep_work *w, const resident *r, tally *counts)
{
    kg_status status;

    KG_TRY(kg__cuda_fetch(w->ctx, counts, r->counts, sizeof *counts));
    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, r->counts, 0, offsetof(tally, found)));
    w->count->expanded += counts->expanded;
    w->count->generated += counts->generated;
    w->states += counts->expanded;
    w->found = counts->found;
    w->stopped = w->states >= w->max_states || kg__patience_ends(&w->patience);
    KG_TRY(kg__progress(w->ctx, w->shown, w->states, 0));
out:
    return status;
}

static bool goes_on(const kg__deep_work *w)
{
    return !w->stopped && (w->all || !w->found);
}

/* Goes breadth first until the front is large or empty. */
template <unsigned P, unsigned Q>
static kg_status spread(kg__deep_work *w, resident *r, uint64_t *count)
{
    const uint64_t most = (uint64_t)FRONT_A_WARP * r->stack.warps;
    tally counts;
    kg_status status = KG_OK;

    while (*count && *count <= most && goes_on(w)) {
        const kg__deep_deck from = r->front[0];

        KG_TRY(KG_LAUNCH_SHAPED(w->ctx, (k_tiles_spread<P, Q>),
            (unsigned)((*count + WORKERS - 1) / WORKERS), WORKERS, 0, r->counts, r->job, from,
            *count, r->front[1]));
        KG_TRY(account(w, r, &counts));
        *count = counts.out;
        r->front[0] = r->front[1];
        r->front[1] = from;
    }
out:
    return status;
}

/* Goes depth first until most warps have nothing left. count: [in, out] states of the front. */
template <unsigned P, unsigned Q>
static kg_status dig(kg__deep_work *w, resident *r, uint64_t *count)
{
    const unsigned warps = r->stack.warps, blocks = warps / WARPS;
    tally counts;
    kg_status status;

    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, &r->counts->next, 0, sizeof r->counts->next));
    do {
        KG_TRY(KG_LAUNCH_SHAPED(w->ctx, (k_tiles_deep<P, Q>), blocks, WORKERS, 0, r->counts, r->job,
            r->front[0], *count, r->stack));
        KG_TRY(account(w, r, &counts));
    } while (goes_on(w) && (counts.next < *count || counts.busy > warps / 2 ||
                               counts.held > r->front[0].capacity));
    *count = counts.held;
    if (!counts.held || !goes_on(w))
        goto out;
    KG_TRY(KG_LAUNCH_SHAPED(
        w->ctx, k_tiles_gather, blocks, WORKERS, 0, r->counts, r->stack, r->words, r->front[0]));
    KG_TRY(account(w, r, &counts));
out:
    return status;
}

/* Takes the outcome of each puzzle, or the solution of the only one. */
static kg_status take_outcomes(kg__deep_work *w, const resident *r)
{
    kg__deep_outcome one;
    kg__deep_outcome *to = w->outcome ? w->outcome : &one;
    kg_status status = KG_OK;

    if (!w->outcome && !w->found)
        return KG_OK;
    KG_TRY(kg__memory(w->ctx)->download(w->ctx, to, r->outcome, r->outcomes * sizeof *to));
    if (!w->outcome)
        memcpy(w->move, one.move, w->bound);
out:
    return status;
}

template <unsigned P, unsigned Q> static kg_status search(kg__deep_work *w)
{
    const unsigned blocks = blocks_for(P) * (unsigned)kg__cuda_of(w->ctx)->processors;
    resident r = {};
    uint64_t count;
    tally counts;
    kg_status status;

    KG_TRY(prepare(w, &r, sizeof(kg__deep_state<P, Q>) / 4, blocks));
    KG_TRY(
        KG_LAUNCH(w->ctx, (k_tiles_enter<P, Q>), w->roots, r.counts, r.job, w->roots, r.front[0]));
    KG_TRY(account(w, &r, &counts));
    for (count = counts.out; count && goes_on(w);) {
        KG_TRY((spread<P, Q>(w, &r, &count)));
        if (count && goes_on(w))
            KG_TRY((dig<P, Q>(w, &r, &count)));
    }
    KG_TRY(take_outcomes(w, &r));
out:
    kg__free(w->ctx, r.arena.base);
    return status;
}

decl_deep_search(kg__deep_search_cuda)
{
    const kg__deep_tables *t = w->tables;
    unsigned most = 0; /* patterns of a partition */

    for (unsigned i = 0; i < t->partitions; i++) {
        const unsigned patterns = w->patterns->first[i + 1] - w->patterns->first[i];

        most = patterns > most ? patterns : most;
    }
    if (most <= 4 && t->partitions <= 4)
        return t->partitions == 1   ? search<1, 2>(w)
               : t->partitions == 2 ? search<2, 2>(w)
                                    : search<4, 2>(w);
    if (most <= 4)
        return search<8, 2>(w);
    return most <= 8 && t->partitions <= 2 ? search<2, 3>(w) : search<8, 5>(w);
}
