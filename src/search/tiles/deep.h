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
    kg__pattern_view view[KG__DEEP_PATTERNS];
} kg__deep_tables;

/* A state. */
typedef struct kg__deep_node {
    uint8_t tile[KG_TILES_CELLS];
    uint8_t blank;
    uint8_t h[KG__DEEP_PARTITIONS];
    uint32_t bits; /* of the databases: bit i is that of pattern i */
    kg__pattern_at at[KG__DEEP_PATTERNS];
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

/* The entry of a pattern after a move. Finding it takes three reads from memory, one after another,
 * so it goes in steps. */
typedef struct kg__deep_entry {
    const kg__pattern_set *set;
    const uint64_t *word;
    uint16_t order;
    uint8_t pattern, place; /* place: of the blank */
    bool parity;            /* of the entry before */
} kg__deep_entry;

/* Finds the set of partition i after the tile of a cell goes to the blank. */
KG__INLINE kg__deep_entry kg__deep_find(
    const kg__deep_tables *t, const kg__deep_node *n, unsigned cell, unsigned i)
{
    const unsigned place = t->place[i][cell], blank = t->place[i][n->blank];
    const unsigned pattern = t->of[i][n->tile[cell]];
    const kg__pattern_view *v = &t->view[pattern];
    const kg__pattern_at from = n->at[pattern], to = kg__pattern_step(v, from, place, blank);
    const kg__deep_entry e = {&v->set[kg__pattern_rank(v, to.set)], NULL, (uint16_t)to.order,
        (uint8_t)pattern, (uint8_t)place,
        kg__pattern_parity(v, from.set) ^ (n->bits >> pattern & 1)};

    __builtin_prefetch(e.set);
    return e;
}

/* Finds the word of the entry. */
KG__INLINE void kg__deep_aim(const kg__deep_tables *t, kg__deep_entry *e)
{
    const kg__pattern_view *v = &t->view[e->pattern];
    const uint64_t block = e->set->first + kg__pattern_region(e->set, e->place);

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

    for (unsigned i = 0; i < t->partitions; i++) {
        kg__deep_entry e = kg__deep_find(t, n, cell, i);

        kg__deep_aim(t, &e);
        kg__deep_read(&e, i, &change);
    }
    return change;
}

/* Makes a move. undo: [out] a change that makes the opposite move. */
KG__INLINE void kg__deep_move(const kg__deep_tables *t, kg__deep_node *n, unsigned cell,
    const kg__deep_change *change, kg__deep_change *undo)
{
    const unsigned tile = n->tile[cell];

    undo->rises = (uint8_t)~change->rises;
    undo->bits = 0;
    for (unsigned i = 0; i < t->partitions; i++) {
        const unsigned pattern = t->of[i][tile];
        kg__pattern_at *at = &n->at[pattern];

        undo->order[i] = (uint16_t)at->order;
        undo->bits |= (uint8_t)((n->bits >> pattern & 1) << i);
        n->bits = (n->bits & ~(1u << pattern)) | (change->bits >> i & 1u) << pattern;
        at->set ^= 1u << t->place[i][cell] | 1u << t->place[i][n->blank];
        at->order = change->order[i];
        n->h[i] = (uint8_t)(change->rises >> i & 1 ? n->h[i] + 1 : n->h[i] - 1);
    }
    n->tile[n->blank] = (uint8_t)tile;
    n->tile[cell] = 0;
    n->blank = (uint8_t)cell;
}

/* A state on the way from a root. */
typedef struct kg__deep_step {
    kg__deep_change undo;
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
    unsigned wanted; /* the partitions that are looked up now, as bits */
    unsigned open;   /* moves of the children that are left, as bits */
    kg__deep_entry entry[KG__TILES_MOVES][KG__DEEP_PARTITIONS];
} kg__deep_children;

/* Begins the way at a root. */
KG__INLINE void kg__deep_begin(
    const kg__deep_view *v, kg__deep_step *way, const kg__deep_root *root)
{
    way->machine = kg__detours_begin(v->detours, v->problem, root->node.blank, root->last);
    way->last = root->last;
    way->open = 0;
}

/* Finds the sets of some partitions, as bits, for the children that are left. */
KG__INLINE void kg__deep_find_sets(
    const kg__deep_view *v, const kg__deep_node *n, kg__deep_children *c, unsigned partitions)
{
    c->wanted = partitions;
    for (unsigned open = c->open; open; open &= open - 1) {
        const unsigned move = KG__LOWEST_BIT(open), cell = v->problem->cell[n->blank][move];

        for (unsigned left = partitions; left; left &= left - 1)
            c->entry[move][KG__LOWEST_BIT(left)] =
                kg__deep_find(v->tables, n, cell, KG__LOWEST_BIT(left));
    }
}

/* Finds the words of the entries whose sets are found. */
KG__INLINE void kg__deep_find_words(const kg__deep_view *v, kg__deep_children *c)
{
    for (unsigned open = c->open; open; open &= open - 1)
        for (unsigned left = c->wanted; left; left &= left - 1)
            kg__deep_aim(v->tables, &c->entry[KG__LOWEST_BIT(open)][KG__LOWEST_BIT(left)]);
}

/* Lists the children of a state, but for detours. left: moves that the bound allows after them.
 * Returns their number. */
KG__INLINE unsigned kg__deep_list(const kg__deep_view *v, const kg__deep_node *n, kg__deep_step *s,
    kg__deep_children *c, unsigned left)
{
    const uint32_t *machine = &v->detours[KG__TILES_MOVES * s->machine];

    unsigned tight = 0;

    c->open = 0;
    for (unsigned i = 0; i < v->tables->partitions; i++)
        tight |= (unsigned)(n->h[i] > left) << i;
    for (unsigned move = 0; move < KG__TILES_MOVES; move++) {
        c->open |= (unsigned)(machine[move] != KG__TILES_DETOUR) << move;
        s->change[move].bits = s->change[move].rises = 0;
    }
    kg__deep_find_sets(v, n, c, tight);
    return kg__pattern_ones(c->open);
}

/* Drops the children that exceed the bound. */
KG__INLINE void kg__deep_drop(
    const kg__deep_view *v, const kg__deep_node *n, kg__deep_step *s, kg__deep_children *c)
{
    for (unsigned open = c->open; open; open &= open - 1) {
        const unsigned move = KG__LOWEST_BIT(open);
        bool rises = false;

        for (unsigned left = c->wanted; left && !rises; left &= left - 1)
            rises = kg__deep_read(
                &c->entry[move][KG__LOWEST_BIT(left)], KG__LOWEST_BIT(left), &s->change[move]);
        c->open &= ~((unsigned)rises << move);
    }
    kg__deep_find_sets(v, n, c, ((1u << v->tables->partitions) - 1) & ~c->wanted);
}

/* Reads what is left. The children that are left are the step's open moves. */
KG__INLINE void kg__deep_settle(kg__deep_step *s, const kg__deep_children *c)
{
    for (unsigned open = c->open; open; open &= open - 1)
        for (unsigned left = c->wanted; left; left &= left - 1)
            kg__deep_read(&c->entry[KG__LOWEST_BIT(open)][KG__LOWEST_BIT(left)],
                KG__LOWEST_BIT(left), &s->change[KG__LOWEST_BIT(open)]);
    s->open = (uint8_t)c->open;
}

/* Makes an open move. s: [in, out] the step before it, which the next one follows */
KG__INLINE void kg__deep_descend(
    const kg__deep_view *v, kg__deep_node *n, kg__deep_step *s, unsigned move)
{
    s->open &= (uint8_t)~(1u << move);
    s[1].machine = v->detours[KG__TILES_MOVES * s->machine + move];
    s[1].last = (uint8_t)move;
    s[1].open = 0;
    kg__deep_move(
        v->tables, n, v->problem->cell[n->blank][move], &s->change[move], &s[1].undo);
}

/* Goes from a root to a position below it, as a search does. Returns false if a search cannot get
 * there. way: [in, out] [most + 1] begun by kg__deep_begin(); most: the greatest depth */
KG__INLINE bool kg__deep_return(const kg__deep_view *v, kg__deep_node *n, kg__deep_step *way,
    const kg__deep_position *position, unsigned most)
{
    for (unsigned i = 0; i < position->depth; i++) {
        const unsigned move = position->move[i];
        kg__deep_children c;

        if (i == most || move >= KG__TILES_MOVES)
            return false;
        kg__deep_list(v, n, &way[i], &c, most - i - 1);
        kg__deep_find_words(v, &c);
        kg__deep_drop(v, n, &way[i], &c);
        kg__deep_find_words(v, &c);
        kg__deep_settle(&way[i], &c);
        if (!(way[i].open >> move & 1))
            return false;
        way[i].open &= (uint8_t)(~0u << move);
        kg__deep_descend(v, n, &way[i], move);
    }
    return true;
}

/* Goes to the next state below a root whose parent has open moves, depth first. Returns false if
 * there is none. depth: [in, out] of the state, 0 at the root */
KG__INLINE bool kg__deep_next(
    const kg__deep_view *v, kg__deep_node *n, kg__deep_step *way, unsigned *depth)
{
    while (!way[*depth].open) {
        kg__deep_change change;

        if (!*depth)
            return false;
        kg__deep_move(v->tables, n, v->problem->cell[n->blank][3 - way[*depth].last],
            &way[*depth].undo, &change);
        --*depth;
    }
    kg__deep_descend(v, n, &way[*depth], KG__LOWEST_BIT(way[*depth].open));
    ++*depth;
    return true;
}

/* The bound of a state. */
KG__INLINE unsigned kg__deep_bound(const kg__deep_tables *t, const kg__deep_node *n)
{
    unsigned h = 0;

    for (unsigned i = 0; i < t->partitions; i++)
        h = n->h[i] > h ? n->h[i] : h;
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
