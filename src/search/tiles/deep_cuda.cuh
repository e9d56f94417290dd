/*
 * Iterative deepening on CUDA: a state as a lane holds it, and all its children at once.
 *
 * Each place of a partition has the number of the pattern whose tile lies there. Bit q of the
 * numbers of all places is a plane. A few logical operations give the places of a pattern, so the
 * tiles themselves are not needed.
 *
 * A lane looks up all children of its state together, because a search waits for memory most of the
 * time. It looks first where a rise exceeds the bound, and elsewhere only for the children that are
 * left.
 *
 * A deck holds states word by word: word w of state k is at word[w * capacity + k]. So the lanes of
 * a warp read consecutive words. The words of the moves since the root come last, 2 bits a move.
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
    KG__DEEP_GROUP = 4 /* partitions that are looked up together */
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

/* The children of a state, by move. Bit i of bits and rises is that of partition i. */
template <unsigned P> struct kg__deep_children {
    unsigned ok; /* bit m: the child of move m is within the bound */
    uint32_t machine[KG__TILES_MOVES], bits[KG__TILES_MOVES], rises[KG__TILES_MOVES];
    uint32_t order[KG__TILES_MOVES][P];
};

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

template <unsigned P, unsigned Q>
static __device__ __forceinline__ unsigned kg__deep_h(const kg__deep_state<P, Q> *s, unsigned i)
{
    return s->h[i / 4] >> 8 * (i % 4) & 255;
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

/* The places of a pattern. board: all places but the blank one. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ uint32_t kg__deep_set(
    const kg__deep_state<P, Q> *s, unsigned i, unsigned code, uint32_t board)
{
#pragma unroll
    for (unsigned q = 0; q < Q; q++)
        board &= s->plane[i][q] ^ ((code >> q & 1) - 1);
    return board;
}

template <unsigned P, unsigned Q>
static __device__ __forceinline__ uint32_t kg__deep_order(
    const kg__deep_state<P, Q> *s, unsigned i, unsigned code)
{
    uint32_t word = 0;

#pragma unroll
    for (unsigned k = 0; k < 1 << (Q - 1); k++)
        word |= code / 2 == k ? s->order[i][k] : 0;
    return word >> 16 * (code % 2) & 0xffff;
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

        s->h[i / 4] |= (uint32_t)r->node.h[i] << 8 * (i % 4);
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

/* The entry of a child in the database of the pattern that has the moved tile. */
typedef struct kg__deep_probe {
    const uint32_t *word;
    uint32_t order, pattern, odd; /* odd: what the bit is if the bound rises */
} kg__deep_probe;

/* Finds an entry in partition i. wanted: false for an entry that is not used. No branch is long, so
 * that a lane has many reads under way. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ kg__deep_probe kg__deep_find_child(
    const kg__deep_state<P, Q> *s, const kg__deep_job *j, unsigned cell, unsigned i, bool wanted)
{
    const kg__deep_tables *t = j->tables;
    const unsigned place = t->place[i][cell], blank = t->place[i][s->blank];
    const unsigned code = kg__deep_code(s, i, place), pattern = j->first[i] + code;
    const kg__pattern_view *v = &t->view[pattern];
    const uint32_t from = kg__deep_set(s, i, code, j->board & ~(1u << blank));
    const uint32_t rest = from & ~(1u << place), to = rest | 1u << blank;
    const unsigned before = kg__pattern_ones(rest & ((1u << place) - 1));
    const unsigned after = kg__pattern_ones(rest & ((1u << blank) - 1));
    const uint32_t order = kg__deep_order(s, i, code);
    const uint32_t rank = wanted ? kg__pattern_rank(v, to) : 0;
    const kg__pattern_set *set = &v->set[rank];
    const uint64_t block = set->first + kg__pattern_region(set, place);
    kg__deep_probe found;

    found.order = kg__pattern_turned(v, before, wanted ? after : before, order);
    found.pattern = pattern;
    found.odd = kg__pattern_parity(v, from) ^ (s->bits >> pattern & 1);
    found.word = (const uint32_t *)v->bit;
    if (wanted)
        found.word += block * 2 * v->words + found.order / 32;
    return found;
}

/* Looks up the children of the moves c->ok in some partitions, from FROM on. which: bit i for
 * partition i. */
template <unsigned FROM, unsigned P, unsigned Q>
static __device__ __forceinline__ void kg__deep_look_group(
    kg__deep_children<P> *c, const kg__deep_state<P, Q> *s, const kg__deep_job *j, unsigned which)
{
    constexpr unsigned END = FROM + KG__DEEP_GROUP < P ? FROM + KG__DEEP_GROUP : P;
    kg__deep_probe probe[KG__TILES_MOVES][P];
    uint32_t word[KG__TILES_MOVES][P];

#pragma unroll
    for (unsigned m = 0; m < KG__TILES_MOVES; m++) {
        const bool ok = c->ok >> m & 1;
        const unsigned cell = ok ? j->problem->cell[s->blank][m] : s->blank;

#pragma unroll
        for (unsigned i = FROM; i < END; i++)
            probe[m][i] = kg__deep_find_child(s, j, cell, i, ok && which >> i & 1);
    }
#pragma unroll
    for (unsigned m = 0; m < KG__TILES_MOVES; m++)
#pragma unroll
        for (unsigned i = FROM; i < END; i++)
            word[m][i] = *probe[m][i].word;
#pragma unroll
    for (unsigned m = 0; m < KG__TILES_MOVES; m++)
#pragma unroll
        for (unsigned i = FROM; i < END; i++) {
            const kg__deep_probe *e = &probe[m][i];
            const unsigned bit = word[m][i] >> e->order % 32 & 1, used = which >> i & 1;

            c->bits[m] |= (bit & used) << i;
            c->rises[m] |= ((unsigned)(bit == e->odd) & used) << i;
            c->order[m][i] = used ? e->order : c->order[m][i];
        }
}

/* Looks up the children of the moves c->ok in some partitions, group by group. tight: whether a
 * rise exceeds the bound. */
template <unsigned FROM, unsigned P, unsigned Q>
static __device__ __forceinline__ void kg__deep_look(kg__deep_children<P> *c,
    const kg__deep_state<P, Q> *s, const kg__deep_job *j, unsigned which, bool tight)
{
    kg__deep_look_group<FROM>(c, s, j, which);
    if (tight)
#pragma unroll
        for (unsigned m = 0; m < KG__TILES_MOVES; m++)
            c->ok &= ~((unsigned)((c->rises[m] & which) != 0) << m);
    if constexpr (FROM + KG__DEEP_GROUP < P)
        kg__deep_look<FROM + KG__DEEP_GROUP>(c, s, j, which, tight);
}

/* The children within the bound. Returns how many were tried. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ unsigned kg__deep_expand(
    kg__deep_children<P> *c, const kg__deep_state<P, Q> *s, const kg__deep_job *j)
{
    const uint32_t *next = &j->detours[KG__TILES_MOVES * s->machine];
    unsigned tight = 0, tried;

    c->ok = 0;
#pragma unroll
    for (unsigned m = 0; m < KG__TILES_MOVES; m++) {
        c->machine[m] = next[m];
        c->ok |= (unsigned)(c->machine[m] != KG__TILES_DETOUR) << m;
        c->bits[m] = c->rises[m] = 0;
    }
    tried = (unsigned)__popc(c->ok);
#pragma unroll
    for (unsigned i = 0; i < P; i++)
        tight |= (unsigned)(i < j->tables->partitions && kg__deep_h(s, i) == s->left) << i;
    kg__deep_look<0>(c, s, j, tight, true);
    kg__deep_look<0>(c, s, j, ((1u << j->tables->partitions) - 1) & ~tight, false);
    return tried;
}

/* A state becomes its child of a move. */
template <unsigned P, unsigned Q>
static __device__ __forceinline__ void kg__deep_follow(
    kg__deep_state<P, Q> *s, const kg__deep_children<P> *c, const kg__deep_job *j, unsigned move)
{
    const kg__deep_tables *t = j->tables;
    const unsigned cell = j->problem->cell[s->blank][move];

#pragma unroll
    for (unsigned i = 0; i < P; i++) {
        const unsigned place = t->place[i][cell], blank = t->place[i][s->blank];
        const unsigned code = kg__deep_code(s, i, place), pattern = j->first[i] + code;
        const uint32_t order = c->order[move][i], used = i < t->partitions;

#pragma unroll
        for (unsigned q = 0; q < Q; q++)
            s->plane[i][q] ^= (code >> q & used) * (1u << place | 1u << blank);
#pragma unroll
        for (unsigned k = 0; k < 1 << (Q - 1); k++) {
            const uint32_t keep = code / 2 != k ? ~0u : code % 2 ? 0xffff : 0xffff0000;

            s->order[i][k] = (s->order[i][k] & keep) | ((order << 16 * (code % 2)) & ~keep);
        }
        s->h[i / 4] += used * ((c->rises[move] >> i & 1 ? 1u : ~0u) << 8 * (i % 4));
        s->bits = (s->bits & ~(used << pattern)) | (c->bits[move] >> i & used) << pattern;
    }
    s->blank = cell;
    s->left--;
    s->machine = c->machine[move];
}

#endif
