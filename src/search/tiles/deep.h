/*
 * Iterative deepening on sliding puzzles with pattern databases: the state of a search, and one
 * move. Small inline functions that a backend includes, in C or in CUDA.
 *
 * A partition divides the tiles into patterns, whose distances add up to a bound. Several
 * partitions give several bounds, of which the largest counts. A move changes the bound of each
 * partition by one, as it moves one tile.
 *
 * R. Korf, "Depth-first iterative-deepening", Artificial Intelligence 27, 1985.
 */
#ifndef KG_TILES_DEEP_H
#define KG_TILES_DEEP_H

#include "../patterns/patterns.h"
#include "detours.h"

enum {
    KG__DEEP_PARTITIONS = 8,
    KG__DEEP_PATTERNS = 32, /* of all partitions */
    KG__DEEP_MOVES = 255,   /* most moves of a solution */
    KG__DEEP_ROOTS = 32,    /* most moves to a root */
    KG__DEEP_WALKS = 4      /* searches that a thread of the CPU interleaves */
};

/* The databases as a search reads them, in host or device memory. A mirrored partition looks a
 * board up as its main diagonal mirrors it, and so needs no databases of its own. */
typedef struct kg__deep_tables {
    unsigned partitions, patterns;
    uint8_t of[KG__DEEP_PARTITIONS][KG_TILES_CELLS];    /* the pattern of each tile; none for 0 */
    uint8_t place[KG__DEEP_PARTITIONS][KG_TILES_CELLS]; /* where the databases see each cell */
    uint8_t spot[KG__DEEP_PARTITIONS][KG_TILES_CELLS];  /* kg__pattern_spot() of that place */
    kg__pattern_view view[KG__DEEP_PATTERNS];
} kg__deep_tables;

/* A state. */
typedef struct kg__deep_node {
    uint64_t h; /* the bound of each partition, 8 bits each, the first one lowest */
    kg__pattern_at at[KG__DEEP_PATTERNS];
    uint32_t bits; /* of the databases: bit i is that of pattern i */
    uint8_t blank;
    uint8_t tile[KG_TILES_CELLS];
} kg__deep_node;

/* A state from which a search begins, and the moves that led to it, 2 bits each, the first one
 * lowest. */
typedef struct kg__deep_root {
    kg__deep_node node;
    uint8_t last; /* move, or KG__TILES_ROOT */
    uint64_t path;
    uint8_t depth, bound; /* if the search has several puzzles: of the root's puzzle, */
    uint32_t puzzle;      /* and its number */
} kg__deep_root;

/* Where a thread of a search goes on: behind a state below a root, which it has expanded. */
typedef struct kg__deep_position {
    uint32_t root, depth;             /* depth: moves from the root */
    uint8_t move[KG__DEEP_MOVES + 1]; /* [depth] */
} kg__deep_position;

/* A move that has been tried: for each partition the new order of the pattern that has the tile,
 * its new bit, and a bit that says whether the bound rises. */
typedef struct kg__deep_change {
    uint16_t order[KG__DEEP_PARTITIONS];
    uint8_t bits, rises;
} kg__deep_change;

/* The entry of a pattern after a move. Finding it takes two reads from memory, one after the other,
 * before its own, so it goes in steps. */
typedef struct kg__deep_entry {
    union {
        const kg__pattern_set *set;
        const uint64_t *word; /* later */
    };
    uint16_t order;
    uint8_t pattern, spot; /* spot: of the blank */
    bool parity;           /* of the entry before */
} kg__deep_entry;

/* Finds the set of partition i after the tile of a cell goes to the blank. e: [out] */
KG__INLINE void kg__deep_find(
    kg__deep_entry *e, const kg__deep_tables *t, const kg__deep_node *n, unsigned cell, unsigned i)
{
    const unsigned place = t->place[i][cell], blank = t->place[i][n->blank];
    const unsigned pattern = t->of[i][n->tile[cell]], spot = t->spot[i][cell];
    const kg__pattern_view *v = &t->view[pattern];
    const kg__pattern_at from = n->at[pattern], to = kg__pattern_step(v, from, place, blank);
    const kg__pattern_set *set = &v->set[kg__pattern_rank(v, to.set)];
    const bool parity = kg__pattern_parity(v, from.set) ^ (n->bits >> pattern & 1);

    __builtin_prefetch(set);
    e->set = set;
    e->order = (uint16_t)to.order;
    e->pattern = (uint8_t)pattern;
    e->spot = (uint8_t)spot;
    e->parity = parity;
}

/* Finds the word of the entry. */
KG__INLINE void kg__deep_aim(kg__deep_entry *e, const kg__deep_tables *t)
{
    const kg__pattern_view *v = &t->view[e->pattern];
    const uint64_t block = e->set->first + kg__pattern_region(e->set, e->spot);

    e->word = v->bit + block * v->words + e->order / 64;
    __builtin_prefetch(e->word);
}

/* Reads the entry of partition i. Returns whether the bound rises. change: [in, out] */
KG__INLINE bool kg__deep_read(const kg__deep_entry *e, unsigned i, kg__deep_change *change)
{
    const unsigned bit = *e->word >> e->order % 64 & 1;
    const bool rises = bit == e->parity;

    change->order[i] = e->order;
    change->bits |= (uint8_t)(bit << i);
    change->rises |= (uint8_t)(rises << i);
    return rises;
}

/* Looks up the state after the tile of a cell has gone to the blank. */
KG__INLINE kg__deep_change kg__deep_look(
    const kg__deep_tables *t, const kg__deep_node *n, unsigned cell)
{
    kg__deep_change change = {.bits = 0};
    kg__deep_entry e;

    for (unsigned i = 0; i < t->partitions; i++) {
        kg__deep_find(&e, t, n, cell, i);
        kg__deep_aim(&e, t);
        kg__deep_read(&e, i, &change);
    }
    return change;
}

/* ---- words of 8 bytes, one a partition ------------------------------------------------------- */

#define KG__DEEP_LOWEST UINT64_C(0x0101010101010101) /* the lowest bit of each byte */

/* 0x80 in the bytes that are 0. */
KG__INLINE uint64_t kg__deep_zeros(uint64_t bytes)
{
    const uint64_t low = 0x7f * KG__DEEP_LOWEST;

    return ~(((bytes & low) + low) | bytes | low);
}

/* 0x80 in the byte of each partition. */
KG__INLINE uint64_t kg__deep_all(const kg__deep_tables *t)
{
    return (KG__DEEP_LOWEST << 7) >> 8 * (KG__DEEP_PARTITIONS - t->partitions);
}

/* 1 in the byte of each bit. */
KG__INLINE uint64_t kg__deep_spread(unsigned bits)
{
    const uint64_t low = 0x7f * KG__DEEP_LOWEST;

    return (((bits * KG__DEEP_LOWEST & UINT64_C(0x8040201008040201)) + low) >> 7) & KG__DEEP_LOWEST;
}

/* The partition of the lowest byte that is not 0. */
KG__INLINE unsigned kg__deep_first(uint64_t bytes)
{
    return KG__LOWEST_BIT(bytes) / 8;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Makes a move. */
KG__INLINE void kg__deep_move(
    const kg__deep_tables *t, kg__deep_node *n, unsigned cell, const kg__deep_change *change)
{
    const unsigned tile = n->tile[cell], blank = n->blank;
    uint32_t moved = 0, bits = 0;

    for (unsigned i = 0; i < t->partitions; i++) {
        const unsigned pattern = t->of[i][tile];
        kg__pattern_at *at = &n->at[pattern];

        at->set ^= 1u << t->place[i][cell] | 1u << t->place[i][blank];
        at->order = change->order[i];
        moved |= 1u << pattern;
        bits |= (change->bits >> i & 1u) << pattern;
    }
    n->h += 2 * kg__deep_spread(change->rises) - (kg__deep_all(t) >> 7);
    n->bits = (n->bits & ~moved) | bits;
    n->tile[blank] = (uint8_t)tile;
    n->tile[cell] = 0;
    n->blank = (uint8_t)cell;
}

/* A state on the way from a root. */
typedef struct kg__deep_step {
    kg__deep_node node;
    uint32_t machine; /* the state of the machine that knows detours */
    uint8_t last;     /* the move that led here */
    uint8_t open;     /* moves that are within the bound and not yet made, as bits */
    kg__deep_change change[KG__TILES_MOVES]; /* of each open move */
} kg__deep_step;

/* The data that a search reads. */
typedef struct kg__deep_view {
    const kg__tiles *problem;
    const kg__deep_tables *tables;
    const uint32_t *detours; /* the machine's next states */
} kg__deep_view;

/* The children of a state while they are looked up: first in the partitions where the bound must
 * not rise, then those that are left in the others. The entries of all are fetched together. */
typedef struct kg__deep_children {
    uint64_t wanted; /* 0x80 in the byte of each partition that is looked up now */
    unsigned open;   /* moves of the children that are left, as bits */
    kg__deep_entry entry[KG__TILES_MOVES][KG__DEEP_PARTITIONS];
} kg__deep_children;

/* Begins the way at a root. */
KG__INLINE void kg__deep_begin(
    const kg__deep_view *v, kg__deep_step *way, const kg__deep_root *root)
{
    way->node = root->node;
    way->machine = kg__detours_begin(v->detours, v->problem, root->node.blank, root->last);
    way->last = root->last;
    way->open = 0;
}

/* Finds the sets of some partitions for the children that are left. */
KG__INLINE void kg__deep_find_sets(
    const kg__deep_view *v, const kg__deep_node *n, kg__deep_children *c, uint64_t partitions)
{
    c->wanted = partitions;
    for (unsigned open = c->open; open; open &= open - 1) {
        const unsigned move = KG__LOWEST_BIT(open), cell = v->problem->cell[n->blank][move];

        for (uint64_t left = partitions; left; left &= left - 1)
            kg__deep_find(
                &c->entry[move][kg__deep_first(left)], v->tables, n, cell, kg__deep_first(left));
    }
}

/* Finds the words of the entries whose sets are found. */
KG__INLINE void kg__deep_find_words(const kg__deep_view *v, kg__deep_children *c)
{
    for (unsigned open = c->open; open; open &= open - 1)
        for (uint64_t left = c->wanted; left; left &= left - 1)
            kg__deep_aim(&c->entry[KG__LOWEST_BIT(open)][kg__deep_first(left)], v->tables);
}

/* Lists the children of a state, but for detours. left: moves that the bound allows after them.
 * Returns their number. */
KG__INLINE unsigned kg__deep_list(
    const kg__deep_view *v, kg__deep_step *s, kg__deep_children *c, unsigned left)
{
    const uint32_t *machine = &v->detours[KG__TILES_MOVES * s->machine];

    c->open = 0;
    for (unsigned move = 0; move < KG__TILES_MOVES; move++) {
        c->open |= (unsigned)(machine[move] != KG__TILES_DETOUR) << move;
        s->change[move].bits = s->change[move].rises = 0;
    }
    kg__deep_find_sets(v, &s->node, c,
        kg__deep_zeros(s->node.h ^ (left + 1) * KG__DEEP_LOWEST) & kg__deep_all(v->tables));
    return kg__pattern_ones(c->open);
}

/* Drops the children that exceed the bound. */
KG__INLINE void kg__deep_drop(const kg__deep_view *v, kg__deep_step *s, kg__deep_children *c)
{
    for (unsigned open = c->open; open; open &= open - 1) {
        const unsigned move = KG__LOWEST_BIT(open);
        bool rises = false;

        for (uint64_t left = c->wanted; left && !rises; left &= left - 1)
            rises = kg__deep_read(
                &c->entry[move][kg__deep_first(left)], kg__deep_first(left), &s->change[move]);
        c->open &= ~((unsigned)rises << move);
    }
    kg__deep_find_sets(v, &s->node, c, kg__deep_all(v->tables) & ~c->wanted);
}

/* Reads what is left. The children that are left are the step's open moves. */
KG__INLINE void kg__deep_settle(kg__deep_step *s, const kg__deep_children *c)
{
    for (unsigned open = c->open; open; open &= open - 1)
        for (uint64_t left = c->wanted; left; left &= left - 1)
            kg__deep_read(&c->entry[KG__LOWEST_BIT(open)][kg__deep_first(left)],
                kg__deep_first(left), &s->change[KG__LOWEST_BIT(open)]);
    s->open = (uint8_t)c->open;
}

/* Makes an open move. s: [in, out] the step before it; next: [out] the step after it */
KG__INLINE void kg__deep_descend(
    const kg__deep_view *v, kg__deep_step *s, kg__deep_step *next, unsigned move)
{
    s->open &= (uint8_t) ~(1u << move);
    next->node = s->node;
    kg__deep_move(v->tables, &next->node, v->problem->cell[s->node.blank][move], &s->change[move]);
    next->machine = v->detours[KG__TILES_MOVES * s->machine + move];
    next->last = (uint8_t)move;
    next->open = 0;
}

/* Makes a move, as a search that has come back from the moves before it. left: moves that the bound
 * allows after it. Returns false if no search makes it. */
KG__INLINE bool kg__deep_follow_move(
    const kg__deep_view *v, kg__deep_step *s, kg__deep_step *next, unsigned move, unsigned left)
{
    kg__deep_children c;

    if (move >= KG__TILES_MOVES)
        return false;
    kg__deep_list(v, s, &c, left);
    kg__deep_find_words(v, &c);
    kg__deep_drop(v, s, &c);
    kg__deep_find_words(v, &c);
    kg__deep_settle(s, &c);
    if (!(s->open >> move & 1))
        return false;
    s->open &= (uint8_t)(~0u << move);
    kg__deep_descend(v, s, next, move);
    return true;
}

/* Goes to the next state below a root whose parent has open moves, depth first. Returns false if
 * there is none. depth: [in, out] of the state, 0 at the root */
KG__INLINE bool kg__deep_next(const kg__deep_view *v, kg__deep_step *way, unsigned *depth)
{
    unsigned at = *depth;

    while (!way[at].open)
        if (at-- == 0)
            return false;
    kg__deep_descend(v, &way[at], &way[at + 1], KG__LOWEST_BIT(way[at].open));
    *depth = at + 1;
    return true;
}

/* The bound of a partition. */
KG__INLINE unsigned kg__deep_h(const kg__deep_node *n, unsigned partition)
{
    return n->h >> 8 * partition & 255;
}

/* The bound of a state. */
KG__INLINE unsigned kg__deep_bound(const kg__deep_tables *t, const kg__deep_node *n)
{
    unsigned h = 0;

    for (unsigned i = 0; i < t->partitions; i++)
        h = kg__deep_h(n, i) > h ? kg__deep_h(n, i) : h;
    return h;
}

/* The moves from the start to a target. depth: of the root; way: from there; move: [out] [bound] */
KG__INLINE void kg__deep_path(uint8_t *move, const kg__deep_root *root, const kg__deep_step *way,
    unsigned depth, unsigned bound)
{
    for (unsigned i = 0; i < bound; i++)
        move[i] = (uint8_t)(i < depth ? root->path >> 2 * i & 3 : way[i - depth + 1].last);
}

#endif
