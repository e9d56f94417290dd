/*
 * States of one width. "Unpacked" is a state with the last cell's field in the flags' place.
 * Included by: tiles.h, twice.
 * Expects: KG__TILES_STATE, the type; KG__TILES_HIGH(), its upper bits; KG__TILES_BITS of a field;
 *     KG__TILES_LAST, where the last field begins; KG__TILES_(), which makes names. The template
 *     undefines them.
 * Leaves nothing defined.
 */
#define TOP    ((KG__TILES_STATE)1 << KG__TILES_LAST)
#define FIELDS (TOP - 1) /* all cells except the last */
#define LABEL  ((1u << KG__TILES_BITS) - 1)
#define ONES   (FIELDS / LABEL | TOP) /* 1 in each field */

KG__INLINE KG__TILES_STATE KG__TILES_(unpack)(const kg__tiles *p, KG__TILES_STATE state)
{
    KG__TILES_STATE sum = state & FIELDS, full = sum;
    uint64_t low;

    if (KG__TILES_BITS == 5)
        sum ^= sum >> KG__TILES_LAST / 2;
    low = (uint64_t)sum;
    if (KG__TILES_BITS == 5) {
        low ^= low >> 30;
        low ^= low >> 15;
        low ^= low >> 5 ^ low >> 10;
    } else {
        low ^= low >> 32;
        low ^= low >> 16;
        low ^= low >> 8;
        low ^= low >> 4;
    }
    low = (low ^ p->all) & LABEL;
    return full | (KG__TILES_STATE)low << KG__TILES_LAST;
}

KG__INLINE KG__TILES_STATE KG__TILES_(pack)(KG__TILES_STATE full, unsigned flags)
{
    return (full & FIELDS) | (KG__TILES_STATE)flags << KG__TILES_LAST;
}

KG__INLINE unsigned KG__TILES_(flags)(KG__TILES_STATE state)
{
    return (unsigned)(state >> KG__TILES_LAST);
}

/* Makes an unpacked state from an array of cells. */
KG__INLINE KG__TILES_STATE KG__TILES_(join)(const kg__tiles *p, const uint8_t *cells)
{
    KG__TILES_STATE full = 0;

    for (unsigned c = 0; c < p->cells; c++)
        full |= (KG__TILES_STATE)cells[c] << KG__TILES_BITS * c;
    return full;
}

/* The cell of the blank: the first field that is zero. The borrow of the subtraction may mark
 * fields above it wrongly, but none below. */
KG__INLINE unsigned KG__TILES_(blank)(KG__TILES_STATE full)
{
    KG__TILES_STATE zero = (full - ONES) & ~full & ONES << (KG__TILES_BITS - 1);
    uint64_t low = (uint64_t)zero;

    if (KG__TILES_BITS == 5 && !low)
        return (64 + KG__LOWEST_BIT(KG__TILES_HIGH(zero))) / KG__TILES_BITS;
    return KG__LOWEST_BIT(low) / KG__TILES_BITS;
}

KG__INLINE unsigned KG__TILES_(tile)(KG__TILES_STATE full, unsigned cell)
{
    return (unsigned)(full >> KG__TILES_BITS * cell) & LABEL;
}

/*
 * Returns whether a tile that enters or leaves the line of its target conflicts there: the longest
 * subsequence in order is no longer with the tile than without it. Patience sorting finds that
 * length as the number of piles. The heads of the piles are a set of bits: a tile replaces the next
 * larger head, or begins another pile.
 *
 * along: 1 if the line is a column. at: the tile's cell in that line, which is blank or will be.
 */
KG__INLINE bool KG__TILES_(conflicts)(
    const kg__tiles *p, KG__TILES_STATE full, unsigned tile, unsigned at, unsigned along)
{
    unsigned line = p->goal[along][tile], length = along ? p->height : p->width;
    unsigned cell = along ? line : line * p->width, step = along ? p->width : 1;
    unsigned with = 0, without = 0; /* heads of the piles, with the tile and without it */

    for (unsigned i = 0; i < length; i++, cell += step) {
        unsigned other = cell == at ? tile : KG__TILES_(tile)(full, cell);
        unsigned head = p->goal[along][other] == line ? 1u << p->goal[1 - along][other] : 0;
        unsigned larger = with & (0 - 2 * head);

        with = (with ^ (larger & (0 - larger))) | head;
        if (cell != at) {
            larger = without & (0 - 2 * head);
            without = (without ^ (larger & (0 - larger))) | head;
        }
    }
    while (with && without) { /* compares the numbers of heads */
        with &= with - 1;
        without &= without - 1;
    }
    return !with;
}

/* Returns whether h rises when the blank goes by `move` to the cell of `tile`. */
KG__INLINE bool KG__TILES_(rises)(const kg__tiles *p, KG__TILES_STATE full, unsigned tile,
    unsigned blank, unsigned cell, unsigned move)
{
    unsigned effect = p->effect[tile][cell][move];

    if (effect < KG__TILES_ENTERS)
        return effect == KG__TILES_RISES;
    return KG__TILES_(conflicts)(p, full, tile, effect == KG__TILES_ENTERS ? blank : cell,
               move == KG_TILES_LEFT || move == KG_TILES_RIGHT) == (effect == KG__TILES_ENTERS);
}

/* The state after the tile on `cell` has gone to the blank, both unpacked. */
KG__INLINE KG__TILES_STATE KG__TILES_(swap)(
    KG__TILES_STATE full, unsigned tile, unsigned blank, unsigned cell)
{
    return full ^ (KG__TILES_STATE)tile << KG__TILES_BITS * blank ^
           (KG__TILES_STATE)tile << KG__TILES_BITS * cell;
}

/* A hash of all bits except the flags. Its high bits and its low bits are both evenly
 * distributed. */
KG__INLINE uint64_t KG__TILES_(hash)(KG__TILES_STATE state)
{
    KG__TILES_STATE key = state & FIELDS;
    uint64_t hash = (uint64_t)key ^ KG__TILES_HIGH(key) * UINT64_C(0xd6e8feb86659fd93);

    hash *= UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 29;
}

#undef TOP
#undef FIELDS
#undef LABEL
#undef ONES
#undef KG__TILES_STATE
#undef KG__TILES_HIGH
#undef KG__TILES_BITS
#undef KG__TILES_LAST
#undef KG__TILES_
