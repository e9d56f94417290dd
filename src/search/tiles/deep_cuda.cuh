/*
 * Iterative deepening on CUDA: a state as a lane holds it, and the children of a wave of states.
 *
 * Each place of a partition has the number of the pattern whose tile lies there. Bit q of the
 * numbers of all places is a plane. A few logical operations give the places of a pattern, so the
 * tiles themselves are not needed.
 *
 * A deck holds states word by word: word w of state k is at word[w * capacity + k]. So the lanes of
 * a warp read consecutive words. The words of the moves since the root come last, 2 bits a move.
 *
 * A wave is the deck of at most 32 states that a warp expands together, in shared memory. A state
 * has two children on average, and most searches keep one of them. So all lanes look children up,
 * one a lane, whatever their states are, and then all lanes make those that are left. A lane looks
 * first where a rise exceeds the bound.
 */
#ifndef KG_TILES_DEEP_CUH
#define KG_TILES_DEEP_CUH

#include "../../base/cuda.cuh"

#define KG__INLINE           static __device__ __forceinline__
#define KG__LOWEST_BIT(word) ((unsigned)__ffsll((long long)(word)) - 1)
extern "C" {
#include "deep_ops.h"
#include "partitions.h"
}

enum {
    KG__DEEP_MOVES_A_WORD = 16,
    KG__DEEP_LANES = 32,
    KG__DEEP_CHILDREN = KG__DEEP_LANES * KG__TILES_MOVES,
    /* Parts of a set: the lowest places, as many in the middle as above. */
    KG__DEEP_PART = 8,
    KG__DEEP_LOW = KG__PATTERN_PLACES - 2 * KG__DEEP_PART
};

/* P: most partitions; 2^Q: most patterns of a partition. */
template <unsigned P, unsigned Q> struct kg__deep_state {
    uint32_t plane[P][Q];
    uint32_t order[P][1 << (Q - 1)]; /* of each pattern, 16 bits */
    uint32_t h[(P + 3) / 4];         /* of each partition, 8 bits; at most `left` */
    uint32_t bits;                   /* of the databases: bit i is that of pattern i */
    uint32_t blank, left;            /* left: moves that the bound allows */
    uint32_t machine, root;
};

/* The first word of a member in a wave. */
#define KG__DEEP_WORD(state, member) (offsetof(state, member) / 4 * KG__DEEP_LANES)

typedef struct kg__deep_deck {
    uint32_t *word;
    uint64_t capacity;
} kg__deep_deck;

/* The input of a launch. */
typedef struct kg__deep_job {
    const kg__tiles *problem;
    const kg__deep_tables *tables;
    const uint32_t *detours;
    const kg__deep_root *root;
    uint8_t first[KG__DEEP_PARTITIONS]; /* pattern of each partition */
    uint32_t board;                     /* all places */
    unsigned depth, bound;              /* of the roots; of the iteration */
    unsigned most;                      /* moves from a root: bound - depth, or the most of any */
    bool all, several;                  /* several: each root has its own depth and bound */
    kg__deep_outcome *outcome;          /* of each puzzle; one if not several */
} kg__deep_job;

/* The tables that every lane of a block reads, in shared memory. The rank of a set is the sum of
 * the ranks of three parts. The ranks of the middle and of the high part depend on how many places
 * of the set are lower. */
typedef struct kg__deep_room {
    const uint32_t *bit[KG__DEEP_PATTERNS]; /* of each pattern's view */
    const uint4 *set[KG__DEEP_PATTERNS];
    const uint16_t *turn[KG__DEEP_PATTERNS];
    uint32_t words[KG__DEEP_PATTERNS]; /* of 32 bits */
    uint32_t items[KG__DEEP_PATTERNS], orders[KG__DEEP_PATTERNS], odd[KG__DEEP_PATTERNS];
    uint32_t high[KG__PATTERN_ITEMS + 1][1 << KG__DEEP_PART];
    uint16_t middle[KG__PATTERN_ITEMS + 1][1 << KG__DEEP_PART];
    uint16_t low[1 << KG__DEEP_LOW];
    uint8_t first[KG__DEEP_PARTITIONS]; /* pattern of each partition */
    uint8_t place[KG__DEEP_PARTITIONS][KG_TILES_CELLS];
    uint8_t cell[KG_TILES_CELLS][KG__TILES_MOVES];
    uint32_t colour, partitions;
} kg__deep_room;

/* The states that a warp expands, and their children: the state and move of each, bits and rises,
 * of which bit i is that of partition i, and its order in each partition, by partition. All in
 * shared memory. */
typedef struct kg__deep_wave {
    kg__deep_deck state;
    uint16_t *order;                       /* [partitions][CHILDREN] */
    uint8_t *child, *bits, *rises, *alive; /* [CHILDREN]; alive: those within the bound */
} kg__deep_wave;

/* Words of the moves since the root. The last move that the bound allows is number `most`. */
static __host__ __device__ inline unsigned kg__deep_path_words(const kg__deep_job *j)
{
    return (j->most + KG__DEEP_MOVES_A_WORD - 1) / KG__DEEP_MOVES_A_WORD;
}

template <unsigned P, unsigned Q>
static __device__ __forceinline__ void kg__deep_load(
    kg__deep_state<P, Q> *s, const kg__deep_deck *d, uint64_t at)
{
    uint32_t *word = (uint32_t *)s;

#pragma unroll
    for (unsigned w = 0; w < sizeof *s / 4; w++)
        word[w] = d->word[w * d->capacity + at];
}

template <unsigned P, unsigned Q>
static __device__ __forceinline__ void kg__deep_store(
    const kg__deep_state<P, Q> *s, const kg__deep_deck *d, uint64_t at)
{
    const uint32_t *word = (const uint32_t *)s;

#pragma unroll
    for (unsigned w = 0; w < sizeof *s / 4; w++)
        d->word[w * d->capacity + at] = word[w];
}

/* The pattern, of partition i, of the tile on a place. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ unsigned kg__deep_code(
    const kg__deep_state<P, Q> *s, unsigned i, unsigned place)
{
    unsigned code = 0;

#pragma unroll
    for (unsigned q = 0; q < Q; q++)
        code |= (s->plane[i][q] >> place & 1) << q;
    return code;
}

/* Makes a state of a root within the bound. */
template <unsigned P, unsigned Q>
static __device__ void kg__deep_enter(kg__deep_state<P, Q> *s, const kg__deep_job *j, uint64_t root)
{
    const kg__deep_root *r = &j->root[root];
    const kg__deep_tables *t = j->tables;

    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < t->partitions; i++) {
        const unsigned end = i + 1 < t->partitions ? j->first[i + 1] : t->patterns;

        s->h[i / 4] |= kg__deep_h(&r->node, i) << 8 * (i % 4);
        for (unsigned k = 0; k < end - j->first[i]; k++) {
            const kg__pattern_at *at = &r->node.at[j->first[i] + k];

            s->order[i][k / 2] |= at->order << 16 * (k % 2);
            for (unsigned q = 0; q < Q; q++)
                s->plane[i][q] |= k >> q & 1 ? at->set : 0;
        }
    }
    s->bits = r->node.bits;
    s->blank = r->node.blank;
    s->left = j->several ? r->bound - r->depth : j->most;
    s->machine = kg__detours_begin(j->detours, j->problem, r->node.blank, r->last);
    s->root = (uint32_t)root;
}

/* ---- shared memory --------------------------------------------------------------------------- */

/* Fills the room. All threads of the block call it. */
static __device__ void kg__deep_furnish(kg__deep_room *room, const kg__deep_job *j)
{
    const kg__deep_tables *t = j->tables;
    const kg__pattern_view *any = &t->view[0];

    for (unsigned k = threadIdx.x; k < t->patterns; k += blockDim.x) {
        const kg__pattern_view *v = &t->view[k];

        room->bit[k] = (const uint32_t *)v->bit;
        room->set[k] = (const uint4 *)v->set;
        room->turn[k] = v->turn;
        room->words[k] = 2 * v->words;
        room->items[k] = v->items;
        room->orders[k] = v->orders;
        room->odd[k] = v->odd;
    }
    for (unsigned k = threadIdx.x; k < 1 << KG__DEEP_LOW; k += blockDim.x)
        room->low[k] = (uint16_t)any->low[k];
    for (unsigned k = threadIdx.x; k < (KG__PATTERN_ITEMS + 1) << KG__DEEP_PART; k += blockDim.x) {
        const unsigned before = k >> KG__DEEP_PART, part = k & ((1 << KG__DEEP_PART) - 1);
        const unsigned split = KG__PATTERN_LOW - KG__DEEP_LOW; /* places of the view's low part */
        const uint32_t below = (1u << before) - 1;
        const uint32_t low = below | (part & ((1u << split) - 1)) << KG__DEEP_LOW;
        const bool fits = before + kg__pattern_ones(part) <= KG__PATTERN_ITEMS;
        const uint32_t *high = any->high + (kg__pattern_ones(fits ? low : 0) << KG__PATTERN_HIGH);

        room->middle[before][part] =
            (uint16_t)(fits ? any->low[low] - any->low[below] + high[part >> split] : 0);
        room->high[before][part] =
            any->high[(before << KG__PATTERN_HIGH) + (part << (KG__DEEP_PART - split))];
    }
    for (unsigned k = threadIdx.x; k < sizeof room->place; k += blockDim.x)
        room->place[0][k] = t->place[0][k];
    for (unsigned k = threadIdx.x; k < sizeof room->cell; k += blockDim.x)
        room->cell[0][k] = j->problem->cell[0][k];
    if (threadIdx.x == 0) {
        for (unsigned i = 0; i < KG__DEEP_PARTITIONS; i++)
            room->first[i] = j->first[i];
        room->colour = any->colour;
        room->partitions = t->partitions;
    }
    __syncthreads();
}

/* The bytes of a wave. words: of a state with its path */
template <unsigned P> static __host__ __device__ inline unsigned kg__deep_wave_bytes(unsigned words)
{
    return words * KG__DEEP_LANES * sizeof(uint32_t) +
           KG__DEEP_CHILDREN * (P * sizeof(uint16_t) + 4);
}

template <unsigned P>
static __device__ __forceinline__ kg__deep_wave kg__deep_make_wave(void *base, unsigned words)
{
    kg__deep_wave w;

    w.state = {(uint32_t *)base, KG__DEEP_LANES};
    w.order = (uint16_t *)(w.state.word + words * KG__DEEP_LANES);
    w.child = (uint8_t *)(w.order + P * KG__DEEP_CHILDREN);
    w.bits = w.child + KG__DEEP_CHILDREN;
    w.rises = w.bits + KG__DEEP_CHILDREN;
    w.alive = w.rises + KG__DEEP_CHILDREN;
    return w;
}

/* ---- children -------------------------------------------------------------------------------- */

static __device__ __forceinline__ uint32_t kg__deep_rank(const kg__deep_room *room, uint32_t set)
{
    const uint32_t low = set & ((1u << KG__DEEP_LOW) - 1);
    const uint32_t lower = set & ((1u << (KG__DEEP_LOW + KG__DEEP_PART)) - 1);
    const uint32_t middle = lower >> KG__DEEP_LOW, high = set >> (KG__DEEP_LOW + KG__DEEP_PART);

    return room->low[low] + room->middle[kg__pattern_ones(low)][middle] +
           room->high[kg__pattern_ones(lower)][high];
}

/* The entry of a child in the database of the pattern that has the moved tile. */
typedef struct kg__deep_probe {
    const uint32_t *word;
    uint32_t order, odd; /* odd: what the bit is if the bound rises */
} kg__deep_probe;

/* Finds an entry in partition i. word: of the state, 32 words apart; cell: from which the tile goes
 * to the blank; wanted: false for an entry that is not used. No branch is long, so that a lane has
 * several reads under way. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ kg__deep_probe kg__deep_find_child(const kg__deep_room *room,
    const kg__deep_job *j, const uint32_t *word, unsigned cell, unsigned blank, unsigned i,
    bool wanted)
{
    using state = kg__deep_state<P, Q>;
    const unsigned place = room->place[i][cell], hole = room->place[i][blank];
    uint32_t from = j->board & ~(1u << hole);
    unsigned code = 0;
    kg__deep_probe found;

#pragma unroll
    for (unsigned q = 0; q < Q; q++) {
        const uint32_t plane = word[KG__DEEP_WORD(state, plane) + (i * Q + q) * KG__DEEP_LANES],
                       bit = plane >> place & 1;

        code |= bit << q;
        from &= plane ^ (bit - 1);
    }
    const unsigned pattern = room->first[i] + code;
    const uint32_t rest = from & ~(1u << place), to = rest | 1u << hole;
    const unsigned before = kg__pattern_ones(rest & ((1u << place) - 1));
    const unsigned after = kg__pattern_ones(rest & ((1u << hole) - 1));
    const uint4 set = room->set[pattern][wanted ? kg__deep_rank(room, to) : 0];
    const uint32_t region = place < 10 ? set.y : place < 20 ? set.z : set.w;
    const uint64_t block = set.x + (region >> 3 * (place % 10) & 7);

    found.order =
        word[KG__DEEP_WORD(state, order) + (i * (1 << (Q - 1)) + code / 2) * KG__DEEP_LANES] >>
            16 * (code % 2) &
        0xffff;
    if (wanted && before != after)
        found.order =
            room->turn[pattern][(before * room->items[pattern] + after) * room->orders[pattern] +
                                found.order];
    found.odd = (kg__pattern_ones(from & room->colour) ^ room->odd[pattern] ^
                    word[KG__DEEP_WORD(state, bits)] >> pattern) &
                1;
    found.word = room->bit[pattern];
    if (wanted)
        found.word += block * room->words[pattern] + found.order / 32;
    return found;
}

/* Looks up child c. Returns whether it is within the bound. active: false for a lane without a
 * child. All lanes of the warp call it. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ bool kg__deep_look(const kg__deep_wave *w,
    const kg__deep_room *room, const kg__deep_job *j, unsigned c, bool active)
{
    using state = kg__deep_state<P, Q>;
    constexpr unsigned GROUP = P <= 2 ? 1 : 2; /* partitions at a time, as measured */
    const unsigned child = w->child[active ? c : 0];
    const uint32_t *word = w->state.word + child % KG__DEEP_LANES;
    const unsigned blank = word[KG__DEEP_WORD(state, blank)],
                   left = word[KG__DEEP_WORD(state, left)];
    const unsigned cell = room->cell[blank][child / KG__DEEP_LANES];
    unsigned tight = 0, todo = active ? (1u << room->partitions) - 1 : 0, bits = 0, rises = 0;

#pragma unroll
    for (unsigned i = 0; i < P; i++)
        tight |= (unsigned)((word[KG__DEEP_WORD(state, h) + i / 4 * KG__DEEP_LANES] >> 8 * (i % 4) &
                                255) == left)
                 << i;
    while (__any_sync(~0u, todo)) {
        kg__deep_probe probe[GROUP];
        uint32_t entry[GROUP];
        unsigned i[GROUP], which[GROUP];

#pragma unroll
        for (unsigned g = 0; g < GROUP; g++) {
            which[g] = todo & tight ? todo & tight : todo;
            which[g] &= 0 - which[g];
            todo &= ~which[g];
            i[g] = which[g] ? KG__LOWEST_BIT(which[g]) : 0;
            probe[g] = kg__deep_find_child<P, Q>(room, j, word, cell, blank, i[g], which[g]);
        }
#pragma unroll
        for (unsigned g = 0; g < GROUP; g++)
            entry[g] = *probe[g].word;
#pragma unroll
        for (unsigned g = 0; g < GROUP; g++) {
            const unsigned bit = entry[g] >> probe[g].order % 32 & 1;

            if (which[g])
                w->order[i[g] * KG__DEEP_CHILDREN + c] = (uint16_t)probe[g].order;
            bits |= bit ? which[g] : 0;
            rises |= bit == probe[g].odd ? which[g] : 0;
        }
        if (rises & tight)
            todo = active = 0;
    }
    if (active) {
        w->bits[c] = (uint8_t)bits;
        w->rises[c] = (uint8_t)rises;
    }
    return active;
}

/* The moves of a state that complete no detour, as bits. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ unsigned kg__deep_moves(
    const kg__deep_wave *w, const kg__deep_job *j, unsigned column)
{
    using state = kg__deep_state<P, Q>;
    const uint32_t *next =
        &j->detours[KG__TILES_MOVES * w->state.word[KG__DEEP_WORD(state, machine) + column]];
    unsigned ok = 0;

#pragma unroll
    for (unsigned m = 0; m < KG__TILES_MOVES; m++)
        ok |= (unsigned)(next[m] != KG__TILES_DETOUR) << m;
    return ok;
}

/* Makes child c. Returns its move. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ unsigned kg__deep_follow(kg__deep_state<P, Q> *s,
    const kg__deep_wave *w, const kg__deep_room *room, const kg__deep_job *j, unsigned c)
{
    const unsigned move = w->child[c] / KG__DEEP_LANES, bits = w->bits[c], rises = w->rises[c];

    kg__deep_load(s, &w->state, w->child[c] % KG__DEEP_LANES);
    const unsigned cell = room->cell[s->blank][move];
#pragma unroll
    for (unsigned i = 0; i < P; i++) {
        const unsigned place = room->place[i][cell], hole = room->place[i][s->blank];
        const unsigned code = kg__deep_code(s, i, place), pattern = room->first[i] + code;
        const uint32_t used = i < room->partitions;
        const uint32_t order = used ? w->order[i * KG__DEEP_CHILDREN + c] : 0;

#pragma unroll
        for (unsigned q = 0; q < Q; q++)
            s->plane[i][q] ^= (code >> q & used) * (1u << place | 1u << hole);
#pragma unroll
        for (unsigned k = 0; k < 1 << (Q - 1); k++) {
            const uint32_t keep = code / 2 != k ? ~0u : code % 2 ? 0xffff : 0xffff0000;

            s->order[i][k] = (s->order[i][k] & keep) | ((order << 16 * (code % 2)) & ~keep);
        }
        s->h[i / 4] += used * ((rises >> i & 1 ? 1u : ~0u) << 8 * (i % 4));
        s->bits = (s->bits & ~(used << pattern)) | (bits >> i & used) << pattern;
    }
    s->machine = j->detours[KG__TILES_MOVES * s->machine + move];
    s->blank = cell;
    s->left--;
    return move;
}

/* The word of a child's path, which is that of its state with one more move. moved: moves of the
 * state's */
static __device__ __forceinline__ uint32_t kg__deep_path_word(
    uint32_t path, unsigned word, unsigned moved, unsigned move)
{
    return word == moved / KG__DEEP_MOVES_A_WORD
               ? path | move << 2 * (moved % KG__DEEP_MOVES_A_WORD)
               : path;
}

#endif
