/*
 * The search on states of one width.
 * Included by: tiles_cpu.c, twice.
 * Expects: STATE, the type; WORDS, its words in the table; FLAGS, the bits above its key in the
 *     upper word; W(), which makes names, and P(), which makes those of tiles_state_tmpl.h. The
 *     template undefines them.
 * Leaves nothing defined.
 */
#define ENTRIES (REGION_BYTES / (8 * WORDS)) /* of a region */
#define IN_LINE (LINE_BYTES / (8 * WORDS))   /* entries of a line */
#define UPPER   (64 * (WORDS - 1))           /* where the upper word begins */

/* ---- the table ------------------------------------------------------------------------------- */

static inline uint64_t W(place)(const kg__tiles_cpu *s, uint64_t hash)
{
    return (uint64_t)((unsigned __int128)hash * s->regions >> 64) * ENTRIES + hash % ENTRIES;
}

/* The i-th entry to probe in the line of a place. */
static inline uint64_t *W(entry)(const kg__tiles_cpu *s, uint64_t place, unsigned i)
{
    return s->word + WORDS * (place / IN_LINE * IN_LINE + (place + i) % IN_LINE);
}

/* The place where probing goes on when that line is full. */
static inline uint64_t W(next)(uint64_t place)
{
    return place / ENTRIES * ENTRIES + (place + IN_LINE) % ENTRIES;
}

/* Reads the lower word of an entry whose upper word is not 0. Another thread may be about to write
 * it: then this waits. */
static inline uint64_t W(lower)(const uint64_t *entry)
{
    uint64_t lower;

    while (!(lower = __atomic_load_n(entry + 1, __ATOMIC_ACQUIRE)))
        ;
    return lower;
}

/* Enters a state into the line of a place, unless the line is full. */
static inline kg__tiles_entered W(enter)(const kg__tiles_cpu *s, STATE state, uint64_t place)
{
    uint64_t upper = (uint64_t)(state >> UPPER);

    for (unsigned i = 0; i < IN_LINE; i++) {
        uint64_t *entry = W(entry)(s, place, i);
        uint64_t seen = __atomic_load_n(entry, __ATOMIC_RELAXED);

        if (!seen && __atomic_compare_exchange_n(
                         entry, &seen, upper, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            if (WORDS == 2)
                __atomic_store_n(entry + 1, (uint64_t)state, __ATOMIC_RELEASE);
            return NEW;
        }
        if ((seen ^ upper) << FLAGS)
            continue;
        if (WORDS == 1 || W(lower)(entry) == (uint64_t)state)
            return KNOWN;
    }
    return LINE_FULL;
}

/* The state in an entry, or 0. */
static inline STATE W(load)(const uint64_t *entry)
{
    STATE state = __atomic_load_n(entry, __ATOMIC_RELAXED);

    return WORDS == 2 && state ? state << UPPER | W(lower)(entry) : state;
}

static unsigned W(look_up)(const kg__tiles_cpu *s, const kg__tiles *p, const uint8_t *cells)
{
    STATE key = P(pack)(P(join)(p, cells), 0);
    uint64_t place = W(place)(s, P(hash)(key));

    for (unsigned i = 0; i < ENTRIES; i++) {
        STATE state = W(load)(W(entry)(s, place, i % IN_LINE));

        if (!state)
            break;
        if (P(pack)(state, 0) == key)
            return P(flags)(state) % KG__TILES_PARITY;
        if (i % IN_LINE == IN_LINE - 1)
            place = W(next)(place);
    }
    return KG__TILES_ABSENT;
}

/* Moves the states of a region to where they belong, after the number of regions grew. held: memory
 * for a region. Returns whether there was room. If not, hashes crowd in a region, which a good hash
 * prevents. */
static bool W(move_region)(const kg__tiles_cpu *s, uint64_t region, uint64_t *held)
{
    uint64_t *word = s->word + region * (REGION_BYTES / 8), place;

    memcpy(held, word, REGION_BYTES);
    memset(word, 0, REGION_BYTES);
    for (unsigned i = 0; i < ENTRIES; i++) {
        STATE state = W(load)(held + WORDS * i);
        unsigned lines = 0;

        if (!state)
            continue;
        place = W(place)(s, P(hash)(state));
        for (; W(enter)(s, state, place) == LINE_FULL; place = W(next)(place))
            if (++lines == ENTRIES / IN_LINE)
                return false;
    }
    return true;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Queues the children of a state by the moves that raise h, or by those that lower it. The caller
 * must have made room for them. */
static inline void W(expand)(
    kg__tiles_worker *q, const kg__tiles *p, STATE state, unsigned parity, bool raise)
{
    STATE full = P(unpack)(p, state), *open = (STATE *)q->open;
    unsigned blank = P(blank)(full), last = P(flags)(state) % KG__TILES_PARITY;
    unsigned moves = p->moves[blank][last];
    size_t count = q->count;

    for (unsigned i = 0; i < moves; i++) {
        unsigned move = p->move[blank][last][i], cell = p->cell[blank][move];
        unsigned tile = P(tile)(full, cell);

        open[count] = P(pack)(P(swap)(full, tile, blank, cell), move | parity);
        count += P(rises)(p, full, tile, blank, cell, move) == raise;
    }
    q->generated += count - q->count;
    q->count = count;
}

/* Fills the batch up to `most` states, and prefetches the cache lines where their probing
 * begins. */
static void W(extract)(const kg__tiles_cpu *s, kg__tiles_worker *q, size_t most)
{
    const STATE *open = (const STATE *)q->open;

    for (; q->count && q->batched < most; q->batched++) {
        kg__tiles_probe *probe = &q->batch[q->batched];

        probe->state = open[--q->count];
        probe->place = W(place)(s, P(hash)(open[q->count]));
        probe->lines = 0;
        __builtin_prefetch(s->word + WORDS * probe->place, 1);
    }
}

/* Looks up each state of the batch in one line of the table. fresh: [out] [the result] the new
 * states. A state whose line is full stays in the batch, and its next line is prefetched. */
static size_t W(deduplicate)(
    kg__tiles_work *w, kg__tiles_cpu *s, kg__tiles_worker *q, STATE target, STATE *fresh)
{
    size_t count = 0, kept = 0;

    for (size_t i = 0; i < q->batched; i++) {
        kg__tiles_probe probe = q->batch[i];
        STATE state = (STATE)probe.state;
        kg__tiles_entered entered = W(enter)(s, state, probe.place);

        if (entered == NEW)
            fresh[count++] = state;
        q->duplicates += entered == KNOWN;
        if (entered == LINE_FULL) {
            probe.place = W(next)(probe.place);
            __builtin_prefetch(s->word + WORDS * probe.place, 1);
            if (++probe.lines == ENTRIES / IN_LINE)
                __atomic_store_n(&s->stop, 1, __ATOMIC_RELAXED); /* the region is full */
            q->batch[kept++] = probe;
        } else if (P(pack)(state, 0) == target) {
            __atomic_store_n(&w->found, true, __ATOMIC_RELAXED);
            if (!w->finish_layer)
                __atomic_store_n(&s->stop, 1, __ATOMIC_RELAXED);
        }
    }
    q->rounds += q->batched > 0;
    q->expanded += count;
    q->grant -= (int64_t)count;
    q->batched = kept;
    return count;
}

/* Looks for states of the layer before in a unit of the table, and queues their children in this
 * layer. */
static void W(look_for_parents)(
    const kg__tiles_cpu *s, kg__tiles_worker *q, const kg__tiles *p, unsigned parity, uint64_t unit)
{
    const uint64_t *entry = s->word + unit * (UNIT_BYTES / 8);

    for (unsigned i = 0; i < UNIT_BYTES / 8; i += WORDS) {
        STATE state = W(load)(entry + i);

        if (state && (P(flags)(state) & KG__TILES_PARITY) != parity)
            W(expand)(q, p, state, parity, true);
    }
}

/* Extracts the next batch. If the queue holds less than a batch, it first looks for parents. */
static kg_status W(next_batch)(
    kg__tiles_work *w, kg__tiles_cpu *s, kg__tiles_worker *q, unsigned parity)
{
    kg_status status = KG_OK;

    while (q->count < BATCH) {
        uint64_t unit = __atomic_fetch_add(&s->unit, 1, __ATOMIC_RELAXED);

        if (unit >= kg__tiles_units(s))
            break;
        KG_TRY(kg__tiles_reserve(w, q, UNIT_BYTES / 8 * CHILDREN, sizeof(STATE)));
        W(look_for_parents)(s, q, w->problem, parity, unit);
    }
    if (q->count && q->grant < BATCH)
        kg__tiles_ask(s, q);
    W(extract)(s, q, q->grant < BATCH ? (size_t)q->grant : BATCH);
out:
    return status;
}

/*
 * The rounds of one thread. A round enters a batch into the table, extracts the next batch, and
 * expands the new states of the first one. Meanwhile the cache lines of the next batch arrive. The
 * rounds end when there is nothing to do, or no entry may be filled; the batch then returns to the
 * queue.
 */
static void W(work)(kg__tiles_work *w, kg__tiles_cpu *s, kg__tiles_worker *q)
{
    const kg__tiles *p = w->problem;
    const STATE target = P(pack)(P(join)(p, p->target), 0);
    const unsigned parity = w->layer % 2 ? KG__TILES_PARITY : 0;
    STATE fresh[BATCH];
    size_t count;
    kg_status status = KG_OK;

    do {
        count = W(deduplicate)(w, s, q, target, fresh);
        KG_TRY(W(next_batch)(w, s, q, parity));
        KG_TRY(kg__tiles_reserve(w, q, BATCH * CHILDREN, sizeof(STATE)));
        for (size_t i = 0; i < count; i++)
            W(expand)(q, p, fresh[i], parity, false);
        if (q->rounds % ROUNDS_UNHEARD == 0)
            KG_TRY(kg__tiles_report(w, s));
    } while ((count || q->batched) && !__atomic_load_n(&s->stop, __ATOMIC_RELAXED));
    for (; q->batched; q->batched--)
        ((STATE *)q->open)[q->count++] = (STATE)q->batch[q->batched - 1].state;
out:
    if (status != KG_OK) {
        q->status = status;
        __atomic_store_n(&s->stop, 1, __ATOMIC_RELAXED);
    }
}

#undef ENTRIES
#undef IN_LINE
#undef UPPER
#undef STATE
#undef WORDS
#undef FLAGS
#undef W
#undef P
