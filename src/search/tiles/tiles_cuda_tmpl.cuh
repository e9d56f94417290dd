/*
 * The search on states of one width. In memory a state's upper word comes first.
 * Included by: tiles_cuda.cu, twice.
 * Expects: STATE, the type; WORDS, its words; FLAGS, the bits above its key in the upper word; W(),
 *     which makes names, and P(), which makes those of tiles_state_tmpl.h. The template undefines
 *     them.
 * Leaves nothing defined.
 */
#define ENTRIES (REGION_WORDS / WORDS)  /* of a region */
#define UPPER   (64 * (WORDS - 1))      /* where the upper word begins */
#define AGAIN   (1u << KG__TILES_MOVES) /* in a set of chosen moves: the state itself */

/* Reads a state past the L1 cache, as other blocks write it. */
static __device__ __forceinline__ STATE W(load)(const kg__word *from)
{
#if WORDS == 1
    return __ldcg(from);
#else
    const ulonglong2 words = __ldcg((const ulonglong2 *)from);

    return (STATE)words.x << UPPER | words.y;
#endif
}

static __device__ __forceinline__ void W(store)(kg__word *to, STATE state)
{
#if WORDS == 1
    *to = state;
#else
    *(ulonglong2 *)to = make_ulonglong2((kg__word)(state >> UPPER), (kg__word)state);
#endif
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Enters a state into a sector. An entry never changes once it is full, so the values read stay
 * valid. REGION_FULL: the sector is full, and the next one must be tried. */
static __device__ __forceinline__ kg__tiles_entered W(enter_sector)(kg__word *sector, STATE state)
{
    const ulonglong2 *from = (const ulonglong2 *)sector;
    const ulonglong2 first = __ldcg(from), second = __ldcg(from + 1);
#if WORDS == 1
    const kg__word entry[] = {first.x, first.y, second.x, second.y};

#pragma unroll
    for (int i = 0; i < 4; i++) {
        kg__word seen = entry[i] ? entry[i] : atomicCAS(sector + i, 0, (kg__word)state);

        if (!seen)
            return NEW;
        if (!((seen ^ state) << FLAGS))
            return KNOWN;
    }
#else
    const ulonglong2 entry[] = {first, second};
    const kg__word upper = (kg__word)(state >> UPPER), lower = (kg__word)state;

#pragma unroll
    for (int i = 0; i < 2; i++) {
        kg__word *below = sector + 2 * i + 1;
        kg__word seen = entry[i].x ? entry[i].x : atomicCAS(sector + 2 * i, 0, upper);
        kg__word rest = entry[i].y;

        if (!seen) {
            kg__atomic_store(below, lower);
            return NEW;
        }
        if ((seen ^ upper) << FLAGS)
            continue;
        while (!rest) /* claimed, but not yet written; the final value is never 0 */
            rest = kg__atomic_load(below);
        if (rest == lower)
            return KNOWN;
    }
#endif
    return REGION_FULL;
}

static __device__ __forceinline__ kg__tiles_entered W(enter)(const kg__tiles_table *t, STATE state)
{
    const uint64_t hash = P(hash)(state);
    kg__word *word = words_of(t, (unsigned)__umul64hi(hash, t->regions));
    unsigned sector = (unsigned)hash % REGION_SECTORS;

    for (unsigned probes = 0; probes < REGION_SECTORS; probes++) {
        kg__tiles_entered entered = W(enter_sector)(word + SECTOR_WORDS * sector, state);

        if (entered != REGION_FULL)
            return entered;
        sector = next_sector(sector, probes);
    }
    return REGION_FULL;
}

/* The move that led to a state, or KG__TILES_ABSENT. */
static __device__ unsigned W(look_up)(const kg__tiles_table *t, STATE key)
{
    const uint64_t hash = P(hash)(key);
    const kg__word *word = words_of(t, (unsigned)__umul64hi(hash, t->regions));
    unsigned sector = (unsigned)hash % REGION_SECTORS;

    for (unsigned probes = 0; probes < REGION_SECTORS; probes++) {
        for (unsigned i = 0; i < SECTOR_WORDS; i += WORDS) {
            STATE state = W(load)(word + SECTOR_WORDS * sector + i);

            if (!state)
                return KG__TILES_ABSENT;
            if (P(pack)(state, 0) == key)
                return P(flags)(state) % KG__TILES_PARITY;
        }
        sector = next_sector(sector, probes);
    }
    return KG__TILES_ABSENT;
}

/* Enters a state that the region does not hold, if it belongs there. Returns false if it belongs
 * there but has no room. */
static __device__ __forceinline__ bool W(put)(
    kg__word *s_region, STATE state, uint64_t region, unsigned regions)
{
    const uint64_t hash = P(hash)(state);
    unsigned sector = (unsigned)hash % REGION_SECTORS;

    if (!state || __umul64hi(hash, regions) != region)
        return true;
    for (unsigned probes = 0; probes < REGION_SECTORS; probes++) {
        for (unsigned i = 0; i < SECTOR_WORDS; i += WORDS) {
            kg__word *entry = s_region + SECTOR_WORDS * sector + i;

            if (kg__atomic_load_near(entry) || atomicCAS(entry, 0, (kg__word)(state >> UPPER)))
                continue;
            if (WORDS == 2)
                entry[1] = (kg__word)state;
            return true;
        }
        sector = next_sector(sector, probes);
    }
    return false;
}

/* Block b makes region begin + b of the larger table from the regions of the `old` ones that hold
 * its states. Sets *full if they do not fit, which a good hash prevents. */
static __global__ void W(k_tiles_move)(
    kg__tiles_table table, unsigned old, unsigned begin, unsigned *full)
{
    __shared__ ulonglong2 s_region[REGION_WORDS / 2];
    const uint64_t region = begin + blockIdx.x;
    const unsigned first = (unsigned)(region * old / table.regions);
    const unsigned last = (unsigned)(((region + 1) * old - 1) / table.regions);
    ulonglong2 *to = (ulonglong2 *)words_of(&table, (unsigned)region);
    kg__word *s_word = (kg__word *)s_region;

    for (unsigned i = threadIdx.x; i < REGION_WORDS / 2; i += blockDim.x)
        s_region[i] = make_ulonglong2(0, 0);
    __syncthreads();
    for (unsigned from = first; from <= last; from++) {
        const ulonglong2 *word = (const ulonglong2 *)words_of(&table, from);
        ulonglong2 held[HELD];
        bool fits = true;

#pragma unroll
        for (int k = 0; k < HELD; k++)
            held[k] = __ldcg(word + threadIdx.x + k * KG__BLOCK);
#pragma unroll
        for (int k = 0; k < HELD; k++) {
#if WORDS == 1
            fits = W(put)(s_word, held[k].x, region, table.regions) && fits;
            fits = W(put)(s_word, held[k].y, region, table.regions) && fits;
#else
            fits = W(put)(s_word, (STATE)held[k].x << UPPER | held[k].y, region, table.regions) &&
                   fits;
#endif
        }
        if (!fits)
            atomicExch(full, 1);
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < REGION_WORDS / 2; i += blockDim.x)
        to[i] = s_region[i];
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* The moves of a state that raise h, or those that lower it, one bit each. */
static __device__ __forceinline__ unsigned W(children)(
    const kg__tiles *p, STATE full, unsigned last, bool raise)
{
    const unsigned blank = P(blank)(full);
    unsigned chosen = 0;

    for (unsigned i = 0; i < p->moves[blank][last]; i++) {
        unsigned move = p->move[blank][last][i], cell = p->cell[blank][move];

        if (P(rises)(p, full, P(tile)(full, cell), blank, cell, move) == raise)
            chosen |= 1u << move;
    }
    return chosen;
}

/* Queues the children of a state by the chosen moves. */
static __device__ __forceinline__ void W(write_children)(
    kg__word *to, const kg__tiles *p, STATE state, unsigned chosen, unsigned parity)
{
    const STATE full = P(unpack)(p, state);
    const unsigned blank = P(blank)(full);

    for (; chosen; chosen &= chosen - 1, to += WORDS) {
        unsigned move = (unsigned)__ffs((int)chosen) - 1, cell = p->cell[blank][move];

        W(store)(to, P(pack)(P(swap)(full, P(tile)(full, cell), blank, cell), move | parity));
    }
}

/* Puts the states of the input that the round does not take on the stack. Thread i owns state i. */
static __device__ __forceinline__ void W(stack_input)(
    const kg__tiles_search *s, const kg__tiles_run *r)
{
    for (unsigned i = (unsigned)kg__item(); i + r->take < r->input; i += gridDim.x * blockDim.x)
        W(store)
    (s->stack + (uint64_t)WORDS * (r->stacked + i),
        W(load)(s->queue[r->side] + (uint64_t)WORDS * i));
}

/* Item i of the round: of the end of the input, then of the stack from its top. */
static __device__ __forceinline__ STATE W(item)(
    const kg__tiles_search *s, const kg__tiles_run *r, unsigned i)
{
    const unsigned left = r->input > r->take ? r->input - r->take : 0;

    if (i < r->input)
        return W(load)(s->queue[r->side] + (uint64_t)WORDS * (left + i));
    return W(load)(s->stack + (uint64_t)WORDS * (r->stacked - 1 - (i - r->input)));
}

/* Each thread enters EACH states into the table, and queues the children in this layer of the new
 * ones. The counts are added to the block's tally. */
static __device__ __forceinline__ void W(work)(const kg__tiles_search *s, const kg__tiles_run *r,
    const kg__tiles_table *table, const kg__tiles *p, STATE target, kg__tiles_tally *tally,
    kg__tiles_tally *s_tally, kg__tiles_places *s_places)
{
    const unsigned step = gridDim.x * blockDim.x;
    unsigned entered = 0, stuck = 0;

    for (unsigned begin = blockIdx.x * blockDim.x; begin < r->take; begin += EACH * step) {
        const unsigned first = begin + threadIdx.x;
        STATE state[EACH];
        unsigned chosen[EACH], items = 0;
        kg__word *to;

#pragma unroll
        for (int k = 0; k < EACH; k++)
            state[k] = first + k * step < r->take ? W(item)(s, r, first + k * step) : 0;
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            kg__tiles_entered how = state[k] ? W(enter)(table, state[k]) : KNOWN;

            chosen[k] = how == REGION_FULL ? AGAIN : 0;
            if (how == NEW) {
                STATE full = P(unpack)(p, state[k]);

                chosen[k] = W(children)(p, full, P(flags)(state[k]) % KG__TILES_PARITY, false);
                if (full == target)
                    atomicExch(&tally->found, 1);
            }
            items += (unsigned)__popc(chosen[k]);
            entered += (unsigned)__popc(__ballot_sync(~0u, how == NEW));
            stuck += (unsigned)__popc(__ballot_sync(~0u, how == REGION_FULL));
        }
        to = s->queue[r->side ^ 1] + (uint64_t)WORDS * reserve(&tally->queued, items, s_places);
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            if (chosen[k] == AGAIN)
                W(store)(to, state[k]);
            else if (chosen[k])
                W(write_children)(to, p, state[k], chosen[k], s->parity);
            to += WORDS * __popc(chosen[k]);
        }
    }
    if (threadIdx.x % 32 == 0 && entered)
        atomicAdd(&s_tally->entered, entered);
    if (threadIdx.x % 32 == 0 && stuck)
        atomicAdd(&s_tally->stuck, stuck);
}

/* Each thread looks at EACH entries of the table, and queues the children in this layer of states
 * of the layer before. */
static __device__ __forceinline__ void W(look_for_parents)(const kg__tiles_search *s,
    const kg__tiles_run *r, const kg__tiles_table *table, const kg__tiles *p,
    kg__tiles_tally *tally, kg__tiles_places *s_places)
{
    const unsigned step = gridDim.x * blockDim.x;

    for (unsigned begin = blockIdx.x * blockDim.x; begin < r->scan; begin += EACH * step) {
        const unsigned first = begin + threadIdx.x;
        STATE state[EACH];
        unsigned chosen[EACH], items = 0;
        kg__word *to;

#pragma unroll
        for (int k = 0; k < EACH; k++) {
            const uint64_t entry = r->entry + first + k * step;

            state[k] = 0;
            if (first + k * step < r->scan)
                state[k] = W(load)(
                    words_of(table, (unsigned)(entry / ENTRIES)) + WORDS * (entry % ENTRIES));
        }
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            chosen[k] = 0;
            if (state[k] && (P(flags)(state[k]) & KG__TILES_PARITY) != s->parity)
                chosen[k] = W(children)(
                    p, P(unpack)(p, state[k]), P(flags)(state[k]) % KG__TILES_PARITY, true);
            items += (unsigned)__popc(chosen[k]);
        }
        to = s->queue[r->side ^ 1] + (uint64_t)WORDS * reserve(&tally->queued, items, s_places);
#pragma unroll
        for (int k = 0; k < EACH; k++) {
            if (chosen[k])
                W(write_children)(to, p, state[k], chosen[k], s->parity);
            to += WORDS * __popc(chosen[k]);
        }
    }
}

/* Makes rounds, with a barrier of all blocks after each, until plan() plans none. */
static __global__ void __launch_bounds__(WORKERS, KG__TILES_RESIDENT)
    W(k_tiles_rounds)(kg__tiles_search s, kg__tiles_run begin)
{
    __shared__ kg__tiles s_problem;
    __shared__ kg__tiles_table s_table;
    __shared__ kg__tiles_run s_run;
    __shared__ kg__tiles_tally s_tally;
    __shared__ kg__tiles_places s_places;
    const bool first = threadIdx.x == 0;
    STATE target;

    for (unsigned i = threadIdx.x; i < sizeof s_problem; i += blockDim.x)
        ((uint8_t *)&s_problem)[i] = ((const uint8_t *)s.problem)[i];
    if (first) {
        s_table = s.table;
        s_run = begin;
        s_tally = {};
        s_places = {};
        plan(&s_run, s.batch, s.room);
    }
    __syncthreads();
    target = P(join)(&s_problem, s_problem.target);
    while (s_run.take || s_run.scan) {
        kg__tiles_tally *tally = &s.tally[s_run.rounds % 3];

        if (kg__item() == 0)
            s.tally[(s_run.rounds + 1) % 3] = {};
        W(stack_input)(&s, &s_run);
        W(work)(&s, &s_run, &s_table, &s_problem, target, tally, &s_tally, &s_places);
        W(look_for_parents)(&s, &s_run, &s_table, &s_problem, tally, &s_places);
        __syncthreads();
        if (first) {
            hand_over(&tally->entered, &s_tally.entered);
            hand_over(&tally->stuck, &s_tally.stuck);
        }
        cooperative_groups::this_grid().sync();
        if (first) {
            advance(&s_run, {__ldcg(&tally->queued), __ldcg(&tally->entered), __ldcg(&tally->stuck),
                                __ldcg(&tally->found)});
            plan(&s_run, s.batch, s.room);
        }
        __syncthreads();
    }
    if (kg__item() == 0)
        *s.run = s_run;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

/* Queues the start as layer 0's first state. One thread works. */
static __global__ void W(k_tiles_start)(kg__tiles_search s)
{
    if (kg__item() == 0)
        W(store)(s.queue[0], P(pack)(P(join)(s.problem, s.problem->start), KG__TILES_ROOT));
}

/* Finds the moves that led to a state. One thread works. */
static __global__ void W(k_tiles_trace)(kg__tiles_search s, kg__tiles_board board, unsigned most)
{
    const kg__tiles *p = s.problem;
    kg__tiles_trace *trace = s.trace;
    STATE full = P(join)(p, board.cells);
    unsigned steps = 0, last;

    if (kg__item() > 0)
        return;
    for (;; steps++) {
        unsigned blank = P(blank)(full), cell;

        last = W(look_up)(&s.table, P(pack)(full, 0));
        if (last >= KG__TILES_ROOT || steps == most)
            break;
        trace->move[steps] = (uint8_t)last;
        cell = p->cell[blank][3 - last];
        full = P(swap)(full, P(tile)(full, cell), blank, cell);
    }
    trace->steps = steps;
    trace->last = last;
}

#undef ENTRIES
#undef UPPER
#undef AGAIN
#undef STATE
#undef WORDS
#undef FLAGS
#undef W
#undef P
