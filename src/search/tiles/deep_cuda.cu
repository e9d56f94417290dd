/*
 * Iterative deepening on CUDA: breadth first while there are few states, then depth first.
 *
 * The front is the states that no warp has taken yet. It goes breadth first as long as it is
 * small, so that all warps have work. Each warp has a wave of states in shared memory, which it
 * expands in a round, and a stack in global memory. The children within the bound are the next
 * wave, and the rest of them go to the stack. A wave that is not full takes states of the stack,
 * and then of the front. A launch ends after some rounds, so that the host can show progress and
 * stop. When most warps have nothing left, the states of all stacks become the front again.
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
    LANES = KG__DEEP_LANES,
    ROUNDS = 1 << 12,
    STACK = 1 << 9, /* beside a fuller stack a wave is one state, which adds 2 states a move */
    DEPTH = STACK + 2 * KG__DEEP_CHILDREN + LANES + 3 * KG__DEEP_MOVES,
    FRONT_A_WARP = 64, /* states of a front that goes breadth first */
};

/* Most warps of a block, of which a processor has two: waves of few partitions need few registers.
 * Larger blocks share a room, and leave more of the memory to the cache. */
static constexpr unsigned warps_for(unsigned partitions)
{
    return partitions <= 2 ? 16 : partitions <= 4 ? 12 : 8;
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

/* The stacks of all warps: DEPTH states each. */
typedef struct stacks {
    uint32_t *word;
    uint32_t *top; /* [warps] */
    unsigned warps;
} stacks;

/* ---- states ---------------------------------------------------------------------------------- */

/* Keeps the solution that a state of the deck is, unless there is one that is as good. */
static __device__ __forceinline__ void keep(tally *t, const kg__deep_job *j, const kg__deep_deck *d,
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

/* Copies states. All lanes of the warp call it. */
static __device__ __forceinline__ void copy(const kg__deep_deck *to, uint64_t at,
    const kg__deep_deck *from, uint64_t begin, unsigned count, unsigned words, unsigned lane)
{
    for (unsigned w = 0; w < words && lane < count; w++)
        to->word[w * to->capacity + at + lane] = from->word[w * from->capacity + begin + lane];
    __syncwarp();
}

/* Expands the first states of a wave, unless they are solutions. Returns the number of children
 * within the bound. All lanes of the warp call it. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ unsigned expand(const kg__deep_wave *w, const kg__deep_room *room,
    tally *t, const kg__deep_job *j, unsigned count, unsigned lane, uint32_t *generated)
{
    using state = kg__deep_state<P, Q>;
    unsigned place[KG__TILES_MOVES], ok = 0, all, alive = 0;

    if (lane < count) {
        const uint32_t root = w->state.word[KG__DEEP_WORD(state, root) + lane];

        if (w->state.word[KG__DEEP_WORD(state, left) + lane])
            ok = kg__deep_moves<P, Q>(w, j, lane);
        else
            keep(t, j, &w->state, sizeof(state) / 4, lane, root);
        *generated += (unsigned)__popc(ok);
        if (j->several) {
            kg__deep_outcome *o = &j->outcome[j->root[root].puzzle];

            atomicAdd(&o->expanded, 1ull);
            atomicAdd(&o->generated, (unsigned long long)__popc(ok));
        }
    }
    all = arrange(place, ok, lane);
#pragma unroll
    for (unsigned m = 0; m < KG__TILES_MOVES; m++)
        if (ok >> m & 1)
            w->child[place[m]] = (uint8_t)(m * LANES + lane);
    __syncwarp();
    for (unsigned first = 0; first < all; first += LANES) {
        const bool within = kg__deep_look<P, Q>(w, room, j, first + lane, first + lane < all);
        const unsigned who = __ballot_sync(~0u, within);

        if (within)
            w->alive[alive + (unsigned)__popc(who & ((1u << lane) - 1))] = (uint8_t)(first + lane);
        alive += (unsigned)__popc(who);
    }
    __syncwarp();
    return alive;
}

/* Writes children from number `begin` to `end` - 1 of those within the bound. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ void hand_out(const kg__deep_wave *w, const kg__deep_room *room,
    const kg__deep_job *j, unsigned begin, unsigned end, const kg__deep_deck *to, uint64_t at,
    unsigned lane)
{
    constexpr unsigned FIRST = sizeof(kg__deep_state<P, Q>) / 4;
    const unsigned words = kg__deep_path_words(j);

    for (unsigned k = begin + lane; k < end; k += LANES) {
        const unsigned c = w->alive[k];
        kg__deep_state<P, Q> s;
        const unsigned move = kg__deep_follow(&s, w, room, j, c);

        kg__deep_store(&s, to, at + k - begin);
        for (unsigned i = 0; i < words; i++)
            to->word[(FIRST + i) * to->capacity + at + k - begin] =
                kg__deep_path_word(w->state.word[(FIRST + i) * LANES + w->child[c] % LANES], i,
                    j->most - s.left - 1, move);
    }
}

/* The first children within the bound become the wave's states. All lanes of the warp call it. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ void replace(const kg__deep_wave *w, const kg__deep_room *room,
    const kg__deep_job *j, unsigned count, unsigned lane)
{
    constexpr unsigned FIRST = sizeof(kg__deep_state<P, Q>) / 4;
    const unsigned words = kg__deep_path_words(j), c = lane < count ? w->alive[lane] : 0;
    const unsigned from = lane < count ? w->child[c] % LANES : 0;
    kg__deep_state<P, Q> s;
    unsigned move = 0;

    if (lane < count)
        move = kg__deep_follow(&s, w, room, j, c);
    __syncwarp();
    if (lane < count)
        kg__deep_store(&s, &w->state, lane);
    for (unsigned i = 0; i < words; i++) {
        const uint32_t path = w->state.word[(FIRST + i) * LANES + from];

        __syncwarp();
        if (lane < count)
            w->state.word[(FIRST + i) * LANES + lane] =
                kg__deep_path_word(path, i, j->most - s.left - 1, move);
    }
    __syncwarp();
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

/* The shared memory of a block: the room, and a wave a warp. */
template <unsigned P>
static __device__ __forceinline__ kg__deep_wave move_in(
    const kg__deep_room **room, const kg__deep_job *j, unsigned words)
{
    extern __shared__ uint4 s_memory[];
    kg__deep_room *s_room = (kg__deep_room *)s_memory;
    uint8_t *s_waves = (uint8_t *)(s_room + 1);

    kg__deep_furnish(s_room, j);
    *room = s_room;
    return kg__deep_make_wave<P>(
        s_waves + threadIdx.x / LANES * kg__deep_wave_bytes<P>(words), words);
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

/* Warp w owns the states of the front from w * LANES on. */
template <unsigned P, unsigned Q>
static __global__ void __launch_bounds__(warps_for(P) * LANES, 2)
    k_tiles_spread(tally *t, kg__deep_job j, kg__deep_deck from, uint64_t count, kg__deep_deck to)
{
    const unsigned words = sizeof(kg__deep_state<P, Q>) / 4 + kg__deep_path_words(&j);
    const unsigned lane = threadIdx.x % LANES;
    const uint64_t begin = kg__item() / LANES * LANES;
    const kg__deep_room *room;
    const kg__deep_wave w = move_in<P>(&room, &j, words);
    uint32_t generated = 0;
    unsigned own, alive;
    unsigned long long base = 0;

    if (begin >= count)
        return;
    own = (unsigned)(count - begin < LANES ? count - begin : LANES);
    copy(&w.state, 0, &from, begin, own, words, lane);
    alive = expand<P, Q>(&w, room, t, &j, own, lane, &generated);
    if (lane == 0 && alive)
        base = atomicAdd(&t->out, (unsigned long long)alive);
    base = __shfl_sync(~0u, base, 0);
    hand_out<P, Q>(&w, room, &j, 0, alive, &to, base, lane);
    report(t, own, generated, lane);
}

/* Fills a wave of `have` states from the stack and from the front. Returns its states. All lanes of
 * the warp call it. */
static __device__ __forceinline__ unsigned fill(const kg__deep_wave *w, unsigned have,
    const kg__deep_deck *stack, unsigned *top, tally *t, const kg__deep_deck *front, uint64_t count,
    unsigned words, unsigned lane)
{
    const unsigned most = *top > STACK ? 1 : LANES;
    unsigned long long begin = 0;
    unsigned more;

    if (have >= most)
        return have;
    more = most - have < *top ? most - have : *top;
    *top -= more;
    copy(&w->state, have, stack, *top, more, words, lane);
    have += more;
    if (have >= most)
        return have;
    if (lane == 0)
        begin = kg__atomic_load(&t->next) < count
                    ? atomicAdd(&t->next, (unsigned long long)(most - have))
                    : count;
    begin = __shfl_sync(~0u, begin, 0);
    more =
        begin < count ? (unsigned)(count - begin < most - have ? count - begin : most - have) : 0;
    copy(&w->state, have, front, begin, more, words, lane);
    return have + more;
}

/* Warp w owns stack w. */
template <unsigned P, unsigned Q>
static __global__ void __launch_bounds__(warps_for(P) * LANES, 2)
    k_tiles_deep(tally *t, kg__deep_job j, kg__deep_deck front, uint64_t count, stacks all_stacks)
{
    const unsigned words = sizeof(kg__deep_state<P, Q>) / 4 + kg__deep_path_words(&j);
    const unsigned lane = threadIdx.x % LANES, warp = (unsigned)(kg__item() / LANES);
    const kg__deep_deck stack = {all_stacks.word + (uint64_t)warp * words * DEPTH, DEPTH};
    const kg__deep_room *room;
    const kg__deep_wave w = move_in<P>(&room, &j, words);
    unsigned top = all_stacks.top[warp], have = 0;
    uint32_t generated = 0;
    unsigned long long expanded = 0;

    for (unsigned round = 0; round < ROUNDS && (j.all || !kg__atomic_load(&t->found)); round++) {
        unsigned alive;

        have = fill(&w, have, &stack, &top, t, &front, count, words, lane);
        if (!have)
            break;
        expanded += have;
        alive = expand<P, Q>(&w, room, t, &j, have, lane, &generated);
        have = top > STACK ? 1 : LANES;
        have = alive < have ? alive : have;
        hand_out<P, Q>(&w, room, &j, have, alive, &stack, top, lane);
        __syncwarp();
        replace<P, Q>(&w, room, &j, have, lane);
        top += alive - have;
    }
    copy(&stack, top, &w.state, 0, have, words, lane);
    top += have;
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
    const unsigned lane = threadIdx.x % LANES, warp = (unsigned)(kg__item() / LANES);
    const uint32_t *stack = from.word + (uint64_t)warp * words * DEPTH;
    const unsigned top = from.top[warp];
    unsigned long long base = 0;

    if (lane == 0 && top)
        base = atomicAdd(&t->out, (unsigned long long)top);
    base = __shfl_sync(~0u, base, 0);
    for (unsigned w = 0; w < words; w++)
        for (unsigned k = lane; k < top; k += LANES)
            to.word[w * to.capacity + base + k] = stack[(uint64_t)w * DEPTH + k];
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
    unsigned words;        /* of a state */
    unsigned warps, bytes; /* of a block; shared memory */
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
        a, (uint64_t)r->stack.warps * r->words * DEPTH, sizeof(uint32_t));
    r->stack.top = (uint32_t *)kg__arena_carve(a, r->stack.warps, sizeof(uint32_t));
}

/* Sets what depends on the input alone. state_words: of a state without its path */
static void begin_job(const kg__deep_work *w, resident *r, unsigned state_words)
{
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
    for (unsigned i = 0; i < w->tables->partitions; i++)
        r->job.first[i] = (uint8_t)w->patterns->first[i];
    r->words = state_words + kg__deep_path_words(&r->job);
}

/* Sets the shape of a block, and how many blocks run at once. */
template <unsigned P, unsigned Q>
static kg_status choose_shape(kg_context *ctx, resident *r, unsigned *blocks)
{
    const kg__cuda *cuda = kg__cuda_of(ctx);
    const unsigned wave = kg__deep_wave_bytes<P>(r->words);
    int most = 0, resident_blocks = 0;
    kg_status status;

    KG_TRY(KG_CUDA(
        ctx, cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, cuda->device)));
    r->warps = ((unsigned)most - sizeof(kg__deep_room)) / wave;
    r->warps = r->warps < warps_for(P) ? r->warps : warps_for(P);
    r->bytes = sizeof(kg__deep_room) + r->warps * wave;
    for (auto kernel : {(const void *)k_tiles_spread<P, Q>, (const void *)k_tiles_deep<P, Q>})
        KG_TRY(KG_CUDA(ctx, cudaFuncSetAttribute(kernel,
                                cudaFuncAttributeMaxDynamicSharedMemorySize, (int)r->bytes)));
    KG_TRY(KG_CUDA(ctx, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_blocks,
                            k_tiles_deep<P, Q>, (int)(r->warps * LANES), r->bytes)));
    *blocks = (unsigned)(resident_blocks * cuda->processors);
out:
    return status;
}

/* blocks: of the depth-first search. */
static kg_status begin(kg__deep_work *w, resident *r, unsigned blocks)
{
    const kg__memory_ops *memory = kg__memory(w->ctx);
    kg__deep_tables tables = *w->tables;
    kg_status status;

    for (unsigned i = 0; i < tables.patterns; i++)
        KG_TRY(kg__pattern_resident(
            w->ctx, &w->patterns->database[w->patterns->base[i]], &tables.view[i]));
    r->stack.warps = blocks * r->warps;
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

/* As begin(), with fewer warps if memory is short. */
static kg_status prepare(kg__deep_work *w, resident *r, unsigned blocks)
{
    kg_status status = begin(w, r, blocks);

    while (status == KG_MEMORY && blocks * r->warps > 1) {
        if (blocks > 1)
            blocks /= 2;
        else
            r->warps /= 2;
        kg__free(w->ctx, r->arena.base);
        r->arena = (kg__arena){NULL, 0};
        status = begin(w, r, blocks);
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
    const uint64_t states = (uint64_t)r->warps * LANES; /* of a block */
    tally counts;
    kg_status status = KG_OK;

    while (*count && *count <= most && goes_on(w)) {
        const kg__deep_deck from = r->front[0];

        KG_TRY(KG_LAUNCH_SHAPED(w->ctx, (k_tiles_spread<P, Q>),
            (unsigned)((*count + states - 1) / states), r->warps * LANES, r->bytes, r->counts,
            r->job, from, *count, r->front[1]));
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
    const unsigned warps = r->stack.warps, blocks = warps / r->warps, threads = r->warps * LANES;
    tally counts;
    kg_status status;

    KG_TRY(kg__memory(w->ctx)->clear(w->ctx, &r->counts->next, 0, sizeof r->counts->next));
    do {
        KG_TRY(KG_LAUNCH_SHAPED(w->ctx, (k_tiles_deep<P, Q>), blocks, threads, r->bytes, r->counts,
            r->job, r->front[0], *count, r->stack));
        KG_TRY(account(w, r, &counts));
    } while (goes_on(w) && (counts.next < *count || counts.busy > warps / 2 ||
                               counts.held > r->front[0].capacity));
    *count = counts.held;
    if (!counts.held || !goes_on(w))
        goto out;
    KG_TRY(KG_LAUNCH_SHAPED(
        w->ctx, k_tiles_gather, blocks, threads, 0, r->counts, r->stack, r->words, r->front[0]));
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
    resident r = {};
    unsigned blocks;
    uint64_t count;
    tally counts;
    kg_status status;

    begin_job(w, &r, sizeof(kg__deep_state<P, Q>) / 4);
    KG_TRY((choose_shape<P, Q>(w->ctx, &r, &blocks)));
    KG_TRY(prepare(w, &r, blocks));
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
