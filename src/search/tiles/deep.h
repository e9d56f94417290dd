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
    KG__DEEP_ROOTS = 32     /* most moves to a root */
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

enum { KG__DEEP_TOGETHER = 4 }; /* partitions whose entries are fetched together */

/* The entry of a pattern after a move. */
typedef struct kg__deep_entry {
    const uint64_t *word;
    unsigned bit, parity; /* parity: of the entry before */
} kg__deep_entry;

/* Finds the entry of partition i after the tile of a cell goes to the blank. */
KG__INLINE kg__deep_entry kg__deep_find(const kg__deep_tables *t, const kg__deep_node *n,
    unsigned cell, unsigned i, kg__deep_change *change)
{
    const unsigned place = t->place[i][cell], blank = t->place[i][n->blank];
    const unsigned pattern = t->of[i][n->tile[cell]];
    const kg__pattern_view *v = &t->view[pattern];
    const kg__pattern_at from = n->at[pattern], to = kg__pattern_step(v, from, place, blank);
    kg__deep_entry e;

    e.word = v->bit + (uint64_t)kg__pattern_block(v, to.set, place) * v->words + to.order / 64;
    e.bit = to.order % 64;
    e.parity = kg__pattern_parity(v, from.set) ^ (n->bits >> pattern & 1);
    __builtin_prefetch(e.word);
    change->order[i] = (uint16_t)to.order;
    return e;
}

/* Whether the tile of a cell may go to the blank with at most `left` moves after that. change:
 * [out] then complete. */
KG__INLINE bool kg__deep_try(const kg__deep_tables *t, const kg__deep_node *n, unsigned cell,
    unsigned left, kg__deep_change *change)
{
    kg__deep_entry entry[KG__DEEP_TOGETHER];

    change->bits = change->rises = 0;
    for (unsigned i = 0; i < t->partitions; i++) {
        const kg__deep_entry *e = &entry[i % KG__DEEP_TOGETHER];
        unsigned bit, rises;

        for (unsigned k = i;
             i % KG__DEEP_TOGETHER == 0 && k < t->partitions && k < i + KG__DEEP_TOGETHER; k++)
            entry[k - i] = kg__deep_find(t, n, cell, k, change);
        bit = *e->word >> e->bit & 1;
        rises = bit == e->parity;
        change->bits |= (uint8_t)(bit << i);
        change->rises |= (uint8_t)(rises << i);
        if ((rises ? n->h[i] + 1u : n->h[i] - 1u) > left)
            return false;
    }
    return true;
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
    uint32_t machine;   /* the state of the machine that knows detours */
    uint8_t last, next; /* the move that led here; the next move to try */
} kg__deep_step;

/* The data that a search reads, in host or device memory. */
typedef struct kg__deep_view {
    const kg__tiles *problem;
    const kg__deep_tables *tables;
    const uint32_t *detours; /* the machine's next states */
} kg__deep_view;

/* Begins the way at a root. */
KG__INLINE void kg__deep_begin(
    const kg__deep_view *v, kg__deep_step *way, const kg__deep_root *root)
{
    way->machine = kg__detours_begin(v->detours, v->problem, root->node.blank, root->last);
    way->last = root->last;
    way->next = 0;
}

/* Makes a move within the bound. s: [in, out] the step after it; machine: the state after it */
KG__INLINE void kg__deep_descend(const kg__deep_view *v, kg__deep_node *n, kg__deep_step *s,
    unsigned move, uint32_t machine, const kg__deep_change *change)
{
    kg__deep_move(v->tables, n, v->problem->cell[n->blank][move], change, &s->undo);
    s->machine = machine;
    s->last = (uint8_t)move;
    s->next = 0;
}

/* Goes from a root to a position below it, as kg__deep_next() would. Returns false if a search
 * cannot get there. way: [in, out] [most + 1] begun by kg__deep_begin() */
KG__INLINE bool kg__deep_return(const kg__deep_view *v, kg__deep_node *n, kg__deep_step *way,
    const kg__deep_position *position, unsigned most)
{
    for (unsigned i = 0; i < position->depth; i++) {
        const unsigned move = position->move[i];
        kg__deep_change change;
        uint32_t machine;

        if (i == most || move >= KG__TILES_MOVES)
            return false;
        machine = v->detours[KG__TILES_MOVES * way[i].machine + move];
        if (machine == KG__TILES_DETOUR ||
            !kg__deep_try(v->tables, n, v->problem->cell[n->blank][move], most - i - 1, &change))
            return false;
        way[i].next = (uint8_t)(move + 1);
        kg__deep_descend(v, n, &way[i + 1], move, machine, &change);
    }
    return true;
}

/*
 * Goes to the next state below a root, depth first. Returns false if there is none.
 *
 * way        [in, out] [most + 1] begun by kg__deep_begin().
 * depth      [in, out] of the state, 0 at the root.
 * most       [in] the greatest depth; a state of that depth has the bound 0, so it is the target.
 * generated  [in, out] states that were tried.
 */
KG__INLINE bool kg__deep_next(const kg__deep_view *v, kg__deep_node *n, kg__deep_step *way,
    unsigned *depth, unsigned most, uint64_t *generated)
{
    const kg__tiles *p = v->problem;

    for (;;) {
        kg__deep_step *s = &way[*depth];
        kg__deep_change change;
        uint32_t machine;
        unsigned move;

        if (*depth == most || s->next == KG__TILES_MOVES) {
            if (!*depth)
                return false;
            kg__deep_move(v->tables, n, p->cell[n->blank][3 - s->last], &s->undo, &change);
            --*depth;
            continue;
        }
        move = s->next++;
        machine = v->detours[KG__TILES_MOVES * s->machine + move];
        if (machine == KG__TILES_DETOUR)
            continue;
        ++*generated;
        if (!kg__deep_try(v->tables, n, p->cell[n->blank][move], most - *depth - 1, &change))
            continue;
        kg__deep_descend(v, n, &way[++*depth], move, machine, &change);
        return true;
    }
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
