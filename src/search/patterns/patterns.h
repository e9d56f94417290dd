/*
 * Pattern databases: where a few items of a permutation are, and how many of their moves are needed
 * to bring them where they belong.
 *
 * A board has places, of which one is blank. A move takes the item of a neighbouring place to the
 * blank. A pattern is the places of some items. All other items count as nothing: the blank goes
 * among them free of charge, so only its region matters. A region is a connected part of the places
 * that hold none of the items. The databases of disjoint patterns add up (Korf and Felner,
 * "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002), and so do tables that
 * are aware of the regions.
 *
 * An entry is a set of places, a region, and the order of the items on the set. The entries of one
 * set and region are a block. All orders of a block are consecutive, in whole words of 64 bits:
 *
 *     | block 0: order 0, 1, ... items! - 1, padding | block 1 ...          first[set] + region
 *
 * Sets are numbered by the colexicographic rank of their places, orders by the lexicographic rank
 * of the items, from the first place of the set to the last.
 *
 * One bit an entry. Boards are bipartite: each move changes the colour of an item's place. So the
 * colours of the places give the distance modulo 2, and every move changes it by one. The bit is
 * bit 1 of the distance. Both together say whether a move raises or lowers it.
 */
#ifndef KG_PATTERNS_H
#define KG_PATTERNS_H

#include "ones.h"

enum {
    KG__PATTERN_ITEMS = 8,
    KG__PATTERN_PLACES = 25,
    KG__PATTERN_REGIONS = 8, /* most regions of a set */
    KG__PATTERN_LOW = 13,    /* places whose part of a set's rank is in the first table */
    KG__PATTERN_HIGH = KG__PATTERN_PLACES - KG__PATTERN_LOW,
    KG__PATTERN_DEPTHS = 256
};

/* A board: a bipartite graph of at most KG__PATTERN_PLACES places. */
typedef struct kg__pattern_board {
    unsigned places;
    uint32_t near[KG__PATTERN_PLACES]; /* the neighbours of each place, as bits */
    uint32_t colour;                   /* the places of one of the two colours */
} kg__pattern_board;

/* A set of places: its first block, and the region of each place in 3 bits, 10 places a word. */
typedef struct kg__pattern_set {
    uint32_t first;
    uint32_t region[3];
} kg__pattern_set;

/* The arrays that a search reads, in host or device memory. */
typedef struct kg__pattern_view {
    const uint32_t *low;        /* [2^LOW] parts of ranks of sets */
    const uint32_t *high;       /* [ITEMS + 1][2^HIGH] by the number of places in the low part */
    const kg__pattern_set *set; /* by the rank of a set */
    const uint16_t *turn;       /* [items][items][items!] see kg__pattern_turned() */
    const uint64_t *bit;        /* [blocks][words] */
    uint32_t words, orders;     /* of a block; items! */
    uint32_t colour;            /* of the board */
    unsigned items, odd;        /* odd: whether the goal has an odd number of coloured places */
} kg__pattern_view;

/* A pattern: a set and the rank of the order of its items. */
typedef struct kg__pattern_at {
    uint32_t set, order;
} kg__pattern_at;

/* The moves between blocks, as rows: order q of block from[i] becomes order turn table
 * [turn[i]][q] of the row's block. A turn of equal indexes keeps the order. */
typedef struct kg__pattern_moves {
    uint32_t *row;  /* [blocks + 1] */
    uint32_t *from; /* [moves] */
    uint16_t *turn; /* [moves] index from * items + index to */
    uint8_t *odd;   /* [blocks] whether an odd number of a block's places are coloured */
} kg__pattern_moves;

/* The numbers of all patterns of some items on a board. The databases of as many items share them,
 * so that they stay in a cache. */
typedef struct kg__pattern_shape {
    kg__pattern_board board;
    kg__pattern_view view; /* in host memory, without bits */
    uint32_t sets, blocks;
    uint32_t *low, *high;
    kg__pattern_set *set;
    uint16_t *turn;
    kg__pattern_moves moves;        /* NULL until the first database is built */
    void *resident;                 /* copies of the arrays in device memory, or NULL */
    kg__pattern_view resident_view; /* of these */
} kg__pattern_shape;

typedef struct kg__pattern {
    kg__pattern_shape *shape;
    kg__pattern_view view; /* in host memory */
    kg__pattern_at goal;
    unsigned blank;                     /* the goal's */
    uint64_t count[KG__PATTERN_DEPTHS]; /* entries at each distance */
    unsigned deepest;
    uint64_t *bit; /* NULL if the bits lie in the mapping */
    void *map;
    uint64_t *resident; /* a copy of the bits in device memory, or NULL */
} kg__pattern;

/* Makes the numbers. items: 1 to KG__PATTERN_ITEMS, and fewer than the places. On failure the shape
 * must still be freed. O(C(places, items) * places). */
kg_status kg__pattern_shape_make(
    kg_context *ctx, kg__pattern_shape *s, const kg__pattern_board *board, unsigned items);
/* Copies the arrays to the memory of the device in force, once. */
kg_status kg__pattern_shape_resident(kg_context *ctx, kg__pattern_shape *s);
void kg__pattern_shape_free(kg_context *ctx, kg__pattern_shape *s);

/* The lexicographic rank of a sequence of the numbers 0 to items - 1. */
uint32_t kg__pattern_rank_of_order(const uint8_t *sequence, unsigned items);
/* The region of a place among places that are free. */
uint32_t kg__pattern_flood(const kg__pattern_board *board, uint32_t free, uint32_t region);

/*
 * Makes a pattern, without bits.
 *
 * shape  [in] must outlive the pattern.
 * goal   [in] [items] the place where each item belongs.
 * blank  [in] the goal's blank place, which is none of these.
 */
void kg__pattern_make(
    kg__pattern *p, kg__pattern_shape *shape, const uint8_t *goal, unsigned blank);

/* Fills the bits, breadth first from the goal, on the backend in force. patience: [in] may be NULL.
 * KG_LIMIT, without a message: it has ended. O(entries * items). */
kg_status kg__pattern_build(kg_context *ctx, kg__pattern *p, const kg__patience *patience);

/* Sets the greatest distance by the counts. */
void kg__pattern_set_deepest(kg__pattern *p);

/* Write the bits to a file, and read those of the same board, items and goal. KG_FORMAT: another
 * file, or a damaged one. */
kg_status kg__pattern_write(kg_context *ctx, const kg__pattern *p, const char *path);
kg_status kg__pattern_read(kg_context *ctx, kg__pattern *p, const char *path);

/* The arrays in the memory of the device in force, to which they are copied once. */
kg_status kg__pattern_resident(kg_context *ctx, kg__pattern *p, kg__pattern_view *v);

void kg__pattern_free(kg_context *ctx, kg__pattern *p);

/* The set of the next rank, which is the next larger number with as many bits. Not of the last set
 * of 32 places. */
static inline uint32_t kg__pattern_next_set(uint32_t set)
{
    const uint32_t lowest = set & -set, ripple = set + lowest;

    return ((ripple ^ set) >> 2) / lowest | ripple;
}

/* The bytes of the bits. */
static inline uint64_t kg__pattern_bytes(const kg__pattern *p)
{
    return (uint64_t)p->shape->blocks * p->view.words * 8;
}

/* The pattern of items on these places. place: [items] */
kg__pattern_at kg__pattern_find(const kg__pattern *p, const uint8_t *place);

/* The distance of a pattern from the goal: follows moves that lower it. O(distance * items). */
unsigned kg__pattern_distance(const kg__pattern *p, kg__pattern_at at, unsigned blank);

/* ---- ranks ----------------------------------------------------------------------------------- */

/* The rank of a set. */
KG__INLINE uint32_t kg__pattern_rank(const kg__pattern_view *v, uint32_t set)
{
    const uint32_t low = set & ((1u << KG__PATTERN_LOW) - 1), high = set >> KG__PATTERN_LOW;

    return v->low[low] + v->high[(kg__pattern_ones(low) << KG__PATTERN_HIGH) + high];
}

/* Where a set has the region of a place: the word, and bits from the lowest, 4 times. */
KG__INLINE unsigned kg__pattern_spot(unsigned place)
{
    return place / 10 + 12 * (place % 10);
}

/* The region of a place that is not in the set. spot: kg__pattern_spot() of the place */
KG__INLINE uint32_t kg__pattern_region(const kg__pattern_set *s, unsigned spot)
{
    return s->region[spot % 4] >> spot / 4 & 7;
}

/* The block of a set and the blank's region. */
KG__INLINE uint32_t kg__pattern_block(const kg__pattern_view *v, uint32_t set, unsigned blank)
{
    const kg__pattern_set *s = &v->set[kg__pattern_rank(v, set)];

    return s->first + kg__pattern_region(s, kg__pattern_spot(blank));
}

/* The order after the item at index `from` of the set has become the one at index `to`. Without a
 * branch: a processor would often predict it wrongly. */
KG__INLINE uint32_t kg__pattern_turned(
    const kg__pattern_view *v, unsigned from, unsigned to, uint32_t order)
{
    const unsigned turn = (from * v->items + to) & (0u - (from != to));

    return v->turn[turn * v->orders + order];
}

/* Bit 1 of the distance of an entry. */
KG__INLINE unsigned kg__pattern_bit(const kg__pattern_view *v, uint32_t block, uint32_t order)
{
    return (unsigned)(v->bit[(uint64_t)block * v->words + order / 64] >> order % 64) & 1;
}

/* Bit 0 of the distance of every entry of a set. */
KG__INLINE unsigned kg__pattern_parity(const kg__pattern_view *v, uint32_t set)
{
    return (kg__pattern_ones(set & v->colour) ^ v->odd) & 1;
}

/* The pattern after an item has gone from a place to the blank one. */
KG__INLINE kg__pattern_at kg__pattern_step(
    const kg__pattern_view *v, kg__pattern_at at, unsigned place, unsigned blank)
{
    const uint32_t rest = at.set & ~(1u << place);
    const unsigned from = kg__pattern_ones(rest & ((1u << place) - 1));
    const unsigned to = kg__pattern_ones(rest & ((1u << blank) - 1));

    at.set = rest | 1u << blank;
    at.order = kg__pattern_turned(v, from, to, at.order);
    return at;
}

#endif
