/*
 * The puzzles on keys of one width: a key has a field for each item, the first one lowest.
 * Included by: problem.h, twice.
 * Expects: STATE, the type; BITS of a field; WIDTH, the bits of STATE; P(), which makes names. The
 *     template undefines them.
 * Leaves nothing defined.
 */
#define LABEL ((1u << BITS) - 1)

KG__INLINE unsigned P(field)(STATE key, unsigned i)
{
    return (unsigned)(key >> BITS * i) & LABEL;
}

/* All bits of the first n fields, n > 0. */
KG__INLINE STATE P(fields)(unsigned n)
{
    return ~(STATE)0 >> (WIDTH - BITS * n);
}

/* The first n fields, the last one first. */
KG__INLINE STATE P(reversed)(STATE key, unsigned n)
{
    STATE result = 0;

    for (unsigned i = 0; i < n; i++, key >>= BITS)
        result = result << BITS | ((unsigned)key & LABEL);
    return result;
}

/* n fields as a ring, from field i on. */
KG__INLINE STATE P(turned)(STATE key, unsigned n, unsigned i)
{
    return i ? (key >> BITS * i | key << BITS * (n - i)) & P(fields)(n) : key;
}

KG__INLINE STATE P(target)(const kg__ga_problem *p)
{
#if WIDTH == 64
    return p->target.word[0];
#else
    return (STATE)p->target.word[1] << 64 | p->target.word[0];
#endif
}

/* ---- pancakes -------------------------------------------------------------------------------- */

/* Returns 1 if there is a gap between two numbers. */
KG__INLINE unsigned P(gap)(unsigned a, unsigned b)
{
    return a + 1 != b && b + 1 != a;
}

KG__INLINE uint32_t P(measure_pancake)(const kg__ga_problem *p, STATE key)
{
    uint32_t gaps = P(gap)(P(field)(key, p->items - 1), p->items); /* the plate counts as the
                                                                      largest pancake */

    for (unsigned i = 1; i < p->items; i++)
        gaps += P(gap)(P(field)(key, i - 1), P(field)(key, i));
    return gaps;
}

KG__INLINE uint32_t P(bound_pancake)(const kg__ga_problem *p, uint32_t measure)
{
    (void)p;
    return measure;
}

KG__INLINE bool P(goal_pancake)(const kg__ga_problem *p, STATE key)
{
    return key == P(target)(p);
}

/* Move i flips i + 2 pancakes, which changes one pair of neighbours. */
KG__INLINE bool P(step_pancake)(const kg__ga_problem *p, STATE from, uint32_t measure,
    unsigned move, STATE *to, uint32_t *to_measure, uint32_t *cost)
{
    unsigned k = move + 2, top = P(field)(from, 0), last = P(field)(from, k - 1);
    unsigned below = k < p->items ? P(field)(from, k) : p->items;

    *to = (from & ~P(fields)(k)) | P(reversed)(from, k);
    *to_measure = measure + P(gap)(top, below) - P(gap)(last, below);
    *cost = 1;
    return true;
}

/* ---- TopSpin --------------------------------------------------------------------------------- */

/* A key has token 0 first. Returns whether two tokens are not neighbours in the sorted ring of
 * n. */
KG__INLINE unsigned P(apart)(unsigned n, unsigned a, unsigned b)
{
    unsigned d = a > b ? a - b : b - a;

    return d != 1 && d != n - 1;
}

/* The largest distance of any consecutive tokens that the table has; 0 if there is none. */
KG__INLINE uint32_t P(ring_topspin)(const kg__ga_problem *p, STATE key)
{
    const unsigned n = p->items;
    uint32_t number[KG_GA_STAR_ITEMS], largest = 0;
    STATE place = 0; /* of each token */

    if (!p->ring)
        return 0;
    for (unsigned i = 0; i < n; i++)
        place |= (STATE)i << BITS * P(field)(key, i);
    for (unsigned first = 0; first < n; first++) {
        const unsigned begin = P(field)(place, first) + 1;
        kg__ring_number pattern = {0, 0};

        for (unsigned i = 1; i < p->ring_tokens; i++) {
            const unsigned token = first + i < n ? first + i : first + i - n;
            const unsigned at = P(field)(place, token);

            pattern = kg__ring_next(pattern, n - i, at >= begin ? at - begin : at + n - begin);
        }
        number[first] = pattern.number;
#ifndef __CUDA_ARCH__
        __builtin_prefetch(&p->ring[pattern.number]);
#endif
    }
    for (unsigned first = 0; first < n; first++) {
        const uint32_t distance = p->ring[number[first]];

        largest = distance > largest ? distance : largest;
    }
    return largest;
}

/* The pairs of neighbours that are apart when sorted, and above them the table's distance. */
KG__INLINE uint32_t P(measure_topspin)(const kg__ga_problem *p, STATE key)
{
    uint32_t pairs = 0;

    for (unsigned i = 0; i < p->items; i++)
        pairs += P(apart)(p->items, P(field)(key, i), P(field)(key, i + 1 < p->items ? i + 1 : 0));
    return pairs | P(ring_topspin)(p, key) << 16;
}

KG__INLINE uint32_t P(bound_topspin)(const kg__ga_problem *p, uint32_t measure)
{
    const uint32_t half = ((measure & 0xffff) + 1) / 2, distance = measure >> 16;

    (void)p;
    return half > distance ? half : distance;
}

KG__INLINE bool P(goal_topspin)(const kg__ga_problem *p, STATE key)
{
    return key == P(target)(p);
}

/* Move i reverses the tokens from place i on, which changes two pairs of neighbours. The ring is
 * then shifted so that token 0 is first again. */
KG__INLINE bool P(step_topspin)(const kg__ga_problem *p, STATE from, uint32_t measure,
    unsigned move, STATE *to, uint32_t *to_measure, uint32_t *cost)
{
    unsigned n = p->items, k = p->turnstile;
    STATE ring = P(turned)(from, n, move);
    unsigned first = P(field)(ring, 0), last = P(field)(ring, k - 1);
    unsigned before = P(field)(ring, n - 1), behind = P(field)(ring, k);
    unsigned zero = move ? n - move : 0; /* the place of token 0 */

    ring = (ring & ~P(fields)(k)) | P(reversed)(ring, k);
    *to = P(turned)(ring, n, zero < k ? k - 1 - zero : zero);
    *to_measure = (measure & 0xffff) + P(apart)(n, before, last) + P(apart)(n, first, behind) -
                  P(apart)(n, before, first) - P(apart)(n, last, behind);
    *to_measure |= P(ring_topspin)(p, *to) << 16;
    *cost = 1;
    return true;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

KG__INLINE uint32_t P(measure_tiles)(const kg__ga_problem *p, STATE key)
{
    uint32_t sum = 0;

    for (unsigned c = 0; c < p->items; c++)
        sum += p->distance[P(field)(key, c)][c]; /* 0 for the blank */
    return sum;
}

KG__INLINE uint32_t P(bound_tiles)(const kg__ga_problem *p, uint32_t measure)
{
    (void)p;
    return measure;
}

KG__INLINE bool P(goal_tiles)(const kg__ga_problem *p, STATE key)
{
    return key == P(target)(p);
}

/* The cell of the blank: the first field that is zero. The borrow of the subtraction may mark
 * fields above it wrongly, but none below. */
KG__INLINE unsigned P(blank)(STATE key, unsigned n)
{
    const STATE ones = P(fields)(n) / LABEL;
    STATE zero = (key - ones) & ~key & ones << (BITS - 1);
    uint64_t low = (uint64_t)zero;

#if WIDTH == 128
    if (!low)
        return (64 + KG__LOWEST_BIT((uint64_t)(zero >> 64))) / BITS;
#endif
    return KG__LOWEST_BIT(low) / BITS;
}

/* The moves are kg_tiles_move's. */
KG__INLINE bool P(step_tiles)(const kg__ga_problem *p, STATE from, uint32_t measure, unsigned move,
    STATE *to, uint32_t *to_measure, uint32_t *cost)
{
    unsigned blank = P(blank)(from, p->items), cell = p->cell[blank][move], tile;

    if (cell == KG__GA_NO_CELL)
        return false;
    tile = P(field)(from, cell);
    *to = from ^ (STATE)tile << BITS * blank ^ (STATE)tile << BITS * cell;
    *to_measure = measure + p->distance[tile][blank] - p->distance[tile][cell];
    *cost = 1;
    return true;
}

#undef LABEL
#undef STATE
#undef BITS
#undef WIDTH
#undef P
