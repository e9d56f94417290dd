/* The order of a walk's steps that turns least: the data that its stages pass on. */
#ifndef KG_TURNING_H
#define KG_TURNING_H

#include "../streets.h"

/*
 * A pass is a step of the walk; one more pass, which is not a street, closes an open walk. End 2 i
 * of pass i lies where the walk begins it, end 2 i + 1 where it leaves it. At each crossing the
 * ends are joined in pairs: a walk comes along one end of a pair and goes on along the other. So
 * passes form circuits.
 */
typedef struct kg__turning {
    kg_context *ctx;
    const kg__bearings *bearings;
    bool directed; /* a pass is walked only from its end 2 i */
    uint64_t passes, crossings;
    uint64_t *half; /* [2 * passes] the half-street of each end; KG__NO_HALF: not a street */
    uint64_t *row;  /* [crossings + 1] where each crossing's pairs begin */
    uint64_t *list; /* [2 * passes] the ends of pair p are 2 p and 2 p + 1; if directions count the
                       walk comes along the first */
    uint64_t *at;   /* [2 * passes] where each end is in list */
    int64_t bound;  /* [out] no order of the passes costs less */
} kg__turning;

#define KG__NO_HALF UINT64_MAX

/* The cost of coming along one end and going on along another. */
static inline int64_t kg__turning_cost(const kg__turning *t, uint64_t a, uint64_t b)
{
    return t->half[a] == KG__NO_HALF || t->half[b] == KG__NO_HALF
               ? 0
               : kg__turn_cost(t->bearings, t->half[a], t->half[b]);
}

static inline int64_t kg__pair_cost(const kg__turning *t, uint64_t pair)
{
    return kg__turning_cost(t, t->list[2 * pair], t->list[2 * pair + 1]);
}

/* The end that an end is paired with. */
static inline uint64_t kg__pair_mate(const kg__turning *t, uint64_t end)
{
    return t->list[t->at[end] ^ 1];
}

static inline void kg__pair_set(kg__turning *t, uint64_t pair, uint64_t a, uint64_t b)
{
    t->list[2 * pair] = a;
    t->list[2 * pair + 1] = b;
    t->at[a] = 2 * pair;
    t->at[b] = 2 * pair + 1;
}

/* Pairs the ends at each crossing at the least cost, and sets the bound. */
kg_status kg__turning_pair(kg__turning *turning);
/* Exchanges ends of pairs until all passes are one circuit. */
kg_status kg__turning_join(kg__turning *turning);
/* Improves one circuit. order: [out] [passes] the ends that it passes first, of each pass. */
kg_status kg__turning_order(kg__turning *turning, uint64_t *order);

#endif
